"""How far an output goes: in a whole box of ranges, and for each uncertain input alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.ranges import Range, Ranges
from vdi_sizing.what_if.search import Array, Box, search
from vdi_sizing.what_if.sweep import FLAGS, Recording, as_answers, input_of, label_of, priced_sweep


@dataclass(frozen=True)
class Interval:
    """What an output is at least, at the base values, and at most; and how sure that is.

    All three are values of variants that were sized. Where `proven` is true, nothing lies outside, since nothing
    varied enters the output; else low and high are the furthest of `variants` variants that a search has looked at.
    """

    low: float
    base: float
    high: float
    proven: bool = field(default=False, compare=False)
    variants: int = field(default=1, compare=False, repr=False)


@dataclass(frozen=True)
class Swing:
    """One bar of a tornado: what an output becomes at both ends of one input."""

    name: str
    label: str
    range: Range
    at_low: float
    at_high: float

    @property
    def swing(self) -> float:
        """How far the output moves."""
        return 0.0 if self.at_low == self.at_high else abs(self.at_high - self.at_low)


def corners(
    scenario: Scenario, design: int = 0, ranges: Ranges | None = None, output: str = "known_eur_per_vm"
) -> Interval:
    """Smallest and largest value of an output, wherever in their ranges the inputs are.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    design : int
        Position of the design in the scenario [from 0]
    ranges : Mapping of str to Range
        Low, base and high by name, as for the columns of `sweep`.
    output : str
        Name of the figure.

    Returns
    -------
    Interval
        The least value found, the one at the base values, and the largest; and whether that is proven.

    Raises
    ------
    InputError
        If a name is unknown, a value is out of its range, or EUR are asked for without prices.

    Notes
    -----
    Counts, times and EUR jump with every drive and block, so that their extremes may lie anywhere in the box of the
    ranges, not at its corners alone. A search looks for them: all corners, lines and planes through the base, points
    all over the box, then ever nearer to the furthest found [mine]. Low, base and high are each what a sizing says of
    some variant [exact], and low <= base <= high; that no variant lies further out is proven where nothing varied
    enters the output, and elsewhere not. EUR, response times, blocks and the drives of all blocks are infinite where
    no block is feasible, and response times where drives are saturated. Needs numpy.

    Examples
    --------
    >>> from vdi_sizing.what_if.sweep import _example
    >>> corners(_example(), ranges={"users_scale": Range(0.5, 1, 2)}, output="blocks")
    Interval(low=2.0, base=3.0, high=5.0, proven=False)
    >>> corners(_example(), ranges={"ram_scale": Range(0.5, 1, 2)}, output="drives_per_block")
    Interval(low=0.0, base=0.0, high=0.0, proven=True)

    References
    ----------
    R. E. Moore, Interval Analysis, 1966 (the range of a function over a box); F. J. Solis, R. J.-B. Wets,
    Minimization by Random Search Techniques, Mathematics of Operations Research 6(1), 1981.
    """
    import numpy as np  # noqa: PLC0415

    ranges = ranges or {}
    names = list(ranges)
    base = {name: np.array([range_.base]) for name, range_ in ranges.items()}
    recording = Recording(scenario, design, [output, *FLAGS], base)

    def outcomes(points: Array) -> Array:
        columns = {name: points[:, at] for at, name in enumerate(names)}
        return as_answers([output], recording.run(columns))[output]

    if not any(recording.hangs_on_columns(name) for name in (output, *FLAGS)):
        (value,) = as_answers([output], recording.run(base))[output].tolist()
        return Interval(value, value, value, proven=True)
    sides = [(range_.low, range_.base, range_.high) for range_ in ranges.values()]
    low, middle, high = zip(*sides, strict=True)
    found = search(outcomes, Box(low, middle, high, tuple(input_of(name).kind == "whole" for name in names)))
    return Interval(found.low, found.base, found.high, variants=found.points)


def tornado(
    scenario: Scenario, design: int = 0, ranges: Ranges | None = None, output: str = "known_eur_per_vm"
) -> list[Swing]:
    """How far each uncertain input alone moves an output, the largest first.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    design : int
        Position of the design in the scenario [from 0]
    ranges : Mapping of str to Range
        Low, base and high by name, as for the columns of `sweep`.
    output : str
        Name of the figure.

    Returns
    -------
    list of Swing
        For every input the output at its low and at its high end, the others at their base values
        [unit of the figure]

    Raises
    ------
    InputError
        If a name is unknown, a value is out of its range, or EUR are asked for without prices.

    Notes
    -----
    Each end is sized as `size` does it [exact], all other inputs at their base. What is infinite is so as in
    `corners`. Why a bar is short or has one side only says `reason_of`. Needs numpy.

    Examples
    --------
    >>> from vdi_sizing.what_if.sweep import _example
    >>> ranges = {"users_scale": Range(0.5, 1, 2), "given_vms": Range(40, 50, 60)}
    >>> [(swing.label, swing.swing) for swing in tornado(_example(), ranges=ranges, output="blocks")]
    [('number of users', 3.0), ('VMs per block, given', 1.0)]

    References
    ----------
    T. G. Eschenbach, Spiderplots versus Tornado Diagrams for Sensitivity Analysis, Interfaces 22(6), 1992.
    """
    ranges = ranges or {}
    base = {name: range_.base for name, range_ in ranges.items()}
    at_low = _outcomes(scenario, design, output, [{**base, name: ranges[name].low} for name in ranges])
    at_high = _outcomes(scenario, design, output, [{**base, name: ranges[name].high} for name in ranges])
    swings = [
        Swing(name, label_of(name), range_, low, high)
        for (name, range_), low, high in zip(ranges.items(), at_low, at_high, strict=True)
    ]
    return sorted(swings, key=lambda swing: swing.swing, reverse=True)


def _outcomes(scenario: Scenario, design: int, output: str, variants: Sequence[Mapping[str, float]]) -> list[float]:
    """The output of each variant, all of which name the same inputs."""
    if not variants:
        return []
    columns = {name: [variant[name] for variant in variants] for name in variants[0]}
    outcome = priced_sweep(scenario, design, [output], columns)[output]
    return [float(value) for value in outcome] * (len(variants) if not columns else 1)
