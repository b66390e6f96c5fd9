"""What `addin check` compares, with Excel's answers made up."""

from __future__ import annotations

import math
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from vdi_addin.excel_check import differences, expected_values, formula_cells, same
from vdi_sizing import __version__

CELL = ("Sizing", "D4")
FORMULA = {CELL: "=1+1"}


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
    ],
)
def test_equal_values_agree(wanted: Any, found: Any) -> None:
    assert same(wanted, found)
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
    ],
)
def test_different_values_are_named(wanted: Any, found: Any) -> None:
    (line,) = differences(FORMULA, {CELL: wanted}, {CELL: found})
    assert line == f"Sizing!D4 is {found!r}; the library has {wanted!r} (=1+1)"


def test_the_engine_cell_has_to_name_the_library() -> None:
    formula = {CELL: '=IFERROR(VDI_VERSION(),"native formulas only")'}
    cached = {CELL: "native formulas only"}
    assert differences(formula, cached, {CELL: __version__}) == []
    assert len(differences(formula, cached, {CELL: "native formulas only"})) == 1


def test_only_formula_cells_are_compared(tmp_path: Path) -> None:
    book = Workbook()
    book.worksheets[0].append(["text", 5, "=A1", "=IFERROR(VDI_X(B1),1)"])
    book.save(tmp_path / "book.xlsx")
    cells = formula_cells(tmp_path / "book.xlsx")
    assert cells == {("Sheet", "C1"): "=A1", ("Sheet", "D1"): "=IFERROR(VDI_X(B1),1)"}
    assert expected_values(tmp_path / "book.xlsx", cells) == dict.fromkeys(cells)


def test_not_a_number_agrees_with_nothing() -> None:
    assert not same(1.0, math.nan)
