"""Response times in multiples of a leg's: what a RAID level makes of the time of one operation on one drive.

One operation on one drive (a leg) takes an exponential time, exactly so for exponential service and as an
approximation otherwise. A write that waits for several legs, one after the other or at the same time, takes a multiple
of it. A time divided by the mean time of a leg is written u, and has no unit: what the RAID level does to the response
time depends on u alone, and `share_within`, `quantile_root` and `mean_multiplier` work on it.

The legs of a write are taken to be independent, which they are not quite. Against simulation with exponential
service the share within a limit comes out 0 to 1.5 points low for mirrored pairs, up to 4 low for three-way
mirrors, and within 4 points for RAID 5 and 6, whose mean comes out up to 10 % low. With disk-like service and
its v of 0.56 mirrors are on the safe side by up to 10 points, RAID 5 and 6 are not: at a utilization of 85 %
their mean comes out up to 20 % low [sim].
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
    rounded,
    sqrt,
    where,
)
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.arguments import with_arguments_described

TAIL_TERMS = (
    (1.0, 2.0, 3.0, 1.0, -4.0, -18.0),  # e^-u
    (0.0, 0.0, 0.0, 1.0, 4.0, 9.0),  # u e^-u
    (0.0, -1.0, -3.0, 0.0, 5.0, 9.0),  # e^-2u
    (0.0, 0.0, 0.0, 0.0, 2.0, 18.0),  # u e^-2u
    (0.0, 0.0, 1.0, 0.0, 0.0, 10.0),  # e^-3u
    (0.0, 0.0, 0.0, 0.0, 0.0, 3.0),  # u e^-3u
)
"""Share of the writes that take longer than u: the factors of its six terms, each for 1x1, 1x2, 1x3, 2x1, 2x2
and 2x3 (phases x legs that a phase waits for). That of the reads is e^-u."""
NEWTON_STEPS = 8
"""As many rows as the workbook gives them; seven are enough for 1e-9."""
SMALLEST_SHARE = 1e-9
"""Shares are compared to nine decimals, so that none closer to 0 or 1 has to be solved for."""
SMALLEST_HAZARD = 1e-9
"""Keeps a Newton step finite where the tail is flat; the step then ends at its bound."""


class Mix(NamedTuple):
    """What the response time of a load depends on, apart from the speed of a leg."""

    read_share: Value
    write_phases: Value
    write_fork: Value
    read_hit: Value
    write_back: Value


@with_arguments_described
def write_multiplier(write_phases: Numbers, write_fork: Numbers) -> Value:
    """Mean time of a write, in multiples of the mean time of a leg.

    Returns
    -------
    float or array
        Multiplier [-]

    Raises
    ------
    InputError
        If an argument is not one of these numbers.

    Notes
    -----
    Phases x (1 + 1/2 + ... + 1/fork), the mean of the longest of independent exponential legs [exact for
    these]. The two legs of a mirrored pair share their arrivals; if all I/Os are writes the exact factor is
    (12 - utilization) / 8, so that 1.5 is 8 % high at a utilization of 85 % [src].

    Examples
    --------
    >>> write_multiplier(1, 2)
    1.5
    >>> round(write_multiplier(2, 3), 3)
    3.667

    References
    ----------
    R. Nelson and A. Tantawi, Approximate Analysis of Fork/Join Synchronization in Parallel Queues, IEEE
    Transactions on Computers 37 (1988), doi:10.1109/12.2213.
    """
    return _write_multiplier(*_checked_layout(write_phases, write_fork))


@with_arguments_described
def mean_multiplier(
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Mean time of an I/O, in multiples of the mean time of a leg; what a cache answers counts 0.

    Returns
    -------
    float or array
        Multiplier [-]

    Notes
    -----
    M = r (1 - hit) + (1 - r) (1 - write-back) x write multiplier: the mean over all I/Os [exact].

    Examples
    --------
    >>> round(mean_multiplier(0.4, 1, 2), 9)
    1.3
    >>> mean_multiplier(0.4, 1, 2, read_hit=0.5, write_back=True)
    0.2

    References
    ----------
    As for `write_multiplier`.
    """
    return _mean_multiplier(_checked_mix(read_share, write_phases, write_fork, read_hit, write_back))


@with_arguments_described
def share_within(
    u: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Share of the I/Os that end within u times the mean time of a leg.

    Parameters
    ----------
    u : float or array
        Limit over the mean time of a leg [-]

    Returns
    -------
    float or array
        Share of the I/Os [0..1]

    Notes
    -----
    Share = r (hit + (1 - hit) F_read) + (1 - r) F_write with F_read = 1 - e^-u [exact for M/M/1], and
    F_write = 1 with write-back. Otherwise a write takes the longest leg of each phase, and where these are
    independent [mine], F_write is

    - 1 x k: (1 - e^-u)^k
    - 2 x 1: 1 - (1 + u) e^-u
    - 2 x 2 (RAID 5): 1 + (4 - 4u) e^-u - (5 + 2u) e^-2u
    - 2 x 3 (RAID 6): 1 + (18 - 9u) e^-u - (9 + 18u) e^-2u - (10 + 3u) e^-3u

    Examples
    --------
    >>> round(share_within(2.029, 0.4, 1, 2), 4)
    0.8

    References
    ----------
    That the time in an M/M/1 queue is exponential: https://blackboxsoc.com/mm1-percentile.html.
    """
    limit = numbers("u", u, at_least=0)
    return _share_within(limit, _checked_mix(read_share, write_phases, write_fork, read_hit, write_back))


@with_arguments_described
def quantile_root(
    share: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Time within which a share of the I/Os ends, in multiples of the mean time of a leg.

    Returns
    -------
    float or array
        u*, the root of share_within(u*) = share; 0 where the cache alone answers that share [-]

    Notes
    -----
    The root of `share_within` [exact for one drive and M/M/1; mine otherwise]. What the cache answers is taken
    out first. Of the I/Os that wait for the drives, which are waiting = r (1 - hit) + (1 - r) (1 - write-back)
    of all, w = r (1 - hit) / waiting are reads, and p = (share - (r hit + (1 - r) write-back)) / waiting have to
    end within u*.

    The start is the root of a mirrored pair, u = -ln(1 - F) with F = 2p / (w + sqrt(w^2 + 4 (1 - w) p)).
    Eight steps of Newton's method follow, on the logarithm of the tail, which is nearly straight:
    u = min(slow, max(fast, u + ln(tail / (1 - p)) / max(1e-9, density / tail))). Here tail(u) is the share of
    the waiting I/Os that takes longer than u, and density(u) is minus its derivative; the root lies between
    fast = -ln(1 - p), where reads end, and slow = -phases ln(1 - p^(1 / (phases x fork))). The steps leave
    the start where it is for mirrored pairs, and put it at -ln(1 - p) for one drive: these two are closed
    forms. For the other layouts seven steps are exact to 1e-12, for p from 0.01 to 0.9999 and every read
    share.

    Examples
    --------
    >>> round(quantile_root(0.8, 0.4, 1, 2), 3)
    2.029
    >>> round(quantile_root(0.8, 0.4, 2, 3), 3)
    4.165

    References
    ----------
    The first row, -ln(1 - share), is N. Gunther's rule, The Pith of Performance, 2013-12-25: 5/3, 7/3 and 9/3
    of the mean for 80, 90 and 95 %.
    """
    target = numbers("share", share, above=0, below=1)
    return _quantile_root(target, _checked_mix(read_share, write_phases, write_fork, read_hit, write_back))


def _checked_layout(write_phases: Numbers, write_fork: Numbers) -> tuple[Value, Value]:
    return _whole("write_phases", write_phases, 2), _whole("write_fork", write_fork, 3)


def _whole(name: str, value: Numbers, at_most: int) -> Value:
    number = numbers(name, value, at_least=1, at_most=at_most)
    fraction = number % 1
    if fraction if isinstance(fraction, float) else fraction.any():
        raise InputError(name, value, f"a whole number from 1 to {at_most}")
    return number


def _checked_mix(
    read_share: Numbers, write_phases: Numbers, write_fork: Numbers, read_hit: Numbers, write_back: Numbers
) -> Mix:
    return Mix(
        numbers("read_share", read_share, at_least=0, at_most=1),
        *_checked_layout(write_phases, write_fork),
        numbers("read_hit", read_hit, at_least=0, at_most=1),
        numbers("write_back", write_back, at_least=0, at_most=1),
    )


# --- the formulas --------------------------------------------------------------------------------------


def _write_multiplier(write_phases: Value, write_fork: Value) -> Value:
    """`write_multiplier` of checked numbers."""
    second = where(write_fork >= 2, 1 / 2, 0.0)
    third = where(write_fork >= 3, 1 / 3, 0.0)
    return write_phases * (1 + second + third)


def _mean_multiplier(mix: Mix) -> Value:
    """`mean_multiplier` of a checked mix."""
    reads = mix.read_share * (1 - mix.read_hit)
    writes = (1 - mix.read_share) * (1 - mix.write_back)
    return reads + writes * _write_multiplier(mix.write_phases, mix.write_fork)


def _cached_share(mix: Mix) -> Value:
    """Share of the I/Os that end in the cache."""
    return mix.read_share * mix.read_hit + (1 - mix.read_share) * mix.write_back


def _cached_too_late(limit_ms: Value, cache_ms: Value, mix: Mix) -> Value:
    """Share of the I/Os that end in the cache but after the limit."""
    cached = _cached_share(mix)
    return where(rounded(cache_ms - limit_ms) <= 0, filled(0.0, cached), cached)


def _read_weight(mix: Mix) -> Value:
    """Reads as a share of the I/Os that wait for the drives."""
    reads = mix.read_share * (1 - mix.read_hit)
    return divide(reads, reads + (1 - mix.read_share) * (1 - mix.write_back), otherwise=1.0)


def _tail_factors(mix: Mix) -> list[Value]:
    """Factors of the six terms of the tail of the I/Os that wait for the drives."""
    layout = 3 * (mix.write_phases - 1) + mix.write_fork
    reads = _read_weight(mix)
    writes = [(1 - reads) * _pick(layout, factors) for factors in TAIL_TERMS]
    return [reads + writes[0], *writes[1:]]


def _pick(index: Value, choices: tuple[float, ...]) -> Value:
    """The spreadsheet's CHOOSE."""
    result: Value = choices[0]
    for number, choice in enumerate(choices[1:], start=2):
        result = where(index == number, choice, result)
    return result


def _tail(u: Value, factors: list[Value]) -> Value:
    """Share that takes longer than u."""
    return _slow_part(u, factors) * exp(-u)


def _slow_part(u: Value, factors: list[Value]) -> Value:
    """The tail without the factor e^-u of all its terms."""
    a, au, b, bu, c, cu = factors
    e = exp(-u)
    return a + au * u + (b + bu * u + (c + cu * u) * e) * e


def _density(u: Value, factors: list[Value]) -> Value:
    """Minus the derivative of the tail, without the same factor."""
    a, au, b, bu, c, cu = factors
    e = exp(-u)
    return a - au + au * u + (2 * b - bu + 2 * bu * u + (3 * c - cu + 3 * cu * u) * e) * e


def _share_within(u: Value, mix: Mix) -> Value:
    """`share_within` of a checked time and mix."""
    cached = _cached_share(mix)
    return cached + (1 - cached) * maximum(0.0, 1 - _tail(u, _tail_factors(mix)))


def _quantile_root(share: Value, mix: Mix) -> Value:
    """`quantile_root` of a checked share and mix; infinity for a share of 1 or more."""
    cached = _cached_share(mix)
    root = _root_steps(_waiting_share(share, mix), mix)[-1][-1]
    attainable = where(rounded(1 - share) > 0, root, filled(math.inf, root))
    return where(rounded(share - cached) <= 0, filled(0.0, root), attainable)


def _waiting_share(share: Value, mix: Mix) -> Value:
    """The share that is left to the I/Os that wait for the drives."""
    cached = _cached_share(mix)
    waiting = divide(share - cached, 1 - cached, otherwise=0.0)
    return minimum(1 - SMALLEST_SHARE, maximum(SMALLEST_SHARE, waiting))


def _root_steps(p: Value, mix: Mix) -> tuple[Value, Value, list[Value]]:
    """The bounds of the root, and the iteration from its start to its end."""
    reads = _read_weight(mix)
    factors = _tail_factors(mix)
    fast = -log(1 - p)
    slow = -mix.write_phases * log(1 - p ** (1 / (mix.write_phases * mix.write_fork)))
    steps = [-log(1 - 2 * p / (reads + sqrt(reads * reads + 4 * (1 - reads) * p)))]
    for _ in range(NEWTON_STEPS):
        u = steps[-1]
        slow_part = _slow_part(u, factors)
        hazard = maximum(SMALLEST_HAZARD, _density(u, factors) / slow_part)
        steps.append(minimum(slow, maximum(fast, u + (log(slow_part / (1 - p)) - u) / hazard)))
    return fast, slow, steps
