"""What the tests counted, in sum at the end of a run: defects, files, kill points, scenarios, cells.

A test says `counted("cells compared", 1845275)` through the fixture of that name, and "files: truncated" where things
are of kinds. Counts travel with pytest's own reports, so that they arrive from every process that runs some tests.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

Counted = Callable[[str, int], None]
"""What a test calls."""
Properties = Iterable[tuple[str, object]]
PREFIX = "count: "


def summed(of_tests: Iterable[Properties]) -> Counter[str]:
    """The counts of all tests by what was counted."""
    counts: Counter[str] = Counter()
    for properties in of_tests:
        for name, value in properties:
            if name.startswith(PREFIX) and isinstance(value, int):
                counts[name.removeprefix(PREFIX)] += value
    return counts


def lines(counts: Counter[str]) -> Iterator[str]:
    """A line for each thing that was counted, with its kinds below it."""
    things: dict[str, dict[str, int]] = {}
    for name, count in sorted(counts.items()):
        thing, _, kind = name.partition(": ")
        things.setdefault(thing, {})[kind] = count
    for thing, kinds in things.items():
        yield f"{sum(kinds.values()):>12,} {thing}"
        said = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items() if kind)
        yield from textwrap.wrap(said, width=107, initial_indent=" " * 13, subsequent_indent=" " * 13)
