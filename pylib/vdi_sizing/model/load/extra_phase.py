"""The fourth phase, beside steady work and storms: an antivirus scan, an update, a recompose, or making desktops.

What a VM that is at it asks for comes on top of the steady load of all VMs. As many are at it as the design says,
spread evenly over the blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, minimum
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Figure, Scope, or_zero
from vdi_sizing.model.formats import FLAG, SHARE, TWO

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, FourthPhase


def _given(b: Block) -> float:
    return flag(b.design.fourth_iops is not None and b.design.fourth_reads is not None)


def _share(b: Block) -> Value:
    return 1.0 if b.design.fourth_vms is None else minimum(1.0, b.design.fourth_vms / b.vms)


class FourthLoad(Scope):
    """The load of the fourth phase: that of steady work, and of the VMs that are at it."""

    given: Figure[FourthPhase, float] = Figure("fourth phase given", "0/1", lambda p: _given(p.block), FLAG)
    vms_share: Figure[FourthPhase, Value] = Figure("fourth phase: share of the VMs that are at it", "0..1",
        lambda p: p.given * _share(p.block), SHARE)
    reads_per_vm: Figure[FourthPhase, Value] = Figure("fourth phase: reads per VM", "IOPS",
        lambda p: p.given * p.block.steady.reads_per_vm
        + or_zero(p.block.design.fourth_iops) * p.vms_share * or_zero(p.block.design.fourth_reads), TWO,
        "of the concurrent VMs: steady load + IOPS of a VM that is at it x share of the VMs")
    writes_per_vm: Figure[FourthPhase, Value] = Figure("fourth phase: writes per VM", "IOPS",
        lambda p: p.given * p.block.steady.writes_per_vm
        + or_zero(p.block.design.fourth_iops) * p.vms_share * (1 - or_zero(p.block.design.fourth_reads)))
    iops_per_vm: Figure[FourthPhase, Value] = Figure("fourth phase: IOPS per VM", "IOPS",
        lambda p: p.reads_per_vm + p.writes_per_vm)


class FourthChecks(Scope):
    check_fourth_ignored = Warning("what is given of a fourth phase counts",
        "part of a fourth phase is given and counts for nothing: it needs IOPS and the reads among them",
        lambda b: _given(b) or all(each is None for each in (
            b.design.fourth_iops, b.design.fourth_reads, b.design.fourth_vms)),
        remedy="On Designs, give both under Fourth phase, or leave all of it blank.")
    check_fourth_vms = Warning("no more VMs are at the fourth phase than there are",
        "more VMs are at the fourth phase than there are: all of them are counted",
        lambda b: b.design.fourth_vms is None or b.design.fourth_vms <= b.vms_whole,
        remedy="On Designs, give how many VMs are at it at the same time, or leave that blank for all of them.")
