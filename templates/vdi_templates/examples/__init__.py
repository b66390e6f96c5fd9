"""Filled-in scenarios: the cases of the five documents the project comes from, and a start with today's data."""

from collections.abc import Callable

from vdi_sizing.scenario import Scenario
from vdi_templates.examples.base import dated, with_designs
from vdi_templates.examples.by_kits import by_kits
from vdi_templates.examples.dell import dell
from vdi_templates.examples.emc import emc
from vdi_templates.examples.etri import etri
from vdi_templates.examples.fujitsu import fujitsu
from vdi_templates.examples.sandisk import sandisk
from vdi_templates.examples.today import today

__all__ = ["EXAMPLES", "by_kits", "dated", "dell", "emc", "etri", "fujitsu", "sandisk", "today", "with_designs"]

EXAMPLES: dict[str, Callable[[], Scenario]] = {
    "fujitsu": fujitsu,
    "sandisk": sandisk,
    "etri": etri,
    "dell": dell,
    "emc": emc,
}
"""The published cases by name."""
