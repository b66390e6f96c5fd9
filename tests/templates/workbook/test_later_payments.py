"""Payments of later years in the workbook: a residual value, a lease, a credit, and what is paid today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.gate.office import Office
from tests.templates.engines import cell_of, errors, mismatches, value_in

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Scenario
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import read
from vdi_templates.report.table import table
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes


def offered() -> Scenario:
    """Fujitsu's designs: the disks are sold for a tenth in year 4, the SSDs are leased, and one has a credit."""
    before = fujitsu()
    disk, ssd = (next(row for row in before.bill if row.design == name) for name in ("HDD", "SSD"))
    later = (
        replace(disk, quantity=-0.1 * disk.quantity, recurs="per year", first_year=4.0, last_year=4.0, rises=False,
                note="residual value, 10 %"),
        BillRow("SSD, double capacity", ssd.part, -1, "once", maintained=False, note="credit for the migration"),
    )  # fmt: skip
    leased = tuple(
        replace(row, quantity=0.25, recurs="per year", paid="in advance", rises=False) if row is ssd else row
        for row in before.bill
    )
    settings = replace(
        before.settings, years=4.0, discount_rate=0.06, escalation=0.03, maintenance_share=0.08,
        today_eur_per_year=21500.0,
    )  # fmt: skip
    return replace(before, bill=(*leased, *later), settings=settings)


def test_the_engines_agree_on_them_and_the_file_is_read_again(tmp_path: Path, office: Office) -> None:
    book = build_book(size(offered()))
    path = tmp_path / "book.xlsx"
    path.write_bytes(workbook_bytes(book))
    office.load(path)
    values = office.recalculate()
    assert errors(values) == []
    assert mismatches(book, values) == []
    assert value_in(values, cell_of(book, "rows_too_late")) == 0
    assert (read(path).bill, read(path).settings) == (offered().bill, offered().settings)


def test_what_is_paid_today_stands_in_the_terminal_where_it_is_given() -> None:
    given, blank = size(offered()), size(fujitsu())
    assert "going on as today, over the years [EUR]" in table(given)
    assert "today" not in table(blank)
    hdd = given.designs[0]
    assert hdd["today_difference_eur"] == pytest.approx(hdd["total_eur"] - hdd["today_eur"])
