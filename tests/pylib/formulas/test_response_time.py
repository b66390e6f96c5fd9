"""Response time of a RAID group: against theory, simulation and ETRI's measurement."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.pylib.formulas import simulation

from vdi_sizing.errors import InputError
from vdi_sizing.formulas import response_time
from vdi_sizing.formulas.disks import disk_count, usable_iops
from vdi_sizing.formulas.response_time import (
    disk_count_for_response_time,
    drive_response_ms,
    highest_utilization,
    mean_multiplier,
    num_vm_for_response_time,
    quantile_root,
    response_time_ms,
    response_time_percentile_ms,
    share_within,
    share_within_ms,
    utilization,
    write_multiplier,
)
from vdi_sizing.tables.raid_levels import RAID_LEVELS, raid_level

LAYOUTS = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
PENALTY_OF = {"RAID 0": 1, "RAID 10": 2, "RAID 5": 4, "RAID 6": 6}
ETRI_READS, ETRI_WRITES = 96 * 20 * 0.4, 96 * 20 * 0.6

layouts = st.sampled_from(LAYOUTS)
levels = st.sampled_from([level.name for level in RAID_LEVELS])
shares = st.floats(0.01, 0.9999)
part = st.floats(0, 1)
ratings = st.floats(50, 10_000)
limits = st.floats(1, 500)
loads = st.floats(1, 5000)


def number(value: object) -> float:
    assert isinstance(value, float)
    return value


# --- ETRI --------------------------------------------------------------------------------------------


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


def test_e16_drives_for_80_percent_within_50_ms() -> None:
    assert disk_count_for_response_time(50, ETRI_READS, ETRI_WRITES, 75) == 90
    assert num_vm_for_response_time(50, 90, 75, 20, 0.4) == pytest.approx(96.8, abs=0.05)
    assert highest_utilization(50, quantile_root(0.8, 0.4, 1, 2), 75) == pytest.approx(0.46, abs=0.005)


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


@pytest.mark.parametrize(
    ("variability", "iops_per_user", "drive_iops", "read_share", "read_hit", "drives"),
    [(1, 20.1, 75, 0.4, 0, 90), (0.56, 21.4, 75, 0.4, 0, 74), (2, 17.6, 75, 0.4, 0, 122),
     (1, 24.8, 90, 0.4, 0, 78), (1, 34.1, 120, 0.4, 0, 68), (1, 17.3, 75, 0.2, 0, 94),
     (1, 16.1, 75, 0.1, 0, 96), (1, 22.8, 75, 0.4, 0.3, 90)],
)  # fmt: skip
def test_inputs_that_reproduce_the_27_percent_ask_for_68_to_122_drives(
    variability: float,
    iops_per_user: float,
    drive_iops: float,
    read_share: float,
    read_hit: float,
    drives: int,
) -> None:
    reads, writes = 96 * iops_per_user * read_share, 96 * iops_per_user * (1 - read_share)
    measured = share_within_ms(50, 48, drive_iops, reads, writes, variability=variability, read_hit=read_hit)
    assert measured == pytest.approx(0.27, abs=0.01)
    counted = disk_count_for_response_time(
        50, reads, writes, drive_iops, variability=variability, read_hit=read_hit, multiple=2
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


# --- without a tight limit, the plain formula ------------------------------------------------------------


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


# --- theory -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "at_80", "at_95"),
    [((1, 1), 1.609, 2.996), ((1, 2), 2.029, 3.454), ((2, 2), 3.499, 5.392), ((2, 3), 4.165, 6.124)],
)
def test_quantile_roots_at_40_percent_reads(layout: tuple[int, int], at_80: float, at_95: float) -> None:
    assert quantile_root(0.80, 0.4, *layout) == pytest.approx(at_80, abs=5e-4)
    assert quantile_root(0.95, 0.4, *layout) == pytest.approx(at_95, abs=5e-4)


@pytest.mark.parametrize(("layout", "root"), [((1, 2), 2.197), ((2, 2), 4.025), ((2, 3), 4.750)])
def test_quantile_roots_at_10_percent_reads(layout: tuple[int, int], root: float) -> None:
    assert quantile_root(0.8, 0.1, *layout) == pytest.approx(root, abs=5e-4)


@given(share=st.floats(0.001, 0.999999), read_share=part)
def test_one_drive_and_mirrored_pairs_have_closed_roots(share: float, read_share: float) -> None:
    assert quantile_root(share, read_share, 1, 1) == pytest.approx(-math.log1p(-share), rel=1e-9)
    r = read_share
    mirrored = 2 * share / (r + math.sqrt(r * r + 4 * (1 - r) * share))
    assert quantile_root(share, r, 1, 2) == pytest.approx(-math.log(1 - mirrored), rel=1e-9)


@given(share=st.floats(0.001, 0.999999))
def test_a_three_way_mirror_of_writes_only_has_a_closed_root(share: float) -> None:
    assert quantile_root(share, 0, 1, 3) == pytest.approx(-math.log(1 - share ** (1 / 3)), rel=1e-9)


def test_gunthers_rule() -> None:
    roots = [number(quantile_root(share, 1, 1, 1)) for share in (0.80, 0.90, 0.95)]
    assert roots == pytest.approx([5 / 3, 7 / 3, 9 / 3], abs=0.06)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_eight_steps_are_enough(layout: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    share = np.concatenate([np.geomspace(0.001, 0.5, 60), 1 - np.geomspace(0.5, 0.0001, 60)])[:, None]
    read_share = np.concatenate([[0, 1e-6, 1e-3], np.linspace(0.01, 0.99, 99), [0.999, 1]])[None, :]
    roots = np.asarray(quantile_root(share, read_share, *layout))
    missed = np.asarray(share_within(roots, read_share, *layout)) - share
    assert np.abs(missed / (1 - share)).max() < 1e-11
    monkeypatch.setattr(response_time, "NEWTON_STEPS", 7)
    assert np.asarray(quantile_root(share, read_share, *layout)) == pytest.approx(roots, rel=1e-9)


@given(share=st.floats(1e-8, 0.999), read_share=part, layout=layouts, hit=part, back=part)
def test_the_root_gives_the_share_back(
    share: float, read_share: float, layout: tuple[int, int], hit: float, back: float
) -> None:
    root = number(quantile_root(share, read_share, *layout, hit, back))
    cached = read_share * hit + (1 - read_share) * back
    expected = max(share, cached)
    assert share_within(root, read_share, *layout, hit, back) == pytest.approx(expected, abs=2e-9)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_mean_is_the_integral_of_what_takes_longer(layout: tuple[int, int]) -> None:
    u = np.linspace(0, 60, 60_001)
    longer = 1 - np.asarray(share_within(u, 0.3, *layout, 0.2, 0.1))
    assert np.trapezoid(longer, u) == pytest.approx(number(mean_multiplier(0.3, *layout, 0.2, 0.1)), rel=1e-6)


@pytest.mark.parametrize(
    ("layout", "multiplier"),
    [((1, 1), 1), ((1, 2), 1.5), ((1, 3), 11 / 6), ((2, 1), 2), ((2, 2), 3), ((2, 3), 11 / 3)],
)
def test_write_multipliers(layout: tuple[int, int], multiplier: float) -> None:
    assert write_multiplier(*layout) == pytest.approx(multiplier, rel=1e-15)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_limits_of_the_share(layout: tuple[int, int]) -> None:
    assert share_within(0, 0.4, *layout) == pytest.approx(0, abs=1e-14)
    assert share_within(1000, 0.4, *layout) == pytest.approx(1, rel=1e-15)
    assert share_within(0, 0.4, *layout, 0.5, 1) == pytest.approx(0.8)


def test_one_drive_is_the_plain_queue() -> None:
    """M/M/1 at 50 of 100 IOPS: 10 ms / (1 - 0.5), exponential."""
    assert response_time_ms(1, 100, 50, 0, "RAID 0") == 20
    assert share_within_ms(20, 1, 100, 50, 0, "RAID 0") == pytest.approx(1 - math.exp(-1))
    assert response_time_percentile_ms(90, 1, 100, 50, 0, "RAID 0") == pytest.approx(20 * math.log(10))


def test_an_idle_drive_takes_its_service_time() -> None:
    assert response_time_ms(1, 100, 0, 0) == 10
    assert drive_response_ms(100, 0) == 10


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


# --- caches -----------------------------------------------------------------------------------------------


def test_what_the_cache_answers_needs_no_drives() -> None:
    """60 % of the I/Os are writes that end in the cache: 60 % within the limit cost nothing."""
    assert quantile_root(0.6, 0.4, 1, 2, write_back=True) == 0
    assert number(quantile_root(0.61, 0.4, 1, 2, write_back=True)) > 0
    plain = disk_count_for_response_time(1, 768, 1152, 75, share=0.6, write_back=True, max_utilization=0.7)
    assert plain == disk_count(768, 1152, 2, 75, max_utilization=0.7)


def test_yes_and_no_are_one_and_nothing() -> None:
    for yes, one in ((True, 1), (False, 0)):
        given_word = share_within_ms(50, 60, 75, 768, 1152, "RAID 5", write_back=yes)
        assert given_word == share_within_ms(50, 60, 75, 768, 1152, "RAID 5", write_back=one)


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


# --- simulation -------------------------------------------------------------------------------------------

PAIRS = [[0, 1], [2, 3], [4, 5], [6, 7]]
GROUPS = {"RAID 0": [[0]], "RAID 10": PAIRS, "RAID 5": [[0, 1, 2, 3, 4]], "RAID 6": [[0, 1, 2, 3, 4, 5]]}


def simulated_and_computed(
    raid: str, busy: float, drive_iops: float, service: simulation.Service, variability: float
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
        number(share_within_ms(50, *load, variability=variability)),
        number(response_time_ms(*load, variability=variability)),
    )


def test_one_drive_is_simulated_as_computed() -> None:
    share, mean, computed_share, computed_mean = simulated_and_computed("RAID 0", 0.6, 75, simulation.exponential, 1)
    assert computed_share == pytest.approx(share, abs=0.012)
    assert computed_mean == pytest.approx(mean, rel=0.04)


def test_mean_of_disk_like_service_on_one_drive_is_simulated_as_computed() -> None:
    _, mean, _, computed_mean = simulated_and_computed("RAID 0", 0.6, 75, simulation.disk_like, 0.56)
    assert computed_mean == pytest.approx(mean, rel=0.03)


@pytest.mark.parametrize("busy", [0.34, 0.6, 0.8533])
def test_mirrored_pairs_are_a_little_better_than_computed(busy: float) -> None:
    share, mean, computed_share, computed_mean = simulated_and_computed("RAID 10", busy, 75, simulation.exponential, 1)
    assert -0.005 < share - computed_share < 0.03
    assert computed_mean == pytest.approx(mean, rel=0.08)


@pytest.mark.parametrize("busy", [0.6, 0.8533])
def test_mirrored_pairs_of_disks_are_better_than_computed(busy: float) -> None:
    share, mean, computed_share, computed_mean = simulated_and_computed("RAID 10", busy, 75, simulation.disk_like, 0.56)
    assert 0.02 < share - computed_share < 0.11
    assert 1 < computed_mean / mean < 1.18


@pytest.mark.parametrize("raid", ["RAID 5", "RAID 6"])
@pytest.mark.parametrize("busy", [0.5, 0.7, 0.85])
def test_parity_is_within_5_points_and_at_most_12_percent_slower_than_computed(raid: str, busy: float) -> None:
    share, mean, computed_share, computed_mean = simulated_and_computed(raid, busy, 180, simulation.exponential, 1)
    assert computed_share == pytest.approx(share, abs=0.05)
    assert 0.88 < computed_mean / mean < 1.03


# --- properties -------------------------------------------------------------------------------------------


@given(
    limit=limits, rating=ratings, reads=loads, writes=loads, raid=levels, share=st.floats(0.05, 0.99),
    hit=part, back=st.booleans(), v=st.floats(0.5, 3), cache_ms=st.floats(0, 5),
)  # fmt: skip
def test_the_drives_counted_meet_the_target_and_two_fewer_do_not(
    limit: float, rating: float, reads: float, writes: float, raid: str, share: float,
    hit: float, back: bool, v: float, cache_ms: float,
) -> None:  # fmt: skip
    settings = {"write_back": back, "read_hit": hit, "variability": v, "cache_ms": cache_ms}
    drives = number(
        disk_count_for_response_time(limit, reads, writes, rating, raid, share, max_utilization=0.99, **settings)
    )
    assume(3 < drives < 1e6)
    assert number(share_within_ms(limit, drives, rating, reads, writes, raid, **settings)) >= share - 1e-6
    fewer = drives - 2
    too_busy = number(utilization(fewer, rating, reads, writes, raid, hit)) > 0.99
    assert too_busy or number(share_within_ms(limit, fewer, rating, reads, writes, raid, **settings)) < share


@given(limit=limits, rating=ratings, reads=loads, writes=loads, raid=levels, v=st.floats(0.5, 3))
def test_the_drives_counted_meet_the_mean(
    limit: float, rating: float, reads: float, writes: float, raid: str, v: float
) -> None:
    drives = number(disk_count_for_response_time(limit, reads, writes, rating, raid, share=None, variability=v))
    assume(drives < 1e6)
    assert number(response_time_ms(drives, rating, reads, writes, raid, variability=v)) <= limit * (1 + 1e-6)


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
        disk_count_for_response_time(limit, reads, writes, rating, raid, share, variability=1.5),
    ]
    easier = [
        disk_count_for_response_time(limit, reads, writes, rating, raid, share, read_hit=0.3),
        disk_count_for_response_time(limit, reads, writes, rating, raid, share, write_coalesced=0.3),
    ]
    heavier_mix = disk_count_for_response_time(limit, reads * 0.9, writes + reads * 0.1, rating, raid, share)
    assert all(number(drives) >= base for drives in (*harder, heavier_mix))
    assert all(number(drives) <= base for drives in easier)


# --- arrays and errors ------------------------------------------------------------------------------------


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


def test_layouts_may_be_an_array() -> None:
    phases, fork = np.array(LAYOUTS, dtype=float).T
    roots = np.asarray(quantile_root(0.8, 0.4, phases, fork))
    assert roots == pytest.approx([number(quantile_root(0.8, 0.4, *layout)) for layout in LAYOUTS], rel=1e-13)
    multipliers = np.asarray(write_multiplier(phases, fork))
    assert multipliers.tolist() == [write_multiplier(*layout) for layout in LAYOUTS]


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
    with pytest.raises(InputError, match="variability is 0"):
        response_time_ms(48, 75, 768, 1152, variability=0)
    with pytest.raises(InputError, match="write_phases is 3; expected a number at least 1 and at most 2"):
        write_multiplier(3, 1)
    with pytest.raises(InputError, match=r"write_fork is 1\.5; expected a whole number from 1 to 3"):
        write_multiplier(1, 1.5)
