"""Response times of flash, whose reads and writes take different times, against a simulation of both classes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.pylib.formulas.simulation_of_arrays import Array, response_times, times_in_turn
from tests.pylib.model.office import BLOCK, FAST, USERS, scenario
from tests.tiers import but_in_gate

from vdi_sizing.formulas.service import time_steps
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Tier
from vdi_sizing.tables.raid_levels import raid_level

NVME, SATA, PM983, PS1010, ONE = (0.08, 0.02), (0.226, 0.374), (0.085, 0.05), (0.06, 0.008), (0.1, 0.1)
"""ms of a read and of a write without load: a write that ends in the drive's own cache is the faster one."""
DRIVES, IOPS = 12, 100_000.0


def law(raid: str, busy: float, read_share: float, latencies: tuple[float, float], **changes: Any) -> DesignSizing:
    """What a design says of drives that are busy for such a share of their time."""
    level = raid_level(raid)
    drive = replace(
        FAST, gb=1e6, read_iops=IOPS, write_iops=IOPS, read_latency_ms=latencies[0], write_latency_ms=latencies[1]
    )
    per_vm = busy * DRIVES * IOPS / (USERS.vms * (read_share + (1 - read_share) * level.write_penalty))
    users = replace(USERS, steady_iops=per_vm, steady_read_share=read_share)
    kind = "array" if level.min_hosts else "server"
    design = replace(BLOCK, tiers=(Tier(drive.name, raid, DRIVES),), block_kind=kind, max_utilization=1.0)
    ruled = {name: changes.pop(name) for name in [*changes] if name == "usual_limit_ms"}
    made = scenario(replace(design, **changes), groups=(users,), **ruled)
    x = size(replace(made, drives=(*made.drives[:1], drive))).designs[0]
    assert x["tier1_utilization"] == pytest.approx(busy)
    return x


SHARES = (0.8, 0.95, 0.99)


def errors(
    raid: str, busy: float, read_share: float, latencies: tuple[float, float], ios: int
) -> tuple[float, list[float]]:
    """Mean, and 80th, 95th and 99th percentile, over those simulated, less one."""
    level = raid_level(raid)
    array = Array(DRIVES, int(level.write_phases), int(level.write_fork), read_share, 1)
    simulated = response_times if level.write_phases == 1 else times_in_turn
    times = simulated(array, busy, ios, 5, *latencies)
    x = law(raid, busy, read_share, latencies)
    late = [float(percentile(x, share) / np.quantile(times, share)) - 1 for share in SHARES]
    return float(x["response_words"]) / float(times.mean()) - 1, late


def percentile(x: DesignSizing, share: float) -> float:
    """That of any share; 95 % is the setting."""
    part = x.block.tiers[0]
    if share == x.block.settings.percentile_share:
        return float(x["tier1_percentile_words"])
    return float(time_steps(share, part.at_load.queued, part.load, part.constants)[-1][0] * part.service_ms)


LOADS = [0.1, 0.3, 0.5, 0.7, 0.8]
LATENCIES = {"one": ONE, "SATA": SATA, "PM983": PM983, "NVMe": NVME, "PS1010": PS1010}


@pytest.mark.parametrize("read_share", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("drive", LATENCIES)
@pytest.mark.parametrize("raid", ["RAID 10", "S2D three-way mirror"])
@pytest.mark.parametrize("busy", but_in_gate([*LOADS, 0.9], 0.5))
def test_copies_on_flash_are_within_5_percent_of_their_mean(
    busy: float, raid: str, drive: str, read_share: float
) -> None:
    """Of each percentile within 10 %. At loads near saturation a run has to be longer to be as sure."""
    mean, late = errors(raid, busy, read_share, LATENCIES[drive], 1_200_000 if busy > 0.8 else 300_000)
    assert abs(mean) < 0.05
    assert max(map(abs, late)) < 0.1


@pytest.mark.parametrize("read_share", but_in_gate([0.2, 0.5, 0.8], 0.2))
@pytest.mark.parametrize("drive", LATENCIES)
@pytest.mark.parametrize("raid", ["RAID 5", "RAID 6"])
@pytest.mark.parametrize("busy", but_in_gate(LOADS, 0.7))
def test_parity_on_flash_is_as_near_as_copies_are(busy: float, raid: str, drive: str, read_share: float) -> None:
    mean, late = errors(raid, busy, read_share, LATENCIES[drive], 800_000 if busy > 0.7 else 200_000)
    assert abs(mean) < 0.05
    assert max(map(abs, late)) < 0.1


def test_an_idle_drive_takes_the_latencies_of_its_classes() -> None:
    """By hand: a read 0.08 ms, a write that waits for the slower of two 1.5 x 0.02 ms; half of each."""
    assert law("RAID 10", 1e-9, 0.5, NVME)["response_words"] == pytest.approx(0.5 * 0.08 + 0.5 * 1.5 * 0.02)
    assert law("RAID 5", 1e-9, 0.5, NVME)["response_words"] == pytest.approx(0.5 * 0.08 + 0.5 * 1.5 * (0.08 + 0.02))


@pytest.mark.parametrize("raid", ["RAID 10", "S2D three-way mirror", "RAID 5", "RAID 6"])
@pytest.mark.parametrize("latencies", [NVME, SATA, ONE])
def test_drives_that_keep_a_target_keep_it(raid: str, latencies: tuple[float, float]) -> None:
    """The highest utilisation for a mean, or for a share, is that at which the mean, or the share, is the limit."""
    for_mean = law(raid, 0.05, 0.5, latencies, response_limit_ms=2.5)["tier1_highest_utilization"]
    for_share = law(raid, 0.05, 0.5, latencies, response_limit_ms=2.5, response_share=0.95)["tier1_highest_utilization"]
    assert 0.05 < for_share < for_mean < 0.99
    assert law(raid, for_mean, 0.5, latencies)["response_words"] == pytest.approx(2.5)
    assert law(raid, for_share, 0.5, latencies, usual_limit_ms=2.5)["within_words"] == pytest.approx(0.95)
