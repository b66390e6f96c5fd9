"""ETRI: J. Park et al., Storage Sizing Issue of VDI System."""

from __future__ import annotations

from collections.abc import Callable

from vdi_sizing._arrays import Value
from vdi_sizing.formulas.disks import backend_iops, disk_count, usable_iops
from vdi_sizing.formulas.peaks import share_within_lognormal
from vdi_sizing.formulas.raid import usable_drives
from vdi_sizing.formulas.response_target import disk_count_for_response_time
from vdi_sizing.formulas.response_time import share_within_ms
from vdi_sizing.formulas.service import DISK_SHAPE
from vdi_sizing.formulas.workload import front_end_iops, iops_per_vm, network_mbit_s, read_iops, write_iops
from vdi_templates.evidence.case import (
    AGREES,
    AT_MOST,
    DERIVED,
    DIFFERS,
    FITTED,
    IN_ERROR,
    INCONSISTENT,
    LIBRARY_VALUE,
    ONE,
    PERCENT,
    PRODUCT,
    TWO,
    WHOLE,
    Case,
)
from vdi_templates.evidence.sized import sized_server

_ETRI = "ETRI"
_PLAIN_DRIVES = "({a}*{b}+{a}*(1-{b})*{c})/{d}"
_UP, _NEAREST = f"ROUNDUP(ROUND({_PLAIN_DRIVES},9),0)", f"ROUND(ROUND({_PLAIN_DRIVES},9),0)"
_PLAIN_WORDS = "(a x b + a x (1 - b) x c) / d"

# A mirrored pair under random arrivals: a leg takes an exponential time, a write waits for the longer of two.
_BACK_END = "{a}*{b}*({c}+{d}*(1-{c}))"
_FASTER = f"(1-EXP(-({{f}}-{_BACK_END}/{{e}})*{{g}}/1000))"
_MIRRORED_SHARE = f"IF({_BACK_END}>={{e}}*{{f}},0,{{c}}*{_FASTER}+(1-{{c}})*{_FASTER}^2)"
_MIRRORED_WORDS = "F = 1 - exp(-(f - back-end IOPS / e) x g / 1000); c x F + (1 - c) x F^2; 0 if overloaded"
_MIRRORED_ROOT = "-LN(1-2*{g}/({c}+SQRT({c}*{c}+4*(1-{c})*{g})))"
_DRIVES_FOR_SHARE = f"ROUNDUP(ROUND({_BACK_END}/({{e}}-{_MIRRORED_ROOT}*1000/{{f}}),9),0)"


def _drives(rounding: str) -> Callable[..., Value]:
    """Drives by the plain formula."""
    return lambda iops, reads, penalty, rating: disk_count(
        read_iops(iops, reads), write_iops(iops, reads), penalty, rating, rounding=rounding
    )


def _plain(iops: float, drive_iops: float) -> dict[str, float]:
    return {"IOPS": iops, "read share": 0.4, "write penalty": 2, "IOPS per drive": drive_iops}


def _mirrored(drives: float) -> dict[str, float]:
    return {
        "users": 96, "IOPS per user": 20, "read share": 0.4, "write penalty": 2, "drives": drives,
        "IOPS per drive": 75, "limit ms": 50,
    }  # fmt: skip


def _mirrored_share(
    users: float, iops: float, reads: float, _penalty: float, drives: float, rating: float, limit_ms: float
) -> Value:
    load = front_end_iops(users, iops)
    return share_within_ms(limit_ms, drives, rating, read_iops(load, reads), write_iops(load, reads), "RAID 10")


def _disk_share(
    users: float, iops: float, reads: float, _penalty: float, drives: float, rating: float, limit_ms: float
) -> Value:
    load = front_end_iops(users, iops)
    return share_within_ms(
        limit_ms, drives, rating, read_iops(load, reads), write_iops(load, reads), "RAID 10", service_shape=DISK_SHAPE
    )


def _disk_drives(
    users: float, iops: float, reads: float, _penalty: float, rating: float, limit_ms: float, share: float
) -> Value:
    load = front_end_iops(users, iops)
    return disk_count_for_response_time(
        limit_ms, read_iops(load, reads), write_iops(load, reads), rating, "RAID 10", share, service_shape=DISK_SHAPE
    )


def _varying(drives: float) -> dict[str, float]:
    return {
        "users": 96, "mean IOPS per user": 19.8, "read share": 0.4, "drives": drives, "IOPS per drive": 75,
        "limit ms": 50, "variation of the load": 0.51,
    }  # fmt: skip


def _varying_share(
    users: float, iops: float, reads: float, drives: float, rating: float, limit_ms: float, load_cv: float
) -> Value:
    load = front_end_iops(users, iops)
    return share_within_lognormal(limit_ms, drives, rating, read_iops(load, reads), write_iops(load, reads), load_cv)


def _links(users: float, iops: float, kib: float, gbit_s: float, share: float) -> Value:
    sizes = {"steady_read_kib": kib, "steady_write_kib": kib}
    return sized_server(users, {"steady_iops": iops}, port_gbit_s=gbit_s, port_share=share, **sizes).blocks


def _drives_for_share(
    users: float, iops: float, reads: float, _penalty: float, rating: float, limit_ms: float, share: float
) -> Value:
    load = front_end_iops(users, iops)
    return disk_count_for_response_time(
        limit_ms, read_iops(load, reads), write_iops(load, reads), rating, "RAID 10", share
    )


_INFERRED = "The paper prints no IOPS per drive; 75 is inferred from its 17 and 53 drives."
_ROUNDED_DOWN = (
    "At 75 IOPS per drive the quotient is {}: the paper rounds it down, so that a part of the load has no "
    "drive. RAID 10 needs an even number besides."
)
_CEILED = "Chosen so that rounding up meets the figure: any rating from 75.5 to 76.9 does."
_HIT = "Section 4.2 and 4.3 owe it to the store's RAM. The share of hits was chosen to meet the figure."
_SAID = "The paper quotes the load and gives no drives for it; 75 IOPS per drive are inferred."
_DISK_WORDS = f"{LIBRARY_VALUE}: mirrored drives whose service times are as even as those of a disk"
_VARYING_WORDS = f"{LIBRARY_VALUE}: share under a lognormal load, by quadrature"

ETRI = (
    Case(
        "E1", _ETRI, "section 3.1", "Load of 100 office users, low", {"users": 100, "IOPS per user": 8},
        "a x b", PRODUCT, front_end_iops, 800, "IOPS", WHOLE, 0.5,
    ),
    Case(
        "E2", _ETRI, "section 3.1", "Load of 100 office users, high", {"users": 100, "IOPS per user": 25},
        "a x b", PRODUCT, front_end_iops, 2500, "IOPS", WHOLE, 0.5,
    ),
    Case(
        "E3", _ETRI, "section 3.1", "Network load of 2,500 IOPS", {"IOPS": 2500, "KiB per I/O": 4},
        "a x b x 1024 x 8 / 10^6", "{a}*{b}*(8*1024)/10^6", network_mbit_s, 82, "Mbit/s", TWO, 0.5,
        reason="The paper does not state the size of an I/O here; 4 KiB is that of its random tests.",
    ),
    Case(
        "E4", _ETRI, "section 3.1", "Drives for 800 IOPS, RAID 10, to the nearest", _plain(800, 75),
        f"{_PLAIN_WORDS}, to the nearest", _NEAREST, _drives("nearest"), 17, "drives", WHOLE, 0.5,
        FITTED, _INFERRED, is_main=True,
    ),
    Case(
        "E5", _ETRI, "section 3.1", "Drives for 2,500 IOPS, RAID 10, to the nearest", _plain(2500, 75),
        f"{_PLAIN_WORDS}, to the nearest", _NEAREST, _drives("nearest"), 53, "drives", WHOLE, 0.5,
        FITTED, _INFERRED, is_main=True,
    ),
    Case(
        "E4b", _ETRI, "section 3.1", "Drives for 800 IOPS, RAID 10, rounded up", _plain(800, 75),
        f"{_PLAIN_WORDS}, up", _UP, _drives("up"), 17, "drives", WHOLE, 0.5,
        DIFFERS, _ROUNDED_DOWN.format("17.07"),
    ),
    Case(
        "E5b", _ETRI, "section 3.1", "Drives for 2,500 IOPS, RAID 10, rounded up", _plain(2500, 75),
        f"{_PLAIN_WORDS}, up", _UP, _drives("up"), 53, "drives", WHOLE, 0.5,
        DIFFERS, _ROUNDED_DOWN.format("53.33"),
    ),
    Case(
        "E4c", _ETRI, "section 3.1", "Drives for 800 IOPS, RAID 10, rounded up, a slightly faster drive",
        _plain(800, 76), f"{_PLAIN_WORDS}, up", _UP, _drives("up"), 17, "drives", WHOLE, 0.5,
        FITTED, _CEILED,
    ),
    Case(
        "E5c", _ETRI, "section 3.1", "Drives for 2,500 IOPS, RAID 10, rounded up, a slightly faster drive",
        _plain(2500, 76), f"{_PLAIN_WORDS}, up", _UP, _drives("up"), 53, "drives", WHOLE, 0.5,
        FITTED, _CEILED,
    ),
    Case(
        "E6", _ETRI, "section 3.2", "What 24 drives carry, per user",
        {"drives": 24, "IOPS per drive": 75, "read share": 0.4, "write penalty": 2, "users": 100},
        "a x b / (c + d x (1 - c)) / e", "{a}*{b}/({c}+{d}*(1-{c}))/{e}",
        lambda drives, rating, reads, penalty, users: iops_per_vm(
            usable_iops(drives, rating, reads, penalty), users
        ),
        11.25, "IOPS", TWO, 0.005, DERIVED,
        "The paper says only that 24 drives support more than the minimum of 8 IOPS per user. They do.",
        printed=False,
    ),
    Case(
        "E7", _ETRI, "section 3.2, table 1", "Usable capacity of 24 x 750 GB, RAID 10",
        {"drives": 24, "GB per drive": 750, "usable share": 0.5}, "a x c x b / 1000", "{a}*{c}*{b}/1000",
        lambda drives, gb, usable: usable_drives(drives, 0, usable) * gb / 1000,
        17, "TB", ONE, 0.5, IN_ERROR,
        "Half of the drives hold mirrors. 17 TB is about what they hold without RAID (18 TB, or 16.4 TiB).",
    ),
    Case(
        "E8", _ETRI, "table 1", "VMs on 12 hosts", {"hosts": 12, "VMs per host": 8},
        "a x b", PRODUCT, lambda hosts, vms: hosts * vms, 96, "VMs", WHOLE, 0.5,
    ),
    Case(
        "E9", _ETRI, "section 4.3", "Users that IOmark plays",
        {"hosts": 3, "VMs per host": 2, "users per VM": 8}, "a x b x c", "{a}*{b}*{c}",
        lambda hosts, vms, users: hosts * vms * users, 96, "users", WHOLE, 0.5, INCONSISTENT,
        "3 hosts x 2 VMs x 8 users are 48, the text says 96. Only 96 fits its measured 3 % and 27 %.",
    ),
    Case(
        "E10", _ETRI, "section 4.3",
        "Drives for 96 users at 20 IOPS by the plain formula; 48 are said to be enough", _plain(1920, 75),
        f"{_PLAIN_WORDS}, up", _UP, _drives("up"), 48, "drives", WHOLE, 0, AGREES,
        "The formula does say that 48 drives are enough, and that 24 are not. The users got 27 %: "
        "it counts drives and knows nothing of waiting.",
        claim=AT_MOST, is_main=True,
    ),
    Case(
        "E11", _ETRI, "section 4.3", "Utilization of 48 drives",
        {"IOPS": 1920, "read share": 0.4, "write penalty": 2, "drives": 48, "IOPS per drive": 75},
        "(a x b + a x (1 - b) x c) / (d x e)", "({a}*{b}+{a}*(1-{b})*{c})/({d}*{e})",
        lambda iops, reads, penalty, drives, rating: (
            backend_iops(read_iops(iops, reads), write_iops(iops, reads), penalty) / (drives * rating)
        ),
        0.8533, "", "0.00%", 0.00005, DERIVED, "Follows from the paper's load and the inferred 75 IOPS.",
        printed=False,
    ),
    Case(
        "E12", _ETRI, "section 4.3", "I/Os within 50 ms, 48 drives, RAID 10 write-through", _mirrored(48),
        _MIRRORED_WORDS, _MIRRORED_SHARE, _mirrored_share, 0.27, "", PERCENT, 0.01, AGREES,
        "Tolerance one point: the paper says about 27 %. No parameter was fitted to it, but it hangs on the "
        "inferred 75 IOPS: 72 give 20 %, 80 give 40 %. Consistent, not proven. Its RAM cache is left out.",
        is_main=True,
    ),
    Case(
        "E12b", _ETRI, "section 4.3", "The same, with service times as even as those of a disk", _mirrored(48),
        _DISK_WORDS, "", _disk_share, 0.27, "", PERCENT, 0.01, DIFFERS,
        "44 %, and 32 to 60 % for 72 to 80 IOPS per drive: uneven service times are one way to the measured 27 %, "
        "bursts on drives with even ones are another.",
        printed=False,
    ),
    Case(
        "E13", _ETRI, "section 4.3", "I/Os within 50 ms, 24 drives, steady load", _mirrored(24),
        _MIRRORED_WORDS, _MIRRORED_SHARE, _mirrored_share, 0.03, "", PERCENT, 0.005, DIFFERS,
        "24 drives are overloaded, by 71 %: under a steady load nothing would be on time. 3 % need a load "
        "that changes (E14), or the RAM cache of E17 and E18, which this row leaves out.",
    ),
    Case(
        "E14", _ETRI, "section 4.3", "I/Os within 50 ms, 24 drives, load that changes", _varying(24),
        _VARYING_WORDS, "", _varying_share, 0.03, "", PERCENT, 0.005, FITTED,
        "The mean and the variation of the load were chosen to meet 3 % and 27 %. The mean comes out at the "
        "paper's own 20 IOPS.",
    ),
    Case(
        "E15", _ETRI, "section 4.3", "I/Os within 50 ms, 48 drives, the same load", _varying(48),
        _VARYING_WORDS, "", _varying_share, 0.27, "", PERCENT, 0.01, FITTED,
        "Two parameters on two figures: nothing is left to validate them. Tolerance one point: about 27 %.",
    ),
    Case(
        "E16", _ETRI, "section 4.3", "Drives for 80 % of the I/Os within 50 ms",
        {
            "users": 96, "IOPS per user": 20, "read share": 0.4, "write penalty": 2, "IOPS per drive": 75,
            "limit ms": 50, "share": 0.8,
        },
        "u = -ln(1 - 2g / (c + sqrt(c^2 + 4 (1 - c) g))); back-end IOPS / (e - 1000 u / f), up",
        _DRIVES_FOR_SHARE, _drives_for_share, 90, "drives", WHOLE, 0.5, DERIVED,
        "The paper states the criterion, not the answer: 90 follows from it by our model. Other inputs that "
        "meet its 27 % as well lead to 66 to 96 drives, never to 48.",
        printed=False,
    ),
    Case(
        "E16b", _ETRI, "section 4.3", "The same, with service times as even as those of a disk",
        {
            "users": 96, "IOPS per user": 20, "read share": 0.4, "write penalty": 2, "IOPS per drive": 75,
            "limit ms": 50, "share": 0.8,
        },
        _DISK_WORDS, "", _disk_drives, 62, "drives", WHOLE, 0.5, DERIVED,
        "What simulation of such drives asks for, and 6 % more. The load of 20 IOPS is that of the paper.",
        printed=False,
    ),
    Case(
        "E17", _ETRI, "section 4.2", "Random reads of 24 drives behind a RAM cache",
        {"drives": 24, "IOPS per drive": 75, "share of hits": 0.4}, "a x b / (1 - c)", "{a}*{b}/(1-{c})",
        lambda drives, rating, hit: drives * rating / (1 - hit), 3000, "IOPS", WHOLE, 0.5, FITTED,
        f"{_HIT} Without hits they carry 1,800. The paper says more than 3,000.",
    ),
    Case(
        "E18", _ETRI, "section 4.3", "The same per VM, 100 VMs",
        {"drives": 24, "IOPS per drive": 75, "share of hits": 0.775, "VMs": 100}, "a x b / (1 - c) / d",
        "{a}*{b}/(1-{c})/{d}", lambda drives, rating, hit, vms: drives * rating / (1 - hit) / vms,
        80, "IOPS", WHOLE, 0.5, FITTED, f"{_HIT} IOzone's small files fit into the RAM; a day's work may not.",
    ),
    Case(
        "E19", _ETRI, "section 4.2", "Share of two links of 1 Gbit/s that was reached",
        {"MB/s": 220, "links": 2}, "a x 8 / (b x 1000)", "{a}*8/({b}*1000)",
        lambda mb_s, links: mb_s * 8 / (links * 1000), 0.88, "", PERCENT, 0.0005, DERIVED,
        "Count on 80 to 90 % of a link. A port on Designs may be used to 90 % where nothing else is entered.",
        printed=False,
    ),
    Case(
        "E20", _ETRI, "section 3.2, table 1", "RAM that a host needs, with the hypervisor's own",
        {"VMs": 8, "GB per VM": 2, "GB of the hypervisor": 1}, "a x b + c", "{a}*{b}+{c}",
        lambda vms, per_vm, own: vms * per_vm + own, 17, "GB", WHOLE, 0.5, DERIVED,
        "The paper keeps 1 CPU and 1 GB for the hypervisor. Take it off the RAM per block that you enter.",
        printed=False,
    ),
    *(
        Case(
            id_, _ETRI, "section 2", f"Drives for 100 users at {words}", _plain(100 * iops, 75),
            f"{_PLAIN_WORDS}, up", _UP, _drives("up"), drives, "drives", WHOLE, 0.5, DERIVED, _SAID, printed=False,
        )
        for id_, words, iops, drives in (
            ("E21", "7 IOPS, a light load", 7, 15), ("E22", "30 IOPS, a heavy load", 30, 64),
            ("E23", "50 IOPS, the worst case", 50, 107),
        )
    ),
    Case(
        "E24", _ETRI, "section 3.1", "Links of 1 Gbit/s for 100 users, of whom each asks for 25 IOPS",
        {"users": 100, "IOPS per user": 25, "KiB": 4, "Gbit/s": 1, "share used": 0.9},
        "a x b x c x 1024 x 8 / 10^9 / (d x e), up",
        "ROUNDUP(ROUND({a}*{b}*{c}*1024*8/10^9/({d}*{e}),9),0)", _links, 1, "links", WHOLE, 0.5, AGREES,
        "By the limit of throughput: one link carries 1,098 such users.",
    ),
)  # fmt: skip
