"""A start with today's data."""

from __future__ import annotations

from string import Template

from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.scenario import ONCE, BillRow, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import profile
from vdi_sizing.tables.reading import TODAY
from vdi_templates.examples.base import AS_OF, scenario_of
from vdi_templates.languages.translation import ENGLISH, Translation

PROFILE = "Windows 11 knowledge worker, MCS"
"""What its users are like."""
_GROUP, _CASE, _LIST = "knowledge workers", "office", "own price list"
_SERVER, _LICENCE, _PROJECT = "server", "licence", "project"
_PARTS = {_SERVER: "server without drives", _LICENCE: "desktop licence", _PROJECT: "services, once"}
_DRIVE = "drive"
_SOURCE = (
    "$figures. Delta 20 GB: J. Spiers, MCS storage. The profile's I/O is in these "
    "IOPS, so that no store is entered. With FSLogix on a store a test had $moved_iops IOPS per VM, and the store "
    "needs $store_iops IOPS, $login_iops at login, and $store_gb GB or more: sources on Profiles"
)
_ASSUMED = (
    "$cores cores with $vcpus vCPU each and $ram GiB of RAM, $host_cores cores and $host_ram GiB of them for the "
    "hypervisor, $headroom % of the other cores left free, $bays drive bays but where disks alone need more"
)
_RESERVES = (
    "One server or host in reserve (N+1). CPU headroom $headroom %: virtualisation costs 15 to 20 % (Microsoft, "
    "Session host virtual machine sizing guidelines, of July 2025). Cores and RAM for the hypervisor "
    "are an example."
)
TEXTS = (
    _GROUP, _CASE, _LIST, *_PARTS, *_PARTS.values(), _DRIVE, _SOURCE, _ASSUMED, _RESERVES,
)  # fmt: skip
"""What it enters in words of its own: each is a row of the table of a language."""
_CORES, _VCPUS_PER_CORE, _RAM_GIB = 64.0, 6.0, 1024.0
_CORES_OF_HYPERVISOR, _GIB_OF_HYPERVISOR = 2.0, 32.0
_BAYS_OF_A_SERVER = 24.0
"""Those of the servers on Kits, and their source with them; the disks of the first design fit into none of these."""
_CPU_HEADROOM = 0.15


def today(translation: Translation | None = None) -> Scenario:
    """Today's profiles and drives, with prices still to be entered; what it names itself is in that language."""
    language = translation or Translation(ENGLISH)
    say = language.text

    def said(text: str, **put_in: str | None) -> str:
        return Template(say(text)).substitute(put_in)

    figures = profile(PROFILE)
    moved = profile("Windows 10 knowledge worker, FSLogix profile elsewhere")
    store = profile("Profile store: FSLogix, Microsoft guideline")
    source = said(
        _SOURCE, figures=figures.source,
        moved_iops=language.number(f"{moved.steady_iops:g}"), store_iops=language.number(f"{store.steady_iops:g}"),
        login_iops=language.number(f"{store.login_iops:g}"), store_gb=language.number(f"{store.persistent_gb:g}"),
    )  # fmt: skip
    group, case, own_list = say(_GROUP), say(_CASE), say(_LIST)
    start = UserGroup(
        group, case, 100,
        steady_iops=figures.steady_iops, steady_read_share=figures.steady_read_share,
        login_iops=figures.login_iops, login_read_share=figures.login_read_share, ram_gib=figures.ram_gib,
        vcpus=figures.vcpus, delta_gb=20, source=source,
    )  # fmt: skip
    block = {
        "ram_gib": _RAM_GIB, "cores": _CORES, "vcpus_per_core": _VCPUS_PER_CORE, "host_ram_gib": _GIB_OF_HYPERVISOR,
        "host_cores": _CORES_OF_HYPERVISOR, "cpu_headroom": _CPU_HEADROOM, "spare_blocks": 1.0, "max_utilization": 0.7,
        "replica_gb": 64.0, "ios_per_boot": figures.ios_per_boot, "boots_per_min": 50.0, "concurrent_boots": 100.0,
        "assumed": said(
            _ASSUMED, cores=f"{_CORES:g}", vcpus=f"{_VCPUS_PER_CORE:g}", ram=spelled(_RAM_GIB),
            host_cores=f"{_CORES_OF_HYPERVISOR:g}", host_ram=f"{_GIB_OF_HYPERVISOR:g}", bays=f"{_BAYS_OF_A_SERVER:g}",
            headroom=f"{100 * _CPU_HEADROOM:g}",
        ),
        "remark": said(_RESERVES, headroom=f"{100 * _CPU_HEADROOM:g}"),
    }  # fmt: skip
    with_bays = {**block, "bays": _BAYS_OF_A_SERVER}
    hdd, ssd = "HGST Ultrastar C15K600 600 GB", "Kingston DC600M 960 GB"
    designs = (
        Design("HDD", case, (Tier(hdd, "RAID 10"),), **block),  # type: ignore[arg-type]
        Design("SSD", case, (Tier(ssd, "RAID 10", derating=0.5),), **with_bays),  # type: ignore[arg-type]
        Design(
            "Hybrid", case,
            (
                Tier(ssd, "RAID 10", derating=0.5, share_of_reads=0.9, share_of_writes=0.9, share_of_capacity=0.2),
                Tier(hdd, "RAID 10", share_of_reads=0.1, share_of_writes=0.1, share_of_capacity=0.8),
            ),
            **with_bays,  # type: ignore[arg-type]
        ),
    )  # fmt: skip
    parts = {say(name): say(description) for name, description in _PARTS.items()}
    server, licence, project = parts
    to_price = (server, hdd, ssd, licence, project)
    prices = tuple(Price(own_list, part, parts.get(part, say(_DRIVE)), None, 0.0, "EUR", AS_OF) for part in to_price)
    drives = {"HDD": (hdd,), "SSD": (ssd,), "Hybrid": (ssd, hdd)}
    bill = tuple(
        row
        for name, parts in drives.items()
        for row in (
            BillRow(name, server, 1),
            *(BillRow(name, part, 1, f"drive {k}") for k, part in enumerate(parts, start=1)),
            BillRow(name, licence, 1, "VM", maintained=False),
            BillRow(name, project, 1, ONCE, maintained=False),
        )
    )
    return scenario_of(TODAY, (start,), designs, Settings(AS_OF, price_list=own_list), prices, bill)
