"""Slowly varying load: peak factors, bursts, and write caches that take them up."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.pylib.formulas import simulation
from tests.tiers import but_in_gate

from vdi_sizing.errors import InputError
from vdi_sizing.formulas import peaks, storms
from vdi_sizing.formulas.peaks import (
    burst_drain_s,
    peak_factor_lognormal,
    share_within_bursts,
    share_within_lognormal,
    write_cache_gb,
)
from vdi_sizing.formulas.response_target import disk_count_for_response_time
from vdi_sizing.formulas.response_time import share_within_ms

READS, WRITES = 96 * 20 * 0.4, 96 * 20 * 0.6
FITTED_READS, FITTED_WRITES, FITTED_CV = 96 * 19.8 * 0.4, 96 * 19.8 * 0.6, 0.51


def number(value: object) -> float:
    assert isinstance(value, float)
    return value


# --- lognormal load ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("percentile", "factor"), [(85, 1.466), (90, 1.650), (95, 1.965)])
def test_peak_factors_of_the_variation_fitted_to_etri(percentile: float, factor: float) -> None:
    assert peak_factor_lognormal(FITTED_CV, percentile) == pytest.approx(factor, abs=5e-4)


def test_a_load_that_does_not_vary_has_no_peak() -> None:
    assert peak_factor_lognormal(0, 99) == 1


def test_half_of_the_time_the_load_is_below_its_median() -> None:
    """The median is the mean / sqrt(1 + cv^2)."""
    assert peak_factor_lognormal(1, 50) == pytest.approx(1 / math.sqrt(2))


@pytest.mark.parametrize(("drives", "within"), [(24, 0.03), (48, 0.27)])
def test_e14_e15_both_etri_measurements_by_one_fit(drives: int, within: float) -> None:
    share = share_within_lognormal(50, drives, 75, FITTED_READS, FITTED_WRITES, FITTED_CV)
    assert share == pytest.approx(within, abs=0.0005)


def test_drives_for_etri_with_the_variation() -> None:
    """130 by quadrature, 132 by the peak factor of the 85th percentile."""
    enough = [number(share_within_lognormal(50, n, 75, READS, WRITES, FITTED_CV)) >= 0.8 for n in (128, 130)]
    assert enough == [False, True]
    for percentile, drives in ((85, 132), (90, 148), (95, 176)):
        peak = number(peak_factor_lognormal(FITTED_CV, percentile))
        assert disk_count_for_response_time(50, peak * READS, peak * WRITES, 75, multiple=2) == drives


def test_quadrature_against_drawn_loads() -> None:
    draw = np.random.default_rng(1)
    s = math.sqrt(math.log1p(0.5**2))
    load = np.exp(s * draw.standard_normal(200_000) + s * s / 2)
    drawn = np.asarray(share_within_ms(50, 60, 75, READS * load, WRITES * load)).mean()
    assert share_within_lognormal(50, 60, 75, READS, WRITES, 0.5) == pytest.approx(float(drawn), abs=0.003)


@given(drives=st.integers(45, 200), raid=st.sampled_from(["RAID 0", "RAID 10", "RAID 5"]))
def test_hardly_any_variation_leaves_the_steady_share(drives: int, raid: str) -> None:
    varied = share_within_lognormal(50, drives, 75, READS, WRITES, 1e-4, raid)
    assert varied == pytest.approx(share_within_ms(50, drives, 75, READS, WRITES, raid), abs=1e-6)


# --- bursts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peak", "time_share", "within"),
    [(1.5, 0, 0.277), (1.5, 0.02, 0.274), (6, 0.02, 0.247), (10, 0.02, 0.217)],
)
def test_the_etri_measurement_says_nothing_about_bursts(peak: float, time_share: float, within: float) -> None:
    share = share_within_bursts(50, 48, 75, READS, WRITES, peak, time_share)
    assert share == pytest.approx(within, abs=0.0005)


@given(drives=st.integers(30, 200), time_share=st.floats(0, 0.99))
def test_bursts_of_the_mean_load_are_no_bursts(drives: int, time_share: float) -> None:
    steady = share_within_ms(50, drives, 75, READS, WRITES)
    assert share_within_bursts(50, drives, 75, READS, WRITES, 1, time_share) == pytest.approx(steady, abs=1e-9)


@given(
    peak=st.floats(1, 10), time_part=st.floats(0, 1), drives=st.integers(20, 300),
    raid=st.sampled_from(["RAID 0", "RAID 10", "RAID 5"]),
)  # fmt: skip
def test_a_share_is_a_share_and_grows_with_the_drives(peak: float, time_part: float, drives: int, raid: str) -> None:
    time_share = min(0.99, time_part / peak)
    few = number(share_within_bursts(50, drives, 75, READS, WRITES, peak, time_share, raid))
    many = number(share_within_bursts(50, 2 * drives, 75, READS, WRITES, peak, time_share, raid))
    assert 0 <= few <= many + 1e-12 <= 1 + 1e-12


def test_all_the_load_in_the_bursts() -> None:
    """Twice the load for half of the time: only the share at the peak counts."""
    peak = share_within_ms(50, 200, 75, 2 * READS, 2 * WRITES)
    assert share_within_bursts(50, 200, 75, READS, WRITES, 2, 0.5) == pytest.approx(peak)


@pytest.mark.parametrize(
    ("peak", "time_share", "burst_s", "lowest", "highest"),
    [(1.5, 0.2, 5.0, -0.01, 0.03), (4, 0.05, 5.0, -0.01, 0.03), (4, 0.05, 0.05, 0.05, 0.14)],
)
def test_bursts_against_simulation(
    peak: float, time_share: float, burst_s: float, lowest: float, highest: float
) -> None:
    """Eight drives in pairs at a mean utilization of 50 %; short bursts do less harm than computed."""
    iops = 0.5 * 8 * 75 / 1.6
    base = iops * (1 - time_share * peak) / (1 - time_share)
    pause_s = burst_s * (1 - time_share) / time_share
    draw = random.Random(3)
    arrivals = simulation.bursty_arrivals(base, peak * iops, burst_s, pause_s, 100_000 / iops, draw)
    pairs = [[0, 1], [2, 3], [4, 5], [6, 7]]
    times_ms = simulation.response_times_ms(arrivals, pairs, 75, 0.4, 1, 2, draw)
    computed = number(share_within_bursts(50, 8, 75, 0.4 * iops, 0.6 * iops, peak, time_share))
    assert lowest < simulation.share_within_ms(times_ms, 50) - computed < highest


PAIRS_OF_48 = [[drive, drive + 1] for drive in range(0, 48, 2)]


@pytest.mark.parametrize(("burst_s", "lowest", "highest"), [(0.05, 0.50, 0.62), (2.0, 0.07, 0.16)])
def test_bursts_that_hardly_exceed_the_drives_do_less_harm_than_computed(
    burst_s: float, lowest: float, highest: float
) -> None:
    """ETRI's drives, half busy: 2.1 times the load for 0.4 of the time is a twentieth more than they sustain."""
    iops, peak, time_share = 0.5 * 48 * 75 / 1.6, 2.1, 0.4
    base = iops * (1 - peak * time_share) / (1 - time_share)
    draw = random.Random(11)
    pause_s = burst_s / time_share - burst_s
    arrivals = simulation.bursty_arrivals(base, peak * iops, burst_s, pause_s, 60_000 / iops, draw)
    times_ms = simulation.response_times_ms(arrivals, PAIRS_OF_48, 75, 0.4, 1, 2, draw)
    computed = number(share_within_bursts(50, 48, 75, 0.4 * iops, 0.6 * iops, peak, time_share))
    assert lowest < simulation.share_within_ms(times_ms, 50) - computed < highest


@pytest.mark.parametrize(("holds_s", "share"), but_in_gate([(0.5, 0.22), (2.0, 0.13)], (0.5, 0.22)))
def test_what_piles_up_makes_the_lognormal_share_optimistic(holds_s: float, share: float) -> None:
    """The formula sheds overload; carried over, fewer are in time."""
    mean, cv = 96 * 19.8, 0.51
    draw = random.Random(11)
    arrivals = simulation.lognormal_arrivals(mean, cv, holds_s, 100 + 50 * holds_s, draw)
    simulated = simulation.share_within_ms(simulation.response_times_ms(arrivals, PAIRS_OF_48, 75, 0.4, 1, 2, draw), 50)
    assert simulated == pytest.approx(share, abs=0.02)
    assert number(share_within_lognormal(50, 48, 75, 0.4 * mean, 0.6 * mean, cv)) == pytest.approx(0.27, abs=0.005)


# --- write cache ------------------------------------------------------------------------------------------


def test_no_write_cache_helps_against_reads() -> None:
    """48 drives of 75 IOPS carry the reads of up to 4.69 times ETRI's steady load."""
    most = 48 * 75 / READS
    assert most == pytest.approx(4.69, abs=0.005)
    assert number(write_cache_gb(4.68 * READS, 4.68 * WRITES, 2, 60, 48, 75, 4)) < math.inf
    assert write_cache_gb(5 * READS, 5 * WRITES, 2, 60, 48, 75, 4) == math.inf
    assert burst_drain_s(5 * READS, 5 * WRITES, 2, 60, 48, 75, READS, WRITES) == math.inf


def test_a_burst_of_writes_by_hand() -> None:
    """1000 writes/s on 10 drives of 100 IOPS in RAID 10: 500 of them are written out, 500 wait, for 100 s."""
    assert write_cache_gb(0, 1000, 2, 100, 10, 100, 4) == pytest.approx(500 * 100 * 4 / 1e6)
    assert burst_drain_s(0, 1000, 2, 100, 10, 100, 200, 150) == pytest.approx(500 * 100 * 2 / 500)


def test_what_the_drives_carry_needs_no_cache() -> None:
    assert write_cache_gb(100, 100, 2, 100, 10, 100, 4) == 0
    assert burst_drain_s(100, 100, 2, 100, 10, 100, 100, 100) == 0


def test_a_cache_never_empties_on_busy_drives() -> None:
    assert burst_drain_s(0, 1000, 2, 100, 10, 100, 500, 250) == math.inf
    assert burst_drain_s(0, 500, 2, 100, 10, 100, 500, 250) == 0


@given(
    reads=st.floats(0, 5000),
    writes=st.floats(1, 5000),
    drives=st.integers(1, 100),
    seconds=st.floats(1, 3600),
)
def test_a_longer_burst_needs_more_and_more_drives_need_less(
    reads: float, writes: float, drives: int, seconds: float
) -> None:
    cache_gb = number(write_cache_gb(reads, writes, 2, seconds, drives, 75, 4))
    assume(cache_gb < math.inf)
    assert number(write_cache_gb(reads, writes, 2, 2 * seconds, drives, 75, 4)) == pytest.approx(2 * cache_gb)
    assert number(write_cache_gb(reads, writes, 2, seconds, drives + 1, 75, 4)) <= cache_gb


# --- arrays and errors ------------------------------------------------------------------------------------


def test_arrays_equal_single_numbers() -> None:
    factors = np.array([1.0, 4.0, 5.0])
    gb = np.asarray(write_cache_gb(factors * READS, factors * WRITES, 2, 60, 48, 75, 4))
    assert gb.tolist() == [write_cache_gb(k * READS, k * WRITES, 2, 60, 48, 75, 4) for k in factors.tolist()]
    drain = np.asarray(burst_drain_s(factors * READS, factors * WRITES, 2, 60, 48, 75, READS, WRITES))
    assert drain.tolist() == [
        burst_drain_s(k * READS, k * WRITES, 2, 60, 48, 75, READS, WRITES) for k in factors.tolist()
    ]
    peaks = np.asarray(peak_factor_lognormal([0.2, 0.51], np.array([[85], [95]])))
    assert peaks.shape == (2, 2)
    assert peaks[1, 1] == peak_factor_lognormal(0.51, 95)
    drives = [24, 48, 130]
    bursts = np.asarray(share_within_bursts(50, drives, 75, READS, WRITES, 4, 0.02))
    lognormal = np.asarray(share_within_lognormal(50, drives, 75, READS, WRITES, 0.51))
    for i, n in enumerate(drives):
        assert bursts[i] == pytest.approx(share_within_bursts(50, n, 75, READS, WRITES, 4, 0.02), rel=1e-12)
        one = share_within_lognormal(50, n, 75, READS, WRITES, 0.51)
        assert lognormal[i] == pytest.approx(one, rel=1e-12)


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match=r"peak_time_share is 0\.3; expected at most 1 / peak_factor"):
        share_within_bursts(50, 48, 75, READS, WRITES, 4, 0.3)
    with pytest.raises(InputError, match=r"peak_time_share is .*; expected at most 1 / peak_factor"):
        share_within_bursts(50, 48, 75, READS, WRITES, [2, 4], 0.3)
    with pytest.raises(InputError, match=r"peak_factor is 0\.5; expected a number at least 1"):
        share_within_bursts(50, 48, 75, READS, WRITES, 0.5, 0.3)
    with pytest.raises(InputError, match="cv is 0; expected a number above 0"):
        share_within_lognormal(50, 48, 75, READS, WRITES, 0)
    with pytest.raises(InputError, match="percentile is 100"):
        peak_factor_lognormal(0.5, 100)
    with pytest.raises(InputError, match="io_kb is -4; expected a number above 0 kB"):
        write_cache_gb(0, 1000, 2, 100, 10, 100, -4)


def test_login_window_peak_factor_is_that_of_the_source() -> None:
    """40 % of the users in a sixth of the window."""
    assert peaks.login_window_peak_factor() == pytest.approx(0.4 * 6, rel=0.003)
    assert storms.peak_logins_per_s(1000, 3600) == pytest.approx(peaks.login_window_peak_factor() * 1000 / 3600)
    with pytest.raises(InputError, match="deviations is 0; expected a number above 0"):
        peaks.login_window_peak_factor(0)


@pytest.mark.parametrize("cv", [1e-9, 1e-6])
def test_the_smallest_variations_leave_the_steady_share(cv: float) -> None:
    assert share_within_lognormal(50, 60, 75, READS, WRITES, cv) == pytest.approx(
        share_within_ms(50, 60, 75, READS, WRITES), abs=1e-5
    )


def test_the_steep_fall_before_saturation_on_fast_drives_is_not_missed() -> None:
    """On drives of 50,000 IOPS all I/Os of a load below saturation are in time: the share is that of such loads."""
    reads, writes, cv = 30_000, 50_000, 0.5
    busy = (reads + 2 * writes) / (4 * 50_000)
    s = math.sqrt(math.log(1 + cv * cv))
    in_time = NormalDist().cdf((-math.log(busy) - s * s / 2) / s)
    assert share_within_lognormal(50, 4, 50_000, reads, writes, cv) == pytest.approx(in_time, abs=1e-3)


@pytest.mark.parametrize("drive_iops", [75, 1000, 50_000])
@pytest.mark.parametrize("cv", [0.2, 1.0])
def test_the_rule_is_within_a_hundredth_of_a_point_of_the_integral(drive_iops: float, cv: float) -> None:
    """By the trapezoidal rule with 200,000 steps, on 48 drives that are 85 % busy on average."""
    load = 0.85 * 48 * drive_iops / 1.6
    reads, writes = 0.4 * load, 0.6 * load
    s = math.sqrt(math.log1p(cv * cv))
    z = np.linspace(-9, 9, 200_001)
    now = np.exp(s * z + s * s / 2)
    within = np.asarray(share_within_ms(50, 48, drive_iops, reads * now, writes * now))
    integral = np.trapezoid(within * np.exp(-z * z / 2), z) / math.sqrt(2 * math.pi)
    assert share_within_lognormal(50, 48, drive_iops, reads, writes, cv) == pytest.approx(integral, abs=1e-4)


@pytest.mark.parametrize("cv", [1e-7, 1e-9, 1e-200])
def test_hardly_any_variation_is_none(cv: float) -> None:
    steady = share_within_ms(20, 1, 100, 50, 0)
    assert share_within_lognormal(20, 1, 100, 50, 0, cv) == pytest.approx(steady, rel=1e-3)
    assert 0 <= float(share_within_lognormal(20, 1, 100, 1, 0, cv)) <= 1
