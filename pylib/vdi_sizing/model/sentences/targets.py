"""The verdict on a design in words: the target that it misses, and why it is not recommended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import is_number
from vdi_sizing.model.figure import Display, Scope, over
from vdi_sizing.model.formats import TEXT
from vdi_sizing.model.ranking.marks import AGAINST, TARGETS

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


GOOD, MISSED, UNJUDGED, VOID, OPEN = "✓ ", "! ", "? ", "✕ ", "– "
"""What stands before a verdict: open where nothing is missed, and nobody knows the EUR to compare."""
MEETS, MISSES_NONE = "meets every target", "misses no target"
NONE_SET = "exceeds no limit (no target is set)"
"""Who sets no target is told of none that is met."""
NOT_KNOWN_TIME, PARTLY_KNOWN_TIME = "; response time not known", "; response time known in part"


def _known_time(b: Block) -> bool:
    return b.time_unknown_words == ""


def _time_unknown(b: Block) -> str:
    if not is_number(b.at_load.response_words):
        return NOT_KNOWN_TIME
    return PARTLY_KNOWN_TIME if is_number(b.modelled_words) else ""


def _met(b: Block) -> str:
    return b.meets_words + b.time_unknown_words + b.but_words + b.unknown_eur_words


def _meets(b: Block) -> str:
    if b.targets_asked == 0:
        return NONE_SET
    return MEETS if _known_time(b) and b.nothing_against and b.unknown_of_it == 0 else MISSES_NONE


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
_LACKS_EUR = "it has no EUR to compare"
_NO_BILL, _LACKS_PARTS = "it has no bill", "its bill lacks drives or hosts that are sized"
_LACKS_NUMBER = "it lacks the number of "


def _unknown_eur(b: Block) -> str:
    if b.eur_known:
        return ""
    if b.priced:
        return _NO_EUR
    return f"{_WITHOUT}{b.part_without_price}" if b.lacks_alike else _NO_PRICE


def _price_lacking(b: Block) -> str:
    if b.eur_known:
        return ""
    if b.total_known if b.over_years else b.priced:
        return _LACKS_EUR
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


class TargetsInWords(Scope):
    """The same in words: the verdict on a design, and why it is not recommended."""

    time_unknown_words: Display[Block, str] = Display("what is not known of its response time", "",
        _time_unknown, TEXT, "in part: of some of its I/Os alone")
    against_words: Display[Block, str] = Display("what is said against it", "",
        lambda b: "".join(AGAINST[each.check] for each in b.against_checked if each.open), TEXT,
        native=over("against_checked", "&", 'IF({open}=0,"","{against}")'))
    but_words: Display[Block, str] = Display("the same behind what speaks for it", "",
        lambda b: "" if b.nothing_against else _BUT + b.against_words[2:], TEXT,
        native=f'IF({{nothing_against}}=1,"","{_BUT}"&MID({{against_words}},3,500))')
    meets_words: Display[Block, str] = Display("how the page says that it misses no target", "",
        _meets, TEXT, "every target is met where one is set, all of it is known, and nothing speaks against it")
    unknown_eur_words: Display[Block, str] = Display("what is not known of its EUR", "",
        _unknown_eur, TEXT)
    missed_words: Display[Block, str] = Display("the first target that it misses", "",
        lambda b: next((words for target, words in TARGETS if not target.of(b)), ""), TEXT)
    mark: Display[Block, str] = Display("verdict", "", _mark, TEXT, "the error, or the first target missed")
    sign: Display[Block, str] = Display("sign before the verdict", "",
        _sign, TEXT,
        "open where there is no price to compare by; a question where a target is not judged")
    price_lacking: Display[Block, str] = Display("what its EUR lack", "",
        _price_lacking, TEXT)
    why_not: Display[Block, str] = Display("why it is not recommended", "",
        _why_not, TEXT,
        native='IF({ranked}+(1-{in_use})>0,"","; "&{name_shown}&": "&IF({targets_met}=0,{mark},{price_lacking}))')
