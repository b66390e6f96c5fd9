"""Measured points as records: what they may be, what load of a drive they stand for, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vdi_sizing import InputError, MeasuredPoint, Scenario
from vdi_sizing.scenario import MOST_POINTS, check
from vdi_templates.examples import EXAMPLES


def with_points(*points: MeasuredPoint, drive: str | None = None) -> Scenario:
    made = EXAMPLES["etri"]()
    return replace(made, measured_points=points, settings=replace(made.settings, measured_drive=drive))


@pytest.mark.parametrize(
    ("point", "load"),
    [
        (MeasuredPoint(480, 10), 480),
        (MeasuredPoint(480, 10, 48), 10),
        (MeasuredPoint(480, 10, 48, 0.4, 2), 16),
        (MeasuredPoint(480, 10, None, 0, 4), 1920),
        (MeasuredPoint(480, 10, read_share=1, write_penalty=6), 480),
    ],
)
def test_the_load_of_a_drive(point: MeasuredPoint, load: float) -> None:
    assert point.load_iops == pytest.approx(load)


def test_a_scenario_has_its_fit() -> None:
    assert with_points().fit.stands == 0
    fit = with_points(MeasuredPoint(10, 8), MeasuredPoint(50, 12)).fit
    assert (fit.stands, fit.points) == (1, 2)


@pytest.mark.parametrize(
    ("values", "says"),
    [((0, 5), "IOPS is 0"), ((100, -1), "response ms is -1"), ((100, None), "response ms is blank"),
     ((100, 5, 0), "drives is 0"), ((100, 5, 1, 80), "read share is 80")],
)  # fmt: skip
def test_a_point_that_cannot_be_is_refused(values: tuple[float, ...], says: str) -> None:
    with pytest.raises(InputError, match=says):
        MeasuredPoint(*values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scenario", "says"),
    [
        (with_points(drive="nobody's"), "settings 1, measured_drive: drive that was measured is .* the Drives sheet"),
        (with_points(MeasuredPoint(10, 8, read_share=0.5)), "measured_points 1, write_penalty: .* since a read share"),
        (with_points(MeasuredPoint(10, 8, write_penalty=2)), "measured_points 1, read_share: .* since a write penalty"),
        (with_points(*[MeasuredPoint(10, 8)] * (MOST_POINTS + 1)), "expected at most 40 points"),
    ],
)
def test_what_does_not_fit_together_is_refused(scenario: Scenario, says: str) -> None:
    with pytest.raises(InputError, match=says):
        check(scenario)


def test_as_many_points_as_there_may_be() -> None:
    check(with_points(*[MeasuredPoint(10, 8)] * MOST_POINTS))
