"""Reading the tables that come with the library."""

import csv
import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input
from vdi_sizing.tables import reading as _tables
from vdi_sizing.tables.reading import find, read_records, read_rows


@dataclass(frozen=True)
class Thing:
    name: str
    gb: Annotated[float | None, Input("GB", optional=True)]
    date: datetime.date


@pytest.fixture(autouse=True)
def things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["name", "gb", "date", "note"], ["One", "1.5", "2011-06-01", "x"], ["Zwei", "", "2026-11-21", "y, z"]]
    with (tmp_path / "things.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    monkeypatch.setattr(_tables, "DATA", tmp_path)


def test_rows_become_records_by_column_and_blank_becomes_none() -> None:
    assert read_rows("things")[1]["note"] == "y, z"
    assert read_records("things", Thing) == (
        Thing("One", 1.5, datetime.date(2011, 6, 1)),
        Thing("Zwei", None, datetime.date(2026, 11, 21)),
    )


def test_names_are_found_trimmed_and_without_case() -> None:
    assert find("thing", read_records("things", Thing), " zWEI ").name == "Zwei"


@pytest.mark.parametrize("name", ["Drei", None, 1])
def test_unknown_names_are_refused_with_those_known(name: object) -> None:
    with pytest.raises(InputError, match=r"thing is .*; expected one of: One, Zwei"):
        find("thing", read_records("things", Thing), name)
