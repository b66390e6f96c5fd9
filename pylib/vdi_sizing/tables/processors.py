"""Processors: their cores, and what else tells one from another."""

import datetime
from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import NOT_AN_INPUT, WISH, Input, clean_fields
from vdi_sizing.tables.reading import HOW_SURE, SOURCE, SOURCE_DATE, note_of, read_records


@dataclass(frozen=True)
class Processor:
    """One processor; None where no source says it. A design takes its cores, and nothing else, of it.

    Parameters
    ----------
    name : str
        Processor.
    family : str or None
        What it belongs to.
    cores : float
        Cores of one [cores]
    ghz : float or None
        Base clock [GHz]
    specrate : float or None
        SPEC CPU 2017 integer rate, base, of two of them.
    watts : float or None
        Thermal design power of one [W]
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

    name: Annotated[str, Input("processor", note="what a design names", kind="name", role=WISH)]
    family: Annotated[str | None, Input("family", note="what it belongs to", kind="text", optional=True)]
    cores: Annotated[float, Input("cores of a CPU", "cores", "of one of them, not threads", "whole", at_least=1)]
    ghz: Annotated[float | None, Input("base GHz", "GHz", "blank: not known", optional=True, above=0)] = None
    specrate: Annotated[
        float | None,
        Input(
            "SPECrate of two CPUs", "", "integer, base, 2017; no density follows from it alone", optional=True, above=0
        ),
    ] = None
    watts: Annotated[
        float | None, Input("TDP W", "W", "of one; the W of a host are not taken from it", optional=True, above=0)
    ] = None
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    derivation: Annotated[str | None, NOT_AN_INPUT] = None
    note: Annotated[str | None, note_of("processors")] = None

    def __post_init__(self) -> None:
        clean_fields(self)


PROCESSORS = read_records("processors", Processor)
