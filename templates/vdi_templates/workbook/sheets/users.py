"""The Users sheet: a table of inputs; what a name of another sheet fills in, and what is typed over that, is shown."""

from __future__ import annotations

from openpyxl.utils import column_index_from_string, get_column_letter

from vdi_sizing.scenario import PER_STORE
from vdi_sizing.tables.deliveries import BY_DELIVERY
from vdi_sizing.tables.profiles import PER_VM
from vdi_templates.workbook.book import Book, show_what_is_typed_over
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.sheets.groups import SHEET as GROUPS
from vdi_templates.workbook.sheets.groups import last_letter
from vdi_templates.workbook.sheets.tables import write_table
from vdi_templates.workbook.tables import USERS

_HEADERS, _COUNTS = "group_headers", "group_figures"
"""The names of what counts for each group on the sheet Groups: a conditional format names no cells of another sheet."""


def write_users(book: Book) -> None:
    """The sheet with the user groups."""
    last = write_table(book, USERS)
    ws = book.worksheet(USERS.sheet)
    letters = {name: get_column_letter(at) for at, name in enumerate(USERS.columns, start=1)}
    book.link(ws, f"{letters['profile']}{HEADER_ROW - 2}", GROUPS)
    book.name(_HEADERS, f"{GROUPS}!$A${HEADER_ROW}:${last_letter()}${HEADER_ROW}")
    book.name(_COUNTS, f"{GROUPS}!$A${FIRST_ROW}:${last_letter()}${HEADER_ROW + book.layout.group_rows}")
    filled_in = {"profile": list(PER_VM), "delivery": list(BY_DELIVERY), "store_profile": list(PER_STORE)}
    for naming, names in filled_in.items():
        named = f"${letters[naming]}{FIRST_ROW}"
        for first, end in _side_by_side([letters[name] for name in names]):
            counts = f'IFERROR(INDEX({_COUNTS},ROW()-{HEADER_ROW},MATCH({first}${HEADER_ROW},{_HEADERS},0)),"")'
            show_what_is_typed_over(ws, f"{first}{FIRST_ROW}:{end}{last}", named, counts)


def _side_by_side(letters: list[str]) -> list[tuple[str, str]]:
    """The first and the last of columns that stand side by side."""
    found: list[tuple[str, str]] = []
    for at in sorted(column_index_from_string(letter) for letter in letters):
        letter, before = get_column_letter(at), get_column_letter(at - 1)
        if found and found[-1][1] == before:
            found[-1] = (found[-1][0], letter)
        else:
            found.append((letter, letter))
    return found
