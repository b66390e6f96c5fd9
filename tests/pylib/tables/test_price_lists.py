"""Price lists: the two configuration sheets of the Fujitsu paper."""

from __future__ import annotations

import datetime

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.tables.drives import drive
from vdi_sizing.tables.price_lists import CURRENCY, PRICES, ExchangeRate, Price

EUR = {price.part: price.amount or 0.0 for price in PRICES}
SERVER = {
    "S26361-K1344-V301": 1, "S26361-F3619-E266": 2, "S26361-F3604-E515": 18, "S26361-F3554-E512": 1,
    "S26361-F2735-E7": 1, "S26361-F2735-E101": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("drive_name", "drives", "total_eur"),
    [("Fujitsu HD SAS 6G 300 GB 10K", 2, 9455), ("Fujitsu SSD SATA 3G 64 GB SLC", 4, 13555)],
)
def test_configuration_sheets_add_up(drive_name: str, drives: int, total_eur: float) -> None:
    """F9 and F10; the drive that is sized is the drive that is priced."""
    sheet = SERVER | {drive(drive_name).part: drives}
    assert sum(EUR[part] * quantity for part, quantity in sheet.items()) == total_eur


def test_all_parts_are_of_one_dated_list() -> None:
    assert {(p.price_list, p.date, p.currency) for p in PRICES} == {
        ("Fujitsu EUR list, June 2011 (day not printed)", datetime.date(2011, 6, 1), "EUR")
    }
    assert len(EUR) == len(PRICES) == 8


def test_what_is_no_list_price_is_not_called_one() -> None:
    """The disk's price was adapted, says the document; none of its prices holds software, nor has a printed day."""
    disk = next(price for price in PRICES if price.part == "S26361-F4482-E130")
    assert disk.how_sure == "inferred"
    assert "adapted" in str(disk.source)
    assert {price.how_sure for price in PRICES if price is not disk} == {"read"}
    assert all("day is not printed" in str(price.note) and price.source_date for price in PRICES)
    assert sum("Software is left out" in str(price.note) for price in PRICES) >= 6


def test_a_price_without_a_currency_is_in_eur() -> None:
    assert Price("list", "part", None, 1, 0, None, None).currency == CURRENCY  # type: ignore[arg-type]


@pytest.mark.parametrize("rate", [0, -1, None])
def test_an_exchange_rate_is_above_0(rate: float) -> None:
    with pytest.raises(InputError, match=r"EUR per unit is .*; expected a number above 0 EUR"):
        ExchangeRate("USD", rate)


def test_a_missing_price_is_none_and_a_wrong_discount_is_refused() -> None:
    today = datetime.date(2026, 1, 2)
    assert Price("list", "part", None, None, 0, "EUR", today).amount is None
    with pytest.raises(InputError, match="discount is 15; expected a share from 0 to 1"):
        Price("list", "part", None, 100, 15, "EUR", today)
