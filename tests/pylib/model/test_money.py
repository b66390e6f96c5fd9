"""What a block, a VM and all users cost, by the bill and its prices."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest
from tests.pylib.model.office import BLOCK, FULL_BILL, LIST, priced, scenario, sized, with_tier

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow
from vdi_sizing.tables.price_lists import Price
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
    design = replace(with_tier(drives=8, spares=2), spare_blocks=1)
    assert priced(design, ("slow", 1, "drive 1"))["users_eur"] == pytest.approx(3 * 10 * 90)


def test_a_missing_price_is_no_price_and_not_zero() -> None:
    x = priced(with_tier(drives=8), *FULL_BILL, ("unknown", 1, "block"))
    for name in ("full_block_eur", "users_eur", "eur_per_vm_full_block", "eur_per_vm", "eur_per_vm_with_vat"):
        assert x[name] == NO_PRICE
    assert (x["prices_missing"], x["check_prices"], x["errors"]) == (1, 0, 0)


def test_a_row_that_stands_twice_is_bought_twice() -> None:
    once, twice = priced(with_tier(drives=8), FULL_BILL[0]), priced(with_tier(drives=8), FULL_BILL[0], FULL_BILL[0])
    assert [line.row for line in twice.bill] == [1, 2]
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
