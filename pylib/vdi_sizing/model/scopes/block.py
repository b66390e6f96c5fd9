"""A design's block: everything that figures are about hangs on it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, rounded, total_of
from vdi_sizing.model.capacity import (
    array_hosts,
    bottleneck,
    calibration,
    cluster,
    drive_bays,
    drives,
    host_loss,
    known_limits,
    largest_vm,
    limits,
    missing_facts,
    placement,
    response,
    space,
    storms,
    wear,
)
from vdi_sizing.model.check import Check, Error, Warning
from vdi_sizing.model.checks import judgement, price_checks, published_density, same_requirements, verdict
from vdi_sizing.model.drawings import charts, curve, host_patterns
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.hardware import assumed_hardware, parts
from vdi_sizing.model.load import boot_time, columns, extra_phase, open_measurements, throughput, user_groups
from vdi_sizing.model.money import (
    bill,
    billing_gaps,
    cash_flow,
    growth,
    lease,
    licence_counts,
    profile_store,
    running_cost,
)
from vdi_sizing.model.ranking import (
    break_even,
    cheapest,
    lower_bounds,
    marks,
    over_the_years,
    page_order,
    payback,
    price_on_request,
    solution,
)
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
from vdi_sizing.model.sentences import notices, offer, recommendation, targets, to_know
from vdi_sizing.scenario import GROWTH_YEARS, BillRow, Design, Scenario, Settings, UserGroup
from vdi_sizing.tables.price_lists import Price

if TYPE_CHECKING:
    from vdi_sizing.formulas.hosts import SizeOfVm
    from vdi_sizing.model.scopes.parts import Part
    from vdi_sizing.model.scopes.roots import PercentileRoot, TargetRoot


UNTARGETED = "untargeted_"
"""Begins the names of figures for a block that is filled without regard to the response target."""


class Limited(limits.Order, limits.LimitInWords, charts.LimitBar, charts.LimitBeyondChart):
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


class Checked(verdict.OfCheck, notices.Notice):
    """A check of a block, with what is said where it does not hold."""

    def __init__(self, block: Block, check: Check) -> None:
        self.block: Block = block
        self.check: Check = check

    def own_words(self) -> dict[str, str]:
        against = marks.AGAINST.get(self.check, "")
        return {**verdict.words_of(self.check), "against": against, "names": ""}

    @property
    def named_words(self) -> str:
        """What the page names beside it."""
        return ""

    @property
    def acknowledged(self) -> bool:
        """Whether it is a warning that the text of the design names."""
        return isinstance(self.check, Warning) and self.block.acknowledges(self.check.key)


class NamingChecked(notices.NamedAlike, Checked):
    """A check that names something."""

    def __init__(self, block: Block, check: Check, named: Figure[Block, str]) -> None:
        super().__init__(block, check)
        self.named: Figure[Block, str] = named

    def own_words(self) -> dict[str, str]:
        return {
            **super().own_words(), "all_named": f"{{all.block.{self.named.name}}}", "names": "&{named_words}",
        }


class CurvePoint(curve.OfPoint):
    """A point of the chart of response times."""

    def __init__(self, block: Block, number: int) -> None:
        self.block: Block = block
        self.number: int = number

    def own_words(self) -> dict[str, str]:
        return {"number": str(self.number), **curve.curve_texts(self.number)}

    @property
    def before(self) -> CurvePoint:
        return self.block.curve[self.number - 1]

    @property
    def beyond(self) -> bool:
        """Whether drives are saturated there."""
        return bool(rounded(self.block.curve_busiest * self.number / curve.CURVE_POINTS - response.FULL) >= 0)


class Block(
    # load
    columns.Column, user_groups.VmsOfCase, user_groups.TakenPerVm, user_groups.StoringNothing, user_groups.SharedVms,
    open_measurements.ToMeasure, open_measurements.MeasureChecks, boot_time.BootAsked, extra_phase.FourthChecks,
    throughput.Ports, throughput.ThroughputChecks,
    # hardware
    parts.HostsNeeded, parts.TiersUsed, parts.BlockCalled, assumed_hardware.Assumed, assumed_hardware.AssumedChecks,
    # capacity
    space.Reduction, space.OfBlock, space.Effective, space.RoomForClones, space.Criteria,
    array_hosts.ServersSized, array_hosts.HostBeside, array_hosts.HostsBeside, array_hosts.BesideInWords,
    array_hosts.BesideChecks,
    cluster.VmsOfHost, cluster.Clusters, cluster.Hosts, cluster.InWords, cluster.ClusterChecks,
    host_loss.HostLost, host_loss.HostLostInWords, host_loss.HostLostChecks,
    drive_bays.BlocksByBays, drive_bays.BaysInWords,
    drives.FullBlock, drives.BlockDrives, drives.DrivesCounted, drives.DrivesInWords,
    largest_vm.RoomOfHost, largest_vm.GpusPerVm, largest_vm.Fits, placement.Mix,
    limits.Measured, limits.LeftByHost, limits.Limits, limits.VmsPerBlock, limits.Binding, limits.Blocks,
    limits.BindingInWords, bottleneck.OfFullestTier, bottleneck.OfBusiestDrives,
    response.OfBlock, storms.Storms, storms.BootInWords, storms.BootChecks,
    wear.WrittenOnBlock, wear.WearMissing, wear.BlockDegraded, calibration.CalibrationChecks,
    missing_facts.GivenOfUsers,
    missing_facts.RoomForDeltas, known_limits.KnownLimits, known_limits.JudgedLimits, known_limits.KnownChecks,
    # money
    bill.UsersOfCase, bill.UsersOfBlock, bill.Constants, bill.Cost, bill.CostShown, bill.PriceDate, bill.PriceAge,
    bill.PricesDoubtful, bill.RateAge, licence_counts.Counted, licence_counts.Uncounted, licence_counts.CountedChecks,
    billing_gaps.Unpaid, billing_gaps.ServersLeftOut, billing_gaps.Licences, billing_gaps.KitLeftOut,
    billing_gaps.PaidChecks,
    profile_store.ProfileStore, profile_store.StorePaid, profile_store.StoreInWords, profile_store.StoreChecks,
    running_cost.PowerAndSpace, running_cost.OverTheYears, running_cost.PaidAgain, running_cost.DrivesOnBill,
    cash_flow.AllPayments, lease.Lease, growth.AtTheStart, growth.OverTheGrowth,
    # checks
    verdict.Checks, verdict.MeasuredChecks, verdict.RunningChecks, verdict.Verdict, verdict.ErrorsOfNumbers,
    judgement.Judged, judgement.JudgedCount, judgement.JudgedChecks, same_requirements.AskedAlike,
    published_density.OfFullHost, published_density.DensityChecks,
    price_checks.PriceAgeChecks, price_checks.BillChecks, price_checks.PriceSourceChecks,
    # ranking
    marks.Marks, cheapest.Cheapest, cheapest.OfferedWithGrowth, lower_bounds.AtLeast, lower_bounds.DearerAnyway,
    price_on_request.LackedAlike, over_the_years.TotalShown, over_the_years.OverTheYearsShown, payback.BesideFirst,
    payback.BesideToday, break_even.BreakEven, solution.Solution, page_order.PageOrder,
    # drawings
    charts.LongestBar, charts.BlockBars, charts.BarsLeftOut, curve.Curve, curve.OperatingPoint,
    host_patterns.WhatStandsWhere,
    # sentences
    offer.Offer, offer.BesideInWords, targets.TargetsInWords, recommendation.Recommendation,
    recommendation.SolutionInWords, to_know.NotGiven, to_know.DearerInWords,
    to_know.GrowthInWords, to_know.ToKnow,
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
        self.bill_sums: tuple[BillSum, ...] = tuple(BillSum(self, *each) for each in bill.SUMS)
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
            Checked(self, check) if check.noted is None else NamingChecked(self, check, check.noted)
            for check in verdict.CHECKS
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
        return tuple(each for each in self.checked if each.check in marks.AGAINST)

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
        return tuple(CurvePoint(self, number) for number in range(curve.CURVE_POINTS + 1))

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
    def bill(self) -> tuple[bill.BillLine, ...]:
        return bill.bill_lines(self)

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
    lambda b: tuple(step for root in b.roots for step in (*root.secants, root.last_secant)),
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
