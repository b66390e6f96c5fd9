"""The Evidence sheet: each published figure beside ours, with tolerance and verdict."""

from __future__ import annotations

import itertools
import textwrap

from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing.inputs import NO, YES
from vdi_templates.evidence import AGREES, AT_MOST, CASES, DIFFERS, FITTED, LETTERS, Case
from vdi_templates.workbook.book import Book, highlight, put
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.styles import GREEN, RED
from vdi_templates.workbook.widths import for_header

# header -> width; what is printed first, then what ours is made of: the case's inputs stand in the columns a to g
_PRINTED_COLUMNS = {
    "id": 5, "document, place": 16, "figure": 28, "published": 9.5, "ours": 8.5, "unit": 7.5, "difference": 9.5,
    "tolerance": 9, "agrees?": 8, "verdict": 11.5, "why they differ, or what the agreement rests on": 50,
}  # fmt: skip
_COLUMNS = {
    **_PRINTED_COLUMNS, "claim": 7.5, "printed?": 8, "inputs, and how they make ours": 60,
    **dict.fromkeys(LETTERS, 6.8),
}  # fmt: skip
_LETTER_OF = {header: chr(ord("A") + position) for position, header in enumerate(_COLUMNS)}
_WIDTH_OF = {_LETTER_OF[header]: width for header, width in _COLUMNS.items()}
_OURS, _CLAIM, _PUBLISHED, _PRINTED, _UNIT, _DIFFERENCE, _TOLERANCE = (
    _LETTER_OF[header] for header in ("ours", "claim", "published", "printed?", "unit", "difference", "tolerance")
)
_AGREES, _VERDICT, _REASON = (_LETTER_OF[header] for header in list(_PRINTED_COLUMNS)[-3:])
_INPUTS, _LAST = _LETTER_OF["inputs, and how they make ours"], list(_LETTER_OF.values())[-1]
_LEGEND_COLUMN = "D"  # beside the master check
_QUOTED = ("A", "B", _INPUTS)
"""Columns with what documents say, and how: in their own words, and no text of a workbook."""
_LAST_ROW = FIRST_ROW + len(CASES) - 1

_LINE_POINTS, _MARGIN_POINTS = 13.2, 3
_MARGIN_CHARACTERS, _CHARACTERS_PER_WIDTH = 2, 1.3  # of running text; a column's width counts digits of a larger font
BOUND = '"≤ "'
"""Before a published number that ours may be below."""
_FILLS = {AGREES: "EAF4EA", DIFFERS: "FBEAE8"}
_COLORS = {AGREES: GREEN, DIFFERS: RED}

_SUBTITLE = (
    "What five published documents and sizings of today (T) say, and what this model computes from their numbers. "
    "The numbers stand to the right, and are not printed."
)
_LEGEND = (
    "Tolerance: half a unit of the last printed digit, or as the reason says. ≤: ours may be below it. In italics: "
    "follows from printed figures. Red: differs."
)


def write_evidence(book: Book) -> None:
    """The sheet with all cases; its numbers are its own, not the customer's."""
    ws = book.sheet("Evidence", "Evidence", _SUBTITLE, _widths(book))
    book.master_check(ws)
    _write_summary(book, ws)
    put(ws, f"{_LEGEND_COLUMN}{HEADER_ROW - 2}", _LEGEND, "VDI subtitle")
    for header, letter in _LETTER_OF.items():
        put(ws, f"{letter}{HEADER_ROW}", header, "VDI header")
    ws.row_dimensions[HEADER_ROW].height = _LINE_POINTS + _MARGIN_POINTS
    for row, case in enumerate(CASES, start=FIRST_ROW):
        _write_texts(book, ws, row, case)
        _write_numbers(book, ws, row, case)
    _colour_rows(ws)
    ws.freeze_panes = f"B{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    ws.print_area = f"A1:{_REASON}{_LAST_ROW}"
    ws.protection.enable()


def place_of(case: Case, header: str) -> str:
    """Where it stands what the sheet says of a case in the column of a header."""
    return f"Evidence!${_LETTER_OF[header]}${FIRST_ROW + CASES.index(case)}"


def _widths(book: Book) -> list[float]:
    """No word of a header, a claim or a verdict is cut in two."""
    said = book.made.brand.translation
    short: dict[str, set[str]] = {
        "claim": {case.claim for case in CASES}, "agrees?": {AGREES, DIFFERS},
        "verdict": {case.verdict for case in CASES}, "unit": {case.unit for case in CASES},
    }  # fmt: skip
    return [
        max(for_header(said, text, width) for text in (header, *short.get(header, ())))
        for header, width in _COLUMNS.items()
    ]


def _write_summary(book: Book, ws: Worksheet) -> None:
    """What agrees by itself, what was fitted to do so, and what no document prints: told apart."""

    def cells(letter: str) -> str:
        return f"{letter}{FIRST_ROW}:{letter}{_LAST_ROW}"

    printed, agrees = (f'{cells(_PRINTED)},"{YES}"', f'{cells(_AGREES)},"{AGREES}"')
    derived, fitted = (f'{cells(_PRINTED)},"{NO}"', f'{cells(_VERDICT)},"{FITTED}"')
    parts = (
        (f'COUNTIFS({printed},{agrees},{cells(_VERDICT)},"<>{FITTED}")', " of "),
        (f"COUNTIFS({printed})", " printed figures agree, "),
        (f"COUNTIFS({printed},{agrees},{fitted})", " more after fitting, "),
        (f'COUNTIFS({printed},{cells(_AGREES)},"{DIFFERS}")', " differ; of "),
        (f"COUNTIFS({derived})", " that follow from printed ones, "),
        (f"COUNTIFS({derived},{agrees})", " agree"),
    )
    formula = "=" + "&".join(f'{count}&"{words}"' for count, words in parts)
    book.formula(ws, f"A{HEADER_ROW - 1}", formula, summary(), "VDI status")


def summary() -> str:
    """The verdicts counted."""
    agreeing = [case for case in CASES if case.computed == AGREES]
    printed = sum(case.printed for case in CASES)
    fitted = sum(case.printed and case.verdict == FITTED for case in agreeing)
    alone = sum(case.printed for case in agreeing) - fitted
    return (
        f"{alone} of {printed} printed figures agree, {fitted} more after fitting, {printed - alone - fitted} differ; "
        f"of {len(CASES) - printed} that follow from printed ones, {sum(not case.printed for case in agreeing)} agree"
    )


def _write_texts(book: Book, ws: Worksheet, row: int, case: Case) -> None:
    """The words, in a row that is high enough for them: no spreadsheet fits rows when it opens a file."""
    inputs = ", ".join(f"{letter} {label}" for letter, label in zip(LETTERS, case.inputs, strict=False))
    texts = {
        "A": case.id, "B": f"{case.document}, {case.place}", "C": case.what, _INPUTS: f"{inputs}\n{case.how}",
        _CLAIM: case.claim, _PRINTED: YES if case.printed else NO, _UNIT: case.unit,
        _VERDICT: case.verdict, _REASON: case.reason,
    }  # fmt: skip
    for letter, text in texts.items():
        kind = "VDI cell centred" if letter in (_CLAIM, _PRINTED, _UNIT, _VERDICT) else "VDI cell text"
        put(ws, f"{letter}{row}", text or None, kind)
        if letter in _QUOTED:
            book.workbook.quoted.add((ws.title, f"{letter}{row}"))
    said = book.made.brand.translation.text
    lines = max(
        _lines(text if letter in _QUOTED or not text else said(text), _WIDTH_OF[letter])
        for letter, text in texts.items()
    )
    ws.row_dimensions[row].height = lines * _LINE_POINTS + _MARGIN_POINTS


def _write_numbers(book: Book, ws: Worksheet, row: int, case: Case) -> None:
    cells = {letter: f"{_LETTER_OF[letter]}{row}" for letter in LETTERS}
    for letter, value in itertools.zip_longest(LETTERS, case.inputs.values()):
        put(ws, cells[letter], value, "VDI cell number")
    ours, published, difference = (f"{letter}{row}" for letter in (_OURS, _PUBLISHED, _DIFFERENCE))
    looks = "VDI cell number", case.number_format
    if case.formula:
        book.formula(ws, ours, "=" + case.formula.format_map(cells), case.ours, *looks)
    else:
        put(ws, ours, case.ours, *looks)
    kind = "VDI cell number" if case.printed else "VDI cell derived"
    bound = BOUND if case.claim == AT_MOST else ""
    put(ws, published, case.published, kind, f"{bound}{as_printed(case, case.published)}")
    put(ws, f"{_TOLERANCE}{row}", case.tolerance, "VDI cell number", as_printed(case, case.tolerance))
    book.formula(ws, difference, f"={ours}-{published}", case.difference, "VDI cell number", _of_difference(case))
    off = f'IF({_CLAIM}{row}="{AT_MOST}",{difference},ABS({difference}))'
    agrees = f'=IF(ROUND({off}-{_TOLERANCE}{row},9)<=0,"{AGREES}","{DIFFERS}")'
    book.formula(ws, f"{_AGREES}{row}", agrees, case.computed, "VDI cell centred")


def _of_difference(case: Case) -> str:
    """The number format of ours, with as many decimals as the document prints: 78 and 77.7 differ by 0.3."""
    ours, published = (len(text.partition(".")[2]) for text in (case.number_format, f"{case.published:.9g}"))
    if case.number_format.endswith("%") or published <= ours:
        return case.number_format
    return f"0.{'0' * published}"


def as_printed(case: Case, value: float) -> str:
    """The number format that shows just the digits of a value."""
    if not case.number_format.endswith("%"):
        return "General"
    decimals = f"{100 * value:.9g}".partition(".")[2]
    return f"0.{'0' * len(decimals)}%" if decimals else "0%"


def _lines(text: str, width: float) -> int:
    characters = int(width * _CHARACTERS_PER_WIDTH) - _MARGIN_CHARACTERS
    return sum(
        len(textwrap.wrap(paragraph, characters)) if len(paragraph) > characters else 1
        for paragraph in text.split("\n")
    )


def _colour_rows(ws: Worksheet) -> None:
    # The bold verdict first: LibreOffice applies one rule to a cell, the first that holds.
    verdict, whole = (f"{first}{FIRST_ROW}:{last}{_LAST_ROW}" for first, last in ((_AGREES, _VERDICT), ("A", _LAST)))
    for result in (AGREES, DIFFERS):
        condition = f'${_AGREES}{FIRST_ROW}="{result}"'
        fill = PatternFill("solid", fgColor=_FILLS[result], bgColor=_FILLS[result])
        highlight(ws, verdict, condition, font=Font(color=_COLORS[result], bold=True), fill=fill)
        highlight(ws, whole, condition, fill=fill)
