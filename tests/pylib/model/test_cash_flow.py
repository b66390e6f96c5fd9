"""How a row of the bill counts, what is paid in which year, and what the cost over the years holds."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.office import AS_OF, BLOCK, CONTAINED, LIST, SLOW, USERS, with_tier

from vdi_sizing.errors import InputError
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import IN_ADVANCE, IN_ARREARS, BillRow, Design, Scenario, Settings
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.words import DASH, NO_PRICE, NOT_GIVEN, NOT_KNOWN, OTHER_USERS
from vdi_templates.examples import fujitsu

EUR = {"server": 1000.0, "slow": 100.0, "licence": 10.0, "unknown": None}
PAID = IN_ARREARS, IN_ADVANCE
DESIGN = replace(with_tier(drives=8), acknowledged=CONTAINED)


def sized(*bill: BillRow, designs: tuple[Design, ...] = (DESIGN,), **settings: Any) -> DesignSizing:
    """The last of the designs, for 100 VMs of 125 users: 80 of 100 are in use at once."""
    users = replace(USERS, vms=125, concurrency=0.8)
    prices = tuple(Price(LIST, part, None, eur, 0.0, "EUR", AS_OF) for part, eur in EUR.items())
    made = Scenario(
        (users,), designs, (SLOW,), RAID_LEVELS, Settings(AS_OF, price_list=LIST, **settings), prices, bill
    )  # fmt: skip
    return size(made).designs[-1]


def test_fujitsus_disks_per_user_and_per_vm() -> None:
    """Eight servers of 9455 EUR for 250 users, of whom 230 work at once."""
    hdd = size(fujitsu()).designs[0]
    assert hdd["eur_per_user"] == pytest.approx(302.56)
    assert hdd["eur_per_vm"] == pytest.approx(328.87, abs=0.005)


def test_a_licence_per_user_is_bought_for_every_user() -> None:
    per_user, per_vm = (sized(BillRow("HDD", "licence", 1, per)) for per in ("user", "VM"))
    assert (per_user["users_eur"], per_vm["users_eur"]) == (1250, 1000)
    assert (per_user["eur_per_user"], per_vm["eur_per_vm"]) == (10, 10)
    assert per_user["eur_per_user_full_block"] == pytest.approx(10)
    assert [line.quantity_for_users for line in per_user.bill] == [125]
    assert per_user["check_bill"] == 1


def test_a_part_per_host_is_billed_as_one_per_block() -> None:
    host, block = (sized(BillRow("HDD", "server", 1, per)) for per in ("host", "block"))
    assert host["users_eur"] == block["users_eur"] == 1000 * block["blocks"]
    assert host["check_bill"] == 1


def test_a_part_per_year_is_no_purchase() -> None:
    """10 EUR a year for 125 users, from the second year to the third, at 10 % of interest."""
    licence = BillRow("HDD", "licence", 1, "user", recurs="per year", first_year=2, last_year=3)
    x = sized(BillRow("HDD", "server", 1), licence, years=5.0, discount_rate=0.1)
    assert x["users_eur"] == 1000 * x["blocks"]
    assert x["known_recurring_eur"] == pytest.approx(1250 * (1.1**-2 + 1.1**-3))
    assert [x[f"payments_{year}_eur"] for year in range(7)] == [x["users_eur"], 0, 1250, 1250, 0, 0, DASH]
    advance = sized(BillRow("HDD", "server", 1), replace(licence, paid="in advance"), years=5.0, discount_rate=0.1)
    assert advance["known_recurring_eur"] == pytest.approx(1250 * (1.1**-1 + 1.1**-2))


def test_a_part_per_year_ends_with_the_years_of_use() -> None:
    licence = BillRow("HDD", "licence", 1, "user", recurs="per year", last_year=9)
    x = sized(licence, years=3.0, escalation=0.5)
    assert x["known_recurring_eur"] == pytest.approx(1250 * (1 + 1.5 + 2.25))
    assert x["payments_3_eur"] == pytest.approx(1250 * 2.25)


def test_a_residual_value_a_lease_and_a_migration_credit_are_rows_of_the_bill() -> None:
    """Bought for 1000 EUR, sold for 30 % of it after four years; leased at 300 EUR a year; 150 EUR taken off it."""
    bought = BillRow("HDD", "server", 1, "once")
    sold = BillRow("HDD", "server", -0.3, "once", "per year", 4, 4, rises=False, note="residual value")
    lease = BillRow("HDD", "server", 0.3, "once", "per year", paid="in advance", rises=False)
    credit = BillRow("HDD", "licence", -15, "once", maintained=False, note="the vendor's credit for the migration")
    usual: dict[str, Any] = {"years": 4.0, "discount_rate": 0.1, "escalation": 0.05, "depreciation_years": 4.0}
    x, leased, less = (sized(*bill, **usual) for bill in ((bought, sold), (lease,), (bought, credit)))
    assert [x[f"payments_{year}_eur"] for year in range(6)] == [1000, 0, 0, 0, -300, DASH]
    assert x["total_eur"] == pytest.approx(1000 - 300 / 1.1**4)
    assert x["depreciation_4_eur"] == 250  # of the whole purchase; what it is sold for is income of its year
    assert [leased[f"payments_{year}_eur"] for year in range(6)] == [300, 300, 300, 300, 0, DASH]
    assert leased["total_eur"] == pytest.approx(300 * sum(1.1**-year for year in range(4)))
    assert leased["depreciation_1_eur"] == 0
    assert (less["users_eur"], less["payments_0_eur"], less["depreciation_1_eur"]) == (850, 850, 212.5)
    with_maintenance = sized(bought, credit, **usual, maintenance_share=0.1)
    assert with_maintenance["maintenance_eur_per_year"] == 100


def test_a_lease_by_hand() -> None:
    """10,000 EUR at the beginning of each of three years and energy of 1,000 EUR at its end, at 5 %.

    The lease is worth 10,000 + 9,523.810 + 9,070.295 EUR; energy, which rises by 10 %, 952.381 + 997.732 + 1,045.243.
    """
    lease = BillRow("HDD", "server", 10, "once", "per year", paid="in advance", rises=False)
    energy = BillRow("HDD", "licence", 100, "once", "per year")
    x = sized(lease, energy, years=3.0, discount_rate=0.05, escalation=0.1)
    assert by_year(x, "payments_{}_eur", 5) == [10000, 11000, 11100, pytest.approx(1210), DASH]
    present = [10000, 11000 / 1.05, 11100 / 1.1025, 1210 / 1.157625]
    assert by_year(x, "payments_{}_present_eur", 5) == [*map(pytest.approx, present), DASH]
    assert x["all_payments_eur"] == pytest.approx(31589.461, abs=0.001)
    assert (x["total_eur"], x["payments_off_eur"]) == (pytest.approx(x["all_payments_eur"]), 0)
    late = sized(replace(lease, paid="in arrears"), energy, years=3.0, discount_rate=0.05, escalation=0.1)
    assert by_year(late, "payments_{}_eur", 5) == [0, 11000, 11100, pytest.approx(11210), DASH]
    assert x["total_eur"] - late["total_eur"] == pytest.approx(10000 * (1 - 1.05**-3))


def by_year(x: DesignSizing, pattern: str, years: int) -> list[Any]:
    """A figure of the start and of the first years."""
    return [x[pattern.format(year)] for year in range(years)]


@pytest.mark.parametrize("paid", PAID)
def test_running_costs_are_paid_when_settings_say(paid: str) -> None:
    """Maintenance of 100 EUR a year for three years: from the start on, or from the end of year 1 on."""
    server = BillRow("HDD", "server", 1, "once")
    x = sized(server, years=3.0, maintenance_share=0.1, discount_rate=0.1, running_paid=paid)
    expected = [1100, 100, 100, 0, DASH] if paid == "in advance" else [1000, 100, 100, 100, DASH]
    assert by_year(x, "payments_{}_eur", 5) == expected
    assert x["payments_off_eur"] == 0


def test_the_tables_end_with_the_last_year_that_settings_allow() -> None:
    licence = BillRow("HDD", "licence", 1, "once", "per year")
    x = sized(licence, BillRow("HDD", "server", 3, "once"), years=30.0, depreciation_years=30.0, discount_rate=0.05)
    assert (x["payments_12_eur"], x["payments_30_eur"], x["depreciation_30_eur"]) == (10, 10, 100)
    assert x["total_eur"] == pytest.approx(3000 + sum(10 / 1.05**n for n in range(1, 31)))
    assert x["payments_30_present_eur"] == pytest.approx(10 / 1.05**30)
    assert "payments_31_eur" not in lines_by_name()


@st.composite
def later_rows(draw: st.DrawFn) -> BillRow:
    """A lease, a support that begins later, a residual value: any part per year."""
    first = draw(st.integers(1, 30))
    last = draw(st.none() | st.integers(1, 30))
    return BillRow(
        "HDD", draw(st.sampled_from(("server", "licence"))), draw(st.floats(-20, 20)),
        draw(st.sampled_from(("once", "VM", "user", "host"))), "per year", first, last,
        draw(st.sampled_from(PAID)), rises=draw(st.booleans()), note="drawn",
    )  # fmt: skip


@given(
    later=st.lists(later_rows(), max_size=4), years=st.integers(1, 30), rate=st.floats(0, 0.5),
    rise=st.floats(-0.5, 1), paid=st.sampled_from(PAID), share=st.sampled_from((0.0, 0.1)),
)  # fmt: skip
def test_payments_discounted_are_the_cost_over_the_years(
    later: list[BillRow], years: int, rate: float, rise: float, paid: str, share: float
) -> None:
    x = sized(
        BillRow("HDD", "server", 1), *later, years=float(years), discount_rate=rate, escalation=rise,
        running_paid=paid, maintenance_share=share,
    )  # fmt: skip
    shown = [(year, x[f"payments_{year}_eur"]) for year in range(31)]
    discounted = sum(eur / (1 + rate) ** year for year, eur in shown if eur != DASH)
    assert [year for year, eur in shown if eur == DASH] == list(range(years + 1, 31))
    assert discounted == pytest.approx(x["known_total_eur"], rel=1e-9, abs=1e-6)
    assert x["all_payments_eur"] == pytest.approx(x["known_total_eur"], rel=1e-9, abs=1e-6)
    assert (abs(x["payments_off_eur"]) <= 1e-12 * abs(x["known_total_eur"]), x["check_payments"]) == (True, 1)


@pytest.mark.parametrize("off", [0.01, -1.0])
def test_payments_that_do_not_come_to_the_cost_are_an_error(off: float) -> None:
    """Nothing that is entered makes them differ: a formula that was typed over would."""
    b = sized(BillRow("HDD", "server", 1, "once"), maintenance_share=0.1).block
    vars(b)["known_total_eur"] = b.known_total_eur - off
    assert (b.payments_off_eur, b.check_payments, b.stands) == (off, 0, 0)


def test_where_a_price_is_missing_so_are_the_payments() -> None:
    names = ("payments_0_eur", "payments_1_present_eur", "all_payments_eur", "payments_off_eur")
    unknown = sized(BillRow("HDD", "unknown", 1), maintenance_share=0.1)
    assert {unknown[name] for name in names} == {NO_PRICE}
    without_watts = sized(BillRow("HDD", "server", 1), designs=(replace(DESIGN, block_watts=1.0),), eur_per_kwh=0.25)
    assert {without_watts[name] for name in names} == {NOT_KNOWN}
    assert (unknown["check_payments"], without_watts["check_payments"]) == (1, 1)


def test_a_part_per_year_rises_unless_it_is_said_not_to() -> None:
    lease = BillRow("HDD", "licence", 1, "user", recurs="per year")
    rising, level = (sized(replace(lease, rises=rises), years=3.0, escalation=0.5) for rises in (True, False))
    assert [rising[f"payments_{year}_eur"] for year in (1, 2, 3)] == [1250, 1875, 2812.5]
    assert [level[f"payments_{year}_eur"] for year in (1, 2, 3)] == [1250, 1250, 1250]
    assert rising["known_recurring_eur"] == pytest.approx(1250 * 4.75, rel=1e-13)
    assert level["known_recurring_eur"] == 3750


def test_a_part_that_begins_after_the_years_of_use_is_a_warning() -> None:
    sold = BillRow("HDD", "server", -0.3, "once", "per year", 5, rises=False, note="residual value")
    in_time, late = (sized(BillRow("HDD", "server", 1), sold, years=years) for years in (5.0, 4.0))
    assert (in_time["rows_too_late"], in_time["check_paid_in_use"]) == (0, 1)
    assert (in_time["known_recurring_eur"], in_time["payments_5_eur"]) == (-300, -300)
    assert [line.recurring_eur for line in in_time.bill] == [0, -300]
    assert (late["rows_too_late"], late["check_paid_in_use"], late["known_recurring_eur"]) == (1, 0, 0)
    once = sized(BillRow("HDD", "server", 1, first_year=5), years=4.0)
    assert once["check_paid_in_use"] == 1


def test_a_lease_that_ends_before_the_years_of_use_is_a_warning() -> None:
    lease = BillRow("HDD", "server", 0.3, "block", "per year", last_year=3.0)
    whole, short = (sized(lease, years=years) for years in (3.0, 4.0))
    assert (whole["rows_too_short"], whole["check_paid_in_use"]) == (0, 1)
    assert (short["rows_too_short"], short["check_paid_in_use"]) == (1, 0)
    credit = sized(BillRow("HDD", "server", 1), replace(lease, quantity=-0.3, note="trade-in"), years=4.0)
    assert credit["check_paid_in_use"] == 1


def test_a_part_says_its_eur_where_another_has_no_price() -> None:
    found = sized(BillRow("HDD", "server", 1), BillRow("HDD", "unknown", 2, "once"))
    assert found["breakdown_blocks_eur_per_user"] == pytest.approx(1000 * found["blocks"] / 125)
    assert found["breakdown_once_eur_per_user"] == found["eur_per_user"] == "no price"
    assert found["breakdown_energy_eur_per_user"] == 0


def test_maintenance_counts_what_is_maintained() -> None:
    bill = BillRow("HDD", "server", 1), BillRow("HDD", "licence", 1, "user", maintained=False)
    x = sized(*bill, maintenance_share=0.1)
    assert x["maintenance_eur_per_year"] == pytest.approx(100 * x["blocks"])


def test_a_credit_needs_a_note() -> None:
    row = BillRow("HDD", "server", -1, "once")
    with pytest.raises(InputError, match="note is blank; expected a note that says what the credit is for"):
        sized(row)
    assert sized(BillRow("HDD", "licence", 1, "user"), replace(row, note="old server taken back"))["users_eur"] == 250


def test_net_prices_in_cents() -> None:
    """A third off 10 EUR are 6.67 EUR where the setting says so: 833.75 for 125 users, and not 833.33."""
    prices = tuple(Price(LIST, "licence", None, 10.0, 1 / 3, "EUR", AS_OF) for _ in range(1))
    users = replace(USERS, vms=125)
    made = Scenario(
        (users,), (DESIGN,), (SLOW,), RAID_LEVELS, Settings(AS_OF, price_list=LIST, cents=True), prices,
        (BillRow("HDD", "licence", 1, "user"),),
    )  # fmt: skip
    assert size(made).designs[0]["users_eur"] == pytest.approx(833.75)
    plain = replace(made, settings=replace(made.settings, cents=False))
    assert size(plain).designs[0]["users_eur"] == pytest.approx(833.3333, abs=1e-3)


# --- over the years ----------------------------------------------------------------------------------------


def test_a_drive_without_watts_leaves_no_total_and_is_named() -> None:
    design = replace(DESIGN, block_watts=200.0)
    x = sized(BillRow("HDD", "server", 1), designs=(design,), eur_per_kwh=0.25)
    assert x["total_eur"] == x["total_eur_per_user"] == x["running_eur_per_year"] == NOT_KNOWN
    assert x["energy_kwh_per_year"] == NOT_KNOWN
    assert (x["without_watts"], x["total_missing"]) == ("slow", "watts of slow")
    assert x["known_total_eur_per_user"] == 0
    assert x["users_eur"] > 0


def test_a_part_without_a_price_is_named() -> None:
    x = sized(BillRow("HDD", "server", 1), BillRow("HDD", "unknown", 1))
    assert (x["total_eur"], x["total_missing"]) == (NO_PRICE, "price of unknown")


def test_the_parts_of_eur_per_user_add_up() -> None:
    bill = (
        BillRow("HDD", "server", 1), BillRow("HDD", "slow", 1, "drive 1"), BillRow("HDD", "licence", 1, "user"),
        BillRow("HDD", "licence", 1, "VM", recurs="per year"), BillRow("HDD", "server", 1, "once"),
    )  # fmt: skip
    x = sized(*bill, maintenance_share=0.1, escalation=0.02, discount_rate=0.05)
    keys = ("blocks", "drives", "users", "once", "recurring", "energy", "rack", "maintenance", "store")
    parts = [x[f"breakdown_{key}_eur_per_user"] for key in keys]
    assert sum(parts) == pytest.approx(x["total_eur_per_user"])
    assert parts[5] == parts[6] == parts[8] == 0


def test_the_purchase_is_depreciated_in_equal_parts() -> None:
    x = sized(BillRow("HDD", "server", 1), depreciation_years=3.0)
    found = [x[f"depreciation_{year}_eur"] for year in range(5)]
    assert found == [DASH, *[pytest.approx(x["users_eur"] / 3)] * 3, DASH]


def test_difference_and_payback_against_the_first_design() -> None:
    """A design that costs 1000 EUR more and saves 500 a year pays back in two years."""
    second = replace(DESIGN, name="second")
    bill = (
        BillRow("HDD", "licence", 50, "once", recurs="per year"), BillRow("second", "server", 1, "once"),
        BillRow("HDD", "licence", 1, "once"), BillRow("second", "licence", 1, "once"),
    )  # fmt: skip
    x = sized(*bill, designs=(DESIGN, second), years=5.0)
    assert (x["payback_years"], x["difference_eur"]) == (2, 1000 - 5 * 500)
    first = sized(*bill, designs=(second, DESIGN), years=5.0)
    assert first["payback_years"] == "cheaper to buy, dearer to run (year 1), dearer over 5 years"
    short = sized(*bill, designs=(second, DESIGN), years=1.0)
    assert (short["payback_years"], short["difference_eur"]) == (
        "cheaper to buy, dearer to run (year 1), cheaper over 1 year",
        -500,
    )
    assert sized(bill[0], bill[2])["payback_years"] == DASH
    assert sized(bill[2])["payback_years"] == "the purchase alone"


def test_a_design_is_compared_with_buying_nothing() -> None:
    """3000 EUR bought, 1000 EUR a year in place of 1600: 600 saved a year, which pays back in five years."""
    bill = BillRow("HDD", "server", 3, "once"), BillRow("HDD", "server", 1, "once", "per year")
    x, longer = (sized(*bill, years=years, today_eur_per_year=1600) for years in (4.0, 5.0))
    assert (x["today_eur"], x["today_difference_eur"]) == (6400, 7000 - 6400)
    assert x["today_payback_years"] == "not within 4 years"
    assert (longer["today_difference_eur"], longer["today_payback_years"]) == (0, 5)
    assert x["today_words"] == " Over 4 years it costs 600 EUR more than going on as today."
    less = sized(*bill, today_eur_per_year=2600)
    assert less["offer"].endswith(" Over 5 years it costs 5\N{NO-BREAK SPACE}000 EUR less than going on as today.")
    rising = sized(
        *bill, years=2.0, today_eur_per_year=1600, escalation=0.5, discount_rate=0.1, running_paid="in advance"
    )
    assert rising["today_eur"] == pytest.approx(1600 * (1 + 1.5 / 1.1))
    assert sized(*bill, today_eur_per_year=1000)["today_payback_years"] == "never"
    assert sized(bill[1], today_eur_per_year=1600)["today_payback_years"] == "at once"
    assert sized(bill[1], today_eur_per_year=0)["today_payback_years"] == "dearer to run (year 1), dearer over 5 years"
    names = ("today_eur", "today_difference_eur", "today_payback_years")
    assert {sized(*bill)[name] for name in names} == {NOT_GIVEN}
    unknown = sized(BillRow("HDD", "unknown", 1), today_eur_per_year=100)
    assert [unknown[name] for name in names] == [500, NOT_KNOWN, NOT_KNOWN]
    assert (sized(*bill)["today_words"], unknown["today_words"]) == ("", "")


def test_the_profile_store_has_a_price_or_is_said_to_be_left_out() -> None:
    users = replace(USERS, store_gb=412, store_iops=122.6, store_login_iops=566)
    made = Scenario((users,), (DESIGN,), (SLOW,), RAID_LEVELS, Settings(AS_OF, price_list=LIST),
        (Price(LIST, "server", None, 1000.0, 0.0, "EUR", AS_OF),), (BillRow("HDD", "server", 1),))  # fmt: skip
    left_out = size(made).designs[0]
    assert (
        left_out["store_words"]
        == "not included: profile store of 41.2 TB, 12\N{NO-BREAK SPACE}260 IOPS (56\N{NO-BREAK SPACE}600 at login)"
    )
    held = size(replace(made, settings=replace(made.settings, store_eur_per_gb_month=0.05, years=2.0))).designs[0]
    assert left_out["total_eur"] == "the purchase alone"
    assert held["total_eur"] - left_out["users_eur"] == pytest.approx(41200 * 0.05 * 24)
    assert held["store_words"].startswith("included: profile store of 41.2 TB")
    assert held["total_holds"] == "purchase, profile store"
    assert "profile store" in left_out["lacking"]
    contained = replace(DESIGN, acknowledged=f"{CONTAINED}; store_billed: in the price of the server")
    x = size(replace(made, designs=(contained,))).designs[0]
    assert "profile store" not in x["lacking"]
    assert "In the EUR of every design: profile store of 41.2 TB" in x["to_know"]


# --- where prices come from --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "check"),
    [
        ({"date": None}, "check_price_dated"),
        ({"date": datetime.date(2031, 1, 1)}, "check_price_ahead"),
        ({"valid_until": AS_OF - datetime.timedelta(days=1)}, "check_price_valid"),
        ({"source": None}, "check_price_sourced"),
    ],
)
def test_a_price_without_date_or_source_or_out_of_date_warns(change: dict[str, Any], check: str) -> None:
    checks = ("check_price_dated", "check_price_ahead", "check_price_valid", "check_price_sourced")
    price = Price(LIST, "server", None, 1000.0, 0.0, "EUR", AS_OF, "offer", valid_until=AS_OF)
    made = Scenario(
        (USERS,), (BLOCK,), (SLOW,), RAID_LEVELS, Settings(AS_OF, price_list=LIST), (price,),
        (BillRow("HDD", "server", 1),),
    )  # fmt: skip
    assert {size(made).designs[0][each] for each in checks} == {1}
    changed = size(replace(made, prices=(replace(price, **change),))).designs[0]
    assert [each for each in checks if not changed[each]] == [check]
    assert changed["errors"] == size(made).designs[0]["errors"]


def test_words_say_which_years_a_payback_is_of() -> None:
    """What the first year says need not hold over the years: a licence from the second year on, or one that ends."""
    second = replace(DESIGN, name="second")
    bought, later = BillRow("second", "server", 1, "once"), BillRow("HDD", "licence", 50, "once", "per year", 2)
    never = sized(bought, replace(later, last_year=2), designs=(DESIGN, second), years=5.0)
    assert (never["payback_years"], never["difference_eur"]) == ("never", 500)
    x = sized(bought, later, designs=(DESIGN, second), years=5.0)
    assert (x["payback_years"], x["difference_eur"]) == ("not by what year 1 saves, but cheaper over 5 years", -1000)
    other = sized(bought, later, designs=(second, DESIGN), years=5.0)
    assert (other["payback_years"], other["difference_eur"]) == ("at once, but dearer over 5 years", 1000)


def test_what_the_first_year_saves_is_no_payback_where_the_years_are_dearer() -> None:
    """1000 EUR bought and 210 saved a year are paid back in 4.8 years; at 7 % the 5 years save 861 EUR alone."""
    second = replace(DESIGN, name="second")
    bill = BillRow("second", "server", 1, "once"), BillRow("HDD", "licence", 21, "once", "per year")
    x = sized(*bill, designs=(DESIGN, second), years=5.0, discount_rate=0.07)
    assert x["difference_eur"] == pytest.approx(1000 - 210 * (1 - 1.07**-5) / 0.07)
    assert x["payback_years"] == "by what year 1 saves, but dearer over 5 years"
    assert sized(*bill, designs=(DESIGN, second), years=5.0)["payback_years"] == pytest.approx(1000 / 210)


def test_designs_of_different_users_are_not_set_against_each_other() -> None:
    second = replace(DESIGN, name="second", case="nobody's")
    bill = BillRow("HDD", "server", 1, "once"), BillRow("second", "server", 1, "once", "per year")
    users = replace(USERS, vms=125, concurrency=0.8)
    made = Scenario((users, replace(users, name="others", case="nobody's")), (DESIGN, second), (SLOW,), RAID_LEVELS,
        Settings(AS_OF, price_list=LIST), (Price(LIST, "server", None, 1000.0, 0.0, "EUR", AS_OF),), bill)  # fmt: skip
    x = size(made).designs[1]
    assert (x["difference_eur"], x["payback_years"]) == (OTHER_USERS, OTHER_USERS)  # both costs are known
    alike = size(replace(made, designs=(DESIGN, replace(second, case=DESIGN.case)))).designs[1]
    assert isinstance(alike["difference_eur"], float)
