"""Exports of Live Optics: groups of desktops as from RVTools, with the IOPS that were measured of their VMs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.templates.importing.lists import (
    MEASURED,
    OPTICS,
    VINFO,
    book,
    imported,
    live_optics,
    measured,
    of_live_optics,
    taken,
    vm,
    why_not,
)

from vdi_sizing.scenario import Scenario, UserGroup

LIKE: dict[str, Any] = {"like": "knowledge workers"}
LOADS = [
    measured("a", 30, 4, 10), measured("B", 40, 2, 4), measured("c", 20, 0, 1), measured("d", 5, 1, 3),
    measured("s", 900, 100, 100), measured("off", 1, 0, 0), measured("gone", 7, 1, 1),
]  # fmt: skip


def groups(scenario: Scenario) -> dict[str, UserGroup]:
    return {group.name: group for group in scenario.groups[1:]}


def test_an_export_of_live_optics_by_hand(tmp_path: Path) -> None:
    """Of a, b and c: (14 + 6 + 1) / 3 = 7 IOPS, of which 6 of 21 are reads; d has 4, of which 1 is a read."""
    plan, scenario = taken(live_optics(tmp_path / "lo.xlsx", LOADS), **LIKE)
    found = groups(scenario)
    assert {name: (each.vms, each.vcpus, each.ram_gib, each.persistent_gb) for name, each in found.items()} == {
        "VDI: 4 vCPU, 8 GiB": (3, 4, 8, 68.719),
        "VDI: 2 vCPU, 8 GiB": (1, 2, 8, 68.719),
    }
    assert [(each.steady_iops, each.steady_read_share) for each in found.values()] == [(7, 0.286), (4, 0.25)]
    assert "lo.xlsx: VMs rows 2-4 (IOPS as averages of lo.xlsx: VM Performance): VMs" in str(scenario.groups[1].source)
    assert {each.place: each.why for each in plan.left_out if "columns" not in each.why} == {
        "lo.xlsx": "sheets of Live Optics without a place in the workbook: Details",
        "lo.xlsx: VMs row 6": "1 VM: server, by the OS '*Windows Server*': 4 vCPU, 8 GiB, 69 GB; "
        "where they are desktops, --desktops says so, and where users share them, --kinds does",
        "lo.xlsx: VMs row 7": "1 VM: poweredOff, not powered on",
        "lo.xlsx: VMs row 8": "1 VM: a template",
        "lo.xlsx: VM Performance rows 7-8": "IOPS of 2 VMs left out or not listed",
        "lo.xlsx: ESX Hosts row 2": "1 host of 32 cores and 512 GiB in the cluster 'VDI': those of today; "
        "Designs holds what is to be bought",
    }
    assert any("their averages over all the time" in note for note in plan.notes)


def test_percentiles_have_the_read_share_of_the_averages(tmp_path: Path) -> None:
    plan, scenario = taken(live_optics(tmp_path / "lo.xlsx", LOADS), iops="95th", in_use=True, **LIKE)
    first, second = groups(scenario).values()
    assert (first.steady_iops, first.steady_read_share, first.persistent_gb) == (30, 0.286, 47.186)
    assert (second.steady_iops, second.steady_read_share) == (5, 0.25)
    assert "rows 2-4 (GB in use) (IOPS as 95th percentiles of lo.xlsx: VM Performance, and the read share" in str(
        first.source
    )
    assert any("mean over the VMs of a group of their 95th percentiles" in note for note in plan.notes)


def test_vms_that_nobody_measured_are_said_before_all_else(tmp_path: Path) -> None:
    plan, scenario = taken(
        live_optics(tmp_path / "lo.xlsx", [measured("a", 30, 4, 10), measured("b", 1, None, 4)]), **LIKE
    )
    first, second = groups(scenario).values()
    assert (first.steady_iops, second.steady_iops) == (14, scenario.groups[0].steady_iops)
    said = [each for each in plan.first if "measured" in each]
    assert said == [
        "lo.xlsx: VMs rows 3-4: no IOPS were measured of 2 VMs; the mean of the others of their group counts",
        "lo.xlsx: VMs row 5: no IOPS were measured of 1 VM; those that --like or a profile says count",
    ]


def test_a_vm_that_did_nothing_has_no_iops_and_no_read_share(tmp_path: Path) -> None:
    _, scenario = taken(live_optics(tmp_path / "lo.xlsx", [*LOADS[:3], measured("d", 0, 0, 0)]), **LIKE)
    assert scenario.groups[-1].steady_iops == 0


@pytest.mark.parametrize(
    ("loads", "options", "says"),
    [
        ([LOADS[0], LOADS[0]], {}, "VM Performance row 3: VM is 'a'; expected a VM that is measured once; lo.xlsx: VM"),
        ([measured("a", 3, -1, 1)], {}, "average read IOPS is -1"),
        ([["a", 1, 1, "many", 1, 1]], {}, "column '95th Percentile IOPS': 95th Percentile IOPS is 'many'"),
    ],
)
def test_what_was_measured_and_cannot_be_used_is_refused(
    loads: Sequence[list[Any]], options: dict[str, Any], says: str, tmp_path: Path
) -> None:
    assert says in why_not(live_optics(tmp_path / "lo.xlsx", loads), **options, **LIKE)


def test_percentiles_of_no_such_column_or_list_are_refused(tmp_path: Path) -> None:
    short = [[*row[:3], *row[4:]] for row in (MEASURED, *LOADS)]
    path = book(tmp_path / "lo.xlsx", {"VMs": [OPTICS, of_live_optics("a")], "VM Performance": short})
    says = "lo.xlsx: VM Performance: 95th percentile IOPS is blank; expected a column of it, since --iops asks for it"
    assert why_not(path, iops="95th", **LIKE) == says
    export = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, vm("a")]})
    assert why_not(export, iops="95th", **LIKE).startswith("VM performance is blank; expected a list of it")


def test_a_name_that_two_vms_have_is_refused(tmp_path: Path) -> None:
    plan, _ = imported(live_optics(tmp_path / "lo.xlsx", LOADS, of_live_optics("a")), **LIKE)
    assert any("expected a name that one VM has: its IOPS are found by it" in each for each in plan.problems)


def test_what_was_measured_of_no_list_of_vms_is_refused(tmp_path: Path) -> None:
    path = book(tmp_path / "lo.xlsx", {"performance": [MEASURED, *LOADS]})
    assert "expected the list of VMs beside it (VMs)" in why_not(path)


def test_a_sheet_that_is_called_vms_is_a_list_like_any_other(tmp_path: Path) -> None:
    path = book(tmp_path / "users.xlsx", {"VMs": [["Benutzergruppe", "Anzahl"], ["Vertrieb", 12]]})
    assert taken(path, **LIKE)[1].groups[-1].vms == 12


NAMES = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=8, unique=True)
NUMBERS = st.integers(0, 500)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(names=NAMES, data=st.data(), which=st.sampled_from(["average", "95th"]))
def test_groups_by_a_second_way(names: list[str], data: st.DataObject, which: str, tmp_path: Path) -> None:
    """The groups once more, straight from the rows: by processors and memory, each mean over the VMs of a group."""
    sizes = {name: (data.draw(st.sampled_from([2, 4])), data.draw(st.sampled_from([4, 8]))) for name in names}
    loads = {name: data.draw(st.tuples(NUMBERS, NUMBERS, NUMBERS)) for name in names}
    used = {name: data.draw(NUMBERS) * 100 for name in names}
    vms = [
        of_live_optics(
            name,
            **{
                "Virtual CPU": sizes[name][0],
                "Provisioned Memory (MiB)": 1024 * sizes[name][1],
                "Virtual Disk Used (MiB)": used[name],
            },
        )
        for name in names
    ]
    rows = [measured(name, *loads[name]) for name in reversed(names)]
    path = book(tmp_path / "lo.xlsx", {"VMs": [OPTICS, *vms], "VM Performance": [MEASURED, *rows]})
    _, scenario = taken(path, iops=which, in_use=True, **LIKE)
    for (vcpus, gib), group in zip(dict.fromkeys(sizes[name] for name in names), scenario.groups[1:], strict=True):
        alike = [name for name in names if sizes[name] == (vcpus, gib)]
        assert (group.vms, group.vcpus, group.ram_gib) == (len(alike), vcpus, gib)
        assert group.persistent_gb == pytest.approx(
            sum(used[name] for name in alike) / len(alike) * 1024**2 / 1e9, abs=1e-3
        )
        reads, writes = (sum(loads[name][at] for name in alike) for at in (1, 2))
        total = sum(loads[name][0] for name in alike) if which == "95th" else reads + writes
        assert group.steady_iops == pytest.approx(total / len(alike), abs=1e-3)
        if reads + writes:
            assert group.steady_read_share == pytest.approx(reads / (reads + writes), abs=1e-3)
