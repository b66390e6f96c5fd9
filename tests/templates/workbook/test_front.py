"""What one sees first: the answer and what is open on Start, the answer over Designs; what nobody uses is folded."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from io import BytesIO
from typing import Any

from openpyxl.utils import get_column_letter
from tests.built import file_of, shared_book

from vdi_templates.examples import EXAMPLES, by_kits
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.layout import UNIT_ROW
from vdi_templates.workbook.sheets.tables import _unused
from vdi_templates.workbook.tables import USERS


def customer() -> Book:
    return shared_book(EXAMPLES["customer"]())


def test_a_column_of_users_is_folded_as_long_as_no_group_uses_it() -> None:
    (group, *_) = by_kits().groups
    before = _unused(USERS, [group])
    assert {"steady_iops", "login_iops", "gpu_gb", "store_profile"} <= before
    assert not before & set(USERS.usual)
    assert before - _unused(USERS, [group, replace(group, gpu_gb=8.0)]) == {"gpu_gb"}
    looks = customer().worksheet("Users").column_dimensions
    folded = _unused(USERS, customer().scenario.groups)
    for at, name in enumerate(USERS.columns, start=1):
        assert looks[get_column_letter(at)].hidden is (name in folded), name


def test_excel_is_told_of_folded_columns() -> None:
    """Without it Excel shows no "+" over them."""
    sheets = zipfile.ZipFile(BytesIO(file_of(customer())))
    titles = customer().workbook.sheetnames
    for title in ("Users", "Comparison", "Settings"):
        text = sheets.read(f"xl/worksheets/sheet{titles.index(title) + 1}.xml").decode()
        assert ('outlineLevelCol="1"' in text) is bool(re.search('<col [^>]*outlineLevel="1"', text)), title
        assert ('outlineLevelCol="1"' in text) is (title != "Settings")


def test_of_a_tier_that_no_design_has_the_drive_alone_is_shown() -> None:
    book = customer()
    looks: Any = book.worksheet("Designs").row_dimensions
    rows = book.layout.design_rows
    shown = {name for name, row in rows.items() if name.startswith("tier3_") and not looks[row].folded}
    assert shown == {"tier3_drive"}
    assert not any(looks[rows[f"tier1_{name}"]].folded for name in ("drive", "raid", "drives"))


def test_over_its_inputs_stands_what_a_user_of_a_design_costs() -> None:
    book = customer()
    for at, sized in enumerate(book.sizing.designs):
        assert book.cached["Designs"][f"{book.layout.column(at)}{UNIT_ROW}"] == sized["eur_per_user"]


def test_start_names_what_checks_lists_first() -> None:
    book = shared_book(by_kits())
    start, checks = book.cached["Start"], book.cached["Checks"]
    links = [link for link in book.links["Start"] if str(link.location).startswith("'Checks'!A")]
    lines = {link.ref: place for link in links if (place := str(link.location).partition("!A")[2]) != "1"}
    assert len(lines) == 3
    names = {design.design.name for design in book.sizing.designs}
    said = {str(start[cell]).partition(": ")[::2]: checks[f"B{row}"] for cell, row in lines.items()}
    assert all(set(of.split(", ")) <= names and remedy == wanted for (of, remedy), wanted in said.items())
    assert start["A4"] == book.sizing.designs[0]["recommendation"]
    assert start[next(iter(lines))] != ""


def test_a_host_that_has_no_gpu_is_a_folded_row_of_the_chart() -> None:
    """So that the chart is the same once somebody types a share of a GPU."""
    ws: Any = customer().worksheet("Placement")
    (chart,) = ws._charts
    for series in chart.series:
        first, last = map(int, re.findall(r"\$(\d+)", series.val.numRef.f))
        assert last - first == 2
        assert ws.row_dimensions[last].folded
