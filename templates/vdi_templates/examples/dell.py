"""Dell 2012: arrays by capacity and IOPS."""

from __future__ import annotations

from dataclasses import replace

from vdi_sizing.formulas.storms import DELL_BOOT_S_PER_VM, DELL_LOGIN_S_PER_VM
from vdi_sizing.scenario import Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.reading import DOCUMENTS
from vdi_templates.examples.base import AS_OF, scenario_of


def dell() -> Scenario:
    """1,270 task workers on arrays: 642 by capacity, fewer by IOPS unless writes coalesce."""
    source = "Dell 2012, tables 5 to 8; 1 GB RAM, 1.5 GB write cache per VM"
    arrays = 1270
    logins_per_s = {"1270 users": 1270 / (25 * 60), "630 users": 630 / (20 * 60)}  # all within 25 and 20 minutes

    def group(name: str, case: str, vms: float, iops: tuple[float, float, float]) -> UserGroup:
        steady, login, boot = iops
        return UserGroup(
            name, case, vms, steady_iops=steady / vms, steady_read_share=0.002, login_iops=login / vms,
            login_read_share=0.03, boot_iops=boot / vms, boot_read_share=0.13, ram_gib=1, delta_gb=1.5, swap_gb=1.0,
            store_iops=(600 if vms == arrays else 300) / vms, store_gb=2000 / arrays, source=source,
        )  # fmt: skip

    def design(name: str, case: str, coalesced: float, remark: str) -> Design:
        tiers = (
            Tier(
                "Dell SSD SATA-II 100 GB",
                "RAID 6",
                8,
                share_of_reads=1.0,
                share_of_writes=1.0,
                write_coalesced=coalesced,
            ),
            Tier("Dell SAS 15K 450 GB", "RAID 6", 7, spares=1, share_of_reads=0.0, share_of_writes=0.0),
        )
        return Design(
            name, case, tiers, block_kind="array", bays=16, usable_gb=2539,
            usable_gb_source="Dell 2012, Sizing and Best Practices for Deploying Citrix XenDesktop, table 2",
            written_mb_s_source="the same document: follows from table 4", replica_gb=25, replicas=6,
            array_headroom=0.15, vm_headroom=0.25, remark=remark, logins_per_s=logins_per_s[case],
            ios_per_login=4240, ios_per_boot=7087, written_mb_s=118.5 if coalesced else None, write_kb=9,
            hours_per_day=10, min_free_share=0.15, vms_per_volume=160, least_volumes=3, provisioning_ram_gib=32,
        )  # fmt: skip

    return scenario_of(
        DOCUMENTS,
        (
            group("task workers", "1270 users", arrays, (9000, 12400, 15000)),
            group("task workers", "630 users", 630, (4500, 6846, 10000)),
        ),
        (
            design(
                "Two arrays, coalescing 0.58",
                "1270 users",
                0.58,
                "1,270 VMs were tested on two arrays; 642 fit one by the document's formula for capacity. Coalescing "
                "follows from its table 4: 2.52 back-end I/Os per I/O, not 5.99.",
            ),
            design(
                "Ours: without coalescing",
                "1270 users",
                0.0,
                "Ours, and not the document's: RAID 6 by the rule, without the array's cache. The boot storm binds, "
                "and a third array is needed.",
            ),
            replace(
                design(
                    "One array",
                    "630 users",
                    0.58,
                    "630 VMs were tested; 642 fit by the document's formula, which it rounds to 640. Logins with 20 % "
                    "pre-booted.",
                ),
                preboot_share=0.2,
                login_s_per_vm=DELL_LOGIN_S_PER_VM,
                boot_s_per_vm=DELL_BOOT_S_PER_VM,
            ),
        ),
        Settings(AS_OF, customer="Dell 2012, a published case"),
    )
