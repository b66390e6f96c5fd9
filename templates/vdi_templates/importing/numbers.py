"""Numbers, amounts and dates as people write them: read by one locale for a whole file, never guessed one by one.

A text such as `1.475` is 1475 in Germany and 1.475 in England. A file is read by the locale that reads all its
numbers; where several do and disagree, nobody can know, and somebody is asked.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from openpyxl.styles.numbers import BUILTIN_FORMATS

from vdi_sizing.errors import InputError
from vdi_templates.importing.words import with_days_in_digits

TRIED = {
    "de": (".", ","),
    "en": (",", "."),
    "fr": ("\N{NARROW NO-BREAK SPACE}", ","),
    "de_CH": ("\N{RIGHT SINGLE QUOTATION MARK}", "."),
}
"""A locale of each way to write numbers in, and its marks of thousands and of decimals: 1.475,00 and 1,475.00 and
1 475,00 and 1'475.00."""
_ENGLISH = "en"
CURRENCIES = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "$": "USD", "us$": "USD", "usd": "USD", "£": "GBP", "gbp": "GBP",
    "chf": "CHF", "fr.": "CHF", "sfr.": "CHF", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "zł": "PLN",
    "czk": "CZK", "kč": "CZK", "jpy": "JPY", "cad": "CAD", "aud": "AUD",
}  # fmt: skip
"""What stands beside an amount, and the currency that it says."""
UNITS = {
    "%": "%", "kib": "KiB", "mb": "MB", "mib": "MiB", "gb": "GB", "gib": "GiB", "tb": "TB", "tib": "TiB",
    "iops": "IOPS",
    "vcpu": "vCPU", "vcpus": "vCPU", "cpu": "vCPU", "cpus": "vCPU", "kerne": "vCPU", "cores": "vCPU",
    "stk": "", "stk.": "", "stück": "", "pcs": "", "pcs.": "", "users": "", "benutzer": "", "vms": "",
}  # fmt: skip
"""What stands beside a number, and its unit."""
_FACTORS: dict[str, dict[str, float]] = {
    "GiB": {"GiB": 1, "GB": 1, "MiB": 1 / 1024, "MB": 1 / 1024, "KiB": 1 / 1024**2, "TiB": 1024},
    "GB": {
        "GB": 1,
        "MB": 1e-3,
        "TB": 1e3,
        "GiB": 1.073741824,
        "MiB": 1.073741824 / 1024,
        "KiB": 1.024e-6,
        "TiB": 1.073741824 * 1024,
    },
    "0..1": {"": 1, "%": 0.01},
}
"""From the unit that is said to that of the workbook; memory in GB is sold and meant in GiB, and TB is either."""
_NUMBER = re.compile(
    r"(?P<before>\D*?)(?P<digits>[+-]?\d(?:[\d.,'\N{RIGHT SINGLE QUOTATION MARK}\s]*\d)?)(?P<after>\D*)"
)
_ONE_GROUP = re.compile(r"[1-9]\d{0,2}\D\d{3}")
_NO_CENTS = re.compile(r"(?<=\d)[.,]\s?[-–—]+")
_LONGEST = 60
"""Characters of a number and what stands beside it."""
_SPACES = re.compile(r"\s")
_FORMAT_CURRENCY = re.compile(r"\[\$([^\]-]*)[^\]]*\]|\"([^\"]*)\"|([€£$])")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?)?")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})")


@dataclass(frozen=True)
class Quantity:
    """A number and what stands beside it: a unit, a currency, or nothing."""

    number: float
    unit: str = ""


def has_digits(text: str) -> bool:
    """Whether a text may be meant as a number: `on request` is not."""
    return any(character.isdigit() for character in text)


@lru_cache(maxsize=100_000)
def split(text: str) -> tuple[str, str] | None:
    """The digits of a text and the unit or currency beside them; None where it says more than that.

    >>> split("1.475,00 €"), split("about 20")
    (('1.475,00', 'EUR'), None)
    """
    found = _NUMBER.fullmatch(_NO_CENTS.sub("", text.strip())) if len(text) <= _LONGEST else None
    if found is None:
        return None
    words = {word.strip().casefold() for word in (found["before"], found["after"])} - {""}
    meant = {CURRENCIES.get(word, UNITS.get(word)) for word in words}
    if None in meant or len(meant) > 1:
        return None
    return found["digits"].replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"), next(iter(meant), "") or ""


@lru_cache(maxsize=100_000)
def number_in(digits: str, locale: str) -> float | None:
    """The number that the digits are in a locale; None where nobody there would write it so.

    >>> number_in("1.475", "de"), number_in("1.475", "en"), number_in("1.475,00", "en")
    (1475.0, 1.475, None)
    """
    group, decimal = _symbols(locale)
    if group.isspace():
        digits = _SPACES.sub(group, digits)
    whole = rf"[0-9]+|[1-9][0-9]{{0,2}}(?:{re.escape(group)}[0-9]{{3}})+"
    if re.fullmatch(rf"[+-]?(?:{whole})(?:{re.escape(decimal)}[0-9]+)?", digits):
        return float(digits.replace(group, "").replace(decimal, "."))
    return None if locale in TRIED else _grouped_otherwise(digits, locale, group + decimal)


def _grouped_otherwise(digits: str, locale: str, marks: str) -> float | None:
    """The number that the digits are where groups are not of three, as in 12,34,567; None where they are none.

    >>> _grouped_otherwise("12,34,567", "en_IN", ",."), _grouped_otherwise("12,34,567", "en_GB", ",.")
    (1234567.0, None)
    """
    from babel.numbers import NumberFormatError, parse_decimal  # noqa: PLC0415  # only then

    if set(re.sub(r"[0-9]", "", digits.lstrip("+-"))) - set(marks):
        return None
    try:
        return float(parse_decimal(digits, locale=locale, strict=True))
    except NumberFormatError:
        return None


@cache
def _symbols(locale: str) -> tuple[str, str]:
    """What stands between the thousands of a number, and before its decimals: of most countries Babel knows it.

    >>> _symbols("de")
    ('.', ',')
    """
    if locale in TRIED:
        return TRIED[locale]
    from babel.numbers import get_decimal_symbol, get_group_symbol  # noqa: PLC0415  # only then

    return get_group_symbol(locale), get_decimal_symbol(locale)


def decimal_symbol(locale: str) -> str:
    """What stands before the decimals of a number.

    >>> decimal_symbol("de"), decimal_symbol("en")
    (',', '.')
    """
    return _symbols(locale)[1]


def known_locale(name: str) -> str:
    """The locale of that name, or an InputError.

    >>> known_locale("de-AT")
    'de_AT'
    """
    locale = name.replace("-", "_")
    if locale in TRIED:
        return locale
    from babel.core import Locale, UnknownLocaleError  # noqa: PLC0415  # only then

    try:
        return str(Locale.parse(locale))
    except (UnknownLocaleError, ValueError, TypeError) as error:
        raise InputError(
            "--locale", name, "a language, or a language and a country, such as de, en_GB or de_CH"
        ) from error


def _is_grouped(digits: str, locale: str, others: Sequence[str]) -> bool:
    """Whether no other locale reads more in a number.

    >>> _is_grouped("2.340", "de", ["de", "en"]), _is_grouped("12,475", "de", ["de", "en"])
    (True, False)
    """
    read = {other: abs(number_in(digits, other) or 0.0) for other in others}
    return read[locale] == max(read.values())


def _is_one_group(digits: str, unit: str) -> bool:
    """Whether digits are some and three more behind one mark, and nothing but MiB is said of them.

    >>> _is_one_group("8,192", ""), _is_one_group("30000.512", ""), _is_one_group("8,192", "GB")
    (True, False, False)
    """
    return unit in ("", "KiB", "MB", "MiB") and _ONE_GROUP.fullmatch(digits) is not None


class AmbiguousError(InputError):
    """A number that the locales which read a whole file read differently; `locales`: those."""

    def __init__(self, digits: str, expected: str, place: str, locales: Sequence[str]) -> None:
        super().__init__("number", digits, expected, place)
        self.locales = tuple(locales)

    @property
    def readings(self) -> list[tuple[float, str]]:
        """What the number may be, from the least on, and a locale that reads it so."""
        return _readings(str(self.value), self.locales)

    def among(self, digits: Iterable[str]) -> AmbiguousError:
        """The same, with how many more of all numbers of the file have two meanings."""
        more = sum(len({number_in(each, locale) for locale in self.locales}) > 1 for each in digits) - 1
        if not more:
            return self
        others = "one more number of the file is" if more == 1 else f"{more} more numbers of the file are"
        said = f"{self.expected}; {others} as unclear"
        return AmbiguousError(str(self.value), said, self.where, self.locales)


def _reads(digits: str, locale: str, whole: Container[str]) -> bool:
    """Whether a locale reads a number, and as a whole one where it cannot be another.

    >>> _reads("8,192", "de", ()), _reads("8,192", "de", {"8,192"}), _reads("8,192", "en", {"8,192"})
    (True, False, True)
    """
    number = number_in(digits, locale)
    return number is not None and (digits not in whole or number.is_integer())


def locales_of(places: Mapping[str, str], whole: Container[str] = ()) -> list[str]:
    """The locales that read all numbers of a file alike, by the digits of each and its place.

    `whole`: the digits that can only be a whole number.

    Raises
    ------
    InputError
        If no locale reads them all, or if several do and disagree.
    """
    fits = list(TRIED)
    before: tuple[str, str] | None = None
    for digits, place in places.items():
        still = [locale for locale in fits if _reads(digits, locale, whole)]
        if not still:
            expected = "a number as a locale writes it; mend it, or say --locale"
            if before:
                against = f"this one and {before[0]!r} ({before[1]})"
                expected = f"numbers of one locale: {against} are not; mend them, or say --locale"
            raise InputError("number", digits, expected, place)
        if still != fits:
            before = (digits, place)
        fits = still
    for digits, place in places.items():
        meanings = _readings(digits, fits)
        if len(meanings) > 1:
            ways = " or ".join(f"{number:.15g} (--locale {locale})" for number, locale in meanings)
            raise AmbiguousError(digits, f"one meaning, and it may be {ways}: say which", place, fits)
    return fits


def _readings(digits: str, locales: Sequence[str]) -> list[tuple[float, str]]:
    """The numbers that digits may be, from the least on, and the first of the locales that read each.

    >>> _readings("1.475", tuple(TRIED)), _readings("12,5", tuple(TRIED))
    ([(1.475, 'en'), (1475.0, 'de')], [(12.5, 'de')])
    """
    found = {number_in(digits, locale): locale for locale in reversed(locales)}
    return sorted((number, locale) for number, locale in found.items() if number is not None)


def written(number: float, locale: str) -> str:
    """A number as a locale writes it, without marks between thousands.

    >>> written(1234.5, "de")
    '1234,5'
    """
    return f"{number:.12g}".replace(".", decimal_symbol(locale))


@dataclass(frozen=True)
class Style:
    """How the numbers and dates of one file are read."""

    locale: str
    said: bool
    """Whether somebody said it, or the file showed it."""
    anywhere: bool = False
    """Whether its numbers read the same in every country."""
    unsure: str = ""
    """The first number that another locale reads otherwise: the language of the workbook decided."""
    is_open: bool = False
    """Whether several locales fit, and nobody said which: nothing that is read so is written."""
    is_mixed: bool = False
    """Whether no locale reads all of its numbers: each is read by itself, where it reads one way only."""
    told_in: str = _ENGLISH
    """The locale of whoever is asked: numbers in questions are written so."""

    @classmethod
    def of(
        cls,
        texts: Iterable[tuple[str, str]],
        said: str | None,
        usual: str | None = None,
        mib: Iterable[tuple[str, str]] = (),
    ) -> Style:
        """That of a file, by its texts that may be numbers and their places; or the one that is said.

        `usual`: the locale that decides where the file leaves it open, and no number would become a small one: in
        German 2.340 are thousands, and 12,475 may be a price in a list that is English. `mib`: those of the texts
        that say MiB of a machine: nothing has 8.192 MiB of RAM, so that a group of three digits is one of thousands.
        """
        whole = {parts[0]: place for text, place in mib if (parts := split(text)) and _is_one_group(*parts)}
        if said is not None:
            for digits, place in whole.items():
                if not _reads(digits, said, whole) and number_in(digits, said) is not None:
                    expected = f"a whole number of MiB, which it is not in the locale {said}: leave --locale out"
                    raise InputError("number", digits, expected, place)
            return cls(said, said=True)
        found = [(parts[0], place) for text, place in texts if (parts := split(text))]
        places: dict[str, str] = {}
        for digits, place in found:
            places.setdefault(digits, place)
        try:
            fits = locales_of(places, whole)
        except AmbiguousError as error:
            if usual not in error.locales or not all(_is_grouped(digits, usual, error.locales) for digits in places):
                raise error.among(digits for digits, _ in found) from None
            return cls(usual, said=False, unsure=str(error.value))
        if len(fits) == len(TRIED):
            return cls(usual or _ENGLISH, said=False, anywhere=True)
        return cls(fits[0], said=False)

    @property
    def in_words(self) -> str:
        """By what numbers are read, for a preview."""
        if self.is_mixed:
            return "no locale reads all of its numbers; each is read by itself, and those that read two ways are asked"
        if self.is_open:
            return f"which locale its numbers are in is open; for the questions below {self.locale} counts"
        if self.anywhere:
            return "its numbers read the same in every country"
        if self.unsure:
            return (
                f"numbers as in the locale {self.locale}, the language of the workbook; another locale reads "
                f"{self.unsure} otherwise: say --locale if it is meant"
            )
        return f"numbers as in the locale {self.locale}, {'as said' if self.said else 'the one that fits all of them'}"

    def number(self, digits: str) -> float | None:
        """The number that digits are; None where they are none, or may be two."""
        if not self.is_mixed:
            return number_in(digits, self.locale)
        found = _readings(digits, tuple(TRIED))
        return found[0][0] if len(found) == 1 else None

    def quantity(self, text: str) -> Quantity | None:
        """The number that a text is, and its unit; None where it is none."""
        parts = split(text)
        number = self.number(parts[0]) if parts else None
        return None if parts is None or number is None else Quantity(number, parts[1])

    def both_readings(self, text: str) -> list[Quantity]:
        """What a number may be that reads several ways where each is read by itself; nothing of another one."""
        parts = split(text) if self.is_mixed else None
        found = _readings(parts[0], tuple(TRIED)) if parts else []
        return [Quantity(number, parts[1]) for number, _ in found] if parts and len(found) > 1 else []

    def rewritten(self, text: str, locales: Iterable[str]) -> str:
        """A number and its unit as the file writes them, read by the first of the locales that can; else the text.

        >>> Style("de", said=False).rewritten("1.5 GB", ("en",)), Style("de", said=False).rewritten("a few", ("en",))
        ('1,5 GB', 'a few')
        """
        found = quantity_in(text, locales)
        if found is None:
            return text
        said = written(found.number, self.locale)
        if self.is_mixed and self.number(said) is None:  # 1.234 reads two ways, and 1.2340 one
            said += "0"
        return f"{said} {found.unit}".strip()

    def date(self, text: str) -> datetime.date | None:
        """The date that a text is; None where it is none, or where day and month may be either way round.

        >>> Style("en", said=False).date("21.11.2026"), Style("en", said=False).date("01/02/2026")
        (datetime.date(2026, 11, 21), None)
        >>> Style("en_GB", said=True).date("01/02/2026"), Style("de", said=False).date("1. Februar 2026")
        (datetime.date(2026, 2, 1), datetime.date(2026, 2, 1))
        """
        if found := _ISO.fullmatch(with_days_in_digits(text)):
            return _day(found[1], found[2], found[3])
        if found := _DOTTED.fullmatch(text):
            return _day(found[3], found[2], found[1])
        if found := _SLASHED.fullmatch(text):
            ways = [(found[3], found[2], found[1]), (found[3], found[1], found[2])]  # day first, month first
            days = {day for way in ways if (day := _day(*way))}
            return next(iter(days)) if len(days) == 1 else self._by_country(ways)
        return None

    def _by_country(self, ways: list[tuple[str, str, str]]) -> datetime.date | None:
        if not self.said or "_" not in self.locale:
            return None
        from babel.dates import get_date_format  # noqa: PLC0415

        pattern = get_date_format("short", self.locale).pattern
        return _day(*ways[0 if pattern.find("d") < pattern.find("M") else 1])


def quantity_in(text: str, locales: Iterable[str]) -> Quantity | None:
    """The number that a text is, and its unit, by the first of the locales that reads it; None where none does.

    >>> quantity_in("1,5 GB", ("en", "de"))
    Quantity(number=1.5, unit='GB')
    """
    parts = split(text)
    numbers = (number_in(parts[0], locale) for locale in locales) if parts else ()
    number = next((each for each in numbers if each is not None), None)
    return None if parts is None or number is None else Quantity(number, parts[1])


def _day(year: str, month: str, day: str) -> datetime.date | None:
    try:
        return datetime.date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None


def factor(said: str, unit: str) -> float | None:
    """By what a number in the unit that is said becomes one in `unit`; None where it cannot.

    >>> factor("MiB", "GiB"), factor("GB", "IOPS")
    (0.0009765625, None)
    """
    if unit in _FACTORS:
        return _FACTORS[unit].get(said)
    return 1.0 if said in ("", unit) else None


def units_for(unit: str) -> str:
    """The units that become one in `unit`, as a message says them.

    >>> units_for("GiB"), units_for("IOPS")
    ('GiB, GB, MiB, MB, KiB or TiB', 'IOPS')
    """
    *others, last = filter(None, _FACTORS.get(unit, (unit,)))
    return f"{', '.join(others)} or {last}" if others else last


def currency_shown(number_format: str) -> str:
    """The currency that a cell's number format shows, or nothing.

    >>> currency_shown('#,##0.00 [$€-407]'), currency_shown("0.00")
    ('EUR', '')
    """
    if number_format in BUILTIN_FORMATS.values():  # its "$" is any country's own sign
        return ""
    for found in _FORMAT_CURRENCY.finditer(number_format):
        word = (found[1] or found[2] or found[3] or "").strip().casefold()
        if word in CURRENCIES:
            return CURRENCIES[word]
    return ""
