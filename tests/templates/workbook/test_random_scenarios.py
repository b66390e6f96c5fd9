"""The two engines agree on random scenarios, cell by cell, on every sheet."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from tests.built import build, file_of, shared_book
from tests.counts import Counted
from tests.gate.office import CellValue, Office, Values
from tests.pylib.model.by_key import LIMITS
from tests.templates.chosen_seeds import (
    KEPT_SHARE,
    SEEDS,
    WANTED_SHARE,
    chosen_seeds,
    kinds_of,
    kinds_promised,
    limits_of,
    share_reached,
)
from tests.templates.engines import (
    Mismatch,
    cell_of,
    changes,
    count,
    counts_moves,
    errors,
    input_cells_of,
    mismatches,
    value_in,
)
from tests.templates.made import book_without, made_for, value_alone
from tests.templates.random_scenarios import DESIGNS, Draw, scenario
from tests.tiers import but_in_gate

from vdi_sizing import _arrays
from vdi_sizing._arrays import Value
from vdi_sizing.inputs import NO, YES, inputs_of
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import TIERS, Cache, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.words import NO_LIMIT
from vdi_templates.audit.as_made import as_made
from vdi_templates.audit.check import audit
from vdi_templates.audit.package import Package, made_parts
from vdi_templates.examples import etri
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.design_inputs import inputs_on_builds
from vdi_templates.workbook.layout import BUILDS

USUAL, IN_A_SHARD, WRITTEN = 500, 10, 1
SCENARIOS = int(os.environ.get("VDI_SIZING_SCENARIOS", USUAL))
"""How many `go.py test --all` calculates; the variable asks for more."""
CHOSEN = chosen_seeds()
OTHERS = [seed for seed in range(1, SCENARIOS + 1) if seed not in CHOSEN]
# A quarter of all cells are on Variants. Its results stand on What if too, which is compared with each scenario.
VARIANTS_EVERY = 5
COST_ROWS = [12] * DESIGNS
SHOWN = 20
DRIVES = ("drive", "raid", "drives")
PARTS = {"tier": inputs_of(Tier), "cach": inputs_of(Cache)}

# A count is ROUND(x,9) and then rounded to a whole: its last step lies half of 1e-9 from a whole or a half.
STEP, NEAR = 5e-10, 1e-11


@dataclass
class Rounded:
    """What went into the roundings of a sizing."""

    values: list[float]

    @property
    def near_a_step(self) -> bool:
        """Whether the last bits of a value may decide on a whole drive, VM or block; of 100 million they are 1e-8."""
        return any(
            STEP - NEAR < abs(2 * x - round(2 * x)) / 2 < max(STEP + NEAR, 4 * math.ulp(x))
            for x in self.values
            if x < NO_LIMIT
        )


STEP_OF_A_SEARCH = re.compile(r"step \d+")
"""Labels of the steps of a search. As long as it is far from the answer, a step magnifies the last bits of the one
before; the answer, which has a row of its own, is compared."""


def beside_steps_of_a_search(different: list[Mismatch]) -> list[Mismatch]:
    """Cells that differ though no step of a search is in them."""
    return [each for each in different if not STEP_OF_A_SEARCH.search(str(each.label))]


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rounded]:
    """Everything that is rounded to a count meanwhile."""
    seen = Rounded([])
    plain: Callable[..., Value] = _arrays.rounded

    def rounded(x: Value, *decimals: int) -> Value:
        if isinstance(x, float) and not decimals:  # of a rate is no count
            seen.values.append(x)
        return plain(x, *decimals)

    with monkeypatch.context() as patch:
        patch.setattr(_arrays, "rounded", rounded)
        yield seen


def worked_out(scenario: Scenario) -> Sizing:
    """A sizing with every line worked out, since a figure is otherwise worked out when first asked for."""
    sizing = size(scenario)
    for design in sizing.designs:
        for name in lines_by_name():
            design[name]
    return sizing


NOT_OF_THE_INPUTS = ("Evidence", "Sign-off", "Baseline")
"""Sheets with inputs of their own, or with those that the file was made with: tests of their own compare them."""


class First(NamedTuple):
    """A file, what it says of itself, and its inputs."""

    content: bytes
    made: Made
    inputs: Mapping[str, CellValue]


@cache
def first_file() -> First:
    """That into which scenario after scenario is set."""
    longest_bill = max((scenario(Random(seed)) for seed in range(40)), key=lambda made: len(made.bill))
    book = build_book(size(longest_bill), cost_rows=COST_ROWS)
    content = file_of(book)
    made = replace(as_made(Package(made_parts(content))), baseline=Baseline(longest_bill))
    return First(content, made, input_cells_of(book))


class LiveWorkbook:
    """One workbook in LibreOffice, into which scenario after scenario is set."""

    def __init__(self, office: Office, folder: Path) -> None:
        self._office = office
        first = first_file()
        path = folder / "book.xlsx"
        path.write_bytes(first.content)
        self._made = first.made
        office.load(path)
        self._inputs: Mapping[str, CellValue] = first.inputs

    def compare(self, sizing: Sizing, random: Random, without: Sequence[str]) -> tuple[Book, list[Mismatch]]:
        """The library's workbook of a sizing, and where LibreOffice differs from it, but for some sheets."""
        book = book_without(without, sizing, cost_rows=COST_ROWS, made=self._made)
        leftovers = _leftovers(book, sizing, random)
        self._inputs = changes(self._inputs, {**input_cells_of(book), **leftovers})
        self._office.set(self._inputs)
        values = self._office.after_typing(*book.cached)
        assert errors(values) == []
        shown = {_on_builds(book, cell) for cell in leftovers}
        return book, [each for each in mismatches(book, values) if each.cell not in shown]


@pytest.fixture
def fresh_where_many(request: pytest.FixtureRequest) -> Iterator[Office]:
    """The LibreOffice of all tests; where more are asked for than usual, one per shard, since it grows with each."""
    if SCENARIOS == USUAL:
        yield request.getfixturevalue("office")
    else:
        with Office() as own:
            yield own


@pytest.fixture
def live(fresh_where_many: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LiveWorkbook:
    """A whole workbook in LibreOffice.

    What it is compared with is built without formulas, which stand in LibreOffice already: only values are compared.
    """
    workbook = LiveWorkbook(fresh_where_many, tmp_path)
    monkeypatch.setattr(Book, "formula", value_alone)
    return workbook


def _leftovers(book: Book, sizing: Sizing, random: Random) -> dict[str, CellValue]:
    """What may still stand in the inputs of a tier or a cache whose drive is blank: it must not matter."""
    leftovers: dict[str, CellValue] = {}
    for position, sized in enumerate(sizing.designs):
        parts: list[tuple[str, Tier | Cache]] = [
            *((f"tier{k}", tier) for k, tier in zip(TIERS, sized.design.tiers, strict=True)),
            ("cache", sized.design.cache),
        ]
        for prefix, part in parts:
            if part.drive is None and random.random() < 0.5:
                fields = {name: f for name, f in PARTS[prefix[:4]].items() if name not in DRIVES}
                for name, value in Draw(random).values(fields).items():
                    row = book.layout.design_rows[f"{prefix}_{name}"]
                    leftovers[f"Designs!{book.layout.column(position)}{row}"] = _as_entered(value)
    return leftovers


def _on_builds(book: Book, cell: str) -> str:
    """Where a leftover shows on Builds, of which the library knows nothing; "" where it does not."""
    rows = {row: name for name, row in book.layout.design_rows.items()}
    column, row = cell.removeprefix("Designs!")[0], int(cell.removeprefix("Designs!")[1:])
    return f"{BUILDS}!{column}{book.layout.build_rows[rows[row]]}" if rows[row] in inputs_on_builds() else ""


def _as_entered(value: object) -> CellValue:
    if isinstance(value, bool):
        return YES if value else NO
    assert value is None or isinstance(value, (float, str))
    return value


def shards(seeds: list[int], *marks: pytest.MarkDecorator) -> list[Any]:
    """The seeds in parts that take a few seconds each."""
    parts = [seeds[at : at + IN_A_SHARD] for at in range(0, len(seeds), IN_A_SHARD)]
    return [pytest.param(part, marks=marks, id=f"from seed {part[0]}") for part in parts]


@pytest.mark.parametrize("seeds", [*shards(CHOSEN), *shards(OTHERS, pytest.mark.everything)])
def test_the_engines_agree(
    live: LiveWorkbook, monkeypatch: pytest.MonkeyPatch, counted: Counted, seeds: list[int]
) -> None:
    compared = cells = 0
    apart: list[int] = []
    found: list[tuple[int, Mismatch]] = []
    for number, seed in enumerate(seeds):
        with watched(monkeypatch) as rounded:
            sizing = worked_out(scenario(Random(seed)))
        if rounded.near_a_step:
            apart.append(seed)
            continue
        book, different = live.compare(
            sizing, Random(seed), [*NOT_OF_THE_INPUTS, *([] if number % VARIANTS_EVERY == 0 else ["Variants"])]
        )
        compared += 1
        cells += count(book)
        differing = (each for each in beside_steps_of_a_search(different) if not counts_moves(book, str(each.cell)))
        found += [(seed, mismatch) for mismatch in differing]
    counted("random scenarios compared in two engines", compared)
    counted("random scenarios set apart since they are near a rounding step", len(apart))
    counted("cells of random scenarios compared", cells)
    assert found[:SHOWN] == []
    assert len(apart) <= 1


def test_the_chosen_scenarios_reach_what_they_were_chosen_for() -> None:
    """If the model has changed: `python -m tests.templates.chosen_seeds`."""
    reached, binding = set(), set()
    for seed in CHOSEN:
        sizing = size(scenario(Random(seed)))
        reached |= kinds_of(sizing)
        binding |= limits_of(sizing)
    assert binding >= {label for name, label in LIMITS.items() if name != "bays"}  # which test_any_users types
    assert len(reached) >= KEPT_SHARE * kinds_promised()


@pytest.mark.everything
def test_the_chosen_scenarios_reach_nearly_all_that_500_do() -> None:
    kinds = {seed: kinds_of(size(scenario(Random(seed)))) for seed in SEEDS}
    assert share_reached(kinds, CHOSEN) > WANTED_SHARE - 0.01


def near_a_step(offset: float) -> Scenario:
    """80 whole drives for the load, and as much more as decides on one drive."""
    group = UserGroup("users", "office", 100, steady_iops=60 * (1 + offset / 80), steady_read_share=1.0)
    design = Design("HDD", "office", (Tier("ETRI SATA 7.2K 750 GB", "RAID 0"),))
    example = etri()
    return replace(example, groups=(group,), designs=(design,), settings=Settings(example.settings.as_of))


class Steps:
    """The workbook of such a load in LibreOffice: that of another one differs by its inputs alone."""

    def __init__(self, office: Office, folder: Path) -> None:
        self._office = office
        book = shared_book(near_a_step(1e-3))
        (folder / "steps.xlsx").write_bytes(file_of(book))
        office.load(folder / "steps.xlsx")
        self._inputs = input_cells_of(book)

    def values(self, book: Book) -> Values:
        """What LibreOffice calculates for the inputs of a workbook."""
        self._inputs = changes(self._inputs, input_cells_of(book))
        self._office.set(self._inputs)
        return self._office.after_typing()


@pytest.mark.everything("The gate sets such scenarios apart and counts them.")
@pytest.mark.parametrize(
    ("near", "off"),
    [
        pytest.param((STEP,), (-1e-12, 1e-12, 1e-9), id="few"),
        pytest.param(
            (STEP - NEAR / 2, STEP, STEP + NEAR / 2),
            (-1e-6, -1e-12, 0.0, 1e-12, 1e-10, 1e-9, 1e-6),
            id="all",
            marks=pytest.mark.everything,
        ),
    ],
)
def test_near_a_rounding_step_the_engines_differ_by_one_drive_at_most_and_off_it_they_agree(
    near: Sequence[float], off: Sequence[float], office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Steps(office, tmp_path)
    made = made_for(near_a_step(1e-3))
    monkeypatch.setattr(Book, "formula", value_alone)
    for offset in near:
        with watched(monkeypatch) as rounded:
            sizing = worked_out(near_a_step(offset))
        assert rounded.near_a_step, offset
        book = build_book(sizing, made=made)
        drives = value_in(steps.values(book), cell_of(book, "tier1_drives_by_steady"))
        assert {drives, sizing.designs[0]["tier1_drives_by_steady"]} <= {80.0, 81.0}, offset
    for offset in off:
        with watched(monkeypatch) as rounded:
            sizing = worked_out(near_a_step(offset))
        assert not rounded.near_a_step, offset
        book = build_book(sizing, made=made)
        assert mismatches(book, steps.values(book)) == [], offset
        assert sizing.designs[0]["tier1_drives_by_steady"] == (81 if offset >= 1e-9 else 80), offset


@pytest.mark.parametrize("seed", but_in_gate(range(10), WRITTEN))
def test_a_written_scenario_is_read_and_checked_as_the_same(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build(scenario(Random(seed))))
    audited = audit(path)
    assert audited.findings == []
    assert audited.compared.formulas > 1000
