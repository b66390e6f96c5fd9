"""What `vdi-sizing check` says of a workbook with one part changed: what stays as it was is read once."""

from __future__ import annotations

import io
import shutil
import tempfile
import weakref
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from openpyxl import Workbook

import vdi_templates.audit.as_made
import vdi_templates.audit.check
import vdi_templates.audit.compare
import vdi_templates.reading.cells
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_templates.audit.as_made import as_made
from vdi_templates.audit.check import audit
from vdi_templates.audit.compare import _counts
from vdi_templates.audit.finding import Finding, Level
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.audit.package import Package, SheetEntry, made_parts
from vdi_templates.audit.pair import Pair
from vdi_templates.audit.sheet import Sheet, read_sheet
from vdi_templates.audit.styles import Styles
from vdi_templates.reading.file import damaged, load
from vdi_templates.reading.limits import look_through
from vdi_templates.reading.reader import _INPUT_SHEETS, Reader
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes

_STYLES, _TEXTS = "xl/styles.xml", "xl/sharedStrings.xml"
_NOT_READ_AS_INPUTS = ("xl/charts/", "xl/drawings/", "xl/theme/")
_DRAWN = ("xl/charts/", "xl/drawings/")
_SAYS_NOTHING_OF = {
    "compare_cells": (_STYLES, *_DRAWN), "compare_looks": _DRAWN, "compare_rules": _DRAWN, "compare_frame": _DRAWN,
    "compare_printed": (_STYLES, *_DRAWN), "compare_tables": (_STYLES, *_DRAWN),
}  # fmt: skip
"""Of each aspect of a sheet, the parts beside the sheet that do not change it."""
_SHOW_HOW_IT_WAS_MADE = ("Comparison", "Report", "Sensitivity")


class Said(Enum):
    """What came of a mutation."""

    FOUND = "found"
    """The command ends with a status above 0: a finding at a level above "to know", or the file is refused."""
    TOLD = "told"
    """It says so in a line: something to know, or an input that moved."""
    PASSED = "not found"
    CRASHED = "crashed"


class Verdict(NamedTuple):
    """What an audit said of one mutation."""

    said: Said
    line: str


class _ReadOnce(Reader):
    """A file that is not read anew, as long as no part is changed that inputs are read from."""

    def left_blank(self) -> frozenset[tuple[str, int, str]]:
        return self._left_blank

    def baseline(self, scenario: Scenario) -> Baseline | None:
        return self._baseline

    @cached_property
    def _left_blank(self) -> frozenset[tuple[str, int, str]]:
        return super().left_blank()

    @cached_property
    def _baseline(self) -> Baseline | None:
        return super().baseline(self.scenario())


class Judge:
    """Audits of one workbook, each with another part; within `at_work`."""

    def __init__(self, parts: dict[str, bytes]) -> None:
        self.parts = parts
        folder = tempfile.mkdtemp(prefix="mutator")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._path = Path(folder, "odd.xlsx")
        self._write(parts)
        self._package_before = Package(parts)
        self._sheets = {entry.part: entry.name for entry in self._package_before.sheets}
        self._reader = _ReadOnce(self._path, inputs_only=True)
        self._made = as_made(self._package_before)
        self._loaded = {values: load(self._path, values=values, only=_INPUT_SHEETS) for values in (False, True)}
        self._built: dict[object, tuple[Book, bytes]] = {}
        self._packages: dict[int, Package] = {}
        self._read: dict[tuple[bool, str], Sheet] = {}
        self._known: dict[tuple[str, str], list[Finding]] = {}
        self._counted: dict[int, tuple[int, int, int]] = {}
        self._found: dict[str, bytes] = {}
        self._part = ""

    def verdict(self, part: str, content: bytes) -> Verdict:
        """What is said of the workbook with another content of a part."""
        self._part, self._found = part, {**self.parts, part: content}
        try:
            audited = audit(self._path)
        except InputError as error:
            return Verdict(Said.FOUND, f"refused: {error}")
        except Exception as error:  # whatever it stumbles over: nothing may
            return Verdict(Said.CRASHED, f"{type(error).__name__}: {error}")
        findings = audited.findings
        above = [finding for finding in findings if finding.level is not Level.NOTED]
        if above:
            return Verdict(Said.FOUND, f"{above[0].level.name}: {above[0]}")
        more = [line for line in map(str, [*findings, *audited.notes]) if line not in self._before]
        if more:
            return Verdict(Said.TOLD, "; ".join(more))
        if audited.baseline is not None:
            moves = moved_inputs(audited.baseline.scenario, audited.sizing.scenario)
            if moves:
                return Verdict(Said.TOLD, moves[0].words)
        return Verdict(Said.PASSED, "")

    @cached_property
    def _before(self) -> list[str]:
        """What there is to know of the workbook as it is."""
        part, found = self._part, self._found
        self._part, self._found = "docProps/app.xml", self.parts
        audited = audit(self._path)
        self._part, self._found = part, found
        return [str(line) for line in (*audited.findings, *audited.notes)]

    def _write(self, parts: dict[str, bytes]) -> None:
        with zipfile.ZipFile(self._path, "w", zipfile.ZIP_STORED) as archive:
            for name, content in parts.items():
                archive.writestr(name, content)

    @contextmanager
    def at_work(self) -> Iterator[Judge]:
        """While audits of this process remember what they read and built before."""
        with pytest.MonkeyPatch.context() as patch:
            check, compare = vars(vdi_templates.audit.check), vars(vdi_templates.audit.compare)
            known: dict[str, Callable[..., Any]] = {
                "Reader": self._reader_of, "size": self._size, "build_book": self._build, "as_made": self._as_made,
                "workbook_bytes": self._bytes_of, "made_parts": self._made_parts, "Package": self._package,
                "ZipParts": lambda _: self._found, "_sha256": lambda _: "",
            }  # fmt: skip
            for name, function in known.items():
                patch.setitem(check, name, function)
            patch.setitem(compare, "read_sheet", self._read_sheet)
            for aspect in _SAYS_NOTHING_OF:
                patch.setitem(compare, aspect, self._known_of(aspect, compare[aspect]))
            patch.setitem(compare, "_counts", self._counts)
            patch.setitem(vars(vdi_templates.audit.as_made), "read_sheet", self._read_sheet)
            patch.setitem(vars(vdi_templates.reading.cells), "refuse_what_cannot_be_read", lambda _: None)
            patch.setitem(vars(vdi_templates.reading.cells), "load", self._load)
            yield self

    # --- the inputs -----------------------------------------------------------------------------------

    def _reader_of(self, path: Path, **how: Any) -> Reader:
        self._look_through()
        is_another_sheet = self._sheets.get(self._part, _INPUT_SHEETS[0]) not in _INPUT_SHEETS
        if is_another_sheet or self._part.startswith(_NOT_READ_AS_INPUTS):
            return self._reader
        self._write(self._found)
        return Reader(path, **how)

    def _look_through(self) -> None:
        """What every command does first, of the part that is not as it was."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for name in {self._part, *(self._sheets if self._part.endswith("workbook.xml.rels") else ())}:
                archive.writestr(name, self._found[name])
            try:
                look_through(archive, lambda name: name == self._part)
            except Exception as error:
                raise damaged(self._path, error) from error

    def _load(self, path: Path, *, values: bool, only: Collection[str]) -> Workbook:
        """The file as openpyxl reads it: of its sheets those alone that another part makes other ones."""
        touched = self._sheets_touched()
        loaded: Any = load(path, values=values, only=only if touched is None else touched)
        before: Any = self._loaded[values]
        if self._part == _STYLES and loaded._date_formats != before._date_formats:
            return load(path, values=values, only=only)
        if touched is not None:
            loaded._sheets = [
                before[sheet.title] if sheet.title in only and sheet.title not in touched else sheet
                for sheet in loaded._sheets
            ]
        book: Workbook = loaded
        return book

    def _sheets_touched(self) -> list[str] | None:
        """The sheets that are read otherwise for the part that is changed; None: perhaps all."""
        if self._part == _STYLES or self._part.startswith("docProps/"):
            return []
        if self._part in self._sheets:
            return [self._sheets[self._part]]
        if self._part.startswith(("xl/tables/", "xl/worksheets/_rels/")):
            return [
                name
                for part, name in self._sheets.items()
                if self._part.endswith(f"/_rels/{part.rpartition('/')[2]}.rels")
                or any(link.target == self._part for link in self._package_before.links(part).values())
            ]
        return None

    def _as_made(self, found: Package) -> Made:
        name = self._sheets.get(self._part)
        if self._part.startswith(("xl/workbook", "xl/_rels", _TEXTS)) or name in _SHOW_HOW_IT_WAS_MADE:
            return as_made(found)
        return self._made

    # --- what is built --------------------------------------------------------------------------------

    def _size(self, scenario: Scenario) -> Sizing:
        first = next(iter(self._built.values()), None)
        return first[0].sizing if first is not None and first[0].sizing.scenario == scenario else size(scenario)

    def _build(self, sizing: Sizing, *how: Any) -> Book:
        key = sizing.scenario, repr(how)
        if key not in self._built:
            for other in list(self._built)[1:]:  # a workbook takes much room
                del self._built[other]
            book = build_book(sizing, *how)
            self._built[key] = book, workbook_bytes(book)
        return self._built[key][0]

    def _bytes_of(self, book: Book) -> bytes:
        return next(content for of, content in self._built.values() if of is book)

    def _made_parts(self, content: bytes) -> dict[str, bytes]:
        if self._is_first(content):
            if not self._packages:
                made = made_parts(content)
                parts = {name: self._as_it_was(name, each) for name, each in made.items()}
                self._packages[id(parts)] = Package(parts)
            return next(iter(self._packages.values())).parts  # type: ignore[return-value]
        return made_parts(content)

    def _as_it_was(self, name: str, content: bytes) -> bytes:
        """The very same bytes, which are compared without being looked at."""
        return self.parts[name] if self.parts.get(name) == content else content

    def _is_first(self, content: bytes) -> bool:
        return next(iter(self._built.values()))[1] is content

    def _package(self, parts: dict[str, bytes]) -> Package:
        return self._packages.get(id(parts)) or Package(parts)

    # --- what is read ---------------------------------------------------------------------------------

    def _read_sheet(self, package: Package, entry: SheetEntry, styles: Styles) -> Sheet:
        """Once for all audits, but for the part that was changed."""
        is_found = package.parts is self._found
        if entry.part == self._part and is_found:
            return read_sheet(package, entry, styles)
        if is_found and self._part == _TEXTS:
            return read_sheet(package, entry, styles)
        if not is_found and package not in self._packages.values():
            return read_sheet(package, entry, styles)
        key = is_found, entry.part
        if key not in self._read:
            self._read[key] = read_sheet(package, entry, styles)
        known = self._read[key]
        return Sheet(entry, package, styles, known.cells, known.rows, known.frame)

    def _counts(self, sheet: bytes) -> tuple[int, int, int]:
        """How much is on a sheet of those that were built first."""
        if all(sheet is not each for package in self._packages.values() for each in package.parts.values()):
            return _counts(sheet)
        if id(sheet) not in self._counted:
            self._counted[id(sheet)] = _counts(sheet)
        return self._counted[id(sheet)]

    def _known_of(self, aspect: str, compare: Callable[..., Iterator[Finding]]) -> Callable[..., Iterator[Finding]]:
        """An aspect of a sheet that the part that is changed says nothing of is compared once."""

        def compared(pair: Pair, *how: Any) -> Iterator[Finding]:
            is_of_others = self._part.startswith(_SAYS_NOTHING_OF[aspect])
            if not is_of_others or pair.expected.package not in self._packages.values():
                return compare(pair, *how)
            key = aspect, pair.name
            if key not in self._known:
                self._known[key] = list(compare(pair, *how))
            return iter(self._known[key])

        return compared
