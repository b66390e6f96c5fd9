"""GPU cards: how many GPUs one has, their frame buffer and its power."""

import datetime
from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.inputs import NOT_AN_INPUT, WISH, Input, clean_fields
from vdi_sizing.tables.reading import HOW_SURE, SOURCE, SOURCE_DATE, note_of, read_records


@dataclass(frozen=True)
class GpuCard:
    """What a card brings along.

    Parameters
    ----------
    name : str
        GPU card.
    gpus : float
        GPUs on it [GPUs]
    gpu_gb : float
        Frame buffer of each of them [GB]
    watts : float
        Power of the card, at most [W]
    source : str or None
        Where the row comes from.
    source_address : str or None
        Its address, or the place in the document.
    source_date : str, datetime.date or None
        Its date.
    how_sure : str or None
        "read", "excerpt", "quoted", "calculated" or "inferred".
    note : str or None
        What a user should know.
    """

    name: Annotated[str, Input("GPU card", note="what a design names", kind="name", role=WISH)]
    gpus: Annotated[float, Input("GPUs of a card", "GPUs", "Designs counts GPUs, not cards", "whole", at_least=1)]
    gpu_gb: Annotated[float, Input("GB of a GPU", "GB", "frame buffer of each: no VM lies on two", at_least=1)]
    watts: Annotated[float, Input("W of a card", "W", "at most", above=0)]
    source: Annotated[str | None, SOURCE] = None
    source_address: Annotated[str | None, NOT_AN_INPUT] = None
    source_date: Annotated[str | datetime.date | None, SOURCE_DATE] = None
    how_sure: Annotated[str | None, HOW_SURE] = None
    note: Annotated[str | None, note_of("gpus")] = None

    def __post_init__(self) -> None:
        clean_fields(self)

    @property
    def gpu_watts(self) -> float:
        """Of the power of the card that of one of its GPUs."""
        return self.watts / self.gpus


GPU_CARDS = read_records("gpus", GpuCard)
