"""Filled-in scenarios: the cases of the five documents the project comes from, and a start with today's data."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace

from vdi_sizing.formulas.storms import DELL_BOOT_S_PER_VM, DELL_LOGIN_S_PER_VM
from vdi_sizing.scenario import ONCE, BillRow, Cache, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import PRICES, Price
from vdi_sizing.tables.profiles import profile
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.tables.reading import ANY, DOCUMENTS, TODAY

AS_OF = datetime.date(2026, 11, 21)
FUJITSU_LIST = "Fujitsu EUR list, June 2011"
MIB_PER_GIB = 1024


def _scenario(
    generation: str,
    groups: tuple[UserGroup, ...],
    designs: tuple[Design, ...],
    settings: Settings,
    prices: tuple[Price, ...] = (),
    bill: tuple[BillRow, ...] = (),
) -> Scenario:
    """A scenario with the drives and RAID levels of one generation."""
    return Scenario(
        groups=groups,
        designs=designs,
        drives=tuple(drive for drive in DRIVES if drive.generation == generation),
        raid_levels=tuple(level for level in RAID_LEVELS if level.generation in (generation, ANY)),
        settings=settings,
        prices=prices,
        bill=bill,
    )


# --- Fujitsu 2011: measured VMs and list prices -------------------------------------------------------

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
    return _scenario(
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


# --- SanDisk 2014: a boot storm of 50 VMs -------------------------------------------------------------


def sandisk() -> Scenario:
    """50 VMs booting at once, on disks, on one SSD, and with the master image on an SSD."""
    source = "SanDisk 2014: 50 VMs of Windows 7 booted at once; IOPS are not printed."
    hdd, ssd = "15K FC 300 GB", "SSD 160 GB"
    return _scenario(
        DOCUMENTS,
        (UserGroup("boot storm", "50 VMs", 50, source=source),),
        (
            Design("Eight HDD", "50 VMs", (Tier(hdd, "RAID 0", 8),), given_vms=50, remark="Booting takes 4 times as long."),
            Design("One SSD", "50 VMs", (Tier(ssd, "RAID 0", 1),), given_vms=50, remark="More SSDs did not boot faster.",
                   latency_ratio=30, think_ratio=8.67),
            Design(
                "Master on SSD, clones on HDD", "50 VMs",
                (
                    Tier(ssd, "RAID 0", 1, share_of_reads=1.0, share_of_writes=0.0),
                    Tier(hdd, "RAID 0", 8, share_of_reads=0.0, share_of_writes=1.0),
                ),
                given_vms=50, replica_location="tier 1", template_location="tier 2", clone_location="tier 2",
                swap_location="tier 2", persistent_location="tier 2",
                remark="The document's advice; not measured there.",
            ),
        ),
        Settings(AS_OF),
    )  # fmt: skip


# --- ETRI: drives by the plain formula ----------------------------------------------------------------


def etri() -> Scenario:
    """17 and 53 drives by the plain formula, and the 48 that were bought."""
    source = "ETRI, section 3.1 and 4.3; 50 GB, 2 GB RAM and 2 CPUs per user"
    drive = "ETRI SATA 7.2K 750 GB"

    def group(case: str, vms: float, profile_name: str) -> UserGroup:
        figures = profile(profile_name)
        return UserGroup(
            "office users", case, vms, steady_iops=figures.steady_iops, steady_read_share=figures.steady_read_share,
            ram_gib=2, vcpus=2, persistent_gb=50, source=source,
        )  # fmt: skip

    def design(name: str, case: str, drives: float | None, remark: str, limit_ms: float | None = None) -> Design:
        return Design(
            name, case, (Tier(drive, "RAID 10", drives),), block_kind="array", remark=remark,
            response_limit_ms=limit_ms, response_share=None if limit_ms is None else 0.8,
        )  # fmt: skip

    return _scenario(
        DOCUMENTS,
        (
            group("100 users x 8 IOPS", 100, "ETRI office user, low"),
            group("100 users x 25 IOPS", 100, "ETRI office user, high"),
            group("96 users x 20 IOPS", 96, "ETRI office user, test"),
        ),
        (
            design("Low load", "100 users x 8 IOPS", None, "17 drives published; RAID 10 needs an even number."),
            design("High load", "100 users x 25 IOPS", None, "53 drives published; RAID 10 needs an even number."),
            design(
                "Test load", "96 users x 20 IOPS", None, "By the plain formula 41 drives are enough, and 48 more so."
            ),
            design(
                "48 drives, as built",
                "96 users x 20 IOPS",
                48,
                "Measured: 27 % within 50 ms. The model says 27.7 %; 20 to 40 % for 72 to 80 IOPS per drive, which "
                "are inferred.",
                50,
            ),
            design(
                "80 % within 50 ms",
                "96 users x 20 IOPS",
                None,
                "90 drives by the model; 68 to 122 over the inputs tried that give the measured 27 %.",
                50,
            ),
        ),
        Settings(AS_OF, drive_rounding="nearest"),
    )


# --- Dell 2012: arrays by capacity and IOPS -----------------------------------------------------------


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
            name, case, tiers, block_kind="array", bays=16, usable_gb=2539, replica_gb=25, replicas=6,
            array_headroom=0.15, vm_headroom=0.25, remark=remark, logins_per_s=logins_per_s[case],
            ios_per_login=4240, ios_per_boot=7087, written_mb_s=118.5 if coalesced else None, write_kb=9,
            hours_per_day=10, min_free_share=0.15, vms_per_volume=160, least_volumes=3, provisioning_ram_gib=32,
        )  # fmt: skip

    return _scenario(
        DOCUMENTS,
        (
            group("task workers", "1270 users", arrays, (9000, 12400, 15000)),
            group("task workers", "630 users", 630, (4500, 6846, 10000)),
        ),
        (
            design(
                "Two arrays, coalescing 0.58", "1270 users", 0.58, "Coalescing follows from table 4 (2.52, not 5.99)."
            ),
            design("Without coalescing", "1270 users", 0.0, "RAID 6 by the rule: the boot storm binds."),
            replace(
                design("One array", "630 users", 0.58, "630 VMs tested; 642 by capacity. Logins with 20 % pre-booted."),
                preboot_share=0.2,
                login_s_per_vm=DELL_LOGIN_S_PER_VM,
                boot_s_per_vm=DELL_BOOT_S_PER_VM,
            ),
        ),
        Settings(AS_OF),
    )


# --- EMC 2012: three tiers and a flash cache ----------------------------------------------------------


def emc() -> Scenario:
    """500 VMs on a pool of three tiers: 4:13:83 as tested, 3:25:72 as recommended."""
    source = "EMC 2012: 500 VMs, Login VSI medium; IOPS per VM are not printed. 5 x 600 GB for the clones"
    assumed = "as tested, with 10 IOPS per VM assumed (the sizing guideline of the Fujitsu document), 10 % reads"
    efd, sas, nl = "EMC EFD 100 GB", "EMC SAS 10K 300 GB", "EMC NL-SAS 7.2K 2 TB"
    cache = Cache(efd, "RAID 1", 2)
    pool = {"block_kind": "array", "skew": 0.95, "replica_gb": 100.0, "login_interval_s": 2.0}

    def tiers(counts: tuple[float | None, ...], shares: tuple[float | None, ...]) -> tuple[Tier, ...]:
        return tuple(
            Tier(drive, "RAID 5", count, share_of_capacity=part)
            for drive, count, part in zip((efd, sas, nl), counts, shares, strict=True)
        )

    tested = tiers((3, 3, 3), (None, None, None))
    return _scenario(
        DOCUMENTS,
        (
            UserGroup("medium users", "500 users", 500, delta_gb=6, source=source),
            UserGroup(
                "medium users", "500 users, 10 IOPS assumed", 500, steady_iops=10, steady_read_share=0.1,
                delta_gb=6, source=assumed,
            ),
        ),
        (
            Design("4:13:83, as tested", "500 users", tested, cache, given_vms=500,
                   remark="Tested with 500 users.", **pool),  # type: ignore[arg-type]
            Design("3:25:72, recommended", "500 users", tiers((None,) * 3, (0.03, 0.25, 0.72)), cache, given_vms=500,
                   remark="Recommended, not tested.", **pool),  # type: ignore[arg-type]
            Design("4:13:83 at 10 IOPS", "500 users, 10 IOPS assumed", tested, cache,
                   remark="The shares by skew are an estimate; IOPS are assumed.", **pool),  # type: ignore[arg-type]
        ),
        Settings(AS_OF),
    )  # fmt: skip


# --- a start with today's data ------------------------------------------------------------------------


def today() -> Scenario:
    """Today's profiles and drives, with prices still to be entered."""
    figures = profile("Windows 11 knowledge worker, MCS")
    moved = profile("Windows 10 knowledge worker, FSLogix profile elsewhere")
    store = profile("Profile store: FSLogix, Microsoft guideline")
    source = (
        f"{figures.source}. Delta 20 GB: J. Spiers, MCS storage. 100 VMs: enter yours. The profile's I/O is in these "
        "IOPS, so that no store is entered. With FSLogix profiles on a second store, a test on Windows 10 had "
        f"{moved.steady_iops:g} IOPS per VM ({moved.source}), and the store needs {store.steady_iops:g} IOPS, "
        f"{store.login_iops:g} at login ({store.source}), and {store.persistent_gb:g} GB or more (Microsoft, Session host "
        "virtual machine sizing guidelines)"
    )
    start = UserGroup(
        "knowledge workers", "office", 100, steady_iops=figures.steady_iops, steady_read_share=figures.steady_read_share,
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
    return _scenario(TODAY, (start,), designs, Settings(AS_OF, price_list=own_list), prices, bill)


EXAMPLES: dict[str, Callable[[], Scenario]] = {
    "fujitsu": fujitsu,
    "sandisk": sandisk,
    "etri": etri,
    "dell": dell,
    "emc": emc,
}
"""The published cases by name."""


def with_designs(scenario: Scenario, count: int) -> Scenario:
    """The scenario with so many design columns: the last one is copied, to be changed."""
    last = scenario.designs[-1]
    copies = tuple(
        replace(last, name=f"{last.name} ({number})") for number in range(2, count - len(scenario.designs) + 2)
    )
    designs = (*scenario.designs, *copies)[:count]
    copied = tuple(
        replace(row, design=copy.name) for copy in copies for row in scenario.bill if row.design == last.name
    )
    kept = {design.name for design in designs}
    bill = tuple(row for row in (*scenario.bill, *copied) if row.design in kept)
    return replace(scenario, designs=designs, bill=bill)
