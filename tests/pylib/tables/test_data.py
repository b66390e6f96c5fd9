"""The data tables: every row names its source, and calculated numbers follow from their derivation."""

from __future__ import annotations

import re

import pytest

from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import PRICES
from vdi_sizing.tables.profiles import PROFILES
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.tables.reading import ANY, DATA, DOCUMENTS, TODAY, read_rows

SHIPPED = ("raid", "drives", "profiles", "prices")
ROWS = [(table, row) for table in SHIPPED for row in read_rows(table)]
DERIVED = [(table, row) for table, row in ROWS if row.get("derivation")]
ARITHMETIC = re.compile(r"(?:round|[0-9.+\-*/(), ])+")


def label(value: object) -> str:
    return value if isinstance(value, str) else ""


def test_only_known_tables_are_shipped() -> None:
    assert {path.stem for path in DATA.iterdir()} == {*SHIPPED, "omitted"}


@pytest.mark.parametrize(("table", "row"), ROWS, ids=label)
def test_every_row_says_where_it_comes_from(table: str, row: dict[str, str]) -> None:
    for column in ("source", "source_address", "source_date"):
        assert row[column].strip(), f"{table}: {row} has no {column}"
    assert row["how_sure"] in ("read", "excerpt", "calculated", "inferred")
    assert all(value == value.strip() for value in row.values())
    if row["how_sure"] == "calculated":
        assert row["derivation"]
    if row["how_sure"] == "inferred":
        assert row["note"]


@pytest.mark.parametrize(("table", "row"), DERIVED, ids=label)
def test_derived_numbers_follow_from_their_derivation(table: str, row: dict[str, str]) -> None:
    for derivation in row["derivation"].split("; "):
        column, expression = derivation.split(" = ")
        assert ARITHMETIC.fullmatch(expression), f"{table}: {expression} is not plain arithmetic"
        assert float(row[column]) == eval(expression, {"__builtins__": {}, "round": round})


@pytest.mark.parametrize("table", ["raid", "drives", "profiles"])
def test_names_are_unique_and_can_be_looked_up_in_a_spreadsheet(table: str) -> None:
    names = [row["name"].casefold() for row in read_rows(table)]
    assert len(set(names)) == len(names)
    assert not any(set(name) & set("*?~") or name.startswith(("<", ">", "=")) for name in names)


def test_parts_are_unique() -> None:
    assert len({drive.part.casefold() for drive in DRIVES}) == len(DRIVES)
    assert len({(price.price_list, price.part) for price in PRICES}) == len(PRICES)


def test_generations_are_kept_apart() -> None:
    assert {drive.generation for drive in DRIVES} == {DOCUMENTS, TODAY}
    assert {profile.generation for profile in PROFILES} == {DOCUMENTS, TODAY}
    assert {level.generation for level in RAID_LEVELS} == {ANY, TODAY}


def test_drives_and_profiles_stand_in_the_generation_of_their_date() -> None:
    for row in (*read_rows("drives"), *read_rows("profiles")):
        year = re.search(r"20\d\d", row["source_date"])
        if year:
            assert (int(year.group()) >= 2016) == (row["generation"] == TODAY), row


@pytest.mark.parametrize("row", read_rows("omitted"), ids=lambda row: row["name"])
def test_what_was_left_out_has_a_reason(row: dict[str, str]) -> None:
    assert all(row[column].strip() for column in ("topic", "name", "source", "source_date", "reason"))
    assert row["name"] not in {shipped.get("name") for _, shipped in ROWS}
