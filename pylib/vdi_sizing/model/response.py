"""Response time: per tier, over the tiers, and how many VMs and drives meet a target.

Before the drives are counted, a target becomes the highest utilisation of each tier and of the flash cache. Where each
of them keeps it, all I/Os together do. Where one does not, all together may: that is looked at for the load that the
other limits let a block carry. Last comes the response time at the load that the block gets. Only the steady load
counts; nothing is claimed of flash arrays to the millisecond, whose controllers and networks the model does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, maximum, minimum, round_down, round_up, rounded, where
from vdi_sizing.formulas import leg_times, response_target, response_time
from vdi_sizing.model.figure import Display, Figure, Scope, Shown, down, on, over, up
from vdi_sizing.model.formats import FLAG, ONE, SHARE, THREE, TWO, VMS, VMS_EXACT, WHOLE
from vdi_sizing.model.limits import Limits
from vdi_sizing.model.tail import tail_text
from vdi_sizing.words import DASH, NO_LIMIT, NO_LIMIT_TEXT, SATURATED

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import AtLoad, Block, Cache, CurvePoint, Part, PartAtLoad, Tier

FULL = 0.999999
"""From this utilisation on a drive counts as saturated: so near to 1, a rounding error would decide on the time."""
CURVE_POINTS = 12
CURVE_REACH, CURVE_CAP = 1.25, 4.0
"""The chart reaches beyond the largest load by the first, and ends at this multiple of the longest limit."""
UNUSED_TARGET = 0.5
"""Stands for the share where the mean is the target; nothing depends on it then."""
_NOT_FLASH = "queueing of the drives only, a RAM cache counts 0 ms; not to the millisecond for flash arrays"


class RamOfTier(Scope):
    hit: Figure[Tier, Value] = Figure("reads answered by RAM", "0..1", "IF({used}=0,0,{own.read_hit})",
        lambda t: t.own.read_hit, SHARE)
    write_back: Figure[Tier, Value] = Figure("write-back", "0/1", 'IF({used}=0,0,IF({own.write_back}="yes",1,0))',
        lambda t: float(t.own.write_back), FLAG)


class RamOfCache(Scope):
    hit: Figure[Cache, Value] = Figure("reads answered by RAM", "0..1", "0", lambda _: 0.0, SHARE)
    write_back: Figure[Cache, Value] = Figure("write-back", "0/1", "0", lambda _: 0.0, FLAG)


class MixOfPart(Scope):
    front_iops: Figure[Part, Value] = Figure("front-end IOPS per VM", "IOPS",
        on("steady", "{front_reads}+{front_writes}"), lambda p: p.steady.front[0] + p.steady.front[1])
    read_mix: Figure[Part, Value] = Figure("read share of them", "0..1",
        f"IF({{front_iops}}=0,1,({on('steady', '{front_reads}')})/{{front_iops}})",
        lambda p: divide(p.steady.front[0], p.front_iops, otherwise=1.0), SHARE)
    weight: Figure[Part, Value] = Figure("share of the I/O", "0..1",
        "IF({block.steady.iops_per_vm}=0,0,{front_iops}/{block.steady.iops_per_vm})",
        lambda p: divide(p.front_iops, p.block.steady.iops_per_vm, otherwise=0.0), SHARE)
    cached_share: Figure[Part, Value] = Figure("I/Os that wait for no drive", "0..1",
        "{read_mix}*{hit}+(1-{read_mix})*{write_back}", lambda p: leg_times._cached_share(p.mix), SHARE)
    mean_multiplier: Figure[Part, Value] = Figure("mean, in response times of a drive", "x",
        "{read_mix}*(1-{hit})+(1-{read_mix})*(1-{write_back})"
        "*({write_phases}*(1+IF({write_fork}>=2,1/2,0)+IF({write_fork}>=3,1/3,0)))",
        lambda p: leg_times._mean_multiplier(p.mix), THREE,
        "a mirrored write waits for the slower of two [exact for independent drives]")


class TargetOfPart(Scope):
    _IDLE_RATIO = "({target_multiplier}*1000/{steady.drive_iops}/MAX(0.000000001,{block.limit_used_ms}))"
    _SLACK = f"(1-MIN({response_target.LARGEST_IDLE_RATIO!r},{_IDLE_RATIO}))"
    target_multiplier: Figure[Part, Value] = Figure("target, in response times of a drive", "x",
        'IF({design.response_share}="",{mean_multiplier},{target_root.root})',
        lambda p: p.mean_multiplier if p.block.design.response_share is None else p.target_root.root, THREE,
        "from Workings")
    highest_utilization: Figure[Part, Value] = Figure("highest utilisation for the target", "0..1",
        'IF({design.response_limit_ms}="",1,IF(ROUND({steady.backend_iops},9)=0,1,'
        f"IF(ROUND({_IDLE_RATIO}-{response_target.LARGEST_IDLE_RATIO!r},9)<=0,{_SLACK}/({_SLACK}+{{design.variability}}*(1-{_SLACK})),0)))",
        lambda p: 1.0 if p.block.design.response_limit_ms is None
        else where(rounded(p.steady.backend_iops) == 0, 1.0, response_target._highest_utilization(
            p.block.limit_used_ms, p.target_multiplier, p.steady.drive_iops, p.block.design.variability)),
        SHARE, "0: unattainable with this drive, however many")
    response_vms: Figure[Part, Value] = Figure("VMs by response time", "VMs",
        f"IF({{steady.backend_iops}}=0,{NO_LIMIT_TEXT},{{drives}}*{{steady.drive_iops}}"
        "*{highest_utilization}/{steady.backend_iops})",
        lambda p: divide(p.drives * p.steady.drive_iops * p.highest_utilization, p.steady.backend_iops, NO_LIMIT),
        VMS_EXACT)


def _target_met(b: Block) -> Value:
    """Whether all I/Os together meet the target at the load that the other limits let a block carry."""
    if b.design.response_limit_ms is None:
        return 1.0
    if b.design.response_share is None:
        missing = b.untargeted.response_ms - b.limit_used_ms
    else:
        missing = b.target_share - b.untargeted.within_share
    return where(rounded(missing) <= 0, 1.0 - b.untargeted.saturated, 0.0)


class OfBlock(Scope):
    _ALL_TOGETHER = (
        'IF({design.response_share}="",{untargeted.response_ms}-{limit_used_ms},{target_share}-{untargeted.within_share})'
    )
    limit_used_ms: Figure[Block, Value] = Figure("response time limit", "ms",
        'IF({design.response_limit_ms}="",{settings.usual_limit_ms},{design.response_limit_ms})',
        lambda b: b.settings.usual_limit_ms if b.design.response_limit_ms is None else b.design.response_limit_ms, ONE,
        "the design's target, or the usual limit")
    target_share: Figure[Block, Value] = Figure("share that has to keep the limit", "0..1",
        f'IF({{design.response_share}}="",{UNUSED_TARGET},{{design.response_share}})',
        lambda b: UNUSED_TARGET if b.design.response_share is None else b.design.response_share, SHARE,
        "without effect where the mean has to keep it")
    estimate_response: Figure[Block, Value] = Figure("estimate by response time", "VMs",
        f'IF({{design.response_limit_ms}}="",{NO_LIMIT_TEXT},MIN({NO_LIMIT_TEXT},'
        + down(f"MIN({over('parts', ',', '{response_vms}')})")
        + "))",
        lambda b: NO_LIMIT if b.design.response_limit_ms is None
        else minimum(NO_LIMIT, round_down(minimum(*(part.response_vms for part in b.parts)))), VMS,
        "where each tier and the flash cache keep the target by themselves")
    loaded_vms: Figure[Block, Value] = Figure("VMs on a block without the response target", "VMs",
        "MIN({vms_whole},{limit_steady}:{limit_boot},{limit_capacity}:{limit_target})",
        lambda b: minimum(b.vms_whole, *(each.vms for each in b.limits if each.limit is not Limits.limit_response)),
        WHOLE, "the users, or what every other limit lets a block carry")
    target_met: Figure[Block, Value] = Figure("all I/Os together meet the target there", "0/1",
        f'IF({{design.response_limit_ms}}="",1,IF(ROUND({_ALL_TOGETHER},9)<=0,1-{{untargeted.saturated}},0))',
        _target_met, FLAG, "response times of that load: on Workings")
    load_vms: Figure[Block, Value] = Figure("VMs on a block of these users", "VMs",
        "MIN({vms_whole},{vms_per_block})", lambda b: minimum(b.vms_whole, b.vms_per_block), WHOLE,
        "the users, or the VMs per block")
    curve_cap_ms: Display[Block, Value] = Display("highest point of the chart", "ms",
        f"{{stands}}*{CURVE_CAP:g}*MAX({{all.limit_used_ms}})",
        lambda b: b.stands * CURVE_CAP * max(other.limit_used_ms for other in b.side_by_side), ONE,
        "four times the longest limit; beyond lies saturation; 0 with an error")


class PartAtSomeLoad(Scope):
    _CAPABLE = "({part.drives}*{part.steady.drive_iops})"
    _BUSY = "({utilization}*(1-{saturated}))"
    utilization: Figure[PartAtLoad, Value] = Figure("utilisation", "0..1",
        f"IF({_CAPABLE}=0,0,{{load}}*{{part.steady.backend_iops}}/{_CAPABLE})",
        lambda at: divide(
        at.load.vms * at.part.steady.backend_iops, at.part.drives * at.part.steady.drive_iops, otherwise=0.0), SHARE)
    saturated: Figure[PartAtLoad, Value] = Figure("saturated", "0/1", f"IF(ROUND({{utilization}}-{FULL},9)>=0,1,0)",
        lambda at: where(rounded(at.utilization - FULL) >= 0, 1.0, 0.0), FLAG)
    leg_ms: Figure[PartAtLoad, Value] = Figure("response time of a drive, as a number", "ms",
        f"1000/{{part.steady.drive_iops}}*(1+{{design.variability}}*{_BUSY}/(1-{_BUSY}))",
        lambda at: response_time._leg(
        at.part.steady.drive_iops, at.utilization * (1 - at.saturated), at.block.design.variability)[1], TWO,
        "service time x (1 + v x utilisation / (1 - utilisation)); idle where saturated")
    response_ms: Figure[PartAtLoad, Value] = Figure("mean response time, as a number", "ms",
        "{leg_ms}*{part.mean_multiplier}", lambda at: at.leg_ms * at.part.mean_multiplier, TWO, _NOT_FLASH)
    within_share: Figure[PartAtLoad, Value] = Figure("share within the limit", "0..1",
        "IF({saturated}=1,{part.cached_share},{part.cached_share}+(1-{part.cached_share})"
        f"*MAX(0,1-{tail_text('({block.limit_used_ms}/{leg_ms})')}))",
        lambda at: where(at.saturated == 1, at.part.cached_share,
        leg_times._share_within(at.block.limit_used_ms / at.leg_ms, at.part.mix)), SHARE, _NOT_FLASH)


def _in_words(load: str, saturated: str, figure: str) -> str:
    return f'IF({load}=0,"{DASH}",IF({saturated}=1,"{SATURATED}",{figure}))'


def _spoken(load: Value, saturated: Value, figure: Value) -> Shown:
    """A number, or why there is none."""
    if not load > 0:
        return DASH
    return SATURATED if saturated else figure


_BLOCK_LOAD, _PART_LOAD = "{block.steady.iops_per_vm}*{load}", "{weight}*{block.load_vms}"


class BlockAtSomeLoad(Scope):
    response_ms: Figure[AtLoad, Value] = Figure("mean response time, as a number", "ms",
        over("parts", "+", "{part.weight}*{response_ms}"),
        lambda at: sum((each.part.weight * each.response_ms for each in at.parts), 0.0), TWO, _NOT_FLASH)
    within_share: Figure[AtLoad, Value] = Figure("share within the limit, as a number", "0..1",
        over("parts", "+", "{part.weight}*{within_share}"),
        lambda at: sum((each.part.weight * each.within_share for each in at.parts), 0.0), SHARE, _NOT_FLASH)
    utilization: Figure[AtLoad, Value] = Figure("utilisation of the busiest drives", "0..1",
        f"MAX({over('parts', ',', '{utilization}')})",
        lambda at: maximum(0.0, *(each.utilization for each in at.parts)), SHARE)
    saturated: Figure[AtLoad, Value] = Figure("a drive is saturated", "0/1",
        f"MAX({over('parts', ',', '{saturated}')})", lambda at: maximum(0.0, *(each.saturated for each in at.parts)),
        FLAG)
    response_words: Display[AtLoad, Shown] = Display("mean response time{without}", "ms",
        _in_words(_BLOCK_LOAD, "{saturated}", "{response_ms}"),
        lambda at: _spoken(at.block.steady.iops_per_vm * at.vms, at.saturated, at.response_ms), ONE, "{remark}")
    within_words: Display[AtLoad, Shown] = Display("share of the I/Os within the limit{without}", "0..1",
        _in_words(_BLOCK_LOAD, "{saturated}", "{within_share}"),
        lambda at: _spoken(at.block.steady.iops_per_vm * at.vms, at.saturated, at.within_share), SHARE, "{remark}")


class Reported(Scope):
    percentile_ms: Figure[Part, Value] = Figure("percentile reported, as a number", "ms",
        "{percentile_root.root}*{at_load.leg_ms}", lambda p: p.percentile_root.root * p.at_load.leg_ms, TWO,
        "of the percentile on the Settings sheet")
    response_words: Display[Part, Shown] = Display("mean response time", "ms",
        _in_words(_PART_LOAD, "{at_load.saturated}", "{at_load.response_ms}"),
        lambda p: _spoken(p.weight * p.block.load_vms, p.at_load.saturated, p.at_load.response_ms), TWO, _NOT_FLASH)
    percentile_words: Display[Part, Shown] = Display("percentile of the Settings", "ms",
        _in_words(_PART_LOAD, "{at_load.saturated}", "{percentile_ms}"),
        lambda p: _spoken(p.weight * p.block.load_vms, p.at_load.saturated, p.percentile_ms), TWO, _NOT_FLASH)


class CurveOfPart(Scope):
    saturation_vms: Figure[Part, Value] = Figure("VMs at saturation", "VMs",
        f"IF({{steady.backend_iops}}=0,{NO_LIMIT_TEXT},({{drives}}*{{steady.drive_iops}})/{{steady.backend_iops}})",
        lambda p: divide(p.drives * p.steady.drive_iops, p.steady.backend_iops, otherwise=NO_LIMIT), VMS_EXACT)
    idle_ms: Figure[Part, Value] = Figure("part of the mean when idle", "ms",
        "{weight}*{mean_multiplier}*1000/{steady.drive_iops}",
        lambda p: p.weight * p.mean_multiplier * 1000 / p.steady.drive_iops)


def _curve_of(p: Part, vms: Value) -> Value:
    spare = p.saturation_vms - vms
    if rounded(spare) <= 0:
        return p.block.curve_cap_ms
    return p.idle_ms * (1 + p.block.design.variability * vms / spare)


class OfPoint(Scope):
    _SPARE = "({part.saturation_vms}-{point.vms})"
    _CURVE_OF_PART = (
        f"IF(ROUND({_SPARE},9)<=0,{{block.curve_cap_ms}},"
        f"{{part.idle_ms}}*(1+{{design.variability}}*{{point.vms}}/{_SPARE}))"
    )
    vms: Display[CurvePoint, Value] = Display("point {number}: VMs per block", "VMs",
        up(f"MAX({{all.block.loaded_vms}})*{CURVE_REACH:g}*{{number}}/{CURVE_POINTS}"),
        lambda c: round_up(max(b.loaded_vms for b in c.block.side_by_side) * CURVE_REACH * c.number / CURVE_POINTS),
        WHOLE, pattern="curve_vms_{number}")
    ms: Display[CurvePoint, Value] = Display("point {number}: mean response time", "ms",
        "MIN({block.curve_cap_ms}," + over("on_parts", "+", _CURVE_OF_PART) + ")",
        lambda c: minimum(c.block.curve_cap_ms, sum((_curve_of(part, c.vms) for part in c.block.parts), 0.0)), ONE,
        pattern="curve_ms_{number}")
    limit: Display[CurvePoint, Value] = Display("limit", "ms", "{block.limit_used_ms}",
        lambda c: c.block.limit_used_ms, ONE, pattern="curve_limit_{number}")
