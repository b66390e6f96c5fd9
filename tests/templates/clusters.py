"""Knowledge workers on three hyper-converged clusters, and on an array: each has its hosts for another reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vdi_sizing.scenario import BillRow, Design, Scenario, Tier
from vdi_sizing.tables.price_lists import Price
from vdi_templates.examples import today
from vdi_templates.examples.base import AS_OF

NVME, DISK = "Samsung PM9A3 3.84 TB", "HGST Ultrastar C15K600 600 GB"
HOST: dict[str, Any] = {
    "block_kind": "cluster", "ram_gib": 1024, "host_ram_gib": 64, "cores": 64, "host_cores": 6, "cpu_headroom": 0.15,
    "vcpus_per_core": 6, "bays": 24, "spare_blocks": 1, "max_utilization": 0.7, "replica_gb": 64, "array_headroom": 0.1,
}  # fmt: skip
BESIDE: dict[str, Any] = {
    "block_kind": "array", "beside_ram_gib": 512, "host_ram_gib": 16, "beside_cores": 64, "host_cores": 2,
    "cpu_headroom": 0.15, "vcpus_per_core": 6, "spare_hosts": 1, "beside_watts": 700, "beside_rack_units": 1,
    "given_vms": 400, "bays": 24, "block_watts": 900, "rack_units": 4, "max_utilization": 0.7, "replica_gb": 64,
    "array_headroom": 0.2, "image_reduction": 3, "clone_reduction": 1.5, "clone_reduction_source": "vendor",
}  # fmt: skip
EUR = {"array": 30000.0, "host": 12000.0, "MZQL23T8HCLS": 900.0}


def clusters() -> Scenario:
    """By cores; by capacity, in several clusters; by the IOPS of disks, with a response target; and by RAM.

    The last one is an array with hosts beside it, which are priced, powered and placed apart from it.
    """
    start = today()
    group = replace(start.groups[0], vms=600, delta_gb=100)
    vsan, mirror = "vSAN ESA RAID-5 4+1", "S2D three-way mirror"
    designs = (
        Design("HDD", "office", (Tier(NVME, vsan, derating=0.5),), **HOST),
        Design(
            "SSD", "office", (Tier(NVME, mirror, 6, derating=0.5, rebuild_drives=4),), **{**HOST, "max_hosts": 6}
        ),
        Design(
            "Hybrid", "office", (Tier(DISK, vsan, 24),),
            **{**HOST, "usable_gb": 20000, "usable_gb_source": "vendor", "response_limit_ms": 20, "cores": None},
        ),
        Design("Array", "office", (Tier(NVME, "RAID 6", derating=0.5),), **BESIDE),
    )  # fmt: skip
    prices = tuple(Price("list", part, None, eur, 0.1, "EUR", AS_OF, "offer") for part, eur in EUR.items())
    bill = tuple(BillRow("Array", part, 1, per) for part, per in zip(EUR, ("block", "host", "drive 1"), strict=True))
    drives = tuple(replace(drive, watts=drive.watts or 13.0) for drive in start.drives)
    settings = replace(
        start.settings, price_list="list", eur_per_kwh=0.25, eur_per_rack_unit_year=100.0, maintenance_share=0.1
    )
    return replace(start, groups=(group,), designs=designs, prices=prices, bill=bill, settings=settings, drives=drives)
