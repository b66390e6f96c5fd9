"""What nobody gave of the users: a page that says "meets every target" has to name what it leaves out of account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import FLAG, TEXT
from vdi_sizing.model.recommendation import BULLET

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


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


_CALLED: dict[Display[Block, float], str] = {
    GivenOfUsers.steady_asked: "steady IOPS",
    GivenOfUsers.logins_given: "login IOPS",
    GivenOfUsers.boots_asked: "boot IOPS",
    GivenOfUsers.ram_given: "RAM",
    GivenOfUsers.vcpus_given: "vCPU",
}


def _not_given(b: Block) -> str:
    lacking = (called for given, called in _CALLED.items() if not any(given.of(each) for each in b.side_by_side))
    return ", ".join(lacking)


_SAID = "Not given for the users, and so not taken into account: "


class NotGiven(Scope):
    not_given: Display[Block, str] = Display("not given for any design's users, and so not taken into account", "",
        "MID(" + "&".join(f'IF(SUM({{all.{given.name}}})=0,", {called}","")' for given, called in _CALLED.items())
        + ",3,200)", _not_given, TEXT)
    not_given_noted: Display[Block, str] = Display("the same, as noted on the report", "",
        f'IF({{not_given}}="","","{BULLET}{_SAID}"&{{not_given}}&"."&CHAR(10))',
        lambda b: f"{BULLET}{_SAID}{b.not_given}.\n" if b.not_given else "", TEXT)
