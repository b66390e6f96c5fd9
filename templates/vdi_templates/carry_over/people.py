"""What people put into a workbook beside its inputs, sheet by sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from vdi_templates.audit.formulas import agree
from vdi_templates.audit.pair import FREE_SHEETS, INPUT_SHEETS
from vdi_templates.audit.sheet import Cell, Sheet
from vdi_templates.carry_over.comments import Comment, comments_on
from vdi_templates.carry_over.looks import Looks
from vdi_templates.carry_over.places import Grid, place_of
from vdi_templates.reading.coordinates import row_and_column
from vdi_templates.workbook.entries import ENTRY_RANGES, is_entry_cell, was_shipped

_NAME_OF_DESIGN = re.compile(r"='?Designs'?!\$?[A-Z]{1,3}\$?\d+")
_SAME_WIDTH = 1.0
_SAME_HEIGHT = 0.5
"""In points; LibreOffice rounds to a quarter of one."""
_USUAL_WIDTH = 8.43
ENTRY, OWN_COLUMN, BESIDE, INPUT_FORMULA = "entry", "own column", "beside", "input formula"


class Addition(NamedTuple):
    """A cell that somebody filled, and as what."""

    row: int
    column: int
    cell: Cell
    kind: str


@dataclass
class OfSheet:
    """What people put on one of our sheets."""

    grid: Grid
    cells: list[Addition] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    widths: dict[int, float] = field(default_factory=dict)
    heights: dict[int, float] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether it is nothing."""
        return not (self.cells or self.comments or self.widths or self.heights)


def people_on(grid: Grid, looks: Looks, shipped: Sheet | None) -> OfSheet:
    """What people put on a sheet; `shipped` is the same sheet as it was made, where that is known.

    Where it is not, in a workbook of an earlier version, what bears no style of ours is theirs.
    """
    found = OfSheet(grid, comments=list(comments_on(grid.theirs.package, grid.theirs.entry.part)))
    found.cells = list(_cells(grid, looks, shipped))
    found.widths = dict(_widths(grid, shipped))
    if shipped is not None:
        found.heights = dict(_heights(grid.theirs, shipped))
    return found


def _cells(grid: Grid, looks: Looks, shipped: Sheet | None) -> Iterator[Addition]:
    for place, cell in grid.theirs.cells.items():
        if not cell.filled:
            continue
        row, column = row_and_column(place)
        kind = _kind(grid, looks, shipped, row, column, cell)
        if kind:
            yield Addition(row, column, cell, kind)


def _kind(grid: Grid, looks: Looks, shipped: Sheet | None, row: int, column: int, cell: Cell) -> str:
    """As what somebody filled a cell; "" if nobody did."""
    if grid.in_tables(row, column):
        if grid.is_own_column(row, column):
            return OWN_COLUMN
        return _of_input(grid, looks, row, column, cell) if not grid.is_header(row) else ""
    if _is_entry(grid, row, column):
        place = place_of(row, column)
        filled = (_cell_there(grid, row, column), None if shipped is None else shipped.cells.get(place))
        is_ours = any(each is not None and agree(cell.value, each.value) for each in filled)
        return "" if is_ours or was_shipped(grid.name, place, cell.value) else ENTRY
    is_ours = looks.is_shipped(cell.style)
    if shipped is not None:
        was = shipped.cells.get(place_of(row, column))
        is_ours = was is not None and (was.filled or (grid.name in INPUT_SHEETS and is_ours))
    if is_ours:
        return _of_input(grid, looks, row, column, cell)
    return BESIDE


def _is_entry(grid: Grid, row: int, column: int) -> bool:
    """Whether people write in a cell: in a file of another version it may stand in another row."""
    return grid.name in ENTRY_RANGES and is_entry_cell(grid.name, *(grid.at(row, column) or (row, column)))


def _of_input(grid: Grid, looks: Looks, row: int, column: int, cell: Cell) -> str:
    """Whether an input is calculated by a formula of somebody's own."""
    if cell.formula is None or grid.name not in INPUT_SHEETS or _NAME_OF_DESIGN.fullmatch(cell.formula):
        return ""
    there = _cell_there(grid, row, column)
    is_entered = there is not None and there.formula is None and there.filled and not looks.is_drawn(there.style)
    return INPUT_FORMULA if is_entered else ""


def _cell_there(grid: Grid, row: int, column: int) -> Cell | None:
    place = grid.at(row, column)
    return None if place is None else grid.ours.cells.get(place_of(*place))


def typed_over(grid: Grid, looks: Looks) -> Iterator[str]:
    """In words: the numbers in the place of formulas, on a sheet that calculates, of an earlier version."""
    if grid.name in INPUT_SHEETS:
        return
    for place, cell in grid.theirs.cells.items():
        if cell.formula is None and isinstance(cell.value, float) and looks.is_shipped(cell.style):
            there = _cell_there(grid, *row_and_column(place))
            if there is not None and there.formula is not None:
                where = f"{grid.theirs.name}!{place}"
                yield f"{where}: {cell.value:.15g} was typed over a formula, which stands there again."


def _widths(grid: Grid, shipped: Sheet | None) -> Iterator[tuple[int, float]]:
    """The columns that somebody made wider or narrower; of an earlier version those of their own, in input tables.

    In an input table ours are as wide as what is typed asks for: one that is narrower now was made for shorter names.
    """
    usual = grid.theirs.frame.find("sheetFormatPr")
    default = _USUAL_WIDTH if usual is None else float(usual.get("defaultColWidth", _USUAL_WIDTH))
    was = grid.ours if shipped is None else shipped
    if shipped is None and not (grid.tables and grid.name in FREE_SHEETS):
        return
    for column, (_, width, _) in grid.theirs.columns.items():
        to = grid.columns.at(column)
        place = to if shipped is None else column
        if width is None or to is None or place is None or (shipped is None and place in was.columns):
            continue
        _, before, _ = was.columns.get(place, (False, None, False))
        wider = width - (default if before is None else before)
        in_table = any(left <= column <= right for _, (left, _, right, _), _ in grid.tables)
        if wider > _SAME_WIDTH or (wider < -_SAME_WIDTH and not in_table):
            yield column, width


def _heights(theirs: Sheet, shipped: Sheet) -> Iterator[tuple[int, float]]:
    """The rows that somebody made higher or lower: a height of ours follows what is typed, and is nobody's.

    So is one that other rows of a sheet have which calculates: with other inputs ours stood in another row.
    """
    ours = set() if theirs.name in INPUT_SHEETS else {row.points for row in shipped.rows.values() if row.points}
    for number, row in theirs.rows.items():
        if not row.fixed or row.points is None or row.hidden:
            continue
        was = shipped.rows.get(number)
        if (was is None or was.points is None) and not any(abs(row.points - each) <= _SAME_HEIGHT for each in ours):
            yield number, row.points
