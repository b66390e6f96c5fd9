"""Tiers and caches against the EMC case and what every skew curve must hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.tiers import (
    access_density_breakeven,
    cheapest_two_tier_mix,
    chord_io_share,
    flash_cache_iops,
    measured_read_hit,
    skew_capacity_share,
    skew_io_share,
    uncached_iops,
)

# Usable GB of the EMC pool: three drives of each tier in RAID 5, and two in a RAID 1 flash cache.
EFD_GB, SAS_GB, NL_SAS_GB, CACHE_GB = 200, 600, 4000, 100
POOL_GB = EFD_GB + SAS_GB + NL_SAS_GB

SHARES = st.floats(0, 1)
SKEWS = st.floats(0.5, 0.99)


def fujitsu_mix(skew: float, **changed: float) -> tuple[int, int, float]:
    """The EMC load on Fujitsu's drives: 64 GB SSDs and 10K disks, 70 % used, RAID 5 of four."""
    prices = {"ssd_eur": 1130.0, "hdd_eur": 210.0} | changed
    mix = cheapest_two_tier_mix(
        18500, 4800, skew, ssd_iops=5000, ssd_gb=64, hdd_iops=125, hdd_gb=300,
        max_utilization=0.7, usable_share=0.75, **prices,
    )  # fmt: skip
    return mix.ssd_drives, mix.hdd_drives, mix.cost_eur


def test_emc_working_set() -> None:
    assert POOL_GB * skew_capacity_share(0.95, 0.95) == pytest.approx(240)


def test_emc_flash_holds_the_working_set_only_with_the_cache() -> None:
    working_set = POOL_GB * skew_capacity_share(0.95, 0.95)
    assert EFD_GB < working_set < EFD_GB + CACHE_GB == 300


@pytest.mark.parametrize(
    ("capacity_gb", "share_percent", "lame", "chord"),
    [(EFD_GB, 4.167, 0.941, 0.792), (EFD_GB + SAS_GB, 16.667, 0.993, 0.956), (300, 6.25, 0.961, 0.951)],
)
def test_emc_tiers(capacity_gb: float, share_percent: float, lame: float, chord: float) -> None:
    capacity_share = capacity_gb / POOL_GB
    assert 100 * capacity_share == pytest.approx(share_percent, abs=0.001)
    assert skew_io_share(capacity_share, 0.95) == pytest.approx(lame, abs=0.001)
    assert chord_io_share(capacity_share, 0.95) == pytest.approx(chord, abs=0.001)


@pytest.mark.parametrize(
    ("tiers", "lame", "chord"),
    [
        ((4, 13, 83), (0.941, 0.053, 0.007), None),
        ((3, 25, 72), (0.923, 0.076, 0.001), (0.570, 0.392, 0.038)),
    ],
)
def test_io_shares_of_published_tier_ratios(
    tiers: tuple[float, ...], lame: tuple[float, ...], chord: tuple[float, ...] | None
) -> None:
    assert sum(tiers) == 100
    # 4:13:83 is printed rounded; its real ratio is that of the usable GB.
    capacities = (EFD_GB, SAS_GB, NL_SAS_GB) if tiers == (4, 13, 83) else tiers
    edges = np.cumsum((0.0, *capacities)) / sum(capacities)
    assert np.diff(skew_io_share(edges, 0.95)) == pytest.approx(lame, abs=0.001)
    if chord:
        assert np.diff(chord_io_share(edges, 0.95)) == pytest.approx(chord, abs=0.001)


def test_emc_sas_tier_by_the_skew_carries_more_than_its_drives_can() -> None:
    backend_iops = 5000 * (0.1 + 4 * 0.9)
    sas_share = skew_io_share(800 / POOL_GB, 0.95) - skew_io_share(EFD_GB / POOL_GB, 0.95)
    assert backend_iops * sas_share == pytest.approx(977, abs=1)


@pytest.mark.parametrize("share_function", [skew_io_share, chord_io_share, skew_capacity_share])
@pytest.mark.parametrize("capacity_share", [0.0, 0.05, 0.5, 1.0])
def test_without_skew_all_parts_are_equally_hot(share_function: Callable[..., float], capacity_share: float) -> None:
    assert share_function(capacity_share, 0.5) == pytest.approx(capacity_share)


@pytest.mark.parametrize("skew", [0.5, 0.8, 0.95, 0.999, 1 - 2**-53])
@pytest.mark.parametrize("share_function", [skew_io_share, chord_io_share, skew_capacity_share])
def test_nothing_takes_nothing_and_all_takes_all(share_function: Callable[..., float], skew: float) -> None:
    assert share_function(0, skew) == 0
    assert share_function(1, skew) == pytest.approx(1)


@given(skew=SKEWS)
def test_curves_meet_at_the_skew_point(skew: float) -> None:
    assert skew_io_share(1 - skew, skew) == pytest.approx(skew)
    assert chord_io_share(1 - skew, skew) == pytest.approx(skew)


@given(capacity_share=SHARES, skew=SKEWS)
def test_the_chord_is_the_guaranteed_minimum(capacity_share: float, skew: float) -> None:
    assert capacity_share - 1e-9 <= chord_io_share(capacity_share, skew)
    assert chord_io_share(capacity_share, skew) <= skew_io_share(capacity_share, skew) + 1e-9


@given(shares=st.tuples(SHARES, SHARES), skew=SKEWS)
def test_more_capacity_never_takes_less_io(shares: tuple[float, float], skew: float) -> None:
    low, high = sorted(shares)
    assert skew_io_share(low, skew) <= skew_io_share(high, skew) + 1e-12


@given(capacity_share=st.floats(0, 0.5), skew=st.floats(0.5, 0.9))
def test_capacity_share_inverts_io_share(capacity_share: float, skew: float) -> None:
    io_share = skew_io_share(capacity_share, skew)
    # The curve is flat near the whole I/O: there the I/O share no longer holds the capacity share.
    if io_share < 0.999:
        assert skew_capacity_share(io_share, skew) == pytest.approx(capacity_share, abs=1e-9)


def test_access_density_of_fujitsu_prices() -> None:
    assert access_density_breakeven(1130, 64, 210, 125) == pytest.approx(10.5, abs=0.05)


@pytest.mark.parametrize(
    ("skew", "expected"),
    [
        (0.95, (5, 21, 10060)),
        (0.8, (6, 91, 25890)),
        # A search over fixed steps of the capacity share misses this one by 80 EUR.
        (0.7, (7, 137, 36680)),
        (0.5, (0, 212, 44520)),
    ],
)
def test_cheapest_mix_at_fujitsu_prices(skew: float, expected: tuple[int, int, float]) -> None:
    assert fujitsu_mix(skew) == expected


def test_cheapest_mix_of_free_drives_is_of_one_kind() -> None:
    assert fujitsu_mix(0.95, ssd_eur=0.0) == (100, 0, 0)
    assert fujitsu_mix(0.95, hdd_eur=0.0) == (0, 212, 0)


def test_cheapest_mix_for_capacity_alone() -> None:
    mix = cheapest_two_tier_mix(0, 3000, 0.95, 5000, 64, 1130, 125, 300, 210)
    assert (mix.ssd_drives, mix.hdd_drives, mix.cost_eur) == (0, 10, 2100)


@pytest.mark.parametrize(("load", "capacity", "named"), [(1e9, 1e6, "backend_iops"), (1e3, 1e9, "capacity_gb")])
def test_more_drives_than_can_be_tried_in_a_moment_are_refused(load: float, capacity: float, named: str) -> None:
    with pytest.raises(InputError, match=rf"{named} is 1000000000; expected .* at most 10,000 SSDs"):
        cheapest_two_tier_mix(load, capacity, 0.95, 5000, 64, 1130, 125, 300, 210)


@given(
    load=st.floats(0, 50000),
    capacity=st.floats(1, 10000),
    skew=SKEWS,
    ssd_eur=st.floats(1, 5000),
    hdd_eur=st.floats(1, 500),
)
def test_cheapest_mix_carries_the_load_and_beats_one_kind_alone(
    load: float, capacity: float, skew: float, ssd_eur: float, hdd_eur: float
) -> None:
    mix = cheapest_two_tier_mix(load, capacity, skew, 5000, 400, ssd_eur, 125, 300, hdd_eur)
    ssd_load = load * float(skew_io_share(mix.capacity_share, skew))
    assert mix.ssd_drives * 5000 >= ssd_load * (1 - 1e-6) - 1e-6
    assert mix.ssd_drives * 400 >= mix.capacity_share * capacity - 1e-6
    assert mix.hdd_drives * 125 >= load - ssd_load - 1e-3
    assert mix.hdd_drives * 300 >= (1 - mix.capacity_share) * capacity - 1e-3
    assert mix.cost_eur <= -(-max(load / 125, capacity / 300) // 1) * hdd_eur + 1e-6
    assert mix.cost_eur <= -(-max(load / 5000, capacity / 400) // 1) * ssd_eur + 1e-6


def test_emc_read_hit_of_provisioning() -> None:
    assert measured_read_hit(5, 200) == 0.975


def test_a_flash_cache_takes_what_it_answers_and_passes_the_rest() -> None:
    reads, writes = 500.0, 4500.0
    assert uncached_iops(reads, 0) == reads
    assert uncached_iops(reads, 1) == 0
    assert flash_cache_iops(reads, writes, 0, 0, 2) == 0
    assert flash_cache_iops(reads, writes, 1, 1, 2) == 9500
    assert uncached_iops(reads, 0.3) + flash_cache_iops(reads, writes, 0.3, 0, 2) == pytest.approx(reads)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (skew_io_share, (0.05, 0.95)),
        (skew_capacity_share, (0.95, 0.95)),
        (chord_io_share, (0.03, 0.95)),
        (access_density_breakeven, (1130, 64, 210, 125)),
        (measured_read_hit, (5, 200)),
        (uncached_iops, (2000, 0.75)),
        (flash_cache_iops, (500, 4500, 0.5, 0.5, 2)),
    ],
)
def test_arrays_equal_scalars(function: Callable[..., Any], arguments: tuple[float, ...]) -> None:
    scalar = function(*arguments)
    assert isinstance(scalar, float)
    result = function(*(np.array([argument, argument]) for argument in arguments))
    assert result.dtype == np.float64
    assert result.tolist() == pytest.approx([scalar, scalar], rel=1e-13)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (skew_io_share, (1.5, 0.95), "capacity_share is 1.5"),
        (skew_io_share, (0.05, 0.4), "skew is 0.4; expected a number at least 0.5 and below 1"),
        (skew_capacity_share, (0.95, 1), "skew is 1; expected a number at least 0.5 and below 1"),
        (chord_io_share, (0.05, 95), "skew is 95"),
        (access_density_breakeven, (1130, 0, 210, 125), "ssd_gb is 0; expected a number above 0 GB"),
        (cheapest_two_tier_mix, (18500, 0, 0.95, *[1.0] * 6), "capacity_gb is 0"),
        (cheapest_two_tier_mix, ([1, 2], 1, 0.95, *[1.0] * 6), "backend_iops is .*a single number"),
        (measured_read_hit, (5, 0), "frontend_mb_s is 0; expected a number above 0 MB/s"),
        (uncached_iops, (-1, 0.5), "iops is -1; expected a number at least 0 IOPS"),
        (flash_cache_iops, (1, 1, 0.5, 2, 2), "write_hit is 2"),
    ],
)
def test_bad_input_is_named(function: Callable[..., Any], arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        function(*arguments)
