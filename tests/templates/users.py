"""Other numbers of users for a case: its groups keep their shares of them."""

from __future__ import annotations

import random
from dataclasses import replace

from vdi_sizing.scenario import Scenario

FEWEST, MOST = 10, 20_000


def drawn(count: int) -> list[int]:
    """Numbers of users between the fewest and the most, the same at each run."""
    draw = random.Random(34)
    return [draw.randint(FEWEST, MOST) for _ in range(count)]


def with_users(scenario: Scenario, users: int) -> Scenario:
    """The case with so many VMs over all of its groups, whole ones of each, and one at least."""
    before = sum(group.vms for group in scenario.groups)
    vms = [float(max(1, int(group.vms / before * users))) for group in scenario.groups]
    vms[0] += users - sum(vms)
    groups = zip(scenario.groups, vms, strict=True)
    return replace(scenario, groups=tuple(replace(group, vms=each) for group, each in groups))
