"""User groups."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import PHASES, Cache, Design, UserGroup
from vdi_sizing.tables.profiles import Profile


def test_each_phase_has_a_load_and_its_share_of_reads() -> None:
    declared = inputs_of(UserGroup)
    for phase in PHASES:
        assert declared[f"{phase}_iops"].label == f"{phase} IOPS"
        assert declared[f"{phase}_read_share"].label == f"{phase} read share"


def test_texts_are_stripped_and_numbers_are_floats() -> None:
    group = UserGroup(" office ", "day", 100, ram_gib=2)
    assert (group.name, group.vms, group.ram_gib, group.store_gb) == ("office", 100.0, 2.0, None)
    assert isinstance(group.vms, float)


def test_a_load_without_vms_is_refused() -> None:
    with pytest.raises(InputError, match="VMs is 0; expected a number above 0 VMs"):
        UserGroup("office", "day", 0)


def test_the_figures_of_the_documents_stand_where_one_enters_them() -> None:
    notes = {name: field.note for record in (UserGroup, Design, Cache) for name, field in inputs_of(record).items()}
    assert "3 to 7 light, 20 to 30 heavy, 50 at worst" in notes["steady_iops"]
    assert "ETRI: 1 GB" in notes["ram_gib"]
    assert "EMC 2012: 15 ms" in notes["response_limit_ms"]
    assert "doubled for each further 500 users" in notes["drives"]
    assert "Dell 2012: 0.1 is the default" in notes["preboot_share"]
    assert "writes 50" in notes["latency_ratio"]


def test_a_profile_says_what_a_group_leaves_blank_and_nothing_else() -> None:
    known = Profile("knowledge", steady_iops=38.4, steady_read_share=0.49, ram_gib=6, delta_gb=20, swap_gb=3)
    group = UserGroup("office", "day", 100, profile="Knowledge", steady_iops=12, delta_gb=0).by(known)
    assert (group.steady_iops, group.steady_read_share, group.ram_gib) == (12, 0.49, 6)
    assert (group.delta_gb, group.swap_gb) == (0, 3)  # a 0 is typed, a blank is not
    assert (group.login_iops, group.boot_iops, group.vcpus, group.log_gb) == (None, None, None, None)
    assert (group.name, group.case, group.vms, group.source) == ("office", "day", 100, None)


@pytest.mark.parametrize(("kind", "iops", "ram_gib"), [("session", 16 * 18.9, 48), ("desktop", 18.9, 3)])
def test_what_a_session_asks_for_counts_for_each_user_of_a_vm(kind: str, iops: float, ram_gib: float) -> None:
    known = Profile("known", kind=kind, steady_iops=18.9, steady_read_share=0.38, ram_gib=3, vcpus=0.5)
    group = UserGroup("office", "day", 250, profile="known", users_per_vm=16, vcpus=8).by(known)
    assert group.steady_iops == pytest.approx(iops)
    assert (group.steady_read_share, group.ram_gib, group.vcpus) == (0.38, ram_gib, 8)  # 8 are typed: per VM
