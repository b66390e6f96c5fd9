"""The look of an input that is not what it may be: red at its cell, by the rule of its check on the sheet Checks.

No conditional format may name a table of another sheet, so names are looked up in ranges that have a name of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.figure import in_row
from vdi_sizing.scenario import PARTS, PHASES, Settings, UserGroup
from vdi_sizing.tables.price_lists import CURRENCY
from vdi_templates.workbook.book import Book, highlight
from vdi_templates.workbook.design_inputs import design_sections
from vdi_templates.workbook.input_checks import COMPANIONS, KEYS, drive_beside
from vdi_templates.workbook.input_rules import (
    KNOWN,
    counts_otherwise,
    in_column,
    is_store,
    needed_beside,
    no_store,
    of_no_group,
    unknown,
    unpriced,
    without_first,
    wrong,
)
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.sheets.groups import SHEET as GROUPS
from vdi_templates.workbook.sheets.groups import letter_of
from vdi_templates.workbook.styles import AMBER, AMBER_FILL, RED, RED_FILL
from vdi_templates.workbook.tables import InputTable

_OWN = "§"  # stands for the cell itself in a rule: cells with the same rule share a format
_FAR_BELOW = 500  # the last row of a range that is the same whatever rows a table has
_LONGEST = 120  # characters of a rule: one that adds up more cells counts them as a range
_ELSEWHERE = {
    ("Users", "profile"): unknown(_OWN, "known_profiles") + "+" + is_store(_OWN, "known_profiles", "known_kinds"),
    ("Users", "delivery"): unknown(_OWN, "known_deliveries"),
    ("Users", "store_profile"): no_store(_OWN, "known_profiles", "known_kinds"),
    ("Profiles", "delivery"): unknown(_OWN, "known_deliveries"),
    ("Bill", "design"): unknown(_OWN, "known_designs"),
    ("Bill", "part"): unpriced(_OWN, "settings_price_list", "known_lists", "known_parts"),
}
"""What else may be wrong in a column of a table: nothing of that name stands on another sheet."""
_DOUBTFUL = {
    "Prices": {
        "date": 'AND({date}{row}="",${amount}{row}<>"",${price_list}{row}=settings_price_list,'
        "NOT(ISNUMBER(settings_price_date)))"
    },
    "Parts": {"kit": f"{unknown('{kit}{row}', 'known_kits')}*{unknown('{kit}{row}', 'known_cards')}>0"},
}
"""What is amber in a column of a table, since the answer stands: an undated price, a part of no kit or card."""
_OF_SETTINGS = {"price_list": "known_lists", "store_part": "known_parts", "measured_drive": "known_drives"}
_OF_DESIGNS = {
    "kit": "known_kits",
    "gpu_card": "known_cards",
    "processor": "known_processors",
    "case": "known_cases",
    "drive": "known_drives",
    "raid": "known_levels",
    "part_of": "known_designs",
}


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
            for cells in joined(ranges):
                first = cells.partition(":")[0]
                highlight(self._ws, cells, f"IFERROR({rule.replace(_OWN, first)},1)>0", **looks)


def joined(ranges: Sequence[str]) -> list[str]:
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
    beside = _of_rows(book, table, letters)
    for name, field in table.columns.items():
        rules = [in_column(field, _OWN, _OWN if name == first else f"${letters[first]}{row}", in_look=True)]
        rules.append(_ELSEWHERE.get((table.name, name), ""))
        if name == first:
            rules.append(_without_first([f"${letters[each]}{row}" for each in needed_beside(table)]))
        rules.append(beside.get(name, ""))
        marks.add(f"{letters[name]}{row}:{letters[name]}{last}", *rules)
    marks.write()
    for name, doubtful in _DOUBTFUL.get(table.name, {}).items():
        rule = doubtful.format(row=row, **letters)
        looks = {"font": Font(color=AMBER, bold=True), "fill": PatternFill("solid", bgColor=AMBER_FILL)}
        highlight(book.worksheet(table.sheet), f"{letters[name]}{row}:{letters[name]}{last}", rule, **looks)


def _of_rows(book: Book, table: InputTable, letters: Mapping[str, str]) -> dict[str, str]:
    """By column what is wrong with a cell in view of others: of its row, of its column, or of the sheet Groups."""
    row = table.header_row + 1
    own = {name: f"${letter}{row}" for name, letter in letters.items()}
    rules: dict[str, str] = {}
    if table.name in KEYS:
        _, key = KEYS[table.name]
        same = "*".join(f"(${letters[name]}${row}:${letters[name]}${_FAR_BELOW}={own[name]})" for name in key)
        rules[key[-1]] = f'({_OWN}<>"")*(SUMPRODUCT(1*{same})>1)'
    if table.name == "Bill":
        rules["metric"] = counts_otherwise(_OWN, own["per"], "known_metrics", "known_counts")
        rules["group"] = of_no_group(_OWN, own["per"], "known_groups")
        rules["note"] = f'ISNUMBER({own["quantity"]})*({own["quantity"]}<0)*({_OWN}="")'
    if table.name == "RAID":
        rules["write_reads"] = f"1*({_OWN}>{own['write_penalty']})"
    if table.name == "Rates":
        rules["currency"] += f'+({_OWN}="{CURRENCY}")'
    if table.name == "Users":
        rules |= _of_groups(book, own)
    return rules


def _of_groups(book: Book, own: Mapping[str, str]) -> dict[str, str]:
    """Figures of a user group that miss their companion, as the sheet Groups has them: typed, or by its profile."""
    labels = {name: field.label for name, field in inputs_of(UserGroup).items()}
    shares = {f"{phase}_read_share": f"{phase}_iops" for phase in PHASES}
    for name in ("case", *COMPANIONS, *shares):
        letter = letter_of(labels[name])
        book.name(_asked(name), f"{GROUPS}!${letter}${FIRST_ROW}:${letter}${HEADER_ROW + book.layout.group_rows}")

    def blank(name: str) -> str:
        return f'({own["name"]}<>"")*({_of_row(name)}="")'

    rules = {name: f'{blank(name)}*({_of_row(iops)}<>"")' for name, iops in shares.items()}
    for name in COMPANIONS:
        rules[name] = f'{blank(name)}*(SUMPRODUCT(({_asked("case")}={own["case"]})*({_asked(name)}<>""))>0)'
    return {name: f"IFERROR({rule},0)" for name, rule in rules.items()}  # Groups may have fewer rows


def _asked(name: str) -> str:
    """The name of the cells with what the user groups ask for."""
    return f"asked_{name}"


def _of_row(name: str) -> str:
    return f"INDEX({_asked(name)},ROW({_OWN})-{HEADER_ROW})"


def _without_first(others: Sequence[str]) -> str:
    rule = without_first(_OWN, list(others))
    if len(rule) <= _LONGEST:
        return rule
    return f'ISNUMBER(1/(({_OWN}="")*SUMPRODUCT(1*({others[0]}:{others[-1]}<>""))))'


def mark_designs(book: Book) -> None:
    """The inputs of each design that has a name."""
    for known, cells in KNOWN.items():
        book.name(known, cells)
    book.name("known_designs", book.layout.typed_cells("name"))
    for part in PARTS:
        book.name(_built(part), book.layout.input_cells(f"{part}_drive"))
    marks, rows = Marks(book.worksheet("Designs")), book.layout.design_rows
    first, last = book.layout.column(0), book.layout.column(book.layout.design_columns - 1)
    named = f'({first}${rows["name"]}<>"")'
    for section in design_sections():
        for name, field in section.inputs.items():
            drive = drive_beside(name)
            where = f'({in_row(_built(drive), f"COLUMN()-{FIRST_DESIGN_COLUMN - 1}")}<>"")' if drive else ""
            rule = _of_design(name, field, where, named)
            if name == "name":
                rule += f'+({_OWN}<>"")*(SUMPRODUCT(1*(${first}{rows[name]}:${last}{rows[name]}={_OWN}))>1)'
            if name == "part_of":
                rule += f"+{_no_part(book, first, rows)}"
            marks.add(f"{first}{rows[name]}:{last}{rows[name]}", rule)
    marks.write()


def _no_part(book: Book, first: str, rows: Mapping[str, int]) -> str:
    """A part of itself or of a part; and one with the users of another design of its solution."""
    book.name("design_cases", book.layout.input_cells("case"))
    own_case = in_row("design_cases", f"COLUMN()-{FIRST_DESIGN_COLUMN - 1}")
    of_part = f'({_OWN}={first}${rows["name"]})+SUMPRODUCT((known_designs={_OWN})*(design_part_of<>""))'
    alike = f"SUMPRODUCT((design_cases={own_case})*((known_designs={_OWN})+(design_part_of={_OWN})))>1"
    return f'({_OWN}<>"")*({of_part}+({alike}))'


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
    return wrong(field, _OWN, f"{where}*{named}" if where else named, across=True, in_look=True)


def mark_settings(book: Book) -> None:
    """The setting in each row."""
    marks = Marks(book.worksheet("Settings"))
    for name, field in inputs_of(Settings).items():
        cell, known = f"D{book.layout.settings_rows[name]}", _OF_SETTINGS.get(name)
        if known:
            marks.add(cell, unknown(_OWN, known))
        elif field.kind not in ("text", "name"):
            marks.add(cell, wrong(field, _OWN, in_look=True))
    marks.write()


def mark_cells(ws: Worksheet, cells: str, field: Input) -> None:
    """Cells of one input, one below the other."""
    marks = Marks(ws)
    marks.add(cells, wrong(field, _OWN, in_look=True))
    marks.write()
