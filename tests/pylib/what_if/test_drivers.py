"""Drivers: what a change and what a value of each does to the figures that a sizing starts from."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.what_if.scenarios import figures_of, with_everything

from vdi_sizing.model.names import Names, given_names
from vdi_sizing.what_if.drivers import DRIVERS, Driver

OF_STEADY_WORK = dict(list(DRIVERS.items())[: list(DRIVERS).index("all_iops_scale")])


def start_of(figures: Names) -> dict[str, float]:
    """All numbers that a sizing starts from and that a driver may change: given figures, and inputs."""
    inputs = {name for driver in DRIVERS.values() for name in driver.targets if name.startswith("design.")}
    return {name: figures[name] for name in sorted(given_names() | inputs) if isinstance(figures[name], float)}


@pytest.mark.parametrize("driver", OF_STEADY_WORK.values(), ids=OF_STEADY_WORK)
def test_a_change_is_what_a_sweep_makes_of_that_value(driver: Driver) -> None:
    scenario = with_everything()
    start = figures_of(scenario)
    assert start["design.response_limit_ms"] == 50
    shares = {name: start[f"design.{name}"] - 0.1 for name in ("max_utilization", "response_share")}
    values = {
        **shares,
        "steady_read_share": 0.3,
        "write_coalesced": 0.0,
        "response_limit_ms": 45.0,
        "vcpus_per_core": 5.4,
    }
    changed, swept = figures_of(scenario), figures_of(scenario)
    driver.change_by(changed, -0.1)
    driver.set_to(swept, values.get(driver.name, 0.9))
    assert start_of(changed) == pytest.approx(start_of(swept), rel=1e-12)


@pytest.mark.parametrize("change", [-0.2, 0.2])
def test_other_users_are_a_scenario_with_other_users(change: float) -> None:
    scenario = with_everything()
    others = tuple(replace(group, vms=group.vms * (1 + change)) for group in scenario.groups)
    expected = figures_of(replace(scenario, groups=others))
    figures = figures_of(scenario)
    assert figures["all_vms"] == pytest.approx(96)
    assert figures["store_iops"] == pytest.approx(96 * 0.8 * 3)
    DRIVERS["users_scale"].change_by(figures, change)
    assert start_of(figures) == pytest.approx(start_of(expected), rel=1e-12)
