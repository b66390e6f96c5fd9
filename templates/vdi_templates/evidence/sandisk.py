"""SanDisk 2014: SSD Boot Storm Testing for VDI."""

from __future__ import annotations

from vdi_sizing.formulas.storms import boot_speedup
from vdi_templates.evidence.case import DIFFERS, FITTED, TWO, Case

SANDISK = (
    Case(
        "S1", "SanDisk 2014", "Test result observations", "Boot of 50 VMs, one SSD against eight disks",
        {"latency, disks over SSD": 30, "other time over SSD latency": 8.67}, "(a + b) / (1 + b)",
        "({a}+{b})/(1+{b})", boot_speedup, 4, "times", TWO, 0.5, FITTED,
        "The other time was fitted to the factor of 4. It says that storage is 10 % of the boot on SSD: any faster "
        "storage would bring 4.46 at the most, and more SSDs bring nothing, as was seen.", is_main=True,
    ),
    Case(
        "S2", "SanDisk 2014", "Figure 5 (B)", "The same, were the write latency what counts",
        {"latency, disks over SSD": 50, "other time over SSD latency": 8.67}, "(a + b) / (1 + b)",
        "({a}+{b})/(1+{b})", boot_speedup, 4, "times", TWO, 0.5, DIFFERS,
        "Writes were 50 times faster on SSD, reads 30 times. With 50 the boot would be 6.1 times as fast: the "
        "factor of 4 is that of a boot that reads.", is_main=True,
    ),
)  # fmt: skip
