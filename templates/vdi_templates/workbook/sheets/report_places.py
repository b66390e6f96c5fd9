"""Which design stands at which place of the Report, worked out live beside the page: the answer first, and no gap.

A design that is added, dropped or becomes cheaper takes its place at once. Cards, bars and colours follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.model.figure import in_row
from vdi_sizing.model.formats import BAR, WHOLE
from vdi_sizing.model.names import names_of
from vdi_sizing.model.ranking.page_order import UNPRICED
from vdi_sizing.model.scopes import PurchasePart
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.words import DASH
from vdi_templates.workbook.book import Book, highlight, put
from vdi_templates.workbook.styles import DESIGN_COLORS

PARTS = dict(
    zip(names_of(PurchasePart.bar_of_eur), ("per server, array", "drives", "per user, VM", "once"), strict=True)
)
"""What a bar is stacked of: the figure, and what it is called. Cells below the chart are its legend."""
_HEADING = "Which design stands at which place of this page: the cheapest that can be recommended first. Not printed."
_ROW = 12
"""Of the heading; it hangs on nothing that is typed, so that cards refer to the same cells in each file."""
_PLACE, _NAME, _COLUMN, _ORDER = "K", "L", "M", "N"
_HEADERS = {_PLACE: "place", _NAME: "design", _COLUMN: "column of Designs", _ORDER: "order of that column"}
_BARS = dict(zip(PARTS, "OPQR", strict=True))
_FIRST_ROW, _WIDTH = _ROW + 2, 20
_ORDER_LOOKS = f'[>={10 * UNPRICED:.0f}]"{DASH}";{WHOLE}'
_OF_DESIGN = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Place:
    """A place on the page, from 1, and what stands there; `column`: of the design, from 0, or None where it is free."""

    number: int
    column: int | None
    sized: DesignSizing
    cell: str
    """Where it stands live which column of designs it is, from 1; 0 where the place is free."""

    def picked(self, formula: str) -> str:
        """A formula about a design, of the one that stands here; nothing where none does."""
        of_place = _OF_DESIGN.sub(lambda name: in_row(f"{{all.{name[1]}}}", self.cell), formula)
        return f'IF({self.cell}=0,"",{of_place})'


def places_of(book: Book) -> list[Place]:
    """Each place of the page, as the table says it."""
    used = [column for column, sized in enumerate(book.columns) if not sized.block.stands_in]
    ordered = sorted(used, key=lambda column: (book.columns[column].block.page_order_key, column))
    return [
        Place(
            number=at + 1,
            column=ordered[at] if at < len(ordered) else None,
            sized=book.columns[ordered[at]] if at < len(ordered) else book.sizing.stand_in,
            cell=f"${_COLUMN}${_FIRST_ROW + at}",
        )
        for at in range(book.layout.design_columns)
    ]


def below_places(book: Book) -> int:
    """The first row below the table that is free."""
    return _FIRST_ROW + book.layout.design_columns + 1


def names_and_bars(book: Book) -> tuple[str, dict[str, str]]:
    """The cells of the names and of each part of EUR, place by place."""
    first, last = _FIRST_ROW, _FIRST_ROW + book.layout.design_columns - 1
    cells = {column: f"Report!${column}${first}:${column}${last}" for column in (_NAME, *_BARS.values())}
    return cells[_NAME], {name: cells[column] for name, column in _BARS.items()}


def write_places(book: Book, ws: Worksheet, places: list[Place]) -> None:
    """The table, and in it what the bars are stacked of."""
    put(ws, f"{_PLACE}{_ROW}", _HEADING, "VDI page label")
    headers = {**_HEADERS, **{_BARS[name]: called for name, called in PARTS.items()}}
    for letter, header in headers.items():
        put(ws, f"{letter}{_ROW + 1}", header, "VDI page label")
        ws.column_dimensions[letter].width = _WIDTH
    rows = range(_FIRST_ROW, _FIRST_ROW + len(places))
    orders = f"${_ORDER}${rows[0]}:${_ORDER}${rows[-1]}"
    for at, place in zip(rows, places, strict=True):
        column = place.number  # in the row of a place stands the order of the column with its number
        order = 10 * book.columns[column - 1].block.page_order_key + column
        rank = book.layout.render("{page_order_key}", column - 1, ws.title)
        book.formula(ws, f"{_ORDER}{at}", f"=10*{rank[1:]}+{column}", order, "VDI page value", _ORDER_LOOKS)
        put(ws, f"{_PLACE}{at}", place.number, "VDI page value", WHOLE)
        found = f"=IF({_PLACE}{at}>{{count}},0,MATCH(SMALL({orders},{_PLACE}{at}),{orders},0))"
        count = book.layout.render("SUM({all.in_use})", 0, ws.title)[1:]
        stands = 0 if place.column is None else place.column + 1
        book.formula(ws, f"{_COLUMN}{at}", found.replace("{count}", count), stands, "VDI page value", WHOLE)
        for letter, formula, value, style, looks in _shown(place):
            rendered = book.layout.render(formula, 0, ws.title)
            book.formula(ws, f"{letter}{at}", rendered, "" if place.column is None else value, style, looks)


def _shown(place: Place) -> Iterator[tuple[str, str, str | float, str, str]]:
    """What the table shows of the design at a place: column, formula, value and looks."""
    yield _NAME, place.picked("{name_shown}"), place.sized.design.name, "VDI page value", "@"
    for name, letter in _BARS.items():
        yield letter, place.picked(f"{{{name}}}"), place.sized[name], "VDI page value", BAR


def colour_by_design(ws: Worksheet, cells: str, place: Place, columns: int, *, filled: bool = False) -> None:
    """Give cells the colour of the design that stands at a place."""
    for column, color in enumerate(DESIGN_COLORS[:columns], start=1):
        looks = {"fill": PatternFill("solid", bgColor=color)} if filled else {"font": Font(color=color, bold=True)}
        highlight(ws, cells, f"{place.cell}={column}", **looks)
