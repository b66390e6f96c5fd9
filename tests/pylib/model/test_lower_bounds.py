"""An amount that lacks a part is a lower bound: it is said so, ranked by nothing, and worked out here by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from tests.pylib.model.test_price_on_request import price
from tests.pylib.model.test_recommendation import compared, first, twin_of_ssd

from vdi_sizing.model.sections import lacks_a_part, whole_where
from vdi_sizing.model.sentences.targets import MISSED
from vdi_sizing.model.sizing import DesignSizing, Sizing, size
from vdi_sizing.scenario import BillRow, Scenario
from vdi_sizing.words import DASH, NO_PRICE
from vdi_templates.examples import fujitsu
from vdi_templates.report.json import as_json
from vdi_templates.report.table import table

SSD, DOUBLE = "SSD", "SSD, double capacity"
BLOCKS, USERS = 4, 250
SERVER_EUR = 1475 + 2 * 1250 + 18 * 255 + 385 + 30 + 55
"""Of the document: server, two processors, 18 modules of RAM, controller and two small parts, without drives."""
DRIVE_EUR = 1130
KNOWN_EUR = {SSD: BLOCKS * (SERVER_EUR + 4 * DRIVE_EUR), DOUBLE: BLOCKS * (SERVER_EUR + 8 * DRIVE_EUR)}
SENTENCE = f"Even without the price of Controller, design {DOUBLE} costs more than the cheapest complete one."


def with_a_controller(quantities: dict[str, float], amount: float | None = None) -> Scenario:
    """Both designs, and a controller of some price or none on the bill of some: so many per block."""
    scenario = compared(SSD, DOUBLE)
    rows = tuple(BillRow(name, "Controller", quantity, note="as agreed") for name, quantity in quantities.items())
    prices = (*scenario.prices, price(scenario, "Controller", amount))
    return replace(scenario, prices=prices, bill=(*scenario.bill, *rows))


def by_name(sizing: Sizing) -> tuple[DesignSizing, DesignSizing]:
    named = {each.design.name: each for each in sizing.designs}
    return named[SSD], named[DOUBLE]


def test_what_is_known_of_one_that_lacks_a_price_is_its_lower_bound() -> None:
    """54 220 EUR / 250 users are 216.88: that is rounded down, since 217 may be more than it costs."""
    lacking, whole = by_name(size(with_a_controller({SSD: 1})))
    assert lacking["least_eur"] == pytest.approx(KNOWN_EUR[SSD] / USERS, rel=1e-12) == pytest.approx(216.88)
    assert (lacking["least_words"], lacking["eur_per_user"]) == ("≥ 216", NO_PRICE)
    assert (whole["least_words"], whole["least_eur"]) == (DASH, 0)
    assert whole["eur_per_user"] == pytest.approx(KNOWN_EUR[DOUBLE] / USERS)


def test_a_bound_below_the_cheapest_is_never_ranked() -> None:
    """216.88 and more is not below 289.20 until the price is known."""
    sizing = size(with_a_controller({SSD: 1}))
    lacking, whole = by_name(sizing)
    assert lacking["least_eur"] < whole["compared_eur"]
    assert (lacking["ranked"], lacking["cheapest"], whole["cheapest"]) == (0, 0, 1)
    assert lacking["page_order_key"] > whole["page_order_key"]
    assert (lacking["dearer_anyway"], first(sizing)["dearer_noted"]) == (0, "")


def test_where_the_bound_is_more_than_the_cheapest_costs_one_sentence_says_so() -> None:
    sizing = size(with_a_controller({DOUBLE: 1}))
    whole, lacking = by_name(sizing)
    assert KNOWN_EUR[DOUBLE] / USERS > whole["eur_per_user"] == pytest.approx(KNOWN_EUR[SSD] / USERS)
    assert (lacking["least_words"], lacking["dearer_anyway"]) == ("≥ 289", 1)
    assert first(sizing)["to_know"].count(SENTENCE) == 1


def test_what_costs_as_much_as_the_cheapest_may_cost_no_more() -> None:
    """The price that lacks may be 0."""
    scenario = twin_of_ssd()
    bill = (*scenario.bill, BillRow("Twin", "Controller", 1))
    prices = (*scenario.prices, price(scenario, "Controller", None))
    sizing = size(replace(scenario, bill=bill, prices=prices))
    assert sizing.designs[1]["least_eur"] == pytest.approx(first(sizing)["best_eur"])
    assert sizing.designs[1]["dearer_anyway"] == 0


def test_of_two_that_cost_more_anyway_the_sentence_says_how_many() -> None:
    scenario = with_a_controller({DOUBLE: 1})
    (double,) = (each for each in scenario.designs if each.name == DOUBLE)
    rows = tuple(replace(row, design="Twin") for row in scenario.bill if row.design == DOUBLE)
    both = replace(scenario, designs=(*scenario.designs, replace(double, name="Twin")), bill=(*scenario.bill, *rows))
    assert (
        "Even without what they lack, 2 designs cost more than the cheapest complete one."
        in (first(size(both))["to_know"])
    )


def test_where_each_design_lacks_a_price_none_is_recommended_and_none_called_dearer() -> None:
    """One takes a controller per block, the other two: by how much they differ is not known."""
    sizing = size(with_a_controller({SSD: 1, DOUBLE: 2}))
    assert [design["least_words"] for design in by_name(sizing)] == ["≥ 216", "≥ 289"]
    assert [design["cheapest"] for design in sizing.designs] == [0, 0]
    assert first(sizing)["recommendation"] == "No design that keeps its targets and limits has a purchase price."
    assert first(sizing)["dearer_noted"] == ""


def test_where_each_lacks_the_same_the_difference_counts_and_each_amount_is_a_bound() -> None:
    sizing = size(with_a_controller({SSD: 1, DOUBLE: 1}))
    assert [design["least_words"] for design in by_name(sizing)] == ["≥ 216", "≥ 289"]
    assert [design["ranked_eur"] for design in by_name(sizing)] == pytest.approx([216.88, 289.2])
    assert first(sizing)["recommendation"].startswith(f"{SSD} is the cheapest")
    assert first(sizing)["dearer_noted"] == ""


def test_a_price_of_0_eur_is_a_price() -> None:
    sizing = size(with_a_controller({DOUBLE: 1}, amount=0.0))
    _, free = by_name(sizing)
    assert free["eur_per_user"] == pytest.approx(KNOWN_EUR[DOUBLE] / USERS)
    assert (free["least_words"], first(sizing)["dearer_noted"]) == (DASH, "")
    assert not lacks_a_part(free.block, "known_users_eur")


def test_without_a_bill_nothing_is_known_and_there_is_no_bound() -> None:
    scenario = compared(SSD, DOUBLE)
    _, lacking = by_name(size(replace(scenario, bill=tuple(row for row in scenario.bill if row.design == SSD))))
    assert (lacking["eur_per_user"], lacking["least_words"], lacking["dearer_anyway"]) == (NO_PRICE, DASH, 0)


def test_a_credit_without_a_price_leaves_no_bound() -> None:
    """What is known is more than the whole then."""
    sizing = size(with_a_controller({DOUBLE: -1}))
    _, lacking = by_name(sizing)
    assert (lacking["least_eur"], lacking["least_words"], first(sizing)["dearer_noted"]) == (0, DASH, "")
    assert as_json(sizing)["designs"][1]["status"]["known_users_eur"] == "in part"


def test_drives_that_nobody_billed_leave_a_bound() -> None:
    """Of a design whose drives are sized and on no bill."""
    scenario = compared(SSD, DOUBLE)
    bill = tuple(row for row in scenario.bill if (row.design, row.per) != (DOUBLE, "drive 1"))
    _, lacking = by_name(size(replace(scenario, bill=bill)))
    assert lacking["least_eur"] == pytest.approx(BLOCKS * SERVER_EUR / USERS)


def test_over_the_years_watts_that_lack_leave_a_bound() -> None:
    """A lease of 100 EUR a year and block makes the years count; energy has a price, and a block no watts."""
    scenario = compared(SSD, DOUBLE)
    leases = tuple(BillRow(name, "Lease", 1, recurs="per year", rises=False) for name in (SSD, DOUBLE))
    settings = replace(scenario.settings, years=5, discount_rate=0.0, eur_per_kwh=0.3, maintenance_share=0.0)
    prices = (*scenario.prices, price(scenario, "Lease", 100.0))
    sizing = size(replace(scenario, bill=(*scenario.bill, *leases), settings=settings, prices=prices))
    _, lacking = by_name(sizing)
    assert (lacking["over_years"], lacking["watts_known"], lacking["total_known"]) == (1, 0, 0)
    assert lacking["least_eur"] == pytest.approx((KNOWN_EUR[DOUBLE] + 5 * 100 * BLOCKS) / USERS)
    assert lacking["least_words"] == f"≥ {math.floor((72300 + 2000) / 250)}"
    assert lacking["ranked"] == 0


def test_a_sum_of_watts_that_some_part_lacks_is_said_to_be_a_bound() -> None:
    scenario = compared(SSD, DOUBLE)
    given, blank = replace(scenario.designs[0], block_watts=280.0), replace(scenario.designs[1], block_watts=None)
    drives = tuple(replace(drive, watts=None if drive.watts is None else 6.0) for drive in scenario.drives)
    sizing = size(replace(scenario, designs=(given, blank), drives=drives))
    for design, said in zip(sizing.designs, as_json(sizing)["designs"], strict=True):
        assert said["figures"]["power_w"] == design["power_w"]
        assert (said["status"].get("power_w") == "at least") == (design["watts_known"] == 0)
    assert as_json(sizing)["designs"][1]["status"]["power_w"] == "at least"


def test_in_json_each_sum_that_lacks_a_price_says_so_and_no_other_does() -> None:
    sizing = size(with_a_controller({DOUBLE: 1}))
    whole, lacking = as_json(sizing)["designs"]
    assert lacking["figures"]["known_users_eur"] == KNOWN_EUR[DOUBLE]
    assert {lacking["status"][name] for name, of in whole_where().items() if of == "priced"} == {"at least"}
    assert "known_users_eur" not in whole["status"]
    assert (lacking["figures"]["eur_per_user"], lacking["status"]["eur_per_user"]) == (None, NO_PRICE)


def test_the_terminal_shows_the_bound_below_the_price_that_is_not_known() -> None:
    lines = table(size(with_a_controller({DOUBLE: 1}))).splitlines()
    (at,) = (at for at, line in enumerate(lines) if line.startswith("  EUR per user for these users"))
    assert lines[at].split()[-3:] == ["216.88", *NO_PRICE.split()]
    assert lines[at + 1].split()[-3:] == [DASH, *["≥", "289"]]
    assert not any("at least" in line for line in table(size(compared(SSD, DOUBLE))).splitlines())


def test_a_lower_amount_that_is_not_the_cheapest_says_so_on_its_card() -> None:
    """Of two SSDs and disks the drives are saturated: it costs less than what is recommended."""
    sizing = size(fujitsu())
    for design in sizing.designs:
        less = design["compared_eur"] < first(sizing)["best_eur"]
        assert (design["cheapest_words"] == "costs less, but: ") == less, design.design.name
        assert not less or design["sign"] == MISSED
    assert any(design["cheapest_words"] == "costs less, but: " for design in sizing.designs)
