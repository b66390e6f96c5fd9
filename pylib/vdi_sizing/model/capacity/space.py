"""Capacity: where objects live, what a VM takes of it, and how many VMs the drives hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, flag, maximum, minimum, round_down, round_up, rounded, total_of, where
from vdi_sizing.formulas.capacity import _free_share, _gb_from_gib, _vms_in_capacity
from vdi_sizing.model.figure import Figure, Scope, or_zero, over
from vdi_sizing.model.formats import COUNT, MARGIN, ONE, SHARE, TWO, VMS_EXACT, WHOLE
from vdi_sizing.model.hardware.parts import usable_gb_of
from vdi_sizing.scenario import POOL
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Stored, Tier


def vms_in_text(usable: str, fixed: str, per_vm: str) -> str:
    """How many VMs a capacity holds, as a native formula."""
    needs = f"({per_vm}*(1+{{design.vm_headroom}}))"
    return f"IF({needs}=0,{NO_LIMIT_TEXT},MAX(0,{usable}*(1-{{design.array_headroom}})-{fixed})/{needs})"


def vms_in(b: Block, usable_gb: Value, fixed_gb: Value, gb_per_vm: Value) -> Value:
    """How many VMs a capacity holds."""
    d = b.design
    return _vms_in_capacity(usable_gb, d.array_headroom, fixed_gb, gb_per_vm, d.vm_headroom, NO_LIMIT)


def vms_in_usable_gb_text(usable: str, on_tier: str) -> str:
    """How many VMs the usable GB of a block hold where they are given, else the fullest tier, as a native formula."""
    given = vms_in_text(usable, "{fixed_gb}/{hosts_sharing}", "{gb_per_vm}")
    return f'IF({{design.usable_gb}}<>"",{given},MIN({over("tiers", ",", on_tier)}))'


def vms_in_usable_gb(b: Block, usable_gb: Value | None, on_tiers: Iterable[Value]) -> Value:
    """How many VMs the usable GB of a block hold where they are given, else the fullest tier."""
    return minimum(*on_tiers) if usable_gb is None else vms_in(b, usable_gb, b.fixed_gb / b.hosts_sharing, b.gb_per_vm)


class StoredOnTier(Scope):
    share: Figure[Stored, Value] = Figure("", "0..1",
        lambda s: s.tier.share_of_capacity if s.location == POOL else flag(s.location == s.tier.called), SHARE)


def _ratio(thing: str, name: str, ratio: Callable[[Block], Value | None]) -> Figure[Block, Value]:
    return Figure(f"data reduction of {thing} that counts", "x",
        lambda b: maximum(1.0, or_zero(ratio(b))), TWO, "1: nothing is reduced")


class Reduction(Scope):
    """How many GB of an object a usable GB holds."""

    image_ratio: Figure[Block, Value] = _ratio("images", "image_reduction", lambda b: b.design.image_reduction)
    clone_ratio: Figure[Block, Value] = _ratio("clones", "clone_reduction", lambda b: b.design.clone_reduction)
    persistent_ratio: Figure[Block, Value] = _ratio("what persists", "persistent_reduction",
        lambda b: b.design.persistent_reduction)


class OfTier(Scope):
    fixed_gb: Figure[Tier, Value] = Figure("GB fixed per block", "GB",
        lambda t: (t.block.design.replica_gb * t.block.design.replicas * t.replica.share
            + t.block.design.template_gb * t.template.share) / t.block.image_ratio
        + t.block.design.overhead_gb * t.clone.share, ONE, "after data reduction")
    gb_per_vm: Figure[Tier, Value] = Figure("GB per VM", "GB",
        lambda t: (t.block.delta_gb_per_vm + t.block.log_gb_per_vm
            + t.block.images_per_vm * t.block.design.replica_gb) * t.clone.share / t.block.clone_ratio
        + t.block.swap_gb_per_vm * t.swap.share
        + t.block.persistent_gb_per_vm * t.persistent.share / t.block.persistent_ratio, TWO, "after data reduction")
    usable_gb: Figure[Tier, Value] = Figure("usable capacity", "GB", lambda t: usable_gb_of(t, t.drives), ONE)
    capacity_vms: Figure[Tier, Value] = Figure("VMs by capacity", "VMs",
        lambda t: vms_in(t.block, t.usable_gb, t.taken_gb, t.gb_per_vm), VMS_EXACT)


class TakenOnTier(Scope):
    taken_gb: Figure[Tier, Value] = Figure("GB of it taken whatever the VMs", "GB",
        lambda t: (t.fixed_gb + t.kept_gb) / t.block.hosts_sharing, ONE,
        "fixed, or kept free for rebuilding; of a cluster the share of a host")


class StorableOnTier(Scope):
    storable_gb: Figure[Tier, Value] = Figure("GB on all tiers when this one is full", "GB",
        lambda t: where(t.gb_per_vm == 0, NO_LIMIT,
            t.usable_gb + (t.block.fixed_gb - t.fixed_gb) / t.block.hosts_sharing
            + divide(maximum(0.0, t.usable_gb - t.fixed_gb / t.block.hosts_sharing)
                * (t.block.gb_per_vm - t.gb_per_vm), t.gb_per_vm, otherwise=0.0)), MARGIN,
        "its own, what is stored once beside it, and what its VMs store on the others")


def _room(b: Block, usable_gb: Value, taken_gb: Value, gb_per_vm: Value, share: Value) -> Value:
    """By how many GB the clones of a full block may grow."""
    held = maximum(1.0, b.vms_carried) * (1 + b.design.vm_headroom)
    left = (usable_gb * (1 - b.design.array_headroom) - taken_gb) / held - gb_per_vm
    return where(share == 0, NO_LIMIT, rounded(divide(maximum(0.0, left) * b.clone_ratio, share, otherwise=0.0)))


class RoomOnTier(Scope):
    room_gb: Figure[Tier, Value] = Figure("GB by which each clone may grow while a block carries as many VMs", "GB",
        lambda t: _room(t.block, t.usable_gb, t.taken_gb, t.gb_per_vm, t.clone.share), MARGIN,
        "(usable x (1 - headroom) - taken) / (VMs x (1 + headroom per VM)) - GB per VM, before data reduction")


class OfBlock(Scope):
    images_gb: Figure[Block, Value] = Figure("images of a block before data reduction", "GB",
        lambda b: b.design.replica_gb * b.design.replicas * b.tier1.replica.here
        + b.design.template_gb * b.tier1.template.here)
    clone_gb_per_vm: Figure[Block, Value] = Figure("clone of a VM before data reduction", "GB",
        lambda b: (b.delta_gb_per_vm + b.log_gb_per_vm + b.images_per_vm * b.design.replica_gb) * b.tier1.clone.here,
        TWO, "delta and log, and what it holds of the image")
    kept_gb_per_vm: Figure[Block, Value] = Figure("what persists of a VM before data reduction", "GB",
        lambda b: b.persistent_gb_per_vm * b.tier1.persistent.here)
    fixed_gb: Figure[Block, Value] = Figure("GB fixed per block, all tiers", "GB",
        lambda b: b.images_gb / b.image_ratio + b.design.overhead_gb * b.tier1.clone.here, TWO, "after data reduction")
    gb_per_vm: Figure[Block, Value] = Figure("GB per VM, all tiers", "GB",
        lambda b: b.clone_gb_per_vm / b.clone_ratio + b.swap_gb_per_vm * b.tier1.swap.here
        + b.kept_gb_per_vm / b.persistent_ratio, TWO, "after data reduction")
    usable_gb: Figure[Block, Value] = Figure("usable capacity of its tiers, summed", "GB",
        lambda b: b.tier1.usable_gb + b.tier2.usable_gb + b.tier3.usable_gb if b.design.usable_gb is None
        else b.design.usable_gb, WHOLE)
    hot_set_gb: Figure[Block, Value] = Figure("hot set: capacity that takes the skew's share of the I/O", "GB",
        lambda b: 0.0 if b.design.skew is None else (1 - b.design.skew) * b.usable_gb, WHOLE,
        "(1 - skew) x usable capacity, in use or not")
    capacity_vms: Figure[Block, Value] = Figure("VMs by capacity", "VMs",
        lambda b: vms_in_usable_gb(b, b.design.usable_gb, (tier.capacity_vms for tier in b.tiers)), VMS_EXACT,
        "(usable x (1 - headroom) - fixed) / (GB per VM x (1 + headroom per VM))")


class Effective(Scope):
    """A block's capacity in three ways: of its drives, usable behind their layout, and of what users see in it."""

    raw_gb: Figure[Block, Value] = Figure("raw capacity per block", "GB",
        lambda b: total_of(t.used * t.drives * t.drive_gb for t in b.tiers), WHOLE,
        "of its tiers, without spare drives")
    storable_gb: Figure[Block, Value] = Figure("usable capacity per block", "GB",
        lambda b: minimum(b.usable_gb, *(t.storable_gb for t in b.tiers)) if b.design.usable_gb is None
        else b.design.usable_gb, WHOLE,
        "until its fullest tier is full, as shares and places spread what is stored")
    stored_gb: Figure[Block, Value] = Figure("GB stored on a full block", "GB",
        lambda b: b.fixed_gb / b.hosts_sharing + b.vms_carried * b.gb_per_vm, ONE, "after data reduction")
    saved_gb: Figure[Block, Value] = Figure("GB that data reduction saves on a full block", "GB",
        lambda b: b.images_gb * (1 - 1 / b.image_ratio) / b.hosts_sharing + b.vms_carried * (
            b.clone_gb_per_vm * (1 - 1 / b.clone_ratio) + b.kept_gb_per_vm * (1 - 1 / b.persistent_ratio)), ONE)
    effective_gb: Figure[Block, Value] = Figure("effective capacity per block", "GB",
        lambda b: b.storable_gb * (1 + divide(b.saved_gb, b.stored_gb, otherwise=0.0)), WHOLE,
        "usable x data reduction, in the mixture that a full block stores")


class RoomForClones(Scope):
    """What nobody gave of a clone may turn out to be so many GB, and a block carries as many VMs as before."""

    room_gb: Figure[Block, Value] = Figure("GB by which each clone may grow while a block carries as many VMs", "GB",
        lambda b: minimum(*(t.room_gb for t in b.tiers)) if b.design.usable_gb is None
        else _room(b, b.design.usable_gb, b.fixed_gb / b.hosts_sharing, b.gb_per_vm, b.tier1.clone.here), MARGIN,
        "of the tier that is full first")
    room_mb: Figure[Block, Value] = Figure("the same in whole MB", "MB",
        lambda b: round_down(minimum(NO_LIMIT, 1000 * b.room_gb)), WHOLE, "down, as sentences say it")


class Criteria(Scope):
    free_share: Figure[Block, Value] = Figure("capacity free on a full block", "0..1",
        lambda b: _free_share(b.storable_gb, b.stored_gb), SHARE,
        "1 - (fixed + VMs x GB per VM) / usable capacity per block")
    free_share_missing: Figure[Block, Value] = Figure("of it missing", "0..1",
        lambda b: 0.0 if b.design.min_free_share is None
        else where(b.storable_gb == 0, 0.0, maximum(0.0, b.design.min_free_share - b.free_share)), SHARE,
        "of what must stay free")
    volumes_per_block: Figure[Block, Value] = Figure("volumes or datastores per block", "",
        lambda b: 0.0 if b.design.vms_per_volume is None
        else maximum(b.design.least_volumes, round_up(b.vms_per_block_even / b.design.vms_per_volume)), COUNT,
        "VMs / VMs per volume, rounded up")
    image_ram_missing_gb: Figure[Block, Value] = Figure("RAM missing to hold the image", "GB",
        lambda b: 0.0 if b.design.provisioning_ram_gib is None
        else maximum(0.0, b.design.replica_gb - _gb_from_gib(b.design.provisioning_ram_gib)), ONE,
        "image - RAM of the provisioning servers")
