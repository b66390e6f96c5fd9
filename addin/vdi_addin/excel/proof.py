"""Proves workbook and add-in in a real Excel: each formula cell, and the example of each function.

The library computes every value afresh, from the workbook's inputs and from the arguments of the examples: what Excel
calculates must equal it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from vdi_addin.functions.catalogue import PREFIX, example_answer, functions
from vdi_addin.libreoffice.renaming import rename_formula
from vdi_templates.audit.check import rebuilt
from vdi_templates.audit.formulas import agree
from vdi_templates.reading.reader import Reader

Cell: TypeAlias = tuple[str, str]
"""Sheet and address."""
EXAMPLES = "examples of functions"
"""What a line calls the workbook that holds them, which nobody saves."""


def check_in_excel(workbook: Path, addin: Path) -> list[str]:
    """Where Excel's values and the library's differ, a line for each cell; none if all is well."""
    reader = Reader(workbook)
    formulas, examples = formula_cells(reader), example_cells()
    expected = expected_values(reader, formulas) | example_answers()
    return differences(formulas | examples, expected, excel_values(workbook, addin, formulas, examples))


def example_cells() -> dict[Cell, str]:
    """A cell for the example of each function that has one, and the formula."""
    shown = [function.example for function in functions() if function.example]
    return {(EXAMPLES, f"A{row}"): "=" + text.rpartition(" shows ")[0] for row, text in enumerate(shown, start=1)}


def example_answers() -> dict[Cell, Any]:
    """What the library answers there; a cell shows an error for what no finite value answers."""
    answers = [example_answer(function) for function in functions() if function.example]
    return {
        (EXAMPLES, f"A{row}"): "#NUM!" if answer == math.inf else answer for row, answer in enumerate(answers, start=1)
    }


def formula_cells(reader: Reader) -> dict[Cell, str]:
    """Each cell that holds a formula, and the formula."""
    return {
        (sheet.title, cell.coordinate): str(getattr(cell.value, "text", cell.value))
        for sheet in reader.workbook.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


def expected_values(reader: Reader, cells: Iterable[Cell]) -> dict[Cell, Any]:
    """The library's values; what a user calculates besides is compared with what is saved."""
    book = rebuilt(reader)
    library = {(sheet, address): value for sheet, own in book.cached.items() for address, value in own.items()}
    return {(sheet, address): library.get((sheet, address), _saved(reader, sheet, address)) for sheet, address in cells}


def _saved(reader: Reader, sheet: str, address: str) -> Any:
    return reader.values[sheet][address].value


def excel_values(workbook: Path, addin: Path, formulas: dict[Cell, str], examples: dict[Cell, str]) -> dict[Cell, Any]:
    """What Excel calculates; the functions in a user's own cells are entered again, so that they are found."""
    import xlwings as xw  # noqa: PLC0415  # on Windows only, and slow

    with xw.App(visible=False, add_book=False) as excel:
        excel.display_alerts = False
        excel.books.open(str(addin), read_only=True)
        book = excel.books.open(str(workbook), update_links=False, read_only=True)
        for protected in book.sheets:
            protected.api.Unprotect()
        for (sheet, address), formula in formulas.items():
            if PREFIX in formula:
                book.sheets[sheet][address].formula = rename_formula(formula, "")  # Excel may have saved [1]!VDI_...
        scratch = excel.books.add().sheets[0]
        for (_, address), formula in examples.items():
            scratch[address].formula = formula
        excel.api.CalculateFullRebuild()
        sheets = {sheet: book.sheets[sheet] for sheet, _ in formulas} | {EXAMPLES: scratch}
        return {
            (sheet, address): sheets[sheet][address].options(err_to_str=True).value
            for sheet, address in (*formulas, *examples)
        }


def differences(formulas: dict[Cell, str], expected: dict[Cell, Any], found: dict[Cell, Any]) -> list[str]:
    """A line for each cell whose value is not the library's.

    >>> differences({("Start", "C4"): "=A1"}, {("Start", "C4"): 18}, {("Start", "C4"): 17.0})
    ['Start!C4 is 17.0; the library has 18 (=A1)']
    """
    lines = []
    for (sheet, address), formula in formulas.items():
        wanted, calculated = expected[sheet, address], found[sheet, address]
        if not agree(calculated, wanted):
            lines.append(f"{sheet}!{address} is {calculated!r}; the library has {wanted!r} ({formula})")
    return lines
