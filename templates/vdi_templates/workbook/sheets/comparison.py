"""The Comparison sheet: what one hands over. Designs side by side, and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from openpyxl.styles import Font
from openpyxl.worksheet.pagebreak import Break, RowBreak
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.cash_flow import EUR_OR_DASH
from vdi_sizing.model.formats import COUNT, MINUTES
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Year
from vdi_sizing.words import DASH, NO_PRICE, NONE, NOT_GIVEN, NOT_KNOWN, PURCHASE_ALONE
from vdi_templates.workbook.book import Book, colour_answers, highlight, put
from vdi_templates.workbook.comparison import PAGES, Section, speaks
from vdi_templates.workbook.layout import HEADER_ROW, filled
from vdi_templates.workbook.printing import print_columns, printed_columns
from vdi_templates.workbook.sheets.charts import write_charts
from vdi_templates.workbook.sheets.comparison_rows import AT_LEAST_LINES, DASH_FOR_0, described, value_of, write_row
from vdi_templates.workbook.spoken import spoken_of
from vdi_templates.workbook.styles import AMBER, DESIGN_COLORS, GREEN, RED

_FOLD_NOTE_ROW = HEADER_ROW - 1
_FOLD_NOTE = (
    "Rows that said nothing of any design, or only what another row says, when the file was made are folded; "
    '"+" at the left shows them.'
)
_WIDTHS = [44, 8, 34]
_DESIGN_WIDTH = 26
_NOTE_CHARACTERS = 46  # the note's column, in its smaller type
_LABEL_CHARACTERS = 46
_ROW_POINTS, _LINE_POINTS = 15.0, 13.0
# What a page of A4 landscape holds between its margins.
_PAGE_INCHES, _PAGE_POINTS, _PAPER_POINTS = 10.8, 488, 506  # the last one with the margins of a PDF
_HEAD_POINTS = 28 + 3 * _ROW_POINTS
_NOT_ON_PAPER = ("Depreciation by year",)
"""What repeats one number: the workbook has it."""
_MOST_CHARACTERS, _MOST_PAGES = 137, 3  # of the table in a PDF: at 80 % and more, text of 10 pt stays above 8 pt
# 7 with Calibri; 9.3 with DejaVu Sans, which LibreOffice takes where there is neither Calibri nor Carlito.
_PIXELS_PER_CHARACTER, _PIXELS_PER_INCH = 9.4, 96

_LATE = "IF(ISNUMBER({response_words}),{response_words}>{limit_used_ms},FALSE)"
_LATE_WITHOUT = "IF(ISNUMBER({untargeted_response_words}),{untargeted_response_words}>{limit_used_ms},FALSE)"
_BAD_NEWS = {
    "response_words": _LATE, "within_words": _LATE,
    "untargeted_response_words": _LATE_WITHOUT, "untargeted_within_words": _LATE_WITHOUT,
    "utilization": f"IF(ISNUMBER({{utilization}}),OR(ROUND({{utilization}}-1,9)>=0,{_LATE}),FALSE)",
    "total_missing": f'{{total_missing}}<>"{NONE}"',
    "degraded_vms_shown": "IF(ISNUMBER({degraded_vms_shown}),ROUND({degraded_vms_shown},9)=0,FALSE)",
}  # fmt: skip
"""Of rows of the table when they are bad news: beyond the limit, saturated, or no VM left when a drive is lost."""


def write_comparison(book: Book) -> None:
    """The print-ready comparison."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.design_columns)]
    subtitle = "Designs side by side: what carries these users, and what a VM costs."
    ws = book.sheet("Comparison", "Comparison", subtitle, _WIDTHS + [_DESIGN_WIDTH] * layout.design_columns)
    book.master_check(ws)
    put(ws, f"A{_FOLD_NOTE_ROW}", _FOLD_NOTE, "VDI subtitle")
    customer = book.scenario.settings.customer
    formula = layout.render('IF({settings.customer}="","","for "&{settings.customer})', 0, "Comparison")
    book.formula(ws, f"{columns[0]}2", formula, f"for {customer}" if customer else "", "VDI status")
    for letter, text in zip("ABC", ("", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    for i, column in enumerate(columns):
        header = f"{column}{HEADER_ROW}"
        book.name_design(ws, header, i, "VDI header right")
        highlight(ws, header, f'{header}<>""', font=Font(color=DESIGN_COLORS[i], bold=True))
    row = HEADER_ROW
    pages = []
    for page in PAGES:
        first = row + 1
        for section in page:
            row = _write_section(book, section, row + 1, columns)
        pages.append(range(first, row + 1))
    _make_room(book)
    book.stand_back(ws, HEADER_ROW, row)
    _colour(book, ws, columns[0], columns[-1], row)
    book.fold(ws, _silent_rows(book))
    _fit_on_pages(book, pages)
    _heading(book, row + 1, "Charts", columns)
    print_columns(book, ws, write_charts(book, ws, row + 2))
    ws.freeze_panes = f"{columns[0]}{HEADER_ROW + 1}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    ws.print_title_cols = "A:C"  # and no protection: on a protected sheet Excel does not unfold


def _colour(book: Book, ws: Worksheet, first: str, last: str, last_row: int) -> None:
    """Bad news is amber or red, whatever colour a result has; what the checks say is green where they say nothing."""
    rows = {ws[f"A{row}"].value: row for row in range(HEADER_ROW + 1, last_row + 1)}
    at = {
        name: rows[book.layout.lines[name].label]
        for name in (*_BAD_NEWS, "limit_used_ms", "errors_in_words", "failing")
    }
    for name, condition in _BAD_NEWS.items():
        cells = f"{first}{at[name]}:{last}{at[name]}"
        in_cells = filled(condition, {each: f"{first}{row}" for each, row in at.items()})
        highlight(ws, cells, in_cells, font=Font(color=AMBER, bold=True))
    said, errors = f"{first}{at['failing']}", f"{first}{at['errors_in_words']}"
    for condition, color in ((f'{said}="{NONE}"', GREEN), (f'{errors}<>"{NONE}"', RED), (f'{said}<>"{NONE}"', AMBER)):
        highlight(ws, f"{said}:{last}{at['failing']}", condition, font=Font(color=color, bold=color == RED))
    colour_answers(ws, f"{first}{HEADER_ROW + 1}:{last}{last_row}")


def _write_section(book: Book, section: Section, row: int, columns: Sequence[str]) -> int:
    heading, names = section
    _heading(book, row, heading, columns)
    for name in names:
        row += 1
        book.worksheet("Comparison").row_dimensions[row].height = _row_points(book, name, _DESIGN_WIDTH)
        write_row(book, row, name, columns)
    return row


def _make_room(book: Book) -> dict[int, float]:
    """Make rows higher where their texts are longer in the language of the book; says which."""
    ws: Any = book.worksheet("Comparison")
    spoken = spoken_of(book)
    heights = {} if spoken is None else spoken.higher(ws)
    for row, height in heights.items():
        ws.row_dimensions[row].height = height
    return heights


def _heading(book: Book, row: int, text: str, columns: Sequence[str]) -> None:
    for letter in ("A", "B", "C", *columns):
        put(book.worksheet("Comparison"), f"{letter}{row}", text if letter == "A" else None, "VDI heading")


def _fit_on_pages(book: Book, pages: list[range]) -> None:
    """Each page of the table on one sheet of paper: a fixed scale, since Excel drops page breaks when it fits.

    Pages that are short since their rows are folded stand on one sheet together.
    """
    ws = book.worksheet("Comparison")

    def points(rows: range) -> float:
        looks: Any = ws.row_dimensions
        return sum(looks[row].height or _ROW_POINTS for row in rows if not looks[row].folded)

    characters = sum(_WIDTHS) + _DESIGN_WIDTH * printed_columns(book)
    inches = characters * _PIXELS_PER_CHARACTER / _PIXELS_PER_INCH
    head = points(range(1, HEADER_ROW + 1)) + _ROW_POINTS
    highest = max(points(page) for page in pages) + head
    ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    ws.page_setup.fitToWidth = ws.page_setup.fitToHeight = None
    ws.page_setup.scale = int(100 * min(_PAGE_INCHES / inches, _PAGE_POINTS / highest))
    room, used = 100 * _PAGE_POINTS / ws.page_setup.scale - head, 0.0
    for page, following in zip(pages, [*pages[1:], None], strict=True):
        used += points(page)
        if following is None or used + points(following) > room:
            ws.row_breaks.append(Break(id=page[-1]))
            used = 0.0


def _row_points(book: Book, name: str, width: float, *, with_note: bool = True) -> float:
    """High enough for the longest text of the row: neither Excel nor LibreOffice fits rows when it opens a file."""
    values = [value_of(book, name, i) for i in book.design_in]
    longest = max(len(value) if isinstance(value, str) else 0 for value in values)
    label, _, note, _ = described(book, name)
    lines = max(
        -(-longest // int(width)),
        -(-len(label) // _LABEL_CHARACTERS),
        -(-len(note) // _NOTE_CHARACTERS) if with_note else 1,
        AT_LEAST_LINES.get(name, 1),
    )
    return _ROW_POINTS if lines <= 1 else _LINE_POINTS * lines + 2


def _placed() -> Iterator[tuple[int, str, str | None]]:
    """The rows of the table: each with its section, and with its figure or input if it is no heading."""
    row = HEADER_ROW
    for heading, names in chain(*PAGES):
        for name in (None, *names):
            row += 1
            yield row, heading, name


def _silent_rows(book: Book) -> set[int]:
    """Rows that say nothing of any design, and headings of nothing else."""
    rows = list(_placed())
    silent = {row for row, heading, name in rows if name and _says_nothing(book, heading, name)}
    speaking = {heading for row, heading, name in rows if name and row not in silent}
    return silent | {row for row, heading, name in rows if name is None and heading not in speaking}


def _says_nothing(book: Book, heading: str, name: str) -> bool:
    answer = heading == PAGES[0][0][0]  # what has no price is said there, once
    nothing = {None, "", DASH, NONE, NOT_GIVEN, NOT_KNOWN, *([] if answer else [NO_PRICE])}
    if name != "total_holds":  # which says it once for all totals
        nothing.add(PURCHASE_ALONE)
    if not speaks(name, [design.block for design in book.sizing.designs]):
        return True
    values = [value_of(book, name, i) for i in book.design_in]
    dash_for_0 = name in {*DASH_FOR_0, *names_of(Year.payments_eur)} or described(book, name)[3] in (
        EUR_OR_DASH,
        MINUTES,
        COUNT,
    )
    return name != "failing" and all(value in nothing or (value == 0 and dash_for_0) for value in values)


def fit_on_paper(book: Book) -> None:
    """For a PDF: no notes and no charts, narrower columns, and pages of rows that one can read."""
    ws: Any = book.worksheet("Comparison")
    designs = [book.layout.column(i) for i in range(book.layout.design_columns)]
    width = min(_DESIGN_WIDTH, (_MOST_CHARACTERS - _WIDTHS[0] - _WIDTHS[1]) / len(designs))
    ws.column_dimensions["C"].hidden = True
    for letter in designs:
        ws.column_dimensions[letter].width = width
    points = {}
    for row, heading, name in _placed():
        looks = ws.row_dimensions[row]
        looks.hidden = name in _NOT_ON_PAPER or heading in _NOT_ON_PAPER
        looks.height = _row_points(book, name, width, with_note=False) if name else _ROW_POINTS
        points[row] = 0.0 if looks.folded or looks.hidden else looks.height
    ws[f"A{_FOLD_NOTE_ROW}"].value = None
    for row, high in _make_room(book).items():
        points[row] = high if points[row] else 0.0
    names = max(-(-len(sized.design.name) // int(width)) for sized in book.sizing.designs)
    ws.row_dimensions[HEADER_ROW].height = high = _LINE_POINTS * names + 2
    inches = (_WIDTHS[0] + _WIDTHS[1] + width * len(designs)) * _PIXELS_PER_CHARACTER / _PIXELS_PER_INCH
    widest = min(100, int(100 * _PAGE_INCHES / inches))
    scale = next(scale for scale in range(widest, 0, -1) if len(_breaks(points, scale, high)) < _MOST_PAGES)
    ws.page_setup.scale = scale
    ws.page_margins.top, ws.page_margins.bottom, ws.page_margins.footer = 0.4, 0.6, 0.3
    ws.row_breaks = RowBreak()
    for row in _breaks(points, scale, high):
        ws.row_breaks.append(Break(id=row))
    ws._charts.clear()
    ws.print_title_rows = f"{HEADER_ROW}:{HEADER_ROW}"
    ws.print_area = f"A1:{designs[-1]}{max(points)}"


def _breaks(points: Mapping[int, float], scale: int, names: float) -> list[int]:
    """The last rows of the pages but the last one, each under the names of the designs; no heading ends a page."""
    headings = {row for row, _, name in _placed() if name is None}
    room = 100 * _PAPER_POINTS / scale
    breaks, used = [], _HEAD_POINTS + names
    for row, high in points.items():
        following = points.get(row + 1, 0.0) if row in headings else 0.0
        if used + high + following > room:
            breaks.append(row - 1)
            used = names
        used += high
    return breaks
