"""Whether all designs are asked for the same: what one leaves blank and another states makes it look cheaper.

A kit brings drives, layout and hosts. What a project asks for (headrooms, images, targets) is typed for each design.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing._arrays import flag
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.check import Warning, acknowledging
from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import FLAG, TEXT
from vdi_sizing.scenario import SERVICE, Design
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block


_OF_HOSTS, _STORED = ("cpu_headroom", "ram_overhead_gib"), ("vm_headroom", "replica_gb")
_TARGETS = ("response_limit_ms", "min_free_share", "longest_boot_min")
"""Inputs of a design that lower what it carries, and those that it may miss; blank or 0: nothing is asked for."""
ALIKE = "alike"
"""The word by which a design acknowledges that less is asked of it."""
_UTILIZATION = "max_utilization"
_LABELS = {name: field.label for name, field in inputs_of(Design).items()}


def _left_out(b: Block, names: tuple[str, ...]) -> str:
    own, others = b.design, [other.design for other in b.side_by_side]
    left = (name for name in names if not getattr(own, name) and any(getattr(other, name) for other in others))
    return "".join(f", {_LABELS[name]}" for name in left)


def _targets_left(b: Block) -> str:
    higher = b.design.max_utilization == 1 and any(other.design.max_utilization < 1 for other in b.side_by_side)
    higher = higher and b.design.block_kind != SERVICE
    return b.response_left + _left_out(b, _TARGETS[2:]) + (f", {_LABELS[_UTILIZATION]}" if higher else "")


def _said_if(condition: str, name: str) -> str:
    return f'IF({condition},", "&"{_LABELS[name]}","")'


def _left_out_text(names: tuple[str, ...]) -> str:
    """The same as a native formula."""
    return "&".join(_said_if(f"AND(SUM({{design.{name}}})=0,MAX({{designs.{name}}})>0)", name) for name in names)


_UNLESS_SERVICE = f'IF({{design.block_kind}}="{SERVICE}","",'
_HIGHER = (
    f'AND({{design.block_kind}}<>"{SERVICE}",{{design.{_UTILIZATION}}}=1,COUNTIF({{designs.{_UTILIZATION}}},"<1")>0)')


class AskedAlike(Scope):
    hosts_left: Display[Block, str] = Display("reserves of hosts that it leaves out and another design states", "",
        lambda b: "" if b.design.block_kind == SERVICE else _left_out(b, _OF_HOSTS), TEXT,
        "of a service none is asked", native=f"{_UNLESS_SERVICE}{_left_out_text(_OF_HOSTS)})")
    reserves_left: Display[Block, str] = Display("reserves and images that it leaves out and another design states", "",
        lambda b: "" if b.design.block_kind == SERVICE else b.hosts_left + _left_out(b, _STORED), TEXT,
        native=f"{_UNLESS_SERVICE}{{hosts_left}}&{_left_out_text(_STORED)})")
    response_left: Display[Block, str] = Display("response target or free share that it leaves out, and another states",
        "", lambda b: _left_out(b, _TARGETS[:2]), TEXT, native=_left_out_text(_TARGETS[:2]))
    targets_left: Display[Block, str] = Display("targets that it leaves out and another design states", "",
        _targets_left, TEXT,
        "a utilisation of 100 % too",
        native=f"{{response_left}}&{_left_out_text(_TARGETS[2:])}&{_said_if(_HIGHER, _UTILIZATION)}")
    less_asked: Display[Block, str] = Display("what it leaves out and another design states", "",
        lambda b: (b.same_users and f"{b.reserves_left}{b.targets_left}"[2:]) or NONE, TEXT,
        "of designs with the same users; blank, 0 or 100 % asks for nothing",
        native=f'IF(OR({{same_users}}=0,{{reserves_left}}&{{targets_left}}=""),"{NONE}",'
        "MID({reserves_left}&{targets_left},3,500))")
    check_alike = Warning("all designs are asked for the same", "less is asked of it than of another design",
        lambda b: b.less_asked == NONE,
        remedy="Enter on Designs what another design has there: a kit does not bring it. Where the design is to be "
        f"without it, {acknowledging(ALIKE, 'the reason')}.",
        names=less_asked)
    asked_alike: Display[Block, float] = Display("as much is asked of it as of others, or it says why not", "0/1",
        lambda b: flag(b.less_asked == NONE or b.acknowledges(ALIKE)), FLAG,
        "0: it would look cheaper than it is, and is not recommended")
