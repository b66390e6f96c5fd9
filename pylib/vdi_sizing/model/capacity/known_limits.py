"""Whether what limits the VMs of a block is known at all: a blank is not known, and no room without end.

RAM and cores are asked of what runs the VMs: a server, a host of a cluster, a host beside an array. An array without
hosts stores, and nobody asks it for RAM. A design of which something is not known is shown and not recommended, unless
its own text says that it is left out on purpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, where
from vdi_sizing.model.check import Warning, acknowledging
from vdi_sizing.model.figure import Display, Figure, Scope
from vdi_sizing.model.formats import FLAG, TEXT
from vdi_sizing.model.grouped_digits import said
from vdi_sizing.scenario import SERVICE
from vdi_sizing.words import NO_LIMIT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


RAM, CORES, BAYS, DELTAS, GPUS = "ram_unknown", "cores_unknown", "bays_unknown", "deltas_unknown", "gpus_unknown"
"""The words by which a design's text says that it is left out on purpose."""
_BY_RAM_OF_HOST, _BY_CORES_OF_HOST = "; RAM, for want of that of a host", "; cores, for want of those of a host"
_BY_RAM_OF_VM, _BY_VCPU_OF_VM = "; RAM, for want of that of a VM", "; cores, for want of the vCPU of a VM"
_BY_BAYS, _BY_DELTAS = "; drive bays, for want of their number", "; capacity, for want of the delta GB of a VM"
BY_GPU = "; GPU, for want of the GB of a GPU of its hosts: type it on Designs"
_AS_ACKNOWLEDGED = "the text of the design says so, and why"
_ON_DESIGNS, _ON_USERS = ": type it on Designs", ": type it on Users"


def _host_ram_given(b: Block) -> Value:
    return flag((b.design.beside_ram_gib if b.with_hosts else b.design.ram_gib) is not None)


def _host_cores_given(b: Block) -> Value:
    return flag((b.design.beside_cores if b.with_hosts else b.design.cores) is not None)


def _bays_known(b: Block) -> Value:
    return where(b.drives_per_block == 0, 1.0, flag(b.design.bays is not None))


def _deltas_known(b: Block) -> Value:
    stores = flag(b.tiers_used > 0 or b.design.usable_gb is not None)
    return where(stores == 0, 1.0, where(b.deltas_unsaid == 0, 1.0, 0.0))


def _gpus_known(b: Block) -> Value:
    """Hosts without a GPU are known, and an error; of storage alone nobody knows the hosts."""
    return where(b.gpu_users_per_vm == 0, 1.0, where(b.host_gpu_gb < NO_LIMIT, 1.0, 0.0))


def _of_host(b: Block, words: str) -> str:
    return f"{words.replace('a host', 'a desktop') if b.design.block_kind == SERVICE else words}{_ON_DESIGNS}"


def _ram_lacking(b: Block) -> str:
    of_host = said(b.host_ram_given == 0, _of_host(b, _BY_RAM_OF_HOST))
    return of_host + said(b.ram_given == 0, f"{_BY_RAM_OF_VM}{_ON_USERS}")


def _cores_lacking(b: Block) -> str:
    of_host = said(b.host_cores_given == 0, _of_host(b, _BY_CORES_OF_HOST))
    return of_host + said(b.vcpus_given == 0, f"{_BY_VCPU_OF_VM}{_ON_USERS}")


class KnownLimits(Scope):
    host_ram_given: Figure[Block, Value] = Figure("RAM of what runs the VMs given", "0/1",
        _host_ram_given, FLAG, "of a host beside an array, else of the block")
    host_cores_given: Figure[Block, Value] = Figure("cores of what runs the VMs given", "0/1",
        _host_cores_given, FLAG, "of a host beside an array, else of the block")
    ram_known: Figure[Block, Value] = Figure("RAM is known as a limit", "0/1",
        lambda b: where(b.servers_sized == 0, 1.0, b.host_ram_given * b.ram_given), FLAG,
        "that of a host and that of a VM; 1 where no servers are sized")
    cores_known: Figure[Block, Value] = Figure("cores are known as a limit", "0/1",
        lambda b: where(b.servers_sized == 0, 1.0, b.host_cores_given * b.vcpus_given), FLAG,
        "those of a host and the vCPU of a VM; 1 where no servers are sized")
    bays_known: Figure[Block, Value] = Figure("bays of its drives are known", "0/1",
        _bays_known, FLAG, "1 where a block has no drives")
    deltas_known: Figure[Block, Value] = Figure("deltas of the VMs are known, where a block stores", "0/1",
        _deltas_known, FLAG)
    gpus_known: Figure[Block, Value] = Figure("GPUs are known as a limit", "0/1",
        _gpus_known, FLAG, "1 where no VM takes one")
    ram_lacking: Display[Block, str] = Display("RAM that is not given, of a host or of a VM", "",
        _ram_lacking, TEXT)
    cores_lacking: Display[Block, str] = Display("cores that are not given, or the vCPU of a VM", "",
        _cores_lacking, TEXT)
    bays_lacking: Display[Block, str] = Display("bays that are not given", "",
        lambda b: "" if b.bays_known else f"{_BY_BAYS}{_ON_DESIGNS}", TEXT)
    deltas_lacking: Display[Block, str] = Display("deltas that are not given", "",
        lambda b: "" if b.deltas_known else f"{_BY_DELTAS}{_ON_USERS}", TEXT)


class JudgedLimits(Scope):
    ram_judged: Figure[Block, Value] = Figure("RAM is known, or left out on purpose", "0/1",
        lambda b: 1.0 if b.acknowledges(RAM) else b.ram_known, FLAG, _AS_ACKNOWLEDGED)
    cores_judged: Figure[Block, Value] = Figure("cores are known, or left out on purpose", "0/1",
        lambda b: 1.0 if b.acknowledges(CORES) else b.cores_known, FLAG, _AS_ACKNOWLEDGED)
    bays_judged: Figure[Block, Value] = Figure("bays are known, or left out on purpose", "0/1",
        lambda b: 1.0 if b.acknowledges(BAYS) else b.bays_known, FLAG, _AS_ACKNOWLEDGED)
    deltas_judged: Figure[Block, Value] = Figure("deltas are known, or left out on purpose", "0/1",
        lambda b: 1.0 if b.acknowledges(DELTAS) else b.deltas_known, FLAG, _AS_ACKNOWLEDGED)
    gpus_judged: Figure[Block, Value] = Figure("GPUs are known, or left out on purpose", "0/1",
        lambda b: 1.0 if b.acknowledges(GPUS) else b.gpus_known, FLAG, _AS_ACKNOWLEDGED)
    limits_judged: Figure[Block, Value] = Figure("each of these limits is", "0/1",
        lambda b: b.ram_judged * b.cores_judged * b.bays_judged * b.deltas_judged * b.gpus_judged, FLAG)


_OR_LEAVE_OUT = "Until then the design is not recommended. Where it is left out on purpose, "


class KnownChecks(Scope):
    check_ram_unknown = Warning("RAM of the hosts and of the VMs is given",
        "the RAM of the hosts or of the VMs is not given: nothing is limited by it", lambda b: b.ram_known == 1,
        remedy="Enter RAM per block, or of a host beside the array, on Designs, and the VMs' on Users. "
        f"{_OR_LEAVE_OUT}{acknowledging(RAM, 'storage alone')}.")
    check_cores_unknown = Warning("cores of the hosts and vCPU of the VMs are given",
        "the cores of the hosts or the vCPU of the VMs are not given: nothing is limited by them",
        lambda b: b.cores_known == 1,
        remedy="Enter cores per block, or of a host beside the array, on Designs, and the VMs' vCPU on Users. "
        f"{_OR_LEAVE_OUT}{acknowledging(CORES, 'measured on them')}.")
    check_bays_unknown = Warning("the drive bays of a block are given, where it has drives",
        "the drive bays of a block are not given: whether its drives fit is not checked", lambda b: b.bays_known == 1,
        remedy=f"Enter its drive bays on Designs, those of an array with all its shelves. {_OR_LEAVE_OUT}"
        f"{acknowledging(BAYS, 'shelves as needed')}.")
    check_deltas_unknown = Warning("what the VMs write is given, where a block stores",
        "nobody says what the VMs of a user group write: it counts as 0 GB", lambda b: b.deltas_known == 1,
        remedy="Enter the delta GB of its VMs on Users, 0 where they keep none. "
        f"{_OR_LEAVE_OUT}{acknowledging(DELTAS, 'seen in the pilot')}.")
    check_gpus_unknown = Warning("the GB of a GPU are given, where VMs take one",
        "GB of a GPU are not given and limit nothing", lambda b: b.gpus_known == 1,
        remedy=f"Enter them. {_OR_LEAVE_OUT}{acknowledging(GPUS, 'there already')}.")
