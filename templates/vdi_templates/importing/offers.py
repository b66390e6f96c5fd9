"""What an offer says once for all of its prices, above or below them: its date, its number, until when it is valid."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from vdi_templates.importing.headers import AMOUNTS, FIELDS, NAMES_OF_A_PART, Headers, KnownList
from vdi_templates.importing.numbers import Style, has_digits
from vdi_templates.importing.plan import Plan
from vdi_templates.importing.rows import Row, rows_of
from vdi_templates.importing.sources import Cell
from vdi_templates.importing.words import TOTAL, means

_DATES = ("valid_until", "date")
_TEXTS = ("supplier", "quote_number")
_WORDS_OF_A_LABEL = 3
_NOTHING_SAID = ": \t\r\n\N{NO-BREAK SPACE}"
"""What a cell holds that stands between a label and its value."""
_LONGEST = 200
"""Characters of a line that may say such a thing."""


def said_of_all(known: KnownList, style: Style, headers: Headers, plan: Plan) -> dict[str, Any]:
    """The date, last day, supplier and number of an offer, by the fields of a price; what is said in two ways is none.

    It stands as a label with its value in the next cell, or in one cell: "Angebot gültig bis 31.12.2026".
    """
    found: dict[str, dict[Any, int]] = {}
    priced = (row.number for row in rows_of(known, style) if _is_priced(row))
    last_of_table = max(priced, default=known.header_row)
    for number, cells in enumerate(known.grid.rows, start=1):
        if known.header_row <= number <= last_of_table:  # a part may speak of a date, as maintenance does of its end
            continue
        filled = [cell for cell in cells if str(cell.value or "").strip(_NOTHING_SAID)]
        for name, value in _said(filled, style, headers):
            found.setdefault(name, {}).setdefault(value, number)
    said = {}
    for name, values in found.items():
        label = FIELDS["prices"][name].label
        (value, row), *others = values.items()
        if others:
            rows = ", ".join(map(str, values.values()))
            plan.first.append(f"{known.grid.name} rows {rows}: {label} is said in several ways, and none is taken")
            continue
        said[name] = value
        shown = f": {value.isoformat()}" if isinstance(value, datetime.date) else f" is {value!r}"
        plan.first.append(f"{known.grid.place(row)}: {label} of all prices of this list that say no other{shown}")
    return said


def _is_priced(row: Row) -> bool:
    return bool(row.text(*AMOUNTS)) and not means(TOTAL, row.text(*NAMES_OF_A_PART))


def _said(cells: Sequence[Cell], style: Style, headers: Headers) -> Iterator[tuple[str, Any]]:
    """What the cells of a row say: a label and the cell behind it, or both in one cell; a label is no value."""
    at = 0
    while at < len(cells):
        text = str(cells[at].value).strip()
        name = headers.field_of("prices", text)
        behind = str(cells[at + 1].value) if at + 1 < len(cells) else ""
        if name in (*_DATES, *_TEXTS) and behind and not headers.field_of("prices", behind):
            value = _value(name, cells[at + 1].value, style)
            at += 1
        else:
            name, value = _in_one(text, style, headers) if len(text) <= _LONGEST else ("", None)
        if value is not None:
            yield name, value
        at += 1


def _in_one(text: str, style: Style, headers: Headers) -> tuple[str, Any]:
    """A label and its value in one text: a colon between them, or a date behind the words that say which."""
    label, colon, rest = text.partition(":")
    name = headers.field_of("prices", label) if colon else ""
    if name in (*_DATES, *_TEXTS) and rest.strip() and not headers.field_of("prices", rest):
        return name, _value(name, rest.strip(), style)
    *words, last = text.replace(":", " ").split()
    for many in range(min(_WORDS_OF_A_LABEL, len(words)), 0, -1):
        name = headers.field_of("prices", " ".join(words[-many:]))
        if name in _DATES:
            return name, _value(name, last.rstrip(".,;)"), style)
    return "", None


def _value(name: str, value: Any, style: Style) -> Any:
    if name in _DATES:
        if isinstance(value, datetime.datetime):
            return value.date()
        return value if isinstance(value, datetime.date) else style.date(str(value).strip())
    text = str(value).strip()
    return text if name == "supplier" or has_digits(text) else None
