"""Whole numbers and dates as they stand in sentences: the same in every language of a program.

Numbers are in groups of three digits, with a no-break space between them, as ISO 80000 and DIN 5008 write them.
"""

from __future__ import annotations

import datetime
from typing import Any

from vdi_sizing._arrays import Symbol, Value

DAY_0 = datetime.date(1899, 12, 30)
"""From which a spreadsheet counts its days."""
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
_GROUPED_FROM = 1000


def spelled(number: Value) -> str:
    """A whole number in words of a sentence; above 999 999 999 its first digits stand together.

    >>> [spelled(number).replace(NO_BREAK_SPACE, "_") for number in (999.0, 1323.0, 1000000.0)]
    ['999', '1_323', '1_000_000']
    """
    if isinstance(number, Symbol):
        return _of_unknown(number)
    digits = f"{number:.0f}"
    groups = (digits[:-6], digits[-6:-3], digits[-3:])
    return NO_BREAK_SPACE.join(filter(None, groups))


def _of_unknown(number: Any) -> str:
    """The same of a number that is not known, to be read as a formula."""
    length = number.called("LEN", number)
    thousands = number.called("LEFT", number, length - 3)
    millions = number.called("LEFT", number, length - 6)
    more = (number < _GROUPED_FROM**2).chosen(
        thousands, f"{millions}{NO_BREAK_SPACE}{number.called('RIGHT', thousands, 3.0)}")
    last = number.called("RIGHT", number, 3.0)
    return f"{(number < _GROUPED_FROM).chosen(f'{number:.0f}', f'{more}{NO_BREAK_SPACE}{last}')}"


def spelled_text(number: str) -> str:
    """The same as a native formula, of the reference to a whole number."""
    space = f'&"{NO_BREAK_SPACE}"&'
    thousands = f"LEFT({number},LEN({number})-3)"
    millions = f"LEFT({number},LEN({number})-6){space}RIGHT({thousands},3)"
    return (
        f'IF({number}<{_GROUPED_FROM},{number}&"",'
        f"IF({number}<{_GROUPED_FROM**2},{thousands},{millions}){space}RIGHT({number},3))"
    )


def counted(number: Value, noun: str) -> str:
    """So many of something, in words of a sentence.

    >>> counted(1.0, "host"), counted(12.0, "host")
    ('1 host', '12 hosts')
    """
    return f"{spelled(number)}{said(number == 1, f' {noun}', f' {noun}s')}"


def whole_text(value: Value) -> str:
    """A whole number as `&` writes it."""
    return f"{value:.0f}"


def nearest_text(expression: str) -> str:
    """The expression to the nearest whole number, as `round_nearest` does it."""
    return f"ROUND(ROUND({expression},9),0)"


def said(condition: object, text: str, otherwise: str = "") -> str:
    """A piece of a sentence where something holds, and another where it does not.

    >>> said(2 > 1, " and 2 in reserve"), said(2 < 1, " and 2 in reserve")
    (' and 2 in reserve', '')
    """
    if isinstance(condition, Symbol):
        return f"{condition.chosen(text, otherwise)}"
    return text if condition else otherwise


def and_more(found: Value) -> str:
    """What follows the name of one of those found: how many are not named.

    >>> and_more(1), and_more(3)
    ('', ' and 2 more')
    """
    return f"{said(found > 1, f' and {found - 1:.0f} more')}"


def counted_text(number: str, noun: str) -> str:
    """The same as a native formula, of the reference to a whole number."""
    return f'{spelled_text(number)}&IF({number}=1," {noun}"," {noun}s")'


def date_text(date: str) -> str:
    """A date as a native formula, as ISO 8601 writes it: TEXT(date,"yyyy-mm-dd") differs in a German Excel."""
    return f'YEAR({date})&"-"&RIGHT("0"&MONTH({date}),2)&"-"&RIGHT("0"&DAY({date}),2)'
