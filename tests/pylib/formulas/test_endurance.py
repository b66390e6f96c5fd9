"""Endurance against Dell's Table 4, and a lost drive against the operations counted one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.disks import usable_iops
from vdi_sizing.formulas.endurance import (
    _required_dwpd,
    degraded_read_factor,
    degraded_usable_iops,
    rebuild_hours,
    required_dwpd,
    ssd_life_years,
    tbw_from_dwpd,
)

# Dell, Table 4: write rate of the eight SSDs [MB/s].
DELL_WRITES = (13.8, 15.4, 14.0, 16.0, 14.8, 14.6, 14.2, 15.7)


@pytest.mark.parametrize(("hours", "dwpd"), [(8, 4.3), (10, 5.3), (24, 12.8)])
def test_dell_ssds_need_several_writes_per_day(hours: float, dwpd: float) -> None:
    assert sum(DELL_WRITES) == pytest.approx(118.5)
    assert required_dwpd(sum(DELL_WRITES), hours, 8, 100) == pytest.approx(dwpd, abs=0.05)


def test_dell_front_end_writes_and_byte_factor_give_the_same() -> None:
    front_end = 4500 * 0.998 * 9 / 1000
    factor = 118.5 / front_end
    assert factor == pytest.approx(2.93, abs=0.005)
    assert required_dwpd(front_end, 10, 8, 100, raid_write_factor=factor) == pytest.approx(5.3325)


def test_dell_rated_writes_over_five_years() -> None:
    assert tbw_from_dwpd(required_dwpd(118.5, 10, 8, 100), 100, 5) == pytest.approx(973, abs=0.5)


def test_one_drive_written_once_a_day() -> None:
    assert required_dwpd(1000 / 3600, 1, 1, 1) == pytest.approx(1)
    assert tbw_from_dwpd(1, 1000, 1) == 365


@given(
    write_mb_s=st.floats(0.1, 1e4),
    hours=st.floats(0.1, 24),
    drives=st.floats(1, 1000),
    drive_gb=st.floats(10, 1e5),
    factor=st.floats(1, 6),
    extra=st.floats(0.5, 5),
    years=st.floats(0.5, 10),
)
def test_a_drive_rated_for_what_is_required_lasts_its_warranty(
    write_mb_s: float, hours: float, drives: float, drive_gb: float, factor: float, extra: float, years: float
) -> None:
    dwpd = required_dwpd(write_mb_s, hours, drives, drive_gb, factor, extra)
    tbw = tbw_from_dwpd(dwpd, drive_gb, years)
    assert ssd_life_years(tbw, write_mb_s, hours, drives, factor, extra) == pytest.approx(years)


def test_what_is_not_written_wears_nothing_out() -> None:
    assert required_dwpd(0, 10, 8, 100) == 0
    with pytest.raises(InputError, match="write_mb_s is 0; expected a number above 0 MB/s"):
        ssd_life_years(973, 0, 10, 8)


def test_rebuild() -> None:
    assert rebuild_hours(3.6, 1) == 1
    assert rebuild_hours(3.6, 1, 0.75) == 4


def parity_operations(group: int, parity: int) -> tuple[float, float]:
    """Operations per read and per small write, on average, with one drive of a parity group lost."""
    reads = writes = 0.0
    for lost in range(group):  # the accessed data stands on drive 0, its parity on the last ones
        lost_parity = lost >= group - parity
        reads += group - parity if lost == 0 else 1
        if lost == 0:  # read the other data of the stripe, write the parity
            writes += (group - parity - 1) + parity
        elif lost_parity:  # read and write the data and the parity that is left
            writes += 1 if parity == 1 else 2 + 2 * (parity - 1)
        else:  # not concerned
            writes += 2 + 2 * parity
    return reads / group, writes / group


@pytest.mark.parametrize("group", [3, 4, 5, 8, 14])
def test_raid_5_counted_one_by_one(group: int) -> None:
    reads, writes = parity_operations(group, parity=1)
    assert degraded_read_factor(group, group - 1) == pytest.approx(reads)
    assert (5 * group - 8) / group == pytest.approx(writes)


@pytest.mark.parametrize("group", [4, 6, 8, 14])
def test_raid_6_counted_one_by_one(group: int) -> None:
    reads, writes = parity_operations(group, parity=2)
    assert degraded_read_factor(group, group - 2) == pytest.approx(reads)
    assert (7 * group - 11) / group == pytest.approx(writes)


@pytest.mark.parametrize("group", [3, 5, 8])
def test_raid_5_reads_per_drive_double(group: int) -> None:
    healthy = 1 / group
    degraded = float(degraded_read_factor(group, group - 1)) / (group - 1)
    assert degraded / healthy == pytest.approx(2)
    assert degraded_usable_iops(group, 75, 1, group, group - 1, 4) == pytest.approx(75 * group / 2)


@pytest.mark.parametrize("read_share", [0.0, 0.4, 1.0])
def test_the_partner_of_a_lost_mirror_limits_raid_10(read_share: float) -> None:
    # It reads and writes once per operation on the pair; each pair takes a twelfth of the load.
    assert degraded_usable_iops(24, 75, read_share, 2, 1, 1) == pytest.approx(12 * 75)
    assert degraded_usable_iops(24, 75, read_share, 2, 1, 1) <= usable_iops(24, 75, read_share, 2)


@given(group=st.integers(3, 30), groups=st.integers(1, 10), read_share=st.floats(0, 1))
def test_a_lost_drive_never_helps_raid_5_with_the_usual_penalty(group: int, groups: int, read_share: float) -> None:
    drives = group * groups
    degraded = degraded_usable_iops(drives, 150, read_share, group, group - 1, 4)
    assert degraded <= usable_iops(drives, 150, read_share, 4) * (1 + 1e-12)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (required_dwpd, (118.5, 10, 8, 100, 2, 1.5)),
        (ssd_life_years, (973, 118.5, 10, 8, 2, 1.5)),
        (tbw_from_dwpd, (5.3, 100, 5)),
        (rebuild_hours, (900, 100, 0.5)),
        (degraded_read_factor, (5, 4)),
        (degraded_usable_iops, (8, 75, 0.4, 4, 3, 4)),
    ],
)
def test_arrays_equal_scalars(function: Callable[..., Any], arguments: tuple[float, ...]) -> None:
    scalar = function(*arguments)
    assert isinstance(scalar, float)
    result = function(*(np.array([argument, argument]) for argument in arguments))
    assert result.dtype == np.float64
    assert result.tolist() == [scalar, scalar]


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (
            required_dwpd,
            (118.5, 25, 8, 100),
            "hours_per_day is 25; expected a number above 0 and at most 24 h",
        ),
        (required_dwpd, (118.5, 10, 0, 100), "drives is 0; expected a number above 0 drives"),
        (required_dwpd, (118.5, 10, 8, 0), "drive_gb is 0; expected a number above 0 GB"),
        (ssd_life_years, (973, 0, 10, 8), "write_mb_s is 0; expected a number above 0 MB/s"),
        (tbw_from_dwpd, (-1, 100, 5), "dwpd is -1; expected a number at least 0 1/d"),
        (rebuild_hours, (900, 100, 1), "load_share is 1; expected a number at least 0 and below 1"),
        (degraded_read_factor, (1, 1), "group_drives is 1; expected a number at least 2 drives"),
        (degraded_usable_iops, (8, 75, 0.4, 4, 0, 4), "reads_per_lost_read is 0"),
        (degraded_usable_iops, (8, 75, 0.4, 4, 3, 0), "degraded_write_penalty is 0"),
    ],
)
def test_bad_input_is_named(function: Callable[..., Any], arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        function(*arguments)


def test_no_drives_wear_out() -> None:
    assert _required_dwpd(100.0, 0.0, 960.0) == 0
    assert _required_dwpd(1920.0, 2.0, 960.0) == 1
