"""`corners` contains its base and whatever else is in the box, on all examples."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.pylib.what_if.scenarios import example, office
from tests.tiers import but_in_gate

from vdi_sizing.what_if.drivers import ALL_DRIVERS
from vdi_sizing.what_if.extremes import corners
from vdi_sizing.what_if.ranges import Range
from vdi_sizing.what_if.sweep import figures_at, priced_sweep
from vdi_templates.examples import EXAMPLES, today

SAMPLES = 2000
MULTIPLES = [name for name, driver in ALL_DRIVERS.items() if driver.is_multiple]
AROUND = Range(0.8, 1, 1.2)
SCENARIOS = {**EXAMPLES, "today": today}


@pytest.mark.parametrize("name", but_in_gate(SCENARIOS, "emc"))
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_base_and_every_sampled_point_are_inside(name: str, data: st.DataObject) -> None:
    scenario = SCENARIOS[name]()
    design = data.draw(st.integers(0, len(scenario.designs) - 1))
    names = data.draw(st.lists(st.sampled_from(MULTIPLES), min_size=1, max_size=4, unique=True))
    ranges = {each: Range(data.draw(st.floats(0.4, 1)), 1, data.draw(st.floats(1, 2))) for each in names}
    outputs = ["response_ms", "blocks", "drives_total", "vms_per_block"]
    if figures_at(scenario, design, {})["priced"]:
        outputs.append("known_eur_per_vm")
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    points = {each: random.uniform(range_.low, range_.high, SAMPLES) for each, range_ in ranges.items()}
    swept = priced_sweep(scenario, design, outputs, points)
    for output in outputs:
        interval = corners(scenario, design, ranges, output)
        assert interval.low <= interval.base <= interval.high
        assert interval.low <= swept[output].min() * (1 + 1e-12), output
        assert swept[output].max() <= interval.high * (1 + 1e-12), output


def test_times_are_not_monotone_and_all_the_same_in_the_interval() -> None:
    """EMC at 10 IOPS: more load may mean fewer VMs on a block and less time; the ends of the range say little."""
    scenario = example("emc")
    ends = priced_sweep(scenario, 2, ["response_ms"], {"steady_iops_scale": [0.8, 1.0, 1.2]})["response_ms"]
    assert ends.tolist() == pytest.approx([659.33, 659.33, 270.19], abs=0.01)
    interval = corners(scenario, 2, {"steady_iops_scale": AROUND}, "response_ms")
    assert (interval.low, interval.base) == pytest.approx((154.50, 659.33), abs=0.01)
    assert interval.high == math.inf
    assert not interval.proven


def test_both_ends_are_beyond_what_the_corners_say() -> None:
    """The corners of this box have 233, 555 and 1,836 ms among them, and neither the least nor the most."""
    ranges = {"users_scale": AROUND, "steady_iops_scale": AROUND, "drive_iops_scale": AROUND}
    interval = corners(example("emc"), 2, ranges, "response_ms")
    assert interval.low < 195.9
    assert interval.base == pytest.approx(659.33, abs=0.01)
    assert interval.high == math.inf


def test_what_nothing_varied_enters_is_proven() -> None:
    interval = corners(office(), ranges={"drive_price_scale": AROUND}, output="drives_total")
    assert interval.proven
    assert interval.low == interval.base == interval.high
    assert not corners(office(), ranges={"steady_iops_scale": AROUND}, output="drives_total").proven


def test_without_a_block_there_are_not_0_drives() -> None:
    """ETRI's target of 50 ms for 80 %: drives a tenth as fast cannot keep it, whatever their number."""
    interval = corners(example("etri"), 4, {"drive_iops_scale": Range(0.1, 1, 1.2)}, "drives_total")
    assert interval.high == math.inf
    assert 0 < interval.low < interval.base


def test_a_whole_input_is_varied_in_whole_numbers() -> None:
    """Fujitsu's measured VMs had 10 IOPS each, and these users ask for 10.43: 20, 31 and 40 are 19, 29 and 38."""
    interval = corners(example(), 0, {"measured_vms": Range(20, 31, 40)}, "vms_per_block")
    assert (interval.low, interval.base, interval.high) == (19, 29, 38)
