"""The evidence: each published figure of the five documents beside what the library computes for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from vdi_sizing._arrays import Value, round_down, rounded
from vdi_sizing.formulas.capacity import free_share, gib_from_gb, num_vm
from vdi_sizing.formulas.cost import breakeven_drive_price, cost_per_vm
from vdi_sizing.formulas.disks import backend_iops, disk_count, usable_iops
from vdi_sizing.formulas.peaks import share_within_lognormal
from vdi_sizing.formulas.raid import usable_drives
from vdi_sizing.formulas.response_target import disk_count_for_response_time
from vdi_sizing.formulas.response_time import share_within_ms
from vdi_sizing.formulas.storms import boot_speedup, login_duration_min, login_ramp_min, login_storm_iops
from vdi_sizing.formulas.tiers import measured_read_hit, skew_capacity_share
from vdi_sizing.formulas.vsimax import vsimax_threshold_ms
from vdi_sizing.formulas.workload import front_end_iops, iops_per_vm, network_mbit_s, read_iops, vms_in_ram, write_iops

AGREES, FITTED, DERIVED = "agrees", "agrees, fitted", "agrees, derived"
IN_ERROR, INCONSISTENT, DIFFERS = "document in error", "document inconsistent", "differs"
EQUALS, AT_MOST = "equals", "at most"
LIBRARY_VALUE = "library value"
LETTERS = "abcdefg"


@dataclass(frozen=True)
class Case:
    """One published figure, what it rests on, and how the library arrives at it.

    Parameters
    ----------
    id : str
        Identifier.
    document : str
        Document, and its year where it bears one.
    place : str
        Section or table of the document.
    what : str
        What the figure says.
    inputs : mapping of str to float
        Up to seven labelled numbers; a, b, c ... in `how` and `formula`, positional arguments of `compute`.
    how : str
        The formula in words.
    formula : str
        The native formula over {a} ... {g}; "" where the library's value has to stand for it.
    compute : callable
        The library's value.
    published : float
        The published figure, as printed.
    unit : str
        Its unit.
    number_format : str
        How ours and the difference are shown.
    tolerance : float
        Largest difference that still agrees: half a unit of the last printed digit, unless `reason` says
        otherwise.
    verdict : str
        "agrees", "agrees, fitted" (an input was chosen to meet the figure), "agrees, derived" (the figure
        follows from printed ones but is not printed), "differs", "document inconsistent" or "document in error".
    reason : str
        Why ours and the published figure differ, or what their agreement rests on.
    printed : bool
        The document prints the figure; shown in brackets where it does not.
    claim : str
        "equals", or "at most" where the document says that so many are enough.
    """

    id: str
    document: str
    place: str
    what: str
    inputs: Mapping[str, float]
    how: str
    formula: str
    compute: Callable[..., Value]
    published: float
    unit: str
    number_format: str
    tolerance: float
    verdict: str = AGREES
    reason: str = ""
    printed: bool = True
    claim: str = EQUALS

    @cached_property
    def ours(self) -> float:
        """The library's value."""
        return float(self.compute(*self.inputs.values()))

    @property
    def difference(self) -> float:
        """Ours less the published figure."""
        return self.ours - self.published

    @property
    def computed(self) -> str:
        """Whether the difference is within the tolerance, as the sheet computes it."""
        off = self.difference if self.claim == AT_MOST else abs(self.difference)
        return AGREES if rounded(off - self.tolerance) <= 0 else DIFFERS


WHOLE, ONE, TWO, THREE, PERCENT = "0", "0.0", "0.00", "0.000", "0.0%"

# --- ETRI: J. Park et al., Storage Sizing Issue of VDI System ------------------------------------------

_ETRI = "ETRI"
_FRONT_END = "{a}*{b}"
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
_VARYING_WORDS = f"{LIBRARY_VALUE}: share under a lognormal load, by quadrature"

ETRI = (
    Case(
        "E1", _ETRI, "section 3.1", "Load of 100 office users, low", {"users": 100, "IOPS per user": 8},
        "a x b", _FRONT_END, front_end_iops, 800, "IOPS", WHOLE, 0.5,
    ),
    Case(
        "E2", _ETRI, "section 3.1", "Load of 100 office users, high", {"users": 100, "IOPS per user": 25},
        "a x b", _FRONT_END, front_end_iops, 2500, "IOPS", WHOLE, 0.5,
    ),
    Case(
        "E3", _ETRI, "section 3.1", "Network load of 2,500 IOPS", {"IOPS": 2500, "KiB per I/O": 4},
        "a x b x 1024 x 8 / 10^6", "{a}*{b}*(8*1024)/10^6", network_mbit_s, 82, "Mbit/s", TWO, 0.5,
        reason="The paper does not state the size of an I/O here; 4 KiB is that of its random tests.",
    ),
    Case(
        "E4", _ETRI, "section 3.1", "Drives for 800 IOPS, RAID 10, to the nearest", _plain(800, 75),
        f"{_PLAIN_WORDS}, to the nearest", _NEAREST, _drives("nearest"), 17, "drives", WHOLE, 0.5,
        FITTED, _INFERRED,
    ),
    Case(
        "E5", _ETRI, "section 3.1", "Drives for 2,500 IOPS, RAID 10, to the nearest", _plain(2500, 75),
        f"{_PLAIN_WORDS}, to the nearest", _NEAREST, _drives("nearest"), 53, "drives", WHOLE, 0.5,
        FITTED, _INFERRED,
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
        "a x b", _FRONT_END, lambda hosts, vms: hosts * vms, 96, "VMs", WHOLE, 0.5,
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
        "The formula does say that 48 drives are enough, and that 24 are not. The users got 27 % (E12): "
        "it counts drives and knows nothing of waiting.",
        claim=AT_MOST,
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
        "inferred 75 IOPS: 72 give 20 %, 80 give 40 %. Consistent, not proven.",
    ),
    Case(
        "E13", _ETRI, "section 4.3", "I/Os within 50 ms, 24 drives, steady load", _mirrored(24),
        _MIRRORED_WORDS, _MIRRORED_SHARE, _mirrored_share, 0.03, "", PERCENT, 0.005, DIFFERS,
        "24 drives are overloaded, by 71 %: under a steady load nothing would be on time. 3 % need a load "
        "that changes (E14).",
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
        "meet its 27 % as well lead to 68 to 122 drives, never to 48.",
        printed=False,
    ),
)  # fmt: skip

# --- Fujitsu: Using Solid State Disks in VDI Environments ----------------------------------------------

_FUJITSU = "Fujitsu 2011"
_QUOTIENT = "{a}/{b}"
_VMS_ON_RAID_0 = "ROUNDDOWN(ROUND({a}*{b}/{c}/{d},9),0)"
_VMS_IN_RAM = "ROUNDDOWN(ROUND({a}/({b}/1024+{c}/1024),9),0)"
_SUM = "{a}+{b}+{c}+{d}+{e}+{f}+{g}"
_SUM_WORDS = "a + b + c + d + e + f + g"
_FILE_SYSTEM = "A formatted data store is a little smaller than its drives, here by 0.3 % or 1 GiB."


def _sum(*values: float) -> float:
    return sum(values)


def _server(drives: str, eur: float) -> dict[str, float]:
    return {
        "server": 1475, "processors": 2500, "memory": 4590, drives: eur, "RAID controller": 385,
        "cable management": 30, "rack kit": 55,
    }  # fmt: skip


def _raid_0(drive_iops: float) -> dict[str, float]:
    return {"drives": 2, "IOPS per drive": drive_iops, "write penalty": 1, "IOPS per VM": 10}


def _vms_on_raid_0(drives: float, rating: float, penalty: float, per_vm: float) -> Value:
    # At penalty 1 the read share is of no matter.
    return round_down(usable_iops(drives, rating, 0, penalty) / per_vm)


def _vms_in_ram(ram_gib: float, vm_mib: float, overhead_mib: float) -> Value:
    return vms_in_ram(ram_gib, vm_mib / 1024, overhead_mib / 1024)


FUJITSU = (
    Case(
        "F1", _FUJITSU, "I/O considerations", "Load of 250 VMs",
        {"normal users": 175, "IOPS each": 10, "heavy users": 75, "IOPS each, heavy": 15},
        "a x b + c x d", "{a}*{b}+{c}*{d}",
        lambda normal, iops, heavy, more: front_end_iops(normal, iops) + front_end_iops(heavy, more),
        2875, "IOPS", WHOLE, 0.5,
    ),
    Case(
        "F2", _FUJITSU, "I/O considerations", "Load of 75 normal users", {"users": 75, "IOPS per user": 10},
        "a x b", _FRONT_END, front_end_iops, 750, "IOPS", WHOLE, 0.5,
    ),
    Case(
        "F3", _FUJITSU, "I/O considerations", "What two 15K drives carry in RAID 1, writes only",
        {"drives": 2, "IOPS per drive": 150, "read share": 0, "write penalty": 2},
        "a x b / (c + d x (1 - c))", "{a}*{b}/({c}+{d}*(1-{c}))", usable_iops, 150, "IOPS", WHOLE, 0.5,
    ),
    Case(
        "F4", _FUJITSU, "Results of the test, disks", "VMs on two 15K drives, RAID 0, at 10 IOPS",
        _raid_0(150), "a x b / c / d, down", _VMS_ON_RAID_0, _vms_on_raid_0, 31, "VMs", WHOLE, 1, AGREES,
        "31 were measured. Tolerance one VM: the 150 IOPS of the drive are a rule of thumb in steps of ten, "
        "which alone moves the result by one.",
    ),
    Case(
        "F5", _FUJITSU, "Results of the test, disks", "VMs on the two 10K drives that were priced",
        _raid_0(125), "a x b / c / d, down", _VMS_ON_RAID_0, _vms_on_raid_0, 31, "VMs", WHOLE, 1, DIFFERS,
        "The paper speaks of RAID 0 for the data store, of RAID 1 at 15K in the text, and prices 10K drives. "
        "Its 31 VMs fit 15K drives in RAID 0 (F4).",
    ),
    Case(
        "F6", _FUJITSU, "Price comparison", "EUR per VM on disks", {"EUR": 9455, "VMs": 31},
        "a / b", _QUOTIENT, cost_per_vm, 305, "EUR", TWO, 0.5,
    ),
    Case(
        "F7", _FUJITSU, "Price comparison", "EUR per VM on SSDs", {"EUR": 13555, "VMs": 75},
        "a / b", _QUOTIENT, cost_per_vm, 181, "EUR", TWO, 0.5, reason="Rounded to a whole EUR.",
    ),
    Case(
        "F8", _FUJITSU, "SSD capacities", "EUR per VM with twice the SSDs",
        {"EUR": 13555, "more SSDs": 4, "EUR per SSD": 1130, "VMs": 75},
        "(a + b x c) / d", "({a}+{b}*{c})/{d}",
        lambda eur, ssds, ssd_eur, vms: cost_per_vm(eur + ssds * ssd_eur, vms), 241, "EUR", TWO, 0.5,
    ),
    Case(
        "F9", _FUJITSU, "Price comparison", "Price of the server with disks, EUR", _server("two disks", 420),
        _SUM_WORDS, _SUM, _sum, 9455, "EUR", WHOLE, 0.5,
    ),
    Case(
        "F10", _FUJITSU, "Price comparison", "Price of the server with SSDs, EUR", _server("four SSDs", 4520),
        _SUM_WORDS, _SUM, _sum, 13555, "EUR", WHOLE, 0.5,
    ),
    Case(
        "F11", _FUJITSU, "Summary of the results", "Deployment of 120 VMs, disks against SSDs",
        {"minutes, disks": 210, "minutes, SSDs": 35}, "a / b", _QUOTIENT, lambda disks, ssds: disks / ssds,
        6, "times", ONE, 0.5,
        reason="Elsewhere the paper says 3.5 to 4 hours for the disks, which would be 6.0 to 6.9 times.",
    ),
    Case(
        "F12", _FUJITSU, "VSImax, dynamic way", "Response at which VSImax is reached",
        {"baseline ms": 1500, "threshold ms": 3000}, "a + b", "{a}+{b}", vsimax_threshold_ms,
        4500, "ms", WHOLE, 0.5,
    ),
    Case(
        "F13", _FUJITSU, "Pool dialog", "SSD data store", {"drives": 2, "GB per drive": 200},
        "a x b x 1000^3 / 1024^3", "{a}*{b}*1000^3/1024^3", lambda drives, gb: gib_from_gb(drives * gb),
        371.5, "GiB", ONE, 0.05, DIFFERS, _FILE_SYSTEM,
    ),
    Case(
        "F14", _FUJITSU, "Pool dialog", "SAS data store", {"drives": 2, "GB per drive": 300},
        "a x b x 1000^3 / 1024^3", "{a}*{b}*1000^3/1024^3", lambda drives, gb: gib_from_gb(drives * gb),
        557.5, "GiB", ONE, 0.05, DIFFERS, _FILE_SYSTEM,
    ),
    Case(
        "F15", _FUJITSU, "Replicas on SSD, linked clones on SAS", "VMs of 2 GiB without over-commitment",
        {"GiB": 144, "MiB per VM": 2048, "overhead, MiB per VM": 118}, "a / (b / 1024 + c / 1024), down",
        _VMS_IN_RAM, _vms_in_ram, 70, "VMs", WHOLE, 0.5, IN_ERROR,
        "With the overhead that its own dialog shows, 70 VMs need 148 GiB of the 144.",
    ),
    Case(
        "F16", _FUJITSU, "Technical limitations", "VMs of 1 GiB; memory is said to end at 75",
        {"GiB": 144, "MiB per VM": 1024, "overhead, MiB per VM": 105.91}, "a / (b / 1024 + c / 1024), down",
        _VMS_IN_RAM, _vms_in_ram, 75, "VMs", WHOLE, 0.5, INCONSISTENT,
        "75 VMs of 1 GiB with their overhead need 83 GiB of the 144. Something else ended the test at 75.",
    ),
    Case(
        "F17", _FUJITSU, "Price comparison", "Price per SSD at which both servers cost the same per VM",
        {"EUR per VM, disks": 305, "VMs, SSDs": 75, "EUR without SSDs": 9035, "SSDs": 4},
        "(a x b - c) / d", "({a}*{b}-{c})/{d}", breakeven_drive_price, 3460, "EUR", WHOLE, 0.5, DERIVED,
        "Follows from the price list: 3.06 times the 1,130 EUR paid.", printed=False,
    ),
)  # fmt: skip

# --- Dell: XenDesktop on EqualLogic --------------------------------------------------------------------

_DELL = "Dell 2012"
_NUM_VM = "MAX(0,{a}*(1-{f})-{b}*{c})/(({d}+{e})*(1+{g}))"
_NUM_VM_WORDS = "(a x (1 - f) - b x c) / ((d + e) x (1 + g))"
_LOGIN_PEAK = "{a}*({b}/{a})+{a}/({c}*60)*{d}"
_MEASURED_PEAK = (
    "The I/Os per login were fitted to the two arrays. Tolerance 5 %: the minutes are printed in steps of "
    "five, which alone moves the result by 3 to 5 %."
)


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


DELL = (
    Case(
        "D1", _DELL, "section 6.3, table 8", "VMs by capacity", _array(1.5), _NUM_VM_WORDS, _NUM_VM, num_vm,
        640, "VMs", ONE, 5, reason="Tolerance 5: the paper says around 640, rounded to tens.",
    ),
    Case(
        "D1b", _DELL, "section 6.3, table 8", "The same, whole VMs", _array(1.5), f"{_NUM_VM_WORDS}, down",
        f"ROUNDDOWN(ROUND({_NUM_VM},9),0)", lambda *array: round_down(num_vm(*array)), 642, "VMs", WHOLE, 0.5,
        DERIVED, "The paper's own numbers give 642; it prints around 640.", printed=False,
    ),
    Case(
        "D2", _DELL, "section 6.3 against 5.4.6", "VMs by capacity with the write cache that was configured",
        _array(2), _NUM_VM_WORDS, _NUM_VM, num_vm, 640, "VMs", ONE, 5, INCONSISTENT,
        "The formula is fed 1.5 GB of write cache, the test used 2 GB. With that the array would hold 535 "
        "VMs, fewer than the 630 deployed on it.",
    ),
    Case(
        "D3", _DELL, "section 5.4.1", "Steady load per VM, one array", _per_vm(4500, 630), "a / b", _QUOTIENT,
        iops_per_vm, 7.3, "IOPS", TWO, 0.1, INCONSISTENT,
        "4,500 / 630 is 7.14. Tolerance 0.1: the paper says around 7.3.",
    ),
    Case(
        "D4", _DELL, "table 5", "Steady load per VM, two arrays", _per_vm(9000, 1270), "a / b", _QUOTIENT,
        iops_per_vm, 7.1, "IOPS", TWO, 0.05, DERIVED, "Follows from table 5; table 7 says 7 to 8.",
        printed=False,
    ),
    Case(
        "D5", _DELL, "table 7", "Login load per VM, one array: low end of 11 to 13", _per_vm(6846, 630),
        "a / b", _QUOTIENT, iops_per_vm, 11, "IOPS", TWO, 0.5,
    ),
    Case(
        "D6", _DELL, "tables 6 and 7", "Login load per VM, two arrays: low end of 11 to 13",
        _per_vm(12400, 1270), "a / b", _QUOTIENT, iops_per_vm, 11, "IOPS", TWO, 0.5, INCONSISTENT,
        "Table 6 gives 9.8 for two arrays. The 11 to 13 of table 7 hold for one array only.",
    ),
    Case(
        "D7", _DELL, "table 7", "Boot load per VM, one array: low end of 16 to 18", _per_vm(10000, 630),
        "a / b", _QUOTIENT, iops_per_vm, 16, "IOPS", TWO, 0.5,
    ),
    Case(
        "D8", _DELL, "tables 6 and 7", "Boot load per VM, two arrays: low end of 16 to 18",
        _per_vm(15000, 1270), "a / b", _QUOTIENT, iops_per_vm, 16, "IOPS", TWO, 0.5, INCONSISTENT,
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
        {"IOPS of all SSDs": 11320.5, "front-end IOPS": 4500}, "a / b", _QUOTIENT,
        lambda drives, front: drives / front, 5.99, "", THREE, 0.005, DIFFERS,
        "Not printed: 5.99 is the rule of six operations per write, for 99.8 % writes. Measured were 2.52: "
        "the array's cache joins writes and saves 58 % of them. The rule is an upper bound there.",
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
        {"launchers": 32, "sessions per launcher": 40}, "a x b", _FRONT_END,
        lambda launchers, sessions: launchers * sessions, 1280, "", WHOLE, 0.5, DERIVED,
        "Follows from 32 x 40; enough for its 1,270 VMs.", printed=False,
    ),
)  # fmt: skip

# --- EMC: A. Leibovici, VDI 500 User FAST Pool Project -------------------------------------------------

_EMC = "EMC 2012"
_TIER_SHARE = "100*{a}/{b}"


def _tier(usable_gb: float) -> dict[str, float]:
    return {"tier GB": usable_gb, "pool GB": 4800}


def _percentage(part: float, whole: float) -> float:
    return 100 * part / whole


def _pool_gb(drives: float, parity: float, *drive_gb: float) -> Value:
    return usable_drives(drives, parity, 1) * sum(drive_gb)


EMC = (
    Case(
        "M1", _EMC, "Calculation of the working set", "Usable capacity of the pool, RAID 5",
        {"drives per tier": 3, "parity drives": 1, "EFD GB": 100, "SAS GB": 300, "NL-SAS GB": 2000},
        "(a - b) x (c + d + e)", "({a}-{b})*({c}+{d}+{e})", _pool_gb, 4800, "GB", WHOLE, 0.5,
    ),
    Case(
        "M2", _EMC, "Calculation of the working set", "Working set: 5 % of the pool takes 95 % of the I/O",
        {"pool GB": 4800, "share": 0.05}, "a x b", _FRONT_END,
        lambda pool_gb, share: pool_gb * skew_capacity_share(1 - share, 1 - share), 240, "GB", WHOLE, 0.5,
        reason="Elsewhere the text says about 250 GB, in round numbers.",
    ),
    Case(
        "M3a", _EMC, "Setup", "EFD as a share of the pool", _tier(200), "100 x a / b", _TIER_SHARE,
        _percentage, 4, "%", TWO, 0.5,
    ),
    Case(
        "M3b", _EMC, "Setup", "SAS as a share of the pool", _tier(600), "100 x a / b", _TIER_SHARE,
        _percentage, 13, "%", TWO, 0.5, reason="12.5 rounded up.",
    ),
    Case(
        "M3c", _EMC, "Setup", "NL-SAS as a share of the pool", _tier(4000), "100 x a / b", _TIER_SHARE,
        _percentage, 83, "%", TWO, 0.5,
    ),
    Case(
        "M4", _EMC, "Calculation of the working set", "EFD in the pool (RAID 5) and in the cache (RAID 1)",
        {"cache drives": 2, "mirrored share": 0.5, "pool drives": 3, "parity drives": 1, "GB per drive": 100},
        "a x b x e + (c - d) x e", "{a}*{b}*{e}+({c}-{d})*{e}",
        lambda cache, mirrored, pool, parity, gb: (
            usable_drives(cache, 0, mirrored) * gb + usable_drives(pool, parity, 1) * gb
        ),
        300, "GB", WHOLE, 0.5,
        reason="In the pool alone 4.2 % are EFD, less than the 5 % that are hot; the cache closes the gap.",
    ),
    Case(
        "M5", _EMC, "Login VSI testing", "Login storm of 500 sessions, one every 2 s",
        {"sessions": 500, "s per session": 2}, "a x b / 60", "{a}*{b}/60", login_ramp_min,
        20, "min", ONE, 2.5, DIFFERS,
        "The starts alone take 16.7 minutes; the last logins come on top. Tolerance 2.5: approximately 20, "
        "in steps of five.",
    ),
    Case(
        "M6", _EMC, "Creation of 500 desktops", "Read cache hits of the NFS server",
        {"MB/s behind the cache": 5, "MB/s before it": 200}, "1 - a / b", "1-{a}/{b}", measured_read_hit,
        0.975, "", PERCENT, 0.0005, DERIVED, "The text prints the two rates, less than 5 and about 200 MB/s.",
        printed=False,
    ),
    Case(
        "M7", _EMC, "Model", "Sum of the recommended tiers", {"EFD %": 3, "SAS %": 25, "NL-SAS %": 72},
        "a + b + c", "{a}+{b}+{c}", _sum, 100, "%", WHOLE, 0.5, DERIVED,
        "The recommended 3:25:72 are not what was tested, 4:13:83.", printed=False,
    ),
)  # fmt: skip

# --- SanDisk: SSD Boot Storm Testing for VDI -----------------------------------------------------------

SANDISK = (
    Case(
        "S1", "SanDisk 2014", "Test result observations", "Boot of 50 VMs, one SSD against eight disks",
        {"latency, disks over SSD": 30, "other time over SSD latency": 8.67}, "(a + b) / (1 + b)",
        "({a}+{b})/(1+{b})", boot_speedup, 4, "times", TWO, 0.5, FITTED,
        "b was fitted to the factor of 4. It says that storage is 10 % of the boot on SSD: any faster "
        "storage would bring 4.46 at the most, and more SSDs bring nothing, as was seen.",
    ),
)  # fmt: skip

CASES = (*ETRI, *FUJITSU, *DELL, *EMC, *SANDISK)
