"""What the page recommends, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, is_number, round_nearest, total_of
from vdi_sizing.engine.rows import total_over
from vdi_sizing.model.checks.judgement import OF_ALL
from vdi_sizing.model.figure import Display, Scope, Shown, first_where, in_row, places_in_row
from vdi_sizing.model.formats import FLAG, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import and_more, nearest_text, said, spelled, spelled_text, whole_text
from vdi_sizing.model.ranking.cheapest import FIRST_CHEAPEST, best_of, cents_in_all
from vdi_sizing.model.ranking.solution import IS_PART, parts_of
from vdi_sizing.model.sentences.targets import MEETS
from vdi_sizing.words import DASH, NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


def _second_name(b: Block) -> str:
    return next(other.design.name for other in b.side_by_side if other.ranked_eur == b.second_eur)


def _percent_less(b: Block) -> str:
    if b.without_words:
        return ""
    percent = round_nearest(100 * (1 - b.best_eur / b.second_eur))
    return f" ({whole_text(percent)} %)" if percent > 0 else ""


def _called(b: Block) -> str:
    if b.meeting == 1:
        return f"only{b.judged_alone}"
    called = "only" if b.offers == 1 else "cheapest"
    if b.offers == b.meeting:
        return f"{called}{b.judged_alone}"
    return f"{called} costed" if b.over_years else f"{called} priced"


def _recommendation(b: Block) -> str:
    if not any(other.stands for other in b.side_by_side if other.in_use):
        return _NONE_STANDS
    if not b.same_users:
        if b.solution_place:
            return b.side_by_side[int(b.solution_place) - 1].solution_said
        solutions = total_over(b.side_by_side, lambda each: each.solution_parts)
        return b.none_recommended + said(solutions > 0, _ADDED_UP)
    return b.recommended_words if b.offers else b.none_recommended


def _none_recommended(b: Block) -> str:
    if not b.same_users:
        return _OTHER_USERS
    if b.meeting:
        return _NOT_COSTED if b.over_years else _NOT_PRICED
    return _NONE_JUDGED if b.unjudged else _NONE_MEETS


def _recommended_words(b: Block) -> str:
    if not b.offers or not b.same_users:
        return ""
    said = (
        f"{whole_text(b.ties)}{_TIED}" if b.ties > 1
        else f"{best_of(b).design.name} is the {b.called} design that {best_of(b).meets_words}: "
    )  # fmt: skip
    beside = f"{b.rests_words}{b.later_words}{b.not_final_words}"
    return f"{said}{b.best_words} {b.counted}{b.without_words}{b.less_words}.{beside}"


def _rests(b: Block) -> str:
    if not b.ties or best_of(b).unknown_of_it == 0:
        return ""
    best = best_of(b)
    return f"{_RESTS_ON}{best.judged_by - best.unknown_of_it:.0f}{OF_ALL}{best.judged_by:.0f}{_JUDGED_OF_IT}"


def _without(b: Block) -> str:
    lacking = next((other.part_without_price for other in b.side_by_side if other.lacks_alike), None)
    return "" if lacking is None else f"{_WITHOUT_IT}{lacking}{_NO_PRICE_OF_IT}"


def _less(b: Block) -> str:
    if b.second_eur >= NO_LIMIT:
        return ""
    per_user = f"{_ABOUT}{b.less_eur_words} EUR{_percent_less(b)}"
    return f"{per_user if b.less_eur >= 1 else b.less_in_all_words}{_LESS_THAN}{_second_name(b)}"


def _in_all(eur: Value) -> str:
    return f"{_ABOUT}{spelled(eur)}{_IN_ALL}" if eur >= 1 else _UNDER


def _in_all_text(eur: str) -> str:
    return f'IF({eur}>=1,"{_ABOUT}"&{spelled_text(eur)}&"{_IN_ALL}","{_UNDER}")'


def _later_words(b: Block) -> str:
    unknown = [other.design.name for other in b.side_by_side if other.offered and not other.total_known]
    if b.dearer_later:
        least = next(other.design.name for other in b.side_by_side if other.later_eur == b.least_later_eur)
        return f"{_OVER}{b.years_words}{_LEAST_KNOWN if unknown else _LEAST}{least}{b.later_less_words}."
    who = f"{unknown[0]}." if len(unknown) == 1 else f"{len(unknown)}{_SEVERAL}"
    return f"{_OVER}{b.years_words}{_COST_UNKNOWN}{who}" if unknown else ""


def _later_less(b: Block) -> str:
    if not b.dearer_later:
        return ""
    if b.best_later_words == b.least_later_words:
        return f"{_in_all(b.later_less_eur)}{_LESS_THAN}{best_of(b).design.name}"
    return f": {b.least_later_words}{_AND_NOT}{b.best_later_words}"


def _costs_less(b: Block) -> bool:
    """Whether a design that cannot be recommended costs less than the one that is: its card shows a lower amount."""
    if not b.stands or not b.ties or b.ranked:
        return False
    return bool(b.eur_known and cents_in_all(b, b.compared_eur) < cents_in_all(b, b.best_eur))


def _cheapest_words(b: Block) -> str:
    if not b.cheapest:
        return _CHEAPER_BUT if _costs_less(b) else ""
    if b.over_years:
        return f"{_CHEAPEST_OVER}{b.years_words}{_COSTED if b.meeting > b.offers else _VERDICT}"
    if b.meeting > b.offers:
        return _PRICED_TO_BUY if b.later_words else _CHEAPEST_PRICED
    return _CHEAPEST_TO_BUY if b.later_words or b.without_words else _CHEAPEST_OF_ALL


_NO_ANSWER = "No answer: an input is not valid."
_NONE_STANDS = "No answer: each design has a wrong input. Its card says which, Checks how to mend it."
_OTHER_USERS = "The designs carry different users: read each by itself, not against the others."
_ADDED_UP = " Comparison adds up the parts of a solution."
_NONE_MEETS = "No design meets every target and limit."
_NONE_JUDGED = "Of no design it is known that it meets every target and limit."
_JUDGED = " judged"
_NOT_PRICED = "No design that keeps its targets and limits has a purchase price."
_NOT_COSTED = "Of no design that keeps its targets and limits the cost over the years is known."
_EUR_PER_USER = "EUR per user"
_TIED = " designs that miss no target cost the same: "
_SECOND = "MATCH({second_eur},{all.ranked_eur},0)"
_ABOUT = ", about "
_WITHOUT_IT, _NO_PRICE_OF_IT = " without ", " (its price is not known)"
_PERCENT = nearest_text("100*(1-{best_eur}/{second_eur})")
_IN_ALL, _UNDER, _LESS_THAN = " EUR in all", ", under 1 EUR in all", " less than "
_LESS = (
    f'IF({{less_eur}}>=1,"{_ABOUT}"&{{less_eur_words}}&" EUR"'
    f'&IF({{without_words}}="",IF({_PERCENT}>0," ("&{_PERCENT}&" %)",""),""),{{less_in_all_words}})'
    f'&"{_LESS_THAN}"&{in_row("{all.name_shown}", _SECOND)}'
)
_RESTS_ON, _JUDGED_OF_IT = " It rests on ", " targets and limits judged."
_NOT_FINAL = " Not final: a design has an error."
_OVER, _LEAST, _AND_NOT = " Over ", " the cheapest is ", " EUR per user, and not "
_LEAST_KNOWN, _COST_UNKNOWN, _SEVERAL = " the cheapest of those known is ", " the cost is not known of ", " designs."
_UNKNOWN = "{all.offered}*(1-{all.total_known})"
_FIRST_UNKNOWN = first_where(_UNKNOWN, places_in_row("{all.offered}"))
_LATER_BEST = in_row("{all.name_shown}", "MATCH({least_later_eur},{all.later_eur},0)")
_CHEAPEST_OF_ALL, _CHEAPEST_TO_BUY = "cheapest, ", "cheapest to buy, "
_CHEAPEST_PRICED, _PRICED_TO_BUY = "cheapest of those priced, ", "cheapest to buy of those priced, "
_CHEAPEST_OVER, _COSTED, _VERDICT = "cheapest over ", " of those costed, ", ", "
_CHEAPER_BUT = "costs less, but: "
_SOLUTION_SAID = in_row("{all.solution_said}", "{solution_place}")
_RECOMMENDED = (
    f'IF({{check_inputs}}=0,"{_NO_ANSWER}",IF(SUMPRODUCT({{all.stands}}*{{all.in_use}})=0,"{_NONE_STANDS}",'
    f'IF({{same_users}}=0,IF({{solution_place}}=0,{{none_recommended}}&IF(SUM({{all.solution_parts}})=0,"","{_ADDED_UP}"),'
    f'{_SOLUTION_SAID}),'
    f'IF({{offers}}=0,{{none_recommended}},{{recommended_words}}))))'
)
_RECOMMENDED_WORDS = (
    'IF({check_inputs}=0,"",IF({offers}*{same_users}=0,"",'
    f'IF({{ties}}>1,{{ties}}&"{_TIED}",{in_row("{all.name_shown}", FIRST_CHEAPEST)}&" is the "'
    '&{called}&" design that "'
    f'&{in_row("{all.meets_words}", FIRST_CHEAPEST)}&": ")&{{best_words}}&" "&{{counted}}'
    '&{without_words}&{less_words}&"."&{rests_words}&{later_words}&{not_final_words}))'
)


class Recommendation(Scope):
    """What the page recommends, over all designs."""

    judged_alone: Display[Block, str] = Display("what stands before them, where others are not judged", "",
        lambda b: _JUDGED if b.unjudged else "", TEXT)
    best_words: Display[Block, str] = Display("the same, as the page says it", "",
        lambda b: spelled(round_nearest(b.best_eur)), TEXT)
    called: Display[Block, str] = Display("what the page calls it", "",
        _called, TEXT)
    counted: Display[Block, str] = Display("designs are compared by", "",
        lambda b: _EUR_PER_USER + (f" over {b.years_words}" if b.over_years else ""), TEXT)
    without_words: Display[Block, str] = Display("what of it has no price", "",
        _without, TEXT,
        native='IF(SUM({all.lacks_alike})=0,"",'
        f'"{_WITHOUT_IT}"&{in_row("{all.part_without_price}", "MATCH(1,{all.lacks_alike},0)")}&"{_NO_PRICE_OF_IT}")')
    less_eur_words: Display[Block, str] = Display("by how much the cheapest costs less, as the page says it", "",
        lambda b: spelled(b.less_eur), TEXT)
    less_in_all_words: Display[Block, str] = Display("the same in all, as the page says it", "",
        lambda b: _in_all(b.less_in_all_eur), TEXT)
    less_words: Display[Block, str] = Display("by how much less than the next one", "",
        _less, TEXT, native=f'IF({{second_eur}}>={NO_LIMIT_TEXT},"",{_LESS})')
    rests_words: Display[Block, str] = Display("on how much the recommendation rests, where not on all", "",
        _rests, TEXT, "what the design's text leaves out on purpose is not judged",
        native=f'IF({{ties}}=0,"",IF({in_row("{all.unknown_of_it}", FIRST_CHEAPEST)}=0,"",'
        f'"{_RESTS_ON}"&({in_row("{all.judged_by}", FIRST_CHEAPEST)}-{in_row("{all.unknown_of_it}", FIRST_CHEAPEST)})'
        f'&"{OF_ALL}"&{in_row("{all.judged_by}", FIRST_CHEAPEST)}&"{_JUDGED_OF_IT}"))')
    least_later_words: Display[Block, str] = Display("the same, as said", "",
        lambda b: spelled(round_nearest(b.least_later_eur)), TEXT)
    best_later_words: Display[Block, str] = Display("the same, as said", "",
        lambda b: spelled(round_nearest(b.best_later_eur)), TEXT)
    later_less_words: Display[Block, str] = Display("by how much, as the page says it", "",
        _later_less, TEXT,
        native='IF({dearer_later}=0,"",IF({best_later_words}={least_later_words},'
        f'{_in_all_text("{later_less_eur}")}&"{_LESS_THAN}"&{in_row("{all.name_shown}", FIRST_CHEAPEST)},'
        f'": "&{{least_later_words}}&"{_AND_NOT}"&{{best_later_words}}))')
    first_unknown_later: Display[Block, str] = Display("the first of them", "",
        lambda b: next((o.design.name for o in b.side_by_side if o.offered and not o.total_known), ""), TEXT,
        native=f'IF({{later_unknown}}=0,"",{in_row("{all.name_shown}", _FIRST_UNKNOWN)})')
    later_words: Display[Block, str] = Display("what is cheaper over the years, or not known then", "",
        _later_words, TEXT,
        native=f'IF({{dearer_later}}+{{later_unknown}}=0,"","{_OVER}"&{{years_words}}&IF({{dearer_later}}=1,'
        f'IF({{later_unknown}}=0,"{_LEAST}","{_LEAST_KNOWN}")&{_LATER_BEST}&{{later_less_words}}&".",'
        f'"{_COST_UNKNOWN}"&IF({{later_unknown}}=1,{{first_unknown_later}}&".",'
        f'{{later_unknown}}&"{_SEVERAL}")))')
    cheapest_words: Display[Block, str] = Display("what stands before the verdict on the cheapest", "",
        _cheapest_words, TEXT,
        "of those priced: another could be recommended but for its price; or that one costs less which cannot be")
    not_final_words: Display[Block, str] = Display("reserve beside a design with an error", "",
        lambda b: _NOT_FINAL if total_over(b.side_by_side, lambda other: other.errors * other.in_use) > 0 else "",
        TEXT)
    recommended_words: Display[Block, str] = Display("which design is recommended, and by how much", "",
        _recommended_words, TEXT, native=_RECOMMENDED_WORDS)
    none_recommended: Display[Block, str] = Display("why no design is recommended, where none can be", "",
        _none_recommended, TEXT)
    recommendation: Display[Block, str] = Display("recommendation", "", _recommendation, TEXT, native=_RECOMMENDED)
    to_mend: Display[Block, str] = Display("what has to be mended before there is an answer", "",
        lambda b: "", TEXT, "no such file is read by the library",
        native='IF({check_inputs}=1,"",'
        '"Mend first: "&{invalid_input}&". The sheet Checks names all that is not valid.")')


_FIRST_PART = in_row("{all.name_shown}", first_where(IS_PART, places_in_row("{designs.part_of}")))
_WITH, _NO_EUR = " with ", "no EUR, as those of a part are not known"
_IS_ONE, _USERS, _EUR_IN_ALL = " is one solution for ", " users: ", " EUR in all"
_EACH = ". Each part has its own answer."
_ALL_MEET = "each part meets every target"
_NONE_MISSES = "no part misses a target or exceeds a limit"
_NOT_ALL_MEET = "not every part is known to meet its targets"


def _solution_called(b: Block) -> str:
    if not b.solution_parts:
        return DASH
    return f"{b.design.name}{_WITH}{parts_of(b)[0].design.name}{and_more(b.solution_parts)}"


def _verdict(b: Block) -> str:
    if not b.solution_parts:
        return DASH
    if b.solution_wholly > b.solution_parts:
        return _ALL_MEET
    return _NONE_MISSES if all(each.targets_met for each in (b, *parts_of(b))) else _NOT_ALL_MEET


def _in_words(eur: Shown) -> str:
    return spelled(eur) if is_number(eur) else DASH


def _said(b: Block) -> str:
    if not b.solution_parts:
        return DASH
    eur = _NO_EUR
    if is_number(b.solution_in_all):
        eur = f"{b.solution_per_user_words} {b.counted}, {b.solution_in_all_words}{_EUR_IN_ALL}"
    return (
        f"{b.solution_called}{_IS_ONE}{b.solution_users_words}{_USERS}{eur}; "
        f"{b.solution_verdict}{_EACH}{b.not_final_words}"
    )


class SolutionInWords(Scope):
    """The same in words."""

    solution_called: Display[Block, str] = Display(
        "solution",
        "",
        _solution_called,
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
    solution_wholly: Display[Block, float] = Display("parts of it that do so, with itself", "designs",
        lambda b: total_of(each.wholly_met for each in (b, *parts_of(b))), WHOLE,
        native=f"{{wholly_met}}+SUMPRODUCT(1*{IS_PART},{{all.wholly_met}})")
    solution_verdict: Display[Block, str] = Display(
        "solution: verdict",
        "",
        _verdict,
        TEXT,
        native=f'IF({{solution_parts}}=0,"{DASH}",IF({{solution_wholly}}>{{solution_parts}},"{_ALL_MEET}",'
        f'IF({{targets_met}}+SUMPRODUCT(1*{IS_PART},{{all.targets_met}})>{{solution_parts}},"{_NONE_MISSES}","{_NOT_ALL_MEET}")))',
    )
    solution_users_words: Display[Block, str] = Display(
        "users of the solution, as the page says them", "", lambda b: spelled(b.solution_users), TEXT
    )
    solution_in_all_words: Display[Block, str] = Display(
        "the same, as the page says it", "", lambda b: _in_words(b.solution_in_all), TEXT
    )
    solution_per_user_words: Display[Block, str] = Display(
        "the same, as the page says it", "", lambda b: _in_words(b.solution_per_user), TEXT
    )
    solution_said: Display[Block, str] = Display("what the page says of the solution", "", _said, TEXT)
