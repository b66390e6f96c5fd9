"""Scenarios that tests of what-if begin with, and their figures."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from vdi_sizing.model.names import Names
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import Design, Scenario, Sensitivity, Tier, UserGroup
from vdi_sizing.what_if.drivers import DRIVERS
from vdi_templates.examples import EXAMPLES, etri


def example(name: str = "fujitsu") -> Scenario:
    return EXAMPLES[name]()


def office() -> Scenario:
    """One user group on one design whose drives are counted."""
    scenario = example("etri")
    tiers = (Tier(drive=scenario.drives[0].name, raid="RAID 10"),)
    return dataclasses.replace(
        scenario,
        groups=(UserGroup("office", "now", 100, 1.0, steady_iops=20, steady_read_share=0.4),),
        designs=(Design(name="disks", case="now", tiers=tiers),),
        prices=(),
        bill=(),
    )


def figures_of(scenario: Scenario, design: int = -1, changes: Mapping[str, float] | None = None) -> Names:
    """The figures of a design, the last unless one is named, some of what they start from set to other numbers."""
    figures = Names(Block(scenario, scenario.designs_in_use[design]))
    for name, value in (changes or {}).items():
        figures.put(name, value)
    return figures


def with_changes(scenario: Scenario, change: float, design: str | None = None) -> Scenario:
    changes = (change,) * len(DRIVERS)
    return dataclasses.replace(scenario, sensitivity=Sensitivity(design, changes, changes))


def with_everything() -> Scenario:
    """ETRI's users with all that a user group may ask for, not all of them in use at once."""
    scenario = etri()
    users = {"concurrency": 0.8, "login_iops": 30.0, "login_read_share": 0.2, "boot_iops": 60.0, "boot_read_share": 0.9}
    sizes = {"ram_gib": 2.0, "vcpus": 1.0, "delta_gb": 5.0, "swap_gb": 1.0, "log_gb": 0.1, "persistent_gb": 3.0}
    store = {"store_iops": 3.0, "store_read_share": 0.4, "store_login_iops": 9.0, "store_gb": 20.0}
    changes: dict[str, Any] = {**users, **sizes, **store}
    return dataclasses.replace(
        scenario,
        groups=tuple(dataclasses.replace(group, **changes) for group in scenario.groups),
        designs=tuple(dataclasses.replace(design, vcpus_per_core=6.0) for design in scenario.designs),
    )
