"""All lines of the model, in the order of the sheets Sizing and Workings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

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
    percentiles,
    placement,
    response,
    space,
    storms,
    wear,
)
from vdi_sizing.model.checks import judgement, price_checks, published_density, same_requirements, verdict
from vdi_sizing.model.drawings import charts, curve, host_patterns
from vdi_sizing.model.figure import Line, Section, lines
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
from vdi_sizing.model.names import given_names, names_of, places
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
from vdi_sizing.model.scopes import Block, blank_block
from vdi_sizing.model.sentences import notices, offer, recommendation, targets, to_know

GROWTH_CHART = "Blocks by year, for the chart"
"""From this section on the sheet Growth has no answers, but what they are drawn and worked out from."""


@cache
def sections() -> tuple[Section, ...]:
    """The sections of both sheets; a figure that stands in none of them, or in two, is an error."""
    ordered = _ordered(blank_block())
    names = [line.name for section in ordered for line in section.lines]
    missing, twice = places().keys() - set(names), {name for name, times in Counter(names).items() if times > 1}
    if missing or twice:
        raise LookupError(f"figures in no section: {sorted(missing)}; in two: {sorted(twice)}")
    return ordered


@cache
def lines_by_name() -> dict[str, Line]:
    """Every line by its name."""
    return {line.name: line for section in sections() for line in section.lines}


@cache
def answer_names() -> frozenset[str]:
    """The lines that are shown only where the answer stands: no input, and nothing that follows from inputs alone."""
    figures = (line.name for section in sections() for line in section.lines if section.answer or line.unit == "EUR")
    return frozenset(figures) - given_names()


def is_void(block: Block, name: str) -> bool:
    """Whether a line of a design is not to be shown, since an error is found in the design."""
    return not block.stands and name in answer_names()


@cache
def whole_where() -> Mapping[str, str]:
    """Of each line that adds up what is known: the line that is 1 where it is the whole, by their names."""
    return {name: whole.name for figure, whole in lower_bounds.WHOLE_WHERE.items() for name in names_of(figure)}


def lacks_a_part(block: Block, name: str) -> bool:
    """Whether a line of a design adds up what is known, and something of it is not."""
    whole = whole_where().get(name)
    return whole is not None and getattr(block, whole) == 0


def _section(title: str, *pieces: tuple[Any, ...], sheet: str = "Sizing", answer: bool = True) -> Section:
    """A section of pieces, each of some scopes and what is shown of them: figures, or all that a class declares."""
    return Section(title, tuple(line for scopes, *shown in pieces for line in lines(scopes, *shown)), sheet, answer)


def _ordered(b: Block) -> tuple[Section, ...]:
    of_capacity, paid = space.OfBlock, cash_flow.PaidInYear
    of_block, at_load, part_at_load = response.OfBlock, response.BlockAtSomeLoad, response.PartAtSomeLoad
    busy, part_busy = (at_load.utilization, at_load.saturated), (part_at_load.utilization, part_at_load.saturated)
    times = (at_load.response_ms, at_load.within_share)
    part_times = (
        part_at_load.busy, part_at_load.leg_ms, part_at_load.deviation_ms, part_at_load.response_ms,
        part_at_load.queued, part_at_load.read_rate, part_at_load.late_reads, part_at_load.leg_rate,
        part_at_load.late_legs, part_at_load.within_share)
    return (
        _section("Load of the case", (b, user_groups.VmsOfCase), (b.users_phases, user_groups.PhaseOfCase),
            (b, boot_time.BootAsked), (b.users_phases, user_groups.PhasePerVm), (b.fourth, extra_phase.FourthLoad),
            (b.phases, throughput.BytesPerVm),
            (b, user_groups.TakenPerVm, user_groups.StoringNothing, user_groups.SharedVms, open_measurements.ToMeasure,
                bill.UsersOfCase),
            answer=False),
        _section("Drives and RAID levels, from their tables", (b.parts, parts.FromTables),
            (b.tiers, parts.LayoutOfTier), (b.cache, parts.CacheHits),
            (b, parts.HostsNeeded), (b.parts, parts.InBlock), (b.tiers, parts.Rebuilding), answer=False),
        _section("How capacity and I/O spread over the tiers", (b, parts.TiersUsed.tiers_used),
            (b.tiers, parts.GivenGb), (b, parts.TiersUsed.given_gb), (b.tiers, parts.SharesOfTier), answer=False),
        _section("Back-end load per VM and what a drive sustains",
            *((phase.on_parts, parts.BackEnd) for phase in b.phases), answer=False),
        _section("Capacity by tier", (b, space.Reduction), *_capacity_of_tiers(b),
            (b, of_capacity.images_gb, of_capacity.clone_gb_per_vm, of_capacity.kept_gb_per_vm, of_capacity.fixed_gb,
                of_capacity.gb_per_vm), answer=False),
        _section("Hosts of a cluster", (b.parts, cluster.GivenPart), (b, cluster.VmsOfHost),
            (b.tiers, cluster.TierOfLargest), (b, cluster.Clusters), (b.tiers, cluster.TierOfCluster),
            (b, cluster.Hosts), (b.tiers, space.TakenOnTier)),
        _section("A host beside an array", (b, array_hosts.HostBeside)),
        _section("Drives per block", (b.parts, drives.GivenPart), (b.tiers, drives.GivenTier),
            (b, drive_bays.BlocksByBays.bays_left), (b.tiers, drive_bays.TierInBays),
            (b, drive_bays.BlocksByBays.least_in_bays, drive_bays.BlocksByBays.drives_per_vm),
            (b.tiers, drive_bays.BaysOfTier),
            (b, drive_bays.BlocksByBays.bays_part, drive_bays.BlocksByBays.bays_vms,
                drive_bays.BlocksByBays.bays_even_vms, drives.FullBlock),
            *_drives_of_tiers(b), (b.cache, drives.CacheDrives), (b.phases, drives.BlockDrivesByPhase),
            (b, drives.BlockDrives)),
        _section("Response time: the target", (b, of_block.limit_used_ms),
            (b.tiers, response.RamOfTier, response.MixOfPart), (b.cache, response.RamOfCache, response.MixOfPart),
            (b, of_block.modelled_share), (b.parts, response.ServiceOfPart, response.TargetOfPart), answer=False),
        _section("VMs per block, estimated", *_estimates(b),
            (b.tiers, space.OfTier.usable_gb, space.OfTier.capacity_vms),
            (b, of_capacity.usable_gb, of_capacity.hot_set_gb, of_capacity.capacity_vms),
            (b, bottleneck.OfFullestTier, bottleneck.OfBusiestDrives),
            (b, drives.DrivesCounted, limits.Measured, limits.LeftByHost, largest_vm.RoomOfHost, largest_vm.GpusPerVm,
                throughput.Ports)),
        _section("Hosts for whole VMs", (b, placement.Mix)),
        _section("Limits: VMs per block by", (b, limits.Limits)),
        _section("Response time as a limit", (b, of_block.estimate_response, of_block.loaded_vms, of_block.target_met)),
        _section("Response time of a block that is filled without the response target",
            (b.untargeted.parts, part_at_load), (b.untargeted, *times, *busy), sheet="Workings"),
        _section("The binding limit", (b, limits.VmsPerBlock), (b.limits, limits.Order), (b, limits.Binding)),
        _section("Response time at the load of a block", (b, of_block.load_vms), (b.at_load.parts, *part_busy),
            (b.at_load, *busy)),
        _section("Measured points of its drives", (b.parts, calibration.MeasuredPart), answer=False),
        _section("Response time at the load of a block, as numbers", (b.at_load.parts, *part_times),
            (b.at_load, *times), (b.parts, response.Reported.percentile_ms), sheet="Workings"),
        _section("Blocks for these users", (b, limits.Blocks, drive_bays.BaysInWords), (b, array_hosts.HostsBeside),
            (b, host_loss.HostLost)),
        _section("Parts of the bill, summed", (b, licence_counts.Counted, bill.UsersOfBlock),
            (b.bill_sums, bill.PartsPer)),
        _section("Cost", (b, bill.Cost, bill.CostShown)),
        _section("What is sized and not on the bill", (b.parts, billing_gaps.PartOnBill),
            (b, licence_counts.Uncounted, billing_gaps.Unpaid, array_hosts.ServersSized,
                billing_gaps.ServersLeftOut, billing_gaps.Licences, billing_gaps.KitLeftOut),
            answer=False),
        _section("Constants of these formulas", (b, bill.Constants), answer=False),
        _section("Power and space", (b.parts, running_cost.PowerOfPart), (b, running_cost.PowerAndSpace)),
        _section("Cost over the years", (b, running_cost.OverTheYears), (b.held_parts, over_the_years.HeldOverTheYears),
            (b, running_cost.PaidAgain, over_the_years.TotalShown, over_the_years.OverTheYearsShown)),
        _section("What EUR per user are made of", (b.cost_parts, cash_flow.PartOfCost)),
        _section("Payments by year", (b.years, paid.payments_eur), (b.years, paid.payments_present_eur),
            (b, cash_flow.AllPayments)),
        _section("Depreciation by year", (b.years, cash_flow.DepreciatedInYear)),
        _section("Cost beside the first design, that of the first column", (b, payback.BesideFirst)),
        _section("Cost against buying nothing", (b, payback.BesideToday)),
        _section("Bought and leased, where Settings has a lease factor", (b, lease.Lease)),
        _section("Price outlook: a full block when flash drives alone have changed in price",
            (b, running_cost.DrivesOnBill), (b.outlook, running_cost.PricesLater.known),
            (b.outlook, running_cost.PricesLater.eur_per_vm)),
        _section("Break-even with the first design, as bought; –: compared over the years, or of other users",
            (b, break_even.BreakEven)),
        _section("Profile store, for profiles and user data",
            (b, profile_store.ProfileStore, profile_store.StorePaid, profile_store.StoreInWords), answer=False),
        _section("Storms and deployment", (b.storms, throughput.BytesOfStorm, storms.Sustained),
            (b, storms.Storms, storms.BootInWords)),
        _section("Wear of the drives", (b, wear.WrittenOnBlock), (b.parts, wear.WearOfPart), (b, wear.WearMissing)),
        _section("One drive lost", (b.tiers, wear.DriveLost), (b, wear.BlockDegraded)),
        _section("Criteria for a block", (b.tiers, space.StorableOnTier, space.RoomOnTier),
            (b, space.Effective, space.RoomForClones, space.Criteria)),
        _section("In words",
            (b, limits.BindingInWords, cluster.InWords, host_loss.HostLostInWords, array_hosts.BesideInWords,
                offer.BesideInWords),
            ((b.at_load, b.untargeted), at_load.response_words, at_load.within_words), (b, of_block.modelled_words),
            (b.parts, response.Reported.response_words, response.Reported.percentile_words),
            (b, drives.DrivesInWords, bill.PriceDate)),
        _section("Drives in words", (b.parts, offer.PartInWords), answer=False),
        _section("Limits in words: VMs per block by", (b.limits, limits.LimitInWords)),
        _section("What its targets hang on", (b.parts, judgement.FactsOfPart),
            (b, known_limits.KnownLimits, known_limits.JudgedLimits,
                judgement.Judged, judgement.JudgedCount), answer=False),
        _section("Users per core, beside published tests", (b, published_density.OfFullHost)),
        _section("Checks",
            (b, verdict.Checks, judgement.JudgedChecks, known_limits.KnownChecks),
            (b, assumed_hardware.Assumed, assumed_hardware.AssumedChecks,
            cluster.ClusterChecks),
            (b, host_loss.HostLostChecks, array_hosts.BesideChecks, largest_vm.Fits,
                verdict.MeasuredChecks, open_measurements.MeasureChecks, profile_store.StoreChecks,
                billing_gaps.PaidChecks, licence_counts.CountedChecks,
                bill.PriceAge, verdict.RunningChecks, price_checks.PriceAgeChecks, price_checks.BillChecks),
            (b, bill.PricesDoubtful, bill.RateAge, price_checks.PriceSourceChecks, throughput.ThroughputChecks,
                storms.BootChecks, extra_phase.FourthChecks, calibration.CalibrationChecks,
                same_requirements.AskedAlike, published_density.DensityChecks),
            (b.checked, verdict.OfCheck),
            (b, verdict.Verdict, verdict.ErrorsOfNumbers), answer=False),
        _section("Recommendation: the offers", (b, missing_facts.RoomForDeltas, parts.BlockCalled, offer.Offer)),
        _section("Recommendation: the designs", (b, columns.Column, marks.Marks, lower_bounds.AtLeast,
                price_on_request.LackedAlike, cheapest.Cheapest, lower_bounds.DearerAnyway,
                solution.Solution, to_know.DearerInWords, targets.TargetsInWords, recommendation.Recommendation,
                recommendation.SolutionInWords),
            (b.naming_checked, notices.NamedAlike),
            (b.checked, notices.Notice),
            (b.held_parts, to_know.HeldOfDesigns),
            (b, missing_facts.GivenOfUsers, to_know.NotGiven, to_know.ToKnow, page_order.PageOrder),
            answer=False),
        _section("For the charts", (b.purchase_parts, charts.BarOfPart), (b, charts.LongestBar),
            (b.limits, charts.LimitBar), (b.phases, charts.DrivesBar),
            (b, charts.BlockBars), (b.limits, charts.LimitBeyondChart), (b, charts.BarsLeftOut)),
        *_growth(b),
        _section("Target", (b, of_block.target_share), sheet="Workings", answer=False),
        *(
            _section(f"Tail of the response time: {part.called}", (part, percentiles.TailOfPart), sheet="Workings")
            for part in b.parts
        ),
        *(
            _section(f"Utilisation that keeps the target, by secant steps: {part.called}",
                (part.target_root, percentiles.StartOfRoot),
                (part.target_root.secants, percentiles.StepOfUtilization, percentiles.MissOfUtilization),
                (part.target_root.last_secant, percentiles.StepOfUtilization),
                (part.target_root, percentiles.EndOfTarget), sheet="Workings")
            for part in b.parts
        ),
        *(
            _section(f"Time of the percentile reported, by secant steps: {part.called}",
                (part.percentile_root, percentiles.StartOfRoot), (part.percentile_root, percentiles.StartOfTime),
                (part.percentile_root.secants, percentiles.StepOfTime, percentiles.MissOfTime),
                (part.percentile_root.last_secant, percentiles.StepOfTime),
                (part.percentile_root, percentiles.EndOfTime), sheet="Workings")
            for part in b.parts
        ),
        _section("Response time against the load of a block, for the chart",
            *((b.parts, figure) for figure in response.CurveOfPart.declared()), (b, of_block.curve_busiest),
            (b, curve.Curve), (b.curve, curve.OfPoint.share),
            (b.curve, curve.OfPoint.ms), (b.curve, curve.OfPoint.limit), (b, curve.OperatingPoint),
            sheet="Workings"),
        *_placement(b),
    )


def _placement(b: Block) -> Iterator[Section]:
    """The sheet Placement: the sizes of VM, what decides on the hosts, and how many VMs of each size stand on which."""
    of_size, of_block, of_state = host_patterns.VmsOfSize, host_patterns.WhatStandsWhere, host_patterns.HostsOfState
    yield _section("Sizes of VM", (b.larger_vms, host_patterns.LargerVms.up_to),
        (b.smallest_vm, host_patterns.SmallestVms), (b.larger_vms, host_patterns.LargerVms.vms),
        *((b.placed_vms, figure) for figure in of_size.declared()), sheet="Placement")
    yield _section("Hosts for whole VMs, and what decides", (b, of_block), sheet="Placement")
    for state in b.host_states:
        kinds = state.kinds
        yield _section(f"What stands where: {state.title.removesuffix(': ')}", (state, of_state),
            (kinds, host_patterns.HostsAlike), (kinds, host_patterns.GpusOfLarger), (kinds, host_patterns.RoomOnHosts),
            (state, host_patterns.RoomOfState),
            (kinds, host_patterns.FillingOfHosts),
            *((each, type(each).on_each) for kind in kinds for each in kind.sizes),
            (kinds, host_patterns.RamInUse), (kinds, host_patterns.VcpusInUse), (kinds, host_patterns.GpusInUse),
            (state, host_patterns.FullestHost),
            sheet="Placement")


def _capacity_of_tiers(b: Block) -> Iterator[tuple[Any, ...]]:
    for tier in b.tiers:
        yield tier.stored, space.StoredOnTier
        yield tier, space.OfTier.fixed_gb, space.OfTier.gb_per_vm


def _drives_of_tiers(b: Block) -> Iterator[tuple[Any, ...]]:
    for tier in b.tiers:
        yield tier.phases, drives.DrivesByPhase
        yield tier, drives.TierDrives


def _estimates(b: Block) -> Iterator[tuple[Any, ...]]:
    for phase in b.phases:
        yield phase.on_parts, limits.PartCarries
        yield phase, limits.PhaseCarries


def _growth(b: Block) -> Iterator[Section]:
    """The sheet Growth: all years together, then each figure year by year, then what these are worked out from."""
    needed, later, bar = growth.NeededInYear, growth.PaidInLaterYear, charts.GrowthBar
    by_year = {
        "Blocks by year": needed.blocks, "Blocks bought": needed.bought, "EUR bought": needed.bought_eur,
        "Users": needed.users, "Concurrent VMs": needed.vms, "GB per VM by year": needed.gb_per_vm,
        "VMs that a block carries, or a host of a cluster by all but GB": needed.per_block, "Clusters": needed.clusters,
        "Hosts that are paid for": needed.hosts,
    }
    total = growth.OverTheGrowth
    yield _section("All years of use", (b, total.growth_eur, total.growth_eur_per_user), sheet="Growth")
    for title, figure in by_year.items():
        yield _section(title, (b.growth, figure), sheet="Growth")
    yield _section("Running costs that growth adds", (b.growth_later, later.running_added_eur), sheet="Growth")
    yield _section("Parts per year that growth adds", (b.growth_later, later.parts_added_eur), sheet="Growth")
    yield _section(GROWTH_CHART, (b.growth, bar.year_on_chart), (b.growth, bar.bar),
        sheet="Growth")
    yield _section("What a cluster takes", *((b.growth_later, figure) for figure in growth.ClusterOfYear.declared()),
        sheet="Growth")
    yield _section("What stands there", *((b.growth_later, figure) for figure in growth.StandingInYear.declared()),
        sheet="Growth")
    yield _section("What the years go by", (b.tiers, growth.StoreOfTier), (b, growth.AtTheStart), sheet="Growth")
    yield _section("Growth in words", (b, total.growth_known, total.known_growth_eur, cheapest.OfferedWithGrowth),
        (b, to_know.GrowthInWords), sheet="Growth")
