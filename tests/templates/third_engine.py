"""IronCalc as a third engine: small, quick, and written by nobody of the other two.

It does not calculate everything that Excel does. `DEFECTS` lists what it cannot; cells with such a formula keep the
value that the library saved, so that all the others are calculated from right ones.
"""

from __future__ import annotations

import re
from pathlib import Path

import ironcalc
from openpyxl.utils import column_index_from_string
from openpyxl.utils.cell import coordinate_from_string
from tests.gate.office import Values

from vdi_templates.workbook.book import Book

DEFECTS = {
    "a range made of two INDEX": re.compile(r"\):INDEX\("),
    "a function of one value, given a range inside SUMPRODUCT": re.compile(
        r"SUMPRODUCT\(.*\b(?:ISERROR|ISNUMBER|ISTEXT|MATCH|FIND|ROUND|MOD)\("
    ),
}
"""What IronCalc calculates wrongly, and how such a formula is known; a test shows each of them."""


def defect(formula: str) -> str | None:
    """Which of them a formula meets."""
    return next((name for name, pattern in DEFECTS.items() if pattern.search(formula)), None)


def calculated(path: Path, book: Book) -> tuple[Values, int]:
    """What IronCalc gives for each formula of a workbook, and how many of them kept their saved value."""
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    places = {
        (sheet, cell): (position, *_row_and_column(cell))
        for position, sheet in enumerate(book.workbook.sheetnames)
        for cell in book.cached[sheet]
    }
    kept = {place for place in places if defect(formula_at(book, *place))}
    for sheet, cell in kept:
        _keep(model, places[sheet, cell], book.cached[sheet][cell])
    model.evaluate()
    values: dict[str, dict[str, float | str]] = {sheet: {} for sheet in book.cached}
    for (sheet, cell), place in places.items():
        values[sheet][cell] = _held(model.get_cell_value(*place))
    return values, len(kept)


def formula_at(book: Book, sheet: str, cell: str) -> str:
    """The formula of a cell."""
    value = book.worksheet(sheet)[cell].value
    return str(getattr(value, "text", value))


def _keep(model: ironcalc.Model, place: tuple[int, int, int], value: float | str) -> None:
    """Put a value in place of a formula."""
    if isinstance(value, str):
        model.update_cell_with_text(*place, value)
    else:
        model.update_cell_with_number(*place, value)


def _held(value: object) -> float | str:
    """A value as the other engines give it: numbers as float, TRUE and FALSE as 1 and 0, nothing as an empty text."""
    return float(value) if isinstance(value, int | float) else str(value or "")


def _row_and_column(cell: str) -> tuple[int, int]:
    letters, row = coordinate_from_string(cell)
    return row, column_index_from_string(letters)
