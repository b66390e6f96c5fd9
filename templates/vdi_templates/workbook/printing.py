"""What of a sheet is printed: designs that a file was made for, wide tables in parts, and who is left out."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_templates.workbook.book import Book, highlight
from vdi_templates.workbook.layout import HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.styles import AMBER

_ABREAST = 3  # designs that stand side by side on a page
_PAGE_WIDTH = 200  # of columns that a page of A4 landscape holds in type that one can read
_NOT_PRINTED = "not printed: widen the print area, or run compare."
_ONE, _SEVERAL = f" design is {_NOT_PRINTED}", f" designs are {_NOT_PRINTED}"


def printed_columns(book: Book) -> int:
    """How many columns of designs are printed: those of the designs that the file was made for, or a page full."""
    return min(book.layout.design_columns, max(book.made_for, _ABREAST))


def print_columns(book: Book, ws: Worksheet, last_row: int, place: str = "B3") -> None:
    """Leave the free columns of designs out of print; `place`: where the sheet says that one of them holds a design."""
    printed = printed_columns(book)
    if printed < book.layout.design_columns:
        ws.print_area = f"A1:{book.layout.column(printed - 1)}{last_row}"
        say_what_is_not_printed(book, ws, place)


def say_what_is_not_printed(book: Book, ws: Worksheet, place: str = "B3") -> None:
    """How many designs were added behind the printed ones; nothing where none was.

    A print area that is a formula would follow them, but LibreOffice then prints the whole sheet.
    """
    beyond = range(printed_columns(book), book.layout.design_columns)
    if not beyond:
        return
    added = "+".join(book.layout.render("{in_use}", at, ws.title)[1:] for at in beyond)
    count = sum(not book.columns[at].block.stands_in for at in beyond)
    said = f"{count}{_ONE if count == 1 else _SEVERAL}" if count else ""
    formula = f'=IF({added}=0,"",({added})&IF({added}=1,"{_ONE}","{_SEVERAL}"))'
    book.formula(ws, place, formula, said, "VDI status")
    highlight(ws, place, f'${place[0]}${place[1:]}<>""', font=Font(color=AMBER, bold=True))


def print_side_by_side(ws: Worksheet, widths: Sequence[float], last_row: int, titles: int = 1) -> None:
    """Print a wide table in parts, a page wide each: the first with the title of the sheet, all with the first columns.

    `widths` must not hang on what is typed: the same sheet has the same parts, whatever it holds.
    """
    repeated = sum(widths[:titles])
    parts = max(1, -(-(sum(widths) - repeated) // (_PAGE_WIDTH - repeated)))
    each = (sum(widths) - repeated) / parts
    ends: list[int] = []
    used = 0.0
    for column, width in enumerate(widths[titles:], start=titles + 1):
        if used + width / 2 > each * (len(ends) + 1):
            ends.append(column - 1)
        used += width
    firsts = [1, *(end + 1 for end in ends)]
    lasts = [*ends, len(widths)]
    ws.print_area = ",".join(
        f"{get_column_letter(first)}{1 if first == 1 else UNIT_ROW}:{get_column_letter(last)}{last_row}"
        for first, last in zip(firsts, lasts, strict=True)
    )
    ws.print_title_rows = f"{UNIT_ROW}:{HEADER_ROW}"
    ws.print_title_cols = f"A:{get_column_letter(titles)}"
