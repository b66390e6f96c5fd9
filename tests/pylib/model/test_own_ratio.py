"""A user group with a vCPU per core of its own: by cases worked out by hand, and by laws."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.pylib.model.office import USERS, sized

from vdi_sizing.errors import InputError
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.scenario import Design, Tier, UserGroup

SERVER = Design(
    "servers", "office", (Tier("new", "RAID 6", 12),), block_kind="server", ram_gib=4096, cores=48, vcpus_per_core=6
)
ARRAY = replace(SERVER, block_kind="array", ram_gib=None, cores=None, beside_ram_gib=4096, beside_cores=48)
OFFICE = replace(USERS, name="office", vms=600, vcpus=2)
CAD = replace(USERS, name="CAD", vms=60, vcpus=8)
OWN_CAD = replace(CAD, vcpus_per_core=2)
WORDS = {"own_vcpu_share", "own_cores_per_vcpu"}


def test_cores_are_those_of_each_groups_own_ratio() -> None:
    """600 x 2 vCPU at 6 per core are 200 cores; 60 x 8 are 80 at 6 per core, and 240 at 2.

    On 48 cores 280 take 6 hosts of 113 VMs, and 440 take 10: mean 2/3 of a core, 72 VMs.
    """
    shared, own = sized(SERVER, OFFICE, CAD), sized(SERVER, OFFICE, OWN_CAD)
    assert (shared["limit_cores"], shared["mean_hosts"]) == (113, 6)
    assert (own["limit_cores"], own["mean_hosts"]) == (72, 10)
    assert own["vcpus_per_vm"] == shared["vcpus_asked_per_vm"] == pytest.approx(1680 / 660)
    assert own["vcpus_asked_per_vm"] == pytest.approx(440 * 6 / 660)
    assert (own["own_vcpu_share"], own["own_cores_per_vcpu"]) == pytest.approx((480 / 1680, 240 / 1680))


def test_whole_vms_take_cores_by_their_own_ratio() -> None:
    """40 VMs of 8 vCPU take 8 cores each at 1 per core, 6 to a host of 48; 8 of 2 vCPU take 1/3 at 6 per core.

    The mean VM has 6.7 cores, of which 7 go on a host: 7 hosts. Spread evenly a host has no room for 6 and one small
    VM, so 8; but 5 hosts with 6 of them and 2 with 5 leave 16 cores for the small ones.
    """
    groups = replace(OFFICE, vms=8, ram_gib=4), replace(CAD, vms=40, vcpus_per_core=1, ram_gib=64)
    x = sized(SERVER, *groups)
    assert (x["limit_cores"], x["mean_hosts"], x["vcpu_hosts"]) == (7, 7, 8)
    assert (x["filled_hosts"], x["filled_fits"], x["mix_hosts"], x["blocks_needed"]) == (7, 1, 0, 7)
    assert (x["vm2_vcpus"], x["vm1_vcpus"]) == pytest.approx((48, 2))


@pytest.mark.parametrize("design", [SERVER, ARRAY], ids=["server", "beside an array"])
@pytest.mark.parametrize("ram_gib", [32, OFFICE.ram_gib], ids=["more RAM", "equal RAM"])
def test_a_ratio_that_is_that_of_the_design_changes_no_figure(design: Design, ram_gib: float) -> None:
    """Also where the vCPU alone say which VMs are the larger ones, and the smaller ones are placed last."""
    blank = sized(design, OFFICE, replace(CAD, ram_gib=ram_gib))
    typed = sized(design, OFFICE, replace(CAD, ram_gib=ram_gib, vcpus_per_core=6))
    for name in lines_by_name().keys() - WORDS:
        value = blank[name]
        assert typed[name] == (pytest.approx(value, rel=1e-12) if isinstance(value, float) else value), name


def test_a_design_without_a_ratio_has_the_vcpu_of_its_vms() -> None:
    """Servers of which the RAM alone is known: VMs of 4 vCPU at 2 per core of their own are shown with 4."""
    server = replace(SERVER, ram_gib=512, cores=None, vcpus_per_core=None)
    alone, mixed = sized(server, replace(CAD, vcpus=4, vcpus_per_core=2)), sized(server, OFFICE, OWN_CAD)
    assert (alone["vcpus_asked_per_vm"], alone["vm1_vcpus"]) == (4, 4)
    assert mixed["vcpus_asked_per_vm"] == pytest.approx(1680 / 660)
    assert (mixed["vm2_vcpus"], mixed["vm1_vcpus"]) == pytest.approx((8, 2))


def test_the_ratio_of_the_design_says_nothing_where_each_group_has_its_own() -> None:
    groups = replace(OFFICE, vcpus_per_core=5), OWN_CAD
    first, other = (sized(replace(SERVER, vcpus_per_core=ratio), *groups) for ratio in (6.0, 3.0))
    for name in ("limit_cores", "mean_hosts", "vcpu_hosts", "apart_hosts", "mix_hosts", "blocks_needed"):
        assert first[name] == other[name], name
    halved = sized(replace(SERVER, vcpus_per_core=3), OFFICE, CAD)
    assert halved["limit_cores"] < sized(SERVER, OFFICE, CAD)["limit_cores"]


def test_the_order_of_groups_changes_nothing_and_more_per_core_never_needs_more() -> None:
    draw = random.Random(35)
    for _ in range(40):
        groups = [
            replace(USERS, name=f"{at}", vms=draw.randint(1, 90), ram_gib=draw.choice((4, 8, 64)),
                    vcpus=draw.choice((2, 4, 8)), vcpus_per_core=draw.choice((None, 2.0, 4.0, 6.0)))
            for at in range(4)
        ]  # fmt: skip
        x = sized(SERVER, *groups)
        draw.shuffle(groups)
        other = sized(SERVER, *groups)
        assert [x[name] for name in ("mean_hosts", "vcpu_hosts", "apart_hosts", "blocks_needed")] == [
            other[name] for name in ("mean_hosts", "vcpu_hosts", "apart_hosts", "blocks_needed")
        ]
        denser = [replace(g, vcpus_per_core=g.vcpus_per_core * 2 if g.vcpus_per_core else None) for g in groups]
        assert sized(SERVER, *denser)["hosts_at_least"] <= x["hosts_at_least"]


@pytest.mark.parametrize("ratio", [0, -1, "four"])
def test_a_ratio_that_is_none_is_refused(ratio: object) -> None:
    with pytest.raises(InputError, match=r"vCPU per core is .*; expected a number above 0 vCPU/core"):
        UserGroup("CAD", "office", 60, vcpus=8, vcpus_per_core=ratio)  # type: ignore[arg-type]
