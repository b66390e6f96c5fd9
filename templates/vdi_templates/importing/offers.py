"""What an offer says once for all of its prices, above or below them: its date, its number, until when it is valid."""

from __future__ import annotations

import datetime
import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from vdi_templates.importing.headers import AMOUNTS, FIELDS, NAMES_OF_A_PART, Headers, KnownList
from vdi_templates.importing.numbers import Style, has_digits
from vdi_templates.importing.plan import Plan
from vdi_templates.importing.rows import Row, rows_of
from vdi_templates.importing.sources import Cell
from vdi_templates.importing.words import (
    BESIDES,
    BY_WHOM,
    DAYS,
    LEGAL_FORM,
    MONTHS,
    OF_AN_OFFER,
    ON_WHICH_DAY,
    TOTAL_OF_PRICES,
    UNTIL,
    VALID,
    WEEKS,
    is_total,
    means,
    with_days_in_digits,
)

_DATES = ("valid_until", "date")
_TEXTS = ("supplier", "quote_number")
_NUMBER = "quote_number"
_OF_A_PART = {"position", "article_number", "maker_number", "quantity"}
"""What a row below the last price has that is a part without one, and no line of the offer."""
_WORDS_OF_A_LABEL = 3
_SHORTEST_NUMBER = 3
_YEAR = re.compile(r"(?:19|20)\d\d")
_ENDS = (".", ",", ";")
_NEAR = 4
"""Words between a number of days and what it is a number of."""
_BEFORE_A_LAST_DAY = 3
"""Words before a date of which one may say that it is the last day: "bis einschließlich Dienstag 15.12.2026"."""
_LONGEST_SPAN = 999
_NOTHING_SAID = ": \t\r\n\N{NO-BREAK SPACE}"
"""What a cell holds that stands between a label and its value."""
_LONGEST = 200
"""Characters of a line that may say such a thing."""


def said_of_all(
    known: KnownList, style: Style, headers: Headers, plan: Plan, date: datetime.date | None = None
) -> dict[str, Any]:
    """The date, last day, supplier and number of an offer, by the fields of a price; what is said in two ways is none.

    It stands as a label with its value in the next cell, or in one cell: "Angebot gültig bis 31.12.2026". The lines
    above the table may say it as a title: "Angebot Nr. 2026-4711 der Muster GmbH vom 15.11.2026". Of an offer that is
    valid for some days they count from the day that it names, else from its own, else from `date`.
    """
    found: dict[str, dict[Any, int]] = {}
    spans: dict[int, _Span] = {}
    priced = (row.number for row in rows_of(known, style) if _is_priced(row))
    last_of_table = max(priced, default=known.header_row)
    in_table = {row.number for row in rows_of(known, style) if _is_a_part(row, headers)}
    for number, cells in enumerate(known.grid.rows, start=1):
        # a part may speak of a date, as maintenance does of its end
        if known.header_row <= number <= last_of_table or number in in_table:
            continue
        filled = [cell for cell in cells if str(cell.value or "").strip(_NOTHING_SAID)]
        is_title = number < known.header_row
        for name, value in _said(filled, style, headers, is_title=is_title):
            found.setdefault(name, {}).setdefault(value, number)
        span = _span(_line(filled, headers), style)
        if isinstance(span, datetime.date):
            found.setdefault("valid_until", {}).setdefault(span, number)
        elif span is not None:
            spans[number] = span
    said = {}
    for name, values in found.items():
        label = FIELDS["prices"][name].label
        (value, row), *others = values.items()
        if others:
            _say_several(known, name, values.values(), plan)
            continue
        said[name] = value
        _note_as_said(known, row, headers, plan)
        shown = f": {value.isoformat()}" if isinstance(value, datetime.date) else f" is {value!r}"
        plan.first.append(f"{known.grid.place(row)}: {label} of all prices of this list that say no other{shown}")
    said = {"date": date, **said}
    if "valid_until" not in found:
        said |= _last_day(known, spans, said["date"], headers, plan)
    return said


def _say_several(known: KnownList, name: str, numbers: Iterable[int], plan: Plan) -> None:
    rows, label = ", ".join(map(str, numbers)), FIELDS["prices"][name].label
    plan.first.append(f"{known.grid.name} rows {rows}: {label} is said in several ways, and none is taken")


def _note_as_said(known: KnownList, number: int, headers: Headers, plan: Plan) -> None:
    """Note a row of which all is read; what more than one sentence says besides stands among what is left out."""
    filled = [cell for cell in known.grid.rows[number - 1] if str(cell.value or "").strip(_NOTHING_SAID)]
    *words, _ = _words(_line(filled, headers))
    if not any(word in _ENDS for word in words):
        plan.said_of_all.add(known.grid.place(number))


@dataclass(frozen=True)
class _Span:
    """For how long an offer is valid, and from which day where it says one."""

    many: int
    unit: str
    first: datetime.date | None

    def last(self, first: datetime.date) -> datetime.date:
        """The last day of an offer that is valid from a day on."""
        if self.unit != MONTHS:
            return first + datetime.timedelta(days=self.many * (7 if self.unit == WEEKS else 1))
        year, month = divmod(first.year * 12 + first.month - 1 + self.many, 12)
        return datetime.date(year, month + 1, min(first.day, monthrange(year, month + 1)[1]))


def _last_day(
    known: KnownList, spans: Mapping[int, _Span], date: datetime.date | None, headers: Headers, plan: Plan
) -> dict[str, datetime.date]:
    """The last day of an offer that says for how long it is valid; nothing where it says so in two ways."""
    if len(set(spans.values())) > 1:
        _say_several(known, "valid_until", spans, plan)
    if len(set(spans.values())) != 1:
        return {}
    (row, span), *_ = spans.items()
    first = span.first or date
    how_long = f"{span.many} {span.unit}"
    if first is None:
        plan.first.append(
            f"{known.grid.place(row)}: valid for {how_long}, and no day is said from which on; --date says the day"
        )
        return {}
    last = span.last(first)
    for number in spans:
        _note_as_said(known, number, headers, plan)
    plan.first.append(
        f"{known.grid.place(row)}: valid until of all prices of this list that say no other: {last.isoformat()}, "
        f"which is {how_long} from {first.isoformat()} on"
    )
    return {"valid_until": last}


def _line(cells: Sequence[Cell], headers: Headers) -> str:
    """A row as one text, in which a cell that is a label of the last day begins a sentence."""
    texts = [with_days_in_digits(str(cell.value).strip()) for cell in cells]
    labels = (headers.field_of("prices", each.partition(":")[0]) for each in texts)
    return " ".join(f"; {each}" if name == "valid_until" else each for each, name in zip(texts, labels, strict=True))


def _span(text: str, style: Style) -> _Span | datetime.date | None:
    """For how long a line says that an offer is valid: "30 Tage gültig ab 15.11.2026", "Gültigkeit: 4 Wochen".

    It is the last day itself where the line says it too: "Gültigkeit: 30 Tage (bis 15.12.2026)".
    """
    words = _words(text) if len(text) <= _LONGEST else []
    for at, (word, unit) in enumerate(pairwise(words)):
        meant = next((each for each in (DAYS, WEEKS, MONTHS) if means(each, unit)), None)
        if meant is None or not word.isdecimal() or not 0 < int(word) <= _LONGEST_SPAN:
            continue
        behind = _sentence(words[at + 2 :])
        before = _sentence(list(reversed(words[:at])))
        if _is_validity(before, behind):
            rest = words[at + 3 :]
            if not behind and rest and means(UNTIL, rest[0]):  # "30 Tage, bis 15.12.2026"
                behind = _sentence(rest)
            dates = {day: index for index, each in enumerate(behind) if (day := style.date(each)) is not None}
            for day, index in dates.items():
                if any(means(UNTIL, each) for each in behind[max(0, index - _BEFORE_A_LAST_DAY) : index]):
                    return day
            return _Span(int(word), meant, next(iter(dates)) if len(dates) == 1 else None)
    return None


def _sentence(words: Sequence[str]) -> list[str]:
    """The words up to the first mark that ends what belongs together."""
    return list(takewhile(lambda each: each not in _ENDS, words))


def _is_validity(before: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a number of days is how long an offer is valid: a warranty may be "36 Monate gültig" too.

    The words before it go backwards. Those up to the word that says "valid" speak of an offer, or of nothing else.
    """
    ahead = next((at for at, each in enumerate(behind[:_NEAR]) if means(VALID, each)), None)
    if ahead is None and not any(means(VALID, each) for each in before[:_NEAR]):
        return False
    others = [each for each in (*before, *behind[: ahead or 0]) if not means(VALID, each)]
    return all(means(BESIDES, each) for each in others) or any(means(OF_AN_OFFER, each) for each in others)


def _words(text: str) -> list[str]:
    """The words of a line, and the marks that end what belongs together.

    >>> _words("Zahlbar in 30 Tagen. Gültig: 4 Wochen, ab 15.11.2026")
    ['Zahlbar', 'in', '30', 'Tagen', '.', 'Gültig', '4', 'Wochen', ',', 'ab', '15.11.2026']
    """
    words: list[str] = []
    for word in text.replace(":", " ").replace("(", " ").replace(")", " ").split():
        plain = word.rstrip("".join(_ENDS))
        words += [each for each in (plain, word[-1] if word != plain else "") if each]
    return words


def _is_a_part(row: Row, headers: Headers) -> bool:
    """Whether a row is a part by its position, number or pieces; a label in their column, with its value, is none."""
    first = next(text for cell in row.of.grid.rows[row.number - 1] if (text := str(cell.value or "").strip()))
    is_label = headers.field_of("prices", first.partition(":")[0]) in (*_DATES, *_TEXTS)
    return bool(set(row.cells) & _OF_A_PART) and len(row.cells) > 1 and not is_label


def _is_priced(row: Row) -> bool:
    return bool(row.text(*AMOUNTS)) and not is_total(TOTAL_OF_PRICES, row.text(*NAMES_OF_A_PART))


def _said(cells: Sequence[Cell], style: Style, headers: Headers, *, is_title: bool) -> Iterator[tuple[str, Any]]:
    """What the cells of a row say: a label and the cell behind it, or both in one cell; a label is no value."""
    at = 0
    while at < len(cells):
        text = with_days_in_digits(str(cells[at].value).strip())
        name = headers.field_of("prices", text)
        behind = str(cells[at + 1].value) if at + 1 < len(cells) else ""
        if name in (*_DATES, *_TEXTS) and behind and not headers.field_of("prices", behind):
            value = _value(name, cells[at + 1].value, style)
            at += 1
        else:
            name, value = _in_one(text, style, headers) if len(text) <= _LONGEST else ("", None)
        if value is not None:
            yield name, value
        elif is_title and len(text) <= _LONGEST:
            yield from _of_a_title(text, style, headers)
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
        if name in _DATES and _is_of_the_offer(words, many):
            return name, _value(name, last.rstrip(".,;)"), style)
    return "", None


def _is_of_the_offer(words: Sequence[str], many: int) -> bool:
    """Whether the sentence of a label of so many words speaks of an offer, or of nothing else."""
    before = list(takewhile(lambda each: not each.endswith(_ENDS), reversed(words[:-many])))
    return not before or any(means(OF_AN_OFFER, each) for each in (*before, *words[-many:]))


def _of_a_title(text: str, style: Style, headers: Headers) -> Iterator[tuple[str, Any]]:
    """What a title says: "Angebot Nr. 2026-4711 der Muster GmbH vom 15.11.2026"; of another line nothing."""
    words = [word.strip(",;:()") for word in text.split()]
    windows = ((at, many) for at in range(len(words)) for many in range(_WORDS_OF_A_LABEL, 0, -1))
    labels = (
        at + many for at, many in windows if headers.field_of("prices", " ".join(words[at : at + many])) == _NUMBER
    )
    behind = next(labels, None)
    if behind is None or not any(means(OF_AN_OFFER, word) for word in words[:behind]):
        return
    rest = words[behind:]
    if rest and has_digits(rest[0]) and len(rest[0]) >= _SHORTEST_NUMBER and style.date(rest[0]) is None:
        number = rest.pop(0)
        if not _YEAR.fullmatch(number):
            yield _NUMBER, number
    day = style.date(rest[1]) if len(rest) > 1 and means(ON_WHICH_DAY, rest[0]) else None
    rest = rest[2:] if day else rest
    company = _company(rest)
    days = (style.date(word) for before, word in pairwise(rest) if means(ON_WHICH_DAY, before))
    day = day or next((each for each in days if each), None)
    if company:
        yield "supplier", company
    if day:
        yield "date", day


def _company(words: Sequence[str]) -> str:
    """The company whose offer it is, where words begin with it: "der Muster GmbH"; any other may be the customer."""
    name = list(takewhile(lambda each: each[:1].isupper() or each == "&", words[1:]))
    last = max((at for at, each in enumerate(name) if means(LEGAL_FORM, each)), default=0)
    return " ".join(name[: last + 1]) if words and means(BY_WHOM, words[0]) and last else ""


def _value(name: str, value: Any, style: Style) -> Any:
    if name in _DATES:
        if isinstance(value, datetime.datetime):
            return value.date()
        return value if isinstance(value, datetime.date) else style.date(str(value).strip())
    text = str(value).strip()
    return text if name == "supplier" or has_digits(text) else None
