"""Where people write on sheets that are no inputs: what stands there is kept when the workbook is made anew."""

from __future__ import annotations

import re
from typing import Any

from openpyxl.utils import range_boundaries

from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.sign_off import ENTRIES
from vdi_templates.workbook.sign_off import SHEET as SIGN_OFF

_LAST_ROW = 1_048_576

ENTRY_RANGES: dict[str, tuple[str, ...]] = {
    "Log": (f"A{HEADER_ROW + 1}:F{_LAST_ROW}",),
    SIGN_OFF: tuple(ENTRIES.values()),
}
"""By sheet; a cell of them that is filled as shipped is no entry."""
_MADE_BY = f"A{HEADER_ROW + 1}"
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_FIRST_RELEASE = {
    f"{letter}{HEADER_ROW + 1}": text
    for letter, text in zip("BCD", ("2026-11-21", "first release", "vdi-sizing"), strict=True)
}
"""The first row of the log until 1.4.0."""


def is_entry_cell(sheet: str, row: int, column: int) -> bool:
    """Whether people write in a cell of a sheet that is no input."""
    for cells in ENTRY_RANGES.get(sheet, ()):
        left, top, right, bottom = (number or 0 for number in range_boundaries(cells))
        if left <= column <= right and top <= row <= bottom:
            return True
    return False


def was_shipped(sheet: str, cell: str, value: Any) -> bool:
    """Whether another version shipped an entry so: the first row of the log says which one made the file."""
    if sheet != "Log":
        return False
    return value == _FIRST_RELEASE.get(cell, ...) or (cell == _MADE_BY and bool(_VERSION.fullmatch(str(value))))
