"""A design is added by typing its name into a free column, and dropped by deleting it; nothing else is to be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tests.built import build, shared_book
from tests.edited import edited
from tests.gate.office import CellValue, Office
from tests.templates.engines import counts_moves, errors, mismatches
from tests.templates.made import made_for
from tests.templates.workbook.test_few_cells import EUR
from tests.tiers import but_in_gate

from vdi_addin.comparison import compare
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import same_name
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Design, Scenario
from vdi_templates.audit.check import audit
from vdi_templates.audit.finding import Level
from vdi_templates.examples import EXAMPLES, by_kits
from vdi_templates.reading.reader import Reader, read
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.design_inputs import design_values
from vdi_templates.workbook.layout import FIRST_ROW, MAX_DESIGNS, layout_of

_CUSTOMER = EXAMPLES["customer"]()
_THREE = _CUSTOMER.designs[:3]
START = replace(
    _CUSTOMER, designs=_THREE, bill=tuple(row for row in _CUSTOMER.bill if row.design in {each.name for each in _THREE})
)
LAYOUT = layout_of(START, columns=MAX_DESIGNS)
START_WITHOUT_FIRST = replace(
    START,
    designs=START.designs[1:],
    bill=tuple(row for row in START.bill if row.design != START.designs[0].name),
)
FOURTH = Design("Fourth", kit="NVMe server, local")


def cell(name: str, column: int) -> str:
    """Where an input of a design is typed."""
    return f"Designs!{LAYOUT.column(column)}{LAYOUT.design_rows[name]}"


ADDED: Mapping[str, CellValue] = {cell("name", 3): FOURTH.name, cell("kit", 3): FOURTH.kit}


def without(scenario: Scenario, place: int) -> dict[str, CellValue]:
    """What is cleared so that a design is dropped, with its rows of the bill."""
    dropped = scenario.designs[place]
    cleared: dict[str, CellValue] = {cell(name, place): None for name in design_values(dropped)}
    for row, bill in enumerate(scenario.bill, start=FIRST_ROW):
        if same_name(bill.design, dropped.name):
            cleared |= {f"Bill!{letter}{row}": None for letter in "ABCDEFGHIJ"}
    return cleared


def opened(
    office: Office, tmp_path: Path, typed: Mapping[str, CellValue], scenario: Scenario = START, *, whole: bool = False
) -> Path:
    """A workbook with free columns, open, with cells typed; and where it is as it was made."""
    path = tmp_path / "made.xlsx"
    path.write_bytes(build(scenario, MAX_DESIGNS))
    office.load(path, whole=whole)
    office.set(typed)
    return path


def opened_and_saved(
    office: Office, tmp_path: Path, typed: Mapping[str, CellValue], scenario: Scenario = START
) -> Path:
    """The same, as it was saved afterwards."""
    opened(office, tmp_path, typed, scenario, whole=True)
    return office.save(tmp_path / "saved.xlsx")


def book_of(scenario: Scenario, was: Scenario = START) -> Book:
    """The workbook of a scenario, as the file that was made of another one shows it."""
    return shared_book(scenario, made=made_for(was, MAX_DESIGNS), columns=MAX_DESIGNS)


def differing(book: Book, office: Office) -> list[str]:
    """The cells that are not what the library says, but for those that tell of what moved."""
    values = office.recalculate()
    assert errors(values) == []
    cells = [str(each.cell) for each in mismatches(book, values)]
    return [each for each in cells if not counts_moves(book, each)]


@pytest.mark.everything("The customer of test_few_cells.py stands in a workbook with free columns.")
@pytest.mark.parametrize("name", but_in_gate(["customer", "fujitsu", "dell"], "customer"))
def test_free_columns_move_nothing(name: str, office: Office, tmp_path: Path) -> None:
    scenario = EXAMPLES[name]()
    book = shared_book(scenario, columns=MAX_DESIGNS)
    opened(office, tmp_path, {}, scenario)
    assert differing(book, office) == []
    alone = shared_book(scenario)
    for sheet in ("Report", "Comparison", "Start"):
        assert printed(book, sheet) == printed(alone, sheet)


def printed(book: Book, sheet: str) -> set[object]:
    """What a sheet says; beside its page Report has a table with a row for each column of designs, left out here."""
    cells = book.cached[sheet].items()
    return {value for cell, value in cells if value != "" and not (sheet == "Report" and cell[0] > "I")}


@pytest.mark.everything
def test_a_name_alone_adds_a_design_and_leaves_the_others(office: Office, tmp_path: Path) -> None:
    """It has no drives: that is an error of its own, which no other design has; the command names the cell."""
    saved = opened_and_saved(office, tmp_path, {cell("name", 3): "Fourth"})
    values = office.recalculate()
    assert errors(values) == []
    report = values["Report"]
    recommended = size(START).designs[0]["recommendation"]
    assert report["A5"] == f"{recommended} Not final: a design has an error."
    said = [value for value in report.values() if str(value).startswith("✕ error: ")]
    assert len(said) == 1
    assert "Fourth" in report.values()
    assert "4 designs compared" in str(report["A2"])
    assert values["Checks"]["D5"] == "Checks: ERRORS"
    with pytest.raises(InputError, match=r"Designs!G\d+: drive is blank"):
        read(saved)


def test_a_name_and_a_kit_add_a_design_to_every_page(office: Office, tmp_path: Path) -> None:
    path = opened(office, tmp_path, ADDED)
    scenario = replace(START, designs=(*START.designs, FOURTH))
    book = book_of(scenario)
    assert differing(book, office) == []
    for sheet in ("Report", "Comparison", "Start", "Checks", "Sizing", "Sign-off"):
        assert FOURTH.name in book.cached[sheet].values()
    assert "4 designs compared" in str(book.cached["Report"]["A2"])
    assert read(edited(path, ADDED)).designs == scenario.designs


@pytest.mark.everything
def test_a_design_that_was_added_stays_through_saving_and_compare(office: Office, tmp_path: Path) -> None:
    saved = opened_and_saved(office, tmp_path, ADDED)
    designs = (*START.designs, FOURTH)
    assert read(saved).designs == designs
    assert [each for each in audit(saved).differences if each.level is Level.ANSWER] == []
    again = tmp_path / "again.xlsx"
    again.write_bytes(compare(saved).workbook)
    assert [str(each) for each in audit(again).findings] == []
    assert Reader(again).scenario().designs == designs


@pytest.mark.everything
def test_one_design_dropped_and_one_added_stay_through_saving_and_compare(office: Office, tmp_path: Path) -> None:
    """Each cell and name of a file with a gap, with a design in a column that was free, is the library's."""
    saved = opened_and_saved(office, tmp_path, {**without(START, 0), **ADDED})
    values = office.recalculate()
    assert errors(values) == []
    found = audit(saved)
    designs = (*START.designs[1:], FOURTH)
    assert found.sizing.scenario.designs == designs
    assert [each for each in found.differences if each.level is Level.ANSWER] == []
    again = tmp_path / "again.xlsx"
    again.write_bytes(compare(saved).workbook)
    assert Reader(again).scenario().designs == designs


@pytest.mark.everything
def test_the_added_design_is_ranked_with_the_others(office: Office, tmp_path: Path) -> None:
    """The same kit once more costs the same: the page says that two do."""
    kits = replace(by_kits(), prices=tuple(replace(each, amount=EUR.get(each.part)) for each in by_kits().prices))
    dearest = max(size(kits).designs, key=lambda sized: float(sized["eur_per_user"]))
    cheapest = next(sized for sized in size(kits).designs if sized["cheapest"]).design
    assert dearest.design.name != cheapest.name
    at = [design.name for design in kits.designs].index(cheapest.name)
    twin = replace(kits.designs[at], name="Twin")
    typed = {cell(name, 4): value for name, value in design_values(twin).items() if isinstance(value, str | float)}
    opened(office, tmp_path, typed, kits)
    values = office.recalculate()
    assert errors(values) == []
    said = str(size(replace(kits, designs=(*kits.designs, twin))).designs[0]["recommendation"])
    assert said.startswith("2 designs that miss no target cost the same: ")
    assert values["Report"]["A5"] == said


@pytest.mark.everything
def test_an_added_design_has_the_card_of_its_place_at_once(office: Office, tmp_path: Path) -> None:
    """One that is cheaper than all others has the first, and the last of four gives up its own for a line."""
    kits = replace(by_kits(), prices=tuple(replace(each, amount=EUR.get(each.part)) for each in by_kits().prices))
    at = next(at for at, sized in enumerate(size(kits).designs) if sized["cheapest"])
    bargain = replace(kits.designs[at], name="Bargain", spare_blocks=0)
    typed = {cell(name, 5): value for name, value in design_values(bargain).items() if isinstance(value, str | float)}
    opened(office, tmp_path, typed, kits)
    report = office.recalculate()["Report"]
    names = [sized.design.name for sized in size(replace(kits, designs=(*kits.designs, bargain))).designs]
    orders = [float(sized["page_order_key"]) for sized in size(replace(kits, designs=(*kits.designs, bargain))).designs]
    expected = [name for _, name in sorted(zip(orders, names, strict=True))]
    assert expected[0] == "Bargain"
    assert [report[cell] for cell in ("A9", "D9", "G9", "A22")] == expected


@pytest.mark.everything
def test_a_name_that_is_deleted_drops_a_design(office: Office, tmp_path: Path) -> None:
    """The first column too: what it held stands no more on any page, and the numbers of the others stay."""
    first = START.designs[0]
    saved = opened_and_saved(office, tmp_path, without(START, 0))
    values = office.recalculate()
    assert errors(values) == []
    assert "2 designs compared" in str(values["Report"]["A2"])
    assert [values["Report"][cell] for cell in ("A9", "D9", "G9")] == [
        START.designs[1].name, START.designs[2].name, "",
    ]  # fmt: skip
    assert first.name not in values["Report"].values()
    assert values["Report"]["A5"] == size(START_WITHOUT_FIRST).designs[0]["recommendation"]
    reader = Reader(saved)
    assert reader.scenario().designs == START.designs[1:]
    assert "compare' closes the gap" in str(reader.gap)
    assert [str(each) for each in audit(saved).differences] == []


@pytest.mark.everything
@pytest.mark.parametrize("name", ["customer", "emc", "etri"])
@pytest.mark.parametrize("place", [0, 1])
def test_a_file_with_a_gap_is_what_the_library_would_write(
    office: Office, tmp_path: Path, name: str, place: int
) -> None:
    """Each cell, chart and name of a file in which a design was dropped by hand, and what that moved since."""
    scenario = EXAMPLES[name]()
    saved = opened_and_saved(office, tmp_path, without(scenario, place), scenario)
    values = office.recalculate()
    assert errors(values) == []
    found = audit(saved)
    assert len(found.sizing.designs) == len(scenario.designs) - 1
    assert [str(each) for each in found.differences] == []


def test_what_is_typed_without_a_name_voids_the_answer(office: Office, tmp_path: Path) -> None:
    typed = {cell("kit", 4): "NVMe server, local"}
    path = opened(office, tmp_path, typed)
    report = office.recalculate("Report")["Report"]
    assert report["A5"] == "No answer: an input is not valid."
    place = cell("kit", 4).partition("!")[2]
    named = f"Sheet Designs, cell {place}: nothing is typed in a column of Designs that has no name."
    assert named in str(report["A6"])
    with pytest.raises(InputError, match=r"Designs!H\d+: design is blank"):
        read(edited(path, typed))
