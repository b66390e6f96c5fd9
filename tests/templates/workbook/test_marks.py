"""An input that is not what it may be is red at its cell: its rule, which LibreOffice works out, says so."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.formula.translate import Translator
from openpyxl.utils import coordinate_to_tuple, get_column_letter
from tests.built import file_of, shared_book
from tests.edited import opened, saved
from tests.gate.office import CellValue, Office
from tests.templates.workbook.test_input_checks import Place, bad_value, places
from tests.tiers import but_in_gate

from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import BillRow, KitPart, UserGroup
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_templates.examples import by_kits, fujitsu
from vdi_templates.workbook.layout import FIRST_ROW
from vdi_templates.workbook.styles import AMBER_FILL, MISSING_FILL, RED_FILL
from vdi_templates.workbook.tables import RATES

ASIDE = 3000  # a row far below all inputs: what a rule says of a cell is worked out there, in the cell's own column
DATE_OF_ALL = "settings_price_date"
MOST_RULES, LONGEST_RULE = 120, 340
TODAY = datetime.date(2026, 11, 21)


def rules(ws: Any, cell: str) -> list[str]:
    """The rules by which a cell turns red, each as it holds for that cell."""
    found = []
    for group in ws.conditional_formatting:
        first = str(group.sqref).partition(":")[0].split()[0]
        for rule in group.rules:
            red = rule.dxf.fill is not None and rule.dxf.fill.bgColor.rgb.endswith(RED_FILL)
            if red and rule.formula[0].startswith("IFERROR(") and cell in group.sqref:
                found.append(Translator(f"={rule.formula[0]}", first).translate_formula(cell))
    return found


class Rules:
    """The Fujitsu example in LibreOffice, with the rules of some cells in cells of their own, far below."""

    def __init__(self, office: Office, path: Path, places: Iterable[str]) -> None:
        self._office = office
        self._aside: dict[str, tuple[str, str]] = {}
        book = opened(file_of(shared_book(fujitsu())))
        in_column: Counter[tuple[str, int]] = Counter()
        for place in places:
            title, _, cell = place.partition("!")
            _, column = coordinate_to_tuple(cell)
            found = rules(book[title], cell)
            assert len(found) == 1, place
            row = ASIDE + in_column[title, column]
            in_column[title, column] += 1
            book[title].cell(row, column).value = found[0]
            self._aside[place] = title, f"{get_column_letter(column)}{row}"
        office.load(saved(book, path))

    def said(self, cells: Mapping[str, CellValue]) -> dict[str, bool]:
        """Of each cell whether it is red, with these values in some of them."""
        self._office.set(cells)
        values = self._office.after_typing(*{title for title, _ in self._aside.values()})
        return {place: bool(values[title][cell]) for place, (title, cell) in self._aside.items()}


@pytest.fixture(scope="module")
def inputs() -> list[Place]:
    return places(shared_book(fujitsu()))


@pytest.mark.parametrize("fault", but_in_gate(["text", "too small"], "text"))
def test_each_input_that_is_not_valid_is_red_and_no_other(
    fault: str, inputs: list[Place], office: Office, tmp_path: Path
) -> None:
    of_cells = Rules(office, tmp_path / "book.xlsx", checked(inputs))
    assert not any(of_cells.said({}).values())
    bad: dict[str, CellValue] = {
        place.cell: value
        for place in inputs
        if (value := bad_value(place.field, fault)) is not None and not of_nothing(place)
    }
    said = of_cells.said(bad)
    assert [cell for cell in bad if not said[cell]] == []


def checked(inputs: list[Place]) -> list[str]:
    """The cells of this page's tests: their rules stand in one workbook, which LibreOffice loads once."""
    of_inputs = (place.cell for place in inputs if place.field.kind != "date or text")
    return list(dict.fromkeys((*of_inputs, *names_of_nothing())))


def names_of_nothing() -> dict[str, CellValue]:
    """Names that stand nowhere, in cells that ask for one that stands somewhere."""
    letters = {name: get_column_letter(at) for at, name in enumerate(inputs_of(UserGroup), start=1)}
    rows = shared_book(fujitsu()).layout.design_rows
    return {
        f"Users!{letters['profile']}6": "nobody",
        f"Users!{letters['delivery']}7": "nobody's",
        f"Users!{letters['store_profile']}8": "Fujitsu normal user",
        "Bill!A6": "HDDs",
        "Bill!B6": "no such part",
        f"Designs!D{rows['kit']}": "nobody's",
        f"Designs!E{rows['case']}": "night",
        f"Designs!E{rows['tier1_drive']}": "SSD 1 PB",
        f"Designs!F{rows['tier1_raid']}": "RAID 7",
    }


def of_nothing(place: Place) -> bool:
    """An input of a row or tier that is not there: it does not matter, and is not red for a number."""
    return place.before.startswith(("tier 3", "flash")) or place.sheet in (
        "Calibration",
        "Parts",
        "Settings",
        "Prices",
        "Scenarios",
    )


def test_a_name_that_stands_nowhere_is_red(inputs: list[Place], office: Office, tmp_path: Path) -> None:
    of_cells = Rules(office, tmp_path / "book.xlsx", checked(inputs))
    assert not any(of_cells.said({}).values())
    said = of_cells.said(names_of_nothing())
    assert {cell for cell in names_of_nothing() if not said[cell]} == set()


@pytest.mark.everything
def test_what_others_have_and_a_cell_has_not_is_red(office: Office, tmp_path: Path) -> None:
    """A name that stands twice, a figure without its companion, a credit without a note, a rate of EUR."""
    of_users = {name: get_column_letter(at) for at, name in enumerate(inputs_of(UserGroup), start=1)}
    of_raid = {name: get_column_letter(at) for at, name in enumerate(inputs_of(RaidLevel), start=1)}
    of_bill = {name: get_column_letter(at) for at, name in enumerate(inputs_of(BillRow), start=1)}
    book = shared_book(fujitsu())
    first = book.layout.design_rows["name"]
    cells: dict[str, CellValue] = {
        "Users!A7": str(book.worksheet("Users")["A6"].value).upper(),
        f"Designs!F{first}": str(book.worksheet("Designs")[f"D{first}"].value).upper(),
        "Drives!A8": str(book.worksheet("Drives")["A6"].value),
        f"RAID!{of_raid['write_reads']}6": 9,
        f"Settings!A{RATES.header_row + 1}": "EUR",
    }
    of_cells = Rules(office, tmp_path / "book.xlsx", cells)
    assert not any(of_cells.said({}).values())
    assert all(of_cells.said(cells).values())
    for blank, beside in ((of_users["steady_read_share"], of_users["steady_iops"]), (of_users["ram_gib"], "")):
        emptied: dict[str, CellValue] = {f"Users!{blank}7": None}
        if beside:
            emptied[f"Users!{beside}7"] = 5
        assert Rules(office, tmp_path / "book.xlsx", emptied).said(emptied)[f"Users!{blank}7"]
    credit: dict[str, CellValue] = {f"Bill!{of_bill['quantity']}6": -1, f"Bill!{of_bill['note']}6": None}
    assert Rules(office, tmp_path / "book.xlsx", credit).said(credit)[f"Bill!{of_bill['note']}6"]


def test_rules_are_few_and_short() -> None:
    """Each is worked out for each cell, at each change; and a sheet must not refer to a table of another one there."""
    for ws in shared_book(fujitsu()).workbook.worksheets:
        found = [rule.formula[0] for group in ws.conditional_formatting for rule in group.rules]
        ours = [rule for rule in found if rule.startswith("IFERROR(")]
        assert len(ours) <= MOST_RULES
        assert all(len(rule) <= LONGEST_RULE and "[" not in rule and "!" not in rule for rule in ours)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("title", "declared", "doubted", "good", "bad"),
    [
        ("Prices", Price, "date", {"amount": 100, "date": TODAY}, {"amount": 100, "date": None}),
        ("Prices", Price, "date", {"amount": None, "date": None}, {"amount": 0, "date": None}),
        ("Prices", Price, "date", {"amount": 100, "date": None, DATE_OF_ALL: TODAY}, {"amount": 100, "date": None}),
        ("Parts", KitPart, "kit", {}, {"kit": "nobody's"}),
    ],
)
def test_an_undated_price_and_a_part_of_no_kit_are_amber(
    title: str, declared: type, doubted: str, good: dict[str, Any], bad: dict[str, Any], office: Office, tmp_path: Path
) -> None:
    """A doubt, since the answer stands."""
    letters = {name: get_column_letter(at) for at, name in enumerate(inputs_of(declared), start=1)}
    cell, aside, path = f"{letters[doubted]}{FIRST_ROW}", f"{letters[doubted]}{ASIDE}", tmp_path / "book.xlsx"
    for values, amber in ((good, False), (bad, True)):
        book = load_workbook(BytesIO(file_of(shared_book(by_kits()))))
        ws = book[title]
        setting = str(book.defined_names[DATE_OF_ALL].attr_text).replace("$", "").partition("!")[2]
        book["Settings"][setting].value = values.get(DATE_OF_ALL)
        for name, value in values.items():
            if name in letters:
                ws[f"{letters[name]}{FIRST_ROW}"].value = value
        (rule,) = (
            rule.formula[0] for cells in ws.conditional_formatting for rule in cells.rules
            if cell in cells.sqref and rule.dxf.fill is not None and rule.dxf.fill.bgColor.rgb.endswith(AMBER_FILL)
        )  # fmt: skip
        ws[aside].value = Translator(f"={rule}", cell).translate_formula(cell)
        book.save(path)  # a date has a format
        assert bool(office.load(path)[title][aside]) == amber


@pytest.mark.everything
def test_a_price_that_a_bill_lacks_is_amber_where_it_is_typed(office: Office, tmp_path: Path) -> None:
    """A part that is on no bill may be without one."""
    scenario = by_kits()
    book = opened(file_of(shared_book(scenario)))
    ws, path = book["Prices"], tmp_path / "book.xlsx"
    (rule,) = (
        rule.formula[0] for cells in ws.conditional_formatting for rule in cells.rules
        if rule.dxf.fill is not None and rule.dxf.fill.bgColor.rgb.endswith(MISSING_FILL)
    )  # fmt: skip
    rows = dict(enumerate((price.part for price in scenario.prices), start=FIRST_ROW))
    last = max(rows)
    ws[f"D{last}"].value = 0
    for row in (*rows, last + 1):
        ws[f"D{ASIDE + row}"].value = Translator(f"={rule}", f"D{FIRST_ROW}").translate_formula(f"D{row}")
    saved(book, path)
    values = office.load(path)["Prices"]
    billed = {row.part for design in scenario.designs for row in scenario.bill_of(design)}
    assert billed < set(rows.values())
    for row, part in rows.items():
        assert bool(values[f"D{ASIDE + row}"]) == (part in billed and row != last), part
    assert not values[f"D{ASIDE + last + 1}"]
