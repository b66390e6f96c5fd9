"""Amounts that lack a part, as a price that nobody gave: what is known of them is a lower bound, and is shown as one.

A design that lacks a part is ranked by nothing. What it costs at least may still be more than the cheapest design
costs of which all is known: then nobody has to ask for the price.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from vdi_sizing._arrays import Value, flag, maximum, round_down, rounded
from vdi_sizing.engine.rows import count_over
from vdi_sizing.model.figure import Display, Figure, Scope
from vdi_sizing.model.formats import EUR_CENT, FLAG, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.model.money.bill import Cost, PartsPer
from vdi_sizing.model.money.growth import NeededInYear, OverTheGrowth, PaidInLaterYear
from vdi_sizing.model.money.running_cost import DrivesOnBill, OverTheYears, PowerAndSpace
from vdi_sizing.words import DASH

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


AT_LEAST = "≥ "
"""Stands before an amount that lacks a part."""


def _known_per_user(b: Block) -> Value:
    return (b.known_total_eur if b.over_years else b.known_users_eur) / maximum(1.0, b.users_whole)


def _is_whole(b: Block) -> Value:
    return b.total_known if b.over_years else b.bill_priced


class AtLeast(Scope):
    """Of a design that lacks a part."""

    credits_missing: Display[Block, float] = Display("credits without a price", "parts",
        lambda b: count_over(b.bill, lambda line: (line.known == 0) & (line.quantity < 0)), WHOLE,
        "what is known of the others is no lower bound then")
    least_eur: Display[Block, Value] = Display("EUR per user at least, as a number", "EUR",
        lambda b: b.feasible * (1 - _is_whole(b)) * flag(b.credits_missing == 0) * _known_per_user(b)
        if b.stands else 0.0, EUR_CENT,
        "what is known of that by which it is compared; 0 where all of it is known, or nothing")
    least_whole_eur: Display[Block, Value] = Display("EUR per user at least, rounded down", "EUR",
        lambda b: round_down(maximum(0.0, b.least_eur)), WHOLE)
    least_words: Display[Block, str] = Display("EUR per user, at least", "",
        lambda b: DASH if b.least_whole_eur < 1 else f"{AT_LEAST}{spelled(b.least_whole_eur)}", TEXT,
        "what is known of that by which the designs are compared, whole, rounded down")


def _costs_more(b: Block) -> Value:
    """Whether a design that lacks a price, and no target, costs more than the cheapest whose price is known."""
    if not b.ties or not b.targets_met or b.ranked:
        return 0.0
    return b.in_use * flag(rounded(b.least_eur - b.best_eur) > 0)


def _dearer_place(b: Block) -> float:
    return next((float(place) for place, other in enumerate(b.side_by_side, start=1) if other.dearer_anyway), 0.0)


_SUMS_OF_BILL: tuple[Figure[Any, Any], ...] = (
    Cost.known_block_eur, Cost.known_full_block_eur, Cost.known_users_eur, Cost.known_users_eur_with_vat,
    OverTheYears.known_maintenance_eur_per_year, OverTheYears.known_recurring_eur, DrivesOnBill.known_drives_eur,
    DrivesOnBill.known_flash_eur, PaidInLaterYear.parts_added_eur, NeededInYear.bought_eur, *PartsPer.declared(),
)  # fmt: skip
_SUMS_OF_YEARS: tuple[Figure[Any, Any], ...] = (
    OverTheYears.known_running_eur_per_year, OverTheYears.known_total_eur, OverTheYears.known_total_eur_with_vat,
    PaidInLaterYear.running_added_eur, OverTheGrowth.known_growth_eur,
)  # fmt: skip
_SUMS_OF_WATTS: tuple[Figure[Any, Any], ...] = (
    PowerAndSpace.block_power_w, PowerAndSpace.power_w, OverTheYears.known_energy_kwh_per_year,
)  # fmt: skip
WHOLE_WHERE: Mapping[Figure[Any, Any], Figure[Any, Any]] = {
    **dict.fromkeys(_SUMS_OF_BILL, Cost.priced), **dict.fromkeys(_SUMS_OF_YEARS, OverTheYears.total_known),
    **dict.fromkeys(_SUMS_OF_WATTS, PowerAndSpace.watts_known), PowerAndSpace.rack_units: PowerAndSpace.rack_known,
}  # fmt: skip
"""Numbers that add up what is known: each is the whole where the figure beside it is 1."""


class DearerAnyway(Scope):
    """Of designs that lack a part, beside the cheapest that lacks none."""

    dearer_anyway: Display[Block, Value] = Display("it costs more than the cheapest even without what it lacks", "0/1",
        _costs_more, FLAG, "of designs that miss no target")
    dearer_place: Display[Block, float] = Display("the first of them, by its place", "", _dearer_place, WHOLE,
        native="IFERROR(MATCH(1,{all.dearer_anyway},0),0)")
