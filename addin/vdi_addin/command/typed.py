"""What is typed behind an option, as the value that it means."""

from __future__ import annotations

import argparse
import datetime
import math
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import AFTER_1900, FIRST_DATE


def typed_date(option: str, text: str) -> datetime.date:
    """The date that was typed behind an option.

    >>> typed_date("--as-of", "2026-11-21")
    datetime.date(2026, 11, 21)
    """
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError as error:
        raise InputError(option, text, "a date such as 2026-11-21") from error
    if day < FIRST_DATE:
        raise InputError(option, text, AFTER_1900)
    return day


def a_path(text: str) -> Path:
    """The file or folder that was typed; an empty text, as of a variable that is not set, would be the current one."""
    if not text:
        raise argparse.ArgumentTypeError("an empty text; expected the name of a file or folder")
    return Path(text)


_MOST_NUMBERS = 9
"""As many as a page has room for, side by side."""


def typed_numbers(option: str, text: str | None) -> list[float]:
    """The numbers above 0 that were typed behind an option, with commas between them; none where it was left out.

    >>> typed_numbers("--ram", "2,4,8")
    [2.0, 4.0, 8.0]
    """
    if text is None:
        return []
    try:
        found = [float(number) for number in text.split(",")]
    except ValueError:
        found = []
    if not 0 < len(found) <= _MOST_NUMBERS or not all(0 < number < math.inf for number in found):
        raise InputError(option, text, f"one to {_MOST_NUMBERS} numbers above 0 with commas between them, as in 2,4,8")
    return found
