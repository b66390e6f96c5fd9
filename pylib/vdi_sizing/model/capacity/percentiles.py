"""How long the slower I/Os of a part take: the tail of its response time, and where a share of the I/Os ends.

Where service times are exponential both are worked out in units of the mean response time of a drive. RAID 5 and 6 have
no closed inverse: eight Newton steps stand in eight rows of the Workings sheet, as in the library. Where service times
are more even, the unit is the service time, and fifteen secant steps lead to the utilisation that keeps a target, and
to the time of a percentile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, maximum, minimum, rounded, where
from vdi_sizing.formulas import leg_times, service, service_targets
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.formats import FLAG, SHARE, THREE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import (
        NewtonStep,
        Part,
        PercentileRoot,
        Root,
        RootStart,
        TargetRoot,
        TimeStep,
        UtilizationStep,
    )


_READS, _WRITES = "{read_mix}*(1-{hit})", "(1-{read_mix})*(1-{write_back})"


def _factor(position: int, term: str, note: str = "") -> Figure[Part, Value]:
    """The factor of one term of the tail."""
    choices = ",".join(f"{factor:g}" for factor in leg_times.TAIL_TERMS[position - 1])
    reads = "{read_weight}+" if position == 1 else ""
    return Figure(f"factor of {term}", "",
        lambda p: p.tail[position - 1], THREE, note,
        native=f"{reads}(1-{{read_weight}})*CHOOSE(3*({{write_phases}}-1)+{{write_fork}},{choices})")


_LEAST_SHARE = f"{service.SMALLEST_TAIL:.0E}"


def _unserved_text(shape: str, steps: str) -> str:
    """Share of the services that are not over after so many steps, as a native formula."""
    return f"POISSON({shape}-1,MAX({_LEAST_SHARE},MIN({service.LARGEST_STEPS:g},{steps})),TRUE)"


class TailOfPart(Scope):
    """Share of the I/Os that take longer than u: tail_1 e^-u + tail_2 u e^-u + ... + tail_6 u e^-3u."""

    read_weight: Figure[Part, Value] = Figure("reads among the I/Os that wait", "0..1",
        lambda p: leg_times._read_weight(p.mix), SHARE)
    tail_1: Figure[Part, Value] = _factor(
        1, "e^-u", "1x1, 1x2, 1x3, 2x1, 2x2, 2x3: phases x operations that a write waits for")
    tail_2: Figure[Part, Value] = _factor(2, "u e^-u")
    tail_3: Figure[Part, Value] = _factor(3, "e^-2u")
    tail_4: Figure[Part, Value] = _factor(4, "u e^-2u")
    tail_5: Figure[Part, Value] = _factor(5, "e^-3u")
    tail_6: Figure[Part, Value] = _factor(6, "u e^-3u")
    leg_steps: Figure[Part, Value] = Figure("evenness of the legs of a write, its phases together", "",
        lambda p: p.write_phases * p.shape, FLAG, "phases x evenness of the service times")
    left_for_legs: Figure[Part, Value] = Figure("limit for the legs of a write", "x",
        lambda p: maximum(0.0, p.limit_times / p.write_phases - p.lag), THREE,
        "in service times, per phase, less the lag of the two phases")
    leg_slope: Figure[Part, Value] = Figure("rate at which the wait for the legs of a write ends on idle drives", "",
        lambda p: p.write_phases / p.variability, THREE, "per service time")
    unserved_reads: Figure[Part, Value] = Figure("reads that take longer than the limit without a wait", "0..1",
        lambda p: service.erlang_tail(p.shape, p.shape * p.limit_times), SHARE,
        native=_unserved_text("{shape}", "{shape}*{limit_times}"))
    unserved_legs: Figure[Part, Value] = Figure("legs of a write that take longer than the limit without a wait",
        "0..1", lambda p: service.erlang_tail(p.leg_steps, p.leg_steps * p.left_for_legs), SHARE,
        native=_unserved_text("{leg_steps}", "{leg_steps}*{left_for_legs}"))


def tail_text(u: str) -> str:
    """Share of a part's I/Os that takes longer than u, as a native formula beside the part."""
    return f"({_slow_part_text(u)}*EXP(-{u}))"


def _slow_part_text(u: str) -> str:
    """The tail without the factor e^-u of all its terms."""
    return (
        f"({{part.tail_1}}+{{part.tail_2}}*{u}+({{part.tail_3}}+{{part.tail_4}}*{u}"
        f"+({{part.tail_5}}+{{part.tail_6}}*{u})*EXP(-{u}))*EXP(-{u}))"
    )


def _density_text(u: str) -> str:
    """Minus the derivative of the tail, without the same factor."""
    return (
        f"({{part.tail_1}}-{{part.tail_2}}+{{part.tail_2}}*{u}+(2*{{part.tail_3}}-{{part.tail_4}}+2*{{part.tail_4}}*{u}"
        f"+(3*{{part.tail_5}}-{{part.tail_6}}+3*{{part.tail_6}}*{u})*EXP(-{u}))*EXP(-{u}))"
    )


class StartOfRoot(Scope):
    """u*, by eight Newton steps on the logarithm of the tail."""

    _SMALLEST = f"{leg_times.SMALLEST_SHARE:.9f}"
    _WAITING = "({share}-{part.cached_share})/(1-{part.cached_share})"
    p: Figure[Root, Value] = Figure("share of the I/Os that wait", "0..1",
        lambda r: leg_times._waiting_share(r.share, r.part.mix), THREE,
        native=f"MIN(1-{_SMALLEST},MAX({_SMALLEST},IF(1-{{part.cached_share}}=0,0,{_WAITING})))")
    fast: Figure[Root, Value] = Figure("where reads end", "u", lambda r: r.bounds_and_steps[0], THREE,
        "lower bound", native="-LN(1-{p})")
    slow: Figure[Root, Value] = Figure("where writes end at the latest", "u", lambda r: r.bounds_and_steps[1],
        THREE, "upper bound", native="-{part.write_phases}*LN(1-{p}^(1/({part.write_phases}*{part.write_fork})))")


class EndOfRoot(Scope):
    root: Figure[Root, Value] = Figure("root, in response times of a drive", "u",
        lambda r: leg_times._quantile_root(r.share, r.part.mix), THREE,
        "0 where the cache alone answers that share", pattern="{root}",
        native="IF(ROUND({share}-{part.cached_share},9)<=0,0,{last_step.u})")


class StartingPoint(Scope):
    u: Figure[RootStart, Value] = Figure("start", "u",
        lambda s: s.root.bounds_and_steps[2][0], THREE, "closed form of a mirrored pair", pattern="{root}_0",
        native="-LN(1-2*{root.p}/({part.read_weight}+SQRT({part.read_weight}*{part.read_weight}+4*(1-{part.read_weight})*{root.p})))")


class StepOfRoot(Scope):
    u: Figure[NewtonStep, Value] = Figure("Newton step {step}", "u",
        lambda s: s.root.bounds_and_steps[2][s.number], THREE, pattern="{root}_{step}",
        native="MIN({root.slow},MAX({root.fast},{before.u}"
        f"+(LN({_slow_part_text('{before.u}')}/(1-{{root.p}}))-{{before.u}})"
        f"/MAX({leg_times.SMALLEST_HAZARD:.0E},{_density_text('{before.u}')}/{_slow_part_text('{before.u}')})))")


def _late_text(time: str, waiting: str, rate: str, shape: str, unserved: str = "") -> str:
    """Share of the legs that take longer, as a native formula: the service is not over, or the wait was not.

    `unserved`: the first of the two, where a figure gives it.
    """
    unserved = unserved or _unserved_text(shape, f"{shape}*{time}")
    later = _unserved_text(shape, f"({shape}-{rate})*{time}")
    return f"({unserved}+{waiting}*EXP(-{rate}*{time})/(1-{rate}/{shape})^{shape}*(1-{later}))"


def late_reads_text(busy: str, rate: str = "", time: str = "") -> str:
    """Share of the reads that take longer than the limit, or another time in service times, as a native formula.

    The rate at which the wait ends follows from how busy the drives are, where no figure gives it.
    """
    rate = rate or f"MIN({service.STEEPEST_WAIT}*{{part.shape}},(1-{busy})/{{part.variability}})"
    unserved = "" if time else "{part.unserved_reads}"
    return _late_text(time or "{part.limit_times}", busy, rate, "{part.shape}", unserved)


def read_rate(part: Part, busy: Value) -> Value:
    """The rate at which the wait of a read ends, per service time."""
    return minimum(service.STEEPEST_WAIT * part.shape, (1 - busy) / part.variability)


def _leg_rate_text(busy: str) -> str:
    slope = f"{{part.leg_slope}}*(1-{busy})/(1+({{part.write_phases}}-1)*{busy})"
    return f"MIN({service.STEEPEST_WAIT}*{{part.leg_steps}},{slope})"


def late_legs_text(busy: str, rate: str = "", left: str = "") -> str:
    """The same of the legs of a write, both phases together; `left`: what another time than the limit leaves them.

    The rate at which the wait for a leg ends is found as that of a read.
    """
    waiting = f"(1-(1-{busy})^{{part.write_phases}})"
    unserved = "" if left else "{part.unserved_legs}"
    rate = rate or _leg_rate_text(busy)
    return _late_text(left or "{part.left_for_legs}", waiting, rate, "{part.leg_steps}", unserved)


def leg_rate(part: Part, busy: Value) -> Value:
    """The rate at which the wait for the legs of a write ends, per service time."""
    phases = part.write_phases
    return minimum(
        service.STEEPEST_WAIT * part.leg_steps, part.leg_slope * (1 - busy) / (1 + (phases - 1) * busy))


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

    x: Figure[UtilizationStep, Value] = Figure("step {step}: utilisation", "0..1", lambda s: s.found[0],
        SHARE,        pattern="{root}_step_{step}", native="{next}")
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

    x: Figure[TimeStep, Value] = Figure("step {step}: service times", "x", lambda s: s.found[0], THREE,
        pattern="{root}_step_{step}", native="{next}")
    late_reads: Figure[TimeStep, Value] = Figure("step {step}: " + _LATE_READS, "0..1",
        lambda s: service.late_reads(s.x, s.part.at_load.busy, s.part.load, s.part.constants), SHARE,
        pattern="{root}_step_{step}_reads",
        native=late_reads_text("{part.at_load.busy}", "{part.at_load.read_rate}", "{x}"))
    late_legs: Figure[TimeStep, Value] = Figure("step {step}: " + _LATE_LEGS, "0..1",
        lambda s: service.late_legs(s.x, s.part.at_load.busy, s.part.load, s.part.constants), SHARE,
        pattern="{root}_step_{step}_legs",
        native=late_legs_text(
            "{part.at_load.busy}", "{part.at_load.leg_rate}", "MAX(0,{x}/{part.write_phases}-{part.lag})"))
    miss: Figure[TimeStep, Value] = Figure("step {step}: " + _MISSED, "", lambda s: s.found[1], THREE,
        _OF_ODDS, pattern="{root}_step_{step}_miss", native=_MISS)


FIRST_UTILIZATION = "MAX(0.05,1-1.2*{part.variability}*{root.slow}/{part.limit_times})"
SECOND_UTILIZATION = (
    f"MIN({service_targets.HIGHEST_UTILIZATION:f},MAX({{before.x}}+0.1*(1-{{before.x}}),"
    "1-0.8*{part.variability}*{root.fast}/{part.limit_times}))"
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
    """Of exponential service 1 - v x / (1 - (1 - v) x), with x the root over the limit: 1 - x where v is 1."""
    part, v = root.part, root.part.tail_variability
    highest = service_targets.utilization_for_share(root.share, part.limit_times, part.load)
    ratio = 1 - highest
    raised = 1 - v * ratio / (1 - (1 - v) * ratio)
    return where(part.shape == 1, where(highest == 0, 0.0, raised), highest)


class EndOfTarget(Scope):
    """The utilisation that keeps the target; none where nearly idle drives miss it."""

    _LEAST = f"{service_targets.LOWEST_UTILIZATION:.0E}"
    _IN_TIME = f"{{part.cached_share}}+(1-{{part.cached_share}})*MAX(0,1-{TAIL_OF_SHAPE})"
    _IDLE_RATIO = "({root}/MAX(0.000000001,{part.limit_times}))"
    _MOST = repr(service_targets.LARGEST_IDLE_RATIO)
    _LEAST_RATIO = f"MIN({_MOST},{_IDLE_RATIO})"
    _SPARE = f"{{part.tail_variability}}*{_LEAST_RATIO}/(1-(1-{{part.tail_variability}})*{_LEAST_RATIO})"
    _EXPONENTIAL = f"IF(ROUND({_IDLE_RATIO}-{_MOST},9)<=0,1-{_SPARE},0)"
    late_reads: Figure[TargetRoot, Value] = Figure("reads that take longer on nearly idle drives", "0..1",
        lambda r: _idle_late(r)[0], SHARE, native=late_reads_text(_LEAST))
    late_legs: Figure[TargetRoot, Value] = Figure("legs of a write that take longer on nearly idle drives", "0..1",
        lambda r: _idle_late(r)[1], SHARE, native=late_legs_text(_LEAST))
    utilization: Figure[TargetRoot, Value] = Figure("highest utilisation for the share", "0..1",
        _utilization, SHARE,
        native=f"IF(ROUND({{share}}-{{part.cached_share}},9)<=0,1,IF({{part.shape}}=1,{_EXPONENTIAL},"
        f"IF(ROUND({{share}}-({_IN_TIME}),9)<=0,{{last_secant.x}},0)))")


class StartOfTime(Scope):
    """What the steps to a percentile start from."""

    leg: Figure[PercentileRoot, Value] = Figure("mean of a leg", "x",
        lambda r: service.leg_mean(r.part.at_load.busy, r.part.load), THREE,
        native="1+{part.variability}*{part.at_load.busy}/(1-{part.at_load.busy})")
    deviation: Figure[PercentileRoot, Value] = Figure("deviation of a leg", "x",
        lambda r: service.leg_deviation(r.part.at_load.busy, r.part.load), THREE,
        native="SQRT(1/{part.shape}+{part.variability}*{part.variability}*(1/((1-{part.at_load.busy})*(1-{part.at_load.busy}))-1))")


class EndOfTime(Scope):
    time: Figure[PercentileRoot, Value] = Figure("percentile, in service times", "x",
        lambda r: where(rounded(r.share - r.part.cached_share) <= 0, 0.0, r.secants[-1].x), THREE,
        "0 where the cache alone answers that share; used where the evenness is above 1")
