"""What figures are about: a block and the things in it, each with the figures that the topics declare.

Block                      a design's block, and all blocks of its users
  Phase x 3                steady, login, boot
  Tier x 3, Cache          the parts that drives are in
    PartPhase x 3          a phase on a part
    Stored x 5             an object on a tier: replica, clones, ...
    Root x 2               where a share of a part's I/Os ends
    PartAtLoad x 2         a part while the block carries some load
  AtLoad x 2               the block while it carries some load
  Limited x 10             a limit beside the others
  Checked                  a check, with what is said where it does not hold
  Outlook x 3              prices in some years
  CurvePoint x 13          a point of the chart of response times

mypy looks at the figures before it has worked out what an attribute is: so each attribute says its type.
"""

from __future__ import annotations

import copy
import datetime
from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from vdi_sizing import scenario as records
from vdi_sizing._arrays import Value, rounded
from vdi_sizing.formulas.disks import _missed
from vdi_sizing.formulas.leg_times import NEWTON_STEPS, Mix, _root_steps, _tail_factors
from vdi_sizing.formulas.service import SECANT_STEPS, Constants, Load, constants, time_steps
from vdi_sizing.formulas.service_targets import utilization_steps
from vdi_sizing.model import (
    capacity,
    cash_flow,
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
from vdi_sizing.model.figure import Figure, Scope, on
from vdi_sizing.scenario import ELSEWHERE, PHASES, BillRow, Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_sizing.words import DASH, NO_PRICE, NOT_KNOWN

UNTARGETED = "untargeted_"
"""Begins the names of figures for a block that is filled without regard to the response target."""
OBJECTS = {
    "replica": "replica or vDisk", "template": "template", "clone": "clones, logs, overhead",
    "swap": "swap files", "persistent": "what persists",
}
"""What lives on a tier, and what it is called."""
REASONS = {"steady": "steady IOPS", "login": "login storm", "boot": "boot storm"}
"""What a phase is called where it is a reason for drives or VMs."""


class Phase(load.PhaseOfCase, load.PhasePerVm, drives.BlockDrivesByPhase, limits.PhaseCarries, charts.DrivesBar):
    """Steady work, the login storm, or the boot storm."""

    def __init__(self, block: Block, position: int) -> None:
        name = PHASES[position]
        self.block: Block = block
        self.phase, self.position, self.prefix = name, position, f"{name}_"
        self.words = {
            "phase": name, "reason": REASONS[name],
            "x_peak": "*{design.steady_peak_factor}" if name == "steady" else "",
            "and_peak": ", x steady peak factor" if name == "steady" else "",
        }

    @property
    def peak_factor(self) -> Value:
        """What the load is multiplied by: the steady load alone has a factor."""
        return self.block.design.steady_peak_factor if self.phase == "steady" else 1.0

    def load_of(self, group: UserGroup) -> tuple[float | None, float | None]:
        """What a VM of a user group asks for in this phase, and the reads among it."""
        return (
            (group.steady_iops, group.steady_read_share), (group.login_iops, group.login_read_share),
            (group.boot_iops, group.boot_read_share),
        )[self.position]

    def loads(self) -> list[tuple[float, float]]:
        """Front-end IOPS of each user group, and the reads among them."""
        per_vm = ((group, *self.load_of(group)) for group in self.block.groups)
        return [(group.vms * group.concurrency * (iops or 0.0), share or 0.0) for group, iops, share in per_vm]

    @cached_property
    def on_tiers(self) -> tuple[TierPhase, ...]:
        return tuple(tier.phases[self.position] for tier in self.block.tiers)

    @cached_property
    def on_parts(self) -> tuple[PartPhase, ...]:
        """This phase on each tier and on the flash cache."""
        return (*self.on_tiers, self.block.cache.phases[self.position])


class Storm(storms.Sustained, Phase):
    """The login storm, or the boot storm."""


class PartPhase(parts.BackEnd, limits.PartCarries):
    """A phase on a tier or on the flash cache."""

    part: Part

    def __init__(self, part: Part, phase: Phase) -> None:
        self.part = part
        self.phase: Phase = phase
        self.block: Block = part.block
        self.prefix, self.title, self.inputs = f"{part.prefix}{phase.prefix}", part.title, part.inputs
        self.words = {**phase.words, **part.arriving, "part": part.key}

    @cached_property
    def front(self) -> tuple[Value, Value]:
        """Front-end reads and writes per VM that it gets of the load."""
        return self.part.front_of(self.phase)

    @cached_property
    def reaching(self) -> tuple[Value, Value]:
        """Those of them that no RAM keeps from its drives."""
        return self.part.reaching(self)


class TierPhase(drives.DrivesByPhase, PartPhase):
    """A phase on a tier."""

    part: Tier


class Stored(capacity.StoredOnTier):
    """An object on a tier."""

    def __init__(self, tier: Tier, thing: str, location: Callable[[Design], str]) -> None:
        self.tier: Tier = tier
        self._location = location
        self.prefix, self.title = f"{tier.prefix}{thing}_", f"{tier.title}share of {OBJECTS[thing]}"
        self.inputs, self.words = f"{thing}_", {"called": tier.called}

    @property
    def location(self) -> str:
        """Where the design says that it lives."""
        return self._location(self.tier.block.design)

    @property
    def here(self) -> float:
        """1 where it lives on the block, 0 where it lives elsewhere."""
        return float(self.location != ELSEWHERE)


class Root(tail.StartOfRoot, tail.EndOfRoot):
    """Where a share of a part's I/Os ends."""

    def __init__(self, part: Part, name: str, heading: str, native: str, share: Callable[[Block], Value]) -> None:
        self.part: Part = part
        self.heading: str = heading
        self.prefix, self.title = f"{part.prefix}{name}_", part.title
        self.words = {"root": f"{part.prefix}{name}", "share": native}
        self._share = share

    @property
    def share(self) -> Value:
        """The share that is looked for."""
        return self._share(self.part.block)

    @cached_property
    def start(self) -> RootStart:
        return RootStart(self)

    @cached_property
    def steps(self) -> tuple[NewtonStep, ...]:
        """The steps, each from the one before."""
        return tuple(NewtonStep(self, number) for number in range(1, NEWTON_STEPS + 1))

    @property
    def last_step(self) -> NewtonStep:
        return self.steps[-1]

    @cached_property
    def bounds_and_steps(self) -> tuple[Value, Value, list[Value]]:
        """Lower and upper bound, and the start with all steps."""
        return _root_steps(self.p, self.part.mix)


class _RootStep(Scope):
    def __init__(self, root: Root, number: int = 0) -> None:
        self.root: Root = root
        self.part: Part = root.part
        self.number: int = number
        self.title, self.words = root.title, {"root": root.words["root"], "step": str(number)}


class RootStart(_RootStep, tail.StartingPoint):
    """Where the Newton steps begin."""


class NewtonStep(_RootStep, tail.StepOfRoot):
    """One of the Newton steps."""

    @property
    def before(self) -> RootStart | NewtonStep:
        return self.root.steps[self.number - 2] if self.number > 1 else self.root.start


class TargetRoot(Root, tail.EndOfTarget):
    """Where the share of the target ends, and the utilisation at which it ends in time."""

    @cached_property
    def secants(self) -> tuple[UtilizationStep, ...]:
        return tuple(UtilizationStep(self, number) for number in range(1, SECANT_STEPS + 1))

    @property
    def last_secant(self) -> UtilizationStep:
        return self.secants[-1]

    @cached_property
    def found(self) -> list[tuple[Value, Value]]:
        """Each step with what it misses the share by."""
        return utilization_steps(self.share, self.part.limit_times, self.part.load)


class PercentileRoot(Root, tail.StartOfTime, tail.EndOfTime):
    """Where the share of the percentile reported ends."""

    @cached_property
    def secants(self) -> tuple[TimeStep, ...]:
        return tuple(TimeStep(self, number) for number in range(1, SECANT_STEPS + 1))

    @property
    def last_secant(self) -> TimeStep:
        return self.secants[-1]

    @cached_property
    def found(self) -> list[tuple[Value, Value]]:
        """Each step with what it misses the share by."""
        return time_steps(self.share, self.busy, self.part.load)


class UtilizationStep(_RootStep, tail.StepOfUtilization):
    """One of the secant steps to a utilisation."""

    root: TargetRoot

    def __init__(self, root: TargetRoot, number: int) -> None:
        super().__init__(root, number)
        steps = (tail.FIRST_UTILIZATION, tail.SECOND_UTILIZATION, tail.NEXT_UTILIZATION)
        self.words = {**self.words, "next": steps[min(number, 3) - 1]}

    @property
    def before(self) -> UtilizationStep:
        return self.root.secants[self.number - 2]

    @property
    def second_before(self) -> UtilizationStep:
        return self.root.secants[self.number - 3]

    @property
    def found(self) -> tuple[Value, Value]:
        return self.root.found[self.number - 1]


class TimeStep(_RootStep, tail.StepOfTime):
    """One of the secant steps to a time."""

    root: PercentileRoot

    def __init__(self, root: PercentileRoot, number: int) -> None:
        super().__init__(root, number)
        steps = (tail.FIRST_TIME, tail.SECOND_TIME, tail.NEXT_TIME)
        self.words = {**self.words, "next": steps[min(number, 3) - 1]}

    @property
    def before(self) -> TimeStep:
        return self.root.secants[self.number - 2]

    @property
    def second_before(self) -> TimeStep:
        return self.root.secants[self.number - 3]

    @property
    def found(self) -> tuple[Value, Value]:
        return self.root.found[self.number - 1]


class PartAtLoad(response.PartAtSomeLoad):
    """A part while its block carries some VMs."""

    def __init__(self, at: AtLoad, part: Part) -> None:
        self.load: AtLoad = at
        self.part: Part = part
        self.block: Block = part.block
        self.prefix, self.title, self.words = f"{at.prefix}{part.prefix}", part.title, at.words



class AtLoad(response.BlockAtSomeLoad):
    """A block while it carries some VMs."""

    def __init__(self, block: Block, prefix: str, load: Figure[Block, Value], without: str, remark: str) -> None:
        self.block: Block = block
        self.prefix = prefix
        self.words = {"load": f"{{block.{load.name}}}", "without": without, "remark": remark}
        self.parts: tuple[PartAtLoad, ...] = tuple(PartAtLoad(self, part) for part in block.parts)
        self._load = load

    @property
    def vms(self) -> Value:
        return self._load.of(self.block)


Own = TypeVar("Own", records.Tier, records.Cache)


class _Part(
    Generic[Own], parts.FromTables, drives.GivenPart, response.MixOfPart, response.ServiceOfPart, response.TargetOfPart,
    response.Reported, response.CurveOfPart, tail.TailOfPart, wear.WearOfPart, running_cost.PowerOfPart, parts.InWords,
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
        self.words = {
            "part": key, "bought": bought, "per_drive_eur": f"{{block.purchase.{billed.name}}}", "billed_per": per,
        }
        self._billed = billed
        # what stands beside a blank drive does not matter
        self.own: Own = copy.copy(own) if own.drive is not None else type(own)()

    @cached_property
    def drive(self) -> Drive | None:
        return None if self.own.drive is None else self.block.scenario.drive(self.own.drive)

    @cached_property
    def level(self) -> RaidLevel | None:
        return None if self.own.drive is None else self.block.scenario.raid_level(self.own.raid or "")

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
        return constants(self.load)

    @cached_property
    def tail(self) -> list[Value]:
        """The factors of the tail of its response time."""
        return _tail_factors(self.mix)

    @property
    def roots(self) -> tuple[TargetRoot, PercentileRoot]:
        return self.target_root, self.percentile_root

    @property
    def parts_per_drive_eur(self) -> Value:
        """What the parts cost that are billed per drive of it."""
        return self._billed.of(self.block.purchase)


class Tier(
    _Part[records.Tier], parts.GivenGb, parts.SharesOfTier, capacity.OfTier, drives.GivenTier, drives.TierDrives,
    response.RamOfTier, wear.DriveLost,
):
    """Drives of one kind in one RAID level."""

    arriving = parts.ARRIVING_AT_TIER

    def __init__(self, block: Block, number: int) -> None:
        parts_per = money.PartsPer
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
        self.target_root, self.percentile_root = _roots(self)

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

    arriving = parts.ARRIVING_AT_CACHE

    def __init__(self, block: Block) -> None:
        billed = money.PartsPer.per_cache_drive_eur
        super().__init__(block, "cache", "flash cache", block.design.cache, billed, "cache drive", "{drives}")
        self.phases: tuple[PartPhase, ...] = tuple(PartPhase(self, phase) for phase in block.phases)
        self.steady: PartPhase = self.phases[0]
        self.target_root, self.percentile_root = _roots(self)

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


def _roots(part: Part) -> tuple[TargetRoot, PercentileRoot]:
    """Where the target's share of its I/Os ends, and that of the percentile reported."""
    return (
        TargetRoot(part, "root", "Root of the target", "{part.block.target_share}", lambda b: b.target_share),
        PercentileRoot(
            part, "percentile_root", "Root of the percentile reported", "{settings.percentile_share}",
            lambda b: b.settings.percentile_share),
    )


class Limited(limits.Order, limits.LimitInWords, limits.LimitBar):
    """A limit beside the others."""

    def __init__(self, block: Block, limit: limits.Limit, position: int) -> None:
        self.block: Block = block
        self.limit: limits.Limit = limit
        self.position: int = position
        self.words = {
            "key": limit.key, "label": limit.label, "note": limit.note, "position": str(position),
            "limit": f"{{block.{limit.name}}}", "shown": on("block", limits.limit_in_words_text(limit)),
        }

    @property
    def vms(self) -> Value:
        return self.limit.of(self.block)


class Checked(checks.OfCheck):
    """A check of a block, with what is said where it does not hold."""

    def __init__(self, block: Block, check: checks.Check) -> None:
        self.block: Block = block
        self.check: checks.Check = check
        self.words = checks.words_of(check)

    @property
    def acknowledged(self) -> bool:
        """Whether it is a warning that the text of the design names."""
        named = f"{self.check.key}:" in (self.block.design.acknowledged or "").lower()
        return named and isinstance(self.check, checks.Warning)


class Outlook(running_cost.PricesLater):
    """Prices in some years."""

    def __init__(self, block: Block, years: int) -> None:
        self.block: Block = block
        self.years: int = years
        span, again = (f"{years} years", ", every year") if years > 1 else ("1 year", "")
        self.words = {"years": str(years), "span": span, "again": again}


class BillSum(money.PartsPer):
    """Parts of the bill that count alike: what is bought, what of it is maintained, what is paid per year."""

    def __init__(
        self, block: Block, prefix: str, called: str, column: str, counts: Callable[[Block, BillRow], Value]
    ) -> None:
        self.block: Block = block
        self.prefix = prefix
        self.words = {"sum": called, "column": f"{{cost.{column}}}"}
        self._counts = counts

    def of_rows(self, per: tuple[str, ...]) -> Value:
        """What the parts come to that are billed per one of these."""
        total: Value = 0.0
        for row in self.block.bill_rows_of_design:
            if row.per in per:
                total = total + row.quantity * money.net_eur(self.block, row) * self._counts(self.block, row)
        return total


class CostPart(cash_flow.PartOfCost):
    """One of the parts that EUR per user are made of."""

    def __init__(
        self, block: Block, key: str, called: str, known: str, native: str, amount: Callable[[Block], Value]
    ) -> None:
        self.block: Block = block
        self.words = {"key": key, "called": called, "known": f"{{block.{known}}}", "amount": f"({native})"}
        self._known, self._amount = known, amount

    @property
    def per_user(self) -> Value | str:
        """EUR per user, or words where they are not known."""
        if not self.block.bill_priced:
            return NO_PRICE
        known = self.block.total_known if self._known == "total_known" else self.block.bill_priced
        return self._amount(self.block) / self.block.users_whole if known else NOT_KNOWN


class Year(cash_flow.PaidInYear, cash_flow.DepreciatedInYear):
    """A year of use; 0 is the start, when all is bought."""

    def __init__(self, block: Block, number: int) -> None:
        self.block: Block = block
        self.number: int = number
        rising = f"(1+{{settings.escalation}})^{number - 1}"
        yearly = f'SUMIFS({{cost.yearly_eur}},{{cost.first_year}},"<={number}",{{cost.last_year}},">={number}")'
        later = f"({{block.known_running_eur_per_year}}+{yearly})*{rising}"
        self.words = {
            "number": str(number), "year": f"year {number}" if number else "at the start",
            "payments": later if number else "{block.known_users_eur}",
        }

    @property
    def payments(self) -> Value:
        """What is paid for this year."""
        if self.number == 0:
            return self.block.known_users_eur
        lines = [line for line in self.block.bill if line.first_year <= self.number <= line.last_year]
        yearly = sum((line.yearly_eur for line in lines), 0.0)
        rising = (1 + self.block.settings.escalation) ** (self.number - 1)
        return (self.block.known_running_eur_per_year + yearly) * rising

    def shown(self, amount: Value) -> Value | str:
        """An amount of this year, or words where it is not known or the year is beyond the years of use."""
        if not self.block.bill_priced:
            return NO_PRICE
        if not self.block.total_known:
            return NOT_KNOWN
        return DASH if self.number > self.block.settings.years else amount

    @property
    def depreciation(self) -> Value | str:
        """The straight-line depreciation of the purchase in this year."""
        if not self.block.bill_priced:
            return NO_PRICE
        years = self.block.settings.depreciation_years
        return DASH if self.number == 0 or self.number > years else self.block.known_users_eur / years


class CurvePoint(response.OfPoint):
    """A point of the chart of response times."""

    def __init__(self, block: Block, number: int) -> None:
        self.block: Block = block
        self.number: int = number
        self.words = {"number": str(number), **response.curve_texts(number)}

    @property
    def on_parts(self) -> tuple[PartAtPoint, ...]:
        return tuple(PartAtPoint(part, self) for part in self.block.parts)

    @property
    def before(self) -> CurvePoint:
        return self.block.curve[self.number - 1]

    @property
    def beyond(self) -> bool:
        """Whether drives are saturated there."""
        return bool(rounded(self.block.curve_busiest * self.number / response.CURVE_POINTS - response.FULL) >= 0)


class PartAtPoint(Scope):
    """A part at a point of the chart."""

    def __init__(self, part: Part, point: CurvePoint) -> None:
        self.part, self.point, self.block = part, point, point.block
        self.words = point.words


class Block(
    load.VmsOfCase, load.TakenPerVm, load.SecondStore, parts.TiersUsed, capacity.OfBlock, capacity.Criteria,
    drives.FullBlock, drives.BlockDrives, drives.DrivesCounted, drives.DrivesInWords,
    limits.Measured, limits.Limits, limits.VmsPerBlock, limits.Binding, limits.Blocks, limits.BindingInWords,
    response.OfBlock, response.OperatingPoint, storms.Storms,
    wear.WrittenOnBlock, wear.WearMissing, wear.BlockDegraded, money.UsersOfCase, money.Constants, money.Cost,
    money.CostShown, money.PriceDate, money.PriceAge, money.PricesDoubtful,
    running_cost.PowerAndSpace, running_cost.OverTheYears, running_cost.OverTheYearsShown, running_cost.DrivesOnBill,
    running_cost.BreakEven, cash_flow.BesideFirst, checks.Checks, checks.RunningChecks, checks.PriceAgeChecks,
    checks.BillChecks, checks.PriceSourceChecks, checks.Verdict, checks.ErrorsOfNumbers, charts.LongestBar,
    charts.BlockBars,
):
    """A design's block, and all blocks of its users."""

    block: Block
    tier1: Tier
    tier2: Tier
    tier3: Tier
    at_load: AtLoad
    untargeted: AtLoad
    purchase: BillSum
    maintained: BillSum
    recurring: BillSum

    def __init__(self, scenario: Scenario, design: Design) -> None:
        self.scenario: Scenario = scenario
        self.design: Design = copy.copy(design)  # a sweep puts its own numbers into it
        self.settings: Settings = copy.copy(scenario.settings)
        self.block = self
        self.side_by_side: tuple[Block, ...] = (self,)
        self.groups: list[UserGroup] = scenario.groups_of(design.case)
        self.steady: Phase = Phase(self, 0)
        self.login: Storm = Storm(self, 1)
        self.boot: Storm = Storm(self, 2)
        self.storms: tuple[Storm, ...] = (self.login, self.boot)
        self.phases: tuple[Phase, ...] = (self.steady, *self.storms)
        self.cache: Cache = Cache(self)
        self.tier1, self.tier2, self.tier3 = Tier(self, 1), Tier(self, 2), Tier(self, 3)
        self.tiers: tuple[Tier, ...] = (self.tier1, self.tier2, self.tier3)
        self.parts: tuple[Part, ...] = (*self.tiers, self.cache)
        self.at_load = AtLoad(self, "", Block.load_vms, "", "by the drives' ratings; of flash not to the millisecond")
        self.untargeted = AtLoad(
            self, UNTARGETED, Block.loaded_vms, ", without the target",
            "on a block that is filled without the response target")
        for at in self.at_load.parts:
            at.part.at_load = at
        self.limits: tuple[Limited, ...] = tuple(
            Limited(self, limit, position) for position, limit in enumerate(limits.LIMITS, start=1))
        self.first_limit, self.last_limit = self.limits[0], self.limits[-1]
        self.checked: tuple[Checked, ...] = tuple(Checked(self, check) for check in checks.CHECKS)
        self.errors_checked: tuple[Checked, ...] = self._checked(checks.Error)
        self.warnings_checked: tuple[Checked, ...] = self._checked(checks.Warning)
        self.bill_sums: tuple[BillSum, ...] = tuple(BillSum(self, *each) for each in money.SUMS)
        self.purchase, self.maintained, self.recurring = self.bill_sums
        self.cost_parts: tuple[CostPart, ...] = tuple(CostPart(self, *each) for each in cash_flow.PARTS_OF_COST)
        self.years: tuple[Year, ...] = tuple(Year(self, number) for number in cash_flow.CASH_FLOW_YEARS)
        self.outlook: tuple[Outlook, ...] = tuple(Outlook(self, years) for years in running_cost.OUTLOOK_YEARS)

    def _checked(self, kind: type[checks.Check]) -> tuple[Checked, ...]:
        return tuple(each for each in self.checked if isinstance(each.check, kind))

    @cached_property
    def curve(self) -> tuple[CurvePoint, ...]:
        """From no load to the limit of the block."""
        return tuple(CurvePoint(self, number) for number in range(response.CURVE_POINTS + 1))

    @property
    def last_point(self) -> CurvePoint:
        return self.curve[-1]

    @cached_property
    def order_of_limits(self) -> list[Value]:
        """The limits with their positions, which decide between equal ones."""
        return [each.order for each in self.limits]

    @cached_property
    def bill_rows_of_design(self) -> list[BillRow]:
        return self.scenario.bill_of(self.design)

    @cached_property
    def bill(self) -> tuple[money.BillLine, ...]:
        return money.bill_lines(self)

    @cached_property
    def scopes(self) -> tuple[Scope, ...]:
        """Everything that figures are about, always in the same order."""
        return (
            self, *self.phases, *self.parts,
            *(phase for part in self.parts for phase in part.phases),
            *(each for tier in self.tiers for each in tier.stored),
            *(scope for part in self.parts for root in part.roots
                for scope in (root, root.start, *root.steps, *root.secants)),
            *(scope for at in (self.at_load, self.untargeted) for scope in (at, *at.parts)),
            *self.limits, *self.outlook, *self.curve, *self.checked, *self.bill_sums, *self.cost_parts, *self.years,
        )


def blank_block() -> Block:
    """A block of no scenario: what its figures are called, and their formulas, do not hang on one."""
    nothing = Settings(as_of=datetime.date.min)
    return Block(Scenario((), (), (), (), nothing), Design("-", "-"))
