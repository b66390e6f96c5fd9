"""Where the cells of a file stand in the workbook that is made of it: by labels, headers and records."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from openpyxl.utils import get_column_letter

from vdi_sizing.tables.price_lists import CURRENCY
from vdi_templates.audit.as_made import brand_in
from vdi_templates.audit.contents import entry_of
from vdi_templates.audit.package import Package
from vdi_templates.audit.sheet import Cell, Sheet, read_sheet
from vdi_templates.audit.styles import Styles
from vdi_templates.carry_over.axis import Axis, matched
from vdi_templates.languages.translation import ENGLISH, Translation, translation_of
from vdi_templates.reading.coordinates import edges_of, row_and_column
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.entries import is_entry_cell
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, HEADER_ROW
from vdi_templates.workbook.tables import TABLES, InputTable

_BY_HEADERS = ("Cost", "Evidence", "What if", "Sensitivity", "Variants", "Placement", "Proof")
"""The sheets whose columns are no designs."""
_LABEL_COLUMNS = 3
_FEWEST_HEADERS = 4
_NAMED_ROW = re.compile(r"(?P<sheet>'[^']+'|\w+)!\$[A-Z]{1,3}\$(?P<row>\d+)(?::\$[A-Z]{1,3}\$(?P<last>\d+))?")
_TITLE = re.compile(rb'<(?:\w+:)?c\s[^>]*\br="A1"[^>]*>')
_STYLE = re.compile(rb'\bs="(\d+)"')


class Book:
    """A workbook whose sheets are read when they are asked for."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.styles = Styles(package)
        self._sheets: dict[str, Sheet] = {}

    @property
    def names(self) -> list[str]:
        """The names of its sheets in their order."""
        return [entry.name for entry in self.package.sheets]

    def take(self, sheet: Sheet) -> None:
        """Take a sheet that somebody else has read."""
        self._sheets[sheet.name] = sheet

    def take_if_same(self, sheet: Sheet) -> None:
        """Take a sheet of another workbook made here, which somebody else has read, if that of this one is the same."""
        entry = entry_of(self.package, sheet.name)
        if entry is not None and self.package.parts[entry.part] == sheet.package.parts[sheet.entry.part]:
            self.take(replace(sheet, entry=entry, package=self.package, styles=self.styles))

    def forget(self, name: str) -> None:
        """Let go of a sheet: it is read again when it is asked for."""
        self._sheets.pop(name, None)

    def title_style(self, name: str) -> int | None:
        """The style of the first cell of a sheet, for which the sheet is not read as a whole."""
        entry = entry_of(self.package, name)
        title = None if entry is None else _TITLE.search(self.package.parts.get(entry.part, b""))
        style = None if title is None else _STYLE.search(title[0])
        return None if style is None else int(style[1])

    def sheet(self, name: str) -> Sheet:
        """A sheet by its name."""
        if name not in self._sheets:
            entry = entry_of(self.package, name)
            assert entry is not None
            self._sheets[name] = read_sheet(self.package, entry, self.styles)
        return self._sheets[name]


class Places:
    """Where cells of `theirs` stand in `ours`.

    `shipped` says which sheets of theirs are which of ours, `is_shipped` whether a style of theirs is one of ours.
    """

    def __init__(
        self, theirs: Book, ours: Book, reader: Reader, shipped: Mapping[str, str], is_shipped: Callable[[int], bool]
    ) -> None:
        self.theirs, self.ours, self._reader = theirs, ours, reader
        self.shipped, self._is_shipped = shipped, is_shipped
        self._grids: dict[str, Grid] = {}
        self._words = Words(brand_in(theirs.package).translation, brand_in(ours.package).translation)

    def grid(self, sheet: str) -> Grid:
        """Rows and columns of a sheet of theirs that is ours too."""
        if sheet not in self._grids:
            ours = self.ours.sheet(self.shipped[sheet])
            self._grids[sheet] = Grid(self.theirs.sheet(sheet), ours, self._reader, self._is_shipped, self._words)
        return self._grids[sheet]

    def forget(self, sheet: str) -> None:
        """Let go of a sheet of theirs that says nothing more."""
        self._grids.pop(sheet, None)
        self.theirs.forget(sheet)
        self.ours.forget(self.shipped[sheet])

    def labels_of(self, table: InputTable) -> dict[str, str]:
        """The headers of a table of theirs, without case, and what these columns are called in ours."""
        sheet = next(theirs for theirs, ours in self.shipped.items() if ours == table.sheet)
        top = next((theirs[1] for each, theirs, _ in self.grid(sheet).tables if each is table), 0)
        headers = by_rows(self.theirs.sheet(sheet)).get(top, {})
        columns = self._reader.table_columns.get(table.name, {})
        return {
            str(headers[column].value).casefold(): self._words.ours.text(table.columns[name].label)
            for column, name in columns.items()
            if column in headers
        }


@dataclass(frozen=True)
class Words:
    """In what language each of two workbooks speaks."""

    theirs: Translation
    ours: Translation

    def alike(self, text: str) -> str:
        """A label as both can be compared: with EUR for their currencies, and in the language of one of them."""
        for currency in {self.theirs.currency, self.ours.currency} - {CURRENCY}:
            text = re.sub(rf"\b{currency}\b", CURRENCY, text)
        language = next((each.language for each in (self.theirs, self.ours) if each.language != ENGLISH), ENGLISH)
        return translation_of(language, CURRENCY).text(text)


class Grid:
    """One sheet in both workbooks."""

    def __init__(
        self, theirs: Sheet, ours: Sheet, reader: Reader, is_shipped: Callable[[int], bool], words: Words
    ) -> None:
        self._words = words
        self.theirs, self.ours, self._reader, self._is_shipped = theirs, ours, reader, is_shipped
        self.name = ours.name

    @cached_property
    def _theirs_by_rows(self) -> dict[int, dict[int, Cell]]:
        return by_rows(self.theirs)

    @cached_property
    def _shipped_by_rows(self) -> dict[int, dict[int, Cell]]:
        """Without what people wrote, which is no mark of a row."""
        rows = self._theirs_by_rows.items()
        return {
            row: {column: cell for column, cell in cells.items() if self._is_shipped(cell.style)} for row, cells in rows
        }

    def at(self, row: int, column: int) -> tuple[int, int] | None:
        """Row and column of a cell of theirs in ours; None where that is not certain."""
        to = self.rows.at(row), self.columns.at(column)
        return None if to[0] is None or to[1] is None else (to[0], to[1])

    def label(self, row: int) -> str:
        """What stands in a row of theirs to say what it is."""
        return _label(self._theirs_by_rows[row])

    @cached_property
    def tables(self) -> list[tuple[InputTable, tuple[int, int, int, int], tuple[int, int, int, int]]]:
        """The input tables of the sheet with their corners in theirs and in ours."""
        corners = [
            {table.get("displayName", ""): edges_of(table.get("ref", "A1")) for table in sheet.tables}
            for sheet in (self.theirs, self.ours)
        ]
        here = [table for table in TABLES if table.sheet == self.name]
        return [(t, corners[0][t.name], corners[1][t.name]) for t in here if t.name in corners[0]]

    @cached_property
    def rows(self) -> Axis:
        """Where the rows stand."""
        alike = self._words.alike
        marks = [_row_marks(self.name, rows, alike) for rows in (self._shipped_by_rows, by_rows(self.ours))]
        for _, theirs, ours in self.tables:
            for of_sheet, (_, top, _, bottom) in zip(marks, (theirs, ours), strict=True):
                for row in range(top, bottom + 1):
                    of_sheet.pop(row, None)
        axis = matched(*marks)
        known = {**axis.known, **self._rows_by_name()}
        gone = set(marks[0]) - known.keys()
        for table, theirs, ours in self.tables:
            known[theirs[1] - 1], known[theirs[1]] = ours[1] - 1, ours[1]
            for at, row in enumerate(self._reader.table_rows.get(table.records, []), start=1):
                known[theirs[1] + row] = ours[1] + at
        return Axis(known, gone)

    def _rows_by_name(self) -> dict[int, int]:
        """By the defined names of single rows, which inputs have."""
        theirs, ours = (_named_rows(sheet) for sheet in (self.theirs, self.ours))
        return {row: ours[name] for name, row in theirs.items() if name in ours}

    @cached_property
    def columns(self) -> Axis:
        """Where the columns stand."""
        if self.tables and self.name == self.tables[0][0].sheet and self.tables[0][0].header_row == HEADER_ROW:
            return self._columns_of_table(*self.tables[0])
        if self.name in _BY_HEADERS:
            return matched(*(_header_marks(sheet, self._words.alike) for sheet in (self.theirs, self.ours)))
        designs = self._reader.design_columns
        first = dict.fromkeys(range(1, FIRST_DESIGN_COLUMN))
        known = {column: column for column in first}
        known.update({column: FIRST_DESIGN_COLUMN + at for at, column in enumerate(designs)})
        if not self._reader.gap:
            last = FIRST_DESIGN_COLUMN + self._reader.columns_of_designs
            known.update({column: column for column in range(FIRST_DESIGN_COLUMN + len(designs), last)})
        return Axis(known)

    def in_tables(self, row: int, column: int) -> bool:
        """Whether a cell of theirs stands in an input table, its headers and the units above them."""
        return any(
            left <= column <= right and top - 1 <= row <= bottom for _, (left, top, right, bottom), _ in self.tables
        )

    def is_header(self, row: int) -> bool:
        """Whether a row of theirs is that of a table's headers, or of the units above them."""
        return any(row in (top - 1, top) for _, (_, top, _, _), _ in self.tables)

    def is_own_column(self, row: int, column: int) -> bool:
        """Whether a cell of a table stands in a column of somebody's own."""
        return any(
            top - 1 <= row <= bottom and column in self._own[table.name]
            for table, (_, top, _, bottom), _ in self.tables
        )

    @cached_property
    def own_columns(self) -> dict[int, str]:
        """The columns of somebody's own within the tables of the sheet, with their headers."""
        return {column: header for own in self._own.values() for column, header in own.items()}

    @cached_property
    def _own(self) -> dict[str, dict[int, str]]:
        return {table.name: self.own_columns_of(table) for table, _, _ in self.tables}

    def own_columns_of(self, table: InputTable) -> dict[int, str]:
        """Those of one table."""
        left, top, right, _ = next(theirs for each, theirs, _ in self.tables if each is table)
        headers = self._theirs_by_rows.get(top, {})
        known = self._reader.table_columns[table.name]
        return {
            column: str(headers[column].value or "") if column in headers else ""
            for column in range(left, right + 1)
            if column not in known
        }

    def _columns_of_table(
        self, table: InputTable, theirs: tuple[int, int, int, int], ours: tuple[int, int, int, int]
    ) -> Axis:
        """Those of a table by their headers, somebody's own behind them; what is beside it stays beside it."""
        left, _, right, _ = theirs
        places = list(table.columns)
        found = self._reader.table_columns[table.name]
        known = {column: ours[0] + places.index(name) for column, name in found.items()}
        end = ours[2]
        for column in range(left, right + 1):
            if column not in known:
                end += 1
                known[column] = end
        known[right + 1] = end + 1
        return Axis(known)


def _named_rows(sheet: Sheet) -> dict[str, int]:
    """The rows of the defined names that stand for cells of one row of a sheet."""
    found = {}
    for name in sheet.package.workbook.iter("definedName"):
        reference = _NAMED_ROW.fullmatch(name.text or "")
        if reference and reference["sheet"].strip("'") == sheet.name and reference["last"] in (None, reference["row"]):
            found[name.get("name", "")] = int(reference["row"])
    return found


def by_rows(sheet: Sheet) -> dict[int, dict[int, Cell]]:
    """The filled cells of a sheet by row and column."""
    found: dict[int, dict[int, Cell]] = defaultdict(dict)
    for place, cell in sheet.cells.items():
        if cell.filled:
            row, column = row_and_column(place)
            found[row][column] = cell
    return found


@lru_cache(maxsize=100_000)
def place_of(row: int, column: int) -> str:
    """The name of a cell."""
    return f"{get_column_letter(column)}{row}"


def _label(cells: Mapping[int, Cell], alike: Callable[[str], str] = str) -> str:
    """The first text among the first columns of a row; `alike`: as labels of both workbooks can be compared."""
    texts = (cells[column].value for column in sorted(cells) if column <= _LABEL_COLUMNS)
    return next((alike(text.strip()).casefold() for text in texts if isinstance(text, str) and text.strip()), "")


def _row_marks(
    sheet: str, rows: Mapping[int, Mapping[int, Cell]], alike: Callable[[str], str]
) -> dict[int, tuple[str, str]]:
    """Heading and label of each row that has a label; a heading stands alone in its row."""
    heading, marks = "", {row: ("", str(row)) for row in range(1, HEADER_ROW)}
    for row, filled in sorted(rows.items()):
        cells = {column: cell for column, cell in filled.items() if not is_entry_cell(sheet, row, column)}
        label = _label(cells, alike) if row >= HEADER_ROW else ""
        if label and list(cells) == [1]:
            heading = label.partition(" (")[0]
            marks[row] = "", heading
        elif label:
            marks[row] = heading, label
    return marks


def _header_marks(sheet: Sheet, alike: Callable[[str], str]) -> dict[int, tuple[str, str]]:
    """The texts of the first row that has several."""
    for _, cells in sorted(by_rows(sheet).items()):
        texts = {column: cell.value for column, cell in cells.items() if isinstance(cell.value, str)}
        if len(texts) >= _FEWEST_HEADERS:
            return {column: ("", alike(text.strip()).casefold()) for column, text in sorted(texts.items())}
    return {}
