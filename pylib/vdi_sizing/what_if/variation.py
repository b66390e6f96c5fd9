"""The figures of a design as it is, and of every variant that a sensitivity looks at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vdi_sizing.inputs import same_name
from vdi_sizing.model.names import Names
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import Scenario
from vdi_sizing.what_if.drivers import AT_ONCE, DRIVERS, ENDS, Driver


@dataclass(frozen=True)
class Varied:
    """Figures of a design and of the other one as they are, and at the low and high end of every driver.

    `at_once`: of the design with every driver changed by its dial; as it is where all dials are at 0.
    """

    design: int
    other: int
    changes: dict[tuple[str, str], float]
    base: Names
    ends: dict[tuple[str, str], Names]
    other_base: Names
    other_ends: dict[tuple[str, str], Names]  # of the drivers that change every design
    dials: dict[str, float]
    at_once: Names


def vary(scenario: Scenario, usual: int = 0) -> Varied:
    """Size the variants of the design that the scenario's sensitivity is about, and of the one beside it.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables, settings and the ranges of the sensitivity.
    usual : int
        The design that is varied where the sensitivity names none; the workbook takes the one it recommends.

    Returns
    -------
    Varied
        Figures by driver and end, of that design and of the first one beside it.

    Notes
    -----
    One driver at a time, all others as they are: the data of a tornado chart.

    References
    ----------
    T. G. Eschenbach, Spiderplots versus Tornado Diagrams for Sensitivity Analysis, Interfaces 22(6), 1992.
    """
    chosen = _position(scenario, scenario.sensitivity.design, usual)
    other = _position(scenario, scenario.sensitivity.other, 0 if chosen else min(1, len(scenario.designs) - 1))
    changes = {
        (name, end): change for name in DRIVERS for end, change in zip(ENDS, changes_of(scenario, name), strict=True)
    }
    ends = {key: _sized(scenario, chosen, DRIVERS[key[0]], change) for key, change in changes.items()}
    other_ends = {
        key: _sized(scenario, other, DRIVERS[key[0]], change)
        for key, change in changes.items()
        if DRIVERS[key[0]].of_all_designs
    }
    base, dials = _sized(scenario, chosen), dials_of(scenario)
    at_once = sized_at_once(scenario, chosen, dials) if any(dials.values()) else base
    return Varied(chosen, other, changes, base, ends, _sized(scenario, other), other_ends, dials, at_once)


def _position(scenario: Scenario, named: str | None, usual: int) -> int:
    """Where a design stands; the usual one where none is named."""
    names = enumerate(design.name for design in scenario.designs)
    return next((at for at, name in names if named and same_name(name, named)), usual)


def changes_of(scenario: Scenario, driver: str) -> tuple[float, float]:
    """By how much a driver of the sheet is varied at its low and at its high end.

    >>> from vdi_sizing.what_if.sweep import _example
    >>> changes_of(_example(), "users_scale")
    (-0.2, 0.2)
    """
    low, high = scenario.sensitivity.low, scenario.sensitivity.high
    at, (usual_low, usual_high) = list(DRIVERS).index(driver), DRIVERS[driver].usual_changes
    return low[at] if at < len(low) else usual_low, high[at] if at < len(high) else usual_high


def _sized(scenario: Scenario, design: int, driver: Driver | None = None, change: float = 0.0) -> Names:
    figures = Names(Block(scenario, scenario.designs_in_use[design]))
    if driver is not None:
        driver.change_by(figures, change)
    return figures


def dials_of(scenario: Scenario) -> dict[str, float]:
    """By how much each driver of the sheet is changed together with the others.

    >>> from vdi_sizing.what_if.sweep import _example
    >>> dials_of(_example())["users_scale"]
    0.0
    """
    dials = scenario.sensitivity.dials
    return {name: dials[at] if at < len(dials) else 0.0 for at, name in enumerate(DRIVERS)}


def sized_at_once(scenario: Scenario, design: int, changes: Mapping[str, float]) -> Names:
    """The figures of a design with several drivers of the sheet changed, each by a part or by points.

    >>> from vdi_sizing.what_if.sweep import _example
    >>> sized_at_once(_example(), 0, {"users_scale": 0.5, "growth_per_year": 0.1})["vms_whole"]
    242.0
    """
    figures = _sized(scenario, design)
    figures.block.as_would_be = any(changes.values())
    for driver in AT_ONCE:
        change = changes.get(driver.name, 0.0)
        if change != 0:
            driver.change_by(figures, change)
    return figures
