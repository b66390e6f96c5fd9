"""A design beside the measured points of its drive: the numbers that it counts with, and the load that it works at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vdi_sizing import DesignSizing, MeasuredPoint, Scenario, size
from vdi_templates.examples import EXAMPLES

MADE = EXAMPLES["etri"]()
DRIVE = MADE.designs[0].tiers[0].drive or ""


def points(*loads: float, service_ms: float = 1000 / 75) -> tuple[MeasuredPoint, ...]:
    """Those of the drive of the example, which sustains 75 IOPS."""
    return tuple(MeasuredPoint(load, service_ms / (1 - load * service_ms / 1000)) for load in loads)


def measured(made: tuple[MeasuredPoint, ...], drive: str | None = DRIVE, shape: float | None = 1) -> Scenario:
    designs = tuple(
        replace(design, tiers=(replace(design.tiers[0], service_shape=shape), *design.tiers[1:]))
        for design in MADE.designs
    )
    settings = replace(MADE.settings, measured_drive=drive)
    return replace(MADE, designs=designs, measured_points=made, settings=settings)


def first(scenario: Scenario) -> DesignSizing:
    return size(scenario).designs[0]


def test_the_prediction_is_the_fitted_curve() -> None:
    sized = first(measured(points(10, 30, 60, 74)))
    load = sized["tier1_load_of_drive"]
    assert load == pytest.approx(sized["load_vms"] * sized["tier1_steady_backend_iops"] / sized["tier1_drives"])
    assert sized["tier1_leg_ms"] == pytest.approx(sized.block.scenario.fit.response_at(load), rel=1e-9)
    assert (sized["check_calibrated"], sized["check_calibrated_range"]) == (1, 1)


@pytest.mark.parametrize(
    ("loads", "holds"), [((10, 60), 0), ((10, 72), 1), ((71.2, 74), 0), ((71, 74), 1)]
)  # the load is 71.1
def test_a_load_outside_the_points_is_warned_of(loads: tuple[float, ...], holds: float) -> None:
    sized = first(measured(points(*loads)))
    assert sized["tier1_load_of_drive"] == pytest.approx(71.11, abs=0.01)
    assert sized["check_calibrated_range"] == holds
    assert ("outside its points" in sized["failing"]) == (holds == 0)


@pytest.mark.parametrize("drive", [None, "another"])
def test_points_of_no_drive_or_of_another_warn_of_nothing(drive: str | None) -> None:
    other = next(each.name for each in MADE.drives if each.name != DRIVE)
    sized = first(measured(points(10, 60), drive and other))
    assert (sized["check_calibrated"], sized["check_calibrated_range"]) == (1, 1)


@pytest.mark.parametrize(
    "scenario",
    [
        measured(points(10, 74), shape=None),  # a disk, whose service times are more even
        measured(points(10, 60, service_ms=12)),  # other numbers than those of Drives
        measured(points(10)),  # no fit
        measured((MeasuredPoint(10, 13.5), MeasuredPoint(74, 60))),  # two points always fit
        measured(tuple(MeasuredPoint(load, ms) for load, ms in ((10, 14), (40, 13), (74, 16)))),  # they scatter
        measured(()),
    ],
)
def test_a_drive_that_counts_with_other_numbers_is_warned_of(scenario: Scenario) -> None:
    assert first(scenario)["check_calibrated"] == 0


def test_the_name_of_the_drive_has_no_case_and_the_warning_can_be_acknowledged() -> None:
    scenario = measured(points(10, 60), DRIVE.upper())
    assert first(scenario)["check_calibrated_range"] == 0
    known = replace(scenario.designs[0], acknowledged="calibrated_range: measured again in May")
    sized = first(replace(scenario, designs=(known, *scenario.designs[1:])))
    assert sized["open_calibrated_range"] == 0
    assert sized["open_calibrated"] == 0


def test_points_change_no_figure_but_their_own() -> None:
    plain, with_them = size(MADE).designs, size(replace(MADE, measured_points=points(10, 74))).designs
    for before, after in zip(plain, with_them, strict=True):
        assert {name for name in before.figures if before[name] != after[name]} == set()
