"""What the users ask for: in use and all, peaks, and what lies on a second store."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.model import array
from tests.pylib.model.office import BLOCK, USERS, sized, with_tier


def test_concurrency_counts_for_load_but_not_for_what_persists() -> None:
    group = replace(USERS, vms=200, concurrency=0.5, persistent_gb=10)
    x = sized(with_tier(drives=8), group)
    assert (x["all_vms"], x["vms"], x["vms_whole"]) == (200, 100, 100)
    assert x["limit_steady"] == 53
    assert x["persistent_gb_per_vm"] == 20
    assert x["limit_capacity"] == 4000 // 25


def test_vms_are_rounded_up() -> None:
    assert sized(BLOCK, replace(USERS, vms=101, concurrency=0.5))["vms_whole"] == 51


def test_a_peak_factor_raises_the_load_to_size_for_but_neither_wear_nor_the_measured_mix() -> None:
    design = replace(BLOCK, measured_vms=100, measured_iops_per_vm=10, write_kb=8, hours_per_day=10)
    even, peak = (sized(replace(design, steady_peak_factor=factor)) for factor in (1.0, 1.5))
    assert peak["steady_iops_per_vm"] == 1.5 * even["steady_iops_per_vm"]
    assert peak["measured_mix_off"] == even["measured_mix_off"] == 0
    per_drive = peak["tier1_required_dwpd"] * peak["tier1_drives"]
    assert per_drive == pytest.approx(even["tier1_required_dwpd"] * even["tier1_drives"])


def test_second_store_sums_iops_of_those_in_use_and_gb_of_all() -> None:
    users = replace(
        array.USERS, concurrency=0.5, store_iops=10.0, store_read_share=0.3, store_login_iops=50.0, store_gb=30.0
    )
    x = array.sized(users=users)
    assert (x["store_iops"], x["store_login_iops"], x["store_gb"]) == (500, 2500, 3000)
    assert x["store_reads"] == pytest.approx(150)
