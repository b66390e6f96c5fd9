"""Figures of a design's response time: per tier, over the tiers, and how many VMs and drives meet a target.

Sections of `sizing.compute`: before the drives are counted, a target becomes the highest utilisation of each
tier; after the limits are known, the response time at the load of a block follows. Only the steady load counts;
nothing is claimed of flash arrays to the millisecond, whose controllers and networks the model does not know.
"""

from __future__ import annotations

from typing import Any

from vdi_sizing._arrays import Value, divide, maximum, minimum, round_down, round_up, rounded, where
from vdi_sizing.response_time import (
    Mix,
    drive_response_ms,
    highest_utilization,
    mean_multiplier,
    quantile_root,
    root_workings,
    share_within,
    tail_workings,
)
from vdi_sizing.scenario import TIERS

Figures = dict[str, Any]

TIER_NAMES = tuple(f"tier{k}" for k in TIERS)
PARTS = (*TIER_NAMES, "cache")
CURVE_POINTS = 12
CURVE_REACH, CURVE_CAP = 1.25, 4.0
"""The chart reaches beyond the largest load by the first, and ends at this multiple of the limit."""
UNUSED_TARGET = 0.5
"""Stands for the share where the mean is the target; nothing depends on it then."""


def targets(x: Figures) -> None:
    """The highest utilisation at which each tier meets the response target."""
    limit, share = x["design.response_limit_ms"], x["design.response_share"]
    x["limit_used_ms"] = x["settings.usual_limit_ms"] if limit is None else limit
    x["target_share"] = UNUSED_TARGET if share is None else share
    for part in PARTS:
        _mix(x, part)
    for tier in TIER_NAMES:
        layout = (x[f"{tier}_read_mix"], x[f"{tier}_write_phases"], x[f"{tier}_write_fork"])
        cache = (x[f"{tier}_hit"], x[f"{tier}_write_back"])
        x[f"{tier}_root"] = quantile_root(x["target_share"], *layout, *cache)
        x[f"{tier}_target_multiplier"] = x[f"{tier}_mean_multiplier"] if share is None else x[f"{tier}_root"]
        highest = highest_utilization(
            x["limit_used_ms"], x[f"{tier}_target_multiplier"], x[f"{tier}_steady_drive_iops"], x["design.variability"]
        )
        unused = rounded(x[f"{tier}_steady_backend_iops"]) == 0
        no_target = 1.0 + 0 * highest
        x[f"{tier}_highest_utilization"] = no_target if limit is None else where(unused, 1.0, highest)


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
    x[f"{part}_mean_multiplier"] = mean_multiplier(
        x[f"{part}_read_mix"], x[f"{part}_write_phases"], x[f"{part}_write_fork"],
        x[f"{part}_hit"], x[f"{part}_write_back"],
    )  # fmt: skip


def drives_by_response(x: Figures) -> None:
    """Drives per tier for the response target at the VMs of a full block; 0 where it is unattainable."""
    limit = x["design.response_limit_ms"]
    for tier in TIER_NAMES:
        load = x["target_vms"] * x[f"{tier}_steady_backend_iops"]
        drives = divide(load, x[f"{tier}_steady_drive_iops"] * x[f"{tier}_highest_utilization"], otherwise=0.0)
        x[f"{tier}_drives_by_response"] = 0.0 if limit is None else round_up(drives)


def response_limit(x: Figures, no_limit: float) -> None:
    """VMs per block that keep the response target: every tier has to."""
    for tier in TIER_NAMES:
        sustained = x[f"{tier}_drives"] * x[f"{tier}_steady_drive_iops"] * x[f"{tier}_highest_utilization"]
        x[f"{tier}_response_vms"] = divide(sustained, x[f"{tier}_steady_backend_iops"], no_limit)
    vms = minimum(*(x[f"{tier}_response_vms"] for tier in TIER_NAMES))
    given = x["design.response_limit_ms"] is not None
    x["estimate_response"] = minimum(no_limit, round_down(vms)) if given else no_limit
    x["limit_response"] = x["estimate_response"] if x["design.measured_vms"] is None else no_limit


def response_at_load(x: Figures, other_limits: list[Value]) -> None:
    """Response time where a block carries what every other limit lets it, and no more than the users."""
    x["loaded_vms"] = minimum(x["vms_whole"], *other_limits)
    x["response_ms"], x["within_share"], x["saturated"], x["utilization"] = 0.0, 0.0, 0.0, 0.0
    for part in PARTS:
        _part_at_load(x, part)
        x["response_ms"] = x["response_ms"] + x[f"{part}_weight"] * x[f"{part}_response_ms"]
        x["within_share"] = x["within_share"] + x[f"{part}_weight"] * x[f"{part}_within_share"]
        x["saturated"] = maximum(x["saturated"], x[f"{part}_saturated"])
        x["utilization"] = maximum(x["utilization"], x[f"{part}_utilization"])
    for tier in TIER_NAMES:
        layout = (x[f"{tier}_read_mix"], x[f"{tier}_write_phases"], x[f"{tier}_write_fork"])
        root = quantile_root(x["settings.percentile_share"], *layout, x[f"{tier}_hit"], x[f"{tier}_write_back"])
        x[f"{tier}_percentile_root"] = root
        x[f"{tier}_percentile_ms"] = root * x[f"{tier}_leg_ms"]


def _part_at_load(x: Figures, part: str) -> None:
    drive_iops = x[f"{part}_steady_drive_iops"]
    capable = x[f"{part}_drives"] * drive_iops
    x[f"{part}_utilization"] = divide(x["loaded_vms"] * x[f"{part}_steady_backend_iops"], capable, otherwise=0.0)
    saturated = rounded(1 - x[f"{part}_utilization"]) <= 0
    x[f"{part}_saturated"] = where(saturated, 1.0, 0.0)
    busy = x[f"{part}_utilization"] * (1 - x[f"{part}_saturated"])
    x[f"{part}_leg_ms"] = drive_response_ms(drive_iops, busy, x["design.variability"])
    x[f"{part}_response_ms"] = x[f"{part}_leg_ms"] * x[f"{part}_mean_multiplier"]
    within = share_within(
        x["limit_used_ms"] / x[f"{part}_leg_ms"],
        x[f"{part}_read_mix"], x[f"{part}_write_phases"], x[f"{part}_write_fork"],
        x[f"{part}_hit"], x[f"{part}_write_back"],
    )  # fmt: skip
    x[f"{part}_within_share"] = where(saturated, x[f"{part}_cached_share"], within)
    x[f"{part}_saturation_vms"] = divide(capable, x[f"{part}_steady_backend_iops"], otherwise=1e9)
    x[f"{part}_idle_ms"] = x[f"{part}_weight"] * x[f"{part}_mean_multiplier"] * 1000 / drive_iops


def response_workings(x: Figures) -> None:
    """The steps behind the roots, which the Workings sheet shows."""
    for part in PARTS:
        names = ("read_mix", "write_phases", "write_fork", "hit", "write_back")
        mix = Mix(*(x[f"{part}_{name}"] for name in names))
        _put(x, part, tail_workings(mix))
        if part in TIER_NAMES:
            _put(x, f"{part}_root", root_workings(x["target_share"], mix))
            _put(x, f"{part}_percentile_root", root_workings(x["settings.percentile_share"], mix))


def _put(x: Figures, prefix: str, figures: dict[str, Value]) -> None:
    x.update({f"{prefix}_{name}": value for name, value in figures.items()})


def response_curves(designs: list[Figures]) -> None:
    """Mean response time against VMs per block, for the chart of all designs."""
    largest = max(x["loaded_vms"] for x in designs)
    limit = min(x["limit_used_ms"] for x in designs)
    for x in designs:
        x["curve_cap_ms"] = CURVE_CAP * limit
        for point in range(1, CURVE_POINTS + 1):
            vms = round_up(largest * CURVE_REACH * point / CURVE_POINTS)
            x[f"curve_vms_{point}"] = vms
            x[f"curve_limit_{point}"] = limit
            x[f"curve_ms_{point}"] = minimum(x["curve_cap_ms"], sum((_curve(x, part, vms) for part in PARTS), 0.0))


def _curve(x: Figures, part: str, vms: Value) -> Value:
    spare = x[f"{part}_saturation_vms"] - vms
    if rounded(spare) <= 0:
        return x["curve_cap_ms"]  # type: ignore[no-any-return]
    return x[f"{part}_idle_ms"] * (1 + x["design.variability"] * vms / spare)  # type: ignore[no-any-return]
