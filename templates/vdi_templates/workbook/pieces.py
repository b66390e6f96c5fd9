"""A text that a formula puts together, said in another language: cut by the formula's own pieces.

The library works texts out in English, and its value is that of the formula. So the formula says what the value is made
of: its own texts, which are translated, and the values of other cells, which stand in their own translation or, where
people typed them, as they are. Which way a formula went is seen by its value: no condition is worked out here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from vdi_templates.languages.translation import DATE

_TOKEN = re.compile(
    rf"""(?P<date>{DATE})|"""
    r"""(?P<text>"(?:[^"]|"")*")|(?P<sheet>'(?:[^']|'')*'!)|(?P<table>[A-Za-z]\w*\[(?:[^\[\]]|\[[^\[\]]*\])*\])|"""
    r"""(?P<function>[A-Z_][A-Z_0-9.]*\()"""
    r"""|(?P<open>\()|(?P<close>\))|(?P<comma>,)|(?P<and>&)|(?P<operator><>|<=|>=|[-+*/^=<>])|(?P<other>[^"'(),&*/^=<>+-]+)"""
)
_REFERENCE = re.compile(r"(?:(?:'(?:[^']|'')+'|[A-Za-z]\w*)!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:E[+-]?\d+)?")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_ANY = "\0"
"""Stands for a character that was cut off, whatever it was."""
_CHOOSING = {"IF(": 1, "IFERROR(": 0, "CHOOSE(": 1}
"""Functions whose value is one of their arguments, and the first of these."""
_NUMERIC = frozenset(
    f"{name}("
    for name in (
        "ROUND", "ROUNDUP", "ROUNDDOWN", "TEXT", "LEFT", "RIGHT", "YEAR", "MONTH", "DAY", "COUNT", "COUNTIF",
        "COUNTIFS", "COLUMNS", "SUM", "MAX", "MIN",
    )
)  # fmt: skip

Cells: TypeAlias = Callable[[str], Sequence[tuple[str, str]]]
"""What cells say by their reference: in English, and in the other language."""


@dataclass(frozen=True)
class Text:
    """A text of the formula's own."""

    text: str


@dataclass(frozen=True)
class Joined:
    """Pieces one after the other."""

    pieces: tuple[Node, ...]


@dataclass(frozen=True)
class OneOf:
    """One of some pieces; what is not looked into comes last, for it may be anything."""

    pieces: tuple[Node, ...]


@dataclass(frozen=True)
class CellsOf:
    """The value of one of some cells."""

    reference: str


@dataclass(frozen=True)
class Rest:
    """What is left of a text when its beginning is cut off."""

    whole: Node
    first: int
    most: int


@dataclass(frozen=True)
class Number:
    """Digits."""


@dataclass(frozen=True)
class Date:
    """A date as a sentence says it."""


@dataclass(frozen=True)
class Anything:
    """Something that is not looked into: it stays as it is."""


Node: TypeAlias = Text | Joined | OneOf | CellsOf | Rest | Number | Date | Anything
_Tokens: TypeAlias = Sequence[tuple[str, str]]


@lru_cache(maxsize=20_000)
def pieces_of(formula: str) -> Node:
    """What a formula puts a text together of."""
    tokens = [(found.lastgroup or "", found[0]) for found in _TOKEN.finditer(formula.removeprefix("="))]
    return _node(tokens)


def _split(tokens: _Tokens, at: str) -> list[list[tuple[str, str]]]:
    """Tokens between those of a kind that stand in no brackets."""
    parts: list[list[tuple[str, str]]] = [[]]
    depth = 0
    for kind, token in tokens:
        depth += (kind in ("function", "open")) - (kind == "close")
        if kind == at and depth == 0:
            parts.append([])
        else:
            parts[-1].append((kind, token))
    return parts


def _node(tokens: _Tokens) -> Node:
    pieces = _split(tokens, "and")
    if len(pieces) > 1:
        return Joined(tuple(_node(piece) for piece in pieces))
    if len(_split(tokens, "operator")) > 1:
        return Number()
    if len(tokens) == 1 and tokens[0][0] in ("text", "date"):
        return Date() if tokens[0][0] == "date" else Text(tokens[0][1][1:-1].replace('""', '"'))
    if tokens and tokens[-1][0] == "close" and _closes_last(tokens):
        return _node(tokens[1:-1]) if tokens[0][0] == "open" else _call(tokens[0][1], tokens[1:-1])
    reference = "".join(token for _, token in tokens)
    if _NUMBER.fullmatch(reference):
        return Number()
    return CellsOf(reference) if _REFERENCE.fullmatch(reference) else Anything()


def _closes_last(tokens: _Tokens) -> bool:
    """Whether the first bracket is closed by the last."""
    depth = 0
    for at, (kind, _) in enumerate(tokens):
        depth += (kind in ("function", "open")) - (kind == "close")
        if depth == 0:
            return at == len(tokens) - 1
    return False


def _call(function: str, tokens: _Tokens) -> Node:
    arguments = _split(tokens, "comma")
    if function in _CHOOSING:
        pieces = [_node(each) for each in arguments[_CHOOSING[function] :] if each]
        flat = [inner for piece in pieces for inner in (piece.pieces if isinstance(piece, OneOf) else (piece,))]
        return OneOf(tuple(sorted(flat, key=lambda piece: isinstance(piece, Anything))))
    if function == "INDEX(":
        return CellsOf("".join(token for _, token in arguments[0]))
    if function == "MID(" and all(len(each) == 1 for each in arguments[1:]):  # else of what people typed
        first, most = (int(float(each[0][1])) for each in arguments[1:])
        return Rest(_node(arguments[0]), first, most)
    if function == "REPT(":  # once or not at all
        return OneOf((_node(arguments[0]), Text("")))
    if function == "CHAR(":
        return Text(chr(int(arguments[0][0][1])))
    return Number() if function in _NUMERIC else Anything()


def said(formula: str, english: str, cells: Cells, text: Callable[[str], str]) -> str | None:
    """The value of a formula, which is `english`, in another language; None where it is not what the formula says."""
    found = _Cut(english, cells, text).of(pieces_of(formula), 0)
    return next((value for end, value in found if end == len(english)), None)


class _Cut:
    """One value, cut into pieces."""

    def __init__(self, english: str, cells: Cells, text: Callable[[str], str]) -> None:
        self.english, self.cells, self.text = english, cells, text

    def of(self, node: Node, at: int) -> Iterator[tuple[int, str]]:
        """Where a piece that begins `at` a place may end, and how it is said."""
        if isinstance(node, Text):
            yield from self._same(node.text, self.text(node.text), at)
        elif isinstance(node, Joined):
            yield from self._joined(node.pieces, at)
        elif isinstance(node, OneOf):
            for piece in node.pieces:
                yield from self.of(piece, at)
        elif isinstance(node, CellsOf):
            met = set()
            for english, spoken in self.cells(node.reference):
                if (english, spoken) not in met:
                    met.add((english, spoken))
                    yield from self._same(english, spoken, at)
        elif isinstance(node, Rest):
            yield from self._rest(node, at)
        elif isinstance(node, Number):
            yield from self._number(at)
        elif isinstance(node, Date):
            yield from self._date(at)
        else:
            for end in range(len(self.english), at - 1, -1):
                yield end, self.english[at:end]

    def _same(self, english: str, spoken: str, at: int) -> Iterator[tuple[int, str]]:
        end = at + len(english)
        here = self.english[at:end]
        if here == english or (
            _ANY in here
            and len(here) == len(english)
            and all(ours in (theirs, _ANY) for ours, theirs in zip(here, english, strict=True))
        ):
            yield end, spoken

    def _number(self, at: int) -> Iterator[tuple[int, str]]:
        found = _NUMBER.match(self.english, at)
        for end in range(found.end(), at, -1) if found else ():
            yield end, self.english[at:end]

    def _date(self, at: int) -> Iterator[tuple[int, str]]:
        found = _ISO_DATE.match(self.english, at)
        if found:
            yield found.end(), self.text(found[0])

    def _joined(self, pieces: Sequence[Node], at: int) -> Iterator[tuple[int, str]]:
        if not pieces:
            yield at, ""
            return
        for end, first in self.of(pieces[0], at):
            for last, rest in self._joined(pieces[1:], end):
                yield last, first + rest

    def _rest(self, node: Rest, at: int) -> Iterator[tuple[int, str]]:
        before = node.first - 1
        whole = _Cut(_ANY * before + self.english[at:], self.cells, self.text)
        for end, spoken in whole.of(node.whole, 0):
            if end >= before:
                yield at + end - before, spoken[before : before + node.most]
        if len(self.english) - at == node.most:  # its end was cut off too
            yield from self._shortened(node, at)

    def _shortened(self, node: Rest, at: int) -> Iterator[tuple[int, str]]:
        """Of cells one after the other, all that is left of them."""
        pieces = node.whole.pieces if isinstance(node.whole, Joined) else (node.whole,)
        if not all(isinstance(piece, CellsOf) for piece in pieces):
            return
        values = [next(iter(self.cells(piece.reference)), ("", "")) for piece in pieces if isinstance(piece, CellsOf)]
        english, spoken = ("".join(value[side] for value in values) for side in (0, 1))
        if english[node.first - 1 :][: node.most] == self.english[at:]:
            yield len(self.english), spoken[node.first - 1 :][: node.most]
