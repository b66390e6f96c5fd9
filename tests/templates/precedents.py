"""What each formula of a workbook refers to, each range counted whole, as a spreadsheet program may count it."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeAlias

from openpyxl import Workbook
from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.utils.cell import range_boundaries

Cell: TypeAlias = tuple[str, int, int]
"""Sheet, row and column."""
Area: TypeAlias = tuple[str, int, int, int, int]
"""Sheet, first row, last row, first column, last column."""

LAST_ROW, LAST_COLUMN = 1048576, 16384
TABLE_PART = re.compile(r"(\w+)\[(.*)\]")


class Precedents:
    """The formulas of a workbook, and what they refer to."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._tables = {table.name: (ws.title, table) for ws in book.worksheets for table in ws.tables.values()}
        self.formulas: dict[Cell, str] = {
            (str(ws.title), int(cell.row or 0), int(cell.column or 0)): str(getattr(cell.value, "text", cell.value))
            for ws in book.worksheets
            for row in ws.iter_rows()
            for cell in row
            if cell.data_type == "f"
        }

    @cached_property
    def _rows(self) -> dict[str, tuple[list[int], list[Cell]]]:
        """The formula cells of each sheet from top to bottom, and their rows."""
        cells = {
            ws.title: sorted(cell for cell in self.formulas if cell[0] == ws.title) for ws in self._book.worksheets
        }
        return {sheet: ([row for _, row, _ in own], own) for sheet, own in cells.items()}

    def of(self, cell: Cell) -> set[Cell]:
        """The formula cells that the formula of a cell refers to."""
        return {precedent for area in self.areas(cell) for precedent in self._within(area)}

    def areas(self, cell: Cell) -> Iterator[Area]:
        """What its formula names: cells, ranges, parts of tables."""
        for token in Tokenizer(self.formulas[cell]).items:
            if token.type == Token.OPERAND and token.subtype == Token.RANGE:
                yield self._area(token.value, cell)

    def _area(self, text: str, cell: Cell) -> Area:
        table = TABLE_PART.fullmatch(text)
        if table is not None:
            return self._part_of_table(table[1], table[2])
        sheet, _, place = text.rpartition("!")
        left, top, right, bottom = range_boundaries(place)
        return sheet.strip("'") or cell[0], top or 1, bottom or LAST_ROW, left or 1, right or LAST_COLUMN

    def _part_of_table(self, name: str, part: str) -> Area:
        sheet, table = self._tables[name]
        left, top, _, bottom = (int(bound or 0) for bound in range_boundaries(table.ref))
        columns = [column.name for column in table.tableColumns]
        named = [each for each in re.findall(r"\[([^\[\]]*)\]", f"[{part}]") if not each.startswith("#")]
        from_column, to_column = (left + columns.index(each) for each in (named[0], named[-1]))
        first = top if "#" in part else top + 1
        return sheet, first, top if "#Headers" in part else bottom, from_column, to_column

    def _within(self, area: Area) -> Iterator[Cell]:
        sheet, top, bottom, left, right = area
        rows, cells = self._rows[sheet]
        for cell in cells[bisect.bisect_left(rows, top) : bisect.bisect_right(rows, bottom)]:
            if left <= cell[2] <= right:
                yield cell

    def circle(self) -> list[Cell]:
        """A circle of cells that refer to each other; empty if there is none."""
        waiting: dict[Cell, Iterator[Cell]] = {}
        done: set[Cell] = set()
        for start in self.formulas:
            if start in done:
                continue
            waiting[start] = iter(self.of(start))
            while waiting:
                cell, precedents = next(reversed(waiting.items()))
                following: Any = next((precedent for precedent in precedents if precedent not in done), None)
                if following is None:
                    done.add(cell)
                    del waiting[cell]
                elif following in waiting:
                    path = list(waiting)
                    return path[path.index(following) :]
                else:
                    waiting[following] = iter(self.of(following))
        return []
