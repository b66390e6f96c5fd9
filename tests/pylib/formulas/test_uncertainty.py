"""The triangular distribution and the PERT mean."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.uncertainty import pert_mean, triangular_quantile

three = st.tuples(*[st.floats(-1e6, 1e6)] * 3).map(sorted)


@given(three, st.floats(0, 1))
def test_a_quantile_stays_in_its_range_and_inverts_the_distribution(points: list[float], p: float) -> None:
    low, base, high = points
    value = triangular_quantile(p, low, base, high)
    tolerance = 1e-9 * (1 + abs(low) + abs(high))
    assert low - tolerance <= value <= high + tolerance
    if high - low > 1 and low < value < high:
        left, right = value - low, high - value
        inverse = left**2 / (base - low) if value < base else (high - low) - right**2 / (high - base)
        assert inverse / (high - low) == pytest.approx(p, abs=1e-6)


@given(three)
def test_pert_mean_lies_in_the_range(points: list[float]) -> None:
    low, base, high = points
    assert low - 1e-6 <= pert_mean(low, base, high) <= high + 1e-6


def test_helpers_take_arrays_and_refuse_disorder() -> None:
    assert triangular_quantile(0.25, 3, 3, 3) == 3
    assert np.asarray(triangular_quantile([0, 0.125, 1], 0, 1, 4)).tolist() == pytest.approx(
        [triangular_quantile(p, 0, 1, 4) for p in (0, 0.125, 1)]
    )
    assert np.asarray(pert_mean([1, 2], [2, 3], [3, 10])).tolist() == [2, 4]
    with pytest.raises(InputError, match=r"base - low is -1; expected a number at least 0"):
        pert_mean(2, 1, 3)
    with pytest.raises(InputError, match=r"p is 1\.5"):
        triangular_quantile(1.5, 1, 2, 3)
