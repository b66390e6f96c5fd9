"""How carried cells look: their styles are added to those of the workbook into which they come."""

from __future__ import annotations

from copy import deepcopy
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from vdi_templates.audit.package import Package
from vdi_templates.carry_over.trees import bare_tree, written
from vdi_templates.workbook.styles import DRAWN, DRAWN_TEXT

_FIRST_OWN_FORMAT = 164
_POINTS = (("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders"))
_GROUPS = (
    "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs", "tableStyles", "colors",
    "extLst",
)  # fmt: skip
_OURS = "VDI "


def styles_part(package: Package) -> str:
    """The part that holds the styles of a workbook."""
    links = package.links_of_kind(package.workbook_part, "styles")
    return links[0].target if links else "xl/styles.xml"


class Looks:
    """The styles of two workbooks: those of one are given numbers in the other."""

    def __init__(self, theirs: Package, ours: Package) -> None:
        self._theirs = _tree(theirs)
        self._ours = _tree(ours)
        self._styles: dict[int, int] = {}
        self._rules: dict[int, int] = {}
        self._codes = {each.get("numFmtId", ""): each.get("formatCode", "") for each in _group(self._theirs, "numFmts")}
        self._names, self._our_names = _names_of_styles(self._theirs), _names_of_styles(self._ours)
        self._known: dict[str, dict[bytes, int]] = {}

    def is_shipped(self, style: int) -> bool:
        """Whether a style of theirs bears a name of ours: whatever a program of ours writes does."""
        return style < len(self._names) and self._names[style].startswith(_OURS)

    def is_drawn(self, style: int) -> bool:
        """Whether a style of ours is that of figures which are drawn with the file: nobody enters them."""
        return style < len(self._our_names) and self._our_names[style] in (DRAWN, DRAWN_TEXT)

    def style(self, number: int) -> int:
        """The number in our workbook of a style of theirs."""
        if number not in self._styles:
            self._styles[number] = self._added_style(number)
        return self._styles[number]

    def rule(self, number: int) -> int:
        """The number in our workbook of a look of their conditional formats."""
        if number not in self._rules:
            theirs = list(_group(self._theirs, "dxfs"))
            self._rules[number] = self._add("dxfs", theirs[number] if number < len(theirs) else Element("dxf"))
        return self._rules[number]

    def part(self) -> bytes:
        """Our styles with what was added."""
        for name in _GROUPS:
            group = self._ours.find(name)
            if group is not None and "count" in group.attrib:
                group.set("count", str(len(group)))
        return written(self._ours)

    def _added_style(self, number: int) -> int:
        theirs = list(_group(self._theirs, "cellXfs"))
        if number >= len(theirs):
            return 0
        xf = deepcopy(theirs[number])
        xf.set("xfId", "0")
        for pointer, group in _POINTS:
            pieces = list(_group(self._theirs, group))
            at = int(xf.get(pointer, "0"))
            xf.set(pointer, str(self._add(group, pieces[at])) if at < len(pieces) else "0")
            xf.set(f"apply{pointer[:1].upper()}{pointer[1:-2]}", "1")
        xf.set("numFmtId", self._number_format(xf.get("numFmtId", "0")))
        xf.set("applyNumberFormat", "1")
        return self._add("cellXfs", xf)

    def _number_format(self, number: str) -> str:
        if int(number) < _FIRST_OWN_FORMAT or number not in self._codes:
            return number
        group = _group(self._ours, "numFmts")
        for each in group:
            if each.get("formatCode") == self._codes[number]:
                return each.get("numFmtId", "0")
        free = max((int(each.get("numFmtId", "0")) for each in group), default=_FIRST_OWN_FORMAT) + 1
        group.append(Element("numFmt", {"numFmtId": str(free), "formatCode": self._codes[number]}))
        return str(free)

    def _add(self, name: str, element: Element) -> int:
        """The number of an element in a group of ours: it is added where there is none like it."""
        group = _group(self._ours, name)
        if name not in self._known:
            self._known[name] = {}
            for at, each in enumerate(group):
                self._known[name].setdefault(_spelled(each), at)
        spelled = _spelled(element)
        if spelled not in self._known[name]:
            self._known[name][spelled] = len(group)
            group.append(deepcopy(element))
        return self._known[name][spelled]


def _tree(package: Package) -> Element:
    part = styles_part(package)
    return bare_tree(package.parts[part]) if part in package.parts else Element("styleSheet")


def _names_of_styles(root: Element) -> list[str]:
    """What each style of cells is called, by its number; "" where it has no name."""
    names = {each.get("xfId", ""): each.get("name", "") for each in _group(root, "cellStyles")}
    return [names.get(xf.get("xfId", "0"), "") for xf in _group(root, "cellXfs")]


def _group(root: Element, name: str) -> Element:
    """A group of styles; an empty one in its place, where there is none."""
    found = root.find(name)
    if found is None:
        found = Element(name)
        before = sum(1 for each in root if each.tag in _GROUPS[: _GROUPS.index(name)])
        root.insert(before, found)
    return found


def _spelled(element: Element) -> bytes:
    return ElementTree.tostring(element).strip()
