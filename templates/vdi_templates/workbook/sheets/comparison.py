"""The Comparison sheet: what one hands over. Designs side by side, and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, groupby
from typing import Any, NamedTuple

from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break, RowBreak
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import round_nearest, rounded, total_of
from vdi_sizing.model.formats import COUNT, MINUTES, WHOLE
from vdi_sizing.model.money.cash_flow import EUR_OR_DASH
from vdi_sizing.model.ranking.lower_bounds import AT_LEAST
from vdi_sizing.model.sentences.offer import AND_NOT_JUDGED
from vdi_sizing.words import DASH, NO_PRICE, NONE, NOT_GIVEN, NOT_KNOWN, PURCHASE_ALONE
from vdi_templates.workbook.book import Book, colour_answers, highlight, put
from vdi_templates.workbook.comparison import GROUP, PAGES, TO_COME, TO_PRICE, WITH_VAT, Section, speaks
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, HEADER_ROW, filled
from vdi_templates.workbook.printing import print_columns, printed_columns
from vdi_templates.workbook.sheets.charts import charts_on_paper, rows_of_charts, write_charts
from vdi_templates.workbook.sheets.comparison_rows import (
    AT_LEAST_LINES,
    DASH_FOR_0,
    GROWS_LIVE,
    described,
    value_of,
    write_row,
)
from vdi_templates.workbook.spoken import spoken_of
from vdi_templates.workbook.styles import AMBER, DESIGN_COLORS, MUTED, RED, VIOLET
from vdi_templates.workbook.widths import INDENT, lines_in

_VERDICT_ROW, _FOLD_NOTE_ROW = 2, HEADER_ROW - 1
_LINES_TO_GROW = 2
"""Of what may say more as soon as inputs change."""
_LEAST_DESIGNS = 3
"""Over the last of them, or of those that the file was made for, stands for whom it is."""
_FOLD_NOTE = (
    'Folded: rows that said nothing of any design when the file was made ("+" at the left), and notes ("+" at the top).'
)
_WIDTHS = [40, 8, 34]
_NOTES = 3
"""The column of notes."""
_WIDEST_DESIGN, _NARROWEST_DESIGN, _WIDTH_ON_PAPER, _WIDEST_LABEL = 26, 18, 28, 48
_ROW_POINTS, _ROW_POINTS_ON_PAPER, _LINE = 15.0, 13.2, 1.23
"""Of a row of one line on the screen and on paper; and how high a line is, to the size of its type."""
# What a page of A4 landscape holds between its margins.
_PAGE_INCHES, _PAGE_POINTS, _PAPER_POINTS = 10.8, 488, 514  # the last one with the margins of a PDF
_MOST_CHARACTERS, _USUAL_SIZE = 137, 10
_CHART_HEAD_ROWS = 2
"""Between the table and its charts: their heading, and which bars are left out."""
_CHART_POINTS = (145, 120, 100)
"""How high charts are on paper, below the table; where not even the last has room they have a page of their own."""
_MOST_PAGES, _READABLE, _SHORT_POINTS, _LONG_POINTS = 3, 80, 110, 260
"""In a PDF: pages of the table and the charts; the scale at which text of 10 pt has 8; and the height of a section that
stands on one page, and of one that does where the pages have room.
"""
# 7 with Calibri; 9.3 with DejaVu Sans, which LibreOffice takes where there is neither Calibri nor Carlito.
_PIXELS_PER_CHARACTER, _PIXELS_PER_INCH = 9.4, 96

_ABOVE, _NO_BAR, _MOST_LEFT_OUT = "Limits above ", " VMs have no bar: ", 300

_LATE = "IF(ISNUMBER({response_words}),{response_words}>{limit_used_ms},FALSE)"
_LATE_WITHOUT = "IF(ISNUMBER({untargeted_response_words}),{untargeted_response_words}>{limit_used_ms},FALSE)"
_BAD_NEWS = {
    "response_words": _LATE, "within_words": _LATE,
    "untargeted_response_words": _LATE_WITHOUT, "untargeted_within_words": _LATE_WITHOUT,
    "utilization": f"IF(ISNUMBER({{utilization}}),OR(ROUND({{utilization}}-1,9)>=0,{_LATE}),FALSE)",
    "total_left_out": f'OR({{total_eur}}="{NO_PRICE}",{{total_eur}}="{NOT_KNOWN}")',
    "degraded_vms_shown": "IF(ISNUMBER({degraded_vms_shown}),ROUND({degraded_vms_shown},9)=0,FALSE)",
}  # fmt: skip
"""Of rows of the table when they are bad news: beyond the limit, saturated, or no VM left when a drive is lost."""
_NOT_JUDGED = f'ISNUMBER(SEARCH("{AND_NOT_JUDGED}",{{target_words}}))'
"""Of the response target: neither kept nor missed."""


def write_comparison(book: Book) -> None:
    """The print-ready comparison."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.design_columns)]
    width = _design_width(book)
    ws = book.sheet("Comparison", "Comparison", "", [*_WIDTHS, *[width] * layout.design_columns])
    book.fold_columns(ws, [_NOTES])  # three designs fit on a laptop's screen, and paper has type that one can read
    _write_head(book, ws, columns)
    ws.merged_cells.add(f"A{_VERDICT_ROW}:{columns[printed_columns(book) - 1]}{_VERDICT_ROW}")
    row = HEADER_ROW
    for section in chain(*PAGES):
        row = _write_section(book, section, row + 1, columns)
    named = {at: name for at, _, name in _placed()}
    for at, height in _heights(book, _ROW_POINTS, AT_LEAST_LINES).items():
        looks: Any = ws.row_dimensions[at]
        spare = _LINES_TO_GROW * _line(_USUAL_SIZE) if named.get(at) in GROWS_LIVE else 0
        looks.height, looks.fitted = height + spare, True
    _give_verdict_room(book, ws)
    _stand_back(book, ws)
    _colour(book, ws, columns[0], columns[-1], row)
    book.fold(ws, _silent_rows(book))
    _fit_on_pages(book, ws)
    _heading(book, row + 1, "Charts", columns)
    _name_designs(book, ws, row + 1, columns, "VDI heading name")
    _write_bars_left_out(book, ws, row + 2)
    print_columns(book, ws, write_charts(book, ws, row + _CHART_HEAD_ROWS + 1))
    ws.freeze_panes = f"{columns[0]}{HEADER_ROW + 1}"
    ws.print_title_rows = f"{HEADER_ROW}:{HEADER_ROW}"
    ws.print_title_cols = "A:C"  # and no protection: on a protected sheet Excel does not unfold


def _write_bars_left_out(book: Book, ws: Worksheet, row: int) -> None:
    """Above the charts, which limits of which design have no bar."""
    layout = book.layout
    of_each = "&".join(layout.render("{beyond_words}", i, ws.title)[1:] for i in range(layout.design_columns))
    words = f'"{_ABOVE}"&{{chart_cap_words}}&"{_NO_BAR}"&MID(#,3,{_MOST_LEFT_OUT})&"."'
    formula = layout.render(f'IFERROR(IF(#="","",{words}),"")', 0, ws.title).replace("#", of_each)
    blocks = [design.block for design in book.sizing.designs]
    beyond = "".join(block.beyond_words for block in blocks)[2 : 2 + _MOST_LEFT_OUT]
    said = f"{_ABOVE}{blocks[0].chart_cap_words}{_NO_BAR}{beyond}." if beyond else ""
    book.formula(ws, f"A{row}", formula, said, "VDI label")


def _design_width(book: Book) -> float:
    """As wide as a page allows in type to read: few designs have room for words, many have readable numbers."""
    room = (_MOST_CHARACTERS - _WIDTHS[0] - _WIDTHS[1]) / printed_columns(book)
    return max(_NARROWEST_DESIGN, min(_WIDEST_DESIGN, room))


def _write_head(book: Book, ws: Worksheet, columns: Sequence[str]) -> None:
    """For whom it is, the answer as a sentence, the master check, and the names of the designs in their colours."""
    layout, customer = book.layout, book.scenario.settings.customer
    formula = layout.render('IF({settings.customer}="","","for "&{settings.customer})', 0, ws.title)
    last = columns[min(book.layout.design_columns, max(book.made_for, _LEAST_DESIGNS)) - 1]
    book.formula(ws, f"{last}1", formula, f"for {customer}" if customer else "", "VDI row customer")
    recommended = book.sizing.designs[0].block.recommendation
    formula = layout.render("{recommendation}", 0, ws.title)
    book.formula(ws, f"A{_VERDICT_ROW}", formula, recommended, "VDI row verdict")
    book.master_check(ws)
    put(ws, f"A{_FOLD_NOTE_ROW}", _FOLD_NOTE, "VDI subtitle")
    for letter, text in zip("ABC", ("", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI row header")
    _name_designs(book, ws, HEADER_ROW, columns, "VDI row name")


def _give_verdict_room(book: Book, ws: Any) -> None:
    """Over the columns that are printed, and two lines at least: inputs change, and merged cells do not grow."""
    last = FIRST_DESIGN_COLUMN - 1 + printed_columns(book)
    looks = (ws.column_dimensions[get_column_letter(at)] for at in range(1, last + 1))
    width, size = total_of(each.width for each in looks if not each.hidden), ws[f"A{_VERDICT_ROW}"].font.sz
    lines = lines_in(book.sizing.designs[0].block.recommendation, width, size, bold=True)
    ws.row_dimensions[_VERDICT_ROW].height = max(_LINES_TO_GROW, lines) * _line(size)


def _name_designs(book: Book, ws: Worksheet, row: int, columns: Sequence[str], style: str) -> None:
    """The designs in their colours, which are those of their bars and curves too."""
    for i, column in enumerate(columns):
        name = f"{column}{row}"
        book.name_design(ws, name, i, style)
        highlight(ws, name, f'{name}<>""', font=Font(color=DESIGN_COLORS[i], bold=True))


def _stand_back(book: Book, ws: Worksheet) -> None:
    """Columns without a design look empty, but for the bands of headings and the lines below rows."""
    book.stand_back(ws, HEADER_ROW, HEADER_ROW, boxed=False)
    for _, placed in groupby(_placed(), key=lambda each: each[1]):
        rows = [row for row, _, name in placed if name]
        book.stand_back(ws, rows[0], rows[-1], boxed=False)


def _colour(book: Book, ws: Worksheet, first: str, last: str, last_row: int) -> None:
    """Bad news is amber or red, whatever colour a result has; what the checks say is muted where they say nothing."""
    rows = {ws[f"A{row}"].value: row for row in range(HEADER_ROW + 1, last_row + 1)}
    at = {
        name: rows[book.layout.lines[name].label]
        for name in (
            *_BAD_NEWS,
            "total_eur",
            "target_words",
            "limit_used_ms",
            "errors_in_words",
            "failing",
            "least_words",
        )
    }
    news = ((name, condition, AMBER) for name, condition in _BAD_NEWS.items())
    for name, condition, color in (*news, ("target_words", _NOT_JUDGED, VIOLET)):
        cells = f"{first}{at[name]}:{last}{at[name]}"
        in_cells = filled(condition, {each: f"{first}{row}" for each, row in at.items()})
        highlight(ws, cells, in_cells, font=Font(color=color, bold=True))
    least = f"{first}{at['least_words']}"
    highlight(ws, f"{least}:{last}{at['least_words']}", f'LEFT({least},1)="{AT_LEAST[0]}"', font=Font(color=MUTED))
    said, errors = f"{first}{at['failing']}", f"{first}{at['errors_in_words']}"
    for condition, color in ((f'{said}="{NONE}"', MUTED), (f'{errors}<>"{NONE}"', RED), (f'{said}<>"{NONE}"', AMBER)):
        highlight(ws, f"{said}:{last}{at['failing']}", condition, font=Font(color=color, bold=color == RED))
    colour_answers(ws, f"{first}{HEADER_ROW + 1}:{last}{last_row}")
    for row in range(HEADER_ROW + 1, last_row + 1):  # a rule each: LibreOffice loses ranges when rows are deleted
        if DASH in ws[f"{first}{row}"].number_format:
            highlight(ws, f"{first}{row}:{last}{row}", f"{first}{row}=0", font=Font(color=MUTED))


def _write_section(book: Book, section: Section, row: int, columns: Sequence[str]) -> int:
    heading, names = section
    _heading(book, row, heading, columns)
    for name in names:
        row += 1
        write_row(book, row, name, columns)
    return row


def _heights(book: Book, row_points: float, at_least: Mapping[str, int]) -> dict[int, float]:
    """How high the rows of the table are with their texts: no program fits them when it opens a file.

    `row_points`: of a row of one line; `at_least`: the lines of some rows.
    """
    padding = row_points - _line(_USUAL_SIZE)
    ws: Any = book.worksheet("Comparison")
    names = {HEADER_ROW: None, **{row: name for row, _, name in _placed()}}
    spoken = spoken_of(book)
    heights = {row: _line(ws[f"A{row}"].font.sz) * at_least.get(name or "", 1) + padding for row, name in names.items()}
    shown = {
        column: looks.width
        for column in range(1, FIRST_DESIGN_COLUMN + book.layout.design_columns)
        if not (looks := ws.column_dimensions[get_column_letter(column)]).hidden
    }
    joined = {(area.min_row, area.min_col): range(area.min_col, area.max_col + 1) for area in ws.merged_cells.ranges}
    covered = {(row, each) for (row, first), columns in joined.items() for each in columns if each != first}
    for (row, column), cell in ws._cells.items():
        if (row, column) in covered:
            continue
        if row in heights and column in shown and cell.alignment.wrap_text and cell._value is not None:
            value = book.cached[ws.title].get(cell.coordinate, cell._value)
            if isinstance(value, str):
                said = value if spoken is None else spoken.said(ws, cell)
                columns = joined.get((row, column), (column,))
                width = total_of(shown.get(each, 0) for each in columns) - INDENT * cell.alignment.indent
                lines = lines_in(said, width, cell.font.sz, bold=cell.font.b)
                heights[row] = max(heights[row], _line(cell.font.sz) * lines + padding)
    return heights


def _line(size: float) -> float:
    return _LINE * size


def _heading(book: Book, row: int, text: str, columns: Sequence[str]) -> None:
    for letter in ("A", "B", "C", *columns):
        put(book.worksheet("Comparison"), f"{letter}{row}", text if letter == "A" else None, "VDI heading")


def _fit_on_pages(book: Book, ws: Any) -> None:
    """As much of the table on a page as fits in type to read: a fixed scale, since Excel drops breaks when it fits."""
    looks = ws.row_dimensions
    points = {row: 0.0 if looks[row].folded else looks[row].height or _ROW_POINTS for row, _, _ in _placed()}
    head = total_of(looks[row].height or _ROW_POINTS for row in range(1, HEADER_ROW))
    names = looks[HEADER_ROW].height or _ROW_POINTS
    widest = _scale_of(_WIDTHS[0] + _design_width(book) * printed_columns(book))
    pages = _Paper(points, head, names, widest, _PAGE_POINTS).cut(widest, _LONG_POINTS)
    ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    ws.page_setup.fitToWidth = ws.page_setup.fitToHeight = None
    ws.page_setup.scale = widest
    for row in (*pages.breaks, max(points)):
        ws.row_breaks.append(Break(id=row))


def _scale_of(width: float) -> int:
    """The scale in which labels and designs of that width fit on a page, and units; the notes are not printed."""
    inches = (_WIDTHS[1] + width) * _PIXELS_PER_CHARACTER / _PIXELS_PER_INCH
    return min(100, int(100 * _PAGE_INCHES / inches))


def _placed() -> Iterator[tuple[int, str, str | None]]:
    """The rows of the table: each with its section, and with its figure or input if it is no heading."""
    row = HEADER_ROW
    for heading, names in chain(*PAGES):
        for name in (None, *names):
            row += 1
            yield row, heading, name


def _silent_rows(book: Book, *, on_paper: bool = False) -> set[int]:
    """Rows that say nothing of any design, and headings of nothing else.

    In a file that is still being filled in, also on the sheet, what prices and further groups bring is shown.
    """
    rows = list(_placed())
    blocks = [design.block for design in book.sizing.designs]
    filling = not on_paper and not any(block.priced or block.lacks_alike for block in blocks)
    to_come = {row for row, heading, name in rows if filling and (name in TO_COME or _to_price(book, heading, name))}
    silent = {row for row, heading, name in rows if name and row not in to_come and _says_nothing(book, heading, name)}
    speaking = {heading for row, heading, name in rows if name and row not in silent}
    return silent | {row for row, heading, name in rows if name is None and heading not in speaking}


def _to_price(book: Book, heading: str, name: str | None) -> bool:
    """Whether a row says that a price is missing where amounts will stand."""
    if name is None or heading not in TO_PRICE or (name in WITH_VAT and not book.scenario.settings.vat_share):
        return False
    return all(value_of(book, name, i) == NO_PRICE for i in book.design_in)


def _says_nothing(book: Book, heading: str, name: str) -> bool:
    answer = heading == PAGES[0][0][0]  # what has no price is said there, once
    nothing = {None, "", DASH, NONE, NOT_GIVEN, NOT_KNOWN, *([] if answer else [NO_PRICE])}
    if name != "total_holds":  # which says it once for all totals
        nothing.add(PURCHASE_ALONE)
    if not speaks(name, [design.block for design in book.sizing.designs]):
        return True
    values = [value_of(book, name, i) for i in book.design_in]
    dash_for_0 = name in DASH_FOR_0 or described(book, name)[3] in (
        EUR_OR_DASH,
        MINUTES,
        COUNT,
    )
    return name != "failing" and all(value in nothing or (value == 0 and dash_for_0) for value in values)


def fit_on_paper(book: Book) -> None:
    """For a PDF: no notes, narrower columns, pages of rows that one can read, and charts below or on a page."""
    ws: Any = book.worksheet("Comparison")
    paper = _paper_of(book, ws)
    last = max(paper.points)
    charted = ((_with_charts(paper, high * rows_of_charts(ws)), high * rows_of_charts(ws)) for high in _CHART_POINTS)
    found = next(((pages, high) for pages, high in charted if pages is not None), None)
    if not ws._charts:
        pages = paper.pages(_SHORT_POINTS)
    elif found is not None:
        pages, high_enough = found
        last = charts_on_paper(book, ws, last + _CHART_HEAD_ROWS + 1, pages.left + high_enough)
    else:
        pages = paper.pages(_SHORT_POINTS)
        pages.breaks.append(last)
        room = 100 * paper.high / pages.scale - paper.names - _CHART_HEAD_ROWS * _ROW_POINTS
        last = charts_on_paper(book, ws, last + _CHART_HEAD_ROWS + 1, room)
    for row, high in paper.points.items():
        ws.row_dimensions[row].hidden = high == 0
    ws.page_setup.scale = pages.scale
    ws.page_margins.top, ws.page_margins.bottom, ws.page_margins.footer = 0.4, 0.6, 0.3
    ws.row_breaks = RowBreak()
    for row in pages.breaks:
        ws.row_breaks.append(Break(id=row))
    ws.print_title_rows = f"{HEADER_ROW}:{HEADER_ROW}"
    ws.print_area = f"A1:{book.layout.column(book.layout.design_columns - 1)}{last}"


def _with_charts(paper: _Paper, least: float) -> _Pages | None:
    """The pages that have room for charts of such a height below the table; None if type would be too small to read."""
    charted = replace(paper, points={**paper.points, max(paper.points) + 1: _CHART_HEAD_ROWS * _ROW_POINTS + least})
    found = (charted.pages(short) for short in (_LONG_POINTS, _SHORT_POINTS, 0.0))
    readable = min(_READABLE, paper.widest)
    return next((pages for pages in found if pages.scale >= readable), None)


def _paper_of(book: Book, ws: Any) -> _Paper:
    """The table as it stands on paper."""
    designs = book.layout.design_columns
    width = min(_WIDTH_ON_PAPER, (_MOST_CHARACTERS - _WIDTHS[0] - _WIDTHS[1]) / designs)
    label = max(_WIDTHS[0], min(_WIDEST_LABEL, _MOST_CHARACTERS - _WIDTHS[1] - width * designs))
    ws.column_dimensions["A"].width = label
    for at in range(designs):
        ws.column_dimensions[book.layout.column(at)].width = width
    ws[f"A{_FOLD_NOTE_ROW}"].value = None
    ws.row_dimensions[_FOLD_NOTE_ROW].height = 6
    _give_verdict_room(book, ws)
    _join_alike(book, ws)
    _tidy_numbers(book, ws)
    heights = _heights(book, _ROW_POINTS_ON_PAPER, {})
    for row, high in heights.items():
        ws.row_dimensions[row].height = high
    silent = _silent_rows(book, on_paper=True)
    folded = {row for row, _, _ in _placed() if ws.row_dimensions[row].folded}
    points = {row: 0.0 if row in silent | folded else heights[row] for row, _, _ in _placed()}
    head = total_of(ws.row_dimensions[row].height or _ROW_POINTS for row in range(1, HEADER_ROW))
    widest = _scale_of(label + width * designs)
    return _Paper(points, head, heights[HEADER_ROW], widest, _PAPER_POINTS)


def _join_alike(book: Book, ws: Any) -> None:
    """What is said of each design in the same words stands once, if it takes lines."""
    first, last = book.layout.column(0), book.layout.column(book.layout.design_columns - 1)
    for row, _, name in _placed():
        said = [str(value_of(book, name, i)) for i in range(book.layout.design_columns)] if name else []
        cell = ws[f"{first}{row}"]
        if len(said) < 2 or len(set(said)) > 1 or not cell.alignment.wrap_text:
            continue
        if lines_in(said[0], ws.column_dimensions[first].width, cell.font.sz) > 1:
            value = book.cached[ws.title][cell.coordinate]
            book.formula(ws, cell.coordinate, cell._value, value, "VDI row words", "@")
            _realign(ws[cell.coordinate], horizontal="center", wrap_text=True)
            ws.merged_cells.add(f"{first}{row}:{last}{row}")


def _realign(cell: Any, *, horizontal: str, wrap_text: bool) -> None:
    """Give a cell an alignment of its own: its looks are shared with all cells of its style."""
    looks = cell.alignment
    indent = 0 if horizontal == "center" else looks.indent
    cell._style = copy(cell._style)
    cell.alignment = Alignment(horizontal=horizontal, vertical=looks.vertical, indent=indent, wrap_text=wrap_text)


def _tidy_numbers(book: Book, ws: Any) -> None:
    """Numbers as they are when they are printed: in line with those of other rows, and whole VMs without a decimal.

    On the sheet a row may come to hold words, or a part of a VM; and LibreOffice indents no number that may wrap.
    """
    for row, _, name in _placed():
        cells = [ws[f"{book.layout.column(at)}{row}"] for at in range(book.layout.design_columns)] if name else []
        numbers = [cell for cell in cells if not isinstance(book.cached[ws.title].get(cell.coordinate, ""), str)]
        for cell in numbers:
            _realign(cell, horizontal="right", wrap_text=False)
        if (name or "").partition(".")[0] == GROUP and all(_is_whole(book, ws, cell) for cell in numbers):
            for cell in numbers:
                cell.number_format = WHOLE


def _is_whole(book: Book, ws: Any, cell: Any) -> bool:
    vms: Any = book.cached[ws.title][cell.coordinate]
    return bool(rounded(vms - round_nearest(vms)) == 0)


class _Pages(NamedTuple):
    """Rows on pages: in which scale, the last row of each page but the last one, and the points left on that."""

    scale: int
    breaks: list[int]
    left: float


@dataclass(frozen=True)
class _Paper:
    """Heights of rows, of what stands above the names of the designs, of these, and of a page between its margins.

    `widest`: the scale that the width of the page allows.
    """

    points: Mapping[int, float]
    head: float
    names: float
    widest: int
    high: float

    def pages(self, short: float) -> _Pages:
        """As large as they may be on few pages."""
        cut = (self.cut(scale, short) for scale in range(self.widest, 0, -1))
        return next(pages for pages in cut if len(pages.breaks) < _MOST_PAGES)

    def cut(self, scale: int, short: float) -> _Pages:
        """Under the names of the designs on each page; no heading ends one, no section up to `short` is on two."""
        room = 100 * self.high / scale
        breaks, used = [], self.head + self.names
        for row, high in self.points.items():
            if high and used + high + self._with_heading(row, short) > room:
                breaks.append(row - 1)
                used = self.names
            used += high
        return _Pages(scale, breaks, room - used)

    def _with_heading(self, row: int, short: float) -> float:
        """Below a heading what has to stand on its page: the next row that is shown, or a whole short section."""
        rows = [each for each in _rows_below(row) if self.points[each]]
        whole = total_of(self.points[each] for each in rows)
        return whole if whole <= short or not rows else self.points[rows[0]]


@cache
def _rows_below(row: int) -> tuple[int, ...]:
    """The rows of a section below its heading; none below another row."""
    placed = list(_placed())
    heading = next((heading for at, heading, name in placed if at == row and name is None), None)
    return tuple(at for at, each, name in placed if each == heading and name is not None)
