"""The Python check sheet: figures of every design, the library's answer in a cell beside them, and a verdict.

Without the add-in no cell is answered, and the sheet says so; that is what the file is built with. `book.answered`
holds what its cells say where Python answers.
"""

from __future__ import annotations

from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

import vdi_sizing
from vdi_sizing.model.figure import in_row
from vdi_sizing.scenario import PARTS
from vdi_templates.workbook.book import Book, CachedValue, grey_out, highlight, put, put_unit, unused_ranges
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, UNIT_ROW
from vdi_templates.workbook.printing import FIRST_PAGE_ALONE, print_first_page
from vdi_templates.workbook.python_checks import Check, checks
from vdi_templates.workbook.styles import GREEN, GREY, RED

SHEET = "Python check"
STATUS_CELL, SUMMARY_CELL = f"A{UNIT_ROW}", f"D{UNIT_ROW}"
NATIVE_ONLY = "no answer from the Python add-in; the formulas do not need it"
NO_ANSWER = "no answer"
NOT_ASKED, AGREES, DIFFERS, REFUSED = "not asked", "agrees", "differs", "refused"
_NOTHING_ASKED = "no figure compared with Python"

_HEADERS = {
    "figure": 50, "unit": 9, "asked of Python": 38, "native formula": 18, "Python": 18, "difference": 14, "verdict": 14
}  # fmt: skip
_SUBTITLE = (
    "The functions of the add-in calculate figures of Sizing and Workings once more. No other sheet needs them. "
    f"{FIRST_PAGE_ALONE}"
)


def write_python_check(book: Book) -> None:
    """The sheet, one block of rows per design."""
    ws = book.sheet(SHEET, SHEET, _SUBTITLE, list(_HEADERS.values()))
    book.master_check(ws)
    (_, *status), _ = engine_texts(book)
    formula = f'=IFERROR("Python "&VDI_VERSION()&" answers","{NATIVE_ONLY}")'
    _answerable(book, STATUS_CELL, formula, *status, "VDI status")
    for letter, header in zip("ABCDEFG", _HEADERS, strict=True):
        put(ws, f"{letter}{HEADER_ROW}", header, "VDI header left" if letter in "ABC" else "VDI header")
    row = FIRST_ROW
    for design in range(book.made_for):
        _write_design(book, row, design)
        row += len(checks()) + 2
    _write_summary(book, ws, row)
    _colour(ws, row)
    ws.freeze_panes = f"A{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    print_first_page(book, ws, row, len(_HEADERS))
    ws.protection.enable()


def engine_texts(book: Book) -> tuple[tuple[str, str, str], ...]:
    """Status and summary: cell, what it says without Python, and with it."""
    asked = sum(map(sum, book.asked))
    return (
        (STATUS_CELL, NATIVE_ONLY, f"Python {vdi_sizing.__version__} answers"),
        (SUMMARY_CELL, _NOTHING_ASKED, f"{asked} of {asked} figures agree"),
    )


def _answerable(
    book: Book, cell: str, formula: str, unanswered: CachedValue, answered: CachedValue, *looks: str
) -> None:
    """A formula whose value depends on whether Python answers."""
    book.formula(book.worksheet(SHEET), cell, formula, unanswered, *looks)
    book.answered[SHEET, cell] = answered


def _write_summary(book: Book, ws: Worksheet, last: int) -> None:
    verdicts = f"$G${FIRST_ROW}:$G${last}"
    agreeing, *others = (f'COUNTIF({verdicts},"{verdict}")' for verdict in (AGREES, DIFFERS, REFUSED))
    count = "+".join((agreeing, *others))
    formula = f'=IF({count}=0,"{_NOTHING_ASKED}",{agreeing}&" of "&{count}&" figures agree")'
    _, (_, *summary) = engine_texts(book)
    _answerable(book, SUMMARY_CELL, formula, *summary, "VDI status")


def _write_design(book: Book, row: int, design: int) -> None:
    """The rows of a design."""
    ws = book.worksheet(SHEET)
    book.name_design(ws, f"A{row}", design, "VDI heading")
    for letter in "BCDEFG":
        put(ws, f"{letter}{row}", None, "VDI heading")
    rows = {}
    for check, asked in zip(checks(), book.asked[design], strict=True):
        row += 1
        rows[check.line] = row
        _write_check(book, row, design, check, asked=asked)
    for part in PARTS:
        grey_out(ws, unused_ranges(rows, part, "D", "D"), f"{in_row(f'{part}_used', str(design + 1))}=0")


def _write_check(book: Book, row: int, design: int, check: Check, *, asked: bool) -> None:
    ws, layout = book.worksheet(SHEET), book.layout
    line = layout.lines[check.line]
    native, python, difference, verdict = (f"{letter}{row}" for letter in "DEFG")
    figure = book.columns[design][check.line]
    put(ws, f"A{row}", line.label, "VDI label")
    put_unit(ws, f"B{row}", line.unit, line.number_format)
    put(ws, f"C{row}", ", ".join(check.functions), "VDI note")
    formula = layout.render(f"{{{check.line}}}", design, SHEET)
    book.formula(ws, native, formula, figure, "VDI link", line.number_format)
    _answerable(
        book, python, layout.render(python_formula(check), design, SHEET),
        NO_ANSWER if asked else NOT_ASKED, float(figure) if asked else NOT_ASKED, "VDI formula", line.number_format,
    )  # fmt: skip
    formula = f'=IF(ISNUMBER({python}),ROUND({python}-{native},6),"")'
    _answerable(book, difference, formula, "", 0.0 if asked else "", "VDI formula", "General")
    near = f"ABS({python}-{native})<=MAX(1E-12,1E-9*ABS({native}))"
    no_number = f'IF(OR({python}="{NOT_ASKED}",${STATUS_CELL[0]}${UNIT_ROW}="{NATIVE_ONLY}"),"{NOT_ASKED}","{REFUSED}")'
    formula = f'=IF(ISNUMBER({python}),IF({near},"{AGREES}","{DIFFERS}"),{no_number})'
    _answerable(book, verdict, formula, NOT_ASKED, AGREES if asked else NOT_ASKED, "VDI formula")


def python_formula(check: Check) -> str:
    """What stands in the cell: the call, and words where nobody answers it or it does not apply."""
    answer = f'IFERROR({check.call},"{NO_ANSWER}")'
    conditions = [f"{{{name}}}" for name in check.needs] + [f'({{{name}}}="")' for name in check.blank]
    return f'IF({"*".join(conditions)}=0,"{NOT_ASKED}",{answer})' if conditions else answer


def _colour(ws: Worksheet, last: int) -> None:
    """Verdicts in their colours; what was not asked steps back."""
    verdict = f"$G{FIRST_ROW}"
    for text, color in ((AGREES, GREEN), (DIFFERS, RED), (REFUSED, RED)):
        highlight(ws, f"G{FIRST_ROW}:G{last}", f'{verdict}="{text}"', font=Font(color=color, bold=True))
    for first, text in (("D", NOT_ASKED), ("E", NO_ANSWER)):
        highlight(ws, f"{first}{FIRST_ROW}:G{last}", f'$E{FIRST_ROW}="{text}"', font=Font(color=GREY))
