"""The Checks sheet: 0/1 cells, summed to the master check that every sheet shows."""

from __future__ import annotations

from openpyxl.styles import Font, PatternFill

from vdi_sizing.model.check import Warning
from vdi_sizing.model.checks import CHECKS
from vdi_sizing.words import NONE
from vdi_templates.workbook.book import Book, fit_row, highlight, put
from vdi_templates.workbook.input_checks import input_checks
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.printing import print_columns
from vdi_templates.workbook.styles import AMBER, AMBER_FILL, RED, RED_FILL

_HEADING_ROW = FIRST_ROW + 1
_VERDICT = '"holds";;"does not hold"'  # of 1 and 0
_WIDTHS, _DESIGN_WIDTH = [92, 52, 10], 28


def write_checks(book: Book) -> None:
    """The sheet with all checks."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.design_columns)]
    ws = book.sheet(
        "Checks", "Checks", "A check is 1 (holds) or 0. A warning leaves the answer standing; an error does not.",
        [*_WIDTHS, *[_DESIGN_WIDTH] * layout.design_columns],
    )  # fmt: skip
    put(ws, f"A{HEADER_ROW}", "Master check", "VDI total label")
    for letter, text in zip("ABC", ("check of each design", "what to do where it does not hold", "kind"), strict=True):
        put(ws, f"{letter}{_HEADING_ROW}", text, "VDI header left")
    for i, column in enumerate(columns):
        book.name_design(ws, f"{column}{_HEADING_ROW}", i)
    fit_row(ws, _HEADING_ROW, *((design.name, _DESIGN_WIDTH) for design in book.scenario.designs))
    first = row = _HEADING_ROW + 1
    book.stand_back(ws, _HEADING_ROW, _HEADING_ROW + len(CHECKS))
    for check in CHECKS:
        put(ws, f"A{row}", check.label, "VDI label wrapped")
        remedy = f"{check.remedy} Its word: {check.key}" if isinstance(check, Warning) else check.remedy
        put(ws, f"B{row}", remedy, "VDI note")
        put(ws, f"C{row}", check.kind, "VDI note")
        fit_row(ws, row, (check.label, _WIDTHS[0]), (remedy, _WIDTHS[1]))
        for i, column in enumerate(columns):
            formula = layout.render(f"{{{check.name}}}", i, "Checks")
            book.formula(ws, f"{column}{row}", formula, book.columns[i][check.name], "VDI link", _VERDICT)
        row += 1
    last = row - 1
    row, of_inputs = _write_input_checks(book, row + 1)
    _sum_up_inputs(book, last + 1, row, of_inputs)
    designs = f"${columns[0]}${first}:${columns[-1]}${last}"
    master = (
        f'IF(COUNT({designs})<{len(CHECKS) * layout.design_columns},"Checks: ERRORS",'
        'IF(SUM({all.errors})>0,"Checks: ERRORS",'
        'IF(SUM({all.warnings})>0,"Checks: passed, with warnings","Checks: all passed")))'
    )
    book.formula(ws, f"D{HEADER_ROW}", layout.render(master, 0, "Checks"), book.master_text, "VDI total", "@")
    book.colour_status(ws, f"D{HEADER_ROW}")
    _mark_what_fails(book, f"{columns[0]}{first}:{columns[-1]}{row}")
    ws.freeze_panes = f"{columns[0]}{_HEADING_ROW + 1}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    print_columns(book, ws, row)
    ws.protection.enable()


def _write_input_checks(book: Book, row: int) -> tuple[int, int]:
    """What must hold in the cells of the input sheets: the last row, and how many checks there are."""
    ws, count = book.worksheet("Checks"), 0
    for sheet, checks in input_checks(book.layout).items():
        put(ws, f"A{row}", f"cells of the sheet {sheet}", "VDI header left")
        for letter, text in zip("BCD", ("where to mend it", "kind", "holds"), strict=True):
            put(ws, f"{letter}{row}", text, "VDI header" if letter == "D" else "VDI header left")
        for check in checks:
            row += 1
            put(ws, f"A{row}", check.label, "VDI label wrapped")
            fit_row(ws, row, (check.label, _WIDTHS[0]))
            put(ws, f"B{row}", f"on the sheet {sheet}", "VDI note")
            put(ws, f"C{row}", "error", "VDI note")
            book.formula(ws, f"D{row}", check.formula, 1.0, "VDI formula", _VERDICT)
        count += len(checks)
        row += 2
    return row - 2, count


def _sum_up_inputs(book: Book, first: int, last: int, checks: int) -> None:
    """How many checks of inputs fail, and which is the first: by both an input that is not valid voids the answers."""
    ws = book.worksheet("Checks")
    holds = f"$D${first}:$D${last}"
    at = f"MATCH(0,{holds},0)"
    named = f'INDEX($A${first}:$A${last},{at})&", "&INDEX($B${first}:$B${last},{at})'
    put(ws, f"A{FIRST_ROW}", "cells of the input sheets: how many checks fail, and the first of them", "VDI label")
    first_of_them = f'=IF($D${FIRST_ROW}=0,"{NONE}",IFERROR({named},"a check is an error value"))'
    book.formula(ws, f"B{FIRST_ROW}", first_of_them, NONE, "VDI note")
    book.formula(ws, f"D{FIRST_ROW}", f"={checks}-COUNTIF({holds},1)", 0.0, "VDI formula", "0")
    highlight(
        ws, f"A{FIRST_ROW}:D{FIRST_ROW}", f"$D${FIRST_ROW}>0", font=Font(color=RED, bold=True),
        fill=PatternFill("solid", bgColor=RED_FILL),
    )  # fmt: skip


def _mark_what_fails(book: Book, cells: str) -> None:
    """A 0 among many 1 has to be seen; an error value is one too."""
    first = cells.partition(":")[0]
    fails = f"IF(ISERROR({first}),TRUE,IF(ISNUMBER({first}),{first}<>1,FALSE))"
    for kind, color, fill in (("error", RED, RED_FILL), ("warning", AMBER, AMBER_FILL)):
        looks = {"font": Font(color=color, bold=True), "fill": PatternFill("solid", bgColor=fill)}
        highlight(book.worksheet("Checks"), cells, f'IF($C{first[1:]}="{kind}",{fails},FALSE)', **looks)
