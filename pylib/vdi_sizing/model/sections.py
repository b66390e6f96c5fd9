"""All lines of the model, in the order of the sheets Sizing and Workings."""

from __future__ import annotations

from functools import cache

from vdi_sizing.model import (
    capacity,
    charts,
    checks,
    drives,
    limits,
    load,
    money,
    parts,
    response,
    running_cost,
    storms,
    tail,
    wear,
)
from vdi_sizing.model.figure import Line, Section, lines
from vdi_sizing.model.names import places
from vdi_sizing.model.scopes import Block, blank_block


@cache
def sections() -> tuple[Section, ...]:
    """The sections of both sheets; a figure that stands in none of them, or in two, is an error."""
    ordered = _ordered(blank_block())
    names = [line.name for section in ordered for line in section.lines]
    missing, twice = places().keys() - set(names), {name for name in names if names.count(name) > 1}
    if missing or twice:
        raise LookupError(f"figures in no section: {sorted(missing)}; in two: {sorted(twice)}")
    return ordered


def _ordered(b: Block) -> tuple[Section, ...]:
    return (
        load.load_section(b),
        parts.tables_section(b),
        parts.shares_section(b),
        parts.back_end_section(b),
        capacity.capacity_section(b),
        drives.drives_section(b),
        response.target_section(b),
        limits.estimates_section(b),
        limits.limits_section(b),
        *response.response_limit_sections(b),
        limits.binding_section(b),
        *response.at_load_sections(b),
        limits.blocks_section(b),
        money.cost_section(b),
        *running_cost.running_cost_sections(b),
        load.store_section(b),
        storms.storms_section(b),
        wear.wear_section(b),
        wear.drive_lost_section(b),
        capacity.criteria_section(b),
        _in_words(b),
        limits.limits_in_words_section(b),
        checks.checks_section(b),
        charts.charts_section(b),
        *tail.workings_sections(b),
        response.curves_section(b),
    )


def _in_words(b: Block) -> Section:
    """What a person reads, where a number alone says too little."""
    return Section(
        "In words",
        (
            *lines(b, limits.BindingInWords),
            *response.response_in_words(b),
            *lines(b.parts, parts.InWords),
            *lines(b, drives.DrivesInWords, money.PriceDate),
        ),
    )


@cache
def lines_by_name() -> dict[str, Line]:
    """Every line by its name."""
    return {line.name: line for section in sections() for line in section.lines}
