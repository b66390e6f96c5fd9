"""What a cell with one of the functions costs in LibreOffice, and what of it is the library.

python -m bench.functions    needs LibreOffice and its Python
"""

from __future__ import annotations

import sys
import tempfile
import timeit
import zipfile
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, run
from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula
from tests.gate.office import Office

from vdi_addin.functions.catalogue import function
from vdi_addin.libreoffice.extension import oxt_bytes
from vdi_addin.libreoffice.functions import answer
from vdi_addin.libreoffice.renaming import to_libreoffice

CELLS = 4000
ROUNDS = 5
CALLS = {
    "VDI_GB_FROM_GIB": "A{row}",
    "VDI_BACKEND_IOPS": "A{row},480,2",
    "VDI_DISK_COUNT": "A{row},480,2,76",
    "VDI_RESPONSE_TIME_MS": "90,75,A{row}/5,1152",
    "VDI_RESPONSE_TIME_PERCENTILE_MS": "0.8,90,75,A{row}/5,1152",
}
"""Function and arguments, of which one differs in each row."""


def measure(tiny: bool) -> Iterator[Figure]:
    """The time of a cell, of an array formula's value, and of the adapter and the library alone."""
    cells, calls = (20, dict(list(CALLS.items())[:1])) if tiny else (CELLS, CALLS)
    with tempfile.TemporaryDirectory() as name, Office(extension(Path(name))) as office:
        column = Column(office, Path(name), cells)
        nothing = column.cell_us("A{row}+1")
        for call, arguments in calls.items():
            cell = column.cell_us(f"{call}({arguments})") - nothing
            yield Figure(f"{call}, a cell", cell, " us")
            yield Figure(f"{call}, a value of an array", column.array_us(f"{call}({arguments})"), " us")
            yield Figure(f"{call}, the adapter", adapter_us(call, arguments), " us")
            yield Figure(f"{call}, the library", library_us(call, arguments), " us")


def extension(folder: Path) -> list[str]:
    """What tells LibreOffice where the extension is."""
    (folder / "vdi_sizing.oxt").write_bytes(oxt_bytes())
    with zipfile.ZipFile(folder / "vdi_sizing.oxt") as archive:
        archive.extractall(folder / "bundled" / "vdi_sizing")
    return [f"-env:BUNDLED_EXTENSIONS={(folder / 'bundled').as_uri()}"]


class Column:
    """A column of cells that call a function."""

    def __init__(self, office: Office, folder: Path, cells: int) -> None:
        self._office, self._folder, self._cells = office, folder, cells

    def cell_us(self, formula: str) -> float:
        """Time of a cell."""
        book = self._book()
        for row in range(1, self._cells + 1):
            book.worksheets[0].cell(row, 2).value = f"={formula.format(row=row)}"
        return self._calculated_us(book)

    def array_us(self, formula: str) -> float:
        """Time of a value of one array formula over the same column."""
        book = self._book()
        text = f"={formula.replace('A{row}', f'A1:A{self._cells}')}"
        book.worksheets[0]["B1"] = ArrayFormula(f"B1:B{self._cells}", text)
        return self._calculated_us(book)

    def _book(self) -> Workbook:
        book = Workbook()
        for row in range(1, self._cells + 1):
            book.worksheets[0].cell(row, 1).value = 320.0 + row / 8
        return book

    def _calculated_us(self, book: Workbook) -> float:
        """The shortest of several recalculations, for each cell."""
        book.save(self._folder / "excel.xlsx")
        to_libreoffice(self._folder / "excel.xlsx", self._folder / "cells.xlsx", force=True)
        self._office.load(self._folder / "cells.xlsx")
        return min(self._office.calculate() for _ in range(ROUNDS)) / self._cells * 1e6


def values(arguments: str) -> list[float]:
    """The arguments of one call, as LibreOffice hands them over."""
    return [float(eval(text.replace("A{row}", "400"))) for text in arguments.split(",")]


def adapter_us(name: str, arguments: str) -> float:
    """Time from what LibreOffice hands over to what it gets back."""
    item, cells = function(name), values(arguments)
    return min(timeit.repeat(lambda: answer(item, *cells), number=1000, repeat=ROUNDS)) * 1e3


def library_us(name: str, arguments: str) -> float:
    """Time of the library's function alone."""
    item, cells = function(name), values(arguments)
    if item.arguments[0].keyword:
        cells[0] *= 100
    return min(timeit.repeat(lambda: item.call(*cells), number=1000, repeat=ROUNDS)) * 1e3


if __name__ == "__main__":
    sys.exit(run(measure, __doc__))
