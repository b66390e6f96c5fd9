"""What a design's drives are in: its tiers, and its flash cache."""

from dataclasses import dataclass, replace
from typing import Annotated

from vdi_sizing.formulas.service import LARGEST_SHAPE
from vdi_sizing.inputs import WISH, Input, clean_fields, inputs_of

SOURCE_NOTE = "test, document, place in it; blank: not known"
"""What to enter as the source of a number."""

_DERATING = Input(
    "derating",
    "0..1",
    "share of the rated IOPS taken as sustained; blank: all of them",
    "share",
    above=0,
    blank=1.0,
    expert=True,
    role=WISH,
)
_DERATING_OF_TIER = replace(_DERATING, by_kit=True)
_SERVICE_SHAPE = Input(
    "evenness of the service times",
    "",
    "1: some take several times the mean; 8: disk-like; blank: 8 for HDD, else 1",
    "whole",
    optional=True,
    at_least=1,
    at_most=LARGEST_SHAPE,
    expert=True,
    role=WISH,
)
_LATENCY = Input(
    "latency without load",
    "ms",
    "of one I/O, measured or by data sheet; blank: that of the drive, else 1000 / IOPS, of flash not modelled",
    optional=True,
    above=0,
    expert=True,
)
_LATENCY_SOURCE = Input("source of the latency", note=SOURCE_NOTE, kind="text", optional=True)
_SHARE_NOTE = "blank: all of it (one tier), or by the skew"


@dataclass(frozen=True)
class Tier:
    """One kind of drives in a design, in one RAID level.

    What its inputs leave to the kit of a design (`by_kit`) is None, until the design is known to have none.
    """

    drive: Annotated[
        str | None,
        Input(
            "drive",
            note="of the Drives sheet; blank: tier not used",
            kind="name",
            optional=True,
            by_kit=True,
            role=WISH,
        ),
    ] = None
    raid: Annotated[
        str | None, Input("RAID level", note="of the RAID sheet", kind="name", optional=True, by_kit=True, role=WISH)
    ] = None
    drives: Annotated[
        float | None,
        Input("drives per block", "drives", "blank: counted", "whole", optional=True, above=0, by_kit=True, role=WISH),
    ] = None
    spares: Annotated[
        float,
        Input("spare drives per block", "drives", "bought, not counted on", "whole", blank=0.0, expert=True, role=WISH),
    ] = 0.0
    rebuild_drives: Annotated[
        float,
        Input(
            "kept free for rebuilding",
            "drives",
            "drives' worth per block; of a cluster once; S2D: one per host, 4 at most",
            "whole",
            blank=0.0,
            expert=True,
            by_kit=True,
            role=WISH,
        ),
    ] = 0.0
    derating: Annotated[float, _DERATING_OF_TIER] = 1.0
    share_of_reads: Annotated[
        float | None,
        Input("share of the reads", "0..1", _SHARE_NOTE, "share", optional=True, expert=True, by_kit=True, role=WISH),
    ] = None
    share_of_writes: Annotated[
        float | None,
        Input("share of the writes", "0..1", _SHARE_NOTE, "share", optional=True, expert=True, by_kit=True, role=WISH),
    ] = None
    share_of_capacity: Annotated[
        float | None,
        Input(
            "share of the pool's capacity",
            "0..1",
            "blank: all of it (one tier), or by the drives given",
            "share",
            optional=True,
            expert=True,
            by_kit=True,
            role=WISH,
        ),
    ] = None
    read_hit: Annotated[
        float, Input("read hit", "0..1", "share of the reads that a RAM cache answers", "share", blank=0.0, expert=True)
    ] = 0.0
    write_coalesced: Annotated[
        float,
        Input(
            "write coalescing",
            "0..1",
            "share of the back-end writes that a write-back cache removes",
            "share",
            blank=0.0,
            expert=True,
        ),
    ] = 0.0
    write_back: Annotated[
        bool,
        Input("write-back", "", "yes: a write ends in the cache", "yes/no", blank=False, expert=True),
    ] = False
    service_shape: Annotated[float | None, _SERVICE_SHAPE] = None
    latency_ms: Annotated[float | None, _LATENCY] = None
    latency_ms_source: Annotated[str | None, _LATENCY_SOURCE] = None

    def __post_init__(self) -> None:
        clean_fields(self, left_to_kit=True)


@dataclass(frozen=True)
class Cache:
    """Flash in front of the tiers that answers part of the load."""

    drive: Annotated[
        str | None,
        Input("drive", note="of the Drives sheet; blank: no flash cache", kind="name", optional=True, role=WISH),
    ] = None
    raid: Annotated[
        str | None, Input("RAID level", note="of the RAID sheet", kind="name", optional=True, role=WISH)
    ] = None
    drives: Annotated[
        float | None,
        Input(
            "drives per block",
            "drives",
            "needed where a drive is named; EMC 2012: 2, doubled for each further 500 users",
            "whole",
            optional=True,
            above=0,
            role=WISH,
        ),
    ] = None
    derating: Annotated[float, _DERATING] = 1.0
    read_hit: Annotated[
        float, Input("read hit", "0..1", "share of the reads that the flash cache answers", "share", blank=0.0)
    ] = 0.0
    write_hit: Annotated[
        float, Input("write hit", "0..1", "share of the writes that end in the flash cache", "share", blank=0.0)
    ] = 0.0
    service_shape: Annotated[float | None, _SERVICE_SHAPE] = None
    latency_ms: Annotated[float | None, _LATENCY] = None
    latency_ms_source: Annotated[str | None, _LATENCY_SOURCE] = None

    def __post_init__(self) -> None:
        clean_fields(self)


def sourced_numbers(record: type) -> dict[str, Input]:
    """The numbers that are measured or known better than computed: each has its source beside it, and needs one.

    VMs per block that are given are somebody's choice: they may have a source, and need none.
    """
    inputs = inputs_of(record)
    return {name: field for name, field in inputs.items() if f"{name}_source" in inputs and name != "given_vms"}
