"""The ranges that vary where nobody says otherwise: from the profiles, and from the sheet Sensitivity."""

from __future__ import annotations

import dataclasses

import pytest
from tests.pylib.what_if.scenarios import example

from vdi_sizing.scenario import Sensitivity
from vdi_sizing.tables.profiles import PRESET, PROFILES, SESSION
from vdi_sizing.tables.reading import DOCUMENTS, TODAY
from vdi_sizing.what_if import range_defaults
from vdi_sizing.what_if.monte_carlo import monte_carlo
from vdi_sizing.what_if.range_defaults import profile_spread, usual_ranges
from vdi_sizing.what_if.ranges import Range
from vdi_templates.examples import today


def test_todays_load_spreads_from_0_3_to_1_2_of_the_usual() -> None:
    load = usual_ranges(today())["all_iops_scale"]
    assert (load.range.low, load.range.base, load.range.high) == pytest.approx((11.4 / 38.4, 1, 44.9 / 38.4))
    assert load.source.startswith("profiles, today (2016-2026): 11.4 to 44.9 IOPS per VM, 38.4 of")


@pytest.mark.parametrize("generation", [TODAY, DOCUMENTS])
def test_the_spread_is_that_of_the_table(generation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spread = profile_spread(generation).range
    assert 0.2 < spread.low < 1 < spread.high < 1.5
    desktops = [each for each in PROFILES if each.generation == generation and each.steady_basis != PRESET]
    busiest = max(desktops, key=lambda each: each.steady_iops or 0)
    changed = dataclasses.replace(busiest, name="busier", steady_iops=2 * (busiest.steady_iops or 0))
    monkeypatch.setattr(range_defaults, "PROFILES", (*PROFILES, changed))
    assert profile_spread(generation).range == Range(spread.low, 1, 2 * spread.high)


def test_a_profile_store_is_no_desktop() -> None:
    """Stores ask for 2 to 20 IOPS per user; a desktop for 11.4 or more."""
    least = min(each.steady_iops or 99 for each in PROFILES if each.generation == TODAY)
    assert least == 2
    assert "11.4 to 44.9" in profile_spread(TODAY).source


def test_neither_sessions_nor_presets_widen_the_spread() -> None:
    """A session of a shared host asks for 4.2 IOPS or more, presets of tools for 6 to 80: nobody measured those."""
    of_today = [each for each in PROFILES if each.generation == TODAY]
    assert min(each.steady_iops or 99 for each in of_today if each.kind == SESSION) == 4.2
    assert {each.steady_iops for each in of_today if each.steady_basis == PRESET} >= {6, 80}
    assert "11.4 to 44.9" in profile_spread(TODAY).source


def test_the_sheets_changes_are_taken() -> None:
    scenario = dataclasses.replace(example(), sensitivity=Sensitivity(None, (-0.1,), (0.3,)))
    users = usual_ranges(scenario)["users_scale"]
    assert (users.range.low, users.range.base, users.range.high) == pytest.approx((0.9, 1, 1.3))
    assert users.source == "sheet Sensitivity: -10% and +30%"


def test_what_is_not_given_is_not_varied() -> None:
    """Today's start has no prices yet, Fujitsu's example has."""
    assert list(usual_ranges(today())) == ["all_iops_scale", "users_scale", "drive_iops_scale"]
    assert "drive_price_scale" in usual_ranges(example())


def test_all_phases_together_move_what_steady_work_alone_does_not() -> None:
    """A server of 58 disks, by its login storm, and one more in reserve."""
    load = usual_ranges(today())["all_iops_scale"].range
    steady = monte_carlo(today(), 0, {"steady_iops_scale": load}, ["drives_total"], draws=1000)["drives_total"]
    together = monte_carlo(today(), 0, {"all_iops_scale": load}, ["drives_total"], draws=1000)["drives_total"]
    assert (steady.p5, steady.p95) == (2 * 58, 2 * 58)
    assert together.p5 < 2 * 35
    assert together.p95 > 2 * 60
