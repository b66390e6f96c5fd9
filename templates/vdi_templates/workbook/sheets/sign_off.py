"""The Sign-off sheet: what the file says, what it rests on, what moved, and who vouches for it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

import vdi_sizing
from vdi_sizing.inputs import same_name
from vdi_sizing.model.check import Check
from vdi_sizing.model.sizing import DesignSizing
from vdi_sizing.tables.price_lists import Price
from vdi_sizing.words import DASH
from vdi_templates.workbook.baseline import MOVED_ROWS
from vdi_templates.workbook.baseline import SHEET as BASELINE
from vdi_templates.workbook.book import Book, CachedValue, colour_answers, fit_row, highlight, put
from vdi_templates.workbook.design_inputs import design_values
from vdi_templates.workbook.layout import UNIT_ROW, unless_free
from vdi_templates.workbook.printing import printed_columns
from vdi_templates.workbook.sheets.baseline import INPUTS_HASH_ROW, MOVED_ROW, PRICES_HASH_ROW
from vdi_templates.workbook.sheets.sign_off_moves import write_moves
from vdi_templates.workbook.sign_off import (
    ANSWER,
    ANSWER_ROW,
    CHECKED,
    CHECKED_ROW,
    ENTRIES,
    FILE_ROW,
    LABELS,
    LAST_ROW,
    MEASURED,
    MEASURED_ROW,
    MOVES_ROW,
    NOT_INCLUDED,
    PRICES_LISTED,
    PRICES_ROW,
    ROLES,
    ROLES_ROW,
    SHEET,
    WARNINGS,
    WARNINGS_ROW,
)
from vdi_templates.workbook.styles import AMBER, DATE_FORMAT, GREY

_WIDTHS, _VALUE_WIDTH = [56, 7, 28], 16
_LEAST_VALUES, _FREE_WIDTH = 3, 9
_REPEATED_ROW, _COLUMNS = UNIT_ROW, "Columns of the warnings: open; owner, and what is done"
_OPEN = '"holds";;"open"'  # of 1 and 0
_ROW_OF_PRICES = "(ROW(Prices[[#All],[part]])-ROW(Prices[[#Headers],[part]]))"
_NO_SOURCE, _NO_QUOTE = "no source", "none"
_MOST_ROWS = 1_000_000
_CALLED = {"rates": "Settings, exchange rates", "changes": "Sensitivity, changes"}
"""The blocks of inputs that are the second of their sheet."""
_OWN_HASH = "A file cannot hold its own hash: vdi-sizing check prints it, and it can be written below."
_SCOPE = (
    "vdi-sizing check compares all that a reader sees or relies on with what this version ships for these inputs. It "
    "does not say that inputs and prices are right,",
    "reads no comments and added sheets, and leaves out what no number hangs on: widths, borders, zoom. It prints each "
    "time what it looked at, and what not.",
)


def write_sign_off(book: Book) -> None:
    """The page; its formulas follow the inputs, and its yellow cells are for people."""
    values = max(_LEAST_VALUES, book.layout.design_columns)
    letters = [get_column_letter(len(_WIDTHS) + 1 + at) for at in range(values)]
    helper = get_column_letter(len(_WIDTHS) + 2 + values)
    subtitle = "What this file says, what it rests on, and who vouches for it. Yellow cells are for people."
    free = [_VALUE_WIDTH if at < printed_columns(book) else _FREE_WIDTH for at in range(values)]
    ws = book.sheet(SHEET, SHEET, subtitle, [*_WIDTHS, *free, 3, 12])
    book.master_check(ws)
    put(ws, f"{helper}{MOVES_ROW}", "workings", "VDI unit")
    _repeat_columns(book, ws)
    _write_file(book, ws, letters)
    _write_answer(book, ws, letters)
    _write_warnings(book, ws, letters)
    _write_prices(book, ws, letters, helper)
    _write_measured(book, ws, letters)
    _write_moves(book, ws, letters, helper)
    _write_checked(book, ws, letters)
    _write_roles(book, ws, letters)
    for name, cells in ENTRIES.items():
        first, _, last = cells.partition(":")
        book.name(f"sign_off_{name}", f"'{SHEET}'!${first[0]}${first[1:]}:${last[0]}${last[1:]}")
    ws.print_area = f"A1:{letters[-1]}{LAST_ROW}"
    ws.print_title_rows = f"1:{_REPEATED_ROW}"
    for row in (PRICES_ROW, MOVES_ROW, CHECKED_ROW):  # so that no page begins in the middle of a short table
        ws.row_breaks.append(Break(row - 1))
    ws.freeze_panes = f"A{FILE_ROW}"
    ws.protection.enable()


def _heading(ws: Worksheet, row: int, letters: Sequence[str], *titles: str) -> None:
    """A band over the page, with titles from the first column on."""
    columns = ["A", "B", "C", *letters]
    for letter, title in zip(columns, [*titles, *[""] * len(columns)], strict=False):
        put(ws, f"{letter}{row}", title or None, "VDI heading")


def _names(book: Book, ws: Worksheet, row: int, letters: Sequence[str], below: int) -> None:
    """The designs, over their columns with so many rows below."""
    book.stand_back(ws, row, row + below)
    for at in range(book.layout.design_columns):
        book.name_design(ws, f"{letters[at]}{row}", at)
    fit_row(ws, row, *((design.name, _VALUE_WIDTH - 2) for design in book.scenario.designs))


def _repeat_columns(book: Book, ws: Worksheet) -> None:
    """What stands in the columns of the warnings, which run over several pages below one heading.

    A line of words on each page: the names themselves would stand over the columns of other tables too.
    """
    named = f'IFERROR(IF({{typed.name}}="","","; "&{{typed.name}}),"; {DASH}")'
    names = "&".join(book.layout.render(named, at, SHEET)[1:] for at in range(book.layout.design_columns))
    said = "".join(f"; {sized.design.name}" for sized in book.columns if not sized.block.stands_in)
    book.formula(ws, f"A{_REPEATED_ROW}", f'="{_COLUMNS}"&{names}', f"{_COLUMNS}{said}", "VDI subtitle")


def _write_file(book: Book, ws: Worksheet, letters: Sequence[str]) -> None:
    _heading(ws, FILE_ROW, letters, "This file")
    baseline, settings = book.baseline, book.scenario.settings
    put(ws, f"A{FILE_ROW + 1}", "made by vdi-sizing", "VDI label")
    put(ws, f"C{FILE_ROW + 1}", vdi_sizing.__version__, "VDI label", "@")
    linked: tuple[tuple[str, str, Any, str], ...] = (
        ("as-of date", book.layout.render("{settings.as_of}", 0, SHEET), settings.as_of, DATE_FORMAT),
        ("SHA-256 of the inputs it was made with", f"={BASELINE}!$B${INPUTS_HASH_ROW}", baseline.inputs_hash, "@"),
        ("SHA-256 of the prices it was made with", f"={BASELINE}!$B${PRICES_HASH_ROW}", baseline.prices_hash, "@"),
    )
    for row, (label, formula, value, number_format) in enumerate(linked, start=FILE_ROW + 2):
        put(ws, f"A{row}", label, "VDI label")
        book.formula(ws, f"C{row}", formula, value, "VDI status left", number_format)
    put(ws, f"A{FILE_ROW + 5}", "SHA-256 of the formulas of the other sheets", "VDI label")
    put(ws, f"C{FILE_ROW + 5}", _formulas_hash(book), "VDI label", "@")
    put(ws, f"A{FILE_ROW + 6}", _OWN_HASH, "VDI subtitle")


def _formulas_hash(book: Book) -> str:
    """Of all formulas of the sheets that are written before, in the order of writing; inputs that refer are inputs."""
    found = hashlib.sha256()
    for name in (each for each in book.cached if each != SHEET):
        linked, cells = book.linked.get(name, {}), book.worksheet(name)._cells.values()
        formulas: Any = (cell for cell in cells if cell.data_type == "f")
        told = (cell._value for cell in formulas if not linked or cell.coordinate not in linked)
        found.update("\n".join([name, *told]).encode())
    return found.hexdigest()


def _write_answer(book: Book, ws: Worksheet, letters: Sequence[str]) -> None:
    _heading(ws, ANSWER_ROW, letters, "The answer, net", "unit")
    _names(book, ws, ANSWER_ROW, letters, len(ANSWER))
    for row, name in enumerate(ANSWER, start=ANSWER_ROW + 1):
        line = book.layout.lines[name]
        put(ws, f"A{row}", line.label, "VDI label")
        put(ws, f"B{row}", line.unit, "VDI unit")
        for at, sized in enumerate(book.columns):
            formula = book.layout.render_answer(name, at, SHEET)
            book.formula(ws, f"{letters[at]}{row}", formula, sized.shown(name), "VDI link text", line.number_format)
        fit_row(ws, row, *((sized.shown(name), _VALUE_WIDTH) for sized in book.sizing.designs))
    colour_answers(ws, f"{letters[0]}{ANSWER_ROW + 1}:{letters[-1]}{ANSWER_ROW + len(ANSWER)}")
    for row, name in enumerate(NOT_INCLUDED, start=ANSWER_ROW + len(ANSWER) + 1):
        put(ws, f"A{row}", book.layout.lines[name].label, "VDI label")
        value = book.sizing.designs[0][name]
        book.formula(ws, f"C{row}", book.layout.render(f"{{{name}}}", 0, SHEET), value, "VDI label")


def _write_warnings(book: Book, ws: Worksheet, letters: Sequence[str]) -> None:
    """All of them in their order, so that an owner stays beside his warning."""
    _heading(ws, WARNINGS_ROW, letters, "Warnings", "open", "owner, and what is done")
    _names(book, ws, WARNINGS_ROW, letters, len(WARNINGS) + 1)
    last = letters[book.layout.design_columns - 1]
    for row, check in enumerate(WARNINGS, start=WARNINGS_ROW + 1):
        put(ws, f"A{row}", check.label, "VDI label wrapped")
        states = [_state(sized, check) for sized in book.columns]
        counted = f"=COUNTIF({letters[0]}{row}:{last}{row},0)"
        book.formula(ws, f"B{row}", counted, float(states.count(0)), "VDI formula", f'0;;"{DASH}"')
        put(ws, f"C{row}", None, "VDI input prose", "@")
        for at, state in enumerate(states):
            formula = book.layout.render(unless_free(f'IFERROR({{{check.name}}},"{DASH}")'), at, SHEET)
            book.formula(ws, f"{letters[at]}{row}", formula, state, "VDI link", _OPEN)
        fit_row(ws, row, (check.label, _WIDTHS[0]))
    first = WARNINGS_ROW + 1
    cells = f"{letters[0]}{first}:{letters[-1]}{WARNINGS_ROW + len(WARNINGS)}"
    highlight(ws, cells, f'AND({letters[0]}{first}<>"",{letters[0]}{first}=0)', font=Font(color=AMBER, bold=True))
    highlight(ws, cells, f"{letters[0]}{first}=1", font=Font(color=GREY))
    row = WARNINGS_ROW + len(WARNINGS) + 1
    put(ws, f"A{row}", "acknowledged in the design, with the reason", "VDI label")
    for at, sized in enumerate(book.columns):
        said = f'IF({{design.acknowledged}}="","{DASH}",{{design.acknowledged}})'
        formula = book.layout.render(unless_free(said), at, SHEET)
        value = "" if sized.block.stands_in else sized.design.acknowledged or DASH
        book.formula(ws, f"{letters[at]}{row}", formula, value, "VDI cell text")
    fit_row(ws, row, *((design.acknowledged, _VALUE_WIDTH) for design in book.scenario.designs))


def _state(sized: DesignSizing, check: Check) -> CachedValue:
    """1 where a check holds, 0 where not; nothing in a column that holds no design."""
    return "" if sized.block.stands_in else float(sized[check.name])


def _write_prices(book: Book, ws: Worksheet, letters: Sequence[str], helper: str) -> None:
    """How many prices of the chosen list have no quote or last day, and the first of them."""
    _heading(ws, PRICES_ROW, letters, "Prices")
    chosen = book.layout.render("{settings.price_list}", 0, SHEET)[1:]
    price_list = book.scenario.settings.price_list or ""
    of_list = [
        (book.row_of("prices", at), price)
        for at, price in enumerate(book.scenario.prices)
        if same_name(price.price_list, price_list)
    ]
    put(ws, f"A{PRICES_ROW + 1}", "price list", "VDI label")
    book.formula(ws, f"C{PRICES_ROW + 1}", f'=IF({chosen}="","",{chosen})', price_list, "VDI status left")
    listed = f'({_all("price list")}={chosen})*({_all("part")}<>"")*({_ROW_OF_PRICES}>0)'
    no_quote, no_end = (f'({_all(header)}="")' for header in ("quote number", "valid until"))
    lacking = f"{listed}*(({no_quote}+{no_end})>0)"
    counts: tuple[tuple[str, str, int], ...] = (
        ("prices in it", listed, len(of_list)),
        ("of these without a quote number", f"{listed}*{no_quote}", sum(not p.quote_number for _, p in of_list)),
        ("of these without a last day", f"{listed}*{no_end}", sum(not p.valid_until for _, p in of_list)),
    )
    for row, (label, condition, count) in enumerate(counts, start=PRICES_ROW + 2):
        put(ws, f"A{row}", label, "VDI label")
        book.formula(ws, f"B{row}", f"=SUMPRODUCT({condition})", float(count), "VDI formula", "0")
    _names(book, ws, PRICES_ROW + 2, letters, 1)
    put(ws, f"C{PRICES_ROW + 3}", "oldest price on the bill of", "VDI unit")
    for at, sized in enumerate(book.columns):
        formula = book.layout.render(unless_free("{price_date}"), at, SHEET)
        value = "" if sized.block.stands_in else sized.block.price_date
        book.formula(ws, f"{letters[at]}{PRICES_ROW + 3}", formula, value, "VDI link")
    _list_prices(book, ws, letters, helper, lacking, of_list)


def _all(header: str) -> str:
    """A column of the prices with its header: LibreOffice 25.2 compares no range that is blank throughout."""
    return f"Prices[[#All],[{header}]]"


def _list_prices(
    book: Book,
    ws: Worksheet,
    letters: Sequence[str],
    helper: str,
    lacking: str,
    of_list: Sequence[tuple[int, Price]],
) -> None:
    """The first prices without a quote number or a last day."""
    found = [(row, price) for row, price in of_list if not price.quote_number or not price.valid_until]
    titles = ("the first without a quote number or a last day", "", "supplier", "quote number", "valid until")
    row = PRICES_ROW + 5
    for letter, title in zip(["A", "B", "C", *letters], titles, strict=False):
        put(ws, f"{letter}{row}", title or None, "VDI header left")
    for number in range(1, PRICES_LISTED + 1):
        row += 1
        place = f"${helper}{row}"
        largest = f"SUMPRODUCT(LARGE({lacking}*({_MOST_ROWS}-{_ROW_OF_PRICES}),{number}))"
        position = f"=IF(SUMPRODUCT({lacking})<{number},0,{_MOST_ROWS}-{largest})"
        there = found[number - 1] if number <= len(found) else None
        book.formula(ws, f"{helper}{row}", position, float(there[0]) if there else 0.0, "VDI unit", "0;;")
        shown: tuple[tuple[str, str, Any, str], ...] = (
            ("A", "part", there and there[1].part, ""),
            ("C", "supplier", there and there[1].supplier, _NO_QUOTE),
            (letters[0], "quote number", there and there[1].quote_number, _NO_QUOTE),
            (letters[1], "valid until", there and there[1].valid_until, _NO_QUOTE),
        )
        for letter, header, value, otherwise in shown:
            cell = f"INDEX(Prices[{header}],{place})"
            formula = f'=IF({place}=0,"",IF({cell}="","{otherwise}",{cell}))'
            said = "" if there is None else value or otherwise
            number_format = DATE_FORMAT if header == "valid until" else "@"
            book.formula(ws, f"{letter}{row}", formula, said, "VDI label", number_format)


def _write_measured(book: Book, ws: Worksheet, letters: Sequence[str]) -> None:
    _heading(ws, MEASURED_ROW, letters, "Measured, or known better than computed: the source of each number")
    _names(book, ws, MEASURED_ROW, letters, len(MEASURED))
    values = [{} if sized.block.stands_in else design_values(sized.design) for sized in book.columns]
    for row, name in enumerate(MEASURED, start=MEASURED_ROW + 1):
        put(ws, f"A{row}", LABELS[name], "VDI label")
        said = [_source_of(each[name], each[f"{name}_source"]) if each else "" for each in values]
        for at, value in enumerate(said):
            formula = unless_free(
                f'IF({{design.{name}}}="","{DASH}",'
                f'IF({{design.{name}_source}}="","{_NO_SOURCE}",{{design.{name}_source}}))'
            )
            rendered = book.layout.render(formula, at, SHEET)
            book.formula(ws, f"{letters[at]}{row}", rendered, value, "VDI cell text")
        fit_row(ws, row, *((value, _VALUE_WIDTH) for value in said))
    cells = f"{letters[0]}{MEASURED_ROW + 1}:{letters[-1]}{MEASURED_ROW + len(MEASURED)}"
    highlight(ws, cells, f'{letters[0]}{MEASURED_ROW + 1}="{_NO_SOURCE}"', font=Font(color=AMBER, bold=True))


def _source_of(number: float | None, source: str | None) -> str:
    return DASH if number is None else source or _NO_SOURCE


def _write_moves(book: Book, ws: Worksheet, letters: Sequence[str], helper: str) -> None:
    titles = ("Inputs that are not as in the baseline", "count", "the first of them", "what it is", "was", "is now")
    _heading(ws, MOVES_ROW, letters, *titles)
    first = MOVES_ROW + 1
    for row, block in enumerate(book.baseline.blocks, start=first):
        put(ws, f"A{row}", _CALLED.get(block.name, block.sheet), "VDI label")
    last = write_moves(book, ws, first, helper)
    put(ws, f"A{last}", "all of them; vdi-sizing check says what each did", "VDI total label")
    dates = f'AND(ISNUMBER(E{first}),OR(ISNUMBER(SEARCH("date",$D{first})),$D{first}="valid until"))'
    as_dates = FormulaRule([dates])  # type: ignore[no-untyped-call]
    as_dates.dxf = DifferentialStyle(numFmt=NumberFormat(303, DATE_FORMAT))
    ws.conditional_formatting.add(f"E{first}:F{last - 1}", as_dates)
    put(ws, f"A{last + 1}", "moved from the baseline before, when this file was made:", "VDI label")
    for at in range(MOVED_ROWS):
        line = book.baseline.moved[at] if at < len(book.baseline.moved) else ""
        cell = f"{BASELINE}!$B${MOVED_ROW + at}"
        book.formula(ws, f"C{last + 1 + at}", f'=IF({cell}="","",{cell})', line, "VDI label")


def _write_checked(book: Book, ws: Worksheet, letters: Sequence[str]) -> None:
    _heading(ws, CHECKED_ROW, letters, "What vdi-sizing check said of this file")
    for row, label in enumerate(CHECKED, start=CHECKED_ROW + 1):
        put(ws, f"A{row}", label, "VDI label")
        put(ws, f"C{row}", None, "VDI input prose", "@")
    for row, text in enumerate(_SCOPE, start=CHECKED_ROW + len(CHECKED) + 1):
        put(ws, f"A{row}", text, "VDI subtitle")


def _write_roles(book: Book, ws: Worksheet, letters: Sequence[str]) -> None:
    _heading(ws, ROLES_ROW, letters, "Prepared, reviewed, approved", "", "name", "date", "remark")
    for row, role in enumerate(ROLES, start=ROLES_ROW + 1):
        put(ws, f"A{row}", role, "VDI label")
        for letter in "CDE":
            put(ws, f"{letter}{row}", None, "VDI input prose", DATE_FORMAT if letter == "D" else "@")
        ws.row_dimensions[row].height = 22
