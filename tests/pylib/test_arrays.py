"""One formula for numbers and arrays: the same answers, and counts rounded as a spreadsheet rounds them."""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing import _arrays
from vdi_sizing._arrays import (
    divide,
    filled,
    maximum,
    minimum,
    numbers,
    of_one_shape,
    round_down,
    round_nearest,
    round_up,
    round_up_to_multiple,
    share,
    where,
    without,
)
from vdi_sizing.errors import InputError

ordinary = st.integers(-(10**8), 10**8).map(lambda thousandths: thousandths / 1000)


@pytest.mark.parametrize(
    ("x", "up", "down", "nearest"),
    [
        (2.0, 2, 2, 2), (2.1, 3, 2, 2), (2.5, 3, 2, 3), (2.9, 3, 2, 3),
        (2 + 4e-10, 2, 2, 2), (2 - 4e-10, 2, 2, 2), (2 + 6e-10, 3, 2, 2), (2 - 6e-10, 2, 1, 2), (0.0, 0, 0, 0),
    ],
)  # fmt: skip
def test_counts_are_rounded_to_nine_decimals_first(x: float, up: float, down: float, nearest: float) -> None:
    assert (round_up(x), round_down(x), round_nearest(x)) == (up, down, nearest)


@pytest.mark.parametrize("name", ["rounded", "round_up", "round_down", "round_nearest", "exp"])
@given(x=ordinary)
def test_arrays_are_numbers_element_by_element(name: str, x: float) -> None:
    function = getattr(_arrays, name)
    with np.errstate(over="ignore"):
        assert function(np.array([x]))[0] == pytest.approx(function(x), rel=1e-15)


@given(ordinary, ordinary)
def test_choices_agree(a: float, b: float) -> None:
    one, other = np.array([a]), np.array([b])
    assert (minimum(a, b), maximum(a, b)) == (min(a, b), max(a, b))
    assert (minimum(one, b), maximum(a, other)) == (min(a, b), max(a, b))
    assert where(a < b, a, b) == np.asarray(where(one < other, one, other))[0]
    assert divide(a, b, 7.0) == np.asarray(divide(one, other, 7.0))[0]


def test_nothing_goes_into_nothing() -> None:
    assert divide(1.0, 0.0, otherwise=5.0) == 5
    assert list(np.asarray(divide(1.0, np.array([0.0, 2.0]), otherwise=5.0))) == [5, 0.5]


def test_infinity_stays() -> None:
    assert round_up(math.inf) == round_up_to_multiple(math.inf, 2.0) == _arrays.exp(1000.0) == math.inf


@pytest.mark.parametrize(("x", "multiple", "result"), [(17, 2, 18), (18, 2, 18), (0, 4, 0), (1, 3, 3)])
def test_multiples_are_reached_upwards(x: float, multiple: float, result: float) -> None:
    assert round_up_to_multiple(float(x), float(multiple)) == result


def test_numbers_become_floats() -> None:
    for value in (3, 3.0, True + 2, np.float32(3), np.array(3)):
        assert type(numbers("vms", value)) is float
    assert np.asarray(numbers("vms", [1, 2])).dtype == np.float64


@pytest.mark.parametrize("value", ["3", None, math.nan, math.inf, [1, "x"], [1, math.nan], [1, -1], object()])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(InputError, match=r"vms is .*; expected a number at least 0 VMs"):
        numbers("vms", value, "VMs", at_least=0)


@pytest.mark.parametrize("value", [2.5, [1, 2.5]])
def test_a_whole_number_has_no_fraction(value: object) -> None:
    assert numbers("vms", 3, whole=True) == 3
    with pytest.raises(InputError, match=r"vms is 2\.5; expected a whole number at least 1 VMs"):
        numbers("vms", value, "VMs", at_least=1, whole=True)


def test_limits_are_named() -> None:
    with pytest.raises(InputError, match=r"x is 5; expected a number above 1 and below 5 s"):
        numbers("x", [2, 5], "s", above=1, below=5)
    with pytest.raises(InputError, match="read_share is 40; expected a number at least 0 and at most 1"):
        share("read_share", 40)


def test_a_constant_takes_the_shape_of_a_value() -> None:
    assert filled(math.inf, 2.0) == math.inf
    assert np.asarray(filled(0.0, np.array([-1.0, 2.0]))).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    "value",
    [10**400, [10**400], 1j, [1j], np.array([1j]), np.complex128(1), ["1", "2"], np.array(["1"]),
     np.array(["1"], object),
     np.str_("1"), np.datetime64("2026-01-01"), [[1], [1, 2]], [None], bytearray(b"1")],
)  # fmt: skip
def test_texts_complex_and_endless_numbers_are_refused(value: object) -> None:
    with pytest.raises(InputError, match=r"vms is .*; expected a number"):
        numbers("vms", value)


def test_other_kinds_of_real_numbers_are_read() -> None:
    assert numbers("vms", Decimal("1.5")) == numbers("vms", Fraction(3, 2)) == numbers("vms", np.float32(1.5)) == 1.5
    assert np.array_equal(numbers("vms", [Decimal("1.5"), Fraction(1, 2)]), [1.5, 0.5])
    assert np.array_equal(numbers("vms", np.array([True, False])), [1.0, 0.0])


@of_one_shape
def picked(row: object, column: object) -> object:
    """The items of a list, in the shape of both."""
    if isinstance(column, str):
        raise ValueError(column)
    return np.asarray(row) + np.asarray(column)


def test_arrays_of_unlike_shape_are_named() -> None:
    assert np.asarray(picked([1, 2], 3)).tolist() == [4, 5]
    with pytest.raises(InputError, match=r"the shape of row and column is \(2, 2\) and \(3,\); expected arrays of one"):
        picked([[1, 2], [3, 4]], column=[1, 2, 3])


def test_an_error_of_another_kind_stays_as_it_is() -> None:
    with pytest.raises(ValueError, match=r"^no such column$"):
        picked([1, 2], "no such column")
    assert picked.__module__ == __name__
    assert vars(picked)["__wrapped__"].__doc__ == picked.__doc__


def test_what_is_imported_without_numpy_does_not_find_it_and_later_code_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numpy")
    with without("numpy"), pytest.raises(ImportError):
        __import__("numpy")
    assert "numpy" not in sys.modules


def test_a_numpy_that_is_there_already_stays() -> None:
    with without("numpy"):
        assert __import__("numpy") is np
    assert sys.modules["numpy"] is np
