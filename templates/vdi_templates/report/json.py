"""The comparison for programs: all lines of each design."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vdi_sizing.model.figure import Line
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sections import is_void, lacks_a_part, lines_by_name
from vdi_sizing.model.sizing import DesignSizing, Sizing
from vdi_sizing.what_if.scenarios import NamedScenario, named_scenarios
from vdi_sizing.words import NO_LIMIT

_AT_LEAST, _IN_PART = "at least", "in part"


def as_json(sizing: Sizing) -> dict[str, Any]:
    """All lines by name, and what comes of each named scenario.

    A figure that is no number is null, and its status says why. A sum that lacks a part is a number with a status: "at
    least", or "in part" where a credit has no price.
    """
    lines = lines_by_name()
    scenarios = [_scenario(each) for each in named_scenarios(sizing.scenario)]
    return {"designs": [_design(lines, design) for design in sizing.designs], "scenarios": scenarios}


def _scenario(scenario: NamedScenario) -> dict[str, Any]:
    """Its changes by driver, and by which EUR per user its designs are compared."""
    changes = {change.driver: change.by for change in scenario.changes}
    designs = [_of_scenario(each.block) for each in scenario.designs]
    return {"name": scenario.name, "changes": changes, "designs": designs}


def _of_scenario(b: Block) -> dict[str, Any]:
    known = b.stands and b.eur_known
    return {
        "name": b.design.name, "eur_per_user": b.compared_eur if known else None, "cheapest": bool(b.cheapest),
        "blocks": b.blocks if b.stands else None, "hosts_beside": b.hosts_beside if b.stands else None,
        "verdict": b.mark,
    }  # fmt: skip


def _in_words(name: str) -> str:
    """The line that says whether a number means something: where a drive is saturated, it is that of an idle one."""
    for number, words in (("response_ms", "response_words"), ("percentile_ms", "percentile_words")):
        name = name.replace(number, words)
    return name.replace("within_share", "within_words")


def _design(lines: Mapping[str, Line], design: DesignSizing) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    status: dict[str, str] = {}
    for name, line in lines.items():
        value = design.figures.get(_in_words(name), design[name])
        if is_void(design.block, name):
            figures[name], status[name] = None, design.block.errors_in_words
        elif isinstance(value, str) and line.number_format != "@":
            figures[name], status[name] = None, value
        elif isinstance(value, float) and line.unit == "VMs" and value >= NO_LIMIT:
            figures[name], status[name] = None, "no limit"
        else:
            figures[name] = value
            if lacks_a_part(design.block, name):
                status[name] = _IN_PART if design.block.credits_missing else _AT_LEAST
    stands = bool(design.block.stands)
    bill = [
        {
            "part": line.part,
            "quantity_per_block": line.quantity_per_block if stands else None,
            "net_eur": line.net_eur,
            "eur": line.block_eur if stands else None,
        }
        for line in design.bill
    ]
    return {"name": design.design.name, "figures": figures, "status": status, "bill": bill}
