"""Formulas taken apart, in the one way in which all that reads a file does; no formula ends a command."""

from __future__ import annotations

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token
from openpyxl.formula.translate import Translator

_LONGEST = 8_192
"""Characters of a formula, as spreadsheet programs allow."""


def tokens_of(formula: str) -> list[Token] | None:
    """The tokens of a formula, with its "="; None for one that nobody can take apart.

    >>> [token.value for token in tokens_of("=1+A1") or ()], tokens_of("=A1#")
    (['1', '+', 'A1'], None)
    """
    if len(formula) > _LONGEST:
        return None
    try:
        return list(Tokenizer(formula).items)
    except Exception:  # openpyxl raises whatever it stumbles over
        return None


def filled_down(formula: str, origin: str, place: str) -> str | None:
    """A formula of one cell as another has it that shares it; None where nobody can take it apart.

    >>> filled_down("=A1+$B$1", "C1", "C3"), filled_down("=A1#", "C1", "C3")
    ('=A3+$B$1', None)
    """
    if tokens_of(formula) is None:
        return None
    try:
        return str(Translator(formula, origin).translate_formula(place))
    except Exception:  # as above: a reference that leaves the sheet, for one
        return None
