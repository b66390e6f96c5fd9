"""Bytes beside I/Os: what a VM moves in a phase, and what the ports of a block carry of it.

Nothing counts as long as no sizes of I/Os are given. KiB are 1024 bytes, MB 1000^2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, maximum, minimum, round_down, where
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Figure, Scope, down
from vdi_sizing.model.formats import COUNT, MS, ONE
from vdi_sizing.scenario import PHASES, SERVER
from vdi_sizing.scenario.fourth import FOURTH
from vdi_sizing.scenario.throughput import USUAL_PORT_SHARE
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, Phase, Storm

MB_PER_GBIT = 125
MB_PER_KIB = 0.001024


def _mb_s_per_vm(p: Phase) -> Value:
    read_kib, write_kib = p.sizes_kib
    return (p.reads_per_vm * read_kib + p.writes_per_vm * write_kib) * MB_PER_KIB


class BytesPerVm(Scope):
    mb_s_per_vm: Figure[Phase, Value] = Figure("{named} MB/s per VM", "MB/s",
        _mb_s_per_vm, MS,
        "front-end IOPS x KiB x 1024 / 10^6, reads and writes; 0 where a size is not given")


class BytesOfStorm(Scope):
    io_kib: Figure[Storm, Value] = Figure("mean size of an I/O, {phase} storm", "KiB",
        lambda p: where(p.iops_per_vm == 0, maximum(*p.sizes_kib),
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


BUSIEST_TEXT = "MAX({steady.mb_s_per_vm},{login.mb_s_per_vm},{boot.mb_s_per_vm},{fourth.mb_s_per_vm})"
"""MB/s per VM of the phase that moves most, as a native formula on a block."""
VMS_BY_PORTS_TEXT = (
    f"IF({{port_mb_s}}*{BUSIEST_TEXT}=0,{NO_LIMIT_TEXT},MIN({NO_LIMIT_TEXT},{down(f'{{port_mb_s}}/{BUSIEST_TEXT}')}))"
)
"""How many VMs the ports of a block carry in every phase, as a native formula on a block."""


def busiest(b: Block) -> Value:
    """MB/s per VM of the phase that moves most."""
    return maximum(*(phase.mb_s_per_vm for phase in b.phases))


def vms_by_ports(b: Block) -> Value:
    """How many VMs the ports of a block carry in every phase."""
    per_vm = busiest(b)
    carried = minimum(NO_LIMIT, round_down(minimum(NO_LIMIT, divide(b.port_mb_s, per_vm, NO_LIMIT))))
    return where(b.port_mb_s * per_vm == 0, NO_LIMIT, carried)




def iops_by_ports(p: Storm) -> Value:
    """Front-end IOPS that the ports of a block carry in a storm."""
    ports = p.block.port_mb_s
    return where(ports * p.io_kib == 0, NO_LIMIT, divide(ports, p.io_kib, NO_LIMIT) / MB_PER_KIB)


_SIZES = tuple((f"{phase}_read_kib", f"{phase}_write_kib") for phase in (*PHASES, FOURTH))
_PORT = ("port_gbit_s", "ports", "port_share")
_PAIRED_TEXT = ",".join(f"COUNT({{design.{read}}},{{design.{write}}})<>1" for read, write in _SIZES)
_NO_PORT_TEXT = "&".join(f"{{design.{name}}}" for name in _PORT) + '=""'


def _all_counts(b: Block) -> bool:
    """Whether sizes come in pairs, and what is given of ports meets bytes to carry."""
    given = {name: getattr(b.design, name) is not None for names in (*_SIZES, _PORT) for name in names}
    paired = all(given[read] == given[write] for read, write in _SIZES)
    return bool(paired and (not any(given[name] for name in _PORT) or b.port_mb_s * busiest(b) > 0))


class ThroughputChecks(Scope):
    check_bytes_ignored = Warning("what is given of ports and of sizes of I/Os counts",
        "a size of I/Os or a port is given and counts for nothing: a phase needs the sizes of both reads and writes, "
        "and a port its Gbit/s and a phase with sizes",
        _all_counts,
        remedy="On Designs, give what is missing under Throughput, or leave all of it blank.",
        native=f"AND({_PAIRED_TEXT},OR({_NO_PORT_TEXT},{{port_mb_s}}*{BUSIEST_TEXT}>0))")
    check_port_of_server = Warning("no port stands between a server and its own drives",
        "a port between VMs and storage limits a server whose drives are its own",
        lambda b: b.design.port_gbit_s is None or b.design.block_kind != SERVER,
        remedy="Leave the port blank on Designs, or say that the block is an array or a cluster.")
