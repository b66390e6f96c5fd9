"""A design as it is, and beside it with several drivers changed at once."""

from __future__ import annotations

from dataclasses import dataclass

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.scenario import Scenario, Sensitivity, check
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_sizing.what_if.variation import sized_at_once


@dataclass(frozen=True)
class WhatIf:
    """A design as it is, and as it would be.

    Attributes
    ----------
    base : DesignSizing
        Its figures as they are.
    then : DesignSizing
        Its figures with the drivers changed.
    """

    base: DesignSizing
    then: DesignSizing

    def difference(self, name: str) -> float:
        """What a figure gains; a loss is below 0.

        >>> from vdi_sizing.what_if.sweep import _example
        >>> changed_at_once(_example(), users_scale=0.5).difference("blocks")
        1.0
        """
        return float(self.then[name] - self.base[name])


def changed_at_once(scenario: Scenario, design: int = 0, **changes: float) -> WhatIf:
    """Size a design as it is, and with several drivers changed at once.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    design : int
        Position of the design in the scenario [from 0]
    changes : float
        By driver of the sheet *Sensitivity* (`users_scale`, `all_iops_scale`, `growth_per_year` and the like) a part
        of it, or points of a share; 0.2 is 20 % or 20 points more [share]

    Returns
    -------
    WhatIf
        The figures of the design in both cases.

    Raises
    ------
    InputError
        If a driver or the design is unknown, or a change is out of its range.

    Notes
    -----
    What the sheet *What if* shows for the same dials [exact]. Changes of one figure multiply: 20 % more users with
    10 % more IOPS each ask for 32 % more. Growth lasts until the end of the years of use. What is blank stays blank,
    and a change of 0 leaves every figure as it is.

    Examples
    --------
    >>> from vdi_sizing.what_if.sweep import _example
    >>> found = changed_at_once(_example(), users_scale=0.5, growth_per_year=0.1)
    >>> found.base["vms_whole"], found.then["vms_whole"], found.difference("blocks")
    (100.0, 242.0, 4.0)

    References
    ----------
    The formulas and their sources are those of `size`.
    """
    check(scenario)
    if not 0 <= design < len(scenario.designs):
        raise InputError("design", design, f"a position from 0 to {len(scenario.designs) - 1}")
    unknown = next((name for name in changes if name not in DRIVERS), None)
    if unknown is not None:
        raise InputError("driver", unknown, f"one of: {', '.join(DRIVERS)}")
    field = inputs_of(Sensitivity)["dials"]
    cleaned = {name: field.cleaned(change, name) for name, change in changes.items()}
    base, then = (sized_at_once(scenario, design, each) for each in ({}, cleaned))
    return WhatIf(DesignSizing(base.block), DesignSizing(then.block))
