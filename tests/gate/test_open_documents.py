"""A document that stays open in LibreOffice is as good as one that is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from tests.gate.office import Contents, Office, OfficeError


def written(path: Path, first: float, formula: str = "=A1*2", *, protected: bool = True) -> Path:
    book = Workbook()
    book.worksheets[0].title = "Some"
    book.worksheets[0]["A1"], book.worksheets[0]["A2"], book.worksheets[0]["B1"] = first, 5, formula
    book.worksheets[0].protection.sheet = protected
    book.save(path)
    return path


def test_open_document_is_put_back_as_it_was(office: Office, tmp_path: Path) -> None:
    path = written(tmp_path / "book.xlsx", 21)
    before = office.load(path)
    office.set({"Some!A1": None, "Some!A2": "five", "Some!B1": 3})
    office.set_formula("Some!C1", "=1/0")
    assert office.recalculate() == {"Some": {"C1": "#DIV/0!"}}
    assert office.load(path) == before == {"Some": {"B1": 42}}


def test_open_document_with_a_row_more_is_loaded_anew(office: Office, tmp_path: Path) -> None:
    path = written(tmp_path / "book.xlsx", 22, protected=False)
    office.load(path)
    office.insert_row("Some", 1)
    assert office.recalculate() == {"Some": {"B2": 44}}
    assert office.load(path) == {"Some": {"B1": 44}}


def test_open_document_with_the_same_formulas_stands_in_for_another(office: Office, tmp_path: Path) -> None:
    one, other = written(tmp_path / "one.xlsx", 23), written(tmp_path / "other.xlsx", 24)
    assert Contents.of(one).formulas == Contents.of(other).formulas
    office.load(one)
    assert office.load(other) == {"Some": {"B1": 48}}
    with pytest.raises(OfficeError, match="load it as a whole to save it"):
        office.save(tmp_path / "saved.xlsx")
    assert office.load(other, whole=True) == {"Some": {"B1": 48}}
    assert office.save(tmp_path / "saved.xlsx").is_file()
    assert office.load(one) == {"Some": {"B1": 46}}


def test_a_document_has_its_pages_where_it_is_to_be_saved(office: Office, tmp_path: Path) -> None:
    """Elsewhere it is loaded without them, which has no say in values."""
    path = written(tmp_path / "book.xlsx", 28)
    book = load_workbook(path)
    book.worksheets[0].print_title_rows, book.worksheets[0].print_area = "1:1", "A1:B2"
    book.save(path)
    values = office.load(path)
    with pytest.raises(OfficeError, match="lacks the looks of this workbook"):
        office.save(tmp_path / "saved.xlsx")
    assert office.load(path, whole=True) == values == {"Some": {"B1": 56}}
    (sheet,) = load_workbook(office.save(tmp_path / "saved.xlsx")).worksheets
    assert (sheet.print_title_rows, sheet.print_area) == ("$1:$1", "'Some'!$A$1:$B$2")


def test_open_document_with_other_formulas_stands_in_for_none(office: Office, tmp_path: Path) -> None:
    office.load(written(tmp_path / "one.xlsx", 25))
    assert office.load(written(tmp_path / "other.xlsx", 25, "=A1*3")) == {"Some": {"B1": 75}}


def test_after_typing_what_hangs_on_it_is_anew(office: Office, tmp_path: Path) -> None:
    office.load(written(tmp_path / "book.xlsx", 26))
    office.set({"Some!A1": 30})
    assert office.after_typing("Some") == {"Some": {"B1": 60}}


def test_after_its_end_libreoffice_is_started_anew(tmp_path: Path) -> None:
    path = written(tmp_path / "book.xlsx", 27)
    with Office() as office:
        office.load(path)
        office._kill()
        with pytest.raises(OfficeError, match="LibreOffice ended"):
            office.recalculate()
        assert office.load(path) == {"Some": {"B1": 54}}
