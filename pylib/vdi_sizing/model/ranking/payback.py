"""A design beside the first one, and beside going on as today: what it costs more, and when that comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, magnitude, round_nearest, rounded
from vdi_sizing.engine.rows import total_over
from vdi_sizing.model.figure import Display, Scope, Shown, in_row, or_zero
from vdi_sizing.model.formats import EUR_CENT, ONE, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import said
from vdi_sizing.model.money.running_cost import TOTAL_TEXT, total_eur_of
from vdi_sizing.words import DASH, NEVER, NOT_GIVEN, NOT_KNOWN, OTHER_USERS, PURCHASE_ALONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


_AT_ONCE = "at once"
_CHEAPER_TO_BUY, _RUNS_DEARER = "cheaper to buy, ", "dearer to run (year 1), "
_IN_YEAR_1, _NOT_IN_YEAR_1 = "by what year 1 saves, but dearer ", "not by what year 1 saves, but cheaper "
_NOT_WITHIN, _BUT_DEARER = "not within ", ", but dearer "
_SAME, _CHEAPER, _DEARER = "the same ", "cheaper ", "dearer "


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
    if not b.like_first:
        return OTHER_USERS
    if not b.known_beside_first:
        return NOT_KNOWN
    return PURCHASE_ALONE if {b.total_holds, b.side_by_side[0].total_holds} == {PURCHASE_ALONE} else ""


_UNLESS = (
    f'IF({{like_first}}=0,"{OTHER_USERS}",IF({{known_beside_first}}=0,"{NOT_KNOWN}",IF(AND({{total_holds}}="{PURCHASE_ALONE}",'
    f'{_of_first("total_holds")}="{PURCHASE_ALONE}"),"{PURCHASE_ALONE}",'
)
"""Begins a native formula that compares costs over the years, and stands for `_no_number`; it takes three brackets."""


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
        EUR_CENT, "below 0: this design costs less", native=f'{_UNLESS}{TOTAL_TEXT}-{_of_first("known_total_eur")})))')
    payback_of_more: Display[Block, Shown] = Display("payback of what is bought beyond the first design", "years",
        lambda b: _bought_for_more(b, b.extra_purchase_eur, b.yearly_saving_eur, b.beyond_first_eur), ONE,
        "purchase beyond the first design's / what the first year saves")
    payback_of_less: Display[Block, str] = Display("where no more is bought than of the first design", "",
        lambda b: _bought_for_less(b, b.extra_purchase_eur, b.yearly_saving_eur, b.beyond_first_eur), TEXT)
    payback_years: Display[Block, Shown] = Display("payback against the first design", "years",
        lambda b: _no_number(b) or (b.payback_of_more if rounded(b.extra_purchase_eur) > 0 else b.payback_of_less), ONE,
        "purchase beyond the first design's / what the first year saves",
        native=f"{_UNLESS}IF(ROUND({{extra_purchase_eur}},9)>0,{{payback_of_more}},{{payback_of_less}}))))")


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
    today_apart_eur: Display[Block, Value] = Display("the same without its sign, whole", "EUR",
        lambda b: round_nearest(magnitude(b.beyond_today_eur)), WHOLE)
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
