"""How I/O spreads over tiers and caches, and what the cheapest mix of two tiers is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from vdi_sizing._arrays import Numbers, Value, log, minimum, numbers, round_up, share
from vdi_sizing.errors import InputError
from vdi_sizing.formulas.arguments import with_arguments_described
from vdi_sizing.formulas.disks import _missed


@with_arguments_described
def skew_io_share(capacity_share: Numbers, skew: Numbers) -> Value:
    """I/O share of the hottest part of the capacity.

    Returns
    -------
    float or array
        Share of the I/O [0..1]

    Notes
    -----
    h = (1 - (1 - c)^a)^(1/a), a = ln 0.5 / ln skew: a Lamé curve through the skew point [mine]. One point
    does not fix a curve; this one is symmetric about the point, has one parameter and a closed inverse. At
    skew 0.5 all parts are equally hot: h = c. `chord_io_share` says what holds whatever the curve.

    Examples
    --------
    >>> round(skew_io_share(0.05, 0.95), 9)
    0.95
    >>> round(skew_io_share(200 / 4800, 0.95), 3)
    0.941

    References
    ----------
    A. Leibovici, VDI 500 User FAST Pool Project (skew 95:5); faststorage.eu, EMC World: VNX skew and data
    placement (definition of the skew point).
    """
    capacity = share("capacity_share", capacity_share)
    return _skew_io_share(capacity, _checked_skew(skew))


def _skew_io_share(capacity_share: Value, skew: Value) -> Value:
    """`skew_io_share` of checked numbers."""
    exponent = _lame_exponent(skew)
    return (1 - (1 - capacity_share) ** exponent) ** (1 / exponent)


def _checked_skew(skew: Numbers) -> Value:
    return numbers("skew", skew, at_least=0.5, below=1)


def _lame_exponent(skew: Value) -> Value:
    return math.log(0.5) / log(skew)


@with_arguments_described
def skew_capacity_share(io_share: Numbers, skew: Numbers) -> Value:
    """Smallest part of the capacity that takes a share of the I/O: the inverse of `skew_io_share`.

    Parameters
    ----------
    io_share : float or array
        Share of the I/O [0..1]

    Returns
    -------
    float or array
        Share of the capacity [0..1]

    Notes
    -----
    c = 1 - (1 - h^a)^(1/a), a = ln 0.5 / ln skew [mine]. The working set of a pool is its capacity x c.

    Examples
    --------
    >>> round(4800 * skew_capacity_share(0.95, 0.95), 6)
    240.0

    References
    ----------
    A. Leibovici, VDI 500 User FAST Pool Project (5 % of 4800 GB).
    """
    io = share("io_share", io_share)
    exponent = _lame_exponent(_checked_skew(skew))
    return 1 - (1 - io**exponent) ** (1 / exponent)


@with_arguments_described
def chord_io_share(capacity_share: Numbers, skew: Numbers) -> Value:
    """I/O share that the hottest part of the capacity takes at least.

    Returns
    -------
    float or array
        Share of the I/O [0..1]

    Notes
    -----
    min(c s / (1 - s), 1 - (1 - c)(1 - s) / s): straight lines from no capacity to the skew point and on to
    the whole capacity. The hottest parts come first, so every curve through the skew point is concave and
    lies on or above them [exact].

    Examples
    --------
    >>> round(chord_io_share(0.03, 0.95), 2)
    0.57

    References
    ----------
    faststorage.eu, EMC World: VNX skew and data placement (definition of the skew point).
    """
    capacity = share("capacity_share", capacity_share)
    point = _checked_skew(skew)
    return minimum(capacity * point / (1 - point), 1 - (1 - capacity) * (1 - point) / point)


@with_arguments_described
def access_density_breakeven(ssd_eur: Numbers, ssd_gb: Numbers, hdd_eur: Numbers, hdd_iops: Numbers) -> Value:
    """IOPS per GB above which an SSD is cheaper than disks.

    Parameters
    ----------
    ssd_eur : float or array
        Price of one SSD [EUR]
    ssd_gb : float or array
        Capacity of one SSD [GB]
    hdd_eur : float or array
        Price of one disk [EUR]
    hdd_iops : float or array
        What one disk sustains [IOPS]

    Returns
    -------
    float or array
        Access density [IOPS/GB]

    Notes
    -----
    (EUR / GB of the SSD) / (EUR / IOPS of the disk) [src]: the SSD is bought for its capacity, the disks for
    their IOPS.

    Examples
    --------
    >>> round(access_density_breakeven(1130, 64, 210, 125), 1)
    10.5

    References
    ----------
    Tintri blog, December 2011, When is it cheaper to use SSD vs HDD; prices of Fujitsu, Using Solid State
    Disks in VDI Environments, Price comparison.
    """
    ssd_price = numbers("ssd_eur", ssd_eur, "EUR", at_least=0)
    ssd_size = numbers("ssd_gb", ssd_gb, "GB", above=0)
    hdd_price = numbers("hdd_eur", hdd_eur, "EUR", above=0)
    hdd_rating = numbers("hdd_iops", hdd_iops, "IOPS", above=0)
    return (ssd_price / ssd_size) / (hdd_price / hdd_rating)


_MOST_SSDS = 10_000
"""That are tried one after the other, in about a second."""


@dataclass(frozen=True)
class TwoTierMix:
    """SSDs and disks that carry a load and hold a capacity together."""

    capacity_share: float
    """Hottest share of the capacity, on the SSDs [0..1]"""
    ssd_drives: int
    hdd_drives: int
    cost_eur: float


def cheapest_two_tier_mix(
    backend_iops: float,
    capacity_gb: float,
    skew: float,
    ssd_iops: float,
    ssd_gb: float,
    ssd_eur: float,
    hdd_iops: float,
    hdd_gb: float,
    hdd_eur: float,
    max_utilization: float = 1.0,
    usable_share: float = 1.0,
) -> TwoTierMix:
    """Cheapest mix of SSDs and disks for a load and a capacity.

    Parameters
    ----------
    backend_iops : float
        Load of both tiers together [IOPS]
    capacity_gb : float
        Capacity of both tiers together [GB]
    skew : float
        I/O share at the point where I/O share + capacity share = 1 [0.5 to below 1]
    ssd_iops : float
        What one SSD sustains [IOPS]
    ssd_gb : float
        Capacity of one SSD [GB]
    ssd_eur : float
        Price of one SSD [EUR]
    hdd_iops : float
        What one disk sustains [IOPS]
    hdd_gb : float
        Capacity of one disk [GB]
    hdd_eur : float
        Price of one disk [EUR]
    max_utilization : float
        Share of a drive's IOPS that may be used [above 0, at most 1]
    usable_share : float
        Share of the drives' capacity that holds no parity or copies [above 0, at most 1]

    Returns
    -------
    TwoTierMix
        Share of the capacity on SSD, drives of each tier [drives] and their price [EUR]

    Raises
    ------
    InputError
        If an argument is not a single number or out of its range.

    Notes
    -----
    Every number of SSDs from none to all is tried: they take as much of the hottest capacity as their
    capacity and their IOPS allow, and the disks are counted for the rest. That meets each change of a drive
    count, which a search over fixed steps of the capacity share can miss: the cheapest is found [exact], on
    the curve of `skew_io_share` [mine]. Of equally cheap mixes the one with fewer SSDs is taken. Least
    drives, multiples of a RAID level and spares come on top. At most 10,000 SSDs are tried: an input for which
    there might be more is refused.

    Examples
    --------
    >>> mix = cheapest_two_tier_mix(18500, 4800, 0.95, 5000, 64, 1130, 125, 300, 210, 0.7, 0.75)
    >>> mix.ssd_drives, mix.hdd_drives, mix.cost_eur
    (5, 21, 10060.0)

    References
    ----------
    Prices of Fujitsu, Using Solid State Disks in VDI Environments, Price comparison; load of A. Leibovici,
    VDI 500 User FAST Pool Project.
    """
    load = _single("backend_iops", backend_iops, "IOPS", at_least=0)
    capacity = _single("capacity_gb", capacity_gb, "GB", above=0)
    hottest = _single("skew", skew, at_least=0.5, below=1)
    utilization = _single("max_utilization", max_utilization, above=0, at_most=1)
    usable = _single("usable_share", usable_share, above=0, at_most=1)
    ssd_load = _single("ssd_iops", ssd_iops, "IOPS", above=0) * utilization
    hdd_load = _single("hdd_iops", hdd_iops, "IOPS", above=0) * utilization
    ssd_usable = _single("ssd_gb", ssd_gb, "GB", above=0) * usable
    hdd_usable = _single("hdd_gb", hdd_gb, "GB", above=0) * usable
    ssd_price = _single("ssd_eur", ssd_eur, "EUR", at_least=0)
    hdd_price = _single("hdd_eur", hdd_eur, "EUR", at_least=0)

    def mix(ssd_drives: int) -> TwoTierMix:
        io_share = min(1.0, ssd_drives * ssd_load / load) if load else 1.0
        capacity_share = float(minimum(1.0, ssd_drives * ssd_usable / capacity, skew_capacity_share(io_share, hottest)))
        rest_iops = (1 - skew_io_share(capacity_share, hottest)) * load
        rest_gb = (1 - capacity_share) * capacity
        hdd_drives = _drives(rest_iops / hdd_load, rest_gb / hdd_usable)
        cost = ssd_drives * ssd_price + hdd_drives * hdd_price
        return TwoTierMix(capacity_share, ssd_drives, hdd_drives, cost)

    best = mix(0)
    most = _drives(load / ssd_load, capacity / ssd_usable)
    if min(most, best.cost_eur / ssd_price if ssd_price else most) > _MOST_SSDS:
        name, value, unit = ("backend_iops", load, "IOPS")
        if load / ssd_load < capacity / ssd_usable:
            name, value, unit = ("capacity_gb", capacity, "GB")
        raise InputError(name, value, f"{unit} for which at most {_MOST_SSDS:,} SSDs have to be tried")
    for ssd_drives in range(1, most + 1):
        if (
            ssd_drives * ssd_price >= best.cost_eur
        ):  # dearer than the best without a single disk, and so are all after it
            break
        best = min(best, mix(ssd_drives), key=lambda each: each.cost_eur)
    return best


def _drives(by_iops: Value, by_capacity: Value) -> int:
    return int(max(round_up(by_iops), round_up(by_capacity)))


def _single(name: str, value: object, unit: str = "", **limits: Any) -> float:
    result = numbers(name, value, unit, **limits)
    if not isinstance(result, float):
        raise InputError(name, value, "a single number")
    return result


@with_arguments_described
def measured_read_hit(backend_mb_s: Numbers, frontend_mb_s: Numbers) -> Value:
    """Share of the reads that a cache answered, from the throughput before and behind it.

    Parameters
    ----------
    backend_mb_s : float or array
        Reads behind the cache [MB/s]
    frontend_mb_s : float or array
        Reads before the cache [MB/s]

    Returns
    -------
    float or array
        Read hit [0..1]

    Notes
    -----
    1 - behind / before, for reads of equal size on both sides [exact]. Below 0 where the cache reads more
    than it is asked for (read-ahead).

    Examples
    --------
    >>> measured_read_hit(5, 200)
    0.975

    References
    ----------
    A. Leibovici, VDI 500 User FAST Pool Project, Creation of 500 User Desktops (less than 5 MB/s behind the
    NFS server, 200 MB/s before it).
    """
    behind = numbers("backend_mb_s", backend_mb_s, "MB/s", at_least=0)
    before = numbers("frontend_mb_s", frontend_mb_s, "MB/s", above=0)
    return 1 - behind / before


@with_arguments_described
def uncached_iops(iops: Numbers, hit_share: Numbers) -> Value:
    """Front-end IOPS that pass a cache: reads by its read hit, writes by its write hit.

    Parameters
    ----------
    iops : float or array
        Reads or writes before the cache [IOPS]
    hit_share : float or array
        Share of them that the cache answers (reads) or keeps (writes) [0..1]

    Returns
    -------
    float or array
        Load behind the cache [IOPS]

    Notes
    -----
    IOPS x (1 - hit) [exact]. A write-through cache answers reads only: its write hit is 0.

    Examples
    --------
    >>> uncached_iops(2000, 0.75)
    500.0

    References
    ----------
    A. Leibovici, VDI 500 User FAST Pool Project (read cache of the NFS server, FAST Cache).
    """
    load = numbers("iops", iops, "IOPS", at_least=0)
    hit = share("hit_share", hit_share)
    return _missed(load, hit)


@with_arguments_described
def flash_cache_iops(
    read_iops: Numbers,
    write_iops: Numbers,
    read_hit: Numbers,
    write_hit: Numbers,
    write_penalty: Numbers,
) -> Value:
    """Operations per second that the drives of a flash cache see: its own load.

    Parameters
    ----------
    read_iops : float or array
        Front-end reads before the cache [IOPS]
    write_iops : float or array
        Front-end writes before the cache [IOPS]
    read_hit : float or array
        Share of the reads that the cache answers [0..1]
    write_hit : float or array
        Share of the writes that end in the cache [0..1]
    write_penalty : float or array
        Back-end operations per write, of the cache's own RAID level [-]

    Returns
    -------
    float or array
        Back-end load of the cache [IOPS]

    Notes
    -----
    R x read hit + P W x write hit, the back-end load of what the cache answers [src]. What is promoted into
    the cache and flushed from it is not counted.

    Examples
    --------
    >>> flash_cache_iops(500, 4500, 0.5, 0.5, 2)
    4750.0

    References
    ----------
    faststorage.eu, EMC World: leverage SSD in a VNX (FAST Cache is RAID 1, penalty 2).
    """
    reads = numbers("read_iops", read_iops, "IOPS", at_least=0)
    writes = numbers("write_iops", write_iops, "IOPS", at_least=0)
    reads_kept = share("read_hit", read_hit)
    writes_kept = share("write_hit", write_hit)
    penalty = numbers("write_penalty", write_penalty, at_least=1)
    return reads * reads_kept + writes * penalty * writes_kept
