"""One host lost: each kind of host by a case that was worked out by hand; hosts beside arrays stand in test_beside."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.office import BLOCK, USERS, sized
from tests.pylib.model.test_cluster import HOST, MANY

from vdi_sizing.scenario import UserGroup
from vdi_sizing.words import DASH

SERVER = replace(BLOCK, ram_gib=512, host_ram_gib=32)


def asking_for_ram(vms: int) -> UserGroup:
    """Six GiB and hardly a load or a store: so 80 VMs per server, by RAM."""
    return replace(USERS, vms=vms, ram_gib=6, delta_gb=1, steady_iops=1)


def test_a_lost_host_leaves_its_users_to_the_others() -> None:
    """8 hosts of 80 VMs by RAM: without a spare one, 7 of them would have to take 86 each."""
    host = replace(HOST, host_ram_gib=32)
    x = sized(replace(host, spare_blocks=0), MANY)
    assert (x["host_lost_vms"], x["host_lost_missing"], x["check_host_lost"]) == (86, 6, 0)
    assert (x["stands"], x["host_lost_words"]) == (1, 86)
    x = sized(host, MANY)
    assert (x["host_lost_vms"], x["host_lost_missing"], x["check_host_lost"]) == (75, 0, 1)


def test_a_lost_server_leaves_its_users_to_the_others() -> None:
    """8 servers of 80 VMs by RAM: without a spare one, 7 of them would have to take 86 each."""
    x = sized(SERVER, asking_for_ram(600))
    assert (x["vms_per_block"], x["blocks"]) == (80, 8)
    assert (x["server_lost_vms"], x["server_lost_missing"], x["host_lost_words"], x["check_host_lost"]) == (
        86,
        6,
        86,
        0,
    )
    x = sized(replace(SERVER, spare_blocks=1), asking_for_ram(600))
    assert (x["blocks"], x["server_lost_vms"], x["server_lost_missing"], x["check_host_lost"]) == (9, 75, 0, 1)


def test_servers_that_have_room_need_no_reserve() -> None:
    """300 VMs: 4 servers of 80; three of them would have to take 100. 241 VMs: 4 servers as well, three take 81."""
    assert sized(SERVER, asking_for_ram(300))["server_lost_missing"] == 20
    assert sized(SERVER, asking_for_ram(241))["server_lost_missing"] == 1
    measured = replace(SERVER, measured_vms=60)
    assert sized(measured, asking_for_ram(300))["server_lost_vms"] == 75


def test_the_only_server_must_not_be_lost() -> None:
    x = sized(SERVER, asking_for_ram(50))
    assert (x["blocks"], x["server_lost_vms"], x["server_lost_missing"], x["check_host_lost"]) == (1, 50, 50, 0)
    assert sized(replace(SERVER, spare_blocks=1), asking_for_ram(50))["check_host_lost"] == 1


@pytest.mark.parametrize("kind", ["array", "cluster"])
def test_other_blocks_are_no_servers(kind: str) -> None:
    x = sized(replace(SERVER, block_kind=kind), asking_for_ram(600))
    assert (x["server_alone"], x["server_lost_vms"], x["server_lost_missing"]) == (0, 0, 0)
    assert x["host_lost_words"] == (DASH if kind == "array" else x["host_lost_vms"])


def test_it_is_said_beside_the_verdict() -> None:
    """Nothing is said against servers of which one is in reserve."""
    users = asking_for_ram(600)
    known = replace(SERVER, acknowledged="cores_unknown: RAM decides; bays_unknown: few drives")
    assert "too few hosts while one is lost" in str(sized(known, users)["mark"])
    assert "while one is lost" not in str(sized(replace(known, spare_blocks=1), users)["mark"])


@given(vms=st.integers(1, 3000), spare=st.integers(0, 3))
def test_where_it_holds_the_others_carry_all(vms: int, spare: int) -> None:
    x = sized(replace(SERVER, spare_blocks=spare), asking_for_ram(vms))
    assert x["check_host_lost"] == float((x["blocks"] - 1) * x["vms_per_block"] >= vms)
