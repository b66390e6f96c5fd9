"""The Comparison sheet: what one hands over. Designs side by side, and charts."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.styles import Font
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Phase
from vdi_sizing.scenario import Design, Settings
from vdi_sizing.words import DASH, NONE
from vdi_templates.workbook.book import Book, CachedValue, colour_answers, highlight, input_format, put, put_unit
from vdi_templates.workbook.comparison import DRIVES_BY_ROWS, PAGES, SHARES, Section
from vdi_templates.workbook.design_inputs import design_values
from vdi_templates.workbook.layout import HEADER_ROW, filled
from vdi_templates.workbook.sheets.charts import write_charts
from vdi_templates.workbook.styles import AMBER, GREEN, RED

_RESULTS = {
    "vms_per_block", "binding_name", "blocks", "drives_total", "eur_per_user",
    "eur_per_vm", "eur_per_user_full_block", "eur_per_vm_full_block",
}  # fmt: skip
_WIDTHS = [44, 8, 34]
_DESIGN_WIDTH = 26
_NOTE_CHARACTERS = 46  # the note's column, in its smaller type
_ROW_POINTS, _LINE_POINTS = 15.0, 13.0
_AT_LEAST_LINES = {"failing": 4}  # inputs change, and rows do not grow with them
# What a page of A4 landscape holds between its margins.
_PAGE_INCHES, _PAGE_POINTS = 10.8, 488
# 7 with Calibri; 9.3 with DejaVu Sans, which LibreOffice takes where there is neither Calibri nor Carlito.
_PIXELS_PER_CHARACTER, _PIXELS_PER_INCH = 9.4, 96

# Rows where 0 means that there is no such thing; the inputs are live, so that no row may be left out.
_DASH_FOR_0 = {
    *names_of(Phase.iops_per_vm), *DRIVES_BY_ROWS, "drives_plain", "drives_published",
    "drives_by_response", "drives_counted", "drives_per_block", "usable_gb", *SHARES, "hot_set_gb", "utilization",
}  # fmt: skip


_LATE = "IF(ISNUMBER({response_words}),{response_words}>{limit_used_ms},FALSE)"
_LATE_WITHOUT = "IF(ISNUMBER({untargeted_response_words}),{untargeted_response_words}>{limit_used_ms},FALSE)"
_BAD_NEWS = {
    "response_words": _LATE, "within_words": _LATE,
    "untargeted_response_words": _LATE_WITHOUT, "untargeted_within_words": _LATE_WITHOUT,
    "utilization": "IF(ISNUMBER({utilization}),ROUND({utilization}-1,9)>=0,FALSE)",
}  # fmt: skip
"""Of rows of the table when they are bad news: beyond the limit, or saturated."""


def write_comparison(book: Book) -> None:
    """The print-ready comparison."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.designs)]
    subtitle = "Designs side by side: what carries these users, and what a VM costs."
    ws = book.sheet("Comparison", "Comparison", subtitle, _WIDTHS + [_DESIGN_WIDTH] * layout.designs)
    book.master_check(ws)
    customer = book.scenario.settings.customer
    formula = layout.render('IF({settings.customer}="","","for "&{settings.customer})', 0, "Comparison")
    book.formula(ws, f"{columns[0]}2", formula, f"for {customer}" if customer else "", "VDI status")
    for letter, text in zip("ABC", ("", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    for i, column in enumerate(columns):
        formula = layout.render("{design.name}", i, "Comparison")
        book.formula(ws, f"{column}{HEADER_ROW}", formula, book.scenario.designs[i].name, "VDI header")
    row = HEADER_ROW
    pages = []
    for page in PAGES:
        first = row + 1
        for section in page:
            row = _write_section(book, section, row + 1, columns)
        ws.row_breaks.append(Break(id=row))
        pages.append(range(first, row + 1))
    _colour(book, ws, columns[0], columns[-1], row)
    _fit_on_pages(book, pages)
    _heading(book, row + 1, "Charts", columns)
    write_charts(book, ws, row + 2)
    ws.freeze_panes = f"{columns[0]}{HEADER_ROW + 1}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    ws.print_title_cols = "A:C"
    ws.protection.enable()


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
        book.worksheet("Comparison").row_dimensions[row].height = _row_points(book, name)
        _write_row(book, row, name, columns)
    return row


def _heading(book: Book, row: int, text: str, columns: Sequence[str]) -> None:
    for letter in ("A", "B", "C", *columns):
        put(book.worksheet("Comparison"), f"{letter}{row}", text if letter == "A" else None, "VDI heading")


def _fit_on_pages(book: Book, pages: list[range]) -> None:
    """Each page of the table on one sheet of paper: a fixed scale, since Excel drops page breaks when it fits."""
    ws = book.worksheet("Comparison")

    def points(rows: range) -> float:
        return sum(ws.row_dimensions[row].height or _ROW_POINTS for row in rows)

    characters = sum(_WIDTHS) + _DESIGN_WIDTH * book.layout.designs
    inches = characters * _PIXELS_PER_CHARACTER / _PIXELS_PER_INCH
    highest = max(points(page) for page in pages) + points(range(1, HEADER_ROW + 1)) + _ROW_POINTS
    ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    ws.page_setup.fitToWidth = ws.page_setup.fitToHeight = None
    ws.page_setup.scale = int(100 * min(_PAGE_INCHES / inches, _PAGE_POINTS / highest))


def _row_points(book: Book, name: str) -> float:
    """High enough for the longest text of the row: neither Excel nor LibreOffice fits rows when it opens a file."""
    values = [_value(book, name, i) for i in range(book.layout.designs)]
    longest = max(len(value) if isinstance(value, str) else 0 for value in values)
    note = _describe(book, name)[2]
    lines = max(-(-longest // _DESIGN_WIDTH), -(-len(note) // _NOTE_CHARACTERS), _AT_LEAST_LINES.get(name, 1))
    return _ROW_POINTS if lines <= 1 else _LINE_POINTS * lines + 2


def _value(book: Book, name: str, design: int) -> CachedValue | None:
    sized = book.sizing.designs[design]
    group, _, key = name.rpartition(".")
    if group == "design":
        return design_values(sized.design)[key]  # type: ignore[no-any-return]
    if group == "settings":
        return getattr(book.scenario.settings, key)  # type: ignore[no-any-return]
    return sized.shown(name)  # type: ignore[no-any-return]


def _write_row(book: Book, row: int, name: str, columns: Sequence[str]) -> None:
    ws = book.worksheet("Comparison")
    label, unit, note, number_format = _describe(book, name)
    put(ws, f"A{row}", label, "VDI label")
    put_unit(ws, f"B{row}", unit, number_format)
    put(ws, f"C{row}", note, "VDI note")
    for i, column in enumerate(columns):
        reference = (
            book.layout.render(f"{{{name}}}", i, "Comparison")
            if "." in name
            else book.layout.render_answer(name, i, "Comparison")
        )
        value: object = _value(book, name, i)
        textual = number_format == "@"
        formula = f'=IF({reference[1:]}="","{DASH}",{reference[1:]})' if "." in name else reference
        if "." in name and value in (None, ""):
            value = DASH
        style = "VDI result" if name in _RESULTS else "VDI link text" if textual else "VDI link"
        book.formula(ws, f"{column}{row}", formula, value, style, number_format)  # type: ignore[arg-type]


def _describe(book: Book, name: str) -> tuple[str, str, str, str]:
    group, _, key = name.rpartition(".")
    if not group:
        line = book.layout.lines[name]
        shown = line.number_format
        return line.label, line.unit, line.note, f'{shown};-{shown};"{DASH}"' if name in _DASH_FOR_0 else shown
    field = inputs_of(Settings)[key] if group == "settings" else inputs_of(Design)[key]
    number_format = input_format(field) if field.kind == "share" else "@"
    return field.label, field.unit, field.note, number_format
