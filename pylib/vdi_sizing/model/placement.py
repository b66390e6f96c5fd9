"""Whole VMs on whole hosts: how many hosts the user groups take where their VMs differ in size.

Hosts are not sized by the mean VM alone: it stands nowhere. The VMs of all groups are dealt to the hosts like cards,
the largest first, which is how a hypervisor spreads them: each host gets one VM of each round. The first host is the
fullest, since it gets the largest VM of each round, and the fewest hosts of which it carries its VMs are enough. That
can be built; it is no estimate. Where a few VMs take most of a host, each size of VM on hosts of its own takes fewer,
and counts. For one size of VM both are what dividing by the VM gives.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from vdi_sizing._arrays import (
    ROUNDING_DECIMALS,
    Value,
    divide,
    maximum,
    minimum,
    round_down,
    round_up,
    rounded,
    total_of,
    where,
)
from vdi_sizing.model.figure import Figure, Scope, up
from vdi_sizing.model.formats import FLAG, ONE, VMS, WHOLE
from vdi_sizing.model.load import OF_CASE
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block
    from vdi_sizing.scenario import UserGroup

_TRIED = 64
"""Numbers of hosts that are tried, from that by the mean VM upwards; above 64 hosts not each, but steps of 1.6 %."""
_TINY = 1e-15
"""Keeps a VM that asks for nothing from a division by 0, and changes no whole number of VMs below 700 on a host."""


class SizeOfVm(NamedTuple):
    """The size of a group's VM, beside the mean VM of its case, and where it stands among the sizes."""

    ram_to_mean: float
    vcpus_to_mean: float
    larger: float
    """Share of the concurrent VMs that are larger: of more RAM, or of as much and more vCPU."""
    up_to: float
    """The same with the VMs of this size; once for each size, at its first group."""

    @property
    def is_smallest(self) -> bool:
        """Whether no VM is smaller."""
        return round(self.up_to, ROUNDING_DECIMALS) >= 1

    @property
    def share(self) -> float:
        """Share of the concurrent VMs that have this size, at its first group; 0 at the others."""
        return self.up_to - self.larger


def sizes_of(groups: Sequence[UserGroup]) -> list[SizeOfVm]:
    """The size of each group's VM, in the order of the groups."""
    in_use = [group.vms * group.concurrency for group in groups]
    ram = _to_mean([group.ram_gib or 0.0 for group in groups], in_use)
    vcpus = _to_mean([group.vcpus or 0.0 for group in groups], in_use)
    sizes = list(zip(ram, vcpus, strict=True))
    of_size: Counter[tuple[float, float]] = Counter()
    for size, vms in zip(sizes, in_use, strict=True):
        of_size[size] += vms  # type: ignore[assignment]  # a Counter adds floats as well
    largest_first = sorted(of_size, reverse=True)
    counted = accumulate((of_size[size] for size in largest_first), initial=0.0)
    total = total_of(in_use)
    larger = {size: vms / total for size, vms in zip(largest_first, counted, strict=False)}
    first = {size: at for at, size in reversed(list(enumerate(sizes)))}
    return [
        SizeOfVm(*size, larger[size], larger[size] + (of_size[size] / total if first[size] == at else 0.0))
        for at, size in enumerate(sizes)
    ]


def _to_mean(amounts: list[float], in_use: list[float]) -> list[float]:
    asked = total_of(amount * vms for amount, vms in zip(amounts, in_use, strict=True))
    total = total_of(in_use)
    return [amount * total / asked if asked > 0 else 0.0 for amount in amounts]


def _mean_hosts(b: Block) -> Value:
    of_host = minimum(b.limit_ram, b.limit_cores) if b.with_hosts == 0 else b.beside_vms
    return where(of_host >= NO_LIMIT, 0.0, where(of_host < 1, 0.0, round_up(b.vms_whole / maximum(1.0, of_host))))


def _failed(b: Block, fits: Callable[[Value], Value]) -> Value:
    """On how many of the numbers of hosts tried not all VMs fit; what fits on some hosts fits on more."""
    failed: Value = 0.0
    for bit in (32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 1.0):
        tried = maximum(1.0, b.mean_hosts + b.step_of_hosts * (failed + bit - 1))
        failed = where(fits(tried) == 1, failed, failed + bit)
    return where(b.mean_hosts == 0, 0.0, failed)


def _first_that_fits(b: Block, failed: Value) -> Value:
    return where(failed >= _TRIED, NO_LIMIT, b.mean_hosts + b.step_of_hosts * failed)


def _failed_by_ram(b: Block) -> Value:
    def fits(hosts: Value) -> Value:
        on_first = total_of(
            (round_up(size.up_to * b.vms / hosts) - round_up(size.larger * b.vms / hosts))
            * ram_of(b, size) for size in b.sizes)
        return where(rounded(on_first - b.host_for_vms_gib) <= 0, 1.0, 0.0)
    return _failed(b, fits)


def _failed_by_vcpus(b: Block) -> Value:
    def fits(hosts: Value) -> Value:
        on_each = total_of(
            round_up(size.share * b.vms / hosts) * size.vcpus_to_mean * b.vcpus_per_vm for size in b.sizes)
        return where(rounded(on_each - b.host_for_vms_vcpus) <= 0, 1.0, 0.0)
    return _failed(b, fits)


def _apart_hosts(b: Block) -> Value:
    hosts: Value = 0.0
    for size in b.sizes:
        of_ram = divide(ram_of(b, size), b.host_for_vms_gib, math.inf)
        of_vcpus = divide(size.vcpus_to_mean * b.vcpus_per_vm, b.host_for_vms_vcpus, math.inf)
        of_host = round_down(1 / (maximum(of_ram, of_vcpus) + _TINY))
        hosts = hosts + where(of_host < 1, NO_LIMIT, round_up(size.share * b.vms / maximum(1.0, of_host)))
    return where(b.mean_hosts == 0, 0.0, minimum(NO_LIMIT, hosts))


def _of_smallest(b: Block, amount: Callable[[SizeOfVm], Value]) -> Value:
    return total_of(amount(size) for size in b.sizes if size.is_smallest and size.share > 0)


def ram_of(b: Block, size: SizeOfVm) -> Value:
    """RAM of a VM of that size, with the overhead."""
    return size.ram_to_mean * b.ram_gib_per_vm + b.design.ram_overhead_gib


def vcpus_of(b: Block, size: SizeOfVm) -> Value:
    """VCPU of a VM of that size."""
    return size.vcpus_to_mean * b.vcpus_per_vm


def whole_vms(b: Block, size: SizeOfVm) -> Value:
    """VMs of a size: a part of one is one, and the largest take what is missing to it from the next smaller."""
    return round_up(size.up_to * b.vms) - round_up(size.larger * b.vms)


def whole_vms_ask(b: Block) -> tuple[Value, Value]:
    """RAM and vCPU of all whole VMs; the mean VM asks for less where a part of a large VM is a whole one."""
    return (
        total_of(whole_vms(b, size) * ram_of(b, size) for size in b.sizes),
        total_of(whole_vms(b, size) * vcpus_of(b, size) for size in b.sizes),
    )


def _filled_hosts(b: Block) -> Value:
    """The smallest VMs leave at most one of their size free on each host."""
    def by(asked: Value, room: Value) -> Value:
        return where(room > 0, round_up(asked / maximum(_TINY, room)), NO_LIMIT)
    gib, vcpus = whole_vms_ask(b)
    by_ram = by(gib, b.host_for_vms_gib - b.small_gib)
    by_vcpus = by(vcpus, b.host_for_vms_vcpus - b.small_vcpus)
    return where(b.mean_hosts == 0, 0.0, maximum(b.mean_hosts, by_ram, by_vcpus))


def _dealt(b: Block, to_whole: Callable[[Value], Value]) -> Value:
    """RAM of the larger VMs on the fullest or the leanest host, where they are dealt."""
    hosts = maximum(1.0, b.filled_hosts)
    return total_of(
        (to_whole(size.up_to * b.vms / hosts) - to_whole(size.larger * b.vms / hosts)) * ram_of(b, size)
        for size in b.sizes if not size.is_smallest)


def _evenly(b: Block, to_whole: Callable[[Value], Value]) -> Value:
    """vCPU of the larger VMs on a host at most or at least: of each size its share, up or down to a whole VM."""
    hosts = maximum(1.0, b.filled_hosts)
    return total_of(
        to_whole(size.share * b.vms / hosts) * size.vcpus_to_mean * b.vcpus_per_vm
        for size in b.sizes if not size.is_smallest)


def _filled_fits(b: Block) -> Value:
    gib, vcpus = b.host_for_vms_gib, b.host_for_vms_vcpus
    fit = where(rounded(b.larger_most_gib - gib) <= 0, where(rounded(b.larger_most_vcpus - vcpus) <= 0, 1.0, 0.0), 0.0)
    ram_decides = rounded(
        (vcpus - b.larger_most_vcpus) * b.small_gib - (gib - b.larger_least_gib) * b.small_vcpus) >= 0
    vcpus_decide = rounded(
        (gib - b.larger_most_gib) * b.small_vcpus - (vcpus - b.larger_least_vcpus) * b.small_gib) >= 0
    return where(ram_decides, fit, where(vcpus_decide, fit, 0.0))


def _mix_hosts(b: Block) -> Value:
    filled = where(b.filled_fits == 1, b.filled_hosts, NO_LIMIT)
    fewest = minimum(maximum(b.ram_hosts, b.vcpu_hosts), b.apart_hosts, filled)
    return where(b.apart_hosts >= NO_LIMIT, 0.0, where(fewest > b.mean_hosts, fewest, 0.0))


_HOSTS_TRIED = "MAX(1,{mean_hosts})+{step_of_hosts}*(COLUMN($A$1048576:$BL$1048576)-1)"
_ADDED = "MMULT(COLUMN($A$1048576:INDEX($1048576:$1048576,ROWS(Groups[row])))^0,"
"""Begins a sum over the rows of Groups, for each number of hosts tried: side by side, as many as `_TRIED`.

The columns are those of the last row of a sheet, which holds nothing, so that no cell hangs on itself.
"""


def _on_each(share: str) -> str:
    return f"ROUNDUP(ROUND({share}*{{vms}}/({_HOSTS_TRIED}),9),0)"


def _failed_text(on_host: str, room: str) -> str:
    """Numbers of hosts tried on which what VMs ask of a host is above its room, as a native formula."""
    return f"IF({{mean_hosts}}=0,0,SUMPRODUCT((ROUND({_ADDED}{OF_CASE}*{on_host})-{room},9)>0)*1))"


RAM_OF_SIZE = "(Groups[RAM to mean]*{ram_gib_per_vm}+{design.ram_overhead_gib})"
VCPUS_OF_SIZE = "(Groups[vCPU to mean]*{vcpus_per_vm})"
WHOLE_VMS = (
    f"{OF_CASE}*(ROUNDUP(ROUND(Groups[VMs up to it]*{{vms}},9),0)-ROUNDUP(ROUND(Groups[larger VMs]*{{vms}},9),0))")
"""VMs of each size, as a factor of a native formula."""
_DEALT = f"({_on_each('Groups[VMs up to it]')}-{_on_each('Groups[larger VMs]')})"
_OF_SHARE = "(Groups[VMs up to it]-Groups[larger VMs])"
_OF_RAM, _OF_VCPUS = f"{RAM_OF_SIZE}/{{host_for_vms_gib}}", f"{VCPUS_OF_SIZE}/{{host_for_vms_vcpus}}"
_LARGEST = f"(({_OF_RAM}+{_OF_VCPUS}+ABS({_OF_RAM}-{_OF_VCPUS}))/2+{_TINY:.0E})"


_SMALLEST = (
    f"{OF_CASE}*(ROUND(Groups[VMs up to it],9)>=1)*(Groups[VMs up to it]>Groups[larger VMs])")
_LARGER = f"{OF_CASE}*(ROUND(Groups[VMs up to it],9)<1)"


def _on_filled(function: str, share: str) -> str:
    return f"{function}(ROUND({share}*{{vms}}/MAX(1,{{filled_hosts}}),9),0)"


def _dealt_text(function: str) -> str:
    dealt = f"({_on_filled(function, 'Groups[VMs up to it]')}-{_on_filled(function, 'Groups[larger VMs]')})"
    return f"SUMPRODUCT({_LARGER}*{dealt}*{RAM_OF_SIZE})"


def _evenly_text(function: str) -> str:
    return f"SUMPRODUCT({_LARGER}*{_on_filled(function, _OF_SHARE)}*{VCPUS_OF_SIZE})"


def _filled_text(asked: str, room: str) -> str:
    return f"IF({room}>0,{up(f'SUMPRODUCT({WHOLE_VMS}*{asked})/({room})')},{NO_LIMIT_TEXT})"


class Mix(Scope):
    mean_hosts: Figure[Block, Value] = Figure("hosts by the mean VM", "hosts",
        _mean_hosts, WHOLE, "by RAM and cores; 0: they limit nothing")
    step_of_hosts: Figure[Block, Value] = Figure("step from one number of hosts tried to the next", "hosts",
        lambda b: maximum(1.0, round_up(b.mean_hosts / _TRIED)), WHOLE)
    failed_by_ram: Figure[Block, Value] = Figure("numbers of hosts tried that have too little RAM", "",
        _failed_by_ram, FLAG, "VMs dealt, the largest first; the fullest host gets the first VM of each round",
        native=_failed_text(f"{_DEALT}*{RAM_OF_SIZE}", "{host_for_vms_gib}"))
    ram_hosts: Figure[Block, Value] = Figure("hosts with RAM for whole VMs, spread evenly", "hosts",
        lambda b: _first_that_fits(b, b.failed_by_ram), VMS, f"no limit: all {_TRIED} that are tried have too little")
    failed_by_vcpus: Figure[Block, Value] = Figure("numbers of hosts tried that have too few vCPU", "",
        _failed_by_vcpus, FLAG, "of each size of VM its share, up to a whole VM",
        native=_failed_text(f"{_on_each(_OF_SHARE)}*{VCPUS_OF_SIZE}", "{host_for_vms_vcpus}"))
    vcpu_hosts: Figure[Block, Value] = Figure("hosts with vCPU for whole VMs, spread evenly", "hosts",
        lambda b: _first_that_fits(b, b.failed_by_vcpus), VMS)
    apart_hosts: Figure[Block, Value] = Figure("hosts with each size of VM on hosts of its own", "hosts",
        _apart_hosts, VMS, "no limit: a VM fits on no host",
        native=f"IF({{mean_hosts}}=0,0,IFERROR(SUMPRODUCT({OF_CASE}*ROUNDUP(ROUND({_OF_SHARE}*{{vms}}/"
        f"((Groups[case]<>{{design.case}})+ROUNDDOWN(ROUND(1/{_LARGEST},9),0)),9),0)),{NO_LIMIT_TEXT}))")
    small_gib: Figure[Block, Value] = Figure("RAM of the smallest VM, with the overhead", "GiB",
        lambda b: _of_smallest(b, lambda size: ram_of(b, size)), ONE,
        native=f"SUMPRODUCT({_SMALLEST}*{RAM_OF_SIZE})")
    small_vcpus: Figure[Block, Value] = Figure("vCPU of the smallest VM", "vCPU",
        lambda b: _of_smallest(b, lambda size: vcpus_of(b, size)), ONE,
        native=f"SUMPRODUCT({_SMALLEST}*{VCPUS_OF_SIZE})")
    filled_hosts: Figure[Block, Value] = Figure("hosts with the smallest VMs placed last", "hosts",
        _filled_hosts, VMS, "larger VMs dealt; the smallest fill the hosts, but for less than one of them on each",
        native="IF({mean_hosts}=0,0,MAX({mean_hosts},"
        + _filled_text(RAM_OF_SIZE, "{host_for_vms_gib}-{small_gib}") + ","
        + _filled_text(VCPUS_OF_SIZE, "{host_for_vms_vcpus}-{small_vcpus}") + "))")
    larger_most_gib: Figure[Block, Value] = Figure("RAM of the larger VMs on the fullest of them", "GiB",
        lambda b: _dealt(b, round_up), ONE, native=_dealt_text("ROUNDUP"))
    larger_least_gib: Figure[Block, Value] = Figure("RAM of the larger VMs on the leanest of them", "GiB",
        lambda b: _dealt(b, round_down), ONE, native=_dealt_text("ROUNDDOWN"))
    larger_most_vcpus: Figure[Block, Value] = Figure("vCPU of the larger VMs on one of them, at most", "vCPU",
        lambda b: _evenly(b, round_up), ONE, native=_evenly_text("ROUNDUP"))
    larger_least_vcpus: Figure[Block, Value] = Figure("vCPU of the larger VMs on one of them, at least", "vCPU",
        lambda b: _evenly(b, round_down), ONE, native=_evenly_text("ROUNDDOWN"))
    filled_fits: Figure[Block, Value] = Figure("the larger VMs fit on that number of hosts", "0/1",
        _filled_fits, FLAG, "and one of RAM and vCPU decides on each host how many of the smallest go there")
    mix_hosts: Figure[Block, Value] = Figure("hosts that whole VMs take, where the mean VM takes fewer", "hosts",
        _mix_hosts, WHOLE, "the fewest of spread evenly, each size apart, smallest last; 0: those by the mean VM do")
