"""Areas of a sheet, as files name them: of tables, and of defined names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.errors import InputError
from vdi_templates.reading.coordinates import Edges, edges_of, is_on_a_sheet

_CORNER = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
_CORNERS = re.compile(rf"{_CORNER}(?::{_CORNER})?")
_AREA = re.compile(rf"(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^'!]+))!(?P<cells>{_CORNERS.pattern})")


class Area(NamedTuple):
    """Cells of a sheet."""

    sheet: str
    edges: Edges


def area_of(reference: str) -> Area | None:
    """What a reference such as 'Price list'!$A$5:$D$20 stands for; none where it stands for no cells of a sheet."""
    found = _AREA.fullmatch(reference)
    if found is None or not is_on_a_sheet(found["cells"]):
        return None
    sheet = found["quoted"].replace("''", "'") if found["quoted"] else found["plain"]
    return Area(sheet, edges_of(found["cells"]))


def edges_of_table(reference: str | None, where: str) -> Edges:
    """The edges of a table, which a damaged file may not say."""
    if reference is None or not (_CORNERS.fullmatch(reference) and is_on_a_sheet(reference)):
        raise InputError("range of the table", reference, "two cells, such as A5:D20", where)
    return edges_of(reference)


def rows_with_cells(ws: Worksheet, first: int, columns: Mapping[str, int]) -> list[int]:
    """From `first` on those rows of a table's columns that are there: a table may cover a whole sheet."""
    numbers = set(columns.values())
    return sorted({row for row, column in ws._cells if row >= first and column in numbers})
