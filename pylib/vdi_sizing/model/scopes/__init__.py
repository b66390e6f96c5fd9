"""What figures are about: a block and the things in it, each with the figures that the topics declare.

Block                      a design's block, and all blocks of its users
  Phase x 4                steady, login, boot, and one that a user names
  Tier x 3, Cache          the parts that drives are in
    PartPhase x 4          a phase on a part
    Stored x 5             an object on a tier: replica, clones, ...
    Root x 2               where a share of a part's I/Os ends
    PartAtLoad x 2         a part while the block carries some load
  AtLoad x 2               the block while it carries some load
  Limited x 15             a limit beside the others
  Checked                  a check, with what is said where it does not hold
  BillSum x 3, CostPart    what is bought and paid, and what EUR per user are made of
  PartOverTheYears         whether the cost over the years holds a part
  Year x 31, Outlook x 3   payments by year, and later prices
  GrowthYear x 8           what the users of a year take
  CurvePoint x 13          a point of the chart of response times
  SmallestVm, LargerVm x 4 a size of VM that is placed
  HostState x 2            all hosts, and those without the reserve
    HostKind x 5           hosts that are filled alike, with the VMs of each size on them

mypy looks at the figures before it has worked out what an attribute is: so each attribute says its type.
"""

from vdi_sizing.model.scopes.block import (
    KINDS,
    UNTARGETED,
    Block,
    Checked,
    CurvePoint,
    Limited,
    NamingChecked,
)
from vdi_sizing.model.scopes.costs import (
    BillSum,
    CostPart,
    GrowthYear,
    LaterYear,
    Outlook,
    PartOverTheYears,
    PurchasePart,
    Year,
)
from vdi_sizing.model.scopes.parts import OBJECTS, AtLoad, Cache, Part, PartAtLoad, Stored, Tier
from vdi_sizing.model.scopes.phases import REASONS, FourthPhase, PartPhase, Phase, Storm, TierPhase, UsersPhase
from vdi_sizing.model.scopes.references import blank_block
from vdi_sizing.model.scopes.roots import (
    LastTime,
    LastUtilization,
    PercentileRoot,
    Root,
    TargetRoot,
    TimeStep,
    UtilizationStep,
)

__all__ = [
    "KINDS",
    "OBJECTS",
    "REASONS",
    "UNTARGETED",
    "AtLoad",
    "BillSum",
    "Block",
    "Cache",
    "Checked",
    "CostPart",
    "CurvePoint",
    "FourthPhase",
    "GrowthYear",
    "LastTime",
    "LastUtilization",
    "LaterYear",
    "Limited",
    "NamingChecked",
    "Outlook",
    "Part",
    "PartAtLoad",
    "PartOverTheYears",
    "PartPhase",
    "PercentileRoot",
    "Phase",
    "PurchasePart",
    "Root",
    "Stored",
    "Storm",
    "TargetRoot",
    "Tier",
    "TierPhase",
    "TimeStep",
    "UsersPhase",
    "UtilizationStep",
    "Year",
    "blank_block",
]
