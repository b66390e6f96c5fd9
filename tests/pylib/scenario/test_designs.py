"""Designs: their tiers, and the sections that their inputs stand under."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.inputs import inputs_by_section
from vdi_sizing.scenario import (
    BOOT_TIME,
    FOURTH_PHASE,
    IMAGE_DELIVERY,
    LOAD_AND_BLOCK,
    POWER_AND_WARNINGS,
    STORMS_AND_CRITERIA,
    THROUGHPUT,
    Design,
    Tier,
)

DISKS = Tier("disk", "RAID 10", 4)


def test_a_design_always_has_three_tiers() -> None:
    assert Design("HDD", "office", (DISKS,)).tiers == (DISKS, Tier(), Tier())
    with pytest.raises(InputError, match="tiers is 4; expected at most 3"):
        Design("HDD", "office", (DISKS,) * 4)


def test_every_input_of_a_design_stands_under_one_of_six_headings() -> None:
    sections = inputs_by_section(Design)
    assert list(sections) == [
        LOAD_AND_BLOCK,
        POWER_AND_WARNINGS,
        IMAGE_DELIVERY,
        STORMS_AND_CRITERIA,
        THROUGHPUT,
        BOOT_TIME,
        FOURTH_PHASE,
    ]
    assert {"bays", "skew"} <= set(sections[LOAD_AND_BLOCK])
    assert {"replica_gb", "clone_location", "remark"} <= set(sections[IMAGE_DELIVERY])
    assert {"boot_s", "rebuild_mb_s"} <= set(sections[STORMS_AND_CRITERIA])


def test_a_place_is_one_of_those_that_there_are() -> None:
    with pytest.raises(InputError, match="location of the replica is 'roof'; expected one of: pool, tier 1"):
        Design("HDD", "office", replica_location="roof")
