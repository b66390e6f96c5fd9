"""Is a workbook what the library would write for its inputs? Names each cell that differs."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openpyxl.utils.datetime import to_excel

from vdi_sizing.model.sizing import Sizing, size
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.book import Book, CachedValue, cached
from vdi_templates.workbook.build import build_book

RELATIVE, ABSOLUTE = 1e-9, 1e-12
_TEXT = re.compile(r'("(?:[^"]|"")*")')
_ADDIN = re.compile(r"(?:\[\d+\]!|'[^']*\.xlam'!|_xludf\.)(?=VDI_)", re.IGNORECASE)  # put there by Excel when it saves
_LAST_ROW = re.compile(r"\$104[0-8]\d{3}(?!\d)")  # a row is deleted above it, and Excel names one row less
_TRUTH = re.compile(r"\b(TRUE|FALSE)\(\)", re.IGNORECASE)  # as LibreOffice spells it
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
    return build_book(size(scenario), reader.cost_rows(), reader.table_rows)


@dataclass(frozen=True)
class Audit:
    """What differs, how many calculated cells were looked at, and the sizing that they were compared with."""

    differences: list[Difference]
    looked_at: int
    sizing: Sizing


def differences(path: Path) -> tuple[list[Difference], int]:
    """What differs, and how many calculated cells were looked at."""
    audited = audit(path)
    return audited.differences, audited.looked_at


def audit(path: Path) -> Audit:
    """Compare each calculated cell with what the library writes for the same inputs."""
    reader = Reader(path)
    book = rebuilt(reader)
    if reader.unused_columns:  # the others stand elsewhere than in what is shipped
        unused = reader.unused_columns
        return Audit([Difference(unused.where, "the column", "blank", unused.expected)], 0, book.sizing)
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
    return Audit(found, looked_at, book.sizing)


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
    """A formula without what programs rewrite: spaces, case, numbers, truths, the last row, where an add-in stands."""
    # every second part is a text in quotes
    parts = _TEXT.split(str(formula))
    parts[::2] = [_plain_part(part) for part in parts[::2]]
    return "".join(parts)


def _plain_part(part: str) -> str:
    """A piece of a formula that is no text in quotes."""
    without_addin = _TRUTH.sub(r"\1", _ADDIN.sub("", re.sub(r"\s+", "", part)))
    return _NUMBER.sub(_spelled, _LAST_ROW.sub("$1048576", without_addin)).casefold()


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
