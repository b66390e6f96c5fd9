"""The Start sheet: what this is, how to use it, and the answer in one table."""

from __future__ import annotations

from collections.abc import Mapping

import vdi_sizing
from vdi_sizing.words import DASH
from vdi_templates.evidence import CASES
from vdi_templates.workbook.book import Book, colour_answers, fit_row, put, put_unit
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.printing import print_columns
from vdi_templates.workbook.sheets.python_check import SHEET as PYTHON_CHECK
from vdi_templates.workbook.sheets.python_check import engine_texts

_PURPOSE = (
    "How many drives, how many virtual desktops (VMs), and how many EUR per VM: for HDD, SSD and hybrid storage "
    "side by side.",
    "Enter a customer's numbers on the yellow cells; all results are formulas that you can trace.",
    "To hand over, print Report and Comparison; the other sheets are for reference.",
)
_STEPS = (
    "Users: one row per user group. IOPS and read shares per phase, RAM, GB. Blank means not given.",
    "Designs: one column per design. Name drives and RAID levels; leave the number of drives blank to have it counted.",
    "Prices and Bill: the price list, and which parts a design is made of. Settings: price list, date, VAT, rounding.",
    "Checks: look at the master check. An error must be mended, a warning must be known.",
    "Report: the page to hand over. Comparison: the detail. Sizing and Cost show where each number comes from.",
)
_COLOURS = (
    ("VDI input", "input: yours to change"),
    ("VDI formula", "formula"),
    ("VDI link", "taken from another sheet"),
    ("VDI result", "result"),
    ("VDI unused", "tier or cache that a design does not use"),
)
_LABELS = {
    "[exact]": "a theorem, or mere arithmetic",
    "[sim]": "checked by simulation",
    "[fit]": "a parameter fitted to a published case",
    "[src]": "from a source",
    "[mine]": "derived for this model",
}
_ENGINE = (
    f"Every number is a native formula, but for {sum(not case.formula for case in CASES)} rows of Evidence. "
    "Where the add-in answers, Python calculates them once more."
)
_NOTE_WIDTH, _DESIGN_WIDTH = 36, 26
_HEADLINE = ("vms_per_block", "limited_by", "blocks", "drives_total", "eur_per_user", "eur_per_vm")


def write_start(book: Book, sheets: Mapping[str, Mapping[str, str]]) -> None:
    """The cover, with a map of the `sheets`, under headings: what each is for."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.design_columns)]
    ws = book.sheet(
        "Start",
        "VDI sizing",
        f"version {vdi_sizing.__version__}",
        [34, 12, _NOTE_WIDTH, *[_DESIGN_WIDTH] * layout.design_columns],
    )
    book.master_check(ws)
    last = columns[-1]
    row = _paragraph(book, HEADER_ROW, "Purpose", _PURPOSE, last)
    row = _paragraph(book, row + 1, "Five steps", [f"{n}. {text}" for n, text in enumerate(_STEPS, 1)], last)
    row = _headline(book, row + 1, columns)
    _legend(book, row)
    row = _map(book, row, sheets)
    put(ws, f"A{row}", "Engine", "VDI header left")
    put(ws, f"B{row}", _ENGINE, "VDI label")
    for cell, value, answered in engine_texts(book):
        row += 1
        book.formula(ws, f"B{row}", f"='{PYTHON_CHECK}'!{cell}", value, "VDI label")
        book.answered["Start", f"B{row}"] = answered
    ws.freeze_panes = "A4"
    ws.page_setup.fitToHeight = 1
    print_columns(book, ws, row)
    ws.protection.enable()


def _paragraph(book: Book, row: int, title: str, texts: tuple[str, ...] | list[str], last: str) -> int:
    ws = book.worksheet("Start")
    put(ws, f"A{row}", title, "VDI header left")
    for text in texts:
        row += 1
        put(ws, f"A{row}", text, "VDI label")
    return row + 1


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
        fit_row(ws, row, (line.note, _NOTE_WIDTH), *((text, _DESIGN_WIDTH) for text in words))
        for i, column in enumerate(columns):
            formula = layout.render_answer(name, i, "Start")
            book.formula(ws, f"{column}{row}", formula, book.columns[i].shown(name), "VDI result", line.number_format)
    colour_answers(ws, f"{columns[0]}{row - len(_HEADLINE) + 1}:{columns[-1]}{row}")
    return row + 2


def _map(book: Book, row: int, sheets: Mapping[str, Mapping[str, str]]) -> int:
    """A link to each sheet, and what it is for."""
    ws = book.worksheet("Start")
    for heading, purposes in sheets.items():
        put(ws, f"A{row}", heading, "VDI header left")
        for name, purpose in purposes.items():
            row += 1
            book.link(ws, f"A{row}", name)
            put(ws, f"B{row}", purpose, "VDI label")
        row += 2
    return row


def _legend(book: Book, row: int) -> None:
    """Beside the map: what colours and labels mean."""
    ws = book.worksheet("Start")
    put(ws, f"D{row}", "Colours", "VDI header left")
    for style, text in _COLOURS:
        row += 1
        put(ws, f"D{row}", 45 if style == "VDI input" else DASH if style == "VDI unused" else 123, style, "#,##0")
        put(ws, f"E{row}", text, "VDI label")
    row += 2
    put(ws, f"D{row}", "Labels of formulas", "VDI header left")
    for label, text in _LABELS.items():
        row += 1
        put(ws, f"D{row}", label, "VDI label")
        put(ws, f"E{row}", text, "VDI label")
