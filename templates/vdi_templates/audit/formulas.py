"""Formulas and values without what programs rewrite when they save them."""

from __future__ import annotations

import datetime
import re
from typing import Any

from openpyxl.utils.datetime import to_excel

from vdi_templates.workbook.book import CachedValue, cached

ADDIN_FILE = "vdi_sizing.xlam"
"""The add-in for Excel, whose functions have the names that begin with VDI_."""
RELATIVE, ABSOLUTE = 1e-9, 1e-12
_TEXT = re.compile(r'("(?:[^"]|"")*")')
_ADDIN = re.compile(r"(?:\[\d+\]!|'[^']*\.xlam'!|_xludf\.)(?=VDI_)", re.IGNORECASE)  # put there by Excel when it saves
_LAST_ROW = re.compile(r"\$104[0-8]\d{3}(?!\d)")  # a row is deleted above it, and Excel names one row less
_TRUTH = re.compile(r"\b(TRUE|FALSE)\(\)", re.IGNORECASE)  # as LibreOffice spells it
_NUMBER = re.compile(r"(?<![\w.$])(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(?![\w.])", re.IGNORECASE)  # and no cell's row
_QUOTED_SHEET = re.compile(r"'([A-Za-z_]\w*)'!")


def plain(formula: object) -> str:
    """A formula without what programs rewrite: spaces, case, numbers, truths, the last row, where an add-in stands."""
    # every second part is a text in quotes
    parts = _TEXT.split(str(formula))
    parts[::2] = [_plain_part(part) for part in parts[::2]]
    return "".join(parts)


def _plain_part(part: str) -> str:
    """A piece of a formula that is no text in quotes."""
    without_addin = _TRUTH.sub(r"\1", _ADDIN.sub("", re.sub(r"\s+", "", part)))
    return _NUMBER.sub(_spelled, _LAST_ROW.sub("$1048576", without_addin)).casefold()


def _spelled(number: re.Match[str]) -> str:
    return f"{float(number[0]):.15g}"


def plain_reference(reference: str) -> str:
    """The reference of a name, a rule or a chart: a sheet's name needs no quotes, and truths may be numbers.

    >>> plain_reference("'Sizing'!$D$5:$H$5"), plain_reference("IF(D1>2,D2,FALSE)")
    ('sizing!$d$5:$h$5', 'if(d1>2,d2,0)')
    """
    bare = plain(_QUOTED_SHEET.sub(r"\1!", reference.removeprefix("=")))
    return re.sub(r"\bfalse\b", "0", re.sub(r"\btrue\b", "1", bare))


_FAR_BELOW = re.compile(r"(\$[a-z]+\$\d+:\$[a-z]+\$)[1-9]\d\d\b")


def open_ended(plain: str) -> str:
    """What one may choose from: the range goes far beyond the table, and grows with each row that is inserted.

    >>> open_ended("drives!$a$6:$a$200") == open_ended("drives!$a$6:$a$201")
    True
    """
    return _FAR_BELOW.sub(r"\1", plain)


def as_written(plain_formula: str) -> str:
    """A plain formula as a reader writes it, in capitals but for its texts.

    >>> as_written('and($d$8<1,sizing!d9="no price")')
    'AND(D8<1,SIZING!D9="no price")'
    """
    parts = _TEXT.split(plain_formula)
    parts[::2] = [part.upper().replace("$", "") for part in parts[::2]]
    return "".join(parts)


def agree(saved: Any, computed: Any) -> bool:
    """Same type, and 1e-9 relative or 1e-12 absolute; a blank cell is an empty text."""
    theirs, ours = _held(saved), _held(computed)
    if isinstance(theirs, float) and isinstance(ours, float):
        return abs(theirs - ours) <= max(ABSOLUTE, RELATIVE * abs(ours))
    return type(theirs) is type(ours) and theirs == ours


def _held(value: Any) -> CachedValue | bool:
    """A value as the cell holds it: what it shows as a date or time is a number of days."""
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return float(to_excel(value))  # type: ignore[no-untyped-call]
    return value if isinstance(value, bool) else cached(value)
