"""The cheapest drives for each design: all drives, layouts and numbers of them, through the formulas of the model."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import same_name
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import BillRow, Design, Scenario, Settings, Tier, UserGroup, check
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.what_if.candidates import combinations, pattern_of
from vdi_sizing.what_if.cheapest import Candidate, Search, cheapest_of

MOST_CANDIDATES = 50_000_000
"""More take minutes; naming drives or RAID levels leaves fewer."""
_MOST_REFUSED = 200
"""So many cheaper candidates are sized and found to have an error before the search ends."""


@dataclass(frozen=True)
class Optimum:
    """What was found."""

    best: tuple[DesignSizing, ...]  # the cheapest first, each in a scenario of its own
    looked_at: int
    meeting: int  # how many of them meet every target
    left_out: Mapping[str, str]  # designs whose drives cannot be chosen, and why
    refused: Mapping[str, int]  # what `size` says of cheaper ones that it refuses, and of how many


def optimize(
    scenario: Scenario,
    designs: Collection[str] = (),
    drives: Collection[str] = (),
    raid_levels: Collection[str] = (),
    most_drives: int | None = None,
    best: int = 10,
) -> Optimum:
    """The cheapest drives for the designs of a scenario that meet every target.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings. Each design is a pattern: its block, and how many tiers it has.
    designs : Collection of str
        Names of the designs; none: all of them.
    drives : Collection of str
        Names of the drives to choose from; none: all of the tables.
    raid_levels : Collection of str
        Names of the layouts to choose from; none: those of one block that survive the loss of a drive, and the
        design's own.
    most_drives : int or None
        The most drives of a block, beside its bays [drives]
    best : int
        How many to return, each with other drives or another layout [designs]

    Returns
    -------
    Optimum
        The cheapest first, each sized by `size`; beside them the designs that were left out and why, and how many
        cheaper candidates an error or a missed target of `size` refused.

    Raises
    ------
    InputError
        If a name is unknown, no design can be varied, or there are more than `MOST_CANDIDATES`.

    Notes
    -----
    All candidates are worked out [exact]: every drive of the tier's generation and sort (flash or disks) that has a
    price, in every layout, in every number from the layout's fewest to the bays, on every tier. Of those that meet all
    targets, the cheapest number of each choice of drives and layouts is kept. "Cheapest" is what the page to hand
    over compares by: EUR per user of what is bought, or over the years where a part is paid per year. A number
    measured with the drives of now is left out, and so are their latency and evenness of service for other drives.
    Needs numpy.

    Examples
    --------
    >>> from vdi_sizing.what_if.optimize import _example
    >>> found = optimize(_example(), best=2)
    >>> found.looked_at, [(each.design.tiers[0].raid, each.design.tiers[0].drives) for each in found.best]
    (27, [('RAID 1', 2.0), ('RAID 5', 3.0)])

    References
    ----------
    The formulas and their sources are those of `size`.
    """
    check(scenario)
    positions = [at for at, each in enumerate(scenario.designs) if _named(each.name, designs)]
    _refuse_unknown("design", designs, [each.name for each in scenario.designs])
    _refuse_unknown("drive", drives, [each.name for each in scenario.drives])
    _refuse_unknown("RAID level", raid_levels, [each.name for each in scenario.raid_levels])
    patterns, left_out = [], {}
    for position in positions:
        try:
            patterns.append(pattern_of(scenario, position, drives, raid_levels, most_drives))
        except InputError as error:
            left_out[scenario.designs[position].name] = str(error)
    if not patterns:
        raise InputError("designs to vary", 0, f"at least one. {'; '.join(left_out.values())}")
    searches = [Search(pattern, kinds) for pattern in patterns for kinds in combinations(pattern)]
    looked_at = sum(search.count for search in searches)
    if looked_at > MOST_CANDIDATES:
        raise InputError(
            "candidates", f"{looked_at:,}", f"at most {MOST_CANDIDATES:,}: name some drives or RAID levels"
        )
    cheapest, meeting = cheapest_of(searches)
    found, refused = _sized(cheapest, best)
    return Optimum(tuple(found), looked_at, meeting, left_out, refused)


def _named(name: str, names: Collection[str]) -> bool:
    return not names or any(same_name(name, each) for each in names)


def _refuse_unknown(what: str, names: Collection[str], known: Sequence[str]) -> None:
    for name in names:
        if not any(same_name(name, each) for each in known):
            raise InputError(what, name, f"one of: {', '.join(known)}")


def _sized(cheapest: Iterable[Candidate], best: int) -> tuple[list[DesignSizing], Mapping[str, int]]:
    """The best candidates, each sized as if its drives had been entered; and what was refused on the way."""
    found: list[DesignSizing] = []
    bought: set[tuple[object, ...]] = set()
    refused: Counter[str] = Counter()
    for candidate in islice(cheapest, best + _MOST_REFUSED):
        if len(found) == best:
            break
        pattern = candidate.pattern
        sized = size(pattern.with_drives(candidate.kinds, candidate.counts)).designs[pattern.position]
        if sized.block.offered and _as_bought(sized) not in bought:
            found.append(sized)
            bought.add(_as_bought(sized))
        elif sized.block.offered:
            continue  # two designs that differ in nothing but the drives to begin with
        else:
            block = sized.block
            refused[f"{sized.design.name}: {block.price_lacking if block.targets_met else block.mark}"] += 1
    return found, refused


def _as_bought(sized: DesignSizing) -> tuple[object, ...]:
    """What two finds have in common that differ in nothing that one buys."""
    tiers = tuple((tier.drive, tier.raid, tier.drives) for tier in sized.design.tiers)
    return (*tiers, sized.block.blocks, sized.block.vms_per_block, sized.block.compared_eur)


def _example() -> Scenario:
    """One hundred VMs on servers of eight bays, for the example."""
    return Scenario(
        groups=(UserGroup("office", "now", 100, steady_iops=8, steady_read_share=0.4, ram_gib=4, vcpus=2, delta_gb=0),),
        designs=(
            Design("SSD", "now", (Tier("EMC EFD 100 GB", "RAID 10"),), ram_gib=512, cores=64, vcpus_per_core=6, bays=8),
        ),
        drives=DRIVES,
        raid_levels=RAID_LEVELS,
        settings=Settings(datetime.date(2011, 6, 1), price_list="list"),
        prices=tuple(Price("list", part, None, 900, 0, "EUR", None) for part in ("EMC EFD 100 GB", "server")),
        bill=(BillRow("SSD", "server", 1, "block"), BillRow("SSD", "EMC EFD 100 GB", 1, "drive 1")),
    )
