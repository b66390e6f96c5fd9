"""The inputs of a design as rows: under which heading each stands, and what a design holds for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from vdi_sizing.inputs import Input, inputs_by_section, inputs_of
from vdi_sizing.scenario import BY_CARD, BY_KIT, BY_PROCESSOR, BY_RULE, TIERS, Cache, Design, Tier


@dataclass(frozen=True)
class InputSection:
    """Inputs of a design under one heading."""

    title: str
    inputs: dict[str, Input]


def design_sections() -> tuple[InputSection, ...]:
    """The rows of the Designs sheet, in order; names are those of the library, prefixed by tier or cache."""
    tiers = [
        InputSection(f"Tier {k}", {f"tier{k}_{name}": field for name, field in inputs_of(Tier).items()}) for k in TIERS
    ]
    cache = InputSection("Flash cache", {f"cache_{name}": field for name, field in inputs_of(Cache).items()})
    first, *others = (InputSection(title, fields) for title, fields in inputs_by_section(Design).items())
    return (first, *tiers, cache, *others)


CASE = "case"
"""The input of a design that, left blank, is the first load case of the sheet Users."""


@cache
def inputs_on_builds() -> dict[str, Input]:
    """The inputs of a design of which the sheet Builds says what counts: a blank may stand for something there."""
    fields = {name: field for section in design_sections() for name, field in section.inputs.items()}
    by_others = {*BY_KIT, *BY_RULE, *BY_CARD, *BY_PROCESSOR, CASE}
    return {name: field for name, field in fields.items() if name in by_others or field.has_usual}


def design_values(design: Design) -> dict[str, Any]:
    """The inputs of a design by the names of the Designs sheet's rows."""
    values = {name: value for name, value in vars(design).items() if name not in ("tiers", "cache")}
    for k, tier in zip(TIERS, design.tiers, strict=True):
        values.update({f"tier{k}_{name}": value for name, value in vars(tier).items()})
    values.update({f"cache_{name}": value for name, value in vars(design.cache).items()})
    return values
