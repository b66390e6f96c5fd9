"""The Densities sheet: what hosts carried in published tests, each with its processor; values, and no input."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from openpyxl.utils import get_column_letter

from vdi_sizing.inputs import NO, YES
from vdi_sizing.tables.density_tests import DENSITY_TESTS, DensityTest
from vdi_templates.workbook.book import LINE_POINTS, Book, lines_of, put
from vdi_templates.workbook.layout import FIRST_ROW, HEADER_ROW
from vdi_templates.workbook.widths import INDENT, for_header


class _Column(NamedTuple):
    """A column: what it is called, how wide it is, and what of a test it says."""

    header: str
    width: float
    value: Callable[[DensityTest], object]
    number_format: str = ""
    quoted: bool = False
    """Words of the document, which no language changes."""


_COLUMNS = (
    _Column("processor", 30, lambda test: test.processor, quoted=True),
    _Column("kind", 10, lambda test: test.kind),
    _Column("worker", 12, lambda test: test.worker),
    _Column("VMs per host", 9, lambda test: test.vms, "0"),
    _Column("users per host", 9, lambda test: test.users, "0"),
    _Column("cores", 8, lambda test: test.cores, "0"),
    _Column("users per core", 9, lambda test: test.users_per_core, "0.00"),
    _Column("in the range", 9, lambda test: YES if test.counts else NO),
    _Column("vCPU", 7, lambda test: test.vcpus, "0"),
    _Column("RAM GiB", 8, lambda test: test.ram_gib, "0"),
    _Column("what ended it", 36, lambda test: test.limit),
    _Column("tool", 18, lambda test: test.tool, quoted=True),
    _Column("OS", 26, lambda test: test.os, quoted=True),
    _Column("hypervisor", 26, lambda test: test.hypervisor, quoted=True),
    _Column("source", 80, lambda test: test.source, quoted=True),
    _Column("source date", 24, lambda test: str(test.source_date), quoted=True),
    _Column("how sure", 12, lambda test: test.how_sure),
    _Column("note", 60, lambda test: test.note),
)
_PRINTED = "what ended it"
_SUBTITLE = (
    "What hosts carried in published tests, and with which processors. Checks warns where users per core are beyond "
    "those of the rows in the range. Values, and no input."
)
_ROW_POINTS = 15.0


def write_densities(book: Book) -> None:
    """The sheet with all tests, row by row."""
    said = book.made.brand.translation
    widths = [for_header(said, column.header, column.width) for column in _COLUMNS]
    ws = book.sheet("Densities", "Densities", _SUBTITLE, widths)
    book.master_check(ws)
    for at, column in enumerate(_COLUMNS, start=1):
        put(ws, f"{get_column_letter(at)}{HEADER_ROW}", column.header, "VDI header")
    ws.row_dimensions[HEADER_ROW].height = 2 * _ROW_POINTS
    for row, test in enumerate(DENSITY_TESTS, start=FIRST_ROW):
        lines = 1
        for at, (column, width) in enumerate(zip(_COLUMNS, widths, strict=True), start=1):
            value, cell = column.value(test), f"{get_column_letter(at)}{row}"
            if column.number_format:
                put(ws, cell, value, "VDI cell number", column.number_format)
                continue
            put(ws, cell, value, "VDI cell text")
            if column.quoted:
                book.workbook.quoted.add((ws.title, cell))
            shown = value if column.quoted or value is None else said.text(str(value))
            lines = max(lines, lines_of(str(shown or ""), width - INDENT))
        ws.row_dimensions[row].height = max(_ROW_POINTS, lines * LINE_POINTS + 3)
    ws.freeze_panes = f"B{FIRST_ROW}"
    ws.print_title_rows = f"1:{HEADER_ROW}"
    printed = [column.header for column in _COLUMNS].index(_PRINTED) + 1
    ws.print_area = f"A1:{get_column_letter(printed)}{HEADER_ROW + len(DENSITY_TESTS)}"
    ws.protection.enable()
