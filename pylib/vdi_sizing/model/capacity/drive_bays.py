"""Drive bays: what a block's drives ask of them, and into how many blocks the users part where one has too few.

Where drives are counted, the bays that are left for them hold a number of drives, and these carry a number of VMs. Of
several tiers each gets what it takes whatever the VMs, and of the other bays the share that a VM asks of it. More users
than that take further servers or arrays, over which they are spread evenly, or further hosts of a cluster. Drives that
are given are not parted: too many of them are an error that says what to buy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, filled, flag, maximum, minimum, round_down, round_up, total_of, where
from vdi_sizing.model.capacity.drives import vms_by_drives
from vdi_sizing.model.capacity.space import vms_in
from vdi_sizing.model.figure import Display, Figure, Scope
from vdi_sizing.model.formats import FLAG, ONE, TEXT, THREE, VMS, VMS_EXACT, WHOLE
from vdi_sizing.model.grouped_digits import said, spelled
from vdi_sizing.model.hardware.parts import of_tiers, usable_gb_of
from vdi_sizing.words import NO_LIMIT, NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Tier


def _in_time(t: Tier) -> Value:
    """How many VMs the drives in the bays carry by the response target; no number of drives mends one out of reach."""
    if t.block.design.response_limit_ms is None:
        return NO_LIMIT
    vms = divide(t.drives_in_bays * t.steady.drive_iops * t.highest_utilization, t.steady.backend_iops, NO_LIMIT)
    return where(t.highest_utilization == 0, filled(NO_LIMIT, vms), vms)


def _by_gb(t: Tier) -> Value:
    d = t.block.design
    return 0.0 if d.usable_gb is not None else divide(
        t.gb_per_vm * (1 + d.vm_headroom), (1 - d.array_headroom) * t.usable_share * t.drive_gb, otherwise=0.0)


def _by_time(t: Tier) -> Value:
    return 0.0 if t.block.design.response_limit_ms is None else divide(
        t.steady.backend_iops, t.steady.drive_iops * t.highest_utilization, otherwise=0.0)


def _once_gb(t: Tier) -> Value:
    """What is stored once: of a cluster the share of a host of the smallest, whose hosts are not counted yet."""
    return (t.fixed_gb + t.kept_gb) / maximum(1.0, t.block.hosts_needed)


def _least_in_bays(t: Tier) -> Value:
    d = t.block.design
    taken = 0.0 if d.usable_gb is not None else t.parity_drives + divide(
        _once_gb(t), (1 - d.array_headroom) * t.usable_share * t.drive_gb, otherwise=0.0)
    return t.counting * t.drives_multiple * round_up(maximum(t.least_drives, taken) / t.drives_multiple)


def _drives_in_bays(t: Tier) -> Value:
    """All that are left, where it alone is counted: its share is then 1, and what it takes at least a multiple."""
    rest = t.block.bays_left - t.block.least_in_bays
    share = divide(t.drives_per_vm, t.block.drives_per_vm, otherwise=0.0)
    return where(rest < 0, 0.0, t.least_in_bays
        + t.counting * t.drives_multiple * round_down(maximum(0.0, rest) * share / t.drives_multiple))


class TierInBays(Scope):
    """Of a tier whose drives are counted: what the bays that are left for it take."""

    drives_per_vm_by_load: Figure[Tier, Value] = Figure("drives that a VM takes by IOPS", "drives",
        lambda t: maximum(*(divide(phase.backend_iops, phase.drive_iops * t.block.design.max_utilization, otherwise=0.0)
            for phase in t.phases)), THREE, "of the phase that takes most")
    drives_per_vm_by_capacity: Figure[Tier, Value] = Figure("drives that a VM takes by capacity", "drives",
        _by_gb, THREE)
    drives_per_vm_by_time: Figure[Tier, Value] = Figure("drives that a VM takes by response time", "drives",
        _by_time, THREE)
    drives_per_vm: Figure[Tier, Value] = Figure("drives that a VM takes", "drives",
        lambda t: t.counting * maximum(t.drives_per_vm_by_load, t.drives_per_vm_by_capacity, t.drives_per_vm_by_time),
        THREE, "the largest, where they are counted")
    least_in_bays: Figure[Tier, Value] = Figure("drives that it takes whatever the VMs", "drives",
        _least_in_bays, WHOLE, "where they are counted: of its layout, or for images, rebuilding and parity")


class BaysOfTier(Scope):
    """How the bays are shared between the tiers whose drives are counted."""

    drives_in_bays: Figure[Tier, Value] = Figure("drives in the bays that are left for it", "drives",
        _drives_in_bays, WHOLE,
        "where they are counted: what it takes whatever the VMs, and of the other bays as a VM asks of the tiers")
    gb_in_bays: Figure[Tier, Value] = Figure("usable GB of these", "GB",
        lambda t: usable_gb_of(t, t.drives_in_bays), ONE)
    bays_iops_vms: Figure[Tier, Value] = Figure("VMs that these carry by IOPS", "VMs",
        lambda t: minimum(*(vms_by_drives(phase, t.drives_in_bays) for phase in t.phases)), VMS_EXACT,
        "of each phase")
    bays_response_vms: Figure[Tier, Value] = Figure("VMs that these carry by response time", "VMs",
        _in_time, VMS_EXACT)
    bays_capacity_vms: Figure[Tier, Value] = Figure("VMs that these carry by capacity", "VMs",
        lambda t: NO_LIMIT if t.block.design.usable_gb is not None
        else vms_in(t.block, t.gb_in_bays, _once_gb(t), t.gb_per_vm), VMS_EXACT,
        "of a cluster, what is stored once counts as in the smallest that its layouts form")
    vms_in_bays: Figure[Tier, Value] = Figure("VMs that these carry", "VMs",
        lambda t: where(t.counting == 0, NO_LIMIT, where(t.drives_in_bays < t.least_drives, 0.0,
            minimum(t.bays_iops_vms, t.bays_response_vms, t.bays_capacity_vms))), VMS_EXACT,
        "the smallest; 0 where the bays hold fewer drives than the RAID level needs")


def _even(b: Block) -> Value:
    blocks = maximum(1.0, round_up(b.vms_whole / maximum(1.0, b.bays_vms)))
    evenly = where(b.in_cluster == 1, b.bays_vms, round_up(b.vms_whole / blocks))
    return where(b.bays_part * b.bays_vms < 1, NO_LIMIT, evenly)


class BlocksByBays(Scope):
    bays_left: Figure[Block, Value] = Figure("drive bays left for drives that are counted", "drives",
        lambda b: 0.0 if b.design.bays is None else b.design.bays - b.cache.drives - total_of(
            t.used * (t.given_drives + t.own.spares) for t in b.tiers), WHOLE,
        "without spares, drives that are given and the flash cache")
    least_in_bays: Figure[Block, Value] = of_tiers("drives that all tiers take whatever the VMs", "drives",
        TierInBays.least_in_bays)
    drives_per_vm: Figure[Block, Value] = of_tiers("drives that a VM takes, all tiers", "drives",
        TierInBays.drives_per_vm)
    bays_part: Figure[Block, Value] = Figure("more users than the bays hold take further blocks", "0/1",
        lambda b: flag(b.design.bays is not None) * b.counting, FLAG, "where drives are counted")
    bays_vms: Figure[Block, Value] = Figure("VMs that the drives in the bays carry", "VMs",
        lambda b: minimum(NO_LIMIT, round_down(minimum(*(t.vms_in_bays for t in b.tiers)))), VMS)
    bays_even_vms: Figure[Block, Value] = Figure("VMs per block, spread over the blocks that the bays ask for", "VMs",
        _even, VMS, "evenly, but of a host of a cluster what its bays carry; no limit where the bays hold no VM: the "
        "error of the bays stays")


def _in_words(b: Block) -> str:
    if b.bays_missing == 0:
        return NONE
    least = maximum(b.least_in_bays, round_up(b.drives_per_vm))
    alone = said(b.bays_part == 1, f": a single VM takes {least:.0f} at least", "")
    return f"{b.drives_per_block_words}, {spelled(b.bays_missing)} more than its bays{alone}"


class BaysInWords(Scope):
    bays_missing_words: Display[Block, str] = Display("the same in words", "",
        _in_words, TEXT)
