"""`size`: both questions, the limits and their order, blocks, spares, bill and checks, by hand."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.by_key import CHECKS, FAILURES, LIMITS, WARNINGS

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import BillRow, Cache, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.words import DASH, NO_LIMIT, NO_PRICE, NONE, NOT_GIVEN, REPLACES
from vdi_templates.examples import emc

AS_OF = datetime.date(2026, 11, 21)
LIST = "list"
SLOW = Drive("slow", "slow", "seeds", "HDD", 1000, 100, 100)
FAST = Drive("fast", "fast", "seeds", "SSD", 100, 10000, 10000)
NEW = Drive("new", "new", "today", "SSD", 1000, 20000, 20000)
USERS = UserGroup("users", "office", 100, steady_iops=10, steady_read_share=0.5, ram_gib=2, vcpus=1, delta_gb=5)
BLOCK = Design("HDD", "office", (Tier("slow", "RAID 10"),))


def scenario(*designs: Design, groups: tuple[UserGroup, ...] = (USERS,), **settings: Any) -> Scenario:
    return Scenario(groups, designs, (SLOW, FAST, NEW), RAID_LEVELS, Settings(AS_OF, **settings))


def sized(design: Design, *groups: UserGroup, **settings: Any) -> DesignSizing:
    return size(scenario(design, groups=groups or (USERS,), **settings)).designs[0]


def with_tier(design: Design = BLOCK, **changes: Any) -> Design:
    return replace(design, tiers=(replace(design.tiers[0], **changes),))


# --- how many drives for these users ----------------------------------------------------------------------


def test_drives_are_counted_for_the_users() -> None:
    """100 VMs x (5 reads + 5 writes x 2) = 1500 back-end IOPS on drives of 100: 15, and 16 in RAID 10."""
    x = sized(BLOCK)
    assert x["drives_by_steady"] == x["drives_plain"] == 15
    assert x["drives_counted"] == x["drives_per_block"] == 16
    assert x["drives_by_capacity"] == 1
    assert (x["vms_per_block"], x["binding_name"]) == (100, LIMITS["target"])
    assert (x["blocks"], x["drives_total"]) == (1, 16)


@pytest.mark.parametrize(("rounding", "drives"), [("up", 11), ("nearest", 10), ("down", 10)])
def test_the_rounding_is_a_setting(rounding: str, drives: float) -> None:
    """100 x 10.26 reads and writes in RAID 0, on drives of 100: 10.26 drives."""
    x = sized(with_tier(raid="RAID 0"), replace(USERS, steady_iops=10.26), drive_rounding=rounding)
    assert x["drives_plain"] == drives


@pytest.mark.parametrize("level", [level for level in RAID_LEVELS if level.generation == "any"])
def test_counted_drives_suit_the_raid_level(level: Any) -> None:
    for vms in (1, 7, 100, 333):
        drives = sized(with_tier(raid=level.name), replace(USERS, vms=vms))["drives_counted"]
        assert drives >= level.min_drives
        assert drives % level.multiple == 0


def test_the_largest_reason_counts() -> None:
    group = replace(USERS, login_iops=30, login_read_share=0.5, boot_iops=20, boot_read_share=1.0, delta_gb=500)
    x = sized(BLOCK, group)
    assert (x["drives_by_steady"], x["drives_by_login"], x["drives_by_boot"]) == (15, 45, 20)
    assert x["drives_by_capacity"] == 100
    assert x["drives_plain"] == 100


def test_a_target_is_the_smallest_of_users_ram_cores_and_given_number() -> None:
    assert sized(replace(BLOCK, ram_gib=128))["target_vms"] == 64
    assert sized(replace(BLOCK, ram_gib=128, ram_overhead_gib=0.5))["target_vms"] == 51
    assert sized(replace(BLOCK, cores=8, vcpus_per_core=5))["target_vms"] == 40
    assert sized(replace(BLOCK, given_vms=30))["target_vms"] == 30
    assert sized(BLOCK)["target_vms"] == 100


@pytest.mark.parametrize(
    ("block", "vms", "drives", "blocks"),
    [
        # 1000 VMs of 15 back-end IOPS and 5 GB: drives for what a block carries, not for all users
        ({"usable_iops": 500}, 50, 8, 20),
        ({"usable_gb": 1000}, 200, 30, 5),
        ({"usable_iops": 500, "measured_vms": 100}, 100, 16, 10),
        ({"cache": Cache("fast", "RAID 0", 1, read_hit=1.0, write_hit=0.5)}, 1000, 50, 1),
        ({"cache": Cache("slow", "RAID 0", 1, read_hit=1.0)}, 20, 4, 50),
    ],
)
def test_drives_are_counted_for_what_the_given_parts_carry(
    block: dict[str, Any], vms: float, drives: float, blocks: float
) -> None:
    x = sized(replace(BLOCK, **block), replace(USERS, vms=1000))
    assert (x["vms_per_block"], x["tier1_drives"], x["blocks"]) == (vms, drives, blocks)


def test_drives_are_counted_beside_a_tier_whose_drives_are_given() -> None:
    """Four fast drives in RAID 10 hold 200 GB: 80 VMs with half of their 5 GB there, whatever the slow tier has."""
    fast = Tier("fast", "RAID 10", 4, share_of_reads=0.5, share_of_writes=0.5, share_of_capacity=0.5)
    x = sized(replace(BLOCK, tiers=(fast, replace(fast, drive="slow", drives=None))))
    assert (x["given_parts_vms"], x["vms_per_block"], x["tier2_drives"]) == (80, 80, 6)


def test_what_is_given_limits_no_count_where_nothing_is_counted() -> None:
    """The plain formula still says how many drives all users would need."""
    x = sized(with_tier(replace(BLOCK, usable_iops=500), drives=8), replace(USERS, vms=1000))
    assert (x["vms_per_block"], x["drives_plain"]) == (50, 150)


def test_fewer_drives_than_counted_for_warn() -> None:
    group = replace(USERS, steady_iops=10.26)
    up, down = (sized(with_tier(raid="RAID 0"), group, drive_rounding=rounding) for rounding in ("up", "down"))
    assert up["check_counted"] == 1
    assert (down["vms_per_block"], down["blocks"], down["check_counted"]) == (97, 2, 0)


def test_spares_and_headroom_are_bought_but_not_counted_on() -> None:
    x = sized(with_tier(spares=2))
    assert (x["tier1_drives"], x["tier1_drives_bought"], x["drives_per_block"]) == (16, 18, 18)
    assert sized(replace(BLOCK, max_utilization=0.5))["drives_plain"] == 30
    assert sized(with_tier(derating=0.5))["drives_plain"] == 30


def test_hits_and_coalescing_take_load_off_the_drives() -> None:
    assert sized(with_tier(read_hit=1.0))["drives_plain"] == 10
    assert sized(with_tier(write_coalesced=1.0))["drives_plain"] == 5


def test_empty_drives_cool_a_pool_unless_its_shares_are_given() -> None:
    """Skew counts usable capacity, as EMC did; docs/model.md says what to do about it."""
    scenario = emc()
    design = scenario.designs[2]

    def pool(*tiers: Tier) -> DesignSizing:
        return size(replace(scenario, designs=(replace(design, tiers=tiers),))).designs[0]

    efd, sas, nl_sas = design.tiers
    as_tested, grown = pool(efd, sas, nl_sas), pool(efd, sas, replace(nl_sas, drives=12))
    assert [x["vms_per_block"] for x in (as_tested, grown)] == [184, 120]
    assert [x["hot_set_gb"] for x in (as_tested, grown)] == pytest.approx([240, 1140])
    shares = [as_tested[f"tier{k}_share_of_capacity"] for k in (1, 2, 3)]
    tiers = (efd, sas, replace(nl_sas, drives=12))
    given = [replace(tier, share_of_capacity=share) for tier, share in zip(tiers, shares, strict=True)]
    assert pool(*given)["vms_per_block"] == 184


def test_a_cache_takes_its_hits_off_the_tier() -> None:
    cache = Cache("fast", "RAID 1", 2, read_hit=1.0, write_hit=0.5)
    x = sized(replace(BLOCK, cache=cache))
    assert x["tier1_steady_backend_iops"] == 5
    assert x["cache_steady_backend_iops"] == 10
    assert x["drives_per_block"] == 8


@pytest.mark.parametrize("unused", [{"cache": Cache(read_hit=0.5, write_hit=0.5)}, {"tiers": (
    Tier("slow", "RAID 10"), Tier(share_of_reads=0.5, share_of_writes=0.5, derating=0.5, spares=3),
)}])  # fmt: skip
def test_what_stands_beside_a_blank_drive_does_not_matter(unused: dict[str, Any]) -> None:
    given, plain = sized(replace(BLOCK, **unused)), sized(BLOCK)
    for name in ("drives_plain", "drives_per_block", "vms_per_block", "errors"):
        assert given[name] == plain[name]


# --- how many VMs on this block ---------------------------------------------------------------------------


def test_drives_given_limit_the_vms() -> None:
    """8 drives x 100 / 15 back-end IOPS per VM = 53 VMs; two blocks for 100."""
    x = sized(with_tier(drives=8))
    assert (x["limit_steady"], x["limit_capacity"]) == (53, 800)
    assert (x["vms_per_block"], x["binding_name"]) == (53, LIMITS["steady"])
    assert (x["next_name"], x["next_vms"], x["next_margin_vms"]) == (LIMITS["capacity"], 800, 747)
    assert (x["blocks_needed"], x["blocks"], x["drives_total"]) == (2, 2, 16)


def test_ties_go_to_the_first_limit() -> None:
    x = sized(replace(with_tier(drives=8), given_vms=53, ram_gib=106))
    assert (x["limit_steady"], x["limit_ram"], x["limit_given"]) == (53, 53, 53)
    assert x["binding_name"] == LIMITS["steady"]
    assert (x["next_name"], x["next_margin_vms"]) == (LIMITS["ram"], 0)


def test_without_a_next_limit_there_is_none() -> None:
    group = UserGroup("users", "office", 100)
    x = sized(replace(BLOCK, tiers=(), given_vms=10), group)
    assert (x["binding_name"], x["next_name"]) == (LIMITS["given"], NONE)
    assert x["next_margin_vms"] == NO_LIMIT


def test_a_measured_number_replaces_the_limits_by_iops_and_nothing_else() -> None:
    measured = replace(with_tier(drives=8), measured_vms=90, measured_iops_per_vm=10)
    x = sized(measured)
    assert (x["limit_steady"], x["estimate_steady"]) == (NO_LIMIT, 53)
    assert (x["vms_per_block"], x["binding_name"]) == (90, LIMITS["measured"])
    assert sized(replace(measured, ram_gib=100))["binding_name"] == LIMITS["ram"]
    assert sized(replace(measured, cores=10, vcpus_per_core=4))["binding_name"] == LIMITS["cores"]
    full = sized(measured, replace(USERS, delta_gb=100))
    assert (full["binding_name"], full["vms_per_block"]) == (LIMITS["capacity"], 40)


def test_a_limit_says_in_words_why_it_sets_none() -> None:
    def words(design: Design, group: UserGroup = USERS) -> dict[str, Any]:
        x = sized(design, group)
        return {name: x[f"limit_{name}_words"] for name in LIMITS}

    given = words(with_tier(drives=8))
    assert (given["steady"], given["capacity"], given["target"]) == (53, 800, NO_LIMIT)
    assert {given[name] for name in ("login", "boot", "response", "ram", "cores", "measured", "given")} == {NOT_GIVEN}
    measured = words(replace(with_tier(drives=8), measured_vms=90, response_limit_ms=50))
    assert (measured["steady"], measured["login"], measured["measured"]) == (f"{REPLACES}53", NOT_GIVEN, 90)
    assert measured["response"].startswith(REPLACES)
    idle = UserGroup("users", "office", 100, steady_iops=0, steady_read_share=1, ram_gib=2)
    nothing = words(replace(with_tier(drives=8), measured_vms=90, cores=8, vcpus_per_core=6), idle)
    assert (nothing["steady"], nothing["capacity"], nothing["cores"]) == (NO_LIMIT, NOT_GIVEN, NOT_GIVEN)


@pytest.mark.parametrize(("iops", "holds"), [(10.0, 1), (10.9, 1), (11.0, 1), (11.2, 0), (8.9, 0)])
def test_a_measured_number_far_from_its_load_warns(iops: float, holds: float) -> None:
    measured = replace(with_tier(drives=8), measured_vms=90, measured_iops_per_vm=10)
    x = sized(measured, replace(USERS, steady_iops=iops))
    assert x["check_mix"] == holds
    assert x["errors"] == 0


def test_a_peak_factor_raises_the_load_to_size_for_but_neither_wear_nor_the_measured_mix() -> None:
    design = replace(BLOCK, measured_vms=100, measured_iops_per_vm=10, write_kb=8, hours_per_day=10)
    even, peak = (sized(replace(design, steady_peak_factor=factor)) for factor in (1.0, 1.5))
    assert peak["steady_iops_per_vm"] == 1.5 * even["steady_iops_per_vm"]
    assert peak["measured_mix_off"] == even["measured_mix_off"] == 0
    per_drive = peak["tier1_required_dwpd"] * peak["tier1_drives"]
    assert per_drive == pytest.approx(even["tier1_required_dwpd"] * even["tier1_drives"])


def test_figures_of_the_block_replace_those_of_its_drives() -> None:
    assert sized(replace(with_tier(drives=8), usable_iops=700))["limit_steady"] == 70
    assert sized(replace(with_tier(drives=8), usable_gb=300))["limit_capacity"] == 60


def test_capacity_keeps_headroom_and_fixed_objects_free() -> None:
    """8 x 500 GB usable = 4000; x 0.85 - 2 x 50 = 3300; / (5 x 1.25) = 528."""
    design = replace(with_tier(drives=8), array_headroom=0.15, vm_headroom=0.25, replica_gb=50, replicas=2)
    assert sized(design)["limit_capacity"] == 528
    assert sized(replace(design, replica_location="elsewhere"))["limit_capacity"] == 544
    assert sized(replace(design, clone_location="elsewhere"))["limit_capacity"] == NO_LIMIT


def test_no_room_is_no_answer_and_an_error() -> None:
    x = sized(replace(with_tier(drives=4), replica_gb=5000), USERS)
    assert (x["vms_per_block"], x["vms_carried"], x["blocks"], x["feasible"]) == (0, 0, 0, 0)
    assert x["check_feasible"] == 0
    assert x["errors"] == 1


def test_concurrency_counts_for_load_but_not_for_what_persists() -> None:
    group = replace(USERS, vms=200, concurrency=0.5, persistent_gb=10)
    x = sized(with_tier(drives=8), group)
    assert (x["all_vms"], x["vms"], x["vms_whole"]) == (200, 100, 100)
    assert x["limit_steady"] == 53
    assert x["persistent_gb_per_vm"] == 20
    assert x["limit_capacity"] == 4000 // 25


def test_vms_are_rounded_up() -> None:
    assert sized(BLOCK, replace(USERS, vms=101, concurrency=0.5))["vms_whole"] == 51


def test_spare_blocks_are_bought_beyond_the_need() -> None:
    x = sized(replace(with_tier(drives=8), spare_blocks=1))
    assert (x["blocks_needed"], x["blocks"], x["drives_total"]) == (2, 3, 24)


def test_too_few_bays_fail_a_check() -> None:
    assert sized(replace(BLOCK, bays=16))["check_bays"] == 1
    x = sized(replace(BLOCK, bays=15))
    assert (x["bays_missing"], x["check_bays"], x["errors"]) == (1, 0, 1)


def test_a_hybrid_counts_each_tier() -> None:
    tiers = (
        Tier("fast", "RAID 1", share_of_reads=0.9, share_of_writes=0.8, share_of_capacity=0.2),
        Tier("slow", "RAID 10", share_of_reads=0.1, share_of_writes=0.2, share_of_capacity=0.8),
    )
    x = sized(replace(BLOCK, tiers=tiers))
    assert x["tier2_drives_by_steady"] == 3
    assert (x["tier1_drives"], x["tier2_drives"], x["drives_per_block"]) == (2, 4, 6)
    assert x["check_shares"] == 1


def test_drives_of_two_generations_warn() -> None:
    designs = (BLOCK, replace(with_tier(drive="new"), name="SSD"))
    for x in size(scenario(*designs)).designs:
        assert x["check_generation"] == 0
        assert x["errors"] == 0


def test_generations_are_compared_without_case() -> None:
    made = scenario(BLOCK, replace(with_tier(drive="fast"), name="SSD"))
    shouted = tuple(replace(drive, generation=drive.generation.upper()) for drive in made.drives[:1])  # type: ignore[union-attr]
    for x in size(replace(made, drives=(*shouted, *made.drives[1:]))).designs:
        assert x["check_generation"] == 1


# --- what does one cost -----------------------------------------------------------------------------------


def priced(design: Design, *bill: tuple[str, float, str], **settings: Any) -> DesignSizing:
    prices = {"server": 1000.0, "slow": 100.0, "licence": 10.0, "project": 500.0, "unknown": None}
    return size(
        Scenario(
            (USERS,), (design,), (SLOW, FAST, NEW), RAID_LEVELS, Settings(AS_OF, price_list=LIST, **settings),
            tuple(Price(LIST, part, None, eur, 0.1, "EUR", AS_OF) for part, eur in prices.items()),
            tuple(BillRow(design.name, part, quantity, per) for part, quantity, per in bill),
        )
    ).designs[0]  # fmt: skip


FULL_BILL = (("server", 2, "block"), ("slow", 1, "drive 1"), ("licence", 1, "VM"), ("project", 1, "once"))


def test_two_prices_per_vm() -> None:
    """A block: 2 x 900 + 8 x 90 = 2520, with 53 licences of 9: 2997. All: 2 x 2520 + 100 x 9 + 450."""
    x = priced(with_tier(drives=8), *FULL_BILL, vat_share=0.19)
    assert x["full_block_eur"] == pytest.approx(2997)
    assert x["eur_per_vm_full_block"] == pytest.approx(2997 / 53)
    assert x["users_eur"] == pytest.approx(6390)
    assert x["eur_per_vm"] == pytest.approx(63.9)
    assert x["eur_per_vm_with_vat"] == pytest.approx(63.9 * 1.19)
    assert x["bill_block_eur"] == pytest.approx(x["full_block_eur"])
    assert x["bill_users_eur"] == pytest.approx(x["users_eur"])
    assert [line.quantity_for_users for line in x.bill] == [4, 16, 100, 1]
    assert x["check_bill"] == x["check_prices"] == x["check_price_age"] == 1


def test_spare_drives_and_blocks_are_paid_for() -> None:
    design = replace(with_tier(drives=8, spares=2), spare_blocks=1)
    assert priced(design, ("slow", 1, "drive 1"))["users_eur"] == pytest.approx(3 * 10 * 90)


def test_a_missing_price_is_no_price_and_not_zero() -> None:
    x = priced(with_tier(drives=8), *FULL_BILL, ("unknown", 1, "block"))
    for name in ("full_block_eur", "users_eur", "eur_per_vm_full_block", "eur_per_vm", "eur_per_vm_with_vat"):
        assert x[name] == NO_PRICE
    assert (x["prices_missing"], x["check_prices"], x["errors"]) == (1, 0, 0)


@pytest.mark.parametrize(
    ("bill", "holds"),
    [
        (FULL_BILL, 1),
        ((), 1),
        ((("server", 2, "block"),), 0),  # nobody pays for the drives
        ((("server", 2, "block"), ("licence", 1, "drive 1")), 0),  # other drives than those sized
        ((*FULL_BILL, ("server", 1, "drive 2")), 0),  # per drive of a tier that has none
        ((*FULL_BILL, ("server", 1, "drive 1")), 1),  # a caddy beside the drive
    ],
)
def test_the_drives_priced_are_the_drives_sized(bill: tuple[tuple[str, float, str], ...], holds: float) -> None:
    assert priced(BLOCK, *bill)["check_drives_billed"] == holds


def test_a_row_that_stands_twice_is_bought_twice() -> None:
    once, twice = priced(with_tier(drives=8), FULL_BILL[0]), priced(with_tier(drives=8), FULL_BILL[0], FULL_BILL[0])
    assert [line.row for line in twice.bill] == [1, 2]
    assert twice["users_eur"] == 2 * once["users_eur"]


def test_without_a_bill_there_is_no_price() -> None:
    x = sized(BLOCK)
    assert (x["bill_rows"], x["eur_per_vm"]) == (0, NO_PRICE)


def test_the_oldest_price_is_that_of_a_priced_part() -> None:
    """Neither the as-of date nor a part without a price makes up a date."""
    dates = {"slow": (1.0, datetime.date(2026, 12, 1)), "unknown": (None, datetime.date(2001, 1, 1))}
    prices = tuple(Price(LIST, part, None, eur, 0.0, "EUR", date) for part, (eur, date) in dates.items())
    made = replace(scenario(BLOCK, price_list=LIST), prices=prices)
    for parts, date in (("slow",), "2026-12-01"), (("slow", "unknown"), "2026-12-01"), (("unknown",), DASH), ((), DASH):
        x = size(replace(made, bill=tuple(BillRow("HDD", part, 1) for part in parts))).designs[0]
        assert (x["price_date"], x["price_age_years"], x["check_price_age"]) == (date, 0, 1)


def test_old_prices_warn() -> None:
    x = priced(with_tier(drives=8), *FULL_BILL)
    assert x["price_age_years"] == 0
    assert priced(with_tier(drives=8), *FULL_BILL, price_age_limit_years=0.5)["check_price_age"] == 1
    old = replace(
        scenario(BLOCK, price_list=LIST),
        prices=(Price(LIST, "slow", None, 1.0, 0.0, "EUR", datetime.date(2011, 6, 1)),),
        bill=(BillRow("HDD", "slow", 1),),
    )
    x = size(old).designs[0]
    assert x["price_date"] == "2011-06-01"
    assert x["price_age_years"] == pytest.approx(15.5, abs=0.1)
    assert (x["check_price_age"], x["errors"]) == (0, 0)


# --- checks and errors ------------------------------------------------------------------------------------


def test_every_check_has_words_for_both_cases() -> None:
    assert list(FAILURES) == list(CHECKS)
    assert not set(FAILURES.values()) & set(CHECKS.values())
    assert set(WARNINGS) <= set(CHECKS)


def test_all_checks_hold_where_nothing_is_wrong() -> None:
    x = priced(with_tier(drives=64), *FULL_BILL)
    assert {name: x[f"check_{name}"] for name in CHECKS} == dict.fromkeys(CHECKS, 1.0)
    assert (x["errors"], x["warnings"], x["failing"]) == (0, 0, NONE)


def test_what_does_not_hold_is_named() -> None:
    x = priced(replace(with_tier(drives=64), bays=4), *FULL_BILL, ("unknown", 1, "block"))
    assert x["failing"] == f"{FAILURES['bays']}; {FAILURES['prices']}"


@pytest.mark.parametrize(
    ("design", "says"),
    [
        (replace(BLOCK, case="night"), "load case is 'night'; expected one of: office"),
        (with_tier(drive="tape"), "drive is 'tape'; expected a drive of the Drives sheet"),
        (with_tier(raid="RAID 7"), "RAID level is 'RAID 7'; expected one of"),
        (with_tier(drives=7), "expected a multiple of 2 drives for RAID 10"),
        (with_tier(drives=2), "expected at least 4 drives for RAID 10"),
        (replace(BLOCK, replica_location="tier 2"), "expected a tier that has drives"),
        (replace(BLOCK, tiers=()), "expected a drive, or a number of VMs or IOPS per block"),
        (replace(BLOCK, cores=8), "vCPU per core is blank"),
    ],
)
def test_a_scenario_that_does_not_hold_together_is_refused(design: Design, says: str) -> None:
    with pytest.raises(InputError, match=says):
        sized(design)
