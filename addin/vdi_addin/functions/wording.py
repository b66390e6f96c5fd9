"""What is said about a function to somebody at a spreadsheet: no names of Python, and what the cell shows."""

from __future__ import annotations

import ast
import doctest
import inspect
import math
import re
from collections.abc import Callable, Collection, Iterator
from typing import Any


def cell_words(text: str, functions: Collection[str], prefix: str) -> str:
    """A text of the library as a spreadsheet shows it; `functions` are the names that have a place in a cell.

    >>> cell_words("The inverse of `disk_count`; infinite where saturated", ["disk_count"], "VDI_")
    'The inverse of VDI_DISK_COUNT; #NUM! where saturated'
    """

    def spoken(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        return f"{prefix}{name.upper()}" if name in functions else name

    text = re.sub(r"`(\w+)`|\b(\w+)(?=\()", spoken, text)
    text = re.sub(r"\binfinite where", "#NUM! where", text)
    return text.replace("None for", "left out for")


def shown(value: Any) -> str:
    """A value as it stands in a formula or a cell, rounded to be read.

    >>> shown(True), shown("up"), shown(9.226190476), shown(0.8), shown(17.0), shown(123456.0)
    ('TRUE', '"up"', '9.226', '0.8', '17', '123456')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        return f'"{value}"'
    if not math.isfinite(value):
        return "#NUM!"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _calls(call: Callable[..., Any]) -> Iterator[ast.Call]:
    """The calls of a function in the examples of its docstring, also those inside a larger expression."""
    for example in doctest.DocTestParser().get_examples(inspect.getdoc(call) or ""):
        for node in ast.walk(ast.parse(example.source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == call.__name__:
                yield node


def _plain(node: ast.expr) -> Any:
    """The value that an argument of an example is; also of a product or quotient, such as 10 / 60."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        left, right = _plain(node.left), _plain(node.right)
        return left * right if isinstance(node.op, ast.Mult) else left / right
    return ast.literal_eval(node)


def _in_cells(value: Any) -> bool:
    """Whether a cell could hold this, or a row of cells."""
    if isinstance(value, list):
        return all(type(each) in (int, float) for each in value)
    return isinstance(value, (bool, int, float, str, type(None)))


def example_values(call: Callable[..., Any]) -> list[Any] | None:
    """The arguments of the first example in a docstring that a cell could give, by position; `...` for one left out.

    >>> def doubled(a, b=1, c=2):
    ...     '''Twice.
    ...
    ...     >>> doubled(3, c=4)
    ...     '''
    >>> example_values(doubled)
    [3, Ellipsis, 4]
    """
    names = list(inspect.signature(call).parameters)
    for inner in _calls(call):
        try:
            given = {name: _plain(value) for name, value in zip(names, inner.args, strict=False)}
            given |= {str(item.arg): _plain(item.value) for item in inner.keywords}
        except ValueError:  # not a plain value
            continue
        if all(_in_cells(value) for value in given.values()):
            last = max((names.index(name) for name in given), default=-1)
            return [given.get(name, ...) for name in names[: last + 1]]
    return None
