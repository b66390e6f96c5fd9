"""Image deliveries in a sizing: RAM to the host, GB to capacity, shares to the I/O; and what is left to measure."""

from __future__ import annotations

from dataclasses import replace

from tests.pylib.model.office import BLOCK, USERS, scenario, with_tier

from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.scenario import Design, UserGroup
from vdi_sizing.tables.deliveries import Delivery
from vdi_sizing.tables.profiles import Profile

ASKED = Profile("asked", steady_iops=40, steady_read_share=0.5, ram_gib=4, delta_gb=8)
SAME = Delivery("same", 1, 1, 1, 1, 1, 1, cache_ram_gib=0)
CACHED = Delivery("cached", 0.25, 1.5, 1, 1, 1, 1, delta_gb=3, cache_ram_gib=0.5)
FULL = Delivery("full", image_share=1, cache_ram_gib=0)
USED = UserGroup("users", USERS.case, 100, profile="asked", persistent_gb=0)


def delivered(name: str | None, design: Design = BLOCK, **typed: float | None) -> DesignSizing:
    group = replace(USED, delivery=name, **typed)  # type: ignore[arg-type]
    known = replace(scenario(design, groups=(group,)), profiles=(ASKED,), deliveries=(SAME, CACHED, FULL))
    return size(known).designs[0]


def test_shares_of_1_change_nothing() -> None:
    without, same = (delivered(name, with_tier(drives=64)).block for name in (None, "same"))
    for figure in ("steady_iops_per_vm", "ram_gib_per_vm", "gb_per_vm", "vms_per_block", "eur_per_user"):
        assert size(same.scenario).designs[0][figure] == size(without.scenario).designs[0][figure]


def test_ram_goes_to_the_host_gb_to_capacity_and_shares_to_the_io() -> None:
    """20 reads x 0.25 and 20 writes x 1.5 are 35 IOPS; 4.5 GiB in place of 4; 3 GB in place of the profile's 8."""
    design = with_tier(drives=64)
    x = delivered("cached", replace(design, ram_gib=90))
    assert (x["steady_reads_per_vm"], x["steady_writes_per_vm"]) == (5, 30)
    assert (x["ram_gib_per_vm"], x["limit_ram"], x["gb_per_vm"]) == (4.5, 20, 3)
    assert delivered(None, replace(design, ram_gib=90))["limit_ram"] == 22


def test_what_is_typed_counts_in_its_place() -> None:
    x = delivered("cached", steady_iops=12, delta_gb=1, cache_ram_gib=0, image_share=0)
    assert (x["steady_iops_per_vm"], x["gb_per_vm"], x["ram_gib_per_vm"]) == (12, 1, 4)


def test_a_full_clone_holds_the_image_once_per_vm_of_all() -> None:
    """200 VMs, half of them in use, each with 40 GB beside the profile's 8 of those in use; reduced as clones."""
    design = replace(with_tier(drives=64), replica_gb=40, replicas=0)
    x = delivered("full", design, vms=200, concurrency=0.5)
    assert (x["images_per_vm"], x["gb_per_vm"]) == (2, 88)
    assert delivered("full", replace(design, clone_reduction=4), vms=200, concurrency=0.5)["gb_per_vm"] == 22
    half = delivered(None, design, vms=200, concurrency=0.5, image_share=0.5)
    assert half["gb_per_vm"] == 48


def test_a_share_of_no_image_is_nothing_stored() -> None:
    x = delivered("full", replace(with_tier(drives=64), replica_gb=0))
    assert (x["groups_without_gb"], x["gb_per_vm"]) == (0, 8)  # the profile's delta
    known = replace(x.block.scenario, profiles=(replace(ASKED, delta_gb=None),), groups=(replace(USED, delivery="full",
        persistent_gb=None),))  # fmt: skip
    y = size(known).designs[0]
    assert (y["groups_without_gb"], y["last_without_gb"], y["check_stored"]) == (1, "users", 0)
