"""Reading a workbook of an earlier version: what it did not ask for is blank, and what nobody asks for now is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of, name_key, same_name
from vdi_sizing.scenario import KIT_PARTS, PARTS, Cache, Design, Sensitivity, Settings, Tier
from vdi_sizing.scenario import KITS as SHIPPED_KITS
from vdi_sizing.tables.deliveries import DELIVERIES
from vdi_sizing.tables.gpus import GPU_CARDS
from vdi_sizing.tables.licences import METRICS
from vdi_sizing.tables.processors import PROCESSORS
from vdi_sizing.tables.profiles import PROFILES as SHIPPED_PROFILES
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.what_if.drivers import DRIVERS, ENDS
from vdi_templates.reading.cells import blank
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.tables import (
    CHANGES,
    CPUS,
    DELIVERY,
    GPUS,
    KITS,
    LICENCES,
    POINTS,
    PROFILES,
    RAID,
    RATES,
    InputTable,
)
from vdi_templates.workbook.tables import PARTS as PARTS_OF_KITS

_EARLIER_HEADERS = {("Prices", "amount"): ("price eur",)}
"""Under which headers a column of a table stood before."""
_GROUPS = ("design_", "settings_", "sensitivity_")
"""How the defined names of inputs begin."""
_OF_CLUSTER = ("min_hosts", "most_hosts", "store")
"""Columns of RAID that earlier versions did not have."""
_WHY_GONE = {
    "design_variability": "the service shape of each tier and cache takes its place; it is blank: as usual",
}
_GONE = "this version does not ask for it"


class Gone(NamedTuple):
    """An entry that has no place any more."""

    sheet: str
    cell: str
    label: str
    value: object
    why: str


class EarlierReader(Reader):
    """A workbook of this version or of an earlier one."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, inputs_only=True)
        self._gone_drivers: list[Gone] = []
        self.not_asked: set[str] = set()
        """The inputs of this version that the file does not ask for, by their defined names."""

    @property
    def is_of_earlier_version(self) -> bool:
        """Whether the file lacks what this version asks for."""
        return bool(self.not_asked)

    def gone(self) -> Iterator[Gone]:
        """What was entered and has no place any more; after the scenario was read."""
        known = {f"design_{name}" for section in design_sections() for name in section.inputs}
        known.update(f"settings_{name}" for name in inputs_of(Settings))
        known.update(f"sensitivity_{name}" for name in inputs_of(Sensitivity))
        for name in self.workbook.defined_names:
            if name.startswith(_GROUPS) and name not in known:
                yield from self._entries(name)
        yield from self._gone_drivers

    def _entries(self, name: str) -> Iterator[Gone]:
        try:
            ws, cells = self._named(name)
        except InputError:
            return
        label = str(ws.cell(int(cells[0].row or 1), 1).value or name)
        why = _WHY_GONE.get(name, _GONE)
        for cell in cells:
            if not blank(cell.value):
                value = float(cell.value) if isinstance(cell.value, int) else cell.value
                yield Gone(ws.title, cell.coordinate, label, value, why)

    def _has_to_be_there(self, name: str) -> bool:
        if name in self.workbook.defined_names or not _may_be_missing(name):
            return True
        self.not_asked.add(name)
        return False

    def _table_has_to_be_there(self, table: InputTable) -> bool:
        return table not in (
            RATES,
            PROFILES,
            DELIVERY,
            KITS,
            PARTS_OF_KITS,
            LICENCES,
            GPUS,
            CPUS,
            POINTS,
            CHANGES,
        )

    def _records_not_asked(self, table: InputTable) -> tuple[Any, ...]:
        shipped = {
            PROFILES.name: SHIPPED_PROFILES, DELIVERY.name: DELIVERIES, KITS.name: SHIPPED_KITS,
            PARTS_OF_KITS.name: KIT_PARTS, LICENCES.name: METRICS, GPUS.name: GPU_CARDS,
            CPUS.name: PROCESSORS,
        }  # fmt: skip
        return shipped.get(table.name, ())

    def _column_has_to_be_there(self, table: InputTable, name: str) -> bool:
        return (table.name, name) != (RAID.name, "write_bytes") and not table.columns[name].may_be_blank

    def _column_of_old(self, table: InputTable, name: str, headers: Mapping[str, int]) -> int | None:
        earlier = _EARLIER_HEADERS.get((table.name, name), ())
        return next((headers[header] for header in earlier if header in headers), None)

    def _not_asked(self, table: InputTable, values: Mapping[str, Any]) -> dict[str, Any]:
        missing = table.columns.keys() - values.keys()
        standing: dict[str, Any] = {}
        for name in missing:
            field = table.columns[name]
            if field.may_be_blank:
                standing[name] = field.blank
        if table is RAID and "write_bytes" in missing:  # what a small write of the level writes, of its operations
            standing["write_bytes"] = max(1.0, values["write_penalty"] - values["write_reads"])
        return {**standing, **(_of_cluster(values["name"], missing) if table is RAID else {})}

    def _changes(self, ws: Worksheet, end: str) -> tuple[Any, ...]:
        """By the labels beside them: there were fewer drivers once, in another order."""
        field, said = inputs_of(Sensitivity)[end], self._cells.translation
        drivers = {
            name_key(called(driver.label)): driver.label
            for driver in DRIVERS.values()
            for called in (said.former, said.text, str)
        }
        found: dict[str, Any] = {}
        for (cell,) in self._column(f"sensitivity_{end}"):
            label = str(ws.cell(int(cell.row or 1), 1).value or "")
            if name_key(label) in drivers:
                found[drivers[name_key(label)]] = self._cells.input(ws, cell, field)
            elif not blank(cell.value):
                self._gone_drivers.append(Gone(ws.title, cell.coordinate, label, cell.value, _GONE))
        usual = {each.label: each.usual_changes[ENDS.index(end)] if end in ENDS else 0.0 for each in DRIVERS.values()}
        return tuple(found.get(label, change) for label, change in usual.items())

    def _column(self, name: str) -> list[list[Cell | MergedCell]]:
        rows = self._range(name)
        if len(rows[0]) > 1:
            raise InputError("defined name", name, "a name of cells one below the other", self.path.name)
        return rows


def _of_cluster(layout: str, missing: Iterable[str]) -> dict[str, Any]:
    """What a cluster with a layout of ours looks like, which earlier versions did not say."""
    shipped = next((level for level in RAID_LEVELS if same_name(level.name, layout)), None)
    return {} if shipped is None else {name: getattr(shipped, name) for name in _OF_CLUSTER if name in missing}


def _may_be_missing(name: str) -> bool:
    """Whether an input, by its defined name, stands for something where it is not there."""
    group, _, rest = name.partition("_")
    part, _, of_part = rest.partition("_")
    record: type = {"settings": Settings, "sensitivity": Sensitivity}.get(group, Design)
    if record is Design and part in PARTS:
        record, rest = (Cache if part == "cache" else Tier), of_part
    return any(each.name == rest and each.default is not MISSING for each in fields(record))
