"""The Variants sheet: the lines of one design again, at both ends of every driver, and with all of them changed."""

from __future__ import annotations

from typing import Any

from vdi_sizing.inputs import Input, inputs_of
from vdi_sizing.model.figure import BEYOND, Line, first_where, places_in_row
from vdi_sizing.model.formats import SHARE, TWO
from vdi_sizing.model.names import names_of
from vdi_sizing.model.scopes import Tier
from vdi_sizing.scenario import PARTS, Settings
from vdi_sizing.what_if.drivers import LOW
from vdi_templates.workbook.baseline import as_held
from vdi_templates.workbook.book import (
    Book,
    fit_row,
    grey_out,
    input_format,
    note_choice,
    put,
    put_text,
    put_unit,
    unused_ranges,
)
from vdi_templates.workbook.layout import FIRST_DESIGN_COLUMN, FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.moves import NOT_COMPARABLE, moved_since_drawn
from vdi_templates.workbook.printing import FIRST_PAGE_ALONE, print_first_page
from vdi_templates.workbook.sign_off import BLOCKS, MOVES_ROW
from vdi_templates.workbook.sign_off import SHEET as SIGN_OFF
from vdi_templates.workbook.styles import DRAWN
from vdi_templates.workbook.variants import (
    CHANGE_ROW,
    CHOICE_CELL,
    CHOSEN_ROW,
    DESIGN_INPUTS,
    ERRORS_ROW,
    INPUTS,
    MEASURE_CELL,
    MEASURE_ROW,
    MOVED_ROW,
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
    CHOSEN_ROW: "design varied, position; of the design as drawn its name",
    MOVED_ROW: "inputs that have moved since the drivers were drawn",
    CHANGE_ROW: "changed by",
    MEASURE_ROW: "what is ranked, position in its list",
    ERRORS_ROW: "errors in what is entered",
    RANKED_ROW: "result that is ranked",
    STILL_ROW: "why it does not move here; of the design as drawn: why its counts may stay",
    WHY_ROW: "why its bar is short, or has one side",
}
_NOTE = f"In italics: what each driver changes, as values drawn when the file was made. {FIRST_PAGE_ALONE}"


def write_variants(book: Book) -> None:
    """The sheet with one column per driver and end."""
    variants = book.variants
    ws = book.sheet("Variants", "Variants", _NOTE, _WIDTHS)
    book.master_check(ws)
    book.say_no_limit(ws)
    for letter, text in zip("ABC", ("figure", "unit", "note"), strict=True):
        put(ws, f"{letter}{HEADER_ROW}", text, "VDI header left")
    _write_header(book, variants)
    for title in [INPUTS, *(section.title for section in book.layout.sections), ONLY_AT_ONCE]:
        if title in variants.rows:
            for letter in ("A", "B", "C", *variants.columns):
                put(ws, f"{letter}{variants.rows[title]}", title if letter == "A" else None, "VDI heading")
    for name in variants.depends.inputs:
        field = _field(name)
        label = f"{_part_of(name)}{field.label}"
        _write_row(book, variants, Line(name, label, field.unit, str, input_format(field), field.note), field)
    for line in variants.depends.lines:
        _write_row(book, variants, line)
    rows = {_called_by_part(name): row for name, row in variants.rows.items()}
    for part, used in zip(PARTS, names_of(Tier.used), strict=True):
        for first, last in variants.column_ranges:
            cells = unused_ranges(rows, part, first, last)
            filled = cells.partition(":")[0]
            grey_out(ws, cells, f'AND(${first}${variants.rows[used]}=0,{filled}<>"")')
    ws.freeze_panes = f"{variants.base_column}{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    print_first_page(
        book, ws, max(variants.rows.values()), FIRST_DESIGN_COLUMN + len(variants.columns) - 1, _REASONS_POINTS
    )
    ws.protection.enable()


def _field(name: str) -> Input:
    """An input by its "design.x" or "settings.x"."""
    group, _, key = name.rpartition(".")
    return DESIGN_INPUTS[key] if group == "design" else inputs_of(Settings)[key]


def _part_of(name: str) -> str:
    """What stands before the label of an input of a tier or of the cache."""
    if name.startswith("design.tier"):
        return f"tier {name[11]}: "
    return "flash cache: " if name.startswith("design.cache_") else ""


def _called_by_part(name: str) -> str:
    """The name of a line or input, beginning with the tier that it is one of; no input is called as a line is."""
    return name if "." not in name else f"{name.rpartition('.')[2]} typed"


def _write_header(book: Book, variants: Variants) -> None:
    """What each column is, which designs are varied, by how much, and what comes of it."""
    ws, translation = book.worksheet("Variants"), book.made.brand.translation
    headers = {
        variants.base_column: "as it is",
        variants.at_once_column: "all drivers at once, by the dials of What if",
        variants.drawn_column: "as drawn",
    }
    for variant in (*variants.variants, *variants.others):
        whose = ", the other design" if variant in variants.others else ""
        headers[variant.column] = f"{variant.driver.label}, {variant.end}{whose}"
        put(ws, f"{variant.column}{CHANGE_ROW}", book.drawn.changes[variant.key], DRAWN, SHARE)
    if variants.others:
        headers[variants.other_base_column] = "the other design, as it is"
        headers[variants.other_drawn_column] = "the other design, as drawn"
    for column in variants.columns:
        put(ws, f"{column}{HEADER_ROW}", headers[column], "VDI header")
        ws.column_dimensions[column].width = for_header(translation, headers[column], _COLUMN_WIDTH)
    ws.row_dimensions[HEADER_ROW].height = 54
    for row, label in _HEADER_LABELS.items():
        put(ws, f"A{row}", label, "VDI label wrapped")
    _write_choice(book, variants)
    _write_moved(book, variants)
    _write_ranking(book, variants)


def _write_choice(book: Book, variants: Variants) -> None:
    """Which designs are varied, and what keeps them from having an answer: now, and as drawn."""
    ws, layout, base = book.worksheet("Variants"), book.layout, variants.base_column
    names, first = layout.typed_cells("name"), layout.counting_cell(layout.column(0))
    usual = layout.render(f"IFERROR(MATCH(1,{{all.cheapest}},0),{first})", 0, "Variants")[1:]
    places = places_in_row(names)
    behind = f'({names}<>"")*({places}>{first})'
    second = f"MAX({first},MOD({first_where(behind, places)},{BEYOND}))"
    beside = f"IF(${base}${CHOSEN_ROW}={first},{second},{first})"
    chosen = (
        (CHOICE_CELL, usual, book.varied.design, book.drawn.design),
        (OTHER_CELL, beside, book.varied.other, book.drawn.other),
    )
    for column, drawn, (cell, otherwise, design, then) in zip(
        variants.base_columns, variants.drawn_columns, chosen, strict=False
    ):
        formula = f'=IFERROR(IF({cell}="",NA(),MATCH({cell},{names},0)),{otherwise})'
        book.formula(ws, f"{column}{CHOSEN_ROW}", formula, float(book.column_of[design] + 1), "VDI formula", "0")
        errors = "=" + variants.line_of("other_errors", column)
        found = book.sizing.designs[design].block.other_errors
        book.formula(ws, f"{column}{ERRORS_ROW}", errors, found, "VDI link", "0")
        as_drawn = book.sizing_drawn.designs[then]
        put_text(ws, f"{drawn}{CHOSEN_ROW}", as_drawn.design.name, DRAWN)
        book.workbook.quoted.add((ws.title, f"{drawn}{CHOSEN_ROW}"))
        put(ws, f"{drawn}{ERRORS_ROW}", float(as_drawn.block.other_errors), DRAWN, "0")


def _write_moved(book: Book, variants: Variants) -> None:
    """As Sign-off counts them, but for the dials, which are its last block, and for what is ranked: both are live."""
    ws, cell = book.worksheet("Variants"), f"{variants.base_column}{MOVED_ROW}"
    counts = f"'{SIGN_OFF}'!$B${MOVES_ROW + 1}:$B${MOVES_ROW + BLOCKS - 1}"
    moved = f"SUM({counts})-({MEASURE_CELL}<>{book.baseline.ranked_cell})"
    formula = f'=IF(COUNT({counts})<{BLOCKS - 1},"{NOT_COMPARABLE}",{moved})'
    book.formula(ws, cell, formula, float(moved_since_drawn(book)), "VDI formula", "0")
    book.alternatives[ws.title, cell] = NOT_COMPARABLE


def _write_ranking(book: Book, variants: Variants) -> None:
    """What is ranked, as drawn and at both ends, and why an end does not move it."""
    ws, ranking, base = book.worksheet("Variants"), book.ranking, variants.drawn_column
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


def _write_row(book: Book, variants: Variants, line: Line, field: Input | None = None) -> None:
    """The figure or input as it is and as drawn, in every column whose driver changes it, and with all at once."""
    ws, name, varied, drawn = book.worksheet("Variants"), line.name, book.varied, book.drawn
    row = variants.rows[name]
    put(ws, f"A{row}", line.label, "VDI label wrapped")
    put_unit(ws, f"B{row}", line.unit, line.number_format)
    put(ws, f"C{row}", line.note, "VDI note")
    fit_row(ws, row, (line.label, _WIDTHS[0]), (line.note, _WIDTHS[2]))
    base = variants.base_column
    formula = variants.base_formula(name, base)
    book.formula(ws, f"{base}{row}", formula, as_held(varied.base[name]), "VDI link", line.number_format)
    if name not in variants.depends.only_at_once:
        _put_drawn(book, f"{variants.drawn_column}{row}", drawn.base[name], line, field)
    if variants.others and name in variants.depends.as_is_of_other:
        _put_drawn(book, f"{variants.other_drawn_column}{row}", drawn.other_base[name], line, field)
    for columns, ends in ((variants.variants, drawn.ends), (variants.others, drawn.other_ends)):
        for variant in variants.standing(name, columns):
            _put_drawn(book, f"{variant.column}{row}", ends[variant.key][name], line, field)
    at_once = book.at_once.formulas.get(name)
    if at_once:
        cell, value = f"{variants.at_once_column}{row}", varied.at_once[name]
        book.formula(ws, cell, at_once, value, "VDI formula", line.number_format)


def _put_drawn(book: Book, cell: str, value: Any, line: Line, field: Input | None) -> None:
    """A figure or input as the library worked it out, as a value."""
    ws, place, held = book.worksheet("Variants"), ("Variants", cell), as_held(value)
    put(ws, cell, held, DRAWN, line.number_format)
    if field is not None and isinstance(held, str):
        note_choice(ws, cell, held, field)
        if place not in book.workbook.chosen:  # the name of a drive or case: in people's words
            book.workbook.quoted.add(place)
