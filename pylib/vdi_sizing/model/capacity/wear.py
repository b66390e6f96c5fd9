"""What the users write to the drives, how long these live, and what a block still carries with a drive lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vdi_sizing._arrays import Value, divide, flag, maximum, minimum, round_down, round_up, total_of, where
from vdi_sizing.formulas import endurance
from vdi_sizing.inputs import same_name
from vdi_sizing.model.figure import Figure, Scope, or_zero, over, shown, trimmed
from vdi_sizing.model.formats import FLAG, MINUTES, ONE, TWO, WHOLE
from vdi_sizing.tables.drives import HDD
from vdi_sizing.words import DASH, NOT_MODELLED

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Part, Tier


def average_writes(p: Part) -> Value:
    """Front-end writes per VM of the steady load, without its peak factor, times the bytes that one of them costs.

    A cache that joins writes saves operations, not bytes: what reaches the part counts, not what reaches its drives.
    """
    return p.steady.front[1] * p.write_bytes / p.block.design.steady_peak_factor


def _dwpd_missing(p: Part) -> Value:
    """A rating counts where `rating_lacking` asks for it, and nowhere else: blank, it is none that is met."""
    return 0.0 if same_name(trimmed(p.kind), HDD) else where(p.dwpd == 0, 0.0, p.required_dwpd - p.dwpd)


class WrittenOnBlock(Scope):
    wear_given: Figure[Block, float] = Figure("writes and hours of use given", "0/1",
        lambda b: flag(b.design.hours_per_day is not None
            and (b.design.write_kb is not None or b.design.written_mb_s is not None)), FLAG)
    vms_per_block_even: Figure[Block, Value] = Figure("VMs per block, users spread evenly", "VMs",
        lambda b: b.feasible * round_up(b.vms_whole / maximum(1.0, b.blocks_needed)), WHOLE)
    written_per_vm: Figure[Block, Value] = Figure("front-end writes per VM x bytes per byte, all drives", "IOPS",
        lambda b: total_of(average_writes(part) for part in b.parts), TWO,
        "steady load, without its peak factor")


class WearMissing(Scope):
    dwpd_missing: Figure[Block, Value] = Figure("DWPD missing at the drive that lacks most", "1/d",
        lambda b: maximum(0.0, *(_dwpd_missing(p) for p in b.parts)), TWO,
        f"0 also where no rating is known; {HDD} needs none",
        native="MAX(0," + over("parts", ",", f'IF(OR(TRIM({{kind}})="{HDD}",{{dwpd}}=0),0,{{required_dwpd}}-{{dwpd}})')
        + ")")


class WearOfPart(Scope):
    write_mb_s: Figure[Part, Value] = Figure("written to its drives", "MB/s",
        lambda p: p.block.vms_per_block_even * average_writes(p) * or_zero(p.block.design.write_kb) / 1000
        if p.block.design.written_mb_s is None
        else p.block.design.written_mb_s * divide(average_writes(p), p.block.written_per_vm, otherwise=0.0), ONE,
        "steady load of its users: front-end writes x their size x bytes per byte; coalescing saves no bytes")
    required_dwpd: Figure[Part, Value] = Figure("DWPD required", "1/d", lambda p: endurance._required_dwpd(
            endurance._gb_per_day(p.write_mb_s, or_zero(p.block.design.hours_per_day)), p.drives, p.drive_gb), TWO,
        "MB/s x 3.6 x hours / (drives x GB); write amplification as in the rating [src]")
    life_years: Figure[Part, Value] = Figure("life by its rated writes", "years",
        lambda p: divide(p.dwpd * or_zero(p.block.design.warranty_years), p.required_dwpd, otherwise=0.0), MINUTES,
        "rated DWPD x years they hold for / DWPD required; 0: not known")


def _group_drives(t: Tier) -> Value:
    group = divide(t.drives * t.group_parities, t.parity_drives, otherwise=0.0)
    pairs: Any = (t.parity_drives == 0) & (t.usable_share == 0.5) & (t.multiple == 2)
    return where(pairs, 2.0, where(group >= t.group_parities + 2, group, 0.0))


def _in_group(t: Tier) -> Value:
    """Drives of a group, two where the loss of a drive is not modelled: so that nothing is divided by 0."""
    return where(t.group_drives == 0, 2.0, t.group_drives)


def _degraded_iops(t: Tier) -> Value:
    reads, writes = t.reads_reaching_drives, t.writes_reaching_drives
    iops = endurance._degraded_usable_iops(
        t.drives, t.steady.drive_iops, divide(reads, reads + writes, otherwise=1.0),
        _in_group(t), t.degraded_read_factor, t.degraded_write_penalty,
    )
    return where(t.group_drives == 0, 0.0, iops)


def _degraded_vms(t: Tier) -> Value:
    load = t.reads_reaching_drives + t.writes_reaching_drives
    by_iops = round_down(divide(t.degraded_iops * t.block.design.max_utilization, load, otherwise=0.0))
    carried = where(load == 0, t.block.vms_carried, minimum(t.block.vms_carried, by_iops))
    return (1 - t.loses_data) * carried


class DriveLost(Scope):
    group_parities: Figure[Tier, Value] = Figure("parity drives of a RAID group", "drives",
        lambda t: where((t.parity_drives > 0) & ((t.write_reads - 1 == 1) | (t.write_reads - 1 == 2)),
            t.write_reads - 1, 0.0),
        WHOLE, "one per read of a write, less the data")
    group_drives: Figure[Tier, Value] = Figure("drives of a RAID group", "drives",
        _group_drives, WHOLE,
        "2: mirrored pairs; 0: loss of a drive not modelled")
    loses_data: Figure[Tier, Value] = Figure("a lost drive loses the data", "0/1",
        lambda t: t.used * where((t.parity_drives == 0) & (t.usable_share == 1), 1.0, 0.0), FLAG, "RAID 0")
    degraded_read_factor: Figure[Tier, Value] = Figure("reads per read with a drive lost", "x",
        lambda t: endurance._degraded_read_factor(
            _in_group(t), where(t.group_parities == 0, 1.0, _in_group(t) - t.group_parities)), TWO,
        "RAID 5 reads all other drives of the group for a lost block [exact]")
    degraded_write_penalty: Figure[Tier, Value] = Figure("write penalty with a drive lost", "x",
        lambda t: where(t.group_parities == 0, 1.0, endurance._degraded_write_penalty(_in_group(t), t.group_parities)),
        TWO, "RAID 5 (5 g - 8) / g, RAID 6 (7 g - 11) / g [mine]")
    reads_reaching_drives: Figure[Tier, Value] = Figure("front-end reads per VM at its drives", "IOPS",
        lambda t: t.steady.reaching[0])
    writes_reaching_drives: Figure[Tier, Value] = Figure("front-end writes per VM at its drives", "IOPS",
        lambda t: t.steady.reaching[1])
    degraded_iops: Figure[Tier, Value] = Figure("front-end IOPS with a drive lost", "IOPS",
        _degraded_iops,
        WHOLE, "the group that lost the drive, or the partner of a mirrored pair, limits; rebuild not counted [mine]")
    degraded_vms: Figure[Tier, Value] = Figure("VMs of a block with a drive lost", "VMs",
        _degraded_vms,
        WHOLE, "by steady IOPS, at most what the whole block carries")
    rebuild_hours: Figure[Tier, Value] = Figure("hours of a rebuild", "h",
        lambda t: 0.0 if t.block.design.rebuild_mb_s is None
        else t.used * (1 - t.loses_data) * endurance._rebuild_hours(t.drive_gb, t.block.design.rebuild_mb_s, 0.0),
        MINUTES, "GB / (MB/s x 3.6): the best case")
    degraded_known: Figure[Tier, Value] = Figure("loss of a drive modelled", "0/1",
        lambda t: where((t.used == 1) & (t.group_drives == 0), t.loses_data, 1.0), FLAG, "distributed layouts are not")


class BlockDegraded(Scope):
    degraded_known: Figure[Block, Value] = Figure("loss of a drive known", "0/1", lambda b: minimum(
            where(b.steady.iops_per_vm > 0, b.feasible if b.design.usable_iops is None else 0.0, 0.0),
            *(tier.degraded_known for tier in b.tiers)), FLAG)
    degraded_vms: Figure[Block, Value] = Figure("VMs per block with a drive lost, as a number", "VMs",
        lambda b: b.degraded_known * minimum(*(tier.degraded_vms for tier in b.tiers)), WHOLE,
        "the tier where it hurts most; the flash cache counts as whole")
    degraded_vms_shown: Figure[Block, Value | str] = Figure("VMs per block with a drive lost", "VMs",
        lambda b: shown(where(b.steady.iops_per_vm > 0, 1.0, 0.0),
            shown(b.degraded_known, b.degraded_vms, NOT_MODELLED), DASH),
        WHOLE, "by steady IOPS, in the worst tier; RAID 0: none")
