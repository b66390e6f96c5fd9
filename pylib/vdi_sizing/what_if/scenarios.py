"""Named scenarios: all designs of a comparison, sized once more with what each of them changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vdi_sizing.inputs import name_key
from vdi_sizing.model.names import Names
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.scenario import Change, Scenario, check
from vdi_sizing.what_if.variation import sized_at_once


@dataclass(frozen=True)
class NamedScenario:
    """A named set of changes, and every design sized with it.

    Attributes
    ----------
    name : str
        As it was entered first.
    changes : tuple of Change
        What it changes, in the order of the inputs.
    designs : tuple of DesignSizing
        The designs in their order, compared with each other.
    """

    name: str
    changes: tuple[Change, ...]
    designs: tuple[DesignSizing, ...]


def named_scenarios(scenario: Scenario) -> tuple[NamedScenario, ...]:
    """Size every design once more for each named scenario.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables, settings, and what its named scenarios change.

    Returns
    -------
    NamedScenario
        A tuple of them, in the order in which they are named first; none where nothing is changed.

    Raises
    ------
    InputError
        If something does not hold between the records of the scenario.

    Notes
    -----
    All changes of a scenario are made at once, to every design, and nothing else differs [exact]. Changes of one
    figure multiply, as on the sheet *What if*.

    Examples
    --------
    >>> import dataclasses
    >>> from vdi_sizing import Change
    >>> from vdi_sizing.what_if.sweep import _example
    >>> more = Change("half as many more", "number of users", 0.5)
    >>> for each in named_scenarios(dataclasses.replace(_example(), named_changes=(more,))):
    ...     print(each.name, each.designs[0]["blocks"])
    half as many more 4.0

    References
    ----------
    The formulas and their sources are those of `size`.
    """
    check(scenario)
    by_name: dict[str, list[Change]] = {}
    for change in scenario.named_changes:
        by_name.setdefault(name_key(change.scenario), []).append(change)
    return tuple(
        NamedScenario(changes[0].scenario, tuple(changes), _sized(scenario, changes)) for changes in by_name.values()
    )


def _sized(scenario: Scenario, changes: list[Change]) -> tuple[DesignSizing, ...]:
    return _side_by_side(scenario, {change.driver: change.by for change in changes})


def _side_by_side(scenario: Scenario, by: Mapping[str, float]) -> tuple[DesignSizing, ...]:
    """Designs see what each other costs: which is the cheapest is a figure of each."""
    figures: tuple[Names, ...] = tuple(sized_at_once(scenario, at, by) for at in range(len(scenario.designs)))
    blocks = tuple(each.block for each in figures)
    for block in blocks:
        block.side_by_side = blocks
    return tuple(DesignSizing(block) for block in blocks)
