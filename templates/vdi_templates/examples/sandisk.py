"""SanDisk 2014: a boot storm of 50 VMs."""

from __future__ import annotations

from vdi_sizing.scenario import Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.reading import DOCUMENTS
from vdi_templates.examples.base import AS_OF, scenario_of


def sandisk() -> Scenario:
    """50 VMs booting at once, on disks, on one SSD, and with the master image on an SSD."""
    source = "SanDisk 2014: 50 VMs of Windows 7 booted at once; IOPS are not printed."
    no_sizes = (
        "stored: the document gives no sizes; deltas_unknown: the same; ram_unknown: it gives no RAM of a VM; "
        "cores_unknown: it gives no vCPU of a VM; bays_unknown: it gives no bays"
    )
    # The document says 15K disks and a SAS SSD, with neither size nor IOPS: the nearest of its time stand for them.
    hdd, ssd = "15K FC 300 GB", "SSD 160 GB"
    return scenario_of(
        DOCUMENTS,
        (UserGroup("boot storm", "50 VMs", 50, source=source),),
        (
            Design(
                "Eight HDDs", "50 VMs", (Tier(hdd, "RAID 0", 8),), given_vms=50, acknowledged=no_sizes,
                remark="Published: 50 VMs boot 4 times as fast on one SSD. 15K is published; FC and 300 GB are ours.",
            ),
            Design(
                "One SSD", "50 VMs", (Tier(ssd, "RAID 0", 1),), given_vms=50, latency_ratio=30, think_ratio=8.67,
                acknowledged=no_sizes,
                remark="Published: boots 4 times as fast as eight HDDs; more SSDs bring nothing. 160 GB are ours.",
            ),
            Design(
                "Master image on the SSD", "50 VMs",
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
        Settings(AS_OF, customer="SanDisk 2014, a published case"),
    )  # fmt: skip
