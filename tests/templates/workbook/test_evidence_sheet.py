"""The Evidence sheet: its verdicts are computed, and both engines give the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.built import file_of
from tests.gate.office import Office
from tests.templates.engines import equal, errors, mismatches

from vdi_sizing.model.sizing import size
from vdi_sizing.tables.density_tests import DENSITY_TESTS
from vdi_templates.evidence import (
    AGREES,
    AT_MOST,
    CASES,
    DERIVED,
    DIFFERS,
    FITTED,
    IN_ERROR,
    INCONSISTENT,
    LETTERS,
    Case,
)
from vdi_templates.examples import etri
from vdi_templates.workbook.book import Book, put
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.sheets.densities import write_densities
from vdi_templates.workbook.sheets.evidence import summary, write_evidence

# Of arithmetic, rounding, units of time and of bytes; every other number is an input of the row.
UNIVERSAL = {"0", "1", "2", "3", "4", "6", "8", "9", "10", "60", "100", "1000", "1024"}
SAFE = {"IF", "MAX", "ROUND", "ROUNDUP", "ROUNDDOWN", "EXP", "LN", "SQRT"}


@pytest.fixture(scope="module")
def book() -> Book:
    book = Book(size(etri()))
    write_evidence(book)
    checks = book.sheet("Checks", "Checks", "", [20] * 4)
    put(checks, f"D{HEADER_ROW}", book.master_text, "VDI status")
    return book


@pytest.fixture(scope="module")
def path(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evidence") / "evidence.xlsx"
    path.write_bytes(file_of(book))
    return path


def test_declared_verdict_goes_with_the_computed_one() -> None:
    agreeing = (AGREES, FITTED, DERIVED)
    known = (*agreeing, IN_ERROR, INCONSISTENT, DIFFERS)
    assert {case.id: case.verdict for case in CASES if case.verdict not in known} == {}
    assert [case.id for case in CASES if (case.verdict in agreeing) != (case.computed == AGREES)] == []
    assert [case.id for case in CASES if not case.reason and case.verdict != AGREES] == []


def test_agreement_with_a_figure_that_is_not_printed_is_called_derived() -> None:
    derived = {case.id for case in CASES if not case.printed and case.computed == AGREES}
    assert {case.id for case in CASES if case.verdict == DERIVED} == derived


def test_formulas_hold_inputs_safe_functions_and_universal_constants_only() -> None:
    assert [case.id for case in CASES if not case.formula and "library value" not in case.how] == []
    assert {case.id: found for case in CASES if case.formula and (found := what_it_must_not_hold(case))} == {}


def what_it_must_not_hold(case: Case) -> set[str]:
    """Inputs that are left out or not there, numbers and functions that belong in no formula of a case."""
    rest = re.sub(r"\{\w\}", " ", case.formula)
    inputs = set(re.findall(r"\{(\w)\}", case.formula)) ^ set(LETTERS[: len(case.inputs)])
    return inputs | (set(re.findall(r"[\d.]+", rest)) - UNIVERSAL) | (set(re.findall(r"[A-Z]+", rest)) - SAFE)


def test_the_summary_tells_what_agrees_by_itself() -> None:
    numbers = [int(number) for number in re.findall(r"\d+", summary())]
    alone, printed, fitted, differing, derived, agreeing = numbers
    assert alone + fitted + differing == printed == sum(case.printed for case in CASES)
    assert alone == sum(case.verdict == AGREES for case in CASES)
    assert fitted == sum(case.verdict == FITTED for case in CASES)
    assert (derived, agreeing) == (len(CASES) - printed, sum(case.verdict == DERIVED for case in CASES))


def test_a_difference_shows_what_the_printed_digits_show(book: Book) -> None:
    """78 beside a printed 77.7 differ by 0.3, and not by 0."""
    ws: Any = book.worksheet("Evidence")
    column = {cell.value: cell.column_letter for cell in ws[HEADER_ROW]}
    for row, case in enumerate(CASES, start=FIRST_ROW):
        printed = len(f"{case.published:.9g}".partition(".")[2])
        shown = ws[f"{column['difference']}{row}"].number_format
        assert shown.endswith("%") or len(shown.partition(".")[2]) >= printed, case.id
        bound = str(ws[f"{column['published']}{row}"].number_format).startswith('"≤ "')
        assert bound == (case.claim == AT_MOST), case.id


def test_both_engines_agree(book: Book, path: Path, office: Office) -> None:
    values = office.load(path)
    assert not errors(values)
    assert not mismatches(book, values)


def test_formulas_follow_their_inputs(book: Book, path: Path, office: Office) -> None:
    ws = book.worksheet("Evidence")
    first_input = next(cell.column_letter for cell in ws[HEADER_ROW] if cell.value == "a")
    ours = next(cell.column_letter for cell in ws[HEADER_ROW] if cell.value == "ours")
    changed = {row: [1.25 * a, *rest] for row, (a, *rest) in enumerate(map(_values, CASES), start=FIRST_ROW)}
    office.load(path)
    office.set({f"Evidence!{first_input}{row}": values[0] for row, values in changed.items()})
    calculated = office.recalculate()["Evidence"]
    for row, case in enumerate(CASES, start=FIRST_ROW):
        if case.formula:
            expected = float(case.compute(*changed[row]))
            assert equal(expected, calculated[f"{ours}{row}"]), case.id


def _values(case: Case) -> tuple[float, ...]:
    return tuple(case.inputs.values())


def test_each_density_test_has_a_row_of_values() -> None:
    """What a host carried stands beside its processor; the master check is the one formula of the sheet."""
    book = Book(size(etri()))
    write_densities(book)
    ws = book.worksheet("Densities")
    at = {str(cell.value): cell.column or 0 for cell in ws[HEADER_ROW]}
    for row, test in enumerate(DENSITY_TESTS, start=FIRST_ROW):
        said = [ws.cell(row, at[header]).value for header in ("processor", "users per host", "users per core")]
        assert said == [test.processor, test.users, test.users_per_core]
    formulas = [cell.coordinate for line in ws.iter_rows() for cell in line if cell.data_type == "f"]
    assert len(formulas) == 1
