"""The plain formula: ETRI's drive counts, whole quotients, and the inverse."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.disks import (
    _backend_reads,
    _backend_writes,
    _vms_carried,
    backend_iops,
    disk_count,
    usable_iops,
)

iops = st.floats(0, 1e5)
shares = st.floats(0, 1)


@pytest.mark.parametrize(
    ("front_end", "drive_iops", "rounding", "drives"),
    [
        (800, 75, "nearest", 17), (2500, 75, "nearest", 53), (800, 75, "down", 17), (2500, 75, "down", 53),
        (800, 75, "up", 18), (2500, 75, "up", 54), (800, 76, "up", 17), (2500, 76, "up", 53),
    ],
)  # fmt: skip
def test_e4_e5_drives_of_etri(front_end: float, drive_iops: float, rounding: str, drives: float) -> None:
    assert disk_count(front_end * 0.4, front_end * 0.6, 2, drive_iops, rounding=rounding) == drives


def test_e6_what_24_drives_carry() -> None:
    assert usable_iops(24, 75, 0.4, 2) == pytest.approx(1125, rel=1e-15)


def test_limits() -> None:
    assert backend_iops(100, 0, 6) == 100
    assert backend_iops(0, 100, 6) == 600
    assert backend_iops(100, 100, 6, read_hit=1, write_coalesced=1) == 0
    assert disk_count(0, 0, 2, 75) == 0


@given(st.integers(1, 500), st.integers(1, 5000), st.integers(1, 99))
def test_a_whole_quotient_is_not_rounded_further_up(drives: int, drive_iops: int, percent: int) -> None:
    reads = float(Fraction(drives * drive_iops * percent, 100))
    assert disk_count(reads, 0, 1, drive_iops, max_utilization=percent / 100) == drives


@given(iops, iops, st.floats(1, 6), st.floats(1, 1e4), st.integers(1, 8))
def test_enough_drives_in_the_multiple(
    reads: float, writes: float, penalty: float, drive_iops: float, multiple: int
) -> None:
    drives = disk_count(reads, writes, penalty, drive_iops, multiple=multiple)
    assert isinstance(drives, float)
    assert drives % multiple == 0
    load = reads + writes * penalty
    assert (drives + 1e-9 * (1 + drives)) * drive_iops >= load
    assert drives - multiple < load / drive_iops + 1e-9 * (1 + drives)


@given(iops, shares, st.floats(1, 6), shares, shares)
def test_caches_only_take_load_away(load: float, reads: float, penalty: float, hit: float, coalesced: float) -> None:
    plain = np.asarray(backend_iops(load * reads, load * (1 - reads), penalty))
    assert backend_iops(load * reads, load * (1 - reads), penalty, hit, coalesced) <= plain


@given(st.floats(1, 1000), st.floats(1, 1e4), shares, st.floats(1, 6))
def test_usable_iops_is_the_inverse(drives: float, drive_iops: float, read_share: float, penalty: float) -> None:
    load = np.asarray(usable_iops(drives, drive_iops, read_share, penalty))
    back = backend_iops(load * read_share, load * (1 - read_share), penalty)
    assert np.asarray(back) / drive_iops == pytest.approx(drives, rel=1e-12)


def test_arrays_are_numbers_element_by_element() -> None:
    reads = np.array([320.0, 1000.0, 768.0])
    counts = disk_count(reads, 1.5 * reads, 2, 75, 0.7, 2)
    assert list(np.asarray(counts)) == [disk_count(r, 1.5 * r, 2, 75, 0.7, 2) for r in reads]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"read_iops": -1}, "read_iops is -1; expected a number at least 0 IOPS"),
        ({"write_penalty": 0.5}, "write_penalty is 0.5; expected a number at least 1"),
        ({"drive_iops": 0}, "drive_iops is 0; expected a number above 0 IOPS"),
        ({"max_utilization": 1.1}, "max_utilization is 1.1"),
        ({"rounding": "sideways"}, "rounding is 'sideways'; expected one of up, nearest, down"),
    ],
)
def test_what_cannot_be_used_is_named(changes: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"read_iops": 320, "write_iops": 480, "write_penalty": 2, "drive_iops": 75}
    with pytest.raises(InputError, match=message):
        disk_count(**(arguments | changes))  # type: ignore[arg-type]


def test_a_back_end_load_is_the_sum_of_its_reads_and_writes() -> None:
    """RAID 5: four operations per write, two of them reads."""
    assert (_backend_reads(100.0, 50.0, 2.0), _backend_writes(50.0, 4.0, 2.0)) == (200.0, 100.0)
    assert _backend_reads(100.0, 50.0, 2.0) + _backend_writes(50.0, 4.0, 2.0) == backend_iops(100, 50, 4)


def test_a_load_of_nothing_is_carried_without_limit() -> None:
    assert _vms_carried(24.0, 75.0, 0.5, 0.0, otherwise=1e9) == 1e9
    assert _vms_carried(24.0, 75.0, 0.5, 20.0, otherwise=1e9) == 45.0
