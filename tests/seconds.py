"""Seconds of CPU that each test took, with all programs that it started: what a run of the gate costs, and where.

Seconds of CPU and never of the clock: a machine that does something else beside the tests makes none of them dearer.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

MOST_SECONDS = 20
"""Of one test, before it has to be in `DEAR`."""
DEAREST = 12
"""Of all tests, so many are named at the end of a run."""
DEAR: dict[str, str] = {}
"""Tests that may take more, each with the reason."""


def used() -> float:
    """Seconds of CPU that this process and all that it started have taken, also those that still run."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system + sum(map(_of, _below("self")))


def _below(process: str) -> Iterator[str]:
    """The processes that run below one; none where the system has no /proc."""
    for file in Path("/proc", process, "task").glob("*/children"):
        try:
            started = file.read_text(encoding="ascii").split()
        except OSError:  # it has just ended
            continue
        for child in started:
            yield child
            yield from _below(child)


def _of(process: str) -> float:
    """Seconds of a process that runs, and of those below it that have ended."""
    try:
        fields = Path("/proc", process, "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def too_dear(seconds: dict[str, float]) -> list[str]:
    """The tests that took more than they may, dearest first."""
    dear = sorted((taken, test) for test, taken in seconds.items() if taken > MOST_SECONDS and test not in DEAR)
    return [f"{test} took {taken:.1f} s of CPU, {MOST_SECONDS} are allowed" for taken, test in reversed(dear)]


def lines(seconds: dict[str, float]) -> Iterator[str]:
    """A line per folder of tests, and one for each of the dearest tests."""
    of_folder: Counter[str] = Counter()
    items: Counter[str] = Counter()
    for test, taken in seconds.items():
        folder = _folder(test)
        of_folder[folder] += taken  # type: ignore[assignment]  # a Counter adds floats as well
        items[folder] += 1
    for folder, taken in of_folder.most_common():
        yield f"{taken:>10,.1f} {folder} ({items[folder]:,} tests)"
    yield f"{sum(of_folder.values()):>10,.1f} in all"
    for test, taken in Counter(seconds).most_common(DEAREST):
        yield f"{taken:>10,.1f} {test}"


def _folder(test: str) -> str:
    parts = test.partition("::")[0].split("/")[:-1]
    return "/".join(parts[:3]) or "."
