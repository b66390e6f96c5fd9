"""The Users sheet: a table of inputs; beside a profile it shows what is typed over it, and what is left to it."""

from __future__ import annotations

from openpyxl.utils import get_column_letter

from vdi_sizing.tables.profiles import PER_VM
from vdi_templates.workbook.book import Book, show_what_is_typed_over
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.sheets.groups import SHEET as GROUPS
from vdi_templates.workbook.sheets.tables import write_table
from vdi_templates.workbook.tables import USERS


def write_users(book: Book) -> None:
    """The sheet with the user groups."""
    last = write_table(book, USERS)
    ws = book.worksheet(USERS.sheet)
    letters = {name: get_column_letter(at) for at, name in enumerate(USERS.columns, start=1)}
    named = f"${letters['profile']}{FIRST_ROW}"
    book.link(ws, f"{letters['profile']}{HEADER_ROW - 2}", GROUPS)
    names = list(PER_VM)
    first = f"{letters[names[0]]}{FIRST_ROW}"
    cells = f"{first}:{letters[names[-1]]}{last}"
    show_what_is_typed_over(ws, cells, named)
