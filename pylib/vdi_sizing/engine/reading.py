"""The formula that follows from a function of expressions."""

from __future__ import annotations

from collections.abc import Callable

from vdi_sizing.engine.exploration import NoFormulaError, explored
from vdi_sizing.engine.expression import Operand, text_of
from vdi_sizing.engine.simplification import given_or_zero, simplified


def formula_of(function: Callable[[], Operand]) -> str:
    """The spreadsheet formula of what a function works out: full names in braces.

    Raises
    ------
    NoFormulaError
        If the function does what no formula follows from.

    Examples
    --------
    >>> from vdi_sizing._arrays import divide, round_up
    >>> from vdi_sizing.engine.expression import reference
    >>> drives, spares = reference("drives"), reference("design.spares")
    >>> formula_of(lambda: round_up(divide(100.0, drives, otherwise=0.0)) + (spares if spares != "" else 0.0))
    'ROUNDUP(ROUND(IF({drives}=0,0,100/{drives}),9),0)+IF({design.spares}<>"",{design.spares},0)'
    """
    try:
        return text_of(explored(lambda: simplified(function()), given_or_zero))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:  # what Python asks of a number
        raise NoFormulaError(str(error)) from error
