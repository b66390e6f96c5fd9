"""A VM that fits on no host is an error that names it: by cases worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.pylib.model.by_key import FAILURES
from tests.pylib.model.office import USERS, sized

from vdi_sizing.model.grouped_digits import NO_BREAK_SPACE
from vdi_sizing.scenario import Design, Tier, UserGroup

SERVER = Design("servers", "office", (Tier("new", "RAID 6", 12),), block_kind="server", ram_gib=512)
CLUSTER = replace(SERVER, tiers=(Tier("new", "vSAN ESA RAID-5 4+1", 4),), block_kind="cluster")
ARRAY = replace(SERVER, block_kind="array", ram_gib=None, beside_ram_gib=512)
MANY = replace(USERS, vms=500)
CAD = replace(USERS, name="CAD", vms=5, ram_gib=600)


def _says(design: Design, *groups: UserGroup) -> str:
    """What is said of a VM that fits on no host."""
    x = sized(design, *groups)
    assert (x["check_fits"], x["stands"], x["other_errors"]) == (0, 0, 1)
    assert x["errors_in_words"] == f"error: {FAILURES['fits']}: {x['fits_nowhere']}"
    return str(x["fits_nowhere"])


@pytest.mark.parametrize("design", [SERVER, CLUSTER, ARRAY], ids=["server", "cluster", "beside an array"])
def test_a_vm_with_more_ram_than_a_host_is_named(design: Design) -> None:
    """On the mean of all VMs 8 GiB; 512 GiB less 32 for the host are 480."""
    design = replace(design, host_ram_gib=32, ram_overhead_gib=1)
    assert _says(design, MANY, CAD) == "CAD: a VM takes 601 GiB of RAM, and a host has 480 GiB for VMs"


def test_a_vm_with_more_vcpus_than_a_host_is_named() -> None:
    """(16 - 2) cores x 0.5 x 2 vCPU per core = 14 vCPU."""
    design = replace(SERVER, cores=16, host_cores=2, cpu_headroom=0.5, vcpus_per_core=2)
    assert _says(design, MANY, replace(CAD, ram_gib=4, vcpus=16)) == (
        "CAD: a VM takes 16 vCPU, and a host has 14 vCPU for VMs"
    )


def test_a_vm_with_more_vcpus_than_a_host_at_its_own_ratio_is_named() -> None:
    """On 7 cores 14 vCPU at the design's 2 per core, but 7 at 1 per core and 28 at 4."""
    design = replace(SERVER, cores=16, host_cores=2, cpu_headroom=0.5, vcpus_per_core=2)
    cad = replace(CAD, ram_gib=4, vcpus=8, vcpus_per_core=1)
    assert _says(design, MANY, cad) == "CAD: a VM takes 8 vCPU, and a host has 7 vCPU for VMs"
    assert sized(design, MANY, replace(cad, vcpus=7))["check_fits"] == 1
    assert sized(design, MANY, replace(cad, vcpus=28, vcpus_per_core=4))["check_fits"] == 1
    assert _says(design, MANY, replace(cad, vcpus=29, vcpus_per_core=4)) == (
        "CAD: a VM takes 29 vCPU, and a host has 28 vCPU for VMs"
    )


def test_a_vm_that_stores_more_than_its_server_is_named() -> None:
    """12 drives of 1,000 GB in RAID 6 hold 10,000 GB, of which 10 % are kept free; reduced by 2 they hold 18,000 GB."""
    stores = replace(CAD, ram_gib=4, persistent_gb=17_990)
    design = replace(SERVER, array_headroom=0.1, ram_gib=4096)
    said = _says(design, MANY, stores).replace(NO_BREAK_SPACE, " ")
    assert said == "CAD: a VM takes 17 995 GB of drives, and a server has 9 000 GB for it"
    reduced = replace(design, persistent_reduction=2.0)
    assert sized(reduced, MANY, stores)["check_fits"] == 1
    assert sized(reduced, MANY, replace(stores, persistent_gb=17_995.1))["check_fits"] == 0
    without_drives = replace(design, tiers=(), given_vms=40)
    assert sized(without_drives, MANY, stores)["check_fits"] == 1  # where it stores is not said
    cluster = replace(CLUSTER, ram_gib=4096)
    assert sized(cluster, MANY, stores)["check_fits"] == 1  # its hosts store together


def test_a_vm_that_takes_all_of_a_host_fits() -> None:
    design = replace(SERVER, ram_gib=608, host_ram_gib=6, ram_overhead_gib=2, cores=2, vcpus_per_core=2)
    x = sized(design, MANY, replace(CAD, vcpus=4))
    assert (x["check_fits"], x["fits_nowhere"]) == (1, "none")
    assert sized(replace(design, host_ram_gib=6.001), MANY, replace(CAD, vcpus=4))["check_fits"] == 0
    assert sized(design, MANY, replace(CAD, vcpus=4.001))["check_fits"] == 0


def test_where_no_host_is_given_nothing_is_too_large() -> None:
    assert sized(replace(SERVER, ram_gib=None, given_vms=40), MANY, CAD)["check_fits"] == 1


def test_where_the_mean_fits_nowhere_either_a_what_if_may_mend_it() -> None:
    x = sized(SERVER, CAD)
    assert (x["check_fits"], x["check_feasible"], x["other_errors"]) == (0, 0, 0)
