"""Hosts beside an array: the array stores, and hosts that are bought beside it run the VMs.

How many arrays it takes follows from what they store and carry. How many hosts follows from the RAM and the vCPU of the
VMs alone: all hosts serve all arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, flag, maximum, minimum, round_down, round_up, where
from vdi_sizing.formulas.workload import _vms_in_ram
from vdi_sizing.model.check import Error, Warning
from vdi_sizing.model.figure import Display, Figure, Scope, down, or_zero
from vdi_sizing.model.formats import FLAG, TEXT, VMS, WHOLE
from vdi_sizing.model.grouped_digits import counted
from vdi_sizing.scenario import ARRAY
from vdi_sizing.words import DASH, NO_LIMIT, NO_LIMIT_TEXT, NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block
    from vdi_sizing.scenario import Design


_SIZES = ("beside_ram_gib", "beside_cores")
_OF_A_HOST = (*_SIZES, "beside_watts", "beside_rack_units")


def _given(design: Design, names: tuple[str, ...]) -> bool:
    return any(getattr(design, name) is not None for name in names)


def _by_ram(b: Block) -> Value:
    if b.design.beside_ram_gib is None:
        return NO_LIMIT
    left = maximum(0.0, b.design.beside_ram_gib - b.design.host_ram_gib)
    return where(b.ram_gib_per_vm == 0, NO_LIMIT, maximum(b.mix_vms, _vms_in_ram(
        left, b.ram_gib_per_vm, b.design.ram_overhead_gib, NO_LIMIT)))


def _by_cores(b: Block) -> Value:
    if b.design.beside_cores is None:
        return NO_LIMIT
    left = maximum(0.0, b.design.beside_cores - b.design.host_cores) * (1 - b.design.cpu_headroom)
    of_host = round_down(divide(left * or_zero(b.design.vcpus_per_core), b.vcpus_asked_per_vm, NO_LIMIT))
    return maximum(b.mix_vms, of_host)


class HostBeside(Scope):
    """What one host carries. The reserves per host are those of the hosts, and not of the array."""

    _RAM = down("MAX(0,{design.beside_ram_gib}-{design.host_ram_gib})/({ram_gib_per_vm}+{design.ram_overhead_gib})")
    with_hosts: Figure[Block, float] = Figure("the block is an array with hosts beside it", "0/1",
        lambda b: flag(b.design.block_kind == ARRAY and _given(b.design, _SIZES)), FLAG)
    beside_vms_by_ram: Figure[Block, Value] = Figure("VMs of a host beside an array, by RAM", "VMs",
        _by_ram,
        VMS, "(RAM of a host - RAM for the host) / (RAM + overhead per VM)",
        native=f'IF({{design.beside_ram_gib}}="",{NO_LIMIT_TEXT},IF({{ram_gib_per_vm}}=0,{NO_LIMIT_TEXT},MAX({{mix_vms}},{_RAM})))')
    beside_vms_by_cores: Figure[Block, Value] = Figure("VMs of a host beside an array, on its cores", "VMs",
        _by_cores,
        VMS, "(cores - cores for the host) x (1 - CPU headroom) x vCPU per core / vCPU per VM")
    beside_vms: Figure[Block, Value] = Figure("VMs of a host beside an array", "VMs",
        lambda b: minimum(b.beside_vms_by_ram, b.beside_vms_by_cores, b.host_vms_by_gpu), VMS,
        "the smallest of RAM, cores and GPUs")
    hosts_known: Figure[Block, Value] = Figure("the hosts beside an array carry VMs, and one knows how many", "0/1",
        lambda b: where(b.with_hosts == 0, 1.0, where(b.beside_vms < 1, 0.0, where(b.beside_vms < NO_LIMIT, 1.0, 0.0))),
        FLAG, "1 where there are none")


def _hosts_for(b: Block, vms: Value) -> Value:
    return round_up(vms / maximum(1.0, minimum(vms, b.beside_vms)))


class HostsBeside(Scope):
    """0 where there are none."""

    hosts_needed_beside: Figure[Block, Value] = Figure("hosts beside the arrays for the users", "hosts",
        lambda b: b.with_hosts * b.feasible * maximum(_hosts_for(b, b.vms_whole), b.mix_hosts), WHOLE,
        "VMs / VMs of a host, up, and no fewer than whole VMs take")
    hosts_beside: Figure[Block, Value] = Figure("hosts beside the arrays, with spares", "hosts",
        lambda b: b.hosts_needed_beside + b.with_hosts * b.feasible * b.design.spare_hosts, WHOLE)
    beside_lost_vms: Figure[Block, Value] = Figure("VMs per host beside the arrays while one is lost", "VMs",
        lambda b: b.with_hosts * b.feasible * round_up(b.vms_whole / maximum(1.0, b.hosts_beside - 1)), WHOLE,
        "VMs / (hosts with the reserve - 1), up")
    beside_lost_missing: Figure[Block, Value] = Figure("of them more than a host carries", "VMs",
        lambda b: where(b.hosts_beside == 1, b.beside_lost_vms, maximum(0.0, b.beside_lost_vms - b.beside_vms)),
        WHOLE, "all of them where it is the only host")
    hosts_of_block: Figure[Block, Value] = Figure("hosts of a full block", "hosts",
        lambda b: where(b.with_hosts == 1, b.feasible * maximum(_hosts_for(b, b.vms_per_block),
            round_up(b.vms_per_block * b.mix_hosts / maximum(1.0, b.vms_whole))), 1.0), WHOLE,
        "for its VMs, without spares; 1 where a block has no hosts beside it")
    hosts_paid: Figure[Block, Value] = Figure("hosts that are paid for", "hosts",
        lambda b: where(b.with_hosts == 1, b.hosts_beside, b.blocks),
        WHOLE, "the hosts beside the arrays, else the blocks")


def _decided(b: Block) -> str:
    if not b.with_hosts:
        return DASH
    if b.mix_hosts > 0:
        return "whole VMs"
    if b.host_vms_by_gpu < min(b.beside_vms_by_ram, b.beside_vms_by_cores):
        return "GPU"
    return "RAM" if b.beside_vms_by_ram <= b.beside_vms_by_cores else "cores"


class BesideInWords(Scope):
    beside_decided: Display[Block, str] = Display("what decides on the hosts beside an array", "",
        _decided, TEXT, "what takes most hosts")
    hosts_words: Display[Block, str] = Display("hosts beside an array, in words", "",
        lambda b: counted(b.hosts_beside, "host"), TEXT)


class BesideChecks(Scope):
    check_beside_ignored = Warning("what is given of hosts beside an array counts",
        "hosts beside an array are given and are ignored: the block is no array, or they have neither RAM nor cores",
        lambda b: b.with_hosts == 1 or not (b.design.spare_hosts > 0 or _given(b.design, _OF_A_HOST)),
        remedy="On Designs, make the block an array and give RAM or cores of a host, or leave what is of hosts blank.")
    beside_too_small: Display[Block, str] = Display("of what a host beside an array has too little", "",
        lambda b: b.beside_decided if b.with_hosts and b.beside_vms < 1 else NONE, TEXT)
    check_beside_small = Error("a host beside an array is large enough for a VM",
        "a host beside the array has too little for one VM", lambda b: b.with_hosts == 0 or b.beside_vms >= 1,
        remedy="Give the host more on Designs, or look at its reserves: RAM and cores for the host, CPU headroom.",
        names=beside_too_small)
    check_beside_known = Error("the VMs say how many hosts they take beside an array",
        "nothing says how many hosts beside the array the VMs take: they ask for no RAM and no vCPU",
        lambda b: b.with_hosts == 0 or b.beside_vms < NO_LIMIT,
        remedy="Enter RAM or vCPU of the VMs on Users, for that which the host has.")


class ServersSized(Scope):
    """Whether the servers of the VMs are sized."""

    servers_sized: Figure[Block, float] = Figure("the servers of the VMs are sized with it", "0/1",
        lambda b: flag(b.design.block_kind != ARRAY or b.with_hosts == 1 or b.design.ram_gib is not None
            or b.design.cores is not None), FLAG, "0: an array without hosts, whose EUR are those of the storage alone")
