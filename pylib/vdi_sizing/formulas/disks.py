"""How many drives carry a load, and what load a number of drives carries."""

from __future__ import annotations

from collections.abc import Callable

from vdi_sizing._arrays import (
    Numbers,
    Value,
    divide,
    numbers,
    round_down,
    round_nearest,
    round_up,
    round_up_to_multiple,
    share,
)
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.arguments import with_arguments_described

ROUNDINGS = {"up": round_up, "nearest": round_nearest, "down": round_down}


@with_arguments_described
def backend_iops(
    read_iops: Numbers,
    write_iops: Numbers,
    write_penalty: Numbers,
    read_hit: Numbers = 0.0,
    write_coalesced: Numbers = 0.0,
) -> Value:
    """Operations per second that the drives see for a front-end load.

    Returns
    -------
    float or array
        Back-end load [IOPS]

    Notes
    -----
    B = R (1 - read_hit) + P W (1 - write_coalesced) [src]; equation (1) of the ETRI paper where both shares
    are 0.

    Examples
    --------
    >>> backend_iops(320, 480, 2)
    1280.0

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 3.1, equation (1).
    """
    reads = numbers("read_iops", read_iops, "IOPS", at_least=0)
    writes = numbers("write_iops", write_iops, "IOPS", at_least=0)
    penalty = numbers("write_penalty", write_penalty, at_least=1)
    hit = share("read_hit", read_hit)
    coalesced = share("write_coalesced", write_coalesced)
    behind_reads, behind_writes = _missed(reads, hit), _missed(writes, coalesced)
    return _backend_reads(behind_reads, behind_writes, 0.0) + _backend_writes(behind_writes, penalty, 0.0)


def _missed(iops: Value, kept_share: Value) -> Value:
    """What a cache that answers or keeps a share of the operations lets through."""
    return iops * (1 - kept_share)


def _backend_reads(reads: Value, writes: Value, write_reads: Value) -> Value:
    """Reads that the drives see, with those that the writes of a RAID level make."""
    return reads + writes * write_reads


def _backend_writes(writes: Value, write_penalty: Value, write_reads: Value) -> Value:
    """Writes that the drives see: the write penalty without its reads."""
    return writes * (write_penalty - write_reads)


@with_arguments_described
def disk_count(
    read_iops: Numbers,
    write_iops: Numbers,
    write_penalty: Numbers,
    drive_iops: Numbers,
    max_utilization: Numbers = 1.0,
    multiple: Numbers = 1,
    rounding: str = "up",
) -> Value:
    """Drives that carry a front-end load by the plain formula.

    Parameters
    ----------
    rounding : str
        To a whole drive: "up", "nearest" or "down"; the multiple is always reached upwards.

    Returns
    -------
    float or array
        Drives [drives]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or the rounding is unknown.

    Notes
    -----
    n = (ROPS + WOPS x penalty) / (drive IOPS x utilization), rounded [src]. A quotient that is whole is not
    rounded further up. The published 17 and 53 drives follow from 75 IOPS (inferred, not printed there) rounded
    to the nearest; rounded up they are 18 and 54.

    Examples
    --------
    >>> disk_count(320, 480, 2, 75, rounding="nearest")
    17.0
    >>> disk_count(320, 480, 2, 75, multiple=2)
    18.0

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 3.1, equation (1).
    """
    load = backend_iops(read_iops, write_iops, write_penalty)
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    utilization = numbers("max_utilization", max_utilization, above=0, at_most=1)
    step = numbers("multiple", multiple, "drives", at_least=1)
    if rounding not in ROUNDINGS:
        raise InputError("rounding", rounding, f"one of {', '.join(ROUNDINGS)}")
    return round_up_to_multiple(_disk_count(load, rating, utilization, ROUNDINGS[rounding]), step)


def _disk_count(
    backend_iops: Value, drive_iops: Value, max_utilization: Value, to_whole: Callable[[Value], Value]
) -> Value:
    """Drives that carry a back-end load, before a RAID level's multiple."""
    return to_whole(backend_iops / (drive_iops * max_utilization))


@with_arguments_described
def usable_iops(drives: Numbers, drive_iops: Numbers, read_share: Numbers, write_penalty: Numbers) -> Value:
    """Front-end load that a number of drives carries: the inverse of `disk_count`.

    Returns
    -------
    float or array
        Front-end load [IOPS]

    Notes
    -----
    drives x drive IOPS / (read share + penalty x write share), the inverse of `disk_count` [exact]. The other
    formula in use, raw x write share / penalty + raw x read share, overstates what a RAID group carries and does
    not invert the disk formula.

    Examples
    --------
    >>> usable_iops(24, 75, 0.4, 2)
    1125.0

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 3.2.
    """
    count = numbers("drives", drives, "drives", at_least=0)
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    reads = share("read_share", read_share)
    penalty = numbers("write_penalty", write_penalty, at_least=1)
    operations_per_io = _backend_reads(reads, 1 - reads, 0.0) + _backend_writes(1 - reads, penalty, 0.0)
    return _vms_carried(count, rating, 1.0, operations_per_io, otherwise=0.0)  # "VMs" of one I/O per second


def _vms_carried(
    drives: Value, drive_iops: Value, max_utilization: Value, backend_iops_per_vm: Value, otherwise: float
) -> Value:
    """VMs whose back-end load a number of drives carries; `otherwise` where a VM has none."""
    return divide(drives * drive_iops * max_utilization, backend_iops_per_vm, otherwise)
