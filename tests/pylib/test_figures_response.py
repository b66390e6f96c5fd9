"""Response time of whole designs: ETRI's 48 and 90 drives, targets, caches, saturation, the chart."""

from __future__ import annotations

import datetime
import math
from dataclasses import replace
from typing import Any

import pytest

from vdi_sizing.drives import Drive
from vdi_sizing.figures_response import CURVE_CAP, CURVE_POINTS
from vdi_sizing.raid import RAID_LEVELS
from vdi_sizing.response_time import response_time_ms, response_time_percentile_ms, share_within_ms
from vdi_sizing.scenario import Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.sizing import LIMITS, NO_LIMIT, SATURATED, DesignSizing, size

DRIVE = Drive("SATA", "SATA", "seeds", "HDD", 750, 75, 75)
USERS = UserGroup("users", "office", 96, steady_iops=20, steady_read_share=0.4)
READS, WRITES = 768, 1152
AS_BUILT = Design("as built", "office", (Tier("SATA", "RAID 10", 48),), response_limit_ms=50, response_share=0.8)


def sized(design: Design = AS_BUILT, **changes: Any) -> DesignSizing:
    tier = {name: changes.pop(name) for name in list(changes) if hasattr(Tier(), name)}
    design = replace(design, tiers=(replace(design.tiers[0], **tier),), **changes)
    return size(Scenario((USERS,), (design,), (DRIVE,), RAID_LEVELS, Settings(datetime.date(2026, 11, 21)))).designs[0]


def test_48_drives_pass_the_plain_formula_and_fail_the_users() -> None:
    x = sized()
    assert x["drives_plain"] == 41
    assert x["loaded_vms"] == 96
    assert x["utilization"] == pytest.approx(0.8533, abs=5e-5)
    assert x["within_share"] == pytest.approx(0.2766, abs=5e-5)
    assert (x["limit_steady"], x["limit_response"], x["binding_name"]) == (112, 51, LIMITS["response"])


def test_90_drives_keep_the_target() -> None:
    x = sized(drives=None)
    assert (x["drives_by_response"], x["drives_counted"], x["vms_per_block"]) == (90, 90, 96)
    assert x["within_share"] == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("raid", ["RAID 0", "RAID 10", "RAID 5", "RAID 6"])
def test_figures_are_those_of_the_formulas(raid: str) -> None:
    x = sized(drives=120, raid=raid)
    load = (120, 75, READS, WRITES, raid)
    assert x["response_ms"] == pytest.approx(response_time_ms(*load), rel=1e-12)
    assert x["within_share"] == pytest.approx(share_within_ms(50, *load), rel=1e-12)
    assert x["tier1_percentile_ms"] == pytest.approx(response_time_percentile_ms(95, *load), rel=1e-12)


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


def test_what_the_cache_answers_waits_for_no_drive() -> None:
    x = sized(write_back=True, response_share=0.6)
    assert x["tier1_cached_share"] == pytest.approx(0.6)
    assert x["tier1_root"] == 0
    assert x["within_share"] > sized()["within_share"]


def test_a_measured_number_replaces_the_limit_and_leaves_the_estimate() -> None:
    x = sized(measured_vms=60)
    assert (x["limit_response"], x["estimate_response"]) == (NO_LIMIT, 51)


def test_the_curve_rises_to_its_cap() -> None:
    x = sized()
    points = [x[f"curve_ms_{point}"] for point in range(1, CURVE_POINTS + 1)]
    assert points == sorted(points)
    assert points[-1] == x["curve_cap_ms"] == CURVE_CAP * 50
