"""User groups that come from lists, among those of a workbook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of, name_key, or_nearest, same_name
from vdi_sizing.scenario import Scenario, UserGroup, refuse_too_many
from vdi_sizing.tables.profiles import SESSION, Profile
from vdi_templates.importing.headers import FIELDS, IN_USE, KnownList
from vdi_templates.importing.plan import Options, Plan, Written
from vdi_templates.importing.wording import ALL_ELSE, AS_GROUP, DELTA_ANSWERED, PROFILE
from vdi_templates.workbook.tables import USERS

_NAMED = ("name", "case")
"""Of the names that may be meant."""
_DISK = "persistent_gb"
_OF_AN_EXPORT = ("vcpus", "ram_gib", _DISK)
"""What is usually listed of each VM, and else taken from what a group is like."""


@dataclass(frozen=True)
class Group:
    """A user group as lists say it: its fields, where they stand, and the profile that it names."""

    values: Mapping[str, Any]
    """By the fields of a `UserGroup`; what the lists do not say is not there."""
    origin: str
    """Where it stands, as messages say it."""
    source: str
    """The same as the workbook says it, in its language."""
    of: KnownList
    profile: str | None = None


def take_groups(scenario: Scenario, groups: Iterable[Group], options: Options, plan: Plan) -> Scenario:
    """The scenario with the groups: those of a name that it has are changed, others follow behind them."""
    incoming = list(groups)
    if not incoming:
        return scenario
    refuse_too_many("groups", len(incoming), incoming[0].of.grid.name)
    found: dict[tuple[str, str], tuple[UserGroup | None, Group, UserGroup]] = {}
    known = {_key(group): group for group in scenario.groups}
    for group in incoming:
        try:
            case = group.values.get("case") or _case(scenario, options)
            key = name_key(case), name_key(group.values["name"])
            if key in found:
                expected = f"a group that is named once; {found[key][1].origin} names it too"
                raise InputError("user group", group.values["name"], expected, group.origin)
            found[key] = (known.get(key), group, _made(scenario, group, case, known.get(key), options, plan))
        except InputError as error:
            plan.problems.append(str(error))
    others = [group for group in scenario.groups if _key(group) not in found]
    kept = [group for group in scenario.groups if not (options.drop_groups and group in others)]
    for other in others:
        what = f"the group {other.name!r} of case {other.case!r}, {other.vms:g} VMs"
        if options.drop_groups:
            plan.dropped.append(f"Users: {what}")
        else:
            plan.notes.append(f"Users: {what}, is in no list and stays; --drop-groups drops such groups")
    result = [found[_key(group)][2] if _key(group) in found else group for group in kept]
    result += [after for before, _, after in found.values() if before is None]
    places = {_key(group): index for index, group in enumerate(result)}
    for key, (before, group, after) in found.items():
        plan.written.append(Written(USERS, places[key], before, after, group.origin))
    return replace(scenario, groups=tuple(result))


def _key(group: UserGroup) -> tuple[str, str]:
    return name_key(group.case), name_key(group.name)


def _case(scenario: Scenario, options: Options) -> str:
    """The load case of a group that names none."""
    if options.case is not None:
        return options.case
    cases = {name_key(group.case): group.case for group in scenario.groups}
    if len(cases) > 1:
        raise InputError("load case", None, f"one of {', '.join(cases.values())}: say --case, or add a column 'case'")
    return next(iter(cases.values()))


def _made(
    scenario: Scenario, group: Group, case: str, before: UserGroup | None, options: Options, plan: Plan
) -> UserGroup:
    """The group as it will be: by its list, then as it was, then by its profile or the group that it is like."""
    given = {name: value for name, value in group.values.items() if name not in _NAMED}
    own_source = given.pop("source", None)
    wording = options.wording
    said = ", ".join(wording.said(inputs_of(UserGroup)[name].label) for name, value in given.items() if value)
    source = f"{own_source or group.source}: {said}" if said else group.source
    if before is not None:
        if group.profile is not None and not any(same_name(group.profile, each) for each in _kept(before)):
            plan.leave_out(group.origin, f"profile {group.profile!r}: the group keeps what the list does not say")
        told = before.source or ""
        return replace(before, **given, source=told if source in told else ". ".join(filter(None, (told, source))))
    figures, whose = _figures(scenario, group, options, plan)
    delta = options.deltas.get((group.of.grid.name, name_key(group.profile or "")))
    if delta is not None and "delta_gb" not in given:
        given["delta_gb"] = delta.gb
        source = wording.said(DELTA_ANSWERED, rows=source, answer=delta.said)
    taken = {name: value for name, value in figures.items() if name not in given}
    if taken:
        source = wording.said(ALL_ELSE, said=source, whose=whose)
    if "vms" not in given:
        raise InputError("number of users", None, "a column with it, or a row for each user", group.origin)
    _say_what_is_usual(group, {**taken, **given}, plan)
    _say_what_an_export_lacks(scenario, group, {**taken, **given}, plan)
    _say_what_is_measured(group, taken.get("concurrency", 1.0), plan)
    return UserGroup(name=group.values["name"], case=case, source=source, **{**taken, **given})


def _say_what_is_usual(group: Group, given: Mapping[str, Any], plan: Plan) -> None:
    """Say of a number that has to stand on the sheet, and that nobody gave, which one counts."""
    usual: dict[str, Any] = {each.name: each.default for each in fields(UserGroup)}
    for name, declared in inputs_of(UserGroup).items():
        if declared.kind != "share" or declared.may_be_blank or name in given:
            continue
        has_column = name in group.of.columns
        where, why = (group.origin, "its cell is blank") if has_column else (group.of.grid.name, "no column says it")
        plan.first.append(f"{where}: {declared.label}: {100 * usual[name]:g} %, since {why}")
    if given.get("profile") is None and given.get("steady_iops") is None:
        what = "neither a profile nor steady IOPS are said, so that its load does not count"
        plan.first.append(f"{group.origin}: {what}; add a column 'profile', or say --like NAME")


def _say_what_an_export_lacks(scenario: Scenario, group: Group, given: Mapping[str, Any], plan: Plan) -> None:
    """Say which sizes of its VMs an export has no column of, and what counts in their place."""
    if group.of.kind != "vms":
        return
    profile = next((each for each in scenario.profiles if same_name(each.name, given.get("profile") or "")), None)
    for name in _OF_AN_EXPORT:
        if name in group.values:
            continue
        declared, found = FIELDS[group.of.kind][name], given.get(name)
        found = getattr(profile, name, None) if found is None else found
        counts = "not known" if found is None else f"{found:g} {declared.unit}, as the profile or --like says"
        if any(each.of_profile and each.about for each in plan.open):
            counts = "what the profile says that is asked for"
        or_else = "; --in-use takes what is in use" if name == _DISK and IN_USE in group.of.columns else ""
        line = f"{group.of.grid.name}: {declared.label}: {counts}, since the list does not say it{or_else}"
        plan.first.append(line)


def _say_what_is_measured(group: Group, concurrency: float, plan: Plan) -> None:
    """Say where measured IOPS, which are means over all VMs that run, count for a part of them alone."""
    if group.of.kind == "vms" and "steady_iops" in group.values and concurrency < 1:
        plan.first.append(
            f"{group.origin}: concurrency is {100 * concurrency:g} %, as --like says, and the measured IOPS are means "
            "over all VMs that run: enter 100 % on Users, where all of them are to count"
        )


def _kept(before: UserGroup) -> tuple[str, ...]:
    """The profiles that a list may name for a group without being contradicted."""
    return (before.name, before.profile) if before.profile else (before.name,)


def _say_whom_a_vm_serves(group: Group, profile: Profile, plan: Plan) -> None:
    """Say of a list's session hosts that each counts one user, where nobody says how many: users are no VMs."""
    if profile.kind == SESSION and group.of.kind == "users" and "users_per_vm" not in group.values:
        what = f"{profile.name!r} is the profile of a session, and each VM counts as 1 user"
        plan.first.append(f"{group.origin}: {what}; add a column 'users per VM', and say the number of VMs beside it")


def _figures(scenario: Scenario, group: Group, options: Options, plan: Plan) -> tuple[dict[str, Any], str]:
    """What a new group takes that its list does not say, and where from."""
    for wanted in filter(None, (group.profile, options.like)):
        like = next((each for each in scenario.groups if same_name(each.name, wanted)), None)
        if like is not None:
            copied = (name for name in inputs_of(UserGroup) if name not in (*_NAMED, "vms", "source"))
            told = f" ({like.source})" if options.drop_groups and like.source else ""
            return {name: getattr(like, name) for name in copied}, options.wording.said(AS_GROUP, name=like.name) + told
        profile = next((each for each in scenario.profiles if same_name(each.name, wanted)), None)
        if profile is not None:
            _say_whom_a_vm_serves(group, profile, plan)
            return {"profile": profile.name}, profile.source or options.wording.said(PROFILE, name=profile.name)
        if wanted == options.like:
            known = [*(each.name for each in scenario.groups), *(each.name for each in scenario.profiles)]
            raise InputError("--like", wanted, or_nearest("a group of the workbook, or a profile", wanted, known))
        plan.leave_out(group.origin, f"profile {wanted!r} is neither a group of the workbook nor a known profile")
    return {}, ""
