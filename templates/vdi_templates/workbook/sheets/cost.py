"""The Cost sheet: a configuration sheet per design, as in a vendor's offer."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from openpyxl.worksheet.pagebreak import Break

from vdi_sizing.inputs import NO, YES
from vdi_sizing.model.money import BillLine, years_factor
from vdi_sizing.scenario import BOUGHT_ONCE, IN_ADVANCE, ONCE, PER_USER, PER_VM, PER_YEAR, TIERS
from vdi_sizing.words import ERROR, NO_PRICE
from vdi_templates.workbook.book import DATE_FORMAT, Book, CachedValue, colour_answers, put, show_as_error
from vdi_templates.workbook.layout import HEADER_ROW, CostBlock

_HEADERS = (
    "row", "part", "description", "quantity", "per", "list price EUR", "discount", "net price EUR",
    "quantity x net EUR", "quantity per block", "EUR per block", "quantity for these users",
    "EUR for these users", "price known", "price date", "recurs", "bought, quantity x net EUR",
    "maintained, quantity x net EUR", "first year", "last year", "present value of 1 EUR a year",
    "per year: present value EUR", "per year: EUR a year for these users", "row of Prices",
    "price valid until", "source known",
)  # fmt: skip
_WIDTHS = [6, 36, 40, 10, 12, 13, 10, 13, 13, 11, 14, 13, 15, 9, 12, 12, 13, 13, 8, 8, 12, 13, 15, 9, 12, 9]
_LAST_PRINTED = "P"  # behind it stand the workings of what is paid per year
_ROW, _ABOVE = "#", "§"  # in a formula that is worked out once for the rows of a design
# What comes to 0 is left blank: a part without a price, and in a block a part that is bought once.
_COUNT, _MONEY, _PERCENT = "General;-General;;@", "#,##0.00;-#,##0.00;;@", "0.0%;-0.0%;;@"


def write_cost(book: Book) -> None:
    """The sheet with the bill of materials of every design, priced."""
    ws = book.sheet(
        "Cost",
        "Cost",
        "A configuration per design: parts, prices and what they come to. Net, without VAT.",
        _WIDTHS,
    )
    book.master_check(ws)
    for design, block in enumerate(book.layout.cost_blocks):
        _write_block(book, design, block)
        book.name(f"cost_{design + 1}", f"Cost!$A${block.first_row}:$A${block.last_row}")
        if design:
            ws.row_breaks.append(Break(id=block.title_row - 1))
    ws.freeze_panes = f"A{HEADER_ROW - 1}"
    ws.print_title_rows = f"1:{HEADER_ROW - 1}"
    ws.print_area = f"A1:{_LAST_PRINTED}{book.layout.cost_blocks[-1].last_row}"
    ws.protection.enable()


def _write_block(book: Book, design: int, block: CostBlock) -> None:
    ws = book.worksheet("Cost")
    sized = book.sizing.designs[design]
    name = book.layout.render("{design.name}", design, "Cost")[1:]
    listed = book.layout.render("{settings.price_list}", design, "Cost")[1:]
    heading = f'="Configuration of "&{name}&IF({listed}="",""," ("&{listed}&")")'
    chosen = book.scenario.settings.price_list
    title = f"Configuration of {sized.design.name}" + (f" ({chosen})" if chosen else "")
    for position, header in enumerate(_HEADERS):
        letter = chr(ord("A") + position)
        put(ws, f"{letter}{block.title_row}", None, "VDI heading")
        put(ws, f"{letter}{block.title_row + 1}", header, "VDI header")
    book.formula(ws, f"A{block.title_row}", heading, title, "VDI heading")
    ws.row_dimensions[block.title_row + 1].height = 30
    lines = dict(enumerate(sized.bill, start=block.first_row))
    first, following = (_formulas(book, design, first=first) for first in (True, False))
    for row in range(block.first_row, block.last_row + 1):
        _write_line(book, row, lines.get(row), first if row == block.first_row else following)
    _void(book, design, block)
    colour_answers(ws, f"F{block.first_row}:F{block.last_row}")
    colour_answers(ws, f"K{block.total_row}:M{block.total_row}")
    total = block.total_row
    for position in range(len(_HEADERS)):
        put(ws, f"{chr(ord('A') + position)}{total}", None, "VDI total")
    put(ws, f"B{total}", "Total", "VDI total label")
    for letter, figure in (("K", "bill_block_eur"), ("M", "bill_users_eur")):
        cells = f"{letter}{block.first_row}:{letter}{block.last_row}"
        formula = book.layout.render(
            f'IF({{stands}}=0,"{ERROR}",IF({{priced}}=0,"{NO_PRICE}",SUM({cells})))', design, "Cost"
        )
        value = ERROR if not sized["stands"] else sized[figure] if sized["priced"] else NO_PRICE
        book.formula(ws, f"{letter}{total}", formula, value, "VDI total", "#,##0.00")


def _void(book: Book, design: int, block: CostBlock) -> None:
    """What follows from a sizing with an error reads "error"; the check of the sums goes on reading the numbers."""
    cells = f"J{block.first_row}:M{block.last_row}"
    show_as_error(book.worksheet("Cost"), cells, f"AND(INDEX(stands,{design + 1})=0,$A{block.first_row}>0)")


def _write_line(book: Book, row: int, line: BillLine | None, formulas: Mapping[str, tuple[str, str]]) -> None:
    ws = book.worksheet("Cost")
    for letter, (formula, number_format) in formulas.items():
        value = _value(book, line, letter) if line else 0.0 if letter == "A" else ""
        style = "VDI formula text" if letter in "BCEP" else "VDI formula"
        in_row = formula.replace(_ROW, str(row)).replace(_ABOVE, str(row - 1))
        book.formula(ws, f"{letter}{row}", in_row, value, style, number_format)


def _value(book: Book, line: BillLine, letter: str) -> CachedValue | datetime.date | None:
    values: dict[str, CachedValue | datetime.date | None] = {
        "A": float(book.bill_rows[line.row - 1]),
        "B": line.part,
        "C": line.description,
        "D": line.quantity,
        "E": line.per,
        "F": NO_PRICE if line.eur is None else line.eur,
        "G": line.discount_share,
        "H": line.net_eur,
        "I": line.amount_eur,
        "J": line.quantity_per_block,
        "K": line.block_eur,
        "L": line.quantity_for_users,
        "M": line.users_eur,
        "N": float(line.eur is not None),
        "O": None if line.eur is None else line.date,
        "P": line.recurs,
        "Q": line.bought_eur,
        "R": line.maintained_eur,
        "S": line.first_year,
        "T": line.last_year,
        "U": line.factor,
        "V": line.recurring_eur,
        "W": line.yearly_eur,
        "X": float(book.price_rows[book.scenario.prices.index(book.scenario.price_of(line.part))]),
        "Y": None if line.eur is None else line.valid_until,
        "Z": "" if line.eur is None else float(line.sourced),
    }
    return values[letter]


def _formulas(book: Book, design: int, *, first: bool) -> dict[str, tuple[str, str]]:
    """Formula and number format of each column, for the first row of a design or for one that follows."""
    row, above = _ROW, f"A{_ABOVE}"
    rest = f"INDEX(Bill[design],{above}+1):INDEX(Bill[design],ROWS(Bill[design]))"
    found = "IFERROR(MATCH({design.name},Bill[design],0),0)"
    following = f"IF({above}=0,0,IFERROR({above}+MATCH({{design.name}},{rest},0),0))"
    listed = f"(Prices[price list]={{settings.price_list}})*(Prices[part]=B{row})"
    drives = "".join(f'IF(E{row}="drive {k}",D{row}*{{tier{k}_drives_bought}},' for k in TIERS)
    per_block = (
        f'IF(E{row}="{PER_VM}",D{row}*{{vms_per_block}},{drives}'
        f'IF(E{row}="cache drive",D{row}*{{cache_drives}},IF(E{row}="{ONCE}",0,D{row}))' + ")" * (len(TIERS) + 1)
    )
    per_block = f'IF(E{row}="{PER_USER}",D{row}*{{users_per_block}},{per_block})'
    for_users = f'IF(E{row}="{PER_VM}",D{row}*{{vms_whole}},IF(E{row}="{ONCE}",D{row},J{row}*{{blocks}}))'
    for_users = f'IF(E{row}="{PER_USER}",D{row}*{{users_whole}},{for_users})'
    last = f"INDEX(Bill[last year],A{row})"
    factor = years_factor(f"S{row}", f"T{row}", f'INDEX(Bill[paid],A{row})="{IN_ADVANCE}"')
    valid = f"INDEX(Prices[valid until],X{row})"
    net = f"F{row}*(1-G{row})"
    formulas = {
        "A": (found if first else following, "0;;"),
        "B": (f"INDEX(Bill[part],A{row})", "@"),
        "C": (f'IF(X{row}=0,"",INDEX(Prices[description],X{row})&"")', "@"),
        "D": (f"INDEX(Bill[quantity],A{row})", _COUNT),
        "E": (f"INDEX(Bill[per],A{row})", "@"),
        "F": (f'IF(N{row}=0,"{NO_PRICE}",INDEX(Prices[price EUR],X{row}))', _MONEY),
        "G": (f"IF(X{row}=0,0,1*INDEX(Prices[discount],X{row}))", _PERCENT),
        "H": (f'IF(N{row}=0,0,IF({{settings.cents}}="{YES}",ROUND(ROUND({net}*100,9),0)/100,{net}))', _MONEY),
        "I": (f"D{row}*H{row}", _MONEY),
        "J": (per_block, _COUNT),
        "K": (f'IF(P{row}="{PER_YEAR}",0,J{row}*H{row})', _MONEY),
        "L": (for_users, _COUNT),
        "M": (f'IF(P{row}="{PER_YEAR}",0,L{row}*H{row})', _MONEY),
        "N": (f"IF(X{row}=0,0,IF(ISNUMBER(INDEX(Prices[price EUR],X{row})),1,0))", "0"),
        "O": (f'IF(N{row}=0,"",IF(ISNUMBER(INDEX(Prices[date],X{row})),INDEX(Prices[date],X{row}),""))', DATE_FORMAT),
        "P": (f'IF(INDEX(Bill[recurs],A{row})="{PER_YEAR}","{PER_YEAR}","{BOUGHT_ONCE}")', "@"),
        "Q": (f'IF(P{row}="{PER_YEAR}",0,I{row})', _MONEY),
        "R": (f'IF(INDEX(Bill[maintained],A{row})="{NO}",0,Q{row})', _MONEY),
        "S": (f"MAX(1,INDEX(Bill[first year],A{row}))", _COUNT),
        "T": (f"IF(ISNUMBER({last}),MIN({last},{{settings.years}}),{{settings.years}})", _COUNT),
        "U": (factor, "0.000"),
        "V": (f'IF(P{row}="{PER_YEAR}",I{row}*U{row},0)', _MONEY),
        "W": (f'IF(P{row}="{PER_YEAR}",L{row}*H{row},0)', _MONEY),
        "X": (f"IFERROR(MATCH(1,INDEX({listed},0),0),0)", "0;;"),
        "Y": (f'IF(N{row}=0,"",IF(ISNUMBER({valid}),{valid},""))', DATE_FORMAT),
        "Z": (f'IF(N{row}=0,"",IF(TRIM(INDEX(Prices[source],X{row}))="",0,1))', "0"),
    }
    for letter, (formula, number_format) in formulas.items():
        if letter != "A":  # a row without a part says nothing
            formulas[letter] = f'IF(A{row}=0,"",{formula})', number_format
    return {
        letter: (book.layout.render(formula, design, "Cost"), number_format)
        for letter, (formula, number_format) in formulas.items()
    }
