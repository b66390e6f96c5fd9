"""What stands where: how many VMs of each size stand on how many hosts, and how full these are.

Two of the ways in which `placement` counts hosts are enough to show. Dealt: the larger VMs go to the hosts like cards,
the largest first, and the smallest are shared out by the room that is left. Apart: each size has hosts of its own,
where the first way takes more hosts than there are. Hosts that are filled alike are shown once, with their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from vdi_sizing._arrays import Value, divide, flag, maximum, minimum, round_down, round_up, rounded, total_of, where
from vdi_sizing.formulas.hosts import _vms_of_gpu
from vdi_sizing.model.capacity.largest_vm import VMS_OF_GPU, known_gpu_gb
from vdi_sizing.model.capacity.placement import RAM_OF_SIZE, VCPUS_OF_SIZE, WHOLE_VMS, ram_of, vcpus_of, whole_vms
from vdi_sizing.model.figure import Display, Scope, Shown, down, first_where, or_zero, up
from vdi_sizing.model.formats import BAR, FLAG, ONE, SHARE, TEXT, VMS, WHOLE
from vdi_sizing.model.grouped_digits import said, spelled
from vdi_sizing.model.load.user_groups import HAS_GPU, OF_CASE
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT, NONE, NOT_GIVEN

if TYPE_CHECKING:
    from vdi_sizing.formulas.hosts import SizeOfVm
    from vdi_sizing.model.scopes import Block
    from vdi_sizing.model.scopes.host_patterns import (
        HostKind,
        HostState,
        KindAndSize,
        LargerOnKind,
        LargerVm,
        PlacedVm,
        SmallestOnKind,
        SmallestVm,
    )


_TINY = 1e-15
_WITHOUT_END, _ROUND_OFF = 1e18, 1e-9
"""VMs on a GPU where none is asked for: whatever stands on a host takes no GPU, and 1E-9 of one carries all."""
_TINY_TEXT = f"{_TINY:.0E}"


class _Sized(NamedTuple):
    """A group with the size of its VM."""

    group: str
    size: SizeOfVm


def _of_size(placed: PlacedVm) -> list[_Sized]:
    """The groups with VMs of a size; of the smallest, with those of all sizes that have no row of their own."""
    if placed.vms == 0:
        return []
    b = placed.block
    sized = [_Sized(group.name, size) for group, size in zip(b.groups, b.sizes, strict=True)]
    return [each for each in sized if placed.has(round(each.size.larger - placed.larger_share, 9))]


def _up_to(larger: LargerVm) -> float:
    b = larger.block
    shares = (size.up_to for size in b.sizes if round(size.up_to, 9) < 1)
    beyond = [share for share in shares if round(share - larger.larger_share, 9) > 0]
    return min(beyond) if b.placement_shown and beyond else 1.0


def _named(placed: PlacedVm) -> str:
    groups = [each.group for each in _of_size(placed)]
    more = len(groups) - 1
    return f"{groups[0]}{said(more > 0, f'{_AND}{more}{_MORE}')}" if groups else ""


_AND, _MORE = " and ", " more"
_UP_TO = "{block.larger1.up_to}:{block.larger4.up_to}"
_THIS_SIZE = "(ROUND(Groups[larger VMs]-{larger_share},9){which})"
_ITS_GROUPS = f"{OF_CASE}*{_THIS_SIZE}"


def _largest_of_size(amount: str) -> str:
    return f"IF({{vms}}=0,0,SUMPRODUCT(LARGE({_ITS_GROUPS}*{amount},1)))"


class LargerVms(Scope):
    """Of a size that is not the smallest."""

    up_to: Display[LargerVm, float] = Display("share of the VMs that are as large or larger", "0..1",
        _up_to, SHARE, "100 %: there is no such size",
        native=f"IF({{block.placement_shown}}=0,1,MIN(1,2-SUMPRODUCT(LARGE({OF_CASE}"
        "*(ROUND(Groups[VMs up to it],9)<1)*(ROUND(Groups[VMs up to it]-{larger_share},9)>0)"
        "*(2-Groups[VMs up to it]),1))))")
    vms: Display[LargerVm, Value] = Display("VMs", "VMs",
        lambda v: 0.0 if v.up_to == 1 else round_up(v.up_to * v.block.vms) - round_up(v.larger_share * v.block.vms),
        BAR, native=f"IF({{up_to}}=1,0,{up('{up_to}*{block.vms}')}{{less_larger}})")


class SmallestVms(Scope):
    """Of the smallest size, and of all that have no row of their own: they count as the largest of these."""

    larger_part: Display[SmallestVm, float] = Display("share of the VMs that are larger", "0..1",
        lambda v: max((larger.up_to for larger in v.block.larger_vms if larger.up_to < 1), default=0.0), SHARE,
        native=f"SUMPRODUCT(LARGE(({_UP_TO}<1)*{_UP_TO},1))")
    vms: Display[SmallestVm, Value] = Display("VMs", "VMs", lambda v: 0.0 if v.block.placement_shown == 0
        else v.block.vms_whole - total_of(larger.vms for larger in v.block.larger_vms), BAR,
        native="IF({block.placement_shown}=0,0,{block.vms_whole}-SUM({block.larger1.vms}:{block.larger4.vms}))")


class VmsOfSize(Scope):
    group: Display[PlacedVm, str] = Display("user group", "", _named, TEXT,
        "the first with VMs of this size, and how many more have such",
        native=f'IF({{vms}}=0,"",INDEX(Groups[user group],{first_where(_ITS_GROUPS, "Groups[row]")})'
        f'&IF(SUMPRODUCT({_ITS_GROUPS})>1,"{_AND}"&(SUMPRODUCT({_ITS_GROUPS})-1)&"{_MORE}",""))')
    ram_gib: Display[PlacedVm, Value] = Display("RAM of a VM, with the overhead", "GiB",
        lambda v: max((ram_of(v.block, each.size) for each in _of_size(v)), default=0.0), f"{ONE};;",
        native=_largest_of_size(RAM_OF_SIZE))
    vcpus: Display[PlacedVm, Value] = Display("vCPU of a VM", "vCPU",
        lambda v: max((vcpus_of(v.block, each.size) for each in _of_size(v)), default=0.0), f"{ONE};;",
        native=_largest_of_size(VCPUS_OF_SIZE))

    gpu_gb: Display[PlacedVm, Value] = Display("GB that a VM takes of a GPU", "GB",
        lambda v: max((each.size.gpu_gb for each in _of_size(v)), default=0.0), "0.0##;;",
        native=_largest_of_size("Groups[GPU GB]"))
    of_gpu: Display[PlacedVm, Value] = Display("VMs that one GPU carries", "VMs",
        lambda v: where(v.gpu_gb * v.block.gpus_per_vm == 0, _WITHOUT_END, round_down(
            divide(known_gpu_gb(v.block), v.gpu_gb, 0.0))), VMS,
        "no limit: they take none, or the GB of a GPU are not known")
    alone: Display[PlacedVm, Value] = Display("VMs that a host without others carries", "VMs",
        lambda v: where(v.vms == 0, 0.0, fitting(v, v.block.host_for_vms_gib, v.block.host_for_vms_vcpus, 0.0)), VMS)


def _least(b: Block, room: Value, asked: list[Value]) -> Value:
    vms = [whole_vms(b, size) for size in b.sizes]
    poured = round_up(total_of(n * each for n, each in zip(vms, asked, strict=True)) / maximum(_TINY, room))
    alone = total_of(n for n, each in zip(vms, asked, strict=True) if rounded(2 * each - room) > 0)
    return maximum(poured, alone) if b.placement_shown else 0.0


def _least_text(room: str, asked: str) -> str:
    poured = up(f"SUMPRODUCT({WHOLE_VMS}*{asked})/MAX({_TINY_TEXT},{room})")
    alone = f"SUMPRODUCT({WHOLE_VMS}*(ROUND(2*{asked}-{room},9)>0))"
    return f"IF({{placement_shown}}=0,0,MAX({poured},{alone}))"


def _least_by_gpus(b: Block) -> Value:
    gpus = total_of(
        whole_vms(b, size) / _vms_of_gpu(size.gpu_gb, known_gpu_gb(b)) for size in b.sizes if size.gpu_gb)
    return round_up(gpus / maximum(1.0, or_zero(b.design.gpus))) if b.placement_shown * b.gpus_per_vm else 0.0


_MEAN, _DEALT, _FILLED, _APART = (
    "none, the mean VM takes as many", "dealt, the largest first", "the smallest last", "each size apart")


def _way(b: Block) -> str:
    if b.placement_shown == 0:
        return NONE
    if b.mix_hosts == 0:
        return _MEAN
    if b.mix_hosts == b.even_hosts:
        return _DEALT
    return _FILLED if b.mix_hosts == b.dealt_hosts else _APART


def _limited_by(b: Block) -> str:
    if b.placement_shown == 0:
        return NONE
    return b.beside_decided if b.with_hosts else b.hosts_decided if b.in_cluster else b.binding_name


def _in_words(b: Block) -> str:
    if b.stands == 0:
        return b.errors_in_words
    if b.placement_shown == 0:
        return _NOTHING_SAID
    return said(b.before.unplaced + b.after.unplaced > 0, _MORE_SIZES, b.placed_in_words)


def _placed_in_words(b: Block) -> str:
    spares = b.before.hosts - b.after.hosts
    reserve = said(spares > 0, f"{_AND}{spares:.0f} in reserve")
    hosts, vms = said(b.after.hosts == 1, " host", " hosts"), said(b.vms_whole == 1, " VM", " VMs")
    return f"{b.after.hosts:.0f}{hosts}{reserve} for {spelled(b.vms_whole)}{vms}{_LEAST}{b.hosts_at_least:.0f}."


_NOTHING_SAID = (
    "It is a service, or neither RAM nor cores of a host are given, or no VM asks for them: nothing says what stands "
    "where.")
_MORE_SIZES = (
    "There are more than five sizes of VM. Those without a row count as the largest of them, and not all fit so.")
_LEAST = ". No placement does with fewer hosts than "


class WhatStandsWhere(Scope):
    placement_shown: Display[Block, float] = Display("RAM or cores say what stands where", "0/1",
        lambda b: flag(b.mean_hosts > 0) if b.stands else 0.0, FLAG)
    least_by_ram: Display[Block, Value] = Display("hosts at least, by RAM", "hosts",
        lambda b: _least(b, b.host_for_vms_gib, [ram_of(b, size) for size in b.sizes]), WHOLE,
        "what all VMs take together, or the VMs of more than half a host", native=_least_text(
            "{host_for_vms_gib}", RAM_OF_SIZE))
    least_by_vcpus: Display[Block, Value] = Display("hosts at least, by cores", "hosts",
        lambda b: _least(b, b.host_for_vms_vcpus, [vcpus_of(b, size) for size in b.sizes]), WHOLE,
        "what all VMs take together, or the VMs of more than half a host", native=_least_text(
            "{host_for_vms_vcpus}", VCPUS_OF_SIZE))
    least_by_gpus: Display[Block, Value] = Display("hosts at least, by GPUs", "hosts",
        _least_by_gpus, WHOLE, "what all VMs take together",
        native="IF({placement_shown}*{gpus_per_vm}=0,0,"
        + up(f"SUMPRODUCT({WHOLE_VMS}*{HAS_GPU}/{VMS_OF_GPU})/MAX(1,{{design.gpus}})") + ")")
    hosts_at_least: Display[Block, Value] = Display("hosts that no placement does without", "hosts",
        lambda b: maximum(b.least_by_ram, b.least_by_vcpus, b.least_by_gpus), WHOLE)
    dealt_hosts: Display[Block, Value] = Display("hosts from which on the larger VMs are dealt", "hosts",
        lambda b: minimum(b.even_hosts, b.filled_hosts if b.filled_fits == 1 else NO_LIMIT)
        if b.placement_shown else 0.0, VMS, "on fewer hosts each size has hosts of its own")
    way_decided: Display[Block, str] = Display("way of placing whole VMs that decides", "", _way, TEXT,
        "that which takes the fewest hosts")
    hosts_limited: Display[Block, str] = Display("what decides on the hosts", "", _limited_by, TEXT)
    placed_in_words: Display[Block, str] = Display("hosts and VMs, in words", "", _placed_in_words, TEXT)
    placement_words: Display[Block, str] = Display("what stands where, in words", "", _in_words, TEXT)


class HostsOfState(Scope):
    hosts: Display[HostState, Value] = Display("", "hosts", lambda s: s.block.placement_shown * s.all_hosts, BAR,
        native="{block.placement_shown}*{all_hosts}")
    apart: Display[HostState, float] = Display("each size of VM has hosts of its own", "0/1",
        lambda s: flag(0 < s.hosts < s.block.dealt_hosts), FLAG,
        native="IF({hosts}=0,0,IF({hosts}<{block.dealt_hosts},1,0))")


def _hosts_alike(k: HostKind) -> Value:
    """Up to the host on which one of the larger sizes has a VM less; apart, the hosts that the size takes."""
    s, b = k.state, k.block
    left = s.hosts - k.start
    if s.hosts == 0:
        return 0.0
    if s.apart:
        return minimum(left, round_up(k.own_size.vms / maximum(1.0, k.own_size.alone)))
    last = (round_up(larger.up_to * b.vms) % s.hosts for larger in b.larger_vms if larger.up_to < 1)
    return maximum(0.0, left - max((s.hosts - at for at in last if at > k.start), default=0.0))


_GIB, _VCPUS = "{block.host_for_vms_gib}", "{block.host_for_vms_vcpus}"
_LAST = f"({_UP_TO}<1)*MOD(ROUNDUP(ROUND({_UP_TO}*{{block.vms}},9),0),{{state.hosts}})"


def fitting(size: PlacedVm, gib: Value, vcpus: Value, gpus_taken: Value) -> Value:
    """VMs of a size that find room in so much RAM and vCPU, and on the GPUs that others have not taken."""
    gpus = or_zero(size.block.design.gpus) - gpus_taken + _ROUND_OFF
    on_gpus = gpus * size.of_gpu
    return round_down(minimum(gib / maximum(_TINY, size.ram_gib), vcpus / maximum(_TINY, size.vcpus), on_gpus))


def _on_host(size: str, gib: str, of_vcpus: str, taken: str) -> str:
    """The same as a native formula."""
    ram, vcpus, of_gpu = (f"{{{size}.{amount}}}" for amount in ("ram_gib", "vcpus", "of_gpu"))
    on_gpus = f"(MAX(0,{{design.gpus}})-{taken}+{_ROUND_OFF:.0E})*{of_gpu}"
    return down(f"MIN({gib}/MAX({_TINY_TEXT},{ram}),{of_vcpus}/MAX({_TINY_TEXT},{vcpus}),{on_gpus})")


ALONE_ON_EACH = f"MIN({{size.alone}},{up('{size.vms}/{kind.hosts}')})"
"""VMs of a size on each of the hosts that are its own, as a native formula."""


class HostsAlike(Scope):
    hosts: Display[HostKind, Value] = Display("hosts {letter}", "hosts", _hosts_alike, BAR, "filled alike",
        native=f"IF({{state.hosts}}=0,0,IF({{state.apart}}=1,MIN({{left}},"
        f"{up('{own_size.vms}/MAX(1,{own_size.alone})')}),"
        f"MAX(0,{{left}}-SUMPRODUCT(LARGE(({_LAST}>{{start}})*({{state.hosts}}-{_LAST}),1)))))")


def _dealt(c: LargerOnKind) -> Value:
    """VMs of a larger size on each of those hosts: they lie between the first and the last VM of that size."""
    def rounds(share: float) -> Value:
        """The round in which the last VM is dealt that is as large, as these hosts count them; 1: none before."""
        return round_up((round_up(share * c.block.vms) - c.kind.start) / c.state.hosts + 1)
    if c.kind.hosts == 0:
        return 0.0
    if c.state.apart:
        return c.is_own * minimum(c.size.alone, round_up(c.size.vms / c.kind.hosts))
    return 0.0 if c.size.vms == 0 else rounds(c.size.up_to) - rounds(c.size.larger_share)


def rounds_text(share: str) -> str:
    """The same as a native formula."""
    return up(f"({up(f'{share}*{{block.vms}}')}-{{start}})/{{state.hosts}}+1")


class LargerOnHosts(Scope):
    on_each: Display[LargerOnKind, Value] = Display("VMs of size {size_number} on each of the hosts {letter}", "VMs",
        _dealt, BAR, native=f"IF({{kind.hosts}}=0,0,IF({{state.apart}}=1,{{if_apart}},"
        f"IF({{size.vms}}=0,0,{rounds_text('{size.up_to}')}-{{rounds_of_larger}})))")


def _gpus_of(sizes: Sequence[KindAndSize]) -> Value:
    """GPUs that VMs take on a host, each size by itself."""
    return total_of(round_up(c.on_each / c.size.of_gpu) for c in sizes)


def _gpus_text(on_each: str, of_gpu: str) -> str:
    """The same as a native formula."""
    return f"SUMPRODUCT({up(f'{on_each}/{of_gpu}')})"


class GpusOfLarger(Scope):
    gpus_of_larger: Display[HostKind, Value] = Display("GPUs of the larger VMs on each of the hosts {letter}", "GPUs",
        lambda k: 0.0 if k.hosts == 0 else _gpus_of(k.larger), BAR,
        native="IF({hosts}=0,0," + _gpus_text(
            "{first_larger.on_each}:{last_larger.on_each}", "{block.larger1.of_gpu}:{block.larger4.of_gpu}") + ")")


def _room(k: HostKind) -> Value:
    b = k.block
    if k.hosts == 0:
        return 0.0
    if k.state.apart:
        return k.own_size.alone
    gib = b.host_for_vms_gib - total_of(c.on_each * c.size.ram_gib for c in k.larger)
    vcpus = b.host_for_vms_vcpus - total_of(c.on_each * c.size.vcpus for c in k.larger)
    return fitting(b.smallest_vm, gib, vcpus, k.gpus_of_larger)


def _left(room: str, amount: str) -> str:
    on_each = "{first_larger.on_each}:{last_larger.on_each}"
    return f"({room}-SUMPRODUCT({on_each},{{block.larger1.{amount}}}:{{block.larger4.{amount}}}))"


class RoomOnHosts(Scope):
    room: Display[HostKind, Value] = Display("room on each of the hosts {letter}", "VMs", _room, BAR,
        "VMs of the smallest size beside the larger ones; apart, of their own size",
        native=f"IF({{hosts}}=0,0,IF({{state.apart}}=1,{{own_size.alone}},"
        f"{_on_host('block.smallest_vm', _left(_GIB, 'ram_gib'), _left(_VCPUS, 'vcpus'), '{gpus_of_larger}')}))")


def _filling(k: HostKind) -> Value:
    """Each kind of host gets the same share of its room, up to a whole VM; what is behind it has room for the rest."""
    s = k.state
    if s.apart:
        return minimum(k.own_size.vms, k.hosts * k.room)
    if s.room == 0:
        return 0.0
    up_to_it = total_of(each.hosts * each.room for each in (*k.before, k))
    placed = minimum(k.block.smallest_vm.vms, s.room)
    return round_up(placed * up_to_it / s.room) - total_of(each.filling for each in k.before)


_ROOM_UP_TO_IT = "SUMPRODUCT({first.hosts}:{hosts},{first.room}:{room})"


class RoomOfState(Scope):
    room: Display[HostState, Value] = Display("room on all hosts", "VMs",
        lambda s: total_of(k.hosts * k.room for k in s.kinds), BAR,
        native="SUMPRODUCT({first.hosts}:{last.hosts},{first.room}:{last.room})")


class FillingOfHosts(Scope):
    filling: Display[HostKind, Value] = Display("VMs that fill this room on all hosts {letter}", "VMs", _filling, BAR,
        native="IF({state.apart}=1,MIN({own_size.vms},{hosts}*{room}),IF({state.room}=0,0,"
        + up(f"MIN({{block.smallest_vm.vms}},{{state.room}})*{_ROOM_UP_TO_IT}/{{state.room}}") + "{less_before}))")


class SmallestOnHosts(Scope):
    on_each: Display[SmallestOnKind, Value] = Display("VMs of size {size_number} on each of the hosts {letter}", "VMs",
        lambda c: 0.0 if c.kind.hosts == 0 else (c.is_own if c.state.apart else 1.0) * c.kind.filling_each, BAR,
        "at most: where they do not come out even, some hosts have one less",
        native="IF({kind.hosts}=0,0,{filled})")


def _in_use(k: HostKind, room: Value, amount: str) -> Shown:
    if k.hosts == 0:
        return 0.0
    used = total_of(c.on_each * getattr(c.size, amount) for c in k.sizes)
    return NOT_GIVEN if room >= NO_LIMIT else used / maximum(_TINY, room)


def _in_use_text(room: str, amount: str) -> str:
    used = (
        "SUMPRODUCT({smallest.on_each}:{last_larger.on_each},"
        f"{{block.smallest_vm.{amount}}}:{{block.larger4.{amount}}})")
    return (
        f'IF({{hosts}}=0,0,IF({room}>={NO_LIMIT_TEXT},"{NOT_GIVEN}",{used}/MAX({_TINY_TEXT},{room})))')


PERCENT = "0%;;"


class RamInUse(Scope):
    ram_in_use: Display[HostKind, Shown] = Display("RAM in use on each of the hosts {letter}", "0..1",
        lambda k: _in_use(k, k.block.host_for_vms_gib, "ram_gib"), PERCENT,
        "of what a host has for its VMs", native=_in_use_text(_GIB, "ram_gib"))


class VcpusInUse(Scope):
    vcpus_in_use: Display[HostKind, Shown] = Display("vCPU in use on each of the hosts {letter}", "0..1",
        lambda k: _in_use(k, k.block.host_for_vms_vcpus, "vcpus"), PERCENT,
        "of what a host has for its VMs, without the CPU headroom", native=_in_use_text(_VCPUS, "vcpus"))


def _gpus_in_use(k: HostKind) -> Value:
    """VMs that take the same of a GPU share it, whatever their RAM and vCPU are."""
    of_gpu = {c.size.gpu_gb: c.size.of_gpu for c in k.sizes}
    vms = {gb: total_of(c.on_each for c in k.sizes if c.size.gpu_gb == gb) for gb in of_gpu}
    taken = total_of(round_up(vms[gb] / of_gpu[gb]) for gb in of_gpu)
    return 0.0 if k.hosts == 0 else taken / maximum(1.0, or_zero(k.block.design.gpus))


_GB_ASKED = "{block.smallest_vm.gpu_gb}:{block.larger4.gpu_gb}"
_OF_ITS_GB = f"SUMIF({_GB_ASKED},{_GB_ASKED},{{smallest.on_each}}:{{last_larger.on_each}})"
_GPUS_IN_USE = up(f"{_OF_ITS_GB}/{{block.smallest_vm.of_gpu}}:{{block.larger4.of_gpu}}")
"""GPUs of all sizes that take as many GB; each of them stands once for each of these sizes."""


class GpusInUse(Scope):
    gpus_in_use: Display[HostKind, Value] = Display("GPUs in use on each of the hosts {letter}", "0..1",
        _gpus_in_use, PERCENT, "GPUs with VMs, of those of a host: VMs of one profile share them",
        native=f"IF({{hosts}}=0,0,SUMPRODUCT({_GPUS_IN_USE}/COUNTIF({_GB_ASKED},{_GB_ASKED}))/MAX(1,{{design.gpus}}))")


def _fullest(shares: list[Shown]) -> float:
    return max((float(share) for share in shares if not isinstance(share, str)), default=0.0)


class FullestHost(Scope):
    most_ram: Display[HostState, float] = Display("RAM of the fullest host", "0..1",
        lambda s: _fullest([k.ram_in_use for k in s.kinds]), PERCENT,
        native="MAX({first.ram_in_use}:{last.ram_in_use})")
    most_vcpus: Display[HostState, float] = Display("vCPU of the fullest host", "0..1",
        lambda s: _fullest([k.vcpus_in_use for k in s.kinds]), PERCENT,
        native="MAX({first.vcpus_in_use}:{last.vcpus_in_use})")
    most_gpus: Display[HostState, Value] = Display("GPUs of the fullest host", "0..1",
        lambda s: maximum(*(k.gpus_in_use for k in s.kinds)), PERCENT,
        native="MAX({first.gpus_in_use}:{last.gpus_in_use})")
    unplaced: Display[HostState, Value] = Display("VMs without a place", "VMs", lambda s: (
        s.block.placement_shown * s.block.vms_whole if s.apart else s.block.smallest_vm.vms)
        - total_of(k.filling for k in s.kinds), BAR, "where sizes without a row count as the largest of them",
        native="IF({apart}=1,{block.placement_shown}*{block.vms_whole},{block.smallest_vm.vms})"
        "-SUM({first.filling}:{last.filling})")
