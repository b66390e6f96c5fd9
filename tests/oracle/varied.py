"""A design at other counts, prices or settings: what it then costs, by the same arithmetic as it costs as it is."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.oracle.facts import TIERS, Design, Facts, Line

_OF_DRIVES, _OF_VMS = TIERS, ("VM", "user")


@dataclass(frozen=True)
class Counts:
    """What is counted of a design, here or in a year."""

    blocks: float
    beside: float
    per_block: float
    vms: float
    users: float
    drives: tuple[float, ...]
    """With spares, per block: of the three tiers and the flash cache."""
    store_gb: float


@dataclass(frozen=True)
class Prices:
    """By how much prices are multiplied."""

    drives: float = 1.0
    others: float = 1.0
    per_vm: float = 1.0

    def of(self, line: Line) -> float:
        if line.per in _OF_DRIVES:
            return self.drives
        return self.others * (self.per_vm if line.kind in _OF_VMS else 1.0)


def counts_of(design: Design) -> Counts:
    """What is counted of it as it is."""
    drives = tuple(design.drives.get(per, (0.0, ""))[0] for per in TIERS)
    return Counts(design.blocks, design.beside, design.per_block, design.vms, design.users, drives, design.store_gb)


def varied(
    facts: Facts, design: Design, counts: Counts, prices: Prices = Prices(), settings: Mapping[str, Any] | None = None
) -> Design:
    """The design with these counts, at these prices and settings."""
    other = copy.copy(design)
    other.blocks, other.beside, other.per_block = counts.blocks, counts.beside, counts.per_block
    other.vms, other.users, other.store_gb = counts.vms, counts.users, counts.store_gb
    counted = dict(zip(TIERS, counts.drives, strict=True))
    other.drives = {per: (counted[per], name) for per, (_, name) in design.drives.items()}
    other.lines = [_line(facts, other, line, prices.of(line), prices.others) for line in design.lines]
    other.by_year, other.worth, other.paid, other.paid_worth = {}, {}, {}, {}
    at = copy.copy(facts)
    if settings:
        at.settings = {**facts.settings, **settings}
        at.interest = at.settings["interest per year"] or 0.0
    at.cost(other)
    return other


def _line(facts: Facts, design: Design, line: Line, factor: float, others: float) -> Line:
    # what packs add to licences per VM and per user is not varied with them
    own = line.added / (factor / others if factor else 1.0)
    one, whole = facts.how_many(design, line.per, line.each, own)
    return replace(line, net=line.net * factor, of_block=line.quantity * one, of_all=line.quantity * whole)
