"""Targets by the law with a service shape: against simulation, against the first edition, and as inverses."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.pylib.formulas.simulation_of_arrays import Array, response_times
from tests.tiers import but_in_gate

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.leg_times import mean_multiplier, quantile_root
from vdi_sizing.formulas.response_target import disk_count_for_response_time, num_vm_for_response_time
from vdi_sizing.formulas.service import mean_service_times, share_within_service_times
from vdi_sizing.formulas.service_targets import (
    highest_utilization,
    highest_utilization_for_mean,
    highest_utilization_for_share,
)
from vdi_sizing.tables.raid_levels import raid_level
from vdi_sizing.what_if.recording import Tape

IOPS = 1920
POOL = {"RAID 10": 2, "RAID 5": 60, "RAID 6": 60}
"""Drives that are simulated. In parity groups of fewer drives, legs meet more often and fewer drives are needed."""
IOS = {"RAID 10": 200_000, "RAID 5": 60_000, "RAID 6": 60_000}

layouts = st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)])
part = st.floats(0, 1)


def number(value: object) -> float:
    assert isinstance(value, float)
    return value


# --- simulation ---------------------------------------------------------------------------------------


def meets(
    raid: str, read_share: float, drive_iops: float, limit_ms: float, share: float | None, drives: float, pool: int = 0
) -> bool:
    """Whether simulation keeps the target on so many disk-like drives, in pools of so many."""
    level = raid_level(raid)
    array = Array(pool or POOL[raid], int(level.write_phases), int(level.write_fork), read_share, 8)
    busy = IOPS * (read_share + (1 - read_share) * level.write_penalty) / drive_iops / drives
    times = response_times(array, busy, IOS[raid], seed=9)
    limit = limit_ms * drive_iops / 1000
    return bool(times.mean() <= limit if share is None else (times <= limit).mean() >= share)


COUNTED: list[tuple[str, float, float, float, float | None, float]] = [
    ("RAID 10", 0.4, 75, 50, 0.80, 62),
    ("RAID 10", 0.4, 75, 50, 0.95, 92),
    ("RAID 10", 0.1, 75, 50, 0.80, 77),
    ("RAID 10", 0.1, 75, 50, 0.95, 116),
    ("RAID 5", 0.4, 75, 50, 0.80, 241),
    ("RAID 5", 0.1, 75, 50, 0.80, 432),
    ("RAID 5", 0.4, 75, 50, 0.95, 734),
    ("RAID 6", 0.4, 75, 50, 0.80, 477),
    ("RAID 6", 0.1, 180, 20, None, 227),
]
"""Layout, share of reads, IOPS of a drive, limit in ms, share within it or the mean; and the drives counted."""


def test_so_many_drives_are_counted_for_disks() -> None:
    counts = [
        disk_count_for_response_time(
            limit_ms, IOPS * read_share, IOPS * (1 - read_share), drive_iops, raid, share, service_shape=8
        )
        for raid, read_share, drive_iops, limit_ms, share, _ in COUNTED
    ]
    assert counts == [counted for *_, counted in COUNTED]


@pytest.mark.parametrize(
    ("raid", "read_share", "drive_iops", "limit_ms", "share", "counted"),
    but_in_gate(COUNTED, COUNTED[0], COUNTED[3], COUNTED[6], COUNTED[7], COUNTED[8]),
)
def test_drives_counted_for_disks_are_0_to_16_percent_more_than_simulation_needs(
    raid: str, read_share: float, drive_iops: float, limit_ms: float, share: float | None, counted: float
) -> None:
    assert meets(raid, read_share, drive_iops, limit_ms, share, counted)
    assert not meets(raid, read_share, drive_iops, limit_ms, share, counted / 1.165)


@pytest.mark.parametrize(
    ("raid", "read_share", "drive_iops", "limit_ms", "share", "counted", "too_many"),
    [("RAID 5", 0.1, 75, 50, 0.80, 432, 1.13), ("RAID 6", 0.1, 180, 20, None, 227, 1.30)],
)
def test_in_groups_of_8_drives_the_count_is_further_on_the_safe_side(
    raid: str, read_share: float, drive_iops: float, limit_ms: float, share: float | None, counted: int, too_many: float
) -> None:
    assert meets(raid, read_share, drive_iops, limit_ms, share, counted, pool=8)
    assert not meets(raid, read_share, drive_iops, limit_ms, share, counted / too_many, pool=8)


def test_exponential_service_calls_unattainable_what_disks_attain() -> None:
    for raid, read_share in (("RAID 5", 0.1), ("RAID 6", 0.4)):
        load = (IOPS * read_share, IOPS * (1 - read_share))
        assert disk_count_for_response_time(50, *load, 75, raid) == math.inf
        assert number(disk_count_for_response_time(50, *load, 75, raid, service_shape=8)) < 500


# --- the first edition --------------------------------------------------------------------------------


@given(
    limit=st.floats(5, 200), rating=st.floats(50, 300), reads=st.floats(1, 2000), writes=st.floats(1, 2000),
    raid=st.sampled_from(["RAID 0", "RAID 10", "RAID 5", "RAID 6"]), share=st.none() | st.floats(0.05, 0.99),
    back=st.booleans(), hit=part, cache_ms=st.floats(0, 8),
)  # fmt: skip
def test_shape_1_counts_by_the_multiple_of_a_leg(
    limit: float, rating: float, reads: float, writes: float, raid: str, share: float | None,
    back: bool, hit: float, cache_ms: float,
) -> None:  # fmt: skip
    settings = {"write_back": back, "read_hit": hit, "cache_ms": cache_ms}
    level = raid_level(raid)
    mix = (reads / (reads + writes), level.write_phases, level.write_fork, hit, back)
    cached = mix[0] * hit + (1 - mix[0]) * back
    assume(share is None or cache_ms <= limit)
    multiple = number(mean_multiplier(*mix) if share is None else quantile_root(share, *mix))
    left = limit - cache_ms * cached if share is None else limit
    highest = number(highest_utilization(left, multiple, rating))
    load = reads * (1 - hit) + writes * level.write_penalty
    assume(highest > 1e-3 and abs(load / rating / highest % 1 - 0.5) < 0.499)
    counted = disk_count_for_response_time(limit, reads, writes, rating, raid, share, **settings)
    assert counted == math.ceil(load / rating / highest)


# --- inverses -----------------------------------------------------------------------------------------


@given(
    share=st.floats(0.05, 0.999), limit=st.floats(0.5, 60), read_share=part, layout=layouts,
    shape=st.integers(2, 20), hit=st.floats(0, 0.9), back=st.floats(0, 0.9),
)  # fmt: skip
def test_the_highest_utilization_gives_the_share_back(
    share: float, limit: float, read_share: float, layout: tuple[int, int], shape: int, hit: float, back: float
) -> None:
    settings = (read_share, *layout, shape, hit, back)
    highest = number(highest_utilization_for_share(share, limit, *settings))
    cached = read_share * hit + (1 - read_share) * back
    if highest in {0, 1}:
        at_rest = number(share_within_service_times(limit, 1e-6, *settings))
        assert at_rest <= share + 1e-9 if highest == 0 else share <= cached + 1e-9
    elif highest < 0.99999:
        within = share_within_service_times(limit, highest, *settings)
        assert within == pytest.approx(share, abs=1e-7)


@given(limit=st.floats(0.5, 60), read_share=part, layout=layouts, shape=st.integers(1, 20), hit=part, back=part)
def test_the_highest_utilization_gives_the_mean_back(
    limit: float, read_share: float, layout: tuple[int, int], shape: int, hit: float, back: float
) -> None:
    settings = (read_share, *layout, shape, hit, back)
    highest = number(highest_utilization_for_mean(limit, *settings))
    at_rest = number(mean_service_times(0, *settings))
    if highest == 0:
        assert at_rest >= limit * (1 - 1e-5)
    elif highest < 0.999:
        assert mean_service_times(highest, *settings) == pytest.approx(limit, rel=1e-6)


@given(drives=st.integers(1, 2000), iops=st.floats(1, 100), read_share=part, share=st.floats(0.3, 0.97))
def test_vms_and_drives_are_inverse(drives: int, iops: float, read_share: float, share: float) -> None:
    for raid in ("RAID 10", "RAID 6"):
        vms = number(num_vm_for_response_time(50, drives, 150, iops, read_share, raid, share, service_shape=8))
        reads, writes = vms * iops * read_share, vms * iops * (1 - read_share)
        assume(vms > 0)
        assert disk_count_for_response_time(50, reads, writes, 150, raid, share, service_shape=8) == drives


def test_less_variation_never_needs_more_drives() -> None:
    for raid in ("RAID 0", "RAID 10", "RAID 5", "RAID 6"):
        counted = [
            number(disk_count_for_response_time(50, 768, 1152, 150, raid, 0.9, service_shape=shape))
            for shape in (1, 2, 4, 8, 20)
        ]
        assert counted == sorted(counted, reverse=True)


def test_a_cache_that_is_too_slow_counts_against_the_target() -> None:
    fast = number(disk_count_for_response_time(50, 768, 1152, 75, service_shape=8, read_hit=0.5, cache_ms=1))
    slow = number(disk_count_for_response_time(50, 768, 1152, 75, service_shape=8, read_hit=0.5, cache_ms=60))
    assert fast < slow == math.inf


# --- arrays and errors --------------------------------------------------------------------------------


def test_arrays_equal_single_numbers() -> None:
    limit, shape = np.array([1.0, 2.0, 3.75, 30.0])[:, None], np.array([1.0, 2.0, 8.0, 20.0])[None, :]
    for layout in ((1, 2), (2, 3)):
        many = np.asarray(highest_utilization_for_share(0.8, limit, 0.4, *layout, shape))
        means = np.asarray(highest_utilization_for_mean(limit, 0.4, *layout, shape))
        for i, j in np.ndindex(4, 4):
            one = (float(limit[i, 0]), 0.4, *layout, float(shape[0, j]))
            assert many[i, j] == pytest.approx(highest_utilization_for_share(0.8, *one), rel=1e-9)
            assert means[i, j] == pytest.approx(highest_utilization_for_mean(*one), rel=1e-12)


def test_it_can_be_recorded() -> None:
    tape = Tape()
    limit, shape = tape.number(), tape.number()
    recorded = highest_utilization_for_share(0.8, limit, 0.4, 2.0, 3.0, shape)  # type: ignore[arg-type]
    given_numbers = {limit.slot: np.array([3.75, 9.0]), shape.slot: np.array([8.0, 1.0])}
    replayed = tape.program([recorded]).run(given_numbers)[recorded.slot]  # type: ignore[list-item, union-attr]
    expected = [highest_utilization_for_share(0.8, limit, 0.4, 2, 3, shape) for limit, shape in ((3.75, 8), (9, 1))]
    assert replayed == pytest.approx(expected, rel=1e-9)


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match=r"service_shape is 2\.5; expected a whole number at least 1 and at most 20"):
        disk_count_for_response_time(50, 768, 1152, 75, service_shape=2.5)
    with pytest.raises(InputError, match="service_times is 0; expected a number above 0"):
        highest_utilization_for_share(0.8, 0, 0.4, 1, 2)
