"""Bought and leased: what the lease factor of Settings makes of a design, month by month from the lines of its bill."""

from __future__ import annotations

import math
from typing import NamedTuple

from tests.oracle.facts import MONTHS_OF_A_YEAR, Design, Facts, Line, number

_HARDWARE = ("block", "shelf", "host", "GPU card", "drive 1", "drive 2", "drive 3", "cache drive")


class Lease(NamedTuple):
    """What is paid for a design whose leased part is not bought."""

    rate: float
    """What a month costs."""
    months: int
    total: float
    """Of the years of use, at its present value, and of all rates that are owed."""


def lease_of(facts: Facts, design: Design) -> Lease | None:
    """The lease of a design; None where there is no factor, no cost over the years, or nothing to lease."""
    factor = facts.price_of("lease factor")
    lines = [line for line in design.lines if _is_leased(facts, line)]
    bought = sum(line.eur for line in lines if not line.yearly)
    if factor is None or math.isnan(design.total) or round(bought, 9) <= 0:
        return None
    months = max(int(number(facts.settings["months of the lease"])), MONTHS_OF_A_YEAR * facts.years)
    ahead = facts.choice("lease is paid") == "in advance"
    worth = sum(bought * factor / (1 + facts.interest) ** ((month - ahead) / MONTHS_OF_A_YEAR)
                for month in range(1, months + 1))  # fmt: skip
    residual = sum(line.eur * facts.worth_of(line) for line in lines if line.yearly and line.quantity < 0)
    spared = bought + residual + _maintenance(facts, lines)
    return Lease(bought * factor, months, design.total - spared + worth)


def _is_leased(facts: Facts, line: Line) -> bool:
    return facts.choice("what is leased") == "all that is bought once" or line.per in _HARDWARE


def _maintenance(facts: Facts, lines: list[Line]) -> float:
    """What its maintenance would be worth, where it is in the rate."""
    if facts.choice("maintenance is in the lease") != "yes":
        return 0.0
    maintained = sum(line.eur for line in lines if line.maintained and not line.yearly)
    a_year = maintained * float(facts.settings.get("maintenance per year") or 0)
    return a_year * facts.worth_of_years(1, facts.years, facts.in_advance, facts.rise)


def words_of(facts: Facts, design: Design) -> str:
    """Which of the two is cheaper, by how much, and how many rates there are."""
    lease = lease_of(facts, design)
    if facts.price_of("lease factor") is None or math.isnan(design.total) or lease is None:
        return "–"
    beyond = lease.total - design.total
    eur = math.floor(abs(beyond) + 0.5)
    if eur == 0:
        return f"both cost the same, with {lease.months} monthly rates"
    by = f"{eur:,}".replace(",", "\N{NO-BREAK SPACE}")
    return f"{'buying' if beyond > 0 else 'leasing'} is cheaper by {by} EUR, with {lease.months} monthly rates"
