"""Payments of later years in the workbook: a residual value, a lease, a credit, and what is paid today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.templates.engines import cell_of, errors, mismatches, value_in
from tests.templates.made import made_for

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Scenario, Sensitivity
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import read
from vdi_templates.report.table import table
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.sheets.comparison import fit_on_paper
from vdi_templates.workbook.variants import FIRST_DRIVER_ROW


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
    book = shared_book(offered())
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    office.load(path)
    values = office.recalculate()
    assert errors(values) == []
    assert mismatches(book, values) == []
    assert value_in(values, cell_of(book, "rows_too_late")) == 0
    assert (read(path).bill, read(path).settings) == (offered().bill, offered().settings)


@pytest.mark.everything
def test_the_interest_is_that_of_all_later_payments(tmp_path: Path, office: Office) -> None:
    """At both ends of the interest the cost over the years is that of a scenario with that interest."""
    measure = Sensitivity("SSD", measure="EUR over the years", other="HDD")
    scenario = replace(offered(), sensitivity=measure)
    row, letters = FIRST_DRIVER_ROW + list(DRIVERS).index("discount_rate"), {0.04: "I", 0.08: "K"}
    book = shared_book(scenario)
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    office.load(path)
    for interest, letter in letters.items():
        settings = replace(scenario.settings, discount_rate=interest)
        expected = size(replace(scenario, settings=settings)).designs[1]["total_eur"]
        assert book.cached["Sensitivity"][f"{letter}{row}"] == pytest.approx(expected)
    office.set({f"Sensitivity!D{row}": -0.05, f"Sensitivity!E{row}": 0.5})
    other = replace(measure, low=tuple(measure_changes(-0.05)), high=tuple(measure_changes(0.5)))
    values = office.recalculate()
    assert mismatches(shared_book(replace(scenario, sensitivity=other), made=made_for(scenario)), values) == []


def measure_changes(change: float) -> list[float]:
    """The usual changes of all drivers, but for the interest; below 0 where it goes down."""
    usual = [driver.usual_changes[change > 0] for driver in DRIVERS.values()]
    usual[list(DRIVERS).index("discount_rate")] = change
    return usual


def test_what_is_paid_today_stands_in_the_terminal_where_it_is_given() -> None:
    given, blank = size(offered()), size(fujitsu())
    assert "going on as today, over the years [EUR]" in table(given)
    assert "today" not in table(blank)
    hdd = given.designs[0]
    assert hdd["today_difference_eur"] == pytest.approx(hdd["total_eur"] - hdd["today_eur"])


def test_what_finance_compares_stands_on_the_comparison_in_the_terminal_and_on_paper() -> None:
    """Cost over the years, what it is made of and holds, difference and payback; payments by year on both sheets."""
    sizing = size(offered())
    book = build_book(sizing)
    fit_on_paper(book)
    ws = book.worksheet("Comparison")
    printed = {
        str(ws[f"A{row}"].value)
        for row in range(1, ws.max_row + 1)
        if not (ws.row_dimensions[row].hidden or ws.row_dimensions[row].folded)  # type: ignore[attr-defined]
    }
    labels = {name: book.layout.lines[name].label for name in lines_by_name()}
    compared = {
        "total_eur", "total_holds", "total_eur_per_user", "total_eur_per_vm", "difference_eur", "payback_years",
        "today_eur", "today_difference_eur", "today_payback_years", "breakdown_blocks_eur_per_user",
        "breakdown_drives_eur_per_user", "breakdown_recurring_eur_per_user", "breakdown_maintenance_eur_per_user",
    }  # fmt: skip
    by_year = {"total_eur_with_vat", *(f"payments_{year}_eur" for year in range(5))}
    assert {labels[name] for name in compared | by_year} <= printed
    said = table(sizing)
    assert [labels[name] for name in sorted(compared) if labels[name][:30] not in said] == []
