"""The sheets of the input tables: Users, Drives, RAID, Prices and Bill, each with prepared empty rows."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

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
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.printing import print_side_by_side
from vdi_templates.workbook.sheets.marks import mark_table
from vdi_templates.workbook.tables import InputTable
from vdi_templates.workbook.widths import for_choices, for_header

_NAME_WIDTH, _WIDE_WIDTH, _NUMBER_WIDTH, _CHOSEN_WIDTH = 24, 46, 11, 40
_LONG_TEXT, _WIDEST = 140, 84  # characters beyond which rows would grow too high, and how wide a column is then
_HEADER_POINTS = 32.0
_ROW_POINTS = 15.0
_DECIMALS = 4
_BOLD, _BOLD_LINE_POINTS = 0.9, 14.0


def write_table(book: Book, table: InputTable) -> int:
    """One input sheet: header, rows, empty rows, validations; the last row of the table."""
    records: Sequence[object] = getattr(book.scenario, table.records)
    widths = [_width(book, table, name, records) for name in table.columns]
    ws = book.sheet(table.sheet, table.title, table.subtitle, widths)
    book.master_check(ws)
    for position, field in enumerate(table.columns.values(), start=1):
        put_unit(ws, f"{get_column_letter(position)}{UNIT_ROW}", field.unit, input_format(field))
    last = write_rows(book, table)
    ws.row_dimensions[HEADER_ROW].height = _header_points(table, widths)
    ws.freeze_panes = f"B{FIRST_ROW}"
    print_side_by_side(ws, [_width(book, table, name, ()) for name in table.columns], last)
    return last


def write_rows(book: Book, table: InputTable) -> int:
    """The table itself on its sheet: headers, rows, empty rows, validations; its last row."""
    ws = book.worksheet(table.sheet)
    records: Sequence[object] = getattr(book.scenario, table.records)
    first = table.header_row + 1
    last = table.header_row + table.rows_for(len(records))
    for position, (name, field) in enumerate(table.columns.items(), start=1):
        letter = get_column_letter(position)
        put(ws, f"{letter}{table.header_row}", field.label, "VDI header")
        for row in range(first, last + 1):
            at = row - first
            value = getattr(records[at], name) if at < len(records) else None
            if name == table.of_design and value is not None:
                book.put_design(ws, f"{letter}{row}", value)
            else:
                put_input(ws, f"{letter}{row}", value, field, prose=name in table.wide)
        rule = validation(field, table.choices.get(name))
        if rule is not None:
            rule.add(f"{letter}{first}:{letter}{last}")
            ws.add_data_validation(rule)
    mark_table(book, table, last)
    _shorten(ws, table, first, last)
    wide = {name: _width(book, table, name, records) for name in table.wide}
    for row, record in enumerate(records, start=first):
        lines = max((lines_of(getattr(record, name), width) for name, width in wide.items()), default=1)
        ws.row_dimensions[row].height = max(_ROW_POINTS, lines * LINE_POINTS + 3)
    book.table(ws, table.name, f"A{table.header_row}:{get_column_letter(len(table.columns))}{last}")
    return last


def _shorten(ws: Worksheet, table: InputTable, first: int, last: int) -> None:
    """A number that is a quotient is shown with a few decimals; a whole one has none."""
    fields = enumerate(table.columns.values(), start=1)
    for letter in (get_column_letter(at) for at, field in fields if field.kind == "number" and field.unit != "share"):
        shorten(ws, f"{letter}{first}:{letter}{last}")


def _header_points(table: InputTable, widths: Sequence[float]) -> float:
    """High enough for the headers in bold type, of which no word is cut."""
    lines = (
        len(textwrap.wrap(field.label, max(1, int(width * _BOLD)), break_long_words=False))
        for field, width in zip(table.columns.values(), widths, strict=True)
    )
    return max(_HEADER_POINTS, max(lines) * _BOLD_LINE_POINTS + 4)


def _width(book: Book, table: InputTable, name: str, records: Sequence[object]) -> float:
    """Wide enough for what a column holds; what is longer than a name usually is does not count."""
    field, translation = table.columns[name], book.made.brand.translation
    if name in table.wide:
        longest = max((len(getattr(record, name) or "") for record in records), default=0)
        return _WIDEST if longest > _LONG_TEXT else _WIDE_WIDTH
    values = [value for record in records if (value := getattr(record, name)) is not None]
    texts = [f"{round(value, _DECIMALS):.15g} " if isinstance(value, float) else str(value) for value in values]
    least = for_choices(translation, field, for_header(translation, field.label, _NUMBER_WIDTH))
    if field.kind == "name":
        least = max(least, _NAME_WIDTH) if not field.may_be_blank else _CHOSEN_WIDTH if name in table.choices else least
    return max(least, min(_WIDE_WIDTH, 1 + max(map(len, texts), default=0)))
