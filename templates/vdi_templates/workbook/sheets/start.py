"""The Start sheet: the answer in one table, what is still open, how to go on, and what this is."""

from __future__ import annotations

from collections.abc import Mapping

from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.pagebreak import Break

import vdi_sizing
from vdi_sizing.words import DASH
from vdi_templates.evidence import CASES
from vdi_templates.workbook.book import LINE_POINTS, Book, colour_answers, fit_row, put, put_unit
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.printing import print_columns
from vdi_templates.workbook.sheets.checks import LIST_POINTS, still_open

_PURPOSE = (
    "How many drives, how many virtual desktops (VMs), and how many EUR per VM: for HDD, SSD and hybrid storage "
    "side by side.",
    "Enter a customer's numbers on the yellow cells, step by step; all results are formulas that you can trace.",
)
_COLOURS = (
    ("VDI input", "input: yours to change"),
    ("VDI formula", "formula"),
    ("VDI link", "from another sheet; in ink on Report, Comparison"),
    ("VDI result", "result"),
    ("VDI unused", "tier or cache that is not used"),
)
_LABELS = {
    "[exact]": "a theorem, or mere arithmetic",
    "[sim]": "checked by simulation",
    "[fit]": "fitted to a published case",
    "[src]": "from a source",
    "[mine]": "derived for this model",
}
_ENGINE = f"Every number is a native formula, but for {sum(not case.formula for case in CASES)} rows of Evidence."
_STILL_OPEN = 3
"""Lines of what does not hold; Checks lists twice as many."""
_NOTE_WIDTH, _DESIGN_WIDTH = 40, 21
"""So that four designs stand on the screen of a laptop, and notes in one line: the way through stands there too."""
_NOTE_FITS = 44  # of characters of the usual type: notes are smaller
_SENTENCE_POINTS = 2 * LINE_POINTS + 3
_HEADLINE = (
    "vms_per_block", "limited_by", "blocks", "drives_total", "counted", "eur_per_user", "total_eur_per_user",
    "eur_per_vm",
)  # fmt: skip


def write_start(book: Book, steps: Mapping[str, str], behind: Mapping[str, str]) -> None:
    """The cover: the answer, the `steps`, what is open, and a map of the sheets `behind`, with what each is for."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.design_columns)]
    ws = book.sheet(
        "Start",
        "VDI sizing",
        f"version {vdi_sizing.__version__}",
        [34, 12, _NOTE_WIDTH, *[_DESIGN_WIDTH] * layout.design_columns],
    )
    book.master_check(ws)
    _recommendation(book, HEADER_ROW - 1)
    row = _headline(book, HEADER_ROW, columns)
    numbered = {sheet: f"{number}. {text}" for number, (sheet, text) in enumerate(steps.items(), 1)}
    row = _sheets(book, row, "The way through", numbered)
    row = _still_open(book, row)
    ws.row_breaks.append(Break(row - 1))
    _legend(book, row)
    row = _sheets(book, row, "Behind it", behind)
    row = _purpose(book, row)
    put(ws, f"A{row}", "Engine", "VDI header left")
    put(ws, f"B{row}", _ENGINE, "VDI label")
    ws.freeze_panes = "A4"
    print_columns(book, ws, row)
    ws.protection.enable()


def _purpose(book: Book, row: int) -> int:
    ws = book.worksheet("Start")
    put(ws, f"A{row}", "Purpose", "VDI header left")
    for text in _PURPOSE:
        row += 1
        put(ws, f"A{row}", text, "VDI label")
    return row + 2


def _recommendation(book: Book, row: int) -> None:
    """Which design is recommended, or why none is, as the page to hand over says it."""
    ws, name = book.worksheet("Start"), "recommendation"
    formula = book.layout.render(f"{{{name}}}", 0, "Start")
    book.formula(ws, f"A{row}", formula, book.sizing.designs[0][name], "VDI row verdict")
    ws.merged_cells.add(f"A{row}:{book.layout.column(2)}{row}")
    ws.row_dimensions[row].height = _SENTENCE_POINTS


def _headline(book: Book, row: int, columns: list[str]) -> int:
    ws, layout = book.worksheet("Start"), book.layout
    fit_row(ws, row, *((design.name, _DESIGN_WIDTH) for design in book.scenario.designs))
    put(ws, f"A{row}", "The answer", "VDI header left")
    put(ws, f"B{row}", "unit", "VDI header left")
    put(ws, f"C{row}", "note", "VDI header left")
    for i, column in enumerate(columns):
        book.name_design(ws, f"{column}{row}", i)
    book.stand_back(ws, row, row + len(_HEADLINE))
    for name in _HEADLINE:
        row += 1
        line = layout.lines[name]
        put(ws, f"A{row}", line.label, "VDI label")
        put_unit(ws, f"B{row}", line.unit, line.number_format)
        put(ws, f"C{row}", line.note, "VDI note")
        words = [value for design in book.sizing.designs if isinstance(value := design.shown(name), str)]
        fit_row(ws, row, (line.note, _NOTE_FITS), *((text, _DESIGN_WIDTH) for text in words))
        for i, column in enumerate(columns):
            formula = layout.render_answer(name, i, "Start")
            book.formula(ws, f"{column}{row}", formula, book.columns[i].shown(name), "VDI result", line.number_format)
    colour_answers(ws, f"{columns[0]}{row - len(_HEADLINE) + 1}:{columns[-1]}{row}")
    return row + 2


def _still_open(book: Book, row: int) -> int:
    """What Checks lists first: a line each, which leads there."""
    ws = book.worksheet("Start")
    put(ws, f"A{row}", "Open or acknowledged, errors first", "VDI header left")
    for position in range(_STILL_OPEN):
        row += 1
        at, formula, text = still_open(book, position)
        book.formula(ws, f"A{row}", formula, text, "VDI line link")
        book.links.setdefault(ws.title, []).append(Hyperlink(ref=f"A{row}", location=f"'Checks'!A{at}"))
        ws.merged_cells.add(f"A{row}:{book.layout.column(2)}{row}")
        ws.row_dimensions[row].height = LIST_POINTS
    return row + 2


def _sheets(book: Book, row: int, heading: str, purposes: Mapping[str, str]) -> int:
    """A link to each sheet, and what it is for."""
    ws = book.worksheet("Start")
    put(ws, f"A{row}", heading, "VDI header left")
    for name, purpose in purposes.items():
        row += 1
        book.link(ws, f"A{row}", name)
        put(ws, f"B{row}", purpose, "VDI label")
    return row + 2


def _legend(book: Book, row: int) -> None:
    """Beside the map: what colours and labels mean."""
    ws = book.worksheet("Start")
    put(ws, f"E{row}", "Colours", "VDI header left")
    for style, text in _COLOURS:
        row += 1
        put(ws, f"E{row}", 45 if style == "VDI input" else DASH if style == "VDI unused" else 123, style, "#,##0")
        put(ws, f"F{row}", text, "VDI label indented")
    row += 2
    put(ws, f"E{row}", "Labels of formulas", "VDI header left")
    for label, text in _LABELS.items():
        row += 1
        put(ws, f"E{row}", label, "VDI label")
        put(ws, f"F{row}", text, "VDI label indented")
