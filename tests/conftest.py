"""One LibreOffice for all tests that need one; what a run proves, and what it takes."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator

import pytest
import tests.without_lxml  # noqa: F401
from hypothesis import settings
from tests import built, counts, proof, seconds
from tests.counts import PREFIX, Counted
from tests.gate.office import Office

# A workbook has many cells, and Python would look through them again and again: see `Meter`.
gc.disable()
COMMANDS_BUILD_IN = (
    "vdi_templates.audit.check", "vdi_templates.carry_over.shipped", "vdi_templates.carry_over.carry",
    "vdi_addin.comparison", "vdi_addin.command.new",
)  # fmt: skip
MOST_NEW = 3_000_000
"""Objects, before a look for circles of them; what is left after it is looked at again when memory has grown."""
MOST_GROWN = 1 << 30
"""Bytes of memory, before all objects are looked at: by then workbooks that nobody holds any more fill most of it."""

# Python keeps what it has compiled, as it does for everybody by default: the tests start many programs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Where one of these is set pytest shows the whole of two values that differ: of two workbooks it takes hours.
for name in ("CI", "BUILD_NUMBER"):
    os.environ.pop(name, None)

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


@pytest.fixture(scope="session", autouse=True)
def what_commands_build_is_remembered() -> Iterator[None]:
    """Many tests begin with the same workbook, and each command builds it anew."""
    remembered = built.Remembered()
    with pytest.MonkeyPatch.context() as patch:
        for module in COMMANDS_BUILD_IN:
            for name in ("build_book", "workbook_bytes"):
                patch.setattr(f"{module}.{name}", getattr(remembered, name), raising=False)
        for name in ("load", "refuse_what_cannot_be_read"):
            patch.setattr(f"vdi_templates.reading.cells.{name}", getattr(remembered, name))
        yield
        remembered.must_be_as_read()


@pytest.fixture(scope="session", autouse=True)
def shared_books_stay_as_built() -> Iterator[None]:
    yield
    built.must_be_as_built()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all", action="store_true", help="also what `go.py test --all` alone proves: all on all examples"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Meter())
    config.addinivalue_line("markers", "everything: proven by `go.py test --all`; the gate proves its kind elsewhere")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--all"):
        left_out = [item for item in items if item.get_closest_marker("everything")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("everything")]


class Meter:
    """Says of each report the seconds of CPU since the last one: of doctests too, which stand outside this folder."""

    def __init__(self) -> None:
        self._used = 0.0
        self._least = seconds.memory()

    def pytest_collection_finish(self) -> None:
        self._used = seconds.used()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """What a report holds comes from every process."""
        report = yield
        now = seconds.used()
        report.cpu = max(0.0, now - self._used)  # type: ignore[attr-defined]
        self._used = now
        return report

    def pytest_runtest_logfinish(self) -> None:
        """Between tests, and seldom: workbooks refer to themselves in circles."""
        if gc.get_count()[0] > MOST_NEW:
            grown = seconds.memory() > self._least + MOST_GROWN
            if grown:
                gc.unfreeze()
            gc.collect()
            gc.freeze()
            if grown:
                self._least = seconds.memory()
            self._used = seconds.used()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test that takes too much fails the run, in the process that hears of all tests."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(session.config, "workerinput") and seconds.too_dear(_taken(reporter)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was counted in all tests that ran, in whichever process, and what they took."""
    reports = [report for name in ("passed", "failed") for report in terminalreporter.stats.get(name, [])]
    found = counts.summed(report.user_properties for report in reports if report.when == "call")
    taken = _taken(terminalreporter)
    stats = terminalreporter.stats
    proof.run_found(
        len(stats.get("passed", ())), len(stats.get("failed", ())) + len(stats.get("error", ())), found, taken
    )
    sections = {
        "counted": counts.lines(found) if found else (),
        "seconds of CPU": seconds.lines(taken) if taken else (),
        "too much CPU": seconds.too_dear(taken),
    }
    for title, lines in sections.items():
        if lines:
            terminalreporter.section(title)
        for line in lines:
            terminalreporter.line(line)


def _taken(reporter: pytest.TerminalReporter) -> dict[str, float]:
    """Seconds of CPU of each test, with what was made for it and taken away after it."""
    taken: Counter[str] = Counter()
    for report in (report for reports in reporter.stats.values() for report in reports):
        if hasattr(report, "cpu"):
            taken[report.nodeid] += report.cpu
    return dict(taken)
