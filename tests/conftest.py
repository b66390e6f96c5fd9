"""One LibreOffice for all tests that need one; no test fails for being slow; little time goes to what is no test."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings
from tests.counts import PREFIX, Counted, lines, summed
from tests.gate.office import Office

gc.set_threshold(100_000, 5, 2)  # a workbook has many cells, and Python would look through them again and again

# Python keeps what it has compiled, as it does for everybody by default: the tests start many programs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A test run draws the same examples each time, so that what passed passes again; `--hypothesis-profile=search` draws
# others, and many of them.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile("same")


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    with Office() as running:
        yield running


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Counted:
    """Call it with what a test counted, and how many: a run ends with the sums."""
    return lambda what, count: record_property(f"{PREFIX}{what}", count)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was counted in all tests that ran, in whichever process."""
    reports = [report for name in ("passed", "failed") for report in terminalreporter.stats.get(name, [])]
    counts = summed(report.user_properties for report in reports if report.when == "call")
    if counts:
        terminalreporter.section("counted")
        for line in lines(counts):
            terminalreporter.line(line)
