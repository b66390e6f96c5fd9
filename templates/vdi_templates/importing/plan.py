"""What an import is going to do: which records go where, what is left out, and what stands in its way."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import Settings
from vdi_templates.importing.headers import KnownList
from vdi_templates.importing.machine_kinds import Pattern
from vdi_templates.importing.numbers import Style
from vdi_templates.importing.wording import IN_ENGLISH, Wording
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.tables import InputTable

AVERAGE, PERCENTILE, BUSIEST, LISTED = MEASURES = ("average", "95th", "busiest", "listed")
"""Of what was measured of a VM."""


@dataclass(frozen=True)
class Delta:
    """What a clone writes beside its image, as somebody answered."""

    gb: float
    said: str
    """The answer, which may name its source."""


@dataclass(frozen=True)
class Options:
    """What somebody who imports may say."""

    locale: str | None = None
    """By which numbers and dates are read; None where each file has to show it."""
    case: str | None = None
    """The load case of user groups; None for the only one of the workbook."""
    price_list: str | None = None
    """The list of prices that name none; None for that which the workbook picks."""
    like: str | None = None
    """The user group of the workbook from which new ones take what their list does not say."""
    delta: str | None = None
    """What a clone writes beside its image, in GB, where no answer says it; 0 of desktops that are no clones."""
    clusters: tuple[str, ...] = ()
    """Those of which VMs are taken; none for all."""
    desktops: tuple[str, ...] = ()
    """FIELD=PATTERN of the VMs that are the desktops; none for those that the table of kinds tells."""
    kinds: tuple[Pattern, ...] = ()
    """What tells which VMs are desktops, before the table of kinds does."""
    in_use: bool = False
    """Whether the GB of a VM are those that are in use, and not those that are provisioned."""
    bands: bool = False
    """Whether VMs are put into a dozen bands of size at most, and not into groups of equal size and cluster."""
    iops: str = AVERAGE
    """Which of the measured IOPS of a VM count, of `MEASURES`."""
    date: datetime.date | None = None
    """Of prices whose list says none."""
    known_parts: bool = False
    """Whether prices are taken only of parts that the workbook has a price of, or a place for one."""
    drop_groups: bool = False
    """Whether the user groups of the workbook that no list names go."""
    deltas: Mapping[tuple[str, str], Delta] = field(default_factory=dict)
    """What clones write beside their image, by the name of a list and the profile, which is blank for VMs."""
    wording: Wording = IN_ENGLISH
    """In which language it writes into cells."""

    @property
    def digits(self) -> int:
        """Decimals of a mean over the VMs of a group: that of a band is multiplied by thousands of VMs."""
        return 6 if self.bands else 3


@dataclass(frozen=True)
class UnknownColumn:
    """A column that has no place, and the known header and field that it may mean."""

    known: KnownList
    header: str
    nearest: str
    label: str


@dataclass(frozen=True)
class Question:
    """What is unclear in a list: a number of a row, or the row itself, and what it may say instead."""

    known: KnownList
    row: int
    field: str
    """That of the number; nothing for the row itself."""
    said: str
    """What stands there, or the name of the row."""
    proposals: tuple[str, str, str]
    """The lower, the middle and the upper value, or the nearest parts; nothing where there is none."""
    of_part: bool = False
    """Whether it asks which part of the workbook the row prices."""
    of_profile: bool = False
    """Whether it asks which profile is meant, of this row and of all that say the same."""
    of_clones: bool = False
    """Whether it asks besides if desktops are clones of an image."""
    about: str = ""
    """The setting that it asks for, of the whole list; nothing where it asks for a row."""
    name: str = ""
    """What its row calls itself."""
    without: str = ""
    """What there is none of where the answer is to leave it out; nothing where that leaves out the row."""
    others: tuple[str, ...] = ()
    """What may be answered too, by name."""

    @property
    def header(self) -> str:
        """That of the column, or the setting; nothing for the row itself."""
        return self.known.columns[self.field].header if self.field else self.about

    @property
    def index(self) -> int | None:
        """Where the column is; None for the row itself."""
        return self.known.columns[self.field].index if self.field else None

    @property
    def is_of_row(self) -> bool:
        """Whether it asks for the row itself, which counts or does not."""
        return not (self.field or self.about)

    @property
    def is_of_a_number(self) -> bool:
        """Whether it asks how much something is; what something is no lower or upper value says."""
        return any(self.proposals) and not (self.of_profile or self.of_clones)

    @property
    def left_out(self) -> str:
        """What the answer to leave it out leaves out, in words."""
        return self.without or (f"the row {self.name!r}" if self.name else "the row")

    @property
    def place_of_row(self) -> str:
        """The file, the sheet and the row."""
        return self.known.grid.place(self.row)

    @property
    def place(self) -> str:
        """The same, and the column; of a setting the list."""
        if self.about:
            is_of_list = self.row == self.known.header_row
            return f"{self.known.grid.name if is_of_list else self.place_of_row}: {self.about}"
        return f"{self.place_of_row}, column {self.header!r}" if self.field else self.place_of_row


@dataclass(frozen=True)
class LeftOut:
    """What is not taken over: where it stands, how many rows it is, and why."""

    place: str
    why: str
    says_nothing: bool = False
    """Whether nothing is lost with it: a total, a heading."""


@dataclass(frozen=True)
class Written:
    """A record of a table as it will be: what it was before, if anything, and where it comes from."""

    table: InputTable
    index: int
    """Its position in the table, from 0."""
    before: Any
    after: Any
    origin: str

    @property
    def row(self) -> int:
        """Its row on the sheet."""
        return FIRST_ROW + self.table.header_row - HEADER_ROW + self.index

    def cells(self) -> Iterator[tuple[str, str, Any, Any]]:
        """The cells that change: address, label, what was there, and what will be."""
        usual = {each.name: each.default for each in fields(self.after)}
        for column, (name, declared) in enumerate(self.table.columns.items(), start=1):
            new = getattr(self.after, name)
            old = None if self.before is None else getattr(self.before, name)
            silent = self.before is None and (new is None or (new == usual[name] == declared.blank))
            if new != old and not silent:
                yield f"{self.table.sheet}!{get_column_letter(column)}{self.row}", declared.label, old, new


@dataclass(frozen=True)
class WrittenSetting:
    """A setting as it will be: what it was before, and where it comes from."""

    name: str
    before: float
    after: float
    origin: str

    @property
    def label(self) -> str:
        """What Settings call it."""
        return inputs_of(Settings)[self.name].label

    @property
    def cell(self) -> str:
        """Its address."""
        return f"Settings!D{FIRST_ROW + list(inputs_of(Settings)).index(self.name)}"


@dataclass
class Plan:
    """All that an import does and does not."""

    lists: list[tuple[KnownList, Style, int]] = field(default_factory=list)
    """Each list, how its numbers were read, and how many rows it has."""
    sheets: list[str] = field(default_factory=list)
    """The names of all sheets of the files, longest first."""
    written: list[Written] = field(default_factory=list)
    settings: list[WrittenSetting] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    """What somebody has to know before anything else: columns that are not read, and what is taken in their place."""
    counts: list[str] = field(default_factory=list)
    """What the lists of VMs hold, and which of them are taken for desktops."""
    notes: list[str] = field(default_factory=list)
    unknown: list[UnknownColumn] = field(default_factory=list)
    """The columns of lists that have no place in a workbook, but of exports, which have dozens."""
    questions: list[Question] = field(default_factory=list)
    """What is unclear in the lists, answered or not."""
    open: list[Question] = field(default_factory=list)
    """Those that nobody answered yet."""
    learned: list[dict[str, str]] = field(default_factory=list)
    """What the lists call parts of the workbook beside their names: the part, and its number or name there."""
    problems: list[str] = field(default_factory=list)
    """Why nothing is written, one by one."""
    said_of_all: set[str] = field(default_factory=set)
    """The places of rows of an offer that say something of all of its prices, and nothing else."""

    def leave_out(self, place: str, why: str, *, says_nothing: bool = False) -> None:
        """Note what is not taken over."""
        self.left_out.append(LeftOut(place, why, says_nothing))

    @property
    def is_held(self) -> bool:
        """Whether a workbook in which nothing changes holds all rows of the lists."""
        return bool(self.written) and all(each.says_nothing for each in self.left_out)

    @property
    def changes(self) -> int:
        """How many cells change."""
        of_settings = sum(each.before != each.after for each in self.settings)
        return of_settings + sum(1 for record in self.written for _ in record.cells())
