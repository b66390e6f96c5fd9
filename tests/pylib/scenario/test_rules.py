"""What must hold between the records of a scenario, each refusal with its place."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.scenario import BillRow, Cache, Design, Scenario, Settings, Tier, UserGroup, check, faults
from vdi_sizing.scenario.rules import MOST_ROWS
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import ExchangeRate, Price
from vdi_sizing.tables.profiles import Profile
from vdi_sizing.tables.raid_levels import RAID_LEVELS

AS_OF = datetime.date(2026, 11, 21)
DISK = Drive("disk", "d1", "today", "HDD", 1000, 100, 100)
GROUP = UserGroup("users", "office", 100, steady_iops=10, steady_read_share=0.5)
TIER = Tier("disk", "RAID 10", 4)
DESIGN = Design("HDD", "office", (TIER,))
GOOD = Scenario((GROUP,), (DESIGN,), (DISK,), RAID_LEVELS, Settings(AS_OF))


PRICE = Price("list", "d1", "a disk", 100, 0, "EUR", AS_OF)
RATE = ExchangeRate("USD", 0.92, "a central bank", AS_OF)


def priced(**changes: Any) -> Scenario:
    bill, settings = (BillRow("HDD", "d1", 1),), Settings(AS_OF, price_list="list")
    return replace(GOOD, prices=(replace(PRICE, **changes),), bill=bill, settings=settings)


def with_design(**changes: Any) -> Scenario:
    return replace(GOOD, designs=(replace(DESIGN, **changes),))


def with_tiers(*tiers: Tier, **changes: Any) -> Scenario:
    return with_design(tiers=tiers, **changes)


def test_a_good_scenario_passes() -> None:
    check(GOOD)
    check(priced())
    check(replace(priced(currency="usd"), rates=(RATE,)))


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        (
            replace(GOOD, groups=(GROUP, GROUP)),
            "groups 2, name: user group is 'office, users'; expected a name that is",
        ),
        (replace(GOOD, designs=(DESIGN, replace(DESIGN, name="hdd "))), "designs 2, name: design is .* used once"),
        (replace(GOOD, designs=()), "designs 1, name: design is blank; expected at least one"),
        (
            replace(GOOD, groups=(replace(GROUP, steady_read_share=None),)),
            "steady read share is blank; expected a share from 0 to 1, since IOPS are given",
        ),
        (
            replace(GOOD, groups=(GROUP, UserGroup("more", "office", 5))),
            "groups 2, profile: profile is blank; .* steady IOPS, since",
        ),
        (
            replace(GOOD, groups=(replace(GROUP, profile="nobody"),)),
            "groups 1, profile: profile is 'nobody'; expected a profile of the Profiles sheet",
        ),
        (
            replace(GOOD, groups=(replace(GROUP, profile="Profile store: FSLogix Office cache"),)),
            "expected a profile of a desktop or a session; what a store has to do is entered as store IOPS and GB",
        ),
        (
            replace(GOOD, groups=(UserGroup("users", "office", 5, profile="Fujitsu normal user"),)),
            "groups 1, steady_read_share: steady read share is blank; expected .* since IOPS are given",
        ),
        (replace(GOOD, profiles=(Profile("a"), Profile("A "))), "profiles 2, name: profile is 'A'; .* used once"),
        (with_design(case="night"), "load case is 'night'; expected one of: office"),
        (with_design(cores=16), "vCPU per core is blank; expected a number, since cores are given"),
        (with_design(cache=Cache("disk", "RAID 1")), "cache drives is blank"),
        (with_tiers(replace(TIER, drive="other")), "designs 1, tier1_drive: drive is 'other'"),
        (with_tiers(replace(TIER, raid="RAID 7")), "RAID level is 'RAID 7'; expected one of: RAID 0"),
        (with_tiers(replace(TIER, drives=5)), "drives per block is 5; expected a multiple of 2"),
        (with_tiers(replace(TIER, drives=2)), "drives per block is 2; expected at least 4 drives"),
        (with_tiers(Tier(drives=4)), "drive is blank; expected a drive, since a number"),
        (with_tiers(), "kit is blank; expected a kit .* a drive or a number of VMs or IOPS"),
        (with_tiers(TIER, clone_location="tier 2"), "location of clone is 'tier 2'; expected a tier that has"),
        (with_tiers(TIER, TIER), "share of the reads is blank; expected shares for every tier in use, or a skew"),
        (with_tiers(replace(TIER, share_of_reads=0.5), TIER, skew=0.9), "share of the reads is blank"),
        (
            with_tiers(*(replace(TIER, share_of_reads=s, share_of_writes=0.5) for s in (0.5, 0.6))),
            "share of the reads, sum over the tiers is 1.1; expected 1",
        ),
        (
            priced(currency="USD"),
            "prices 1, currency: currency is 'USD'; expected EUR, or a currency with an exchange rate .* the part 'd1'",
        ),
        (replace(GOOD, rates=(RATE, replace(RATE, currency="usd "))), "rates 2, currency: currency is 'usd'; .*once"),
        (replace(GOOD, rates=(ExchangeRate("eur", 1),)), "rates 1, currency: currency is 'eur'; .* other than EUR"),
        (priced(part="d2"), "bill 1, part: part is 'd1'; expected a part of the price list 'list'"),
        (replace(priced(), settings=Settings(AS_OF)), "settings 1, price_list: price list is blank"),
        (replace(priced(), settings=Settings(AS_OF, price_list="new")), "price list is 'new'; expected one of"),
        (replace(priced(), bill=(BillRow("SSD", "d1", 1),)), "bill 1, design: design is 'SSD'"),
        (replace(GOOD, prices=priced().prices * 2), "prices 2, part: part is 'list, d1'"),
    ],
)
def test_what_does_not_hold_is_refused(scenario: Scenario, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(scenario)


def test_the_place_can_be_a_cell() -> None:
    with pytest.raises(InputError, match=r"^Designs!D7: load case"):
        check(with_design(case="night"), place=lambda table, index, field: "Designs!D7")


@pytest.mark.parametrize("table", MOST_ROWS)
def test_more_records_than_a_workbook_takes_are_refused(table: str) -> None:
    label, _, most = MOST_ROWS[table]
    many: Any = [object()] * (most + 1)  # they are counted before one of them is looked at
    with pytest.raises(InputError, match=f"{label} is '{most + 1:,} rows'; expected at most {most:,} rows"):
        check(replace(GOOD, **{table: many}))


def test_all_that_does_not_hold_is_told_and_of_a_record_what_comes_first() -> None:
    groups = (replace(GROUP, profile="nobody"), replace(GROUP, name="more", profile="nobody"))
    designs = (replace(DESIGN, kit="none", tiers=()), replace(DESIGN, name="other", case="nowhere"))
    told = faults(replace(GOOD, groups=groups, designs=designs))
    assert [error.where for error in told] == [
        "groups 1, profile", "groups 2, profile", "designs 1, kit", "designs 2, case",
    ]  # fmt: skip


def test_what_needs_every_record_is_not_asked_where_one_cannot_be_used() -> None:
    scenario = replace(GOOD, designs=(replace(DESIGN, case="nowhere", kit="none"),))
    assert [error.name for error in faults(scenario)] == ["kit"]
    assert faults(scenario, incomplete={"kits", "groups"}) == []
