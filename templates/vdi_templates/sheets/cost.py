"""The Cost sheet: a configuration sheet per design, as in a vendor's offer."""

from __future__ import annotations

import datetime

from openpyxl.styles import Font

from vdi_sizing.inputs import ONCE, PER_VM
from vdi_sizing.scenario import TIERS
from vdi_sizing.sizing import NO_PRICE, BillLine
from vdi_templates.book import DATE_FORMAT, Book, CachedValue, highlight, put
from vdi_templates.layout import CostBlock

_HEADERS = (
    "row", "part", "description", "quantity", "per", "list price EUR", "discount", "net price EUR",
    "quantity x net EUR", "quantity per block", "EUR per block", "quantity for these users",
    "EUR for these users", "price known", "price date",
)  # fmt: skip
_WIDTHS = [6, 22, 44, 10, 12, 13, 10, 13, 13, 11, 14, 13, 15, 9, 12]
# A line without a part shows nothing: its zeros are not printed.
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
    ws.freeze_panes = "A4"
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
    for row in range(block.first_row, block.last_row + 1):
        at = row - block.first_row
        _write_line(book, design, row, sized.bill[at] if at < len(sized.bill) else None, first=at == 0)
    unused = f"A{block.first_row}:{chr(ord('A') + len(_HEADERS) - 1)}{block.last_row}"
    highlight(ws, unused, f"$A{block.first_row}=0", font=Font(color="FFFFFF"))
    total = block.total_row
    for position in range(len(_HEADERS)):
        put(ws, f"{chr(ord('A') + position)}{total}", None, "VDI total")
    put(ws, f"B{total}", "Total", "VDI total label")
    for letter, figure in (("K", "bill_block_eur"), ("M", "bill_users_eur")):
        cells = f"{letter}{block.first_row}:{letter}{block.last_row}"
        book.formula(ws, f"{letter}{total}", f"=SUM({cells})", sized[figure], "VDI total", "#,##0.00")


def _write_line(book: Book, design: int, row: int, line: BillLine | None, *, first: bool) -> None:
    ws = book.worksheet("Cost")
    as_of = book.scenario.settings.as_of
    for letter, (formula, number_format) in _formulas(book, design, row, first=first).items():
        blank: dict[str, CachedValue | datetime.date] = {"A": 0.0, "N": 1.0, "O": as_of}
        value = _value(line, letter) if line else blank.get(letter, "" if letter in "BCE" else 0.0)
        style = "VDI formula text" if letter in "BCE" else "VDI formula"
        book.formula(ws, f"{letter}{row}", "=" + formula, value, style, number_format)


def _value(line: BillLine, letter: str) -> CachedValue | datetime.date:
    values: dict[str, CachedValue | datetime.date] = {
        "A": line.row,
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
        "O": line.date,
    }
    return values[letter]


def _formulas(book: Book, design: int, row: int, *, first: bool) -> dict[str, tuple[str, str]]:
    def render(template: str) -> str:
        return book.layout.render(template, design, "Cost")[1:]

    above = f"A{row - 1}"
    rest = f"INDEX(Bill[design],{above}+1):INDEX(Bill[design],ROWS(Bill[design]))"
    found = "IFERROR(MATCH({design.name},Bill[design],0),0)"
    following = f"IF({above}=0,0,IFERROR({above}+MATCH({{design.name}},{rest},0),0))"
    listed = f"(Prices[price list]={{settings.price_list}})*(Prices[part]=B{row})"
    drives = "".join(f'IF(E{row}="drive {k}",D{row}*{{tier{k}_drives_bought}},' for k in TIERS)
    per_block = (
        f'IF(E{row}="{PER_VM}",D{row}*{{vms_per_block}},{drives}'
        f'IF(E{row}="cache drive",D{row}*{{cache_drives}},IF(E{row}="{ONCE}",0,D{row}))' + ")" * (len(TIERS) + 1)
    )
    for_users = f'IF(E{row}="{PER_VM}",D{row}*{{vms_whole}},IF(E{row}="{ONCE}",D{row},J{row}*{{blocks}}))'
    known = f"IF(SUMPRODUCT({listed}*ISNUMBER(Prices[price EUR]))>0,1,0)"
    formulas = {
        "A": (found if first else following, "0;;"),
        "B": (f'IF(A{row}=0,"",INDEX(Bill[part],A{row}))', "@"),
        "C": (f'IF(A{row}=0,"",INDEX(Prices[description],MATCH(1,INDEX({listed},0),0))&"")', "@"),
        "D": (f"IF(A{row}=0,0,INDEX(Bill[quantity],A{row}))", _COUNT),
        "E": (f'IF(A{row}=0,"",INDEX(Bill[per],A{row}))', "@"),
        "F": (f'IF(A{row}=0,0,IF(N{row}=0,"{NO_PRICE}",SUMPRODUCT({listed}*Prices[price EUR])))', _MONEY),
        "G": (f"IF(A{row}=0,0,SUMPRODUCT({listed}*Prices[discount]))", _PERCENT),
        "H": (f"IF(N{row}=0,0,F{row}*(1-G{row}))", _MONEY),
        "I": (f"D{row}*H{row}", _MONEY),
        "J": (per_block, _COUNT),
        "K": (f"J{row}*H{row}", _MONEY),
        "L": (for_users, _COUNT),
        "M": (f"L{row}*H{row}", _MONEY),
        "N": (f"IF(A{row}=0,1,{known})", "0"),
        "O": (f"IF(A{row}=0,{{settings.as_of}},SUMPRODUCT({listed}*Prices[date]))", DATE_FORMAT),
    }
    return {letter: (render(formula), number_format) for letter, (formula, number_format) in formulas.items()}
