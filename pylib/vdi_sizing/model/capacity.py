"""Capacity: where objects live, what a VM takes of it, and how many VMs the drives hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, maximum, minimum, round_up, where
from vdi_sizing.formulas.capacity import _free_share, _gb_from_gib, _vms_in_capacity
from vdi_sizing.model.figure import Figure, Scope, Section, figure, given_or, if_given, lines, over, up
from vdi_sizing.model.formats import COUNT, ONE, SHARE, VMS_EXACT
from vdi_sizing.model.parts import usable_gb_of
from vdi_sizing.scenario import ELSEWHERE, POOL
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


# --- what lives where ----------------------------------------------------------------------------------


class StoredOnTier(Scope):
    share: Figure[Stored, Value] = figure(
        "", "0..1", f'IF({{own.location}}="{POOL}",{{tier.share_of_capacity}},IF({{own.location}}="{{called}}",1,0))',
        lambda s: s.tier.share_of_capacity if s.location == POOL else float(s.location == s.tier.called), SHARE,
    )


class GbOnTier(Scope):
    fixed_gb: Figure[Tier, Value] = figure(
        "GB fixed per block", "GB",
        "{design.replica_gb}*{design.replicas}*{replica.share}+{design.template_gb}*{template.share}"
        "+{design.overhead_gb}*{clone.share}",
        lambda t: (
            t.block.design.replica_gb * t.block.design.replicas * t.replica.share
            + t.block.design.template_gb * t.template.share
            + t.block.design.overhead_gb * t.clone.share
        ),
        ONE,
    )
    gb_per_vm: Figure[Tier, Value] = figure(
        "GB per VM", "GB",
        "({block.delta_gb_per_vm}+{block.log_gb_per_vm})*{clone.share}+{block.swap_gb_per_vm}*{swap.share}"
        "+{block.persistent_gb_per_vm}*{persistent.share}",
        lambda t: (t.block.delta_gb_per_vm + t.block.log_gb_per_vm) * t.clone.share
        + t.block.swap_gb_per_vm * t.swap.share + t.block.persistent_gb_per_vm * t.persistent.share,
    )


def _here(thing: str) -> str:
    return f'IF({{design.{thing}_location}}="{ELSEWHERE}",0,1)'


def _on_block(location: str) -> float:
    return float(location != ELSEWHERE)


class GbOnBlock(Scope):
    fixed_gb: Figure[Block, Value] = figure(
        "GB fixed per block, all tiers", "GB",
        f"{{design.replica_gb}}*{{design.replicas}}*{_here('replica')}+{{design.template_gb}}*{_here('template')}"
        f"+{{design.overhead_gb}}*{_here('clone')}",
        lambda b: (
            b.design.replica_gb * b.design.replicas * _on_block(b.design.replica_location)
            + b.design.template_gb * _on_block(b.design.template_location)
            + b.design.overhead_gb * _on_block(b.design.clone_location)
        ),
    )
    gb_per_vm: Figure[Block, Value] = figure(
        "GB per VM, all tiers", "GB",
        f"({{delta_gb_per_vm}}+{{log_gb_per_vm}})*{_here('clone')}+{{swap_gb_per_vm}}*{_here('swap')}"
        f"+{{persistent_gb_per_vm}}*{_here('persistent')}",
        lambda b: (b.delta_gb_per_vm + b.log_gb_per_vm) * _on_block(b.design.clone_location)
        + b.swap_gb_per_vm * _on_block(b.design.swap_location)
        + b.persistent_gb_per_vm * _on_block(b.design.persistent_location),
    )


# --- what the drives hold ------------------------------------------------------------------------------


class TierHolds(Scope):
    usable_gb: Figure[Tier, Value] = figure(
        "usable capacity", "GB", "{used}*MAX(0,{drives}-{parity_drives})*{usable_share}*{drive_gb}",
        lambda t: usable_gb_of(t, t.drives), ONE,
    )
    capacity_vms: Figure[Tier, Value] = figure(
        "VMs by capacity", "VMs", vms_in_text("{usable_gb}", "{fixed_gb}", "{gb_per_vm}"),
        lambda t: vms_in(t.block, t.usable_gb, t.fixed_gb, t.gb_per_vm), VMS_EXACT,
    )


class BlockHolds(Scope):
    usable_gb: Figure[Block, Value] = figure(
        "usable capacity per block", "GB", given_or("{design.usable_gb}", over("tiers", "+", "{usable_gb}")),
        lambda b: (
            b.tiers[0].usable_gb + b.tiers[1].usable_gb + b.tiers[2].usable_gb
            if b.design.usable_gb is None
            else b.design.usable_gb
        ),
        ONE,
    )
    hot_set_gb: Figure[Block, Value] = figure(
        "hot set: capacity that takes the skew's share of the I/O", "GB",
        'IF({design.skew}="",0,(1-{design.skew})*{usable_gb})',
        lambda b: 0.0 if b.design.skew is None else (1 - b.design.skew) * b.usable_gb, ONE,
        "(1 - skew) x usable capacity, in use or not",
    )
    capacity_vms: Figure[Block, Value] = figure(
        "VMs by capacity", "VMs",
        f'IF({{design.usable_gb}}<>"",{vms_in_text("{usable_gb}", "{fixed_gb}", "{gb_per_vm}")},'
        f"MIN({over('tiers', ',', '{capacity_vms}')}))",
        lambda b: minimum(*(tier.capacity_vms for tier in b.tiers)) if b.design.usable_gb is None
        else vms_in(b, b.usable_gb, b.fixed_gb, b.gb_per_vm),
        VMS_EXACT, "(usable x (1 - headroom) - fixed) / (GB per VM x (1 + headroom per VM))",
    )


# --- criteria that a block has to meet -----------------------------------------------------------------


def _missing_share(b: Block) -> Value:
    least = b.design.min_free_share
    missing = 0.0 if least is None else maximum(0.0, least - b.free_share)
    return where(b.usable_gb == 0, 0.0, missing)


def _volumes(b: Block) -> Value:
    per_volume = b.design.vms_per_volume
    if per_volume is None:
        return 0.0
    return maximum(b.design.least_volumes, round_up(b.vms_per_block_even / per_volume))


class Criteria(Scope):
    free_share: Figure[Block, Value] = figure(
        "capacity free on a full block", "0..1",
        "IF({usable_gb}=0,0,1-({fixed_gb}+{vms_carried}*{gb_per_vm})/{usable_gb})",
        lambda b: _free_share(b.usable_gb, b.fixed_gb + b.vms_carried * b.gb_per_vm), SHARE,
        "1 - (fixed + VMs x GB per VM) / usable",
    )
    free_share_missing: Figure[Block, Value] = figure(
        "of it missing", "0..1",
        if_given(("min_free_share",), "IF({usable_gb}=0,0,MAX(0,{design.min_free_share}-{free_share}))"),
        _missing_share, SHARE, "of what must stay free",
    )
    volumes_per_block: Figure[Block, Value] = figure(
        "volumes or datastores per block", "",
        if_given(
            ("vms_per_volume",), f"MAX({{design.least_volumes}},{up('{vms_per_block_even}/{design.vms_per_volume}')})"
        ),
        _volumes, COUNT, "VMs / VMs per volume, rounded up",
    )
    image_ram_missing_gb: Figure[Block, Value] = figure(
        "RAM missing to hold the image", "GB",
        if_given(
            ("provisioning_ram_gib",),
            "MAX(0,{design.replica_gb}-{design.provisioning_ram_gib}*1073741824/1000000000)",
        ),
        lambda b: 0.0 if b.design.provisioning_ram_gib is None
        else maximum(0.0, b.design.replica_gb - _gb_from_gib(b.design.provisioning_ram_gib)),
        ONE, "image - RAM of the provisioning servers",
    )


def capacity_section(b: Block) -> Section:
    """What lives on which tier."""
    on_tiers = (line for t in b.tiers for line in (*lines(t.stored, StoredOnTier), *lines(t, GbOnTier)))
    return Section("Capacity by tier", (*on_tiers, *lines(b, GbOnBlock)))


def criteria_section(b: Block) -> Section:
    """What a full block has to leave, and to hold."""
    return Section("Criteria for a block", tuple(lines(b, Criteria)))
