"""How long the slower I/Os of a part take: the tail of its response time, and where a share of the I/Os ends.

A leg takes its wait and its service. The wait is none, or exponential; reads and writes may take times of their own.
Neither a time nor a utilisation can be had in closed form: fifteen secant steps lead to the utilisation that keeps a
target, and to the time of a percentile. They stand in rows of the Workings sheet, as in the library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, maximum, minimum, rounded, sqrt, where
from vdi_sizing.formulas import leg_times, service, service_targets
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.formats import FLAG, SHARE, THREE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import (
        LastTime,
        LastUtilization,
        Part,
        PercentileRoot,
        Root,
        TargetRoot,
        TimeStep,
        UtilizationStep,
    )


_LEAST_SHARE = f"{service.SMALLEST_TAIL:.0E}"


def _unserved_text(shape: str, steps: str) -> str:
    """Share of the services that are not over after so many steps, as a native formula."""
    return f"POISSON({shape}-1,MAX({_LEAST_SHARE},MIN({service.LARGEST_STEPS:g},{steps})),TRUE)"


def two_classes(p: Part) -> Value:
    """Whether reads and writes take times of their own, exponential ones, in one queue."""
    apart = where(p.waited_ms == 0, 0.0, where(p.shape == 1, 1.0, 0.0))
    return where(rounded(p.service_ms - p.waited_ms) > 0, 0.0, apart)


TWO_CLASSES = "AND({shape}=1,{waited_ms}<>0,ROUND({service_ms}-{waited_ms},9)<=0)"


def leg_service(p: Part) -> Value:
    """A leg of a write of exponential service, its phases together, in service times without a wait."""
    both = p.write_ms + (p.write_phases - 1) * p.read_ms
    return where(two_classes(p) == 1, both / p.service_ms, p.write_phases)


LEG_SERVICE = f"IF({TWO_CLASSES},({{write_ms}}+({{write_phases}}-1)*{{read_ms}})/{{service_ms}},{{write_phases}})"


def leg_deviation(p: Part) -> Value:
    """The deviation of that."""
    squares = p.write_ms * p.write_ms + (p.write_phases - 1) * p.read_ms * p.read_ms
    return sqrt(where(two_classes(p) == 1, squares / (p.service_ms * p.service_ms), p.write_phases))


LEG_DEVIATION = (
    f"SQRT(IF({TWO_CLASSES},({{write_ms}}*{{write_ms}}+({{write_phases}}-1)*{{read_ms}}*{{read_ms}})"
    "/({service_ms}*{service_ms}),{write_phases}))"
)


def _lag(p: Part) -> Value:
    """Two exponential services end like one of their deviation that starts later, by what their mean is beyond it."""
    of_legs = leg_service(p) * (1 + (p.write_phases - 1) * service.LAG * p.excess) - leg_deviation(p)
    return where(p.shape == 1, of_legs, service.lag(p.load))


class TailOfPart(Scope):
    """What the share of the I/Os that take longer than a time hangs on, beside time and load."""

    read_weight: Figure[Part, Value] = Figure("reads among the I/Os that wait", "0..1",
        lambda p: leg_times._read_weight(p.mix), SHARE)
    read_pace: Figure[Part, Value] = Figure("steps of the service of a read, per service time", "",
        lambda p: where(two_classes(p) == 1, divide(p.service_ms, p.read_ms, otherwise=1.0), p.shape), THREE,
        "evenness; of two latencies time of an I/O without load / latency of a read",
        native=f"IF({TWO_CLASSES},{{service_ms}}/{{read_ms}},{{shape}})")
    leg_steps: Figure[Part, Value] = Figure("evenness of the legs of a write, its phases together", "",
        lambda p: where(p.shape == 1, 1.0, p.write_phases * p.shape), FLAG,
        "phases x evenness of the service times; where that is 1, an exponential time after a lag")
    leg_pace: Figure[Part, Value] = Figure("steps of the service of a leg of a write, per service time", "",
        lambda p: where(p.shape == 1, 1 / leg_deviation(p), p.shape), THREE,
        "evenness; where that is 1, 1 / deviation of the services of its phases together",
        native=f"IF({{shape}}=1,1/{LEG_DEVIATION},{{shape}})")
    lag: Figure[Part, Value] = Figure("lag of the two phases", "",
        _lag, THREE,
        "in service times [fit to simulation]; where the evenness is 1, with mean less deviation of the services",
        native=f"IF({{shape}}=1,{LEG_SERVICE}*(1+({{write_phases}}-1)*{service.LAG}*{{excess}})-1/{{leg_pace}},"
        f"{{write_phases}}*({{write_phases}}-1)*{service.LAG}*{{excess}}/SQRT({{shape}}))")
    left_for_legs: Figure[Part, Value] = Figure("limit for the legs of a write", "x",
        lambda p: maximum(0.0, p.limit_times - p.lag), THREE, "in service times, less the lag of the two phases")
    unserved_reads: Figure[Part, Value] = Figure("reads that take longer than the limit without a wait", "0..1",
        lambda p: service.erlang_tail(p.shape, p.read_pace * p.limit_times), SHARE,
        native=_unserved_text("{shape}", "{read_pace}*{limit_times}"))
    unserved_legs: Figure[Part, Value] = Figure("legs of a write that take longer than the limit without a wait",
        "0..1", lambda p: service.erlang_tail(p.leg_steps, p.leg_pace * p.left_for_legs), SHARE,
        native=_unserved_text("{leg_steps}", "{leg_pace}*{left_for_legs}"))


class StartOfRoot(Scope):
    """What the steps start from."""

    _SMALLEST = f"{leg_times.SMALLEST_SHARE:.9f}"
    _WAITING = "({share}-{part.cached_share})/(1-{part.cached_share})"
    p: Figure[Root, Value] = Figure("share of the I/Os that wait", "0..1",
        lambda r: leg_times._waiting_share(r.share, r.part.mix), THREE,
        native=f"MIN(1-{_SMALLEST},MAX({_SMALLEST},IF(1-{{part.cached_share}}=0,0,{_WAITING})))")
    fast: Figure[Root, Value] = Figure("where reads end", "u", lambda r: r.exponential_times[0], THREE,
        "lower bound", native="-LN(1-{p})")
    slow: Figure[Root, Value] = Figure("where writes end at the latest", "u", lambda r: r.exponential_times[1],
        THREE, "upper bound", native="-{part.write_phases}*LN(1-{p}^(1/({part.write_phases}*{part.write_fork})))")


def _late_text(time: str, waiting: str, rate: str, steps: str, pace: str, unserved: str = "") -> str:
    """Share of the legs that take longer, as a native formula: the service is not over, or the wait was not.

    `unserved`: the first of the two, where a figure gives it.
    """
    unserved = unserved or _unserved_text(steps, f"{pace}*{time}")
    later = _unserved_text(steps, f"({pace}-{rate})*{time}")
    return f"({unserved}+{waiting}*EXP(-{rate}*{time})/(1-{rate}/{pace})^{steps}*(1-{later}))"


def late_reads_text(queued: str, rate: str = "", time: str = "") -> str:
    """Share of the reads that take longer than the limit, or another time in service times, as a native formula.

    The rate at which the wait ends follows from how many find a queue, where no figure gives it.
    """
    rate = rate or f"MIN({service.STEEPEST_WAIT}*{{part.read_pace}},(1-{queued})/{{part.residual}})"
    unserved = "" if time else "{part.unserved_reads}"
    return _late_text(time or "{part.limit_times}", queued, rate, "{part.shape}", "{part.read_pace}", unserved)


def read_rate(part: Part, queued: Value) -> Value:
    """The rate at which the wait of a read ends, per service time."""
    return minimum(service.STEEPEST_WAIT * part.read_pace, (1 - queued) / part.residual)


def _leg_rate_text(queued: str) -> str:
    slope = f"(1-{queued})/(1+({{part.write_phases}}-1)*{queued})/{{part.residual}}"
    return f"MIN({service.STEEPEST_WAIT}*{{part.leg_pace}},{slope})"


def late_legs_text(queued: str, rate: str = "", left: str = "") -> str:
    """The same of the legs of a write, both phases together; `left`: what another time than the limit leaves them.

    The rate at which the wait for a leg ends is found as that of a read.
    """
    waiting = f"(1-(1-{queued})^{{part.write_phases}})"
    unserved = "" if left else "{part.unserved_legs}"
    rate = rate or _leg_rate_text(queued)
    return _late_text(
        left or "{part.left_for_legs}", waiting, rate, "{part.leg_steps}", "{part.leg_pace}", unserved)


def leg_rate(part: Part, queued: Value) -> Value:
    """The rate at which the wait for the legs of a write ends, per service time."""
    slope = (1 - queued) / (1 + (part.write_phases - 1) * queued) / part.residual
    return minimum(service.STEEPEST_WAIT * part.leg_pace, slope)


TAIL_OF_SHAPE = "({part.read_weight}*{late_reads}+(1-{part.read_weight})*(1-(1-{late_legs})^{part.write_fork}))"
"""Share of the I/Os that wait for the drives and take longer, from its reads and the legs of its writes."""


def _secant_text() -> str:
    """Where the line through the two steps before meets 0, as a native formula."""
    x0, x1, miss0, miss1 = "{second_before.x}", "{before.x}", "{second_before.miss}", "{before.miss}"
    return f"IF(ABS({miss1}-{miss0})<{service.FLAT:.0E},{x1},{x1}-{miss1}*({x1}-{x0})/({miss1}-{miss0}))"


_MISS = (
    f"LN(MAX({_LEAST_SHARE},{TAIL_OF_SHAPE})/(1-{{root.p}}))-LN(MAX({_LEAST_SHARE},1-{TAIL_OF_SHAPE})/{{root.p}})"
)
_LATE_READS, _LATE_LEGS = "reads that take longer", "legs of a write that take longer"
_MISSED, _OF_ODDS = "logarithm of the odds to be late over those wanted", "0: they are those"


class StepOfUtilization(Scope):
    """Steps to the utilisation at which a share of the I/Os is in time."""

    x: Figure[UtilizationStep | LastUtilization, Value] = Figure("step {step}: I/Os that find a queue", "0..1",
        lambda s: s.found[0], SHARE, "utilisation; of two latencies what meets the mean wait and its mean square",
        pattern="{root}_step_{step}", native="{next}")


class MissOfUtilization(Scope):
    """What a step misses, from which the next ones follow: the last has none."""

    late_reads: Figure[UtilizationStep, Value] = Figure("step {step}: " + _LATE_READS, "0..1",
        lambda s: service.late_reads(s.part.limit_times, s.x, s.part.load, s.part.constants), SHARE,
        pattern="{root}_step_{step}_reads", native=late_reads_text("{x}"))
    late_legs: Figure[UtilizationStep, Value] = Figure("step {step}: " + _LATE_LEGS, "0..1",
        lambda s: service.late_legs(s.part.limit_times, s.x, s.part.load, s.part.constants), SHARE,
        pattern="{root}_step_{step}_legs", native=late_legs_text("{x}"))
    miss: Figure[UtilizationStep, Value] = Figure("step {step}: " + _MISSED, "", lambda s: s.found[1], THREE,
        _OF_ODDS, pattern="{root}_step_{step}_miss", native=_MISS)


class StepOfTime(Scope):
    """Steps to the time within which a share of the I/Os ends."""

    x: Figure[TimeStep | LastTime, Value] = Figure("step {step}: service times", "x", lambda s: s.found[0], THREE,
        pattern="{root}_step_{step}", native="{next}")


class MissOfTime(Scope):
    """What a step misses, from which the next ones follow: the last has none."""

    late_reads: Figure[TimeStep, Value] = Figure("step {step}: " + _LATE_READS, "0..1",
        lambda s: service.late_reads(s.x, s.part.at_load.queued, s.part.load, s.part.constants), SHARE,
        pattern="{root}_step_{step}_reads",
        native=late_reads_text("{part.at_load.queued}", "{part.at_load.read_rate}", "{x}"))
    late_legs: Figure[TimeStep, Value] = Figure("step {step}: " + _LATE_LEGS, "0..1",
        lambda s: service.late_legs(s.x, s.part.at_load.queued, s.part.load, s.part.constants), SHARE,
        pattern="{root}_step_{step}_legs",
        native=late_legs_text(
            "{part.at_load.queued}", "{part.at_load.leg_rate}", "MAX(0,{x}-{part.lag})"))
    miss: Figure[TimeStep, Value] = Figure("step {step}: " + _MISSED, "", lambda s: s.found[1], THREE,
        _OF_ODDS, pattern="{root}_step_{step}_miss", native=_MISS)


FIRST_UTILIZATION = "MAX(0.05,1-1.2*{part.residual}*{root.slow}/{part.limit_times})"
SECOND_UTILIZATION = (
    f"MIN({service_targets.HIGHEST_UTILIZATION:f},MAX({{before.x}}+0.1*(1-{{before.x}}),"
    "1-0.8*{part.residual}*{root.fast}/{part.limit_times}))"
)
NEXT_UTILIZATION = (
    f"MIN({service_targets.HIGHEST_UTILIZATION:f},MAX({service_targets.LOWEST_UTILIZATION:f},"
    f"MIN(1-(1-{{before.x}})/8,MAX({{before.x}}/8,{_secant_text()}))))"
)
FIRST_TIME = "MAX({root.leg}/2,{root.leg}+{root.deviation}*({root.fast}-1))"
SECOND_TIME = (
    "MAX({before.x}*1.01,{part.write_phases}*{root.leg}+{root.deviation}*({root.slow}-{part.write_phases}))"
)
NEXT_TIME = f"MIN(1.5*{{before.x}},MAX({{before.x}}/2,{_secant_text()}))"
"""The first two steps and each later one, as native formulas."""


def _idle_late(root: TargetRoot) -> tuple[Value, Value]:
    least, part = service_targets.LOWEST_UTILIZATION, root.part
    return (
        service.late_reads(part.limit_times, least, part.load, part.constants),
        service.late_legs(part.limit_times, least, part.load, part.constants),
    )


def _utilization(root: TargetRoot) -> Value:
    """That at which so many find a queue, as their share follows from it at a load."""
    part, v = root.part, root.part.mean_variability
    queued = service_targets.shaped_utilization(root.share, part.limit_times, part.load, part.constants)
    return part.residual * queued / (v * (1 - queued) + part.residual * queued)


class EndOfTarget(Scope):
    """The utilisation that keeps the target; none where nearly idle drives miss it."""

    _LEAST = f"{service_targets.LOWEST_UTILIZATION:.0E}"
    _IN_TIME = f"{{part.cached_share}}+(1-{{part.cached_share}})*MAX(0,1-{TAIL_OF_SHAPE})"
    _QUEUED = "{part.residual}*{last_secant.x}"
    _BUSY = f"{_QUEUED}/({{part.mean_variability}}*(1-{{last_secant.x}})+{_QUEUED})"
    late_reads: Figure[TargetRoot, Value] = Figure("reads that take longer on nearly idle drives", "0..1",
        lambda r: _idle_late(r)[0], SHARE, native=late_reads_text(_LEAST))
    late_legs: Figure[TargetRoot, Value] = Figure("legs of a write that take longer on nearly idle drives", "0..1",
        lambda r: _idle_late(r)[1], SHARE, native=late_legs_text(_LEAST))
    utilization: Figure[TargetRoot, Value] = Figure("highest utilisation for the share", "0..1",
        _utilization, SHARE,
        native=f"IF(ROUND({{share}}-{{part.cached_share}},9)<=0,1,IF(ROUND({{share}}-({_IN_TIME}),9)<=0,{_BUSY},0))")


class StartOfTime(Scope):
    """What the steps to a percentile start from."""

    leg: Figure[PercentileRoot, Value] = Figure("mean of a leg", "x",
        lambda r: service.leg_mean(r.part.at_load.queued, r.part.residual), THREE,
        native="1+{part.residual}*{part.at_load.queued}/(1-{part.at_load.queued})")
    deviation: Figure[PercentileRoot, Value] = Figure("deviation of a leg", "x",
        lambda r: service.leg_deviation(r.part.at_load.queued, r.part.residual, r.part.shape), THREE,
        native="SQRT(1/{part.shape}+{part.residual}*{part.residual}*(1/((1-{part.at_load.queued})*(1-{part.at_load.queued}))-1))")


class EndOfTime(Scope):
    time: Figure[PercentileRoot, Value] = Figure("percentile, in service times", "x",
        lambda r: where(rounded(r.share - r.part.cached_share) <= 0, 0.0, r.last_secant.x), THREE,
        "0 where the cache alone answers that share")
