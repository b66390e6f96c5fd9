"""Sizing to a response time: drives and VMs, solved cases and properties."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vdi_sizing.formulas.disks import disk_count, usable_iops
from vdi_sizing.formulas.leg_times import quantile_root
from vdi_sizing.formulas.response_target import disk_count_for_response_time, num_vm_for_response_time
from vdi_sizing.formulas.response_time import response_time_ms, share_within_ms, utilization
from vdi_sizing.formulas.service_targets import highest_utilization
from vdi_sizing.tables.raid_levels import RAID_LEVELS

PENALTY_OF = {"RAID 0": 1, "RAID 10": 2, "RAID 5": 4, "RAID 6": 6}
ETRI_READS, ETRI_WRITES = 96 * 20 * 0.4, 96 * 20 * 0.6

levels = st.sampled_from([level.name for level in RAID_LEVELS])
part = st.floats(0, 1)
ratings = st.floats(50, 10_000)
limits = st.floats(1, 500)
loads = st.floats(1, 5000)


def number(value: object) -> float:
    assert isinstance(value, float)
    return value


def test_e16_drives_for_80_percent_within_50_ms() -> None:
    assert disk_count_for_response_time(50, ETRI_READS, ETRI_WRITES, 75) == 90
    assert num_vm_for_response_time(50, 90, 75, 20, 0.4) == pytest.approx(96.8, abs=0.05)
    assert highest_utilization(50, quantile_root(0.8, 0.4, 1, 2), 75) == pytest.approx(0.46, abs=0.005)


@pytest.mark.parametrize(
    ("service_shape", "iops_per_user", "drive_iops", "read_share", "read_hit", "drives"),
    [(1, 20.1, 75, 0.4, 0, 90), (8, 21.3, 75, 0.4, 0, 66),
     (1, 24.8, 90, 0.4, 0, 78), (1, 34.1, 120, 0.4, 0, 68), (1, 17.3, 75, 0.2, 0, 94),
     (1, 16.1, 75, 0.1, 0, 96), (1, 22.8, 75, 0.4, 0.3, 90)],
)  # fmt: skip
def test_inputs_that_reproduce_the_27_percent_ask_for_66_to_96_drives(
    service_shape: float,
    iops_per_user: float,
    drive_iops: float,
    read_share: float,
    read_hit: float,
    drives: int,
) -> None:
    reads, writes = 96 * iops_per_user * read_share, 96 * iops_per_user * (1 - read_share)
    measured = share_within_ms(50, 48, drive_iops, reads, writes, service_shape=service_shape, read_hit=read_hit)
    assert measured == pytest.approx(0.27, abs=0.01)
    counted = disk_count_for_response_time(
        50, reads, writes, drive_iops, service_shape=service_shape, read_hit=read_hit, multiple=2
    )
    assert counted == pytest.approx(drives, abs=2)


def test_90_drives_are_one_point_of_a_wide_range() -> None:
    """Low and high of each input in turn."""

    def drives(
        iops: float = 20,
        read_share: float = 0.4,
        rating: float = 75,
        limit_ms: float = 50,
        share: float = 0.8,
    ) -> float:
        reads, writes = 96 * iops * read_share, 96 * iops * (1 - read_share)
        return number(disk_count_for_response_time(limit_ms, reads, writes, rating, share=share, multiple=2))

    assert (drives(iops=8), drives(iops=25)) == (36, 112)
    assert (drives(read_share=0.1), drives(read_share=0.5)) == (118, 82)
    assert (drives(rating=70), drives(rating=90)) == (106, 64)
    assert (drives(limit_ms=20), drives(limit_ms=50)) == (math.inf, 90)
    assert (drives(share=0.8), drives(share=0.95)) == (90, 520)


def test_e10_a_loose_limit_leaves_the_plain_count() -> None:
    loose = disk_count_for_response_time(1e9, ETRI_READS, ETRI_WRITES, 75)
    assert loose == disk_count(ETRI_READS, ETRI_WRITES, 2, 75) == 41


@pytest.mark.parametrize(
    ("drives", "drive_iops", "read_share", "raid", "vms", "iops_per_vm"),
    [(24, 75, 0.4, "RAID 10", 100, 11.25), (2, 150, 0.3, "RAID 0", 30, 10), (2, 125, 0.3, "RAID 0", 25, 10)],
)
def test_e6_f4_f5_a_loose_limit_leaves_the_plain_number_of_vms(
    drives: float, drive_iops: float, read_share: float, raid: str, vms: float, iops_per_vm: float
) -> None:
    """31 VMs measured on 2 drives of 15 000 rpm in RAID 0: 30 with these, 25 with the drives priced."""
    loose = num_vm_for_response_time(1e9, drives, drive_iops, iops_per_vm, read_share, raid)
    assert loose == pytest.approx(vms, rel=1e-6)
    assert usable_iops(drives, drive_iops, read_share, PENALTY_OF[raid]) == pytest.approx(vms * iops_per_vm)


def test_mean_within_a_limit_needs_the_rating_less_what_the_limit_takes() -> None:
    """v = 1: n = B / (drive IOPS - 1000 M / limit); 3072 / (75 - 1.3 x 1000 / 20)."""
    assert disk_count_for_response_time(20, ETRI_READS, ETRI_WRITES, 75, share=None, multiple=2) == 308


def test_a_mean_of_15_ms_is_out_of_reach_of_slow_drives() -> None:
    """A write takes 1.5 times, the mean I/O 1.3 times the 13.3 ms of an idle drive."""
    assert disk_count_for_response_time(15, ETRI_READS, ETRI_WRITES, 75, share=None) == math.inf
    assert num_vm_for_response_time(15, 48, 75, 20, 0.4, share=None) == 0


def test_the_number_of_drives_ends_where_the_idle_drive_takes_the_whole_limit() -> None:
    idle_ms = number(quantile_root(0.8, 0.4, 1, 2)) * 1000 / 75
    just_above, just_below = idle_ms * (1 + 1.1e-6), idle_ms * (1 + 0.9e-6)
    assert number(disk_count_for_response_time(just_above, ETRI_READS, ETRI_WRITES, 75)) < math.inf
    assert disk_count_for_response_time(just_below, ETRI_READS, ETRI_WRITES, 75) == math.inf


def test_what_the_cache_answers_needs_no_drives() -> None:
    """60 % of the I/Os are writes that end in the cache: 60 % within the limit cost nothing."""
    assert quantile_root(0.6, 0.4, 1, 2, write_back=True) == 0
    assert number(quantile_root(0.61, 0.4, 1, 2, write_back=True)) > 0
    plain = disk_count_for_response_time(1, 768, 1152, 75, share=0.6, write_back=True, max_utilization=0.7)
    assert plain == disk_count(768, 1152, 2, 75, max_utilization=0.7)


def test_the_mean_limit_is_what_the_cache_leaves() -> None:
    with_cache = disk_count_for_response_time(
        20, 768, 1152, 75, share=None, write_back=True, cache_ms=5, max_utilization=0.7
    )
    without = disk_count_for_response_time(
        20 - 0.6 * 5, 768, 1152, 75, share=None, write_back=True, max_utilization=0.7
    )
    assert with_cache == without
    assert disk_count_for_response_time(3, 768, 1152, 75, share=None, write_back=True, cache_ms=5) == math.inf
    assert response_time_ms(60, 75, 768, 1152, write_back=True, cache_ms=5) == pytest.approx(
        number(response_time_ms(60, 75, 768, 1152, write_back=True)) + 0.6 * 5
    )


def test_all_in_a_cache_that_is_too_slow() -> None:
    too_slow = disk_count_for_response_time(1, 0, 100, 75, share=None, write_back=True, cache_ms=2)
    assert too_slow == math.inf
    assert disk_count_for_response_time(1, 0, 100, 75, write_back=True, cache_ms=2) == math.inf
    assert disk_count_for_response_time(2, 0, 150, 75, write_back=True, cache_ms=2) == 4
    assert num_vm_for_response_time(1, 10, 75, 10, 1, read_hit=1, cache_ms=2) == 0
    assert num_vm_for_response_time(2, 10, 75, 10, 1, read_hit=1, cache_ms=2) == math.inf


@given(
    limit=limits, rating=ratings, reads=loads, writes=loads, raid=levels, share=st.floats(0.05, 0.99),
    hit=part, back=st.booleans(), v=st.sampled_from([1.0, 2.0, 8.0]), cache_ms=st.floats(0, 5),
)  # fmt: skip
def test_the_drives_counted_meet_the_target_and_two_fewer_do_not(
    limit: float, rating: float, reads: float, writes: float, raid: str, share: float,
    hit: float, back: bool, v: float, cache_ms: float,
) -> None:  # fmt: skip
    settings = {"write_back": back, "read_hit": hit, "service_shape": v, "cache_ms": cache_ms}
    drives = number(
        disk_count_for_response_time(limit, reads, writes, rating, raid, share, max_utilization=0.99, **settings)
    )
    assume(3 < drives < 1e6)
    assert number(share_within_ms(limit, drives, rating, reads, writes, raid, **settings)) >= share - 1e-6
    fewer = drives - 2
    too_busy = number(utilization(fewer, rating, reads, writes, raid, hit)) > 0.99
    assert too_busy or number(share_within_ms(limit, fewer, rating, reads, writes, raid, **settings)) < share


@given(limit=limits, rating=ratings, reads=loads, writes=loads, raid=levels, v=st.sampled_from([1.0, 2.0, 8.0]))
def test_the_drives_counted_meet_the_mean(
    limit: float, rating: float, reads: float, writes: float, raid: str, v: float
) -> None:
    drives = number(disk_count_for_response_time(limit, reads, writes, rating, raid, share=None, service_shape=v))
    assume(drives < 1e6)
    assert number(response_time_ms(drives, rating, reads, writes, raid, service_shape=v)) <= limit * (1 + 1e-6)


@given(
    limit=limits, drives=st.integers(1, 2000), rating=ratings, iops=st.floats(1, 100), read_share=part,
    raid=levels, share=st.floats(0.05, 0.99),
)  # fmt: skip
def test_vms_and_drives_are_inverse(
    limit: float, drives: int, rating: float, iops: float, read_share: float, raid: str, share: float
) -> None:
    vms = number(num_vm_for_response_time(limit, drives, rating, iops, read_share, raid, share))
    reads, writes = vms * iops * read_share, vms * iops * (1 - read_share)
    assume(vms > 0)
    assert disk_count_for_response_time(limit, reads, writes, rating, raid, share) == drives


@given(limit=limits, rating=ratings, reads=loads, writes=loads, raid=levels, share=st.floats(0.05, 0.95))
def test_what_makes_the_target_harder_never_needs_fewer_drives(
    limit: float, rating: float, reads: float, writes: float, raid: str, share: float
) -> None:
    base = number(disk_count_for_response_time(limit, reads, writes, rating, raid, share))
    harder = [
        disk_count_for_response_time(limit, reads * 1.1, writes * 1.1, rating, raid, share),
        disk_count_for_response_time(limit, reads, writes * 1.1, rating, raid, share),
        disk_count_for_response_time(limit * 0.9, reads, writes, rating, raid, share),
        disk_count_for_response_time(limit, reads, writes, rating * 0.9, raid, share),
        disk_count_for_response_time(limit, reads, writes, rating, raid, share + 0.04),
    ]
    easier = [
        disk_count_for_response_time(limit, reads, writes, rating, raid, share, read_hit=0.3),
        disk_count_for_response_time(limit, reads, writes, rating, raid, share, write_coalesced=0.3),
    ]
    heavier_mix = disk_count_for_response_time(limit, reads * 0.9, writes + reads * 0.1, rating, raid, share)
    assert all(number(drives) >= base for drives in (*harder, heavier_mix))
    assert all(number(drives) <= base for drives in easier)
