"""Size bands: sizes of VMs put together, where there are more of them than anybody reads.

A band has the vCPU and the RAM of its largest VM. Hosts are filled with whole VMs: where one of the mean size still
fits, the largest need not. What that adds to what the VMs have is said, and sizes are put together where it adds least.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations

MOST_BANDS = 12
_COMPARED = 100
"""Bands of which each is compared with each other one; of more, those of nearly one size are put together first."""
_FINEST_STEP = 1 / 32
"""By how many powers of two such sizes may differ at first."""


@dataclass(frozen=True, order=True)
class Size:
    """vCPU and GiB of RAM of a VM; 0 for what its list does not say."""

    vcpus: float
    ram_gib: float

    @property
    def fields(self) -> dict[str, float]:
        """What is said of it, by the fields of a user group."""
        return {name: number for name, number in asdict(self).items() if number}

    def with_room_for(self, other: Size) -> Size:
        """The smallest size of which both are.

        >>> Size(2, 16).with_room_for(Size(4, 8))
        Size(vcpus=4, ram_gib=16)
        """
        return Size(max(self.vcpus, other.vcpus), max(self.ram_gib, other.ram_gib))

    def says_the_same_as(self, other: Size) -> bool:
        """Whether the lists of both say vCPU, or RAM, or both: what one does not say is not taken from the other."""
        return bool(self.vcpus) == bool(other.vcpus) and bool(self.ram_gib) == bool(other.ram_gib)


def bands_of(vms: Mapping[Size, int], most: int = MOST_BANDS) -> dict[Size, Size]:
    """The band of each size, by how many VMs have it.

    Parameters
    ----------
    vms : mapping from Size to int
        How many VMs there are of each size.
    most : int
        How many bands there may be, at least 3: one for each way in which lists leave a size open.

    Returns
    -------
    dict from Size to Size
        Of each size that of its band, which has room for it.

    Examples
    --------
    >>> bands = bands_of({Size(2, 4): 90, Size(2, 5): 50, Size(4, 16): 20, Size(8, 64): 1}, most=3)
    >>> bands[Size(2, 4)], bands[Size(8, 64)]
    (Size(vcpus=2, ram_gib=5), Size(vcpus=8, ram_gib=64))
    """
    bands = _Bands(vms)
    step = _FINEST_STEP
    while len(bands.vms) > max(most, _COMPARED):
        alike: dict[tuple[int | None, ...], Size] = {}
        for size in list(bands.vms):
            key = _in_steps(size.vcpus, step), _in_steps(size.ram_gib, step)
            alike[key] = bands.join(alike[key], size) if key in alike else size
        step *= 2
    while len(bands.vms) > most:
        pairs = (pair for pair in combinations(sorted(bands.vms), 2) if pair[0].says_the_same_as(pair[1]))
        bands.join(*min(pairs, key=bands.added))
    return {size: band for band, sizes in bands.sizes.items() for size in sizes}


class _Bands:
    """Bands while they are put together: at first one for each size that reads as another."""

    def __init__(self, vms: Mapping[Size, int]) -> None:
        cpus, rams = (_as_read(getattr(size, name) for size in vms) for name in ("vcpus", "ram_gib"))
        self.sizes: dict[Size, list[Size]] = {}
        self.vms: dict[Size, int] = {}
        for size, many in vms.items():
            self._put(Size(cpus[size.vcpus], rams[size.ram_gib]), [size], many)
        self._vcpus = sum(many * size.vcpus for size, many in vms.items()) or 1.0
        self._ram_gib = sum(many * size.ram_gib for size, many in vms.items()) or 1.0

    def added(self, pair: tuple[Size, Size]) -> float:
        """What two bands have more as one, as shares of the vCPU and of the RAM of all VMs together."""
        both = pair[0].with_room_for(pair[1])
        return sum(
            self.vms[each] * ((both.vcpus - each.vcpus) / self._vcpus + (both.ram_gib - each.ram_gib) / self._ram_gib)
            for each in pair
        )

    def join(self, one: Size, other: Size) -> Size:
        """Make one band of two, and of a third that has that size."""
        if one == other:
            return one
        both = one.with_room_for(other)
        many = self.vms.pop(one) + self.vms.pop(other)
        self._put(both, self.sizes.pop(one) + self.sizes.pop(other), many)
        return both

    def _put(self, band: Size, sizes: list[Size], many: int) -> None:
        self.sizes[band] = self.sizes.get(band, []) + sizes
        self.vms[band] = self.vms.get(band, 0) + many


def _as_read(numbers: Iterable[float]) -> dict[float, float]:
    """Of each number the largest that reads the same: the names of two bands differ.

    >>> _as_read([1024.0, 1024.001, 8.0])
    {1024.0: 1024.001, 1024.001: 1024.001, 8.0: 8.0}
    """
    found = list(numbers)
    largest: dict[str, float] = {}
    for number in found:
        largest[f"{number:g}"] = max(number, largest.get(f"{number:g}", number))
    return {number: largest[f"{number:g}"] for number in found}


def _in_steps(number: float, step: float) -> int | None:
    return math.floor(math.log2(number) / step) if number else None
