"""What is checked of the bill and its prices: how old they are, until when an offer holds, where a price is from."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import AS_OF, BLOCK, FULL_BILL, LIST, priced, scenario, with_tier

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow
from vdi_sizing.tables.price_lists import ExchangeRate, Price

DAY = datetime.timedelta(days=1)
OF_PRICE = ("check_price_dated", "check_price_ahead", "check_price_valid", "check_price_sourced")
OF_RATE = ("check_rate_dated", "check_rate_ahead", "check_rate_age", "check_rate_sourced")


def test_old_prices_warn() -> None:
    x = priced(with_tier(drives=8), *FULL_BILL)
    assert x["price_age_years"] == 0
    assert priced(with_tier(drives=8), *FULL_BILL, price_age_limit_years=0.5)["check_price_age"] == 1
    old = replace(
        scenario(BLOCK, price_list=LIST),
        prices=(Price(LIST, "slow", None, 1.0, 0.0, "EUR", datetime.date(2011, 6, 1)),),
        bill=(BillRow("HDD", "slow", 1),),
    )
    x = size(old).designs[0]
    assert x["price_date"] == "2011-06-01"
    assert x["price_age_years"] == pytest.approx(15.5, abs=0.1)
    assert (x["check_price_age"], x["errors"]) == (0, 0)


@pytest.mark.parametrize(
    ("said", "fails"),
    [
        ({}, set()),
        ({"date": None}, {"check_price_dated"}),
        ({"date": AS_OF + DAY}, {"check_price_ahead"}),
        ({"valid_until": AS_OF}, set()),
        ({"valid_until": AS_OF - DAY}, {"check_price_valid"}),
        ({"source": None}, {"check_price_sourced"}),
        ({"source": None, "supplier": "Example AG"}, {"check_price_sourced"}),
        ({"source": None, "supplier": "Example AG", "quote_number": "A-17"}, set()),
    ],
)
def test_what_is_doubtful_of_a_price_is_said(said: dict[str, Any], fails: set[str]) -> None:
    made = priced(with_tier(drives=8), *FULL_BILL).block.scenario
    prices = tuple(replace(price, **said) if price.part == "slow" else price for price in made.prices)
    x = size(replace(made, prices=prices)).designs[0]
    assert {name for name in OF_PRICE if not x[name]} == fails
    assert x["errors"] == 0


@pytest.mark.parametrize(
    ("said", "fails"),
    [
        ({}, set()),
        ({"date": None}, {"check_rate_dated"}),
        ({"date": AS_OF + DAY}, {"check_rate_ahead"}),
        ({"date": AS_OF - 3000 * DAY}, {"check_rate_age"}),
        ({"source": None}, {"check_rate_sourced"}),
    ],
)
def test_what_is_doubtful_of_an_exchange_rate_is_said(said: dict[str, Any], fails: set[str]) -> None:
    made = priced(with_tier(drives=8), *FULL_BILL, price_age_limit_years=5.0).block.scenario
    prices = tuple(replace(price, currency="USD") if price.part == "slow" else price for price in made.prices)
    rate = ExchangeRate(**{"currency": "USD", "eur_per_unit": 0.9, "date": AS_OF, "source": "a central bank", **said})
    x = size(replace(made, prices=prices, rates=(rate,))).designs[0]
    assert {name for name in OF_RATE if not x[name]} == fails
    assert x["check_currency"] == 1


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        (1, "1"), (3, "1, 2, 3"), (4, "1, 2, 3 and 1 other part"), (5, "1, 2, 3 and 2 other parts"),
    ],
)  # fmt: skip
def test_what_has_no_price_is_named_and_of_many_the_others_are_counted(parts: int, named: str) -> None:
    listed = tuple(Price(LIST, f"{number + 1}", None, None, 0.0, "EUR", None) for number in range(parts))
    bill = tuple(BillRow("HDD", price.part, 1) for price in listed)
    x = size(replace(scenario(BLOCK, price_list=LIST), prices=listed, bill=bill)).designs[0]
    assert x["part_without_price"] == named
    assert f"price of {named}" in x["total_missing"]
    assert f"parts without a price: {named}" in x["failing"]
