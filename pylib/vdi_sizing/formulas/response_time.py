"""Response time of a RAID group: its mean, its percentiles, and the share of I/Os within a limit.

Each drive is a queue with random arrivals, and `service` and `leg_times` say what a RAID level makes of the time of one
operation on one drive. The figures take RAID level, load and drives from there to milliseconds; `response_target` sizes
to them.
"""

from __future__ import annotations

import math
from typing import Any

from vdi_sizing._arrays import Numbers, Value, divide, filled, maximum, minimum, numbers, rounded, where
from vdi_sizing.formulas.arguments import with_arguments_described
from vdi_sizing.formulas.disks import backend_iops
from vdi_sizing.formulas.leg_times import Mix, _cached_too_late
from vdi_sizing.formulas.service import (
    LARGEST_SHAPE,
    Load,
    cached_share,
    checked_load,
    mean_time,
    share_in_time,
    time_of_share,
)
from vdi_sizing.tables.raid_levels import raid_level


@with_arguments_described
def drive_response_ms(drive_iops: Numbers, utilization: Numbers, service_shape: Numbers = 1.0) -> Value:
    """Mean time of a leg, which is one operation on one drive.

    Parameters
    ----------
    utilization : float or array
        Back-end load over what the drives sustain [-]

    Returns
    -------
    float or array
        Mean response time; infinite where the drive is saturated [ms]

    Notes
    -----
    1000 / drive IOPS x (1 + v utilization / (1 - utilization)) with v = (1 + 1 / service shape) / 2, after
    Pollaczek and Khinchine [exact for random arrivals]: shape 1 is M/M/1, and the service of a disk, shape 8, has
    v = 0.56. Bursts are no matter of v: spread over many drives short ones vanish, and slow ones are a matter
    of the peak load (`peaks`).

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
    shape = numbers("service_shape", service_shape, at_least=1, at_most=LARGEST_SHAPE, whole=True)
    saturated, below = _below_saturation(busy)
    leg_ms = 1000 / rating * (1 + (1 + 1 / shape) / 2 * below / (1 - below))
    return where(saturated, filled(math.inf, leg_ms), leg_ms)


@with_arguments_described
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


@with_arguments_described
def response_time_ms(
    drives: Numbers,
    drive_iops: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    raid: str = "RAID 10",
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    service_shape: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
) -> Value:
    """Mean response time of a RAID group.

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
    `mean_service_times` x service time + cached share x cache time. One drive, reads only, shape 1 is M/M/1:
    service time / (1 - utilization) [exact]. With shape 1 mirrored pairs come out up to 15 % high, RAID 5 and 6
    up to 12 % low [sim]. Do not use it for flash arrays: at their mean
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
    load = _checked_load(read_iops, write_iops, raid, write_back, read_hit, service_shape)
    busy = utilization(drives, drive_iops, read_iops, write_iops, raid, read_hit, write_coalesced)
    saturated, below = _below_saturation(busy)
    cache = numbers("cache_ms", cache_ms, "ms", at_least=0)
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    mean_ms = mean_time(below, load) * 1000 / rating + cache * cached_share(load)
    return where(saturated, filled(math.inf, mean_ms), mean_ms)


@with_arguments_described
def share_within_ms(
    limit_ms: Numbers,
    drives: Numbers,
    drive_iops: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    raid: str = "RAID 10",
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    service_shape: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
) -> Value:
    """Share of the I/Os that a RAID group answers within a limit.

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
    `share_within_service_times` [exact for one drive and shape 1; mine otherwise]; what the cache answers counts
    where the cache is within the limit. ETRI measured 27 % within 50 ms on 48 drives: 27.7 % come out at shape 1 and
    75 IOPS per drive, which is inferred from their drive counts; disk-like service gives 44 %, 32 to 60 % for 72 to
    80 IOPS. So exponential service is one way to the measured 27 %, bursts with disk-like service are another. The
    result is steep: at shape 1 72 to 80 IOPS per drive give 20 to 40 %, all plausible inputs 4 to 50 %. For ETRI's
    24 drives, overloaded in steady state, see `peaks`.

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
    load = _checked_load(read_iops, write_iops, raid, write_back, read_hit, service_shape)
    busy = utilization(drives, drive_iops, read_iops, write_iops, raid, read_hit, write_coalesced)
    saturated, below = _below_saturation(busy)
    cached_too_late = _cached_too_late(limit, numbers("cache_ms", cache_ms, "ms", at_least=0), Mix(*load[1:]))
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    within = share_in_time(limit * rating / 1000, below, load) - cached_too_late
    return where(saturated, filled(0.0, within), within)


@with_arguments_described
def response_time_percentile_ms(
    percentile: Numbers,
    drives: Numbers,
    drive_iops: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    raid: str = "RAID 10",
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    service_shape: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
) -> Value:
    """Time within which a RAID group answers a percentage of the I/Os: the inverse of `share_within_ms`.

    Parameters
    ----------
    percentile : float or array
        Percentage of the I/Os that end within the time asked for [above 0, below 100]

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
    `quantile_service_times` x service time [exact for one drive and shape 1; mine otherwise]. Where that is
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
    load = _checked_load(read_iops, write_iops, raid, write_back, read_hit, service_shape)
    busy = utilization(drives, drive_iops, read_iops, write_iops, raid, read_hit, write_coalesced)
    saturated, below = _below_saturation(busy)
    service_ms = 1000 / numbers("drive_iops", drive_iops, "IOPS", above=0)
    cache = numbers("cache_ms", cache_ms, "ms", at_least=0)
    with_cache_ms = time_of_share(share, below, load) * service_ms
    without_cache_ms = time_of_share(share + cached_share(load), below, load) * service_ms
    percentile_ms = maximum(with_cache_ms, minimum(cache, without_cache_ms))
    return where(saturated, filled(math.inf, percentile_ms), percentile_ms)


def _checked_load(
    read_iops: Numbers, write_iops: Numbers, raid: str, write_back: Numbers, read_hit: Numbers, service_shape: Numbers
) -> Load:
    level = raid_level(raid)
    reads = numbers("read_iops", read_iops, "IOPS", at_least=0)
    writes = numbers("write_iops", write_iops, "IOPS", at_least=0)
    read_share = divide(reads, reads + writes, otherwise=1.0)
    return checked_load(service_shape, read_share, level.write_phases, level.write_fork, read_hit, write_back)


def _below_saturation(utilization: Value) -> tuple[Any, Value]:
    """Whether drives are saturated, and how busy they are; 0 if they are."""
    saturated = rounded(1 - utilization) <= 0
    return saturated, where(saturated, filled(0.0, utilization), utilization)
