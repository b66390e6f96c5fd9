"""How large a workbook may be: looked up in its XML before anything of it is kept in memory.

A small file can stand for a sheet of 17 billion cells: by the size that its zip says, by a range that is merged,
linked or commented, or by an entity that stands for others. Each part is looked through once, without a copy of it.
How many records the tables of a workbook take is said by `vdi_sizing.scenario.rules`, which writing asks too.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import IO
from urllib.parse import unquote
from xml.parsers import expat

from vdi_templates.reading.coordinates import LAST_COLUMN, LAST_ROW, edges_of, row_and_column, row_number

MAX_FILE_BYTES = 100_000_000
MAX_UNPACKED_BYTES = 200_000_000
MAX_RATIO = 200
"""Of unpacked to packed size; ordinary sheets stay below 30."""
MAX_PARTS = 10_000
MAX_SHEETS = 250
MAX_NAMES = 50_000
"""Defined names: openpyxl takes a second of the processor for so many."""
MAX_LOOKS = 65_000
"""Fonts, fills, borders and formats of cells, each; spreadsheet programs allow 65,490 formats."""
MAX_CELLS = 400_000
"""Of all sheets that are read, blank ones with a style too."""
MAX_ROWS = 200_000
"""Rows and columns that are there without a cell."""
MAX_RANGED_CELLS = 100_000
"""That are merged, linked or commented."""
MAX_ELEMENTS = 1_000_000
"""Of any other part."""
MAX_FIELD = 32_767
"""Characters of a cell of a text file, as spreadsheet programs allow."""
MAX_LIST_ROWS, MAX_LIST_CELLS = 50_000, 2_500_000
"""Of a list that is imported, blank cells too: 25,000 machines in the hundred columns of an export."""
MAX_DEPTH = 100
MAX_TEXT = 1_000_000
"""Characters of one attribute, or between two elements."""

_CHUNK = 1 << 16
_MARKUP = (".xml", ".rels", ".vml")
_LOOKED_AT = 100
"""Bytes of a part of another name, which may hold a sheet all the same."""
_BEFORE_MARKUP = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
"""Byte order marks, halves of UTF-16, and spaces."""
_LOOKS = ("font", "fill", "border", "xf", "dxf", "cellStyle")
_RANGED = ("mergeCell", "hyperlink", "comment")
_STRICT = "http://purl.oclc.org/ooxml/"
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class TooLargeError(Exception):
    """A workbook is larger than this program reads: what it has, and what it may have."""

    def __init__(self, found: str, limit: str) -> None:
        super().__init__(f"{found}; expected {limit}")
        self.found, self.limit = found, limit


class StrictError(Exception):
    """A workbook in the strict variant of the format."""


class MisplacedError(Exception):
    """A row or cell that no sheet has: in which part, behind which row, and what it says of its place."""

    def __init__(self, part: str, row: str, what: str, said: str) -> None:
        super().__init__(f"{part} row {row}: {what} {said!r}")
        self.part, self.row, self.what, self.said = part, row, what, said


def check_sizes(entries: Collection[zipfile.ZipInfo]) -> None:
    """Raise TooLargeError for a zip that is made to fill the memory, by what it says of itself."""
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, sum(entry.compress_size for entry in entries))
    if unpacked > MAX_UNPACKED_BYTES or unpacked / packed > MAX_RATIO:
        raise TooLargeError(f"{unpacked} bytes when unpacked", "an ordinary workbook; this looks like a zip bomb")
    if len(entries) > MAX_PARTS:
        raise TooLargeError(f"a zip of {len(entries)} files", f"at most {MAX_PARTS:,} files in a workbook")
    if any(entry.compress_type not in _PACKED for entry in entries):
        raise TooLargeError("packed in a way of its own", "a workbook as spreadsheet programs pack it: save it again")


@dataclass
class _Counts:
    """What the sheets of a workbook hold."""

    cells: int = 0
    rows: int = 0
    ranged: int = 0
    sheets: int = 0
    names: int = 0
    sheets_led_to: set[str] = field(default_factory=set)
    looks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_LOOKS, 0))
    most_cells: int = MAX_CELLS

    def check(self) -> None:
        for count, most, what in (
            (self.sheets, MAX_SHEETS, "sheets"),
            (self.names, MAX_NAMES, "defined names"),
            (max(self.looks.values()), MAX_LOOKS, "fonts, fills, borders or formats of cells"),
            (self.cells, self.most_cells, "cells"),
            (self.rows, MAX_ROWS, "rows and columns"),
            (self.ranged, MAX_RANGED_CELLS, "merged, linked or commented cells"),
        ):
            if count > most:
                raise TooLargeError(f"more than {most:,} {what}", f"at most {most:,} {what} in a workbook")


def look_through(
    archive: zipfile.ZipFile, is_read: Callable[[str], bool] | None = None, most_cells: int | None = None
) -> None:
    """Look through all parts of a workbook but its pictures, before one of them is read; or through those that are.

    Raises
    ------
    TooLargeError
        If there is more in it than this program reads.
    StrictError
        If it is in the strict variant of the format.
    MisplacedError
        If a row or cell says that it stands where no sheet has one.
    xml.parsers.expat.ExpatError, ValueError, KeyError
        If a part is no XML, or XML that no spreadsheet program writes, or the part of a sheet is not there.
    """
    counts = _Counts(most_cells=MAX_CELLS if most_cells is None else most_cells)
    for name in archive.NameToInfo:
        if is_read is not None and not is_read(name):
            continue
        with archive.open(name) as part:
            if name.endswith(_MARKUP) or part.read(_LOOKED_AT).lstrip(_BEFORE_MARKUP).startswith(b"<"):
                part.seek(0)
                _Part(name, counts).look_through(part)
    for target in counts.sheets_led_to:
        archive.getinfo(target)  # a KeyError where a sheet is listed, and not there


class _Part:
    """One part while it is looked through."""

    def __init__(self, name: str, counts: _Counts) -> None:
        self._name, self._counts = name, counts
        self._elements = self._depth = 0
        self._row_said = "1"
        self._parser = parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._refuse_entity
        self._handlers: dict[str, Callable[[str, dict[str, str]], None]] = {
            "c": self._cell,
            "row": self._row,
            "col": self._column,
            "sheet": self._sheet,
            "definedName": self._defined_name,
            "Relationship": self._link,
            **dict.fromkeys(_RANGED, self._range),
            **dict.fromkeys(_LOOKS, self._look),
        }

    def look_through(self, part: IO[bytes]) -> None:
        at = 0
        while chunk := part.read(_CHUNK):
            before = self._elements
            self._parser.Parse(chunk, False)
            at = 0 if self._elements > before else at + len(chunk)
            if at > MAX_TEXT:
                raise TooLargeError(f"a text of more than {MAX_TEXT:,} characters in {self._name}", "shorter texts")
        self._parser.Parse(b"", True)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        self._depth += 1
        if self._elements == 1 and any(value.startswith(_STRICT) for value in attributes.values()):
            raise StrictError(self._name)
        if self._depth > MAX_DEPTH:
            raise TooLargeError(f"more than {MAX_DEPTH} elements in each other in {self._name}", "a flatter file")
        local_name = tag if ":" not in tag else tag.rpartition(":")[2]
        handler = self._handlers.get(local_name)
        if handler is not None:
            handler(local_name, attributes)
        elif self._elements > MAX_ELEMENTS + 3 * self._counts.cells:
            raise TooLargeError(f"more than {MAX_ELEMENTS:,} elements in {self._name}", "a smaller file")

    def _end(self, tag: str) -> None:
        self._depth -= 1

    def _cell(self, _tag: str, attributes: dict[str, str]) -> None:
        self._counts.cells += 1
        if not self._counts.cells % 1000:
            self._counts.check()
        if "r" in attributes:
            self._refuse_misplaced(row_and_column, "cell", attributes["r"])

    def _row(self, _tag: str, attributes: dict[str, str]) -> None:
        self._column(_tag, attributes)
        if "r" in attributes:
            self._refuse_misplaced(row_number, "row", attributes["r"])
            self._row_said = attributes["r"]

    def _column(self, _tag: str, _attributes: dict[str, str]) -> None:
        self._counts.rows += 1
        if not self._counts.rows % 1000:
            self._counts.check()

    def _sheet(self, _tag: str, _attributes: dict[str, str]) -> None:
        self._counts.sheets += 1
        self._counts.check()

    def _defined_name(self, _tag: str, _attributes: dict[str, str]) -> None:
        self._counts.names += 1
        if not self._counts.names % 1000:
            self._counts.check()

    def _link(self, _tag: str, attributes: dict[str, str]) -> None:
        if attributes.get("Type", "").endswith("/worksheet") and attributes.get("TargetMode") != "External":
            folder = posixpath.dirname(posixpath.dirname(self._name))
            target = posixpath.join("/", folder, unquote(attributes.get("Target", "")))
            self._counts.sheets_led_to.add(posixpath.normpath(target).lstrip("/"))

    def _look(self, tag: str, _attributes: dict[str, str]) -> None:
        self._counts.looks[tag] += 1
        if not self._counts.looks[tag] % 1000:
            self._counts.check()

    def _range(self, _tag: str, attributes: dict[str, str]) -> None:
        self._counts.ranged += _cells_of(attributes.get("ref", ""))
        self._counts.check()

    def _refuse_misplaced(self, parse: Callable[[str], object], what: str, said: str) -> None:
        try:
            parse(said)
        except ValueError as error:
            raise MisplacedError(self._name, self._row_said, what, said) from error

    @staticmethod
    def _refuse_entity(*_declared: object) -> None:
        raise ValueError("an XML entity is declared")


def _cells_of(ref: str) -> int:
    """How many cells a reference stands for; what is none counts as a whole sheet.

    >>> _cells_of("A1:B3")
    6
    """
    try:
        left, top, right, bottom = edges_of(ref)
    except ValueError:
        return LAST_COLUMN * LAST_ROW
    return (right - left + 1) * (bottom - top + 1)
