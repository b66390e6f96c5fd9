"""Response time: per tier, over the tiers, and how many VMs and drives meet a target.

Before the drives are counted, a target becomes the highest utilisation of each tier and of the flash cache. Where each
of them keeps it, all I/Os together do. Where one does not, all together may: that is looked at for the load that the
other limits let a block carry. Last comes the response time at the load that the block gets. Only the steady load
counts. Of flash nothing is claimed unless its latency without load is known: IOPS say nothing of it, and its
controllers and networks are not known. Known, a drive stands for so many of that latency side by side as its IOPS ask
for by Little's law, each with a queue of its own, which errs on the safe side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import (
    Value,
    divide,
    filled,
    flag,
    is_number,
    magnitude,
    maximum,
    minimum,
    round_down,
    rounded,
    sqrt,
    total_of,
    where,
)
from vdi_sizing.formulas import leg_times, service, service_targets
from vdi_sizing.inputs import same_name
from vdi_sizing.model.capacity.limits import Limits
from vdi_sizing.model.capacity.percentiles import (
    LEG_SERVICE,
    TAIL_OF_SHAPE,
    TWO_CLASSES,
    late_legs_text,
    late_reads_text,
    leg_rate,
    leg_service,
    read_rate,
    two_classes,
)
from vdi_sizing.model.figure import Display, Figure, Scope, Shown, trimmed
from vdi_sizing.model.formats import FLAG, ONE, SHARE, THREE, TIME, TWO, VMS, VMS_EXACT, WHOLE
from vdi_sizing.tables.drives import HDD
from vdi_sizing.words import DASH, NO_LIMIT, NOT_MODELLED, SATURATED

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import AtLoad, Block, Cache, Part, PartAtLoad, Tier


FULL = 0.999999
"""From this utilisation on a drive counts as saturated: so near to 1, a rounding error would decide on the time."""
PHASES_MEET = 0.15
"""By how much second phases raise the wait of flash [fit]: least and greatest error of the mean are as far from 0."""
UNUSED_TARGET = 0.5
"""Stands for the share where the mean is the target; nothing depends on it then."""
_NOT_FLASH = "queueing of the drives only, a RAM cache counts 0 ms; not to the millisecond for flash arrays"


class RamOfTier(Scope):
    hit: Figure[Tier, Value] = Figure("reads answered by RAM", "0..1", lambda t: t.own.read_hit, SHARE)
    write_back: Figure[Tier, Value] = Figure("write-back", "0/1", lambda t: flag(t.own.write_back), FLAG)


class RamOfCache(Scope):
    hit: Figure[Cache, Value] = Figure("reads answered by RAM", "0..1", lambda _: 0.0, SHARE)
    write_back: Figure[Cache, Value] = Figure("write-back", "0/1", lambda _: 0.0, FLAG)


class MixOfPart(Scope):
    front_iops: Figure[Part, Value] = Figure("front-end IOPS per VM", "IOPS",
        lambda p: p.steady.front[0] + p.steady.front[1])
    read_mix: Figure[Part, Value] = Figure("read share of them", "0..1",
        lambda p: divide(p.steady.front[0], p.front_iops, otherwise=1.0), SHARE)
    weight: Figure[Part, Value] = Figure("share of the I/O", "0..1",
        lambda p: divide(p.front_iops, p.block.steady.iops_per_vm, otherwise=0.0), SHARE)
    cached_share: Figure[Part, Value] = Figure("I/Os that wait for no drive", "0..1",
        lambda p: leg_times._cached_share(p.mix), SHARE)


def _shape(p: Part) -> Value:
    if p.own.service_shape is not None:
        return p.own.service_shape
    return service.DISK_SHAPE if same_name(trimmed(p.kind), HDD) else 1.0


def _latency_ms(p: Part, rated: Value, other: Value) -> Value:
    """Of reads or of writes: given, or of the drive; one that stands alone counts for both."""
    if not p.used:
        return 0.0
    return where(rated == 0, other, rated) if p.own.latency_ms is None else p.own.latency_ms


def _waited_ms(p: Part) -> Value:
    """Of the operation that a random arrival finds at work: the longer it takes, the more arrivals find it."""
    reads, writes = p.steady.backend_read_share * p.read_ms, (1 - p.steady.backend_read_share) * p.write_ms
    return divide(reads * p.read_ms + writes * p.write_ms, reads + writes, otherwise=0.0)


def _idle_ms(p: Part) -> Value:
    """An I/O without load: a write of two phases reads before it writes, and waits for the longest leg of each."""
    spread = 1 + p.excess * sqrt(1 / p.shape)
    writes = (1 - p.read_mix) * (1 - p.write_back) * spread * (p.write_ms + (p.write_phases - 1) * p.read_ms)
    return p.read_mix * (1 - p.hit) * p.read_ms + writes


def _behind_reads(p: Part) -> Value:
    """Second phases among the operations, by the square of how long the reads take that they come after."""
    return p.second_phases * (p.read_ms / p.service_ms) * (p.read_ms / p.service_ms)


_BEHIND_READS = "{second_phases}*({read_ms}/{service_ms})*({read_ms}/{service_ms})"


def _residual(p: Part) -> Value:
    """Of two latencies the mean square of the wait on nearly idle drives over twice its mean, as if exponential."""
    reads = p.steady.backend_read_share
    cubes = reads * p.read_ms * p.read_ms * p.read_ms + (1 - reads) * p.write_ms * p.write_ms * p.write_ms
    squares = p.unloaded_ms * p.service_ms * p.service_ms
    return where(two_classes(p) == 1, divide(cubes, squares, otherwise=1.0), p.variability)


def _unevenness(p: Part) -> Value:
    """Where service is exponential, the time of a write's leg in service times, less where it waits for three legs."""
    leg = leg_service(p) / p.write_phases
    return where(p.shape == 1, leg - (1 - leg) * (p.excess - 0.5) / 2, 1 / p.shape)


def _faster_ms(p: Part) -> Value:
    """By how much the mean I/O is faster than by one time for all; the longest of exponential legs counts beyond it."""
    longest = where(p.shape == 1, 0.0, p.deviations * sqrt(1 / p.shape))
    one_time = where(p.shape == 1, -p.service_ms * p.deviations, 0.0)
    faster = p.service_ms * (p.legs + longest) - _idle_ms(p)
    return where(rounded(p.service_ms - p.waited_ms) > 0, one_time, faster)


def longest_beyond(leg: Value, p: Part, deviation: Value) -> Value:
    """By how much the longest leg of a write is later than the mean one, over its factor, in service times.

    Of exponential service it is what load adds, exactly so for two legs that are independent.
    """
    return where(p.shape == 1, (leg * leg - 1) / (leg + p.unevenness), deviation)


def leg_of(p: Part, busy: Value) -> Value:
    return 1 + p.mean_variability * busy / (1 - busy)


def deviation_of(p: Part, busy: Value) -> Value:
    v = p.mean_variability
    return sqrt(magnitude(p.unevenness) + v * v * (1 / ((1 - busy) * (1 - busy)) - 1))


def _mean_times(p: Part, busy: Value) -> Value:
    leg = leg_of(p, busy)
    return p.legs * leg + p.deviations * longest_beyond(leg, p, deviation_of(p, busy))


class ServiceOfPart(Scope):
    """How even the service times of a drive are, and how long one takes."""

    shape: Figure[Part, Value] = Figure("evenness of the service times", "",
        _shape, FLAG, f"given, or {service.DISK_SHAPE:g} for HDD and 1 for all others")
    read_ms: Figure[Part, Value] = Figure("latency of a read without load", "ms",
        lambda p: _latency_ms(p, p.rated_read_ms, p.rated_write_ms), THREE,
        "given or of the drive; a latency that stands alone counts for both; 0: not known")
    write_ms: Figure[Part, Value] = Figure("latency of a write without load", "ms",
        lambda p: _latency_ms(p, p.rated_write_ms, p.rated_read_ms), THREE, "the same")
    unloaded_ms: Figure[Part, Value] = Figure("latency without load, given or of the drive", "ms",
        lambda p: p.steady.backend_read_share * p.read_ms + (1 - p.steady.backend_read_share) * p.write_ms, THREE,
        "of the back-end mix; 0: not known")
    waited_ms: Figure[Part, Value] = Figure("latency of the operation that an arrival finds at work", "ms",
        _waited_ms, THREE, "sum of the squares of the latencies over their sum, in the back-end mix [exact]")
    service_ms: Figure[Part, Value] = Figure("time of an I/O without load", "ms",
        lambda p: maximum(p.waited_ms, 1000 / p.steady.drive_iops), THREE,
        "that latency, or 1000 / drive IOPS; never below that")
    modelled: Figure[Part, Value] = Figure("its response time is modelled", "0/1",
        lambda p: where(p.unloaded_ms == 0, 1.0 - p.flash, 1.0), FLAG,
        "of flash with a latency only: its controllers and networks are not known")
    excess: Figure[Part, Value] = Figure("longest leg of a write beyond the mean", "",
        lambda p: service.fork_excess(p.write_fork), THREE,
        "in deviations of a leg")
    legs: Figure[Part, Value] = Figure("legs of the mean I/O, one after the other", "",
        lambda p: service.legs(p.load), THREE)
    deviations: Figure[Part, Value] = Figure("deviations of a leg beyond them", "",
        lambda p: service.deviations(p.load), THREE,
        "a write waits for the longest of its legs", native="(1-{read_mix})*(1-{write_back})*{write_phases}*{excess}")
    faster_ms: Figure[Part, Value] = Figure("by how much the mean I/O is faster than by one time for all", "ms",
        _faster_ms, THREE, "at any load: the wait is the same for both; where 1000 / drive IOPS is the time of an I/O, "
        "by the longest of exponential legs alone")
    _READS, _WRITES = "{read_mix}*(1-{hit})", "(1-{read_mix})*{write_phases}*{write_fork}"
    second_phases: Figure[Part, Value] = Figure("second phases among the operations", "0..1",
        lambda p: service.second_phases(p.load), SHARE)
    variability: Figure[Part, Value] = Figure("variability of the wait", "",
        lambda p: service.variability(p.load), THREE,
        "(1 + 1 / evenness) / 2 [exact]; raised where the phases of a write follow each other [mine]",
        native="(1+1/{shape})/2+(1-(1+1/{shape})/2)*{second_phases}")
    residual: Figure[Part, Value] = Figure("wait behind the operation at work, on nearly idle drives", "x",
        _residual, THREE, "in service times: the variability; of two latencies their cubes over their squares [exact]",
        native=f"IF({TWO_CLASSES},({{steady.backend_read_share}}*{{read_ms}}*{{read_ms}}*{{read_ms}}"
        "+(1-{steady.backend_read_share})*{write_ms}*{write_ms}*{write_ms})"
        "/({unloaded_ms}*{service_ms}*{service_ms}),{variability})")
    unevenness: Figure[Part, Value] = Figure("1 / evenness, or time of a leg of a write where that is 1", "",
        _unevenness, THREE, "in service times; a little less where a write waits for three legs",
        native="IF({shape}=1,{leg_then}-(1-{leg_then})*({excess}-0.5)/2,1/{shape})".replace("{leg_then}",
            f"({LEG_SERVICE}/{{write_phases}})"))


def _left_for_mean(p: Part) -> Value:
    idle = p.legs + p.deviations * where(p.shape == 1, 0.0, sqrt(1 / p.shape))
    return maximum(idle, p.mean_limit_times) - where(p.shape == 1, 0.0, p.legs * (1 - p.variability))


def _leg_over_wait(p: Part) -> Value:
    """Of exponential service the positive root of the mean's equation in the mean of a leg, which is a quadratic."""
    left, m, d = p.left_for_mean, p.legs, p.deviations
    others = left - m * p.unevenness
    root = sqrt(magnitude(others * others + 4 * (m + d) * (d + left * p.unevenness)))
    exponential = divide(others + root, 2 * (m + d), otherwise=1.0) - 1 + p.mean_variability
    shaped = service_targets.leg_over_wait(p.mean_limit_times, p.load)
    return where(m == 0, 1.0, where(p.shape == 1, exponential, shaped))


def _mean_utilization(p: Part) -> Value:
    highest = minimum(1.0, maximum(0.0, 1 - p.mean_variability / p.leg_over_wait))
    missed = rounded(p.mean_limit_times - _mean_times(p, service_targets.LOWEST_UTILIZATION)) < 0
    return where(missed, filled(0.0, highest), where(rounded(p.legs) > 0, highest, filled(1.0, highest)))


class TargetOfPart(Scope):
    _LEAST = f"{service_targets.LOWEST_UTILIZATION:f}"
    _IDLE = "({legs}+{deviations}*IF({shape}=1,0,SQRT(1/{shape})))"
    _SPREAD = "({legs}*{legs}-{deviations}*{deviations})"
    _ROOT = f"SQRT({{left_for_mean}}*{{left_for_mean}}+(1/{{shape}}-{{variability}}*{{variability}})*{_SPREAD})"
    _LEG = f"(1+{{mean_variability}}*{_LEAST}/(1-{_LEAST}))"
    _NEARLY_IDLE = (
        f"{{legs}}*{_LEG}+{{deviations}}*IF({{shape}}=1,({_LEG}*{_LEG}-1)/({_LEG}+{{unevenness}}),"
        f"SQRT(1/{{shape}}+{{variability}}*{{variability}}*(1/((1-{_LEAST})*(1-{_LEAST}))-1)))"
    )
    _OTHERS = "({left_for_mean}-{legs}*{unevenness})"
    _LEG_OF_ONE = (
        f"({_OTHERS}+SQRT({_OTHERS}*{_OTHERS}+4*({{legs}}+{{deviations}})"
        "*({deviations}+{left_for_mean}*{unevenness})))/(2*({legs}+{deviations}))-1+{mean_variability}"
    )
    limit_times: Figure[Part, Value] = Figure("limit, in service times", "x",
        lambda p: p.block.limit_used_ms / p.service_ms, THREE)
    mean_limit_times: Figure[Part, Value] = Figure("limit for the mean, in service times", "x",
        lambda p: (p.block.limit_used_ms + p.faster_ms) / p.service_ms, THREE)
    left_for_mean: Figure[Part, Value] = Figure("of it for the wait, where the mean is the target", "x",
        _left_for_mean, THREE,
        native=f"MAX({_IDLE},{{mean_limit_times}})-IF({{shape}}=1,0,{{legs}}*(1-{{variability}}))")
    leg_over_wait: Figure[Part, Value] = Figure("variability over the spare share, where the mean is the target", "x",
        _leg_over_wait, THREE, native=f"IF({_SPREAD}=0,1,IF({{shape}}=1,{_LEG_OF_ONE},"
        f"({{legs}}*{{left_for_mean}}-{{deviations}}*{_ROOT})/{_SPREAD}))")
    mean_utilization: Figure[Part, Value] = Figure("highest utilisation for the mean", "0..1",
        _mean_utilization, SHARE,
        native=f"IF(ROUND({{mean_limit_times}}-({_NEARLY_IDLE}),9)<0,0,"
        "IF(ROUND({legs},9)>0,MIN(1,MAX(0,1-{mean_variability}/{leg_over_wait})),1))")
    highest_utilization: Figure[Part, Value] = Figure("highest utilisation for the target", "0..1",
        lambda p: 1.0 if p.block.design.response_limit_ms is None
        else where(rounded(p.steady.backend_iops) == 0, 1.0,
            p.mean_utilization if p.block.design.response_share is None else p.target_root.utilization),
        SHARE, "0: unattainable with this drive, however many")
    response_vms: Figure[Part, Value] = Figure("VMs by response time", "VMs",
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


def _spoken_of(b: Block) -> Shown:
    return b.modelled_share if is_number(b.at_load.response_words) and rounded(b.modelled_share - 1) != 0 else DASH


class OfBlock(Scope):
    _ALL_TOGETHER = (
        'IF({design.response_share}="",{untargeted.response_ms}-{limit_used_ms},{target_share}-{untargeted.within_share})'
    )
    modelled_share: Figure[Block, Value] = Figure("I/Os whose response time is modelled", "0..1",
        lambda b: total_of(part.weight * part.modelled for part in b.parts), SHARE,
        "the response times shown are theirs: flash without a latency is left out")
    modelled_words: Display[Block, Shown] = Display("share of the I/Os that these times are of", "0..1",
        _spoken_of, SHARE, "the rest is on flash whose latency is not given; a dash: all of them, or no time is known")
    limit_used_ms: Figure[Block, Value] = Figure("response time limit", "ms",
        lambda b: b.settings.usual_limit_ms if b.design.response_limit_ms is None else b.design.response_limit_ms, ONE,
        "the design's target, or the usual limit")
    target_share: Figure[Block, Value] = Figure("share that has to keep the limit", "0..1",
        lambda b: UNUSED_TARGET if b.design.response_share is None else b.design.response_share, SHARE,
        "without effect where the mean has to keep it")
    estimate_response: Figure[Block, Value] = Figure("estimate by response time", "VMs",
        lambda b: NO_LIMIT if b.design.response_limit_ms is None
        else minimum(NO_LIMIT, round_down(minimum(*(part.response_vms for part in b.parts)))), VMS,
        "where each tier and the flash cache keep the target by themselves")
    loaded_vms: Figure[Block, Value] = Figure("VMs on a block without the response target", "VMs",
        lambda b: minimum(b.vms_whole, *(each.vms for each in b.limits if each.limit is not Limits.limit_response)),
        WHOLE, "the users, or what every other limit lets a block carry",
        native="MIN({vms_whole},{limit_steady}:{limit_fourth},{limit_capacity}:{limit_target})")
    target_met: Figure[Block, Value] = Figure("all I/Os together meet the target there", "0/1",
        _target_met, FLAG, "response times of that load: on Workings",
        native=f'IF({{design.response_limit_ms}}="",1,IF(ROUND({_ALL_TOGETHER},9)<=0,1-{{untargeted.saturated}},0))')
    load_vms: Figure[Block, Value] = Figure("VMs on a block of these users", "VMs",
        lambda b: minimum(where(b.in_cluster == 1, b.host_vms, b.vms_whole), b.vms_per_block), WHOLE,
        "the users, or the VMs per block; of a cluster's host its share of the users")
    curve_busiest: Display[Block, Value] = Display("utilisation of the busiest drives at the limit of a block", "0..1",
        lambda b: maximum(*(part.full_utilization for part in b.parts)), SHARE)


def _queued(at: PartAtLoad) -> Value:
    """As many I/Os find a queue as an exponential wait of that length needs to have the mean of the wait."""
    waits = at.part.mean_variability * at.busy
    return waits / (at.part.residual * (1 - at.busy) + waits)


class PartAtSomeLoad(Scope):
    _BUSY = "{busy}"
    utilization: Figure[PartAtLoad, Value] = Figure("utilisation", "0..1", lambda at: divide(
        at.load.vms * at.part.steady.backend_iops, at.part.drives * at.part.steady.drive_iops, otherwise=0.0), SHARE)
    saturated: Figure[PartAtLoad, Value] = Figure("saturated", "0/1",
        lambda at: where(rounded(at.utilization - FULL) >= 0, 1.0, 0.0), FLAG)
    busy: Figure[PartAtLoad, Value] = Figure("utilisation, 0 where saturated", "0..1",
        lambda at: at.utilization * (1 - at.saturated), SHARE)
    _LEG = f"(1+{{part.mean_variability}}*{_BUSY}/(1-{_BUSY}))"
    leg_ms: Figure[PartAtLoad, Value] = Figure("mean response time of a drive, of one time for all", "ms",
        lambda at: at.part.service_ms * leg_of(at.part, at.busy), TWO,
        "service time x (1 + v x utilisation / (1 - utilisation)); idle where saturated",
        native=f"{{part.service_ms}}*{_LEG}")
    queued: Figure[PartAtLoad, Value] = Figure("I/Os that find a queue", "0..1",
        _queued, SHARE, "utilisation; of two latencies what meets the mean wait and its mean square")
    deviation_ms: Figure[PartAtLoad, Value] = Figure("deviation of the response time of a drive", "ms",
        lambda at: at.part.service_ms
        * longest_beyond(leg_of(at.part, at.busy), at.part, deviation_of(at.part, at.busy)),
        THREE, "where the evenness is 1: what load adds to the longest leg of a write, over its factor",
        native=f"{{part.service_ms}}*IF({{part.shape}}=1,({_LEG}*{_LEG}-1)/({_LEG}+{{part.unevenness}}),"
        f"SQRT({{part.unevenness}}+{{part.variability}}*{{part.variability}}*(1/((1-{_BUSY})*(1-{_BUSY}))-1)))")
    response_ms: Figure[PartAtLoad, Value] = Figure("mean response time, as a number", "ms",
        lambda at: at.leg_ms * at.part.legs + at.deviation_ms * at.part.deviations - at.part.faster_ms, TWO, _NOT_FLASH)
    read_rate: Figure[PartAtLoad, Value] = Figure("rate at which the wait of a read ends", "",
        lambda at: read_rate(at.part, at.queued), THREE, "per service time")
    late_reads: Figure[PartAtLoad, Value] = Figure("reads that take longer than the limit", "0..1",
        lambda at: service.late_reads(at.part.limit_times, at.queued, at.part.load, at.part.constants), SHARE,
        native=late_reads_text("{queued}", "{read_rate}"))
    leg_rate: Figure[PartAtLoad, Value] = Figure("rate at which the wait for the legs of a write ends", "",
        lambda at: leg_rate(at.part, at.queued), THREE, "per service time")
    late_legs: Figure[PartAtLoad, Value] = Figure("legs of a write that take longer than the limit", "0..1",
        lambda at: service.late_legs(at.part.limit_times, at.queued, at.part.load, at.part.constants), SHARE,
        native=late_legs_text("{queued}", "{leg_rate}"))
    within_share: Figure[PartAtLoad, Value] = Figure("share within the limit", "0..1",
        lambda at: where(at.saturated == 1, at.part.cached_share,
            service.shaped_share(at.part.limit_times, at.queued, at.part.load, at.part.constants)), SHARE, _NOT_FLASH,
        native="IF({saturated}=1,{part.cached_share},{part.cached_share}+(1-{part.cached_share})*MAX(0,1-"
        f"{TAIL_OF_SHAPE}))")


def _in_words(load: str, saturated: str, modelled: str, figure: str) -> str:
    known = f'IF(ROUND({modelled},9)=0,"{NOT_MODELLED}",{figure})'
    return f'IF({load}=0,"{DASH}",IF({saturated}=1,"{SATURATED}",{known}))'


def _spoken(load: Value, saturated: Value, modelled: Value, figure: Callable[[], Value]) -> Shown:
    """A number, or why there is none."""
    if not load > 0:
        return DASH
    if saturated:
        return SATURATED
    return figure() if rounded(modelled) else NOT_MODELLED


_BLOCK_LOAD, _PART_LOAD = "{block.steady.iops_per_vm}*{load}", "{weight}*{block.load_vms}"


def _of_modelled(at: AtLoad, figure: Figure[PartAtLoad, Value]) -> Value:
    """The mean of a figure over the parts whose response time is modelled."""
    total = total_of(each.part.weight * each.part.modelled * figure.of(each) for each in at.parts)
    return total / at.block.modelled_share


class BlockAtSomeLoad(Scope):
    response_ms: Figure[AtLoad, Value] = Figure("mean response time, as a number", "ms",
        lambda at: total_of(each.part.weight * each.response_ms for each in at.parts), TWO, _NOT_FLASH)
    within_share: Figure[AtLoad, Value] = Figure("share within the limit, as a number", "0..1",
        lambda at: total_of(each.part.weight * each.within_share for each in at.parts), SHARE, _NOT_FLASH)
    utilization: Figure[AtLoad, Value] = Figure("utilisation of the busiest drives", "0..1",
        lambda at: maximum(0.0, *(each.utilization for each in at.parts)), SHARE)
    saturated: Figure[AtLoad, Value] = Figure("a drive is saturated", "0/1",
        lambda at: maximum(0.0, *(each.saturated for each in at.parts)),
        FLAG)
    response_words: Display[AtLoad, Shown] = Display("mean response time{without}", "ms",
        lambda at: _spoken(at.block.steady.iops_per_vm * at.vms, at.saturated, at.block.modelled_share,
            lambda: _of_modelled(at, PartAtSomeLoad.response_ms)), TIME, "{remark}")
    within_words: Display[AtLoad, Shown] = Display("share of the I/Os within the limit{without}", "0..1",
        lambda at: _spoken(at.block.steady.iops_per_vm * at.vms, at.saturated, at.block.modelled_share,
            lambda: _of_modelled(at, PartAtSomeLoad.within_share)), SHARE, "{remark}")


class Reported(Scope):
    percentile_ms: Figure[Part, Value] = Figure("percentile reported, as a number", "ms",
        lambda p: p.percentile_root.time * p.service_ms, TWO, "of the percentile on the Settings sheet")
    response_words: Display[Part, Shown] = Display("mean response time", "ms",
        lambda p: _spoken(p.weight * p.block.load_vms, p.at_load.saturated, p.modelled, lambda: p.at_load.response_ms),
        TWO, _NOT_FLASH)
    percentile_words: Display[Part, Shown] = Display("percentile of the Settings", "ms",
        lambda p: _spoken(p.weight * p.block.load_vms, p.at_load.saturated, p.modelled, lambda: p.percentile_ms), TWO,
        _NOT_FLASH)


class CurveOfPart(Scope):
    full_utilization: Display[Part, Value] = Display("utilisation at the limit of a block", "0..1",
        lambda p: divide(p.block.vms_carried * p.steady.backend_iops, p.drives * p.steady.drive_iops, otherwise=0.0),
        SHARE)
    curve_legs_ms: Display[Part, Value] = Display("legs of its part of the mean I/O, without load", "ms",
        lambda p: p.weight * p.service_ms * p.legs, THREE, "share of the I/O x time of an I/O without load x legs")
    curve_deviations_ms: Display[Part, Value] = Display("deviations of a leg beyond them, in times without load", "ms",
        lambda p: where(p.shape == 1, 0.0, p.weight * p.service_ms * p.deviations), THREE)
    curve_forks_ms: Display[Part, Value] = Display("the same of exponential service, whose longest leg load delays",
        "ms", lambda p: where(p.shape == 1, p.weight * p.service_ms * p.deviations, 0.0), THREE)
    curve_faster_ms: Display[Part, Value] = Display("by how much its part of the mean I/O is faster", "ms",
        lambda p: p.weight * p.faster_ms, THREE)
    mean_variability: Figure[Part, Value] = Figure("variability of the wait, in the mean", "",
        lambda p: p.variability + two_classes(p) * PHASES_MEET * _behind_reads(p), THREE,
        "of flash raised by second phases [fit to simulation]; tiers and flash cache one below the other",
        native=f"{{variability}}+IF({TWO_CLASSES},{PHASES_MEET:g}*{_BEHIND_READS},0)")
    curve_unevenness: Display[Part, Value] = Display("1 / evenness of the service times", "",
        lambda p: p.unevenness, THREE, "as above")
