"""The Sizing sheet, every line of the model with one column per design, and Workings behind it."""

from __future__ import annotations

from vdi_templates.book import Book, put
from vdi_templates.layout import FIRST_ROW, HEADER_ROW

_TITLES = {
    "Sizing": ("Sizing", "Every figure of the model; each row is one formula."),
    "Workings": ("Workings", "What the response times are worked out from: each step of the iteration is a row."),
}


def write_lines(book: Book, sheet: str) -> None:
    """A sheet with its lines."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.designs)]
    ws = book.sheet(sheet, *_TITLES[sheet], [46, 9, 46, *[20] * layout.designs])
    book.master_check(ws)
    for letter, text in zip("ABC", ("figure", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    for i, column in enumerate(columns):
        book.formula(
            ws,
            f"{column}{HEADER_ROW}",
            layout.render("{design.name}", i, sheet),
            book.scenario.designs[i].name,
            "VDI header",
        )
    for section in layout.sections:
        if section.sheet != sheet:
            continue
        _, row = layout.line_rows[section.title]
        for letter in ("A", "B", "C", *columns):
            put(ws, f"{letter}{row}", section.title if letter == "A" else None, "VDI heading")
        for line in section.lines:
            _, row = layout.line_rows[line.name]
            put(ws, f"A{row}", line.label, "VDI label")
            put(ws, f"B{row}", line.unit, "VDI unit")
            put(ws, f"C{row}", line.note, "VDI note")
            style = "VDI formula text" if line.number_format == "@" else "VDI formula"
            for i, column in enumerate(columns):
                formula = layout.render(line.formula, i, sheet)
                book.formula(
                    ws,
                    f"{column}{row}",
                    formula,
                    book.sizing.designs[i][line.name],
                    style,
                    line.number_format,
                )
    ws.freeze_panes = f"{columns[0]}{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    ws.protection.enable()
