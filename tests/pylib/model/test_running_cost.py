"""Money over time: Fujitsu's outlook and break-even, running costs by hand, what stays out of them."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario, Settings
from vdi_sizing.what_if.sweep import sweep
from vdi_sizing.words import (
    CENTS_PER_EUR,
    DASH,
    DAYS_PER_YEAR,
    HOURS_PER_YEAR,
    MONTHS_PER_YEAR,
    NEVER,
    NO_PRICE,
    NOT_KNOWN,
    WATTS_PER_KW,
)
from vdi_templates.examples import EXAMPLES, etri, fujitsu

HDD, SSD = 0, 1
ARRAY = 2
HDD_PART = "S26361-F4482-E130"


def as_tested() -> Scenario:
    """The Fujitsu example with the load of its test: 10 IOPS for every user, so that 31 and 75 VMs stand unscaled."""
    scenario = fujitsu()
    return replace(scenario, groups=tuple(replace(group, steady_iops=10.0) for group in scenario.groups))


def sized(design: dict[str, Any] | None = None, watts: float | None = None, **settings: Any) -> Sizing:
    """The Fujitsu example with other settings, and with watts of blocks and drives."""
    scenario = as_tested()
    return size(
        replace(
            scenario,
            settings=replace(scenario.settings, **settings),
            designs=tuple(replace(each, **(design or {})) for each in scenario.designs),
            drives=tuple(replace(drive, watts=watts) for drive in scenario.drives),
        )
    )


def test_break_even_of_fujitsus_ssd() -> None:
    """An SSD of 3460 EUR, 3.06 times its price, makes a VM as dear as on disks; so do 45 VMs per server."""
    ssd = size(as_tested()).designs[SSD]
    assert ssd["break_even_drive_eur"] == pytest.approx(3460)
    assert ssd["break_even_drive_eur"] / 1130 == pytest.approx(3.06, abs=0.005)
    assert ssd["break_even_vms"] == 45


def test_at_its_break_even_price_these_users_cost_what_they_cost_in_the_first_design() -> None:
    scenario = as_tested()
    hdd, ssd = size(scenario).designs[:2]
    part = next(row.part for row in scenario.bill if (row.design, row.per) == ("SSD", "drive 1"))
    even = ssd["break_even_users_drive_eur"]
    prices = tuple(replace(each, amount=even) if each.part == part else each for each in scenario.prices)
    assert size(replace(scenario, prices=prices)).designs[SSD]["eur_per_vm"] == pytest.approx(hdd["eur_per_vm"])
    assert even != pytest.approx(ssd["break_even_drive_eur"]), "the last server stands partly empty"


def test_the_first_design_breaks_even_with_itself() -> None:
    hdd = size(as_tested()).designs[HDD]
    assert hdd["break_even_users_drive_eur"] == pytest.approx(210)
    assert hdd["break_even_drive_eur"] == pytest.approx(210)
    assert hdd["break_even_vms"] == hdd["vms_per_block"]


def with_hosts(times: float) -> Scenario:
    """The example of today, whose third design is an array with hosts beside it, with more or less of their parts."""
    scenario = EXAMPLES["customer"]()
    array = scenario.designs[ARRAY].name
    bill = tuple(
        replace(row, quantity=row.quantity * times) if (row.design, row.per) == (array, "host") else row
        for row in scenario.bill
    )
    return replace(scenario, bill=bill)


@pytest.mark.parametrize("times", [0.5, 1.0, 1.2])
def test_at_break_even_hosts_beside_an_array_are_whole_ones(times: float) -> None:
    """The first number of VMs, counted up from 1, with which a VM costs no more than in the first design."""
    first, array = (size(with_hosts(times)).designs[at] for at in (0, ARRAY))
    fixed = array["parts_per_block_eur"] + array["parts_drives_eur"]
    each = array["parts_per_vm_eur"] + array["parts_per_user_eur"] * array["users_per_vm"]

    def costs_no_more(vms: int) -> bool:
        hosts = math.ceil(vms / array["beside_vms"])
        eur = fixed + hosts * array["parts_per_host_eur"] + vms * each
        return bool(eur <= vms * first["known_eur_per_vm_full_block"])

    assert array["break_even_vms"] == next(vms for vms in itertools.count(1) if costs_no_more(vms))


def test_hosts_dearer_than_what_their_vms_leave_never_break_even() -> None:
    array = size(with_hosts(2.0)).designs[ARRAY]
    assert (array["break_even_vms"], array["known_break_even_vms"], array["break_even_hosts"]) == (NEVER, 0, 0)


def test_no_break_even_of_the_purchase_where_designs_are_compared_over_the_years() -> None:
    scenario = as_tested()
    leased = tuple(replace(row, recurs="per year") if row.design == "HDD" else row for row in scenario.bill)
    ssd = size(replace(scenario, bill=leased)).designs[SSD]
    names = ("break_even_drive_eur", "break_even_users_drive_eur", "break_even_vms")
    assert (ssd["over_years"], {ssd[name] for name in names}) == (1, {DASH})


@pytest.mark.parametrize(("change", "eur_per_vm"), [(-0.15, 171.7), (-0.2, 168.7)])
def test_price_outlook_of_fujitsu(change: float, eur_per_vm: float) -> None:
    ssd = sized(drive_price_change=change).designs[SSD]
    assert ssd["outlook_eur_per_vm_1"] == pytest.approx(eur_per_vm, abs=0.05)
    assert ssd["outlook_eur_per_vm_3"] == pytest.approx((9035 + 4 * 1130 * (1 + change) ** 3) / 75)


def test_without_a_forecast_there_is_no_outlook() -> None:
    """A forecast of 2011 for one year says nothing of the prices of today."""
    ssd = sized(drive_price_change=None).designs[SSD]
    assert [ssd[f"outlook_eur_per_vm_{years}"] for years in (1, 2, 3)] == ["not given"] * 3
    assert Settings(fujitsu().settings.as_of).drive_price_change is None
    assert "date of the prices" in lines_by_name()["outlook_eur_per_vm_1"].note


def test_a_drive_of_the_kind_hdd_keeps_its_price() -> None:
    """Fujitsu's outlook is for SSDs."""
    hdd, ssd, hybrid, *_ = sized(drive_price_change=-0.2).designs
    assert (hdd["tier1_flash"], ssd["tier1_flash"]) == (0, 1)
    assert hdd["outlook_eur_per_vm_3"] == hdd["eur_per_vm_full_block"]
    assert (hybrid["known_flash_eur"], hybrid["known_drives_eur"]) == (2 * 1130, 2 * 1130 + 2 * 210)
    assert hybrid["outlook_eur_per_vm_1"] == pytest.approx((11715 - 0.2 * 2260) / 70)
    scenario = as_tested()
    unknown = replace(scenario, drives=tuple(replace(drive, kind=None) for drive in scenario.drives))
    assert size(unknown).designs[SSD]["known_flash_eur"] == 0


def test_running_costs_by_hand() -> None:
    ssd = sized(
        {"block_watts": 280.0, "rack_units": 2.0}, watts=5.0, years=4.0, eur_per_kwh=0.25, pue=1.6,
        eur_per_rack_unit_year=100.0, maintenance_share=0.1,
    ).designs[SSD]  # fmt: skip
    assert (ssd["blocks"], ssd["power_w"]) == (4, 4 * (280 + 4 * 5))
    assert ssd["energy_kwh_per_year"] == pytest.approx(1.2 * 8766 * 1.6)
    assert ssd["energy_eur_per_year"] == pytest.approx(1.2 * 8766 * 1.6 * 0.25)
    assert ssd["rack_eur_per_year"] == 800
    assert ssd["maintenance_eur_per_year"] == pytest.approx(5422)
    yearly = 1.2 * 8766 * 1.6 * 0.25 + 800 + 5422
    assert ssd["total_eur"] == pytest.approx(4 * 13555 + 4 * yearly)
    assert ssd["total_eur_per_vm"] == pytest.approx((4 * 13555 + 4 * yearly) / 230)
    assert ssd["check_running"] == 1


def test_vat_on_the_cost_over_the_years() -> None:
    ssd = sized(vat_share=0.19, maintenance_share=0.1).designs[SSD]
    assert ssd["total_eur_with_vat"] == pytest.approx(1.19 * ssd["total_eur"])
    assert ssd["total_eur"] > ssd["users_eur"]


def test_later_payments_are_discounted() -> None:
    ssd = sized(maintenance_share=0.1, years=2.0, discount_rate=0.1).designs[SSD]
    assert ssd["present_value_factor"] == pytest.approx(1 / 1.1 + 1 / 1.21)
    assert ssd["total_eur"] == pytest.approx(54220 + 5422 * (1 / 1.1 + 1 / 1.21))


def test_eur_per_user_and_month() -> None:
    """Of 250 users over 4 years, 48 months."""
    ssd = sized(maintenance_share=0.1, years=4.0, discount_rate=0.1).designs[SSD]
    assert ssd["total_eur_per_user_month"] == pytest.approx(ssd["total_eur"] / 250 / 48)
    assert sized(maintenance_share=0.1, years=1.0).designs[SSD]["total_eur_per_user_month"] == pytest.approx(
        (54220 + 5422) / 250 / 12
    )


def test_without_a_price_of_their_own_energy_and_space_stay_out() -> None:
    ssd = size(as_tested()).designs[SSD]
    assert ssd["energy_eur_per_year"] == ssd["rack_eur_per_year"] == NO_PRICE
    assert ssd["known_total_eur"] == ssd["users_eur"]
    assert ssd["check_running"] == 1


def test_the_purchase_alone_is_no_cost_over_the_years() -> None:
    """Nor is a difference of two purchases; as soon as one design costs something later, there are numbers."""
    shown = (
        "total_eur", "total_eur_with_vat", "total_eur_per_user", "total_eur_per_user_month", "total_eur_per_vm",
        "difference_eur",
    )  # fmt: skip
    for design in size(as_tested()).designs:
        assert {design[name] for name in (*shown, "payback_years")} == {"the purchase alone"}
        assert design["users_eur"] > 0
    for design in sized(maintenance_share=0.1).designs:
        assert all(isinstance(design[name], float) for name in shown)


@pytest.mark.parametrize("missing", ["block", "drives", "rack units"])
def test_a_price_without_watts_or_rack_units_warns(missing: str) -> None:
    design = {
        "block_watts": None if missing == "block" else 280.0,
        "rack_units": None if missing == "rack units" else 2.0,
    }
    watts = None if missing == "drives" else 5.0
    ssd = sized(design, watts, eur_per_kwh=0.25, eur_per_rack_unit_year=100.0).designs[SSD]
    assert ssd["check_running"] == 0
    assert (ssd["energy_eur_per_year"] == NO_PRICE) == (missing != "rack units")
    assert (ssd["rack_eur_per_year"] == NO_PRICE) == (missing == "rack units")
    assert (ssd["known_energy_eur_per_year"] == 0) == (missing != "rack units")
    assert ssd["running_eur_per_year"] == ssd["total_eur"] == ssd["total_eur_per_vm"] == NOT_KNOWN
    assert ssd["total_missing"] == {
        "block": "watts of a block", "rack units": "rack units of a block",
        "drives": "watts of Fujitsu SSD SATA 3G 64 GB SLC",
    }[missing]  # fmt: skip


def test_without_prices_words_stand_for_every_amount() -> None:
    shown = (
        "energy_eur_per_year", "rack_eur_per_year", "maintenance_eur_per_year", "running_eur_per_year",
        "total_eur", "total_eur_per_vm", "outlook_eur_per_vm_1", "outlook_eur_per_vm_2", "outlook_eur_per_vm_3",
    )  # fmt: skip
    for design in size(etri()).designs:
        assert {design[name] for name in shown} == {NO_PRICE}
        break_even = {design[name] for name in ("break_even_users_drive_eur", "break_even_drive_eur", "break_even_vms")}
        assert break_even == {NO_PRICE if design["like_first"] else DASH}, "those of other users are not compared"


def test_a_constant_stands_in_one_line() -> None:
    """A formula of money names hours, months and watts, where a number would have to be guessed."""
    constants = {"hours_per_year", "days_per_year", "months_per_year", "watts_per_kw", "cents_per_eur"}
    numbers = {f"{value:g}" for value in (HOURS_PER_YEAR, DAYS_PER_YEAR, MONTHS_PER_YEAR, WATTS_PER_KW, CENTS_PER_EUR)}
    money = {
        name: line.formula for name, line in lines_by_name().items()
        if line.unit in ("EUR", "kWh", "years") and not re.search(r"_\d+_", name)  # a year's own number is none
    }  # fmt: skip
    assert len(money) > 100
    outside_of_texts_and_names = {name: re.sub(r'"[^"]*"|\{[^}]*\}', "", formula) for name, formula in money.items()}
    assert [
        name for name, rest in outside_of_texts_and_names.items() if numbers & set(re.findall(r"[\d.]+", rest))
    ] == []
    assert {name for name in constants if any(f"{{{name}}}" in formula for formula in money.values())} == constants
    assert {lines_by_name()[name].formula for name in constants} == numbers


def test_arrays_go_through_as_numbers_do() -> None:
    scenario = as_tested()
    changes = [-0.2, -0.15, 0.0, 0.3]
    names = ["known_outlook_eur_per_vm_2", "known_total_eur_per_vm"]
    found = sweep(scenario, SSD, names, drive_price_change=changes, maintenance_share=[0.0, 0.1, 0.2, 0.3])
    for at, change in enumerate(changes):
        ssd = sized(drive_price_change=change, maintenance_share=at / 10).designs[SSD]
        assert [found[name][at] for name in names] == pytest.approx([ssd[name] for name in names], rel=1e-12)


@given(st.floats(0, 0.5), st.integers(1, 30), st.floats(0, 1))
def test_the_total_lies_between_purchase_and_undiscounted_sum(rate: float, years: int, share: float) -> None:
    ssd = sized(discount_rate=rate, years=float(years), maintenance_share=share).designs[SSD]
    undiscounted = ssd["known_users_eur"] * (1 + share * years)
    assert ssd["known_users_eur"] <= ssd["known_total_eur"] <= undiscounted * (1 + 1e-6)


def test_dearer_drives_in_the_first_design_raise_the_break_even_price() -> None:
    def dearer(scenario: Scenario) -> Scenario:
        prices = (
            replace(price, amount=1000.0) if price.part == "S26361-F4482-E130" else price for price in scenario.prices
        )
        return replace(scenario, prices=tuple(prices))

    base, other = (size(each).designs[SSD] for each in (as_tested(), dearer(as_tested())))
    assert other["break_even_drive_eur"] > base["break_even_drive_eur"]
    assert other["break_even_vms"] < base["break_even_vms"]
