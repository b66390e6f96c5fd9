"""Payments of later years in the workbook: a residual value, leases, a credit, and what is paid today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.templates.engines import cell_of, errors, input_cells_of, mismatches, value_in
from tests.templates.made import made_for
from tests.tiers import DRAWN

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import ALL_BOUGHT, HARDWARE, IN_ADVANCE, IN_ARREARS, MOST_YEARS, BillRow, Scenario, Sensitivity
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_templates.examples import fujitsu
from vdi_templates.reading.reader import read
from vdi_templates.report.table import table
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.comparison import LEASE
from vdi_templates.workbook.sheets.comparison import fit_on_paper
from vdi_templates.workbook.variants import FIRST_DRIVER_ROW

PAID = IN_ARREARS, IN_ADVANCE


def offered() -> Scenario:
    """Fujitsu's designs: the disks are sold for a tenth in year 4, the SSDs are leased, and one has a credit."""
    before = fujitsu()
    disk, ssd = (next(row for row in before.bill if row.design == name) for name in ("HDD", "SSD"))
    later = (
        replace(disk, quantity=-0.1 * disk.quantity, recurs="per year", first_year=4.0, last_year=4.0, rises=False,
                note="residual value, 10 %"),
        BillRow("SSD, double capacity", ssd.part, -1, "once", maintained=False, note="credit for the migration"),
        BillRow("SSD", ssd.part, 0.01, "VM", "per month", group=before.groups[0].name.upper()),
        BillRow("SSD", disk.part, 0.01, "user", "per month", paid="in advance", group=before.groups[0].name),
    )  # fmt: skip
    leased = tuple(
        replace(row, quantity=0.25, recurs="per year", paid="in advance", rises=False) if row is ssd else row
        for row in before.bill
    )
    settings = replace(
        before.settings, years=4.0, discount_rate=0.06, escalation=0.03, maintenance_share=0.08,
        today_eur_per_year=21500.0, lease_factor=0.0195, lease_months=36.0, lease_paid=IN_ADVANCE,
    )  # fmt: skip
    return replace(before, bill=(*leased, *later), settings=settings)


@pytest.mark.everything(DRAWN)
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


def drawn(seed: int) -> Scenario:
    """The same with other years, interest and rise, and with eight parts more that are paid per year at some time."""
    random, before = Random(seed), offered()
    years = random.randint(1, MOST_YEARS)
    settings = replace(
        before.settings, years=float(years), discount_rate=random.uniform(0, 0.2), running_paid=random.choice(PAID),
        escalation=random.uniform(-0.3, 0.3), depreciation_years=float(random.randint(1, MOST_YEARS)),
        lease_factor=random.uniform(0.001, 0.05), lease_months=float(random.randint(1, 360)),
        lease_paid=random.choice(PAID), lease_of=(HARDWARE, ALL_BOUGHT)[seed % 2], lease_maintained=seed % 2 == 0,
    )  # fmt: skip

    def at_another_time(row: BillRow) -> BillRow:
        return replace(
            row, quantity=random.choice((-0.2, 0.3)), recurs=random.choice(("per year", "per month")),
            first_year=float(random.randint(1, years)),
            last_year=random.choice((None, float(random.randint(1, MOST_YEARS)))), paid=random.choice(PAID),
            rises=random.choice((True, False)), note="drawn",
        )  # fmt: skip

    bill = (*before.bill, *map(at_another_time, random.sample(before.bill, 8)))
    return replace(before, settings=settings, bill=bill)


@pytest.mark.parametrize("draws", [2, pytest.param(6, marks=pytest.mark.everything)])
def test_payments_discounted_are_the_cost_over_the_years_in_both_engines(
    draws: int, tmp_path: Path, office: Office
) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(shared_book(offered())))
    office.load(path)
    for seed in range(1, draws + 1):
        book = shared_book(drawn(seed), made=made_for(offered()))
        office.set(input_cells_of(book))
        values = office.recalculate()
        assert mismatches(book, values) == [], seed
        known = [design for design in book.sizing.designs if design["total_known"]]
        assert len(known) >= 3
        for design in known:
            total, off = design["known_total_eur"], design["payments_off_eur"]
            assert design["all_payments_eur"] == pytest.approx(total, rel=1e-12, abs=1e-6)
            assert (off, design["check_payments"]) == (0, 1)
        assert value_in(values, cell_of(book, "payments_off_eur")) == 0
        assert value_in(values, cell_of(book, "check_payments")) == 1


def test_a_payment_that_is_typed_over_is_an_error(tmp_path: Path, office: Office) -> None:
    book = shared_book(offered())
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(book))
    office.load(path)
    cell = cell_of(book, "payments_1_eur")
    assert cell != cell_of(book, "payments_0_eur")
    office.set({cell: value_in(office.recalculate(), cell) + 0.02})  # type: ignore[operator]
    values = office.recalculate()
    assert value_in(values, cell_of(book, "payments_off_eur")) == 0.02
    assert value_in(values, cell_of(book, "check_payments")) == 0
    assert value_in(values, "Start!A3") == "Checks: ERRORS"


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


def test_what_is_paid_today_and_a_lease_stand_in_the_terminal_where_they_are_given() -> None:
    given, blank = size(offered()), size(fujitsu())
    assert "going on as today, over the years [EUR]" in table(given)
    assert "leased: cost over the years [EUR]" in table(given)
    assert not any(word in table(blank) for word in ("today", "leased:", "bought:", "buy or lease"))
    watts = replace(offered(), settings=replace(offered().settings, eur_per_kwh=0.3))
    unknown = size(replace(watts, designs=tuple(replace(each, block_watts=None) for each in watts.designs)))
    assert "leased: rate a month [EUR]" in table(unknown)
    assert "buy or lease" in table(unknown)
    hdd = given.designs[0]
    assert hdd["today_difference_eur"] == pytest.approx(hdd["total_eur"] - hdd["today_eur"])


def test_what_finance_compares_stands_on_the_comparison_in_the_terminal_and_on_paper() -> None:
    """Cost over the years, what it is made of and holds, difference and payback."""
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
        *LEASE,
    }  # fmt: skip
    assert {labels[name] for name in compared | {"total_eur_with_vat"}} <= printed
    said = table(sizing)
    assert [labels[name] for name in sorted(compared) if labels[name][:30] not in said] == []
