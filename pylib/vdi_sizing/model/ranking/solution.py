"""One solution of several designs: users of several load cases, each carried by a part of its own.

A design may name another one whose solution it is part of. That one heads the solution, which is itself and its parts.
Each of them stays sized, checked and billed by itself; what is added up here is what all of them come to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, is_number, round_nearest, total_of
from vdi_sizing.engine.rows import total_over
from vdi_sizing.inputs import same_name
from vdi_sizing.model.figure import Display, Scope, Shown, shown
from vdi_sizing.model.formats import EUR_CENT, WHOLE
from vdi_sizing.words import DASH, ERROR, NO_PRICE, NOT_KNOWN

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


IS_PART = "({designs.part_of}={design.name})"


def parts_of(b: Block) -> list[Block]:
    """The designs that are part of the solution that this one heads."""
    return [other for other in b.side_by_side if same_name(other.design.part_of or "", b.design.name)]


def _users(b: Block) -> Value:
    return total_of(each.users_whole for each in (b, *parts_of(b))) if b.solution_parts else 0.0


def _added(label: str, unit: str, of: str, word: str, looks: str = EUR_CENT, note: str = "") -> Display[Block, Shown]:
    """What an amount of each part comes to for the solution; a word where that of one of them is not known."""

    def added(b: Block) -> Shown:
        if not b.solution_parts:
            return DASH
        known = [amount for each in (b, *parts_of(b)) if is_number(amount := getattr(each, of))]
        return total_of(known) if len(known) == b.solution_parts + 1 else word

    return Display(
        label,
        unit,
        added,
        looks,
        note,
        native=f'IF({{solution_parts}}=0,"{DASH}",'
        f"IF(ISNUMBER({{{of}}})*SUMPRODUCT({IS_PART}*ISNUMBER({{all.{of}}}))={{solution_parts}},"
        f'{{{of}}}+SUMPRODUCT(1*{IS_PART},{{all.{of}}}),"{word}"))',
    )


def _per_user(b: Block, eur: Shown) -> Shown:
    return eur / b.solution_users if is_number(eur) else eur


def _per_user_month(b: Block) -> Shown:
    eur = b.solution_total_eur_per_user
    return eur / (b.months_per_year * b.settings.years) if is_number(eur) else eur


def _whole(eur: Shown) -> Shown:
    return round_nearest(eur) if is_number(eur) else eur


def _place(b: Block) -> float:
    in_use = total_over(b.side_by_side, lambda other: other.in_use)
    parts = [other.solution_parts for other in b.side_by_side]
    return 1.0 + parts.index(in_use - 1) if in_use > 1 and in_use - 1 in parts else 0.0


class Solution(Scope):
    """Of a design that other designs name as that whose solution they are part of."""

    solution_parts: Display[Block, float] = Display(
        "designs that are part of its solution",
        "designs",
        lambda b: float(len(parts_of(b))),
        WHOLE,
        "as they say on Designs, beside itself",
        native=f"SUMPRODUCT(1*{IS_PART})",
    )
    hosts_of_answer: Display[Block, Shown] = Display(
        "hosts that are paid for, where the answer stands", "hosts", lambda b: b.hosts_paid if b.stands else DASH, WHOLE
    )
    bought_of_answer: Display[Block, Shown] = Display(
        "purchase, where the answer stands", "EUR", lambda b: b.users_eur if b.stands else DASH, EUR_CENT
    )
    total_of_answer: Display[Block, Shown] = Display(
        "cost over the years, where the answer stands",
        "EUR",
        lambda b: shown(b.total_shown, b.known_total_eur, DASH),
        EUR_CENT,
    )
    solution_users: Display[Block, Value] = Display(
        "solution: users",
        "users",
        _users,
        WHOLE,
        "named users of all its parts; 0: no other design is part of it",
        native=f"IF({{solution_parts}}=0,0,{{users_whole}}+SUMPRODUCT(1*{IS_PART},{{all.users_whole}}))",
    )
    solution_hosts: Display[Block, Shown] = _added(
        "solution: hosts that are paid for",
        "hosts",
        "hosts_of_answer",
        ERROR,
        WHOLE,
        "of all its parts; of arrays alone the arrays, of a service its desktops",
    )
    solution_eur: Display[Block, Shown] = _added(
        "solution: purchase price of all",
        "EUR",
        "bought_of_answer",
        NO_PRICE,
        note="of all its parts; no price where a part lacks one",
    )
    solution_total_eur: Display[Block, Shown] = _added(
        "solution: cost over the years", "EUR", "total_of_answer", NOT_KNOWN, note="of all its parts"
    )
    solution_eur_per_user: Display[Block, Shown] = Display(
        "solution: EUR per user",
        "EUR",
        lambda b: _per_user(b, b.solution_eur),
        EUR_CENT,
        "what is bought, per named user of all its parts",
    )
    solution_total_eur_per_user: Display[Block, Shown] = Display(
        "solution: EUR per user over the years",
        "EUR",
        lambda b: _per_user(b, b.solution_total_eur),
        EUR_CENT,
        "per named user of all its parts",
    )
    solution_total_eur_per_user_month: Display[Block, Shown] = Display(
        "solution: EUR per user and month of use",
        "EUR",
        _per_user_month,
        EUR_CENT,
        "EUR per user over the years / months of these years",
    )
    solution_in_all: Display[Block, Shown] = Display(
        "EUR of the solution in all, whole",
        "EUR",
        lambda b: _whole(b.solution_total_eur if b.over_years else b.solution_eur),
        WHOLE,
        "what is bought, or over the years where designs are compared by that",
    )
    solution_per_user: Display[Block, Shown] = Display(
        "EUR per user of the solution, whole",
        "EUR",
        lambda b: _whole(b.solution_total_eur_per_user if b.over_years else b.solution_eur_per_user),
        WHOLE,
    )
    solution_place: Display[Block, float] = Display(
        "the design that heads the solution of all designs",
        "",
        _place,
        WHOLE,
        "its place; 0: there is no such solution",
        native="IF(SUM({all.in_use})<2,0,IFERROR(MATCH(SUM({all.in_use})-1,{all.solution_parts},0),0))",
    )
