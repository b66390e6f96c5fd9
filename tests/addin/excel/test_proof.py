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

from vdi_addin.excel.proof import (
    EXAMPLES,
    check_in_excel,
    differences,
    example_answers,
    example_cells,
    excel_values,
    expected_values,
    formula_cells,
)
from vdi_addin.functions.catalogue import functions
from vdi_sizing.errors import InputError
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.book import Book

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


class Sheets(dict[Any, Sheet]):
    """Its sheets, by name; 0, that of the workbook which was added."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values())


class Excel:
    """What `excel_values` asks of xlwings."""

    def __init__(self, values: Cells) -> None:
        self.values, self.done = values, list[str]()
        self.entered: Formulas = {}
        self.sheets = Sheets({name: Sheet(self, name) for name, _ in values} | {0: Sheet(self, EXAMPLES)})
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

    def add(self) -> Excel:
        self.done.append("add")
        return self


def test_an_excel_that_agrees(
    workbook: Path,
    formulas: Formulas,
    expected: Cells,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    excel = Excel(expected | example_answers())
    monkeypatch.setattr("xlwings.App", excel)
    assert check_in_excel(workbook, Path("vdi_sizing.xlam")) == []
    assert excel.done[:2] == ["open vdi_sizing.xlam", "open book.xlsx"]
    assert excel.done[-3:] == ["add", "calculate", "quit"]
    assert {f"unprotect {sheet}" for sheet, _ in formulas} <= set(excel.done)
    assert excel.entered == example_cells()


def test_a_users_own_functions_are_entered_without_the_prefix_that_excel_saved(
    workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {CELL: "=2*[1]!VDI_DISK_COUNT(320,480,2,76)"}
    excel = Excel({CELL: None})
    monkeypatch.setattr("xlwings.App", excel)
    excel_values(workbook, Path("vdi_sizing.xlam"), own, {})
    assert excel.entered == {CELL: "=2*VDI_DISK_COUNT(320,480,2,76)"}


def test_an_excel_whose_functions_are_dead_and_whose_cells_are_wrong(
    workbook: Path, expected: Cells, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = next(place for place, value in expected.items() if isinstance(value, float))
    dead = next(iter(example_cells()))
    monkeypatch.setattr("xlwings.App", Excel(expected | example_answers() | {wrong: "no answer", dead: "#NAME?"}))
    lines = check_in_excel(workbook, Path("vdi_sizing.xlam"))
    assert [line.split(" is ")[0] for line in lines] == ["!".join(wrong), f"{EXAMPLES}!{dead[1]}"]


def test_the_example_of_every_function_is_asked_but_of_that_which_says_the_version() -> None:
    asked = {text.partition("(")[0].removeprefix("=") for text in example_cells().values()}
    assert asked == {function.name for function in functions()} - {"VDI_VERSION"}


def test_a_workbook_that_cannot_be_read_is_refused(workbook: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.xlsx"
    cut.write_bytes(workbook.read_bytes()[:20_000])
    with pytest.raises(InputError, match=r"cut\.xlsx: file is 'truncated or damaged'"):
        check_in_excel(cut, Path("vdi_sizing.xlam"))
