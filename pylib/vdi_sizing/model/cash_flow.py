"""What is paid when, what EUR per user are made of, and the difference between a design and the first one."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vdi_sizing._arrays import Value, flag, is_number, round_nearest, rounded, total_of
from vdi_sizing.engine.rows import total_over
from vdi_sizing.model.figure import Display, Scope, Shown, in_row, or_zero
from vdi_sizing.model.formats import EUR_CENT, FLAG, ONE, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import said
from vdi_sizing.model.licence_counts import each_of, kind_of
from vdi_sizing.model.running_cost import TOTAL_TEXT, total_eur_of
from vdi_sizing.scenario import (
    BOUGHT_ONCE,
    MOST_YEARS,
    ONCE,
    PER_BLOCK,
    PER_HOST,
    PER_USER,
    PER_VM,
)
from vdi_sizing.words import DASH, NEVER, NO_PRICE, NOT_GIVEN, NOT_KNOWN, PURCHASE_ALONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, CostPart, PartOverTheYears, Year
    from vdi_sizing.scenario import BillRow


CASH_FLOW_YEARS = range(MOST_YEARS + 1)
"""The start, and the end of each year after it that there may be, of the tables of payments and of depreciation."""
_AT_ONCE = "at once"
_CHEAPER_TO_BUY, _RUNS_DEARER = "cheaper to buy, ", "dearer in year 1, "
_IN_YEAR_1, _NOT_IN_YEAR_1 = "by what year 1 saves, but dearer ", "not by what year 1 saves, but cheaper "
_NOT_WITHIN, _BUT_DEARER = "not within ", ", but dearer "
_SAME, _CHEAPER, _DEARER = "the same ", "cheaper ", "dearer "
EUR_OR_DASH = f'#,##0.00;-#,##0.00;"{DASH}"'

class Lacking(NamedTuple):
    """When a part of the EUR per user is not known, as a native formula and in Python, and the word in its place."""

    native: str
    python: Callable[[Block], bool]
    word: str = NO_PRICE


_NOT_ONCE = f'"<>"&"{BOUGHT_ONCE}"'


def _unpriced(
    *pers: str, once: bool = True, unpaid: str = "0", and_unpaid: Callable[[Block], Value] = lambda b: 0.0
) -> Lacking:
    """Where there is no bill, a row of it of these kinds has no price, or something sized is not on it.

    `once`: of what is bought once; else of what is paid again and again. Without kinds: a row of any kind; a star in
    one stands for any letters. So does one of which nobody knows how many: it is there per host or block.
    """
    recurs = f'"{BOUGHT_ONCE}"' if once else _NOT_ONCE
    missing = f"COUNTIFS({{cost.known}},0,{{cost.recurs}},{recurs}"
    counts = "+".join(f'{missing},{{cost.kind}},"{per}")' for per in pers) or f"{missing})"
    if PER_HOST in pers or not pers:
        counts = f'COUNTIFS({{cost.of_each}},"{NOT_KNOWN}",{{cost.recurs}},{recurs})+{counts}'

    def is_of(row: BillRow) -> bool:
        of_kind = not pers or any(fnmatchcase(kind_of(row), per) for per in pers)
        return of_kind and (row.recurs == BOUGHT_ONCE) == once

    def python(b: Block) -> bool:
        rows = [row for row in b.bill_rows_of_design if is_of(row)]
        without = any(b.scenario.price_of(row.part).amount is None or each_of(b, row) == NOT_KNOWN for row in rows)
        return without or b.bill_rows == 0 or bool(and_unpaid(b) > 0)

    return Lacking(f"{counts}+({{block.bill_rows}}=0)+{unpaid}>0", python)


_PER_DRIVE = "*drive*"
"""Drives of a tier, and those of a cache."""
_Part: TypeAlias = tuple[str, str, Lacking, str, Callable[["Block"], Value]]
_TOTAL_KNOWN = Lacking("{block.total_known}=0", lambda b: b.total_known == 0, NOT_KNOWN)
PARTS_OF_PURCHASE: tuple[_Part, ...] = (
    ("blocks", "parts per server, host or array",
     _unpriced(PER_BLOCK, PER_HOST, unpaid="{block.block_unpaid}+{block.hosts_unpaid}",
               and_unpaid=lambda b: b.block_unpaid + b.hosts_unpaid),
     "({block.blocks}*{block.purchase.per_block_eur}+{block.hosts_paid}*{block.purchase.per_host_eur})",
     lambda b: b.blocks * b.purchase.per_block_eur + b.hosts_paid * b.purchase.per_host_eur),
    ("drives", "drives",
     _unpriced(_PER_DRIVE, unpaid="{block.drives_unpaid}", and_unpaid=lambda b: b.drives_unpaid),
     "{block.blocks}*{block.purchase.drives_eur}", lambda b: b.blocks * b.purchase.drives_eur),
    ("users", "parts per user and per VM", _unpriced(PER_VM, PER_USER),
     "({block.purchase.per_vm_eur}*{block.vms_whole}+{block.purchase.per_user_eur}*{block.users_whole})",
     lambda b: b.purchase.per_vm_eur * b.vms_whole + b.purchase.per_user_eur * b.users_whole),
    ("once", "parts bought once or added by packs", _unpriced(ONCE), "{block.purchase.per_once_eur}",
     lambda b: b.purchase.per_once_eur),
)
PARTS_OF_LATER_COST: tuple[_Part, ...] = (
    ("recurring", "parts paid per year", _unpriced(once=False), "{block.known_recurring_eur}",
     lambda b: b.known_recurring_eur),
    ("energy", "energy",
     Lacking('IF({settings.eur_per_kwh}="",0,1)*({block.watts_known}=0)>0',
             lambda b: b.settings.eur_per_kwh is not None and b.watts_known == 0, NOT_KNOWN),
     "{block.known_energy_eur_per_year}*{block.present_value_factor}",
     lambda b: b.known_energy_eur_per_year * b.present_value_factor),
    ("rack", "rack space",
     Lacking('IF({settings.eur_per_rack_unit_year}="",0,1)*({block.rack_known}=0)>0',
             lambda b: b.settings.eur_per_rack_unit_year is not None and b.rack_known == 0, NOT_KNOWN),
     "{block.known_rack_eur_per_year}*{block.present_value_factor}",
     lambda b: b.known_rack_eur_per_year * b.present_value_factor),
    ("maintenance", "maintenance", Lacking("{block.bill_priced}=0", lambda b: b.bill_priced == 0),
     "{block.known_maintenance_eur_per_year}*{block.present_value_factor}",
     lambda b: b.known_maintenance_eur_per_year * b.present_value_factor),
    ("store", "profile store", Lacking("{block.feasible}=0", lambda b: b.feasible == 0, NOT_KNOWN),
     "{block.known_store_eur_per_year}*{block.present_value_factor}",
     lambda b: b.known_store_eur_per_year * b.present_value_factor),
)
"""What EUR per user are made of, bought and later: key, label, when it is not known, and the EUR for these users."""
OF_NAMED_USERS = "named users; later payments discounted"
NOTED = {"once": "named users; and what packs and least orders of licences add"}
"""What the EUR per user of a part are of, where it is more than is said of all of them."""
PARTS_OVER_THE_YEARS: tuple[_Part, ...] = (
    ("purchase", "purchase", _TOTAL_KNOWN, "{block.known_users_eur}", lambda b: b.known_users_eur),
    *PARTS_OF_LATER_COST,
)


class PartOfCost(Scope):
    eur_per_user: Display[CostPart, Shown] = Display("EUR per user, {called}", "EUR",
        lambda c: c.per_user, EUR_OR_DASH, "{noted}",
        pattern="breakdown_{key}_eur_per_user",
        native='IF({lacking},"{word}",{amount}/{block.users_whole})')


_ONLY, _OF_SEVERAL, _END = " (only with ", " designs)", ")"


def of_designs(words: str, some: list[Block], every: Value) -> str:
    """One of several things in a list that hold of some designs: of all, or of which one, or of how many."""
    if not some:
        return ""
    who = f"{some[0].design.name}{_END}" if len(some) == 1 else f"{len(some)}{_OF_SEVERAL}"
    return f", {words}" if len(some) == every else f", {words}{_ONLY}{who}"


def of_designs_text(words: str, some: str, every: str, first: str) -> str:
    """The same as a native formula: of `", words"`, of numbers of designs, and of the name of the first of them."""
    who = f'IF({some}=1,{first}&"{_END}",{some}&"{_OF_SEVERAL}")'
    return f'IF({some}=0,"",{words}&IF({some}={every},"","{_ONLY}"&{who}))'


class HeldOverTheYears(Scope):
    """What the cost over the years holds: what of it is not 0 EUR."""

    held: Display[PartOverTheYears, float] = Display("it holds: {called}", "0/1",
        lambda p: flag(rounded(p.eur) != 0) if p.block.total_shown else 0.0, FLAG, "1: these EUR are not 0",
        pattern="holds_{key}")


class HeldOfDesigns(Scope):
    """The same over all designs."""

    held_by: Display[PartOverTheYears, float] = Display("cost over the years with: {called}", "designs",
        lambda p: float(len(p.holding)), WHOLE, pattern="designs_with_{key}",
        native="SUMPRODUCT({all.held}*{all.block.in_use})")
    held_words: Display[PartOverTheYears, str] = Display("the same as the page says it: {called}", "",
        lambda p: of_designs(p.called, p.holding, p.block.totals_shown), TEXT, pattern="page_holds_{key}",
        native=of_designs_text('", {called}"', "{held_by}", "{block.totals_shown}",
            in_row("{all.block.name_shown}", "MATCH(1,{all.held},0)")))


class PaidInYear(Scope):
    """What is paid at one moment, and what that is worth at the start."""

    payments_eur: Display[Year, Shown] = Display("payments, {moment}", "EUR", lambda y: y.shown(y.payments), EUR_CENT,
        "{holds}; not discounted", pattern="payments_{number}_eur",
        native=f'IF({{block.bill_priced}}=0,"{NO_PRICE}",IF({{block.total_known}}=0,"{NOT_KNOWN}",'
        f'IF({{number}}>{{settings.years}},"{DASH}",{{payments}})))')
    payments_present_eur: Display[Year, Shown] = Display("present value of the payments, {moment}", "EUR",
        lambda y: y.present_value, EUR_CENT,
        "payments / (1 + interest per year)^years since the start; those per month earlier in the year",
        pattern="payments_{number}_present_eur",
        native="IF(ISNUMBER({payments_eur}),({payments_eur}{earlier})/(1+{settings.discount_rate})^{number},"
        "{payments_eur})")


def _all_payments(b: Block) -> Shown:
    if not b.total_known:
        return NOT_KNOWN if b.bill_priced else NO_PRICE
    return total_of(each for year in b.years if not isinstance(each := year.payments_present_eur, str))


def _payments_off(b: Block) -> Shown:
    found = b.all_payments_eur
    if not is_number(found):
        return found
    return round_nearest((found - b.known_total_eur) * b.cents_per_eur) / b.cents_per_eur


class AllPayments(Scope):
    all_payments_eur: Display[Block, Shown] = Display("present value of all payments", "EUR", _all_payments, EUR_CENT,
        "the sum of the lines above",
        native=f'IF({{bill_priced}}=0,"{NO_PRICE}",IF({{total_known}}=0,"{NOT_KNOWN}",'
        "SUM({payments_at_start.payments_present_eur}:{last_payments.payments_present_eur})))")
    payments_off_eur: Display[Block, Shown] = Display("present value of all payments - cost over the years", "EUR",
        _payments_off, EUR_CENT, "0.00: both are worked out by themselves, and agree")


class DepreciatedInYear(Scope):
    depreciation_eur: Display[Year, Shown] = Display("depreciation, {year}", "EUR", lambda y: y.depreciation, EUR_CENT,
        "of the purchase, straight-line", pattern="depreciation_{number}_eur")


def _of_first(name: str) -> str:
    return in_row(f"{{all.{name}}}", "1")


def _running_of_first_year(b: Block) -> Value:
    """What is paid in the first year for the running costs and the parts per year."""
    return b.known_running_eur_per_year + total_over(
        b.bill, lambda line: line.yearly_eur, lambda line: line.first_year == 1)


def _known_beside_first(b: Block) -> float:
    first = b.side_by_side[0]
    return flag(b.total_known * first.total_known * first.stands * b.like_first == 1)


def _no_number(b: Block) -> str:
    """Why no cost over the years is compared; blank where it is."""
    if not b.known_beside_first:
        return NOT_KNOWN
    return PURCHASE_ALONE if {b.total_holds, b.side_by_side[0].total_holds} == {PURCHASE_ALONE} else ""


_UNLESS = (
    f'IF({{known_beside_first}}=0,"{NOT_KNOWN}",IF(AND({{total_holds}}="{PURCHASE_ALONE}",'
    f'{_of_first("total_holds")}="{PURCHASE_ALONE}"),"{PURCHASE_ALONE}",'
)
"""Begins a native formula that compares costs over the years, and stands for `_no_number`; it takes two brackets."""


def _bought_for_more(b: Block, extra_eur: Value, saving_eur: Value, difference_eur: Value) -> Shown:
    """The years after which what a year saves has paid for what is bought beyond the other, or words in their place.

    Words where that is after the years of use; and where the first year and all years of use disagree, what holds
    in which.
    """
    saving, difference = rounded(saving_eur), rounded(difference_eur)
    if saving > 0 and rounded(extra_eur - saving_eur * b.settings.years) <= 0:
        return extra_eur / saving_eur if difference <= 0 else f"{_IN_YEAR_1}over {b.years_words}"
    if difference < 0:
        return f"{_NOT_IN_YEAR_1}over {b.years_words}"
    return f"{_NOT_WITHIN}{b.years_words}" if saving > 0 else NEVER


def _bought_for_less(b: Block, extra_eur: Value, saving_eur: Value, difference_eur: Value) -> str:
    """What to say where no more is bought than of the other."""
    extra, saving, difference = rounded(extra_eur), rounded(saving_eur), rounded(difference_eur)
    if saving < 0:
        than = f"{said(difference == 0, _SAME, f'{said(difference < 0, _CHEAPER, _DEARER)}')}over {b.years_words}"
        return f"{said(extra < 0, _CHEAPER_TO_BUY)}{_RUNS_DEARER}{than}"
    if difference > 0:
        return f"{_AT_ONCE}{_BUT_DEARER}over {b.years_words}"
    return DASH if extra == 0 and saving == 0 and difference == 0 else _AT_ONCE


class BesideFirst(Scope):
    """A design against the first one."""

    known_beside_first: Display[Block, float] = Display("cost over the years known here and of the first design", "0/1",
        _known_beside_first, "0",
        "a first design with an error, or with other users, has no cost to compare with")
    first_year_running_eur: Display[Block, Value] = Display("running costs and parts per year, first year", "EUR",
        _running_of_first_year, EUR_CENT)
    extra_purchase_eur: Display[Block, Value] = Display("purchase beyond that of the first design, as a number", "EUR",
        lambda b: b.known_users_eur - b.side_by_side[0].known_users_eur, EUR_CENT)
    yearly_saving_eur: Display[Block, Value] = Display("saved a year against the first design, as a number", "EUR",
        lambda b: b.side_by_side[0].first_year_running_eur - b.first_year_running_eur, EUR_CENT,
        "running costs and parts per year of the first year")
    beyond_first_eur: Display[Block, Value] = Display("cost beyond the first design, as a number", "EUR",
        lambda b: b.known_total_eur - b.side_by_side[0].known_total_eur, EUR_CENT)
    difference_eur: Display[Block, Shown] = Display("cost over the years beyond that of the first design", "EUR",
        lambda b: _no_number(b) or b.beyond_first_eur,
        EUR_CENT, "below 0: this design costs less", native=f'{_UNLESS}{TOTAL_TEXT}-{_of_first("known_total_eur")}))')
    payback_of_more: Display[Block, Shown] = Display("payback of what is bought beyond the first design", "years",
        lambda b: _bought_for_more(b, b.extra_purchase_eur, b.yearly_saving_eur, b.beyond_first_eur), ONE,
        "purchase beyond the first design's / what the first year saves")
    payback_of_less: Display[Block, str] = Display("where no more is bought than of the first design", "",
        lambda b: _bought_for_less(b, b.extra_purchase_eur, b.yearly_saving_eur, b.beyond_first_eur), TEXT)
    payback_years: Display[Block, Shown] = Display("payback against the first design", "years",
        lambda b: _no_number(b) or (b.payback_of_more if rounded(b.extra_purchase_eur) > 0 else b.payback_of_less), ONE,
        "purchase beyond the first design's / what the first year saves",
        native=f"{_UNLESS}IF(ROUND({{extra_purchase_eur}},9)>0,{{payback_of_more}},{{payback_of_less}})))")


def _beside_today(b: Block, result: Callable[[], Shown]) -> Shown:
    """A result against what is paid today, or words where either is not known."""
    if b.settings.today_eur_per_year is None:
        return NOT_GIVEN
    return result() if b.total_known else NOT_KNOWN


class BesideToday(Scope):
    """A design against buying nothing: going on as today, for what is paid per year."""

    known_today_eur: Display[Block, Value] = Display("going on as today, over the years, as a number", "EUR",
        lambda b: or_zero(b.settings.today_eur_per_year) * b.present_value_factor, EUR_CENT, "0: not given")
    saved_today_eur: Display[Block, Value] = Display("saved a year against today, as a number", "EUR",
        lambda b: or_zero(b.settings.today_eur_per_year) - b.first_year_running_eur, EUR_CENT,
        "running costs and parts per year of the first year")
    beyond_today_eur: Display[Block, Value] = Display("cost beyond going on as today, as a number", "EUR",
        lambda b: b.known_total_eur - b.known_today_eur, EUR_CENT)
    today_eur: Display[Block, Shown] = Display("going on as today, over the years", "EUR",
        lambda b: NOT_GIVEN if b.settings.today_eur_per_year is None else b.known_today_eur, EUR_CENT,
        "buying nothing: what Settings says is paid today, rising as running costs do")
    today_difference_eur: Display[Block, Shown] = Display("cost over the years beyond going on as today", "EUR",
        lambda b: _beside_today(b, lambda: total_eur_of(b) - b.known_today_eur), EUR_CENT,
        "below 0: this design costs less than buying nothing")
    today_payback_of_more: Display[Block, Shown] = Display("payback of what is bought beyond today", "years",
        lambda b: _bought_for_more(b, b.known_users_eur, b.saved_today_eur, b.beyond_today_eur), ONE,
        "purchase / what the first year saves")
    today_payback_of_less: Display[Block, str] = Display("where nothing is bought", "",
        lambda b: _bought_for_less(b, b.known_users_eur, b.saved_today_eur, b.beyond_today_eur), TEXT)
    today_payback_years: Display[Block, Shown] = Display("payback against going on as today", "years",
        lambda b: _beside_today(b, lambda: b.today_payback_of_more if rounded(b.known_users_eur) > 0
            else b.today_payback_of_less), ONE,
        "purchase / what the first year saves")
