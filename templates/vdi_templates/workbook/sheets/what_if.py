"""The sheet What if: dials for all drivers at once, and what becomes of the design that Sensitivity varies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import rounded
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.figure import places_in_column
from vdi_sizing.model.formats import EUR_CENT, SHARE, TEXT, TIME, TWO, VMS, WHOLE
from vdi_sizing.model.names import Names
from vdi_sizing.scenario import Sensitivity
from vdi_sizing.what_if.drivers import DRIVERS, MIXED, SCALED, Driver
from vdi_sizing.words import DASH, ERROR, NO_PRICE, NOT_KNOWN, PURCHASE_ALONE
from vdi_templates.workbook.at_once import DIAL_CELLS, DIAL_COLUMN, FIRST_DIAL_ROW, SHEET, WRONG_DIAL_CELL
from vdi_templates.workbook.book import Book, CachedValue, colour_answers, highlight, put, validation
from vdi_templates.workbook.input_rules import first_wrong, wrong
from vdi_templates.workbook.layout import HEADER_ROW, INPUT_CHECK_CELLS
from vdi_templates.workbook.ranking import SHOWN_AS, difference_formula, moved
from vdi_templates.workbook.sheets.marks import mark_cells
from vdi_templates.workbook.styles import TYPED_OVER, TYPED_OVER_INK
from vdi_templates.workbook.variants import ERRORS_ROW

_TITLE = "Turn the dials and see what becomes of one design: all changes at once, beside the design as it is."
_WIDTHS = [33, 7, 12, 10, 10, 2, 31, 9.5, 18.5, 18.5, 11, 7]
_DIALS, _SHOWN = "ABCDE", "GHIJKL"
_DIAL_HEADERS = ("dial", "unit", "changed by", "as it is", "what if")
_RESULT_HEADERS = ("figure", "unit", "as it is", "what if", "difference", "in %")
_LAST_DIAL_ROW = FIRST_DIAL_ROW + len(DRIVERS) - 1
_PART, _POINTS = "+0.0%;-0.0%;0.0%", '+0.0%" pt";-0.0%" pt";0.0%" pt"'
_TWO_LINES = 28.0
_SAME, _CHANGED = "same", "changed"
_DIAL = inputs_of(Sensitivity)["dials"]
_WRONG_DIAL, _ALLOWED = "This dial is out of its range: ", ". Type a change from -99 % to 1,000 %, or empty the cell."


class _Result(NamedTuple):
    """A figure that is shown; `known`: the 0/1 figure beside it, and the word where that is 0."""

    label: str
    figure: str
    unit: str
    number_format: str
    known: str = ""
    unknown: str = ""
    counted: bool = True
    """It means nothing where no block carries the VMs."""
    beside: str = ""
    """A figure that it must differ from: a cost over the years that is the purchase alone is none."""

    def of(self, figures: Names) -> CachedValue:
        """Its value, or a word for why there is none."""
        if self.counted and not figures.block.numbers_hold:
            return figures.block.void_word
        if self.known and not figures[self.known]:
            return self.unknown
        value: CachedValue = figures[self.figure]
        return PURCHASE_ALONE if self.beside and rounded(figures[self.figure] - figures[self.beside]) == 0 else value

    def formula(self, cell: Callable[[str], str]) -> str:
        """The same as a formula; `cell` says where a figure stands."""
        shown = cell(self.figure)
        if self.beside:
            shown = f'IF(ROUND({shown}-{cell(self.beside)},9)=0,"{PURCHASE_ALONE}",{shown})'
        if self.known:
            shown = f'IF({cell(self.known)}=0,"{self.unknown}",{shown})'
        return f"IF({cell('numbers_hold')}=0,{cell('void_word')},{shown})" if self.counted else shown


_RESULTS = (
    _Result("users", "users_whole", "users", WHOLE, counted=False),
    _Result("VMs in use at the same time", "vms_whole", "VMs", WHOLE, counted=False),
    _Result("VMs per block", "vms_per_block", "VMs", VMS),
    _Result("binding limit", "binding_name", "", TEXT, counted=False),
    _Result("next limit", "next_limit", "", TEXT, counted=False),
    _Result("blocks, with spares", "blocks", "blocks", WHOLE),
    _Result("hosts beside the arrays, with spares", "hosts_beside", "hosts", WHOLE),
    _Result("drives of all blocks", "drives_total", "drives", WHOLE),
    _Result("EUR per user, bought", "known_eur_per_user", "EUR", EUR_CENT, "priced", NO_PRICE),
    _Result("EUR for these users, bought", "known_users_eur", "EUR", WHOLE, "priced", NO_PRICE),
    _Result("EUR over the years", "known_total_eur", "EUR", WHOLE, "total_known", NOT_KNOWN, beside="known_users_eur"),
    _Result("mean response time at the load", "response_words", "ms", TIME),
    _Result("error that voids it", "void_word", "", TEXT, counted=False),
)
_HINTS = (
    "Type what changes: 20 % for a fifth more, -10 % for a tenth less. 0 or blank changes nothing.",
    "pt: points, added to a share or a rate. Growth is per year, and lasts to the end of the years of use.",
    "Dials of the same figure multiply: 20 % more users with 10 % more IOPS each ask for 32 % more IOPS.",
    "What packs and least orders of licences add stays as it is without the dials, and so do shelves.",
    "Which design it is, is chosen on the sheet",
)


def write_what_if(book: Book) -> None:
    """The sheet: dials at the left, the design at the right."""
    ws = book.sheet(SHEET, SHEET, _TITLE, _WIDTHS)
    book.master_check(ws)
    _write_headers(book, ws)
    for row, driver in enumerate(DRIVERS.values(), start=FIRST_DIAL_ROW):
        _write_dial(book, ws, row, driver)
    for row, result in enumerate(_RESULTS, start=FIRST_DIAL_ROW):
        _write_result(book, ws, row, result)
    _write_input_rules(book, ws)
    _say_which_dial_is_wrong(book, ws)
    _colour(ws)
    first = FIRST_DIAL_ROW + len(_RESULTS) + 1
    for row, hint in enumerate(_HINTS, start=first):
        put(ws, f"G{row}", hint, "VDI label")
    book.link(ws, f"J{first + len(_HINTS) - 1}", "Sensitivity")
    ws.freeze_panes = f"B{FIRST_DIAL_ROW}"
    ws.protection.enable()


def _write_headers(book: Book, ws: Worksheet) -> None:
    for letters, headers in ((_DIALS, _DIAL_HEADERS), (_SHOWN, _RESULT_HEADERS)):
        for at, (letter, header) in enumerate(zip(letters, headers, strict=True)):
            put(ws, f"{letter}{HEADER_ROW}", None, "VDI heading")
            put(ws, f"{letter}{HEADER_ROW + 1}", header, "VDI header" if at > 1 else "VDI header left")
    put(ws, f"A{HEADER_ROW}", "Dials", "VDI heading")
    name = book.scenario.designs[book.varied.design].name
    book.formula(ws, f"G{HEADER_ROW}", book.variants.pick("design.name"), name, "VDI heading", "@")


def _write_input_rules(book: Book, ws: Worksheet) -> None:
    rule = validation(_DIAL)
    assert rule is not None
    rule.add(DIAL_CELLS.partition("!")[2].replace("$", ""))
    ws.add_data_validation(rule)
    book.name("sensitivity_dials", DIAL_CELLS)


def _say_which_dial_is_wrong(book: Book, ws: Worksheet) -> None:
    """The first that is out of its range, and what is allowed; no other sheet hangs on a dial."""
    first = f"{DIAL_COLUMN}{FIRST_DIAL_ROW}"
    cells = DIAL_CELLS.partition("!")[2]
    found = first_wrong(wrong(_DIAL, cells), places_in_column(cells))
    labels = f"$A${FIRST_DIAL_ROW}:$A${_LAST_DIAL_ROW}"
    said = (
        f'"{_WRONG_DIAL}"&INDEX({labels},{found})&", "&ADDRESS(ROW({first})-1+{found},COLUMN({first}),4)&"{_ALLOWED}"'
    )
    book.formula(ws, WRONG_DIAL_CELL.replace("$", ""), f'=IFERROR({said},"")', "", "VDI status left", "@")


def _colour(ws: Worksheet) -> None:
    """A dial that is turned, and what it moves."""
    moved_looks = {"font": Font(color=TYPED_OVER_INK, bold=True), "fill": PatternFill("solid", bgColor=TYPED_OVER)}
    mark_cells(ws, f"C{FIRST_DIAL_ROW}:C{_LAST_DIAL_ROW}", _DIAL)
    highlight(ws, f"C{FIRST_DIAL_ROW}:C{_LAST_DIAL_ROW}", f"N($C{FIRST_DIAL_ROW})<>0", **moved_looks)
    last = FIRST_DIAL_ROW + len(_RESULTS) - 1
    colour_answers(ws, f"I{FIRST_DIAL_ROW}:J{last}")
    for first, other, end in (("E", "D", _LAST_DIAL_ROW), ("J", "I", last)):
        cells, row = f"{first}{FIRST_DIAL_ROW}:{first}{end}", FIRST_DIAL_ROW
        pair = f"COUNT(${other}{row},${first}{row})=2,ROUND(${first}{row}-${other}{row},9)<>0"  # not by a last bit
        highlight(ws, cells, f"IF({pair},${first}{row}<>${other}{row})", **moved_looks)


# --- dials --------------------------------------------------------------------------------------------


def _write_dial(book: Book, ws: Worksheet, row: int, driver: Driver) -> None:
    """A driver, by how much it is changed, and what it is then."""
    shown, change = driver.shown_at_once, book.varied.dials[driver.name]
    unit, number_format = SHOWN_AS.get(shown or "", ("%", SHARE))
    put(ws, f"A{row}", driver.label, "VDI label")
    put(ws, f"B{row}", unit, "VDI unit")
    put(ws, f"{DIAL_COLUMN}{row}", change, "VDI input", _PART if driver.how == SCALED else _POINTS)
    as_is: tuple[str, CachedValue] = ("=1", 1.0) if driver.how == SCALED else ("=0", 0.0)
    then: tuple[str, CachedValue] = f"=D{row}+{DIAL_COLUMN}{row}", float(as_is[1]) + change
    if shown or driver.how == MIXED:
        as_is = _shown(driver, book.varied.base, book.variants.reference)
        then = _shown(driver, book.varied.at_once, book.at_once.reference)
    not_valid = f"{INPUT_CHECK_CELLS['open']}>0"
    for letter, (formula, value), untold in (
        ("D", as_is, not_valid),
        ("E", then, f'OR({not_valid},{WRONG_DIAL_CELL}<>"")'),
    ):
        shown_formula = f'=IF({untold},"{DASH}",{formula.removeprefix("=")})'
        book.formula(ws, f"{letter}{row}", shown_formula, value, "VDI link", number_format)


def _shown(driver: Driver, figures: Names, cell: Callable[[str], str]) -> tuple[str, CachedValue]:
    """The figures that stand for a driver, of the design as it is or with all drivers changed."""
    if driver.shown_at_once:
        value, place = figures[driver.shown_at_once], cell(driver.shown_at_once)
        return f'=IF({place}="","{DASH}",{place})', DASH if value is None else value
    reads, writes = (cell(name) for name in driver.targets)
    return f"=IF({reads}+{writes}=0,0,{reads}/({reads}+{writes}))", driver.base_in(figures) or 0.0


# --- the design ---------------------------------------------------------------------------------------


def _write_result(book: Book, ws: Worksheet, row: int, result: _Result) -> None:
    """A figure as it is, what it would be, and the difference."""
    put(ws, f"G{row}", result.label, "VDI label")
    if result.number_format == TEXT:  # the names of limits take two lines, and rows do not grow with them
        ws.row_dimensions[row].height = _TWO_LINES
    put(ws, f"H{row}", result.unit, "VDI unit")
    varied, errors = book.varied, f"Variants!${book.variants.base_column}${ERRORS_ROW}"
    void = bool(book.sizing.designs[varied.design].block.other_errors)
    values: list[CachedValue] = []
    for letter, names, cell, untold in (
        ("I", varied.base, book.variants.reference, f"{errors}>0"),
        ("J", varied.at_once, book.at_once.reference, f'OR({errors}>0,{WRONG_DIAL_CELL}<>"")'),
    ):
        values.append(ERROR if void else result.of(names))
        formula = f'=IF({untold},"{ERROR}",{result.formula(cell)})'
        book.formula(ws, f"{letter}{row}", formula, values[-1], "VDI link text", result.number_format)
    base, then = values
    if result.number_format == TEXT:
        said = DASH if void else _SAME if base == then else _CHANGED
        compared = f'IF(I{row}=J{row},"{_SAME}","{_CHANGED}")'
        book.formula(ws, f"K{row}", f'=IF(J{row}="{ERROR}","{DASH}",{compared})', said, "VDI link", TEXT)
        return
    both = isinstance(base, float) and isinstance(then, float)
    gained: CachedValue = moved(then, base) if both else DASH
    part: CachedValue = gained / base if isinstance(gained, float) and isinstance(base, float) and base else DASH
    formula = f'=IF(COUNT(I{row}:J{row})=2,{difference_formula(f"J{row}", f"I{row}")},"{DASH}")'
    plain = {VMS: WHOLE, TIME: TWO}.get(result.number_format, result.number_format)  # four sections at most
    book.formula(ws, f"K{row}", formula, gained, "VDI formula", f"+{plain};-{plain};0")
    formula = f'=IF(COUNT(I{row},K{row})<2,"{DASH}",IF(I{row}=0,"{DASH}",K{row}/I{row}))'
    book.formula(ws, f"L{row}", formula, part, "VDI formula", _PART)
