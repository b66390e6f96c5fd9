"""How long SSDs last under a write load, and what a lost drive costs until it is rebuilt."""

from __future__ import annotations

from vdi_sizing._arrays import Numbers, Value, divide, numbers, share
from vdi_sizing.formulas.arguments import with_arguments_described

DAYS_PER_WARRANTY_YEAR = 365  # as drive vendors count DWPD into TBW


@with_arguments_described
def required_dwpd(
    write_mb_s: Numbers,
    hours_per_day: Numbers,
    drives: Numbers,
    drive_gb: Numbers,
    raid_write_factor: Numbers = 1.0,
    extra_write_amplification: Numbers = 1.0,
) -> Value:
    """Drive writes per day that an SSD must be rated for.

    Parameters
    ----------
    drives : float or array
        Drives that share the writes [drives]

    Returns
    -------
    float or array
        Drive writes per day [1/d]

    Notes
    -----
    MB/s x 3.6 x hours x RAID factor x extra amplification / (drives x GB) [src].

    Examples
    --------
    >>> round(required_dwpd(118.5, 10, 8, 100), 1)
    5.3

    References
    ----------
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop on VMware vSphere with Dell EqualLogic
    Storage, Table 4 (118.5 MB/s of writes on eight SSDs of 100 GB).
    """
    written = numbers("write_mb_s", write_mb_s, "MB/s", at_least=0)
    gb_per_day = _checked_gb_per_day(written, hours_per_day, raid_write_factor, extra_write_amplification)
    count = numbers("drives", drives, "drives", above=0)
    return _required_dwpd(gb_per_day, count, numbers("drive_gb", drive_gb, "GB", above=0))


def _required_dwpd(gb_per_day: Value, drives: Value, drive_gb: Value) -> Value:
    """`required_dwpd` of what is written per day; 0 where there are no drives."""
    return divide(gb_per_day, drives, otherwise=0.0) / drive_gb


@with_arguments_described
def ssd_life_years(
    tbw: Numbers,
    write_mb_s: Numbers,
    hours_per_day: Numbers,
    drives: Numbers,
    raid_write_factor: Numbers = 1.0,
    extra_write_amplification: Numbers = 1.0,
) -> Value:
    """Years until the rated writes of an SSD are used up.

    Parameters
    ----------
    tbw : float or array
        Writes that one drive is rated for [TB]
    drives : float or array
        Drives that share the writes [drives]

    Returns
    -------
    float or array
        Life [years]

    Notes
    -----
    TBW x 1000 / (GB per drive and day x 365) [src].

    Examples
    --------
    >>> round(ssd_life_years(973, 118.5, 10, 8), 1)
    5.0

    References
    ----------
    novacalculator.com, SSD endurance calculator; raidzfscalculator.com. Load: Dell, Table 4.
    """
    rated = numbers("tbw", tbw, "TB", above=0)
    written = numbers("write_mb_s", write_mb_s, "MB/s", above=0)
    gb_per_day = _checked_gb_per_day(written, hours_per_day, raid_write_factor, extra_write_amplification)
    per_day = gb_per_day / numbers("drives", drives, "drives", above=0)
    return rated * 1000 / (per_day * DAYS_PER_WARRANTY_YEAR)


def _checked_gb_per_day(
    written: Value, hours_per_day: Numbers, raid_write_factor: Numbers, extra_write_amplification: Numbers
) -> Value:
    hours = numbers("hours_per_day", hours_per_day, "h", above=0, at_most=24)
    factor = numbers("raid_write_factor", raid_write_factor, above=0)
    extra = numbers("extra_write_amplification", extra_write_amplification, above=0)
    return _gb_per_day(written, hours) * factor * extra


def _gb_per_day(write_mb_s: Value, hours_per_day: Value) -> Value:
    """What is written in a day's hours of use."""
    return write_mb_s * 3.6 * hours_per_day


@with_arguments_described
def tbw_from_dwpd(dwpd: Numbers, drive_gb: Numbers, years: Numbers) -> Value:
    """Writes that an SSD is rated for, from its drive writes per day.

    Parameters
    ----------
    dwpd : float or array
        Rated drive writes per day [1/d]
    years : float or array
        Years that the rating is given for: the warranty [years]

    Returns
    -------
    float or array
        Rated writes [TB]

    Notes
    -----
    DWPD x GB x 365 x years / 1000 [src].

    Examples
    --------
    >>> round(tbw_from_dwpd(5.3325, 100, 5))
    973

    References
    ----------
    novacalculator.com, SSD endurance calculator; raidzfscalculator.com.
    """
    rating = numbers("dwpd", dwpd, "1/d", at_least=0)
    size = numbers("drive_gb", drive_gb, "GB", above=0)
    warranty = numbers("years", years, "years", above=0)
    return rating * size * DAYS_PER_WARRANTY_YEAR * warranty / 1000


@with_arguments_described
def rebuild_hours(drive_gb: Numbers, rebuild_mb_s: Numbers, load_share: Numbers = 0.0) -> Value:
    """Hours until a lost drive is rebuilt.

    Parameters
    ----------
    rebuild_mb_s : float or array
        Rate of the rebuild without other load [MB/s]
    load_share : float or array
        Share of that rate that the VMs take meanwhile [0 to below 1]

    Returns
    -------
    float or array
        Time of the rebuild [h]

    Notes
    -----
    GB / (MB/s x 3.6) / (1 - load) [exact]: the best case.

    Examples
    --------
    >>> rebuild_hours(900, 100)
    2.5
    >>> rebuild_hours(900, 100, load_share=0.5)
    5.0

    References
    ----------
    By the units: 1 MB/s is 3.6 GB/h.
    """
    size = numbers("drive_gb", drive_gb, "GB", above=0)
    rate = numbers("rebuild_mb_s", rebuild_mb_s, "MB/s", above=0)
    load = numbers("load_share", load_share, at_least=0, below=1)
    return _rebuild_hours(size, rate, load)


def _rebuild_hours(drive_gb: Value, rebuild_mb_s: Value, load_share: Value) -> Value:
    """`rebuild_hours` of checked numbers."""
    return drive_gb / (rebuild_mb_s * 3.6) / (1 - load_share)


@with_arguments_described
def degraded_read_factor(group_drives: Numbers, reads_per_lost_read: Numbers) -> Value:
    """Back-end reads per front-end read in a RAID group that lost one drive.

    Parameters
    ----------
    group_drives : float or array
        Drives of the group before the loss: 2 for a mirrored pair [drives]
    reads_per_lost_read : float or array
        Reads that stand in for a read of the lost drive: 1 for a mirrored pair, g - 1 for RAID 5, g - 2 for
        RAID 6, with g drives in the group [-]

    Returns
    -------
    float or array
        Reads per read [-]

    Notes
    -----
    ((g - 1) + reads per lost read) / g: one read in g falls on the lost drive [exact]. On the g - 1 drives
    that are left, the reads per drive double with RAID 5 and with a mirrored pair.

    Examples
    --------
    >>> degraded_read_factor(5, 4)
    1.6
    >>> degraded_read_factor(2, 1)
    1.0

    References
    ----------
    Counted from what a group with a lost drive has to read; no published formula was used.
    """
    group = numbers("group_drives", group_drives, "drives", at_least=2)
    lost = numbers("reads_per_lost_read", reads_per_lost_read, at_least=1)
    return _degraded_read_factor(group, lost)


def _degraded_read_factor(group: Value, lost: Value) -> Value:
    """`degraded_read_factor` of checked numbers."""
    return (group - 1 + lost) / group


def _degraded_write_penalty(group: Value, parities: Value) -> Value:
    """(5 g - 8) / g with one parity, (7 g - 11) / g with two: see `degraded_usable_iops`."""
    return ((2 * parities + 3) * group - (3 * parities + 5)) / group


@with_arguments_described
def degraded_usable_iops(
    drives: Numbers,
    drive_iops: Numbers,
    read_share: Numbers,
    group_drives: Numbers,
    reads_per_lost_read: Numbers,
    degraded_write_penalty: Numbers,
) -> Value:
    """Front-end load that a number of drives carries while one of them is lost.

    Parameters
    ----------
    drives : float or array
        Drives before the loss, in all groups together [drives]
    group_drives : float or array
        Drives of one group before the loss: 2 for RAID 10 [drives]
    reads_per_lost_read : float or array
        Reads that stand in for a read of the lost drive: 1 for RAID 10, g - 1 for RAID 5, g - 2 for RAID 6,
        with g drives in the group [-]
    degraded_write_penalty : float or array
        Back-end operations per front-end write in the group that lost the drive: 1 for RAID 10,
        (5 g - 8) / g for RAID 5, (7 g - 11) / g for RAID 6 [-]

    Returns
    -------
    float or array
        Front-end load [IOPS]

    Notes
    -----
    drives / g x (g - 1) x drive IOPS / (read factor x read share + penalty x write share), with the read
    factor of `degraded_read_factor`. The load is striped evenly over the groups, so the group that lost a
    drive is full first and limits all of them; with RAID 10 that is the partner of the lost drive, which
    now reads for both. The penalties count the cases of a small write one by one: a drive of its stripe is
    lost with its data, with its parity, or is not concerned [mine]. Operations of the rebuild come on top.

    Examples
    --------
    >>> degraded_usable_iops(24, 75, 0.4, 2, 1, 1)
    900.0
    >>> degraded_usable_iops(8, 75, 1.0, 8, 7, 4)
    300.0

    References
    ----------
    Counted from what a group with a lost drive has to read and write; no published formula was used. First
    example: drives of J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 3.2.
    """
    count = numbers("drives", drives, "drives", at_least=0)
    rating = numbers("drive_iops", drive_iops, "IOPS", above=0)
    reads = share("read_share", read_share)
    group = numbers("group_drives", group_drives, "drives", at_least=2)
    lost = numbers("reads_per_lost_read", reads_per_lost_read, at_least=1)
    penalty = numbers("degraded_write_penalty", degraded_write_penalty, at_least=1)
    return _degraded_usable_iops(count, rating, reads, group, _degraded_read_factor(group, lost), penalty)


def _degraded_usable_iops(
    drives: Value, rating: Value, reads: Value, group: Value, read_factor: Value, penalty: Value
) -> Value:
    """`degraded_usable_iops` of checked numbers."""
    return drives / group * (group - 1) * rating / (read_factor * reads + penalty * (1 - reads))
