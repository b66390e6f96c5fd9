"""What `explain` and `where` share: which figure is meant, by a label, a name or a cell, and its outline."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.utils import column_index_from_string

from vdi_addin.command.status import DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.typed import a_path
from vdi_addin.comparison import brand_of
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import same_name
from vdi_sizing.model.figure import Line
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import DesignSizing, Sizing, size
from vdi_templates.reading.reader import Reader
from vdi_templates.report.table import Words
from vdi_templates.report.trace import Asked, Trace
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, LINE_SHEETS, layout_of
from vdi_templates.workbook.spoken import Spoken, spoken_of

_CELL = re.compile(r"'?([^'!]+)'?!\$?([A-Za-z]{1,3})\$?([1-9][0-9]*)")
_NAMED = re.compile(
    rf"\b({'|'.join(LINE_SHEETS)})!\$?([A-Z]{{1,3}})\$?([0-9]+)(?:(:)[$A-Z0-9]+(?:,1,(\$?[A-Z]{{1,3}}\$?[0-9]+)\))?)?"
)
"""A cell of a sheet on which each design has a column, in a formula; of a row of them the cell that picks one."""
_WHETHER_SHOWN = ("in_use", "stands", "check_inputs", "errors_in_words")
"""What the formula of nearly each cell asks for before it shows something."""
_COST = "Cost"


@dataclass(frozen=True)
class Found:
    """A figure of a design."""

    name: str
    design: DesignSizing

    @property
    def line(self) -> Line:
        """How it is declared."""
        return lines_by_name()[self.name]


How = Callable[[Found], Asked]
"""How far a trace of a figure goes."""


def add_arguments(parser: argparse.ArgumentParser, all_of: str) -> None:
    """Declare what can be typed behind either of them."""
    parser.add_argument("file", type=a_path, metavar="FILE")
    parser.add_argument(
        "figure", metavar="FIGURE", help="its label, as 'EUR per user'; its name; or a cell, as Sizing!D412, Report!B12"
    )
    parser.add_argument("--design", metavar="NAME", help="default: that of the cell, else the first design")
    parser.add_argument("--all", action="store_true", help=all_of)


def run(args: argparse.Namespace, how: How) -> int:
    """Print the outline of each figure that is meant."""
    cell = _CELL.fullmatch(args.figure)
    reader = Reader(args.file, inputs_only=cell is None)
    sizing = size(reader.scenario())
    columns = reader.places_of_designs() or tuple(range(len(sizing.designs)))
    layout = layout_of(sizing.scenario, reader.cost_rows() if cell else None)
    trace = Trace(sizing, layout, Words(sizing, _spoken(reader, sizing)), columns)
    design = _design(args.design, sizing.designs)
    for line in _lines(reader, trace, args.figure, cell, design, how):
        print(_kept_indent(line))
    for note in reader.notes:
        print(on_one_line(f"note: {note}"))
    return DONE


def _spoken(reader: Reader, sizing: Sizing) -> Spoken | None:
    """What the workbook says, where that is not English: its texts are made in its own language."""
    brand = brand_of(reader)
    return None if brand.translation.is_as_written else spoken_of(build_book(sizing, made=Made(brand=brand)))


def _lines(
    reader: Reader, trace: Trace, asked: str, cell: re.Match[str] | None, design: DesignSizing | None, how: How
) -> Iterator[str]:
    if cell is None:
        found = [Found(name, design or trace.sizing.designs[0]) for name in trace.named(asked)]
    elif cell[1].lower() == _COST.lower():
        yield from _in_row_of_bill(trace, asked, int(cell[3]))
        return
    else:
        place, formula = _formula(reader, cell)
        if place.sheet not in LINE_SHEETS:
            yield f"{place}: {formula}"
        found = list(dict.fromkeys(_in_cell(reader, trace, place, formula, design)))
    for each in found:
        yield each.design.design.name
        yield from trace.outline(each.name, each.design, how(each))


def _in_row_of_bill(trace: Trace, asked: str, row: int) -> Iterator[str]:
    found = trace.row_of_bill(row)
    if found is None:
        raise InputError("figure", asked, "a row of Cost in which a part stands")
    design, part = found
    yield from (design.design.name, part)


def _kept_indent(line: str) -> str:
    text = line.lstrip(" ")
    return " " * (len(line) - len(text)) + on_one_line(text)


def _design(name: str | None, designs: tuple[DesignSizing, ...]) -> DesignSizing | None:
    if name is None:
        return None
    found = next((each for each in designs if same_name(name, each.design.name)), None)
    if found is None:
        raise InputError("--design", name, f"one of: {', '.join(each.design.name for each in designs)}")
    return found


class _Place(NamedTuple):
    """A cell of the workbook."""

    sheet: str
    letters: str
    row: int

    def __str__(self) -> str:
        return f"{self.sheet}!{self.letters}{self.row}"

    def of(self, workbook: Workbook) -> Any:
        """What stands there."""
        return workbook[self.sheet][f"{self.letters}{self.row}"].value


def _formula(reader: Reader, cell: re.Match[str]) -> tuple[_Place, str]:
    """The place that was asked for, and its formula."""
    sheets = reader.workbook.sheetnames
    sheet = next((each for each in sheets if same_name(each, cell[1])), None)
    if sheet is None:
        raise InputError("sheet", cell[1], f"one of: {', '.join(sheets)}")
    place = _Place(sheet, cell[2].upper(), int(cell[3]))
    value = place.of(reader.workbook)
    if value is None:
        raise InputError(str(place), None, "a cell with a formula: this one is blank")
    if not str(value).startswith("="):
        raise InputError(str(place), value, "a cell with a formula: this one was typed, or is a text of the workbook")
    return place, str(value)


def _in_cell(reader: Reader, trace: Trace, place: _Place, formula: str, design: DesignSizing | None) -> Iterator[Found]:
    """The figure in a cell of a sheet of figures; of another cell that which it shows, or else all that it names."""
    if place.sheet in LINE_SHEETS:
        named = [(place.sheet, place.letters, str(place.row), "", "")]
    else:
        named = _NAMED.findall(formula)
    found: list[Found] = []
    for on, column, number, of_all, picked_by in named:
        at = _at(reader, trace, on, column, int(number))
        if at is not None:
            own = _picked(reader, trace, place.sheet, picked_by) if of_all else (at[1],)
            found += [Found(at[0], each) for each in own if design in (None, each)]
    if not found:
        of_design = design.design.name if design else "a design"
        lines = ", ".join(LINE_SHEETS)
        raise InputError(str(place), formula, f"a cell whose formula names one of {lines} in a column of {of_design}")
    figures = [each for each in found if each.name not in _WHETHER_SHOWN] or found
    shown = [each for each in figures if _shows(trace, each, place.of(reader.values))]
    yield from shown[:1] or figures


def _picked(reader: Reader, trace: Trace, sheet: str, cell: str) -> tuple[DesignSizing, ...]:
    """The design that a cell picks by its column, from 1; all of them where it does not say."""
    column = reader.values[sheet][cell.replace("$", "")].value if cell else None
    if isinstance(column, (int, float)) and column - 1 in trace.columns:
        return (trace.sizing.designs[trace.columns.index(int(column) - 1)],)
    return trace.sizing.designs


def _shows(trace: Trace, found: Found, saved: object) -> bool:
    """Whether a figure is what a cell shows, by its saved value."""
    value = found.design.shown(found.name)
    if isinstance(saved, (int, float)) and not isinstance(value, str):
        return math.isclose(float(value), saved, rel_tol=1e-9)
    return isinstance(value, str) and saved == trace.value(found.name, found.design)


def _at(reader: Reader, trace: Trace, sheet: str, letters: str, row: int) -> tuple[str, DesignSizing] | None:
    found = trace.at(sheet, column_index_from_string(letters) - FIRST_DESIGN_COLUMN, row)
    if found is not None:
        says, expected = reader.workbook[sheet].cell(row, 1).value, trace.text_of(found[0])
        if says != expected:
            raise InputError(f"{sheet}!A{row}", says, f"{expected!r}: the workbook is of another version, upgrade it")
    return found
