"""How outputs are spread if every uncertain input is drawn at random, the same on every run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.uncertainty import triangular_quantile
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.ranges import Ranges
from vdi_sizing.what_if.sweep import HEADLINE, Array, priced_sweep

MOST_DRAWS = 1_000_000
"""More take gigabytes of memory, and move no quantile by a digit that is shown."""


@dataclass(frozen=True)
class Quantiles:
    """How an output is spread over the draws.

    Draws without an answer count as infinite, so that they pull nothing down; their share is told apart.
    """

    p5: float
    p50: float
    p95: float
    mean: float
    without_answer: float = field(default=0.0, repr=False)  # share of the draws, 0..1


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
    how near it is to that of all draws depends on their number. EUR, blocks and the drives of all blocks are infinite
    where no block is feasible, and response times where drives are saturated: `without_answer` is the share of such
    draws. Why an output does not move at all says `reason_of`. Needs numpy.

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
    without_answer = float(np.isinf(ordered).mean())
    mean = math.inf if without_answer else math.fsum(ordered) / len(ordered)
    return Quantiles(p5, p50, p95, mean, without_answer)


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
        If draws is not a whole number from 1 to a million, or seed not a whole number of at least 0.

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

    if not isinstance(draws, int) or draws < 1:
        raise InputError("draws", draws, "a whole number of at least 1")
    if draws > MOST_DRAWS:
        reason = "more take gigabytes of memory and move no digit that is shown"
        raise InputError("draws", draws, f"at most {MOST_DRAWS:,}: {reason}")
    if not isinstance(seed, int) or seed < 0:
        raise InputError("seed", seed, "a whole number of at least 0")
    stream = np.random.PCG64(seed).random_raw(draws * len(ranges)).reshape(draws, len(ranges))
    drawn = {}
    for position, (name, range_) in enumerate(ranges.items()):
        p: Array = (stream[:, position] >> np.uint64(11)) * np.float64(2**-53)
        drawn[name] = np.asarray(triangular_quantile(p, range_.low, range_.base, range_.high))
    return drawn
