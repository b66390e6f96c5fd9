"""The rows of a list that is known: each field's value, as the workbook has it, or what is wrong with its cell."""

from __future__ import annotations

import datetime
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input
from vdi_templates.importing.headers import AMOUNTS, FIELDS, IN_USE, NOT_SAID, Column, KnownList, normal
from vdi_templates.importing.numbers import (
    CURRENCIES,
    Style,
    currency_shown,
    decimal_symbol,
    factor,
    has_digits,
    units_for,
)
from vdi_templates.importing.sources import Cell, Grid
from vdi_templates.importing.unclear import numbers_said
from vdi_templates.importing.wording import IN_ENGLISH, Wording
from vdi_templates.importing.words import HEADING, NO_PRICE_YET, NOT_GIVEN, means

NUMERIC = ("number", "whole", "share")
_OF_MACHINES = ("vms", "disks", "hosts")
_WHOLE = ("KiB", "MiB")
"""What is counted in whole ones by exports of machines."""
_MANY = "vms"
_PER_CENT = "%"
OR_NO_PRICE = "or a word for a price that is still to come, such as 'on request' or 'auf Anfrage'"
_HOW_TO_SAY_A_SHARE = "; of per cent the cell or the header says so: 80 %"


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

    @cached_property
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
        found = ((name, self.value(name)) for name in self.cells)
        return {name: value for name, value in found if value is not None}

    def value(self, name: str) -> Any:
        """The value of a field as the workbook has it; None where its cell says none."""
        return self.value_in(self.cells[name], name) if name in self.cells else None

    def value_in(self, cell: Cell, name: str) -> Any:
        """The value of a field if a cell stood in its column."""
        declared, column = FIELDS[self.of.kind][name], self.of.columns[name]
        value = self._value(name, cell, declared, column)
        if value is None:
            return None
        if self.style.is_open:  # in the other locale it is another number
            return value
        if self.of.kind == "users" and name == _MANY:
            self._refuse_a_fraction(cell, value)
        try:
            return declared.cleaned(value, self.where(name))
        except InputError as error:
            if declared.kind not in NUMERIC:
                raise
            said, expected = self._as_said(cell, declared, column, error.expected)
            raise InputError(error.name, said, expected, error.where) from error

    def text(self, *names: str) -> str:
        """What the first of the fields that holds something says, as it stands there."""
        cells = self.cells
        return next((str(cells[name].value).strip() for name in names if name in cells), "")

    def has_word_alone(self, meaning: str) -> bool:
        """Whether any cell of the row, of whatever column, holds a word of that meaning and nothing else."""
        cells = self.of.grid.rows[self.number - 1]
        return any(isinstance(cell.value, str) and means(meaning, cell.value) for cell in cells)

    def where(self, name: str) -> str:
        """The place of a field's cell."""
        return f"{self.place}, column {self.of.columns[name].header!r}" if name in self.of.columns else self.place

    def is_heading(self, *names: str) -> bool:
        """Whether it holds nothing but a heading in one of those fields, or the headers of the list once more."""
        cells = self.cells
        if all(normal(str(cell.value)) == normal(self.of.columns[each].header) for each, cell in cells.items()):
            return True
        text = self.text(*names)
        return len(cells) == 1 and set(cells) <= set(names) and (text.endswith(":") or means(HEADING, text))

    @property
    def currency(self) -> str:
        """The currency that the amounts say: beside them, by their format, or in the header; or nothing."""
        said = ""
        for name in AMOUNTS:
            if name not in self.cells:
                continue
            cell, column = self.cells[name], self.of.columns[name]
            found = self.style.quantity(cell.value) if isinstance(cell.value, str) else None
            beside = found.unit if found else currency_shown(cell.number_format)
            for each in (column.unit, beside):
                if each not in CURRENCIES.values():
                    continue
                if said and each != said:
                    raise InputError(column.header, cell.value, f"an amount in {said}", self.where(name))
                said = each
        return said

    def _value(self, name: str, cell: Cell, declared: Input, column: Column) -> Any:
        if declared.kind in NUMERIC:
            return self._number(name, cell, declared, column)
        if declared.kind == "date":
            return self._date(name, cell, declared)
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
            raise InputError(column.header, value, declared.expected, self.where(name))
        if isinstance(value, str):
            if means(NO_PRICE_YET if name in AMOUNTS else NOT_GIVEN, value):
                return None
            found = self.style.quantity(value) if has_digits(value) else None
            if found is None:
                other = OR_NO_PRICE if name in AMOUNTS else "and nothing else"
                raise InputError(column.header, value.strip(), f"{declared.expected}, {other}", self.where(name))
            value, said = found.number, found.unit or said
        elif "%" in cell.number_format:  # a spreadsheet program keeps 80 % as 0.8
            said = ""
        if name in AMOUNTS:
            return float(value)
        by = factor(said, declared.unit)
        if by is None:
            known = "its unit in the header or in the cell, such as GB" if said == NOT_SAID else declared.expected
            if said == "TB":
                known = (
                    f"a number in {units_for(declared.unit)}, and not in TB, of which nobody knows whether TiB is meant"
                )
            raise InputError(column.header, cell.value, known, self.where(name))
        return float(value) if by == 1 else round(float(value) * by, 9)

    def _refuse_a_fraction(self, cell: Cell, many: float) -> None:
        """Whoever counts people counts whole ones: a fraction is thousands in another locale, or a share of posts."""
        if float(many).is_integer():
            return
        expected = "a whole number of users or VMs"
        if isinstance(cell.value, str):
            read = f"{many:.12g}".replace(".", decimal_symbol(self.style.locale))
            expected = f"{expected}; in the locale {self.style.locale} it is {read}: of another one say --locale"
        raise InputError(self.of.columns[_MANY].header, str(cell.value).strip(), expected, self.where(_MANY))

    def _as_said(self, cell: Cell, declared: Input, column: Column, expected: str) -> tuple[Any, str]:
        """A number as the file has it, and what was expected in the same unit."""
        said = cell.value.strip() if isinstance(cell.value, str) else cell.value
        if declared.kind != "share":
            return _plain(said), expected
        if not isinstance(said, str) and _PER_CENT in cell.number_format:  # a spreadsheet program shows 1.8 as 180 %
            said = f"{100 * float(said):.15g} %"
        if _PER_CENT not in f"{said}{column.unit}":
            return _plain(said), f"{expected}{_HOW_TO_SAY_A_SHARE}"
        least = "a share from 0 %" if declared.above is None else f"a share above {100 * declared.above:g} %"
        return said, f"{least}, at most {100 * (declared.most or 1):g} %"

    def _date(self, name: str, cell: Cell, declared: Input) -> datetime.date | None:
        if isinstance(cell.value, datetime.datetime):
            return cell.value.date()
        if isinstance(cell.value, datetime.date):
            return cell.value
        found = self.style.date(str(cell.value).strip())
        if found is None and not means(NOT_GIVEN, cell.value):
            expected = (
                f"{declared.expected} such as 2026-11-21 or 21.11.2026; of 01/02/2026 say --locale en_GB or en_US"
            )
            raise InputError(self.of.columns[name].header, cell.value, expected, self.where(name))
        return found


def rows_of(known: KnownList, style: Style) -> Iterator[Row]:
    """The rows below the headers that hold something."""
    for number in range(known.header_row + 1, len(known.grid.rows) + 1):
        row = Row(known, number, style)
        if row.cells:
            yield row


def texts_with_numbers(known: KnownList, names: Container[str] | None = None) -> Iterator[tuple[str, str]]:
    """The texts of a list that are meant as numbers, and where they stand; of some fields alone, where said."""
    for name, column in known.columns.items():
        if FIELDS[known.kind][name].kind not in NUMERIC or not (names is None or name in names):
            continue
        for number in range(known.header_row + 1, len(known.grid.rows) + 1):
            row = known.grid.rows[number - 1]
            value = row[column.index].value if column.index < len(row) else None
            if isinstance(value, str) and has_digits(value):
                place = f"{known.grid.place(number)}, column {column.header!r}"
                yield from ((said, place) for said in numbers_said(value))


def texts_in_mib(known: KnownList) -> Iterator[tuple[str, str]]:
    """Of a list of machines the texts that are whole MiB by its headers, those of RVTools that say MB among them."""
    if known.kind not in _OF_MACHINES:
        return iter(())
    names = {name for name, column in known.columns.items() if column.unit in _WHOLE and name != IN_USE}
    return texts_with_numbers(known, names)


def _blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def places_of(rows: Sequence[Row], most: int = 20, wording: Wording = IN_ENGLISH) -> str:
    """The rows as one says them: of one list, or of several."""
    by_list: dict[str, tuple[Grid, list[int]]] = {}
    for row in rows:
        by_list.setdefault(row.of.grid.name, (row.of.grid, []))[1].append(row.number)
    return "; ".join(wording.rows(grid, numbers, most) for grid, numbers in by_list.values())


def _plain(said: Any) -> Any:
    """A text that reads as the number it is, as that number: -3 and not '-3'."""
    try:
        number = float(said)
    except ValueError:
        return said
    return number if f"{number:.15g}" == str(said) else said
