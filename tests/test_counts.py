"""A run of the tests ends with what they counted and what they took, from every process that ran some."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests import seconds
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

@pytest.mark.everything
def test_of_all(counted):
    counted("cells", 500)
"""
LIMIT = """
from tests import seconds

seconds.MOST_SECONDS, seconds.NOISE = 0.2, 1
seconds.DEAR["test_dear.py::test_listed"] = "is meant to be dear"
"""
DEAR = """
import time

import pytest

def use(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass

@pytest.fixture
def dearly_made():
    use(0.15)

def test_cheap():
    pass

def test_listed():
    use(0.3)

def test_not_listed(dearly_made):
    use(0.15)

@pytest.mark.everything
def test_of_all():
    raise AssertionError
"""
HALF_A_SECOND = "import time\nwhile time.process_time() < 0.5: pass\nprint('done', flush=True)\ninput()"


def test_counts_are_summed_by_what_was_counted() -> None:
    counts = summed([[(f"{PREFIX}cells", 2), ("other", 9)], [(f"{PREFIX}cells", 3), (f"{PREFIX}kills", 1)], []])
    assert counts == {"cells": 5, "kills": 1}
    assert list(lines(counts)) == ["           5 cells", "           1 kills"]


def test_the_kinds_of_a_thing_stand_below_it() -> None:
    counts = summed([[(f"{PREFIX}files: odd", 2), (f"{PREFIX}files: broken", 1)]])
    assert list(lines(counts)) == ["           3 files", "             1 broken, 2 odd"]


def run_of(folder: Path, *options: str, **files: str) -> subprocess.CompletedProcess[str]:
    """A run of pytest on some files, with this project's own conftest.py."""
    for name, content in files.items():
        (folder / f"{name}.py").write_text(content, encoding="utf-8")
    own = ["-p", "tests.conftest", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    command = [sys.executable, "-m", "pytest", *own, *options, str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_whole_run_of_two_processes_ends_with_what_its_tests_counted_and_took(tmp_path: Path) -> None:
    ran = run_of(tmp_path, "-n", "2", "--all", test_some=TESTS)
    said = ran.stdout.splitlines()
    assert "1 failed, 4 passed" in ran.stdout
    assert "       4,500 cells" in said
    assert "           1 cells of a test that fails" in said
    assert [line.split(maxsplit=1)[1] for line in said if line.endswith("tests)")] == [". (5 tests)"]
    assert all(any(line.endswith(f" test_some.py::test_some[{number}]") for line in said) for number in range(4))
    assert "too much CPU" not in ran.stdout


def test_a_test_that_takes_too_much_fails_the_run_unless_it_is_listed(tmp_path: Path) -> None:
    """In a run of the gate, which leaves out what is marked `everything`."""
    ran = run_of(tmp_path, "-n", "1", conftest=LIMIT, test_dear=DEAR)
    dear = [line for line in ran.stdout.splitlines() if line.endswith("0.2 are allowed")]
    assert re.search(r"= 3 passed in ", ran.stdout)
    assert [line.partition(" took ")[0] for line in dear] == ["test_dear.py::test_not_listed"]
    assert ran.returncode == pytest.ExitCode.TESTS_FAILED


def test_what_is_dear_is_said_dearest_first_but_for_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = seconds.MOST_SECONDS
    most = seconds.NOISE * allowed
    taken = {"a/test_a.py::test_a": most + 1.0, "a/test_a.py::test_b": most + 2.0, "test_c.py::test_c": most + 0.0}
    dear = [f"a/test_a.py::test_b took {most + 2:.1f} s of CPU, {allowed} are allowed"]
    dear += [f"a/test_a.py::test_a took {most + 1:.1f} s of CPU, {allowed} are allowed"]
    assert seconds.too_dear(taken) == dear
    monkeypatch.setitem(seconds.DEAR, "a/test_a.py::test_b", "is meant to be dear")
    assert seconds.too_dear(taken) == dear[1:]
    monkeypatch.setitem(seconds.DEAR, "a/test_a.py::test_a", "is meant to be dear")
    assert seconds.too_dear(taken) == []


def test_what_a_test_may_take_grows_with_all_that_were_run() -> None:
    """A machine of half the speed runs 4,800 seconds where another runs 2,400: the same tests are too dear on both."""
    allowed = [2400 * seconds.MOST_SHARE, 4800 * seconds.MOST_SHARE]
    for most, whole in zip(allowed, (2400, 4800), strict=True):
        dear = {"test_a.py::test_a": seconds.NOISE * most + 0.1, "test_a.py::test_b": seconds.NOISE * most - 0.1}
        taken = dear | {"test_a.py::rest": whole - sum(dear.values())}
        found = [line.split()[0] for line in seconds.too_dear(taken)]
        assert found == ["test_a.py::rest", "test_a.py::test_a"]


def test_seconds_are_said_per_folder_in_all_and_of_the_dearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seconds, "DEAREST", 2)
    taken = {"tests/a/b/c/test_a.py::test_a": 1.0, "tests/a/b/test_b.py::test_b[1/2]": 1500.0, "test_c.py::test_c": 2.5}
    assert [*seconds.lines(taken)] == [
        "   1,501.0 tests/a/b (2 tests)",
        "       2.5 . (1 tests)",
        "   1,503.5 in all",
        "   1,500.0 tests/a/b/test_b.py::test_b[1/2]",
        "       2.5 test_c.py::test_c",
    ]


def test_seconds_of_a_program_count_while_it_runs_and_after_it_ended() -> None:
    before = seconds.used()
    with subprocess.Popen(
        [sys.executable, "-c", HALF_A_SECOND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        assert program.stdout.readline() == "done\n"
        running = seconds.used() - before
        program.communicate("\n")
    assert running >= 0.4
    assert seconds.used() - before >= running - 0.01, "the system counts in hundredths"
