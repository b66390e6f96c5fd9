"""Storms against the published times and peaks of Dell, Fujitsu, EMC, SanDisk and VMware."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.storms import (
    DELL_BOOT_S_PER_VM,
    DELL_IOS_PER_LOGIN,
    DELL_LOGIN_S_PER_VM,
    _at_rate_s,
    _by_storage_s,
    _in_waves_s,
    boot_speedup,
    boot_storm_iops,
    concurrent_power_operations,
    login_duration_min,
    login_ramp_min,
    login_storm_iops,
    peak_logins_per_s,
    provisioning_time_s,
    storm_duration_s,
)

COUNTS = st.floats(1, 1e5)
SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("vms", "steady_iops", "minutes", "expected", "measured"),
    [(630, 4500, 20, 6726, 6846), (1270, 9000, 25, 12590, 12400)],
)
def test_dell_login_peaks(vms: float, steady_iops: float, minutes: float, expected: float, measured: float) -> None:
    peak = login_storm_iops(vms, steady_iops / vms, vms / (minutes * 60))
    assert peak == pytest.approx(expected, abs=0.5)
    assert peak == pytest.approx(measured, rel=0.02)


def test_dell_ios_per_login_lies_between_the_two_measured() -> None:
    one_array = (6846 - 4500) / (630 / 1200)
    two_arrays = (12400 - 9000) / (1270 / 1500)
    assert pytest.approx((one_array + two_arrays) / 2, rel=0.001) == DELL_IOS_PER_LOGIN


def test_without_logins_the_steady_load_remains() -> None:
    assert login_storm_iops(100, 10, 0) == 1000


def test_peak_login_rate_agrees_with_the_rule_of_40_percent_in_a_sixth() -> None:
    assert peak_logins_per_s(1000, 3600) == pytest.approx(2.394 * 1000 / 3600, rel=2e-4)
    assert peak_logins_per_s(1000, 3600) == pytest.approx(0.4 * 1000 / (3600 / 6), rel=0.003)


def test_dell_ios_per_boot_give_the_boot_peak_back() -> None:
    assert boot_storm_iops(1270 / 600, 7087) == pytest.approx(15000, rel=1e-4)
    assert boot_storm_iops(1270 / 720, 8504) == pytest.approx(15000, rel=1e-4)


@pytest.mark.parametrize(("ios_per_boot", "minutes"), [(7087, 7.4), (8504, 8.9)])
def test_boot_storm_of_one_dell_array_bound_by_iops(ios_per_boot: float, minutes: float) -> None:
    assert storm_duration_s(630, ios_per_boot, 10000) / 60 == pytest.approx(minutes, abs=0.05)


def test_each_bound_of_a_storm_can_be_the_largest() -> None:
    assert storm_duration_s(100, 1000, 1000) == 100
    assert storm_duration_s(100, 0, 1000, concurrent=8, boot_s=60) == 13 * 60
    assert storm_duration_s(100, 0, 1000, boot_s=60) == 60
    assert storm_duration_s(100, 0, 1000, interval_s=2) == 200
    assert storm_duration_s(100, 1000, 1000, concurrent=50, boot_s=30, interval_s=0.5) == 100


def test_whole_waves_are_not_rounded_further_up() -> None:
    assert storm_duration_s(96, 0, 1, concurrent=8, boot_s=10) == 120


@pytest.mark.parametrize(("latency_ratio", "ceiling"), [(30, 4.46), (50, 4.26)])
def test_sandisk_boot_speedup_of_four(latency_ratio: float, ceiling: float) -> None:
    think = (latency_ratio - 4) / (4 - 1)
    assert boot_speedup(latency_ratio, think) == pytest.approx(4)
    assert (latency_ratio + think) / think == pytest.approx(ceiling, abs=0.005)


def test_sandisk_boot_speedup_with_the_rounded_ratio() -> None:
    assert boot_speedup(30, 8.67) == pytest.approx(4, abs=0.002)


def test_boot_speedup_limits() -> None:
    assert boot_speedup(30, 0) == 30
    assert boot_speedup(1, 5) == 1


@pytest.mark.parametrize(("preboot_share", "minutes"), [(0, 119), (0.2, 100), (0.5, 71), (1, 22.5)])
def test_dell_login_duration(preboot_share: float, minutes: float) -> None:
    assert login_duration_min(630, preboot_share) == pytest.approx(minutes, abs=0.5)


def test_dell_login_duration_gives_back_what_it_was_fitted_on() -> None:
    assert login_duration_min(630, 0.2) == pytest.approx(100)
    assert login_duration_min(630, 1) == pytest.approx(22.5)
    assert pytest.approx(2.14, abs=0.005) == DELL_LOGIN_S_PER_VM
    assert pytest.approx(9.23, abs=0.005) == DELL_BOOT_S_PER_VM


@pytest.mark.parametrize(("vms", "interval_s", "minutes"), [(500, 2, 16.67), (120, 10, 20)])
def test_login_ramps_of_emc_and_fujitsu(vms: float, interval_s: float, minutes: float) -> None:
    assert login_ramp_min(vms, interval_s) == pytest.approx(minutes, abs=0.005)
    assert login_ramp_min(vms, interval_s, login_s=60) == pytest.approx(minutes + 1, abs=0.005)


def test_fujitsu_deployment_is_six_times_faster_on_ssd() -> None:
    ssd = provisioning_time_s(120, 35 * 60 / 120)
    hdd = provisioning_time_s(120, 210 * 60 / 120)
    assert ssd == pytest.approx(35 * 60)
    assert float(hdd) / float(ssd) == pytest.approx(6)


def test_fujitsu_replica_is_most_of_what_disks_add() -> None:
    ssd, hybrid, hdd = 35 * 60 / 120, 40 * 60 / 70, 210 * 60 / 120
    replica, clone = hdd - hybrid, hybrid - ssd
    assert provisioning_time_s(70, ssd, clone_write_s=clone) == pytest.approx(40 * 60)
    assert provisioning_time_s(120, ssd, replica, clone) == pytest.approx(210 * 60)
    assert replica / (replica + clone) == pytest.approx(0.81, abs=0.005)


def test_provisioning_at_the_same_time_divides_the_time() -> None:
    assert provisioning_time_s(500, 60, concurrent=8) == 3750


@pytest.mark.parametrize(("starts_per_min", "minutes"), [(50 / 3, 3), (10, 5)])
def test_vmware_carries_fifty_power_operations(starts_per_min: float, minutes: float) -> None:
    assert concurrent_power_operations(starts_per_min / 60, minutes * 60) == pytest.approx(50)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (peak_logins_per_s, (1000, 3600)),
        (login_storm_iops, (630, 7, 0.5, 4240)),
        (boot_storm_iops, (2, 7087)),
        (storm_duration_s, (630, 7087, 10000, 50, 180, 1)),
        (boot_speedup, (30, 8.67)),
        (login_duration_min, (630, 0.2, 2, 9)),
        (login_ramp_min, (500, 2, 30)),
        (provisioning_time_s, (120, 17.5, 70.7, 16.8, 2)),
        (concurrent_power_operations, (0.25, 180)),
    ],
)
def test_arrays_equal_scalars(function: Callable[..., Any], arguments: tuple[float, ...]) -> None:
    scalar = function(*arguments)
    assert isinstance(scalar, float)
    result = function(*(np.array([argument, argument]) for argument in arguments))
    assert result.dtype == np.float64
    assert result.tolist() == pytest.approx([scalar, scalar], rel=1e-15)


@given(vms=COUNTS, shares=st.tuples(SHARES, SHARES))
def test_more_preboot_never_takes_longer(vms: float, shares: tuple[float, float]) -> None:
    low, high = sorted(shares)
    assert login_duration_min(vms, high) <= login_duration_min(vms, low)


@given(vms=COUNTS, ios=COUNTS, iops=COUNTS, concurrent=COUNTS, boot_s=COUNTS)
def test_a_storm_never_ends_before_one_of_its_bounds(
    vms: float, ios: float, iops: float, concurrent: float, boot_s: float
) -> None:
    duration = storm_duration_s(vms, ios, iops, concurrent, boot_s)
    assert duration >= vms * ios / iops
    assert duration >= boot_s


@given(latency=st.floats(1, 1000), think=st.floats(0, 1000))
def test_a_boot_gains_at_most_the_latency_ratio(latency: float, think: float) -> None:
    assert 1 - 1e-12 <= boot_speedup(latency, think) <= latency * (1 + 1e-12)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (peak_logins_per_s, (1000, 0), "window_s is 0; expected a number above 0 s"),
        (login_storm_iops, (-1, 7, 0.5), "vms is -1; expected a number at least 0 VMs"),
        (boot_storm_iops, (1, "many"), "ios_per_boot is 'many'"),
        (storm_duration_s, (10, 1, 0), "max_iops is 0; expected a number above 0 IOPS"),
        (storm_duration_s, (10, 1, 1, 0), "concurrent is 0; expected a number above 0 VMs"),
        (boot_speedup, (0, 1), "latency_ratio is 0"),
        (login_duration_min, (630, 20), "preboot_share is 20; expected a number at least 0 and at most 1"),
        (login_ramp_min, (500, -2), "interval_s is -2"),
        (provisioning_time_s, (120, 17.5, 0, 0, 0), "concurrent is 0; expected a number at least 1 VMs"),
        (concurrent_power_operations, (None, 180), "boots_per_s is blank"),
    ],
)
def test_bad_input_is_named(function: Callable[..., Any], arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        function(*arguments)


def test_the_bounds_of_a_boot_storm_one_by_one() -> None:
    assert _by_storage_s(100.0, 7000.0, 1000.0) == 700
    assert (_in_waves_s(100.0, 30.0, 60.0), _in_waves_s(100.0, None, 60.0)) == (240, 60)
    assert _at_rate_s(100.0, 6.0) == 600
    assert storm_duration_s(100, 7000, 1000, concurrent=30, boot_s=60, interval_s=6) == 700
