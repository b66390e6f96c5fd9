"""The figures of a design as it is, and of every variant that a sensitivity looks at."""

from __future__ import annotations

from dataclasses import dataclass

from vdi_sizing.inputs import same_name
from vdi_sizing.model.names import Names
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import DRIVERS, ENDS, Driver


@dataclass(frozen=True)
class Varied:
    """Figures of a design as it is, and at the low and high end of every driver."""

    design: int
    changes: dict[tuple[str, str], float]
    base: Names
    ends: dict[tuple[str, str], Names]


def vary(scenario: Scenario) -> Varied:
    """Size the variants of the design that the scenario's sensitivity is about.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables, settings and the ranges of the sensitivity.

    Returns
    -------
    Varied
        Figures by driver and end; the first design where none is named.

    Notes
    -----
    One driver at a time, all others as they are: the data of a tornado chart.

    References
    ----------
    T. G. Eschenbach, Spiderplots versus Tornado Diagrams for Sensitivity Analysis, Interfaces 22(6), 1992.
    """
    named = scenario.sensitivity.design
    names = [design.name for design in scenario.designs]
    chosen = next((i for i, name in enumerate(names) if named and same_name(name, named)), 0)
    changes = {
        (name, end): change for name in DRIVERS for end, change in zip(ENDS, changes_of(scenario, name), strict=True)
    }
    ends = {(name, end): _sized(scenario, chosen, DRIVERS[name], change) for (name, end), change in changes.items()}
    return Varied(chosen, changes, _sized(scenario, chosen), ends)


def changes_of(scenario: Scenario, driver: str) -> tuple[float, float]:
    """By how much a driver of the sheet is varied at its low and at its high end.

    >>> from vdi_sizing.what_if.sweep import _example
    >>> changes_of(_example(), "users_scale")
    (-0.2, 0.2)
    """
    low, high = scenario.sensitivity.low, scenario.sensitivity.high
    at, usual = list(DRIVERS).index(driver), DRIVERS[driver].usual_change
    return low[at] if at < len(low) else -usual, high[at] if at < len(high) else usual


def _sized(scenario: Scenario, design: int, driver: Driver | None = None, change: float = 0.0) -> Names:
    figures = Names(Block(scenario, scenario.designs[design]))
    if driver is not None:
        driver.change_by(figures, change)
    return figures
