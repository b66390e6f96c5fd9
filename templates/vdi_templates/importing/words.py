"""Words that stand where a list has a name, a number or a price, and what they mean; the table is `words.csv` here.

Any other word in the place of a number is an error: nobody knows how many "many" are.
"""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

TOTAL, HEADING, NO_PRICE_YET, NOT_GIVEN = "total", "heading", "no price yet", "not given"
TAX, TOTAL_OF_PRICES = "tax", "total of prices"
"""A tax stands among the totals of an offer, and may be the name of a user group."""
ABOUT, AT_LEAST, AT_MOST, RANGE, RANGE_BEGINS = "about", "at least", "at most", "range", "range begins"
ANSWERS = "answers"
DAYS, WEEKS, MONTHS, VALID, OF_AN_OFFER = "days", "weeks", "months", "valid", "of an offer"
BESIDES, UNTIL = "besides", "until"
"""What a sentence has besides, which makes it speak of nothing else; and what stands before a last day."""
BY_WHOM, ON_WHICH_DAY, LEGAL_FORM = "by whom", "on which day", "legal form"
PER, AND = "per", "and besides"
NAMED_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
UNITS = A_CORE, A_CPU, A_YEAR, A_MONTH = "a core", "a CPU", "a year", "a month"
"""What the price of a part may be per."""
_TABLE = Path(__file__).with_name("words.csv")
_WORD = re.compile(r"\w+")
_RATE = re.compile(r"\d+(?:[.,]\d+)?\s*%")
_BETWEEN = re.compile(r"[\s.:*]+")
_MONTH, _YEAR = r"(?P<month>[^\W\d_]+)\.?", r"(?P<year>(?:19|20)\d\d)(?!\w)"
_DAYS_IN_WORDS = (
    re.compile(rf"(?<![\w.,-])(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}"),
    re.compile(rf"(?<!\w){_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}"),
)


def means(meaning: str, text: object) -> bool:
    """Whether a text is a word of that meaning; case, spaces, dots and colons make no difference.

    >>> means(NO_PRICE_YET, "Auf Anfrage"), means(NO_PRICE_YET, "a.A."), means(NO_PRICE_YET, "twelve thousand")
    (True, True, False)
    """
    return _key(str(text)) in _words()[meaning]


def is_total(meaning: str, name: str) -> bool:
    """Whether the name of a row is that of a total, or of a tax with its rate.

    >>> is_total(TOTAL_OF_PRICES, "zzgl. 19 % MwSt."), is_total(TOTAL_OF_PRICES, "VAT 20%"), is_total(TOTAL, "19 %")
    (True, True, False)
    """
    return means(meaning, _RATE.sub("", name))


def has_word(meaning: str, text: str) -> bool:
    """Whether one word of a text is of that meaning.

    >>> has_word(TOTAL, "Summe Vertrieb"), has_word(TOTAL, "Gesamtbetriebsrat")
    (True, False)
    """
    return any(means(meaning, word) for word in _WORD.findall(text))


def with_days_in_digits(text: str) -> str:
    """A text in which a day whose month is a word is written in digits alone; another text stays as it is.

    >>> with_days_in_digits("gültig bis 31. Dez. 2026"), with_days_in_digits("Quote of November 20th, 2026")
    ('gültig bis 2026-12-31', 'Quote of 2026-11-20')
    >>> with_days_in_digits("12 Server 2026")
    '12 Server 2026'
    """
    for pattern in _DAYS_IN_WORDS:
        text = pattern.sub(_in_digits, text)
    return text


def _in_digits(found: re.Match[str]) -> str:
    month = next((at for at, name in enumerate(NAMED_MONTHS, start=1) if means(name, found["month"])), None)
    return found[0] if month is None else f"{found['year']}-{month:02}-{int(found['day']):02}"


def units_said(text: str) -> list[str]:
    """What a text says that a price is per.

    >>> units_said("vSAN, je Kern und Jahr"), units_said("Lizenz, 36 Monate"), units_said("16 cores per CPU")
    (['a core', 'a year'], [], ['a CPU'])
    """
    said: list[str] = []
    is_expected = False
    for word in _WORD.findall(text):
        unit = next((each for each in UNITS if means(each, word)), None) if is_expected else None
        said += [unit] if unit else []
        is_expected = means(PER, word) or bool(unit) or (is_expected and bool(said) and means(AND, word))
    return said


@cache
def _words() -> dict[str, frozenset[str]]:
    with _TABLE.open(encoding="utf-8", newline="") as file:
        words = {row["meaning"]: frozenset(map(_key, row["words"].split(";"))) for row in csv.DictReader(file)}
    return {**words, TOTAL_OF_PRICES: words[TOTAL] | words[TAX]}


def _key(text: str) -> str:
    return _BETWEEN.sub("", text.casefold())
