"""Users per core of a full host, beside what published tests of that kind of users had; and whose cores count.

More than any test had is a doubt that is said. Fewer are none: such a host carries its users.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, rounded, where
from vdi_sizing.engine.rows import total_over
from vdi_sizing.model.check import Warning, acknowledging
from vdi_sizing.model.figure import Display, Figure, Scope, or_zero
from vdi_sizing.model.formats import FLAG, TEXT, TWO
from vdi_sizing.model.grouped_digits import whole_text
from vdi_sizing.model.load.user_groups import OF_CASE
from vdi_sizing.scenario import SERVICE
from vdi_sizing.tables.density_tests import DensityRange, density_range
from vdi_sizing.tables.profiles import DESKTOP, SESSION
from vdi_sizing.words import NO_LIMIT, NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


OF_DESKTOPS, OF_SESSIONS = density_range(DESKTOP), density_range(SESSION)


def _range_words(found: DensityRange, who: str) -> str:
    processors = ", ".join(name.removeprefix("Intel ") for name in found.processors)
    return f"{found.least:.2f} to {found.most:.2f} in {found.tests} tests of {who} on {processors}"


_DESKTOPS_SAID = _range_words(OF_DESKTOPS, "desktops")
_SESSIONS_SAID = _range_words(OF_SESSIONS, "session hosts")
_SHARED, _OWN = (f"SUMPRODUCT({OF_CASE}*(Groups[VMs]>0)*(Groups[users per VM]{which}))>0" for which in (">1", "=1"))


def _users_alike(b: Block) -> float:
    on_a_vm = {group.users_per_vm for group in b.groups if group.vms > 0}
    shared, own = any(users > 1 for users in on_a_vm), 1 in on_a_vm
    return 0.0 if shared == own else 2.0 if shared else 1.0


def _host_cores(b: Block) -> Value:
    if b.design.block_kind == SERVICE:
        return 0.0
    return or_zero(b.design.beside_cores) if b.with_hosts else or_zero(b.design.cores)


def _users_per_core(b: Block) -> Value:
    vms = where(b.with_hosts == 1, b.beside_vms, b.vms_per_block)
    users = total_over(b.groups, lambda group: group.concurrent_vms * group.users_per_vm) / b.vms_of_users
    known = where(b.host_cores == 0, 0.0, where(vms < NO_LIMIT, b.feasible, 0.0))
    return where(known == 0, 0.0, vms * users / where(b.host_cores == 0, 1.0, b.host_cores))


def _range(b: Block) -> DensityRange | None:
    return {1.0: OF_DESKTOPS, 2.0: OF_SESSIONS}.get(b.users_alike)


def _range_said(b: Block) -> str:
    return {1.0: _DESKTOPS_SAID, 2.0: _SESSIONS_SAID}.get(b.users_alike, NONE)


def _reached(b: Block) -> bool:
    found = _range(b)
    return found is None or bool(rounded(b.users_per_core - found.most) <= 0)


_TYPED, _THEIRS = " typed, ", " by CPUs per host and processor"


def _cores_twice(b: Block) -> str:
    if b.processor_cores * b.host_cores == 0 or b.processor_cores == b.host_cores:
        return NONE
    return f"{whole_text(b.host_cores)}{_TYPED}{whole_text(b.processor_cores)}{_THEIRS}"


class OfFullHost(Scope):
    users_alike: Display[Block, float] = Display("what its users have, 1: desktops, 2: sessions on shared hosts", "",
        _users_alike, FLAG, "0: both, or neither: no published test is of such",
        native=f"IF({_SHARED},IF({_OWN},0,2),IF({_OWN},1,0))")
    host_cores: Figure[Block, Value] = Figure("cores of what runs the VMs", "cores", _host_cores, FLAG,
        "of a block, or of a host beside an array; 0: not given")
    users_per_core: Figure[Block, Value] = Figure("users per core of a full host", "users", _users_per_core, TWO,
        "at work, of all its cores, those for the host too; 0: not known")
    density_words: Display[Block, str] = Display("users per core of published tests", "",
        _range_said, TEXT, "of today's knowledge workers, by Login Enterprise; Densities has each",
        native=f'IF({{users_alike}}=1,"{_DESKTOPS_SAID}",IF({{users_alike}}=2,"{_SESSIONS_SAID}","{NONE}"))')
    cores_twice: Display[Block, str] = Display("cores that are typed beside others of its processors", "",
        _cores_twice, TEXT)


class DensityChecks(Scope):
    check_density = Warning("users per core of a full host are no more than published tests had",
        "users per core beyond published tests",
        _reached,
        remedy="Measure with your users, or lower vCPU per core on Designs until a host carries no more. Where they "
        f"ask for less, {acknowledging('density', 'task workers, measured')}.",
        names=OfFullHost.density_words,
        native="OR({users_alike}=0,ROUND({users_per_core}-IF({users_alike}=1,"
        f"{OF_DESKTOPS.most!r},{OF_SESSIONS.most!r}),9)<=0)")
    check_processor = Warning("cores that are typed are those of its processors, where both are given",
        "other cores typed than its CPUs have",
        lambda b: b.cores_twice == NONE,
        remedy="On Designs, leave the cores blank, or correct cores, processor or CPUs per host.",
        names=OfFullHost.cores_twice)
