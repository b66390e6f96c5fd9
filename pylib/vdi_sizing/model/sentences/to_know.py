"""What stands above and below the recommendation."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from vdi_sizing._arrays import Value, round_nearest
from vdi_sizing.engine.rows import least_over, total_over
from vdi_sizing.model.capacity.missing_facts import DELTA, LOG, SWAP, GivenOfUsers
from vdi_sizing.model.figure import Display, Figure, Given, Scope, first_where, in_row, or_zero, over, places_in_row
from vdi_sizing.model.formats import MARGIN, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import DAY_0, date_text, spelled
from vdi_sizing.model.money.profile_store import StorePaid
from vdi_sizing.model.sentences.notices import BULLET
from vdi_sizing.model.sentences.offer import _percent
from vdi_sizing.words import DASH, NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Checked, PartOverTheYears


_USUALLY_GIVEN: dict[Figure[Block, Any], str] = {
    GivenOfUsers.steady_asked: "steady IOPS",
    GivenOfUsers.logins_given: "login IOPS",
    GivenOfUsers.boots_asked: "boot IOPS (no limit by boots)",
    GivenOfUsers.ram_given: "RAM",
    GivenOfUsers.vcpus_given: "vCPU",
}
_OF_CLONES: dict[Figure[Block, float], str] = {
    GivenOfUsers.deltas_unsaid: DELTA, GivenOfUsers.swap_unsaid: SWAP, GivenOfUsers.logs_unsaid: LOG,
}  # fmt: skip


def _not_given(b: Block) -> str:
    lacking = (called for given, called in _USUALLY_GIVEN.items() if not any(given.of(each) for each in b.side_by_side))
    of_clones = (called for unsaid, called in _OF_CLONES.items() if any(unsaid.of(each) for each in b.side_by_side))
    return ", ".join((*lacking, *of_clones))


_SAID = "Not given for the users, and so not taken into account: "


class NotGiven(Scope):
    not_given: Display[Block, str] = Display("not given for the designs' users, and so not taken into account", "",
        _not_given, TEXT,
        native="MID(" + "&".join(f'IF(SUM({{all.{given.name}}})=0,", {called}","")' for given,
        called in _USUALLY_GIVEN.items())
        + "".join(f'&IF(SUM({{all.{unsaid.name}}})>0,", {called}","")' for unsaid, called in _OF_CLONES.items())
        + ",3,200)")
    not_given_noted: Display[Block, str] = Display("the same, as noted on the report", "",
        lambda b: f"{BULLET}{_SAID}{b.not_given}.\n" if b.not_given else "", TEXT,
        native=f'IF({{not_given}}="","","{BULLET}{_SAID}"&{{not_given}}&"."&CHAR(10))')


_ONLY, _OF_SEVERAL, _END = " (only with ", " designs)", ")"


def of_designs(words: str, some: list[Block], every: Value) -> str:
    """One of several things in a list that hold of some designs: of all, or of which one, or of how many."""
    if not some:
        return ""
    who = f"{some[0].design.name}{_END}" if len(some) == 1 else f"{len(some)}{_OF_SEVERAL}"
    return f", {words}" if len(some) == every else f", {words}{_ONLY}{who}"


def of_designs_text(words: str, some: str, every: str, first: str) -> str:
    """The same as a native formula: of `", words"`, of numbers of designs, and of the name of the first of them."""
    who = f'IF({some}=1,{first}&"{_END}",{some}&"{_OF_SEVERAL}")'
    return f'IF({some}=0,"",{words}&IF({some}={every},"","{_ONLY}"&{who}))'


class HeldOfDesigns(Scope):
    """The same over all designs."""

    held_by: Display[PartOverTheYears, float] = Display("cost over the years with: {called}", "designs",
        lambda p: float(len(p.holding)), WHOLE, pattern="designs_with_{key}",
        native="SUMPRODUCT({all.held}*{all.block.in_use})")
    held_words: Display[PartOverTheYears, str] = Display("the same as the page says it: {called}", "",
        lambda p: of_designs(p.called, p.holding, p.block.totals_shown), TEXT, pattern="page_holds_{key}",
        native=of_designs_text('", {called}"', "{held_by}", "{block.totals_shown}",
            in_row("{all.block.name_shown}", "MATCH(1,{all.held},0)")))


_GROWS = "{settings.user_growth}+{settings.gb_growth}"


def _assumed(b: Block) -> str:
    s = b.settings
    if s.user_growth + s.gb_growth == 0:
        return NO_GROWTH
    return (
        f"Growth assumed: users {_percent(s.user_growth)} and GB per VM {_percent(s.gb_growth)} a year, for "
        f"{b.years_words}; what it takes is bought {s.growth_bought}.")


def _growth_noted(b: Block) -> str:
    if b.settings.user_growth + b.settings.gb_growth == 0:
        return ""
    return f"{BULLET}{b.growth_assumed}{_AT_START}{b.growth_cheapest}\n"


def _cheapest(b: Block) -> str:
    """Which design costs least with growth; nothing where that is not known."""
    if not (b.same_users and b.growth_least < NO_LIMIT):
        return ""
    name = next(other.design.name for other in b.side_by_side if other.growth_offered_eur == b.growth_least)
    known = sum(other.growth_offered_eur < NO_LIMIT for other in b.side_by_side if other.in_use)
    costs = _COSTS_LEAST if known == b.meeting else _OF_THOSE_KNOWN
    return f"{_WITH_IT}{name}{costs}{b.growth_least_words} EUR per user of the last year, over {b.years_words}."


NO_GROWTH = "No growth is assumed: enter it on Settings."
_WITH_IT = " With it, each block as at the start, without further drives, "
_COSTS_LEAST, _OF_THOSE_KNOWN = " costs least: ", " costs least of those known: "
_AT_START = " All above is for the users at the start."
_CHEAPEST = in_row("{all.name_shown}", "MATCH({growth_least},{all.growth_offered_eur},0)")


class GrowthInWords(Scope):
    """What is assumed, and what it comes to."""

    growth_assumed: Display[Block, str] = Display("growth assumed", "",
        _assumed, TEXT)
    growth_least: Display[Block, Value] = Display("EUR per user with growth of the cheapest offered", "EUR",
        lambda b: least_over(b.side_by_side, lambda other: other.growth_offered_eur), MARGIN)
    growth_least_words: Display[Block, str] = Display("the same with growth, as the page says it", "",
        lambda b: spelled(b.growth_least), TEXT)
    growth_cheapest: Display[Block, str] = Display("which design costs least with growth, as noted", "",
        _cheapest, TEXT,
        native=f'IF(AND({{same_users}}=1,{{growth_least}}<{NO_LIMIT_TEXT}),"{_WITH_IT}"&{_CHEAPEST}'
        f'&IF(SUMPRODUCT(({{all.growth_offered_eur}}<{NO_LIMIT_TEXT})*{{all.in_use}})={{meeting}},"{_COSTS_LEAST}",'
        f'"{_OF_THOSE_KNOWN}")&{{growth_least_words}}'
        f'&" EUR per user of the last year, over "&{{years_words}}&".","")')
    growth_noted: Display[Block, str] = Display("growth noted on the report", "",
        _growth_noted, TEXT, "over all designs that can be recommended",
        native=f'IF({_GROWS}=0,"","{BULLET}"&{{growth_assumed}}&"{_AT_START}"&{{growth_cheapest}}&CHAR(10))')


def _vat(b: Block) -> str:
    return VAT if b.settings.vat_share == 0 else VAT_BESIDE


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
    return f"{noted}{b.not_given_noted}{BULLET}{net}{b.later_held}\n{b.store_noted}{b.times_noted}"


def _store_noted(b: Block) -> str:
    if not b.store_asked or any(other.store_left_out for other in b.side_by_side):
        return ""
    by_gb = or_zero(b.settings.store_eur_per_gb_month) * b.store_gb > 0
    held = _STORE_PAID if by_gb and not b.over_years else _STORE_BOUGHT
    return f"{BULLET}{held}{b.store_size}.\n"


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
VAT, VAT_BESIDE = "VAT", "VAT (with it: Comparison)"
_VAT_TEXT = f'IF({{settings.vat_share}}=0,"{VAT}","{VAT_BESIDE}")'
_DRIVES_ALONE = (
    "Response times are those of the drives; controllers, networks, limits of file shares and a second site are not in "
    "the model.")
_PARTLY = " In a hybrid they are of the I/Os on disks alone, and it has no curve."
_CLUSTERS = " Nor are the load of a cluster's rebuild, unequal hosts, and which drives and hosts its product takes."
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
        f'&{{not_given_noted}}&"{BULLET}"&IF({{over_years}}=1,"{_NET_OVER_YEARS}","{_NET}"&{{lacking}}&".")&{{later_held}}&CHAR(10)'
        '&{store_noted}&{times_noted})')


def _dearer_noted(b: Block) -> str:
    found = [other for other in b.side_by_side if other.dearer_anyway]
    if not found:
        return ""
    if len(found) > 1:
        return f"{BULLET}{_THEY_LACK}{len(found)}{_DEARER_ALL}\n"
    (dearer,) = found
    lacks = f"{_PRICE_OF}{dearer.part_without_price}" if dearer.prices_missing else _IT_LACKS
    return f"{BULLET}{_EVEN_WITHOUT}{lacks}{_DESIGN}{dearer.design.name}{_DEARER}\n"


_EVEN_WITHOUT, _PRICE_OF, _IT_LACKS = "Even without ", "the price of ", "what it lacks"
_DESIGN, _DEARER = ", design ", " costs more than the cheapest complete one."
_THEY_LACK, _DEARER_ALL = "Even without what they lack, ", " designs cost more than the cheapest complete one."
_FOUND, _FIRST = "SUM({all.dearer_anyway})", "{dearer_place}"


class DearerInWords(Scope):
    """The same in words."""

    dearer_noted: Display[Block, str] = Display("the same, as noted on the report", "",
        _dearer_noted, TEXT,
        native=f'IF({_FOUND}=0,"","{BULLET}"&IF({_FOUND}>1,"{_THEY_LACK}"&{_FOUND}&"{_DEARER_ALL}",'
        f'"{_EVEN_WITHOUT}"&IF({in_row("{all.prices_missing}", _FIRST)}>0,"{_PRICE_OF}"&'
        f'{in_row("{all.part_without_price}", _FIRST)},"{_IT_LACKS}")&"{_DESIGN}"&{in_row("{all.name_shown}", _FIRST)}'
        f'&"{_DEARER}")&CHAR(10))')
