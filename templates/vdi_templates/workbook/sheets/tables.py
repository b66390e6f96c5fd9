"""The input tables: Users, Drives, RAID, Prices and Bill, each an Excel table with prepared empty rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.scenario import BillRow, UserGroup
from vdi_sizing.tables.drives import Drive
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.tables.raid_levels import RaidLevel
from vdi_templates.workbook.book import LINE_POINTS, Book, input_format, lines_of, put, put_input, put_unit, validation
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, UNIT_ROW


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
_PART_LETTER = get_column_letter(list(inputs_of(Price)).index("part") + 1)
PARTS_WITH_PRICES = f"Prices!${_PART_LETTER}${FIRST_ROW}:${_PART_LETTER}$500"

TABLES = (
    InputTable(
        "Users", "groups", "Users", "One row per user group and load case; IOPS and GB are per VM.",
        inputs_of(UserGroup), 8, {}, ("source",),
    ),
    InputTable(
        "Drives", "drives", "Drives", "What one drive holds and sustains; each row with its source.",
        inputs_of(Drive), 6, {}, ("source", "note"),
    ),
    InputTable(
        "RAID", "raid_levels", "RAID levels and layouts",
        "What a write costs at the back end, and what of the drives remains usable.",
        inputs_of(RaidLevel), 3, {}, ("source", "note"),
    ),
    InputTable(
        "Prices", "prices", "Prices", "Net list prices per part; Settings picks the list.",
        inputs_of(Price), 10, {}, ("description", "source"),
    ),
    InputTable(
        "Bill", "bill", "Bill of materials",
        "Which parts a design is made of, and how many of each are bought for what.",
        inputs_of(BillRow), 12, {"design": NAMES_OF_DESIGNS, "part": PARTS_WITH_PRICES},
    ),
)  # fmt: skip

_NAME_WIDTH, _WIDE_WIDTH, _NUMBER_WIDTH = 24, 46, 11
_ROW_POINTS = 15.0


def write_table(book: Book, table: InputTable) -> None:
    """One input sheet: header, rows, empty rows, validations."""
    records: Sequence[object] = getattr(book.scenario, table.records)
    widths = [_width(table, name, field, records) for name, field in table.columns.items()]
    ws = book.sheet(table.sheet, table.title, table.subtitle, widths)
    book.master_check(ws)
    last = FIRST_ROW + len(records) + table.spare_rows - 1
    for position, (name, field) in enumerate(table.columns.items(), start=1):
        letter = get_column_letter(position)
        put_unit(ws, f"{letter}{UNIT_ROW}", field.unit, input_format(field))
        put(ws, f"{letter}{HEADER_ROW}", field.label, "VDI header")
        for row in range(FIRST_ROW, last + 1):
            at = row - FIRST_ROW
            value = getattr(records[at], name) if at < len(records) else None
            put_input(ws, f"{letter}{row}", value, field, prose=name in table.wide)
        rule = validation(field, table.choices.get(name))
        if rule is not None:
            rule.add(f"{letter}{FIRST_ROW}:{letter}{last}")
            ws.add_data_validation(rule)
    for row, record in enumerate(records, start=FIRST_ROW):
        lines = max((lines_of(getattr(record, name), _WIDE_WIDTH) for name in table.wide), default=1)
        ws.row_dimensions[row].height = max(_ROW_POINTS, lines * LINE_POINTS + 3)
    ws.row_dimensions[HEADER_ROW].height = 32
    ws.print_area = f"A1:{get_column_letter(len(table.columns))}{last}"
    ws.freeze_panes = f"B{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    book.table(ws, table.sheet, f"A{HEADER_ROW}:{get_column_letter(len(table.columns))}{last}")


def _width(table: InputTable, name: str, field: Input, records: Sequence[object]) -> float:
    """Wide enough for the texts of a column; what is longer than a name usually is does not count."""
    if name in table.wide:
        return _WIDE_WIDTH
    texts = [text for record in records if isinstance(text := getattr(record, name), str)]
    least = _NAME_WIDTH if field.kind == "name" else _NUMBER_WIDTH
    return max(least, min(_WIDE_WIDTH, 1 + max(map(len, texts), default=0)))
