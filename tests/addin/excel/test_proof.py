"""What `addin check` compares, with Excel's answers made up."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from tests.built import file_of, shared_book

from vdi_addin.excel.proof import check_in_excel, differences, excel_values, expected_values, formula_cells
from vdi_sizing import __version__
from vdi_sizing.errors import InputError
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.sheets.python_check import NATIVE_ONLY, SHEET, STATUS_CELL

CELL = ("Sizing", "D4")
FORMULA = {CELL: "=1+1"}
NO_FORMULA = ("Log", "Z99")
Formulas: TypeAlias = dict[tuple[str, str], str]
Cells: TypeAlias = dict[tuple[str, str], Any]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (18, 18.0),
        (1 / 3, 1 / 3 + 1e-11),
        (0.0, 1e-13),
        ("steady", "steady"),
        (True, True),
        ("", None),
        (305, Decimal("305")),
        (40603.0, datetime.datetime(2011, 3, 1)),
        (datetime.time(18), datetime.datetime(1899, 12, 30, 18)),
    ],
)
def test_equal_values_agree(wanted: Any, found: Any) -> None:
    assert differences(FORMULA, {CELL: wanted}, {CELL: found}) == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (18, 17.0),
        (18, "18"),
        (18, None),
        (18, "#N/A"),
        (0.0, 1e-9),
        ("steady", "boot"),
        ("0", 0.0),
        ("", 0.0),
        (True, 1.0),
        (1.0, True),
        (1.0, math.nan),
        (40603.0, datetime.datetime(2011, 3, 1, 18)),
    ],
)
def test_different_values_are_named(wanted: Any, found: Any) -> None:
    (line,) = differences(FORMULA, {CELL: wanted}, {CELL: found})
    assert line == f"Sizing!D4 is {found!r}; the library has {wanted!r} (=1+1)"


@pytest.fixture(scope="module")
def book() -> Book:
    return shared_book(fujitsu())


@pytest.fixture(scope="module")
def workbook(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proof") / "book.xlsx"
    path.write_bytes(file_of(book))
    return path


@pytest.fixture(scope="module")
def reader(workbook: Path) -> Reader:
    return Reader(workbook)


@pytest.fixture(scope="module")
def formulas(reader: Reader) -> Formulas:
    return formula_cells(reader)


@pytest.fixture(scope="module")
def expected(reader: Reader, formulas: Formulas) -> Cells:
    """Of all formulas, and of a cell that is none."""
    return expected_values(reader, [*formulas, NO_FORMULA])


def test_every_formula_cell_is_compared(book: Book, formulas: Formulas, expected: Cells) -> None:
    of_book = {(sheet, cell) for sheet, own in book.cached.items() for cell in own}
    linked = {(sheet, cell): name for sheet, own in book.linked.items() for cell, name in own.items()}
    assert set(formulas) == of_book | linked.keys()
    assert set(expected) == {*formulas, NO_FORMULA}
    assert {cell: expected[cell] for cell in linked} == linked


def test_functions_are_compared_with_what_the_library_answers_not_with_what_is_saved(
    book: Book, expected: Cells
) -> None:
    status = (SHEET, STATUS_CELL)
    assert book.cached[SHEET][STATUS_CELL] == NATIVE_ONLY
    assert expected[status] == f"Python {__version__} answers"
    assert {cell: expected[cell] for cell in (status, *book.answered)} == {status: None, **book.answered}


def test_what_a_user_calculates_is_compared_with_what_is_saved(expected: Cells) -> None:
    assert expected[NO_FORMULA] is None


class Cell:
    """A cell of an Excel that is not there."""

    def __init__(self, excel: Excel, place: tuple[str, str]) -> None:
        self.excel, self.place = excel, place

    def options(self, *, err_to_str: bool) -> Cell:
        assert err_to_str
        return self

    @property
    def value(self) -> Any:
        assert self.excel.done[-1] == "calculate"
        return self.excel.values[self.place]

    @property
    def formula(self) -> str:
        raise AssertionError("is written, never read")

    @formula.setter
    def formula(self, formula: str) -> None:
        self.excel.entered[self.place] = formula


class Sheet:
    """A sheet of it, protected."""

    def __init__(self, excel: Excel, name: str) -> None:
        self.excel, self.name, self.api = excel, name, self

    def Unprotect(self) -> None:  # noqa: N802
        self.excel.done.append(f"unprotect {self.name}")

    def __getitem__(self, address: str) -> Cell:
        return Cell(self.excel, (self.name, address))


class Sheets(dict[str, Sheet]):
    """Its sheets, by name."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values())


class Excel:
    """What `excel_values` asks of xlwings."""

    def __init__(self, values: Cells) -> None:
        self.values, self.done = values, list[str]()
        self.entered: Formulas = {}
        self.sheets = Sheets({name: Sheet(self, name) for name, _ in values})
        self.api = self.books = self

    def __call__(self, *, visible: bool, add_book: bool) -> Excel:
        assert not visible
        assert not add_book
        return self

    def __enter__(self) -> Excel:
        return self

    def __exit__(self, *_: object) -> None:
        self.done.append("quit")

    def open(self, path: str, **_: bool) -> Excel:
        self.done.append(f"open {Path(path).name}")
        return self

    def CalculateFullRebuild(self) -> None:  # noqa: N802
        self.done.append("calculate")

    def close(self) -> None:
        self.done.append("close")


def test_an_excel_that_agrees(
    workbook: Path,
    formulas: Formulas,
    expected: Cells,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    excel = Excel(expected)
    monkeypatch.setattr("xlwings.App", excel)
    assert differences(formulas, expected, excel_values(workbook, Path("vdi_sizing.xlam"), formulas)) == []
    assert excel.done[:2] == ["open vdi_sizing.xlam", "open book.xlsx"]
    assert excel.done[-3:] == ["calculate", "close", "quit"]
    assert f"unprotect {SHEET}" in excel.done
    assert excel.entered == {place: text for place, text in formulas.items() if "VDI_" in text}


def test_functions_are_entered_without_the_prefix_that_excel_saved(
    workbook: Path, formulas: Formulas, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, shipped = next((place, text) for place, text in formulas.items() if "VDI_DISK_COUNT(" in text)
    excel = Excel({place: None})
    monkeypatch.setattr("xlwings.App", excel)
    excel_values(workbook, Path("vdi_sizing.xlam"), {place: shipped.replace("VDI_", "[1]!VDI_")})
    assert excel.entered[place] == shipped


def test_an_excel_whose_functions_are_dead_or_wrong(
    book: Book, workbook: Path, expected: Cells, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = next(place for place, value in book.answered.items() if isinstance(value, float))
    values = expected | {(SHEET, STATUS_CELL): NATIVE_ONLY, wrong: "no answer"}
    monkeypatch.setattr("xlwings.App", Excel(values))
    lines = check_in_excel(workbook, Path("vdi_sizing.xlam"))
    assert [line.split(" is ")[0] for line in lines] == [f"{SHEET}!{STATUS_CELL}", f"{SHEET}!{wrong[1]}"]


def test_a_workbook_that_cannot_be_read_is_refused(workbook: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.xlsx"
    cut.write_bytes(workbook.read_bytes()[:20_000])
    with pytest.raises(InputError, match=r"cut\.xlsx: file is 'truncated or damaged'"):
        check_in_excel(cut, Path("vdi_sizing.xlam"))
