"""The Variants sheet: the lines of one design again, at both ends of every driver, and with all of them changed."""

from __future__ import annotations

from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.figure import Line, first_where, places_in_row
from vdi_sizing.model.formats import SHARE, TWO
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Tier
from vdi_sizing.scenario import PARTS, Settings
from vdi_sizing.what_if.drivers import LOW
from vdi_sizing.what_if.variation import Varied
from vdi_templates.workbook.book import Book, fit_row, grey_out, input_format, put, put_unit, unused_ranges
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.printing import FIRST_PAGE_ALONE, print_first_page
from vdi_templates.workbook.variants import (
    CHANGE_ROW,
    CHOICE_CELL,
    CHOSEN_ROW,
    DESIGN_INPUTS,
    ERRORS_ROW,
    INPUTS,
    MEASURE_ROW,
    ONLY_AT_ONCE,
    OTHER_CELL,
    RANKED_ROW,
    STILL_ROW,
    WHY_ROW,
    Variants,
)
from vdi_templates.workbook.widths import for_header

_WIDTHS, _COLUMN_WIDTH = [52, 9, 40], 13
_REASONS_POINTS = 160  # of the row that says why a result does not move
_HEADER_LABELS = {
    CHOSEN_ROW: "design varied, position",
    CHANGE_ROW: "changed by",
    MEASURE_ROW: "what is ranked, position in its list",
    ERRORS_ROW: "errors in what is entered",
    RANKED_ROW: "result that is ranked",
    STILL_ROW: "why it does not move here; of the design as it is: why its counts may stay",
    WHY_ROW: "why its bar is short, or has one side",
}
_NOTE = (
    "Each column works out what its driver changes, by the formulas of Sizing; all else is as in the design. "
    f"{FIRST_PAGE_ALONE}"
)


def write_variants(book: Book) -> None:
    """The sheet with one column per driver and end."""
    variants, varied = book.variants, book.varied
    ws = book.sheet("Variants", "Variants", _NOTE, _WIDTHS)
    book.master_check(ws)
    book.say_no_limit(ws)
    for letter, text in zip("ABC", ("figure", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    _write_header(book, variants, varied)
    for title in [INPUTS, *(section.title for section in book.layout.sections), ONLY_AT_ONCE]:
        if title in variants.rows:
            for letter in ("A", "B", "C", *variants.columns):
                put(ws, f"{letter}{variants.rows[title]}", title if letter == "A" else None, "VDI heading")
    for name in variants.depends.inputs:
        group, _, key = name.rpartition(".")
        field = DESIGN_INPUTS[key] if group == "design" else inputs_of(Settings)[key]
        label = f"tier {name[11]}: {field.label}" if name.startswith("design.tier") else field.label
        _write_row(book, variants, varied, Line(name, label, field.unit, str, input_format(field), field.note))
    for line in variants.depends.lines:
        _write_row(book, variants, varied, line)
    rows = {name.removeprefix("design."): row for name, row in variants.rows.items()}
    for part, used in zip(PARTS, names_of(Tier.used), strict=True):
        for first, last in variants.column_ranges:
            cells = unused_ranges(rows, part, first, last)
            filled = cells.partition(":")[0]
            grey_out(ws, cells, f'AND(${first}${rows[used]}=0,{filled}<>"")')
    ws.freeze_panes = f"{variants.base_column}{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    print_first_page(
        book, ws, max(variants.rows.values()), FIRST_DESIGN_COLUMN + len(variants.columns) - 1, _REASONS_POINTS
    )
    ws.protection.enable()


def _write_header(book: Book, variants: Variants, varied: Varied) -> None:
    """What each column is, which designs are varied, by how much, and what comes of it."""
    ws = book.worksheet("Variants")
    put(ws, f"{variants.base_column}{HEADER_ROW}", "as it is", "VDI header")
    for variant in (*variants.variants, *variants.others):
        whose = ", the other design" if variant in variants.others else ""
        put(ws, f"{variant.column}{HEADER_ROW}", f"{variant.driver.label}, {variant.end}{whose}", "VDI header")
        change = varied.changes[variant.key]
        book.formula(ws, f"{variant.column}{CHANGE_ROW}", f"={variant.change_cell}", change, "VDI link", SHARE)
    ws.row_dimensions[HEADER_ROW].height = 54
    for row, label in _HEADER_LABELS.items():
        put(ws, f"A{row}", label, "VDI label wrapped")
    put(ws, f"{variants.at_once_column}{HEADER_ROW}", "all drivers at once, by the dials of What if", "VDI header")
    _write_choice(book, variants, varied)
    for column in variants.columns:
        header = str(ws[f"{column}{HEADER_ROW}"].value or "")
        ws.column_dimensions[column].width = for_header(book.made.brand.translation, header, _COLUMN_WIDTH)
    _write_ranking(book, variants)


def _write_choice(book: Book, variants: Variants, varied: Varied) -> None:
    """Which designs are varied, and what keeps them from having an answer."""
    ws, layout, base = book.worksheet("Variants"), book.layout, variants.base_column
    names, first = layout.typed_cells("name"), layout.counting_cell(layout.column(0))
    usual = layout.render(f"IFERROR(MATCH(1,{{all.cheapest}},0),{first})", 0, "Variants")[1:]
    places = places_in_row(names)
    behind = f'({names}<>"")*({places}>{first})'
    second = f"IF(SUMPRODUCT({behind})=0,{first},{first_where(behind, places)})"
    beside = f"IF(${base}${CHOSEN_ROW}={first},{second},{first})"
    chosen = ((base, CHOICE_CELL, usual, varied.design), (variants.other_base_column, OTHER_CELL, beside, varied.other))
    for column, cell, otherwise, design in chosen[: len(variants.base_columns)]:
        formula = f'=IF({cell}="",{otherwise},IFERROR(MATCH({cell},{names},0),{otherwise}))'
        book.formula(ws, f"{column}{CHOSEN_ROW}", formula, float(book.column_of[design] + 1), "VDI formula", "0")
        errors = "=" + variants.line_of("other_errors", column)
        found = book.sizing.designs[design].block.other_errors
        book.formula(ws, f"{column}{ERRORS_ROW}", errors, found, "VDI link", "0")
    if len(variants.base_columns) > 1:
        put(ws, f"{variants.other_base_column}{HEADER_ROW}", "the other design, as it is", "VDI header")


def _write_ranking(book: Book, variants: Variants) -> None:
    """What is ranked, as it is and at both ends, and why an end does not move it."""
    ws, ranking, base = book.worksheet("Variants"), book.ranking, variants.base_column
    book.formula(ws, f"{base}{MEASURE_ROW}", ranking.position_formula, float(ranking.position), "VDI formula", "0")
    book.formula(ws, f"{base}{RANKED_ROW}", ranking.result_formula(), ranking.result(), "VDI formula", TWO)
    stay, words = ranking.why_counts_stay_formula, ranking.why_counts_stay
    book.formula(ws, f"{base}{STILL_ROW}", stay, words, "VDI formula text", "@")
    reasons: dict[int, list[str]] = {STILL_ROW: [words], WHY_ROW: []}
    for variant in variants.variants:
        column, key = variant.column, variant.key
        book.formula(ws, f"{column}{RANKED_ROW}", ranking.result_formula(key), ranking.result(key), "VDI formula", TWO)
        formula, words = ranking.still_formula(key), ranking.still(key)
        book.formula(ws, f"{column}{STILL_ROW}", formula, words, "VDI formula text", "@")
        reasons[STILL_ROW].append(words)
        if variant.end == LOW:
            name = variant.driver.name
            reasons[WHY_ROW].append(ranking.why(name))
            book.formula(
                ws, f"{column}{WHY_ROW}", ranking.why_formula(name), ranking.why(name), "VDI formula text", "@"
            )
    for row, said in reasons.items():
        fit_row(ws, row, (_HEADER_LABELS[row], _WIDTHS[0]), *((each, _COLUMN_WIDTH) for each in said))


def _write_row(book: Book, variants: Variants, varied: Varied, line: Line) -> None:
    """The figure as it is, and in every column whose driver changes it."""
    ws, name = book.worksheet("Variants"), line.name
    row = variants.rows[name]
    put(ws, f"A{row}", line.label, "VDI label wrapped")
    put_unit(ws, f"B{row}", line.unit, line.number_format)
    put(ws, f"C{row}", line.note, "VDI note")
    fit_row(ws, row, (line.label, _WIDTHS[0]), (line.note, _WIDTHS[2]))
    for column, figures in zip(variants.base_columns, (varied.base, varied.other_base), strict=False):
        if column == variants.base_column or name in variants.depends.as_is_of_other:
            as_is = variants.base_formula(name, column)
            book.formula(ws, f"{column}{row}", as_is, figures[name], "VDI link", line.number_format)
    for columns, ends in ((variants.variants, varied.ends), (variants.others, varied.other_ends)):
        for variant in variants.standing(name, columns):
            cell, value = f"{variant.column}{row}", ends[variant.key][name]
            book.formula(ws, cell, variants.formula(name, variant), value, "VDI formula", line.number_format)
    formula = book.at_once.formulas.get(name)
    if formula:
        cell, value = f"{variants.at_once_column}{row}", varied.at_once[name]
        book.formula(ws, cell, formula, value, "VDI formula", line.number_format)
