"""The highest utilization at which a response target is met by the law with a service shape; drives, VMs.

A target is a share of the I/Os, or their mean, within a limit. All the drives of a layout are as busy as each
other, so that the drives needed are the load over what one may carry.
"""

from __future__ import annotations

import math

from vdi_sizing._arrays import (
    Numbers,
    Value,
    divide,
    maximum,
    minimum,
    numbers,
    round_up_to_multiple,
    rounded,
    sqrt,
    where,
)
from vdi_sizing.formulas.disks import backend_iops
from vdi_sizing.formulas.raid import raid_level
from vdi_sizing.formulas.response_time import highest_utilization, quantile_root
from vdi_sizing.formulas.service import (
    SECANT_STEPS,
    SMALLEST_SHARE,
    Load,
    cached_share,
    checked_load,
    constants,
    exponential_times,
    fork_excess,
    mean_time,
    miss,
    secant,
    share_in_time,
    tail_of,
    variability,
    waiting_share,
)

LOWEST_UTILIZATION = 1e-6
"""A target that only a lower one meets is unattainable: the drives needed grow without bounds."""
HIGHEST_UTILIZATION = 0.999999
"""From here on a drive counts as saturated."""


def highest_utilization_for_share(
    share: Numbers,
    service_times: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    service_shape: Numbers = 1.0,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Highest utilization at which a share of the I/Os ends within a limit.

    Parameters
    ----------
    share : float or array
        Share of the I/Os [above 0, below 1]
    service_times : float or array
        Limit over the service time of a drive [above 0]
    read_share : float or array
        Reads as a share of the front-end load [0..1]
    write_phases : float or array
        Phases of a write, one after the other: 1 or 2 [-]
    write_fork : float or array
        Legs that a phase waits for: 1, 2 or 3 [-]
    service_shape : float or array
        Steps of the service: 1 is exponential, 8 disk-like; at most 20 [-]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]

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
    The root of `share_within_service_times` in the utilization; the share falls with it, so that there is one
    [exact for one drive and shape 1; mine otherwise]. Fifteen secant steps on the logarithm of the tail, none
    of which takes utilization or spare by more than a factor of eight. Unattainable if a utilization of 1e-6 is
    too much.

    Examples
    --------
    >>> [round(highest_utilization_for_share(0.8, 3.75, 0.4, 1, 2, shape), 2) for shape in (1, 8)]
    [0.46, 0.66]

    References
    ----------
    The rule of 70 % for all drives: EMC, Information Storage and Management.
    """
    target = numbers("share", share, above=0, below=1)
    limit = numbers("service_times", service_times, above=0)
    load = checked_load(service_shape, read_share, write_phases, write_fork, read_hit, write_back)
    return utilization_for_share(target, limit, load)


def highest_utilization_for_mean(
    service_times: Numbers,
    read_share: Numbers,
    write_phases: Numbers,
    write_fork: Numbers,
    service_shape: Numbers = 1.0,
    read_hit: Numbers = 0.0,
    write_back: Numbers = 0.0,
) -> Value:
    """Highest utilization at which the mean response time keeps a limit.

    Parameters
    ----------
    service_times : float or array
        What is left of the limit for the drives, over the service time of a drive [-]
    read_share : float or array
        Reads as a share of the front-end load [0..1]
    write_phases : float or array
        Phases of a write, one after the other: 1 or 2 [-]
    write_fork : float or array
        Legs that a phase waits for: 1, 2 or 3 [-]
    service_shape : float or array
        Steps of the service: 1 is exponential, 8 disk-like; at most 20 [-]
    read_hit : float or array
        Share of the reads that a cache answers [0..1]
    write_back : bool, float or array
        Yes where a write ends in the cache, no where it waits for the drives [yes/no or 0..1]

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
    `mean_service_times` solved for the utilization, which is 1 - v / z [exact for one drive; mine otherwise]:
    z = (M b - D sqrt(b^2 + q (M^2 - D^2))) / (M^2 - D^2), with M legs one after the other, D deviations of a leg
    beyond them, b = limit - M (1 - v) and q = 1/k - v^2. Unattainable where it is below 1e-6.

    Examples
    --------
    >>> [round(highest_utilization_for_mean(1.5, 0.4, 1, 2, shape), 3) for shape in (1, 8)]
    [0.133, 0.335]

    References
    ----------
    As for `mean_service_times`.
    """
    left = numbers("service_times", service_times)
    load = checked_load(service_shape, read_share, write_phases, write_fork, read_hit, write_back)
    return utilization_for_mean(left, load)


def disk_count_for_service_shape(
    limit_ms: Numbers,
    read_iops: Numbers,
    write_iops: Numbers,
    drive_iops: Numbers,
    raid: str = "RAID 10",
    share: Numbers | None = 0.8,
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    service_shape: Numbers = 1.0,
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
    service_shape : float or array
        Steps of the service: 1 is exponential, 8 disk-like; at most 20 [-]
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
    Back-end IOPS / (drive IOPS x highest utilization), rounded up [exact for one drive and shape 1; mine
    otherwise]. At shape 8 the drives counted are 3 to 16 % more than simulation needs, for nine targets in RAID 10,
    5 and 6; up to 29 % more in RAID 6 groups of six drives, whose writes meet more often [sim].

    Examples
    --------
    >>> [disk_count_for_service_shape(50, 768, 1152, 75, multiple=2, service_shape=k) for k in (1, 8)]
    [90.0, 62.0]

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3.
    """
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    cap = numbers("max_utilization", max_utilization, above=0, at_most=1)
    step = numbers("multiple", multiple, "drives", at_least=1)
    level = raid_level(raid)
    reads = numbers("read_iops", read_iops, "IOPS", at_least=0)
    writes = numbers("write_iops", write_iops, "IOPS", at_least=0)
    mix = divide(reads, reads + writes, otherwise=1.0)
    load = checked_load(service_shape, mix, level.write_phases, level.write_fork, read_hit, write_back)
    highest = _target_utilization(limit_ms, share, load, rating, cache_ms)
    back_end = backend_iops(reads, writes, level.write_penalty, read_hit, write_coalesced)
    return round_up_to_multiple(divide(back_end / rating, minimum(highest, cap), otherwise=math.inf), step)


def num_vm_for_service_shape(
    limit_ms: Numbers,
    drives: Numbers,
    drive_iops: Numbers,
    iops_per_vm: Numbers,
    read_share: Numbers,
    raid: str = "RAID 10",
    share: Numbers | None = 0.8,
    write_back: Numbers = False,
    read_hit: Numbers = 0.0,
    service_shape: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
    max_utilization: Numbers = 1.0,
) -> Value:
    """VMs that a RAID group carries within a response time: the inverse of `disk_count_for_service_shape`.

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
    service_shape : float or array
        Steps of the service: 1 is exponential, 8 disk-like; at most 20 [-]
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
    Drives x drive IOPS x highest utilization / back-end IOPS of one VM [exact for one drive and shape 1; mine
    otherwise].

    Examples
    --------
    >>> [round(num_vm_for_service_shape(50, 90, 75, 20, 0.4, service_shape=k), 1) for k in (1, 8)]
    [96.8, 140.1]

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3.
    """
    count = numbers("drives", drives, "drives", at_least=0)
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    iops = numbers("iops_per_vm", iops_per_vm, "IOPS", above=0)
    cap = numbers("max_utilization", max_utilization, above=0, at_most=1)
    level = raid_level(raid)
    load = checked_load(service_shape, read_share, level.write_phases, level.write_fork, read_hit, write_back)
    highest = _target_utilization(limit_ms, share, load, rating, cache_ms)
    reads, writes = iops * load.read_share, iops * (1 - load.read_share)
    load_per_vm = backend_iops(reads, writes, level.write_penalty, read_hit, write_coalesced)
    carried = divide(count * rating * minimum(highest, cap), load_per_vm, otherwise=math.inf)
    return where(highest == 0, where(carried >= 0, 0.0, 0.0), carried)


# --- the formulas --------------------------------------------------------------------------------------


def _target_utilization(
    limit_ms: Numbers, share: Numbers | None, load: Load, drive_iops: Value, cache_ms: Numbers
) -> Value:
    limit = numbers("limit_ms", limit_ms, "ms", above=0)
    cache = numbers("cache_ms", cache_ms, "ms", at_least=0)
    if share is None:
        return utilization_for_mean((limit - cache * cached_share(load)) * drive_iops / 1000, load)
    too_late = where(rounded(cache - limit) <= 0, 0.0 * cached_share(load), cached_share(load))
    return utilization_for_share(numbers("share", share, above=0, below=1) + too_late, limit * drive_iops / 1000, load)


def utilization_for_share(share: Value, limit: Value, load: Load) -> Value:
    """Highest utilization for a share within a limit; none for a share of 1 or more."""
    shaped = utilization_steps(share, limit, load)[-1][0]
    attainable = rounded(share - share_in_time(limit, LOWEST_UTILIZATION, load)) <= 0
    shaped = where(attainable, shaped, 0.0 * shaped)
    first_edition = highest_utilization(limit, quantile_root(minimum(share, 1 - SMALLEST_SHARE), *load[1:]), 1000.0)
    highest = where(load.service_shape == 1, first_edition, shaped)
    highest = where(rounded(1 - share) > 0, highest, 0.0 * highest)
    return where(rounded(share - cached_share(load)) <= 0, 0.0 * highest + 1, highest)


def utilization_steps(share: Value, limit: Value, load: Load) -> list[tuple[Value, Value]]:
    """The secant steps to the utilization at which a share is in time, as `time_steps`."""
    p = waiting_share(share, load)
    constant = constants(load)
    v = constant.variability
    fast, slow = exponential_times(p, load)
    busy = maximum(0.05, 1 - 1.2 * v * slow / limit)
    busier = minimum(HIGHEST_UTILIZATION, maximum(busy + 0.1 * (1 - busy), 1 - 0.8 * v * fast / limit))
    steps = [(x, miss(tail_of(limit, x, load, constant), p)) for x in (busy, busier)]
    while len(steps) < SECANT_STEPS:
        before = steps[-1][0]
        x = minimum(1 - (1 - before) / 8, maximum(before / 8, secant(*steps[-2], *steps[-1])))
        x = minimum(HIGHEST_UTILIZATION, maximum(LOWEST_UTILIZATION, x))
        steps.append((x, miss(tail_of(limit, x, load, constant), p)))
    return steps


def utilization_for_mean(limit: Value, load: Load) -> Value:
    """Highest utilization for a mean within a limit."""
    v = variability(load)
    waiting_writes = (1 - load.read_share) * (1 - load.write_back) * load.write_phases
    legs = load.read_share * (1 - load.read_hit) + waiting_writes
    deviations = waiting_writes * fork_excess(load.write_fork)
    spread = legs * legs - deviations * deviations
    idle = mean_time(0.0 * v, load)
    left = maximum(idle, limit) - legs * (1 - v)
    root = sqrt(left * left + (1 / load.service_shape - v * v) * spread)
    z = divide(legs * left - deviations * root, spread, otherwise=1.0)
    highest = minimum(1.0, maximum(0.0, 1 - divide(v, z, otherwise=0.0)))
    enough = (rounded(limit) >= 0) & (rounded(limit - mean_time(LOWEST_UTILIZATION + 0.0 * v, load)) >= 0)
    return where(enough, where(rounded(legs) > 0, highest, 0.0 * highest + 1), 0.0 * highest)
