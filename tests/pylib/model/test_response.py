"""Response time of whole designs: ETRI's 48 and 90 drives, targets, caches, saturation, the chart."""

from __future__ import annotations

import datetime
import math
from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.by_key import LIMITS

from vdi_sizing.formulas.response_target import disk_count_for_response_time
from vdi_sizing.formulas.response_time import response_time_ms, response_time_percentile_ms, share_within_ms
from vdi_sizing.model.drawings.curve import CURVE_POINTS
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Cache, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.words import DASH, NO_LIMIT, NOT_MODELLED, SATURATED

DRIVE = Drive("SATA", "SATA", "seeds", "HDD", 750, 75, 75)
FAST = Drive("SSD", "SSD", "seeds", "SSD", 100, 50000, 25000)
USERS = UserGroup("users", "office", 96, steady_iops=20, steady_read_share=0.4)
AS_BUILT = Design(
    "as built", "office", (Tier("SATA", "RAID 10", 48, service_shape=1),), response_limit_ms=50, response_share=0.8
)


def sized(design: Design = AS_BUILT, **changes: Any) -> DesignSizing:
    tier = {name: changes.pop(name) for name in list(changes) if hasattr(Tier(), name)}
    return size(scenario(replace(design, tiers=(replace(design.tiers[0], **tier),), **changes))).designs[0]


def scenario(design: Design = AS_BUILT) -> Scenario:
    return Scenario((USERS,), (design,), (DRIVE, FAST), RAID_LEVELS, Settings(datetime.date(2026, 11, 21)))


def test_48_drives_pass_the_plain_formula_and_fail_the_users() -> None:
    x = sized()
    assert x["drives_plain"] == 41
    assert x["loaded_vms"] == 96
    assert x["untargeted_utilization"] == pytest.approx(0.8533, abs=5e-5)
    assert x["untargeted_within_share"] == x["untargeted_within_words"] == pytest.approx(0.2766, abs=5e-5)
    assert (x["limit_steady"], x["limit_response"], x["binding_name"]) == (112, 51, LIMITS["response"])


def test_the_answer_is_the_response_time_of_the_vms_that_a_block_gets() -> None:
    """51 VMs on 48 drives are 45 % busy, 80 % of the I/Os end within 50 ms."""
    x = sized()
    assert (x["load_vms"], x["vms_per_block"]) == (51, 51)
    assert x["utilization"] == pytest.approx(51 * 32 / 3600)
    assert x["within_words"] == pytest.approx(0.804, abs=5e-4)
    assert x["response_words"] == pytest.approx(31.7, abs=0.05)
    assert x["check_saturated"] == x["check_slow"] == 1


def test_90_drives_keep_the_target() -> None:
    x = sized(drives=None)
    assert (x["drives_by_response"], x["drives_counted"], x["vms_per_block"]) == (90, 90, 96)
    assert x["within_share"] == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("raid", ["RAID 0", "RAID 10", "RAID 5", "RAID 6"])
def test_figures_are_those_of_the_formulas(raid: str) -> None:
    x = sized(drives=120, raid=raid, measured_vms=96)
    load = (120, 75, 768, 1152, raid)
    assert x["response_ms"] == pytest.approx(response_time_ms(*load), rel=1e-12)
    if x["tier1_write_phases"] == 1:
        assert x["within_share"] == pytest.approx(share_within_ms(50, *load), rel=1e-12)
        assert x["tier1_percentile_ms"] == pytest.approx(response_time_percentile_ms(95, *load), rel=1e-6)
    else:  # the functions take the two phases to be independent, which is optimistic
        assert x["tier1_percentile_ms"] > 1.04 * response_time_percentile_ms(95, *load)


def test_without_a_target_nothing_is_limited_and_the_usual_limit_is_reported() -> None:
    x = sized(response_limit_ms=None, response_share=None)
    assert (x["limit_response"], x["drives_by_response"], x["limit_used_ms"]) == (NO_LIMIT, 0, 20)


def test_a_mean_may_be_the_target() -> None:
    assert sized(drives=None, response_limit_ms=20, response_share=None)["drives_counted"] == 308


def test_an_unattainable_target_is_said_and_not_counted() -> None:
    x = sized(drives=None, response_limit_ms=15, response_share=None)
    assert (x["tier1_highest_utilization"], x["drives_by_response"], x["limit_response"]) == (0, 0, 0)
    assert x["check_response"] == x["feasible"] == 0


def test_saturated_is_a_word_beside_a_number() -> None:
    x = sized(drives=24, response_limit_ms=None, response_share=None, measured_vms=96)
    assert (x["saturated"], x["response_words"], x["within_share"]) == (1, SATURATED, 0)
    assert math.isfinite(x["response_ms"])
    assert x["tier1_response_words"] == x["tier1_percentile_words"] == SATURATED
    assert (x["check_saturated"], x["check_slow"]) == (0, 1)


def test_what_has_no_load_has_no_response_time() -> None:
    x = sized()
    for part in ("tier2", "tier3", "cache"):
        assert x[f"{part}_response_words"] == x[f"{part}_percentile_words"] == DASH
    idle = replace(USERS, steady_iops=0)
    x = size(replace(scenario(), groups=(idle,))).designs[0]
    assert x["response_words"] == x["within_words"] == x["tier1_response_words"] == DASH


HYBRID = replace(
    AS_BUILT,
    tiers=(
        Tier("SSD", "RAID 10", 4, share_of_reads=0.99, share_of_writes=0.99, share_of_capacity=0.1),
        Tier("SATA", "RAID 6", 12, share_of_reads=0.01, share_of_writes=0.01, share_of_capacity=0.9),
    ),
    max_utilization=0.7,
)


@pytest.mark.parametrize("target", [{"response_limit_ms": 20, "response_share": None}, {"response_share": 0.95}])
def test_all_tiers_together_may_meet_a_target_that_one_of_them_misses(target: dict[str, Any]) -> None:
    """Slow drives answer 1 % of the I/Os: the mean, and 95 % of all, are in time all the same."""
    x = size(scenario(replace(HYBRID, **target))).designs[0]
    assert x["estimate_response"] < x["loaded_vms"] == 96 < x["limit_capacity"]
    assert (x["target_met"], x["limit_response"], x["check_response"]) == (1, 96, 1)
    assert x["response_ms"] < 2
    assert x["within_share"] > 0.99
    given = size(scenario(replace(HYBRID, **target, given_vms=90))).designs[0]
    assert (given["limit_response"], given["binding_name"], given["vms_per_block"]) == (NO_LIMIT, LIMITS["given"], 90)


def test_a_target_that_all_tiers_together_miss_binds_by_the_tier_that_misses_it() -> None:
    x = size(scenario(replace(HYBRID, response_share=0.9999))).designs[0]
    assert (x["target_met"], x["limit_response"]) == (0, x["estimate_response"])
    assert x["vms_per_block"] == x["estimate_response"]


def test_the_flash_cache_has_to_keep_the_target_too() -> None:
    """39 VMs x 20 IOPS, 40 % reads, all from a cache of two slow drives: half full, and it is what waits."""
    tiers = (Tier("SSD", "RAID 10", 4),)
    design = replace(AS_BUILT, tiers=tiers, response_limit_ms=20, response_share=0.9, max_utilization=1.0)
    cached = replace(design, cache=Cache("SATA", "RAID 1", 2, read_hit=0.5, service_shape=1))
    free, slow = (size(scenario(each)).designs[0] for each in (design, cached))
    assert free["limit_response"] > 96
    assert slow["cache_response_vms"] == slow["limit_response"] == slow["vms_per_block"] == 0


@pytest.mark.parametrize(
    ("design", "failing"),
    [
        ({"response_limit_ms": None, "response_share": None}, {"slow"}),
        ({"response_limit_ms": None, "tiers": (Tier("SATA", "RAID 10", 40),), "measured_vms": 96}, {"saturated"}),
        ({"tiers": (Tier("SSD", "RAID 10", 8),)}, {"flash"}),
        ({"tiers": (Tier("SATA", "RAID 5", 120),)}, set()),
        ({"tiers": (Tier("SATA", "RAID 5", 80),), "response_limit_ms": 500}, {"two_phases"}),
    ],
)
def test_what_the_response_times_warn_of(design: dict[str, Any], failing: set[str]) -> None:
    x = size(scenario(replace(AS_BUILT, **design))).designs[0]
    assert {name for name in ("saturated", "slow", "flash", "two_phases") if not x[f"check_{name}"]} == failing


def test_what_the_cache_answers_waits_for_no_drive() -> None:
    x = sized(write_back=True, response_share=0.6)
    assert x["tier1_cached_share"] == pytest.approx(0.6)
    assert x["tier1_root_utilization"] == 1
    assert x["untargeted_within_share"] > sized()["untargeted_within_share"]


def test_a_measured_number_replaces_the_limit_and_leaves_the_estimate() -> None:
    x = sized(measured_vms=60)
    assert (x["limit_response"], x["estimate_response"]) == (NO_LIMIT, 51)


def test_the_curve_ends_at_the_limit_of_the_block() -> None:
    x = sized(max_utilization=0.95, response_limit_ms=None, response_share=None)
    times = [x[f"curve_ms_{point}"] for point in range(CURVE_POINTS + 1)]
    assert times == sorted(set(times))
    assert (x["curve_share_0"], x[f"curve_share_{CURVE_POINTS}"]) == (0, 1)
    full = x["vms_carried"] * 20
    assert times[-1] == pytest.approx(response_time_ms(48, 75, full * 0.4, full * 0.6), rel=1e-12)
    assert x["operating_share"] == pytest.approx(96 / x["vms_carried"])
    assert x["operating_ms"] == x["response_ms"]


def test_the_curve_of_a_block_that_saturates_ends_before_it_does() -> None:
    """24 drives are saturated by 112.5 % of 96 VMs: the last point in use is that of 11 twelfths and less."""
    x = sized(drives=40, response_limit_ms=None, response_share=None, measured_vms=96)
    shares = [x[f"curve_share_{point}"] for point in range(CURVE_POINTS + 1)]
    last = max(shares)
    assert x["curve_busiest"] * last < 1 <= x["curve_busiest"] * (last + 1 / CURVE_POINTS)
    assert (x["operating_share"], x["operating_ms"]) == (last, x[f"curve_ms_{CURVE_POINTS}"])


# --- the evenness of service times ---------------------------------------------------------------------


@pytest.mark.parametrize("raid", ["RAID 0", "RAID 10", "RAID 5", "RAID 6"])
def test_disks_are_sized_by_the_law_of_disks(raid: str) -> None:
    x = sized(drives=120, raid=raid, measured_vms=96, service_shape=None)
    load = (120, 75, 768, 1152, raid)
    assert x["tier1_shape"] == 8
    assert x["response_ms"] == pytest.approx(response_time_ms(*load, service_shape=8), rel=1e-12)
    assert x["within_share"] == pytest.approx(share_within_ms(50, *load, service_shape=8), rel=1e-12)
    percentile = response_time_percentile_ms(95, *load, service_shape=8)
    assert x["tier1_percentile_ms"] == pytest.approx(percentile, rel=1e-12)


@pytest.mark.parametrize(("share", "drives"), [(0.8, 62), (0.95, 92), (None, 104)])
def test_drives_for_a_target_on_disks(share: float | None, drives: float) -> None:
    limit = 50 if share else 20
    x = sized(drives=None, service_shape=None, response_share=share, response_limit_ms=limit)
    counted = disk_count_for_response_time(limit, 768, 1152, 75, share=share, multiple=2, service_shape=8)
    assert x["drives_counted"] == counted
    assert counted == drives or share is None


def test_what_the_first_law_called_unattainable_is_not() -> None:
    """95 % within 50 ms in RAID 6, whose two phases the first law could not do on any number of drives."""
    old, new = (sized(drives=None, raid="RAID 6", response_share=0.95, service_shape=k) for k in (1, 8))
    assert (old["tier1_highest_utilization"], old["feasible"]) == (0, 0)
    assert new["tier1_highest_utilization"] > 0.05
    assert new["feasible"] == 1


# --- flash ----------------------------------------------------------------------------------------------


def test_flash_without_a_latency_is_not_modelled() -> None:
    x = size(scenario(replace(AS_BUILT, tiers=(Tier("SSD", "RAID 10", 8),), response_limit_ms=None))).designs[0]
    for name in ("response_words", "within_words", "tier1_response_words", "tier1_percentile_words"):
        assert x[name] == NOT_MODELLED
    assert x["modelled_share"] == 0


def test_what_is_shown_of_a_hybrid_are_its_disks() -> None:
    x = size(scenario(HYBRID)).designs[0]
    assert x["modelled_share"] == pytest.approx(0.01)
    assert x["response_words"] == pytest.approx(x["tier2_response_words"])
    assert x["within_words"] < x["within_share"]
    assert x["modelled_words"] == x["modelled_share"]
    assert "In a hybrid they are of the I/Os on disks alone" in x["to_know"]


def test_where_all_or_no_times_are_modelled_no_share_is_said() -> None:
    flash = replace(AS_BUILT, tiers=(Tier("SSD", "RAID 10", 8),), response_limit_ms=None)
    halves = tuple(replace(tier, share_of_reads=0.5, share_of_writes=0.5) for tier in HYBRID.tiers[:2])
    saturated = replace(HYBRID, tiers=halves, measured_vms=96, response_limit_ms=None)
    assert size(scenario(saturated)).designs[0]["response_words"] == SATURATED
    for design in (AS_BUILT, flash, saturated):
        x = size(scenario(design)).designs[0]
        assert x["modelled_words"] == DASH
        assert "on disks alone" not in x["to_know"]


def test_flash_with_a_latency_has_a_response_time() -> None:
    tiers = (Tier("SSD", "RAID 10", 8, latency_ms=0.5),)
    x = size(scenario(replace(AS_BUILT, tiers=tiers, response_limit_ms=None))).designs[0]
    assert x["modelled_share"] == 1
    assert x["tier1_service_ms"] == 0.5
    mean = 0.5 * (0.4 + 0.6 * 1.5) / (1 - x["utilization"])
    assert x["response_words"] == pytest.approx(mean)


RATED = replace(FAST, read_latency_ms=0.1, write_latency_ms=0.4)


def sized_with(drive: Drive, **given: Any) -> DesignSizing:
    """RAID 10, 40 % reads: a quarter of what the drives do are reads."""
    design = replace(AS_BUILT, tiers=(Tier("SSD", "RAID 10", 8, **given),), response_limit_ms=None)
    made = scenario(design)
    return size(replace(made, drives=(*(row for row in made.drives if row.name != drive.name), drive))).designs[0]


@pytest.mark.parametrize(
    ("drive", "given", "unloaded", "waited", "modelled"),
    [(RATED, {}, 0.25 * 0.1 + 0.75 * 0.4, (0.25 * 0.1**2 + 0.75 * 0.4**2) / (0.25 * 0.1 + 0.75 * 0.4), 1),
     (replace(RATED, write_latency_ms=None), {}, 0.1, 0.1, 1), (replace(RATED, read_latency_ms=None), {}, 0.4, 0.4, 1),
     (RATED, {"latency_ms": 0.2}, 0.2, 0.2, 1), (FAST, {}, 0, 0, 0)],
    ids=["read and write by what the drives do", "a read alone", "a write alone", "given", "none"],
)  # fmt: skip
def test_a_latency_is_given_or_the_drives(
    drive: Drive, given: dict[str, float], unloaded: float, waited: float, modelled: float
) -> None:
    x = sized_with(drive, **given)
    assert x["tier1_steady_backend_read_share"] == pytest.approx(0.25)
    assert x["tier1_unloaded_ms"] == pytest.approx(unloaded)
    assert x["tier1_service_ms"] == pytest.approx(max(waited, 1000 / x["tier1_steady_drive_iops"]))
    assert (x["tier1_modelled"], x["modelled_share"]) == (modelled, modelled)
    assert isinstance(x["response_words"], float) is bool(modelled)


def test_no_latency_is_shorter_than_the_iops_allow() -> None:
    assert sized(latency_ms=2)["tier1_service_ms"] == pytest.approx(1000 / 75)
