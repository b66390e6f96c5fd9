"""Cloud desktops beside hosts of one's own: a design whose block is a desktop that a service runs."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from tests.services import CLOUD, OFFICE, ONE_SIZE, OWN, beside

from vdi_sizing.errors import InputError
from vdi_sizing.model.money.bill import month_interest
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import IN_ADVANCE, BillRow, Scenario, Tier, check
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.words import DASH, NO_PRICE, NOT_GIVEN


def sized(scenario: Scenario) -> dict[str, DesignSizing]:
    return {each.design.name: each for each in size(scenario).designs}


def cloud(scenario: Scenario) -> DesignSizing:
    return sized(scenario)[CLOUD]


def without(scenario: Scenario, part: str) -> Scenario:
    """The same without a row of the bill of the cloud desktops."""
    return replace(scenario, bill=tuple(row for row in scenario.bill if (row.design, row.part) != (CLOUD, part)))


def of_design(scenario: Scenario, name: str, **changes: Any) -> Scenario:
    designs = tuple(replace(each, **changes) if each.name == name else each for each in scenario.designs)
    return replace(scenario, designs=designs)


def test_eur_by_group_and_fees_by_hand() -> None:
    """600 desktops at 38 EUR and 60 at 160 EUR a month, 900 EUR a month for all, 12,000 EUR once; no interest."""
    found = cloud(beside())
    assert [round(line.quantity_for_users, 9) for line in found.bill] == [600, 60, 1, 1]
    assert sum(line.yearly_eur for line in found.bill) == pytest.approx(12 * (600 * 38 + 60 * 160 + 900))
    assert found["known_users_eur"] == 12000
    assert found["total_eur"] == pytest.approx(12000 + 60 * (600 * 38 + 60 * 160 + 900))
    assert found["total_eur_per_user_month"] == pytest.approx(2_010_000 / 660 / 60)
    assert (found["blocks"], found["vms_per_block"], found["drives_total"]) == (660, 1, 0)
    assert found["to_buy"] == "660 desktops"


@pytest.mark.parametrize("paid", ["in arrears", IN_ADVANCE])
@pytest.mark.parametrize(("interest", "rise"), [(0.0, 0.0), (0.05, 0.0), (0.06, 0.03), (0.0, 0.02)])
def test_each_month_is_discounted_by_itself(paid: str, interest: float, rise: float) -> None:
    """Sixty payments, each by the months until it is paid: the interest of twelve months is that of a year."""
    made = beside(discount_rate=interest, escalation=rise)
    made = replace(made, bill=tuple(replace(row, paid=paid) if row.design == CLOUD else row for row in made.bill))
    found = cloud(made)
    each = 600 * 38 + 60 * 160 + 900
    months = range(60) if paid == IN_ADVANCE else range(1, 61)
    by_month = sum(
        each * (1 + rise) ** (number // 12) / (1 + interest) ** (month / 12) for number, month in enumerate(months)
    )
    assert found["known_recurring_eur"] == pytest.approx(by_month, rel=1e-12)
    assert found["all_payments_eur"] == pytest.approx(found["known_total_eur"], rel=1e-12)
    assert (found["payments_off_eur"], found["check_payments"]) == (0, 1)
    assert found["payments_1_eur"] == pytest.approx(12 * each)
    assert month_interest(interest) == pytest.approx((1 + interest) ** (1 / 12) - 1)


def test_a_group_without_a_rate_leaves_no_price_and_is_named() -> None:
    found = sized(without(beside(), "desktop of 8 vCPU"))
    assert found[CLOUD]["total_eur"] == NO_PRICE
    assert found[CLOUD]["unpaid_words"] == "the rate of CAD"
    assert found[CLOUD]["least_words"].startswith("≥")
    assert [name for name, each in found.items() if each["cheapest"]] == [OWN]


def test_without_any_rate_every_group_is_named_and_a_purchase_is_none() -> None:
    made = without(without(beside(), "desktop of 8 vCPU"), "desktop of 4 vCPU")
    assert cloud(made)["unpaid_words"] == "the rate of every user group"
    bought = replace(made, bill=(*made.bill, BillRow(CLOUD, "desktop of 4 vCPU", 1, "user")))
    assert cloud(bought)["unpaid_words"] == "the rate of every user group"
    for per in ("user", "VM", "block"):
        rented = replace(made, bill=(*made.bill, BillRow(CLOUD, "desktop of 4 vCPU", 1, per, "per month")))
        assert cloud(rented)["unpaid_words"] == "none"
        assert cloud(rented)["total_eur"] == pytest.approx(12000 + 60 * (660 * 38 + 900))


def test_a_rate_without_a_price_is_missing() -> None:
    made = beside()
    prices = tuple(replace(each, amount=None) if "8 vCPU" in each.part else each for each in made.prices)
    found = sized(replace(made, prices=prices))
    assert found[CLOUD]["total_eur"] == NO_PRICE
    assert not found[CLOUD]["cheapest"]


def test_a_size_that_is_not_given_is_not_judged_and_one_that_is_too_small_is_an_error() -> None:
    made = of_design(beside(), CLOUD, acknowledged=None)
    found = sized(made)
    assert found[CLOUD]["sign"] == "? "
    assert found[CLOUD]["mark"] == (
        "not judged: RAM, for want of that of a desktop: type it on Designs; "
        "cores, for want of those of a desktop: type it on Designs"
    )
    assert found[ONE_SIZE]["judged"] == 1
    small = sized(of_design(made, ONE_SIZE, ram_gib=16.0))[ONE_SIZE]
    assert small["errors_in_words"] != "none"
    assert small["fits_nowhere"] == "CAD: a VM takes 32 GiB of RAM, and a desktop has 16 GiB for VMs"
    few = sized(of_design(made, ONE_SIZE, cores=4.0))[ONE_SIZE]
    assert few["fits_nowhere"] == "CAD: a VM takes 6 vCPU, and a desktop has 4 vCPU for VMs"
    full = sized(of_design(made, ONE_SIZE, usable_gb=64.0))[ONE_SIZE]
    assert full["fits_nowhere"] == "CAD: a VM takes 80 GB of drives, and a desktop has 64 GB for it"


def test_a_response_target_is_not_judged() -> None:
    found = cloud(of_design(beside(), CLOUD, response_limit_ms=20.0))
    assert found["unjudged_words"] == "response time, which only a test of the service says"


def test_what_a_service_has_none_of_reads_so_and_is_not_asked_for() -> None:
    found = sized(beside(eur_per_kwh=0.3, eur_per_rack_unit_year=100.0))
    service = found[CLOUD]
    assert service["total_known"] == 1
    assert service["total_left_out"] == "none"
    assert [service[name] for name in ("limit_steady_words", "host_lost_words")] == [DASH, DASH]
    assert service["limit_ram_words"] == NOT_GIVEN
    assert service["placement_shown"] == 0
    assert (service["power_w"], service["rack_units"]) == (0, 0)
    assert service["offer"] == "It takes 660 desktops, which a service runs."
    assert service["less_asked"] == "none"
    assert service["check_licences"] == found[OWN]["check_licences"] == 1
    assert found[OWN]["total_known"] == 0


def test_desktops_follow_growth() -> None:
    found = cloud(beside(user_growth=0.1, years=3.0))
    assert [found[f"growth_blocks_{year}"] for year in range(4)] == [660, 726, 799, 879]


def test_a_service_shows_no_drives() -> None:
    made = of_design(beside(), CLOUD, tiers=(Tier(drive="Solidigm D7-PS1010 3.84 TB", raid="RAID 10"),))
    with pytest.raises(InputError, match="expected blank, since a service shows no drives"):
        check(made)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (BillRow(CLOUD, "gateway", 1, "block", "per month", group=OFFICE), "since the part is billed per block"),
        (BillRow(CLOUD, "gateway", 1, "user", "per month", group="sales"), "a user group of the load case 'day'"),
    ],
)
def test_a_user_group_of_the_bill_is_one_of_its_load_case(row: BillRow, expected: str) -> None:
    made = beside()
    with pytest.raises(InputError, match=expected):
        check(replace(made, bill=(*made.bill, row)))


def test_a_part_of_one_group_is_for_its_vms_in_use_or_for_all_its_users() -> None:
    """Of 90 % of 600 VMs 540 are in use; on hosts of one's own too."""
    made = beside()
    groups = tuple(replace(each, concurrency=0.9, users_per_vm=2.0) if each.name == OFFICE else each
                   for each in made.groups)  # fmt: skip
    rows = tuple(BillRow(OWN, "desktop licence", 1, per, group=OFFICE.upper()) for per in ("VM", "user"))
    price = Price(made.prices[0].price_list, "x", None, 1.0, 0.0, "EUR", datetime.date(2026, 11, 21))
    bill = tuple(row for row in made.bill if row.part != "desktop licence")
    found = sized(replace(made, groups=groups, prices=(*made.prices, price), bill=(*bill, *rows)))[OWN]
    assert [round(line.quantity_for_users, 6) for line in found.bill[-2:]] == [540, 1200]


def test_a_part_of_a_group_without_users_is_known_to_be_none() -> None:
    """Management VMs, or those of a group that is planned, take no licence per user: no number is missing."""
    made = beside()
    nobody = replace(next(each for each in made.groups if each.name == OFFICE), name="planned", users_per_vm=0.0)
    row = BillRow(OWN, "gateway", 1, "user", group="planned")
    gateway = Price(made.prices[0].price_list, "gateway", None, 100.0, 0.0, "EUR", datetime.date(2026, 11, 21))
    prices = tuple(each for each in made.prices if each.part != "gateway")
    whole = replace(made, groups=(*made.groups, nobody), prices=(*prices, gateway))
    plain, found = (sized(each)[OWN] for each in (whole, replace(whole, bill=(*made.bill, row))))
    assert (found.bill[-1].of_each, found.bill[-1].users_eur, found["uncounted"]) == (0, 0, 0)
    assert found["eur_per_user"] == plain["eur_per_user"]
