"""The longest boot time: how many IOPS per VM a boot of all VMs within it asks for, and whether it is kept.

What it asks of the storage raises the load of the boot storm, so that drives, blocks and ports are counted for it. What
it asks of the broker, boots per minute and at the same time, is said where the broker lets fewer start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, maximum, round_up, rounded, where
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Display, Figure, Scope
from vdi_sizing.model.formats import TEXT, TWO, WHOLE
from vdi_sizing.words import NONE

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


def _mixed(b: Block) -> bool:
    """Whether one knows how many of the I/Os of a boot are reads."""
    return bool(b.boot.reads + b.boot.writes > 0 or b.design.boot_read_share is not None)


def _kept(b: Block) -> bool:
    longest = b.design.longest_boot_min
    return longest is None or bool(b.boot_asked_iops > 0 and _mixed(b) and rounded(b.boot_min - longest) <= 0)


def _takes(b: Block) -> str:
    longest = b.design.longest_boot_min
    if longest is None:
        return NONE
    if not (b.boot_asked_iops > 0 and _mixed(b)):
        return _UNSAID
    return f"it takes {b.boots_asked_per_min:.0f} boots per minute" + (
        f", {b.boots_asked_at_once:.0f} at once" if b.design.boot_s > 0 else "")


_UNSAID = "enter I/Os per boot, and how many of them are reads"


class BootChecks(Scope):
    boots_asked_per_min: Display[Block, Value] = Display("boots per minute by the longest boot time", "1/min",
        lambda b: 0.0 if b.design.longest_boot_min is None
        else round_up(b.vms_whole / b.design.longest_boot_min), WHOLE)
    boots_asked_at_once: Display[Block, Value] = Display("of them at the same time", "boots",
        lambda b: maximum(1.0, round_up(b.boots_asked_per_min * b.design.boot_s / 60)), WHOLE)
    boot_takes: Display[Block, str] = Display("what the longest boot time takes", "",
        _takes, TEXT)
    check_boot_time = Warning("all VMs boot within the longest boot time",
        "the VMs do not boot within the longest boot time",
        _kept,
        remedy="Let the broker start more VMs, allow more time, or enter what is missing of a boot on Designs. A "
        "measured number of VMs stands in place of the boot storm.", names=boot_takes)
