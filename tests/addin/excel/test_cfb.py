"""Compound files, read back by olefile, which shares no code with the writer."""

from __future__ import annotations

import io

import olefile  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vdi_addin.excel.cfb import (
    FAT_SECTORS_IN_HEADER,
    NO_ENTRY,
    SECTOR_BYTES,
    Entry,
    Sectors,
    add_fat,
    compound_file,
    directory_entries,
)

SIZES = [0, 1, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097, 100_000]


def read(file: bytes) -> dict[str, bytes]:
    with olefile.OleFileIO(io.BytesIO(file), raise_defects=olefile.DEFECT_INCORRECT) as ole:
        return {"/".join(path): ole.openstream(path).read() for path in ole.listdir()}


@pytest.mark.parametrize("size", SIZES)
def test_a_stream_of_any_size_comes_back(size: int) -> None:
    content = bytes(index % 251 for index in range(size))
    assert read(compound_file({"stream": content})) == {"stream": content}


@given(
    st.dictionaries(st.text("abcdefgh_", min_size=1, max_size=31), st.binary(max_size=5000), min_size=1, max_size=12)
)
@settings(max_examples=30)
def test_streams_and_storages_come_back(streams: dict[str, bytes]) -> None:
    # names that differ in case only are the same name to a compound file; these are lower case
    file = compound_file({"VBA": streams, **{f"{name}2"[:31]: data for name, data in streams.items()}})
    found = read(file)
    assert {name: found[f"VBA/{name}"] for name in streams} == streams


def test_the_file_is_whole_sectors() -> None:
    assert len(compound_file({"stream": b"x" * 5000})) % SECTOR_BYTES == 0


def test_entries_form_a_search_tree_shorter_names_first() -> None:
    entries = directory_entries(dict.fromkeys(("dir", "Sheet1", "Aa", "_VBA_PROJECT", "aab"), b""))

    def in_order(position: int) -> list[str]:
        if position == NO_ENTRY:
            return []
        entry: Entry = entries[position]
        return [*in_order(entry.left), entry.name, *in_order(entry.right)]

    assert in_order(entries[0].child) == ["Aa", "aab", "dir", "Sheet1", "_VBA_PROJECT"]


def test_more_sectors_than_the_header_can_list_are_refused() -> None:
    sectors = Sectors(SECTOR_BYTES)
    sectors.table = [0] * (FAT_SECTORS_IN_HEADER * 127 + 1)
    with pytest.raises(ValueError, match="more than a compound file of this writer can hold"):
        add_fat(sectors)
