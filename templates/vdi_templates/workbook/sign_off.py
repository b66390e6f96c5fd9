"""Where the sheet Sign-off has what, and which of its cells people fill in."""

from __future__ import annotations

from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.check import Check, Warning
from vdi_sizing.model.checks.verdict import CHECKS
from vdi_sizing.scenario import TIERS, Cache, Design, Tier
from vdi_sizing.scenario.parts import sourced_numbers
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.tables import TABLES

SHEET = "Sign-off"
ANSWER = (
    "counted", "eur_per_user", "eur_per_vm", "total_eur_per_user", "total_holds", "vms_per_block", "blocks",
    "errors_in_words",
)  # fmt: skip
"""Figures of each design."""
NOT_INCLUDED = ("lacking", "years_lacking")
"""Figures over all designs, of the purchase and of the cost over the years."""
WARNINGS: tuple[Check, ...] = tuple(check for check in CHECKS if isinstance(check, Warning))
MEASURED = (
    *sourced_numbers(Design),
    *(f"tier{k}_{name}" for k in TIERS for name in sourced_numbers(Tier)),
    *(f"cache_{name}" for name in sourced_numbers(Cache)),
)
"""Inputs of a design that are measured, or known better than computed; behind the name of each: its source's."""
LABELS = {
    **{name: field.label for name, field in inputs_of(Design).items()},
    **{f"tier{k}_{name}": f"tier {k}: {field.label}" for k in TIERS for name, field in inputs_of(Tier).items()},
    **{f"cache_{name}": f"flash cache: {field.label}" for name, field in inputs_of(Cache).items()},
}
PRICES_LISTED = 5
BLOCKS = len(TABLES) + 5
"""The blocks of inputs whose moves are counted: settings, designs, the tables, two of Sensitivity, and the dials."""
CHECKED = ("file that was checked", "its SHA-256, which check prints", "result of check", "checked by, on")
ROLES = ("prepared", "reviewed", "approved")

FILE_ROW = HEADER_ROW
ANSWER_ROW = FILE_ROW + 8
WARNINGS_ROW = ANSWER_ROW + len(ANSWER) + len(NOT_INCLUDED) + 2
PRICES_ROW = WARNINGS_ROW + len(WARNINGS) + 3
MEASURED_ROW = PRICES_ROW + 7 + PRICES_LISTED
MOVES_ROW = MEASURED_ROW + len(MEASURED) + 2
CHECKED_ROW = MOVES_ROW + BLOCKS + 9
ROLES_ROW = CHECKED_ROW + len(CHECKED) + 4
LAST_ROW = ROLES_ROW + len(ROLES)
"""The row of each heading, and the last one."""

ENTRIES = {
    "owners": f"C{WARNINGS_ROW + 1}:C{WARNINGS_ROW + len(WARNINGS)}",
    "checked": f"C{CHECKED_ROW + 1}:C{CHECKED_ROW + len(CHECKED)}",
    "roles": f"C{ROLES_ROW + 1}:E{ROLES_ROW + len(ROLES)}",
}
"""The cells that people fill in, by what they are for: the owner of each warning, what check said, and who vouches."""
