"""Measured points of a drive: load and response time, as a test reports them."""

from dataclasses import dataclass
from typing import Annotated

from vdi_sizing.formulas.calibration import Calibration, _load_of_drive
from vdi_sizing.inputs import Input, clean_fields
from vdi_sizing.scenario.parts import SOURCE_NOTE

MOST_POINTS = 40
"""As many rows has the sheet Calibration, each with its fitted response time beside it."""


@dataclass(frozen=True)
class MeasuredPoint:
    """One point of a test: a load, and the mean response time with it."""

    iops: Annotated[float, Input("IOPS", "IOPS", "load of the test, reads and writes", above=0)]
    response_ms: Annotated[float, Input("response ms", "ms", "mean response time at that load", above=0)]
    drives: Annotated[
        float | None,
        Input("drives", "drives", "that carry the load; blank: one, or the store as a whole", optional=True, above=0),
    ] = None
    read_share: Annotated[
        float | None,
        Input("read share", "0..1", "with a write penalty; blank: the load is what the drives see", "share",
              optional=True),
    ] = None  # fmt: skip
    write_penalty: Annotated[
        float | None,
        Input("write penalty", "x", "with a read share; blank: the load is what the drives see", optional=True),
    ] = None
    source: Annotated[str | None, Input("source", note=SOURCE_NOTE, kind="text", optional=True)] = None

    def __post_init__(self) -> None:
        clean_fields(self)

    @property
    def load_iops(self) -> float:
        """The load of one drive."""
        drives, reads, penalty = (
            1.0 if each is None else each for each in (self.drives, self.read_share, self.write_penalty)
        )
        return _load_of_drive(self.iops, drives, reads, penalty)


def fit_of(points: tuple[MeasuredPoint, ...]) -> Calibration:
    """What the points of a scenario say of their drive."""
    return Calibration(tuple(each.load_iops for each in points), tuple(each.response_ms for each in points))
