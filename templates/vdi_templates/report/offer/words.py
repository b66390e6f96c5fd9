"""What slides say in the language of the workbook: its own figures and texts, and sentences of the offer alone.

The sentences stand in `german.csv` here; each is said as a whole, with places for names and numbers.
"""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Mapping
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import cache, cached_property
from pathlib import Path

from vdi_sizing.model.ranking.lower_bounds import AT_LEAST
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sentences.to_know import VAT, VAT_BESIDE
from vdi_sizing.tables.drives import DRIVES, Drive
from vdi_sizing.tables.profiles import PROFILES, Profile
from vdi_sizing.words import DASH
from vdi_templates.languages.translation import ENGLISH
from vdi_templates.report.table import Words
from vdi_templates.workbook.book import Book
from vdi_templates.workbook.sheets import placement, report
from vdi_templates.workbook.spoken import spoken_of

_TABLE = Path(__file__).with_name("german.csv")
_CODES = {"de": "de-DE"}
_ENGLISH_CODE = "en-GB"
_RACK_UNIT = "U"
_SHORT_UNIT = 2
"""Letters."""


WORDS_OF_SOURCES = (
    "those of another maker's disk", "product page", "drive writes", "undated excerpt", "undated text", "undated",
    "quoted", "or later", "or earlier", "latency",
)  # fmt: skip
"""What the tables say of their sources beside titles; one that begins as another does stands before it."""
_NO_PART_OF_A_CENT = 5e-6
"""EUR."""
_OURS = re.compile(rf"\b(?:{'|'.join(map(re.escape, WORDS_OF_SOURCES))})\b")
_QUOTED_BY = re.compile(r"\bas [^,;]+ quotes? (?:it|them)\b")
"""By whom: it stands on the sheet of the table."""
_DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")


@cache
def _sources() -> frozenset[str]:
    """What the tables that come with the library say of sources and dates: what a user enters is said as it is."""
    records: tuple[Drive | Profile, ...] = (*DRIVES, *PROFILES)
    return frozenset(str(said) for each in records for said in (each.source, each.source_date) if said)


@cache
def german() -> Mapping[str, str]:
    """The offer's own sentences and how German says them."""
    with _TABLE.open(encoding="utf-8", newline="") as file:
        return {row["english"]: row["german"] for row in csv.DictReader(file)}


def without_said_unit(label: str) -> str:
    """A label without a unit behind it that its words say, or that stands for rack units, which they say.

    >>> without_said_unit("EUR per user [EUR]"), without_said_unit("vCPU per core [vCPU/core]")
    ('EUR per user', 'vCPU per core')
    >>> without_said_unit("rack units of all blocks [U]"), without_said_unit("power of all blocks [W]")
    ('rack units of all blocks', 'power of all blocks [W]')
    """
    words, found, unit = label.removesuffix("]").rpartition(" [")
    if not found or not (unit == _RACK_UNIT or all(_says(words.casefold(), each) for each in unit.split("/"))):
        return label
    return words


def _says(words: str, unit: str) -> bool:
    """Whether words say a unit: a short one as a word, a longer one also within another, as German joins words."""
    unit = unit.casefold()
    return unit in (words if len(unit) > _SHORT_UNIT else re.findall(r"\w+", words))


def _rounded(value: float, decimals: int) -> Decimal:
    return Decimal(f"{value:.9f}").quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


class Said:
    """What an offer says of a workbook."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.spoken = spoken_of(book)
        self.translation = book.made.brand.translation
        self.lines = lines_by_name()
        self.currency = book.scenario.currency
        self._words = Words(book.sizing, self.spoken)

    @property
    def code(self) -> str:
        """The language as a document says it of its text."""
        return _CODES.get(self.translation.language, _ENGLISH_CODE)

    def house(self, english: str) -> str:
        """A text that the workbook has too."""
        return self.translation.text(english)

    def say(self, english: str, **values: object) -> str:
        """A sentence of the offer alone."""
        text = english if self.translation.language == ENGLISH else german()[english]
        return text.format(eur=self.currency, **values)

    def figure(self, name: str, at: int) -> str:
        """A figure of a design as the workbook shows it, to readers of slides alone."""
        return self._on_slides(self._words.figure(self.lines[name], self.book.sizing.designs[at]))

    def _on_slides(self, text: str) -> str:
        """A text of the workbook without the sheet on which VAT is added: its readers have none."""
        return text.replace(self.house(VAT_BESIDE), self.house(VAT))

    def label(self, name: str) -> str:
        """What a figure is called, with its unit where the words do not say it."""
        return without_said_unit(self._words.label(self.lines[name]))

    def number(self, value: float, decimals: int = 0) -> str:
        """A number as this language writes it."""
        return self.translation.number(f"{_rounded(value, decimals):,}")

    def at_least(self, eur: float) -> str:
        """A lower bound in whole cents: it is rounded down, since the amount itself may be no more than this.

        A sum of prices after discounts may be a breath below its cents: what is behind the sixth decimal is none.
        """
        cents = Decimal(f"{eur:.6f}").quantize(Decimal("0.01"), ROUND_FLOOR)
        return f"{AT_LEAST}{self.translation.number(f'{cents:,}')}"

    @staticmethod
    def cents(amount: float) -> float:
        """An amount as it is shown."""
        return float(_rounded(amount, 2))

    @staticmethod
    def difference(amount: float, other: float) -> float:
        """By how much an amount is above another, in cents as both are shown: a reader who subtracts finds the same."""
        return float(_rounded(amount, 2) - _rounded(other, 2))

    def price(self, eur: float) -> str:
        """A price with its cents, and with what it has of a cent: quantity times price is the amount beside it."""
        decimals = next((each for each in (2, 3) if abs(eur - float(_rounded(eur, each))) < _NO_PART_OF_A_CENT), 4)
        return self.number(eur, decimals)

    def plain(self, value: float) -> str:
        """A number with the decimals that it has, three at most."""
        written = f"{value:,.3f}".rstrip("0").rstrip(".")
        return self.translation.number(written)

    def signed(self, value: float) -> str:
        """A difference in cents with its sign."""
        return DASH if abs(value) < 0.005 else ("+" if value > 0 else "") + self.number(value, 2)

    def percent(self, share: float) -> str:
        """A share in per cent."""
        written = f"{100 * share:,.2f}".rstrip("0").rstrip(".")
        return self.translation.number(f"{written}%")

    def date(self, day: datetime.date | str | None) -> str:
        """A date as this language writes it, or what a source says of it."""
        return self.house(day.isoformat()) if isinstance(day, datetime.date) else self.source(day or "")

    def source(self, text: str) -> str:
        """A source as its table names it: a title stays as it is, and our own words are said in this language."""
        if text not in _sources():
            return text
        text = _QUOTED_BY.sub("quoted", text)
        if self.translation.language == ENGLISH:
            return text
        return _OURS.sub(lambda found: german()[found[0]], _DAY.sub(lambda found: self.house(found[0]), text))

    def _on_sheet(self, sheet: str, cell: str) -> str:
        """What a formula of a sheet says."""
        return str(self.book.cached[sheet][cell] if self.spoken is None else self.spoken.value(sheet, cell))

    @cached_property
    def report_notes(self) -> str:
        """What the Report says one has to know."""
        return self._on_slides(self._on_sheet(report.SHEET, report.notes_cell(self.book)))

    @cached_property
    def report_reason(self) -> str:
        """What the Report says below its recommendation."""
        return self._on_sheet(report.SHEET, report.REASON_CELL)

    @cached_property
    def placement(self) -> str:
        """What the sheet Placement says of its design: what stands where."""
        return self._on_sheet(placement.SHEET, placement.WORDS_CELL)
