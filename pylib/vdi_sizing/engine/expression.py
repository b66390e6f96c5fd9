"""What stands for a number or a text that is not known, and how a spreadsheet writes it.

An expression answers the operators of Python, and the functions of `_arrays`, with an expression that holds both sides.
"""

from __future__ import annotations

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
REFERENCE = "reference"
_RANKS = {**dict.fromkeys(COMPARISONS, 1), "&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5}
_ATOM = 6
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
        holds = self.operation in (*COMPARISONS, "AND", "OR")
        return self if holds else Expression("<>", self, 0.0)

    def _written(self) -> str:
        if self.operation == REFERENCE:
            return f"{{{self.arguments[0]}}}"
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
        raise NoFormulaError("Python joins the pieces of a sentence")

    def __format__(self, shape: str) -> str:
        raise NoFormulaError("Python joins the pieces of a sentence")

    def called(self, function: str, *arguments: Any) -> Any:
        """The spreadsheet function of some arguments, this one among them."""
        return Expression(function, *arguments)

    def or_zero(self) -> Any:
        """The same, and a blank cell counts 0 as it stands, if it can."""
        if self.operation != REFERENCE:
            return self
        name, blank_is_zero, guards, _ = self.arguments
        return Expression(REFERENCE, name, blank_is_zero, guards, blank_is_zero)

    def chosen(self, yes: Any, no: Any) -> Any:
        """One of two, by whether this condition holds."""
        return Expression("IF", self.condition, yes, no)


def reference(name: str, *, blank_is_zero: bool = False, guards: bool = False) -> Expression:
    """An input or a figure, by its full name.

    Some inputs' blank cells count 0 in a formula as they stand, where `or_zero` asks for that. Some figures guard:
    where they do not hold, other cells may be error values, and nothing else is asked.
    """
    return Expression(REFERENCE, name, blank_is_zero, guards, False)


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
