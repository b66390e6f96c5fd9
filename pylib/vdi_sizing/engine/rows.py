"""Sums and counts over rows: of those that are known in Python, and over columns of a sheet where a formula is read.

What is said of a row says no more than products and comparisons: `total_over(b.groups, lambda g: g.vms * g.users)`.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from vdi_sizing._arrays import Number, Value, maximum, minimum, total_of
from vdi_sizing.engine.exploration import NoFormulaError
from vdi_sizing.engine.expression import COLUMN, COMPARISONS, Expression, Operand, text_of
from vdi_sizing.engine.simplification import simplified

Row = TypeVar("Row")


def column(text: str, *, blank: bool = False, is_text: bool = False) -> Expression:
    """A column of a table or a row of a sheet, as a formula names it; some of its cells may be blank."""
    return Expression(COLUMN, text, blank, is_text)


class Fields:
    """One row that stands for any: its fields are columns."""

    def __init__(self, of: Callable[[str], Any]) -> None:
        self._of = of

    def __getattr__(self, field: str) -> Any:
        if field.startswith("_"):
            raise AttributeError(field)
        return self._of(field)


class Rows:
    """Rows that are not known, and the one that stands for any; `those` says which rows of the columns they are.

    Where blank rows stand among them, `by_criteria`, a formula compares by COUNTIF and SUMIFS, which pass these over.
    """

    def __init__(self, called: str, row: Any, *, those: Operand = True, by_criteria: bool = False) -> None:
        self.called, self.row, self.those, self.by_criteria = called, row, those, by_criteria

    def __iter__(self) -> Iterator[Any]:
        raise NoFormulaError(f"a formula sums {self.called}, or looks them up")

    __len__ = __bool__ = __iter__

    def total(self, amount: Any, where: Any = True) -> Expression:
        """The sum of a column, or of a product of some, over the rows of which something holds."""
        asked = [each for each in (simplified(self.those), simplified(where)) if each is not True]
        factors = [*asked, *_factors(simplified(amount))]
        if self.by_criteria and len(factors) > 1:
            if len(factors) == len(asked) + 1:
                return Expression("SUMIFS", amount, *_criteria(asked))
            columns = [each for each in factors if _is_column(each)]  # SUMPRODUCT passes texts of blank rows over
            conditions = [each for each in factors if not _is_column(each)]
            return Expression("SUMPRODUCT", *([_product(conditions)] if conditions else []), *columns)
        if len(factors) == 1 and _is_column(factors[0]):
            return Expression("SUM", factors[0])
        apart = filter(_may_be_blank, factors)  # SUMPRODUCT passes blanks over
        return Expression("SUMPRODUCT", _product([*itertools.filterfalse(_may_be_blank, factors)]), *apart)

    def count(self, where: Any) -> Expression:
        """The rows of which something holds."""
        if self.by_criteria:
            criteria = _criteria([simplified(where)])
            return Expression("COUNTIF" if len(criteria) == 2 else "COUNTIFS", *criteria)
        return self.total(1.0, where)


def total_over(
    rows: Iterable[Row], amount: Callable[[Row], Number], where: Callable[[Row], Any] | None = None
) -> Number:
    """The sum over the rows of which something holds, or over all.

    >>> total_over([2.0, 3.0], lambda row: row * row)
    13.0
    """
    if isinstance(rows, Rows):
        return rows.total(amount(rows.row), True if where is None else where(rows.row))  # type: ignore[return-value]
    return total_of(amount(row) for row in rows if where is None or where(row))


def count_over(rows: Iterable[Row], where: Callable[[Row], Any]) -> float:
    """The rows of which something holds.

    >>> count_over([2.0, 3.0], lambda row: row > 2)
    1.0
    """
    if isinstance(rows, Rows):
        return rows.count(where(rows.row))  # type: ignore[return-value]
    return float(sum(bool(where(row)) for row in rows))


def least_over(rows: Iterable[Row], amount: Callable[[Row], Value]) -> Value:
    """The smallest of all rows.

    >>> least_over([2.0, 3.0], lambda row: 10 - row)
    7.0
    """
    if isinstance(rows, Rows):
        return Expression("MIN", amount(rows.row))  # type: ignore[return-value,arg-type]
    return minimum(*map(amount, rows))


def most_over(rows: Iterable[Row], amount: Callable[[Row], Value]) -> Value:
    """The largest of all rows.

    >>> most_over([2.0, 3.0], lambda row: 10 - row)
    8.0
    """
    if isinstance(rows, Rows):
        return Expression("MAX", amount(rows.row))  # type: ignore[return-value,arg-type]
    return maximum(*map(amount, rows))


def _is_column(value: Operand) -> bool:
    return isinstance(value, Expression) and value.operation == COLUMN


def _may_be_blank(value: Operand) -> bool:
    return isinstance(value, Expression) and value.operation == COLUMN and bool(value.arguments[1])


def _factors(value: Operand) -> list[Any]:
    if isinstance(value, Expression) and value.operation in ("*", "AND"):
        return [each for part in value.arguments for each in _factors(part)]
    return [] if isinstance(value, (int, float)) and value == 1 else [value]


def _product(factors: list[Any]) -> Operand:
    """A sheet sums no conditions: a lone one is multiplied by 1."""
    factors = [each for factor in factors for each in _factors(factor)]
    if len(factors) == 1 and not _is_column(factors[0]):
        factors = [1.0, *factors]
    product: Operand = functools.reduce(lambda before, factor: Expression("*", before, factor), factors)
    return product


def _criteria(conditions: list[Any]) -> list[Operand]:
    """Each condition as a column and what its cells are compared with, as COUNTIF takes them."""
    found: list[Operand] = []
    for condition in _factors(functools.reduce(lambda before, each: Expression("AND", before, each), conditions)):
        if condition.operation not in COMPARISONS or not _is_column(condition.arguments[0]):
            raise NoFormulaError(f"{text_of(condition)} is no criterion of a column")
        cells, asked = condition.arguments
        if condition.operation == "=":
            found += (cells, asked)
        elif isinstance(asked, (Expression, str)):  # a text by itself, of which German has its own
            found += (cells, Expression("&", condition.operation, asked))
        else:
            found += (cells, f"{condition.operation}{text_of(asked)}")
    return found
