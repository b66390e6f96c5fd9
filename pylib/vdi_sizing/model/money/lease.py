"""Buying and leasing beside each other: each design as it is bought, and with a lease in place of some of the purchase.

A leased part has no purchase and no residual value; all else is paid as if it were bought. Rates are paid to the end
of the lease, or of the years of use where these are longer: by what the designs are compared does not hang on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import (
    RATE_DECIMALS,
    Value,
    flag,
    is_number,
    maximum,
    paid_in_advance,
    round_nearest,
    rounded,
    total_of,
)
from vdi_sizing.model.figure import Display, Scope, Shown, or_zero
from vdi_sizing.model.formats import EUR_CENT, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import said, spelled
from vdi_sizing.model.money.bill import month_interest
from vdi_sizing.model.money.running_cost import total_eur_of
from vdi_sizing.scenario import ALL_BOUGHT, IN_ADVANCE, IN_ARREARS, PER_BLOCK, PER_GPU_CARD, PER_HOST, PER_SHELF
from vdi_sizing.words import DASH, NO_PRICE, NOT_GIVEN, NOT_KNOWN

if TYPE_CHECKING:
    from vdi_sizing.model.money.bill import BillLine
    from vdi_sizing.model.scopes import Block


_PER_HARDWARE = "all that is billed per block, shelf, host, drive or GPU card"
_HARDWARE = (PER_BLOCK, PER_SHELF, PER_HOST, PER_GPU_CARD)
_DRIVE = "drive"
"""Is in the name of what drives of a tier are billed per, and those of a cache."""
_IS_HARDWARE = (
    "+".join(f'({{cost.per}}="{per}")' for per in _HARDWARE)
    + f'+ISNUMBER(SEARCH("{_DRIVE}",{{cost.per}}))'
)
_IS_LEASED = f'(({{settings.lease_of}}="{ALL_BOUGHT}")+{_IS_HARDWARE}>0)'


def _is_hardware(line: BillLine) -> bool:
    return line.per in _HARDWARE or _DRIVE in line.per


def _is_leased(b: Block, line: BillLine) -> bool:
    return b.settings.lease_of == ALL_BOUGHT or _is_hardware(line)


def _of_purchase(b: Block, all_bought: Value, counts: Callable[[BillLine], bool] = lambda line: True) -> Value:
    """What of the purchase is leased: all of it, or the rows of hardware of which something holds."""
    if b.settings.lease_factor is None:
        return 0.0
    if b.settings.lease_of == ALL_BOUGHT:
        return all_bought
    return float(total_of(line.users_eur for line in b.bill if _is_hardware(line) and counts(line)))


def _of_purchase_text(all_bought: str, counts: str) -> str:
    hardware = f"SUMPRODUCT(({_IS_HARDWARE})*{counts},{{cost.users_eur}})"
    return f'IF({{settings.lease_factor}}="",0,IF({{settings.lease_of}}="{ALL_BOUGHT}",{all_bought},{hardware}))'


def _credits(b: Block) -> float:
    if b.settings.lease_factor is None:
        return 0.0
    return float(total_of(
        line.recurring_eur * line.times for line in b.bill if line.quantity < 0 and _is_leased(b, line)))


def _rate(b: Block) -> Value:
    return b.leased_eur * or_zero(b.settings.lease_factor)


def _rates_paid(b: Block) -> Value:
    """How many: those of the lease, and where the years of use are longer those to their end."""
    return maximum(or_zero(b.settings.lease_months), b.months_per_year * b.settings.years)


def _beyond_buying(b: Block) -> Value:
    """What leasing costs beyond buying: the worth of its rates, less all that is not paid for then."""
    interest = month_interest(b.settings.discount_rate)
    worth = _rate(b) * paid_in_advance(interest, _rates_paid(b))
    in_arrears = 1 + interest * flag(b.settings.lease_paid != IN_ADVANCE)
    spared = flag(b.settings.lease_maintained) * b.lease_maintained_eur * b.settings.maintenance_share
    return worth / in_arrears - b.leased_eur - spared * b.present_value_factor - b.lease_credits_eur


_BEYOND_BUYING = (
    f"PV(ROUND((1+{{settings.discount_rate}})^(1/{{months_per_year}})-1,{RATE_DECIMALS}),"
    "MAX({settings.lease_months},{months_per_year}*{settings.years}),-{leased_eur}*{settings.lease_factor},0,"
    f'IF({{settings.lease_paid}}="{IN_ADVANCE}",1,0))'
    '-{leased_eur}-IF({settings.lease_maintained}="yes",1,0)*{lease_maintained_eur}*{settings.maintenance_share}'
    '*{present_value_factor}-{lease_credits_eur}'
)


def _if_given(label: str, result: Callable[[Block], Shown], note: str) -> Display[Block, Shown]:
    """What is said where Settings has a lease factor and the cost over the years is known, else words."""
    def python(b: Block) -> Shown:
        if b.settings.lease_factor is None:
            return NOT_GIVEN
        if not b.total_known:
            return NOT_KNOWN if b.bill_priced else NO_PRICE
        return result(b)

    return Display(label, "EUR", python, EUR_CENT, note)


def _if_leased(label: str, eur: Callable[[Block], Value], note: str = "") -> Display[Block, Shown]:
    """The same of a lease: a dash where nothing of a design is leased."""
    return _if_given(label, lambda b: eur(b) if rounded(b.leased_eur) > 0 else DASH, note)


def _if_priced(label: str, eur: Callable[[Block], Value], note: str) -> Display[Block, Shown]:
    """What is said as soon as what is bought has a price: a dash where nothing of a design is leased."""
    def python(b: Block) -> Shown:
        if b.settings.lease_factor is None:
            return NOT_GIVEN
        if not b.bill_priced:
            return NO_PRICE
        return eur(b) if rounded(b.leased_eur) > 0 else DASH

    return Display(label, "EUR", python, EUR_CENT, note)


def _terms(b: Block) -> str:
    """With how often a rate is paid: for all months of the lease, and of the years of use where these are longer."""
    if b.settings.lease_factor is None:
        return NOT_GIVEN
    paid = said(b.settings.lease_paid == IN_ADVANCE, IN_ADVANCE, IN_ARREARS)
    what = said(b.settings.lease_of == ALL_BOUGHT, ALL_BOUGHT, _PER_HARDWARE)
    months = maximum(or_zero(b.settings.lease_months), 0.0)
    return f"{months:.0f} months, {_rates_paid(b):.0f} rates {paid}: {what}"


def _which(b: Block) -> Shown:
    if not is_number(b.leased_total_eur):
        return f"{NOT_KNOWN}: {b.total_missing}" if b.leased_total_eur == NOT_KNOWN else b.leased_total_eur
    rates = f", with {_rates_paid(b):.0f} monthly rates"
    if b.lease_whole_eur == 0:
        return f"both cost the same{rates}"
    cheaper = said(b.leasing_beyond_eur > 0, "buying is cheaper by ", "leasing is cheaper by ")
    return f"{cheaper}{b.lease_whole_words} EUR{rates}"


def _per_user_month(b: Block, total: Shown) -> Shown:
    return total / b.users_whole / (b.months_per_year * b.settings.years) if is_number(total) else total


class Lease(Scope):
    """A design as it is bought, and with a lease in place of what of it is leased."""

    leased_eur: Display[Block, Value] = Display("purchase price of what is leased, as a number", "EUR",
        lambda b: _of_purchase(b, b.known_users_eur), EUR_CENT,
        "known prices, for these users: of rows of Bill per block, shelf, host, drive or GPU card, or of all; 0 "
        "without a lease factor",
        native=_of_purchase_text("{known_users_eur}", "1"))
    lease_maintained_eur: Display[Block, Value] = Display("of it maintained", "EUR",
        lambda b: _of_purchase(b, b.maintained.for_users_eur, lambda line: line.maintained_eur != 0), EUR_CENT,
        native=_of_purchase_text("{maintained.for_users_eur}", "({cost.maintained_eur}<>0)"))
    lease_credits_eur: Display[Block, Value] = Display("credits of later years of what is leased, present value", "EUR",
        _credits, EUR_CENT, "below 0; a residual value: what is leased has none",
        native=f'IF({{settings.lease_factor}}="",0,'
        f"SUMPRODUCT({_IS_LEASED}*({{cost.quantity}}<0),{{cost.recurring_eur}},{{cost.times}}))")
    leasing_beyond_eur: Display[Block, Value] = Display("cost of leasing beyond buying, as a number", "EUR",
        _beyond_buying, EUR_CENT, "below 0: leasing costs less", native=_BEYOND_BUYING)
    lease_whole_eur: Display[Block, Value] = Display("the same in whole EUR, without its sign", "EUR",
        lambda b: round_nearest(maximum(b.leasing_beyond_eur, -b.leasing_beyond_eur)), WHOLE)
    lease_whole_words: Display[Block, str] = Display("the same in words", "",
        lambda b: spelled(b.lease_whole_eur), TEXT)
    bought_total_eur: Display[Block, Shown] = _if_given("bought: cost over the years",
        total_eur_of, "as the designs are compared, with nothing leased by the lease factor")
    bought_eur_per_user_month: Display[Block, Shown] = Display("bought: EUR per user and month of use", "EUR",
        lambda b: _per_user_month(b, b.bought_total_eur), EUR_CENT)
    lease_terms: Display[Block, str] = Display("leased: for how long, and what", "", _terms, TEXT,
        "rates are paid for all months of the lease, and where the years of use are longer to their end")
    lease_amount_eur: Display[Block, Shown] = _if_priced("leased: purchase price of it", lambda b: b.leased_eur,
        "hardware: all rows of Bill per block, shelf, host, drive or GPU card, licences among them")
    leased_total_eur: Display[Block, Shown] = _if_leased("leased: cost over the years",
        lambda b: total_eur_of(b) + b.leasing_beyond_eur,
        "rates at their present value in place of the purchase and residual value of what is leased")
    lease_rate_eur: Display[Block, Shown] = _if_priced("leased: rate a month",
        _rate, "purchase price of what is leased x lease factor")
    leased_eur_per_user_month: Display[Block, Shown] = Display("leased: EUR per user and month of use", "EUR",
        lambda b: _per_user_month(b, b.leased_total_eur), EUR_CENT,
        "cost over the years when leased / users / months of the years of use")
    buy_or_lease: Display[Block, Shown] = Display("buy or lease", "", _which, TEXT,
        "by the cost over the years, and how many monthly rates it has; or what that cost lacks")
