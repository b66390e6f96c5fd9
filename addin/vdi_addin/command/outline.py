"""What `explain` and `where` share: which figure is meant, by a label, a name or a cell, and its outline."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from openpyxl.utils import column_index_from_string

from vdi_addin.command.status import DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.typed import a_path
from vdi_addin.comparison import brand_of
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import same_name
from vdi_sizing.model.figure import Line
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_templates.reading.reader import Reader
from vdi_templates.report.trace import Asked, Trace
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, LINE_SHEETS, layout_of

_CELL = re.compile(r"'?([^'!]+)'?!\$?([A-Za-z]{1,3})\$?([1-9][0-9]*)")
_NAMED = re.compile(rf"\b({'|'.join(LINE_SHEETS)})!\$?([A-Z]{{1,3}})\$?([0-9]+)(:?)")
"""A cell of a sheet on which each design has a column, in a formula; a colon behind it: those of all designs."""
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
    trace = Trace(sizing, layout, brand_of(reader).translation, columns)
    design = _design(args.design, sizing.designs)
    for line in _lines(reader, trace, args.figure, cell, design, how):
        print(_kept_indent(line))
    for note in reader.notes:
        print(on_one_line(f"note: {note}"))
    return DONE


def _lines(
    reader: Reader, trace: Trace, asked: str, cell: re.Match[str] | None, design: DesignSizing | None, how: How
) -> Iterator[str]:
    if cell is None:
        found = [Found(name, design or trace.sizing.designs[0]) for name in trace.named(asked)]
    elif cell[1] == _COST:
        yield from _in_row_of_bill(trace, asked, int(cell[3]))
        return
    else:
        found = list(dict.fromkeys(_in_cell(reader, trace, cell, design)))
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


def _in_cell(reader: Reader, trace: Trace, cell: re.Match[str], design: DesignSizing | None) -> Iterator[Found]:
    """The figure in a cell of a sheet of figures, or those that the formula of another cell names."""
    sheet, letters, row = cell[1], cell[2].upper(), int(cell[3])
    if sheet not in reader.workbook.sheetnames:
        raise InputError("sheet", sheet, f"one of: {', '.join(reader.workbook.sheetnames)}")
    place = f"{sheet}!{letters}{row}"
    formula = str(reader.workbook[sheet][f"{letters}{row}"].value or "")
    if not formula.startswith("="):
        raise InputError(place, formula or None, "a cell with a formula: this one is blank, typed, or a text")
    named = [(sheet, letters, str(row), "")] if sheet in LINE_SHEETS else _NAMED.findall(formula)
    found: list[Found] = []
    for on, column, number, of_all in named:
        at = _at(reader, trace, on, column, int(number))
        if at is not None:
            designs = trace.sizing.designs if of_all else (at[1],)
            found += [Found(at[0], each) for each in ((design,) if design else designs)]
    if not found:
        raise InputError(place, formula, f"a cell whose formula names one of {', '.join(LINE_SHEETS)}")
    yield from [each for each in found if each.name not in _WHETHER_SHOWN] or found


def _at(reader: Reader, trace: Trace, sheet: str, letters: str, row: int) -> tuple[str, DesignSizing] | None:
    found = trace.at(sheet, column_index_from_string(letters) - FIRST_DESIGN_COLUMN, row)
    if found is not None:
        says, expected = reader.workbook[sheet].cell(row, 1).value, trace.text_of(found[0])
        if says != expected:
            raise InputError(f"{sheet}!A{row}", says, f"{expected!r}: the workbook is of another version, upgrade it")
    return found
