"""How far an output goes: over all corners of some ranges, and for each uncertain input alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.ranges import Range, Ranges
from vdi_sizing.what_if.sweep import label_of, priced_sweep


@dataclass(frozen=True)
class Interval:
    """What an output is at least, at the base values, and at most."""

    low: float
    base: float
    high: float


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
    """Smallest and largest value of an output over all combinations of ranges.

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
        The output at the lowest corner, at the base values and at the highest corner.

    Raises
    ------
    InputError
        If a name is unknown, a value is out of its range, or EUR are asked for without prices.

    Notes
    -----
    [exact] where the output is monotone in every input: it is then extreme at two corners, and changing one
    input at a time tells which. An input that changes nothing at the base values is tried again at the
    corners. What is not monotone has to be sampled (`monte_carlo`): EUR per VM against users, which jumps
    with every block, and the read share where reads hit a cache or writes end in one. EUR and response
    times may be infinite, as in `sweep`. Needs numpy.

    Examples
    --------
    >>> from vdi_sizing.what_if.sweep import _example
    >>> corners(_example(), ranges={"users_scale": Range(0.5, 1, 2)}, output="blocks")
    Interval(low=2.0, base=3.0, high=5.0)

    References
    ----------
    R. E. Moore, Interval Analysis, 1966 (the range of a monotone function).
    """
    ranges = ranges or {}
    lowest = {name: range_.base for name, range_ in ranges.items()}
    highest = dict(lowest)
    undecided = list(ranges)
    while undecided:
        rising = _rising(scenario, design, output, {name: ranges[name] for name in undecided}, (lowest, highest))
        for name, rises in rising.items():
            lowest[name] = ranges[name].low if rises else ranges[name].high
            highest[name] = ranges[name].high if rises else ranges[name].low
        if not rising:
            break
        undecided = [name for name in undecided if name not in rising]
    base = {name: range_.base for name, range_ in ranges.items()}
    return Interval(*_outcomes(scenario, design, output, [lowest, base, highest]))


def _rising(
    scenario: Scenario, design: int, output: str, ranges: Ranges, points: Sequence[Mapping[str, float]]
) -> dict[str, bool]:
    """Whether the output rises with each input, for the inputs that change it at one of the points."""
    ends = [(name, point) for name in ranges for point in points]
    at_low = _outcomes(scenario, design, output, [{**point, name: ranges[name].low} for name, point in ends])
    at_high = _outcomes(scenario, design, output, [{**point, name: ranges[name].high} for name, point in ends])
    return {name: low < high for (name, _), low, high in zip(ends, at_low, at_high, strict=True) if low != high}


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
    Each end is sized as `size` does it [exact], all other inputs at their base. EUR and response times may be
    infinite, as in `sweep`. Needs numpy.

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
