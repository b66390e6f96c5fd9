"""Variants sized per second: `sweep` beside LibreOffice recalculating rows of the same formulas.

python bench/sweep.py [--rows 500] [--example etri] [--design 0]

LibreOffice gets a sheet with one variant per row and one line of the model per column, and recalculates it:
formulas are all lines that the headline figures depend on and the varied inputs change, the rest are plain
numbers. The sweep does no less: both are compared figure by figure before they are timed. The same for every
figure of the model is printed too, without a goal. The exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.gate.office import Office, Values

from vdi_sizing.inputs import NO, YES, Input
from vdi_sizing.model.limits import LIMITS, Order
from vdi_sizing.model.names import Names, given_names, names_of, places
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.what_if.sweep import HEADLINE, VARIABLES, sweep
from vdi_templates.examples import EXAMPLES

Column = npt.NDArray[np.float64]

THREE = ("vms", "steady_reads", "design.tier1_derating")
RATIO_OF_THREE, RATIO_OF_ALL = 1000, 300
SMALL, MEDIUM, LARGE, RATE_KEPT = 10_000, 50_000, 1_000_000, 0.8
SCRATCH_BYTES = 200
TURNS = 3
LARGEST_DIFFERENCE = 1e-9

LIMIT_NAMES, ORDER_NAMES = tuple(limit.name for limit in LIMITS), names_of(Order.order)
_REFERENCE = re.compile(r"\{(\w+(?:\.\w+)?)\}")
_RANGE = re.compile(r"\{(limit_\w+)\}:\{(limit_\w+)\}")


class Rows:
    """One variant per row; every figure and input has a column."""

    def __init__(self, names: Sequence[str]) -> None:
        self.columns = {name: get_column_letter(position) for position, name in enumerate(names, start=1)}

    def render(self, template: str, variant: int) -> str:
        """The formula of a line in the row of a variant."""
        return "=" + _REFERENCE.sub(lambda found: f"{self.columns[found[1]]}{variant + 1}", template)


class Case:
    """Variants of one design with some inputs varied, for some outputs; for every figure if none is named."""

    def __init__(self, scenario: Scenario, design: int, names: Sequence[str], outputs: Sequence[str] = ()) -> None:
        self.scenario, self.design, self.names = scenario, design, names
        self.figures = Names(Block(scenario, scenario.designs[design]))
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
        every = {name: line.formula for name, line in lines_by_name().items() if name not in given}
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
        rows = Rows(names)
        workbook = Workbook(write_only=True)
        ws = workbook.create_sheet("Variants")
        for variant in range(count):
            ws.append([self._cell(rows, name, columns, variant) for name in names])
        workbook.save(path)
        return rows

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
    block = Block(scenario, scenario.designs[design])
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


def report(office: Office, headline: Case, every: Case, rows: int, wanted: float) -> bool:
    """Print how the sweep does with some inputs varied; whether it meets the goals."""
    theirs, small, large = office_rate(office, headline, rows), headline.rate(SMALL), headline.rate(LARGE)
    scratch = headline.scratch_bytes(LARGE)
    print(f"{len(headline.names)} inputs varied, {len(headline.outputs)} headline figures")
    print(f"  {theirs:>12,.0f} rows/s LibreOffice, {len(headline.formulas)} formulas in a row")
    print(f"  {small:>12,.0f} variants/s sweep of 10^4")
    print(f"  {large:>12,.0f} variants/s sweep of 10^6")
    goals = {
        f"{large / theirs:,.0f} x LibreOffice, goal {wanted:,}": large >= wanted * theirs,
        f"rate at 10^6 to that at 10^4: {large / small:.2f}, goal {RATE_KEPT}": large >= RATE_KEPT * small,
        f"scratch per variant: {scratch:.0f} bytes, goal {SCRATCH_BYTES}": scratch <= SCRATCH_BYTES,
    }
    for text, met in goals.items():
        print(f"  {'met   ' if met else 'MISSED'} {text}")
    theirs, ours = office_rate(office, every, rows), every.rate(MEDIUM)
    print(f"  all {len(every.outputs)} figures, {len(every.formulas)} formulas in a row: ", end="")
    print(f"{theirs:,.0f} rows/s, {ours:,.0f} variants/s sweep of 5 x 10^4, {ours / theirs:,.0f} x")
    return all(goals.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=500, help="rows that LibreOffice recalculates")
    parser.add_argument("--example", default="etri", choices=list(EXAMPLES))
    parser.add_argument("--design", type=int, default=0, help="position of the design, from 0")
    args = parser.parse_args()
    scenario = EXAMPLES[args.example]()
    every = given_inputs(scenario, args.design)
    print(f"{args.example}, {scenario.designs[args.design].name}")
    with Office() as office:
        met = [
            report(
                office,
                Case(scenario, args.design, names, HEADLINE),
                Case(scenario, args.design, names),
                args.rows,
                wanted,
            )
            for names, wanted in ((THREE, RATIO_OF_THREE), (every, RATIO_OF_ALL))
        ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
