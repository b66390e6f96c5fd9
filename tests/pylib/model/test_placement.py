"""Whole VMs on hosts: by cases worked out by hand, and against the fewest hosts of all placements."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.pylib.model.office import USERS, block_of, scenario, sized

from vdi_sizing.model.capacity.placement import sizes_of
from vdi_sizing.scenario import Design, Tier, UserGroup

SERVER = Design("servers", "office", (Tier("new", "RAID 6", 12),), block_kind="server", ram_gib=512)
CLUSTER = replace(SERVER, tiers=(Tier("new", "vSAN ESA RAID-5 4+1", 4),), block_kind="cluster", given_vms=1000)
ARRAY = replace(SERVER, block_kind="array", ram_gib=None, beside_ram_gib=512)
SESSIONS = replace(USERS, name="session hosts", vms=10, ram_gib=256, vcpus=8)
DESKTOPS = replace(USERS, name="desktops", vms=10, ram_gib=8, vcpus=2)


def test_ten_session_hosts_and_ten_desktops_take_a_host_more_than_their_mean() -> None:
    """The mean VM has 132 GiB, of which 3 fit into 480: 7 hosts. Of 256 GiB 1 fits, with a desktop beside it."""
    x = sized(replace(SERVER, host_ram_gib=32), SESSIONS, DESKTOPS)
    assert (x["mean_hosts"], x["ram_hosts"], x["apart_hosts"], x["mix_hosts"]) == (7, 10, 11, 10)
    assert (x["blocks_needed"], x["vms_per_block"], x["binding_name"]) == (10, 2, "whole VMs")


def test_where_two_do_not_fit_together_each_size_has_hosts_of_its_own() -> None:
    """450 GiB leave no room for 100. The mean of 128 has 4 VMs and 32 hosts. Apart: 10 hosts of one, 23 of five.

    Dealt, a VM of 450 has none beside it on 125 hosts alone, which is beyond the 64 numbers tried. In the second case
    that is fewer than by the mean VM, of which there are then up to four on a host.
    """
    x = sized(SERVER, replace(SESSIONS, vms=10, ram_gib=450), replace(DESKTOPS, vms=115, ram_gib=100))
    assert (x["mean_hosts"], x["ram_hosts"], x["apart_hosts"], x["mix_hosts"]) == (32, 1e9, 33, 33)
    x = sized(SERVER, replace(SESSIONS, vms=30, ram_gib=500), replace(DESKTOPS, vms=115, ram_gib=20))
    # the mean of 119.3 has 4 VMs and 37 hosts; apart 30 of one and 5 of 25
    assert (x["mean_hosts"], x["ram_hosts"], x["apart_hosts"], x["mix_hosts"]) == (37, 1e9, 35, 35)
    assert (x["blocks_needed"], x["mix_vms"], x["limit_ram"], x["binding_name"]) == (35, 5, 5, "whole VMs")
    x = sized(SERVER, replace(SESSIONS, vms=30, ram_gib=500), replace(DESKTOPS, vms=300, ram_gib=20))
    # the mean of 63.6 has 8 VMs and 42 hosts; apart 30 of one and 12 of 25
    assert (x["mean_hosts"], x["ram_hosts"], x["apart_hosts"], x["mix_hosts"]) == (42, 1e9, 42, 0)
    x = sized(SERVER, replace(SESSIONS, vms=30, ram_gib=500), replace(DESKTOPS, vms=305, ram_gib=20))
    assert (x["mean_hosts"], x["apart_hosts"], x["mix_hosts"], x["blocks_needed"]) == (42, 43, 43, 43)


@pytest.mark.parametrize("design", [SERVER, CLUSTER, ARRAY], ids=["server", "cluster", "beside an array"])
def test_whole_vms_may_take_fewer_hosts_than_their_mean(design: Design) -> None:
    """10 x 256 and 10 x 8 GiB on 512: of their mean of 132 go 3 on a host, 7 hosts. Five have two of 256, one the rest.

    While one of six and a spare one is lost, six are left.
    """
    x = sized(replace(design, spare_blocks=1, spare_hosts=1 if design is ARRAY else 0), SESSIONS, DESKTOPS)
    assert (x["mean_hosts"], x["first_tried"], x["mix_hosts"], x["mix_vms"]) == (7, 6, 6, 4)
    assert (x["hosts_needed_beside"] if design is ARRAY else x["blocks_needed"]) == 6
    assert (x["check_host_lost"], x["hosts_at_least"], x["after_unplaced"]) == (1, 6, 0)


@pytest.mark.parametrize("design", [SERVER, CLUSTER, ARRAY], ids=["server", "cluster", "beside an array"])
def test_hosts_are_those_of_whole_vms_whatever_runs_them(design: Design) -> None:
    """9 x 300 and 30 x 20 GiB on 512 have a mean of 84.6: 6 VMs, 7 hosts. But no host takes two of 300."""
    large, small = replace(SESSIONS, vms=9, ram_gib=300), replace(DESKTOPS, vms=30, ram_gib=20)
    x = sized(design, large, small)
    assert (x["mean_hosts"], x["ram_hosts"], x["mix_hosts"]) == (7, 9, 9)
    hosts = x["hosts_needed_beside"] if design is ARRAY else x["blocks_needed"]
    assert hosts == 9
    if design is ARRAY:
        assert x["beside_decided"] == "whole VMs"


def test_the_smallest_vms_fill_what_the_larger_ones_leave() -> None:
    """9 x 200 and 30 x 60 GiB on 512: dealt to 8 hosts, the first gets VMs 1, 9, 17, 25 and 33, which are 580 GiB.

    But 7 hosts take 200 + 5 x 60, and the eighth 2 x 200 + 60: 36 small VMs have room, and 30 there are.
    """
    x = sized(SERVER, replace(SESSIONS, vms=9, ram_gib=200), replace(DESKTOPS, vms=30, ram_gib=60))
    assert (x["mean_hosts"], x["ram_hosts"], x["filled_hosts"], x["filled_fits"], x["mix_hosts"]) == (8, 9, 8, 1, 0)


def test_three_sizes_on_as_many_hosts_as_their_ram_takes() -> None:
    """240 of 6 GiB, 10 of 256 and 40 of 64 come to 6.6 hosts of 992 GiB: 7, on which the larger ones leave room.

    Dealt, the first of 8 hosts would have 2 x 256, 5 x 64 and 30 x 6 = 1,012 GiB.
    """
    groups = [
        replace(USERS, name=f"{ram}", vms=vms, ram_gib=ram, vcpus=cpu)
        for vms, ram, cpu in ((240, 6, 3), (10, 256, 8), (40, 64, 8))
    ]
    x = sized(replace(SERVER, ram_gib=992, cores=79, vcpus_per_core=4), *groups)
    assert (x["mean_hosts"], x["ram_hosts"], x["filled_hosts"], x["filled_fits"], x["mix_hosts"]) == (7, 9, 7, 1, 0)


def test_a_part_of_a_large_vm_is_a_large_vm() -> None:
    """77 % of 3 x 400 GiB are 3 VMs, not 2.3, beside 13 x 60: 512 leave room for 1 of 60 three times, and then for 8.

    So 4 hosts, which the mean VM of 111 GiB and 16 VMs of it ask for, have no place for 2 of them.
    """
    x = sized(SERVER, replace(SESSIONS, vms=3, concurrency=0.77, ram_gib=400), replace(DESKTOPS, vms=13, ram_gib=60))
    assert (x["mean_hosts"], x["filled_hosts"], x["apart_hosts"], x["mix_hosts"]) == (4, 5, 5, 5)


def test_vcpus_are_whole_vms_too() -> None:
    """Of 30 vCPU: mean 5.2, 5 VMs, 8 hosts; each takes 2 of 9 x 16 and 4 of 30 x 2: 40. On 9 hosts 16 + 4 x 2 = 24."""
    design = replace(SERVER, ram_gib=None, cores=30, vcpus_per_core=1)
    x = sized(design, replace(SESSIONS, vms=9, vcpus=16, ram_gib=None), replace(DESKTOPS, vms=30, ram_gib=None))
    assert (x["mean_hosts"], x["vcpu_hosts"], x["mix_hosts"], x["binding_name"]) == (8, 9, 9, "whole VMs")


def test_for_one_size_of_vm_nothing_is_added_however_many_groups_have_it() -> None:
    groups = [replace(USERS, name=f"group {k}", vms=vms, concurrency=0.77) for k, vms in enumerate((3, 620, 41, 80))]
    for ram_gib in np.linspace(20, 400, 39):
        x = sized(replace(SERVER, ram_gib=float(ram_gib), cores=13, vcpus_per_core=7), *groups)
        assert x["mix_hosts"] == 0
        assert x["ram_hosts"] == x["vcpu_hosts"] == x["mean_hosts"]


def test_the_order_of_groups_changes_nothing() -> None:
    groups = [replace(USERS, name=f"{ram} {cpu}", vms=vms, ram_gib=ram, vcpus=cpu)
              for ram, cpu, vms in ((200, 8, 9), (60, 16, 30), (60, 2, 5), (8, 2, 90))]  # fmt: skip
    design = replace(SERVER, cores=64, vcpus_per_core=4)
    found = {sized(design, *order)["mix_hosts"] for order in (groups, groups[::-1], groups[2:] + groups[:2])}
    assert len(found) == 1


def test_while_a_host_is_lost_whole_vms_take_their_hosts_all_the_same() -> None:
    large, small = replace(SESSIONS, vms=9, ram_gib=300), replace(DESKTOPS, vms=30, ram_gib=20)
    for design in (replace(SERVER, spare_blocks=1), replace(CLUSTER, spare_blocks=1), replace(ARRAY, spare_hosts=1)):
        assert sized(design, large, small)["check_host_lost"] == 1
    for design in (SERVER, CLUSTER, ARRAY):
        x = sized(design, large, small)
        assert (x["check_host_lost"], x["mix_short"]) == (0, 1)


def test_the_largest_cluster_holds_whole_vms() -> None:
    large, small = replace(SESSIONS, vms=90, ram_gib=300), replace(DESKTOPS, vms=300, ram_gib=20)
    x = sized(replace(CLUSTER, max_hosts=16), large, small)
    assert x["clusters"] * x["working_hosts"] >= x["mix_hosts"] > 0
    assert x["working_hosts"] <= 16


@cache
def fewest_hosts(left: tuple[int, ...], sizes: tuple[tuple[int, int], ...], host: tuple[int, int]) -> int:
    """The fewest hosts of all placements: the first VM that is left goes with each set of others that fits."""
    if not any(left):
        return 0
    first = next(at for at, number in enumerate(left) if number)
    best = sum(left)
    for rest in _filled(first, left, sizes, host):
        best = min(best, 1 + fewest_hosts(rest, sizes, host))
    return best


def _filled(
    at: int, left: tuple[int, ...], sizes: tuple[tuple[int, int], ...], host: tuple[int, int]
) -> set[tuple[int, ...]]:
    """What is left after a host that holds a VM of this size and as many others as fit."""

    def fill(k: int, left: tuple[int, ...], ram: int, vcpus: int) -> set[tuple[int, ...]]:
        if k == len(left):
            fits = any(n and s[0] <= ram and s[1] <= vcpus for n, s in zip(left, sizes, strict=True))
            return set() if fits else {left}
        found = set()
        for number in range(left[k] + 1):
            taken = (number * sizes[k][0], number * sizes[k][1])
            if taken[0] > ram or taken[1] > vcpus:
                break
            found |= fill(k + 1, (*left[:k], left[k] - number, *left[k + 1 :]), ram - taken[0], vcpus - taken[1])
        return found

    one_less = (*left[:at], left[at] - 1, *left[at + 1 :])
    return fill(0, one_less, host[0] - sizes[at][0], host[1] - sizes[at][1])


def drawn(source: random.Random) -> tuple[Design, list[UserGroup], tuple[int, int]]:
    host = source.choice([(96, 24), (128, 32), (64, 48)])
    sizes = source.sample([(4, 2), (8, 4), (8, 2), (16, 8), (32, 8), (48, 4), (24, 12)], source.randint(2, 3))
    groups = [
        replace(USERS, name=f"{ram} {cpu}", vms=source.randint(1, 9), ram_gib=ram, vcpus=cpu) for ram, cpu in sizes
    ]
    return replace(SERVER, ram_gib=host[0], cores=host[1], vcpus_per_core=1), groups, host


def test_never_fewer_hosts_than_a_search_over_all_placements_and_seldom_more() -> None:
    """On purpose VMs of a quarter to a half of a host, of which two do not go together: desktops have none."""
    source, above, fewer = random.Random(35), [], 0
    for _ in range(150):
        design, groups, host = drawn(source)
        x = sized(design, *groups)
        sizes = tuple((int(g.ram_gib or 0), int(g.vcpus or 0)) for g in groups)
        fewest = fewest_hosts(tuple(int(g.vms) for g in groups), sizes, host)
        above.append(x["blocks_needed"] - fewest)
        fewer += int(x["mix_hosts"] and x["mix_hosts"] < x["mean_hosts"])
    assert [above.count(number) for number in range(3)] == [120, 29, 1]
    assert fewer > 20, "whole VMs take fewer hosts than their mean"


def test_what_is_counted_can_be_dealt() -> None:
    """Dealt one by one, the largest first, no host is over its RAM or its vCPU."""
    source = random.Random(36)
    for _ in range(100):
        design, groups, host = drawn(source)
        b = block_of(scenario(design, groups=tuple(groups)))
        if b.ram_hosts >= 1e9 or b.vcpu_hosts >= 1e9:
            continue
        hosts = int(max(b.ram_hosts, b.vcpu_hosts))
        vms = sorted(((g.ram_gib or 0, g.vcpus or 0) for g in groups for _ in range(int(g.vms))), reverse=True)
        for first in range(hosts):
            dealt = vms[first::hosts]
            assert sum(ram for ram, _ in dealt) <= host[0]
            assert sum(cpu for _, cpu in dealt) <= host[1]


def test_sweeps_count_what_single_numbers_do() -> None:
    design, groups = (
        replace(SERVER, host_ram_gib=32),
        (replace(SESSIONS, vms=9, ram_gib=200), replace(DESKTOPS, vms=30)),
    )
    vms = np.array([10.0, 39.0, 78.0, 400.0])
    swept = block_of(scenario(design, groups=groups))
    swept.vms = vms  # type: ignore[assignment]
    for at, number in enumerate(vms):
        single = block_of(scenario(design, groups=groups))
        single.vms = float(number)
        assert np.asarray(swept.mix_hosts)[at] == single.mix_hosts


def test_shares_of_sizes_are_those_of_their_vms() -> None:
    sizes = sizes_of([DESKTOPS, replace(SESSIONS, vms=30), replace(DESKTOPS, name="more", vms=10)])
    assert [(size.larger, size.up_to) for size in sizes] == [(0.6, 1.0), (0.0, 0.6), (0.6, 0.6)]
    assert math.isclose(sum(size.share for size in sizes), 1)
