"""What nobody gave of the users: a page that says "meets every target" has to name what it leaves out of account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import FLAG, TEXT, WHOLE
from vdi_sizing.model.load import OF_CASE
from vdi_sizing.model.recommendation import BULLET
from vdi_sizing.model.spelled import spelled, spelled_text
from vdi_sizing.words import NO_LIMIT, NO_LIMIT_TEXT

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


_ROOM, _ROOM_END = " Free for deltas: ", " MB per VM."


def _room_words(b: Block) -> str:
    known = b.deltas_unsaid and b.room_mb < NO_LIMIT
    return f"{_ROOM}{spelled(b.room_mb)}{_ROOM_END}" if known else ""


class RoomForDeltas(Scope):
    """Of a design."""

    room_words: Display[Block, str] = Display("room for deltas that nobody gave, as the page says it", "",
        f'IF(AND({{deltas_unsaid}}>0,{{room_mb}}<{NO_LIMIT_TEXT}),'
        f'"{_ROOM}"&{spelled_text("{room_mb}")}&"{_ROOM_END}","")', _room_words, TEXT,
        "on the average of all VMs, and a block carries as many of them as without deltas")


_SAID = "Not given for the users, and so not taken into account: "


class NotGiven(Scope):
    not_given: Display[Block, str] = Display("not given for the designs' users, and so not taken into account", "",
        "MID(" + "&".join(f'IF(SUM({{all.{given.name}}})=0,", {called}","")' for given, called in _CALLED.items())
        + f'&IF(SUM({{all.deltas_unsaid}})>0,", {_DELTA}",""),3,200)', _not_given, TEXT)
    not_given_noted: Display[Block, str] = Display("the same, as noted on the report", "",
        f'IF({{not_given}}="","","{BULLET}{_SAID}"&{{not_given}}&"."&CHAR(10))',
        lambda b: f"{BULLET}{_SAID}{b.not_given}.\n" if b.not_given else "", TEXT)
