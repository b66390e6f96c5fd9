"""Hosts of a mix: by hand, against all placements, and as the workbook counts. Users of a session host: by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.office import USERS, block_of, scenario
from tests.pylib.model.test_placement import SERVER, drawn, fewest_hosts

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.hosts import hosts_for_mix, users_per_session_host
from vdi_sizing.scenario import UserGroup


@pytest.mark.parametrize(
    ("vms", "ram", "cores", "host", "hosts"),
    [
        ([10, 10], [256, 8], [8, 2], (480, 96), 10),  # one of 256 GiB on a host, and a desktop beside it
        ([10, 115], [450, 100], 0, (512, 64), 33),  # two do not go together: 10 hosts of one, 23 of five
        ([9, 30], [300, 20], 0, (512, 64), 9),  # no host takes two of 300
        ([9, 30], [200, 60], 0, (512, 64), 8),  # the smallest last: 7 hosts of 1 + 5, one of 2 + 1
        ([240, 10, 40], [6, 256, 64], [3, 8, 8], (992, 316), 7),  # 6.6 hosts of RAM
        ([9, 30], 0.1, [16, 2], (512, 30), 9),  # by cores: 16 + 4 x 2 on each of 9, while 8 have to take 40
        (100, 8, 2, (80, 1000), 10),  # one size: 10 on a host
        ([100, 0], [8, 1000], [2, 1000], (80, 1000), 10),  # who has no VMs needs no host
        (0, 8, 2, (80, 1000), 0),
        ([2.2], [40], [1], (80, 64), 2),  # a part of a VM is one: 3 VMs
    ],
)
def test_hosts_worked_out_by_hand(vms: Any, ram: Any, cores: Any, host: tuple[float, float], hosts: float) -> None:
    assert hosts_for_mix(vms, ram, cores, *host) == hosts


def of_groups(groups: list[UserGroup]) -> tuple[list[float], list[float], list[float]]:
    return [g.vms for g in groups], [g.ram_gib or 0 for g in groups], [g.vcpus or 0 for g in groups]


def test_never_fewer_hosts_than_a_search_over_all_placements_and_seldom_more() -> None:
    """Mixes that are hard on purpose: VMs of a quarter to a half of a host, of which two do not go together."""
    source, above = random.Random(35), []
    for _ in range(150):
        _, groups, host = drawn(source)
        vms, ram, cores = of_groups(groups)
        sizes = tuple((int(gib), int(cpu)) for gib, cpu in zip(ram, cores, strict=True))
        fewest = fewest_hosts(tuple(int(each) for each in vms), sizes, host)
        above.append(hosts_for_mix(vms, ram, cores, *host) - fewest)
    assert [above.count(number) for number in range(8)] == [120, 29, 1, 0, 0, 0, 0, 0]
    assert len(above) == sum(above.count(number) for number in range(8))


def test_desktops_of_a_few_sizes_take_the_fewest_hosts_or_one_more() -> None:
    source, above = random.Random(40), []
    for _ in range(60):
        groups = [(source.randint(1, 8), ram, cpu) for ram, cpu in source.sample([(4, 2), (8, 4), (16, 4), (8, 2)], 3)]
        vms, ram, cores = (list(each) for each in zip(*groups, strict=True))
        fewest = fewest_hosts(tuple(vms), tuple(zip(ram, cores, strict=True)), (96, 36))
        above.append(hosts_for_mix(vms, ram, cores, 96, 36) - fewest)
    assert set(above) == {0, 1}
    assert above.count(0) > 50


def test_it_counts_as_the_workbook_does() -> None:
    """With an overhead per VM, what the hypervisor keeps, and a ratio of vCPU per core: up to some hundred hosts."""
    source, whole_vms = random.Random(41), 0
    sizes = [(4, 2), (8, 4), (8, 2), (16, 8), (32, 8), (128, 16), (256, 16), (64, 3)]
    for _ in range(200):
        ram_gib, overhead, cores = source.choice((512, 768)), source.choice((0.0, 0.25)), source.choice((32, 64))
        design = replace(
            SERVER, ram_gib=ram_gib, host_ram_gib=32, ram_overhead_gib=overhead, cores=cores, vcpus_per_core=4,
            cpu_headroom=0.2,
        )  # fmt: skip
        groups = [
            replace(USERS, name=f"group {at}", vms=source.randint(1, 900), ram_gib=ram, vcpus=cpu)
            for at, (ram, cpu) in enumerate(source.choices(sizes, k=source.randint(1, 5)))
        ]
        vms, ram, vcpus = of_groups(groups)
        hosts = hosts_for_mix(
            vms, [gib + overhead for gib in ram], [cpu / 4 for cpu in vcpus], ram_gib - 32, cores * 0.8
        )
        b = block_of(scenario(design, groups=tuple(groups)))
        assert hosts == (b.mix_hosts or b.mean_hosts)
        whole_vms += int(b.mix_hosts > 0)
    assert whole_vms > 20, "not only mixes of which the mean VM says all"


GROUPS = st.lists(
    st.tuples(st.integers(1, 300), st.sampled_from([4, 8, 16.5, 100, 250]), st.sampled_from([0, 0.5, 2, 6.7])),
    min_size=1, max_size=5,
)  # fmt: skip


def hosts_of(groups: Any) -> Any:
    vms, ram, cores = zip(*groups, strict=True)
    return hosts_for_mix(vms, ram, cores, 512, 48)


@given(groups=GROUPS, at=st.randoms(use_true_random=False))
def test_neither_the_order_of_groups_nor_a_group_in_two_rows_changes_anything(groups: Any, at: random.Random) -> None:
    shuffled = at.sample(groups, len(groups))
    halves = [(vms, *size) for count, *size in groups for vms in (count // 2, count - count // 2)]
    assert hosts_of(shuffled) == hosts_of(halves) == hosts_of(groups)


@given(groups=GROUPS)
def test_no_placement_takes_less_than_all_vms_ask_for(groups: Any) -> None:
    hosts = hosts_of(groups)
    assert hosts * 512 >= sum(vms * ram for vms, ram, _ in groups)
    assert hosts * 48 >= sum(vms * cores for vms, _, cores in groups) * (1 - 1e-9)
    assert hosts <= sum(vms for vms, _, _ in groups)


def test_hosts_of_several_sizes_are_answered_one_by_one() -> None:
    ram, cores = np.array([[480.0], [512.0], [1024.0]]), np.array([24.0, 48.0, 96.0])
    mix = ([9, 30, 200], [300, 20, 8], [8, 2, 0.5])
    swept = hosts_for_mix(*mix, ram, cores)
    singles = [[float(hosts_for_mix(*mix, float(gib), float(cpu))) for cpu in cores] for gib in ram[:, 0]]
    assert np.array_equal(swept, singles)
    assert np.array_equal(hosts_for_mix(0, 1, 1, [4, 5], 3), [0, 0])


def test_arrays_of_groups_are_taken_together() -> None:
    assert hosts_for_mix(np.array([10, 10]), np.array([256.0, 8.0]), (2, 0.5), 480, np.float64(64)) == 10


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (([9, 3], [20, 600], 1, 512, 64), r"host_ram_gib is 512; .* at least 600 GiB, which a VM of group 2 takes$"),
        (([9, 3], 20, [1, 80], 512, 64), r"host_cores is 64; .* at least 80 cores, which a VM of group 2 takes$"),
        ((9, 600, 1, [1024, 512], 64), r"host_ram_gib is 512; .* at least 600 GiB, which a VM of group 1 takes$"),
        (([9, -3], 20, 1, 512, 64), r"vms of group 2 is -3; expected a number at least 0 VMs$"),
        (([9, None], 20, 1, 512, 64), r"vms of group 2 is blank; expected a number at least 0 VMs$"),
        ((9, 0, 1, 512, 64), r"vm_ram_gib is 0; expected a number above 0 GiB$"),
        ((9, 20, [[1, 2]], 512, 64), r"vm_cores of group 1 is \[1, 2\]; expected a single number$"),
        (([], 20, 1, 512, 64), r"vms is \[\]; expected a number for each group$"),
        (("9", 20, 1, 512, 64), r"vms is '9'; expected a number"),
        (([9, 3], [20, 30, 40], 1, 512, 64), r"in vms, vm_ram_gib, vm_cores is \[2, 3, 1\]; expected as many in each"),
        (([9, 3], 20, 1, [512] * 3, [64, 32]), r"^the shape of host_ram_gib and host_cores is \(3,\) and \(2,\)"),
        ((9, 20, 1, 0, 64), r"host_ram_gib is 0; expected a number above 0 GiB$"),
        ((9, 20, 1, 512, 0), r"host_cores is 0; expected a number above 0 cores$"),
    ],
)
def test_what_is_refused_is_named(given: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        hosts_for_mix(*given)


def test_a_vm_that_fills_its_host_to_the_last_digit_fits() -> None:
    assert hosts_for_mix(3, 0.1 + 0.2, 0.7 + 0.1, 0.3, 0.8) == 3


@pytest.mark.parametrize(
    ("vcpus", "per_vcpu", "ram", "system", "per_user", "users"),
    [
        (8, 4, 128, 4, 3, 32),  # by vCPU; RAM has room for 41
        (8, 4, 64, 4, 3, 20),  # by RAM
        (100, 4, 128, 4, 3, 41),
        (100, 4, 32, 4, 3, 9),
        (4, 6, 1000, 4, 1, 24),  # Microsoft's light users
        (4, 1, 1000, 4, 1, 4),  # and its power users
        (8, 0.7, 1000, 4, 1, 5),  # 5.6
        (8, 4, 4, 4, 3, 0),
        (8, 4, 2, 4, 3, 0),
        (0.1, 30, 100, 0, 1, 3),  # 3.0000000000000004, and whole
    ],
)
def test_users_of_a_session_host(
    vcpus: float, per_vcpu: float, ram: float, system: float, per_user: float, users: float
) -> None:
    assert users_per_session_host(vcpus, per_vcpu, ram, system, per_user) == users


@pytest.mark.parametrize(("ram", "hosts"), [(64, 50), (128, 25), (32, 112)])
def test_go_euc_s_hosts_for_a_thousand_medium_users(ram: float, hosts: float) -> None:
    """T19 to T21; where 9 users fit on a host of 32 GB, it prints 114."""
    assert -(-1000 // users_per_session_host(1000, 4, ram, 4, 3)) == hosts


def test_session_hosts_of_several_sizes() -> None:
    assert np.array_equal(users_per_session_host([4, 8, 16], 4, [32, 64, 64], 4, 3), [9, 20, 20])


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [(0, 0, "vcpus"), (1, 0, "users_per_vcpu"), (2, -1, "ram_gib"), (3, -1, "system_gib"), (4, 0, "user_ram_gib")],
)
def test_what_no_session_host_has_is_refused(at: int, value: float, said: str) -> None:
    arguments: list[float] = [8, 4, 64, 4, 3]
    arguments[at] = value
    with pytest.raises(InputError, match=f"^{said} is {value}; expected a number"):
        users_per_session_host(*arguments)
