"""Shelves of a block, by hand: how many its drives take, what they are billed, draw and fill, and what is not known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.pylib.model.office import AS_OF, LIST, SLOW, USERS, priced, scenario, sized

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import BillRow, Cache, Design, Kit, Scenario, Tier
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.what_if.sweep import sweep
from vdi_sizing.words import NO_PRICE, NONE, NOT_KNOWN

WITH_SHELVES: dict[str, Any] = {"base_bays": 24.0, "shelf_bays": 24.0}
TAKEN: dict[str, Any] = {"shelf_watts": 150.0, "shelf_rack_units": 2.0, "block_watts": 400.0, "rack_units": 3.0}
ARRAY = Design(
    "HDD",
    "office",
    (Tier("slow", "RAID 10", 60),),
    block_kind="array",
    bays=744.0,
    beside_ram_gib=512.0,
    **WITH_SHELVES,
)
BILL = (("server", 1, "block"), ("slow", 1, "drive 1"), ("project", 1, "host"))
PER_SHELF = ("licence", 2, "shelf")


def of(drives: float, design: Design = ARRAY, **changes: Any) -> DesignSizing:
    return sized(replace(design, tiers=(replace(design.tiers[0], drives=drives),), **changes))


@pytest.mark.parametrize(
    ("drives", "base", "shelf", "shelves"),
    [(60, 24, 24, 2), (744, 24, 24, 30), (24, 24, 24, 0), (26, 24, 24, 1), (12, 24, 24, 0), (60, 0, 24, 3)],
)
def test_shelves_hold_the_drives_beyond_the_bays_without_them(
    drives: float, base: float, shelf: float, shelves: float
) -> None:
    assert of(drives, base_bays=base, shelf_bays=shelf)["shelves"] == shelves


def test_spare_drives_and_those_of_a_cache_stand_in_bays_too() -> None:
    """22 + 2 spares fill the 24 bays; two drives of a cache are the first of a shelf."""
    full = replace(ARRAY, tiers=(Tier("slow", "RAID 10", 22, spares=2.0),))
    assert sized(full)["shelves"] == 0
    x = sized(replace(full, cache=Cache("fast", "RAID 1", 2, read_hit=0.5, write_hit=0.2)))
    assert (x["drives_per_block"], x["shelves"]) == (26, 1)


def test_where_no_bays_of_a_shelf_are_given_none_is_counted() -> None:
    x = of(744, base_bays=None, shelf_bays=None, **TAKEN)
    assert (x["shelves"], x["to_buy"]) == (0, "1 array and 1 host, 744 drives")
    assert x["rack_units"] == 3


def test_drives_that_are_counted_take_shelves_as_they_come() -> None:
    counted = replace(ARRAY, tiers=(Tier("slow", "RAID 10"),))
    for vms in (100, 500, 2000):
        x = sized(counted, replace(USERS, vms=vms))
        assert x["shelves"] == max(0, -(-(x["drives_per_block"] - 24) // 24))
    assert x["shelves"] > 1


def test_a_part_per_shelf_is_bought_for_each_of_all_arrays() -> None:
    """Two of 10 EUR less 10 % for each of two shelves, of an array and of one in reserve."""
    plain = priced(replace(ARRAY, spare_blocks=1.0), *BILL)
    x = priced(replace(ARRAY, spare_blocks=1.0), *BILL, PER_SHELF)
    assert (x["blocks"], x.bill[-1].quantity_for_users) == (2, 2 * 2 * 2)
    assert x["known_users_eur"] - plain["known_users_eur"] == pytest.approx(8 * 9)
    assert x["block_alone_eur"] - plain["block_alone_eur"] == pytest.approx(4 * 9)
    assert x["known_full_block_eur"] - plain["known_full_block_eur"] == pytest.approx(4 * 9)
    none = priced(replace(ARRAY, base_bays=60.0), *BILL, PER_SHELF)
    assert (none["shelves"], none.bill[-1].quantity_for_users, none["priced"]) == (0, 0, 1)


def test_a_part_per_shelf_of_a_design_without_shelves_has_no_number() -> None:
    x = priced(replace(ARRAY, base_bays=None, shelf_bays=None), *BILL, PER_SHELF)
    assert (x["check_licence_numbers"], x["first_uncounted"]) == (0, "licence")
    assert (x["users_eur"], x["unpaid_words"]) == (NO_PRICE, "the number of licence")
    assert "a part of the bill cannot be counted: licence" in x["to_mend"] + x["to_know"]


def test_a_shelf_is_hardware_of_a_lease() -> None:
    x = priced(ARRAY, *BILL, PER_SHELF, ("licence", 1, "VM"), lease_factor=0.025, lease_months=48.0)
    assert x["leased_eur"] == pytest.approx(x["known_users_eur"] - 100 * 9)


def test_watts_and_rack_units_are_those_of_the_shelves_too() -> None:
    """Two arrays of 400 W and 3 U, each with two shelves of 150 W and 2 U, and 60 drives of 5 W."""
    made = scenario(replace(ARRAY, spare_blocks=1.0, beside_watts=0.0, beside_rack_units=0.0, **TAKEN))
    x = size(replace(made, drives=(replace(SLOW, watts=5.0), *made.drives[1:]))).designs[0]
    assert (x["power_w"], x["rack_units"]) == (2 * (400 + 2 * 150 + 60 * 5), 2 * (3 + 2 * 2))
    assert (x["watts_known"], x["rack_known"]) == (1, 1)


@pytest.mark.parametrize(("shelf_bays", "known"), [(24.0, 0.0), (None, 1.0)])
def test_a_shelf_of_unknown_watts_or_rack_units_makes_the_sum_not_known(shelf_bays: float | None, known: float) -> None:
    changes = {**TAKEN, "shelf_watts": None, "shelf_rack_units": None, "base_bays": shelf_bays}
    design = replace(ARRAY, shelf_bays=shelf_bays, beside_watts=0.0, beside_rack_units=0.0, **changes)
    made = scenario(design, eur_per_kwh=0.25, eur_per_rack_unit_year=100.0)
    x = size(replace(made, drives=(replace(SLOW, watts=5.0), *made.drives[1:]))).designs[0]
    assert (x["watts_known"], x["rack_known"]) == (known, known)
    assert x["without_watts"] == (NONE if known else "a shelf")
    if not known:
        assert "watts of a shelf; rack units of a block or a shelf or a host" in x["total_missing"]


def test_without_shelves_nobody_asks_for_their_watts() -> None:
    x = of(24, block_watts=400.0, rack_units=3.0, beside_watts=0.0, beside_rack_units=0.0)
    assert (x["rack_known"], x["rack_units"]) == (1, 3)


@pytest.mark.parametrize("known", [None, "shelves_billed: in the price of the array"])
@pytest.mark.parametrize(
    ("base", "bill", "asked"),
    [(24.0, BILL, True), (60.0, BILL, False), (24.0, (*BILL, PER_SHELF), False), (24.0, (), False),
     (24.0, (*BILL, ("licence", 0, "shelf")), True)],
)  # fmt: skip
def test_shelves_that_are_not_on_the_bill_speak_against_the_design(
    base: float, bill: tuple[tuple[str, float, str], ...], asked: bool, known: str | None
) -> None:
    x = priced(replace(ARRAY, base_bays=base, spare_hosts=1.0, acknowledged=known), *bill)
    assert x["check_shelves_billed"] == (not asked)
    assert ("shelves are not on the bill" in x["to_know"]) == asked
    assert ("no shelf is billed" in x["against_words"]) == (asked and known is None)
    assert x["nothing_against"] == (not asked or known is not None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"base_bays": None}, "drive bays without shelves is blank; expected a number, since drive bays of a shelf"),
        ({"shelf_bays": None}, "drive bays of a shelf is blank; expected a number, since drive bays without shelves"),
        ({"shelf_bays": 0.0}, "drive bays of a shelf is 0"),
    ],
)
def test_what_does_not_go_together_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as refused:
        of(12, **changes)
    assert said in str(refused.value)


def test_a_kit_may_say_bays_of_shelves_and_a_design_types_over_them() -> None:
    kit = Kit("grows", block_kind="array", bays=240.0, base_bays=24.0, shelf_bays=24.0)
    made = scenario(Design("HDD", "office", (Tier("slow", "RAID 10", 60),), kit="grows"))
    assert size(replace(made, kits=(kit,))).designs[0]["shelves"] == 2
    typed = replace(made.designs[0], shelf_bays=12.0)
    assert size(replace(made, kits=(kit,), designs=(typed,))).designs[0]["shelves"] == 3


def test_what_is_bought_says_the_shelves_of_each_block() -> None:
    one, more = of(60), of(60, given_vms=50.0, spare_blocks=1.0, spare_hosts=1.0)
    assert one["to_buy"] == "1 array with 2 shelves and 1 host, 60 drives"
    assert one["beside_words"] == "1 array with 2 shelves and 1 host (by RAM)"
    assert more["to_buy"] == "3 arrays (1 in reserve) with 2 shelves per array and 2 hosts, 180 drives"
    assert "1 array with 1 shelf and" in of(26)["to_buy"]


def test_later_arrays_come_with_the_shelves_of_one() -> None:
    """Three years of 50 % more users, an array for each fifty of them: 100, 150, 225, 338."""
    design = replace(ARRAY, given_vms=50.0, beside_watts=0.0, beside_rack_units=0.0, **TAKEN)
    rows = tuple(BillRow("HDD", part, quantity, per) for part, quantity, per in (*BILL, PER_SHELF))
    prices = tuple(Price(LIST, part, None, eur, 0.0, "EUR", AS_OF, "offer") for part, eur in
                   {"server": 1000.0, "slow": 100.0, "licence": 10.0, "project": 500.0}.items())  # fmt: skip
    made = replace(
        scenario(design, price_list=LIST, years=4.0, user_growth=0.5, eur_per_rack_unit_year=100.0),
        bill=rows, prices=prices,
    )  # fmt: skip

    def sizing(made: Scenario) -> DesignSizing:
        return size(made).designs[0]

    x = sizing(made)
    without = sizing(replace(made, designs=(replace(design, base_bays=60.0),)))
    arrays = x["growth_blocks_3"] - x["growth_blocks_0"]
    assert arrays == 7 - 2
    assert x["block_yearly_eur"] - without["block_yearly_eur"] == 2 * 2 * 100
    assert x["block_alone_eur"] - without["block_alone_eur"] == 2 * 2 * 10


def test_arrays_of_numbers_go_through_as_numbers_do() -> None:
    asked = ("shelves", "block_power_w", "rack_units")
    counted = replace(ARRAY, tiers=(Tier("slow", "RAID 10"),), **TAKEN)
    vms, bays = [100.0, 500.0, 2000.0], [12.0, 24.0, 60.0]
    of_users = sweep(scenario(counted), outputs=asked, vms=vms)
    of_bays = sweep(scenario(counted), outputs=asked, shelf_bays=bays)
    for at in range(3):
        more, larger = sized(counted, replace(USERS, vms=vms[at])), sized(replace(counted, shelf_bays=bays[at]))
        assert [of_users[each][at] for each in asked] == pytest.approx([more[each] for each in asked])
        assert [of_bays[each][at] for each in asked] == pytest.approx([larger[each] for each in asked])


def test_not_known_is_the_word_of_the_number_of_a_part_per_shelf() -> None:
    x = priced(replace(ARRAY, base_bays=None, shelf_bays=None), *BILL, PER_SHELF)
    assert x.bill[-1].of_each == NOT_KNOWN
