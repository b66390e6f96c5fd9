"""The longest boot time: what it asks of the storage and of the broker, by cases that were worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.by_key import LIMITS
from tests.pylib.model.office import BLOCK, USERS, sized, with_tier

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.words import NOT_GIVEN

BOOTING = replace(BLOCK, ios_per_boot=6000, longest_boot_min=10, boot_read_share=0.5)
"""6,000 I/Os in 600 s are 10 IOPS per VM, 15 of them at the back end of RAID 10."""
STORM = replace(USERS, boot_iops=4, boot_read_share=1.0)


def test_drives_are_counted_for_the_boot_time_that_is_asked_for() -> None:
    """100 VMs x 15 / 100 IOPS of a drive = 15 drives, 16 in pairs, as for the steady load; in 5 min it is 30."""
    x = sized(BOOTING)
    assert (x["boot_asked_iops"], x["boot_iops_per_vm"], x["tier1_drives_by_boot"], x["tier1_drives"]) == (
        10,
        10,
        15,
        16,
    )
    x = sized(replace(BOOTING, longest_boot_min=5))
    assert (x["boot_iops_per_vm"], x["tier1_drives"], x["limit_boot_words"]) == (20, 30, 100)
    assert (x["boot_min"], x["check_boot_time"]) == (5, 1)


def test_blocks_are_bought_for_it_where_drives_are_given() -> None:
    """8 drives x 100 / 30 = 26 VMs: four blocks, whose 32 drives boot 100 VMs in less than 5 minutes."""
    x = sized(replace(with_tier(BOOTING, drives=8), longest_boot_min=5))
    assert (x["limit_boot"], x["binding_name"], x["blocks"]) == (26, LIMITS["boot"], 4)
    assert x["boot_min"] == pytest.approx(100 * 6000 / (4 * 800 / 1.5) / 60)
    assert x["check_boot_time"] == 1


def test_the_users_boot_load_is_raised_in_its_own_mix() -> None:
    x = sized(BOOTING, STORM)
    assert (x["boot_raise"], x["boot_reads_per_vm"], x["boot_writes_per_vm"]) == (2.5, 10, 0)
    heavy = sized(BOOTING, replace(STORM, boot_iops=12))
    assert (heavy["boot_raise"], heavy["boot_iops_per_vm"]) == (1, 12)


def test_a_broker_that_is_too_slow_is_a_warning_that_says_what_it_takes() -> None:
    """100 VMs in 10 minutes are 10 a minute; each takes 90 s: 15 at once."""
    slow = replace(BOOTING, boots_per_min=5, boot_s=90, concurrent_boots=15)
    x = sized(slow)
    assert (x["boot_min"], x["check_boot_time"], x["stands"]) == (20, 0, 1)
    assert x["boot_takes"] == "it takes 10 boots per minute, 15 at once"
    assert sized(replace(slow, boots_per_min=10, boot_s=80))["check_boot_time"] == 1


@pytest.mark.parametrize("missing", [{"ios_per_boot": None}, {"boot_read_share": None}])
def test_what_is_missing_is_said(missing: dict[str, Any]) -> None:
    x = sized(replace(BOOTING, **missing))
    assert (x["check_boot_time"], x["boot_takes"]) == (0, "enter I/Os per boot, and how many of them are reads")
    assert sized(replace(BOOTING, boot_read_share=None), STORM)["check_boot_time"] == 1


def test_a_measured_number_stands_in_place_of_the_boot_storm_and_the_check_says_so() -> None:
    x = sized(replace(with_tier(BOOTING, drives=8), measured_vms=100, longest_boot_min=5))
    assert (x["vms_per_block"], x["check_boot_time"], x["boot_min"] > 5) == (100, 0, True)


def test_blank_changes_nothing() -> None:
    block = replace(with_tier(drives=8), ios_per_boot=6000, boots_per_min=50)
    for group in (USERS, STORM):
        without = sized(block, group)
        share = sized(replace(block, boot_read_share=0.3), group)
        assert {name: share[name] for name in lines_by_name()} == {name: without[name] for name in lines_by_name()}
    assert sized(block)["limit_boot_words"] == NOT_GIVEN


@given(minutes=st.floats(0.5, 120), share=st.floats(0, 1), drives=st.integers(2, 40), ios=st.floats(100, 60000))
def test_the_storage_keeps_the_time_and_less_time_never_carries_more(
    minutes: float, share: float, drives: int, ios: float
) -> None:
    design = replace(
        with_tier(BOOTING, drives=2 * drives), longest_boot_min=minutes, boot_read_share=share, ios_per_boot=ios
    )
    x = sized(design)
    assert x["check_boot_time"] == 1 or not x["stands"]
    assert sized(replace(design, longest_boot_min=minutes / 2))["vms_per_block"] <= x["vms_per_block"]
