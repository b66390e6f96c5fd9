"""Bars: those of the designs, and none where a column holds no design."""

from __future__ import annotations

import pytest

from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import size
from vdi_templates.examples import fujitsu

BARS = [name for name in lines_by_name() if name.startswith("chart_") and name != "chart_cap"]


def test_bars_of_each_chart_are_looked_at() -> None:
    for name in ("chart_drives_by_steady", "chart_drives_by_capacity", "chart_eur_per_vm", "chart_measured"):
        assert name in BARS


@pytest.mark.parametrize("name", BARS)
def test_a_column_without_a_design_has_no_bar(name: str) -> None:
    """It stands for the first design once more: its numbers below no name read as those of a design."""
    sizing = size(fujitsu())
    assert sizing.stand_in[name] == ""
    assert sizing.designs[0][name] != ""


def test_a_bar_is_as_high_as_its_figure() -> None:
    sizing = size(fujitsu())
    for design in sizing.designs:
        assert design["chart_eur_per_vm"] == design["known_eur_per_vm"] > 0
        assert design["chart_drives_by_capacity"] == design["drives_by_capacity"]
