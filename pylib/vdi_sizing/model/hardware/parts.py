"""What a design is made of: its tiers and flash cache, from their tables; how capacity and I/O spread over the
tiers, what the drives see of the load, and what one drive sustains."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from vdi_sizing._arrays import Value, divide, flag, maximum, minimum, round_up, rounded, where
from vdi_sizing.formulas.disks import _backend_reads, _backend_writes
from vdi_sizing.formulas.drives import _effective_drive_iops
from vdi_sizing.formulas.raid import _usable_drives
from vdi_sizing.formulas.tiers import _skew_io_share
from vdi_sizing.inputs import Input, inputs_of, same_name
from vdi_sizing.model.figure import Display, Figure, Given, Scope, or_empty, or_zero, over, trimmed
from vdi_sizing.model.formats import FLAG, MS, ONE, SHARE, TEXT, THREE, TWO, WHOLE
from vdi_sizing.scenario import CLUSTER, SERVICE
from vdi_sizing.tables.drives import HDD, Drive
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_sizing.words import DASH

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Cache, Part, PartPhase, Tier


_DRIVE, _RAID = inputs_of(Drive), inputs_of(RaidLevel)
OfTable: TypeAlias = "Given[Part, float]"
"""A number of a part that stands in a table."""


def _of_drive(
    label: str, unit: str, field: Input, unused: float, number: Callable[[Drive], float | None], looks: str = WHOLE,
    varies: Input | None = None,
) -> Given[Part, float]:
    """A number of the Drives sheet; a blank one counts 0."""
    return Given(
        label, unit, lambda p: float(unused) if p.drive is None else or_zero(number(p.drive)), looks,
        varies=varies or field)


def _of_raid(
    label: str, unit: str, field: Input, unused: float, number: Callable[[RaidLevel], float | None], looks: str = WHOLE
) -> Given[Part, float]:
    """A number of the RAID sheet; a blank one counts 0."""
    return Given(
        label, unit, lambda p: float(unused) if p.drive is None else or_zero(number(p.level)), looks, varies=field)


def _of_kind(label: str, field: Callable[[Drive], str | None]) -> Given[Part, str]:
    """A text of the Drives sheet; nothing where the part is not in use."""
    return Given(label, "", lambda p: "" if p.drive is None else or_empty(field(p.drive)), TEXT)


class FromTables(Scope):
    """Of a tier or the flash cache: what stands on the sheets Drives and RAID."""

    used: Given[Part, float] = Given("in use", "0/1", lambda p: flag(p.drive is not None), FLAG)
    known: Given[Part, float] = Given("drive and RAID level stand on their sheets", "0/1",
        lambda p: flag(p.drive is None or p.block.scenario.knows(p.own)), FLAG)
    part: Given[Part, str] = Given("part of the drive", "", lambda p: DASH if p.drive is None else p.drive.part, TEXT,
        "the part that the price list knows")
    kind: Given[Part, str] = _of_kind("kind of the drive", lambda d: d.kind)
    flash: Given[Part, float] = Given("flash drive", "0/1",
        lambda p: flag(not any(same_name(trimmed(p.kind), other) for other in ("", HDD))), FLAG,
        f"its kind is given and is not {HDD}")
    generation: Given[Part, str] = _of_kind("generation of the drive", lambda d: d.generation)
    drive_gb: OfTable = _of_drive("drive capacity", "GB", _DRIVE["gb"], 1, lambda d: d.gb, ONE)
    rated_read_iops: OfTable = _of_drive("rated read IOPS", "IOPS", _DRIVE["read_iops"], 1, lambda d: d.read_iops)
    rated_write_iops: OfTable = _of_drive("rated write IOPS", "IOPS", _DRIVE["write_iops"], 1, lambda d: d.write_iops)
    dwpd: OfTable = _of_drive("rated DWPD", "1/d", _DRIVE["dwpd"], 0, lambda d: d.dwpd, TWO,
        Input("drive writes per day", "1/day"))
    rated_read_mb_s: OfTable = _of_drive("rated MB/s of reads", "MB/s", _DRIVE["read_mb_s"], 0, lambda d: d.read_mb_s,
        varies=Input("MB/s of reads", "MB/s"))
    rated_write_mb_s: OfTable = _of_drive("rated MB/s of writes", "MB/s", _DRIVE["write_mb_s"], 0,
        lambda d: d.write_mb_s, varies=Input("MB/s of writes", "MB/s"))
    rated_read_ms: OfTable = _of_drive("latency of a read", "ms", _DRIVE["read_latency_ms"], 0,
        lambda d: d.read_latency_ms, THREE, Input("latency of a read", "ms"))
    rated_write_ms: OfTable = _of_drive("latency of a write", "ms", _DRIVE["write_latency_ms"], 0,
        lambda d: d.write_latency_ms, THREE, Input("latency of a write", "ms"))
    write_penalty: OfTable = _of_raid("write penalty", "x", _RAID["write_penalty"], 1, lambda r: r.write_penalty, ONE)
    write_reads: OfTable = _of_raid("of it reads", "x", _RAID["write_reads"], 0, lambda r: r.write_reads, ONE)
    min_drives: OfTable = _of_raid("minimum of drives", "drives", _RAID["min_drives"], 1, lambda r: r.min_drives)
    min_hosts: OfTable = _of_raid("hosts that it is spread over, at least", "hosts", _RAID["min_hosts"], 0,
        lambda r: r.min_hosts)
    most_hosts: OfTable = _of_raid("hosts that a cluster with it may have", "hosts", _RAID["most_hosts"], 0,
        lambda r: r.most_hosts)
    multiple: OfTable = _of_raid("multiple of drives", "drives", _RAID["multiple"], 1, lambda r: r.multiple)
    write_phases: OfTable = _of_raid("write phases", "", _RAID["write_phases"], 1, lambda r: r.write_phases)
    write_fork: OfTable = _of_raid("write fork", "", _RAID["write_fork"], 1, lambda r: r.write_fork)
    write_bytes: OfTable = _of_raid("bytes written per byte", "x", _RAID["write_bytes"], 1, lambda r: r.write_bytes,
        TWO)


class LayoutOfTier(Scope):
    """Of a tier alone, likewise: a cache holds no VMs."""

    store: Given[Part, str] = Given("product whose layout it is", "",
        lambda p: "" if p.drive is None else or_empty(p.level.store), TEXT)
    usable_share: OfTable = _of_raid("usable share", "0..1", _RAID["usable_share"], 1, lambda r: r.usable_share, THREE)
    parity_drives: OfTable = _of_raid("parity drives", "drives", _RAID["parity_drives"], 0, lambda r: r.parity_drives)


class CacheHits(Scope):
    read_hit: Given[Cache, float] = Given("read hit", "0..1", lambda c: c.own.read_hit, SHARE)
    write_hit: Given[Cache, float] = Given("write hit", "0..1", lambda c: c.own.write_hit, SHARE)


def usable_gb_of(t: Tier, drives: Value) -> Value:
    """What some drives of a tier hold after its layout."""
    return t.used * _usable_drives(drives, t.parity_drives, t.usable_share) * t.drive_gb


def of_tiers(label: str, unit: str, figure: Figure[Tier, Value], looks: str = WHOLE) -> Figure[Block, Value]:
    """The sum of a figure over the tiers."""
    return Figure(label, unit, lambda b: figure.of(b.tier1) + figure.of(b.tier2) + figure.of(b.tier3), looks)


class GivenGb(Scope):
    given_gb: Figure[Tier, Value] = Figure("usable GB of the drives given", "GB",
        lambda t: usable_gb_of(t, or_zero(t.own.drives)), ONE)


class HostsNeeded(Scope):
    in_cluster: Figure[Block, float] = Figure("the block is a host of a cluster", "0/1",
        lambda b: flag(b.design.block_kind == CLUSTER), FLAG)
    hosts_needed: Figure[Block, Value] = Figure("hosts that its layouts are spread over, at least", "hosts",
        lambda b: maximum(*(p.min_hosts for p in b.parts)), WHOLE,
        "0: those of one server will do")
    hosts_in_words: Display[Block, str] = Display("the same in words", "",
        lambda b: f"{b.hosts_needed:g} hosts at least", TEXT)


class InBlock(Scope):
    """What a layout asks of a block: of a host its part, where the layout is spread over the hosts of a cluster."""

    over_hosts: Figure[Part, Value] = Figure("spread over the hosts of a cluster", "0/1",
        lambda p: where(p.min_hosts > 1, p.block.in_cluster, 0.0), FLAG)
    least_drives: Figure[Part, Value] = Figure("minimum of drives of a block", "drives",
        lambda p: where(p.over_hosts == 1, round_up(p.min_drives / maximum(1.0, p.min_hosts)), p.min_drives), WHOLE)
    drives_multiple: Figure[Part, Value] = Figure("multiple of drives of a block", "drives",
        lambda p: where(p.over_hosts == 1, 1.0, p.multiple), WHOLE)


class Rebuilding(Scope):
    kept_gb: Figure[Tier, Value] = Figure("GB kept free for rebuilding", "GB",
        lambda t: t.used * t.own.rebuild_drives * t.usable_share * t.drive_gb, ONE,
        "of a block, or of a whole cluster")


class TiersUsed(Scope):
    tiers_used: Figure[Block, Value] = Figure("tiers in use", "tiers",
        lambda b: b.tier1.used + b.tier2.used + b.tier3.used, WHOLE)
    given_gb: Figure[Block, Value] = of_tiers("usable GB of the drives given", "GB", GivenGb.given_gb, ONE)


def _down_to(t: Tier) -> Value:
    """The I/O of all capacity down to this tier."""
    if t.block.design.skew is None:
        return 0.0
    share: Value = 0.0
    for tier in t.and_faster:
        share = minimum(1.0, share + tier.share_of_capacity)
    return _skew_io_share(share, t.block.design.skew)


def _by_skew(t: Tier) -> Value:
    """The same less that of the faster tiers; nearly nothing is nothing."""
    faster: Value = 0.0
    for tier in t.faster:
        faster = faster + tier.skew_io_share
    own = t.skew_io_down_to - faster
    return where(rounded(own) == 0, 0.0, own)


_EXPONENT = "(LN(0.5)/LN({design.skew}))"
# Capacity of which less than skew^58 is left has all I/O above it, to the last bit: 1-0.5^58 is 1. Without that floor
# the power may be too small for a number, which LibreOffice says is an error.
_LEFT = f"MAX(1-MIN(1,{over('and_faster', '+', '{share_of_capacity}')}),{{design.skew}}^58)"
_SKEW_SHARE = f"(1-{_LEFT}^{_EXPONENT})^(1/{_EXPONENT})"


def _only_or(t: Tier, given: Value | None, share: Value) -> Value:
    """What is given; else all where it is the only tier, or its share."""
    if given is not None:
        return given
    return t.used if t.block.tiers_used == 1 else share


class SharesOfTier(Scope):
    share_of_capacity: Figure[Tier, Value] = Figure("share of the pool's capacity", "0..1",
        lambda t: _only_or(t, t.own.share_of_capacity, divide(t.given_gb, t.block.given_gb, otherwise=0.0)), SHARE,
        "given, or by usable GB, in use or not")
    skew_io_down_to: Figure[Tier, Value] = Figure("I/O of all capacity down to it, by the skew", "0..1",
        _down_to, SHARE, native=f'IF({{design.skew}}="",0,{_SKEW_SHARE})')
    skew_io_share: Figure[Tier, Value] = Figure("share of the I/O by the skew", "0..1",
        _by_skew, SHARE,
        "Lamé curve, an estimate [mine]; if much stays empty, give shares")
    share_of_reads: Figure[Tier, Value] = Figure("share of the reads", "0..1",
        lambda t: _only_or(t, t.own.share_of_reads, t.skew_io_share), SHARE, "given, or by the skew")
    share_of_writes: Figure[Tier, Value] = Figure("share of the writes", "0..1",
        lambda t: _only_or(t, t.own.share_of_writes, t.skew_io_share), SHARE, "given, or by the skew")


def _transfer_ms(d: PartPhase) -> Value:
    if d.part.drive is None:
        return 0.0
    part, phase = d.part, d.phase
    kib_read = d.reaching[0] * phase.read_kib + d.reaching[1] * part.write_reads * phase.write_kib
    kib_written = d.front[1] * phase.write_kib * part.write_bytes
    per_kib = divide(kib_read, part.rated_read_mb_s, 0.0) + divide(kib_written, part.rated_write_mb_s, 0.0)
    return 1.024 * divide(per_kib, d.backend_iops, otherwise=0.0)


class BackEnd(Scope):
    """Of one phase on a tier or on the flash cache."""

    backend_reads: Figure[PartPhase, Value] = Figure("{named} back-end reads per VM", "IOPS",
        lambda d: 0.0 if d.part.drive is None else _backend_reads(*d.reaching, d.part.write_reads), TWO,
        "reads + writes x reads per write")
    backend_writes: Figure[PartPhase, Value] = Figure("{named} back-end writes per VM", "IOPS",
        lambda d: 0.0 if d.part.drive is None
        else _backend_writes(d.reaching[1], d.part.write_penalty, d.part.write_reads))
    backend_iops: Figure[PartPhase, Value] = Figure("{named} back-end IOPS per VM", "IOPS",
        lambda d: d.backend_reads + d.backend_writes, TWO,
        "ROPS + WOPS x write penalty, less hits")
    backend_read_share: Figure[PartPhase, Value] = Figure("{named} back-end read share", "0..1",
        lambda d: divide(d.backend_reads, d.backend_iops, otherwise=1.0), SHARE)
    transfer_ms: Figure[PartPhase, Value] = Figure("{named} transfer of a mean I/O by a drive", "ms",
        _transfer_ms, MS, "back-end KiB read / MB/s + KiB written / MB/s; coalescing saves no bytes; 0: not given")
    drive_iops: Figure[PartPhase, Value] = Figure("{named} drive IOPS", "IOPS",
        lambda d: 1.0 if d.part.drive is None else _effective_drive_iops(
            d.part.rated_read_iops, d.part.rated_write_iops, d.backend_read_share, d.part.own.derating, d.transfer_ms),
        ONE, "derating / (read share / read IOPS + write share / write IOPS), at most 1000 / ms of transfer")


DESKTOP_CALLED = "desktop"


class BlockCalled(Scope):
    """What the page calls a block."""

    block_called: Display[Block, str] = Display("what a block is called", "",
        lambda b: "host" if b.in_cluster else DESKTOP_CALLED if b.design.block_kind == SERVICE else b.design.block_kind,
        TEXT)
