"""The curve of response times against load."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, flag, rounded, total_of
from vdi_sizing.model.capacity.response import FULL, deviation_of, leg_of, longest_beyond
from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import ONE, SHARE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, CurvePoint, Part


CURVE_POINTS, OFF_THE_CHART = 12, -1.0
"""Of the chart of response times; where it has a point that is none: its axis of the load begins at 0."""
_OFF = f"{OFF_THE_CHART:.0f}"


def _curve_of(p: Part, busy: Value) -> Value:
    leg = leg_of(p, busy)
    longest = longest_beyond(leg, p, deviation_of(p, busy))
    return p.curve_legs_ms * leg + (p.curve_deviations_ms + p.curve_forks_ms) * longest - p.curve_faster_ms


def _has_curve(b: Block) -> float:
    modelled = rounded(b.modelled_share - 1) == 0
    return flag(bool(b.steady.given and b.stands and modelled and not b.stands_in))


def _curve_share(c: CurvePoint) -> Value:
    if not c.block.has_curve:
        return OFF_THE_CHART
    return c.before.share if c.beyond else c.number / CURVE_POINTS


def _curve_ms(c: CurvePoint) -> Value:
    if not c.block.has_curve:
        return c.block.limit_used_ms
    if c.beyond:
        return c.before.ms
    return total_of(_curve_of(part, part.full_utilization * c.number / CURVE_POINTS) for part in c.block.parts)


def curve_texts(number: int) -> dict[str, str]:
    """Share and time of a point, as native formulas; a point beyond saturation repeats the one before.

    Where there is no curve, all points stand beside the chart, at a time that is drawn anyway: the limit.
    """
    share = f"{number}/{CURVE_POINTS}"
    legs, deviations, forks, faster, variability, unevenness, full = (
        f"{{block.tier1.{name}}}:{{block.cache.{name}}}"
        for name in (
            "curve_legs_ms", "curve_deviations_ms", "curve_forks_ms", "curve_faster_ms", "mean_variability",
            "curve_unevenness", "full_utilization")
    )
    spare = f"(1-{full}*{share})"
    leg = f"(1+{variability}*{full}*{share}/{spare})"
    even = f"SQRT({unevenness}^2)"  # its magnitude: two programs know no ABS over a range
    times = (
        f"SUMPRODUCT({legs}*{leg}+{deviations}*SQRT({even}+{variability}^2*(1/{spare}^2-1))"
        f"+{forks}*({leg}^2-1)/({leg}+{unevenness}))-SUM({faster})"
    )
    off = {"share_there": _OFF, "ms_there": "{block.limit_used_ms}"}
    on = {"share_there": share, "ms_there": times}
    there = {name: f"IF({{block.has_curve}}=0,{off[name]},{on[name]})" for name in on}
    if number == 0:
        return there
    beyond = f"ROUND({{block.curve_busiest}}*{share}-{FULL},9)>=0"
    before = {"share_there": "{before.share}", "ms_there": "{before.ms}"}
    return {name: f"IF({beyond},{before[name]},{text})" for name, text in there.items()}


class Curve(Scope):
    has_curve: Display[Block, float] = Display("a curve is drawn", "0/1",
        _has_curve, "0",
        "of a load, on drives whose response time is modelled; a design with an error has none",
        native="IF({in_use}*{steady.given}*{stands}*(ROUND({modelled_share}-1,9)=0)=1,1,0)")


class OfPoint(Scope):
    """A curve ends where a drive is saturated: the points beyond repeat the last one."""

    share: Display[CurvePoint, Value] = Display("point {number}: load over the limit of a block", "0..1",
        _curve_share, SHARE, pattern="curve_share_{number}", native="{share_there}")
    ms: Display[CurvePoint, Value] = Display("point {number}: mean response time", "ms",
        _curve_ms, ONE,
        pattern="curve_ms_{number}", native="{ms_there}")
    limit: Display[CurvePoint, Value] = Display("limit", "ms",
        lambda c: c.block.limit_used_ms, ONE, pattern="curve_limit_{number}")


def _operating(b: Block, without: Value, saturated: Value, at_load: Value) -> Value:
    if not b.has_curve:
        return without
    return saturated if b.at_load.saturated else at_load


class OperatingPoint(Scope):
    operating_share: Display[Block, Value] = Display("operating point: load over the limit of a block", "0..1",
        lambda b: _operating(b, OFF_THE_CHART, b.last_point.share, divide(b.load_vms, b.vms_carried, otherwise=0.0)),
        SHARE,
        "of the fullest block; where drives are saturated, the end of the curve")
    operating_ms: Display[Block, Value] = Display("operating point: mean response time", "ms",
        lambda b: _operating(b, b.limit_used_ms, b.last_point.ms, b.at_load.response_ms), ONE)
