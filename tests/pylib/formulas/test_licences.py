"""Cores to license: by printed examples, and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.licences import licensed_cores


def test_broadcom_s_example_of_two_hosts() -> None:
    """A host of 2 x 8 cores and one of 2 x 24: 80 cores."""
    assert np.sum(licensed_cores(1, 2, [8, 24], least_per_cpu=16)) == 80


def test_three_hosts_of_eight_cores_count_as_sixteen_each() -> None:
    """The same article: 3 hosts of one CPU with 8 cores are 48."""
    assert licensed_cores(3, 1, 8, 16) == 48


@pytest.mark.parametrize(
    ("hosts", "cpus", "cores", "pack", "licensed"),
    [
        (1, 1, 8, 2, 16),  # at least 16 of a server
        (1, 2, 16, 2, 32),
        (5, 1, 24, 2, 120),  # 60 packs of 2
        (5, 1, 24, 16, 128),  # in packs of 16 alone it is eight of them
        (1, 2, 6, 2, 16),  # at least 8 of a CPU
        (1, 4, 6, 2, 32),  # of four CPUs that is more than 16 of the server
        (3, 1, 17, 2, 52),  # 51: packs are counted over all servers
    ],
)
def test_windows_server(hosts: float, cpus: float, cores: float, pack: float, licensed: float) -> None:
    """The first three are examples of Licensing School."""
    assert licensed_cores(hosts, cpus, cores, 8, 16, pack) == licensed


@pytest.mark.parametrize(
    ("hosts", "pack", "least", "licensed"),
    [
        (1, 1, 0, 32),
        (1, 1, 72, 72),
        (3, 1, 72, 96),
        (1, 32, 72, 96),  # three packs: two are less than the least order
        (0, 32, 72, 0),  # nothing is ordered
    ],
)
def test_the_least_of_an_order(hosts: float, pack: float, least: float, licensed: float) -> None:
    assert licensed_cores(hosts, 2, 16, 16, pack=pack, least_per_order=least) == licensed


def test_without_rules_it_counts_the_cores() -> None:
    assert licensed_cores(4, 2, 28) == 224


@given(
    hosts=st.integers(1, 100), cpus=st.integers(1, 8), cores=st.integers(1, 192),
    of_cpu=st.integers(0, 32), of_host=st.integers(0, 64), pack=st.integers(1, 32), order=st.integers(0, 200),
)  # fmt: skip
def test_it_is_the_fewest_packs_that_hold_every_rule(
    hosts: int, cpus: int, cores: int, of_cpu: int, of_host: int, pack: int, order: int
) -> None:
    licensed = int(licensed_cores(hosts, cpus, cores, of_cpu, of_host, pack, order))
    needed = max(order, hosts * max(of_host, sum(max(cores, of_cpu) for _ in range(cpus))))
    assert licensed % pack == 0
    assert needed <= licensed < needed + pack


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        (0, -1, "hosts is -1; expected a number at least 0 hosts"),
        (1, 0, "cpus_per_host is 0; expected a number above 0 CPUs"),
        (2, 0, "cores_per_cpu is 0; expected a number above 0 cores"),
        (3, -1, "least_per_cpu is -1; expected a number at least 0 cores"),
        (4, -1, "least_per_host is -1; expected a number at least 0 cores"),
        (5, 0, "pack is 0; expected a number at least 1 cores"),
        (6, -1, "least_per_order is -1; expected a number at least 0 cores"),
    ],
)
def test_what_is_refused_is_named(at: int, value: float, said: str) -> None:
    arguments: list[float] = [4, 2, 28, 16, 16, 2, 72]
    arguments[at] = value
    with pytest.raises(InputError, match=f"^{said}$"):
        licensed_cores(*arguments)
