"""What nobody gave of the users: a page that says "meets every target" has to name what it leaves out of account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing.model.figure import Display, Scope, in_row
from vdi_sizing.model.formats import FLAG, TEXT, WHOLE
from vdi_sizing.model.load import OF_CASE
from vdi_sizing.model.recommendation import BULLET

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


_DELTA = "delta GB"
_DELTAS_UNSAID = (
    f"{OF_CASE}*(Groups[VMs]>0)*(Groups[row of delivery]+Groups[row measured with]>0)"
    f'*(Groups[{_DELTA}]="")*(Groups[image share]="")'
)


class GivenOfUsers(Scope):
    """Of the users of a design."""

    steady_asked: Display[Block, float] = Display("steady load of the users given, as the report asks", "0/1",
        "{steady.given}", lambda b: b.steady.given, FLAG)
    logins_given: Display[Block, float] = Display("load of the logins given", "0/1",
        "IF({login.given}+{login_storm_given}>0,1,0)",
        lambda b: float(b.login.given + b.login_storm_given > 0), FLAG, "IOPS per VM, or I/Os per login")
    boots_asked: Display[Block, float] = Display("load of the boots given, as the report asks", "0/1",
        "{boot.given}", lambda b: b.boot.given, FLAG, "IOPS per VM, or a longest boot time")
    ram_given: Display[Block, float] = Display("RAM of the VMs given", "0/1", "IF({ram_gib_per_vm}>0,1,0)",
        lambda b: float(b.ram_gib_per_vm > 0), FLAG)
    vcpus_given: Display[Block, float] = Display("vCPU of the VMs given", "0/1", "IF({vcpus_per_vm}>0,1,0)",
        lambda b: float(b.vcpus_per_vm > 0), FLAG)
    deltas_unsaid: Display[Block, float] = Display("user groups of image deliveries whose deltas nobody gave", "groups",
        f"SUMPRODUCT({_DELTAS_UNSAID})",
        lambda b: float(sum(b.scenario.leaves_delta_unsaid(group) for group in b.groups)), WHOLE,
        "by MCS, PVS or linked clones: what such a VM writes counts as 0 GB; 0 that is typed is given")


_CALLED: dict[Display[Block, float], str] = {
    GivenOfUsers.steady_asked: "steady IOPS",
    GivenOfUsers.logins_given: "login IOPS",
    GivenOfUsers.boots_asked: "boot IOPS",
    GivenOfUsers.ram_given: "RAM",
    GivenOfUsers.vcpus_given: "vCPU",
}


def _not_given(b: Block) -> str:
    lacking = (called for given, called in _CALLED.items() if not any(given.of(each) for each in b.side_by_side))
    return ", ".join((*lacking, *([_DELTA] if any(each.deltas_unsaid for each in b.side_by_side) else [])))


_OF_CHEAPEST = in_row("{{all.{}}}", "MATCH(1,{{all.cheapest}},0)")
_FREE, _FREE_END = " has ", " % of its capacity free for deltas when a block is full."


def _room_noted(b: Block) -> str:
    cheapest = next((other for other in b.side_by_side if other.cheapest), None)
    if cheapest is None or not any(each.deltas_unsaid for each in b.side_by_side):
        return ""
    return f" {cheapest.design.name}{_FREE}{cheapest.free_percent:.0f}{_FREE_END}"


_SAID = "Not given for the users, and so not taken into account: "


class NotGiven(Scope):
    not_given: Display[Block, str] = Display("not given for the designs' users, and so not taken into account", "",
        "MID(" + "&".join(f'IF(SUM({{all.{given.name}}})=0,", {called}","")' for given, called in _CALLED.items())
        + f'&IF(SUM({{all.deltas_unsaid}})>0,", {_DELTA}",""),3,200)', _not_given, TEXT)
    room_noted: Display[Block, str] = Display("room for deltas that nobody gave, as noted on the report", "",
        f'IF(SUM({{all.deltas_unsaid}})*{{ties}}=0,""," "&{_OF_CHEAPEST.format("name_shown")}&"{_FREE}"'
        f'&{_OF_CHEAPEST.format("free_percent")}&"{_FREE_END}")',
        _room_noted, TEXT, "of the design that is recommended, the first of those that cost as little")
    not_given_noted: Display[Block, str] = Display("the same, as noted on the report", "",
        f'IF({{not_given}}="","","{BULLET}{_SAID}"&{{not_given}}&"."&{{room_noted}}&CHAR(10))',
        lambda b: f"{BULLET}{_SAID}{b.not_given}.{b.room_noted}\n" if b.not_given else "", TEXT)
