"""Drives per block: by each reason, by the plain formula, in the RAID multiple, given, and bought.

What is bought is rounded up. Beside it stands the plain formula's count rounded as a published figure was.

Where drives are blank they are counted for one full block, which carries the smallest of users, RAM, cores, a measured
or given number, and what those parts carry that are given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import (
    Value,
    divide,
    flag,
    maximum,
    minimum,
    round_down,
    round_nearest,
    round_up,
    rounded,
    where,
)
from vdi_sizing.formulas.capacity import _needed_gb
from vdi_sizing.formulas.disks import ROUNDINGS, _disk_count, _vms_carried
from vdi_sizing.formulas.raid import _data_drives
from vdi_sizing.model.capacity.space import vms_in, vms_in_usable_gb
from vdi_sizing.model.figure import Display, Figure, Scope, down, up
from vdi_sizing.model.formats import FLAG, ONE, TEXT, VMS, VMS_EXACT, WHOLE
from vdi_sizing.model.grouped_digits import counted
from vdi_sizing.model.hardware.parts import of_tiers
from vdi_sizing.words import GB_GIVEN, NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Cache, Part, PartPhase, Phase, Tier


def vms_by_drives(d: PartPhase, drives: Value) -> Value:
    """How many VMs some drives of a part carry in a phase."""
    return _vms_carried(drives, d.drive_iops, d.part.block.design.max_utilization, d.backend_iops, NO_LIMIT)


VMS_BY_USABLE_IOPS = f"IF({{iops_per_vm}}=0,{NO_LIMIT_TEXT},{{design.usable_iops}}/{{iops_per_vm}})"
"""How many VMs the IOPS given for a block carry in a phase, as a native formula on the phase."""


def vms_by_usable_iops(p: Phase, usable_iops: Value) -> Value:
    """How many VMs the IOPS given for a block carry in a phase."""
    return divide(usable_iops, p.iops_per_vm, NO_LIMIT)


class GivenPart(Scope):
    given_drives: Figure[Part, Value] = Figure("drives given", "drives",
        lambda p: 0.0 if p.own.drives is None else p.own.drives, WHOLE, "0: they are counted, or there are none")
    given_vms: Figure[Part, Value] = Figure("VMs that the drives given carry", "VMs",
        lambda p: where(p.given_drives == 0, NO_LIMIT,
            minimum(*(vms_by_drives(phase, p.given_drives) for phase in p.phases))), VMS_EXACT,
        "by the IOPS of each phase")


class GivenTier(Scope):
    given_capacity_vms: Figure[Tier, Value] = Figure("VMs in the drives given", "VMs",
        lambda t: NO_LIMIT if t.own.drives is None else vms_in(t.block, t.given_gb, t.taken_gb, t.gb_per_vm), VMS_EXACT,
        "by capacity")


def _by_given_iops(b: Block) -> Value:
    """How many VMs the parts carry by IOPS that are given, or the IOPS given for the block."""
    if b.design.measured_vms is not None:
        return NO_LIMIT
    usable = b.design.usable_iops
    if usable is None:
        return minimum(*(part.given_vms for part in b.parts))
    return minimum(*(vms_by_usable_iops(phase, usable) for phase in b.phases))


def _given_parts(b: Block) -> Value:
    """What the parts that are not counted carry: more drives beside them would carry nothing more."""
    by_capacity = vms_in_usable_gb(b, b.design.usable_gb, (tier.given_capacity_vms for tier in b.tiers))
    carried = minimum(NO_LIMIT, b.bays_even_vms, round_down(minimum(b.given_iops_vms, by_capacity)))
    return where(b.counting * (1 - b.in_cluster) == 1, carried, NO_LIMIT)


class FullBlock(Scope):
    given_iops_vms: Figure[Block, Value] = Figure("VMs by the IOPS given, or by those of the drives given", "VMs",
        _by_given_iops, VMS_EXACT)
    given_parts_vms: Figure[Block, Value] = Figure("VMs that the parts given and the bays carry", "VMs",
        _given_parts, VMS,
        "where drives are counted beside them; the hosts of a cluster look at them")
    target_vms: Figure[Block, Value] = Figure("VMs of a full block, where drives are counted", "VMs",
        lambda b: where(b.in_cluster == 1, b.host_vms, minimum(
            b.vms_whole, *(limit.vms for limit in b.limits_of_block), b.given_parts_vms)),
        WHOLE, "the smallest of users, RAM, cores, throughput, measured and given number, given parts and "
        "bays; of a cluster: users spread evenly over its hosts",
        native="IF({in_cluster}=1,{host_vms},"
        "MIN({vms_whole},{limit_whole_vms}:{limit_given},{given_parts_vms}))")


def _drives_by_iops(d: PartPhase, rounding: str) -> Value:
    block = d.part.block
    return _disk_count(
        block.target_vms * d.backend_iops, d.drive_iops, block.design.max_utilization, ROUNDINGS[rounding])


class DrivesByPhase(Scope):
    _DRIVES = "{block.target_vms}*{backend_iops}/({drive_iops}*{design.max_utilization})"
    drives_by: Figure[PartPhase, Value] = Figure("drives by {reason}", "drives",
        lambda d: _drives_by_iops(d, "up"), WHOLE,
        "back-end IOPS / (drive IOPS x maximum utilisation), up",
        pattern="{part}_drives_by_{phase}")
    published: Figure[PartPhase, Value] = Figure("drives by {reason}, rounded as on Settings", "drives",
        lambda d: _drives_by_iops(d, d.part.block.settings.drive_rounding), WHOLE,
        "the same, rounded as the setting says: to compare with a document, not to buy",
        pattern="{part}_drives_by_{phase}_published",
        native=f'IF({{settings.drive_rounding}}="up",{up(_DRIVES)},'
        f'IF({{settings.drive_rounding}}="nearest",ROUND(ROUND({_DRIVES},9),0),{down(_DRIVES)}))')


class TierDrives(Scope):
    needed_gb: Figure[Tier, Value] = Figure("GB needed", "GB",
        lambda t: 0.0 if t.block.design.usable_gb is not None else _needed_gb(
            t.block.target_vms, t.taken_gb, t.gb_per_vm, t.block.design.vm_headroom, t.block.design.array_headroom),
        ONE)
    drives_by_capacity: Figure[Tier, Value] = Figure("drives by capacity", "drives",
        lambda t: where(rounded(t.needed_gb) == 0, 0.0,
            _data_drives(t.needed_gb / t.drive_gb, t.usable_share) + t.parity_drives), WHOLE)
    drives_plain: Figure[Tier, Value] = Figure("drives by the plain formula", "drives",
        lambda t: maximum(*(phase.drives_by for phase in t.phases), t.drives_by_capacity), WHOLE,
        "the largest, before the RAID multiple")
    drives_published: Figure[Tier, Value] = Figure("drives by the plain formula, rounded as on Settings", "drives",
        lambda t: maximum(*(phase.published for phase in t.phases), t.drives_by_capacity), WHOLE,
        "rounded as the setting says: to compare with a document, not to buy")
    drives_by_response: Figure[Tier, Value] = Figure("drives by response time", "drives",
        lambda t: 0.0 if t.block.design.response_limit_ms is None else round_up(divide(
            t.block.target_vms * t.steady.backend_iops, t.steady.drive_iops * t.highest_utilization, otherwise=0.0)),
        WHOLE,
        "back-end IOPS / (drive IOPS x highest utilisation); 0 where unattainable")
    drives_counted: Figure[Tier, Value] = Figure("drives counted", "drives",
        lambda t: t.used * t.drives_multiple * round_up(
            maximum(t.drives_plain, t.drives_by_response, t.least_drives) / t.drives_multiple), WHOLE,
        "at least the RAID minimum, in its multiple")
    counting: Figure[Tier, Value] = Figure("drives are counted", "0/1",
        lambda t: t.used * flag(t.own.drives is None), FLAG)
    drives: Figure[Tier, Value] = Figure("drives per block", "drives",
        lambda t: t.drives_counted if t.own.drives is None else t.own.drives, WHOLE, "given, or counted")
    drives_bought: Figure[Tier, Value] = Figure("drives with spares", "drives",
        lambda t: t.drives + t.own.spares * t.used, WHOLE)


class CacheDrives(Scope):
    drives: Figure[Cache, Value] = Figure("drives per block", "drives",
        lambda c: 0.0 if c.own.drives is None else c.own.drives, WHOLE)


class BlockDrivesByPhase(Scope):
    drives_by: Figure[Phase, Value] = Figure("drives by {reason}, all tiers", "drives",
        lambda p: p.on_tiers[0].drives_by + p.on_tiers[1].drives_by + p.on_tiers[2].drives_by, WHOLE,
        pattern="drives_by_{phase}")


class BlockDrives(Scope):
    drives_by_capacity: Figure[Block, Value] = of_tiers("drives by capacity, all tiers", "drives",
        TierDrives.drives_by_capacity)
    drives_plain: Figure[Block, Value] = of_tiers("drives by the plain formula, all tiers", "drives",
        TierDrives.drives_plain)
    drives_published: Figure[Block, Value] = of_tiers("drives by the plain formula, rounded as on Settings", "drives",
        TierDrives.drives_published)
    drives_by_response: Figure[Block, Value] = of_tiers("drives by response time, all tiers", "drives",
        TierDrives.drives_by_response)
    drives_counted: Figure[Block, Value] = of_tiers("drives in the RAID multiple, all tiers", "drives",
        TierDrives.drives_counted)
    drives_per_block: Figure[Block, Value] = Figure("drives per block", "drives",
        lambda b: b.tier1.drives_bought + b.tier2.drives_bought + b.tier3.drives_bought + b.cache.drives, WHOLE,
        "all tiers and the flash cache, with spares")


class DrivesCounted(Scope):
    counting: Figure[Block, Value] = Figure("drives are counted", "0/1",
        lambda b: maximum(*(tier.counting for tier in b.tiers)), FLAG)


class DrivesInWords(Scope):
    drives_per_block_words: Display[Block, str] = Display("drives per block, as the page says them", "",
        lambda b: counted(round_nearest(b.drives_per_block), "drive"), TEXT)
    drives_by_capacity_words: Display[Block, Value | str] = Display("drives by capacity, all tiers", "drives",
        lambda b: b.drives_by_capacity if b.design.usable_gb is None else GB_GIVEN, WHOLE)
