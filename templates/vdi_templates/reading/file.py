"""Opening a file as a workbook, or saying why it is none."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from openpyxl import Workbook
from openpyxl.reader.excel import ExcelReader

from vdi_sizing.errors import InputError

_OLE_SIGNATURE = bytes.fromhex("D0CF11E0A1B11AE1")
_OTHER_KINDS = {"content.xml": "an OpenDocument file", "xl/workbook.bin": "a binary workbook (.xlsb)"}
_MAX_UNPACKED_BYTES = 200_000_000
_MAX_RATIO = 200  # of unpacked to packed size; ordinary sheets stay below 30
_EMPTY_SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'
_EMPTY_DRAWING = b'<wsDr xmlns="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>'
_DRAWING = re.compile(r"xl/drawings/\w+\.xml")


@dataclass(frozen=True)
class _Refusal:
    value: str
    expected: str


def refuse_what_is_no_workbook(path: Path) -> None:
    """Refuse a file that no spreadsheet program can open as an .xlsx, and one made to fill the memory.

    Raises
    ------
    InputError
        If the file is missing, encrypted, no zip, or a zip bomb.
    """
    refusal = _refusal(path)
    if refusal is not None:
        raise InputError("file", refusal.value, refusal.expected, str(path))


def _refusal(path: Path) -> _Refusal | None:
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError as error:
        return _Refusal(error.strerror or str(error), "a workbook (.xlsx) that can be opened")
    if start == _OLE_SIGNATURE:
        return _Refusal("encrypted, or an old .xls", "an .xlsx without a password: remove it, or save as .xlsx")
    if not start.startswith(b"PK"):
        return _Refusal("not a workbook", "an .xlsx file")
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, OSError):
        return _Refusal("truncated or damaged", "a whole .xlsx file: copy or download it again")
    return _refusal_of_package(entries)


def _refusal_of_package(entries: list[zipfile.ZipInfo]) -> _Refusal | None:
    for entry in entries:
        if entry.filename in _OTHER_KINDS:
            return _Refusal(_OTHER_KINDS[entry.filename], "an .xlsx file: save it as .xlsx")
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, sum(entry.compress_size for entry in entries))
    if unpacked > _MAX_UNPACKED_BYTES or unpacked / packed > _MAX_RATIO:
        return _Refusal(f"{unpacked} bytes when unpacked", "an ordinary workbook; this looks like a zip bomb")
    return None


class _Package(zipfile.ZipFile):
    """A workbook whose pictures read as empty, and so do some sheets: those that calculate are most of the file."""

    skipped: frozenset[str] = frozenset()

    def open(self, name: Any, *args: Any, **kwargs: Any) -> Any:
        if name in self.skipped:
            return io.BytesIO(_EMPTY_SHEET)
        if _DRAWING.fullmatch(str(name)):
            return io.BytesIO(_EMPTY_DRAWING)
        return super().open(name, *args, **kwargs)


class _Reader(ExcelReader):
    """openpyxl's reader; it keeps to some sheets where it is told which."""

    def __init__(self, file: IO[bytes], *, values: bool, only: Collection[str] | None) -> None:
        super().__init__(file, data_only=values, keep_links=False)
        self._file, self._only = file, only

    def read_worksheets(self) -> None:
        self.archive = _Package(self._file)
        if self._only is not None:
            sheets = self.parser.find_sheets()
            self.archive.skipped = frozenset(part.target for sheet, part in sheets if sheet.name not in self._only)
        super().read_worksheets()


def load(path: Path, *, values: bool, only: Collection[str] | None = None) -> Workbook:
    """The workbook of a file: its formulas or their saved `values`; `only` the sheets of those names hold cells.

    Raises
    ------
    InputError
        If the file is damaged.
    """
    try:
        with path.open("rb") as file:
            reader = _Reader(file, values=values, only=only)
            reader.read()
            return reader.wb
    except Exception as error:  # openpyxl raises whatever it stumbles over in a damaged file
        raise damaged(path, error) from error


def damaged(path: Path, error: Exception) -> InputError:
    """What to raise for a workbook over which its reader stumbled."""
    expected = f"a whole workbook that a spreadsheet program can open ({type(error).__name__})"
    return InputError("file", "damaged", expected, str(path))
