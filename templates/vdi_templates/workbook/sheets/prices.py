"""The Prices sheet: a table of inputs; a price that a bill lacks is amber where it is to be typed."""

from __future__ import annotations

from openpyxl.styles import PatternFill
from openpyxl.utils import get_column_letter

from vdi_templates.workbook.book import Book, highlight
from vdi_templates.workbook.cost_columns import COST_LETTERS
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.sheets.tables import write_table
from vdi_templates.workbook.styles import MISSING_FILL
from vdi_templates.workbook.tables import PRICES

_BILLED = "billed_parts"
"""The defined name of the parts on the bills: a rule of a sheet refers to no other one by its cells."""


def write_prices(book: Book) -> None:
    """The sheet with the prices, and a rule for those that are missing."""
    last = write_table(book, PRICES)
    letter, end = COST_LETTERS["part"], book.layout.cost_blocks[-1].last_row
    book.name(_BILLED, f"Cost!${letter}${HEADER_ROW}:${letter}${end}")
    cells = {name: f"${get_column_letter(at)}{FIRST_ROW}" for at, name in enumerate(PRICES.columns, start=1)}
    price = cells["amount"].lstrip("$")
    billed = f"ISNUMBER(MATCH({cells['part']},{_BILLED},0))"
    missing = f'AND({cells["price_list"]}=settings_price_list,{cells["part"]}<>"",{price}="",{billed})'
    looks = PatternFill("solid", bgColor=MISSING_FILL)
    highlight(book.worksheet(PRICES.sheet), f"{price}:{price[0]}{last}", missing, fill=looks)
