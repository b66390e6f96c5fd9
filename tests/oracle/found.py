"""Writes what the oracle found in random scenarios into docs/proof.md, from the files that `run --found` wrote.

python -m tests.oracle.found found.jsonl

Of a seed that stands there twice, what was read last counts: after a find is mended, its seed is read once more.
"""

from __future__ import annotations

import datetime
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.oracle.run import lines_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "proof.md"
START, END = "<!-- oracle -->\n", "<!-- end of the oracle -->"
HEAD = "| language | scenarios | texts with a figure or a word of money | claims judged |\n|---|---|---|---|\n"
COLUMNS = 130
CALLED = {"en": "English", "de": "German"}
MENDED = (
    "False in the product were: *the block itself is not on the bill* of a lease, which takes a share of a price every "
    "year; the clusters at the start on Growth, which left out drive bays. False in the reader were: licences by TB "
    "whose cores are not known; what a headline without any price rests on; names of parts in German sentences; which "
    "design is the cheapest where some have no price, or all lack one; hosts without room for a VM; shelves of a "
    "design with an error. Not read were sentences in German: drive bays and GPUs as limits, boots, ends of a bar."
)

Line = dict[str, Any]


def kinds_of(line: Line) -> Iterator[str]:
    """What was found, without the numbers of one workbook."""
    for find in line["finds"]:
        if kind := re.match(r"(FALSE [^:]+(?:: [^:]+)?): \d+ in|(NOT READ \w[\w -]*|NOT PRINTED)", find):
            yield (kind[1] or kind[2]).lower()


def text(lines: list[Line]) -> str:
    """What was read in which language, what was found, and what is left."""
    read = [line for line in lines if "refused" not in line]
    seeds, printed = sorted(line["seed"] for line in lines), sum(bool(line.get("pdf")) for line in read)
    rows = "".join(
        f"| {called} | {len(read):,} | {sum(line['texts'][language] for line in read):,} "
        f"| {sum(line['claims'][language] for line in read):,} |\n"
        for language, called in CALLED.items()
    )
    left = Counter(kind for line in read for kind in set(kinds_of(line)))
    named = "; ".join(f"{kind}, in {count}" for kind, count in left.most_common()) or "nothing"
    said = f"{MENDED} Left: {named}."
    return (
        f"\nOn {datetime.date.today()}, of seeds {seeds[0]:,} to {seeds[-1]:,}: {len(lines) - len(read):,} contradict "
        f"themselves and are refused. The PDF's text was\nread of {printed:,}.\n\n{HEAD}{rows}\n"
        f"{textwrap.fill(said, COLUMNS)}\n\n"
    )


def main(paths: list[Path]) -> None:
    """Read what was found, and write it."""
    lines = list(lines_of(*paths))
    if not lines:
        sys.exit("nothing was read: give the files that tests.oracle.run --found wrote")
    before, start, rest = PAGE.read_text(encoding="utf-8").partition(START)
    if not start:
        sys.exit(f"{PAGE} has no line {START.strip()}")
    PAGE.write_text(f"{before}{START}{text(lines)}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
