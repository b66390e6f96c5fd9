"""Drives: IOPS from mechanics, and IOPS at a mix."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.drives import drive_iops, effective_drive_iops, service_time_ms

iops = st.floats(1, 1e6)
shares = st.floats(0, 1)


@pytest.mark.parametrize(
    ("seek_ms", "rpm", "expected"),
    [(9.17, 7200, 75.0), (0, 7200, 240.0), (0, 15000, 500.0), (3.0, 15000, 200.0), (7, 10000, 100.0)],
)
def test_iops_from_seek_and_rotation(seek_ms: float, rpm: float, expected: float) -> None:
    assert drive_iops(seek_ms, rpm) == pytest.approx(expected, abs=0.05)


def test_a_seek_of_nine_ms_and_a_transfer_give_the_paper_s_drive() -> None:
    """9.0 ms + 4.17 ms + the transfer of 4 kB at 100 MB/s: between the 75 and 76 IOPS of ETRI's 17 and 53."""
    assert service_time_ms(9.0, 7200, 4, 100) == pytest.approx(13.2067, abs=1e-4)
    assert drive_iops(9.0, 7200, 4, 100) == pytest.approx(75.7, abs=0.05)


def test_a_size_without_a_transfer_rate_is_refused() -> None:
    with pytest.raises(InputError, match=r"io_kb is 4; .* since no transfer rate is given"):
        service_time_ms(9, 7200, 4)


@pytest.mark.parametrize(
    ("seek_ms", "rpm", "message"),
    [(-1, 7200, "seek_ms is -1; expected a number at least 0 ms"), (9, 0, "rpm is 0; .* above 0 1/min")],
)
def test_impossible_mechanics(seek_ms: float, rpm: float, message: str) -> None:
    with pytest.raises(InputError, match=message):
        drive_iops(seek_ms, rpm)


@given(reads=iops, writes=iops)
def test_pure_loads_give_the_ratings(reads: float, writes: float) -> None:
    assert effective_drive_iops(reads, writes, 1) == pytest.approx(reads)
    assert effective_drive_iops(reads, writes, 0) == pytest.approx(writes)


@given(rating=iops, share=shares, derating=st.floats(0.01, 1))
def test_equal_ratings_do_not_depend_on_the_mix(rating: float, share: float, derating: float) -> None:
    assert effective_drive_iops(rating, rating, share, derating) == pytest.approx(rating * derating)


@given(reads=iops, writes=iops, share=shares)
def test_a_mix_lies_between_the_ratings(reads: float, writes: float, share: float) -> None:
    mix = effective_drive_iops(reads, writes, share)
    assert min(reads, writes) * (1 - 1e-9) <= mix <= max(reads, writes) * (1 + 1e-9)


def test_half_and_half_is_the_harmonic_mean() -> None:
    assert effective_drive_iops(100, 50, 0.5) == pytest.approx(200 / 3)


@pytest.mark.parametrize("derating", [0, 1.1, None])
def test_derating_outside_its_range(derating: float) -> None:
    with pytest.raises(InputError, match=r"derating is .*; expected a number above 0 and at most 1"):
        effective_drive_iops(100, 50, 0.5, derating)


def test_arrays_equal_single_numbers() -> None:
    seeks = np.array([3.5, 4.5, 9.0])
    assert np.asarray(drive_iops(seeks, 10000)).tolist() == [drive_iops(s, 10000) for s in seeks.tolist()]
    mixes = np.array([0.0, 0.3, 1.0])
    assert np.asarray(effective_drive_iops(200, 100, mixes)).tolist() == [
        effective_drive_iops(200, 100, r) for r in mixes.tolist()
    ]
