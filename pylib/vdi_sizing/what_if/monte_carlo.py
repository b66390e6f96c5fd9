"""How outputs are spread if every uncertain input is drawn at random, the same on every run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.uncertainty import triangular_quantile
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.ranges import Ranges
from vdi_sizing.what_if.sweep import HEADLINE, Array, priced_sweep


@dataclass(frozen=True)
class Quantiles:
    """How an output is spread over the draws."""

    p5: float
    p50: float
    p95: float
    mean: float


def monte_carlo(
    scenario: Scenario,
    design: int = 0,
    ranges: Ranges | None = None,
    outputs: Sequence[str] = HEADLINE,
    draws: int = 10_000,
    seed: int = 1,
) -> dict[str, Quantiles]:
    """How outputs are spread if every uncertain input is triangular between low and high, on its own.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    design : int
        Position of the design in the scenario [from 0]
    ranges : Mapping of str to Range
        Low, base (the most likely) and high by name, as for the columns of `sweep`.
    outputs : Sequence of str
        Names of the figures.
    draws : int
        How many variants are drawn [variants]
    seed : int
        The same seed gives the same draws [-]

    Returns
    -------
    dict of str to Quantiles
        For every output the values that 5, 50 and 95 % of the draws do not exceed, and the mean
        [unit of the figure]

    Raises
    ------
    InputError
        If a name is unknown, a value is out of its range, or EUR are asked for without prices.

    Notes
    -----
    Draws as in `triangular_draws`. A quantile is one of the values drawn [exact], so that a count stays whole;
    how near it is to that of all draws depends on their number. EUR and response times may be infinite, as in
    `sweep`. Needs numpy.

    Examples
    --------
    >>> from vdi_sizing.what_if.ranges import Range
    >>> from vdi_sizing.what_if.sweep import _example
    >>> ranges = {"users_scale": Range(0.5, 1, 2)}
    >>> monte_carlo(_example(), ranges=ranges, outputs=["blocks"], draws=1000)["blocks"].p95
    5.0

    References
    ----------
    As for `triangular_draws`.
    """
    results = priced_sweep(scenario, design, outputs, triangular_draws(ranges or {}, draws, seed))
    return {name: quantiles(result) for name, result in results.items()}


def quantiles(values: Array) -> Quantiles:
    """P5, P50, P95 and mean of some values; a quantile is the smallest value that so many do not exceed.

    >>> import numpy as np
    >>> quantiles(np.arange(1.0, 101.0))
    Quantiles(p5=5.0, p50=50.0, p95=95.0, mean=50.5)
    """
    import numpy as np  # noqa: PLC0415

    ordered = np.sort(values)
    p5, p50, p95 = (float(ordered[-(-percent * len(ordered) // 100) - 1]) for percent in (5, 50, 95))
    return Quantiles(p5, p50, p95, math.fsum(ordered) / len(ordered))


def triangular_draws(ranges: Ranges, draws: int, seed: int) -> dict[str, Array]:
    """Independent draws from triangular distributions, the same on every machine and numpy version.

    Parameters
    ----------
    ranges : Mapping of str to Range
        Low, base (the most likely) and high by name; their order matters.
    draws : int
        How many of each [draws]
    seed : int
        The same seed gives the same draws [-]

    Returns
    -------
    dict of str to array
        The draws of each [unit of its range]

    Raises
    ------
    InputError
        If draws is not a whole number above 0, or seed not a whole number of at least 0.

    Notes
    -----
    The raw stream of the generator PCG64 [src] (numpy keeps it across versions, unlike its distributions), the
    upper 53 bits of each number as a fraction, through `triangular_quantile` [exact]. The draws of all inputs are
    taken in turns: more draws with the same seed begin with the same ones.

    Examples
    --------
    >>> from vdi_sizing.what_if.ranges import Range
    >>> triangular_draws({"users_scale": Range(0.5, 1, 2)}, draws=3, seed=1)["users_scale"].round(6).tolist()
    [1.144274, 1.727412, 0.828816]

    References
    ----------
    M. E. O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
    Number Generation, HMC-CS-2014-0905.
    """
    import numpy as np  # noqa: PLC0415

    for name, value, least in (("draws", draws, 1), ("seed", seed, 0)):
        if not isinstance(value, int) or value < least:
            raise InputError(name, value, f"a whole number of at least {least}")
    stream = np.random.PCG64(seed).random_raw(draws * len(ranges)).reshape(draws, len(ranges))
    drawn = {}
    for position, (name, range_) in enumerate(ranges.items()):
        p: Array = (stream[:, position] >> np.uint64(11)) * np.float64(2**-53)
        drawn[name] = np.asarray(triangular_quantile(p, range_.low, range_.base, range_.high))
    return drawn
