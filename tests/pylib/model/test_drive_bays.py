"""Users whose drives do not fit into the bays of one block take further blocks; what cannot part says what to buy."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import BLOCK, USERS, scenario, sized, with_tier

from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Cache, Design, Tier
from vdi_sizing.tables.drives import DRIVES

ARRAY = replace(BLOCK, block_kind="array", bays=24.0)


def of(users: float, **changes: Any) -> DesignSizing:
    return sized(replace(ARRAY, **changes), replace(USERS, vms=users))


def test_more_users_than_the_bays_hold_are_spread_evenly_over_arrays() -> None:
    """By hand: what 24 drives carry, and as few drives as half of the users on each of two arrays take."""
    one = of(100)
    whole = int(of(100_000)["bays_vms"])
    assert (one["blocks"], one["drives_per_block"] <= 24) == (1, True)
    full, two = of(whole), of(whole + 1)
    assert (full["blocks"], full["drives_per_block"]) == (1, 24)
    assert (two["blocks"], two["target_vms"]) == (2, -(-(whole + 1) // 2))
    assert two["drives_per_block"] == of(two["target_vms"])["drives_per_block"] < 24
    assert two["errors"] == 0


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"response_limit_ms": 30.0},
        {"response_limit_ms": 50.0, "response_share": 0.8},
        {"tiers": (Tier("slow", "RAID 5", spares=2),)},
        {"tiers": (Tier("fast", "RAID 6", rebuild_drives=2),), "replica_gb": 64.0, "array_headroom": 0.1},
        {"usable_iops": 4000.0, "usable_gb": 4000.0},
        {"block_kind": "server", "ram_gib": 512.0},
        {"cache": Cache("fast", "RAID 1", 4, read_hit=0.5, write_hit=0.2)},
    ],
    ids=["IOPS", "mean", "share", "spares", "capacity", "given", "server", "cache"],
)
@pytest.mark.parametrize("users", [30, 300, 3000, 30_000])
def test_what_the_bays_hold_is_what_the_drives_are_counted_from(users: float, changes: dict[str, Any]) -> None:
    """Counted for the VMs of a block, the drives fit; with one VM more than bays carry they would not."""
    x = of(users, **changes)
    assert (x["bays_missing"], x["check_bays"]) == (0, 1)
    assert x["blocks"] * x["vms_per_block"] >= users
    if x["bays_vms"] < min(users, 1e9):
        beyond = of(x["bays_vms"] + 1, **changes | {"bays": None})
        least = of(x["bays_vms"], **changes | {"bays": None})
        assert least["drives_per_block"] <= 24 < beyond["drives_per_block"]


def hybrid(hot: float, slow: str = "RAID 10", fast: str = "RAID 10", gb: float = 0.2, **changes: Any) -> dict[str, Any]:
    """Disks that take the cold share of the I/Os, and flash that takes the hot one."""
    cold = Tier("slow", slow, share_of_reads=1 - hot, share_of_writes=1 - hot, share_of_capacity=1 - gb)
    flash = Tier("fast", fast, share_of_reads=hot, share_of_writes=hot, share_of_capacity=gb)
    return {"tiers": (cold, flash), **changes}


@pytest.mark.parametrize(
    "changes",
    [
        hybrid(0.9),
        hybrid(0.5, slow="RAID 6", fast="RAID 1", bays=48.0),
        hybrid(0.9, fast="RAID 5", replica_gb=64.0, replica_location="tier 2", array_headroom=0.2),
        hybrid(0.8, response_limit_ms=30.0, bays=240.0),
        hybrid(0.7, cache=Cache("fast", "RAID 1", 4, read_hit=0.5, write_hit=0.2), bays=60.0),
    ],
    ids=["IOPS", "two layouts", "images on flash", "mean", "cache"],
)
@pytest.mark.parametrize("users", [30, 300, 3000, 30_000])
def test_of_two_tiers_each_gets_its_share_of_the_bays(users: float, changes: dict[str, Any]) -> None:
    """They fit whatever the users, and with one VM more hardly a bay stays empty: two RAID multiples of each tier."""
    x = of(users, **changes)
    bays = x.design.bays or 0
    assert (x["bays_missing"], x["check_bays"], x["errors"]) == (0, 1, 0)
    assert x["blocks"] * x["vms_per_block"] >= users
    if x["bays_vms"] < users:
        assert x["binding_name"] == "drive bays"
        beyond = of(x["bays_vms"] + 1, **changes | {"bays": None})
        empty = beyond["tier1_drives_multiple"] + beyond["tier2_drives_multiple"]
        assert beyond["drives_per_block"] + 2 * empty > bays


@pytest.mark.parametrize(
    "design",
    [
        replace(with_tier(ARRAY, drives=30)),
        replace(with_tier(ARRAY, drives=30), tiers=(Tier("slow", "RAID 10", 30, share_of_reads=0.5, share_of_writes=0.5,
            share_of_capacity=0.5), Tier("fast", "RAID 10", share_of_reads=0.5, share_of_writes=0.5,
            share_of_capacity=0.5))),
        replace(ARRAY, bays=1.0),
    ],
    ids=["given", "of one of two tiers", "fewer bays than the layout takes"],
)  # fmt: skip
def test_drives_that_cannot_part_say_how_many_bays_to_buy(design: Any) -> None:
    x = sized(design, replace(USERS, vms=4000))
    drives, missing = x["drives_per_block"], x["bays_missing"]
    assert (x["check_bays"], missing) == (0, drives - design.bays)
    assert f"{drives:.0f} drives, {missing:.0f} more than its bays" in x["failing"].replace("\N{NO-BREAK SPACE}", "")
    assert missing > 0


HOST = replace(BLOCK, block_kind="cluster", tiers=(Tier("slow", "Nutanix RF2"),), bays=24.0)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"response_limit_ms": 30.0},
        {"replica_gb": 64.0, "array_headroom": 0.1, "tiers": (Tier("slow", "S2D three-way mirror", rebuild_drives=4),)},
        {"max_hosts": 16.0, "spare_blocks": 1.0},
        hybrid(0.8, slow="vSAN OSA RAID-6 4+2", fast="vSAN OSA RAID-1 FTT=1"),
    ],
    ids=["IOPS", "mean", "images and rebuilding", "several clusters", "two tiers"],
)
@pytest.mark.parametrize("users", [30, 300, 3000, 30_000])
def test_a_cluster_whose_hosts_have_too_few_bays_takes_further_hosts(users: float, changes: dict[str, Any]) -> None:
    """They fit whatever the users, and what a host carries is what bays were found to carry."""
    x = sized(replace(HOST, **changes), replace(USERS, vms=users))
    assert (x["bays_missing"], x["check_bays"], x["errors"]) == (0, 1, 0)
    assert x["blocks"] * x["host_vms"] >= users
    assert x["host_vms"] <= x["bays_vms"]
    if users == 30_000:
        assert x["hosts_decided"] == "drive bays"


def test_hosts_by_bays_by_hand() -> None:
    """24 bays of 100 IOPS carry 24 x 100 / (10 x 0.5 + 10 x 0.5 x 2) = 160 VMs: 1,000 take 7 hosts of 143 VMs."""
    x = sized(HOST, replace(USERS, vms=1000))
    assert (x["bays_vms"], x["working_hosts"], x["host_vms"], x["drives_per_block"]) == (160, 7, 143, 22)


def test_bays_that_hold_no_vm_say_how_many_drives_one_takes() -> None:
    """Four drives of a host are the least of S2D's three-way mirror."""
    tight = replace(HOST, bays=2.0, tiers=(Tier("slow", "S2D three-way mirror"),))
    assert "more than its bays: a single VM takes 4 at least" in sized(tight, replace(USERS, vms=30))["failing"]


KINDS = ("NVMe server, local", "All-flash array, hosts beside it", "Hybrid array, hosts beside it", "HDD array",
         "vSAN cluster", "Storage Spaces Direct cluster", "Nutanix cluster", "Ceph cluster, Proxmox VE",
         "Fujitsu server of 2011, HDD", "Fujitsu server of 2011, SSD")  # fmt: skip


def test_two_hundred_numbers_of_users_are_answered_whatever_they_are_built_of() -> None:
    """From 10 to 20,000 users, each a heavy one: what does not fit grows, and nothing ends in bays alone."""
    draw, checked = random.Random(2026), 0
    for number in range(200):
        users = round(math.exp(draw.uniform(math.log(10), math.log(20_000))))
        iops, delta = draw.choice([10, 40, 150]), draw.choice([5, 40, 200])
        design = Design("drawn", "office", kit=KINDS[number % len(KINDS)])
        made = scenario(design, groups=(replace(USERS, vms=users, steady_iops=iops, delta_gb=delta),))
        x = size(replace(made, drives=DRIVES)).designs[0]
        if x["bays_missing"] == 0:
            checked += 1
            assert (x["feasible"], x["errors"]) == (1, 0), (design.kit, users, iops, delta, x["failing"])
            assert x["blocks"] * x["vms_per_block"] >= users
        else:  # only drives that the kit gives, or a VM that fits no block at all
            assert x["bays_part"] == 0 or "a single VM takes" in x["failing"]
    assert checked > 190
