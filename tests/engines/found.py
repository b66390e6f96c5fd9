"""What the engines found last stands in docs/engines.md, written by them: a row for each workbook."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "engines.md"
START, END = "<!-- found -->\n", "<!-- end of what was found -->"
HEAD = (
    "| program | version | on | what | formulas | as the library says | kept for a defect | differ |\n"
    "|---|---|---|---|---|---|---|---|\n"
)


def tell(program: str, version: str, rows: Iterable[tuple[str, int, int, int]], page: Path = PAGE) -> None:
    """Put a program's rows in place of its earlier ones: what, formulas, kept for a defect, and how many differ."""
    before, _, rest = page.read_text(encoding="utf-8").partition(START)
    found, _, after = rest.partition(END)
    others = [line for line in found.splitlines()[2:] if not line.startswith(f"| {program} |")]
    own = [
        f"| {program} | {version} | {datetime.date.today()} | {what} | {formulas:,} | {formulas - kept - differ:,} "
        f"| {kept:,} | {differ:,} |"
        for what, formulas, kept, differ in rows
    ]
    lines = "".join(f"{line}\n" for line in sorted([*others, *own], key=_program))
    page.write_text(f"{before}{START}{HEAD}{lines}{END}{after}", encoding="utf-8")


def _program(line: str) -> str:
    return line.split(" | ", maxsplit=1)[0]
