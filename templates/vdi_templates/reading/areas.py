"""Areas of a sheet, as files name them: of tables, and of defined names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.errors import InputError

_LAST_COLUMN, _LAST_ROW = 16_384, 1_048_576
_CORNERS = re.compile(
    r"\$?(?P<column>[A-Za-z]{1,3})\$?(?P<row>\d{1,7})(?::\$?(?P<last_column>[A-Za-z]{1,3})\$?(?P<last_row>\d{1,7}))?"
)
_AREA = re.compile(rf"(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^'!]+))!{_CORNERS.pattern}")

Edges = tuple[int, int, int, int]
"""Left, top, right and bottom."""


class Area(NamedTuple):
    """Cells of a sheet."""

    sheet: str
    edges: Edges


def area_of(reference: str) -> Area | None:
    """What a reference such as 'Price list'!$A$5:$D$20 stands for; none where it stands for no cells of a sheet."""
    found = _AREA.fullmatch(reference)
    edges = _edges(found) if found else None
    if found is None or edges is None:
        return None
    return Area(found["quoted"].replace("''", "'") if found["quoted"] else found["plain"], edges)


def edges_of(reference: str, where: str) -> Edges:
    """The edges of a table."""
    corners = _CORNERS.fullmatch(reference)
    found = _edges(corners) if corners else None
    if found is None:
        raise InputError("range of the table", reference, "two cells, such as A5:D20", where)
    return found


def _edges(corners: re.Match[str]) -> Edges | None:
    """Those that two corners span; none where one is outside a sheet."""
    columns = sorted(column_index_from_string(corners[name] or corners["column"]) for name in ("column", "last_column"))
    rows = sorted(int(corners[name] or corners["row"]) for name in ("row", "last_row"))
    if columns[1] > _LAST_COLUMN or not 1 <= rows[0] <= rows[1] <= _LAST_ROW:
        return None
    return columns[0], rows[0], columns[1], rows[1]


def rows_with_cells(ws: Worksheet, first: int, columns: Mapping[str, int]) -> list[int]:
    """From `first` on those rows of a table's columns that are there: a table may cover a whole sheet."""
    numbers = set(columns.values())
    return sorted({row for row, column in ws._cells if row >= first and column in numbers})
