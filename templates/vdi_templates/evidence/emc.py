"""EMC 2012: A. Leibovici, VDI 500 User FAST Pool Project."""

from __future__ import annotations

from vdi_sizing._arrays import Value
from vdi_sizing.formulas.raid import usable_drives
from vdi_sizing.formulas.storms import login_ramp_min
from vdi_sizing.formulas.tiers import measured_read_hit, skew_capacity_share
from vdi_templates.evidence.case import (
    AGREES,
    AT_MOST,
    DERIVED,
    DIFFERS,
    ONE,
    PERCENT,
    PRODUCT,
    TWO,
    WHOLE,
    Case,
    total,
)

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
        {"pool GB": 4800, "share": 0.05}, "a x b", PRODUCT,
        lambda pool_gb, share: pool_gb * skew_capacity_share(1 - share, 1 - share), 240, "GB", WHOLE, 0.5,
        reason="Elsewhere the text says about 250 GB, in round numbers.", is_main=True,
    ),
    Case(
        "M3a", _EMC, "Setup", "EFD as a share of the pool", _tier(200), "100 x a / b", _TIER_SHARE,
        _percentage, 4, "%", TWO, 0.5, reason="4.17 in whole per cent.", is_main=True,
    ),
    Case(
        "M3b", _EMC, "Setup", "SAS as a share of the pool", _tier(600), "100 x a / b", _TIER_SHARE,
        _percentage, 13, "%", TWO, 0.5, reason="12.5 rounded up.", is_main=True,
    ),
    Case(
        "M3c", _EMC, "Setup", "NL-SAS as a share of the pool", _tier(4000), "100 x a / b", _TIER_SHARE,
        _percentage, 83, "%", TWO, 0.5, reason="83.33 in whole per cent.", is_main=True,
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
        "M7", _EMC, "Model", "Sum of the recommended tiers, 3:25:72", {"EFD %": 3, "SAS %": 25, "NL-SAS %": 72},
        "a + b + c", "{a}+{b}+{c}", total, 100, "%", WHOLE, 0.5, DERIVED,
        "The recommended 3:25:72 are not what was tested, 4:13:83.", printed=False, is_main=True,
    ),
    Case(
        "M8", _EMC, "Creation of 500 desktops", "Size of a write while desktops are made",
        {"MB/s": 17, "writes/s": 2000}, "a x 1000 / b", "{a}*1000/{b}", lambda mb_s, iops: mb_s * 1000 / iops,
        8.5, "kB", ONE, 0.05, DERIVED,
        "Making desktops asks for 2,000 writes/s, up to 18,000 reads/s (M9). Enter it on Designs as a fourth phase.",
        printed=False,
    ),
    Case(
        "M9", _EMC, "Creation of 500 desktops", "Size of a read while desktops are made, at its peak",
        {"MB/s": 400, "reads/s": 18000}, "a x 1000 / b", "{a}*1000/{b}", lambda mb_s, iops: mb_s * 1000 / iops,
        22.2, "kB", ONE, 0.05, DERIVED, "The NFS server's cache answers nearly all of it (M6).", printed=False,
    ),
    Case(
        "M10", _EMC, "Conclusion", "FAST Cache drives for 1,000 users, doubled for every 500",
        {"drives": 2, "users": 500, "users, more": 1000}, "a x 2^((c - b) / b)", "{a}*2^(({c}-{b})/{b})",
        lambda drives, users, more: drives * 2 ** ((more - users) / users), 4, "drives", WHOLE, 0.5, DERIVED,
        "The text says that it might need to be doubled; it was not tested. Enter the cache's drives by hand.",
        printed=False,
    ),
    Case(
        "M11", _EMC, "Login VSI testing", "Response time at login; at most 15 ms are allowed", {"ms": 5}, "a", "{a}",
        float, 15, "ms", ONE, 0, AGREES, "A criterion for the design's response time limit. Measured was below 5 ms.",
        claim=AT_MOST,
    ),
    Case(
        "M12", _EMC, "Creation of 500 desktops", "Waiting at a processor use of 70 %, the ceiling named",
        {"use": 0.7}, "1 / (1 - a)", "1/(1-{a})", lambda use: 1 / (1 - use), 3.33, "times", TWO, 0.005, DERIVED,
        "The model knows no array processor: look at its use in a test. By M/M/1.", printed=False,
    ),
    Case(
        "M13", _EMC, "Creation of 500 desktops", "Share of its one port of 10 Gbit/s while desktops are made",
        {"MB/s read": 400, "MB/s written": 17, "Gbit/s": 10}, "(a + b) x 8 / (c x 1000)", "({a}+{b})*8/({c}*1000)",
        lambda read, written, gbit_s: (read + written) * 8 / (gbit_s * 1000), 0.334, "", PERCENT, 0.0005, DERIVED,
        "At the peak of the reads (M9). Below the 90 % that Dell allows: the port did not limit it.", printed=False,
    ),
)  # fmt: skip
