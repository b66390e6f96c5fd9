"""Writing a workbook: formulas with their values, the same bytes each time, whole or not at all."""

from __future__ import annotations

import io
import os
import re
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from vdi_sizing.errors import InputError
from vdi_templates.book import Book, CachedValue

# openpyxl writes a formula cell without its value: <c r="D5" s="3"><f>…</f><v/></c>
_FORMULA_CELL = re.compile(r'<c r="([A-Z]+\d+)"([^>]*)><f>(.*?)</f><v\s*/></c>', re.DOTALL)
# and a number with 16 digits, one too few for some: formulas would start from another last bit
_FRACTION_CELL = re.compile(r'(<c r="([A-Z]+\d+)"[^>]*><v>)[-\d]*[.e][-+\d.e]+(</v></c>)')
_MODIFIED = re.compile(r"(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)")
_MOMENT = (1980, 1, 1, 0, 0, 0)
_MOMENT_TEXT = "1980-01-01T00:00:00Z"


def workbook_bytes(book: Book) -> bytes:
    """The finished .xlsx: the same bytes for the same book."""
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w", zipfile.ZIP_STORED) as archive:
        ExcelWriter(book.workbook, archive).save()
    finished = io.BytesIO()
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(finished, "w", zipfile.ZIP_DEFLATED) as target:
        for name, part in _parts(source, book):
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            target.writestr(entry, part)
    return finished.getvalue()


def _parts(source: zipfile.ZipFile, book: Book) -> Iterator[tuple[str, bytes]]:
    sheets = {
        f"xl/worksheets/sheet{position}.xml": ws
        for position, ws in enumerate(book.workbook.worksheets, start=1)
    }
    for name in source.namelist():
        part = source.read(name)
        if name in sheets:
            xml = _with_values(part.decode("utf-8"), book.cached[sheets[name].title])
            part = _with_all_digits(xml, sheets[name]).encode("utf-8")
        elif name == "docProps/core.xml":
            part = _MODIFIED.sub(rf"\g<1>{_MOMENT_TEXT}\2", part.decode("utf-8")).encode("utf-8")
        yield name, part


def _with_values(sheet: str, values: dict[str, CachedValue]) -> str:
    def with_value(match: re.Match[str]) -> str:
        cell, attributes, formula = match.groups()
        value = values[cell]
        if isinstance(value, str):
            return f'<c r="{cell}"{attributes} t="str"><f>{formula}</f><v>{escape(value)}</v></c>'
        return f'<c r="{cell}"{attributes}><f>{formula}</f><v>{value!r}</v></c>'

    return _FORMULA_CELL.sub(with_value, sheet)


def _with_all_digits(sheet: str, ws: Worksheet) -> str:
    def with_all_digits(match: re.Match[str]) -> str:
        before, place, after = match.groups()
        cell = ws[place]
        assert isinstance(cell, Cell)
        return f"{before}{cell.value!r}{after}"

    return _FRACTION_CELL.sub(with_all_digits, sheet)


def write_whole(path: Path, content: bytes, *, force: bool) -> None:
    """Write a file through a temporary one beside it: whole, or not at all.

    Raises
    ------
    InputError
        If the file exists and `force` is not given, or it cannot be written.
    """
    if path.exists() and not path.is_file():
        raise InputError("output", str(path), "a file that can be written: this is a folder or a device")
    if path.exists() and not force:
        raise InputError("output", str(path), "a file that does not exist yet, or --force to replace it")
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
        expected = "a file that can be written: close it where it is open, or choose another with -o"
        raise InputError("output", str(path), f"{expected} ({error.strerror or error})") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
