"""Gnumeric recalculates the committed workbook, with plain ranges in place of table names, which it does not know."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter, range_boundaries
from tests.engines.found import tell

from vdi_templates.audit.formulas import agree

COMMITTED = Path(__file__).resolve().parents[2] / "vdi_sizing.xlsx"
_PART_OF_TABLE = re.compile(r"\b(\w+)\[(?:\[(#All|#Headers)\],)?\[?([^\[\]#]+)\]?(?::\[([^\[\]#]+)\])?\]")
_NESTED = "[^()]*"
for _ in range(6):
    _NESTED = rf"(?:[^()]|\({_NESTED}\))*"


class Defect(NamedTuple):
    """What Gnumeric calculates wrongly: how such a formula is known, and one by itself with what is right."""

    name: str
    pattern: re.Pattern[str]
    shown_by: str
    right: float


DEFECTS = (
    *(
        Defect(
            f"{function} of a range inside SUMPRODUCT",
            re.compile(rf"SUMPRODUCT\(.*\b{function}\("),
            f"=SUMPRODUCT(1*{shown_by})",
            right,
        )
        for function, shown_by, right in (
            ("ISNUMBER", "ISNUMBER(B1:B3)", 2.0),
            ("ISTEXT", "ISTEXT(A1:A3)", 3.0),
            ("MATCH", "(MATCH(A1:A3,A1:A3,0)>1)", 2.0),
            ("FIND", 'FIND("",A1:A3)', 3.0),
            ("ROUND", "(ROUND(B1:B3,0)>1)", 2.0),
            ("LEFT", '(LEFT(A1:A3)="b")', 1.0),
            ("RIGHT", '(RIGHT(A1:A3)="b")', 1.0),
            ("LEN", "LEN(A1:A3)", 3.0),
            ("SQRT", "SQRT((B1:B3>1)*4)", 4.0),
        )
    ),
    Defect(
        "INDEX with 0 for all rows",
        re.compile(r"INDEX\([^()]*,0,COLUMN\("),
        "=COUNTA(INDEX(A1:B3,0,COLUMN(A1)))",
        3.0,
    ),
)
"""In the workbook. A formula that meets one keeps its saved value."""
AVOIDED = (
    Defect(
        "an array that INDEX passes on whole",
        re.compile(rf"MATCH\([^,]*,INDEX\({_NESTED},0\),0\)"),
        '=MATCH(1,INDEX((A1:A3="b")*(B1:B3>1),0),0)',
        3.0,
    ),
    Defect(
        "one number for a place in a row of cells",
        re.compile(r"INDEX\((?:[^(),:]*!)?\$?[A-Z]+\$?(\d+):\$?[A-Z]+\$?\1,(?!1,)"),
        "=INDEX(A1:B1,2)",
        1.6,
    ),
    Defect(
        "MAX of a product inside SUMPRODUCT", re.compile(r"SUMPRODUCT\(MAX\("), '=SUMPRODUCT(MAX((A1:A3="b")*1))', 1.0
    ),
    Defect("N of a blank cell", re.compile(r"(?<![A-Z.])N\("), "=N(B2)", 0.0),
)
"""What can be said more plainly, and is: `tests/templates/workbook/test_plain_formulas.py`."""


def report(folder: Path) -> int:
    """Print what Gnumeric gives for the committed workbook and for each defect; how many things are not as known."""
    program = subprocess.run(["ssconvert", "--version"], capture_output=True, text=True, check=True)
    version = re.search(r"version '([\d.]+)'", program.stdout + program.stderr)
    folder.mkdir(parents=True, exist_ok=True)
    book, saved = load_workbook(COMMITTED), load_workbook(COMMITTED, data_only=True)
    with_plain_ranges(book)
    places = [
        (sheet.title, cell.coordinate)
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    kept = [place for place in places if defect(text_of(book, *place))]
    for sheet, cell in kept:
        book[sheet][cell].value = saved[sheet][cell].value
    found = recalculated(book, folder / "workbook.xlsx")
    different = [
        (sheet, cell) for sheet, cell in places if not agree(_value(found, sheet, cell), _value(saved, sheet, cell))
    ]
    same = len(places) - len(kept) - len(different)
    print(f"Gnumeric: {same} of {len(places)} formulas as saved, {len(kept)} meet a defect, {len(different)} differ")
    tell(
        "Gnumeric", version[1] if version else "", [("the committed workbook", len(places), len(kept), len(different))]
    )
    for sheet, cell in different:
        print(f"differs  {sheet}!{cell}: {found[sheet][cell].value!r}, saved {saved[sheet][cell].value!r}")
    return len(different) + sum(not shown(each, folder) for each in (*DEFECTS, *AVOIDED))


def shown(defect: Defect, folder: Path) -> bool:
    """Whether Gnumeric gives something else than what is right for the formula that shows a defect."""
    book = Workbook()
    for row, values in enumerate((("a", 1.6), ("c", None), ("b", 2.4)), 1):
        for column, value in enumerate(values, 1):
            book.worksheets[0].cell(row, column).value = value
    book.worksheets[0]["D9"] = defect.shown_by
    given = recalculated(book, folder / "defect.xlsx").worksheets[0]["D9"].value
    wrong = not agree(given, defect.right)
    word = "defect " if wrong else "FAILED, it is right:"
    print(f"{word}  {defect.name}: {defect.shown_by} gives {given!r}; right is {defect.right:g}")
    return wrong


def defect(formula: str) -> str | None:
    """Which of them a formula meets."""
    return next((each.name for each in DEFECTS if each.pattern.search(formula)), None)


def text_of(book: Workbook, sheet: str, cell: str) -> str:
    """The formula of a cell."""
    value = book[sheet][cell].value
    return str(getattr(value, "text", value))


def with_plain_ranges(book: Workbook) -> None:
    """Replace each name of a table's part by the range that it stands for."""
    tables = {table.name: (sheet.title, table) for sheet in book.worksheets for table in sheet.tables.values()}

    def plain(part: re.Match[str]) -> str:
        sheet, table = tables[part[1]]
        left, top, _, bottom = (int(bound or 0) for bound in range_boundaries(table.ref))
        names = [column.name for column in table.tableColumns]
        from_, to = (get_column_letter(left + names.index(name)) for name in (part[3], part[4] or part[3]))
        first, last = top if part[2] else top + 1, top if part[2] == "#Headers" else bottom
        return f"{sheet}!${from_}${first}:${to}${last}"

    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    cell.value = _PART_OF_TABLE.sub(plain, text_of(book, sheet.title, cell.coordinate))


def recalculated(book: Workbook, path: Path) -> Workbook:
    """What Gnumeric gives for the formulas of a workbook."""
    book.save(path)
    result = path.with_stem(f"{path.stem}_recalculated")
    result.unlink(missing_ok=True)
    run = subprocess.run(["ssconvert", "--recalc", path, result], capture_output=True, text=True, check=False)
    if not result.is_file():
        raise RuntimeError(f"ssconvert wrote nothing: {run.stderr}")
    with warnings.catch_warnings(action="ignore"):  # Gnumeric writes no default style
        return load_workbook(result, data_only=True)


def _value(book: Workbook, sheet: str, cell: str) -> Any:
    """What a cell holds; an empty text is written as nothing, and openpyxl reads there where a link leads."""
    found = book[sheet][cell]
    leads_to = None if found.hyperlink is None else found.hyperlink.location
    return "" if found.value in (None, leads_to) else found.value


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(min(1, report(Path(scratch))))
