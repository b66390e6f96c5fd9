"""Whether all designs are asked for the same: what one leaves blank and another states makes it look cheaper.

A kit brings drives, layout and hosts. What a project asks for (headrooms, images, targets) is typed for each design.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.check import Warning
from vdi_sizing.model.figure import Display, Scope
from vdi_sizing.model.formats import TEXT
from vdi_sizing.scenario import Design
from vdi_sizing.words import NONE

if TYPE_CHECKING:
    from vdi_sizing.model.scopes import Block

_ASKED = (
    "cpu_headroom", "ram_overhead_gib", "vm_headroom", "replica_gb", "response_limit_ms", "min_free_share",
    "longest_boot_min",
)  # fmt: skip
"""Inputs of a design that lower what it carries, or that it may miss; blank or 0: nothing is asked for."""
_UTILIZATION = "max_utilization"
_LABELS = {name: field.label for name, field in inputs_of(Design).items()}


def _less_asked(b: Block) -> str:
    if not b.same_users:
        return NONE
    own, others = b.design, [other.design for other in b.side_by_side]
    left = [name for name in _ASKED if not getattr(own, name) and any(getattr(other, name) for other in others)]
    if own.max_utilization == 1 and any(other.max_utilization < 1 for other in others):
        left.append(_UTILIZATION)
    return ", ".join(_LABELS[name] for name in left) or NONE


def _said_if(condition: str, name: str) -> str:
    return f'IF({condition},", "&"{_LABELS[name]}","")'


_LEFT = "&".join(
    [
        *(_said_if(f"AND(SUM({{design.{name}}})=0,MAX({{designs.{name}}})>0)", name) for name in _ASKED),
        _said_if(f"AND({{design.{_UTILIZATION}}}=1,COUNTIF({{designs.{_UTILIZATION}}},\"<1\")>0)", _UTILIZATION),
    ]
)


class AskedAlike(Scope):
    less_asked: Display[Block, str] = Display("what it leaves out and another design states", "",
        f'IF({{same_users}}=0,"{NONE}",IF(LEN({_LEFT})=0,"{NONE}",MID({_LEFT},3,500)))', _less_asked, TEXT,
        "of designs with the same users; blank, 0 or 100 % asks for nothing")
    check_alike = Warning("all designs are asked for the same", "it is asked for less than another design",
        f'{{less_asked}}="{NONE}"', lambda b: b.less_asked == NONE,
        remedy="Enter on Designs what another design has there: a kit does not bring it. Where the design is to be "
        "without it, acknowledge it: alike: the reason.",
        names=less_asked)
