"""What every benchmark shares: figures with their goals, and a script that prints them.

A script of this folder has a function `measure(tiny)` that yields figures: ratios against something that runs beside
it, or seconds. Tiny is as small as it can be: whether the script runs, not how fast it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Figure(NamedTuple):
    """Something that was measured, and what it should be."""

    name: str
    found: float
    unit: str = ""
    goal: float | None = None
    at_least: bool = False
    """Whether the goal is the least that it should be; else it is the most."""

    @property
    def reached(self) -> bool:
        return self.goal is None or (self.found >= self.goal if self.at_least else self.found <= self.goal)

    @property
    def goal_said(self) -> str:
        return "" if self.goal is None else f"at {'least' if self.at_least else 'most'} {self.goal:,g}{self.unit}"

    @property
    def said(self) -> str:
        """How it stands in a table: three digits tell enough."""
        digits = 0 if abs(self.found) >= 100 else 2
        return f"{self.found:,.{digits}f}{self.unit}"

    @property
    def verdict(self) -> str:
        return "" if self.goal is None else "yes" if self.reached else "no"


Measure = Callable[[bool], Iterator[Figure]]


def run(measure: Measure, said: str | None) -> int:
    """Print what a script measures; 1 if a goal is missed, unless it was tiny."""
    parser = argparse.ArgumentParser(description=said, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tiny", action="store_true", help="as small as it can be: does it run")
    tiny = parser.parse_args().tiny
    missed = 0
    for figure in measure(tiny):
        print(f"{figure.said:>14}  {figure.name}{figure.goal_said and f' (goal: {figure.goal_said})'}", flush=True)
        missed += not figure.reached
    return int(missed > 0 and not tiny)
