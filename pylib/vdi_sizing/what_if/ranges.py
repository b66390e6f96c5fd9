"""What is not known exactly: the low, base and high of an input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from vdi_sizing._arrays import numbers
from vdi_sizing.formulas.uncertainty import _check_order


@dataclass(frozen=True)
class Range:
    """Low, base and high of an input that is not known exactly."""

    low: float
    base: float
    high: float

    def __post_init__(self) -> None:
        for name in ("low", "base", "high"):
            object.__setattr__(self, name, numbers(name, getattr(self, name)))
        _check_order(self.low, self.base, self.high)


Ranges: TypeAlias = Mapping[str, Range]
"""A range for each driver, figure or input that is uncertain."""
