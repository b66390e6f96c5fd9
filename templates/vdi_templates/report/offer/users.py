"""The slide on who uses the desktops: the user groups of the designs, and what a VM of each takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vdi_sizing.inputs import Input, inputs_of, name_key, same_name
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import UserGroup
from vdi_sizing.words import DASH
from vdi_templates.report.offer.deck import Cell, Deck, Row
from vdi_templates.report.offer.facts import Facts
from vdi_templates.report.offer.measure import WIDEST, inches_of
from vdi_templates.report.offer.tables import write_table
from vdi_templates.workbook.tables import USERS

_MOST_GROUPS = 30
"""On slides: of more the largest, and the others together."""
_OF_VM = ("steady_iops", "ram_gib", "vcpus", "vcpus_per_core", "gpu_gb")
_MEASURED, _GAP = 13, 0.15
"""The type by which columns are measured, and what stands between them, in inches."""


def blocks_of_cases(facts: Facts) -> list[Block]:
    """A design for each load case that one carries."""
    return list({name_key(each.sized.design.case): each.block for each in facts.designs}.values())


def groups_of(facts: Facts) -> list[UserGroup]:
    """The groups that a design carries, with what profile and delivery say of them."""
    return [group for block in blocks_of_cases(facts) for group in block.groups]


def users_slides(deck: Deck, facts: Facts) -> None:
    """The user groups: how many, how many of them at a time, by which profile, and what a VM of each takes."""
    groups = groups_of(facts)
    fields = {name: field for name, field in inputs_of(UserGroup).items() if _says(groups, name)}
    shown = sorted(groups, key=lambda group: -group.vms)[:_MOST_GROUPS] if len(groups) > _MOST_GROUPS else groups
    head = Row(tuple(Cell(text, left=at < 1) for at, text in enumerate(_heads(facts, fields))))
    rows = [Row(tuple(map(Cell, _cells(facts, group, fields)))) for group in shown]
    others = [group for group in groups if group not in shown]
    if others:
        rows.append(_others(facts, others, len(head.cells)))
    for group in shown:
        _note(facts, group)
    widths = _widths(deck, [head, *rows], sum(name in fields for name in ("case", "profile")))
    write_table(deck, facts, _title(facts, groups), head, rows, widths,
        facts.notes(facts.said.say("What a group leaves blank on Users stands on the sheet Groups.")))  # fmt: skip


def _widths(deck: Deck, rows: Sequence[Row], at_the_end: int) -> list[float]:
    """Each column as wide as its longest word; the name and the texts at the end share what is left by their length."""
    columns = range(len(rows[0].cells))
    texts = {0, *columns[len(columns) - at_the_end :]}
    least = [max(_wide(word) for row in rows for word in row.cells[at].text.split(" ")) + _GAP for at in columns]
    more = [max(_wide(row.cells[at].text) for row in rows) + _GAP - least[at] if at in texts else 0.0 for at in columns]
    left = max(0.0, deck.wide - sum(least))
    shares = [wide + left * long / (sum(more) or 1.0) for wide, long in zip(least, more, strict=True)]
    return deck.across(shares)


def _wide(text: str) -> float:
    return WIDEST * inches_of(text, _MEASURED, bold=True)


def _says(groups: Sequence[UserGroup], name: str) -> bool:
    """Whether a column has anything to say."""
    if name in ("name", "vms", "concurrency"):
        return True
    if name == "case":
        return len({name_key(group.case) for group in groups}) > 1
    return name in (*_OF_VM, "profile") and any(getattr(group, name) for group in groups)


def _heads(facts: Facts, fields: dict[str, Input]) -> list[str]:
    before, after = ("name", "vms"), ("concurrency", *_OF_VM, "case", "profile")
    called = {name: facts.said.house(field.label) for name, field in fields.items()}
    found = [[called[name] for name in names if name in called] for names in (before, after)]
    return [*found[0], facts.said.house("users"), *found[1]]


def _cells(facts: Facts, group: UserGroup, fields: dict[str, Input]) -> Iterator[str]:
    said = facts.said
    yield group.name
    yield said.plain(group.vms)
    yield said.plain(group.users)
    yield said.percent(group.concurrency)
    for name in (each for each in _OF_VM if each in fields):
        value = getattr(group, name)
        yield DASH if value is None else said.plain(value)
    for name in ("case", "profile"):
        if name in fields:
            yield getattr(group, name) or DASH


def _others(facts: Facts, groups: Sequence[UserGroup], columns: int) -> Row:
    """Those that are too many to be shown, added up."""
    said = facts.said
    called = said.say("{count} smaller groups", count=len(groups))
    sums = (said.plain(sum(group.vms for group in groups)), said.plain(sum(group.users for group in groups)))
    return Row(tuple(Cell(text) for text in (called, *sums, *[""] * (columns - 3))), strong=True)


def _note(facts: Facts, group: UserGroup) -> None:
    for at, each in enumerate(facts.book.scenario.groups):
        if same_name(each.name, group.name) and same_name(each.case, group.case):
            row = USERS.header_row + facts.book.row_of("groups", at)
            facts.note_cell(group.name, f"Users!A{row}")


def _title(facts: Facts, groups: Sequence[UserGroup]) -> str:
    """How many they are; only by their groups where designs carry other users, who may be the same people."""
    if not (facts.first.same_users or facts.solution):
        return facts.said.say("Your users, by group")
    blocks = blocks_of_cases(facts)
    return facts.said.say(
        "Your users: {users}, on {vms} VMs, of which {concurrent} are in use at once",
        users=facts.said.number(sum(float(each.users_whole) for each in blocks)),
        vms=facts.said.plain(sum(group.vms for group in groups)),
        concurrent=facts.said.number(sum(float(each.vms_whole) for each in blocks)),
    )  # fmt: skip
