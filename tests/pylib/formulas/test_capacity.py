"""Capacity: the formulas of the Dell and Fujitsu papers, and units."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.capacity import (
    _free_share,
    _needed_gb,
    _vms_in_capacity,
    free_share,
    gb_from_gib,
    gib_from_gb,
    linked_clone_gb,
    num_vm,
)

sizes = st.floats(0, 1e5)


@pytest.mark.parametrize(("write_cache_gb", "vms"), [(1.5, 642.608), (2, 535.5067)])
def test_dell_s_array_holds_so_many_vms(write_cache_gb: float, vms: float) -> None:
    """D1 and D2, the second with the write cache that was configured."""
    assert num_vm(2539, 25, 6, 1, write_cache_gb) == pytest.approx(vms, abs=1e-3)


def test_without_headroom_and_images_it_is_a_plain_quotient() -> None:
    assert num_vm(1000, 0, 0, 1, 1.5, array_headroom=0, vm_headroom=0) == 400


def test_images_larger_than_the_array_leave_no_room() -> None:
    assert num_vm(100, 50, 6, 1, 1) == 0


@given(array_gb=st.floats(0, 1e6), more_gb=st.floats(0, 1e6))
def test_a_larger_array_holds_no_fewer_vms(array_gb: float, more_gb: float) -> None:
    assert num_vm(array_gb + more_gb, 25, 6, 1, 1.5) >= num_vm(array_gb, 25, 6, 1, 1.5)


def test_a_vm_needs_some_capacity() -> None:
    with pytest.raises(InputError, match=r"vm_mem_gb \+ write_cache_gb is 0; expected a number above 0 GB"):
        num_vm(2539, 25, 6, 0, 0)
    with pytest.raises(InputError, match="array_headroom is 1; expected a number at least 0 and below 1"):
        num_vm(2539, 25, 6, 1, 1.5, array_headroom=1)


@pytest.mark.parametrize(
    ("swap_relocated", "template_relocated", "gb"),
    [(False, False, 455), (True, False, 315), (False, True, 425), (True, True, 285)],
)
def test_linked_clones_by_what_is_relocated(swap_relocated: bool, template_relocated: bool, gb: float) -> None:
    assert linked_clone_gb(70, 3, 2, 0.5, 30, 30, 10, swap_relocated, template_relocated) == gb


def test_no_vms_leave_what_is_fixed() -> None:
    assert linked_clone_gb(0, 3, 2, 0.5, 30, 20, 10) == 60


@pytest.mark.parametrize("position", range(7))
def test_negative_sizes_are_refused(position: int) -> None:
    sizes_gb = [10.0] * 7
    sizes_gb[position] = -1
    vms, delta, swap, log, replica, template, overhead = sizes_gb
    with pytest.raises(InputError, match="is -1; expected a number at least 0"):
        linked_clone_gb(vms, delta, swap, log, replica, template, overhead)


@pytest.mark.parametrize(("capacity_gb", "free_gb", "percent"), [(2539.52, 384.87, 15.16), (2 * 2539.5, 929, 18.29)])
def test_headroom_of_dell_s_arrays(capacity_gb: float, free_gb: float, percent: float) -> None:
    """D9 and D10."""
    assert 100 * free_share(capacity_gb, capacity_gb - free_gb) == pytest.approx(percent, abs=0.005)


@pytest.mark.parametrize(("gb", "gib"), [(400, 372.5), (600, 558.8)])
def test_binary_sizes_of_fujitsu_s_data_stores(gb: float, gib: float) -> None:
    """F13 and F14."""
    assert gib_from_gb(gb) == pytest.approx(gib, abs=0.05)


@given(size=sizes)
def test_units_convert_back(size: float) -> None:
    back = gb_from_gib(gib_from_gb(size))
    assert isinstance(back, float)
    assert math.isclose(back, size, rel_tol=1e-12, abs_tol=1e-300)


def test_arrays_equal_single_numbers() -> None:
    caches = np.array([0.5, 1.5, 2.0])
    assert np.asarray(num_vm(2539, 25, 6, 1, caches)).tolist() == [
        num_vm(2539, 25, 6, 1, cache) for cache in caches.tolist()
    ]
    assert np.asarray(linked_clone_gb(caches, 3, 2, 1, 30, 30, 10)).tolist() == [73, 79, 82]


def test_what_a_vm_does_not_need_is_no_limit_and_a_store_of_nothing_has_nothing_free() -> None:
    assert _vms_in_capacity(1000.0, 0.1, 50.0, 0.0, 0.25, otherwise=math.inf) == math.inf
    assert _vms_in_capacity(10.0, 0.1, 50.0, 2.0, 0.25, otherwise=math.inf) == 0
    assert _free_share(0.0, 5.0) == 0
    assert np.asarray(_free_share(np.array([0.0, 10.0]), 4.0)).tolist() == [0.0, 0.6]


@given(vms=st.floats(0, 1e5), fixed_gb=st.floats(0, 1e5), gb_per_vm=st.floats(0.1, 1e3))
def test_what_vms_need_holds_as_many(vms: float, fixed_gb: float, gb_per_vm: float) -> None:
    needed_gb = _needed_gb(vms, fixed_gb, gb_per_vm, 0.25, 0.15)
    carried = _vms_in_capacity(needed_gb, 0.15, fixed_gb, gb_per_vm, 0.25, otherwise=math.inf)
    assert carried == pytest.approx(vms, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("relocated", ["swap", "template"])
def test_what_is_relocated_keeps_the_shape_of_the_answer(relocated: str) -> None:
    sizes: dict[str, Any] = {"swap_gb": 2.0, "template_gb": 30.0, f"{relocated}_gb": np.array([1.0, 2.0, 3.0])}
    elsewhere = {f"{relocated}_relocated": True}
    answer = linked_clone_gb(70, 3, sizes["swap_gb"], 0.5, 30, sizes["template_gb"], 10, **elsewhere)
    assert np.shape(answer) == (3,)
