"""Figures of a design's storms, wear and faults, of the second store, and of the criteria it has to meet.

A section of `sizing.compute`, after the blocks are known. A figure whose inputs are blank is 0, and the line
that ends in `_given` or `_known` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vdi_sizing._arrays import Value, divide, maximum, minimum, round_down, round_up, where
from vdi_sizing.formulas.capacity import gb_from_gib
from vdi_sizing.formulas.endurance import (
    _degraded_read_factor,
    _degraded_usable_iops,
    _degraded_write_penalty,
    _gb_per_day,
    rebuild_hours,
)
from vdi_sizing.formulas.storms import (
    boot_speedup,
    boot_storm_iops,
    login_duration_min,
    login_ramp_min,
    login_storm_iops,
    peak_logins_per_s,
    provisioning_time_s,
    storm_duration_s,
)
from vdi_sizing.scenario import PARTS, TIERS, UserGroup

Figures = dict[str, Any]

STORMS = ("login", "boot")
UNKNOWN = "–"


def store_load(groups: Sequence[UserGroup]) -> Figures:
    """What the user groups of a case ask of the second store: IOPS of those in use, GB of all VMs."""

    def in_use(name: str) -> float:
        return sum((g.vms * g.concurrency * getattr(g, name) for g in groups), 0.0)

    return {
        "store_iops": in_use("store_iops"),
        "store_reads": sum((g.vms * g.concurrency * g.store_iops * g.store_read_share for g in groups), 0.0),
        "store_login_iops": in_use("store_login_iops"),
        "store_gb": sum((g.vms * g.store_gb for g in groups), 0.0),
    }


def storms(x: Figures) -> None:
    """Everything of this module, from what `sizing` knows once the blocks are counted."""
    for section in (_sustained, _login_storm, _boot_storm, _deployment, _wear, _degraded, _criteria):
        section(x)


def _given(*inputs: Any) -> float:
    return float(all(value is not None for value in inputs))


def _sustained(x: Figures) -> None:
    """Front-end IOPS that a block sustains at the mix of a storm; of the steady load where it has no mix."""
    for phase in STORMS:
        x[f"{phase}_sustained_iops"] = where(
            x[f"{phase}_iops_per_vm"] > 0, _sustained_iops(x, phase), _sustained_iops(x, "steady")
        )


def _sustained_iops(x: Figures, phase: str) -> Value:
    if x["design.usable_iops"] is not None:
        return x["design.usable_iops"]  # type: ignore[no-any-return]
    load = sum(x[f"{part}_{phase}_backend_iops"] for part in PARTS)
    vms = minimum(*(x[f"{part}_{phase}_vms"] for part in PARTS))
    return where(load == 0, 0.0, vms * x[f"{phase}_iops_per_vm"])


def _login_storm(x: Figures) -> None:
    rate, window = x["design.logins_per_s"], x["design.login_window_min"]
    per_login = x["design.ios_per_login"]
    if rate is not None:
        x["peak_logins_per_s"] = rate
    else:
        x["peak_logins_per_s"] = 0.0 if window is None else peak_logins_per_s(x["vms"], window * 60)
    known = per_login is not None and (rate is not None or window is not None)
    x["login_storm_given"] = float(known)
    x["login_storm_iops"] = 0.0
    if known:
        x["login_storm_iops"] = login_storm_iops(x["vms"], x["steady_iops_per_vm"], x["peak_logins_per_s"], per_login)
    x["login_storm_share"] = divide(
        x["login_storm_iops"], x["blocks_needed"] * x["login_sustained_iops"], otherwise=0.0
    )
    interval = x["design.login_interval_s"]
    x["login_ramp_min"] = 0.0 if interval is None else login_ramp_min(x["vms_whole"], interval)
    on_demand = (x["design.preboot_share"], x["design.login_s_per_vm"], x["design.boot_s_per_vm"])
    x["login_on_demand_min"] = 0.0
    if _given(*on_demand):
        x["login_on_demand_min"] = login_duration_min(x["vms_whole"], *on_demand)
    x["login_min"] = maximum(x["login_ramp_min"], x["login_on_demand_min"])


def _boot_storm(x: Figures) -> None:
    per_boot, rate, vms = x["design.ios_per_boot"], x["design.boots_per_min"], x["vms_whole"]
    sustained = x["blocks_needed"] * x["boot_sustained_iops"]
    x["boot_storm_iops"] = 0.0
    if _given(per_boot, rate):
        x["boot_storm_iops"] = boot_storm_iops(rate / 60, per_boot)
    x["boot_by_storage_min"] = 0.0
    if per_boot is not None:
        by_storage = storm_duration_s(vms, per_boot, where(sustained == 0, 1.0, sustained)) / 60
        x["boot_by_storage_min"] = where(sustained == 0, 0.0, by_storage)
    at_once = x["design.concurrent_boots"]
    x["boot_by_concurrency_min"] = storm_duration_s(vms, 0.0, 1.0, at_once, x["design.boot_s"]) / 60
    x["boot_by_rate_min"] = 0.0
    if rate is not None:
        x["boot_by_rate_min"] = storm_duration_s(vms, 0.0, 1.0, interval_s=60 / rate) / 60
    x["boot_min"] = maximum(x["boot_by_storage_min"], x["boot_by_concurrency_min"], x["boot_by_rate_min"])
    ratios = (x["design.latency_ratio"], x["design.think_ratio"])
    x["boot_speedup"] = boot_speedup(*ratios) if _given(*ratios) else 0.0


def _deployment(x: Figures) -> None:
    per_vm, at_once = x["design.deployment_s_per_vm"], x["design.deployment_concurrent"]
    sample = x["design.deployment_vms"]
    x["deployment_given"] = _given(per_vm)
    x["deployment_min"] = x["deployment_sample_min"] = 0.0
    if per_vm is not None:
        x["deployment_min"] = provisioning_time_s(x["all_vms"], per_vm, concurrent=at_once) / 60
        if sample is not None:
            x["deployment_sample_min"] = provisioning_time_s(sample, per_vm, concurrent=at_once) / 60


def _wear(x: Figures) -> None:
    """Drive writes per day that the users of a block ask of each part in steady work."""
    x["vms_per_block_even"] = x["feasible"] * round_up(x["vms_whole"] / maximum(1.0, x["blocks_needed"]))
    kb, measured = x["design.write_kb"], x["design.written_mb_s"]
    hours, years = x["design.hours_per_day"], x["design.warranty_years"]
    x["wear_given"] = float(hours is not None and (kb is not None or measured is not None))
    on_average = {part: x[f"{part}_steady_backend_writes"] / x["design.steady_peak_factor"] for part in PARTS}
    x["written_per_vm"] = sum(on_average.values())
    x["dwpd_missing"] = 0.0
    for part in PARTS:
        writes, drives = on_average[part], x[f"{part}_drives"]
        if measured is not None:
            written: Value = measured * divide(writes, x["written_per_vm"], otherwise=0.0)
        else:
            written = x["vms_per_block_even"] * writes * (0.0 if kb is None else kb) / 1000
        x[f"{part}_write_mb_s"] = written
        per_day = _gb_per_day(written, 0.0 if hours is None else hours)
        required = divide(per_day, drives, otherwise=0.0) / x[f"{part}_drive_gb"]
        x[f"{part}_required_dwpd"] = required
        rated = x[f"{part}_dwpd"]
        x[f"{part}_life_years"] = divide(rated * (0.0 if years is None else years), required, otherwise=0.0)
        missing = where(rated == 0, 0.0, required - rated)
        x["dwpd_missing"] = maximum(x["dwpd_missing"], missing)


def _degraded(x: Figures) -> None:
    """What a block still carries by IOPS while one drive is lost, in the tier where that hurts most."""
    known: Value = x["feasible"] if x["design.usable_iops"] is None else 0.0
    known = where(x["steady_iops_per_vm"] > 0, known, 0.0)
    x["degraded_known"] = minimum(known, *(_degraded_tier(x, f"tier{k}") for k in TIERS))
    x["degraded_vms"] = x["degraded_known"] * minimum(*(x[f"tier{k}_degraded_vms"] for k in TIERS))
    x["degraded_vms_shown"] = _shown(x["degraded_known"], x["degraded_vms"])


def _degraded_tier(x: Figures, tier: str) -> Value:
    """Figures of a tier with a drive lost; returns 1 where its layout is one whose loss is known, else 0."""
    parities = x[f"{tier}_write_reads"] - 1
    plain = (x[f"{tier}_parity_drives"] > 0) & ((parities == 1) | (parities == 2))
    parities = where(plain, parities, 0.0)
    group = divide(x[f"{tier}_drives"] * parities, x[f"{tier}_parity_drives"], otherwise=0.0)
    group = where(group >= parities + 2, group, 0.0)
    pairs = (x[f"{tier}_parity_drives"] == 0) & (x[f"{tier}_usable_share"] == 0.5) & (x[f"{tier}_multiple"] == 2)
    x[f"{tier}_group_parities"] = parities
    x[f"{tier}_group_drives"] = where(pairs, 2.0, group)
    x[f"{tier}_loses_data"] = x[f"{tier}_used"] * where(
        (x[f"{tier}_parity_drives"] == 0) & (x[f"{tier}_usable_share"] == 1), 1.0, 0.0
    )
    g, q = x[f"{tier}_group_drives"], x[f"{tier}_group_parities"]
    in_group = where(g == 0, 2.0, g)
    x[f"{tier}_degraded_read_factor"] = _degraded_read_factor(in_group, where(q == 0, 1.0, in_group - q))
    x[f"{tier}_degraded_write_penalty"] = where(q == 0, 1.0, _degraded_write_penalty(in_group, q))
    reads, writes = _reaching_drives(x, tier)
    x[f"{tier}_reads_reaching_drives"], x[f"{tier}_writes_reaching_drives"] = reads, writes
    iops = _degraded_usable_iops(
        x[f"{tier}_drives"], x[f"{tier}_steady_drive_iops"], divide(reads, reads + writes, otherwise=1.0),
        in_group, x[f"{tier}_degraded_read_factor"], x[f"{tier}_degraded_write_penalty"],
    )  # fmt: skip
    x[f"{tier}_degraded_iops"] = where(g == 0, 0.0, iops)
    sustained = x[f"{tier}_degraded_iops"] * x["design.max_utilization"]
    by_iops = round_down(divide(sustained, reads + writes, otherwise=0.0))
    carried = where(reads + writes == 0, x["vms_carried"], minimum(x["vms_carried"], by_iops))
    x[f"{tier}_degraded_vms"] = (1 - x[f"{tier}_loses_data"]) * carried
    rate = x["design.rebuild_mb_s"]
    x[f"{tier}_rebuild_hours"] = 0.0
    if rate is not None:
        restored = x[f"{tier}_used"] * (1 - x[f"{tier}_loses_data"])
        x[f"{tier}_rebuild_hours"] = restored * rebuild_hours(x[f"{tier}_drive_gb"], rate)
    x[f"{tier}_degraded_known"] = where((x[f"{tier}_used"] == 1) & (g == 0), x[f"{tier}_loses_data"], 1.0)
    return x[f"{tier}_degraded_known"]  # type: ignore[no-any-return]


def _reaching_drives(x: Figures, tier: str) -> tuple[Value, Value]:
    """Front-end reads and writes per VM that no cache keeps from the drives of a tier."""
    reads = (
        x["steady_reads_per_vm"] * (1 - x["cache_read_hit"])
        * x[f"{tier}_share_of_reads"] * (1 - x[f"design.{tier}_read_hit"])
    )  # fmt: skip
    writes = (
        x["steady_writes_per_vm"] * (1 - x["cache_write_hit"])
        * x[f"{tier}_share_of_writes"] * (1 - x[f"design.{tier}_write_coalesced"])
    )  # fmt: skip
    return reads, writes


def _shown(known: Value, value: Value) -> Value | str:
    """What a person reads: the number, or that it is not known. Arrays stay numbers."""
    return UNKNOWN if isinstance(known, float) and known == 0 else value


def _criteria(x: Figures) -> None:
    """Criteria for a block: capacity that stays free, volumes, and RAM that holds the streamed image."""
    used_gb = x["fixed_gb"] + x["vms_carried"] * x["gb_per_vm"]
    x["free_share"] = where(x["usable_gb"] == 0, 0.0, 1 - divide(used_gb, x["usable_gb"], otherwise=0.0))
    least = x["design.min_free_share"]
    missing = 0.0 if least is None else maximum(0.0, least - x["free_share"])
    x["free_share_missing"] = where(x["usable_gb"] == 0, 0.0, missing)
    per_volume = x["design.vms_per_volume"]
    x["volumes_per_block"] = 0.0
    if per_volume is not None:
        volumes = round_up(x["vms_per_block_even"] / per_volume)
        x["volumes_per_block"] = maximum(x["design.least_volumes"], volumes)
    ram = x["design.provisioning_ram_gib"]
    x["image_ram_missing_gb"] = 0.0 if ram is None else maximum(0.0, x["design.replica_gb"] - gb_from_gib(ram))
