"""The rows of a list that is known: each field's value, as the workbook has it, or what is wrong with its cell."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input
from vdi_templates.importing.headers import FIELDS, NOT_SAID, Column, KnownList
from vdi_templates.importing.numbers import CURRENCIES, Style, currency_shown, factor, has_digits
from vdi_templates.importing.sources import Cell

NUMERIC = ("number", "whole", "share")
_AN_AMOUNT = "amount"


@dataclass(frozen=True)
class Row:
    """One row of a known list."""

    of: KnownList
    number: int
    """As a spreadsheet program counts it."""
    style: Style

    @property
    def place(self) -> str:
        """The file, the sheet and the row."""
        return self.of.grid.place(self.number)

    @property
    def cells(self) -> dict[str, Cell]:
        """The cells that hold something, by field."""
        row = self.of.grid.rows[self.number - 1]
        found = {name: row[column.index] for name, column in self.of.columns.items() if column.index < len(row)}
        return {name: cell for name, cell in found.items() if not _blank(cell.value)}

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values of its fields, without those that are blank.

        Raises
        ------
        InputError
            If a cell cannot be used.
        """
        found = {}
        for name, cell in self.cells.items():
            declared, column = FIELDS[self.of.kind][name], self.of.columns[name]
            value = self._value(name, cell, declared, column)
            if value is not None:
                found[name] = declared.cleaned(value, self._where(column))
        return found

    @property
    def currency(self) -> str:
        """The currency that the amount says: beside it, by its format, or in the header; or nothing."""
        cell, column = self.cells[_AN_AMOUNT], self.of.columns[_AN_AMOUNT]
        found = self.style.quantity(cell.value) if isinstance(cell.value, str) else None
        beside = found.unit if found else currency_shown(cell.number_format)
        said = {each for each in (beside, column.unit) if each in CURRENCIES.values()}
        if len(said) > 1:
            raise InputError(column.header, cell.value, f"an amount in {column.unit}", self._where(column))
        return next(iter(said), "")

    def _where(self, column: Column) -> str:
        return f"{self.place}, column {column.header!r}"

    def _value(self, name: str, cell: Cell, declared: Input, column: Column) -> Any:
        if declared.kind in NUMERIC:
            return self._number(name, cell, declared, column)
        if declared.kind == "date":
            return self._date(cell, declared, column)
        if isinstance(cell.value, bool):
            return "True" if cell.value else "False"
        if isinstance(cell.value, float) and cell.value.is_integer():
            return str(int(cell.value))
        if isinstance(cell.value, datetime.datetime):
            return cell.value.date().isoformat()
        return str(cell.value).strip()

    def _number(self, name: str, cell: Cell, declared: Input, column: Column) -> float | None:
        value, said = cell.value, column.unit
        if isinstance(value, (bool, datetime.date, datetime.time)):
            raise InputError(column.header, value, declared.expected, self._where(column))
        if isinstance(value, str):
            if not has_digits(value):
                return None
            found = self.style.quantity(value)
            if found is None:
                raise InputError(column.header, value, f"{declared.expected}, and nothing else", self._where(column))
            value, said = found.number, found.unit or said
        elif "%" in cell.number_format:  # a spreadsheet program keeps 80 % as 0.8
            said = ""
        if name == _AN_AMOUNT:
            return float(value)
        by = factor(said, declared.unit)
        if by is None:
            known = "its unit in the header or in the cell, such as GB" if said == NOT_SAID else declared.expected
            raise InputError(column.header, cell.value, known, self._where(column))
        return float(value) if by == 1 else round(float(value) * by, 9)

    def _date(self, cell: Cell, declared: Input, column: Column) -> datetime.date | None:
        if isinstance(cell.value, datetime.datetime):
            return cell.value.date()
        if isinstance(cell.value, datetime.date):
            return cell.value
        found = self.style.date(str(cell.value).strip())
        if found is None and has_digits(str(cell.value)):
            expected = (
                f"{declared.expected} such as 2026-11-21 or 21.11.2026; of 01/02/2026 say --locale en_GB or en_US"
            )
            raise InputError(column.header, cell.value, expected, self._where(column))
        return found


def rows_of(known: KnownList, style: Style) -> Iterator[Row]:
    """The rows below the headers that hold something."""
    for number in range(known.header_row + 1, len(known.grid.rows) + 1):
        row = Row(known, number, style)
        if row.cells:
            yield row


def texts_with_numbers(known: KnownList) -> Iterator[tuple[str, str]]:
    """The texts of a list that are meant as numbers, and where they stand."""
    for name, column in known.columns.items():
        if FIELDS[known.kind][name].kind not in NUMERIC:
            continue
        for number in range(known.header_row + 1, len(known.grid.rows) + 1):
            row = known.grid.rows[number - 1]
            value = row[column.index].value if column.index < len(row) else None
            if isinstance(value, str) and has_digits(value):
                yield value, f"{known.grid.place(number)}, column {column.header!r}"


def _blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def places_of(rows: Sequence[Row], most: int = 20) -> str:
    """The rows as one says them: of one list, or of several."""
    by_list: dict[str, list[int]] = {}
    for row in rows:
        by_list.setdefault(row.of.grid.name, []).append(row.number)
    return "; ".join(f"{name} {rows_in_words(numbers, most)}" for name, numbers in by_list.items())


def rows_in_words(numbers: Sequence[int], most: int = 20) -> str:
    """Rows as one says them.

    >>> rows_in_words([2]), rows_in_words([2, 3, 4, 9]), rows_in_words([2, 4, 6, 7], most=2)
    ('row 2', 'rows 2-4, 9', 'rows 2, 4 and 2 more')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    said = ", ".join("-".join(map(str, run)) for run in runs[:most])
    more = sum(run[-1] - run[0] + 1 for run in runs[most:])
    return f"row{'s' if len(numbers) > 1 else ''} {said}{f' and {more} more' if more else ''}"
