"""The sheets of the input tables: Users, Drives, RAID, Prices and Bill, each with prepared empty rows."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import total_of
from vdi_sizing.inputs import Input
from vdi_templates.workbook.book import (
    LINE_POINTS,
    Book,
    input_format,
    lines_of,
    put,
    put_input,
    put_unit,
    shorten,
    validation,
)
from vdi_templates.workbook.design_inputs import CASE
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.printing import print_side_by_side
from vdi_templates.workbook.sheets.marks import mark_table
from vdi_templates.workbook.tables import InputTable
from vdi_templates.workbook.widths import INDENT, for_choices, for_header, lines_in

_NAME_WIDTH, _LONGEST_NAME_WIDTH, _NUMBER_WIDTH, _CHOSEN_WIDTH, _SHORT_CHOSEN_WIDTH = 24, 46, 11, 40, 18
_CASE_WIDTH, _TEXT_WIDTH, _LONG_TEXT_WIDTH = 14, 38, 126
_HEADER_LINES, _MOST_HEADER_LINES, _LONG_HEADER = 2, 3, 22
"""Lines of a header; of a table with a header of more characters than that."""
_FILTER_WIDTH, _HEADER_PADDING = 4, 4.0
"""Characters that the button which filters a table leaves free in the last line, since headers are centred."""
_ROW_POINTS, _SUBTITLE_ROW = 15.0, 2
_DECIMALS = 4
_OF_PROSE = 10 / 9  # of letters in a line, beside the usual type
_BOLD, _BOLD_LINE_POINTS = 0.9, 14.0


def write_table(book: Book, table: InputTable) -> int:
    """One input sheet: header, rows, empty rows, validations; the last row of the table."""
    records: Sequence[object] = getattr(book.scenario, table.records)
    folded = _unused(table, records)
    widths = [_width(book, table, name, records) for name in table.columns]
    ws = book.sheet(table.sheet, table.title, table.subtitle, widths)
    book.master_check(ws)
    for position, field in enumerate(table.columns.values(), start=1):
        put_unit(ws, f"{get_column_letter(position)}{UNIT_ROW}", field.unit, input_format(field))
    last = write_rows(book, table)
    ws.row_dimensions[HEADER_ROW].height = _header_lines(table) * _BOLD_LINE_POINTS + _HEADER_PADDING
    ws.freeze_panes = f"B{FIRST_ROW}"
    first, *others = (_width(book, table, name, ()) for name in table.printed)
    abreast = print_side_by_side(ws, [_CHOSEN_WIDTH if table.is_reference else first, *others], last)
    book.fold_columns(ws, [at for at, name in enumerate(table.columns, start=1) if name in folded])
    shown = (width for name, width in zip(list(table.columns)[:abreast], widths, strict=False) if name not in folded)
    _give_subtitle_room(ws, table.subtitle, get_column_letter(abreast), total_of(shown))
    return last


def _give_subtitle_room(ws: Worksheet, subtitle: str, last: str, width: float) -> None:
    """Over the columns of the first page, in as many lines as it takes there: paper ends where its columns do."""
    put(ws, f"A{_SUBTITLE_ROW}", subtitle, "VDI subtitle wrapped")
    ws.merged_cells.add(f"A{_SUBTITLE_ROW}:{last}{_SUBTITLE_ROW}")
    lines = lines_in(subtitle, width, ws[f"A{_SUBTITLE_ROW}"].font.sz)
    ws.row_dimensions[_SUBTITLE_ROW].height = max(_ROW_POINTS, lines * LINE_POINTS + 3)


def _unused(table: InputTable, records: Sequence[object]) -> set[str]:
    """The columns that few need, and in which no record has anything but what a blank stands for."""
    few = {name: field for name, field in table.columns.items() if table.usual and name not in table.usual}
    return {name for name, field in few.items() if all(getattr(each, name) in (None, field.blank) for each in records)}


def write_rows(book: Book, table: InputTable) -> int:
    """The table itself on its sheet: headers, rows, empty rows, validations; its last row."""
    ws = book.worksheet(table.sheet)
    records: Sequence[object] = getattr(book.scenario, table.records)
    first = table.header_row + 1
    last = table.header_row + table.rows_for(len(records))
    for position, (name, field) in enumerate(table.columns.items(), start=1):
        letter = get_column_letter(position)
        put(ws, f"{letter}{table.header_row}", field.label, "VDI header of table")
        for row in range(first, last + 1):
            at = row - first
            value = getattr(records[at], name) if at < len(records) else None
            if name == table.of_design and value is not None:
                book.put_design(ws, f"{letter}{row}", value)
            else:
                put_input(ws, f"{letter}{row}", value, field, prose=name in table.wide, wrapped=_wraps(field))
        rule = validation(field, table.choices.get(name))
        if rule is not None:
            rule.add(f"{letter}{first}:{letter}{last}")
            ws.add_data_validation(rule)
    mark_table(book, table, last)
    _shorten(ws, table, first, last)
    wrapped = _wrapped(book, table, records)
    for row, record in enumerate(records, start=first):
        texts = ((_said(book, table.columns[name], getattr(record, name)), width) for name, width in wrapped.items())
        lines = max((lines_of(text, width) for text, width in texts), default=1)
        ws.row_dimensions[row].height = max(_ROW_POINTS, lines * LINE_POINTS + 3)
    book.table(ws, table.name, f"A{table.header_row}:{get_column_letter(len(table.columns))}{last}")
    return last


def _wrapped(book: Book, table: InputTable, records: Sequence[object]) -> dict[str, float]:
    """The columns of texts and names, and how many letters of the usual size stand in a line of each."""
    texts = dict.fromkeys(table.wide, _OF_PROSE)
    names = {name: 1.0 for name, field in table.columns.items() if _wraps(field)}
    return {name: (_width(book, table, name, records) - INDENT) * share for name, share in (names | texts).items()}


def _said(book: Book, field: Input, value: object) -> object:
    """What a cell shows: words of ours are in the language of the file."""
    return book.made.brand.translation.text(str(value)) if value in field.own_words else value


def _wraps(field: Input) -> bool:
    """Whether what is entered may be longer than its column is wide: a name, or words that are longer in a language."""
    return field.kind == "name" or bool(field.words)


def _shorten(ws: Worksheet, table: InputTable, first: int, last: int) -> None:
    """A number that is a quotient is shown with a few decimals; a whole one has none."""
    fields = enumerate(table.columns.values(), start=1)
    for letter in (get_column_letter(at) for at, field in fields if field.kind == "number" and field.unit != "share"):
        shorten(ws, f"{letter}{first}:{letter}{last}")


def _header_lines(table: InputTable) -> int:
    longest = max(len(field.label) for field in table.columns.values())
    return _HEADER_LINES if longest <= _LONG_HEADER else _MOST_HEADER_LINES


def _for_lines(header: str, most: int, width: float) -> float:
    """A width, or what a header in bold type takes in so many lines with the button that filters beside the last."""
    while True:
        letters = max(1, int(width * _BOLD))
        lines = textwrap.wrap(header, letters, break_long_words=False) or [""]
        if len(lines) < most or (len(lines) == most and len(lines[-1]) + _FILTER_WIDTH <= letters):
            return width
        width += 0.5


def _width(book: Book, table: InputTable, name: str, records: Sequence[object]) -> float:
    """Wide enough for what a column holds; what is longer than a name usually is does not count."""
    field, translation = table.columns[name], book.made.brand.translation
    if name in table.wide:
        return _LONG_TEXT_WIDTH if table.is_reference else table.text_widths.get(name, _TEXT_WIDTH)
    values = [value for record in records if (value := getattr(record, name)) is not None]
    texts = [f"{round(value, _DECIMALS):.15g} " if isinstance(value, float) else str(value) for value in values]
    header = for_header(translation, field.label, _NUMBER_WIDTH)
    header = _for_lines(translation.text(field.label), _header_lines(table), header)
    least = for_choices(translation, field, header)
    chosen = _CHOSEN_WIDTH if table.is_reference else _SHORT_CHOSEN_WIDTH
    if field.kind == "name":
        own = _NAME_WIDTH if name != CASE else _CASE_WIDTH
        least = max(least, own) if not field.may_be_blank else chosen if name in table.choices else least
    beside = 1 + INDENT if _wraps(field) and table.is_reference else 1
    return max(least, min(_LONGEST_NAME_WIDTH, beside + max(map(len, texts), default=0)))
