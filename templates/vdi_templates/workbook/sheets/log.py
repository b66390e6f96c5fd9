"""The Log sheet: what changed, by whom, and who signed it off."""

from __future__ import annotations

import vdi_sizing
from vdi_templates.workbook.book import Book, put
from vdi_templates.workbook.layout import HEADER_ROW

_HEADERS = ("version", "date", "change", "author", "reviewer", "signed off")
_ENTRIES = (("1.0.0", "2026-11-21", "first release", "vdi-sizing", "", ""),)
_SUBTITLE = (
    "What changed in this workbook, by whom, and who signed it off. "
    f"Made by vdi-sizing {vdi_sizing.__version__} of 2026-11-23; docs/model.md says what moved since 1.0.0."
)
_EMPTY_ROWS = 20


def write_log(book: Book) -> None:
    """The sheet with the log; its empty rows are the user's."""
    ws = book.sheet(
        "Log",
        "Log",
        _SUBTITLE,
        [12, 14, 80, 22, 22, 22],
    )
    book.master_check(ws)
    for position, header in enumerate(_HEADERS):
        put(ws, f"{chr(ord('A') + position)}{HEADER_ROW}", header, "VDI header left")
    for at in range(len(_ENTRIES) + _EMPTY_ROWS):
        values = _ENTRIES[at] if at < len(_ENTRIES) else ("",) * len(_HEADERS)
        for position, value in enumerate(values):
            cell = f"{chr(ord('A') + position)}{HEADER_ROW + 1 + at}"
            put(ws, cell, value or None, "VDI input text", "@")
    ws.freeze_panes = f"A{HEADER_ROW + 1}"
