"""The same workbook, to the byte, from the same inputs; and the inputs come back as they went in."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from tests import built
from tests.templates.random_scenarios import scenario
from tests.tiers import but_in_gate

from vdi_sizing.inputs import name_key
from vdi_sizing.model.sizing import size
from vdi_templates.examples import EXAMPLES, called_in, customer, fujitsu, today
from vdi_templates.languages.translation import GERMAN
from vdi_templates.reading.reader import read
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.build import build, build_book
from vdi_templates.workbook.layout import MAX_DESIGNS
from vdi_templates.workbook.save import workbook_bytes

MADE = {**EXAMPLES, "today": today}
ROOT = Path(__file__).parents[3]
COMMITTED = {"vdi_sizing.xlsx": Made(), "vdi_sizing_german.xlsx": Made(brand=Brand(language=GERMAN))}
"""The shipped workbooks, and what they are made with."""
IN_ANOTHER_PROCESS = """
import sys
from vdi_templates.workbook.build import build
from vdi_templates.examples import customer
sys.stdout.buffer.write(build(customer()))
print([name for name in ("numpy", "PIL") if name in sys.modules], file=sys.stderr)
"""


def parts(workbook: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(workbook)) as package:
        return {name: package.read(name) for name in package.namelist()}


@pytest.mark.parametrize("name", but_in_gate(MADE, "customer"))
def test_building_twice_gives_the_same_bytes(name: str) -> None:
    assert build(MADE[name]()) == build(MADE[name]())


def test_a_book_that_is_written_twice_gives_the_same_bytes() -> None:
    book = build_book(size(fujitsu()))
    assert workbook_bytes(book) == workbook_bytes(book)


def test_building_in_another_process_gives_the_same_bytes_and_needs_neither_numpy_nor_pillow() -> None:
    """Other hashes, another time and another time zone make no difference.

    The import of numpy takes as long as half a comparison, and its numbers are slow one by one.
    """
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Pacific/Auckland"}
    run = subprocess.run([sys.executable, "-c", IN_ANOTHER_PROCESS], env=environment, capture_output=True, check=True)
    assert run.stdout == built.build(customer())
    assert run.stderr == b"[]\n"


@pytest.mark.parametrize("name", COMMITTED)
def test_the_committed_workbook_is_what_the_build_makes(name: str) -> None:
    made = COMMITTED[name]
    shipped = size(called_in(customer(), made.brand.translation))
    fresh = workbook_bytes(build_book(shipped, made=made, columns=MAX_DESIGNS))
    committed, built = parts((ROOT / name).read_bytes()), parts(fresh)
    assert list(committed) == list(built)
    assert [name for name in built if committed[name] != built[name]] == []


@pytest.mark.parametrize("name", [*but_in_gate(MADE, "customer", "fujitsu", "today"), *but_in_gate(range(10), 0, 1)])
def test_inputs_come_back_as_they_went_in(name: str | int, tmp_path: Path) -> None:
    made = MADE[name]() if isinstance(name, str) else scenario(Random(name))
    path = tmp_path / "book.xlsx"
    path.write_bytes(built.build(made))
    back = read(path)
    assert back.groups == made.groups
    assert back.designs == made.designs
    assert back.settings == made.settings
    spelled = {name_key(design.name): design.name for design in made.designs}  # the bill refers to these cells
    assert back.bill == tuple(replace(row, design=spelled[name_key(row.design)]) for row in made.bill)
    assert back.rates == made.rates
    for written, found in zip(
        (*made.drives, *made.raid_levels, *made.prices),
        (*back.drives, *back.raid_levels, *back.prices),
        strict=True,
    ):
        kept = {name: value for name, value in vars(found).items() if value is not None}
        assert kept.items() <= vars(written).items()


def test_the_way_through_comes_first_and_its_tabs_are_coloured_so() -> None:
    workbook = built.shared_book(fujitsu()).workbook
    first = ["Start", "Users", "Designs", "Prices", "Bill", "Report", "Comparison"]
    assert workbook.sheetnames[: len(first)] == first
    assert [ws.title for ws in workbook if ws.sheet_state != "visible"] == []
    tabs = {ws.title: ws.sheet_properties.tabColor for ws in workbook}
    colors = {name: tab.rgb if tab else None for name, tab in tabs.items()}
    assert len(set(colors.values())) == 3
    assert colors["Report"] == colors["Comparison"] == colors["Start"]
    assert colors["Users"] == colors["Designs"] == colors["Prices"] == colors["Bill"]
    assert colors["Sizing"] == colors["Evidence"] == colors["Log"]


def test_all_sheets_are_protected_but_those_where_rows_are_added_and_folded() -> None:
    """Nobody types over a formula unawares; on a protected sheet Excel neither inserts rows nor unfolds them."""
    open_ones = [ws.title for ws in built.shared_book(fujitsu()).workbook if not ws.protection.sheet]
    entered = ["Users", "Designs", "Prices", "Bill"]
    reference = [
        "Settings", "Profiles", "Delivery", "Kits", "Parts", "Drives", "RAID", "Licences", "GPUs", "Processors", "Log",
    ]  # fmt: skip
    assert open_ones == [*entered, "Comparison", *reference]
