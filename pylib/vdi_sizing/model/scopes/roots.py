"""Where a share of the I/Os of a part ends: the steps by which it is found."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value
from vdi_sizing.formulas.service import SECANT_STEPS, exponential_times, time_steps
from vdi_sizing.formulas.service_targets import utilization_steps
from vdi_sizing.model.capacity import percentiles
from vdi_sizing.model.figure import Scope

if TYPE_CHECKING:
    from vdi_sizing.model.scopes.block import Block
    from vdi_sizing.model.scopes.parts import Part


class Root(percentiles.StartOfRoot):
    """Where a share of a part's I/Os ends."""

    def __init__(self, part: Part, name: str, native: str, share: Callable[[Block], Value]) -> None:
        self.part: Part = part
        self.prefix, self.title = f"{part.prefix}{name}_", part.title
        self._name, self._native, self._share = name, native, share

    def own_words(self) -> dict[str, str]:
        return {"root": f"{self.part.prefix}{self._name}", "share": self._native}

    @property
    def share(self) -> Value:
        """The share that is looked for."""
        return self._share(self.part.block)

    @cached_property
    def exponential_times(self) -> tuple[Value, Value]:
        """Where reads, and where writes at the latest, would end with exponential legs."""
        return exponential_times(self.p, self.part.load)


class _RootStep(Scope):
    next_texts: tuple[str, ...]

    def __init__(self, root: Root, number: int) -> None:
        self.root: Root = root
        self.part: Part = root.part
        self.number: int = number
        self.title = root.title

    def own_words(self) -> dict[str, str]:
        text = self.next_texts[min(self.number, 3) - 1]
        return {"root": self.root.words["root"], "step": str(self.number), "next": text}


class TargetRoot(Root, percentiles.EndOfTarget):
    """Where the share of the target ends, and the utilisation at which it ends in time."""

    @cached_property
    def secants(self) -> tuple[UtilizationStep, ...]:
        return tuple(UtilizationStep(self, number) for number in range(1, SECANT_STEPS))

    @cached_property
    def last_secant(self) -> LastUtilization:
        return LastUtilization(self, SECANT_STEPS)

    @cached_property
    def found(self) -> list[tuple[Value, Value]]:
        """Each step with what it misses the share by."""
        return utilization_steps(self.share, self.part.limit_times, self.part.load, self.part.constants)


class PercentileRoot(Root, percentiles.StartOfTime, percentiles.EndOfTime):
    """Where the share of the percentile reported ends."""

    @cached_property
    def secants(self) -> tuple[TimeStep, ...]:
        return tuple(TimeStep(self, number) for number in range(1, SECANT_STEPS))

    @cached_property
    def last_secant(self) -> LastTime:
        return LastTime(self, SECANT_STEPS)

    @cached_property
    def found(self) -> list[tuple[Value, Value]]:
        """Each step with what it misses the share by."""
        return time_steps(self.share, self.part.at_load.queued, self.part.load, self.part.constants)


class LastUtilization(_RootStep, percentiles.StepOfUtilization):
    """The last of the secant steps to a utilisation."""

    root: TargetRoot
    next_texts = (percentiles.FIRST_UTILIZATION, percentiles.SECOND_UTILIZATION, percentiles.NEXT_UTILIZATION)

    @property
    def before(self) -> UtilizationStep:
        return self.root.secants[self.number - 2]

    @property
    def second_before(self) -> UtilizationStep:
        return self.root.secants[self.number - 3]

    @property
    def found(self) -> tuple[Value, Value]:
        return self.root.found[self.number - 1]


class UtilizationStep(LastUtilization, percentiles.MissOfUtilization):
    """One of the steps before it."""


class LastTime(_RootStep, percentiles.StepOfTime):
    """The last of the secant steps to a time."""

    root: PercentileRoot
    next_texts = (percentiles.FIRST_TIME, percentiles.SECOND_TIME, percentiles.NEXT_TIME)

    @property
    def before(self) -> TimeStep:
        return self.root.secants[self.number - 2]

    @property
    def second_before(self) -> TimeStep:
        return self.root.secants[self.number - 3]

    @property
    def found(self) -> tuple[Value, Value]:
        return self.root.found[self.number - 1]


class TimeStep(LastTime, percentiles.MissOfTime):
    """One of the steps before it."""


def roots_of(part: Part) -> tuple[TargetRoot, PercentileRoot]:
    """Where the target's share of its I/Os ends, and that of the percentile reported."""
    return (
        TargetRoot(part, "root", "{part.block.target_share}", lambda b: b.target_share),
        PercentileRoot(
            part, "percentile_root", "{settings.percentile_share}",
            lambda b: b.settings.percentile_share),
    )
