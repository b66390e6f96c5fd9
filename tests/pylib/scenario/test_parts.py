"""Tiers and flash caches: what they refuse."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import Cache, Tier


def test_parts_refuse_what_their_inputs_do() -> None:
    with pytest.raises(InputError, match="derating is 0; expected a share above 0"):
        Tier(derating=0)
    with pytest.raises(InputError, match="write hit is 2; expected a share from 0 to 1"):
        Cache(write_hit=2)
    with pytest.raises(InputError, match=r"kept free for rebuilding is 0\.5; expected a whole number"):
        Tier(rebuild_drives=0.5)
