"""What stands where: by cases worked out by hand, and on drawn ones against dealing VM by VM and the fewest hosts."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import USERS, block_of, scenario, sized
from tests.pylib.model.test_placement import ARRAY, CLUSTER, DESKTOPS, SERVER, SESSIONS, drawn, fewest_hosts

from vdi_sizing._arrays import Value
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.scopes.host_patterns import HostState
from vdi_sizing.scenario import Design, UserGroup

Pattern = list[tuple[Value, list[Value]]]


def _block(design: Design, *groups: UserGroup) -> Block:
    return block_of(scenario(design, groups=groups))


def _patterns(state: HostState) -> Pattern:
    """Hosts that are filled alike, and the VMs on each: of the smallest size first, then of the largest and so on."""
    return [(kind.hosts, [each.on_each for each in kind.sizes]) for kind in state.kinds if kind.hosts]


def test_ten_session_hosts_and_ten_desktops_stand_one_and_one_on_a_host() -> None:
    """Of 480 GiB 256 and 8 are in use. With a reserve an eleventh host takes a desktop less than none."""
    b = _block(replace(SERVER, host_ram_gib=32), SESSIONS, DESKTOPS)
    assert [(size.group, size.vms, size.ram_gib) for size in b.placed_vms[:2]] == [
        ("desktops", 10, 8), ("session hosts", 10, 256)]  # fmt: skip
    assert [size.vms for size in b.placed_vms[2:]] == [0, 0, 0]
    assert _patterns(b.after) == [(10, [1, 1, 0, 0, 0])]
    assert b.after.most_ram == pytest.approx(264 / 480)
    assert b.after.kinds[0].vcpus_in_use == "not given"
    assert (b.hosts_at_least, b.way_decided, b.hosts_limited) == (10, "dealt, the largest first", "whole VMs")
    assert b.placement_words == "10 hosts for 20 VMs. No placement does with fewer hosts than 10."


def test_a_vm_that_fits_on_no_host_stands_nowhere() -> None:
    x = sized(SERVER, replace(SESSIONS, vms=5, ram_gib=600))
    assert x["placement_words"].startswith("error: ")
    assert (x["after_hosts"], x["after_a_hosts"], x["vm1_group"], x["way_decided"]) == (0, 0, "", "none")


def test_groups_with_vms_of_one_size_share_a_row() -> None:
    b = _block(SERVER, replace(DESKTOPS, name="office"), SESSIONS, replace(DESKTOPS, name="call centre", vms=5))
    assert [(size.group, size.vms) for size in b.placed_vms[:3]] == [
        ("office and 1 more", 15), ("session hosts", 10), ("", 0)]  # fmt: skip


def test_with_a_reserve_there_are_two_states() -> None:
    """9 x 300 GiB beside 30 x 20: on 10 hosts 9 have one of 300, on 9 all have one."""
    large, small = replace(SESSIONS, vms=9, ram_gib=300), replace(DESKTOPS, vms=30, ram_gib=20)
    for design in (replace(SERVER, spare_blocks=1), replace(CLUSTER, spare_blocks=1), replace(ARRAY, spare_hosts=1)):
        b = _block(design, large, small)
        assert [(hosts, vms[1]) for hosts, vms in _patterns(b.before)] == [(9, 1), (1, 0)]
        assert [(hosts, vms[1]) for hosts, vms in _patterns(b.after)] == [(9, 1)]
        assert b.placement_words.startswith("9 hosts and 1 in reserve for 39 VMs.")


def test_two_sizes_that_do_not_go_together_stand_apart() -> None:
    """450 GiB leave no room for 100: 23 hosts with 5 of 100, 10 with one of 450."""
    b = _block(SERVER, replace(SESSIONS, vms=10, ram_gib=450), replace(DESKTOPS, vms=115, ram_gib=100))
    assert _patterns(b.after) == [(23, [5, 0, 0, 0, 0]), (10, [0, 1, 0, 0, 0])]
    assert (b.after.apart, b.way_decided) == (1, "each size apart")
    assert b.after.most_ram == pytest.approx(500 / 512)


def test_where_nothing_is_known_of_a_host_nothing_is_shown() -> None:
    b = _block(replace(SERVER, ram_gib=None), SESSIONS, DESKTOPS)
    assert b.placement_words.startswith("It is a service, or neither RAM nor cores")
    assert (b.before.hosts, b.hosts_at_least, b.after.room) == (0, 0, 0)


def test_more_sizes_than_rows_count_as_the_largest_of_them() -> None:
    """24 VMs of 688 GiB are 4 hosts of 172; with the 4 GiB of the smallest counted as 8 not all fit."""
    groups = [replace(USERS, name=f"{ram}", vms=4, ram_gib=ram) for ram in (64, 48, 32, 16, 8, 4)]
    b = _block(SERVER, *groups)
    assert [size.group for size in b.placed_vms] == ["8 and 1 more", "64", "48", "32", "16"]
    assert [size.ram_gib for size in b.placed_vms] == pytest.approx([8, 64, 48, 32, 16])
    assert b.after.unplaced == 0
    full = _block(replace(SERVER, ram_gib=172), *groups)
    assert (full.after.hosts, full.after.unplaced) == (4, 4)
    assert full.placement_words.startswith("There are more than five sizes of VM.")


def _dealt_one_by_one(b: Block, hosts: int) -> list[list[int]]:
    """Of each host how many VMs of each larger size it gets, where they are dealt like cards."""
    cards = [at for at, size in enumerate(b.larger_vms) for _ in range(int(size.vms))]
    return [[cards[first::hosts].count(at) for at in range(len(b.larger_vms))] for first in range(hosts)]


def _holds(b: Block, state: HostState) -> None:
    """What is shown adds up to all VMs and all hosts, and no host is above its room."""
    of_kinds = _patterns(state)
    assert sum(hosts for hosts, _ in of_kinds) <= state.hosts
    assert state.unplaced == 0
    for hosts, vms in of_kinds:
        for room, amount in ((b.host_for_vms_gib, "ram_gib"), (b.host_for_vms_vcpus, "vcpus")):
            used = sum(n * getattr(size, amount) for n, size in zip(vms, b.placed_vms, strict=True))
            assert hosts == 0 or used <= room * (1 + 1e-9)
    if state.apart:
        assert [kind.filling for kind in state.kinds] == [size.vms for size in b.placed_vms]
        assert all(kind.own_size.vms <= kind.hosts * kind.sizes[at].on_each for at, kind in enumerate(state.kinds))
        return
    assert sum(hosts for hosts, _ in of_kinds) == state.hosts
    shown = [vms[1:] for hosts, vms in of_kinds for _ in range(int(hosts))]
    assert shown == _dealt_one_by_one(b, int(state.hosts))
    assert sum(kind.filling for kind in state.kinds) == b.smallest_vm.vms
    for kind in state.kinds:
        most = kind.sizes[0].on_each
        assert kind.hosts * (most - 1) < kind.filling <= kind.hosts * most or kind.hosts * most == kind.filling


def _with_concurrency(source: random.Random, groups: list[UserGroup]) -> list[UserGroup]:
    return [replace(group, concurrency=source.choice((1.0, 1.0, 0.77, 0.4))) for group in groups]


def test_what_is_shown_adds_up_and_fits() -> None:
    source, ways = random.Random(37), dict[Any, int]()
    for _ in range(400):
        design, groups, _host = drawn(source)
        spares = source.randint(0, 3)
        b = _block(replace(design, spare_blocks=spares), *_with_concurrency(source, groups))
        for state in b.host_states:
            _holds(b, state)
            ways[state.apart] = ways.get(state.apart, 0) + 1
        assert b.before.hosts == b.after.hosts + spares
    assert min(ways.values()) > 30


def test_no_placement_takes_fewer_hosts_than_the_bound() -> None:
    """The bound is never above the fewest hosts of all placements, and these are never above the number proposed."""
    source, below = random.Random(38), []
    for _ in range(150):
        design, groups, host = drawn(source)
        b = _block(design, *groups)
        sizes = tuple((int(g.ram_gib or 0), int(g.vcpus or 0)) for g in groups)
        fewest = fewest_hosts(tuple(int(g.vms) for g in groups), sizes, host)
        assert b.hosts_at_least <= fewest <= b.after.hosts
        below.append(fewest - b.hosts_at_least)
    assert below.count(0) > 100
