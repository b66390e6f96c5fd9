"""Sizing to a response time: the highest utilization that meets it, and with it drives and VMs."""

from __future__ import annotations

import math

from vdi_sizing._arrays import (
    Numbers,
    Value,
    divide,
    filled,
    minimum,
    numbers,
    round_up_to_multiple,
    where,
)
from vdi_sizing.formulas.arguments import with_arguments_described
from vdi_sizing.formulas.disks import _vms_carried, backend_iops
from vdi_sizing.formulas.leg_times import Mix, _cached_too_late
from vdi_sizing.formulas.response_time import _checked_load
from vdi_sizing.formulas.service import Load, cached_share, checked_load
from vdi_sizing.formulas.service_targets import utilization_for_mean, utilization_for_share
from vdi_sizing.tables.raid_levels import raid_level


@with_arguments_described
def disk_count_for_response_time(
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
    share : float or array or None
        Share of the I/Os that has to end within the limit; None: their mean has to [above 0, below 1]

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
    Back-end IOPS / (drive IOPS x highest utilization), rounded up: the count of the plain formula times a
    headroom for latency [exact for one drive and shape 1; mine otherwise]. With shape 1 that utilization is
    1 - 1000 u* / (drive IOPS x limit), with u* of `quantile_root`; see `highest_utilization_for_share`. Where
    the cache alone answers the share asked for, only `max_utilization` counts; keep it below 1 then, for at 1
    the drives are saturated. A mean limit is reduced by the cache's part first. At shape 8 the drives counted
    are 3 to 16 % more than simulation needs, for nine targets in RAID 10, 5 and 6; up to 29 % more in RAID 6
    groups of six drives, whose writes meet more often [sim]. ETRI's case needs 90 drives at shape 1 and 75 IOPS
    per drive, and 66 to 96 over inputs that reproduce its measurement: show the range, not the 90 alone.

    Examples
    --------
    >>> [disk_count_for_response_time(50, 768, 1152, 75, multiple=2, service_shape=k) for k in (1, 8)]
    [90.0, 62.0]
    >>> disk_count_for_response_time(15, 768, 1152, 75, share=None)
    inf

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 4.3.
    """
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    cap = numbers("max_utilization", max_utilization, above=0, at_most=1)
    step = numbers("multiple", multiple, "drives", at_least=1)
    load = _checked_load(read_iops, write_iops, raid, write_back, read_hit, service_shape)
    highest = _target_utilization(limit_ms, share, load, rating, cache_ms)
    back_end = backend_iops(read_iops, write_iops, raid_level(raid).write_penalty, read_hit, write_coalesced)
    return round_up_to_multiple(divide(back_end / rating, minimum(highest, cap), otherwise=math.inf), step)


@with_arguments_described
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
    service_shape: Numbers = 1.0,
    write_coalesced: Numbers = 0.0,
    cache_ms: Numbers = 0.0,
    max_utilization: Numbers = 1.0,
) -> Value:
    """VMs that a RAID group carries within a response time: the inverse of `disk_count_for_response_time`.

    Parameters
    ----------
    iops_per_vm : float or array
        Front-end load of a VM [IOPS]
    share : float or array or None
        Share of the I/Os that has to end within the limit; None: their mean has to [above 0, below 1]

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
    Drives x drive IOPS x highest utilization / back-end IOPS of one VM, with the utilization of
    `disk_count_for_response_time` [exact for one drive and shape 1; mine otherwise].

    Examples
    --------
    >>> round(num_vm_for_response_time(50, 90, 75, 20, 0.4), 1)
    96.8
    >>> round(num_vm_for_response_time(50, 90, 75, 20, 0.4, service_shape=8), 1)
    140.1

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
    carried = _vms_carried(count, rating, minimum(highest, cap), load_per_vm, otherwise=math.inf)
    return where(highest == 0, filled(0.0, carried), carried)


def _target_utilization(
    limit_ms: Numbers, share: Numbers | None, load: Load, drive_iops: Value, cache_ms: Numbers
) -> Value:
    limit = numbers("limit_ms", limit_ms, "ms", above=0)
    cache = numbers("cache_ms", cache_ms, "ms", at_least=0)
    if share is None:
        return utilization_for_mean((limit - cache * cached_share(load)) * drive_iops / 1000, load)
    too_late = _cached_too_late(limit, cache, Mix(*load[1:]))
    return utilization_for_share(numbers("share", share, above=0, below=1) + too_late, limit * drive_iops / 1000, load)
