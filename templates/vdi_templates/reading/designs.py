"""One design of the sheet Designs: its own inputs, those of its tiers and of its flash cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.scenario import TIERS, Cache, Design, Tier
from vdi_templates.reading.cells import Cells, InputCells

Record = TypeVar("Record")


def read_design(reading: Cells, cells: InputCells) -> Any:
    """One design; nothing where an input of it cannot be used, which is refused with all the others."""
    cells = {name: (ws, cell, _left(field) if field.by_rule else field) for name, (ws, cell, field) in cells.items()}
    kit = reading.inputs({"kit": cells["kit"]} if "kit" in cells else {})
    has_kit = bool(kit and kit.get("kit"))
    if has_kit:  # which may say what is blank, a tier's drive too
        cells = {name: (ws, cell, _left(field) if field.by_kit else field) for name, (ws, cell, field) in cells.items()}

    def part(record: Callable[..., Record], prefix: str, names: Mapping[str, Input]) -> Record:
        own = {name: cells[f"{prefix}_{name}"] for name in names if f"{prefix}_{name}" in cells}
        drive = reading.inputs({"drive": own["drive"]})
        if drive is None:
            return record()
        if drive["drive"] is None and not (has_kit and record is Tier):
            return record(**_unused(reading, own, vars(record()), prefix))
        return record(**(reading.inputs(own) or {}))

    tiers = tuple(part(Tier, f"tier{k}", inputs_of(Tier)) for k in TIERS)
    cache = part(Cache, "cache", inputs_of(Cache))
    values = reading.inputs({name: cells[name] for name in inputs_of(Design) if name in cells})
    return None if values is None else Design(tiers=tiers, cache=cache, **values)


def _unused(reading: Cells, cells: InputCells, usual: Mapping[str, Any], part: str) -> dict[str, Any]:
    """What is entered for a part without a drive: it counts for nothing, is kept, and its owner is told."""
    kept: dict[str, Any] = {}
    for name, (ws, cell, field) in cells.items():
        if reading.is_blank(ws, cell):
            continue
        try:
            kept[name] = reading.input(ws, cell, field)
        except InputError as error:
            reading.notes.append(f"{error}; {part} has no drive, so this is left out")
            continue
        if kept[name] != usual[name]:
            where = reading.at(ws.title, cell.coordinate)
            reading.notes.append(f"{where}: {field.label} of {part} counts for nothing: {part} has no drive")
    return kept


def _left(field: Input) -> Input:
    """An input that something else says where it is blank: a kit, or a rule for all designs."""
    return replace(field, optional=True, blank=None)
