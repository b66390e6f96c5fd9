"""From cells to the library's arguments and back: the one adapter of both spreadsheets.

What a cell gives is converted where its meaning is plain, and is else handed to the
library, which refuses it in words. A failure is never 0 and never blank: it is a
`Failure`, which each spreadsheet shows as an error value and keeps the message of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, TypeGuard

from vdi_addin.functions.catalogue import Argument, Function
from vdi_addin.functions.lookups import write_penalty
from vdi_sizing.errors import InputError

OMITTED: Final = object()
"""Stands for an argument that the formula leaves out."""


@dataclass(frozen=True)
class Failure:
    """What stands in a cell in place of a number: the error value, and why.

    >>> print(Failure("#NUM!", "VDI_RESPONSE_TIME: saturated"))
    #NUM! VDI_RESPONSE_TIME: saturated
    """

    error: Literal["#N/A", "#NUM!"]
    message: str

    def __str__(self) -> str:
        return f"{self.error} {self.message}"


Answer: TypeAlias = float | str | Failure
Rows: TypeAlias = tuple[tuple[Any, ...], ...]


def call(function: Function, *cells: Any) -> Answer | Rows:
    """The function's answer to what the cells hold; for ranges one answer per cell.

    A range of one row or one column is repeated along the other ranges. One that holds the numbers of an argument such
    as the VMs of each group is taken as a whole.

    >>> from vdi_addin.functions.catalogue import function
    >>> call(function("VDI_DISK_COUNT"), 320.0, 480.0, 2.0, 76.0)
    17.0
    >>> call(function("VDI_DISK_COUNT"), 320.0, 480.0, 2.0, ((76.0,), (None,)))[1][0].message
    'VDI_DISK_COUNT: drive_iops is blank; expected a number above 0 IOPS'
    """
    if len(cells) > len(function.arguments):
        return Failure("#N/A", f"{function.name}: {len(cells)} arguments; expected {len(function.arguments)}")
    values = [_unwrapped(cell) for cell in cells]
    try:
        values = _with_options(function, values)
    except InputError as error:
        return Failure("#N/A", f"{function.name}: {error}")
    wholes = [argument.kind == "numbers" for argument in function.arguments]
    ranges = [value for value, whole in zip(values, wholes, strict=False) if is_range(value) and not whole]
    if not ranges:
        return _answer(function, values)
    height, width = max(map(len, ranges)), max(len(rows[0]) for rows in ranges)
    if any(len(rows) not in (1, height) or len(rows[0]) not in (1, width) for rows in ranges):
        return Failure("#N/A", f"{function.name}: the ranges differ in size")
    return tuple(
        tuple(
            _answer(
                function,
                [value if whole else _at(value, row, column) for value, whole in zip(values, wholes, strict=False)],
            )
            for column in range(width)
        )
        for row in range(height)
    )


def _with_options(function: Function, values: list[Any]) -> list[Any]:
    """The values with a range of names and values, such as read_hit | 0.5, put in place of the arguments it names."""
    first = function.first_option
    if first is None or len(values) != first + 1 or not _is_option_range(values[first]):
        return values
    given = [OMITTED] * (len(function.arguments) - first)
    names = [argument.name for argument in function.arguments[first:]]
    for name, value in values[first]:
        key = "_".join(str(name or "").casefold().split())
        if key in names:
            given[names.index(key)] = OMITTED if value in (None, "") else value
        elif key:
            raise InputError("options", name, f"one of: {', '.join(names)}")
    return [*values[:first], *given]


def _is_option_range(value: Any) -> bool:
    """Whether this is a range of two columns, texts in the first."""
    return is_range(value) and all(
        is_range(row) and len(row) == 2 and (row[0] is None or isinstance(row[0], str)) for row in value
    )


def is_range(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether this is a range: rows of cells."""
    return isinstance(value, (list, tuple))


def _unwrapped(cell: Any) -> Any:
    """A range of a single cell is that cell."""
    while is_range(cell) and len(cell) == 1 and (not is_range(cell[0]) or len(cell[0]) == 1):
        cell = cell[0]
    return cell


def _at(value: Any, row: int, column: int) -> Any:
    """What an argument is for one cell of the result."""
    return value[row % len(value)][column % len(value[0])] if is_range(value) else value


def _answer(function: Function, values: Sequence[Any]) -> Answer:
    """The library's answer to one set of values."""
    given = [*values, *[OMITTED] * (len(function.arguments) - len(values))]
    try:
        arguments = {
            argument.keyword or argument.name: converted(argument, value)
            for argument, value in zip(function.arguments, given, strict=True)
            if value is not OMITTED or not argument.optional
        }
        result = function.call(**arguments)
    except InputError as error:
        return Failure("#N/A", f"{function.name}: {error}")
    except ArithmeticError as error:  # numbers too large or too small for any sizing
        return Failure("#NUM!", f"{function.name}: {error}")
    if isinstance(result, str):
        return result
    if not math.isfinite(result):
        return Failure("#NUM!", f"{function.name}: saturated: no finite value answers this")
    return float(result)


def converted(argument: Argument, value: Any) -> Any:
    """What the library gets for a cell's value; what it cannot use it refuses itself.

    >>> converted(Argument("level", "RAID level", "text"), 10.0)
    '10'
    """
    value = None if value is OMITTED or value == "" else value
    if value is None and argument.optional and argument.default is None:
        return None
    return {"number": _number, "numbers": _numbers, "text": _text, "flag": _flag}[argument.kind](argument, value)


def _numbers(argument: Argument, value: Any) -> Any:
    """The numbers of a row or a column; a single cell is a single number."""
    if not is_range(value):
        return _number(argument, value)
    if len(value) > 1 and len(value[0]) > 1:
        raise InputError(argument.name, f"{len(value)} rows and {len(value[0])} columns", "one row or one column")
    return [_number(argument, None if cell == "" else cell) for row in value for cell in row]


def _number(argument: Argument, value: Any) -> Any:
    if argument.or_mean and _is_mean(value):
        return None
    if argument.or_mean and value is None:
        raise InputError(argument.name, None, 'a share above 0 and below 1, or the text "mean"')
    if argument.name == "write_penalty" and isinstance(value, str):
        return write_penalty(value)
    number = float(value) if isinstance(value, (bool, int, float)) else value
    return _percentage(number) if argument.is_percentile else number


def _percentage(share: Any) -> float:
    """The percentage that a share is; what may be either is refused."""
    if isinstance(share, float) and 0 < share < 1:
        return share * 100
    if isinstance(share, float) and 50 <= share < 100:
        return share
    raise InputError("share", share, "a share above 0 and below 1, such as 0.95")


def _is_mean(value: Any) -> bool:
    return isinstance(value, str) and value.strip().casefold() == "mean"


def _text(argument: Argument, value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}"
    if not isinstance(value, str):
        raise InputError(argument.name, value, "a text")
    return value.strip()


def _flag(argument: Argument, value: Any) -> bool:
    if value not in (0, 1):
        raise InputError(argument.name, value, "TRUE or FALSE")
    return bool(value)
