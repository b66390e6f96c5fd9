"""What lists say of desktops that run: how many, on how many hosts, and what one of them takes on average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_sizing.what_if.measured_users import MeanVm
from vdi_templates.importing.headers import FIELDS, IN_USE, Headers
from vdi_templates.importing.hosts import clusters_of
from vdi_templates.importing.lists import rows_by_kind
from vdi_templates.importing.machines import Desktops, desktops_of
from vdi_templates.importing.measured import iops_of, mean_over_ios, source_with_loads
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.rows import Row, places_of

_OTHERS = ("users", "prices")
VMS, HOSTS, IOPS, READ_SHARE, RAM, VCPUS, STORED, SIZE_OF_IO, LATENCY = FIGURES = (
    "vms", "hosts", "steady_iops", "steady_read_share", "ram_gib", "vcpus", "stored_gb", "io_kb", "latency_ms",
)  # fmt: skip
"""What may be measured, by the names of `MeanVm` and of its own."""


@dataclass(frozen=True)
class Observed:
    """What lists say of the desktops that run; None where they do not say it."""

    vm: MeanVm
    hosts: float | None
    """Those of the clusters in which the desktops run."""
    io_kb: float | None
    latency_ms: float | None
    iops_of_vms: tuple[float, ...]
    """Those of each desktop of which they were measured."""
    lacking: Mapping[str, str]
    """Why something is not known, by the names of `FIGURES`."""
    source: str
    """The lists, in the words of the workbook."""

    @property
    def measured_vms(self) -> int:
        """The desktops of which IOPS were measured."""
        return len(self.iops_of_vms)

    def value(self, name: str) -> float | None:
        """A figure of `FIGURES`."""
        found: float | None = getattr(self if name in (HOSTS, SIZE_OF_IO, LATENCY) else self.vm, name)
        return found


def observed(files: Sequence[Path], options: Options, headers: Headers) -> tuple[Plan, Observed | None]:
    """What the lists say, and how they were read; nothing where something in them cannot be used.

    Raises
    ------
    InputError
        If a file cannot be read, or is no list of VMs or of what was measured of them.
    """
    plan = Plan()
    rows = rows_by_kind(files, options, headers, plan)
    for other in _OTHERS:
        for name in {row.of.grid.name: row for row in rows[other]}:
            expected = "a list of VMs, of hosts, or of what was measured of VMs"
            plan.problems.append(str(InputError("list", other, expected, name)))
    if plan.problems:
        return plan, None
    if not (rows["vms"] or rows["performance"]):
        raise InputError("VMs", None, "a list of them, or of what was measured of them", files[0].name)
    found = desktops_of(rows["vms"] or _named(rows["performance"]), rows["disks"], rows["performance"], options, plan)
    if not found.rows and not plan.problems:
        raise InputError("desktops", None, "at least one that runs; --desktops says which VMs they are", files[0].name)
    if plan.problems:
        return plan, None
    return plan, _observed(found, rows, options, plan)


def _named(rows: Sequence[Row]) -> list[Row]:
    """The first row of each VM that was measured, in the place of a list of VMs."""
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(name_key(row.text("vm")), row)
    return [row for key, row in first.items() if key]


def _observed(found: Desktops, rows: Mapping[str, Sequence[Row]], options: Options, plan: Plan) -> Observed:
    listed = bool(rows["vms"])
    lacking: dict[str, str] = {}
    means = {name: _mean(found.rows, field, lacking) if listed else None for name, field in _of_vms()}
    load = iops_of(found.rows, found.loads, options, plan)
    loads = [found.loads[row.place] for row in found.rows if row.place in found.loads]
    if not listed:
        why = "the files hold no list of VMs"
        lacking |= dict.fromkeys((VMS, HOSTS, RAM, VCPUS, STORED), why)
    hosts = _hosts(found.rows, rows, lacking) if listed else None
    sizes = mean_over_ios((each.average or 0.0, each.io_kb) for each in loads)
    latency = mean_over_ios((each.average or 0.0, each.latency_ms) for each in loads)
    if not loads:
        lacking |= dict.fromkeys((IOPS, READ_SHARE, SIZE_OF_IO, LATENCY), "the files say nothing of measured I/Os")
    elif READ_SHARE not in load:
        lacking[READ_SHARE] = "nothing was read or written"
    for name, value in ((SIZE_OF_IO, sizes), (LATENCY, latency)):
        if value is None:
            lacking.setdefault(name, "the files have no column of it")
    if listed:
        means[VMS] = float(len(found.rows))
    read = found.rows if listed else [row for row in rows["performance"] if name_key(row.text("vm"))]
    return Observed(
        MeanVm(steady_iops=load.get(IOPS), steady_read_share=load.get(READ_SHARE), **means),
        hosts,
        sizes,
        latency,
        tuple(each.iops for each in loads),
        lacking,
        source_with_loads(places_of(read, 3, options.wording), found.rows, found.loads, options),
    )


def _of_vms() -> tuple[tuple[str, str], ...]:
    """What lists of VMs say, by the figure and the field of a list."""
    return (RAM, RAM), (VCPUS, VCPUS), (STORED, IN_USE)


def _mean(rows: Sequence[Row], field: str, lacking: dict[str, str]) -> float | None:
    """The mean of a field over the desktops; where some do not say it, nothing, and why."""
    name = STORED if field == IN_USE else field
    said = [row.values[field] for row in rows if field in row.values]
    if len(said) == len(rows):
        return float(sum(said) / len(said))
    missing = [row for row in rows if field not in row.values]
    label = FIELDS[rows[0].of.kind][field].label
    if said:
        lacking[name] = f"it is blank in {len(missing)} of {len(rows)} rows: {places_of(missing, 3)}"
    else:
        lacking[name] = f"the list of VMs does not say it ({label})"
    return None


def _hosts(rows: Sequence[Row], lists: Mapping[str, Sequence[Row]], lacking: dict[str, str]) -> float | None:
    """How many hosts are in the clusters of the desktops: those that are listed, or as a list of clusters says."""
    clusters = {name_key(str(row.values.get("cluster", ""))) for row in rows}
    if lists["hosts"]:
        placed = {(name_key(str(row.values.get("cluster", ""))), name_key(row.text("host"))) for row in lists["hosts"]}
        many = float(sum(bool(host) and cluster in clusters for cluster, host in placed))
    elif lists["clusters"]:
        many = sum(each.hosts for key, each in clusters_of(lists["clusters"]).items() if key in clusters)
    else:
        lacking[HOSTS] = "the files hold no list of hosts"
        return None
    if not many:
        lacking[HOSTS] = "no host is listed in a cluster of the desktops"
        return None
    return many
