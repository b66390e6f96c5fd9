"""The Checks sheet: 0/1 cells, summed to the master check that every sheet shows; on top what does not hold."""

from __future__ import annotations

from openpyxl.styles import Font, PatternFill

from vdi_sizing.model.check import Check, Warning
from vdi_sizing.model.checks.verdict import CHECKS
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.words import DASH, NONE
from vdi_templates.workbook.at_once import SHEET as WHAT_IF
from vdi_templates.workbook.at_once import WRONG_DIAL_CELL
from vdi_templates.workbook.book import LINE_POINTS, Book, fit_row, highlight, put
from vdi_templates.workbook.input_checks import BEFORE, FOUND, input_checks
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.printing import ABREAST, printed_columns, say_what_is_not_printed
from vdi_templates.workbook.styles import AMBER, AMBER_FILL, MUTED, RED, RED_FILL, RULE

_NAMES_ROW = FIRST_ROW + 1
_LIST_ROW, _LISTED = _NAMES_ROW + 2, 6
_PLACE = "E"
"""The column of the list that says where to mend an input; in that of a check of designs stands a verdict."""
_MORE_ROW = _LIST_ROW + _LISTED
_HEADING_ROW = _MORE_ROW + 2
_VERDICT = '"holds";"acknowledged";"does not hold"'  # of 1, -1 and 0
_WIDTHS, _DESIGN_WIDTH, _NARROW_DESIGN_WIDTH = [44, 64, 8], 16, 13
"""Of the check, of what to do, of the kind and of a design; of more designs than stand side by side on a page."""
_LATER = 100_000
"""Added to the row of a warning, so that it is listed below the errors; twice to one that is acknowledged in each
design, three times to what cannot be told since an error comes before it."""
LIST_POINTS = 2 * LINE_POINTS + 3
_SUBTITLE = (
    "A check holds or does not. A warning leaves the answer standing; an error does not. Printed are the list and the "
    "checks of designs; those of cells stand below them. A dash: it cannot be told, since an input is not valid."
)
_NAME_TO_COME = "two lines of a design"
"""A row does not grow with a name that is typed into a free column."""
_TO_DO = "what to do where it does not hold"
_LIST_HEADING = "what does not hold, acknowledged last"
_ACKNOWLEDGED = "acknowledged, and does not hold: "
_ALL_HOLD = "nothing: each check holds"
_DIALS = "the dials of the sheet What if are in their range"
_DIALS_REMEDY = (
    "What if names the dial, and shows no answer until it is mended, nor does a command. "
    "No other sheet hangs on a dial."
)
_MORE = "further checks that do not hold, in red and amber below: "


def write_checks(book: Book) -> None:
    """The sheet with all checks."""
    layout = book.layout
    columns = [layout.column(i) for i in range(layout.design_columns)]
    ws = book.sheet(
        "Checks", "Checks",  _SUBTITLE,
        [*_WIDTHS, *[_design_width(book)] * max(2, layout.design_columns)],
    )  # fmt: skip
    put(ws, f"A{HEADER_ROW}", "Master check", "VDI total label")
    _head(book, _NAMES_ROW, "check")
    _head(book, _HEADING_ROW, "check of each design")
    first, last = _HEADING_ROW + 1, _HEADING_ROW + len(CHECKS) + 1
    book.stand_back(ws, _HEADING_ROW, last)
    _write_checks_of_designs(book, columns)
    _write_check_of_dials(book, columns, last)
    end, of_inputs = _write_input_checks(book, last + 2)
    _sum_up_inputs(book, last + 1, end, of_inputs)
    _write_list(book, last, end)
    designs = f"${columns[0]}${first}:${columns[-1]}${last}"
    master = (
        f'IF(COUNT({designs})<{(len(CHECKS) + 1) * layout.design_columns},"Checks: ERRORS",'
        'IF(SUM({all.errors})>0,"Checks: ERRORS",'
        f'IF(SUM({{all.warnings}})+1-$D${last}>0,"Checks: passed, with warnings","Checks: all passed")))'
    )
    book.formula(ws, f"D{HEADER_ROW}", layout.render(master, 0, "Checks"), book.master_text, "VDI total centred", "@")
    fit_row(ws, HEADER_ROW, ("Checks: passed, with warnings", _design_width(book)))
    book.colour_status(ws, f"D{HEADER_ROW}")
    _mark_what_fails(book, f"{columns[0]}{first}:{columns[-1]}{end}")
    _mark_what_fails(book, f"{columns[0]}{_LIST_ROW}:{columns[-1]}{_MORE_ROW - 1}")
    ws.freeze_panes = f"{columns[0]}{_NAMES_ROW + 1}"
    ws.print_title_rows = f"1:{_NAMES_ROW}"
    ws.print_area = f"A1:{_letter_of(book, max(2, printed_columns(book)) - 1)}{last}"
    say_what_is_not_printed(book, ws)
    ws.protection.enable()


def _design_width(book: Book) -> int:
    return _DESIGN_WIDTH if printed_columns(book) <= ABREAST else _NARROW_DESIGN_WIDTH


def _letter_of(book: Book, position: int) -> str:
    return book.layout.column(position)


def _order_column(book: Book) -> str:
    """Beside the designs, and where a check of inputs looks: in which order what does not hold is listed."""
    return _letter_of(book, max(2, book.layout.design_columns))


def _head(book: Book, row: int, words: str) -> None:
    """The heads of the columns, with the names of the designs."""
    ws = book.worksheet("Checks")
    for letter, text in zip("ABC", (words, _TO_DO, "kind"), strict=True):
        put(ws, f"{letter}{row}", text, "VDI header left")
    for i in range(book.layout.design_columns):
        book.name_design(ws, f"{book.layout.column(i)}{row}", i)
    names = [design.name for design in book.scenario.designs]
    if book.made_for < book.layout.design_columns:
        names.append(_NAME_TO_COME)
    fit_row(ws, row, *((name, _design_width(book)) for name in names))


def _write_checks_of_designs(book: Book, columns: list[str]) -> None:
    ws, order = book.worksheet("Checks"), _order_column(book)
    put(ws, f"{order}{_HEADING_ROW}", "order in the list", "VDI note")
    for row, check in enumerate(CHECKS, start=_HEADING_ROW + 1):
        remedy = _remedy(check)
        put(ws, f"A{row}", check.label, "VDI label wrapped")
        put(ws, f"B{row}", remedy, "VDI note")
        put(ws, f"C{row}", check.kind, "VDI note")
        fit_row(ws, row, (check.label, _WIDTHS[0]), (remedy, _WIDTHS[1]))
        for i, column in enumerate(columns):
            formula = book.layout.render(f'IFERROR({_verdict_formula(check)},"{DASH}")', i, "Checks")
            verdict = _verdict(book.columns[i], check)
            book.formula(ws, f"{column}{row}", formula, verdict, "VDI link centred", _VERDICT)
        cells = f"{columns[0]}{row}:{columns[-1]}{row}"
        later = f"IF(COUNTIF({cells},0)>0,{int(isinstance(check, Warning))},IF(COUNTIF({cells},-1)>0,2,3))"
        formula = f'=IF(COUNTIF({cells},1)={len(columns)},"",ROW(A{row})+{_LATER}*{later})'
        book.formula(ws, f"{order}{row}", formula, _order_of(book, check, row), "VDI note", "0")


def _write_check_of_dials(book: Book, columns: list[str], row: int) -> None:
    """Whatever stands at the dials, the answer stands, so that their check is a warning beside those of the designs."""
    ws = book.worksheet("Checks")
    put(ws, f"A{row}", _DIALS, "VDI label wrapped")
    put(ws, f"B{row}", _DIALS_REMEDY, "VDI note")
    put(ws, f"C{row}", Warning.kind, "VDI note")
    fit_row(ws, row, (_DIALS, _WIDTHS[0]), (_DIALS_REMEDY, _WIDTHS[1]))
    for column in columns:
        formula = f"=IF('{WHAT_IF}'!{WRONG_DIAL_CELL}=\"\",1,0)"
        book.formula(ws, f"{column}{row}", formula, 1.0, "VDI link centred", _VERDICT)
    order = f'=IF($D{row}=1,"",ROW(A{row})+{_LATER})'
    book.formula(ws, f"{_order_column(book)}{row}", order, None, "VDI note", "0")


def _remedy(check: Check) -> str:
    return f"{check.remedy} Its word: {check.key}" if isinstance(check, Warning) else check.remedy


def _verdict_formula(check: Check) -> str:
    """1 where it holds, 0 where it does not, -1 where that is acknowledged: of an error nobody may."""
    return f"2*{{{check.name}}}+{{open_{check.key}}}-1" if isinstance(check, Warning) else f"{{{check.name}}}"


def _verdict(sized: DesignSizing, check: Check) -> float:
    """The same, as the library says it."""
    holds = float(sized[check.name])
    return 2 * holds + float(sized[f"open_{check.key}"]) - 1 if isinstance(check, Warning) else holds


def _order_of(book: Book, check: Check, row: int) -> float | None:
    """By which a check that fails is listed: errors before warnings, and these before what is acknowledged."""
    verdicts = [_verdict(sized, check) for sized in book.columns]
    if all(verdict == 1 for verdict in verdicts):
        return None
    return float(row + _LATER * (isinstance(check, Warning) if 0 in verdicts else 2))


def _write_input_checks(book: Book, row: int) -> tuple[int, int]:
    """What must hold in the cells of the input sheets: the last row, and how many checks there are."""
    ws, count, order = book.worksheet("Checks"), 0, _order_column(book)
    before = ""  # the cell of the last check on which no other hangs
    for sheet, checks in input_checks(book.layout).items():
        put(ws, f"A{row}", f"cells of the sheet {sheet}", "VDI header left")
        for letter, text in zip("BCDE", (_TO_DO, "kind", "holds", "where to mend it"), strict=True):
            put(ws, f"{letter}{row}", text, "VDI header" if letter == "D" else "VDI header left")
        put(ws, f"{order}{row}", "which cell of these", "VDI note")
        for check in checks:
            row += 1
            if BEFORE not in check.formula:
                before = f"$D${row}"
            put(ws, f"A{row}", check.label, "VDI label wrapped")
            put(ws, f"B{row}", check.remedy, "VDI note")
            put(ws, f"C{row}", "error", "VDI note")
            fit_row(ws, row, (check.label, _WIDTHS[0]), (check.remedy, _WIDTHS[1]))
            book.formula(ws, f"D{row}", check.formula.replace(BEFORE, before), 1.0, "VDI link centred", _VERDICT)
            on = f'"Sheet {sheet}"'
            if check.found:
                book.formula(
                    ws, f"{order}{row}", f'=IF(D{row},"",{check.found.replace(BEFORE, before)})', "", "VDI note", "0"
                )
            where = f'=IF(D{row}=1,"",{on}&IFERROR({check.place.replace(FOUND, f"{order}{row}")},""))'
            book.formula(ws, f"E{row}", where, "", "VDI status left", "@")
        count += len(checks)
        row += 2
    return row - 2, count


def _sum_up_inputs(book: Book, first: int, last: int, checks: int) -> None:
    """How many checks of inputs fail, and which is the first: by both an input that is not valid voids the answers."""
    ws = book.worksheet("Checks")
    holds = f"$D${first}:$D${last}"
    at = f"MATCH(0,{holds},0)"
    where = f"INDEX($E${first}:$E${last},{at})"
    cell = f'LEFT({where},FIND(" (",{where}&" (")-1)'  # without what it is about, which a card has no room for
    named = f'{cell}&": "&INDEX($A${first}:$A${last},{at})'
    put(
        ws,
        f"A{FIRST_ROW}",
        "cells of the input sheets: how many checks fail, and the first of them",
        "VDI label wrapped",
    )
    first_of_them = f'=IF($D${FIRST_ROW}=0,"{NONE}",IFERROR({named},"a check is an error value"))'
    book.formula(ws, f"B{FIRST_ROW}", first_of_them, NONE, "VDI note")
    ws.row_dimensions[FIRST_ROW].height = LIST_POINTS
    book.formula(ws, f"D{FIRST_ROW}", f"={checks}-COUNTIF({holds},1)", 0.0, "VDI formula", "0")
    looks = {"font": Font(color=RED, bold=True), "fill": PatternFill("solid", bgColor=RED_FILL)}
    highlight(ws, f"A{FIRST_ROW}:D{FIRST_ROW}", f"$D${FIRST_ROW}>0", **looks)
    for cells in (f"E{first}:E{last}", f"E{_LIST_ROW}:E{_MORE_ROW - 1}"):
        cell = cells.partition(":")[0]
        highlight(ws, cells, f'AND($C{cell[1:]}="error",ISTEXT({cell}),{cell}<>"")', font=Font(color=RED, bold=True))


def _write_list(book: Book, before: int, last: int) -> None:
    """What does not hold, and what to do: of the cells of inputs alone, as long as one of them is not valid.

    What is wrong there may make an error value of any check of a design.
    """
    ws, order = book.worksheet("Checks"), _order_column(book)
    first = _HEADING_ROW + 1
    keys = f"${order}${first}:${order}${before}"
    holds = f"$D${before + 1}:$D${last}"
    failing = _failing(book)
    for letter in ("A", "B", "C", *(_letter_of(book, i) for i in range(max(2, book.layout.design_columns)))):
        put(ws, f"{letter}{_LIST_ROW - 1}", _LIST_HEADING if letter == "A" else None, "VDI heading")
    for position in range(_LISTED):
        row = _LIST_ROW + position
        key, check = failing[position] if position < len(failing) else (0.0, None)
        above = f"${order}{row - 1}" if position else str(before)
        rest = f"INDEX({holds},{above}-{before}+1):INDEX({holds},{last - before})"
        below = f"MATCH(0,{rest},0)"
        of_inputs = f"IFERROR({above}+{below},0)"
        of_inputs = f"IF({above}=0,0,{of_inputs})" if position else of_inputs
        formula = f"=IF($D${FIRST_ROW}>0,{of_inputs},IFERROR(SMALL({keys},{position + 1}),0))"
        book.formula(ws, f"{order}{row}", formula, key, "VDI note", "0;;")
        at = f"MOD(${order}{row},{_LATER})-{_HEADING_ROW}"
        nothing = f'"{_ALL_HOLD}"' if position == 0 else '""'
        to_do = _to_do(book, check, key) if check else ""
        texts = (check.label, to_do, check.kind) if check else (nothing[1:-1], "", "")
        for letter, text, style in zip("ABC", texts, ("VDI label wrapped", "VDI note", "VDI note"), strict=True):
            instead = nothing if letter == "A" else '""'
            found = f"INDEX(${letter}${first}:${letter}${last},{at})"
            if letter == "B":
                known = f'"{_ACKNOWLEDGED}"&INDEX($A${first}:$A${last},{at})'
                found = f"IF(ROUNDDOWN(${order}{row}/{_LATER},0)=2,{known},{found})"
            listed = f"=IF(${order}{row}=0,{instead},{found})"
            book.formula(ws, f"{letter}{row}", listed, text, style)
        for i in range(max(2, book.layout.design_columns)):
            _list_verdict(book, row, i, check, f"IFERROR(INDEX({{0}}${first}:{{0}}${last},{at}),0)")
        ws.row_dimensions[row].height = LIST_POINTS
    more = f"=MAX(0,IF($D${FIRST_ROW}>0,$D${FIRST_ROW},COUNT({keys}))-{_LISTED})"
    book.formula(ws, f"{order}{_MORE_ROW}", more, float(max(0, len(failing) - _LISTED)), "VDI note", "0;;")
    further = f'=IF(${order}{_MORE_ROW}=0,"","{_MORE}"&${order}{_MORE_ROW})'
    said = f"{_MORE}{len(failing) - _LISTED}" if len(failing) > _LISTED else ""
    book.formula(ws, f"A{_MORE_ROW}", further, said, "VDI label wrapped")
    ws.row_dimensions[_MORE_ROW].height = LIST_POINTS


def _to_do(book: Book, check: Check, key: float) -> str:
    """What the list says to do about a check: nothing more where each design acknowledges it."""
    return f"{_ACKNOWLEDGED}{check.label}" if key // _LATER == 2 else _remedy(check)


def _failing(book: Book) -> list[tuple[float, Check]]:
    """The checks of designs that do not hold, errors first, each after its order in the list."""
    by_order = {_order_of(book, check, row): check for row, check in enumerate(CHECKS, start=_HEADING_ROW + 1)}
    return sorted((key, check) for key, check in by_order.items() if key is not None)


def still_open(book: Book, position: int) -> tuple[int, str, str]:
    """A line of the list for another sheet: its row on Checks, and by formula and as text where and what to mend."""
    row, failing = _LIST_ROW + position, _failing(book)
    place, remedy = f"Checks!{_PLACE}{row}", f"Checks!B{row}"
    nothing, text = (f"Checks!A{row}", _ALL_HOLD) if position == 0 else ('""', "")
    columns = [book.layout.column(i) for i in range(book.layout.design_columns)]
    names = "&".join(f'IF(Checks!{column}{row}<1,", "&{column}${HEADER_ROW},"")' for column in columns)
    of_input = f'{place}&" – "&Checks!A{row}&". "'
    where = f'IF(Checks!$D${FIRST_ROW}>0,{of_input},MID({names}&": ",3,300))'
    shown = text
    if position < len(failing):
        key, check = failing[position]
        named = [sized.design.name for sized in book.sizing.designs if _verdict(sized, check) < 1]
        shown = f"{', '.join(named)}: {_to_do(book, check, key)}"
    return row, f'=IF({remedy}="",{nothing},{where}&{remedy})', shown


def _list_verdict(book: Book, row: int, position: int, check: Check | None, verdict: str) -> None:
    """What a check that is listed says of a design; of a check of inputs that it does not hold, and where."""
    ws, column, order = book.worksheet("Checks"), _letter_of(book, position), _order_column(book)
    not_listed, of_inputs = f"${order}{row}=0", f"$D${FIRST_ROW}>0"
    verdict = verdict.format(f"${column}")
    if position < book.layout.design_columns:
        in_use = book.layout.render("{in_use}", position, "Checks")[1:]
        blank = f"AND({in_use}=0,NOT({of_inputs}))" if position < 2 else f"{in_use}=0,{of_inputs}"
        sized = book.columns[position]
        saved: float | str = "" if check is None or sized.block.stands_in else _verdict(sized, check)
    else:
        blank, saved = f"NOT({of_inputs})", ""
    formula = f'=IF(OR({not_listed},{blank}),"",{verdict})'
    book.formula(ws, f"{column}{row}", formula, saved, "VDI part centred", _VERDICT)


def _mark_what_fails(book: Book, cells: str) -> None:
    """A 0 among many 1 has to be seen; an error value is one too."""
    first = cells.partition(":")[0]
    fails = f"IF(ISERROR({first}),TRUE,IF(ISNUMBER({first}),{first}=0,FALSE))"
    for kind, color, fill in (("error", RED, RED_FILL), ("warning", AMBER, AMBER_FILL)):
        looks = {"font": Font(color=color, bold=True), "fill": PatternFill("solid", bgColor=fill)}
        highlight(book.worksheet("Checks"), cells, f'IF($C{first[1:]}="{kind}",{fails},FALSE)', **looks)
    known = f"IF(ISNUMBER({first}),{first}=-1,FALSE)"
    looks = {"font": Font(color=MUTED, bold=True), "fill": PatternFill("solid", bgColor=RULE)}
    highlight(book.worksheet("Checks"), cells, known, **looks)
