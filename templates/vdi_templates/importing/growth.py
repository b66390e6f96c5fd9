"""Two exports of one estate: the later one counts, and both together say how fast the estate grows.

The day of an export is the one that RVTools writes on vMetaData, or else that in the name of its file. An earlier one
is told by the VMs that both name. How much grows per year is a question, whose answer goes to Settings.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of, name_key
from vdi_sizing.scenario import Scenario, Settings
from vdi_templates.importing.machines import Desktops, desktops_of, gb_of
from vdi_templates.importing.numbers import decimal_symbol, factor, quantity_in
from vdi_templates.importing.plan import AVERAGE, Options, Plan, Question, WrittenSetting
from vdi_templates.importing.questions import LEAVE_OUT, Answers, wrong_answer
from vdi_templates.importing.rows import Row

_YEAR_FIRST = re.compile(r"(?<!\d)(20\d\d)[-_./]?(\d\d)[-_./]?(\d\d)(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.(20\d\d)(?!\d)")
_BESIDE = ("disks", "performance", "hosts", "clusters")
"""What may be a file of its own beside a list of VMs."""
_SHARED = 0.5
"""Of the VMs of the smaller of two exports, from which on both are of one estate."""
_FEWEST_DAYS = 90
"""Between two exports of which a growth per year is worked out: what comes and goes in a month is none."""
_DAYS_PER_YEAR = 365.25
_USERS, _GB = "user_growth", "gb_growth"


@dataclass(frozen=True)
class Estate:
    """An export of an estate: its day, its lists of VMs and of disks."""

    day: datetime.date
    vms: list[Row]
    disks: list[Row]

    def desktops(self, options: Options) -> Desktops:
        """Those that are in use."""
        return desktops_of(self.vms, self.disks, (), replace(options, iops=AVERAGE), Plan())


@dataclass(frozen=True)
class Grown:
    """An estate at first, and as it counts."""

    before: Estate
    after: Estate


Lists = Mapping[str, list[list[Row]]]
"""The rows of all lists by what they are about, those of one list together."""


def day_in(text: str) -> datetime.date | None:
    """The day in a text such as the name of a file; None where there is none.

    >>> day_in("RVTools_export_all_2026-11-20_09.12.33.xlsx"), day_in("VMs 20.11.2026.csv"), day_in("VMs 4711.csv")
    (datetime.date(2026, 11, 20), datetime.date(2026, 11, 20), None)
    """
    ways = [(found[1], found[2], found[3]) for found in _YEAR_FIRST.finditer(text)]
    ways += [(found[3], found[2], found[1]) for found in _DAY_FIRST.finditer(text)]
    for way in ways:
        try:
            return datetime.date(*map(int, way))
        except ValueError:
            continue
    return None


def without_earlier(lists: Lists, plan: Plan) -> tuple[dict[str, list[list[Row]]], Grown | None]:
    """The lists without those of earlier exports of an estate, which are said; and the estate at first and at last."""
    files = dict.fromkeys(rows[0].of.grid.file for rows in lists["vms"] if rows)
    days = {file: day for file in files if (day := _day_of(file, lists["dates"])) is not None}
    later = _later_exports(lists["vms"], days)
    if not later:
        return dict(lists), None
    for file, other in later.items():
        plan.first.append(
            f"{file}: an export of {days[file].isoformat()}, whose VMs {other} of {days[other].isoformat()} lists once "
            "more: it is left out, but for the growth per year"
        )
    first = min(days[file] for file in later)
    at_first = {file for file in later if days[file] == first}
    at_last = {later[file] for file in at_first}
    gone = {days[file] for file in later}

    def stays(kind: str, rows: Sequence[Row]) -> bool:
        """What stands beside an earlier export, as a text of its disks does, is known by its day."""
        file = rows[0].of.grid.file
        return file not in later and (file in files or kind not in _BESIDE or _day_of(file, lists["dates"]) not in gone)

    kept = {kind: [rows for rows in found if rows and stays(kind, rows)] for kind, found in lists.items()}
    disks = (rows for rows in lists["disks"] if rows and _day_of(rows[0].of.grid.file, lists["dates"]) == first)
    before = Estate(first, _rows_in(lists["vms"], at_first), list(_all(disks)))
    after = Estate(max(days[file] for file in at_last), _rows_in(kept["vms"], at_last), list(_all(kept["disks"])))
    return kept, Grown(before, after)


def _all(lists: Iterable[Iterable[Row]]) -> Iterator[Row]:
    return (row for rows in lists for row in rows)


def _rows_in(lists: Iterable[Iterable[Row]], files: Container[str]) -> list[Row]:
    return [row for row in _all(lists) if row.of.grid.file in files]


def _later_exports(vms: Sequence[Sequence[Row]], days: Mapping[str, datetime.date]) -> dict[str, str]:
    """Of each export of an estate of which there is a later one the last of them."""
    if len(set(days.values())) < 2:  # the usual case, and there is nothing to compare
        return {}
    names = {file: {name_key(row.text("vm")) for row in _rows_in(vms, (file,))} - {""} for file in days}
    return {file: max(found, key=lambda each: days[each]) for file in days if (found := _later(file, names, days))}


def _day_of(file: str, dates: Sequence[Sequence[Row]]) -> datetime.date | None:
    """The day of an export: that which it says, or that in its name."""
    for row in _all(dates):
        if row.of.grid.file == file and "date" in row.cells:
            value = row.cells["date"].value
            said = value.date() if isinstance(value, datetime.datetime) else day_in(row.text("date"))
            said = said or row.style.date(row.text("date").partition(" ")[0])
            if said is not None:
                return said
    return day_in(file)


def _later(file: str, names: Mapping[str, set[str]], days: Mapping[str, datetime.date]) -> list[str]:
    """The later exports of the estate of one."""

    def is_of_it(other: str) -> bool:
        fewest = _SHARED * min(len(names[other]), len(names[file]))
        return len(names[other] & names[file]) >= max(1.0, fewest)

    return [other for other, day in days.items() if day > days[file] and is_of_it(other)]


def growth_of(grown: Grown | None, scenario: Scenario, options: Options, answers: Answers, plan: Plan) -> Scenario:
    """The scenario with the growth that was answered; what is open, and what is not proposed, is said in the plan."""
    if grown is None:
        return scenario
    changed: dict[str, Any] = {}
    try:
        for name, before, after, unit in _compared(grown, options):
            value = _asked(grown, name, before, after, unit, scenario.settings, answers, plan)
            if value is not None:
                changed[name] = value
    except InputError as error:
        plan.problems.append(str(error))
    return replace(scenario, settings=replace(scenario.settings, **changed)) if changed else scenario


def _compared(grown: Grown, options: Options) -> Iterator[tuple[str, float, float, str]]:
    """How many desktops there are, and the mean GB of one, at first and at last."""
    found = [each.desktops(options) for each in (grown.before, grown.after)]
    yield _USERS, float(len(found[0].rows)), float(len(found[1].rows)), "VMs"
    gb = [[gb_of(row, each.capacities, options) for row in each.rows] for each in found]
    before, after = (sum(known) / len(known) if (known := [gb for gb in of if gb]) else 0.0 for of in gb)
    if all(None not in of for of in gb):
        yield _GB, before, after, "GB/VM"


def _asked(
    grown: Grown, name: str, before: float, after: float, unit: str, settings: Settings, answers: Answers, plan: Plan
) -> float | None:
    """The growth that goes to Settings; None where it stays as it is."""
    declared, row = inputs_of(Settings)[name], grown.after.vms[0]
    days = (grown.after.day - grown.before.day).days
    point = decimal_symbol(row.style.told_in)
    figures = [f"{number:.{0 if name == _USERS else 1}f}".replace(".", point) for number in (before, after)]
    said = ", ".join(
        f"{figure} {unit} ({each.day.isoformat()})"
        for figure, each in zip(figures, (grown.before, grown.after), strict=True)
    )
    per_year = (after / before) ** (_DAYS_PER_YEAR / days) - 1 if before and after and days >= _FEWEST_DAYS else 0.0
    rounded = round(per_year, 3)
    if not 0 < rounded <= 1:
        why = f"no growth is proposed: fewer than {_FEWEST_DAYS} days apart" if days < _FEWEST_DAYS else "no growth"
        plan.notes.append(f"Settings: {declared.label}: {said}: {why}")
        return None
    shown = f"{100 * rounded:.1f} %".replace(".", point)
    question = Question(
        row.of, row.of.header_row, "", said, ("0 %", shown, shown), about=declared.label, without="Settings stay"
    )
    plan.questions.append(question)
    cell, by = answers.to(question)
    now: float = getattr(settings, name)
    if cell is None and now:
        plan.notes.append(f"Settings: {declared.label}: {said}: {shown} a year; what Settings say stays")
        return None
    if cell is None:
        plan.open.append(question)
        return None
    if cell.value == LEAVE_OUT:
        return None
    answer = str(cell.value)
    share = _share(question, answer, answers.locales(question, answer, row.style), by)
    value: float = declared.cleaned(share, by)
    plan.settings.append(WrittenSetting(name, now, value, by))
    return value


def _share(question: Question, answer: str, locales: Iterable[str], by: str) -> float:
    """An answer as a share."""
    found = quantity_in(answer, locales)
    share = None if found is None else factor(found.unit, "0..1")
    if found is None or share is None:
        raise wrong_answer(question, answer, "a growth per year such as 5 %", by)
    return round(found.number * share, 6)
