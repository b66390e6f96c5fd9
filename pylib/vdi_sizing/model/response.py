"""Response time: per tier, over the tiers, and how many VMs and drives meet a target.

Before the drives are counted, a target becomes the highest utilisation of each tier and of the flash cache. Where each
of them keeps it, all I/Os together do. Where one does not, all together may: that is looked at for the load that the
other limits let a block carry. Last comes the response time at the load that the block gets. Only the steady load
counts; nothing is claimed of flash arrays to the millisecond, whose controllers and networks the model does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, maximum, minimum, round_down, round_up, rounded, where
from vdi_sizing.formulas.disks import _missed
from vdi_sizing.formulas.response_time import (
    LARGEST_IDLE_RATIO,
    Mix,
    _cached_share,
    _highest_utilization,
    _leg,
    _mean_multiplier,
    _share_within,
)
from vdi_sizing.model.figure import Display, Figure, Line, Scope, Section, display_figure, down, figure, lines, over, up
from vdi_sizing.model.formats import FLAG, ONE, SHARE, THREE, TWO, VMS, VMS_EXACT, WHOLE
from vdi_sizing.model.tail import tail_text
from vdi_sizing.words import DASH, NO_LIMIT, NO_LIMIT_TEXT, SATURATED

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import AtLoad, Block, Cache, CurvePoint, Part, PartAtLoad, Tier

Shown = Value | str

FULL = 0.999999
"""From this utilisation on a drive counts as saturated: so near to 1, a rounding error would decide on the time."""
_NOT_FLASH = "queueing of the drives only, a RAM cache counts 0 ms; not to the millisecond for flash arrays"

# --- what a part answers, apart from the speed of its drives -----------------------------------------------


class LimitUsed(Scope):
    limit_used_ms: Figure[Block, Value] = figure(
        "response time limit", "ms",
        'IF({design.response_limit_ms}="",{settings.usual_limit_ms},{design.response_limit_ms})',
        lambda b: b.settings.usual_limit_ms if b.design.response_limit_ms is None else b.design.response_limit_ms, ONE,
        "the design's target, or the usual limit",
    )


def _front_iops(reads: str, writes: str) -> Figure[Part, Value]:
    return figure("front-end IOPS per VM", "IOPS", f"{reads}+{writes}", lambda p: p.front[0] + p.front[1])


def _read_mix(reads: str) -> Figure[Part, Value]:
    return figure(
        "read share of them", "0..1", f"IF({{front_iops}}=0,1,({reads})/{{front_iops}})",
        lambda p: divide(p.front[0], p.front_iops, otherwise=1.0), SHARE,
    )


_TIER_READS = "{block.steady.reads_per_vm}*(1-{cache.read_hit})*{share_of_reads}"
_TIER_WRITES = "{block.steady.writes_per_vm}*(1-{cache.write_hit})*{share_of_writes}"
_CACHE_READS = "{block.steady.reads_per_vm}*{read_hit}*{used}"
_CACHE_WRITES = "{block.steady.writes_per_vm}*{write_hit}*{used}"


def front_of_tier(t: Tier) -> tuple[Value, Value]:
    """Steady reads and writes per VM that the flash cache leaves to a tier."""
    steady, cache = t.block.steady, t.block.cache
    reads = _missed(steady.reads_per_vm, cache.read_hit) * t.share_of_reads
    return reads, _missed(steady.writes_per_vm, cache.write_hit) * t.share_of_writes


def front_of_cache(c: Cache) -> tuple[Value, Value]:
    """Steady reads and writes per VM that the flash cache takes."""
    steady = c.block.steady
    return steady.reads_per_vm * c.read_hit * c.used, steady.writes_per_vm * c.write_hit * c.used


def mix_of(p: Part) -> Mix:
    """What the response time of a part depends on, apart from the speed of its drives."""
    return Mix(p.read_mix, p.write_phases, p.write_fork, p.hit, p.write_back)


class FrontOfTier(Scope):
    hit: Figure[Tier, Value] = figure(
        "reads answered by RAM", "0..1", "IF({used}=0,0,{own.read_hit})", lambda t: t.own.read_hit, SHARE
    )
    write_back: Figure[Tier, Value] = figure(
        "write-back", "0/1", 'IF({used}=0,0,IF({own.write_back}="yes",1,0))', lambda t: float(t.own.write_back), FLAG
    )
    front_iops: Figure[Part, Value] = _front_iops(_TIER_READS, _TIER_WRITES)
    read_mix: Figure[Part, Value] = _read_mix(_TIER_READS)


class FrontOfCache(Scope):
    hit: Figure[Cache, Value] = figure("reads answered by RAM", "0..1", "0", lambda _: 0.0, SHARE)
    write_back: Figure[Cache, Value] = figure("write-back", "0/1", "0", lambda _: 0.0, FLAG)
    front_iops: Figure[Part, Value] = _front_iops(_CACHE_READS, _CACHE_WRITES)
    read_mix: Figure[Part, Value] = _read_mix(_CACHE_READS)


class MixOfPart(Scope):
    weight: Figure[Part, Value] = figure(
        "share of the I/O", "0..1", "IF({block.steady.iops_per_vm}=0,0,{front_iops}/{block.steady.iops_per_vm})",
        lambda p: divide(p.front_iops, p.block.steady.iops_per_vm, otherwise=0.0), SHARE,
    )
    cached_share: Figure[Part, Value] = figure(
        "I/Os that wait for no drive", "0..1", "{read_mix}*{hit}+(1-{read_mix})*{write_back}",
        lambda p: _cached_share(p.mix), SHARE,
    )
    mean_multiplier: Figure[Part, Value] = figure(
        "mean, in response times of a drive", "x",
        "{read_mix}*(1-{hit})+(1-{read_mix})*(1-{write_back})"
        "*({write_phases}*(1+IF({write_fork}>=2,1/2,0)+IF({write_fork}>=3,1/3,0)))",
        lambda p: _mean_multiplier(p.mix), THREE,
        "a mirrored write waits for the slower of two [exact for independent drives]",
    )


# --- the target, part by part --------------------------------------------------------------------------------

_IDLE_RATIO = "({target_multiplier}*1000/{steady.drive_iops}/MAX(0.000000001,{block.limit_used_ms}))"
_SLACK = f"(1-MIN({LARGEST_IDLE_RATIO!r},{_IDLE_RATIO}))"


def _highest(p: Part) -> Value:
    if p.block.design.response_limit_ms is None:
        return 1.0
    highest = _highest_utilization(
        p.block.limit_used_ms, p.target_multiplier, p.steady.drive_iops, p.block.design.variability
    )
    return where(rounded(p.steady.backend_iops) == 0, 1.0, highest)


class TargetOfPart(Scope):
    target_multiplier: Figure[Part, Value] = figure(
        "target, in response times of a drive", "x",
        'IF({design.response_share}="",{mean_multiplier},{target_root.root})',
        lambda p: p.mean_multiplier if p.block.design.response_share is None else p.target_root.root, THREE,
        "from Workings",
    )
    highest_utilization: Figure[Part, Value] = figure(
        "highest utilisation for the target", "0..1",
        'IF({design.response_limit_ms}="",1,IF(ROUND({steady.backend_iops},9)=0,1,'
        f"IF(ROUND({_IDLE_RATIO}-{LARGEST_IDLE_RATIO!r},9)<=0,{_SLACK}/({_SLACK}+{{design.variability}}*(1-{_SLACK})),0)))",
        _highest, SHARE, "0: unattainable with this drive, however many",
    )
    response_vms: Figure[Part, Value] = figure(
        "VMs by response time", "VMs",
        f"IF({{steady.backend_iops}}=0,{NO_LIMIT_TEXT},{{drives}}*{{steady.drive_iops}}"
        "*{highest_utilization}/{steady.backend_iops})",
        lambda p: divide(p.drives * p.steady.drive_iops * p.highest_utilization, p.steady.backend_iops, NO_LIMIT),
        VMS_EXACT,
    )


# --- the target as a limit -----------------------------------------------------------------------------------


def _estimate(b: Block) -> Value:
    if b.design.response_limit_ms is None:
        return NO_LIMIT
    return minimum(NO_LIMIT, round_down(minimum(*(part.response_vms for part in b.parts))))


def _target_met(b: Block) -> Value:
    """Whether all I/Os together meet the target at the load that the other limits let a block carry."""
    if b.design.response_limit_ms is None:
        return 1.0
    if b.design.response_share is None:
        missing = b.untargeted.response_ms - b.limit_used_ms
    else:
        missing = b.target_share - b.untargeted.within_share
    return where(rounded(missing) <= 0, 1.0 - b.untargeted.saturated, 0.0)


_ALL_TOGETHER = (
    'IF({design.response_share}="",{untargeted.response_ms}-{limit_used_ms},{target_share}-{untargeted.within_share})'
)


class ResponseEstimate(Scope):
    estimate_response: Figure[Block, Value] = figure(
        "estimate by response time", "VMs",
        f'IF({{design.response_limit_ms}}="",{NO_LIMIT_TEXT},MIN({NO_LIMIT_TEXT},'
        + down(f"MIN({over('parts', ',', '{response_vms}')})")
        + "))",
        _estimate, VMS, "where each tier and the flash cache keep the target by themselves",
    )
    loaded_vms: Figure[Block, Value] = figure(
        "VMs on a block without the response target", "VMs",
        "MIN({vms_whole},{limit_steady}:{limit_boot},{limit_capacity}:{limit_target})",
        lambda b: minimum(b.vms_whole, *b.limits_but_response), WHOLE,
        "the users, or what every other limit lets a block carry",
    )
    target_met: Figure[Block, Value] = figure(
        "all I/Os together meet the target there", "0/1",
        f'IF({{design.response_limit_ms}}="",1,IF(ROUND({_ALL_TOGETHER},9)<=0,1-{{untargeted.saturated}},0))',
        _target_met, FLAG, "response times of that load: on Workings",
    )


# --- at a load -----------------------------------------------------------------------------------------------

_CAPABLE = "({part.drives}*{part.steady.drive_iops})"
_BUSY = "({utilization}*(1-{saturated}))"


def _within(at: PartAtLoad) -> Value:
    within = _share_within(at.part.block.limit_used_ms / at.leg_ms, at.part.mix)
    return where(at.saturated == 1, at.part.cached_share, within)


class PartBusy(Scope):
    utilization: Figure[PartAtLoad, Value] = figure(
        "utilisation", "0..1", f"IF({_CAPABLE}=0,0,{{load}}*{{part.steady.backend_iops}}/{_CAPABLE})",
        lambda at: divide(
            at.vms * at.part.steady.backend_iops, at.part.drives * at.part.steady.drive_iops, otherwise=0.0
        ),
        SHARE,
    )
    saturated: Figure[PartAtLoad, Value] = figure(
        "saturated", "0/1", f"IF(ROUND({{utilization}}-{FULL},9)>=0,1,0)",
        lambda at: where(rounded(at.utilization - FULL) >= 0, 1.0, 0.0), FLAG,
    )


class PartTimes(Scope):
    leg_ms: Figure[PartAtLoad, Value] = figure(
        "response time of a drive, as a number", "ms",
        f"1000/{{part.steady.drive_iops}}*(1+{{design.variability}}*{_BUSY}/(1-{_BUSY}))",
        lambda at: _leg(
            at.part.steady.drive_iops, at.utilization * (1 - at.saturated), at.part.block.design.variability
        )[1],
        TWO, "service time x (1 + v x utilisation / (1 - utilisation)); idle where saturated",
    )
    response_ms: Figure[PartAtLoad, Value] = figure(
        "mean response time, as a number", "ms", "{leg_ms}*{part.mean_multiplier}",
        lambda at: at.leg_ms * at.part.mean_multiplier, TWO, _NOT_FLASH,
    )
    within_share: Figure[PartAtLoad, Value] = figure(
        "share within the limit", "0..1",
        "IF({saturated}=1,{part.cached_share},{part.cached_share}+(1-{part.cached_share})"
        f"*MAX(0,1-{tail_text('({block.limit_used_ms}/{leg_ms})')}))",
        _within, SHARE, _NOT_FLASH,
    )


class BlockTimes(Scope):
    response_ms: Figure[AtLoad, Value] = figure(
        "mean response time, as a number", "ms", over("parts", "+", "{part.weight}*{response_ms}"),
        lambda at: sum((each.part.weight * each.response_ms for each in at.parts), 0.0), TWO, _NOT_FLASH,
    )
    within_share: Figure[AtLoad, Value] = figure(
        "share within the limit, as a number", "0..1", over("parts", "+", "{part.weight}*{within_share}"),
        lambda at: sum((each.part.weight * each.within_share for each in at.parts), 0.0), SHARE, _NOT_FLASH,
    )


class BlockBusy(Scope):
    utilization: Figure[AtLoad, Value] = figure(
        "utilisation of the busiest drives", "0..1", f"MAX({over('parts', ',', '{utilization}')})",
        lambda at: maximum(0.0, *(each.utilization for each in at.parts)), SHARE,
    )
    saturated: Figure[AtLoad, Value] = figure(
        "a drive is saturated", "0/1", f"MAX({over('parts', ',', '{saturated}')})",
        lambda at: maximum(0.0, *(each.saturated for each in at.parts)), FLAG,
    )


class LoadOfBlock(Scope):
    load_vms: Figure[Block, Value] = figure(
        "VMs on a block of these users", "VMs", "MIN({vms_whole},{vms_per_block})",
        lambda b: minimum(b.vms_whole, b.vms_per_block), WHOLE, "the users, or the VMs per block",
    )


class PercentileOfPart(Scope):
    percentile_ms: Figure[Part, Value] = figure(
        "percentile reported, as a number", "ms", "{percentile_root.root}*{at_load.leg_ms}",
        lambda p: p.percentile_root.root * p.at_load.leg_ms, TWO, "of the percentile on the Settings sheet",
    )


# --- in words ------------------------------------------------------------------------------------------------


def _in_words(load: str, saturated: str, figure: str) -> str:
    return f'IF({load}=0,"{DASH}",IF({saturated}=1,"{SATURATED}",{figure}))'


def _spoken(load: Value, saturated: Value, figure: Value) -> Shown:
    """A number, or why there is none."""
    if not load > 0:
        return DASH
    return SATURATED if saturated else figure


_BLOCK_LOAD, _PART_LOAD = "{block.steady.iops_per_vm}*{load}", "{weight}*{block.load_vms}"


class TimesInWords(Scope):
    response_words: Display[AtLoad, Shown] = display_figure(
        "mean response time{without}", "ms", _in_words(_BLOCK_LOAD, "{saturated}", "{response_ms}"),
        lambda at: _spoken(at.block.steady.iops_per_vm * at.vms, at.saturated, at.response_ms), ONE, "{remark}",
    )
    within_words: Display[AtLoad, Shown] = display_figure(
        "share of the I/Os within the limit{without}", "0..1", _in_words(_BLOCK_LOAD, "{saturated}", "{within_share}"),
        lambda at: _spoken(at.block.steady.iops_per_vm * at.vms, at.saturated, at.within_share), SHARE, "{remark}",
    )


class PartInWords(Scope):
    response_words: Display[Part, Shown] = display_figure(
        "mean response time", "ms", _in_words(_PART_LOAD, "{at_load.saturated}", "{at_load.response_ms}"),
        lambda p: _spoken(p.weight * p.block.load_vms, p.at_load.saturated, p.at_load.response_ms), TWO, _NOT_FLASH,
    )
    percentile_words: Display[Part, Shown] = display_figure(
        "percentile of the Settings", "ms", _in_words(_PART_LOAD, "{at_load.saturated}", "{percentile_ms}"),
        lambda p: _spoken(p.weight * p.block.load_vms, p.at_load.saturated, p.percentile_ms), TWO, _NOT_FLASH,
    )


# --- against the load, for the chart -------------------------------------------------------------------------

CURVE_POINTS = 12
CURVE_REACH, CURVE_CAP = 1.25, 4.0
"""The chart reaches beyond the largest load by the first, and ends at this multiple of the longest limit."""


class CurveCap(Scope):
    curve_cap_ms: Display[Block, Value] = display_figure(
        "highest point of the chart", "ms", f"{CURVE_CAP:g}*MAX({{all.limit_used_ms}})",
        lambda b: CURVE_CAP * max(other.limit_used_ms for other in b.side_by_side), ONE,
        "four times the longest limit; beyond lies saturation",
    )


class CurveOfPart(Scope):
    saturation_vms: Figure[Part, Value] = figure(
        "VMs at saturation", "VMs",
        f"IF({{steady.backend_iops}}=0,{NO_LIMIT_TEXT},({{drives}}*{{steady.drive_iops}})/{{steady.backend_iops}})",
        lambda p: divide(p.drives * p.steady.drive_iops, p.steady.backend_iops, otherwise=NO_LIMIT), VMS_EXACT,
    )
    idle_ms: Figure[Part, Value] = figure(
        "part of the mean when idle", "ms", "{weight}*{mean_multiplier}*1000/{steady.drive_iops}",
        lambda p: p.weight * p.mean_multiplier * 1000 / p.steady.drive_iops,
    )


def _curve_of(p: Part, vms: Value) -> Value:
    spare = p.saturation_vms - vms
    if rounded(spare) <= 0:
        return p.block.curve_cap_ms
    return p.idle_ms * (1 + p.block.design.variability * vms / spare)


class PointVms(Scope):
    vms: Display[CurvePoint, Value] = display_figure(
        "point {number}: VMs per block", "VMs", up(f"{{largest_load}}*{CURVE_REACH:g}*{{number}}/{CURVE_POINTS}"),
        lambda c: round_up(max(b.loaded_vms for b in c.block.side_by_side) * CURVE_REACH * c.number / CURVE_POINTS),
        WHOLE, pattern="curve_vms_{number}",
    )


_SPARE = "({part.saturation_vms}-{point.vms})"
_CURVE_OF_PART = (
    f"IF(ROUND({_SPARE},9)<=0,{{block.curve_cap_ms}},"
    f"{{part.idle_ms}}*(1+{{design.variability}}*{{point.vms}}/{_SPARE}))"
)


class PointMs(Scope):
    ms: Display[CurvePoint, Value] = display_figure(
        "point {number}: mean response time", "ms",
        "MIN({block.curve_cap_ms}," + over("on_parts", "+", _CURVE_OF_PART) + ")",
        lambda c: minimum(c.block.curve_cap_ms, sum((_curve_of(part, c.vms) for part in c.block.parts), 0.0)), ONE,
        pattern="curve_ms_{number}",
    )


class PointLimit(Scope):
    limit: Display[CurvePoint, Value] = display_figure(
        "limit", "ms", "{block.limit_used_ms}", lambda c: c.block.limit_used_ms, ONE, pattern="curve_limit_{number}"
    )


# --- sections ------------------------------------------------------------------------------------------------


def target_section(b: Block) -> Section:
    """The response target as a highest utilisation of each tier."""
    tiers = (line for t in b.tiers for line in lines(t, FrontOfTier, MixOfPart))
    parts = (*tiers, *lines(b.cache, FrontOfCache, MixOfPart), *lines(b.parts, TargetOfPart))
    return Section("Response time: the target", (*lines(b, LimitUsed), *parts))


def response_limit_sections(b: Block) -> tuple[Section, ...]:
    """What limits a block where a response target is set."""
    at = b.untargeted
    return (
        Section("Response time as a limit", tuple(lines(b, ResponseEstimate))),
        Section(
            "Response time of a block that is filled without the response target",
            (*lines(at.parts, PartBusy, PartTimes), *lines(at, BlockTimes, BlockBusy)), "Workings",
        ),
    )


def at_load_sections(b: Block) -> tuple[Section, ...]:
    """The response time of a block that carries what all limits let it."""
    at = b.at_load
    busy = (*lines(b, LoadOfBlock), *lines(at.parts, PartBusy), *lines(at, BlockBusy))
    times = (*lines(at.parts, PartTimes), *lines(at, BlockTimes), *lines(b.parts, PercentileOfPart))
    return (
        Section("Response time at the load of a block", busy),
        Section("Response time at the load of a block, as numbers", times, "Workings"),
    )


def response_in_words(b: Block) -> Iterator[Line]:
    """Response times as a person reads them."""
    yield from lines((b.at_load, b.untargeted), TimesInWords)
    yield from lines(b.parts, PartInWords)


def curves_section(b: Block) -> Section:
    """Mean response time against VMs per block, for the chart of all designs."""
    points = (*lines(b.curve, PointVms), *lines(b.curve, PointMs), *lines(b.curve, PointLimit))
    parts = (*lines(b, CurveCap), *lines(b.parts, CurveOfPart))
    return Section("Response time against VMs per block, for the chart", (*parts, *points), "Workings")
