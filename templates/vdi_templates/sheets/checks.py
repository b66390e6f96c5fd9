"""The Checks sheet: 0/1 cells, summed to the master check that every sheet shows."""

from __future__ import annotations

from vdi_sizing.sizing import CHECKS, WARNINGS
from vdi_templates.book import Book, put
from vdi_templates.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.sheets.tables import TABLES

_HEADING_ROW = FIRST_ROW + 1
_LONGEST_TABLE = 500


def write_checks(book: Book) -> None:
    """The sheet with all checks."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.designs)]
    ws = book.sheet(
        "Checks", "Checks", "1 holds, 0 does not. A warning leaves the answer standing; an error does not.",
        [62, 10, 40, *[24] * layout.designs],
    )  # fmt: skip
    put(ws, f"A{HEADER_ROW}", "Master check", "VDI total label")
    for letter, text in zip("ABC", ("check of each design", "", "kind"), strict=True):
        put(ws, f"{letter}{_HEADING_ROW}", text, "VDI header left")
    for i, column in enumerate(columns):
        formula = layout.render("{design.name}", i, "Checks")
        book.formula(ws, f"{column}{_HEADING_ROW}", formula, book.scenario.designs[i].name, "VDI header")
    first = row = _HEADING_ROW + 1
    for name, label in CHECKS.items():
        put(ws, f"A{row}", label, "VDI label")
        put(ws, f"C{row}", "warning" if name in WARNINGS else "error", "VDI note")
        for i, column in enumerate(columns):
            formula = layout.render(f"{{check_{name}}}", i, "Checks")
            book.formula(ws, f"{column}{row}", formula, book.sizing.designs[i][f"check_{name}"], "VDI link", "0")
        row += 1
    last = row - 1
    row = _write_tables(book, row + 1)
    tables = f"$D${row - len(TABLES)}:$D${row - 1}"
    designs = f"${columns[0]}${first}:${columns[-1]}${last}"
    expected = len(CHECKS) * layout.designs
    master = (
        f'IF(COUNT({designs})+COUNT({tables})<{expected + len(TABLES)},"Checks: ERRORS",'
        f'IF(SUM({{all.errors}})+{len(TABLES)}-SUM({tables})>0,"Checks: ERRORS",'
        'IF(SUM({all.warnings})>0,"Checks: passed, with warnings","Checks: all passed")))'
    )
    book.formula(ws, f"D{HEADER_ROW}", layout.render(master, 0, "Checks"), book.master_text, "VDI total", "@")
    book.colour_status(ws, f"D{HEADER_ROW}")
    ws.freeze_panes = f"{columns[0]}{_HEADING_ROW + 1}"
    ws.protection.enable()


def _write_tables(book: Book, row: int) -> int:
    """A row typed directly below a table is not in it: a spreadsheet may silently leave it out."""
    ws = book.worksheet("Checks")
    put(ws, f"A{row}", "nothing stands below the table", "VDI header left")
    put(ws, f"D{row}", "holds", "VDI header")
    for table in TABLES:
        row += 1
        column = next(iter(table.columns.values())).label
        put(ws, f"A{row}", table.sheet, "VDI label")
        put(ws, f"C{row}", "error", "VDI note")
        whole = f"{table.sheet}!$A${FIRST_ROW}:$A${_LONGEST_TABLE}"
        formula = f"=IF(COUNTA({whole})=COUNTA({table.sheet}[{column}]),1,0)"
        book.formula(ws, f"D{row}", formula, 1.0, "VDI formula", "0")
    return row + 1
