"""A book in another language: what its cells, rules, charts and formats say, as they are written into the file.

The book itself stays in English. What people type is theirs: it is told apart by the look of its cell. A choice from a
list of ours is ours, wherever it was chosen.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from html import unescape
from typing import Any

from openpyxl.utils import get_column_letter, range_boundaries

from vdi_sizing._arrays import total_of
from vdi_templates.languages.translation import ENGLISH, Translation, translation_of
from vdi_templates.workbook.book import LINE_POINTS, Book, CachedValue, lines_of
from vdi_templates.workbook.pieces import said

_LINES = "Sizing"
SOURCES = "Evidence"
"""The sheet with what was published: its EUR stay EUR."""
_OF_PEOPLE = ("VDI input", "VDI baseline", "VDI sheet link")
"""Looks of cells that hold what was typed, or the name of a sheet."""
_TITLE, _AS_TITLE, _HEADING = "A1", " (title)", "VDI heading"
_USUAL_POINTS, _USUAL_SIZE = 15.0, 10
_A1 = re.compile(r"(?:(?:'((?:[^']|'')+)'|([A-Za-z]\w*))!)?(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)")
_COLUMN = re.compile(r"([A-Za-z]\w*)\[([^\[\]#]+)\]")
_MESSAGES = {"errorTitle": 30, "error": 250, "promptTitle": 30, "prompt": 250}
"""What one reads at an input, and how much of it Excel shows."""
_MESSAGE = re.compile(rf' ({"|".join(_MESSAGES)})="([^"]*)"')
_RULE = re.compile(r"<(formula[12]?)>([^<]+)</\1>")
_PAGE = re.compile(r"(<oddFooter>.*?&amp;R)([^<]*)(</oddFooter>)", re.DOTALL)
_DRAWN = re.compile(r"(<(?:a:)?t>|<(?:c:)?tx><(?:c:)?v>)([^<]+)(</)")
"""A text in a drawing, or the name of a series that is no cell's."""
_FORMAT = re.compile(r'(formatCode="|<formatCode>)((?<=")[^"]*|(?<=>)[^<]*)')
_HEADER = re.compile(r'(<tableColumn [^>]*?name=")([^"]*)(")')


class Spoken:
    """What a book says in the language and the currency of its brand."""

    def __init__(self, book: Book, translation: Translation | None = None) -> None:
        self.book = book
        self.translation = translation or book.made.brand.translation
        self._values: dict[tuple[str, str], CachedValue] = {}
        self._referred: dict[tuple[str, str], Sequence[tuple[str, str]]] = {}  # many formulas look at the same cells
        self.undone: list[tuple[str, str]] = []  # the cells whose value is not put together as their formula says

    def of_sheet(self, title: str) -> Translation:
        """What the texts of a sheet are said by."""
        said = self.translation
        if title in self.book.in_english:
            return translation_of(ENGLISH, said.currency)
        return said.in_currency_of_the_sources if title == SOURCES else said

    # --- cells ----------------------------------------------------------------------------------------

    def content(self, ws: Any, cell: Any) -> Any:
        """What stands in a cell: its formula, or what it holds without one."""
        return self.of_sheet(ws.title).formula(cell._value) if cell.data_type == "f" else self.constant(ws, cell)

    @property
    def headline(self) -> str:
        """The title of the report."""
        return self.figure("headline", 0) if _LINES in self.book.cached else self.book.sizing.designs[0].block.headline

    def figure(self, name: str, design: int) -> str:
        """A figure of a design that is a text, as its line says it."""
        sheet, row = self.book.layout.line_rows[name]
        return str(self.value(sheet, f"{self.book.layout.column(design)}{row}"))

    def constant(self, ws: Any, cell: Any) -> Any:
        """What a cell without a formula holds."""
        value = cell._value
        if not isinstance(value, str):
            return value
        if self._is_title(ws, cell):
            return self.title(value)
        return self.of_sheet(ws.title).text(value) if self.is_ours(ws, cell) else value

    def _is_title(self, ws: Any, cell: Any) -> bool:
        """Whether a cell heads what is called as a sheet is: a tab keeps its name, and its page has a title."""
        if cell._value not in self.book.cached or (ws.title, cell.coordinate) in ws.parent.quoted:
            return False
        is_of_page = cell.coordinate == _TITLE and cell._value == ws.title
        return is_of_page or self._looks.get(id(cell._style), "") == _HEADING

    def is_ours(self, ws: Any, cell: Any) -> bool:
        """Whether the house wrote a text, or offered it to choose."""
        place = ws.title, cell.coordinate
        if place in ws.parent.chosen:
            return True
        if cell._value in self.book.cached or place in ws.parent.quoted:
            return False  # the name of a sheet, or what a document says
        return not self._looks.get(id(cell._style), "").startswith(_OF_PEOPLE)

    @cached_property
    def _looks(self) -> dict[int, str]:
        return {id(look): name for (name, _), look in self.book.workbook.looks.items()}

    def values(self, title: str) -> dict[str, CachedValue]:
        """The saved values of a sheet's formulas."""
        spoken = {cell: self.value(title, cell) for cell in self.book.cached[title]}
        return {**spoken, **self.book.linked.get(title, {})}

    def value(self, title: str, cell: str) -> CachedValue:
        """The saved value of a formula."""
        if (title, cell) not in self._values:
            value = (
                self._by_length(title, cell) if (title, cell) in self.book.by_length else self.book.cached[title][cell]
            )
            self._values[title, cell] = self.in_place_of(title, cell, value) if isinstance(value, str) else value
        return self._values[title, cell]

    def _by_length(self, title: str, cell: str) -> str:
        """What is said of a text by how long it is, as it is spoken."""
        of, most, words = self.book.by_length[title, cell]
        return words if len(str(self.value(title, of))) > most else ""

    def in_place_of(self, title: str, cell: str, english: str) -> str:
        """What a formula says where the library says something in English."""
        if not english:
            return english
        formula = self.book.worksheet(title)[cell].value
        text = self.of_sheet(title).in_formula
        spoken = said(formula, english, lambda reference: self._cells(title, reference), text)
        if spoken is None:
            self.undone.append((title, cell))
            return english
        return spoken

    def _cells(self, title: str, reference: str) -> Sequence[tuple[str, str]]:
        """What the cells of a reference say, in English and as they are spoken."""
        key = title, reference
        if key not in self._referred:
            self._referred[key] = self._said_by(title, reference)
        return self._referred[key]

    def _said_by(self, title: str, reference: str) -> Sequence[tuple[str, str]]:
        found = _A1.fullmatch(reference)
        if found is not None:
            sheet = (found[1] or found[2] or title).replace("''", "'")
            return list(self._in_area(sheet, _edges(found[3])))
        columns = [self._of_table(*each) for each in _COLUMN.findall(reference)]
        if not columns:
            return []
        (sheet, *_), edges = columns[0], [each[1] for each in columns]
        area = (min(each[0] for each in edges), edges[0][1], max(each[2] for each in edges), edges[0][3])
        return list(self._in_area(sheet, area))

    def _of_table(self, name: str, header: str) -> tuple[str, Any]:
        """The sheet and the area of a table's column, without its header."""
        for ws in self.book.workbook.worksheets:
            if name in ws.tables:
                left, top, right, bottom = _edges(ws.tables[name].ref)
                cells: Any = ws._cells
                headers = {cells[top, column]._value: column for column in range(left, right + 1)}
                return ws.title, (headers[header], top + 1, headers[header], bottom)
        raise KeyError(name)

    def _in_area(self, sheet: str, area: Any) -> Iterator[tuple[str, str]]:
        left, top, right, bottom = area
        ws: Any = self.book.worksheet(sheet)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                cell = ws._cells.get((row, column))
                yield ("", "") if cell is None or cell._value is None else self._pair(ws, cell)

    def _pair(self, ws: Any, cell: Any) -> tuple[str, str]:
        if cell.data_type == "f":
            linked = self.book.linked.get(ws.title, {}).get(cell.coordinate)
            if linked is not None:
                return linked, linked
            place = cell.coordinate
            return _as_text(self.book.cached[ws.title][place]), _as_text(self.value(ws.title, place))
        return _as_text(cell._value), _as_text(self.constant(ws, cell))

    def said(self, ws: Any, cell: Any) -> str:
        """What a cell says, be it by a formula or without one."""
        return self._pair(ws, cell)[1]

    # --- rows, rules, charts --------------------------------------------------------------------------

    def higher(self, ws: Any) -> dict[int, float]:
        """The heights of the rows whose texts take more lines than they did in English."""
        looks = ws.row_dimensions
        heights: dict[int, float] = {}
        merged = {(each.min_row, each.min_col): each for each in ws.merged_cells.ranges}
        wraps: dict[int, bool] = {}  # cells share their styles, and most wrap nothing
        for (row, column), cell in ws._cells.items():
            style = id(cell._style)
            if style not in wraps:
                wraps[style] = bool(cell.alignment.wrap_text)
            if not wraps[style] or cell._value is None:
                continue
            before, after = self._pair(ws, cell)
            if len(after) <= len(before):
                continue
            if row in looks and (looks[row].hidden or looks[row].fitted):
                continue
            area = merged.get((row, column))
            columns = range(column, (area.max_col if area else column) + 1)
            rows = range(row, (area.max_row if area else row) + 1)
            wide = [ws.column_dimensions[get_column_letter(each)] for each in columns]
            width = total_of(0.0 if each.hidden else each.width for each in wide) * _USUAL_SIZE / cell.font.sz
            had, lines = _lines(before, width), _lines(after, width)
            if had == lines and len(rows) == 1 and row in looks and cell.font.sz < _USUAL_SIZE:
                had = min(had, max(1, int(((looks[row].height or _USUAL_POINTS) - 3) / LINE_POINTS)))
            if width and lines > had:
                others = total_of(looks[each].height or _USUAL_POINTS for each in rows[:-1])
                needed = lines * LINE_POINTS * max(1, cell.font.sz / _USUAL_SIZE) + 3 - others
                if needed > max(heights.get(rows[-1], 0), looks[rows[-1]].height or _USUAL_POINTS):
                    heights[rows[-1]] = needed
        return heights

    def frame(self, title: str, xml: bytes) -> bytes:
        """A sheet around its cells: what may be entered, what is shown when, and what is printed below."""
        tr = self.of_sheet(title)
        text = xml.decode()
        text = _RULE.sub(lambda found: f"<{found[1]}>{_escaped(_rule(tr, unescape(found[2])))}</{found[1]}>", text)
        text = _MESSAGE.sub(
            lambda found: f' {found[1]}="{_escaped(tr.cut(unescape(found[2]), _MESSAGES[found[1]]))}"', text
        )
        text = _PAGE.sub(lambda found: found[1] + _escaped(tr.text(unescape(found[2]))) + found[3], text)
        named = re.compile(rf"(<oddFooter>&amp;L.*?, ){re.escape(title)}(?=&amp;[CR])", re.DOTALL)
        return named.sub(lambda found: found[1] + _escaped(self.title(title)), text, count=1).encode()

    def title(self, sheet: str) -> str:
        """What a sheet is called on paper, where no tab names it: a tab keeps its name."""
        return self.of_sheet(sheet).text(f"{sheet}{_AS_TITLE}")[: -len(_AS_TITLE)]

    def part(self, name: str, content: bytes | str) -> bytes | str:
        """Another part of the file: charts, tables, styles."""
        change = next((change for begins, change in self._parts.items() if name.startswith(begins)), None)
        if change is None:
            return content
        return change(content if isinstance(content, str) else content.decode())

    @cached_property
    def _parts(self) -> Mapping[str, Callable[[str], str]]:
        def in_formats(xml: str) -> str:
            return _FORMAT.sub(
                lambda found: found[1] + _escaped(self.translation.number_format(unescape(found[2]))), xml
            )

        def in_charts(xml: str) -> str:
            return in_formats(_texts_in(_DRAWN, xml, self.translation))

        return {
            "xl/charts/": in_charts,
            "xl/drawings/drawing": in_charts,
            "xl/tables/": lambda xml: _texts_in(_HEADER, xml, self.translation),
            "xl/styles.xml": in_formats,
        }


def spoken_of(book: Book) -> Spoken | None:
    """What a book says; None where it is as the house wrote it."""
    return None if book.made.brand.translation.is_as_written else Spoken(book)


def spoken_alternatives(book: Book) -> dict[tuple[str, str], CachedValue]:
    """What cells may say in place of their values, in the language of the book."""
    spoken = spoken_of(book)
    if spoken is None:
        return book.alternatives
    return {
        (sheet, cell): spoken.in_place_of(sheet, cell, value) if isinstance(value, str) else value
        for (sheet, cell), value in book.alternatives.items()
    }


def _texts_in(pattern: re.Pattern[str], xml: str, translation: Translation) -> str:
    return pattern.sub(lambda found: found[1] + _escaped(translation.text(unescape(found[2]))) + found[3], xml)


def _rule(translation: Translation, rule: str) -> str:
    """The formula of a rule, or the list of what may be chosen."""
    if re.fullmatch(r'"[^"]*"', rule):
        return '"' + ",".join(map(translation.text, rule[1:-1].split(","))) + '"'
    return translation.formula(rule)


def _lines(text: str, width: float) -> int:
    return sum(lines_of(paragraph, max(1, width)) for paragraph in text.split("\n"))


def _edges(reference: str) -> tuple[int, int, int, int]:
    left, top, right, bottom = (edge or 0 for edge in range_boundaries(reference.replace("$", "")))
    return left, top, right, bottom


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _as_text(value: Any) -> str:
    """A value as & writes it."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, (datetime.date, bool)):
        return ""
    return f"{value:.15g}"
