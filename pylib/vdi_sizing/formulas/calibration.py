"""Measured points of a drive or a store, and the service time and saturation that they give.

The law is that of the model for drives whose evenness of the service times is 1: R = S / (1 - x / X), with the
load x of one drive, the service time S and the saturation X. Its inverse 1 / R falls in a straight line with the load,
so that a plain weighted regression finds both, in a spreadsheet as well as here.
"""

from __future__ import annotations

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
NOT_RISING = "the response time does not rise with the load"


@dataclass(frozen=True)
class Calibration:
    """What measured points say of a drive; without a fit its numbers are 0.

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
        """Why there is no fit; blank: there is one."""
        if self.stands:
            return ""
        if self.points < FEWEST_POINTS:
            return TOO_FEW
        return ONE_LOAD if rounded(self.highest_iops - self.lowest_iops) == 0 else NOT_RISING

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
    lowest to the highest load measured. A write that waits for several drives is taken as one operation: measure
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

    References
    ----------
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
