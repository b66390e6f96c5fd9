"""Both ways of a condition that Python asks: a function is run once for each way through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vdi_sizing.engine.expression import Expression, Operand

MOST_WAYS = 40
"""Ways through one function that still make one formula."""


class NoFormulaError(Exception):
    """Python that no spreadsheet formula follows from: it loops, looks things up, or asks what only a number knows."""


class Way:
    """One way through a function: how each condition was decided, in order."""

    def __init__(self, decided: list[tuple[Expression, bool]]) -> None:
        self.decided = list(decided)
        self._known = {condition.text: holds for condition, holds in decided}

    def decide(self, condition: Expression) -> bool:
        """As before where it was asked before; a new condition holds at first."""
        if condition.text not in self._known:
            self._known[condition.text] = True
            self.decided.append((condition, True))
        return self._known[condition.text]


_explored: list[Way] = []
"""The way that is being explored, if one is."""


def decide(condition: Expression) -> bool:
    """Whether a condition holds on the way that is being explored."""
    if not _explored:
        raise TypeError(f"whether {condition.text} holds is not known: no formula is being read")
    return _explored[-1].decide(condition)


_forgetting: list[Callable[[], None]] = []


def before_each_way(forget: Callable[[], None]) -> None:
    """Have something forgotten that was worked out on one way, and is something else on the next."""
    _forgetting.append(forget)


def explored(function: Callable[[], Operand], merged: Callable[[Expression, Operand, Operand], Operand]) -> Operand:
    """What a function gives on each way through it: `merged` makes one of two where a condition parts them."""
    ways = 0

    def along(decided: list[tuple[Expression, bool]]) -> Operand:
        nonlocal ways
        ways += 1
        if ways > MOST_WAYS:
            raise NoFormulaError(f"there are more than {MOST_WAYS} ways through it")
        for forget in _forgetting:
            forget()
        _explored.append(Way(decided))
        try:
            found = function()
        finally:
            way = _explored.pop()
        for position in range(len(way.decided) - 1, len(decided) - 1, -1):
            condition, _ = way.decided[position]
            found = merged(condition, found, along([*way.decided[:position], (condition, False)]))
        return found

    return along([])
