"""Small scenarios for the evidence: one group of users and one design, sized as a workbook would size them."""

from __future__ import annotations

import datetime
from typing import Any

from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import ARRAY, CLUSTER, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.raid_levels import RAID_LEVELS, raid_level

AMPLE = 1e9
"""GB and IOPS of a drive that limits nothing."""
_DRIVE, _CASE = "drive", "day"
_AS_OF = datetime.date(2026, 11, 21)


def usable_share(layout: str) -> float:
    """Share of the drives that a layout of the table leaves usable."""
    return raid_level(layout).usable_share


def sized_cluster(
    layout: str,
    *,
    vms: float = 1,
    per_vm: dict[str, Any] | None = None,
    drive_gb: float = AMPLE,
    drives: float = 1,
    kept_drives: float = 0,
    **design: Any,
) -> Block:
    """A cluster whose hosts have so many drives, in one layout."""
    tier = Tier(_DRIVE, layout, drives, rebuild_drives=kept_drives)
    return _sized(vms, per_vm or {"persistent_gb": 1}, tier, drive_gb, block_kind=CLUSTER, **design)


def sized_hosts(vms: float, per_vm: dict[str, Any], **design: Any) -> Block:
    """Hosts beside an array that limits nothing."""
    return _sized(vms, per_vm, Tier(_DRIVE, "RAID 10"), AMPLE, block_kind=ARRAY, **design)


def sized_server(vms: float, per_vm: dict[str, Any], **design: Any) -> Block:
    """A server whose drives limit nothing."""
    return _sized(vms, per_vm, Tier(_DRIVE, "RAID 0", 1), AMPLE, **design)


def _sized(vms: float, per_vm: dict[str, Any], tier: Tier, drive_gb: float, **design: Any) -> Block:
    users = UserGroup("users", _CASE, vms, **{"steady_iops": 1, "steady_read_share": 1, **per_vm})
    drive = Drive(_DRIVE, _DRIVE, None, None, drive_gb, AMPLE, AMPLE)
    blocks = (Design("design", _CASE, (tier,), **design),)
    sized = size(Scenario((users,), blocks, (drive,), RAID_LEVELS, Settings(_AS_OF))).designs[0].block
    if not sized.stands:
        raise ValueError(sized.errors_in_words)
    return sized
