"""The lines of the model once more, for the variants of one design: one column per driver and end.

The design as it is stands there live, and beside it as it was when the file was made. The columns of the drivers hold
what the library worked out then, as values: a column what its driver changes; all else is as in the design as drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.figure import in_row
from vdi_sizing.scenario import Settings
from vdi_sizing.what_if.drivers import DRIVERS, ENDS, Driver
from vdi_templates.workbook.dependencies import dependencies
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, Layout

DESIGN_INPUTS: dict[str, Input] = {
    name: field for section in design_sections() for name, field in section.inputs.items()
}
_SETTINGS = inputs_of(Settings)
CHOICE_CELL, MEASURE_CELL, OTHER_CELL = "Sensitivity!$D$6", "Sensitivity!$D$7", "Sensitivity!$D$8"
TORNADO_ROW = 10
FIRST_DRIVER_ROW = TORNADO_ROW + 1 + len(DRIVERS) + 5
CHANGE_COLUMNS = {"low": "D", "high": "E"}
VALUE_COLUMNS: dict[str | None, str] = {"low": "F", None: "G", "high": "H"}
"""Where the Sensitivity sheet asks for the design, what is ranked, the design beside it, and each driver's changes;
where it ranks them, and where it shows what each driver is at its low end, as it is, and at its high end."""
(
    CHOSEN_ROW, MOVED_ROW, CHANGE_ROW, MEASURE_ROW, ERRORS_ROW, RANKED_ROW, STILL_ROW, WHY_ROW,
) = range(FIRST_ROW, FIRST_ROW + 8)  # fmt: skip
_FIRST_LINE_ROW = WHY_ROW + 2

INPUTS = "Inputs varied"
ONLY_AT_ONCE = "With all drivers at once alone: the columns of single drivers leave this out"


@dataclass(frozen=True)
class Variant:
    """One column: a driver at its low or high end, of the design that is varied or of the other one."""

    driver: Driver
    end: str
    column: str

    @property
    def change_cell(self) -> str:
        """By how much it was changed, seen from another sheet."""
        return f"Variants!${self.column}${CHANGE_ROW}"

    @property
    def key(self) -> tuple[str, str]:
        return self.driver.name, self.end


@lru_cache(maxsize=4)
def variants_of(layout: Layout) -> Variants:
    """The variants in a workbook of that layout."""
    return Variants(layout)


class Variants:
    """Which lines stand on the Variants sheet, where, and with which formulas.

    The figures that a sizing starts from change only where a driver changes them itself. The other design has columns
    for the drivers that change it too; an input of one design leaves the other as it is.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.depends = dependencies()
        first = FIRST_DESIGN_COLUMN
        self.base_column, self.at_once_column, self.drawn_column = (get_column_letter(first + at) for at in range(3))
        self.variants = self._columns_of(list(DRIVERS.values()), first + 3)
        of_other = first + 3 + len(self.variants)
        self.other_base_column, self.other_drawn_column = (get_column_letter(of_other + at) for at in range(2))
        shared = [driver for driver in DRIVERS.values() if driver.of_all_designs] if layout.design_columns > 1 else []
        self.others = self._columns_of(shared, of_other + 2)

    @staticmethod
    def _columns_of(drivers: list[Driver], first: int) -> list[Variant]:
        return [
            Variant(driver, end, get_column_letter(first + len(ENDS) * at + position))
            for at, driver in enumerate(drivers)
            for position, end in enumerate(ENDS)
        ]

    @property
    def base_columns(self) -> list[str]:
        """Those of the design that is varied, and of the other one, as they are."""
        return [self.base_column, *([self.other_base_column] if self.others else [])]

    @property
    def drawn_columns(self) -> list[str]:
        """Those of the same two as they were when the file was made."""
        return [self.drawn_column, *([self.other_drawn_column] if self.others else [])]

    @property
    def columns(self) -> list[str]:
        """Both designs as they are and as drawn, every variant, and all drivers at once."""
        drawn = [*self.drawn_columns, *(each.column for each in (*self.variants, *self.others))]
        return [*self.base_columns, self.at_once_column, *drawn]

    @property
    def column_ranges(self) -> list[tuple[str, str]]:
        """The first and the last column of figures: of the design as it is, and of each as it was drawn."""
        own = [(self.base_column, self.at_once_column), (self.drawn_column, self.variants[-1].column)]
        if not self.others:
            return own
        return [*own, (self.other_drawn_column, self.others[-1].column)]

    # --- where ----------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> dict[str, int]:
        """Row of each input and line, and of each section's heading."""
        row = _FIRST_LINE_ROW
        rows = {INPUTS: row}
        for name in self.depends.inputs:
            row += 1
            rows[name] = row
        shown = {line.name for line in self.depends.lines} - self.depends.only_at_once
        for section in self._layout.sections:
            own = [line.name for line in section.lines if line.name in shown]
            if own:
                row += 2
                rows[section.title] = row
            for name in own:
                row += 1
                rows[name] = row
        row += 2
        rows[ONLY_AT_ONCE] = row
        for line in self.depends.lines:
            if line.name in self.depends.only_at_once:
                row += 1
                rows[line.name] = row
        return rows

    def stands_in(self, name: str, variant: Variant) -> bool:
        """Whether a variant's column has a cell for a line or input; else it is as in the design."""
        return name in self.depends.in_column[variant.driver.name]

    def standing(self, name: str, columns: list[Variant]) -> list[Variant]:
        """Those of the columns that have a cell for a line or input."""
        held_by = self.depends.drivers_with.get(name)
        return [variant for variant in columns if variant.driver.name in held_by] if held_by else []

    def reference(self, name: str) -> str:
        """The cell of a line or input of the design that is varied as it is, seen from another sheet."""
        return f"Variants!${self.base_column}${self.rows[name]}"

    def drawn(self, name: str, variant: Variant | None = None) -> str:
        """The cell of a result as it was drawn, of the design that is varied or at an end; seen from another sheet."""
        return f"Variants!{self.cell(name, variant)}"

    def cell(self, name: str, variant: Variant | None = None, drawn: str = "") -> str:
        """The same on Variants; `drawn`: the column of the design as drawn, where it is not that which is varied."""
        column = variant.column if variant and self.stands_in(name, variant) else drawn or self.drawn_column
        return f"${column}${self.rows[name]}"

    @property
    def moved_cell(self) -> str:
        """How much has moved since the drivers were drawn, seen from another sheet."""
        return f"Variants!${self.base_column}${MOVED_ROW}"

    def errors(self, of_other: bool = False, sheet: str = "") -> str:
        """How many errors keep a design from an answer, as it is or as it was drawn; `sheet`: seen from another one."""
        columns = (self.base_columns[of_other], self.drawn_columns[of_other])
        return "+".join(f"{sheet}${column}${ERRORS_ROW}" for column in columns)

    # --- formulas -------------------------------------------------------------------------------------

    def _of_chosen(self, row: str, base: str) -> str:
        return in_row(row, f"{base}${CHOSEN_ROW}")

    def _input(self, name: str, base: str) -> str:
        return self._of_chosen(self._layout.input_cells(name), base)

    @property
    def _last_column(self) -> str:
        return self._layout.column(self._layout.design_columns - 1)

    def base_formula(self, name: str, base: str) -> str:
        """A line or input of a design as it is, in the column of that design."""
        group, _, key = name.rpartition(".")
        if group == "settings":
            cell = self.setting(key)
            return f'=IF({cell}="",{counts_as(_SETTINGS[key])},{cell})'
        return f"={self._input_as_read(key, f'${base}')}" if group else f"={self._line(name, f'${base}')}"

    def setting(self, key: str) -> str:
        """The cell of a setting."""
        return self._layout.setting(key)

    def _input_as_read(self, key: str, base: str) -> str:
        """An input as the library takes it: what a blank stands for; nothing of an unused tier."""
        field, tier = DESIGN_INPUTS[key], key.partition("_")[0]
        conditions = [f'{self._input(key, base)}=""']
        if f"{tier}_drive" in DESIGN_INPUTS:
            conditions.append(f'{self._input(f"{tier}_drive", base)}=""')
        return f"IF(OR({','.join(conditions)}),{counts_as(field)},{self._input(key, base)})"

    def pick(self, name: str, column: str = "") -> str:
        """A line or input of the design that is varied, or of that whose column it is, on another sheet."""
        group, _, key = name.rpartition(".")
        base = f"Variants!${column or self.base_column}"
        return "=" + (self._input(key, base) if group else self._line(name, base))

    def line_of(self, name: str, column: str) -> str:
        """A line of the design whose column it is, on the sheet Variants."""
        return self._line(name, f"${column}")

    def _line(self, name: str, base: str) -> str:
        own_sheet, row = self._layout.line_rows[name]
        return self._of_chosen(f"{own_sheet}!${self._layout.column(0)}${row}:${self._last_column}${row}", base)

    def cells_as_is(self, base: str) -> dict[str, str]:
        """The cell of each line, input and setting of a design as it is, by what formulas call it."""
        layout = self._layout
        return {
            **{f"settings.{name}": self.setting(name) for name in layout.settings_rows},
            **{name: f"${base}{row}" for name, row in self.rows.items() if not name.startswith("settings.")},
            # no copy of the design's: a blank stays blank
            **{f"design.{name}": self._input(name, f"${base}") for name in layout.design_rows},
        }

    def recurring_at_once(self, name: str) -> str:
        """A sum of the bill of the design that is varied, at the rate of interest of all drivers at once."""
        at_interest = self._layout.lines[name].formula.replace("{cost.recurring_eur}", "{cost.recurring_at_once_eur}")
        designs = range(self._layout.design_columns)
        sums = (self._layout.render(at_interest, design, "Variants")[1:] for design in designs)
        return f"CHOOSE(${self.base_column}${CHOSEN_ROW},{','.join(sums)})"

    @property
    def interest_at_once(self) -> str:
        """The cell with the rate of interest of all drivers at once, seen from another sheet."""
        return f"Variants!${self.at_once_column}${self.rows['settings.discount_rate']}"


def counts_as(field: Input) -> str:
    """What a blank cell of an input counts as, in a native formula."""
    if field.blank is None:
        return '""'
    return f'"{field.blank}"' if isinstance(field.blank, str) else f"{field.blank:g}"


def shifted(driver: Driver, base: str, change: str) -> str:
    """A share at a change in points, within its limits."""
    return f"MIN({driver.most:g},MAX({driver.least:g},{base}+{change}))"
