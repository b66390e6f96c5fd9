"""What if the inputs are not what one believes: a million variants, corner values, tornado and Monte Carlo.

Every variant goes through the formulas of `sizing.compute`, as arrays instead of numbers.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from vdi_sizing._arrays import Numbers, Value, divide, numbers, share, sqrt, where
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.figures_response import UNTARGETED
from vdi_sizing.model.sizing import BILLED_PER, Figures, compute, resolve
from vdi_sizing.scenario import PARTS, TIERS, Cache, Design, Scenario, Settings, Tier, UserGroup, check
from vdi_sizing.tables.drives import DRIVES, Drive
from vdi_sizing.tables.raid_levels import RAID_LEVELS, RaidLevel
from vdi_sizing.what_if.sensitivity import DRIVERS, LOADS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Array: TypeAlias = "npt.NDArray[np.float64]"

HEADLINE = (
    "vms_per_block",
    "drives_per_block",
    "blocks",
    "drives_total",
    "known_users_eur",
    "known_eur_per_vm",
)
"""What `sweep` returns if nothing else is asked for."""
CHUNK = 16_384
"""Variants worked out at once: few enough that all figures of them stay in a processor's cache."""
_RESPONSE_TIMES = ("leg_ms", "response_ms", "percentile_ms")
_VARIABLE_KINDS = ("number", "whole", "share")
_PER_VM = ("ram_gib", "vcpus", "delta_gb", "swap_gb", "log_gb", "persistent_gb")


# --- what may vary ------------------------------------------------------------------------------------


def _variable_figures() -> dict[str, Input]:
    """Figures that `resolve` sums or looks up and that may vary by themselves."""
    looked_up = {
        "drive_gb": inputs_of(Drive)["gb"],
        "drive_watts": Input("power of a drive", "W"),
        "dwpd": Input("drive writes per day", "1/day"),
        "rated_read_iops": inputs_of(Drive)["read_iops"],
        "rated_write_iops": inputs_of(Drive)["write_iops"],
        **{name: field for name, field in inputs_of(RaidLevel).items() if field.kind in _VARIABLE_KINDS},
    }
    prices = [f"parts_per_{name}_eur" for name in BILLED_PER]
    return {
        "vms": Input("concurrent VMs", "VMs", "what they ask for changes in proportion", above=0),
        **{name: Input(f"{name.replace('_', ' ')} of all VMs together", "IOPS") for name in LOADS},
        **{f"{name}_per_vm": Input(f"{name}_per_vm") for name in _PER_VM},
        **{f"{part}_{name}": field for part in PARTS for name, field in looked_up.items()},
        **{name: Input(name, "EUR") for name in prices},
    }


def _variable_inputs() -> dict[str, Input]:
    declared = {
        **{f"design.{name}": field for name, field in inputs_of(Design).items()},
        **{f"design.tier{k}_{name}": field for k in TIERS for name, field in inputs_of(Tier).items()},
        **{f"design.cache_{name}": field for name, field in inputs_of(Cache).items()},
        **{f"settings.{name}": field for name, field in inputs_of(Settings).items()},
    }
    return {name: field for name, field in declared.items() if field.kind in _VARIABLE_KINDS}


VARIABLES: dict[str, Input] = {**_variable_figures(), **_variable_inputs()}
"""Figures and inputs that a column may set; a design's input or a setting also goes by its bare name."""


@dataclass(frozen=True)
class _Variable:
    """A column's meaning: what it may be, and how it enters the figures."""

    name: str
    input: Input
    apply: Callable[[Figures, Value], None]

    def checked(self, values: object) -> Value:
        return self.input.checked(self.name, values)


def _set(name: str) -> Callable[[Figures, Value], None]:
    def apply(x: Figures, value: Value) -> None:
        x[name] = value

    return apply


def _set_vms(x: Figures, vms: Value) -> None:
    """So many VMs in use, each of which asks for what it did."""
    DRIVERS["users_scale"].set_to(x, vms / x["vms"])
    x["vms"] = vms  # without the rounding of the quotient


def _variable(name: str) -> _Variable:
    if name in DRIVERS:
        return _Variable(name, DRIVERS[name].input, DRIVERS[name].set_to)
    for full_name in (name, f"design.{name}", f"settings.{name}"):
        if full_name in VARIABLES:
            return _Variable(name, VARIABLES[full_name], _set_vms if name == "vms" else _set(full_name))
    raise InputError("column", name, f"one of: {', '.join((*DRIVERS, *VARIABLES))}")


# --- a million variants -------------------------------------------------------------------------------


def sweep(
    scenario: Scenario,
    design: int = 0,
    outputs: Sequence[str] = HEADLINE,
    chunk: int = CHUNK,
    **columns: Numbers,
) -> dict[str, Array]:
    """Size many variants of one design at once.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings: what the columns do not vary.
    design : int
        Position of the design in the scenario [from 0]
    outputs : Sequence of str
        Names of the figures to return.
    chunk : int
        Variants that are worked out at once; the answer does not depend on it [variants]
    columns : float or array
        One value per variant, or one for all: drivers (`DRIVERS`), or figures and inputs (`VARIABLES`)
        [unit of the input]

    Returns
    -------
    dict of str to array
        For every output one number per variant [unit of the figure]

    Raises
    ------
    InputError
        If a column or an output is unknown, a value is out of its range, or the columns differ in length.

    Notes
    -----
    Every variant goes through the formulas that `size` uses and comes out the same [exact]: they run once, note
    what they do with the columns, and what the outputs depend on is replayed with numpy. Besides columns and
    results, the memory needed is that of one chunk. Of a variant only the range of its values is checked; what
    must hold between inputs is checked for the scenario itself.

    `vms` stands for as many VMs in use with the load per VM that the scenario has: loads and all VMs change in
    proportion. A load (`steady_reads` and the like) is that of all VMs together. `vms` is set first, then the
    other figures and inputs, then the drivers work on them.

    Where `size` has a 0/1 figure beside a number that means nothing, the number is infinite: EUR without a
    feasible block, and without one or where drives are saturated `response_ms`, and the tiers' and the cache's
    `leg_ms`, `response_ms` and `percentile_ms`. Shares within a limit stay: of saturated drives they count what
    a cache answers.

    Examples
    --------
    >>> scenario = _example()
    >>> sweep(scenario, outputs=["blocks"], given_vms=[40, 60, 100])["blocks"].tolist()
    [3.0, 2.0, 1.0]

    References
    ----------
    The formulas and their sources are those of `size`.
    """
    import numpy as np  # noqa: PLC0415

    from vdi_sizing.what_if.recording import Recorded, Tape  # noqa: PLC0415

    check(scenario)
    if not 0 <= design < len(scenario.designs):
        raise InputError("design", design, f"a position from 0 to {len(scenario.designs) - 1}")
    variables = sorted(map(_variable, columns), key=lambda each: (each.name in DRIVERS, each.name != "vms"))
    given = {name: np.asarray(column) for name, column in columns.items()}
    count = _count(given)

    tape = Tape()
    slots = {}
    figures = resolve(scenario, scenario.designs[design])
    resolved = set(figures)
    for variable in variables:
        column = given[variable.name]
        number: Any = tape.number() if column.ndim else variable.checked(columns[variable.name])
        if isinstance(number, Recorded):
            slots[variable] = number.slot
        variable.apply(figures, number)
    compute(figures)

    computed = {
        name: figure
        for name, figure in figures.items()
        if name not in resolved and isinstance(figure, (float, Recorded))
    }
    wanted = {name: _output(computed, name) for name in outputs}
    program = tape.program(number for number in wanted.values() if isinstance(number, Recorded))
    results = {name: np.empty(count) for name in outputs}
    for start in range(0, count, chunk):
        part = slice(start, start + chunk)
        found = program.run({slot: each.checked(given[each.name][part]) for each, slot in slots.items()})
        for name, number in wanted.items():
            results[name][part] = found[number.slot] if isinstance(number, Recorded) else number
    return results


def _example() -> Scenario:
    """One hundred VMs on servers of 40, for the examples."""
    return Scenario(
        groups=(UserGroup(name="office", case="now", vms=100.0),),
        designs=(Design(name="servers", case="now", given_vms=40.0),),
        drives=DRIVES,
        raid_levels=RAID_LEVELS,
        settings=Settings(as_of=datetime.date(2011, 6, 1)),
    )


def _count(columns: Mapping[str, npt.NDArray[Any]]) -> int:
    """How many variants there are."""
    count = max((column.size for column in columns.values() if column.ndim), default=1)
    for name, column in columns.items():
        if column.shape not in ((), (count,)):
            expected = f"one number, or {count} in a row as in the longest column"
            raise InputError(name, f"of shape {column.shape}", expected)
    return count


def _output(computed: Figures, name: str) -> Any:
    if name not in computed:
        raise InputError("output", name, f"one of: {', '.join(computed)}")
    return where(_out_of_reach(computed, name), math.inf, computed[name])


def _out_of_reach(computed: Figures, name: str) -> Any:
    """Whether a figure means nothing, which `size` says beside it."""
    infeasible = computed["feasible"] == 0
    if "eur" in name.split("_"):
        return infeasible
    for time in _RESPONSE_TIMES:
        if name.endswith(time):
            saturated = computed[name.removesuffix(time) + "saturated"] == 1
            return saturated if name.startswith(UNTARGETED) else saturated | infeasible
    return False


# --- ranges -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Range:
    """Low, base and high of an input that is not known exactly."""

    low: float
    base: float
    high: float

    def __post_init__(self) -> None:
        for name in ("low", "base", "high"):
            object.__setattr__(self, name, numbers(name, getattr(self, name)))
        _check_order(self.low, self.base, self.high)


Ranges: TypeAlias = Mapping[str, Range]
"""A range for each driver, figure or input that is uncertain."""


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


@dataclass(frozen=True)
class Quantiles:
    """How an output is spread over the draws."""

    p5: float
    p50: float
    p95: float
    mean: float


def _check_order(low: Value, base: Value, high: Value) -> None:
    numbers("base - low", base - low, at_least=0)
    numbers("high - base", high - base, at_least=0)


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
        Swing(name, _variable(name).input.label, range_, low, high)
        for (name, range_), low, high in zip(ranges.items(), at_low, at_high, strict=True)
    ]
    return sorted(swings, key=lambda swing: swing.swing, reverse=True)


def _outcomes(scenario: Scenario, design: int, output: str, variants: Sequence[Mapping[str, float]]) -> list[float]:
    """The output of each variant, all of which name the same inputs."""
    if not variants:
        return []
    columns = {name: [variant[name] for variant in variants] for name in variants[0]}
    outcome = _priced_sweep(scenario, design, [output], columns)[output]
    return [float(value) for value in outcome] * (len(variants) if not columns else 1)


def _priced_sweep(
    scenario: Scenario, design: int, outputs: Sequence[str], columns: Mapping[str, Any]
) -> dict[str, Array]:
    """A sweep where EUR are an error without prices."""
    results = sweep(scenario, design, [*outputs, "priced"], **columns)
    for name in outputs:
        if "eur" in name.split("_") and not results["priced"].all():
            raise InputError("output", name, "a figure without EUR, since the design has no prices")
    return {name: results[name] for name in outputs}


# --- Monte Carlo --------------------------------------------------------------------------------------


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
    >>> ranges = {"users_scale": Range(0.5, 1, 2)}
    >>> monte_carlo(_example(), ranges=ranges, outputs=["blocks"], draws=1000)["blocks"].p95
    5.0

    References
    ----------
    As for `triangular_draws`.
    """
    results = _priced_sweep(scenario, design, outputs, triangular_draws(ranges or {}, draws, seed))
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


def triangular_quantile(p: Numbers, low: Numbers, base: Numbers, high: Numbers) -> Value:
    """Value that a triangular distribution does not exceed with a probability.

    Parameters
    ----------
    p : float or array
        Probability [0..1]
    low : float or array
        Lowest value [any unit]
    base : float or array
        Most likely value [any unit]
    high : float or array
        Highest value [any unit]

    Returns
    -------
    float or array
        Value [any unit]

    Raises
    ------
    InputError
        If an argument is not a number, p is outside 0 to 1, or low, base and high are not in order.

    Notes
    -----
    low + sqrt(p (high - low) (base - low)) up to p = (base - low) / (high - low), from there on
    high - sqrt((1 - p) (high - low) (high - base)) [exact].

    Examples
    --------
    >>> triangular_quantile(0.5, 8, 20, 32)
    20.0
    >>> triangular_quantile(0, 8, 20, 25)
    8.0

    References
    ----------
    S. Kotz, J. R. van Dorp, Beyond Beta, 2004, chapter 1.
    """
    probability = share("p", p)
    a, c, b = numbers("low", low), numbers("base", base), numbers("high", high)
    _check_order(a, c, b)
    left = a + sqrt(probability * (b - a) * (c - a))
    right = b - sqrt((1 - probability) * (b - a) * (b - c))
    return where(probability < divide(c - a, b - a, otherwise=0.0), left, right)


def pert_mean(low: Numbers, base: Numbers, high: Numbers) -> Value:
    """Expected value of an estimate with three points.

    Parameters
    ----------
    low : float or array
        Lowest value [any unit]
    base : float or array
        Most likely value [any unit]
    high : float or array
        Highest value [any unit]

    Returns
    -------
    float or array
        Expected value [any unit]

    Raises
    ------
    InputError
        If an argument is not a number, or low, base and high are not in order.

    Notes
    -----
    (low + 4 base + high) / 6, the mean of the PERT (beta) distribution [src]; the triangular one has a mean of
    (low + base + high) / 3.

    Examples
    --------
    >>> pert_mean(8, 20, 26)
    19.0

    References
    ----------
    D. G. Malcolm et al., Application of a Technique for Research and Development Program Evaluation,
    Operations Research 7(5), 1959.
    """
    a, c, b = numbers("low", low), numbers("base", base), numbers("high", high)
    _check_order(a, c, b)
    return (a + 4 * c + b) / 6
