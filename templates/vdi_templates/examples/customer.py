"""A customer of today, invented: three kinds of users on flash, on disks and on both, everything on the bill."""

from __future__ import annotations

import datetime
from typing import Any

from vdi_sizing.scenario import (
    IN_BLOCKS,
    ONCE,
    PER_BLOCK,
    PER_HOST,
    PER_SHELF,
    PER_USER,
    BillRow,
    Design,
    Scenario,
    Settings,
    Tier,
    UserGroup,
)
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import profile
from vdi_sizing.tables.reading import TODAY
from vdi_templates.examples.base import AS_OF, scenario_of

PRICE_LIST = "example prices of 2026, no offer"
_PRICED_ON = datetime.date(2026, 11, 16)
_CASE = "office"
_MCS, _PVS = "Windows 11 knowledge worker, MCS", "Windows 11 knowledge worker, PVS"
_BY_MCS, _BY_PVS = "MCS", "PVS with RAM cache and overflow, desktop"
_NVME, _SATA, _HDD = "Solidigm D7-PS1010 3.84 TB", "Kingston DC600M 960 GB", "HGST Ultrastar C15K600 600 GB"
_NVME_CLUSTER, _ALL_FLASH, _HYBRID, _DISKS = "NVMe cluster", "All-flash array", "Hybrid array", "HDD array"
_FLASH_ARRAY, _HYBRID_ARRAY, _DISK_ARRAY, _SHELF = "flash array", "hybrid array", "disk array", "shelf"
_HOST, _SYSTEM, _HYPERVISOR, _LICENCE, _PROJECT = (
    "host", "Windows Server Datacenter licence", "hypervisor licence", "licence", "project",
)  # fmt: skip
_SWITCHES = "switches"
_CORES, _RAM_GIB, _BAYS, _BAYS_WITH_SHELVES = 64.0, 1024.0, 24.0, 240.0
"""Those of the hosts and arrays that are priced, and so typed: they are not left to a kit."""
_NOTE = "An example, and no offer of anybody: enter yours."
_PRICES = {
    _HOST: ("server: 64 cores, 1 TiB RAM, 24 bays", 32_000.0),
    _FLASH_ARRAY: ("two controllers, 24 bays, their software", 92_000.0),
    _HYBRID_ARRAY: ("two controllers, 24 bays, with tiering", 41_000.0),
    _DISK_ARRAY: ("two controllers, 24 bays", 27_000.0),
    _SHELF: ("24 bays beside those of the array", 5_000.0),
    _NVME: ("NVMe SSD", 1_190.0),
    _SATA: ("SATA SSD", 370.0),
    _HDD: ("15K SAS disk", 290.0),
    _SYSTEM: ("of all 64 cores of a host", 7_800.0),
    _HYPERVISOR: ("the same Windows Server beside an array", 7_800.0),
    _SWITCHES: ("a pair for hosts and storage", 18_000.0),
    _LICENCE: ("desktop licence of a user, five years", 290.0),
    _PROJECT: ("installation, pilot and training", 38_000.0),
}
_TRENDS = {
    _HOST: "Server RAM rose by 88 to 93 % in the first quarter of 2026 (TrendForce, 2026-02-02).",
    _NVME: "Server SSDs rose by 53 to 58 % in the first quarter of 2026 (TrendForce, 2026-02-02).",
    _SATA: "Server SSDs rose by 53 to 58 % in the first quarter of 2026 (TrendForce, 2026-02-02).",
    _HDD: "Disks rose by 4 % in the last quarter of 2025 (TrendForce, 2025-12-15), far less than flash.",
}
"""What moved a price in 2026, with who says so."""
_EXAMPLES = "Prices, watts and shares are examples."
_SHARES = "SSDs take 90 % of I/Os: measure. "
_RESERVES = "One host in reserve. "
_MIRRORED = "Three copies; one host in reserve. "


def customer() -> Scenario:
    """An insurer of 1,000 people, of whom 801 work at a time: what a pre-sales engineer would show."""
    return scenario_of(TODAY, _groups(), _designs(), _settings(), _prices(), _bill())


def _groups() -> tuple[UserGroup, ...]:
    """Clerks, a service centre in shifts, and developers; what a test measured comes from their profiles."""
    heavy = profile("Windows 10/11 heavy, Microsoft guideline")
    source = (
        "Delta 20 GB: J. Spiers, MCS storage. Persistent 30 GB: the least that Microsoft's guideline gives a profile. "
        "Users and concurrency: example."
    )

    def group(
        name: str, vms: float, concurrency: float, profile: str, delivery: str, more: str = "", **figures: float
    ) -> UserGroup:
        return UserGroup(
            name, _CASE, vms, concurrency, profile=profile, delivery=delivery, delta_gb=20,
            persistent_gb=heavy.persistent_gb, source=f"{source}{more}", **figures,  # type: ignore[arg-type]
        )  # fmt: skip

    return (
        group("clerks", 620, 0.8, _MCS, _BY_MCS),
        group("service centre, in shifts", 300, 0.75, _PVS, _BY_PVS),
        group(
            "developers", 80, 1.0, _MCS, _BY_MCS,
            " RAM, vCPU: the guideline's for software engineers.",
            ram_gib=heavy.ram_gib or 0.0, vcpus=heavy.vcpus or 0.0,
        ),
    )  # fmt: skip


def _designs() -> tuple[Design, ...]:
    """The same hosts four times: with NVMe in them, and beside an array of flash, of flash and disks, or of disks."""
    host: dict[str, Any] = {"ram_gib": _RAM_GIB, "cores": _CORES, "bays": _BAYS}
    common: dict[str, Any] = {
        "max_utilization": 0.7, "cpu_headroom": 0.15, "replica_gb": 64.0, "replicas": 2.0,
        "ios_per_boot": profile(_MCS).ios_per_boot, "boots_per_min": 50.0, "concurrent_boots": 100.0, "write_kb": 9.0,
        "hours_per_day": 10.0, "warranty_years": 5.0,
    }  # fmt: skip
    beside: dict[str, Any] = {
        "spare_hosts": 1, "beside_ram_gib": _RAM_GIB, "beside_cores": _CORES, "beside_watts": 600.0,
        "beside_rack_units": 2.0, **common,
    }  # fmt: skip
    with_shelves: dict[str, Any] = {
        "bays": _BAYS_WITH_SHELVES, "array_headroom": 0.2, "block_watts": 350.0, "rack_units": 2.0, "base_bays": _BAYS,
        "shelf_bays": _BAYS, "shelf_watts": 80.0, "shelf_rack_units": 2.0, **beside,
    }  # fmt: skip
    return (
        Design(_NVME_CLUSTER, _CASE, (_tier(_NVME),), kit="Storage Spaces Direct cluster", **host, spare_blocks=1,
               array_headroom=0.1, block_watts=600.0, rack_units=2.0, remark=_MIRRORED + _EXAMPLES, **common),
        Design(_ALL_FLASH, _CASE, (_tier(_NVME, spares=1.0),), kit="All-flash array, hosts beside it", bays=_BAYS,
               block_watts=600.0, rack_units=2.0, remark=_RESERVES + _EXAMPLES, **beside),
        Design(_HYBRID, _CASE, (_tier(_SATA, spares=1.0), _tier(_HDD, spares=4.0)),
               kit="Hybrid array, hosts beside it", remark=_RESERVES + _SHARES + _EXAMPLES, **with_shelves),
        Design(_DISKS, _CASE, (_tier(_HDD, spares=4.0),), kit="HDD array, hosts beside it",
               remark=_RESERVES + _EXAMPLES, **with_shelves),
    )  # fmt: skip


def _tier(drive: str, **more: float) -> Tier:
    """Drives to be counted; their layout, derating and what is kept free are left to the kit."""
    return Tier(drive, rebuild_drives=None, derating=None, **more)  # type: ignore[arg-type]


def _settings() -> Settings:
    return Settings(
        AS_OF, customer="Example Insurance, an invented customer", author="Example AG, pre-sales",
        price_list=PRICE_LIST, vat_share=0.19, eur_per_kwh=0.24, pue=1.4, eur_per_rack_unit_year=240.0,
        maintenance_share=0.08, discount_rate=0.04, store_kind=IN_BLOCKS,
    )  # fmt: skip


def _prices() -> tuple[Price, ...]:
    """Round amounts of nobody, and each of them says so, and what moved it in 2026."""
    return tuple(
        Price(
            PRICE_LIST, part, description, amount, 0.0, "EUR", _PRICED_ON, source="an example of this workbook",
            how_sure="example", note=" ".join(filter(None, (_NOTE, _TRENDS.get(part)))),
        )
        for part, (description, amount) in _PRICES.items()
    )  # fmt: skip


def _bill() -> tuple[BillRow, ...]:
    """Blocks, drives and systems of the hosts of each design; alike for all are network, licences and project."""
    beside = ((_HOST, PER_HOST), (_HYPERVISOR, PER_HOST))
    blocks = {
        _NVME_CLUSTER: ((_HOST, PER_BLOCK), (_NVME, "drive 1"), (_SYSTEM, PER_HOST)),
        _ALL_FLASH: ((_FLASH_ARRAY, PER_BLOCK), (_NVME, "drive 1"), *beside),
        _HYBRID: ((_HYBRID_ARRAY, PER_BLOCK), (_SHELF, PER_SHELF), (_SATA, "drive 1"), (_HDD, "drive 2"), *beside),
        _DISKS: ((_DISK_ARRAY, PER_BLOCK), (_SHELF, PER_SHELF), (_HDD, "drive 1"), *beside),
    }
    alike = ((_SWITCHES, ONCE), (_LICENCE, PER_USER), (_PROJECT, ONCE))
    not_maintained = (_LICENCE, _PROJECT)
    return tuple(
        BillRow(design, part, 1, per, maintained=part not in not_maintained)
        for design, parts in blocks.items()
        for part, per in (*parts, *alike)
    )
