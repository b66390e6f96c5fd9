"""The table for a terminal: nothing is cut, whatever the width."""

from __future__ import annotations

import pytest

from vdi_sizing.sizing import size
from vdi_templates.examples import EXAMPLES, today
from vdi_templates.report import table


@pytest.mark.parametrize("width", [64, 80, 120, 200])
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_name_is_printed_whole_and_every_line_fits(name: str, width: int) -> None:
    scenario = EXAMPLES[name]()
    printed = table(size(scenario), width)
    assert max(map(len, printed.splitlines())) <= width
    drives = {tier.drive for design in scenario.designs for tier in design.tiers if tier.drive is not None}
    words = " ".join([*drives, *(design.name for design in scenario.designs)]).split()
    assert not set(words) - set(printed.split())
    assert all(f"  {design.name}: " in printed for design in scenario.designs)


def test_a_narrow_terminal_shows_the_designs_one_below_the_other() -> None:
    sizing = size(EXAMPLES["fujitsu"]())
    tables = {width: table(sizing, width).count("VMs per block [VMs]") for width in (10, 80, 120)}
    assert tables == {10: 4, 80: 2, 120: 1}


def test_what_no_design_has_is_left_out() -> None:
    fresh, tiered = table(size(today())), table(size(EXAMPLES["emc"]()))
    for words in ("tier 3", "flash cache", "hot set"):
        assert words not in fresh
        assert words in tiered
    assert "concurrent VMs [VMs]" in fresh
