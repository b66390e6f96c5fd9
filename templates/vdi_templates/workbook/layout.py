"""Where everything stands: rows of lines and inputs, columns of designs; and how formulas refer to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial

from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.figure import Line, Section, in_row
from vdi_sizing.model.sections import answer_names, lines_by_name, sections
from vdi_sizing.scenario import Scenario, Settings
from vdi_sizing.words import ERROR
from vdi_templates.workbook.calibration import SHEET as CALIBRATION
from vdi_templates.workbook.calibration import fit_cell
from vdi_templates.workbook.cost_columns import COST_LETTERS, ROW_IN_FORMULA
from vdi_templates.workbook.design_inputs import design_sections, inputs_on_builds

UNIT_ROW, HEADER_ROW, FIRST_ROW = 4, 5, 6
FIRST_DESIGN_COLUMN = 4
MAX_DESIGNS = 6
COLUMNS_BESIDE = 20
"""Columns to the right of the designs in which a name would be a design that no formula sees."""
COST_ROWS_STEP = 30
GROUP_ROWS_STEP = 40
GROWTH, GROWTH_CHART_ROWS = "Growth", 20
IN_USE = "in_use"
"""The defined name of the cells that say which columns hold a design."""
LINE_SHEETS = ("Sizing", "Workings", GROWTH)
"""Those on which each design has a column."""
BUILDS = "Builds"
"""The sheet with what counts of each design: what it says itself, or its kit."""
INPUT_CHECK_CELLS = {"open": f"Checks!$D${FIRST_ROW}", "first": f"Checks!$B${FIRST_ROW}"}
"""What the Checks sheet says of the cells of the input sheets: how many of its checks fail, and the first of them."""
_WHY_VOID = ("errors_in_words", "failing")
KIT, ROW_OF_KIT, COUNTING = "kit", "row of kit", "column that counts"
CORES_OF_HOST = "cores of a host by its processor"
ROW_OF_CARD, CARDS = "row of its GPU card on Parts", "GPU cards of a host"
_COLUMN = "\x01"  # stands for the column of a design
_OF_COST = "{cost."
_letter = cache(get_column_letter)

REFERENCE = re.compile(r"\{(?:(\w+)\.)?(\w+)\}")
"""A reference in a formula: {name}, or {group.name}."""


def unless_free(formula: str) -> str:
    """What a page shows in the column of a design: nothing where the column holds none."""
    return f'IF({{in_use}}=0,"",{formula})'


def filled(template: str, cells: Mapping[str, str]) -> str:
    """A template with the cell of each reference, by its "name" or "group.name", in its place."""
    return _with_percent_signs(template) % cells


@cache
def _with_percent_signs(template: str) -> str:
    """The template as Python's % fills it, much faster than a search does: a line is filled for many columns."""
    return REFERENCE.sub(lambda reference: f"%({reference[0][1:-1]})s", template.replace("%", "%%"))


class _References(dict[str, str]):
    """References by name; each is worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[str], str]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, name: str) -> str:
        self[name] = self._work_out(name)
        return self[name]


@dataclass(frozen=True)
class CostBlock:
    """Rows of one design's configuration on the Cost sheet: title, headers, total, then a row per part."""

    title_row: int
    rows: int

    @property
    def total_row(self) -> int:
        return self.title_row + 2

    @property
    def first_row(self) -> int:
        return self.title_row + 3

    @property
    def last_row(self) -> int:
        return self.title_row + 2 + self.rows

    def column(self, name: str) -> str:
        """The rows of a column, as an absolute reference."""
        letter = COST_LETTERS[name]
        return f"Cost!${letter}${self.first_row}:${letter}${self.last_row}"


def _prepared(rows: int, step: int) -> int:
    """Rows that are prepared for so many: in steps, so that a few more move nothing."""
    return (rows // step + 1) * step


def layout_of(
    scenario: Scenario, cost_rows: Sequence[int] | None = None, group_rows: int | None = None, columns: int = 0
) -> Layout:
    """The layout of a scenario's workbook; `cost_rows` and `group_rows`, where a file has its own.

    Those are the rows of each configuration on the sheet Cost, and of the sheet Groups. `columns`: of designs, if
    there are to be more than designs; the others stand for the first design, and are free for the next one.
    """
    of_cost = cost_rows or [_prepared(len(scenario.bill_of(design)), COST_ROWS_STEP) for design in scenario.designs]
    free = [of_cost[0]] * (columns - len(of_cost))
    return _layout((*of_cost, *free), group_rows or _prepared(len(scenario.groups), GROUP_ROWS_STEP))


@lru_cache(maxsize=4)  # workbook after workbook has the same
def _layout(cost_rows: tuple[int, ...], group_rows: int) -> Layout:
    return Layout(cost_rows, group_rows)


class Layout:
    """Rows and columns of a workbook, which follow from how many columns of designs and how many parts it has."""

    def __init__(self, cost_rows: Sequence[int], group_rows: int) -> None:
        self.design_columns = len(cost_rows)
        self.cost_rows = cost_rows
        self.group_rows = group_rows
        self._references: dict[tuple[str, str], _References] = {}
        self._rendered: dict[tuple[str, str], str] = {}

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        return sections()

    @cached_property
    def lines(self) -> dict[str, Line]:
        """Every line by its name."""
        return lines_by_name()

    @cached_property
    def line_rows(self) -> dict[str, tuple[str, int]]:
        """Sheet and row of each line, and of each section's heading."""
        rows, last = {}, {**dict.fromkeys(LINE_SHEETS, FIRST_ROW), GROWTH: FIRST_ROW + GROWTH_CHART_ROWS}
        for section in (each for each in self.sections if each.sheet in LINE_SHEETS):
            row = last[section.sheet]
            rows[section.title] = section.sheet, row
            for line in section.lines:
                row += 1
                rows[line.name] = section.sheet, row
            last[section.sheet] = row + 2
        return rows

    @cached_property
    def design_rows(self) -> dict[str, int]:
        """The row of each design input, and of each section's heading."""
        rows, row = {}, FIRST_ROW
        for section in design_sections():
            rows[section.title] = row
            for name in section.inputs:
                row += 1
                rows[name] = row
            row += 2
        return rows

    @cached_property
    def build_rows(self) -> dict[str, int]:
        """On the sheet Builds the row of each input that may be left to it, and of each section's heading."""
        above = COUNTING, KIT, ROW_OF_KIT, CORES_OF_HOST, CARDS, ROW_OF_CARD
        rows = {name: FIRST_ROW + place for place, name in enumerate(above)}
        row = FIRST_ROW + len(above) + 1
        for section in design_sections():
            names = [name for name in section.inputs if name in inputs_on_builds()]
            for name in (section.title, *names) if names else ():
                rows[name] = row
                row += 1
            row += bool(names)
        return rows

    def typed_cells(self, name: str) -> str:
        """The cells in which an input of all designs is typed."""
        return self._in_all_columns("Designs", self.design_rows[name])

    def input_cells(self, name: str) -> str:
        """The cells in which an input of all designs counts."""
        if name not in inputs_on_builds():
            return self.typed_cells(name)
        return self._in_all_columns(BUILDS, self.build_rows[name])

    def counting_cell(self, column: str, sheet: str = "") -> str:
        """Where it stands which column of Designs counts in a column: its own, or that of the first design."""
        return f"{'' if sheet == BUILDS else f'{BUILDS}!'}{column}${self.build_rows[COUNTING]}"

    def typed(self, name: str, column: str, sheet: str = "") -> str:
        """What is typed on Designs for an input in the column that counts: a blank stays one."""
        return in_row(self.typed_cells(name), self.counting_cell(column, sheet))

    def _in_all_columns(self, sheet: str, row: int) -> str:
        return f"{sheet}!${self.column(0)}${row}:${self.column(self.design_columns - 1)}${row}"

    @cached_property
    def settings_rows(self) -> dict[str, int]:
        return {name: FIRST_ROW + position for position, name in enumerate(inputs_of(Settings))}

    def setting(self, name: str) -> str:
        """The cell of a setting."""
        return f"Settings!$D${self.settings_rows[name]}"

    @cached_property
    def cost_blocks(self) -> list[CostBlock]:
        """The configuration sheets, one below the other."""
        blocks, row = [], HEADER_ROW
        for count in self.cost_rows:
            blocks.append(CostBlock(row, count))
            row = blocks[-1].last_row + 3
        return blocks

    def column(self, design: int) -> str:
        """The letter of a design's column, the same on every sheet."""
        return _letter(FIRST_DESIGN_COLUMN + design)

    def render(self, template: str, design: int, sheet: str = "Sizing") -> str:
        """The formula of a template for one design, as it stands on `sheet`."""
        if _OF_COST in template:
            return self._filled(template, design, self.column(design), sheet)
        key = template, sheet
        if key not in self._rendered:  # the formulas of two designs differ by their column alone
            self._rendered[key] = self._filled(template, 0, _COLUMN, sheet)
        return self._rendered[key].replace(_COLUMN, self.column(design))

    def _filled(self, template: str, design: int, column: str, sheet: str) -> str:
        key = sheet, column
        if key not in self._references:
            self._references[key] = _References(partial(self._reference, column, design, sheet))
        return "=" + filled(template, self._references[key])

    def render_answer(self, name: str, design: int, sheet: str) -> str:
        """The formula that shows a line of one design on `sheet`: an error in its place where the answer is void.

        Nothing in a column that holds no design.
        What follows from inputs alone is shown beside an error of the design, and not where an input is not valid.
        """
        void = "{stands}=0" if name in answer_names() else "{check_inputs}=0"
        shown = f"{{{name}}}" if name in _WHY_VOID else f'IF({void},"{ERROR}",{{{name}}})'
        return self.render(unless_free(shown), design, sheet)

    def _reference(self, column: str, design: int, sheet: str, reference: str) -> str:
        group, _, name = reference.rpartition(".")
        if group == "entered" or (group == "design" and name not in inputs_on_builds()):
            return self.typed(name, column, sheet)
        if group == "design":
            return f"{'' if sheet == BUILDS else f'{BUILDS}!'}{column}{self.build_rows[name]}"
        if group == "typed":
            return f"{'' if sheet == 'Designs' else 'Designs!'}{column}{self.design_rows[name]}"
        if group == "designs":
            return self.input_cells(name)
        if group in _ELSEWHERE:
            return _ELSEWHERE[group](self, design, name)
        own_sheet, row = self.line_rows[name]
        prefix = "" if own_sheet == sheet else f"{own_sheet}!"
        return (
            prefix
            + {
                "": f"{column}{row}",
                "label": f"$A${row}",
                "all": f"${self.column(0)}${row}:${self.column(self.design_columns - 1)}${row}",
            }[group]
        )


_ELSEWHERE: dict[str, Callable[[Layout, int, str], str]] = {
    "settings": lambda layout, _, name: layout.setting(name),
    "inputs": lambda _, __, name: INPUT_CHECK_CELLS[name],
    "fit": lambda _, __, name: f"{CALIBRATION}!{fit_cell(name)}",
    "cost": lambda layout, design, name: layout.cost_blocks[design].column(name),
    "at": lambda _, __, name: f"{COST_LETTERS[name]}{ROW_IN_FORMULA}",
}
"""Where what no line has stands, by the group of a reference: of a layout, a design and a name."""
