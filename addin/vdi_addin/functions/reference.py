"""The reference page of the spreadsheet functions, in Markdown: `python -m vdi_addin.functions.reference > PAGE.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby

from vdi_addin.functions.catalogue import Argument, Function, functions

HEAD = """# Spreadsheet functions

The same functions in Excel (Windows) and LibreOffice, in cells of your own. Arguments in brackets may be
left out. A range in place of a number gives an answer per cell. What cannot be used gives an error value,
#N/A for a refused argument and #NUM! where no finite value answers; "Last error" on the ribbon, or
`=VDI_LAST_ERROR()` in LibreOffice, says why.

A date counts as the number that it is, TRUE as 1, FALSE as 0. A text is no number. A blank cell is refused, unless the
argument is one that may stay unknown. In LibreOffice a blank cell given by itself counts as 0, as in LibreOffice's own
functions, since it cannot be told from 0 there; inside a range it is refused too. An error value in Excel gives #N/A,
in LibreOffice that error. Where a share may be given, the text "mean" asks for the mean.
"""


def reference_page() -> str:
    """The page: every function of the catalogue, by module."""
    return "\n".join([HEAD, *_lines()])


def _lines() -> Iterator[str]:
    by_module = sorted(functions(), key=lambda function: (function.module, function.name))
    for module, members in groupby(by_module, key=lambda function: function.module):
        yield f"## {module.rsplit('.', 1)[-1]}\n"
        for function in members:
            yield from _entry(function)


def _entry(function: Function) -> Iterator[str]:
    yield f"### {signature(function)}\n"
    yield f"{function.help} Returns: {function.result.removesuffix(' [-]')}\n"
    for argument in function.arguments:
        yield f"- `{argument.name}`: {_explained(argument)}"
    yield ""


def signature(function: Function) -> str:
    """How the function is written in a cell.

    >>> from vdi_addin.functions.catalogue import function
    >>> signature(function("VDI_BACKEND_IOPS"))
    'VDI_BACKEND_IOPS(read_iops, write_iops, write_penalty, [read_hit], [write_coalesced])'
    """
    names = (f"[{argument.name}]" if argument.optional else argument.name for argument in function.arguments)
    return f"{function.name}({', '.join(names)})"


def _explained(argument: Argument) -> str:
    unit = f" [{argument.unit}]" if argument.unit else ""
    default = f". Left out: {argument.default}" if argument.optional and argument.default is not None else ""
    return f"{argument.help.rstrip('.')}{unit}{default}"


if __name__ == "__main__":
    sys.stdout.write(reference_page())
