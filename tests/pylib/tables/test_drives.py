"""Drives of the table."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.tables.drives import DRIVES, Drive, drive
from vdi_sizing.tables.reading import DOCUMENTS


@pytest.mark.parametrize(
    ("name", "gb", "read_iops"),
    [("Fujitsu HD SAS 6G 300 GB 10K", 300, 125), ("Fujitsu SSD SATA 3G 64 GB SLC", 64, 5000),
     ("15K FC 300 GB", 300, 150), ("ETRI SATA 7.2K 750 GB", 750, 75), ("EMC SAS 10K 300 GB", 300, 120),
     ("EMC NL-SAS 7.2K 2 TB", 2000, 90), ("Kingston DC600M 960 GB", 960, 94000)],
)  # fmt: skip
def test_drives_of_the_table(name: str, gb: float, read_iops: float) -> None:
    assert (drive(f" {name.upper()} ").gb, drive(name).read_iops) == (gb, read_iops)


def test_an_unknown_drive_is_refused() -> None:
    with pytest.raises(InputError, match="drive is 'floppy'; expected one of: Fujitsu HD SAS 6G 300 GB 10K"):
        drive("floppy")


@pytest.mark.parametrize("row", DRIVES, ids=lambda row: row.name)
def test_every_row_makes_sense(row: Drive) -> None:
    assert row.kind in ("HDD", "SSD", "NVMe SSD")
    slowest, fastest = (50, 250) if row.kind == "HDD" else (2500, 1e7)
    assert slowest <= row.write_iops <= row.read_iops <= fastest


def test_the_seeds_drives_were_never_rated_like_today_s() -> None:
    assert max(row.read_iops for row in DRIVES if row.generation == DOCUMENTS) <= 5000
