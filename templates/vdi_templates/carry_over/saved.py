"""What a workbook of any version said when it was saved."""

from __future__ import annotations

from pathlib import Path

from vdi_sizing.inputs import name_key
from vdi_templates.audit.check import readable
from vdi_templates.audit.package import Package, ZipParts
from vdi_templates.audit.sheet import Value
from vdi_templates.carry_over.places import Book, by_rows
from vdi_templates.workbook.layout import HEADER_ROW

_SHEET = "Sizing"


def saved_line(path: Path, label: str) -> dict[str, Value]:
    """The saved values of a line, by the name of the design without case; nothing where there is no such line."""
    with readable(path):
        book = Book(Package(ZipParts(path)))
        rows = by_rows(book.sheet(_SHEET)) if _SHEET in book.names else {}
    names = {column: name_key(str(cell.value)) for column, cell in rows.get(HEADER_ROW, {}).items()}
    for cells in rows.values():
        if 1 in cells and cells[1].value == label:
            return {names[column]: cell.value for column, cell in cells.items() if column in names}
    return {}
