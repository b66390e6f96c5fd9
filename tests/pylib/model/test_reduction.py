"""Data reduction: how many GB of an object a usable GB holds, and what a block holds of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pylib.model.office import BLOCK, CONTAINED, USERS, priced, sized

from vdi_sizing.errors import InputError
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.scenario import Design, Tier

MANY = replace(USERS, vms=500, delta_gb=20, log_gb=4, swap_gb=2, persistent_gb=10)
"""Of a VM 24 GB are clone, 2 GB swap file, 10 GB persist."""
ARRAY = Design("HDD", "office", (Tier("new", "RAID 6", 12),), block_kind="array", replica_gb=60, replicas=5)
"""12,000 GB raw, 10,000 GB usable; images of 300 GB."""
RATIOS: dict[str, Any] = {"image_reduction": 3, "clone_reduction": 2, "persistent_reduction": 1.25}
SOURCED: dict[str, Any] = {f"{name}_source": "our test of May" for name in RATIOS}


def test_each_object_is_reduced_by_its_own_ratio() -> None:
    """300 / 3 = 100 GB; 24 / 2 + 2 + 10 / 1.25 = 22 GB per VM; 9,900 / 22 = 450 VMs, else 269."""
    x, plain = sized(replace(ARRAY, **RATIOS), MANY), sized(ARRAY, MANY)
    assert (x["fixed_gb"], x["gb_per_vm"], x["limit_capacity"]) == (100, 22, 450)
    assert (x["tier1_fixed_gb"], x["tier1_gb_per_vm"]) == (100, 22)
    assert (plain["fixed_gb"], plain["gb_per_vm"], plain["limit_capacity"]) == (300, 36, 269)


def test_raw_usable_and_effective_stand_apart() -> None:
    """450 VMs are 10,000 GB stored; before reduction 300 + 450 x 36 = 16,500 GB."""
    x = sized(replace(ARRAY, **RATIOS), MANY)
    assert (x["raw_gb"], x["usable_gb"], x["stored_gb"]) == (12000, 10000, 10000)
    assert (x["saved_gb"], x["effective_gb"]) == (pytest.approx(6500), pytest.approx(16500))
    assert x["free_share"] == 0


def test_drives_are_counted_for_what_is_left() -> None:
    """500 x 36 + 300 = 18,300 GB take 19 drives and two of parity; 500 x 22 + 100 = 11,100 GB 12 and two."""
    counted = replace(ARRAY, tiers=(Tier("new", "RAID 6"),))
    assert (sized(counted, MANY)["tier1_drives"], sized(replace(counted, **RATIOS), MANY)["tier1_drives"]) == (21, 14)


def test_a_cluster_stores_its_images_once() -> None:
    """Six hosts of 800 GB. 300 / 3 = 100 GB once, and 22 GB for each of 215 VMs."""
    host = replace(ARRAY, block_kind="cluster", tiers=(Tier("new", "Nutanix RF2 EC-X 4/1", 1),), **RATIOS)
    x = sized(host, replace(MANY, vms=200))
    assert (x["working_hosts"], x["stored_gb"]) == (6, pytest.approx(100 / 6 + x["vms_carried"] * 22))
    assert x["effective_gb"] == pytest.approx(800 * (1 + x["saved_gb"] / x["stored_gb"]))


def test_what_nobody_stores_is_not_reduced() -> None:
    places = ("replica_location", "clone_location", "persistent_location")
    elsewhere: dict[str, Any] = dict.fromkeys(places, "elsewhere")
    x = sized(replace(ARRAY, **RATIOS, **elsewhere), replace(MANY, swap_gb=0))
    assert (x["stored_gb"], x["saved_gb"], x["effective_gb"]) == (0, 0, 10000)


def test_a_ratio_is_at_least_one_and_needs_a_source() -> None:
    with pytest.raises(InputError, match="data reduction of clones"):
        replace(ARRAY, clone_reduction=0.9)
    x = sized(replace(ARRAY, **RATIOS), MANY)
    assert x["unsourced"] == "data reduction of images; data reduction of clones; data reduction of what persists"
    assert (x["check_measured_sourced"], x["stands"]) == (0, 1)
    assert sized(replace(ARRAY, **RATIOS, **SOURCED), MANY)["check_measured_sourced"] == 1


@pytest.mark.parametrize("design", [BLOCK, ARRAY, replace(ARRAY, tiers=(Tier("new", "RAID 6"),))])
def test_a_reduction_of_one_changes_nothing(design: Design) -> None:
    ones: dict[str, Any] = {**dict.fromkeys(RATIOS, 1), **SOURCED}
    one, none = sized(replace(design, **ones), MANY), sized(design, MANY)
    assert {name for name in lines_by_name() if one[name] != none[name]} == set()


@given(st.floats(1, 16), st.floats(1, 16), st.floats(0, 8))
def test_more_reduction_never_costs_more(images: float, clones: float, more: float) -> None:
    def eur(images: float, clones: float) -> Any:
        array = replace(
            ARRAY, tiers=(Tier("slow", "RAID 6"),), image_reduction=images, clone_reduction=clones,
            acknowledged=CONTAINED,
        )  # fmt: skip
        return priced(array, ("server", 1, "block"), ("slow", 1, "drive 1"))["known_users_eur"]

    assert eur(images + more, clones + more) <= eur(images, clones) <= eur(1, 1)
