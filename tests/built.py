"""Workbooks that many tests start from: the same scenario is built once in a process."""

from __future__ import annotations

from functools import cache

from vdi_sizing.scenario import Scenario
from vdi_templates.workbook import build as room


@cache
def build(scenario: Scenario) -> bytes:
    """The shipped workbook of a scenario."""
    return room.build(scenario)
