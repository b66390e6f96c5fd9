"""Storms, wear, faults and criteria of whole designs: the published figures, limits, and arrays."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.endurance import degraded_usable_iops, required_dwpd
from vdi_sizing.formulas.storms import peak_logins_per_s
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Cache, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.what_if.sweep import sweep
from vdi_sizing.words import DASH

HDD, SSD = "ETRI SATA 7.2K 750 GB", "Kingston DC600M 960 GB"
USERS = UserGroup("office", "now", 100, steady_iops=10.0, steady_read_share=0.4)


def scenario(raid: str = "RAID 10", drives: float = 24, drive: str = HDD, **inputs: Any) -> Scenario:
    users = inputs.pop("users", USERS)
    tiers = inputs.pop("tiers", (Tier(drive, raid, drives),))
    design = Design("array", "now", tiers, **inputs)
    return Scenario((users,), (design,), DRIVES, RAID_LEVELS, Settings(datetime.date(2026, 11, 21)))


def sized(*args: Any, **inputs: Any) -> DesignSizing:
    return size(scenario(*args, **inputs)).designs[0]


def test_blank_inputs_give_zero_and_say_so() -> None:
    x = sized()
    for name in (
        "login_storm_given", "login_storm_iops", "login_min", "boot_storm_iops", "boot_min", "boot_speedup",
        "deployment_given", "deployment_min", "deployment_sample_min", "wear_given", "tier1_write_mb_s",
        "tier1_required_dwpd", "tier1_life_years", "tier1_rebuild_hours", "volumes_per_block", "store_iops",
    ):  # fmt: skip
        assert x[name] == 0, name
    assert all(x[f"check_{name}"] == 1 for name in ("free", "image_ram", "endurance"))


# --- storms -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("vms", "steady", "minutes", "expected"), [(630, 4500, 20, 6726), (1270, 9000, 25, 12590)])
def test_dell_login_storm(vms: float, steady: float, minutes: float, expected: float) -> None:
    users = UserGroup("task workers", "now", vms, steady_iops=steady / vms, steady_read_share=0.0)
    x = sized(users=users, logins_per_s=vms / (minutes * 60), ios_per_login=4240)
    assert x["login_storm_iops"] == pytest.approx(expected, abs=0.5)
    assert x["login_storm_given"] == 1


def test_login_rate_comes_from_the_window_unless_given() -> None:
    x = sized(login_window_min=60, ios_per_login=0)
    assert x["peak_logins_per_s"] == peak_logins_per_s(100, 3600)
    assert x["login_storm_iops"] == 1000
    assert sized(login_window_min=60, logins_per_s=2)["peak_logins_per_s"] == 2


def test_login_storm_beside_what_the_blocks_sustain() -> None:
    x = sized(logins_per_s=1, ios_per_login=1000)
    # 24 drives x 75 IOPS / 1.6 back-end operations carry 1125 IOPS, so 112 VMs: one block
    assert x["login_sustained_iops"] == pytest.approx(1125)
    assert x["login_storm_share"] == pytest.approx(2000 / 1125)


def test_a_storm_with_its_own_mix_is_sustained_at_that_mix() -> None:
    users = replace(USERS, boot_iops=15.0, boot_read_share=1.0)
    assert sized(users=users)["boot_sustained_iops"] == pytest.approx(24 * 75)
    assert sized(users=users, usable_iops=500)["boot_sustained_iops"] == 500


def test_login_minutes_of_emc_and_dell() -> None:
    assert sized(users=replace(USERS, vms=500), login_interval_s=2)["login_min"] == pytest.approx(1000 / 60)
    dell = sized(
        users=replace(USERS, vms=630), preboot_share=0.2, login_s_per_vm=22.5 * 60 / 630,
        boot_s_per_vm=(6000 / 630 - 22.5 * 60 / 630) / 0.8,
    )  # fmt: skip
    assert dell["login_min"] == pytest.approx(100)


def test_boot_minutes_are_the_largest_bound() -> None:
    x = sized(ios_per_boot=47000, boots_per_min=50, concurrent_boots=30, boot_s=180)
    assert x["boot_storm_iops"] == pytest.approx(39167, abs=0.5)
    assert x["boot_by_storage_min"] == pytest.approx(100 * 47000 / 1125 / 60)
    assert x["boot_by_concurrency_min"] == 12  # four waves of three minutes
    assert x["boot_by_rate_min"] == 2
    assert x["boot_min"] == x["boot_by_storage_min"]


def test_boot_speedup_of_sandisk() -> None:
    assert sized(latency_ratio=30, think_ratio=8.67)["boot_speedup"] == pytest.approx(4, abs=0.005)


@pytest.mark.parametrize(("seconds", "minutes"), [(105.0, 210), (17.5, 35), (40 * 60 / 70, 480 / 7)])
def test_deployment_of_fujitsu(seconds: float, minutes: float) -> None:
    x = sized(deployment_s_per_vm=seconds, deployment_vms=120)
    assert x["deployment_sample_min"] == pytest.approx(minutes)
    assert x["deployment_min"] == pytest.approx(minutes * 100 / 120)
    assert sized(deployment_s_per_vm=seconds, deployment_concurrent=8)["deployment_min"] == pytest.approx(
        minutes * 100 / 120 / 8
    )


# --- wear ---------------------------------------------------------------------------------------------


def test_wear_by_dells_measured_rate() -> None:
    x = sized("RAID 6", 8, "Dell SSD SATA-II 100 GB", written_mb_s=118.5, hours_per_day=10)
    assert x["tier1_required_dwpd"] == pytest.approx(required_dwpd(118.5, 10, 8, 100), rel=1e-12)
    assert x["check_endurance"] == 1  # its rating is not known
    assert x["tier1_life_years"] == 0


def test_wear_by_the_size_of_a_write() -> None:
    x = sized("RAID 10", 4, SSD, write_kb=16, hours_per_day=8, warranty_years=5)
    written = 100 * 6 * 2 * 16 / 1000  # VMs x writes x penalty x kB
    assert x["tier1_write_mb_s"] == pytest.approx(written)
    assert x["tier1_required_dwpd"] == pytest.approx(written * 3.6 * 8 / (4 * 960))
    assert x["tier1_life_years"] == pytest.approx(5 * 1.0 / x["tier1_required_dwpd"])
    assert x["check_endurance"] == 1


def test_endurance_warns_where_a_drive_is_rated_for_less() -> None:
    x = sized("RAID 10", 4, SSD, written_mb_s=500, hours_per_day=24)
    assert x["dwpd_missing"] == pytest.approx(x["tier1_required_dwpd"] - 1.0)
    assert x["check_endurance"] == 0
    assert x["errors"] == 0


def test_writes_kept_by_the_flash_cache_wear_the_cache() -> None:
    cache = Cache(SSD, "RAID 1", 2, write_hit=0.75)
    x = sized(cache=cache, written_mb_s=100, hours_per_day=24)
    assert x["cache_write_mb_s"] == pytest.approx(75)
    assert x["tier1_write_mb_s"] == pytest.approx(25)


# --- a drive lost -------------------------------------------------------------------------------------


def lost_reads_and_penalty(raid: str, group: float) -> tuple[float, float]:
    if raid == "RAID 10":
        return 1, 1
    if raid in ("RAID 5", "RAID 50"):
        return group - 1, (5 * group - 8) / group
    return group - 2, (7 * group - 11) / group


@pytest.mark.parametrize(
    ("raid", "drives", "group"),
    [("RAID 10", 24, 2), ("RAID 5", 9, 9), ("RAID 50", 16, 8), ("RAID 6", 8, 8), ("RAID 60", 24, 12)],
)
def test_degraded_iops_by_layout(raid: str, drives: float, group: float) -> None:
    x = sized(raid, drives, max_utilization=0.7)
    assert x["tier1_group_drives"] == group
    iops = degraded_usable_iops(drives, 75, 0.4, group, *lost_reads_and_penalty(raid, group))
    assert x["tier1_degraded_iops"] == pytest.approx(iops, rel=1e-12)
    carried = min(x["vms_per_block"], 0.7 * iops / 10 // 1)
    assert x["degraded_vms"] == x["degraded_vms_shown"] == carried


def test_raid_0_loses_all_and_a_distributed_layout_is_not_modelled() -> None:
    assert sized("RAID 0", 24)["degraded_vms_shown"] == 0
    nutanix = sized("Nutanix RF2", 24)
    assert nutanix["degraded_known"] == 0
    assert nutanix["degraded_vms_shown"] == DASH


def test_without_a_load_nothing_is_said_of_a_lost_drive() -> None:
    idle = replace(USERS, steady_iops=None, steady_read_share=None)
    assert sized(users=idle, given_vms=50)["degraded_vms_shown"] == DASH


def test_rebuild_hours_where_there_is_something_to_rebuild() -> None:
    assert sized(rebuild_mb_s=100)["tier1_rebuild_hours"] == pytest.approx(750 / 360)
    assert sized(rebuild_mb_s=100)["tier2_rebuild_hours"] == 0
    assert sized("RAID 0", rebuild_mb_s=100)["tier1_rebuild_hours"] == 0


@given(
    raid=st.sampled_from(["RAID 10", "RAID 5", "RAID 6", "RAID 60"]),
    pairs=st.integers(4, 50),
    reads=st.floats(0, 1),
)
def test_a_lost_drive_never_helps(raid: str, pairs: int, reads: float) -> None:
    x = sized(raid, 2 * pairs, users=replace(USERS, steady_read_share=reads))
    assert 0 <= x["degraded_vms"] <= x["vms_carried"]


# --- second store and criteria ------------------------------------------------------------------------


def test_second_store_sums_iops_of_those_in_use_and_gb_of_all() -> None:
    users = replace(USERS, concurrency=0.5, store_iops=10.0, store_read_share=0.3, store_login_iops=50.0, store_gb=30.0)
    x = sized(users=users)
    assert (x["store_iops"], x["store_login_iops"], x["store_gb"]) == (500, 2500, 3000)
    assert x["store_reads"] == pytest.approx(150)


def test_criteria_of_dell() -> None:
    users = replace(USERS, vms=1270, steady_iops=None, steady_read_share=None, persistent_gb=2.5)
    dell = {
        "users": users, "tiers": (), "given_vms": 640, "usable_gb": 2539, "replica_gb": 25, "replicas": 6,
        "min_free_share": 0.15, "vms_per_volume": 160, "least_volumes": 3, "provisioning_ram_gib": 32,
    }  # fmt: skip
    x = sized(**dell)
    assert x["free_share"] == pytest.approx(1 - (150 + 640 * 2.5) / 2539)
    assert x["volumes_per_block"] == 4
    assert x["check_free"] == x["check_image_ram"] == 1
    assert sized(**dell | {"vms_per_volume": 500})["volumes_per_block"] == 3
    assert sized(**dell | {"given_vms": 840})["check_free"] == 0
    small = sized(**dell | {"provisioning_ram_gib": 16})
    assert small["image_ram_missing_gb"] == pytest.approx(25 - 16 * 1.073741824)
    assert small["check_image_ram"] == 0


# --- arrays and errors --------------------------------------------------------------------------------


def test_arrays_give_what_numbers_give() -> None:
    steps: dict[str, Any] = {
        "steady_iops_scale": np.array([0.5, 1.0, 1.7]),
        "ios_per_boot": np.array([7087.0, 47000.0, 0.0]),
        "written_mb_s": np.array([1.0, 30.0, 500.0]),
        "tier1_drives": np.array([8.0, 16.0, 24.0]),
        "deployment_s_per_vm": np.array([17.5, 34.3, 105.0]),
        "concurrent_boots": np.array([10.0, 50.0, 100.0]),
    }
    outputs = (
        "boot_min", "login_storm_share", "deployment_min", "tier1_required_dwpd", "dwpd_missing",
        "degraded_vms", "degraded_vms_shown", "free_share_missing", "volumes_per_block",
    )  # fmt: skip
    base = scenario(
        "RAID 60", 24, SSD, boot_s=120, logins_per_s=1, ios_per_login=4240, hours_per_day=10,
        min_free_share=0.3, vms_per_volume=30,
    )  # fmt: skip
    together = sweep(base, outputs=outputs, **steps)
    for at in range(3):
        alone = sweep(base, outputs=outputs, **{name: values[at] for name, values in steps.items()})
        for name in outputs:
            assert together[name][at] == alone[name][0], name


@pytest.mark.parametrize(
    ("name", "value"),
    [("hours_per_day", 25), ("preboot_share", 1.2), ("boots_per_min", 0), ("deployment_concurrent", 0)],
)
def test_inputs_out_of_range(name: str, value: float) -> None:
    with pytest.raises(InputError, match=inputs_of(Design)[name].label):
        Design("array", "now", given_vms=1, **{name: value})  # type: ignore[arg-type]
