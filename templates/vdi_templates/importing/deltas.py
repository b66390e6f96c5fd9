"""What a clone of an image writes beside it, which no list says: asked once of each list, with published figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of, name_key, same_name
from vdi_sizing.scenario import Scenario, UserGroup
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.profiles import Profile
from vdi_templates.importing.headers import IN_USE
from vdi_templates.importing.inventory import name_pattern
from vdi_templates.importing.numbers import factor, quantity_in, written
from vdi_templates.importing.plan import Delta, Options, Plan, Question
from vdi_templates.importing.questions import LEAVE_OUT, NO_PROPOSALS, Answers, wrong_answer
from vdi_templates.importing.rows import Row
from vdi_templates.importing.sources import Cell
from vdi_templates.importing.unclear import Proposals
from vdi_templates.importing.words import TOTAL, means

OF_VMS = "delta GB of a desktop (0 where they are no clones of an image)"
OF_USERS = "delta GB of a VM beside its image"
_NONE = "0"
_NO_CLONES = "0 GB"
_SAY_IT = {"delta_gb", "image_share", "delivery"}
"""The columns of a list that leaves nothing to be asked."""
_WHAT_ASKS = "a list of VMs, or of users whose profile was measured with clones and that says no delta GB, beside it"
_OPTION = "--delta"
_GB = "GB"
_GB_SAID = "GB such as 4 GB"
_MOST_GB = 1000
"""What a clone writes lies on the one disk of its image; the largest that a profile says is a hundredth of this."""
_Key = tuple[str, str]
_Asked = tuple[list[_Key], Row, Question]
"""For which profiles of which list an answer counts, and a row of that list."""


def deltas_answered(
    vms: Sequence[Row],
    users: Sequence[Sequence[Row]],
    scenario: Scenario,
    options: Options,
    answers: Answers,
    plan: Plan,
    parents: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[_Key, Delta]:
    """What was answered, by the name of a list and the profile, which is blank for VMs; what is open is noted.

    It is asked of VMs, since the disks of clones show the GB of their image, and of users whose profile was measured
    with clones. Where nobody can answer nothing is asked. `parents`: those of instant clones, by list.
    """
    found: dict[_Key, Delta] = {}
    if not answers.asks:
        return found
    asked = [*_of_vms(vms, scenario, parents), *_of_users(users, scenario, options, plan)]
    if options.delta is not None and not plan.problems and not any(keys for keys, _, _ in asked):
        plan.problems.append(str(InputError(_OPTION, options.delta, _WHAT_ASKS)))
    for keys, row, question in asked:
        if not keys and not answers.said(question):
            continue
        plan.questions.append(question)
        try:
            cell, by = answers.to(question)
            is_by_option = options.delta is not None and not answers.said(question)
            if is_by_option:
                cell, by = Cell(options.delta), _OPTION
            _say_that_they_are_clones(question, cell, parents, plan)
            if cell is None:
                plan.open.append(question)
            elif keys and cell.value != LEAVE_OUT:
                said = str(cell.value)
                told = (row.style.told_in, row.style.locale)
                locales = told if is_by_option else answers.locales(question, said, row.style)
                delta = Delta(_gb(question, said, locales, by), said)
                what = f"what a VM writes beside its image counts as {said!r}, as {by} says"
                plan.first.append(f"{question.known.grid.name}: {what}")
                found |= dict.fromkeys(keys, delta)
            elif keys:
                plan.first.append(
                    f"{question.known.grid.name}: what a VM writes beside its image is open, as {by} says"
                )
        except InputError as error:
            plan.problems.append(str(error))
    return found


def _say_that_they_are_clones(
    question: Question, cell: Cell | None, parents: Mapping[str, Sequence[str]], plan: Plan
) -> None:
    """Say that a list has parents of instant clones, unless an answer takes its desktops for clones."""
    name = question.known.grid.name
    if question.about == OF_VMS and name in parents and (cell is None or str(cell.value) in (_NONE, _NO_CLONES)):
        many = len(parents[name])
        which = f"{many} parents, replicas or templates" if many > 1 else "1 parent, replica or template"
        what = f"{which} of instant clones listed, so that the desktops are their clones: then 0 GB is no answer"
        plan.first.append(f"{name}: {what}")


def _of_vms(rows: Sequence[Row], scenario: Scenario, parents: Mapping[str, Sequence[str]]) -> Iterator[_Asked]:
    """The question of each list of VMs, with what they use of their disks: of clones that is their delta, and swap."""
    for name, found in groupby(rows, key=lambda row: row.of.grid.name):
        of_list = list(found)
        said, used = _vms(len(of_list)), [gb for row in of_list if (gb := row.values.get(IN_USE)) is not None]
        if used:
            mean = written(round(sum(used) / len(used), 1), of_list[0].style.told_in)
            said = f"{said}; {of_list[0].of.columns[IN_USE].header}: {mean} GB/VM"
        patterns = Counter(map(name_pattern, parents.get(name, ())))
        said = "; ".join([said, *(f"{pattern}: {_vms(many)}" for pattern, many in patterns.items())])
        proposed = _published(scenario, of_list[0])
        if not patterns:  # where their parents are listed, the desktops are clones, and 0 GB is no answer
            proposed = (_NO_CLONES, *proposed[1:])
        yield _asked([(name, "")], of_list[0], said, proposed, OF_VMS, of_clones=not patterns)


def _vms(many: int) -> str:
    return f"{many} VMs" if many > 1 else "1 VM"


def _of_users(lists: Sequence[Sequence[Row]], scenario: Scenario, options: Options, plan: Plan) -> Iterator[_Asked]:
    """The question of each list of users; for no profile where none was measured with clones."""
    kept = set() if options.drop_groups else {name_key(group.name) for group in scenario.groups}
    for rows in lists:
        if not rows or _SAY_IT & set(rows[0].of.columns):
            continue
        name, meant = rows[0].of.grid.name, rows[0].of.profiles
        named = [(row.text("name", "user", "profile"), row.text("profile")) for row in rows]
        new = [said for group, said in named if name_key(group) not in kept and not means(TOTAL, group)]
        open_ones = (each for each in plan.open if each.of_profile and each.known.grid.name == name)
        profiles = [
            *(meant.get(name_key(said), said) for said in new),
            *(way for each in open_ones for way in each.proposals),
        ]
        of_clones = {
            name_key(profile): profile or str(options.like)
            for profile in profiles
            if _leaves_unsaid(profile or options.like, scenario)
        }
        said = "; ".join(dict.fromkeys(of_clones.values()))
        yield _asked([(name, key) for key in of_clones], rows[0], said, _published(scenario, rows[0]), OF_USERS)


def _leaves_unsaid(name: str | None, scenario: Scenario) -> bool:
    """Whether a profile was measured with clones, of which no source says what they write."""
    profile = next((each for each in scenario.profiles if name and same_name(each.name, name)), None)
    delivery = None if profile is None else scenario.delivery_of(profile)
    return (
        profile is not None
        and delivery is not None
        and (profile.delta_gb, delivery.delta_gb, delivery.image_share) == (None, None, None)
    )


def _published(scenario: Scenario, row: Row) -> Proposals:
    """The least, the middle and the most that profiles and image deliveries of the workbook say, with their sources."""
    known: list[Profile | Delivery] = [*scenario.profiles, *scenario.deliveries]
    figures = {each.delta_gb: (each.source or each.name).partition("; ")[0] for each in known if each.delta_gb}
    if not figures:
        return NO_PROPOSALS
    said = [f"{written(gb, row.style.told_in)} GB ({source})" for gb, source in sorted(figures.items())]
    return said[0], said[len(said) // 2], said[-1]


def _asked(
    keys: list[_Key], row: Row, said: str, proposed: Proposals, about: str, *, of_clones: bool = False
) -> _Asked:
    question = Question(
        row.of, row.of.header_row, "", said, proposed, of_clones=of_clones, about=about, without="no delta GB"
    )
    return keys, row, question


def _gb(question: Question, answer: str, locales: Iterable[str], by: str) -> float:
    """An answer in GB; behind it may stand in brackets who says it, as in a proposal."""
    number, *_ = answer.partition("(")
    found = quantity_in(number.strip(), locales)
    by_unit = None if found is None else factor(found.unit or _GB, _GB)
    if found is None or by_unit is None:
        if by == _OPTION:
            raise InputError(by, answer, _GB_SAID)
        raise wrong_answer(question, answer, _GB_SAID, by)
    gb: float = inputs_of(UserGroup)["delta_gb"].cleaned(round(found.number * by_unit, 9), by)
    if gb > _MOST_GB:
        raise InputError("answer", answer, f"at most {_MOST_GB} GB: it lies on the disk of a VM", by)
    return gb
