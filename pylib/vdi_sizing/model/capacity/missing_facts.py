"""What nobody gave of the users: a page that says "meets every target" has to name what it leaves out of account."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdi_sizing._arrays import Value, flag, where
from vdi_sizing.model.figure import Display, Figure, Given, Scope
from vdi_sizing.model.formats import FLAG, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.model.load.user_groups import OF_CASE
from vdi_sizing.scenario import UserGroup
from vdi_sizing.tables.profiles import PER_VM
from vdi_sizing.words import NO_LIMIT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


DELTA, SWAP, LOG, _PERSISTENT = (
    PER_VM[name].label for name in ("delta_gb", "swap_gb", "log_gb", "persistent_gb"))
_DELTAS_UNSAID = (
    f'{OF_CASE}*(Groups[VMs]>0)*(Groups[row of delivery]+Groups[row measured with]+(Groups[{_PERSISTENT}]="")>0)'
    f'*(Groups[{DELTA}]="")*(Groups[image share]="")'
)


def _unsaid_beside(thing: str, label: str, gb: Callable[[UserGroup], float | None]) -> Display[Block, float]:
    """In how many groups whose deltas nobody gave something else that a VM stores is not given either."""
    return Display(f"of them without {thing}", "groups",
        lambda b: float(sum(b.scenario.leaves_delta_unsaid(group) and gb(group) is None for group in b.groups)), WHOLE,
        native=f'SUMPRODUCT({_DELTAS_UNSAID}*(Groups[{label}]=""))')


class GivenOfUsers(Scope):
    """Of the users of a design."""

    steady_asked: Display[Block, float] = Display("steady load of the users given, as the report asks", "0/1",
        lambda b: b.steady.given, FLAG)
    logins_given: Display[Block, float] = Display("load of the logins given", "0/1",
        lambda b: flag(b.login.given + b.login_storm_given > 0), FLAG, "IOPS per VM, or I/Os per login")
    boots_asked: Display[Block, float] = Display("load of the boots given, as the report asks", "0/1",
        lambda b: b.boot.given, FLAG, "IOPS per VM, or a longest boot time")
    ram_given: Figure[Block, Value] = Figure("RAM of the VMs given", "0/1",
        lambda b: where(b.ram_gib_per_vm > 0, 1.0, 0.0), FLAG)
    vcpus_given: Figure[Block, Value] = Figure("vCPU of the VMs given", "0/1",
        lambda b: where(b.vcpus_per_vm > 0, 1.0, 0.0), FLAG)
    deltas_unsaid: Given[Block, float] = Given("user groups whose deltas nobody gave", "groups",
        lambda b: float(sum(b.scenario.leaves_delta_unsaid(group) for group in b.groups)), WHOLE,
        "what such a VM writes counts as 0 GB; 0 that is typed is given, and without an image delivery what persists",
        native=f"SUMPRODUCT({_DELTAS_UNSAID})")
    swap_unsaid: Display[Block, float] = _unsaid_beside("swap files", SWAP, lambda group: group.swap_gb)
    logs_unsaid: Display[Block, float] = _unsaid_beside("logs", LOG, lambda group: group.log_gb)


_ROOM, _ROOM_END = " Free for deltas and the like: ", " MB per VM."


def _room_words(b: Block) -> str:
    known = b.deltas_unsaid and b.room_mb < NO_LIMIT
    return f"{_ROOM}{spelled(b.room_mb)}{_ROOM_END}" if known else ""


class RoomForDeltas(Scope):
    """Of a design."""

    room_words: Display[Block, str] = Display("room for deltas that nobody gave, as the page says it", "",
        _room_words, TEXT,
        "on the average of all VMs, and a block carries as many of them as without deltas")
