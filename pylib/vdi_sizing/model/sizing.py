"""From a scenario to its sizing: every figure of every design, by name.

The figures of a design are worked out section by section, each from the ones before; nothing iterates.
Their names, and the order of operations, are those of the lines on the workbook's sheets. Numbers may be
arrays: `sweep` sizes a million variants through the same code.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vdi_sizing._arrays import (
    Value,
    divide,
    maximum,
    minimum,
    round_down,
    round_up,
    round_up_to_multiple,
    rounded,
    where,
)
from vdi_sizing.formulas.disks import ROUNDINGS
from vdi_sizing.formulas.tiers import skew_io_share
from vdi_sizing.inputs import name_key, same_name
from vdi_sizing.model.figures_money import break_even, money_in_words, money_over_time, running_known
from vdi_sizing.model.figures_response import (
    drives_by_response,
    response_at_load,
    response_curves,
    response_in_words,
    response_limit,
    response_workings,
    targets,
)
from vdi_sizing.model.figures_storms import store_load, storms
from vdi_sizing.scenario import (
    ELSEWHERE,
    ONCE,
    PARTS,
    PER_BLOCK,
    PER_VM,
    PHASES,
    POOL,
    TIERS,
    BillRow,
    Cache,
    Design,
    Scenario,
    Tier,
    check,
)
from vdi_sizing.tables.drives import HDD
from vdi_sizing.tables.raid_levels import RaidLevel

Figures = dict[str, Any]

NO_LIMIT = 1e9
"""A number of VMs that stands for "this criterion sets no limit"."""
LIMITS = {
    "steady": "steady IOPS",
    "login": "login storm",
    "boot": "boot storm",
    "response": "response time",
    "capacity": "capacity",
    "ram": "RAM",
    "cores": "cores",
    "measured": "measured",
    "given": "given number",
    "target": "users of this case",
}
"""What may limit the VMs of a block; ties go to the first."""
OBJECTS = ("replica", "template", "clone", "swap", "persistent")
DRIVES_BY = (*PHASES, "capacity")
NO_PRICE, NONE, SATURATED, DASH = "no price", "none", "saturated", "–"
NOT_GIVEN, REPLACES, GB_GIVEN = "not given", "measured replaces ", "usable GB given"
DAYS_PER_YEAR = 365.25
BILLED_PER = {
    "block": PER_BLOCK,
    "vm": PER_VM,
    **{f"drive{k}": f"drive {k}" for k in TIERS},
    "cache_drive": "cache drive",
    "once": ONCE,
}
_PER_DRIVE = {**{f"tier{k}": f"drive {k}" for k in TIERS}, "cache": "cache drive"}
CHECKS = {
    "known": "its load case, drives and RAID levels stand on their sheets",
    "given": "what belongs together is given: a drive and a number, a cache and its drives, cores and vCPU per core",
    "shares_given": "shares of reads, of writes and of capacity are given for every tier in use, or for none",
    "places": "what lives on a tier lives on one that has drives",
    "feasible": "a block carries at least one VM, and some limit is known",
    "shares": "the tiers' shares of reads, writes and capacity each add up to 1",
    "raid": "drives given suit their RAID level",
    "bays": "the drives fit into the bays",
    "counted": "the drives counted carry the VMs that they were counted for",
    "response": "these drives can meet the response target at all",
    "saturated": "no drive is saturated by the load of a block",
    "slow": "the mean response time keeps the limit",
    "flash": "no response target is set on flash, whose controllers and networks the model does not know",
    "two_phases": "no response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
    "login": "the drives carry the login storm, where it is given",
    "free": "the capacity that must stay free does, on a full block",
    "image_ram": "the provisioning servers' RAM holds the image",
    "endurance": "the drives are rated for what is written to them, where their rating is known",
    "generation": "all drives of the comparison are of one generation",
    "mix": "the load is close to that of the measured VM count",
    "drives_billed": "the drives on the bill, per drive of their tier, are the drives that are sized",
    "prices": "every part has a price",
    "price_age": "the prices are not old",
    "running": "watts and rack units are known where energy and rack space have a price",
    "bill": "every part of the bill stands on the Cost sheet, and its sums agree",
}
"""What is checked of each design: 1 holds, 0 does not."""
FAILURES = {
    "known": "its load case, a drive or a RAID level does not stand on its sheet",
    "given": "a drive has no number or a number no drive, or cores have no vCPU per core",
    "shares_given": "shares of reads, of writes or of capacity are given for some tiers in use and not for others",
    "places": "something lives on a tier that has no drives",
    "feasible": "a block carries no VM, or nothing limits how many",
    "shares": "the tiers' shares of reads, writes or capacity do not add up to 1",
    "raid": "the number of drives given does not suit their RAID level",
    "bays": "the drives do not fit into the bays",
    "counted": "the drives counted carry fewer VMs than they were counted for",
    "response": "these drives cannot meet the response target at all",
    "saturated": "the load of a block saturates some of its drives",
    "slow": "the mean response time is beyond the limit",
    "flash": "a response target is set on flash, whose controllers and networks the model does not know",
    "two_phases": "a response target is set on RAID 5 or 6 drives that are busy for more than half of the time",
    "login": "the drives do not carry the login storm",
    "free": "a full block leaves less capacity free than must stay free",
    "image_ram": "the provisioning servers' RAM does not hold the image",
    "endurance": "more is written to the drives than they are rated for",
    "generation": "the comparison mixes drives of two generations",
    "mix": "the load differs from that of the measured VM count",
    "drives_billed": "the drives on the bill, per drive of their tier, are not the drives that are sized",
    "prices": "a part has no price, or there is no bill",
    "price_age": "the prices are older than the limit",
    "running": "energy or rack space has a price, but watts or rack units are not known",
    "bill": "a part of the bill is not on the Cost sheet, or its sums differ: run vdi-sizing compare, which makes room",
}
"""What to say of each check where it does not hold."""
CHART_CAP = 4.0
WARNINGS = (
    "counted",
    "saturated",
    "slow",
    "flash",
    "two_phases",
    "login",
    "free",
    "image_ram",
    "endurance",
    "generation",
    "mix",
    "drives_billed",
    "prices",
    "price_age",
    "running",
)
"""Checks that leave the answer standing but say what is doubtful about it."""


@dataclass(frozen=True)
class BillLine:
    """One line of a design's configuration: a part, its price and what it comes to."""

    row: int  # its position in the scenario's bill, from 1
    part: str
    description: str
    quantity: float
    per: str
    eur: float | None
    discount_share: float
    net_eur: float
    amount_eur: float
    quantity_per_block: float
    block_eur: float
    quantity_for_users: float
    users_eur: float
    date: datetime.date


@dataclass(frozen=True)
class DesignSizing:
    """All figures of a design, and its bill of materials."""

    design: Design
    figures: Figures
    bill: tuple[BillLine, ...]

    def __getitem__(self, name: str) -> Any:
        return self.figures[name]


@dataclass(frozen=True)
class Sizing:
    """The designs of a scenario, sized."""

    scenario: Scenario
    designs: tuple[DesignSizing, ...]


def size(scenario: Scenario) -> Sizing:
    """Size every design of a scenario.

    Parameters
    ----------
    scenario : Scenario
        User groups, designs, tables and settings.

    Returns
    -------
    Sizing
        For every design its figures by name, and its bill of materials line by line.

    Raises
    ------
    InputError
        If something does not hold between the records of the scenario.

    Notes
    -----
    Drives given: every limit follows, and blocks = VMs / smallest limit, rounded up [src]. Drives blank: they are
    counted for one full block, which carries the smallest of users, RAM, cores, a measured or given number, and
    what those parts carry that are given: capacity, IOPS, flash cache, other tiers [mine].

    Examples
    --------
    >>> import datetime
    >>> from vdi_sizing import DRIVES, RAID_LEVELS, Design, Scenario, Settings, Tier, UserGroup
    >>> users = UserGroup("office", "day", vms=100, steady_iops=8, steady_read_share=0.4)
    >>> design = Design("HDD", "day", (Tier("ETRI SATA 7.2K 750 GB", "RAID 10"),))
    >>> sizing = size(Scenario((users,), (design,), DRIVES, RAID_LEVELS, Settings(datetime.date(2026, 11, 21))))
    >>> sizing.designs[0]["drives_plain"], sizing.designs[0]["drives_per_block"]
    (18.0, 18.0)

    References
    ----------
    Both questions: Fujitsu, Using Solid State Disks in VDI Environments; J. Park et al. (ETRI), Storage
    Sizing Issue of VDI System; Dell, Sizing and Best Practices for Deploying Citrix XenDesktop, section 6.3.
    """
    check(scenario)
    sized = tuple(_size_design(scenario, design) for design in scenario.designs)
    _for_charts([design.figures for design in sized])
    break_even([design.figures for design in sized])
    for design in sized:
        money_in_words(design.figures, NO_PRICE)
    response_curves([design.figures for design in sized])
    return Sizing(scenario, sized)


def _size_design(scenario: Scenario, design: Design) -> DesignSizing:
    figures = resolve(scenario, design)
    compute(figures)
    response_workings(figures)
    bill = tuple(_bill_lines(scenario, design, figures))
    _check_figures(scenario, figures, bill)
    _put_in_words(figures)
    return DesignSizing(design, figures, bill)


# --- what the formulas start from --------------------------------------------------------------------


def resolve(scenario: Scenario, design: Design) -> Figures:
    """Inputs of a design by name (`design.x`, `settings.x`), its load, and what its tables say of it."""
    x: Figures = {f"settings.{name}": value for name, value in vars(scenario.settings).items()}
    for name, value in vars(design).items():
        if name not in ("tiers", "cache"):
            x[f"design.{name}"] = value
    for prefix, given in _tiers_and_cache(design):
        # what stands beside a blank drive does not matter
        part = given if given.drive is not None else type(given)()
        x.update({f"design.{prefix}_{name}": value for name, value in vars(part).items()})
        x.update({f"{prefix}_{name}": value for name, value in _look_up(scenario, part).items()})
    for what in ("read", "write"):
        x[f"cache_{what}_hit"] = x[f"design.cache_{what}_hit"]
    x.update(_load(scenario, design))
    x.update(_prices(scenario, design))
    return x


def _tiers_and_cache(design: Design) -> list[tuple[str, Tier | Cache]]:
    return [
        *((f"tier{k}", tier) for k, tier in zip(TIERS, design.tiers, strict=True)),
        ("cache", design.cache),
    ]


def _load(scenario: Scenario, design: Design) -> Figures:
    groups = scenario.groups_of(design.case)
    x: Figures = {
        "all_vms": sum((g.vms for g in groups), 0.0),
        "vms": sum((g.vms * g.concurrency for g in groups), 0.0),
    }
    for phase in PHASES:
        loads = [
            (
                g.vms * g.concurrency * (getattr(g, f"{phase}_iops") or 0.0),
                getattr(g, f"{phase}_read_share") or 0.0,
            )
            for g in groups
        ]
        x[f"{phase}_given"] = float(any(getattr(g, f"{phase}_iops") is not None for g in groups))
        x[f"{phase}_reads"] = sum((iops * share for iops, share in loads), 0.0)
        x[f"{phase}_writes"] = sum((iops * (1 - share) for iops, share in loads), 0.0)
    for name in ("ram_gib", "vcpus", "delta_gb", "swap_gb", "log_gb"):
        total = sum((g.vms * g.concurrency * (getattr(g, name) or 0.0) for g in groups), 0.0)
        x[f"{name}_per_vm"] = total / x["vms"]
    x["persistent_gb_per_vm"] = sum((g.vms * g.persistent_gb for g in groups), 0.0) / x["vms"]
    x.update(store_load(groups))
    return x


_UNUSED = RaidLevel(
    name="none", generation="", write_penalty=1.0, write_reads=0.0, usable_share=1.0, parity_drives=0.0,
    min_drives=1.0, multiple=1.0, write_phases=1.0, write_fork=1.0,
    source="", source_address="", source_date="", how_sure="", note="",
)  # fmt: skip


def _look_up(scenario: Scenario, part: Tier | Cache) -> Figures:
    used = part.drive is not None
    level = scenario.raid_level(part.raid or "") if used else _UNUSED
    drive = scenario.drive(part.drive or "") if used else None
    kind = (drive.kind or "") if drive else ""
    return {
        "used": float(used),
        "known": float(not used or scenario.knows(part)),
        "generation": (drive.generation or "") if drive else "",
        "kind": kind,
        "flash": float(not any(same_name(kind, other) for other in ("", HDD))),
        "part": drive.part if drive else "",
        "drive_gb": drive.gb if drive else 1.0,
        "drive_watts": (drive.watts or 0.0) if drive else 0.0,
        "rated_read_iops": drive.read_iops if drive else 1.0,
        "rated_write_iops": drive.write_iops if drive else 1.0,
        "dwpd": (drive.dwpd or 0.0) if drive else 0.0,
        **{
            name: getattr(level, name)
            for name in (
                "write_penalty", "write_reads", "usable_share", "parity_drives",
                "min_drives", "multiple", "write_phases", "write_fork",
            )
        },
    }  # fmt: skip


def _prices(scenario: Scenario, design: Design) -> Figures:
    rows = scenario.bill_of(design)
    x: Figures = {
        "bill_rows": float(len(rows)),
        "prices_missing": float(sum(scenario.price_of(row.part).eur is None for row in rows)),
    }
    as_of = scenario.settings.as_of
    prices = [scenario.price_of(row.part) for row in rows]
    oldest = min((price.date for price in prices if price.eur is not None), default=None)
    x["price_date"] = DASH if oldest is None else oldest.isoformat()
    x["price_age_years"] = 0.0 if oldest is None else max(0, (as_of - oldest).days) / DAYS_PER_YEAR
    for name, per in BILLED_PER.items():
        x[f"parts_per_{name}_eur"] = sum((_amount_eur(scenario, row) for row in rows if row.per == per), 0.0)
    return x


def _net_eur(scenario: Scenario, row: BillRow) -> float:
    price = scenario.price_of(row.part)
    return (price.eur or 0.0) * (1 - price.discount_share)


def _amount_eur(scenario: Scenario, row: BillRow) -> float:
    return row.quantity * _net_eur(scenario, row)


# --- the formulas -------------------------------------------------------------------------------------


def compute(x: Figures) -> None:
    """Work out every figure from what `resolve` gave; numbers may be arrays."""
    sections = (
        _load_per_vm,
        _shares,
        _back_end,
        targets,
        _capacity,
        _target,
        _drives,
        _limits,
        _blocks,
        storms,
        _money,
        money_over_time,
    )
    for section in sections:
        section(x)


def _load_per_vm(x: Figures) -> None:
    x["vms_whole"] = round_up(x["vms"])
    for phase in PHASES:
        peak = x["design.steady_peak_factor"] if phase == "steady" else 1.0
        for what in ("reads", "writes"):
            x[f"{phase}_{what}_per_vm"] = x[f"{phase}_{what}"] / x["vms"] * peak
        x[f"{phase}_iops_per_vm"] = x[f"{phase}_reads_per_vm"] + x[f"{phase}_writes_per_vm"]


def _shares(x: Figures) -> None:
    """How the pool's capacity and the I/O spread over the tiers."""
    x["tiers_used"] = x["tier1_used"] + x["tier2_used"] + x["tier3_used"]
    for k in TIERS:
        drives = x[f"design.tier{k}_drives"]
        x[f"tier{k}_given_gb"] = _usable_gb(x, f"tier{k}", 0.0 if drives is None else drives)
    x["given_gb"] = x["tier1_given_gb"] + x["tier2_given_gb"] + x["tier3_given_gb"]
    below: Value = 0.0
    below_io: Value = 0.0
    for k in TIERS:
        tier = f"tier{k}"
        alone = x["tiers_used"] == 1
        by_drives = divide(x[f"{tier}_given_gb"], x["given_gb"], otherwise=0.0)
        x[f"{tier}_share_of_capacity"] = _given_or(
            x[f"design.{tier}_share_of_capacity"], x[f"{tier}_used"] if alone else by_drives
        )
        below = minimum(1.0, below + x[f"{tier}_share_of_capacity"])
        own = 0.0 if x["design.skew"] is None else skew_io_share(below, x["design.skew"]) - below_io
        x[f"{tier}_skew_io_share"] = where(rounded(own) == 0, 0.0, own)
        below_io = below_io + x[f"{tier}_skew_io_share"]
        for what in ("reads", "writes"):
            x[f"{tier}_share_of_{what}"] = _given_or(
                x[f"design.{tier}_share_of_{what}"],
                x[f"{tier}_used"] if alone else x[f"{tier}_skew_io_share"],
            )


def _given_or(given: Value | None, computed: Value) -> Value:
    return computed if given is None else given


def _usable_gb(x: Figures, tier: str, drives: Value) -> Value:
    data_drives = maximum(0.0, drives - x[f"{tier}_parity_drives"])
    return x[f"{tier}_used"] * data_drives * x[f"{tier}_usable_share"] * x[f"{tier}_drive_gb"]  # type: ignore[no-any-return]


def _back_end(x: Figures) -> None:
    """What the drives of each tier and of the cache see per VM, and what one drive sustains of it."""
    for phase in PHASES:
        reads, writes = x[f"{phase}_reads_per_vm"], x[f"{phase}_writes_per_vm"]
        for k in TIERS:
            tier = f"tier{k}"
            kept = 1 - x[f"design.{tier}_write_coalesced"]
            missed = 1 - x[f"design.{tier}_read_hit"]
            tier_reads = reads * (1 - x["cache_read_hit"]) * x[f"{tier}_share_of_reads"] * missed
            tier_writes = writes * (1 - x["cache_write_hit"]) * x[f"{tier}_share_of_writes"] * kept
            _drive_load(x, tier, phase, tier_reads, tier_writes)
        _drive_load(
            x, "cache", phase,
            reads * x["cache_read_hit"] * x["cache_used"],
            writes * x["cache_write_hit"] * x["cache_used"],
        )  # fmt: skip


def _drive_load(x: Figures, tier: str, phase: str, reads: Value, writes: Value) -> None:
    """Back-end operations for front-end reads and writes, and drive IOPS at their mix."""
    name = f"{tier}_{phase}"
    x[f"{name}_backend_reads"] = reads + writes * x[f"{tier}_write_reads"]
    x[f"{name}_backend_writes"] = writes * (x[f"{tier}_write_penalty"] - x[f"{tier}_write_reads"])
    x[f"{name}_backend_iops"] = x[f"{name}_backend_reads"] + x[f"{name}_backend_writes"]
    read_share = divide(x[f"{name}_backend_reads"], x[f"{name}_backend_iops"], otherwise=1.0)
    x[f"{name}_backend_read_share"] = read_share
    x[f"{name}_drive_iops"] = x[f"design.{tier}_derating"] / (
        read_share / x[f"{tier}_rated_read_iops"] + (1 - read_share) / x[f"{tier}_rated_write_iops"]
    )


def _capacity(x: Figures) -> None:
    """GB that stand on each tier: fixed per block, and per VM."""
    gb_per_vm = {
        "clone": x["delta_gb_per_vm"] + x["log_gb_per_vm"],
        "swap": x["swap_gb_per_vm"],
        "persistent": x["persistent_gb_per_vm"],
    }
    fixed_gb = {
        "replica": x["design.replica_gb"] * x["design.replicas"],
        "template": x["design.template_gb"],
        "clone": x["design.overhead_gb"],
    }
    for k in TIERS:
        for thing in OBJECTS:
            x[f"tier{k}_{thing}_share"] = _location_share(x, thing, k)
        x[f"tier{k}_fixed_gb"] = sum(gb * x[f"tier{k}_{thing}_share"] for thing, gb in fixed_gb.items())
        x[f"tier{k}_gb_per_vm"] = sum(gb * x[f"tier{k}_{thing}_share"] for thing, gb in gb_per_vm.items())
    on_block = {thing: float(x[f"design.{thing}_location"] != ELSEWHERE) for thing in OBJECTS}
    x["fixed_gb"] = sum(gb * on_block[thing] for thing, gb in fixed_gb.items())
    x["gb_per_vm"] = sum(gb * on_block[thing] for thing, gb in gb_per_vm.items())


def _location_share(x: Figures, thing: str, k: int) -> Value:
    location = x[f"design.{thing}_location"]
    if location == POOL:
        return x[f"tier{k}_share_of_capacity"]  # type: ignore[no-any-return]
    return float(location == f"tier {k}")


def _target(x: Figures) -> None:
    """The VMs of one full block, where drives are to be counted."""
    ram_per_vm = x["ram_gib_per_vm"] + x["design.ram_overhead_gib"]
    x["limit_ram"] = NO_LIMIT
    if x["design.ram_gib"] is not None:
        x["limit_ram"] = where(
            x["ram_gib_per_vm"] == 0, NO_LIMIT, round_down(divide(x["design.ram_gib"], ram_per_vm, NO_LIMIT))
        )
    x["limit_cores"] = NO_LIMIT
    if x["design.cores"] is not None:
        vcpus = x["design.cores"] * x["design.vcpus_per_core"]
        x["limit_cores"] = round_down(divide(vcpus, x["vcpus_per_vm"], NO_LIMIT))
    x["limit_measured"] = _given_or(x["design.measured_vms"], NO_LIMIT)
    x["limit_given"] = _given_or(x["design.given_vms"], NO_LIMIT)
    _given_parts(x)
    limits = (x[f"limit_{name}"] for name in ("ram", "cores", "measured", "given"))
    x["target_vms"] = minimum(x["vms_whole"], *limits, x["given_parts_vms"])


def _given_parts(x: Figures) -> None:
    """VMs that the parts which are not counted carry: more drives beside them would carry nothing more."""
    for k in TIERS:
        tier, drives = f"tier{k}", x[f"design.tier{k}_drives"]
        x[f"{tier}_counting"] = x[f"{tier}_used"] * float(drives is None)
        x[f"{tier}_given_capacity_vms"] = (
            NO_LIMIT if drives is None
            else _vms_in(x, x[f"{tier}_given_gb"], x[f"{tier}_fixed_gb"], x[f"{tier}_gb_per_vm"])
        )  # fmt: skip
    x["counting"] = maximum(*(x[f"tier{k}_counting"] for k in TIERS))
    for part in PARTS:
        drives = x[f"design.{part}_drives"]
        x[f"{part}_given_vms"] = (
            NO_LIMIT if drives is None else minimum(*(_vms_by_drives(x, part, phase, drives) for phase in PHASES))
        )
    usable_iops, usable_gb = x["design.usable_iops"], x["design.usable_gb"]
    if x["design.measured_vms"] is not None:
        by_iops: Value = NO_LIMIT
    elif usable_iops is None:
        by_iops = minimum(*(x[f"{part}_given_vms"] for part in PARTS))
    else:
        by_iops = minimum(*(divide(usable_iops, x[f"{phase}_iops_per_vm"], NO_LIMIT) for phase in PHASES))
    if usable_gb is None:
        by_capacity = minimum(*(x[f"tier{k}_given_capacity_vms"] for k in TIERS))
    else:
        by_capacity = _vms_in(x, usable_gb, x["fixed_gb"], x["gb_per_vm"])
    carried = minimum(NO_LIMIT, round_down(minimum(by_iops, by_capacity)))
    x["given_parts_vms"] = where(x["counting"] == 1, carried, NO_LIMIT)


def _vms_by_drives(x: Figures, part: str, phase: str, drives: Value) -> Value:
    sustained = drives * x[f"{part}_{phase}_drive_iops"] * x["design.max_utilization"]
    return divide(sustained, x[f"{part}_{phase}_backend_iops"], NO_LIMIT)


def _drives(x: Figures) -> None:
    """Drives per block and tier: by each reason, by the plain formula, after the RAID multiple, bought."""
    to_whole = ROUNDINGS[x["settings.drive_rounding"]]
    drives_by_response(x)
    for k in TIERS:
        tier = f"tier{k}"
        for phase in PHASES:
            load = x["target_vms"] * x[f"{tier}_{phase}_backend_iops"]
            x[f"{tier}_drives_by_{phase}"] = to_whole(
                load / (x[f"{tier}_{phase}_drive_iops"] * x["design.max_utilization"])
            )
        _drives_by_capacity(x, tier)
        x[f"{tier}_drives_plain"] = maximum(*(x[f"{tier}_drives_by_{reason}"] for reason in DRIVES_BY))
        needed = maximum(x[f"{tier}_drives_plain"], x[f"{tier}_drives_by_response"], x[f"{tier}_min_drives"])
        x[f"{tier}_drives_counted"] = x[f"{tier}_used"] * round_up_to_multiple(needed, x[f"{tier}_multiple"])
        given = x[f"design.{tier}_drives"]
        x[f"{tier}_drives"] = _given_or(given, x[f"{tier}_drives_counted"])
        x[f"{tier}_drives_bought"] = x[f"{tier}_drives"] + x[f"design.{tier}_spares"] * x[f"{tier}_used"]
    x["cache_drives"] = _given_or(x["design.cache_drives"], 0.0)
    names = (*(f"drives_by_{reason}" for reason in DRIVES_BY), "drives_plain", "drives_by_response", "drives_counted")
    for name in names:
        x[name] = x[f"tier1_{name}"] + x[f"tier2_{name}"] + x[f"tier3_{name}"]
    x["drives_per_block"] = (
        x["tier1_drives_bought"] + x["tier2_drives_bought"] + x["tier3_drives_bought"] + x["cache_drives"]
    )


def _drives_by_capacity(x: Figures, tier: str) -> None:
    per_vm = x[f"{tier}_gb_per_vm"] * (1 + x["design.vm_headroom"])
    needed = (x[f"{tier}_fixed_gb"] + x["target_vms"] * per_vm) / (1 - x["design.array_headroom"])
    x[f"{tier}_needed_gb"] = 0.0 if x["design.usable_gb"] is not None else needed
    data_drives = round_up(x[f"{tier}_needed_gb"] / x[f"{tier}_drive_gb"] / x[f"{tier}_usable_share"])
    x[f"{tier}_drives_by_capacity"] = where(
        rounded(x[f"{tier}_needed_gb"]) == 0, 0.0, data_drives + x[f"{tier}_parity_drives"]
    )


def _limits(x: Figures) -> None:
    """How many VMs a block carries by each criterion, the binding one and the next."""
    for phase in PHASES:
        for part in PARTS:
            x[f"{part}_{phase}_vms"] = _vms_by_drives(x, part, phase, x[f"{part}_drives"])
        by_drives = minimum(*(x[f"{part}_{phase}_vms"] for part in PARTS))
        usable = x["design.usable_iops"]
        by_block = by_drives if usable is None else divide(usable, x[f"{phase}_iops_per_vm"], NO_LIMIT)
        x[f"estimate_{phase}"] = minimum(NO_LIMIT, round_down(by_block))
        x[f"limit_{phase}"] = x[f"estimate_{phase}"] if x["design.measured_vms"] is None else NO_LIMIT
    _capacity_limit(x)
    x["limit_target"] = where(x["counting"] == 1, x["target_vms"], NO_LIMIT)
    response_limit(x, NO_LIMIT, [x[f"limit_{name}"] for name in LIMITS if name != "response"])
    x["vms_per_block"] = minimum(*(x[f"limit_{name}"] for name in LIMITS))
    _binding(x)
    response_at_load(x, NO_LIMIT)


def _capacity_limit(x: Figures) -> None:
    for k in TIERS:
        tier = f"tier{k}"
        x[f"{tier}_usable_gb"] = _usable_gb(x, tier, x[f"{tier}_drives"])
        x[f"{tier}_capacity_vms"] = _vms_in(x, x[f"{tier}_usable_gb"], x[f"{tier}_fixed_gb"], x[f"{tier}_gb_per_vm"])
    x["usable_gb"] = _given_or(
        x["design.usable_gb"], x["tier1_usable_gb"] + x["tier2_usable_gb"] + x["tier3_usable_gb"]
    )
    if x["design.usable_gb"] is None:
        x["capacity_vms"] = minimum(*(x[f"tier{k}_capacity_vms"] for k in TIERS))
    else:
        x["capacity_vms"] = _vms_in(x, x["usable_gb"], x["fixed_gb"], x["gb_per_vm"])
    x["hot_set_gb"] = 0.0 if x["design.skew"] is None else (1 - x["design.skew"]) * x["usable_gb"]
    x["limit_capacity"] = minimum(NO_LIMIT, round_down(x["capacity_vms"]))


def _vms_in(x: Figures, usable_gb: Value, fixed_gb: Value, gb_per_vm: Value) -> Value:
    """003's NumVM: what is left of the capacity after headroom and fixed objects, by what a VM needs."""
    left = usable_gb * (1 - x["design.array_headroom"]) - fixed_gb
    return divide(maximum(0.0, left), gb_per_vm * (1 + x["design.vm_headroom"]), NO_LIMIT)


def _binding(x: Figures) -> None:
    """Position of the binding limit (from 1; ties go to the first) and of the next one."""
    for position, name in enumerate(LIMITS, start=1):
        # whole VMs, so a thousandth per position orders ties and nothing else
        x[f"order_{name}"] = x[f"limit_{name}"] + position / 1000
    order = [x[f"order_{name}"] for name in LIMITS]
    first = minimum(*order)
    second = minimum(*(where(key == first, 2 * NO_LIMIT, key) for key in order))
    x["binding"] = _position(order, first)
    x["next_binding"] = _position(order, second)
    x["next_vms"] = round_down(second)
    x["next_margin_vms"] = where(x["next_vms"] >= NO_LIMIT, NO_LIMIT, x["next_vms"] - x["vms_per_block"])
    x["limited"] = where(x["vms_per_block"] < NO_LIMIT, 1.0, 0.0)
    x["feasible"] = where(x["vms_per_block"] < 1, 0.0, x["limited"])
    x["vms_carried"] = x["feasible"] * x["vms_per_block"]


def _position(values: list[Value], wanted: Value) -> Value:
    result: Value = 0.0
    for position, value in enumerate(values, start=1):
        result = where(value == wanted, float(position), result)
    return result


def _blocks(x: Figures) -> None:
    """Blocks for the users, and what is bought."""
    per_block = maximum(1.0, x["vms_per_block"])
    x["blocks_needed"] = x["feasible"] * round_up(x["vms_whole"] / per_block)
    x["blocks"] = x["blocks_needed"] + x["feasible"] * x["design.spare_blocks"]
    x["drives_total"] = x["blocks"] * x["drives_per_block"]
    bays = x["design.bays"]
    x["bays_missing"] = 0.0 if bays is None else maximum(0.0, x["drives_per_block"] - bays)
    measured = x["design.measured_iops_per_vm"]
    x["measured_mix_off"] = (
        0.0 if measured is None or x["design.measured_vms"] is None
        else _off(x["steady_iops_per_vm"] / x["design.steady_peak_factor"], measured)
    )  # fmt: skip


def _off(ours: Value, measured: Value) -> Value:
    off = divide(ours, measured, otherwise=1.0) - 1
    return maximum(off, -off)


def _money(x: Figures) -> None:
    """EUR per VM of a full block, and for these users."""
    x["priced"] = float(x["bill_rows"] > 0 and x["prices_missing"] == 0)
    x["known_block_eur"] = (
        x["parts_per_block_eur"]
        + x["parts_per_drive1_eur"] * x["tier1_drives_bought"]
        + x["parts_per_drive2_eur"] * x["tier2_drives_bought"]
        + x["parts_per_drive3_eur"] * x["tier3_drives_bought"]
        + x["parts_per_cache_drive_eur"] * x["cache_drives"]
    )
    per_block = maximum(1.0, x["vms_per_block"])
    x["known_full_block_eur"] = x["known_block_eur"] + x["parts_per_vm_eur"] * x["vms_per_block"]
    x["known_users_eur"] = (
        x["blocks"] * x["known_block_eur"] + x["parts_per_vm_eur"] * x["vms_whole"] + x["parts_per_once_eur"]
    )
    known = x["priced"] * x["feasible"]
    x["known_eur_per_vm_full_block"] = known * x["known_full_block_eur"] / per_block
    x["known_eur_per_vm"] = known * x["known_users_eur"] / x["vms_whole"]
    vat = 1 + x["settings.vat_share"]
    x["known_eur_per_vm_with_vat"] = x["known_eur_per_vm"] * vat
    for name in ("full_block_eur", "users_eur", "eur_per_vm_full_block", "eur_per_vm", "eur_per_vm_with_vat"):
        x[name] = _shown(known, x[f"known_{name}"])


def _shown(known: Value, value: Value) -> Value | str:
    """What a person reads: the number, or "no price". Arrays stay numbers."""
    return NO_PRICE if isinstance(known, float) and known == 0 else value


# --- checks and words ---------------------------------------------------------------------------------


def _check_figures(scenario: Scenario, x: Figures, bill: tuple[BillLine, ...]) -> None:
    def put(name: str, holds: Any) -> None:
        x[f"check_{name}"] = float(holds)

    _check_inputs(scenario, x, put)
    put("feasible", x["feasible"] == 1)
    for what in ("reads", "writes", "capacity"):
        x[f"sum_of_{what}"] = sum(x[f"tier{k}_share_of_{what}"] for k in TIERS)
    pooled = any(x[f"design.{thing}_location"] == POOL for thing in OBJECTS)
    whole = [x["sum_of_reads"], x["sum_of_writes"], *([x["sum_of_capacity"]] if pooled else [])]
    put("shares", x["tiers_used"] == 0 or all(rounded(total - 1) == 0 for total in whole))
    put("raid", all(_suits_raid(x, part) for part in PARTS))
    put("bays", x["bays_missing"] == 0)
    put("counted", x["counting"] == 0 or x["vms_per_block"] >= x["target_vms"])
    put("response", x["limit_response"] >= 1)
    put("saturated", x["saturated"] == 0)
    _check_response_time(x, put)
    put("login", rounded(x["login_storm_share"] - 1) <= 0)
    put("free", rounded(x["free_share_missing"]) == 0)
    put("image_ram", rounded(x["image_ram_missing_gb"]) == 0)
    put("endurance", rounded(x["dwpd_missing"]) == 0)
    own = [x[f"{part}_generation"] for part in PARTS if x[f"{part}_used"]]
    x["generation"] = own[0] if own else ""
    put("generation", not own or _generations(scenario) == {name_key(x["generation"])})
    put("mix", rounded(x["measured_mix_off"] - x["settings.mix_tolerance"]) <= 0)
    put("drives_billed", not bill or all(_drives_billed(x, part, per, bill) for part, per in _PER_DRIVE.items()))
    put("prices", x["priced"] == 1)
    put("running", running_known(x))
    put("price_age", rounded(x["price_age_years"] - x["settings.price_age_limit_years"]) <= 0)
    x["bill_lines"] = float(len(bill))
    x["bill_block_eur"] = sum((line.block_eur for line in bill), 0.0)
    x["bill_users_eur"] = sum((line.users_eur for line in bill), 0.0)
    off = abs(x["bill_block_eur"] - x["known_full_block_eur"]) + abs(x["bill_users_eur"] - x["known_users_eur"])
    total = maximum(1.0, x["known_full_block_eur"] + x["known_users_eur"])
    put("bill", x["bill_lines"] == x["bill_rows"] and rounded(off / total) == 0)
    x["errors"] = sum(1 - x[f"check_{name}"] for name in CHECKS if name not in WARNINGS)
    x["warnings"] = sum(1 - x[f"check_{name}"] for name in WARNINGS)
    failing = [text for name, text in FAILURES.items() if not x[f"check_{name}"]]
    x["failing"] = "; ".join(failing) or NONE


def _check_response_time(x: Figures, put: Callable[[str, Any], None]) -> None:
    targeted, by_share = x["design.response_limit_ms"] is not None, x["design.response_share"] is not None
    slow = x["saturated"] == 0 and rounded(x["response_ms"] - x["limit_used_ms"]) > 0
    put("slow", not slow or (targeted and by_share))
    flash = any(x[f"{part}_flash"] for part in PARTS)
    put("flash", not (targeted and flash))
    busy = any(x[f"{part}_write_phases"] > 1 and rounded(x[f"{part}_utilization"] - 0.5) > 0 for part in PARTS)
    put("two_phases", not (targeted and busy))


def _check_inputs(scenario: Scenario, x: Figures, put: Callable[[str, Any], None]) -> None:
    """What `check` refuses: it never fails here, but it may on a sheet, where nobody stops a user."""
    put("known", bool(scenario.groups_of(x["design.case"])) and all(x[f"{part}_known"] for part in PARTS))
    put(
        "given",
        (x["tiers_used"] > 0 or any(x[f"design.{n}"] is not None for n in ("measured_vms", "given_vms", "usable_iops")))
        and all(x[f"{part}_used"] or x[f"design.{part}_drives"] is None for part in PARTS)
        and (not x["cache_used"] or x["design.cache_drives"] is not None)
        and (x["design.cores"] is None or x["design.vcpus_per_core"] is not None),
    )
    for what in ("reads", "writes", "capacity"):
        given = (x[f"tier{k}_used"] * float(x[f"design.tier{k}_share_of_{what}"] is not None) for k in TIERS)
        x[f"given_shares_of_{what}"] = sum(given, 0.0)
    none_or_all = 0.0, x["tiers_used"]
    by_drives = x["given_shares_of_capacity"] == x["counting"] == 0
    put(
        "shares_given",
        x["tiers_used"] < 2
        or (
            x["given_shares_of_reads"] in none_or_all
            and x["given_shares_of_writes"] in none_or_all
            and (by_drives or x["given_shares_of_capacity"] == x["tiers_used"])
        ),
    )
    put(
        "places",
        all(x[f"tier{k}_used"] or not any(x[f"tier{k}_{thing}_share"] for thing in OBJECTS) for k in TIERS),
    )


def _suits_raid(x: Figures, tier: str) -> bool:
    drives = x[f"design.{tier}_drives"]
    return drives is None or (drives >= x[f"{tier}_min_drives"] and drives % x[f"{tier}_multiple"] == 0)


def _drives_billed(x: Figures, part: str, per: str, bill: tuple[BillLine, ...]) -> bool:
    parts = [line.part for line in bill if line.per == per]
    return any(same_name(own, x[f"{part}_part"]) for own in parts) if x[f"{part}_used"] else not parts


def _generations(scenario: Scenario) -> set[str]:
    names = [part.drive for design in scenario.designs for _, part in _tiers_and_cache(design)]
    return {name_key(scenario.drive(name).generation or "") for name in names if name is not None}


def _put_in_words(x: Figures) -> None:
    names = list(LIMITS.values())
    x["binding_name"] = names[int(x["binding"]) - 1] if x["limited"] else NONE
    response_in_words(x, DASH, SATURATED)
    for prefix in PARTS:
        drives = x["cache_drives"] if prefix == "cache" else x[f"{prefix}_drives_bought"]
        words = f"{x[f'design.{prefix}_raid']}: {drives:.0f} x {x[f'design.{prefix}_drive']}"
        x[f"{prefix}_words"] = words if x[f"{prefix}_used"] else DASH
    x["next_name"] = NONE if x["next_vms"] >= NO_LIMIT else names[int(x["next_binding"]) - 1]
    x["drives_by_capacity_words"] = x["drives_by_capacity"] if x["design.usable_gb"] is None else GB_GIVEN
    _limits_in_words(x)


def _limits_in_words(x: Figures) -> None:
    """Why a criterion sets no limit: its input is missing, or the measured number stands in its place."""
    gb_per_vm = x["delta_gb_per_vm"] + x["log_gb_per_vm"] + x["swap_gb_per_vm"] + x["persistent_gb_per_vm"]
    given = {
        **{phase: x[f"{phase}_given"] for phase in PHASES},
        "response": x["steady_given"] and x["design.response_limit_ms"] is not None,
        "capacity": gb_per_vm,
        "ram": x["ram_gib_per_vm"] and x["design.ram_gib"] is not None,
        "cores": x["vcpus_per_vm"] and x["design.cores"] is not None,
        "measured": x["design.measured_vms"] is not None,
        "given": x["design.given_vms"] is not None,
        "target": True,
    }
    for name in LIMITS:
        limit = x[f"limit_{name}"]
        estimate = x.get(f"estimate_{name}", limit)
        replaced = f"{REPLACES}{estimate:.0f}" if estimate < limit else limit
        x[f"limit_{name}_words"] = replaced if given[name] else NOT_GIVEN


def _for_charts(designs: list[Figures]) -> None:
    """Bars that stay readable side by side: none for no limit, and none for one far beyond every block."""
    largest = max(x["vms_carried"] for x in designs)
    for x in designs:
        x["chart_cap"] = CHART_CAP * largest
        for name in LIMITS:
            limit = x[f"limit_{name}"]
            x[f"chart_{name}"] = limit if limit <= x["chart_cap"] else 0.0
        for reason in (*DRIVES_BY, "response"):
            x[f"chart_drives_by_{reason}"] = x[f"drives_by_{reason}"]
        for name in ("eur_per_vm_full_block", "eur_per_vm"):
            x[f"chart_{name}"] = x[f"known_{name}"]


# --- the bill of materials, line by line --------------------------------------------------------------


def _bill_lines(scenario: Scenario, design: Design, x: Figures) -> list[BillLine]:
    per_block: dict[str, Callable[[float], float]] = {
        PER_BLOCK: lambda quantity: quantity,
        PER_VM: lambda quantity: quantity * x["vms_per_block"],
        **{f"drive {k}": lambda quantity, k=k: quantity * x[f"tier{k}_drives_bought"] for k in TIERS},  # type: ignore[misc]
        "cache drive": lambda quantity: quantity * x["cache_drives"],
        ONCE: lambda quantity: 0.0,
    }
    for_users: dict[str, Callable[[float], float]] = {
        PER_VM: lambda quantity: quantity * x["vms_whole"],
        ONCE: lambda quantity: quantity,
    }
    lines = []
    for at, row in enumerate(scenario.bill, start=1):
        if not same_name(row.design, design.name):
            continue
        price = scenario.price_of(row.part)
        net = _net_eur(scenario, row)
        block_quantity = per_block[row.per](row.quantity)
        users_quantity = for_users.get(row.per, lambda _, q=block_quantity: q * x["blocks"])(row.quantity)
        lines.append(
            BillLine(
                row=at,
                part=row.part,
                description=price.description or "",
                quantity=row.quantity,
                per=row.per,
                eur=price.eur,
                discount_share=price.discount_share,
                net_eur=net,
                amount_eur=row.quantity * net,
                quantity_per_block=block_quantity,
                block_eur=block_quantity * net,
                quantity_for_users=users_quantity,
                users_eur=users_quantity * net,
                date=price.date,
            )
        )
    return lines
