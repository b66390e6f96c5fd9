"""Places on a sheet as a file spells them, in the one way in which all that reads a file understands them."""

from __future__ import annotations

import re
from functools import lru_cache

LAST_COLUMN, LAST_ROW = 16_384, 1_048_576
_END = r"\$?([A-Za-z]{0,3})\$?([0-9]{0,7})"
_PLAIN_CELL = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
"""As programs write the place of a cell, a million of them in a large sheet."""
_RANGE = re.compile(rf"{_END}(?::{_END})?")

Edges = tuple[int, int, int, int]
"""Left, top, right and bottom."""


@lru_cache(maxsize=LAST_COLUMN)  # the rows of a sheet have the same columns
def column_number(letters: str) -> int:
    """The number of a column, which may lie outside a sheet.

    >>> column_number("A"), column_number("xfe")
    (1, 16385)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


@lru_cache(maxsize=100_000)  # the sheets of a workbook have the same places, and several look at each
def row_and_column(place: str) -> tuple[int, int]:
    """The numbers of a cell.

    Raises
    ------
    ValueError
        If there is no such cell on a sheet.

    Examples
    --------
    >>> row_and_column("C12")
    (12, 3)
    """
    plain = _PLAIN_CELL.fullmatch(place)
    if plain:
        row, column = int(plain[2]), column_number(plain[1])
        if 1 <= row <= LAST_ROW and column <= LAST_COLUMN:
            return row, column
    left, top, right, bottom = edges_of(place)
    if (left, top) != (right, bottom):
        raise ValueError(f"{place!r} is no cell")
    return top, left


def is_on_a_sheet(reference: str) -> bool:
    """Whether it stands for cells; what looks like it and lies outside a sheet may be the name of something.

    >>> is_on_a_sheet("A1:B2"), is_on_a_sheet("XFE1"), is_on_a_sheet("TAX2020000")
    (True, False, False)
    """
    try:
        return bool(edges_of(reference))
    except ValueError:
        return False


def row_number(said: str) -> int:
    """The number of a row; a ValueError where a sheet has no such row."""
    if not (said.isascii() and said.isdigit() and len(said) <= 7 and 1 <= int(said) <= LAST_ROW):
        raise ValueError(f"{said[:20]!r} is no row")
    return int(said)


def edges_of(reference: str) -> Edges:
    """The edges of a cell or range; whole columns and rows reach to the ends of a sheet.

    Raises
    ------
    ValueError
        If it is no range, or reaches beyond a sheet.

    Examples
    --------
    >>> edges_of("D20:A5"), edges_of("$B:$C")
    ((1, 5, 4, 20), (2, 1, 3, 1048576))
    """
    found = _RANGE.fullmatch(reference)
    if found is None:
        raise ValueError(f"{reference[:20]!r} is no range")
    column, row, last_column, last_row = found.groups()
    if last_column is None:  # a cell alone
        last_column, last_row = (column, row) if column and row else ("", "")
    if not (bool(column) == bool(last_column) and bool(row) == bool(last_row) and (column or row)):
        raise ValueError(f"{reference[:20]!r} is no range")
    columns = sorted((column_number(column), column_number(last_column))) if column else (1, LAST_COLUMN)
    rows = sorted((int(row), int(last_row))) if row else (1, LAST_ROW)
    if not (1 <= columns[0] <= columns[1] <= LAST_COLUMN and 1 <= rows[0] <= rows[1] <= LAST_ROW):
        raise ValueError(f"{reference[:20]!r} is not on a sheet")
    return columns[0], rows[0], columns[1], rows[1]
