"""What a block holds: headroom and fixed objects, and what is to stay free."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model import array
from tests.pylib.model.office import USERS, sized, with_tier

from vdi_sizing.words import NO_LIMIT


def test_capacity_keeps_headroom_and_fixed_objects_free() -> None:
    """8 x 500 GB usable = 4000; x 0.85 - 2 x 50 = 3300; / (5 x 1.25) = 528."""
    design = replace(with_tier(drives=8), array_headroom=0.15, vm_headroom=0.25, replica_gb=50, replicas=2)
    assert sized(design)["limit_capacity"] == 528
    assert sized(replace(design, replica_location="elsewhere"))["limit_capacity"] == 544
    assert sized(replace(design, clone_location="elsewhere"))["limit_capacity"] == NO_LIMIT


def test_criteria_of_dell() -> None:
    users = replace(array.USERS, vms=1270, steady_iops=None, steady_read_share=None, persistent_gb=2.5)
    dell = {
        "users": users, "tiers": (), "given_vms": 640, "usable_gb": 2539, "replica_gb": 25, "replicas": 6,
        "min_free_share": 0.15, "vms_per_volume": 160, "least_volumes": 3, "provisioning_ram_gib": 32,
    }  # fmt: skip
    x = array.sized(**dell)
    assert x["free_share"] == pytest.approx(1 - (150 + 640 * 2.5) / 2539)
    assert x["volumes_per_block"] == 4
    assert x["check_free"] == x["check_image_ram"] == 1
    assert array.sized(**dell | {"vms_per_volume": 500})["volumes_per_block"] == 3
    assert array.sized(**dell | {"given_vms": 840})["check_free"] == 0
    small = array.sized(**dell | {"provisioning_ram_gib": 16})
    assert small["image_ram_missing_gb"] == pytest.approx(25 - 16 * 1.073741824)
    assert small["check_image_ram"] == 0


def test_shares_of_tiers_say_what_can_be_stored() -> None:
    """4,000 and 200 GB usable: with a fifth on the smaller one, it is full at 1,000 GB on both together."""
    large, small = with_tier(drives=8).tiers[0], replace(with_tier(drives=4).tiers[0], drive="fast")
    shares = ((0.8, large), (0.2, small))
    tiers = tuple(
        replace(tier, share_of_reads=share, share_of_writes=share, share_of_capacity=share) for share, tier in shares
    )
    x = sized(replace(with_tier(), tiers=tiers, replica_gb=50))
    assert (x["tier1_usable_gb"], x["tier2_usable_gb"], x["usable_gb"]) == (4000, 200, 4200)
    assert x["storable_gb"] == pytest.approx(1000)
    assert x["limit_capacity"] == (1000 - 50) / 5
    one = sized(with_tier(drives=8))
    assert one["storable_gb"] == one["usable_gb"] == 4000


def test_what_lies_on_one_tier_alone_leaves_room_on_the_other() -> None:
    """The replica on the small tier, all else on the large one: that is full at 4,000 GB, beside 50."""
    large, small = with_tier(drives=8).tiers[0], replace(with_tier(drives=4).tiers[0], drive="fast")
    tiers = (
        replace(large, share_of_reads=0.5, share_of_writes=0.5, share_of_capacity=1.0),
        replace(small, share_of_reads=0.5, share_of_writes=0.5, share_of_capacity=0.0),
    )
    x = sized(replace(with_tier(), tiers=tiers, replica_gb=50, replica_location="tier 2"))
    assert x["storable_gb"] == 4050


def test_gb_that_are_given_are_those_that_can_be_stored() -> None:
    assert sized(replace(with_tier(drives=8), usable_gb=3000))["storable_gb"] == 3000


@pytest.mark.parametrize(
    "changes",
    [{}, {"array_headroom": 0.15, "vm_headroom": 0.25}, {"clone_reduction": 2.0}, {"usable_gb": 3000.0}],
)
def test_as_many_vms_fit_while_clones_grow_by_the_room_and_no_more(changes: dict[str, Any]) -> None:
    design = replace(with_tier(drives=8), **changes)
    x = sized(design)
    assert x["room_gb"] > 0 < x["vms_carried"] < x["limit_capacity"]
    grown, more = (
        sized(design, replace(USERS, delta_gb=5 + share * x["room_gb"]))["limit_capacity"] for share in (1.0, 1.01)
    )
    assert grown == pytest.approx(x["vms_carried"], abs=1e-9)
    assert more < x["vms_carried"]


def test_room_is_that_of_the_tier_which_is_full_first() -> None:
    """200 GB usable on the small tier, which takes a fifth of each VM: as much more as makes it full."""
    large, small = with_tier(drives=8).tiers[0], replace(with_tier(drives=4).tiers[0], drive="fast")
    tiers = tuple(
        replace(tier, share_of_reads=share, share_of_writes=share, share_of_capacity=share)
        for share, tier in ((0.8, large), (0.2, small))
    )
    x = sized(replace(with_tier(), tiers=tiers))
    assert x["room_gb"] == pytest.approx(200 / x["vms_carried"] / 0.2 - 5)
    assert x["room_mb"] == math.floor(1000 * x["room_gb"])
    assert sized(replace(with_tier(drives=8), clone_location="elsewhere"))["room_mb"] == NO_LIMIT
