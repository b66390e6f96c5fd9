"""Drives: what one sustains, from its mechanics or its ratings."""

from __future__ import annotations

from vdi_sizing._arrays import Numbers, Value, maximum, numbers, share
from vdi_sizing.formulas.arguments import with_arguments_described


@with_arguments_described
def service_time_ms(
    seek_ms: Numbers, rpm: Numbers, io_kb: Numbers = 0.0, transfer_mb_s: Numbers | None = None
) -> Value:
    """Time that a hard disk needs for one random operation.

    Returns
    -------
    float or array
        Service time [ms]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or a size is given without a transfer rate.

    Notes
    -----
    S = seek + 30000 / rpm + kB / (MB/s): half a rotation is waited for on average [src].

    Examples
    --------
    >>> round(service_time_ms(9.17, 7200), 2)
    13.34

    References
    ----------
    Tech Jockey, IOPS calculations (2016-03); University Politehnica of Bucharest, EP lab 3.
    """
    seek = numbers("seek_ms", seek_ms, "ms", at_least=0)
    rotations = numbers("rpm", rpm, "1/min", above=0)
    positioning_ms = seek + 30000 / rotations
    if transfer_mb_s is None:
        numbers("io_kb", io_kb, "kB, since no transfer rate is given", at_least=0, at_most=0)
        return positioning_ms
    size = numbers("io_kb", io_kb, "kB", at_least=0)
    return positioning_ms + size / numbers("transfer_mb_s", transfer_mb_s, "MB/s", above=0)


@with_arguments_described
def drive_iops(seek_ms: Numbers, rpm: Numbers, io_kb: Numbers = 0.0, transfer_mb_s: Numbers | None = None) -> Value:
    """Random operations per second of a hard disk, one at a time.

    Returns
    -------
    float or array
        What the drive sustains [IOPS]

    Raises
    ------
    InputError
        If an argument is not a number or out of its range, or a size is given without a transfer rate.

    Notes
    -----
    IOPS = 1000 / S with S of `service_time_ms` [src]. A queue lets a drive reorder and reach more.

    Examples
    --------
    >>> round(drive_iops(9.17, 7200), 1)
    75.0

    References
    ----------
    Tech Jockey, IOPS calculations (2016-03); University Politehnica of Bucharest, EP lab 3.
    """
    return 1000 / service_time_ms(seek_ms, rpm, io_kb, transfer_mb_s)


@with_arguments_described
def effective_drive_iops(
    read_iops: Numbers, write_iops: Numbers, read_share: Numbers, derating: Numbers = 1.0
) -> Value:
    """Sustained IOPS of a drive at a mix of reads and writes.

    Parameters
    ----------
    read_iops : float or array
        What the drive sustains of reads alone [IOPS]
    write_iops : float or array
        What the drive sustains of writes alone [IOPS]
    read_share : float or array
        Reads as a share of what the drive sees [0..1]
    derating : float or array
        Share of the rated IOPS taken as sustained [above 0, at most 1]

    Returns
    -------
    float or array
        What the drive sustains of that mix [IOPS]

    Notes
    -----
    derating / (r / read + (1 - r) / write): the time of a mean operation [mine].

    Examples
    --------
    >>> round(effective_drive_iops(94000, 65000, 0.5, derating=0.5), 6)
    38427.672956

    References
    ----------
    Derived here: times of operations add up, rates do not.
    """
    reading = numbers("read_iops", read_iops, "IOPS", above=0)
    writing = numbers("write_iops", write_iops, "IOPS", above=0)
    reads = share("read_share", read_share)
    sustained = numbers("derating", derating, above=0, at_most=1)
    return _effective_drive_iops(reading, writing, reads, sustained)


def _effective_drive_iops(
    read_iops: Value, write_iops: Value, read_share: Value, derating: Value, transfer_ms: Value = 0.0
) -> Value:
    """`effective_drive_iops` of checked numbers; at most what the bytes of a mean operation leave time for.

    Operations and bytes are two bottlenecks one behind the other: the slower of them sets the pace.
    """
    mean_s = read_share / read_iops + (1 - read_share) / write_iops
    return derating / maximum(mean_s, derating * transfer_ms / 1000)
