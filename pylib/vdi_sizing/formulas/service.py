"""Response time of drives whose service varies less than an exponential one: the law with a service shape.

Service is the sum of `service_shape` equal exponential steps (an Erlang distribution): 1 is exponential, 8 varies
like a disk. Times are in multiples of the service time of a drive, 1000 / drive IOPS, and have no unit then;
`utilization` is the back-end load over what the drives sustain. A leg is one operation on one drive, with its wait.

The wait for one drive has the right mean, and a tail that is taken as exponential. A write waits for the longest
of its legs, which are taken to be independent. Where a write has two phases (RAID 5 and 6), their waits on a drive are
taken to be alike the more the busier it is: a drive with a queue has one in the second phase too. With shape 1 the
law is that of `leg_times`, whose two phases are independent.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from vdi_sizing._arrays import (
    Numbers,
    Value,
    divide,
    exp,
    filled,
    log,
    maximum,
    minimum,
    numbers,
    of_one_shape,
    rounded,
    sqrt,
    where,
)
from vdi_sizing.formulas.arguments import with_arguments_described
from vdi_sizing.formulas.leg_times import Mix, _quantile_root, _share_within

LARGEST_SHAPE = 20
"""Steps of the service; with more of them it hardly varies less."""
DISK_SHAPE = 8.0
"""Squared variation 1/8, that of a seek with a deviation of 3.6 ms and a uniform rotation."""
STEEPEST_WAIT = 0.95
"""Highest rate of the wait's tail over that of a step of service; only idle drives of shape 1 get there."""
LAG = 0.45
"""Deviations of a service; chosen so that no share comes out higher than simulated."""
LARGEST_STEPS = 700.0
"""Time in steps of service from which on no operation is still served, to any digit."""
SMALLEST_TAIL = 1e-300
"""Keeps a logarithm finite."""
SMALLEST_SHARE = 1e-9
"""Shares are compared to nine decimals, so that none closer to 0 or 1 has to be solved for."""
FLAT = 1e-12
"""Two logarithms of the tail that are as near as this: the secant has arrived."""
SECANT_STEPS = 15
"""As many rows as the workbook gives them; enough for a share within 2e-7 at every target."""


class Load(NamedTuple):
    """What the response time depends on, apart from time and utilization."""

    service_shape: Value
    read_share: Value
    write_phases: Value
    write_fork: Value
    read_hit: Value
    write_back: Value


class Constants(NamedTuple):
    """What of a load does not change with time or utilization."""

    residual: Value
    """Wait behind the service at work on nearly idle drives: the variability, where all services are alike."""
    reads: Value
    lag: Value
    leg_steps: Value
    read_pace: Value
    leg_pace: Value
    """Steps of the service of a leg, both phases together, and steps of a read and of a leg per service time."""


@with_arguments_described
def mean_service_times(
    utilization: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    service_shape: Numbers = 1.0,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Mean response time, in multiples of the service time of a drive; what a cache answers counts 0.

    Returns
    -------
    float or array
        Mean response time over service time [-]

    Notes
    -----
    A leg takes E = 1 + v rho / (1 - rho), Pollaczek and Khinchine's mean with v = (1 + 1/k) / 2 [exact for one
    drive], with the deviation s, s^2 = 1/k + v^2 (1 / (1 - rho)^2 - 1). A phase takes E + (1/2 + ... + 1/fork) s
    [exact for shape 1 and independent legs; mine otherwise]. In two-phase layouts v is raised by (1 - v) times
    the share of the operations that are second phases: such a one comes as another ends, and finds whole
    services in front of it, not the rest of one [mine][sim].

    Examples
    --------
    >>> round(mean_service_times(0.5, 1, 1, 1), 9)
    2.0
    >>> round(mean_service_times(0.5, 1, 1, 1, service_shape=8), 9)
    1.5625
    >>> round(mean_service_times(0.5, 0.4, 2, 3, service_shape=8), 3)
    4.177

    References
    ----------
    That the mean wait of a queue depends on the variance of the service only: F. Pollaczek 1930, A. Khinchine
    1932. R. Nelson and A. Tantawi, IEEE Transactions on Computers 37 (1988), doi:10.1109/12.2213.
    """
    busy = numbers("utilization", utilization, at_least=0, below=1)
    return mean_time(busy, checked_load(service_shape, read_share, write_phases, write_fork, read_hit, write_back))


@with_arguments_described
def share_within_service_times(
    service_times: Numbers,
    utilization: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    service_shape: Numbers = 1.0,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Share of the I/Os that end within a multiple of the service time of a drive.

    Parameters
    ----------
    service_times : float or array
        Limit over the service time of a drive [-]

    Returns
    -------
    float or array
        Share of the I/Os [0..1]

    Notes
    -----
    A leg takes longer than x for the share T(x) = Q(k, k x) + rho e^(-a x) (1 - Q(k, (k - a) x)) / (1 - a/k)^k,
    with Q(k, y) = e^-y (1 + y + ... + y^(k-1) / (k-1)!) and a = (1 - rho) / v [exact for shape 1; otherwise the
    wait's tail is taken as exponential]. A write of one phase is in time for the share (1 - T(x))^fork. With two
    phases and a shape above 1 it is the same at x / 2 - 0.45 (1/2 + ... + 1/fork) / sqrt(k), with the shape 2 k of two
    services, the chance 1 - (1 - rho)^2 of a wait in either phase, and a = 2 (1 - rho) / ((1 + rho) v) [mine][fit
    to simulation]. v is that of `mean_service_times`.

    Examples
    --------
    ETRI's 48 drives, 50 ms being 3.75 service times of 75 IOPS: exponential and disk-like.

    >>> round(share_within_service_times(3.75, 0.85333, 0.4, 1, 2), 4)
    0.2766
    >>> round(share_within_service_times(3.75, 0.85333, 0.4, 1, 2, service_shape=8), 2)
    0.44

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3.
    """
    limit = numbers("service_times", service_times, at_least=0)
    busy = numbers("utilization", utilization, at_least=0, below=1)
    load = checked_load(service_shape, read_share, write_phases, write_fork, read_hit, write_back)
    return share_in_time(limit, busy, load)


@with_arguments_described
def quantile_service_times(
    share: Numbers,
    utilization: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    service_shape: Numbers = 1.0,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Time within which a share of the I/Os ends, in multiples of the service time of a drive.

    Returns
    -------
    float or array
        Percentile over service time; 0 where the cache alone answers that share [-]

    Notes
    -----
    The root of `share_within_service_times` [exact for one drive and shape 1; mine otherwise], by fifteen secant
    steps on the logarithm of the odds to be late, from the two times at which reads alone and writes alone would
    end, were they exponential with the mean and the deviation of a leg.

    Examples
    --------
    >>> round(quantile_service_times(0.8, 0.46, 0.4, 1, 2), 2)
    3.76
    >>> round(quantile_service_times(0.8, 0.46, 0.4, 1, 2, service_shape=8), 2)
    2.38

    References
    ----------
    N. Gunther, The Pith of Performance, 2013-12-25 (percentiles of exponential times).
    """
    target = numbers("share", share, above=0, below=1)
    busy = numbers("utilization", utilization, at_least=0, below=1)
    load = checked_load(service_shape, read_share, write_phases, write_fork, read_hit, write_back)
    return time_of_share(target, busy, load)


# --- checking ------------------------------------------------------------------------------------------


@of_one_shape
def checked_load(
    service_shape: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    read_hit: Numbers,
    write_back: Numbers,
) -> Load:
    """The arguments, checked."""
    return Load(
        numbers("service_shape", service_shape, at_least=1, at_most=LARGEST_SHAPE, whole=True),
        numbers("read_share", read_share, at_least=0, at_most=1),
        numbers("write_phases", write_phases, at_least=1, at_most=2, whole=True),
        numbers("write_fork", write_fork, at_least=1, at_most=3, whole=True),
        numbers("read_hit", read_hit, at_least=0, at_most=1),
        numbers("write_back", write_back, at_least=0, at_most=1),
    )


# --- the formulas --------------------------------------------------------------------------------------


def is_exponential(load: Load) -> bool:
    """Whether the law of exponential service is all that is asked for."""
    return isinstance(load.service_shape, float) and load.service_shape == 1


def cached_share(load: Load) -> Value:
    """Share of the I/Os that end in the cache."""
    return load.read_share * load.read_hit + (1 - load.read_share) * load.write_back


def read_weight(load: Load) -> Value:
    """Reads as a share of the I/Os that wait for the drives."""
    reads = load.read_share * (1 - load.read_hit)
    return divide(reads, reads + (1 - load.read_share) * (1 - load.write_back), otherwise=1.0)


def waiting_share(share: Value, load: Load) -> Value:
    """The share that is left to the I/Os that wait for the drives."""
    cached = cached_share(load)
    waiting = divide(share - cached, 1 - cached, otherwise=0.0)
    return minimum(1 - SMALLEST_SHARE, maximum(SMALLEST_SHARE, waiting))


def variability(load: Load) -> Value:
    """Half the sum of the squared variations of arrivals and service, raised where phases follow each other."""
    plain = (1 + 1 / load.service_shape) / 2
    return plain + (1 - plain) * second_phases(load)


def second_phases(load: Load) -> Value:
    """Second phases of writes as a share of the operations."""
    writes = (1 - load.read_share) * load.write_phases * load.write_fork
    of_writes = divide(writes, load.read_share * (1 - load.read_hit) + writes, otherwise=0.0)
    return of_writes * (1 - 1 / load.write_phases)


def fork_excess(write_fork: Value) -> Value:
    """What the longest of the legs takes beyond the mean of one, in deviations of a leg."""
    return where(write_fork >= 2, 1 / 2, 0.0) + where(write_fork >= 3, 1 / 3, 0.0)


def leg_mean(busy: Value, residual: Value) -> Value:
    """Mean time of a leg."""
    return 1 + residual * busy / (1 - busy)


def leg_deviation(busy: Value, residual: Value, shape: Value) -> Value:
    """Standard deviation of the time of a leg."""
    return sqrt(1 / shape + residual * residual * (1 / ((1 - busy) * (1 - busy)) - 1))


def mean_time(busy: Value, load: Load) -> Value:
    """Mean time of an I/O."""
    v = variability(load)
    return legs(load) * leg_mean(busy, v) + deviations(load) * leg_deviation(busy, v, load.service_shape)


def legs(load: Load) -> Value:
    """Legs that the mean I/O takes one after the other."""
    return load.read_share * (1 - load.read_hit) + _waiting_phases(load)


def deviations(load: Load) -> Value:
    """Deviations of a leg that the mean I/O takes beyond them, since a write waits for the longest of its legs."""
    return _waiting_phases(load) * fork_excess(load.write_fork)


def _waiting_phases(load: Load) -> Value:
    return (1 - load.read_share) * (1 - load.write_back) * load.write_phases


def share_in_time(limit: Value, busy: Value, load: Load) -> Value:
    """Share of the I/Os within a limit."""
    exponential = _share_within(limit * (1 - busy), Mix(*load[1:]))
    if is_exponential(load):
        return exponential
    return where(load.service_shape == 1, exponential, shaped_share(limit, busy, load, constants(load)))


def shaped_share(limit: Value, busy: Value, load: Load, constant: Constants) -> Value:
    """The same by the law of shapes alone."""
    cached = cached_share(load)
    return cached + (1 - cached) * maximum(0.0, 1 - tail_of(limit, busy, load, constant))


def tail(limit: Value, busy: Value, load: Load) -> Value:
    """Share of the I/Os that wait for the drives and take longer."""
    return tail_of(limit, busy, load, constants(load))


def constants(load: Load) -> Constants:
    """What the tail takes from the load, at any time and utilization."""
    shape = load.service_shape
    return Constants(variability(load), read_weight(load), lag(load), load.write_phases * shape, shape, shape)


def tail_of(limit: Value, busy: Value, load: Load, constant: Constants) -> Value:
    """`tail`, for many times or utilizations of one load."""
    read, leg = late_reads(limit, busy, load, constant), late_legs(limit, busy, load, constant)
    return constant.reads * read + (1 - constant.reads) * (1 - (1 - leg) ** load.write_fork)


def late_reads(limit: Value, busy: Value, load: Load, constant: Constants) -> Value:
    """Share of the reads that take longer."""
    return _leg_tail(limit, busy, (1 - busy) / constant.residual, load.service_shape, constant.read_pace)


def late_legs(limit: Value, busy: Value, load: Load, constant: Constants) -> Value:
    """Share of the legs of a write, both phases together, that take longer."""
    phases = load.write_phases
    waiting = 1 - (1 - busy) ** phases
    rate = (1 - busy) / (1 + (phases - 1) * busy) / constant.residual
    left = maximum(0.0, limit - constant.lag)
    return _leg_tail(left, waiting, rate, constant.leg_steps, constant.leg_pace)


def lag(load: Load) -> Value:
    """What the longest legs of two phases take beyond the longest leg of both."""
    phases = load.write_phases
    return phases * (phases - 1) * LAG * fork_excess(load.write_fork) / sqrt(load.service_shape)


def _leg_tail(limit: Value, waiting: Value, rate: Value, steps: Value, pace: Value) -> Value:
    rate = minimum(STEEPEST_WAIT * pace, rate)
    still_waits = waiting * exp(-rate * limit) / (1 - rate / pace) ** steps
    return erlang_tail(steps, pace * limit) + still_waits * (1 - erlang_tail(steps, (pace - rate) * limit))


def erlang_tail(shape: Value, steps: Value) -> Value:
    """Share of the services that take longer than so many steps: the spreadsheet's POISSON(shape-1, steps, TRUE)."""
    y = minimum(LARGEST_STEPS, steps)
    series: Value = 1.0 + 0.0 * y
    if isinstance(shape, float):
        for i in range(int(shape) - 1, 0, -1):
            series = 1 + series * y / i
    else:
        for i in range(2 * LARGEST_SHAPE - 1, 0, -1):
            series = where(shape > i, 1 + series * y / i, 1.0)
    return exp(-y) * series


def time_of_share(share: Value, busy: Value, load: Load) -> Value:
    """Time within which a share of the I/Os ends."""
    exponential = _quantile_root(share, Mix(*load[1:])) / (1 - busy)
    if is_exponential(load):
        return exponential
    shaped = time_steps(share, busy, load, constants(load))[-1][0]
    shaped = where(rounded(1 - share) > 0, shaped, filled(math.inf, shaped))
    root = where(load.service_shape == 1, exponential, shaped)
    return where(rounded(share - cached_share(load)) <= 0, filled(0.0, root), root)


def time_steps(share: Value, busy: Value, load: Load, constant: Constants) -> list[tuple[Value, Value]]:
    """The secant steps to the time of a share: each with how far its odds to be late are from those wanted."""
    p = waiting_share(share, load)
    mean = leg_mean(busy, constant.residual)
    deviation = leg_deviation(busy, constant.residual, load.service_shape)
    fast, slow = exponential_times(p, load)
    first = maximum(mean / 2, mean + deviation * (fast - 1))
    last = maximum(first * 1.01, load.write_phases * mean + deviation * (slow - load.write_phases))
    steps = [(x, miss(tail_of(x, busy, load, constant), p)) for x in (first, last)]
    while len(steps) < SECANT_STEPS:
        before = steps[-1][0]
        x = minimum(1.5 * before, maximum(before / 2, secant(*steps[-2], *steps[-1])))
        steps.append((x, miss(tail_of(x, busy, load, constant), p)))
    return steps


def exponential_times(p: Value, load: Load) -> tuple[Value, Value]:
    """Times within which a share of the reads, and of the writes at the latest, ends with exponential legs."""
    fork, phases = load.write_fork, load.write_phases
    return -log(1 - p), -phases * log(1 - p ** (1 / (phases * fork)))


def secant(x0: Value, miss0: Value, x1: Value, miss1: Value) -> Value:
    """Where the line through two points meets 0; the second point where they are level."""
    level = (miss1 - miss0) * (miss1 - miss0) < FLAT * FLAT
    return where(level, x1, x1 - miss1 * (x1 - x0) / where(level, 1.0, miss1 - miss0))


def miss(tail_share: Value, p: Value) -> Value:
    """Logarithm of the odds to be late over those wanted: 0 at the root.

    Nearly straight at both ends: as the tail itself where few are late, and as the logarithm of the time where few
    are in time, which is where a secant on the tail alone gets stuck.
    """
    return log(maximum(SMALLEST_TAIL, tail_share) / (1 - p)) - log(maximum(SMALLEST_TAIL, 1 - tail_share) / p)
