"""What stands in the tables that come with the library: drives, user profiles, RAID levels, prices."""

from __future__ import annotations

import dataclasses
import datetime
from typing import Any

import vdi_sizing
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import same_name
from vdi_sizing.tables.price_lists import PRICES


def drive(drive: str, field: str) -> float | str:
    """What the table of drives says about one.

    Parameters
    ----------
    drive : str
        Its name, in whatever case
    field : str
        Which column, such as read_iops, write_iops, gb, dwpd, watts, kind, part or source

    Returns
    -------
    float or str
        What stands there; #N/A where it is not known [of that column]

    Examples
    --------
    >>> drive("Fujitsu HD SAS 6G 300 GB 10K", "read_iops")
    125.0
    """
    return field_of(vdi_sizing.drive(drive), field)


def profile(profile: str, field: str) -> float | str:
    """What the table of user profiles says about one.

    Parameters
    ----------
    profile : str
        Its name, in whatever case
    field : str
        Which column, such as steady_iops, steady_read_share, login_iops, boot_iops, ram_gib or source

    Returns
    -------
    float or str
        What stands there; #N/A where it is not known [of that column]

    Examples
    --------
    >>> profile("ETRI office user, test", "steady_iops")
    20.0
    """
    return field_of(vdi_sizing.profile(profile), field)


def raid(raid: str, field: str) -> float | str:
    """What the table of RAID levels says about one.

    Parameters
    ----------
    raid : str
        RAID level, such as RAID 5
    field : str
        Which column, such as write_penalty, usable_share, parity_drives, min_drives or multiple

    Returns
    -------
    float or str
        What stands there; #N/A where it is not known [of that column]

    Examples
    --------
    >>> raid("RAID 6", "parity_drives")
    2.0
    """
    return field_of(vdi_sizing.raid_level(raid), field)


def write_penalty(raid: str) -> float:
    """Back-end operations per front-end write.

    Parameters
    ----------
    raid : str
        RAID level, such as RAID 5

    Returns
    -------
    float
        Write penalty [-]

    Examples
    --------
    >>> write_penalty("RAID 5")
    4.0
    """
    return vdi_sizing.raid_level(raid).write_penalty


def price(part: str, price_list: str) -> float:
    """What a part costs in a price list that comes with the library, less the list's discount.

    Parameters
    ----------
    part : str
        Part number
    price_list : str
        Name of the price list

    Returns
    -------
    float
        Net price of one piece; #N/A where there is none [EUR]

    Examples
    --------
    >>> price("S26361-F4482-E130", "Fujitsu EUR list, June 2011 (day not printed)")
    210.0
    """
    of_the_list = [price for price in PRICES if same_name(price.price_list, price_list)]
    if not of_the_list:
        lists = sorted({price.price_list for price in PRICES})
        raise InputError("price_list", price_list, f"one of: {'; '.join(lists)}")
    for found in of_the_list:
        if same_name(found.part, part) and found.amount is not None:
            return found.amount * (1 - found.discount_share)
    raise InputError("part", part, "a part that has a price in this list")


def field_of(record: Any, field: str) -> float | str:
    """A field of a row; small and capital letters, blanks and underscores are alike.

    >>> field_of(vdi_sizing.raid_level("RAID 5"), "Write penalty")
    4.0
    """
    names = [item.name for item in dataclasses.fields(record)]
    name = "_".join(field.casefold().split())
    if name not in names:
        raise InputError("field", field, f"one of: {', '.join(names)}")
    value = getattr(record, name)
    if value is None:
        raise InputError("field", field, "a field that is known here: this one is blank in the table")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value if isinstance(value, str) else float(value)


LOOKUPS = (drive, price, profile, raid, write_penalty)
