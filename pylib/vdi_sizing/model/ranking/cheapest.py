"""Which design is the cheapest that can be recommended, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, round_nearest
from vdi_sizing.engine.rows import least_over, total_over
from vdi_sizing.model.figure import Display, Scope, in_row
from vdi_sizing.model.formats import EUR_OR_NONE, FLAG, MARGIN, WHOLE
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


class OfferedWithGrowth(Scope):
    """What growth makes of what can be recommended."""

    growth_offered_eur: Display[Block, Value] = Display("EUR per user with growth, whole, if offered", "EUR",
        lambda b: round_nearest(b.known_growth_eur / b.last_growth.users)
        if b.offered * b.growth_known else NO_LIMIT, MARGIN)


def best_of(b: Block) -> Block:
    return next(other for other in b.side_by_side if other.cheapest)


def _ranked(b: Block) -> list[Value]:
    return sorted(other.ranked_eur for other in b.side_by_side)


def cents_in_all(b: Block, eur_per_user: Value) -> Value:
    """What the sheets show of EUR per user times the users: they are the same where these are."""
    return round_nearest(100 * (eur_per_user * b.users_whole))


FIRST_CHEAPEST = "MATCH(1,{all.cheapest},0)"


class Cheapest(Scope):
    """Over all designs: which one is the cheapest that can be recommended, and by how much."""

    meeting: Display[Block, float] = Display("designs that miss no target", "designs",
        lambda b: total_over(b.side_by_side, lambda other: other.targets_met * other.in_use), WHOLE)
    unjudged: Display[Block, float] = Display("designs that miss no target, and of which one is not judged", "designs",
        lambda b: total_over(b.side_by_side, lambda other: (other.none_missed - other.targets_met) * other.in_use),
        WHOLE)
    offers: Display[Block, float] = Display("designs that can be recommended", "designs",
        lambda b: total_over(b.side_by_side, lambda other: other.ranked), WHOLE)
    best_eur: Display[Block, Value] = Display("EUR per user of the cheapest of them", "EUR",
        lambda b: least_over(b.side_by_side, lambda other: other.ranked_eur), EUR_OR_NONE)
    cheapest: Display[Block, float] = Display("this design is the cheapest of them", "0/1",
        lambda b: b.same_users * flag(cents_in_all(b, b.ranked_eur) == cents_in_all(b, b.best_eur))
        if b.ranked else 0.0, FLAG,
        "the same to the cent, in all; none is where designs carry different users")
    ties: Display[Block, float] = Display("designs that cost as little", "designs",
        lambda b: total_over(b.side_by_side, lambda other: other.cheapest), WHOLE)
    second_eur: Display[Block, Value] = Display("EUR per user of the next one", "EUR",
        lambda b: _ranked(b)[int(b.ties)] if b.offers > b.ties else NO_LIMIT, EUR_OR_NONE,
        native=f"IF({{offers}}>{{ties}},SMALL({{all.ranked_eur}},{{ties}}+1),{NO_LIMIT_TEXT})")
    less_eur: Display[Block, Value] = Display("by how much the cheapest costs less, whole", "EUR",
        lambda b: 0.0 if b.second_eur >= NO_LIMIT else round_nearest(b.second_eur - b.best_eur), WHOLE,
        "of the amounts with their cents, rounded at the end")
    less_in_all_eur: Display[Block, Value] = Display("the same in all, whole", "EUR",
        lambda b: 0.0 if b.second_eur >= NO_LIMIT
        else round_nearest((b.second_eur - b.best_eur) * b.users_whole), WHOLE)
    later_eur: Display[Block, Value] = Display("EUR per user over the years, of what can be recommended", "EUR",
        lambda b: b.known_total_eur_per_user if not b.over_years and b.offered and b.total_known else NO_LIMIT,
        EUR_OR_NONE, "where designs are compared by what is bought")
    least_later_eur: Display[Block, Value] = Display("EUR per user over the years of the cheapest then", "EUR",
        lambda b: least_over(b.side_by_side, lambda other: other.later_eur), EUR_OR_NONE)
    best_later_eur: Display[Block, Value] = Display("EUR per user over the years of the recommended design", "EUR",
        lambda b: best_of(b).later_eur if b.ties else NO_LIMIT, EUR_OR_NONE,
        native=f"IF({{ties}}=0,{NO_LIMIT_TEXT},{in_row('{all.later_eur}', FIRST_CHEAPEST)})")
    later_less_eur: Display[Block, Value] = Display("by how much it costs more in all then, whole", "EUR",
        lambda b: 0.0 if b.best_later_eur >= NO_LIMIT
        else round_nearest((b.best_later_eur - b.least_later_eur) * b.users_whole), WHOLE)
    dearer_later: Display[Block, float] = Display("another design is cheaper over the years", "0/1",
        lambda b: 0.0 if b.best_later_eur >= NO_LIMIT
        else flag(cents_in_all(b, b.best_later_eur) > cents_in_all(b, b.least_later_eur)), FLAG,
        "by a cent in all, of those whose cost over the years is known")
    later_unknown: Display[Block, Value] = Display("designs whose cost over the years is not known", "designs",
        lambda b: total_over(b.side_by_side, lambda other: other.offered * (1 - other.total_known)), WHOLE,
        "of those that can be recommended")
