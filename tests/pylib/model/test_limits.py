"""How many VMs a block carries: the limits, their order, what replaces them, and how many blocks it takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.by_key import LIMITS
from tests.pylib.model.office import BLOCK, USERS, sized, with_tier

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.scenario import Design, UserGroup
from vdi_sizing.words import NO_LIMIT, NONE, NOT_GIVEN, REPLACES


def test_drives_given_limit_the_vms() -> None:
    """8 drives x 100 / 15 back-end IOPS per VM = 53 VMs; two blocks for 100."""
    x = sized(with_tier(drives=8))
    assert (x["limit_steady"], x["limit_capacity"]) == (53, 800)
    assert (x["vms_per_block"], x["binding_name"]) == (53, LIMITS["steady"])
    assert (x["next_name"], x["next_vms"], x["next_margin_vms"]) == (LIMITS["capacity"], 800, 747)
    assert (x["blocks_needed"], x["blocks"], x["drives_total"]) == (2, 2, 16)


def test_ties_go_to_the_first_limit() -> None:
    x = sized(replace(with_tier(drives=8), given_vms=53, ram_gib=106))
    assert (x["limit_steady"], x["limit_ram"], x["limit_given"]) == (53, 53, 53)
    assert x["binding_name"] == LIMITS["steady"]
    assert (x["next_name"], x["next_margin_vms"]) == (LIMITS["ram"], 0)


def test_without_a_next_limit_there_is_none() -> None:
    group = UserGroup("users", "office", 100)
    x = sized(replace(BLOCK, tiers=(), given_vms=10), group)
    assert (x["binding_name"], x["next_name"]) == (LIMITS["given"], NONE)
    assert x["next_margin_vms"] == NO_LIMIT


def test_a_measured_number_replaces_the_limits_by_iops_and_nothing_else() -> None:
    measured = replace(with_tier(drives=8), measured_vms=90, measured_iops_per_vm=10)
    x = sized(measured)
    assert (x["limit_steady"], x["estimate_steady"]) == (NO_LIMIT, 53)
    assert (x["vms_per_block"], x["binding_name"]) == (90, LIMITS["measured"])
    assert sized(replace(measured, ram_gib=100))["binding_name"] == LIMITS["ram"]
    assert sized(replace(measured, cores=10, vcpus_per_core=4))["binding_name"] == LIMITS["cores"]
    full = sized(measured, replace(USERS, delta_gb=100))
    assert (full["binding_name"], full["vms_per_block"]) == (LIMITS["capacity"], 40)


@pytest.mark.parametrize(("iops", "vms"), [(10.0, 90), (12.0, 75), (12.1, 74), (5.0, 90), (0.0, 90), (1000.0, 0)])
def test_a_measured_number_is_scaled_to_the_load_asked_for(iops: float, vms: float) -> None:
    """90 VMs at 10 IOPS are 900 IOPS: 75 VMs of 12. A lighter load proves no more VMs than were measured."""
    measured = replace(with_tier(drives=8), measured_vms=90, measured_iops_per_vm=10)
    group = replace(USERS, steady_iops=iops)
    assert sized(measured, group)["limit_measured"] == vms
    assert sized(replace(measured, measured_iops_per_vm=None), group)["limit_measured"] == 90


def test_a_limit_says_in_words_why_it_sets_none() -> None:
    def words(design: Design, group: UserGroup = USERS) -> dict[str, Any]:
        x = sized(design, group)
        return {name: x[f"limit_{name}_words"] for name in LIMITS}

    given = words(with_tier(drives=8))
    assert (given["steady"], given["capacity"], given["target"]) == (53, 800, NO_LIMIT)
    assert {given[name] for name in ("login", "boot", "response", "ram", "cores", "measured", "given")} == {NOT_GIVEN}
    measured = words(replace(with_tier(drives=8), measured_vms=90, response_limit_ms=50))
    assert (measured["steady"], measured["login"], measured["measured"]) == (f"{REPLACES}53", NOT_GIVEN, 90)
    assert measured["response"].startswith(REPLACES)
    idle = UserGroup("users", "office", 100, steady_iops=0, steady_read_share=1, ram_gib=2)
    nothing = words(replace(with_tier(drives=8), measured_vms=90, cores=8, vcpus_per_core=6), idle)
    assert (nothing["steady"], nothing["capacity"], nothing["cores"]) == (NO_LIMIT, NOT_GIVEN, NOT_GIVEN)


def test_figures_of_the_block_replace_those_of_its_drives() -> None:
    assert sized(replace(with_tier(drives=8), usable_iops=700))["limit_steady"] == 70
    assert sized(replace(with_tier(drives=8), usable_gb=300))["limit_capacity"] == 60


def test_spare_blocks_are_bought_beyond_the_need() -> None:
    x = sized(replace(with_tier(drives=8), spare_blocks=1))
    assert (x["blocks_needed"], x["blocks"], x["drives_total"]) == (2, 3, 24)


def test_what_the_host_takes_is_no_room_for_vms() -> None:
    """(100 - 20) GiB / 2 GiB are 40 VMs; (10 - 2) cores, 3/4 of them, x 4 vCPU per core are 24."""
    block = replace(with_tier(drives=8), ram_gib=100, cores=10, vcpus_per_core=4)
    x = sized(replace(block, host_ram_gib=20, host_cores=2, cpu_headroom=0.25))
    assert (x["ram_for_vms_gib"], x["limit_ram"]) == (80, 40)
    assert (x["cores_for_vms"], x["limit_cores"]) == (6, 24)
    assert (x["binding_name"], x["blocks"]) == (LIMITS["cores"], 5)
    x = sized(block)
    assert (x["limit_ram"], x["limit_cores"]) == (50, 40)


def test_a_host_that_takes_all_of_a_block_carries_nothing() -> None:
    x = sized(replace(with_tier(drives=8), ram_gib=16, host_ram_gib=32))
    assert (x["limit_ram"], x["check_feasible"], x["stands"]) == (0, 0, 0)


@pytest.mark.parametrize("kind", ["server", "array"])
def test_without_what_they_are_taken_off_reserves_do_nothing(kind: str) -> None:
    block = replace(with_tier(drives=8), block_kind=kind)
    without, reserved = sized(block), sized(replace(block, host_ram_gib=20, host_cores=2, cpu_headroom=0.25))
    assert {name: reserved[name] for name in lines_by_name()} == {name: without[name] for name in lines_by_name()}


@given(
    st.floats(1, 600), st.floats(0, 500), st.floats(0, 100), st.integers(1, 64), st.floats(0, 64), st.floats(0, 0.9),
    st.floats(0, 0.09),
)  # fmt: skip
def test_a_larger_reserve_never_carries_more(
    ram: float, host: float, more: float, cores: int, host_cores: float, headroom: float, further: float
) -> None:
    block = replace(with_tier(drives=8), ram_gib=ram, cores=cores, vcpus_per_core=6)
    low = sized(replace(block, host_ram_gib=host, host_cores=host_cores, cpu_headroom=headroom))
    high = sized(
        replace(block, host_ram_gib=host + more, host_cores=host_cores + more, cpu_headroom=headroom + further)
    )
    assert high["vms_per_block"] <= low["vms_per_block"]
    assert high["blocks"] >= low["blocks"] or not high["feasible"]


def test_what_drives_are_counted_for_limits_and_not_the_drives() -> None:
    """100 GiB hold 50 VMs, and 8 drives are counted for them, which carry 53; 80 GiB and 6 drives carry 40 both."""
    counted = sized(replace(BLOCK, ram_gib=100))
    assert (counted["vms_per_block"], counted["binding_name"]) == (50, LIMITS["ram"])
    assert (counted["next_name"], counted["next_vms"]) == (LIMITS["steady"], 53)
    even = sized(replace(BLOCK, ram_gib=80))
    assert (even["limit_steady"], even["limit_ram"], even["limit_target"]) == (40, 40, 40)
    assert (even["drives_follow"], even["binding_name"], even["next_name"]) == (1, LIMITS["ram"], LIMITS["steady"])
    given = sized(replace(with_tier(drives=6), ram_gib=80))
    assert (given["limit_steady"], given["limit_ram"], given["drives_follow"]) == (40, 40, 0)
    assert given["binding_name"] == LIMITS["steady"]
    users = sized(BLOCK, replace(USERS, vms=80))
    assert (users["limit_steady"], users["binding_name"]) == (80, LIMITS["target"])


def test_drives_that_are_given_beside_counted_ones_limit() -> None:
    """The cache or tier that is given decides how many VMs the others are counted for."""
    fast = replace(BLOCK.tiers[0], drives=6, share_of_reads=0.5, share_of_writes=0.5, share_of_capacity=0.5)
    counted = replace(fast, drives=None)
    x = sized(replace(BLOCK, tiers=(fast, counted)))
    assert (x["given_parts_vms"], x["limit_target"], x["limit_steady"]) == (80, 80, 80)
    assert (x["drives_follow"], x["binding_name"]) == (0, LIMITS["steady"])


def test_the_smallest_limit_is_the_one_that_binds_however_near_the_next_one_is() -> None:
    """100 GiB hold 50 VMs, and the share of a host in 250.005 GB holds 50.001."""
    near = replace(with_tier(drives=8), block_kind="cluster", ram_gib=100, usable_iops=900, usable_gb=250.005)
    x = sized(near)
    assert (x["limit_ram"], x["limit_capacity"]) == (50, 50.001)
    assert (x["binding_name"], x["next_name"]) == (LIMITS["ram"], LIMITS["capacity"])
