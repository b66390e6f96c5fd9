"""The Evidence sheet: each published figure beside ours, with tolerance and verdict."""

from __future__ import annotations

import textwrap

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from vdi_templates.book import Book, put
from vdi_templates.evidence import AGREES, AT_MOST, CASES, DIFFERS, LETTERS, Case
from vdi_templates.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.styles import GREEN, GRID, RED

# (header, width); the inputs a, b, c ... stand in the columns between the first and the second group
_TEXTS = (
    ("id", 5.5),
    ("document, place", 17),
    ("published figure", 27),
    ("inputs, and how they make ours", 40),
)
_INPUT_WIDTH = 7.5
_RESULTS = (
    ("ours", 10), ("claim", 8), ("published", 10), ("unit", 7), ("difference", 10), ("tolerance", 9.5),
    ("agrees?", 9), ("verdict", 11.5), ("why they differ, or what the agreement rests on", 52),
)  # fmt: skip
_COLUMNS = (*_TEXTS, *((letter, _INPUT_WIDTH) for letter in LETTERS), *_RESULTS)
_LAST_ROW = FIRST_ROW + len(CASES) - 1

_LINE_POINTS, _MARGIN_POINTS = 13.5, 4
_LINE = Border(bottom=Side(style="thin", color=GRID))
_PALE_GREEN, _PALE_RED = "EAF4EA", "FBEAE8"


def _column(header: str) -> str:
    return chr(ord("A") + [name for name, _ in _COLUMNS].index(header))


_OURS, _CLAIM, _PUBLISHED, _UNIT, _DIFFERENCE, _TOLERANCE, _AGREES, _VERDICT, _WHY = (
    _column(header) for header, _ in _RESULTS
)


def write_evidence(book: Book) -> None:
    """The sheet with all cases; its numbers are its own, not the customer's."""
    subtitle = "What five published documents print, and what this model computes from their own numbers."
    ws = book.sheet("Evidence", "Evidence", subtitle, [width for _, width in _COLUMNS])
    book.master_check(ws, f"{_column('a')}2")
    put(
        ws, f"{_OURS}1",
        "Tolerance: half a unit of the last printed digit, a whole one where the document says about; what else "
        "was taken is said on the right.",
        "VDI subtitle",
    )  # fmt: skip
    put(
        ws, f"{_OURS}2",
        "Published figures in brackets are not printed: they follow from printed ones. A row in red differs; its "
        "reason says who errs.",
        "VDI subtitle",
    )  # fmt: skip
    _write_summary(book, ws)
    for position, (header, _) in enumerate(_COLUMNS):
        put(ws, f"{chr(ord('A') + position)}{HEADER_ROW}", header, "VDI header")
    ws.row_dimensions[HEADER_ROW].height = 18
    for row, case in enumerate(CASES, start=FIRST_ROW):
        _write_case(book, ws, row, case)
    _colour_rows(ws)
    ws.freeze_panes = f"B{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    ws.protection.enable()


def _write_summary(book: Book, ws: Worksheet) -> None:
    verdicts = f"{_AGREES}{FIRST_ROW}:{_AGREES}{_LAST_ROW}"
    formula = (
        f'=COUNTIF({verdicts},"{AGREES}")&" of "&COUNTA({verdicts})&" published figures agree, "'
        f'&COUNTIF({verdicts},"{DIFFERS}")&" differ"'
    )
    agreeing = sum(case.computed == AGREES for case in CASES)
    text = f"{agreeing} of {len(CASES)} published figures agree, {len(CASES) - agreeing} differ"
    book.formula(ws, f"A{HEADER_ROW - 1}", formula, text, "VDI status")


def _write_case(book: Book, ws: Worksheet, row: int, case: Case) -> None:
    inputs = dict(zip(LETTERS, case.inputs.items(), strict=False))
    labels = ", ".join(f"{letter} {label}" for letter, (label, _) in inputs.items())
    texts = (case.id, f"{case.seed}, {case.place}", case.what, f"{labels}\n{case.how}")
    for position, text in enumerate(texts):
        put(ws, f"{chr(ord('A') + position)}{row}", text, "VDI text")
    cells = {letter: f"{_column(letter)}{row}" for letter in LETTERS}
    for letter in LETTERS:
        put(ws, cells[letter], inputs[letter][1] if letter in inputs else None, "VDI label", "General")
    if case.formula:
        formula = "=" + case.formula.format_map(cells)
        book.formula(ws, f"{_OURS}{row}", formula, case.ours, "VDI formula", case.number_format)
    else:
        put(ws, f"{_OURS}{row}", case.ours, "VDI formula", case.number_format)
    _write_comparison(book, ws, row, case)
    for text, column in (
        (case.claim, _CLAIM),
        (case.unit, _UNIT),
        (case.verdict, _VERDICT),
        (case.reason, _WHY),
    ):
        put(ws, f"{column}{row}", text or None, "VDI text")
    for column, _ in enumerate(_COLUMNS, start=1):
        cell = ws.cell(row, column)
        cell.border = _LINE
        cell.alignment = Alignment(
            horizontal=cell.alignment.horizontal, vertical="top", wrap_text=cell.style == "VDI text"
        )
    ws.row_dimensions[row].height = _height(ws, row)


def _write_comparison(book: Book, ws: Worksheet, row: int, case: Case) -> None:
    percent = case.number_format.endswith("%")
    printed = "0.##%" if percent else "General"
    put(
        ws, f"{_PUBLISHED}{row}", case.published, "VDI label", printed if case.printed else f'"("{printed}")"'
    )  # fmt: skip
    put(ws, f"{_TOLERANCE}{row}", case.tolerance, "VDI label", printed)
    book.formula(
        ws, f"{_DIFFERENCE}{row}", f"={_OURS}{row}-{_PUBLISHED}{row}", case.difference, "VDI formula",
        case.number_format,
    )  # fmt: skip
    off = f'IF({_CLAIM}{row}="{AT_MOST}",{_DIFFERENCE}{row},ABS({_DIFFERENCE}{row}))'
    formula = f'=IF(ROUND({off}-{_TOLERANCE}{row},9)<=0,"{AGREES}","{DIFFERS}")'
    book.formula(ws, f"{_AGREES}{row}", formula, case.computed, "VDI formula text", "@")


def _height(ws: Worksheet, row: int) -> float:
    """Points that the longest text of a row needs: neither Excel nor LibreOffice fits rows on opening."""
    lines = max(
        sum(
            len(textwrap.wrap(part, int(width))) for part in str(ws.cell(row, column).value or "").split("\n")
        )
        for column, (_, width) in enumerate(_COLUMNS, start=1)
        if ws.cell(row, column).style == "VDI text"
    )
    return lines * _LINE_POINTS + _MARGIN_POINTS


def _colour_rows(ws: Worksheet) -> None:
    rows = f"A{FIRST_ROW}:{_WHY}{_LAST_ROW}"
    verdicts = f"{_AGREES}{FIRST_ROW}:{_VERDICT}{_LAST_ROW}"
    for text, fill, color in ((AGREES, _PALE_GREEN, GREEN), (DIFFERS, _PALE_RED, RED)):
        condition = f'${_AGREES}{FIRST_ROW}="{text}"'
        ws.conditional_formatting.add(verdicts, FormulaRule([condition], font=Font(color=color, bold=True)))
        ws.conditional_formatting.add(
            rows, FormulaRule([condition], fill=PatternFill("solid", bgColor=fill, fgColor=fill))
        )
