"""Fujitsu 2011: measured VMs and list prices."""

from __future__ import annotations

from dataclasses import replace

from vdi_sizing.scenario import BillRow, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.price_lists import PRICES
from vdi_sizing.tables.reading import DOCUMENTS
from vdi_templates.examples.base import AS_OF, scenario_of

FUJITSU_LIST = "Fujitsu EUR list, June 2011"
MIB_PER_GIB = 1024


_SERVER = (
    ("S26361-K1344-V301", 1),
    ("S26361-F3619-E266", 2),
    ("S26361-F3604-E515", 18),
    ("S26361-F3554-E512", 1),
    ("S26361-F2735-E7", 1),
    ("S26361-F2735-E101", 1),
)
_HDD_PART, _SSD_PART = "S26361-F4482-E130", "S26361-F3298-E64"
_HDD, _SSD = "Fujitsu HD SAS 6G 300 GB 10K", "Fujitsu SSD SATA 3G 64 GB SLC"

# 210 and 35 minutes for 120 VMs; about 40 minutes for the hybrid's 70. The double capacity is taken as the SSDs'.
_DEPLOYMENT_S = {
    "HDD": 210 * 60 / 120, "SSD": 35 * 60 / 120, "Hybrid": 40 * 60 / 70, "SSD, double capacity": 35 * 60 / 120,
}  # fmt: skip


def fujitsu() -> Scenario:
    """Local drives in a server: 31 VMs on disks, 75 on SSDs, measured."""
    source = (
        "IOPS, RAM: Fujitsu 2011, I/O considerations. Read share 0.56: the least that its hybrid test implies. "
        "Delta 1536 MB: its pool dialog. Numbers of users: example."
    )

    def group(name: str, vms: float, iops: float, concurrency: float = 1.0) -> UserGroup:
        return UserGroup(
            name, "office", vms, concurrency, steady_iops=iops, steady_read_share=0.56,
            ram_gib=1, vcpus=1, delta_gb=1.5, swap_gb=1.0, source=source,
        )  # fmt: skip

    def design(name: str, measured_vms: float, tiers: tuple[Tier, ...], remark: str) -> Design:
        return Design(
            name, "office", tiers, measured_vms=measured_vms, measured_iops_per_vm=10, ram_gib=144,
            ram_overhead_gib=105.91 / MIB_PER_GIB, bays=12, replica_gb=30, template_gb=30, remark=remark,
            deployment_s_per_vm=_DEPLOYMENT_S[name], deployment_vms=120,
            measured_source="Fujitsu 2011, Using Solid State Disks in VDI Environments, results of the tests",
        )  # fmt: skip

    ssd, hdd = Tier(_SSD, "RAID 0", 4), Tier(_HDD, "RAID 0", 2)

    designs = (
        design("HDD", 31, (hdd,), "31 VMs measured. The priced drive turns at 10K; the text also speaks of 15K."),
        design("SSD", 75, (ssd,), "75 VMs measured with two 200 GB drives; four of 64 GB were priced."),
        replace(
            design(
                "Hybrid", 70,
                (
                    replace(ssd, drives=2, share_of_reads=1.0, share_of_writes=0.0),
                    replace(hdd, share_of_reads=0.0, share_of_writes=1.0),
                ),
                "Replica on SSD, clones on disks: 70 VMs measured without reaching saturation. Priced here with two "
                "64 GB SSDs; the document prints no price for it.",
            ),
            replica_location="tier 1", template_location="tier 2", clone_location="tier 2", swap_location="tier 2",
            persistent_location="tier 2",
        ),
        design("SSD, double capacity", 75, (replace(ssd, drives=8),), "As SSD, with twice the drives."),
    )  # fmt: skip
    tier_parts = {
        "HDD": ((_HDD_PART, "drive 1"),),
        "SSD": ((_SSD_PART, "drive 1"),),
        "Hybrid": ((_SSD_PART, "drive 1"), (_HDD_PART, "drive 2")),
        "SSD, double capacity": ((_SSD_PART, "drive 1"),),
    }
    bill = tuple(
        row
        for design_name, drives in tier_parts.items()
        for row in (
            *(BillRow(design_name, part, quantity) for part, quantity in _SERVER[:3]),
            *(BillRow(design_name, part, 1, per) for part, per in drives),
            *(BillRow(design_name, part, quantity) for part, quantity in _SERVER[3:]),
        )
    )
    return scenario_of(
        DOCUMENTS,
        (
            group("normal users", 150, 10),
            group("shift workers", 80, 10, concurrency=0.75),
            group("heavy users", 20, 15),
        ),
        designs,
        Settings(AS_OF, customer="Example", price_list=FUJITSU_LIST, vat_share=0.19),
        tuple(price for price in PRICES if price.price_list == FUJITSU_LIST),
        bill,
    )
