"""The load of a case: VMs, front-end IOPS per phase, what a VM takes of RAM, vCPU and GB."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, total_of, whole
from vdi_sizing.formulas.workload import _iops_per_vm, _read_iops, _write_iops
from vdi_sizing.inputs import Input, name_key
from vdi_sizing.model.figure import Figure, Given, Scope, whole_text
from vdi_sizing.model.formats import FLAG, ONE, TEXT, THREE, TWO, WHOLE
from vdi_sizing.tables.profiles import DESKTOP
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block, UsersPhase
    from vdi_sizing.scenario import UserGroup


_CASE = "(Users[case]={design.case})"
_IN_USE = f"{_CASE}*Users[VMs]*Users[concurrency]"
OF_CASE = "(Groups[case]={design.case})"
"""The user groups of the design's case, as a factor of a native formula."""
GROUPS_IN_USE = f"{OF_CASE}*Groups[concurrent VMs]"


def in_use(b: Block, amount: Callable[[UserGroup], float | None]) -> float:
    """What the VMs in use ask for together; a group that gives no amount asks for none."""
    return total_of(group.vms * group.concurrency * (amount(group) or 0.0) for group in b.groups)


def all_vms(b: Block, amount: Callable[[UserGroup], float | None]) -> float:
    """What all VMs take together, in use or not."""
    return total_of(group.vms * (amount(group) or 0.0) for group in b.groups)


def vms_in_use(b: Block) -> float:
    """The concurrent VMs of the users; a sweep may count others, but what a VM takes stays."""
    return total_of(group.vms * group.concurrency for group in b.groups)


class VmsOfCase(Scope):
    all_vms: Given[Block, float] = Given("VMs of this case", "VMs", f"SUMPRODUCT({_CASE}*Users[VMs])",
        lambda b: total_of(group.vms for group in b.groups), WHOLE)
    vms: Given[Block, float] = Given("concurrent VMs", "VMs", f"SUMPRODUCT({_IN_USE})", vms_in_use, ONE,
        "VMs x concurrency; IOPS and RAM count these",
        varies=Input("concurrent VMs", "VMs", "what they ask for changes in proportion", above=0))
    vms_whole: Figure[Block, Value] = Figure("concurrent VMs, whole", "VMs", whole_text("{vms}"),
        lambda b: whole(b.vms), WHOLE)


class PhaseOfCase(Scope):
    given: Given[UsersPhase, float] = Given("{phase} load given", "0/1",
        f'IF(SUMPRODUCT({OF_CASE}*(Groups[{{phase}} IOPS]<>"")){{or_asked}}>0,1,0)',
        lambda p: float(p.asked_for or any(p.load_of(group)[0] is not None for group in p.block.groups)), FLAG)
    reads: Given[UsersPhase, Value] = Given("{phase} ROPS", "IOPS",
        f"SUMPRODUCT({GROUPS_IN_USE},Groups[{{phase}} IOPS],Groups[{{phase}} read share])",
        lambda p: total_of(_read_iops(iops, share) for iops, share in p.loads()), ONE, "front-end reads",
        varies=Input("reads of all VMs together", "IOPS"))
    writes: Given[UsersPhase, Value] = Given("{phase} WOPS", "IOPS",
        f"SUMPRODUCT({GROUPS_IN_USE},Groups[{{phase}} IOPS],Groups[{{phase}} write share])",
        lambda p: total_of(_write_iops(iops, share) for iops, share in p.loads()), ONE, "front-end writes",
        varies=Input("writes of all VMs together", "IOPS"))


class PhasePerVm(Scope):
    reads_per_vm: Figure[UsersPhase, Value] = Figure("{phase} reads per VM", "IOPS", "{reads}/{block.vms}{x_reads}",
        lambda p: _iops_per_vm(p.reads, p.block.vms) * p.factor + p.unsaid[0], TWO, "of the concurrent VMs{and_more}")
    writes_per_vm: Figure[UsersPhase, Value] = Figure("{phase} writes per VM", "IOPS", "{writes}/{block.vms}{x_writes}",
        lambda p: _iops_per_vm(p.writes, p.block.vms) * p.factor + p.unsaid[1], TWO, "of the concurrent VMs{and_more}")
    iops_per_vm: Figure[UsersPhase, Value] = Figure("{phase} IOPS per VM", "IOPS", "{reads_per_vm}+{writes_per_vm}",
        lambda p: p.reads_per_vm + p.writes_per_vm)


def _per_vm(label: str, unit: str, column: str, amount: Callable[[UserGroup], float | None]) -> Given[Block, float]:
    """What a concurrent VM takes on average."""
    return Given(label, unit, f"SUMPRODUCT({GROUPS_IN_USE},Groups[{column}])/{{vms}}",
        lambda b: in_use(b, amount) / vms_in_use(b), varies=Input(label, unit))


class TakenPerVm(Scope):
    ram_gib_per_vm: Given[Block, float] = _per_vm("RAM per VM", "GiB", "RAM GiB", lambda g: g.ram_gib)
    vcpus_per_vm: Given[Block, float] = _per_vm("vCPU per VM", "vCPU", "vCPU", lambda g: g.vcpus)
    delta_gb_per_vm: Given[Block, float] = _per_vm("delta per VM", "GB", "delta GB", lambda g: g.delta_gb)
    swap_gb_per_vm: Given[Block, float] = _per_vm("swap per VM", "GB", "swap GB", lambda g: g.swap_gb)
    log_gb_per_vm: Given[Block, float] = _per_vm("log per VM", "GB", "log GB", lambda g: g.log_gb)
    persistent_gb_per_vm: Given[Block, float] = Given("what persists, per concurrent VM", "GB",
        f"SUMPRODUCT({OF_CASE}*Groups[VMs],Groups[persistent GB])/{{vms}}",
        lambda b: all_vms(b, lambda g: g.persistent_gb) / vms_in_use(b), TWO, "all VMs count, whether in use or not",
        varies=Input("what persists, per concurrent VM", "GB"))
    images_per_vm: Given[Block, float] = Given("images held per concurrent VM", "",
        f"SUMPRODUCT({OF_CASE}*Groups[VMs],Groups[image share])/{{vms}}",
        lambda b: all_vms(b, lambda g: g.image_share) / vms_in_use(b), THREE,
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
        f"SUMPRODUCT({OF_CASE}*(Groups[VMs]>0))", lambda b: float(len(b.groups)), WHOLE)
    groups_without_gb: Given[Block, float] = Given("of them without any GB per VM", "groups",
        f"SUMPRODUCT({_NOTHING_STORED})", lambda b: float(len(_storing_nothing(b))), WHOLE)
    last_without_gb: Given[Block, str] = Given("the last of them", "",
        f'IF({{groups_without_gb}}=0,"{NONE}",INDEX(Groups[user group],{last_row(_NOTHING_STORED)}))',
        lambda b: next(reversed(_storing_nothing(b)), NONE), TEXT)


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
        f"SUMPRODUCT({_SHARED})", lambda b: float(len(_desktops_shared(b))), WHOLE,
        "what such a profile says counts once per VM; that of a session for each of its users")
    last_desktop_shared: Given[Block, str] = Given("the last of them", "",
        f'IF({{desktops_shared}}=0,"{NONE}",INDEX(Groups[user group],{last_row(_SHARED)}))',
        lambda b: next(reversed(_desktops_shared(b)), NONE), TEXT)
