"""Reading the inputs of a workbook, by defined names and table headers, never by cell address.

Whatever cannot be used is an InputError that names file, sheet, cell, value and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

from openpyxl import Workbook
from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.scenario import (
    BillRow,
    Change,
    Design,
    Kit,
    KitPart,
    MeasuredPoint,
    Scenario,
    Sensitivity,
    Settings,
    UserGroup,
    check,
    faults,
    refuse,
)
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.gpus import GpuCard
from vdi_sizing.tables.licences import Metric
from vdi_sizing.tables.price_lists import CURRENCY, ExchangeRate, Price
from vdi_sizing.tables.processors import Processor
from vdi_sizing.tables.profiles import Profile
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_templates.reading.areas import area_of, edges_of_table, rows_with_cells
from vdi_templates.reading.cells import Cells, blank
from vdi_templates.reading.designs import read_design
from vdi_templates.workbook.at_once import SHEET as WHAT_IF
from vdi_templates.workbook.baseline import SHEET as BASELINE
from vdi_templates.workbook.baseline import Baseline, Block, blocks_of
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.layout import COLUMNS_BESIDE, FIRST_DESIGN_COLUMN, MAX_DESIGNS
from vdi_templates.workbook.tables import TABLES, InputTable
from vdi_templates.workbook.variants import CHANGE_COLUMNS

Record = TypeVar("Record")

_INPUT_SHEETS = (*{table.sheet for table in TABLES}, "Designs", "Settings", "Sensitivity", WHAT_IF, BASELINE)
_MOST_NAMED_CELLS = 10_000
_EARLIER = "; one of an earlier version moves into today's with 'vdi-sizing upgrade'"
_RECORDS: dict[str, Callable[..., Any]] = {
    "groups": UserGroup,
    "profiles": Profile,
    "deliveries": Delivery,
    "kits": Kit,
    "kit_parts": KitPart,
    "drives": Drive,
    "raid_levels": RaidLevel,
    "metrics": Metric,
    "gpu_cards": GpuCard,
    "processors": Processor,
    "prices": Price,
    "bill": BillRow,
    "rates": ExchangeRate,
    "measured_points": MeasuredPoint,
    "named_changes": Change,
}


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

    def __init__(self, path: Path, *, inputs_only: bool = False, currency: str | None = None) -> None:
        self.path = path
        self._cells = Cells(path, only=_INPUT_SHEETS if inputs_only else None)
        self.currency = currency or self._cells.translation.currency  # of prices that name none
        self._sheets = {name: self.workbook[name] for name in self.workbook.sheetnames}
        self._scenario: Scenario | None = None
        self._places: dict[tuple[str, int], tuple[str, Mapping[str, str]]] = {}
        self.design_columns: list[int] = []  # in which column of Designs each design stands, from 1
        self.columns_of_designs = 0  # with those that are free for the next design
        self._incomplete: set[str] = set()  # the tables with a record that cannot be used
        self.gap: InputError | None = None  # a column without a design, left of one: where, and what becomes of it
        self.table_rows: dict[str, list[int]] = {}  # of a table's records, from 1; between them stand blank rows
        self.table_columns: dict[str, dict[int, str]] = {}  # of a table, which input stands in which column

    @property
    def workbook(self) -> Workbook:
        """The workbook with its formulas."""
        return self._cells.workbook

    @property
    def values(self) -> Workbook:
        """The same workbook with the saved values of its formulas."""
        return self._cells.values

    @property
    def notes(self) -> list[str]:
        """What was read in a way that the owner of the workbook should know of, so far."""
        gap = [str(self.gap)] if self.gap else []
        code = self.currency
        amounts = [f"amounts are in {code}: where a command says {CURRENCY}, it is {code}"] if code != CURRENCY else []
        return [*self._cells.notes, *gap, *amounts]

    @property
    def texts(self) -> Mapping[tuple[str, str], tuple[str, float]]:
        """Numbers written as text, so far, by sheet and cell: the text, and the number that a command reads."""
        return self._cells.texts

    def cost_rows(self) -> list[int]:
        """The rows of each configuration on the Cost sheet."""
        if not self.columns_of_designs:  # read once, so that notes are said once
            self._designs()
        return [len(self._range(f"cost_{position}")) for position in range(1, self.columns_of_designs + 1)]

    def places_of_designs(self) -> tuple[int, ...]:
        """The columns of its designs, from 0, where they do not stand side by side; else none."""
        return tuple(column - FIRST_DESIGN_COLUMN for column in self.design_columns) if self.gap else ()

    def group_rows(self) -> int:
        """The rows of the sheet Groups."""
        return len(self._range("groups_in_use"))

    def scenario(self) -> Scenario:
        """All inputs, checked each for itself and against each other; read once."""
        if self._scenario is None:
            try:
                self._scenario = self._read_scenario()
            except InputError as error:
                error.language = self._cells.translation.language
                raise
        return self._scenario

    def _read_scenario(self) -> Scenario:
        settings = self._settings()
        self._sheet("Designs")  # to which the bill refers
        tables = {table.records: self._table(table) for table in TABLES}
        designs, sensitivity = self._designs(), self._sensitivity()
        if settings is None:
            self._cells.refuse_unusable()
        scenario = Scenario(
            settings=settings, designs=designs, sensitivity=sensitivity, currency=self.currency, **tables
        )
        refuse([*self._cells.unusable_inputs(), *faults(scenario, self._place, self._incomplete)])
        return scenario

    def left_blank(self) -> frozenset[tuple[str, int, str]]:
        """The inputs whose cells are blank and count as usual: by table, record and name."""
        return frozenset(
            (block.name, *block.record_of(row, column))
            for block in blocks_of(self.scenario())
            for row, values in enumerate(block.values)
            for column, value in enumerate(values)
            if value is not None and self._is_left_blank(block.name, *block.record_of(row, column))
        )

    def _is_left_blank(self, table: str, index: int, field: str) -> bool:
        sheet, cells = self._places.get((table, index), ("", {}))
        return field in cells and self._cells.is_blank(self._sheets[sheet], self._sheets[sheet][cells[field]])

    # --- baseline -------------------------------------------------------------------------------------

    def baseline_hash(self) -> str | None:
        """The hash of the inputs that the file was made with, as it stands there; None: it has no baseline."""
        if BASELINE not in self._sheets:
            return None
        _, cell = self._cell("baseline_inputs_hash")
        return str(cell.value or "")

    def baseline(self, scenario: Scenario) -> Baseline | None:
        """The inputs that the file was made with, beside those that it holds now; None: it has no baseline.

        Raises
        ------
        InputError
            If a value of it cannot be used, or its rows are not those of this version.
        """
        if BASELINE not in self._sheets:
            return None
        notes = list(self._cells.notes)
        blocks = {block.name: block for block in blocks_of(scenario)}
        tables = {table.records: self._former_table(blocks[table.records]) for table in TABLES}
        settings, varied, changes = (self._former_list(blocks[name]) for name in ("settings", "varied", "changes"))
        rows = self._former_list(blocks["designs"])
        fields = {name: field for section in design_sections() for name, field in section.inputs.items()}
        columns = min(len(row) for row in rows.values())
        designs = [
            read_design(self._cells, {name: (*row[at], fields[name]) for name, row in rows.items()})
            for at in range(columns)
            if not all(self._cells.is_blank(*row[at]) for row in rows.values())
        ]
        self._cells.refuse_unusable()
        values = {name: self._cells.input(*row[0], inputs_of(Settings)[name]) for name, row in settings.items()}
        of_varied = inputs_of(Sensitivity)
        of_sensitivity = {name: self._cells.input(*row[0], of_varied[name]) for name, row in varied.items()}
        for at, end in enumerate(CHANGE_COLUMNS):
            of_sensitivity[end] = tuple(self._cells.input(*row[at], of_varied[end]) for row in changes.values())
        dials = self._former_list(blocks["dials"]).values()
        of_sensitivity["dials"] = tuple(self._cells.input(*row[0], of_varied["dials"]) for row in dials)
        self._cells.notes[:] = notes  # what is said of the inputs need not be said of these
        moved = tuple(str(cell.value) for (cell,) in self._range("baseline_moved") if cell.value is not None)
        former = Scenario(
            settings=Settings(**values),
            designs=tuple(designs),
            sensitivity=Sensitivity(**of_sensitivity),
            currency=self.currency,
            **tables,
        )
        check(former, lambda *_: f"{self.path.name}: {BASELINE}")
        return Baseline(former, moved)

    def _former_table(self, block: Block) -> tuple[Any, ...]:
        """The records of a table of the baseline."""
        headers, *rows = self._range(f"baseline_{block.name}")
        self._refuse_other_labels(headers, block.headers)
        ws = self._sheet(BASELINE)
        fields = [field for field in block.inputs if field is not None]
        return tuple(
            _RECORDS[block.name](
                **{
                    key: self._cells.input(ws, cell, field)
                    for key, field, cell in zip(block.keys, fields, row, strict=True)
                }
            )
            for row in rows
        )

    def _former_list(self, block: Block) -> dict[str, list[tuple[Worksheet, Cell | MergedCell]]]:
        """The cells of the baseline's values, by what the library calls the input of their row."""
        _, *rows = self._range(f"baseline_{block.name}")
        self._refuse_other_labels([row[0] for row in rows], block.labels)
        ws = self._sheet(BASELINE)
        return {key: [(ws, cell) for cell in row[1:]] for key, row in zip(block.keys, rows, strict=True) if key}

    def _refuse_other_labels(self, cells: Iterable[Cell | MergedCell], labels: Iterable[str]) -> None:
        for cell, label in zip_longest(cells, labels):
            if cell is None or not self._cells.says(cell, label or ""):
                where = self._cells.at(BASELINE, "A1" if cell is None else cell.coordinate)
                found = None if cell is None else cell.value
                raise InputError("label", found, f"{label!r}, as this version writes it", where)

    # --- places ---------------------------------------------------------------------------------------

    def _place(self, table: str, index: int, field: str) -> str:
        place = self._places.get((table, index))
        return self._cells.at(place[0], place[1][field]) if place else f"{self.path.name}: {table}"

    def cell_of(self, table: str, index: int, field: str) -> str:
        """The cell of an input, which has been read; "" where no single one holds it."""
        _, cells = self._places.get((table, index), ("", {}))
        return cells.get(field, "")

    # --- tables ---------------------------------------------------------------------------------------

    def _sheet(self, name: str) -> Worksheet:
        ws = self._sheets.get(name)
        if ws is None:
            raise InputError("sheet", name, "a sheet of that name; is this a VDI sizing workbook?", self.path.name)
        if not isinstance(ws, Worksheet):
            raise InputError("sheet", name, "a sheet with cells", self.path.name)
        return ws

    def _table(self, table: InputTable) -> tuple[Any, ...]:
        if table.sheet not in self._sheets and not self._table_has_to_be_there(table):
            return self._records_not_asked(table)
        ws = self._sheet(table.sheet)
        if table.name not in ws.tables:
            if not self._table_has_to_be_there(table):
                return self._records_not_asked(table)
            raise InputError("table", table.name, "a table of that name on the sheet", f"{self.path.name}: {ws.title}")
        place = f"{self.path.name}: {ws.title}"
        left, top, right, bottom = edges_of_table(ws.tables[table.name].ref, place)
        columns = self._columns(ws, table, left, top, right)
        self.table_columns[table.name] = {column: name for name, column in columns.items()}
        filled = rows_with_cells(ws, top + 1, columns)
        self._refuse_rows_below(ws, columns, [row for row in filled if row > bottom])
        bottom -= ws.tables[table.name].totalsRowCount or 0
        records: list[Any] = []
        rows: list[int] = []
        self.table_rows[table.records] = rows
        for row in (row for row in filled if row <= bottom):
            cells = {name: ws.cell(row, column) for name, column in columns.items()}
            if all(self._cells.is_blank(ws, cell) for cell in cells.values()):
                continue
            values = self._cells.inputs({name: (ws, cell, self._field(table, name)) for name, cell in cells.items()})
            if values is None:
                self._incomplete.add(table.records)
                continue
            values.update(self._not_asked(table, values))
            self._places[table.records, len(records)] = (ws.title, {n: c.coordinate for n, c in cells.items()})
            rows.append(row - top)
            records.append(_RECORDS[table.records](**values))
        self._places.setdefault((table.records, 0), (ws.title, {"name": f"{get_column_letter(left)}{top + 1}"}))
        return tuple(records)

    def _field(self, table: InputTable, name: str) -> Input:
        """What a column is: a price that names no currency is in that of the workbook."""
        field = table.columns[name]
        return replace(field, blank=self.currency) if (table.records, name) == ("prices", "currency") else field

    def _columns(self, ws: Worksheet, table: InputTable, left: int, top: int, right: int) -> dict[str, int]:
        headers: dict[str, int] = {}
        for column in range(left, right + 1):
            header = str(ws.cell(top, column).value or "").strip().casefold()
            if header and header in headers:
                where = self._cells.at(ws.title, f"{get_column_letter(column)}{top}")
                raise InputError("column", header, "a header that is used once", where)
            headers[header] = column
        found = {}
        for name, field in table.columns.items():
            place = headers.get(field.label.casefold(), self._column_of_old(table, name, headers))
            for said in (self._cells.translation.text, self._cells.translation.former):
                place = headers.get(said(field.label).casefold()) if place is None else place
            if place is not None:
                found[name] = place
            elif self._column_has_to_be_there(table, name):
                where = self._cells.at(ws.title, f"{get_column_letter(left)}{top}")
                raise InputError("column", None, f"a column {field.label!r} in table {table.name}{_EARLIER}", where)
        return found

    # --- what an earlier version had otherwise --------------------------------------------------------

    @property
    def is_of_earlier_version(self) -> bool:
        """Whether the file lacks what this version asks for."""
        return False

    def _has_to_be_there(self, name: str) -> bool:
        """Whether an input of this version has to be in the file, by its defined name."""
        return True

    def _table_has_to_be_there(self, table: InputTable) -> bool:
        """Whether a table of this version has to be in the file."""
        return True

    def _records_not_asked(self, table: InputTable) -> tuple[Any, ...]:
        """What stands for a table that the file does not have."""
        return ()

    def _column_has_to_be_there(self, table: InputTable, name: str) -> bool:
        """Whether a column of this version has to be in the file."""
        return True

    def _column_of_old(self, table: InputTable, name: str, headers: Mapping[str, int]) -> int | None:
        """The column of an input under a header that it bore once."""
        return None

    def _not_asked(self, table: InputTable, values: Mapping[str, Any]) -> dict[str, Any]:
        """What stands for the inputs of a row that the file does not ask for."""
        return {}

    def _refuse_rows_below(self, ws: Worksheet, columns: Mapping[str, int], rows: Iterable[int]) -> None:
        for row in rows:
            for column in columns.values():
                value = ws.cell(row, column).value
                if not blank(value):
                    where = self._cells.at(ws.title, f"{get_column_letter(column)}{row}")
                    expected = "nothing below the table: enlarge the table, or use one of its empty rows"
                    raise InputError("cell", value, expected, where)

    # --- designs and settings -------------------------------------------------------------------------

    def _named(self, name: str) -> tuple[Worksheet, list[Cell | MergedCell]]:
        """The cells of a defined name that is one row, left to right."""
        rows = self._range(name)
        if len(rows) > 1:
            raise InputError("defined name", name, "a name that stands for one row of cells", self.path.name)
        return self._sheet(rows[0][0].parent.title), rows[0]

    def _cell(self, name: str) -> tuple[Worksheet, Cell | MergedCell]:
        """The cell of a defined name that is a single one."""
        ws, cells = self._named(name)
        if len(cells) > 1:
            raise InputError("defined name", name, "a name that stands for one cell", self.path.name)
        return ws, cells[0]

    def _range(self, name: str) -> list[list[Cell | MergedCell]]:
        """The cells of a defined name, row by row."""
        defined = self.workbook.defined_names.get(name)
        if defined is None:
            raise InputError("defined name", name, f"a name of cells of this workbook{_EARLIER}", self.path.name)
        area = area_of((defined.value or "").strip())
        if area is None or area.sheet not in self._sheets:
            raise InputError("defined name", name, "a name that stands for cells of this workbook", self.path.name)
        ws = self._sheet(area.sheet)
        left, top, right, bottom = area.edges
        if (right - left + 1) * (bottom - top + 1) > _MOST_NAMED_CELLS:
            raise InputError("defined name", name, f"a name for at most {_MOST_NAMED_CELLS:,} cells", self.path.name)
        return [[ws.cell(row, column) for column in range(left, right + 1)] for row in range(top, bottom + 1)]

    def _settings(self) -> Any:
        """The settings; nothing where one cannot be used, which is refused with all the others."""
        self._sheet("Settings")
        cells = {
            name: (*self._cell(f"settings_{name}"), field)
            for name, field in inputs_of(Settings).items()
            if self._has_to_be_there(f"settings_{name}")
        }
        ws = next(iter(cells.values()))[0]
        self._places["settings", 0] = (ws.title, {name: cell.coordinate for name, (_, cell, _) in cells.items()})
        first = {name: cells.pop(name) for name in ("number_style",) if name in cells}
        style = self._cells.inputs(first)  # by which all others are read
        if style:
            self._cells.number_style = style["number_style"]
        values = self._cells.inputs(cells)
        return None if style is None or values is None else Settings(**style, **values)

    def _sensitivity(self) -> Any:
        """What the sheet Sensitivity varies; nothing where an input of it cannot be used."""
        fields = inputs_of(Sensitivity)
        cells = {
            name: self._cell(f"sensitivity_{name}")
            for name in fields
            if name not in (*CHANGE_COLUMNS, "dials") and self._has_to_be_there(f"sensitivity_{name}")
        }
        ws, _ = cells["design"]
        self._places["sensitivity", 0] = (ws.title, {name: cell.coordinate for name, (_, cell) in cells.items()})
        changes: dict[str, Any] = {end: self._changes(ws, end) for end in CHANGE_COLUMNS}
        changes["dials"] = self._dials()
        values = self._cells.inputs({name: (*cell, fields[name]) for name, cell in cells.items()})
        if self._cells.unusable or values is None:
            self._incomplete.add("sensitivity")
            return Sensitivity()
        return Sensitivity(**changes, **values)

    def _dials(self) -> tuple[Any, ...]:
        """By how much each driver is changed at once with the others."""
        if not self._has_to_be_there("sensitivity_dials"):
            return ()
        ws = self._sheet(self._range("sensitivity_dials")[0][0].parent.title)
        return self._changes(ws, "dials")

    def _changes(self, ws: Worksheet, end: str) -> tuple[Any, ...]:
        """By how much each driver is varied, in their order."""
        rows = self._range(f"sensitivity_{end}")
        if len(rows) != len(DRIVERS) or len(rows[0]) > 1:
            expected = f"a name of {len(DRIVERS)} cells, one below the other"
            raise InputError("defined name", f"sensitivity_{end}", expected, self.path.name)
        field = inputs_of(Sensitivity)[end]
        of_driver = self._cells.inputs({str(at): (ws, cell, field) for at, (cell,) in enumerate(rows)})
        places = dict(zip(DRIVERS, (cell.coordinate for (cell,) in rows), strict=True))
        self._places.setdefault((end, 0), (ws.title, places))
        return tuple((of_driver or {}).values())

    def _designs(self) -> tuple[Design, ...]:
        self._sheet("Designs")
        fields = {name: field for section in design_sections() for name, field in section.inputs.items()}
        rows = {name: self._named(f"design_{name}") for name in fields if self._has_to_be_there(f"design_{name}")}
        columns = max(len(cells) for _, cells in rows.values())
        if columns > MAX_DESIGNS:
            expected = f"names of at most {MAX_DESIGNS} cells, one per design"
            raise InputError("defined names", "design_...", expected, self.path.name)
        for name, (_, cells) in rows.items():
            if len(cells) < columns:
                expected = f"a name of {columns} cells, one per design, as the other inputs have"
                raise InputError("defined name", f"design_{name}", expected, self.path.name)
        self._refuse_designs_beside(*rows["name"], columns)
        designs: list[Design] = []
        self.design_columns = []
        self.columns_of_designs, free = columns, ""
        for column in range(columns):
            named = {name: (ws, cells[column]) for name, (ws, cells) in rows.items()}
            ws, first = named["name"]
            if all(self._cells.is_blank(*cell) for cell in named.values()):
                free = f"{ws.title}!{first.coordinate.rstrip('0123456789')}"
                continue
            if free and self.gap is None:
                expected = "a design, or none at its right: what stands there counts, and 'compare' closes the gap"
                self.gap = InputError("column", None, expected, f"{self.path.name}: {free}")
            self._places["designs", len(designs)] = (ws.title, {n: c.coordinate for n, (_, c) in named.items()})
            self.design_columns.append(int(first.column or 0))
            before = len(self._cells.unusable)
            inputs = {name: (*named[name], fields[name]) for name in fields if name in named}
            design = read_design(self._cells, inputs)
            if len(self._cells.unusable) == before:
                designs.append(design)
            else:
                self._incomplete.add("designs")
        self._places.setdefault(("designs", 0), (rows["name"][0].title, {"name": rows["name"][1][0].coordinate}))
        return tuple(designs)

    def _refuse_designs_beside(self, ws: Worksheet, names: list[Cell | MergedCell], columns: int) -> None:
        """A name to the right of the designs: no formula of the workbook sees what stands below it."""
        row, last = int(names[0].row or 0), max(int(cell.column or 0) for cell in names)
        more = f"start with 'vdi-sizing new --designs {columns + 1}'" if columns < MAX_DESIGNS else "there are no more"
        for column in range(last + 1, last + 1 + COLUMNS_BESIDE):
            cell = ws._cells.get((row, column))
            if cell is not None and not self._cells.is_blank(ws, cell):
                expected = (
                    f"nothing beside the {columns} designs that the formulas of this workbook were made for: {more}"
                )
                raise InputError("design", cell.value, expected, self._cells.at(ws.title, cell.coordinate))
