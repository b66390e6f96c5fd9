"""No formula refers to itself by way of others, with each range counted whole: no program may see a circle."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from tests.templates.precedents import Precedents

COMMITTED = Path(__file__).parents[3] / "vdi_sizing.xlsx"


def sheet(cells: dict[str, str]) -> Precedents:
    book = Workbook()
    for place, formula in cells.items():
        book.worksheets[0][place] = formula
    return Precedents(book)


@pytest.mark.parametrize(
    "cells",
    [
        {"A1": "=A1"},
        {"A1": "=B1+1", "B1": "=SUM(C1:D9)", "D5": "=A1"},
        {"A3": "=D1", "D1": "=COUNTA(INDEX($1:$1048576,9,1))"},
        {"A3": "=D1", "D1": "=COUNTA(A:A)"},
    ],
)
def test_a_circle_is_noticed(cells: dict[str, str]) -> None:
    assert sheet(cells).circle()


def test_a_chain_is_no_circle() -> None:
    chain = {"A1": "=SUM(B1:B9)", "B1": "=C1", "B9": "=C1*2", "C1": "=IF(TRUE,D1,D2)", "D1": "=1", "E1": "=A1+D1"}
    assert sheet(chain).circle() == []


@pytest.fixture(scope="module")
def precedents() -> Precedents:
    return Precedents(load_workbook(COMMITTED))


def looks_below_a_table(formula: str) -> bool:
    """A check that nothing stands below a table: it names all rows of the sheet to find the last one.

    It counts cells of the table's first column only, from its first row on, and never the master check above it; but a
    program that counts the range whole would see a circle there.
    """
    return formula.startswith("=IF(COUNTA(INDEX(") and "!$1:$1048576" in formula


def test_the_workbook_has_no_circle(precedents: Precedents) -> None:
    below = {cell for cell, formula in precedents.formulas.items() if looks_below_a_table(formula)}
    assert len(precedents.formulas) > 10_000
    assert len(below) <= 5
    circle = precedents.circle(but=below)
    assert [f"{sheet}!R{row}C{column} {precedents.formulas[sheet, row, column]}" for sheet, row, column in circle] == []
