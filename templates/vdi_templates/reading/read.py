"""Reading the inputs of a workbook, by defined names and table headers, never by cell address.

Whatever cannot be used is an InputError that names file, sheet, cell, value and what was expected.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any, TypeVar

from openpyxl import Workbook
from openpyxl.cell.cell import ERROR_CODES, Cell, MergedCell
from openpyxl.reader.excel import ExcelReader
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.scenario import (
    DECIMAL_COMMA,
    DECIMAL_POINT,
    TIERS,
    BillRow,
    Cache,
    Design,
    Scenario,
    Sensitivity,
    Settings,
    Tier,
    UserGroup,
    check,
)
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_templates.workbook.layout import design_sections
from vdi_templates.workbook.sheets.tables import TABLES, InputTable

Record = TypeVar("Record")

_INPUT_SHEETS = {*(table.sheet for table in TABLES), "Designs", "Settings", "Sensitivity"}
_EMPTY_SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>'

_OLE_SIGNATURE = bytes.fromhex("D0CF11E0A1B11AE1")
_OTHER_KINDS = {"content.xml": "an OpenDocument file", "xl/workbook.bin": "a binary workbook (.xlsb)"}
_MAX_UNPACKED_BYTES = 200_000_000
_MAX_RATIO = 200  # of unpacked to packed size; ordinary sheets stay below 30
_LINES_BELOW_A_TABLE = 200
_TEXTUAL = ("s", "str")  # openpyxl's types of a text, and of an empty one that a formula returns
_NUMERIC = ("number", "whole", "share")
_COMPARED = ("name", "choice", "yes/no")
_RECORDS: dict[str, Callable[..., Any]] = {
    "groups": UserGroup,
    "drives": Drive,
    "raid_levels": RaidLevel,
    "prices": Price,
    "bill": BillRow,
}
_COMMA_NUMBER = re.compile(r"-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?")
_POINT_NUMBER = re.compile(r"-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?")


def read(path: Path) -> Scenario:
    """The scenario that a workbook holds.

    Raises
    ------
    InputError
        If the file is no workbook of ours, or an input cannot be used.
    """
    return Reader(path, inputs_only=True).scenario()


class Reader:
    """One workbook, opened for reading."""

    def __init__(self, path: Path, *, inputs_only: bool = False) -> None:
        self.path = path
        self._inputs_only = inputs_only
        refuse_what_is_no_workbook(path)
        self.workbook = _load(path, values=False, inputs_only=inputs_only)
        self.number_style = DECIMAL_POINT
        self._places: dict[tuple[str, int], Callable[[str], str]] = {}
        self.unused_columns: InputError | None = None  # of designs: which, and what to do about them
        self.table_rows: dict[str, list[int]] = {}  # of a table's records, from 1; between them stand blank rows

    @cached_property
    def values(self) -> Workbook:
        """The same workbook with the saved values of its formulas; read only where one is needed."""
        return _load(self.path, values=True, inputs_only=self._inputs_only)

    def cost_rows(self) -> list[int]:
        """The rows of each configuration on the Cost sheet."""
        return [len(self._range(f"cost_{position}")) for position in range(1, len(self._designs()) + 1)]

    def scenario(self) -> Scenario:
        """All inputs, checked each for itself and against each other."""
        settings = self._settings()
        tables = {table.records: self._table(table) for table in TABLES}
        scenario = Scenario(settings=settings, designs=self._designs(), sensitivity=self._sensitivity(), **tables)
        check(scenario, self._place)
        return scenario

    # --- places ---------------------------------------------------------------------------------------

    def _at(self, sheet: str, cell: str) -> str:
        return f"{self.path.name}: {sheet}!{cell}"

    def _place(self, table: str, index: int, field: str) -> str:
        place = self._places.get((table, index))
        return place(field) if place else f"{self.path.name}: {table}"

    # --- cells ----------------------------------------------------------------------------------------

    def _input(self, ws: Worksheet, cell: Cell | MergedCell, field: Input) -> Any:
        """The cleaned value of an input cell."""
        where = self._at(ws.title, cell.coordinate)
        calculated = cell.data_type == "f"
        value = self._saved_value(ws, cell, field, where) if calculated else cell.value
        shown = self.values[ws.title][cell.coordinate] if calculated else cell
        if shown.data_type == "e" or (calculated and value in ERROR_CODES):
            raise InputError(field.label, value, field.expected, where)
        if isinstance(value, str) and field.kind in _NUMERIC and value.strip():
            value = self._number_in_text(value, field, where)
        if isinstance(value, (datetime.date, datetime.time)):
            _check_date(value, field, where)
        if field.kind in _COMPARED and not _blank(value):
            _check_compared(value, field, where)
        return field.cleaned(value, where)

    def _saved_value(self, ws: Worksheet, cell: Cell | MergedCell, field: Input, where: str) -> Any:
        value = self.values[ws.title][cell.coordinate].value
        if value is None and not self._is_blank(ws, cell):
            expected = (
                f"{field.expected}; the formula has no saved value: "
                "open the file in a spreadsheet program and save it, or enter a number"
            )
            raise InputError(field.label, cell.value, expected, where)
        return value

    def _is_blank(self, ws: Worksheet, cell: Cell | MergedCell) -> bool:
        """Whether a cell shows nothing; a formula may return an empty text, which is a saved value."""
        if cell.data_type != "f":
            return _blank(cell.value)
        saved = self.values[ws.title][cell.coordinate]
        return _blank(saved.value) and saved.data_type in _TEXTUAL

    def _number_in_text(self, text: str, field: Input, where: str) -> float:
        bare = text.strip().replace("\N{NO-BREAK SPACE}", "").replace(" ", "")
        by_comma, by_point = _COMMA_NUMBER.fullmatch(bare), _POINT_NUMBER.fullmatch(bare)
        if self.number_style == DECIMAL_COMMA and by_comma:
            return float(bare.replace(".", "").replace(",", "."))
        if self.number_style == DECIMAL_POINT and by_point:
            return float(bare.replace(",", ""))
        hint = ""
        if by_comma or by_point:
            other = DECIMAL_COMMA if by_comma else DECIMAL_POINT
            hint = f" (it is text; 'numbers written as text' on the Settings sheet can be set to {other!r})"
        raise InputError(field.label, text, field.expected + hint, where)

    # --- tables ---------------------------------------------------------------------------------------

    def _sheet(self, name: str) -> Worksheet:
        if name not in self.workbook.sheetnames:
            raise InputError("sheet", name, "a sheet of that name; is this a VDI sizing workbook?", self.path.name)
        ws = self.workbook[name]
        if not isinstance(ws, Worksheet):
            raise InputError("sheet", name, "a sheet with cells", self.path.name)
        return ws

    def _table(self, table: InputTable) -> tuple[Any, ...]:
        ws = self._sheet(table.sheet)
        if table.sheet not in ws.tables:
            raise InputError("table", table.sheet, "a table of that name on the sheet", f"{self.path.name}: {ws.title}")
        left, top, right, bottom = _boundaries(ws.tables[table.sheet].ref)
        columns = self._columns(ws, table, left, top, right)
        self._refuse_rows_below(ws, columns, bottom)
        bottom -= ws.tables[table.sheet].totalsRowCount or 0
        records: list[Any] = []
        rows: list[int] = []
        self.table_rows[table.records] = rows
        for row in range(top + 1, bottom + 1):
            cells = {name: ws.cell(row, column) for name, column in columns.items()}
            if all(self._is_blank(ws, cell) for cell in cells.values()):
                continue
            values = {name: self._input(ws, cell, table.columns[name]) for name, cell in cells.items()}
            self._places[table.records, len(records)] = self._placing(ws, {n: c.coordinate for n, c in cells.items()})
            rows.append(row - top)
            records.append(_RECORDS[table.records](**values))
        self._places.setdefault((table.records, 0), self._placing(ws, {"name": f"{get_column_letter(left)}{top + 1}"}))
        return tuple(records)

    def _placing(self, ws: Worksheet, cells: Mapping[str, str]) -> Callable[[str], str]:
        return lambda field: self._at(ws.title, cells[field])

    def _columns(self, ws: Worksheet, table: InputTable, left: int, top: int, right: int) -> dict[str, int]:
        headers = {}
        for column in range(left, right + 1):
            header = str(ws.cell(top, column).value or "").strip().casefold()
            if header and header in headers:
                where = self._at(ws.title, f"{get_column_letter(column)}{top}")
                raise InputError("column", header, "a header that is used once", where)
            headers[header] = column
        found = {}
        for name, field in table.columns.items():
            if field.label.casefold() not in headers:
                where = self._at(ws.title, f"{get_column_letter(left)}{top}")
                raise InputError("column", None, f"a column {field.label!r} in table {table.sheet}", where)
            found[name] = headers[field.label.casefold()]
        return found

    def _refuse_rows_below(self, ws: Worksheet, columns: Mapping[str, int], bottom: int) -> None:
        for row in range(bottom + 1, min(ws.max_row, bottom + _LINES_BELOW_A_TABLE) + 1):
            for column in columns.values():
                value = ws.cell(row, column).value
                if not _blank(value):
                    where = self._at(ws.title, f"{get_column_letter(column)}{row}")
                    expected = "nothing below the table: enlarge the table, or use one of its empty rows"
                    raise InputError("cell", value, expected, where)

    # --- designs and settings -------------------------------------------------------------------------

    def _named(self, name: str) -> tuple[Worksheet, list[Cell]]:
        """The cells of a defined name that is one row, left to right."""
        row = self._range(name)[0]
        return self._sheet(row[0].parent.title), row

    def _range(self, name: str) -> list[list[Cell]]:
        """The cells of a defined name, row by row."""
        defined = self.workbook.defined_names.get(name)
        destinations = list(defined.destinations) if defined is not None else []
        if len(destinations) != 1 or destinations[0][0] not in self.workbook.sheetnames:
            raise InputError("defined name", name, "a name that stands for cells of this workbook", self.path.name)
        ws = self._sheet(destinations[0][0])
        cells = ws[destinations[0][1].replace("$", "")]
        return [[cells]] if isinstance(cells, Cell) else [list(row) for row in cells]

    def _settings(self) -> Settings:
        places = {}
        values = {}
        self._sheet("Settings")
        for name in ("number_style", *(name for name in inputs_of(Settings) if name != "number_style")):
            ws, cells = self._named(f"settings_{name}")
            places[name] = cells[0].coordinate
            values[name] = self._input(ws, cells[0], inputs_of(Settings)[name])
            self.number_style = values["number_style"]
            self._places["settings", 0] = self._placing(ws, places)
        return Settings(**values)

    def _sensitivity(self) -> Sensitivity:
        ws, (named,) = self._named("sensitivity_design")
        self._places["sensitivity", 0] = self._placing(ws, {"design": named.coordinate})
        changes = {
            end: tuple(
                self._input(ws, cell, inputs_of(Sensitivity)[end]) for (cell,) in self._range(f"sensitivity_{end}")
            )
            for end in ("low", "high")
        }
        return Sensitivity(self._input(ws, named, inputs_of(Sensitivity)["design"]), **changes)

    def _designs(self) -> tuple[Design, ...]:
        self._sheet("Designs")
        fields = {name: field for section in design_sections() for name, field in section.inputs.items()}
        rows = {name: self._named(f"design_{name}") for name in fields}
        columns = max(len(cells) for _, cells in rows.values())
        for name, (_, cells) in rows.items():
            if len(cells) < columns:
                expected = f"a name of {columns} cells, one per design, as the other inputs have"
                raise InputError("defined name", f"design_{name}", expected, self.path.name)
        designs: list[Design] = []
        unused: list[str] = []
        for column in range(columns):
            named = {name: (ws, cells[column]) for name, (ws, cells) in rows.items()}
            ws, first = named["name"]
            if all(self._is_blank(*cell) for cell in named.values()):
                unused.append(f"{ws.title}!{first.column_letter}")
                continue
            self._places["designs", len(designs)] = self._placing(ws, {n: c.coordinate for n, (_, c) in named.items()})
            designs.append(self._design(fields, named))
        if unused and designs:
            expected = (
                f"a design, since the formulas of this workbook were made for {columns}: "
                f"start with 'vdi-sizing new --designs {len(designs)}', or copy a design into the column"
            )
            self.unused_columns = InputError("column", None, expected, f"{self.path.name}: {', '.join(unused)}")
        self._places.setdefault(("designs", 0), self._placing(rows["name"][0], {"name": rows["name"][1][0].coordinate}))
        return tuple(designs)

    def _design(self, fields: Mapping[str, Input], named: Mapping[str, tuple[Worksheet, Cell]]) -> Design:
        def value(name: str) -> Any:
            ws, cell = named[name]
            return self._input(ws, cell, fields[name])

        def part(record: Callable[..., Record], prefix: str, names: Mapping[str, Input]) -> Record:
            drive = value(f"{prefix}_drive")
            wanted = names if drive is not None else ("drive", "drives")
            return record(**{name: value(f"{prefix}_{name}") for name in wanted})

        tiers = tuple(part(Tier, f"tier{k}", inputs_of(Tier)) for k in TIERS)
        cache = part(Cache, "cache", inputs_of(Cache))
        return Design(tiers=tiers, cache=cache, **{name: value(name) for name in inputs_of(Design)})


def _boundaries(ref: str) -> tuple[int, int, int, int]:
    left, top, right, bottom = range_boundaries(ref)
    if left is None or top is None or right is None or bottom is None:
        raise InputError("table", ref, "a table with corners")
    return left, top, right, bottom


def _check_date(value: datetime.date | datetime.time, field: Input, where: str) -> None:
    """A spreadsheet keeps a date as a number, and shows a number as a date if its format says so."""
    shown = str(value).removesuffix(" 00:00:00")
    if isinstance(value, datetime.time):
        raise InputError(field.label, f"the time {shown}", field.expected, where)
    if field.kind != "date":
        raise InputError(field.label, f"the date {shown}", field.expected, where)
    if " " in shown:
        raise InputError(field.label, f"the date {shown}", "a date without a time of day", where)
    if value.year <= 1900:  # spreadsheet programs do not agree on these
        raise InputError(field.label, f"the date {shown}", "a date after 1900", where)


def _check_compared(value: object, field: Input, where: str) -> None:
    """A spreadsheet's formulas compare such a text as it stands: with its spaces, and TRUE is not yes."""
    if isinstance(value, bool):
        raise InputError(field.label, value, field.expected, where)
    if isinstance(value, str) and value != value.strip():
        spaces = "" if field.kind == "name" else ", without spaces around it"
        raise InputError(field.label, value, field.expected + spaces, where)


def _blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


@dataclass(frozen=True)
class _Refusal:
    value: str
    expected: str


def refuse_what_is_no_workbook(path: Path) -> None:
    """Refuse a file that no spreadsheet program can open as an .xlsx, and one made to fill the memory.

    Raises
    ------
    InputError
        If the file is missing, encrypted, no zip, or a zip bomb.
    """
    refusal = _refusal(path)
    if refusal is not None:
        raise InputError("file", refusal.value, refusal.expected, str(path))


def _refusal(path: Path) -> _Refusal | None:
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError as error:
        return _Refusal(error.strerror or str(error), "a workbook (.xlsx) that can be opened")
    if start == _OLE_SIGNATURE:
        return _Refusal("encrypted, or an old .xls", "an .xlsx without a password: remove it, or save as .xlsx")
    if not start.startswith(b"PK"):
        return _Refusal("not a workbook", "an .xlsx file")
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, OSError):
        return _Refusal("truncated or damaged", "a whole .xlsx file: copy or download it again")
    return _refusal_of_package(entries)


def _refusal_of_package(entries: list[zipfile.ZipInfo]) -> _Refusal | None:
    for entry in entries:
        if entry.filename in _OTHER_KINDS:
            return _Refusal(_OTHER_KINDS[entry.filename], "an .xlsx file: save it as .xlsx")
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, sum(entry.compress_size for entry in entries))
    if unpacked > _MAX_UNPACKED_BYTES or unpacked / packed > _MAX_RATIO:
        return _Refusal(f"{unpacked} bytes when unpacked", "an ordinary workbook; this looks like a zip bomb")
    return None


class _InputSheets(zipfile.ZipFile):
    """A workbook whose calculating sheets read as empty: their cells are most of the file, and no input."""

    skipped: frozenset[str] = frozenset()

    def open(self, name: Any, *args: Any, **kwargs: Any) -> Any:
        return io.BytesIO(_EMPTY_SHEET) if name in self.skipped else super().open(name, *args, **kwargs)


class _Reader(ExcelReader):
    """openpyxl's reader; it keeps to the input sheets where it is told so."""

    def __init__(self, file: IO[bytes], *, values: bool, inputs_only: bool) -> None:
        super().__init__(file, data_only=values, keep_links=False)
        self._file, self._inputs_only = file, inputs_only

    def read_worksheets(self) -> None:
        if self._inputs_only:
            self.archive = _InputSheets(self._file)
            sheets = self.parser.find_sheets()
            self.archive.skipped = frozenset(part.target for sheet, part in sheets if sheet.name not in _INPUT_SHEETS)
        super().read_worksheets()


def _load(path: Path, *, values: bool, inputs_only: bool = False) -> Workbook:
    try:
        with path.open("rb") as file:
            reader = _Reader(file, values=values, inputs_only=inputs_only)
            reader.read()
            return reader.wb
    except Exception as error:  # openpyxl raises whatever it stumbles over in a damaged file
        raise damaged(path, error) from error


def damaged(path: Path, error: Exception) -> InputError:
    """What to raise for a workbook over which its reader stumbled."""
    expected = f"a whole workbook that a spreadsheet program can open ({type(error).__name__})"
    return InputError("file", "damaged", expected, str(path))
