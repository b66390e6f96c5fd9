"""Sizings that makers and users of today publish; none of their results was used to fit anything.

The documents and their addresses stand in docs/model.md, under "Published sizings of today".
"""

from __future__ import annotations

from vdi_sizing._arrays import Value
from vdi_sizing.formulas.capacity import linked_clone_gb, num_vm
from vdi_sizing.formulas.endurance import rebuild_hours, ssd_life_years
from vdi_sizing.formulas.raid import disk_count_for_capacity
from vdi_sizing.formulas.storms import boot_storm_iops, storm_duration_s
from vdi_templates.evidence.case import (
    AT_MOST,
    DERIVED,
    DIFFERS,
    INCONSISTENT,
    ONE,
    TWO,
    WHOLE,
    Case,
)
from vdi_templates.evidence.sized import sized_cluster, sized_hosts, sized_server, usable_share

_MIRROR, _RAID5, _RAID6 = "vSAN OSA RAID-1 FTT=1", "vSAN OSA RAID-5 3+1", "vSAN OSA RAID-6 4+2"
_ESA_RAID5, _ESA_RAID6 = "vSAN ESA RAID-5 4+1", "vSAN ESA RAID-6 4+2"
_S2D = "S2D three-way mirror"

_BRYANT, _EVACUATED = "P. Bryant (VxRail)", "Live Virtually"
_VPC = "NVIDIA vPC sizing guide"
_HORIZON, _DELL_VSAN, _ESA = "VMware View 7.0", "Dell, Horizon 8 on vSAN", "Broadcom KB 394410"
_PLAN, _NETAPP = "Microsoft, Plan volumes 2025", "Microsoft, Azure NetApp Files"
_CARTOGRAPHER, _SURVEYOR = "S2DCartographer", "Azure Local Surveyor"
_GO_EUC, _CITRIX, _MCS = "GO-EUC 2024", "Citrix Tech Zone", "citrixirc.com"
_RA2022, _RA2053, _RA2150 = "Nutanix RA-2022, 2053", "Nutanix RA-2053", "Nutanix RA-2003, 2150"
_RA22, _HX665 = "Nutanix RA-2022", "Nutanix RA, Lenovo HX665 V3"
_LENOVO, _DWPD, _REBUILD = "Lenovo, Intel P4500", "Blocks & Files 2022", "storagemath.org"

_OVER_RESERVE = "({c}-{d})"
_ONE_USER = 1.0


def _vsan_store(layout: str) -> dict[str, float]:
    return {
        "GB per host": 1000, "hosts": 10, "in reserve": 1, "usable share": usable_share(layout), "kept free": 0.3,
    }  # fmt: skip


def _vsan_gb(layout: str, gb: float, hosts: float, reserve: float, kept_free: float) -> Value:
    """GB of a cluster, as its largest number of VMs of 1 GB."""
    return sized_cluster(
        layout, drive_gb=gb, max_hosts=hosts, spare_blocks=reserve, array_headroom=kept_free
    ).largest_vms  # fmt: skip


_VSAN_WORDS = "a cluster sized for VMs of 1 GB: a x (b - c) x d x (1 - e)"
_VSAN = "ROUNDDOWN(ROUND({a}*({b}-{c})*{d}*(1-{e}),9),0)"


def _esa_object(gb: float, layout: str, kept_free: float = 0, file_system: float = 1) -> dict[str, float]:
    """What one object takes; with the factor of the file system the layout counts copies and parity alone."""
    return {"GB written": gb, "usable share": usable_share(layout) * file_system, "kept free": kept_free}


def _esa_raw_gb(gb: float, share: float, kept_free: float) -> float:
    """Raw GB for one object: what one raw GB holds of such objects, turned over."""
    return 1 / float(num_vm(share, 0, 0, gb, 0, kept_free, 0))


_ESA_WORDS = "a / (b x (1 - c))"
_ESA_RAW = "{a}/({b}*(1-{c}))"
_LFS = 1.131
_LFS_KEPT = "1 - 1 / 1.131 of the capacity kept free stands for the file system's 13.1 %."


def _s2d_store(
    drive_gb: float, drives: float, hosts: float, kept: float, free: float, extra_gb: float = 0
) -> dict[str, float]:
    return {
        "GB per drive": drive_gb, "drives per host": drives, "hosts": hosts, "drives kept free": kept,
        "usable share": usable_share(_S2D), "kept free": free, "overhead GB": extra_gb,
    }  # fmt: skip


def _s2d_tb(
    drive_gb: float, drives: float, hosts: float, kept: float, _share: float, free: float, overhead_gb: float
) -> Value:
    cluster = sized_cluster(
        _S2D, drive_gb=drive_gb, drives=drives, max_hosts=hosts, kept_drives=kept, array_headroom=free,
        overhead_gb=overhead_gb,
    )  # fmt: skip
    return cluster.largest_vms / 1000


_S2D_WORDS = "a cluster sized for VMs of 1 GB: (a x e x (b x c x (1 - f) - d) - g) / 1000"
_S2D_TB = "ROUNDDOWN(ROUND({a}*{e}*({b}*{c}*(1-{f})-{d})-{g},9),0)/1000"


def _sessions_by_ram(ram_gib: float, gib_per_user: float) -> dict[str, float]:
    return {"users": 1000, "RAM of a host": ram_gib, "for its system": 4, "RAM per user": gib_per_user}


def _hosts_by_ram(users: float, ram_gib: float, system_gib: float, gib_per_user: float) -> Value:
    return sized_hosts(
        users, {"ram_gib": gib_per_user}, beside_ram_gib=ram_gib, host_ram_gib=system_gib
    ).hosts_beside  # fmt: skip


_BY_RAM_WORDS = "hosts beside an array: a / ((b - c) / d, down), up"
_BY_RAM = "ROUNDUP(ROUND({a}/ROUNDDOWN(ROUND(({b}-{c})/{d},9),0),9),0)"


def _sessions_by_vcpu(users: float, vcpus: float, users_per_vcpu: float) -> dict[str, float]:
    return {"users": users, "vCPU of a host": vcpus, "users per vCPU": users_per_vcpu}


def _hosts_by_vcpu(users: float, vcpus: float, users_per_vcpu: float) -> Value:
    hosts = sized_hosts(users, {"vcpus": 1 / users_per_vcpu}, beside_cores=vcpus, vcpus_per_core=1)
    return hosts.hosts_beside


_BY_VCPU_WORDS = "hosts beside an array, sessions as VMs of 1 / c vCPU: a / (b x c), up"
_BY_VCPU = "ROUNDUP(ROUND({a}/ROUNDDOWN(ROUND({b}*{c},9),0),9),0)"


def _citrix_vms(ratio: float, cores: float, vcpus: float, ram_gib: float, vm_gib: float) -> Value:
    host = sized_hosts(
        _ONE_USER, {"vcpus": vcpus, "ram_gib": vm_gib}, beside_cores=cores, beside_ram_gib=ram_gib,
        vcpus_per_core=ratio,
    )  # fmt: skip
    return host.beside_vms


_CORES_DOWN, _RAM_DOWN = "ROUNDDOWN(ROUND({a}*{b}/{c},9),0)", "ROUNDDOWN(ROUND({d}/{e},9),0)"


def _nutanix_node(cores: float, vcpus: float = 2) -> dict[str, float]:
    return {
        "vCPU per core": 6, "cores": cores, "for the host": 6, "CPU headroom": 0.15, "vCPU per VM": vcpus,
    }  # fmt: skip


def _nutanix_vms(ratio: float, cores: float, host_cores: float, headroom: float, vcpus: float) -> Value:
    node = sized_cluster(
        "Nutanix RF2", per_vm={"vcpus": vcpus}, cores=cores, host_cores=host_cores, cpu_headroom=headroom,
        vcpus_per_core=ratio,
    )  # fmt: skip
    return node.limit_cores


_NODE_WORDS = "limit by cores: (b - c) x (1 - d) x a / e, down"
_NODE = "ROUNDDOWN(ROUND(({b}-{c})*(1-{d})*{a}/{e},9),0)"
_NODE_REASON = (
    "The example of docs/model.md, with nothing fitted: 6 vCPU per core, 6 cores for the host, 15 % free. {} The "
    "processor's generation is not in the model: measure, or enter your own vCPU per core."
)


_SESSIONS_REASON = (
    "As T26, {} too many: session hosts keep their vCPU busy. Type a vCPU per core of their own for their group: 2.2 "
    "to 2.8 come to T45 to T47. Checks warns of so many users per core."
)


def _boots(iops: float, minutes: float, vms: float, other_minutes: float, other_vms: float) -> dict[str, float]:
    return {
        "IOPS, first test": iops, "minutes": minutes, "VMs": vms, "minutes, second test": other_minutes,
        "VMs, second": other_vms,
    }  # fmt: skip


def _boot_iops(iops: float, minutes: float, vms: float, other_minutes: float, other_vms: float) -> Value:
    return boot_storm_iops(other_vms / (other_minutes * 60), iops * minutes * 60 / vms)


_BOOT_WORDS = "I/Os per boot of the first test, at the rate of the second: a x b / c x e / d"
_BOOT = "{a}*{b}/{c}*{e}/{d}"


def _board(gpus: float, gpu_gb: float, vm_gb: float) -> dict[str, float]:
    return {"GPUs": gpus, "GB of a GPU": gpu_gb, "GB per VM": vm_gb}


def _users_of_board(gpus: float, gpu_gb: float, vm_gb: float) -> Value:
    return sized_server(1, {"gpu_gb": vm_gb}, gpus=gpus, gpu_gb=gpu_gb).limit_gpu


_BOARD_WORDS, _BOARD = "limit by GPU: a x (b / c, down)", "{a}*ROUNDDOWN(ROUND({b}/{c},9),0)"
_ONE_GPU_WORDS, _ONE_GPU = "limit by GPU, of which there is one: a / b, down", "ROUNDDOWN(ROUND({a}/{b},9),0)"


def _users_of_one(gpu_gb: float, vm_gb: float) -> Value:
    return _users_of_board(1, gpu_gb, vm_gb)


def _wear(tbw: float, gb_per_day: float) -> dict[str, float]:
    return {"TBW": tbw, "GB per day": gb_per_day, "days a year": 365}


def _years(tbw: float, gb_per_day: float, _days: float) -> Value:
    return ssd_life_years(tbw, gb_per_day * 1000 / (24 * 60 * 60), 24, 1)


def _rebuild(mb_s: float) -> dict[str, float]:
    return {"GB": 8000, "MB/s": mb_s, "share of the load": 0.3}


_REBUILD_HOURS = "{a}/({b}*60*60/1000)/(1-{c})"

TODAY = (
    Case(
        "T1", _BRYANT, "scenario 3", "vSAN, RAID-1: GB usable of ten hosts, one of them in reserve",
        _vsan_store(_MIRROR), _VSAN_WORDS, _VSAN,
        lambda gb, hosts, reserve, _, free: _vsan_gb(_MIRROR, gb, hosts, reserve, free),
        3150, "GB", WHOLE, 0.5,
    ),
    Case(
        "T2", _BRYANT, "scenario 3", "The same, RAID-5 3+1", _vsan_store(_RAID5), _VSAN_WORDS, _VSAN,
        lambda gb, hosts, reserve, _, free: _vsan_gb(_RAID5, gb, hosts, reserve, free), 4736, "GB", WHOLE, 12,
        reason="Tolerance 12: the article divides by 1.33 in place of 4 / 3, which is 0.25 %.",
    ),
    Case(
        "T3", _BRYANT, "scenario 3", "The same, RAID-6 4+2", _vsan_store(_RAID6), _VSAN_WORDS, _VSAN,
        lambda gb, hosts, reserve, _, free: _vsan_gb(_RAID6, gb, hosts, reserve, free), 4200, "GB", WHOLE, 0.5,
    ),
    Case(
        "T4", _ESA, "row 2", "vSAN ESA, RAID-5 4+1: raw GB of an object, without the file system",
        _esa_object(10, _ESA_RAID5, file_system=_LFS), _ESA_WORDS, _ESA_RAW, _esa_raw_gb, 12.5, "GB", TWO, 0.05,
    ),
    Case(
        "T5", _ESA, "row 2", "The same with what the file system takes", _esa_object(10, _ESA_RAID5), _ESA_WORDS,
        _ESA_RAW, _esa_raw_gb, 14.13, "GB", TWO, 0.02, reason="Tolerance 0.02: the article cuts 14.1375 off.",
    ),
    Case(
        "T6", _ESA, "row 2", "That of T4, 11.6 % kept free", _esa_object(10, _ESA_RAID5, 0.116, _LFS), _ESA_WORDS,
        _ESA_RAW, _esa_raw_gb, 14.13, "GB", TWO, 0.02,
        reason=f"{_LFS_KEPT} Tolerance 0.02: 11.6 is rounded, and the article cuts 14.1375 off.",
    ),
    Case(
        "T7", _ESA, "row 7", "RAID-6 4+2, thick, with the file system", _esa_object(20, _ESA_RAID6),
        _ESA_WORDS, _ESA_RAW, _esa_raw_gb, 33.93, "GB", TWO, 0.005,
    ),
    Case(
        "T8", _HORIZON, "Architecture Planning, p. 64", "Hosts for 896 desktops, one of which may fail",
        {"desktops": 896, "per host": 128, "in reserve": 1}, "a cluster: a / b, up, + c",
        "ROUNDUP(ROUND({a}/{b},9),0)+{c}",
        lambda vms, per_host, reserve: sized_cluster(
            _MIRROR, vms=vms, given_vms=per_host, spare_blocks=reserve
        ).blocks,
        8, "hosts", WHOLE, 0,
    ),
    Case(
        "T9", _DELL_VSAN, "Scaling out", "Hosts for 4,000 knowledge users at 200 a host",
        {"users": 4000, "per host": 200}, "a cluster: a / b, up", "ROUNDUP(ROUND({a}/{b},9),0)",
        lambda vms, per_host: sized_cluster(_MIRROR, vms=vms, given_vms=per_host).blocks, 20, "hosts", WHOLE, 0,
    ),
    Case(
        "T10", _EVACUATED, "2018-06-05", "Use of nine hosts after ten at 70 % have lost one, % (70 VMs of 100 each)",
        {"VMs": 700, "per host": 70}, "VMs per host while one is lost: h = a / b, up; a / (h - 1), up",
        "ROUNDUP(ROUND({a}/(ROUNDUP(ROUND({a}/{b},9),0)-1),9),0)",
        lambda vms, per_host: sized_cluster(_MIRROR, vms=vms, given_vms=per_host).host_lost_vms,
        77.7, "%", WHOLE, 1, reason="Tolerance 1: the model counts whole VMs and rounds 77.8 up.",
    ),
    Case(
        "T11", _PLAN, "Example: capacity planning", "Footprint of a volume of 12 TB, three-way mirror, drives of 2 TB",
        {"GB": 12000, "GB per drive": 2000, "usable share": usable_share(_S2D)}, "(a / b / c, up) x b / 1000",
        "ROUNDUP(ROUND({a}/{b}/{c},9),0)*{b}/1000",
        lambda gb, drive_gb, _: disk_count_for_capacity(gb, _S2D, drive_gb) * drive_gb / 1000, 36, "TB", WHOLE, 0.5,
        reason="The document's dual parity volumes are not in the table (omitted.csv).",
    ),
    Case(
        "T12", _CARTOGRAPHER, "Example waterfall", "S2D, four hosts: TB usable, drives kept free for repairs",
        _s2d_store(3840, 4, 4, 4, 0), _S2D_WORDS, _S2D_TB, _s2d_tb, 15.13, "TB", TWO, 0.005, DIFFERS,
        "The pool's own 1 % and Azure Local's infrastructure volume are no part of a layout: T13 enters them.",
    ),
    Case(
        "T13", _CARTOGRAPHER, "Example waterfall", "The same, 1 % kept free and 80 GB / 3 of overhead",
        _s2d_store(3840, 4, 4, 4, 0.01, 26.67), _S2D_WORDS, _S2D_TB, _s2d_tb, 15.13, "TB", TWO, 0.005,
    ),
    Case(
        "T14", _SURVEYOR, "Parity tests, capacity 04", "S2D, six hosts with 8 drives of 10 TB: TB usable",
        _s2d_store(10000, 8, 6, 0, 0.23), _S2D_WORDS, _S2D_TB, _s2d_tb, 123.2, "TB", TWO, 0.02,
        reason="Its efficiency factor of 0.77 is entered as 23 % kept free. Tolerance 0.02, as its own.",
    ),
    Case(
        "T15", _SURVEYOR, "Parity tests, compute 03", "RAM that four hosts leave to VMs while one is lost",
        {"RAM of a host": 256, "for the host": 8, "hosts": 4, "in reserve": 1},
        "a cluster of VMs of 1 GiB: (a - b) x (c - d)",
        f"ROUNDDOWN(ROUND({{a}}-{{b}},9),0)*{_OVER_RESERVE}",
        lambda ram, own, hosts, reserve: sized_cluster(
            _S2D, per_vm={"ram_gib": 1}, drives=4, ram_gib=ram, host_ram_gib=own, max_hosts=hosts, spare_blocks=reserve
        ).largest_vms,
        744, "GiB", WHOLE, 0.5,
    ),
    Case(
        "T16", _SURVEYOR, "Parity tests, compute 03", "vCPU that they leave to VMs then",
        {"vCPU per core": 4, "logical cores": 32, "hosts": 4, "in reserve": 1, "for the host": 1},
        "a cluster of VMs of 1 vCPU: (b - e) x a x (c - d)",
        f"ROUNDDOWN(ROUND(({{b}}-{{e}})*{{a}},9),0)*{_OVER_RESERVE}",
        lambda ratio, cores, hosts, reserve, own: sized_cluster(
            _S2D, per_vm={"vcpus": 1}, drives=4, cores=cores, host_cores=own, vcpus_per_core=ratio, max_hosts=hosts,
            spare_blocks=reserve,
        ).largest_vms,
        372, "vCPU", WHOLE, 0.5, reason="Its 4 vCPU per host for the system are one core at 4 vCPU per core.",
    ),
    Case(
        "T17", _SURVEYOR, "Parity tests, SOFS 05", "Profile store: IOPS while 200 of 500 users log in",
        {"users": 500, "concurrency": 0.4, "IOPS": 50}, "profile store: a x b x c", "{a}*{b}*{c}",
        lambda users, share, iops: sized_hosts(
            users, {"concurrency": share, "store_login_iops": iops, "ram_gib": 1}, beside_ram_gib=64
        ).store_login_iops,
        10000, "IOPS", WHOLE, 0.5,
    ),
    Case(
        "T18", _SURVEYOR, "Parity tests, SOFS 01", "Profile store: capacity for all 500 users",
        {"users": 500, "GB": 40}, "profile store, of all users, at work or not: a x b / 1024", "{a}*{b}/1024",
        lambda users, gb: sized_hosts(
            users, {"concurrency": 0.4, "store_gb": gb, "ram_gib": 1}, beside_ram_gib=64
        ).store_gb / 1024,
        19.53, "TB", TWO, 0.005, reason="Its TB are 1,024 GB.",
    ),
    Case(
        "T19", _GO_EUC, "Sizing calculations", "Session hosts of 64 GB for 1,000 medium users", _sessions_by_ram(64, 3),
        _BY_RAM_WORDS, _BY_RAM, _hosts_by_ram, 50, "hosts", WHOLE, 0,
    ),
    Case(
        "T20", _GO_EUC, "Sizing calculations", "Session hosts of 128 GB for 1,000 medium users",
        _sessions_by_ram(128, 3), _BY_RAM_WORDS, _BY_RAM, _hosts_by_ram, 25, "hosts", WHOLE, 0,
    ),
    Case(
        "T21", _GO_EUC, "Sizing calculations", "Session hosts of 32 GB for 1,000 medium users", _sessions_by_ram(32, 3),
        _BY_RAM_WORDS, _BY_RAM, _hosts_by_ram, 114, "hosts", WHOLE, 0, INCONSISTENT,
        "Its own 9 users per host are 112 hosts.",
    ),
    Case(
        "T22", _GO_EUC, "Sizing calculations", "Session hosts of 4 vCPU for 1,000 light users",
        _sessions_by_vcpu(1000, 4, 6), _BY_VCPU_WORDS, _BY_VCPU, _hosts_by_vcpu, 42, "hosts", WHOLE, 0,
    ),
    Case(
        "T23", _GO_EUC, "Sizing calculations", "Session hosts of 8 vCPU for 1,000 medium users",
        _sessions_by_vcpu(1000, 8, 4), _BY_VCPU_WORDS, _BY_VCPU, _hosts_by_vcpu, 32, "hosts", WHOLE, 0,
    ),
    Case(
        "T24", _NETAPP, "Pooled desktop scenario", "Session hosts of 16 vCPU in a test of 500 users",
        _sessions_by_vcpu(500, 16, 4), _BY_VCPU_WORDS, _BY_VCPU, _hosts_by_vcpu, 8, "hosts", WHOLE, 0, DERIVED,
        "Approximately 62 users were logged on to each host: eight of them.", printed=False,
    ),
    Case(
        "T25", _CITRIX, "Example 1", "VMs of 2 vCPU and 4 GB on a host of 36 cores and 768 GB",
        {"vCPU per core": 10, "cores": 36, "vCPU": 2, "RAM": 768, "RAM per VM": 4},
        "a host beside an array: the smaller of a x b / c and d / e, down",
        f"IF({_CORES_DOWN}<{_RAM_DOWN},{_CORES_DOWN},{_RAM_DOWN})", _citrix_vms, 180, "VMs", WHOLE, 0.5,
        reason="Its rule of 5 VMs per core is 10 vCPU per core. Measured were fewer: T26 has 2.7 per core.",
    ),
    Case(
        "T26", _RA2053, "G7, G8 and G9", "VMs on the 48 cores of a G9 node", _nutanix_node(48), _NODE_WORDS, _NODE,
        _nutanix_vms, 130, "VMs", WHOLE, 0.5, DIFFERS, _NODE_REASON.format("18 % too few, on the safe side."),
    ),
    Case(
        "T27", _RA2053, "G7, G8 and G9", "VMs on the 36 cores of a G7 node", _nutanix_node(36), _NODE_WORDS, _NODE,
        _nutanix_vms, 70, "VMs", WHOLE, 0.5, DIFFERS, _NODE_REASON.format("9 % too many: optimistic."),
    ),
    Case(
        "T28", _RA2022, "Boot storm simulation", "Boot of 1,040 desktops, from a test of 880 others",
        _boots(36480, 18.9, 880, 27.7, 1040), _BOOT_WORDS, _BOOT, _boot_iops, 29426, "IOPS", WHOLE, 130,
        reason="Windows 11 on ESXi, Windows 10 on AHV. Tolerance 130: both times are printed to a tenth of a minute.",
    ),
    Case(
        "T29", _RA2150, "Boot storm simulation", "Boot of 128 session hosts, from a test of 128 others",
        _boots(20375, 3.2, 128, 3.4, 128), _BOOT_WORDS, _BOOT, _boot_iops, 26087, "IOPS", WHOLE, 930, DIFFERS,
        "ESXi and AHV, three minutes each: 36 % more I/Os per boot. One test's number is no rule for other servers. "
        "Tolerance 930, by the tenths of a minute.",
    ),
    Case(
        "T30", _RA2053, "Boot storm simulation", "Least minutes for 1,040 boots at 50 a minute; 27.7 were taken",
        {"VMs": 1040, "boots per minute": 50}, "a / b", "{a}/{b}",
        lambda vms, rate: storm_duration_s(vms, 0, 1, interval_s=60 / rate) / 60, 27.7, "min", ONE, 0, claim=AT_MOST,
    ),
    Case(
        "T31", _MCS, "Example", "Machine Creation Services: GB for 30 session hosts of 300 users",
        {"VMs": 30, "delta GB": 184.32, "swap GB": 1.024, "identity GB": 0.016, "images": 6, "GB per image": 122.88},
        "a x (b + c + d) + e x f", "{a}*({b}+{c}+{d})+{e}*{f}",
        lambda vms, delta, swap, log, images, gb: linked_clone_gb(vms, delta, swap, log, images * gb, 0, 0),
        6298.08, "GB", TWO, 0.005,
    ),
    Case(
        "T32", _LENOVO, "Drive endurance", "Years that 1,380 TB last at 756 GB a day", _wear(1380, 756),
        "a x 1000 / (b x c)", "{a}*1000/({b}*{c})", _years, 5, "years", TWO, 0.005,
    ),
    Case(
        "T33", _LENOVO, "Drive endurance", "The same at 1,260 GB a day", _wear(1380, 1260),
        "a x 1000 / (b x c)", "{a}*1000/({b}*{c})", _years, 3, "years", TWO, 0.005,
    ),
    Case(
        "T34", _DWPD, "DWPD", "Years that 26,700 TB last at 15 TB a day", _wear(26700, 15000),
        "a x 1000 / (b x c)", "{a}*1000/({b}*{c})", _years, 5, "years", TWO, 0.5,
    ),
    Case(
        "T35", _REBUILD, "Typical rebuild speed", "Rebuild of 8 TB on a SATA SSD under 30 % load", _rebuild(550),
        "a / (b x 3.6) / (1 - c), 3.6 = 60 x 60 / 1000", _REBUILD_HOURS, rebuild_hours, 5.8, "h", TWO, 0.05,
    ),
    Case(
        "T36", _REBUILD, "Typical rebuild speed", "The same on a disk of 7,200 rpm", _rebuild(150),
        "a / (b x 3.6) / (1 - c), 3.6 = 60 x 60 / 1000", _REBUILD_HOURS, rebuild_hours, 21, "h", ONE, 0.5,
    ),
    Case(
        "T37", _VPC, "table 1", "Users of an A16 board, profile 1B", _board(4, 16, 1), _BOARD_WORDS, _BOARD,
        _users_of_board, 64, "VMs", WHOLE, 0,
    ),
    Case(
        "T38", _VPC, "table 1", "Users of an A16 board, profile 3B", _board(4, 16, 3), _BOARD_WORDS, _BOARD,
        _users_of_board, 20, "VMs", WHOLE, 0, reason="Five on each of four GPUs: 64 GB in one piece would hold 21.",
    ),
    Case(
        "T39", _VPC, "table 1", "Users of an L4 board, profile 2B", {"GB of a GPU": 24, "GB per VM": 2},
        _ONE_GPU_WORDS, _ONE_GPU, _users_of_one, 12, "VMs", WHOLE, 0,
    ),
    Case(
        "T40", _VPC, "table 1", "Users of an RTX PRO 4500 Blackwell, profile 3B",
        {"GB of a GPU": 32, "GB per VM": 3}, _ONE_GPU_WORDS, _ONE_GPU, _users_of_one, 10, "VMs", WHOLE, 0,
    ),
    Case(
        "T41", _RA2053, "G7, G8 and G9", "VMs on the 48 cores of a G8 node, Xeon Gold 6342", _nutanix_node(48),
        _NODE_WORDS, _NODE, _nutanix_vms, 120, "VMs", WHOLE, 0.5, DIFFERS,
        _NODE_REASON.format("11 % too few, on the safe side."),
    ),
    Case(
        "T42", _RA22, "Windows 10", "VMs of 2 vCPU on 48 cores, Xeon Gold 6442Y, vSphere", _nutanix_node(48),
        _NODE_WORDS, _NODE, _nutanix_vms, 120, "VMs", WHOLE, 0.5, DIFFERS,
        _NODE_REASON.format("11 % too few, on the safe side."),
    ),
    Case(
        "T43", _RA22, "Windows 11", "VMs of 3 vCPU on the same cores", _nutanix_node(48, 3), _NODE_WORDS, _NODE,
        _nutanix_vms, 110, "VMs", WHOLE, 0.5, DIFFERS, _NODE_REASON.format("35 % too few, on the safe side."),
    ),
    Case(
        "T44", _HX665, "Windows 11", "VMs of 3 vCPU on 48 cores, EPYC 9274F", _nutanix_node(48, 3), _NODE_WORDS, _NODE,
        _nutanix_vms, 150, "VMs", WHOLE, 0.5, DIFFERS, _NODE_REASON.format("53 % too few, on the safe side."),
    ),
    Case(
        "T45", _RA2150, "G7, G8 and G9", "Session hosts of 6 vCPU on 36 cores, Xeon Gold 5220", _nutanix_node(36, 6),
        _NODE_WORDS, _NODE, _nutanix_vms, 12, "VMs", WHOLE, 0.5, DIFFERS, _SESSIONS_REASON.format("108 %"),
        printed=False,
    ),
    Case(
        "T46", _RA2150, "G7, G8 and G9", "Session hosts of 6 vCPU on 48 cores, Xeon Gold 6342 or 6442Y",
        _nutanix_node(48, 6), _NODE_WORDS, _NODE, _nutanix_vms, 16, "VMs", WHOLE, 0.5, DIFFERS,
        _SESSIONS_REASON.format("119 %"),
    ),
    Case(
        "T47", _HX665, "Windows Server 2022", "Session hosts of 8 vCPU on 48 cores, EPYC 9274F", _nutanix_node(48, 8),
        _NODE_WORDS, _NODE, _nutanix_vms, 10, "VMs", WHOLE, 0.5, DIFFERS, _SESSIONS_REASON.format("160 %"),
    ),
)  # fmt: skip
