"""IronCalc, a third engine, recalculates the workbook and the examples: its figures are the library's too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import ironcalc
import pytest
from openpyxl import Workbook
from tests.built import file_of, shared_book
from tests.edited import edited
from tests.gate.office import Office
from tests.templates.engines import mismatches
from tests.templates.third_engine import DEFECTS, calculated, defect
from tests.templates.workbook.test_calibration import DISKS
from tests.tiers import but_in_gate

from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES, today


def measured() -> Scenario:
    """The customer's, with points on Calibration."""
    return replace(EXAMPLES["customer"](), measured_points=DISKS)


SCENARIOS = {**EXAMPLES, "today": today, "measured": measured}
MOST_KEPT = 0.065
"""Share of the formulas that IronCalc cannot calculate, at most: it is larger where inputs to check are."""


@pytest.mark.parametrize("name", but_in_gate(SCENARIOS, "measured"))
def test_every_formula_that_it_can_calculate_is_what_the_library_says(name: str, tmp_path: Path) -> None:
    book = shared_book(SCENARIOS[name]())
    path = tmp_path / f"{name}.xlsx"
    path.write_bytes(file_of(book))
    values, kept = calculated(path, book)
    formulas = sum(map(len, book.cached.values()))
    print(f"{name}: {formulas - kept} of {formulas} formulas calculated by IronCalc")
    assert mismatches(book, values) == []
    assert kept < MOST_KEPT * formulas


@pytest.mark.everything("test_recalculation.py has it, with the same comparison.")
def test_a_changed_formula_is_noticed(tmp_path: Path) -> None:
    book = shared_book(measured())
    sheet, cell = next(
        (sheet, cell)
        for sheet, cells in book.cached.items()
        for cell, value in cells.items()
        if sheet == "Sizing"
        and isinstance(value, float)
        and value > 1
        and not defect(str(book.worksheet(sheet)[cell].value))
    )
    path = tmp_path / "changed.xlsx"
    path.write_bytes(file_of(book))
    edited(path, {f"{sheet}!{cell}": f"={book.cached[sheet][cell]}+1"})
    assert f"{sheet}!{cell}" in {mismatch.cell for mismatch in mismatches(book, calculated(path, book)[0])}


EXAMPLES_OF_DEFECTS = (
    ("a range made of two INDEX", '=MATCH("b",INDEX(A1:A3,2):INDEX(A1:A3,3),0)', 2.0),
    ("a function of one value, given a range inside SUMPRODUCT", "=SUMPRODUCT((A1:A3<>0)*ISNUMBER(B1:B3))", 2.0),
    ("a function of one value, given a range inside SUMPRODUCT", "=SUMPRODUCT((A1:A3<>0)*ISTEXT(A1:A3))", 3.0),
    ("a function of one value, given a range inside SUMPRODUCT", "=SUMPRODUCT((ROUND(B1:B3,0)>1)*1)", 2.0),
    ("a function of one value, given a range inside SUMPRODUCT", "=SUMPRODUCT(1*ISERROR(A1:B3))", 0.0),
    ("a function of one value, given a range inside SUMPRODUCT", "=SUMPRODUCT((MOD(B1:B3,1)>0)*1)", 2.0),
    ("a function of one value, given a range inside SUMPRODUCT", '=SUMPRODUCT(1*ISNUMBER(FIND("b",A1:A3)))', 1.0),
)
"""The defect, a formula that meets it, and what Excel's documentation and arithmetic make of it."""
FORMULAS = [formula for _, formula, _ in EXAMPLES_OF_DEFECTS]


@pytest.mark.parametrize(
    ("name", "formula", "right"), EXAMPLES_OF_DEFECTS, ids=[item[1] for item in EXAMPLES_OF_DEFECTS]
)
def test_what_it_cannot_calculate_is_its_own_defect(
    name: str, formula: str, right: float, tmp_path: Path, office: Office
) -> None:
    """LibreOffice gives the right value. When IronCalc does too, the entry in DEFECTS can go."""
    book = Workbook()
    for row, (text, number) in enumerate((("a", 1.6), ("c", 0.2), ("b", 2.4)), 1):
        book.worksheets[0].cell(row, 1).value, book.worksheets[0].cell(row, 2).value = text, number
    book.worksheets[0]["B2"] = None
    book.worksheets[0]["D9"] = formula
    book.save(tmp_path / "defect.xlsx")
    assert defect(formula) == name
    (values,) = office.load(tmp_path / "defect.xlsx").values()
    assert values["D9"] == right
    model = ironcalc.load_from_xlsx(str(tmp_path / "defect.xlsx"), "en", "UTC", "en")
    model.evaluate()
    assert model.get_cell_value(0, 9, 4) != right


def test_every_defect_is_shown() -> None:
    assert {name for name, *_ in EXAMPLES_OF_DEFECTS} == set(DEFECTS)
