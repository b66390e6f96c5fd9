"""The slide on who uses the desktops: the user groups of the designs, and what a VM of each takes.

A VM that holds no image of its own is made when somebody needs it: of these there are no more than are in use at once.
"""

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
    if name in ("name", "concurrency"):
        return True
    if name == "vms":
        return any(map(_keeps, groups))
    if name == "case":
        return len({name_key(group.case) for group in groups}) > 1
    return name in (*_OF_VM, "profile") and any(getattr(group, name) for group in groups)


def _keeps(group: UserGroup) -> bool:
    """Whether each of its VMs holds an image of its own, and so exists whether or not it is in use."""
    return (group.image_share or 0.0) > 0


def _heads(facts: Facts, fields: dict[str, Input]) -> list[str]:
    said = facts.said
    called = {name: said.house(field.label) for name, field in fields.items()}
    in_all = [said.say("VMs in all")] * ("vms" in fields)
    others = (called[name] for name in (*_OF_VM, "case", "profile") if name in fields)
    return [called["name"], said.house("users"), called["concurrency"], said.say("VMs at once"), *in_all, *others]


def _in_use(group: UserGroup) -> float:
    return group.vms * group.concurrency


def _cells(facts: Facts, group: UserGroup, fields: dict[str, Input]) -> Iterator[str]:
    said = facts.said
    yield group.name
    yield said.plain(group.users)
    yield said.percent(group.concurrency)
    yield said.plain(_in_use(group))
    if "vms" in fields:
        yield said.plain(group.vms) if _keeps(group) else DASH
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
    users, in_use = sum(group.users for group in groups), sum(map(_in_use, groups))
    sums = (said.plain(users), "", said.plain(in_use))
    return Row(tuple(Cell(text) for text in (called, *sums, *[""] * (columns - 4))), strong=True)


def _note(facts: Facts, group: UserGroup) -> None:
    for at, each in enumerate(facts.book.scenario.groups):
        if same_name(each.name, group.name) and same_name(each.case, group.case):
            row = USERS.header_row + facts.book.row_of("groups", at)
            facts.note_cell(group.name, f"Users!A{row}")


def _title(facts: Facts, groups: Sequence[UserGroup]) -> str:
    """How many they are; only by their groups where designs carry other users, who may be the same people."""
    if not (facts.first.same_users or facts.solution):
        return facts.said.say("Your users, by group")
    said, blocks = facts.said, blocks_of_cases(facts)
    users = said.number(sum(float(each.users_whole) for each in blocks))
    at_once = said.number(sum(float(each.vms_whole) for each in blocks))
    return said.say("Your users: {users}, on {vms} VMs at once", users=users, vms=at_once)
