"""Known drives: what one of one capacity is rated at or ruled to sustain."""

import datetime
from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import NOT_AN_INPUT, Input, clean_fields
from vdi_sizing.tables.reading import GENERATIONS, HOW_SURE, SOURCE, SOURCE_DATE, find, note_of, read_records

HDD = "HDD"
"""The one kind of drive that is not flash."""


@dataclass(frozen=True)
class Drive:
    """One drive of one capacity, and the IOPS it is rated at or ruled to sustain.

    Parameters
    ----------
    name : str
        Drive, with its capacity.
    part : str
        The part that a price list knows; the drive's name where no part number is known.
    generation : str or None
        "documents (2010-2014)" or "today (2016-2026)".
    kind : str or None
        "HDD", "SSD" or "NVMe SSD".
    gb : float
        Capacity [GB]
    read_iops : float
        Random reads per second [IOPS]
    write_iops : float
        Random writes per second [IOPS]
    dwpd : float or None
        Drive writes per day over the design life [1/day]
    watts : float or None
        Power [W]
    interface : str or None
        Such as "SATA 6G", "SAS 12G" or "PCIe 4 x4".
    read_latency_ms : float or None
        A random read without load [ms]
    write_latency_ms : float or None
        A random write without load [ms]
    read_mb_s : float or None
        What it reads at most, one piece after the other [MB/s]
    write_mb_s : float or None
        What it writes at most, one piece after the other [MB/s]
    source : str or None
        Where the row comes from.
    source_address : str or None
        Its address, or the place in the document.
    source_date : str, datetime.date or None
        Its date.
    how_sure : str or None
        "read", "excerpt", "quoted", "calculated" or "inferred".
    derivation : str or None
        How a calculated number follows.
    note : str or None
        What a user should know.
    """

    name: Annotated[str, Input("drive", note="what designs and kits name", kind="name")]
    part: Annotated[str, Input("part", note="the part that the price list knows", kind="name")]
    generation: Annotated[
        str | None,
        Input("generation", note="not to be mixed in one comparison", kind="name", optional=True, words=GENERATIONS),
    ]
    kind: Annotated[
        str | None, Input("kind", note=f"{HDD}, SSD, NVMe SSD; all but {HDD} is flash", kind="name", optional=True)
    ]
    gb: Annotated[float, Input("capacity GB", "GB", "of 1000^3 bytes, as on its label", above=0)]
    read_iops: Annotated[float, Input("read IOPS", "IOPS", "rated or ruled; derate on the Designs sheet", above=0)]
    write_iops: Annotated[float, Input("write IOPS", "IOPS", "rated or ruled; derate on the Designs sheet", above=0)]
    dwpd: Annotated[
        float | None, Input("DWPD", "1/day", f"drive writes per day; {HDD} needs none", optional=True, above=0)
    ] = None
    watts: Annotated[float | None, Input("W", "W", "of a drive at work; blank: not known", optional=True, above=0)] = (
        None
    )
    interface: Annotated[str | None, Input("interface", note="how it is attached", kind="text", optional=True)] = None
    read_latency_ms: Annotated[
        float | None, Input("read latency ms", "ms", "of one random read, as rated", optional=True, above=0)
    ] = None
    write_latency_ms: Annotated[
        float | None, Input("write latency ms", "ms", "of one random write, as rated", optional=True, above=0)
    ] = None
    read_mb_s: Annotated[
        float | None, Input("read MB/s", "MB/s", "of sequential reads, as rated", optional=True, above=0)
    ] = None
    write_mb_s: Annotated[
        float | None, Input("write MB/s", "MB/s", "of sequential writes, as rated", optional=True, above=0)
    ] = None
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    derivation: Annotated[str | None, NOT_AN_INPUT] = None
    note: Annotated[str | None, note_of("drives")] = None

    def __post_init__(self) -> None:
        clean_fields(self)


DRIVES = read_records("drives", Drive)


def drive(name: str) -> Drive:
    """Look up a drive of the table that comes with the library.

    Parameters
    ----------
    name : str
        Drive; compared trimmed and without case.

    Returns
    -------
    Drive
        The row of the table.

    Raises
    ------
    InputError
        If there is no such drive.

    Examples
    --------
    >>> drive("ETRI SATA 7.2K 750 GB").read_iops
    75.0
    """
    return find("drive", DRIVES, name)
