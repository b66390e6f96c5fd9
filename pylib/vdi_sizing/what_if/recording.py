"""Formulas written down while they run once, and replayed on as many numbers as there are.

A formula that gets a `Recorded` number instead of an array notes what it does with it. Replayed, only what a
wanted result depends on is worked out, and every array is given up after its last use, so that a chunk of
variants stays in a processor's cache. numpy is imported where a formula is recorded, not before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Operator = Callable[["Recorded", Any], Any]


def _operator(ufunc: str) -> tuple[Operator, Operator]:
    """What `recorded + other` and `other + recorded` note for "add"."""

    def forward(self: Recorded, other: Any) -> Any:
        return self.tape.note(_numpy(ufunc), (self, other))

    def reflected(self: Recorded, other: Any) -> Any:
        return self.tape.note(_numpy(ufunc), (other, self))

    return forward, reflected


def _numpy(function: str) -> Callable[..., Any]:
    import numpy as np  # noqa: PLC0415

    return getattr(np, function)  # type: ignore[no-any-return]


class Recorded:
    """A number that is not known yet, on a tape."""

    def __init__(self, tape: Tape, slot: int) -> None:
        self.tape, self.slot = tape, slot

    __add__, __radd__ = _operator("add")
    __sub__, __rsub__ = _operator("subtract")
    __mul__, __rmul__ = _operator("multiply")
    __truediv__, __rtruediv__ = _operator("divide")
    __mod__, __rmod__ = _operator("remainder")
    __pow__, __rpow__ = _operator("power")
    __and__, __rand__ = _operator("logical_and")
    __or__, __ror__ = _operator("logical_or")
    __lt__, __gt__ = _operator("less")
    __le__, __ge__ = _operator("less_equal")
    __eq__, _ = _operator("equal")
    __ne__, _ = _operator("not_equal")
    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Any:
        return self.tape.note(_numpy("negative"), (self,))

    def __abs__(self) -> Any:
        return self.tape.note(_numpy("absolute"), (self,))

    def __array_ufunc__(self, ufunc: Any, method: str, *arguments: Any, **options: Any) -> Any:
        return NotImplemented if method != "__call__" or options else self.tape.note(ufunc, arguments)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        return NotImplemented if options else self.tape.note(function, arguments)

    def __bool__(self) -> bool:
        raise TypeError("a formula that branches on a number cannot be recorded: use where()")

    def any(self) -> bool:
        """Whether a check found something: it did not, since numbers are checked where they come in."""
        return False


@dataclass(frozen=True)
class _Step:
    function: Callable[..., Any]
    arguments: tuple[int, ...]
    result: int


class Tape:
    """What was done, in order; every number has a slot."""

    def __init__(self) -> None:
        self._constants: dict[int, Any] = {}
        self._steps: list[_Step] = []
        self._noted: dict[tuple[Any, ...], Recorded] = {}
        self._slots = 0

    def number(self) -> Recorded:
        """A number that a replay will be given."""
        self._slots += 1
        return Recorded(self, self._slots - 1)

    def note(self, function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
        """The result of one operation; the same operation is noted once."""
        known = _without_effect(function, arguments)
        if known is not None:
            return known
        slots = tuple(self._slot(argument) for argument in arguments)
        if (function, slots) not in self._noted:
            result = self.number()
            self._steps.append(_Step(function, slots, result.slot))
            self._noted[function, slots] = result
        return self._noted[function, slots]

    def _slot(self, argument: Any) -> int:
        if isinstance(argument, Recorded):
            return argument.slot
        key = (type(argument), argument)  # 9 and 9.0 are equal, but only one of them is a number of decimals
        if key not in self._noted:
            self._noted[key] = self.number()
            self._constants[self._noted[key].slot] = argument
        return self._noted[key].slot

    def program(self, wanted: Iterable[Recorded]) -> Program:
        """What has to be done for the wanted numbers only."""
        needed = {number.slot for number in wanted}
        last_used: list[tuple[_Step, tuple[int, ...]]] = []
        for step in reversed(self._steps):
            if step.result in needed:
                arguments = set(step.arguments) - self._constants.keys()
                last_used.append((step, tuple(arguments - needed)))
                needed |= arguments
        return Program(self._constants, last_used[::-1])


@dataclass(frozen=True)
class Program:
    """Steps to replay, each with the slots that are not needed after it."""

    constants: Mapping[int, Any]
    steps: Sequence[tuple[_Step, tuple[int, ...]]]

    def run(self, given: Mapping[int, Any]) -> dict[int, Any]:
        """The wanted numbers by slot, from the given ones."""
        slots = {**self.constants, **given}
        for step, done_with in self.steps:
            slots[step.result] = step.function(*[slots[argument] for argument in step.arguments])
            for slot in done_with:
                del slots[slot]
        return slots


def _without_effect(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """The result where it is plain: times 0 or 1, or plus 0; None elsewhere."""
    neutral = {_numpy("multiply"): 1, _numpy("add"): 0}.get(function)
    if neutral is None:
        return None
    for one, other in (arguments, arguments[::-1]):
        if isinstance(one, Recorded):
            continue
        if neutral == 1 and one == 0:
            return 0.0
        if one == neutral:
            return other
    return None
