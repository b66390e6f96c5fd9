"""What stands for a number or a text that is not known, and how a spreadsheet writes it.

An expression answers the operators of Python, and the functions of `_arrays`, with an expression that holds both sides.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias, Union

from vdi_sizing._arrays import Symbol
from vdi_sizing.engine.exploration import NoFormulaError, decide
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT

Operand: TypeAlias = Union["Expression", float, str, bool]
"""What stands in a formula: something unknown, a number, a text, or whether something holds."""
LONGEST = 2000
"""Characters of a formula that a person would still read; a spreadsheet takes 8192."""
COMPARISONS = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""Each with its opposite."""
_CONDITIONS = (*COMPARISONS, "AND", "OR", "ISNUMBER")
REFERENCE, COLUMN = "reference", "column"
_RANKS = {**dict.fromkeys(COMPARISONS, 1), "&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5}
_ATOM = 6
_BEGINS, _ENDS, _NUMBER = "\ue000", "\ue001", "\ue002"
"""Around an expression in a sentence, and before one that is a number: characters that no language has."""
_PIECE = re.compile(f"{_BEGINS}([^{_ENDS}]*){_ENDS}")
_MARKS = frozenset((_BEGINS, _ENDS, _NUMBER))
_SHAPES = ("", "g", ".0f", ".12g")
"""How a sentence may have a text, or a number that is whole or as a cell shows it."""
_keys: dict[str, str] = {}
"""What stands for an expression in a sentence, by how a formula writes it."""
_said: dict[str, Expression] = {}
"""The expressions that stand in sentences, by these."""
_AS_ONE = {"+": "+-", "*": "*/"}
"""What needs no brackets on the right of an operator: a+(b-c) is a+b-c."""


class Expression(Symbol):
    """Something unknown: a reference, or an operator or a function with what it works on."""

    __slots__ = ("arguments", "operation", "text")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, operation: str, *arguments: Operand) -> None:
        self.operation, self.arguments = operation, arguments
        self.text = self._written()
        if len(self.text) > LONGEST:
            raise NoFormulaError(f"it is longer than {LONGEST} characters")

    @property
    def condition(self) -> Expression:
        """What holds where Python takes it for true."""
        if self.operation in _CONDITIONS:
            return self
        return Expression("<>", self, "" if self.is_text else 0.0)

    @property
    def is_text(self) -> bool:
        """Whether it is known to be a text."""
        if self.operation == "INDEX" and isinstance(self.arguments[0], Expression):
            return self.arguments[0].is_text
        return self.operation == "&" or (self.operation in (REFERENCE, COLUMN) and bool(self.arguments[-1]))

    def _written(self) -> str:
        if self.operation == REFERENCE:
            return f"{{{self.arguments[0]}}}"
        if self.operation == COLUMN:
            return str(self.arguments[0])
        if self.operation not in _RANKS:
            return f"{self.operation}({','.join(map(text_of, self.arguments))})"
        left, right = self.arguments
        rank = _RANKS[self.operation]
        as_one = isinstance(right, Expression) and right.operation in _AS_ONE.get(self.operation, "")
        return _bracketed(left, rank) + self.operation + _bracketed(right, rank if as_one else rank + 1)

    def __add__(self, other: Operand) -> Operand:
        return Expression("+", self, other)

    def __radd__(self, other: Operand) -> Operand:
        return Expression("+", other, self)

    def __sub__(self, other: Operand) -> Operand:
        return Expression("-", self, other)

    def __rsub__(self, other: Operand) -> Operand:
        return Expression("-", other, self)

    def __mul__(self, other: Operand) -> Operand:
        return Expression("*", self, other)

    def __rmul__(self, other: Operand) -> Operand:
        return Expression("*", other, self)

    def __truediv__(self, other: Operand) -> Operand:
        return Expression("/", self, other)

    def __rtruediv__(self, other: Operand) -> Operand:
        return Expression("/", other, self)

    def __pow__(self, other: Operand) -> Operand:
        return Expression("^", self, other)

    def __rpow__(self, other: Operand) -> Operand:
        return Expression("^", other, self)

    def __neg__(self) -> Operand:
        return Expression("-", 0.0, self)

    def __abs__(self) -> Operand:
        return Expression("ABS", self)

    def __lt__(self, other: Operand) -> Operand:
        return Expression("<", self, other)

    def __le__(self, other: Operand) -> Operand:
        return Expression("<=", self, other)

    def __gt__(self, other: Operand) -> Operand:
        return Expression(">", self, other)

    def __ge__(self, other: Operand) -> Operand:
        return Expression(">=", self, other)

    def __eq__(self, other: object) -> Any:
        return Expression("=", self, other)  # type: ignore[arg-type]  # what it is, is found when it is written

    def __ne__(self, other: object) -> Any:
        return Expression("<>", self, other)  # type: ignore[arg-type]

    def __and__(self, other: Operand) -> Operand:
        return Expression("AND", self, other)

    __rand__ = __and__

    def __or__(self, other: Operand) -> Operand:
        return Expression("OR", self, other)

    __ror__ = __or__

    def __bool__(self) -> bool:
        return decide(self.condition)

    def __float__(self) -> float:
        raise NoFormulaError("float() asks for a number that is not known: flag() does for what holds or not")

    def __str__(self) -> str:
        return format(self)

    def __format__(self, shape: str) -> str:
        """What stands for it in a sentence that Python joins: `pieces_of` finds it again."""
        if shape not in _SHAPES:
            raise NoFormulaError(f"a sentence has it in the shape {shape!r}")
        key = _keys.setdefault(self.text, f"{len(_keys)}")
        _said[key] = self
        return f"{_BEGINS}{_NUMBER if shape else ''}{key}{_ENDS}"

    def called(self, function: str, *arguments: Any) -> Any:
        """The spreadsheet function of some arguments, this one among them."""
        return Expression(function, *arguments)

    def or_zero(self) -> Any:
        """The same, and a blank cell counts 0 as it stands, if it can."""
        if self.operation != REFERENCE:
            return self
        name, blank_is_zero, guards, _, is_text = self.arguments
        return Expression(REFERENCE, name, blank_is_zero, guards, blank_is_zero, is_text)

    def chosen(self, yes: Any, no: Any) -> Any:
        """One of two, by whether this condition holds."""
        return Expression("IF", self.condition, yes, no)


def reference(name: str, *, blank_is_zero: bool = False, guards: bool = False, is_text: bool = False) -> Expression:
    """An input or a figure, by its full name; a text is asked whether it is blank, and a number whether it is 0.

    Some inputs' blank cells count 0 in a formula as they stand, where `or_zero` asks for that. Some figures guard:
    where they do not hold, other cells may be error values, and nothing else is asked.
    """
    return Expression(REFERENCE, name, blank_is_zero, guards, False, is_text)


def pieces_of(sentence: str) -> list[Operand]:
    """The texts and expressions of a sentence that Python joined; a number that stands alone is a text all the same.

    >>> [text_of(piece) for piece in pieces_of(f"{reference('a')} of {reference('b'):.0f} hosts")]
    ['{a}', '" of "', '{b}', '" hosts"']
    >>> [text_of(piece) for piece in pieces_of(f"{reference('b'):.0f}")]
    ['{b}', '""']
    """
    found: list[Operand] = []
    alone = False
    for at, piece in enumerate(_PIECE.split(sentence)):
        if at % 2:
            alone = not found and piece.startswith(_NUMBER)
            found.append(_said[piece.removeprefix(_NUMBER)])
        elif piece:
            if _MARKS.intersection(piece):
                raise NoFormulaError("Python cuts a sentence")
            found.append(piece)
    return [*found, ""] if alone and len(found) == 1 else found


def text_of(value: object) -> str:
    """How a formula writes it.

    >>> text_of(0.5), text_of(3.0), text_of(1e9), text_of('19" rack'), text_of(True)
    ('0.5', '3', '1000000000', '"19"" rack"', '1')
    >>> text_of((reference("a") - 1) / (reference("b") * 2) + (reference("c") - 2))
    '({a}-1)/({b}*2)+{c}-2'
    """
    if isinstance(value, Expression):
        return value.text
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if not isinstance(value, (bool, int, float)):
        raise NoFormulaError(f"{type(value).__name__} stands in place of a number or a text")
    if value == NO_LIMIT:
        return NO_LIMIT_TEXT
    return str(int(value)) if value == int(value) else repr(value)


def _bracketed(value: Operand, least_rank: int) -> str:
    if isinstance(value, Expression):
        rank = _RANKS.get(value.operation, _ATOM)
    else:
        rank = _RANKS["-"] if not isinstance(value, str) and value < 0 else _ATOM
    return f"({text_of(value)})" if rank < least_rank else text_of(value)
