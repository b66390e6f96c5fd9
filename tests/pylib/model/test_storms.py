"""Login and boot storms and deployment of whole designs: the published figures, and blanks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.pylib.model.array import SSD, USERS, scenario, sized

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.login_peak import login_peak_factor
from vdi_sizing.formulas.storms import peak_logins_per_s
from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import Design, UserGroup
from vdi_sizing.what_if.sweep import sweep


def test_blank_inputs_give_zero_and_say_so() -> None:
    x = sized()
    for name in (
        "login_storm_given", "login_storm_iops", "login_min", "boot_storm_iops", "boot_min", "boot_speedup",
        "deployment_min", "deployment_sample_min", "wear_given", "tier1_write_mb_s",
        "tier1_required_dwpd", "tier1_life_years", "tier1_rebuild_hours", "volumes_per_block", "store_iops",
    ):  # fmt: skip
        assert x[name] == 0, name
    assert all(x[f"check_{name}"] == 1 for name in ("free", "image_ram", "endurance"))


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


def test_the_busiest_moment_of_the_logins_is_above_their_expected_peak() -> None:
    """100 users in an hour, 30 s of I/O each: two are expected at once at the peak, five or six come."""
    x = sized(login_window_min=60, ios_per_login=1000, login_io_s=30)
    assert x["login_peak_factor"] == login_peak_factor(100, 3600, 30) == pytest.approx(2.77, abs=0.005)
    steady = 1000
    assert x["login_busiest_iops"] - steady == pytest.approx(2.77 * (x["login_storm_iops"] - steady), rel=2e-3)
    assert x["check_login"] == (x["login_busiest_share"] <= 1)
    assert sized(login_window_min=60, ios_per_login=1000)["login_peak_factor"] == 1


def test_the_login_check_looks_at_the_busiest_moment() -> None:
    x = sized(login_window_min=60, ios_per_login=1100, login_io_s=30)
    assert x["login_storm_share"] < 1 < x["login_busiest_share"]
    assert x["check_login"] == 0


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


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({}, "–"),
        ({"boots_per_min": 2.0}, "2 boots per minute; what the drives allow is not known"),
        (
            {"ios_per_boot": 47000, "boots_per_min": 50},
            "47\N{NO-BREAK SPACE}000 I/Os per boot at the blocks' IOPS, in the steady mix",
        ),
        (
            {"ios_per_boot": 47000},
            "47\N{NO-BREAK SPACE}000 I/Os per boot at the blocks' IOPS, in the steady mix"
            "; no limit of boots per minute is given",
        ),
        (
            {"concurrent_boots": 30, "boot_s": 180},
            "30 boots at the same time; no limit of boots per minute is given; what the drives allow is not known",
        ),
        ({"boot_s": 180, "boots_per_min": 50}, "the time of one boot; what the drives allow is not known"),
    ],
)
def test_what_limits_the_boots_is_said_and_what_is_not_given(inputs: dict[str, float], words: str) -> None:
    """One hundred VMs without boot IOPS of their own: 47,000 I/Os each are counted in the mix of steady work."""
    assert sized(**inputs)["boot_decided"] == words


def test_boots_with_iops_of_their_own_are_counted_in_their_mix() -> None:
    users = replace(USERS, boot_iops=20, boot_read_share=0.9)
    said = "47\N{NO-BREAK SPACE}000 I/Os per boot at the blocks' IOPS"
    assert sized(users=users, ios_per_boot=47000, boots_per_min=50)["boot_decided"] == said


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
