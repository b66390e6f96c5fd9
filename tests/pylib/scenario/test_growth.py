"""The work of a sizing grows no faster than its rows: counted in calls, which no busy machine changes."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import FrameType

import pytest

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario, check
from vdi_templates.examples import EXAMPLES


def with_groups(count: int) -> Scenario:
    scenario = EXAMPLES["fujitsu"]()
    return replace(scenario, groups=tuple(replace(scenario.groups[0], name=f"group {i}") for i in range(count)))


def with_parts(count: int) -> Scenario:
    """A bill of so many rows, and four times as many prices."""
    scenario = EXAMPLES["fujitsu"]()
    price, row = replace(scenario.prices[0], price_list=scenario.settings.price_list or ""), scenario.bill[0]
    return replace(
        scenario,
        prices=tuple(replace(price, part=f"part {i}") for i in range(4 * count)),
        bill=tuple(
            replace(row, part=f"part {4 * i}", design=scenario.designs[i % len(scenario.designs)].name)
            for i in range(count)
        ),
    )


def calls(scenario: Scenario) -> int:
    """Calls of functions that a sizing of these rows takes."""
    count = 0

    def called(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(called)
    try:
        check(scenario)
        sized = size(scenario)
        for design in sized.designs:
            assert design["eur_per_vm"] is not None
            assert design.bill is not None
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.everything  # the gate has fewer rows grow, in tests/pylib/model/test_scale.py
@pytest.mark.parametrize("scenario", [with_groups, with_parts])
def test_four_times_the_rows_take_four_times_the_work(scenario: object) -> None:
    few, many, most = (calls(scenario(count)) for count in (60, 240, 960))  # type: ignore[operator]
    assert most - many < 4.2 * (many - few)
