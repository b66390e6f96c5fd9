"""The smallest and the largest value of a function in a box, where nothing is known of the function but its values.

Figures of a sizing jump with every drive and block, and fall where one would think that they rise: a corner of the box
is not always an extreme. So the box is looked at in all its corners, along its edges and planes through the base, and
at points spread over it; then near the furthest values found, ever closer. The same box gives the same points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Array: TypeAlias = "npt.NDArray[np.float64]"
Function: TypeAlias = Callable[[Array], Array]
"""A value for each row of a table, whose columns are the sides of the box."""

_SEED = 1
_CORNERS_OF = 12  # sides; of a box with more of them the corners are drawn, as many as this one has
_ON_A_LINE, _ON_A_SIDE_OF_A_PLANE, _SPREAD = 65, 9, 16_384
_STARTS, _ROUNDS, _NEAR_A_START = 64, 80, 32
_CLOSEST = 30  # halvings of a side: as near as that to a jump
_NOISE = 1e-12  # a part of the base value: less is the rounding of floating point


@dataclass(frozen=True)
class Box:
    """Low, base and high of each side, and which sides have whole numbers only."""

    low: tuple[float, ...]
    base: tuple[float, ...]
    high: tuple[float, ...]
    whole: tuple[bool, ...]

    def inside(self, points: Array) -> Array:
        """The points, moved into the box, whole where they have to be."""
        import numpy as np  # noqa: PLC0415

        return np.clip(np.where(self.whole, np.round(points), points), self.low, self.high)


@dataclass(frozen=True)
class Found:
    """The smallest value, the value at the base, and the largest; and how many points were looked at."""

    low: float
    base: float
    high: float
    points: int


def search(function: Function, box: Box) -> Found:
    """The furthest values of a function in a box; infinity is one.

    >>> box = Box((0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (False, False))
    >>> import numpy as np
    >>> found = search(lambda points: points[:, 0] * np.floor(3 * points[:, 1]), box)
    >>> found.low, found.base, found.high
    (0.0, 0.5, 3.0)
    """
    import numpy as np  # noqa: PLC0415

    draw = _Draw()
    points = box.inside(np.concatenate([part.reshape(-1, len(box.base)) for part in _overview(box, draw)]))
    values = function(points)
    base, count = float(values[0]), len(values)
    ends = []
    for sign in (-1.0, 1.0):
        end, looked_at = _climbed(_times(function, sign), box, points, sign * values, draw)
        ends.append(sign * end)
        count += looked_at
    low, high = (base if math.isclose(end, base, rel_tol=_NOISE) else end for end in ends)
    return Found(low, base, high, count)


def _times(function: Function, sign: float) -> Function:
    return lambda points: sign * function(points)


class _Draw:
    """Numbers from 0 to 1, the same on every machine and numpy version."""

    def __init__(self) -> None:
        import numpy as np  # noqa: PLC0415

        self._stream = np.random.PCG64(_SEED)

    def __call__(self, *shape: int) -> Array:
        import numpy as np  # noqa: PLC0415

        raw = np.asarray(self._stream.random_raw(math.prod(shape)))
        fractions: Array = (raw >> np.uint64(11)) * np.float64(2**-53)
        return fractions.reshape(shape)


def _overview(box: Box, draw: _Draw) -> Iterator[Array]:
    """The base first; then corners, lines and planes through the base, and points all over the box."""
    import numpy as np  # noqa: PLC0415

    low, base, high = (np.array(end) for end in (box.low, box.base, box.high))
    sides = len(base)
    yield base
    yield low + (high - low) * _ends(sides, draw)
    for side in range(sides):
        line = np.tile(base, (_ON_A_LINE, 1))
        line[:, side] = np.linspace(low[side], high[side], _ON_A_LINE)
        yield line
    for one, other in combinations(range(sides), 2):
        plane = np.tile(base, (_ON_A_SIDE_OF_A_PLANE, _ON_A_SIDE_OF_A_PLANE, 1))
        plane[:, :, one] = np.linspace(low[one], high[one], _ON_A_SIDE_OF_A_PLANE)[:, None]
        plane[:, :, other] = np.linspace(low[other], high[other], _ON_A_SIDE_OF_A_PLANE)
        yield plane
    yield low + (high - low) * draw(_SPREAD, sides)


def _ends(sides: int, draw: _Draw) -> Array:
    """0 or 1 for each side, in each corner."""
    import numpy as np  # noqa: PLC0415

    if sides > _CORNERS_OF:
        return np.round(draw(2**_CORNERS_OF, sides))
    return (np.arange(2**sides)[:, None] >> np.arange(sides) & 1).astype(float)


def _climbed(function: Function, box: Box, points: Array, values: Array, draw: _Draw) -> tuple[float, int]:
    """The largest value that is found by climbing from several points; and how many were looked at on the way."""
    import numpy as np  # noqa: PLC0415

    size = np.array(box.high) - np.array(box.low)
    starts = np.array([np.argmax(values[first::_STARTS]) * _STARTS + first for first in range(_STARTS)])
    starts[0] = np.argmax(values)
    best, reached = points[starts], values[starts]
    looked_at = 0
    for _ in range(_ROUNDS):
        if reached.max() == math.inf:
            break
        near = box.inside(_around(best, size, draw).reshape(-1, len(size)))
        found = function(near).reshape(_STARTS, -1)
        looked_at += found.size
        furthest = found.argmax(axis=1)
        each = np.arange(_STARTS)
        higher = found[each, furthest] > reached
        best = np.where(higher[:, None], near.reshape(_STARTS, -1, len(size))[each, furthest], best)
        reached = np.where(higher, found[each, furthest], reached)
    return float(reached.max()), looked_at


def _around(points: Array, size: Array, draw: _Draw) -> Array:
    """Points around each of some, at all distances; some are moved along few sides, others along many."""
    import numpy as np  # noqa: PLC0415

    shape = (len(points), _NEAR_A_START, len(size))
    distance = 2.0 ** (-_CLOSEST * draw(*shape[:2], 1))
    moved = np.where(draw(*shape) < draw(*shape[:2], 1), 2 * draw(*shape) - 1, 0.0)
    return np.asarray(points[:, None, :] + size * distance * moved)
