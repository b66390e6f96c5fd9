"""What is typed behind an option, as the value that it means."""

from __future__ import annotations

import datetime

from vdi_sizing.errors import InputError


def typed_date(option: str, text: str) -> datetime.date:
    """The date that was typed behind an option.

    >>> typed_date("--as-of", "2026-11-21")
    datetime.date(2026, 11, 21)
    """
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise InputError(option, text, "a date such as 2026-11-21") from error
