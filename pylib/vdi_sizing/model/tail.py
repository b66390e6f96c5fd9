"""How long the slower I/Os of a part take: the tail of its response time, and where a share of the I/Os ends.

Both are worked out in units of the mean response time of a drive. RAID 5 and 6 have no closed inverse: eight Newton
steps stand in eight rows of the Workings sheet, as in the library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value
from vdi_sizing.formulas import leg_times
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.formats import SHARE, THREE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import NewtonStep, Part, Root, RootStart


_READS, _WRITES = "{read_mix}*(1-{hit})", "(1-{read_mix})*(1-{write_back})"


def _factor(position: int, term: str, note: str = "") -> Figure[Part, Value]:
    """The factor of one term of the tail."""
    choices = ",".join(f"{factor:g}" for factor in leg_times.TAIL_TERMS[position - 1])
    reads = "{read_weight}+" if position == 1 else ""
    return Figure(f"factor of {term}", "",
        f"{reads}(1-{{read_weight}})*CHOOSE(3*({{write_phases}}-1)+{{write_fork}},{choices})",
        lambda p: p.tail[position - 1], THREE, note)


class TailOfPart(Scope):
    """Share of the I/Os that take longer than u: tail_1 e^-u + tail_2 u e^-u + ... + tail_6 u e^-3u."""

    read_weight: Figure[Part, Value] = Figure("reads among the I/Os that wait", "0..1",
        f"IF({_READS}+{_WRITES}=0,1,{_READS}/({_READS}+{_WRITES}))", lambda p: leg_times._read_weight(p.mix), SHARE)
    tail_1: Figure[Part, Value] = _factor(
        1, "e^-u", "1x1, 1x2, 1x3, 2x1, 2x2, 2x3: phases x operations that a write waits for")
    tail_2: Figure[Part, Value] = _factor(2, "u e^-u")
    tail_3: Figure[Part, Value] = _factor(3, "e^-2u")
    tail_4: Figure[Part, Value] = _factor(4, "u e^-2u")
    tail_5: Figure[Part, Value] = _factor(5, "e^-3u")
    tail_6: Figure[Part, Value] = _factor(6, "u e^-3u")


def tail_text(u: str) -> str:
    """Share of a part's I/Os that takes longer than u, as a native formula beside the part."""
    return (
        f"(({{part.tail_1}}+{{part.tail_2}}*{u}+({{part.tail_3}}+{{part.tail_4}}*{u}"
        f"+({{part.tail_5}}+{{part.tail_6}}*{u})*EXP(-{u}))*EXP(-{u}))*EXP(-{u}))"
    )


def _density_text(u: str) -> str:
    """Minus the derivative of the tail."""
    return (
        f"({{part.tail_1}}-{{part.tail_2}}+{{part.tail_2}}*{u}+(2*{{part.tail_3}}-{{part.tail_4}}+2*{{part.tail_4}}*{u}"
        f"+(3*{{part.tail_5}}-{{part.tail_6}}+3*{{part.tail_6}}*{u})*EXP(-{u}))*EXP(-{u}))*EXP(-{u})"
    )


class StartOfRoot(Scope):
    """u*, by eight Newton steps on the logarithm of the tail."""

    _SMALLEST = f"{leg_times.SMALLEST_SHARE:.9f}"
    _WAITING = "({share}-{part.cached_share})/(1-{part.cached_share})"
    p: Figure[Root, Value] = Figure("share of the I/Os that wait", "0..1",
        f"MIN(1-{_SMALLEST},MAX({_SMALLEST},IF(1-{{part.cached_share}}=0,0,{_WAITING})))",
        lambda r: leg_times._waiting_share(r.share, r.part.mix), THREE)
    fast: Figure[Root, Value] = Figure("where reads end", "u", "-LN(1-{p})", lambda r: r.bounds_and_steps[0], THREE,
        "lower bound")
    slow: Figure[Root, Value] = Figure("where writes end at the latest", "u",
        "-{part.write_phases}*LN(1-{p}^(1/({part.write_phases}*{part.write_fork})))", lambda r: r.bounds_and_steps[1],
        THREE, "upper bound")


class EndOfRoot(Scope):
    root: Figure[Root, Value] = Figure("root, in response times of a drive", "u",
        "IF(ROUND({share}-{part.cached_share},9)<=0,0,{last_step.u})",
        lambda r: leg_times._quantile_root(r.share, r.part.mix), THREE,
        "0 where the cache alone answers that share", pattern="{root}")


class StartingPoint(Scope):
    u: Figure[RootStart, Value] = Figure("start", "u",
        "-LN(1-2*{root.p}/({part.read_weight}+SQRT({part.read_weight}*{part.read_weight}+4*(1-{part.read_weight})*{root.p})))",
        lambda s: s.root.bounds_and_steps[2][0], THREE, "closed form of a mirrored pair", pattern="{root}_0")


class StepOfRoot(Scope):
    u: Figure[NewtonStep, Value] = Figure("Newton step {step}", "u",
        "MIN({root.slow},MAX({root.fast},{before.u}"
        f"+LN({tail_text('{before.u}')}/(1-{{root.p}}))"
        f"/MAX({leg_times.SMALLEST_HAZARD:.9f},{_density_text('{before.u}')}/{tail_text('{before.u}')})))",
        lambda s: s.root.bounds_and_steps[2][s.number], THREE, pattern="{root}_{step}")
