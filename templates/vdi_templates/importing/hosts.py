"""The hosts and clusters of today: what they are, and how many vCPU their cores carry; no cell takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key
from vdi_templates.importing.machines import runs
from vdi_templates.importing.plan import Plan
from vdi_templates.importing.rows import Row, places_of

_NOT_TAKEN = (
    "Designs: vCPU per core of today are shown and not taken; where they are to go on, enter them as vCPU per core on "
    "Designs, or for one group on Users"
)


@dataclass
class Cluster:
    """A cluster as one list says it."""

    name: str
    list_name: str
    hosts: float = 0.0
    cores: float = 0.0


def inform_of_hosts(hosts: Iterable[Row], clusters: Iterable[Row], vms: Iterable[Row], plan: Plan) -> None:
    """Say what the hosts of today are, and what runs on them; a workbook holds those that are to be bought."""
    by_hosts = _by_hosts(_usable(hosts, "host", plan), plan)
    by_clusters = clusters_of(_usable(clusters, "cluster", plan))
    for key, cluster in by_clusters.items():
        other = by_hosts.get(key)
        if other is not None and (other.hosts, other.cores) != (cluster.hosts, cluster.cores or other.cores):
            plan.notes.append(
                f"{cluster.list_name}: the cluster {cluster.name!r} has {_in_words(cluster)}, and {other.list_name} "
                f"lists {_in_words(other)}; these count"
            )
        elif other is None:
            plan.counts.append(f"{cluster.list_name}: the cluster {cluster.name!r} has {_in_words(cluster)}")
    _say_what_runs(by_clusters | by_hosts, vms, plan)


def clusters_of(rows: Iterable[Row]) -> dict[str, Cluster]:
    """The clusters of lists that have a row for each, by the key of their name."""
    found: dict[str, Cluster] = {}
    for row in rows:
        values = row.values
        cluster = Cluster(values["cluster"], row.of.grid.name, values.get("hosts", 0.0), values.get("cores", 0.0))
        found.setdefault(name_key(cluster.name), cluster)
    return found


def _usable(rows: Iterable[Row], name: str, plan: Plan) -> list[Row]:
    """The rows that name what they are about; what is wrong with others is among the problems."""
    found = []
    for row in rows:
        try:
            if name in row.values:
                found.append(row)
        except InputError as error:
            plan.problems.append(str(error))
    return found


def _by_hosts(rows: Iterable[Row], plan: Plan) -> dict[str, Cluster]:
    """The clusters of a list of hosts, whose hosts of one size are said in a line."""
    alike: dict[tuple[str, float, float], list[Row]] = {}
    clusters: dict[str, Cluster] = {}
    for row in {(name_key(row.values.get("cluster", "")), name_key(row.values["host"])): row for row in rows}.values():
        name, cores = row.values.get("cluster", ""), row.values.get("cores", 0.0)
        alike.setdefault((name, cores, round(row.values.get("ram_gib", 0.0), 1)), []).append(row)
        cluster = clusters.setdefault(name_key(name), Cluster(name, row.of.grid.name))
        cluster.hosts, cluster.cores = cluster.hosts + 1, cluster.cores + cores
    for (name, cores, ram_gib), found in alike.items():
        what = f"{len(found)} {'hosts' if len(found) > 1 else 'host'} of {cores:g} cores and {ram_gib:g} GiB"
        where = f" in the cluster {name!r}" if name else ""
        why = f"{what}{where}: those of today; Designs holds what is to be bought"
        plan.leave_out(places_of(found), why)
    return clusters


def _say_what_runs(clusters: Mapping[str, Cluster], vms: Iterable[Row], plan: Plan) -> None:
    """Say of each cluster the vCPU of all VMs that run in it, desktops or not, beside its cores."""
    running: dict[str, list[float]] = {}
    if plan.problems:  # a row among them has no values
        return
    for row in vms:
        if row.values.get("vcpus") and runs(row.values):
            running.setdefault(name_key(row.values.get("cluster", "")), []).append(row.values["vcpus"])
    said = False
    for key, cluster in clusters.items():
        vcpus = sum(running.get(key, ()))
        if vcpus and cluster.cores:
            where = f"in the cluster {cluster.name!r}" if cluster.name else "on the hosts"
            plan.counts.append(
                f"{cluster.list_name}: VMs that run {where}: {len(running[key])}, with {vcpus:.0f} vCPU on "
                f"{cluster.cores:.0f} cores: {vcpus / cluster.cores:.1f} vCPU per core today"
            )
            said = True
    if said:
        plan.notes.append(_NOT_TAKEN)


def _in_words(cluster: Cluster) -> str:
    hosts = f"{cluster.hosts:.0f} {'host' if cluster.hosts == 1 else 'hosts'}"
    return f"{hosts} of {cluster.cores:.0f} cores in all" if cluster.cores else hosts
