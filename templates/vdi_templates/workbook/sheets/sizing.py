"""The Sizing sheet, every line of the model with one column per design, and Workings behind it."""

from __future__ import annotations

from vdi_sizing.model.figure import in_row
from vdi_sizing.model.names import names_of
from vdi_sizing.model.ranking.lower_bounds import AT_LEAST, AtLeast
from vdi_sizing.model.scopes import Tier
from vdi_sizing.model.sections import GROWTH_CHART, whole_where
from vdi_sizing.scenario import PARTS
from vdi_templates.workbook.book import IN_PART, Book, fit_row, grey_out, put, put_unit, show_signed, unused_ranges
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, GROWTH, HEADER_ROW, IN_USE
from vdi_templates.workbook.printing import (
    FIRST_PAGE_ALONE,
    print_first_page,
    printed_columns,
    say_what_is_not_printed,
)
from vdi_templates.workbook.sheets.marks import joined

_TITLES = {
    "Sizing": ("Sizing", f"Every figure of the model; each row is one formula. {FIRST_PAGE_ALONE}"),
    "Workings": (
        "Workings",
        f"What the response times are worked out from: each step of the iteration is a row. {FIRST_PAGE_ALONE}",
    ),
    GROWTH: (
        "Growth",
        "Year by year what more users and more GB per VM take, in whole blocks with the drives of the first, and what "
        "that costs. Its workings, below, are not printed.",
    ),
}
_WIDTHS = {"Sizing": (42, 36, 24), "Workings": (42, 36, 24), GROWTH: (44, 40, 17)}
"""Of labels, of notes and of a design."""


_NO_BOUND = AtLeast.credits_missing.name
"""Where this is not 0, what is known is no lower bound."""


def write_lines(book: Book, sheet: str) -> None:
    """A sheet with its lines."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.design_columns)]
    label_width, note_width, design_width = _WIDTHS[sheet]
    ws = book.sheet(sheet, *_TITLES[sheet], [label_width, 9, note_width, *[design_width] * layout.design_columns])
    book.master_check(ws)
    book.say_no_limit(ws)
    for letter, text in zip("ABC", ("figure", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    for i, column in enumerate(columns):
        book.name_design(ws, f"{column}{HEADER_ROW}", i)
    last = max(row for own, row in layout.line_rows.values() if own == sheet)
    book.stand_back(ws, HEADER_ROW, last)
    fit_row(ws, HEADER_ROW, *((design.name, design_width) for design in book.scenario.designs))
    for section in layout.sections:
        if section.sheet != sheet:
            continue
        _, row = layout.line_rows[section.title]
        for letter in ("A", "B", "C", *columns):
            put(ws, f"{letter}{row}", section.title if letter == "A" else None, "VDI heading")
        for line in section.lines:
            _, row = layout.line_rows[line.name]
            put(ws, f"A{row}", line.label, "VDI label wrapped")
            put_unit(ws, f"B{row}", line.unit, line.number_format)
            put(ws, f"C{row}", line.note, "VDI note")
            values = [design[line.name] for design in book.columns]
            fit_row(
                ws, row, (line.label, label_width), (line.note, note_width),
                *((value, design_width) for value in values),
            )  # fmt: skip
            style = "VDI formula text" if line.number_format == "@" else "VDI formula"
            for i, column in enumerate(columns):
                formula = layout.render(line.formula, i, sheet)
                book.formula(
                    ws,
                    f"{column}{row}",
                    formula,
                    values[i],
                    style,
                    line.number_format,
                )
    _grey_out_unused(book, sheet, columns)
    _mark_lower_bounds(book, sheet, columns)
    ws.freeze_panes = f"{columns[0]}{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    if sheet == GROWTH:
        ws.print_area = f"A1:{columns[printed_columns(book) - 1]}{_above_the_chart(book)}"
    else:
        print_first_page(book, ws, last, FIRST_DESIGN_COLUMN + printed_columns(book) - 1)
    say_what_is_not_printed(book, ws)
    ws.protection.enable()


def _mark_lower_bounds(book: Book, sheet: str, columns: list[str]) -> None:
    """What adds up known parts alone does not look like the whole: it is grey, and a sign stands before it."""
    layout, first, last = book.layout, columns[0], columns[-1]
    alike: dict[tuple[str, str], list[int]] = {}
    for name, whole in whole_where().items():
        own, row = layout.line_rows[name]
        if own == sheet:
            alike.setdefault((whole, layout.lines[name].number_format), []).append(row)
    for (whole, number_format), rows in alike.items():
        ws, lacks = book.worksheet(sheet), f"{_in_column(whole)}=0"
        bound = f"AND({lacks},{_in_column(_NO_BOUND)}=0)"
        for cells in joined([f"{first}{row}:{last}{row}" for row in sorted(rows)]):
            show_signed(ws, cells, bound, AT_LEAST, number_format)
            show_signed(ws, cells, lacks, IN_PART, number_format)


def _in_column(name: str) -> str:
    """A line of Sizing that has a name, in the column of the cell."""
    return in_row(name, f"COLUMN()-{FIRST_DESIGN_COLUMN - 1}")


def _above_the_chart(book: Book) -> int:
    """The last row of Growth that is for people: below stand the numbers of its chart and how the years are worked out.

    Between them are a blank row and a heading.
    """
    return book.layout.line_rows[GROWTH_CHART][1] - 2


def _grey_out_unused(book: Book, sheet: str, columns: list[str]) -> None:
    """What the formulas say of a tier or cache that a design does not have is no figure of the design."""
    rows = {name: row for name, (own, row) in book.layout.line_rows.items() if own == sheet}
    if sheet == "Sizing":
        for name in ("stands", IN_USE, _NO_BOUND, *dict.fromkeys(whole_where().values())):
            book.name(name, f"Sizing!${columns[0]}${rows[name]}:${columns[-1]}${rows[name]}")
    for part, used in zip(PARTS, names_of(Tier.used), strict=True):
        if sheet == "Sizing":
            row = rows[used]
            book.name(used, f"Sizing!${columns[0]}${row}:${columns[-1]}${row}")
        not_used = f"{_in_column(used)}=0"
        if cells := unused_ranges(rows, part, columns[0], columns[-1]):
            grey_out(book.worksheet(sheet), cells, not_used)
