"""The load of a case: VMs, front-end IOPS per phase, what a VM takes of RAM, vCPU and GB."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, maximum, round_up, total_of, whole
from vdi_sizing.engine.rows import count_over, total_over
from vdi_sizing.formulas.workload import _iops_per_vm, _read_iops, _write_iops
from vdi_sizing.inputs import Input, name_key
from vdi_sizing.model.figure import Display, Figure, Given, Scope, or_zero, up
from vdi_sizing.model.formats import FLAG, ONE, SHARE, TEXT, THREE, TWO, WHOLE
from vdi_sizing.model.grouped_digits import and_more
from vdi_sizing.tables.profiles import DESKTOP
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, UsersPhase
    from vdi_sizing.scenario import UserGroup


OF_CASE = "(Groups[case]={design.case})"
"""The user groups of the design's case, as a factor of a native formula."""
MBIT_PER_GBIT = 1000.0
GROUPS_IN_USE = f"{OF_CASE}*Groups[concurrent VMs]"


def in_use(b: Block, amount: Callable[[UserGroup], float | None]) -> float:
    """What the VMs in use ask for together; a group that gives no amount asks for none."""
    return total_over(b.groups, lambda group: group.concurrent_vms * or_zero(amount(group)))


def all_vms(b: Block, amount: Callable[[UserGroup], float | None]) -> float:
    """What all VMs take together, in use or not."""
    return total_over(b.groups, lambda group: group.vms * or_zero(amount(group)))


class VmsOfCase(Scope):
    all_vms: Given[Block, float] = Given("VMs of this case", "VMs",
        lambda b: total_over(b.groups, lambda group: group.vms), WHOLE)
    vms: Given[Block, float] = Given("concurrent VMs", "VMs",
        lambda b: total_over(b.groups, lambda group: group.concurrent_vms), ONE,
        "VMs x concurrency; IOPS and RAM count these",
        varies=Input("concurrent VMs", "VMs", "what they ask for changes in proportion", above=0))
    vms_whole: Figure[Block, Value] = Figure("concurrent VMs, whole", "VMs", lambda b: whole(b.vms), WHOLE)
    user_network_gbit_s: Given[Block, Value] = Given("network of the users", "Gbit/s",
        lambda b: total_over(b.groups, lambda group: group.concurrent_vms * group.users_per_vm)
        * or_zero(b.settings.user_mbit_s) * (1 + b.settings.protocol_share) / MBIT_PER_GBIT, TWO,
        "sessions in use x network per user, with the overhead; 0: not asked")


class PhaseOfCase(Scope):
    given: Given[UsersPhase, float] = Given("{phase} load given", "0/1",
        lambda p: flag(p.asked_for or any(p.load_of(group)[0] is not None for group in p.block.groups)), FLAG,
        native=f'IF(SUMPRODUCT({OF_CASE}*(Groups[{{phase}} IOPS]<>"")){{or_asked}}>0,1,0)')
    reads: Given[UsersPhase, Value] = Given("{phase} ROPS", "IOPS",
        lambda p: total_of(_read_iops(iops, share) for iops, share in p.loads()), ONE, "front-end reads",
        varies=Input("reads of all VMs together", "IOPS"),
        native=f"SUMPRODUCT({GROUPS_IN_USE},Groups[{{phase}} IOPS],Groups[{{phase}} read share])")
    writes: Given[UsersPhase, Value] = Given("{phase} WOPS", "IOPS",
        lambda p: total_of(_write_iops(iops, share) for iops, share in p.loads()), ONE, "front-end writes",
        varies=Input("writes of all VMs together", "IOPS"),
        native=f"SUMPRODUCT({GROUPS_IN_USE},Groups[{{phase}} IOPS],Groups[{{phase}} write share])")


class PhasePerVm(Scope):
    reads_per_vm: Figure[UsersPhase, Value] = Figure("{phase} reads per VM", "IOPS",
        lambda p: _iops_per_vm(p.reads, p.block.vms) * p.factor + p.unsaid[0], TWO, "of the concurrent VMs{and_more}")
    writes_per_vm: Figure[UsersPhase, Value] = Figure("{phase} writes per VM", "IOPS",
        lambda p: _iops_per_vm(p.writes, p.block.vms) * p.factor + p.unsaid[1], TWO, "of the concurrent VMs{and_more}")
    iops_per_vm: Figure[UsersPhase, Value] = Figure("{phase} IOPS per VM", "IOPS",
        lambda p: p.reads_per_vm + p.writes_per_vm)


def _per_vm(label: str, unit: str, amount: Callable[[UserGroup], float | None]) -> Given[Block, float]:
    """What a concurrent VM takes on average."""
    return Given(label, unit, lambda b: in_use(b, amount) / b.vms_of_users, varies=Input(label, unit))


_ALL_VCPUS = f"SUMPRODUCT({GROUPS_IN_USE},Groups[vCPU])"


def _of_all_vcpus(b: Block, amount: Callable[[UserGroup], float | None]) -> float:
    """An amount of the VMs in use, by their vCPU; 0 where no vCPU is given."""
    vcpus = in_use(b, lambda g: g.vcpus)
    return in_use(b, amount) / vcpus if vcpus else 0.0


HAS_GPU = "(Groups[GPU GB]>0)"
VMS_IN_USE = f"SUMPRODUCT({GROUPS_IN_USE})"
_GPU_USERS = f"SUMPRODUCT({GROUPS_IN_USE}*{HAS_GPU}*(Groups[users per VM]+(Groups[users per VM]=0)))"


def _gpu_users_per_vm(b: Block) -> float:
    return float(round_up(total_of(group.gpu_users for group in b.groups)) / maximum(1.0, round_up(b.vms_of_users)))


class TakenPerVm(Scope):
    ram_gib_per_vm: Given[Block, float] = _per_vm("RAM per VM", "GiB", lambda g: g.ram_gib)
    vcpus_per_vm: Given[Block, float] = _per_vm("vCPU per VM", "vCPU", lambda g: g.vcpus)
    own_vcpu_share: Given[Block, float] = Given("share of the vCPU in groups with a vCPU per core of their own", "0..1",
        lambda b: _of_all_vcpus(b, lambda g: g.vcpus if g.own_cores else 0.0), SHARE,
        native=f"IF({{vcpus_per_vm}}=0,0,SUMPRODUCT({GROUPS_IN_USE}*(Groups[own cores]>0),Groups[vCPU])/{_ALL_VCPUS})")
    own_cores_per_vcpu: Given[Block, float] = Given("cores that these groups take for each vCPU of all groups", "cores",
        lambda b: _of_all_vcpus(b, lambda g: g.own_cores), THREE, "vCPU / vCPU per core of the group",
        native=f"IF({{vcpus_per_vm}}=0,0,SUMPRODUCT({GROUPS_IN_USE},Groups[own cores])/{_ALL_VCPUS})")
    vcpus_asked_per_vm: Figure[Block, Value] = Figure("vCPU per VM at the vCPU per core of the design", "vCPU",
        lambda b: b.vcpus_per_vm if b.design.vcpus_per_core is None else b.vcpus_per_vm * (1 - b.own_vcpu_share)
        + b.vcpus_per_vm * b.own_cores_per_vcpu * b.design.vcpus_per_core, TWO,
        "a group with a vCPU per core of its own counts as many as take its cores")
    gpu_users_per_vm: Given[Block, float] = Given("concurrent users of a GPU per concurrent VM", "users",
        _gpu_users_per_vm, THREE,
        "whole users / whole VMs; 0: no user group has GPU GB",
        native=f"{up(_GPU_USERS)}/MAX(1,{up(VMS_IN_USE)})")
    delta_gb_per_vm: Given[Block, float] = _per_vm("delta per VM", "GB", lambda g: g.delta_gb)
    swap_gb_per_vm: Given[Block, float] = _per_vm("swap per VM", "GB", lambda g: g.swap_gb)
    log_gb_per_vm: Given[Block, float] = _per_vm("log per VM", "GB", lambda g: g.log_gb)
    persistent_gb_per_vm: Given[Block, float] = Given("what persists, per concurrent VM", "GB",
        lambda b: all_vms(b, lambda g: g.persistent_gb) / b.vms_of_users, TWO, "all VMs count, whether in use or not",
        varies=Input("what persists, per concurrent VM", "GB"))
    images_per_vm: Given[Block, float] = Given("images held per concurrent VM", "",
        lambda b: all_vms(b, lambda g: g.image_share) / b.vms_of_users, THREE,
        "all VMs count, whether in use or not; 1: full clones", varies=Input("images held per concurrent VM", ""))


def last_row(which: str) -> str:
    """The last row of Groups of which something holds."""
    return f"SUMPRODUCT(LARGE({which}*(ROW(Groups[row])-ROW(Groups[[#Headers],[row]])),1))"


_NOTHING_STORED = f"{OF_CASE}*(Groups[VMs]>0)" + "".join(
    f'*(Groups[{column}]="")' for column in ("delta GB", "swap GB", "log GB", "persistent GB"))
_NOTHING_STORED += '*((Groups[image share]="")+({design.replica_gb}=0)>0)'


def _storing_nothing(b: Block) -> list[str]:
    """The groups of which nobody says what their VMs store."""
    return [
        group.name for group in b.groups
        if all(gb is None for gb in (group.delta_gb, group.swap_gb, group.log_gb, group.persistent_gb))
        and (group.image_share is None or b.design.replica_gb == 0)
    ]


class StoringNothing(Scope):
    groups_of_case: Given[Block, float] = Given("user groups of this case", "groups",
        lambda b: count_over(b.groups, lambda group: group.vms > 0), WHOLE)
    groups_without_gb: Given[Block, float] = Given("of them without any GB per VM", "groups",
        lambda b: float(len(_storing_nothing(b))), WHOLE, native=f"SUMPRODUCT({_NOTHING_STORED})")
    last_without_gb: Given[Block, str] = Given("the last of them", "",
        lambda b: next(reversed(_storing_nothing(b)), NONE), TEXT,
        native=f'IF({{groups_without_gb}}=0,"{NONE}",INDEX(Groups[user group],{last_row(_NOTHING_STORED)}))')
    without_gb_words: Display[Block, str] = Display("the same in words", "",
        lambda b: f"{b.last_without_gb}{and_more(b.groups_without_gb)}", TEXT)


_SHARED = f'{OF_CASE}*(Groups[users per VM]>1)*(Groups[kind of profile]="{DESKTOP}")'


def _desktops_shared(b: Block) -> list[str]:
    """The groups whose users share VMs, and whose profile is that of a desktop of one's own."""
    kinds = {name_key(profile.name): profile.kind for profile in b.scenario.profiles}
    return [
        group.name for group in b.groups
        if group.users_per_vm > 1 and kinds.get(name_key(group.profile or "")) == DESKTOP
    ]


class SharedVms(Scope):
    desktops_shared: Given[Block, float] = Given("user groups that share VMs, with the profile of a desktop", "groups",
        lambda b: float(len(_desktops_shared(b))), WHOLE,
        "what such a profile says counts once per VM; that of a session for each of its users",
        native=f"SUMPRODUCT({_SHARED})")
    last_desktop_shared: Given[Block, str] = Given("the last of them", "",
        lambda b: next(reversed(_desktops_shared(b)), NONE), TEXT,
        native=f'IF({{desktops_shared}}=0,"{NONE}",INDEX(Groups[user group],{last_row(_SHARED)}))')
    desktops_shared_words: Display[Block, str] = Display("the same in words", "",
        lambda b: f"{b.last_desktop_shared}{and_more(b.desktops_shared)}", TEXT)
