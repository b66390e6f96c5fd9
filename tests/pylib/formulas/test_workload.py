"""Workload: the sums at the start of every sizing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.disks import usable_iops
from vdi_sizing.formulas.workload import (
    _vms_in_ram,
    front_end_iops,
    iops_per_vm,
    network_mbit_s,
    read_iops,
    vms_in_ram,
    write_iops,
)

loads = st.floats(0, 1e6)


@pytest.mark.parametrize(("vms", "each", "total"), [(100, 8, 800), (100, 25, 2500), (75, 10, 750), (0, 10, 0)])
def test_front_end_load(vms: float, each: float, total: float) -> None:
    """E1, E2 and F2."""
    assert front_end_iops(vms, each) == total


def test_fujitsu_s_mix_of_users() -> None:
    """F1."""
    assert front_end_iops(175, 10) + front_end_iops(75, 15) == 2875


@pytest.mark.parametrize(
    ("iops", "vms", "each"),
    [(4500, 630, 7.143), (9000, 1270, 7.087), (6846, 630, 10.87), (12400, 1270, 9.764), (10000, 630, 15.87),
     (15000, 1270, 11.81)],
)  # fmt: skip
def test_dell_s_loads_per_vm(iops: float, vms: float, each: float) -> None:
    """D3 to D8."""
    assert iops_per_vm(iops, vms) == pytest.approx(each, rel=5e-4)


def test_etri_s_24_drives_per_user() -> None:
    """E6."""
    assert iops_per_vm(usable_iops(24, 75, 0.4, 2), 100) == 11.25


def test_two_mirrored_drives_of_pure_writes() -> None:
    """F3."""
    assert usable_iops(2, 150, 0, 2) == 150


@given(iops=loads, share=st.floats(0, 1))
def test_reads_and_writes_are_the_whole_load(iops: float, share: float) -> None:
    assert read_iops(iops, share) + write_iops(iops, share) == pytest.approx(iops)


def test_network_load() -> None:
    """E3: the paper prints 82 Mbit/s."""
    assert network_mbit_s(2500, 4) == 81.92


@pytest.mark.parametrize(
    ("vm_mib", "overhead_mib", "vms"), [(2048, 118, 68), (1024, 106, 130), (2048, 0, 72), (1024, 0, 144)]
)
def test_vms_in_144_gib(vm_mib: float, overhead_mib: float, vms: float) -> None:
    """F15 and F16, and both without the overhead."""
    assert vms_in_ram(144, vm_mib / 1024, overhead_mib / 1024) == vms


def test_an_exact_fit_is_not_rounded_down() -> None:
    assert vms_in_ram(0.3, 0.1) == 3


@given(vms=st.floats(1, 1e5), each=st.floats(0, 100))
def test_load_per_vm_is_the_inverse(vms: float, each: float) -> None:
    assert iops_per_vm(front_end_iops(vms, each), vms) == pytest.approx(each)


def test_arrays_equal_single_numbers() -> None:
    each = np.array([8.0, 25.0])
    assert np.asarray(front_end_iops(100, each)).tolist() == [800, 2500]
    assert np.asarray(write_iops([800, 2500], 0.4)).tolist() == [480, 1500]
    assert np.asarray(vms_in_ram(144, [1, 2])).tolist() == [144, 72]


def test_impossible_loads_are_named() -> None:
    with pytest.raises(InputError, match="iops_per_vm is -8; expected a number at least 0 IOPS"):
        front_end_iops(100, -8)
    with pytest.raises(InputError, match="vms is 0; expected a number above 0 VMs"):
        iops_per_vm(4500, 0)
    with pytest.raises(InputError, match="read_share is 40; expected a number at least 0 and at most 1"):
        read_iops(800, 40)
    with pytest.raises(InputError, match="vm_ram_gib is blank; expected a number above 0 GiB"):
        vms_in_ram(144, None)  # type: ignore[arg-type]


def test_vms_without_memory_are_no_limit() -> None:
    assert _vms_in_ram(144.0, 0.0, 0.0, otherwise=1e9) == 1e9
    assert _vms_in_ram(144.0, 2.0, 0.0, otherwise=1e9) == 72
