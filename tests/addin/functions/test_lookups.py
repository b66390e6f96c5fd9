"""The tables in a cell, a field at a time."""

from __future__ import annotations

import pytest

from vdi_addin.functions.catalogue import function
from vdi_addin.functions.convert import Failure, call
from vdi_sizing.tables.drives import DRIVES
from vdi_sizing.tables.profiles import PROFILES
from vdi_sizing.tables.raid_levels import RAID_LEVELS

FUJITSU = "Fujitsu EUR list, June 2011 (day not printed)"


@pytest.mark.parametrize(
    ("name", "cells", "shown"),
    [
        ("VDI_WRITE_PENALTY", ("RAID 5",), 4.0),
        ("VDI_WRITE_PENALTY", (" raid 6 ",), 6.0),
        ("VDI_RAID", ("RAID 10", "Usable share"), 0.5),
        ("VDI_DRIVE", ("fujitsu hd sas 6g 300 gb 10k", "part"), "S26361-F4482-E130"),
        ("VDI_PROFILE", ("ETRI office user, test", "steady_iops"), 20.0),
        ("VDI_PRICE", ("S26361-F4482-E130", FUJITSU), 210.0),
    ],
)
def test_a_field_of_a_table(name: str, cells: tuple[str, ...], shown: object) -> None:
    assert call(function(name), *cells) == shown


@pytest.mark.parametrize(
    ("name", "cells", "says"),
    [
        ("VDI_WRITE_PENALTY", ("RAID 7",), "is 'RAID 7'; expected"),
        ("VDI_DRIVE", ("Fujitsu HD SAS 6G 300 GB 10K", "colour"), "field is 'colour'; expected one of: name, part"),
        ("VDI_DRIVE", ("Fujitsu HD SAS 6G 300 GB 10K", "dwpd"), "field is 'dwpd'; expected a field that is known here"),
        ("VDI_DRIVE", ("no such drive", "gb"), "drive is 'no such drive'; expected"),
        (
            "VDI_PRICE",
            ("x", FUJITSU),
            "part is 'x'; expected a part that has a price",
        ),
        (
            "VDI_PRICE",
            ("x", "no list"),
            f"price_list is 'no list'; expected one of: {FUJITSU}",
        ),
        ("VDI_PRICE", (None, "no list"), "part is blank; expected a text"),
    ],
)
def test_what_does_not_stand_there_is_said(name: str, cells: tuple[object, ...], says: str) -> None:
    answer = call(function(name), *cells)
    assert isinstance(answer, Failure)
    assert says in answer.message


def test_each_row_can_be_asked_for() -> None:
    for name, records, field in (("DRIVE", DRIVES, "read_iops"), ("RAID", RAID_LEVELS, "write_penalty")):
        for record in records:
            assert call(function(f"VDI_{name}"), record.name, field) == getattr(record, field)
    for profile in PROFILES:
        assert call(function("VDI_PROFILE"), profile.name, "source") == profile.source
