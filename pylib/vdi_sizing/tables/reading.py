"""The data tables that come with the library: data/*.csv, one record per row."""

from __future__ import annotations

import csv
import datetime
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar, get_args, get_origin

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, same_name

DATA = Path(__file__).parents[1] / "data"

# A drive or a profile belongs to one of two generations, which are not to be mixed in one comparison.
DOCUMENTS = "documents (2010-2014)"
TODAY = "today (2016-2026)"
ANY = "any"
GENERATIONS = DOCUMENTS, TODAY, ANY

# Where a row comes from, as the sheets of the tables show it.
SOURCE = Input("source", note="where the figures come from", kind="text", optional=True)
SOURCE_DATE = Input("source date", note="when it was published, or read", kind="date or text", optional=True)
HOW_SURE = Input(
    "how sure",
    note="read, excerpt, quoted, calculated or inferred; or a word of yours",
    kind="text",
    optional=True,
    words=("read", "excerpt", "quoted", "calculated", "inferred", "example"),
)
NOTE = Input("note", note="what else one has to know of this row", kind="text", optional=True)


class Named(Protocol):
    """A record that is found by its name."""

    @property
    def name(self) -> str: ...


Record = TypeVar("Record")
NamedRecord = TypeVar("NamedRecord", bound=Named)

_READ: dict[type, Callable[[str], Any]] = {
    str: str,
    float: float,
    bool: {"yes": True, "no": False}.__getitem__,
    datetime.date: datetime.date.fromisoformat,
}


def read_rows(table: str) -> list[dict[str, str]]:
    """The rows of data/<table>.csv as text, by column."""
    with (DATA / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def note_of(table: str) -> Input:
    """The note of a table whose notes are all sentences of ours."""
    return replace(NOTE, words=tuple(sorted({row["note"] for row in read_rows(table)} - {""})))


def read_records(table: str, record: type[Record]) -> tuple[Record, ...]:
    """The rows of data/<table>.csv as records; columns and fields have the same names, blank is None."""
    readers = {field.name: _reader(field.type) for field in fields(record)}  # type: ignore[arg-type]
    return tuple(_record(table, number, row, record, readers) for number, row in enumerate(read_rows(table), start=2))


def _record(
    table: str, number: int, row: dict[str, str], record: type[Record], readers: dict[str, Callable[[str], Any]]
) -> Record:
    """One row; what it refuses is said with its file and row."""
    values = {name: _cell(table, number, row, name, read) for name, read in readers.items()}
    try:
        return record(**values)
    except InputError as error:
        raise InputError(error.name, error.value, error.expected, f"{table}.csv, row {number}") from error


def _cell(table: str, number: int, row: dict[str, str], column: str, read: Callable[[str], Any]) -> Any:
    """What a cell holds; one that cannot be read is named with its file, row and column."""
    if column not in row:
        raise InputError(f"{table}.csv", ", ".join(row), f"a column {column}")
    try:
        return read(row[column]) if row[column] else None
    except (ValueError, KeyError) as error:
        raise InputError(f"{table}.csv, row {number}, {column}", row[column], "a value of this column") from error


def _reader(annotation: Any) -> Callable[[str], Any]:
    """What makes a value of the text of a column; a blank has become None before."""
    plain = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    return _READ[(get_args(plain) or (plain,))[0]]


def find(argument: str, records: Iterable[NamedRecord], name: object) -> NamedRecord:
    """The record of that name, trimmed and without case, or an InputError that lists the names."""
    known = list(records)
    for record in known:
        if isinstance(name, str) and same_name(record.name, name):
            return record
    raise InputError(argument, name, f"one of: {', '.join(record.name for record in known)}")
