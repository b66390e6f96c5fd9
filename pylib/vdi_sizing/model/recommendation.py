"""What the page that one hands over says: which design to take, by how much, and what one has to know of it.

Numbers stand in sentences as whole numbers, VMs, users and EUR in groups of three digits (`spelled`): so a text is the
same in every language of a program.
What hangs on all designs is the same in every column.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, is_number, round_down, round_nearest, rounded, where
from vdi_sizing.engine.rows import least_over, total_over
from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.model.assumed_hardware import AssumedChecks
from vdi_sizing.model.billing_gaps import PaidChecks, ServersLeftOut
from vdi_sizing.model.boot_time import BootChecks
from vdi_sizing.model.cash_flow import of_designs, of_designs_text
from vdi_sizing.model.check import Check
from vdi_sizing.model.checks import Checks
from vdi_sizing.model.figure import (
    Display,
    Figure,
    Given,
    Scope,
    Shown,
    first_where,
    in_row,
    or_zero,
    over,
    places_in_row,
)
from vdi_sizing.model.formats import EUR_CENT, EUR_OR_NONE, FLAG, MARGIN, TEXT, THREE, WHOLE
from vdi_sizing.model.grouped_digits import DAY_0, counted, counted_text, date_text, spelled, spelled_text
from vdi_sizing.model.host_loss import HostLostChecks
from vdi_sizing.model.profile_store import StorePaid
from vdi_sizing.model.same_requirements import AskedAlike
from vdi_sizing.scenario import ARRAY, SERVER, SERVICE
from vdi_sizing.words import DASH, NO_LIMIT, NO_LIMIT_TEXT, NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Checked, NamingChecked

GOOD, MISSED, UNJUDGED, VOID, OPEN = "✓ ", "! ", "? ", "✕ ", "– "
"""What stands before a verdict: open where nothing is missed, and nobody knows the EUR to compare."""
MEETS, MISSES_NONE = "meets every target", "misses no target"
NOT_KNOWN_TIME, PARTLY_KNOWN_TIME = "; response time not known", "; response time known in part"
TARGETS: tuple[tuple[Figure[Block, float], str], ...] = (
    (ServersLeftOut.servers_comparable, "its servers are left out"),
    (Checks.check_saturated, "drives are saturated"),
    (Checks.check_slow, "slower than its limit"),
    (Checks.check_login, "does not carry the login storm"),
    (BootChecks.check_boot_time, "boots too slowly"),
    (Checks.check_free, "leaves too little capacity free"),
    (Checks.check_image_ram, "the image does not fit into RAM"),
    (Checks.check_endurance, "wears its drives out early"),
    (AskedAlike.asked_alike, "asked for less than another design"),
)
"""What is a target of a design, and what the page says where it is missed."""
AGAINST: dict[Check, str] = {
    HostLostChecks.check_host_lost: "; too few hosts while one is lost",
    PaidChecks.check_licences: "; a licence may be missing",
    Checks.check_served: "; users are left out",
    AssumedChecks.check_assumed: "; hardware is assumed",
}
"""What speaks against a design beside its targets unless it is acknowledged, and what the page says."""


def _nearest(expression: str) -> str:
    """The expression to the nearest whole number, as `round_nearest` does it."""
    return f"ROUND(ROUND({expression},9),0)"


def _number(value: Value) -> str:
    """A whole number as `&` writes it."""
    return f"{value:.0f}"


def _known_time(b: Block) -> bool:
    return b.time_unknown_words == ""


def _time_unknown(b: Block) -> str:
    if not is_number(b.at_load.response_words):
        return NOT_KNOWN_TIME
    return PARTLY_KNOWN_TIME if is_number(b.modelled_words) else ""


def _met(b: Block) -> str:
    return b.meets_words + b.time_unknown_words + b.but_words + b.unknown_eur_words


def _sign(b: Block) -> str:
    if not b.stands:
        return VOID
    if b.none_missed and not b.judged:
        return UNJUDGED
    if not (b.targets_met and b.nothing_against):
        return MISSED
    return GOOD if b.eur_known else OPEN


def _mark(b: Block) -> str:
    if not b.stands:
        return b.errors_in_words
    if b.missed_words != "":
        return b.missed_words
    return _met(b) if b.judged else f"{_NOT_JUDGED}{b.unjudged_words}"


_NOT_JUDGED = "not judged: "
_BUT = ", but: "
_NO_PRICE, _NO_EUR, _WITHOUT = "; no price", "; no EUR to compare", "; EUR without "
_LACKS_OVER_YEARS, _LACKS_PRICE = "over the years it lacks ", "it lacks the price of "
_NO_BILL, _LACKS_PARTS = "it has no bill", "its bill lacks drives or hosts that are sized"
_LACKS_NUMBER = "it lacks the number of "


def _unknown_eur(b: Block) -> str:
    if b.eur_known:
        return ""
    if b.priced:
        return _NO_EUR
    return f"{_WITHOUT}{b.part_without_price}" if b.lacks_alike else _NO_PRICE


def _price_lacking(b: Block) -> str:
    if b.over_years:
        return f"{_LACKS_OVER_YEARS}{b.total_missing}"
    if not b.bill_rows:
        return _NO_BILL
    if b.prices_missing:
        return f"{_LACKS_PRICE}{b.part_without_price}"
    return f"{_LACKS_NUMBER}{b.first_uncounted}" if b.uncounted else _LACKS_PARTS


def _why_not(b: Block) -> str:
    if b.ranked or b.stands_in:
        return ""
    return f"; {b.design.name}: {b.price_lacking if b.targets_met else b.mark}"


class Marks(Scope):
    """Of a design: whether it meets its targets, and what it costs if so."""

    in_use: Display[Block, float] = Display("the column holds a design", "0/1", lambda b: flag(not b.stands_in), FLAG,
        "0: a column without a name; it stands for the first design once more, and counts for nothing",
        native='IF(ISERROR({typed.name}),1,IF({typed.name}="",0,1))')
    name_shown: Display[Block, str] = Display("design", "", lambda b: b.design.name, TEXT,
        native=f'IFERROR({{design.name}}&"","{DASH}")')
    case_shown: Display[Block, str] = Display("load case", "", lambda b: b.design.case, TEXT,
        native=f'IFERROR({{design.case}}&"","{DASH}")')
    like_first: Display[Block, float] = Display("it carries the users of the first design", "0/1",
        lambda b: flag(same_name(b.case_shown, b.side_by_side[0].case_shown)), FLAG)
    none_missed: Display[Block, float] = Display("the answer stands and misses no target that is judged", "0/1",
        lambda b: flag(all(target.of(b) for target, _ in TARGETS)) if b.stands else 0.0, FLAG,
        "servers as beside it, no drive saturated, response time, login storm, boot time, free capacity, RAM for the "
        "image, endurance, and no less asked of it than of another design", guards=True)
    targets_met: Display[Block, float] = Display("the answer stands, and all targets are judged and kept", "0/1",
        lambda b: flag(b.judged) if b.none_missed else 0.0, FLAG, guards=True)
    time_unknown_words: Display[Block, str] = Display("what is not known of its response time", "",
        _time_unknown, TEXT, "in part: of some of its I/Os alone")
    nothing_against: Display[Block, float] = Display("nothing is said against it beside the targets", "0/1",
        lambda b: flag(not any(each.open for each in b.against_checked)), FLAG,
        "hosts while one is lost, licences, bays, users left out, hardware that is assumed")
    against_words: Display[Block, str] = Display("what is said against it", "",
        lambda b: "".join(AGAINST[each.check] for each in b.against_checked if each.open), TEXT,
        native=over("against_checked", "&", 'IF({open}=0,"","{against}")'))
    but_words: Display[Block, str] = Display("the same behind what speaks for it", "",
        lambda b: "" if b.nothing_against else _BUT + b.against_words[2:], TEXT,
        native=f'IF({{nothing_against}}=1,"","{_BUT}"&MID({{against_words}},3,500))')
    meets_words: Display[Block, str] = Display("how the page says that it misses no target", "",
        lambda b: MEETS if _known_time(b) and b.nothing_against and b.unknown_of_it == 0 else MISSES_NONE, TEXT,
        "every target is met where all of it is known, and nothing speaks against it")
    over_years: Display[Block, float] = Display("designs are compared over the years", "0/1",
        lambda b: flag(b.check_inputs and total_over(b.side_by_side, lambda other: other.recurring_rows) > 0), FLAG,
        "where a design has parts paid per year: a lease beside a purchase; else by what is bought")
    years_words: Display[Block, str] = Display("years of use, in words", "",
        lambda b: f"{_number(b.settings.years)} year{'' if b.settings.years == 1 else 's'}", TEXT)
    compared_eur: Display[Block, Value] = Display("EUR per user by which it is compared, as a number", "EUR",
        lambda b: b.known_total_eur_per_user if b.over_years else b.priced * b.known_eur_per_user, EUR_CENT,
        "0: not known")
    eur_known: Display[Block, float] = Display("all that enters the comparison is known", "0/1",
        lambda b: flag(rounded(b.compared_eur) > 0 and b.compared_eur < NO_LIMIT), FLAG,
        "nobody pays 1E9 EUR per user")
    unknown_eur_words: Display[Block, str] = Display("what is not known of its EUR", "",
        _unknown_eur, TEXT)
    missed_words: Display[Block, str] = Display("the first target that it misses", "",
        lambda b: next((words for target, words in TARGETS if not target.of(b)), ""), TEXT)
    mark: Display[Block, str] = Display("verdict", "", _mark, TEXT, "the error, or the first target missed")
    sign: Display[Block, str] = Display("sign before the verdict", "",
        _sign, TEXT,
        "open where there is no price to compare by; a question where a target is not judged")
    offered: Display[Block, float] = Display("it can be recommended", "0/1",
        lambda b: b.eur_known if b.targets_met and b.in_use else 0.0, FLAG,
        "no target missed, and all that enters the comparison known")
    ranked: Display[Block, float] = Display("it can be recommended, if without a part that each design lacks", "0/1",
        lambda b: flag(b.offered + b.lacks_alike > 0), FLAG)
    ranked_eur: Display[Block, Value] = Display("EUR per user by which it is ranked", "EUR",
        lambda b: b.compared_eur if b.offered else b.least_eur if b.lacks_alike else NO_LIMIT, EUR_OR_NONE)
    price_lacking: Display[Block, str] = Display("what its EUR lack", "",
        _price_lacking, TEXT)
    why_not: Display[Block, str] = Display("why it is not recommended", "",
        _why_not, TEXT,
        native='IF({ranked}+(1-{in_use})>0,"","; "&{name_shown}&": "&IF({targets_met}=0,{mark},{price_lacking}))')


def _best(b: Block) -> Block:
    return next(other for other in b.side_by_side if other.cheapest)


def _ranked(b: Block) -> list[Value]:
    return sorted(other.ranked_eur for other in b.side_by_side)


def _second_name(b: Block) -> str:
    return next(other.design.name for other in b.side_by_side if other.ranked_eur == b.second_eur)


def _percent_less(b: Block) -> str:
    if b.without_words:
        return ""
    percent = round_nearest(100 * (1 - b.best_eur / b.second_eur))
    return f" ({_number(percent)} %)" if percent > 0 else ""


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
        return b.side_by_side[int(b.solution_place) - 1].solution_said if b.solution_place else _OTHER_USERS
    return b.recommended_words if b.offers else b.none_recommended


def _none_recommended(b: Block) -> str:
    if b.meeting:
        return _NOT_COSTED if b.over_years else _NOT_PRICED
    return _NONE_JUDGED if b.unjudged else _NONE_MEETS


def _recommended_words(b: Block) -> str:
    if not b.offers or not b.same_users:
        return ""
    said = (
        f"{_number(b.ties)}{_TIED}" if b.ties > 1
        else f"{_best(b).design.name} is the {b.called} design that {_best(b).meets_words}: "
    )  # fmt: skip
    beside = f"{b.rests_words}{b.later_words}{b.not_final_words}"
    return f"{said}{b.best_words} {b.counted}{b.without_words}{b.less_words}.{beside}"


def _rests(b: Block) -> str:
    if not b.ties or _best(b).unknown_of_it == 0:
        return ""
    return f"{_RESTS_ON}{_best(b).judged_words}{_JUDGED_OF_IT}"


def _without(b: Block) -> str:
    lacking = next((other.part_without_price for other in b.side_by_side if other.lacks_alike), None)
    return "" if lacking is None else f"{_WITHOUT_IT}{lacking}{_NO_PRICE_OF_IT}"


def _cents_in_all(b: Block, eur_per_user: Value) -> Value:
    """What the sheets show of EUR per user times the users: they are the same where these are."""
    return round_nearest(100 * (eur_per_user * b.users_whole))


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
        return f"{_in_all(b.later_less_eur)}{_LESS_THAN}{_best(b).design.name}"
    return f": {b.least_later_words}{_AND_NOT}{b.best_later_words}"


def _costs_less(b: Block) -> bool:
    """Whether a design that cannot be recommended costs less than the one that is: its card shows a lower amount."""
    if not b.stands or not b.ties or b.ranked:
        return False
    return bool(b.eur_known and _cents_in_all(b, b.compared_eur) < _cents_in_all(b, b.best_eur))


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
_NONE_MEETS = "No design meets every target."
_NONE_JUDGED = "Of no design it is known that it meets every target."
_JUDGED = " judged"
_NOT_PRICED = "No design that meets its targets has a purchase price."
_NOT_COSTED = "Of no design that meets its targets the cost over the years is known."
_EUR_PER_USER = "EUR per user"
_TIED = " designs that miss no target cost the same: "
_CHEAPEST = "MATCH(1,{all.cheapest},0)"
_SECOND = "MATCH({second_eur},{all.ranked_eur},0)"
_ABOUT = ", about "
_WITHOUT_IT, _NO_PRICE_OF_IT = " without ", " (its price is not known)"
_PERCENT = _nearest("100*(1-{best_eur}/{second_eur})")
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
    f'IF({{same_users}}=0,IF({{solution_place}}=0,"{_OTHER_USERS}",{_SOLUTION_SAID}),'
    f'IF({{offers}}=0,{{none_recommended}},{{recommended_words}}))))'
)
_RECOMMENDED_WORDS = (
    'IF({check_inputs}=0,"",IF({offers}*{same_users}=0,"",'
    f'IF({{ties}}>1,{{ties}}&"{_TIED}",{in_row("{all.name_shown}", _CHEAPEST)}&" is the "'
    '&{called}&" design that "'
    f'&{in_row("{all.meets_words}", _CHEAPEST)}&": ")&{{best_words}}&" "&{{counted}}'
    '&{without_words}&{less_words}&"."&{rests_words}&{later_words}&{not_final_words}))'
)


class Recommendation(Scope):
    """Over all designs."""

    same_users: Display[Block, float] = Display("all designs carry the same users", "0/1",
        lambda b: flag(all(name_key(o.design.case) == name_key(b.design.case) for o in b.side_by_side)), FLAG,
        native="IF(SUMPRODUCT(1*({all.case_shown}<>{case_shown}))=0,1,0)")
    meeting: Display[Block, float] = Display("designs that miss no target", "designs",
        lambda b: total_over(b.side_by_side, lambda other: other.targets_met * other.in_use), WHOLE)
    unjudged: Display[Block, float] = Display("designs that miss no target, and of which one is not judged", "designs",
        lambda b: total_over(b.side_by_side, lambda other: (other.none_missed - other.targets_met) * other.in_use),
        WHOLE)
    judged_alone: Display[Block, str] = Display("what stands before them, where others are not judged", "",
        lambda b: _JUDGED if b.unjudged else "", TEXT)
    offers: Display[Block, float] = Display("designs that can be recommended", "designs",
        lambda b: total_over(b.side_by_side, lambda other: other.ranked), WHOLE)
    best_eur: Display[Block, Value] = Display("EUR per user of the cheapest of them", "EUR",
        lambda b: least_over(b.side_by_side, lambda other: other.ranked_eur), EUR_OR_NONE)
    best_words: Display[Block, str] = Display("the same, as the page says it", "",
        lambda b: spelled(round_nearest(b.best_eur)), TEXT)
    cheapest: Display[Block, float] = Display("this design is the cheapest of them", "0/1",
        lambda b: b.same_users * flag(_cents_in_all(b, b.ranked_eur) == _cents_in_all(b, b.best_eur))
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
        native=f'IF({{ties}}=0,"",IF({in_row("{all.unknown_of_it}", _CHEAPEST)}=0,"",'
        f'"{_RESTS_ON}"&{in_row("{all.judged_words}", _CHEAPEST)}&"{_JUDGED_OF_IT}"))')
    later_eur: Display[Block, Value] = Display("EUR per user over the years, of what can be recommended", "EUR",
        lambda b: b.known_total_eur_per_user if not b.over_years and b.offered and b.total_known else NO_LIMIT,
        EUR_OR_NONE, "where designs are compared by what is bought")
    least_later_eur: Display[Block, Value] = Display("EUR per user over the years of the cheapest then", "EUR",
        lambda b: least_over(b.side_by_side, lambda other: other.later_eur), EUR_OR_NONE)
    least_later_words: Display[Block, str] = Display("the same, as said", "",
        lambda b: spelled(round_nearest(b.least_later_eur)), TEXT)
    best_later_eur: Display[Block, Value] = Display("EUR per user over the years of the recommended design", "EUR",
        lambda b: _best(b).later_eur if b.ties else NO_LIMIT, EUR_OR_NONE,
        native=f"IF({{ties}}=0,{NO_LIMIT_TEXT},{in_row('{all.later_eur}', _CHEAPEST)})")
    best_later_words: Display[Block, str] = Display("the same, as said", "",
        lambda b: spelled(round_nearest(b.best_later_eur)), TEXT)
    later_less_eur: Display[Block, Value] = Display("by how much it costs more in all then, whole", "EUR",
        lambda b: 0.0 if b.best_later_eur >= NO_LIMIT
        else round_nearest((b.best_later_eur - b.least_later_eur) * b.users_whole), WHOLE)
    dearer_later: Display[Block, float] = Display("another design is cheaper over the years", "0/1",
        lambda b: 0.0 if b.best_later_eur >= NO_LIMIT
        else flag(_cents_in_all(b, b.best_later_eur) > _cents_in_all(b, b.least_later_eur)), FLAG,
        "by a cent in all, of those whose cost over the years is known")
    later_less_words: Display[Block, str] = Display("by how much, as the page says it", "",
        _later_less, TEXT,
        native='IF({dearer_later}=0,"",IF({best_later_words}={least_later_words},'
        f'{_in_all_text("{later_less_eur}")}&"{_LESS_THAN}"&{in_row("{all.name_shown}", _CHEAPEST)},'
        f'": "&{{least_later_words}}&"{_AND_NOT}"&{{best_later_words}}))')
    later_unknown: Display[Block, Value] = Display("designs whose cost over the years is not known", "designs",
        lambda b: total_over(b.side_by_side, lambda other: other.offered * (1 - other.total_known)), WHOLE,
        "of those that can be recommended")
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


def _drives_to_buy(b: Block) -> str:
    drives = f", {counted(round_nearest(b.drives_total), 'drive')}"
    return drives if b.drives_total > 0 else ""


def _to_buy(b: Block) -> str:
    kind = f"{b.blocks_words} {b.block_called}{'' if b.blocks == 1 else 's'}"
    if b.in_cluster:
        kind += f" in {counted(b.clusters, 'cluster')}"
    kind += b.reserve_words
    if b.with_hosts:
        kind += f" and {b.hosts_words}"
    return f"{kind}{b.drives_to_buy}"


def _next(b: Block) -> str:
    return NONE if b.next_name == NONE else f"{b.next_name} at {b.next_vms_words} VMs"


def _target(b: Block) -> str:
    limit = f"{b.limit_shown_ms:.12g} ms"
    if b.design.response_limit_ms is None:
        return f"{_USUAL}{limit}"
    share, within = b.design.response_share, b.at_load.within_words
    asked = f"mean within {limit}" if share is None else f"{_percent(share)} within {limit}"
    if not b.response_judged:
        return f"{asked}{AND_NOT_JUDGED}"
    return f"{asked}; {_percent(within)} are" if share is not None and is_number(within) else asked


AND_NOT_JUDGED = "; not judged"
"""Stands behind a target that is neither kept nor missed."""


def _percent(share: Value) -> str:
    return f"{round_nearest(10000 * share) / 100:.12g} %"


_MEAN_TIME = "mean response time"


def _time_called(b: Block) -> str:
    return f"mean, {_percent(b.modelled_words)} of I/Os" if is_number(b.modelled_words) else _MEAN_TIME


def _equipment(b: Block) -> str:
    cores = f"{_number(b.cores_of_host)}{_CORES}" if b.cores_of_host else ""
    ram = f"{b.ram_of_host_words}{_RAM}" if b.ram_of_host else ""
    return ", ".join(filter(None, (cores, ram, _gpus_of_host(b))))


def _gpus_of_host(b: Block) -> str:
    """GPUs of which the GB are known: a host without any has 0 GB of one."""
    if b.host_gpu_gb == 0 or b.host_gpu_gb >= NO_LIMIT:
        return ""
    called = _GPU if b.design.gpus == 1 else _GPUS
    return f"{_number(or_zero(b.design.gpus))}{called}{_number(round_nearest(b.host_gpu_gb))}{_GB}"


def _equipped(b: Block) -> str:
    if b.design.block_kind == SERVICE:
        return _OF_DESKTOP
    return _OF_HOST if b.in_cluster or b.with_hosts else _OF_ARRAY if b.design.block_kind == ARRAY else _OF_SERVER


def _vms_called(b: Block) -> str:
    if b.design.block_kind == SERVICE:
        return _VMS_OF_DESKTOP
    return _VMS_OF_HOST if b.in_cluster else _VMS_OF_ARRAY if b.design.block_kind == ARRAY else _VMS_OF_SERVER


def _limited_by(b: Block) -> str:
    if b.in_cluster:
        return f"{b.hosts_decided}: {b.hosts_of_each}"
    if not b.with_hosts:
        return b.binding_name
    spare = f" and {_number(b.design.spare_hosts)}{_IN_RESERVE}" if b.design.spare_hosts else ""
    return f"{b.binding_name}; {counted(b.hosts_needed_beside, 'host')}{spare}, by {b.beside_decided}"


def _offer(b: Block) -> str:
    takes = f"{b.beside_words}{b.drives_to_buy}" if b.with_hosts else b.to_buy
    of_each = f", by {b.limited_by}" if b.in_cluster else ""
    named = f"{b.design.name}: " if b.ties > 1 else ""
    carries = (
        f". One {b.block_called} carries {b.vms_words} VMs, limited by: {b.binding_name}; next limit: {b.next_limit}."
        f"{b.room_words}")
    return (
        f"{named}It takes {takes}{of_each}{_RUN_BY if b.design.block_kind == SERVICE else carries}"
        + (f"{_AGAINST_IT}{b.against_words[2:]}." if b.against_words else ""))


_DESKTOP = "desktop"
_BLOCKS_CALLED = (
    f'IF({{in_cluster}}=1,"hosts",IF({{design.block_kind}}="{ARRAY}","{ARRAY}s",'
    f'IF({{design.block_kind}}="{SERVICE}","{_DESKTOP}s","{SERVER}s")))')
_USUAL = "none; usual limit "
_CORES, _RAM, _IN_RESERVE = " cores", " GiB RAM", " in reserve"
_GPU, _GPUS, _GB = " GPU of ", " GPUs of ", " GB"
_VMS_OF_HOST, _VMS_OF_ARRAY, _VMS_OF_SERVER = "VMs per host", "VMs per array", "VMs per server"
_OF_HOST, _OF_ARRAY, _OF_SERVER = "a host has", "an array has", "a server has"
_VMS_OF_DESKTOP, _OF_DESKTOP, _RUN_BY = "VMs per desktop", "a desktop has", ", which a service runs."
_AGAINST_IT = " But: "
_HOSTS_BY, _LIMITED_BY = "hosts decided by", "limited by"
_HARDWARE, _HARDWARE_TO_BUY = "hardware", "hardware to buy"
_IN_ALL_NET, _IN_ALL_OVER, _NET_EUR = "in all, EUR net", "in all, ", ", EUR net"
class Offer(Scope):
    """Of a design in words: what to buy, and what limits it."""

    block_called: Display[Block, str] = Display("what a block is called", "",
        lambda b: "host" if b.in_cluster else _DESKTOP if b.design.block_kind == SERVICE else b.design.block_kind, TEXT)
    drives_to_buy: Display[Block, str] = Display("drives to buy", "",
        _drives_to_buy, TEXT)
    blocks_words: Display[Block, str] = Display("blocks, as the page says them", "",
        lambda b: spelled(round_nearest(b.blocks)), TEXT, "with spares")
    reserve_words: Display[Block, str] = Display("servers or arrays in reserve", "",
        lambda b: "" if b.in_cluster or not b.design.spare_blocks
        else f" ({_number(b.design.spare_blocks)}{_IN_RESERVE})", TEXT, "of a cluster its limit says them")
    to_buy: Display[Block, str] = Display("to buy", "",
        _to_buy, TEXT, "with spares",
        native=f'{{blocks_words}}&" "&IF({{blocks}}=1,{{block_called}},{_BLOCKS_CALLED})'
        f'&IF({{in_cluster}}=0,""," in "&{counted_text("{clusters}", "cluster")})&{{reserve_words}}'
        '&IF({with_hosts}=0,""," and "&{hosts_words})&{drives_to_buy}')
    cores_of_host: Display[Block, Value] = Display("cores of what runs the VMs, whole", "cores",
        lambda b: round_nearest(or_zero(b.design.beside_cores if b.with_hosts else b.design.cores)), WHOLE,
        "of a host beside an array, else of the block")
    ram_of_host: Display[Block, Value] = Display("RAM of what runs the VMs, whole", "GiB",
        lambda b: round_nearest(or_zero(b.design.beside_ram_gib if b.with_hosts else b.design.ram_gib)), WHOLE,
        "of a host beside an array, else of the block")
    ram_of_host_words: Display[Block, str] = Display("the same, as the page says it", "",
        lambda b: spelled(b.ram_of_host), TEXT)
    equipment: Display[Block, str] = Display("cores, RAM and GPUs of what runs the VMs", "",
        _equipment, TEXT,
        native=f'MID(IF({{cores_of_host}}=0,"",", "&{{cores_of_host}}&"{_CORES}")'
        f'&IF({{ram_of_host}}=0,"",", "&{{ram_of_host_words}}&"{_RAM}")'
        f'&IF(OR({{host_gpu_gb}}=0,{{host_gpu_gb}}>={NO_LIMIT_TEXT}),"",", "&{{design.gpus}}'
        f'&IF({{design.gpus}}=1,"{_GPU}","{_GPUS}")&{_nearest("{host_gpu_gb}")}&"{_GB}"),3,200)')
    equipped: Display[Block, str] = Display("what they are of", "",
        _equipped, TEXT)
    limit_shown_ms: Display[Block, Value] = Display("response time limit, to a tenth", "ms",
        lambda b: where(b.limit_used_ms < 1, round_nearest(1000 * b.limit_used_ms) / 1000,
            round_nearest(10 * b.limit_used_ms) / 10), THREE, "below 1 ms to a thousandth")
    target_words: Display[Block, str] = Display("response target", "",
        _target, TEXT, "the share of the I/Os that is asked for, and the share that is in time")
    time_called: Display[Block, str] = Display("what its response time is of", "",
        _time_called, TEXT, "flash without a latency is left out")
    hardware_called: Display[Block, str] = Display("what the hardware is called", "",
        lambda b: _HARDWARE if b.over_years else _HARDWARE_TO_BUY, TEXT, "it may be leased")
    in_all_eur: Display[Block, Shown] = Display("price of all, as the designs are compared", "EUR",
        lambda b: b.total_eur if b.over_years else b.users_eur, EUR_CENT)
    in_all_called: Display[Block, str] = Display("what the price of all is called", "",
        lambda b: f"{_IN_ALL_OVER}{b.years_words}{_NET_EUR}" if b.over_years else _IN_ALL_NET, TEXT,
        "over the years it is no price that one pays at once")
    vms_called: Display[Block, str] = Display("what its VMs are of", "",
        _vms_called, TEXT)
    vms_words: Display[Block, str] = Display("VMs per block, as the page says them", "",
        lambda b: spelled(round_down(b.vms_per_block)), TEXT)
    next_vms_words: Display[Block, str] = Display("VMs at the next limit, as the page says them", "",
        lambda b: spelled(b.next_vms), TEXT)
    next_limit: Display[Block, str] = Display("next limit", "",
        _next, TEXT)
    limited_by: Display[Block, str] = Display("limited by", "",
        _limited_by, TEXT,
        "the binding limit; of hosts what decides on their number")
    limited_called: Display[Block, str] = Display("what that is of", "",
        lambda b: _HOSTS_BY if b.in_cluster else _LIMITED_BY, TEXT, "of a cluster the number of its hosts")
    offer: Display[Block, str] = Display("what to buy, and what limits it", "",
        _offer, TEXT,
        native='IF({ties}>1,{name_shown}&": ","")&"It takes "'
        '&IF({with_hosts}=1,{beside_words}&{drives_to_buy},{to_buy})&IF({in_cluster}=0,"",", by "&{limited_by})'
        f'&IF({{design.block_kind}}="{SERVICE}","{_RUN_BY}",". One "&{{block_called}}&" carries "&{{vms_words}}'
        '&" VMs, limited by: "&{binding_name}&"; next limit: "&{next_limit}&"."&{room_words})'
        f'&IF({{against_words}}="","","{_AGAINST_IT}"&MID({{against_words}},3,500)&".")')


def _vat(b: Block) -> str:
    return "VAT" if b.settings.vat_share == 0 else _VAT_BESIDE


def _lacking(b: Block) -> str:
    later = ", ".join(part.called for part in b.charged_parts)
    return f"{_vat(b)}{_PER_YEAR if b.over_years else ''}{_BEYOND_BILL}{later}{b.store_beyond}"


def _years_lacking(b: Block) -> str:
    if not b.totals_shown:
        return DASH
    later = "".join(f", {part.called}" for part in b.charged_parts if not part.held_by) + b.store_lacking
    return f"{_vat(b)}{_BEYOND_BILL}{later[2:]}" if later else _vat(b)


def _later_held(b: Block) -> str:
    if not b.totals_shown or not (b.over_years or any(part.held_by for part in b.later_parts)):
        return ""
    held = "".join(part.held_words for part in b.held_parts)
    return f"{_COST_OVER}{b.years_words}{_HOLDS}{held[2:]}{_NOT_HELD}{b.years_lacking}."


def _store_lacking(b: Block, lacks: Given[Block, float]) -> str:
    """A profile store that some EUR do not hold, with its size where that is the same for all designs."""
    in_use = [other for other in b.side_by_side if other.in_use]
    lacking = [other for other in in_use if lacks.of(other)]
    size = lacking[0].store_size if lacking and b.same_users else _STORE
    return of_designs(size, lacking, float(len(in_use)))


def _failing(c: Checked) -> list[Block]:
    """The designs of which a check does not hold."""
    return [other for other in c.block.side_by_side if not c.check.of(other)]


def _named(c: NamingChecked) -> str:
    """What a check names, if it is the same in all designs of which it does not hold."""
    named = [c.named.of(other) for other in _failing(c)]
    alike = len({name_key(words) for words in named}) == 1  # a spreadsheet compares without regard to case
    return f": {named[0]}" if alike else ""


def _notice(c: Checked) -> str:
    failing = _failing(c)
    if not failing:
        return ""
    every = len(failing) == len(c.block.side_by_side)
    who = failing[0].design.name if len(failing) == 1 else "All designs" if every else f"{len(failing)} designs"
    return f"{BULLET}{who}: {c.check.fails}{c.named_words}.\n"


BULLET = "·  "
_HOLDS_OF_ALL, _HOLDS_OF_NONE = "MIN({all_of_check})=1", "MAX({all_of_check})=0"
"""Whether a check holds of all designs, or of none: a free column holds once more what the first design's does."""
_FIRST_FAILING = "MATCH(0,{all_of_check},0)"


class NamedAlike(Scope):
    """Of a warning that names something."""

    named_words: Display[NamingChecked, str] = Display("what the page names: {label}", "",
        _named, TEXT, "where it is the same in all designs of which this does not hold", pattern="notice_names_{key}",
        native=f'IF({_HOLDS_OF_ALL},"",IF(SUMPRODUCT(({{all_of_check}}=0)*({{all_named}}'
        f'<>{in_row("{all_named}", _FIRST_FAILING)}))=0,": "&{in_row("{all_named}", _FIRST_FAILING)},""))')


class Notice(Scope):
    """Of a warning over all designs."""

    _FAILING = "COUNTIFS({all_of_check},0,{all_in_use},1)"
    notice: Display[Checked, str] = Display("what the page says: {label}", "",
        _notice, TEXT, "over all designs", pattern="notice_{key}",
        native=f'IF({_HOLDS_OF_ALL},"","{BULLET}"&IF({_FAILING}=1,{in_row("{all_names}", _FIRST_FAILING)},'
        f'IF({_HOLDS_OF_NONE},"All designs",{_FAILING}&" designs"))&": {{fails}}"{{names}}&"."&CHAR(10))')


def _headline(b: Block) -> str:
    if not b.same_users:
        if b.solution_place:
            return f"Virtual desktops for {b.side_by_side[int(b.solution_place) - 1].solution_users_words} users"
        return "Virtual desktops for several groups of users"
    return f"Virtual desktops for {b.users_words} users{b.at_a_time_words}"


def _designs(b: Block) -> str:
    return "one design" if len(b.side_by_side) == 1 else f"{len(b.side_by_side)} designs compared"


def _dates(b: Block) -> list[str]:
    """The oldest price of each design that has one."""
    return [other.price_date for other in b.side_by_side if other.price_date != DASH]


def _prices_of(b: Block) -> str:
    oldest = f"oldest price of {b.first_price_date}" if len(set(_dates(b))) == 1 else "prices of different dates"
    return f"{oldest}{b.price_end_words}"


def _price_end_words(b: Block) -> str:
    if b.first_price_end >= NO_LIMIT:
        return ""
    end = DAY_0 + datetime.timedelta(float(b.first_price_end))
    said = f"{_EXPIRED if end < b.settings.as_of else _EXPIRES}{end.isoformat()}"
    return f"{said}{_OTHERS_ENDLESS}" if any(other.prices_endless for other in b.side_by_side) else said


def _prices_words(b: Block) -> str:
    return f"{SEPARATOR}{_prices_of(b)}, net" if _dates(b) else ""


def _subline(b: Block) -> str:
    customer, author = ((f"{name}{SEPARATOR}" if name else "") for name in (b.settings.customer, b.settings.author))
    return f"{customer}{author}{_designs(b)}{SEPARATOR}sizing of {b.settings.as_of.isoformat()}{b.prices_words}"


def _times_noted(b: Block) -> str:
    partly = any(not isinstance(other.modelled_words, str) for other in b.side_by_side)
    clusters = any(other.in_cluster for other in b.side_by_side)
    return f"{BULLET}{_DRIVES_ALONE}{_CLUSTERS if clusters else ''}{_PARTLY if partly else ''}"


def _to_know(b: Block) -> str:
    net = _NET_OVER_YEARS if b.over_years else f"{_NET}{b.lacking}."
    noted = f"{b.noted_errors}{b.noted_warnings}{b.dearer_noted}{b.growth_noted}"
    return f"{noted}{b.not_given_noted}{b.gpus_noted}{BULLET}{net}{b.later_held}\n{b.store_noted}{b.times_noted}"


def _store_noted(b: Block) -> str:
    if not b.store_asked or any(other.store_left_out for other in b.side_by_side):
        return ""
    by_gb = or_zero(b.settings.store_eur_per_gb_month) * b.store_gb > 0
    held = _STORE_PAID if by_gb and not b.over_years else _STORE_BOUGHT
    return f"{BULLET}{held}{b.store_size}.\n"


def _gpus_noted(b: Block) -> str:
    return f"{BULLET}{_GPUS_IN_HOSTS}\n" if any(other.gpus_unbilled for other in b.side_by_side) else ""


def _noted(checked: Iterable[Checked]) -> str:
    return "".join(f"{each.notice}" for each in checked)


SEPARATOR = " · "
_AT_A_TIME = " VMs at a time"
_NET = "EUR are net, and of what is bought. Not included in the purchase: "
_NET_OVER_YEARS = "EUR are net, and of all years of use at their present value; bars are what is bought."
_COST_OVER, _HOLDS, _NOT_HELD = " The cost over ", " holds: ", "; not included: "
_PER_YEAR, _BEYOND_BILL, _STORE = ", parts paid per year", "; beyond the bill: ", "profile store"
_CALLED = '", {called}"'
_LATER_LACKING = over("charged_parts", "&", 'IF({held_by}=0,", {called}","")') + "&{store_lacking}"
_STORE_BOUGHT, _STORE_PAID = "In the EUR of every design: ", "In the cost over the years alone: "
_GPUS_IN_HOSTS = "GPUs are taken to be in the price of a host where no part on the bill is called GPU."
_VAT_BESIDE = "VAT (with it: Comparison)"
_VAT_TEXT = f'IF({{settings.vat_share}}=0,"VAT","{_VAT_BESIDE}")'
_DRIVES_ALONE = "Response times are those of the drives; controllers and networks are not in the model."
_PARTLY = " In a hybrid they are of the I/Os on disks alone, and it has no curve."
_CLUSTERS = " Nor are the load of a cluster's rebuild, and which drives and hosts its product takes."
_DATED = f'({{all.price_date}}<>"{DASH}")'
_FIRST_DATED = first_where(_DATED, places_in_row("{all.price_date}"))
_UNLIKE = f"SUMPRODUCT({_DATED}*({{all.price_date}}<>{{first_price_date}}))>0"
_EXPIRES, _EXPIRED = ", the first price expires on ", ", the first price expired since "
_OTHERS_ENDLESS = ", others have no last day"


def _store_text(lacks: str) -> str:
    """The native formula of `_store_lacking`."""
    first = f"MATCH(1,{{all.{lacks}}},0)"
    size = f'IF({{same_users}}=1,", "&{in_row("{all.store_size}", first)},", {_STORE}")'
    return of_designs_text(
        size, f"SUMPRODUCT({{all.{lacks}}}*{{all.in_use}})", "SUM({all.in_use})", in_row("{all.name_shown}", first))


class ToKnow(Scope):
    """What stands above and below the recommendation."""

    users_words: Display[Block, str] = Display("users, as the page says them", "",
        lambda b: spelled(round_nearest(b.users_whole)), TEXT)
    at_a_time_words: Display[Block, str] = Display("VMs at a time, as the page says them", "",
        lambda b: f", {spelled(b.vms_whole)}{_AT_A_TIME}" if b.vms_whole < b.users_whole else "", TEXT,
        "where they are fewer than the users")
    headline: Display[Block, str] = Display("title of the report", "",
        _headline, TEXT,
        native='IF({check_inputs}=0,"Virtual desktops",'
        'IF({same_users}=0,IF({solution_place}=0,"Virtual desktops for several groups of users",'
        f'"Virtual desktops for "&{in_row("{all.solution_users_words}", "{solution_place}")}&" users"),'
        '"Virtual desktops for "&{users_words}&" users"&{at_a_time_words}))')
    first_price_date: Display[Block, str] = Display("oldest price of the first design that has one", "",
        lambda b: next(iter(_dates(b)), DASH), TEXT,
        native=f'IFERROR({in_row("{all.price_date}", _FIRST_DATED)},"{DASH}")')
    first_price_end: Display[Block, Value] = Display("first last day of an offer to any design, as a number", "",
        lambda b: least_over(b.side_by_side, lambda other: other.price_end), MARGIN)
    price_end_words: Display[Block, str] = Display("until when the prices hold, as the page says it", "",
        _price_end_words, TEXT, "expired: on the as-of date",
        native=f'IF({{first_price_end}}>={NO_LIMIT_TEXT},"",IF({{first_price_end}}<{{settings.as_of}},"{_EXPIRED}",'
        f'"{_EXPIRES}")&{date_text("{first_price_end}")}&IF(SUM({{all.prices_endless}})=0,"","{_OTHERS_ENDLESS}"))')
    prices_words: Display[Block, str] = Display("of when the prices are, as the page says it", "",
        _prices_words, TEXT,
        native=f'IF({{first_price_date}}="{DASH}","","{SEPARATOR}"&IF({_UNLIKE},"prices of different dates",'
        '"oldest price of "&{first_price_date})&{price_end_words}&", net")')
    subline: Display[Block, str] = Display("its second line", "",
        _subline, TEXT, "none where an input is not valid",
        native=f'IF({{check_inputs}}=0,"",IF({{settings.customer}}="","",{{settings.customer}}&"{SEPARATOR}")'
        f'&IF({{settings.author}}="","",{{settings.author}}&"{SEPARATOR}")'
        '&IF(SUM({all.in_use})=1,"one design",SUM({all.in_use})&" designs compared")'
        f'&"{SEPARATOR}sizing of "&{date_text("{settings.as_of}")}'
        '&{prices_words})')
    totals_shown: Display[Block, Value] = Display("designs whose cost over the years is shown", "designs",
        lambda b: total_over(b.side_by_side, lambda other: other.total_shown * other.in_use), WHOLE)
    store_lacking: Display[Block, str] = Display("a profile store that is not included", "",
        lambda b: _store_lacking(b, StorePaid.store_left_out), TEXT, "of which design, where not of all",
        native=_store_text("store_left_out"))
    store_beyond: Display[Block, str] = Display("a profile store that is not included in the purchase", "",
        lambda b: _store_lacking(b, StorePaid.store_beyond_bill), TEXT, "as it is paid by GB and month, or not at all",
        native=_store_text("store_beyond_bill"))
    lacking: Display[Block, str] = Display("not included in the purchase", "",
        _lacking, TEXT, "whatever is paid later",
        native=f'{_VAT_TEXT}&IF({{over_years}}=1,"{_PER_YEAR}","")'
        f'&"{_BEYOND_BILL}"&MID({over("charged_parts", "&", _CALLED)},3,200)&{{store_beyond}}')
    years_lacking: Display[Block, str] = Display("not included in the cost over the years", "",
        _years_lacking, TEXT, "what is 0 EUR for each design whose cost is known",
        native=f'IF({{totals_shown}}=0,"{DASH}",{_VAT_TEXT}&IF({_LATER_LACKING}="","",'
        f'"{_BEYOND_BILL}"&MID({_LATER_LACKING},3,500)))')
    later_held: Display[Block, str] = Display("what the cost over the years holds, as the page says it", "",
        _later_held, TEXT, "where it is more than the purchase",
        native=f'IF(OR({{totals_shown}}=0,AND({{over_years}}=0,{over("later_parts", "+", "{held_by}")}=0)),"",'
        f'"{_COST_OVER}"&{{years_words}}&"{_HOLDS}"&MID({over("held_parts", "&", "{held_words}")},3,500)'
        f'&"{_NOT_HELD}"&{{years_lacking}}&".")')
    store_noted: Display[Block, str] = Display("a profile store that is paid for, as noted", "",
        _store_noted, TEXT,
        native=f'IF(AND({{store_asked}}=1,SUM({{all.store_left_out}})=0),"{BULLET}"&IF(AND({{over_years}}=0,'
        f'{{settings.store_eur_per_gb_month}}*{{store_gb}}>0),"{_STORE_PAID}","{_STORE_BOUGHT}")&{{store_size}}&"."&CHAR(10),"")')
    gpus_noted: Display[Block, str] = Display("GPUs that no part on the bill is called by, as noted", "",
        _gpus_noted, TEXT,
        native=f'IF(SUM({{all.gpus_unbilled}})>0,"{BULLET}{_GPUS_IN_HOSTS}"&CHAR(10),"")')
    noted_errors: Display[Block, str] = Display("errors noted on the report", "",
        lambda b: _noted(b.errors_checked), TEXT)
    noted_warnings: Display[Block, str] = Display("warnings noted on the report", "",
        lambda b: _noted(b.warnings_checked), TEXT)
    times_noted: Display[Block, str] = Display("what response times are of, as noted", "",
        _times_noted, TEXT,
        native=f'"{BULLET}{_DRIVES_ALONE}"'
        f'&IF(SUM({{all.in_cluster}})>0,"{_CLUSTERS}","")&IF(COUNT({{all.modelled_words}})>0,"{_PARTLY}","")')
    to_know: Display[Block, str] = Display("what one has to know of the report", "",
        _to_know, TEXT, "nothing where an input is not valid: then no check can be relied upon",
        native='IF({check_inputs}=0,"",{noted_errors}&{noted_warnings}&{dearer_noted}&{growth_noted}'
        f'&{{not_given_noted}}&{{gpus_noted}}&"{BULLET}"&IF({{over_years}}=1,"{_NET_OVER_YEARS}","{_NET}"&{{lacking}}&".")&{{later_held}}&CHAR(10)'
        '&{store_noted}&{times_noted})')
