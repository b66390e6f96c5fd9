"""The two engines side by side: what LibreOffice calculates, and what the library put beside each formula."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.gate.office import CellValue, Values

from vdi_templates.workbook.book import Book, cached
from vdi_templates.workbook.layout import HEADER_ROW
from vdi_templates.workbook.sheets.drawn import MOVED_CELL
from vdi_templates.workbook.sheets.sensitivity import DRAWN_ENDS
from vdi_templates.workbook.variants import MOVED_ROW, TORNADO_ROW

RELATIVE, ABSOLUTE = 1e-9, 1e-12
ERRORS = ("#", "Err:")
INPUT_SHEETS = (
    "Users", "Profiles", "Delivery", "Kits", "Parts", "Designs", "Drives", "RAID", "Licences", "GPUs", "Processors",
    "Prices", "Bill", "Settings", "Sensitivity", "What if", "Calibration", "Scenarios",
)  # fmt: skip


class Mismatch(NamedTuple):
    """A cell in which the engines differ."""

    cell: str
    label: object
    library: object
    office: object


def equal(library: object, office: object) -> bool:
    """Same type, and 1e-9 relative or 1e-12 absolute."""
    if isinstance(library, float) and isinstance(office, float):
        return abs(office - library) <= max(ABSOLUTE, RELATIVE * abs(library))
    return type(library) is type(office) and library == office


def mismatches(book: Book, values: Values) -> list[Mismatch]:
    """Every formula cell whose value in LibreOffice is not the library's."""
    return [
        Mismatch(f"{sheet}!{cell}", book.worksheet(sheet)[f"A{_row(cell)}"].value, value, office)
        for sheet, cells in book.cached.items()
        for cell, value in cells.items()
        if not equal(value, office := values[sheet].get(cell))
    ]


def counts_moves(book: Book, cell: str) -> bool:
    """Whether a cell says how many inputs moved: a scenario does not say which cells of a design its file leaves blank.

    On Sign-off, and where Variants, Sensitivity and Scenarios read that.
    """
    read_there = (
        f"Variants!{book.variants.base_column}{MOVED_ROW}",
        *(f"{sheet}!{MOVED_CELL}" for sheet in ("Sensitivity", "Scenarios")),
        *(f"Sensitivity!{letter}{TORNADO_ROW + 1}" for letter in DRAWN_ENDS),  # which say that they are as drawn
    )
    return cell.startswith("Sign-off!") or cell in read_there


def _row(cell: str) -> str:
    return cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def errors(values: Values) -> list[str]:
    """The cells that hold an error."""
    return [
        f"{sheet}!{cell}: {value}"
        for sheet, cells in values.items()
        for cell, value in cells.items()
        if isinstance(value, str) and value.startswith(ERRORS)
    ]


def cell_of(book: Book, line: str, design: int = 0) -> str:
    """Where the figure of a design stands: "Sizing!D12"."""
    return book.layout.render(f"{{{line}}}", design, sheet="").removeprefix("=")


def value_in(values: Values, place: str) -> object:
    """The value of a cell, named "Sheet!A1"."""
    sheet, _, cell = place.rpartition("!")
    return values[sheet][cell]


def count(book: Book) -> int:
    """How many formula cells a workbook has."""
    return sum(len(cells) for cells in book.cached.values())


def input_cells_of(book: Book) -> dict[str, CellValue]:
    """Every input of the input sheets, by "Sheet!A1"; None where it is blank."""
    linked: dict[str, CellValue] = {
        f"{sheet}!{cell}": value for sheet, cells in book.linked.items() for cell, value in cells.items()
    }
    return linked | {
        f"{name}!{cell.coordinate}": None if cell.value is None else cached(cell.value)  # type: ignore[arg-type]
        for name in INPUT_SHEETS
        for row in book.worksheet(name).iter_rows(min_row=HEADER_ROW + 1)
        for cell in row
        if cell.data_type != "f" and cell.coordinate not in book.cached[name]
    }


def changes(before: Mapping[str, CellValue], after: Mapping[str, CellValue]) -> dict[str, CellValue]:
    """The cells to set so that `before` becomes `after`: whole sheets, which is quick."""
    return {**dict.fromkeys(before), **after}
