"""What is to be sized: user groups, designs, bill of materials and settings, as typed records."""

from vdi_sizing.scenario.bill import CURRENCY, ONCE, PER_BLOCK, PER_VM, QUANTITIES_PER, BillRow
from vdi_sizing.scenario.designs import (
    BLOCK_KINDS,
    ELSEWHERE,
    IMAGE_DELIVERY,
    LOAD_AND_BLOCK,
    LOCATIONS,
    PARTS,
    POOL,
    STORMS_AND_CRITERIA,
    TIERS,
    Cache,
    Design,
    Tier,
)
from vdi_sizing.scenario.records import Scenario
from vdi_sizing.scenario.rules import Place, check, in_words
from vdi_sizing.scenario.settings import DECIMAL_COMMA, DECIMAL_POINT, NUMBER_STYLES, Sensitivity, Settings
from vdi_sizing.scenario.users import PHASES, UserGroup

__all__ = [
    "BLOCK_KINDS",
    "CURRENCY",
    "DECIMAL_COMMA",
    "DECIMAL_POINT",
    "ELSEWHERE",
    "IMAGE_DELIVERY",
    "LOAD_AND_BLOCK",
    "LOCATIONS",
    "NUMBER_STYLES",
    "ONCE",
    "PARTS",
    "PER_BLOCK",
    "PER_VM",
    "PHASES",
    "POOL",
    "QUANTITIES_PER",
    "STORMS_AND_CRITERIA",
    "TIERS",
    "BillRow",
    "Cache",
    "Design",
    "Place",
    "Scenario",
    "Sensitivity",
    "Settings",
    "Tier",
    "UserGroup",
    "check",
    "in_words",
]
