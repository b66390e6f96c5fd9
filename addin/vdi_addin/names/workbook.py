"""The workbook `vdi_functions.xlsx`: the functions as names, with examples, and the table that they look into."""

from __future__ import annotations

import io
import math
import re
import zipfile
from typing import Any
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.workbook.defined_name import DefinedName

from vdi_addin.functions.catalogue import Function, example_answer, functions, version
from vdi_addin.functions.reference import signature
from vdi_addin.functions.wording import shown
from vdi_addin.names.formulas import WITHOUT
from vdi_addin.names.lambdas import TABLE, TABLE_COLUMNS, lambdas
from vdi_sizing.tables.raid_levels import RAID_LEVELS

FILE_NAME = "vdi_functions.xlsx"
HEAD = (
    "The functions VDI_... as names of this workbook, for Excel 365 on Windows, Mac and the web: nothing to install, "
    "no macro, nothing to trust.",
    "Work in a copy of this file, or copy this sheet into your workbook: the names and the sheet RAID come along.",
    "A value that cannot be used shows #N/A, and #NUM! stands where no finite value answers. TRUE and FALSE count as "
    "numbers only where the answer is yes or no.",
)
FIRST_ROW = len(HEAD) + 4
_MOMENT = (1980, 1, 1, 0, 0, 0)
_MODIFIED = re.compile(r"(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)")
_FORMULA = re.compile(r'<c r="(\w+)"([^>]*?)(?: t="\w+")?><f>([^<]*)</f><v ?/?>(?:</v>)?</c>')


def names_workbook() -> bytes:
    """The finished file; the same bytes each time."""
    book = Workbook()
    values = _functions_sheet(book.worksheets[0])
    _raid_sheet(book.create_sheet(TABLE))
    _without_sheet(book.create_sheet("Not here"))
    for name, formula in sorted(lambdas().items()):
        book.defined_names[name] = DefinedName(name, attr_text=formula)
    book.properties.creator, book.properties.title = "vdi-sizing", "VDI sizing functions"
    plain = io.BytesIO()
    book.save(plain)
    return _finished(plain, values)


def _functions_sheet(sheet: Any) -> dict[str, float | str]:
    """The list of the functions; the values of its formulas by cell."""
    sheet.title = "Functions"
    _put(sheet, "A1", f"VDI sizing {version()}: functions without an add-in", bold=True, size=14)
    for row, text in enumerate(HEAD, 2):
        _put(sheet, f"A{row}", text)
    _header(sheet, FIRST_ROW - 1, ("Function", "What it is", "Example", "It shows"), (72, 78, 66, 14))
    values: dict[str, float | str] = {}
    there = [function for function in functions() if function.name in lambdas()]
    for row, function in enumerate(there, FIRST_ROW):
        _put(sheet, f"A{row}", signature(function))
        _put(sheet, f"B{row}", f"{function.help} {function.result.removesuffix(' [-]')}")
        if function.example:
            formula, answer = _example(function)
            sheet[f"C{row}"].value, sheet[f"C{row}"].data_type = formula, "s"
            if isinstance(answer, str) or math.isfinite(answer):
                sheet[f"D{row}"].value = formula
                values[f"D{row}"] = answer
            else:  # as a text: a file without errors in its cells
                sheet[f"D{row}"].value, sheet[f"D{row}"].data_type = shown(answer), "s"
    sheet.freeze_panes = f"A{FIRST_ROW}"
    return values


def _example(function: Function) -> tuple[str, float | str]:
    """The example of a function, as a formula and its answer with all digits."""
    return f"={function.example.split(' shows ')[0]}", example_answer(function)


def _raid_sheet(sheet: Any) -> None:
    """The table of RAID levels, for VDI_RAID."""
    _header(sheet, 1, ("raid", *TABLE_COLUMNS), (30, *[14] * len(TABLE_COLUMNS)))
    for row, level in enumerate(RAID_LEVELS, 2):
        for column, name in enumerate(("name", *TABLE_COLUMNS), 1):
            sheet.cell(row, column).value = getattr(level, name)


def _without_sheet(sheet: Any) -> None:
    """The functions that only the add-in and the extension have."""
    _header(sheet, 1, ("Only with the add-in or the extension", "Why"), (46, 60))
    for row, (name, reason) in enumerate(WITHOUT.items(), 2):
        _put(sheet, f"A{row}", f"VDI_{name.upper()}")
        _put(sheet, f"B{row}", reason)


def _header(sheet: Any, row: int, titles: tuple[str, ...], widths: tuple[int, ...]) -> None:
    for column, (title, width) in enumerate(zip(titles, widths, strict=True), 1):
        letter = chr(ord("A") + column - 1)
        _put(sheet, f"{letter}{row}", title, bold=True)
        sheet.column_dimensions[letter].width = width


def _put(sheet: Any, cell: str, text: str, *, bold: bool = False, size: int = 11) -> None:
    sheet[cell].value = text
    sheet[cell].font = Font(name="Calibri", size=size, bold=bold)
    sheet[cell].alignment = Alignment(vertical="top")


def _finished(plain: io.BytesIO, values: dict[str, float | str]) -> bytes:
    """The file with the values of its formulas, which openpyxl leaves out, and without the time of day."""

    def with_value(match: re.Match[str]) -> str:
        value = values[match[1]]
        kind = ' t="str"' if isinstance(value, str) else ""
        saved = escape(value) if isinstance(value, str) else repr(value)
        return f'<c r="{match[1]}"{match[2]}{kind}><f>{match[3]}</f><v>{saved}</v></c>'

    finished = io.BytesIO()
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(finished, "w") as target:
        for name in source.namelist():
            part = source.read(name).decode("utf-8")
            part = _MODIFIED.sub(r"\g<1>1980-01-01T00:00:00Z\2", _FORMULA.sub(with_value, part))
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.compress_type = zipfile.ZIP_STORED  # the same bytes with every version of zlib
            entry.create_system = 0
            target.writestr(entry, part)
    return finished.getvalue()
