"""Proves the add-in in a real Excel: opens the workbook, calculates it, compares each formula cell.

The library computes every value afresh from the workbook's inputs: what Excel calculates must equal it, in
native cells and in cells with functions of the add-in alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from vdi_addin.functions.catalogue import PREFIX
from vdi_addin.libreoffice.renaming import rename_formula
from vdi_templates.audit.check import rebuilt
from vdi_templates.audit.formulas import agree
from vdi_templates.reading.reader import Reader

Cell: TypeAlias = tuple[str, str]
"""Sheet and address."""


def check_in_excel(workbook: Path, addin: Path) -> list[str]:
    """Where Excel's values and the library's differ, a line for each cell; none if all is well."""
    reader = Reader(workbook)
    formulas = formula_cells(reader)
    return differences(formulas, expected_values(reader, formulas), excel_values(workbook, addin, formulas))


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
    """The library's values where Python answers; what a user calculates besides is compared with what is saved."""
    book = rebuilt(reader)
    library = {(sheet, address): value for sheet, own in book.cached.items() for address, value in own.items()}
    library.update(book.answered)
    return {(sheet, address): library.get((sheet, address), _saved(reader, sheet, address)) for sheet, address in cells}


def _saved(reader: Reader, sheet: str, address: str) -> Any:
    return reader.values[sheet][address].value


def excel_values(workbook: Path, addin: Path, formulas: dict[Cell, str]) -> dict[Cell, Any]:
    """What Excel calculates, with the add-in's functions entered again so that they are found."""
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
        excel.api.CalculateFullRebuild()
        values = {
            (sheet, address): book.sheets[sheet][address].options(err_to_str=True).value for sheet, address in formulas
        }
        book.close()
    return values


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
