"""The input tables: on which sheet each stands, its columns, and where their drop-downs come from."""

from __future__ import annotations

from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from vdi_sizing import inputs
from vdi_sizing.inputs import Input
from vdi_templates.workbook.layout import FIRST_ROW


@dataclass(frozen=True)
class InputTable:
    """One input table: where it stands, what its columns are, and where its drop-downs come from."""

    sheet: str
    records: str
    title: str
    subtitle: str
    columns: dict[str, Input]
    spare_rows: int
    choices: dict[str, str]
    wide: tuple[str, ...] = ()


NAMES_OF_DESIGNS = "design_name"
_PART_LETTER = get_column_letter(list(inputs.PRICE).index("part") + 1)
PARTS_WITH_PRICES = f"Prices!${_PART_LETTER}${FIRST_ROW}:${_PART_LETTER}$500"

USERS, DRIVES, RAID, PRICES, BILL = TABLES = (
    InputTable(
        "Users", "groups", "Users", "One row per user group and load case; IOPS and GB are per VM.",
        inputs.USER_GROUP, 8, {}, ("source",),
    ),
    InputTable(
        "Drives", "drives", "Drives", "What one drive holds and sustains; each row with its source.",
        inputs.DRIVE, 6, {}, ("source", "note"),
    ),
    InputTable(
        "RAID", "raid_levels", "RAID levels and layouts",
        "What a write costs at the back end, and what of the drives remains usable.",
        inputs.RAID, 3, {}, ("source", "note"),
    ),
    InputTable(
        "Prices", "prices", "Prices", "Net list prices per part; Settings picks the list.",
        inputs.PRICE, 10, {}, ("description", "source"),
    ),
    InputTable(
        "Bill", "bill", "Bill of materials",
        "Which parts a design is made of, and how many of each are bought for what.",
        inputs.BILL_ROW, 12, {"design": NAMES_OF_DESIGNS, "part": PARTS_WITH_PRICES},
    ),
)  # fmt: skip
