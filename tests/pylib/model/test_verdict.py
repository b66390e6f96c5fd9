"""What has to hold of a design: what fails a check, whether it is an error or a warning, and its words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.by_key import CHECKS, FAILURES, WARNINGS
from tests.pylib.model.office import BLOCK, FULL_BILL, ROOM, USERS, priced, scenario, sized, with_tier

from vdi_sizing.model.checks import verdict
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Cache, Tier
from vdi_sizing.words import NONE


def test_every_check_has_words_for_both_cases() -> None:
    assert list(FAILURES) == list(CHECKS)
    assert not set(FAILURES.values()) & set(CHECKS.values())
    assert set(WARNINGS) <= set(CHECKS)


def test_every_check_says_in_a_sentence_what_to_do() -> None:
    for check in verdict.CHECKS:
        assert check.remedy[:1].isupper(), check.name
        assert check.remedy.endswith("."), check.name


def test_all_checks_hold_where_nothing_is_wrong() -> None:
    x = priced(replace(with_tier(drives=64), **ROOM, spare_blocks=1), *FULL_BILL)
    assert {name: x[f"check_{name}"] for name in CHECKS} == dict.fromkeys(CHECKS, 1.0)
    assert (x["errors"], x["warnings"], x["failing"]) == (0, 0, NONE)


def test_what_does_not_hold_is_named() -> None:
    x = priced(
        replace(with_tier(drives=64), **{**ROOM, "bays": 4}, spare_blocks=1), *FULL_BILL, ("unknown", 1, "block")
    )
    assert x["failing"] == f"{FAILURES['bays']}: 64 drives, 60 more than its bays; {FAILURES['prices']}: unknown"


def test_no_room_is_no_answer_and_an_error() -> None:
    x = sized(replace(with_tier(drives=4), replica_gb=5000), USERS)
    assert (x["vms_per_block"], x["vms_carried"], x["blocks"], x["feasible"]) == (0, 0, 0, 0)
    assert x["check_feasible"] == 0
    assert x["errors"] == 1


def test_too_few_bays_fail_a_check() -> None:
    given = with_tier(drives=16)
    assert sized(replace(given, bays=16))["check_bays"] == 1
    x = sized(replace(given, bays=15))
    assert (x["bays_missing"], x["check_bays"], x["errors"]) == (1, 0, 1)
    assert x["failing"].startswith(f"{FAILURES['bays']}: 16 drives, 1 more than its bays")


@pytest.mark.parametrize(
    ("raid", "kind", "hosts"),
    [("RAID 10", "server", 0), ("vSAN ESA RAID-5 4+1", "server", 6), ("vSAN ESA RAID-5 4+1", "array", 6),
     ("S2D nested two-way mirror", "server", 2), ("Nutanix RF2", "array", 3)],
)  # fmt: skip
def test_a_layout_over_several_hosts_is_none_of_one_server(raid: str, kind: str, hosts: float) -> None:
    x = sized(replace(with_tier(raid=raid), block_kind=kind))
    wrong = hosts > 0 and kind == "server"
    assert x["hosts_needed"] == hosts
    assert (x["check_hosts"], x["errors"], x["stands"]) == ((0, 1, 0) if wrong else (1, 0, 1))
    assert (f"the layout of its drives: {hosts:g} hosts at least" in x["failing"]) == wrong


def test_a_layout_over_several_hosts_counts_in_each_tier_and_in_the_cache() -> None:
    tiers = (Tier("fast", "RAID 10", 8), Tier("slow", "Nutanix RF3", 8))
    assert sized(replace(BLOCK, tiers=tiers, skew=0.9))["check_hosts"] == 0
    assert sized(replace(BLOCK, cache=Cache("fast", "Nutanix RF2", 4)))["check_hosts"] == 0


def test_fewer_drives_than_counted_for_warn() -> None:
    """No number of drives answers within 5 ms, so that those counted for the load carry no VM in time."""
    group = replace(USERS, steady_iops=10.26)
    assert sized(with_tier(raid="RAID 0"), group)["check_counted"] == 1
    late = sized(replace(with_tier(raid="RAID 0"), response_limit_ms=5), group)
    assert (late["vms_per_block"], late["check_counted"]) == (0, 0)


@pytest.mark.parametrize(("iops", "holds"), [(10.0, 1), (10.9, 1), (11.0, 1), (11.2, 0), (8.9, 0)])
def test_a_measured_number_far_from_its_load_warns(iops: float, holds: float) -> None:
    measured = replace(with_tier(drives=8), measured_vms=90, measured_iops_per_vm=10)
    x = sized(measured, replace(USERS, steady_iops=iops))
    assert x["check_mix"] == holds
    assert x["errors"] == 0


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


@pytest.mark.parametrize(
    ("bill", "stands", "holds"),
    [
        (FULL_BILL, 1, 1),
        ((), 1, 1),
        ((("server", 2, "block"),), 1, 0),  # nobody pays for the drives
        ((("server", 2, "block"), ("licence", 1, "drive 1")), 0, 1),  # other drives than those sized
        ((*FULL_BILL, ("server", 1, "drive 2")), 0, 1),  # per drive of a tier that has none
        ((*FULL_BILL, ("server", 1, "drive 1")), 1, 1),  # a caddy beside the drive
    ],
)
def test_the_drives_priced_are_the_drives_sized(
    bill: tuple[tuple[str, float, str], ...], stands: float, holds: float
) -> None:
    x = priced(BLOCK, *bill)
    assert (x["check_other_drives_billed"], x["stands"], x["check_drives_billed"]) == (stands, stands, holds)


@pytest.mark.parametrize(
    ("gb", "replica_gb", "usable_gb", "holds"),
    [(5, 0, None, 1), (0, 0, None, 0), (0, 40, None, 0), (0, 0, 1000, 0)],
)
def test_a_capacity_for_which_nobody_says_what_is_stored_warns(
    gb: float, replica_gb: float, usable_gb: float | None, holds: float
) -> None:
    """A profile of today's tables has no GB: then a block is filled whatever it holds."""
    design = replace(with_tier(drives=64), bays=64, replica_gb=replica_gb, usable_gb=usable_gb)
    assert sized(design, replace(USERS, delta_gb=gb))["check_stored"] == holds


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({"delta_gb": 5}, NONE),
        ({"delta_gb": 0}, NONE),  # somebody said so
        ({"delta_gb": None}, "others"),
        ({"delta_gb": None, "persistent_gb": 1}, NONE),
    ],
)
def test_a_group_without_gb_beside_others_is_named(others: dict[str, Any], said: str) -> None:
    x = sized(with_tier(drives=64), USERS, replace(USERS, name="others", **others))
    assert (x["check_stored_by_all"], x["last_without_gb"]) == (float(said == NONE), said)
    assert ("others" in x["failing"]) == (said != NONE)


def test_more_than_one_group_without_gb_are_counted_behind_the_name_of_one() -> None:
    lacking = [replace(USERS, name=name, delta_gb=None) for name in ("desk", "plant", "lab")]
    x = sized(with_tier(drives=64), USERS, *lacking)
    assert x["without_gb_words"] == "lab and 2 more"
    assert "lab and 2 more" in x["failing"]


def test_users_of_a_case_that_no_design_carries_are_named() -> None:
    typo = replace(USERS, name="engineers", case="offcie")
    x = sized(with_tier(drives=64), USERS, typo)
    assert (x["check_served"], x["last_unserved"]) == (0, "engineers")
    both = scenario(with_tier(drives=64), replace(with_tier(drives=64), name="other", case="offcie"))
    served = size(replace(both, groups=(USERS, typo))).designs
    assert [design["check_served"] for design in served] == [1, 1]


@pytest.mark.parametrize(("discount", "named"), [(0.0, NONE), (0.99, NONE), (1.0, "slow")])
def test_a_part_that_costs_nothing_is_named(discount: float, named: str) -> None:
    made = priced(with_tier(drives=64), *FULL_BILL).block.scenario
    prices = tuple(replace(price, discount_share=discount) if price.part == "slow" else price for price in made.prices)
    x = size(replace(made, prices=prices)).designs[0]
    assert (x["first_of_nothing"], x["check_price_of_nothing"]) == (named, float(named == NONE))


def test_the_page_says_why_a_part_costs_nothing_and_no_word_of_a_check() -> None:
    made = priced(with_tier(drives=64), *FULL_BILL).block.scenario
    prices = tuple(replace(price, discount_share=1.0) if price.part == "slow" else price for price in made.prices)
    for known, noted, reason in (
        ("price_of_nothing: in the server", "slow – in the server", "; reason: in the server"),
        ("price_of_nothing: a; flash: b", "slow", "; reason: a; flash: b"),
    ):
        (design,) = made.designs
        acknowledged = replace(made, prices=prices, designs=(replace(design, acknowledged=known),))
        x = size(acknowledged).designs[0]
        assert f"a part on the bill costs nothing: {noted}." in x["to_know"]
        assert x["failing"].endswith(reason)


def test_groups_that_all_store_nothing_may_do_so() -> None:
    """An image is enough, and where nothing is stored at all, another check says it."""
    assert sized(replace(with_tier(drives=64), replica_gb=5), replace(USERS, delta_gb=None))["check_stored_by_all"] == 1


@pytest.mark.parametrize("block_kind", ["server", "array"])
@pytest.mark.parametrize("drives", [None, 24])
def test_bays_that_nobody_gave_are_warned_of_once(block_kind: str, drives: float | None) -> None:
    unknown = sized(replace(with_tier(drives=drives), bays=None, block_kind=block_kind))
    known = sized(replace(with_tier(drives=drives), bays=64, block_kind=block_kind))
    assert (unknown["check_bays_unknown"], known["check_bays_unknown"]) == (0, 1)
