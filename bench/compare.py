"""Seconds that `vdi-sizing compare` takes, beside an empty Python and beside LibreOffice converting the file.

python bench/compare.py [--turns 7] [FILE]

The three run in turns, so that a busy moment hits them alike; medians count. LibreOffice has a profile of its
own that exists already. The exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.gate.office import find_soffice, private_profile  # noqa: E402

SHIPPED = ROOT / "vdi_sizing.xlsx"
EMPTY, COMPARE, OFFICE = "python -c pass", "vdi-sizing compare", "soffice --convert-to xlsx"
TIMES_EMPTY, TIMES_FASTER = 22, 3
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=SHIPPED)
    parser.add_argument("--turns", type=int, default=7)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, private_profile() as profile:
        file = args.file.resolve()
        if not file.exists():
            file = Path(folder) / "vdi_sizing.xlsx"
            run([*COMMAND, "new", str(file), "--example", "customer"])
        out = Path(folder) / "out"
        out.mkdir()
        output = str(out / "comparison.xlsx")
        office = [find_soffice(), "--headless", "--norestore", f"-env:UserInstallation={profile.as_uri()}"]
        medians = in_turns(
            {
                EMPTY: [sys.executable, "-c", "pass"],
                COMPARE: [*COMMAND, "compare", str(file), "-o", output, "--force"],
                OFFICE: [*office, "--convert-to", "xlsx", "--outdir", str(out), str(file)],
            },
            args.turns,
        )
        stages = stage_medians([sys.executable, "-c", STAGES, str(file), output], args.turns)
    return report(medians, stages)


def run(command: list[str]) -> str:
    """What a command prints; an error if it fails."""
    return subprocess.run(command, check=True, capture_output=True, text=True, env=USUAL).stdout


def in_turns(commands: dict[str, list[str]], turns: int) -> dict[str, float]:
    """Median seconds of each command; a first turn, which fills caches and profiles, is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(turns + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            run(command)
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(values[1:]) for name, values in seconds.items()}


def stage_medians(command: list[str], turns: int) -> dict[str, float]:
    """Median seconds of each stage of `compare`."""
    runs = [dict(json.loads(run(command))) for _ in range(turns)]
    return {stage: statistics.median(each[stage] for each in runs) for stage in runs[0]}


def report(medians: dict[str, float], stages: dict[str, float]) -> int:
    """Print the table and the goals; 1 if one is missed."""
    for name, seconds in medians.items():
        print(f"{seconds * 1000:>8,.0f} ms  {name}")
    print("where the time goes")
    for stage, seconds in {"start Python": medians[EMPTY], **stages}.items():
        print(f"{seconds * 1000:>8,.0f} ms  {stage}")
    times_empty = medians[COMPARE] / medians[EMPTY]
    times_faster = medians[OFFICE] / medians[COMPARE]
    goals = {
        f"{times_empty:.1f} x an empty Python, goal at most {TIMES_EMPTY}": times_empty <= TIMES_EMPTY,
        f"{times_faster:.1f} x faster than LibreOffice, goal {TIMES_FASTER}": times_faster >= TIMES_FASTER,
    }
    for text, met in goals.items():
        print(f"{'met   ' if met else 'MISSED'} {text}")
    return 0 if all(goals.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
