"""The look of an input that is not what it may be: red at its cell, by the rule of its check on the sheet Checks.

No conditional format may name a table of another sheet, so names are looked up in ranges that have a name of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.figure import in_row
from vdi_sizing.scenario import PARTS, Settings
from vdi_templates.workbook.book import Book, highlight
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.input_checks import drive_beside
from vdi_templates.workbook.input_rules import (
    KNOWN,
    in_column,
    is_store,
    needed_beside,
    no_store,
    unknown,
    unpriced,
    without_first,
    wrong,
)
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN
from vdi_templates.workbook.styles import RED, RED_FILL
from vdi_templates.workbook.tables import InputTable

_OWN = "§"  # stands for the cell itself in a rule: cells with the same rule share a format
_LONGEST = 200  # characters of a rule: one that adds up more cells counts them as a range
_ELSEWHERE = {
    ("Users", "profile"): unknown(_OWN, "known_profiles") + "+" + is_store(_OWN, "known_profiles", "known_kinds"),
    ("Users", "delivery"): unknown(_OWN, "known_deliveries"),
    ("Users", "store_profile"): no_store(_OWN, "known_profiles", "known_kinds"),
    ("Profiles", "delivery"): unknown(_OWN, "known_deliveries"),
    ("Bill", "part"): unpriced(_OWN, "settings_price_list", "known_lists", "known_parts"),
}
"""What else may be wrong in a column of a table: nothing of that name stands on another sheet."""
_OF_SETTINGS = {"price_list": "known_lists", "store_part": "known_parts", "measured_drive": "known_drives"}
_OF_DESIGNS = {"kit": "known_kits", "case": "known_cases", "drive": "known_drives", "raid": "known_levels"}


class Marks:
    """The rules of a sheet, each with the cells that it holds for; made before other looks, which they come before."""

    def __init__(self, ws: Worksheet) -> None:
        self._ws = ws
        self._cells: dict[str, list[str]] = {}

    def add(self, cells: str, *rules: str) -> None:
        """Cells, and what is wrong with the first of them."""
        rule = "+".join(filter(None, rules))
        if rule:
            self._cells.setdefault(rule, []).append(cells)

    def write(self) -> None:
        """As conditional formats: an error value is wrong too.

        Each range has a format of its own: LibreOffice loses ranges of one that has several when rows are deleted.
        """
        looks = {"font": Font(color=RED, bold=True), "fill": PatternFill("solid", bgColor=RED_FILL)}
        for rule, ranges in self._cells.items():
            for cells in _joined(ranges):
                first = cells.partition(":")[0]
                highlight(self._ws, cells, f"IFERROR({rule.replace(_OWN, first)},1)>0", **looks)


def _joined(ranges: Sequence[str]) -> list[str]:
    """Ranges in order, those with the same columns of which one ends where the next begins as one."""
    found: list[tuple[int, int, int, int]] = []
    for cells in ranges:
        left, first, right, last = (edge or 0 for edge in range_boundaries(cells))
        goes_on = bool(found) and found[-1][::2] == (left, right) and found[-1][3] + 1 == first
        found.append((left, found.pop()[1] if goes_on else first, right, last))
    return [f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}" for left, top, right, bottom in found]


def mark_table(book: Book, table: InputTable, last: int) -> None:
    """The rows of a table, the prepared ones too."""
    marks, row = Marks(book.worksheet(table.sheet)), table.header_row + 1
    letters = {name: get_column_letter(at) for at, name in enumerate(table.columns, start=1)}
    first = next(iter(letters))
    for name, field in table.columns.items():
        rules = [in_column(field, _OWN, _OWN if name == first else f"${letters[first]}{row}")]
        rules.append(_ELSEWHERE.get((table.name, name), ""))
        if name == first:
            rules.append(_without_first([f"${letters[each]}{row}" for each in needed_beside(table)]))
        marks.add(f"{letters[name]}{row}:{letters[name]}{last}", *rules)
    marks.write()


def _without_first(others: Sequence[str]) -> str:
    rule = without_first(_OWN, list(others))
    return rule if len(rule) <= _LONGEST else f'({_OWN}="")*SUMPRODUCT(1*({others[0]}:{others[-1]}<>""))'


def mark_designs(book: Book) -> None:
    """The inputs of each design that has a name."""
    for known, cells in KNOWN.items():
        book.name(known, cells)
    for part in PARTS:
        book.name(_built(part), book.layout.input_cells(f"{part}_drive"))
    marks, rows = Marks(book.worksheet("Designs")), book.layout.design_rows
    first, last = book.layout.column(0), book.layout.column(book.layout.design_columns - 1)
    named = f'({first}${rows["name"]}<>"")'
    for section in design_sections():
        for name, field in section.inputs.items():
            drive = drive_beside(name)
            where = f'({in_row(_built(drive), f"COLUMN()-{FIRST_DESIGN_COLUMN - 1}")}<>"")' if drive else ""
            marks.add(f"{first}{rows[name]}:{last}{rows[name]}", _of_design(name, field, where, named))
    marks.write()


def _built(part: str) -> str:
    """The name of the cells with the drive of a tier or cache that counts."""
    return f"built_{part.removesuffix('_drive')}_drive"


def _of_design(name: str, field: Input, where: str, named: str) -> str:
    known = _OF_DESIGNS.get(name.partition("_")[2] if where else name)
    if known:
        rule = unknown(_OWN, known)
        return f"{where}*{rule}" if known == "known_levels" else rule
    if field.kind == "text" or (field.kind == "name" and name != "name"):
        return ""
    return wrong(field, _OWN, f"{where}*{named}" if where else named, across=True)


def mark_settings(book: Book) -> None:
    """The setting in each row."""
    marks = Marks(book.worksheet("Settings"))
    for name, field in inputs_of(Settings).items():
        cell, known = f"D{book.layout.settings_rows[name]}", _OF_SETTINGS.get(name)
        if known:
            marks.add(cell, unknown(_OWN, known))
        elif field.kind not in ("text", "name"):
            marks.add(cell, wrong(field, _OWN))
    marks.write()


def mark_cells(ws: Worksheet, cells: str, field: Input) -> None:
    """Cells of one input, one below the other."""
    marks = Marks(ws)
    marks.add(cells, wrong(field, _OWN))
    marks.write()
