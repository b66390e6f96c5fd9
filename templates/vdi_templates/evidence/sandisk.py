"""SanDisk 2014: SSD Boot Storm Testing for VDI."""

from __future__ import annotations

from vdi_sizing.formulas.storms import boot_speedup
from vdi_templates.evidence.case import FITTED, TWO, Case

SANDISK = (
    Case(
        "S1", "SanDisk 2014", "Test result observations", "Boot of 50 VMs, one SSD against eight disks",
        {"latency, disks over SSD": 30, "other time over SSD latency": 8.67}, "(a + b) / (1 + b)",
        "({a}+{b})/(1+{b})", boot_speedup, 4, "times", TWO, 0.5, FITTED,
        "b was fitted to the factor of 4. It says that storage is 10 % of the boot on SSD: any faster "
        "storage would bring 4.46 at the most, and more SSDs bring nothing, as was seen.",
    ),
)  # fmt: skip
