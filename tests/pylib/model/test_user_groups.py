"""What the users ask for: in use and all, peaks, and what lies on a profile store."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.model import array
from tests.pylib.model.office import BLOCK, FULL_BILL, USERS, priced, scenario, sized, with_tier

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.tables.profiles import Profile
from vdi_sizing.words import NONE


def test_concurrency_counts_for_load_but_not_for_what_persists() -> None:
    group = replace(USERS, vms=200, concurrency=0.5, persistent_gb=10)
    x = sized(with_tier(drives=8), group)
    assert (x["all_vms"], x["vms"], x["vms_whole"]) == (200, 100, 100)
    assert x["limit_steady"] == 53
    assert x["persistent_gb_per_vm"] == 20
    assert x["limit_capacity"] == 4000 // 25


def test_users_who_share_vms_are_all_counted() -> None:
    """50 VMs of 16 users are 800 users, whether all VMs are on at once or 40 of them."""
    x = sized(with_tier(drives=8), replace(USERS, vms=50, concurrency=0.8, users_per_vm=16))
    assert (x["vms"], x["users_whole"], x["users_per_vm"]) == (40, 800, 20)
    one = priced(with_tier(drives=64), *FULL_BILL)
    shared = size(replace(one.block.scenario, groups=(replace(USERS, users_per_vm=16),))).designs[0]
    assert shared["eur_per_vm"] == one["eur_per_vm"]
    assert shared["eur_per_user"] == pytest.approx(one["eur_per_user"] / 16)
    assert shared["users_per_block"] == 16 * one["users_per_block"]


def test_the_network_of_the_users_is_that_of_sessions_in_use() -> None:
    """40 VMs of 16 users and 100 desktops at 2 Mbit/s are 1.48 Gbit/s, with a quarter more 1.85; a broker has none."""
    groups = (
        replace(USERS, vms=50, concurrency=0.8, users_per_vm=16), replace(USERS, name="desktops", vms=100),
        replace(USERS, name="brokers", vms=3, users_per_vm=0),
    )  # fmt: skip
    asked = {"user_mbit_s": 2.0, "protocol_share": 0.25}
    assert sized(with_tier(drives=8), *groups, **asked)["user_network_gbit_s"] == pytest.approx(1.85)
    assert sized(with_tier(drives=8), *groups, user_mbit_s=2.0)["user_network_gbit_s"] == pytest.approx(1.48)
    assert sized(with_tier(drives=8), *groups, protocol_share=0.25)["user_network_gbit_s"] == 0


def test_management_vms_take_hosts_and_are_no_users() -> None:
    """Of 112 VMs twelve have no users: all else of them counts as that of others, and licences per user do not."""
    group = replace(USERS, ram_gib=8, vms=100)
    beside = replace(group, name="management", vms=12, users_per_vm=0)
    alone = priced(with_tier(drives=64), ("server", 2, "block"), ("slow", 1, "drive 1"), ("licence", 1, "user"))
    twelve, as_users, without = (
        size(replace(alone.block.scenario, groups=groups)).designs[0]
        for groups in ((group, beside), (group, replace(beside, users_per_vm=1)), (group,))
    )
    assert (twelve["vms"], twelve["users_whole"], without["users_whole"]) == (112, 100, 100)
    assert twelve["users_per_vm"] == pytest.approx(100 / 112)
    of_vms = ("blocks", "ram_gib_per_vm", "steady_reads", "delta_gb_per_vm", "limit_ram", "vms_per_block")
    assert [twelve[name] for name in of_vms] == [as_users[name] for name in of_vms]
    assert as_users["known_users_eur"] - twelve["known_users_eur"] == pytest.approx(12 * 9)
    assert twelve["eur_per_user"] == pytest.approx(twelve["known_users_eur"] / 100)


def test_a_case_has_users_and_those_of_sessions() -> None:
    nobody = replace(USERS, users_per_vm=0)
    with pytest.raises(InputError, match=r"users per VM is 0.*expected a number above 0, or blank, in a group of case"):
        size(scenario(BLOCK, groups=(nobody, replace(nobody, name="others"))))
    known = Profile("known", kind="session", steady_iops=10, steady_read_share=0.5)
    beside = replace(nobody, name="others", profile="known")
    with pytest.raises(InputError, match=r"users per VM is 0.*profile 'known' is that of a session"):
        size(replace(scenario(BLOCK, groups=(USERS, beside)), profiles=(known,)))


@pytest.mark.parametrize(("kind", "shared", "holds"), [("desktop", 1, 1), ("desktop", 2, 0), ("session", 2, 1)])
def test_users_who_share_vms_by_the_profile_of_a_desktop_warn(kind: str, shared: float, holds: float) -> None:
    known = Profile("known", kind=kind, steady_iops=10, steady_read_share=0.5)
    users = replace(USERS, profile="known", users_per_vm=shared)
    x = size(replace(scenario(with_tier(drives=64), groups=(users,)), profiles=(known,))).designs[0]
    assert (x["check_shared"], x["last_desktop_shared"]) == (holds, NONE if holds else "users")


def test_vms_are_rounded_up() -> None:
    assert sized(BLOCK, replace(USERS, vms=101, concurrency=0.5))["vms_whole"] == 51


def test_a_peak_factor_raises_the_load_to_size_for_but_neither_wear_nor_the_measured_mix() -> None:
    design = replace(BLOCK, measured_vms=100, measured_iops_per_vm=10, write_kb=8, hours_per_day=10)
    even, peak = (sized(replace(design, steady_peak_factor=factor)) for factor in (1.0, 1.5))
    assert peak["steady_iops_per_vm"] == 1.5 * even["steady_iops_per_vm"]
    assert peak["measured_mix_off"] == even["measured_mix_off"] == 0
    per_drive = peak["tier1_required_dwpd"] * peak["tier1_drives"]
    assert per_drive == pytest.approx(even["tier1_required_dwpd"] * even["tier1_drives"])


def test_second_store_sums_iops_of_those_in_use_and_gb_of_all() -> None:
    users = replace(
        array.USERS, concurrency=0.5, store_iops=10.0, store_read_share=0.3, store_login_iops=50.0, store_gb=30.0
    )
    x = array.sized(users=users)
    assert (x["store_iops"], x["store_login_iops"], x["store_gb"]) == (500, 2500, 3000)
    assert x["store_reads"] == pytest.approx(150)
