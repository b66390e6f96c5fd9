"""Bytes beside I/Os: what drives transfer and ports carry, by cases that were worked out by hand, and what never is."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.by_key import LIMITS
from tests.pylib.model.office import BLOCK, USERS, scenario, sized, with_tier

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import ARRAY, SERVER, Cache, Design, Tier, UserGroup
from vdi_sizing.tables.drives import Drive, drive
from vdi_sizing.what_if.sweep import sweep
from vdi_sizing.words import NO_LIMIT, NOT_GIVEN

SIZES: dict[str, Any] = {"steady_read_kib": 1, "steady_write_kib": 9, "login_read_kib": 23, "login_write_kib": 5,
         "boot_read_kib": 32, "boot_write_kib": 5}  # fmt: skip
"""Dell 2012, table 7."""
STORMY = UserGroup("users", "office", 100, steady_iops=8, steady_read_share=0.25, login_iops=12, login_read_share=0.5,
                   boot_iops=16, boot_read_share=0.5)  # fmt: skip
MANY = with_tier(drives=96)
SATA = replace(drive("Samsung PM893 960 GB"), name="SATA", read_iops=94000, write_iops=94000, read_mb_s=550,
               write_mb_s=512)  # fmt: skip


def on(disk: Drive, design: Design, group: UserGroup = STORMY) -> DesignSizing:
    return size(replace(scenario(design, groups=(group,)), drives=(disk,))).designs[0]


def flash(raid: str = "RAID 0", **changes: Any) -> Design:
    return Design("flash", "office", (Tier("SATA", raid, 12, derating=0.5, **changes),))


def reading(share: float) -> UserGroup:
    return UserGroup("users", "office", 100, steady_iops=10, steady_read_share=share)


# --- ports ----------------------------------------------------------------------------------------------


def test_what_a_vm_moves_in_each_phase() -> None:
    """(2 x 1 + 6 x 9) KiB, (6 x 23 + 6 x 5) and (8 x 32 + 8 x 5), of 1024 bytes each."""
    x = sized(replace(MANY, **SIZES), STORMY)
    assert x["steady_mb_s_per_vm"] == pytest.approx(56 * 1024 / 1e6)
    assert x["login_mb_s_per_vm"] == pytest.approx(168 * 1024 / 1e6)
    assert x["boot_mb_s_per_vm"] == pytest.approx(296 * 1024 / 1e6)
    assert (x["login_io_kib"], x["boot_io_kib"]) == pytest.approx((14, 18.5))


def test_the_phase_that_moves_most_decides_what_the_ports_carry() -> None:
    """1 Gbit/s is 125 MB/s, of which 0.9 may be used: 112.5 / 0.303104 = 371.2 VMs by boot, of two ports 742.3."""
    block = replace(MANY, **SIZES, port_gbit_s=1)
    x = sized(block, STORMY)
    assert (x["port_mb_s"], x["limit_throughput"], x["limit_throughput_words"]) == (112.5, 371, 371)
    assert sized(replace(block, ports=2), STORMY)["limit_throughput"] == 742
    assert sized(replace(block, port_share=0.5), STORMY)["limit_throughput"] == 206
    without_boot = replace(block, boot_read_kib=None, boot_write_kib=None)
    assert sized(without_boot, STORMY)["limit_throughput"] == 653
    steady = replace(without_boot, login_read_kib=None, login_write_kib=None)
    assert sized(steady, STORMY)["limit_throughput"] == 1961


def test_the_peak_factor_is_of_the_steady_load() -> None:
    steady = replace(MANY, steady_read_kib=1, steady_write_kib=9, port_gbit_s=1)
    assert sized(replace(steady, steady_peak_factor=2), STORMY)["limit_throughput"] == 980


def test_throughput_binds_and_asks_for_blocks() -> None:
    """100 MB/s x 0.1 / 0.057344 = 174.4 VMs; steady IOPS carry 96 x 100 / 14 = 685."""
    block = replace(MANY, steady_read_kib=1, steady_write_kib=9, port_gbit_s=0.8, port_share=0.1)
    x = sized(block, replace(STORMY, vms=400, login_iops=None, boot_iops=None))
    assert (x["limit_throughput"], x["vms_per_block"], x["binding_name"]) == (174, 174, "throughput")
    assert (x["binding_name"], x["blocks"]) == (LIMITS["throughput"], 3)


def test_drives_are_counted_for_what_the_ports_carry() -> None:
    block = replace(BLOCK, steady_read_kib=1, steady_write_kib=9, port_gbit_s=0.8, port_share=0.02)
    x = sized(block, replace(STORMY, login_iops=None, boot_iops=None))
    assert (x["limit_throughput"], x["target_vms"], x["blocks"]) == (34, 34, 3)
    assert (x["tier1_drives_by_steady"], x["tier1_drives"]) == (5, 6)


def test_a_measured_number_does_not_replace_it() -> None:
    block = replace(MANY, measured_vms=300, steady_read_kib=1, steady_write_kib=9, port_gbit_s=0.8, port_share=0.1)
    x = sized(block, STORMY)
    assert (x["vms_per_block"], x["binding_name"]) == (174, LIMITS["throughput"])


def test_hosts_of_a_cluster_follow_from_their_ports() -> None:
    """34 VMs a host: 200 take six. With one of them lost, five hosts would have to carry 40 each."""
    tier = Tier("new", "Nutanix RF2", 4)
    block = Design("RF2", "office", (tier,), block_kind="cluster", steady_read_kib=1, steady_write_kib=9,
                   port_gbit_s=0.8, port_share=0.02)  # fmt: skip
    x = sized(block, replace(STORMY, vms=200, login_iops=None, boot_iops=None))
    assert (x["host_vms_most"], x["working_hosts"], x["hosts_decided"]) == (34, 6, "throughput")
    assert (x["host_lost_vms"], x["host_lost_missing"]) == (40, 6)


def test_it_is_not_given_where_sizes_or_ports_are_not() -> None:
    for blank in ("steady_read_kib", "steady_write_kib", "port_gbit_s"):
        block = replace(MANY, **{**SIZES, "port_gbit_s": 1, blank: None})
        x = sized(block, replace(STORMY, login_iops=None, boot_iops=None))
        assert (x["limit_throughput"], x["limit_throughput_words"]) == (NO_LIMIT, NOT_GIVEN), blank
    idle = UserGroup("users", "office", 100, ram_gib=2)
    assert sized(replace(MANY, **SIZES, port_gbit_s=1), idle)["limit_throughput_words"] == NOT_GIVEN


@pytest.mark.parametrize("ignored", [
    {"steady_read_kib": 4}, {"login_write_kib": 4}, {"port_gbit_s": 10}, {"ports": 2}, {"port_share": 0.8},
    {**SIZES, "boot_write_kib": None}, {**SIZES, "ports": 2},
])  # fmt: skip
def test_what_counts_for_nothing_is_said(ignored: dict[str, Any]) -> None:
    x = sized(replace(MANY, **ignored), STORMY)
    assert (x["check_bytes_ignored"], x["stands"]) == (0, 1)


@pytest.mark.parametrize("counts", [{}, SIZES, {**SIZES, "port_gbit_s": 10, "ports": 2, "port_share": 0.8}])
def test_what_counts_needs_no_warning(counts: dict[str, Any]) -> None:
    assert sized(replace(MANY, **counts), STORMY)["check_bytes_ignored"] == 1


def test_a_port_of_a_server_with_its_own_drives_is_a_warning() -> None:
    counts = {**SIZES, "port_gbit_s": 10}
    kinds = {kind: sized(replace(MANY, **counts, block_kind=kind), STORMY) for kind in (SERVER, ARRAY)}
    assert (kinds[SERVER]["check_port_of_server"], kinds[ARRAY]["check_port_of_server"]) == (0, 1)
    assert sized(replace(MANY, block_kind=SERVER), STORMY)["check_port_of_server"] == 1


# --- storms ---------------------------------------------------------------------------------------------


def test_fifty_boots_a_minute_are_ten_gbit() -> None:
    """50 / 60 x 47,000 = 39,167 IOPS of 32 KiB are 10.27 Gbit/s, whatever users are said to ask for."""
    storm = replace(MANY, ios_per_boot=47000, boots_per_min=50, boot_read_kib=32, boot_write_kib=5)
    x = sized(storm, USERS)
    assert (x["boot_io_kib"], x["boot_storm_gbit_s"]) == (32, pytest.approx(10.2673, abs=1e-4))
    mixed = sized(storm, STORMY)
    assert (mixed["boot_io_kib"], mixed["boot_storm_gbit_s"]) == pytest.approx((18.5, 5.9358), abs=1e-4)


def test_bits_of_a_login_storm() -> None:
    """2 logins a second x 1,000 and 100 x 8 IOPS, of 14 KiB each."""
    x = sized(replace(MANY, **SIZES, logins_per_s=2, ios_per_login=1000), STORMY)
    assert x["login_storm_gbit_s"] == pytest.approx(2800 * 14 * 1024 * 8 / 1e9)


def test_ports_set_the_pace_of_a_boot() -> None:
    """0.2 MB/s are 100 x 0.0512 / 0.001024 KiB: 10,000 I/Os of 20 KiB take 1,000 s on 10 IOPS."""
    slow = replace(MANY, boot_read_kib=20, boot_write_kib=20, port_gbit_s=0.00182, port_share=0.9, ios_per_boot=100)
    x = sized(replace(slow, given_vms=100), replace(STORMY, boot_iops=None))
    assert x["boot_sustained_iops"] == pytest.approx(0.00182 * 125 * 0.9 / 0.02048)
    assert x["boot_by_storage_min"] == pytest.approx(100 * 100 / x["boot_sustained_iops"] / 60)
    fast = sized(replace(slow, given_vms=100, port_gbit_s=None), replace(STORMY, boot_iops=None))
    assert fast["boot_sustained_iops"] == 96 * 100 / 14 * 8


# --- drives ---------------------------------------------------------------------------------------------


def test_a_sata_drive_reads_17_000_times_32_kib_and_not_47_000_times() -> None:
    """550 MB/s / 32 KiB = 16,785; the rating of 94,000, half of it taken as sustained, says 47,000."""
    assert on(SATA, flash(), reading(1))["tier1_steady_drive_iops"] == 47000
    x = on(SATA, flash("RAID 0"), reading(1))
    large = on(SATA, replace(flash(), steady_read_kib=32, steady_write_kib=4), reading(1))
    assert large["tier1_steady_drive_iops"] == pytest.approx(16784.7, abs=0.1)
    assert large["tier1_steady_transfer_ms"] == pytest.approx(32.768 / 550)
    assert large["limit_steady"] == int(12 * large["tier1_steady_drive_iops"] / 10) < x["limit_steady"]
    small = on(SATA, replace(flash(), steady_read_kib=4, steady_write_kib=4), reading(1))
    assert small["tier1_steady_drive_iops"] == 47000


def test_reads_of_parity_are_as_large_as_writes_and_a_layout_says_how_many_bytes_it_writes() -> None:
    """RAID 6: 10 writes of 64 KiB are 30 reads and 30 writes of them; RAID 10 writes 20 and reads none."""
    sizes: dict[str, Any] = {"steady_read_kib": 1024, "steady_write_kib": 64}
    x = on(SATA, replace(flash("RAID 6"), **sizes), reading(0))
    assert x["tier1_steady_backend_iops"] == 60
    assert x["tier1_steady_transfer_ms"] == pytest.approx((30 * 65.536 / 550 + 30 * 65.536 / 512) / 60)
    x = on(SATA, replace(flash("RAID 10"), **sizes), reading(0))
    assert x["tier1_steady_transfer_ms"] == pytest.approx(65.536 / 512)


def test_a_cache_that_joins_writes_saves_no_bytes() -> None:
    """Half of the 20 writes of 64 KiB remain, each twice as large."""
    sizes: dict[str, Any] = {"steady_read_kib": 64, "steady_write_kib": 64}
    x = on(SATA, replace(flash("RAID 10", write_coalesced=0.5), **sizes), reading(0))
    assert x["tier1_steady_backend_iops"] == 10
    assert x["tier1_steady_transfer_ms"] == pytest.approx(2 * 65.536 / 512)
    plain = on(SATA, replace(flash("RAID 10"), **sizes), reading(0))
    assert x["limit_steady"] == plain["limit_steady"]


def test_a_flash_cache_takes_its_bytes() -> None:
    cache = Cache("SATA", "RAID 1", 2, read_hit=1.0)
    x = on(SATA, replace(flash(), cache=cache, steady_read_kib=64, steady_write_kib=64), reading(1))
    assert x["cache_steady_transfer_ms"] == pytest.approx(65.536 / 550)
    assert x["tier1_steady_transfer_ms"] == 0


def test_a_drive_without_mb_s_keeps_its_iops() -> None:
    block = replace(with_tier(drives=8), **SIZES)
    assert sized(block, STORMY)["tier1_steady_drive_iops"] == 100


# --- what must never happen -----------------------------------------------------------------------------


def test_sizes_alone_change_no_answer_and_ports_alone_none() -> None:
    block = replace(MANY, ios_per_boot=7087, logins_per_s=2, ios_per_login=1000)
    without, sizes = sized(block, STORMY), sized(replace(block, **SIZES), STORMY)
    of_bytes = ("kib_of_a_read", "kib_of_a_write", "mb_s_per_vm", "io_kib", "gbit_s")
    for name in lines_by_name():
        if not name.endswith(of_bytes):
            assert sizes[name] == without[name], name
    ports = sized(replace(block, port_gbit_s=0.001, ports=1, port_share=0.5), STORMY)
    for name in ("vms_per_block", "blocks", "drives_total", "boot_min", "login_storm_share", "limited_by"):
        assert ports[name] == without[name], name


KIB, GBIT = st.floats(0.5, 1024), st.floats(0.001, 100)


@given(read=KIB, write=KIB, factor=st.floats(1, 10), gbit_s=GBIT, share=st.floats(0, 1))
def test_larger_ios_never_carry_more_vms(read: float, write: float, factor: float, gbit_s: float, share: float) -> None:
    def carried(times: float) -> Any:
        sizes: dict[str, Any] = dict.fromkeys(("steady_read_kib", "boot_read_kib"), read * times)
        sizes |= dict.fromkeys(("steady_write_kib", "boot_write_kib"), write * times)
        design = replace(flash("RAID 5"), port_gbit_s=gbit_s, **sizes)
        return on(SATA, design, replace(STORMY, steady_read_share=share))["vms_per_block"]

    assert carried(factor) <= carried(1)


@given(gbit_s=GBIT, ports=st.integers(1, 8), share=st.floats(0.01, 1))
def test_more_ports_never_carry_fewer_vms_and_no_ports_most(gbit_s: float, ports: int, share: float) -> None:
    block = replace(MANY, **SIZES, port_gbit_s=gbit_s, ports=ports, port_share=share)
    fewer, more, none = (
        sized(each, STORMY)["vms_per_block"]
        for each in (block, replace(block, ports=ports + 1), replace(block, port_gbit_s=None))
    )
    assert fewer <= more <= none


def test_a_sweep_says_the_same_as_one_sizing_after_the_other() -> None:
    sizes, gbits = [4.0, 64.0, 512.0], [0.1, 10.0]
    pairs = list(itertools.product(sizes, gbits))
    case = replace(scenario(replace(flash("RAID 5"), steady_read_kib=8, steady_write_kib=8, port_gbit_s=1),
                            groups=(STORMY,)), drives=(SATA,))  # fmt: skip
    columns: dict[str, Any] = {
        "design.steady_read_kib": [kib for kib, _ in pairs],
        "design.port_gbit_s": [gbit for _, gbit in pairs],
    }
    swept = sweep(case, 0, ["limit_steady", "limit_throughput"], **columns)
    for number, (kib, gbit_s) in enumerate(pairs):
        design = replace(case.designs[0], steady_read_kib=kib, port_gbit_s=gbit_s)
        alone = size(replace(case, designs=(design,))).designs[0]
        for name in ("limit_steady", "limit_throughput"):
            assert swept[name][number] == alone[name]
