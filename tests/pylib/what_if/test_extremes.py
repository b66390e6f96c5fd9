"""Corners and tornado: how far an output goes over ranges, together and one input at a time."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from tests.pylib.what_if.scenarios import example, office

from vdi_sizing.errors import InputError
from vdi_sizing.what_if.extremes import corners, tornado
from vdi_sizing.what_if.monte_carlo import monte_carlo
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.sweep import sweep

RANGES = {
    "steady_iops_scale": Range(0.4, 1, 1.25),
    "steady_read_share": Range(0.1, 0.4, 0.5),
    "drive_iops_scale": Range(0.9, 1, 1.2),
    "max_utilization": Range(0.6, 0.7, 1),
}
RESPONSE_TIMES = ["response_ms", "tier2_leg_ms", "tier2_response_ms", "tier2_percentile_ms"]


@pytest.mark.parametrize("output", RESPONSE_TIMES)
def test_a_range_of_response_times_has_no_end_where_drives_saturate(output: str) -> None:
    ranges = {"drive_iops_scale": Range(1, 10, 12)}
    interval = corners(example(), 2, ranges, output)
    assert interval.low < interval.base < interval.high == math.inf
    assert tornado(example(), 2, ranges, output)[0].swing == math.inf
    spread = monte_carlo(example(), 2, {"drive_iops_scale": Range(1, 1, 4)}, [output], draws=1000)[output]
    assert spread.p5 < spread.p95 == spread.mean == math.inf


def test_corners_hold_every_combination_of_ends() -> None:
    combinations = np.array(np.meshgrid(*[[r.low, r.base, r.high] for r in RANGES.values()])).reshape(len(RANGES), -1)
    every = sweep(office(), outputs=["drives_per_block"], **dict(zip(RANGES, combinations, strict=True)))  # type: ignore[arg-type]
    interval = corners(office(), ranges=RANGES, output="drives_per_block")
    assert (interval.low, interval.high) == (every["drives_per_block"].min(), every["drives_per_block"].max())
    assert interval.low < interval.base < interval.high


@pytest.mark.parametrize("output", ["drives_per_block", "steady_iops_per_vm"])
def test_corners_of_the_vms_are_those_of_a_multiple_of_the_users(output: str) -> None:
    scenario = example("etri")
    by_vms = corners(scenario, ranges={"vms": Range(80, 100, 400)}, output=output)
    assert by_vms == corners(scenario, ranges={"users_scale": Range(0.8, 1, 4)}, output=output)


def test_corners_find_what_matters_only_at_a_corner() -> None:
    """RAM is no limit at the base values; with more drives and less RAM it becomes the smallest."""
    scenario = office()
    design = dataclasses.replace(
        scenario.designs[0],
        ram_gib=200.0,
        tiers=(dataclasses.replace(scenario.designs[0].tiers[0], drives=20.0),),
    )
    groups = (dataclasses.replace(scenario.groups[0], vms=1000.0, ram_gib=1.0),)
    scenario = dataclasses.replace(scenario, designs=(design,), groups=groups)
    ranges = {"drive_iops_scale": Range(1, 1, 10), "ram_scale": Range(0.5, 1, 1.5)}
    swings = {swing.name: swing.swing for swing in tornado(scenario, ranges=ranges, output="vms_per_block")}
    assert swings["ram_scale"] == 0
    assert corners(scenario, ranges=ranges, output="vms_per_block").high == 400


def test_no_ranges_leave_the_design_as_it_is() -> None:
    base = sweep(example())["known_eur_per_vm"][0]
    interval = corners(example())
    assert interval.low == interval.base == interval.high == base
    assert tornado(example()) == []
    assert monte_carlo(example(), draws=3)["known_eur_per_vm"].p50 == base


def test_a_tornado_is_sorted_and_takes_one_input_at_a_time() -> None:
    ranges = {
        "users_scale": Range(0.5, 1, 2),
        "drive_price_scale": Range(0.5, 1, 1.5),
        "ram_scale": Range(1, 1, 1),
    }
    rows = tornado(example(), 1, ranges)
    assert [row.swing for row in rows] == sorted((row.swing for row in rows), reverse=True)
    row = next(row for row in rows if row.name == "drive_price_scale")
    assert row.at_high == sweep(example(), 1, drive_price_scale=1.5)["known_eur_per_vm"][0]
    assert row.label == "drive prices"
    assert rows[-1].swing == 0


def test_eur_are_infinite_where_nothing_fits_and_an_error_without_prices() -> None:
    rows = tornado(example(), 0, {"ram_scale": Range(1, 1, 1e6)})
    assert rows[0].at_high == math.inf
    assert rows[0].swing == math.inf
    with pytest.raises(InputError, match="output is 'known_eur_per_vm'; expected a figure without EUR"):
        corners(office(), ranges={"users_scale": Range(1, 1, 2)})
