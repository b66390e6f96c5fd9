"""Response times of flash, whose reads and writes take different times, against a simulation of both classes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.pylib.formulas.simulation_of_arrays import Array, response_times
from tests.pylib.model.office import BLOCK, FAST, USERS, scenario
from tests.tiers import but_in_gate

from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Tier
from vdi_sizing.tables.raid_levels import raid_level

NVME, SATA, PM983, PS1010 = (0.08, 0.02), (0.226, 0.374), (0.085, 0.05), (0.06, 0.008)
"""ms of a read and of a write without load: a write that ends in the drive's own cache is the faster one."""
DRIVES, IOPS = 12, 100_000.0


def law(raid: str, busy: float, read_share: float, latencies: tuple[float, float]) -> DesignSizing:
    """What a design says of drives that are busy for such a share of their time."""
    level = raid_level(raid)
    drive = replace(
        FAST, gb=1e6, read_iops=IOPS, write_iops=IOPS, read_latency_ms=latencies[0], write_latency_ms=latencies[1]
    )
    per_vm = busy * DRIVES * IOPS / (USERS.vms * (read_share + (1 - read_share) * level.write_penalty))
    users = replace(USERS, steady_iops=per_vm, steady_read_share=read_share)
    kind = "array" if level.min_hosts else "server"
    design = replace(BLOCK, tiers=(Tier(drive.name, raid, DRIVES),), block_kind=kind, max_utilization=1.0)
    made = scenario(design, groups=(users,))
    x = size(replace(made, drives=(*made.drives[:1], drive))).designs[0]
    assert x["tier1_utilization"] == pytest.approx(busy)
    return x


def errors(raid: str, busy: float, read_share: float, latencies: tuple[float, float], ios: int) -> tuple[float, float]:
    """Mean and 95th percentile over those simulated, less one."""
    level = raid_level(raid)
    array = Array(DRIVES, int(level.write_phases), int(level.write_fork), read_share, 1)
    times = response_times(array, busy, ios, 5, *latencies)
    x = law(raid, busy, read_share, latencies)
    mean, late = float(x["response_words"]), float(x["tier1_percentile_words"])
    return mean / float(times.mean()) - 1, late / float(np.quantile(times, 0.95)) - 1


@pytest.mark.parametrize("read_share", [0.2, 0.5, 0.8])
@pytest.mark.parametrize(
    ("raid", "latencies"),
    [("RAID 10", NVME), ("RAID 10", SATA), ("RAID 10", PM983), ("S2D three-way mirror", SATA),
     ("S2D three-way mirror", PM983)],
)  # fmt: skip
@pytest.mark.parametrize("busy", but_in_gate([0.2, 0.5, 0.7, 0.9], 0.5))
def test_flash_is_within_5_percent_of_its_mean_and_10_of_its_percentile(
    busy: float, raid: str, latencies: tuple[float, float], read_share: float
) -> None:
    """At loads near saturation a run has to be longer to be as sure."""
    mean, late = errors(raid, busy, read_share, latencies, 1_200_000 if busy > 0.8 else 300_000)
    assert abs(mean) < 0.05
    assert abs(late) < 0.1


@pytest.mark.parametrize("read_share", [0.2, 0.5, 0.8])
@pytest.mark.parametrize(
    ("raid", "latencies"), [("RAID 10", PS1010), ("S2D three-way mirror", NVME), ("S2D three-way mirror", PS1010)]
)
@pytest.mark.parametrize("busy", but_in_gate([0.2, 0.5, 0.7], 0.5))
def test_where_writes_are_many_times_faster_it_is_as_far_off_as_declared(
    busy: float, raid: str, latencies: tuple[float, float], read_share: float
) -> None:
    """Three copies, or writes that take an eighth of a read: the mean is up to 13 % low, never high."""
    mean, late = errors(raid, busy, read_share, latencies, 300_000)
    assert -0.14 < mean < 0.01
    assert -0.14 < late < 0.12


@pytest.mark.parametrize("read_share", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("raid", ["RAID 5", "RAID 6"])
@pytest.mark.parametrize("busy", but_in_gate([0.2, 0.5, 0.7], 0.5))
def test_parity_on_flash_is_optimistic_as_declared(busy: float, raid: str, read_share: float) -> None:
    """Its two phases are taken to be independent, as with any exponential service."""
    for latencies in (NVME, SATA):
        mean, late = errors(raid, busy, read_share, latencies, 40_000)
        assert -0.12 < mean < 0.05
        assert -0.2 < late < 0.14


def test_an_idle_drive_takes_the_latencies_of_its_classes() -> None:
    """By hand: a read 0.08 ms, a write that waits for the slower of two 1.5 x 0.02 ms; half of each."""
    assert law("RAID 10", 1e-9, 0.5, NVME)["response_words"] == pytest.approx(0.5 * 0.08 + 0.5 * 1.5 * 0.02)
    assert law("RAID 5", 1e-9, 0.5, NVME)["response_words"] == pytest.approx(0.5 * 0.08 + 0.5 * 1.5 * (0.08 + 0.02))


def test_drives_that_keep_a_target_of_the_mean_keep_it() -> None:
    """The highest utilisation for the mean is that at which the mean is the limit."""
    drive = replace(FAST, gb=1e6, read_iops=IOPS, write_iops=IOPS, read_latency_ms=NVME[0], write_latency_ms=NVME[1])
    design = replace(BLOCK, tiers=(Tier(drive.name, "RAID 10", DRIVES),), max_utilization=1.0, response_limit_ms=0.2)
    made = scenario(design, groups=(replace(USERS, steady_iops=100.0),))
    x = size(replace(made, drives=(*made.drives[:1], drive))).designs[0]
    busy = float(x["tier1_highest_utilization"])
    assert 0.6 < busy < 0.9
    assert law("RAID 10", busy, 0.5, NVME)["response_words"] == pytest.approx(0.2)
