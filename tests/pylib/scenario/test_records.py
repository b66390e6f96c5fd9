"""Scenarios: what belongs together is found by name."""

from __future__ import annotations

import datetime
from dataclasses import replace

from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import BillRow, Cache, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import ExchangeRate, Price
from vdi_sizing.tables.profiles import Profile
from vdi_sizing.tables.raid_levels import RAID_LEVELS

AS_OF = datetime.date(2026, 11, 21)
DISK = Drive("disk", "d1", "today", "HDD", 1000, 100, 100)
GROUP = UserGroup("users", "office", 100, steady_iops=10, steady_read_share=0.5)
DESIGN = Design("HDD", "office", (Tier("disk", "RAID 10", 4),))
ROW = BillRow("HDD", "d1", 1)
PRICES = (Price("new", "d1", "a disk", 90, 0, "EUR", AS_OF), Price("list", "d1", "a disk", 100, 0, "EUR", AS_OF))
SCENARIO = Scenario(
    (GROUP,), (DESIGN,), (DISK,), RAID_LEVELS, Settings(AS_OF, price_list="list"), prices=PRICES, bill=(ROW,)
)


def test_records_are_found_by_name_without_case() -> None:
    assert SCENARIO.drive("DISK ") is DISK
    assert SCENARIO.raid_level("raid 10").name == "RAID 10"
    assert SCENARIO.groups_of("Office") == [GROUP]
    assert SCENARIO.groups_of("night") == []
    assert SCENARIO.bill_of(DESIGN) == [ROW]


def test_a_price_is_that_of_the_chosen_list() -> None:
    assert SCENARIO.price_of("D1").amount == 100


def test_date_and_source_of_all_prices_are_those_of_a_price_without_its_own() -> None:
    day = datetime.date(2026, 11, 20)
    dated = replace(SCENARIO.settings, price_date=day, price_source="offer 4711")
    bare = replace(PRICES[1], date=None)
    of_all, own = (replace(SCENARIO, settings=dated, prices=(price,)).price_of("d1") for price in (bare, PRICES[1]))
    assert (of_all.date, of_all.source, of_all.amount) == (day, "offer 4711", 100)
    assert (own.date, own.source) == (AS_OF, "offer 4711")
    assert replace(SCENARIO, prices=(bare,)).price_of("d1") is bare


def test_a_price_is_converted_by_the_rate_of_its_currency() -> None:
    made = replace(SCENARIO, rates=(ExchangeRate("USD", 0.5),))
    dollars, francs = (replace(PRICES[0], currency=currency) for currency in ("usd", "CHF"))
    assert [made.eur_per_unit(price) for price in (PRICES[0], dollars, francs)] == [1, 0.5, 0]
    assert [made.is_convertible(price) for price in (PRICES[0], dollars, francs)] == [True, True, False]


def test_a_part_is_known_by_its_drive_and_its_raid_level() -> None:
    assert SCENARIO.knows(Tier("Disk", "raid 5"))
    assert SCENARIO.knows(Cache("disk", "RAID 1"))
    assert not SCENARIO.knows(Tier("disk", "RAID 7"))
    assert not SCENARIO.knows(Tier("other", "RAID 5"))


def test_a_group_is_sized_as_its_profile_says() -> None:
    typed = replace(
        GROUP, steady_iops=38.4, steady_read_share=0.49, login_iops=53.2, login_read_share=0.49, ram_gib=6, vcpus=3
    )
    named = UserGroup("users", "office", 100, profile="windows 11 knowledge worker, mcs")
    by_profile = replace(SCENARIO, groups=(named,))
    assert by_profile.groups_of("office") == [replace(typed, profile=named.profile)]
    designs = (size(replace(SCENARIO, groups=(typed,))).designs[0], size(by_profile).designs[0])
    assert designs[0]["vms_per_block"] == designs[1]["vms_per_block"]
    own = Profile("own", steady_iops=5, steady_read_share=1)
    assert (
        replace(by_profile, profiles=(own,), groups=(replace(named, profile="OWN"),)).groups_in_use[0].ram_gib is None
    )
