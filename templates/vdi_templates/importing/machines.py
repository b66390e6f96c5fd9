"""Lists of virtual machines, as RVTools exports them: groups of VMs by size, and their disks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_sizing.scenario.rules import MOST_ROWS
from vdi_templates.importing.bands import MOST_BANDS, Size, bands_of
from vdi_templates.importing.groups import Group
from vdi_templates.importing.headers import FIELDS, IN_USE
from vdi_templates.importing.inventory import counts_of
from vdi_templates.importing.machine_kinds import (
    CLONE_PARENT,
    COMPARED,
    DESKTOP,
    MANAGEMENT,
    SERVER,
    SESSION_HOST,
    WORKED_ON,
    Pattern,
    has_column,
    pattern_of,
    patterns_said,
    refuse_without_match,
)
from vdi_templates.importing.measured import Load, iops_of, loads_of, say_sizes_of_ios, source_with_loads
from vdi_templates.importing.plan import Delta, Options, Plan
from vdi_templates.importing.rows import Row, places_of
from vdi_templates.importing.users import size_in_words
from vdi_templates.importing.wording import (
    BAND,
    DELTA_ANSWERED,
    GB_IN_USE,
    MIXED_BAND,
    MIXED_SESSION_HOSTS,
    SESSION_HOSTS,
    VMS_OF,
)

_ON = ("poweredon", "powered on", "on", "ein", "eingeschaltet", "running", "an")
_TRUE = ("true", "yes", "1", "wahr", "ja", "x")
_SYSTEM_VMS = "vcls"
"""What the names of VMs begin with that vSphere itself runs."""
_SIZES = ("vcpus", "ram_gib")
_TOLD_BY = ("vm", "os", "os_tools", "folder", "pool", "cluster")
"""What tells of which kind a VM is."""
_GB_PER_GIB = 1024**3 / 1000**3
_LIKE_ENOUGH = 0.1
"""As far as the GB of a VM may be from those of its disks without being said."""
_MANY = "vms"
_DISK = "persistent_gb"
_IN_THE_DISKS = {"delta_gb": 0.0, "log_gb": 0.0}
"""What a group like it may have, and the disks of a VM hold already."""
_PROVISIONED = "Users: where no capacity of a disk is listed, what is provisioned counts, which holds swap files too"
_PROVISIONED_COUNTS = "what is provisioned counts, and --in-use takes what is in use"
_CLONES_COUNT = "neither counts, as they are clones of an image"
_IN_USE_COUNTS = "what is in use counts, as --in-use says"
_DISKS_PERSIST = (
    "Users: the disks of the VMs are their persistent GB, and delta GB and log GB are 0; "
    "for desktops that are clones of an image, enter delta GB in their place"
)

_CLONES = (
    "Users: the desktops are clones of an image, so that the GB of their disks do not count; the GB of the image stand "
    "on Designs"
)
_CALLED = {SERVER: "server", MANAGEMENT: "management VM", CLONE_PARENT: "parent VM"}
"""A VM of each kind that is no desktop, and with an s several of them."""
_OTHERWISE = "where they are desktops, --desktops says so, and where users share them, --kinds does"
_WHERE_ELSE = {
    CLONE_PARENT: "overhead and no users: give the RAM of those on one host as RAM for the host on Designs",
    MANAGEMENT: "overhead and no users: give them a row of their own on Users, with 0 users per VM",
}
"""Where the load of a VM goes that is no desktop; of a server nowhere."""
_HOW_TOLD = (
    "Users: which VMs are desktops is told by their name and OS; where that is wrong, --desktops FIELD=PATTERN names "
    "all that are, by name, os, folder, pool or cluster, such as folder=VDI*; --kinds FILE adds rows to the table that "
    "tells"
)
_SHARED = (
    "Users: users share session hosts: enter users per VM on Users, as the list does not say how many; until then each "
    "VM counts as one user"
)


@dataclass(frozen=True)
class _Alike:
    """VMs that become one group: its name, its size by the fields of a group, and their rows."""

    name: str
    size: dict[str, float]
    rows: list[Row]


@dataclass(frozen=True)
class Desktops:
    """The desktops of lists that are in use; their GB and what was measured of them, by the place of a desktop."""

    rows: list[Row]
    capacities: dict[str, float]
    loads: dict[str, Load]


def desktops_of(
    vms: Sequence[Row], disks: Sequence[Row], measured: Sequence[Row], options: Options, plan: Plan
) -> Desktops:
    """The VMs that are desktops and in use; what is left out, and what cannot be used, is said in the plan."""
    plan.counts += counts_of(row for row in vms if row.of.kind == "vms")
    in_use = _in_use(vms, options, plan)
    taken, others = _desktops(in_use, options, plan)
    _refuse_twice(taken, plan)
    _refuse_without_size(taken, plan)
    capacities = _capacities(disks, in_use, taken, plan)
    _say_where_lists_disagree(taken, capacities, plan)
    for why, rows in others.items():
        plan.leave_out(places_of(rows), _left_out(why, rows, capacities))
    return Desktops(taken, capacities, loads_of(measured, in_use, taken, options, plan))


def groups_of_machines(
    vms: Sequence[Row], disks: Sequence[Row], measured: Sequence[Row], options: Options, plan: Plan
) -> list[Group]:
    """The desktops that are in use, in groups of equal size or in bands; GB and IOPS per VM are the mean of theirs."""
    found = desktops_of(vms, disks, measured, options, plan)
    _say_what_is_in_use(found.rows, found.capacities, options, plan)
    alike = _in_bands(found.rows, options, plan) if options.bands else _of_one_size(found.rows, options)
    if len(alike) > MOST_ROWS["groups"][-1]:
        many = f"{len(alike):,} sizes of VMs and clusters"
        expected = f"at most {MOST_ROWS['groups'][-1]:,}; --bands makes {MOST_BANDS} bands of size of them, or fewer"
        raise InputError("user groups", many, expected)
    groups = [_group(each, found.capacities, found.loads, options, plan) for each in alike]
    say_sizes_of_ios({each.name: each.rows for each in alike}, found.loads, plan)
    if options.bands:
        _say_what_bands_hold(groups, plan)
    return groups


def clone_parents(vms: Iterable[Row], options: Options) -> dict[str, list[str]]:
    """The names of the parents of instant clones, by the name of their list, whether they run or not."""
    found: dict[str, list[str]] = {}
    for row in vms:
        pattern = pattern_of({name: row.text(name) for name in _TOLD_BY}, options.kinds)
        if pattern is not None and pattern.kind == CLONE_PARENT:
            found.setdefault(row.of.grid.name, []).append(row.text("vm"))
    return found


def runs(values: Mapping[str, Any]) -> bool:
    """Whether a VM is switched on, and none of vSphere's own."""
    return not _why_not(values, Options())


def _in_use(vms: Sequence[Row], options: Options, plan: Plan) -> list[Row]:
    """The VMs that are sized; what is left out is said in one line per reason."""
    taken: list[Row] = []
    left: dict[str, list[Row]] = {}
    for name in {row.of.grid.name: row for row in vms if "powerstate" not in row.of.columns}:
        plan.notes.append(f"{name}: no column of power states; all its VMs are taken for powered on")
    for row in vms:
        try:
            why = _why_not(row.values, options)
        except InputError as error:
            plan.problems.append(str(error))
            continue
        if why:
            left.setdefault(why, []).append(row)
        else:
            taken.append(row)
    for why, rows in left.items():
        plan.leave_out(places_of(rows), f"{len(rows)} {'VMs' if len(rows) > 1 else 'VM'}: {why}")
    return taken


def _desktops(
    rows: Sequence[Row], options: Options, plan: Plan
) -> tuple[list[Row], dict[tuple[Pattern, ...], list[Row]]]:
    """The VMs that are desktops, and the others by the pattern that tells so, or by all of which none does."""
    said = patterns_said(options.desktops)
    taken: list[Row] = []
    why: dict[Pattern | None, int] = {}
    others: dict[tuple[Pattern, ...], list[Row]] = {}
    try:
        for each in said:
            refuse_without_match(each, rows)
    except InputError as error:
        plan.problems.append(str(error))
    for row in rows:
        found = _told_by(row, options)
        if (found is None and not said) or (found is not None and found.kind in WORKED_ON):
            taken.append(row)
            why[found] = why.get(found, 0) + 1
        else:
            others.setdefault((found,) if found else said, []).append(row)
    plan.counts += [_taken_by(pattern, many) for pattern, many in why.items()]
    if any(pattern is not None and pattern.kind == SESSION_HOST for pattern in why):
        plan.notes.append(_SHARED)
    if not said:
        _say_how_desktops_are_told(rows, others, plan)
    return taken, others


def _told_by(row: Row, options: Options) -> Pattern | None:
    """The pattern that says what a VM is: one that somebody said as a desktop's, else one of the tables."""
    said = patterns_said(options.desktops)
    if said:
        return next((each for each in said if each.matches(row.values)), None)
    return pattern_of(row.values, options.kinds)


def _taken_by(pattern: Pattern | None, many: int) -> str:
    """How many VMs are taken for what, and why."""
    vms = f"{many} {'VMs' if many > 1 else 'VM'}"
    if pattern is None:
        return f"{vms} taken for desktops: no pattern says otherwise"
    kind = "session hosts" if pattern.kind == SESSION_HOST else "desktops"
    return f"{vms} taken for {kind}: by the {COMPARED[pattern.field]} {pattern.pattern!r}"


def _say_how_desktops_are_told(rows: Sequence[Row], others: Iterable[Any], plan: Plan) -> None:
    """Say where to change which VMs are desktops, and of which list the servers are not told apart."""
    if any(True for _ in others):
        plan.notes.append(_HOW_TOLD)
    for name in {row.of.grid.name: row for row in rows if not has_column(row, "os")}:
        plan.notes.append(
            f"{name}: no column of operating systems, so that servers are not told apart; "
            "--desktops says which VMs are the desktops"
        )


def _left_out(why: tuple[Pattern, ...], rows: Sequence[Row], capacities: dict[str, float]) -> str:
    """VMs that are no desktops in a line: how many, which, what they take in all, and what to do about it."""
    many = len(rows) > 1
    count = f"{len(rows)} {'VMs' if many else 'VM'}"
    sums = {
        "vCPU": sum(row.values.get("vcpus", 0.0) for row in rows),
        "GiB": sum(row.values.get("ram_gib", 0.0) for row in rows),
        "GB": sum(_gb(row, capacities) or 0.0 for row in rows),
    }
    takes = ", ".join(f"{number:.0f} {unit}" for unit, number in sums.items() if number) + (" in all" if many else "")
    if why[0].kind == DESKTOP:
        return f"{count} that --desktops does not name: {takes}"
    kind = f"{_CALLED[why[0].kind]}{'s' if many else ''}"
    how = _WHERE_ELSE.get(why[0].kind, _OTHERWISE)
    return f"{count}: {kind}, by the {COMPARED[why[0].field]} {why[0].pattern!r}: {takes}; {how}"


def gb_of(row: Row, capacities: dict[str, float], options: Options) -> float | None:
    """The GB of a VM that count: those in use where that was said, else all; None where its list does not say it."""
    found: float | None = row.values.get(IN_USE) if options.in_use else _gb(row, capacities) or None
    return found


def _gb(row: Row, capacities: dict[str, float]) -> float | None:
    """All GB of a VM: of the list of disks, else its disk capacity, else what is provisioned."""
    return capacities.get(row.place) or row.values.get(_DISK) or row.values.get("provisioned_gb")


def _why_not(values: Mapping[str, Any], options: Options) -> str:
    """Why a VM is left out, or nothing."""
    state, cluster = values.get("powerstate", ""), values.get("cluster", "")
    reasons = {
        "without a name": "vm" not in values,
        "a template": _is(values, "template"),
        "a placeholder of Site Recovery Manager": _is(values, "placeholder"),
        "vSphere's own (vCLS)": str(values.get("vm")).casefold().startswith(_SYSTEM_VMS),
        f"{state}, not powered on": bool(state) and state.casefold() not in _ON,
        f"of the cluster {cluster!r}, which --cluster does not name": bool(options.clusters)
        and name_key(cluster) not in map(name_key, options.clusters),
    }
    return next((why for why, holds in reasons.items() if holds), "")


def _is(values: Mapping[str, Any], name: str) -> bool:
    return str(values.get(name, "")).casefold() in _TRUE


def _key(row: Row, by: str) -> str:
    return name_key(str(row.values.get(by, "")))


def _refuse_twice(rows: Sequence[Row], plan: Plan) -> None:
    """A VM that is listed twice would be sized twice; where a list has UUIDs, those tell VMs apart."""
    by = "uuid" if all("uuid" in row.values for row in rows) else "vm"
    seen: dict[str, Row] = {}
    in_files: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        first = seen.setdefault(_key(row, by), row)
        if first.of.grid.file != row.of.grid.file:
            in_files.setdefault((first.of.grid.name, row.of.grid.name), []).append(row)
        elif first is not row:
            expected = f"a VM that is listed once; {first.place} lists it too"
            plan.problems.append(str(InputError("VM", row.values["vm"], expected, row.place)))

    for (other, name), found in in_files.items():
        expected = (
            f"VMs that one file lists, and {other} lists them too; of two exports of one estate the later counts, and "
            "the other says the growth, where the name of each file has its day, such as export_2026-11-20.xlsx"
        )
        more = f" (+{len(found) - 1})" if len(found) > 1 else ""
        plan.problems.append(str(InputError("VMs", f"{found[0].values['vm']}{more}", expected, name)))


def _refuse_without_size(rows: Iterable[Row], plan: Plan) -> None:
    """A VM without a size, where its list has a column of it, is none of the size of some other group."""
    lacking: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        for name in _SIZES:
            if name in row.of.columns and not row.values.get(name):
                lacking.setdefault((row.of.grid.name, name), []).append(row)
    for (_, name), found in lacking.items():
        label = FIELDS[found[0].of.kind][name].label
        expected = "that of each desktop, since the list has a column of it: enter it, or leave the VM out"
        plan.problems.append(str(InputError(label, found[0].text(name) or None, expected, places_of(found))))


def _say_what_is_in_use(rows: Iterable[Row], capacities: dict[str, float], options: Options, plan: Plan) -> None:
    """Say of each list that has both what its desktops use of the GB that they have."""
    lists: dict[str, list[Row]] = {}
    for row in rows:
        lists.setdefault(row.of.grid.name, []).append(row)
    for name, of_list in lists.items():
        if options.in_use and IN_USE not in of_list[0].of.columns:
            expected = "a column of it, such as 'In Use MiB', since --in-use asks for it"
            plan.problems.append(str(InputError("in use", None, expected, name)))
        pairs = [(_gb(row, capacities), row.values.get(IN_USE)) for row in of_list]
        both = [(gb, used) for gb, used in pairs if gb and used is not None]
        if both:
            provisioned, used = (sum(each) for each in zip(*both, strict=True))
            plan.notes.append(
                f"{name}: the desktops have {provisioned:.0f} GB provisioned and {used:.0f} GB in use; "
                + _what_counts(name, options)
            )


def _what_counts(name: str, options: Options) -> str:
    if _clones(name, options) is not None:
        return _CLONES_COUNT
    return _IN_USE_COUNTS if options.in_use else _PROVISIONED_COUNTS


def _clones(name: str, options: Options) -> Delta | None:
    """What the VMs of a list write beside their image; None where nobody said that they are clones."""
    delta = options.deltas.get((name, ""))
    return delta if delta is not None and delta.gb else None


def _capacities(disks: Sequence[Row], vms: Sequence[Row], desktops: Sequence[Row], plan: Plan) -> dict[str, float]:
    """The GB of the disks of each VM, by the place of the VM; those of other VMs are said to be left out."""
    if not disks:
        return {}
    try:
        by = "uuid" if all("uuid" in row.values for row in (*vms, *disks)) else "vm"
        names = Counter(_key(row, by) for row in vms)
        total: Counter[str] = Counter()
        others: list[Row] = []
        for row in disks:
            key = _key(row, by)
            if not names[key]:
                others.append(row)
            total[key] += row.values.get("capacity_gb", 0.0)
    except InputError as error:
        plan.problems.append(str(error))
        return {}
    if others:
        plan.leave_out(places_of(others), f"{len(others)} disks of VMs that are left out, or not listed")
    doubled = [row for row in desktops if names[_key(row, by)] > 1]
    if doubled:
        expected = "a name that one VM has, or the column 'VM UUID' in both lists: its disks are found by it"
        plan.problems.append(str(InputError("VM", doubled[0].values["vm"], expected, doubled[0].place)))
    return {row.place: total[_key(row, by)] for row in vms if total[_key(row, by)]}


def _say_where_lists_disagree(rows: Iterable[Row], capacities: dict[str, float], plan: Plan) -> None:
    """Say both totals where the disks of desktops have otherwise many GB than the list of VMs says of them."""
    lists: dict[str, list[tuple[Row, float, float]]] = {}
    for row in rows:
        own = row.values.get(_DISK) or row.values.get("provisioned_gb")
        if own and capacities.get(row.place):
            lists.setdefault(row.of.grid.name, []).append((row, own, capacities[row.place]))
    for name, pairs in lists.items():
        apart = [row for row, own, disks in pairs if not _are_alike(row, own, disks)]
        if apart:
            own, disks = (sum(each) for each in zip(*((own, disks) for _, own, disks in pairs), strict=True))
            vms = f"{len(apart)} {'VMs' if len(apart) > 1 else 'VM'}"
            plan.first.append(
                f"{name}: of {vms} the list of disks says otherwise: {disks:.0f} GB in all beside {own:.0f} GB; "
                f"the disks count ({places_of(apart, 3)})"
            )


def _are_alike(row: Row, own: float, disks: float) -> bool:
    """Whether the GB of a VM are those of its disks, or those with its swap file, which is as large as its RAM."""
    without_swap = own - _GB_PER_GIB * row.values.get("ram_gib", 0.0)
    return any(abs(each - disks) <= _LIKE_ENOUGH * max(each, disks) for each in (own, without_swap))


def _of_one_size(rows: Iterable[Row], options: Options) -> list[_Alike]:
    """The VMs of each cluster and size."""
    alike: dict[tuple[str, bool, Size], list[Row]] = {}
    for row in rows:
        key = row.values.get("cluster", ""), _is_session_host(row, options), _size(row)
        alike.setdefault(key, []).append(row)
    found = []
    for (cluster, is_shared, size), of_size in alike.items():
        words = size_in_words(size.fields)
        if is_shared:
            words = options.wording.said(SESSION_HOSTS, size=words)
        alone = words if is_shared else options.wording.said(VMS_OF, size=words)
        name = f"{cluster}: {words}" if cluster else alone
        found.append(_Alike(name, size.fields, of_size))
    return found


def _in_bands(rows: Iterable[Row], options: Options, plan: Plan) -> list[_Alike]:
    """The VMs of each band of size, of whatever cluster, desktops first, and the smallest band first of each."""
    of_kind: dict[bool, list[Row]] = {}
    for row in rows:
        of_kind.setdefault(_is_session_host(row, options), []).append(row)
    most = MOST_BANDS // max(1, len(of_kind))
    names = {False: (BAND, MIXED_BAND), True: (SESSION_HOSTS, MIXED_SESSION_HOSTS)}
    return [
        each
        for is_shared, found in sorted(of_kind.items())
        for each in _bands_of_kind(found, most, names[is_shared], options, plan)
    ]


def _bands_of_kind(
    rows: Iterable[Row], most: int, names: tuple[str, str], options: Options, plan: Plan
) -> list[_Alike]:
    """The VMs of each band of size; a band is named by its size, or by that of the largest of its VMs."""
    by_size: dict[Size, list[Row]] = {}
    for row in rows:
        by_size.setdefault(_size(row), []).append(row)
    vms = {size: len(alike) for size, alike in by_size.items()}
    band_of = bands_of(vms, most)
    found = []
    for band in sorted(set(band_of.values())):
        of_band = [row for size, alike in by_size.items() if band_of[size] == band for row in alike]
        is_mixed = any(size != band for size in by_size if band_of[size] == band)
        name = options.wording.said(names[is_mixed], size=size_in_words(band.fields))
        found.append(_Alike(name, band.fields, of_band))
    _say_what_bands_add(vms, band_of, plan)
    return found


def _is_session_host(row: Row, options: Options) -> bool:
    found = _told_by(row, options)
    return found is not None and found.kind == SESSION_HOST


def _size(row: Row) -> Size:
    return Size(*(row.values.get(name) or 0.0 for name in _SIZES))


def _say_what_bands_add(vms: Mapping[Size, int], band_of: Mapping[Size, Size], plan: Plan) -> None:
    """Say what the VMs of all bands have more than they have by themselves."""
    said = f"Users: {len(set(band_of.values()))} bands of size hold {sum(vms.values())} VMs"
    if all(size == band for size, band in band_of.items()):
        plan.notes.append(f"{said}, each of the size of its band")
        return
    cpus, gib = (sum(many * getattr(size, name) for size, many in vms.items()) for name in _SIZES)
    of_bands = (sum(many * getattr(band_of[size], name) for size, many in vms.items()) for name in _SIZES)
    more_cpus, more_gib = (both - own for both, own in zip(of_bands, (cpus, gib), strict=True))
    plan.notes.append(
        f"{said}; each has the vCPU and the RAM of its largest VM, since a host has to hold that VM whole: "
        f"{more_cpus:.0f} vCPU more than the {cpus:.0f} of the VMs, and {more_gib:.0f} GiB more than their {gib:.0f}"
    )


def _say_what_bands_hold(groups: Iterable[Group], plan: Plan) -> None:
    """Say the sums over the bands of what is a mean in each."""
    found = list(groups)
    sums = {
        unit: sum(group.values[_MANY] * group.values.get(name, 0.0) for group in found)
        for unit, name in (("GB", _DISK), ("IOPS", "steady_iops"))
    }
    said = ", ".join(f"{number:.0f} {unit}" for unit, number in sums.items() if number)
    if said:
        plan.notes.append(f"Users: GB and IOPS of a band are means over its VMs; all VMs together have {said}")


def _group(alike: _Alike, capacities: dict[str, float], loads: dict[str, Load], options: Options, plan: Plan) -> Group:
    """The group of VMs that are alike; its disks are those of the list of disks, else those that the VM says."""
    rows, fields = alike.rows, dict[str, Any](alike.size)
    counted = [gb_of(row, capacities, options) for row in rows]
    known = [each for each in counted if each is not None]
    delta = _clones(rows[0].of.grid.name, options)
    if delta is not None:
        fields |= {_DISK: 0.0, "delta_gb": delta.gb}
        plan.notes.append(_CLONES)
    elif len(known) == len(rows):
        fields |= {_DISK: round(sum(known) / len(rows), options.digits), **_IN_THE_DISKS}
        plan.notes.append(_DISKS_PERSIST)
        if not options.in_use and not all(capacities.get(row.place) or row.values.get(_DISK) for row in rows):
            plan.notes.append(_PROVISIONED)
    elif known or capacities or (options.in_use and IN_USE in rows[0].of.columns):
        missing = [row for row, each in zip(rows, counted, strict=True) if each is None]
        label = "in use" if options.in_use else "disk capacity"
        plan.problems.append(str(InputError(label, None, "that of each VM of a group", places_of(missing))))
    source = places_of(rows, 3, options.wording)
    if options.in_use and delta is None:
        source = options.wording.said(GB_IN_USE, rows=source)
    fields |= iops_of(rows, loads, options, plan)
    source = source_with_loads(source, rows, loads, options)
    if delta is not None:
        source = options.wording.said(DELTA_ANSWERED, rows=source, answer=delta.said)
    return Group({"name": alike.name, _MANY: float(len(rows)), **fields}, places_of(rows), source, rows[0].of)
