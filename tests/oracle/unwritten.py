"""What a workbook would hold, read from the book before it is written: no file is packed, parsed or built twice.

A file says the same, which `test_oracle.py` holds. In German some words are put on Scenarios and on sheets of inputs
when the book is built: of a book that is built in English these stay English, and are read so.
"""

from __future__ import annotations

import datetime
from typing import Any

from openpyxl.styles.numbers import is_date_format
from tests.oracle.facts import DAY_0, Cell, Saved

from vdi_templates.workbook.book import Book
from vdi_templates.workbook.brand import Brand
from vdi_templates.workbook.spoken import Spoken


class Unwritten(Saved):
    """The cells of a book, in English or as another language says them."""

    def __init__(self, book: Book, language: str = "en") -> None:
        self._book = book
        said = Brand(language=language).translation
        self.spoken = None if said.is_as_written else Spoken(book, said)
        self._parts = {str(ws.title): "" for ws in book.workbook.worksheets}
        self._sheets = {}
        self._last_rows = {}
        self._looks_of: dict[int, str] = {}

    def sheet(self, title: str) -> dict[tuple[int, int], Cell]:
        if title not in self._sheets:
            cells: Any = self._book.worksheet(title)
            found = ((at, self._read(title, cell)) for at, cell in sorted(cells._cells.items()))
            self._sheets[title] = {at: cell for at, cell in found if cell.value not in (None, "")}
        return self._sheets[title]

    def _read(self, title: str, cell: Any) -> Cell:
        looks = self._looks_of_cell(cell)
        value = self._value_of(title, cell)
        if isinstance(value, datetime.date):
            return Cell(datetime.datetime(value.year, value.month, value.day), looks)
        if isinstance(value, (int, float)) and is_date_format(looks):
            return Cell(DAY_0 + datetime.timedelta(days=value), looks)
        return Cell(float(value) if isinstance(value, int) and not isinstance(value, bool) else value, looks)

    def _value_of(self, title: str, cell: Any) -> Any:
        if cell._value in (None, "") or cell.data_type != "f":
            spoken = self.spoken
            return cell._value if spoken is None else spoken.constant(self._book.worksheet(title), cell)
        place = cell.coordinate
        linked = self._book.linked.get(title, {})
        if place in linked:
            return linked[place]
        return self._book.cached[title][place] if self.spoken is None else self.spoken.value(title, place)

    def _looks_of_cell(self, cell: Any) -> str:
        """Its number format; cells share their styles."""
        key = id(cell._style)
        if key not in self._looks_of:
            looks = str(cell.number_format)
            self._looks_of[key] = looks if self.spoken is None else self.spoken.translation.number_format(looks)
        return self._looks_of[key]
