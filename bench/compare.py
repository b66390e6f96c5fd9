"""Seconds that `vdi-sizing compare` takes, beside an empty Python and beside LibreOffice converting the file.

python -m bench.compare

The three run in turns, so that a busy moment hits them alike; medians count. LibreOffice has a profile of its
own that exists already.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure
from bench.figures import run as run_script
from tests.gate.office import find_soffice, private_profile

ROOT = Path(__file__).resolve().parents[1]

SHIPPED = ROOT / "vdi_sizing.xlsx"
EMPTY, COMPARE, OFFICE = "python -c pass", "vdi-sizing compare", "soffice --convert-to xlsx"
TIMES_EMPTY, TIMES_FASTER, TURNS = 22, 3, 8
USUAL = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The surroundings of a command, in which Python keeps what it has compiled, as it does for everybody by default."""
COMMAND = [str(Path(sys.executable).with_name("vdi-sizing"))]  # the program itself, as a user calls it

# What `compare` does, step by step; what is imported is imported first.
STAGES = """
import gc, json, sys, time
gc.disable()  # as the program does
marks = [("", time.perf_counter())]
def mark(stage): marks.append((stage, time.perf_counter()))
import vdi_templates
mark("import openpyxl")
import vdi_sizing
mark("import vdi_sizing")
import vdi_addin.command.program, vdi_addin.command.compare
import vdi_templates.workbook.build, vdi_templates.reading.reader
import vdi_templates.report.table, vdi_templates.workbook.save
mark("import the rest")
from pathlib import Path
scenario = vdi_templates.reading.reader.read(Path(sys.argv[1]))
mark("read the workbook")
sizing = vdi_sizing.size(scenario)
mark("size the designs")
book = vdi_templates.workbook.build.build_book(sizing)
mark("build the sheets")
content = vdi_templates.workbook.save.workbook_bytes(book)
mark("turn them into a file")
vdi_templates.workbook.save.write_whole(Path(sys.argv[2]), content, force=True)
vdi_templates.report.table.table(sizing)
mark("write, and the table")
print(json.dumps([(name, end - start) for (_, start), (name, end) in zip(marks, marks[1:])]))
"""


def measure(tiny: bool) -> Iterator[Figure]:
    """The command beside both, and its stages."""
    turns = 1 if tiny else TURNS
    with tempfile.TemporaryDirectory() as folder, private_profile() as profile:
        out = Path(folder) / "out"
        out.mkdir()
        output = str(out / "comparison.xlsx")
        office = [find_soffice(), "--headless", "--norestore", f"-env:UserInstallation={profile.as_uri()}"]
        commands = {
            EMPTY: [sys.executable, "-c", "pass"],
            COMPARE: [*COMMAND, "compare", str(SHIPPED), "-o", output, "--force"],
            OFFICE: [*office, "--convert-to", "xlsx", "--outdir", str(out), str(SHIPPED)],
        }
        if tiny:
            del commands[OFFICE]
        medians = in_turns(commands, turns)
        stages = stage_medians([sys.executable, "-c", STAGES, str(SHIPPED), output], turns)
    for name, seconds in {**medians, **{f"of it: {stage}": seconds for stage, seconds in stages.items()}}.items():
        yield Figure(name, seconds * 1000, " ms")
    yield Figure("compare beside an empty Python", medians[COMPARE] / medians[EMPTY], " x", TIMES_EMPTY)
    if OFFICE in medians:
        ratio = medians[OFFICE] / medians[COMPARE]
        yield Figure("LibreOffice's conversion beside compare", ratio, " x", TIMES_FASTER, at_least=True)


def run(command: list[str]) -> str:
    """What a command prints; an error if it fails."""
    return subprocess.run(command, check=True, capture_output=True, text=True, env=USUAL).stdout


def in_turns(commands: dict[str, list[str]], turns: int) -> dict[str, float]:
    """Median seconds of each command; a first turn, which fills caches and profiles, is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(turns):
        for name, command in commands.items():
            start = time.perf_counter()
            run(command)
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(values[1:] or values) for name, values in seconds.items()}


def stage_medians(command: list[str], turns: int) -> dict[str, float]:
    """Median seconds of each stage of `compare`."""
    runs = [dict(json.loads(run(command))) for _ in range(turns)]
    return {stage: statistics.median(each[stage] for each in runs) for stage in runs[0]}


if __name__ == "__main__":
    sys.exit(run_script(measure, __doc__))
