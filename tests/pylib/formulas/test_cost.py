"""Cost against Fujitsu's price comparison and sums made by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.cost import (
    breakeven_drive_price,
    breakeven_vms,
    cost_per_vm,
    discounted_price,
    energy_cost,
    maintenance_cost,
    present_value,
    price_outlook,
    rack_cost,
    total_cost_of_ownership,
    with_vat,
)

# Fujitsu, Price comparison: the server without drives, and four SSDs of 64 GB.
WITHOUT_DRIVES, SSDS = 9035, 4520

EUROS = st.floats(0, 1e7, allow_subnormal=False)
SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("total", "vms", "expected", "tolerance"),
    [
        (9455, 31, 305, 1e-9),
        (WITHOUT_DRIVES + SSDS, 75, 180.7, 0.05),
        (WITHOUT_DRIVES + 2 * SSDS, 75, 241, 0.05),
    ],
)
def test_fujitsu_price_per_vm(total: float, vms: float, expected: float, tolerance: float) -> None:
    assert cost_per_vm(total, vms) == pytest.approx(expected, abs=tolerance)


def test_fujitsu_break_even_price_of_an_ssd() -> None:
    price = breakeven_drive_price(305, 75, WITHOUT_DRIVES, 4)
    assert price == pytest.approx(3460)
    assert float(price) / 1130 == pytest.approx(3.06, abs=0.005)


def test_fujitsu_break_even_vms() -> None:
    assert breakeven_vms(13555, 305) == pytest.approx(44.4, abs=0.05)


def test_no_drive_price_is_low_enough() -> None:
    assert breakeven_drive_price(100, 75, WITHOUT_DRIVES, 4) < 0


@pytest.mark.parametrize(("change", "per_vm"), [(-0.15, 171.7), (-0.2, 168.7)])
def test_fujitsu_price_outlook(change: float, per_vm: float) -> None:
    ssds = float(price_outlook(SSDS, change, 1))
    assert cost_per_vm(WITHOUT_DRIVES + ssds, 75) == pytest.approx(per_vm, abs=0.05)


def test_price_outlook_limits() -> None:
    assert price_outlook(1130, -0.2, 0) == 1130
    assert price_outlook(1130, 0, 5) == 1130
    assert price_outlook(1130, -1, 5) == 0
    assert price_outlook(100, -0.5, 2) == 25


def test_discount_and_tax() -> None:
    assert discounted_price(200, 0) == 200
    assert discounted_price(200, 1) == 0
    assert with_vat(200, 0) == 200
    assert with_vat(100, 0.19) == pytest.approx(119)


def test_energy_of_one_drive_over_five_years() -> None:
    assert energy_cost(18, 5, 1, pue=1.6) == pytest.approx(1260, rel=0.002)  # kWh


def test_energy_of_a_kilowatt_for_a_year() -> None:
    assert energy_cost(1000, 1, 0.5) == 4383


def test_rack_space_and_maintenance() -> None:
    assert rack_cost(2, 5, 100) == 1000
    assert maintenance_cost(1000, 5, 0.1) == pytest.approx(500)


def test_present_value_without_interest_is_the_sum() -> None:
    assert present_value(1000, 5, 0) == 5000


def test_present_value_of_no_year_is_nothing() -> None:
    assert present_value(1000, 0, 0.05) == 0
    assert present_value(1000, 0, 0) == 0


@given(
    yearly=st.floats(0.01, 1e7),
    years=st.integers(0, 40),
    rate=st.one_of(st.just(0.0), st.floats(0.001, 1)),
)
def test_present_value_is_the_sum_of_the_discounted_payments(yearly: float, years: int, rate: float) -> None:
    payments = sum(yearly / (1 + rate) ** year for year in range(1, years + 1))
    assert present_value(yearly, years, rate) == pytest.approx(payments)


def test_present_value_of_rates_with_and_without_interest() -> None:
    values = np.asarray(present_value(100, [1, 2], [0, 1]))
    assert values.tolist() == [100, 75]


@given(purchase=EUROS, yearly=EUROS, rate=st.floats(0.001, 1))
def test_interest_never_raises_the_cost_of_ownership(purchase: float, yearly: float, rate: float) -> None:
    plain = total_cost_of_ownership(purchase, yearly, 5)
    assert plain == pytest.approx(purchase + 5 * yearly)
    assert purchase <= total_cost_of_ownership(purchase, yearly, 5, rate) <= plain


@given(other=st.floats(1, 1000), vms=st.floats(1, 1000), base=EUROS, drives=st.floats(1, 100))
def test_at_the_break_even_price_both_cost_the_same(other: float, vms: float, base: float, drives: float) -> None:
    price = float(breakeven_drive_price(other, vms, base, drives))
    assert (base + drives * price) / vms == pytest.approx(other, abs=1e-6)


@given(total=st.floats(1, 1e7), other=st.floats(1, 1000))
def test_at_the_break_even_vms_both_cost_the_same(total: float, other: float) -> None:
    assert cost_per_vm(total, breakeven_vms(total, other)) == pytest.approx(other)


@given(price=EUROS, discounts=st.tuples(SHARES, SHARES))
def test_a_higher_discount_never_raises_the_price(price: float, discounts: tuple[float, float]) -> None:
    low, high = sorted(discounts)
    assert discounted_price(price, high) <= discounted_price(price, low)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (cost_per_vm, (13555, 75)),
        (discounted_price, (1130, 0.25)),
        (with_vat, (1000, 0.19)),
        (energy_cost, (18, 5, 0.25, 1.6)),
        (rack_cost, (2, 5, 100)),
        (maintenance_cost, (9455, 4, 0.1)),
        (present_value, (1000, 5, 0.05)),
        (total_cost_of_ownership, (9455, 1000, 5, 0.05)),
        (price_outlook, (1130, -0.2, 2)),
        (breakeven_drive_price, (305, 75, 9035, 4)),
        (breakeven_vms, (13555, 305)),
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
        (cost_per_vm, (9455, 0), "vms is 0; expected a number above 0 VMs"),
        (discounted_price, (1130, 25), "discount_share is 25; expected a number at least 0 and at most 1"),
        (with_vat, (1000, 19), "vat_share is 19; expected a number at least 0 and at most 1"),
        (energy_cost, (18, 5, 0.25, 0.9), "pue is 0.9; expected a number at least 1"),
        (rack_cost, (-1, 5, 100), "rack_units is -1; expected a number at least 0 U"),
        (maintenance_cost, (9455, 4, 10), "yearly_share is 10"),
        (present_value, (1000, 2.5, 0.05), "years is 2.5; expected a whole number of years"),
        (present_value, (1000, [2, 2.5], 0.05), "years is .*; expected a whole number of years"),
        (present_value, (1000, 5, -0.1), "discount_rate is -0.1; expected a number at least 0"),
        (total_cost_of_ownership, (-1, 1000, 5), "purchase_eur is -1; expected a number at least 0 EUR"),
        (price_outlook, (1130, -15, 1), "yearly_change_share is -15; expected a number at least -1"),
        (price_outlook, (1130, 0.1, 101), "years is 101; expected a number at least 0 and at most 100 years"),
        (breakeven_drive_price, (305, 75, 9035, 0), "drives is 0; expected a number above 0 drives"),
        (breakeven_vms, (13555, 0), "other_eur_per_vm is 0; expected a number above 0 EUR"),
    ],
)
def test_bad_input_is_named(function: Callable[..., Any], arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        function(*arguments)
