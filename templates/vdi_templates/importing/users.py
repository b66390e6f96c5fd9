"""Lists of users: a row per group with its number, or a row per user."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of, name_key
from vdi_sizing.scenario import UserGroup
from vdi_templates.importing.groups import Group
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.rows import Row, places_of
from vdi_templates.importing.wording import USERS
from vdi_templates.importing.words import TOTAL, means

_SIZE = re.compile(
    r"(?P<vcpus>\d{1,3})\s*(?:v?cpus?|kerne?|cores?)?\s*[/,;x+ ]\s*(?P<ram_gib>\d{1,4})\s*(?:gb|gib)(?:\s*ram)?", re.I
)
_BESIDE = ("user", "profile", "vm_size")
_NAMES = ("name", "user", "profile")
"""The fields of which the first that is said names a group."""
_MANY = "vms"


def groups_of_users(rows: Sequence[Row], options: Options, plan: Plan) -> list[Group]:
    """The user groups of one list."""
    said: list[tuple[Row, dict[str, Any]]] = []
    for row in rows:
        try:
            values = _values(row, plan)
        except InputError as error:
            plan.problems.append(str(error))
            continue
        if values is not None:
            said.append((row, values))
    if not plan.open and not plan.problems:
        _compare_with_totals(rows, said, plan)
    if rows and _MANY in rows[0].of.columns:
        return [_group(values, [row], options) for row, values in said]
    if said:
        name = said[0][0].of.grid.name
        plan.notes.append(f"{name}: no column of numbers; each of its {len(said)} rows counts as one user")
    return _counted(said, options)


def _values(row: Row, plan: Plan) -> dict[str, Any] | None:
    """What a row says, or None if it is left out."""
    name = row.text(*_NAMES)
    if means(TOTAL, name):
        plan.leave_out(row.place, f"{name!r}: a total", says_nothing=True)
        return None
    if row.is_heading(next(field for field in _NAMES if field in row.of.columns)):
        plan.leave_out(row.place, f"{name!r}: a heading", says_nothing=True)
        return None
    values = dict(row.values)
    if not any(values.get(field) for field in _NAMES):
        raise InputError("user group", None, "the name of a group, a user or a profile", row.place)
    if _MANY in row.of.columns and _MANY not in values:
        header = row.of.columns[_MANY].header
        expected = f"{inputs_of(UserGroup)[_MANY].expected}, or 'leave out' as the answer"
        raise InputError(header, row.text(_MANY) or None, expected, row.where(_MANY))
    return {**_size(values, row.place), **values}


def _compare_with_totals(rows: Iterable[Row], said: Sequence[tuple[Row, Mapping[str, Any]]], plan: Plan) -> None:
    """Say where a total of the list is that of its groups above it neither in all nor from the last total on."""
    since = 0
    for row in rows:
        if not means(TOTAL, row.text(*_NAMES)):
            continue
        try:
            total = row.value(_MANY)
        except InputError:  # "about 1,700" says no sum
            continue
        above = [(each.number, values.get(_MANY, 0.0)) for each, values in said if each.number < row.number]
        sums = sum(many for _, many in above), sum(many for number, many in above if number > since)
        since = row.number
        if total is not None and total not in sums:
            what = f"{row.text(*_NAMES)!r} says {total:.15g}, and the groups above it have {sums[0]:.15g}"
            plan.first.append(f"{row.place}: {what}")


def _counted(said: Iterable[tuple[Row, dict[str, Any]]], options: Options) -> list[Group]:
    """Groups of a list with a row per user: those that are alike in all but the user are one."""
    alike: dict[tuple[tuple[str, Any], ...], list[Row]] = {}
    for row, values in said:
        kept = {name: value for name, value in values.items() if name != "user"}
        if "name" not in kept and "profile" not in kept:
            kept["name"] = options.wording.said(USERS)
        alike.setdefault(tuple(sorted(kept.items())), []).append(row)
    groups = [_group({**dict(key), _MANY: float(len(rows))}, rows, options) for key, rows in alike.items()]
    return _told_apart(groups)


def _group(values: dict[str, Any], rows: Sequence[Row], options: Options) -> Group:
    fields = {name: value for name, value in values.items() if name not in _BESIDE}
    fields["name"] = values.get("name") or values.get("user") or values["profile"]
    profile = values.get("profile")
    return Group(
        fields,
        places_of(rows),
        places_of(rows, wording=options.wording),
        rows[0].of,
        rows[0].of.profiles.get(name_key(profile), profile) if profile else None,
    )


def _size(values: dict[str, Any], place: str) -> dict[str, float]:
    """Processors and memory of a text such as `2 vCPU, 8 GB`."""
    text = values.get("vm_size")
    if text is None:
        return {}
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise InputError("VM size", text, "processors and memory, such as '2 vCPU, 8 GB'", place)
    return {name: float(number) for name, number in found.groupdict().items()}


def _told_apart(groups: list[Group]) -> list[Group]:
    """Groups of one name with different VMs bear their size in their names."""
    names = [group.values["name"] for group in groups]
    return [
        replace(group, values={**group.values, "name": f"{name}, {size_in_words(group.values)}"})
        if names.count(name) > 1
        else group
        for name, group in zip(names, groups, strict=True)
    ]


def size_in_words(values: Mapping[str, Any]) -> str:
    """The size of a VM, as the name of a group has it.

    >>> size_in_words({"vcpus": 2.0, "ram_gib": 8.0})
    '2 vCPU, 8 GiB'
    """
    inputs = inputs_of(UserGroup)
    return ", ".join(f"{values[name]:g} {inputs[name].unit}" for name in ("vcpus", "ram_gib") if values.get(name))
