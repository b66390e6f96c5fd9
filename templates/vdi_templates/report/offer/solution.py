"""One solution of all designs: what its users, hosts and EUR come to, before what each part says of itself."""

from __future__ import annotations

from collections.abc import Iterator

from vdi_sizing._arrays import is_number
from vdi_sizing.scenario import ARRAY, SERVICE
from vdi_templates.report.offer.deck import PALE, Box, Deck, Paragraph
from vdi_templates.report.offer.facts import Facts, Offered
from vdi_templates.workbook.styles import MUTED

SOLUTION_FIGURES = {
    "users_whole": "solution_users", "hosts_of_answer": "solution_hosts", "eur_per_user": "solution_eur_per_user",
    "total_eur_per_user": "solution_total_eur_per_user",
    "total_eur_per_user_month": "solution_total_eur_per_user_month", "users_eur": "solution_eur",
    "total_eur": "solution_total_eur",
}  # fmt: skip
"""Figures of a design, and those that say the same of its solution."""
_INSET = 0.12


def counts_hosts(facts: Facts) -> bool:
    """Whether what each part counts as its hosts are hosts: an array alone has none, nor has a service."""
    return all(each.block.with_hosts or each.sized.design.block_kind not in (ARRAY, SERVICE) for each in facts.designs)


def called_of(facts: Facts, name: str) -> str:
    """What a figure of a solution is called where it is plain whose it is."""
    return facts.said.label(name).partition(": ")[2]


def amount_of(facts: Facts, head: Offered) -> tuple[str, str]:
    """What the solution costs a user, by what designs are compared, and what these EUR are called."""
    name = "solution_total_eur_per_user" if head.block.over_years else "solution_eur_per_user"
    return facts.figure(name, head), called_of(facts, name)


def kinds_of(facts: Facts, head: Offered) -> dict[str, float]:
    """What a user of the solution costs, by kind of payment; nothing where that of a part is not known."""
    parts = [facts.parts(each) for each in facts.designs]
    if not all(parts) or not all(facts.whole(each) for each in facts.designs):
        return {}
    users = [float(each.block.users_whole) for each in facts.designs]
    return {
        key: sum(eur[key] * of for eur, of in zip(parts, users, strict=True)) / float(head.block.solution_users)
        for key in parts[0]
    }


def band_height(deck: Deck, facts: Facts) -> float:
    """How high what the solution comes to is; 0: there is none."""
    if facts.solution is None:
        return 0.0
    wide = deck.wide / 2 - 2 * _INSET
    columns = _left(facts, facts.solution), list(_right(facts, facts.solution))
    return max(deck.height(each, wide) for each in columns) + 2 * _INSET + 0.05


def write_band(deck: Deck, facts: Facts, slide: object, head: Offered, high: float) -> None:
    """What the solution comes to, over the whole width."""
    half = deck.wide / 2
    for at, column in enumerate((_left(facts, head), list(_right(facts, head)))):
        box: Box = (deck.x + at * half, deck.y, half, high)
        deck.text(slide, box, column, facts.said.house("solution"), PALE)


def _left(facts: Facts, head: Offered) -> list[Paragraph]:
    amount, called = amount_of(facts, head)
    users = facts.said.say("users: {users}", users=facts.figure("solution_users", head))
    return [
        Paragraph(facts.figure("solution_called", head), 14, bold=True, before=0),
        Paragraph(amount, 26, bold=True, before=2),
        Paragraph(f"{called} · {users}", 11, color=MUTED, before=0),
    ]


def _right(facts: Facts, head: Offered) -> Iterator[Paragraph]:
    """What else is known of it: by the month, in hosts and in all."""
    names = ["solution_hosts"] if counts_hosts(facts) else []
    if facts.by_month:
        names.insert(0, "solution_total_eur_per_user_month")
    names.append("solution_eur")
    if is_number(head.block.solution_total_eur) and head.block.solution_total_eur != head.block.solution_eur:
        names.append("solution_total_eur")
    for name in (*names, "solution_verdict"):
        yield Paragraph(f" {facts.figure(name, head)}", 12, lead=f"{called_of(facts, name)}:", before=3)
