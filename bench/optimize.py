"""Seconds for a million choices of drives, beside an empty Python and beside sizing as many one by one.

python -m bench.optimize

The scenario is today's start with a price for every drive, and its design of two tiers in as many bays as give a
million choices or more.
"""

from __future__ import annotations

import dataclasses
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from bench.figures import Figure, run

from vdi_sizing import Price, Scenario, optimize, size
from vdi_templates.examples.today import today

MILLION = 1_000_000
TIMES_EMPTY = 80
"""For a million: two seconds where an empty Python takes 25 ms."""
SECONDS = 2
BAYS, FEW_BAYS, TURNS = 40, 12, 3


def priced(bays: int) -> Scenario:
    """Today's start, in which every drive of the tables has a price."""
    scenario = today()
    listed = scenario.settings.price_list or ""
    parts = {drive.part: drive for drive in scenario.drives}
    known = {price.part for price in scenario.prices}
    others = (Price(listed, part, None, 90 + parts[part].gb / 8, 0, "EUR", None) for part in parts.keys() - known)
    prices = (*(dataclasses.replace(price, amount=500.0) for price in scenario.prices), *sorted(others, key=str))
    designs = tuple(dataclasses.replace(design, bays=bays) for design in scenario.designs)
    return dataclasses.replace(scenario, prices=prices, designs=designs)


def seconds_of_empty() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - start


def measure(tiny: bool) -> Iterator[Figure]:
    """Seconds for a million, and both ratios."""
    scenario = priced(FEW_BAYS if tiny else BAYS)
    empty, search = [], []
    for _ in range(1 if tiny else TURNS):
        empty.append(seconds_of_empty())
        start = time.perf_counter()
        found = optimize(scenario, designs=["Hybrid"])
        search.append((time.perf_counter() - start) * MILLION / found.looked_at)
    sized = 1 if tiny else 100
    start = time.perf_counter()
    for _ in range(sized):
        size(scenario).designs[2].block.targets_met  # noqa: B018  # worked out when asked for
    one = (time.perf_counter() - start) / sized
    million = statistics.median(search)
    yield Figure("choices that were looked at", found.looked_at)
    yield Figure("a million choices", million, " s", SECONDS)
    yield Figure("a million choices beside an empty Python", million / statistics.median(empty), " x", TIMES_EMPTY)
    yield Figure("sizing a million one by one, beside it", one * MILLION / million, " x")


if __name__ == "__main__":
    sys.exit(run(measure, __doc__))
