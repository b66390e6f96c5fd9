"""Parts of a workbook as trees that can be changed and written again, without what other programs put into them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_XML = "http://www.w3.org/XML/1998/namespace"
_PREFIXES = {OFFICE: "r:", _XML: "xml:"}
_DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_WORKSHEET = (
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr", "sheetProtection",
    "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate", "customSheetViews", "mergeCells",
    "phoneticPr", "conditionalFormatting", "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup",
    "headerFooter", "rowBreaks", "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags",
    "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls",
    "webPublishItems", "tableParts", "extLst",
)  # fmt: skip
"""The elements of a sheet in the order in which they have to stand."""


def bare_tree(content: bytes) -> Element:
    """A part as a tree: its own elements without namespace, relationships as r:id, nothing of other namespaces."""
    root = ElementTree.fromstring(content)
    _bare(root)
    return root


def _bare(parent: Element) -> None:
    parent.tag = parent.tag.removeprefix(f"{{{MAIN}}}")
    for name in [name for name in parent.attrib if name.startswith("{")]:
        space, _, local = name[1:].partition("}")
        value = parent.attrib.pop(name)
        if space in _PREFIXES:
            parent.set(_PREFIXES[space] + local, value)
    for child in list(parent):
        if child.tag.startswith(f"{{{MAIN}}}") and not child.tag.endswith("}extLst"):
            _bare(child)
        else:
            parent.remove(child)


def foreign_tags(content: bytes) -> set[str]:
    """The names of the elements of other namespaces that `bare_tree` leaves out."""
    own = f"{{{MAIN}}}"
    return {element.tag.rpartition("}")[2] for element in _outside(ElementTree.fromstring(content), own)}


def _outside(parent: Element, own: str) -> Iterator[Element]:
    for child in parent:
        if not child.tag.startswith(own):
            yield child
        yield from _outside(child, own)


def written(root: Element) -> bytes:
    """The part of a bare tree."""
    root.set("xmlns", MAIN)
    root.set("xmlns:r", OFFICE)
    content: bytes = ElementTree.tostring(root)
    return _DECLARATION + content


def group_of(sheet: Element, name: str) -> Element:
    """The element of that name of a sheet; a new one in its place, where there is none."""
    found = sheet.find(name)
    return put_in_order(sheet, Element(name)) if found is None else found


def put_in_order(sheet: Element, element: Element) -> Element:
    """Put an element where it has to stand in a sheet."""
    order = _WORKSHEET.index(element.tag)
    before = sum(1 for each in sheet if each.tag in _WORKSHEET and _WORKSHEET.index(each.tag) <= order)
    sheet.insert(before, element)
    return element


def saved_text(cell: Element, text: str) -> None:
    """Give a formula its saved text, with the spaces at its ends."""
    SubElement(cell, "v", {} if text == text.strip() else {"xml:space": "preserve"}).text = text


def text_element(parent: Element, text: str) -> Element:
    """A text as it stands, spaces too."""
    element = SubElement(parent, "t", {"xml:space": "preserve"})
    element.text = text
    return element
