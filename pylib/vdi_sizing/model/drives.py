"""Drives per block: by each reason, by the plain formula, in the RAID multiple, given, and bought.

Where drives are blank they are counted for one full block, which carries the smallest of users, RAM, cores, a measured
or given number, and what those parts carry that are given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import (
    Value,
    divide,
    maximum,
    minimum,
    round_down,
    round_up,
    round_up_to_multiple,
    rounded,
    where,
)
from vdi_sizing.formulas.capacity import _needed_gb
from vdi_sizing.formulas.disks import ROUNDINGS, _disk_count, _vms_carried
from vdi_sizing.formulas.raid import _data_drives
from vdi_sizing.model.capacity import vms_in, vms_in_text
from vdi_sizing.model.figure import (
    Display,
    Figure,
    Scope,
    Section,
    display_figure,
    down,
    figure,
    given_or,
    lines,
    over,
    up,
)
from vdi_sizing.model.formats import FLAG, ONE, VMS, VMS_EXACT, WHOLE
from vdi_sizing.words import GB_GIVEN, NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Cache, Part, PartPhase, Phase, Tier


# --- what the parts given carry --------------------------------------------------------------------------


def vms_by_drives_text(drives: str) -> str:
    """How many VMs some drives of a part carry in a phase, as a native formula on that phase of the part."""
    return f"IF({{backend_iops}}=0,{NO_LIMIT_TEXT},{drives}*{{drive_iops}}*{{design.max_utilization}}/{{backend_iops}})"


def vms_by_drives(d: PartPhase, drives: Value) -> Value:
    """How many VMs some drives of a part carry in a phase."""
    return _vms_carried(drives, d.drive_iops, d.part.block.design.max_utilization, d.backend_iops, NO_LIMIT)


VMS_BY_USABLE_IOPS = f"IF({{iops_per_vm}}=0,{NO_LIMIT_TEXT},{{design.usable_iops}}/{{iops_per_vm}})"
"""How many VMs the IOPS given for a block carry in a phase, as a native formula on the phase."""


def vms_by_usable_iops(p: Phase, usable_iops: Value) -> Value:
    """How many VMs the IOPS given for a block carry in a phase."""
    return divide(usable_iops, p.iops_per_vm, NO_LIMIT)


_BY_EACH_PHASE = over("phases", ",", vms_by_drives_text("{own.drives}"))


class GivenPart(Scope):
    given_vms: Figure[Part, Value] = figure(
        "VMs that the drives given carry", "VMs", f'IF({{own.drives}}="",{NO_LIMIT_TEXT},MIN({_BY_EACH_PHASE}))',
        lambda p: NO_LIMIT if p.own.drives is None
        else minimum(*(vms_by_drives(phase, p.own.drives) for phase in p.phases)),
        VMS_EXACT, "by the IOPS of each phase",
    )


class GivenTier(Scope):
    given_capacity_vms: Figure[Tier, Value] = figure(
        "VMs in the drives given", "VMs",
        f'IF({{own.drives}}="",{NO_LIMIT_TEXT},{vms_in_text("{given_gb}", "{fixed_gb}", "{gb_per_vm}")})',
        lambda t: NO_LIMIT if t.own.drives is None else vms_in(t.block, t.given_gb, t.fixed_gb, t.gb_per_vm), VMS_EXACT,
        "by capacity",
    )


def _by_given_iops(b: Block) -> Value:
    if b.design.measured_vms is not None:
        return NO_LIMIT
    if b.design.usable_iops is None:
        return minimum(*(part.given_vms for part in b.parts))
    usable = b.design.usable_iops
    return minimum(*(vms_by_usable_iops(phase, usable) for phase in b.phases))


def _by_given_capacity(b: Block) -> Value:
    if b.design.usable_gb is None:
        return minimum(*(tier.given_capacity_vms for tier in b.tiers))
    return vms_in(b, b.design.usable_gb, b.fixed_gb, b.gb_per_vm)


def _given_parts(b: Block) -> Value:
    """What the parts that are not counted carry: more drives beside them would carry nothing more."""
    carried = minimum(NO_LIMIT, round_down(minimum(_by_given_iops(b), _by_given_capacity(b))))
    return where(b.counting == 1, carried, NO_LIMIT)


_BY_GIVEN_IOPS = (
    f'IF({{design.measured_vms}}<>"",{NO_LIMIT_TEXT},IF({{design.usable_iops}}<>"",'
    f"MIN({over('phases', ',', VMS_BY_USABLE_IOPS)}),MIN({over('parts', ',', '{given_vms}')})))"
)
_BY_GIVEN_CAPACITY = (
    f'IF({{design.usable_gb}}<>"",{vms_in_text("{design.usable_gb}", "{fixed_gb}", "{gb_per_vm}")},'
    f"MIN({over('tiers', ',', '{given_capacity_vms}')}))"
)


class FullBlock(Scope):
    given_parts_vms: Figure[Block, Value] = figure(
        "VMs that the parts given carry", "VMs",
        f"IF({{counting}}=0,{NO_LIMIT_TEXT},"
        f"MIN({NO_LIMIT_TEXT},{down(f'MIN({_BY_GIVEN_IOPS},{_BY_GIVEN_CAPACITY})')}))",
        _given_parts, VMS, "where drives are counted beside them",
    )
    target_vms: Figure[Block, Value] = figure(
        "VMs of a full block, where drives are counted", "VMs",
        "MIN({vms_whole},{limit_ram},{limit_cores},{limit_measured},{limit_given},{given_parts_vms})",
        lambda b: minimum(b.vms_whole, b.limit_ram, b.limit_cores, b.limit_measured, b.limit_given, b.given_parts_vms),
        WHOLE, "the smallest of users, RAM, cores, measured and given number, given parts",
    )


# --- drives of a tier ------------------------------------------------------------------------------------


def _rounded_text(expression: str) -> str:
    choice = "{settings.drive_rounding}"
    return (
        f'IF({choice}="up",{up(expression)},IF({choice}="nearest",ROUND(ROUND({expression},9),0),{down(expression)}))'
    )


class DrivesByPhase(Scope):
    drives_by: Figure[PartPhase, Value] = figure(
        "drives by {reason}", "drives",
        _rounded_text("{block.target_vms}*{backend_iops}/({drive_iops}*{design.max_utilization})"),
        lambda d: _disk_count(
            d.part.block.target_vms * d.backend_iops, d.drive_iops, d.part.block.design.max_utilization,
            ROUNDINGS[d.part.block.settings.drive_rounding],
        ),
        WHOLE, "back-end IOPS / (drive IOPS x maximum utilisation)", pattern="{part}_drives_by_{phase}",
    )


def _by_capacity(t: Tier) -> Value:
    data_drives = _data_drives(t.needed_gb / t.drive_gb, t.usable_share)
    return where(rounded(t.needed_gb) == 0, 0.0, data_drives + t.parity_drives)


def _by_response(t: Tier) -> Value:
    """0 where the target is unattainable, or where there is none."""
    if t.block.design.response_limit_ms is None:
        return 0.0
    load = t.block.target_vms * t.steady.backend_iops
    return round_up(divide(load, t.steady.drive_iops * t.highest_utilization, otherwise=0.0))


class TierDrives(Scope):
    needed_gb: Figure[Tier, Value] = figure(
        "GB needed", "GB",
        'IF({design.usable_gb}<>"",0,({fixed_gb}+{block.target_vms}*({gb_per_vm}'
        "*(1+{design.vm_headroom})))/(1-{design.array_headroom}))",
        lambda t: (
            0.0
            if t.block.design.usable_gb is not None
            else _needed_gb(
                t.block.target_vms, t.fixed_gb, t.gb_per_vm, t.block.design.vm_headroom, t.block.design.array_headroom
            )
        ),
        ONE,
    )
    drives_by_capacity: Figure[Tier, Value] = figure(
        "drives by capacity", "drives",
        f"IF(ROUND({{needed_gb}},9)=0,0,{up('{needed_gb}/{drive_gb}/{usable_share}')}+{{parity_drives}})", _by_capacity,
        WHOLE,
    )
    drives_plain: Figure[Tier, Value] = figure(
        "drives by the plain formula", "drives", f"MAX({over('phases', ',', '{drives_by}')},{{drives_by_capacity}})",
        lambda t: maximum(*(phase.drives_by for phase in t.phases), t.drives_by_capacity), WHOLE,
        "the largest, before the RAID multiple",
    )
    drives_by_response: Figure[Tier, Value] = figure(
        "drives by response time", "drives",
        'IF({design.response_limit_ms}="",0,IF({highest_utilization}=0,0,'
        + up("{block.target_vms}*{steady.backend_iops}/({steady.drive_iops}*{highest_utilization})")
        + "))",
        _by_response, WHOLE, "back-end IOPS / (drive IOPS x highest utilisation); 0 where unattainable",
    )
    drives_counted: Figure[Tier, Value] = figure(
        "drives counted", "drives",
        f"{{used}}*{up('MAX({drives_plain},{drives_by_response},{min_drives})/{multiple}')}*{{multiple}}",
        lambda t: (
            t.used * round_up_to_multiple(maximum(t.drives_plain, t.drives_by_response, t.min_drives), t.multiple)
        ),
        WHOLE, "at least the RAID minimum, in its multiple",
    )
    counting: Figure[Tier, Value] = figure(
        "drives are counted", "0/1", 'IF({own.drives}="",{used},0)', lambda t: t.used * float(t.own.drives is None),
        FLAG,
    )
    drives: Figure[Tier, Value] = figure(
        "drives per block", "drives", given_or("{own.drives}", "{drives_counted}"),
        lambda t: t.drives_counted if t.own.drives is None else t.own.drives, WHOLE, "given, or counted",
    )
    drives_bought: Figure[Tier, Value] = figure(
        "drives with spares", "drives", "{drives}+{own.spares}*{used}", lambda t: t.drives + t.own.spares * t.used,
        WHOLE,
    )


class CacheDrives(Scope):
    drives: Figure[Cache, Value] = figure(
        "drives per block", "drives", given_or("{own.drives}", "0"),
        lambda c: 0.0 if c.own.drives is None else c.own.drives, WHOLE,
    )


# --- drives of the block -----------------------------------------------------------------------------------


class BlockDrivesByPhase(Scope):
    drives_by: Figure[Phase, Value] = figure(
        "drives by {reason}, all tiers", "drives", over("on_tiers", "+", "{drives_by}"),
        lambda p: p.on_tiers[0].drives_by + p.on_tiers[1].drives_by + p.on_tiers[2].drives_by, WHOLE,
        pattern="drives_by_{phase}",
    )


class BlockDrives(Scope):
    drives_by_capacity: Figure[Block, Value] = figure(
        "drives by capacity, all tiers", "drives", over("tiers", "+", "{drives_by_capacity}"),
        lambda b: b.tiers[0].drives_by_capacity + b.tiers[1].drives_by_capacity + b.tiers[2].drives_by_capacity, WHOLE,
    )
    drives_plain: Figure[Block, Value] = figure(
        "drives by the plain formula, all tiers", "drives", over("tiers", "+", "{drives_plain}"),
        lambda b: b.tiers[0].drives_plain + b.tiers[1].drives_plain + b.tiers[2].drives_plain, WHOLE,
    )
    drives_by_response: Figure[Block, Value] = figure(
        "drives by response time, all tiers", "drives", over("tiers", "+", "{drives_by_response}"),
        lambda b: b.tiers[0].drives_by_response + b.tiers[1].drives_by_response + b.tiers[2].drives_by_response, WHOLE,
    )
    drives_counted: Figure[Block, Value] = figure(
        "drives in the RAID multiple, all tiers", "drives", over("tiers", "+", "{drives_counted}"),
        lambda b: b.tiers[0].drives_counted + b.tiers[1].drives_counted + b.tiers[2].drives_counted, WHOLE,
    )
    drives_per_block: Figure[Block, Value] = figure(
        "drives per block", "drives", f"{over('tiers', '+', '{drives_bought}')}+{{cache.drives}}",
        lambda b: b.tiers[0].drives_bought + b.tiers[1].drives_bought + b.tiers[2].drives_bought + b.cache.drives,
        WHOLE, "all tiers and the flash cache, with spares",
    )


class DrivesCounted(Scope):
    counting: Figure[Block, Value] = figure(
        "drives are counted", "0/1", f"MAX({over('tiers', ',', '{counting}')})",
        lambda b: maximum(*(tier.counting for tier in b.tiers)), FLAG,
    )


# --- in words ------------------------------------------------------------------------------------------------


class DrivesInWords(Scope):
    drives_by_capacity_words: Display[Block, Value | str] = display_figure(
        "drives by capacity, all tiers", "drives", f'IF({{design.usable_gb}}<>"","{GB_GIVEN}",{{drives_by_capacity}})',
        lambda b: b.drives_by_capacity if b.design.usable_gb is None else GB_GIVEN, WHOLE,
    )


def drives_section(b: Block) -> Section:
    """How many drives a block has, and why."""
    return Section(
        "Drives per block",
        (
            *lines(b.parts, GivenPart), *lines(b.tiers, GivenTier), *lines(b, FullBlock),
            *(line for t in b.tiers for line in (*lines(t.phases, DrivesByPhase), *lines(t, TierDrives))),
            *lines(b.cache, CacheDrives), *lines(b.phases, BlockDrivesByPhase), *lines(b, BlockDrives),
        ),
    )
