"""Excel's functions: xlwings asks this module for each of them by name.

They are made from the catalogue. A refused value comes back as a text that begins with
the error value, "#N/A drive_iops is blank; ...", which the VBA wrapper turns into that
error value and the message of "Last error".
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import xlwings as xw

from vdi_addin.functions.catalogue import Function, functions
from vdi_addin.functions.convert import OMITTED, Failure, call, is_range
from vdi_sizing.errors import InputError

CATEGORY = "VDI sizing"
ERRORS = {
    -2146826288: "#NULL!", -2146826281: "#DIV/0!", -2146826273: "#VALUE!", -2146826265: "#REF!",
    -2146826259: "#NAME?", -2146826252: "#NUM!", -2146826246: "#N/A",
}  # fmt: skip
"""Whole numbers as which error values arrive."""
ERROR_NUMBERS = range(-2146826288, -2146826200)
"""Those of later error values, #SPILL! and #CALC! among them, lie here too."""


def excel_function(function: Function) -> Callable[..., Any]:
    """The xlwings function that answers for a function of the catalogue."""

    def udf(*cells: Any) -> Any:
        return excel_value(call(function, *map(cell_value, cells)))

    udf.__name__ = udf.__qualname__ = function.name
    udf.__doc__ = function.help
    udf.__annotations__ = {}  # xlwings would take them for converters
    udf.__signature__ = _signature(function)  # type: ignore[attr-defined]
    for argument in function.arguments:
        udf = xw.arg(argument.name, convert="raw", doc=argument.explained)(udf)
    answering: Callable[..., Any] = xw.func(category=CATEGORY)(udf)
    return answering


def _signature(function: Function) -> inspect.Signature:
    return inspect.Signature(
        [
            inspect.Parameter(
                argument.name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=OMITTED if argument.optional else inspect.Parameter.empty,
            )
            for argument in function.arguments
        ]
    )


def cell_value(value: Any) -> Any:
    """What a cell or the cells of a range hold; a row that is typed into a formula, {1,2}, comes without its rows.

    >>> cell_value((18.0, -2146826243))
    [[18.0, 'an error value']]
    """
    if is_range(value):
        rows = value if value and is_range(value[0]) else (value,)
        return [[cell_value(cell) for cell in row] for row in rows]
    if isinstance(value, int) and value in ERROR_NUMBERS:
        return ERRORS.get(value, "an error value")
    return value


def excel_value(answer: Any) -> Any:
    """What xlwings writes for an answer.

    >>> excel_value(((1.0, Failure("#NUM!", "VDI_X: saturated")),))
    [[1.0, '#NUM! VDI_X: saturated']]
    """
    if is_range(answer):
        return [[excel_value(cell) for cell in row] for row in answer]
    return str(answer) if isinstance(answer, Failure) else answer


def free_name(path: Path) -> Path:
    """The path, or the first of `name_2`, `name_3`, ... that does not exist yet.

    >>> free_name(Path("no_such_file.xlsx")).name
    'no_such_file.xlsx'
    """
    numbered = (path.with_stem(f"{path.stem}_{number}") for number in itertools.count(2))
    return next(candidate for candidate in itertools.chain([path], numbered) if not candidate.exists())


globals().update({function.name: excel_function(function) for function in functions()})


@xw.script
def compare_workbook(path):  # type: ignore[no-untyped-def]  # xlwings would take annotations for converters
    """Path of the comparison that is written beside a saved workbook, or why there is none."""
    # openpyxl is slow to import: a cell's function should not wait for it
    from vdi_addin.comparison import compare  # noqa: PLC0415
    from vdi_templates.workbook.save import write_whole  # noqa: PLC0415

    source = Path(path)
    target = free_name(source.with_name(f"{source.stem}_comparison.xlsx"))
    try:
        write_whole(target, compare(source).workbook, force=False)
    except InputError as error:
        return str(Failure("#N/A", str(error)))
    return str(target)
