"""A start with today's data."""

from __future__ import annotations

from vdi_sizing.scenario import ONCE, BillRow, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import profile
from vdi_sizing.tables.reading import TODAY
from vdi_templates.examples.base import AS_OF, scenario_of

PROFILE = "Windows 11 knowledge worker, MCS"
"""What its users are like."""


def today() -> Scenario:
    """Today's profiles and drives, with prices still to be entered."""
    figures = profile(PROFILE)
    moved = profile("Windows 10 knowledge worker, FSLogix profile elsewhere")
    store = profile("Profile store: FSLogix, Microsoft guideline")
    source = (
        f"{figures.source}. Delta 20 GB: J. Spiers, MCS storage. 100 VMs: enter yours. The profile's I/O is in these "
        "IOPS, so that no store is entered. With FSLogix profiles on a profile store, a test on Windows 10 had "
        f"{moved.steady_iops:g} IOPS per VM ({moved.source}), and the store needs {store.steady_iops:g} IOPS, "
        f"{store.login_iops:g} at login ({store.source}), and {store.persistent_gb:g} GB or more (Microsoft, Session "
        "host virtual machine sizing guidelines)"
    )
    start = UserGroup(
        "knowledge workers", "office", 100,
        steady_iops=figures.steady_iops, steady_read_share=figures.steady_read_share,
        login_iops=figures.login_iops, login_read_share=figures.login_read_share, ram_gib=figures.ram_gib,
        vcpus=figures.vcpus, delta_gb=20, source=source,
    )  # fmt: skip
    block = {
        "ram_gib": 1024.0, "cores": 64.0, "vcpus_per_core": 6.0, "max_utilization": 0.7, "replica_gb": 64.0,
        "ios_per_boot": figures.ios_per_boot, "boots_per_min": 50.0, "concurrent_boots": 100.0,
    }  # fmt: skip
    hdd, ssd = "HGST Ultrastar C15K600 600 GB", "Kingston DC600M 960 GB"
    designs = (
        Design("HDD", "office", (Tier(hdd, "RAID 10"),), **block),  # type: ignore[arg-type]
        Design("SSD", "office", (Tier(ssd, "RAID 10", derating=0.5),), **block),  # type: ignore[arg-type]
        Design(
            "Hybrid", "office",
            (
                Tier(ssd, "RAID 10", derating=0.5, share_of_reads=0.9, share_of_writes=0.9, share_of_capacity=0.2),
                Tier(hdd, "RAID 10", share_of_reads=0.1, share_of_writes=0.1, share_of_capacity=0.8),
            ),
            **block,  # type: ignore[arg-type]
        ),
    )  # fmt: skip
    own_list = "own price list"
    prices = tuple(
        Price(own_list, part, description, None, 0.0, "EUR", AS_OF)
        for part, description in (
            ("server", "server without drives"),
            (hdd, "drive"),
            (ssd, "drive"),
            ("licence", "desktop licence"),
            ("project", "services, once"),
        )
    )
    drives = {"HDD": (hdd,), "SSD": (ssd,), "Hybrid": (ssd, hdd)}
    bill = tuple(
        row
        for name, parts in drives.items()
        for row in (
            BillRow(name, "server", 1),
            *(BillRow(name, part, 1, f"drive {k}") for k, part in enumerate(parts, start=1)),
            BillRow(name, "licence", 1, "VM"),
            BillRow(name, "project", 1, ONCE),
        )
    )
    return scenario_of(TODAY, (start,), designs, Settings(AS_OF, price_list=own_list), prices, bill)
