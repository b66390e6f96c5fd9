"""Measured points of a drive or a store, and the service time and saturation that they give.

The law is that of the model for drives whose evenness of the service times is 1: R = S / (1 - x / X), with the
load x of one drive, the service time S and the saturation X. Its inverse 1 / R falls in a straight line with the load,
so that a plain weighted regression finds both, in a spreadsheet as well as here. How far the points scatter around it
says how far either may be off: where that is more than the value itself, the points do not determine it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from vdi_sizing._arrays import numbers, rounded, total_of
from vdi_sizing.errors import InputError

FEWEST_POINTS = 2
"""As many as the law has constants."""
FULL = 0.999999
"""From this share of the saturation on there is no response time, as in the model."""
TOO_FEW, ONE_LOAD = "at least two points are needed", "all points have the same load per drive"
NOT_RISING = "the time does not rise with the load"
ALWAYS_FIT, TOO_WIDE = "two points always fit", "the points scatter too far"
STUDENT_T = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
    2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
)  # fmt: skip
"""By degrees of freedom, from 1: Student's t that a share of 95 % lies within. More than 28 count as 28, which is 5 %
more at the most; LibreOffice chooses from no more than 29."""


@dataclass(frozen=True)
class Calibration:
    """What measured points say of a drive; without a fit its numbers are 0.

    A fit that is not determined has its numbers too, for the curve beside the points: they are not to be used.

    Attributes
    ----------
    loads_iops : tuple of float
        Load of one drive at each point [IOPS]
    response_ms : tuple of float
        Mean response time at each point [ms]
    """

    loads_iops: tuple[float, ...]
    response_ms: tuple[float, ...]

    @property
    def points(self) -> float:
        """How many points there are."""
        return float(len(self.loads_iops))

    @property
    def lowest_iops(self) -> float:
        """The lowest load of a drive that was measured [IOPS]."""
        return min(self.loads_iops, default=0.0)

    @property
    def highest_iops(self) -> float:
        """The highest load of a drive that was measured [IOPS]."""
        return max(self.loads_iops, default=0.0)

    @cached_property
    def weights(self) -> float:
        """The sum of the weights, which are the squares of the response times [ms^2]."""
        return total_of(ms * ms for ms in self.response_ms)

    @cached_property
    def mean_load(self) -> float:
        """The weighted mean of the loads [IOPS]."""
        return self._per_weight(total_of(ms * ms * load for load, ms in self._pairs))

    @cached_property
    def mean_rate(self) -> float:
        """The weighted mean of 1 / response time [1/ms]."""
        return self._per_weight(total_of(self.response_ms))

    @cached_property
    def slope(self) -> float:
        """By how much 1 / response time falls per 1000 IOPS [-]; 0 where the loads do not differ."""
        if rounded(self.highest_iops - self.lowest_iops) == 0:
            return 0.0
        together = total_of(ms * (load - self.mean_load) * (1 - self.mean_rate * ms) for load, ms in self._pairs)
        spread = total_of(ms * ms * (load - self.mean_load) ** 2 for load, ms in self._pairs)
        return -1000 * together / spread

    @property
    def stands(self) -> float:
        """1 where the points give a fit, else 0."""
        return float(self.points >= FEWEST_POINTS and bool(rounded(self.slope) > 0))

    @property
    def slope_used(self) -> float:
        """The slope, at most 1: a drive serves no less than one operation at a time."""
        return min(1.0, self.slope) if self.stands else 0.0

    @property
    def service_ms(self) -> float:
        """The fitted service time: the response time without load [ms]."""
        return 1 / (self.mean_rate + self.slope_used * self.mean_load / 1000) if self.stands else 0.0

    @property
    def side_by_side(self) -> float:
        """How many operations a drive serves side by side at its saturation, by Little's law [-]."""
        return 1 / self.slope_used if self.stands else 0.0

    @property
    def saturation_iops(self) -> float:
        """The load at which the fitted response time has no end [IOPS]."""
        return 1000 * self.side_by_side / self.service_ms if self.stands else 0.0

    @property
    def highest_utilization(self) -> float:
        """The highest load measured, over the saturation [-]."""
        return self.highest_iops / self.saturation_iops if self.stands else 0.0

    @cached_property
    def beyond_saturation(self) -> tuple[bool, ...]:
        """Which points have a load at which the law gives no response time."""
        return tuple(self._is_beyond(load) for load in self.loads_iops)

    @cached_property
    def falling(self) -> tuple[bool, ...]:
        """Which points have a shorter response time than one with a lower load: the law cannot hold both."""
        return tuple(
            any(rounded(load - lower) > 0 and rounded(slower - ms) > 0 for lower, slower in self._pairs)
            for load, ms in self._pairs
        )

    @cached_property
    def fitted_ms(self) -> tuple[float, ...]:
        """The fitted response time at each point [ms]; 0 where there is none."""
        return tuple(0.0 if self._is_beyond(load) else self.response_at(load) for load in self.loads_iops)

    @cached_property
    def deviations(self) -> tuple[float, ...]:
        """The measured response time of each point over the fitted one, less 1 [-]."""
        if not self.stands:
            return (0.0,) * len(self.loads_iops)
        return tuple(ms * (1 - load / self.saturation_iops) / self.service_ms - 1 for load, ms in self._pairs)

    @property
    def typical_deviation(self) -> float:
        """The mean of the deviations, whatever their sign [-]."""
        return total_of(abs(each) for each in self.deviations) / self.points if self.points else 0.0

    @property
    def largest_deviation(self) -> float:
        """The largest of the deviations, whatever their sign [-]."""
        return max((abs(each) for each in self.deviations), default=0.0)

    @property
    def says(self) -> str:
        """Why the points do not determine the numbers; blank: they do."""
        if self.determined:
            return ""
        if self.points < FEWEST_POINTS:
            return TOO_FEW
        if rounded(self.highest_iops - self.lowest_iops) == 0:
            return ONE_LOAD
        if not self.stands:
            return NOT_RISING
        return TOO_WIDE if self.freedom else ALWAYS_FIT

    @cached_property
    def spread(self) -> float:
        """The weighted sum of the squares of how far the loads lie from their mean [(ms 1000 IOPS)^2]."""
        return total_of((ms * (load - self.mean_load) / 1000) ** 2 for load, ms in self._pairs)

    @property
    def freedom(self) -> float:
        """The degrees of freedom: points less fitted constants, one where the slope is 1 by the law; 0: no fit."""
        constants = 1 if self._serves_one else 2
        return max(0.0, self.points - constants) if self.stands else 0.0

    @cached_property
    def off(self) -> float:
        """Student's t times the standard deviation of a point, measured over fitted [-]; 0 where it is not known."""
        if not self.freedom:
            return 0.0
        times = STUDENT_T[int(min(len(STUDENT_T), self.freedom)) - 1]
        return times * math.sqrt(total_of(each * each for each in self.deviations) / self.freedom)

    @property
    def slope_off(self) -> float:
        """By how much the slope may be off, either way [-]; 0 where it is 1 by the law."""
        return self.off / math.sqrt(self.spread) if self.freedom and not self._serves_one else 0.0

    @property
    def rate_off(self) -> float:
        """By how much 1 / response time may be off without load, either way [1/ms]."""
        if not self.freedom:
            return 0.0
        return math.sqrt(self.off * self.off / self.weights + (self.slope_off * self.mean_load / 1000) ** 2)

    @property
    def load_off(self) -> float:
        """By how much the saturation may be off, either way, from the middle of its interval [1000 IOPS]."""
        rest = self._slope_for_certain
        if not self.freedom or rounded(rest) <= 0:
            return 0.0
        of_slope, of_rate = (self.slope_off * self.mean_rate) ** 2, self.off * self.off / self.weights
        slope = self.slope_used
        return math.sqrt(of_slope + of_rate * rest * slope * slope) / (rest * slope * slope)

    @property
    def determined(self) -> float:
        """1 where the points determine both numbers: neither interval is wider than its value. Else 0."""
        if not self.freedom or rounded(self._slope_for_certain) <= 0:
            return 0.0
        rate = self.rate_off * self.service_ms
        narrow = (
            rounded(2 * rate + rate * rate - 1) <= 0 and rounded(2000 * self.load_off / self.saturation_iops - 1) <= 0
        )
        return float(bool(narrow))

    @property
    def service_range_ms(self) -> tuple[float, float]:
        """Within which the service time is, in 95 of 100 such tests [ms]; 0 where it is not determined."""
        if not self.determined:
            return 0.0, 0.0
        rate = 1 / self.service_ms
        return 1 / (rate + self.rate_off), 1 / (rate - self.rate_off)

    @property
    def saturation_range_iops(self) -> tuple[float, float]:
        """Within which the saturation is, in 95 of 100 such tests [IOPS]; 0 where it is not determined."""
        if not self.determined:
            return 0.0, 0.0
        middle = self.mean_load / 1000 + self.mean_rate / (self.slope_used * self._slope_for_certain)
        return 1000 * (middle - self.load_off), 1000 * (middle + self.load_off)

    @property
    def _serves_one(self) -> bool:
        """Whether the slope is 1 by the law, and not fitted: the drive serves one operation at a time."""
        return bool(rounded(self.slope - 1) >= 0)

    @property
    def _slope_for_certain(self) -> float:
        """The share of the squared slope that its interval leaves [-]; 0 and less: the slope may be 0 as well."""
        return 1 - (self.slope_off / self.slope_used) ** 2 if self.stands else 0.0

    def response_at(self, load_iops: float) -> float:
        """The fitted response time at a load of one drive below the saturation [ms]; 0 where there is no fit."""
        return self.service_ms / (1 - load_iops / self.saturation_iops) if self.stands else 0.0

    @property
    def _pairs(self) -> tuple[tuple[float, float], ...]:
        return tuple(zip(self.loads_iops, self.response_ms, strict=True))

    def _per_weight(self, total: float) -> float:
        return total / self.weights if self.weights else 0.0

    def _is_beyond(self, load_iops: float) -> bool:
        return bool(self.stands and rounded(load_iops / self.saturation_iops - FULL) >= 0)


def calibrate(
    iops: Sequence[float],
    response_ms: Sequence[float],
    drives: float | Sequence[float] = 1.0,
    read_share: float | Sequence[float] = 1.0,
    write_penalty: float | Sequence[float] = 1.0,
) -> Calibration:
    """Service time and saturation of a drive from measured points of load and response time.

    Parameters
    ----------
    iops : sequence of float
        Front-end load of each point, as the test reports it [IOPS]
    response_ms : sequence of float
        Mean response time of each point [ms]
    drives : float or sequence of float
        Drives that carry the load, of all points or of each [drives]
    read_share : float or sequence of float
        Reads as a share of the load, of all points or of each [0..1]
    write_penalty : float or sequence of float
        Back-end operations per front-end write, of all points or of each [-]

    Returns
    -------
    Calibration
        Service time [ms], saturation [IOPS], lowest and highest load [IOPS], and per point the fitted response
        time [ms] and its deviation [-]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, the lists differ in length, there are fewer than two
        points, all have the same load per drive, or the response time does not rise with the load.

    Notes
    -----
    The load of a drive is x = iops (read_share + (1 - read_share) write_penalty) / drives. The law is
    R = S / (1 - x / X), the response time of random arrivals and exponential service [src], with X = m / S where m
    operations are served side by side [Little's law]. So 1 / R = 1 / S - x / (m S) is a straight line. The fit makes
    the sum of the squares of R / fitted - 1 least: a regression of 1 / R on x with the weights R^2 [exact]. Where
    it gives m below 1 it is m = 1, and S alone is fitted, which for one point is S = R / (1 + R x). It holds from the
    lowest to the highest load measured.

    Both numbers have an interval, which holds them in 95 of 100 such tests if the points scatter normally around the
    law, by a like share [exact]: of the service time by Student's t, of the saturation, a quotient, by Fieller's
    theorem. Two constants leave points - 2 degrees of freedom, one leaves points - 1. Where an interval is wider than
    its value, or two constants are fitted to two points, the points do not determine them: `determined` is 0 and
    `says` has the reason. A write that waits for several drives is taken as one operation: measure
    reads, or writes that end in a cache.

    Examples
    --------
    A disk that serves one I/O at a time in 8 ms, and a drive with several side by side:

    >>> fit = calibrate([25, 50, 75, 100], [10, 13.333333333, 20, 40])
    >>> round(fit.service_ms, 6), round(fit.saturation_iops, 6), round(fit.side_by_side, 6)
    (8.0, 125.0, 1.0)
    >>> fit = calibrate([4500, 6846], [2.0, 5.5])
    >>> round(fit.service_ms, 3), round(fit.saturation_iops)
    (0.901, 8187)
    >>> fit.determined, fit.says
    (0.0, 'two points always fit')

    Points that scatter by some per cent:

    >>> fit = calibrate([25, 50, 75, 100], [10.2, 13.1, 20.3, 39.8])
    >>> [round(ms, 2) for ms in fit.service_range_ms]
    [7.57, 8.63]

    References
    ----------
    NIST/SEMATECH, e-Handbook of Statistical Methods, section 1.3.6.7.2 (critical values of Student's t). E. C.
    Fieller, Some Problems in Interval Estimation, J. R. Stat. Soc. B 16 (1954).
    EMC, Information Storage and Management (response time = service time / (1 - utilization)). The two points:
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop, sections 5.3 and 5.4.2, where 2 ms is an upper
    bound and 5.5 ms the middle of 5 to 6.
    """
    loads = _check_each("iops", iops, "IOPS", len(iops), above=0)
    times = _check_each("response_ms", response_ms, "ms", len(loads), above=0)
    count = _check_each("drives", drives, "drives", len(loads), above=0)
    reads = _check_each("read_share", read_share, "", len(loads), at_least=0, at_most=1)
    penalty = _check_each("write_penalty", write_penalty, "", len(loads), at_least=0)
    of_drives = tuple(_load_of_drive(*point) for point in zip(loads, count, reads, penalty, strict=True))
    fit = Calibration(of_drives, times)
    if not fit.stands:
        raise InputError("points", f"{len(loads)} of them", f"a response time that rises with the load, but {fit.says}")
    return fit


def _load_of_drive(iops: float, drives: float, read_share: float, write_penalty: float) -> float:
    return iops * (read_share + (1 - read_share) * write_penalty) / drives


def _check_each(
    name: str,
    given: float | Sequence[float],
    unit: str,
    count: int,
    *,
    at_least: float | None = None,
    above: float | None = None,
    at_most: float | None = None,
) -> tuple[float, ...]:
    """A number for each point, checked; one alone is that of all."""
    if isinstance(given, (int, float)):
        given = [given] * count
    if len(given) != count:
        raise InputError(name, f"{len(given)} entries", f"{count} entries, one for each load")
    checked = [numbers(f"{name} of point {at}", each, unit, at_least=at_least, above=above, at_most=at_most)
               for at, each in enumerate(given, start=1)]  # fmt: skip
    if not all(isinstance(each, float) for each in checked):
        raise InputError(name, "arrays", f"a single number of {unit or 'each point'}")
    return tuple(each for each in checked if isinstance(each, float))
