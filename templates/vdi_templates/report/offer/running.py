"""The slides on running it (a lost host, racks, power and heat, licences), and the bills of materials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vdi_sizing._arrays import is_number
from vdi_sizing.inputs import inputs_of, name_key, same_name
from vdi_sizing.model.capacity.host_loss import HostLostChecks
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

_LOST = ("hosts_of_each", "hosts_words", "host_lost_words")
_SPACE = (("rack_units", "rack_known"), ("power_w", "watts_known"), ("energy_kwh_per_year", "watts_known"))
"""Figures, and those that say whether they are known."""
_LICENSED = (PER_USER, PER_VM, PER_HOST, PER_GPU_USER, *PER_CORES, *PER_TB)
MOST_LINES = 14
"""Of a bill on a slide, without its head, what is carried over and its total."""
_BILL_SHARES = (3.7, 4.13, 1.2, 1.5, 1.6)
"""Of the columns of a bill in its width."""


def operation_slides(deck: Deck, facts: Facts) -> None:
    """A host that is lost, rack units, power and heat, and what is counted per user, VM, host and core."""
    said, designs = facts.said, facts.designs
    head = Row((Cell(), *(Cell(each.name, color=each.color) for each in designs)))
    placed = _placement(facts)
    rows = [*_of_a_lost_host(facts), *_of_racks(facts), *_of_licences(facts)]
    first = 3.4
    widths = [first, *[(deck.wide - first) / len(designs)] * len(designs)]
    notes = facts.notes(said.say("Power becomes heat: what the devices draw has to be cooled away."))
    write_table(deck, facts, _title(facts), head, rows, widths, notes, below=placed)


def _placement(facts: Facts) -> list[Paragraph]:
    """What stands where on the hosts of the design that the sheet Placement shows."""
    design = facts.book.sizing.designs[facts.book.varied.design]
    if not (design.block.stands and design.block.placement_shown):
        return []
    facts.note_cell(facts.said.say("what stands where, in words"), f"{placement.SHEET}!{placement.WORDS_CELL}")
    lead = facts.said.say("Placement, {design}:", design=design.design.name)
    return [Paragraph(f" {facts.said.placement}", 12, lead=lead, before=0)]


def _with_hosts(design: Offered) -> bool:
    return bool(design.block.stands) and design.block.host_lost_words != DASH


def _title(facts: Facts) -> str:
    hosts = [each for each in facts.designs if _with_hosts(each)]
    short = [each.name for each in hosts if not each.block.check_host_lost]
    if not hosts:
        return facts.said.say("Racks, power and what is counted per user")
    if not short:
        return facts.said.say("While one host is lost, the others carry all users, in each design with hosts")
    return facts.said.say("While one host is lost, the others do not carry all users: {names}", names=", ".join(short))


def _of_a_lost_host(facts: Facts) -> Iterator[Row]:
    said, check = facts.said, HostLostChecks.check_host_lost
    hosts = [each for each in facts.designs if _with_hosts(each)]
    if not hosts:
        return
    yield Row((Cell(said.say("A host is lost"), left=True), *[Cell()] * len(facts.designs)), strong=True)
    for name in _LOST:
        if name == "hosts_words" and not any(each.block.with_hosts for each in hosts):
            continue
        if name == "hosts_of_each" and not any(each.block.in_cluster for each in hosts):
            continue
        if all(each.sized.shown(name) in (DASH, "", NONE) for each in hosts):
            continue
        cells = [Cell(_host_words(facts, name, each), color=each.ink) for each in facts.designs]
        yield Row((Cell(said.label(name)), *cells))
    cells = []
    for each in facts.designs:
        holds = bool(each.block.check_host_lost) if _with_hosts(each) else None
        facts.note(check.name, each.at)
        words = DASH if holds is None else said.house("yes") if holds else said.house(check.fails)
        cells.append(Cell(words, bold=holds is not None, color=MUTED if holds is None else GREEN if holds else AMBER))
    yield Row((Cell(said.house(check.label)), *cells))


def _host_words(facts: Facts, name: str, design: Offered) -> str:
    block = design.block
    unused = {"hosts_of_each": not block.in_cluster, "hosts_words": not block.with_hosts}
    return DASH if unused.get(name) or not _with_hosts(design) else facts.figure(name, design)


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
    title = said.say("Counted per user, VM, host, core or TB: licences too")
    yield Row((Cell(title, left=True), *[Cell()] * len(facts.designs)), strong=True)
    for (part, per), amounts in counted.items():
        cells = [
            _count(facts, amounts[each.at], each.ink) if each.at in amounts
            else Cell(DASH, color=each.ink) for each in facts.designs
        ]  # fmt: skip
        yield Row((Cell(said.say("{part}, per {per}", part=part, per=said.house(per))), *cells))


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
    total = _bill_total(facts, design)
    head = Row(
        (
            Cell(said.house("part"), left=True), Cell(said.house("description"), left=True),
            Cell(said.house("quantity")), Cell(said.say("{eur} each, net")), Cell(said.say("{eur} in all")),
        )
    )  # fmt: skip
    below = _below_bill(facts, design, yearly=bool(yearly))
    foot = deck.height(below, deck.wide) + 0.1
    sums = [_sum("", "")] * 2
    room = deck.high - foot
    points = next(
        (size for of in (SPARE * room, room) for size in SIZES
            if _high(deck, [head, *(each.row for each in lines), *sums], size) <= of),
        SIZES[-1],
    )  # fmt: skip
    pages = _bill_pages(deck, head, lines, deck.high - foot, points)
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
    price = said.number(line.net_eur, 2)
    price = said.say("{amount} a month", amount=price) if line.recurs == PER_MONTH else price
    each = Cell(price, color=ink) if line.known else Cell("?", color=RED, bold=True)
    once = line.recurs == BOUGHT_ONCE
    eur = line.users_eur if once else line.yearly_eur
    in_all = said.number(eur, 2) if once else said.say("{amount} a year", amount=said.number(eur, 2))
    count = None if line.of_each == NOT_KNOWN else line.quantity_for_users
    amount = Cell(in_all, color=ink) if line.known else Cell(said.house("no price"), color=RED)
    if line.known and count is None:
        amount = _count(facts, count, ink)
    described = shortened(_description(facts, line), 11, deck.across(_BILL_SHARES)[1] - 0.16, 2, factor=deck.factor)
    row = Row((
        Cell(line.part, left=True, color=ink), Cell(described, left=True, color=MUTED),
        _count(facts, count, ink), each, amount,
    ))  # fmt: skip
    return _Billed(row, eur if once else 0.0)


def _description(facts: Facts, line: BillLine) -> str:
    """That of the price; without one the name of the drive, or what the kit that brings the part says of it."""
    scenario = facts.book.scenario
    drive = next((each.name for each in scenario.drives if each.part and same_name(each.part, line.part)), None)
    if line.description or drive is not None or line.row > 0:
        return line.description or drive or ""
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
    return said.say(
        "Bill of materials, {design}: {total} {eur} net; the largest line is “{part}”",
        design=design.name, total=total, part=largest.part,
    )  # fmt: skip


def _below_bill(facts: Facts, design: Offered, *, yearly: bool) -> list[Paragraph]:
    """What the total does not hold."""
    said = facts.said
    lacking = said.say("Not included: {what}.", what=facts.figure("lacking", design))
    found = [Paragraph(lacking, LEAST_POINTS, color=MUTED, before=0)]
    if yearly:
        words = said.say("What is paid per year is not part of the total; with it over the years: {total} {eur} net.",
            total=facts.figure("total_eur", design))  # fmt: skip
        found.append(Paragraph(words, LEAST_POINTS, color=MUTED, before=2))
    return [*found, *_leased(facts, design)]


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
