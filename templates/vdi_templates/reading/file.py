"""Opening a file as a workbook, or saying why it is none."""

from __future__ import annotations

import io
import re
import stat
import warnings
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError

from openpyxl import Workbook
from openpyxl.cell.text import Text
from openpyxl.reader.excel import ExcelReader
from openpyxl.xml.constants import SHARED_STRINGS, SHEET_MAIN_NS
from openpyxl.xml.functions import iterparse

from vdi_sizing.errors import InputError
from vdi_templates.reading.limits import (
    MAX_FILE_BYTES,
    MisplacedError,
    StrictError,
    TooLargeError,
    check_sizes,
    look_through,
)

_OLE_SIGNATURE = bytes.fromhex("D0CF11E0A1B11AE1")
_OTHER_KINDS = {"content.xml": "an OpenDocument file", "xl/workbook.bin": "a binary workbook (.xlsb)"}
_EMPTY_SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'
_EMPTY_DRAWING = b'<wsDr xmlns="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>'
_DRAWING = re.compile(r"xl/drawings/\w+\.xml")


OF_A_DAMAGED_FILE = (
    ParseError, ExpatError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, LookupError, ValueError,
    RuntimeError, OSError,
)  # fmt: skip
"""What reading the parts of a workbook stumbles over; one that is encrypted is a RuntimeError, one that would
stand before its file an OSError."""


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
        found = path.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            return _Refusal("a pipe or a device", "a file (.xlsx)")  # reading it might never end
        with path.open("rb") as file:
            start = file.read(8)
    except OSError as error:
        return _refusal_by_system(error)
    if found.st_size > MAX_FILE_BYTES:
        return _Refusal(f"{found.st_size} bytes", f"a workbook of at most {MAX_FILE_BYTES:,} bytes")
    if start == _OLE_SIGNATURE:
        return _Refusal("encrypted, or an old .xls", "an .xlsx without a password: remove it, or save as .xlsx")
    return _refusal_of_package(path) if start.startswith(b"PK") else _Refusal("not a workbook", "an .xlsx file")


def _refusal_by_system(error: OSError) -> _Refusal:
    """Why a system opens no file, in words of ours for what happens every day: its own are in one language."""
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return _Refusal("not there", "a workbook (.xlsx) that exists")
    if isinstance(error, IsADirectoryError):
        return _Refusal("a folder", "a file (.xlsx)")
    if isinstance(error, PermissionError):
        return _Refusal("closed to you", "a workbook (.xlsx) that you may read")
    return _Refusal(error.strerror or str(error), "a workbook (.xlsx) that can be opened")


def _refusal_of_package(path: Path) -> _Refusal | None:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError):
        return _Refusal("truncated or damaged", "a whole .xlsx file: copy or download it again")
    for entry in entries:
        if entry.filename in _OTHER_KINDS:
            return _Refusal(_OTHER_KINDS[entry.filename], "an .xlsx file: save it as .xlsx")
    try:
        check_sizes(entries)
    except TooLargeError as error:
        return _Refusal(error.found, error.limit)
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


class WorkbookReader(ExcelReader):
    """openpyxl's reader; it keeps to some sheets where it is told which."""

    archive: _Package

    def __init__(self, file: IO[bytes], *, values: bool, only: Collection[str] | None) -> None:
        super().__init__(file, data_only=values, keep_links=False)
        self.archive = _Package(file)
        self._only = only

    def read_strings(self) -> None:
        """The texts as they stand in the file; openpyxl takes half of their escapes away."""
        package: Any = self.package
        part = package.find(SHARED_STRINGS)
        if part is not None:
            with self.archive.open(part.PartName[1:]) as file:
                self.shared_strings = list(_texts(file))

    def read_worksheets(self) -> None:
        if self._only is not None:
            sheets = self.parser.find_sheets()
            self.archive.skipped = frozenset(part.target for sheet, part in sheets if sheet.name not in self._only)
        super().read_worksheets()


def _texts(file: IO[bytes]) -> Iterator[str]:
    for _, node in iterparse(file):
        if node.tag == f"{{{SHEET_MAIN_NS}}}si":
            text: Any = Text
            yield text.from_tree(node).content
            node.clear()


def load(path: Path, *, values: bool, only: Collection[str] | None = None) -> Workbook:
    """The workbook of a file: its formulas or their saved `values`; `only` the sheets of those names hold cells.

    Raises
    ------
    InputError
        If the file is damaged, or larger than what is read.
    """
    try:
        with path.open("rb") as file:
            reader = WorkbookReader(file, values=values, only=only)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # openpyxl tells of what it does not keep, which nobody misses
                reader.read()
            return reader.wb
    except MemoryError:
        raise
    except Exception as error:  # openpyxl raises whatever it stumbles over in a damaged file
        raise damaged(path, error) from error


def refuse_what_cannot_be_read(
    path: Path, is_read: Callable[[str], bool] | None = None, *, most_cells: int | None = None
) -> None:
    """Refuse a file that is no workbook, or one with a part over which a reader would stumble: before the work.

    Parameters
    ----------
    path : Path
        The file.
    is_read : callable, optional
        Which of its parts are read; all if none says it.
    most_cells : int, optional
        How many cells they may have, if more or fewer than those of any workbook.

    Raises
    ------
    InputError
        If the file is damaged, or larger than what is read.
    """
    refuse_what_is_no_workbook(path)
    try:
        with zipfile.ZipFile(path) as archive:
            look_through(archive, is_read, most_cells)
    except MemoryError:
        raise
    except TooLargeError as error:
        raise InputError("file", error.found, error.limit, str(path)) from error
    except StrictError as error:
        expected = "an ordinary .xlsx: save it as 'Excel Workbook (*.xlsx)'"
        raise InputError("file", "a Strict Open XML Workbook", expected, str(path)) from error
    except MisplacedError as error:
        where = f"{path}: {_sheet_in(path, error.part)}, at row {error.row}"
        raise InputError(error.what, error.said, "a place that is on a sheet, such as B3 or row 3", where) from error
    except OF_A_DAMAGED_FILE as error:
        raise damaged(path, error) from error


def _sheet_in(path: Path, part: str) -> str:
    """The name of the sheet that a part holds; that of the part where nobody can say it."""
    try:
        with path.open("rb") as file:
            reader = WorkbookReader(file, values=True, only=())
            reader.read_manifest()
            reader.read_workbook()
            return next(str(sheet.name) for sheet, found in reader.parser.find_sheets() if found.target == part)
    except Exception:  # the rest of the file may be damaged too
        return part


def damaged(path: Path, error: Exception) -> InputError:
    """What to raise for a workbook over which its reader stumbled."""
    expected = f"a whole workbook that a spreadsheet program can open ({type(error).__name__})"
    return InputError("file", "damaged", expected, str(path))
