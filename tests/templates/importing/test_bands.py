"""Size bands: every VM in one of a dozen, none smaller than its VMs, and nothing lost of what the VMs have in all."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.templates.importing.lists import (
    MEASURED,
    OPTICS,
    VINFO,
    book,
    imported,
    measured,
    of_live_optics,
    taken,
    text,
    vm,
    why_not,
)

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import UserGroup
from vdi_templates.importing.bands import MOST_BANDS, Size, bands_of
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.preview import preview
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import GERMAN, Translation

LIKE: dict[str, Any] = {"like": "knowledge workers", "bands": True, "drop_groups": True}
MIB_PER_GB = 1024**2 / 1000**3
COUNTS = st.dictionaries(
    st.builds(Size, st.integers(1, 32).map(float), st.integers(1, 4096).map(lambda mib: mib / 4)),
    st.integers(1, 500),
    min_size=1,
    max_size=40,
)


def by_name(groups: tuple[UserGroup, ...]) -> dict[str, tuple[float, float | None, float | None]]:
    return {group.name: (group.vms, group.vcpus, group.ram_gib) for group in groups}


def test_few_sizes_of_several_clusters_by_hand(tmp_path: Path) -> None:
    """Three of 2 vCPU and 4 GiB in two clusters are one band: (65536 + 65536 + 20480) MiB / 3 = 52.987 GB each."""
    rows = [vm("a"), vm("b", CPUs=4, Memory=16384), vm("c", Cluster="B"), vm("d", **{VINFO_DISK: 20480})]
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, *rows]})
    plan, scenario = taken(path, **LIKE)
    assert by_name(scenario.groups) == {
        "desktops, 2 vCPU, 4 GiB": (3, 2, 4),
        "desktops, 4 vCPU, 16 GiB": (1, 4, 16),
    }
    assert scenario.groups[0].persistent_gb == round((2 * 65536 + 20480) * MIB_PER_GB / 3, 6)
    assert "export.xlsx: vInfo rows 2, 4-5: VMs, vCPU" in (scenario.groups[0].source or "")
    assert "Users: 2 bands of size hold 4 VMs, each of the size of its band" in plan.notes
    assert "Users: GB and IOPS of a band are means over its VMs; all VMs together have 228 GB" in plan.notes


VINFO_DISK = "Total disk capacity MiB"
ODD = [vm(f"odd {gib}", CPUs=2, Memory=1024 * gib) for gib in range(20, 33)]
"""Thirteen VMs, each of another size."""


def test_a_band_is_as_large_as_its_largest_vm_and_that_is_said(tmp_path: Path) -> None:
    """Of fourteen sizes two pairs go together: each adds 1 GiB to one VM, the least that there is."""
    huge = vm("huge", CPUs=32, Memory=1024 * 512)
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, *ODD, huge]})
    plan, scenario = taken(path, **LIKE)
    found = by_name(scenario.groups)
    assert len(found) == MOST_BANDS
    assert found["desktops, 32 vCPU, 512 GiB"] == (1, 32, 512)
    assert [each for each in found if "up to" in each] == [
        "desktops, up to 2 vCPU, 21 GiB",
        "desktops, up to 2 vCPU, 23 GiB",
    ]
    said = next(note for note in plan.notes if "bands of size" in note)
    assert said == (
        "Users: 12 bands of size hold 14 VMs; each has the vCPU and the RAM of its largest VM, since a host has to "
        "hold that VM whole: 0 vCPU more than the 58 of the VMs, and 2 GiB more than their 850"
    )


def test_bands_are_told_in_german(tmp_path: Path) -> None:
    path = book(tmp_path / "export.xlsx", {"vInfo": [VINFO, *ODD]})
    plan, scenario = taken(path, wording=Wording(Translation(GERMAN)), **LIKE)
    messages = Messages(GERMAN)
    said = preview(plan, messages)
    assert scenario.groups[0].name == "Desktops, bis 2 vCPU, 21 GiB"
    assert "Users: 12 Größenbänder enthalten 13 VMs; jedes hat vCPU und RAM seiner größten VM, da ein Host" in said
    assert "GB und IOPS eines Bandes sind Mittel über seine VMs; alle VMs zusammen haben 893 GB" in said
    assert not messages.lacking


def test_bands_of_no_list_of_vms_are_refused(tmp_path: Path) -> None:
    path = text(tmp_path / "users.csv", "Benutzergruppe;Anzahl\na;2")
    assert why_not(path, **LIKE) == "VMs is blank; expected a list of them, for --bands"


def test_more_groups_than_a_workbook_takes_are_refused_with_the_way_out(tmp_path: Path) -> None:
    lines = [f"vm {mib},2,{mib}" for mib in range(2048, 3072)]
    path = text(tmp_path / "RVTools_tabvInfo.csv", "\n".join(["VM,CPUs,Memory", *lines]))
    with pytest.raises(InputError, match=r"1,024 sizes of VMs and clusters.*at most 1,000; --bands makes 12 bands"):
        imported(path, like="knowledge workers")
    assert len(taken(path, **LIKE)[1].groups) <= MOST_BANDS


def test_sizes_of_which_lists_say_less_are_no_part_of_others(tmp_path: Path) -> None:
    whole = text(tmp_path / "whole.csv", "\n".join(["VM;vCPU;RAM GB", *(f"a{gib};2;{gib}" for gib in range(4, 24))]))
    bare = text(tmp_path / "bare.csv", "VM;vCPU\nb;2\nc;4")
    _, scenario = taken(whole, bare, **LIKE)
    (like,) = [each for each in imported(bare, like="knowledge workers")[1].groups if each.name == "VMs of 2 vCPU"]
    known = [group for group in scenario.groups if "GiB" in group.name]
    others = [group for group in scenario.groups if "GiB" not in group.name]
    assert (sum(group.vms for group in known), sum(group.vms for group in others)) == (20, 2)
    assert {group.ram_gib for group in others} == {like.ram_gib}


@settings(deadline=None)
@given(COUNTS, st.integers(3, 12))
def test_each_size_has_a_band_that_has_room_for_it_and_is_no_larger_than_its_largest(
    counts: dict[Size, int], most: int
) -> None:
    bands = bands_of(counts, most)
    assert bands.keys() == counts.keys()
    assert len(set(bands.values())) <= most
    for band in set(bands.values()):
        alike = [size for size in counts if bands[size] == band]
        assert (band.vcpus, band.ram_gib) == (max(s.vcpus for s in alike), max(s.ram_gib for s in alike))
    if len(counts) <= most:
        assert all(size == band for size, band in bands.items())
    names = Counter(f"{band.vcpus:g} {band.ram_gib:g}" for band in set(bands.values()))
    assert max(names.values()) == 1


def test_bands_of_one_dimension_are_the_best_or_near_it() -> None:
    """Beside the best of all ways to cut a row of sizes, found by trying each; joined two by two it is within 15 %."""
    drawn = random.Random(7)
    for _ in range(30):
        rams = sorted(drawn.sample(range(2, 64), 9))
        counts = {Size(2.0, float(ram)): drawn.randint(1, 40) for ram in rams}
        needed = sum(size.ram_gib * many for size, many in counts.items())
        found = sum(bands_of(counts, 3)[size].ram_gib * many for size, many in counts.items())
        cuts = ((rams[:one], rams[one:two], rams[two:]) for two in range(2, 9) for one in range(1, two))
        best = min(sum(max(part) * counts[Size(2.0, float(ram))] for part in cut for ram in part) for cut in cuts)
        assert needed <= best <= found <= 1.15 * best


@pytest.mark.parametrize(("seed", "which"), [(1, "average"), (2, "95th")])
def test_sums_over_bands_are_those_of_the_inventory(seed: int, which: str, tmp_path: Path) -> None:
    """The sums once more, straight from the rows: of VMs, GB and IOPS exactly, and no VM larger than its band."""
    drawn = random.Random(seed)
    names = [f"vm{number}" for number in range(300)]
    sizes = {name: (drawn.choice([1, 2, 4, 6, 8, 16]), drawn.randrange(2048, 65536, 512)) for name in names}
    disks = {name: drawn.randrange(20000, 900000) for name in names}
    loads = {name: (drawn.randint(0, 90), drawn.randint(0, 30), drawn.randint(1, 60)) for name in names}
    vms = [
        of_live_optics(
            name,
            **{
                "Virtual CPU": sizes[name][0],
                "Provisioned Memory (MiB)": sizes[name][1],
                "Virtual Disk Size (MiB)": disks[name],
                "Cluster": drawn.choice("ABC"),
            },
        )
        for name in names
    ]
    rows = [measured(name, *loads[name]) for name in names]
    path = book(tmp_path / "lo.xlsx", {"VMs": [OPTICS, *vms], "VM Performance": [MEASURED, *rows]})
    _, scenario = taken(path, iops=which, **LIKE)
    groups = scenario.groups
    assert len(groups) <= MOST_BANDS
    assert sum(group.vms for group in groups) == 300
    gb = sum(disks.values()) * MIB_PER_GB
    assert sum(group.vms * (group.persistent_gb or 0) for group in groups) == pytest.approx(gb, abs=1e-3)
    iops = sum(loads[name][0] if which == "95th" else sum(loads[name][1:]) for name in names)
    assert sum(group.vms * (group.steady_iops or 0) for group in groups) == pytest.approx(iops, abs=1e-3)
    if which == "average":
        reads = sum(loads[name][1] for name in names)
        of_bands = sum(group.vms * (group.steady_iops or 0) * (group.steady_read_share or 0) for group in groups)
        assert of_bands == pytest.approx(reads, abs=0.01)
    largest = max(mib for _, mib in sizes.values()) / 1024
    assert max(group.ram_gib or 0 for group in groups) == largest
    assert sum(group.vms * (group.ram_gib or 0) for group in groups) >= sum(mib for _, mib in sizes.values()) / 1024
