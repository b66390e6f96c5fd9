"""Bars: those of the designs, and none where a column holds no design."""

from __future__ import annotations

from dataclasses import replace

from vdi_sizing.model.capacity.limits import LIMITS
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import size
from vdi_sizing.words import NO_LIMIT
from vdi_templates.examples import by_kits, fujitsu

NO_BARS = ("chart_cap", "chart_growth_year_")
BARS = [name for name in lines_by_name() if name.startswith("chart_") and not name.startswith(NO_BARS)]


def test_bars_of_each_chart_are_looked_at() -> None:
    for name in ("chart_drives_by_steady", "chart_drives_by_capacity", "chart_eur_per_vm", "chart_measured"):
        assert name in BARS


def test_a_column_without_a_design_has_no_bar() -> None:
    """It stands for the first design once more: its numbers below no name read as those of a design."""
    growing = replace(fujitsu().settings, user_growth=0.1, years=7)
    sizing = size(replace(fujitsu(), settings=growing))
    assert [name for name in BARS if sizing.stand_in[name] != ""] == []
    assert [name for name in BARS if sizing.designs[0][name] == ""] == []


def test_a_bar_is_as_high_as_its_figure() -> None:
    sizing = size(fujitsu())
    for design in sizing.designs:
        assert design["chart_eur_per_vm"] == design["known_eur_per_vm"] > 0
        assert design["chart_drives_by_capacity"] == design["drives_by_capacity"]


def test_what_has_no_bar_is_named_with_the_height_of_the_longest_bar() -> None:
    """NVMe carries thousands by its IOPS, and a host a hundred by its cores."""
    sizing = size(by_kits())
    cap = max(design["chart_cap"] for design in sizing.designs)
    beyond = [
        limit
        for limit in LIMITS
        if any(cap < design[limit.name] < NO_LIMIT and design["stands"] for design in sizing.designs)
    ]
    assert beyond
    for design in sizing.designs:
        own = ", ".join(limit.label for limit in beyond if design[f"beyond_chart_{limit.key}"])
        assert design["beyond_words"] == (f"; {design.design.name}: {own}" if own else "")
    for design in sizing.designs:
        for limit in LIMITS:
            drawn, said = design[f"chart_{limit.key}"] > 0, design[f"beyond_chart_{limit.key}"] > 0
            assert drawn + said == (1 <= design[limit.name] < NO_LIMIT)


def test_where_each_limit_has_its_bar_nothing_is_said() -> None:
    assert {design["beyond_words"] for design in size(fujitsu()).designs} == {""}
