"""Knowledge workers on three hyper-converged clusters, each of which has its hosts for another reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vdi_sizing.scenario import Design, Scenario, Tier
from vdi_templates.examples import today

NVME, DISK = "Samsung PM9A3 3.84 TB", "HGST Ultrastar C15K600 600 GB"
HOST: dict[str, Any] = {
    "block_kind": "cluster", "ram_gib": 1024, "host_ram_gib": 64, "cores": 64, "host_cores": 6, "cpu_headroom": 0.15,
    "vcpus_per_core": 6, "bays": 24, "spare_blocks": 1, "max_utilization": 0.7, "replica_gb": 64, "array_headroom": 0.1,
}  # fmt: skip


def clusters() -> Scenario:
    """By cores; by capacity, in several clusters; and by the IOPS of disks, with a response target."""
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
    )  # fmt: skip
    return replace(start, groups=(group,), designs=designs, bill=())
