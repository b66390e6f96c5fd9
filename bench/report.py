"""All benchmarks in turn, as rows of a table: python -m bench.report FILE [--tiny] writes them as JSON."""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure

NO_SCRIPTS = {"figures", "report", "__init__"}


def scripts() -> list[str]:
    """Every script of this folder."""
    return sorted(file.stem for file in Path(__file__).parent.glob("*.py") if file.stem not in NO_SCRIPTS)


def figures(tiny: bool) -> Iterator[tuple[str, Figure]]:
    """What each of them measures."""
    for script in scripts():
        for figure in importlib.import_module(f"bench.{script}").measure(tiny):
            yield script, figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--tiny", action="store_true")
    args = parser.parse_args()
    rows = []
    for script, figure in figures(args.tiny):
        rows.append((script, figure.name, figure.said, figure.goal_said, figure.verdict))
        print(*rows[-1], sep="  ", flush=True)
    args.file.write_text(json.dumps(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
