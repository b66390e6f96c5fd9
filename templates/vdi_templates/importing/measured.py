"""What was measured of VMs, as Live Optics exports it: the IOPS of a group are the mean of those of its VMs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_templates.importing.plan import AVERAGE, Options, Plan
from vdi_templates.importing.rows import Row, places_of

_BY_AVERAGE = (
    "Users: steady IOPS are the mean over the VMs of a group of their averages, nights and days without work among "
    "them; --iops 95th takes their 95th percentiles"
)
_BY_PERCENTILE = (
    "Users: steady IOPS are the mean over the VMs of a group of their 95th percentiles, which is more than they need "
    "together, as they are not all busy at once; the read share is that of their averages"
)


@dataclass(frozen=True)
class Load:
    """What was measured of a VM."""

    iops: float
    """Those that count: the average, or the 95th percentile."""
    reads: float
    """Of the average [IOPS]."""
    average: float
    """[IOPS]"""
    list_name: str
    """Where it stands."""


def loads_of(
    rows: Sequence[Row], vms: Sequence[Row], desktops: Sequence[Row], options: Options, plan: Plan
) -> dict[str, Load]:
    """The load of each VM that was measured, by the place of the VM; what cannot be used is among the problems."""
    lacking = {row.of.grid.name: row for row in rows if "iops_95th" not in row.of.columns}
    if lacking and options.iops != AVERAGE:
        expected = "a column of it, since --iops asks for it"
        plan.problems += [str(InputError("95th percentile IOPS", None, expected, name)) for name in lacking]
        return {}
    found: dict[str, tuple[Row, Load]] = {}
    others: list[Row] = []
    names = Counter(name_key(row.values["vm"]) for row in vms)
    for row in rows:
        try:
            load = _load(row, options)
            key = name_key(row.values.get("vm", ""))
            if not names[key]:
                others.append(row)
            elif key in found and load:
                expected = f"a VM that is measured once; {found[key][0].place} has it too"
                raise InputError("VM", row.values["vm"], expected, row.place)
            elif load:
                found[key] = row, load
        except InputError as error:
            plan.problems.append(str(error))
    if others:
        plan.leave_out(
            places_of(others), f"IOPS of {len(others)} {'VMs' if len(others) > 1 else 'VM'} left out or not listed"
        )
    doubled = [row for row in desktops if names[name_key(row.values["vm"])] > 1]
    if rows and doubled:
        expected = "a name that one VM has: its IOPS are found by it"
        plan.problems.append(str(InputError("VM", doubled[0].values["vm"], expected, doubled[0].place)))
    keys = {row.place: name_key(row.values["vm"]) for row in desktops}
    return {place: found[key][1] for place, key in keys.items() if key in found}


def _load(row: Row, options: Options) -> Load | None:
    """What a row says; nothing where a number is blank."""
    reads, writes = row.values.get("read_iops"), row.values.get("write_iops")
    iops = row.values.get("iops_95th")
    if reads is None or writes is None or (iops is None and options.iops != AVERAGE):
        return None
    average = reads + writes
    return Load(average if options.iops == AVERAGE else iops or 0.0, reads, average, row.of.grid.name)


def iops_of(rows: Sequence[Row], loads: Mapping[str, Load], options: Options, plan: Plan) -> dict[str, float]:
    """The steady IOPS and the read share of a group of VMs; of VMs that nobody measured it is said."""
    known = [loads[row.place] for row in rows if row.place in loads]
    missing = [row for row in rows if row.place not in loads]
    if loads and missing:
        which = "the mean of the others of their group counts" if known else "those that --like or a profile says count"
        vms = f"{len(missing)} {'VMs' if len(missing) > 1 else 'VM'}"
        plan.first.append(f"{places_of(missing)}: no IOPS were measured of {vms}; {which}")
    if not known:
        return {}
    plan.notes.append(_BY_AVERAGE if options.iops == AVERAGE else _BY_PERCENTILE)
    average = sum(each.average for each in known)
    iops = round(sum(each.iops for each in known) / len(known), options.digits)
    reads = sum(each.reads for each in known)
    share = {"steady_read_share": round(reads / average, options.digits)} if average else {}
    return {"steady_iops": iops, **share}
