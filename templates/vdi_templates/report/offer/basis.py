"""The slides on what the offer rests on: assumed, to know, open questions to the customer, and sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import vdi_sizing
from vdi_sizing.inputs import Input, inputs_of, name_key, same_name
from vdi_sizing.model.sentences.notices import BULLET
from vdi_sizing.scenario import Design, Settings
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.profiles import Profile
from vdi_sizing.words import DASH, NO_LIMIT, NONE, NOT_KNOWN
from vdi_templates.importing.wording import OFFERED
from vdi_templates.report.offer.deck import Cell, Deck, Paragraph, Row, shortened
from vdi_templates.report.offer.facts import Facts, Offered
from vdi_templates.report.offer.tables import SIZES, size_for, write_table
from vdi_templates.report.offer.users import groups_of
from vdi_templates.report.offer.words import without_said_unit
from vdi_templates.workbook.styles import MUTED

_SETTINGS = (
    "years", "discount_rate", "escalation", "eur_per_kwh", "pue", "eur_per_rack_unit_year", "maintenance_share",
    "vat_share", "user_growth", "gb_growth", "usual_limit_ms",
)  # fmt: skip
_DESIGN = ("vcpus_per_core", "cpu_headroom", "spare_blocks", "spare_hosts", "response_limit_ms", "array_headroom")
_SHARES_OF_SOURCES = (3.2, 6.93, 2.0)
_GAP = 0.4
_SIZES_OF_TEXT = (15, 14, 13, 12)
_ABREAST = 3
"""Designs beside which there is room for what holds for all."""
_WIDTHS_OF_SETTINGS = (3.2, 1.0)
_SHARES_OF_PAIRS = (4.3, 1.3, 0.4, 4.9, 1.3)
_BETWEEN = 0.2
"""Inches between two tables."""
_MOST_RATIOS, _MOST_NAMED = 3, 6
"""Groups whose vCPU per core stand by name, and those whose source does."""
_MOST_SOURCES = 12
"""Of user groups: the others stand on Users."""
_MOST_OF_SOURCE = 8
"""Lines."""
_DIGITS = 16
"""Of a hash on a slide; its notes have all of them."""


def assumptions_slides(deck: Deck, facts: Facts) -> None:
    """What was entered: load and rules of each design, and beside them what holds for all."""
    said, designs = facts.said, facts.designs
    head = Row((Cell(said.say("of each design"), left=True), *(Cell(e.name, color=e.color) for e in designs)))
    rows = [*_of_users(facts), *_of_designs(facts)]
    of_all = Row((Cell(said.say("of all"), left=True), Cell("")))
    settings = list(_of_settings(facts))
    title, notes = said.say("What it is sized by: load, rules and prices of running it"), facts.notes()
    if len(designs) > _ABREAST:
        _write_one_above_the_other(deck, facts, title, head, rows, settings, notes)
        return
    wide, first = deck.wide - _GAP - sum(_WIDTHS_OF_SETTINGS), 3.3
    widths = [first, *[(wide - first) / len(designs)] * len(designs)]
    points = min(size_for(deck, head, rows, widths, deck.high),
        size_for(deck, of_all, settings, _WIDTHS_OF_SETTINGS, deck.high), 12)  # fmt: skip
    slide = deck.slide(title, notes)
    deck.table(slide, (deck.x, deck.y, wide, deck.high), [head, *rows], widths, points, title)
    x = deck.x + deck.wide - sum(_WIDTHS_OF_SETTINGS)
    deck.table(slide, (x, deck.y, deck.wide, deck.high), [of_all, *settings], _WIDTHS_OF_SETTINGS, points, title)


def _write_one_above_the_other(
    deck: Deck, facts: Facts, title: str, head: Row, rows: Sequence[Row], settings: Sequence[Row], notes: str
) -> None:
    """Many designs, and below them what holds for all in two columns; on a slide of its own where it has no room."""
    said, count = facts.said, len(head.cells) - 1
    widths = [3.4, *[(deck.wide - 3.4) / count] * count]
    of_all, in_pairs = _in_two_columns(said.say("of all"), settings)
    room = deck.high - _BETWEEN
    for points in SIZES:
        highs = [
            deck.table_height(table, across, points)
            for table, across in (([head, *rows], widths), ([of_all, *in_pairs], _pairs_across(deck)))
        ]
        if sum(highs) <= room:
            break
    else:
        write_table(deck, facts, title, head, rows, widths, notes)
        write_table(
            deck, facts, said.say("What holds for all designs: prices of running them, and growth"), of_all, in_pairs,
            _pairs_across(deck), notes,
        )  # fmt: skip
        return
    slide = deck.slide(title, notes)
    deck.table(slide, (deck.x, deck.y, deck.wide, room), [head, *rows], widths, points, title)
    at = deck.y + highs[0] + _BETWEEN
    named = said.say("of all")
    deck.table(slide, (deck.x, at, deck.wide, room), [of_all, *in_pairs], _pairs_across(deck), points, named)


def _in_two_columns(title: str, settings: Sequence[Row]) -> tuple[Row, list[Row]]:
    """Labels and values, the second half of them beside the first."""
    half = -(-len(settings) // 2)
    left, right = settings[:half], settings[half:]
    blank = (Cell(), Cell())
    pairs = zip_longest((row.cells for row in left), (row.cells for row in right), fillvalue=blank)
    rows = [Row((*one, Cell(), Cell(other[0].text, left=True), other[1])) for one, other in pairs]
    return Row((Cell(title, left=True), *[Cell()] * 4)), rows


def _pairs_across(deck: Deck) -> list[float]:
    return deck.across(_SHARES_OF_PAIRS)


def _row(label: str, values: Sequence[str]) -> Row:
    return Row((Cell(label), *(Cell(value) for value in values)))


def _of_users(facts: Facts) -> Iterator[Row]:
    for name in ("users_whole", "vms_whole", "steady_iops_per_vm", "ram_gib_per_vm", "vcpus_per_vm"):
        values = [facts.figure(name, each) for each in facts.designs]
        if set(values) - {DASH, "0", "0.0", "0,0", "0.00", "0,00"}:
            yield _row(facts.said.label(name), values)


def _of_designs(facts: Facts) -> Iterator[Row]:
    fields = inputs_of(Design)
    for name in (name for name in _DESIGN if name in fields):
        values = [getattr(each.sized.design, name) for each in facts.designs]
        own = name == "vcpus_per_core" and any(
            each.own_cores for design in facts.designs for each in design.block.groups
        )
        if all(value in (None, 0, 0.0) for value in values) and not own:
            continue
        sheet, row = _place_of(facts, name)
        label = _label(facts, fields[name])
        facts.note_cell(label, f"{sheet}!{', '.join(f'{facts.book.layout.column(e.at)}{row}' for e in facts.designs)}")
        words = [_value(facts, value, fields[name]) for value in values]
        if name == "vcpus_per_core":
            words = [_with_those_of_groups(facts, each, word) for each, word in zip(facts.designs, words, strict=True)]
        yield _row(label, words)


def _with_those_of_groups(facts: Facts, design: Offered, ratio: str) -> str:
    """The vCPU per core of a design, and of groups those of their own, by which its cores are counted as well."""
    own = {group.name: group.vcpus_per_core for group in design.block.groups if group.own_cores}
    others = any(group.vcpus for group in design.block.groups if not group.own_cores)
    if not own:
        return ratio
    said = [f"{name}: {facts.said.plain(value or 0.0)}" for name, value in own.items()]
    if not others and len(set(own.values())) == 1:
        said = [facts.said.plain(next(iter(own.values())) or 0.0)]
    if len(said) > _MOST_RATIOS:
        said = [facts.said.say("of {count} groups their own", count=len(said))]
    return "; ".join([*([ratio] if others else []), *said])


def _place_of(facts: Facts, name: str) -> tuple[str, int]:
    layout = facts.book.layout
    return ("Builds", layout.build_rows[name]) if name in layout.build_rows else ("Designs", layout.design_rows[name])


def _of_settings(facts: Facts) -> Iterator[Row]:
    settings, fields = facts.book.scenario.settings, inputs_of(Settings)
    for name in _SETTINGS:
        value = getattr(settings, name)
        label = _label(facts, fields[name])
        facts.note_cell(label, f"Settings!D{facts.book.layout.settings_rows[name]}")
        words = facts.said.house("not given") if value is None else _value(facts, value, fields[name])
        yield _row(label, [words])


def _label(facts: Facts, field: Input) -> str:
    unit = "" if _is_share(field) or not field.unit else f" [{facts.said.house(field.unit)}]"
    return without_said_unit(f"{facts.said.house(field.label)}{unit}")


def _is_share(field: Input) -> bool:
    return field.kind == "share" or field.unit in ("share", "0..1")


def _value(facts: Facts, value: Any, field: Input) -> str:
    if value is None:
        return DASH
    if isinstance(value, str):
        return facts.said.house(value)
    return facts.said.percent(value) if _is_share(field) else facts.said.plain(float(value))


# --- to know, and questions ---------------------------------------------------------------------------


def open_slides(deck: Deck, facts: Facts) -> None:
    """What one has to know and what is not known, as the Report says it, beside open questions to the customer."""
    said = facts.said
    half = (deck.wide - _GAP) / 2
    notes = [f"{note}{reason}" for note, reason in zip_longest(_notes(facts), _reasons(facts), fillvalue="")]
    asked = questions(facts)
    for points in _SIZES_OF_TEXT:
        left = _columns(deck, said.say("To know, and not known"), notes, half, points)
        right = _columns(deck, said.say("Questions to you"), asked, half, points)
        if max(len(left), len(right)) == 1:
            break
    title = said.say("What one has to know, and {count} questions to you", count=len(asked))
    if len(asked) == 1:
        title = said.say("What one has to know, and one question to you")
    if not asked:
        title = said.say("What one has to know")
    text = facts.notes(said.say("What one has to know is said on the sheet Report, below the heading of that name."))
    for number in range(max(len(left), len(right))):
        slide = deck.slide(title if number == 0 else said.say("{title} (continued)", title=title), text)
        for x, column in ((deck.x, left), (deck.x + half + _GAP, right)):
            if number < len(column):
                deck.text(slide, (x, deck.y, half, deck.high), column[number], column[number][0].text)


def _notes(facts: Facts) -> list[str]:
    return [line.removeprefix(BULLET) for line in facts.said.report_notes.split("\n") if line.strip()]


def _reasons(facts: Facts) -> Iterator[str]:
    """Of each error and warning that the Report notes, in its order: why designs acknowledge it, as they say."""
    designs = facts.book.sizing.designs
    for checked in (*facts.first.errors_checked, *facts.first.warnings_checked):
        if not checked.notice:
            continue
        found = {
            each.design.name: reason for each in designs
            if not checked.check.of(each.block) and (reason := facts.reason(each.design, checked.check.key))
        }  # fmt: skip
        words = "; ".join(f"{name}: {reason}" for name, reason in found.items())
        yield f" {facts.said.say('Acknowledged: {reasons}.', reasons=words)}" if found else ""


def _columns(deck: Deck, head: str, texts: Sequence[str], wide: float, points: float) -> list[list[Paragraph]]:
    """Texts below their heading, on as many slides as they need; nothing where there are none."""
    pages: list[list[Paragraph]] = []
    for text in texts:
        item = Paragraph(text, points, bullet=True, before=5)
        if not pages or deck.height([*pages[-1], item], wide) > deck.high:
            pages.append([Paragraph(head, points + 1, bold=True, before=0)])
        pages[-1].append(item)
    return pages


def questions(facts: Facts) -> list[str]:
    """What only the customer can answer: each follows from a figure or an input that is missing, and says which."""
    said, settings, block = facts.said, facts.book.scenario.settings, facts.first
    found: list[str] = []
    if block.not_given:
        found.append(
            said.say("What do your users have as {what}? It is not given, and counts as nothing.",
                what=facts.figure("not_given"))
        )  # fmt: skip
    measured = [each for each in facts.designs if each.block.groups_to_measure]
    if measured:
        found.append(
            said.say("Can this be measured in a pilot: {what}?", what=facts.figure("last_to_measure", measured[0]))
        )
    assumed = [each for each in facts.designs if each.block.assumed_words not in (NONE, DASH, "")]
    if assumed:
        names = ", ".join(each.name for each in assumed)
        found.append(said.say("Which hosts shall it be? The hardware is assumed of: {names}.", names=names))
    if not settings.user_growth:
        facts.note_cell(
            said.house("growth of users per year"), f"Settings!D{facts.book.layout.settings_rows['user_growth']}"
        )
        found.append(said.say("How many users will there be in {years} years? No growth is assumed.",
            years=said.plain(settings.years)))  # fmt: skip
    if settings.eur_per_kwh is None:
        found.append(said.say("What do you pay for a kWh? Energy is left out of the cost."))
    if settings.eur_per_rack_unit_year is None:
        found.append(said.say("What does a rack unit cost you a year? Rack space is left out of the cost."))
    found += _of_the_best(facts)
    found += _of_prices_missing(facts)
    found += _of_quotes(facts)
    if block.first_price_date != DASH and block.first_price_end >= NO_LIMIT:
        found.append(said.say("Until when do the prices hold? None of them says it."))
    short = [each.name for each in facts.designs if each.block.stands and not each.block.check_host_lost]
    if short:
        found.append(said.say("May users wait until a lost host is back? Else one more is bought: {names}.",
            names=", ".join(short)))  # fmt: skip
    return found


def _of_the_best(facts: Facts) -> Iterator[str]:
    """Whether there is room and power for what is recommended: of a solution for each part."""
    for each in facts.ranked[:1] if facts.solution is None else facts.designs:
        block = each.block
        if block.stands and block.rack_known and block.watts_known and block.rack_units > 0 and block.power_w > 0:
            yield facts.said.say(
                "Are {units} rack units and {watts} W free for {design}, with the cooling?",
                units=facts.figure("rack_units", each), watts=facts.figure("power_w", each), design=each.name,
            )  # fmt: skip


def _of_prices_missing(facts: Facts) -> Iterator[str]:
    """What parts without a price cost: each by its name, and of which designs where not all of them take it."""
    said, billed = facts.said, [each for each in facts.designs if each.block.stands and each.sized.bill]
    needed: dict[str, list[str]] = {}
    for each in billed:
        for part in facts.unpriced(each):
            needed.setdefault(part, []).append(each.name)
    if not needed:
        return
    parts = [
        part if len(names) == len(billed) else said.say("{part} (for {designs})", part=part, designs=", ".join(names))
        for part, names in needed.items()
    ]
    yield said.say("What do these cost? They have no price yet: {parts}.", parts=", ".join(parts))


def _of_quotes(facts: Facts) -> Iterator[str]:
    """Whether prices hold for more pieces than were offered, where a list said of how many its price was."""
    designs = facts.designs if facts.solution is not None else facts.ranked[:1] or facts.designs
    needed: dict[str, dict[str, float]] = {}
    for each in (each for each in designs if each.block.stands):
        for line in each.sized.bill:
            if line.of_each != NOT_KNOWN:
                of_part = needed.setdefault(name_key(line.part), {})
                of_part[each.name] = of_part.get(each.name, 0.0) + line.quantity_for_users
    found = []
    for price in facts.book.scenario.prices:
        offered, by_design = _offered(facts, price.note or ""), needed.get(name_key(price.part), {})
        most = (sum if facts.solution is not None else max)(by_design.values() or [0.0])
        if offered is not None and most > offered:
            found.append(facts.said.say("{part} {offered} of {needed}", part=price.part,
                offered=facts.said.plain(offered), needed=facts.said.plain(most)))  # fmt: skip
    if found:
        yield facts.said.say("Do the prices hold for all pieces? The offer is of fewer than are needed: {parts}.",
            parts=", ".join(found))  # fmt: skip


def _offered(facts: Facts, note: str) -> float | None:
    """Of how many pieces an imported price is, as its note says; None: it does not say."""
    words = {OFFERED, facts.said.house(OFFERED)}
    patterns = (re.escape(each).replace(re.escape("$many"), r"(\d+(?:\.\d+)?)") for each in words)
    found = next(filter(None, (re.search(each, note) for each in patterns)), None)
    return float(found[1]) if found else None


# --- sources ------------------------------------------------------------------------------------------


def sources_slides(deck: Deck, facts: Facts) -> None:
    """Where the numbers come from: prices, drives, loads, and the workbook itself."""
    said = facts.said
    widths = deck.across(_SHARES_OF_SOURCES)
    head = Row(tuple(Cell(text, left=True) for text in (said.say("what"), said.house("source"), said.house("date"))))
    rows = [
        Row(
            tuple(Cell(text, left=True, color=MUTED if at == 2 else "tx1", bold=at == 0) for at, text in enumerate(row))
        )
        for row in (
            *_of_groups(facts),
            *_of_prices(facts),
            *_of_drives(facts),
            *_of_profiles(facts),
            *_of_workbook(facts),
        )
    ]
    rows = [
        Row(
            (
                row.cells[0],
                Cell(shortened(row.cells[1].text, 12, widths[1] - 0.3, _MOST_OF_SOURCE, factor=deck.factor), left=True),
                row.cells[2],
            )
        )
        for row in rows
    ]
    title = said.say("Where the numbers come from")
    notes = facts.notes(said.say("The notes of each slide name the cells of its figures."))
    write_table(deck, facts, title, head, rows, widths, notes, lean=3)


def _of_prices(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """Each source of prices that a bill uses, with how many of its parts; of an offer with a number that is enough."""
    said, scenario = facts.said, facts.book.scenario
    used = {line.part for each in facts.designs for line in each.sized.bill if line.known}
    found: dict[tuple[str, str], list[str]] = {}
    for part in sorted(used):
        price = scenario.price_of(part)
        of_row = () if price.supplier and price.quote_number else (price.source, price.note)
        known = (price.price_list, price.supplier, price.quote_number, *of_row)
        source = ", ".join(str(each) for each in known if each)
        found.setdefault((source, said.date(price.date)), []).append(part)
    for (source, date), parts in found.items():
        what = said.say("Prices of {count} parts", count=len(parts)) if len(parts) > 1 else said.say(
            "Price of {part}", part=parts[0])  # fmt: skip
        yield what, source or said.house("no source"), date
    missing = sorted({line.part for each in facts.designs for line in each.sized.bill if not line.known})
    if missing:
        yield said.say("Without a price"), ", ".join(missing), ""


def _of_groups(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """Where user groups come from, as they say: a list, an export of machines, what was measured."""
    found: dict[str, list[str]] = {}
    for group in groups_of(facts):
        if group.source:
            found.setdefault(group.source, []).append(group.name)
    unsaid = [group.name for group in groups_of(facts) if not group.source]
    if unsaid:
        found.setdefault(facts.said.say("as entered, without a source"), []).extend(unsaid)
    shown = list(found.items())[:_MOST_SOURCES]
    for source, names in shown:
        called = facts.said.say("{count} groups", count=len(names)) if len(names) > _MOST_NAMED else ", ".join(names)
        yield facts.said.say("Users: {groups}", groups=called), source, ""
    if len(found) > len(shown):
        count = len(found) - len(shown)
        yield facts.said.say("Other users"), facts.said.say("{count} more sources, on the sheet Users", count=count), ""


def _of_drives(facts: Facts) -> Iterator[tuple[str, str, str]]:
    used = {part.own.drive for each in facts.designs for part in each.block.parts if part.own.drive is not None}
    for drive in facts.book.scenario.drives:
        if any(same_name(drive.name, name) for name in used):
            yield drive.name, *_source_of(facts, drive)


def _of_profiles(facts: Facts) -> Iterator[tuple[str, str, str]]:
    scenario = facts.book.scenario
    used = {group.profile for group in scenario.groups if group.profile}
    for profile in scenario.profiles:
        if any(same_name(profile.name, name) for name in used):
            yield profile.name, *_source_of(facts, profile)


def _source_of(facts: Facts, record: Drive | Profile) -> tuple[str, str]:
    """The source of a record of a table, and its date."""
    said = facts.said
    return said.source(record.source) if record.source else said.house("no source"), said.date(record.source_date)


def _of_workbook(facts: Facts) -> Iterator[tuple[str, str, str]]:
    said, book = facts.said, facts.book
    day, hashed = said.date(book.scenario.settings.as_of), said.say("SHA-256 of its inputs")
    facts.note_cell(hashed, book.baseline.inputs_hash)
    yield said.say("Workbook"), f"{facts.source}; {hashed}: {book.baseline.inputs_hash[:_DIGITS]}…", day
    method = said.say(
        "figures of designs are formulas of the workbook, which the sheet Evidence compares with published cases; "
        "figures of scenarios are numbers, by the same methods"
    )
    yield said.say("Method"), f"vdi-sizing {vdi_sizing.__version__}: {method}", ""
