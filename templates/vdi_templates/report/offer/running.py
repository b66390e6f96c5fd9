"""The slides on running it (a lost host, racks, power and heat, licences), and the bills of materials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vdi_sizing._arrays import is_number
from vdi_sizing.inputs import inputs_of, name_key, same_name
from vdi_sizing.model.capacity.host_loss import HostLostChecks
from vdi_sizing.model.checks.verdict import Checks
from vdi_sizing.model.money.bill import BillLine
from vdi_sizing.scenario import (
    ARRAY,
    BOUGHT_ONCE,
    FOR_WHO_ENTERS,
    PER_BLOCK,
    PER_GPU_USER,
    PER_HOST,
    PER_MONTH,
    PER_USER,
    PER_VM,
    SERVICE,
    KitPart,
    Settings,
)
from vdi_sizing.tables.licences import PER_CORES, PER_TB
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.words import DASH, NONE, NOT_KNOWN
from vdi_templates.report.offer.deck import LEAST_POINTS, Cell, Deck, Paragraph, Row, shortened
from vdi_templates.report.offer.facts import Facts, Offered
from vdi_templates.report.offer.tables import SIZES, SPARE, write_table
from vdi_templates.workbook.cost_columns import COST_LETTERS
from vdi_templates.workbook.sheets import placement
from vdi_templates.workbook.styles import AMBER, GREEN, MUTED, RED
from vdi_templates.workbook.tables import PRICES

_SPACE = (("rack_units", "rack_known"), ("power_w", "watts_known"), ("energy_kwh_per_year", "watts_known"))
"""Figures, and those that say whether they are known."""
_LICENSED = (PER_USER, PER_VM, PER_HOST, PER_GPU_USER, *PER_CORES, *PER_TB)
_PAID_PER_YEAR = {
    "maintenance": "maintenance_eur_per_year", "energy": "energy_eur_per_year", "rack": "rack_eur_per_year",
}  # fmt: skip
_FEW, _FIRST_OF_FEW, _FIRST_OF_MANY = 4, 4.2, 3.0
"""Designs that leave room for labels in one line, and the width of those in inches, of few and of more."""
_ABOVE_TEXT = 0.12
_MOST_DESCRIBED = 40
"""Characters of a description that stand in a title."""
MOST_LINES = 14
"""Of a bill on a slide, without its head, what is carried over and its total."""
_BILL_SHARES = (3.3, 4.0, 1.0, 1.68, 2.15)
"""Of the columns of a bill in its width."""


def operation_slides(deck: Deck, facts: Facts) -> None:
    """A host that is lost, rack units, power and heat, and what is counted per user, VM, host and core."""
    said, designs = facts.said, facts.designs
    head = Row((Cell(), *(Cell(each.name, color=each.color) for each in designs)))
    first = _FIRST_OF_FEW if len(designs) <= _FEW else _FIRST_OF_MANY
    widths = [first, *[(deck.wide - first) / len(designs)] * len(designs)]
    heat = said.say("Power becomes heat: what the devices draw has to be cooled away.")
    placed, lost = _placement(facts), [*_of_a_lost_host(facts)]
    racks, counted = [*_of_racks(facts)], [*_of_licences(facts)]
    others = [*racks, *counted]
    if not (lost and others) or _on_one_slide(deck, head, [*lost, *others], widths, placed):
        title = _title(facts, racks=bool(racks), counted=bool(counted))
        write_table(deck, facts, title, head, [*lost, *others], widths, facts.notes(heat), below=placed)
        return
    notes = facts.notes(heat)
    write_table(deck, facts, _title(facts, racks=False, counted=False), head, lost, widths, notes, below=placed)
    write_table(deck, facts, said.say("Racks, power and what is counted per user"), head, others, widths, notes)


def _on_one_slide(
    deck: Deck, head: Row, rows: Sequence[Row], widths: Sequence[float], below: Sequence[Paragraph]
) -> bool:
    room = deck.high - (deck.height(below, deck.wide) + _ABOVE_TEXT if below else 0.0)
    return len(deck.pages(head, rows, widths, SIZES[-1], room)) == 1


def _placement(facts: Facts) -> list[Paragraph]:
    """What stands where on the hosts of the design that the sheet Placement shows."""
    design = facts.book.sizing.designs[facts.book.varied.design]
    if not (design.block.stands and design.block.placement_shown):
        return []
    facts.note_cell(facts.said.say("what stands where, in words"), f"{placement.SHEET}!{placement.WORDS_CELL}")
    lead = facts.said.say("Placement, {design}:", design=design.design.name)
    words = facts.said.placement
    if words[-1:].isdigit():  # fewer than how many
        of_one, said = words.endswith(" 1"), facts.said
        words = said.say("{placement} host.", placement=words) if of_one else said.say(
            "{placement} hosts.", placement=words
        )  # fmt: skip
    return [Paragraph(f" {words}", 12, lead=lead, before=0)]


def _with_hosts(design: Offered) -> bool:
    return bool(design.block.stands) and design.block.host_lost_words != DASH


def _title(facts: Facts, *, racks: bool, counted: bool) -> str:
    """Who carries the users while a host is lost, and what else the slide holds."""
    hosts = [each for each in facts.designs if _with_hosts(each)]
    short = [each.name for each in hosts if not each.block.check_host_lost]
    if not hosts:
        return facts.said.say("Racks, power and what is counted per user")
    title = facts.said.say("While one host is lost, the others carry all users, in each design with hosts")
    if short:
        title = facts.said.say(
            "While one host is lost, the others do not carry all users: {names}", names=", ".join(short)
        )
    if racks and counted:
        return facts.said.say("{title}; racks, power and licences", title=title)
    if racks:
        return facts.said.say("{title}; racks and power", title=title)
    return facts.said.say("{title}; parts and licences", title=title) if counted else title


def _of_a_lost_host(facts: Facts) -> Iterator[Row]:
    said, check = facts.said, HostLostChecks.check_host_lost
    hosts = [each for each in facts.designs if _with_hosts(each)]
    if not hosts:
        return
    yield Row((Cell(said.say("A host is lost"), left=True), *[Cell()] * len(facts.designs)), strong=True)
    if any(each.block.in_cluster or each.block.with_hosts for each in hosts):
        counted = [Cell(_hosts_of(facts, each), color=each.ink) for each in facts.designs]
        yield Row((Cell(said.say("hosts of a cluster, or beside the arrays")), *counted))
    if not all(each.sized.shown("host_lost_words") in (DASH, "", NONE) for each in hosts):
        cells = [Cell(facts.figure("host_lost_words", each) if _with_hosts(each) else DASH, color=each.ink)
            for each in facts.designs]  # fmt: skip
        yield Row((Cell(said.label("host_lost_words")), *cells))
    cells = []
    for each in facts.designs:
        holds = bool(each.block.check_host_lost) if _with_hosts(each) else None
        facts.note(check.name, each.at)
        words = DASH if holds is None else said.house("yes") if holds else said.house(check.fails)
        cells.append(Cell(words, bold=holds is not None, color=MUTED if holds is None else GREEN if holds else AMBER))
    yield Row((Cell(said.house(check.label)), *cells))


def _hosts_of(facts: Facts, design: Offered) -> str:
    """How many hosts a design takes, and how many of them are spares: of a cluster, or beside its arrays."""
    block = design.block
    if not _with_hosts(design) or not (block.in_cluster or block.with_hosts):
        return DASH
    if block.in_cluster:
        return facts.figure("hosts_of_each", design)
    if not design.sized.design.spare_hosts:
        return facts.figure("hosts_words", design)
    facts.note("hosts_words", design.at)
    return facts.said.say(
        "{needed} hosts and {spare} in reserve", needed=facts.figure("hosts_needed_beside", design),
        spare=facts.said.plain(design.sized.design.spare_hosts),
    )  # fmt: skip


def _of_racks(facts: Facts) -> Iterator[Row]:
    said = facts.said
    rows = []
    for name, known in _SPACE:
        if not any(design.block.stands and design.sized[known] for design in facts.designs):
            continue
        label = said.label(name)
        if name == "power_w":
            label = said.say("{label}, which becomes heat", label=label)
        rows.append(Row((Cell(label), *(_known(facts, name, known, each) for each in facts.designs))))
    if rows:
        yield Row((Cell(said.say("Racks, power and heat"), left=True), *[Cell()] * len(facts.designs)), strong=True)
        yield from rows


def _known(facts: Facts, name: str, known: str, design: Offered) -> Cell:
    """A figure, or that it is not known; a dash where the design has no answer."""
    if not design.block.stands:
        return Cell(DASH, color=MUTED)
    if not design.sized[known]:
        return Cell(facts.said.house("not known"), color=RED)
    return Cell(facts.figure(name, design), color=design.ink)


def _of_licences(facts: Facts) -> Iterator[Row]:
    """Parts that are counted as licences are, with how many of each a design takes; None: nobody knows."""
    said = facts.said
    counted: dict[tuple[str, str], dict[int, float | None]] = {}
    for design in (each for each in facts.designs if each.block.stands):
        for row, line in enumerate(design.sized.bill, start=facts.book.layout.cost_blocks[design.at].first_row):
            per = _counted_by(design, line)
            if per not in _LICENSED:
                continue
            amounts = counted.setdefault((line.part, per), {})
            others = amounts.get(design.at, 0.0)
            known = others is not None and line.of_each != NOT_KNOWN
            amounts[design.at] = (others or 0.0) + line.quantity_for_users if known else None
            facts.note_cell(f"{line.part}, {design.name}", f"Cost!{COST_LETTERS['quantity_for_users']}{row}")
    if not counted:
        return
    title = said.say("What is counted: parts and licences")
    yield Row((Cell(title, left=True), *[Cell()] * len(facts.designs)), strong=True)
    for (part, per), amounts in counted.items():
        cells = [
            _count(facts, amounts[each.at], each.ink) if each.at in amounts
            else Cell(DASH, color=each.ink) for each in facts.designs
        ]  # fmt: skip
        counted_by = said.house(per)
        same = name_key(part) == name_key(counted_by)
        yield Row((Cell(part if same else said.say("{part}, per {per}", part=part, per=counted_by)), *cells))


def _counted_by(design: Offered, line: BillLine) -> str:
    """What a part is billed for: a block that runs VMs is a host, be it of a cluster or a server."""
    return PER_HOST if line.per == PER_BLOCK and design.sized.design.block_kind not in (ARRAY, SERVICE) else line.per


def _count(facts: Facts, count: float | None, ink: str) -> Cell:
    """How many there are of something; None: nobody knows."""
    return Cell(facts.said.house(NOT_KNOWN), color=RED) if count is None else Cell(facts.said.plain(count), color=ink)


# --- bills of materials -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Billed:
    """A line of a bill as a slide shows it, and what it adds to the total."""

    row: Row
    eur: float


def bill_slides(deck: Deck, facts: Facts) -> None:
    """The bill of materials of each design that has one and whose quantities are known."""
    for design in facts.designs:
        if design.block.stands and design.sized.bill:
            _write_bill(deck, facts, design)


def _write_bill(deck: Deck, facts: Facts, design: Offered) -> None:
    said = facts.said
    once = [(row, line) for row, line in _numbered(facts, design) if line.recurs == BOUGHT_ONCE]
    yearly = [(row, line) for row, line in _numbered(facts, design) if line.recurs != BOUGHT_ONCE]
    lines = [_billed(deck, facts, design, line) for _, line in (*once, *yearly)]
    total, gross = _bill_total(facts, design), _gross(facts, design)
    head = Row(
        (
            Cell(said.house("part"), left=True), Cell(said.house("description"), left=True),
            Cell(said.house("quantity")), Cell(said.say("{eur} each, net")), Cell(said.say("{eur} in all")),
        )
    )  # fmt: skip
    below = _below_bill(facts, design, yearly=bool(yearly))
    foot = deck.height(below, deck.wide) + 0.1
    sums = [_sum("", "")] * (2 + len(gross))
    room = deck.high - foot
    points = next(
        (size for of in (SPARE * room, room) for size in SIZES[:-1]
            if _high(deck, [head, *(each.row for each in lines), *sums], size) <= of),
        SIZES[-2],
    )  # fmt: skip
    pages = _bill_pages(deck, head, lines, deck.high - foot - _high(deck, gross, points), points)
    title = _title_of_bill(facts, design, total, [line for _, line in once])
    notes = facts.notes(*_sources_of(facts, design))
    carried = 0.0
    for number, page in enumerate(pages):
        rows = [head]
        if number:
            rows.append(_sum(said.say("carried over"), said.number(carried, 2)))
        rows += [each.row for each in page]
        carried += sum(each.eur for each in page)
        last = number == len(pages) - 1
        rows.append(_sum(said.say("in all, bought once, net"), total) if last
            else _sum(said.say("to carry over"), said.number(carried, 2)))  # fmt: skip
        rows += gross if last else []
        slide = deck.slide(title if number == 0 else said.say("{title} (continued)", title=title), notes)
        high = deck.table(
            slide, (deck.x, deck.y, deck.wide, deck.high), rows, deck.across(_BILL_SHARES), points, title, lean=2
        )
        if last and below:
            at = deck.y + high + 0.08
            deck.text(slide, (deck.x, at, deck.wide, deck.y + deck.high - at), below, "Below the bill", low=True)


def _numbered(facts: Facts, design: Offered) -> Iterator[tuple[int, BillLine]]:
    """The lines of a bill with their rows on the sheet Cost."""
    return enumerate(design.sized.bill, start=facts.book.layout.cost_blocks[design.at].first_row)


def _billed(deck: Deck, facts: Facts, design: Offered, line: BillLine) -> _Billed:
    said = facts.said
    ink = design.ink
    price = said.price(line.net_eur)
    price = said.say("{amount} a month", amount=price) if line.recurs == PER_MONTH else price
    each = Cell(price, color=ink) if line.known else Cell("?", color=RED, bold=True)
    once = line.recurs == BOUGHT_ONCE
    eur = line.users_eur if once else line.yearly_eur
    in_all = said.number(eur, 2) if once else said.say("{amount} a year", amount=said.number(eur, 2))
    count = None if line.of_each == NOT_KNOWN else line.quantity_for_users
    amount = Cell(in_all, color=ink) if line.known else Cell(said.house("no price"), color=RED)
    if line.known and count is None:
        amount = _count(facts, count, ink)
    part, description = _called(facts, design, line)
    described = shortened(description, 11, deck.across(_BILL_SHARES)[1] - 0.16, 2, factor=deck.factor)
    row = Row((
        Cell(part, left=True, color=ink), Cell(described, left=True, color=MUTED),
        _count(facts, count, ink), each, amount,
    ))  # fmt: skip
    return _Billed(row, eur if once else 0.0)


def _called(facts: Facts, design: Offered, line: BillLine) -> tuple[str, str]:
    """What a part is called, and its description; of one that costs nothing also why."""
    drive = next((each for each in facts.book.scenario.drives if each.part and same_name(each.part, line.part)), None)
    part, description = line.part, line.description or _of_kit(facts, line)
    if drive is not None and (not line.description or same_name(line.description, drive.name)):
        of_kind = ", ".join(filter(None, (drive.kind, drive.interface)))
        part, description = drive.name, of_kind if same_name(drive.name, line.part) else line.part
    if line.known and line.net_eur == 0:
        description = "; ".join(filter(None, (description, _why_nothing(facts, design))))
    return part, description


def _why_nothing(facts: Facts, design: Offered) -> str:
    """Why a part costs nothing, as the design acknowledges it."""
    reason = facts.reason(design.sized.design, Checks.check_price_of_nothing.key)
    return reason or facts.said.say("without charge")


def _of_kit(facts: Facts, line: BillLine) -> str:
    """What the kit that brings a part says of it to those who read a bill."""
    scenario = facts.book.scenario
    if line.row > 0:
        return ""
    note = scenario.kit_parts[-line.row - 1].note or ""
    if note not in inputs_of(KitPart)["note"].own_words:
        return note
    return "" if any(words in note for words in FOR_WHO_ENTERS) else facts.said.house(note)


def _high(deck: Deck, rows: Sequence[Row], points: float) -> float:
    return sum(deck.row_height(row, deck.across(_BILL_SHARES), points) for row in rows)


def _bill_pages(deck: Deck, head: Row, lines: Sequence[_Billed], high: float, points: float) -> list[list[_Billed]]:
    """The lines of each slide: as many as have room with what is carried over and the total, and no more than 14."""
    room = high - _high(deck, [head, _sum("", ""), _sum("", "")], points)
    pages: list[list[_Billed]] = [[]]
    taken = 0.0
    for line in lines:
        needed = _high(deck, [line.row], points)
        if pages[-1] and (taken + needed > room or len(pages[-1]) == MOST_LINES):
            pages.append([])
            taken = 0.0
        pages[-1].append(line)
        taken += needed
    return pages


def _sum(called: str, amount: str) -> Row:
    return Row((Cell(called, left=True), Cell(), Cell(), Cell(), Cell(amount)), strong=True)


def _bill_total(facts: Facts, design: Offered) -> str:
    """What the bill comes to, behind ≥ where a part has no price, or in part where that is a credit."""
    known = facts.figure("users_eur", design)
    if design.block.bill_priced:
        return known
    if not design.block.known_users_eur:
        return known
    if design.block.credits_missing:
        return f"{facts.said.house('in part ')}{facts.figure('known_users_eur', design)}"
    return facts.said.at_least(facts.value("known_users_eur", design))


def _gross(facts: Facts, design: Offered) -> list[Row]:
    """The total with VAT, where Settings say how much it is and all parts have a price."""
    said, share = facts.said, facts.book.scenario.settings.vat_share
    if not share or not is_number(facts.value("users_eur_with_vat", design)):
        return []
    return [_sum(said.say("the same with {share} VAT", share=said.percent(share)),
        facts.figure("users_eur_with_vat", design))]  # fmt: skip


def _title_of_bill(facts: Facts, design: Offered, total: str, lines: Sequence[BillLine]) -> str:
    said = facts.said
    missing = sum(not line.known for line in design.sized.bill)
    if missing == len(design.sized.bill):
        return said.say("Bill of materials, {design}: no part has a price", design=design.name)
    if missing == 1:
        return said.say(
            "Bill of materials, {design}: {total} {eur} net, and one part without a price",
            design=design.name,
            total=total,
        )
    if missing:
        return said.say(
            "Bill of materials, {design}: {total} {eur} net, and {count} parts without a price",
            design=design.name, total=total, count=missing,
        )  # fmt: skip
    if not lines:
        return said.say("Bill of materials, {design}: all of it is paid per year", design=design.name)
    largest = max(lines, key=lambda line: line.users_eur)
    part, description = _called(facts, design, largest)
    return said.say(
        "Bill of materials, {design}: {total} {eur} net, most of it {share} for {part}",
        design=design.name, total=total, share=said.number(largest.users_eur, 2),
        part=_in_a_title(part, description),
    )  # fmt: skip


def _in_a_title(part: str, description: str) -> str:
    """A part with its description, as far as that is short and does not begin with its name."""
    if not description or len(description) > _MOST_DESCRIBED:
        return part
    return description if description.casefold().startswith(part.casefold()) else f"{part} ({description})"


def _below_bill(facts: Facts, design: Offered, *, yearly: bool) -> list[Paragraph]:
    """What the total does not hold."""
    said = facts.said
    lacking = said.say("Not included in the net total: {what}.", what=facts.figure("lacking", design))
    words = [lacking, *_running(facts, design), *([_over_the_years(facts, design)] if yearly else [])]
    return [
        *(Paragraph(each, LEAST_POINTS, color=MUTED, before=2 if at else 0) for at, each in enumerate(words)),
        *_leased(facts, design),
    ]


def _running(facts: Facts, design: Offered) -> Iterator[str]:
    """What maintenance, energy and rack space cost a year, as far as each is known."""
    called = {each.key: facts.said.house(each.called) for each in facts.first.later_parts}
    found = [
        f"{called[key]} {facts.figure(name, design)}"
        for key, name in _PAID_PER_YEAR.items()
        if is_number(value := facts.value(name, design)) and value >= 0.005
    ]
    if found:
        yield facts.said.say("Beside it, in {eur} a year at the start: {costs}.", costs="; ".join(found))


def _over_the_years(facts: Facts, design: Offered) -> str:
    """What the total comes to with what is paid per year, or why nobody knows."""
    said = facts.said
    if is_number(facts.value("total_eur", design)):
        return said.say("What is paid per year is not part of the total; with it over the years: {total} {eur} net.",
            total=facts.figure("total_eur", design))  # fmt: skip
    if parts := facts.unpriced(design):
        return said.say(
            "What is paid per year is not part of the total; what all comes to over the years is not yet known, for "
            "want of prices: {parts}.", parts=", ".join(parts),
        )  # fmt: skip
    return said.say(
        "What is paid per year is not part of the total; what all comes to over the years is not yet known."
    )


def _leased(facts: Facts, design: Offered) -> Iterator[Paragraph]:
    """What the design costs a month where what Settings says of it is leased; nothing where nothing is."""
    said, settings, rate = facts.said, facts.book.scenario.settings, design.block.lease_rate_eur
    if settings.lease_factor is None or rate == DASH:
        return
    fields = {name: field for name, field in inputs_of(Settings).items() if name.startswith("lease_")}
    for name, field in fields.items():
        facts.note_cell(said.house(field.label), f"Settings!D{facts.book.layout.settings_rows[name]}")
    words = said.say("Leased: {rate}", rate=facts.figure("lease_rate_eur", design))
    if is_number(rate):
        maintained = [said.house(fields["lease_maintained"].label)] * settings.lease_maintained
        months = max(settings.lease_months or 0.0, facts.months)
        words = said.say(
            "Leased: {rate} {eur} a month for {months} months, {paid}: {factor} of {leased} {eur} ({what}); {which}.",
            rate=facts.figure("lease_rate_eur", design), months=said.plain(months),
            paid=said.house(settings.lease_paid), factor=said.percent(settings.lease_factor),
            leased=facts.figure("leased_eur", design),
            what=", ".join((said.house(settings.lease_of), *maintained)),
            which=facts.figure("buy_or_lease", design),
        )  # fmt: skip
    yield Paragraph(words, LEAST_POINTS, color=MUTED, before=2)


def _sources_of(facts: Facts, design: Offered) -> list[str]:
    """Of each line of a bill the row of Cost, the row of Prices, and where its price comes from."""
    said, scenario = facts.said, facts.book.scenario
    letter = COST_LETTERS["users_eur"]
    found = [said.say("Lines and prices of {design}:", design=design.name)]
    for row, line in _numbered(facts, design):
        price = scenario.price_of(line.part)
        listed = scenario.listed.get(name_key(line.part))
        of = (
            said.house("no price")
            if listed is None
            else f"Prices!A{PRICES.header_row + facts.book.row_of('prices', listed)}"
        )
        known = (price.price_list, price.supplier, price.quote_number, price.source, said.date(price.date))
        source = ", ".join(str(each) for each in known if each)
        found.append(f"{line.part}: Cost!{letter}{row}; {of}" + (f" ({source})" if listed is not None else ""))
        if listed is not None:
            _note_what_dates_all(facts, scenario.prices[listed])
    return found


def _note_what_dates_all(facts: Facts, typed: Price) -> None:
    """Where the date and the source stand that a price has from Settings."""
    settings = facts.book.scenario.settings
    for name, own in (("price_date", typed.date), ("price_source", typed.source)):
        if own is None and getattr(settings, name) is not None:
            label = facts.said.house(inputs_of(Settings)[name].label)
            facts.note_cell(label, f"Settings!D{facts.book.layout.settings_rows[name]}")
