"""What an audit finds: one line each, in a reader's words, and how much it matters."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from enum import IntEnum

from openpyxl.utils.datetime import from_excel

_SHOWN_CHARACTERS = 160
_DATE_CODES = re.compile(r"(?<!\\)[ymd]", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


class Level(IntEnum):
    """How much a finding matters; the smaller, the more."""

    ANSWER = 1
    """It changes the answer, or can."""
    SEEN = 2
    """It changes what a reader sees or relies on."""
    LOOKS = 3
    """It changes looks only."""
    NOTED = 4
    """What people added, and what one should know: no fault."""

    @property
    def words(self) -> str:
        """The level as a heading over its findings."""
        return _WORDS[self]


_WORDS = {
    Level.ANSWER: "changes the answer, or can",
    Level.SEEN: "changes what a reader sees or relies on",
    Level.LOOKS: "changes looks only",
    Level.NOTED: "added by people, or to know",
}


@dataclass(frozen=True)
class Finding:
    """Something that is not as shipped; `found` and `expected` are in words."""

    level: Level
    sheet: str
    cell: str
    aspect: str
    found: str
    expected: str = ""
    label: str = ""
    """What its row and its column say of the cell."""

    @property
    def place(self) -> str:
        """Sheet and cell, as far as there are any, and what the cell is about."""
        place = "!".join(filter(None, (self.sheet, self.cell))) or "workbook"
        return f"{place} ({self.label})" if self.label else place

    def __str__(self) -> str:
        says = f"{self.place}: {self.aspect}"
        if self.level is Level.NOTED:
            return f"{says}: {self.found}" + (f"; shipped: {self.expected}" if self.expected else "")
        return f"{says}: found {self.found}; expected {self.expected}" if self.expected else f"{says}: {self.found}"


def in_words(value: object, number_format: str = "") -> str:
    """A cell's content as a reader would write it down: a text in quotes, a number, a date.

    >>> in_words("no price"), in_words(305.0), in_words(46347.0, "yyyy-mm-dd"), in_words(None)
    ('"no price"', '305', '2026-11-21', 'nothing')
    """
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return _date(value) if _DATE_CODES.search(number_format) else f"{value:.15g}"
    text = str(value)
    return shortened(text) if text.startswith("=") else f'"{shortened(text)}"'


def counted(count: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "filled cell"), counted(2, "filled cell")
    ('1 filled cell', '2 filled cells')
    """
    return f"{count} {what}" + ("" if count == 1 else "s")


def shortened(text: str) -> str:
    """A text on one line, with its end left out if it is long."""
    flat = _CONTROL.sub(" ", text)
    return flat if len(flat) <= _SHOWN_CHARACTERS else f"{flat[:_SHOWN_CHARACTERS]}…"


def _date(days: float) -> str:
    try:
        moment = from_excel(days)
    except (ValueError, OverflowError):
        return f"{days:.15g}"
    if isinstance(moment, datetime.datetime):
        return str(moment.date() if days.is_integer() else moment)
    return str(moment)
