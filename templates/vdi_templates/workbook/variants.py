"""The lines of the model once more, for the variants of one design: one column per driver and end.

A column works out only what its driver changes; for all else its formulas refer to the column of the design
as it is. The formulas are those of the lines, so that a variant is calculated as a design is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import Input
from vdi_sizing.model.figure import Line
from vdi_sizing.model.names import given_names
from vdi_sizing.what_if.drivers import DRIVERS, ENDS, MIXED, SCALED, Driver
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, REFERENCE, Layout, filled

DESIGN_INPUTS: dict[str, Input] = {
    name: field for section in design_sections() for name, field in section.inputs.items()
}
RESULTS = ("known_eur_per_vm", "vms_per_block", "drives_total", "numbers_hold", "void_word", "priced")
CHOICE_CELL = "Sensitivity!$D$6"
FIRST_DRIVER_ROW = 10
CHANGE_COLUMNS = {"low": "D", "high": "E"}
"""Where the Sensitivity sheet asks for the design, and by how much each driver is varied."""
CHOSEN_ROW, CHANGE_ROW = FIRST_ROW, FIRST_ROW + 1
_FIRST_LINE_ROW = CHANGE_ROW + 2

_RANGE = re.compile(r"\{(\w+)\}:\{(\w+)\}")
INPUTS = "Inputs varied"


@dataclass(frozen=True)
class Variant:
    """One column: a driver at its low or high end."""

    driver: Driver
    end: str
    column: str
    change_cell: str

    @property
    def key(self) -> tuple[str, str]:
        return self.driver.name, self.end


class Variants:
    """Which lines stand on the Variants sheet, where, and with which formulas.

    The figures that a sizing starts from change only where a driver changes them itself.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.base_column = get_column_letter(FIRST_DESIGN_COLUMN)
        self.variants = [
            Variant(
                driver,
                end,
                get_column_letter(FIRST_DESIGN_COLUMN + 1 + len(ENDS) * at + position),
                f"Sensitivity!${CHANGE_COLUMNS[end]}${FIRST_DRIVER_ROW + at}",
            )
            for at, driver in enumerate(DRIVERS.values())
            for position, end in enumerate(ENDS)
        ]

    @property
    def columns(self) -> list[str]:
        """The design as it is, and every variant."""
        return [self.base_column, *(variant.column for variant in self.variants)]

    # --- which lines ----------------------------------------------------------------------------------

    @property
    def _lines(self) -> dict[str, Line]:
        return self._layout.lines

    @cached_property
    def _order(self) -> dict[str, int]:
        return {name: position for position, name in enumerate(self._lines)}

    @cached_property
    def _ranges(self) -> dict[str, set[str]]:
        """The lines that a formula refers to as a range: they have to stand together, all of them."""
        names = list(self._lines)
        return {
            name: {
                between
                for first, last in _RANGE.findall(line.formula)
                for between in names[self._order[first] : self._order[last] + 1]
            }
            for name, line in self._lines.items()
        }

    @cached_property
    def _refers_to(self) -> dict[str, set[str]]:
        """Lines, and inputs as "design.x", that a line is worked out from."""
        given = given_names()
        return {name: set() if name in given else self._named_in(line) for name, line in self._lines.items()}

    def _named_in(self, line: Line) -> set[str]:
        found = {
            f"{group}.{name}" if group else name
            for group, name in REFERENCE.findall(line.formula)
            if group in ("", "design")
        }
        return found | self._ranges[line.name]

    @cached_property
    def _needed(self) -> set[str]:
        """Everything that the results depend on."""
        needed: set[str] = set()
        waiting = list(RESULTS)
        while waiting:
            name = waiting.pop()
            if name not in needed:
                needed.add(name)
                waiting += self._refers_to.get(name, ())
        return needed

    @cached_property
    def _needed_lines(self) -> list[str]:
        """The lines of those, each after the lines that it is worked out from."""
        return sorted(self._needed & self._lines.keys(), key=self._depth.__getitem__)

    @cached_property
    def _changed(self) -> dict[str, set[str]]:
        """Per driver the lines that it changes, directly or through other lines."""
        return {name: self._changed_by(driver) for name, driver in DRIVERS.items()}

    def _changed_by(self, driver: Driver) -> set[str]:
        changed = self._needed & set(driver.targets)
        for name in self._needed_lines:
            if name not in driver.kept and self._refers_to[name] & changed:
                changed.add(name)
        return changed

    @cached_property
    def _in_column(self) -> dict[str, set[str]]:
        """Per driver what stands in its columns: what it changes, and the rest of the ranges of that."""
        return {
            name: changed | {member for line in changed & self._lines.keys() for member in self._ranges[line]}
            for name, changed in self._changed.items()
        }

    @cached_property
    def _depth(self) -> dict[str, int]:
        """How many lines stand behind a line: none of them may come after it when changes are followed."""
        depth: dict[str, int] = {}

        def of(name: str) -> int:
            if name not in depth:
                depth[name] = 1 + max((of(other) for other in self._refers_to[name] if other in self._lines), default=0)
            return depth[name]

        for name in self._lines:
            of(name)
        return depth

    @cached_property
    def lines(self) -> list[Line]:
        """The lines on the sheet: what a driver changes, and what those formulas refer to."""
        stands = set().union(*self._in_column.values()) & self._lines.keys()
        shown = stands | {name for line in stands for name in self._refers_to[line]} | set(RESULTS)
        return [line for name, line in self._lines.items() if name in shown]

    @cached_property
    def inputs(self) -> list[str]:
        """Inputs of the design that a driver changes, as "design.x"."""
        return [name for driver in DRIVERS.values() for name in driver.targets if name.startswith("design.")]

    # --- where ----------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> dict[str, int]:
        """Row of each input and line, and of each section's heading."""
        row = _FIRST_LINE_ROW
        rows = {INPUTS: row}
        for name in self.inputs:
            row += 1
            rows[name] = row
        shown = {line.name for line in self.lines}
        for section in self._layout.sections:
            own = [line.name for line in section.lines if line.name in shown]
            if own:
                row += 2
                rows[section.title] = row
            for name in own:
                row += 1
                rows[name] = row
        return rows

    def stands_in(self, name: str, variant: Variant) -> bool:
        """Whether a variant's column has a cell for a line or input; else it is as in the design."""
        return name in self._in_column[variant.driver.name]

    def reference(self, name: str, variant: Variant | None = None) -> str:
        """The cell of a result, seen from another sheet."""
        column = variant.column if variant and self.stands_in(name, variant) else self.base_column
        return f"Variants!${column}${self.rows[name]}"

    # --- formulas -------------------------------------------------------------------------------------

    def _of_chosen(self, row: str, sheet: str = "") -> str:
        return f"INDEX({row},{sheet}${self.base_column}${CHOSEN_ROW})"

    def _input(self, name: str, sheet: str = "") -> str:
        row, first, last = self._layout.design_rows[name], self._layout.column(0), self._last_column
        return self._of_chosen(f"Designs!${first}${row}:${last}${row}", sheet)

    @property
    def _last_column(self) -> str:
        return self._layout.column(self._layout.designs - 1)

    def base_formula(self, name: str) -> str:
        """A line or input of the design as it is."""
        group, _, key = name.rpartition(".")
        return "=" + self._input_as_read(key) if group else self._pick_line(name)

    def _input_as_read(self, key: str) -> str:
        """An input as the library takes it: what a blank stands for; nothing of an unused tier."""
        field, tier = DESIGN_INPUTS[key], key.partition("_")[0]
        blank = '""' if field.blank is None else f"{field.blank:g}"
        conditions = [f'{self._input(key)}=""']
        if f"{tier}_drive" in DESIGN_INPUTS:
            conditions.append(f'{self._input(f"{tier}_drive")}=""')
        return f"IF(OR({','.join(conditions)}),{blank},{self._input(key)})"

    def pick(self, name: str) -> str:
        """A line or input of the chosen design, on another sheet."""
        group, _, key = name.rpartition(".")
        return "=" + self._input(key, "Variants!") if group else self._pick_line(name, "Variants!")

    def _pick_line(self, name: str, sheet: str = "") -> str:
        own_sheet, row = self._layout.line_rows[name]
        cells = f"{own_sheet}!${self._layout.column(0)}${row}:${self._last_column}${row}"
        return "=" + self._of_chosen(cells, sheet)

    def formula(self, name: str, variant: Variant) -> str:
        """A line or input of a variant."""
        if name in variant.driver.targets:
            return self._target(name, variant)
        if name not in self._changed[variant.driver.name]:
            return f"=${self.base_column}{self.rows[name]}"

        cells = self._cells[variant.key]
        return "=" + filled(self._lines[name].formula, cells)

    @cached_property
    def _cells(self) -> dict[tuple[str, str], dict[str, str]]:
        """Per variant the cell that its formulas read for each line, input and setting."""
        layout = self._layout
        base = {
            **{name: f"${self.base_column}{row}" for name, row in self.rows.items()},
            **{f"settings.{name}": f"Settings!$D${row}" for name, row in layout.settings_rows.items()},
            **{f"design.{name}": self._input(name) for name in layout.design_rows},  # no copy: a blank stays blank
        }
        return {
            variant.key: base
            | {name: f"{variant.column}{self.rows[name]}" for name in self._in_column[variant.driver.name]}
            for variant in self.variants
        }

    def _target(self, name: str, variant: Variant) -> str:
        """A figure or input that the driver itself changes."""
        driver = variant.driver
        base, change = f"${self.base_column}{self.rows[name]}", f"{variant.column}${CHANGE_ROW}"
        if driver.how == MIXED:
            reads, writes = (f"${self.base_column}{self.rows[target]}" for target in driver.targets)
            both = f"({reads}+{writes})"
            share = shifted(driver, f"IF({both}=0,0,{reads}/{both})", change)
            return f"={both}*{share}" if name == driver.targets[0] else f"={both}*(1-{share})"
        changed = f"{base}*(1+{change})" if driver.how == SCALED else shifted(driver, base, change)
        return f'=IF({base}="","",{changed})' if name.startswith("design.") else f"={changed}"


def shifted(driver: Driver, base: str, change: str) -> str:
    """A share at a change in points, within its limits."""
    return f"MIN({driver.most:g},MAX({driver.least:g},{base}+{change}))"
