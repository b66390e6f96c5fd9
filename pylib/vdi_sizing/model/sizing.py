"""From a scenario to its sizing: every figure of every design."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vdi_sizing.model.money.bill import BillLine
from vdi_sizing.model.names import Names
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sections import is_void
from vdi_sizing.scenario import Design, Scenario, check
from vdi_sizing.words import ERROR


@dataclass(frozen=True)
class DesignSizing:
    """A design with its figures, each worked out when first asked for."""

    block: Block

    @property
    def design(self) -> Design:
        """The design as it was given."""
        return self.block.design

    @cached_property
    def figures(self) -> Names:
        """Its figures by name."""
        return Names(self.block)

    @property
    def bill(self) -> tuple[BillLine, ...]:
        """Its bill of materials, priced."""
        return self.block.bill

    def __getitem__(self, name: str) -> Any:
        return self.figures[name]

    def shown(self, name: str) -> Any:
        """A figure as a person may see it: "error" where it is part of an answer that does not stand."""
        if self.block.stands_in:
            return ""
        return ERROR if is_void(self.block, name) else self.figures[name]


@dataclass(frozen=True)
class Sizing:
    """The designs of a scenario, sized."""

    scenario: Scenario
    designs: tuple[DesignSizing, ...]

    @cached_property
    def stand_in(self) -> DesignSizing:
        """What stands in a free column of a workbook: the first design once more, which counts for nothing."""
        first = self.designs[0].block
        block = Block(self.scenario, first.design)
        block.side_by_side, block.stands_in = first.side_by_side, True
        return DesignSizing(block)


def size(scenario: Scenario) -> Sizing:
    """Size every design of a scenario.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.

    Returns
    -------
    Sizing
        For every design its figures by name, and its bill of materials line by line.

    Raises
    ------
    InputError
        If something does not hold between the records of the scenario.

    Notes
    -----
    Drives given: every limit follows, and blocks = VMs / smallest limit, rounded up [src]. Drives blank: they are
    counted for one full block, which carries the smallest of users, RAM, cores, a measured or given number, and
    what those parts carry that are given: capacity, IOPS, flash cache, other tiers [mine].

    Examples
    --------
    >>> import datetime
    >>> from vdi_sizing import DRIVES, RAID_LEVELS, Design, Scenario, Settings, Tier, UserGroup
    >>> users = UserGroup("office", "day", vms=100, steady_iops=8, steady_read_share=0.4)
    >>> design = Design("HDD", "day", (Tier("ETRI SATA 7.2K 750 GB", "RAID 10"),))
    >>> sizing = size(Scenario((users,), (design,), DRIVES, RAID_LEVELS, Settings(datetime.date(2026, 11, 21))))
    >>> sizing.designs[0]["drives_plain"], sizing.designs[0]["drives_per_block"]
    (18.0, 18.0)

    References
    ----------
    Both questions: Fujitsu, Using Solid State Disks in VDI Environments; J. Park et al. (ETRI), Storage
    Sizing Issue of VDI System; Dell, Sizing and Best Practices for Deploying Citrix XenDesktop, section 6.3.
    """
    check(scenario)
    blocks = tuple(Block(scenario, design) for design in scenario.designs_in_use)
    for block in blocks:
        block.side_by_side = blocks
    return Sizing(scenario, tuple(DesignSizing(block) for block in blocks))
