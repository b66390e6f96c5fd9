"""Response time of a RAID group: its mean, its percentiles, and the share of I/Os within a limit.

Each drive is a queue with random arrivals, and `leg_times` says what a RAID level makes of the time of one operation on
one drive. The figures take RAID level, load and drives from there to milliseconds; `response_target` sizes to them.
"""

from __future__ import annotations

import math
from typing import Any

from vdi_sizing._arrays import Numbers, Value, divide, filled, maximum, minimum, numbers, rounded, where
from vdi_sizing.formulas.disks import backend_iops
from vdi_sizing.formulas.leg_times import (
    Mix,
    _cached_share,
    _cached_too_late,
    _checked_mix,
    _mean_multiplier,
    _quantile_root,
    _share_within,
)
from vdi_sizing.tables.raid_levels import raid_level


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
    return where(saturated, filled(math.inf, leg_ms), leg_ms)


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
    return where(saturated, filled(math.inf, mean_ms), mean_ms)


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
    return where(saturated, filled(0.0, within), within)


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
    return where(saturated, filled(math.inf, percentile_ms), percentile_ms)


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


def _leg(drive_iops: Value, utilization: Value, variability: Value) -> tuple[Any, Value]:
    """Whether a drive is saturated, and the mean time of a leg in ms; that of an idle one if it is."""
    saturated = rounded(1 - utilization) <= 0
    busy = where(saturated, filled(0.0, utilization), utilization)
    return saturated, 1000 / drive_iops * (1 + variability * busy / (1 - busy))
