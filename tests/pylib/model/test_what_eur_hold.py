"""What an amount holds and what it lacks is said by its EUR, not by what stands on Settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import AS_OF, CONTAINED, LIST, SLOW, USERS, with_tier

from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import BillRow, Design, Scenario, Settings
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.words import DASH, NOT_KNOWN, PURCHASE_ALONE

HDD = replace(with_tier(drives=8), acknowledged=CONTAINED, block_watts=200.0, rack_units=0.0)
SPARED = replace(HDD, name="Spared")
SERVER, SPARED_SERVER = BillRow("HDD", "server", 1, "once"), BillRow("Spared", "server", 2, "once")
SUPPORT = BillRow("HDD", "support", 1, "once", recurs="per year")
BEYOND = "energy, rack space, maintenance"


def sized(*bill: BillRow, designs: tuple[Design, ...] = (HDD,), watts: float | None = 10.0, **settings: Any) -> Sizing:
    """100 users. A server costs 1000 EUR, support 50 EUR a year; energy 0.25 EUR a kWh where it is given."""
    prices = tuple(Price(LIST, part, None, eur, 0.0, "EUR", AS_OF) for part, eur in (("server", 1000), ("support", 50)))
    drives = (replace(SLOW, watts=watts),)
    made = Settings(AS_OF, price_list=LIST, **settings)
    return size(Scenario((USERS,), designs, drives, RAID_LEVELS, made, prices, bill))


@pytest.mark.parametrize(
    ("bill", "settings", "holds"),
    [
        ((SERVER,), {"maintenance_share": 0.1}, "purchase, maintenance"),
        ((replace(SERVER, maintained=False),), {"maintenance_share": 0.1}, PURCHASE_ALONE),
        ((SERVER,), {"eur_per_kwh": 0.25}, "purchase, energy"),
        ((SERVER,), {"eur_per_kwh": 0.0}, PURCHASE_ALONE),
        ((SERVER,), {"eur_per_rack_unit_year": 80.0}, PURCHASE_ALONE),  # of 0 rack units
        ((SERVER, SUPPORT), {}, "purchase, parts paid per year"),
        ((SERVER, replace(SUPPORT, first_year=9)), {}, PURCHASE_ALONE),  # after 5 years of use
        ((SUPPORT,), {}, "parts paid per year"),
        ((), {"maintenance_share": 0.1}, DASH),
    ],
)
def test_a_cost_over_the_years_holds_what_of_it_is_not_0_eur(
    bill: tuple[BillRow, ...], settings: dict[str, Any], holds: str
) -> None:
    assert sized(*bill, **settings).designs[0]["total_holds"] == holds


def test_a_cost_that_is_not_known_holds_nothing() -> None:
    """The price of energy is typed, and the watts of the drives are not known."""
    assert sized(SERVER, watts=None, eur_per_kwh=0.25).designs[0]["total_holds"] == DASH


def test_what_the_purchase_lacks_is_not_said_of_the_cost_over_the_years() -> None:
    """1000 EUR of which 10 % a year are maintenance: 1500 EUR over 5 years, of which 500 are maintenance."""
    x = sized(SERVER, maintenance_share=0.1, vat_share=0.19).designs[0]
    assert (x["users_eur"], x["total_eur"]) == (1000, 1500)
    assert x["lacking"] == f"VAT (with it: Comparison); beyond the bill: {BEYOND}"
    assert x["years_lacking"] == "VAT (with it: Comparison); beyond the bill: energy, rack space"
    assert x["later_held"] == (
        " The cost over 5 years holds: purchase, maintenance; not included: "
        "VAT (with it: Comparison); beyond the bill: energy, rack space."
    )
    assert f"Not included in the purchase: {x['lacking']}.{x['later_held']}\n" in x["to_know"]


def test_support_on_the_bill_is_not_denied() -> None:
    """Its 250 EUR of 5 years are no part of the purchase, and maintenance is not included beyond them."""
    x = sized(SERVER, SUPPORT, vat_share=0.0).designs[0]
    assert (x["users_eur"], x["total_eur"]) == (1000, 1250)
    assert x["lacking"] == f"VAT, parts paid per year; beyond the bill: {BEYOND}"
    assert x["years_lacking"] == f"VAT; beyond the bill: {BEYOND}"
    assert x["later_held"] == (
        f" The cost over 5 years holds: purchase, parts paid per year; not included: VAT; beyond the bill: {BEYOND}."
    )


def test_of_designs_that_hold_other_parts_it_is_said_which() -> None:
    """The first pays 500 EUR of maintenance, the second has 0 EUR of it."""
    bill = (SERVER, replace(SPARED_SERVER, maintained=False))
    sizing = sized(*bill, designs=(HDD, SPARED), maintenance_share=0.1)
    assert [design["total_holds"] for design in sizing.designs] == ["purchase, maintenance", PURCHASE_ALONE]
    assert " holds: purchase, maintenance (only with HDD); not included: " in sizing.designs[0]["later_held"]
    third = (*bill, replace(SERVER, design="Third"))
    three = sized(*third, designs=(HDD, SPARED, replace(HDD, name="Third")), maintenance_share=0.1).designs[1]
    assert " holds: purchase, maintenance (only with 2 designs); not included: " in three["later_held"]


def test_nothing_is_said_of_a_cost_over_the_years_that_no_design_has() -> None:
    x = sized(replace(SERVER, maintained=False), maintenance_share=0.1).designs[0]
    assert (x["total_eur"], x["later_held"]) == (PURCHASE_ALONE, "")


def test_a_store_that_one_design_contains_is_left_out_of_the_other() -> None:
    users = replace(USERS, store_gb=10.0, store_iops=1.0)
    contained = replace(HDD, acknowledged=f"{CONTAINED}; store_billed: in the price of the server")
    known = sized(SERVER, SPARED_SERVER, designs=(contained, SPARED)).scenario
    x = size(replace(known, groups=(users,))).designs[0]
    assert x["lacking"].endswith(f"{BEYOND}, {x['store_size']} (only with Spared)")


def test_the_table_and_the_page_leave_out_the_same() -> None:
    """Of one design: what is 0 EUR is named on both; what is not known is named where the total would stand."""
    users = replace(USERS, store_gb=10.0, store_iops=1.0)
    known = sized(SERVER, vat_share=0.0, maintenance_share=0.1).scenario
    x = size(replace(known, groups=(users,))).designs[0]
    assert x["total_left_out"] == "energy, rack space, profile store"
    assert x["years_lacking"] == f"VAT; beyond the bill: energy, rack space, {x['store_size']}"
    lacking = sized(SERVER, watts=None, eur_per_kwh=0.25).designs[0]
    assert (lacking["total_eur"], lacking["total_left_out"]) == (NOT_KNOWN, "watts of slow")


def test_a_store_without_gb_costs_nothing_by_gb_and_month_and_is_not_included() -> None:
    known = sized(SERVER, store_eur_per_gb_month=0.1).scenario
    x = size(replace(known, groups=(replace(USERS, store_iops=1.0),))).designs[0]
    assert (x["known_store_eur_per_year"], x["total_holds"]) == (0, PURCHASE_ALONE)
    assert x["store_words"].startswith("not included: ")
