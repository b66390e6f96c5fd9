"""SanDisk 2014: a boot storm of 50 VMs."""

from __future__ import annotations

from vdi_sizing.scenario import Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.reading import DOCUMENTS
from vdi_templates.examples.base import AS_OF, scenario_of


def sandisk() -> Scenario:
    """50 VMs booting at once, on disks, on one SSD, and with the master image on an SSD."""
    source = "SanDisk 2014: 50 VMs of Windows 7 booted at once; IOPS are not printed."
    no_sizes = (
        "stored: the document gives no sizes; deltas_unknown: the same; ram_unknown: the same; cores_unknown: the "
        "same; bays_unknown: the same"
    )
    hdd, ssd = "15K FC 300 GB", "SSD 160 GB"
    return scenario_of(
        DOCUMENTS,
        (UserGroup("boot storm", "50 VMs", 50, source=source),),
        (
            Design(
                "Eight HDD", "50 VMs", (Tier(hdd, "RAID 0", 8),), given_vms=50, acknowledged=no_sizes,
                remark="Booting takes 4 times as long.",
            ),
            Design(
                "One SSD", "50 VMs", (Tier(ssd, "RAID 0", 1),), given_vms=50, latency_ratio=30, think_ratio=8.67,
                acknowledged=no_sizes, remark="More SSDs did not boot faster.",
            ),
            Design(
                "Master on SSD, clones on HDD", "50 VMs",
                (
                    Tier(ssd, "RAID 0", 1, share_of_reads=1.0, share_of_writes=0.0),
                    Tier(hdd, "RAID 0", 8, share_of_reads=0.0, share_of_writes=1.0),
                ),
                given_vms=50, acknowledged=no_sizes,
                replica_location="tier 1", template_location="tier 2", clone_location="tier 2",
                swap_location="tier 2", persistent_location="tier 2",
                remark="The document's advice; not measured there.",
            ),
        ),
        Settings(AS_OF),
    )  # fmt: skip
