"""The reference page of the spreadsheet functions, in Markdown: `python -m vdi_addin.functions.reference > PAGE.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby

from vdi_addin.functions.catalogue import Function, functions

HEAD = """# Spreadsheet functions

The same functions in Excel (Windows) and LibreOffice, in cells of your own. Arguments in brackets may be
left out. A range in place of a number gives an answer per cell, but where an argument asks for the numbers of all
groups: those are a row or a column. What cannot be used gives an error value, #N/A for a refused argument and #NUM!
where no finite value answers; "Last error" on the ribbon, or `=VDI_LAST_ERROR()` in LibreOffice, says why.

A date counts as the number that it is, TRUE as 1, FALSE as 0. A text is no number. A blank cell is refused, unless the
argument is one that may stay unknown. In LibreOffice a blank cell given by itself counts as 0, as in LibreOffice's own
functions, since it cannot be told from 0 there; inside a range it is refused too. An error value in Excel gives #N/A,
in LibreOffice that error. Where the share of a response time may be given, the text "mean" asks for the mean. All
shares are numbers from 0 to 1. Where a write penalty is asked for, the name of a RAID level, such as "RAID 5", will do.

What a queue depends on besides its load (`write_back`, `read_hit`, `service_shape`, `write_coalesced`, `cache_ms`,
`max_utilization`, `multiple`) can be given in a range of two columns, names and values, in place of `write_back`: with
`read_hit` in A1 and 0.5 in B1, `=VDI_RESPONSE_TIME_MS(90,75,768,1152,"RAID 10",A1:B1)`.

**The order of arguments** follows the question. A limit that is asked about comes first. Where drives are given, and
the question is what they do: `drives`, `drive_iops`, then the load, then the RAID level. Where a load is given, and
the question is what it needs: the load, then the write penalty or RAID level, then the drives. Reads come before
writes, and what may be left out comes last. These differ, and stay as they are, since a second name for the same
answer, or a new order under the old name, would harm more than it helps:

- `VDI_DISK_COUNT_FOR_RESPONSE_TIME` has `raid` behind `drive_iops`, since it may be left out;
- `VDI_FLASH_CACHE_IOPS` has `write_penalty` behind its hits, which may not be left out there;
- `VDI_RAID_USABLE_GB` begins with `raid`, which it asks about;
- `VDI_RESPONSE_TIME_PERCENTILE_MS`, `VDI_QUANTILE_ROOT`, `VDI_QUANTILE_SERVICE_TIMES` and
  `VDI_HIGHEST_UTILIZATION_FOR_SHARE` begin with `share`, which they ask about; elsewhere it is an option;
- `VDI_MEAN_MULTIPLIER`, `VDI_QUANTILE_ROOT` and `VDI_SHARE_WITHIN` have `read_hit` before `write_back`;
- `VDI_MEAN_SERVICE_TIMES`, `VDI_SHARE_WITHIN_SERVICE_TIMES`, `VDI_QUANTILE_SERVICE_TIMES`,
  `VDI_HIGHEST_UTILIZATION_FOR_MEAN` and `VDI_HIGHEST_UTILIZATION_FOR_SHARE` do so too, behind `service_shape`.
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
        yield f"- `{argument.name}`: {argument.explained}"
    if function.example:
        yield f"\nExample: `={function.example.replace(' shows ', '` shows ', 1)}"
    yield ""


def signature(function: Function) -> str:
    """How the function is written in a cell.

    >>> from vdi_addin.functions.catalogue import function
    >>> signature(function("VDI_BACKEND_IOPS"))
    'VDI_BACKEND_IOPS(read_iops, write_iops, write_penalty, [read_hit], [write_coalesced])'
    """
    names = (f"[{argument.name}]" if argument.optional else argument.name for argument in function.arguments)
    return f"{function.name}({', '.join(names)})"


if __name__ == "__main__":
    sys.stdout.write(reference_page())
