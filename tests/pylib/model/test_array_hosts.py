"""Hosts beside an array: each rule by a case that was worked out by hand, and what must never happen."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.by_key import FAILURES
from tests.pylib.model.office import AS_OF, CONTAINED, USERS, priced, scenario, sized

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.profiles import PROFILES
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.what_if.sweep import as_answers, sweep
from vdi_sizing.words import DASH, NOT_KNOWN

ARRAY = Design("HDD", "office", (Tier("new", "RAID 6", 12),), block_kind="array", beside_ram_gib=512, spare_hosts=1)
MANY = replace(USERS, vms=600, ram_gib=6, delta_gb=12)
"""On an array of 10 x 1,000 GB: 833 VMs."""


def test_hosts_follow_from_ram_and_the_array_from_its_capacity() -> None:
    """(512 - 32) GiB / 6 GiB = 80 VMs; 600 / 80 up: 8 hosts, and 9 with the spare one. 10,000 GB / 12 GB: 833 VMs."""
    x = sized(replace(ARRAY, host_ram_gib=32), MANY)
    assert (x["limit_capacity"], x["binding_name"], x["blocks"]) == (833, "capacity", 1)
    assert (x["beside_vms"], x["hosts_needed_beside"], x["hosts_beside"]) == (80, 8, 9)
    assert (x["errors"], x["drives_total"]) == (0, 12)
    assert x["beside_words"] == "1 array and 9 hosts (8 and 1 in reserve, by RAM)"
    assert (x["to_buy"], x["limited_by"]) == (
        "1 array and 9 hosts, 12 drives",
        "capacity; 8 hosts and 1 in reserve, by RAM",
    )
    takes = f"{x['beside_words']}, 12 drives"
    assert x["offer"].startswith(f"It takes {takes}. One array carries 833 VMs, limited by: capacity;")


def test_hosts_by_cores() -> None:
    """(64 - 6) cores x 0.85 x 6 vCPU per core / 4 vCPU = 73 VMs; 600 / 73 up: 9 hosts."""
    cores = replace(ARRAY, beside_cores=64, vcpus_per_core=6, host_cores=6, cpu_headroom=0.15, spare_hosts=0)
    x = sized(cores, replace(MANY, vcpus=4))
    assert (x["beside_vms_by_ram"], x["beside_vms_by_cores"], x["hosts_beside"]) == (85, 73, 9)
    assert x["beside_words"] == "1 array and 9 hosts (by cores)"


def test_several_arrays_share_the_hosts() -> None:
    """At most 250 VMs per array: 3 arrays and a spare one. The hosts are those of 600 VMs all the same."""
    x = sized(replace(ARRAY, given_vms=250, spare_blocks=1, host_ram_gib=32), MANY)
    assert (x["blocks_needed"], x["blocks"], x["hosts_beside"]) == (3, 4, 9)
    assert x["hosts_of_block"] == 4
    assert x["offer"].startswith("It takes 4 arrays (1 in reserve) and 9 hosts (8 and 1 in reserve, by RAM), ")


def test_what_is_of_the_hosts_does_not_limit_the_array() -> None:
    x = sized(replace(ARRAY, host_ram_gib=32, host_cores=6, cpu_headroom=0.5), MANY)
    assert (x["limit_ram_words"], x["limit_cores_words"]) == (DASH, "not given")
    by_cores = replace(ARRAY, beside_ram_gib=None, beside_cores=64, vcpus_per_core=6)
    assert sized(by_cores, MANY)["limit_ram_words"] == "not given"
    own = replace(ARRAY, ram_gib=600, cores=100, vcpus_per_core=5, host_ram_gib=32, host_cores=6, cpu_headroom=0.5)
    x = sized(own, MANY)
    assert (x["limit_ram"], x["limit_cores"], x["blocks"]) == (100, 500, 6)
    assert x["limit_ram_words"] == 100


def test_overhead_per_vm_is_taken_of_the_host() -> None:
    assert sized(replace(ARRAY, ram_overhead_gib=2), MANY)["beside_vms"] == 64


def test_hosts_are_paid_for_each_and_arrays_apart() -> None:
    """50 GiB carry 25 of 100 VMs: 4 hosts and a spare one at 900 EUR, an array at 1,800, a licence at 9 each."""
    array = replace(ARRAY, beside_ram_gib=52, host_ram_gib=2, acknowledged=CONTAINED)
    x = priced(array, ("server", 1, "host"), ("server", 2, "block"), ("licence", 1, "VM"), maintenance_share=0.1)
    assert (x["blocks"], x["hosts_beside"]) == (1, 5)
    assert x["known_users_eur"] == 5 * 900 + 1800 + 100 * 9
    assert x["maintenance_eur_per_year"] == pytest.approx(720)
    # a full array has 2,000 VMs, and 80 hosts
    assert (x["vms_per_block"], x["known_full_block_eur"]) == (2000, 80 * 900 + 1800 + 2000 * 9)
    assert x["breakdown_blocks_eur_per_user"] == (5 * 900 + 1800) / 100
    assert (x["check_bill"], x["stands"]) == (1, 1)


def test_power_and_space_of_the_hosts_count() -> None:
    array = replace(ARRAY, beside_ram_gib=52, block_watts=600, rack_units=4, acknowledged=CONTAINED)
    x = priced(array, ("server", 1, "host"), eur_per_rack_unit_year=10.0, eur_per_kwh=0.1)
    assert (x["hosts_beside"], x["total_eur"]) == (5, NOT_KNOWN)
    assert x["total_missing"].endswith("watts of a host, new; rack units of a block or a host")
    x = priced(
        replace(array, beside_watts=500, beside_rack_units=2), ("server", 1, "host"), eur_per_rack_unit_year=10.0
    )
    assert (x["power_w"], x["rack_units"], x["without_watts"]) == (600 + 5 * 500, 4 + 5 * 2, "new")
    assert x["rack_eur_per_year"] == 140


def test_a_lost_host_leaves_its_vms_to_the_others() -> None:
    """8 hosts of 80 VMs: without a spare one, 7 of them would have to take 86 each."""
    x = sized(replace(ARRAY, host_ram_gib=32, spare_hosts=0), MANY)
    assert (x["host_lost_words"], x["beside_lost_missing"], x["check_host_lost"]) == (86, 6, 0)
    x = sized(replace(ARRAY, host_ram_gib=32), MANY)
    assert (x["host_lost_words"], x["beside_lost_missing"], x["check_host_lost"]) == (75, 0, 1)


def test_the_only_host_must_not_be_lost() -> None:
    alone = replace(ARRAY, spare_hosts=0)
    x = sized(alone)
    assert (x["hosts_beside"], x["beside_lost_missing"], x["check_host_lost"]) == (1, 100, 0)
    assert sized(ARRAY)["check_host_lost"] == 1


@pytest.mark.parametrize("kind", ["server", "cluster"])
def test_hosts_beside_another_kind_of_block_are_ignored_aloud(kind: str) -> None:
    other = replace(ARRAY, block_kind=kind)
    x, plain = sized(other), sized(replace(other, beside_ram_gib=None, spare_hosts=0))
    assert (x["with_hosts"], x["hosts_beside"], x["check_beside_ignored"]) == (0, 0, 0)
    assert plain["check_beside_ignored"] == 1
    assert (x["blocks"], x["known_users_eur"], x["hosts_paid"]) == (plain["blocks"], 0, plain["blocks"])


def test_spare_hosts_alone_are_ignored_aloud() -> None:
    x = sized(replace(ARRAY, beside_ram_gib=None))
    assert (x["hosts_beside"], x["check_beside_ignored"], x["beside_words"]) == (0, 0, DASH)
    assert sized(ARRAY)["check_beside_ignored"] == 1


@pytest.mark.parametrize(("host", "of"), [
    ({"beside_ram_gib": 5}, "RAM"), ({"host_ram_gib": 510}, "RAM"),
    ({"beside_cores": 1, "vcpus_per_core": 1, "cpu_headroom": 0.1}, "cores")])  # fmt: skip
def test_a_host_that_is_too_small_for_a_vm_is_named(host: dict[str, Any], of: str) -> None:
    x = sized(replace(ARRAY, **host), MANY)
    assert (x["check_beside_small"], x["check_feasible"], x["stands"], x["blocks"]) == (0, 1, 0, 0)
    said = f"error: {FAILURES['beside_small']}: {of}; {FAILURES['fits']}: {x['fits_nowhere']}"
    assert x["errors_in_words"] == said
    assert x["other_errors"] == 0


def test_vms_that_ask_for_nothing_say_nothing_of_hosts() -> None:
    x = sized(ARRAY, replace(USERS, ram_gib=None, vcpus=None))
    assert (x["check_beside_known"], x["check_beside_small"], x["stands"]) == (0, 1, 0)


def test_cores_of_a_host_need_vcpus_per_core() -> None:
    with pytest.raises(InputError, match="vCPU per core"):
        sized(replace(ARRAY, beside_cores=32))


def test_a_sweep_counts_hosts_and_says_where_none_carries_a_vm() -> None:
    asked = ["hosts_beside", "priced", "feasible"]
    swept = sweep(scenario(ARRAY, groups=(MANY,)), outputs=asked, beside_ram_gib=[4, 64, 512])
    assert as_answers(["hosts_beside"], swept)["hosts_beside"].tolist() == [math.inf, 61, 9]


SIZES = {
    "vms": st.integers(1, 5000), "ram": st.integers(64, 1024), "cores": st.one_of(st.none(), st.integers(8, 64)),
    "host": st.integers(0, 32), "spare": st.integers(0, 2), "most": st.one_of(st.none(), st.integers(50, 1000)),
}  # fmt: skip


def array_of(vms: int, ram: int, cores: int | None, host: int, spare: int, most: int | None) -> Any:
    array = replace(
        ARRAY, beside_ram_gib=ram, beside_cores=cores, host_ram_gib=host, spare_hosts=spare, given_vms=most,
        vcpus_per_core=4,
    )  # fmt: skip
    return sized(array, replace(MANY, vms=vms))


@given(**SIZES)
def test_the_hosts_bought_carry_their_users(**size: Any) -> None:
    x = array_of(**size)
    hosts = x["hosts_needed_beside"]
    assert hosts * (size["ram"] - size["host"]) >= 6 * size["vms"]
    assert size["cores"] is None or hosts * size["cores"] * 4 >= size["vms"]
    assert x["blocks_needed"] * x["vms_per_block"] >= size["vms"]
    assert hosts == 1 or (hosts - 1) * x["beside_vms"] < size["vms"]


@given(more=st.integers(1, 500), **SIZES)
def test_more_users_never_need_fewer_hosts(more: int, **size: Any) -> None:
    few, many = array_of(**size), array_of(**{**size, "vms": size["vms"] + more})
    assert many["hosts_beside"] >= few["hosts_beside"]
    assert many["blocks"] >= few["blocks"]


@given(st.integers(0, 2), st.integers(0, 20), st.floats(0, 0.5))
def test_a_reserve_never_saves_money(spare: int, ram: int, headroom: float) -> None:
    def eur(spare: float, ram: float, headroom: float) -> Any:
        array = replace(
            ARRAY, beside_ram_gib=64, beside_cores=16, vcpus_per_core=2, spare_hosts=spare, host_ram_gib=ram,
            host_cores=ram / 8, cpu_headroom=headroom, acknowledged=CONTAINED,
        )  # fmt: skip
        return priced(array, ("server", 1, "host"), ("server", 5, "block"))["known_users_eur"]

    assert eur(spare, ram, headroom) >= eur(0, 0, 0) > 0


def test_the_example_of_the_documents() -> None:
    """1,500 knowledge workers on an all-flash array with hosts, as worked out by hand in docs/model.md."""
    group = UserGroup("knowledge workers", "office", 1500, profile="Windows 11 knowledge worker, MCS", delta_gb=40)
    tier = Tier("Samsung PM9A3 3.84 TB", "RAID 6", spares=1, derating=0.5)
    array = Design(
        "array", "office", (tier,), block_kind="array", beside_ram_gib=1024, host_ram_gib=32, beside_cores=64,
        host_cores=2, cpu_headroom=0.15, vcpus_per_core=6, spare_hosts=1, max_utilization=0.7, replica_gb=64,
        array_headroom=0.2, bays=24,
    )  # fmt: skip

    def on(array: Design) -> Any:
        return size(Scenario((group,), (array,), DRIVES, RAID_LEVELS, Settings(AS_OF), profiles=PROFILES)).designs[0]

    x = on(array)
    assert (x["beside_vms_by_ram"], x["beside_vms_by_cores"]) == (165, 105)
    assert x["beside_words"] == "1 array and 16 hosts (15 and 1 in reserve, by cores)"
    assert (x["host_lost_words"], x["hosts_beside"] * 105 - 105) == (100, 1575)
    assert 1500 * x["tier1_steady_backend_iops"] == pytest.approx(204_480)
    assert (x["tier1_drives_by_steady"], x["tier1_drives_by_login"], x["tier1_drives_by_capacity"]) == (2, 3, 22)
    assert (x["drives_total"], x["bays_missing"], x["errors"]) == (23, 0, 0)
    assert (x["raw_gb"], x["usable_gb"], x["stored_gb"]) == (22 * 3840, 76_800, 60_064)
    assert on(replace(array, tiers=(replace(tier, raid="RAID-DP"),)))["drives_total"] == 23
    reduced = on(replace(array, clone_reduction=1.5, clone_reduction_source="a test of one's own"))
    assert (reduced["drives_total"], reduced["stored_gb"], reduced["usable_gb"]) == (17, 40_064, 53_760)
    assert reduced["effective_gb"] == pytest.approx(80_597, abs=0.5)
    assert reduced["hosts_beside"] == 16
