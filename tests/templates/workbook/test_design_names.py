"""A design that is renamed on Designs keeps its parts on the bill; a row that names no design says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.built import file_of, shared_book
from tests.edited import opened, saved
from tests.gate.office import CellValue, Office, Values
from tests.templates.engines import cell_of, mismatches, value_in
from tests.tiers import DRAWN, but_in_gate

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Sensitivity
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import read
from vdi_templates.workbook.book import Book

NEW = "Disks, cheap"


@pytest.fixture(scope="module")
def book() -> Book:
    return shared_book(fujitsu())


@pytest.fixture
def path(book: Book, tmp_path: Path) -> Path:
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    return path


def name_cell(book: Book) -> str:
    return f"Designs!{book.layout.column(0)}{book.layout.design_rows['name']}"


def with_cells(office: Office, path: Path, cells: dict[str, CellValue]) -> Values:
    office.load(path)
    office.set(cells)
    return office.recalculate()


@pytest.mark.everything(DRAWN)
def test_a_renamed_design_keeps_its_price_in_the_spreadsheet(book: Book, path: Path, office: Office) -> None:
    values = with_cells(office, path, {name_cell(book): NEW})
    for name in ("eur_per_user", "users_eur"):
        assert value_in(values, cell_of(book, name)) == pytest.approx(book.sizing.designs[0][name])
    assert value_in(values, cell_of(book, "errors_in_words")) == "none"
    assert values["Bill"]["A6"] == NEW


def test_a_renamed_design_keeps_its_parts_for_the_command(book: Book, path: Path) -> None:
    """Also in a file that nobody has recalculated, as a program leaves it."""
    before = read(path)
    workbook = opened(path)
    sheet, _, cell = name_cell(book).partition("!")
    workbook[sheet][cell] = NEW
    saved(workbook, path)
    after = read(path)
    assert [row.design for row in after.bill] == [NEW if row.design == "HDD" else row.design for row in before.bill]
    assert size(after).designs[0]["eur_per_user"] == size(before).designs[0]["eur_per_user"]


def test_a_typed_name_that_no_design_bears_is_an_error_in_both(book: Book, path: Path, office: Office) -> None:
    values = with_cells(office, path, {"Bill!A7": "Tape"})
    for design in range(book.layout.design_columns):
        said = value_in(values, cell_of(book, "errors_in_words", design))
        assert said == "error: the bill names a design that does not exist: row 2 of it, Tape"
        assert value_in(values, cell_of(book, "stands", design)) == 0
    workbook = opened(path)
    workbook["Bill"]["A7"] = "Tape"
    saved(workbook, path)
    with pytest.raises(InputError, match=r"Bill!A7: design is 'Tape'; expected one of: HDD"):
        read(path)


def test_what_is_written_refers_to_the_names_again(path: Path) -> None:
    """A name that was typed is a reference in the workbook that `compare` writes."""
    workbook = opened(path)
    workbook["Bill"]["A7"] = "hdd"
    saved(workbook, path)
    written = shared_book(read(path)).worksheet("Bill")
    assert written["A7"].value == written["A6"].value == "=Designs!$D$7"


@pytest.mark.everything
def test_the_designs_of_a_sensitivity_follow_their_names(office: Office, tmp_path: Path) -> None:
    chosen = shared_book(replace(fujitsu(), sensitivity=Sensitivity("SSD", other="hdd")))
    path = tmp_path / "chosen.xlsx"
    path.write_bytes(file_of(chosen))
    values = with_cells(office, path, {name_cell(chosen): NEW})
    assert [values["Sensitivity"][cell] for cell in ("D6", "G6", "D8", "G8")] == ["SSD", "SSD", NEW, NEW]
    workbook = opened(path)
    sheet, _, cell = name_cell(chosen).partition("!")
    workbook[sheet][cell] = NEW
    saved(workbook, path)
    assert (read(path).sensitivity.design, read(path).sensitivity.other) == ("SSD", NEW)


def test_lists_keep_people_from_typing_a_name(book: Book) -> None:
    for sheet, cell in (
        ("Bill", "A6"),
        ("Bill", f"A{book.worksheet('Bill').max_row}"),
        ("Sensitivity", "D6"),
        ("Sensitivity", "D8"),
    ):
        rules = [rule for rule in book.worksheet(sheet).data_validations.dataValidation if cell in rule.sqref]
        assert [(rule.type, rule.formula1, rule.showErrorMessage) for rule in rules] == [("list", "design_name", True)]
        assert rules[0].errorStyle in (None, "stop")


@pytest.mark.parametrize("formula", ["=Designs!D7", "='Designs'!$D$7", "=Designs!$D7"])
def test_a_reference_is_followed_however_it_is_written(path: Path, formula: str) -> None:
    workbook = opened(path)
    workbook["Bill"]["A7"] = formula
    saved(workbook, path)
    assert read(path).bill[1].design == "HDD"


@pytest.mark.parametrize("formula", ["=Designs!D3000", "=Cost!A8", "=Nowhere!A1", "=Designs!D7&1"])
def test_what_leads_to_no_input_needs_its_saved_value(path: Path, formula: str) -> None:
    workbook = opened(path)
    workbook["Bill"]["A7"] = formula
    saved(workbook, path)
    with pytest.raises(InputError, match=r"Bill!A7: design is .*the formula has no saved value"):
        read(path)


@pytest.mark.parametrize(
    ("one", "other"), but_in_gate([("1", "01"), ("1E3", "1000.0"), ("2026-11-21", "21.11.2026")], ("1E3", "1000.0"))
)
def test_names_that_read_as_one_number_are_two_names(one: str, other: str, office: Office, tmp_path: Path) -> None:
    """Of designs, and of the parts that their drives are: COUNTIF would count the one with the other."""
    made = fujitsu()
    names = {made.designs[0].name: one, made.designs[1].name: other}
    drives = [design.tiers[0].drive for design in made.designs[:2]]
    parts = {made.drive(drive or "").part: name for drive, name in zip(drives, (one, other), strict=True)}
    book = shared_book(
        replace(
            made,
            designs=tuple(replace(each, name=names.get(each.name, each.name)) for each in made.designs),
            drives=tuple(replace(each, part=parts.get(each.part, each.part)) for each in made.drives),
            prices=tuple(replace(each, part=parts.get(each.part, each.part)) for each in made.prices),
            bill=tuple(
                replace(row, design=names.get(row.design, row.design), part=parts.get(row.part, row.part))
                for row in made.bill
            ),
            sensitivity=Sensitivity(),
        )
    )
    path = tmp_path / "named.xlsx"
    path.write_bytes(file_of(book))
    assert mismatches(book, office.load(path)) == []
    assert [design["stands"] for design in book.sizing.designs[:2]] == [1, 1]
