"""Rows of the table that `compare` prints: a label at the left, and a number that ends where its design's name ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_LABEL_WIDTH = 44


class Row(NamedTuple):
    """A row of the table, and in which line it stands."""

    label: str
    number: int
    values: dict[str, str]


def rows_of(text: str, designs: list[str]) -> Iterator[Row]:
    """The rows of the table that hold one word for each design; longer texts wrap, and are left out."""
    lines, ends = text.splitlines(), dict[str, int]()
    for at, line in enumerate(lines):
        begins_block = at == 0 or not lines[at - 1].strip()
        abreast = _heads(line, designs) if begins_block else {}  # a name may be the end of a text that wraps, too
        if abreast:
            ends = abreast
        if not ends or not line.startswith("  ") or line.startswith("    "):
            continue
        label = re.sub(r" \[[^\]]*\]$", "", _label(lines, at))
        begins = [_LABEL_WIDTH, *sorted(ends.values())]
        values = {
            name: value for name, end in ends.items() if (value := line[begins[begins.index(end) - 1] : end].strip())
        }
        if values:
            yield Row(label, at + 1, values)


def _heads(line: str, designs: list[str]) -> dict[str, int]:
    """Where the names of designs end, if a line has nothing else."""
    left, found = line, {}
    for name in sorted(designs, key=len, reverse=True):
        place = left.find(name)
        if place >= _LABEL_WIDTH:
            found[name] = place + len(name)
            left = left[:place] + " " * len(name) + left[place + len(name) :]
    return found if found and not left.strip() else {}


def _label(lines: list[str], at: int) -> str:
    """The label of a row, with its second line where it has one."""
    label = lines[at][:_LABEL_WIDTH].strip()
    for line in lines[at + 1 :]:
        more = line[:_LABEL_WIDTH]
        if not (more.startswith("    ") and more.strip()):
            break
        label = f"{label} {more.strip()}"
    return label
