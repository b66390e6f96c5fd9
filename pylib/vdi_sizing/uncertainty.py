"""What if the inputs are not what one believes: a million variants, corner values, tornado and Monte Carlo.

Every variant goes through the formulas of `sizing.compute`, as arrays instead of numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from vdi_sizing import inputs
from vdi_sizing._arrays import Numbers, Value, divide, numbers, share, sqrt, where
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input
from vdi_sizing.scenario import PHASES, TIERS, Scenario, check
from vdi_sizing.sizing import BILLED_PER, Figures, compute, resolve

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
CHUNK = 4096
"""Variants worked out at once: few enough that all figures of them stay in a processor's cache."""
_VARIABLE_KINDS = ("number", "whole", "share")
_PARTS = (*(f"tier{k}" for k in TIERS), "cache")
_PER_VM = ("ram_gib", "vcpus", "delta_gb", "swap_gb", "log_gb", "persistent_gb")


# --- what may vary ------------------------------------------------------------------------------------


def _variable_figures() -> dict[str, Input]:
    """Figures that `resolve` sums or looks up and that may vary by themselves."""
    looked_up = {
        "drive_gb": inputs.DRIVE["gb"],
        "rated_read_iops": inputs.DRIVE["read_iops"],
        "rated_write_iops": inputs.DRIVE["write_iops"],
        **{name: field for name, field in inputs.RAID.items() if field.kind in _VARIABLE_KINDS},
    }
    loads = [f"{phase}_{what}" for phase in PHASES for what in ("reads", "writes")]
    prices = [f"parts_per_{name}_eur" for name in BILLED_PER]
    return {
        "vms": Input("concurrent VMs", "VMs", above=0),
        **{name: Input(name) for name in ("all_vms", *loads, *(f"{name}_per_vm" for name in _PER_VM))},
        **{f"{part}_{name}": field for part in _PARTS for name, field in looked_up.items()},
        **{name: Input(name, "EUR") for name in prices},
    }


def _variable_inputs() -> dict[str, Input]:
    declared = {
        **{f"design.{name}": field for name, field in inputs.DESIGN.items()},
        **{f"design.tier{k}_{name}": field for k in TIERS for name, field in inputs.TIER.items()},
        **{f"design.cache_{name}": field for name, field in inputs.CACHE.items()},
        **{f"settings.{name}": field for name, field in inputs.SETTINGS.items()},
    }
    return {name: field for name, field in declared.items() if field.kind in _VARIABLE_KINDS}


VARIABLES: dict[str, Input] = {**_variable_figures(), **_variable_inputs()}
"""Figures and inputs that a column may set; a design's input or a setting also goes by its bare name."""


@dataclass(frozen=True)
class Driver:
    """Something that may turn out otherwise, and what it does to the figures that a sizing starts from."""

    input: Input
    apply: Callable[[Figures, Value], None]


def _scale(label: str, *names: str) -> Driver:
    def apply(x: Figures, factor: Value) -> None:
        for name in names:
            x[name] = x[name] * factor

    return Driver(Input(label, "x", "times what the scenario says", above=0), apply)


def _setting(name: str, *further: str) -> Driver:
    def apply(x: Figures, value: Value) -> None:
        for each in (name, *further):
            x[each] = value

    return Driver(VARIABLES[name], apply)


def _set_read_share(x: Figures, read_share: Value) -> None:
    steady = x["steady_reads"] + x["steady_writes"]
    x["steady_reads"] = steady * read_share
    x["steady_writes"] = steady * (1 - read_share)


_LOADS = tuple(f"{phase}_{what}" for phase in PHASES for what in ("reads", "writes"))
_RATINGS = tuple(f"{part}_rated_{what}_iops" for part in _PARTS for what in ("read", "write"))
_DRIVE_PRICES = tuple(f"parts_per_{name}_eur" for name in BILLED_PER if "drive" in name)
_OTHER_PRICES = tuple(f"parts_per_{name}_eur" for name in BILLED_PER if "drive" not in name)

DRIVERS: dict[str, Driver] = {
    "users_scale": _scale("number of users", "vms", "all_vms", *_LOADS),
    "steady_iops_scale": _scale("steady IOPS per VM", "steady_reads", "steady_writes"),
    "steady_read_share": Driver(
        Input("steady read share", "0..1", "of all users together", "share"), _set_read_share
    ),
    "drive_iops_scale": _scale("drive IOPS", *_RATINGS),
    "write_coalesced": _setting(*(f"design.tier{k}_write_coalesced" for k in TIERS)),
    "max_utilization": _setting("design.max_utilization"),
    "drive_price_scale": _scale("drive prices", *_DRIVE_PRICES),
    "other_price_scale": _scale("other prices", *_OTHER_PRICES),
    "ram_scale": _scale("RAM per VM", "ram_gib_per_vm"),
    "gb_scale": _scale("GB per VM", *(f"{name}_per_vm" for name in _PER_VM if name.endswith("_gb"))),
}
"""What a sensitivity varies of a whole design; loads and prices as a multiple, since they are tables."""


@dataclass(frozen=True)
class _Variable:
    """A column's meaning: what it may be, and how it enters the figures."""

    name: str
    input: Input
    apply: Callable[[Figures, Value], None]

    def checked(self, values: object) -> Value:
        field = self.input
        low = None if field.above is not None else field.at_least
        high = 1.0 if field.kind == "share" and field.at_most is None else field.at_most
        try:
            result = numbers(self.name, values, at_least=low, above=field.above, at_most=high)
        except InputError as error:
            raise InputError(self.name, error.value, field.expected) from error
        if field.kind == "whole":
            fraction = result % 1
            if fraction if isinstance(fraction, float) else fraction.any():
                raise InputError(self.name, "a fraction", field.expected)
        return result


def _variable(name: str) -> _Variable:
    if name in DRIVERS:
        return _Variable(name, DRIVERS[name].input, DRIVERS[name].apply)
    for full_name in (name, f"design.{name}", f"settings.{name}"):
        if full_name in VARIABLES:
            return _Variable(name, VARIABLES[full_name], lambda x, value: x.update({full_name: value}))
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
        Position of the design in the scenario, from 0.
    outputs : sequence of str
        Names of the figures to return.
    chunk : int
        Variants that are worked out at once; the answer does not depend on it.
    **columns : float or array
        One value per variant, or one for all: drivers (`DRIVERS`), or figures and inputs (`VARIABLES`).

    Returns
    -------
    dict of str to array
        For every output one number per variant.

    Raises
    ------
    InputError
        If a column or an output is unknown, a value is out of its range, or the columns differ in length.

    Notes
    -----
    Every variant goes through the formulas that `size` uses; what no column changes is worked out as plain
    numbers. Besides columns and results, the memory needed is that of one chunk. Of a variant only the range
    of its values is checked; what must hold between inputs is checked for the scenario itself. First the
    figures and inputs are set, then the drivers work on them.

    Examples
    --------
    >>> from vdi_sizing.scenario import Design, Scenario, Settings, UserGroup
    >>> import datetime
    >>> users = UserGroup(name="office", case="now", vms=100)
    >>> servers = Design(name="servers", case="now", given_vms=40)
    >>> settings = Settings(as_of=datetime.date(2011, 6, 1))
    >>> from vdi_sizing import drives, raid
    >>> scenario = Scenario((users,), (servers,), drives.DRIVES, raid.RAID_LEVELS, settings)
    >>> sweep(scenario, outputs=["blocks"], given_vms=[40, 60, 100])
    {'blocks': array([3., 2., 1.])}
    """
    import numpy as np  # noqa: PLC0415

    check(scenario)
    if not 0 <= design < len(scenario.designs):
        raise InputError("design", design, f"a position from 0 to {len(scenario.designs) - 1}")
    start_figures = resolve(scenario, scenario.designs[design])
    variables = sorted((_variable(name) for name in columns), key=lambda variable: variable.name in DRIVERS)
    given = {name: np.asarray(column) for name, column in columns.items()}
    count = _count(given)
    results = {name: np.empty(count) for name in outputs}
    figures: Figures = {}  # kept from chunk to chunk: memory that is given back each time costs half the speed
    for start in range(0, count, chunk):
        part = slice(start, start + chunk)
        figures.update(start_figures)
        for variable in variables:
            column = given[variable.name]
            variable.apply(figures, variable.checked(column[part] if column.ndim else column))
        compute(figures)
        for name, result in results.items():
            result[part] = _number(figures, name)
    return results


def _count(columns: Mapping[str, npt.NDArray[Any]]) -> int:
    """How many variants there are."""
    lengths = {name: len(column) for name, column in columns.items() if column.ndim}
    for name, column in columns.items():
        if column.ndim > 1 or lengths.get(name, 0) != max(lengths.values(), default=0) and column.ndim:
            expected = f"one number, or {max(lengths.values())} of them as in the longest column"
            raise InputError(name, f"of shape {column.shape}", expected)
    return max(lengths.values(), default=1)


def _number(figures: Figures, name: str) -> Value:
    value = figures.get(name)
    if value is None or isinstance(value, (str, bool)):
        known = (key for key, figure in figures.items() if not isinstance(figure, (str, bool)))
        raise InputError("output", name, f"one of: {', '.join(known)}")
    return value  # type: ignore[no-any-return]
