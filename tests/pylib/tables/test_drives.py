"""Drives of the table."""

from __future__ import annotations

import pytest

from vdi_sizing.errors import InputError
from vdi_sizing.tables.drives import DRIVES, Drive, drive
from vdi_sizing.tables.reading import DOCUMENTS, TODAY


@pytest.mark.parametrize(
    ("name", "gb", "read_iops"),
    [("Fujitsu HD SAS 6G 300 GB 10K", 300, 125), ("Fujitsu SSD SATA 3G 64 GB SLC", 64, 5000),
     ("15K FC 300 GB", 300, 150), ("ETRI SATA 7.2K 750 GB", 750, 75), ("EMC SAS 10K 300 GB", 300, 120),
     ("EMC NL-SAS 7.2K 2 TB", 2000, 90), ("Kingston DC600M 960 GB", 960, 94000),
     ("Samsung PM893 3.84 TB", 3840, 98000), ("Samsung PM9A3 3.84 TB", 3840, 1000000),
     ("Kioxia CM7-V 6.4 TB", 6400, 2450000), ("WD Ultrastar DC SN861 6.4 TB", 6400, 3300000)],
)  # fmt: skip
def test_drives_of_the_table(name: str, gb: float, read_iops: float) -> None:
    assert (drive(f" {name.upper()} ").gb, drive(name).read_iops) == (gb, read_iops)


def test_an_unknown_drive_is_refused() -> None:
    with pytest.raises(InputError, match="drive is 'floppy'; expected one of: Fujitsu HD SAS 6G 300 GB 10K"):
        drive("floppy")


def test_a_drive_is_of_a_known_kind_and_as_fast_as_its_kind() -> None:
    def makes_sense(row: Drive) -> bool:
        slowest, fastest = (50, 250) if row.kind == "HDD" else (2500, 1e7)
        known = row.kind in ("HDD", "SSD", "NVMe SSD")
        return known and slowest <= row.write_iops <= row.read_iops <= fastest

    assert [row for row in DRIVES if not makes_sense(row)] == []


@pytest.mark.parametrize(("kind", "dwpd", "makers"), [("NVMe SSD", 1, 5), ("NVMe SSD", 3, 3), ("SSD", 1, 2)])
def test_several_makers_drives_of_today_to_read_and_to_mix(kind: str, dwpd: float, makers: int) -> None:
    """Read-intensive drives are rated at about one write of the whole drive per day, mixed-use ones at three."""
    found = [row for row in DRIVES if row.generation == TODAY and row.kind == kind and round(row.dwpd or 0) == dwpd]
    assert len({row.name.split()[0] for row in found}) >= makers
    assert all(row.interface for row in found)


def test_flash_is_attached_as_its_kind_says() -> None:
    for row in DRIVES:
        if row.interface:
            assert row.interface.startswith("PCIe") == (row.kind == "NVMe SSD")


def test_latencies_are_those_of_flash() -> None:
    """A rated write is over in the drive's own RAM; what was measured has a system around the drive, and says so."""
    for row in DRIVES:
        longest = 0.4 if "measured mean" in (row.note or "") else 0.1
        for latency in (row.read_latency_ms, row.write_latency_ms):
            assert latency is None or (row.kind != "HDD" and 0.008 <= latency <= longest), row.name


def test_drives_of_the_example_and_of_kits_have_watts_and_a_latency_as_far_as_one_was_found() -> None:
    for name in ("Solidigm D7-PS1010 3.84 TB", "Kingston DC600M 960 GB", "Samsung PM9A3 3.84 TB"):
        assert drive(name).watts, name
        assert drive(name).read_latency_ms, name


def test_the_seeds_drives_were_never_rated_like_today_s() -> None:
    assert max(row.read_iops for row in DRIVES if row.generation == DOCUMENTS) <= 5000


def test_rated_mb_s_are_those_of_the_interface() -> None:
    """SATA passes 600 MB/s, both ports of SAS 2.4 GB/s, four lanes of PCIe 3, 4 and 5 3.9, 7.9 and 15.8 GB/s."""
    most = {"SATA": 600, "SAS 12G": 2400, "PCIe 3": 3940, "PCIe 4": 7880, "PCIe 5": 15760}
    rated = [row for row in DRIVES if row.read_mb_s is not None]
    assert len(rated) == 22
    for row in rated:
        interface = next(name for name in most if (row.interface or "").startswith(name))
        assert (row.write_mb_s or 0) > 0
        assert (row.write_mb_s or 0) <= (row.read_mb_s or 0) <= most[interface], row.name


def test_few_kib_are_within_the_rated_mb_s() -> None:
    """The rated IOPS, of 4 KiB each, pass through the rated MB/s, but for what is rounded."""
    for row in DRIVES:
        for iops, mb_s in ((row.read_iops, row.read_mb_s), (row.write_iops, row.write_mb_s)):
            assert mb_s is None or iops * 4.096 / 1000 <= 1.05 * mb_s, row.name
