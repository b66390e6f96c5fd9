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
  Outlook x 3              prices in some years
  CurvePoint x 12          a point of the chart of response times
"""

from __future__ import annotations

import copy
import datetime
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from vdi_sizing import scenario as records
from vdi_sizing._arrays import Value
from vdi_sizing.formulas.response_time import NEWTON_STEPS, Mix, _root_steps, _tail_factors
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
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.scenario import PHASES, BillRow, Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.raid_levels import RaidLevel

OBJECTS = {
    "replica": "replica or vDisk", "template": "template", "clone": "clones, logs, overhead",
    "swap": "swap files", "persistent": "what persists",
}  # fmt: skip
"""What lives on a tier, and what it is called."""
REASONS = {"steady": "steady IOPS", "login": "login storm", "boot": "boot storm"}
"""What a phase is called where it is a reason for drives or VMs."""


class Phase(
    load.PhaseOfCase, load.PhasePerVm, drives.BlockDrivesByPhase, limits.PhaseCarries, charts.DrivesBar
):  # fmt: skip
    """Steady work, the login storm, or the boot storm."""

    block: Block
    phase: str

    def __init__(self, block: Block, position: int) -> None:
        name = PHASES[position]
        self.block, self.phase, self.position, self.prefix = block, name, position, f"{name}_"
        self.words = {
            "phase": name, "reason": REASONS[name], "and_peak": ", x steady peak factor" if name == "steady" else ""
        }  # fmt: skip

    @cached_property
    def natives(self) -> Mapping[str, str]:
        """Its columns on the Users sheet, and the peak factor of the steady load."""
        return {
            "users_iops": f"Users[{self.phase} IOPS]",
            "users_share": f"Users[{self.phase} read share]",
            "x_peak": "*{design.steady_peak_factor}" if self.phase == "steady" else "",
        }

    @property
    def peak_factor(self) -> Value:
        """What the load is multiplied by: the steady load alone has a factor."""
        return self.block.design.steady_peak_factor if self.phase == "steady" else 1.0

    def iops_of(self, group: UserGroup) -> float | None:
        """What a VM of a user group asks for in this phase."""
        return {"steady": group.steady_iops, "login": group.login_iops, "boot": group.boot_iops}[self.phase]

    def read_share_of(self, group: UserGroup) -> float | None:
        """The reads among them."""
        shares = {"steady": group.steady_read_share, "login": group.login_read_share, "boot": group.boot_read_share}
        return shares[self.phase]

    def loads(self) -> list[tuple[float, float]]:
        """Front-end IOPS of each user group, and the reads among them."""
        return [
            (group.vms * group.concurrency * (self.iops_of(group) or 0.0), self.read_share_of(group) or 0.0)
            for group in self.block.groups
        ]

    @property
    def steady(self) -> Phase:
        """The steady load, whose mix stands in where a storm has none."""
        return self.block.steady

    @cached_property
    def on_tiers(self) -> tuple[TierPhase, ...]:
        """This phase on each tier."""
        return tuple(tier.phases[self.position] for tier in self.block.tiers)

    @cached_property
    def on_parts(self) -> tuple[PartPhase, ...]:
        """This phase on each tier and on the flash cache."""
        return (*self.on_tiers, self.block.cache.phases[self.position])

    @property
    def steady_on_parts(self) -> tuple[PartPhase, ...]:
        """The steady load on each of them."""
        return self.block.steady.on_parts


class Storm(storms.Sustained, Phase):
    """The login storm, or the boot storm."""


class PartPhase(parts.BackEnd, limits.PartCarries):
    """A phase on a tier or on the flash cache."""

    block: Block
    part: Part
    phase: Phase

    def __init__(self, part: Part, phase: Phase) -> None:
        self.part = part
        self.phase = phase
        self.block = part.block
        self.prefix, self.title, self.inputs = f"{part.prefix}{phase.prefix}", part.title, part.inputs
        self.words = {**phase.words, "part": part.key}

    @property
    def cache(self) -> Cache:
        """The flash cache, which answers part of the load."""
        return self.block.cache

    @cached_property
    def natives(self) -> Mapping[str, str]:
        """The front-end reads and writes per VM that arrive here."""
        return {name: self.rendered(native) for name, native in parts.ARRIVING_AT_CACHE.items()}

    @property
    def reads_reaching(self) -> Value:
        """Front-end reads per VM that arrive here."""
        return self.phase.reads_per_vm * self.cache.read_hit * self.cache.used

    @property
    def writes_reaching(self) -> Value:
        """Front-end writes per VM that arrive here."""
        return self.phase.writes_per_vm * self.cache.write_hit * self.cache.used


class TierPhase(drives.DrivesByPhase, PartPhase):
    """A phase on a tier."""

    def __init__(self, tier: Tier, phase: Phase) -> None:
        super().__init__(tier, phase)
        self.tier = tier

    @cached_property
    def natives(self) -> Mapping[str, str]:
        """The front-end reads and writes per VM that arrive here."""
        return {name: self.rendered(native) for name, native in parts.ARRIVING_AT_TIER.items()}

    @property
    def reads_reaching(self) -> Value:
        """Front-end reads per VM that arrive here."""
        return parts.reads_reaching_tier(self.tier, self.phase.reads_per_vm)

    @property
    def writes_reaching(self) -> Value:
        """Front-end writes per VM that arrive here."""
        return parts.writes_reaching_tier(self.tier, self.phase.writes_per_vm)


class Stored(capacity.StoredOnTier):
    """An object on a tier."""

    tier: Tier

    def __init__(self, tier: Tier, thing: str, location: Callable[[Design], str]) -> None:
        self.tier = tier
        self._location = location
        self.prefix, self.title = f"{tier.prefix}{thing}_", f"{tier.title}share of {OBJECTS[thing]}"
        self.inputs = f"{thing}_"
        self.natives = {"called": tier.called}

    @property
    def location(self) -> str:
        """Where the design says that it lives."""
        return self._location(self.tier.block.design)


class RootStart(tail.StartingPoint):
    """Where the Newton steps begin."""

    root: Root
    part: Part

    def __init__(self, root: Root) -> None:
        self.root = root
        self.part = root.part
        self.title = root.title
        self.words = root.words


class NewtonStep(tail.StepOfRoot):
    """One of the Newton steps."""

    root: Root
    part: Part
    number: int
    before: RootStart | NewtonStep

    def __init__(self, root: Root, number: int, before: RootStart | NewtonStep) -> None:
        self.root = root
        self.part = root.part
        self.number = number
        self.before = before
        self.title, self.words = root.title, {**root.words, "step": str(number)}


class Root(tail.StartOfRoot, tail.EndOfRoot):
    """Where a share of a part's I/Os ends."""

    part: Part
    heading: str

    def __init__(self, part: Part, name: str, heading: str, share: str, share_of: Callable[[Block], Value]) -> None:
        self.part = part
        self.heading = heading
        self._share_of = share_of
        self.prefix, self.title, self.words = f"{part.prefix}{name}_", part.title, {"root": f"{part.prefix}{name}"}
        self._share_native = share

    @cached_property
    def natives(self) -> Mapping[str, str]:
        """The share that is looked for."""
        return {"share": self.part.block.rendered(self._share_native)}

    @property
    def share(self) -> Value:
        """The share that is looked for."""
        return self._share_of(self.part.block)

    @cached_property
    def start(self) -> RootStart:
        """Where the steps begin."""
        return RootStart(self)

    @cached_property
    def steps(self) -> tuple[NewtonStep, ...]:
        """The steps, each from the one before."""
        steps: list[RootStart | NewtonStep] = [self.start]
        for number in range(1, NEWTON_STEPS + 1):
            steps.append(NewtonStep(self, number, steps[-1]))
        return tuple(step for step in steps if isinstance(step, NewtonStep))

    @property
    def last_step(self) -> NewtonStep:
        """The one that counts."""
        return self.steps[-1]

    @cached_property
    def bounds_and_steps(self) -> tuple[Value, Value, list[Value]]:
        """Lower and upper bound, and the start with all steps."""
        return _root_steps(self.p, self.part.mix)


class PartAtLoad(response.PartBusy, response.PartTimes):
    """A part while its block carries some VMs."""

    part: Part
    block: Block

    def __init__(self, at: AtLoad, part: Part) -> None:
        self.at = at
        self.part = part
        self.block = part.block
        self.prefix, self.title = f"{at.prefix}{part.prefix}", part.title
        self.natives = at.natives

    @property
    def vms(self) -> Value:
        """VMs on the block."""
        return self.at.vms


class AtLoad(response.BlockTimes, response.BlockBusy, response.TimesInWords):
    """A block while it carries some VMs."""

    block: Block
    parts: tuple[PartAtLoad, ...]

    def __init__(self, block: Block, prefix: str, load: Figure[Block, Value], without: str, remark: str) -> None:
        self.block = block
        self.prefix = prefix
        self._load = load
        self.natives = {"load": f"{{{load.name}}}"}
        self.words = {"without": without, "remark": remark}
        self.parts = tuple(PartAtLoad(self, part) for part in block.parts)

    @property
    def vms(self) -> Value:
        """VMs on the block."""
        return self._load.of(self.block)


Own = TypeVar("Own", records.Tier, records.Cache)


class _Part(
    Generic[Own],
    parts.FromTables,
    drives.GivenPart,
    response.MixOfPart,
    response.TargetOfPart,
    response.PercentileOfPart,
    response.PartInWords,
    response.CurveOfPart,
    tail.TailOfPart,
    wear.WearOfPart,
    running_cost.PowerOfPart,
    parts.InWords,
):
    """What a tier and a flash cache have in common."""

    block: Block
    called: str
    at_load: PartAtLoad
    untargeted: PartAtLoad
    bought_native = "{drives_bought}"

    def __init__(self, block: Block, key: str, called: str, own: Own, billed: Figure[Block, float], per: str) -> None:
        self.block = block
        self.key = key
        self.called = called
        self.billed_per = per
        self.prefix, self.title, self.inputs = f"{key}_", f"{called}: ", f"{key}_"
        self.words = {"part": key}
        self._billed = billed
        # what stands beside a blank drive does not matter
        self.own: Own = copy.copy(own) if own.drive is not None else type(own)()

    @property
    def cache(self) -> Cache:
        """The flash cache in front of the tiers."""
        return self.block.cache

    @cached_property
    def natives(self) -> Mapping[str, str]:
        """What is bought of its drives, and what it is billed by."""
        return {
            "bought": self.rendered(self.bought_native),
            "per_drive_eur": self.block.rendered(f"{{{self._billed.name}}}"),
            "billed_per": self.billed_per,
        }

    @cached_property
    def drive(self) -> Drive | None:
        """Its drive in the table."""
        return None if self.own.drive is None else self.block.scenario.drive(self.own.drive)

    @cached_property
    def level(self) -> RaidLevel | None:
        """Its RAID level in the table."""
        return None if self.own.drive is None else self.block.scenario.raid_level(self.own.raid or "")

    @property
    def parts_per_drive_eur(self) -> Value:
        """What the parts cost that are billed per drive of it."""
        return self._billed.of(self.block)


class Tier(
    _Part[records.Tier],
    parts.GivenGb,
    parts.SharesOfTier,
    capacity.GbOnTier,
    capacity.TierHolds,
    drives.GivenTier,
    drives.TierDrives,
    response.FrontOfTier,
    wear.DriveLost,
):
    """Drives of one kind in one RAID level."""

    replica: Stored
    template: Stored
    clone: Stored
    swap: Stored
    persistent: Stored
    stored: tuple[Stored, ...]
    phases: tuple[TierPhase, ...]
    steady: TierPhase
    target_root: Root
    percentile_root: Root

    def __init__(self, block: Block, number: int) -> None:
        billed = (
            money.Cost.parts_per_drive1_eur, money.Cost.parts_per_drive2_eur, money.Cost.parts_per_drive3_eur
        )[number - 1]  # fmt: skip
        own = block.design.tiers[number - 1]
        super().__init__(block, f"tier{number}", f"tier {number}", own, billed, f"drive {number}")
        self.number = number
        self.replica = Stored(self, "replica", lambda design: design.replica_location)
        self.template = Stored(self, "template", lambda design: design.template_location)
        self.clone = Stored(self, "clone", lambda design: design.clone_location)
        self.swap = Stored(self, "swap", lambda design: design.swap_location)
        self.persistent = Stored(self, "persistent", lambda design: design.persistent_location)
        self.stored = (self.replica, self.template, self.clone, self.swap, self.persistent)
        self.phases = tuple(TierPhase(self, phase) for phase in block.phases)
        self.steady, self.login, self.boot = self.phases
        self.target_root, self.percentile_root = _roots(self)

    @property
    def faster(self) -> tuple[Tier, ...]:
        """The tiers before it."""
        return self.block.tiers[: self.number - 1]

    @property
    def and_faster(self) -> tuple[Tier, ...]:
        """The tiers before it, and itself."""
        return self.block.tiers[: self.number]

    @property
    def front(self) -> tuple[Value, Value]:
        """Steady reads and writes per VM that the flash cache leaves to it."""
        return response.front_of_tier(self)

    @cached_property
    def mix(self) -> Mix:
        """What its response time depends on, apart from the speed of its drives."""
        return response.mix_of(self)

    @cached_property
    def tail(self) -> list[Value]:
        """The factors of the tail of its response time."""
        return _tail_factors(self.mix)


class Cache(_Part[records.Cache], parts.CacheHits, drives.CacheDrives, response.FrontOfCache):
    """Flash in front of the tiers."""

    phases: tuple[PartPhase, ...]
    steady: PartPhase
    target_root: Root
    percentile_root: Root

    bought_native = "{drives}"  # it has no spares

    def __init__(self, block: Block) -> None:
        billed = money.Cost.parts_per_cache_drive_eur
        super().__init__(block, "cache", "flash cache", block.design.cache, billed, "cache drive")
        self.phases = tuple(PartPhase(self, phase) for phase in block.phases)
        self.steady, self.login, self.boot = self.phases
        self.target_root, self.percentile_root = _roots(self)

    @property
    def drives_bought(self) -> Value:
        """Its drives: it has no spares."""
        return self.drives

    @property
    def front(self) -> tuple[Value, Value]:
        """Steady reads and writes per VM that it takes."""
        return response.front_of_cache(self)

    @cached_property
    def mix(self) -> Mix:
        """What its response time depends on, apart from the speed of its drives."""
        return response.mix_of(self)

    @cached_property
    def tail(self) -> list[Value]:
        """The factors of the tail of its response time."""
        return _tail_factors(self.mix)


Part: TypeAlias = Tier | Cache


def _roots(part: Part) -> tuple[Root, Root]:
    """Where the target's share of its I/Os ends, and that of the percentile reported."""
    target = Root(part, "root", "Root of the target", "{target_share}", lambda block: block.target_share)
    percentile = Root(
        part, "percentile_root", "Root of the percentile reported", "{settings.percentile_share}",
        lambda block: block.settings.percentile_share,
    )  # fmt: skip
    return target, percentile


class Limited(limits.Order, limits.LimitInWords, limits.LimitBar):
    """A limit beside the others."""

    block: Block
    position: int

    def __init__(self, block: Block, limit: limits.Limit, position: int) -> None:
        self.block = block
        self.limit = limit
        self.position = position
        self.words = {"key": limit.key, "label": limit.label, "note": limit.note}

    @cached_property
    def natives(self) -> Mapping[str, str]:
        """The limit itself, its position, and what it shows."""
        shown = self.block.rendered(limits.limit_in_words_text(self.limit))
        return {"limit": f"{{{self.limit.name}}}", "position": str(self.position), "words_native": shown}

    @property
    def vms(self) -> Value:
        """VMs per block by this limit."""
        return self.limit.of(self.block)


class Outlook(running_cost.OutlookKnown, running_cost.OutlookShown):
    """Prices in some years."""

    block: Block
    years: int

    def __init__(self, block: Block, years: int) -> None:
        self.block = block
        self.years = years
        self.words = {"years": str(years), "in_years": f"in {years} year" + ("s" if years > 1 else "")}
        self.natives = {"years": str(years)}


class CurvePoint(response.PointVms, response.PointMs, response.PointLimit):
    """A point of the chart of response times."""

    block: Block
    number: int

    def __init__(self, block: Block, number: int) -> None:
        self.block = block
        self.number = number
        self.words = {"number": str(number)}

    @cached_property
    def natives(self) -> Mapping[str, str]:
        """Its number, and the largest load of all designs."""
        return {**self.words, "largest_load": self.block.rendered("MAX({all.loaded_vms})")}

    @property
    def on_parts(self) -> tuple[PartAtPoint, ...]:
        """Each part at this point."""
        return tuple(PartAtPoint(part, self) for part in self.block.parts)


class PartAtPoint(Scope):
    """A part at a point of the chart."""

    def __init__(self, part: Part, point: CurvePoint) -> None:
        self.part = part
        self.point = point
        self.block = point.block


class Block(
    load.VmsOfCase,
    load.TakenPerVm,
    load.SecondStore,
    parts.TiersUsed,
    parts.GivenGbOfAll,
    capacity.GbOnBlock,
    capacity.BlockHolds,
    capacity.Criteria,
    drives.FullBlock,
    drives.BlockDrives,
    drives.DrivesCounted,
    drives.DrivesInWords,
    limits.Limits,
    limits.VmsPerBlock,
    limits.Binding,
    limits.Blocks,
    limits.BindingInWords,
    response.LimitUsed,
    response.ResponseEstimate,
    response.LoadOfBlock,
    response.CurveCap,
    tail.TargetShare,
    storms.LoginStorm,
    storms.BootStorm,
    storms.Deployment,
    wear.WrittenOnBlock,
    wear.WearMissing,
    wear.BlockDegraded,
    money.Cost,
    money.CostShown,
    money.PriceDate,
    running_cost.PowerAndSpace,
    running_cost.OverTheYears,
    running_cost.OverTheYearsShown,
    running_cost.DrivesOnBill,
    running_cost.BreakEven,
    checks.InputChecks,
    checks.AnswerChecks,
    checks.DataChecks,
    checks.PriceChecks,
    checks.RunningChecks,
    checks.PriceAgeChecks,
    checks.BillChecks,
    checks.Verdict,
    charts.LongestBar,
    charts.BlockBars,
):
    """A design's block, and all blocks of its users."""

    steady: Phase
    login: Storm
    boot: Storm
    phases: tuple[Phase, ...]
    storms: tuple[Storm, ...]
    tiers: tuple[Tier, Tier, Tier]
    cache: Cache
    parts: tuple[Part, ...]
    at_load: AtLoad
    untargeted: AtLoad
    limits: tuple[Limited, ...]
    outlook: tuple[Outlook, ...]
    block: Block
    scenario: Scenario

    def __init__(self, scenario: Scenario, design: Design) -> None:
        self.scenario = scenario
        self.design: Design = copy.copy(design)  # a sweep puts its own numbers into it
        self.settings: Settings = copy.copy(scenario.settings)
        self.block = self
        self.side_by_side: tuple[Block, ...] = (self,)
        self.groups: list[UserGroup] = scenario.groups_of(design.case)
        self.steady, self.login, self.boot = Phase(self, 0), Storm(self, 1), Storm(self, 2)
        self.phases = (self.steady, self.login, self.boot)
        self.storms = (self.login, self.boot)
        self.cache = Cache(self)
        self.tier1, self.tier2, self.tier3 = Tier(self, 1), Tier(self, 2), Tier(self, 3)
        self.tiers = (self.tier1, self.tier2, self.tier3)
        self.parts = (*self.tiers, self.cache)
        self.at_load = AtLoad(self, "", Block.load_vms, "", "by the drives' ratings; of flash not to the millisecond")
        self.untargeted = AtLoad(
            self, UNTARGETED, Block.loaded_vms, ", without the target",
            "on a block that is filled without the response target",
        )  # fmt: skip
        for at in self.at_load.parts:
            at.part.at_load = at
        for at in self.untargeted.parts:
            at.part.untargeted = at
        self.limits = tuple(Limited(self, limit, position) for position, limit in enumerate(limits.LIMITS, start=1))
        self.first_limit, self.last_limit = self.limits[0], self.limits[-1]
        self.outlook = tuple(Outlook(self, years) for years in running_cost.OUTLOOK_YEARS)

    @cached_property
    def curve(self) -> tuple[CurvePoint, ...]:
        """The points of the chart of response times."""
        return tuple(CurvePoint(self, number) for number in range(1, response.CURVE_POINTS + 1))

    @property
    def limits_but_response(self) -> list[Value]:
        """What the other limits let a block carry, looked at before the response time is."""
        return [each.vms for each in self.limits if each.limit is not Block.limit_response]

    @cached_property
    def order_of_limits(self) -> list[Value]:
        """The limits with their positions, which decide between equal ones."""
        return [each.order for each in self.limits]

    @cached_property
    def bill_rows_of_design(self) -> list[BillRow]:
        """The parts on the bill."""
        return self.scenario.bill_of(self.design)

    @cached_property
    def bill(self) -> tuple[money.BillLine, ...]:
        """The bill of materials, priced."""
        return money.bill_lines(self)

    @cached_property
    def scopes(self) -> tuple[Scope, ...]:
        """Everything that figures are about, always in the same order."""
        roots = (root for part in self.parts for root in (part.target_root, part.percentile_root))
        return (
            self, *self.phases, *self.parts,
            *(phase for part in self.parts for phase in part.phases),
            *(each for tier in self.tiers for each in tier.stored),
            *(scope for root in roots for scope in (root, root.start, *root.steps)),
            *(scope for at in (self.at_load, self.untargeted) for scope in (at, *at.parts)),
            *self.limits, *self.outlook, *self.curve,
        )  # fmt: skip


UNTARGETED = "untargeted_"
"""Begins the names of figures for a block that is filled without regard to the response target."""


def blank_block() -> Block:
    """A block of no scenario: what its figures are called, and their formulas, do not hang on one."""
    nothing = Settings(as_of=datetime.date.min)
    return Block(Scenario((), (), (), (), nothing), Design("-", "-"))
