"""The sheet Proof: what is paid for one design, for what and when, and that it comes to its cost over the years."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.templates.engines import changes, errors, input_cells_of, mismatches

from vdi_sizing.scenario import BillRow, Scenario, Sensitivity
from vdi_sizing.scenario.bill import IN_ADVANCE, IN_ARREARS, ONCE, PER_MONTH, PER_YEAR
from vdi_sizing.words import NO_PRICE, NOT_KNOWN
from vdi_templates.examples import customer, etri
from vdi_templates.workbook.book import Book, CachedValue

SHEET, VERDICT = "Proof", "B5"
ADDS_UP, DOES_NOT = "it adds up: each difference is 0.00", "it does not add up: see the differences below"


def awkward() -> Scenario:
    """Twelve years in advance, with interest and a rise; wear of seven; a part per year in arrears; a design chosen."""
    scenario = customer()
    settings = replace(
        scenario.settings, years=12, discount_rate=0.04, escalation=0.03, running_paid=IN_ADVANCE, depreciation_years=7
    )
    yearly = replace(scenario.bill[0], recurs=PER_YEAR, first_year=2, last_year=5, paid=IN_ARREARS)
    return replace(
        scenario,
        settings=settings,
        bill=(yearly, *scenario.bill[1:]),
        sensitivity=Sensitivity(scenario.designs[0].name),
    )


def rows(book: Book) -> dict[str, list[CachedValue]]:
    """Each row of years, by its label: in all, at the start, and at each moment."""
    ws, values = book.worksheet(SHEET), book.cached[SHEET]
    letters = ["B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q"]
    return {str(ws[f"A{row}"].value): [values.get(f"{letter}{row}", "") for letter in letters] for row in range(7, 20)}


def test_each_year_is_what_one_works_out_by_hand() -> None:
    """In advance: at the start for year 1, at the end of year 11 for year 12, each 3 % above the year before."""
    scenario = awkward()
    book = shared_book(scenario)
    block = book.sizing.designs[book.varied.design].block
    energy = block.known_energy_eur_per_year
    found = rows(book)
    by_year = [energy * 1.03**year for year in range(12)]
    worth = sum(amount / 1.04**year for year, amount in enumerate(by_year))
    assert found["energy"] == pytest.approx([sum(by_year), worth, *by_year, 0, 0])
    yearly = [line.yearly_eur for line in block.bill if line.first_year == 2]
    risen = [0.0, 0.0, *(sum(yearly) * 1.03 ** (year - 1) for year in range(2, 6)), *[0.0] * 8]
    assert found["parts paid per year"][2:] == pytest.approx(risen)
    assert found["purchase"][:4] == pytest.approx(
        [block.known_users_eur, block.known_users_eur, block.known_users_eur, 0]
    )
    worn = found["depreciation of the purchase, straight-line"]
    assert worn[2:] == pytest.approx([0.0, *[block.known_users_eur / 7] * 7, *[0.0] * 6])
    assert found["all that is paid"][1] == pytest.approx(block.known_total_eur)
    assert book.cached[SHEET][VERDICT] == ADDS_UP


def test_what_is_paid_per_month_stands_as_it_is_paid_and_is_discounted_month_by_month() -> None:
    scenario = customer()
    name, settings = scenario.designs[0].name, replace(scenario.settings, years=2, discount_rate=0.05, escalation=0.0)
    rent = BillRow(name, "project", 1, ONCE, PER_MONTH)
    book = shared_book(replace(scenario, settings=settings, bill=(*scenario.bill, rent), sensitivity=Sensitivity(name)))
    month = next(price.amount for price in scenario.prices if price.part == "project")
    assert month is not None
    worth = sum(month / 1.05 ** (number / 12) for number in range(1, 25))
    assert rows(book)["parts paid per year"][:6] == pytest.approx([24 * month, worth, 0, 12 * month, 12 * month, 0])
    assert book.cached[SHEET][VERDICT] == ADDS_UP


def test_where_no_cost_is_known_it_says_why_and_has_no_amount() -> None:
    without = shared_book(etri())
    assert without.cached[SHEET][VERDICT] == NO_PRICE
    assert rows(without)["all that is paid"] == [0] * 16
    scenario = customer()
    no_watts = tuple(replace(design, block_watts=None) for design in scenario.designs)
    unknown = replace(scenario, designs=no_watts)
    assert shared_book(unknown).cached[SHEET][VERDICT] == f"{NOT_KNOWN}: watts of a block"


def test_both_engines_agree_and_a_wrong_formula_is_told(tmp_path: Path, office: Office) -> None:
    """Typed into the open workbook; then the energy of one year is another."""
    before, after = shared_book(customer()), shared_book(awkward())
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(before))
    office.load(path)
    office.set(changes(input_cells_of(before), input_cells_of(after)))
    values = office.recalculate()
    assert errors(values) == []
    assert [each for each in mismatches(after, values) if each.cell.startswith(SHEET)] == []
    office.set_formula(f"{SHEET}!F10", "=1")
    assert office.recalculate()[SHEET][VERDICT] == DOES_NOT
