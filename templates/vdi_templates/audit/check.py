"""Is a workbook what the library would write for its inputs? Names each cell that differs."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openpyxl.utils.datetime import to_excel

from vdi_sizing.model.sizing import size
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.book import Book, CachedValue, cached
from vdi_templates.workbook.build import build_book

RELATIVE, ABSOLUTE = 1e-9, 1e-12
_TEXT = re.compile(r'("(?:[^"]|"")*")')
_ADDIN = re.compile(r"(?:\[\d+\]!|'[^']*\.xlam'!|_xludf\.)(?=VDI_)", re.IGNORECASE)  # put there by Excel when it saves
_NUMBER = re.compile(r"(?<![\w.$])(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(?![\w.])", re.IGNORECASE)  # and no cell's row


@dataclass(frozen=True)
class Difference:
    """A calculated cell that is not as shipped."""

    cell: str
    what: str
    found: object
    expected: object

    def __str__(self) -> str:
        return f"{self.cell}: {self.what} is {self.found!r}; expected {self.expected!r}"


def rebuilt(reader: Reader) -> Book:
    """The workbook that the library writes for the inputs of this one."""
    scenario = reader.scenario()
    return build_book(size(scenario), reader.cost_rows(), reader.table_rows["bill"])


def differences(path: Path) -> tuple[list[Difference], int]:
    """What differs, and how many calculated cells were looked at."""
    reader = Reader(path)
    book = rebuilt(reader)
    if reader.unused_columns:  # the others stand elsewhere than in what is shipped
        unused = reader.unused_columns
        return [Difference(unused.where, "the column", "blank", unused.expected)], 0
    formulas, values = reader.workbook, reader.values
    found: list[Difference] = []
    looked_at = 0
    for sheet, cells in book.cached.items():
        for cell, value in cells.items():
            looked_at += 1
            where = f"{sheet}!{cell}"
            if sheet not in formulas.sheetnames:
                found.append(Difference(where, "the sheet", "missing", sheet))
                continue
            found += _compare_cell(
                where,
                formulas[sheet][cell].value,
                str(book.worksheet(sheet)[cell].value),
                values[sheet][cell].value,
                value,
                book.answered.get((sheet, cell), value),
            )
    return found, looked_at


def _compare_cell(
    where: str, formula: object, shipped: str, saved: Any, computed: CachedValue, answered: CachedValue
) -> list[Difference]:
    """A cell may have been saved where Python answers, or where nobody does."""
    if _plain(formula) != _plain(shipped):
        return [Difference(where, "the formula", formula, shipped)]
    if not agree(saved, computed) and not agree(saved, answered):
        return [Difference(where, "the value", saved, computed)]
    return []


def _plain(formula: object) -> str:
    """A formula without what spreadsheet programs rewrite: spaces, case, numbers, where an add-in stands."""
    # every second part is a text in quotes
    parts = _TEXT.split(str(formula))
    parts[::2] = [_NUMBER.sub(_spelled, _ADDIN.sub("", re.sub(r"\s+", "", part))).casefold() for part in parts[::2]]
    return "".join(parts)


def _spelled(number: re.Match[str]) -> str:
    return f"{float(number[0]):.15g}"


def agree(saved: Any, computed: Any) -> bool:
    """Same type, and 1e-9 relative or 1e-12 absolute; a blank cell is an empty text."""
    theirs, ours = _held(saved), _held(computed)
    if isinstance(theirs, float) and isinstance(ours, float):
        return abs(theirs - ours) <= max(ABSOLUTE, RELATIVE * abs(ours))
    return type(theirs) is type(ours) and theirs == ours


def _held(value: Any) -> CachedValue | bool:
    """A value as the cell holds it: what it shows as a date or time is a number of days."""
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return float(to_excel(value))  # type: ignore[no-untyped-call]
    return value if isinstance(value, bool) else cached(value)
