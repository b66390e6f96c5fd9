"""Seconds that `vdi-sizing compare FOLDER` takes, beside as many calls of `compare` one after the other.

python -m bench.folder

The goal, two fifths of the time of single calls, is that of two cores.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, run

SHIPPED = Path(__file__).resolve().parents[1] / "vdi_sizing.xlsx"
PROGRAM = Path(sys.executable).with_name("vdi-sizing")
GOAL, FILES = 0.4, 20


def seconds_of(*arguments: object) -> float:
    start = time.perf_counter()
    subprocess.run([PROGRAM, "compare", *map(str, arguments), "--force"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def measure(tiny: bool) -> Iterator[Figure]:
    """The share of the time that a folder takes."""
    count = 1 if tiny else FILES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"{number}.xlsx" for number in range(count)]
        for file in files:
            shutil.copy(SHIPPED, file)
        single = sum(seconds_of(file) for file in files)
        together = seconds_of(folder)
    yield Figure(f"{count} workbooks on {os.cpu_count()} cores, one by one", single, " s")
    yield Figure("the same as a folder", together, " s")
    yield Figure("share of the time that the folder takes", together / single, "", GOAL)


if __name__ == "__main__":
    sys.exit(run(measure, __doc__))
