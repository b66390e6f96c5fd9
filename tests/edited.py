"""One edit of a workbook, as somebody's hand would make it: in the XML of its sheet, with all else as it was.

openpyxl writes all parts of a workbook anew, which takes seconds, and seconds more to look through what it wrote.
`edited` says which cells hold what; where cells have to be looked for first, `opened` shows them by openpyxl, and
`saved` writes those alone that were given another value. What openpyxl itself makes of a file is a subject of tests
that call it.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from openpyxl import Workbook, load_workbook
from openpyxl.utils import column_index_from_string
from tests.gate.office import CellValue
from tests.templates.audit.seeding import Parts, Seed, part_of

from vdi_templates.audit.package import made_parts
from vdi_templates.workbook.save import packed

Cells = Mapping[str, CellValue]
"""What cells hold after an edit, by "Sheet!A1": a number, a text, a formula such as "=1/0", or None for a blank one."""
MOST_OPEN = 6


def edited(path: Path, *edits: Cells | Seed) -> Path:
    """The workbook at a path with other contents in some cells, or otherwise edited; the same path."""
    parts = made_parts(path.read_bytes())
    for edit in edits:
        if callable(edit):
            edit(parts)
        else:
            put(parts, edit)
    path.write_bytes(packed(parts))
    return path


def put(parts: Parts, cells: Cells) -> None:
    """Other contents in some cells, which keep their looks."""
    for place, value in cells.items():
        _put(parts, place, _content(value, "f" if str(value).startswith("=") else "s"))


class _Opened(NamedTuple):
    book: Workbook
    content: bytes
    values: dict[tuple[str, int, int], Any]


_opened: OrderedDict[bytes, _Opened] = OrderedDict()


def opened(source: Path | bytes) -> Workbook:
    """A workbook as openpyxl reads it: cells may be given other values, and nothing else of it may be changed."""
    content = source if isinstance(source, bytes) else source.read_bytes()
    key = hashlib.sha256(content).digest()
    if key not in _opened:
        while len(_opened) >= MOST_OPEN:
            _opened.popitem(last=False)
        book = load_workbook(io.BytesIO(content))
        _opened[key] = _Opened(book, content, _values_of(book))
    _opened.move_to_end(key)
    held = _opened[key]
    for sheet, row, column in _changed(held):
        held.book[sheet].cell(row, column).value = held.values.get((sheet, row, column))
    return held.book


def saved(book: Workbook, path: Path) -> Path:
    """Write the workbook that was opened, with its cells as they are now."""
    held = next(each for each in _opened.values() if each.book is book)
    parts = made_parts(held.content)
    for sheet, row, column in _changed(held):
        cell = book[sheet].cell(row, column)
        assert cell.data_type != "d", "a date needs a format: write it by openpyxl"
        _put(parts, f"{sheet}!{cell.coordinate}", _content(cell.value, cell.data_type))
    path.write_bytes(packed(parts))
    return path


def _values_of(book: Workbook) -> dict[tuple[str, int, int], Any]:
    return {(sheet.title, *place): cell.value for sheet in book.worksheets for place, cell in sheet._cells.items()}


def _changed(held: _Opened) -> list[tuple[str, int, int]]:
    now = _values_of(held.book)
    return [place for place, value in now.items() if value != held.values.get(place)]


def _put(parts: Parts, place: str, content: str) -> None:
    title, _, cell = place.rpartition("!")
    part = part_of(parts, title)
    parts[part] = _with_cell(parts[part].decode(), cell, content).encode()


def _with_cell(sheet: str, cell: str, content: str) -> str:
    row = re.sub(r"\D", "", cell)
    if not re.search(rf'<row r="{row}"', sheet):
        sheet = _with_row(sheet, int(row))
    found = re.search(rf'<c r="{cell}"([^>]*?)(/>|>.*?</c>)', sheet, re.DOTALL)
    start, end = found.span() if found else (at := _place_in_row(sheet, cell, row), at)
    style = re.search(r' s="\d+"', found[1]) if found else None
    return f'{sheet[:start]}<c r="{cell}"{style[0] if style else ""}{content}{sheet[end:]}'


def _content(value: Any, kind: str) -> str:
    """The XML of a cell behind its place and looks; the kind is openpyxl's."""
    if value is None:
        return "/>"
    if isinstance(value, bool):
        return f' t="b"><v>{value:d}</v></c>'
    if not isinstance(value, str):
        return f"><v>{value!r}</v></c>"
    if kind == "f":
        return f"><f>{escape(value[1:])}</f></c>"
    if kind == "e":
        return f' t="e"><v>{value}</v></c>'
    return f' t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'


def _with_row(sheet: str, row: int) -> str:
    """A sheet with a row that it lacked."""
    sheet = sheet.replace("<sheetData/>", "<sheetData></sheetData>")
    later = next((found for found in re.finditer(r'<row r="(\d+)"', sheet) if int(found[1]) > row), None)
    at = later.start() if later else sheet.index("</sheetData>")
    return f'{sheet[:at]}<row r="{row}"></row>{sheet[at:]}'


def _place_in_row(sheet: str, cell: str, row: str) -> int:
    """Where a cell goes that its row lacks."""
    found = re.search(rf'<row r="{row}"[^>]*?(/>|>(.*?)</row>)', sheet, re.DOTALL)
    assert found, cell
    assert found[2] is not None, cell
    column = column_index_from_string(cell.removesuffix(row))
    for other in re.finditer(r'<c r="([A-Z]+)\d+"', found[2]):
        if column_index_from_string(other[1]) > column:
            return found.start(2) + other.start()
    return found.end(2)
