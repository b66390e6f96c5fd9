"""What is written to drives and how long they last; what is left when one of them is lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.array import SSD, USERS, scenario, sized

from vdi_sizing.formulas.endurance import degraded_usable_iops, required_dwpd
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Cache
from vdi_sizing.words import DASH, NOT_MODELLED


def test_wear_by_dells_measured_rate() -> None:
    x = sized("RAID 6", 8, "Dell SSD SATA-II 100 GB", written_mb_s=118.5, hours_per_day=10)
    assert x["tier1_required_dwpd"] == pytest.approx(required_dwpd(118.5, 10, 8, 100), rel=1e-12)
    assert x["check_endurance"] == 1  # its rating is not known
    assert x["tier1_life_years"] == 0


def test_wear_by_the_size_of_a_write() -> None:
    x = sized("RAID 10", 4, SSD, write_kb=16, hours_per_day=8, warranty_years=5)
    written = 100 * 6 * 2 * 16 / 1000  # VMs x writes x bytes per byte x kB
    assert x["tier1_write_mb_s"] == pytest.approx(written)
    assert x["tier1_required_dwpd"] == pytest.approx(written * 3.6 * 8 / (4 * 960))
    assert x["tier1_life_years"] == pytest.approx(5 * 1.0 / x["tier1_required_dwpd"])
    assert x["check_endurance"] == 1


def test_coalescing_saves_operations_and_no_bytes() -> None:
    """RAID 6 writes three bytes per byte: 100 VMs x 6 writes of 9 kB are 16.2 MB/s, joined or not."""
    for coalesced in (0.0, 0.58):
        made = scenario("RAID 6", 8, SSD, write_kb=9, hours_per_day=10)
        joined = replace(made.designs[0].tiers[0], write_coalesced=coalesced)
        x = size(replace(made, designs=(replace(made.designs[0], tiers=(joined,)),))).designs[0]
        assert x["tier1_write_mb_s"] == pytest.approx(100 * 6 * 9 * 3 / 1000)


def test_endurance_warns_where_a_drive_is_rated_for_less() -> None:
    x = sized("RAID 10", 4, SSD, written_mb_s=500, hours_per_day=24)
    assert x["dwpd_missing"] == pytest.approx(x["tier1_required_dwpd"] - 1.0)
    assert x["check_endurance"] == 0
    assert x["errors"] == 0


def test_writes_kept_by_the_flash_cache_wear_the_cache() -> None:
    cache = Cache(SSD, "RAID 1", 2, write_hit=0.75)
    x = sized(cache=cache, written_mb_s=100, hours_per_day=24)
    assert x["cache_write_mb_s"] == pytest.approx(75)
    assert x["tier1_write_mb_s"] == pytest.approx(25)


def lost_reads_and_penalty(raid: str, group: float) -> tuple[float, float]:
    if raid == "RAID 10":
        return 1, 1
    if raid in ("RAID 5", "RAID 50"):
        return group - 1, (5 * group - 8) / group
    return group - 2, (7 * group - 11) / group


@pytest.mark.parametrize(
    ("raid", "drives", "group"),
    [("RAID 10", 24, 2), ("RAID 5", 9, 9), ("RAID 50", 16, 8), ("RAID 6", 8, 8), ("RAID 60", 24, 12)],
)
def test_degraded_iops_by_layout(raid: str, drives: float, group: float) -> None:
    x = sized(raid, drives, max_utilization=0.7)
    assert x["tier1_group_drives"] == group
    iops = degraded_usable_iops(drives, 75, 0.4, group, *lost_reads_and_penalty(raid, group))
    assert x["tier1_degraded_iops"] == pytest.approx(iops, rel=1e-12)
    carried = min(x["vms_per_block"], 0.7 * iops / 10 // 1)
    assert x["degraded_vms"] == x["degraded_vms_shown"] == carried


def test_raid_0_loses_all_and_a_distributed_layout_is_not_modelled() -> None:
    assert sized("RAID 0", 24)["degraded_vms_shown"] == 0
    nutanix = sized("Nutanix RF2", 24)
    assert nutanix["degraded_known"] == 0
    assert nutanix["degraded_vms_shown"] == NOT_MODELLED


def test_without_a_load_nothing_is_said_of_a_lost_drive() -> None:
    idle = replace(USERS, steady_iops=None, steady_read_share=None)
    assert sized(users=idle, given_vms=50)["degraded_vms_shown"] == DASH


def test_rebuild_hours_where_there_is_something_to_rebuild() -> None:
    assert sized(rebuild_mb_s=100)["tier1_rebuild_hours"] == pytest.approx(750 / 360)
    assert sized(rebuild_mb_s=100)["tier2_rebuild_hours"] == 0
    assert sized("RAID 0", rebuild_mb_s=100)["tier1_rebuild_hours"] == 0


@given(
    raid=st.sampled_from(["RAID 10", "RAID 5", "RAID 6", "RAID 60"]),
    pairs=st.integers(4, 50),
    reads=st.floats(0, 1),
)
def test_a_lost_drive_never_helps(raid: str, pairs: int, reads: float) -> None:
    x = sized(raid, 2 * pairs, users=replace(USERS, steady_read_share=reads))
    assert 0 <= x["degraded_vms"] <= x["vms_carried"]
