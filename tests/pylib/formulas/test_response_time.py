"""Response time of a RAID group: against theory, simulation and ETRI's measurement."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.pylib.formulas import simulation
from tests.tiers import but_in_gate

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.leg_times import write_multiplier
from vdi_sizing.formulas.response_target import (
    disk_count_for_response_time,
    num_vm_for_response_time,
)
from vdi_sizing.formulas.response_time import (
    drive_response_ms,
    response_time_ms,
    response_time_percentile_ms,
    share_within_ms,
    utilization,
)
from vdi_sizing.tables.raid_levels import RAID_LEVELS, raid_level

ETRI_READS, ETRI_WRITES = 96 * 20 * 0.4, 96 * 20 * 0.6

levels = st.sampled_from([level.name for level in RAID_LEVELS])
part = st.floats(0, 1)
ratings = st.floats(50, 10_000)
loads = st.floats(1, 5000)


def number(value: object) -> float:
    assert isinstance(value, float)
    return value


def test_e11_utilization_of_48_drives() -> None:
    assert utilization(48, 75, ETRI_READS, ETRI_WRITES) == pytest.approx(0.8533, abs=5e-5)


def test_e12_share_within_50_ms_on_48_drives() -> None:
    """27 % measured."""
    assert share_within_ms(50, 48, 75, ETRI_READS, ETRI_WRITES) == pytest.approx(0.2766, abs=5e-5)


def test_e13_24_drives_are_overloaded_in_steady_state() -> None:
    """3 % measured: needs a load that varies."""
    assert utilization(24, 75, ETRI_READS, ETRI_WRITES) == pytest.approx(1.71, abs=0.005)
    assert share_within_ms(50, 24, 75, ETRI_READS, ETRI_WRITES) == 0
    assert response_time_ms(24, 75, ETRI_READS, ETRI_WRITES) == math.inf
    assert response_time_percentile_ms(80, 24, 75, ETRI_READS, ETRI_WRITES) == math.inf


@pytest.mark.parametrize(
    ("drive_iops", "iops_per_user", "read_share", "within"),
    [(72, 20, 0.4, 0.20), (80, 20, 0.4, 0.40), (75, 19, 0.4, 0.36), (75, 21, 0.4, 0.19), (75, 20, 0.2, 0.04)],
)
def test_the_etri_share_is_steep_in_its_inputs(
    drive_iops: float, iops_per_user: float, read_share: float, within: float
) -> None:
    iops = 96 * iops_per_user
    share = share_within_ms(50, 48, drive_iops, iops * read_share, iops * (1 - read_share))
    assert share == pytest.approx(within, abs=0.006)


def test_one_drive_is_the_plain_queue() -> None:
    """M/M/1 at 50 of 100 IOPS: 10 ms / (1 - 0.5), exponential."""
    assert response_time_ms(1, 100, 50, 0, "RAID 0") == 20
    assert share_within_ms(20, 1, 100, 50, 0, "RAID 0") == pytest.approx(1 - math.exp(-1))
    assert response_time_percentile_ms(90, 1, 100, 50, 0, "RAID 0") == pytest.approx(20 * math.log(10))


def test_an_idle_drive_takes_its_service_time() -> None:
    assert response_time_ms(1, 100, 0, 0) == 10
    assert drive_response_ms(100, 0) == 10


def test_yes_and_no_are_one_and_nothing() -> None:
    for yes, one in ((True, 1), (False, 0)):
        given_word = share_within_ms(50, 60, 75, 768, 1152, "RAID 5", write_back=yes)
        assert given_word == share_within_ms(50, 60, 75, 768, 1152, "RAID 5", write_back=one)


def test_a_limit_below_the_time_of_the_cache_counts_the_drives_only() -> None:
    cached = 0.4 * 0.5
    above = number(share_within_ms(5, 60, 150, 400, 600, read_hit=0.5, cache_ms=5))
    below = number(share_within_ms(4.999999, 60, 150, 400, 600, read_hit=0.5, cache_ms=5))
    assert above - below == pytest.approx(cached, abs=1e-6)


@given(
    percentile=st.floats(1, 99.9), rating=ratings, reads=loads, writes=loads, raid=levels,
    hit=part, back=part, cache_ms=st.floats(0, 50),
)  # fmt: skip
def test_percentile_is_the_inverse_of_the_share(
    percentile: float, rating: float, reads: float, writes: float, raid: str, hit: float, back: float,
    cache_ms: float,
) -> None:  # fmt: skip
    drives = 1 + 1.3 * (reads + writes * raid_level(raid).write_penalty) / rating
    settings = {"write_back": back, "read_hit": hit, "cache_ms": cache_ms}
    time_ms = number(response_time_percentile_ms(percentile, drives, rating, reads, writes, raid, **settings))
    assume(time_ms > 0.01)
    within = number(share_within_ms(time_ms * (1 + 1e-9), drives, rating, reads, writes, raid, **settings))
    before = number(share_within_ms(time_ms * (1 - 1e-6), drives, rating, reads, writes, raid, **settings))
    assert before - 2e-6 <= percentile / 100 <= within + 2e-9


PAIRS = [[0, 1], [2, 3], [4, 5], [6, 7]]
GROUPS = {"RAID 0": [[0]], "RAID 10": PAIRS, "RAID 5": [[0, 1, 2, 3, 4]], "RAID 6": [[0, 1, 2, 3, 4, 5]]}


def simulated_and_computed(
    raid: str, busy: float, drive_iops: float, service: simulation.Service, shape: float
) -> tuple[float, float, float, float]:
    """Share within 50 ms and mean, simulated and computed."""
    level, groups = raid_level(raid), GROUPS[raid]
    drives = sum(len(group) for group in groups)
    iops = busy * drives * drive_iops / (0.4 + 0.6 * level.write_penalty)
    draw = random.Random(7)
    times_ms = simulation.response_times_ms(
        simulation.steady_arrivals(iops, 80_000, draw), groups, drive_iops, 0.4,
        int(level.write_phases), int(level.write_fork), draw, service,
    )  # fmt: skip
    load = (drives, drive_iops, 0.4 * iops, 0.6 * iops, raid)
    return (
        simulation.share_within_ms(times_ms, 50),
        simulation.mean_ms(times_ms),
        number(share_within_ms(50, *load, service_shape=shape)),
        number(response_time_ms(*load, service_shape=shape)),
    )


def test_one_drive_is_simulated_as_computed() -> None:
    share, mean, computed_share, computed_mean = simulated_and_computed("RAID 0", 0.6, 75, simulation.exponential, 1)
    assert computed_share == pytest.approx(share, abs=0.012)
    assert computed_mean == pytest.approx(mean, rel=0.04)


def test_mean_of_disk_like_service_on_one_drive_is_simulated_as_computed() -> None:
    _, mean, _, computed_mean = simulated_and_computed("RAID 0", 0.6, 75, simulation.disk_like, 8)
    assert computed_mean == pytest.approx(mean, rel=0.03)


@pytest.mark.parametrize("busy", [0.34, 0.6, 0.8533])
def test_mirrored_pairs_are_a_little_better_than_computed(busy: float) -> None:
    share, mean, computed_share, computed_mean = simulated_and_computed("RAID 10", busy, 75, simulation.exponential, 1)
    assert -0.005 < share - computed_share < 0.03
    assert computed_mean == pytest.approx(mean, rel=0.08)


@pytest.mark.parametrize("busy", [0.6, 0.8533])
def test_mirrored_pairs_of_disks_are_better_than_computed(busy: float) -> None:
    share, mean, computed_share, computed_mean = simulated_and_computed("RAID 10", busy, 75, simulation.disk_like, 8)
    assert 0.02 < share - computed_share < 0.11
    assert 1 < computed_mean / mean < 1.18


@pytest.mark.parametrize("raid", ["RAID 5", "RAID 6"])
@pytest.mark.parametrize("busy", but_in_gate([0.5, 0.7, 0.85], 0.7))
def test_parity_is_within_5_points_and_at_most_12_percent_slower_than_computed(raid: str, busy: float) -> None:
    share, mean, computed_share, computed_mean = simulated_and_computed(raid, busy, 180, simulation.exponential, 1)
    assert computed_share == pytest.approx(share, abs=0.05)
    assert 0.88 < computed_mean / mean < 1.03


def test_arrays_equal_single_numbers() -> None:
    limit = np.array([1.0, 15.0, 50.0, 500.0])[:, None]
    back = np.array([False, True])[None, :]
    for raid in ("RAID 0", "RAID 10", "RAID 6"):
        within = np.asarray(share_within_ms(limit, 60, 75, 768, 1152, raid, write_back=back))
        drives = np.asarray(disk_count_for_response_time(limit, 768, 1152, 75, raid, write_back=back))
        vms = np.asarray(num_vm_for_response_time(limit, 60, 75, 20, 0.4, raid, write_back=back))
        for i, j in np.ndindex(4, 2):
            one = {"write_back": bool(back[0, j])}
            ms = float(limit[i, 0])
            assert within[i, j] == pytest.approx(share_within_ms(ms, 60, 75, 768, 1152, raid, **one), rel=1e-12)
            assert drives[i, j] == disk_count_for_response_time(ms, 768, 1152, 75, raid, **one)
            assert vms[i, j] == pytest.approx(num_vm_for_response_time(ms, 60, 75, 20, 0.4, raid, **one))


def test_one_saturated_or_unattainable_condition_fills_the_whole_array() -> None:
    two = np.array([10.0, 50.0])
    assert np.asarray(share_within_ms(two, 24, 75, 768, 1152)).tolist() == [0, 0]
    assert np.asarray(response_time_ms(24, 75, 768, 1152, cache_ms=two)).tolist() == [math.inf, math.inf]
    assert np.asarray(response_time_percentile_ms(two, 24, 75, 768, 1152)).tolist() == [math.inf, math.inf]
    assert np.asarray(num_vm_for_response_time(1, two, 75, 20, 0.4)).tolist() == [0, 0]
    assert np.asarray(disk_count_for_response_time(1, two, 1152, 75)).tolist() == [math.inf, math.inf]


@pytest.mark.parametrize("level", RAID_LEVELS, ids=lambda level: level.name)
def test_every_level_of_the_table_has_a_response_time(level: object) -> None:
    name = getattr(level, "name", "")
    assert 0 < number(share_within_ms(50, 200, 150, 400, 600, name)) < 1


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match="limit_ms is 0; expected a number above 0 ms"):
        share_within_ms(0, 48, 75, 768, 1152)
    with pytest.raises(InputError, match="percentile is 100; expected a number above 0 and below 100 %"):
        response_time_percentile_ms(100, 48, 75, 768, 1152)
    with pytest.raises(InputError, match="drives is 0; expected a number above 0 drives"):
        response_time_ms(0, 75, 768, 1152)
    with pytest.raises(InputError, match="raid is 'RAID 7'"):
        utilization(48, 75, 768, 1152, "RAID 7")
    with pytest.raises(InputError, match="share is 1; expected a number above 0 and below 1"):
        disk_count_for_response_time(50, 768, 1152, 75, share=1)
    with pytest.raises(InputError, match="service_shape is 0"):
        response_time_ms(48, 75, 768, 1152, service_shape=0)
    with pytest.raises(InputError, match="write_phases is 3; expected a number at least 1 and at most 2"):
        write_multiplier(3, 1)
    with pytest.raises(InputError, match=r"write_fork is 1\.5; expected a whole number from 1 to 3"):
        write_multiplier(1, 1.5)
