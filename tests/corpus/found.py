"""Writes what came of the corpus through every command into docs/proof.md, from what `run` printed.

python -m tests.corpus.run --command each > found.jsonl
python -m tests.corpus.found found.jsonl

The run may be split by `--files`; then each piece is named. A file that is missing, or is there twice, is refused.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.corpus.run import MEMORY_BYTES, SECONDS, calls

PAGE = Path(__file__).resolve().parents[2] / "docs" / "proof.md"
START, END = "<!-- corpus -->\n", "<!-- end of the corpus -->"
HEAD = (
    "| command | files | right result | refused in clear lines | wrong | dearest file | CPU s | most memory | MB |\n"
    "|---|---|---|---|---|---|---|---|---|\n"
)
SAID = {
    "import into": "import --into",
    "headers": "import --headers",
    "brand": "new --brand",
    "folder": "compare FOLDER",
    "ranges": "ranges --into",
    "optimize": "optimize --into",
}

Line = dict[str, Any]


def table(lines: list[Line]) -> str:
    """A row for each command, and one for all."""
    commands = list(dict.fromkeys(line["command"] for line in lines))
    rows = [_row(SAID.get(name, name), [line for line in lines if line["command"] == name]) for name in commands]
    return HEAD + "".join([*rows, _row("all", lines)])


def _row(name: str, lines: list[Line]) -> str:
    results = Counter(line["result"] for line in lines)
    dearest, largest = (max(lines, key=lambda line: line[what]) for what in ("seconds", "megabytes"))
    cells = (
        name, f"{len(lines):,}", *(f"{results[result]:,}" for result in ("done", "refused", "wrong")),
        _named(dearest), f"{dearest['seconds']:.1f}", _named(largest), f"{largest['megabytes']:.0f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |\n"


def _named(line: Line) -> str:
    """Kind and name of a file, which must not end the cell of a table."""
    return f"`{line['kind']}: {line['name'][1:-1]}`".replace("|", "\\|")


def text(lines: list[Line]) -> str:
    """The table, with the day and what was measured."""
    return (
        f"\nOn {datetime.date.today()}, {len(lines):,} files, each through one command, which was stopped above "
        f"{SECONDS} s of CPU or {MEMORY_BYTES / 1e6:.0f} MB.\nThe sizing and the workbook are taken from memory where "
        f"a file before had the same inputs: by itself a command\ntakes some seconds more. A folder may "
        f"take as long for each of its entries.\n\n{table(lines)}\n"
    )


def main(paths: list[Path]) -> None:
    """Read what was printed, and write it."""
    lines: list[Line] = [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    all_calls = [(command, file.kind, ascii(file.name)) for command, file in calls()]
    found = [(line["command"], line["kind"], line["name"]) for line in lines]
    if sorted(found) != sorted(all_calls):
        lack, more = Counter(all_calls) - Counter(found), Counter(found) - Counter(all_calls)
        sys.exit(f"not one run of all files: {lack.total()} missing, {more.total()} too many")
    order = list(dict.fromkeys(command for command, _, _ in all_calls))
    lines.sort(key=lambda line: order.index(line["command"]))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    PAGE.write_text(f"{before}{START}{text(lines)}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
