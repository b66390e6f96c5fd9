"""What a driver changes, and all of them at once: the lines that the results hang on, and how they hang together.

It follows from the lines and drivers alone and is the same in every workbook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, cached_property

from vdi_sizing.model.figure import Line
from vdi_sizing.model.names import given_names
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.what_if.drivers import DRIVERS, Driver
from vdi_templates.workbook.layout import REFERENCE

RESULTS = (
    "known_eur_per_vm", "known_users_eur", "known_total_eur", "vms_per_block", "drives_total", "numbers_hold",
    "void_word", "priced", "total_known", "blocks", "vms_whole", "counting",
)  # fmt: skip
WHY_COUNTS_STAY = ("binding_name", "in_cluster", "with_hosts")
"""Of the design as drawn alone: they say why its counts stay."""
RESULTS_AT_ONCE = (
    "users_whole", "vms_whole", "vms_per_block", "binding_name", "next_limit", "blocks", "hosts_beside", "drives_total",
    "known_eur_per_user", "known_users_eur", "known_total_eur", "response_words", "numbers_hold", "void_word", "priced",
    "total_known", *(name for driver in DRIVERS.values() if (name := driver.shown_at_once) and "." not in name),
)  # fmt: skip
"""Of the design with all drivers changed at once."""

_GROUPS = ("", "design", "settings")
_TO = "}:{"
_RANGE = re.compile(r"\{(\w+)\}:\{(\w+)\}")


class Dependencies:
    """Which lines each driver changes, directly or through other lines."""

    def __init__(self, lines: dict[str, Line]) -> None:
        self._lines = lines

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
            if _TO in line.formula
        }

    @cached_property
    def _refers_to(self) -> dict[str, set[str]]:
        """Lines, and inputs as "design.x" or "settings.x", that a line is worked out from."""
        given = given_names()
        return {name: set() if name in given else self._named_in(line) for name, line in self._lines.items()}

    def _named_in(self, line: Line) -> set[str]:
        found = {
            f"{group}.{name}" if group else name for group, name in REFERENCE.findall(line.formula) if group in _GROUPS
        }
        return found | self._ranges.get(line.name, set())

    def _needed_for(self, results: Iterable[str]) -> set[str]:
        """Everything that some results depend on."""
        needed: set[str] = set()
        waiting = list(results)
        while waiting:
            name = waiting.pop()
            if name not in needed:
                needed.add(name)
                waiting += self._refers_to.get(name, ())
        return needed

    @cached_property
    def _needed(self) -> set[str]:
        return self._needed_for(RESULTS)

    @cached_property
    def _needed_lines(self) -> list[str]:
        return self._ordered(self._needed)

    def _ordered(self, needed: set[str]) -> list[str]:
        """The lines among them, each after the lines that it is worked out from."""
        return sorted(needed & self._lines.keys(), key=self._depth.__getitem__)

    @cached_property
    def changed(self) -> dict[str, set[str]]:
        """Per driver the lines that it changes, directly or through other lines."""
        return {name: self._changed_by(driver) for name, driver in DRIVERS.items()}

    def _changed_by(self, driver: Driver) -> set[str]:
        changed = self._needed & {*driver.targets, *driver.of_bill}
        for name in self._needed_lines:
            if name not in driver.kept and self._refers_to[name] & changed:
                changed.add(name)
        return changed

    @cached_property
    def targets(self) -> set[str]:
        """The figures and inputs that some driver itself changes."""
        return {name for driver in DRIVERS.values() for name in (*driver.targets, *driver.of_bill)}

    @cached_property
    def changed_at_once(self) -> set[str]:
        """What all drivers change together."""
        needed = self._needed_for(RESULTS_AT_ONCE)
        changed = needed & self.targets
        for name in self._ordered(needed):
            if self._refers_to[name] & changed:
                changed.add(name)
        return changed

    @cached_property
    def at_once(self) -> set[str]:
        """What stands in the column of all drivers: what they change, and the rest of the ranges of that."""
        return self._with_ranges(self.changed_at_once)

    @cached_property
    def in_column(self) -> dict[str, set[str]]:
        """Per driver what stands in its columns: what it changes, and the rest of the ranges of that."""
        return {name: self._with_ranges(changed) for name, changed in self.changed.items()}

    def _with_ranges(self, changed: set[str]) -> set[str]:
        return changed | {member for line in changed & self._ranges.keys() for member in self._ranges[line]}

    @cached_property
    def same_beside(self) -> dict[str, list[str]]:
        """Per driver the lines that its columns need and that it leaves as they are."""
        return {name: self._same_beside(name) for name in DRIVERS}

    def _same_beside(self, driver: str) -> list[str]:
        changed = self.changed[driver] & self._lines.keys()
        beside = self.in_column[driver].union(*(self._refers_to[name] for name in changed)) - changed
        return [name for name in beside if name in self._lines]

    @cached_property
    def as_is_of_other(self) -> set[str]:
        """What the columns of the drivers of all designs take from the other design as it is."""
        needed = set(RESULTS)
        for name, driver in DRIVERS.items():
            if driver.of_all_designs:
                held, changed = self.in_column[name], self.changed[name]
                read = set().union(*(self._refers_to[line] for line in changed & self._lines.keys()))
                needed |= {*driver.targets, *(held - changed), *(read - held)}
        return needed

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
        shown = self._of_single_drivers | self._shown_with(self.at_once) | set(RESULTS_AT_ONCE)
        return [line for name, line in self._lines.items() if name in shown]

    @cached_property
    def only_at_once(self) -> set[str]:
        """The lines that no column of a single driver works out or refers to, though the driver may change them."""
        return {line.name for line in self.lines} - self._of_single_drivers

    @cached_property
    def _of_single_drivers(self) -> set[str]:
        return self._shown_with(set().union(*self.in_column.values())) | {*RESULTS, *WHY_COUNTS_STAY}

    def _shown_with(self, held: set[str]) -> set[str]:
        """Some lines, and what their formulas refer to."""
        stands = held & self._lines.keys()
        return stands.union(*(self._refers_to[line] for line in stands))

    @cached_property
    def inputs(self) -> list[str]:
        """Inputs that a driver changes, as "design.x" or "settings.x"."""
        return [name for driver in DRIVERS.values() for name in driver.targets if "." in name]

    @cached_property
    def drivers_with(self) -> dict[str, set[str]]:
        """Per line or input the drivers whose columns have a cell for it."""
        found: dict[str, set[str]] = {name: set() for name in (*self._lines, *self.inputs)}
        for driver, held in self.in_column.items():
            for name in held & found.keys():
                found[name].add(driver)
        return found


@cache
def dependencies() -> Dependencies:
    """Those of the lines of the model."""
    return Dependencies(lines_by_name())
