"""Writes compound files: the little file systems inside one file of [MS-CFB], version 3.

Only what a VBA project needs: streams, and storages one below the other. Sectors of 512
bytes hold the streams of 4096 bytes and more; shorter ones share a stream of their own,
cut into mini sectors of 64 bytes. A table per sector size links the sectors of a stream.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, Union

Tree: TypeAlias = Mapping[str, Union[bytes, "Tree"]]
"""Name -> the bytes of a stream, or the tree below a storage."""

SECTOR_BYTES = 512
MINI_SECTOR_BYTES = 64
MINI_STREAM_LIMIT_BYTES = 4096
FAT_SECTORS_IN_HEADER = 109

FREE_SECTOR = 0xFFFFFFFF
END_OF_CHAIN = 0xFFFFFFFE
FAT_SECTOR = 0xFFFFFFFD
NO_ENTRY = 0xFFFFFFFF

STORAGE, STREAM, ROOT = 1, 2, 5
BLACK = 1


@dataclass
class Entry:
    """A line of the directory; `left`, `right` and `child` are positions of other lines."""

    name: str
    kind: int
    data: bytes = b""
    left: int = NO_ENTRY
    right: int = NO_ENTRY
    child: int = NO_ENTRY
    start: int = 0
    size: int = 0


class Sectors:
    """Sectors of one size, and the table that says for each which sector comes next."""

    def __init__(self, sector_bytes: int) -> None:
        self.sector_bytes = sector_bytes
        self.data = bytearray()
        self.table: list[int] = []

    def add(self, data: bytes | bytearray) -> int:
        """Where the chain of sectors that now holds the data starts."""
        if not data:
            return END_OF_CHAIN
        first = len(self.table)
        count = -(-len(data) // self.sector_bytes)
        self.table += [*range(first + 1, first + count), END_OF_CHAIN]
        self.data += data.ljust(count * self.sector_bytes, b"\0")
        return first


def compound_file(tree: Tree) -> bytes:
    """The bytes of a compound file with these streams and storages."""
    entries = directory_entries(tree)
    sectors, mini = Sectors(SECTOR_BYTES), Sectors(MINI_SECTOR_BYTES)
    for entry in entries:
        if entry.kind == STREAM:
            entry.size = len(entry.data)
            entry.start = (sectors if entry.size >= MINI_STREAM_LIMIT_BYTES else mini).add(entry.data)
    entries[0].size = len(mini.data)
    entries[0].start = sectors.add(mini.data)
    mini_fat = table_bytes(mini.table)
    mini_fat_start = sectors.add(mini_fat)
    directory_start = sectors.add(directory_bytes(entries))
    fat = add_fat(sectors)
    header = header_bytes(directory_start, mini_fat_start, len(mini_fat) // SECTOR_BYTES, fat)
    return header + bytes(sectors.data)


def directory_entries(tree: Tree) -> list[Entry]:
    """The root and all that is below it; each storage's entries form a search tree by name."""
    entries = [Entry("Root Entry", ROOT)]
    entries[0].child = _add_children(entries, tree)
    return entries


def _add_children(entries: list[Entry], tree: Tree) -> int:
    positions: dict[str, int] = {}
    for name, content in tree.items():
        positions[name] = len(entries)
        if isinstance(content, bytes):
            entries.append(Entry(name, STREAM, content))
        else:
            entries.append(storage := Entry(name, STORAGE))
            storage.child = _add_children(entries, content)
    return _search_tree(entries, [positions[name] for name in sorted(positions, key=_name_order)])


def _name_order(name: str) -> tuple[int, str]:
    """Shorter names come first."""
    return len(name), name.upper()


def _search_tree(entries: list[Entry], positions: list[int]) -> int:
    """The position of the top of a balanced binary tree over sorted entries."""
    if not positions:
        return NO_ENTRY
    middle = len(positions) // 2
    top = entries[positions[middle]]
    top.left = _search_tree(entries, positions[:middle])
    top.right = _search_tree(entries, positions[middle + 1 :])
    return positions[middle]


def directory_bytes(entries: list[Entry]) -> bytes:
    """The directory, filled up to whole sectors with empty entries."""
    lines = [_entry_bytes(entry) for entry in entries]
    empty = bytes(68) + struct.pack("<III", NO_ENTRY, NO_ENTRY, NO_ENTRY) + bytes(48)
    return b"".join(lines) + empty * (-len(lines) % (SECTOR_BYTES // len(empty)))


def _entry_bytes(entry: Entry) -> bytes:
    name = entry.name.encode("utf-16-le") + b"\0\0"
    class_state_and_times = bytes(16 + 4 + 8 + 8)
    return (
        name.ljust(64, b"\0")
        + struct.pack("<HBB", len(name), entry.kind, BLACK)
        + struct.pack("<III", entry.left, entry.right, entry.child)
        + class_state_and_times
        + struct.pack("<IQ", entry.start, entry.size)
    )


def table_bytes(table: list[int]) -> bytes:
    """A sector table, filled up to whole sectors."""
    packed = struct.pack(f"<{len(table)}I", *table)
    return packed + b"\xff" * (-len(packed) % SECTOR_BYTES)


def add_fat(sectors: Sectors) -> range:
    """Add the table of the sectors, which also lists its own sectors: where it stands."""
    per_sector = SECTOR_BYTES // 4
    start = len(sectors.table)
    count = -(-start // (per_sector - 1))
    if count > FAT_SECTORS_IN_HEADER:
        raise ValueError(f"{start} sectors are more than a compound file of this writer can hold")
    sectors.table += [FAT_SECTOR] * count
    sectors.data += table_bytes(sectors.table).ljust(count * SECTOR_BYTES, b"\xff")
    return range(start, start + count)


def header_bytes(directory_start: int, mini_fat_start: int, mini_fat_sectors: int, fat: range) -> bytes:
    """The first 512 bytes: what the file is, and where its tables start."""
    minor_version, version, little_endian, sector_shift, mini_sector_shift = 0x3E, 3, 0xFFFE, 9, 6
    positions = [*fat, *[FREE_SECTOR] * (FAT_SECTORS_IN_HEADER - len(fat))]
    return (
        bytes.fromhex("D0CF11E0A1B11AE1")
        + bytes(16)
        + struct.pack("<5H", minor_version, version, little_endian, sector_shift, mini_sector_shift)
        + bytes(6 + 4)
        + struct.pack("<II", len(fat), directory_start)
        + bytes(4)
        + struct.pack("<III", MINI_STREAM_LIMIT_BYTES, mini_fat_start, mini_fat_sectors)
        + struct.pack("<II", END_OF_CHAIN, 0)
        + struct.pack(f"<{FAT_SECTORS_IN_HEADER}I", *positions)
    )
