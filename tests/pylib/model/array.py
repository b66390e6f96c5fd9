"""One hundred VMs on an array of drives that the tables know, with whatever inputs a test gives it."""

from __future__ import annotations

import datetime
from typing import Any

from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.raid_levels import RAID_LEVELS

HDD, SSD = "ETRI SATA 7.2K 750 GB", "Kingston DC600M 960 GB"
USERS = UserGroup("office", "now", 100, steady_iops=10.0, steady_read_share=0.4)


def scenario(raid: str = "RAID 10", drives: float = 24, drive: str = HDD, **inputs: Any) -> Scenario:
    users = inputs.pop("users", USERS)
    tiers = inputs.pop("tiers", (Tier(drive, raid, drives),))
    design = Design("array", "now", tiers, **inputs)
    return Scenario((users,), (design,), DRIVES, RAID_LEVELS, Settings(datetime.date(2026, 11, 21)))


def sized(*args: Any, **inputs: Any) -> DesignSizing:
    return size(scenario(*args, **inputs)).designs[0]
