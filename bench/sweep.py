"""Variants sized per second: `sweep` beside LibreOffice recalculating rows of the same formulas.

python -m bench.sweep

LibreOffice gets a sheet with one variant per row and one line of the model per column, and recalculates it:
formulas are all lines that the headline figures depend on and the varied inputs change, the rest are plain
numbers. The sweep does no less: both are compared figure by figure before they are timed. The same for every
figure of the model is measured too, without a goal.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from bench.figures import Figure, run
from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from tests.gate.office import Office, Values

from vdi_sizing.inputs import NO, YES, Input
from vdi_sizing.model.capacity.limits import LIMITS, Order
from vdi_sizing.model.names import Names, given_names, names_of, places
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.what_if.sweep import HEADLINE, VARIABLES, sweep
from vdi_templates.examples import EXAMPLES

Column = npt.NDArray[np.float64]

THREE = ("vms", "steady_reads", "design.tier1_derating")
RATIO_OF_THREE, RATIO_OF_ALL = 5000, 300
RATE_KEPT = 0.8
SCRATCH_BYTES = 200
TURNS = 3
LARGEST_DIFFERENCE = 1e-9

LIMIT_NAMES, ORDER_NAMES = tuple(limit.name for limit in LIMITS), names_of(Order.order)
_REFERENCE = re.compile(r"\{(\w+(?:\.\w+)?)\}")
_OF_THE_BILL = "{cost."
_RANGE = re.compile(r"\{(limit_\w+)\}:\{(limit_\w+)\}")
_OF_GROUPS = re.compile(r"Groups\[([^]]+)\]")


class Rows:
    """One variant per row; every figure and input has a column. The design's user groups stand on a sheet beside."""

    def __init__(self, names: Sequence[str], groups: Mapping[str, Sequence[float | str]]) -> None:
        self.columns = {name: get_column_letter(position) for position, name in enumerate(names, start=1)}
        self.groups = {
            header: f"Groups!${(letter := get_column_letter(position))}$1:${letter}${len(cells)}"
            for position, (header, cells) in enumerate(groups.items(), start=1)
        }

    def render(self, template: str, variant: int) -> str:
        """The formula of a line in the row of a variant."""
        of_groups = _OF_GROUPS.sub(lambda found: self.groups[found[1]], template)
        return "=" + _REFERENCE.sub(lambda found: f"{self.columns[found[1]]}{variant + 1}", of_groups)


class Case:
    """Variants of one design with some inputs varied, for some outputs; for every figure if none is named."""

    def __init__(self, scenario: Scenario, design: int, names: Sequence[str], outputs: Sequence[str] = ()) -> None:
        self.scenario, self.design, self.names = scenario, design, names
        self.figures = Names(Block(scenario, scenario.designs_in_use[design]))
        self.outputs = outputs or [
            name
            for name, (_, figure) in places().items()
            if figure.swept and not figure.given and isinstance(self.figures[name], float)
        ]

    def columns(self, count: int) -> dict[str, Any]:
        """Values close to the design's own; whole numbers stay, as arrays."""
        draw = np.random.default_rng(1)
        return {name: np.full(count, self.figures[name]) * factor(VARIABLES[name], draw, count) for name in self.names}

    def varied(self, columns: dict[str, Any]) -> dict[str, Any]:
        """What stands in a row in place of the design's own figures: the columns, and what follows the VMs."""
        if "vms" not in columns:
            return columns
        factor = columns["vms"] / self.figures["vms"]
        return {name: self.figures[name] * factor for name in DRIVERS["users_scale"].targets} | columns

    def rate(self, count: int) -> float:
        """Variants per second, the best of several times."""
        columns = self.columns(count)
        return count / min(self.seconds(columns) for _ in range(TURNS))

    def seconds(self, columns: dict[str, Any]) -> float:
        start = time.perf_counter()
        sweep(self.scenario, self.design, self.outputs, **columns)
        return time.perf_counter() - start

    def scratch_bytes(self, count: int) -> float:
        """Memory at the worst moment, per variant, beyond the columns and the results."""
        columns = self.columns(count)
        tracemalloc.start()
        results = sweep(self.scenario, self.design, self.outputs, **columns)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return (peak - sum(result.nbytes for result in results.values())) / count

    @cached_property
    def lines(self) -> dict[str, str]:
        """Formula of every line that the outputs need, steps of the workings sheet included."""
        given = given_names()
        every = {
            name: line.formula
            for name, line in lines_by_name().items()
            if name not in given and _OF_THE_BILL not in line.formula  # the bill has rows of its own, and stays
        }
        wanted = [name for name in self.outputs if name in every]
        found: set[str] = set()
        while wanted:
            name = wanted.pop()
            if name not in found:
                found.add(name)
                wanted += [other for other in self._behind(every[name]) if other in every]
        return {name: formula for name, formula in every.items() if name in found}

    def _behind(self, formula: str) -> list[str]:
        """What a formula refers to, the limits between both ends of a range included."""
        return [*_REFERENCE.findall(formula), *self._limits(formula)]

    @staticmethod
    def _limits(formula: str) -> list[str]:
        """The lines between both ends of a range."""
        ranges = [(LIMIT_NAMES.index(first), LIMIT_NAMES.index(last)) for first, last in _RANGE.findall(formula)]
        return [name for first, last in ranges for name in LIMIT_NAMES[first : last + 1]]

    @cached_property
    def formulas(self) -> set[str]:
        """The lines that change with the varied inputs."""
        changing = {*self.varied(self.columns(1))}
        before = 0
        while len(changing) > before:
            before = len(changing)
            changing |= {name for name, formula in self.lines.items() if not changing.isdisjoint(self._behind(formula))}
        return changing & self.lines.keys()

    def write(self, path: Path, count: int) -> Rows:
        """The workbook with `count` variants."""
        columns = self.varied(self.columns(count))
        names = [*self._plain(), *self._in_order()]
        groups = self._groups()
        rows = Rows(names, groups)
        workbook = Workbook(write_only=True)
        beside = workbook.create_sheet("Groups")
        for row in zip(*groups.values(), strict=True):
            beside.append(row)
        ws = workbook.create_sheet("Variants")
        for variant in range(count):
            ws.append([self._cell(rows, name, columns, variant) for name in names])
        workbook.save(path)
        return rows

    def _groups(self) -> dict[str, list[float | str]]:
        """What the hosts of whole VMs take from the table of groups, by header."""
        block = Block(self.scenario, self.scenario.designs_in_use[self.design])
        return {
            "row": list(range(1, len(block.sizes) + 1)),
            "case": [block.design.case] * len(block.sizes),
            "RAM to mean": [float(size.ram) for size in block.sizes],
            "vCPU to mean": [float(size.cpu) for size in block.sizes],
            "own cores to mean": [float(size.own_cores) for size in block.sizes],
            "GPU GB": [size.gpu_gb for size in block.sizes],
            "VMs": [group.vms for group in block.groups],
            "users per VM": [group.users_per_vm for group in block.groups],
            "concurrent VMs": [group.concurrent_vms for group in block.groups],
            "larger VMs": [size.larger for size in block.sizes],
            "VMs up to it": [size.up_to for size in block.sizes],
        }

    def _plain(self) -> list[str]:
        """What the lines refer to and is no line itself: inputs, and figures that a sizing starts from."""
        behind = {name for formula in self.lines.values() for name in self._behind(formula)}
        return sorted(behind - self.lines.keys())

    def _in_order(self) -> list[str]:
        """The lines, each after what it is worked out from: LibreOffice takes long ways to the right for circles."""
        depth: dict[str, int] = {}

        def of(name: str) -> int:
            if name not in depth:
                formula = self.lines[name] if name in self.formulas else ""
                depth[name] = max((1 + of(other) for other in self._behind(formula) if other in self.lines), default=0)
            return depth[name]

        places_in_row = {name: (of(name), "") for name in self.lines}
        for kind in (LIMIT_NAMES, ORDER_NAMES):  # each stands in one range
            together = [name for name in kind if name in places_in_row]
            places_in_row |= dict.fromkeys(together, (max((of(name) for name in together), default=0), kind[0]))
        return sorted(self.lines, key=places_in_row.__getitem__)

    def _cell(self, rows: Rows, name: str, columns: dict[str, Any], variant: int) -> Any:
        if name in columns:
            return float(columns[name][variant])
        if name in self.formulas:
            return rows.render(self.lines[name], variant)
        value = self.figures[name]
        if isinstance(value, bool):
            return YES if value else NO
        return value if value is None or isinstance(value, float) else str(value)

    def difference(self, values: Values, rows: Rows, count: int) -> float:
        """The largest relative difference between LibreOffice and the sweep."""
        names = [name for name in self.lines if name in self.formulas and places()[name][1].swept]
        ours = sweep(self.scenario, self.design, names, **self.columns(count))
        worst = 0.0
        for name in names:
            for variant in range(count):
                theirs = values["Variants"][f"{rows.columns[name]}{variant + 1}"]
                if np.isinf(ours[name][variant]):
                    continue  # out of reach: the sheet has a number there, and a line beside it that says so
                if isinstance(theirs, str):
                    if theirs.startswith(("#", "Err:")):
                        sys.exit(f"{name} of variant {variant + 1} is {theirs} in LibreOffice")
                    continue  # a line to read: words where there is no number
                worst = max(worst, abs(theirs - ours[name][variant]) / max(1.0, abs(theirs)))
        return worst


def given_inputs(scenario: Scenario, design: int) -> list[str]:
    """All numbers that a sizing of the design starts from; parts that it does not use have none."""
    block = Block(scenario, scenario.designs_in_use[design])
    figures = Names(block)
    unused = tuple(part.prefix for part in block.parts if not part.used)
    return [
        name
        for name in VARIABLES
        if isinstance(figures[name], float) and not name.removeprefix("design.").startswith(unused)
    ]


def factor(field: Input, draw: np.random.Generator, count: int) -> Column:
    """Around 1, so that the value stays one that may be entered."""
    if field.kind == "whole":
        return np.ones(count)
    if field.kind == "share" or field.at_most is not None:
        return draw.uniform(0.95, 1.0, count)
    return draw.uniform(1.0, 1.05, count)


def office_rate(office: Office, case: Case, count: int) -> float:
    """Rows that LibreOffice recalculates per second, the best of several times; checks that both agree."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "variants.xlsx"
        rows = case.write(path, count)
        difference = case.difference(office.load(path), rows, count)
        if difference > LARGEST_DIFFERENCE:
            sys.exit(f"LibreOffice and the sweep differ by {difference:.2g}")
        return count / min(office.calculate() for _ in range(TURNS))


class Sizes(NamedTuple):
    """Rows for LibreOffice, and variants of a small, a medium and a large sweep."""

    rows: int
    small: int
    medium: int
    large: int


USUAL, TINY = Sizes(500, 10_000, 50_000, 1_000_000), Sizes(2, 10, 10, 20)


def measured(office: Office, headline: Case, every: Case, sizes: Sizes, wanted: float) -> Iterator[Figure]:
    """How the sweep does with some inputs varied."""
    inputs = f"{len(headline.names)} inputs"
    theirs, small, large = (
        office_rate(office, headline, sizes.rows),
        headline.rate(sizes.small),
        headline.rate(sizes.large),
    )
    yield Figure(f"{inputs}: rows of LibreOffice a second", theirs)
    yield Figure(f"{inputs}: variants of a sweep a second", large)
    yield Figure(f"{inputs}: the sweep beside LibreOffice", large / theirs, " x", wanted, at_least=True)
    yield Figure(
        f"{inputs}: the rate of {sizes.large:,} beside {sizes.small:,}", large / small, "", RATE_KEPT, at_least=True
    )
    yield Figure(f"{inputs}: scratch per variant", headline.scratch_bytes(sizes.large), " bytes", SCRATCH_BYTES)
    ratio = every.rate(sizes.medium) / office_rate(office, every, sizes.rows)
    yield Figure(f"{inputs}, all {len(every.outputs)} figures: the sweep beside LibreOffice", ratio, " x")


def measure(tiny: bool) -> Iterator[Figure]:
    """With three inputs, and with all."""
    scenario, sizes = EXAMPLES["etri"](), TINY if tiny else USUAL
    wanted = {THREE: RATIO_OF_THREE} | ({} if tiny else {tuple(given_inputs(scenario, 0)): RATIO_OF_ALL})
    with Office() as office:
        for names, ratio in wanted.items():
            yield from measured(office, Case(scenario, 0, names, HEADLINE), Case(scenario, 0, names), sizes, ratio)


if __name__ == "__main__":
    sys.exit(run(measure, __doc__))
