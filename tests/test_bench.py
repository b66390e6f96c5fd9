"""Every benchmark runs and tells its figures; how fast it is, nobody asks here."""

from __future__ import annotations

import importlib
import math

import pytest
from bench.figures import Figure
from bench.report import scripts
from tests.tiers import but_in_gate


@pytest.mark.parametrize("script", but_in_gate(scripts(), *(set(scripts()) - {"page", "inventory", "folder", "scale"})))
def test_benchmark_runs_at_a_tiny_size_and_tells_its_figures(script: str) -> None:
    found = list(importlib.import_module(f"bench.{script}").measure(True))
    assert found
    assert [figure.name for figure in found if not math.isfinite(figure.found)] == []


def test_figure_says_whether_its_goal_is_reached() -> None:
    assert Figure("rows", 6000.0, " x", 5000.0, at_least=True).verdict == "yes"
    assert Figure("seconds", 2.5, " s", 2.0).verdict == "no"
    assert (Figure("seconds", 2.5, " s", 2.0).said, Figure("seconds", 2.5, " s", 2.0).goal_said) == (
        "2.50 s",
        "at most 2 s",
    )
    assert Figure("rows", 6000.0).verdict == ""
