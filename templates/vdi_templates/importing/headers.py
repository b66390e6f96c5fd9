"""Which column holds what: the headers of a list against a table of known ones, in English and German.

The table is `headers.csv` in this folder; a user adds to it by a file of the same columns. Its column `header`
holds headers with semicolons between them; `unit` is what a header says of its numbers, and `?` that it says nothing.
One behind `~` may mean something else too, as a server may be a VM or its host: it counts where no other says the same.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.scenario import UserGroup
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import PER_VM
from vdi_templates.importing.numbers import CURRENCIES, UNITS, split
from vdi_templates.importing.sources import ROWS_TO_THE_HEADER, Cell, Grid, kind_by_name
from vdi_templates.languages.translation import GERMAN, rows_of
from vdi_templates.reading.side_file import content_of, csv_rows

_TABLE = Path(__file__).with_name("headers.csv")
_COLUMNS = ("kind", "field", "unit", "header")
_IN_LETTERS = {3: "three", 4: "four"}
NOT_SAID = "?"
_WEAK = "~"
"""Before a header that counts only where no other column says its field."""
MEMORY_UNITS = ("GiB", "GB")
_LONGEST_SAID = 80
"""Characters of a first row that is not what it should be."""
_FEWEST_OF_A_KIND = 3
"""Columns of a kind from which on a list is of it but for the one that it lacks."""
_LIKENESS = 0.7
"""From 0 to 1, from which on a header is named as perhaps meant: below, difflib takes notes for cores."""
_PER_VM = re.compile(r" (?:per|pro|je) (?:vm|desktop|user|benutzer|anwender|nutzer|arbeitsplatz)\b")
_NO_WORDS = re.compile(r"[()\[\]{}:*\n\r\t\N{NO-BREAK SPACE} ]+|(?<=\s)in(?=\s)")


def _name(label: str) -> Input:
    return Input(label, kind="text", optional=True)


IN_USE = "in_use_gb"
"""What may be a fraction of a MiB: it is measured, and not chosen."""


def _number(label: str, unit: str) -> Input:
    return Input(label, unit, optional=True)


FIELDS: dict[str, dict[str, Input]] = {
    "users": {**inputs_of(UserGroup), "user": _name("user"), "profile": _name("profile"), "vm_size": _name("VM size")},
    "vms": {
        "vm": _name("VM"), "uuid": _name("UUID"), "powerstate": _name("power state"), "template": _name("template"),
        "placeholder": _name("placeholder"), "cluster": _name("cluster"),
        "os": _name("OS"), "os_tools": _name("OS by VMware Tools"), "folder": _name("folder"),
        "pool": _name("resource pool"),
        "vcpus": _number("vCPU", "vCPU"), "ram_gib": _number("RAM", "GiB"),
        "persistent_gb": _number("disk capacity", "GB"), "provisioned_gb": _number("provisioned", "GB"),
        IN_USE: _number("in use", "GB"), "read_iops": _number("listed read IOPS", "IOPS"),
        "write_iops": _number("listed write IOPS", "IOPS"),
    },
    "disks": {"vm": _name("VM"), "uuid": _name("UUID"), "capacity_gb": _number("capacity", "GB")},
    "performance": {
        "vm": _name("VM"), "read_iops": _number("average read IOPS", "IOPS"),
        "write_iops": _number("average write IOPS", "IOPS"), "iops_95th": _number("95th percentile IOPS", "IOPS"),
        "time": _name("time"), "io_kb": _number("size of an I/O", "kB"), "latency_ms": _number("time of an I/O", "ms"),
        "read_latency_ms": _number("time of a read", "ms"), "write_latency_ms": _number("time of a write", "ms"),
        "read_kb": _number("size of a read", "kB"), "write_kb": _number("size of a write", "kB"),
        "logins": _number("logins", "logins"),
    },
    "hosts": {
        "host": _name("host"), "cluster": _name("cluster"),
        "cores": _number("cores", "cores"), "ram_gib": _number("RAM", "GiB"),
    },
    "clusters": {"cluster": _name("cluster"), "hosts": _number("hosts", "hosts"), "cores": _number("cores", "cores")},
    "dates": {"date": _name("date of the export")},
    "prices": {
        **inputs_of(Price), "article_number": _name("article number"), "maker_number": _name("maker's number"),
        "position": _name("position"), "quantity": _name("quantity"), "line_amount": _name("price of all pieces"),
        "list_amount": replace(inputs_of(Price)["amount"], label="list price"),
    },
}  # fmt: skip
"""What a list of each kind may say, by the names of the table of headers."""
KINDS = tuple(FIELDS)
AMOUNTS = ("amount", "list_amount")
"""What a part costs, and what it costs before any discount."""
NAMES_OF_A_PART = ("part", "article_number", "maker_number", "description", "position")
"""By what a price list names a part, what names it best first."""
_NEEDED = {
    "users": ({"name", "user", "profile"}, {"vms", "user"}),
    "vms": ({"vm"}, {"vcpus", "ram_gib"}),
    "disks": ({"vm"}, {"capacity_gb"}),
    "performance": ({"vm"}, {"read_iops", "iops_95th"}, {"write_iops", "iops_95th"}),
    "hosts": ({"host"}, {"cores", "ram_gib"}),
    "clusters": ({"cluster"}, {"hosts"}),
    "dates": ({"date"},),
    "prices": ({*NAMES_OF_A_PART}, {*AMOUNTS}),
}
"""Of each kind the fields of which a list needs one each, to be taken for that kind."""
_CALLED = {"vms": "VMs", "performance": "measured loads", "dates": "date of the export"}
"""Of kinds that a table of headers calls by a short word what a reader calls them."""
_IN_WORDS = {
    "users": "users: a group and a number of users (user group, users; Benutzergruppe, Anzahl), or a user per row",
    "vms": "VMs: a VM, and CPUs or memory (VM, CPUs)",
    "disks": "disks: a VM, and a capacity (VM, Capacity MiB)",
    "performance": "performance: a VM, and its average read and write IOPS (Live Optics)",
    "hosts": "hosts: a host, and cores or memory (Host, # Cores)",
    "prices": "prices: a part, and a price (part, article number; unit price, list price; Teil, Einzelpreis, EK or VK)",
}


@dataclass(frozen=True)
class Column:
    """A column of a list that is known: where it is, what its header reads, and the unit that the header says."""

    index: int
    header: str
    unit: str = ""


@dataclass(frozen=True)
class KnownList:
    """A grid of which it is known what it is about, and which column holds what."""

    grid: Grid
    kind: str
    header_row: int
    columns: dict[str, Column]
    in_two_rows: bool = False
    """Whether the row above that of the headers is read together with it."""
    others: tuple[str, ...] = ()
    """The headers of the columns that have no place in a workbook."""
    profiles: Mapping[str, str] = field(default_factory=dict)
    """Which profile is meant where its column says one that nobody knows, as it was answered; by `name_key`."""


@dataclass
class Headers:
    """The table of known headers: of each kind, from a header to the field and unit that it says."""

    known: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    """As people write them, by the form in which they are compared."""
    weak: set[tuple[str, str]] = field(default_factory=set)
    """Kinds and headers of those that count only where no other column says their field."""

    @classmethod
    def read(cls, *own: Path) -> Headers:
        """The table that comes with the program, and those of a user, whose headers come first."""
        headers = cls({kind: {} for kind in KINDS})
        for kind in ("users", "prices"):
            for name, each in FIELDS[kind].items():
                for label in (each.label, rows_of(GERMAN).get(each.label, each.label)):
                    headers._learn(kind, label, name, each.unit if each.unit in MEMORY_UNITS else "")
        for path in (_TABLE, *own):
            headers._add(path)
        return headers

    def _add(self, path: Path) -> None:
        said: dict[tuple[str, str], tuple[str, str]] = {}
        for number, row in table_rows(path, "--headers", _COLUMNS):
            where = f"{path.name} row {number}"
            kind, name, unit = (row[column].strip() for column in _COLUMNS[:3])
            refuse_unless(kind in KINDS, "kind", kind, f"one of: {', '.join(KINDS)}", where)
            refuse_unless(name in FIELDS[kind], "field", name, f"one of: {', '.join(FIELDS[kind])}", where)
            units = {NOT_SAID, *UNITS.values(), *CURRENCIES.values()}
            refuse_unless(unit in units, "unit", unit, f"blank, or one of: {', '.join(sorted(units - {''}))}", where)
            for header in row["header"].split(";"):
                before = said.setdefault((kind, normal(header.strip().removeprefix(_WEAK))), (name, unit))
                other = f"one field for it; a row above says {before[0]} in {before[1] or 'no unit'}"
                refuse_unless(before == (name, unit), "header", header.strip(), other, where)
                self._learn(kind, header, name, unit)

    def _learn(self, kind: str, header: str, name: str, unit: str) -> None:
        written = header.strip().removeprefix(_WEAK)
        self.known[kind][normal(written)] = (name, unit)
        self.spelled[normal(written)] = written
        if written == header.strip():
            self.weak.discard((kind, normal(written)))
        else:
            self.weak.add((kind, normal(written)))

    def _said(self, kind: str, header: str) -> tuple[str, str]:
        """The field and unit that a header says; what a VM has may be said "per user" or "je Arbeitsplatz"."""
        known = self.known[kind]
        if header in known or kind != "users":
            return known.get(header, ("", ""))
        name, unit = known.get(_PER_VM.sub("", header), ("", ""))
        return (name, unit) if name in PER_VM else ("", "")

    def fields(self, kind: str, cells: Iterable[Cell]) -> dict[str, Column]:
        """The columns of a row of headers that are known, by field; of several for one field the first."""
        return dict(reversed(self._columns(kind, cells)))

    def field_of(self, kind: str, header: str) -> str:
        """The field that a header says; nothing where it is not known."""
        return self._said(kind, normal(header))[0]

    def nearest(self, kind: str, header: str, taken: Iterable[str] = ()) -> tuple[str, str] | None:
        """The known header that is most like one that is not, and its field, of those that no column says yet."""
        free = [each for each, (name, _) in self.known[kind].items() if name not in set(taken)]
        found = difflib.get_close_matches(normal(header), free, n=1, cutoff=_LIKENESS)
        return (self.spelled[found[0]], FIELDS[kind][self.known[kind][found[0]][0]].label) if found else None

    def count(self, cells: Sequence[Cell]) -> int:
        """How many cells of a row are headers, in the kind in which most are."""
        return max(len(self._columns(kind, cells)) for kind in KINDS)

    def _columns(self, kind: str, cells: Iterable[Cell]) -> list[tuple[str, Column]]:
        found = []
        for index, cell in enumerate(cells):
            name, unit = self._said(kind, normal(str(cell.value or "")))
            if name:
                found.append((name, Column(index, str(cell.value).strip(), unit)))
        strong = {name for name, column in found if (kind, normal(column.header)) not in self.weak}
        return [each for each in found if each[0] not in strong or (kind, normal(each[1].header)) not in self.weak]

    def recognised(self, grid: Grid, said: str | None = None) -> KnownList | None:
        """What a grid is about and what its columns hold; None where no row of headers is known.

        Raises
        ------
        InputError
            If it may be of two kinds, or if two columns hold the same.
        """
        said = said or grid.kind or kind_by_name(grid)
        found: list[tuple[int, int, int, str]] = []
        for number in range(1, min(len(grid.rows), ROWS_TO_THE_HEADER) + 1):
            for kind in (said,) if said else KINDS:
                columns = self._columns(kind, self._headers(kind, grid, number))
                names = {name for name, _ in columns}
                if all(names & needed for needed in _NEEDED[kind]):
                    found.append((len(columns), _units_said(columns), number, kind))
        if not found:
            return None
        count, _, number, kind = max(found, key=lambda each: (*each[:2], -each[2]))
        kinds = sorted({other for many, _, row, other in found if (many, row) == (count, number)})
        if len(kinds) > 1:
            expected = f"a list of one kind: say --as {' or --as '.join(kinds)}"
            raise InputError("list", ", ".join(kinds), expected, grid.place(number))
        return self._known_list(grid, kind, number)

    def lacking(self, grid: Grid) -> tuple[str, str, str] | None:
        """Of a grid that is no list for want of one column: its headers, that column, and what it would be about."""
        found: list[tuple[int, str, str, str]] = []
        for number in range(1, min(len(grid.rows), ROWS_TO_THE_HEADER) + 1):
            for kind in KINDS:
                columns = self._columns(kind, self._headers(kind, grid, number))
                names = {name for name, _ in columns}
                missing = [needed for needed in _NEEDED[kind] if not names & needed]
                if len(names) >= _FEWEST_OF_A_KIND and len(missing) == 1:
                    label = next(declared.label for name, declared in FIELDS[kind].items() if name in missing[0])
                    found.append((len(names), "; ".join(column.header for _, column in columns), label, kind))
        return max(found, default=(0, "", "", ""))[1:] if found else None

    def _headers(self, kind: str, grid: Grid, number: int) -> Sequence[Cell]:
        """The headers of a row, or those of two rows together, where they say more than either does by itself.

        What is merged over several columns stands in the first of them, and counts for those behind it.
        """
        below = grid.rows[number - 1]
        if grid.ignored:
            return [Cell() if normal(str(cell.value or "")) == normal(grid.ignored) else cell for cell in below]
        above = grid.rows[number - 2] if number > 1 else []
        if not _is_text(above) or not _is_text(below):
            return below
        both, merged = [], ""
        for index in range(max(len(above), len(below))):
            upper, lower = (_said_in(cells, index) for cells in (above, below))
            merged = upper or merged
            ways = (f"{merged} {lower}" if lower else upper, lower, f"{upper} {lower}".strip())
            both.append(Cell(next((way for way in ways if self._said(kind, normal(way))[0]), ways[-1]) or None))
        worth = [self._worth(kind, cells) for cells in (both, above, below)]
        return both if worth[0] > max(worth[1:]) else below

    def _worth(self, kind: str, cells: Sequence[Cell]) -> tuple[int, int]:
        columns = self._columns(kind, cells)
        return len(columns), _units_said(columns)

    def _known_list(self, grid: Grid, kind: str, number: int) -> KnownList:
        cells = self._headers(kind, grid, number)
        columns: dict[str, Column] = {}
        for name, column in self._columns(kind, cells):
            if name in columns:
                expected = (
                    f"one column for {FIELDS[kind][name].label!r}; {columns[name].header!r} says it too: keep the one "
                    "that counts, and remove the other or rename it to a word that is not known, such as 'not used'"
                )
                raise InputError("column", column.header, expected, grid.place(number))
            columns[name] = column
        taken = {column.index for column in columns.values()}
        others = (str(cell.value).strip() for index, cell in enumerate(cells) if index not in taken and cell.value)
        in_two_rows = not grid.ignored and cells is not grid.rows[number - 1]
        return KnownList(grid, kind, number, columns, in_two_rows, tuple(others))


def _units_said(columns: Iterable[tuple[str, Column]]) -> int:
    """How many columns say the unit of their numbers."""
    return sum(column.unit not in ("", NOT_SAID) for _, column in columns)


def _is_text(cells: Sequence[Cell]) -> bool:
    """Whether a row holds something and nothing of it is a number."""
    values = [cell.value for cell in cells if cell.value is not None]
    return bool(values) and all(isinstance(value, str) and split(value) is None for value in values)


def _said_in(cells: Sequence[Cell], index: int) -> str:
    return str(cells[index].value or "").strip() if index < len(cells) else ""


def normal(header: str) -> str:
    """A header as headers are compared: without case, brackets and line ends; `RAM [GB]` is `RAM in GB`.

    >>> normal("RAM [GB]:"), normal("RAM  in GB"), normal("Gültig bis")
    ('ram gb', 'ram gb', 'gültig bis')
    """
    return " ".join(_NO_WORDS.sub(" ", f" {header} ").casefold().split())


def called_kind(kind: str) -> str:
    """What a list is about, in the words of a reader."""
    return _CALLED.get(kind, kind)


def kinds_in_words() -> str:
    """What a list needs to be known, for a message."""
    return "; ".join(_IN_WORDS.values())


def table_rows(path: Path, option: str, names: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a table of somebody's own, with their numbers, by the names of its columns.

    Raises
    ------
    InputError
        If it is no text of those columns; it is named by the option that says the file.
    """
    try:
        text = content_of(path, option).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(option, str(path), f"a text file in UTF-8 ({error})") from error
    first = text.partition("\n")[0].strip()
    columns, *rows = csv_rows(text, ";" if ";" in first else ",", path.name) if first else [[]]
    if tuple(columns) != tuple(names):
        raise InputError(option, first[:_LONGEST_SAID], f"a first row of {','.join(names)}", path.name)
    many = _IN_LETTERS[len(names)]
    for number, row in enumerate(rows, start=2):
        refuse_unless(len(row) in (0, len(names)), "row", ",".join(row), f"{many} cells", f"{path.name} row {number}")
    return [(number, dict(zip(names, row, strict=True))) for number, row in enumerate(rows, start=2) if row]


def refuse_unless(holds: bool, name: str, value: str, expected: str, where: str) -> None:
    """Refuse a cell of a table of somebody's own."""
    if not holds:
        raise InputError(name, value, expected, where)
