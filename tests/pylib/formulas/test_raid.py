"""RAID levels: usable capacity and drives for a capacity."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.raid import disk_count_for_capacity, drives_for_usable, raid_usable_gb, usable_drives
from vdi_sizing.tables.raid_levels import RAID_LEVELS, raid_level

NAMES = [level.name for level in RAID_LEVELS]


def test_etri_24_drives_hold_9_tb_not_17() -> None:
    """E7: section 3.2 and table 1 print 17 TB."""
    assert raid_usable_gb("RAID 10", 24, 750) == 9000


@pytest.mark.parametrize(
    ("name", "drives", "usable"),
    [("RAID 0", 1, 1), ("RAID 1", 2, 1), ("RAID 10", 4, 2), ("RAID 5", 3, 2), ("RAID 50", 6, 4),
     ("RAID 6", 4, 2), ("RAID 60", 8, 4), ("RAID-DP", 3, 1), ("S2D three-way mirror", 12, 4),
     ("Nutanix RF2 EC-X 4/1", 10, 8)],
)  # fmt: skip
def test_usable_drives_of_small_groups(name: str, drives: int, usable: float) -> None:
    assert raid_usable_gb(name, drives, 100) == pytest.approx(100 * usable, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "drives", "message"),
    [("RAID 10", 2, "drives is 2; expected a number at least 4 drives for RAID 10"),
     ("RAID 10", 5, "drives is 5; expected a multiple of 2 drives for RAID 10"),
     ("RAID 5", 3.5, "drives is 3.5; expected a whole number drives for RAID 5"),
     ("RAID 60", [8, 9], "drives is 9; expected a multiple of 2 drives for RAID 60")],
)  # fmt: skip
def test_impossible_groups_are_named(name: str, drives: float, message: str) -> None:
    with pytest.raises(InputError, match=message):
        raid_usable_gb(name, drives, 300)


@pytest.mark.parametrize(
    ("capacity_gb", "name", "drive_gb", "drives"),
    [(0, "RAID 6", 300, 0), (1, "RAID 10", 300, 4), (9000, "RAID 10", 750, 24), (9001, "RAID 10", 750, 26),
     (1200, "RAID 5", 300, 5), (1201, "RAID 5", 300, 6), (1500, "RAID 50", 300, 8),
     (1200, "RAID 60", 300, 8)],
)  # fmt: skip
def test_drives_for_a_capacity(capacity_gb: float, name: str, drive_gb: float, drives: float) -> None:
    assert disk_count_for_capacity(capacity_gb, name, drive_gb) == drives


@given(name=st.sampled_from(NAMES), groups=st.integers(1, 200), drive_gb=st.floats(1, 30_000))
def test_counting_is_the_inverse_of_the_usable_capacity(name: str, groups: int, drive_gb: float) -> None:
    level = raid_level(name)
    drives = level.min_drives + level.multiple * groups
    assert disk_count_for_capacity(raid_usable_gb(name, drives, drive_gb), name, drive_gb) == drives


@given(name=st.sampled_from(NAMES), capacity_gb=st.floats(0.01, 1e6), drive_gb=st.floats(1, 30_000))
def test_what_is_counted_holds_the_capacity(name: str, capacity_gb: float, drive_gb: float) -> None:
    drives = disk_count_for_capacity(capacity_gb, name, drive_gb)
    usable_gb = raid_usable_gb(name, drives, drive_gb)
    assert isinstance(usable_gb, float)
    assert usable_gb >= capacity_gb - 1e-8 * drive_gb


def test_arrays_equal_single_numbers() -> None:
    gb = np.array([0.0, 100.0, 4000.0])
    counted = disk_count_for_capacity(gb, "RAID 6", 300)
    assert isinstance(counted, np.ndarray)
    assert counted.tolist() == [disk_count_for_capacity(one, "RAID 6", 300) for one in gb.tolist()]
    assert np.asarray(raid_usable_gb("RAID 6", [4, 5], 300)).tolist() == [600, 900]


def test_emc_pool_of_three_tiers() -> None:
    """M1: 4800 GB; M2: 5 % of it; M3: 4:13:83; M4: 300 GB of EFD with the cache."""
    tiers_gb = [float(raid_usable_gb("RAID 5", 3, drive_gb)) for drive_gb in (100, 300, 2000)]
    assert sum(tiers_gb) == 4800
    assert 0.05 * sum(tiers_gb) == 240
    assert [round(100 * gb / sum(tiers_gb), 3) for gb in tiers_gb] == [4.167, 12.5, 83.333]
    assert tiers_gb[0] + raid_usable_gb("RAID 1", 2, 100) == 300


def test_fewer_drives_than_parity_leave_nothing() -> None:
    assert usable_drives(1, 2, 1) == 0
    assert drives_for_usable(0, 2, 1) == 0


def test_drives_for_a_capacity_are_whole() -> None:
    assert drives_for_usable(3.2, 1, 1) == 5
