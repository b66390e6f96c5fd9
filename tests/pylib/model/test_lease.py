"""Bought and leased beside each other: the example of docs/model.md to the cent, and a bill that has the same lease."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.test_cash_flow import DESIGN, sized

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.scenario import ALL_BOUGHT, HARDWARE, IN_ADVANCE, IN_ARREARS, BillRow
from vdi_sizing.words import DASH, NO_PRICE, NONE, NOT_GIVEN

LICENCE = BillRow("HDD", "licence", 1, "user")
SERVER, DRIVES = BillRow("HDD", "server", 1), BillRow("HDD", "slow", 0.5, "drive 1")
SOLD = BillRow("HDD", "server", -0.3, "block", "per year", 4, 4, rises=False, note="residual value")
BOUGHT = (SERVER, DRIVES, LICENCE)
YEARS: dict[str, Any] = {"years": 4.0, "discount_rate": 0.05}
ROWS = (
    "bought_total_eur", "bought_eur_per_user_month", "leased_total_eur", "lease_amount_eur", "lease_rate_eur",
    "leased_eur_per_user_month", "buy_or_lease",
)  # fmt: skip

OF_HARDWARE = "all that is billed per block, shelf, host, drive or GPU card"


def leased(*bill: BillRow, **settings: Any) -> DesignSizing:
    """One block of 1,000 EUR and eight drives of 100 EUR each, of which half are billed, with these settings."""
    given: dict[str, Any] = {**YEARS, "lease_factor": 0.025, "lease_months": 48.0, **settings}
    return sized(*bill, designs=(replace(DESIGN, spare_blocks=0),), **given)


def test_the_example_of_the_page_on_the_model() -> None:
    """A server of 1,000 EUR, sold for 300 after four years; 2.5 % of its price a month, in advance, 5 % interest."""
    one = leased(SERVER, SOLD, lease_paid=IN_ADVANCE)
    each = one["blocks"]
    assert one["lease_rate_eur"] == pytest.approx(25 * each)
    assert one["bought_total_eur"] == pytest.approx(753.19 * each, abs=0.005 * each)
    assert one["leased_total_eur"] == pytest.approx(1092.38 * each, abs=0.005 * each)
    assert one["leased_eur_per_user_month"] == pytest.approx(one["leased_total_eur"] / 125 / 48)
    in_arrears = leased(SERVER, SOLD)
    assert in_arrears["leased_total_eur"] == pytest.approx(1087.95 * each, abs=0.005 * each)
    assert one["buy_or_lease"] == f"buying is cheaper by {one['lease_whole_eur']:.0f} EUR, with 48 monthly rates"


def test_a_page_has_all_that_the_rate_is_worked_out_from() -> None:
    one = leased(SERVER, lease_paid=IN_ADVANCE, lease_months=60.0)
    assert one["lease_amount_eur"] == one["users_eur"]
    assert one["lease_terms"] == f"60 months, 60 rates in advance: {OF_HARDWARE}"
    assert one["bought_eur_per_user_month"] == pytest.approx(one["bought_total_eur"] / 125 / 48)
    every = leased(SERVER, lease_months=12.0, lease_of=ALL_BOUGHT)
    assert every["lease_terms"] == "12 months, 48 rates in arrears: all that is bought once"


def test_a_rate_needs_no_watts_and_what_is_not_known_is_said_with_its_reason() -> None:
    one = leased(SERVER, eur_per_kwh=0.3)
    assert one["lease_rate_eur"] == 0.025 * one["users_eur"]
    assert str(one["buy_or_lease"]).startswith("not known: watts of ")


def test_without_a_factor_nothing_is_said() -> None:
    plain = leased(*BOUGHT, SOLD, lease_factor=None, lease_months=None)
    assert [plain[name] for name in ROWS] == [NOT_GIVEN] * len(ROWS)
    numbers = ("leased_eur", "lease_maintained_eur", "lease_credits_eur", "leasing_beyond_eur", "lease_whole_eur")
    assert [plain[name] for name in numbers] == [0] * len(numbers)


def _unpaid(*bill: BillRow) -> tuple[object, object]:
    """What of the design is not on its bill, and whether all of it is priced; its drives are in the server's price."""
    drives = replace(DESIGN, acknowledged="drives_billed: in the price of the server")
    x = sized(*bill, designs=(drives,), years=5.0)
    return x["unpaid_words"], x["total_known"]


@pytest.mark.parametrize("per", ["block", "host"])
def test_complete_is_what_is_paid(per: str) -> None:
    """Shares of a price that come to all of it in the years of use are a lease; those of a support contract are not."""
    lease = BillRow("HDD", "server", 0.0195, per, "per month", rises=False)
    support = BillRow("HDD", "server", 0.15, per, "per year")
    assert _unpaid(lease) == _unpaid(replace(lease, quantity=0.2, recurs="per year")) == (NONE, 1)
    assert _unpaid(lease, support) == _unpaid(BillRow("HDD", "server", 1, per)) == (NONE, 1)
    assert _unpaid(support) == _unpaid(replace(support, part="slow")) == ("the server itself", 0)
    drives = BillRow("HDD", "slow", 0.0195, "drive 1", "per month")
    billed = (drives, replace(drives, quantity=0.15, recurs="per year"))
    plain = replace(DESIGN, acknowledged=None)
    assert [sized(lease, each, designs=(plain,))["drives_unbilled"] for each in billed] == [0, 1]


@pytest.mark.parametrize(
    ("first", "last", "unbilled"),
    [(1, None, 0), (1, 4, 0), (2, None, 0), (1, 2, 1), (3, None, 1), (1, 1, 1), (9, None, 1)],
)
def test_a_lease_of_some_years_counts_for_these(first: int, last: int | None, unbilled: int) -> None:
    """0.3 of the server a year, of five years of use: it is paid for by four of them, and not by three."""
    lease = BillRow("HDD", "server", 0.3, "block", "per year", first_year=first, last_year=last)
    assert sized(lease)["block_unbilled"] == unbilled


def test_a_price_that_nobody_pays_is_not_asked_for() -> None:
    """The server has a price to buy it, "unknown", and a rate, "licence": only what a row of the bill names counts."""
    rate, price = BillRow("HDD", "licence", 1, "block", "per month"), BillRow("HDD", "server", 1, "block")
    assert _unpaid(rate) == _unpaid(price) == (NONE, 1)
    assert _unpaid(replace(rate, part="unknown")) == _unpaid(replace(price, part="unknown")) == (NONE, 0)
    assert _unpaid(rate, replace(price, part="unknown")) == (NONE, 0)


def test_what_designs_are_compared_by_does_not_hang_on_the_lease() -> None:
    plain, with_lease = leased(*BOUGHT, lease_factor=None, lease_months=None), leased(*BOUGHT)
    for name in ("total_eur", "known_total_eur", "compared_eur", "users_eur", "payments_0_eur", "depreciation_1_eur"):
        assert plain[name] == with_lease[name]
    assert with_lease["bought_total_eur"] == with_lease["known_total_eur"]


def _as_rows(row: BillRow, factor: float, paid: str, last_year: float | None) -> BillRow:
    """The same part leased by a row of the bill."""
    return replace(row, quantity=row.quantity * factor, recurs="per month", paid=paid, rises=False, last_year=last_year)


@given(
    st.floats(0.001, 0.2), st.integers(1, 8), st.sampled_from((IN_ARREARS, IN_ADVANCE)), st.sampled_from((0.0, 0.07)),
    st.sampled_from((HARDWARE, ALL_BOUGHT)), st.booleans(),
)  # fmt: skip
def test_it_is_what_a_bill_with_the_same_lease_costs(
    factor: float, years: int, paid: str, interest: float, of: str, maintained: bool
) -> None:
    """Rows of the bill have no maintenance of what is leased: that of the setting is in the rate then, or comes on top.

    The residual value stays with the purchase; a licence is bought, unless all is leased.
    """
    usual = {
        "years": float(years), "discount_rate": interest, "escalation": 0.03, "maintenance_share": 0.1,
        "lease_factor": factor, "lease_months": 12.0 * years, "lease_paid": paid, "lease_of": of,
    }  # fmt: skip
    sold = replace(SOLD, first_year=years, last_year=years)
    by_setting = leased(*BOUGHT, sold, **usual, lease_maintained=maintained)
    rows = [_as_rows(row, factor, paid, None) if of == ALL_BOUGHT or row != LICENCE else row for row in BOUGHT]
    by_rows = leased(*rows, **usual)
    more = 0.0 if maintained else 0.1 * by_setting["lease_maintained_eur"] * by_setting["present_value_factor"]
    assert by_setting["leased_total_eur"] == pytest.approx(by_rows["known_total_eur"] + more)


@pytest.mark.parametrize(("months", "rates"), [(12.0, 48), (48.0, 48), (60.0, 60)])
def test_rates_are_paid_to_the_end_of_the_lease_and_of_the_years_of_use(months: float, rates: int) -> None:
    one = leased(SERVER, lease_months=months, discount_rate=0.0)
    assert one["leased_total_eur"] == pytest.approx(rates * 0.025 * one["users_eur"])
    assert str(one["buy_or_lease"]).endswith(f"with {rates} monthly rates")


def test_licences_by_core_are_no_hardware_and_rates_stay_as_they_are() -> None:
    rent = BillRow("HDD", "server", 0.1, "host", "per month", rises=False)
    one = leased(SERVER, LICENCE, rent)
    assert one["leased_eur"] == 1000 * one["blocks"]
    assert leased(SERVER, LICENCE, rent, lease_of=ALL_BOUGHT)["leased_eur"] == one["users_eur"]


def test_words_where_nothing_is_leased_where_both_cost_the_same_and_where_a_price_is_missing() -> None:
    acknowledged = replace(DESIGN, acknowledged="drives_billed: x; block_billed: x")
    settings = {**YEARS, "lease_factor": 0.025, "lease_months": 48.0}
    nothing = sized(LICENCE, designs=(acknowledged,), **settings)
    assert [nothing[name] for name in ROWS[2:]] == [DASH] * 5
    same = leased(SERVER, lease_factor=1 / 48, discount_rate=0.0)
    assert same["buy_or_lease"] == "both cost the same, with 48 monthly rates"
    assert str(leased(SERVER, lease_factor=0.01)["buy_or_lease"]).startswith("leasing is cheaper by ")
    unknown = leased(SERVER, BillRow("HDD", "unknown", 1, "once"))
    assert [unknown[name] for name in ROWS] == [NO_PRICE] * len(ROWS)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"lease_factor": 0.0}, "lease factor is 0; expected a number above 0 and at most 1"),
        ({"lease_factor": 1.95}, "lease factor is 1.95; expected a number above 0 and at most 1"),
        ({"lease_months": 47.5}, "months of the lease is 47.5; expected a whole number above 0 and at most 360 months"),
        ({"lease_months": None}, "settings 1, lease_months: months of the lease is blank; expected a whole number "
            "above 0 and at most 360 months, since a lease factor is given"),
        ({"lease_paid": "monthly"}, "lease is paid is 'monthly'; expected one of: in arrears, in advance"),
        ({"lease_of": "hosts"}, "what is leased is 'hosts'; expected one of: hardware, all that is bought once"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        leased(*BOUGHT, **given)
    assert str(error.value) == said
