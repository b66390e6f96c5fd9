"""Filled-in scenarios: a customer of today, the cases of the five documents the project comes from, and a start."""

from collections.abc import Callable

from vdi_sizing.scenario import Scenario
from vdi_templates.examples.base import called_in, dated, in_currency, with_designs
from vdi_templates.examples.by_kits import by_kits
from vdi_templates.examples.customer import customer
from vdi_templates.examples.dell import dell
from vdi_templates.examples.emc import emc
from vdi_templates.examples.etri import etri
from vdi_templates.examples.fujitsu import fujitsu
from vdi_templates.examples.sandisk import sandisk
from vdi_templates.examples.today import today

__all__ = [
    "EXAMPLES",
    "by_kits",
    "called_in",
    "customer",
    "dated",
    "dell",
    "emc",
    "etri",
    "fujitsu",
    "in_currency",
    "sandisk",
    "today",
    "with_designs",
]

EXAMPLES: dict[str, Callable[[], Scenario]] = {
    "customer": customer,
    "fujitsu": fujitsu,
    "sandisk": sandisk,
    "etri": etri,
    "dell": dell,
    "emc": emc,
}
"""By name: the one that is shipped as the workbook, and the five published cases."""
