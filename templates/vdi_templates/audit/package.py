"""The parts of a workbook as they stand in its zip, and where they lead."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_EMPTY: Element = Element("empty")


def made_parts(workbook: bytes) -> dict[str, bytes]:
    """The parts of a workbook that was made here: nobody has to look through them first."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


class ZipParts(Mapping[str, bytes]):
    """The parts of a file, each read when it is asked for; the file's reader has looked through all of them."""

    def __init__(self, file: Path | IO[bytes]) -> None:
        self._archive = zipfile.ZipFile(file)

    def __getitem__(self, name: str) -> bytes:
        return self._archive.read(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._archive.NameToInfo if not name.endswith("/"))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True)
class Link:
    """A relationship: its kind, and the part it leads to, or an address outside."""

    kind: str
    target: str
    outside: bool


@dataclass(frozen=True)
class SheetEntry:
    """A sheet in the workbook's list."""

    name: str
    part: str
    kind: str
    state: str


class Package:
    """A workbook's parts by their names, and what leads from one to another."""

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self.parts = parts
        self._links: dict[str, dict[str, Link]] = {}

    def xml(self, name: str) -> Element:
        """A part as a tree without namespaces; an empty element where there is no such part."""
        return plain_tree(self.parts[name]) if name in self.parts else _EMPTY

    def links(self, name: str) -> dict[str, Link]:
        """What a part leads to, by the relationship's id; read once, since many ask."""
        if name not in self._links:
            self._links[name] = self._links_of(name)
        return self._links[name]

    def _links_of(self, name: str) -> dict[str, Link]:
        folder, base = posixpath.split(name)
        found = {}
        for relation in self.xml(posixpath.join(folder, "_rels", f"{base}.rels")).iter("Relationship"):
            target = unquote(relation.get("Target", ""))
            outside = relation.get("TargetMode") == "External"
            if not outside:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            kind = relation.get("Type", "").rpartition("/")[2]
            found[relation.get("Id", "")] = Link(kind, target, outside)
        return found

    def links_of_kind(self, name: str, kind: str) -> list[Link]:
        """Those of one kind."""
        return [link for link in self.links(name).values() if link.kind == kind]

    @cached_property
    def workbook_part(self) -> str:
        """Where the workbook itself is."""
        links = self.links_of_kind("", "officeDocument")
        return links[0].target if links else "xl/workbook.xml"

    @cached_property
    def workbook(self) -> Element:
        """The workbook's own tree: sheets, names, calculation."""
        return self.xml(self.workbook_part)

    @cached_property
    def sheets(self) -> list[SheetEntry]:
        """The sheets in their order."""
        links = self.links(self.workbook_part)
        found = []
        for sheet in self.workbook.iter("sheet"):
            link = links.get(sheet.get("r:id", ""), Link("", "", outside=False))
            found.append(SheetEntry(sheet.get("name", ""), link.target, link.kind, sheet.get("state", "visible")))
        return found

    @cached_property
    def shared_texts(self) -> list[Element]:
        """The texts that cells refer to by their number."""
        links = self.links_of_kind(self.workbook_part, "sharedStrings")
        return self.xml(links[0].target).findall("si") if links else []


def plain_tree(content: bytes) -> Element:
    """A tree without namespaces; of what is there twice, for old and new programs, that for the new ones."""
    root = ElementTree.fromstring(content)
    for parent in root.iter():
        parent.tag = parent.tag.rpartition("}")[2]
        for name in [name for name in parent.attrib if name.startswith("{")]:
            space, _, local = name[1:].partition("}")
            parent.attrib["r:" + local if space == _RELATIONSHIPS else local] = parent.attrib.pop(name)
        if parent.tag == "AlternateContent":
            for child in [child for child in parent if child.tag.endswith("Fallback")][: len(parent) - 1]:
                parent.remove(child)
    return root


def yes(element: Element | None, attribute: str = "val", *, default: bool = False) -> bool:
    """Whether an attribute says yes."""
    value = None if element is None else element.get(attribute)
    return default if value is None else value in ("1", "true", "on")
