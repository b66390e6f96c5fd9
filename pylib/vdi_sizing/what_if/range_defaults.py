"""Which inputs are uncertain if nobody says otherwise, by how much, and where that comes from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import Scenario
from vdi_sizing.tables.profiles import DESKTOP, PRESET, PROFILES, Profile, profile
from vdi_sizing.tables.reading import DOCUMENTS, TODAY
from vdi_sizing.what_if.drivers import ALL_DRIVERS, DRIVERS, SCALED
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.sweep import figures_at
from vdi_sizing.what_if.variation import changes_of

ALL_IOPS = "all_iops_scale"
_PERCENTILES = (0.05, 0.95)
"""Of the VMs that were measured, those between which their load spreads."""
FROM_SENSITIVITY = ("users_scale", "drive_iops_scale", "drive_price_scale", "other_price_scale")
"""The drivers that vary beside the load, by what the sheet Sensitivity says of them."""
_USUAL_PROFILES = {TODAY: "Windows 11 knowledge worker, MCS", DOCUMENTS: "ETRI office user, test"}
"""The profile of each generation that the others are compared with."""


@dataclass(frozen=True)
class UsualRange:
    """The range of a driver, and where it comes from."""

    range: Range
    source: str


def usual_ranges(scenario: Scenario, design: int = 0) -> dict[str, UsualRange]:
    """The ranges of the drivers that vary where no others are given.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.
    design : int
        Position of the design in the scenario [from 0]

    Returns
    -------
    dict of str to UsualRange
        By driver: the load of all phases together by the spread of the shipped profiles, the others by the changes
        that the scenario's sensitivity has for them. A driver of what is not given, such as prices, is
        left out [x]

    Raises
    ------
    InputError
        If a record of the scenario does not suit the others.

    Notes
    -----
    Profiles of the generation of the design's drives: least and most steady IOPS of a desktop over those of the usual
    profile. Sessions of a shared host, profile stores and the presets of tools are left out [src].

    Examples
    --------
    >>> from vdi_sizing.what_if.sweep import _example
    >>> usual_ranges(_example())["users_scale"].range
    Range(low=0.8, base=1.0, high=1.2)

    References
    ----------
    The sources of the profiles stand in `PROFILES`.
    """
    ranges = {ALL_IOPS: profile_spread(_generation(scenario, design))}
    for name in FROM_SENSITIVITY:
        low, high = changes_of(scenario, name)
        assert DRIVERS[name].how == SCALED
        around = sorted((1 + low, 1.0, 1 + high))
        ranges[name] = UsualRange(Range(around[0], 1, around[2]), f"sheet Sensitivity: {low:+.0%} and {high:+.0%}")
    figures = figures_at(scenario, design, {})
    return {name: usual for name, usual in ranges.items() if ALL_DRIVERS[name].base_in(figures) is not None}


def profile_spread(generation: str) -> UsualRange:
    """How far the steady IOPS of a generation's profiles are from those of the usual one, as multiples.

    >>> print(profile_spread("today (2016-2026)").source)
    profiles, today (2016-2026): 11.4 to 44.9 IOPS per VM, 38.4 of "Windows 11 knowledge worker, MCS"
    """
    usual = profile(_USUAL_PROFILES[generation])
    iops = [each.steady_iops for each in _desktops(PROFILES, generation) if each.steady_iops]
    least, most, around = min(iops), max(iops), usual.steady_iops or 0.0
    source = f'profiles, {generation}: {least:.3g} to {most:.3g} IOPS per VM, {around:.3g} of "{usual.name}"'
    return UsualRange(Range(least / around, 1, most / around), source)


def measured_spread(iops: Sequence[float], where: str) -> UsualRange:
    """How far the IOPS of a customer's own VMs are from their mean, as multiples: in the place of the profiles' spread.

    Parameters
    ----------
    iops : sequence of float
        What each VM that was measured has on average [IOPS]
    where : str
        Where they were measured, for the source of the range.

    Returns
    -------
    UsualRange
        Around 1, from the 5th to the 95th percentile of the VMs over their mean [x]

    Raises
    ------
    InputError
        If no VM was measured, or none read or wrote anything.

    Notes
    -----
    A percentile is the least IOPS that so many of the VMs have at most. Where a few VMs have most of the load, the mean
    may lie above the 95th percentile; the range reaches 1 all the same.

    Examples
    --------
    >>> measured_spread([2, 4, 6, 8, 20], "export.xlsx").range
    Range(low=0.25, base=1.0, high=2.5)
    """
    mean = sum(iops) / len(iops) if iops else 0.0
    if mean <= 0:
        raise InputError("measured IOPS", None, "those of at least one VM that reads or writes", where)
    ranked = sorted(iops)
    low, high = (ranked[max(0, math.ceil(share * len(ranked)) - 1)] for share in _PERCENTILES)
    source = f"{where}: {low:.3g} to {high:.3g} IOPS, 5th to 95th percentile of {len(iops)} VMs, {mean:.3g} on average"
    return UsualRange(Range(min(1.0, low / mean), 1, max(1.0, high / mean)), source)


def _desktops(profiles: Sequence[Profile], generation: str) -> list[Profile]:
    return [
        each
        for each in profiles
        if each.generation == generation and each.kind == DESKTOP and each.steady_basis != PRESET
    ]


def _generation(scenario: Scenario, design: int) -> str:
    """That of the design's drives; without drives of its own, that of the scenario's; today, where none is known."""
    own = figures_at(scenario, design, {}).block.generation
    known = (each for each in (own, *(drive.generation for drive in scenario.drives)) if each in _USUAL_PROFILES)
    return next(known, TODAY)
