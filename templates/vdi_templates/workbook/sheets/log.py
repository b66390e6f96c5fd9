"""The Log sheet: what changed, by whom, and who signed it off."""

from __future__ import annotations

from string import Template

import vdi_sizing
from vdi_templates.workbook.book import Book, fit_row, put
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.widths import INDENT

_HEADERS = ("version", "date", "change", "author", "reviewer", "signed off")
_MADE, _MADE_FOR = "made with the inputs of this date", "made with the inputs of this date, for $customer"
TEXTS = (_MADE, _MADE_FOR)
"""What the first row says: it stands where people write, so that it is said in the language of the book here."""
_USUAL_AUTHOR = "vdi-sizing"
_SUBTITLE = (
    "What changed in this workbook, by whom, and who signed it off. "
    f"Made by vdi-sizing {vdi_sizing.__version__}; docs/model.md says what moved since 1.0.0."
)
_EMPTY_ROWS = 20
_WIDTHS = [12, 14, 76, 26, 22, 22]


def write_log(book: Book) -> None:
    """The sheet with the log: how this file was made, and empty rows, which are the user's."""
    ws = book.sheet(
        "Log",
        "Log",
        _SUBTITLE,
        _WIDTHS,
    )
    book.master_check(ws)
    for position, header in enumerate(_HEADERS):
        put(ws, f"{chr(ord('A') + position)}{HEADER_ROW}", header, "VDI header left")
    entries = [_making(book)]
    for at in range(len(entries) + _EMPTY_ROWS):
        values = entries[at] if at < len(entries) else ("",) * len(_HEADERS)
        for position, value in enumerate(values):
            cell = f"{chr(ord('A') + position)}{HEADER_ROW + 1 + at}"
            put(ws, cell, value or None, "VDI input wrapped", "@")
            if value:
                ws[cell].data_type = "s"  # an author may begin with =
        if any(values):
            widths = (width - INDENT for width in _WIDTHS)
            fit_row(ws, HEADER_ROW + 1 + at, *zip(values, widths, strict=True))
    ws.freeze_panes = f"A{HEADER_ROW + 1}"


def _making(book: Book) -> tuple[str, ...]:
    """The row on how this file was made, by the inputs of that day: what is typed later does not change it."""
    made = book.baseline.scenario.settings
    text = book.made.brand.translation.text
    what = Template(text(_MADE_FOR)).substitute(customer=made.customer) if made.customer else text(_MADE)
    return vdi_sizing.__version__, text(made.as_of.isoformat()), what, made.author or _USUAL_AUTHOR, "", ""
