"""One solution of several designs: users of several load cases, each carried by a part of its own.

A design may name another one whose solution it is part of. That one heads the solution, which is itself and its parts.
Each of them stays sized, checked and billed by itself; what is added up here is what all of them come to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, is_number, round_nearest, total_of
from vdi_sizing.engine.rows import total_over
from vdi_sizing.inputs import same_name
from vdi_sizing.model.figure import Display, Scope, Shown, first_where, in_row, places_in_row, shown
from vdi_sizing.model.formats import EUR_CENT, FLAG, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import and_more, spelled
from vdi_sizing.model.recommendation import MEETS
from vdi_sizing.words import DASH, ERROR, NO_PRICE, NOT_KNOWN

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block

_IS_PART = "({designs.part_of}={design.name})"
_FIRST_PART = in_row("{all.name_shown}", first_where(_IS_PART, places_in_row("{designs.part_of}")))
_WITH, _NO_EUR = " with ", "no EUR, as those of a part are not known"
_IS_ONE, _USERS, _IN_ALL, _EACH = " is one solution for ", " users: ", " EUR in all", ". Each part has its own answer."
_ALL_MEET = "each part meets every target"
_NONE_MISSES = "no part misses a target"
_NOT_ALL_MEET = "not every part is known to meet its targets"


def _parts(b: Block) -> list[Block]:
    """The designs that are part of the solution that this one heads."""
    return [other for other in b.side_by_side if same_name(other.design.part_of or "", b.design.name)]


def _called(b: Block) -> str:
    if not b.solution_parts:
        return DASH
    return f"{b.design.name}{_WITH}{_parts(b)[0].design.name}{and_more(b.solution_parts)}"


def _users(b: Block) -> Value:
    return total_of(each.users_whole for each in (b, *_parts(b))) if b.solution_parts else 0.0


def _verdict(b: Block) -> str:
    if not b.solution_parts:
        return DASH
    if b.solution_wholly > b.solution_parts:
        return _ALL_MEET
    return _NONE_MISSES if all(each.targets_met for each in (b, *_parts(b))) else _NOT_ALL_MEET


def _added(label: str, unit: str, of: str, word: str, looks: str = EUR_CENT, note: str = "") -> Display[Block, Shown]:
    """What an amount of each part comes to for the solution; a word where that of one of them is not known."""

    def added(b: Block) -> Shown:
        if not b.solution_parts:
            return DASH
        known = [amount for each in (b, *_parts(b)) if is_number(amount := getattr(each, of))]
        return total_of(known) if len(known) == b.solution_parts + 1 else word

    return Display(
        label,
        unit,
        added,
        looks,
        note,
        native=f'IF({{solution_parts}}=0,"{DASH}",'
        f"IF(ISNUMBER({{{of}}})*SUMPRODUCT({_IS_PART}*ISNUMBER({{all.{of}}}))={{solution_parts}},"
        f'{{{of}}}+SUMPRODUCT(1*{_IS_PART},{{all.{of}}}),"{word}"))',
    )


def _per_user(b: Block, eur: Shown) -> Shown:
    return eur / b.solution_users if is_number(eur) else eur


def _whole(eur: Shown) -> Shown:
    return round_nearest(eur) if is_number(eur) else eur


def _in_words(eur: Shown) -> str:
    return spelled(eur) if is_number(eur) else DASH


def _said(b: Block) -> str:
    if not b.solution_parts:
        return DASH
    return (
        f"{b.solution_called}{_IS_ONE}{b.solution_users_words}{_USERS}{b.solution_eur_words}; "
        f"{b.solution_verdict}{_EACH}{b.not_final_words}"
    )


def _eur_words(b: Block) -> str:
    if is_number(b.solution_in_all):
        return f"{b.solution_per_user_words} {b.counted}, {b.solution_in_all_words}{_IN_ALL}"
    return _NO_EUR if b.solution_parts else DASH


def _place(b: Block) -> float:
    in_use = total_over(b.side_by_side, lambda other: other.in_use)
    parts = [other.solution_parts for other in b.side_by_side]
    return 1.0 + parts.index(in_use - 1) if in_use > 1 and in_use - 1 in parts else 0.0


class Solution(Scope):
    """Of a design that other designs name as that whose solution they are part of."""

    solution_parts: Display[Block, float] = Display(
        "designs that are part of its solution",
        "designs",
        lambda b: float(len(_parts(b))),
        WHOLE,
        "as they say on Designs, beside itself",
        native=f"SUMPRODUCT(1*{_IS_PART})",
    )
    solution_called: Display[Block, str] = Display(
        "solution",
        "",
        _called,
        TEXT,
        "the design that heads it, and the first of its parts",
        native=f'IF({{solution_parts}}=0,"{DASH}",{{name_shown}}&"{_WITH}"&{_FIRST_PART}'
        '&IF({solution_parts}>1," and "&{solution_parts}-1&" more",""))',
    )
    wholly_met: Display[Block, float] = Display(
        "it meets every target, and nothing is said against it",
        "0/1",
        lambda b: flag(b.meets_words == MEETS) if b.targets_met else 0.0,
        FLAG,
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
        native=f"IF({{solution_parts}}=0,0,{{users_whole}}+SUMPRODUCT(1*{_IS_PART},{{all.users_whole}}))",
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
    solution_wholly: Display[Block, float] = Display("parts of it that do so, with itself", "designs",
        lambda b: total_of(each.wholly_met for each in (b, *_parts(b))), WHOLE,
        native=f"{{wholly_met}}+SUMPRODUCT(1*{_IS_PART},{{all.wholly_met}})")
    solution_verdict: Display[Block, str] = Display(
        "solution: verdict",
        "",
        _verdict,
        TEXT,
        native=f'IF({{solution_parts}}=0,"{DASH}",IF({{solution_wholly}}>{{solution_parts}},"{_ALL_MEET}",'
        f'IF({{targets_met}}+SUMPRODUCT(1*{_IS_PART},{{all.targets_met}})>{{solution_parts}},"{_NONE_MISSES}","{_NOT_ALL_MEET}")))',
    )
    solution_users_words: Display[Block, str] = Display(
        "users of the solution, as the page says them", "", lambda b: spelled(b.solution_users), TEXT
    )
    solution_in_all: Display[Block, Shown] = Display(
        "EUR of the solution in all, whole",
        "EUR",
        lambda b: _whole(b.solution_total_eur if b.over_years else b.solution_eur),
        WHOLE,
        "what is bought, or over the years where designs are compared by that",
    )
    solution_in_all_words: Display[Block, str] = Display(
        "the same, as the page says it", "", lambda b: _in_words(b.solution_in_all), TEXT
    )
    solution_per_user: Display[Block, Shown] = Display(
        "EUR per user of the solution, whole",
        "EUR",
        lambda b: _whole(b.solution_total_eur_per_user if b.over_years else b.solution_eur_per_user),
        WHOLE,
    )
    solution_per_user_words: Display[Block, str] = Display(
        "the same, as the page says it", "", lambda b: _in_words(b.solution_per_user), TEXT
    )
    solution_eur_words: Display[Block, str] = Display("both of them in words", "", _eur_words, TEXT)
    solution_said: Display[Block, str] = Display("what the page says of the solution", "", _said, TEXT)
    solution_place: Display[Block, float] = Display(
        "the design that heads the solution of all designs",
        "",
        _place,
        WHOLE,
        "its place; 0: there is no such solution",
        native="IF(SUM({all.in_use})<2,0,IFERROR(MATCH(SUM({all.in_use})-1,{all.solution_parts},0),0))",
    )
