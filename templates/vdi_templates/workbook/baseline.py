"""The inputs as they were when a file was made: blocks that mirror the input sheets cell by cell, and their hashes."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from openpyxl.utils import column_index_from_string, coordinate_to_tuple, get_column_letter

from vdi_sizing.inputs import NO, YES, Input, inputs_of, name_key
from vdi_sizing.scenario import Scenario, Sensitivity, Settings
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.what_if.variation import changes_of, dials_of
from vdi_templates.languages.translation import IN_ENGLISH, Translation
from vdi_templates.workbook.at_once import DIAL_COLUMN, FIRST_DIAL_ROW
from vdi_templates.workbook.at_once import SHEET as WHAT_IF
from vdi_templates.workbook.design_inputs import design_sections, design_values
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.tables import TABLES
from vdi_templates.workbook.variants import CHANGE_COLUMNS, CHOICE_CELL, FIRST_DRIVER_ROW

SHEET = "Baseline"
NOT_MOVED = "none: no baseline was before it, or the same inputs"
MOVED_ROWS = 6
VARIED, DIALS = "varied", "dials"
"""The blocks of what Sensitivity varies and ranks, and of the dials of What if, which is the last one."""
AS_OF_CELL = f"{SHEET}!$B${HEADER_ROW + 1}"
"""Where the as-of date stands that the file was made with."""
FIRST_BLOCK_ROW = 19
"""The row of the first block's title; its headers follow, and then its rows."""
LABEL_COLUMN, VALUE_COLUMN = 2, 3
CANONICAL = (
    "SHA-256 of one line per input that is not blank: a JSON list of sheet, row of the block (from 1), label of the "
    "row, header of the column,",
    "and value as text (numbers with 15 digits, dates as 2026-11-21, names in small letters), in UTF-8 and in the "
    "order of this sheet.",
)
"""What the hashes are of, in two lines."""


@dataclass(frozen=True)
class Block:
    """The inputs of one table, or of one list of inputs with a label each, and where they stand on their sheet."""

    name: str
    sheet: str
    first_row: int
    first_column: int
    headers: tuple[str, ...]
    """Of its columns: those of a table, or the letters of the columns of a list."""
    labels: tuple[str, ...]
    """Of its rows; a table has none."""
    keys: tuple[str, ...]
    """What the library calls the inputs: of the columns of a table, of the rows of a list; "" for a heading."""
    inputs: tuple[Input | None, ...]
    values: tuple[tuple[Any, ...], ...]
    """Row by row, as cells hold them."""

    @property
    def is_table(self) -> bool:
        """Whether it has a row per record."""
        return not self.labels

    @property
    def value_column(self) -> int:
        """Where its values begin on the sheet Baseline: those of a list stand behind their labels."""
        return LABEL_COLUMN if self.is_table else VALUE_COLUMN

    def field(self, row: int, column: int) -> Input | None:
        """What a cell of it is."""
        return self.inputs[column if self.is_table else row]

    def label(self, row: int, column: int) -> str:
        """What a cell of it is called."""
        return self.headers[column] if self.is_table else self.labels[row]

    def record_of(self, row: int, column: int) -> tuple[int, str]:
        """Which record an input belongs to, and what the library calls it there."""
        return (row, self.keys[column]) if self.is_table else (column, self.keys[row])

    def lines(self) -> Iterator[str]:
        """Its inputs that are not blank, in their canonical form."""
        for row, values in enumerate(self.values):
            label = "" if self.is_table else self.labels[row]
            for column, value in enumerate(values):
                field = self.field(row, column)
                if field is not None and value is not None:
                    told = self.sheet, row + 1, label, self.headers[column], _spelled(value, field)
                    yield json.dumps(told, ensure_ascii=False)


def _spelled(value: Any, field: Input) -> str:
    """A value as any program that saved it reads it again: with the 15 digits that all keep; names have no case."""
    if field.kind in ("name", "choice"):
        return name_key(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, (int, float)):
        return f"{value:.15g}"
    return str(value).replace("\r\n", "\n").replace("\r", "\n").strip()


def as_held(value: Any) -> Any:
    """An input as its cell holds it."""
    return (YES if value else NO) if isinstance(value, bool) else value


def blocks_of(scenario: Scenario, columns: int = 0, places: Sequence[int] = ()) -> tuple[Block, ...]:
    """All inputs of a scenario, in the order of the sheet Baseline.

    `columns` of designs, if more than designs; `places`: in which of them each stands, if not in the first ones.
    """
    tables = [_table(scenario, at) for at in range(len(TABLES))]
    return (_settings(scenario), _designs(scenario, columns, places), *tables, *_sensitivity(scenario))


def _settings(scenario: Scenario) -> Block:
    inputs = inputs_of(Settings)
    values = tuple((as_held(getattr(scenario.settings, name)),) for name in inputs)
    labels = tuple(field.label for field in inputs.values())
    return Block("settings", "Settings", FIRST_ROW, 4, ("D",), labels, tuple(inputs), tuple(inputs.values()), values)


def _designs(scenario: Scenario, columns: int, places: Sequence[int]) -> Block:
    of_designs: list[dict[str, Any]] = [{}] * max(columns, len(scenario.designs))
    for place, design in zip(places or range(len(scenario.designs)), scenario.designs, strict=True):
        of_designs[place] = design_values(design)
    rows: list[tuple[str, str, Input | None]] = []
    for section in design_sections():
        rows.append((section.title, "", None))
        rows += [(field.label, name, field) for name, field in section.inputs.items()]
        rows.append(("", "", None))
    labels, keys, inputs = zip(*rows[:-1], strict=True)
    values = tuple(tuple(as_held(values.get(key)) for values in of_designs) for key in keys)
    letters = tuple(get_column_letter(FIRST_DESIGN_COLUMN + at) for at in range(len(of_designs)))
    return Block("designs", "Designs", FIRST_ROW, FIRST_DESIGN_COLUMN, letters, labels, keys, inputs, values)


def _table(scenario: Scenario, at: int) -> Block:
    table = TABLES[at]
    fields = tuple(table.columns.values())
    values = tuple(
        tuple(as_held(getattr(record, name)) for name in table.columns) for record in getattr(scenario, table.records)
    )
    headers = tuple(field.label for field in fields)
    return Block(table.records, table.sheet, table.header_row + 1, 1, headers, (), tuple(table.columns), fields, values)


def _sensitivity(scenario: Scenario) -> Iterator[Block]:
    inputs = inputs_of(Sensitivity)
    names = [name for name in inputs if name not in (*CHANGE_COLUMNS, "dials")]
    row, column = coordinate_to_tuple(CHOICE_CELL.rpartition("!")[2].replace("$", ""))
    values = tuple((getattr(scenario.sensitivity, name),) for name in names)
    labels, fields = tuple(inputs[name].label for name in names), tuple(inputs[name] for name in names)
    yield Block(VARIED, "Sensitivity", row, column, ("D",), labels, tuple(names), fields, values)
    drivers = tuple(driver.label for driver in DRIVERS.values())
    changes = tuple(changes_of(scenario, name) for name in DRIVERS)
    field = inputs[next(iter(CHANGE_COLUMNS))]
    letters = tuple(CHANGE_COLUMNS.values())
    keys, fields = tuple(DRIVERS), (field,) * len(drivers)
    yield Block("changes", "Sensitivity", FIRST_DRIVER_ROW, 4, letters, drivers, keys, fields, changes)
    dials, fields = tuple((dial,) for dial in dials_of(scenario).values()), (inputs["dials"],) * len(drivers)
    column = column_index_from_string(DIAL_COLUMN)
    yield Block(DIALS, WHAT_IF, FIRST_DIAL_ROW, column, (DIAL_COLUMN,), drivers, keys, fields, dials)


def _hash(blocks: Sequence[Block]) -> str:
    return hashlib.sha256("\n".join(line for block in blocks for line in block.lines()).encode()).hexdigest()


@dataclass(frozen=True)
class Baseline:
    """The inputs that a file was made with, and which of them were not those of the baseline before it."""

    scenario: Scenario
    moved: tuple[str, ...] = (NOT_MOVED,)
    """Lines for a reader, at most as many as there are rows for them."""
    columns: int = 0
    """Of designs, if more than there are designs."""

    @classmethod
    def after(cls, scenario: Scenario, moved: Sequence[str], translation: Translation = IN_ENGLISH) -> Baseline:
        """The next baseline, and what is not as it was in the one before, in the language of the workbook.

        What is too long for its rows is counted.
        """
        if len(moved) <= MOVED_ROWS:
            return cls(scenario, tuple(moved) or (NOT_MOVED,))
        kept = MOVED_ROWS - 1
        more = translation.text(f"and {len(moved) - kept} more, which vdi-sizing diff lists")
        return cls(scenario, (*moved[:kept], more))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Its inputs."""
        return blocks_of(self.scenario, self.columns)

    @cached_property
    def first_rows(self) -> dict[str, int]:
        """Of each block the row of its headers on the sheet Baseline."""
        rows, row = {}, FIRST_BLOCK_ROW + 1
        for block in self.blocks:
            rows[block.name] = row
            row += len(block.values) + 3
        return rows

    @cached_property
    def ranked_cell(self) -> str:
        """Where the sheet Baseline holds what Sensitivity ranked."""
        varied = next(block for block in self.blocks if block.name == VARIED)
        row = self.first_rows[VARIED] + 1 + varied.keys.index("measure")
        return f"{SHEET}!${get_column_letter(varied.value_column)}${row}"

    @cached_property
    def inputs_hash(self) -> str:
        """Of all inputs, in their canonical form."""
        return _hash(self.blocks)

    @cached_property
    def prices_hash(self) -> str:
        """Of the prices and exchange rates alone."""
        return _hash([block for block in self.blocks if block.name in ("prices", "rates")])
