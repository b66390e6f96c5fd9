"""Cells that may mean several numbers, such as `ca. 1.200` or `4-8`: what each may be at the least and at the most.

The words that say so stand in `words.csv`. Nothing here decides: somebody is asked.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from vdi_sizing.inputs import Input
from vdi_templates.importing.headers import NOT_SAID, Column
from vdi_templates.importing.numbers import CURRENCIES, UNITS, Quantity, Style, split, written
from vdi_templates.importing.sources import Cell
from vdi_templates.importing.words import ABOUT, AT_LEAST, AT_MOST, RANGE, RANGE_BEGINS, means

Proposals = tuple[str, str, str]
"""What a cell may say instead: the lower, the middle and the upper value; nothing where there is none."""
_ABOUT_SHARE = 0.1
"""What is proposed below and above a number that is said to be about right."""
_DIGITS = r"\d(?:[\d.,'\N{RIGHT SINGLE QUOTATION MARK}\s]*\d)?"
_UNCLEAR = re.compile(rf"(?P<before>\D*?)(?P<first>{_DIGITS})(?:(?P<between>\D*)(?P<second>{_DIGITS}))?(?P<after>\D*)")
_DOTS = re.compile(r"\.{2,}|\N{HORIZONTAL ELLIPSIS}")
_TOKEN = re.compile(r"[^\W\d_]+\.?|[^\w\s()\[\]]+")
_LONGEST = 60
"""Characters of a number and what is said of it."""
_COUNTED = ("VMs", "vCPU", "users")
"""The units of what is counted in whole ones, of which the first knows no others; GB and IOPS may be fractions."""
_MOST_PER_CENT = 100
_FEWEST_MB = 512
"""From which on the RAM of a VM is one in MB."""
_LEAST_FORMATTED = 10
"""From which on a number that was formatted as per cent afterwards, and shows as 1000 %, is none that was typed so."""


@dataclass(frozen=True)
class Bounds:
    """What a text says of a number: its digits at the least and at the most, its unit, and whether it is about right.

    Of a number that is about right, both are the same.
    """

    least: str
    most: str
    unit: str = ""
    is_about: bool = False


def bounds_in(text: str) -> Bounds | None:
    """What a text says that is no single number; None of any other text.

    >>> bounds_in("16-32 GB"), bounds_in("mind. 200")
    (Bounds(least='16', most='32', unit='GB', is_about=False), Bounds(least='200', most='', unit='', is_about=False))
    >>> bounds_in("ca. 1.200 Benutzer")
    Bounds(least='1.200', most='1.200', unit='', is_about=True)
    >>> bounds_in("1.200"), bounds_in("2 x 4")
    (None, None)
    """
    ranged = _DOTS.sub("\N{EN DASH}", text.strip())
    found = _UNCLEAR.fullmatch(ranged) if len(text) <= _LONGEST else None
    if found is None or split(ranged):
        return None
    before, between, after = (_words(found[name] or "") for name in ("before", "between", "after"))
    units = {_unit(word) for words in (before, between, after) for word in words} - {None, ""}
    if len(units) > 1:
        return None
    unit = next(iter(units), None) or ""
    said = " ".join(word for word in (*before, *after) if _unit(word) is None)
    first = found["first"]
    if found["second"]:
        joined = " ".join(word for word in between if _unit(word) is None)
        is_range = means(RANGE, joined) and (not said or means(ABOUT, said) or means(RANGE_BEGINS, said))
        return Bounds(first, found["second"], unit) if is_range else None
    if means(ABOUT, said):
        return Bounds(first, first, unit, is_about=True)
    if means(AT_LEAST, said):
        return Bounds(first, "", unit)
    return Bounds("", first, unit) if means(AT_MOST, said) else None


def numbers_said(text: str) -> Iterator[str]:
    """The texts of single numbers that a text holds: itself, or its bounds."""
    bounds = bounds_in(text)
    yield from filter(None, dict.fromkeys((bounds.least, bounds.most))) if bounds else (text,)


def proposals(cell: Cell, declared: Input, column: Column, style: Style) -> Proposals | None:
    """What a cell of a number may say instead; None where it is clear, or where nobody can tell."""
    if isinstance(cell.value, (datetime.datetime, datetime.date)):
        return _of_a_date(cell.value)
    bounds = bounds_in(cell.value) if isinstance(cell.value, str) else None
    if bounds is not None:
        found = _of_bounds(bounds, declared, column, style)
        return found if any(found) else None
    if isinstance(cell.value, str) and (readings := style.both_readings(cell.value)):
        return _of_readings(readings, declared, style)
    if column.unit == NOT_SAID:
        return _without_a_unit(cell, declared, style)
    return _of_a_share(cell, column, style) if declared.kind == "share" else None


def _of_readings(readings: Sequence[Quantity], declared: Input, style: Style) -> Proposals:
    """Of a number that reads two ways; of users and VMs those that are whole."""
    is_of_vms = declared.unit == _COUNTED[0]
    usable = [each for each in readings if each.number.is_integer() or not is_of_vms]
    if not usable:
        return "", "", ""
    least, most = (_written(each.number, each.unit, style) for each in (usable[0], usable[-1]))
    return (least if len(usable) > 1 else ""), "", most


def _without_a_unit(cell: Cell, declared: Input, style: Style) -> Proposals | None:
    """Of memory without a unit: 8 is said of GB or GiB, and of RAM, where both are the same, thousands are of MB."""
    is_number = isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool)
    found = Quantity(float(cell.value)) if is_number else style.quantity(str(cell.value))
    if found is None or found.unit or found.number <= 0:
        return None
    if declared.unit == "GiB":
        said = _written(found.number, "MB" if found.number >= _FEWEST_MB else "GiB", style)
        return said, said, said
    return _written(found.number, "GB", style), "", _written(found.number, "GiB", style)


def _of_a_date(value: datetime.date) -> Proposals:
    """Of what a spreadsheet program made a date of: `4-8` became the fourth of August, or the eighth of April."""
    least, most = sorted((value.day, value.month))
    return str(least), str(math.ceil((least + most) / 2)), str(most)


def _of_bounds(bounds: Bounds, declared: Input, column: Column, style: Style) -> Proposals:
    said = [style.number(digits) if digits else None for digits in (bounds.least, bounds.most)]
    least, most = said
    middle = None if least is None or most is None else (least + most) / 2
    if bounds.is_about and middle is not None:
        least, most = middle * (1 - _ABOUT_SHARE), middle * (1 + _ABOUT_SHARE)
    if _is_whole(said, declared):
        least, middle, most = _outward(least, math.floor), _outward(middle, math.ceil), _outward(most, math.ceil)
    if least is not None and most is not None and least > most:
        return "", "", ""
    unit = bounds.unit or ("%" if declared.kind == "share" and not column.unit and _is_per_cent(most or least) else "")
    if column.unit == NOT_SAID:
        unit = unit or declared.unit
    lower, between, upper = (_written(number, unit, style) for number in (least, middle, most))
    return lower, between, upper


def _is_whole(said: Sequence[float | None], declared: Input) -> bool:
    """Whether what a cell may say is a whole number: of users always, of vCPU where whole ones were said."""
    is_said_whole = all(number is None or number.is_integer() for number in said)
    return declared.unit in _COUNTED and (is_said_whole or declared.unit == _COUNTED[0])


def _outward(number: float | None, to: Callable[[float], int]) -> float | None:
    """A whole number, since those that were said are whole ones."""
    return None if number is None else float(to(round(number, 9)))


def _of_a_share(cell: Cell, column: Column, style: Style) -> Proposals | None:
    """Of a share that may be meant in per cent, or that is said in per cent and may be none."""
    if isinstance(cell.value, bool) or cell.value is None:
        return None
    is_text = isinstance(cell.value, str)
    found = style.quantity(cell.value) if is_text else Quantity(float(cell.value), "%" if _shows(cell) else "")
    if found is None:
        return None
    is_typed = not column.unit and not found.unit
    is_formatted = not is_text and _shows(cell) and found.number >= _LEAST_FORMATTED
    if _is_per_cent(found.number) and (is_typed or is_formatted):
        said = _written(found.number, "%", style)
        return said, said, said
    if column.unit and not found.unit and 0 < found.number <= 1:
        return _written(found.number, "%", style), "", _written(100 * found.number, "%", style)
    return None


def _shows(cell: Cell) -> bool:
    """Whether a spreadsheet program shows the number of a cell in per cent."""
    return "%" in cell.number_format


def _is_per_cent(number: float | None) -> bool:
    return number is not None and 1 < number <= _MOST_PER_CENT


def _written(number: float | None, unit: str, style: Style) -> str:
    """A number as whoever is asked writes it."""
    return "" if number is None else f"{written(number, style.told_in)} {unit}".strip()


def _words(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _unit(word: str) -> str | None:
    """The unit or currency that a word is; None where it is none."""
    key = word.casefold()
    return CURRENCIES.get(key, UNITS.get(key))
