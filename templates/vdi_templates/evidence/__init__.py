"""The evidence: each published figure of the five documents, and sizings of today, beside what the library computes."""

from vdi_templates.evidence.case import (
    AGREES,
    AT_MOST,
    DERIVED,
    DIFFERS,
    EQUALS,
    FITTED,
    IN_ERROR,
    INCONSISTENT,
    LETTERS,
    LIBRARY_VALUE,
    Case,
)
from vdi_templates.evidence.dell import DELL
from vdi_templates.evidence.emc import EMC
from vdi_templates.evidence.etri import ETRI
from vdi_templates.evidence.fujitsu import FUJITSU
from vdi_templates.evidence.sandisk import SANDISK
from vdi_templates.evidence.today import TODAY

__all__ = [
    "AGREES",
    "AT_MOST",
    "CASES",
    "DERIVED",
    "DIFFERS",
    "EQUALS",
    "FITTED",
    "INCONSISTENT",
    "IN_ERROR",
    "LETTERS",
    "LIBRARY_VALUE",
    "Case",
]

CASES = (*ETRI, *FUJITSU, *DELL, *EMC, *SANDISK, *TODAY)
