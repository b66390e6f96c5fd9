"""RAID levels of the table."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.formulas.raid import raid_usable_gb
from vdi_sizing.tables.raid_levels import RAID_LEVELS, RaidLevel, raid_level


@pytest.mark.parametrize(
    ("name", "penalty", "reads"),
    [("RAID 0", 1, 0), ("RAID 1", 2, 0), ("RAID 10", 2, 0), ("RAID 5", 4, 2), ("RAID 50", 4, 2),
     ("RAID 6", 6, 3), ("RAID 60", 6, 3), ("RAID-DP", 2, 0)],
)  # fmt: skip
def test_write_penalties_of_the_classical_levels(name: str, penalty: float, reads: float) -> None:
    level = raid_level(name)
    assert (level.write_penalty, level.write_reads) == (penalty, reads)


def test_names_are_compared_trimmed_and_without_case() -> None:
    assert raid_level("  raid 10 ") is raid_level("RAID 10")


@pytest.mark.parametrize("name", ["RAID 7", "", None, 10])
def test_an_unknown_level_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(InputError, match=r"raid is .*; expected one of: RAID 0, RAID 1"):
        raid_level(name)


@pytest.mark.parametrize("level", RAID_LEVELS, ids=lambda level: level.name)
def test_every_row_makes_sense(level: RaidLevel) -> None:
    assert level.write_penalty - level.write_reads >= 1
    assert level.min_drives > level.parity_drives
    assert level.min_drives % level.multiple == 0
    assert raid_usable_gb(level.name, level.min_drives, 1) > 0
