"""What must hold between the records of a scenario; what a record says by itself it checks when it is made."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from vdi_sizing._arrays import rounded, total_of
from vdi_sizing.errors import InputError, InputsError
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
_Faults = Iterator[InputError]
_ONE_RECORD = ("settings", "sensitivity")
"""What is entered once: that one of its inputs is wrong says nothing of another one."""
_COMPANIONS = (*(f"{phase}_iops" for phase in PHASES), "ram_gib", "vcpus")
"""What all groups of a case have, or none."""


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
    """Raise InputError for all that does not hold between the records of a scenario, as far as it can be told."""
    refuse(faults(scenario, place))


def refuse(errors: Sequence[InputError]) -> None:
    """Raise what was found, if anything was."""
    if errors:
        raise InputsError(list(errors)) if len(errors) > 1 else errors[0]


def faults(scenario: Scenario, place: Place = in_words, incomplete: Collection[str] = ()) -> list[InputError]:
    """What does not hold between the records of a scenario; of a record what comes first, as others follow from it.

    Parameters
    ----------
    scenario : Scenario
        The records.
    place : callable
        How a message names the place of a field.
    incomplete : collection of str
        The tables that lack records, since these cannot be used by themselves: what needs all of them is not asked.

    Returns
    -------
    list of InputError
        All of them, in the order of the rules.
    """
    of_records: dict[str, tuple[str, int]] = {}

    def noted(table: str, index: int, field_name: str) -> str:
        where = place(table, index, field_name)
        if table not in _ONE_RECORD:
            of_records[where] = table, index
        return where

    found: list[InputError] = []
    faulty: set[tuple[str, int]] = set()
    for rule, needs in _RULES:
        if needs.isdisjoint(incomplete):
            errors = [error for error in rule(scenario, noted) if of_records.get(error.where) not in faulty]
            faulty |= {of_records[error.where] for error in errors if error.where in of_records}
            found += errors
        if rule is _check_counts and found:
            break  # it would take too long
    return found


def refuse_too_many(table: str, count: int, where: str) -> None:
    """Refuse more records of a table than a workbook takes, before anything is made of them.

    >>> refuse_too_many("groups", 300_000, "users.csv")
    Traceback (most recent call last):
    vdi_sizing.errors.InputError: users.csv: user groups is '300,000 rows'; expected at most 1,000 rows
    """
    label, _, most = MOST_ROWS[table]
    if count > most:
        raise InputError(label, f"{count:,} rows", f"at most {most:,} rows", where)


def _told(rule: Callable[..., None], *about: Any) -> _Faults:
    """What a rule refuses of one record."""
    try:
        rule(*about)
    except InputError as error:
        yield error


def _check_counts(scenario: Scenario, place: Place) -> _Faults:
    for table, (_, field, most) in MOST_ROWS.items():
        count = len(getattr(scenario, table))
        if count > most:
            yield from _told(refuse_too_many, table, count, place(table, most, field))


def _check_names(scenario: Scenario, place: Place) -> _Faults:
    for table, records, key, label in (
        ("groups", scenario.groups, ("case", "name"), inputs_of(UserGroup)["name"].label),
        ("designs", scenario.designs, ("name",), inputs_of(Design)["name"].label),
        ("drives", scenario.drives, ("name",), inputs_of(Drive)["name"].label),
        ("raid_levels", scenario.raid_levels, ("name",), inputs_of(RaidLevel)["name"].label),
    ):
        yield from _unique(table, records, key, label, place)
        if not records:
            yield InputError(label, None, "at least one", place(table, 0, "name"))


def _unique(table: str, records: Sequence[object], key: tuple[str, ...], label: str, place: Place) -> _Faults:
    seen: set[tuple[str, ...]] = set()
    for index, record in enumerate(records):
        names = tuple(name_key(getattr(record, name)) for name in key)
        if names in seen:
            shown = ", ".join(str(getattr(record, name)) for name in key)
            yield InputError(label, shown, "a name that is used once", place(table, index, key[-1]))
        seen.add(names)


def _check_raid_levels(scenario: Scenario, place: Place) -> _Faults:
    for index, level in enumerate(scenario.raid_levels):
        if level.write_reads > level.write_penalty:
            expected = f"at most the write penalty, {level.write_penalty:g}"
            yield InputError("reads per write", level.write_reads, expected, place("raid_levels", index, "write_reads"))


def _check_profiles(scenario: Scenario, place: Place) -> _Faults:
    label = inputs_of(UserGroup)["profile"].label
    yield from _unique("profiles", scenario.profiles, ("name",), label, place)
    names = [profile.name for profile in scenario.profiles if profile.kind != PROFILE_STORE]
    kinds = {name_key(profile.name): profile.kind for profile in scenario.profiles}
    for index, group in enumerate(scenario.groups):
        if group.profile is None:
            continue
        kind = kinds.get(name_key(group.profile))
        if kind is None:
            expected = or_nearest("a profile of the Profiles sheet", group.profile, names)
            yield InputError(label, group.profile, expected, place("groups", index, "profile"))
        elif kind == PROFILE_STORE:
            expected = "a profile of a desktop or a session; what a store has to do is entered as store IOPS and GB"
            yield InputError(label, group.profile, expected, place("groups", index, "profile"))


def _check_deliveries(scenario: Scenario, place: Place) -> _Faults:
    label = inputs_of(UserGroup)["delivery"].label
    yield from _unique("deliveries", scenario.deliveries, ("name",), label, place)
    named: tuple[tuple[str, Sequence[UserGroup | Profile]], ...] = (
        ("groups", scenario.groups), ("profiles", scenario.profiles),
    )  # fmt: skip
    for table, records in named:
        for index, record in enumerate(records):
            if record.delivery is not None and scenario.delivery_of(record) is None:
                names = (delivery.name for delivery in scenario.deliveries)
                expected = or_nearest("an image delivery of the Delivery sheet", record.delivery, names)
                yield InputError(label, record.delivery, expected, place(table, index, "delivery"))


def _check_stores(scenario: Scenario, place: Place) -> _Faults:
    label = inputs_of(UserGroup)["store_profile"].label
    stores = {name_key(profile.name): profile.name for profile in scenario.profiles if profile.kind == PROFILE_STORE}
    for index, group in enumerate(scenario.groups):
        if group.store_profile is not None and name_key(group.store_profile) not in stores:
            what = f"a profile of the Profiles sheet that is a {PROFILE_STORE}"
            expected = or_nearest(what, group.store_profile, stores.values())
            yield InputError(label, group.store_profile, expected, place("groups", index, "store_profile"))


def _check_store_part(scenario: Scenario, place: Place) -> _Faults:
    part = scenario.settings.store_part
    if part is not None and not any(same_name(price.part, part) for price in scenario.prices):
        label = inputs_of(Settings)["store_part"].label
        listed = (price.part for price in scenario.prices)
        expected = or_nearest("a part of the Prices sheet", part, listed, LIKE_A_PART)
        yield InputError(label, part, expected, place("settings", 0, "store_part"))


def _check_groups(scenario: Scenario, place: Place) -> _Faults:
    given = {
        (name_key(group.case), name)
        for group in scenario.groups_in_use
        for name in _COMPANIONS
        if getattr(group, name) is not None
    }
    for index, group in enumerate(scenario.groups_in_use):
        yield from _told(_check_group_of_users, group, given, lambda name, index=index: place("groups", index, name))


def _check_group_of_users(group: UserGroup, given: Collection[tuple[str, str]], at: Callable[[str], str]) -> None:
    inputs = inputs_of(UserGroup)
    for phase in PHASES:
        iops, share = f"{phase}_iops", f"{phase}_read_share"
        if getattr(group, iops) is not None and getattr(group, share) is None:
            expected = f"{inputs[share].expected}, since IOPS are given"
            raise InputError(inputs[share].label, None, expected, at(share))
    missing = [name for name in _COMPANIONS if getattr(group, name) is None and (name_key(group.case), name) in given]
    if not missing:
        return
    others = f"since other groups of case {group.case!r} give one"
    if group.profile is None and missing[0] == _COMPANIONS[0]:
        expected = f"a profile of the Profiles sheet, or a number as {inputs[missing[0]].label}, {others}"
        raise InputError(inputs["profile"].label, None, expected, at("profile"))
    raise InputError(inputs[missing[0]].label, None, f"a number, {others}", at(missing[0]))


def _check_users_of_vms(scenario: Scenario, place: Place) -> _Faults:
    """Management VMs have no users: they stand beside others that have some, and nothing counts by their sessions."""
    name = "users_per_vm"
    label = inputs_of(UserGroup)[name].label
    with_users = {name_key(group.case) for group in scenario.groups if group.users_per_vm > 0}
    for index, group in enumerate(scenario.groups):
        if group.users_per_vm > 0:
            continue
        if name_key(group.case) not in with_users:
            expected = f"a number above 0, or blank, in a group of case {group.case!r}"
            yield InputError(label, group.users_per_vm, expected, place("groups", index, "users_per_vm"))
            continue
        profile = scenario.profile_of(group)
        if profile is not None and profile.kind == SESSION:
            expected = f"a number above 0: profile {profile.name!r} is that of a session, and counts for each user"
            yield InputError(label, group.users_per_vm, expected, place("groups", index, "users_per_vm"))


def _check_kits(scenario: Scenario, place: Place) -> _Faults:
    label = inputs_of(Design)["kit"].label
    yield from _unique("kits", scenario.kits, ("name",), label, place)
    known = {name_key(kit.name): kit.name for kit in scenario.kits}
    for index, design in enumerate(scenario.designs):
        if design.kit is not None and name_key(design.kit) not in known:
            expected = or_nearest("a kit of the Kits sheet", design.kit, known.values())
            yield InputError(label, design.kit, expected, place("designs", index, "kit"))


def _check_gpu_cards(scenario: Scenario, place: Place) -> _Faults:
    """A design names a card that is known, and has all GPUs of each."""
    inputs = inputs_of(Design)
    label = inputs["gpu_card"].label
    yield from _unique("gpu_cards", scenario.gpu_cards, ("name",), label, place)
    known = {name_key(card.name): card for card in scenario.gpu_cards}
    for index, design in enumerate(scenario.designs):
        if design.gpu_card is None:
            continue
        card = known.get(name_key(design.gpu_card))
        if card is None:
            expected = or_nearest("a card of the GPUs sheet", design.gpu_card, (each.name for each in known.values()))
            yield InputError(label, design.gpu_card, expected, place("designs", index, "gpu_card"))
        elif (design.gpus or 0) % card.gpus:
            expected = f"a multiple of {card.gpus:g}, the GPUs of a card"
            yield InputError(inputs["gpus"].label, design.gpus, expected, place("designs", index, "gpus"))


def _check_processors(scenario: Scenario, place: Place) -> _Faults:
    """A design names a processor that is known, and says how many of them a host has."""
    inputs = inputs_of(Design)
    label = inputs["processor"].label
    yield from _unique("processors", scenario.processors, ("name",), label, place)
    for index, design in enumerate(scenario.designs):
        if design.processor is None:
            continue
        if scenario.processor_of(design) is None:
            names = (each.name for each in scenario.processors)
            expected = or_nearest("a processor of the Processors sheet", design.processor, names)
            yield InputError(label, design.processor, expected, place("designs", index, "processor"))
        elif design.host_cpus is None:
            expected = "a whole number above 0, since a processor is named"
            yield InputError(inputs["host_cpus"].label, None, expected, place("designs", index, "host_cpus"))


def _check_designs(scenario: Scenario, place: Place) -> _Faults:
    for index, design in enumerate(scenario.designs_in_use):
        yield from _told(_check_design, scenario, design, lambda name, index=index: place("designs", index, name))


def _check_design(scenario: Scenario, design: Design, at: Callable[[str], str]) -> None:
    if not scenario.groups_of(design.case):
        cases = sorted({group.case for group in scenario.groups})
        raise InputError("load case", design.case, f"one of: {', '.join(cases)}", at("case"))
    _check_kit_or_drives(scenario, design, at)
    cores_given = design.cores is not None or design.beside_cores is not None
    if cores_given and design.vcpus_per_core is None:
        kit = "" if scenario.typed(design).kit else f", or a kit of the design {design.name!r} that says it"
        raise InputError("vCPU per core", None, f"a number, since cores are given{kit}", at("vcpus_per_core"))
    _check_service(design, at)
    _check_shelves(design, at)
    for number, tier in zip(TIERS, design.tiers, strict=True):
        _check_drives(scenario, design, tier, f"tier{number}_", at)
    _check_drives(scenario, design, design.cache, "cache_", at)
    if design.cache.drive is not None and design.cache.drives is None:
        raise InputError("cache drives", None, "a number of drives, since a drive is named", at("cache_drives"))
    _check_tiers(design, at)


def _check_solutions(scenario: Scenario, place: Place) -> _Faults:
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
            yield InputError(label, design.part_of, expected, place("designs", index, "part_of"))
            continue
        if main.part_of is not None:
            expected = f"a design that is no part itself: {main.name!r} is part of {main.part_of!r}"
            yield InputError(label, design.part_of, expected, place("designs", index, "part_of"))
        before = carried.setdefault(name_key(main.name), [main])
        for other in before:
            if same_name(other.case, design.case):
                expected = f"another load case than that of {other.name!r}, as both are parts of one solution"
                yield InputError("load case", design.case, expected, place("designs", index, "case"))
        before.append(design)


def _check_kit_or_drives(scenario: Scenario, design: Design, at: Callable[[str], str]) -> None:
    """Nobody can size a design of which nothing says what a block is made of: neither a kit nor what is typed."""
    parts: tuple[Tier | Cache, ...] = (*design.tiers, design.cache)
    known = design.measured_vms is not None or design.given_vms is not None or design.usable_iops is not None
    if known or design.block_kind == SERVICE or any(each.drive or each.drives is not None for each in parts):
        return
    if scenario.kits and scenario.typed(design).kit is None:
        what = "a kit of the Kits sheet, or below it a drive or a number of VMs or IOPS per block"
        raise InputError(inputs_of(Design)["kit"].label, None, f"{what}, for the design {design.name!r}", at("kit"))
    raise InputError("drive", None, "a drive, or a number of VMs or IOPS per block", at("tier1_drive"))


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


def _check_rates(scenario: Scenario, place: Place) -> _Faults:
    label = inputs_of(ExchangeRate)["currency"].label
    yield from _unique("rates", scenario.rates, ("currency",), label, place)
    for index, rate in enumerate(scenario.rates):
        if same_name(rate.currency, scenario.currency):
            expected = f"a currency other than {scenario.currency}, which needs no rate"
            yield InputError(label, rate.currency, expected, place("rates", index, "currency"))


def _check_prices(scenario: Scenario, place: Place) -> _Faults:
    yield from _unique("prices", scenario.prices, ("price_list", "part"), inputs_of(Price)["part"].label, place)
    chosen = scenario.settings.price_list
    lists = {price.price_list for price in scenario.prices}
    if chosen is not None and not any(same_name(chosen, known) for known in lists):
        expected = f"one of: {', '.join(sorted(lists))}" if lists else "blank, since there are no prices"
        yield InputError("price list", chosen, expected, place("settings", 0, "price_list"))


def _check_bill(scenario: Scenario, place: Place) -> _Faults:
    yield from _unique("metrics", scenario.metrics, ("name",), METRIC.label, place)
    if scenario.bill and scenario.settings.price_list is None:
        where = place("settings", 0, "price_list")
        yield InputError("price list", None, "a price list, since there are parts to price", where)
        return
    if not scenario.listed:
        return  # no such price list, which is said of the setting
    for index in range(len(scenario.bill)):
        yield from _told(_check_row_of_bill, scenario, index, place)


def _check_row_of_bill(scenario: Scenario, index: int, place: Place) -> None:
    row = scenario.bill[index]
    if row.quantity < 0 and row.note is None:
        expected = "a note that says what the credit is for, since the quantity is below 0"
        raise InputError("note", None, expected, place("bill", index, "note"))
    if not any(same_name(row.design, design.name) for design in scenario.designs):
        names = ", ".join(design.name for design in scenario.designs)
        raise InputError("design", row.design, f"one of: {names}", place("bill", index, "design"))
    at = scenario.listed.get(name_key(row.part))
    if at is None:
        chosen = scenario.settings.price_list or ""
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


def _check_bills_by_kit(scenario: Scenario, place: Place) -> _Faults:
    """A part that a kit brings along may have no price; one that has is in a currency with a rate."""
    for design in scenario.designs:
        for number, row in scenario.numbered_bill_of(design):
            at = scenario.listed.get(name_key(row.part)) if number < 0 else None
            if at is not None:
                yield from _told(_check_convertible, scenario, at, place)


def _check_convertible(scenario: Scenario, at: int, place: Place) -> None:
    price = scenario.prices[at]
    if not scenario.is_convertible(price):
        expected = f"{scenario.currency}, or a currency with an exchange rate on Settings, for the part {price.part!r}"
        raise InputError("currency", price.currency, expected, place("prices", at, "currency"))


def _check_growth(scenario: Scenario, place: Place) -> _Faults:
    settings, most = scenario.settings, GROWTH_YEARS[-1]
    if settings.years > most and settings.user_growth + settings.gb_growth > 0:
        expected = f"at most {most} years, since growth is given"
        yield InputError(inputs_of(Settings)["years"].label, settings.years, expected, place("settings", 0, "years"))


def _check_lease(scenario: Scenario, place: Place) -> _Faults:
    settings, months = scenario.settings, inputs_of(Settings)["lease_months"]
    if settings.lease_factor is not None and settings.lease_months is None:
        expected = f"{months.expected}, since a lease factor is given"
        yield InputError(months.label, None, expected, place("settings", 0, "lease_months"))


def _check_measured(scenario: Scenario, place: Place) -> _Faults:
    drive = scenario.settings.measured_drive
    if drive is not None and not any(same_name(known.name, drive) for known in scenario.drives):
        label = inputs_of(Settings)["measured_drive"].label
        yield InputError(label, drive, _drive_expected(scenario, drive), place("settings", 0, "measured_drive"))
    if len(scenario.measured_points) > MOST_POINTS:
        expected = f"at most {MOST_POINTS} points: leave some out, or take the mean of those at one load"
        where = place("measured_points", MOST_POINTS, "iops")
        yield InputError("points", len(scenario.measured_points), expected, where)
    pair = ("read_share", "write_penalty")
    for index, point in enumerate(scenario.measured_points):
        for name, other in (pair, pair[::-1]):
            if getattr(point, name) is None and getattr(point, other) is not None:
                fields = inputs_of(MeasuredPoint)
                expected = f"{fields[name].expected}, since a {fields[other].label} is given"
                yield InputError(fields[name].label, None, expected, place("measured_points", index, name))


def _check_sensitivity(scenario: Scenario, place: Place) -> _Faults:
    names = [design.name for design in scenario.designs]
    for field in ("design", "other"):
        named = getattr(scenario.sensitivity, field)
        if named is not None and not any(same_name(named, name) for name in names):
            yield InputError(field, named, f"one of: {', '.join(names)}", place("sensitivity", 0, field))


def _check_changes(scenario: Scenario, place: Place) -> _Faults:
    inputs = inputs_of(Change)
    yield from _unique("named_changes", scenario.named_changes, ("scenario", "what"), inputs["what"].label, place)
    named: set[str] = set()
    for index, change in enumerate(scenario.named_changes):
        if not any(same_name(change.what, known) for known in CHANGEABLE.values()):
            expected = or_nearest("a driver of the sheet Sensitivity", change.what, CHANGEABLE.values())
            yield InputError(inputs["what"].label, change.what, expected, place("named_changes", index, "what"))
        named.add(name_key(change.scenario))
        if len(named) > MOST_NAMED:
            where = place("named_changes", index, "scenario")
            yield InputError(inputs["scenario"].label, change.scenario, f"at most {MOST_NAMED} scenarios", where)


_RULES: tuple[tuple[Callable[[Scenario, Place], _Faults], frozenset[str]], ...] = (
    (_check_counts, frozenset()),
    (_check_names, frozenset({"groups", "designs", "drives", "raid_levels"})),
    (_check_raid_levels, frozenset()),
    (_check_profiles, frozenset({"profiles"})),
    (_check_deliveries, frozenset({"deliveries"})),
    (_check_stores, frozenset({"profiles"})),
    (_check_store_part, frozenset({"prices", "settings"})),
    (_check_groups, frozenset({"profiles", "deliveries"})),
    (_check_users_of_vms, frozenset({"profiles", "groups"})),
    (_check_kits, frozenset({"kits"})),
    (_check_gpu_cards, frozenset({"gpu_cards"})),
    (_check_processors, frozenset({"processors"})),
    (_check_designs, frozenset({"groups", "kits", "drives", "raid_levels", "gpu_cards", "processors", "settings"})),
    (_check_solutions, frozenset({"designs", "groups", "kits", "settings"})),
    (_check_rates, frozenset()),
    (_check_prices, frozenset({"prices", "settings"})),
    (_check_bill, frozenset({"designs", "groups", "prices", "metrics", "rates", "settings"})),
    (_check_bills_by_kit, frozenset({"kits", "kit_parts", "bill", "drives", "prices", "rates", "settings"})),
    (_check_growth, frozenset({"settings"})),
    (_check_lease, frozenset({"settings"})),
    (_check_measured, frozenset({"drives", "settings"})),
    (_check_sensitivity, frozenset({"designs", "sensitivity"})),
    (_check_changes, frozenset()),
)
"""The rules, each with the tables of which it needs every record: without one it would find what is not so."""
