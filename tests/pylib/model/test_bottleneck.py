"""What the limits by capacity and by steady IOPS are worked out from: the numbers of the part that sets them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.model.office import USERS, sized, with_tier

from vdi_sizing.model.sizing import DesignSizing, size
from vdi_templates.examples import EXAMPLES, customer, today


def by_capacity(x: DesignSizing) -> float:
    left = x["fullest_usable_gb"] * (1 - x.design.array_headroom) - x["fullest_taken_gb"]
    return float(left / x["fullest_gb_per_vm"])


def by_steady_iops(x: DesignSizing) -> float:
    return float(x["busiest_drives"] * x["busiest_drive_iops"] * x.design.max_utilization / x["busiest_backend_iops"])


def test_of_the_shipped_cluster_they_are_what_one_works_out_by_hand() -> None:
    """5 x 3,840 GB in three copies; a host of ten has a tenth of two images of 64 GB, and of 4 drives kept free."""
    x = size(customer()).designs[0]
    assert x["fullest_usable_gb"] == pytest.approx(5 * 3840 / 3)
    assert x["fullest_taken_gb"] == pytest.approx((2 * 64 + 4 * 3840 / 3) / 10)
    assert x["fullest_gb_per_vm"] == pytest.approx(20 + 30 * 1000 / 801)
    assert int((6400 * 0.9 - 524.8) / 57.453) == x["limit_capacity"] // 1 == 91
    assert int(5 * 131995.8 * 0.7 / 80.024) == x["limit_steady"] == 5773


def test_an_array_is_sized_without_its_spare_drives() -> None:
    x = size(customer()).designs[1]
    assert (x["busiest_drives"], x["drives_per_block"]) == (18, 19)


@pytest.mark.parametrize("name", [*EXAMPLES, "today"])
def test_they_close_in_every_example(name: str) -> None:
    for x in size({**EXAMPLES, "today": today}[name]()).designs:
        if x["fullest_gb_per_vm"]:
            assert by_capacity(x) == pytest.approx(x["capacity_vms"])
        if x["busiest_part"]:
            assert int(by_steady_iops(x) + 1e-9) == x["estimate_steady"]


def test_of_two_tiers_they_are_those_of_the_one_that_sets_the_limit() -> None:
    """A fifth of 5 x 1.25 GB per VM, and of 50 GB of images, on 200 GB, of which 15 % stay free: (170 - 10) / 1.25."""
    large, small = with_tier(drives=8).tiers[0], replace(with_tier(drives=4).tiers[0], drive="fast")
    shares = ((0.8, large), (0.2, small))
    tiers = tuple(
        replace(tier, share_of_reads=share, share_of_writes=share, share_of_capacity=share) for share, tier in shares
    )
    x = sized(replace(with_tier(), tiers=tiers, replica_gb=50, array_headroom=0.15, vm_headroom=0.25))
    assert (x["fullest_tier"], x["fullest_usable_gb"], x["fullest_taken_gb"]) == (2, 200, 10)
    assert by_capacity(x) == pytest.approx(x["limit_capacity"]) == 128
    # disks of 100 IOPS in RAID 10, 0.8 x 10 IOPS per VM, half of them writes: 8 x 100 / 12
    assert (x["busiest_part"], x["busiest_drives"], x["busiest_drive_iops"]) == (1, 8, 100)
    assert x["busiest_backend_iops"] == pytest.approx(12)
    assert int(by_steady_iops(x)) == x["estimate_steady"] == 66


def test_of_a_block_whose_capacity_or_iops_are_given_no_tier_sets_them() -> None:
    x = sized(replace(with_tier(drives=8), usable_gb=2000, usable_iops=1500, replica_gb=50))
    assert (x["fullest_tier"], x["fullest_usable_gb"], x["fullest_taken_gb"]) == (0, 2000, 50)
    assert by_capacity(x) == x["limit_capacity"] == 390
    assert (x["busiest_part"], x["busiest_drives"], x["busiest_drive_iops"], x["busiest_backend_iops"]) == (0, 0, 0, 0)


def test_without_steady_load_no_drives_are_busy() -> None:
    x = sized(with_tier(drives=8), replace(USERS, steady_iops=None, steady_read_share=None))
    assert (x["busiest_part"], x["busiest_drives"]) == (0, 0)
