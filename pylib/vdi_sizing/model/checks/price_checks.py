"""What is checked of the bill and its prices: that both agree, are known, dated, sourced and not old."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import magnitude, maximum, rounded
from vdi_sizing.engine.rows import count_over, total_over
from vdi_sizing.inputs import name_key
from vdi_sizing.model.check import Error, Warning
from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import EUR_CENT, TEXT, WHOLE
from vdi_sizing.model.money.bill import PricesDoubtful
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


class PriceAgeChecks(Scope):
    check_price_age = Warning("the prices are not old", "the prices are older than the limit",
        lambda b: rounded(b.price_age_years - b.settings.price_age_limit_years) <= 0,
        remedy="Ask for new prices, and enter them with their date.")


_STRAY = (
    '(Bill[design]<>"")*ISNA(MATCH(Bill[design],{designs.name},0))*(ROW(Bill[design])-ROW(Bill[[#Headers],[design]]))'
)


def _stray_row(b: Block) -> int:
    """The last row of the bill, from 1, whose design does not exist; 0 if there is none."""
    names = {name_key(design.name) for design in b.scenario.designs}
    return max((at for at, row in enumerate(b.scenario.bill, start=1) if name_key(row.design) not in names), default=0)


def _stray_in_words(b: Block) -> str:
    at = _stray_row(b)
    return f"row {at} of it, {b.scenario.bill[at - 1].design}" if at else NONE


def _bill_agrees(b: Block) -> bool:
    if b.as_would_be:
        return True
    off = magnitude(b.bill_block_eur - b.known_full_block_eur) + magnitude(b.bill_users_eur - b.known_users_eur)
    total = maximum(1.0, magnitude(b.known_full_block_eur) + magnitude(b.known_users_eur))
    return b.bill_lines == b.bill_rows and rounded(off / total) == 0


class BillChecks(Scope):
    bill_stray_row: Display[Block, float] = Display("last row of the bill whose design does not exist", "",
        lambda b: float(_stray_row(b)), WHOLE, "0: there is none", native=f"IFERROR(SUMPRODUCT(LARGE({_STRAY},1)),0)")
    bill_stray: Display[Block, str] = Display("the same in words", "",
        _stray_in_words, TEXT,
        native=f'IF({{bill_stray_row}}=0,"{NONE}",'
        '"row "&{bill_stray_row}&" of it, "&INDEX(Bill[design],{bill_stray_row}))')
    check_bill_names = Error("every row of the bill names a design of the sheet Designs",
        "the bill names a design that does not exist", lambda b: b.bill_stray_row == 0,
        remedy="On Bill, choose the design from the list again: what is typed there does not follow a renamed design.",
        names=bill_stray)
    bill_lines: Display[Block, float] = Display("parts on the Cost sheet", "parts",
        lambda b: count_over(b.bill, lambda line: line.row != 0), WHOLE)
    bill_block_eur: Display[Block, float] = Display("sum per block on the Cost sheet", "EUR",
        lambda b: total_over(b.bill, lambda line: line.block_eur), EUR_CENT)
    bill_users_eur: Display[Block, float] = Display("sum for these users on the Cost sheet", "EUR",
        lambda b: total_over(b.bill, lambda line: line.users_eur), EUR_CENT)
    check_bill = Error("every part of the bill stands on the Cost sheet, and its sums agree",
        "a part of the bill is not on the Cost sheet, or its sums differ: run vdi-sizing compare, which makes room",
        _bill_agrees,
        remedy="Run vdi-sizing compare, which makes room for all parts.")


class PriceSourceChecks(Scope):
    check_currency = Error(f"every price on the bill is in {CURRENCY} or in a currency with an exchange rate",
        "no exchange rate is known for the price of a part", lambda b: b.rates_missing == 0,
        remedy="Enter the currency on Settings, with its rate, date and source.",
        names=PricesDoubtful.part_without_rate)
    check_price_dated = Warning("every price on the bill has a date", "a price on the bill has no date",
        lambda b: b.prices_undated == 0,
        remedy="Enter on Prices the date on which the price was valid.", names=PricesDoubtful.part_undated)
    check_price_ahead = Warning("no price on the bill is dated after the as-of date",
        "a price on the bill is dated after the as-of date", lambda b: b.prices_ahead == 0,
        remedy="Correct the price's date on Prices, or the as-of date on Settings.")
    check_price_valid = Warning("no price on the bill is past the last day of its offer",
        "a price on the bill is past the last day of its offer", lambda b: b.prices_expired == 0,
        remedy="Ask for a new offer, and enter it with its last day.")
    check_price_sourced = Warning("every price on the bill has a source", "a price on the bill has no source",
        lambda b: b.prices_unsourced == 0,
        remedy="Enter on Prices where the price comes from: a list, an offer or a page; or its supplier with the "
        "number of the quote.")
    check_rate_dated = Warning("every exchange rate that is used has a date", "an exchange rate has no date",
        lambda b: b.rates_undated == 0,
        remedy="Enter on Settings the date of the exchange rate.")
    check_rate_ahead = Warning("no exchange rate that is used is dated after the as-of date",
        "an exchange rate is dated after the as-of date", lambda b: b.rates_ahead == 0,
        remedy="Correct the date of the exchange rate or the as-of date on Settings.")
    check_rate_age = Warning("the exchange rates that are used are not old",
        "an exchange rate is older than the limit",
        lambda b: rounded(b.rate_age_years - b.settings.price_age_limit_years) <= 0,
        remedy="Enter on Settings today's exchange rate with its date.")
    check_rate_sourced = Warning("every exchange rate that is used has a source", "an exchange rate has no source",
        lambda b: b.rates_unsourced == 0,
        remedy="Enter on Settings where the exchange rate comes from, such as a central bank's page.")
