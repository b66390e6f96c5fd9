"""Sign-off: both engines agree on what moved since the baseline, what has no source or quote, what is open."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.built import file_of, shared_book
from tests.gate.office import Office, changes
from tests.templates.engines import INPUT_SHEETS, equal, errors, input_cells_of, mismatches
from tests.templates.made import book_without, made_for

from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Scenario
from vdi_sizing.tables.price_lists import Price
from vdi_templates.examples import EXAMPLES, with_designs
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import SHEETS
from vdi_templates.workbook.sign_off import BLOCKS, MOVES_ROW, SHEET

FUJITSU = EXAMPLES["fujitsu"]()


def with_design(scenario: Scenario, **values: Any) -> Scenario:
    return replace(scenario, designs=(replace(scenario.designs[0], **values), *scenario.designs[1:]))


def with_price(scenario: Scenario, **values: Any) -> Scenario:
    return replace(scenario, prices=(replace(scenario.prices[0], **values), *scenario.prices[1:]))


TOTAL_ROW = MOVES_ROW + BLOCKS + 1
EDITED = {
    "a number": with_design(FUJITSU, measured_vms=20.0),
    "a number cleared": with_design(FUJITSU, measured_vms=None, measured_vms_source=None),
    "a 0 in a blank cell": replace(FUJITSU, settings=replace(FUJITSU.settings, eur_per_kwh=0.0)),
    "a text, a date and a quote": with_price(
        FUJITSU, quote_number="Q-1", valid_until=datetime.date(2026, 12, 31), supplier="somebody"
    ),
    "a price row more": replace(FUJITSU, prices=(*FUJITSU.prices, replace(FUJITSU.prices[0], part="spare"))),
    "a row of the bill less": replace(FUJITSU, bill=FUJITSU.bill[:-1]),
    "an error": with_design(FUJITSU, bays=1),
    "another case": with_designs(EXAMPLES["emc"](), 5),
    "as it was": FUJITSU,
}


def beside(scenario: Scenario, first: Scenario) -> Book:
    """The library's Sign-off of a scenario, and its inputs, in a file that was made with another one."""
    others = {sheet.name for sheet in SHEETS} - {*INPUT_SHEETS, SHEET}
    return book_without(others, size(scenario), made=made_for(first))


def filled(record: BillRow | Price) -> float:
    """How many inputs a row holds."""
    kind: type = type(record)
    return float(sum(getattr(record, name) is not None for name in inputs_of(kind)))


def test_what_is_shipped_is_its_own_baseline() -> None:
    counts = shared_book(FUJITSU).cached[SHEET]
    assert [counts[f"B{row}"] for row in range(MOVES_ROW + 1, TOTAL_ROW + 1)] == [0.0] * (BLOCKS + 1)


def test_both_engines_say_the_same_of_each_edit(office: Office, tmp_path: Path) -> None:
    first = shared_book(FUJITSU)
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(first))
    assert mismatches(first, office.load(path)) == []
    before = input_cells_of(first)
    told: dict[str, object] = {}
    for name, scenario in EDITED.items():
        book = beside(scenario, FUJITSU)
        office.set(changes(before, input_cells_of(book)))
        before = input_cells_of(book)
        values = office.after_typing(SHEET)
        assert errors(values) == []
        library = book.cached[SHEET]
        assert {cell: value for cell, value in values[SHEET].items() if not equal(library[cell], value)} == {}, name
        told[name] = values[SHEET][f"B{TOTAL_ROW}"]
    assert float(str(told.pop("another case"))) > 100
    assert told == {
        "a number": 1.0,
        "a number cleared": 2.0,
        "a 0 in a blank cell": 1.0,
        "a text, a date and a quote": 3.0,
        "a price row more": filled(FUJITSU.prices[0]),
        "a row of the bill less": filled(FUJITSU.bill[-1]),
        "an error": 1.0,
        "as it was": 0.0,
    }
