"""User groups."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_of
from vdi_sizing.scenario import PHASES, UserGroup


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
