"""Many variants of a design at once, through the formulas of the model, as arrays instead of numbers."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from vdi_sizing._arrays import Numbers, Value, where
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.capacity.response import Reported
from vdi_sizing.model.figure import Given
from vdi_sizing.model.names import Names, places
from vdi_sizing.model.scopes import UNTARGETED, AtLoad, Block, PartAtLoad
from vdi_sizing.scenario import TIERS, Cache, Design, Scenario, Settings, Tier, UserGroup, check
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.what_if.drivers import ALL_DRIVERS

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
FLAGS = ("priced", "feasible")
"""What `as_answers` has to know beside the outputs."""
_OF_ALL_BLOCKS = (
    "blocks_needed", "blocks", "hosts_needed_beside", "hosts_beside", "drives_total", "power_w", "energy_kwh_per_year",
    "rack_units",
)  # fmt: skip
"""Figures of as many blocks as the users need: 0 says that no block carries them."""
_RESPONSE_TIMES = (PartAtLoad.leg_ms, PartAtLoad.response_ms, AtLoad.response_ms, Reported.percentile_ms)
_VARIABLE_KINDS = ("number", "whole", "share")


# --- what may vary ------------------------------------------------------------------------------------


def _variable_figures() -> dict[str, Input]:
    """Figures that are summed or looked up and that may vary by themselves."""
    given = ((name, figure) for name, (_, figure) in places().items() if isinstance(figure, Given))
    return {name: figure.varies for name, figure in given if figure.varies}


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
    apply: Callable[[Names, Value], None]

    def checked(self, values: object) -> Value:
        return self.input.checked(self.name, values)


def _set(name: str) -> Callable[[Names, Value], None]:
    return lambda figures, value: figures.put(name, value)


def _set_vms(figures: Names, vms: Value) -> None:
    """So many VMs in use, each of which asks for what it did."""
    ALL_DRIVERS["users_scale"].set_to(figures, vms / figures.block.vms)
    figures.put("vms", vms)  # without the rounding of the quotient


def _variable(name: str) -> _Variable:
    if name in ALL_DRIVERS:
        return _Variable(name, ALL_DRIVERS[name].input, ALL_DRIVERS[name].set_to)
    for full_name in (name, f"design.{name}", f"settings.{name}"):
        if full_name in VARIABLES:
            return _Variable(name, VARIABLES[full_name], _set_vms if name == "vms" else _set(full_name))
    raise InputError("column", name, f"one of: {', '.join((*ALL_DRIVERS, *VARIABLES))}")


def label_of(name: str) -> str:
    """What a driver, figure or input is called."""
    return input_of(name).label


def input_of(name: str) -> Input:
    """What a driver, figure or input may be."""
    return _variable(name).input


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
        One value per variant, or one for all: drivers (`ALL_DRIVERS`), or figures and inputs (`VARIABLES`)
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
    return Recording(scenario, design, outputs, columns).run(columns, chunk)


class Recording:
    """A design's outputs as a program on some columns, to be run as often as one likes."""

    def __init__(self, scenario: Scenario, design: int, outputs: Sequence[str], columns: Mapping[str, Numbers]) -> None:
        import numpy as np  # noqa: PLC0415

        from vdi_sizing.what_if.recording import Recorded, Tape  # noqa: PLC0415

        check(scenario)
        if not 0 <= design < len(scenario.designs):
            raise InputError("design", design, f"a position from 0 to {len(scenario.designs) - 1}")
        tape = Tape()
        figures = Names(Block(scenario, scenario.designs_in_use[design]))
        self._slots: dict[_Variable, int] = {}
        for variable in sorted(map(_variable, columns), key=_order):
            column = columns[variable.name]
            number: Any = tape.number() if np.ndim(column) else variable.checked(column)
            if isinstance(number, Recorded):
                self._slots[variable] = number.slot
            variable.apply(figures, number)
        wanted = {name: _output(figures, name) for name in outputs}
        self._fixed = {name: number for name, number in wanted.items() if not isinstance(number, Recorded)}
        self._wanted = {name: number.slot for name, number in wanted.items() if isinstance(number, Recorded)}
        self._program = tape.program(number for number in wanted.values() if isinstance(number, Recorded))

    def hangs_on_columns(self, output: str) -> bool:
        """Whether any column enters the formulas of an output."""
        return output in self._wanted

    def run(self, columns: Mapping[str, Numbers], chunk: int = CHUNK) -> dict[str, Array]:
        """The outputs of each variant; the columns are those that were recorded."""
        import numpy as np  # noqa: PLC0415

        given = {name: np.asarray(column) for name, column in columns.items()}
        count = _count(given)
        results = {name: np.full(count, number) for name, number in self._fixed.items()}
        results |= {name: np.empty(count) for name in self._wanted}
        for start in range(0, count, chunk):
            part = slice(start, start + chunk)
            found = self._program.run(
                {slot: each.checked(given[each.name][part]) for each, slot in self._slots.items()}
            )
            for name, slot in self._wanted.items():
                results[name][part] = found[slot]
        return results


def _order(variable: _Variable) -> tuple[int, bool]:
    """Figures and inputs first, `vms` before the others; then the drivers, in the order of their declaration."""
    at = list(ALL_DRIVERS).index(variable.name) if variable.name in ALL_DRIVERS else -1
    return at, variable.name != "vms"


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


def _output(figures: Names, name: str) -> Any:
    offered = [each for each, (_, figure) in places().items() if figure.swept and not figure.given]
    if name not in offered or isinstance(figures[name], str):
        numbers = (each for each in offered if not isinstance(figures[each], str))
        raise InputError("output", name, f"one of: {', '.join(numbers)}")
    return where(_out_of_reach(figures, name), math.inf, figures[name])


def _out_of_reach(figures: Names, name: str) -> Any:
    """Whether a figure means nothing, which `size` says beside it."""
    infeasible = figures.block.feasible == 0
    if "eur" in name.split("_"):
        return infeasible
    scope, figure = figures.place(name)
    if figure not in _RESPONSE_TIMES:
        return False
    at_load: Any = getattr(scope, "at_load", scope)  # a percentile is of a part, the other times of a part at a load
    saturated = at_load.saturated == 1
    return saturated if name.startswith(UNTARGETED) else saturated | infeasible


def figures_at(scenario: Scenario, design: int, values: Mapping[str, float]) -> Names:
    """The figures of one variant of a design."""
    figures = Names(Block(scenario, scenario.designs_in_use[design]))
    for variable in sorted(map(_variable, values), key=_order):
        variable.apply(figures, variable.checked(values[variable.name]))
    return figures


def answer_in(figures: Names, output: str) -> float:
    """A figure of one variant, infinite where it is no answer."""
    return math.inf if output in _OF_ALL_BLOCKS and not figures.block.feasible else float(_output(figures, output))


def priced_sweep(
    scenario: Scenario, design: int, outputs: Sequence[str], columns: Mapping[str, Any]
) -> dict[str, Array]:
    """A sweep in which no number stands for a missing answer: see `as_answers`."""
    return as_answers(outputs, sweep(scenario, design, [*outputs, *FLAGS], **columns))


def as_answers(outputs: Sequence[str], swept: Mapping[str, Array]) -> dict[str, Array]:
    """The outputs of a sweep: EUR without prices are an error, and what is counted without a block is infinite."""
    import numpy as np  # noqa: PLC0415

    priced, feasible = (swept[flag] for flag in FLAGS)
    results = {}
    for name in outputs:
        if "eur" in name.split("_") and not priced.all():
            raise InputError("output", name, "a figure without EUR, since the design has no prices")
        results[name] = np.where(feasible == 0, math.inf, swept[name]) if name in _OF_ALL_BLOCKS else swept[name]
    return results
