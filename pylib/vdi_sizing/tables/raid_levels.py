"""Known RAID levels and other layouts of drives."""

import datetime
from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import NOT_AN_INPUT, Input, clean_fields
from vdi_sizing.tables.reading import GENERATIONS, HOW_SURE, SOURCE, SOURCE_DATE, find, note_of, read_records


@dataclass(frozen=True)
class RaidLevel:
    """One RAID level or layout: what a front-end write costs, and what of the drives remains usable.

    Parameters
    ----------
    name : str
        RAID level.
    generation : str or None
        "documents (2010-2014)", "today (2016-2026)" or "any".
    write_penalty : float
        Back-end operations per front-end write [-]
    write_reads : float
        Those of them that are reads [-]
    usable_share : float
        Usable share of the drives that hold no parity [0..1]
    parity_drives : float
        Drives' worth of parity [drives]
    min_drives : float
        Fewest drives [drives]
    multiple : float
        Drives are bought in multiples of this number [drives]
    write_phases : float
        Phases of a write, one after the other [-]
    write_fork : float
        Operations that a phase waits for [-]
    write_bytes : float
        Bytes written to the drives per byte that the front end writes, in small writes [-]
    min_hosts : float or None
        Fewest hosts that it is spread over; None where the drives of one server do [hosts]
    most_hosts : float or None
        Most hosts of a cluster with it; None where none is known [hosts]
    store : str or None
        The product whose layout it is; None where any has it.
    source : str or None
        Where the row comes from.
    source_address : str or None
        Its address.
    source_date : str, datetime.date or None
        Its date.
    how_sure : str or None
        "read", "excerpt", "quoted", "calculated" or "inferred".
    derivation : str or None
        How a calculated number follows.
    note : str or None
        What a user should know.
    """

    name: Annotated[str, Input("RAID level", note="what designs and kits name", kind="name")]
    generation: Annotated[
        str | None,
        Input("generation", note="not to be mixed in one comparison", kind="text", optional=True, words=GENERATIONS),
    ]
    write_penalty: Annotated[float, Input("write penalty", "x", "back-end operations per front-end write", at_least=1)]
    write_reads: Annotated[float, Input("reads per write", "x", "of them reads", blank=0.0)]
    usable_share: Annotated[float, Input("usable share", "0..1", "of the drives that hold no parity", "share", above=0)]
    parity_drives: Annotated[
        float, Input("parity drives", "drives", "drives' worth without data; blank: 0", "whole", blank=0.0)
    ]
    min_drives: Annotated[float, Input("minimum", "drives", "the fewest drives of a block", "whole", at_least=1)]
    multiple: Annotated[float, Input("multiple", "drives", "drives are bought in multiples of it", "whole", at_least=1)]
    write_phases: Annotated[
        float, Input("write phases", "", "one after the other", kind="whole", at_least=1, at_most=2)
    ]
    write_fork: Annotated[
        float, Input("write fork", "", "operations that a phase waits for", kind="whole", at_least=1, at_most=3)
    ]
    write_bytes: Annotated[
        float, Input("bytes per byte", "x", "written to the drives per byte of small front-end writes", at_least=1)
    ]
    min_hosts: Annotated[
        float | None,
        Input("hosts", "hosts", "fewest that it is spread over; blank: one server will do", "whole", True),
    ] = None
    most_hosts: Annotated[
        float | None,
        Input("most hosts", "hosts", "of a cluster with it; blank: not known", "whole", True),
    ] = None
    store: Annotated[str | None, Input("store", "", "the product; the tiers of a cluster are of one", "text", True)] = (
        None
    )
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    derivation: Annotated[str | None, NOT_AN_INPUT] = None
    note: Annotated[str | None, note_of("raid")] = None

    def __post_init__(self) -> None:
        clean_fields(self)


RAID_LEVELS = read_records("raid", RaidLevel)


def raid_level(name: str) -> RaidLevel:
    """Look up a RAID level or layout of the table that comes with the library.

    Parameters
    ----------
    name : str
        RAID level; compared trimmed and without case.

    Returns
    -------
    RaidLevel
        The row of the table.

    Raises
    ------
    InputError
        If there is no such level.

    Examples
    --------
    >>> raid_level("raid 5").write_penalty
    4.0
    """
    return find("raid", RAID_LEVELS, name)
