"""The offline page in Chromium: its size, the seconds until it is ready, and its commands beside the command line.

python -m bench.page

Both run in turns, so that a busy moment hits them alike; medians count.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.compare import COMMAND, SHIPPED
from bench.figures import Figure
from bench.figures import run as run_script
from tests.addin.page.in_browser import give, open_page, run
from tests.gate.browser import Page, browser

from vdi_addin.page.build import SMALLEST
from vdi_addin.page.build import page as built_page

MOST_MB, MOST_SECONDS_TO_START, MOST_TIMES, TURNS = 10, 10, 3, 3
LINES = {
    "new": "new new.xlsx --force",
    "compare": f"compare {SHIPPED.name} --force",
    "check": f"check {SHIPPED.name}",
    "density": f"density {SHIPPED.name}",
}


def measure(tiny: bool) -> Iterator[Figure]:
    """Size, start and commands; tiny has a larger page, which is built sooner, and one command."""
    turns, lines = (1, {"check": LINES["check"]}) if tiny else (TURNS, LINES)
    with tempfile.TemporaryDirectory() as place, browser() as page:
        folder, path = Path(place, "command"), Path(place, "page.html")
        folder.mkdir()
        shutil.copy(SHIPPED, folder)
        path.write_bytes(built_page(0 if tiny else SMALLEST))
        yield Figure("size of the page", path.stat().st_size / 1e6, " MB", MOST_MB)
        start = statistics.median(seconds(partial(open_page, page, path)) for _ in range(turns))
        yield Figure("opened from disk until ready", start, " s", MOST_SECONDS_TO_START)
        for name, line in lines.items():
            in_page, on_line = medians(page, line, folder, turns)
            yield Figure(f"{name} in the page", in_page, " s")
            yield Figure(f"{name} on the command line", on_line, " s")
            yield Figure(f"{name}: the page beside the command line", in_page / on_line, " x", MOST_TIMES)


def medians(page: Page, line: str, folder: Path, turns: int) -> tuple[float, float]:
    """Seconds of a line in the page, downloads among them, and on the command line."""
    taken: list[tuple[float, float]] = []
    for _ in range(turns):
        give(page, [SHIPPED])
        with tempfile.TemporaryDirectory() as place:
            into = Path(place, "downloads")
            in_page = seconds(partial(run, page, line, into))
        taken.append((in_page, seconds(partial(typed, line, folder))))
    of_page, of_line = zip(*taken, strict=True)
    return statistics.median(of_page), statistics.median(of_line)


def typed(line: str, folder: Path) -> None:
    """Run a line as the program."""
    subprocess.run([*COMMAND, *line.split()], cwd=folder, capture_output=True, check=True)


def seconds(action: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(run_script(measure, __doc__))
