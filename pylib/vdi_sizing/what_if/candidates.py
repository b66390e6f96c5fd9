"""What a design's tiers could hold instead: the drives and layouts of the tables, with what each of them costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.scenario import BillRow, Design, Scenario, Tier
from vdi_sizing.scenario.designs import ARRAY, CLUSTER, SERVER, SERVICE
from vdi_sizing.tables.drives import HDD, Drive
from vdi_sizing.tables.raid_levels import RaidLevel


@dataclass(frozen=True)
class Kind:
    """A drive in a layout: what a tier is made of, but for how many of them."""

    drive: Drive
    level: RaidLevel

    def counts(self, bays: int) -> range:
        """How many of them a block with so many bays can hold."""
        multiple = int(self.level.multiple)
        fewest = -(-int(self.level.min_drives) // multiple) * multiple
        return range(fewest, bays + 1, multiple)


@dataclass(frozen=True)
class Place:
    """A tier that holds drives, and what it could hold."""

    position: int
    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Pattern:
    """A design whose drives are to be chosen: all else of it stays."""

    scenario: Scenario
    position: int
    bays: int
    places: tuple[Place, ...]

    @property
    def design(self) -> Design:
        """The design as it was given, with what its kit says."""
        return self.scenario.designs_in_use[self.position]

    @property
    def bays_for_data(self) -> int:
        """The bays that spares and a flash cache leave to the tiers."""
        spares = sum(self.design.tiers[place.position].spares for place in self.places)
        cache = self.design.cache
        return self.bays - int(spares + (cache.drives or 0 if cache.drive is not None else 0))

    def with_drives(self, kinds: Sequence[Kind], counts: Sequence[float]) -> Scenario:
        """The scenario in which the design's tiers, and its bill, hold other drives."""
        tiers = list(self.design.tiers)
        for place, kind, count in zip(self.places, kinds, counts, strict=True):
            tiers[place.position] = _holding(tiers[place.position], kind, count)
        design = replace(_without_measurements(self.design), tiers=tuple(tiers), bays=self.design.bays or self.bays)
        designs = tuple(design if at == self.position else each for at, each in enumerate(self.scenario.designs))
        parts = {place.position: kind.drive.part for place, kind in zip(self.places, kinds, strict=True)}
        rows = self.scenario.bill
        if not any(same_name(row.design, self.design.name) for row in rows):  # its kit brings them along
            rows = (*rows, *self.scenario.bill_of(self.design))
        bill = tuple(self._billed(row, parts) for row in rows)
        return replace(self.scenario, designs=designs, bill=bill)

    def _billed(self, row: BillRow, parts: dict[int, str]) -> BillRow:
        """A row of the bill, with the new drive's part where it has the old one's."""
        if same_name(row.design, self.design.name):
            for position, part in parts.items():
                if _is_drive_row(self.scenario, self.design, position, row):
                    return replace(row, part=part)
        return row


def _without_measurements(design: Design) -> Design:
    """A design without what a test of its drives has shown, which says nothing of others."""
    return replace(
        design, measured_vms=None, measured_vms_source=None, measured_iops_per_vm=None, measured_iops_per_vm_source=None
    )


def is_disk(drive: Drive) -> bool:
    """Whether a drive has no flash; one whose kind is not said counts as a disk."""
    return same_name(drive.kind or HDD, HDD)


def pattern_of(
    scenario: Scenario, position: int, drives: Collection[str], levels: Collection[str], most_drives: int | None
) -> Pattern:
    """What a design could hold; an InputError says why its drives cannot be chosen."""
    design = scenario.designs_in_use[position]
    places = tuple(
        Place(at, _kinds(scenario, design, at, drives, levels))
        for at, tier in enumerate(design.tiers)
        if tier.drive is not None
    )
    if design.block_kind in (CLUSTER, SERVICE):
        why = (
            f"drives of a {CLUSTER} cannot be chosen yet" if design.block_kind == CLUSTER else "a service has no drives"
        )
        expected = f"a {SERVER} or an {ARRAY}: {why}"
        raise InputError("block", design.block_kind, expected, design.name)
    if not places:
        raise InputError("tier 1 drive", None, "a drive to begin with", design.name)
    for name, given in (("usable GB per block", design.usable_gb), ("usable IOPS per block", design.usable_iops)):
        if given is not None:
            raise InputError(name, given, "blank, since it is given for the drives of now", design.name)
    return Pattern(scenario, position, _bays(design, most_drives), places)


def _bays(design: Design, most_drives: int | None) -> int:
    """The most drives of a block."""
    known = [int(number) for number in (design.bays, most_drives) if number is not None]
    if not known:
        raise InputError("bays per block", None, "a number: without it any number of drives fits", design.name)
    return min(known)


def _kinds(
    scenario: Scenario, design: Design, position: int, drives: Collection[str], levels: Collection[str]
) -> tuple[Kind, ...]:
    """Drives with a price, of the tier's generation and sort, in the layouts that one block can form."""
    tier = design.tiers[position]
    own, own_level = scenario.drive(tier.drive or ""), scenario.raid_level(tier.raid or "")
    if not any(_is_drive_row(scenario, design, position, row) for row in scenario.bill_of(design)):
        expected = f"{own.part} per drive {position + 1} on the bill, so that another drive's price can stand for its"
        raise InputError(f"tier {position + 1}: {own.name}", "not on the bill", expected, design.name)
    found = tuple(
        Kind(drive, level)
        for drive in scenario.drives
        if _may_stand_for(drive, own) and _chosen(drive.name, drives) and _has_price(scenario, drive)
        for level in scenario.raid_levels
        if _chosen(level.name, levels) and (_is_safe_in_a_block(level) or level is own_level or levels)
    )
    if not found:
        expected = "at least one drive with a price, of its generation and sort, in one layout"
        raise InputError(f"drives for tier {position + 1}", 0, expected, design.name)
    return found


def _may_stand_for(drive: Drive, own: Drive) -> bool:
    """Ratings of two generations are not alike, and what a tier says of its drives holds for flash or for disks."""
    return same_name(drive.generation or "", own.generation or "") and is_disk(drive) == is_disk(own)


def _is_safe_in_a_block(level: RaidLevel) -> bool:
    """Whether a layout needs one block alone, and loses nothing with a drive."""
    return (level.min_hosts or 1) <= 1 and (level.parity_drives > 0 or level.usable_share < 1)


def _chosen(name: str, names: Collection[str]) -> bool:
    return not names or any(same_name(name, each) for each in names)


def _has_price(scenario: Scenario, drive: Drive) -> bool:
    key = name_key(drive.part)
    return key in scenario.listed and scenario.price_of(drive.part).amount is not None


def _is_drive_row(scenario: Scenario, design: Design, position: int, row: BillRow) -> bool:
    """Whether a row of the bill is about the drives of a tier themselves, and not about their trays."""
    own = scenario.drive(design.tiers[position].drive or "")
    return row.per == f"drive {position + 1}" and same_name(row.part, own.part)


def _holding(tier: Tier, kind: Kind, count: float) -> Tier:
    """A tier with other drives; what was measured of the old ones is theirs."""
    same = same_name(tier.drive or "", kind.drive.name)
    return replace(
        tier,
        drive=kind.drive.name,
        raid=kind.level.name,
        drives=count,
        service_shape=tier.service_shape if same else None,
        latency_ms=tier.latency_ms if same else None,
    )


def combinations(pattern: Pattern) -> Iterator[tuple[tuple[Kind, ...], ...]]:
    """For each tier some kinds that differ in numbers alone: together they are all combinations of all kinds."""
    return product(*(_alike(pattern.design.tiers[place.position], place.kinds) for place in pattern.places))


def _alike(tier: Tier, kinds: Sequence[Kind]) -> list[tuple[Kind, ...]]:
    """The kinds in groups by what formulas branch on."""
    groups: dict[tuple[bool, ...], list[Kind]] = {}
    for kind in kinds:
        own = same_name(kind.drive.name, tier.drive or "")
        groups.setdefault((own, kind.drive.dwpd is None, kind.drive.watts is None), []).append(kind)
    return [tuple(group) for group in groups.values()]
