"""How the numbers of each file are read: as somebody said, as the file shows, or as was answered.

A file that reads two ways is asked about once, by the first number that does; of one in which no locale reads all
numbers, as a list of two countries is, each number that reads two ways is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vdi_sizing.errors import InputError
from vdi_templates.importing.headers import KnownList
from vdi_templates.importing.numbers import (
    TRIED,
    AmbiguousError,
    Style,
    known_locale,
    number_in,
    quantity_in,
    split,
    written,
)
from vdi_templates.importing.plan import Plan, Question
from vdi_templates.importing.questions import ANY_LOCALE, ASKED_OF, Answers, wrong_answer
from vdi_templates.importing.rows import texts_in_mib, texts_with_numbers
from vdi_templates.languages.translation import ENGLISH

NUMBERS_WRITTEN = "how its numbers are written"
"""What is asked of a file whose numbers read two ways."""


def style_of(
    found: Sequence[KnownList], said: str | None, usual: str | None, answers: Answers, plan: Plan
) -> Style | None:
    """How the numbers of a file are read; None where nobody can tell, which stands among the problems then.

    `said`: the locale that somebody said of all files; `usual`: that of the language of the workbook.
    """
    told_in = usual or ENGLISH
    is_asked = answers.asks and all(known.kind in ASKED_OF for known in found)
    try:
        texts, mib = ([text for known in found for text in each(known)] for each in (texts_with_numbers, texts_in_mib))
        if is_asked:  # what no locale reads is asked by itself, and says nothing of the others
            texts = [(text, place) for text, place in texts if _is_read(text)]
        return replace(Style.of(texts, said, usual, mib), told_in=told_in)
    except AmbiguousError as error:
        if answers.asks:
            return _answered(found, error, told_in, answers, plan)
        plan.problems.append(str(error))
        # so that what is unclear besides is asked in the same round
        return Style(error.locales[0], said=False, is_open=True, told_in=told_in)
    except InputError as error:
        if said is None and is_asked:
            plan.first.append(
                f"{error.where}: {error.value!r} is written as in another locale than other numbers of the file"
            )
            return Style(told_in, said=False, is_mixed=True, told_in=told_in)
        plan.problems.append(str(error))
        return None


def _is_read(text: str) -> bool:
    """Whether a locale reads the number of a text, or the text is none."""
    parts = split(text)
    return parts is None or any(number_in(parts[0], locale) is not None for locale in TRIED)


def _answered(found: Sequence[KnownList], error: AmbiguousError, told_in: str, answers: Answers, plan: Plan) -> Style:
    """The locale that was answered; while that is open, one of those that fit."""
    is_open = Style(error.locales[0], said=False, is_open=True, told_in=told_in)
    ways = [f"{written(number, told_in)} ({locale})" for number, locale in error.readings]
    known, row = next(
        (known, row)
        for known in found
        for row in range(known.header_row + 1, len(known.grid.rows) + 1)
        if error.where.startswith(f"{known.grid.place(row)}, ")
    )
    lower, *between, upper = ways
    proposals = (lower, between[0] if between else "", upper)
    question = Question(known, row, "", str(error.value), proposals, about=NUMBERS_WRITTEN, others=(ANY_LOCALE,))
    plan.questions.append(question)
    try:
        cell, by = answers.to(question)
        if cell is None:
            plan.open.append(question)
            return is_open
        locale = _locale_in(question, str(cell.value), error, answers, is_open, by)
    except InputError as wrong:
        plan.problems.append(str(wrong))
        return is_open
    number = number_in(question.said, locale)
    read = locale if number is None else f"{written(number, told_in)} ({locale})"
    plan.first.append(f"{question.place_of_row}: {question.said!r} counts as {read!r}, as {by} says")
    return Style(locale, said=True, told_in=told_in)


def _locale_in(question: Question, answer: str, error: AmbiguousError, answers: Answers, style: Style, by: str) -> str:
    """The locale that an answer names, in brackets behind a number too, or by which it is the number."""
    number, _, behind = answer.partition("(")
    read = quantity_in(number.strip(), answers.locales(question, answer, style))
    by_number = next((locale for each, locale in error.readings if read is not None and each == read.number), None)
    if by_number is not None and not behind:
        return by_number
    try:
        return known_locale(behind.rstrip(") ") or answer)
    except InputError as unknown:
        raise wrong_answer(question, answer, "a locale, such as de, en_GB or de_CH", by) from unknown
