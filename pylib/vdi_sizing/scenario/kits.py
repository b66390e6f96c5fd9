"""Known kits: ready-made blocks that a design starts from, and says over what is not as it has it."""

import datetime
from dataclasses import dataclass, replace
from typing import Annotated, Any

from vdi_sizing.inputs import NOT_AN_INPUT, WISH, Input, clean_fields, inputs_of
from vdi_sizing.scenario.bill import BOUGHT_ONCE, PER_BLOCK, QUANTITIES_PER, BillRow
from vdi_sizing.scenario.designs import ARRAY, LEFT, SERVICE, TIERS, Design
from vdi_sizing.scenario.parts import Tier
from vdi_sizing.scenario.settings import Settings
from vdi_sizing.tables.gpus import GpuCard
from vdi_sizing.tables.licences import PER_TB
from vdi_sizing.tables.processors import Processor
from vdi_sizing.tables.reading import GENERATIONS, HOW_SURE, SOURCE, SOURCE_DATE, find, note_of, read_records


def _of_block(name: str) -> Input:
    """An input of a design, as a kit may say it; short enough for the head of a column."""
    field = inputs_of(Design)[name]
    return _may_say(replace(field, label=field.label.removesuffix(" on the block")))


def _of_tier(number: int, name: str) -> Input:
    """An input of a tier, as a kit may say it: with its number, and without an apostrophe, which formulas quote."""
    field = inputs_of(Tier)[name]
    return _may_say(replace(field, label=f"tier {number} {field.label}".replace("the pool's ", "")))


def _may_say(field: Input) -> Input:
    return replace(field, optional=True, blank=None, section="", expert=False)


@dataclass(frozen=True)
class Kit:
    """A block with its drives; None where its source says nothing.

    Parameters
    ----------
    name : str
        Kit.
    generation : str or None
        "documents (2010-2014)" or "today (2016-2026)": that of its drives.
    source : str or None
        Where the row comes from.
    source_address : str or None
        Its address, or the place in the document.
    source_date : str, datetime.date or None
        Its date.
    how_sure : str or None
        "read", "excerpt", "quoted", "calculated" or "inferred"; "example" where the note says what has a source.
    note : str or None
        What a user should know: above all which figures are examples.

    Notes
    -----
    The other fields are the inputs of a design that a kit may say, under their names on its sheet.
    """

    name: Annotated[str, Input("kit", note="what a design names", kind="name", role=WISH)]
    generation: Annotated[
        str | None,
        Input(
            "generation",
            note="that of its drives, which Drives has to have",
            kind="text",
            optional=True,
            words=GENERATIONS,
        ),
    ] = None
    block_kind: Annotated[str | None, _of_block("block_kind")] = None
    ram_gib: Annotated[float | None, _of_block("ram_gib")] = None
    cores: Annotated[float | None, _of_block("cores")] = None
    vcpus_per_core: Annotated[float | None, _of_block("vcpus_per_core")] = None
    host_ram_gib: Annotated[float | None, _of_block("host_ram_gib")] = None
    host_cores: Annotated[float | None, _of_block("host_cores")] = None
    bays: Annotated[float | None, _of_block("bays")] = None
    base_bays: Annotated[float | None, _of_block("base_bays")] = None
    shelf_bays: Annotated[float | None, _of_block("shelf_bays")] = None
    beside_ram_gib: Annotated[float | None, _of_block("beside_ram_gib")] = None
    beside_cores: Annotated[float | None, _of_block("beside_cores")] = None
    array_headroom: Annotated[float | None, _of_block("array_headroom")] = None
    tier1_drive: Annotated[str | None, _of_tier(1, "drive")] = None
    tier1_raid: Annotated[str | None, _of_tier(1, "raid")] = None
    tier1_drives: Annotated[float | None, _of_tier(1, "drives")] = None
    tier1_rebuild_drives: Annotated[float | None, _of_tier(1, "rebuild_drives")] = None
    tier1_derating: Annotated[float | None, _of_tier(1, "derating")] = None
    tier1_share_of_reads: Annotated[float | None, _of_tier(1, "share_of_reads")] = None
    tier1_share_of_writes: Annotated[float | None, _of_tier(1, "share_of_writes")] = None
    tier1_share_of_capacity: Annotated[float | None, _of_tier(1, "share_of_capacity")] = None
    tier2_drive: Annotated[str | None, _of_tier(2, "drive")] = None
    tier2_raid: Annotated[str | None, _of_tier(2, "raid")] = None
    tier2_drives: Annotated[float | None, _of_tier(2, "drives")] = None
    tier2_rebuild_drives: Annotated[float | None, _of_tier(2, "rebuild_drives")] = None
    tier2_derating: Annotated[float | None, _of_tier(2, "derating")] = None
    tier2_share_of_reads: Annotated[float | None, _of_tier(2, "share_of_reads")] = None
    tier2_share_of_writes: Annotated[float | None, _of_tier(2, "share_of_writes")] = None
    tier2_share_of_capacity: Annotated[float | None, _of_tier(2, "share_of_capacity")] = None
    tier3_drive: Annotated[str | None, _of_tier(3, "drive")] = None
    tier3_raid: Annotated[str | None, _of_tier(3, "raid")] = None
    tier3_drives: Annotated[float | None, _of_tier(3, "drives")] = None
    tier3_rebuild_drives: Annotated[float | None, _of_tier(3, "rebuild_drives")] = None
    tier3_derating: Annotated[float | None, _of_tier(3, "derating")] = None
    tier3_share_of_reads: Annotated[float | None, _of_tier(3, "share_of_reads")] = None
    tier3_share_of_writes: Annotated[float | None, _of_tier(3, "share_of_writes")] = None
    tier3_share_of_capacity: Annotated[float | None, _of_tier(3, "share_of_capacity")] = None
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    note: Annotated[str | None, note_of("kits")] = None

    def __post_init__(self) -> None:
        clean_fields(self)


_OF_BILL = inputs_of(BillRow)
_PER_OF_KIT = tuple(per for per in QUANTITIES_PER if per not in PER_TB)
"""What a kit is billed for: it brings no licence by TB."""


@dataclass(frozen=True)
class KitPart:
    """A part that a design with a kit is billed for where the bill has no row of that design.

    Parameters
    ----------
    kit : str
        Kit, or GPU card: what a card brings along is billed beside the parts of a kit.
    part : str or None
        Part of the price list; None: that of the drive which the design uses there.
    quantity : float
        How many of them.
    per : str
        For what.
    recurs : str
        "bought once" or "per year": in each year of use, at its end.
    maintained : bool
        Whether maintenance counts it, where it is bought once.
    note : str or None
        What a reader should know.
    """

    kit: Annotated[str, Input("kit", note="of the Kits sheet, or a GPU card", kind="name", role=WISH)]
    part: Annotated[
        str | None,
        Input("part", note="blank, per drive: the part of the design's drive", kind="name", optional=True, role=WISH),
    ] = None
    quantity: Annotated[float, Input("quantity", "", "how many for each of what stands beside it", above=0)] = 1.0
    per: Annotated[str, Input("per", "", "what the quantity is for", "choice", choices=_PER_OF_KIT, role=WISH)] = (
        PER_BLOCK
    )
    recurs: Annotated[str, _OF_BILL["recurs"]] = BOUGHT_ONCE
    maintained: Annotated[bool, _OF_BILL["maintained"]] = True
    note: Annotated[str | None, note_of("kit_parts")] = None

    def __post_init__(self) -> None:
        clean_fields(self)

    def bill_row(self, design: str, part: str) -> BillRow:
        """The row that it takes the place of on a design's bill."""
        return BillRow(design, part, self.quantity, self.per, self.recurs, maintained=self.maintained)


BY_KIT: dict[str, Input] = {
    **{name: field for name, field in inputs_of(Design).items() if field.by_kit},
    **{f"tier{k}_{name}": field for k in TIERS for name, field in inputs_of(Tier).items() if field.by_kit},
}
"""The inputs of a design that a kit may say, by their names on the sheet Designs."""

BY_RULE: dict[str, Input] = {name: field for name, field in inputs_of(Design).items() if field.by_rule}
"""The inputs of a design that a setting may say for all designs."""

BY_CARD: dict[str, Input] = {name: field for name, field in inputs_of(Design).items() if field.by_card}
"""The inputs of a design that the GPU card which it names may say."""

BY_PROCESSOR: dict[str, Input] = {name: field for name, field in inputs_of(Design).items() if field.by_processor}
"""The inputs of a design that follow from the processor which it names."""

KITS = read_records("kits", Kit)
KIT_PARTS = read_records("kit_parts", KitPart)
FOR_WHO_ENTERS = ("price 0 where", "add them on Bill")
"""Words of notes on parts that are said to the one who enters prices, and not to the customer."""


def built_by(design: Design, kit: Kit | None) -> Design:
    """The design with what it leaves blank from a kit; what that leaves blank too is as usual. It names no kit."""

    def left_by(record: object, fields: dict[str, Input], prefix: str = "") -> dict[str, Any]:
        return {
            name: getattr(kit, f"{prefix}{name}", None)
            for name, field in fields.items()
            if field.by_kit and getattr(record, name) is LEFT
        }

    tiers = tuple(
        replace(tier, **left_by(tier, inputs_of(Tier), f"tier{k}_"))
        for k, tier in zip(TIERS, design.tiers, strict=True)
    )
    return replace(design, kit=None, tiers=tiers, **left_by(design, inputs_of(Design)))


def with_card(design: Design, card: GpuCard | None) -> Design:
    """The design with what it leaves blank of a GPU as the card has it."""
    said: dict[str, Any] = {name: getattr(card, name, None) for name in BY_CARD if getattr(design, name) is None}
    return replace(design, **said)


def with_processor(design: Design, processor: Processor | None, kind: str) -> Design:
    """The design with the cores that it leaves blank as its processors have them.

    They are those of a block of that kind, or of the hosts beside an array; a service has none.
    """
    cores = cores_by(design, processor)
    name = "beside_cores" if kind == ARRAY else "cores"
    if cores is None or kind == SERVICE or getattr(design, name) is not None:
        return design
    said: dict[str, Any] = {name: cores}
    return replace(design, **said)


def cores_by(design: Design, processor: Processor | None) -> float | None:
    """Cores of a host by its processor: CPUs per host x cores of each; None where one of them is not said."""
    return None if processor is None or design.host_cpus is None else design.host_cpus * processor.cores


def ruled_by(design: Design, settings: Settings) -> Design:
    """The design with what it leaves blank from the rules for all designs; what they leave too is as usual.

    Hosts in reserve are those that run the VMs: of an array the hosts beside it, else its blocks. A service has none,
    and rents a desktop with all of its cores.
    """
    is_service = design.block_kind == SERVICE
    is_array = design.block_kind == ARRAY
    has_hosts = is_array and (design.beside_ram_gib is not None or design.beside_cores is not None)
    without = {"spare_blocks": is_array or is_service, "spare_hosts": not has_hosts, "cpu_headroom": is_service}
    values: dict[str, Any] = {}
    for name, field in BY_RULE.items():
        if getattr(design, name) is LEFT:
            said = None if without.get(name) else getattr(settings, field.by_rule)
            values[name] = field.blank if said is None else said
    return replace(design, **values)


def kit(name: str) -> Kit:
    """Look up a kit of the table that comes with the library.

    Parameters
    ----------
    name : str
        Kit; compared trimmed and without case.

    Returns
    -------
    Kit
        The row of the table.

    Raises
    ------
    InputError
        If there is no such kit.

    Examples
    --------
    >>> kit("NVMe server, local").block_kind
    'server'
    """
    return find("kit", KITS, name)
