"""A VM stands on one host: one that asks for more than a host has for its VMs fits nowhere, whatever the mean is.

What it stores has to fit as well where a server has drives of its own, which nobody shares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, divide, flag, maximum, round_down, round_up, rounded, total_of, where
from vdi_sizing.formulas.hosts import TINY, _vms_of_gpu
from vdi_sizing.model.check import Error
from vdi_sizing.model.figure import Display, Figure, Scope, down, or_zero, up
from vdi_sizing.model.formats import TEXT, THREE, TWO, VMS, VMS_EXACT, WHOLE
from vdi_sizing.model.grouped_digits import said, spelled
from vdi_sizing.model.load.user_groups import GROUPS_IN_USE, HAS_GPU, OF_CASE, VMS_IN_USE, last_row
from vdi_sizing.scenario import SERVICE
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT, NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block
    from vdi_sizing.scenario import UserGroup


VMS_OF_GPU = f"({down(f'{{host_gpu_gb}}/(Groups[GPU GB]+{TINY:.0E})')}+{TINY:.0E})"
"""VMs of the size of each group on a GPU, as a divisor of a native formula."""


def known_gpu_gb(b: Block) -> Value:
    """GB of a GPU of a host; 0 where they are not given, since no limit is a number that divides."""
    return where(b.host_gpu_gb >= NO_LIMIT, 0.0, b.host_gpu_gb)


def _gpus_per_vm(b: Block) -> Value:
    asked = total_of(g.concurrent_vms / _vms_of_gpu(g.gpu_gb, known_gpu_gb(b)) for g in b.groups if g.gpu_gb)
    return where(b.host_gpu_gb >= NO_LIMIT, 0.0, asked / b.vms_of_users)


class GpusPerVm(Scope):
    """What a VM takes of the GPUs of a host."""

    gpus_per_vm: Figure[Block, Value] = Figure("GPUs that a concurrent VM takes on average", "GPUs",
        _gpus_per_vm, THREE, "1 / the VMs of its size on a GPU; 0: no VM has one, or the GB of a GPU are not given",
        native=f"IF({{host_gpu_gb}}>={NO_LIMIT_TEXT},0,SUMPRODUCT({GROUPS_IN_USE}*{HAS_GPU}/{VMS_OF_GPU})/{VMS_IN_USE})")


def _host_ram(b: Block) -> Value:
    if not b.with_hosts:
        return NO_LIMIT if b.design.ram_gib is None else b.ram_for_vms_gib
    if b.design.beside_ram_gib is None:
        return NO_LIMIT
    return maximum(0.0, b.design.beside_ram_gib - b.design.host_ram_gib)


def _host_vcpus(b: Block) -> Value:
    if not b.with_hosts:
        return NO_LIMIT if b.design.cores is None else b.cores_for_vms * or_zero(b.design.vcpus_per_core)
    if b.design.beside_cores is None:
        return NO_LIMIT
    left = maximum(0.0, b.design.beside_cores - b.design.host_cores) * (1 - b.design.cpu_headroom)
    return left * or_zero(b.design.vcpus_per_core)


def _gpu_of_host(b: Block) -> Value:
    """Where the GB of a GPU are not given nothing is judged by them; GPUs beside storage alone are nobody's."""
    if b.servers_sized == 0:
        return NO_LIMIT
    return where(or_zero(b.design.gpus) == 0, 0.0, NO_LIMIT if b.design.gpu_gb is None else b.design.gpu_gb)


class RoomOfHost(Scope):
    """What a host has for its VMs: a block, or a host beside an array."""

    _VCPUS = (
        f'IF({{with_hosts}}=1,IF({{design.beside_cores}}="",{NO_LIMIT_TEXT},'
        "MAX(0,{design.beside_cores}-{design.host_cores})*(1-{design.cpu_headroom})*MAX(0,{design.vcpus_per_core})),"
        f'IF({{design.cores}}="",{NO_LIMIT_TEXT},{{cores_for_vms}}*MAX(0,{{design.vcpus_per_core}})))')
    host_for_vms_gib: Figure[Block, Value] = Figure("RAM of a host for its VMs", "GiB", _host_ram, VMS_EXACT,
        "of a block, or of a host beside an array")
    host_for_vms_vcpus: Figure[Block, Value] = Figure("vCPU of a host for its VMs", "vCPU", _host_vcpus,
        VMS_EXACT, "cores for VMs x vCPU per core", native=_VCPUS)
    host_gpu_gb: Figure[Block, Value] = Figure("GB of a GPU of a host", "GB", _gpu_of_host, VMS_EXACT,
        "0: its hosts have no GPU; no limit: not given")
    host_vms_by_gpu: Figure[Block, Value] = Figure("VMs of a host, by its GPUs", "VMs",
        lambda b: maximum(b.mix_vms, round_down(divide(or_zero(b.design.gpus), b.gpus_per_vm, NO_LIMIT))), VMS,
        "of a block, or of a host beside an array: its GPUs / GPUs that a VM takes on average")
    server_for_vm_gb: Figure[Block, Value] = Figure("GB of a server with drives of its own for a VM", "GB",
        lambda b: where((b.server_alone + flag(b.design.block_kind == SERVICE)) * b.usable_gb > 0,
            b.usable_gb * (1 - b.design.array_headroom) * maximum(1.0, b.clone_ratio, b.persistent_ratio), NO_LIMIT),
        VMS_EXACT,
        "usable capacity x (1 - kept free), and as much more as the best data reduction makes of it; of a service that "
        "of a desktop")


def _too_large(b: Block, amount: Callable[[UserGroup], Value | None], most: Value) -> list[UserGroup]:
    """The groups of which a VM asks for more than that, the last of them last."""
    limit = maximum(0.0, rounded(most))
    return [group for group in b.groups if (amount(group) or 0.0) > limit]


def _too_large_text(column: str, most: str) -> str:
    """Which rows of Groups these are, as a factor of a native formula; a text is larger than each number."""
    return f'{OF_CASE}*(Groups[{column}]<>"")*(Groups[{column}]>MAX(0,ROUND({most},9)))'


_MOST_RAM = "{host_for_vms_gib}-{design.ram_overhead_gib}"
_LARGE_GB = _too_large_text("GB stored", "{server_for_vm_gb}")
_LARGE_GPU = _too_large_text("GPU GB", "{host_gpu_gb}")
_LARGE_RAM = _too_large_text("RAM GiB", _MOST_RAM)
_IS_SERVICE = f'({{design.block_kind}}="{SERVICE}")'
_OWN_VCPUS = "Groups[own cores]*MAX(0,{design.vcpus_per_core})"
_LARGE_VCPUS = (
    f'{OF_CASE}*(Groups[vCPU]<>"")*(((Groups[own cores]=0)+{_IS_SERVICE}>0)'
    "*(Groups[vCPU]>MAX(0,ROUND({host_for_vms_vcpus},9)))"
    f"+(1-{_IS_SERVICE})*(ROUND({_OWN_VCPUS},9)>MAX(0,ROUND({{host_for_vms_vcpus}},9))))")


def _of_too_large_gpu(b: Block) -> list[UserGroup]:
    return _too_large(b, lambda g: g.gpu_gb, b.host_gpu_gb)


def _of_too_much_ram(b: Block) -> list[UserGroup]:
    return _too_large(b, lambda g: g.ram_gib, b.host_for_vms_gib - b.design.ram_overhead_gib)


def _of_too_many_vcpus(b: Block) -> list[UserGroup]:
    own = b.design.block_kind != SERVICE
    return _too_large(b, lambda g: rounded(_own_vcpus(b, g)) if g.own_cores and own else g.vcpus, b.host_for_vms_vcpus)


def _own_vcpus(b: Block, group: UserGroup) -> Value:
    """As many vCPU as take the cores of its VM at the design's vCPU per core; 0: it has no ratio of its own.

    A desktop of a service has vCPU, and no ratio counts.
    """
    if b.design.block_kind == SERVICE:
        return 0.0
    return group.own_cores * or_zero(b.design.vcpus_per_core)


def _vcpus_of_host(b: Block) -> Value:
    """By the vCPU per core of the group that asks for too many."""
    asking = _of_too_many_vcpus(b)
    own = _own_vcpus(b, asking[-1]) if asking else 0.0
    return b.host_for_vms_vcpus * or_zero(asking[-1].vcpus) / own if own else b.host_for_vms_vcpus


def _stored_gb(group: UserGroup) -> float:
    """What a VM stores, without its share of an image."""
    return total_of(gb or 0.0 for gb in (group.delta_gb, group.swap_gb, group.log_gb, group.persistent_gb))


def _of_too_much_stored(b: Block) -> list[UserGroup]:
    return _too_large(b, _stored_gb, b.server_for_vm_gb)


def _last(groups: list[UserGroup], amount: Callable[[UserGroup], float]) -> float:
    """What a VM of the last of them asks for, up to a whole number; 0: there is none."""
    return float(round_up(amount(groups[-1]))) if groups else 0.0


def _named(groups: list[UserGroup]) -> str:
    return groups[-1].name if groups else NONE


def _named_text(large: str) -> str:
    return f'IF(SUMPRODUCT({large})=0,"{NONE}",INDEX(Groups[user group],{last_row(large)}))'


_RAM_WORDS, _VCPU_WORDS = (" GiB of RAM, and ", " GiB for VMs"), (" vCPU, and ", " vCPU for VMs")
_GB_WORDS = (" GB of drives, and ", " GB for it")
_HOST, _SERVER, _DESKTOP = "a host", "a server", "a desktop"


def _takes(name: str, asked: Value, of: str, has: Value, words: tuple[str, str]) -> str:
    before, behind = words
    return f"{name}: a VM takes {spelled(asked)}{before}{of} has {spelled(has)}{behind}"


def _in_words(b: Block) -> str:
    if b.too_much_ram != NONE:
        return b.too_much_ram_words
    if b.too_many_vcpus != NONE:
        return b.too_many_vcpus_words
    return b.stored_nowhere if b.too_large_gpu == NONE else b.too_large_gpu_words


def _gpu_words(b: Block) -> str:
    if b.too_large_gpu == NONE:
        return NONE
    has = said(b.host_gpu_gb == 0, _NO_GPU, f"{_A_GPU}{round_down(100 * b.host_gpu_gb) / 100:.12g} GB")
    return f"{b.too_large_gpu}: a VM takes {b.too_large_gpu_gb:.12g}{_GB_OF_ONE}{has}"


_GB_OF_ONE, _NO_GPU, _A_GPU = " GB of a GPU, and ", "its host has none", "one of its host has "


def _row_text(column: str, large: str, more: str = "") -> str:
    return up(f"INDEX(Groups[{column}],{last_row(large)}){more}")


_ROOM, _LAST_VCPUS = "{host_for_vms_vcpus}", f"INDEX(Groups[vCPU],{last_row(_LARGE_VCPUS)})"


class Fits(Scope):
    too_much_ram: Display[Block, str] = Display("user group of which a VM has more RAM than a host has for VMs", "",
        lambda b: _named(_of_too_much_ram(b)), TEXT, "the last of them", native=_named_text(_LARGE_RAM))
    too_much_ram_gib: Display[Block, float] = Display("RAM of its VM, with the overhead", "GiB",
        lambda b: _last(_of_too_much_ram(b), lambda g: (g.ram_gib or 0.0) + b.design.ram_overhead_gib), WHOLE,
        native=f'IF({{too_much_ram}}="{NONE}",0,{_row_text("RAM GiB", _LARGE_RAM, "+{design.ram_overhead_gib}")})')
    too_many_vcpus_groups: Display[Block, float] = Display("user groups of which a VM has too many vCPU", "groups",
        lambda b: float(len(_of_too_many_vcpus(b))), WHOLE, native=f"SUMPRODUCT({_LARGE_VCPUS})")
    too_many_vcpus: Display[Block, str] = Display("user group of which a VM has more vCPU than a host has for VMs", "",
        lambda b: _named(_of_too_many_vcpus(b)), TEXT, "the last of them",
        native=f'IF({{too_many_vcpus_groups}}=0,"{NONE}",INDEX(Groups[user group],{last_row(_LARGE_VCPUS)}))')
    too_many_vcpus_own: Display[Block, Value] = Display("vCPU that its cores are at the design's vCPU per core", "vCPU",
        lambda b: _own_vcpus(b, _of_too_many_vcpus(b)[-1]) if _of_too_many_vcpus(b) else 0.0, TWO,
        "0: its vCPU per core is that of the design",
        native=f"IF({{too_many_vcpus_groups}}*(1-{_IS_SERVICE})=0,0,INDEX(Groups[own cores],{last_row(_LARGE_VCPUS)})"
        "*MAX(0,{design.vcpus_per_core}))")
    too_many_vcpus_asked: Display[Block, float] = Display("vCPU of its VM", "vCPU",
        lambda b: _last(_of_too_many_vcpus(b), lambda g: g.vcpus or 0.0), WHOLE,
        native=f'IF({{too_many_vcpus}}="{NONE}",0,{_row_text("vCPU", _LARGE_VCPUS)})')
    too_large_gpu: Display[Block, str] = Display("user group of which a VM takes more of a GPU than there is", "",
        lambda b: _named(_of_too_large_gpu(b)), TEXT, "the last of them", native=_named_text(_LARGE_GPU))
    too_large_gpu_gb: Display[Block, float] = Display("GB of a GPU that its VM takes", "GB",
        lambda b: _last(_of_too_large_gpu(b), lambda g: 100 * (g.gpu_gb or 0.0)) / 100, TWO, "up to two decimals",
        native=f'IF({{too_large_gpu}}="{NONE}",0,{_row_text("GPU GB", _LARGE_GPU, "*100")}/100)')
    too_large_gpu_words: Display[Block, str] = Display("which VM takes more of a GPU than there is", "",
        _gpu_words, TEXT)
    too_much_stored: Display[Block, str] = Display("user group of which a VM stores more than its server holds", "",
        lambda b: _named(_of_too_much_stored(b)), TEXT, "the last of them", native=_named_text(_LARGE_GB))
    too_much_stored_gb: Display[Block, float] = Display("GB that its VM stores", "GB",
        lambda b: _last(_of_too_much_stored(b), _stored_gb), WHOLE,
        native=f'IF({{too_much_stored}}="{NONE}",0,{_row_text("GB stored", _LARGE_GB)})')
    whole_gb_of_server: Display[Block, Value] = Display("GB of a server for a VM, whole", "GB",
        lambda b: round_down(b.server_for_vm_gb), WHOLE)
    whole_gib_of_host: Display[Block, Value] = Display("RAM of a host for its VMs, whole", "GiB",
        lambda b: round_down(b.host_for_vms_gib), WHOLE)
    whole_vcpus_of_host: Display[Block, Value] = Display("vCPU of a host for its VMs, whole", "vCPU",
        lambda b: round_down(_vcpus_of_host(b)), WHOLE, "by the vCPU per core of the group that asks for too many",
        native=f"IF({{too_many_vcpus_own}}=0,{down(_ROOM)},{down(f'{_ROOM}*{_LAST_VCPUS}/{{too_many_vcpus_own}}')})")
    carried_by: Display[Block, str] = Display("what carries a VM, in words", "",
        lambda b: _DESKTOP if b.design.block_kind == SERVICE else _HOST, TEXT)
    stored_by: Display[Block, str] = Display("what stores a VM, in words", "",
        lambda b: _DESKTOP if b.design.block_kind == SERVICE else _SERVER, TEXT)
    stored_nowhere: Display[Block, str] = Display("which VM its server cannot store, and why", "",
        lambda b: NONE if b.too_much_stored == NONE
        else _takes(b.too_much_stored, b.too_much_stored_gb, b.stored_by, b.whole_gb_of_server, _GB_WORDS), TEXT)
    too_much_ram_words: Display[Block, str] = Display("which VM has more RAM than a host", "",
        lambda b: NONE if b.too_much_ram == NONE
        else _takes(b.too_much_ram, b.too_much_ram_gib, b.carried_by, b.whole_gib_of_host, _RAM_WORDS), TEXT)
    too_many_vcpus_words: Display[Block, str] = Display("which VM has more vCPU than a host", "",
        lambda b: NONE if b.too_many_vcpus == NONE
        else _takes(b.too_many_vcpus, b.too_many_vcpus_asked, b.carried_by, b.whole_vcpus_of_host, _VCPU_WORDS), TEXT)
    fits_nowhere: Display[Block, str] = Display("which VM fits on no host, and why", "",
        _in_words, TEXT)
    check_fits = Error("a VM of each user group fits on a host", "a VM of a user group fits on no host",
        lambda b: b.fits_nowhere == NONE,
        remedy="Give the host more on Designs, or make the VM smaller on Users: a VM stands on one host.",
        names=fits_nowhere)
