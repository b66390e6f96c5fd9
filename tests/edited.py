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
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.cell import coordinate_to_tuple
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


def uncalculated(parts: Parts) -> None:
    """No formula with its value, as a program leaves a file that does not calculate."""
    for name in parts:
        if name.startswith("xl/worksheets/sheet"):
            parts[name] = re.sub(rb"</f><v[^>]*>[^<]*</v>", b"</f>", parts[name])


def put(parts: Parts, cells: Cells) -> None:
    """Other contents in some cells, which keep their looks."""
    _put(parts, {place: _content(value, "f" if str(value).startswith("=") else "s") for place, value in cells.items()})


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
    cells = [book[sheet].cell(row, column) for sheet, row, column in _changed(held)]
    if any(cell.data_type == "d" for cell in cells):
        raise ValueError("a date needs a format: write it by openpyxl")
    _put(parts, {f"{cell.parent.title}!{cell.coordinate}": _content(cell.value, cell.data_type) for cell in cells})
    path.write_bytes(packed(parts))
    return path


def _values_of(book: Workbook) -> dict[tuple[str, int, int], Any]:
    return {(sheet.title, *place): cell.value for sheet in book.worksheets for place, cell in sheet._cells.items()}


def _changed(held: _Opened) -> list[tuple[str, int, int]]:
    now = _values_of(held.book)
    return [place for place, value in now.items() if value != held.values.get(place)]


def _put(parts: Parts, contents: Mapping[str, str]) -> None:
    of_sheet: dict[str, dict[int, dict[int, str]]] = {}
    for place, content in contents.items():
        sheet, _, cell = place.rpartition("!")
        row, column = coordinate_to_tuple(cell)
        of_sheet.setdefault(sheet, {}).setdefault(row, {})[column] = content
    for sheet, rows in of_sheet.items():
        part = part_of(parts, sheet)
        parts[part] = _with_rows(parts[part].decode(), rows).encode()


def _with_rows(sheet: str, changed: Mapping[int, Mapping[int, str]]) -> str:
    """A sheet with other contents in the cells of some rows, which it may have lacked."""
    sheet = sheet.replace("<sheetData/>", "<sheetData></sheetData>")
    start, end = sheet.index("<sheetData>") + len("<sheetData>"), sheet.index("</sheetData>")
    rows = {int(found[1]): found[0] for found in _ROW.finditer(sheet[start:end])}
    for row, cells in changed.items():
        rows[row] = _with_cells(rows.get(row, f'<row r="{row}"/>'), row, cells)
    return sheet[:start] + "".join(rows[row] for row in sorted(rows)) + sheet[end:]


def _with_cells(xml: str, row: int, contents: Mapping[int, str]) -> str:
    head = xml[: xml.index(">")].removesuffix("/")
    cells = {column_index_from_string(found[1]): found[0] for found in _CELL.finditer(xml)}
    for column, content in contents.items():
        style = re.match(r'<c r="[A-Z]+[0-9]+"( s="[0-9]+")?', cells.get(column, ""))
        cells[column] = f'<c r="{get_column_letter(column)}{row}"{(style and style[1]) or ""}{content}'
    return f"{head}>{''.join(cells[column] for column in sorted(cells))}</row>"


_ROW = re.compile(r'<row r="([0-9]+)"[^>]*?(?:/>|>.*?</row>)', re.DOTALL)
_CELL = re.compile(r'<c r="([A-Z]+)[0-9]+"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)


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
