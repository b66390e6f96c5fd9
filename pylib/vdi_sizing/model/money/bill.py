"""What a block and all of them cost: the bill of materials priced, and EUR per VM."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from vdi_sizing._arrays import (
    RATE_DECIMALS,
    Value,
    flag,
    maximum,
    minimum,
    paid_in_advance,
    round_nearest,
    rounded,
    where,
    whole,
)
from vdi_sizing.engine.rows import count_over, total_over
from vdi_sizing.formulas.cost import _cost_per_vm, _discounted_price, _with_vat
from vdi_sizing.inputs import Input
from vdi_sizing.model.figure import Display, Figure, Given, Scope, Shown, first_where, places_in_column, shown
from vdi_sizing.model.formats import EUR_CENT, FLAG, MARGIN, ONE, TEXT, THREE, TWO, WHOLE
from vdi_sizing.model.grouped_digits import DAY_0, date_text
from vdi_sizing.model.money.licence_counts import (
    added_by_packs,
    cores_of,
    counted_on,
    each_of,
    kind_of,
    quantity_of_each,
    share_of_group,
    times_of,
    times_per_block,
)
from vdi_sizing.scenario import (
    BOUGHT_ONCE,
    IN_ADVANCE,
    ONCE,
    PER_BLOCK,
    PER_HOST,
    PER_MONTH,
    PER_USER,
    PER_VM,
)
from vdi_sizing.words import (
    CENTS_PER_EUR,
    DASH,
    DAYS_PER_YEAR,
    HOURS_PER_YEAR,
    MONTHS_PER_YEAR,
    NO_LIMIT,
    NO_LIMIT_TEXT,
    NO_PRICE,
    NONE,
    WATTS_PER_KW,
)

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import BillSum, Block
    from vdi_sizing.scenario import BillRow
    from vdi_sizing.tables.licences import Metric
    from vdi_sizing.tables.price_lists import ExchangeRate, Price


@dataclass(frozen=True)
class BillLine:
    """One line of a design's configuration: a part, its price and what it comes to."""

    row: int  # its position in the scenario's bill, from 1, or below 0 in the parts of its kits
    part: str
    description: str
    quantity: float
    per: str
    kind: str  # as often as what it is there
    of_group: float  # the share of its user group; 1: of all
    of_each: Shown  # how many a host, a block and the like take of it
    times: float  # how often that is there, for these users
    added: float  # what packs and a least order add, in times of one of them
    metric: Metric | None
    cores_counted: float  # of a host, by the metric; 0: not known
    stored: float | str  # TB or TiB of a block, or its shelves, of a part that is billed by them
    amount: float | None
    currency: str
    eur_per_unit: float
    discount_share: float
    net_eur: float
    amount_eur: float
    quantity_per_block: float
    block_eur: float
    quantity_for_users: float
    users_eur: float
    date: datetime.date | None
    recurs: str
    maintained_eur: float
    first_year: float
    last_year: float
    paid: str
    rises: bool
    factor: float
    recurring_eur: float
    yearly_eur: float
    valid_until: datetime.date | None
    sourced: bool
    rate: ExchangeRate | None

    @property
    def known(self) -> float:
        """1 where it has a price, else 0."""
        return flag(self.amount is not None)


class Summed(NamedTuple):
    """A row of the bill, what it comes to in a sum, and what packs add to it, in times of that."""

    kind: str
    eur: Value
    added: float


def bill_lines(b: Block) -> tuple[BillLine, ...]:
    """The parts of a design, priced and multiplied."""
    return tuple(_bill_line(b, at, row) for at, row in b.scenario.numbered_bill_of(b.design))


def _bill_line(b: Block, at: int, row: BillRow) -> BillLine:
    price = b.scenario.price_of(row.part)
    net, once, added = net_eur(b, row), flag(row.recurs == BOUGHT_ONCE), added_by_packs(b, row)
    each, times = quantity_of_each(b, row), float(times_of(b, row))
    per_block, for_users = each * float(times_per_block(b, row)), each * (times + added)
    return BillLine(
        row=at, part=row.part, description=price.description or "", quantity=row.quantity, per=row.per,
        kind=kind_of(row), stored=counted_on(b, row),
        of_group=share_of_group(b, row), of_each=each_of(b, row), times=times, added=added,
        metric=b.scenario.metric_of(row),
        cores_counted=cores_of(b, row),
        amount=price.amount, currency=price.currency, eur_per_unit=b.scenario.eur_per_unit(price),
        discount_share=price.discount_share, net_eur=net, amount_eur=each * net, quantity_per_block=per_block,
        block_eur=once * per_block * net, quantity_for_users=for_users, users_eur=once * for_users * net,
        date=price.date, recurs=row.recurs,
        maintained_eur=once * flag(row.maintained) * each * net, first_year=(1 - once) * row.first_year,
        last_year=(1 - once) * float(_last_year(b, row)), paid=row.paid, rises=row.rises,
        factor=(1 - once) * float(_factor_of(b, row)),
        recurring_eur=each * net * float(_recurring(b, row)),
        yearly_eur=(1 - once) * for_users * net * times_a_year(row.recurs), valid_until=price.valid_until,
        sourced=price.sourced, rate=b.scenario.rate_of(price))


def net_eur(b: Block, row: BillRow) -> float:
    """The price of a part in EUR less its discount, in cents where the settings say so; 0 where it has none."""
    price = b.scenario.price_of(row.part)
    net = float(_discounted_price((price.amount or 0.0) * b.scenario.eur_per_unit(price), price.discount_share))
    return float(round_nearest(net * CENTS_PER_EUR)) / CENTS_PER_EUR if b.settings.cents else net


def each_eur(b: Block, row: BillRow) -> float:
    """What a host, a block and the like takes of a part, in EUR."""
    return quantity_of_each(b, row) * net_eur(b, row)


def times_a_year(recurs: str) -> int:
    """How often a part that is paid again and again is paid in a year."""
    return MONTHS_PER_YEAR if recurs == PER_MONTH else 1


def month_interest_text(interest: str) -> str:
    """The interest of a month that comes to that of a year, as a native formula."""
    return f"ROUND((1+{interest})^(1/{MONTHS_PER_YEAR})-1,{RATE_DECIMALS})"


def year_of_months(interest: Value) -> Value:
    """What 1 EUR a year is worth at its end, where a twelfth of it is paid at the end of each month.

    >>> year_of_months(0.0), round(year_of_months(0.05), 4)
    (1.0, 1.0227)
    """
    month = month_interest(interest)
    return paid_in_advance(month, float(MONTHS_PER_YEAR)) / MONTHS_PER_YEAR / (1 + month) * (1 + interest)


def month_interest(interest: Value) -> Value:
    """The interest of a month that comes to that of a year."""
    return rounded((1 + interest) ** (1 / MONTHS_PER_YEAR) - 1, RATE_DECIMALS)


def years_factor(first: str, last: str, advance: str, monthly: str, rise: str, interest: str) -> str:
    """The present value of 1 EUR a year from one year to another, which rises every year, as a native formula.

    0 where it ends before it begins, or before year 1: that is the price of what is bought once.

    `advance`: by how much of a year it is paid ahead: 1, a twelfth where it is paid each month (`monthly`), or 0.
    """
    years = f"PV(ROUND((1+{interest})/(1+{rise})-1,{RATE_DECIMALS}),{last}-{first}+1,-1,0,1)"
    of_months = f"PV({month_interest_text(interest)},{MONTHS_PER_YEAR},-1/{MONTHS_PER_YEAR},0,SIGN({advance}))"
    in_year = f"IF({monthly},{of_months},1/(1+{interest}*(1-{advance})))"
    return f"IF({last}<MAX(1,{first}),0,{years}*((1+{rise})/(1+{interest}))^({first}-1)*{in_year})"


def present_value_of_years(
    first: Value, last: Value, paid: str, recurs: str, rise: Value, interest: Value
) -> Value:
    """The same, in Python."""
    years = paid_in_advance((1 + interest) / (1 + rise) - 1, last - first + 1)
    in_year = 1 / (1 + interest * flag(paid != IN_ADVANCE))
    if recurs == PER_MONTH:
        in_year = year_of_months(interest) / (1 + interest) * (1 + month_interest(interest) * flag(paid == IN_ADVANCE))
    return where(last < maximum(1.0, first), 0.0, years * ((1 + rise) / (1 + interest)) ** (first - 1) * in_year)


def _last_year(b: Block, row: BillRow) -> Value:
    """The last year in which a part per year is paid for: of the years of use."""
    return b.settings.years if row.last_year is None else minimum(row.last_year, b.settings.years)


def times_paid(b: Block, row: BillRow) -> Value:
    """How often a part is paid within the years of use: once, or in each year of its own, or each month of that."""
    if row.recurs == BOUGHT_ONCE:
        return 1.0
    return times_a_year(row.recurs) * maximum(_last_year(b, row) - row.first_year + 1, 0.0)


def times_paid_text() -> str:
    """The same of each row of a design's bill, as a native formula: 0 years are those of what is bought once."""
    years = "({cost.first_year}<={cost.last_year})*({cost.last_year}-{cost.first_year}+1)"
    return f'{MONTHS_PER_YEAR}^({{cost.recurs}}="{PER_MONTH}")*{years}'


def _factor_of(b: Block, row: BillRow) -> Value:
    rise = b.settings.escalation if row.rises else 0.0
    interest = b.settings.discount_rate
    return present_value_of_years(row.first_year, _last_year(b, row), row.paid, row.recurs, rise, interest)


def _bought(b: Block, row: BillRow) -> Value:
    return flag(row.recurs == BOUGHT_ONCE)


def _maintained(b: Block, row: BillRow) -> Value:
    return flag(row.recurs == BOUGHT_ONCE and row.maintained)


def _recurring(b: Block, row: BillRow) -> Value:
    return 0.0 if row.recurs == BOUGHT_ONCE else times_a_year(row.recurs) * _factor_of(b, row)


SUMS: tuple[tuple[str, str, str, Callable[[Block, BillRow], Value]], ...] = (
    ("parts_", "parts per", "amount_eur", _bought),
    ("maintained_", "maintained parts per", "maintained_eur", _maintained),
    ("recurring_", "present value of the parts that are paid per year, per", "recurring_eur", _recurring),
)
"""What is summed over the bill: how its figures begin and are called, the column of Cost, and how a row counts."""


def _billed_per(s: BillSum, kind: str) -> Value:
    return total_over(s.rows, lambda row: row.eur, lambda row: row.kind == kind)


def _parts(label: str, kind: str) -> Given[BillSum, Value]:
    """What the parts come to that are billed per something, or are there as often."""
    return Given("{sum} " + label, "EUR", lambda s: _billed_per(s, kind), EUR_CENT,
        "net, from the Cost sheet", varies=Input(f"parts per {label}", "EUR"))


def _billed_once(s: BillSum) -> Value:
    return _billed_per(s, ONCE) + total_over(s.rows, lambda row: row.eur * row.added)


class PartsPer(Scope):
    """Of parts that count alike: what they come to per block, VM and so on, and for these users."""

    per_block_eur: Given[BillSum, Value] = _parts("block", PER_BLOCK)
    per_host_eur: Given[BillSum, Value] = _parts("host", PER_HOST)
    per_vm_eur: Given[BillSum, Value] = _parts("VM", PER_VM)
    per_user_eur: Given[BillSum, Value] = _parts("user", PER_USER)
    per_drive1_eur: Given[BillSum, Value] = _parts("drive of tier 1", "drive 1")
    per_drive2_eur: Given[BillSum, Value] = _parts("drive of tier 2", "drive 2")
    per_drive3_eur: Given[BillSum, Value] = _parts("drive of tier 3", "drive 3")
    per_cache_drive_eur: Given[BillSum, Value] = _parts("drive of the flash cache", "cache drive")
    per_once_eur: Given[BillSum, Value] = Given("{sum} project, once", "EUR",
        _billed_once, EUR_CENT, "net, from the Cost sheet; and what packs and least orders of licences add",
        varies=Input("parts per project, once", "EUR"))
    drives_eur: Figure[BillSum, Value] = Figure("{sum} drive, all drives of a block", "EUR",
        lambda s: s.per_drive1_eur * s.block.tier1.drives_bought + s.per_drive2_eur * s.block.tier2.drives_bought
        + s.per_drive3_eur * s.block.tier3.drives_bought + s.per_cache_drive_eur * s.block.cache.drives, EUR_CENT)
    for_users_eur: Figure[BillSum, Value] = Figure("{sum} anything, for these users", "EUR",
        lambda s: s.block.blocks * (s.per_block_eur + s.drives_eur) + s.block.hosts_paid * s.per_host_eur
        + s.per_vm_eur * s.block.vms_whole + s.per_user_eur * s.block.users_whole + s.per_once_eur, EUR_CENT,
        "known prices")


def _constant(label: str, unit: str, value: float) -> Display[Block, float]:
    return Display(label, unit, lambda b: float(value), TWO)


class Constants(Scope):
    """What formulas of money name, so that no number in them has to be guessed."""

    hours_per_year: Display[Block, float] = _constant("hours of a year", "h", HOURS_PER_YEAR)
    days_per_year: Display[Block, float] = _constant("days of a year", "d", DAYS_PER_YEAR)
    months_per_year: Display[Block, float] = _constant("months of a year", "", MONTHS_PER_YEAR)
    watts_per_kw: Display[Block, float] = _constant("watts of a kilowatt", "W", WATTS_PER_KW)
    cents_per_eur: Display[Block, float] = _constant("cents of a EUR", "", CENTS_PER_EUR)


class UsersOfCase(Scope):
    users_per_vm: Given[Block, float] = Given("users per concurrent VM", "users",
        lambda b: total_over(b.groups, lambda group: group.users) / b.vms_of_users, THREE,
        "named users: those of all VMs of this case, in use or not")
    users_whole: Figure[Block, Value] = Figure("users, whole", "users",
        lambda b: whole(b.vms * b.users_per_vm), WHOLE, "named users")


class UsersOfBlock(Scope):
    users_per_block: Figure[Block, Value] = Figure("users of a full block", "users",
        lambda b: b.vms_per_block * b.users_per_vm, ONE, "named users, on the average of these")


_BLOCK_EUR = (
    "{purchase.per_block_eur}+({purchase.per_drive1_eur}*{tier1.drives_bought}"
    "+{purchase.per_drive2_eur}*{tier2.drives_bought}+{purchase.per_drive3_eur}*{tier3.drives_bought}"
    "+{purchase.per_cache_drive_eur}*{cache.drives})"
)
"""A block without parts per VM and user, from the sums of the bill: that a total stands few steps before its prices."""
_OWN_ROWS = 'IFERROR(SUMPRODUCT((Bill[design]<>"")*(Bill[design]={design.name})),0)'
BROUGHT = '((Parts[kit]={design.kit})+({design.gpu_card}<>"")*(Parts[kit]={design.gpu_card}))'
"""Rows of Parts that a design with a kit brings along: those of the kit, and of its GPU card."""
_ROWS_OF_KIT = f"IF(ISNA(MATCH({{design.kit}},Parts[kit],0)),0,SUMPRODUCT({BROUGHT}))"
_BILL_ROWS = f"IF(ISNA(MATCH({{design.name}},Bill[design],0)),{_ROWS_OF_KIT},{_OWN_ROWS})"
"""COUNTIF would take "1" and "01" for the same name. LibreOffice 25.2 refuses SUMPRODUCT of wholly empty rows."""


def _if_known(b: Block, eur: Value) -> Value:
    """EUR where all prices are known and a block carries a VM, else 0."""
    return where(b.priced * b.feasible == 0, 0.0, eur)


def _per_vm_of_block(b: Block) -> Value:
    return _cost_per_vm(b.known_full_block_eur, maximum(1.0, b.vms_per_block))


def _per_vm(b: Block) -> Value:
    return _cost_per_vm(b.known_users_eur, b.vms_whole)


def _per_user(b: Block) -> Value:
    return _cost_per_vm(b.known_users_eur, b.users_whole)


class Cost(Scope):
    bill_rows: Given[Block, float] = Given("parts on the bill", "parts",
        lambda b: float(len(b.bill_rows_of_design)), WHOLE,
        native=_BILL_ROWS)
    prices_missing: Given[Block, float] = Given("parts without a price", "parts",
        lambda b: count_over(b.prices, lambda price: price.known == 0), WHOLE)
    no_credits: Given[Block, float] = Given("the bill holds no credit", "0/1",
        lambda b: flag(count_over(b.bill_rows_of_design, lambda row: row.quantity < 0) == 0), FLAG)
    priced: Figure[Block, float] = Figure("all prices known", "0/1",
        lambda b: flag(b.bill_rows > 0 and b.prices_missing + b.unpaid == 0), FLAG,
        "and all drives and hosts that are sized on the bill")
    known_block_eur: Figure[Block, Value] = Figure("block without parts per VM and per user", "EUR",
        lambda b: b.purchase.per_block_eur + b.purchase.drives_eur + b.purchase.per_host_eur * b.hosts_of_block,
        EUR_CENT, "known prices")
    known_full_block_eur: Figure[Block, Value] = Figure("full block", "EUR",
        lambda b: b.known_block_eur + b.purchase.per_vm_eur * b.vms_per_block
        + b.purchase.per_user_eur * b.users_per_block, EUR_CENT,
        "known prices; parts bought once for the project or paid per year stand apart",
        native=f"{_BLOCK_EUR}+{{purchase.per_host_eur}}*{{hosts_of_block}}+{{purchase.per_vm_eur}}*{{vms_per_block}}"
        "+{purchase.per_user_eur}*{users_per_block}")
    known_users_eur: Figure[Block, Value] = Figure("purchase for these users", "EUR",
        lambda b: b.purchase.for_users_eur, EUR_CENT, "known prices, the purchase",
        native=f"{{blocks}}*({_BLOCK_EUR})+{{hosts_paid}}*{{purchase.per_host_eur}}+{{purchase.per_vm_eur}}*{{vms_whole}}"
        "+{purchase.per_user_eur}*{users_whole}+{purchase.per_once_eur}")
    known_eur_per_vm_full_block: Figure[Block, Value] = Figure("EUR per VM of a full block, as a number", "EUR",
        lambda b: _if_known(b, _per_vm_of_block(b)), EUR_CENT, "0 where a price is missing")
    known_eur_per_vm: Figure[Block, Value] = Figure("EUR per VM for these users, as a number", "EUR",
        lambda b: _if_known(b, _per_vm(b)), EUR_CENT, "0 where a price is missing")
    known_eur_per_vm_with_vat: Figure[Block, Value] = Figure(
        "EUR per VM for these users, with VAT, as a number", "EUR",
        lambda b: _with_vat(b.known_eur_per_vm, b.settings.vat_share), EUR_CENT)
    known_eur_per_user_full_block: Figure[Block, Value] = Figure("EUR per user of a full block, as a number", "EUR",
        lambda b: b.known_eur_per_vm_full_block / b.users_per_vm, EUR_CENT, "0 where a price is missing")
    known_eur_per_user: Figure[Block, Value] = Figure("EUR per user for these users, as a number", "EUR",
        lambda b: _if_known(b, _per_user(b)), EUR_CENT, "0 where a price is missing")
    known_eur_per_user_with_vat: Figure[Block, Value] = Figure(
        "EUR per user for these users, with VAT, as a number", "EUR",
        lambda b: _with_vat(b.known_eur_per_user, b.settings.vat_share), EUR_CENT)
    known_users_eur_with_vat: Figure[Block, Value] = Figure("purchase for these users, with VAT", "EUR",
        lambda b: _with_vat(b.known_users_eur, b.settings.vat_share),
        EUR_CENT, "known prices")


def _if_priced(label: str, eur: Callable[[Block], Value], note: str = "") -> Figure[Block, Shown]:
    """The number, or "no price". It works out what another line has, and names no line: a step less to the prices."""
    return Figure(label, "EUR", lambda b: shown(b.priced * b.feasible, eur(b), NO_PRICE), EUR_CENT, note)


class CostShown(Scope):
    full_block_eur: Figure[Block, Shown] = _if_priced("purchase price of a full block",
        lambda b: b.known_full_block_eur)
    users_eur: Figure[Block, Shown] = _if_priced("purchase price of all for these users", lambda b: b.known_users_eur)
    eur_per_vm_full_block: Figure[Block, Shown] = _if_priced("EUR per VM of a full block",
        _per_vm_of_block, "per concurrent VM; what is bought")
    eur_per_vm: Figure[Block, Shown] = _if_priced("EUR per VM for these users", _per_vm,
        "per concurrent VM; what is bought")
    eur_per_vm_with_vat: Figure[Block, Shown] = _if_priced("EUR per VM for these users, with VAT",
        lambda b: _with_vat(_per_vm(b), b.settings.vat_share), "per concurrent VM; what is bought")
    eur_per_user_full_block: Figure[Block, Shown] = _if_priced("EUR per user of a full block",
        lambda b: _per_vm_of_block(b) / b.users_per_vm, "per named user; what is bought")
    eur_per_user: Figure[Block, Shown] = _if_priced("EUR per user for these users", _per_user,
        "per named user; what is bought")
    eur_per_user_with_vat: Figure[Block, Shown] = _if_priced("EUR per user for these users, with VAT",
        lambda b: _with_vat(_per_user(b), b.settings.vat_share), "per named user; what is bought")
    users_eur_with_vat: Figure[Block, Shown] = _if_priced("purchase price of all for these users, with VAT",
        lambda b: _with_vat(b.known_users_eur, b.settings.vat_share))


def _oldest(b: Block) -> datetime.date | None:
    """The date of the oldest price on the bill."""
    dates = (price.date for price in b.prices if price.amount is not None)
    return min((date for date in dates if date is not None), default=None)


def _part_without_rate(b: Block) -> str:
    return next((row.part for row in b.bill_rows_of_design
        if not b.scenario.is_convertible(b.scenario.price_of(row.part))), NONE)


def _first_end(b: Block) -> datetime.date | None:
    """The last day of the offer on the bill that ends first."""
    ends = (price.valid_until for price in b.prices if price.amount is not None)
    return min((end for end in ends if end is not None), default=None)


_DATES, _ENDS = "COUNT({cost.price_date})", "COUNT({cost.valid_until})"


class PriceDate(Scope):
    price_date: Given[Block, str] = Given("oldest price of the bill", "",
        lambda b: DASH if (oldest := _oldest(b)) is None else oldest.isoformat(), TEXT, "of the parts with a price",
        native=f'IF({_DATES}=0,"{DASH}",{date_text("MIN({cost.price_date})")})')
    price_end: Given[Block, float] = Given("first last day of an offer on the bill, as a number", "",
        lambda b: NO_LIMIT if (end := _first_end(b)) is None else float((end - DAY_0).days), MARGIN,
        "of the parts with a price", native=f"IF({_ENDS}=0,{NO_LIMIT_TEXT},MIN({{cost.valid_until}}))")


def _age_years(b: Block, date: datetime.date | None) -> float:
    return 0.0 if date is None else max(0, (b.settings.as_of - date).days) / DAYS_PER_YEAR


class PriceAge(Scope):
    price_age_years: Given[Block, float] = Given("age of the oldest price", "years",
        lambda b: _age_years(b, _oldest(b)), ONE, "to the as-of date",
        native=f"IF({_DATES}=0,0,MAX(0,{{settings.as_of}}-MIN({{cost.price_date}}))/{{days_per_year}})")


def _oldest_rate(b: Block) -> datetime.date | None:
    """The date of the oldest exchange rate that a price on the bill is converted at."""
    rates = (b.scenario.rate_of(price) for price in b.prices if price.amount is not None)
    return min((rate.date for rate in rates if rate is not None and rate.date is not None), default=None)


class RateAge(Scope):
    rate_age_years: Given[Block, float] = Given("age of the oldest exchange rate that is used", "years",
        lambda b: _age_years(b, _oldest_rate(b)), ONE, "to the as-of date",
        native="IF(COUNT({cost.rate_date})=0,0,MAX(0,{settings.as_of}-MIN({cost.rate_date}))/{days_per_year})")


def _prices(label: str, native: str, counts: Callable[[Block, Price], bool]) -> Given[Block, float]:
    """How many of the prices on the bill there are of a kind."""
    return Given(label, "prices",
        lambda b: float(sum(price.amount is not None and counts(b, price) for price in b.prices)), WHOLE,
        native=native)


def _rates(label: str, native: str, counts: Callable[[Block, ExchangeRate], bool]) -> Given[Block, float]:
    """How many of the prices on the bill are converted at a rate of a kind."""
    def count(b: Block) -> float:
        rates = (b.scenario.rate_of(price) for price in b.prices if price.amount is not None)
        return float(sum(rate is not None and counts(b, rate) for rate in rates))

    return Given(label, "prices", count, WHOLE, native=native)


def _free_parts(b: Block) -> list[str]:
    """The parts of the bill that have a price, and of which nothing remains."""
    priced = ((row, b.scenario.price_of(row.part)) for row in b.bill_rows_of_design)
    return [
        row.part for row, price in priced
        if price.amount is not None and b.scenario.eur_per_unit(price) > 0 and net_eur(b, row) == 0
    ]


def _unpriced(b: Block) -> list[str]:
    """The parts of the bill that have no price."""
    return [row.part for row in b.bill_rows_of_design if b.scenario.price_of(row.part).amount is None]


def _without_price(b: Block) -> str:
    if not b.bill_rows:
        return _NOTHING_BILLED
    if not b.prices_missing:
        return NONE
    others = b.prices_missing - _NAMED
    counted = f"{_AND}{others:.0f}{_OTHER if others == 1 else _OTHERS}" if others > 0 else ""
    return f"{_unpriced(b)[0]}{b.further_without_price}{counted}"


def _nothing_noted(b: Block) -> str:
    text = b.design.acknowledged or ""
    at = text.lower().find(_FREE)
    reason = "" if at < 0 or ";" in text else f"{_SINCE}{text[at + len(_FREE) :][:200]}"
    return f"{b.first_of_nothing}{reason}"


def _part_undated(b: Block) -> str:
    priced = ((row.part, b.scenario.price_of(row.part)) for row in b.bill_rows_of_design)
    return next((part for part, price in priced if price.amount is not None and price.date is None), NONE)


_PLACES = places_in_column("{cost.part}")
_FREE, _SINCE, _TEXT = "price_of_nothing:", " –", "{design.acknowledged}"
_NAMED = 3
"""Parts without a price that are named; of the others the number is said."""
_BEYOND_ALL = "1E9"  # no sheet has so many rows
_AND, _OTHER, _OTHERS = " and ", " other part", " other parts"


def _lacking_text(which: int) -> str:
    """As a native formula, the name of a further part without a price, behind those before it."""
    place = f"SUMPRODUCT(SMALL({places_in_column('{cost.known}')}+{_BEYOND_ALL}*({{cost.known}}<>0),{which}))"
    return f'IF({{prices_missing}}<{which},"",", "&INDEX({{cost.part}},{place}))'


_NOTHING_BILLED = "no row of the bill names this design"


class PricesDoubtful(Scope):
    further_without_price: Given[Block, str] = Given("further parts without a price, by name", "",
        lambda b: "".join(f", {part}" for part in _unpriced(b)[1:_NAMED]), TEXT,
        native=f"{_lacking_text(2)}&{_lacking_text(3)}")
    part_without_price: Given[Block, str] = Given("parts without a price, by name", "",
        _without_price, TEXT,
        native=f'IF({{bill_rows}}=0,"{_NOTHING_BILLED}",IF({{prices_missing}}=0,"{NONE}",'
        f"INDEX({{cost.part}},MATCH(0,{{cost.known}},0))&{{further_without_price}}"
        f'&IF({{prices_missing}}>{_NAMED},"{_AND}"&{{prices_missing}}-{_NAMED}'
        f'&IF({{prices_missing}}={_NAMED + 1},"{_OTHER}","{_OTHERS}"),"")))')
    prices_of_nothing: Given[Block, float] = Given("parts whose price less its discount is 0", "parts",
        lambda b: float(len(_free_parts(b))), WHOLE,
        native='COUNTIFS({cost.known},1,{cost.eur_per_unit},">0",{cost.net_eur},0)')
    first_of_nothing: Given[Block, str] = Given("the first of them", "",
        lambda b: next(iter(_free_parts(b)), NONE), TEXT,
        native=f'IF({{prices_of_nothing}}=0,"{NONE}",INDEX({{cost.part}},'
        f'{first_where("({cost.known}=1)*({cost.net_eur}=0)*({cost.eur_per_unit}<>0)", _PLACES)}))')
    nothing_noted: Given[Block, str] = Given("the same with the reason, as the page says it", "",
        _nothing_noted, TEXT, "where it is acknowledged, and nothing else is",
        native=f'{{first_of_nothing}}&IF(ISNUMBER(SEARCH("{_FREE}",{_TEXT})),IF(ISNUMBER(FIND(";",{_TEXT})),"",'
        f'"{_SINCE}"&MID({_TEXT},SEARCH("{_FREE}",{_TEXT})+{len(_FREE)},200)),"")')
    prices_undated: Given[Block, float] = _prices("prices without a date", f"COUNTIF({{cost.known}},1)-{_DATES}",
        lambda b, price: price.date is None)
    part_undated: Given[Block, str] = Given("the first part whose price has no date", "",
        _part_undated, TEXT,
        native=f'IF({{prices_undated}}=0,"{NONE}",INDEX({{cost.part}},'
        f'{first_where("({cost.known}=1)*(1-ISNUMBER({cost.price_date}))", _PLACES)}))')
    prices_endless: Given[Block, float] = _prices("prices without a last day", f"COUNTIF({{cost.known}},1)-{_ENDS}",
        lambda b, price: price.valid_until is None)
    prices_ahead: Given[Block, float] = _prices("prices dated after the as-of date",
        'COUNTIF({cost.price_date},">"&{settings.as_of})',
        lambda b, price: price.date is not None and price.date > b.settings.as_of)
    prices_expired: Given[Block, float] = _prices("prices past the last day of their offer",
        'COUNTIF({cost.valid_until},"<"&{settings.as_of})',
        lambda b, price: price.valid_until is not None and price.valid_until < b.settings.as_of)
    prices_unsourced: Given[Block, float] = _prices("prices without a source", "COUNTIF({cost.sourced},0)",
        lambda b, price: not price.sourced)
    rates_missing: Given[Block, float] = Given("prices in a currency without an exchange rate", "prices",
        lambda b: float(sum(not b.scenario.is_convertible(price) for price in b.prices)), WHOLE,
        native="COUNTIF({cost.eur_per_unit},0)")
    part_without_rate: Given[Block, str] = Given("the first part whose price has no exchange rate", "",
        _part_without_rate, TEXT,
        native=f'IF({{rates_missing}}=0,"{NONE}",INDEX({{cost.part}},MATCH(0,{{cost.eur_per_unit}},0)))')
    rates_undated: Given[Block, float] = _rates("prices at an exchange rate without a date",
        "COUNT({cost.rate_sourced})-COUNT({cost.rate_date})", lambda b, rate: rate.date is None)
    rates_ahead: Given[Block, float] = _rates("prices at an exchange rate dated after the as-of date",
        'COUNTIF({cost.rate_date},">"&{settings.as_of})',
        lambda b, rate: rate.date is not None and rate.date > b.settings.as_of)
    rates_unsourced: Given[Block, float] = _rates("prices at an exchange rate without a source",
        "COUNTIF({cost.rate_sourced},0)", lambda b, rate: rate.source is None)
