"""What `go.py test --all` found last, in docs/proof.md, and whether that still holds for the sources of now.

python -m tests.proof                     says it
python -m tests.proof --write 35.2        writes what the last run of the tests found, and the minutes that it took
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import zipfile
from collections import Counter
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE, RUN = ROOT / "docs" / "proof.md", ROOT / ".pytest_cache" / "run.json"
ROOMS = ("pylib", "templates", "addin", "tests")
KINDS = {".py", ".csv", ".txt", ".bas", ".cmd", ".mjs"}
START, END = "<!-- found -->\n", "<!-- end of what was found -->"
_FORMULA = re.compile(r'<c r="([A-Z]+[0-9]+)"[^>]*><f>(.*?)</f>')


def sources() -> str:
    """A digest of the product and of its tests."""
    digest = hashlib.sha256()
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*")):
            if file.suffix in KINDS and not {"node_modules", "__pycache__"} & set(file.parts):
                digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def formulas() -> str:
    """A digest of the formulas of the workbook that is shipped, cell by cell."""
    digest = hashlib.sha256()
    with zipfile.ZipFile(ROOT / "vdi_sizing.xlsx") as package:
        for name in package.namelist():
            if name.startswith("xl/worksheets/sheet"):
                digest.update(repr((name, _FORMULA.findall(package.read(name).decode()))).encode())
    return digest.hexdigest()[:16]


def run_found(passed: int, failed: int, counts: Counter[str], seconds: dict[str, float]) -> None:
    """Keep what a run of the tests found, for whoever writes it down."""
    RUN.parent.mkdir(exist_ok=True)
    RUN.write_text(json.dumps({"passed": passed, "failed": failed, "counts": counts, "seconds": seconds}), "utf-8")


def table(minutes: float, figures: list[tuple[str, ...]]) -> str:
    """What the last run found, as Markdown."""
    run = json.loads(RUN.read_text(encoding="utf-8"))
    things: Counter[str] = Counter()
    for name, count in run["counts"].items():
        things[name.partition(": ")[0]] += count
    rows = [
        ("date", date.today().isoformat()),
        ("sources, a digest", sources()),
        ("formulas of the shipped workbook, a digest", formulas()),
        ("minutes", f"{minutes:.0f}"),
        ("tests that passed", f"{run['passed']:,}"),
        ("tests that failed", f"{run['failed']:,}"),
        ("seconds of CPU", f"{sum(run['seconds'].values()):,.0f}"),
        *((thing, f"{count:,}") for thing, count in sorted(things.items())),
    ]
    lines = ["| of the run | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)]
    if figures:
        lines += ["", "| benchmark | figure | found | goal | reached |", "|---|---|---|---|---|"]
        lines += ["| " + " | ".join(figure) + " |" for figure in figures]
    return "\n".join(lines) + "\n"


def write(minutes: float, figures: list[tuple[str, ...]]) -> None:
    """Put it into docs/proof.md, in place of what stood there."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    PAGE.write_text(f"{before}{START}{table(minutes, figures)}{END}{rest.partition(END)[2]}", encoding="utf-8")


def verdict() -> str:
    """Whether docs/proof.md tells of the sources of now."""
    page = PAGE.read_text(encoding="utf-8")
    day = re.search(r"\| date \| (\S+) \|", page)
    if day is None:
        return "docs/proof.md tells of no whole run: python3 go.py test --all"
    if f"| {sources()} |" in page:
        return f"Everything was proven for these sources on {day[1]}: docs/proof.md."
    same = f"| {formulas()} |" in page
    return (
        f"Everything was proven on {day[1]} for other sources, {'the same' if same else 'and for other'} formulas: "
        "python3 go.py test --all"
    )


def main() -> None:
    typed = argparse.ArgumentParser()
    typed.add_argument("--write", type=float, metavar="MINUTES", help="write what the last run found")
    typed.add_argument("--figures", type=Path, help="a file with what the benchmarks found, as JSON")
    args = typed.parse_args()
    if args.write is not None:
        write(args.write, json.loads(args.figures.read_text(encoding="utf-8")) if args.figures else [])
    print(verdict())


if __name__ == "__main__":
    main()
