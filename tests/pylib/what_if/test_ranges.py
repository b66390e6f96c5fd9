"""A range: low, base and high of what is not known exactly."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.what_if.ranges import Range


def test_a_range_is_in_order() -> None:
    assert Range(1, 1, 1) == Range(1.0, 1.0, 1.0)
    with pytest.raises(InputError, match=r"high - base is -1; expected a number at least 0"):
        Range(1, 3, 2)
    with pytest.raises(InputError, match="base is 'x'; expected a number"):
        Range(1, "x", 2)  # type: ignore[arg-type]
