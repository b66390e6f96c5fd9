"""The catalogue as LibreOffice calls it: every argument a cell or a range, every result a range.

LibreOffice takes a range as a result only where the function is declared to return one, and then shows
a range of one cell as that cell. It hands over an empty cell as the number 0 and TRUE as 1, which cannot
be told from numbers: an empty cell counts as 0, as in LibreOffice's own functions, and is refused where
0 is. Only an empty cell inside a range is known as empty, and refused.
"""

from __future__ import annotations

import functools
import struct
from typing import Any

from vdi_addin.functions import catalogue
from vdi_addin.functions.catalogue import Function
from vdi_addin.functions.convert import OMITTED, Answer, Failure, call

SERVICE = "_xll"
"""Name of the component. Not a free choice: LibreOffice before 25.2 reads `_xll.VDI_NUM_VM(` in an .xlsx."""

IMPLEMENTATION = "org.vdisizing.VdiFunctions"

ERROR_NUMBERS = {"#NUM!": 503, "#N/A": 32767}
"""LibreOffice's own numbers of the error values."""

NO_FAILURE = "no failure since LibreOffice started"

_last_failure = NO_FAILURE


def last_error() -> str:
    """Why the last of these functions that failed did so; press F2 and Enter to ask again.

    Returns
    -------
    str
        Function, argument, value, and what was expected [-]
    """
    return _last_failure


@functools.cache
def functions() -> tuple[Function, ...]:
    """The functions of the catalogue, and VDI_LAST_ERROR, which Excel has on its ribbon.

    >>> "VDI_LAST_ERROR" in [function.name for function in functions()]
    True
    """
    everything = (*catalogue.functions(), catalogue.describe(last_error))
    return tuple(sorted(everything, key=lambda function: function.name))


def answer(function: Function, *cells: Any) -> tuple[tuple[float | str, ...], ...]:
    """What the function gives for what LibreOffice hands over: a range, of one cell if all cells are single.

    >>> answer(catalogue.function("VDI_DISK_COUNT"), 320.0, 480.0, 2.0, ((75.0, 150.0),))
    ((18.0, 9.0),)
    """
    try:
        result = call(function, *(OMITTED if cell is None else cell for cell in cells))
    except Exception as error:  # a fault of ours: LibreOffice shows #VALUE!
        _keep(f"{function.name}: {type(error).__name__}: {error}")
        raise
    rows = result if isinstance(result, tuple) else ((result,),)
    return tuple(tuple(_shown(item) for item in row) for row in rows)


def _shown(item: Answer) -> float | str:
    """What a cell shows; a failure's message is kept."""
    if isinstance(item, Failure):
        _keep(item.message)
        return error_value(ERROR_NUMBERS[item.error])
    return item


def _keep(message: str) -> None:
    global _last_failure  # noqa: PLW0603
    _last_failure = message


def error_value(number: int) -> float:
    """The number that LibreOffice shows as an error value: not a number, with the error in its low bits.

    >>> error_value(503)
    nan
    """
    value: float = struct.unpack("<d", struct.pack("<Q", 0x7FF8 << 48 | number))[0]
    return value
