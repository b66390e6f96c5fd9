"""How wide a column has to be at least: no word of its header, and nothing that is chosen in it, is cut in two."""

from __future__ import annotations

import math
import re

from vdi_sizing._arrays import total_of
from vdi_sizing.inputs import NO, YES, Input
from vdi_templates.languages.translation import Translation

_NARROW, _BROAD = frozenset("Iijlfrt()[]/.,:;'|- "), frozenset("MWmw@%")
_OF_NARROW, _OF_BROAD, _OF_OTHERS, _MARGIN = 0.75, 1.6, 1.1, 1.5
"""In digits, which the width of a column counts: of letters in bold type, and of both margins of a cell."""
_SLIM, _SMALL, _CAPITAL, _BOLD = 0.6, 0.97, 1.12, 1.1
"""Of what runs over several lines: how broad letters are in digits, and how much broader in bold type."""
_POINTS_OF_DIGITS, _PADDING = 10.3, 0.7
"""The size of the digits that a width counts, since those of Calibri 11 take whole pixels; both margins of a cell."""
_PLAIN, INDENT = 0.92, 1.5
"""Of plain type beside bold type, and what stands before an input that is a text."""


def _digits(text: str) -> float:
    return total_of(_OF_NARROW if each in _NARROW else _OF_BROAD if each in _BROAD else _OF_OTHERS for each in text)


def lines_in(text: str, width: float, points: float, *, bold: bool = False) -> int:
    """Lines that a text takes in a column, word by word, in Calibri or in the broadest font that stands in for it."""
    room = (width - _PADDING) * _POINTS_OF_DIGITS / points / (_BOLD if bold else 1.0)
    lines, used = 1, 0.0
    for word in re.split(r"(?<=[-/])|\s+", text):
        long = _letters(word)
        if used and used + long > room:
            lines, used = lines + 1, 0.0
        lines += int(long / room)
        used += long % room + _letters(" ")
    return lines


def _letters(text: str) -> float:
    """How long a text is, in digits of its own size."""
    return total_of(
        _SLIM if each in _NARROW else _OF_BROAD if each in _BROAD else _CAPITAL if each.isupper() else _SMALL
        for each in text
    )


def for_words(text: str) -> float:
    """The width in which each word of a header stands in one piece."""
    words = re.split(r"(?<=-)|\s+", text)
    return math.ceil(2 * (_MARGIN + max(map(_digits, words)))) / 2


def for_header(translation: Translation, header: str, width: float) -> float:
    """A width, or what the longest word of the header takes in the language of the file, if that is more."""
    return max(width, for_words(translation.text(header))) if header else width


def for_choices(translation: Translation, field: Input, width: float) -> float:
    """A width, or what the longest choice of an input takes in that language: an input is a single line."""
    choices = (YES, NO) if field.kind == "yes/no" else field.choices or ()
    longest = max((_digits(translation.text(choice)) for choice in choices), default=0.0)
    return max(width, math.ceil(2 * (_MARGIN + INDENT + _PLAIN * longest)) / 2) if longest else width
