"""VSImax against the published definition and small tables solved by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.vsimax import Vsimax, vsimax_dynamic, vsimax_threshold_ms

RESPONSES = st.lists(st.floats(0, 1e5), min_size=15, max_size=60)


def test_fujitsu_threshold() -> None:
    assert vsimax_threshold_ms(1500) == 4500


def test_threshold_of_an_array() -> None:
    assert np.asarray(vsimax_threshold_ms([1500, 2000], 1000)).tolist() == [2500, 3000]


def test_the_last_session_within_the_limit_counts() -> None:
    table = [1500] * 15 + [2000] * 16 + [4500.1, 9000]
    assert vsimax_dynamic(table) == Vsimax(31, 1500, 4500, reached=True)


def test_a_response_at_the_limit_is_not_above_it() -> None:
    assert vsimax_dynamic([1500] * 15 + [4500] * 3) == Vsimax(18, 1500, 4500, reached=False)


def test_the_first_excess_decides_even_if_the_response_falls_again() -> None:
    assert vsimax_dynamic([1000] * 15 + [5000] + [1000] * 10).vsimax == 15


def test_the_baseline_itself_is_searched() -> None:
    result = vsimax_dynamic([1000, 9000, 1000, 1000], baseline_sessions=4)
    assert result == Vsimax(1, 3000, 6000, reached=True)


def test_never_reached_gives_the_sessions_measured() -> None:
    assert vsimax_dynamic([1500] * 70) == Vsimax(70, 1500, 4500, reached=False)


def test_baseline_is_the_mean_of_the_first_sessions() -> None:
    result = vsimax_dynamic([100, 200, 300, 1000], baseline_sessions=3, threshold_ms=700)
    assert result == Vsimax(3, 200, 900, reached=True)


def test_an_array_is_a_table_too() -> None:
    table = [1500.0] * 15 + [5000.0]
    assert vsimax_dynamic(np.array(table)) == vsimax_dynamic(table)  # type: ignore[arg-type]


def test_a_cell_holds_the_number_of_sessions_as_a_float() -> None:
    assert vsimax_dynamic([1500] * 20, baseline_sessions=10.0).baseline_ms == 1500


@given(table=RESPONSES, threshold_ms=st.floats(0, 1e4))
def test_all_sessions_counted_lie_within_the_limit(table: list[float], threshold_ms: float) -> None:
    result = vsimax_dynamic(table, threshold_ms=threshold_ms)
    assert all(response <= result.limit_ms + 1e-9 for response in table[: result.vsimax])
    assert result.reached == (result.vsimax < len(table))


@given(table=RESPONSES, thresholds=st.tuples(st.floats(0, 1e4), st.floats(0, 1e4)))
def test_a_higher_threshold_never_lowers_vsimax(table: list[float], thresholds: tuple[float, float]) -> None:
    low, high = sorted(thresholds)
    assert vsimax_dynamic(table, 15, low).vsimax <= vsimax_dynamic(table, 15, high).vsimax


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1500] * 14,), "response_ms is '14 entries'; expected at least 15, for the baseline"),
        (([1500] * 15 + [-1],), "response_ms with 16 sessions is -1; expected a number at least 0 ms"),
        (([1500, None],), "response_ms with 2 sessions is blank"),
        (([[1500.0, 1600.0]],), "response_ms with 1 sessions is .*a single number of ms"),
        (([1500] * 15, 0), "baseline_sessions is 0; expected a number at least 1 sessions"),
        (([1500] * 15, 2.5), "baseline_sessions is 2.5; expected a whole number of sessions"),
        (([1500] * 15, 15, -1), "threshold_ms is -1; expected a number at least 0 ms"),
    ],
)
def test_bad_input_is_named(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        vsimax_dynamic(*arguments)


def test_bad_baseline_is_named() -> None:
    with pytest.raises(InputError, match="baseline_ms is -1; expected a number at least 0 ms"):
        vsimax_threshold_ms(-1)
