"""What of a sheet is printed: one page, designs that a file was made for, wide tables in parts; and who is left out."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import total_of
from vdi_templates.workbook.book import LINE_POINTS, Book, highlight, lines_of
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.styles import AMBER

ABREAST = 4  # designs side by side on a page: three to start with, and one that is added by hand
_TABLE_WIDTH = 186
"""Of columns of a wide table that a page of A4 landscape holds in type of 8 points."""
_READABLE_WIDTH = 160
"""Of columns that a page holds in type of 9 points in Calibri, or of 8 in the broadest font that stands in for it."""
_PAGE_POINTS, _WIDTH_IN_FULL_SIZE, _HEADING_POINTS, _ROW_POINTS = 505.0, 149.0, 110.0, 15.0
"""The height of a page between its margins, the width that is printed in full size, the rows above the first, a row."""
FIRST_PAGE_ALONE = "Only the first page is printed; clear the print area for all of it."
"""What a sheet says of it, behind its subtitle."""
_NOT_PRINTED = "beyond the print area as shipped: widen it, or run compare."
_ONE, _SEVERAL = f" design stands {_NOT_PRINTED}", f" designs stand {_NOT_PRINTED}"


def printed_columns(book: Book) -> int:
    """How many columns of designs are printed: those of the designs that the file was made for, or a page full.

    A blank one at the end costs paper, and one that is added there by hand is printed like the others.
    """
    return min(book.layout.design_columns, max(book.made_for, ABREAST))


def print_columns(book: Book, ws: Worksheet, last_row: int, place: str = "B3") -> None:
    """Leave the free columns of designs out of print; `place`: where the sheet says that one of them holds a design."""
    printed = printed_columns(book)
    if printed < book.layout.design_columns:
        ws.print_area = f"A1:{book.layout.column(printed - 1)}{last_row}"
        say_what_is_not_printed(book, ws, place)


def print_first_page(book: Book, ws: Worksheet, last_row: int, last_column: int, kept_free: float = 0.0) -> None:
    """Print the heading of a sheet that one follows on screen, and below it as much as one page holds in type to read.

    What is printed does not hang on what is typed: heights are those of our own texts, in the language of the file;
    `kept_free`: points for what formulas say in words.
    """
    width, columns = 0.0, 0
    for at in range(1, last_column + 1):
        wider = width + ws.column_dimensions[get_column_letter(at)].width
        if wider > _READABLE_WIDTH:
            break
        width, columns = wider, at
    room = _PAGE_POINTS * max(1.0, width / _WIDTH_IN_FULL_SIZE) - _HEADING_POINTS - kept_free
    row = FIRST_ROW
    while row <= last_row and (room := room - _points_of(book, ws, row, columns)) >= 0:
        row += 1
    while _is_heading(ws, row - 1):
        row -= 1
    ws.print_area = f"A1:{get_column_letter(columns)}{row - 1}"


def _points_of(book: Book, ws: Worksheet, row: int, columns: int) -> float:
    """How high a row is by the texts of ours in it."""
    said, lines = book.made.brand.translation, 1
    for at in range(1, columns + 1):
        cell = ws._cells.get((row, at))
        if cell is not None and cell.data_type == "s" and isinstance(cell.value, str) and cell.alignment.wrap_text:
            lines = max(lines, lines_of(said.text(cell.value), ws.column_dimensions[get_column_letter(at)].width))
    return max(_ROW_POINTS, lines * LINE_POINTS + 3)


def _is_heading(ws: Worksheet, row: int) -> bool:
    """Whether a row is a band above others."""
    return str(ws.cell(row, 1).style) == "VDI heading"


def say_what_is_not_printed(book: Book, ws: Worksheet, place: str = "B3", printed: int | None = None) -> None:
    """How many designs were added behind the printed ones; nothing where none was.

    `printed`: how many are, where it is not a page full.
    A print area that is a formula would follow them, but LibreOffice then prints the whole sheet.
    """
    beyond = range(printed_columns(book) if printed is None else printed, book.layout.design_columns)
    if not beyond:
        return
    added = "+".join(book.layout.render("{in_use}", at, ws.title)[1:] for at in beyond)
    count = sum(not book.columns[at].block.stands_in for at in beyond)
    said = f"{count}{_ONE if count == 1 else _SEVERAL}" if count else ""
    formula = f'=IF({added}=0,"",({added})&IF({added}=1,"{_ONE}","{_SEVERAL}"))'
    book.formula(ws, place, formula, said, "VDI status")
    highlight(ws, place, f'${place[0]}${place[1:]}<>""', font=Font(color=AMBER, bold=True))


def print_side_by_side(ws: Worksheet, widths: Sequence[float], last_row: int, titles: int = 1) -> int:
    """Print a wide table in parts, a page wide each: the first with the title of the sheet, all with the first columns.

    Each part has as many columns as can be read. `widths` must not hang on what is typed: the same sheet has the same
    parts, whatever it holds. Returns the last column of the first part.
    """
    repeated, ends, used = total_of(widths[:titles]), list[int](), 0.0
    for column, width in enumerate(widths, start=1):
        if used + width > _TABLE_WIDTH:
            ends.append(column - 1)
            used = repeated
        used += width
    firsts = [1, *(end + 1 for end in ends)]
    lasts = [*ends, len(widths)]
    ws.print_area = ",".join(
        f"{get_column_letter(first)}{1 if first == 1 else UNIT_ROW}:{get_column_letter(last)}{last_row}"
        for first, last in zip(firsts, lasts, strict=True)
    )
    ws.print_title_rows = f"{UNIT_ROW}:{HEADER_ROW}"
    ws.print_title_cols = f"A:{get_column_letter(titles)}"
    return lasts[0]
