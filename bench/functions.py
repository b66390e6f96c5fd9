"""What a cell with one of the functions costs in LibreOffice, and what of it is the library.

python bench/functions.py    needs LibreOffice and its Python
"""

from __future__ import annotations

import sys
import tempfile
import timeit
import zipfile
from pathlib import Path

from openpyxl import Workbook

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

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


def main() -> None:
    """Print the time of a cell, of an array formula's value, and of the adapter and the library alone."""
    print(f"{'':34}{'cell':>9}{'array':>9}{'adapter':>9}{'library':>9}   microseconds")
    with tempfile.TemporaryDirectory() as name, Office(extension(Path(name))) as office:
        nothing = cell_us(office, Path(name), "A{row}+1")
        for call, arguments in CALLS.items():
            cell = cell_us(office, Path(name), f"{call}({arguments})") - nothing
            array = array_us(office, Path(name), f"{call}({arguments.replace('A{row}', f'A1:A{CELLS}')})")
            print(
                f"{call:34}{cell:9.1f}{array:9.1f}{adapter_us(call, arguments):9.1f}{library_us(call, arguments):9.1f}"
            )


def extension(folder: Path) -> list[str]:
    """What tells LibreOffice where the extension is."""
    (folder / "vdi_sizing.oxt").write_bytes(oxt_bytes())
    with zipfile.ZipFile(folder / "vdi_sizing.oxt") as archive:
        archive.extractall(folder / "bundled" / "vdi_sizing")
    return [f"-env:BUNDLED_EXTENSIONS={(folder / 'bundled').as_uri()}"]


def cell_us(office: Office, folder: Path, formula: str) -> float:
    """Time of a cell, in a column of them."""
    book = Workbook()
    for row in range(1, CELLS + 1):
        book.worksheets[0].cell(row, 1).value = 320.0 + row / 8
        book.worksheets[0].cell(row, 2).value = f"={formula.format(row=row)}"
    return calculated_us(office, folder, book)


def array_us(office: Office, folder: Path, formula: str) -> float:
    """Time of a value of one array formula over the same column."""
    from openpyxl.worksheet.formula import ArrayFormula  # noqa: PLC0415

    book = Workbook()
    for row in range(1, CELLS + 1):
        book.worksheets[0].cell(row, 1).value = 320.0 + row / 8
    book.worksheets[0]["B1"] = ArrayFormula(f"B1:B{CELLS}", f"={formula}")
    return calculated_us(office, folder, book)


def calculated_us(office: Office, folder: Path, book: Workbook) -> float:
    """The shortest of several recalculations, for each cell."""
    book.save(folder / "excel.xlsx")
    to_libreoffice(folder / "excel.xlsx", folder / "cells.xlsx", force=True)
    office.load(folder / "cells.xlsx")
    return min(office.calculate() for _ in range(ROUNDS)) / CELLS * 1e6


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
    main()
