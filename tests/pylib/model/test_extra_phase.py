"""The fourth phase, on top of steady work: by cases that were worked out by hand, and what must never happen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.by_key import LIMITS
from tests.pylib.model.office import BLOCK, USERS, sized, with_tier

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.words import NOT_GIVEN, REPLACES

SCAN = replace(BLOCK, fourth_iops=40, fourth_reads=0.75, fourth_vms=25)
"""25 of 100 VMs at 40 IOPS: 10 IOPS per VM on average, 7.5 of them reads, beside 5 and 5 of steady work."""


def test_drives_are_counted_for_it() -> None:
    """12.5 + 7.5 x 2 = 27.5 back-end IOPS per VM: 2,750 of 100 VMs take 28 drives of 100 IOPS; steady work takes 15."""
    x = sized(SCAN)
    assert (x["fourth_vms_share"], x["fourth_reads_per_vm"], x["fourth_writes_per_vm"]) == (0.25, 12.5, 7.5)
    assert (x["tier1_drives_by_fourth"], x["tier1_drives"], x["limit_fourth_words"]) == (28, 28, 101)


def test_it_limits_the_vms_of_given_drives() -> None:
    """8 drives x 100 / 27.5 = 29 VMs, where steady work allows 53."""
    x = sized(with_tier(SCAN, drives=8))
    assert (x["limit_steady"], x["limit_fourth"], x["binding_name"], x["blocks"]) == (53, 29, LIMITS["fourth"], 4)


def test_all_vms_are_at_it_where_nobody_says_how_many() -> None:
    assert sized(replace(SCAN, fourth_vms=None))["fourth_reads_per_vm"] == 35
    assert sized(replace(SCAN, fourth_vms=1000))["fourth_vms_share"] == 1


def test_making_desktops_as_emc_saw_it() -> None:
    """2,000 writes and 18,000 reads a second on top of 500 VMs at 10 IOPS: 20,000 more IOPS, 90 % of them reads."""
    design = replace(BLOCK, fourth_iops=20000, fourth_reads=0.9, fourth_vms=1)
    x = sized(design, replace(USERS, vms=500))
    assert 500 * x["fourth_reads_per_vm"] == pytest.approx(2500 + 18000)
    assert 500 * x["fourth_writes_per_vm"] == pytest.approx(2500 + 2000)
    assert x["tier1_drives_by_fourth"] == 295


def test_its_bytes_count_too() -> None:
    """20 IOPS of 22 KiB: 0.45 MB/s per VM."""
    x = sized(replace(with_tier(SCAN, drives=8), fourth_read_kib=22, fourth_write_kib=22, port_gbit_s=0.1))
    assert x["fourth_mb_s_per_vm"] == pytest.approx(20 * 22 * 1024 / 1e6)
    assert x["limit_throughput"] == 24


def test_a_measured_number_stands_in_place_of_it() -> None:
    x = sized(replace(with_tier(SCAN, drives=8), measured_vms=40))
    assert (x["vms_per_block"], x["limit_fourth_words"]) == (40, f"{REPLACES}29")


@pytest.mark.parametrize("part", [{"fourth_iops": None}, {"fourth_reads": None}])
def test_half_of_it_counts_for_nothing_and_is_a_warning(part: dict[str, Any]) -> None:
    x = sized(replace(with_tier(SCAN, drives=8), **part))
    assert (x["limit_fourth_words"], x["check_fourth_ignored"], x["stands"]) == (NOT_GIVEN, 0, 1)
    assert x["vms_per_block"] == 53
    assert sized(SCAN)["check_fourth_ignored"] == sized(BLOCK)["check_fourth_ignored"] == 1


def test_more_vms_at_it_than_there_are_is_a_warning() -> None:
    there = sized(BLOCK)["vms_whole"]
    checked = [sized(replace(SCAN, fourth_vms=vms))["check_fourth_vms"] for vms in (None, there, there + 1)]
    assert checked == [1, 1, 0]


def test_blank_adds_nothing() -> None:
    x = sized(with_tier(drives=8))
    figures = {name: x[name] for name in lines_by_name() if "_fourth" in name or name.startswith("fourth_")}
    unloaded = {name for name, value in figures.items() if value == 0}
    assert {"fourth_iops_per_vm", "tier1_drives_by_fourth", "fourth_mb_s_per_vm"} <= unloaded
    assert x["limit_fourth_words"] == NOT_GIVEN


@given(iops=st.floats(0.1, 1000), share=st.floats(0, 1), vms=st.integers(1, 100), drives=st.integers(2, 40))
def test_more_vms_at_it_never_leave_room_for_more_and_it_never_helps(
    iops: float, share: float, vms: int, drives: int
) -> None:
    design = replace(with_tier(drives=2 * drives), fourth_iops=iops, fourth_reads=share, fourth_vms=vms)
    few, more, none = (
        sized(each)["vms_per_block"]
        for each in (design, replace(design, fourth_vms=vms + 10), replace(design, fourth_iops=None))
    )
    assert more <= few <= none
