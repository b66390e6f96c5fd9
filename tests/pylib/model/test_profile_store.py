"""The store of user profiles beside the blocks: by a profile of a store, priced or bought, or named as left out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.model.office import FULL_BILL, USERS, priced, with_tier

from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import BillRow, Settings
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.profiles import PROFILE_STORE, Profile
from vdi_sizing.words import DASH, NO_PRICE

STORE = Profile("store", kind=PROFILE_STORE, steady_iops=10, login_iops=50, steady_read_share=0.4, persistent_gb=30)
PLAIN = priced(with_tier(drives=64), *FULL_BILL)
"""100 users without a store."""
FILER = "Filer"


def stored(*bill: BillRow, by: str | None = "store", users_per_vm: float = 1, **settings: object) -> DesignSizing:
    """100 VMs, 80 of them in use, with a store of 10 and 50 IOPS and 30 GB per user."""
    plain = PLAIN.block.scenario
    group = replace(USERS, concurrency=0.8, store_profile=by, users_per_vm=users_per_vm)
    listed = plain.settings.price_list or ""
    return size(
        replace(
            plain,
            groups=(group,),
            profiles=(STORE,),
            bill=(*plain.bill, *bill),
            prices=(*plain.prices, Price(listed, FILER, None, 8000.0, 0.0, "EUR", plain.settings.as_of)),
            settings=replace(plain.settings, **settings),  # type: ignore[arg-type]
        )
    ).designs[0]


def filer() -> BillRow:
    return BillRow(PLAIN.design.name, FILER.upper(), 1, "once")


def test_a_store_is_sized_per_user_by_the_profile_that_the_group_names() -> None:
    x = stored()
    assert (x["store_iops"], x["store_reads"], x["store_login_iops"], x["store_gb"]) == (800, 320, 4000, 3000)
    shared = stored(users_per_vm=16)
    assert (shared["store_iops"], shared["store_login_iops"], shared["store_gb"]) == (12800, 64000, 48000)
    assert stored(by=None)["store_words"] == DASH


def test_without_a_price_it_is_named_as_left_out_and_in_no_eur() -> None:
    x = stored(store_reserve_share=0.1, store_kind="on a file server")
    said = "profile store of 3.3 TB, 800 IOPS (4\N{NO-BREAK SPACE}000 at login) on a file server"
    assert (x["store_words"], x["store_size"]) == (f"not included: {said}", said)
    assert x["lacking"].endswith(said)
    assert f"{said}." in x["to_know"]
    assert x["users_eur"] == stored(by=None)["users_eur"]


def test_by_gb_and_month_it_is_paid_with_its_reserve_and_stands_in_eur_per_user() -> None:
    """3,300 GB x 0.05 EUR x 12 months x 5 years for 100 users are 99 EUR each."""
    x = stored(store_reserve_share=0.1, store_eur_per_gb_month=0.05, store_kind="on a cloud share")
    assert x["breakdown_store_eur_per_user"] == pytest.approx(99)
    assert x["store_words"].startswith("included: profile store of 3.3 TB")
    assert "In the cost over the years alone: profile store of 3.3 TB" in x["to_know"]
    assert "profile store of 3.3 TB" in x["lacking"], "the purchase does not hold it"
    assert "profile store" not in x["years_lacking"]


def test_bought_it_is_a_part_of_the_bill() -> None:
    x = stored(filer(), store_part=FILER)
    assert x["users_eur"] == pytest.approx(stored()["users_eur"] + 8000)
    assert (x["store_bought"], x["store_left_out"], x["check_store_billed"]) == (1, 0, 1)
    assert x["store_words"].startswith("included: ")


def test_to_be_bought_and_not_on_the_bill_there_is_no_eur_unless_somebody_says_why() -> None:
    x = stored(store_part=FILER)
    assert (x["eur_per_user"], x["check_store_billed"], x["unpaid_words"]) == (NO_PRICE, 0, "the profile store")
    known = x.block.scenario
    why = tuple(replace(design, acknowledged="store_billed: on the filer of today") for design in known.designs)
    y = size(replace(known, designs=why)).designs[0]
    assert y["eur_per_user"] == stored()["eur_per_user"]
    assert stored(by=None, store_part=FILER)["check_store_billed"] == 1


@pytest.mark.parametrize(
    ("settings", "bill", "check", "holds"),
    [({"store_kind": "in the blocks"}, (), "check_store_place", 0),
     ({"store_kind": "on a cloud share"}, (), "check_store_place", 1),
     ({"store_part": FILER, "store_eur_per_gb_month": 0.1}, (filer(),), "check_store_priced_once", 0),
     ({"store_part": FILER}, (filer(),), "check_store_priced_once", 1)],
)  # fmt: skip
def test_what_contradicts_itself_warns(
    settings: dict[str, object], bill: tuple[BillRow, ...], check: str, holds: float
) -> None:
    assert stored(*bill, **settings)[check] == holds  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["store_iops", "store_login_iops", "store_gb", "store_sized_gb"])
def test_more_users_never_need_a_smaller_store(name: str) -> None:
    sizes = [stored(users_per_vm=users, store_reserve_share=0.1)[name] for users in (1, 2, 7, 16)]
    assert sizes == sorted(set(sizes))


def test_blank_settings_change_nothing() -> None:
    blank = Settings(PLAIN.block.settings.as_of)
    assert (blank.store_kind, blank.store_reserve_share, blank.store_part) == (None, 0, None)
    assert (PLAIN["store_words"], PLAIN["store_unpaid"], PLAIN["check_store_place"]) == (DASH, 0, 1)
