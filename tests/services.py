"""Cloud desktops beside hosts of one's own, for tests: one service by group, and one with a size for all."""

from __future__ import annotations

import datetime
from typing import Any

from vdi_sizing.scenario import BillRow, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS

OWN, CLOUD, ONE_SIZE, OFFICE, CAD = "own hosts", "cloud desktops", "one size for all", "office", "CAD"
_CASE, _LIST, _AS_OF = "day", "example prices", datetime.date(2026, 11, 21)
_DRIVE = "Solidigm D7-PS1010 3.84 TB"
_EUR = {
    "host": 24500.0, _DRIVE: 860.0, "desktop licence": 290.0, "hypervisor": 150.0, "desktop of 4 vCPU": 38.0,
    "desktop of 8 vCPU": 160.0, "gateway": 900.0, "set-up": 12000.0,
}  # fmt: skip


def beside(**settings: Any) -> Scenario:
    """600 office users and 60 of CAD."""
    groups = (
        UserGroup(OFFICE, _CASE, 600, steady_iops=30, steady_read_share=0.4, ram_gib=6, vcpus=3, delta_gb=40),
        UserGroup(CAD, _CASE, 60, steady_iops=60, steady_read_share=0.4, ram_gib=32, vcpus=6, vcpus_per_core=3,
                  delta_gb=80),
    )  # fmt: skip
    designs = (
        Design(OWN, _CASE, (Tier(_DRIVE, "vSAN ESA RAID-6 4+2"),), block_kind="cluster", ram_gib=1024.0, cores=64.0,
               vcpus_per_core=6.0, host_ram_gib=64.0, host_cores=6.0, cpu_headroom=0.15, bays=24.0, spare_blocks=1.0),
        Design(CLOUD, _CASE, block_kind="service", acknowledged="ram_unknown: by group; cores_unknown: by group"),
        Design(ONE_SIZE, _CASE, block_kind="service", ram_gib=32.0, cores=8.0, vcpus_per_core=1.0),
    )  # fmt: skip
    bill = (
        BillRow(OWN, "host", 1), BillRow(OWN, _DRIVE, 1, "drive 1"), BillRow(OWN, "desktop licence", 1, "user"),
        BillRow(OWN, "hypervisor", 1, "core", "per year"),
        BillRow(CLOUD, "desktop of 4 vCPU", 1, "user", "per month", group=OFFICE),
        BillRow(CLOUD, "desktop of 8 vCPU", 1, "VM", "per month", group=CAD),
        BillRow(CLOUD, "gateway", 1, "once", "per month"), BillRow(CLOUD, "set-up", 1, "once"),
        BillRow(ONE_SIZE, "desktop of 8 vCPU", 1, "VM", "per month", paid="in advance"),
    )  # fmt: skip
    prices = tuple(Price(_LIST, part, None, eur, 0.0, "EUR", _AS_OF, "example") for part, eur in _EUR.items())
    return Scenario(groups, designs, DRIVES, RAID_LEVELS, Settings(_AS_OF, price_list=_LIST, **settings), prices, bill)
