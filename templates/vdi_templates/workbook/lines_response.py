"""Lines of the response time: the target per tier, the response at a block's load, and the workings behind them.

What RAID does to a response time has no closed inverse for RAID 5 and 6: eight Newton steps stand in eight rows of
the Workings sheet, as in the library.
"""

from __future__ import annotations

from collections.abc import Iterator

from vdi_sizing.formulas.leg_times import NEWTON_STEPS, SMALLEST_HAZARD, SMALLEST_SHARE, TAIL_TERMS
from vdi_sizing.formulas.response_target import LARGEST_IDLE_RATIO
from vdi_sizing.model.figures_response import CURVE_CAP, CURVE_POINTS, CURVE_REACH, FULL, UNTARGETED, UNUSED_TARGET
from vdi_sizing.model.sizing import DASH, NO_LIMIT, SATURATED
from vdi_sizing.scenario import PARTS
from vdi_templates.workbook.line import (
    FLAG,
    ONE,
    PART_TITLES,
    SHARE,
    THREE,
    TWO,
    VMS,
    VMS_EXACT,
    WHOLE,
    Line,
    Section,
    down,
    up,
)

_TERMS = ("e^-u", "u e^-u", "e^-2u", "u e^-2u", "e^-3u", "u e^-3u")
_NO_LIMIT = f"{NO_LIMIT:.0f}"
_NOT_FLASH = "queueing of the drives only, a RAM cache counts 0 ms; not to the millisecond for flash arrays"


def targets() -> tuple[Section, ...]:
    """The response target as a highest utilisation of each tier."""
    lines = [
        Line(
            "limit_used_ms", "response time limit", "ms",
            'IF({design.response_limit_ms}="",{settings.usual_limit_ms},{design.response_limit_ms})', ONE,
            "the design's target, or the usual limit",
        ),
        *(line for part in PARTS for line in _mix(part)),
        *(line for part in PARTS for line in _target(part)),
    ]  # fmt: skip
    return (Section("Response time: the target", tuple(lines)),)


def _mix(part: str) -> Iterator[Line]:
    title = PART_TITLES[part]
    if part == "cache":
        reads = "{steady_reads_per_vm}*{cache_read_hit}*{cache_used}"
        writes = "{steady_writes_per_vm}*{cache_write_hit}*{cache_used}"
    else:
        reads = f"{{steady_reads_per_vm}}*(1-{{cache_read_hit}})*{{{part}_share_of_reads}}"
        writes = f"{{steady_writes_per_vm}}*(1-{{cache_write_hit}})*{{{part}_share_of_writes}}"
    hit = "0" if part == "cache" else f"IF({{{part}_used}}=0,0,{{design.{part}_read_hit}})"
    write_back = "0" if part == "cache" else f'IF({{{part}_used}}=0,0,IF({{design.{part}_write_back}}="yes",1,0))'
    front, mix = f"{{{part}_front_iops}}", f"{{{part}_read_mix}}"
    yield Line(f"{part}_hit", f"{title}: reads answered by RAM", "0..1", hit, SHARE)
    yield Line(f"{part}_write_back", f"{title}: write-back", "0/1", write_back, FLAG)
    yield Line(f"{part}_front_iops", f"{title}: front-end IOPS per VM", "IOPS", f"{reads}+{writes}")
    yield Line(f"{part}_read_mix", f"{title}: read share of them", "0..1", f"IF({front}=0,1,({reads})/{front})", SHARE)
    yield Line(
        f"{part}_weight", f"{title}: share of the I/O", "0..1",
        f"IF({{steady_iops_per_vm}}=0,0,{front}/{{steady_iops_per_vm}})", SHARE,
    )  # fmt: skip
    yield Line(
        f"{part}_cached_share", f"{title}: I/Os that wait for no drive", "0..1",
        f"{mix}*{{{part}_hit}}+(1-{mix})*{{{part}_write_back}}", SHARE,
    )  # fmt: skip
    fork = f"{{{part}_write_fork}}"
    yield Line(
        f"{part}_mean_multiplier", f"{title}: mean, in response times of a drive", "x",
        f"{mix}*(1-{{{part}_hit}})+(1-{mix})*(1-{{{part}_write_back}})"
        f"*({{{part}_write_phases}}*(1+IF({fork}>=2,1/2,0)+IF({fork}>=3,1/3,0)))", THREE,
        "a mirrored write waits for the slower of two [exact for independent drives]",
    )  # fmt: skip


def _target(part: str) -> Iterator[Line]:
    title = PART_TITLES[part]
    yield Line(
        f"{part}_target_multiplier", f"{title}: target, in response times of a drive", "x",
        f'IF({{design.response_share}}="",{{{part}_mean_multiplier}},{{{part}_root}})', THREE, "from Workings",
    )  # fmt: skip
    ratio = f"({{{part}_target_multiplier}}*1000/{{{part}_steady_drive_iops}}/MAX(0.000000001,{{limit_used_ms}}))"
    slack = f"(1-MIN({LARGEST_IDLE_RATIO!r},{ratio}))"
    highest = f"IF(ROUND({ratio}-{LARGEST_IDLE_RATIO!r},9)<=0,{slack}/({slack}+{{design.variability}}*(1-{slack})),0)"
    yield Line(
        f"{part}_highest_utilization", f"{title}: highest utilisation for the target", "0..1",
        f'IF({{design.response_limit_ms}}="",1,IF(ROUND({{{part}_steady_backend_iops}},9)=0,1,{highest}))', SHARE,
        "0: unattainable with this drive, however many",
    )  # fmt: skip
    yield Line(
        f"{part}_response_vms", f"{title}: VMs by response time", "VMs",
        f"IF({{{part}_steady_backend_iops}}=0,{_NO_LIMIT},{{{part}_drives}}*{{{part}_steady_drive_iops}}"
        f"*{{{part}_highest_utilization}}/{{{part}_steady_backend_iops}})", VMS_EXACT,
    )  # fmt: skip


def response_limit() -> tuple[Section, ...]:
    """What limits a block where a response target is set."""
    vms = ",".join(f"{{{part}_response_vms}}" for part in PARTS)
    all_together = (
        f'IF({{design.response_share}}="",{{{UNTARGETED}response_ms}}-{{limit_used_ms}},'
        f"{{target_share}}-{{{UNTARGETED}within_share}})"
    )
    lines = (
        Line(
            "estimate_response", "estimate by response time", "VMs",
            f'IF({{design.response_limit_ms}}="",{_NO_LIMIT},MIN({_NO_LIMIT},{down(f"MIN({vms})")}))', VMS,
            "where each tier and the flash cache keep the target by themselves",
        ),
        Line(
            "loaded_vms", "VMs on a block without the response target", "VMs",
            "MIN({vms_whole},{limit_steady}:{limit_boot},{limit_capacity}:{limit_target})", WHOLE,
            "the users, or what every other limit lets a block carry",
        ),
        Line(
            "target_met", "all I/Os together meet the target there", "0/1",
            f'IF({{design.response_limit_ms}}="",1,IF(ROUND({all_together},9)<=0,1-{{{UNTARGETED}saturated}},0))', FLAG,
            "response times of that load: on Workings",
        ),
    )  # fmt: skip
    numbers = tuple(_at_load("loaded_vms", UNTARGETED))
    return (
        Section("Response time as a limit", lines),
        Section("Response time of a block that is filled without the response target", numbers, "Workings"),
    )


def response_at_load() -> tuple[Section, ...]:
    """The response time of a block that carries what all limits let it."""
    load = Line(
        "load_vms", "VMs on a block of these users", "VMs", "MIN({vms_whole},{vms_per_block})", WHOLE,
        "the users, or the VMs per block",
    )  # fmt: skip
    lines = tuple(_at_load("load_vms", ""))
    shown = tuple(line for line in lines if line.name.endswith(("utilization", "saturated")))
    numbers = tuple(line for line in lines if line not in shown)
    percentiles = tuple(
        Line(
            f"{part}_percentile_ms", f"{PART_TITLES[part]}: percentile reported, as a number", "ms",
            f"{{{part}_percentile_root}}*{{{part}_leg_ms}}", TWO, "of the percentile on the Settings sheet",
        )
        for part in PARTS
    )  # fmt: skip
    return (
        Section("Response time at the load of a block", (load, *shown)),
        Section("Response time at the load of a block, as numbers", (*numbers, *percentiles), "Workings"),
    )


def _at_load(vms: str, prefix: str) -> Iterator[Line]:
    for part in PARTS:
        yield from _part_at_load(part, vms, f"{prefix}{part}")
    for name, label, unit, number_format in (
        ("response_ms", "mean response time, as a number", "ms", TWO),
        ("within_share", "share within the limit, as a number", "0..1", SHARE),
    ):
        parts = "+".join(f"{{{part}_weight}}*{{{prefix}{part}_{name}}}" for part in PARTS)
        yield Line(f"{prefix}{name}", label, unit, parts, number_format, _NOT_FLASH)
    for name, label, unit, number_format in (
        ("utilization", "utilisation of the busiest drives", "0..1", SHARE),
        ("saturated", "a drive is saturated", "0/1", FLAG),
    ):
        parts = ",".join(f"{{{prefix}{part}_{name}}}" for part in PARTS)
        yield Line(f"{prefix}{name}", label, unit, f"MAX({parts})", number_format)


def _part_at_load(part: str, vms: str, own: str) -> Iterator[Line]:
    title = PART_TITLES[part]
    iops = f"{{{part}_steady_drive_iops}}"
    capable, load = f"({{{part}_drives}}*{iops})", f"{{{part}_steady_backend_iops}}"
    yield Line(
        f"{own}_utilization", f"{title}: utilisation", "0..1",
        f"IF({capable}=0,0,{{{vms}}}*{load}/{capable})", SHARE,
    )  # fmt: skip
    yield Line(
        f"{own}_saturated", f"{title}: saturated", "0/1", f"IF(ROUND({{{own}_utilization}}-{FULL},9)>=0,1,0)", FLAG
    )
    busy = f"({{{own}_utilization}}*(1-{{{own}_saturated}}))"
    yield Line(
        f"{own}_leg_ms", f"{title}: response time of a drive, as a number", "ms",
        f"1000/{iops}*(1+{{design.variability}}*{busy}/(1-{busy}))", TWO,
        "service time x (1 + v x utilisation / (1 - utilisation)); idle where saturated",
    )  # fmt: skip
    yield Line(
        f"{own}_response_ms", f"{title}: mean response time, as a number", "ms",
        f"{{{own}_leg_ms}}*{{{part}_mean_multiplier}}", TWO, _NOT_FLASH,
    )  # fmt: skip
    u = f"({{limit_used_ms}}/{{{own}_leg_ms}})"
    cached = f"{{{part}_cached_share}}"
    yield Line(
        f"{own}_within_share", f"{title}: share within the limit", "0..1",
        f"IF({{{own}_saturated}}=1,{cached},{cached}+(1-{cached})*MAX(0,1-{_tail(part, u)}))", SHARE, _NOT_FLASH,
    )  # fmt: skip


def response_in_words() -> Iterator[Line]:
    """Response times as a person reads them: a number, or why there is none."""
    for prefix, vms, note in (
        ("", "load_vms", "by the drives' ratings; of flash not to the millisecond"),
        (UNTARGETED, "loaded_vms", "on a block that is filled without the response target"),
    ):
        for words, figure, label, unit, number_format in (
            ("response_words", "response_ms", "mean response time", "ms", ONE),
            ("within_words", "within_share", "share of the I/Os within the limit", "0..1", SHARE),
        ):
            without = ", without the target" if prefix else ""
            yield _in_words(
                f"{prefix}{words}", label + without, unit, number_format, note,
                f"{{steady_iops_per_vm}}*{{{vms}}}", f"{{{prefix}saturated}}", f"{{{prefix}{figure}}}",
            )  # fmt: skip
    for part in PARTS:
        for words, figure, label in (
            ("response_words", "response_ms", "mean response time"),
            ("percentile_words", "percentile_ms", "percentile of the Settings"),
        ):
            yield _in_words(
                f"{part}_{words}", f"{PART_TITLES[part]}: {label}", "ms", TWO, _NOT_FLASH,
                f"{{{part}_weight}}*{{load_vms}}", f"{{{part}_saturated}}", f"{{{part}_{figure}}}",
            )  # fmt: skip


def _in_words(
    name: str, label: str, unit: str, number_format: str, note: str, load: str, saturated: str, figure: str
) -> Line:
    formula = f'IF({load}=0,"{DASH}",IF({saturated}=1,"{SATURATED}",{figure}))'
    return Line(name, label, unit, formula, number_format, note)


# --- workings -----------------------------------------------------------------------------------------


def workings() -> tuple[Section, ...]:
    """Tail of the response time, the two roots of each tier, and the curves of the chart."""
    target = Line(
        "target_share", "share that has to keep the limit", "0..1",
        f'IF({{design.response_share}}="",{UNUSED_TARGET},{{design.response_share}})', SHARE,
        "without effect where the mean has to keep it",
    )  # fmt: skip
    return (
        Section("Target", (target,), "Workings"),
        *(Section(f"Tail of the response time: {PART_TITLES[p]}", tuple(_tail_lines(p)), "Workings") for p in PARTS),
        *(
            Section(title.format(PART_TITLES[part]), tuple(_root(part, name, share)), "Workings")
            for part in PARTS
            for title, name, share in (
                ("Root of the target: {}", "root", "{target_share}"),
                ("Root of the percentile reported: {}", "percentile_root", "{settings.percentile_share}"),
            )
        ),
        Section("Response time against VMs per block, for the chart", tuple(_curves()), "Workings"),
    )


def _tail_lines(part: str) -> Iterator[Line]:
    title = PART_TITLES[part]
    mix = f"{{{part}_read_mix}}"
    reads, writes = f"{mix}*(1-{{{part}_hit}})", f"(1-{mix})*(1-{{{part}_write_back}})"
    yield Line(
        f"{part}_read_weight", f"{title}: reads among the I/Os that wait", "0..1",
        f"IF({reads}+{writes}=0,1,{reads}/({reads}+{writes}))", SHARE,
    )  # fmt: skip
    weight = f"{{{part}_read_weight}}"
    layout = f"3*({{{part}_write_phases}}-1)+{{{part}_write_fork}}"
    for position, (term, factors) in enumerate(zip(_TERMS, TAIL_TERMS, strict=True), start=1):
        choices = ",".join(f"{factor:g}" for factor in factors)
        first = f"{weight}+" if position == 1 else ""
        yield Line(
            f"{part}_tail_{position}", f"{title}: factor of {term}", "", f"{first}(1-{weight})*CHOOSE({layout},{choices})",
            THREE, "1x1, 1x2, 1x3, 2x1, 2x2, 2x3: phases x operations that a write waits for" if position == 1 else "",
        )  # fmt: skip


def _tail(part: str, u: str) -> str:
    """Share that takes longer than u."""
    a, au, b, bu, c, cu = (f"{{{part}_tail_{position}}}" for position in range(1, 7))
    e = f"EXP(-{u})"
    return f"(({a}+{au}*{u}+({b}+{bu}*{u}+({c}+{cu}*{u})*{e})*{e})*{e})"


def _density(part: str, u: str) -> str:
    """Minus the derivative of the tail."""
    a, au, b, bu, c, cu = (f"{{{part}_tail_{position}}}" for position in range(1, 7))
    e = f"EXP(-{u})"
    return f"({a}-{au}+{au}*{u}+(2*{b}-{bu}+2*{bu}*{u}+(3*{c}-{cu}+3*{cu}*{u})*{e})*{e})*{e}"


def _root(part: str, name: str, share: str) -> Iterator[Line]:
    """u*, by eight Newton steps on the logarithm of the tail."""
    title, own = PART_TITLES[part], f"{part}_{name}"
    cached, reads = f"{{{part}_cached_share}}", f"{{{part}_read_weight}}"
    smallest = f"{SMALLEST_SHARE:.9f}"
    yield Line(
        f"{own}_p", f"{title}: share of the I/Os that wait", "0..1",
        f"MIN(1-{smallest},MAX({smallest},IF(1-{cached}=0,0,({share}-{cached})/(1-{cached}))))", THREE,
    )  # fmt: skip
    p = f"{{{own}_p}}"
    yield Line(f"{own}_fast", f"{title}: where reads end", "u", f"-LN(1-{p})", THREE, "lower bound")
    phases, fork = f"{{{part}_write_phases}}", f"{{{part}_write_fork}}"
    yield Line(
        f"{own}_slow", f"{title}: where writes end at the latest", "u",
        f"-{phases}*LN(1-{p}^(1/({phases}*{fork})))", THREE, "upper bound",
    )  # fmt: skip
    yield Line(
        f"{own}_0", f"{title}: start", "u", f"-LN(1-2*{p}/({reads}+SQRT({reads}*{reads}+4*(1-{reads})*{p})))", THREE,
        "closed form of a mirrored pair",
    )  # fmt: skip
    for step in range(1, NEWTON_STEPS + 1):
        u = f"{{{own}_{step - 1}}}"
        tail, density = _tail(part, u), _density(part, u)
        yield Line(
            f"{own}_{step}", f"{title}: Newton step {step}", "u",
            f"MIN({{{own}_slow}},MAX({{{own}_fast}},{u}+LN({tail}/(1-{p}))/MAX({SMALLEST_HAZARD:.9f},{density}/{tail})))",
            THREE,
        )  # fmt: skip
    yield Line(
        own, f"{title}: root, in response times of a drive", "u",
        f"IF(ROUND({share}-{cached},9)<=0,0,{{{own}_{NEWTON_STEPS}}})", THREE, "0 where the cache alone answers that share",
    )  # fmt: skip


def _curves() -> Iterator[Line]:
    yield Line(
        "curve_cap_ms", "highest point of the chart", "ms", f"{CURVE_CAP:g}*MAX({{all.limit_used_ms}})", ONE,
        "four times the longest limit; beyond lies saturation",
    )  # fmt: skip
    for part in PARTS:
        capable = f"({{{part}_drives}}*{{{part}_steady_drive_iops}})"
        load = f"{{{part}_steady_backend_iops}}"
        yield Line(
            f"{part}_saturation_vms", f"{PART_TITLES[part]}: VMs at saturation", "VMs",
            f"IF({load}=0,{_NO_LIMIT},{capable}/{load})", VMS_EXACT,
        )  # fmt: skip
        yield Line(
            f"{part}_idle_ms", f"{PART_TITLES[part]}: part of the mean when idle", "ms",
            f"{{{part}_weight}}*{{{part}_mean_multiplier}}*1000/{{{part}_steady_drive_iops}}",
        )  # fmt: skip
    points = range(1, CURVE_POINTS + 1)
    for point in points:
        reach = f"MAX({{all.loaded_vms}})*{CURVE_REACH:g}*{point}/{CURVE_POINTS}"
        yield Line(f"curve_vms_{point}", f"point {point}: VMs per block", "VMs", up(reach), WHOLE)
    for point in points:
        vms = f"{{curve_vms_{point}}}"
        terms = "+".join(_curve(part, vms) for part in PARTS)
        yield Line(
            f"curve_ms_{point}", f"point {point}: mean response time", "ms", f"MIN({{curve_cap_ms}},{terms})", ONE
        )
    for point in points:
        yield Line(f"curve_limit_{point}", "limit", "ms", "{limit_used_ms}", ONE)


def _curve(part: str, vms: str) -> str:
    spare = f"({{{part}_saturation_vms}}-{vms})"
    return f"IF(ROUND({spare},9)<=0,{{curve_cap_ms}},{{{part}_idle_ms}}*(1+{{design.variability}}*{vms}/{spare}))"
