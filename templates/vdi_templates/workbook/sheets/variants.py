"""The Variants sheet: the lines of one design again, at the low and the high end of every driver."""

from __future__ import annotations

from vdi_sizing.model.figure import Line
from vdi_sizing.model.formats import SHARE
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Tier
from vdi_sizing.scenario import PARTS
from vdi_sizing.what_if.variation import Varied
from vdi_templates.workbook.book import Book, grey_out, input_format, put, put_unit, unused_ranges
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.variants import CHANGE_ROW, CHOICE_CELL, CHOSEN_ROW, DESIGN_INPUTS, INPUTS, Variants

_WIDTHS, _COLUMN_WIDTH = [52, 9, 40], 13
_NOTE = "Each column works out what its driver changes, by the formulas of Sizing; all else is as in the design."


def write_variants(book: Book) -> None:
    """The sheet with one column per driver and end."""
    variants, varied = book.variants, book.varied
    ws = book.sheet("Variants", "Variants", _NOTE, _WIDTHS)
    book.master_check(ws)
    for letter, text in zip("ABC", ("figure", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    _write_header(book, variants, varied)
    for title in [INPUTS, *(section.title for section in book.layout.sections)]:
        if title in variants.rows:
            for letter in ("A", "B", "C", *variants.columns):
                put(ws, f"{letter}{variants.rows[title]}", title if letter == "A" else None, "VDI heading")
    for name in variants.inputs:
        field = DESIGN_INPUTS[name.removeprefix("design.")]
        label = f"tier {name[11]}: {field.label}" if name.startswith("design.tier") else field.label
        _write_row(book, variants, varied, Line(name, label, field.unit, "", input_format(field), field.note))
    for line in variants.lines:
        _write_row(book, variants, varied, line)
    first, last = variants.base_column, variants.columns[-1]
    rows = {name.removeprefix("design."): row for name, row in variants.rows.items()}
    for part, used in zip(PARTS, names_of(Tier.used), strict=True):
        cells = unused_ranges(rows, part, first, last)
        filled = cells.partition(":")[0]
        grey_out(ws, cells, f'AND(${first}${rows[used]}=0,{filled}<>"")')
    ws.freeze_panes = f"{variants.base_column}{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    ws.protection.enable()


def _write_header(book: Book, variants: Variants, varied: Varied) -> None:
    """What each column is, which design is varied, and by how much."""
    ws, layout, base = book.worksheet("Variants"), book.layout, variants.base_column
    put(ws, f"{base}{HEADER_ROW}", "as it is", "VDI header")
    for variant in variants.variants:
        put(ws, f"{variant.column}{HEADER_ROW}", f"{variant.driver.label}, {variant.end}", "VDI header")
        change = varied.changes[variant.key]
        book.formula(ws, f"{variant.column}{CHANGE_ROW}", f"={variant.change_cell}", change, "VDI link", SHARE)
    for column in variants.columns:
        ws.column_dimensions[column].width = _COLUMN_WIDTH
    ws.row_dimensions[HEADER_ROW].height = 54
    put(ws, f"A{CHOSEN_ROW}", "design varied, position", "VDI label")
    put(ws, f"A{CHANGE_ROW}", "changed by", "VDI label")
    row, last = layout.design_rows["name"], layout.column(layout.designs - 1)
    names = f"Designs!${layout.column(0)}${row}:${last}${row}"
    formula = f'=IF({CHOICE_CELL}="",1,IFERROR(MATCH({CHOICE_CELL},{names},0),1))'
    book.formula(ws, f"{base}{CHOSEN_ROW}", formula, float(varied.design + 1), "VDI formula", "0")


def _write_row(book: Book, variants: Variants, varied: Varied, line: Line) -> None:
    """The figure as it is, and in every column whose driver changes it."""
    ws, name = book.worksheet("Variants"), line.name
    row = variants.rows[name]
    put(ws, f"A{row}", line.label, "VDI label")
    put_unit(ws, f"B{row}", line.unit, line.number_format)
    put(ws, f"C{row}", line.note, "VDI note")
    base = f"{variants.base_column}{row}"
    book.formula(ws, base, variants.base_formula(name), varied.base[name], "VDI link", line.number_format)
    for variant in variants.variants:
        if variants.stands_in(name, variant):
            value = varied.ends[variant.key][name]
            cell = f"{variant.column}{row}"
            book.formula(ws, cell, variants.formula(name, variant), value, "VDI formula", line.number_format)
