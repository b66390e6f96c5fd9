"""Measured points to a service time and a saturation: solved by hand, made by the model's own law, and refused."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing import Calibration, InputError, calibrate, drive_response_ms
from vdi_sizing.formulas.calibration import ALWAYS_FIT, NOT_RISING, ONE_LOAD, STUDENT_T, TOO_FEW, TOO_WIDE

LOADS = (10.0, 20.0, 30.0, 45.0, 60.0)
shares = st.lists(st.floats(0.01, 0.9), min_size=2, max_size=12, unique_by=lambda share: round(share, 2))


def times(service_ms: float, saturation_iops: float, loads: tuple[float, ...]) -> list[float]:
    """What the law says of some loads."""
    return [service_ms / (1 - load / saturation_iops) for load in loads]


def test_two_points_solved_by_hand() -> None:
    """1 / R is 0.5 and 2 / 11 per ms: it falls by 0.31818 over 2,346 IOPS, 0.13563 per 1000 IOPS."""
    fit = calibrate([4500, 6846], [2, 5.5])
    slope = (1 / 2 - 1 / 5.5) / 2.346
    assert fit.slope == pytest.approx(slope, rel=1e-12)
    assert fit.service_ms == pytest.approx(1 / (1 / 2 + slope * 4.5), rel=1e-12)
    assert fit.saturation_iops == pytest.approx(8186.571428571, rel=1e-12)
    assert fit.side_by_side == pytest.approx(1 / slope, rel=1e-12)
    assert (fit.lowest_iops, fit.highest_iops) == (4500, 6846)
    assert fit.deviations == pytest.approx((0, 0), abs=1e-12)


def test_the_dell_arrays_saturation_is_below_its_boot_peak() -> None:
    """Why the range is part of the answer: 10,000 IOPS were carried in less than 10 ms, far outside both points."""
    fit = calibrate([4500, 6846], [2, 5.5])
    assert fit.highest_iops < fit.saturation_iops < 10_000


def test_three_points_solved_by_hand() -> None:
    """At 0, and nearly 0, load a weighted mean of 1 / R; with weights 4, 9, 36 of 2, 3, 6 ms."""
    fit = calibrate([100, 200, 300], [2, 3, 6])
    load, rate = (4 * 100 + 9 * 200 + 36 * 300) / 49, (2 + 3 + 6) / 49
    points = ((100, 2, 1 / 2), (200, 3, 1 / 3), (300, 6, 1 / 6))
    above = sum(ms**2 * (x - load) * (y - rate) for x, ms, y in points)
    slope = -1000 * above / sum(ms**2 * (x - load) ** 2 for x, ms, _ in points)
    assert (fit.mean_load, fit.mean_rate) == pytest.approx((load, rate))
    assert fit.slope == pytest.approx(slope, rel=1e-12)
    assert slope > 1  # so it counts as 1
    assert fit.slope_used == 1
    assert fit.service_ms == pytest.approx(1 / (rate + load / 1000), rel=1e-12)
    assert fit.saturation_iops == pytest.approx(1000 / fit.service_ms, rel=1e-12)


@pytest.mark.parametrize(("service_ms", "saturation"), [(13.333333333333334, 75.0), (8.0, 125.0), (40.0, 75.0)])
def test_points_of_the_law_give_its_numbers_back(service_ms: float, saturation: float) -> None:
    fit = calibrate(LOADS, times(service_ms, saturation, LOADS))
    assert fit.service_ms == pytest.approx(service_ms, rel=1e-9)
    assert fit.saturation_iops == pytest.approx(saturation, rel=1e-9)
    assert fit.largest_deviation == pytest.approx(0, abs=1e-9)


def test_points_of_the_models_drive_give_its_iops_back() -> None:
    measured = [float(drive_response_ms(75, load / 75)) for load in LOADS]
    fit = calibrate(LOADS, measured)
    assert (fit.saturation_iops, fit.service_ms) == pytest.approx((75, 1000 / 75), rel=1e-9)
    assert fit.side_by_side == pytest.approx(1, rel=1e-9)
    assert fit.response_at(50) == pytest.approx(drive_response_ms(75, 50 / 75), rel=1e-9)


@given(shares, st.floats(0.01, 50), st.floats(1, 300))
def test_whatever_the_law_is_it_comes_back(busy: list[float], service_ms: float, side_by_side: float) -> None:
    saturation = 1000 * side_by_side / service_ms
    loads = tuple(share * saturation for share in busy)
    fit = calibrate(loads, times(service_ms, saturation, loads))
    assert (fit.service_ms, fit.saturation_iops) == pytest.approx((service_ms, saturation), rel=1e-6)


@given(st.floats(0.01, 100), st.lists(st.floats(0.9, 1.1), min_size=5, max_size=5))
def test_loads_and_times_in_other_units_scale_the_fit(factor: float, noise: list[float]) -> None:
    """Loads times k at times by k: the service time by k, the saturation times k, and the same deviations."""
    measured = [ms * each for ms, each in zip(times(8, 100, LOADS), noise, strict=True)]
    fit = calibrate(LOADS, measured)
    scaled = calibrate([load * factor for load in LOADS], [ms / factor for ms in measured])
    assert scaled.service_ms == pytest.approx(fit.service_ms / factor, rel=1e-9)
    assert scaled.saturation_iops == pytest.approx(fit.saturation_iops * factor, rel=1e-9)
    assert scaled.deviations == pytest.approx(fit.deviations, abs=1e-9)


@given(st.lists(st.floats(0.7, 1.4), min_size=5, max_size=5))
def test_no_other_constants_fit_better(noise: list[float]) -> None:
    """The sum of the squares of the deviations is least, among drives that serve at least one operation at a time."""
    measured = [ms * each for ms, each in zip(times(20, 100, LOADS), noise, strict=True)]
    found = Calibration(LOADS, tuple(measured))
    if not found.stands:
        return

    def squares(rate: float, slope: float) -> float:
        points = zip(LOADS, measured, strict=True)
        return sum((ms * (rate - slope * load / 1000) - 1) ** 2 for load, ms in points)

    rate, slope = 1 / found.service_ms, found.slope_used
    least = squares(rate, slope)
    assert least == pytest.approx(sum(each**2 for each in found.deviations), abs=1e-12)
    for by in (-1e-3, 1e-3):
        assert squares(rate * (1 + by), slope) >= least - 1e-12
        if slope * (1 + by) <= 1:
            assert squares(rate, slope * (1 + by)) >= least - 1e-12


def test_the_load_of_a_drive_is_what_the_back_end_sees() -> None:
    plain = calibrate(LOADS, times(8, 100, LOADS))
    of_group = calibrate([load * 8 / 1.6 for load in LOADS], times(8, 100, LOADS), 8, [0.4] * 5, 2)
    assert of_group.loads_iops == pytest.approx(plain.loads_iops)
    assert of_group.service_ms == pytest.approx(plain.service_ms)


def test_points_that_no_law_holds_are_named() -> None:
    fit = calibrate([20, 40, 60, 80, 90, 110], [10, 13, 12, 40, 500, 60])
    assert fit.falling == (False, False, True, False, False, True)
    assert fit.beyond_saturation == (False, False, False, False, False, True)
    assert fit.fitted_ms[-1] == 0
    assert fit.deviations[-1] < -1  # beyond saturation the law has no time: as far off as can be


@pytest.mark.parametrize(
    ("loads", "measured", "says"),
    [([100], [5], TOO_FEW), ([], [], TOO_FEW), ([100, 100], [5, 6], ONE_LOAD), ([100, 200], [6, 5], NOT_RISING),
     ([100, 200, 300], [5, 5, 5], NOT_RISING)],
)  # fmt: skip
def test_without_a_fit_there_is_no_number(loads: list[float], measured: list[float], says: str) -> None:
    with pytest.raises(InputError, match=says):
        calibrate(loads, measured)
    fit = Calibration(tuple(loads), tuple(measured))
    assert (fit.stands, fit.says) == (0, says)
    numbers = (fit.service_ms, fit.saturation_iops, fit.side_by_side, fit.highest_utilization, fit.typical_deviation)
    assert numbers == (0, 0, 0, 0, 0)
    assert fit.response_at(50) == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (([100, 200], [5]), "response_ms is '1 entries'; expected 2 entries"),
        (([100, -1], [5, 6]), "iops of point 2 is -1; expected a number above 0 IOPS"),
        (([100, 200], [5, 0]), "response_ms of point 2 is 0"),
        (([100, "many"], [5, 6]), "iops of point 2 is 'many'"),
        (([100, 200], [5, 6], 0), "drives of point 1 is 0"),
        (([100, 200], [5, 6], 1, [0.5, 2]), "read_share of point 2 is 2"),
        (([100, 200], [5, 6], 1, 0.5, -1), "write_penalty of point 1 is -1"),
        (([100, [1, 2]], [5, 6]), "iops is 'arrays'"),
    ],
)
def test_what_is_no_point_is_refused(arguments: tuple[object, ...], says: str) -> None:
    with pytest.raises(InputError, match=says):
        calibrate(*arguments)  # type: ignore[arg-type]


# --- how far the numbers may be off -------------------------------------------------------------------


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10, 20, 28])
def test_students_t_leaves_a_fortieth_on_either_side(freedom: int) -> None:
    """Its density between 0 and t by Simpson's rule, beside the table in three decimals."""
    of_it = math.gamma((freedom + 1) / 2) / math.sqrt(freedom * math.pi) / math.gamma(freedom / 2)

    def share(t: float, steps: int = 2000) -> float:
        weights = (1 if at in (0, steps) else 2 + 2 * (at % 2) for at in range(steps + 1))
        density = ((1 + (t * at / steps) ** 2 / freedom) ** (-(freedom + 1) / 2) for at in range(steps + 1))
        return float(of_it * t / steps / 3 * sum(at * each for at, each in zip(weights, density, strict=True)))

    t = STUDENT_T[freedom - 1]
    assert share(t - 0.0006) < 0.475 < share(t + 0.0006)


def test_the_interval_of_one_constant_solved_by_hand() -> None:
    """The points of a slope of 1: 1 / R + x is 1 / S of each; t of 2 degrees is 4.303."""
    loads, measured = (100.0, 200.0, 300.0), (2.0, 3.0, 6.0)
    fit = calibrate(loads, measured)
    rate = 1 / fit.service_ms
    squares = sum((ms * (rate - load / 1000) - 1) ** 2 for load, ms in zip(loads, measured, strict=True))
    off = 4.303 * math.sqrt(squares / 2 / 49)
    assert fit.freedom == 2
    assert fit.service_range_ms == pytest.approx((1 / (rate + off), 1 / (rate - off)), rel=1e-12)
    assert fit.saturation_range_iops == pytest.approx((1000 * (rate - off), 1000 * (rate + off)), rel=1e-12)


def test_the_saturation_is_within_where_the_line_may_reach_zero() -> None:
    """By Fieller: at either end of the interval the fitted 1 / R, less what it may be off there, is just 0."""
    loads = (1000.0, 3000.0, 5000.0, 7000.0, 8500.0)
    noise = (1.03, 0.96, 1.02, 0.98, 1.01)
    fit = calibrate(loads, [ms * each for ms, each in zip(times(0.4, 10_000, loads), noise, strict=True)])
    assert (fit.freedom, fit.determined, fit.says) == (3, 1, "")
    for load in fit.saturation_range_iops:
        away = (load - fit.mean_load) / 1000
        at_most_off = fit.off * math.sqrt(1 / fit.weights + away**2 / fit.spread)
        assert abs(fit.mean_rate - fit.slope * away) == pytest.approx(at_most_off, rel=1e-9)
    least, most = fit.service_range_ms
    assert least < fit.service_ms < most
    assert fit.saturation_range_iops[0] < fit.saturation_iops < fit.saturation_range_iops[1]


@pytest.mark.parametrize(("service_ms", "saturation"), [(0.4, 10_000.0), (10.0, 100.0)])
def test_95_of_100_intervals_hold_what_was_measured(service_ms: float, saturation: float) -> None:
    """Of flash, with both constants fitted, and of a disk, whose slope is 1: 1,500 tests of five points each."""
    random, loads = Random(7), tuple(share * saturation for share in (0.1, 0.3, 0.5, 0.7, 0.85))
    held = [0, 0]
    for _ in range(1500):
        measured = [ms / (1 + random.gauss(0, 0.02)) for ms in times(service_ms, saturation, loads)]
        fit = calibrate(loads, measured)
        assert fit.determined
        for at, (value, (least, most)) in enumerate(
            ((service_ms, fit.service_range_ms), (saturation, fit.saturation_range_iops))
        ):
            held[at] += least <= value <= most
    assert all(0.935 <= each / 1500 <= 0.965 for each in held), held


@pytest.mark.parametrize(
    ("loads", "measured", "says"),
    [
        ([4500, 6846], [2, 5.5], ALWAYS_FIT),
        ([1000, 2000, 3000], [5, 5.6, 5.3], TOO_WIDE),
        ([1000, 5000, 9000], [5, 9, 21], TOO_WIDE),
        ([100, 300], [2, 6], TOO_WIDE),  # of a slope of 1: one degree of freedom, and a t of 12.7
    ],
)
def test_numbers_that_the_points_do_not_determine(loads: list[float], measured: list[float], says: str) -> None:
    fit = calibrate(loads, measured)
    assert (fit.stands, fit.determined, fit.says) == (1, 0, says)
    assert (fit.service_range_ms, fit.saturation_range_iops) == ((0, 0), (0, 0))


def test_points_on_the_law_have_no_width() -> None:
    fit = calibrate(LOADS, times(8, 200, LOADS))
    assert fit.determined
    assert fit.service_range_ms == pytest.approx((8, 8), rel=1e-9)
    assert fit.saturation_range_iops == pytest.approx((200, 200), rel=1e-9)
