"""Formulas that refer to cells which stand elsewhere now."""

from __future__ import annotations

import re
from collections.abc import Mapping

from openpyxl.formula.tokenizer import Token
from openpyxl.utils import get_column_letter

from vdi_templates.audit.sheet import Value
from vdi_templates.carry_over.places import Grid, Places
from vdi_templates.reading.coordinates import column_number, edges_of, is_on_a_sheet
from vdi_templates.reading.formulas import tokens_of
from vdi_templates.workbook.tables import TABLES

_SHEET = re.compile(r"(?P<sheet>'(?:[^']|'')+'|[^'!]+)!(?P<cells>.+)", re.DOTALL)
_CELLS = re.compile(
    r"(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?::(\$?)([A-Z]{1,3})(\$?)(\d{1,7}))?(?P<spilled>#?)", re.IGNORECASE
)
_COLUMNS = re.compile(r"(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})", re.IGNORECASE)
_ROWS = re.compile(r"(\$?)(\d{1,7}):(\$?)(\d{1,7})")
_OF_TABLE = re.compile(r"(?P<table>\w+)\[")
_COLUMN_OF_TABLE = re.compile(r"\[([^\[\]#@]+)\]")
_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")
_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}\d+")
_ONE_CELL = re.compile(r"=(?P<sheet>'[^']+'|\w+)!(?P<cell>\$?[A-Z]{1,3}\$?\d+)")
GONE = "#REF!"


class Rewriter:
    """Rewrites formulas of theirs so that they refer to the same things in our workbook.

    `added` says what the sheets that were added are called there.
    """

    def __init__(self, places: Places, added: Mapping[str, str]) -> None:
        self._places, self._added = places, added
        self._sheets = {name.casefold(): name for name in places.theirs.names}
        self.gone: list[str] = []
        """What the last formula referred to and is not there any more."""
        self.is_read = True
        """Whether the last formula could be taken apart; one that could not comes back as it was."""

    def formula(self, text: str, home: str) -> str:
        """A formula, with its "=", of a cell on the sheet `home`."""
        self.gone = []
        tokens = tokens_of(text)
        self.is_read = tokens is not None
        return text if tokens is None else "=" + "".join(self._token(token, home) for token in tokens)

    def reference(self, text: str, home: str) -> str:
        """A reference alone, or several with commas between them."""
        return self.formula(f"={text}", home)[1:]

    def value_of(self, text: str) -> Value:
        """What a rewritten formula gives that does nothing but refer to one cell of ours; None for any other."""
        found = _ONE_CELL.fullmatch(text)
        names = {quoted(name): name for name in self._places.shipped.values()}
        if found is None or found["sheet"] not in names:
            return None
        cell = self._places.ours.sheet(names[found["sheet"]]).cells.get(found["cell"].replace("$", ""))
        return None if cell is None else cell.value

    def _token(self, token: Token, home: str) -> str:
        value = str(token.value)
        if token.type != Token.OPERAND or token.subtype != Token.RANGE:
            return value
        found = _SHEET.fullmatch(value)
        if found is None:
            return self._on_sheet(value, home, value)
        if "[" in found["sheet"]:
            return self._lost(value)  # another workbook
        called = found["sheet"].strip("'").replace("''", "'")
        sheet = self._sheets.get(called.casefold())
        if sheet is None:
            return self._lost(value)
        cells = self._on_sheet(found["cells"], sheet, value)
        if cells == GONE:
            return GONE
        return f"{quoted(self._places.shipped.get(sheet) or self._added.get(sheet, sheet))}!{cells}"

    def _on_sheet(self, cells: str, sheet: str, whole: str) -> str:
        grid = self._places.grid(sheet) if sheet in self._places.shipped else None
        if _OF_TABLE.match(cells):
            return self._in_table(cells)
        if grid is None:
            return cells
        for pattern, move in ((_CELLS, _cells), (_COLUMNS, _columns), (_ROWS, _rows)):
            found = pattern.fullmatch(cells)
            if found and is_on_a_sheet(cells.removesuffix("#")):
                moved = move(grid, found)
                return self._lost(whole) if moved is None else moved
        return self._lost(whole) if _LIKE_A_CELL.search(cells) and not _PLAIN_NAME.fullmatch(cells) else cells

    def _in_table(self, cells: str) -> str:
        """A reference to columns of a table, which may bear other names by now."""
        table = next((each for each in TABLES if cells.casefold().startswith(f"{each.name.casefold()}[")), None)
        if table is None:
            return cells
        grid = self._places.grid(table.sheet)
        names = self._places.labels_of(table)
        own = {header.casefold() for header in grid.own_columns.values()}
        for name in _COLUMN_OF_TABLE.findall(cells):
            if name.casefold() not in names and name.casefold() not in own:
                return self._lost(cells)
        return _COLUMN_OF_TABLE.sub(lambda name: f"[{names.get(name[1].casefold(), name[1])}]", cells)

    def _lost(self, what: str) -> str:
        self.gone.append(what)
        return GONE


def quoted(sheet: str) -> str:
    """The name of a sheet as a formula spells it.

    >>> quoted("Bill"), quoted("Python check"), quoted("Ann's")
    ('Bill', "'Python check'", "'Ann''s'")
    """
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z_]*", sheet)
    return sheet if plain else "'" + sheet.replace("'", "''") + "'"


def _cells(grid: Grid, found: re.Match[str]) -> str | None:
    column, row, last_column, last_row = edges_of(found[0].removesuffix("#"))
    if found[6] is None:
        place = grid.at(row, column)
        return place and f"{found[1]}{get_column_letter(place[1])}{found[3]}{place[0]}"
    rows = grid.rows.between(row, last_row)
    columns = grid.columns.between(column, last_column)
    if rows is None or columns is None:
        return None
    first = f"{found[1]}{get_column_letter(columns[0])}{found[3]}{rows[0]}"
    return f"{first}:{found[5]}{get_column_letter(columns[1])}{found[7]}{rows[1]}"


def _columns(grid: Grid, found: re.Match[str]) -> str | None:
    columns = grid.columns.between(*sorted(column_number(found[at]) for at in (2, 4)))
    return columns and f"{found[1]}{get_column_letter(columns[0])}:{found[3]}{get_column_letter(columns[1])}"


def _rows(grid: Grid, found: re.Match[str]) -> str | None:
    rows = grid.rows.between(*sorted(int(found[at]) for at in (2, 4)))
    return rows and f"{found[1]}{rows[0]}:{found[3]}{rows[1]}"
