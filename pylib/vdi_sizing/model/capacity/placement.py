"""Whole VMs on whole hosts: how many hosts the user groups take where their VMs differ in size.

Hosts are not sized by the mean VM alone: it stands nowhere. `formulas.hosts` says how whole VMs are placed, and counts;
here are the figures, and their formulas on the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, magnitude, maximum, minimum, round_down, round_up, total_of, where
from vdi_sizing.formulas import hosts
from vdi_sizing.formulas.hosts import SizeOfVm
from vdi_sizing.model.capacity.largest_vm import VMS_OF_GPU, known_gpu_gb
from vdi_sizing.model.figure import Figure, Scope, or_zero, up
from vdi_sizing.model.formats import FLAG, ONE, VMS, VMS_EXACT, WHOLE
from vdi_sizing.model.load.user_groups import HAS_GPU, OF_CASE
from vdi_sizing.scenario import SERVICE
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block
    from vdi_sizing.scenario import UserGroup


def sizes_of(groups: Sequence[UserGroup]) -> list[SizeOfVm]:
    """The size of each group's VM beside the mean VM of its case, in the order of the groups."""
    in_use = [group.vms * group.concurrency for group in groups]
    ram, vcpus = ([group.ram_gib or 0.0 for group in groups], [group.vcpus or 0.0 for group in groups])
    own_cores = [group.own_cores for group in groups]
    return hosts._sizes_of(
        _to_mean(ram, ram, in_use), _to_mean(vcpus, vcpus, in_use), in_use, _to_mean(own_cores, vcpus, in_use),
        [group.gpu_gb or 0.0 for group in groups],
    )


def _to_mean(amounts: list[float], of: list[float], in_use: list[float]) -> list[float]:
    """The amounts beside the mean of what stands beside them."""
    asked = total_of(amount * vms for amount, vms in zip(of, in_use, strict=True))
    total = total_of(in_use)
    return [amount * total / asked if asked > 0 else 0.0 for amount in amounts]


def ram_of(b: Block, size: SizeOfVm) -> Value:
    """RAM of a VM of that size, with the overhead."""
    return size.ram * b.ram_gib_per_vm + b.design.ram_overhead_gib


def vcpus_of(b: Block, size: SizeOfVm) -> Value:
    """VCPU of a VM of that size; by a ratio of its own, as many as take its cores at the design's, if that has one."""
    ratio = b.design.vcpus_per_core
    return (size.cpu if ratio is None or not size.own_cores else size.own_cores * ratio) * b.vcpus_per_vm


def _asking(b: Block) -> list[SizeOfVm]:
    """The sizes in GiB, with the overhead, and vCPU."""
    return [size._replace(ram=ram_of(b, size), cpu=vcpus_of(b, size)) for size in b.sizes]


def whole_vms(b: Block, size: SizeOfVm) -> Value:
    """VMs of a size: a part of one is one, and the largest take what is missing to it from the next smaller."""
    return hosts._whole_vms(size, b.vms)


def whole_vms_ask(b: Block) -> tuple[Value, Value]:
    """RAM and vCPU of all whole VMs; the mean VM asks for less where a part of a large VM is a whole one."""
    return hosts._whole_vms_ask(_asking(b), b.vms)


def _mean_vms(b: Block) -> Value:
    """By RAM, vCPU and GPUs, as far as a host has a limit, and a VM asks for it."""
    def of(room: Value, asked: Value) -> Value:
        return where(room >= NO_LIMIT, NO_LIMIT, divide(room, asked, NO_LIMIT))
    ram = where(b.ram_gib_per_vm == 0, 0.0, b.ram_gib_per_vm + b.design.ram_overhead_gib)
    return minimum(
        of(b.host_for_vms_gib, ram), of(b.host_for_vms_vcpus, b.vcpus_asked_per_vm),
        of(or_zero(b.design.gpus), b.gpus_per_vm))


def _mean_hosts(b: Block) -> Value:
    if b.design.block_kind == SERVICE:  # which places its desktops itself
        return 0.0
    of_host = round_down(b.mean_vms_of_host)
    return where(of_host >= NO_LIMIT, 0.0, where(of_host < 1, 0.0, round_up(b.vms_whole / maximum(1.0, of_host))))


def _first_tried(b: Block) -> Value:
    poured = round_up(b.vms_whole / maximum(1.0, b.mean_vms_of_host))
    return where(b.mean_hosts == 0, 0.0, hosts._first_tried(b.mean_hosts, b.step_of_hosts, poured))


def _failed_by_ram(b: Block) -> Value:
    return hosts._failed_by_ram(_asking(b), b.vms, b.first_tried, b.step_of_hosts, b.host_for_vms_gib)


def _failed_by_vcpus(b: Block) -> Value:
    return hosts._failed_by_cpu(_asking(b), b.vms, b.first_tried, b.step_of_hosts, b.host_for_vms_vcpus)


def _failed_by_gpus(b: Block) -> Value:
    failed = hosts._failed_by_gpus(
        b.sizes, b.vms, b.first_tried, b.step_of_hosts, or_zero(b.design.gpus), known_gpu_gb(b))
    return where(b.gpus_per_vm * b.mean_hosts == 0, 0.0, failed)


def _beyond_ram(b: Block) -> list[Value]:
    return hosts._beyond_ram(_asking(b), b.vms, or_zero(b.design.gpus), known_gpu_gb(b), b.host_for_vms_gib)


def _more_by_gpus(b: Block) -> Value:
    return where(b.gpus_per_vm == 0, 0.0, total_of(_beyond_ram(b)))


def _apart_for_gpus(b: Block) -> Value:
    apart = total_of(magnitude(more) for more in _beyond_ram(b))
    return where(b.gpus_per_vm == 0, 0.0, (b.more_by_gpus + apart) / 2)


def _larger_gpus(b: Block) -> Value:
    taken = hosts._larger_on_gpus(b.sizes, b.vms, maximum(1.0, b.filled_hosts), known_gpu_gb(b))
    return where(b.gpus_per_vm == 0, 0.0, taken)


def _apart_hosts(b: Block) -> Value:
    return where(b.mean_hosts == 0, 0.0, hosts._apart_hosts(
        _asking(b), b.vms, b.host_for_vms_gib, b.host_for_vms_vcpus))


def _filled_hosts(b: Block) -> Value:
    """The smallest VMs leave at most one of their size free on each host."""
    return where(b.mean_hosts == 0, 0.0, maximum(1.0, b.filled_by_ram, b.filled_by_vcpus))


def _dealt(b: Block, to_whole: Callable[[Value], Value]) -> Value:
    return hosts._dealt(_asking(b), b.vms, maximum(1.0, b.filled_hosts), to_whole)


def _evenly(b: Block, to_whole: Callable[[Value], Value]) -> Value:
    return hosts._evenly(_asking(b), b.vms, maximum(1.0, b.filled_hosts), to_whole)


def _filled_fits(b: Block) -> Value:
    fit = hosts._filled_fits(
        b.host_for_vms_gib, b.host_for_vms_vcpus, (b.small_gib, b.small_vcpus),
        (b.larger_most_gib, b.larger_least_gib), (b.larger_most_vcpus, b.larger_least_vcpus))
    return where(b.larger_gpus <= or_zero(b.design.gpus), fit, 0.0)


def _mix_hosts(b: Block) -> Value:
    filled = where(b.filled_fits == 1, b.filled_hosts, NO_LIMIT)
    apart = b.apart_hosts + b.apart_for_gpus
    fewest = minimum(b.even_hosts, apart, filled)
    return where(apart >= NO_LIMIT, 0.0, where(fewest == b.mean_hosts, 0.0, fewest))


_HOSTS_TRIED = "{first_tried}+{step_of_hosts}*(COLUMN($A$1048576:$BL$1048576)-1)"
_ADDED = "MMULT(COLUMN($A$1048576:INDEX($1048576:$1048576,ROWS(Groups[row])))^0,"
"""Begins a sum over the rows of Groups, for each number of hosts tried: side by side, as many as `hosts.TRIED`.

The columns are those of the last row of a sheet, which holds nothing, so that no cell hangs on itself.
"""


def _on_each(share: str) -> str:
    return f"ROUNDUP(ROUND({share}*{{vms}}/({_HOSTS_TRIED}),9),0)"


def _tried_text(on_host: str, room: str) -> str:
    """Numbers of hosts tried on which what VMs ask of a host is above its room, as a native formula."""
    return f"SUMPRODUCT((ROUND({_ADDED}{OF_CASE}*{on_host})-{room},9)>0)*1)"


def _failed_text(on_host: str, room: str) -> str:
    return f"IF({{mean_hosts}}=0,0,{_tried_text(on_host, room)})"


RAM_OF_SIZE = "(Groups[RAM to mean]*{ram_gib_per_vm}+{design.ram_overhead_gib})"
VCPUS_OF_SIZE = (
    "((Groups[vCPU to mean]*((Groups[own cores to mean]=0)+(MAX(0,{design.vcpus_per_core})=0)>0)"
    "+Groups[own cores to mean]*MAX(0,{design.vcpus_per_core}))*{vcpus_per_vm})")
WHOLE_VMS = (
    f"{OF_CASE}*(ROUNDUP(ROUND(Groups[VMs up to it]*{{vms}},9),0)-ROUNDUP(ROUND(Groups[larger VMs]*{{vms}},9),0))")
"""VMs of each size, as a factor of a native formula."""
_DEALT = f"({_on_each('Groups[VMs up to it]')}-{_on_each('Groups[larger VMs]')})"
_OF_SHARE = "(Groups[VMs up to it]-Groups[larger VMs])"
_OF_RAM = f"{RAM_OF_SIZE}/{{host_for_vms_gib}}"
_OF_VCPUS = f"{VCPUS_OF_SIZE}/{{host_for_vms_vcpus}}"
_VMS_OF_HOST = f"2/({_OF_RAM}+{_OF_VCPUS}+ABS({_OF_RAM}-{_OF_VCPUS})+{2 * hosts.TINY:.0E})"
"""How many VMs of a size fit on a host, as a native formula: 1 / the larger share, which is (a + b + |a - b|) / 2."""
_SMALLEST = (
    f"{OF_CASE}*(ROUND(Groups[VMs up to it],9)>=1)*(Groups[VMs up to it]>Groups[larger VMs])")
_LARGER = f"{OF_CASE}*(ROUND(Groups[VMs up to it],9)<1)"


def _on_filled(function: str, share: str) -> str:
    return f"{function}(ROUND({share}*{{vms}}/MAX(1,{{filled_hosts}}),9),0)"


GPUS_OF_HOST = "MAX(0,{design.gpus})"
_NO_GPU_ASKED = "IF({gpus_per_vm}*{mean_hosts}=0,0,"
_GPUS_ON_EACH = up(f"{_OF_SHARE}*{{vms}}/({_HOSTS_TRIED})/{VMS_OF_GPU}")
_BEYOND_RAM = (
    up(f"{_OF_SHARE}*{{vms}}/MAX(1,{{design.gpus}})/{VMS_OF_GPU}")
    + "-" + up(f"{_OF_SHARE}*{{vms}}*{RAM_OF_SIZE}/({{host_for_vms_gib}}+{hosts.TINY:.0E})"))
_GPUS_OF_LARGER = (
    f"(1+(ROUND(Groups[VMs up to it],9)>=1)*{NO_LIMIT_TEXT})*"
    + up(f"{_OF_SHARE}*{{vms}}/MAX(1,{{filled_hosts}})/{VMS_OF_GPU}"))


def _dealt_text(function: str) -> str:
    dealt = f"({_on_filled(function, 'Groups[VMs up to it]')}-{_on_filled(function, 'Groups[larger VMs]')})"
    return f"SUMPRODUCT({_LARGER}*{dealt}*{RAM_OF_SIZE})"


def _evenly_text(function: str) -> str:
    return f"SUMPRODUCT({_LARGER}*{_on_filled(function, _OF_SHARE)}*{VCPUS_OF_SIZE})"


def _filled_text(asked: str, room: str) -> str:
    return f"IF({room}>0,{up(f'SUMPRODUCT({WHOLE_VMS}*{asked})/({room})')},{NO_LIMIT_TEXT})"


class Mix(Scope):
    mean_vms_of_host: Figure[Block, Value] = Figure("VMs of a host by the mean VM", "VMs",
        _mean_vms, VMS_EXACT, "by RAM, cores and GPUs, with the part of a VM")
    mean_hosts: Figure[Block, Value] = Figure("hosts by the mean VM", "hosts",
        _mean_hosts, WHOLE, "whole VMs on each; 0: RAM, cores and GPUs limit nothing")
    step_of_hosts: Figure[Block, Value] = Figure("step from one number of hosts tried to the next", "hosts",
        lambda b: hosts._step_of_hosts(b.mean_hosts), WHOLE)
    first_tried: Figure[Block, Value] = Figure("first number of hosts tried", "hosts",
        _first_tried, WHOLE, "what all VMs take together, in steps from the number by the mean VM")
    failed_by_ram: Figure[Block, Value] = Figure("numbers of hosts tried that have too little RAM", "",
        _failed_by_ram, FLAG, "VMs dealt, the largest first; the fullest host gets the first VM of each round",
        native=_failed_text(f"{_DEALT}*{RAM_OF_SIZE}", "{host_for_vms_gib}"))
    ram_hosts: Figure[Block, Value] = Figure("hosts with RAM for whole VMs, spread evenly", "hosts",
        lambda b: hosts._first_that_fits(b.first_tried, b.step_of_hosts, b.failed_by_ram), VMS,
        f"no limit: all {hosts.TRIED} that are tried have too little")
    failed_by_vcpus: Figure[Block, Value] = Figure("numbers of hosts tried that have too few vCPU", "",
        _failed_by_vcpus, FLAG, "of each size of VM its share, up to a whole VM",
        native=_failed_text(f"{_on_each(_OF_SHARE)}*{VCPUS_OF_SIZE}", "{host_for_vms_vcpus}"))
    vcpu_hosts: Figure[Block, Value] = Figure("hosts with vCPU for whole VMs, spread evenly", "hosts",
        lambda b: hosts._first_that_fits(b.first_tried, b.step_of_hosts, b.failed_by_vcpus), VMS)
    failed_by_gpus: Figure[Block, Value] = Figure("numbers of hosts tried that have too few GPUs", "",
        _failed_by_gpus, FLAG, "of each size of VM its share; VMs of several sizes share no GPU",
        native=f"{_NO_GPU_ASKED}{_tried_text(_GPUS_ON_EACH, GPUS_OF_HOST)})")
    even_hosts: Figure[Block, Value] = Figure("hosts with RAM, vCPU and GPUs for whole VMs, spread evenly", "hosts",
        lambda b: maximum(b.ram_hosts, b.vcpu_hosts, hosts._first_that_fits(
            b.first_tried, b.step_of_hosts, b.failed_by_gpus)), VMS)
    more_by_gpus: Figure[Block, Value] = Figure("hosts more by GPUs than by RAM, with each size apart", "hosts",
        _more_by_gpus, VMS, "of all sizes with a GPU; below 0: fewer",
        native=f"IF({{gpus_per_vm}}=0,0,SUMPRODUCT({OF_CASE}*{HAS_GPU}*({_BEYOND_RAM})))")
    apart_for_gpus: Figure[Block, Value] = Figure("hosts more for GPUs, with each size on hosts of its own", "hosts",
        _apart_for_gpus, VMS, "of each size with a GPU as many as its GPUs take beyond its RAM, at most",
        native=f"IF({{gpus_per_vm}}=0,0,({{more_by_gpus}}+SUMPRODUCT({OF_CASE}*{HAS_GPU}*ABS({_BEYOND_RAM})))/2)")
    apart_hosts: Figure[Block, Value] = Figure("hosts with each size of VM on hosts of its own", "hosts",
        _apart_hosts, VMS, "no limit: a VM fits on no host",
        native=f"({{mean_hosts}}>0)*IFERROR(SUMPRODUCT({OF_CASE}*ROUNDUP(ROUND({_OF_SHARE}*{{vms}}/"
        f"((Groups[case]<>{{design.case}})+ROUNDDOWN(ROUND({_VMS_OF_HOST},9),0)),9),0)),{NO_LIMIT_TEXT})")
    small_gib: Figure[Block, Value] = Figure("RAM of the smallest VM, with the overhead", "GiB",
        lambda b: hosts._smallest(_asking(b))[0], ONE,
        native=f"SUMPRODUCT({_SMALLEST}*{RAM_OF_SIZE})")
    small_vcpus: Figure[Block, Value] = Figure("vCPU of the smallest VM", "vCPU",
        lambda b: hosts._smallest(_asking(b))[1], ONE,
        native=f"SUMPRODUCT({_SMALLEST}*{VCPUS_OF_SIZE})")
    filled_by_ram: Figure[Block, Value] = Figure("hosts with RAM for all VMs, but for one of the smallest on each",
        "hosts", lambda b: hosts._filled_by(whole_vms_ask(b)[0], b.host_for_vms_gib - b.small_gib), VMS,
        "no limit: a host has no room beside the smallest VM",
        native=_filled_text(RAM_OF_SIZE, "{host_for_vms_gib}-{small_gib}"))
    filled_by_vcpus: Figure[Block, Value] = Figure("hosts with vCPU for all VMs, but for one of the smallest on each",
        "hosts", lambda b: hosts._filled_by(whole_vms_ask(b)[1], b.host_for_vms_vcpus - b.small_vcpus), VMS,
        "no limit: a host has no room beside the smallest VM",
        native=_filled_text(VCPUS_OF_SIZE, "{host_for_vms_vcpus}-{small_vcpus}"))
    filled_hosts: Figure[Block, Value] = Figure("hosts with the smallest VMs placed last", "hosts",
        _filled_hosts, VMS, "larger VMs dealt; the smallest fill the hosts, but for less than one of them on each")
    larger_most_gib: Figure[Block, Value] = Figure("RAM of the larger VMs on the fullest of them", "GiB",
        lambda b: _dealt(b, round_up), ONE, native=_dealt_text("ROUNDUP"))
    larger_least_gib: Figure[Block, Value] = Figure("RAM of the larger VMs on the leanest of them", "GiB",
        lambda b: _dealt(b, round_down), ONE, native=_dealt_text("ROUNDDOWN"))
    larger_most_vcpus: Figure[Block, Value] = Figure("vCPU of the larger VMs on one of them, at most", "vCPU",
        lambda b: _evenly(b, round_up), ONE, native=_evenly_text("ROUNDUP"))
    larger_least_vcpus: Figure[Block, Value] = Figure("vCPU of the larger VMs on one of them, at least", "vCPU",
        lambda b: _evenly(b, round_down), ONE, native=_evenly_text("ROUNDDOWN"))
    larger_gpus: Figure[Block, Value] = Figure("GPUs of the larger VMs on one of them, at most", "GPUs",
        _larger_gpus, VMS, "no limit: the smallest VMs take GPUs too",
        native=f"IF({{gpus_per_vm}}=0,0,SUMPRODUCT({OF_CASE}*{_GPUS_OF_LARGER}))")
    filled_fits: Figure[Block, Value] = Figure("the larger VMs fit on that number of hosts", "0/1",
        _filled_fits, FLAG, "and one of RAM and vCPU decides on each host how many of the smallest go there")
    mix_hosts: Figure[Block, Value] = Figure(
        "hosts that whole VMs take, where the mean VM takes another number", "hosts", _mix_hosts, WHOLE,
        "the fewest of spread evenly, each size apart, smallest last; 0: as many as by the mean VM")
    mix_vms: Figure[Block, Value] = Figure("VMs of the fullest host, where whole VMs take fewer hosts", "VMs",
        lambda b: where(b.mix_hosts > 0, where(
            b.mix_hosts < b.mean_hosts, round_up(b.vms_whole / maximum(1.0, b.mix_hosts)), 0.0), 0.0), WHOLE,
        "than the mean VM: no limit by the mean VM is below; 0: they take no fewer")
