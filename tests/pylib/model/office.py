"""One hundred VMs on drives of round numbers, so that what a test expects can be worked out by hand."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import BillRow, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS

AS_OF = datetime.date(2026, 11, 21)
LIST = "list"
SLOW = Drive("slow", "slow", "seeds", "HDD", 1000, 100, 100)
FAST = Drive("fast", "fast", "seeds", "SSD", 100, 10000, 10000)
NEW = Drive("new", "new", "today", "SSD", 1000, 20000, 20000)
USERS = UserGroup("users", "office", 100, steady_iops=10, steady_read_share=0.5, ram_gib=2, vcpus=1, delta_gb=5)
CONTAINED = "drives_billed: in the price of the server; block_billed: there already"
"""For a design whose bill is about other parts than drives and the block."""
BLOCK = Design("HDD", "office", (Tier("slow", "RAID 10"),))
ROOM: dict[str, Any] = {"ram_gib": 4096.0, "cores": 512.0, "vcpus_per_core": 8.0, "bays": 64.0}
"""Of a block that has more than enough of it, so that nothing is unknown."""


def scenario(*designs: Design, groups: tuple[UserGroup, ...] = (USERS,), **settings: Any) -> Scenario:
    return Scenario(groups, designs, (SLOW, FAST, NEW), RAID_LEVELS, Settings(AS_OF, **settings))


def block_of(made: Scenario) -> Block:
    """The block of the first design, with what it leaves blank."""
    return Block(made, made.designs_in_use[0])


def sized(design: Design, *groups: UserGroup, **settings: Any) -> DesignSizing:
    return size(scenario(design, groups=groups or (USERS,), **settings)).designs[0]


def with_tier(design: Design = BLOCK, **changes: Any) -> Design:
    return replace(design, tiers=(replace(design.tiers[0], **changes),))


def priced(design: Design, *bill: tuple[str, float, str], **settings: Any) -> DesignSizing:
    prices = {"server": 1000.0, "slow": 100.0, "licence": 10.0, "project": 500.0, "unknown": None}
    return size(
        Scenario(
            (USERS,), (design,), (SLOW, FAST, NEW), RAID_LEVELS, Settings(AS_OF, price_list=LIST, **settings),
            tuple(Price(LIST, part, None, eur, 0.1, "EUR", AS_OF, "offer") for part, eur in prices.items()),
            tuple(BillRow(design.name, part, quantity, per) for part, quantity, per in bill),
        )
    ).designs[0]  # fmt: skip


FULL_BILL = (("server", 2, "block"), ("slow", 1, "drive 1"), ("licence", 1, "VM"), ("project", 1, "once"))
