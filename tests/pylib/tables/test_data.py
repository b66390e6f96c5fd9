"""The data tables: every row names its source, and calculated numbers follow from their derivation."""

from __future__ import annotations

import re

import pytest

from vdi_sizing.tables.drives import DRIVES, Drive
from vdi_sizing.tables.price_lists import PRICES
from vdi_sizing.tables.profiles import KINDS, PROFILES, WORKERS
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.tables.reading import ANY, DATA, DOCUMENTS, TODAY, read_rows

SHIPPED = (
    "raid", "drives", "profiles", "prices", "kits", "deliveries", "licences", "gpus", "processors", "density_tests",
)  # fmt: skip
CERTAINTIES = ("read", "excerpt", "quoted", "calculated", "inferred")
EXAMPLE = "example"  # of a kit: its note says which figures are examples
ROWS = [(table, row) for table in SHIPPED for row in read_rows(table)]
ARITHMETIC = re.compile(r"(?:round|[0-9.+\-*/(), ])+")


def test_only_known_tables_are_shipped() -> None:
    assert {path.stem for path in DATA.iterdir()} == {*SHIPPED, "kit_parts", "omitted"}


def faults(row: dict[str, str]) -> set[str]:
    """The columns of a row that do not say where it comes from, how old that is and how sure."""
    unsaid = {column for column in ("source", "source_address", "source_date") if not row[column].strip()}
    sure = row["how_sure"]
    if sure not in (*CERTAINTIES, EXAMPLE):
        unsaid.add("how_sure")
    if sure == "calculated" and not row["derivation"]:
        unsaid.add("derivation")
    if sure == "inferred" and not row["note"]:
        unsaid.add("note")
    if sure == EXAMPLE and "xample" not in row["note"]:
        unsaid.add("note")
    if sure == "quoted" and "quoted" not in row["source_date"]:
        unsaid.add("source_date")
    return unsaid | {column for column, value in row.items() if value != value.strip()}


def test_every_row_says_where_it_comes_from() -> None:
    assert ROWS
    assert [(table, row, found) for table, row in ROWS if (found := faults(row))] == []


@pytest.mark.parametrize(
    ("seeded", "column"),
    [({"source": ""}, "source"), ({"source": " "}, "source"), ({"source_address": ""}, "source_address"),
     ({"source_date": ""}, "source_date"), ({"how_sure": ""}, "how_sure"), ({"how_sure": "certain"}, "how_sure"),
     ({"how_sure": "calculated", "derivation": ""}, "derivation"), ({"how_sure": "inferred", "note": ""}, "note"),
     ({"how_sure": "example", "note": "as usual"}, "note"),
     ({"how_sure": "quoted", "source_date": "2020"}, "source_date"), ({"name": "drive "}, "name")],
)  # fmt: skip
def test_a_row_that_does_not_say_so_is_refused(seeded: dict[str, str], column: str) -> None:
    good = next(row for row in read_rows("drives") if not faults(row))
    assert column in faults({**good, **seeded})


def test_derived_numbers_follow_from_their_derivation() -> None:
    derived = [
        (table, float(row[column]), expression)
        for table, row in ROWS
        if row.get("derivation")
        for column, expression in (derivation.split(" = ") for derivation in row["derivation"].split("; "))
    ]
    assert derived
    assert [(table, expression) for table, _, expression in derived if not ARITHMETIC.fullmatch(expression)] == []
    calculated = [(*each, eval(each[-1], {"__builtins__": {}, "round": round})) for each in derived]
    assert [each for each in calculated if each[1] != each[3]] == []


@pytest.mark.parametrize("table", [table for table in SHIPPED if table not in ("prices", "density_tests")])
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


def test_drives_of_today_stand_by_maker_kind_and_capacity() -> None:
    def place(drive: Drive) -> tuple[str, int, str, float]:
        maker, *model = drive.name.split()[:-2]
        return maker, ("HDD", "SSD", "NVMe SSD").index(drive.kind or ""), " ".join(model), drive.gb

    now = [place(drive) for drive in DRIVES if drive.generation == TODAY]
    assert now == sorted(now)


def test_profiles_of_today_stand_by_kind_and_worker() -> None:
    now = [
        (KINDS.index(profile.kind), WORKERS.index(profile.worker) if profile.worker else len(WORKERS))
        for profile in PROFILES
        if profile.generation == TODAY
    ]
    assert now == sorted(now)


def test_what_was_left_out_has_a_reason_and_is_not_shipped() -> None:
    omitted, shipped = read_rows("omitted"), {row.get("name") for _, row in ROWS}
    assert omitted
    assert [row for row in omitted if not all(value.strip() for value in row.values())] == []
    assert [row["name"] for row in omitted if row["name"] in shipped] == []
