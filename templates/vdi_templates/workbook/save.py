"""Writing a workbook: formulas with their values, the same bytes each time, whole or not at all."""

from __future__ import annotations

import datetime
import io
import os
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

from vdi_sizing.errors import InputError
from vdi_templates.workbook.book import Book, CachedValue, Row, cached

_NO_ROWS = b"<sheetData></sheetData>"  # where the rows of a sheet go
_COMPRESSION = 1  # more makes the file little smaller, and takes as long again
_MOMENT = datetime.datetime(1980, 1, 1)


class _Package(zipfile.ZipFile):
    """The .xlsx that is written: the same bytes at any time and on any system."""

    def writestr(  # type: ignore[override]  # openpyxl gives no more than these two
        self, name: str, data: bytes | str
    ) -> None:
        entry = zipfile.ZipInfo(name, _MOMENT.timetuple()[:6])
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.create_system = 0
        super().writestr(entry, data, compresslevel=_COMPRESSION)


class _FrameWriter(WorksheetWriter):
    """A sheet without its rows: openpyxl writes formulas without their values, and numbers a digit too short."""

    def write_rows(self) -> None:
        xf: Any = self.xf.send(True)
        with xf.element("sheetData"):
            pass
        self.xf.send(None)


class _Writer(ExcelWriter):
    """openpyxl's writer, with our rows in its sheets."""

    def __init__(self, book: Book, package: _Package) -> None:
        super().__init__(book.workbook, package)
        self._package, self._cached, self._links = package, book.cached, book.links

    def write_worksheet(self, ws: Any) -> None:
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts = ws._charts
        frame = io.BytesIO()
        writer: Any = _FrameWriter(ws, frame)
        ws._hyperlinks = self._links.get(ws.title, [])
        writer.write()
        rows = "".join(_rows(ws, self._cached[ws.title]))
        filled = f"<sheetData>{rows}</sheetData>".encode()
        self._package.writestr(ws.path[1:], frame.getvalue().replace(_NO_ROWS, filled))
        ws._rels = writer._rels
        self.manifest.append(ws)


def workbook_bytes(book: Book) -> bytes:
    """The finished .xlsx: the same bytes for the same book."""
    properties: Any = book.workbook.properties
    properties.created = properties.modified = _MOMENT
    finished = io.BytesIO()
    with _Package(finished, "w") as package:
        _Writer(book, package).save()
    return finished.getvalue()


def _rows(ws: Any, values: dict[str, CachedValue]) -> Iterator[str]:
    rows: dict[int, list[Any]] = {row: [] for row in ws.row_dimensions}
    for (row, _), cell in sorted(ws._cells.items()):
        rows.setdefault(row, []).append(cell)
    styles: dict[int, int] = {}  # openpyxl looks a style up by its contents; cells share theirs
    for row, cells in sorted(rows.items()):
        yield f'<row r="{row}"{_looks_of_row(ws.row_dimensions.get(row))}>'
        for cell in cells:
            key = id(cell._style)
            if key not in styles:
                styles[key] = cell.style_id
            yield _cell(cell, styles[key], values)
        yield "</row>"


def _looks_of_row(row: Row | None) -> str:
    if row is None:
        return ""
    height = "" if row.height is None else f' ht="{row.height:.16g}" customHeight="1"'
    hidden = ' hidden="1"' if row.hidden else ""
    return hidden + height


def _cell(cell: Any, style: int, values: dict[str, CachedValue]) -> str:
    place = cell.coordinate
    start = f'<c r="{place}" s="{style}"'
    value = cell._value
    if value is None or value == "":
        return f"{start}/>"
    if cell.data_type == "f":
        saved = values[place]
        if isinstance(saved, str):
            return f'{start} t="str"><f>{_escape(value[1:])}</f><v>{_escape(saved)}</v></c>'
        return f"{start}><f>{_escape(value[1:])}</f><v>{saved!r}</v></c>"
    if isinstance(value, str):
        return f'{start} t="inlineStr"><is><t xml:space="preserve">{_escape(value)}</t></is></c>'
    number = cached(value) if isinstance(value, datetime.date) else value
    return f"{start}><v>{number!r}</v></c>"


def _escape(text: str) -> str:
    """A text as it stands in XML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def check_output(path: Path, *, force: bool) -> None:
    """Refuse what cannot be written to, before the work of making what goes there.

    Raises
    ------
    InputError
        If the file exists and `force` is not given, or there is no folder for it that can be written to.
    """
    exists = os.path.exists(path)  # Path.exists raises where a folder may not be looked into
    if exists and not path.is_file():
        raise InputError("output", str(path), "a file that can be written: this is a folder or a device")
    if exists and not force:
        raise InputError("output", str(path), "a file that does not exist yet, or --force to replace it")
    if not os.path.isdir(path.parent) or not os.access(path.parent, os.W_OK):
        raise InputError("output", str(path), "a file in a folder that exists and can be written to")


def write_whole(path: Path, content: bytes, *, force: bool) -> None:
    """Write a file through a temporary one beside it: whole, or not at all.

    Raises
    ------
    InputError
        If the file exists and `force` is not given, or it cannot be written.
    """
    check_output(path, force=force)
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = Path(file.name)
            file.write(content)
        temporary.chmod(0o666 & ~_umask())
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError("read-only")
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        expected = "a file that can be written: close it where it is open, or choose another"
        raise InputError("output", str(path), f"{expected} ({error.strerror or error})") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
