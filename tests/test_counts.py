"""A run of the tests ends with what they counted, from every process that ran some."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.counts import PREFIX, lines, summed

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest

@pytest.mark.parametrize("number", range(4))
def test_some(number, counted):
    counted("cells", 1000)
    if number == 3:
        counted("cells of a test that fails", 1)
        raise AssertionError
"""


def test_counts_are_summed_by_what_was_counted() -> None:
    counts = summed([[(f"{PREFIX}cells", 2), ("other", 9)], [(f"{PREFIX}cells", 3), (f"{PREFIX}kills", 1)], []])
    assert counts == {"cells": 5, "kills": 1}
    assert list(lines(counts)) == ["           5 cells", "           1 kills"]


def test_the_kinds_of_a_thing_stand_below_it() -> None:
    counts = summed([[(f"{PREFIX}files: odd", 2), (f"{PREFIX}files: broken", 1)]])
    assert list(lines(counts)) == ["           3 files", "             1 broken, 2 odd"]


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_run_ends_with_them(processes: str, tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-n", processes, "--rootdir", str(tmp_path)]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 failed, 3 passed" in ran.stdout
    said = ran.stdout.splitlines()
    assert "       4,000 cells" in said
    assert "           1 cells of a test that fails" in said
