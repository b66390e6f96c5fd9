"""What drives are in: the tiers and the flash cache, what lives on them, and what a load does to them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from vdi_sizing import scenario as records
from vdi_sizing._arrays import Value, flag
from vdi_sizing.formulas.disks import _missed
from vdi_sizing.formulas.leg_times import Mix
from vdi_sizing.formulas.service import Constants, Load
from vdi_sizing.model.capacity import calibration, cluster, drive_bays, drives, percentiles, response, space, wear
from vdi_sizing.model.checks import judgement
from vdi_sizing.model.figure import Figure
from vdi_sizing.model.hardware import parts
from vdi_sizing.model.money import bill, billing_gaps, growth, running_cost
from vdi_sizing.model.scopes.phases import PartPhase, TierPhase
from vdi_sizing.model.scopes.roots import roots_of
from vdi_sizing.model.sentences import offer
from vdi_sizing.scenario import ELSEWHERE, Design
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.raid_levels import RaidLevel

if TYPE_CHECKING:
    from vdi_sizing.model.scopes.block import Block
    from vdi_sizing.model.scopes.costs import BillSum
    from vdi_sizing.model.scopes.phases import Phase
    from vdi_sizing.model.scopes.roots import PercentileRoot, TargetRoot


OBJECTS = {
    "replica": "replica or vDisk", "template": "template", "clone": "clones, logs, overhead",
    "swap": "swap files", "persistent": "what persists",
}
"""What lives on a tier, and what it is called."""


class Stored(space.StoredOnTier):
    """An object on a tier."""

    def __init__(self, tier: Tier, thing: str, location: Callable[[Design], str]) -> None:
        self.tier: Tier = tier
        self._location = location
        self.prefix, self.title = f"{tier.prefix}{thing}_", f"{tier.title}share of {OBJECTS[thing]}"
        self.inputs = f"{thing}_"

    def own_words(self) -> dict[str, str]:
        return {"called": self.tier.called}

    @property
    def location(self) -> str:
        """Where the design says that it lives."""
        return self._location(self.tier.block.design)

    @property
    def here(self) -> float:
        """1 where it lives on the block, 0 where it lives elsewhere."""
        return flag(self.location != ELSEWHERE)


class PartAtLoad(response.PartAtSomeLoad):
    """A part while its block carries some VMs."""

    def __init__(self, at: AtLoad, part: Part) -> None:
        self.load: AtLoad = at
        self.part: Part = part
        self.block: Block = part.block
        self.prefix, self.title = f"{at.prefix}{part.prefix}", part.title

    def own_words(self) -> Mapping[str, str]:
        return self.load.words


class AtLoad(response.BlockAtSomeLoad):
    """A block while it carries some VMs."""

    def __init__(self, block: Block, prefix: str, load: Figure[Block, Value], without: str, remark: str) -> None:
        self.block: Block = block
        self.prefix = prefix
        self._load, self._without, self._remark = load, without, remark
        self.parts: tuple[PartAtLoad, ...] = tuple(PartAtLoad(self, part) for part in block.parts)

    def own_words(self) -> dict[str, str]:
        return {"load": f"{{block.{self._load.name}}}", "without": self._without, "remark": self._remark}

    @property
    def vms(self) -> Value:
        return self._load.of(self.block)


Own = TypeVar("Own", records.Tier, records.Cache)


class _Part(
    Generic[Own], parts.FromTables, drives.GivenPart, response.MixOfPart, response.ServiceOfPart, response.TargetOfPart,
    parts.InBlock, cluster.GivenPart, response.Reported, response.CurveOfPart, percentiles.TailOfPart, wear.WearOfPart,
    judgement.FactsOfPart,
    billing_gaps.PartOnBill, running_cost.PowerOfPart, offer.PartInWords, calibration.MeasuredPart,
):
    """What a tier and a flash cache have in common."""

    hit: Figure[Any, Value]
    write_back: Figure[Any, Value]
    at_load: PartAtLoad
    target_root: TargetRoot
    percentile_root: PercentileRoot

    def __init__(
        self, block: Block, key: str, called: str, own: Own, billed: Figure[BillSum, Value], per: str, bought: str
    ) -> None:
        self.block: Block = block
        self.key: str = key
        self.called: str = called
        self.billed_per: str = per
        self.prefix, self.title, self.inputs = f"{key}_", f"{called}: ", f"{key}_"
        self._billed, self._bought = billed, bought
        # what stands beside a blank drive does not matter
        self.own: Own = copy.copy(own) if own.drive is not None else type(own)()

    def own_words(self) -> dict[str, str]:
        return {
            "part": self.key, "bought": self._bought, "per_drive_eur": f"{{block.purchase.{self._billed.name}}}",
            "billed_per": self.billed_per, "called": self.called,
        }

    @cached_property
    def drive(self) -> Drive | None:
        return None if self.own.drive is None else self.block.scenario.drive(self.own.drive)

    @cached_property
    def level(self) -> RaidLevel:
        """That of its drives, if it has some."""
        return self.block.scenario.raid_level(self.own.raid or "")

    @cached_property
    def mix(self) -> Mix:
        """What its response time depends on, apart from the speed of its drives."""
        return Mix(self.read_mix, self.write_phases, self.write_fork, self.hit, self.write_back)

    @cached_property
    def load(self) -> Load:
        """The same with how even the service times of its drives are."""
        return Load(self.shape, *self.mix)

    @cached_property
    def constants(self) -> Constants:
        """What of it changes neither with time nor with utilisation."""
        return Constants(self.residual, self.read_weight, self.lag, self.leg_steps, self.read_pace, self.leg_pace)

    @property
    def roots(self) -> tuple[TargetRoot, PercentileRoot]:
        return self.target_root, self.percentile_root

    @property
    def parts_per_drive_eur(self) -> Value:
        """What the parts cost that are billed per drive of it."""
        return self._billed.of(self.block.purchase)


class Tier(
    _Part[records.Tier], parts.LayoutOfTier, parts.GivenGb, parts.Rebuilding, parts.SharesOfTier, space.OfTier,
    space.TakenOnTier, space.StorableOnTier, space.RoomOnTier, cluster.TierOfLargest, cluster.TierOfCluster,
    drives.GivenTier, drive_bays.TierInBays, drive_bays.BaysOfTier, drives.TierDrives, response.RamOfTier,
    wear.DriveLost, growth.StoreOfTier,
):
    """Drives of one kind in one RAID level."""

    def __init__(self, block: Block, number: int) -> None:
        parts_per = bill.PartsPer
        billed = (parts_per.per_drive1_eur, parts_per.per_drive2_eur, parts_per.per_drive3_eur)[number - 1]
        own = block.design.tiers[number - 1]
        super().__init__(block, f"tier{number}", f"tier {number}", own, billed, f"drive {number}", "{drives_bought}")
        self.number = number
        self.replica: Stored = Stored(self, "replica", lambda design: design.replica_location)
        self.template: Stored = Stored(self, "template", lambda design: design.template_location)
        self.clone: Stored = Stored(self, "clone", lambda design: design.clone_location)
        self.swap: Stored = Stored(self, "swap", lambda design: design.swap_location)
        self.persistent: Stored = Stored(self, "persistent", lambda design: design.persistent_location)
        self.stored: tuple[Stored, ...] = (self.replica, self.template, self.clone, self.swap, self.persistent)
        self.phases: tuple[TierPhase, ...] = tuple(TierPhase(self, phase) for phase in block.phases)
        self.steady: TierPhase = self.phases[0]
        self.target_root, self.percentile_root = roots_of(self)

    def front_of(self, phase: Phase) -> tuple[Value, Value]:
        """Reads and writes per VM that the flash cache leaves to it."""
        reads, writes = _missed(phase.reads_per_vm, self.block.cache.read_hit), phase.writes_per_vm
        return reads * self.share_of_reads, _missed(writes, self.block.cache.write_hit) * self.share_of_writes

    def reaching(self, phase: PartPhase) -> tuple[Value, Value]:
        """Those of them that reach its drives."""
        return _missed(phase.front[0], self.own.read_hit), _missed(phase.front[1], self.own.write_coalesced)

    @property
    def faster(self) -> tuple[Tier, ...]:
        return self.block.tiers[: self.number - 1]

    @property
    def and_faster(self) -> tuple[Tier, ...]:
        return self.block.tiers[: self.number]


class Cache(_Part[records.Cache], parts.CacheHits, drives.CacheDrives, response.RamOfCache):
    """Flash in front of the tiers."""

    def __init__(self, block: Block) -> None:
        billed = bill.PartsPer.per_cache_drive_eur
        super().__init__(block, "cache", "flash cache", block.design.cache, billed, "cache drive", "{drives}")
        self.phases: tuple[PartPhase, ...] = tuple(PartPhase(self, phase) for phase in block.phases)
        self.steady: PartPhase = self.phases[0]
        self.target_root, self.percentile_root = roots_of(self)

    @property
    def drives_bought(self) -> Value:
        """Its drives: it has no spares."""
        return self.drives

    def front_of(self, phase: Phase) -> tuple[Value, Value]:
        """Reads and writes per VM that it takes."""
        return phase.reads_per_vm * self.read_hit * self.used, phase.writes_per_vm * self.write_hit * self.used

    def reaching(self, phase: PartPhase) -> tuple[Value, Value]:
        """All of them reach its drives."""
        return phase.front


Part: TypeAlias = Tier | Cache
