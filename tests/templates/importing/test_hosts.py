"""What lists say of the hosts and clusters of today: how many vCPU run on their cores; nothing of it is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.templates.importing.lists import VCLUSTER, VHOST, VINFO, Sheets, book, cluster, host, imported, taken, vm

from vdi_templates.importing.headers import Headers
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.observed import observed
from vdi_templates.importing.plan import Options, Plan
from vdi_templates.importing.preview import preview
from vdi_templates.languages.translation import GERMAN

LIKE: dict[str, Any] = {"like": "knowledge workers"}
VMS = [
    VINFO, vm("a", CPUs=6), vm("b", CPUs=2), vm("server", CPUs=24, Cluster="other"),
    vm("off", CPUs=64, Powerstate="poweredOff"), vm("gold", CPUs=32, Template="True"), vm("vCLS-1", CPUs=1),
]  # fmt: skip


def ratios(plan: Plan) -> list[str]:
    return [each for each in plan.counts if "vCPU per core" in each]


def test_vcpu_per_core_of_today_are_shown_and_not_taken(tmp_path: Path) -> None:
    """Of VDI run a and b, 8 vCPU on 2 x 32 cores; what is off, templates and VMs of vSphere itself do not."""
    sheets: Sheets = {"vInfo": VMS, "vHost": [VHOST, host("h1"), host("h2"), host("h3", "other", 8)]}
    plan, scenario = taken(book(tmp_path / "rv.xlsx", sheets), **LIKE)
    assert ratios(plan) == [
        "rv.xlsx: vHost: VMs that run in the cluster 'VDI': 2, with 8 vCPU on 64 cores: 0.1 vCPU per core today",
        "rv.xlsx: vHost: VMs that run in the cluster 'other': 1, with 24 vCPU on 8 cores: 3.0 vCPU per core today",
    ]
    assert [group.vcpus_per_core for group in scenario.groups[1:]] == [None] * 3
    assert sum("are shown and not taken" in note for note in plan.notes) == 1


def test_clusters_alone_say_hosts_and_cores(tmp_path: Path) -> None:
    sheets: Sheets = {"vInfo": VMS, "vCluster": [VCLUSTER, cluster("VDI", 3, 96), cluster("other", 1, 8)]}
    path = book(tmp_path / "rv.xlsx", sheets)
    plan, _ = taken(path, **LIKE)
    assert "rv.xlsx: vCluster: the cluster 'other' has 1 host of 8 cores in all" in plan.counts
    assert ratios(plan)[0].endswith("2, with 8 vCPU on 96 cores: 0.1 vCPU per core today")
    _, found = observed([path], Options(clusters=("VDI",)), Headers.read())
    assert found is not None
    assert found.hosts == 3


def test_clusters_that_say_otherwise_than_the_hosts_are_named(tmp_path: Path) -> None:
    clusters = [VCLUSTER, cluster("VDI", 3, 96), cluster("other", 1, 8)]
    sheets: Sheets = {"vInfo": VMS, "vHost": [VHOST, host("h1"), host("h2"), host("h1", "other", 8)]}
    plan, _ = taken(book(tmp_path / "rv.xlsx", {**sheets, "vCluster": clusters}), **LIKE)
    assert [note for note in plan.notes if "these count" in note] == [
        "rv.xlsx: vCluster: the cluster 'VDI' has 3 hosts of 96 cores in all, and rv.xlsx: vHost lists 2 hosts of 64 "
        "cores in all; these count"
    ]
    assert "64 cores" in ratios(plan)[0]


def test_a_vm_without_a_number_is_the_only_problem(tmp_path: Path) -> None:
    path = book(tmp_path / "rv.xlsx", {"vInfo": [VINFO, vm("a", CPUs="many")], "vHost": [VHOST, host("h1")]})
    plan, _ = imported(path, **LIKE)
    assert len(plan.problems) == 1


def test_it_is_told_in_german(tmp_path: Path) -> None:
    messages = Messages(GERMAN)
    sheets: Sheets = {"vInfo": VMS, "vHost": [VHOST, host("h1"), host("h2", "other", 7)]}
    clusters = [VCLUSTER, cluster("VDI", 1, 40), cluster("spare", 2, 40), cluster("old", 1, 0)]
    plan, _ = taken(book(tmp_path / "rv.xlsx", {**sheets, "vCluster": clusters}), **LIKE)
    said = preview(plan, messages)
    assert "laufende VMs im Cluster 'other': 1, mit 24 vCPU auf 7 Kernen: heute 3,4 vCPU je Kern" in said
    assert not messages.lacking


NAMES = st.sampled_from(["VDI", "other", "spare"])


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    vms=st.lists(st.tuples(NAMES, st.integers(1, 16), st.sampled_from(["poweredOn", "poweredOff"])), min_size=1),
    hosts=st.lists(st.tuples(NAMES, st.integers(1, 64)), max_size=6),
)
def test_vcpu_per_core_by_a_second_way(
    vms: list[tuple[str, int, str]], hosts: list[tuple[str, int]], tmp_path: Path
) -> None:
    """The ratio of each cluster once more, straight from the rows."""
    machines = [vm(f"vm{at}", Cluster=name, CPUs=n, Powerstate=state) for at, (name, n, state) in enumerate(vms)]
    rows = [host(f"h{at}", name, cores) for at, (name, cores) in enumerate(hosts)]
    plan, _ = imported(book(tmp_path / "rv.xlsx", {"vInfo": [VINFO, *machines], "vHost": [VHOST, *rows]}), **LIKE)
    expected = []
    for name in dict.fromkeys(name for name, _ in hosts):
        vcpus = sum(n for cluster_name, n, state in vms if cluster_name == name and state == "poweredOn")
        cores = sum(cores for cluster_name, cores in hosts if cluster_name == name)
        if vcpus:
            expected.append(pytest.approx(vcpus / cores, abs=0.05001))
    assert [float(each.rpartition(": ")[2].split()[0]) for each in ratios(plan)] == expected
