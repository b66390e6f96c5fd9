"""Sizing to a response time: the highest utilization that meets it, and with it drives and VMs."""

from __future__ import annotations

import math

from vdi_sizing._arrays import (
    Numbers,
    Value,
    divide,
    filled,
    maximum,
    minimum,
    numbers,
    round_up_to_multiple,
    rounded,
    where,
)
from vdi_sizing.formulas.disks import _vms_carried, backend_iops
from vdi_sizing.formulas.leg_times import (
    Mix,
    _cached_share,
    _cached_too_late,
    _checked_mix,
    _mean_multiplier,
    _quantile_root,
)
from vdi_sizing.formulas.response_time import _checked_load_mix
from vdi_sizing.tables.raid_levels import raid_level

LARGEST_IDLE_RATIO = 1 - 1e-6
"""Idle response time over limit; above it the drives needed grow without bounds."""


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
    >>> from vdi_sizing import quantile_root
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
    carried = _vms_carried(count, rating, minimum(highest, cap), load_per_vm, otherwise=math.inf)
    return where(highest == 0, filled(0.0, carried), carried)


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
    """`highest_utilization` of checked numbers."""
    idle_ms = multiplier * 1000 / drive_iops
    idle_ratio = idle_ms / maximum(1e-9, limit_ms)
    slack = 1 - minimum(LARGEST_IDLE_RATIO, idle_ratio)
    highest = slack / (slack + variability * (1 - slack))
    attainable = (rounded(limit_ms) >= 0) & (rounded(idle_ratio - LARGEST_IDLE_RATIO) <= 0)
    return where(attainable, highest, filled(0.0, highest))
