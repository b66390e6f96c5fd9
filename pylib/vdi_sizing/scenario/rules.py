"""What must hold between the records of a scenario; what a record says by itself it checks when it is made."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from vdi_sizing._arrays import rounded, total_of
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import LIKE_A_PART, inputs_of, name_key, or_nearest, same_name
from vdi_sizing.scenario.bill import METRIC, OF_A_GROUP, BillRow
from vdi_sizing.scenario.calibration import MOST_POINTS, MeasuredPoint
from vdi_sizing.scenario.changes import CHANGEABLE, MOST_NAMED, Change
from vdi_sizing.scenario.designs import CLUSTER, SERVICE, TIERS, Design
from vdi_sizing.scenario.parts import Cache, Tier
from vdi_sizing.scenario.records import Scenario
from vdi_sizing.scenario.settings import GROWTH_YEARS, Settings
from vdi_sizing.scenario.users import PHASES, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import ExchangeRate, Price
from vdi_sizing.tables.profiles import PROFILE_STORE, SESSION, Profile
from vdi_sizing.tables.raid_levels import RaidLevel

Place = Callable[[str, int, str], str]
"""Where a field of a record stands: (table, position from 0, field) -> words for a message."""


def in_words(table: str, index: int, field_name: str) -> str:
    """The place in words, where there is no sheet to point at."""
    return f"{table} {index + 1}, {field_name}"


MOST_ROWS = {
    "groups": ("user groups", "name", 1_000),
    "profiles": ("profiles", "name", 1_000),
    "drives": ("drives", "name", 1_000),
    "kit_parts": ("parts of kits", "part", 1_000),
    "bill": ("rows of the bill", "part", 1_000),
    "prices": ("prices", "part", 4_000),
}
"""What each table is called, a field of it, and how many records a workbook takes: all at once can still be read."""


def check(scenario: Scenario, place: Place = in_words) -> None:
    """Raise InputError for the first thing that does not hold between the records of a scenario."""
    for rule in (
        _check_counts,
        _check_names,
        _check_raid_levels,
        _check_profiles,
        _check_deliveries,
        _check_stores,
        _check_store_part,
        _check_groups,
        _check_users_of_vms,
        _check_kits,
        _check_gpu_cards,
        _check_processors,
        _check_designs,
        _check_solutions,
        _check_rates,
        _check_prices,
        _check_bill,
        _check_bills_by_kit,
        _check_growth,
        _check_lease,
        _check_measured,
        _check_sensitivity,
        _check_changes,
    ):
        rule(scenario, place)


def refuse_too_many(table: str, count: int, where: str) -> None:
    """Refuse more records of a table than a workbook takes, before anything is made of them.

    >>> refuse_too_many("groups", 300_000, "users.csv")
    Traceback (most recent call last):
    vdi_sizing.errors.InputError: users.csv: user groups is '300,000 rows'; expected at most 1,000 rows
    """
    label, _, most = MOST_ROWS[table]
    if count > most:
        raise InputError(label, f"{count:,} rows", f"at most {most:,} rows", where)


def _check_counts(scenario: Scenario, place: Place) -> None:
    for table, (_, field, most) in MOST_ROWS.items():
        count = len(getattr(scenario, table))
        if count > most:
            refuse_too_many(table, count, place(table, most, field))


def _check_names(scenario: Scenario, place: Place) -> None:
    for table, records, key, label in (
        ("groups", scenario.groups, ("case", "name"), inputs_of(UserGroup)["name"].label),
        ("designs", scenario.designs, ("name",), inputs_of(Design)["name"].label),
        ("drives", scenario.drives, ("name",), inputs_of(Drive)["name"].label),
        ("raid_levels", scenario.raid_levels, ("name",), inputs_of(RaidLevel)["name"].label),
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


def _check_profiles(scenario: Scenario, place: Place) -> None:
    label = inputs_of(UserGroup)["profile"].label
    _check_unique("profiles", scenario.profiles, ("name",), label, place)
    names = [profile.name for profile in scenario.profiles if profile.kind != PROFILE_STORE]
    kinds = {name_key(profile.name): profile.kind for profile in scenario.profiles}
    for index, group in enumerate(scenario.groups):
        if group.profile is None:
            continue
        kind = kinds.get(name_key(group.profile))
        if kind is None:
            expected = or_nearest("a profile of the Profiles sheet", group.profile, names)
            raise InputError(label, group.profile, expected, place("groups", index, "profile"))
        if kind == PROFILE_STORE:
            expected = "a profile of a desktop or a session; what a store has to do is entered as store IOPS and GB"
            raise InputError(label, group.profile, expected, place("groups", index, "profile"))


def _check_deliveries(scenario: Scenario, place: Place) -> None:
    label = inputs_of(UserGroup)["delivery"].label
    _check_unique("deliveries", scenario.deliveries, ("name",), label, place)
    named: tuple[tuple[str, Sequence[UserGroup | Profile]], ...] = (
        ("groups", scenario.groups), ("profiles", scenario.profiles),
    )  # fmt: skip
    for table, records in named:
        for index, record in enumerate(records):
            if record.delivery is not None and scenario.delivery_of(record) is None:
                names = (delivery.name for delivery in scenario.deliveries)
                expected = or_nearest("an image delivery of the Delivery sheet", record.delivery, names)
                raise InputError(label, record.delivery, expected, place(table, index, "delivery"))


def _check_stores(scenario: Scenario, place: Place) -> None:
    label = inputs_of(UserGroup)["store_profile"].label
    stores = {name_key(profile.name): profile.name for profile in scenario.profiles if profile.kind == PROFILE_STORE}
    for index, group in enumerate(scenario.groups):
        if group.store_profile is not None and name_key(group.store_profile) not in stores:
            what = f"a profile of the Profiles sheet that is a {PROFILE_STORE}"
            expected = or_nearest(what, group.store_profile, stores.values())
            raise InputError(label, group.store_profile, expected, place("groups", index, "store_profile"))


def _check_store_part(scenario: Scenario, place: Place) -> None:
    part = scenario.settings.store_part
    if part is not None and not any(same_name(price.part, part) for price in scenario.prices):
        label = inputs_of(Settings)["store_part"].label
        listed = (price.part for price in scenario.prices)
        expected = or_nearest("a part of the Prices sheet", part, listed, LIKE_A_PART)
        raise InputError(label, part, expected, place("settings", 0, "store_part"))


def _check_groups(scenario: Scenario, place: Place) -> None:
    companions = (*(f"{phase}_iops" for phase in PHASES), "ram_gib", "vcpus")
    given = {
        (name_key(group.case), name)
        for group in scenario.groups_in_use
        for name in companions
        if getattr(group, name) is not None
    }
    for index, group in enumerate(scenario.groups_in_use):
        for phase in PHASES:
            iops, share = f"{phase}_iops", f"{phase}_read_share"
            if getattr(group, iops) is not None and getattr(group, share) is None:
                field = inputs_of(UserGroup)[share]
                expected = f"{field.expected}, since IOPS are given"
                raise InputError(field.label, None, expected, place("groups", index, share))
        for name in companions:
            if getattr(group, name) is None and (name_key(group.case), name) in given:
                expected = f"a number, since other groups of case {group.case!r} give one"
                raise InputError(inputs_of(UserGroup)[name].label, None, expected, place("groups", index, name))


def _check_users_of_vms(scenario: Scenario, place: Place) -> None:
    """Management VMs have no users: they stand beside others that have some, and nothing counts by their sessions."""
    name = "users_per_vm"
    label = inputs_of(UserGroup)[name].label
    with_users = {name_key(group.case) for group in scenario.groups if group.users_per_vm > 0}
    for index, group in enumerate(scenario.groups):
        if group.users_per_vm > 0:
            continue
        if name_key(group.case) not in with_users:
            expected = f"a number above 0, or blank, in a group of case {group.case!r}"
            raise InputError(label, group.users_per_vm, expected, place("groups", index, "users_per_vm"))
        profile = scenario.profile_of(group)
        if profile is not None and profile.kind == SESSION:
            expected = f"a number above 0: profile {profile.name!r} is that of a session, and counts for each user"
            raise InputError(label, group.users_per_vm, expected, place("groups", index, "users_per_vm"))


def _check_kits(scenario: Scenario, place: Place) -> None:
    label = inputs_of(Design)["kit"].label
    _check_unique("kits", scenario.kits, ("name",), label, place)
    known = {name_key(kit.name): kit.name for kit in scenario.kits}
    for index, design in enumerate(scenario.designs):
        if design.kit is not None and name_key(design.kit) not in known:
            expected = or_nearest("a kit of the Kits sheet", design.kit, known.values())
            raise InputError(label, design.kit, expected, place("designs", index, "kit"))


def _check_gpu_cards(scenario: Scenario, place: Place) -> None:
    """A design names a card that is known, and has all GPUs of each."""
    inputs = inputs_of(Design)
    label = inputs["gpu_card"].label
    _check_unique("gpu_cards", scenario.gpu_cards, ("name",), label, place)
    known = {name_key(card.name): card for card in scenario.gpu_cards}
    for index, design in enumerate(scenario.designs):
        if design.gpu_card is None:
            continue
        card = known.get(name_key(design.gpu_card))
        if card is None:
            expected = or_nearest("a card of the GPUs sheet", design.gpu_card, (each.name for each in known.values()))
            raise InputError(label, design.gpu_card, expected, place("designs", index, "gpu_card"))
        if (design.gpus or 0) % card.gpus:
            expected = f"a multiple of {card.gpus:g}, the GPUs of a card"
            raise InputError(inputs["gpus"].label, design.gpus, expected, place("designs", index, "gpus"))


def _check_processors(scenario: Scenario, place: Place) -> None:
    """A design names a processor that is known, and says how many of them a host has."""
    inputs = inputs_of(Design)
    label = inputs["processor"].label
    _check_unique("processors", scenario.processors, ("name",), label, place)
    for index, design in enumerate(scenario.designs):
        if design.processor is None:
            continue
        if scenario.processor_of(design) is None:
            names = (each.name for each in scenario.processors)
            expected = or_nearest("a processor of the Processors sheet", design.processor, names)
            raise InputError(label, design.processor, expected, place("designs", index, "processor"))
        if design.host_cpus is None:
            expected = "a whole number above 0, since a processor is named"
            raise InputError(inputs["host_cpus"].label, None, expected, place("designs", index, "host_cpus"))


def _check_designs(scenario: Scenario, place: Place) -> None:
    for index, design in enumerate(scenario.designs_in_use):

        def at(name: str, index: int = index) -> str:
            return place("designs", index, name)

        if not scenario.groups_of(design.case):
            cases = sorted({group.case for group in scenario.groups})
            raise InputError("load case", design.case, f"one of: {', '.join(cases)}", at("case"))
        cores_given = design.cores is not None or design.beside_cores is not None
        if cores_given and design.vcpus_per_core is None:
            raise InputError("vCPU per core", None, "a number, since cores are given", at("vcpus_per_core"))
        _check_service(design, at)
        _check_shelves(design, at)
        for number, tier in zip(TIERS, design.tiers, strict=True):
            _check_drives(scenario, design, tier, f"tier{number}_", at)
        _check_drives(scenario, design, design.cache, "cache_", at)
        if design.cache.drive is not None and design.cache.drives is None:
            raise InputError("cache drives", None, "a number of drives, since a drive is named", at("cache_drives"))
        _check_tiers(design, at)


def _check_solutions(scenario: Scenario, place: Place) -> None:
    """A part names another design that is none, and no two designs of one solution carry the same users."""
    label = inputs_of(Design)["part_of"].label
    by_name = {name_key(design.name): design for design in scenario.designs_in_use}
    carried: dict[str, list[Design]] = {}
    for index, design in enumerate(scenario.designs_in_use):
        if design.part_of is None:
            continue
        main = by_name.get(name_key(design.part_of))
        if main is None or main is design:
            others = [each.name for each in scenario.designs if not same_name(each.name, design.name)]
            expected = or_nearest("another design of the sheet Designs, or blank", design.part_of, others)
            raise InputError(label, design.part_of, expected, place("designs", index, "part_of"))
        if main.part_of is not None:
            expected = f"a design that is no part itself: {main.name!r} is part of {main.part_of!r}"
            raise InputError(label, design.part_of, expected, place("designs", index, "part_of"))
        before = carried.setdefault(name_key(main.name), [main])
        for other in before:
            if same_name(other.case, design.case):
                expected = f"another load case than that of {other.name!r}, as both are parts of one solution"
                raise InputError("load case", design.case, expected, place("designs", index, "case"))
        before.append(design)


def _check_service(design: Design, at: Callable[[str], str]) -> None:
    """What a service keeps to itself is not typed."""
    named = [(f"tier{k}_drive", tier.drive) for k, tier in zip(TIERS, design.tiers, strict=True)]
    for name, drive in (*named, ("cache_drive", design.cache.drive)):
        if design.block_kind == SERVICE and drive is not None:
            raise InputError("drive", drive, "blank, since a service shows no drives", at(name))


def _check_shelves(design: Design, at: Callable[[str], str]) -> None:
    """Bays of a shelf and those without shelves are given together."""
    inputs = inputs_of(Design)
    pair = ("base_bays", "shelf_bays")
    for name, other in (pair, pair[::-1]):
        if getattr(design, name) is None and getattr(design, other) is not None:
            expected = f"a number, since {inputs[other].label} are given"
            raise InputError(inputs[name].label, None, expected, at(name))


def _drive_expected(scenario: Scenario, wanted: str) -> str:
    return or_nearest("a drive of the Drives sheet", wanted, (drive.name for drive in scenario.drives))


def _check_drives(
    scenario: Scenario, design: Design, tier: Tier | Cache, prefix: str, at: Callable[[str], str]
) -> None:
    if tier.drive is None:
        if tier.drives is not None:
            raise InputError("drive", None, "a drive, since a number of drives is given", at(f"{prefix}drive"))
        return
    if not any(same_name(drive.name, tier.drive) for drive in scenario.drives):
        raise InputError("drive", tier.drive, _drive_expected(scenario, tier.drive), at(f"{prefix}drive"))
    names = [level.name for level in scenario.raid_levels]
    if tier.raid is None or not any(same_name(name, tier.raid) for name in names):
        raise InputError("RAID level", tier.raid, f"one of: {', '.join(names)}", at(f"{prefix}raid"))
    level = scenario.raid_level(tier.raid)
    if tier.drives is None:
        return
    least, multiple = _drives_in_block(level, design)
    if tier.drives < least:
        expected = f"at least {least:g} drives {_rule_of(level, design)}"
        raise InputError("drives per block", tier.drives, expected, at(f"{prefix}drives"))
    if tier.drives % multiple:
        expected = f"a multiple of {multiple:g} drives for {level.name}"
        raise InputError("drives per block", tier.drives, expected, at(f"{prefix}drives"))


def _drives_in_block(level: RaidLevel, design: Design) -> tuple[float, float]:
    """The least drives of a block in a layout, and their multiple; a layout over hosts asks them of all its hosts.

    A host of a cluster has its part of them: of S2D's eight drives over two servers, four.
    """
    hosts = level.min_hosts or 1.0
    if design.block_kind == CLUSTER and hosts > 1:
        return math.ceil(level.min_drives / hosts), 1.0
    return level.min_drives, level.multiple


def _rule_of(level: RaidLevel, design: Design) -> str:
    """For what they are, and in a cluster who says so."""
    if design.block_kind != CLUSTER or not level.min_hosts:
        return f"for {level.name}"
    return f"per host for {level.name}" + (f", by {level.source}" if level.source else "")


def _check_tiers(design: Design, at: Callable[[str], str]) -> None:
    used = [(number, tier) for number, tier in zip(TIERS, design.tiers, strict=True) if tier.drive is not None]
    known = design.measured_vms is not None or design.given_vms is not None or design.usable_iops is not None
    if not used and not known and design.block_kind != SERVICE:
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
    label = inputs_of(Tier)[name].label
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
    if rounded(total_of(given) - 1.0) != 0:
        raise InputError(f"{label}, sum over the tiers", total_of(given), "1", first)


def _check_rates(scenario: Scenario, place: Place) -> None:
    label = inputs_of(ExchangeRate)["currency"].label
    _check_unique("rates", scenario.rates, ("currency",), label, place)
    for index, rate in enumerate(scenario.rates):
        if same_name(rate.currency, scenario.currency):
            expected = f"a currency other than {scenario.currency}, which needs no rate"
            raise InputError(label, rate.currency, expected, place("rates", index, "currency"))


def _check_prices(scenario: Scenario, place: Place) -> None:
    _check_unique("prices", scenario.prices, ("price_list", "part"), inputs_of(Price)["part"].label, place)
    chosen = scenario.settings.price_list
    lists = {price.price_list for price in scenario.prices}
    if chosen is not None and not any(same_name(chosen, known) for known in lists):
        expected = f"one of: {', '.join(sorted(lists))}" if lists else "blank, since there are no prices"
        raise InputError("price list", chosen, expected, place("settings", 0, "price_list"))


def _check_bill(scenario: Scenario, place: Place) -> None:
    _check_unique("metrics", scenario.metrics, ("name",), METRIC.label, place)
    for index, row in enumerate(scenario.bill):
        if row.quantity < 0 and row.note is None:
            expected = "a note that says what the credit is for, since the quantity is below 0"
            raise InputError("note", None, expected, place("bill", index, "note"))
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
        at = scenario.listed.get(name_key(row.part))
        if at is None:
            listed = (price.part for price in scenario.prices if same_name(price.price_list, chosen))
            expected = or_nearest(f"a part of the price list {chosen!r}", row.part, listed, LIKE_A_PART)
            raise InputError("part", row.part, expected, place("bill", index, "part"))
        _check_convertible(scenario, at, place)
        _check_metric(scenario, index, place)
        _check_group(scenario, index, place)


def _check_metric(scenario: Scenario, index: int, place: Place) -> None:
    """A licence metric has to be known, and to count what the row counts."""
    row = scenario.bill[index]
    if row.metric is None:
        return
    metric = scenario.metric_of(row)
    if metric is None:
        names = (known.name for known in scenario.metrics)
        expected = or_nearest("a licence metric of the Licences sheet", row.metric, names)
        raise InputError(METRIC.label, row.metric, expected, place("bill", index, "metric"))
    if metric.per != row.per:
        expected = f"{metric.per!r}, by which {metric.name!r} is counted"
        raise InputError(inputs_of(BillRow)["per"].label, row.per, expected, place("bill", index, "per"))


def _check_group(scenario: Scenario, index: int, place: Place) -> None:
    """A user group has to be one of the design's load case, and its VMs or users what the row counts."""
    row = scenario.bill[index]
    if row.group is None:
        return
    label, where = inputs_of(BillRow)["group"].label, place("bill", index, "group")
    if row.per not in OF_A_GROUP:
        raise InputError(
            label, row.group, f"blank, since the part is billed per {row.per}, and not per VM or user", where
        )
    design = next(design for design in scenario.designs_in_use if same_name(design.name, row.design))
    known = [group.name for group in scenario.groups_of(design.case)]
    if not any(same_name(name, row.group) for name in known):
        what = f"a user group of the load case {design.case!r} on the Users sheet"
        raise InputError(label, row.group, or_nearest(what, row.group, known), where)


def _check_bills_by_kit(scenario: Scenario, place: Place) -> None:
    """A part that a kit brings along may have no price; one that has is in a currency with a rate."""
    for design in scenario.designs:
        for number, row in scenario.numbered_bill_of(design):
            at = scenario.listed.get(name_key(row.part)) if number < 0 else None
            if at is not None:
                _check_convertible(scenario, at, place)


def _check_convertible(scenario: Scenario, at: int, place: Place) -> None:
    price = scenario.prices[at]
    if not scenario.is_convertible(price):
        expected = f"{scenario.currency}, or a currency with an exchange rate on Settings, for the part {price.part!r}"
        raise InputError("currency", price.currency, expected, place("prices", at, "currency"))


def _check_growth(scenario: Scenario, place: Place) -> None:
    settings, most = scenario.settings, GROWTH_YEARS[-1]
    if settings.years > most and settings.user_growth + settings.gb_growth > 0:
        expected = f"at most {most} years, since growth is given"
        raise InputError(inputs_of(Settings)["years"].label, settings.years, expected, place("settings", 0, "years"))


def _check_lease(scenario: Scenario, place: Place) -> None:
    settings, months = scenario.settings, inputs_of(Settings)["lease_months"]
    if settings.lease_factor is not None and settings.lease_months is None:
        expected = f"{months.expected}, since a lease factor is given"
        raise InputError(months.label, None, expected, place("settings", 0, "lease_months"))


def _check_measured(scenario: Scenario, place: Place) -> None:
    drive = scenario.settings.measured_drive
    if drive is not None and not any(same_name(known.name, drive) for known in scenario.drives):
        label = inputs_of(Settings)["measured_drive"].label
        raise InputError(label, drive, _drive_expected(scenario, drive), place("settings", 0, "measured_drive"))
    if len(scenario.measured_points) > MOST_POINTS:
        expected = f"at most {MOST_POINTS} points: leave some out, or take the mean of those at one load"
        where = place("measured_points", MOST_POINTS, "iops")
        raise InputError("points", len(scenario.measured_points), expected, where)
    pair = ("read_share", "write_penalty")
    for index, point in enumerate(scenario.measured_points):
        for name, other in (pair, pair[::-1]):
            if getattr(point, name) is None and getattr(point, other) is not None:
                fields = inputs_of(MeasuredPoint)
                expected = f"{fields[name].expected}, since a {fields[other].label} is given"
                raise InputError(fields[name].label, None, expected, place("measured_points", index, name))


def _check_sensitivity(scenario: Scenario, place: Place) -> None:
    names = [design.name for design in scenario.designs]
    for field in ("design", "other"):
        named = getattr(scenario.sensitivity, field)
        if named is not None and not any(same_name(named, name) for name in names):
            raise InputError(field, named, f"one of: {', '.join(names)}", place("sensitivity", 0, field))


def _check_changes(scenario: Scenario, place: Place) -> None:
    inputs = inputs_of(Change)
    _check_unique("named_changes", scenario.named_changes, ("scenario", "what"), inputs["what"].label, place)
    named: set[str] = set()
    for index, change in enumerate(scenario.named_changes):
        if not any(same_name(change.what, known) for known in CHANGEABLE.values()):
            expected = or_nearest("a driver of the sheet Sensitivity", change.what, CHANGEABLE.values())
            raise InputError(inputs["what"].label, change.what, expected, place("named_changes", index, "what"))
        named.add(name_key(change.scenario))
        if len(named) > MOST_NAMED:
            where = place("named_changes", index, "scenario")
            raise InputError(inputs["scenario"].label, change.scenario, f"at most {MOST_NAMED} scenarios", where)
