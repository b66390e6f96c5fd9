"""The law with a service shape: against theory, simulation and ETRI's measurement."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.formulas.simulation_of_arrays import Array, response_times

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.leg_times import mean_multiplier, share_within
from vdi_sizing.formulas.service import (
    erlang_tail,
    mean_service_times,
    quantile_service_times,
    share_within_service_times,
)

LAYOUTS = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
layouts = st.sampled_from(LAYOUTS)
part = st.floats(0, 1)
utilizations = st.floats(0, 0.98)
shapes = st.integers(1, 20)


def number(value: object) -> float:
    assert isinstance(value, float)
    return value


# --- ETRI ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "drive_iops", "within"), [(1, 75, 0.277), (8, 75, 0.44), (8, 72, 0.32), (8, 80, 0.60)]
)
def test_what_48_drives_of_etri_answer_within_50_ms(shape: int, drive_iops: float, within: float) -> None:
    """27 % measured: exponential service is one way to it, bursts with disk-like service another."""
    busy = 96 * 20 * (0.4 + 0.6 * 2) / 48 / drive_iops
    share = share_within_service_times(50 * drive_iops / 1000, busy, 0.4, 1, 2, shape)
    assert share == pytest.approx(within, abs=0.006)


# --- theory -------------------------------------------------------------------------------------------


@given(x=st.floats(0, 50), busy=utilizations, read_share=part, layout=layouts, hit=part, back=part)
def test_shape_1_is_the_law_of_the_first_edition(
    x: float, busy: float, read_share: float, layout: tuple[int, int], hit: float, back: float
) -> None:
    share = share_within_service_times(x, busy, read_share, *layout, 1, hit, back)
    assert share == pytest.approx(share_within(x * (1 - busy), read_share, *layout, hit, back), abs=1e-12)
    mean = mean_service_times(busy, read_share, *layout, 1, hit, back)
    assert mean == pytest.approx(number(mean_multiplier(read_share, *layout, hit, back)) / (1 - busy), rel=1e-9)


@given(shape=shapes, steps=st.floats(0, 60))
def test_erlang_is_a_sum_of_exponential_steps(shape: int, steps: float) -> None:
    expected = math.exp(-steps) * sum(steps**i / math.factorial(i) for i in range(shape))
    assert erlang_tail(float(shape), steps) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("shape", [1, 2, 8, 20])
@pytest.mark.parametrize("busy", [0.1, 0.5, 0.9])
def test_the_mean_of_one_drive_is_that_of_pollaczek_and_khinchine(shape: int, busy: float) -> None:
    x = np.linspace(0, 200, 200_001)
    late = 1 - np.asarray(share_within_service_times(x, busy, 1, 1, 1, shape))
    expected = 1 + (1 + 1 / shape) / 2 * busy / (1 - busy)
    assert mean_service_times(busy, 1, 1, 1, shape) == pytest.approx(expected, rel=1e-12)
    assert np.trapezoid(late, x) == pytest.approx(expected, rel=1e-4)


def test_an_idle_drive_takes_its_service_time() -> None:
    assert mean_service_times(0, 1, 1, 1, 8) == 1
    assert share_within_service_times(1, 0, 1, 1, 1, 8) == pytest.approx(1 - number(erlang_tail(8.0, 8.0)))


@given(x=st.floats(0.1, 40), busy=utilizations, read_share=part, layout=layouts, shape=shapes)
def test_the_share_falls_with_utilization_and_rises_with_the_limit(
    x: float, busy: float, read_share: float, layout: tuple[int, int], shape: int
) -> None:
    share = number(share_within_service_times(x, busy, read_share, *layout, shape))
    busier = number(share_within_service_times(x, busy + (1 - busy) / 20, read_share, *layout, shape))
    later = number(share_within_service_times(x * 1.05, busy, read_share, *layout, shape))
    assert busier - 1e-12 <= share <= later + 1e-12
    assert -1e-12 <= share <= 1


@given(
    share=st.floats(0.05, 0.999), busy=st.floats(0.05, 0.98), read_share=part, layout=layouts,
    shape=st.integers(1, 10), hit=st.floats(0, 0.9), back=st.floats(0, 0.9),
)  # fmt: skip
def test_the_percentile_gives_the_share_back(
    share: float, busy: float, read_share: float, layout: tuple[int, int], shape: int, hit: float, back: float
) -> None:
    x = number(quantile_service_times(share, busy, read_share, *layout, shape, hit, back))
    cached = read_share * hit + (1 - read_share) * back
    within = share_within_service_times(x, busy, read_share, *layout, shape, hit, back)
    assert within == pytest.approx(max(share, cached), abs=2e-7)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", [2, 3, 5, 10])
def test_a_share_just_above_what_the_caches_answer_is_given_back(layout: tuple[int, int], shape: int) -> None:
    """The share rises there from a slope of 0, where steps on the tail alone were out by 0.08."""
    random = np.random.default_rng(shape)
    busy, read_share = random.uniform(0.05, 0.98, 5_000), random.uniform(0, 1, 5_000)
    hit, back = random.uniform(0, 0.9, 5_000), random.uniform(0, 0.9, 5_000)
    share = np.minimum(0.999, read_share * hit + (1 - read_share) * back + 10 ** random.uniform(-8, -1, 5_000))
    load = (busy, read_share, *layout, shape, hit, back)
    within = share_within_service_times(quantile_service_times(share, *load), *load)
    np.testing.assert_allclose(within, share, rtol=0, atol=2e-7)


# --- simulation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("array", "busy", "ios"),
    [
        (Array(1, 1, 1, 1.0, 8), 0.7, 200_000),
        (Array(2, 1, 2, 0.4, 8), 0.5, 200_000),
        (Array(2, 1, 2, 0.1, 8), 0.85, 200_000),
        (Array(8, 2, 2, 0.4, 8), 0.3, 60_000),
        (Array(8, 2, 2, 0.1, 8), 0.6, 40_000),
        (Array(8, 2, 3, 0.4, 8), 0.3, 60_000),
        (Array(8, 2, 3, 0.9, 8), 0.6, 60_000),
    ],
)
def test_disks_are_a_little_faster_than_computed(array: Array, busy: float, ios: int) -> None:
    """On the safe side: low by 2 % at most; means high by 22 % at most, percentiles by 17 %."""
    times = response_times(array, busy, ios, seed=3)
    load = (busy, array.read_share, array.write_phases, array.write_fork, array.service_shape)
    assert 0.98 < number(mean_service_times(*load)) / times.mean() < 1.22
    for share in (0.8, 0.95):
        assert 0.98 < number(quantile_service_times(share, *load)) / np.quantile(times, share) < 1.18


@pytest.mark.parametrize("fork", [2, 3])
def test_parity_with_exponential_service_is_optimistic_as_declared(fork: int) -> None:
    """Shape 1 keeps the two phases of a write independent: what it promises is sooner than what is simulated."""
    times = response_times(Array(8, 2, fork, 0.1, 1), 0.7, 60_000, seed=1)
    load = (0.7, 0.1, 2, fork, 1)
    assert -0.22 < number(quantile_service_times(0.95, *load)) / np.quantile(times, 0.95) - 1 < -0.12
    assert -0.34 < number(quantile_service_times(0.99, *load)) / np.quantile(times, 0.99) - 1 < -0.18
    assert 0.03 < number(share_within_service_times(float(np.quantile(times, 0.8)), *load)) - 0.8 < 0.08
    assert -0.09 < number(mean_service_times(*load)) / times.mean() - 1 < -0.01


@pytest.mark.everything  # the gate has a smaller load, in the test above
def test_nearly_saturated_parity_with_exponential_service_is_the_extreme_that_is_declared() -> None:
    """RAID 6, mostly written, 95 % busy: a percentile is promised 28 % too soon, give or take what a run varies."""
    times = response_times(Array(8, 2, 3, 0.1, 1), 0.95, 100_000, seed=2)
    load = (0.95, 0.1, 2, 3, 1)
    assert -0.36 < number(quantile_service_times(0.95, *load)) / np.quantile(times, 0.95) - 1 < -0.18
    assert 0.06 < number(share_within_service_times(float(np.quantile(times, 0.8)), *load)) - 0.8 < 0.14
    assert -0.20 < number(mean_service_times(*load)) / times.mean() - 1 < -0.04


def test_two_simulations_agree_on_exponential_service() -> None:
    """One drive: the closed form of M/M/1."""
    times = response_times(Array(1, 1, 1, 1.0, 1), 0.6, 200_000, seed=4)
    assert times.mean() == pytest.approx(2.5, rel=0.03)
    assert (times <= 2.5).mean() == pytest.approx(1 - math.exp(-1), abs=0.01)


# --- arrays and errors --------------------------------------------------------------------------------


def test_arrays_equal_single_numbers() -> None:
    busy, shape = np.array([0.0, 0.3, 0.9])[:, None], np.array([1.0, 3.0, 8.0, 20.0])[None, :]
    for layout in LAYOUTS:
        shares = np.asarray(share_within_service_times(3.75, busy, 0.4, *layout, shape))
        means = np.asarray(mean_service_times(busy, 0.4, *layout, shape))
        for i, j in np.ndindex(3, 4):
            one = (float(busy[i, 0]), 0.4, *layout, float(shape[0, j]))
            assert shares[i, j] == pytest.approx(share_within_service_times(3.75, *one), rel=1e-12, abs=1e-15)
            assert means[i, j] == pytest.approx(mean_service_times(*one), rel=1e-12)


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match="utilization is 1; expected a number at least 0 and below 1"):
        mean_service_times(1, 0.4, 1, 2)
    with pytest.raises(InputError, match="service_shape is 21; expected a whole number at least 1 and at most 20"):
        mean_service_times(0.5, 0.4, 1, 2, 21)
