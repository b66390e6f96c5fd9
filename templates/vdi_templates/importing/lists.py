"""From files and the inputs of a workbook to the plan of an import, and the inputs as they will be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import Scenario, check, refuse_too_many
from vdi_templates.importing.deltas import deltas_answered
from vdi_templates.importing.groups import Group, take_groups
from vdi_templates.importing.growth import Grown, growth_of, without_earlier
from vdi_templates.importing.headers import KINDS, Headers, KnownList, called_kind, kinds_in_words
from vdi_templates.importing.hosts import inform_of_hosts
from vdi_templates.importing.machine_kinds import patterns_said
from vdi_templates.importing.machines import clone_parents, desktops_of, groups_of_machines
from vdi_templates.importing.numbers import Style, known_locale
from vdi_templates.importing.parts import NO_MEMORY, Memory, learned, matched
from vdi_templates.importing.plan import AVERAGE, LISTED, Options, Plan, UnknownColumn
from vdi_templates.importing.prices import take_prices
from vdi_templates.importing.questions import NO_ANSWERS, NO_PROFILES, Answers, Profiles, cleared, profile_of_vms
from vdi_templates.importing.rows import Row, rows_of
from vdi_templates.importing.sources import DIFFERENT_NAMES, UNUSED, Grid, grids_of
from vdi_templates.importing.store_points import take_points
from vdi_templates.importing.styles import style_of
from vdi_templates.importing.users import groups_of_users
from vdi_templates.reading.limits import MAX_LIST_ROWS
from vdi_templates.workbook.layout import FIRST_ROW
from vdi_templates.workbook.tables import TABLES, USERS

_Clear = Callable[[KnownList, Style], KnownList]
"""From a list to what it says after the answers."""
_NO_LIST = ("file", "cell", "headers")
"""What is wrong with a file that is no list: its ending, its content, or that none of its headers are known."""
_OF_EXPORTS = ("vms", "disks", "performance", "hosts", "clusters", "dates")
_LIKE = "--like NAME takes what a list does not say from a group of the workbook, or from a known profile"
_DROP = "--drop-groups leaves out the groups of the workbook that no list names, such as the example's"


@dataclass
class _Rows:
    """The rows of all lists, by what they are about; those of one list together."""

    lists: dict[str, list[list[Row]]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    grown: Grown | None = None
    """Of two exports of one estate what is compared; the earlier one is not among the lists."""
    tried: int = 0
    """Files whose numbers have two meanings, and are read by one of them: what they ask besides is the same by both."""
    is_open: bool = False
    """Whether there are such files, and which meaning counts is open: nothing of them goes into a workbook."""

    def of(self, kind: str) -> list[Row]:
        """All rows of a kind."""
        return [row for rows in self.lists[kind] for row in rows]


def planned(
    files: Sequence[Path],
    scenario: Scenario,
    options: Options,
    headers: Headers,
    kind: str | None = None,
    answers: Answers = NO_ANSWERS,
    memory: Memory = NO_MEMORY,
    in_folder: Collection[Path] = (),
) -> tuple[Plan, Scenario]:
    """What importing the files into the workbook of a scenario does, and the scenario after it.

    Parameters
    ----------
    files : sequence of Path
        Lists: workbooks and texts.
    scenario : Scenario
        The inputs of the workbook.
    options : Options
        What was said beside the files.
    headers : Headers
        The known headers.
    kind : str, optional
        What all lists are about; each shows it if it is not said.
    answers : Answers, optional
        What was answered to what is unclear in the lists.
    memory : Memory, optional
        What lists call the parts of the workbook.
    in_folder : collection of Path, optional
        Those of the files that were found in a folder, and of which some may be no lists.

    Returns
    -------
    tuple of Plan and Scenario
        The scenario is to be written only if the plan has no problems and no open questions.

    Raises
    ------
    InputError
        If a file cannot be read, or nothing in it is known.
    """
    plan = Plan()
    profiles = Profiles.of(scenario, options.like)
    clear = partial(cleared, answers=answers, plan=plan, profiles=profiles)
    rows = _read_all(files, options, headers, kind, answers, clear, plan, in_folder)
    if not (plan.lists or plan.problems):
        names = ", ".join(path.name for path in files) or "no file"
        expected = "a list of users, VMs or prices among them, by its headers; others are taught by --headers"
        raise InputError("files", names, expected)
    prices = rows.of("prices")
    was_read = len(plan.problems) == rows.tried
    parts = matched(prices, scenario, memory, answers, plan)
    if was_read:
        scenario = growth_of(rows.grown, scenario, options, answers, plan)
    desktops = _asked_of(rows, options, answers)  # what else is wrong makes no second round of questions
    alone = options.drop_groups and not rows.of("users")
    options = replace(options, like=profile_of_vms(desktops, options.like, answers, plan, profiles, alone=alone))
    parents = clone_parents(rows.of("vms") if desktops else (), options)
    deltas = deltas_answered(desktops, rows.lists["users"], scenario, options, answers, plan, parents)
    options = replace(options, deltas=deltas)
    if was_read:  # of a list that could not be read nobody knows what it asks
        try:
            answers.refuse_unasked(plan.questions)
        except InputError as error:
            plan.problems.append(str(error))
    if not (plan.problems or rows.is_open):
        scenario = take_groups(scenario, _groups(rows, options, plan), options, plan)
        scenario = take_points(scenario, rows.of("performance"), options, plan)
        scenario = take_prices(scenario, prices, options, plan, parts, headers)
        inform_of_hosts(rows.of("hosts"), rows.of("clusters"), rows.of("vms"), plan)
        plan.learned = list(learned(prices, parts))
    else:
        _say_what_else_is_wrong(rows, options, plan)
    plan.first, plan.notes = list(dict.fromkeys(plan.first)), list(dict.fromkeys(plan.notes))
    _check(scenario, options, plan)
    return plan, scenario


def rows_by_kind(files: Sequence[Path], options: Options, headers: Headers, plan: Plan) -> dict[str, list[Row]]:
    """The rows of all files by what they are about; what is left out, and what cannot be used, is said in the plan.

    Raises
    ------
    InputError
        If a file cannot be read, or nothing in it is known.
    """
    clear = partial(cleared, answers=NO_ANSWERS, plan=plan, profiles=NO_PROFILES)
    rows = _read_all(files, options, headers, None, NO_ANSWERS, clear, plan)
    return {each: rows.of(each) for each in KINDS}


def _read_all(
    files: Sequence[Path],
    options: Options,
    headers: Headers,
    kind: str | None,
    answers: Answers,
    clear: _Clear,
    plan: Plan,
    in_folder: Collection[Path] = (),
) -> _Rows:
    rows = _Rows()
    locale = known_locale(options.locale) if options.locale else None
    patterns_said(options.desktops)
    _refuse_one_name_twice(files)
    for path in files:
        found = _recognised(path, headers, kind, plan, may_be_none=path in in_folder)
        _read(found, headers, (locale, options.wording.locale), answers, clear, rows, plan)
    rows.lists, rows.grown = without_earlier(rows.lists, plan)
    return rows


def _refuse_one_name_twice(files: Sequence[Path]) -> None:
    """Refuse two files of one name: prices, answers and messages know a list by the name of its file."""
    by_name: dict[str, Path] = {}
    for path in files:
        other = by_name.setdefault(path.name, path)
        if other is not path:
            raise InputError("files", f"{other} and {path}", DIFFERENT_NAMES)


def _likely_headers(grids: Sequence[Grid]) -> str | None:
    """The first of the fullest rows of a file, as a message names it; nothing in a file without a cell."""
    rows = [[str(cell.value).strip() for cell in cells if cell.value is not None] for g in grids for cells in g.rows]
    fullest: list[str] = max(rows, key=len, default=[])
    return "; ".join(fullest) or None


def _recognised(
    path: Path, headers: Headers, kind: str | None, plan: Plan, *, may_be_none: bool = False
) -> list[KnownList]:
    """The lists of a file; what is none is noted, and a file without one refused, or named where it may be none.

    A list in it that cannot be used stands among the problems then, beside those of the other files.
    """
    before = len(plan.left_out)
    try:
        return _lists_of(path, headers, kind, plan)
    except InputError as error:
        if not may_be_none:
            raise
        if error.name not in _NO_LIST:
            plan.problems.append(str(error))
            return []
        del plan.left_out[before:]  # of its sheets one by one
        if isinstance(error, _WantOfAColumnError):
            plan.first.append(f"{path.name}: left out: {error.said}")
            return []
        why = "nothing in it" if error.value is None else f"{error.name}: {error.value}"
        said = f"{path.name}: no list that is known, and left out"
        plan.first.append(said if error.value == path.name else f"{said} ({why})")
        return []


def _lists_of(path: Path, headers: Headers, kind: str | None, plan: Plan) -> list[KnownList]:
    grids = grids_of(path, headers.count)
    found: list[KnownList] = []
    plan.sheets = sorted((*plan.sheets, *(grid.name for grid in grids if grid.sheet)), key=len, reverse=True)
    unused = [grid for grid in grids if grid.kind == UNUSED]
    if unused:
        what, export = ", ".join(grid.sheet for grid in unused), unused[0].how
        plan.leave_out(path.name, f"sheets of {export} without a place in the workbook: {what}", says_nothing=True)
    for grid in grids:
        if grid.kind == UNUSED:
            continue
        known = headers.recognised(grid, kind)
        if known is not None:
            found.append(known)
        elif any(cell.value is not None for cells in grid.rows for cell in cells):
            plan.leave_out(grid.name, "no row of headers that is known")
    if not found:
        for grid in grids:
            _refuse_for_want_of_a_column(grid, headers)
        expected = f"those of {kinds_in_words()}; others are taught by --headers"
        raise InputError("headers", _likely_headers(grids), expected, path.name)
    return found


class _WantOfAColumnError(InputError):
    """Of a file that is a list but for one column."""

    def __init__(self, headers: str, label: str, kind: str, where: str) -> None:
        expected = f"a column of the {label} beside them, without which a list of {kind} is not read"
        super().__init__("headers", headers, expected, where)
        self.said = (
            f"it would be a list of {kind}, and has no column of the {label} (headers that are known: {headers})"
        )


def _refuse_for_want_of_a_column(grid: Grid, headers: Headers) -> None:
    lacking = headers.lacking(grid)
    if lacking is not None:
        said, label, kind = lacking
        raise _WantOfAColumnError(said, label, called_kind(kind), grid.name)


def _read(
    found: Sequence[KnownList],
    headers: Headers,
    locales: tuple[str | None, str | None],
    answers: Answers,
    clear: _Clear,
    rows: _Rows,
    plan: Plan,
) -> None:
    """The rows of the lists of a file, whose numbers and dates are read by one locale: that said, or the usual one."""
    for known in found:
        _refuse_too_long(known)
    before = len(plan.problems)
    style = style_of(found, *locales, answers, plan)
    if style is None:
        return
    rows.tried += len(plan.problems) - before
    rows.is_open = rows.is_open or style.is_open
    for each in found:
        known = clear(each, style)
        of_list = list(rows_of(known, style))
        rows.lists[known.kind].append(of_list)
        is_asked = known.kind not in _OF_EXPORTS  # of the others no answer leaves a row out
        plan.lists.append((known, style, sum(1 for _ in rows_of(each, style)) if is_asked else len(of_list)))
        if known.grid.is_hidden and of_list:
            plan.first.append(f"{known.grid.name}: the sheet is hidden, and its rows are taken too: {len(of_list)}")
        hidden = sum(row.number in known.grid.hidden for row in of_list)
        if hidden:
            plan.notes.append(f"{known.grid.name}: rows that are hidden are taken too: {hidden}")
        _say_what_has_no_place(known, headers, plan)


def _refuse_too_long(known: KnownList) -> None:
    """Refuse a list of more rows than are read, before anything is made of them; with numbers, each is a group."""
    count = sum(any(cell.value is not None for cell in cells) for cells in known.grid.rows[known.header_row :])
    if known.kind == "users" and "vms" in known.columns:
        refuse_too_many("groups", count, known.grid.name)
    if count > MAX_LIST_ROWS:
        raise InputError("list", f"{count:,} rows", f"at most {MAX_LIST_ROWS:,} rows", known.grid.name)


def _say_what_has_no_place(known: KnownList, headers: Headers, plan: Plan) -> None:
    """Each column of a list that is not read, and the known header that may be meant; an export has dozens of them."""
    if known.kind in _OF_EXPORTS:
        if known.others:
            what = ", ".join(known.others)
            plan.leave_out(known.grid.name, f"columns without a place in the workbook: {what}", says_nothing=True)
        return
    for header in known.others:
        nearest = headers.nearest(known.kind, header, known.columns)
        if nearest:
            plan.unknown.append(UnknownColumn(known, header, *nearest))
        like = f"the nearest known header is {nearest[0]!r} ({nearest[1]})" if nearest else "no known header is like it"
        plan.first.append(f"{known.grid.name}, column {header!r} has no place in the workbook and is left out; {like}")


def _asked_of(rows: _Rows, options: Options, answers: Answers) -> list[Row]:
    """The desktops of lists of VMs, of which something is asked where somebody can answer."""
    if not (answers.asks and rows.of("vms")):
        return []
    return desktops_of(rows.of("vms"), rows.of("disks"), (), replace(options, iops=AVERAGE), Plan()).rows


def _say_what_else_is_wrong(rows: _Rows, options: Options, plan: Plan) -> None:
    """What else is to be said of the users and VMs of lists that cannot be taken yet, so that it makes no second round.

    Nothing of it is taken, so that what would count in their place is not said.
    """
    besides = Plan(open=plan.open)
    try:
        _groups(rows, options, besides)
    except InputError as error:
        besides.problems.append(str(error))
    plan.problems = list(dict.fromkeys((*plan.problems, *besides.problems)))
    plan.counts += besides.counts
    plan.left_out += besides.left_out


def _groups(rows: _Rows, options: Options, plan: Plan) -> list[Group]:
    of_users = [group for each in rows.lists["users"] for group in groups_of_users(each, options, plan)]
    for kind, sheet in (("disks", "vInfo"), ("performance", "VMs")):
        if rows.of(kind) and not rows.of("vms"):
            expected = f"the list of VMs beside it ({sheet}): without it nobody knows which are in use"
            plan.problems.append(str(InputError("VMs", None, expected, rows.of(kind)[0].of.grid.name)))
            return of_users
    said = {"--desktops": bool(options.desktops), "--in-use": options.in_use, "--bands": options.bands}
    if any(said.values()) and not rows.of("vms"):
        expected = f"a list of them, for {', '.join(name for name, is_said in said.items() if is_said)}"
        plan.problems.append(str(InputError("VMs", None, expected)))
        return of_users
    if options.iops not in (AVERAGE, LISTED) and not rows.of("performance"):
        expected = "a list of it, as Live Optics exports it, since --iops asks for it"
        plan.problems.append(str(InputError("VM performance", None, expected)))
    machines = groups_of_machines(rows.of("vms"), rows.of("disks"), rows.of("performance"), options, plan)
    if of_users and machines and plan.open:
        plan.first.append(
            "Users: VMs of lists of users and VMs of lists of VMs both count; where they are the same desktops, leave "
            "one of the lists away"
        )
    elif of_users and machines:
        of_lists, of_exports = (sum(each.values.get("vms", 0.0) for each in part) for part in (of_users, machines))
        plan.first.append(
            f"Users: {of_lists:.0f} VMs of lists of users and {of_exports:.0f} VMs of lists of VMs both count; "
            "where they are the same desktops, leave one of the lists away"
        )
    return [*of_users, *machines]


def _check(scenario: Scenario, options: Options, plan: Plan) -> None:
    """What must hold between the inputs, once their profiles are known; a message names the row that it came from."""
    if plan.problems or any(each.of_profile or not any(each.proposals) for each in plan.open):
        return
    origins = {(each.table.records, each.index): each.origin for each in plan.written}
    sheets = {table.records: table.sheet for table in TABLES}

    def place(table: str, index: int, name: str) -> str:
        beside = (
            f"{sheets[table]} row {FIRST_ROW + index} of the workbook"
            if table in sheets
            else f"{table} of the workbook"
        )
        return origins.get((table, index), beside)

    try:
        check(scenario, place)
    except InputError as error:
        of_groups = [each.origin for each in plan.written if each.table is USERS]
        is_missing = error.value is None and error.where in of_groups
        meant = [_meant(each) for each in plan.unknown if is_missing and each.label == error.name]
        ways = meant or [_LIKE] if is_missing and options.like is None else []
        if is_missing:
            ways = [*_profile_without(error, scenario, plan), *ways]
        if is_missing and not options.drop_groups and _holds_without_others(scenario, plan):
            ways.append(_DROP)
        plan.problems.append("; ".join([str(error), *ways]))


def _profile_without(error: InputError, scenario: Scenario, plan: Plan) -> Iterator[str]:
    """That a group lacks a number since the profile that was answered, or that its list names, says none."""
    at = next((each.index for each in plan.written if each.table is USERS and each.origin == error.where), None)
    profile = None if at is None else scenario.groups[at].profile
    if profile is not None:
        yield f"the profile {profile!r} says none: name one that does for this group, or such as say none for all"


def _meant(column: UnknownColumn) -> str:
    return (
        f"{column.known.grid.name}: column {column.header!r} is not known; its nearest header is {column.nearest!r}: "
        "rename it if it says that"
    )


def _holds_without_others(scenario: Scenario, plan: Plan) -> bool:
    """Whether the groups of the lists would do by themselves."""
    listed = {each.index for each in plan.written if each.table is USERS}
    groups = tuple(group for index, group in enumerate(scenario.groups) if index in listed)
    try:
        check(replace(scenario, groups=groups))
    except InputError:
        return False
    return True
