"""Bytes beside I/Os: what a VM moves in a phase, and what the ports of a block carry of it.

Nothing counts as long as no sizes of I/Os are given. KiB are 1024 bytes, MB 1000^2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, flag, maximum, minimum, round_down, total_of, where
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Figure, Scope
from vdi_sizing.model.formats import COUNT, FLAG, MS, ONE
from vdi_sizing.scenario import SERVER
from vdi_sizing.scenario.throughput import USUAL_PORT_SHARE
from vdi_sizing.words import NO_LIMIT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Phase, Storm


MB_PER_GBIT = 125
MB_PER_KIB = 0.001024


def _size_alone(p: Phase) -> float:
    read, write = p.sizes_given
    return flag(write is not None) if read is None else flag(write is None)


class BytesPerVm(Scope):
    read_kib: Figure[Phase, Value] = Figure("{named} size of a read", "KiB",
        lambda p: p.sizes_in_pairs[0], ONE, "0 where that of a write is not given beside it",
        pattern="{phase}_kib_of_a_read")
    write_kib: Figure[Phase, Value] = Figure("{named} size of a write", "KiB",
        lambda p: p.sizes_in_pairs[1], ONE, "0 where that of a read is not given beside it",
        pattern="{phase}_kib_of_a_write")
    size_alone: Figure[Phase, float] = Figure("{named} size given of reads alone or of writes alone", "0/1",
        _size_alone, FLAG)
    mb_s_per_vm: Figure[Phase, Value] = Figure("{named} MB/s per VM", "MB/s",
        lambda p: (p.reads_per_vm * p.read_kib + p.writes_per_vm * p.write_kib) * MB_PER_KIB, MS,
        "front-end IOPS x KiB x 1024 / 10^6, reads and writes; 0 where a size is not given")


class BytesOfStorm(Scope):
    io_kib: Figure[Storm, Value] = Figure("mean size of an I/O, {phase} storm", "KiB",
        lambda p: where(p.iops_per_vm == 0, maximum(p.read_kib, p.write_kib),
            divide(p.mb_s_per_vm / MB_PER_KIB, p.iops_per_vm, otherwise=0.0)), ONE,
        "the larger one where the users have no such load; 0: not given")


def _port_mb_s(b: Block) -> Value:
    d = b.design
    if d.port_gbit_s is None:
        return 0.0
    ports, share = 1.0 if d.ports is None else d.ports, USUAL_PORT_SHARE if d.port_share is None else d.port_share
    return d.port_gbit_s * MB_PER_GBIT * ports * share


class Ports(Scope):
    port_mb_s: Figure[Block, Value] = Figure("MB/s that the ports of a block may carry", "MB/s",
        _port_mb_s, COUNT,
        "Gbit/s x 1000 / 8 x ports x share that may be used; 0: not given")
    busiest_mb_s_per_vm: Figure[Block, Value] = Figure("MB/s per VM of the phase that moves most", "MB/s",
        lambda b: maximum(*(phase.mb_s_per_vm for phase in b.phases)), MS)


def vms_by_ports(b: Block) -> Value:
    """How many VMs the ports of a block carry in every phase."""
    carried = minimum(NO_LIMIT, round_down(minimum(NO_LIMIT, divide(b.port_mb_s, b.busiest_mb_s_per_vm, NO_LIMIT))))
    return where(b.port_mb_s * b.busiest_mb_s_per_vm == 0, NO_LIMIT, carried)


def iops_by_ports(p: Storm) -> Value:
    """Front-end IOPS that the ports of a block carry in a storm."""
    ports = p.block.port_mb_s
    return where(ports * p.io_kib == 0, NO_LIMIT, divide(ports, p.io_kib, NO_LIMIT) / MB_PER_KIB)


def _all_counts(b: Block) -> bool:
    """Whether sizes come in pairs, and what is given of ports meets bytes to carry."""
    if total_of(phase.size_alone for phase in b.phases) > 0:
        return False
    d = b.design
    no_port = d.port_gbit_s is None and d.ports is None and d.port_share is None
    return no_port or bool(b.port_mb_s * b.busiest_mb_s_per_vm > 0)


class ThroughputChecks(Scope):
    check_bytes_ignored = Warning("what is given of ports and of sizes of I/Os counts",
        "a size of I/Os or a port is given and counts for nothing: a phase needs sizes of both reads and writes, "
        "and a port its Gbit/s and such a phase",
        _all_counts,
        remedy="On Designs, give what is missing under Throughput, or leave all of it blank.")
    check_port_of_server = Warning("no port stands between a server and its own drives",
        "a port between VMs and storage limits a server whose drives are its own",
        lambda b: b.design.port_gbit_s is None or b.design.block_kind != SERVER,
        remedy="Leave the port blank on Designs, or say that the block is an array or a cluster.")
