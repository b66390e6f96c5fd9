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
MOST_SHARE = 0.01
"""Of all tests' seconds: a machine of half the speed, where each test takes twice the seconds, refuses none for it."""
NOISE = 2
"""By what the same test may read dearer where other programs share the processors: a run fails above that alone."""
DEAREST = 12
"""Of all tests, so many are named at the end of a run."""
_PAGE = "it runs each command of a guide, which build, print and draw several workbooks"
_GERMAN = "every sheet of several workbooks is said in German, text by text"
_SAVED = "LibreOffice loads a workbook of most designs and saves it, and the audit looks through all that it saved"
_RULES = "each rule of a conditional format is worked out by LibreOffice in a cell of its own"
_PAGE_IN_BROWSER = "it builds the offline page, whose modules Pyodide compiles, and runs commands in a browser"
_CORPUS = "hundreds of files go through one process, since its limit of memory holds for all of them"
DEAR = {
    "tests/test_guides.py::test_every_command_does_what_it_says": _PAGE,
    "tests/test_readme.py::test_german_page_new_asks_for_the_prices_that_the_list_has": _PAGE,
    "tests/templates/workbook/test_spoken.py::test_every_text_of_ours_has_a_row": _GERMAN,
    "tests/addin/command/test_language.py": _GERMAN,
    "tests/templates/workbook/test_sign_off.py::test_both_engines_say_the_same_of_each_edit": _SAVED,
    "tests/templates/workbook/test_free_columns.py": _SAVED,
    "tests/templates/workbook/test_gate_on_products.py": _SAVED,
    "tests/templates/audit/test_check.py": _SAVED,
    "tests/templates/audit/test_baseline.py": _SAVED,
    "tests/templates/workbook/test_marks.py": _RULES,
    "tests/corpus/test_corpus.py": _CORPUS,
    "tests/templates/workbook/test_calibration.py": "a workbook is built for each set of points that is typed",
    "tests/addin/page/test_page.py": _PAGE_IN_BROWSER,
    "tests/test_release.py::test_each_command_does_the_same_without_an_extra": (
        "seven commands run twice, without the extras and with them"
    ),
    "tests/templates/workbook/test_random_scenarios.py::test_the_chosen_scenarios_reach_nearly_all_that_500_do": (
        "it sizes 500 scenarios"
    ),
}
"""Tests, or files of them, that may take more, each with the reason."""


def used() -> float:
    """Seconds of CPU that this process and all that it started have taken, also those that still run."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system + sum(map(_of, _below("self")))


def memory() -> int:
    """Bytes that this process holds now; 0 where the system has no /proc."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


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
    allowed = max(MOST_SECONDS, MOST_SHARE * sum(seconds.values()))
    dear = sorted((taken, test) for test, taken in seconds.items() if taken > NOISE * allowed and not _listed(test))
    return [f"{test} took {taken:.1f} s of CPU, {allowed:.3g} are allowed" for taken, test in reversed(dear)]


def _listed(test: str) -> bool:
    file, _, name = test.partition("::")
    return not {test, file, f"{file}::{name.partition('[')[0]}"}.isdisjoint(DEAR)


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
