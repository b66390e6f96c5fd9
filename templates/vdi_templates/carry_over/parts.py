"""The parts of the workbook that is written: new ones, what leads to them, and what they hold."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from vdi_templates.audit.package import Link, Package
from vdi_templates.carry_over.trees import OFFICE

_TYPES = "[Content_Types].xml"
_CONTENT = "application/vnd.openxmlformats-officedocument."
_NO_RELATIONS = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
)
_NUMBERED = re.compile(r"(.*?)\d*(\.\w+)")


class Parts:
    """The parts of a workbook, to which others are added."""

    def __init__(self, parts: dict[str, bytes]) -> None:
        self.contents = parts

    @property
    def package(self) -> Package:
        """The workbook as it is now."""
        return Package(self.contents)

    def free_name(self, like: str) -> str:
        """A name like that one that no part has."""
        found = _NUMBERED.fullmatch(like)
        stem, ending = (found[1], found[2]) if found else (like, "")
        number = 1
        taken = {name.casefold() for name in self.contents}
        while f"{stem}{number}{ending}".casefold() in taken:
            number += 1
        return f"{stem}{number}{ending}"

    def add(self, name: str, content: bytes, content_type: str) -> None:
        """A part of its own content type; one that is given for all of its ending has none."""
        self.contents[name] = content
        if content_type:
            entry = f'<Override PartName="/{name}" ContentType={quoteattr(content_type)} />'
            self._into(_TYPES, "</Types>", entry)

    def ending(self, ending: str, content_type: str) -> None:
        """The content type of all parts that end so."""
        if f'Extension="{ending}"' not in self.contents[_TYPES].decode():
            text = self.contents[_TYPES].decode()
            at = text.index("<Default ")
            entry = f'<Default Extension="{ending}" ContentType={quoteattr(content_type)} />'
            self.contents[_TYPES] = (text[:at] + entry + text[at:]).encode()

    def lead(self, source: str, kind: str, target: str, *, number: str = "", outside: bool = False) -> str:
        """A relationship from a part to another, or to an address outside; its id."""
        relations = relations_of(source)
        text = self.contents.setdefault(relations, _NO_RELATIONS).decode()
        count = 1
        while not number or f'"{number}"' in text:
            number = f"rIdKept{count}"
            count += 1
        full = kind if "/" in kind else f"{OFFICE}/{kind}"
        place = quoteattr(target if outside else f"/{target}")
        mode = ' TargetMode="External"' if outside else ""
        entry = f'<Relationship Id="{number}" Type="{full}" Target={place}{mode} />'
        self._into(relations, "</Relationships>", entry)
        return number

    def _into(self, part: str, before: str, entry: str) -> None:
        text = self.contents[part].decode()
        at = text.rindex(before)
        self.contents[part] = (text[:at] + entry + text[at:]).encode()


def relations_of(part: str) -> str:
    """The part that says where a part leads."""
    folder, base = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{base}.rels")


def content_type_of(package: Package, part: str) -> str:
    """The content type of a part of a package."""
    types = package.xml(_TYPES)
    for each in types.iter("Override"):
        if each.get("PartName", "").lstrip("/").casefold() == part.casefold():
            return each.get("ContentType", "")
    ending = part.rpartition(".")[2].casefold()
    for each in types.iter("Default"):
        if each.get("Extension", "").casefold() == ending:
            return each.get("ContentType", "")
    return ""


def full_links(package: Package, part: str) -> Iterator[tuple[str, str, Link]]:
    """Where a part leads: id, kind in full, and the link."""
    kinds = {each.get("Id", ""): each.get("Type", "") for each in package.xml(relations_of(part)).iter("Relationship")}
    for number, link in package.links(part).items():
        yield number, kinds[number], link
