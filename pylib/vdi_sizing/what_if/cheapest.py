"""Every number of every kind of drives at once: which of them meet all targets, and the cheapest of each kind."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from vdi_sizing.model.figure import Figure
from vdi_sizing.model.names import Names, name_of
from vdi_sizing.model.scopes import AtLoad, Block, blank_block
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Design, Scenario
from vdi_sizing.what_if.candidates import Kind, Pattern
from vdi_sizing.what_if.sweep import CHUNK, VARIABLES, Recording

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Array: TypeAlias = "npt.NDArray[np.float64]"
Indices: TypeAlias = "npt.NDArray[np.int64]"

AnyFigure: TypeAlias = Figure[Any, Any]
Figures: TypeAlias = Mapping[AnyFigure, Array]

_AT_ONCE = 8 * CHUNK
_NOISE = 5e-10  # half of the last of nine decimals, as everywhere in the model
_OF_TABLES = tuple(name for name in VARIABLES if "." not in name)
"""Figures that are looked up: what differs between kinds of drives."""
_PURCHASE, _OVER_YEARS = (Block.known_eur_per_user, Block.priced), (Block.known_total_eur_per_user, Block.total_known)
"""What candidates are compared by, and whether it is known."""
_NONE_MISSING = (Block.bays_missing, Block.free_share_missing, Block.image_ram_missing_gb, Block.dwpd_missing)
_TARGETS = (
    *_NONE_MISSING,
    Block.feasible,
    Block.limit_response,
    Block.login_busiest_share,
    Block.limit_used_ms,
    Block.judged,
)
_LOADED = (AtLoad.saturated, AtLoad.response_ms)


class Candidate(NamedTuple):
    """Drives for a design, their EUR per user, and how many the blocks take in all."""

    eur: float
    drives: float
    pattern: Pattern
    kinds: tuple[Kind, ...]
    counts: tuple[int, ...]


class Search:
    """For each tier of a design some kinds that differ in numbers alone, in all their numbers."""

    def __init__(self, pattern: Pattern, kinds: tuple[tuple[Kind, ...], ...]) -> None:
        bays = pattern.bays_for_data
        self._pattern = pattern
        self._kinds = tuple(tuple(kind for kind in each if kind.counts(bays)) for each in kinds)
        self._options = [
            [(at, count) for at, kind in enumerate(each) for count in kind.counts(bays)] for each in self._kinds
        ]
        self._shape = tuple(map(len, self._options))
        self.count = math.prod(self._shape)

    def parts(self) -> range:
        """Where the parts begin that are worked out at once; each needs the formulas, which are recorded here."""
        if self.count:
            self._recording  # noqa: B018  # before several threads ask for it
        return range(0, self.count, _AT_ONCE)

    def part(self, start: int) -> tuple[list[Candidate], int]:
        """The cheapest number of each choice of kinds, of those in a part that meet every target; and how many do."""
        import numpy as np  # noqa: PLC0415

        at = np.unravel_index(np.arange(start, min(start + _AT_ONCE, self.count)), self._shape)
        options = [table[rows] for table, rows in zip(self._tables, at, strict=True)]
        fits = np.sum([option[:, 1] for option in options], axis=0) <= self._pattern.bays_for_data
        kinds = [option[fits, 0] for option in options]
        counts = [option[fits, 1] for option in options]
        if not fits.any():
            return [], 0
        found = self._figures(kinds, counts)
        eur, known = (found[figure] for figure in self._compared_by)
        meeting = np.flatnonzero(_meets_targets(found, self._pattern.design) & (known == 1) & (eur > _NOISE))
        choice = np.ravel_multi_index([each[meeting] for each in kinds], tuple(map(len, self._kinds)))
        order = np.lexsort((found[Block.drives_total][meeting], eur[meeting]))
        _, first = np.unique(choice[order], return_index=True)
        cheapest = meeting[order[first]]
        return [
            Candidate(
                float(eur[each]),
                float(found[Block.drives_total][each]),
                self._pattern,
                tuple(alike[int(kind[each])] for alike, kind in zip(self._kinds, kinds, strict=True)),
                tuple(int(count[each]) for count in counts),
            )
            for each in cheapest
        ], len(meeting)

    @cached_property
    def _compared_by(self) -> tuple[AnyFigure, AnyFigure]:
        """As on the page to hand over: by what is bought, or over the years where a part is paid per year."""
        block = size(self._with(self._first)).designs[self._pattern.position].block
        return _OVER_YEARS if block.over_years else _PURCHASE

    @cached_property
    def _tables(self) -> list[Indices]:
        import numpy as np  # noqa: PLC0415

        return [np.array(options) for options in self._options]

    @property
    def _first(self) -> list[Kind]:
        return [each[0] for each in self._kinds]

    def _with(self, kinds: Sequence[Kind]) -> Scenario:
        return self._pattern.with_drives(kinds, [kind.counts(self._pattern.bays_for_data)[0] for kind in kinds])

    @cached_property
    def _of_kinds(self) -> list[dict[str, Array]]:
        """For each tier the figures that its kinds differ in, a number for each kind."""
        import numpy as np  # noqa: PLC0415

        found = []
        for at, alike in enumerate(self._kinds):
            figures = [self._looked_up([*self._first[:at], kind, *self._first[at + 1 :]]) for kind in alike]
            differing = (name for name in _OF_TABLES if len({each[name] for each in figures}) > 1)
            found.append({name: np.array([each[name] for each in figures]) for name in differing})
        return found

    def _looked_up(self, kinds: Sequence[Kind]) -> dict[str, float]:
        scenario = self._with(kinds)
        figures = Names(Block(scenario, scenario.designs_in_use[self._pattern.position]))
        return {name: figures[name] for name in _OF_TABLES}

    def _columns(self, kinds: Sequence[Indices], counts: Sequence[Indices]) -> dict[str, Array]:
        """Candidates as columns for the model's formulas."""
        columns: dict[str, Array] = {}
        for place, numbers, kind, count in zip(self._pattern.places, self._of_kinds, kinds, counts, strict=True):
            columns[f"design.tier{place.position + 1}_drives"] = count.astype(float)
            columns |= {name: of_kinds[kind] for name, of_kinds in numbers.items()}
        return columns

    @cached_property
    def _names(self) -> dict[AnyFigure, str]:
        """What candidates are asked for, and its names in a sweep."""
        loaded = blank_block().at_load
        of_block = {figure: name_of(figure) for figure in (*self._compared_by, Block.drives_total, *_TARGETS)}
        return of_block | {figure: loaded.name_of(figure) for figure in _LOADED}

    @cached_property
    def _recording(self) -> Recording:
        """The model's formulas on the first candidate, to be replayed on all."""
        import numpy as np  # noqa: PLC0415

        columns = self._columns(*([np.zeros(1, int)] * len(self._kinds) for _ in range(2)))
        scenario = self._with(self._first)
        return Recording(scenario, self._pattern.position, tuple(self._names.values()), columns)

    def _figures(self, kinds: Sequence[Indices], counts: Sequence[Indices]) -> Figures:
        found = self._recording.run(self._columns(kinds, counts))
        return {figure: found[name] for figure, name in self._names.items()}


def _meets_targets(found: Figures, design: Design) -> Any:
    """What `targets_met` and the errors say that hang on numbers; what else there is `size` says of the cheapest."""
    met = (found[Block.feasible] == 1) & (found[Block.limit_response] >= 1) & (found[AtLoad.saturated] == 0)
    met &= found[Block.judged] == 1
    met &= found[Block.login_busiest_share] - 1 <= _NOISE
    for figure in _NONE_MISSING:
        met &= found[figure] <= _NOISE
    if design.response_limit_ms is None or design.response_share is None:
        met &= found[AtLoad.response_ms] - found[Block.limit_used_ms] <= _NOISE
    return met


def cheapest_of(searches: Sequence[Search]) -> tuple[list[Candidate], int]:
    """The cheapest number of each choice of kinds that meets every target, the cheapest first; and how many meet."""
    jobs = [(search, start) for search in searches for start in search.parts()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = list(pool.map(lambda job: job[0].part(job[1]), jobs))
    found: dict[tuple[int, tuple[Kind, ...]], Candidate] = {}
    for candidate in (each for candidates, _ in parts for each in candidates):
        key = candidate.pattern.position, candidate.kinds
        if key not in found or _rank(candidate) < _rank(found[key]):
            found[key] = candidate
    return sorted(found.values(), key=_rank), sum(meeting for _, meeting in parts)


def _rank(candidate: Candidate) -> tuple[float, float]:
    return candidate.eur, candidate.drives
