"""Which VMs of an inventory are desktops: by a table of patterns, or by those that somebody says.

The table is `machine_kinds.csv` in this folder; a user adds to it by a file of the same columns, whose rows come first.
Its patterns have `*` and `?`, and semicolons between them. The first row that matches a VM decides, and a VM that no
row matches is a desktop.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from vdi_sizing.errors import InputError
from vdi_templates.importing.headers import refuse_unless, table_rows
from vdi_templates.importing.rows import Row

_TABLE = Path(__file__).with_name("machine_kinds.csv")
_COLUMNS = ("kind", "field", "pattern")
DESKTOP, SESSION_HOST, SERVER, MANAGEMENT, CLONE_PARENT = KINDS = (
    "desktop", "session host", "server", "management", "clone parent",
)  # fmt: skip
WORKED_ON = (DESKTOP, SESSION_HOST)
"""The kinds that users work on, and that are sized."""
COMPARED = {"vm": "name", "os": "OS", "folder": "folder", "pool": "resource pool", "cluster": "cluster"}
"""What patterns are compared with, by the fields of the table, and what messages call it."""
_SAID = {"name": "vm", **{field: field for field in COMPARED if field != "vm"}}
"""The fields as somebody types them."""
_IN_THE_LIST = {"os": ("os_tools", "os")}
"""The fields of a list whose first that is filled is meant: VMware Tools know which OS runs, and not only which was
chosen."""
_MOST_NAMED = 8
"""Of the values of a field that a message lists."""


@dataclass(frozen=True)
class Pattern:
    """A pattern, what it is compared with, and the kind of VM that it tells."""

    kind: str
    field: str
    pattern: str

    def matches(self, values: Mapping[str, Any]) -> bool:
        """Whether a VM is of it; case makes no difference, and a field that is blank is like no pattern.

        >>> Pattern("server", "os", "*windows server*").matches({"os": "Microsoft Windows Server 2022 (64-bit)"})
        True
        >>> Pattern("server", "os", "*").matches({"os_tools": ""})
        False
        """
        text = value_of(values, self.field).casefold()
        return bool(text) and fnmatchcase(text, self.pattern.casefold().replace("[", "[[]"))

    @property
    def said(self) -> str:
        """The same as somebody types it."""
        return f"{next(name for name, field in _SAID.items() if field == self.field)}={self.pattern}"


def value_of(values: Mapping[str, Any], field: str) -> str:
    """What a VM has in a field of patterns, or nothing."""
    names = _IN_THE_LIST.get(field, (field,))
    return next((str(values[name]) for name in names if values.get(name)), "")


def has_column(row: Row, field: str) -> bool:
    """Whether the list of a VM says it."""
    return any(name in row.of.columns for name in _IN_THE_LIST.get(field, (field,)))


@cache
def known_patterns() -> tuple[Pattern, ...]:
    """The patterns of the table, from its first."""
    with _TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return tuple(Pattern(row["kind"], row["field"], each.strip()) for row in rows for each in row["pattern"].split(";"))


def own_patterns(path: Path) -> tuple[Pattern, ...]:
    """The patterns of a user's table, from its first; its fields are those of `--desktops`.

    Raises
    ------
    InputError
        If it is no such table.
    """
    found = []
    for number, row in table_rows(path, "--kinds", _COLUMNS):
        where = f"{path.name} row {number}"
        kind, name, patterns = (row[column].strip() for column in _COLUMNS)
        refuse_unless(kind in KINDS, "kind", kind, f"one of: {', '.join(KINDS)}", where)
        refuse_unless(name.casefold() in _SAID, "field", name, f"one of: {', '.join(_SAID)}", where)
        each_pattern = [each.strip() for each in patterns.split(";") if each.strip()]
        refuse_unless(bool(each_pattern), "pattern", patterns, "one at least, such as VDI*", where)
        found += [Pattern(kind, _SAID[name.casefold()], each) for each in each_pattern]
    return tuple(found)


def pattern_of(values: Mapping[str, Any], own: Sequence[Pattern] = ()) -> Pattern | None:
    """The first pattern that a VM is like, of a user's own and then of the table; None where none names it."""
    return next((each for each in (*own, *known_patterns()) if each.matches(values)), None)


def patterns_said(texts: Iterable[str]) -> tuple[Pattern, ...]:
    """The desktops that somebody says.

    >>> patterns_said(["folder=VDI*"])
    (Pattern(kind='desktop', field='folder', pattern='VDI*'),)

    Raises
    ------
    InputError
        If one is no FIELD=PATTERN.
    """
    found = []
    for text in texts:
        name, _, pattern = (part.strip() for part in text.partition("="))
        if name.casefold() not in _SAID or not pattern:
            fields = f"{', '.join(list(_SAID)[:-1])} or {list(_SAID)[-1]}"
            raise InputError("--desktops", text, f"FIELD=PATTERN, such as folder=VDI*; FIELD is {fields}")
        found.append(Pattern(DESKTOP, _SAID[name.casefold()], pattern))
    return tuple(found)


def refuse_without_match(pattern: Pattern, rows: Sequence[Row]) -> None:
    """Refuse a pattern that no VM is like, with what its field holds."""
    if any(pattern.matches(row.values) for row in rows):
        return
    columns = [name for name, field in _SAID.items() if any(has_column(row, field) for row in rows)]
    if rows and not any(has_column(row, pattern.field) for row in rows):
        expected = f"a field that the list has a column of: {', '.join(columns)}"
        raise InputError("--desktops", pattern.said, expected)
    found = sorted({value_of(row.values, pattern.field) for row in rows} - {""})
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    known = f"{', '.join(map(repr, found[:_MOST_NAMED]))}{more}" if found else "none"
    expected = f"a pattern that a VM which is powered on is like; the list has {known}"
    raise InputError("--desktops", pattern.said, expected)
