"""Workbooks that many tests start from: each is built once, in whichever process, as long as the sources stay.

A shared book is there to be read: that no test changed it is looked at before it goes.
"""

from __future__ import annotations

import hashlib
import shutil
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from openpyxl import Workbook

from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_templates.reading.file import load, refuse_what_cannot_be_read
from vdi_templates.workbook.book import MADE_NOW, Book, Made
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes, write_whole

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".pytest_cache" / "built"
MOST_BOOKS = 10
"""In a process, since each takes about 40 MB."""
MOST_READ = 12
"""Likewise: a command reads the sheets with inputs alone, which take a fifth of that."""


Key: TypeAlias = tuple[Scenario, int, Made]


class Built(NamedTuple):
    book: Book
    digests: dict[str, int]
    places: int

    @property
    def nobody_looked(self) -> bool:
        return _places_in(self.book) == self.places


_books: OrderedDict[Key, Built] = OrderedDict()


def shared_book(scenario: Scenario, columns: int = 0, made: Made = MADE_NOW) -> Book:
    """The workbook of a scenario, to read: a test that changes one builds its own."""
    key = scenario, columns, made
    if key not in _books:
        _share(key, _new(key))
    _books.move_to_end(key)
    return _books[key].book


def build(scenario: Scenario, columns: int = 0, made: Made = MADE_NOW) -> bytes:
    """The file of that workbook, as it is before anybody looks at a cell and so makes a blank one."""
    key = scenario, columns, made

    def written() -> bytes:
        held = _books.get(key)
        book = held.book if held is not None and held.nobody_looked else _new(key)
        content = workbook_bytes(book)
        if key not in _books:
            _share(key, book)
        return content

    return kept(key, written)


def _new(key: Key) -> Book:
    scenario, columns, made = key
    return build_book(size(scenario), columns=columns, made=made)


def _share(key: Key, book: Book) -> None:
    while len(_books) >= MOST_BOOKS:
        _must_be_as_built(*_books.popitem(last=False))
    _books[key] = Built(book, _digests(book), _places_in(book))


def _places_in(book: Book) -> int:
    """How many cells, rows and columns it has: who looks at one that is not there makes it."""
    return sum(
        len(places)
        for sheet in book.workbook.worksheets
        for places in (sheet._cells, sheet.row_dimensions, sheet.column_dimensions)
    )


def kept(key: object, make: Callable[[], bytes]) -> bytes:
    """What is made once as long as the sources stay, by what it is made of."""
    file = _folder() / hashlib.sha256(repr(key).encode()).hexdigest()
    if not file.is_file():
        write_whole(file, make(), force=True)
    return file.read_bytes()


def file_of(book: Book) -> bytes:
    """The file of a workbook, be it a shared one or a test's own."""
    shared = (key for key, built in _books.items() if built.book is book)
    return build(*key) if (key := next(shared, None)) else workbook_bytes(book)


class Remembered:
    """What the commands build, kept for the next one that builds of the very same: as pure a function as there is.

    And what they read, by the contents of the file: of a file that a test edited they read it anew.
    """

    def __init__(self) -> None:
        self._books: OrderedDict[object, Book] = OrderedDict()
        self._files: dict[tuple[int, str], bytes] = {}
        self._read: OrderedDict[tuple[bytes, bool, object], Read] = OrderedDict()
        self._looked_through: set[bytes] = set()

    def build_book(self, sizing: Sizing, *how: Any, **said: Any) -> Book:
        key = sizing.scenario, repr(how), repr(said)
        if key not in self._books:
            while len(self._books) >= MOST_BOOKS:
                _, book = self._books.popitem(last=False)
                self._files = {of: content for of, content in self._files.items() if of[0] != id(book)}
            self._books[key] = build_book(sizing, *how, **said)
        self._books.move_to_end(key)
        return self._books[key]

    def workbook_bytes(self, book: Book, title: str = "") -> bytes:
        if all(each is not book for each in self._books.values()):
            return workbook_bytes(book, title)
        key = id(book), title
        if key not in self._files:
            self._files[key] = workbook_bytes(book, title)
        return self._files[key]

    def load(self, path: Path, *, values: bool, only: Collection[str] | None = None) -> Workbook:
        key = _digest_of(path), values, None if only is None else frozenset(only)
        if key not in self._read:
            while len(self._read) >= MOST_READ:
                self._read.popitem(last=False)[1].must_be_as_read()
            self._read[key] = Read.of(load(path, values=values, only=only))
        self._read.move_to_end(key)
        return self._read[key].workbook

    def refuse_what_cannot_be_read(self, path: Path) -> None:
        content = _digest_of(path)
        if content not in self._looked_through:
            refuse_what_cannot_be_read(path)
            self._looked_through.add(content)

    def must_be_as_read(self) -> None:
        """Raise an AssertionError where a command changed a workbook that it read."""
        for each in self._read.values():
            each.must_be_as_read()


class Read(NamedTuple):
    """A workbook as openpyxl read it, and what stood in its cells then."""

    workbook: Workbook
    values: int

    @classmethod
    def of(cls, workbook: Workbook) -> Read:
        return cls(workbook, _values_in(workbook))

    def must_be_as_read(self) -> None:
        assert _values_in(self.workbook) == self.values, "a command changed a workbook that it read"


def _values_in(workbook: Workbook) -> int:
    """Of all that stands in cells; who looks at a cell makes a blank one."""
    return hash(tuple((sheet.title, _contents(sheet)) for sheet in workbook.worksheets))


def _digest_of(path: Path) -> bytes:
    """Of the contents of a file; what is no file, or cannot be opened, never passes the first look."""
    try:
        return hashlib.sha256(path.read_bytes() if path.is_file() else b"").digest()
    except OSError:
        return b""


def must_be_as_built() -> None:
    """Raise an AssertionError where a test changed a workbook that is shared."""
    while _books:
        _must_be_as_built(*_books.popitem())


def _must_be_as_built(key: Key, built: Built) -> None:
    names, now = ", ".join(design.name for design in key[0].designs), _digests(built.book)
    changed = [sheet for sheet in now if now[sheet] != built.digests.get(sheet)]
    assert changed == [], f"a test changed the shared workbook with the designs {names}"


def _digests(book: Book) -> dict[str, int]:
    """By sheet, of all that stands in cells, and of the values of formulas; who looks at a cell makes a blank one."""
    return {
        sheet.title: hash((_contents(sheet), *_of_formulas(book.cached.get(sheet.title, {}))))
        for sheet in book.workbook.worksheets
    }


def _contents(sheet: Any) -> tuple[object, ...]:
    """What stands in its cells; with its kind, since 1 is equal to 1.0 and to TRUE."""
    return tuple(
        (place, type(value), value)
        for place, cell in sheet._cells.items()
        if (value := getattr(cell, "_value", None)) is not None
    )


def _of_formulas(cached: Mapping[str, object]) -> Iterator[object]:
    return ((place, type(value), value) for place, value in cached.items())


@cache
def _folder() -> Path:
    """Where the files stand that the sources of now make; those of other sources are removed."""
    digest = hashlib.sha256()
    for file in sorted(file for room in ("pylib", "templates", "addin") for file in (ROOT / room).rglob("*.[pc][ys]*")):
        if file.suffix in (".py", ".csv"):
            digest.update(file.read_bytes())
    folder = KEPT / digest.hexdigest()
    for other in KEPT.glob("*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
