"""What is to be sized: user groups, designs, tables and settings, as typed records.

A record checks its own fields when it is made; `check` looks at what must hold between records.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from vdi_sizing import inputs
from vdi_sizing._arrays import rounded
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.drives import Drive
from vdi_sizing.formulas.raid import RaidLevel
from vdi_sizing.inputs import POOL, clean_fields, name_key, same_name
from vdi_sizing.tables.price_lists import Price

TIERS = (1, 2, 3)
PARTS = (*(f"tier{k}" for k in TIERS), "cache")
"""What a design's drives are in: its tiers, and its flash cache."""
PHASES = ("steady", "login", "boot")
CURRENCY = "EUR"


@dataclass(frozen=True)
class UserGroup:
    """Users of one kind with the same profile; IOPS and GB are per VM."""

    name: str
    case: str
    vms: float
    concurrency: float = 1.0
    steady_iops: float | None = None
    steady_read_share: float | None = None
    login_iops: float | None = None
    login_read_share: float | None = None
    boot_iops: float | None = None
    boot_read_share: float | None = None
    ram_gib: float | None = None
    vcpus: float | None = None
    delta_gb: float = 0.0
    swap_gb: float = 0.0
    log_gb: float = 0.0
    persistent_gb: float = 0.0
    store_iops: float = 0.0
    store_read_share: float = 0.0
    store_login_iops: float = 0.0
    store_gb: float = 0.0
    source: str | None = None

    def __post_init__(self) -> None:
        clean_fields(self, inputs.USER_GROUP)


@dataclass(frozen=True)
class Tier:
    """One kind of drives in a design, in one RAID level."""

    drive: str | None = None
    raid: str | None = None
    drives: float | None = None
    spares: float = 0.0
    derating: float = 1.0
    share_of_reads: float | None = None
    share_of_writes: float | None = None
    share_of_capacity: float | None = None
    read_hit: float = 0.0
    write_coalesced: float = 0.0
    write_back: bool = False

    def __post_init__(self) -> None:
        clean_fields(self, inputs.TIER)


@dataclass(frozen=True)
class Cache:
    """Flash in front of the tiers that answers part of the load."""

    drive: str | None = None
    raid: str | None = None
    drives: float | None = None
    derating: float = 1.0
    read_hit: float = 0.0
    write_hit: float = 0.0

    def __post_init__(self) -> None:
        clean_fields(self, inputs.CACHE)


@dataclass(frozen=True)
class Design:
    """One way to build it: a block, its tiers and cache, and where each object lives."""

    name: str
    case: str
    tiers: tuple[Tier, ...] = ()
    cache: Cache = field(default_factory=Cache)
    steady_peak_factor: float = 1.0
    block_kind: str = inputs.BLOCK_KINDS[0]
    given_vms: float | None = None
    measured_vms: float | None = None
    measured_iops_per_vm: float | None = None
    ram_gib: float | None = None
    ram_overhead_gib: float = 0.0
    cores: float | None = None
    vcpus_per_core: float | None = None
    bays: float | None = None
    spare_blocks: float = 0.0
    block_watts: float | None = None
    rack_units: float | None = None
    usable_gb: float | None = None
    usable_iops: float | None = None
    max_utilization: float = 1.0
    skew: float | None = None
    response_limit_ms: float | None = None
    response_share: float | None = None
    variability: float = 1.0
    array_headroom: float = 0.0
    vm_headroom: float = 0.0
    replica_gb: float = 0.0
    replicas: float = 1.0
    template_gb: float = 0.0
    overhead_gb: float = 0.0
    replica_location: str = POOL
    template_location: str = POOL
    clone_location: str = POOL
    swap_location: str = POOL
    persistent_location: str = POOL
    remark: str | None = None
    login_window_min: float | None = None
    logins_per_s: float | None = None
    ios_per_login: float | None = None
    login_interval_s: float | None = None
    preboot_share: float | None = None
    login_s_per_vm: float | None = None
    boot_s_per_vm: float | None = None
    ios_per_boot: float | None = None
    boots_per_min: float | None = None
    concurrent_boots: float | None = None
    boot_s: float = 0.0
    latency_ratio: float | None = None
    think_ratio: float | None = None
    deployment_s_per_vm: float | None = None
    deployment_concurrent: float = 1.0
    deployment_vms: float | None = None
    write_kb: float | None = None
    written_mb_s: float | None = None
    hours_per_day: float | None = None
    warranty_years: float | None = None
    rebuild_mb_s: float | None = None
    min_free_share: float | None = None
    vms_per_volume: float | None = None
    least_volumes: float = 0.0
    provisioning_ram_gib: float | None = None

    def __post_init__(self) -> None:
        clean_fields(self, inputs.DESIGN)
        if len(self.tiers) > len(TIERS):
            raise InputError("tiers", len(self.tiers), f"at most {len(TIERS)}")
        unused = (Tier(),) * (len(TIERS) - len(self.tiers))
        object.__setattr__(self, "tiers", (*self.tiers, *unused))


@dataclass(frozen=True)
class BillRow:
    """A part of a design and how many of it are bought for what."""

    design: str
    part: str
    quantity: float
    per: str = inputs.PER_BLOCK

    def __post_init__(self) -> None:
        clean_fields(self, inputs.BILL_ROW)


@dataclass(frozen=True)
class Settings:
    """What holds for every design."""

    as_of: datetime.date
    customer: str | None = None
    price_list: str | None = None
    vat_share: float = 0.0
    drive_rounding: str = "up"
    price_age_limit_years: float = 1.0
    mix_tolerance: float = 0.1
    usual_limit_ms: float = 20.0
    percentile_share: float = 0.95
    years: float = 5.0
    eur_per_kwh: float | None = None
    pue: float = 1.0
    eur_per_rack_unit_year: float | None = None
    maintenance_share: float = 0.0
    discount_rate: float = 0.0
    drive_price_change: float = -0.15
    number_style: str = inputs.DECIMAL_POINT

    def __post_init__(self) -> None:
        clean_fields(self, inputs.SETTINGS)


@dataclass(frozen=True)
class Sensitivity:
    """Which design is varied, and by how much each driver is, in their order; blank: the first, as usual."""

    design: str | None = None
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "design", inputs.SENSITIVITY["design"].cleaned(self.design))
        for end in ("low", "high"):
            field = inputs.SENSITIVITY[end]
            object.__setattr__(self, end, tuple(field.cleaned(change) for change in getattr(self, end)))


@dataclass(frozen=True)
class Scenario:
    """All inputs of a comparison."""

    groups: tuple[UserGroup, ...]
    designs: tuple[Design, ...]
    drives: tuple[Drive, ...]
    raid_levels: tuple[RaidLevel, ...]
    settings: Settings
    prices: tuple[Price, ...] = ()
    bill: tuple[BillRow, ...] = ()
    sensitivity: Sensitivity = field(default_factory=Sensitivity)

    def drive(self, name: str) -> Drive:
        """The drive of that name."""
        return next(drive for drive in self.drives if same_name(drive.name, name))

    def raid_level(self, name: str) -> RaidLevel:
        """The RAID level of that name."""
        return next(level for level in self.raid_levels if same_name(level.name, name))

    def knows(self, part: Tier | Cache) -> bool:
        """Whether the drive and the RAID level of a tier or cache stand in the tables."""
        drives = {name_key(drive.name) for drive in self.drives}
        levels = {name_key(level.name) for level in self.raid_levels}
        return name_key(part.drive or "") in drives and name_key(part.raid or "") in levels

    def groups_of(self, case: str) -> list[UserGroup]:
        """The user groups of a load case."""
        return [group for group in self.groups if same_name(group.case, case)]

    def bill_of(self, design: Design) -> list[BillRow]:
        """The bill of materials of a design."""
        return [row for row in self.bill if same_name(row.design, design.name)]

    def price_of(self, part: str) -> Price:
        """The price of a part in the list that the settings pick."""
        listed = self.settings.price_list or ""
        return next(p for p in self.prices if same_name(p.price_list, listed) and same_name(p.part, part))


Place = Callable[[str, int, str], str]
"""Where a field of a record stands: (table, position from 0, field) -> words for a message."""


def in_words(table: str, index: int, field_name: str) -> str:
    """The place in words, where there is no sheet to point at."""
    return f"{table} {index + 1}, {field_name}"


def check(scenario: Scenario, place: Place = in_words) -> None:
    """Raise InputError for the first thing that does not hold between the records of a scenario."""
    for rule in (
        _check_names,
        _check_raid_levels,
        _check_groups,
        _check_designs,
        _check_prices,
        _check_bill,
        _check_sensitivity,
    ):
        rule(scenario, place)


def _check_names(scenario: Scenario, place: Place) -> None:
    for table, records, key, label in (
        ("groups", scenario.groups, ("case", "name"), inputs.USER_GROUP["name"].label),
        ("designs", scenario.designs, ("name",), inputs.DESIGN["name"].label),
        ("drives", scenario.drives, ("name",), inputs.DRIVE["name"].label),
        ("raid_levels", scenario.raid_levels, ("name",), inputs.RAID["name"].label),
    ):
        _check_unique(table, records, key, label, place)
        if not records:
            raise InputError(label, None, "at least one", place(table, 0, "name"))


def _check_unique(table: str, records: Sequence[object], key: tuple[str, ...], label: str, place: Place) -> None:
    seen: set[tuple[str, ...]] = set()
    for index, record in enumerate(records):
        names = tuple(name_key(getattr(record, name)) for name in key)
        if names in seen:
            shown = ", ".join(str(getattr(record, name)) for name in key)
            raise InputError(label, shown, "a name that is used once", place(table, index, key[-1]))
        seen.add(names)


def _check_raid_levels(scenario: Scenario, place: Place) -> None:
    for index, level in enumerate(scenario.raid_levels):
        if level.write_reads > level.write_penalty:
            expected = f"at most the write penalty, {level.write_penalty:g}"
            raise InputError("reads per write", level.write_reads, expected, place("raid_levels", index, "write_reads"))


def _check_groups(scenario: Scenario, place: Place) -> None:
    for index, group in enumerate(scenario.groups):
        for phase in PHASES:
            iops, share = f"{phase}_iops", f"{phase}_read_share"
            if getattr(group, iops) is not None and getattr(group, share) is None:
                field = inputs.USER_GROUP[share]
                expected = f"{field.expected}, since IOPS are given"
                raise InputError(field.label, None, expected, place("groups", index, share))
        companions = scenario.groups_of(group.case)
        for name in (*(f"{phase}_iops" for phase in PHASES), "ram_gib", "vcpus"):
            if getattr(group, name) is None and any(getattr(other, name) is not None for other in companions):
                expected = f"a number, since other groups of case {group.case!r} give one"
                raise InputError(inputs.USER_GROUP[name].label, None, expected, place("groups", index, name))


def _check_designs(scenario: Scenario, place: Place) -> None:
    for index, design in enumerate(scenario.designs):

        def at(name: str, index: int = index) -> str:
            return place("designs", index, name)

        if not scenario.groups_of(design.case):
            cases = sorted({group.case for group in scenario.groups})
            raise InputError("load case", design.case, f"one of: {', '.join(cases)}", at("case"))
        if design.cores is not None and design.vcpus_per_core is None:
            raise InputError("vCPU per core", None, "a number, since cores are given", at("vcpus_per_core"))
        for number, tier in zip(TIERS, design.tiers, strict=True):
            _check_drives(scenario, tier, f"tier{number}_", at)
        _check_drives(scenario, design.cache, "cache_", at)
        if design.cache.drive is not None and design.cache.drives is None:
            raise InputError("cache drives", None, "a number of drives, since a drive is named", at("cache_drives"))
        _check_tiers(design, at)


def _check_drives(scenario: Scenario, tier: Tier | Cache, prefix: str, at: Callable[[str], str]) -> None:
    if tier.drive is None:
        if tier.drives is not None:
            raise InputError("drive", None, "a drive, since a number of drives is given", at(f"{prefix}drive"))
        return
    if not any(same_name(drive.name, tier.drive) for drive in scenario.drives):
        raise InputError("drive", tier.drive, "a drive of the Drives sheet", at(f"{prefix}drive"))
    names = [level.name for level in scenario.raid_levels]
    if tier.raid is None or not any(same_name(name, tier.raid) for name in names):
        raise InputError("RAID level", tier.raid, f"one of: {', '.join(names)}", at(f"{prefix}raid"))
    level = scenario.raid_level(tier.raid)
    if tier.drives is None:
        return
    if tier.drives < level.min_drives:
        expected = f"at least {level.min_drives:g} drives for {level.name}"
        raise InputError("drives per block", tier.drives, expected, at(f"{prefix}drives"))
    if tier.drives % level.multiple:
        expected = f"a multiple of {level.multiple:g} drives for {level.name}"
        raise InputError("drives per block", tier.drives, expected, at(f"{prefix}drives"))


def _check_tiers(design: Design, at: Callable[[str], str]) -> None:
    used = [(number, tier) for number, tier in zip(TIERS, design.tiers, strict=True) if tier.drive is not None]
    known = design.measured_vms is not None or design.given_vms is not None or design.usable_iops is not None
    if not used and not known:
        raise InputError("drive", None, "a drive, or a number of VMs or IOPS per block", at("tier1_drive"))
    places = {f"tier {number}" for number, _ in used}
    for thing in ("replica", "template", "clone", "swap", "persistent"):
        location = getattr(design, f"{thing}_location")
        if location.startswith("tier") and location not in places:
            raise InputError(f"location of {thing}", location, "a tier that has drives", at(f"{thing}_location"))
    if len(used) < 2:
        return
    for name in ("share_of_reads", "share_of_writes", "share_of_capacity"):
        _check_shares(design, used, name, at)


def _check_shares(design: Design, used: list[tuple[int, Tier]], name: str, at: Callable[[str], str]) -> None:
    label = inputs.TIER[name].label
    given = [getattr(tier, name) for _, tier in used]
    first = at(f"tier{used[0][0]}_{name}")
    if all(value is None for value in given):
        by_drives = all(tier.drives is not None for _, tier in used)
        if name == "share_of_capacity" and not by_drives:
            raise InputError(label, None, "shares of capacity, or the number of drives of every tier", first)
        if name != "share_of_capacity" and design.skew is None:
            raise InputError(label, None, "shares for every tier in use, or a skew", first)
        return
    for (number, _), value in zip(used, given, strict=True):
        if value is None:
            raise InputError(label, None, "a share for every tier in use, or for none", at(f"tier{number}_{name}"))
    if rounded(sum(given) - 1.0) != 0:
        raise InputError(f"{label}, sum over the tiers", sum(given), "1", first)


def _check_prices(scenario: Scenario, place: Place) -> None:
    _check_unique("prices", scenario.prices, ("price_list", "part"), inputs.PRICE["part"].label, place)
    chosen = scenario.settings.price_list
    lists = {price.price_list for price in scenario.prices}
    if chosen is not None and not any(same_name(chosen, known) for known in lists):
        expected = f"one of: {', '.join(sorted(lists))}" if lists else "blank, since there are no prices"
        raise InputError("price list", chosen, expected, place("settings", 0, "price_list"))


def _check_bill(scenario: Scenario, place: Place) -> None:
    for index, row in enumerate(scenario.bill):
        if not any(same_name(row.design, design.name) for design in scenario.designs):
            names = ", ".join(design.name for design in scenario.designs)
            raise InputError("design", row.design, f"one of: {names}", place("bill", index, "design"))
        chosen = scenario.settings.price_list
        if chosen is None:
            raise InputError(
                "price list",
                None,
                "a price list, since there are parts to price",
                place("settings", 0, "price_list"),
            )
        matches = [
            (at, price)
            for at, price in enumerate(scenario.prices)
            if same_name(price.price_list, chosen) and same_name(price.part, row.part)
        ]
        if not matches:
            raise InputError("part", row.part, f"a part of the price list {chosen!r}", place("bill", index, "part"))
        at, price = matches[0]
        if not same_name(price.currency, CURRENCY):
            raise InputError(
                "currency",
                price.currency,
                f"{CURRENCY}, the one currency of a bill",
                place("prices", at, "currency"),
            )


def _check_sensitivity(scenario: Scenario, place: Place) -> None:
    named = scenario.sensitivity.design
    names = [design.name for design in scenario.designs]
    if named is not None and not any(same_name(named, name) for name in names):
        raise InputError("design", named, f"one of: {', '.join(names)}", place("sensitivity", 0, "design"))
