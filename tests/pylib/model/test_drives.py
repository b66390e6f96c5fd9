"""How many drives: for each reason, the largest, in the RAID multiple, with spares, for one full block."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.by_key import LIMITS
from tests.pylib.model.office import BLOCK, USERS, sized, with_tier

from vdi_sizing.scenario import Cache, Tier
from vdi_sizing.tables.raid_levels import RAID_LEVELS


def test_drives_are_counted_for_the_users() -> None:
    """100 VMs x (5 reads + 5 writes x 2) = 1500 back-end IOPS on drives of 100: 15, and 16 in RAID 10."""
    x = sized(BLOCK)
    assert x["drives_by_steady"] == x["drives_plain"] == 15
    assert x["drives_counted"] == x["drives_per_block"] == 16
    assert x["drives_by_capacity"] == 1
    assert (x["vms_per_block"], x["binding_name"]) == (100, LIMITS["target"])
    assert (x["blocks"], x["drives_total"]) == (1, 16)


@pytest.mark.parametrize(("rounding", "published"), [("up", 11), ("nearest", 10), ("down", 10)])
def test_the_rounding_is_of_the_published_figure_and_what_is_bought_is_rounded_up(
    rounding: str, published: float
) -> None:
    """100 x 10.26 reads and writes in RAID 0, on drives of 100: 10.26 drives."""
    x = sized(with_tier(raid="RAID 0"), replace(USERS, steady_iops=10.26), drive_rounding=rounding)
    assert x["drives_published"] == published
    assert (x["drives_plain"], x["drives_counted"], x["vms_per_block"], x["blocks"]) == (11, 11, 100, 1)


@pytest.mark.parametrize("level", [level for level in RAID_LEVELS if level.generation == "any"])
def test_counted_drives_suit_the_raid_level(level: Any) -> None:
    for vms in (1, 7, 100, 333):
        drives = sized(with_tier(raid=level.name), replace(USERS, vms=vms))["drives_counted"]
        assert drives >= level.min_drives
        assert drives % level.multiple == 0


def test_the_largest_reason_counts() -> None:
    group = replace(USERS, login_iops=30, login_read_share=0.5, boot_iops=20, boot_read_share=1.0, delta_gb=500)
    x = sized(BLOCK, group)
    assert (x["drives_by_steady"], x["drives_by_login"], x["drives_by_boot"]) == (15, 45, 20)
    assert x["drives_by_capacity"] == 100
    assert x["drives_plain"] == 100


def test_a_target_is_the_smallest_of_users_ram_cores_and_given_number() -> None:
    assert sized(replace(BLOCK, ram_gib=128))["target_vms"] == 64
    assert sized(replace(BLOCK, ram_gib=128, ram_overhead_gib=0.5))["target_vms"] == 51
    assert sized(replace(BLOCK, cores=8, vcpus_per_core=5))["target_vms"] == 40
    assert sized(replace(BLOCK, given_vms=30))["target_vms"] == 30
    assert sized(BLOCK)["target_vms"] == 100


@pytest.mark.parametrize(
    ("block", "vms", "drives", "blocks"),
    [
        # 1000 VMs of 15 back-end IOPS and 5 GB: drives for what a block carries, not for all users
        ({"usable_iops": 500}, 50, 8, 20),
        ({"usable_gb": 1000}, 200, 30, 5),
        ({"usable_iops": 500, "measured_vms": 100}, 100, 16, 10),
        ({"cache": Cache("fast", "RAID 0", 1, read_hit=1.0, write_hit=0.5)}, 1000, 50, 1),
        ({"cache": Cache("slow", "RAID 0", 1, read_hit=1.0)}, 20, 4, 50),
    ],
)
def test_drives_are_counted_for_what_the_given_parts_carry(
    block: dict[str, Any], vms: float, drives: float, blocks: float
) -> None:
    x = sized(replace(BLOCK, **block), replace(USERS, vms=1000))
    assert (x["vms_per_block"], x["tier1_drives"], x["blocks"]) == (vms, drives, blocks)


def test_drives_are_counted_beside_a_tier_whose_drives_are_given() -> None:
    """Four fast drives in RAID 10 hold 200 GB: 80 VMs with half of their 5 GB there, whatever the slow tier has."""
    fast = Tier("fast", "RAID 10", 4, share_of_reads=0.5, share_of_writes=0.5, share_of_capacity=0.5)
    x = sized(replace(BLOCK, tiers=(fast, replace(fast, drive="slow", drives=None))))
    assert (x["given_parts_vms"], x["vms_per_block"], x["tier2_drives"]) == (80, 80, 6)


def test_what_is_given_limits_no_count_where_nothing_is_counted() -> None:
    """The plain formula still says how many drives all users would need."""
    x = sized(with_tier(replace(BLOCK, usable_iops=500), drives=8), replace(USERS, vms=1000))
    assert (x["vms_per_block"], x["drives_plain"]) == (50, 150)


def test_spares_and_headroom_are_bought_but_not_counted_on() -> None:
    x = sized(with_tier(spares=2))
    assert (x["tier1_drives"], x["tier1_drives_bought"], x["drives_per_block"]) == (16, 18, 18)
    assert sized(replace(BLOCK, max_utilization=0.5))["drives_plain"] == 30
    assert sized(with_tier(derating=0.5))["drives_plain"] == 30


def test_a_hybrid_counts_each_tier() -> None:
    tiers = (
        Tier("fast", "RAID 1", share_of_reads=0.9, share_of_writes=0.8, share_of_capacity=0.2),
        Tier("slow", "RAID 10", share_of_reads=0.1, share_of_writes=0.2, share_of_capacity=0.8),
    )
    x = sized(replace(BLOCK, tiers=tiers))
    assert x["tier2_drives_by_steady"] == 3
    assert (x["tier1_drives"], x["tier2_drives"], x["drives_per_block"]) == (2, 4, 6)
    assert x["check_shares"] == 1
