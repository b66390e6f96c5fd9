"""Seconds and memory that `vdi-sizing import` takes for 20,000 VMs, as RVTools exports them in all their columns.

python -m bench.inventory

Seconds are those of the processor, beside those for a half of the VMs, without what a handful of them takes: that is
the workbook. The memory is the most that the program holds at any time.
"""

from __future__ import annotations

import csv
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.figures import Figure, run
from openpyxl import Workbook

SHIPPED = Path(__file__).resolve().parents[1] / "vdi_sizing.xlsx"
PROGRAM = Path(sys.executable).with_name("vdi-sizing")
COLUMNS = {"text": 86, "workbook": 20}
"""Of the text all that RVTools writes; of the workbook those that somebody keeps who makes it small enough to send."""
VMS, FEW, TINY = 20_000, 20, 1_000
LINEAR, MOST_S, MOST_MB = 2.3, 20.0, 500.0
KB_PER_MB = 1024 if sys.platform != "darwin" else 1024**2


class Taken(NamedTuple):
    """What a run of the program took."""

    seconds: float
    megabytes: float


def rows(vms: int, columns: int) -> Iterator[list[object]]:
    """An export: its headers, then its VMs, of some hundred sizes."""
    drawn = random.Random(vms)
    known = ("VM", "Powerstate", "Template", "CPUs", "Memory", "Total disk capacity MiB", "In Use MiB", "Cluster")
    os_header = "OS according to the configuration file"
    more = [f"Column {number}" for number in range(columns - len(known) - 1)]
    yield [*known, os_header, *more]
    for number in range(vms):
        size = [drawn.choice((2, 4, 6, 8)), 1024 * drawn.randint(4, 32), 65536, drawn.randint(20_000, 60_000)]
        said = [f"vdi-{number:05}", "poweredOn", "False", *size, f"VDI {number % 8}", "Microsoft Windows 11 (64-bit)"]
        yield [*said, *(f"text {drawn.randrange(1000)}" for _ in more)]


def text(folder: Path, vms: int) -> Path:
    path = folder / "RVTools_tabvInfo.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows(vms, COLUMNS["text"]))
    return path


def workbook(folder: Path, vms: int) -> Path:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("vInfo")
    for row in rows(vms, COLUMNS["workbook"]):
        sheet.append(row)
    path = folder / "export.xlsx"
    book.save(path)
    return path


def taken(export: Path) -> Taken:
    """What importing an export took."""
    answered = ["--like", "clerks", "--delta", "0"]
    arguments = ["import", str(export), "--into", str(SHIPPED), "--bands", *answered, "--dry-run"]
    with subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return Taken(used.ru_utime + used.ru_stime, used.ru_maxrss / KB_PER_MB)


def measure(tiny: bool) -> Iterator[Figure]:
    """Of a text and of a workbook: seconds and memory, and how the seconds grow."""
    vms = VMS // TINY if tiny else VMS
    for kind, written in (("text", text), ("workbook", workbook)):
        with tempfile.TemporaryDirectory() as name:
            counts = (vms,) if tiny else (vms, vms // 2, FEW)  # of so few, the workbook takes all of it
            whole, *fewer = [taken(written(Path(name), many)) for many in counts]
        what = f"{vms:,} VMs in a {kind} of {COLUMNS[kind]} columns"
        yield Figure(f"{what}, seconds of the processor", whole.seconds, " s", MOST_S)
        yield Figure(f"{what}, memory", whole.megabytes, " MB", MOST_MB)
        if fewer:
            half, few = (each.seconds for each in fewer)
            yield Figure(f"{what}, beside a half of them", (whole.seconds - few) / (half - few), " x", LINEAR)


if __name__ == "__main__":
    sys.exit(run(measure, __doc__))
