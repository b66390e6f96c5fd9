"""The Report sheet: the one page that one hands over, the answer first and then what it rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from openpyxl.chart import ScatterChart
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

import vdi_sizing
from vdi_sizing._arrays import round_nearest
from vdi_sizing.model.figure import in_row
from vdi_sizing.model.formats import VMS, WHOLE
from vdi_sizing.model.recommendation import BULLET
from vdi_sizing.model.running_cost import TOTAL_TEXT
from vdi_sizing.model.scopes import Block
from vdi_sizing.what_if.drivers import HIGH
from vdi_sizing.words import DASH, NOT_KNOWN
from vdi_templates.workbook.book import Book, CachedValue, highlight, put
from vdi_templates.workbook.brand import LOGO_POINTS, LogoOfPage
from vdi_templates.workbook.layout import HEADER_ROW, unless_free
from vdi_templates.workbook.sheets.report_charts import PARTS, cost_chart, curves_chart, placed
from vdi_templates.workbook.styles import AMBER, DESIGN_COLORS, GREEN, INK, MUTED, RED, WHITE
from vdi_templates.workbook.variants import ERRORS_ROW

SHEET = "Report"
_ABREAST = 3
_CARDS = (("A", "B"), ("D", "E"), ("G", "H"))
"""The columns of the cards that stand side by side: labels and values."""
_WIDTHS = [19, 29, 2, 19, 29, 2, 19, 29]
_HEIGHTS = {3: 20, 4: 6, 5: 38, 7: 8}
_FIRST_CARD_ROW = 8
_STRIPE, _NAME, _EUR, _MARK, _FIRST_VALUE = range(5)
_CARD_HEIGHTS = {_STRIPE: 4, _NAME: 20, _EUR: 27}
_LINE = 16.0
_CHART_ROWS, _LEGEND_ROWS, _SPARE_LINES = 13, 2, 3
_CHARACTERS_OF_A_LINE, _CHARACTERS_OF_A_HALF, _CHARACTERS_OF_A_CARD = 130, 70, 44
_CHARACTERS_OF_A_MARK = 38  # bold, and room for longer words of German
_LEFT, _RIGHT = (0, 4), (4, 8)
"""The halves of the page below the cards: the columns from and up to."""
_MOST_REASONS = 900
_GOOD, _MISSED, _VOID = "✓ ", "! ", "✕ "
_VALUES: tuple[tuple[str, str, str], ...] = (
    ('"to buy"', "to_buy", "@"),
    ('"in all, EUR net"', "users_eur", WHOLE),
    ('"VMs per block"', "vms_per_block", VMS),
    ("{time_called}", "response_words", '#,##0.0" ms"'),
    ('"limited by"', "limited_by", "@"),
    ('"next limit"', "next_limit", "@"),
)
"""Rows of a card: its label as a native formula or a figure, the figure, and how it is shown."""
_CARD_ROWS = _FIRST_VALUE + len(_VALUES) + 2
"""The last two say something of some files only: the other EUR, and the response target."""
_HEAVIER, _KNOWN = ("steady_iops_scale", HIGH), ("numbers_hold", "priced")
_MORE, _WAS, _SAME = " % more steady IOPS a user of ", " EUR to buy, and not ", " EUR to buy, as now"
_SEE = " (sheet Sensitivity)."
_NOT_FINAL = "not final: an error is open, see Checks"
_STATUS = f'IF(Checks!$D${HEADER_ROW}="Checks: ERRORS","{_NOT_FINAL}","")'
_COSTS, _NO_COSTS = "What a user costs, EUR", "What a user costs: no design has all its prices"
_BOUGHT_COSTS = "What is bought for a user, EUR"
_TARGET = "response target"
_CURVES = "Mean response time in ms, by load of a block"
_PER_USER, _BOUGHT = "EUR per user", "EUR of it bought"
_WriteCell: TypeAlias = Callable[..., None]
NO_CURVE = "no design has both a load and drives whose response time is modelled"
_FOOT = "Every number is a formula that one can trace: sheets Sizing, Cost and Prices. "
_OF_CURVES = (
    "The colour of a design is that of its curve; dot: the fullest block, or where drives saturate; dashed: the limit. "
)


def write_report(book: Book) -> None:
    """The page: title, recommendation, a card for each design, two charts, and what one has to know."""
    ws = book.sheet(SHEET, "", "", _WIDTHS)
    _write_head(book, ws)
    row = _FIRST_CARD_ROW
    designs = range(book.layout.design_columns)
    for position in designs[:_ABREAST]:
        _write_card(book, ws, row, position)
    row += _CARD_ROWS
    if book.made_for > _ABREAST:
        ws.row_dimensions[row].height = 8
        row += 1
        for position in designs[_ABREAST:]:
            _write_card(book, ws, row, position)
        row += _CARD_ROWS
    elif len(designs) > _ABREAST:
        ws.row_dimensions[row].height = 4
        for position in designs[_ABREAST:]:
            row += 1
            _write_in_a_line(book, ws, row, position)
        row += 1
    ws.row_dimensions[row].height = 8
    last = _write_foot(book, ws, row + 1)
    ws.page_setup.fitToHeight = 1
    ws.print_area = f"A1:{_CARDS[-1][1]}{last}"
    ws.protection.enable()


def _text(book: Book, ws: Worksheet, cell: str, name: str, style: str) -> None:
    """A figure that is the same for all designs, from the column of the first."""
    value = book.sizing.designs[0][name]
    book.formula(ws, cell, book.layout.render(f"{{{name}}}", 0, SHEET), value, style)


def _merge(ws: Worksheet, first: str, last: str, row: int, to_row: int | None = None) -> None:
    """Cells of a text that is wider than its column; openpyxl's own way makes cells that the book does not write."""
    ws.merged_cells.add(f"{first}{row}:{last}{to_row or row}")


def _write_head(book: Book, ws: Worksheet) -> None:
    """Title, second line and recommendation."""
    _text(book, ws, "A1", "headline", "VDI title")
    if book.made.brand.logo is not None:
        ws.row_dimensions[1].height = LOGO_POINTS
        ws.add_image(LogoOfPage(book.made.brand.logo))
    _text(book, ws, "A2", "subline", "VDI subtitle")
    book.master_check(ws)
    last = _CARDS[-1][1]
    errors = any(design.block.errors for design in book.sizing.designs)
    book.formula(ws, f"{last}3", f"={_STATUS}", _NOT_FINAL if errors else "", "VDI page status")
    for row, height in _HEIGHTS.items():
        ws.row_dimensions[row].height = height
    for row, style in ((5, "VDI page verdict"), (6, "VDI page reason")):
        for letter in "BCDEFGH":
            put(ws, f"{letter}{row}", None, style)
        _merge(ws, "A", last, row)
    _text(book, ws, "A5", "recommendation", "VDI page verdict")
    _write_reason(book, ws)


def _write_reason(book: Book, ws: Worksheet) -> None:
    """What the recommended design takes; where there is none, what speaks against each, or which input to mend."""
    layout, sized = book.layout, book.sizing.designs
    why_not = "&".join(layout.render("{why_not}", i, SHEET)[1:] for i in range(layout.design_columns))
    offer = in_row("{all.offer}", "MATCH(1,{all.cheapest},0)")
    unless_wrong = f"IF({{check_inputs}}=0,{{to_mend}},IF({{ties}}=0,MID(#,3,{_MOST_REASONS}),{offer}))"
    formula = layout.render(unless_wrong, 0, SHEET).replace("#", why_not)
    recommended = next((design.block.offer for design in sized if design.block.cheapest), "")
    said = recommended or "".join(design.block.why_not for design in sized)[2 : 2 + _MOST_REASONS]
    book.formula(ws, "A6", formula, said, "VDI page reason")
    ws.row_dimensions[6].height = 10 + 15 * max(1, -(-len(said) // _CHARACTERS_OF_A_LINE))


def _write_card(book: Book, ws: Worksheet, row: int, position: int) -> None:
    """A design: its name in its colour, EUR per user, verdict, and what it rests on."""
    labels, values = _CARDS[position % _ABREAST]
    sized, cell = book.columns[position], _writer(book, ws, position)
    for offset in range(_CARD_ROWS):
        ws.row_dimensions[row + offset].height = _CARD_HEIGHTS.get(offset, _LINE)
    ws.row_dimensions[row + _MARK].height = _LINE * _lines_of_marks(book, position // _ABREAST)
    name, mark = f"{labels}{row + _NAME}", f"{labels}{row + _MARK}"
    color = DESIGN_COLORS[position]
    fill = PatternFill("solid", bgColor=color)
    highlight(ws, f"{labels}{row}:{values}{row}", f'${name[0]}${name[1:]}<>""', fill=fill)
    cell(name, "{design.name}", sized.design.name, "VDI page name")
    highlight(ws, name, f'${name[0]}${name[1:]}<>""', font=Font(color=color, bold=True))
    _write_eur(cell, f"{labels}{row + _EUR}", f"{values}{row + _EUR}", sized.block)
    eur = f"{values}{row + _EUR}"
    highlight(ws, eur, f"NOT(ISNUMBER({eur}))", font=Font(color=MUTED, bold=True))
    _write_mark(book, ws, mark, position)
    for at in (name, mark):
        put(ws, f"{values}{at[1:]}", None, "VDI page mark")
        _merge(ws, labels, values, int(at[1:]))
    for offset, (label, figure, number_format) in enumerate(_VALUES, start=row + _FIRST_VALUE):
        called = sized[label.strip("{}")] if label.startswith("{") else label.strip('"')
        cell(f"{labels}{offset}", label, called, "VDI page label")
        value, formula = sized[figure] if sized.block.stands else DASH, f'IF({{stands}}=0,"{DASH}",{{{figure}}})'
        cell(f"{values}{offset}", formula, value, "VDI page value", number_format)
    of_some = row + _FIRST_VALUE + len(_VALUES)
    _write_other_eur(book, cell, f"{labels}{of_some}", f"{values}{of_some}", sized.block)
    _write_target(book, cell, f"{labels}{of_some + 1}", f"{values}{of_some + 1}", sized.block)


def _writer(book: Book, ws: Worksheet, position: int) -> _WriteCell:
    """What writes a cell of a design: it is empty where the column holds none."""

    def cell(at: str, formula: str, value: CachedValue, style: str, number_format: str | None = None) -> None:
        shown = "" if book.columns[position].block.stands_in else value
        book.formula(ws, at, book.layout.render(unless_free(formula), position, SHEET), shown, style, number_format)

    return cell


def _write_in_a_line(book: Book, ws: Worksheet, row: int, position: int) -> None:
    """A design for which the page was made without a card: its name, EUR per user and verdict."""
    sized, cell = book.columns[position], _writer(book, ws, position)
    ws.row_dimensions[row].height = _LINE
    name, mark = (f"{labels}{row}" for labels, _ in _CARDS[:2])
    cell(name, "{design.name}", sized.design.name, "VDI page label")
    highlight(ws, name, f'${name[0]}${row}<>""', font=Font(color=DESIGN_COLORS[position], bold=True))
    formula, value = _compared_eur(sized.block)
    cell(f"{_CARDS[0][1]}{row}", formula, value, "VDI page value", f'#,##0" {_PER_USER}"')
    _write_mark(book, ws, mark, position, "VDI page line")
    _merge(ws, _CARDS[1][0], _CARDS[-1][1], row)


def _compared_eur(block: Block) -> tuple[str, Any]:
    """EUR per user by which designs are compared, as a formula and as the library works it out."""
    over_years = block.known_total_eur_per_user if block.total_known else NOT_KNOWN
    compared: Any = over_years if block.over_years else block.eur_per_user
    over_years_formula = f'IF({{total_known}}=0,"{NOT_KNOWN}",{TOTAL_TEXT}/{{users_whole}})'
    formula = f'IF({{stands}}=0,"{DASH}",IF({{over_years}}=1,{over_years_formula},{{eur_per_user}}))'
    return formula, compared if block.stands else DASH


def _write_eur(cell: _WriteCell, label: str, value: str, block: Block) -> None:
    """EUR per user by which designs are compared: what is bought, or over the years where parts are paid per year."""
    spanned = f"EUR per user, {block.years_words}"
    spanned_formula = f'"{_PER_USER}, "&{{years_words}}'
    words = spanned if block.over_years else _PER_USER
    cell(label, f'IF({{over_years}}=1,{spanned_formula},"{_PER_USER}")', words, "VDI page label")
    cell(value, *_compared_eur(block), "VDI page number", WHOLE)


def _write_other_eur(book: Book, cell: _WriteCell, label: str, value: str, block: Block) -> None:
    """The other EUR per user: over the years, or of what is bought where designs are compared over the years.

    No row where no design has any: the purchase alone, or no price, stands above.
    """
    totals = [design.block.total_eur_per_user for design in book.sizing.designs]
    speaks = block.over_years or any(not isinstance(total, str) or total == NOT_KNOWN for total in totals)
    words = _BOUGHT if block.over_years else f"EUR over {block.years_words}"
    other: Any = block.eur_per_user if block.over_years else block.total_eur_per_user
    if_speaks = (
        f"IF(IF({{over_years}}=1,1,COUNT({{all.total_eur_per_user}})"
        f'+COUNTIF({{all.total_eur_per_user}},"{NOT_KNOWN}"))=0,"",#)'
    )
    called = f'IF({{over_years}}=1,"{_BOUGHT}","EUR over "&{{years_words}})'
    formula = f'IF({{stands}}=0,"{DASH}",IF({{over_years}}=1,{{eur_per_user}},{{total_eur_per_user}}))'
    cell(label, if_speaks.replace("#", called), words if speaks else "", "VDI page label")
    shown = other if block.stands else DASH
    cell(value, if_speaks.replace("#", formula), shown if speaks else "", "VDI page value", WHOLE)


def _write_target(book: Book, cell: _WriteCell, label: str, value: str, block: Block) -> None:
    """The response target; no row where no design has one of its own."""
    speaks = any(design.design.response_limit_ms is not None for design in book.sizing.designs)
    if_speaks = 'IF(COUNT({designs.response_limit_ms})=0,"",#)'
    cell(label, if_speaks.replace("#", f'"{_TARGET}"'), _TARGET if speaks else "", "VDI page label")
    shown = block.target_words if block.stands else DASH
    formula = if_speaks.replace("#", f'IF({{stands}}=0,"{DASH}",{{target_words}})')
    cell(value, formula, shown if speaks else "", "VDI page value", "@")


def _lines_of_marks(book: Book, row: int) -> int:
    """Lines that the longest verdict in a row of cards takes, two at least."""
    abreast = book.columns[row * _ABREAST : (row + 1) * _ABREAST]
    longest = max(len(_mark(sized.block)) for sized in abreast)
    return max(2, -(-longest // _CHARACTERS_OF_A_MARK))


def _mark(block: Block) -> str:
    """The verdict on a design, its sign in front."""
    good = block.targets_met and block.nothing_against
    sign = _VOID if not block.stands else _GOOD if good else _MISSED
    return f"{sign}{'cheapest, ' if block.cheapest else ''}{block.mark}"


def _write_mark(book: Book, ws: Worksheet, cell: str, position: int, style: str = "VDI page mark") -> None:
    """The verdict on a design, in words and colour together: no green where bad news stands behind it."""
    formula = (
        f'IF({{stands}}=0,"{_VOID}",IF({{targets_met}}*{{nothing_against}}=0,"{_MISSED}","{_GOOD}"))'
        '&IF({cheapest}=1,"cheapest, ","")&{mark}'
    )
    _writer(book, ws, position)(cell, formula, _mark(book.columns[position].block), style)
    for begins, color in ((_GOOD, GREEN), (_MISSED, AMBER), (_VOID, RED)):
        highlight(ws, cell, f'LEFT(${cell[0]}${cell[1:]},2)="{begins}"', font=Font(color=color, bold=True))


def _write_notes(book: Book, ws: Worksheet, cell: str) -> None:
    """What one has to know, and what a heavier load costs: of the design that Sensitivity varies."""
    variants = book.variants
    heavier = next(variant for variant in variants.variants if variant.key == _HEAVIER)
    users = variants.pick("users_whole").removeprefix("=")
    was, eur = (f"{variants.reference('known_users_eur', at)}/{users}" for at in (None, heavier))
    known = [f"{variants.reference(name, at)}=1" for name in _KNOWN for at in (None, heavier)]
    errors = f"Variants!${variants.base_column}${ERRORS_ROW}"
    more, eur, was = (f"ROUND(ROUND({each},9),0)" for each in (f"100*{heavier.change_cell}", eur, was))
    design = variants.pick("design.name").removeprefix("=")
    than = f'IF({eur}={was},"{_SAME}","{_WAS}"&{was})'
    formula = (
        f'{{to_know}}&IF({errors}>0,"",IF(AND({",".join(known)},{heavier.change_cell}>0),'
        f'CHAR(10)&"{BULLET}With "&{more}&"{_MORE}"&{design}&" costs "&{eur}&{than}&"{_SEE}",""))'
    )
    said = book.sizing.designs[0].block.to_know + _heavier_load(book)
    book.formula(ws, cell, book.layout.render(formula, 0, SHEET), said, "VDI page text")


def _heavier_load(book: Book) -> str:
    varied = book.varied
    varying, base, end = book.sizing.designs[varied.design], varied.base, varied.ends[_HEAVIER]
    known = not varying.block.other_errors and all(figures[name] for name in _KNOWN for figures in (base, end))
    if not known or varied.changes[_HEAVIER] <= 0:
        return ""
    amounts = (100 * varied.changes[_HEAVIER], end.block.known_eur_per_user, base.block.known_eur_per_user)
    more, eur, was = (f"{round_nearest(each):.0f}" for each in amounts)
    than = _SAME if eur == was else f"{_WAS}{was}"
    return f"\n{BULLET}With {more}{_MORE}{varying.design.name} costs {eur}{than}{_SEE}"


def _lines(book: Book, characters: int) -> int:
    """Lines that the notes take, and some for what inputs may add."""
    if book.made.note_rows is not None:
        return book.made.note_rows
    noted = book.sizing.designs[0].block.to_know.split("\n")
    return sum(-(-len(line) // characters) for line in noted) + _SPARE_LINES


def _write_foot(book: Book, ws: Worksheet, row: int) -> int:
    """The charts, and what one has to know below them, or in the place of curves; returns the last row."""
    curves = curves_chart(book)
    if book.made_for > _ABREAST:
        rows = max(_CHART_ROWS, _lines(book, _CHARACTERS_OF_A_CARD))
        _write_costs(book, ws, row, rows, (0, 2))
        _write_curves(ws, row, curves, (3, 5))
        _write_to_know(book, ws, "G", row, rows)
        below = row + rows + 1
    elif curves is None:
        rows = max(_CHART_ROWS, _lines(book, _CHARACTERS_OF_A_HALF) + 2)
        _write_costs(book, ws, row, rows, _LEFT)
        _write_to_know(book, ws, get_column_letter(_RIGHT[0] + 1), row, rows - 2)
        letter = get_column_letter(_RIGHT[0] + 1)
        put(ws, f"{letter}{row + rows - 1}", _CURVES, "VDI page heading")
        put(ws, f"{letter}{row + rows}", NO_CURVE, "VDI page label")
        below = row + rows + 1
    else:
        _write_costs(book, ws, row, _CHART_ROWS, _LEFT)
        _write_curves(ws, row, curves, _RIGHT)
        notes, lines = row + _CHART_ROWS + 1, _lines(book, _CHARACTERS_OF_A_LINE)
        _write_to_know(book, ws, "A", notes, lines)
        ws.row_dimensions[notes].height = 20
        below = notes + 1 + lines
    of_curves = _OF_CURVES if curves is not None else ""
    put(ws, f"A{below}", f"{_FOOT}{of_curves}vdi-sizing {vdi_sizing.__version__}", "VDI subtitle")
    return below


def _write_to_know(book: Book, ws: Worksheet, column: str, row: int, lines: int) -> None:
    """The heading in `row`, and below it so many rows of notes, from a column up to the last."""
    put(ws, f"{column}{row}", "To know", "VDI page heading")
    _write_notes(book, ws, f"{column}{row + 1}")
    _merge(ws, column, _CARDS[-1][1], row + 1, row + lines)


def _write_costs(book: Book, ws: Worksheet, row: int, rows: int, columns: tuple[int, int]) -> None:
    """The bars of EUR below their heading in `row`, from and up to a column; the page has `rows` rows there."""
    costs = f'IF({{over_years}}=1,"{_BOUGHT_COSTS}","{_COSTS}")'
    formula = book.layout.render(f'IF(SUM({{all.priced}})=0,"{_NO_COSTS}",{costs})', 0, SHEET)
    priced = any(design.block.priced for design in book.sizing.designs)
    words = _BOUGHT_COSTS if book.sizing.designs[0].block.over_years else _COSTS
    heading = f"{get_column_letter(columns[0] + 1)}{row}"
    book.formula(ws, heading, formula, words if priced else _NO_COSTS, "VDI page heading")
    ws.row_dimensions[row].height = 20
    for at in range(row + 1, row + 1 + rows):
        ws.row_dimensions[at].height = _LINE
    ws.add_chart(placed(cost_chart(book), columns, row, row + _CHART_ROWS - _LEGEND_ROWS - 1))
    _write_legend(book, ws, row + _CHART_ROWS - _LEGEND_ROWS + 1, columns[0] + 1)


def _write_curves(ws: Worksheet, row: int, curves: ScatterChart | None, columns: tuple[int, int]) -> None:
    """The curves of response times below their heading in `row`, or why there are none."""
    letter = get_column_letter(columns[0] + 1)
    put(ws, f"{letter}{row}", _CURVES, "VDI page heading")
    if curves is None:
        put(ws, f"{letter}{row + 1}", NO_CURVE, "VDI page text")
        _merge(ws, letter, get_column_letter(columns[1]), row + 1, row + _LEGEND_ROWS + 1)
    else:
        ws.add_chart(placed(curves, columns, row, row + _CHART_ROWS))


def _write_legend(book: Book, ws: Worksheet, row: int, column: int) -> None:
    """What the bars are stacked of, two beside each other: cells, since they come and go with the amounts."""
    for position, ((name, called), color) in enumerate(zip(PARTS.items(), book.palette.parts, strict=True)):
        down, across = divmod(position, 2)
        cell = f"{get_column_letter(column + across)}{row + down}"
        there = any(design[name] > 0 for design in book.sizing.designs)
        formula = book.layout.render(f'IF(MAX({{all.{name}}})>0,"{called}","")', 0, SHEET)
        book.formula(ws, cell, formula, called if there else "", "VDI page legend")
        font = Font(color=INK if position else WHITE)
        highlight(ws, cell, f'${cell[0]}${cell[1:]}<>""', font=font, fill=PatternFill("solid", bgColor=color))
