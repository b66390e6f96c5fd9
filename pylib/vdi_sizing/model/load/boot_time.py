"""The longest boot time: how many IOPS per VM a boot of all VMs within it asks for, and whether it is kept.

What it asks of the storage raises the load of the boot storm, so that drives, blocks and ports are counted for it. What
it asks of the broker, boots per minute and at the same time, is said where the broker lets fewer start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, maximum, where
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.formats import TWO

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


def _asked(b: Block) -> Value:
    d = b.design
    return 0.0 if d.longest_boot_min is None or d.ios_per_boot is None else d.ios_per_boot / (d.longest_boot_min * 60)


class BootAsked(Scope):
    boot_asked_iops: Figure[Block, Value] = Figure("boot IOPS per VM by the longest boot time", "IOPS",
        _asked,
        TWO, "I/Os per boot / longest boot time [exact]; 0: not asked for")
    boot_raise: Figure[Block, Value] = Figure("boot load of the users, raised to it", "x",
        lambda b: maximum(1.0, divide(b.boot_asked_iops * b.vms, b.boot.reads + b.boot.writes, otherwise=1.0)))
    boot_unsaid_iops: Figure[Block, Value] = Figure("the same, where the users have no boot load", "IOPS",
        lambda b: where(b.boot.reads + b.boot.writes == 0, b.boot_asked_iops, 0.0))
