"""One sheet as it stands in the file: cells, rows, columns, and all that stands around them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import from_ISO8601, to_excel
from openpyxl.utils.escape import unescape

from vdi_templates.audit.package import Package, SheetEntry, plain_tree, yes
from vdi_templates.audit.styles import Styles
from vdi_templates.reading.coordinates import row_and_column
from vdi_templates.reading.formulas import filled_down

Value = float | str | bool | None
_MOST_COLUMNS = 1000
"""Of which one looks at the widths; what is shipped has fifty."""


class Cell(NamedTuple):
    """A cell: its formula, its value, its style; `runs` if pieces of its text look different."""

    formula: str | None
    value: Value
    style: int
    has_value: bool = True
    runs: tuple[Element, ...] = ()

    @property
    def filled(self) -> bool:
        """Whether it holds anything."""
        return self.formula is not None or self.value not in (None, "")


class Row(NamedTuple):
    """A row: whether it is hidden or folded, and its height; `fixed` if somebody set it."""

    hidden: bool
    folded: bool
    points: float | None
    fixed: bool = False


@dataclass
class Sheet:
    """A sheet of one workbook."""

    entry: SheetEntry
    package: Package
    styles: Styles
    cells: dict[str, Cell] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    frame: Element = field(default_factory=lambda: Element("worksheet"))

    @property
    def name(self) -> str:
        return self.entry.name

    @cached_property
    def tables(self) -> list[Element]:
        """The tables of the sheet: those that it names, as programs find them."""
        links = self.package.links(self.entry.part)
        named = (links.get(each.get("r:id", "")) for each in self.frame.findall("tableParts/tablePart"))
        return [self.package.xml(link.target) for link in named if link is not None]

    @cached_property
    def columns(self) -> dict[int, tuple[bool, float | None, bool]]:
        """Of each column whether it is hidden, its width, and whether it can be folded: a "+" at the top shows it."""
        found = {}
        for column in self.frame.findall("cols/col")[:_MOST_COLUMNS]:
            width = column.get("width")
            is_folded = int(column.get("outlineLevel", "0")) > 0
            looks = yes(column, "hidden"), None if width is None else float(width), is_folded
            for at in range(int(column.get("min", "1")), min(int(column.get("max", "1")), _MOST_COLUMNS) + 1):
                found[at] = looks
        return found

    def column_filled(self, column: int) -> bool:
        """Whether a column holds anything."""
        return column in self._filled[0]

    def row_filled(self, row: int) -> bool:
        """Whether a row holds anything."""
        return row in self._filled[1]

    @cached_property
    def _filled(self) -> tuple[set[int], set[int]]:
        places = [row_and_column(place) for place, cell in self.cells.items() if cell.filled]
        return {column for _, column in places}, {row for row, _ in places}


def read_sheet(package: Package, entry: SheetEntry, styles: Styles) -> Sheet:
    """A sheet from its part: the rows one by one, so that a large sheet takes little memory."""
    sheet = Sheet(entry, package, styles)
    if entry.part not in package.parts or entry.kind != "worksheet":
        return sheet
    masters: dict[str, tuple[str, str]] = {}
    texts = _Texts(package.shared_texts)
    row_number = 0
    elements: Any = ElementTree.iterparse(io.BytesIO(package.parts[entry.part]))
    for _, element in elements:
        if element.tag.endswith("}row"):
            row_number = int(element.get("r", row_number + 1))
            sheet.rows[row_number] = _row(element)
            sheet.cells.update(_cells(element, row_number, texts, masters))
            element.clear()
    sheet.frame = plain_tree(ElementTree.tostring(elements.root))
    return sheet


class _Texts(dict[int, tuple[str, tuple[Element, ...]]]):
    """Texts that cells refer to by their number, and the pieces of each that look different."""

    def __init__(self, elements: list[Element]) -> None:
        super().__init__()
        self.elements = elements

    def __missing__(self, number: int) -> tuple[str, tuple[Element, ...]]:
        self[number] = _said(self.elements[number])
        return self[number]


def _said(element: Element) -> tuple[str, tuple[Element, ...]]:
    """The text of a tree without namespaces, and the pieces of it that look different."""
    return rich_text(element), tuple(element.iter("rPr"))


def _row(element: Element) -> Row:
    height = element.get("ht")
    folded = int(element.get("outlineLevel", "0")) > 0
    points = None if height is None else float(height)
    return Row(yes(element, "hidden"), folded, points, yes(element, "customHeight"))


def _cells(
    row: Element, row_number: int, texts: _Texts, masters: dict[str, tuple[str, str]]
) -> Iterator[tuple[str, Cell]]:
    for place, element in placed_cells(row, row_number):
        yield place, _cell(element, place, texts, masters)


def numbered_rows(data: Iterable[Element]) -> Iterator[tuple[Element, int]]:
    """The rows of a sheet with their numbers: one that says none stands below the one before it."""
    number = 0
    for row in data:
        number = int(row.get("r", number + 1))
        yield row, number


def placed_cells(row: Element, number: int) -> Iterator[tuple[str, Element]]:
    """The cells of a row with their places: one that says none stands beside the one before it."""
    column = 0
    for element in row:
        if _local_name(element.tag) != "c":
            continue
        said = element.get("r")
        column = column + 1 if said is None else row_and_column(said)[1]
        yield said or f"{get_column_letter(column)}{number}", element


_local_name = cache(lambda tag: tag.rpartition("}")[2])
"""The name of an element without its namespace; a sheet has many cells, and few names."""


def _cell(element: Element, place: str, texts: _Texts, masters: dict[str, tuple[str, str]]) -> Cell:
    formula, text, said = None, None, None
    for child in element:
        name = _local_name(child.tag)
        if name == "f":
            formula = _formula(child, place, masters)
        elif name == "v":
            text = child.text or ""
        elif name == "is":
            said = _said_inside(child)
    kind = element.get("t", "n")
    if kind != "inlineStr":
        said = None  # as programs leave out a text of a cell that holds none by its kind
    if kind == "s" and text is not None and int(text) < len(texts.elements):
        said = texts[int(text)]
    style = int(element.get("s", "0"))
    if said is not None:
        return Cell(formula, said[0], style, True, said[1])
    return Cell(formula, _value(kind, text), style, text is not None and (text != "" or kind != "n"))


def _said_inside(element: Element) -> tuple[str, tuple[Element, ...]]:
    """What a cell says that holds its text itself; nearly all hold one piece that looks like the cell."""
    if len(element) == 1 and _local_name(element[0].tag) == "t":
        return unescape(element[0].text or ""), ()
    return _said(plain_tree(ElementTree.tostring(element)))


def rich_text(element: Element) -> str:
    """The text of a cell or comment, without how its pieces look and how they are spoken."""
    pieces = []
    for child in element:
        if child.tag == "t":
            pieces.append(child.text or "")
        elif child.tag == "r":
            pieces += [piece.text or "" for piece in child.findall("t")]
    return unescape("".join(pieces))


_CONVERTED: dict[str, Callable[[str], Value]] = {
    "n": float,
    "b": lambda text: text in ("1", "true"),
    "d": lambda text: float(to_excel(from_ISO8601(text))),  # type: ignore[no-untyped-call]
}


def _value(kind: str, text: str | None) -> Value:
    if text is None or (text == "" and kind == "n"):
        return None
    convert = _CONVERTED.get(kind)
    return convert(text) if convert else unescape(text)


def _formula(element: Element, place: str, masters: dict[str, tuple[str, str]]) -> str | None:
    """A formula in full: programs write one that is filled down only once. What nobody can fill down is its value."""
    text, kind = element.text or "", element.get("t", "normal")
    if kind == "shared":
        number = element.get("si", "")
        if text:
            masters[number] = text, place
        elif number in masters:
            master, origin = masters[number]
            return filled_down(f"={master}", origin, place)
    if kind in ("array", "dataTable"):
        return f"{{={text}}}"
    return f"={text}"
