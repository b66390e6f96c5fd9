"""The cost over the years as it is shown: what it holds, and what it leaves out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, rounded
from vdi_sizing.formulas import cost
from vdi_sizing.model.figure import Display, Figure, S, Scope, Shown, over, shown
from vdi_sizing.model.formats import EUR_CENT, FLAG, TEXT
from vdi_sizing.model.money.running_cost import OverTheYears, total_eur_of
from vdi_sizing.scenario import SERVICE
from vdi_sizing.words import DASH, NO_PRICE, NONE, NOT_KNOWN, PURCHASE_ALONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, PartOverTheYears


def _per_user(b: Block) -> Value:
    return total_eur_of(b) / b.users_whole


class TotalShown(Scope):
    """Whether the cost over the years is shown."""

    total_shown: Display[Block, Value] = Display("the same, and the answer stands", "0/1",
        lambda b: b.total_known if b.stands else 0.0, FLAG)


def _priced(label: str, flag: Figure[S, Value], known: Figure[S, Value], note: str = "") -> Display[S, Shown]:
    """A number of EUR, or "no price" where the flag beside it is 0."""
    return Display(label, "EUR", lambda s: shown(flag.of(s), known.of(s), NO_PRICE), EUR_CENT, note)


def _over_the_years(label: str, eur: Callable[[Block], Value], note: str = "") -> Display[Block, Shown]:
    """A total over the years, or words: it is not known, or is the purchase alone.

    Its formula works it out, and names no line that has it: a step less to the prices.
    """
    def python(b: Block) -> Shown:
        if not b.total_known:
            return NOT_KNOWN if b.bill_priced else NO_PRICE
        return PURCHASE_ALONE if b.total_holds == PURCHASE_ALONE else eur(b)

    return Display(label, "EUR", python, EUR_CENT, note)


def _total_holds(b: Block) -> str:
    if not b.total_shown:
        return DASH
    held = ", ".join(part.called for part in b.held_parts if part.held)
    return held if any(part.held for part in b.later_parts) else PURCHASE_ALONE


def _total_left_out(b: Block) -> str:
    """What a total over the years lacks, or else what it leaves out."""
    if not b.total_shown:
        return DASH if b.total_known else b.total_missing
    charged = () if b.design.block_kind == SERVICE else b.charged_parts
    left_out = [part.called for part in charged if not part.held] + ["profile store"] * bool(b.store_left_out)
    return ", ".join(left_out) or NONE


_HELD = 'IF({held}=0,"",", {called}")'
_LEFT_OUT = (
    f'IF({{design.block_kind}}="{SERVICE}","",' + over("charged_parts", "&", 'IF({held}=0,", {called}","")')
    + ')&IF({store_left_out}=0,"",", profile store")')


class OverTheYearsShown(Scope):
    total_holds: Display[Block, str] = Display("the cost over the years holds", "",
        _total_holds, TEXT,
        "what of it is not 0 EUR",
        native=f'IF({{total_shown}}=0,"{DASH}",IF({over("later_parts", "+", "{held}")}=0,"{PURCHASE_ALONE}",'
        f'MID({over("held_parts", "&", _HELD)},3,200)))')
    total_left_out: Display[Block, str] = Display("left out of the cost over the years", "",
        _total_left_out, TEXT,
        "what is not known of it, and then there is no total; else what is 0 EUR, beside VAT",
        native=f'IF({{total_shown}}=0,IF({{total_known}}=0,{{total_missing}},"{DASH}"),'
        f'IF({_LEFT_OUT}="","{NONE}",MID({_LEFT_OUT},3,200)))')
    total_eur_per_user: Display[Block, Shown] = _over_the_years("EUR per user over the years",
        _per_user, "for these users, per named user")
    total_eur_per_user_month: Display[Block, Shown] = _over_the_years("EUR per user and month of use",
        lambda b: _per_user(b) / (b.months_per_year * b.settings.years),
        "EUR per user over the years / months of these years")
    energy_eur_per_year: Display[Block, Shown] = _priced("price of the energy per year", OverTheYears.energy_priced,
        OverTheYears.known_energy_eur_per_year,
        "without a price, or where power is not known, energy is not in the total")
    rack_eur_per_year: Display[Block, Shown] = _priced("rack space per year", OverTheYears.rack_priced,
        OverTheYears.known_rack_eur_per_year, "without a price, rack space is not in the total")
    maintenance_eur_per_year: Display[Block, Shown] = _priced("maintenance per year", OverTheYears.bill_priced,
        OverTheYears.known_maintenance_eur_per_year)
    running_eur_per_year: Display[Block, Shown] = Display("running costs per year", "EUR",
        lambda b: shown(b.total_known, b.known_running_eur_per_year, NOT_KNOWN if b.bill_priced else NO_PRICE),
        EUR_CENT, "in the first year; parts per year stand apart")
    total_eur: Display[Block, Shown] = _over_the_years("cost over the years", total_eur_of,
        "purchase + present value of what the line below names")
    total_eur_with_vat: Display[Block, Shown] = _over_the_years("cost over the years, with VAT",
        lambda b: cost._with_vat(total_eur_of(b), b.settings.vat_share), "VAT on everything that it holds")
    total_eur_per_vm: Display[Block, Shown] = _over_the_years("EUR per VM over the years",
        lambda b: total_eur_of(b) / b.vms_whole, "for these users, per concurrent VM")


class HeldOverTheYears(Scope):
    """What the cost over the years holds: what of it is not 0 EUR."""

    held: Display[PartOverTheYears, float] = Display("it holds: {called}", "0/1",
        lambda p: flag(rounded(p.eur) != 0) if p.block.total_shown else 0.0, FLAG, "1: these EUR are not 0",
        pattern="holds_{key}")
