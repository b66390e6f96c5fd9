"""RAID levels and other layouts of drives: what a write costs, and what remains usable."""

from __future__ import annotations

from vdi_sizing._arrays import (
    Numbers,
    Value,
    maximum,
    numbers,
    round_up,
    round_up_to_multiple,
    rounded,
    where,
)
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.arguments import with_arguments_described
from vdi_sizing.tables.raid_levels import RaidLevel, raid_level


@with_arguments_described
def usable_drives(drives: Numbers, parity_drives: Numbers, usable_share: Numbers) -> Value:
    """Drives' worth of capacity that a RAID group leaves usable.

    Returns
    -------
    float or array
        Usable drives [drives]

    Notes
    -----
    (drives - parity drives) x usable share, never below 0 [exact].

    Examples
    --------
    >>> usable_drives(24, 0, 0.5)
    12.0
    >>> usable_drives(5, 1, 1)
    4.0

    References
    ----------
    Crucial, Write IOPs for RAID levels (2010-03-31); IBM POWER9, Disk array capacities.
    """
    count = numbers("drives", drives, "drives", at_least=0)
    parity = numbers("parity_drives", parity_drives, "drives", at_least=0)
    usable = numbers("usable_share", usable_share, above=0, at_most=1)
    return _usable_drives(count, parity, usable)


def _usable_drives(drives: Value, parity_drives: Value, usable_share: Value) -> Value:
    """`usable_drives` of checked numbers."""
    return maximum(0.0, drives - parity_drives) * usable_share


@with_arguments_described
def drives_for_usable(data_drives: Numbers, parity_drives: Numbers, usable_share: Numbers) -> Value:
    """Drives that leave a capacity usable: the inverse of `usable_drives`, rounded up.

    Parameters
    ----------
    data_drives : float or array
        Capacity needed, in capacities of one drive [drives]

    Returns
    -------
    float or array
        Drives, before minimum and multiple; 0 where nothing is needed [drives]

    Notes
    -----
    round_up(data drives / usable share) + parity drives [exact].

    Examples
    --------
    >>> drives_for_usable(12, 0, 0.5)
    24.0
    >>> drives_for_usable(3.2, 1, 1)
    5.0

    References
    ----------
    Crucial, Write IOPs for RAID levels (2010-03-31); IBM POWER9, Disk array capacities.
    """
    needed = numbers("data_drives", data_drives, "drives", at_least=0)
    parity = numbers("parity_drives", parity_drives, "drives", at_least=0)
    usable = numbers("usable_share", usable_share, above=0, at_most=1)
    holding_data = _data_drives(needed, usable)
    return where(holding_data == 0, 0.0 * parity, holding_data + parity)


def _data_drives(needed: Value, usable_share: Value) -> Value:
    """Drives beside those of parity, for a capacity in capacities of one drive."""
    return round_up(needed / usable_share)


@with_arguments_described
def raid_usable_gb(raid: str, drives: Numbers, drive_gb: Numbers) -> Value:
    """Usable capacity of a number of drives in a RAID level.

    Parameters
    ----------
    drives : float or array
        Number of drives; at least the level's minimum, and a multiple of its multiple [drives]

    Returns
    -------
    float or array
        Usable capacity [GB]

    Raises
    ------
    InputError
        If the level is unknown, or a number is out of its range or impossible in that level.

    Notes
    -----
    (drives - parity drives) x usable share x drive GB [exact]. For 24 drives of 750 GB in RAID 10 the ETRI
    paper prints 17 TB; that is about their raw 18 TB, half of which is usable.

    Examples
    --------
    >>> raid_usable_gb("RAID 10", 24, 750)
    9000.0

    References
    ----------
    J. Park et al. (ETRI), Storage Sizing Issue of VDI System, section 3.2 and table 1.
    """
    level = raid_level(raid)
    count = numbers("drives", drives, f"drives for {level.name}", at_least=level.min_drives)
    _check_multiple(count, level)
    size_gb = numbers("drive_gb", drive_gb, "GB", above=0)
    return usable_drives(count, level.parity_drives, level.usable_share) * size_gb


def _check_multiple(count: Value, level: RaidLevel) -> None:
    left_over = rounded(count % level.multiple)
    if isinstance(left_over, float):
        wrong = [count] if left_over else []
    else:
        wrong = [float(number) for number in count[left_over != 0]]  # type: ignore[index]
    if wrong:
        multiple = "whole number" if level.multiple == 1 else f"multiple of {level.multiple:g}"
        raise InputError("drives", wrong[0], f"a {multiple} drives for {level.name}")


@with_arguments_described
def disk_count_for_capacity(capacity_gb: Numbers, raid: str, drive_gb: Numbers) -> Value:
    """Drives that leave a capacity usable in a RAID level.

    Parameters
    ----------
    capacity_gb : float or array
        Usable capacity needed [GB]

    Returns
    -------
    float or array
        Drives, with the level's minimum and multiple; 0 where nothing is needed [drives]

    Raises
    ------
    InputError
        If the level is unknown, or a number is out of its range.

    Notes
    -----
    max(round_up(GB / drive GB / usable share) + parity drives, minimum), up to the multiple [exact]. Capacity
    and IOPS are counted apart from each other, and the larger count is bought.

    Examples
    --------
    >>> disk_count_for_capacity(9000, "RAID 10", 750)
    24.0
    >>> disk_count_for_capacity(1000, "RAID 5", 300)
    5.0

    References
    ----------
    Dell, Sizing and Best Practices for Deploying Citrix XenDesktop on VMware vSphere with Dell EqualLogic
    Storage (January 2012), section 6.3.
    """
    level = raid_level(raid)
    needed_gb = numbers("capacity_gb", capacity_gb, "GB", at_least=0)
    size_gb = numbers("drive_gb", drive_gb, "GB", above=0)
    count = drives_for_usable(needed_gb / size_gb, level.parity_drives, level.usable_share)
    allowed = round_up_to_multiple(maximum(count, level.min_drives), level.multiple)
    return where(count == 0, 0.0 * allowed, allowed)
