"""What is bought: the bill of materials of each design."""

from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import Input, clean_fields
from vdi_sizing.scenario.designs import TIERS

CURRENCY = "EUR"
PER_BLOCK, PER_VM, ONCE = "block", "VM", "once"
QUANTITIES_PER = (PER_BLOCK, PER_VM, *(f"drive {k}" for k in TIERS), "cache drive", ONCE)


@dataclass(frozen=True)
class BillRow:
    """A part of a design and how many of it are bought for what."""

    design: Annotated[str, Input("design", kind="name")]
    part: Annotated[str, Input("part", kind="name")]
    quantity: Annotated[float, Input("quantity", "", above=0)]
    per: Annotated[str, Input("per", "", "what the quantity is for", "choice", choices=QUANTITIES_PER)] = PER_BLOCK

    def __post_init__(self) -> None:
        clean_fields(self)
