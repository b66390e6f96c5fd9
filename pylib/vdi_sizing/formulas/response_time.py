"""Response time of a RAID group: its mean, the share of I/Os within a limit, and sizing to either.

Each drive is a queue with random arrivals. One operation on one drive (a leg) takes an exponential time,
exactly so for exponential service and as an approximation otherwise. A write that waits for several legs, one
after the other or at the same time, takes a multiple of it. A time divided by the mean time of a leg is
written u, and has no unit: what the RAID level does to the response time depends on u alone, and
`share_within`, `quantile_root` and `mean_multiplier` work on it. The figures take RAID level, load and drives
from there to milliseconds.

The legs of a write are taken to be independent, which they are not quite. Against simulation with exponential
service the share within a limit comes out 0 to 1.5 points low for mirrored pairs, up to 4 low for three-way
mirrors, and within 4 points for RAID 5 and 6, whose mean comes out up to 10 % low. With disk-like service and
its v of 0.56 mirrors are on the safe side by up to 10 points, RAID 5 and 6 are not: at a utilization of 85 %
their mean comes out up to 20 % low [sim].
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from vdi_sizing._arrays import (
    Numbers,
    Value,
    divide,
    exp,
    log,
    maximum,
    minimum,
    numbers,
    round_up_to_multiple,
    rounded,
    sqrt,
    where,
)
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.disks import backend_iops
from vdi_sizing.tables.raid_levels import raid_level

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
LARGEST_IDLE_RATIO = 1 - 1e-6
"""Idle response time over limit; above it the drives needed grow without bounds."""


class Mix(NamedTuple):
    """What the response time of a load depends on, apart from the speed of a leg."""

    read_share: Value
    write_phases: Value
    write_fork: Value
    read_hit: Value
    write_back: Value


# --- figures without a unit: times in multiples of the mean time of a leg -----------------------------


def write_multiplier(write_phases: Numbers, write_fork: Numbers) -> Value:
    """Mean time of a write, in multiples of the mean time of a leg.

    Parameters
    ----------
    write_phases : float or array
        Phases of a write, one after the other: 1 or 2 [-]
    write_fork : float or array
        Legs that a phase waits for: 1, 2 or 3 [-]

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


def mean_multiplier(
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Mean time of an I/O, in multiples of the mean time of a leg; what a cache answers counts 0.

    Parameters
    ----------
    read_share : float or array
        Reads as a share of the front-end load [0..1]
    write_phases : float or array
        Phases of a write, one after the other: 1 or 2 [-]
    write_fork : float or array
        Legs that a phase waits for: 1, 2 or 3 [-]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]

    Returns
    -------
    float or array
        Multiplier [-]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range.

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
    read_share : float or array
        Reads as a share of the front-end load [0..1]
    write_phases : float or array
        Phases of a write, one after the other: 1 or 2 [-]
    write_fork : float or array
        Legs that a phase waits for: 1, 2 or 3 [-]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]

    Returns
    -------
    float or array
        Share of the I/Os [0..1]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range.

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


def quantile_root(
    share: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Time within which a share of the I/Os ends, in multiples of the mean time of a leg.

    Parameters
    ----------
    share : float or array
        Share of the I/Os [above 0, below 1]
    read_share : float or array
        Reads as a share of the front-end load [0..1]
    write_phases : float or array
        Phases of a write, one after the other: 1 or 2 [-]
    write_fork : float or array
        Legs that a phase waits for: 1, 2 or 3 [-]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]

    Returns
    -------
    float or array
        u*, the root of share_within(u*) = share; 0 where the cache alone answers that share [-]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range.

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


def root_workings(share: Value, mix: Mix) -> dict[str, Value]:
    """Each step of `quantile_root`, as the workbook's Workings sheet shows it, by the ends of its lines' names."""
    p = _waiting_share(share, mix)
    fast, slow, steps = _root_steps(p, mix)
    return {"p": p, "fast": fast, "slow": slow, **{str(step): u for step, u in enumerate(steps)}}


def tail_workings(mix: Mix) -> dict[str, Value]:
    """The factors of the tail, as the workbook's Workings sheet shows them, by the ends of its lines' names."""
    factors = {f"tail_{position}": factor for position, factor in enumerate(_tail_factors(mix), start=1)}
    return {"read_weight": _read_weight(mix), **factors}


def highest_utilization(
    limit_ms: Numbers, multiplier: Numbers, drive_iops: Numbers, variability: Numbers = 1.0
) -> Value:
    """Highest utilization at which a response time is met.

    Parameters
    ----------
    limit_ms : float or array
        What is left of the limit for the drives; below 0 where the cache alone exceeds it [ms]
    multiplier : float or array
        Multiple of a leg's mean time that has to fit: `quantile_root` or `mean_multiplier` [-]
    drive_iops : float or array
        What one drive sustains [IOPS]
    variability : float or array
        Half the sum of the squared variations of arrivals and service; 1 for M/M/1 [above 0]

    Returns
    -------
    float or array
        Utilization; 0 where the limit cannot be met, 1 where the drives do not matter [0..1]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range.

    Notes
    -----
    (1 - x) / (1 - x + v x) with x = multiplier x 1000 / (drive IOPS x limit), the response time of an idle
    drive over the limit; unattainable if x is above 1 - 1e-6. A single cap for all drives, "70 %", is wrong
    for slow drives and wasteful for fast ones [exact for one drive and M/M/1; mine otherwise].

    Examples
    --------
    >>> root = quantile_root(0.8, 0.4, 1, 2)
    >>> [round(highest_utilization(50, root, iops), 2) for iops in (75, 125, 180)]
    [0.46, 0.68, 0.77]

    References
    ----------
    The rule of 70 %: EMC, Information Storage and Management.
    """
    return _highest_utilization(
        numbers("limit_ms", limit_ms, "ms"),
        numbers("multiplier", multiplier, at_least=0),
        numbers("drive_iops", drive_iops, "IOPS", above=0),
        numbers("variability", variability, above=0),
    )


def drive_response_ms(drive_iops: Numbers, utilization: Numbers, variability: Numbers = 1.0) -> Value:
    """Mean time of a leg, which is one operation on one drive.

    Parameters
    ----------
    drive_iops : float or array
        What one drive sustains [IOPS]
    utilization : float or array
        Back-end load over what the drives sustain [-]
    variability : float or array
        Half the sum of the squared variations of arrivals and service; 1 for M/M/1 [above 0]

    Returns
    -------
    float or array
        Mean response time; infinite where the drive is saturated [ms]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range.

    Notes
    -----
    1000 / drive IOPS x (1 + v utilization / (1 - utilization)). v = 1 is M/M/1; random arrivals and the
    service of a disk are 0.56 (Pollaczek-Khinchine) [exact]; other v are Allen-Cunneen's approximation. Do
    not use v for bursts: spread over many drives short bursts vanish, and slow ones are a matter of
    the peak load (`peaks`).

    Examples
    --------
    >>> round(drive_response_ms(75, 0.8533), 1)
    90.9
    >>> drive_response_ms(75, 1.0)
    inf

    References
    ----------
    EMC, Information Storage and Management (response time = service time / (1 - utilization)); R. Doyle et
    al., Model-Based Resource Provisioning in a Web Service Utility, USITS 2003 (the same shape).
    """
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    busy = numbers("utilization", utilization, at_least=0)
    saturated, leg_ms = _leg(rating, busy, numbers("variability", variability, above=0))
    return where(saturated, _filled(math.inf, leg_ms), leg_ms)


# --- figures of a RAID group --------------------------------------------------------------------------


def utilization(
    drives: Numbers,
    drive_iops: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    raid: str = "RAID 10",
    read_hit: Numbers = 0.0,
    write_coalesced: Numbers = 0.0,
) -> Value:
    """Back-end load over what the drives sustain.

    Parameters
    ----------
    drives : float or array
        Number of drives [drives]
    drive_iops : float or array
        What one drive sustains [IOPS]
    read_iops : float or array
        Front-end reads (ROPS) [IOPS]
    write_iops : float or array
        Front-end writes (WOPS) [IOPS]
    raid : str
        RAID level of the table.
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    write_coalesced : float or array
        Share of the back-end writes that a write-back cache removes [0..1]

    Returns
    -------
    float or array
        Utilization; from 1 on the drives are saturated [-]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the RAID level is unknown.

    Notes
    -----
    Back-end IOPS / (drives x drive IOPS) [exact].

    Examples
    --------
    >>> round(utilization(48, 75, 768, 1152), 4)
    0.8533

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3: 96 users of 20 IOPS, 40 % reads.
    """
    count = numbers("drives", drives, "drives", above=0)
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    penalty = raid_level(raid).write_penalty
    return backend_iops(read_iops, write_iops, penalty, read_hit, write_coalesced) / (count * rating)


def response_time_ms(
    drives: Numbers,
    drive_iops: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    raid: str = "RAID 10",
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    variability: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
) -> Value:
    """Mean response time of a RAID group.

    Parameters
    ----------
    drives : float or array
        Number of drives [drives]
    drive_iops : float or array
        What one drive sustains [IOPS]
    read_iops : float or array
        Front-end reads (ROPS) [IOPS]
    write_iops : float or array
        Front-end writes (WOPS) [IOPS]
    raid : str
        RAID level of the table.
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    variability : float or array
        Half the sum of the squared variations of arrivals and service; 1 for M/M/1 [above 0]
    write_coalesced : float or array
        Share of the back-end writes that a write-back cache removes [0..1]
    cache_ms : float or array
        Response time of the cache [ms]

    Returns
    -------
    float or array
        Mean response time; infinite where the drives are saturated [ms]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the RAID level is unknown.

    Notes
    -----
    Mean time of a leg x M + cached share x cache time, with M of `mean_multiplier`. One drive, reads only,
    is M/M/1: service time / (1 - utilization) [exact]. Mirrored pairs come out up to 15 % high, RAID 5 and 6
    up to 10 % low, with disk-like service up to 20 % [sim]. Do not use it for flash arrays: at their mean
    load it gives 0.3 to 0.4 ms where Dell's graphs show up to 2, 6 and 10 ms.

    Examples
    --------
    >>> response_time_ms(1, 100, 50, 0, "RAID 0")
    20.0
    >>> round(response_time_ms(48, 75, 768, 1152), 1)
    118.2
    >>> response_time_ms(24, 75, 768, 1152)
    inf

    References
    ----------
    EMC, Information Storage and Management (response time = service time / (1 - utilization)); R. Nelson and
    A. Tantawi, IEEE Transactions on Computers 37 (1988).
    """
    mix = _checked_load_mix(read_iops, write_iops, raid, write_back, read_hit)
    busy = utilization(drives, drive_iops, read_iops, write_iops, raid, read_hit, write_coalesced)
    saturated, leg_ms = _checked_leg(drive_iops, busy, variability)
    cache = numbers("cache_ms", cache_ms, "ms", at_least=0)
    mean_ms = leg_ms * _mean_multiplier(mix) + cache * _cached_share(mix)
    return where(saturated, _filled(math.inf, mean_ms), mean_ms)


def share_within_ms(
    limit_ms: Numbers,
    drives: Numbers,
    drive_iops: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    raid: str = "RAID 10",
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    variability: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
) -> Value:
    """Share of the I/Os that a RAID group answers within a limit.

    Parameters
    ----------
    limit_ms : float or array
        Limit of the response time [ms]
    drives : float or array
        Number of drives [drives]
    drive_iops : float or array
        What one drive sustains [IOPS]
    read_iops : float or array
        Front-end reads (ROPS) [IOPS]
    write_iops : float or array
        Front-end writes (WOPS) [IOPS]
    raid : str
        RAID level of the table.
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    variability : float or array
        Half the sum of the squared variations of arrivals and service; 1 for M/M/1 [above 0]
    write_coalesced : float or array
        Share of the back-end writes that a write-back cache removes [0..1]
    cache_ms : float or array
        Response time of the cache [ms]

    Returns
    -------
    float or array
        Share of the I/Os; 0 where the drives are saturated [0..1]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the RAID level is unknown.

    Notes
    -----
    `share_within` of the limit over the mean time of a leg [exact for one drive and M/M/1; mine otherwise];
    what the cache answers counts where the cache is within the limit. ETRI measured 27 % within 50 ms on 48
    drives: 27.7 % come out at 75 IOPS per drive, which is inferred from their drive counts. The result is steep:
    72 to 80 IOPS per drive give 20 to 40 %, all plausible inputs 4 to 50 %. For ETRI's 24 drives, overloaded in
    steady state, see `peaks`.

    Examples
    --------
    >>> round(share_within_ms(50, 48, 75, 768, 1152), 4)
    0.2766
    >>> share_within_ms(50, 24, 75, 768, 1152)
    0.0

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3.
    """
    limit = numbers("limit_ms", limit_ms, "ms", above=0)
    mix = _checked_load_mix(read_iops, write_iops, raid, write_back, read_hit)
    busy = utilization(drives, drive_iops, read_iops, write_iops, raid, read_hit, write_coalesced)
    saturated, leg_ms = _checked_leg(drive_iops, busy, variability)
    cached_too_late = _cached_too_late(limit, numbers("cache_ms", cache_ms, "ms", at_least=0), mix)
    within = _share_within(limit / leg_ms, mix) - cached_too_late
    return where(saturated, _filled(0.0, within), within)


def response_time_percentile_ms(
    percentile: Numbers,
    drives: Numbers,
    drive_iops: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    raid: str = "RAID 10",
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    variability: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
) -> Value:
    """Time within which a RAID group answers a percentage of the I/Os: the inverse of `share_within_ms`.

    Parameters
    ----------
    percentile : float or array
        Percentage of the I/Os [above 0, below 100]
    drives : float or array
        Number of drives [drives]
    drive_iops : float or array
        What one drive sustains [IOPS]
    read_iops : float or array
        Front-end reads (ROPS) [IOPS]
    write_iops : float or array
        Front-end writes (WOPS) [IOPS]
    raid : str
        RAID level of the table.
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    variability : float or array
        Half the sum of the squared variations of arrivals and service; 1 for M/M/1 [above 0]
    write_coalesced : float or array
        Share of the back-end writes that a write-back cache removes [0..1]
    cache_ms : float or array
        Response time of the cache [ms]

    Returns
    -------
    float or array
        Response time; infinite where the drives are saturated [ms]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the RAID level is unknown.

    Notes
    -----
    u* of `quantile_root` x mean time of a leg [exact for one drive and M/M/1; mine otherwise]. Where that is
    below the cache's own time, what the cache answers counts only from that time on.

    Examples
    --------
    >>> round(response_time_percentile_ms(80, 90, 75, 768, 1152), 1)
    49.6

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3 (80 % within 50 ms).
    """
    share = numbers("percentile", percentile, "%", above=0, below=100) / 100
    mix = _checked_load_mix(read_iops, write_iops, raid, write_back, read_hit)
    busy = utilization(drives, drive_iops, read_iops, write_iops, raid, read_hit, write_coalesced)
    saturated, leg_ms = _checked_leg(drive_iops, busy, variability)
    cache = numbers("cache_ms", cache_ms, "ms", at_least=0)
    with_cache_ms = _quantile_root(share, mix) * leg_ms
    without_cache_ms = _quantile_root(share + _cached_share(mix), mix) * leg_ms
    percentile_ms = maximum(with_cache_ms, minimum(cache, without_cache_ms))
    return where(saturated, _filled(math.inf, percentile_ms), percentile_ms)


def disk_count_for_response_time(
    limit_ms: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    drive_iops: Numbers,
    raid: str = "RAID 10",
    share: Numbers | None = 0.8,
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    variability: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
    max_utilization: Numbers = 1.0,
    multiple: Numbers = 1,
) -> Value:
    """Drives that answer a share of the I/Os, or the mean I/O, within a limit.

    Parameters
    ----------
    limit_ms : float or array
        Limit of the response time [ms]
    read_iops : float or array
        Front-end reads (ROPS) [IOPS]
    write_iops : float or array
        Front-end writes (WOPS) [IOPS]
    drive_iops : float or array
        What one drive sustains [IOPS]
    raid : str
        RAID level of the table.
    share : float or array or None
        Share of the I/Os that has to end within the limit; None: their mean has to [above 0, below 1]
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    variability : float or array
        Half the sum of the squared variations of arrivals and service; 1 for M/M/1 [above 0]
    write_coalesced : float or array
        Share of the back-end writes that a write-back cache removes [0..1]
    cache_ms : float or array
        Response time of the cache [ms]
    max_utilization : float or array
        Share of a drive's IOPS that may be used [above 0, at most 1]
    multiple : float or array
        Drives are bought in multiples of this number [drives]

    Returns
    -------
    float or array
        Drives; infinite where no number of drives meets the limit [drives]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the RAID level is unknown.

    Notes
    -----
    n = B / m (1 + v / (g - 1)) with back-end IOPS B, drive IOPS m and g = m x limit / (1000 u*), rounded up:
    the count of the plain formula times a headroom for latency. Unattainable if g is below 1 + 1e-6. Where
    the cache alone answers the share asked for, only `max_utilization` counts; keep it below 1 then, for at 1
    the drives are saturated. A mean limit is reduced by the cache's part first [exact for one drive and
    M/M/1; mine otherwise]. ETRI's case needs 90 drives at 75 IOPS per drive, and 68 to 122 over all inputs
    that reproduce its measurement: show the range, not the 90 alone.

    Examples
    --------
    >>> disk_count_for_response_time(50, 768, 1152, 75, multiple=2)
    90.0
    >>> disk_count_for_response_time(15, 768, 1152, 75, share=None)
    inf

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3.
    """
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    cap = numbers("max_utilization", max_utilization, above=0, at_most=1)
    step = numbers("multiple", multiple, "drives", at_least=1)
    mix = _checked_load_mix(read_iops, write_iops, raid, write_back, read_hit)
    highest = _target_utilization(limit_ms, share, mix, rating, variability, cache_ms)
    penalty = raid_level(raid).write_penalty
    load = backend_iops(read_iops, write_iops, penalty, read_hit, write_coalesced)
    return round_up_to_multiple(divide(load / rating, minimum(highest, cap), otherwise=math.inf), step)


def num_vm_for_response_time(
    limit_ms: Numbers,
    drives: Numbers,
    drive_iops: Numbers,
    iops_per_vm: Numbers,
    read_share: Numbers,
    raid: str = "RAID 10",
    share: Numbers | None = 0.8,
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    variability: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
    max_utilization: Numbers = 1.0,
) -> Value:
    """VMs that a RAID group carries within a response time: the inverse of `disk_count_for_response_time`.

    Parameters
    ----------
    limit_ms : float or array
        Limit of the response time [ms]
    drives : float or array
        Number of drives [drives]
    drive_iops : float or array
        What one drive sustains [IOPS]
    iops_per_vm : float or array
        Front-end load of a VM [IOPS]
    read_share : float or array
        Reads as a share of the front-end load [0..1]
    raid : str
        RAID level of the table.
    share : float or array or None
        Share of the I/Os that has to end within the limit; None: their mean has to [above 0, below 1]
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    variability : float or array
        Half the sum of the squared variations of arrivals and service; 1 for M/M/1 [above 0]
    write_coalesced : float or array
        Share of the back-end writes that a write-back cache removes [0..1]
    cache_ms : float or array
        Response time of the cache [ms]
    max_utilization : float or array
        Share of a drive's IOPS that may be used [above 0, at most 1]

    Returns
    -------
    float or array
        VMs, not rounded; 0 where the limit cannot be met, infinite where the drives see no load [VMs]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the RAID level is unknown.

    Notes
    -----
    N = n m / b x (g - 1) / (g - 1 + v) with n drives of m IOPS, back-end IOPS b of one VM, and g as in
    `disk_count_for_response_time` [exact for one drive and M/M/1; mine otherwise].

    Examples
    --------
    >>> round(num_vm_for_response_time(50, 90, 75, 20, 0.4), 1)
    96.8

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3.
    """
    count = numbers("drives", drives, "drives", at_least=0)
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    iops = numbers("iops_per_vm", iops_per_vm, "IOPS", above=0)
    cap = numbers("max_utilization", max_utilization, above=0, at_most=1)
    level = raid_level(raid)
    mix = _checked_mix(read_share, level.write_phases, level.write_fork, read_hit, write_back)
    highest = _target_utilization(limit_ms, share, mix, rating, variability, cache_ms)
    reads, writes = iops * mix.read_share, iops * (1 - mix.read_share)
    load_per_vm = backend_iops(reads, writes, level.write_penalty, read_hit, write_coalesced)
    carried = divide(count * rating * minimum(highest, cap), load_per_vm, otherwise=math.inf)
    return where(highest == 0, _filled(0.0, carried), carried)


# --- checking ------------------------------------------------------------------------------------------


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


def _checked_load_mix(
    read_iops: Numbers, write_iops: Numbers, raid: str, write_back: Numbers, read_hit: Numbers
) -> Mix:
    level = raid_level(raid)
    reads = numbers("read_iops", read_iops, "IOPS", at_least=0)
    writes = numbers("write_iops", write_iops, "IOPS", at_least=0)
    read_share = divide(reads, reads + writes, otherwise=1.0)
    return _checked_mix(read_share, level.write_phases, level.write_fork, read_hit, write_back)


def _checked_leg(drive_iops: Numbers, utilization: Value, variability: Numbers) -> tuple[Any, Value]:
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    return _leg(rating, utilization, numbers("variability", variability, above=0))


# --- the formulas --------------------------------------------------------------------------------------


def _leg(drive_iops: Value, utilization: Value, variability: Value) -> tuple[Any, Value]:
    """Whether a drive is saturated, and the mean time of a leg in ms; that of an idle one if it is."""
    saturated = rounded(1 - utilization) <= 0
    busy = where(saturated, _filled(0.0, utilization), utilization)
    return saturated, 1000 / drive_iops * (1 + variability * busy / (1 - busy))


def _filled(constant: float, value: Value) -> Value:
    """The constant in the shape of the value, for a condition that is one for all of it."""
    return where(value >= 0, constant, constant)


def _write_multiplier(write_phases: Value, write_fork: Value) -> Value:
    second = where(write_fork >= 2, 1 / 2, 0.0)
    third = where(write_fork >= 3, 1 / 3, 0.0)
    return write_phases * (1 + second + third)


def _mean_multiplier(mix: Mix) -> Value:
    reads = mix.read_share * (1 - mix.read_hit)
    writes = (1 - mix.read_share) * (1 - mix.write_back)
    return reads + writes * _write_multiplier(mix.write_phases, mix.write_fork)


def _cached_share(mix: Mix) -> Value:
    """Share of the I/Os that end in the cache."""
    return mix.read_share * mix.read_hit + (1 - mix.read_share) * mix.write_back


def _cached_too_late(limit_ms: Value, cache_ms: Value, mix: Mix) -> Value:
    """Share of the I/Os that end in the cache but after the limit."""
    cached = _cached_share(mix)
    return where(rounded(cache_ms - limit_ms) <= 0, _filled(0.0, cached), cached)


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
    a, au, b, bu, c, cu = factors
    e = exp(-u)
    return (a + au * u + (b + bu * u + (c + cu * u) * e) * e) * e


def _density(u: Value, factors: list[Value]) -> Value:
    """Minus the derivative of the tail."""
    a, au, b, bu, c, cu = factors
    e = exp(-u)
    return (a - au + au * u + (2 * b - bu + 2 * bu * u + (3 * c - cu + 3 * cu * u) * e) * e) * e


def _share_within(u: Value, mix: Mix) -> Value:
    cached = _cached_share(mix)
    return cached + (1 - cached) * maximum(0.0, 1 - _tail(u, _tail_factors(mix)))


def _quantile_root(share: Value, mix: Mix) -> Value:
    """u*, and infinity for a share of 1 or more."""
    cached = _cached_share(mix)
    root = _root_steps(_waiting_share(share, mix), mix)[-1][-1]
    attainable = where(rounded(1 - share) > 0, root, _filled(math.inf, root))
    return where(rounded(share - cached) <= 0, _filled(0.0, root), attainable)


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
        tail = _tail(u, factors)
        hazard = maximum(SMALLEST_HAZARD, _density(u, factors) / tail)
        steps.append(minimum(slow, maximum(fast, u + log(tail / (1 - p)) / hazard)))
    return fast, slow, steps


def _target_utilization(
    limit_ms: Numbers,
    share: Numbers | None,
    mix: Mix,
    drive_iops: Value,
    variability: Numbers,
    cache_ms: Numbers,
) -> Value:
    limit = numbers("limit_ms", limit_ms, "ms", above=0)
    cache = numbers("cache_ms", cache_ms, "ms", at_least=0)
    factor = numbers("variability", variability, above=0)
    if share is None:
        left = limit - cache * _cached_share(mix)
        return _highest_utilization(left, _mean_multiplier(mix), drive_iops, factor)
    target = numbers("share", share, above=0, below=1) + _cached_too_late(limit, cache, mix)
    return _highest_utilization(limit, _quantile_root(target, mix), drive_iops, factor)


def _highest_utilization(limit_ms: Value, multiplier: Value, drive_iops: Value, variability: Value) -> Value:
    idle_ms = multiplier * 1000 / drive_iops
    idle_ratio = idle_ms / maximum(1e-9, limit_ms)
    slack = 1 - minimum(LARGEST_IDLE_RATIO, idle_ratio)
    highest = slack / (slack + variability * (1 - slack))
    attainable = (rounded(limit_ms) >= 0) & (rounded(idle_ratio - LARGEST_IDLE_RATIO) <= 0)
    return where(attainable, highest, _filled(0.0, highest))
