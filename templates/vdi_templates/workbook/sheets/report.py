"""The Report sheet: the one page that one hands over, the answer first and then what it rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from openpyxl.chart import BarChart, ScatterChart
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

import vdi_sizing
from vdi_sizing._arrays import round_nearest
from vdi_sizing.model.figure import in_row
from vdi_sizing.model.formats import TIME, VMS, WHOLE
from vdi_sizing.model.grouped_digits import spelled, spelled_text
from vdi_sizing.model.money.running_cost import TOTAL_TEXT
from vdi_sizing.model.scopes import Block
from vdi_sizing.model.sentences.notices import BULLET
from vdi_sizing.model.sentences.targets import GOOD, MISSED, OPEN, UNJUDGED, VOID
from vdi_sizing.what_if.drivers import HIGH
from vdi_sizing.words import DASH, NOT_KNOWN
from vdi_templates.languages.translation import ENGLISH
from vdi_templates.workbook.book import Book, CachedValue, highlight, put
from vdi_templates.workbook.brand import LOGO_POINTS, LogoOfPage
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.moves import moved_since_drawn
from vdi_templates.workbook.sheets.chart_looks import placed
from vdi_templates.workbook.sheets.report_charts import cost_chart, curves_chart
from vdi_templates.workbook.sheets.report_places import (
    PARTS,
    Place,
    below_places,
    colour_by_design,
    places_of,
    write_places,
)
from vdi_templates.workbook.sheets.report_published import rows_of_published, write_published
from vdi_templates.workbook.styles import AMBER, GREEN, INK, MUTED, RED, VIOLET
from vdi_templates.workbook.variants import Variant

SHEET = "Report"
REASON_CELL = "A6"
"""What the recommended design takes, or why none is recommended."""
_ABREAST = 3
_CARDS = (("A", "B"), ("D", "E"), ("G", "H"))
"""The columns of the cards that stand side by side: labels and values."""
_WIDTHS = [23, 35, 2, 23, 35, 2, 23, 35]  # the width of a page, and of a screen of 1366 pixels
_HEIGHTS = {3: 20, 4: 6, 5: 38, 7: 8}
_FIRST_CARD_ROW = 8
_STRIPE, _NAME, _EUR, _MARK, _FIRST_VALUE = range(5)
_CARD_HEIGHTS = {_STRIPE: 4, _NAME: 19, _EUR: 26}
_LINE = 15.5  # not the 15 of a row whose height is left to the program
_CHART_ROWS, _LEGEND_ROWS, _SPARE_LINES, _ROWS_OF_A_SENTENCE = 14, 2, 2, 3
_CHARACTERS_OF_A_LINE, _CHARACTERS_OF_A_NOTE = 158, 56
_CHARACTERS_OF_A_TRANSLATED_NOTE = 48  # of English: German says the same in a sixth more
_MOST_CHARACTERS_OF_A_LINE = 60  # in Calibri, on the average of lines that break between words
_CHARACTERS_OF_A_MARK = 48  # bold, and room for longer words of German
_MOST_REASONS = 900
_VALUES: tuple[tuple[str, str, str], ...] = (
    ("{hardware_called}", "to_buy", "@"),
    ("{in_all_called}", "in_all_eur", WHOLE),
    ("{vms_called}", "vms_per_block", VMS),
    ("{time_called}", "response_words", TIME.replace(";", '" ms";') + '" ms"'),
    ("{limited_called}", "limited_by", "@"),
    ("{next_called}", "next_limit", "@"),
)
"""Rows of a card: the figure that is its label, the figure, and how it is shown."""
_CARD_ROWS = _FIRST_VALUE + len(_VALUES) + 3
"""The last three say something of some files only: cores and RAM, the other EUR, and the response target."""
_HEAVIER, _KNOWN = "steady_iops_scale", ("numbers_hold", "priced")
_LATER_KNOWN = "total_known"
_MORE_OF = {"vcpus_scale": "vCPU", "ram_scale": "RAM", "gb_scale": "GB"}
"""What else may turn out heavier, and is said where it costs more: drivers, and what the page calls them."""
_MORE, _WAS, _SAME = " % more steady IOPS a user of ", ", and not ", ", as now; "
_TO_BUY, _OVER = " EUR to buy", " EUR over "
_TARGETS_THEN = " Whether it then keeps its targets and limits: What if."
_EARLIER = f"{BULLET}What a heavier load costs was drawn for earlier inputs: vdi-sizing compare draws it anew."
_AS_IT_IS, _EUR_END = "EUR per user, as it is", " EUR."
_MORE_TO_KNOW = "shortened here; all warnings: Comparison"
_NOT_FINAL = "not final: an error is open, see Checks"
_STATUS = f'IF(Checks!$D${HEADER_ROW}="Checks: ERRORS","{_NOT_FINAL}","")'
_COSTS, _NO_COSTS = "What is bought for a user, EUR", "What is bought for a user: no design has all its prices"
_COSTS_IN_PART = "Known of what is bought for a user, EUR"
_TARGET = "response target"
_CURVES = "Mean response time in ms, by load of a block"
_PER_USER, _BOUGHT = "EUR per user", "EUR per user, bought"
_WriteCell: TypeAlias = Callable[..., None]
NO_BARS = "no chart yet: compare draws it as soon as a design has all its prices."
NO_CURVE = "no curve: it takes a design without an error, with a load and drives whose response time is modelled"
_OF_CURVES = (
    "The colour of a design is that of its curve; dot: the fullest block, or where drives saturate; dashed: the limit. "
)


def write_report(book: Book) -> None:
    """The page: title, recommendation, a card for each design, two charts, and what one has to know."""
    ws = book.sheet(SHEET, "", "", _WIDTHS)
    _write_head(book, ws)
    curves, foot = curves_chart(book), _first_row_of_foot(book)
    last = foot + _rows_of_foot(book) + 1
    places = places_of(book)
    cards = places[: _cards(book)]
    for place in cards:
        _write_card(book, ws, _FIRST_CARD_ROW + (_CARD_ROWS + 1) * ((place.number - 1) // _ABREAST), place)
    _give_marks_room(ws, cards)
    ws.row_dimensions[_FIRST_CARD_ROW + _CARD_ROWS].height = 8 if len(cards) > _ABREAST else 4
    for row, place in enumerate(places[len(cards) :], start=_FIRST_CARD_ROW + _CARD_ROWS + 1):
        _write_in_a_line(book, ws, row, place)
    below = _first_row_below_places(book)
    ws.row_dimensions[below - 1].height = 8
    write_published(book, ws, below)
    _write_foot(book, ws, foot, curves)
    put(ws, f"A{last}", f"{_OF_CURVES if curves else ''}vdi-sizing {vdi_sizing.__version__}", "VDI subtitle")
    write_places(book, ws, places)
    ws.page_setup.fitToHeight = 1
    ws.print_area = f"A1:{_CARDS[-1][1]}{last}"
    ws.protection.enable()


def _cards(book: Book) -> int:
    """How many places have a card: as many as stand abreast, or all where the file was made for more designs."""
    return book.layout.design_columns if book.made_for > _ABREAST else _ABREAST


def notes_cell(book: Book) -> str:
    """Where it stands what one has to know."""
    return f"{_CARDS[-1][0]}{_first_row_of_foot(book) + 1}"


def _first_row_of_foot(book: Book) -> int:
    """The row below the cards, below the lines of places that have none, and below what a document says."""
    return _first_row_below_places(book) + rows_of_published(book)


def _first_row_below_places(book: Book) -> int:
    below, places = _FIRST_CARD_ROW + _CARD_ROWS + 1, book.layout.design_columns
    if _cards(book) > _ABREAST:
        return below + _CARD_ROWS + 1
    return below + max(0, places - _ABREAST) + (places > _ABREAST)


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
    book.formula(ws, REASON_CELL, formula, said, "VDI page reason")
    ws.row_dimensions[6].height = 10 + 15 * max(1, -(-len(said) // _CHARACTERS_OF_A_LINE))


def _write_card(book: Book, ws: Worksheet, row: int, place: Place) -> None:
    """A design: its name in its colour, EUR per user, verdict, and what it rests on."""
    labels, values = _CARDS[(place.number - 1) % _ABREAST]
    sized, cell, columns = place.sized, _writer(book, ws, place), book.layout.design_columns
    for offset in range(_CARD_ROWS):
        ws.row_dimensions[row + offset].height = _CARD_HEIGHTS.get(offset, _LINE)
    name, mark, eur = f"{labels}{row + _NAME}", f"{labels}{row + _MARK}", f"{values}{row + _EUR}"
    colour_by_design(ws, f"{labels}{row}:{values}{row}", place, columns, filled=True)
    cell(name, "{name_shown}", sized.design.name, "VDI page name")
    colour_by_design(ws, name, place, columns)
    _write_eur(cell, f"{labels}{row + _EUR}", eur, sized.block)
    highlight(ws, eur, f"NOT(ISNUMBER({eur}))", font=Font(color=MUTED, bold=True))
    _write_mark(ws, cell, mark, sized.block)
    for at in (name, mark):
        put(ws, f"{values}{at[1:]}", None, "VDI page mark")
        _merge(ws, labels, values, int(at[1:]))
    for offset, (label, figure, number_format) in enumerate(_VALUES, start=row + _FIRST_VALUE):
        cell(f"{labels}{offset}", label, sized[label.strip("{}")], "VDI page label shrunk")
        value, formula = sized[figure] if sized.block.stands else DASH, f'IF({{stands}}=0,"{DASH}",{{{figure}}})'
        in_two_lines = figure == "to_buy" and _buys_shelves(book)
        style = "VDI page value wrapped" if in_two_lines else "VDI page value"
        cell(f"{values}{offset}", formula, value, style, number_format)
        ws.row_dimensions[offset].height = _LINE * (2 if in_two_lines else 1)
    of_some = row + _FIRST_VALUE + len(_VALUES)
    for offset, write in enumerate((_write_equipment, _write_other_eur, _write_target), start=of_some):
        write(book, cell, f"{labels}{offset}", f"{values}{offset}", sized.block)


def _buys_shelves(book: Book) -> bool:
    """Whether the hardware of some design has more words than a line of a card, be it at whichever place."""
    return any(sized.block.shelves > 0 for sized in book.sizing.designs)


def _writer(book: Book, ws: Worksheet, place: Place) -> _WriteCell:
    """What writes a cell about the design of a place: it is empty where the place is free."""

    def cell(at: str, formula: str, value: CachedValue, style: str, number_format: str | None = None) -> None:
        shown = "" if place.column is None else value
        book.formula(ws, at, book.layout.render(place.picked(formula), 0, SHEET), shown, style, number_format)

    return cell


def _write_in_a_line(book: Book, ws: Worksheet, row: int, place: Place) -> None:
    """A design at a place without a card: its name, EUR per user, what they are over, and verdict."""
    cell = _writer(book, ws, place)
    ws.row_dimensions[row].height = _LINE
    name, (label, mark) = f"{_CARDS[0][0]}{row}", (f"{column}{row}" for column in _CARDS[1])
    cell(name, "{name_shown}", place.sized.design.name, "VDI page label")
    colour_by_design(ws, name, place, book.layout.design_columns)
    formula, value = _compared_eur(place.sized.block)
    cell(f"{_CARDS[0][1]}{row}", formula, value, "VDI page value", WHOLE)
    cell(label, "{counted}", place.sized.block.counted, "VDI page label")
    _write_mark(ws, cell, mark, place.sized.block, "VDI page line")
    _merge(ws, _CARDS[1][1], _CARDS[-1][1], row)


def _compared_eur(block: Block) -> tuple[str, Any]:
    """EUR per user by which designs are compared, as a formula and as the library works it out."""
    over_years = block.known_total_eur_per_user if block.total_known else NOT_KNOWN
    compared: Any = over_years if block.over_years else block.eur_per_user
    over_years_formula = f'IF({{total_known}}=0,"{NOT_KNOWN}",{TOTAL_TEXT}/{{users_whole}})'
    formula = f'IF({{stands}}=0,"{DASH}",IF({{over_years}}=1,{over_years_formula},{{eur_per_user}}))'
    return formula, compared if block.stands else DASH


def _write_eur(cell: _WriteCell, label: str, value: str, block: Block) -> None:
    """EUR per user by which designs are compared: what is bought, or over the years where parts are paid per year.

    Of a design that lacks a part no amount stands there: what it costs at least stands beside, in small type.
    """
    words = f"{_PER_USER}, {block.years_words}" if block.over_years else _PER_USER
    at_least = "" if block.least_words == DASH else f" {block.least_words}"
    formula = (
        f'IF({{over_years}}=1,"{_PER_USER}, "&{{years_words}},"{_PER_USER}")'
        f'&IF({{least_words}}="{DASH}",""," "&{{least_words}})'
    )
    cell(label, formula, words + at_least, "VDI page label shrunk")
    cell(value, *_compared_eur(block), "VDI page number", WHOLE)


def _write_other_eur(book: Book, cell: _WriteCell, label: str, value: str, block: Block) -> None:
    """The other EUR per user: over the years, or of what is bought where designs are compared over the years.

    No row where no design has any: the purchase alone, or no price, stands above.
    """
    totals = [design.block.total_eur_per_user for design in book.sizing.designs]
    speaks = block.over_years or any(not isinstance(total, str) or total == NOT_KNOWN for total in totals)
    words = _BOUGHT if block.over_years else f"{_PER_USER}, {block.years_words}"
    other: Any = block.eur_per_user if block.over_years else block.total_eur_per_user
    if_speaks = (
        f"IF(IF({{over_years}}=1,1,COUNT({{all.total_eur_per_user}})"
        f'+COUNTIF({{all.total_eur_per_user}},"{NOT_KNOWN}"))=0,"",#)'
    )
    called = f'IF({{over_years}}=1,"{_BOUGHT}","{_PER_USER}, "&{{years_words}})'
    formula = f'IF({{stands}}=0,"{DASH}",IF({{over_years}}=1,{{eur_per_user}},{{total_eur_per_user}}))'
    cell(label, if_speaks.replace("#", called), words if speaks else "", "VDI page label")
    shown = other if block.stands else DASH
    cell(value, if_speaks.replace("#", formula), shown if speaks else "", "VDI page value", WHOLE)


def _write_equipment(_: Book, cell: _WriteCell, label: str, value: str, block: Block) -> None:
    """Cores and RAM of a server or host; no row where the design does not say them, or an input is not valid."""
    said = 'IF({check_inputs}=0,"",IF({equipment}="","",#))'
    cell(label, said.replace("#", "{equipped}"), block.equipped if block.equipment else "", "VDI page label")
    shown = block.equipment if block.stands or not block.equipment else DASH
    of_answer = f'IF({{stands}}=1,{{equipment}},"{DASH}")'
    cell(value, said.replace("#", of_answer), shown, "VDI page value", "@")


def _write_target(book: Book, cell: _WriteCell, label: str, value: str, block: Block) -> None:
    """The response target; no row where no design has one of its own."""
    speaks = any(design.design.response_limit_ms is not None for design in book.sizing.designs)
    if_speaks = 'IF(COUNT({designs.response_limit_ms})=0,"",#)'
    cell(label, if_speaks.replace("#", f'"{_TARGET}"'), _TARGET if speaks else "", "VDI page label")
    shown = block.target_words if block.stands else DASH
    formula = if_speaks.replace("#", f'IF({{stands}}=0,"{DASH}",{{target_words}})')
    cell(value, formula, shown if speaks else "", "VDI page value", "@")


def _give_marks_room(ws: Worksheet, cards: list[Place]) -> None:
    """The lines that the longest verdict in a row of cards takes, two at least."""
    for first in range(0, len(cards), _ABREAST):
        longest = max(len(_mark(place.sized.block)) for place in cards[first : first + _ABREAST])
        row = _FIRST_CARD_ROW + (_CARD_ROWS + 1) * (first // _ABREAST) + _MARK
        ws.row_dimensions[row].height = _LINE * max(2, -(-longest // _CHARACTERS_OF_A_MARK))


def _mark(block: Block) -> str:
    """The verdict on a design, its sign in front."""
    return f"{block.sign}{block.cheapest_words}{block.mark}"


def _write_mark(ws: Worksheet, cell: _WriteCell, at: str, block: Block, style: str = "VDI page mark") -> None:
    """The verdict on a design, in words and colour together: no green where bad news stands behind it."""
    formula = "{sign}&{cheapest_words}&{mark}"
    cell(at, formula, _mark(block), style)
    for begins, color in ((GOOD, GREEN), (MISSED, AMBER), (UNJUDGED, VIOLET), (VOID, RED), (OPEN, MUTED)):
        highlight(ws, at, f'LEFT(${at[0]}${at[1:]},2)="{begins}"', font=Font(color=color, bold=True))


def _write_notes(book: Book, ws: Worksheet, cell: str) -> None:
    """What one has to know, and what a heavier load costs: of the design that Sensitivity varies."""
    heavier = _variant(book, _HEAVIER)
    first = below_places(book)
    was, eur = (_write_amount(book, ws, row, at) for row, at in ((first, None), (first + 1, heavier)))
    beside = "".join(
        f"&{_write_more(book, ws, row, driver, was)}" for row, driver in enumerate(_MORE_OF, start=first + 2)
    )
    design = book.variants.pick("design.name").removeprefix("=")
    called, limit, counting = (
        book.variants.pick(name).removeprefix("=") for name in ("limited_called", "limited_by", "counting")
    )
    span = f'IF({{over_years}}=1,"{_OVER}"&{{years_words}},"{_TO_BUY}")'
    beside_it = f'IF({eur}={was},"{_SAME}"&{called}&": "&{limit},"{_WAS}"&{spelled_text(was)})'
    than, formula = f"M{first + 1}", f'=IF({eur}="","",{beside_it})'
    book.formula(ws, than, formula, _than(book), "VDI page label")
    costs = f"M{first}"
    formula = book.layout.render(f'IF({eur}="","",{design}&" costs "&{spelled_text(eur)}&{span})', 0, SHEET)
    book.formula(ws, costs, formula, _costs(book), "VDI page label")
    formula = (
        f'{{to_know}}&IF({eur}="",IF({was}="","",CHAR(10)&"{_EARLIER}"),'
        f'CHAR(10)&"{BULLET}With "&{_percent_text(heavier)}&"{_MORE}"'
        f'&${costs[0]}${costs[1:]}&${than[0]}${than[1:]}&"."&IF({counting}=0,"{_TARGETS_THEN}",""){beside})'
    )
    said = book.sizing.designs[0].block.to_know + _heavier_load(book)
    book.formula(ws, cell, book.layout.render(formula, 0, SHEET), said, "VDI page text")


def _variant(book: Book, driver: str) -> Variant:
    """The column of the high end of a driver."""
    return next(variant for variant in book.variants.variants if variant.key == (driver, HIGH))


def _percent_text(variant: Variant) -> str:
    """By how many per cent a driver is higher, as a native formula."""
    return f"ROUND(ROUND(100*{variant.change_cell},9),0)"


def _write_amount(book: Book, ws: Worksheet, row: int, variant: Variant | None) -> str:
    """Beside the page, whole EUR per user of the design that Sensitivity varies: as it is, or with more of a load.

    What is bought, or over the years where designs are compared by that.
    """
    variants, changed = book.variants, variant or _variant(book, _HEAVIER)
    users = variants.pick("users_whole").removeprefix("=")
    over_years = book.layout.render("{over_years}=1", 0, SHEET).removeprefix("=")

    def cell(name: str, at: Variant | None) -> str:
        return variants.reference(name) if at is None else variants.drawn(name, at)

    known = [f"{cell(name, at)}=1" for name in _KNOWN for at in (None, changed)]
    known += [f"OR(NOT({over_years}),{cell(_LATER_KNOWN, at)}=1)" for at in (None, changed)]
    untold = variants.errors(sheet="Variants!") + ("" if variant is None else f"+({variants.moved_cell}<>0)")
    bought, later = (cell(name, variant) for name in ("known_users_eur", "known_total_eur"))
    amount = f"ROUND(ROUND(IF({over_years},{later},{bought})/{users},9),0)"
    formula = f'=IF({untold}>0,"",IF(AND({",".join(known)},{changed.change_cell}>0),{amount},""))'
    put(ws, f"K{row}", _AS_IT_IS if variant is None else variant.driver.label, "VDI page label")
    value = _amount(book, changed.driver.name, as_it_is=variant is None)
    book.formula(ws, f"L{row}", formula, "" if value is None else value, "VDI page value", WHOLE)
    return f"$L${row}"


def _write_more(book: Book, ws: Worksheet, row: int, driver: str, was: str) -> str:
    """Beside the page, what more of something else of a VM costs, in words: nothing where it costs the same."""
    variant = _variant(book, driver)
    eur = _write_amount(book, ws, row, variant)
    said = f'" "&{_percent_text(variant)}&"{_more_of(driver)}"&{spelled_text(eur)}&"{_EUR_END}"'
    formula = f'=IF(OR({eur}="",{eur}={was}),"",{said})'
    book.formula(ws, f"M{row}", formula, _more_words(book, driver), "VDI page label")
    return f"$M${row}"


def _more_of(driver: str) -> str:
    return f" % more {_MORE_OF[driver]} per VM: "


def _amount(book: Book, driver: str, *, as_it_is: bool = False) -> float | None:
    """The same as the library works it out; None where it is not known."""
    base, end = book.varied.base, book.drawn.ends[driver, HIGH]
    over_years = bool(book.sizing.designs[0].block.over_years)
    known = all(figures[name] for name in (*_KNOWN, *[_LATER_KNOWN] * over_years) for figures in (base, end))
    untold = book.void[0] or (not as_it_is and moved_since_drawn(book) > 0)
    if untold or not known or book.drawn.changes[driver, HIGH] <= 0:
        return None
    block = (base if as_it_is else end).block
    return float(round_nearest(block.known_total_eur / block.users_whole if over_years else block.known_eur_per_user))


def _more_words(book: Book, driver: str) -> str:
    eur, was = _amount(book, driver), _amount(book, _HEAVIER, as_it_is=True)
    if eur is None or eur == was:
        return ""
    return f" {_percent(book, driver)}{_more_of(driver)}{spelled(eur)}{_EUR_END}"


def _percent(book: Book, driver: str) -> str:
    return spelled(round_nearest(100 * book.drawn.changes[driver, HIGH]))


def _than(book: Book) -> str:
    """What a heavier load costs beside what the load of now costs."""
    eur, was = (_amount(book, _HEAVIER, as_it_is=as_it_is) for as_it_is in (False, True))
    if eur is None or was is None:
        return ""
    block = book.sizing.designs[book.varied.design].block
    return f"{_SAME}{block.limited_called}: {block.limited_by}" if eur == was else f"{_WAS}{spelled(was)}"


def _costs(book: Book) -> str:
    """What the design costs with a heavier load: bought, or over the years."""
    eur, block = _amount(book, _HEAVIER, as_it_is=False), book.sizing.designs[0].block
    name = book.sizing.designs[book.varied.design].design.name
    span = f"{_OVER}{block.years_words}" if block.over_years else _TO_BUY
    return "" if eur is None else f"{name} costs {spelled(eur)}{span}"


def _heavier_load(book: Book) -> str:
    eur, was = (_amount(book, _HEAVIER, as_it_is=as_it_is) for as_it_is in (False, True))
    if was is None:
        return ""
    if eur is None:
        return f"\n{_EARLIER}"
    varying = book.sizing.designs[book.varied.design]
    block = varying.block
    costs = f"{_costs(book)}{_than(book)}"
    said = f"\n{BULLET}With {_percent(book, _HEAVIER)}{_MORE}{costs}."
    then = "" if block.counting else _TARGETS_THEN
    return said + then + "".join(_more_words(book, driver) for driver in _MORE_OF)


def _lines(book: Book) -> int:
    """Lines that the notes take in the language of the file, and some for what inputs may add."""
    if book.made.note_rows is not None:
        return book.made.note_rows
    noted = book.sizing.designs[0].block.to_know.split("\n")
    in_english = book.made.brand.translation.language == ENGLISH
    characters = _CHARACTERS_OF_A_NOTE if in_english else _CHARACTERS_OF_A_TRANSLATED_NOTE
    return sum(-(-len(line) // characters) for line in noted) + _SPARE_LINES


def _rows_of_foot(book: Book) -> int:
    """Rows below the headings of the foot: for the charts, and for what one has to know."""
    return max(_CHART_ROWS, _lines(book))


def _write_foot(book: Book, ws: Worksheet, row: int, curves: ScatterChart | None) -> None:
    """Under a card each: the bars of EUR, the curves of response times, and what one has to know."""
    rows = _rows_of_foot(book)
    ws.row_dimensions[row].height = 20
    for at in range(row + 1, row + 1 + rows):
        ws.row_dimensions[at].height = _LINE
    _write_costs(book, ws, row, cost_chart(book))
    _write_curves(ws, row, curves)
    letter, notes = _CARDS[-1][0], notes_cell(book)
    put(ws, f"{letter}{row}", "To know", "VDI page heading")
    _write_notes(book, ws, notes)
    _merge(ws, letter, _CARDS[-1][1], row + 1, row + rows)
    most, cell = rows * _MOST_CHARACTERS_OF_A_LINE, f"{_CARDS[-1][1]}{row}"
    said = _MORE_TO_KNOW if len(str(book.cached[SHEET][notes])) > most else ""
    book.formula(ws, cell, f'=IF(LEN({notes})>{most},"{_MORE_TO_KNOW}","")', said, "VDI page line")
    book.by_length[SHEET, cell] = notes, most, _MORE_TO_KNOW


def _write_costs(book: Book, ws: Worksheet, row: int, bars: BarChart | None) -> None:
    """The bars of EUR below their heading in `row`, or why there are none; what they show stands beside the page."""
    if bars is None:
        put(ws, f"A{row}", _COSTS, "VDI page heading")
        _write_why_not_drawn(ws, "A", "B", row, NO_BARS)
        return
    whole = f'IF(SUM({{all.priced}})=0,"{_NO_COSTS}","{_COSTS}")'
    formula = f'IFERROR(IF(SUM({{all.lacks_alike}})>0,"{_COSTS_IN_PART}",{whole}),"{_NO_COSTS}")'
    blocks = [design.block for design in book.sizing.designs]
    in_part, priced = any(block.lacks_alike for block in blocks), any(block.priced for block in blocks)
    said = _COSTS_IN_PART if in_part else _COSTS if priced else _NO_COSTS
    book.formula(ws, f"A{row}", book.layout.render(formula, 0, SHEET), said, "VDI page heading")
    ws.add_chart(placed(bars, (0, 2), row, row + _CHART_ROWS - _LEGEND_ROWS - 1))
    _write_legend(book, ws, row + _CHART_ROWS - _LEGEND_ROWS, 1)


def _write_curves(ws: Worksheet, row: int, curves: ScatterChart | None) -> None:
    """The curves of response times below their heading in `row`, or why there are none."""
    letter, last = _CARDS[1]
    put(ws, f"{letter}{row}", _CURVES, "VDI page heading")
    if curves is None:
        _write_why_not_drawn(ws, letter, last, row, NO_CURVE)
    else:
        ws.add_chart(placed(curves, (3, 5), row, row + _CHART_ROWS))


def _write_why_not_drawn(ws: Worksheet, first: str, last: str, row: int, why: str) -> None:
    """In the place of a chart below its heading in `row`."""
    put(ws, f"{first}{row + 1}", why, "VDI page text")
    _merge(ws, first, last, row + 1, row + _ROWS_OF_A_SENTENCE)


def _write_legend(book: Book, ws: Worksheet, row: int, column: int) -> None:
    """What the bars are stacked of, two beside each other: cells, since they come and go with the amounts."""
    for position, ((name, called), color) in enumerate(zip(PARTS.items(), book.palette.parts, strict=True)):
        down, across = divmod(position, 2)
        cell = f"{get_column_letter(column + across)}{row + down}"
        there = any(design[name] > 0 for design in book.sizing.designs)
        formula = book.layout.render(f'IF(MAX({{all.{name}}})>0,"{called}","")', 0, SHEET)
        book.formula(ws, cell, formula, called if there else "", "VDI page legend")
        highlight(
            ws, cell, f'${cell[0]}${cell[1:]}<>""', font=Font(color=INK), fill=PatternFill("solid", bgColor=color)
        )
