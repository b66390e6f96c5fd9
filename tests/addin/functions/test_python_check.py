"""The Python check sheet in LibreOffice, with and without the extension, and what it asks for."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from pathlib import Path
from random import Random

import pytest
from tests.built import file_of, shared_book
from tests.gate.office import CellValue, Office, Values
from tests.templates.engines import cell_of, changes, equal, errors, input_cells_of, mismatches
from tests.templates.random_scenarios import DESIGNS, scenario
from tests.tiers import but_in_gate

import vdi_sizing
from vdi_addin.functions import catalogue
from vdi_addin.libreoffice.extension import oxt_bytes
from vdi_addin.libreoffice.renaming import to_libreoffice
from vdi_sizing.model.sizing import Sizing, size
from vdi_templates.examples import EXAMPLES, fujitsu, today
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import FIRST_ROW
from vdi_templates.workbook.python_checks import asked_of, checks
from vdi_templates.workbook.sheets.python_check import (
    NATIVE_ONLY,
    NO_ANSWER,
    NOT_ASKED,
    SHEET,
    STATUS_CELL,
    SUMMARY_CELL,
)
from vdi_templates.workbook.sign_off import SHEET as SIGN_OFF

SCENARIOS = {**EXAMPLES, "today": today}
COST_ROWS = [12] * DESIGNS
_FALLBACK = f',"{NO_ANSWER}")'


@pytest.fixture(scope="module")
def extended_office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """A LibreOffice with the extension."""
    folder = tmp_path_factory.mktemp("extensions")
    (folder / "vdi_sizing.oxt").write_bytes(oxt_bytes())
    with zipfile.ZipFile(folder / "vdi_sizing.oxt") as archive:
        archive.extractall(folder / "bundled" / "vdi_sizing")
    with Office([f"-env:BUNDLED_EXTENSIONS={(folder / 'bundled').as_uri()}"]) as running:
        yield running


def python_cells(book: Book) -> list[str]:
    """The cells that ask Python for a figure."""
    ws = book.worksheet(SHEET)
    return [cell for cell in book.cached[SHEET] if cell.startswith("E") and "VDI_" in str(ws[cell].value)]


def strip_fallbacks(book: Book) -> None:
    """Make the calls bare: a dead function then shows its error."""
    ws = book.worksheet(SHEET)
    for cell in python_cells(book):
        formula = str(ws[cell].value)
        before, call = formula.split("IFERROR(", 1)
        ws[cell].value = before + call.replace(_FALLBACK, "")


def written(book: Book, folder: Path) -> tuple[Path, Path]:
    """The workbook as Excel has it, and the renamed copy for LibreOffice 7.4."""
    excel, libreoffice = folder / "excel.xlsx", folder / "libreoffice.xlsx"
    excel.write_bytes(file_of(book))
    to_libreoffice(excel, libreoffice)
    return excel, libreoffice


def loaded(book: Book, office: Office, folder: Path) -> Values:
    """What LibreOffice calculates for the renamed copy."""
    return office.load(written(book, folder)[1])


@pytest.mark.parametrize("file", but_in_gate(["as shipped", "renamed"], "renamed"))
def test_without_the_extension_it_says_so_and_all_else_stands(file: str, office: Office, tmp_path: Path) -> None:
    """As it is shipped, the gate has it calculated in tests/templates/workbook/test_recalculation.py."""
    book = shared_book(fujitsu())
    paths = written(book, tmp_path)
    values = office.load(paths[file == "renamed"])
    assert values[SHEET][STATUS_CELL] == NATIVE_ONLY
    assert {values[SHEET][cell] for cell in python_cells(book)} == {NO_ANSWER, NOT_ASKED}
    assert errors(values) == []
    assert mismatches(book, values) == []


@pytest.mark.everything  # the gate has bare cells of random scenarios answer, each check at least once
@pytest.mark.parametrize("name", SCENARIOS)
def test_with_the_extension_every_bare_cell_answers(name: str, extended_office: Office, tmp_path: Path) -> None:
    book = build_book(size(SCENARIOS[name]()))
    strip_fallbacks(book)
    values = loaded(book, extended_office, tmp_path)
    assert errors(values) == []
    sheet = values[SHEET]
    asked = [cell for cell in python_cells(book) if sheet[cell] != NOT_ASKED]
    native = {cell: sheet[cell.replace("E", "D")] for cell in asked}
    assert [(cell, sheet[cell], native[cell]) for cell in asked if not equal(native[cell], sheet[cell])] == []
    assert {sheet[cell.replace("E", "G")] for cell in asked} == {"agrees"}
    assert sheet[STATUS_CELL] == f"Python {vdi_sizing.__version__} answers"
    assert sheet[SUMMARY_CELL] == f"{len(asked)} of {len(asked)} figures agree"
    assert sheet[STATUS_CELL] in values["Start"].values()


def test_with_the_extension_every_cell_says_what_the_book_expects(extended_office: Office, tmp_path: Path) -> None:
    book = shared_book(fujitsu())
    values = loaded(book, extended_office, tmp_path)
    assert mismatches(answered(book, all_but=SIGN_OFF), values) == []  # what may stand there has nothing to do with it


def answered(book: Book, all_but: str = "") -> Book:
    """A copy of the workbook with what its cells say where Python answers."""
    copied = copy(book)
    copied.cached = {sheet: dict(cells) for sheet, cells in book.cached.items()}
    for (sheet, cell), value in book.answered.items():
        if sheet != all_but:
            copied.cached[sheet][cell] = value
    return copied


def python_check_after(formula: str, line: str, office: Office, folder: Path) -> dict[str, float | str]:
    """What the sheet says when somebody writes over the native formula of a line."""
    book = shared_book(fujitsu())
    loaded(book, office, folder)
    office.set_formula(cell_of(book, line), formula)
    return office.recalculate(SHEET)[SHEET]


def test_a_wrong_native_formula_is_caught(extended_office: Office, tmp_path: Path) -> None:
    sheet = python_check_after("=1", "tier1_steady_backend_iops", extended_office, tmp_path)
    row = row_of("tier1_steady_backend_iops")
    assert sheet[f"G{row}"] == "differs"
    assert sheet[f"F{row}"] == pytest.approx(sheet[f"E{row}"] - 1.0, abs=1e-6)  # type: ignore[operator]
    agreeing, asked = re.findall(r"\d+", str(sheet[SUMMARY_CELL]))
    assert int(agreeing) < int(asked)


def test_a_refusal_is_not_taken_for_silence(extended_office: Office, tmp_path: Path) -> None:
    sheet = python_check_after("=0", "tier1_write_penalty", extended_office, tmp_path)
    row = row_of("tier1_steady_backend_iops")
    assert (sheet[f"E{row}"], sheet[f"G{row}"]) == (NO_ANSWER, "refused")


def row_of(line: str) -> int:
    """The row of a check in the first design."""
    return FIRST_ROW + 1 + [check.line for check in checks()].index(line)


def test_every_function_asked_is_in_the_catalogue() -> None:
    names = {function.name for function in catalogue.functions()}
    asked = {name for check in checks() for name in check.functions}
    assert asked <= names
    assert all(check.functions for check in checks())


def test_every_line_is_checked_once() -> None:
    lines = [check.line for check in checks()]
    assert len(lines) == len(set(lines))


def two_sizings() -> Iterator[Sizing]:
    """Two random scenarios that are asked, with the example, every check."""
    yield from (size(scenario(Random(seed))) for seed in (1, 3))


def many_sizings() -> Iterator[Sizing]:
    """The first random scenarios, and of the next ones those that are asked a check that none before was asked.

    Some are seldom asked: rack space only of a design that meets its targets, with both its rack units and the price
    of one known.
    """
    asked: set[str] = set()
    for seed in range(100):
        sizing = size(scenario(Random(seed)))
        lines = {
            check.line
            for design in sizing.designs
            for check, applies in zip(checks(), asked_of(design), strict=True)
            if applies
        }
        if seed < 4 or lines - asked:
            yield sizing
        asked |= lines


@pytest.mark.parametrize("sizings", but_in_gate([two_sizings, many_sizings], two_sizings))
def test_with_the_extension_every_check_answers_on_random_scenarios(
    sizings: Callable[[], Iterable[Sizing]], extended_office: Office, tmp_path: Path
) -> None:
    agreeing = set(checked_lines(shared_book(fujitsu())))  # as the test above shows
    inputs: dict[str, CellValue] = {}
    for sizing in sorted(sizings(), key=lambda sizing: len(sizing.scenario.bill), reverse=True):
        book = build_book(sizing, cost_rows=COST_ROWS)
        before, inputs = inputs, input_cells_of(book)
        if not before:  # the formulas of all scenarios are those of the one with the longest bill
            strip_fallbacks(book)
            loaded(book, extended_office, tmp_path)
        else:
            extended_office.set(changes(before, inputs))
        values = extended_office.recalculate()
        assert errors(values) == []
        assert [found for found in mismatches(answered(book), values) if found.cell.startswith(SHEET)] == []
        agreeing |= set(checked_lines(book))
    assert agreeing == {check.line for check in checks()}


def checked_lines(book: Book) -> list[str]:
    """The lines for which a cell says that Python agrees."""
    block = len(checks()) + 2
    return [
        checks()[(int(cell[1:]) - FIRST_ROW) % block - 1].line
        for (_, cell), value in book.answered.items()
        if value == "agrees"
    ]
