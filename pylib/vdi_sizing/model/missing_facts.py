"""What nobody gave of the users: a page that says "meets every target" has to name what it leaves out of account."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from vdi_sizing._arrays import Value, flag, where
from vdi_sizing.model.figure import Display, Figure, Given, Scope
from vdi_sizing.model.formats import FLAG, TEXT, WHOLE
from vdi_sizing.model.grouped_digits import spelled
from vdi_sizing.model.load import OF_CASE
from vdi_sizing.model.recommendation import BULLET
from vdi_sizing.scenario import UserGroup
from vdi_sizing.tables.profiles import PER_VM
from vdi_sizing.words import NO_LIMIT

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


_DELTA, _SWAP, _LOG, _PERSISTENT = (
    PER_VM[name].label for name in ("delta_gb", "swap_gb", "log_gb", "persistent_gb"))
_DELTAS_UNSAID = (
    f'{OF_CASE}*(Groups[VMs]>0)*(Groups[row of delivery]+Groups[row measured with]+(Groups[{_PERSISTENT}]="")>0)'
    f'*(Groups[{_DELTA}]="")*(Groups[image share]="")'
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
    swap_unsaid: Display[Block, float] = _unsaid_beside("swap files", _SWAP, lambda group: group.swap_gb)
    logs_unsaid: Display[Block, float] = _unsaid_beside("logs", _LOG, lambda group: group.log_gb)


_CALLED: dict[Figure[Block, Any], str] = {
    GivenOfUsers.steady_asked: "steady IOPS",
    GivenOfUsers.logins_given: "login IOPS",
    GivenOfUsers.boots_asked: "boot IOPS",
    GivenOfUsers.ram_given: "RAM",
    GivenOfUsers.vcpus_given: "vCPU",
}
_OF_CLONES: dict[Figure[Block, float], str] = {
    GivenOfUsers.deltas_unsaid: _DELTA, GivenOfUsers.swap_unsaid: _SWAP, GivenOfUsers.logs_unsaid: _LOG,
}  # fmt: skip


def _not_given(b: Block) -> str:
    lacking = (called for given, called in _CALLED.items() if not any(given.of(each) for each in b.side_by_side))
    of_clones = (called for unsaid, called in _OF_CLONES.items() if any(unsaid.of(each) for each in b.side_by_side))
    return ", ".join((*lacking, *of_clones))


_ROOM, _ROOM_END = " Free for deltas and the like: ", " MB per VM."


def _room_words(b: Block) -> str:
    known = b.deltas_unsaid and b.room_mb < NO_LIMIT
    return f"{_ROOM}{spelled(b.room_mb)}{_ROOM_END}" if known else ""


class RoomForDeltas(Scope):
    """Of a design."""

    room_words: Display[Block, str] = Display("room for deltas that nobody gave, as the page says it", "",
        _room_words, TEXT,
        "on the average of all VMs, and a block carries as many of them as without deltas")


_SAID = "Not given for the users, and so not taken into account: "


class NotGiven(Scope):
    not_given: Display[Block, str] = Display("not given for the designs' users, and so not taken into account", "",
        _not_given, TEXT,
        native="MID(" + "&".join(f'IF(SUM({{all.{given.name}}})=0,", {called}","")' for given,
        called in _CALLED.items())
        + "".join(f'&IF(SUM({{all.{unsaid.name}}})>0,", {called}","")' for unsaid, called in _OF_CLONES.items())
        + ",3,200)")
    not_given_noted: Display[Block, str] = Display("the same, as noted on the report", "",
        lambda b: f"{BULLET}{_SAID}{b.not_given}.\n" if b.not_given else "", TEXT,
        native=f'IF({{not_given}}="","","{BULLET}{_SAID}"&{{not_given}}&"."&CHAR(10))')
