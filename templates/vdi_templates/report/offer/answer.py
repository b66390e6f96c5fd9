"""The slides on the answer: who offers, which design, what a user costs, the designs side by side, and why."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product

from vdi_sizing._arrays import is_number
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.grouped_digits import DAY_0
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Tier
from vdi_sizing.model.sentences.targets import GOOD, MISSED, OPEN, UNJUDGED, VOID
from vdi_sizing.scenario import Settings
from vdi_sizing.words import DASH, NO_LIMIT, NO_PRICE
from vdi_templates.report.offer.deck import LEAST_POINTS, PALE, TEXT, Bar, Cell, Deck, Paragraph, Row, shortened
from vdi_templates.report.offer.facts import Facts, Offered
from vdi_templates.report.offer.measure import height_of
from vdi_templates.report.offer.solution import (
    SOLUTION_FIGURES,
    band_height,
    called_of,
    counts_hosts,
    kinds_of,
    write_band,
)
from vdi_templates.report.offer.tables import size_for, write_table
from vdi_templates.workbook.comparison import speaks
from vdi_templates.workbook.styles import AMBER, GREEN, MUTED, RED, VIOLET

_OF_SIGN = {GOOD: GREEN, MISSED: AMBER, UNJUDGED: VIOLET, VOID: RED, OPEN: MUTED}
_GAP = 0.2
_WIDEST_CARD = 6.0
_HIGHEST_CARD = 4.4
_LOW_CARD = 2.4
"""Inches: a card that is lower has smaller type."""
_LEAST_LINES = 3
"""Of a card: month, hardware and limit."""
_CARDS_ABREAST = 4
_LEAST_KNOWN = 0.01
"""EUR: of less there is nothing to show behind ≥."""
_MOST_TITLE = 150
"""Characters of a recommendation that stand as a title; what it says beyond stands below it."""
_SIDE_BY_SIDE = (
    "eur_per_user", "total_eur_per_user", "total_eur_per_user_month", "users_eur", "total_eur", "to_buy",
    *names_of(Tier.words_shown), "cache_words", "equipment", "vms_per_block", "limited_by", "next_limit",
    "response_words", "target_words", "judged_words",
)  # fmt: skip
LATER_COLORS = ("F2DFC4", "E9CDA6", "DDB98A", "D1C7B8", "EFE6D8")
"""Of what is paid later; ink is read on each. What is bought has the colours of the Report."""
_GREYS = ("B8BEC4", "C6CBD0", "D3D7DB", "DFE2E5", "E8EAEC", "EFF0F2", "D9DCDF", "CDD1D5", "E3E5E8")


def title_slide(deck: Deck, facts: Facts) -> None:
    """Customer, author, date, and until when the prices hold."""
    said, settings, block = facts.said, facts.book.scenario.settings, facts.first
    headline = facts.figure("headline")
    day = said.date(settings.as_of)
    who = " · ".join(filter(None, (settings.author, day)))
    lines = [said.say("Offer for {customer}", customer=settings.customer) if settings.customer else said.say("Offer")]
    lines.append(who)
    if block.first_price_date != DASH and block.first_price_end < NO_LIMIT:
        lines.append(f"{said.say('Net prices')}: {_validity(facts)}")
    if any(design.block.errors for design in facts.designs):
        lines.append(said.house("not final: an error is open, see Checks"))
    for name in ("customer", "author", "as_of"):
        label = said.house(inputs_of(Settings)[name].label)
        facts.note_cell(label, f"Settings!D{facts.book.layout.settings_rows[name]}")
    deck.title_slide(headline, lines, facts.notes())


def _validity(facts: Facts) -> str:
    said, end = facts.said, facts.first.first_price_end
    facts.note("first_price_date", 0)
    date = said.house(facts.first.first_price_date)
    oldest = said.say("the oldest is of {date}", date=date)
    day = DAY_0 + datetime.timedelta(float(end))
    facts.note("first_price_end", 0)
    if day < facts.book.scenario.settings.as_of:
        return f"{oldest}, {said.say('the first one expired on {date}', date=said.date(day))}"
    return f"{oldest}, {said.say('valid until {date}', date=said.date(day))}"


def answer_slide(deck: Deck, facts: Facts) -> None:
    """The recommendation, and a card for each design; where all are one solution, that before its parts."""
    title, rest = _as_title(facts.figure("recommendation"))
    reason = facts.said.report_reason
    below = [Paragraph(rest, before=0)] if rest else []
    below += [Paragraph(saving, 12, bold=True, before=0)] if (saving := beside_today(facts)) else []
    below += [Paragraph(reason, 12, color=MUTED, before=4)] if reason else []
    over = band_height(deck, facts)
    if facts.solution is not None and len(facts.designs) > _CARDS_ABREAST:
        slide = deck.slide(title, facts.notes())
        write_band(deck, facts, slide, facts.solution, over)
        title, over = facts.said.say("{title} (continued)", title=title), 0.0
    _write_cards(deck, facts, title, below, over)


def _write_cards(deck: Deck, facts: Facts, title: str, below: list[Paragraph], over: float) -> None:
    """A card for each design, with room for what stands over them, and with what stands below them."""
    designs = facts.designs
    abreast = len(designs) if len(designs) <= _CARDS_ABREAST else 3
    rows = -(-len(designs) // abreast)
    foot = min(deck.height(below, deck.wide) + 0.05, 1.1)
    top = over + _GAP if over else 0.0
    high = (deck.high - top - foot - _GAP - (rows - 1) * _GAP) / rows
    high = min(high, _HIGHEST_CARD)
    wide = min((deck.wide - (abreast - 1) * _GAP) / abreast, _WIDEST_CARD)
    cards = _cards(deck, facts, wide - 0.26, high - 0.32)
    slide = deck.slide(title, facts.notes())
    if over and facts.solution is not None:
        write_band(deck, facts, slide, facts.solution, over)
    for number, (design, paragraphs) in enumerate(zip(designs, cards, strict=True)):
        down, across = divmod(number, abreast)
        x, y = deck.x + across * (wide + _GAP), deck.y + top + down * (high + _GAP)
        deck.text(slide, (x, y + 0.06, wide, high - 0.06), paragraphs, design.name, PALE)
        deck.stripe(slide, (x, y, wide, 0.06), design.color)
    if below:
        at = deck.y + top + rows * (high + _GAP)
        deck.text(slide, (deck.x, at, deck.wide, deck.y + deck.high - at), below, "Reason")


def beside_today(facts: Facts) -> str:
    """What the recommended design, or the solution, costs beside going on as today; nothing where nobody knows."""
    said, design = facts.said, facts.beside_today
    if facts.solution is not None:
        return _solution_beside_today(facts, facts.solution)
    if design is None:
        return ""
    words = _against_today(facts, design.name, facts.figure("today_eur", design),
        float(facts.value("today_difference_eur", design)))  # fmt: skip
    if not is_number(facts.value("today_payback_years", design)):
        return words
    years = facts.figure("today_payback_years", design)
    paid = said.say("At what the first year saves, the purchase is paid back after {years} years.", years=years)
    return f"{words} {paid}"


def _solution_beside_today(facts: Facts, head: Offered) -> str:
    """The same of all parts together."""
    today, total = facts.value("today_eur", head), facts.value("solution_total_eur", head)
    if not (is_number(today) and is_number(total)):
        return ""
    name = facts.said.house("solution")
    more = facts.said.difference(float(total), float(today))
    return _against_today(facts, name, facts.figure("today_eur", head), more)


def _against_today(facts: Facts, name: str, today: str, more: float) -> str:
    said = facts.said
    values = {
        "design": name, "today": today, "years": facts.figure("years_words"), "more": said.number(abs(more), 2),
    }  # fmt: skip
    if abs(more) < 0.005:
        return said.say("Going on as today costs {today} {eur} over {years}, as {design} does.", **values)
    if more < 0:
        return said.say("Going on as today costs {today} {eur} over {years}, {design} {more} {eur} less.", **values)
    return said.say("Going on as today costs {today} {eur} over {years}, {design} {more} {eur} more.", **values)


def today_slide(deck: Deck, facts: Facts) -> None:
    """The cost over the years beside going on as today, where Settings say what is paid today."""
    best = facts.beside_today
    if best is None:
        return
    said = facts.said
    known = [each for each in facts.designs if is_number(each.sized.shown("today_difference_eur"))]
    going_on = said.say("going on as today")
    totals = [float(facts.value("today_eur", best)), *(float(facts.value("total_eur", each)) for each in known)]
    bar = Bar(said.label("total_eur"), tuple(totals), (MUTED, *(each.color for each in known)))
    head = Row((Cell(), Cell(going_on), *(Cell(each.name, color=each.color) for each in facts.designs)))
    rows = [
        Row((Cell(said.label(name)), Cell(beside), *(Cell(facts.figure(name, each), color=each.ink)
            for each in facts.designs)), strong=name == "today_difference_eur")
        for name, beside in (("total_eur", facts.figure("today_eur", best)), ("today_difference_eur", DASH),
            ("users_eur", DASH), ("today_payback_years", DASH))
    ]  # fmt: skip
    first = 3.4
    widths = [first, *[(deck.wide - first) / (len(facts.designs) + 1)] * (len(facts.designs) + 1)]
    points = min(12, size_for(deck, head, rows, widths, deck.high / 2))
    high = deck.table_height([head, *rows], widths, points)
    slide = deck.slide(_title_of_today(facts, best), facts.notes())
    names = [going_on, *(each.name for each in known)]
    named = [f"{name}: {said.number(total, 2)}" for name, total in zip(names, totals, strict=True)]
    deck.bars(
        slide, (deck.x, deck.y - 0.05, deck.wide, deck.high - high - 0.2), names, [bar], said.label("total_eur"),
        "; ".join(named), stacked=False,
    )  # fmt: skip
    deck.table(slide, (deck.x, deck.y + deck.high - high, deck.wide, high), [head, *rows], widths, points, going_on)


def _title_of_today(facts: Facts, design: Offered) -> str:
    said, more = facts.said, float(facts.value("today_difference_eur", design))
    values = {"design": design.name, "years": facts.figure("years_words"), "more": said.number(abs(more), 2)}
    if more < -0.005:
        return said.say("{design} costs {more} {eur} less over {years} than going on as today", **values)
    if more > 0.005:
        return said.say("{design} costs {more} {eur} more over {years} than going on as today", **values)
    return said.say("{design} costs as much over {years} as going on as today", **values)


def _as_title(text: str) -> tuple[str, str]:
    """The sentences of a recommendation that are its title, and those below."""
    if len(text) <= _MOST_TITLE:
        return text, ""
    first, mark, rest = text.partition(". ")
    return (f"{first}.", rest) if mark else (text, "")


def _cards(deck: Deck, facts: Facts, wide: float, high: float) -> list[list[Paragraph]]:
    """What the cards say: all in the largest type in which each has room, or each as much as has room."""
    small = high < _LOW_CARD
    parts = [
        (_head_of_card(facts, each, small=small), _mark_of_card(facts, each), _lines_of_card(facts, each))
        for each in facts.designs
    ]
    for points in (13, 12, 11, LEAST_POINTS):
        cards = [[*head, mark, *(replace(line, points=points) for line in lines)] for head, mark, lines in parts]
        if all(deck.height(card, wide) <= high for card in cards):
            return cards
    return [_shortened_card(deck, *each, wide, high) for each in parts]


def _shortened_card(
    deck: Deck, head: list[Paragraph], verdict: Paragraph, lines: list[Paragraph], wide: float, high: float
) -> list[Paragraph]:
    """A card with as many lines as have room, and then with as much of its verdict."""
    kept = lines[:_LEAST_LINES]
    small = [replace(each, points=LEAST_POINTS, before=2) for each in kept]
    for each in lines[_LEAST_LINES:]:
        more = replace(each, points=LEAST_POINTS, before=2)
        if deck.height([*head, verdict, *small, more], wide) <= high:
            small.append(more)
    room = high - deck.height([*head, *small], wide) - verdict.before / 72
    most = max(1, int(room / height_of(1, LEAST_POINTS)))
    cut = shortened(verdict.text, LEAST_POINTS, wide, most, bold=True, factor=deck.factor)
    return [*head, replace(verdict, text=cut, points=LEAST_POINTS), *small]


def _head_of_card(facts: Facts, design: Offered, *, small: bool) -> list[Paragraph]:
    amount, called = facts.compared(design)
    return [
        Paragraph(design.name, 12 if small else 14, bold=True, color=design.color, before=0),
        Paragraph(amount, 20 if small else 26, bold=True, color=design.ink, before=2),
        Paragraph(f"{called} · {_place(facts, design)}", LEAST_POINTS if small else 11, color=MUTED, before=0),
    ]


def _place(facts: Facts, design: Offered) -> str:
    """Its place among the others; of designs for different users, which have none, for how many it is."""
    if not facts.first.same_users:
        return facts.said.say("users: {users}", users=facts.figure("users_whole", design))
    if design.rank is None:
        return facts.said.say("without a place")
    return facts.said.say("place {rank}", rank=design.rank).replace(" ", "\N{NO-BREAK SPACE}")


def _mark_of_card(facts: Facts, design: Offered) -> Paragraph:
    """The verdict, and what an incomplete design lacks."""
    mark = "".join(facts.figure(name, design) for name in ("sign", "cheapest_words", "mark"))
    if design.block.stands and design.block.targets_met and not design.recommended and design.block.price_lacking:
        known = mark.removesuffix(f"; {facts.said.house(NO_PRICE)}")
        mark = f"{known}; {_price_lacking(facts, design)}"
    return Paragraph(mark, 12, bold=True, color=_OF_SIGN.get(design.block.sign, TEXT), before=6)


def _price_lacking(facts: Facts, design: Offered) -> str:
    """What its EUR lack: each part without a price by its name."""
    if not (parts := facts.unpriced(design)):
        return facts.figure("price_lacking", design)
    facts.note("price_lacking", design.at)
    return facts.said.say("without a price: {parts}", parts=", ".join(parts))


def _lines_of_card(facts: Facts, design: Offered) -> list[Paragraph]:
    """What a design takes and what binds it, what matters most first; nothing of one that has no answer."""
    if not design.block.stands:
        return []
    ink = design.ink
    pairs = [
        (facts.figure("hardware_called", design), "to_buy"),
        (facts.figure("limited_called", design), "limited_by"),
    ]
    if facts.by_month:
        pairs.insert(0, (facts.said.say("per user and month"), "total_eur_per_user_month"))
    pairs += [
        (facts.figure("in_all_called", design), "in_all_eur"),
        (facts.figure("vms_called", design), "vms_per_block"),
        (facts.said.house("next limit"), "next_limit"),
        (facts.figure("time_called", design), "response_words"),
    ]
    if design.block.equipment:
        pairs.append((facts.figure("equipped", design), "equipment"))
    return [
        Paragraph(f" {_with_unit(facts, name, design)}", 12, lead=f"{called}:", color=ink, before=3)
        for called, name in pairs
    ]


def _with_unit(facts: Facts, name: str, design: Offered) -> str:
    """A figure as the cards of the Report show it: a time has its unit, which what it is called there does not say."""
    timed = name == "response_words" and is_number(facts.value(name, design))
    return f"{_shown(facts, name, design)} ms" if timed else _shown(facts, name, design)


def _shown(facts: Facts, name: str, design: Offered) -> str:
    """A figure, and what decides on hosts without a second colon behind what it is called."""
    shown = facts.figure(name, design)
    decides, mark, hosts = shown.partition(": ")
    return f"{decides} ({hosts})" if mark and name == "limited_by" else shown


@dataclass(frozen=True)
class _Paid:
    """What a user of a design, or of a solution, costs: by kind of payment, and in all."""

    name: str
    kinds: dict[str, float]
    total: str
    whole: bool = True
    lacking: dict[str, str] = field(default_factory=dict)
    """Kinds of which a part is not known, and the word for that."""


def _paid(facts: Facts) -> list[_Paid]:
    """The solution, if all designs are one, before its parts; else the designs of which something is known."""
    found = [
        _Paid(each.name, facts.parts(each), _total(facts, each), facts.whole(each), _lacking(facts, each))
        for each in facts.designs if facts.parts(each)
    ]  # fmt: skip
    if facts.solution is None or not (kinds := kinds_of(facts, facts.solution)):
        return found
    name = "solution_total_eur_per_user_month" if facts.by_month else "solution_eur_per_user"
    return [_Paid(facts.said.house("solution"), kinds, facts.figure(name, facts.solution)), *found]


def _lacking(facts: Facts, design: Offered) -> dict[str, str]:
    """The kinds of payment of which something has no price, or is not known, in the words of the sheets."""
    return {
        key: facts.said.figure(name, design.at) for key in facts.kinds
        if not is_number(design.sized.shown(name := f"breakdown_{key}_eur_per_user"))
    }  # fmt: skip


def _of_kind(facts: Facts, paid: _Paid, key: str) -> Cell:
    """What a user costs by a kind of payment: behind ≥ where a part of it is not known, as the sheets say it."""
    known = paid.kinds[key]
    if key not in paid.lacking:
        return _eur(facts, known, whole=paid.whole)
    return Cell(facts.said.at_least(known) if known >= _LEAST_KNOWN else paid.lacking[key], color=MUTED)


def month_slide(deck: Deck, facts: Facts) -> None:
    """What a user costs, by kind of payment: bars, and below them the same as a table."""
    said, kinds = facts.said, facts.kinds
    paid = _paid(facts)
    if not kinds or not paid:
        return
    colors = _colors(facts)
    for each, key in product(facts.designs, kinds):
        if facts.parts(each):
            facts.note(f"breakdown_{key}_eur_per_user", each.at)
    bars = [
        Bar(
            called,
            tuple(each.kinds.get(key, 0.0) for each in paid),
            tuple(colors[key] if each.whole else _GREYS[at % len(_GREYS)] for each in paid),
        )
        for at, (key, called) in enumerate(kinds.items())
    ]
    head = Row(tuple(Cell(text) for text in (_unit(facts), *(each.name for each in paid))))
    rows = [
        Row((Cell(called, square=colors[key]), *(_of_kind(facts, each, key) for each in paid)))
        for key, called in kinds.items()
    ]
    last = said.say("per user and month") if facts.by_month else said.say("purchase per user")
    rows.append(Row((Cell(last), *(Cell(each.total) for each in paid)), strong=True))
    widths = [3.4, *[(deck.wide - 3.4) / len(paid)] * len(paid)]
    if len(paid) < 3:
        widths = [3.4, *[2.4] * len(paid)]
    high = deck.table_height([head, *rows], widths, 11)
    below = _rounded(facts, ((each.kinds, each.total) for each in paid if each.whole))
    foot = deck.height(below, deck.wide) + 0.1 if below else 0.0
    slide = deck.slide(_title_of_month(facts, paid[0]), facts.notes(*_how_counted(facts)))
    said_of_each = [f"{each.name}: {each.total}" for each in paid]
    deck.bars(
        slide, (deck.x, deck.y - 0.1, deck.wide, deck.high - high - foot - 0.05),
        said_of_each, bars, _unit(facts), "; ".join(said_of_each), stacked=True,
    )  # fmt: skip
    at = deck.y + deck.high - high - foot
    deck.table(slide, (deck.x, at, deck.wide, high), [head, *rows], widths, 11, _unit(facts))
    if below:
        deck.text(slide, (deck.x, at + high, deck.wide, foot), below, "Below the table", low=True)


def _rounded(facts: Facts, columns: Iterable[tuple[dict[str, float], str]]) -> list[Paragraph]:
    """A word on rounding where the cents that a column shows do not add up to the total below them."""
    said = facts.said
    for kinds, total in columns:
        added = sum(said.cents(kinds[key]) for key in facts.kinds)
        if said.number(added, 2) != total:
            words = said.say("Each amount is rounded by itself: the sum of the rounded ones may differ by cents.")
            return [Paragraph(words, LEAST_POINTS, color=MUTED, before=0)]
    return []


def _unit(facts: Facts) -> str:
    return facts.said.say("{eur} per user and month") if facts.by_month else facts.said.say("{eur} per user, purchase")


def _colors(facts: Facts) -> dict[str, str]:
    bought = [each.key for each in facts.first.purchase_parts]
    later = [each.key for each in facts.first.cost_parts if each.key not in bought]
    pairs = (*zip(bought, facts.book.palette.parts, strict=True), *zip(later, LATER_COLORS, strict=True))
    return dict(pairs)


def _amount(facts: Facts, design: Offered, key: str) -> Cell:
    facts.note(f"breakdown_{key}_eur_per_user", design.at)
    return _eur(facts, facts.parts(design)[key], whole=facts.whole(design))


def _eur(facts: Facts, known: float, *, whole: bool) -> Cell:
    return Cell(facts.said.number(known, 2) if abs(known) >= 0.005 else DASH, color=TEXT if whole else MUTED)


def _total(facts: Facts, design: Offered) -> str:
    """What a design costs a user: a month, or what is bought; behind ≥ where a part of it is not known."""
    whole = "total_eur_per_user_month" if facts.by_month else "eur_per_user"
    name = "known_total_eur" if facts.by_month else "known_users_eur"
    known = float(design.sized[name] / design.block.users_whole) / (facts.months if facts.by_month else 1.0)
    if facts.whole(design) or known < _LEAST_KNOWN:
        return facts.figure(whole, design)
    facts.note(name, design.at)
    return facts.said.at_least(known)


def _title_of_month(facts: Facts, first: _Paid) -> str:
    most = max(facts.kinds, key=lambda key: first.kinds.get(key, 0.0))
    values = {
        "design": first.name, "total": first.total, "kind": facts.kinds[most],
        "part": facts.said.number(first.kinds[most], 2),
    }  # fmt: skip
    if facts.by_month:
        return facts.said.say("{design}: {total} {eur} per user and month, {part} of it for {kind}", **values)
    return facts.said.say("{design}: the purchase is {total} {eur} per user, {part} of it for {kind}", **values)


def _how_counted(facts: Facts) -> list[str]:
    if not facts.by_month:
        return []
    return [facts.said.say("Each amount is that of the years of use, per user, divided by {months} months.",
        months=facts.said.plain(facts.months))]  # fmt: skip


def designs_slides(deck: Deck, facts: Facts) -> None:
    """The designs side by side; where all are one solution, what that comes to before its parts."""
    said, designs, solution = facts.said, facts.designs, facts.solution
    blocks = [each.block for each in designs]
    of_solution = [] if solution is None else [Cell(said.house("solution"))]
    head = Row((Cell(), *of_solution, *(Cell(each.name, color=each.color) for each in designs)))
    verdicts = (_verdict(facts, each) for each in designs)
    rows = [Row((Cell(said.say("verdict")), *_in_solution(facts, "mark"), *verdicts))]
    for name in facts.speaking((*_added_up(facts), *_SIDE_BY_SIDE)):
        if name in _SIDE_BY_SIDE and not speaks(name, blocks):
            continue
        cells = [Cell(_side_by_side(facts, name, each), color=each.ink) for each in designs]
        label = Cell(_label(facts, name))
        rows.append(Row((label, *_in_solution(facts, name), *cells), strong=name.startswith("total_eur_per_user_m")))
    first = 3.0 if len(designs) + len(of_solution) > 3 else 3.6
    wide = (deck.wide - first) / (len(designs) + len(of_solution))
    widths = [first, *[wide] * (len(designs) + len(of_solution))]
    write_table(deck, facts, _title_of_designs(facts), head, rows, widths, facts.notes())


def _added_up(facts: Facts) -> tuple[str, ...]:
    """What designs for different users say beside each other, and those of one solution together."""
    if facts.first.same_users:
        return ()
    return ("users_whole", "hosts_of_answer") if facts.solution and counts_hosts(facts) else ("users_whole",)


def _label(facts: Facts, name: str) -> str:
    if name == "equipment":
        equipped = {
            facts.figure("equipped", each) for each in facts.designs if each.block.stands and each.block.equipment
        }
        return equipped.pop() if len(equipped) == 1 else facts.said.say("a server or host has")
    return called_of(facts, SOLUTION_FIGURES[name]) if name == "hosts_of_answer" else facts.said.label(name)


def _in_solution(facts: Facts, name: str) -> list[Cell]:
    """The cell of the solution in a row of its parts, where there is one: blank where nothing is added up."""
    if facts.solution is None:
        return []
    of_it = {**SOLUTION_FIGURES, "mark": "solution_verdict"}.get(name)
    return [Cell() if of_it is None else Cell(facts.figure(of_it, facts.solution), bold=True)]


def _side_by_side(facts: Facts, name: str, design: Offered) -> str:
    """A figure, and behind a response time of a part of the I/Os of which it is."""
    shown = _shown(facts, name, design)
    partly = name == "response_words" and is_number(design.block.modelled_words)
    return f"{shown} ({facts.figure('time_called', design)})" if partly else shown


def _verdict(facts: Facts, design: Offered) -> Cell:
    mark = "".join(facts.figure(name, design) for name in ("sign", "cheapest_words", "mark"))
    return Cell(mark, bold=True, color=_OF_SIGN.get(design.block.sign, TEXT))


def _title_of_designs(facts: Facts) -> str:
    said, ranked, designs = facts.said, facts.ranked, facts.designs
    if len(designs) == 1:
        return said.say("{design} in figures", design=designs[0].name)
    if facts.solution is not None:
        return said.say("The solution, and each part of it")
    if not facts.first.same_users:
        return said.say("{count} designs for different users, each by itself", count=len(designs))
    without = [each.name for each in designs if each.rank is None]
    if not without:
        return said.say("{count} designs side by side: all of them can be recommended", count=len(designs))
    if not ranked:
        return said.say("{count} designs side by side: none of them can be recommended", count=len(designs))
    return said.say(
        "{count} designs side by side; cannot be recommended: {names}", count=len(designs), names=", ".join(without)
    )


def why_slide(deck: Deck, facts: Facts) -> None:
    """Why the second design is dearer: the difference by kind of payment, as bars and as a table."""
    second = next((each for each in facts.ranked if each.rank != 1), None)
    if second is None or not (facts.whole(facts.ranked[0]) and facts.whole(second)):
        return
    best = facts.ranked[0]
    said, kinds = facts.said, facts.kinds
    parts = facts.parts(best), facts.parts(second)
    more = {key: said.difference(parts[1][key], parts[0][key]) for key in kinds}
    in_all = said.difference(sum(parts[1].values()), sum(parts[0].values()))
    head = Row(tuple(Cell(text) for text in (_unit(facts), best.name, second.name, said.say("difference"))))
    rows = [
        Row(
            (
                Cell(called),
                _amount(facts, best, key),
                _amount(facts, second, key),
                Cell(said.signed(more[key]), bold=True),
            )
        )
        for key, called in kinds.items()
    ]
    last = (Cell(said.say("in all")), Cell(_total(facts, best)), Cell(_total(facts, second)), Cell(said.signed(in_all)))
    rows.append(Row(last, strong=True))
    shown = [key for key in kinds if abs(more[key]) >= 0.005] or list(kinds)[:1]
    bars = [
        Bar(
            said.say("difference"),
            tuple(more[key] for key in shown),
            tuple(second.color if more[key] > 0 else MUTED for key in shown),
        )
    ]
    title, beside = _title_of_why(facts, best, second, more, in_all), _beside(facts, best, second)
    beside += _rounded(facts, [*zip(parts, (_total(facts, best), _total(facts, second)), strict=True),
        (more, said.number(in_all, 2))])  # fmt: skip
    slide = deck.slide(title, facts.notes(*_how_counted(facts)))
    widths = [2.6, 1.25, 1.25, 1.35]
    half = deck.wide - sum(widths) - 2 * _GAP
    deck.bars(
        slide, (deck.x, deck.y - 0.05, half, min(deck.high - 0.6, 0.6 + 0.7 * len(shown))),
        [kinds[key] for key in shown], bars, said.say("difference"),
        "; ".join(f"{kinds[key]}: {said.signed(more[key])}" for key in shown),
        stacked=False,
    )  # fmt: skip
    points = min(12, size_for(deck, head, rows, widths, 3.6))
    high = deck.table(
        slide, (deck.x + deck.wide - sum(widths), deck.y, sum(widths), deck.high), [head, *rows], widths, points, title
    )
    at = deck.y + high + 0.15
    deck.text(
        slide, (deck.x + deck.wide - sum(widths), at, sum(widths), deck.y + deck.high - at), beside, "Beside", low=True
    )


def _title_of_why(facts: Facts, best: Offered, second: Offered, more: dict[str, float], in_all: float) -> str:
    said = facts.said
    if in_all < 0.005:
        return _title_of_cents(facts, best, second)
    most = max(more, key=lambda key: more[key])
    values = {
        "second": second.name, "best": best.name, "more": said.number(in_all, 2), "kind": facts.kinds[most],
        "part": said.signed(more[most]),
    }  # fmt: skip
    if facts.by_month:
        return said.say("{second} costs {more} {eur} more a month than {best}: most by {kind}, {part}", **values)
    return said.say("{second} costs {more} {eur} more to buy than {best}: most by {kind}, {part}", **values)


def _title_of_cents(facts: Facts, best: Offered, second: Offered) -> str:
    """Where both cost a user the same cents: whether they differ is said by what all users cost."""
    said, called = facts.said, {"second": second.name, "best": best.name}
    name = "total_eur" if facts.by_month else "users_eur"
    in_all = said.difference(facts.value(name, second), facts.value(name, best))
    if in_all < 0.005:
        return said.say("{second} is dearer to buy than {best}, and no dearer over the years", **called)
    called["more"] = said.number(in_all, 2)
    if facts.by_month:
        return said.say(
            "{second} costs {more} {eur} more over the years in all than {best}: less than a cent per user and month",
            **called,
        )
    return said.say("{second} costs {more} {eur} more to buy in all than {best}: less than a cent per user", **called)


def _beside(facts: Facts, best: Offered, second: Offered) -> list[Paragraph]:
    """What the two take, and what speaks against those without a place."""
    paragraphs = [
        Paragraph(f" {facts.figure('to_buy', each)}", 12, lead=f"{each.name}:", before=3) for each in (best, second)
    ]
    without = [each for each in facts.designs if each.rank is None]
    for each in without:
        words = facts.figure("why_not", each).removeprefix("; ")
        if words:
            paragraphs.append(Paragraph(words, 12, color=MUTED, before=3))
    return paragraphs
