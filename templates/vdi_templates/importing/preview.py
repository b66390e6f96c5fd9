"""The preview of an import: what goes where, cell by cell, what is left out and why, before anything is written."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

from vdi_templates.importing.headers import FIELDS, NOT_SAID, KnownList
from vdi_templates.importing.plan import Plan, Written

_LONGEST_SHOWN = 100


def preview(plan: Plan) -> str:
    """The plan as text."""
    return "\n".join(line.replace("\r", r"\r").replace("\n", r"\n") for line in _lines(plan))


def _lines(plan: Plan) -> Iterator[str]:
    if plan.first:
        yield from ("Look at this first", *(f"  {each}" for each in plan.first), "")
    for known, style, rows in plan.lists:
        many = "1 row" if rows == 1 else f"{rows} rows"
        yield f"{known.grid.name}: {known.kind}, {many} below the headers in row {known.header_row}"
        yield f"  {known.grid.how}; {style.in_words}"
        columns = (
            f"{column.header} -> {_label(known, name)}{_unit(column.unit)}" for name, column in known.columns.items()
        )
        yield f"  {', '.join(columns)}"
    if plan.written:
        yield from ("", "What goes where")
    for record in plan.written:
        yield from _record(record)
    if plan.dropped:
        yield from ("", "Dropped", *(f"  {each}" for each in plan.dropped))
    if plan.left_out:
        yield from ("", "Left out", *(f"  {each.place}: {each.why}" for each in plan.left_out))
    if plan.notes:
        yield from ("", "To know", *(f"  {each}" for each in plan.notes))
    if plan.problems:
        yield from ("", "Cannot be used: nothing is written", *(f"  {each}" for each in plan.problems))


def _label(known: KnownList, name: str) -> str:
    return FIELDS[known.kind][name].label


def _unit(unit: str) -> str:
    return f" ({unit})" if unit and unit != NOT_SAID else ""


def _record(record: Written) -> Iterator[str]:
    name = getattr(record.after, "part", None) or record.after.name
    cells = list(record.cells())
    what = "new" if record.before is None else "changed" if cells else "the same as before"
    yield f"  {record.origin} -> {record.table.sheet} row {record.row}, {name!r}: {what}"
    for cell, label, old, new in cells:
        change = _shown(new) if record.before is None else f"{_shown(old)} -> {_shown(new)}"
        yield f"    {cell:<14} {label}: {change}"


def _shown(value: Any) -> str:
    """A value as the same in every country: a decimal point, and dates from the year on."""
    if value is None:
        return "blank"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, datetime.date):
        return value.isoformat()
    text = str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
