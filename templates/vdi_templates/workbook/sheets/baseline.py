"""The Baseline sheet: the inputs as they were when the file was made, as values, and their hashes."""

from __future__ import annotations

import datetime
from typing import Any

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

import vdi_sizing
from vdi_sizing.inputs import Input
from vdi_templates.workbook.baseline import (
    CANONICAL,
    FIRST_BLOCK_ROW,
    LABEL_COLUMN,
    MOVED_ROWS,
    NOT_MOVED,
    SHEET,
    Block,
)
from vdi_templates.workbook.book import Book, fit_row, input_format, note_choice, put, put_text
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.printing import FIRST_PAGE_ALONE, print_first_page
from vdi_templates.workbook.styles import DATE_FORMAT
from vdi_templates.workbook.widths import for_header

_WIDTHS = [24, 40, *[11] * 22]
_DECIMALS, _QUOTIENT = 4, "#,##0.0000"
INPUTS_HASH_ROW, PRICES_HASH_ROW, CANONICAL_ROWS = HEADER_ROW + 2, HEADER_ROW + 3, (HEADER_ROW + 4, HEADER_ROW + 5)
MOVED_ROW = CANONICAL_ROWS[-1] + 1
_GUARD = (
    "A baseline says what was entered when this file was made. The hashes find a slip in it, not somebody who works "
    "out new ones: a guard against accidents, and no seal."
)


def write_baseline(book: Book) -> None:
    """The sheet with the inputs that the file was made with: compare and new write it, and no input moves it."""
    ws = book.sheet(
        SHEET, SHEET, f"The inputs as they were when this file was made, as values. {FIRST_PAGE_ALONE}", _WIDTHS
    )
    book.master_check(ws)
    baseline = book.baseline
    _write_head(book, ws)
    for block in baseline.blocks:
        row = baseline.first_rows[block.name]
        assert row > FIRST_BLOCK_ROW
        _write_block(ws, row, block)
        book.workbook.quoted.add((ws.title, f"A{row - 1}"))  # the name of a sheet
        if block.is_table:
            _widen(book, ws, block)
        last = get_column_letter(block.value_column - 1 + len(block.headers))
        first = get_column_letter(LABEL_COLUMN)
        book.name(f"baseline_{block.name}", f"{SHEET}!${first}${row}:${last}${row + len(block.values)}")
    print_first_page(book, ws, ws.max_row, len(_WIDTHS))
    ws.freeze_panes = f"A{HEADER_ROW}"
    ws.protection.enable()


def _write_head(book: Book, ws: Worksheet) -> None:
    baseline = book.baseline
    rows: tuple[tuple[str, Any], ...] = (
        ("made by vdi-sizing", vdi_sizing.__version__),
        ("as-of date", baseline.scenario.settings.as_of),
        ("SHA-256 of the inputs", baseline.inputs_hash),
        ("SHA-256 of the prices", baseline.prices_hash),
    )
    for row, (label, value) in enumerate(rows, start=HEADER_ROW):
        put(ws, f"A{row}", label, "VDI label")
        put(ws, f"B{row}", value, "VDI baseline", DATE_FORMAT if isinstance(value, datetime.date) else "@")
    for row, text in zip((*CANONICAL_ROWS, FIRST_BLOCK_ROW - 2), (*CANONICAL, _GUARD), strict=True):
        put(ws, f"A{row}", text, "VDI subtitle")
    book.name("baseline_inputs_hash", f"{SHEET}!$B${INPUTS_HASH_ROW}")
    put(ws, f"A{MOVED_ROW}", "moved since the one before", "VDI label")
    for row, line in enumerate(baseline.moved, start=MOVED_ROW):
        put_text(ws, f"B{row}", line, "VDI label")
        if line != NOT_MOVED:
            book.workbook.quoted.add(
                (ws.title, f"B{row}")
            )  # in the language of the workbook already, with people's words
    book.name("baseline_moved", f"{SHEET}!$B${MOVED_ROW}:$B${MOVED_ROW + MOVED_ROWS - 1}")


def _write_block(ws: Worksheet, row: int, block: Block) -> None:
    """Title, headers, and a row for each of the input sheet: where it stands there, its label, its values."""
    for at in range(1, block.value_column + len(block.headers)):
        put(ws, f"{get_column_letter(at)}{row - 1}", block.sheet if at == 1 else None, "VDI heading")
    put(ws, f"A{row}", "sheet and row", "VDI header left")
    if not block.is_table:
        put(ws, f"B{row}", "input", "VDI header left")
    for at, header in enumerate(block.headers, start=block.value_column):
        put(ws, f"{get_column_letter(at)}{row}", header, "VDI header")
    for offset, values in enumerate(block.values):
        at = row + 1 + offset
        put(ws, f"A{at}", f"{block.sheet}, row {block.first_row + offset}", "VDI unit")
        if not block.is_table:
            style = "VDI label wrapped" if block.keys[offset] else "VDI status"
            put(ws, f"B{at}", block.labels[offset] or None, style)
            fit_row(ws, at, (block.labels[offset], _WIDTHS[LABEL_COLUMN - 1]))
        for column, value in enumerate(values):
            if value is not None:
                _write_value(ws, f"{get_column_letter(block.value_column + column)}{at}", value, block, offset, column)


def _widen(book: Book, ws: Worksheet, block: Block) -> None:
    """No word of a header of ours is cut in two; several tables stand below one another in the same columns."""
    for at, header in enumerate(block.headers, start=block.value_column):
        column = ws.column_dimensions[get_column_letter(at)]
        column.width = for_header(book.made.brand.translation, header, column.width)


def _write_value(ws: Worksheet, cell: str, value: Any, block: Block, row: int, column: int) -> None:
    field = block.field(row, column)
    assert field is not None
    note_choice(ws, cell, value, field)
    if isinstance(value, str):
        put_text(ws, cell, value, "VDI baseline")
    else:
        quotient = isinstance(value, float) and not _is_share(field) and round(value, _DECIMALS) != value
        put(ws, cell, value, "VDI baseline", _QUOTIENT if quotient else input_format(field))


def _is_share(field: Input) -> bool:
    return "%" in input_format(field)
