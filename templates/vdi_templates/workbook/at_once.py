"""The column of the sheet Variants in which all drivers are changed at once, each by its dial on What if."""

from __future__ import annotations

from functools import cached_property, lru_cache

from vdi_sizing.model.figure import down
from vdi_sizing.what_if.drivers import AT_ONCE, DRIVERS, GROWN, MIXED, SCALED, Driver
from vdi_templates.workbook.layout import HEADER_ROW, Layout, filled
from vdi_templates.workbook.variants import shifted, variants_of

SHEET = "What if"
DIAL_COLUMN, FIRST_DIAL_ROW = "C", HEADER_ROW + 2
DIAL_CELLS = f"'{SHEET}'!${DIAL_COLUMN}${FIRST_DIAL_ROW}:${DIAL_COLUMN}${FIRST_DIAL_ROW + len(DRIVERS) - 1}"
WRONG_DIAL_CELL = f"$A${FIRST_DIAL_ROW + len(DRIVERS) + 1}"
"""Where What if says which dial is out of its range; nothing, where none is."""


def dial_cell(driver: Driver) -> str:
    """Where a driver's change is typed."""
    return f"'{SHEET}'!${DIAL_COLUMN}${FIRST_DIAL_ROW + list(DRIVERS).index(driver.name)}"


@lru_cache(maxsize=4)
def at_once_of(layout: Layout) -> AtOnce:
    """That column in a workbook of that layout."""
    return AtOnce(layout)


class AtOnce:
    """What stands in that column, and by which formulas; all else is as in the design."""

    def __init__(self, layout: Layout) -> None:
        self._variants, self._layout = variants_of(layout), layout
        self._depends = self._variants.depends
        self.column, self._base = self._variants.at_once_column, self._variants.base_column

    def reference(self, name: str) -> str:
        """The cell of a line or input, seen from another sheet."""
        column = self.column if name in self._depends.at_once else self._base
        return f"Variants!${column}${self._variants.rows[name]}"

    @cached_property
    def formulas(self) -> dict[str, str]:
        """Those of the column, by line or input."""
        return {name: self._formula(name) for name in self._depends.at_once}

    def _formula(self, name: str) -> str:
        if name in self._depends.targets:
            return f"={self._target(name)}"
        if name in self._depends.changed_at_once:
            return "=" + filled(self._layout.lines[name].formula, self._cells)
        return f"={self._as_is(name)}"

    @cached_property
    def _cells(self) -> dict[str, str]:
        rows = self._variants.rows
        labels = {f"label.{name}": f"$A${rows[name]}" for name in rows}
        own = {name: f"{self.column}{rows[name]}" for name in self._depends.at_once}
        return self._variants.cells_as_is(self._base) | labels | own

    def _as_is(self, name: str) -> str:
        return f"${self._base}{self._variants.rows[name]}"

    def _target(self, name: str) -> str:
        """A figure or input that drivers themselves change, one after the other."""
        value = self._as_is(name)
        for driver in AT_ONCE:
            if name in driver.of_bill:
                value = self._variants.recurring_at_once(name)
            elif name in driver.targets:
                value = self._changed(value, name, driver)
        return f'IF({self._as_is(name)}="","",{value})' if "." in name else value

    def _changed(self, value: str, name: str, driver: Driver) -> str:
        dial = dial_cell(driver)
        if driver.how == GROWN:
            return f"{value}*(1+{dial})^{self._variants.setting('years')}"
        if driver.how == SCALED and not driver.changes_counts:
            return f"{value}*(1+{dial})"
        return f"IF({dial}=0,{value},{self._moved(value, name, driver, dial)})"

    def _moved(self, value: str, name: str, driver: Driver, dial: str) -> str:
        if driver.changes_counts:
            return down(f"{value}*(1+{dial})")
        if driver.how != MIXED:
            return shifted(driver, value, dial)
        reads, writes = (self._as_is(target) for target in driver.targets)
        both = f"({reads}+{writes})"
        share = shifted(driver, f"IF({both}=0,0,{reads}/{both})", dial)
        return f"{both}*{share}" if name == driver.targets[0] else f"{both}*(1-{share})"
