"""Reading one input cell: its cleaned value, or an error that names file, sheet, cell, value and what was expected."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import ERROR_CODES, Cell, MergedCell
from openpyxl.utils.escape import unescape
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import AFTER_1900, FIRST_DATE, Input
from vdi_sizing.scenario import DECIMAL_COMMA, DECIMAL_POINT, refuse
from vdi_templates.reading.coordinates import column_number
from vdi_templates.reading.file import load, refuse_what_cannot_be_read
from vdi_templates.workbook.brand import brand_of

_TEXTUAL = ("s", "str")  # openpyxl's types of a text, and of an empty one that a formula returns
_NUMERIC = ("number", "whole", "share")
_COMPARED = ("name", "choice", "yes/no")
_AS_IT_STANDS = ("text", "date or text")
"""Kinds in which spaces alone are nothing amiss; in all others the formulas take them for no blank cell."""
_REFERENCE = re.compile(
    r"=(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^'!(]+))!\$?(?P<column>[A-Za-z]{1,3})\$?(?P<row>\d{1,7})"
)
_COMMA_NUMBER = re.compile(r"-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?")
_POINT_NUMBER = re.compile(r"-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?")


InputCells = Mapping[str, tuple[Worksheet, Cell | MergedCell, Input]]
"""Inputs of one record by name: where each stands, and what it is."""


class Cells:
    """The cells of one file, as inputs; `only` the sheets of those names are read."""

    def __init__(self, path: Path, only: Collection[str] | None) -> None:
        self._path, self._only = path, only
        refuse_what_cannot_be_read(path)
        self.workbook = load(path, values=False, only=only)
        names = {name: each.attr_text or "" for name, each in self.workbook.defined_names.items()}
        self.translation = brand_of(names, ()).translation  # in what language the file says that it is
        self.number_style = DECIMAL_POINT
        self.notes: list[str] = []  # what was read in a way that its owner should know of
        self.texts: dict[tuple[str, str], tuple[str, float]] = {}  # numbers written as text, by sheet and cell
        self.unusable: list[InputError] = []  # the inputs that cannot be used, as far as they were collected

    @cached_property
    def values(self) -> Workbook:
        """The same workbook with the saved values of its formulas; read only where one is needed."""
        return load(self._path, values=True, only=self._only)

    def says(self, cell: Cell | MergedCell, label: str) -> bool:
        """Whether a cell holds a label of ours, in English or as the file says it."""
        return str(cell.value or "") in (label, self.translation.text(label))

    def at(self, sheet: str, cell: str) -> str:
        """How an error names a cell."""
        return f"{self._path.name}: {sheet}!{cell}"

    def input(self, ws: Worksheet, cell: Cell | MergedCell, field: Input) -> Any:
        """The cleaned value of an input cell."""
        where = self.at(ws.title, cell.coordinate)
        if isinstance(cell, MergedCell):
            expected = f"a cell of its own: unmerge it, and enter {field.expected}"
            raise InputError(field.label, "merged with the cell before it", expected, where)
        cell = self._followed(cell)
        calculated = cell.data_type == "f"
        value = self._saved_value(ws, cell, field, where) if calculated else cell.value
        if isinstance(value, str):
            value = unescape(value)
        shown = self.values[ws.title][cell.coordinate] if calculated else cell
        if shown.data_type == "e" or (calculated and value in ERROR_CODES):
            raise InputError(field.label, value, field.expected, where)
        if isinstance(value, str) and field.kind in _NUMERIC and value.strip():
            text = value
            value = self._number_in_text(text, field, where)
            self.texts[ws.title, cell.coordinate] = text, value
        if isinstance(value, (datetime.date, datetime.time)):
            _check_date(value, field, where)
        if isinstance(value, str) and value and blank(value) and field.optional and field.kind not in _AS_IT_STANDS:
            raise InputError(field.label, value, f"{field.expected}, or a blank cell: spaces stand in this one", where)
        if field.kind in _COMPARED and not blank(value):
            _check_compared(value, field, where)
        if isinstance(value, str):
            value = self.translation.chosen(value, field.own_words)
        try:
            return field.cleaned(value, where)
        except InputError as error:
            raise InputError(error.name, error.value, self._as_chosen(error.expected, field), where) from error

    def _as_chosen(self, expected: str, field: Input) -> str:
        """What is expected, with its choices as the list at the cell has them, in the language of the file."""
        choices = field.choices or ()
        said = ", ".join(map(self.translation.text, choices))
        return expected.replace(", ".join(choices), said) if choices else expected

    def inputs(self, cells: InputCells) -> dict[str, Any] | None:
        """The cleaned values of the inputs of one record by name; none where one cannot be used, which is noted."""
        values, before = {}, len(self.unusable)
        for name, (ws, cell, field) in cells.items():
            try:
                values[name] = self.input(ws, cell, field)
            except InputError as error:
                if error.where != self.at(ws.title, cell.coordinate):
                    raise  # not of this cell: the file cannot be read
                self.unusable.append(error)
        return values if len(self.unusable) == before else None

    def refuse_unusable(self) -> None:
        """Raise what was noted, all at once."""
        refuse(self.unusable_inputs())

    def unusable_inputs(self) -> list[InputError]:
        """What was noted; of a cell that is read twice what is wrong with it once."""
        return list({str(error): error for error in self.unusable}.values())

    def _followed(self, cell: Cell | MergedCell) -> Cell | MergedCell:
        """What a cell refers to, if its formula does nothing else: that is right before anybody recalculates."""
        found = _REFERENCE.fullmatch(str(cell.value)) if cell.data_type == "f" else None
        if found is None:
            return cell
        title = found["quoted"].replace("''", "'") if found["quoted"] else found["plain"]
        ws = self.workbook[title] if title in self.workbook.sheetnames else None
        if not isinstance(ws, Worksheet) or (self._only is not None and title not in self._only):
            return cell
        target = ws._cells.get((int(found["row"]), column_number(found["column"])))
        return cell if target is None or target.value is None or target.data_type == "f" else target

    def _saved_value(self, ws: Worksheet, cell: Cell | MergedCell, field: Input, where: str) -> Any:
        value = self.values[ws.title][cell.coordinate].value
        if value is None and not self.is_blank(ws, cell):
            expected = (
                f"{field.expected}; the formula has no saved value: "
                "open the file in a spreadsheet program and save it, or enter a number"
            )
            raise InputError(field.label, cell.value, expected, where)
        return value

    def is_blank(self, ws: Worksheet, cell: Cell | MergedCell) -> bool:
        """Whether a cell shows nothing; a formula may return an empty text, which is a saved value."""
        cell = self._followed(cell)
        if cell.data_type != "f":
            return blank(cell.value)
        saved = self.values[ws.title][cell.coordinate]
        return blank(saved.value) and saved.data_type in _TEXTUAL

    def _number_in_text(self, text: str, field: Input, where: str) -> float:
        bare = text.strip().replace("\N{NO-BREAK SPACE}", "").replace(" ", "")
        by_comma = float(bare.replace(".", "").replace(",", ".")) if _COMMA_NUMBER.fullmatch(bare) else None
        by_point = float(bare.replace(",", "")) if _POINT_NUMBER.fullmatch(bare) else None
        comma = self.number_style == DECIMAL_COMMA
        number, otherwise = (by_comma, by_point) if comma else (by_point, by_comma)
        other = self.translation.text(DECIMAL_POINT if comma else DECIMAL_COMMA)
        setting = f"{self.translation.text('numbers written as text')!r} on the Settings sheet"
        if number is not None and otherwise is not None and number != otherwise and not comma:
            either = f" as a number: the text may mean {number:.15g} or {otherwise:.15g}"
            hint = f"{either}, unless {setting} says {other!r}"
            raise InputError(field.label, text, field.expected + hint, where)
        if number is not None:
            note = f"{where}: {field.label} is the text {text!r}, read as the number {number:.15g}"
            if otherwise not in (None, number):
                note += f"; with a {other} (sheet Settings) it would be {otherwise:.15g}"
            self.notes.append(f"{note}; type it as a number: the sheet gives no answer for a text")
            return number
        hint = ""
        if otherwise is not None:
            hint = f" (it is text; {setting} can be set to {other!r})"
        raise InputError(field.label, text, field.expected + hint, where)


def _check_date(value: datetime.date | datetime.time, field: Input, where: str) -> None:
    """A spreadsheet keeps a date as a number, and shows a number as a date if its format says so."""
    shown = str(value).removesuffix(" 00:00:00")
    if isinstance(value, datetime.time):
        raise InputError(field.label, f"the time {shown}", field.expected, where)
    if field.kind not in ("date", "date or text"):
        raise InputError(field.label, f"the date {shown}", field.expected, where)
    if " " in shown:
        raise InputError(field.label, f"the date {shown}", "a date without a time of day", where)
    if value.year < FIRST_DATE.year:
        raise InputError(field.label, f"the date {shown}", AFTER_1900, where)


def _check_compared(value: object, field: Input, where: str) -> None:
    """A spreadsheet's formulas compare such a text as it stands: with its spaces, and TRUE is not yes."""
    if isinstance(value, bool):
        raise InputError(field.label, value, field.expected, where)
    if isinstance(value, str) and value != value.strip():
        raise InputError(field.label, value, f"{value.strip()!r}, without spaces {_beside(value)} it", where)


def _beside(text: str) -> str:
    """On which side of a text its spaces stand."""
    sides = ["before"] * (text != text.lstrip()) + ["behind"] * (text != text.rstrip())
    return " and ".join(sides)


def blank(value: object) -> bool:
    """Whether a value is nothing, or a text of nothing but spaces."""
    return value is None or (isinstance(value, str) and not value.strip())
