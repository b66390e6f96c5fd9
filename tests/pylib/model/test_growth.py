"""Growth year by year: cases worked out by hand, the model sized anew for a later year, and what must hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pylib.model.office import AS_OF, BLOCK, FAST, FULL_BILL, NEW, SLOW, USERS, priced, sized, with_tier

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import GROWTH_YEARS, BillRow, Design, Scenario, Settings, Tier, UserGroup
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RAID_LEVELS
from vdi_sizing.words import NO_PRICE, NOT_KNOWN

SERVER = replace(with_tier(drives=4), ram_gib=48)
"""2 GiB a VM: 24 VMs, of at most 26 by IOPS; 2,000 GB usable."""


def by_year(x: DesignSizing, name: str, years: int = 3) -> list[float]:
    return [x[f"growth_{name}_{number}"] for number in range(years + 1) if f"growth_{name}_{number}" in x.figures]


def test_users_grow_and_blocks_are_bought_as_they_come() -> None:
    """100 VMs and 20 % a year: 120, 144, 172.8; of 24 a block 5, 5, 6 and 8 blocks.

    A block is 2 x 900 + 4 x 90 = 2,160 EUR, a VM 9 EUR, the project 450 EUR: at the start 5 x 2,160 + 900 + 450.
    """
    x = priced(SERVER, *FULL_BILL, years=3, user_growth=0.2)
    assert by_year(x, "vms") == by_year(x, "users") == [100, 120, 144, 173]
    assert by_year(x, "per_block") == [24, 24, 24, 24]
    assert by_year(x, "blocks") == by_year(x, "hosts") == [5, 5, 6, 8]
    assert by_year(x, "bought") == [5, 0, 1, 2]
    assert by_year(x, "bought_eur") == [12150, 180, 2160 + 216, pytest.approx(4320 + 261)]
    assert x["growth_eur"] == pytest.approx(19287)
    assert x["growth_eur_per_user"] == pytest.approx(19287 / 173)


def test_beyond_the_years_of_use_nothing_grows() -> None:
    x = priced(SERVER, *FULL_BILL, years=3, user_growth=0.2)
    assert by_year(x, "blocks", 7)[4:] == [8] * 4
    assert by_year(x, "bought_eur", 7)[4:] == by_year(x, "bought", 7)[4:] == [0] * 4
    assert [x[f"chart_growth_blocks_{n}"] for n in GROWTH_YEARS] == [5, 5, 6, 8, "", "", "", ""]


def test_all_at_once_is_bought_at_the_start_for_the_last_year() -> None:
    """Eight blocks at the start; a VM's licence is bought when the VM comes."""
    x = priced(SERVER, *FULL_BILL, years=3, user_growth=0.2, growth_bought="at once")
    assert by_year(x, "bought") == [8, 0, 0, 0]
    assert by_year(x, "bought_eur") == [12150 + 3 * 2160, 180, 216, 261]


def test_more_gb_per_vm_lower_what_a_block_holds() -> None:
    """2,000 GB by 60, 72, 86.4 and 103.68 GB: 33, 27, 23 and 19 VMs; the RAM takes 24."""
    x = sized(SERVER, replace(USERS, delta_gb=60), years=3, gb_growth=0.2)
    assert by_year(x, "gb_per_vm") == pytest.approx([60, 72, 86.4, 103.68])
    assert by_year(x, "per_block") == [24, 24, 23, 19]
    assert by_year(x, "blocks") == [5, 5, 5, 6]
    assert x["growth_eur"] == NO_PRICE


def test_prices_of_later_years() -> None:
    """Other prices rise by 10 % a year: 180 x 1.1, (2,160 + 216) x 1.21, (4,320 + 261) x 1.331."""
    x = priced(SERVER, *FULL_BILL, years=3, user_growth=0.2, other_price_change=0.1)
    assert by_year(x, "bought_eur") == pytest.approx([12150, 198, 2376 * 1.21, 4581 * 1.331])


def with_prices(
    design: Design, users: UserGroup, prices: dict[str, float], *bill: BillRow, **given: Any
) -> DesignSizing:
    listed = tuple(Price("list", part, None, eur, 0.0, "EUR", AS_OF, "offer") for part, eur in prices.items())
    chosen = Settings(AS_OF, price_list="list", **given)
    return size(Scenario((users,), (design,), (SLOW, FAST, NEW), RAID_LEVELS, chosen, listed, bill)).designs[0]


def test_flash_drives_follow_their_own_change() -> None:
    """Two VMs of 100 GB fill 4 drives of 100 GB in pairs; twice the users take a block more, its flash a fifth less."""
    design = replace(BLOCK, tiers=(Tier("fast", "RAID 10", 4),))
    users = UserGroup("users", "office", 2, steady_iops=1, steady_read_share=0.5, delta_gb=100)
    bill = BillRow("HDD", "server", 1, "block"), BillRow("HDD", "fast", 1, "drive 1")
    prices = {"server": 900.0, "fast": 25.0}
    x = with_prices(design, users, prices, *bill, years=1.0, user_growth=1.0, drive_price_change=-0.2)
    assert by_year(x, "blocks", 1) == [1, 2]
    assert by_year(x, "bought_eur", 1) == [1000, 900 + 100 * 0.8]


def test_running_costs_grow_with_what_stands_there() -> None:
    """Maintenance of 10 %: 1,215 EUR a year at the start, 216 for a block and 0.90 for a VM; 3 % dearer every year."""
    x = priced(SERVER, *FULL_BILL, years=3, user_growth=0.2, maintenance_share=0.1)
    added = [20 * 0.9, 216 + 44 * 0.9, 3 * 216 + 73 * 0.9]
    assert by_year(x, "running_eur") == pytest.approx(added)
    assert x["growth_eur"] == pytest.approx(19287 + 3 * 1215 + sum(added))
    x = priced(SERVER, *FULL_BILL, years=3, user_growth=0.2, maintenance_share=0.1, escalation=0.03)
    assert by_year(x, "running_eur") == pytest.approx([added[0], added[1] * 1.03, added[2] * 1.03**2])


def test_at_once_the_blocks_of_the_last_year_run_from_the_first_on() -> None:
    x = priced(SERVER, *FULL_BILL, years=3, user_growth=0.2, maintenance_share=0.1, growth_bought="at once")
    assert by_year(x, "running_eur") == pytest.approx([648 + 20 * 0.9, 648 + 44 * 0.9, 648 + 73 * 0.9])


def with_parts_per_year(**given: Any) -> DesignSizing:
    """Paid per year: 90 EUR a server, 9 a VM, 9 a user from the second year on, 45 for the project."""
    paid = (("server", "block", 1), ("VM", "VM", 1), ("user", "user", 2), ("project", "once", 1))
    bill = (BillRow("HDD", part, 1, per, "per year", first, rises=False) for part, per, first in paid)
    prices = {"server": 90.0, "VM": 9.0, "user": 9.0, "project": 45.0}
    users = replace(USERS, users_per_vm=2)
    return with_prices(SERVER, users, prices, *bill, years=3.0, user_growth=0.2, **given)


def test_parts_per_year_grow_with_what_they_are_billed_for() -> None:
    """20 VMs in year 1; 1 block, 44 VMs and 88 users in year 2; 3 blocks, 73 VMs and 146 users in year 3."""
    x = with_parts_per_year()
    assert by_year(x, "users") == [200, 240, 288, 346]
    assert by_year(x, "parts_eur") == pytest.approx([20 * 9, 90 + (44 + 88) * 9, 3 * 90 + (73 + 146) * 9])


def test_what_growth_adds_is_discounted_as_running_costs_are() -> None:
    plain = {"years": 3, "user_growth": 0.2, "discount_rate": 0.05}
    x = priced(SERVER, *FULL_BILL, **plain)
    later = 180 / 1.05 + 2376 / 1.05**2 + 4581 / 1.05**3
    assert x["growth_eur"] == pytest.approx(12150 + later)
    assert round(x["growth_eur"], 2) == 18433.77
    x = priced(SERVER, *FULL_BILL, **plain, running_paid="in advance")
    assert x["growth_eur"] == pytest.approx(12150 + later * 1.05)


def test_a_block_that_no_longer_holds_a_vm_has_no_cost() -> None:
    """2,000 GB hold a VM of 1,800 GB today, and none of 2,160 GB."""
    bill = BillRow("HDD", "server", 1, "block"), BillRow("HDD", "slow", 1, "drive 1")
    prices = {"server": 900.0, "slow": 100.0}
    x = with_prices(SERVER, replace(USERS, vms=2, delta_gb=1800), prices, *bill, years=1.0, gb_growth=0.2)
    assert (x["growth_known"], x["growth_eur"], x["growth_eur_per_user"]) == (0, NOT_KNOWN, NOT_KNOWN)


def test_growth_is_looked_at_for_seven_years() -> None:
    assert priced(SERVER, *FULL_BILL, years=7, user_growth=0.1)["growth_blocks_7"] == 9
    assert priced(SERVER, *FULL_BILL, years=8)["growth_blocks_7"] == 5
    for growth in ({"user_growth": 0.1}, {"gb_growth": 0.1}):
        with pytest.raises(InputError, match="at most 7 years, since growth is given"):
            priced(SERVER, *FULL_BILL, years=8, **growth)


HOST = Design("HDD", "office", (Tier("new", "vSAN ESA RAID-5 4+1"),), block_kind="cluster", ram_gib=512, spare_blocks=1)
ARRAY = replace(
    with_tier(drives=24), block_kind="array", beside_ram_gib=64, spare_hosts=1, spare_blocks=0, replica_gb=64
)  # fmt: skip
KINDS = {
    "server": SERVER,
    "two tiers": replace(
        SERVER, tiers=(Tier("fast", "RAID 10", 12), Tier("slow", "RAID 6", 12)), skew=0.8, replica_gb=60,
        replica_location="tier 1", clone_location="tier 2", spare_blocks=1,
    ),
    "usable GB given": replace(SERVER, usable_gb=900.0, usable_gb_source="vendor", vm_headroom=0.1, array_headroom=0.2),
    "array with hosts": ARRAY,
    "cluster": replace(HOST, tiers=(Tier("new", "vSAN ESA RAID-5 4+1", 4, rebuild_drives=4),), replica_gb=64),
    "clusters of six to eight": replace(
        HOST, tiers=(Tier("new", "S2D three-way mirror", 4),), max_hosts=8.0, array_headroom=0.1, replica_gb=100
    ),
    "cluster, usable GB given": replace(
        HOST, tiers=(Tier("new", "vSAN ESA RAID-5 4+1", 4),), usable_gb=2500.0, usable_gb_source="vendor"
    ),
    "cluster, measured": replace(
        HOST, tiers=(Tier("new", "vSAN ESA RAID-5 4+1", 4),), measured_vms=70.0, max_hosts=10.0
    ),
}  # fmt: skip
"""Designs whose drives are given: a block of theirs is the same whatever the users."""


def grown(group: UserGroup, users: float, gb: float) -> UserGroup:
    return replace(group, vms=group.vms * users, delta_gb=(group.delta_gb or 0) * gb)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("growth", [(0.1, 0.0), (0.0, 0.3), (0.17, 0.21), (0.5, 0.05)])
def test_a_year_is_the_model_sized_anew_for_its_users_and_gb(kind: str, growth: tuple[float, float]) -> None:
    """Exactly, for every kind of block: GB per VM enter nothing but capacity."""
    group = replace(USERS, vms=333, steady_iops=3, delta_gb=20)
    x = sized(KINDS[kind], group, user_growth=growth[0], gb_growth=growth[1])
    assert x["errors"] == 0
    for year in range(6):
        later = sized(KINDS[kind], grown(group, (1 + growth[0]) ** year, (1 + growth[1]) ** year))
        expected = later["vms_whole"], later["clusters"], later["blocks"], later["hosts_paid"]
        assert tuple(x[f"growth_{n}_{year}"] for n in ("vms", "clusters", "blocks", "hosts")) == expected
        assert x[f"growth_gb_per_vm_{year}"] == pytest.approx(later["gb_per_vm"])


def test_clusters_of_the_start_are_those_that_the_drive_bays_ask_for() -> None:
    """70 VMs a host by its bays, of 256 by its RAM: 900 are more than seven hosts beside the reserve carry."""
    x = sized(replace(HOST, bays=2, max_hosts=8), replace(USERS, vms=900, delta_gb=20), years=3)
    assert (x["hosts_decided"], x["host_vms_most"], x["growth_per_block_0"]) == ("drive bays", 70, 256)
    assert by_year(x, "clusters") == [2, 2, 2, 2]
    assert (x["clusters"], by_year(x, "blocks")) == (2, [16] * 4)


ANY_KIND = st.sampled_from([*KINDS.values(), HOST, BLOCK, replace(HOST, max_hosts=8.0)])
RATE = st.sampled_from([0.0, 0.01, 0.05, 0.1, 0.25, 1.0])


@given(design=ANY_KIND, users=RATE, gb=RATE, vms=st.integers(1, 700), gb_per_vm=st.sampled_from([0, 3, 20, 75]))
@settings(max_examples=150, deadline=None)
def test_what_holds_of_any_growth(design: Design, users: float, gb: float, vms: int, gb_per_vm: float) -> None:
    """The start is the answer; without growth it stays; more growth, or a later year, never takes fewer blocks."""
    group = replace(USERS, vms=vms, steady_iops=3, delta_gb=gb_per_vm)
    x, plain, more = (
        sized(design, group, user_growth=a, gb_growth=b) for a, b in ((users, gb), (0, 0), (min(1.0, users + 0.1), gb))
    )
    blocks = by_year(x, "blocks", 7)
    assert by_year(plain, "blocks", 7) == [x["blocks"]] * 8
    assert blocks[0] == x["blocks"]
    assert blocks == sorted(blocks)
    assert all(a <= b for a, b in zip(blocks, by_year(more, "blocks", 7), strict=True))
    assert plain["growth_noted"] == ""
    if not x["errors"]:
        assert growth_free(x, plain)


def growth_free(x: DesignSizing, plain: DesignSizing) -> bool:
    """Whether nothing but the figures of growth, and what is said of it, differs."""
    named = {name for name in plain.figures if "growth" in name} | {"to_know"}
    return all(x[name] == plain[name] for name in plain.figures if name not in named)


@given(users=RATE, years=st.integers(1, 7), vms=st.integers(1, 300))
@settings(max_examples=60, deadline=None)
def test_by_year_costs_what_it_costs_at_once_where_prices_stand_still(users: float, years: int, vms: int) -> None:
    """The same blocks are bought in the end."""
    one, other = (
        priced(replace(SERVER, given_vms=float(vms)), *FULL_BILL, years=years, user_growth=users, growth_bought=bought)
        for bought in ("by year", "at once")
    )
    sums = [sum(x[f"growth_bought_eur_{n}"] for n in GROWTH_YEARS) for x in (one, other)]
    assert sums[0] == pytest.approx(sums[1])
    assert one["growth_eur"] == pytest.approx(other["growth_eur"])
    assert one["growth_eur"] == pytest.approx(sums[0])


def test_without_growth_the_cost_is_that_over_the_years() -> None:
    x = priced(SERVER, *FULL_BILL, maintenance_share=0.1, discount_rate=0.07)
    assert x["growth_eur"] == pytest.approx(x["total_eur"])
    assert x["growth_assumed"] == "No growth is assumed: enter it on Settings."


def test_the_report_says_what_growth_was_assumed() -> None:
    x = priced(SERVER, *FULL_BILL, years=3, user_growth=0.2, gb_growth=0.025)
    assert x["growth_assumed"] == (
        "Growth assumed: users 20 % and GB per VM 2.5 % a year, for 3 years; what it takes is bought by year."
    )
    assert x["growth_assumed"] in x["to_know"]


def test_parts_per_user_are_bought_for_those_who_come() -> None:
    """Three users a VM: 300, 360, 432 and 519 whole users, and 9 EUR of a licence for each that comes."""
    bill = BillRow("HDD", "server", 1, "block"), BillRow("HDD", "licence", 1, "user")
    prices, users = {"server": 2160.0, "licence": 9.0}, replace(USERS, users_per_vm=3)
    x = with_prices(SERVER, users, prices, *bill, years=3.0, user_growth=0.2)
    assert by_year(x, "users") == [300, 360, 432, 519]
    assert by_year(x, "bought_eur")[1:] == pytest.approx([60 * 9, 2160 + 72 * 9, 2 * 2160 + 87 * 9])
