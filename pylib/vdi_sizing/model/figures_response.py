"""Figures of a design's response time: per tier, over the tiers, and how many VMs and drives meet a target.

Sections of `sizing.compute`: before the drives are counted, a target becomes the highest utilisation of each
tier and of the flash cache. Where each of them keeps it, all I/Os together do. Where one does not, all together
may: that is looked at for the load that the other limits let a block carry. Last comes the response time at the
load that the block gets. Only the steady load counts; nothing is claimed of flash arrays to the millisecond,
whose controllers and networks the model does not know.
"""

from __future__ import annotations

from typing import Any

from vdi_sizing._arrays import Value, divide, maximum, minimum, round_down, round_up, rounded, where
from vdi_sizing.formulas.leg_times import (
    Mix,
    mean_multiplier,
    quantile_root,
    root_workings,
    share_within,
    tail_workings,
)
from vdi_sizing.formulas.response_target import highest_utilization
from vdi_sizing.formulas.response_time import drive_response_ms
from vdi_sizing.scenario import PARTS, TIERS

Figures = dict[str, Any]

TIER_NAMES = tuple(f"tier{k}" for k in TIERS)
CURVE_POINTS = 12
CURVE_REACH, CURVE_CAP = 1.25, 4.0
"""The chart reaches beyond the largest load by the first, and ends at this multiple of the longest limit."""
FULL = 0.999999
"""From this utilisation on a drive counts as saturated: so near to 1, a rounding error would decide on the time."""
UNTARGETED = "untargeted_"
"""Begins the names of figures for a block that is filled without regard to the response target."""
UNUSED_TARGET = 0.5
"""Stands for the share where the mean is the target; nothing depends on it then."""


def targets(x: Figures) -> None:
    """The highest utilisation at which each tier, and the flash cache, meets the response target by itself."""
    limit, share = x["design.response_limit_ms"], x["design.response_share"]
    x["limit_used_ms"] = x["settings.usual_limit_ms"] if limit is None else limit
    x["target_share"] = UNUSED_TARGET if share is None else share
    for part in PARTS:
        _mix(x, part)
        x[f"{part}_root"] = quantile_root(x["target_share"], *_layout(x, part))
        x[f"{part}_target_multiplier"] = x[f"{part}_mean_multiplier"] if share is None else x[f"{part}_root"]
        highest = highest_utilization(
            x["limit_used_ms"], x[f"{part}_target_multiplier"], x[f"{part}_steady_drive_iops"], x["design.variability"]
        )
        unused = rounded(x[f"{part}_steady_backend_iops"]) == 0
        no_target = 1.0 + 0 * highest
        x[f"{part}_highest_utilization"] = no_target if limit is None else where(unused, 1.0, highest)


def _mix(x: Figures, part: str) -> None:
    """What the part's response time depends on, apart from the speed of its drives."""
    if part == "cache":
        reads = x["steady_reads_per_vm"] * x["cache_read_hit"] * x["cache_used"]
        writes = x["steady_writes_per_vm"] * x["cache_write_hit"] * x["cache_used"]
        x["cache_hit"], x["cache_write_back"] = 0.0, 0.0
    else:
        reads = x["steady_reads_per_vm"] * (1 - x["cache_read_hit"]) * x[f"{part}_share_of_reads"]
        writes = x["steady_writes_per_vm"] * (1 - x["cache_write_hit"]) * x[f"{part}_share_of_writes"]
        x[f"{part}_hit"] = x[f"design.{part}_read_hit"]
        x[f"{part}_write_back"] = float(x[f"design.{part}_write_back"])
    x[f"{part}_front_iops"] = reads + writes
    x[f"{part}_read_mix"] = divide(reads, x[f"{part}_front_iops"], otherwise=1.0)
    x[f"{part}_weight"] = divide(x[f"{part}_front_iops"], x["steady_iops_per_vm"], otherwise=0.0)
    x[f"{part}_cached_share"] = (
        x[f"{part}_read_mix"] * x[f"{part}_hit"] + (1 - x[f"{part}_read_mix"]) * x[f"{part}_write_back"]
    )
    x[f"{part}_mean_multiplier"] = mean_multiplier(*_layout(x, part))


def _layout(x: Figures, part: str) -> tuple[Value, ...]:
    return tuple(x[f"{part}_{name}"] for name in ("read_mix", "write_phases", "write_fork", "hit", "write_back"))


def drives_by_response(x: Figures) -> None:
    """Drives per tier for the response target at the VMs of a full block; 0 where it is unattainable."""
    limit = x["design.response_limit_ms"]
    for tier in TIER_NAMES:
        load = x["target_vms"] * x[f"{tier}_steady_backend_iops"]
        drives = divide(load, x[f"{tier}_steady_drive_iops"] * x[f"{tier}_highest_utilization"], otherwise=0.0)
        x[f"{tier}_drives_by_response"] = 0.0 if limit is None else round_up(drives)


def response_limit(x: Figures, no_limit: float, other_limits: list[Value]) -> None:
    """VMs per block that keep the response target: in every part, or else in all together."""
    for part in PARTS:
        sustained = x[f"{part}_drives"] * x[f"{part}_steady_drive_iops"] * x[f"{part}_highest_utilization"]
        x[f"{part}_response_vms"] = divide(sustained, x[f"{part}_steady_backend_iops"], no_limit)
    vms = minimum(*(x[f"{part}_response_vms"] for part in PARTS))
    targeted = x["design.response_limit_ms"] is not None
    x["estimate_response"] = minimum(no_limit, round_down(vms)) if targeted else no_limit
    x["loaded_vms"] = minimum(x["vms_whole"], *other_limits)
    _at_load(x, x["loaded_vms"], UNTARGETED)
    x["target_met"] = _target_met(x) if targeted else 1.0
    binds = where(x["estimate_response"] < x["loaded_vms"], 1.0 - x["target_met"], 1.0)
    # met at the load of all users says nothing of more; met where another limit binds, it is no limit
    known_for = where(x["loaded_vms"] < x["vms_whole"], no_limit, x["loaded_vms"])
    limit = where(binds == 1, x["estimate_response"], known_for)
    x["limit_response"] = limit if x["design.measured_vms"] is None else no_limit


def _target_met(x: Figures) -> Value:
    """Whether all I/Os together meet the target at the load that the other limits let a block carry."""
    if x["design.response_share"] is None:
        missing = x[f"{UNTARGETED}response_ms"] - x["limit_used_ms"]
    else:
        missing = x["target_share"] - x[f"{UNTARGETED}within_share"]
    return where(rounded(missing) <= 0, 1.0 - x[f"{UNTARGETED}saturated"], 0.0)


def response_at_load(x: Figures, no_limit: float) -> None:
    """Response time of a block that carries what all limits let it, and no more than the users."""
    x["load_vms"] = minimum(x["vms_whole"], x["vms_per_block"])
    _at_load(x, x["load_vms"])
    for part in PARTS:
        x[f"{part}_percentile_root"] = quantile_root(x["settings.percentile_share"], *_layout(x, part))
        x[f"{part}_percentile_ms"] = x[f"{part}_percentile_root"] * x[f"{part}_leg_ms"]
        x[f"{part}_saturation_vms"] = _vms_at_saturation(x, part, no_limit)
        x[f"{part}_idle_ms"] = (
            x[f"{part}_weight"] * x[f"{part}_mean_multiplier"] * 1000 / x[f"{part}_steady_drive_iops"]
        )


def _vms_at_saturation(x: Figures, part: str, no_limit: float) -> Value:
    capable = x[f"{part}_drives"] * x[f"{part}_steady_drive_iops"]
    return divide(capable, x[f"{part}_steady_backend_iops"], otherwise=no_limit)


def _at_load(x: Figures, vms: Value, prefix: str = "") -> None:
    """Mean and share within the limit at a number of VMs per block: of each part, and of all I/Os."""
    totals = {name: f"{prefix}{name}" for name in ("response_ms", "within_share", "saturated", "utilization")}
    x.update(dict.fromkeys(totals.values(), 0.0))
    for part in PARTS:
        own = f"{prefix}{part}"
        _part_at_load(x, part, vms, own)
        for name in ("response_ms", "within_share"):
            x[totals[name]] = x[totals[name]] + x[f"{part}_weight"] * x[f"{own}_{name}"]
        for name in ("saturated", "utilization"):
            x[totals[name]] = maximum(x[totals[name]], x[f"{own}_{name}"])


def _part_at_load(x: Figures, part: str, vms: Value, own: str) -> None:
    drive_iops = x[f"{part}_steady_drive_iops"]
    capable = x[f"{part}_drives"] * drive_iops
    x[f"{own}_utilization"] = divide(vms * x[f"{part}_steady_backend_iops"], capable, otherwise=0.0)
    saturated = rounded(x[f"{own}_utilization"] - FULL) >= 0
    x[f"{own}_saturated"] = where(saturated, 1.0, 0.0)
    busy = x[f"{own}_utilization"] * (1 - x[f"{own}_saturated"])
    x[f"{own}_leg_ms"] = drive_response_ms(drive_iops, busy, x["design.variability"])
    x[f"{own}_response_ms"] = x[f"{own}_leg_ms"] * x[f"{part}_mean_multiplier"]
    within = share_within(x["limit_used_ms"] / x[f"{own}_leg_ms"], *_layout(x, part))
    x[f"{own}_within_share"] = where(saturated, x[f"{part}_cached_share"], within)


def response_in_words(x: Figures, no_load: str, saturated: str) -> None:
    """What a person reads: a number, or why there is none."""
    for prefix, vms in (("", x["load_vms"]), (UNTARGETED, x["loaded_vms"])):
        for words, figure in (("response_words", "response_ms"), ("within_words", "within_share")):
            loaded = x["steady_iops_per_vm"] * vms > 0
            word = saturated if x[f"{prefix}saturated"] else x[f"{prefix}{figure}"]
            x[f"{prefix}{words}"] = word if loaded else no_load
    for part in PARTS:
        for words, figure in (("response_words", "response_ms"), ("percentile_words", "percentile_ms")):
            loaded = x[f"{part}_weight"] * x["load_vms"] > 0
            word = saturated if x[f"{part}_saturated"] else x[f"{part}_{figure}"]
            x[f"{part}_{words}"] = word if loaded else no_load


def response_workings(x: Figures) -> None:
    """The steps behind the roots, which the Workings sheet shows."""
    for part in PARTS:
        mix = Mix(*_layout(x, part))
        _put(x, part, tail_workings(mix))
        _put(x, f"{part}_root", root_workings(x["target_share"], mix))
        _put(x, f"{part}_percentile_root", root_workings(x["settings.percentile_share"], mix))


def _put(x: Figures, prefix: str, figures: dict[str, Value]) -> None:
    x.update({f"{prefix}_{name}": value for name, value in figures.items()})


def response_curves(designs: list[Figures]) -> None:
    """Mean response time against VMs per block, for the chart of all designs."""
    largest = max(x["loaded_vms"] for x in designs)
    limit = max(x["limit_used_ms"] for x in designs)
    for x in designs:
        x["curve_cap_ms"] = CURVE_CAP * limit
        for point in range(1, CURVE_POINTS + 1):
            vms = round_up(largest * CURVE_REACH * point / CURVE_POINTS)
            x[f"curve_vms_{point}"] = vms
            x[f"curve_limit_{point}"] = x["limit_used_ms"]
            x[f"curve_ms_{point}"] = minimum(x["curve_cap_ms"], sum((_curve(x, part, vms) for part in PARTS), 0.0))


def _curve(x: Figures, part: str, vms: Value) -> Value:
    spare = x[f"{part}_saturation_vms"] - vms
    if rounded(spare) <= 0:
        return x["curve_cap_ms"]  # type: ignore[no-any-return]
    return x[f"{part}_idle_ms"] * (1 + x["design.variability"] * vms / spare)  # type: ignore[no-any-return]
