"""A design's block: everything that figures are about hangs on it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, rounded, total_of
from vdi_sizing.model import (
    array_hosts,
    assumed_hardware,
    billing_gaps,
    boot_time,
    bottleneck,
    calibration,
    capacity,
    cash_flow,
    charts,
    checks,
    cluster,
    drive_bays,
    drives,
    extra_phase,
    growth,
    host_loss,
    host_patterns,
    judgement,
    known_limits,
    largest_vm,
    lease,
    licence_counts,
    limits,
    load,
    lower_bounds,
    missing_facts,
    money,
    open_measurements,
    page_order,
    parts,
    placement,
    price_checks,
    price_on_request,
    profile_store,
    recommendation,
    response,
    running_cost,
    same_requirements,
    solution,
    storms,
    throughput,
    wear,
)
from vdi_sizing.model.check import Check, Error, Warning
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.scopes.costs import (
    BillSum,
    CostPart,
    GrowthYear,
    LaterYear,
    Outlook,
    PartOverTheYears,
    PurchasePart,
    Year,
)
from vdi_sizing.model.scopes.host_patterns import LARGER_VMS, HostState, LargerVm, PlacedVm, SmallestVm
from vdi_sizing.model.scopes.parts import AtLoad, Cache, Tier
from vdi_sizing.model.scopes.phases import FourthPhase, Phase, Storm, UsersPhase
from vdi_sizing.scenario import GROWTH_YEARS, BillRow, Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.price_lists import Price

if TYPE_CHECKING:
    from vdi_sizing.formulas.hosts import SizeOfVm
    from vdi_sizing.model.scopes.parts import Part
    from vdi_sizing.model.scopes.roots import PercentileRoot, TargetRoot


UNTARGETED = "untargeted_"
"""Begins the names of figures for a block that is filled without regard to the response target."""


class Limited(limits.Order, limits.LimitInWords, limits.LimitBar, limits.LimitBeyondChart):
    """A limit beside the others."""

    def __init__(self, block: Block, limit: limits.Limit, position: int) -> None:
        self.block: Block = block
        self.limit: limits.Limit = limit
        self.position: int = position

    def own_words(self) -> dict[str, str]:
        limit = self.limit
        return {
            "key": limit.key, "label": limit.label, "note": limit.note,
            "place": limits.place_text(limit, self.position),
        }

    @property
    def vms(self) -> Value:
        return self.limit.of(self.block)


class Checked(checks.OfCheck, recommendation.Notice):
    """A check of a block, with what is said where it does not hold."""

    def __init__(self, block: Block, check: Check) -> None:
        self.block: Block = block
        self.check: Check = check

    def own_words(self) -> dict[str, str]:
        against = recommendation.AGAINST.get(self.check, "")
        return {**checks.words_of(self.check), "against": against, "names": ""}

    @property
    def named_words(self) -> str:
        """What the page names beside it."""
        return ""

    @property
    def acknowledged(self) -> bool:
        """Whether it is a warning that the text of the design names."""
        return isinstance(self.check, Warning) and self.block.acknowledges(self.check.key)


class NamingChecked(recommendation.NamedAlike, Checked):
    """A check that names something."""

    def __init__(self, block: Block, check: Check, named: Figure[Block, str]) -> None:
        super().__init__(block, check)
        self.named: Figure[Block, str] = named

    def own_words(self) -> dict[str, str]:
        return {
            **super().own_words(), "all_named": f"{{all.block.{self.named.name}}}", "names": "&{named_words}",
        }


class CurvePoint(response.OfPoint):
    """A point of the chart of response times."""

    def __init__(self, block: Block, number: int) -> None:
        self.block: Block = block
        self.number: int = number

    def own_words(self) -> dict[str, str]:
        return {"number": str(self.number), **response.curve_texts(self.number)}

    @property
    def before(self) -> CurvePoint:
        return self.block.curve[self.number - 1]

    @property
    def beyond(self) -> bool:
        """Whether drives are saturated there."""
        return bool(rounded(self.block.curve_busiest * self.number / response.CURVE_POINTS - response.FULL) >= 0)


class Block(
    load.VmsOfCase, load.TakenPerVm, load.StoringNothing, load.SharedVms,
    open_measurements.ToMeasure, profile_store.ProfileStore, profile_store.StorePaid, profile_store.StoreInWords,
    parts.HostsNeeded, parts.TiersUsed, capacity.Reduction, capacity.OfBlock, capacity.Effective,
    capacity.RoomForClones, capacity.Criteria,
    array_hosts.HostBeside, array_hosts.HostsBeside, array_hosts.BesideInWords,
    cluster.VmsOfHost, cluster.Clusters, cluster.Hosts, cluster.InWords, host_loss.HostLost, host_loss.HostLostInWords,
    drive_bays.BlocksByBays, drive_bays.BaysInWords,
    drives.FullBlock, drives.BlockDrives, drives.DrivesCounted, drives.DrivesInWords,
    limits.Measured, limits.LeftByHost, throughput.Ports, placement.Mix, limits.Limits, limits.VmsPerBlock,
    limits.Binding, limits.Blocks, largest_vm.RoomOfHost, largest_vm.Fits, limits.BindingInWords,
    host_patterns.WhatStandsWhere, bottleneck.OfFullestTier,
    bottleneck.OfBusiestDrives, response.OfBlock, response.Curve, response.OperatingPoint, storms.Storms,
    storms.BootInWords,
    wear.WrittenOnBlock, wear.WearMissing, wear.BlockDegraded, money.UsersOfCase, money.UsersOfBlock,
    money.Constants, licence_counts.Counted,
    licence_counts.Uncounted, billing_gaps.Unpaid, billing_gaps.ServersLeftOut, billing_gaps.Licences,
    billing_gaps.KitLeftOut,
    money.Cost,
    money.CostShown, money.PriceDate, money.PriceAge, money.PricesDoubtful, money.RateAge,
    running_cost.PowerAndSpace, running_cost.OverTheYears, running_cost.OverTheYearsShown, running_cost.DrivesOnBill,
    running_cost.BreakEven, cash_flow.AllPayments, cash_flow.BesideFirst, cash_flow.BesideToday, lease.Lease,
    known_limits.KnownLimits, known_limits.JudgedLimits, judgement.Judged, judgement.JudgedCount,
    checks.Checks, judgement.JudgedChecks, known_limits.KnownChecks,
    assumed_hardware.Assumed, assumed_hardware.AssumedChecks, cluster.ClusterChecks, host_loss.HostLostChecks,
    array_hosts.BesideChecks, checks.MeasuredChecks,
    open_measurements.MeasureChecks, profile_store.StoreChecks, billing_gaps.PaidChecks, licence_counts.CountedChecks,
    checks.RunningChecks,
    price_checks.PriceAgeChecks, price_checks.BillChecks, price_checks.PriceSourceChecks, throughput.ThroughputChecks,
    boot_time.BootAsked, boot_time.BootChecks, extra_phase.FourthChecks, calibration.CalibrationChecks,
    same_requirements.AskedAlike,
    checks.Verdict,
    checks.ErrorsOfNumbers, charts.LongestBar, charts.BlockBars, charts.BarsLeftOut, recommendation.Marks,
    lower_bounds.AtLeast, price_on_request.LackedAlike, recommendation.Recommendation, lower_bounds.DearerAnyway,
    solution.Solution,
    missing_facts.GivenOfUsers,
    missing_facts.RoomForDeltas,
    recommendation.Offer, missing_facts.NotGiven, recommendation.ToKnow, page_order.PageOrder,
    growth.AtTheStart, growth.OverTheGrowth, growth.GrowthInWords,
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
        self.entered: Design = design
        self.is_swept: bool = False
        self.settings: Settings = copy.copy(scenario.settings)
        self.block = self
        self.side_by_side: tuple[Block, ...] = (self,)
        self.stands_in: bool = False  # for no design, in a free column: once more what is in the first
        self.as_would_be: bool = False  # with drivers changed at once, which no sheet Cost shows
        self.groups: list[UserGroup] = scenario.groups_of(design.case)
        self.steady: UsersPhase = UsersPhase(self, 0)
        self.login: Storm = Storm(self, 1)
        self.boot: Storm = Storm(self, 2)
        self.storms: tuple[Storm, ...] = (self.login, self.boot)
        self.fourth: FourthPhase = FourthPhase(self, 3)
        self.users_phases: tuple[UsersPhase, ...] = (self.steady, *self.storms)
        self.phases: tuple[Phase, ...] = (*self.users_phases, self.fourth)
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
        self.limits_of_block: tuple[Limited, ...] = self._only(limits.LIMITS_OF_BLOCK)
        self.limits_of_ios: tuple[Limited, ...] = self._only(limits.LIMITS_OF_IOS)
        self.smallest_vm: SmallestVm = SmallestVm(self, 1)
        self.larger_vms: tuple[LargerVm, ...] = tuple(LargerVm(self, 2 + at) for at in range(LARGER_VMS))
        self.bill_sums: tuple[BillSum, ...] = tuple(BillSum(self, *each) for each in money.SUMS)
        self.purchase, self.maintained, self.recurring = self.bill_sums

    @cached_property
    def as_entered(self) -> Block:
        """The block without the numbers that a sweep put into it."""
        return Block(self.scenario, self.entered) if self.is_swept else self

    def _only(self, wanted: tuple[limits.Limit, ...]) -> tuple[Limited, ...]:
        return tuple(each for each in self.limits if each.limit in wanted)

    def acknowledges(self, key: str) -> bool:
        """Whether the text of the design names a warning by its word."""
        return f"{key}:" in (self.design.acknowledged or "").lower()

    @property
    def reduces_data(self) -> bool:
        """Whether a ratio of data reduction is given."""
        d = self.design
        return any(ratio is not None for ratio in (d.image_reduction, d.clone_reduction, d.persistent_reduction))

    @cached_property
    def sizes(self) -> list[SizeOfVm]:
        return placement.sizes_of(self.groups)

    @property
    def placed_vms(self) -> tuple[PlacedVm, ...]:
        return (self.smallest_vm, *self.larger_vms)

    @property
    def larger1(self) -> LargerVm:
        return self.larger_vms[0]

    @property
    def larger4(self) -> LargerVm:
        return self.larger_vms[-1]

    @cached_property
    def before(self) -> HostState:
        return HostState(self, "before", "hosts with the reserve")

    @cached_property
    def after(self) -> HostState:
        return HostState(self, "after", "hosts without the reserve")

    @property
    def host_states(self) -> tuple[HostState, ...]:
        return self.before, self.after

    @cached_property
    def checked(self) -> tuple[Checked, ...]:
        return tuple(
            Checked(self, check) if check.names is None else NamingChecked(self, check, check.names)
            for check in checks.CHECKS
        )

    @property
    def naming_checked(self) -> tuple[NamingChecked, ...]:
        return tuple(each for each in self.checked if isinstance(each, NamingChecked))

    @property
    def errors_checked(self) -> tuple[Checked, ...]:
        return tuple(each for each in self.checked if isinstance(each.check, Error))

    @property
    def warnings_checked(self) -> tuple[Checked, ...]:
        return tuple(each for each in self.checked if isinstance(each.check, Warning))

    @property
    def against_checked(self) -> tuple[Checked, ...]:
        return tuple(each for each in self.checked if each.check in recommendation.AGAINST)

    @cached_property
    def purchase_parts(self) -> tuple[PurchasePart, ...]:
        return tuple(PurchasePart(self, *each) for each in cash_flow.PARTS_OF_PURCHASE)

    @cached_property
    def cost_parts(self) -> tuple[CostPart, ...]:
        later = (CostPart(self, *each) for each in cash_flow.PARTS_OF_LATER_COST)
        return (*self.purchase_parts, *later)

    @cached_property
    def held_parts(self) -> tuple[PartOverTheYears, ...]:
        """What a cost over the years is made of: the purchase, then what is paid later."""
        return tuple(PartOverTheYears(self, *each) for each in cash_flow.PARTS_OVER_THE_YEARS)

    @property
    def later_parts(self) -> tuple[PartOverTheYears, ...]:
        return self.held_parts[1:]

    @property
    def charged_parts(self) -> tuple[PartOverTheYears, ...]:
        """Those that come by a price on Settings for whatever is bought."""
        return tuple(part for part in self.later_parts if part.key not in ("recurring", "store"))

    @cached_property
    def years(self) -> tuple[Year, ...]:
        return tuple(Year(self, number) for number in cash_flow.CASH_FLOW_YEARS)

    @property
    def payments_at_start(self) -> Year:
        return self.years[0]

    @property
    def last_payments(self) -> Year:
        return self.years[-1]

    @cached_property
    def growth(self) -> tuple[GrowthYear, ...]:
        return (GrowthYear(self, 0), *self.growth_later)

    @cached_property
    def growth_later(self) -> tuple[LaterYear, ...]:
        return tuple(LaterYear(self, number) for number in GROWTH_YEARS[1:])

    @property
    def growth0(self) -> GrowthYear:
        return self.growth[0]

    @property
    def growth1(self) -> LaterYear:
        return self.growth_later[0]

    @property
    def last_growth(self) -> LaterYear:
        return self.growth_later[-1]

    @cached_property
    def outlook(self) -> tuple[Outlook, ...]:
        return tuple(Outlook(self, years) for years in running_cost.OUTLOOK_YEARS)

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
    def vms_of_users(self) -> float:
        """The concurrent VMs of the users; a sweep may count others, but what a VM takes stays."""
        return total_of(group.concurrent_vms for group in self.groups)

    @cached_property
    def prices(self) -> list[Price]:
        """The price of each part on the bill."""
        return [self.scenario.price_of(row.part) for row in self.bill_rows_of_design]

    @cached_property
    def bill(self) -> tuple[money.BillLine, ...]:
        return money.bill_lines(self)

    @cached_property
    def roots(self) -> tuple[TargetRoot | PercentileRoot, ...]:
        return tuple(root for part in self.parts for root in part.roots)

    @cached_property
    def _scopes(self) -> dict[int, tuple[Scope, ...]]:
        return {}

    def scopes(self, kind: int) -> tuple[Scope, ...]:
        """What figures are about, of one of the kinds: always in the same order."""
        if kind not in self._scopes:
            self._scopes[kind] = KINDS[kind](self)
        return self._scopes[kind]


KINDS: tuple[Callable[[Block], tuple[Scope, ...]], ...] = (
    lambda b: (b, *b.phases, *b.parts),
    lambda b: tuple(phase for part in b.parts for phase in part.phases),
    lambda b: tuple(each for tier in b.tiers for each in tier.stored),
    lambda b: b.roots,
    lambda b: tuple(root.start for root in b.roots),
    lambda b: tuple(step for root in b.roots for step in root.steps),
    lambda b: tuple(step for root in b.roots for step in root.secants),
    lambda b: tuple(scope for at in (b.at_load, b.untargeted) for scope in (at, *at.parts)),
    lambda b: b.limits,
    lambda b: b.outlook,
    lambda b: b.curve,
    lambda b: b.checked,
    lambda b: b.bill_sums,
    lambda b: b.cost_parts,
    lambda b: b.held_parts,
    lambda b: b.years,
    lambda b: b.growth,
    lambda b: b.placed_vms,
    lambda b: b.host_states,
    lambda b: tuple(kind for state in b.host_states for kind in state.kinds),
    lambda b: tuple(each for state in b.host_states for kind in state.kinds for each in kind.sizes),
)
"""Everything that figures are about, by kind: many are made of some, and few of those are asked for."""
