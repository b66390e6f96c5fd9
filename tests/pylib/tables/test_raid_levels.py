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


def test_layouts_over_hosts_say_how_many_they_need() -> None:
    """RAID levels of one server need no second host; the layouts of hyper-converged stores do."""
    over_hosts = {level.name for level in RAID_LEVELS if level.min_hosts}
    stores = ("vSAN", "S2D", "Nutanix", "Ceph")
    assert over_hosts == {level.name for level in RAID_LEVELS if level.name.startswith(stores)}
    hosts = {name: raid_level(name).min_hosts for name in ("vSAN ESA RAID-5 2+1", "vSAN ESA RAID-5 4+1", "Nutanix RF3")}
    assert hosts == {"vSAN ESA RAID-5 2+1": 3, "vSAN ESA RAID-5 4+1": 6, "Nutanix RF3": 5}


@pytest.mark.parametrize(
    ("name", "usable", "penalty", "hosts", "drives"),
    [("vSAN OSA RAID-1 FTT=2", 1 / 3, 3, 5, 5), ("vSAN OSA RAID-5 3+1", 3 / 4, 4, 4, 4),
     ("vSAN OSA RAID-6 4+2", 4 / 6, 6, 6, 6), ("vSAN ESA RAID-1 FTT=1", 1 / 2 / 1.131, 2, 3, 6),
     ("vSAN ESA RAID-6 4+2", 4 / 6 / 1.131, 3, 6, 12), ("S2D two-way mirror", 1 / 2, 2, 2, 8),
     ("S2D three-way mirror", 1 / 3, 3, 3, 12), ("S2D nested two-way mirror", 1 / 4, 4, 2, 8),
     ("S2D dual parity 2+2", 1 / 2, 6, 4, 16), ("S2D dual parity 4+2", 4 / 6, 6, 7, 28),
     ("S2D dual parity 6+2", 6 / 8, 6, 9, 36), ("Ceph replica 3", 1 / 3, 3, 3, 3)],
)  # fmt: skip
def test_layouts_of_hyper_converged_stores(
    name: str, usable: float, penalty: float, hosts: float, drives: float
) -> None:
    level = raid_level(name)
    assert level.usable_share == pytest.approx(usable)
    assert (level.write_penalty, level.min_hosts, level.min_drives) == (penalty, hosts, drives)


def test_every_row_makes_sense() -> None:
    def makes_sense(level: RaidLevel) -> bool:
        return (
            level.write_penalty - level.write_reads >= 1
            and level.min_drives > level.parity_drives
            and level.min_drives % level.multiple == 0
            and (level.min_hosts is None or 2 <= level.min_hosts <= level.min_drives)
            and bool(raid_usable_gb(level.name, level.min_drives, 1) > 0)
        )

    assert [level for level in RAID_LEVELS if not makes_sense(level)] == []
