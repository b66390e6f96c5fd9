"""On Sign-off, live: how many inputs of each sheet are not as in the baseline, and the first of them."""

from __future__ import annotations

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import total_of
from vdi_sizing.words import DASH
from vdi_templates.workbook.baseline import SHEET as BASELINE
from vdi_templates.workbook.baseline import Block
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.moves import ADDED, BLANK, NOT_COMPARABLE, Moved, moves_of
from vdi_templates.workbook.tables import TABLES

_FAR, _PER_ROW = 10_000_000, 100
_TABLES = {table.records: table for table in TABLES}


def write_moves(book: Book, ws: Worksheet, row: int, helper: str) -> int:
    """A row per block of inputs, and their sum; `helper`: a column beside the page; returns the last row."""
    first = row
    for block, found in zip(book.baseline.blocks, moves_of(book), strict=True):
        _write_block(book, ws, row, helper, block, found)
        row += 1
    counts = f"B{first}:B{row - 1}"
    total = total_of(value for at in range(first, row) if isinstance(value := book.cached[ws.title][f"B{at}"], float))
    formula = f'=IF(COUNT({counts})<{row - first},"{NOT_COMPARABLE}",SUM({counts}))'
    book.formula(ws, f"B{row}", formula, total, "VDI total", "0")
    book.alternatives[ws.title, f"B{row}"] = NOT_COMPARABLE
    return row


def _write_block(book: Book, ws: Worksheet, row: int, helper: str, was: Block, found: Moved) -> None:
    position = f"${helper}{row}"
    book.formula(ws, f"B{row}", _count_formula(book, was), float(found.count), "VDI formula", "0")
    place = float(_FAR - found.row * _PER_ROW - found.column) if found.row else 0.0
    book.formula(ws, f"{helper}{row}", _position_formula(book, was, f"B{row}"), place, "VDI unit", "0")
    at = f"ROUNDDOWN(({_FAR}-{position})/{_PER_ROW},0)"
    column = f"({_FAR}-{position}-{_PER_ROW}*{at})"
    header = book.baseline.first_rows[was.name]
    here = f"{BASELINE}!$A$1:${_letter(was, -1)}${header + len(was.values)}"
    what = f"INDEX({here},{header},{column})" if was.is_table else f"INDEX({here},{at},2)"
    cells = _cells(was)
    is_now = f"INDEX({cells},{at}-{header},{column}-{was.value_column - 1})"
    of_design = "" if was.is_table or len(was.headers) == 1 else f'&", column "&INDEX({here},{header},{column})'
    shown = (
        (f"INDEX({here},{at},1){of_design}", f'IF(B{row}>0,"{ADDED}","{DASH}")'),
        (what, f'"{DASH}"'),
        (_or_blank(f"INDEX({here},{at},{column})"), f'"{DASH}"'),
        (_or_blank(is_now), f'"{DASH}"'),
    )
    for letter, (formula, otherwise), value in zip("CDEF", shown, found.words, strict=True):
        known = f"IF({position}>0,{formula},{otherwise})" if was.values else otherwise
        book.formula(ws, f"{letter}{row}", f"={known}", value, "VDI cell line", "@")
    for letter in ("B", helper):
        book.alternatives[ws.title, f"{letter}{row}"] = NOT_COMPARABLE if letter == "B" else 0.0


def _or_blank(cell: str) -> str:
    return f'IF({cell}="","{BLANK}",{cell})'


def _letter(block: Block, at: int) -> str:
    """The letter of one of a block's columns on the sheet Baseline."""
    return get_column_letter(block.value_column + at % len(block.headers))


def _cells(block: Block) -> str:
    """Where the inputs of a block stand: rows of a table may be inserted, and its columns be moved.

    All cells between are named, as an argument of INDEX: a program calculates anew what names the cell that moved.
    """
    if not block.is_table:
        first, last = (get_column_letter(block.first_column + at) for at in (0, len(block.headers) - 1))
        sheet = f"'{block.sheet}'" if " " in block.sheet else block.sheet
        return f"{sheet}!${first}${block.first_row}:${last}${block.first_row + len(block.values) - 1}"
    return _rows_of(block, 1, str(len(block.values)))


def _rows_of(block: Block, first: int, last: str) -> str:
    """Rows of a table, over all its inputs."""
    name, headers = _TABLES[block.name].name, block.headers
    return f"INDEX({name}[[{headers[0]}]:[{headers[-1]}]],{first},1):INDEX({name}[{headers[-1]}],{last})"


def _was(book: Book, block: Block) -> str:
    """Where they stand on the sheet Baseline."""
    row = book.baseline.first_rows[block.name]
    return f"{BASELINE}!${_letter(block, 0)}${row + 1}:${_letter(block, -1)}${row + len(block.values)}"


def _differs(book: Book, block: Block) -> str:
    """1 for each input that is not what it was: a 0 is no blank."""
    now, was = _cells(block), _was(book, block)
    return f'((({now}<>{was})+(({now}="")<>({was}="")))>0)'


def _comparable(block: Block) -> str:
    """Whether a table has the columns and at least the rows that it had."""
    name, headers = _TABLES[block.name].name, block.headers
    columns = f"COLUMNS({name}[[{headers[0]}]:[{headers[-1]}]])={len(headers)}"
    return f"AND({columns},ROWS({name}[{headers[0]}])>={len(block.values)})"


def _count_formula(book: Book, block: Block) -> str:
    found = f"SUMPRODUCT(1*{_differs(book, block)})"
    if not block.is_table:
        return f'=IFERROR({found},"{NOT_COMPARABLE}")'
    count, rows = len(block.values), f"ROWS({_TABLES[block.name].name}[{block.headers[0]}])"
    added = f"IF({rows}>{count},COUNTA({_rows_of(block, count + 1, rows)}),0)"
    if not count:
        return f"={added}"
    return f'=IFERROR(({found}+{added})/{_comparable(block)},"{NOT_COMPARABLE}")'


def _position_formula(book: Book, block: Block, count: str) -> str:
    """Of the first input that differs, on the sheet Baseline: the nearer the larger; 0: none."""
    if not block.values:
        return "=0"
    rows, columns = f"ROW({_was(book, block)})", f"COLUMN({_was(book, block)})"
    nearest = f"SUMPRODUCT(LARGE({_differs(book, block)}*({_FAR}-{_PER_ROW}*{rows}-{columns}),1))"
    return f"=IF(ISNUMBER({count}),{nearest},0)"
