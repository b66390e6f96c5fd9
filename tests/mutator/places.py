"""Every place of a workbook's XML that can be changed, by kind: which part, which element, which attribute or text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple
from xml.parsers import expat

from vdi_templates.audit.package import Package
from vdi_templates.audit.pair import INPUT_SHEETS

_PARTS = (
    (re.compile(r"xl/workbook\.xml"), "workbook"),
    (re.compile(r"xl/styles\.xml"), "styles"),
    (re.compile(r"xl/sharedStrings\.xml"), "texts"),
    (re.compile(r"xl/tables/.*\.xml"), "table"),
    (re.compile(r"xl/charts/.*\.xml"), "chart"),
    (re.compile(r"xl/drawings/[^/]*\.xml"), "drawing"),
    (re.compile(r"xl/theme/.*"), "theme"),
    (re.compile(r"\[Content_Types\]\.xml"), "content types"),
    (re.compile(r"(.*/)?_rels/.*"), "links"),
    (re.compile(r"docProps/.*"), "document"),
)
_CELL = re.compile(rb"<c [^>]*?(?:/>|>.*?</c>)", re.DOTALL)
_TAG = re.compile(rb'<[^>"]*(?:"[^"]*"[^>"]*)*>')
_SPACES = ("xmlns", "xml:")


class What(NamedTuple):
    """What stands at a place: the kind of its part, its element behind the one around it, "@attribute" or more."""

    part: str
    element: str
    what: str


class Place(NamedTuple):
    """Bytes of a part: a start tag, the text behind it, or a whole element."""

    part: str
    start: int
    end: int


def kind_of(name: str, sheets: Mapping[str, str]) -> str:
    """What kind of part bears a name; `sheets`: the names of sheets by their parts."""
    if name in sheets:
        return "input sheet" if sheets[name] in INPUT_SHEETS else "sheet"
    return next((kind for pattern, kind in _PARTS if pattern.fullmatch(name)), "")


def places_of(parts: Mapping[str, bytes]) -> dict[What, list[Place]]:
    """All places of a workbook, by what stands there."""
    sheets = {sheet.part: sheet.name for sheet in Package(parts).sheets}
    found: dict[What, list[Place]] = defaultdict(list)
    for name, content in parts.items():
        kind = kind_of(name, sheets)
        if kind:
            _Walk(kind, name, content, found).walk()
    return dict(found)


class _Walk:
    """Through one part, from its first byte to its last."""

    def __init__(self, kind: str, name: str, content: bytes, found: dict[What, list[Place]]) -> None:
        self._kind, self._name, self._content, self._found = kind, name, content, found
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._open: list[tuple[str, int, bool]] = [("", 0, False)]
        self._around = False

    def walk(self) -> None:
        self._parser.Parse(self._content, True)

    def _add(self, element: str, what: str, start: int, end: int) -> None:
        self._found[What(self._kind, element, what)].append(Place(self._name, start, end))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        start = self._parser.CurrentByteIndex
        around = self._open[-1][0].rpartition("/")[2]
        local = tag.rpartition(":")[2]
        element = f"{around}/{self._cell(start) if local == 'c' else local}" if around else local
        if around:
            self._open[-1] = (*self._open[-1][:2], True)
        end = _tag_end(self._content, start)
        for name in attributes:
            if not name.startswith(_SPACES):
                self._add(element, f"@{name}", start, end)
        self._add(element, "tag", start, end)
        self._open.append((element, start, False))

    def _end(self, _tag: str) -> None:
        element, start, has_children = self._open.pop()
        at = self._parser.CurrentByteIndex
        tag_end = _tag_end(self._content, start)
        end = tag_end if at in (start, tag_end) and self._content[tag_end - 2 : tag_end] == b"/>" else 0
        end = end or _tag_end(self._content, at)
        if len(self._open) > 1:
            self._add(element, "element", start, end)
        if not has_children and at > tag_end:
            self._add(element, "text", tag_end, at)

    def _cell(self, start: int) -> str:
        """What a cell holds is part of its kind: few readers miss what stands in a blank one."""
        found = _CELL.match(self._content, start)
        xml = b"" if found is None else found[0]
        if b"<f" in xml:
            return "c (formula)"
        if b"<is>" in xml or b't="s"' in xml:
            return "c (text)"
        return "c (number)" if b"<v>" in xml else "c (blank)"


def _tag_end(content: bytes, start: int) -> int:
    found = _TAG.match(content, start)
    assert found is not None
    return found.end()
