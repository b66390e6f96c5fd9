"""The busiest moment of a login window: against simulated windows."""

from __future__ import annotations

import numpy as np
import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.login_peak import login_peak_factor
from vdi_sizing.formulas.storms import peak_logins_per_s


def simulated_factor(vms: int, window_s: float, login_s: float) -> float:
    """Most logins under way at the same time over the expectation of their peak, on average over 2000 windows."""
    draw = np.random.default_rng(5)
    starts = np.sort(draw.normal(0, window_s / 6, (2000, vms)), axis=1)
    most = [np.max(np.arange(vms) - np.searchsorted(row, row - login_s)) + 1 for row in starts]
    expected = peak_logins_per_s(vms, window_s)
    assert isinstance(expected, float)
    return float(np.mean(most)) / (expected * login_s)


@pytest.mark.parametrize(
    ("vms", "window_s", "login_s"), [(500, 1800, 30), (100, 3600, 30), (1000, 3600, 30), (2000, 1800, 60)]
)
def test_chance_lifts_the_busiest_moment(vms: int, window_s: float, login_s: float) -> None:
    simulated = simulated_factor(vms, window_s, login_s)
    assert simulated > 1.1
    assert login_peak_factor(vms, window_s, login_s) == pytest.approx(simulated, rel=0.12)


def test_nobody_logs_in() -> None:
    factor = login_peak_factor(0, 1800, 30)
    assert isinstance(factor, float)
    assert factor < 1e6


def test_arrays_equal_single_numbers() -> None:
    vms = np.array([100.0, 500.0])
    expected = [login_peak_factor(100, 1800, 30), login_peak_factor(500, 1800, 30)]
    assert np.asarray(login_peak_factor(vms, 1800, 30)).tolist() == expected


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match="login_s is 0; expected a number above 0 s"):
        login_peak_factor(500, 1800, 0)
