"""User groups."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import PHASES, Cache, Design, UserGroup


def test_each_phase_has_a_load_and_its_share_of_reads() -> None:
    declared = inputs_of(UserGroup)
    for phase in PHASES:
        assert declared[f"{phase}_iops"].label == f"{phase} IOPS"
        assert declared[f"{phase}_read_share"].label == f"{phase} read share"


def test_texts_are_stripped_and_numbers_are_floats() -> None:
    group = UserGroup(" office ", "day", 100, ram_gib=2)
    assert (group.name, group.vms, group.ram_gib, group.delta_gb) == ("office", 100.0, 2.0, 0.0)
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
