"""Variants sized per second: `sweep` beside LibreOffice recalculating rows of the same formulas.

python bench/sweep.py [--rows 1000]

DOC
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.gate.office import Office, Values
from vdi_sizing.inputs import NO, YES, Input
from vdi_sizing.scenario import Scenario
from vdi_sizing.sizing import compute, resolve
from vdi_sizing.uncertainty import HEADLINE, VARIABLES, sweep
from vdi_templates.examples import EXAMPLES
from vdi_templates.layout import Layout
from vdi_templates.lines import sections

Column = npt.NDArray[np.float64]

THREE = ("vms", "steady_reads", "design.tier1_derating")
RATIO_OF_THREE, RATIO_OF_ALL = 1000, 300
SMALL, LARGE, RATE_KEPT = 10_000, 1_000_000, 0.8
SCRATCH_BYTES = 200
TURNS = 3
LARGEST_DIFFERENCE = 1e-9


class Rows(Layout):
    """One variant per row; every figure and input has a column."""

    def __init__(self, scenario: Scenario, names: Sequence[str]) -> None:
        super().__init__(scenario)
        self.columns = {name: get_column_letter(position) for position, name in enumerate(names, start=1)}

    def _reference(self, group: str | None, name: str, design: int, sheet: str) -> str:
        return f"{self.columns[name if group is None else f'{group}.{name}']}{design + 1}"


class Case:
    """Variants of one design with some inputs varied."""

    def __init__(self, scenario: Scenario, design: int, names: Sequence[str]) -> None:
        self.scenario, self.design, self.names = scenario, design, names
        self.given = resolve(scenario, scenario.designs[design])

    def columns(self, count: int) -> dict[str, Any]:
        """Values close to the design's own; whole numbers stay, as arrays."""
        draw = np.random.default_rng(1)
        return {
            name: np.full(count, self.given[name]) * factor(VARIABLES[name], draw, count)
            for name in self.names
        }

    def seconds(self, count: int) -> float:
        columns = self.columns(count)
        start = time.perf_counter()
        sweep(self.scenario, self.design, **columns)
        return time.perf_counter() - start

    def rate(self, count: int) -> float:
        """Variants per second, the best of several times."""
        return count / min(self.seconds(count) for _ in range(TURNS))

    def scratch_bytes(self, count: int) -> float:
        """Memory at the worst moment, per variant, beyond the columns and the results."""
        columns = self.columns(count)
        tracemalloc.start()
        results = sweep(self.scenario, self.design, **columns)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return (peak - sum(result.nbytes for result in results.values())) / count

    def computed(self) -> dict[str, Any]:
        """All figures of two variants."""
        figures = {**self.given, **self.columns(2)}
        compute(figures)
        return figures

    def write(self, path: Path, count: int) -> Rows:
        """The workbook with `count` variants; `formulas` are counted per variant."""
        figures = self.computed()
        columns = self.columns(count)
        lines = {line.name: line.formula for section in sections() for line in section.lines}
        # lines in their order, since the limits stand in one range
        figures = {
            name: figures[name] for name in (*(figures.keys() - lines.keys()), *lines) if name in figures
        }
        rows = Rows(self.scenario, list(figures))
        self.formulas = [
            name
            for name, value in figures.items()
            if name in lines and name not in self.given and isinstance(value, np.ndarray)
        ]
        workbook = Workbook(write_only=True)
        ws = workbook.create_sheet("Variants")
        for variant in range(count):
            ws.append(
                [
                    rows.render(lines[name], variant)
                    if name in self.formulas
                    else in_cell(columns[name][variant] if name in columns else value)
                    for name, value in figures.items()
                ]
            )
        workbook.save(path)
        return rows

    def difference(self, values: Values, rows: Rows, count: int) -> float:
        """The largest relative difference of a headline figure between LibreOffice and the sweep."""
        ours = sweep(self.scenario, self.design, **self.columns(count))
        worst = 0.0
        for name in HEADLINE:
            for variant in range(count):
                theirs = values["Variants"].get(f"{rows.columns[name]}{variant + 1}", ours[name][variant])
                assert isinstance(theirs, float), f"{name} of variant {variant + 1} is {theirs}"
                worst = max(worst, abs(theirs - ours[name][variant]) / max(1.0, abs(theirs)))
        return worst


def factor(field: Input, draw: np.random.Generator, count: int) -> Column:
    """Around 1, so that the value stays one that may be entered."""
    if field.kind == "whole":
        return np.ones(count)
    if field.kind == "share" or field.at_most is not None:
        return draw.uniform(0.95, 1.0, count)
    return draw.uniform(1.0, 1.05, count)


def in_cell(value: Any) -> float | str | None:
    if isinstance(value, bool):
        return YES if value else NO
    if value is None or isinstance(value, str):
        return value
    return float(np.ravel(value)[0]) if isinstance(value, (float, np.ndarray)) else str(value)


def office_rate(office: Office, case: Case, count: int) -> float:
    """Rows that LibreOffice recalculates per second, the best of several times; checks that both agree."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "variants.xlsx"
        rows = case.write(path, count)
        values = office.load(path)
        difference = case.difference(values, rows, count)
        if difference > LARGEST_DIFFERENCE:
            sys.exit(f"LibreOffice and the sweep differ by {difference:.2g}")
        return count / min(office.calculate() for _ in range(TURNS))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=1000, help="rows that LibreOffice recalculates")
    parser.add_argument("--example", default="fujitsu", choices=list(EXAMPLES))
    parser.add_argument("--design", type=int, default=2, help="position of the design, from 0")
    args = parser.parse_args()
    scenario = EXAMPLES[args.example]()
    given = resolve(scenario, scenario.designs[args.design])
    every = [name for name in VARIABLES if isinstance(given.get(name), float)]
    missed = []

    def goal(text: str, met: bool) -> str:
        if not met:
            missed.append(text)
        return f"{text}: {'met' if met else 'MISSED'}"

    print(f"{args.example}, {scenario.designs[args.design].name}; variants per second")
    print(
        f"{'inputs varied':>13} {'figures':>8} {'LibreOffice':>12} {'sweep 10^4':>12} {'sweep 10^6':>12} {'ratio':>7}"
    )
    cases: Mapping[int, Sequence[str]] = {RATIO_OF_THREE: THREE, RATIO_OF_ALL: every}
    remarks = []
    with Office() as office:
        for wanted, names in cases.items():
            case = Case(scenario, args.design, names)
            rate_of_office = office_rate(office, case, args.rows)
            small, large = case.rate(SMALL), case.rate(LARGE)
            ratio = large / rate_of_office
            print(
                f"{len(names):>13} {len(case.formulas):>8} {rate_of_office:>12,.0f}"
                f" {small:>12,.0f} {large:>12,.0f} {ratio:>7,.0f}"
            )
            scratch = case.scratch_bytes(LARGE)
            remarks += [
                f"{len(names)} inputs varied",
                "  " + goal(f"{ratio:,.0f} x LibreOffice, goal {wanted:,}", ratio >= wanted),
                "  "
                + goal(
                    f"rate kept at 10^6: {large / small:.2f}, goal {RATE_KEPT}", large >= RATE_KEPT * small
                ),
                "  "
                + goal(
                    f"scratch per variant {scratch:.0f} bytes, goal {SCRATCH_BYTES}", scratch <= SCRATCH_BYTES
                ),
            ]
    print("\n".join(remarks))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
