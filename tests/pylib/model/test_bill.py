"""What a block, a VM and all users cost, by the bill and its prices."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import AS_OF, BLOCK, CONTAINED, FULL_BILL, LIST, priced, scenario, sized, with_tier

from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import BillRow
from vdi_sizing.tables.price_lists import ExchangeRate, Price
from vdi_sizing.words import DASH, NO_PRICE


def test_two_prices_per_vm() -> None:
    """A block: 2 x 900 + 8 x 90 = 2520, with 53 licences of 9: 2997. All: 2 x 2520 + 100 x 9 + 450."""
    x = priced(with_tier(drives=8), *FULL_BILL, vat_share=0.19)
    assert x["full_block_eur"] == pytest.approx(2997)
    assert x["eur_per_vm_full_block"] == pytest.approx(2997 / 53)
    assert x["users_eur"] == pytest.approx(6390)
    assert x["eur_per_vm"] == pytest.approx(63.9)
    assert x["eur_per_vm_with_vat"] == pytest.approx(63.9 * 1.19)
    assert x["bill_block_eur"] == pytest.approx(x["full_block_eur"])
    assert x["bill_users_eur"] == pytest.approx(x["users_eur"])
    assert [line.quantity_for_users for line in x.bill] == [4, 16, 100, 1]
    assert x["check_bill"] == x["check_prices"] == x["check_price_age"] == 1


def test_spare_drives_and_blocks_are_paid_for() -> None:
    design = replace(with_tier(drives=8, spares=2), spare_blocks=1, acknowledged=CONTAINED)
    assert priced(design, ("slow", 1, "drive 1"))["users_eur"] == pytest.approx(3 * 10 * 90)


def test_a_missing_price_is_no_price_and_not_zero() -> None:
    x = priced(with_tier(drives=8), *FULL_BILL, ("unknown", 1, "block"))
    for name in ("full_block_eur", "users_eur", "eur_per_vm_full_block", "eur_per_vm", "eur_per_vm_with_vat"):
        assert x[name] == NO_PRICE
    assert (x["prices_missing"], x["check_prices"], x["errors"]) == (1, 0, 0)


DOLLARS = Price(LIST, "slow", None, 90, 0.1, "usd", AS_OF, "offer")


def in_dollars(**changes: Any) -> DesignSizing:
    """Disks of 90 USD less 10 % at 0.8 EUR a dollar, or at another rate."""
    rate = replace(ExchangeRate("USD", 0.8, "a central bank", AS_OF), **changes)
    made = scenario(replace(with_tier(drives=8), acknowledged=CONTAINED), price_list=LIST)
    return size(replace(made, prices=(DOLLARS,), rates=(rate,), bill=(BillRow("HDD", "slow", 1, "drive 1"),))).designs[
        0
    ]


def test_a_price_in_another_currency_is_converted_at_its_rate() -> None:
    """A block: 8 disks of 90 USD x 0.8 EUR/USD x 0.9 = 64.80 EUR."""
    x = in_dollars()
    (line,) = x.bill
    assert (line.amount, line.currency, line.eur_per_unit) == (90, "usd", 0.8)
    assert line.net_eur == pytest.approx(64.8)
    assert x["full_block_eur"] == pytest.approx(8 * 64.8)
    assert [x[f"check_{name}"] for name in RATE_CHECKS] == [1, 1, 1, 1, 1]


RATE_CHECKS = ("currency", "rate_dated", "rate_ahead", "rate_age", "rate_sourced")


@pytest.mark.parametrize(
    ("changes", "check"),
    [
        ({"date": None}, "rate_dated"),
        ({"date": AS_OF + datetime.timedelta(days=1)}, "rate_ahead"),
        ({"date": AS_OF - datetime.timedelta(days=366)}, "rate_age"),
        ({"source": None}, "rate_sourced"),
    ],
)
def test_a_rate_without_date_or_source_or_old_or_of_the_future_is_a_warning(
    changes: dict[str, Any], check: str
) -> None:
    x = in_dollars(**changes)
    assert [name for name in RATE_CHECKS if x[f"check_{name}"] == 0] == [check]
    assert (x["errors"], x["stands"]) == (0, 1)


def test_a_rate_is_as_old_as_the_settings_say() -> None:
    x = in_dollars(date=AS_OF - datetime.timedelta(days=365))
    assert x["rate_age_years"] == pytest.approx(365 / 365.25)
    assert x["check_rate_age"] == 1
    older = replace(x.block.scenario, settings=replace(x.block.scenario.settings, price_age_limit_years=0.9))
    assert size(older).designs[0]["check_rate_age"] == 0


def test_a_rate_that_no_part_needs_says_nothing() -> None:
    x = size(replace(in_dollars().block.scenario, bill=())).designs[0]
    assert [x[f"check_{name}"] for name in RATE_CHECKS] == [1, 1, 1, 1, 1]


def test_a_price_without_a_rate_is_an_error_that_names_the_part() -> None:
    """`size` refuses such a scenario; in the workbook, where nobody does, the design says it."""
    good = in_dollars().block.scenario
    x = DesignSizing(Block(replace(good, rates=()), good.designs_in_use[0]))
    assert (x["rates_missing"], x["check_currency"], x["stands"]) == (1, 0, 0)
    assert x["errors_in_words"].endswith("no exchange rate is known for the price of a part: slow")


def test_a_row_that_stands_twice_is_bought_twice() -> None:
    once, twice = (priced(with_tier(drives=8), *FULL_BILL[:2], *more) for more in ((), FULL_BILL[:2]))
    assert [line.row for line in twice.bill] == [1, 2, 3, 4]
    assert twice["users_eur"] == 2 * once["users_eur"]


def test_without_a_bill_there_is_no_price() -> None:
    x = sized(BLOCK)
    assert (x["bill_rows"], x["eur_per_vm"]) == (0, NO_PRICE)


def test_the_oldest_price_is_that_of_a_priced_part() -> None:
    """Neither the as-of date nor a part without a price makes up a date."""
    dates = {"slow": (1.0, datetime.date(2026, 12, 1)), "unknown": (None, datetime.date(2001, 1, 1))}
    prices = tuple(Price(LIST, part, None, eur, 0.0, "EUR", date) for part, (eur, date) in dates.items())
    made = replace(scenario(BLOCK, price_list=LIST), prices=prices)
    for parts, date in (("slow",), "2026-12-01"), (("slow", "unknown"), "2026-12-01"), (("unknown",), DASH), ((), DASH):
        x = size(replace(made, bill=tuple(BillRow("HDD", part, 1) for part in parts))).designs[0]
        assert (x["price_date"], x["price_age_years"], x["check_price_age"]) == (date, 0, 1)
