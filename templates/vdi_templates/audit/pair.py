"""A sheet of the file beside the sheet that is shipped, and which cell of one stands for which of the other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from xml.etree.ElementTree import Element

from openpyxl.utils import get_column_letter

from vdi_templates.audit.finding import Finding, Level
from vdi_templates.audit.sheet import Cell, Sheet
from vdi_templates.audit.styles import Look
from vdi_templates.reading.coordinates import edges_of, row_and_column
from vdi_templates.workbook.at_once import SHEET as WHAT_IF
from vdi_templates.workbook.baseline import SHEET as BASELINE
from vdi_templates.workbook.calibration import SHEET as CALIBRATION
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.sign_off import SHEET as SIGN_OFF
from vdi_templates.workbook.tables import TABLES

LOG = "Log"
_LISTS = (SIGN_OFF, BASELINE)
"""Sheets whose columns have no headers that hold for all of their rows."""
INPUT_SHEETS = frozenset((*(table.sheet for table in TABLES), "Designs", "Settings", "Sensitivity"))
_INPUT_TABLES = frozenset(table.name for table in TABLES)
FREE_SHEETS = INPUT_SHEETS - {"Sensitivity", CALIBRATION}
"""Where people may write beside the inputs: no result stands there."""
_CELL = re.compile(r"(?P<column>[A-Z]{1,3})(?P<row>\d+)")
_LONGEST_LABEL = 60
_LAST = 10_000_000
"""The row that stands for the last one of a table, which may grow."""


@dataclass(frozen=True)
class Area:
    """An input table: its corners in both workbooks, and in which column of the file each of its columns stands."""

    name: str
    found: tuple[int, int, int, int]
    expected: tuple[int, int, int, int]
    columns: Mapping[int, int]
    own: Mapping[int, str]

    def in_body(self, row: int, column: int, *, found: bool) -> bool:
        """Whether a cell is one of the rows of the table."""
        left, top, right, bottom = self.found if found else self.expected
        return left <= column <= right and top < row <= bottom


@dataclass
class Pair:
    """Two sheets to be compared."""

    found: Sheet
    expected: Sheet
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Of sheets that bear another name in the file: theirs to ours."""

    @property
    def name(self) -> str:
        return self.expected.name

    @property
    def is_input(self) -> bool:
        """Whether one enters something on the sheet."""
        return self.name in INPUT_SHEETS

    @cached_property
    def protected(self) -> bool:
        """Whether the shipped sheet is protected."""
        protection = self.expected.frame.find("sheetProtection")
        return protection is not None and protection.get("sheet") in ("1", "true")

    def finding(self, level: Level, cell: str, aspect: str, found: str, expected: str = "") -> Finding:
        """A finding on this sheet."""
        return Finding(level, self.name, cell, aspect, found, expected, self._label(cell))

    def _label(self, place: str) -> str:
        """What the row and the column of a cell say, as they are shipped: "EUR per VM / HDD"."""
        cell = _CELL.fullmatch(place)
        if cell is None or cell["column"] == "A" or int(cell["row"]) <= HEADER_ROW or self.in_body(place, found=True):
            return ""
        row, column = f"A{cell['row']}", f"{cell['column']}{HEADER_ROW}"
        cells = (self.expected.cells.get(each) for each in ([row] if self.name in _LISTS else [row, column]))
        said = (each.value.strip() for each in cells if each is not None and isinstance(each.value, str))
        return " / ".join(text for text in said if 0 < len(text) <= _LONGEST_LABEL)

    def look(self, cell: Cell, *, found: bool) -> Look:
        """How a cell of either sheet looks."""
        looks = (self.found if found else self.expected).styles.looks
        return looks[cell.style] if cell.style < len(looks) else Look()

    @property
    def takes_entries(self) -> bool:
        """Whether people enter on the sheet what no result hangs on."""
        return self.name in (LOG, SIGN_OFF)

    def takes_input(self, cell: Cell | None) -> bool:
        """Whether a shipped cell is one to enter something."""
        takes_some = self.is_input or self.name in (SIGN_OFF, WHAT_IF)
        return takes_some and cell is not None and not self.look(cell, found=False).locked

    @cached_property
    def areas(self) -> list[Area]:
        """The input tables on the sheet."""
        theirs = {table.get("displayName"): table for table in self.found.tables}
        return [
            self._area(theirs[name], table)
            for table in self.expected.tables
            if (name := table.get("displayName")) in theirs and name in _INPUT_TABLES
        ]

    def _area(self, found: Element, expected: Element) -> Area:
        corners, ours = edges_of(found.get("ref", "A1")), edges_of(expected.get("ref", "A1"))
        theirs = self._headers(self.found, corners)
        labels = self._headers(self.expected, ours)
        columns = {column: theirs[label] for label, column in labels.items() if label in theirs}
        own = {column: label for label, column in theirs.items() if label not in labels}
        return Area(expected.get("displayName", ""), corners, ours, columns, own)

    @staticmethod
    def _headers(sheet: Sheet, corners: tuple[int, int, int, int]) -> dict[str, int]:
        left, top, right, _ = corners
        cells = ((column, sheet.cells.get(f"{get_column_letter(column)}{top}")) for column in range(left, right + 1))
        return {str(cell.value).strip().casefold(): column for column, cell in cells if cell is not None}

    def in_body(self, place: str, *, found: bool) -> Area | None:
        """The table in whose rows a cell stands, if it does."""
        if not self.areas:
            return None
        row, column = row_and_column(place)
        return next((area for area in self.areas if area.in_body(row, column, found=found)), None)

    def place_in_file(self, place: str) -> str:
        """Where a shipped cell above the rows of a table stands in the file: columns may have been moved."""
        if not self.areas:
            return place
        row, column = row_and_column(place)
        for area in self.areas:
            if area.expected[1] - 1 <= row <= area.expected[1]:
                return f"{get_column_letter(area.columns.get(column, column))}{row}"
        return place

    def spread(self, reference: str, *, found: bool) -> str:
        """A range in one spelling: columns as they are shipped, and the last row of a table by one number for all."""
        try:
            left, top, right, bottom = edges_of(reference)
        except (ValueError, TypeError):
            return reference
        for area in self.areas:
            corners = area.found if found else area.expected
            back = {theirs: ours for ours, theirs in area.columns.items()} if found else {}
            if top == corners[1] + 1 and corners[1] < bottom <= max(corners[3], top):
                left, right, bottom = back.get(left, left), back.get(right, right), _LAST
            elif bottom == corners[3] and top <= corners[1]:
                bottom = _LAST
        return f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}"

    def with_our_names(self, formula: str) -> str:
        """A formula of the file with sheets by the names that are shipped."""
        for theirs, ours in self.renamed.items():
            quoted = "'" + ours + "'!" if re.search(r"\W", ours) else f"{ours}!"
            spelled = re.escape("'" + theirs.replace("'", "''") + "'!")
            formula = re.sub(rf"{spelled}|(?<![\w']){re.escape(theirs)}!", quoted, formula)
        return formula


def spoken(reference: str) -> str:
    """A range as a reader writes it: one cell alone, and without a row that stands for the end of a table."""
    reference = re.sub(r"\b([A-Z]+\d+):\1\b", r"\1", reference)
    return re.sub(rf"([A-Z]+\d+):([A-Z]+){_LAST}", r"\1 down to the end of the table", reference)
