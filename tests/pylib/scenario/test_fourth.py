"""Inputs of a design on its fourth phase."""

from __future__ import annotations

from vdi_sizing.inputs import inputs_by_section
from vdi_sizing.scenario import FOURTH_PHASE, Design


def test_they_may_all_be_blank_and_their_rows_are_folded_then() -> None:
    inputs = inputs_by_section(Design)[FOURTH_PHASE]
    assert list(inputs) == ["fourth_iops", "fourth_reads", "fourth_vms"]
    assert all(field.optional and field.blank is None and field.expert for field in inputs.values())
