"""Dell 2012: XenDesktop on EqualLogic."""

from __future__ import annotations

from vdi_sizing._arrays import Value, round_down
from vdi_sizing.formulas.calibration import calibrate
from vdi_sizing.formulas.capacity import free_share, num_vm
from vdi_sizing.formulas.endurance import required_dwpd
from vdi_sizing.formulas.storms import login_duration_min, login_storm_iops
from vdi_sizing.formulas.workload import iops_per_vm
from vdi_templates.evidence.case import (
    AGREES,
    AT_MOST,
    DERIVED,
    DIFFERS,
    FITTED,
    INCONSISTENT,
    ONE,
    PRODUCT,
    QUOTIENT,
    THREE,
    TWO,
    WHOLE,
    Case,
)
from vdi_templates.evidence.sized import sized_server

_DELL = "Dell 2012"
_NUM_VM = "MAX(0,{a}*(1-{f})-{b}*{c})/(({d}+{e})*(1+{g}))"
_NUM_VM_WORDS = "(a x (1 - f) - b x c) / ((d + e) x (1 + g))"
_LOGIN_PEAK = "{a}*({b}/{a})+{a}/({c}*60)*{d}"
_MEASURED_PEAK = (
    "The I/Os per login were fitted to the two arrays. Tolerance 5 %: the minutes are printed in steps of "
    "five, which alone moves the result by 3 to 5 %."
)

_ROUNDED_KB = "Tolerance {}: the size of a write is printed in whole KB, which alone moves the result by 6 %."
_CRITERION = "A criterion of the paper that the model does not check: look at it in a test."


def _array(write_cache_gb: float) -> dict[str, float]:
    return {
        "array GB": 2539, "vDisk GB": 25, "vDisks": 6, "memory GB": 1, "write cache GB": write_cache_gb,
        "array headroom": 0.15, "VM headroom": 0.25,
    }  # fmt: skip


def _login_peak(vms: float, iops: float, minutes: float, ios_per_login: float) -> Value:
    return login_storm_iops(vms, iops_per_vm(iops, vms), vms / (minutes * 60), ios_per_login)


def _login_storm(vms: float, iops: float, minutes: float) -> dict[str, float]:
    return {"VMs": vms, "steady IOPS": iops, "minutes": minutes, "I/Os per login": 4240}


def _per_vm(iops: float, vms: float) -> dict[str, float]:
    return {"IOPS": iops, "VMs": vms}


def _ports(
    vms: float, boot_iops: float, reads: float, read_kib: float, write_kib: float, gbit_s: float, share: float
) -> Value:
    boot = {"boot_iops": boot_iops, "boot_read_share": reads}
    sizes = {"boot_read_kib": read_kib, "boot_write_kib": write_kib}
    return sized_server(vms, boot, port_gbit_s=gbit_s, port_share=share, **sizes).blocks


def _saturation(iops: float, ms: float, login_iops: float, login_ms: float) -> float:
    return calibrate([iops, login_iops], [ms, login_ms]).saturation_iops


DELL = (
    Case(
        "D1", _DELL, "section 6.3, table 8", "VMs on one array by capacity", _array(1.5), _NUM_VM_WORDS, _NUM_VM,
        num_vm, 640, "VMs", ONE, 5, reason="Tolerance 5: the paper says around 640, rounded to tens.", is_main=True,
    ),
    Case(
        "D1b", _DELL, "section 6.3, table 8", "VMs on one array by capacity, whole", _array(1.5),
        f"{_NUM_VM_WORDS}, down", f"ROUNDDOWN(ROUND({_NUM_VM},9),0)", lambda *array: round_down(num_vm(*array)),
        642, "VMs", WHOLE, 0.5, DERIVED,
        "The paper's own numbers give 642; it prints around 640. It hosted 1,270 VMs on two arrays.",
        printed=False, is_main=True,
    ),
    Case(
        "D2", _DELL, "section 6.3 against 5.4.6", "VMs by capacity with the write cache that was configured",
        _array(2), _NUM_VM_WORDS, _NUM_VM, num_vm, 640, "VMs", ONE, 5, DIFFERS,
        "2 GB were configured, but section 5.4.6 says that they were never filled to 75 %, which is the 1.5 GB of "
        "table 8: the paper sizes for what was used. For full write caches the array would hold 535 VMs.",
    ),
    Case(
        "D3", _DELL, "section 5.4.1", "Steady load per VM, one array", _per_vm(4500, 630), "a / b", QUOTIENT,
        iops_per_vm, 7.3, "IOPS", TWO, 0.1, INCONSISTENT,
        "4,500 / 630 is 7.14. Tolerance 0.1: the paper says around 7.3.",
    ),
    Case(
        "D4", _DELL, "table 5", "Steady load per VM, two arrays", _per_vm(9000, 1270), "a / b", QUOTIENT,
        iops_per_vm, 7.1, "IOPS", TWO, 0.05, DERIVED, "Follows from table 5; table 7 says 7 to 8.",
        printed=False,
    ),
    Case(
        "D5", _DELL, "table 7", "Login load per VM, one array: low end of 11 to 13", _per_vm(6846, 630),
        "a / b", QUOTIENT, iops_per_vm, 11, "IOPS", TWO, 0.5,
    ),
    Case(
        "D6", _DELL, "tables 6 and 7", "Login load per VM, two arrays: low end of 11 to 13",
        _per_vm(12400, 1270), "a / b", QUOTIENT, iops_per_vm, 11, "IOPS", TWO, 0.5, INCONSISTENT,
        "Table 6 gives 9.8 for two arrays. The 11 to 13 of table 7 hold for one array only.",
    ),
    Case(
        "D7", _DELL, "table 7", "Boot load per VM, one array: low end of 16 to 18", _per_vm(10000, 630),
        "a / b", QUOTIENT, iops_per_vm, 16, "IOPS", TWO, 0.5,
    ),
    Case(
        "D8", _DELL, "tables 6 and 7", "Boot load per VM, two arrays: low end of 16 to 18",
        _per_vm(15000, 1270), "a / b", QUOTIENT, iops_per_vm, 16, "IOPS", TWO, 0.5, INCONSISTENT,
        "Table 6 gives 11.8 for two arrays. The 16 to 18 of table 7 hold for one array only.",
    ),
    Case(
        "D9", _DELL, "table 2", "Free space of one array", {"array GB": 2539.5, "free GB": 384.87},
        "100 x (1 - (a - b) / a)", "100*(1-({a}-{b})/{a})",
        lambda capacity, free: 100 * free_share(capacity, capacity - free), 15.2, "%", TWO, 0.05,
    ),
    Case(
        "D10", _DELL, "section 3.4", "Free space of two arrays",
        {"arrays": 2, "array GB": 2539.5, "volumes": 8, "GB per volume": 500, "vDisk volume GB": 150},
        "100 x (1 - (c x d + e) / (a x b))", "100*(1-({c}*{d}+{e})/({a}*{b}))",
        lambda arrays, capacity, volumes, gb, vdisk_gb: 100 * free_share(
            arrays * capacity, volumes * gb + vdisk_gb
        ),
        18, "%", TWO, 0.5,
    ),
    Case(
        "D11", _DELL, "table 4", "Back-end I/Os per front-end I/O, RAID 6",
        {"IOPS of all SSDs": 11320.5, "front-end IOPS": 4500}, "a / b", QUOTIENT,
        lambda drives, front: drives / front, 5.99, "", THREE, 0.005, DIFFERS,
        "Not printed: 5.99 is the rule of six operations per write, for 99.8 % writes. Measured were 2.52: "
        "the array's cache joins writes and saves 58 % of them. The rule is an upper bound there. "
        "It is operations that are joined; bytes are not (D16).",
        printed=False,
    ),
    Case(
        "D12", _DELL, "section 5.4.2", "Login peak, 630 VMs in 20 minutes", _login_storm(630, 4500, 20),
        "b + a / (c x 60) x d", _LOGIN_PEAK, _login_peak, 6846, "IOPS", WHOLE, 342, FITTED, _MEASURED_PEAK,
    ),
    Case(
        "D13", _DELL, "section 5.6.2", "Login peak, 1,270 VMs in 25 minutes", _login_storm(1270, 9000, 25),
        "b + a / (c x 60) x d", _LOGIN_PEAK, _login_peak, 12400, "IOPS", WHOLE, 620, FITTED, _MEASURED_PEAK,
    ),
    Case(
        "D14", _DELL, "section 5.5", "Login with 20 % of the VMs booted beforehand",
        {"VMs": 630, "booted share": 0.2, "s per login": 2.14, "s per boot": 9.23},
        "a x (c + (1 - b) x d) / 60", "{a}*({c}+(1-{b})*{d})/60", login_duration_min, 100, "min", ONE, 0.5,
        FITTED,
        "The seconds per boot were fitted to these 100 minutes, those per login to the 20 to 25 minutes with "
        "all VMs booted.",
    ),
    Case(
        "D15", _DELL, "sections 3.1 and 4.1", "Sessions that the launchers can start",
        {"launchers": 32, "sessions per launcher": 40}, "a x b", PRODUCT,
        lambda launchers, sessions: launchers * sessions, 1280, "", WHOLE, 0.5, DERIVED,
        "Follows from 32 x 40; enough for its 1,270 VMs.", printed=False,
    ),
    Case(
        "D16", _DELL, "tables 4, 6 and 7", "Written to the eight SSDs, RAID 6",
        {"IOPS": 4500, "write share": 0.998, "kB per write": 9, "bytes per byte": 3}, "a x b x c x d / 1000",
        "{a}*{b}*{c}*{d}/1000", lambda iops, writes, kb, factor: iops * writes * kb * factor / 1000,
        118.5, "MB/s", ONE, 6.7, DERIVED,
        f"{_ROUNDED_KB.format(6.7)} The sum of table 4's column is 2.93 bytes per byte. Coalescing saves operations "
        "(D11) and no bytes; taken off the bytes as well, 50.9 MB/s would be left.", printed=False,
    ),
    Case(
        "D17", _DELL, "tables 4, 6 and 7", "DWPD that this asks of an SSD, 10 hours a day",
        {"MB/s": 121.257, "hours": 10, "SSDs": 8, "GB per SSD": 100}, "a x 3.6 x b / (c x d), 3.6 = 60 x 60 / 1000",
        "{a}*60*60/1000*{b}/({c}*{d})", required_dwpd, 5.33, "1/d", TWO, 0.3, DERIVED,
        f"{_ROUNDED_KB.format(0.3)} 5.33 follows from the measured 118.5 MB/s.", printed=False,
    ),
    Case(
        "D18", _DELL, "tables 6 and 7", "Throughput of the boot storm, one array",
        {"IOPS": 10000, "read share": 0.13, "kB per read": 32, "kB per write": 5},
        "a x (b x c + (1 - b) x d) / 1000", "{a}*({b}*{c}+(1-{b})*{d})/1000",
        lambda iops, reads, read_kb, write_kb: iops * (reads * read_kb + (1 - reads) * write_kb) / 1000,
        85.1, "MB/s", ONE, 0.05, DERIVED,
        "Table 7 has the size of an I/O per phase: 1 and 9, 23 and 5, 32 and 5 KB. As KiB they are 2.4 % more.",
        printed=False,
    ),
    Case(
        "D19", _DELL, "section 4.4.2", "Use of a link of 10 Gbit/s by it; at most 90 % are allowed",
        {"MB/s": 85.1, "Gbit/s": 10}, "100 x a x 8 / (b x 1000)", "100*{a}*8/({b}*1000)",
        lambda mb_s, gbit_s: 100 * mb_s * 8 / (gbit_s * 1000), 90, "%", ONE, 0, AGREES,
        "A criterion of the paper: the share of a port that may be used, where nothing else is entered.", claim=AT_MOST,
    ),
    Case(
        "D20", _DELL, "section 4.4.3", "Desktops that are not 'Good'; at most 10 % are allowed",
        {"VMs": 630, "good": 630}, "100 x (a - b) / a", "100*({a}-{b})/{a}",
        lambda vms, good: 100 * (vms - good) / vms, 10, "%", ONE, 0, AGREES, _CRITERION, claim=AT_MOST,
    ),
    Case(
        "D21", _DELL, "section 4.4.2", "Waiting at the CPU use that is not to be reached, 95 %",
        {"CPU use": 0.95}, "1 / (1 - a)", "1/(1-{a})", lambda use: 1 / (1 - use), 20, "times", ONE, 0.05, DERIVED,
        f"{_CRITERION} At 95 % a request takes 20 times as long as on an idle processor, by M/M/1.", printed=False,
    ),
    Case(
        "D22", _DELL, "section 4.4.2", "Retransmitted of 4,500 IOPS, at the 0.5 % that are the limit",
        {"IOPS": 4500, "%": 0.5}, "a x b / 100", "{a}*{b}/100", lambda iops, percent: iops * percent / 100,
        22.5, "IOPS", ONE, 0.05, DERIVED, _CRITERION, printed=False,
    ),
    Case(
        "D23", _DELL, "section 7.1.2", "Login with the default of 10 % of the VMs booted beforehand",
        {"VMs": 630, "booted share": 0.1, "s per login": 2.14, "s per boot": 9.23},
        "a x (c + (1 - b) x d) / 60", "{a}*({c}+(1-{b})*{d})/60", login_duration_min, 109.7, "min", ONE, 0.05,
        DERIVED, "Its default, which was not tested; the seconds are those of D14.", printed=False,
    ),
    Case(
        "D24", _DELL, "tables 6 and 7", "Ports of 10 Gbit/s for the boot of an array's VMs, at most 90 % used",
        {"VMs": 630, "boot IOPS": 18, "read share": 0.13, "KiB per read": 32, "KiB per write": 5, "Gbit/s": 10,
         "share used": 0.9},
        "a x b x (c x d + (1 - c) x e) x 1024 x 8 / 10^9 / (f x g), up",
        "ROUNDUP(ROUND({a}*{b}*({c}*{d}+(1-{c})*{e})*1024*8/10^9/({f}*{g}),9),0)", _ports, 1, "ports", WHOLE, 0.5,
        DERIVED, "By the limit of throughput: a port carries 7,172 such VMs. 630 and 1,270 booted over 10 GbE.",
        printed=False,
    ),
    Case(
        "D25", _DELL, "sections 5.3 to 5.5", "IOPS that an array carries, by two measured response times",
        {"IOPS": 4500, "ms": 2, "IOPS at login": 6846, "ms at login": 5.5}, "a + (c - a) / b / (1 / b - 1 / d)",
        "{a}+({c}-{a})/{b}/(1/{b}-1/{d})", _saturation, 10000, "IOPS", WHOLE, 500, DIFFERS,
        "Calibration by the points of its graphs, less than 2 ms and 5 to 6 ms. The array carried 10,000 IOPS at boot "
        "in less than 10 ms: the fit holds from 4,500 to 6,846 IOPS, and misleads beyond them.",
    ),
)  # fmt: skip
