"""What of a file is as it was shipped, what is not, and what people put beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

import vdi_sizing
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_templates.audit.as_made import as_made
from vdi_templates.audit.cells import TEXT, VALUE
from vdi_templates.audit.compare import compare
from vdi_templates.audit.finding import Finding, Level, counted
from vdi_templates.audit.package import Package, made_parts
from vdi_templates.audit.pair import Pair
from vdi_templates.audit.printed import PAGE_ENDS
from vdi_templates.carry_over.looks import Looks
from vdi_templates.carry_over.people import OfSheet, people_on, typed_over
from vdi_templates.carry_over.places import Places
from vdi_templates.reading.reader import Reader
from vdi_templates.report.ranges import SHEET as RANGES
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes
from vdi_templates.workbook.spoken import spoken_alternatives

_MOST_OTHER_TEXTS = 0.02
"""Of a workbook of this version, how many of its texts people may have changed."""
_BLANK = "a cell that is shipped blank"
_NOBODYS = (VALUE, _BLANK, PAGE_ENDS)
"""Of what is not as shipped: what people enter, and what follows it."""
_MOST_LOOKS = 5
"""So many of the cells that merely look otherwise are named."""
_COVER = ("Start", "A2")
"""Where a workbook names the version that made it."""
_VERSION = re.compile(r"\d+\.\d+\.\d+")


@dataclass
class LookedThrough:
    """What a file holds beside its inputs.

    Attributes
    ----------
    people : dict
        What people put on our sheets, by the name of the sheet in the file.
    findings : list of Finding
        What is not as shipped; nothing, if an earlier version made the file.
    of_this_version : bool
        This version made the file.
    typed_over : list of str
        In words: the numbers that somebody typed over formulas of an earlier version.
    """

    people: dict[str, OfSheet] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    of_this_version: bool = False
    typed_over: list[str] = field(default_factory=list)

    @property
    def values_hold(self) -> bool:
        """Whether the saved values of formulas of people's own hold: what they refer to is what it was."""
        return self.of_this_version and all(finding.level is not Level.ANSWER for finding in self.findings)

    def undone(self, ours: Collection[str]) -> list[str]:
        """In words: what was changed of what is shipped, and is as shipped again."""
        told, looks = [], list[str]()
        for finding in self.findings:
            if finding.sheet and finding.sheet not in ours:
                continue
            if finding.aspect in _NOBODYS or (finding.level is Level.NOTED and finding.aspect != "the link"):
                continue
            if finding.level is Level.LOOKS:
                looks.append("!".join(filter(None, (finding.sheet, finding.cell))) or finding.place)
                continue
            again = f"{finding.expected} again" if finding.expected else "not kept"
            told.append(f"{finding.place}: {finding.aspect}: {finding.found}; here it is {again}.")
        if looks:
            named, more = ", ".join(looks[:_MOST_LOOKS]), len(looks) - _MOST_LOOKS
            where = f"{named} and {more} more" if more > 0 else named
            told.append(f"Looks only, on sheets of ours: {counted(len(looks), 'change')} not kept: {where}.")
        return told


def look_through(places: Places, looks: Looks, reader: Reader, book: Book) -> LookedThrough:
    """Look through a file, beside the workbook that is made of its inputs."""
    found = None
    if not reader.gap and not reader.is_of_earlier_version:
        found = _beside_the_shipped(places, looks, reader, book)
    return found or _by_styles(places, looks)


def _by_styles(places: Places, looks: Looks) -> LookedThrough:
    """A file of an earlier version: what bears no style of ours is people's."""
    found = LookedThrough()
    for name in places.shipped:
        people = people_on(places.grid(name), looks, None)
        found.typed_over += typed_over(places.grid(name), looks)
        if people.is_empty:
            places.forget(name)
        else:
            found.people[name] = people
    return found


def _beside_the_shipped(places: Places, looks: Looks, reader: Reader, book: Book) -> LookedThrough | None:
    """A file of this version, compared with what is shipped for its inputs; None if it is of an earlier one."""
    theirs = {ours: name for name, ours in places.shipped.items()}
    if _is_of_another_version(places, theirs):
        return None
    try:
        expected = _as_the_file_was_made(places, reader, book)
    except InputError:  # it lacks what only a workbook of today has
        return None
    found = LookedThrough(of_this_version=True)

    def look_on(pair: Pair) -> None:
        if pair.found.name != theirs.get(pair.name):
            return
        places.theirs.take(pair.found)
        places.ours.take_if_same(pair.expected)
        people = people_on(places.grid(pair.found.name), looks, pair.expected)
        if people.is_empty:
            places.forget(pair.found.name)
        else:
            found.people[pair.found.name] = people

    compared = compare(places.theirs.package, expected, spoken_alternatives(book), look_on)
    found.findings = [finding for finding in compared.findings if finding.sheet != RANGES]  # it is drawn anew
    other_texts = sum(finding.aspect == TEXT for finding in found.findings)
    return found if other_texts <= _MOST_OTHER_TEXTS * compared.texts else None


def _is_of_another_version(places: Places, theirs: Mapping[str, str]) -> bool:
    """Whether the cover names another version: then formulas of the file that differ are that version's.

    It is asked first: a workbook is built for the comparison, and each formula of the file looked at.
    """
    sheet, place = _COVER
    cell = places.theirs.sheet(theirs[sheet]).cells.get(place) if sheet in theirs else None
    return cell is not None and any(version != vdi_sizing.__version__ for version in _VERSION.findall(str(cell.value)))


def _as_the_file_was_made(places: Places, reader: Reader, book: Book) -> Package:
    """The workbook that is shipped for what the file holds, which an import is about to change."""
    ours, scenario = places.ours.package, reader.scenario()
    cost_rows, group_rows = reader.cost_rows(), reader.group_rows()
    made = replace(as_made(places.theirs.package), left_blank=reader.left_blank())
    scenario = replace(scenario, currency=made.brand.translation.currency)
    with suppress(InputError):  # a baseline that cannot be read is a finding, and no other version
        made = replace(made, baseline=reader.baseline(scenario))
    without_gaps = all(rows == list(range(1, len(rows) + 1)) for rows in reader.table_rows.values())
    if scenario == book.scenario:
        sizing, made_of_book = book.sizing, replace(as_made(ours), baseline=book.made.baseline)
        same_rows = (cost_rows, group_rows) == (list(book.layout.cost_rows), book.layout.group_rows)
        if without_gaps and same_rows and made == made_of_book:
            return ours
    else:
        sizing = size(scenario)
    rebuilt = build_book(sizing, cost_rows, reader.table_rows, made, group_rows)
    return Package(made_parts(workbook_bytes(rebuilt)))
