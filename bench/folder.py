"""Seconds that `vdi-sizing compare FOLDER` takes, beside as many calls of `compare` one after the other.

python bench/folder.py [--files 100]

The exit status is 1 if the goal is missed: two fifths of the time of single calls, on two cores.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SHIPPED = Path(__file__).resolve().parents[1] / "vdi_sizing.xlsx"
PROGRAM = Path(sys.executable).with_name("vdi-sizing")
GOAL = 0.4


def seconds_of(*arguments: object) -> float:
    start = time.perf_counter()
    subprocess.run([PROGRAM, "compare", *map(str, arguments), "--force"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100)
    count = parser.parse_args().files
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"{number}.xlsx" for number in range(count)]
        for file in files:
            shutil.copy(SHIPPED, file)
        single = sum(seconds_of(file) for file in files)
        together = seconds_of(folder)
    share = together / single
    print(f"{count} workbooks on {os.cpu_count()} cores: one by one {single:.1f} s, as a folder {together:.1f} s")
    print(f"{share:.0%} of the time (goal: at most {GOAL:.0%})")
    return int(share > GOAL)


if __name__ == "__main__":
    sys.exit(main())
