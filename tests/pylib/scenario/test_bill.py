"""The bill of materials."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import ONCE, PER_BLOCK, BillRow


def test_a_part_is_bought_per_block_where_nothing_else_is_said() -> None:
    assert BillRow("HDD", "d1", 2).per == PER_BLOCK
    assert BillRow("HDD", "d1", 2, "ONCE").per == ONCE


def test_what_a_quantity_is_for_is_one_of_the_words() -> None:
    words = "one of: block, VM, drive 1, drive 2, drive 3, cache drive, once"
    with pytest.raises(InputError, match=f"per is 'rack'; expected {words}"):
        BillRow("HDD", "d1", 2, "rack")
