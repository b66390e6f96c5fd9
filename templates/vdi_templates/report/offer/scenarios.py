"""The slide on named scenarios: what becomes of each design when something turns out otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from vdi_sizing._arrays import is_number
from vdi_sizing.words import NOT_KNOWN
from vdi_templates.report.offer.deck import TEXT, Cell, Deck, Paragraph, Row
from vdi_templates.report.offer.facts import Facts, Offered
from vdi_templates.report.offer.tables import write_table
from vdi_templates.workbook.sheets.scenarios import SCENARIO, SHEET, WHAT_CHANGES, Answer, answers
from vdi_templates.workbook.styles import MUTED

_SHARES, _SHARES_OF_MANY = (2.1, 3.2, 1.8), (1.7, 2.6, 1.6)
"""Inches: what a scenario is called, what it changes, and which design is the cheapest, of those for the same users."""
_MANY = 4
"""Designs, from which on they need the room."""


def scenarios_slide(deck: Deck, facts: Facts) -> None:
    """EUR of each design in each named scenario; nothing where none is named, or nobody knows any EUR."""
    said, designs = facts.said, facts.designs
    found = list(answers(facts.book))
    if len(found) == 1 or not any(is_number(eur) for each in found for eur in each.eur):
        return
    name, changes, cheapest = _SHARES if len(designs) < _MANY else _SHARES_OF_MANY
    ranked = bool(facts.first.same_users)
    cheapest = cheapest if ranked else 0.0
    share = (deck.wide - name - changes - cheapest) / len(designs)
    head = Row(
        (
            Cell(said.house(SCENARIO), left=True), Cell(said.house(WHAT_CHANGES), left=True),
            *(Cell(each.name, color=each.color) for each in designs), *[Cell(said.say("cheapest design"))] * ranked,
        )
    )  # fmt: skip
    for each in found:
        facts.note_cell(each.name, each.cells)
    above = [Paragraph(facts.figure("counted"), 12, color=MUTED, before=0)]
    notes = facts.notes(said.say("The sheet {sheet} has these scenarios, and the changes that make them.", sheet=SHEET))
    rows = [_row(facts, each, strong=at == 0) for at, each in enumerate(found)]
    widths = [name, changes, *[share] * len(designs), *[cheapest] * ranked]
    write_table(deck, facts, _title(facts, found[0], found[1:]), head, rows, widths, notes, lean=2, above=above)


def _row(facts: Facts, answer: Answer, *, strong: bool) -> Row:
    designs = (_eur(facts, answer, each) for each in facts.designs)
    cheapest = [Cell(_own(facts, answer.cheapest))] if facts.first.same_users else []
    return Row((Cell(answer.name, left=True), Cell(answer.changes, left=True), *designs, *cheapest), strong=strong)


def _own(facts: Facts, said: object) -> str:
    """The name of a design as it is, and a word of ours in this language."""
    return str(said) if said in {each.name for each in facts.designs} else facts.said.house(str(said))


def _eur(facts: Facts, answer: Answer, design: Offered) -> Cell:
    """What a design costs a user there, and which target it misses."""
    eur, missed = answer.eur[design.at], answer.missed[design.at]
    shown = facts.said.number(float(eur), 2) if is_number(eur) else facts.said.house(str(eur))
    if missed:
        return Cell(f"{shown}; {facts.said.house(missed)}", color=MUTED)
    return Cell(shown, bold=answer.cheapest == design.name, color=TEXT if is_number(eur) else MUTED)


def _title(facts: Facts, as_entered: Answer, others: Sequence[Answer]) -> str:
    """In how many of the scenarios the design is the cheapest that is so as entered."""
    said, best = facts.said, as_entered.cheapest
    if len(facts.designs) == 1 or best not in {each.name for each in facts.designs}:
        return said.say("What {count} scenarios make of each design", count=len(others))
    values = {"design": best, "count": sum(each.cheapest == best for each in others), "all": len(others)}
    if any(_lacks_a_price(each) for each in (as_entered, *others)):
        return said.say(
            "{design} is the cheapest of those priced as entered, and in {count} of {all} scenarios", **values
        )
    return said.say("{design} is the cheapest as entered, and in {count} of {all} scenarios", **values)


def _lacks_a_price(answer: Answer) -> bool:
    """Whether a design that misses no target there is not compared, since its EUR are not known."""
    return any(eur == NOT_KNOWN and not missed for eur, missed in zip(answer.eur, answer.missed, strict=True))
