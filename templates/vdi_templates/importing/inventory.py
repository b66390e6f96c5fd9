"""What an inventory holds, counted before anything is taken: by power state, OS, cluster, folder, pool and name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from vdi_templates.importing.rows import Row

_COUNTED = {
    "power state": ("powerstate",),
    "OS": ("os_tools", "os"),
    "cluster": ("cluster",),
    "folder": ("folder",),
    "resource pool": ("pool",),
    "beginning of the name": ("vm",),
}
"""What VMs are counted by, and the fields of a list whose first that is filled says it."""
_MOST_SAID = 8
"""Of the values of a field those that a line names, the most frequent first."""
_FROM_THE_FIRST_DIGIT = re.compile(r"\d.*", re.DOTALL)
_SAYS_NOTHING = "\N{EN DASH}"


def counts_of(rows: Iterable[Row]) -> Iterator[str]:
    """How many VMs each list of them has, line by line by what it says of them."""
    lists: dict[str, list[Row]] = {}
    for row in rows:
        lists.setdefault(row.of.grid.name, []).append(row)
    for name, of_list in lists.items():
        for label, fields in _COUNTED.items():
            if any(field in of_list[0].of.columns for field in fields):
                found = Counter(_value(row, fields) for row in of_list)
                yield f"{name}, by {label}: {_in_words(found)}"


def name_pattern(name: str) -> str:
    """A name with all from its first digit on as one star, as `--desktops` takes it.

    >>> name_pattern("vdi-0042"), name_pattern("vcenter")
    ('vdi-*', 'vcenter')
    """
    return _FROM_THE_FIRST_DIGIT.sub("*", name)


def _value(row: Row, fields: tuple[str, ...]) -> str:
    said = row.text(*fields)
    return (name_pattern(said) if "vm" in fields else said) or _SAYS_NOTHING


def _in_words(found: Counter[str]) -> str:
    """Values with how many VMs have each; of many values the most frequent, and how many VMs have others."""
    ranked = sorted(found.items(), key=lambda each: (-each[1], each[0]))
    said = ", ".join(f"{value} ({many})" for value, many in ranked[:_MOST_SAID])
    others = ranked[_MOST_SAID:]
    if not others:
        return said
    return f"{said} and {len(others)} more values ({sum(many for _, many in others)})"
