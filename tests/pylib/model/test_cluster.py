"""Hosts of a hyper-converged cluster: each rule by a case that was worked out by hand, and what must never happen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.by_key import FAILURES
from tests.pylib.model.office import AS_OF, BLOCK, USERS, priced, sized

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.profiles import profile
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.words import DASH, NO_LIMIT

VSAN, CODED = "vSAN ESA RAID-5 4+1", "Nutanix RF2 EC-X 4/1"
TIER = Tier("new", CODED)  # 1,000 GB, of which 800 GB are usable
HOST = Design("HDD", "office", (TIER,), block_kind="cluster", ram_gib=512, spare_blocks=1, bays=24)
MANY = replace(USERS, vms=600, ram_gib=6, delta_gb=60)


def on(design: Design = HOST, **tier: Any) -> Design:
    return replace(design, tiers=(replace(TIER, **tier),))


def test_a_layout_over_six_hosts_makes_six_hosts_of_a_hundred_users() -> None:
    """One host of 512 GiB has room for all of them, and cannot form the layout; nor are its six drives in each host."""
    x = sized(HOST)
    assert (x["host_vms_most"], x["hosts_by_vms"], x["hosts_needed"]) == (256, 1, 6)
    assert (x["working_hosts"], x["blocks_needed"], x["blocks"]) == (6, 6, 7)
    assert (x["host_vms"], x["drives_per_block"], x["drives_total"]) == (17, 1, 7)
    assert (x["errors"], x["cluster_words"]) == (0, "1 cluster of 6 hosts and 1 in reserve, by its layout")
    assert x["offer"].startswith(
        "It takes 7 hosts in 1 cluster, 7 drives, by its layout (6 hosts and 1 in reserve). One "
    )


def test_hosts_by_ram_and_drives_counted_for_their_share() -> None:
    """(512 - 32) GiB / 6 GiB = 80 VMs; 600 / 80 up: 8 hosts of 75. (60 / 8 + 75 x 60) GB / 800 GB up: 6 drives."""
    x = sized(replace(HOST, host_ram_gib=32, replica_gb=60), MANY)
    assert (x["host_vms_most"], x["working_hosts"], x["host_vms"]) == (80, 8, 75)
    assert (x["tier1_taken_gb"], x["tier1_drives"], x["blocks"], x["drives_total"]) == (7.5, 6, 9, 54)
    assert (x["hosts_decided"], x["limited_by"]) == ("RAM", "RAM (8 hosts and 1 in reserve)")


def test_what_decides_on_hosts_and_the_limit_of_one_are_called_apart() -> None:
    """Both may be the cores."""
    assert sized(on())["next_called"] == "limit of one host"
    assert sized(BLOCK)["next_called"] == "next limit"


def test_hosts_by_cores() -> None:
    """(64 - 6) cores x 0.85 x 6 vCPU per core / 4 vCPU = 73 VMs; 600 / 73 up: 9 hosts."""
    cores = replace(HOST, cores=64, vcpus_per_core=6, host_cores=6, cpu_headroom=0.15)
    x = sized(cores, replace(MANY, vcpus=4))
    assert (x["limit_cores"], x["working_hosts"], x["hosts_decided"]) == (73, 9, "cores")


def test_hosts_by_capacity_count_what_is_kept_for_rebuilding_once() -> None:
    """600 x 60 GB + 4 x 800 GB = 39,200 GB; 4 drives of a host hold 3,200 GB: 12.25, 13 hosts. They hold 640 VMs."""
    x = sized(on(drives=4, rebuild_drives=4), MANY)
    assert (x["tier1_kept_gb"], x["hosts_by_capacity"], x["working_hosts"]) == (3200, 13, 13)
    assert (x["limit_capacity"], x["binding_name"]) == (pytest.approx(640 / 13), "capacity")
    assert (x["blocks"], x["hosts_decided"]) == (14, "capacity")
    assert sized(on(drives=4), MANY)["working_hosts"] == 12


def test_a_given_capacity_of_a_host_counts_alike() -> None:
    """600 x 60 GB = 36,000 GB in hosts of 4,000 GB."""
    assert sized(replace(HOST, usable_gb=4000, usable_gb_source="vendor"), MANY)["working_hosts"] == 9


def test_hosts_by_the_iops_of_drives_given() -> None:
    """1 drive x 100 / (5 reads + 5 writes x 2) = 6 VMs; 100 / 6 up: 17 hosts."""
    x = sized(on(drive="slow", drives=1))
    assert (x["host_vms_most"], x["working_hosts"], x["hosts_decided"]) == (6, 17, "IOPS")


def test_a_host_has_its_share_of_the_users_at_work() -> None:
    """Seven hosts of which six work, for a hundred users: 17 a host, though it would carry more."""
    x = sized(on(drives=4))
    assert (x["host_vms"], x["load_vms"], x["vms_per_block"]) == (17, 17, 256)


def test_hosts_by_the_response_target_of_drives_given() -> None:
    target = on(replace(HOST, response_limit_ms=20), drive="slow", drives=1)
    x, free = sized(target), sized(replace(target, response_limit_ms=None))
    assert x["hosts_decided"] == "response time"
    assert x["host_vms_most"] == x["limit_response"] < free["host_vms_most"]
    assert x["blocks_needed"] * x["limit_response"] >= 100


def test_more_users_than_the_largest_cluster_takes_get_several_equal_ones() -> None:
    """7 of 8 hosts work, each with 85 VMs by RAM: 595. 2,000 / 595 up: 4 clusters of 500, in 6 hosts and a spare."""
    x = sized(on(replace(HOST, max_hosts=8), drives=8), replace(MANY, vms=2000))
    assert (x["largest_vms"], x["clusters"], x["vms_per_cluster"]) == (595, 4, 500)
    assert (x["working_hosts"], x["blocks_needed"], x["blocks"]) == (6, 24, 28)
    assert x["cluster_words"] == (
        "4 clusters of 6 hosts and 1 in reserve each, by RAM; 8 hosts at most in each, as entered"
    )
    assert x["to_buy"] == "28 hosts in 4 clusters, 224 drives"


def test_a_layout_that_splits_the_users_into_several_clusters_says_so() -> None:
    x = sized(on(HOST, raid="S2D three-way mirror", drives=8), replace(MANY, vms=2000))
    assert x["clusters"] > 1
    assert x["cluster_words"].endswith("; 16 hosts at most in each, by its layout")


@pytest.mark.parametrize(("most", "holds"), [(None, 1), (16, 1), (17, 0)])
def test_a_largest_cluster_beyond_its_layout_warns(most: float | None, holds: float) -> None:
    assert sized(on(replace(HOST, max_hosts=most), raid="S2D three-way mirror"))["check_largest_formed"] == holds


def test_a_cluster_that_its_largest_size_forbids_says_what_it_needs() -> None:
    x = sized(replace(HOST, max_hosts=6))
    assert (x["check_cluster"], x["stands"]) == (0, 0)
    said = "7 with the reserve, of 6 at most, as entered"
    assert f"{FAILURES['cluster']}: {said}" in x["errors_in_words"]
    assert sized(replace(HOST, max_hosts=7))["check_cluster"] == 1
    two = sized(on(replace(HOST, spare_blocks=1), raid="S2D nested two-way mirror"))
    assert two["hosts_least_words"] == "3 with the reserve, of 2 at most, by the rules of S2D (sheet RAID)"


@pytest.mark.parametrize(
    ("raid", "largest", "most", "spare", "stands"),
    [
        ("vSAN ESA RAID-5 4+1", None, 64, 1, 1),
        ("vSAN ESA RAID-5 4+1", 100, 64, 1, 1),  # as entered, but no more than the layout allows
        ("vSAN ESA RAID-5 4+1", 12, 12, 1, 1),
        ("vSAN ESA RAID-5 2+1", None, 5, 1, 1),
        ("S2D three-way mirror", None, 16, 1, 1),
        ("S2D nested two-way mirror", None, 2, 0, 1),
        ("S2D nested two-way mirror", None, 2, 1, 0),  # two servers and one in reserve are three
    ],
)
def test_a_layout_says_how_many_hosts_a_cluster_may_have(
    raid: str, largest: float | None, most: float, spare: float, stands: float
) -> None:
    """4,000 users need more hosts than any of these, and have several clusters."""
    x = sized(on(replace(HOST, max_hosts=largest, spare_blocks=spare), raid=raid, drives=8), replace(MANY, vms=4000))
    assert (x["largest_hosts"], x["check_cluster"], x["stands"]) == (most, stands, stands)
    assert x["working_hosts"] + spare <= most or not stands
    assert x["clusters"] > 1 or most == 64
    assert x["clusters"] * x["working_hosts"] * x["host_vms_most"] >= 4000 or not stands


@pytest.mark.parametrize(
    ("first", "second", "stands"),
    [("vSAN ESA RAID-5 4+1", "vSAN ESA RAID-1 FTT=1", 1), ("Nutanix RF2", "Nutanix RF3", 1),
     ("vSAN ESA RAID-5 4+1", "Nutanix RF2", 0), ("vSAN OSA RAID-1 FTT=1", "vSAN ESA RAID-1 FTT=1", 0)],
)  # fmt: skip
def test_layouts_of_two_products_form_no_cluster(first: str, second: str, stands: float) -> None:
    x = sized(replace(HOST, tiers=(Tier("fast", first, 8), Tier("slow", second, 8)), skew=0.9))
    assert (x["check_one_store"], x["stands"]) == (stands, stands)


@pytest.mark.parametrize(("kind", "largest", "holds"), [("cluster", 8, 1), ("server", 8, 0), ("array", 8, 0),
    ("server", None, 1)])  # fmt: skip
def test_a_largest_cluster_of_another_block_is_said(kind: str, largest: float | None, holds: float) -> None:
    raid = CODED if kind == "cluster" else "RAID 10"
    x = sized(on(replace(HOST, block_kind=kind, max_hosts=largest), raid=raid, drives=8))
    assert (x["check_largest"], x["stands"]) == (holds, 1)


def test_where_no_largest_cluster_is_known_there_is_one() -> None:
    x = sized(on(raid="Nutanix RF2", drives=8), replace(MANY, vms=20000))
    assert (x["largest_hosts"], x["clusters"]) == (NO_LIMIT, 1)


def test_a_layout_of_one_server_is_none_of_a_cluster() -> None:
    x = sized(on(raid="RAID 5"))
    assert (x["check_spread"], x["stands"]) == (0, 0)
    assert sized(HOST)["check_spread"] == sized(BLOCK)["check_spread"] == 1


@pytest.mark.parametrize(("raid", "hosts", "drives"), [("S2D two-way mirror", 2, 4), ("S2D three-way mirror", 3, 4),
    ("Nutanix RF2", 3, 1), ("vSAN ESA RAID-6 4+2", 6, 2),
    ("S2D dual parity 4+2", 7, 4), ("Ceph replica 3", 3, 1)])  # fmt: skip
def test_a_host_has_its_part_of_the_least_drives(raid: str, hosts: float, drives: float) -> None:
    x = sized(on(replace(HOST, spare_blocks=0), raid=raid))
    assert (x["working_hosts"], x["tier1_least_drives"], x["tier1_drives"]) == (hosts, drives, drives)
    assert sized(on(raid=raid, drives=drives))["check_raid"] == 1


def test_fewer_drives_than_the_maker_wants_are_refused_with_the_rule_and_its_source() -> None:
    with pytest.raises(
        InputError,
        match=r"drives per block is 1; expected at least 2 drives per host for vSAN ESA RAID-5 4\+1, by .*"
        r"hardware guidance of ReadyNodes, not read itself \(drives per host\)",
    ):
        sized(on(raid=VSAN, drives=1))
    with pytest.raises(InputError, match=r"at least 4 drives per host for S2D two-way mirror, by Microsoft, Fault"):
        sized(on(raid="S2D two-way mirror", drives=3))


def test_a_host_that_takes_all_ram_carries_nothing() -> None:
    x = sized(replace(HOST, host_ram_gib=512))
    assert (x["feasible"], x["blocks"], x["stands"]) == (0, 0, 0)


def test_hosts_are_what_is_paid() -> None:
    """7 hosts at 1,000 EUR, and 21 drives at 100 EUR, less a discount of a tenth."""
    host = replace(on(drive="slow", drives=3), block_watts=500, rack_units=2)
    x = priced(host, ("server", 1, "host"), ("slow", 1, "drive 1"))
    assert (x["working_hosts"], x["blocks"], x["known_users_eur"]) == (6, 7, 0.9 * (7 * 1000 + 21 * 100))
    assert x["rack_units"] == 14


def test_a_block_that_is_no_cluster_has_none_of_it() -> None:
    x = sized(replace(BLOCK, block_kind="array"))
    for name in ("in_cluster", "clusters", "working_hosts", "host_vms", "host_lost_vms"):
        assert x[name] == 0
    assert x["hosts_sharing"] == 1
    assert x["cluster_words"] == x["hosts_decided"] == x["host_lost_words"] == DASH
    assert x["limited_by"] == x["binding_name"]


@pytest.mark.parametrize("kind", ["server", "array"])
def test_what_is_kept_for_rebuilding_is_kept_on_each_other_block(kind: str) -> None:
    """8 drives in RAID 10 hold 4,000 GB; 2 drives' worth are 1,000 of them; 5 GB per VM."""
    block = replace(BLOCK, block_kind=kind, tiers=(Tier("slow", "RAID 10", 8, rebuild_drives=2),))
    assert sized(block)["limit_capacity"] == 600


def test_the_example_of_the_documents() -> None:
    """600 knowledge workers on vSAN, as worked out by hand in docs/model.md, and the room that VMware asks for."""
    figures = profile("Windows 11 knowledge worker, MCS")
    assert (figures.ram_gib, figures.vcpus, figures.steady_iops, figures.steady_read_share) == (6, 3, 38.4, 0.49)
    group = UserGroup(
        "knowledge workers", "office", 600, steady_iops=38.4, steady_read_share=0.49, ram_gib=6, vcpus=3, delta_gb=40
    )
    host = Design(
        "vSAN", "office", (Tier("Samsung PM9A3 3.84 TB", VSAN, derating=0.5),), block_kind="cluster", ram_gib=1024,
        host_ram_gib=64, cores=64, host_cores=6, cpu_headroom=0.15, vcpus_per_core=6, max_utilization=0.7,
        replica_gb=64, array_headroom=0.1, spare_blocks=1, bays=10,
    )  # fmt: skip
    x = size(Scenario((group,), (host,), DRIVES, RAID_LEVELS, Settings(AS_OF))).designs[0]
    assert (x["limit_ram"], x["limit_cores"], x["hosts_by_vms"], x["hosts_needed"]) == (160, 98, 7, 6)
    assert (x["blocks"], x["host_vms"], x["host_lost_vms"]) == (8, 86, 86)
    assert 86 * x["tier1_steady_backend_iops"] == pytest.approx(4987, abs=0.5)
    assert x["tier1_steady_drive_iops"] == pytest.approx(122_600, abs=50)
    assert (x["tier1_drives_by_steady"], x["tier1_drives_by_capacity"], x["drives_total"]) == (1, 2, 16)
    raw, largest_host = 8 * 2 * 3840, 2 * 3840
    held = x["blocks_needed"] * x["tier1_usable_gb"] * 0.9
    assert held == pytest.approx((raw - largest_host) * 0.8 / 1.131 * 0.9)
    assert held == pytest.approx(34_224, abs=0.5)
    assert held > 600 * 40 + 64


SIZES = {
    "vms": st.integers(1, 5000), "drives": st.one_of(st.none(), st.integers(1, 24)), "kept": st.integers(0, 8),
    "ram": st.integers(128, 1024), "spare": st.integers(0, 2), "largest": st.one_of(st.none(), st.integers(9, 64)),
    "replica": st.floats(0, 500),
}  # fmt: skip


def cluster_of(
    vms: int, drives: int | None, kept: int, ram: int, spare: int, largest: int | None, replica: float
) -> Any:
    tiers = (replace(TIER, drives=drives, rebuild_drives=kept),)
    host = replace(HOST, tiers=tiers, ram_gib=ram, spare_blocks=spare, max_hosts=largest, replica_gb=replica)
    return sized(host, replace(MANY, vms=vms))


@given(**SIZES)
def test_the_hosts_bought_carry_their_users(**size: Any) -> None:
    x = cluster_of(**size)
    if not x["feasible"]:
        return
    hosts = x["blocks_needed"]
    assert hosts >= 6 * x["clusters"]
    assert hosts * x["limit_ram"] >= size["vms"]
    assert hosts * x["vms_per_block"] >= size["vms"] - 1e-6
    once = x["clusters"] * (size["replica"] + x["tier1_kept_gb"])
    assert hosts * x["tier1_usable_gb"] >= once + size["vms"] * 60 - 1e-6
    assert size["largest"] is None or x["blocks"] / x["clusters"] <= size["largest"]


@given(more=st.integers(1, 500), **SIZES)
def test_more_users_never_need_fewer_hosts(more: int, **size: Any) -> None:
    few, many = cluster_of(**size), cluster_of(**{**size, "vms": size["vms"] + more})
    assert many["blocks"] >= few["blocks"] or not many["feasible"]


@given(kept=st.integers(0, 4), spare=st.integers(0, 2), ram=st.integers(0, 100), **{
    name: SIZES[name] for name in ("vms", "drives", "largest", "replica")})  # fmt: skip
def test_a_reserve_never_saves_a_host(kept: int, spare: int, ram: int, **size: Any) -> None:
    without = cluster_of(**size, kept=0, spare=0, ram=512)
    reserved = cluster_of(**size, kept=kept, spare=spare, ram=512 - ram)
    assert reserved["blocks"] >= without["blocks"] or not reserved["feasible"]


@given(st.integers(0, 4), st.integers(0, 2), st.integers(0, 100), st.integers(4, 24))
def test_a_reserve_never_saves_money_where_drives_are_given(kept: int, spare: int, ram: int, drives: int) -> None:
    def eur(kept: float, spare: float, ram: float) -> Any:
        host = on(replace(HOST, spare_blocks=spare, host_ram_gib=ram, ram_gib=128), drive="slow", drives=drives)
        kept_free = replace(host, tiers=(replace(host.tiers[0], rebuild_drives=kept),))
        return priced(kept_free, ("server", 1, "block"), ("slow", 1, "drive 1"))["known_users_eur"]

    assert eur(kept, spare, ram) >= eur(0, 0, 0)


def test_the_multi_session_example_of_the_documents() -> None:
    """4,000 users on session hosts and Storage Spaces Direct, as worked out by hand in docs/model.md."""
    group = UserGroup(
        "multi-session", "office", 250, profile="Multi-session knowledge worker, Windows Server 2022, MCS",
        users_per_vm=16, ram_gib=68, vcpus=8, delta_gb=40, store_iops=160, store_login_iops=800, store_gb=480,
    )  # fmt: skip
    tier = Tier("Samsung PM9A3 3.84 TB", "S2D three-way mirror", derating=0.5, rebuild_drives=4)
    host = Design(
        "S2D", "office", (tier,), block_kind="cluster", ram_gib=1024, host_ram_gib=32, cores=64, host_cores=4,
        cpu_headroom=0.15, vcpus_per_core=2, spare_blocks=1, max_utilization=0.7, replica_gb=64, array_headroom=0.1,
        bays=24,
    )  # fmt: skip
    x = size(Scenario((group,), (host,), DRIVES, RAID_LEVELS, Settings(AS_OF))).designs[0]
    assert (x["users_whole"], x["vms"], x["steady_iops_per_vm"]) == (4000, 250, pytest.approx(302.4))
    assert (x["limit_ram"], x["limit_cores"], x["users_per_block"]) == (14, 12, 192)
    assert (x["largest_vms"], x["clusters"], x["vms_per_cluster"]) == (180, 2, 125)
    assert (x["working_hosts"], x["blocks"], x["host_vms"], x["host_lost_vms"]) == (11, 24, 12, 12)
    assert 12 * x["tier1_steady_backend_iops"] == pytest.approx(8129, abs=0.5)
    assert (x["tier1_drives_by_steady"], x["tier1_drives_by_login"], x["drives_total"]) == (1, 1, 96)
    assert x["working_hosts"] * x["usable_gb"] * 0.9 - x["tier1_kept_gb"] == pytest.approx(45_568)
    assert (
        x["store_words"]
        == "not included: profile store of 120 TB, 40\N{NO-BREAK SPACE}000 IOPS (200\N{NO-BREAK SPACE}000 at login)"
    )
    assert x["errors"] == 0
