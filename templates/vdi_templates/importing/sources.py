"""Files of others as grids of cells: workbooks, and texts in whatever encoding and with whatever separator."""

from __future__ import annotations

import csv
import io
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from openpyxl.utils.escape import unescape
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.errors import InputError
from vdi_templates.reading.file import load, refuse_what_cannot_be_read
from vdi_templates.reading.limits import MAX_FILE_BYTES, MAX_LIST_CELLS, MAX_LIST_ROWS
from vdi_templates.reading.side_file import content_of, csv_rows
from vdi_templates.reading.streamed import StreamedSheet, sheet_names, streamed

TEXTS = (".csv", ".tsv", ".txt")
WORKBOOKS = (".xlsx", ".xlsm")
ARCHIVE = ".zip"
MAX_MEMBERS = 20
"""Lists of an archive: an assessment has four."""
OF_PROGRAMS = ("~$", ".")
"""How the names of files begin that an open program or a system made."""
_OF_A_MAC = "__MACOSX"
"""The folder that a Mac puts into an archive beside what was packed."""
DIFFERENT_NAMES = "files of different names, since a list is known by the name of its file: rename one of the two"
SEPARATORS = {";": "semicolons", "\t": "tabs", ",": "commas", "|": "vertical bars"}
_MARKED = {
    b"\xef\xbb\xbf": ("utf-8-sig", "UTF-8 with a byte order mark"),
    b"\xff\xfe": ("utf-16", "UTF-16"),
    b"\xfe\xff": ("utf-16", "UTF-16"),
}
_ESCAPE = "_x"
"""What begins a character that a workbook spells by its number."""
_LOOKED_AT = 1000
"""Bytes of a text that say whether it is UTF-16 without a mark."""
ROWS_TO_THE_HEADER = 30

UNUSED = "unused"
"""The kind of a sheet of an export that holds nothing that a workbook needs."""
_EXPORTS = Path(__file__).with_name("exports.csv")
"""The sheets of exports, and what they are about: a new exporter is rows of this table, and of that of headers.

One that is `alone` tells what it is about by itself, also as a file of its own, whatever stands before its name.
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as it stands in a file, and how a workbook shows it."""

    value: Any = None
    number_format: str = ""


_EMPTY = Cell()


@dataclass(frozen=True)
class Grid:
    """The rows of a text file or of one sheet, and how they were read."""

    file: str
    sheet: str
    how: str
    rows: Sequence[Sequence[Cell]]
    hidden: frozenset[int] = frozenset()
    """The rows that a filter or somebody hides."""
    is_hidden: bool = False
    """Whether the sheet itself is hidden, or very hidden, which its owner cannot show by a menu."""

    kind: str = ""
    """What it is about, where the sheets of its workbook say so together."""
    ignored: str = ""
    """A header that says something else in this export than in others."""

    @property
    def name(self) -> str:
        """The file, and the sheet where it has some."""
        return f"{self.file}: {self.sheet}" if self.sheet else self.file

    def place(self, row: int) -> str:
        """How a message names a row, counted from 1 as spreadsheet programs do."""
        return f"{self.name} row {row}"


def kind_by_name(grid: Grid) -> str | None:
    """What a sheet or a file is about, by the name that its program gives it: vInfo, tabvInfo, RVTools_tabvInfo.csv.

    >>> kind_by_name(Grid("RVTools_tabvDisk.csv", "", "", []))
    'disks'
    """
    name = (grid.sheet or Path(grid.file).stem).casefold()
    return next((kind for sheet, kind in _tables().alone.items() if name.endswith(sheet)), None)


def grids_of(path: Path, known_headers: Callable[[Sequence[Cell]], int]) -> list[Grid]:
    """The grids of a file; `known_headers` counts those of a row, which tells one separator from another.

    Raises
    ------
    InputError
        If the file cannot be read, or is of a kind that is not.
    """
    ending = path.suffix.lower()
    if ending in WORKBOOKS:
        return list(_sheets(path))
    if ending in TEXTS:
        return [_text_grid(path, known_headers)]
    if ending == ARCHIVE:
        return _packed(path, known_headers)
    expected = f"a file that ends in {', '.join((*WORKBOOKS, *TEXTS, ARCHIVE))}: save it as one of them"
    raise InputError("file", path.name, expected if path.exists() else "a file or a folder that exists")


# --- archives -----------------------------------------------------------------------------------------


def _packed(path: Path, known_headers: Callable[[Sequence[Cell]], int]) -> list[Grid]:
    """The grids of the lists in an archive, each by the names of both files; what is no list in it is not read.

    Raises
    ------
    InputError
        If it is no archive that can be read, unpacks to more than a file may hold, or holds no list, or two of a name.
    """
    archive_bytes = content_of(path)
    found: list[Grid] = []
    try:
        with zipfile.ZipFile(io.BytesIO(archive_bytes)) as archive, tempfile.TemporaryDirectory() as folder:
            members = [each for each in archive.infolist() if _may_be_a_list(each)]
            if not members:
                expected = f"an archive with a file that ends in {', '.join((*WORKBOOKS, *TEXTS))}"
                raise InputError("file", path.name, expected)
            if len(members) > MAX_MEMBERS or sum(each.file_size for each in members) > MAX_FILE_BYTES:
                expected = f"an archive of at most {MAX_MEMBERS} lists, and of {MAX_FILE_BYTES:,} bytes when unpacked"
                raise InputError("file", path.name, expected)
            for at, (member, name) in enumerate(zip(members, _names(path.name, members), strict=True)):
                unpacked = Path(folder) / str(at) / _inner(member).name
                unpacked.parent.mkdir()
                with archive.open(member) as packed:  # what an archive says of sizes may be wrong
                    unpacked.write_bytes(packed.read(member.file_size))
                found += _grids_of_member(unpacked, name, known_headers)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        expected = f"an archive that can be unpacked without a password ({error})"
        raise InputError("file", path.name, expected) from error
    return found


def _inner(member: zipfile.ZipInfo) -> PurePosixPath:
    """The path of a member in its archive, without what leads out of it."""
    parts = PurePosixPath(member.filename.replace("\\", "/")).parts
    return PurePosixPath(*(each for each in parts if each not in ("/", "..")))


def _may_be_a_list(member: zipfile.ZipInfo) -> bool:
    inner = _inner(member)
    is_read = inner.suffix.lower() in (*WORKBOOKS, *TEXTS) and not member.is_dir()
    return is_read and not inner.name.startswith(OF_PROGRAMS) and _OF_A_MAC not in inner.parts


def _names(archive: str, members: Sequence[zipfile.ZipInfo]) -> list[str]:
    """By which each member is known: the archive and its own name, and the folders where others have that name."""
    paths = [_inner(each) for each in members]
    many = Counter(each.name for each in paths)
    names = [f"{archive}/{each.name if many[each.name] == 1 else each}" for each in paths]
    for name, count in Counter(names).items():
        if count > 1:
            same = (each.filename for each, known in zip(members, names, strict=True) if known == name)
            raise InputError("files", " and ".join(f"{archive}/{each}" for each in same), DIFFERENT_NAMES)
    return names


def _grids_of_member(unpacked: Path, name: str, known_headers: Callable[[Sequence[Cell]], int]) -> list[Grid]:
    """The grids of a file that was unpacked, and what is wrong with it, by the name that it has for a reader."""
    try:
        return [replace(grid, file=name) for grid in grids_of(unpacked, known_headers)]
    except InputError as error:
        value, where = (_renamed(each, unpacked, name) for each in (error.value, error.where))
        is_named = name in f"{value} {where}"
        raise InputError(error.name, value, error.expected, where if is_named else name) from error


def _renamed(said: Any, unpacked: Path, name: str) -> Any:
    """A text in which a file has its name for a reader."""
    if not isinstance(said, str):
        return said
    return said.replace(str(unpacked) if str(unpacked) in said else unpacked.name, name)


# --- workbooks ----------------------------------------------------------------------------------------


def _sheets(path: Path) -> Iterator[Grid]:
    """The sheets of a workbook; of an export those alone that hold what a workbook needs."""
    names = sheet_names(path)
    export, sheets = _known_export(names)
    if not export:
        by_name = ((name, kind_by_name(Grid(path.name, name, "", []))) for name in names)
        sheets = {name: (kind, "") for name, kind in by_name if kind}
    unused = [name for name, (kind, _) in sheets.items() if kind == UNUSED]
    yield from (Grid(path.name, name, export, [], kind=UNUSED) for name in unused)
    if sheets:
        found = streamed(path, sheets.keys() - set(unused))
        yield from (_streamed_grid(path.name, sheet, *sheets[sheet.name]) for sheet in found)
        return
    refuse_what_cannot_be_read(path)
    for ws in load(path, values=True).worksheets:
        hidden = frozenset(row for row, looks in ws.row_dimensions.items() if looks.hidden)
        yield Grid(path.name, ws.title, "workbook", list(_rows(ws)), hidden, ws.sheet_state != "visible")


def _streamed_grid(file: str, sheet: StreamedSheet, kind: str, ignored: str) -> Grid:
    """A sheet of an export; most of its cells hold what others hold too, and are kept once."""
    rows: list[list[Cell]] = []
    known: dict[tuple[type, Any], Cell] = {}
    hidden: list[int] = []
    last_column = filled = 0
    for row in sheet.rows:
        if row.is_hidden:
            hidden.append(row.number)
        if not row.values:
            continue
        last_column, filled = max(last_column, *row.values), filled + 1
        _refuse_far_cells(sheet.name, row.number, last_column)
        _refuse_too_many_rows(f"{file}: {sheet.name}", filled)
        cells = [_EMPTY] * max(row.values)
        for column, value in row.values.items():
            text = unescape(value) if isinstance(value, str) and _ESCAPE in value else value
            cells[column - 1] = known.setdefault((type(text), text), Cell(text))
        rows += [[] for _ in range(row.number - len(rows))]
        rows[row.number - 1] = cells
    return Grid(file, sheet.name, "workbook", rows, frozenset(hidden), sheet.is_hidden, kind, ignored)


def _refuse_far_cells(sheet: str, last_row: int, last_column: int) -> None:
    if last_row * last_column > MAX_LIST_CELLS:
        raise InputError("sheet", sheet, "a list from the first column and row on, without far cells")


def _refuse_too_many_rows(name: str, filled: int) -> None:
    """Stop reading a list that has more rows than are taken, wherever its headers stand."""
    if filled > MAX_LIST_ROWS + ROWS_TO_THE_HEADER:
        expected = f"at most {MAX_LIST_ROWS:,} rows"
        raise InputError("list", f"more than {MAX_LIST_ROWS:,} rows", expected, name)


@dataclass(frozen=True)
class _Tables:
    """What the table of exports says."""

    together: dict[str, dict[str, tuple[str, str]]]
    """Of each export what its sheets are about, and the header that does not count; its first sheet tells it."""
    alone: dict[str, str]
    """What sheets are about that tell it by themselves."""


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    with _EXPORTS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = _Tables({}, {})
    for row in rows:
        sheet = row["sheet"].casefold()
        if row["alone"]:
            found.alone[sheet] = row["kind"]
        else:
            found.together.setdefault(row["export"], {})[sheet] = row["kind"], row["ignored"]
    return found


def _known_export(names: Sequence[str]) -> tuple[str, dict[str, tuple[str, str]]]:
    """Which export has sheets of these names, and what each is about; nothing of another workbook.

    Anybody may use one of the names: an export has its first sheet, and another.

    >>> _known_export(["Details", "VMs", "VM Performance"])
    ('Live Optics', {'Details': ('unused', ''), 'VMs': ('vms', ''), 'VM Performance': ('performance', '')})
    >>> _known_export(["VMs", "prices"])
    ('', {})
    """
    for export, sheets in _tables().together.items():
        here = {name.casefold() for name in names} & sheets.keys()
        if next(iter(sheets)) in here and len(here) > 1:
            return export, {name: sheets.get(name.casefold(), (UNUSED, "")) for name in names}
    return "", {}


def _rows(ws: Worksheet) -> Iterator[list[Cell]]:
    """The rows of a sheet from its first; a sheet says how far it goes, and may say more than it holds."""
    last_row = max((row for row, _ in ws._cells), default=0)
    last_column = max((column for _, column in ws._cells), default=0)
    _refuse_far_cells(ws.title, last_row, last_column)
    for row in range(1, last_row + 1):
        found = (ws._cells.get((row, column)) for column in range(1, last_column + 1))
        yield [_EMPTY if cell is None or cell.value is None else _cell(cell) for cell in found]


def _cell(cell: Any) -> Cell:
    value = unescape(cell.value) if isinstance(cell.value, str) else cell.value
    return Cell(value, cell.number_format)


# --- texts --------------------------------------------------------------------------------------------


def _text_grid(path: Path, known_headers: Callable[[Sequence[Cell]], int]) -> Grid:
    text, encoding = _decoded(content_of(path), path)
    separator, text = _said_separator(text)
    if not separator:
        separator = max(SEPARATORS, key=lambda each: _best_row(text, each, known_headers))
    rows: list[list[Cell]] = []
    known = {"": _EMPTY}
    count = filled = 0
    for row in csv_rows(text, separator, path.name):
        count, filled = count + len(row), filled + any(row)
        if count > MAX_LIST_CELLS:
            expected = f"at most {MAX_LIST_CELLS:,} cells"
            raise InputError("list", f"more than {MAX_LIST_CELLS:,} cells", expected, path.name)
        _refuse_too_many_rows(path.name, filled)
        rows.append([known.get(value) or known.setdefault(value, Cell(value)) for value in row])
    return Grid(path.name, "", f"{encoding}, cells separated by {SEPARATORS.get(separator, repr(separator))}", rows)


def _decoded(content: bytes, path: Path) -> tuple[str, str]:
    """The text and the name of its encoding: what its mark says, else UTF-8 where it is that, else that of Windows."""
    for mark, (codec, name) in _MARKED.items():
        if content.startswith(mark):
            return _as(codec, content, path), name
    start = content[:_LOOKED_AT]
    if 0 in start:
        codec = "utf-16-le" if start[1::2].count(0) >= start[::2].count(0) else "utf-16-be"
        return _as(codec, content, path), "UTF-16 without a byte order mark"
    try:
        return content.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        return _as("cp1252", content, path), "Windows-1252, as it is no UTF-8"


def _as(codec: str, content: bytes, path: Path) -> str:
    try:
        return content.decode(codec)
    except UnicodeDecodeError as error:
        expected = "a text in UTF-8, UTF-16 or Windows-1252: save it as 'CSV UTF-8'"
        raise InputError("file", path.name, expected) from error


def _said_separator(text: str) -> tuple[str, str]:
    """The separator that Excel's first line `sep=;` says, or none; and the text, in which that line is blank."""
    first, end, rest = text.partition("\n")
    said = first.strip().strip('"')
    return (said[4], end + rest) if said.lower().startswith("sep=") and len(said) == 5 else ("", text)


def _best_row(text: str, separator: str, known_headers: Callable[[Sequence[Cell]], int]) -> tuple[int, int]:
    """How many headers the row with most of them has, if cells are separated so; and how many cells."""
    best = (0, 0)
    try:
        for row, _ in zip(csv_rows(text, separator, ""), range(ROWS_TO_THE_HEADER), strict=False):
            best = max(best, (known_headers([Cell(value) for value in row]), len(row)))
    except InputError:
        return (0, 0)
    return best
