"""Random valid scenarios, drawn from the declarations of the inputs, edge values included."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from vdi_sizing.inputs import Input, inputs_of, same_name
from vdi_sizing.model.scopes import OBJECTS
from vdi_sizing.scenario import (
    ARRAY,
    BY_KIT,
    BY_PROCESSOR,
    CLUSTER,
    ELSEWHERE,
    GROWTH_YEARS,
    MEASURES,
    MOST_POINTS,
    OF_A_GROUP,
    ONCE,
    PER_BLOCK,
    PER_SHELF,
    PHASES,
    POOL,
    SERVICE,
    TIERS,
    BillRow,
    Cache,
    Design,
    Kit,
    KitPart,
    MeasuredPoint,
    Scenario,
    Sensitivity,
    Settings,
    Tier,
    UserGroup,
)
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.gpus import GPU_CARDS
from vdi_sizing.tables.licences import METRICS, Metric
from vdi_sizing.tables.price_lists import CURRENCY, ExchangeRate, Price
from vdi_sizing.tables.processors import PROCESSORS
from vdi_sizing.tables.profiles import DESKTOP, PER_VM, PROFILE_STORE, SESSION, Profile
from vdi_sizing.tables.raid_levels import RAID_LEVELS, RaidLevel, raid_level
from vdi_sizing.what_if.drivers import DRIVERS, ENDS
from vdi_templates.workbook.design_inputs import design_values

DESIGNS_CALLED = ("design 0", "design 1", "design 2", "design 3")
READ_AS_ONE_NUMBER = ("1", "01", "1.0", "1E0")  # four names, and to COUNTIF of Excel one
DESIGNS = len(DESIGNS_CALLED)
PROFILES_CALLED = ("profile 0", "profile 1", "profile 2", "Büro & mehr: 2")
MOST_GROUPS, MOST_PARTS, MOST_BILL_ROWS, MOST_KIT_PARTS = 8, 6, 7, 6
CURRENCIES = ("USD", "CHF", "£")
NAMED = ("profile", "delivery", "store_profile")
"""What a user group names on other sheets."""
CASES = ("office", "night shift", "Ärzte & Büro")
LISTS = ("list A", "list B")
GENERATIONS = ("documents (2010-2014)", "today (2016-2026)")
OVER_HOSTS = tuple(raid_level(name) for name in ("vSAN ESA RAID-5 4+1", "S2D two-way mirror", "Nutanix RF3"))
AS_OF = datetime.date(2026, 11, 21)
MOST_GROWTH = 0.1
COUNTED_BY = (
    *METRICS,
    Metric("cores in packs", "core", least_per_host=20, least_per_order=72, pack=16),
    Metric("TB beyond the cores", "TB usable", tb_per_core=0.1, pack=5),
)
"""Licence metrics, with each rule that one may have."""

# What a field's numbers are like, by unit; the first of each are the edges that break formulas.
_TYPICAL: dict[str, tuple[float, ...]] = {
    "VMs": (1, 50, 100, 31, 642, 2500, 7.5),
    "IOPS": (0.1, 10, 75, 100, 4000, 250000),
    "GB": (0, 0.5, 1.5, 30, 64, 450, 1000),
    "GiB": (0.5, 1, 1.7, 4, 144, 512),
    "vCPU": (0.5, 1, 2, 4),
    "cores": (1, 12, 32, 64),
    "CPUs": (1, 2, 4),
    "drives": (0, 1, 2, 12, 24),
    "blocks": (0, 1, 2),
    "years": (0.5, 1, 15.4),
    "x": (1, 1.25, 2, 3),
    "EUR": (0, 0.01, 99.9, 1475, 12000),
    "I/Os": (1, 4240, 47000),
    "MB/s": (0.5, 118.5, 550, 3500, 12000),
    "KiB": (1, 4, 9, 32, 128),
    "Gbit/s": (1, 10, 25, 100),
    "ms": (0.05, 0.2, 2, 8, 20, 50),
}
_LEASE = "lease_"
"""How the settings of a lease begin."""
NETWORK = ("user_mbit_s", "protocol_share")
SHELVES = ("base_bays", "shelf_bays", "shelf_watts", "shelf_rack_units")
"""Inputs of a design that are drawn last, and what of them a kit may say."""
_OTHERS: tuple[float, ...] = (1, 2, 3, 5, 10)
_SHARES = (0, 1, 0.5, 0.2, 0.56, 0.9, 1 / 3)


@dataclass(frozen=True)
class Draw:
    """Draws values for declared inputs."""

    random: Random
    blank_share: float = 0.4

    def value(self, field: Input) -> Any:
        """Something that may stand in the field."""
        if (field.optional or field.blank is not None) and self.random.random() < self.blank_share:
            return field.blank
        if field.kind in ("number", "whole", "share"):
            return self._number(field)
        if field.kind == "choice":
            return self.random.choice(field.choices)
        if field.kind == "yes/no":
            return self.random.random() < 0.5
        if field.kind == "date":
            return AS_OF - datetime.timedelta(days=self.random.choice((-30, 0, 200, 366, 5600)))
        return self.random.choice(
            ("remark", "Prices: on their way; saturated: measured so", 'with "quotes" & <marks>', "Grüße")
        )

    def values(self, fields: Mapping[str, Input], **fixed: Any) -> dict[str, Any]:
        """A value for every field that is not fixed."""
        return {name: fixed[name] if name in fixed else self.value(field) for name, field in fields.items()}

    def _number(self, field: Input) -> float:
        low = field.above if field.above is not None else field.at_least or 0.0
        high = field.at_most if field.at_most is not None else 1.0 if field.kind == "share" else None
        typical = _SHARES if high is not None else _TYPICAL.get(field.unit, _OTHERS)
        result = float(self.random.choice(typical))
        if self.random.random() < 0.5:
            scale = self.random.uniform(0.3, 3) if high is None else 1.0
            result = result * scale if high is None else self.random.uniform(low, high)
        if field.kind == "whole":
            result = float(round(result))
        if result <= low:
            result = float(low) if field.above is None else low + (1.0 if field.kind == "whole" else 0.37)
        return result if high is None else min(result, high)

    def parts_of_one(self, count: int) -> list[float]:
        """Shares that add up to 1; at times 0 or 1, at times two decimals."""
        weights = [self.random.choice((0, 1, 1, 2, self.random.random())) for _ in range(count)]
        if count and sum(weights) == 0:
            weights[0] = 1
        return [weight / sum(weights) for weight in weights]


def scenario(random: Random) -> Scenario:
    """A valid scenario with four designs."""
    draw = Draw(random, random.choice((0.0, 0.3, 0.6, 1.0)))
    drives = tuple(_drive(draw, number) for number in range(random.randint(3, 6)))
    raid_levels = (*(level for level in RAID_LEVELS if level.generation == "any"), *OVER_HOSTS, _layout(draw))
    groups = tuple(group for case in CASES for group in _groups(draw, case))
    settings = _settings(draw)
    called = random.choice((DESIGNS_CALLED, DESIGNS_CALLED, READ_AS_ONE_NUMBER))
    designs = tuple(_design(draw, name, drives, raid_levels, groups) for name in called)
    rates = tuple(_rate(draw, currency) for currency in random.sample(CURRENCIES, random.randint(0, len(CURRENCIES))))
    priced_in = (CURRENCY, None, "eur", *(_other_case(draw, rate.currency) for rate in rates))
    prices = tuple(
        _price(draw, listed, number, random.choice(priced_in)) for listed in LISTS for number in range(MOST_PARTS)
    )
    bill = _bill(draw, designs, groups) if settings.price_list else ()
    low, high = (tuple(_change(draw, end, driver) for driver in DRIVERS) for end in ENDS)
    varied, other = (random.choice((None, design.name.upper())) for design in (designs[-1], designs[1]))
    sensitivity = Sensitivity(varied, low, high, random.choice((None, *MEASURES)), other)
    groups, profiles = _with_profiles(draw, groups)
    groups, profiles, deliveries = _with_deliveries(draw, *_with_stores(draw, groups, profiles))
    designs, kits = _with_kits(draw, designs)
    groups, designs = _with_gpus(draw, groups, designs)
    by_kit = {design.name for design in designs if design.kit is not None and random.random() < 0.5}
    bill = tuple(row for row in bill if row.design.lower() not in by_kit)
    parts = tuple(_kit_part(draw, kit.name) for kit in reversed(kits) for _ in range(random.randint(0, 3)))
    made = Scenario(
        groups,
        designs,
        drives,
        raid_levels,
        settings,
        prices,
        bill,
        replace(sensitivity, dials=_dials(random)),
        rates,
        profiles,
        kits,
        parts[:MOST_KIT_PARTS],
        deliveries,
        _points(draw),
        metrics=COUNTED_BY,
    )
    made = replace(made, groups=_with_management_vms(draw, made), settings=_with_lease(draw, settings))
    made = _with_network(draw, replace(made, designs=_with_solution(draw, designs)))
    made = replace(made, designs=tuple(_with_processor(draw, design) for design in made.designs))
    return _with_shelves(draw, made)


def _with_shelves(draw: Draw, made: Scenario) -> Scenario:
    """In a quarter of the scenarios some designs have shelves, typed or by their kit; parts are billed per shelf."""
    random = draw.random
    if random.random() < 0.75:
        return made
    designs, kits = list[Design](), {kit.name.lower(): kit for kit in made.kits}
    for design, in_use in zip(made.designs, made.designs_in_use, strict=True):
        if random.random() < 0.3:
            designs.append(design)
            continue
        base = min(random.choice((0.0, 1.0, 12.0, 24.0)), in_use.bays or 24.0)
        bays: dict[str, Any] = {"base_bays": base, "shelf_bays": random.choice((1.0, 5.0, 12.0, 24.0))}
        named = kits.get((design.kit or "").lower())
        if named is not None and random.random() < 0.5:
            kits[named.name.lower()] = replace(named, **bays)
            bays = {}
        values = draw.values({name: field for name, field in inputs_of(Design).items() if name in SHELVES[2:]})
        designs.append(replace(design, **bays, **values))

    def per_shelf(row: BillRow | KitPart) -> Any:
        """At times what is billed per block is billed per shelf, of a design without any too."""
        return replace(row, per=PER_SHELF) if row.per in (PER_BLOCK, ONCE) and random.random() < 0.6 else row

    return replace(
        made, designs=tuple(designs), kits=tuple(kits.values()), bill=tuple(map(per_shelf, made.bill)),
        kit_parts=tuple(per_shelf(row) if row.part else row for row in made.kit_parts),
    )  # fmt: skip


def _without_shelves(record: type) -> dict[str, Input]:
    """The inputs of a record as they are drawn first, when nothing is billed per shelf."""
    per = inputs_of(record)["per"]
    return {**inputs_of(record), "per": replace(per, choices=tuple(each for each in per.choices if each != PER_SHELF))}


def _points(draw: Draw) -> tuple[MeasuredPoint, ...]:
    """Measured points: none, a few, or as many as there may be; some rise with the load as they should."""
    random = draw.random
    points = []
    for _ in range(random.choice((0, 0, 1, 2, 3, 9, MOST_POINTS))):
        values = draw.values(inputs_of(MeasuredPoint))
        if values["read_share"] is None or values["write_penalty"] is None:
            values["read_share"] = values["write_penalty"] = None
        if random.random() < 0.7:
            values["iops"] = random.choice((10.0, random.uniform(5, 200)))
            values["response_ms"] = 8 / (1 - values["iops"] / 220) * random.uniform(0.9, 1.1)
        points.append(MeasuredPoint(**values))
    return tuple(points)


def _settings(draw: Draw) -> Settings:
    """Settings; where users or GB grow, the years of use are as few as growth is looked at."""
    store_part, measured = draw.random.choice((None, None, "PART 1")), draw.random.choice((None, "DRIVE 0", "drive 1"))
    lists = draw.random.choice((*LISTS, None))
    drawn_last = (_LEASE, *NETWORK)
    fields = {name: field for name, field in inputs_of(Settings).items() if not name.startswith(drawn_last)}
    values = draw.values(fields, as_of=AS_OF, price_list=lists, store_part=store_part, measured_drive=measured)
    for name in ("user_growth", "gb_growth"):
        values[name] = draw.random.choice((0.0, MOST_GROWTH, 0.25, draw.random.uniform(0, MOST_GROWTH)))
    if values["user_growth"] + values["gb_growth"] > 0:
        values["years"] = min(values["years"], float(GROWTH_YEARS[-1]))
    return Settings(**values)


def _with_lease(draw: Draw, settings: Settings) -> Settings:
    """The same, with a lease that has its months."""
    values = draw.values({name: field for name, field in inputs_of(Settings).items() if name.startswith(_LEASE)})
    return replace(settings, **{**values, f"{_LEASE}months": values[f"{_LEASE}months"] or 40.0})


def _with_network(draw: Draw, made: Scenario) -> Scenario:
    """The same, at times with what a user takes of the network."""
    values = draw.values({name: field for name, field in inputs_of(Settings).items() if name in NETWORK})
    return replace(made, settings=replace(made.settings, **values))


def _with_solution(draw: Draw, designs: tuple[Design, ...]) -> tuple[Design, ...]:
    """The same, at times with one that is part of another, where the two carry different users."""
    main, part = draw.random.sample(designs, 2)
    if draw.random.random() < 0.7 or same_name(main.case, part.case):
        return designs
    named = replace(part, part_of=_other_case(draw, main.name))
    return tuple(named if design is part else design for design in designs)


def _dials(random: Random) -> tuple[float, ...]:
    """What is changed at once: in half of the scenarios nothing."""
    if random.random() < 0.5:
        return ()
    most = {"growth_per_year": MOST_GROWTH}
    return tuple(random.choice((0.0, random.uniform(-0.5, most.get(name, 1.0)))) for name in DRIVERS)


def _change(draw: Draw, end: str, driver: str) -> Any:
    """By how much a driver is varied.

    Users who double each year are millions in the end: ROUND(x, 9) has no digits left there to say what is whole.
    """
    change = draw.value(inputs_of(Sensitivity)[end])
    return min(change, MOST_GROWTH) if change is not None and driver == "growth_per_year" else change


def _drive(draw: Draw, number: int) -> Drive:
    fixed = {
        "name": f"drive {number}", "part": f"part {number}",
        "generation": draw.random.choice((GENERATIONS[0], GENERATIONS[0], GENERATIONS[1], None)),
    }  # fmt: skip
    values = draw.values(inputs_of(Drive), **fixed)
    return Drive(**{**values, "gb": draw.random.choice((64.0, 146.0, 300.0, 3840.0, values["gb"]))})


def _layout(draw: Draw) -> RaidLevel:
    """A layout that nobody sells."""
    values = draw.values(inputs_of(RaidLevel), name="own layout")
    values["write_reads"] = draw.random.choice((0.0, values["write_penalty"] / 2, values["write_penalty"]))
    values["min_hosts"] = draw.random.choice((None, None, 1.0, 3.0))
    values["most_hosts"] = draw.random.choice((None, 5.0, 64.0))
    values["min_drives"] = values["multiple"] * draw.random.choice((1, 2))
    return RaidLevel(**values)


def _of_groups() -> dict[str, Input]:
    """The inputs of a group but what it names on other sheets, and its GPU, which are drawn last."""
    return {name: field for name, field in inputs_of(UserGroup).items() if name not in (*NAMED, "gpu_gb")}


def _groups(draw: Draw, case: str) -> list[UserGroup]:
    """One to three groups of a case; what one group gives, all give."""
    optional = (*(f"{phase}_iops" for phase in PHASES), "ram_gib", "vcpus")
    given = {name for name in optional if draw.random.random() >= draw.blank_share}
    groups = []
    for number in range(draw.random.choice((1, 1, 2, 2, 3)) if case != CASES[2] else 1):
        values = draw.values(_of_groups(), name=f"group {number}", case=_other_case(draw, case))
        for name in optional:
            values[name] = replace_blank(draw, inputs_of(UserGroup)[name]) if name in given else None
        for phase in PHASES:
            iops, share = f"{phase}_iops", f"{phase}_read_share"
            if values[iops] is not None:
                values[iops] = draw.random.choice((values[iops], 0.0, 10.0, values[iops] % 60))
                values[share] = replace_blank(draw, inputs_of(UserGroup)[share])
        groups.append(UserGroup(**values))
    return groups


def _with_profiles(draw: Draw, groups: tuple[UserGroup, ...]) -> tuple[tuple[UserGroup, ...], tuple[Profile, ...]]:
    """Of some groups a profile says what they said, or part of it; others of their case name it and type over it."""
    random = draw.random
    names = random.choice((PROFILES_CALLED, PROFILES_CALLED, READ_AS_ONE_NUMBER))
    unused = draw.values(inputs_of(Profile), name="nobody's", kind=PROFILE_STORE, delivery=None)
    profiles, of_case, changed = [Profile(**unused)], dict[str, str](), list[UserGroup]()
    for group in groups:
        case, number = group.case.lower(), len(profiles) - 1
        if random.random() < 0.4 and number < len(names):
            said = {name: getattr(group, name) for name in PER_VM if random.random() < 0.7}
            fixed = {**dict.fromkeys(PER_VM), **said, "name": names[number], "kind": random.choice((DESKTOP, SESSION)),
                     "delivery": None}  # fmt: skip
            profiles.append(Profile(**draw.values(inputs_of(Profile), **fixed)))
            of_case[case] = names[number]
            blank: dict[str, Any] = dict.fromkeys(said)
            changed.append(replace(group, profile=_other_case(draw, names[number]), **blank))
        else:
            changed.append(replace(group, profile=of_case.get(case) if random.random() < 0.5 else None))
    return tuple(changed), tuple(profiles)


def _with_stores(
    draw: Draw, groups: tuple[UserGroup, ...], profiles: tuple[Profile, ...]
) -> tuple[tuple[UserGroup, ...], tuple[Profile, ...]]:
    """Some groups leave to a profile store what it says, or type over it."""
    store = Profile(**draw.values(inputs_of(Profile), name="a store", kind=PROFILE_STORE, delivery=None))
    naming = tuple(
        replace(group, store_profile=_other_case(draw, store.name)) if draw.random.random() < 0.4 else group
        for group in groups
    )
    return naming, (*profiles, store)


def _with_deliveries(
    draw: Draw, groups: tuple[UserGroup, ...], profiles: tuple[Profile, ...]
) -> tuple[tuple[UserGroup, ...], tuple[Profile, ...], tuple[Delivery, ...]]:
    """Some groups pick a way to deliver their image, and some profiles were measured with one."""
    names = draw.random.choice((PROFILES_CALLED, READ_AS_ONE_NUMBER))[:2]
    deliveries = tuple(Delivery(**draw.values(inputs_of(Delivery), name=name)) for name in names)

    def some() -> str | None:
        return _other_case(draw, draw.random.choice(names)) if draw.random.random() < 0.5 else None

    measured = tuple(replace(profile, delivery=some()) for profile in profiles)
    picked = tuple(replace(group, delivery=some()) for group in groups)
    return picked, measured, deliveries


def _with_kits(draw: Draw, designs: tuple[Design, ...]) -> tuple[tuple[Design, ...], tuple[Kit, ...]]:
    """Of some designs a kit says what they said, or part of it, and what they type over it."""
    random = draw.random
    names = random.choice((PROFILES_CALLED, READ_AS_ONE_NUMBER))
    kits, changed = (
        [Kit(**draw.values(inputs_of(Kit), name="nobody's", base_bays=None, shelf_bays=None))],
        list[Design](),
    )
    for design in designs:
        if random.random() < 0.5 or len(kits) > len(names):
            changed.append(design)
            continue
        name = names[len(kits) - 1]
        typed = {key: value for key in BY_KIT if (value := design_values(design)[key]) is not None}
        said = {key: value for key, value in typed.items() if random.random() < 0.6}
        over = {key: draw.value(inputs_of(Kit)[key]) for key in typed if key not in said and random.random() < 0.5}
        fixed = {**dict.fromkeys(BY_KIT), **over, **said, "name": name}
        kits.append(Kit(**draw.values(inputs_of(Kit), **fixed)))
        changed.append(_left_to(_other_case(draw, name), design, said))
    return tuple(changed), tuple(kits)


def _with_gpus(
    draw: Draw, groups: tuple[UserGroup, ...], designs: tuple[Design, ...]
) -> tuple[tuple[UserGroup, ...], tuple[Design, ...]]:
    """In half of the scenarios some groups take GPUs, and most designs have some that are large enough."""
    random = draw.random
    if random.random() < 0.5:
        return groups, designs
    asked = inputs_of(UserGroup)["gpu_gb"]
    most = draw.value(asked) if random.random() < 0.1 else 12.0
    taking = tuple(
        replace(group, gpu_gb=random.choice((None, 0.0, 0.5, 1.0, 2.0, 8.0, random.uniform(0.3, most or 1.0))))
        for group in groups
    )
    having = tuple(
        design
        if random.random() < 0.2
        else replace(
            design, gpus=float(random.randint(1, 32)), gpu_gb=random.choice((16.0, 48.0, random.uniform(12, 99)))
        )
        for design in designs
    )
    return taking, tuple(_with_card(draw, design) for design in having)


def _with_card(draw: Draw, design: Design) -> Design:
    """Some designs name a card, and leave to it what it says or type over it; of others the power is typed."""
    random = draw.random
    watts = random.choice((None, None, 0.0, 62.5))
    if design.gpus is None or random.random() < 0.5:
        return replace(design, gpu_watts=watts)
    card = random.choice(GPU_CARDS)
    return replace(
        design, gpu_card=_other_case(draw, card.name), gpus=card.gpus * random.randint(1, 4),
        gpu_gb=random.choice((None, None, design.gpu_gb)), gpu_watts=watts,
    )  # fmt: skip


def _with_processor(draw: Draw, design: Design) -> Design:
    """A third of the designs name a processor, and leave their cores to it or type them too."""
    random = draw.random
    if random.random() < 0.65:
        return design
    ratio = 4.0 if design.vcpus_per_core is None else design.vcpus_per_core
    left: dict[str, Any] = {name: None for name in BY_PROCESSOR if random.random() < 0.7}
    return replace(
        design, processor=_other_case(draw, random.choice(PROCESSORS).name), host_cpus=float(random.randint(1, 4)),
        vcpus_per_core=ratio, **left,
    )  # fmt: skip


def _with_management_vms(draw: Draw, made: Scenario) -> tuple[UserGroup, ...]:
    """At times the VMs of a group beside another one of its case have no users."""
    seen: set[str] = set()
    groups = []
    for group in made.groups:
        case, profile = group.case.lower(), made.profile_of(group)
        may = case in seen and (profile is None or profile.kind != SESSION)
        groups.append(replace(group, users_per_vm=0.0) if may and draw.random.random() < 0.4 else group)
        seen.add(case)
    return tuple(groups)


def _kit_part(draw: Draw, kit: str) -> KitPart:
    """Something that a kit is billed for: in the price list, not in it, or the part of a drive."""
    part = draw.random.choice((None, None, "part 0", "PART 1", "part 2", "in no list"))
    return KitPart(**draw.values(_without_shelves(KitPart), kit=_other_case(draw, kit), part=part))


def _left_to(kit: str, design: Design, said: Collection[str]) -> Design:
    """A design that leaves to a kit what that says."""
    left: dict[str, Any] = dict.fromkeys(name for name in inputs_of(Design) if name in said)
    tiers = []
    for number, tier in enumerate(design.tiers, start=1):
        of_tier: dict[str, Any] = dict.fromkeys(name for name in inputs_of(Tier) if f"tier{number}_{name}" in said)
        tiers.append(replace(tier, **of_tier))
    return replace(design, kit=kit, tiers=tuple(tiers), **left)


def replace_blank(draw: Draw, field: Input) -> Any:
    """A value that is not blank."""
    return replace(draw, blank_share=0.0).value(field)


def _other_case(draw: Draw, name: str) -> str:
    """The name, at times in capitals: names are compared without case."""
    return draw.random.choice((name, name, name.upper()))


def _design(
    draw: Draw,
    name: str,
    drives: tuple[Drive, ...],
    raid_levels: tuple[RaidLevel, ...],
    groups: tuple[UserGroup, ...],
) -> Design:
    random = draw.random
    group = random.choice(groups)
    fixed: dict[str, Any] = {
        **dict.fromkeys(SHELVES),
        "name": name,
        "kit": None,
        "part_of": None,
        "processor": None,
        "gpu_card": None,
        "gpu_watts": None,
        "case": _other_case(draw, group.case),
        "skew": random.choice((None, 0.5, 0.8, 0.95, random.uniform(0.5, 0.999))),
        "host_ram_gib": random.choice((0.0, 0.0, 1.0, 28.5)),  # more leaves nothing to most blocks
        "host_cores": random.choice((0.0, 0.0, 1.0, 2.5)),
        "beside_ram_gib": _of_a_host(draw, group.ram_gib, (512.0, 6144.0)),  # less is too small for most VMs
        "beside_cores": _of_a_host(draw, group.vcpus, (2.0, 256.0)),
    }
    values = draw.values(inputs_of(Design), **fixed)
    in_cluster = values["block_kind"] == CLUSTER
    raid_levels = tuple(level for level in raid_levels if _suits(draw, level, in_cluster=in_cluster))
    values["max_hosts"] = random.choice((None, None, 6.0, 10.0, 64.0))
    if in_cluster and random.random() < 0.7:  # else most of them carry nothing, for one reason or another
        values.update(
            ram_gib=random.choice((None, 144.0, 512.0)), cores=None, usable_gb=None, usable_iops=None, bays=None
        )
    if values["block_kind"] == ARRAY and random.random() < 0.7:
        values.update(ram_gib=None, cores=None, usable_gb=None, usable_iops=None, bays=None)
    if values["cores"] is not None or values["beside_cores"] is not None:
        values["vcpus_per_core"] = replace_blank(draw, inputs_of(Design)["vcpus_per_core"])
    is_service = values["block_kind"] == SERVICE
    if is_service and random.random() < 0.7:  # a desktop that is too small for a VM is an error of the design
        values.update(ram_gib=random.choice((None, 144.0)), cores=None, usable_gb=None, host_ram_gib=0.0)
    known = any(values[n] for n in ("measured_vms", "given_vms", "usable_iops"))
    used = () if is_service else _tiers_in_use(draw, known=known)
    places = (POOL, POOL, ELSEWHERE, *(f"tier {k}" for k in used))
    values.update({f"{thing}_location": random.choice(places) for thing in OBJECTS})
    tiers = _tiers(draw, used, drives, raid_levels, with_skew=values["skew"] is not None)
    cache = Cache() if is_service else _cache(draw, drives, raid_levels)
    return Design(tiers=tiers, cache=cache, **values)


def _of_a_host(draw: Draw, asked: float | None, sizes: tuple[float, ...]) -> float | None:
    """RAM or cores of a host beside an array; at times nobody asks for them, which may be an error of the design."""
    given = draw.random.random() < (0.03 if asked is None else 0.5)
    return draw.random.choice(sizes) if given else None


def _suits(draw: Draw, level: RaidLevel, *, in_cluster: bool) -> bool:
    """Layouts over hosts are those of clusters; at times it is not so, which is an error of the design."""
    return (level in OVER_HOSTS) == in_cluster or level.name == "own layout" or draw.random.random() < 0.02


def _cache(draw: Draw, drives: tuple[Drive, ...], raid_levels: tuple[RaidLevel, ...]) -> Cache:
    if draw.random.random() < 0.5:
        return Cache()
    level = draw.random.choice(raid_levels)
    fixed = {"drive": draw.random.choice(drives).name, "raid": level.name, "drives": _suitable(draw, level)}
    return Cache(**draw.values(inputs_of(Cache), **fixed))


def _tiers_in_use(draw: Draw, known: bool) -> tuple[int, ...]:
    choices = [(1,), (1,), (2,), (1, 2), (1, 2), (1, 3), (1, 2, 3), *([()] if known else [])]
    return draw.random.choice(choices)


def _tiers(
    draw: Draw,
    used: tuple[int, ...],
    drives: tuple[Drive, ...],
    raid_levels: tuple[RaidLevel, ...],
    *,
    with_skew: bool,
) -> tuple[Tier, ...]:
    """Three tiers, of which some are in use; shares that add up to 1, or none where they may be blank."""
    random = draw.random
    counted = random.random() < 0.5
    shares = {
        what: draw.parts_of_one(len(used))
        for what in ("reads", "writes", "capacity")
        if not _may_be_blank(draw, what, used, with_skew=with_skew, counted=counted)
    }
    tiers = []
    for k in TIERS:
        if k not in used:
            tiers.append(Tier())
            continue
        level = random.choice(raid_levels)
        fixed: dict[str, Any] = {
            f"share_of_{what}": shares[what][used.index(k)] if what in shares else None
            for what in ("reads", "writes", "capacity")
        }
        fixed["drive"] = _other_case(draw, random.choice(drives).name)
        fixed["raid"] = level.name.lower()
        fixed["drives"] = None if counted else _suitable(draw, level)
        tiers.append(Tier(**draw.values(inputs_of(Tier), **fixed)))
    return tuple(tiers)


def _may_be_blank(draw: Draw, what: str, used: tuple[int, ...], *, with_skew: bool, counted: bool) -> bool:
    allowed = len(used) < 2 or (not counted if what == "capacity" else with_skew)
    return allowed and draw.random.random() < 0.6


def _suitable(draw: Draw, level: RaidLevel) -> float:
    """A number of drives that the RAID level allows."""
    smallest = -(-level.min_drives // level.multiple) * level.multiple
    return smallest + level.multiple * draw.random.choice((0, 0, 1, 5, 40))


def _rate(draw: Draw, currency: str) -> ExchangeRate:
    eur = draw.random.choice((0.92, 1.0, 1.1837, 0.0061, draw.random.uniform(0.01, 3)))
    return ExchangeRate(**draw.values(inputs_of(ExchangeRate), currency=currency, eur_per_unit=eur))


def _price(draw: Draw, listed: str, number: int, currency: str | None) -> Price:
    values = draw.values(inputs_of(Price), price_list=listed, part=f"Part {number}", currency=currency)
    if draw.random.random() < 0.7:
        values["amount"] = replace_blank(draw, inputs_of(Price)["amount"])
    return Price(**values)


def _bill(draw: Draw, designs: tuple[Design, ...], groups: tuple[UserGroup, ...]) -> tuple[BillRow, ...]:
    rows = [
        _bill_row(draw, design, part, [each.name for each in groups if same_name(each.case, design.case)])
        for design in designs
        for part in draw.random.sample([f"part {n}" for n in range(MOST_PARTS)], draw.random.randint(0, MOST_PARTS))
    ]
    draw.random.shuffle(rows)
    return tuple(rows)


def _bill_row(draw: Draw, design: Design, part: str, groups: list[str]) -> BillRow:
    """A part of a design, at times of one of its user groups; at times a credit, which says what it is for."""
    fixed: dict[str, Any] = {"design": _other_case(draw, design.name), "part": part, "metric": None, "group": None}
    values = draw.values(_without_shelves(BillRow), **fixed)
    metrics = (metric.name for metric in COUNTED_BY if metric.per == values["per"])
    values["metric"] = draw.random.choice((None, *metrics))
    values["quantity"] = draw.random.choice((1.0, 2.0, 12.0, 0.5, draw.random.uniform(0.3, 30)))
    if values["per"] in OF_A_GROUP:
        values["group"] = draw.random.choice((None, *(_other_case(draw, name) for name in groups)))
    if draw.random.random() < 0.1:
        values.update(quantity=-values["quantity"], note="taken back")
    return BillRow(**values)
