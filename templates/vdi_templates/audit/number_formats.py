"""Number formats in one spelling, and whether one misleads who reads the number."""

from __future__ import annotations

import re
from functools import cache

from openpyxl.styles.numbers import BUILTIN_FORMATS

_TOKEN = re.compile(r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<bracket>\[[^\]]*\])|(?P<space>_.|\*.)|(?P<plain>.)')
_LITERAL_SIGNS = frozenset("-+/():!^&'~{}=<> $€£¥–")
_FIELDS = re.compile(r"[0#?@]|general|[ymdhs]")
_LITERALS = re.compile(r"(?:\\.)+")
_LITERAL = re.compile(r"\\(.)")
_BEFORE_PER_CENT = re.compile("(\\\\[ \N{NO-BREAK SPACE}])+%")
_SCALED = re.compile(r"[0#?],+(?![0#?,.])")


@cache
def plain_format(code: str) -> str:
    r"""A number format without what programs rewrite: each literal letter is escaped, the rest in lower case.

    >>> plain_format('#,##0;-#,##0;"x"') == plain_format("#,##0;\\-#,##0;\\x")
    True
    >>> plain_format('0" "%') == plain_format("0%")  # as a LibreOffice set up in German saves it
    True
    >>> plain_format("0;;"), plain_format("0;;;"), plain_format("yyyy-mm-dd")
    ('0;;', '0;;', 'yyyy\\-mm\\-dd')
    """
    spelled = []
    for token in _TOKEN.finditer(code):
        literal = token["quoted"] if token["quoted"] is not None else token["escaped"]
        if literal is None and token["plain"] is not None and token["plain"] in _LITERAL_SIGNS:
            literal = token["plain"]
        if literal is not None:
            spelled.append("".join(f"\\{letter}" for letter in literal))
        else:
            spelled.append((token["bracket"] or token["space"] or token["plain"] or "").lower())
    sections = _sections(_BEFORE_PER_CENT.sub("%", "".join(spelled)))
    if len(sections) == 4 and sections[2:] == ["", ""]:  # LibreOffice adds a fourth to three that end with none
        sections.pop()
    return ";".join(sections)


def spelled(plain: str) -> str:
    """A number format as a reader knows it.

    >>> spelled(plain_format('#,##0.0" ms";-0'))
    '#,##0.0" ms";-0'
    """
    return _LITERALS.sub(_quoted, plain)


def _quoted(literals: re.Match[str]) -> str:
    text = literals[0].replace("\\", "", len(literals[0]) // 2)
    return text if all(letter in _LITERAL_SIGNS for letter in text) else f'"{text}"'


def built_in(number: int) -> str:
    """The format that a program knows by its number."""
    return BUILTIN_FORMATS.get(number, "General")


@cache
def misleads(plain: str) -> bool:
    """Whether an input would be shown as another number, or not at all.

    >>> [misleads(plain_format(code)) for code in ("#,##0.00", "0%", '#,##0.00 "€"', "yyyy-mm-dd", "@")]
    [False, False, False, False, False]
    >>> [misleads(plain_format(code)) for code in (";;;", "0,", '"100"', '0"5"', "0.00;;")]
    [True, True, True, True, True]
    """
    if any(section == "" for section in _sections(plain)[:3]):
        return True
    bare = _LITERAL.sub("", plain)
    literals = _LITERAL.findall(plain)
    return not _FIELDS.search(bare) or bool(_SCALED.search(bare)) or any(letter.isdigit() for letter in literals)


def _sections(plain: str) -> list[str]:
    return re.split(r"(?<!\\);", plain)
