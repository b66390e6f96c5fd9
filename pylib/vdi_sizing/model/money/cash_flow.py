"""What is paid when, what is written off, and what EUR per user are made of."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vdi_sizing._arrays import Value, is_number, round_nearest, total_of
from vdi_sizing.model.figure import Display, Scope, Shown
from vdi_sizing.model.formats import EUR_CENT
from vdi_sizing.model.money.licence_counts import each_of, kind_of
from vdi_sizing.scenario import BOUGHT_ONCE, MOST_YEARS, ONCE, PER_BLOCK, PER_HOST, PER_USER, PER_VM
from vdi_sizing.words import DASH, NO_PRICE, NOT_KNOWN

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, CostPart, Year
    from vdi_sizing.scenario import BillRow


CASH_FLOW_YEARS = range(MOST_YEARS + 1)
"""The start, and the end of each year after it that there may be, of the tables of payments and of depreciation."""
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
    ("once", "parts for the whole project, or by packs", _unpriced(ONCE), "{block.purchase.per_once_eur}",
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
