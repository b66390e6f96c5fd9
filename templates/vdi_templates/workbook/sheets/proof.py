"""The sheet Proof: what is paid for one design, for what and when, and that it comes to its cost over the years."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from vdi_sizing._arrays import is_number, total_of
from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.formats import EUR_CENT, FLAG, SIX, TEXT, WHOLE
from vdi_sizing.model.money.cash_flow import CASH_FLOW_YEARS, EUR_OR_DASH
from vdi_sizing.model.names import Names
from vdi_sizing.model.scopes import Block
from vdi_sizing.scenario import Settings
from vdi_sizing.scenario.bill import IN_ADVANCE
from vdi_sizing.words import ERROR, NO_PRICE, NOT_KNOWN
from vdi_templates.workbook.book import Book, hide, input_format, put, put_unit
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW, filled

SHEET = "Proof"
_SUBTITLE = (
    "What is paid for one design, for what and when, in EUR net; what that is worth at the start; and that it comes to "
    "its cost over the years."
)
_FIRST_YEAR_COLUMN = 4
_YEARS_AHEAD = len(CASH_FLOW_YEARS) - 1
_WIDTHS = [40, 14, 17, 14, *[13] * _YEARS_AHEAD]
_YEARS_ON_A_PAGE = 7
_START = get_column_letter(_FIRST_YEAR_COLUMN)
_LAST = get_column_letter(_FIRST_YEAR_COLUMN + _YEARS_AHEAD)
_LETTERS = [get_column_letter(_FIRST_YEAR_COLUMN + year) for year in CASH_FLOW_YEARS]

_HEADERS = {"A": "EUR net", "B": "in all", "C": "worth at the start"}
_YEAR_ROW = FIRST_ROW + 1
_PURCHASE_ROW, _RECURRING_ROW = _YEAR_ROW + 1, _YEAR_ROW + 2
_RUNNING = {
    "energy": "known_energy_eur_per_year",
    "rack space": "known_rack_eur_per_year",
    "maintenance": "known_maintenance_eur_per_year",
    "profile store": "known_store_eur_per_year",
}
"""Running costs, and the figure that says what a year of each costs at first."""
_FIRST_RUNNING, _LAST_RUNNING = _RECURRING_ROW + 1, _RECURRING_ROW + len(_RUNNING)
_PAID_ROW, _FACTOR_ROW, _WORTH_ROW = (_LAST_RUNNING + below for below in (1, 2, 3))
_DEPRECIATION_ROW = _WORTH_ROW + 2
_CHECKS_ROW = _DEPRECIATION_ROW + 2
_ADDS_UP, _DOES_NOT = "it adds up: each difference is 0.00", "it does not add up: see the differences below"


class _Check(NamedTuple):
    """An amount of this sheet, divided by some figures, beside what other sheets show: a figure, or two multiplied."""

    label: str
    cell: str
    there: tuple[str, ...]
    per: tuple[str, ...] = ()


_CHECKS = (
    _Check("cost over the years", f"C{_PAID_ROW}", ("known_total_eur",)),
    _Check("EUR per user over the years", f"C{_PAID_ROW}", ("known_total_eur_per_user",), ("users_whole",)),
    _Check("EUR per user and month of use", f"C{_PAID_ROW}", ("known_total_eur_per_user_month",),
        ("users_whole", "settings.years", "months_per_year")),
    _Check("parts paid per year, worth at the start", f"C{_RECURRING_ROW}", ("known_recurring_eur",)),
    *(
        _Check(f"{label}, worth at the start", f"C{row}", (figure, "present_value_factor"))
        for row, (label, figure) in enumerate(_RUNNING.items(), start=_FIRST_RUNNING)
    ),
    _Check("depreciation of all years", f"B{_DEPRECIATION_ROW}", ("known_users_eur",)),
)  # fmt: skip
_FIRST_CHECK, _LAST_CHECK = _CHECKS_ROW + 2, _CHECKS_ROW + 1 + len(_CHECKS)
_HINTS = (
    "Parts paid per year are the payments of Sizing less what stands beside them; Cost works out by itself what they "
    "are worth. Those per month are discounted month by month.",
    "All else is worked out here from what a year costs, and by another formula on the other sheets.",
    "Which design it is, is chosen on the sheet",
)
_HINT_ROW = _LAST_CHECK + 2
_WORKINGS_ROW = _HINT_ROW + len(_HINTS) + 1
_SETTINGS = tuple(
    f"settings.{name}" for name in ("years", "discount_rate", "escalation", "running_paid", "depreciation_years")
)
"""They stand on the printed page, beside what adds up."""
_SETTINGS_LABEL, _SETTINGS_VALUE = "F", "I"
_FROM = (
    *("stands", "bill_priced", "total_known", "total_left_out", "users_whole", "months_per_year", "known_users_eur"),
    *(*_RUNNING.values(), "present_value_factor", "known_recurring_eur"),
    *("known_total_eur", "known_total_eur_per_user", "known_total_eur_per_user_month"),
)
"""Figures of the design that are looked up on other sheets."""
_CELLS = {name: f"$B${row}" for row, name in enumerate(_FROM, start=_WORKINGS_ROW + 1)}
_CELLS |= {name: f"${_SETTINGS_VALUE}${row}" for row, name in enumerate(_SETTINGS, start=_FIRST_CHECK)}
_ADVANCE_ROW = _WORKINGS_ROW + 1 + len(_FROM)
_KNOWN_ROW, _TIMES_ROW, _PAYMENTS_ROW = (_ADVANCE_ROW + below for below in (1, 2, 3))
_CELLS |= {"advance": f"$B${_ADVANCE_ROW}", "known": f"$B${_KNOWN_ROW}"}


class _Years(NamedTuple):
    """A row of years: its label, the formula below the year of a column, and the value of each year."""

    row: int
    label: str
    formula: str
    values: list[float]
    number_format: str = EUR_OR_DASH
    style: str = "VDI formula"


def is_known(block: Block) -> bool:
    """Whether the sheet has amounts: the answer of the design stands, and its cost over the years is known."""
    return bool(block.stands and block.total_known)


def write_proof(book: Book) -> None:
    """The sheet: a column for each moment at which something is paid, a row for what it is paid for."""
    ws = book.sheet(SHEET, SHEET, _SUBTITLE, _WIDTHS)
    book.master_check(ws)
    figures = Names(book.sizing.designs[book.varied.design].block)
    _hide_unused_years(ws)
    _write_headings(book, ws, figures)
    years = _years(figures)
    for row in years:
        _write_years(book, ws, row)
    amounts = _write_sums(book, ws, years)
    adds_up = _write_checks(book, ws, figures, amounts)
    _write_settings(book, ws, figures)
    _write_workings(book, ws, figures)
    _write_verdict(book, ws, figures, adds_up=adds_up)
    ws.freeze_panes = f"B{_YEAR_ROW}"
    _set_up_pages(book, ws)
    ws.protection.enable()


def _years_drawn(book: Book) -> int:
    """The years that the sheet was made for: what is printed does not hang on what is typed since."""
    settings = book.sizing_drawn.scenario.settings
    return int(max(settings.years, settings.depreciation_years, _LETTERS.index(_SETTINGS_VALUE)))


def _set_up_pages(book: Book, ws: Worksheet) -> None:
    """All years that the sheet was made for, on as many pages as type of 8 pt takes; not where one chooses a design."""
    years = _years_drawn(book)
    ws.print_area = f"A1:{_LETTERS[years]}{_HINT_ROW + len(_HINTS) - 2}"
    ws.page_setup.fitToWidth = -(-years // _YEARS_ON_A_PAGE)
    ws.print_title_cols = "A:A"


def _hide_unused_years(ws: Worksheet) -> None:
    """Columns after the last year of use and of depreciation look empty."""
    years, depreciation, year = (
        _CELLS["settings.years"], _CELLS["settings.depreciation_years"], f"{_LETTERS[1]}${_YEAR_ROW}"
    )  # fmt: skip
    for first, last, unused in (
        (FIRST_ROW, _YEAR_ROW, f"{year}>MAX({years},{depreciation})"),
        (_PURCHASE_ROW, _WORTH_ROW, f"{year}>{years}"),
        (_DEPRECIATION_ROW, _DEPRECIATION_ROW, f"{year}>MAX({years},{depreciation})"),
        (_TIMES_ROW, _PAYMENTS_ROW, f"{year}>{years}"),
    ):
        hide(ws, f"{_LETTERS[1]}{first}:{_LETTERS[-1]}{last}", unused)
    hide(ws, f"B{_FIRST_CHECK}:D{_LAST_CHECK}", f"{_CELLS['known']}=0")


def _write_headings(book: Book, ws: Worksheet, figures: Names) -> None:
    """The design and whether all of it adds up; what the columns are."""
    for row in (HEADER_ROW, _CHECKS_ROW, _WORKINGS_ROW):
        for letter in ("A", "B", "C", *_LETTERS[: 1 + _years_drawn(book)]):
            put(ws, f"{letter}{row}", None, "VDI heading")
    name = figures.block.design.name
    book.formula(ws, f"A{HEADER_ROW}", book.variants.pick("design.name"), name, "VDI heading", TEXT)
    for letter, header in _HEADERS.items():
        put(ws, f"{letter}{FIRST_ROW}", header, "VDI header left" if letter == "A" else "VDI header")
    for year, letter in enumerate(_LETTERS):
        put(ws, f"{letter}{FIRST_ROW}", f"end of year {year}" if year else "at the start", "VDI header")
        put(ws, f"{letter}{_YEAR_ROW}", year, "VDI label", WHOLE)
    put(ws, f"A{_YEAR_ROW}", "years since the start", "VDI label")


def _write_verdict(book: Book, ws: Worksheet, figures: Names, *, adds_up: bool) -> None:
    """Beside the name of the design: that all adds up, or why there is no amount."""
    verdict = (
        f'=IF({{stands}}=0,"{ERROR}",IF({{bill_priced}}=0,"{NO_PRICE}",IF({{total_known}}=0,"{NOT_KNOWN}: "'
        f'&{{total_left_out}},IF(SUMSQ(D{_FIRST_CHECK}:D{_LAST_CHECK})=0,"{_ADDS_UP}","{_DOES_NOT}"))))'
    )
    why = NO_PRICE if not figures.block.bill_priced else f"{NOT_KNOWN}: {figures.block.total_left_out}"
    unknown = why if figures.block.stands else ERROR
    said = unknown if not is_known(figures.block) else _ADDS_UP if adds_up else _DOES_NOT
    book.formula(ws, f"B{HEADER_ROW}", filled(verdict, _CELLS), said, "VDI heading", TEXT)


def _years(figures: Names) -> list[_Years]:
    """Each row of years, for the design: what is paid for what, its discount factor and its worth at the start."""
    settings = figures.block.settings
    known = float(is_known(figures.block))
    advance = float(settings.running_paid == IN_ADVANCE)
    times = [
        (1 + settings.escalation) ** (year + advance - 1) * float(1 <= year + advance <= settings.years)
        for year in CASH_FLOW_YEARS
    ]
    factors = [float(year <= settings.years) / (1 + settings.discount_rate) ** year for year in CASH_FLOW_YEARS]
    running = [[known * figures[figure] * each for each in times] for figure in _RUNNING.values()]
    payments = [figures[f"payments_{year}_eur"] for year in CASH_FLOW_YEARS]
    worth = [figures[f"payments_{year}_present_eur"] for year in CASH_FLOW_YEARS]
    purchase = known * float(figures.block.known_users_eur)
    bought = [purchase, *[0.0] * _YEARS_AHEAD]
    beside = [total_of(each) for each in zip(bought, *running, strict=True)]
    recurring = [known * round(paid - rest, 6) if is_number(paid) else 0.0
        for paid, rest in zip(payments, beside, strict=True)]  # fmt: skip
    paid = [total_of(each) for each in zip(beside, recurring, strict=True)]
    lives = settings.depreciation_years
    worn = [purchase / lives * float(1 <= year <= lives) for year in CASH_FLOW_YEARS]
    year, column = f"@${_YEAR_ROW}", "@"
    above = f"{column}{_PURCHASE_ROW}:{column}{_LAST_RUNNING}"
    others = f"{column}{_PURCHASE_ROW}-SUM({column}{_FIRST_RUNNING}:{column}{_LAST_RUNNING})"
    return [
        _Years(_PURCHASE_ROW, "purchase", f"{{known}}*({year}=0)*{{known_users_eur}}", bought),
        _Years(_RECURRING_ROW, "parts paid per year",
            f"IF(ISNUMBER(@{_PAYMENTS_ROW}),{{known}}*ROUND(@{_PAYMENTS_ROW}-{others},6),0)", recurring),
        *(
            _Years(row, label, f"{{known}}*{{{figure}}}*@{_TIMES_ROW}", values)
            for row, (label, figure), values in zip(
                range(_FIRST_RUNNING, _LAST_RUNNING + 1), _RUNNING.items(), running, strict=True)
        ),
        _Years(_PAID_ROW, "all that is paid", f"SUM({above})", paid, style="VDI total"),
        _Years(_FACTOR_ROW, "discount factor: what 1 EUR is worth at the start",
            f"({year}<={{settings.years}})/(1+{{settings.discount_rate}})^{year}", factors, SIX),
        _Years(_WORTH_ROW, "worth at the start", "IF(ISNUMBER({present}),{known}*{present},0)",
            [known * float(amount) if is_number(amount) else 0.0 for amount in worth], style="VDI total"),
        _Years(_DEPRECIATION_ROW, "depreciation of the purchase, straight-line",
            f"{{known}}*({year}>0)*({year}<={{settings.depreciation_years}})*{{known_users_eur}}"
            "/{settings.depreciation_years}", worn),
        _Years(_TIMES_ROW, "running costs: times those of the first year",
            f"({year}+{{advance}}>0)*({year}+{{advance}}<={{settings.years}})"
            f"*(1+{{settings.escalation}})^({year}+{{advance}}-1)", times, SIX),
    ]  # fmt: skip


def _write_years(book: Book, ws: Worksheet, row: _Years) -> None:
    """A row with a cell for each moment."""
    total = row.style == "VDI total"
    put(ws, f"A{row.row}", row.label, "VDI total label" if total else "VDI label")
    for year, letter, value in zip(CASH_FLOW_YEARS, _LETTERS, row.values, strict=True):
        present = book.variants.pick(f"payments_{year}_present_eur").removeprefix("=")
        formula = "=" + filled(row.formula.replace("@", letter), {**_CELLS, "present": present})
        book.formula(ws, f"{letter}{row.row}", formula, value, row.style, row.number_format)


def _write_sums(book: Book, ws: Worksheet, years: list[_Years]) -> dict[str, float]:
    """What each row comes to, as paid and at the start: each amount by its cell."""
    values = {row.row: row.values for row in years}
    worth_of_years, factors = total_of(values[_WORTH_ROW]), values[_FACTOR_ROW]
    others = (_PURCHASE_ROW, *range(_FIRST_RUNNING, _LAST_RUNNING + 1))
    amounts: dict[str, float] = {}
    for row in years:
        across = f"{_START}{row.row}:{_LAST}{row.row}"
        if _PURCHASE_ROW <= row.row <= _PAID_ROW or row.row == _DEPRECIATION_ROW:
            amounts[f"B{row.row}"] = total_of(row.values)
            book.formula(ws, f"B{row.row}", f"=SUM({across})", amounts[f"B{row.row}"], row.style, row.number_format)
        if row.row in others:
            worth = f"=SUMPRODUCT({across},{_START}${_FACTOR_ROW}:{_LAST}${_FACTOR_ROW})"
            amounts[f"C{row.row}"] = total_of(a * b for a, b in zip(row.values, factors, strict=True))
            book.formula(ws, f"C{row.row}", worth, amounts[f"C{row.row}"], row.style, row.number_format)
    above = f"SUM(C{_FIRST_RUNNING}:C{_LAST_RUNNING})"
    amounts[f"C{_RECURRING_ROW}"] = round(worth_of_years - total_of(amounts[f"C{row}"] for row in others), 6)
    amounts[f"C{_PAID_ROW}"] = worth_of_years
    for at, worth, style in (
        (_RECURRING_ROW, f"=ROUND(C{_WORTH_ROW}-C{_PURCHASE_ROW}-{above},6)", "VDI formula"),
        (_PAID_ROW, f"=SUM(C{_PURCHASE_ROW}:C{_LAST_RUNNING})", "VDI total"),
    ):
        book.formula(ws, f"C{at}", worth, amounts[f"C{at}"], style, EUR_OR_DASH)
    across = f"{_START}{_WORTH_ROW}:{_LAST}{_WORTH_ROW}"
    put(ws, f"B{_WORTH_ROW}", None, "VDI total")
    book.formula(ws, f"C{_WORTH_ROW}", f"=SUM({across})", worth_of_years, "VDI total", EUR_OR_DASH)
    return amounts


def _write_checks(book: Book, ws: Worksheet, figures: Names, amounts: dict[str, float]) -> bool:
    """Each amount beside the one of other sheets, and their difference in cents; whether all are 0."""
    differences = list[float]()
    for letter, header in zip(f"ABC{_START}", ("It adds up", "here", "on other sheets", "difference"), strict=True):
        put(ws, f"{letter}{_CHECKS_ROW}", header if letter == "A" else None, "VDI heading")
        put(ws, f"{letter}{_CHECKS_ROW + 1}", "EUR" if letter == "A" else header,
            "VDI header left" if letter == "A" else "VDI header")  # fmt: skip
    known = float(is_known(figures.block))
    for row, check in enumerate(_CHECKS, start=_FIRST_CHECK):
        put(ws, f"A{row}", check.label, "VDI label")
        here = "=" + "/".join((check.cell, *(_CELLS[name] for name in check.per)))
        there = "=" + "*".join((_CELLS["known"], *(_CELLS[name] for name in check.there)))
        values = [
            amounts[check.cell] / prod(figures[name] for name in check.per),
            known * prod(figures[name] for name in check.there),
        ]
        book.formula(ws, f"B{row}", here, values[0], "VDI formula", EUR_OR_DASH)
        book.formula(ws, f"C{row}", there, values[1], "VDI formula", EUR_OR_DASH)
        differences.append(round(values[0] - values[1], 2))
        book.formula(ws, f"D{row}", f"=ROUND(B{row}-C{row},2)", differences[-1], "VDI formula", EUR_CENT)
    for row, hint in enumerate(_HINTS, start=_HINT_ROW):
        put(ws, f"A{row}", hint, "VDI label")
    book.link(ws, f"B{_HINT_ROW + len(_HINTS) - 1}", "Sensitivity")
    return not any(differences)


def _write_settings(book: Book, ws: Worksheet, figures: Names) -> None:
    """The settings that one needs to work the page out anew."""
    put(ws, f"{_SETTINGS_LABEL}{_CHECKS_ROW}", "By these settings", "VDI heading")
    fields = inputs_of(Settings)
    for row, name in enumerate(_SETTINGS, start=_FIRST_CHECK):
        key = name.partition(".")[2]
        put(ws, f"{_SETTINGS_LABEL}{row}", fields[key].label, "VDI label")
        formula = f"={book.variants.setting(key)}"
        book.formula(ws, f"{_SETTINGS_VALUE}{row}", formula, figures[name], "VDI link", input_format(fields[key]))


def _write_workings(book: Book, ws: Worksheet, figures: Names) -> None:
    """What is looked up: figures of the design and its payments."""
    put(ws, f"A{_WORKINGS_ROW}", "What it is worked out from", "VDI heading")
    for row, name in enumerate(_FROM, start=_WORKINGS_ROW + 1):
        line = book.layout.lines[name]
        put(ws, f"A{row}", line.label, "VDI label")
        put_unit(ws, f"C{row}", line.unit, line.number_format)
        book.formula(ws, f"B{row}", book.variants.pick(name), figures[name], "VDI link", line.number_format)
    advance, known = float(figures.block.settings.running_paid == IN_ADVANCE), float(is_known(figures.block))
    put(ws, f"A{_ADVANCE_ROW}", "running costs are paid a year before", "VDI label")
    put_unit(ws, f"C{_ADVANCE_ROW}", "0/1", FLAG)
    book.formula(
        ws,
        f"B{_ADVANCE_ROW}",
        f'=IF({_CELLS["settings.running_paid"]}="{IN_ADVANCE}",1,0)',
        advance,
        "VDI formula",
        FLAG,
    )
    put(ws, f"A{_KNOWN_ROW}", "the cost over the years stands and is known", "VDI label")
    put_unit(ws, f"C{_KNOWN_ROW}", "0/1", FLAG)
    formula = "=" + filled("{stands}*{total_known}", _CELLS)
    book.formula(ws, f"B{_KNOWN_ROW}", formula, known, "VDI formula", FLAG)
    put(ws, f"A{_PAYMENTS_ROW}", "payments, as Sizing has them", "VDI label")
    for year, letter in enumerate(_LETTERS):
        name = f"payments_{year}_eur"
        book.formula(ws, f"{letter}{_PAYMENTS_ROW}", book.variants.pick(name), figures[name], "VDI link", EUR_OR_DASH)
