"""The furthest values of a function in a box: found at corners, inside, at jumps, and the same each time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vdi_sizing.what_if.search import Array, Box, Function, search

SQUARE = Box((-1.0, -1.0), (0.5, 0.0), (1.0, 2.0), (False, False))


def bowl(at: Array) -> Array:
    return np.asarray((at[:, 0] - 0.123456) ** 2 + (at[:, 1] - 0.7654321) ** 2)


def sawtooth(at: Array) -> Array:
    """What falls within each tooth and jumps at its end: its largest value is just before a jump."""
    return np.asarray(at[:, 0] * 7.3 % 1)


def ridge(at: Array) -> Array:
    """Large where two sides go together, and nowhere else."""
    return np.asarray(at[:, 0] - 100 * np.abs(at[:, 0] - at[:, 1]))


@pytest.mark.parametrize(
    ("function", "low", "high"),
    [
        (bowl, 0.0, (1 + 0.123456) ** 2 + (1 + 0.7654321) ** 2),
        (sawtooth, 0.0, 1.0),
        (lambda at: at[:, 0] * at[:, 1], -2.0, 2.0),
    ],
)
def test_extremes_are_found_wherever_they_are(function: Function, low: float, high: float) -> None:
    found = search(function, SQUARE)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)
    assert found.base == function(np.array([SQUARE.base]))[0]


def test_a_ridge_that_leads_along_no_side_is_climbed() -> None:
    assert search(ridge, SQUARE).high == pytest.approx(1, abs=1e-3)


def test_what_is_infinite_somewhere_has_no_end() -> None:
    found = search(lambda at: np.where(at[:, 0] > 0.9, math.inf, at[:, 0]), SQUARE)
    assert found.high == math.inf
    assert found.low == -1


def test_whole_sides_get_whole_numbers_only() -> None:
    seen = []

    def remember(at: Array) -> Array:
        seen.append(at)
        return np.asarray(at[:, 0] * at[:, 1])

    found = search(remember, Box((1.0, 0.0), (2.0, 0.5), (9.0, 1.0), (True, False)))
    points = np.concatenate(seen)
    assert (points[:, 0] == np.round(points[:, 0])).all()
    assert points.min(axis=0).tolist() == [1, 0]
    assert points.max(axis=0).tolist() == [9, 1]
    assert len(points) == found.points


def test_many_sides_are_searched_too() -> None:
    sides = 14
    box = Box((0.0,) * sides, (0.5,) * sides, (1.0,) * sides, (False,) * sides)
    found = search(lambda at: at.sum(axis=1), box)
    assert (found.low, found.high) == pytest.approx((0, sides), abs=0.02)


def test_the_same_box_gives_the_same_answer() -> None:
    assert search(sawtooth, SQUARE) == search(sawtooth, SQUARE)


def test_the_noise_of_floating_point_is_no_range() -> None:
    found = search(lambda at: 3 + 1e-15 * at[:, 0], SQUARE)
    assert found.low == found.base == found.high
