"""How much room a text takes: by the widths of Arial, which those of its fonts that other systems have share."""

from __future__ import annotations

import unicodedata
from functools import cache

_WIDTHS = {
    191: "'", 222: "ijl", 260: "|", 278: " !,./:;I[\\]ft·", 333: "()-`r", 334: "{}", 350: "•", 355: '"', 389: "*",
    469: "^", 500: "Jckvsxyz", 556: "#$?L_abdeghnopqu0123456789–", 584: "+<=>~×≥−", 604: "■",
    611: "FTZß", 667: "&ABEKPSVXY", 722: "CDHNRUw", 778: "GOQ", 833: "Mm", 889: "%", 944: "W", 1000: "—…", 1015: "@",
}  # fmt: skip
"""Thousandths of the size of the type, and the characters that are so wide."""
_OF_CHARACTER = {character: width for width, characters in _WIDTHS.items() for character in characters}
_UNKNOWN, _EAST_ASIAN, _BOLD = 800, 1000, 1.08
_AS_NARROW = {"arial", "arial narrow", "helvetica", "liberation sans", "calibri", "carlito", "aptos narrow"}
_OTHER_FONT = 1.12
"""Of a font whose widths nobody looked at: wider than Arial by as much as Verdana and Segoe are."""
WIDEST = 1.2
"""Of what stands for Arial where no font of its widths is there: DejaVu Sans, in bold. Titles have room for it."""
_LINE = 1.2
_POINTS = 72


@cache
def _width(character: str) -> int:
    if character == "\N{NO-BREAK SPACE}":
        return _OF_CHARACTER[" "]
    plain = unicodedata.normalize("NFD", character)[0]
    if plain in _OF_CHARACTER:
        return _OF_CHARACTER[plain]
    return _EAST_ASIAN if unicodedata.east_asian_width(character) in "WF" else _UNKNOWN


def wider_by(font: str) -> float:
    """By what the widths of Arial are multiplied for a font.

    >>> wider_by("Calibri"), wider_by("Verdana")
    (1.0, 1.12)
    """
    return 1.0 if font.casefold() in _AS_NARROW else _OTHER_FONT


def inches_of(text: str, points: float, *, bold: bool = False, factor: float = 1.0) -> float:
    """How wide a text is on one line.

    >>> round(inches_of("1.022,87 EUR", 12), 2)
    1.05
    """
    return sum(map(_width, text)) / 1000 * points / _POINTS * (_BOLD if bold else 1.0) * factor


def lines_of(text: str, points: float, width: float, *, bold: bool = False, factor: float = 1.0) -> int:
    """How many lines a text takes in a column, broken between words; a word that is too long breaks anywhere.

    >>> lines_of("one two three", 12, 0.8), lines_of("", 12, 1), lines_of("a\\nb", 12, 1)
    (2, 1, 2)
    """
    return sum(_lines_of_one(each, points, width, bold, factor) for each in text.split("\n"))


def _lines_of_one(text: str, points: float, width: float, bold: bool, factor: float) -> int:
    lines, taken = 1, 0.0
    space = inches_of(" ", points, bold=bold, factor=factor)
    for word in text.split(" "):
        long = inches_of(word, points, bold=bold, factor=factor)
        if taken and taken + space + long > width:
            lines, taken = lines + 1, 0.0
        more = int(long / width) if long > width else 0
        lines, taken = lines + more, taken + (space if taken else 0.0) + long - more * width
    return lines


def height_of(lines: int, points: float) -> float:
    """How high lines of a size are, in inches."""
    return lines * points * _LINE / _POINTS
