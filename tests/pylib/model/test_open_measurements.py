"""What a user group leaves to an image delivery, and no source says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.model.office import BLOCK
from tests.pylib.model.test_delivery import delivered

from vdi_sizing.words import NONE


@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [(None, {}, NONE), ("same", {}, NONE), ("cached", {}, NONE), ("full", {}, "users (I/O)"),
     ("full", {"steady_iops": 20}, NONE)],
)  # fmt: skip
def test_what_no_source_says_is_to_be_measured(name: str | None, typed: dict[str, float], words: str) -> None:
    x = delivered(name, replace(BLOCK, replica_gb=40), **typed)
    assert (x["last_to_measure"], x["check_to_measure"]) == (words, float(words == NONE))
