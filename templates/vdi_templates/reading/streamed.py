"""Sheets of a workbook row by row, their values alone: exports of machines hold more than openpyxl keeps at once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, iterparse

from openpyxl.styles.stylesheet import apply_stylesheet
from openpyxl.utils.datetime import from_excel
from openpyxl.xml.constants import SHARED_STRINGS, SHEET_MAIN_NS

from vdi_sizing.errors import InputError
from vdi_templates.reading.coordinates import column_number, row_number
from vdi_templates.reading.file import WorkbookReader, damaged, refuse_what_cannot_be_read
from vdi_templates.reading.limits import MAX_LIST_CELLS

_ROW, _CELL, _VALUE, _TEXT, _INLINE, _RUN, _SHARED = (
    f"{{{SHEET_MAIN_NS}}}{tag}" for tag in ("row", "c", "v", "t", "is", "r", "si")
)
_DIGITS = "0123456789"
_SHEETS = "xl/worksheets/"
"""Where spreadsheet programs put sheets; what stands elsewhere is looked through at first."""


@dataclass(frozen=True)
class StreamedRow:
    """A row of a sheet: its number, what its cells hold by their columns, both from 1, and whether it is hidden."""

    number: int
    values: Mapping[int, Any]
    is_hidden: bool


@dataclass(frozen=True)
class StreamedSheet:
    """A sheet whose rows are read when they are asked for, once."""

    name: str
    is_hidden: bool
    rows: Iterator[StreamedRow]


def sheet_names(path: Path) -> list[str]:
    """The names of the sheets of a workbook, of which none is read.

    Raises
    ------
    InputError
        If the file is no workbook, or damaged elsewhere than in its sheets.
    """
    refuse_what_cannot_be_read(path, lambda part: not part.startswith(_SHEETS))
    with _opened(path) as reader:
        return [str(sheet.name) for sheet, _ in reader.parser.find_sheets()]


def streamed(path: Path, names: Collection[str]) -> Iterator[StreamedSheet]:
    """Some sheets of a workbook, each to be read before the next is asked for; the others are not looked at.

    Raises
    ------
    InputError
        If one of them is damaged, or they hold more cells than a list may.
    """
    with _opened(path) as reader:
        found = [(sheet, part) for sheet, part in reader.parser.find_sheets() if sheet.name in names]
        targets = {part.target for _, part in found}
        refuse_what_cannot_be_read(path, targets.__contains__, most_cells=MAX_LIST_CELLS)
        apply_stylesheet(reader.archive, reader.wb)
        strings = _shared_strings(reader)
        for sheet, part in found:
            if part.Type.endswith("/worksheet"):
                rows = _rows(reader, part.target, _value_of(reader.wb, strings))
                yield StreamedSheet(str(sheet.name), sheet.state != "visible", _or_damaged(path, rows))


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """The workbook with the list of its sheets; over what is damaged in it, whoever reads on stumbles as here."""
    try:
        with path.open("rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # as where all of it is loaded
            reader: Any = WorkbookReader(file, values=True, only=())
            reader.read_manifest()
            reader.read_workbook()
            yield reader
    except (MemoryError, InputError):
        raise
    except Exception as error:  # as where all of it is loaded
        raise damaged(path, error) from error


def _or_damaged(path: Path, rows: Iterator[StreamedRow]) -> Iterator[StreamedRow]:
    """The rows, or the error of a damaged file: whoever reads them stands outside of what catches that here."""
    try:
        yield from rows
    except MemoryError:
        raise
    except Exception as error:
        raise damaged(path, error) from error


def _shared_strings(reader: Any) -> list[str]:
    part = reader.package.find(SHARED_STRINGS)
    if part is None:
        return []
    found = []
    with reader.archive.open(part.PartName[1:]) as file:
        for _, node in iterparse(file):
            if node.tag == _SHARED:
                found.append(_text_in(node))
                node.clear()
    return found


def _text_in(node: Element) -> str:
    """The text of a cell, be it in one piece or in several with looks of their own."""
    return "".join(text.text or "" for each in node for text in ((each,) if each.tag == _TEXT else _texts_of(each)))


def _texts_of(node: Element) -> list[Element]:
    return node.findall(_TEXT) if node.tag == _RUN else []


def _rows(reader: Any, part: str, value_of: Callable[[Element], Any]) -> Iterator[StreamedRow]:
    number = 0
    with reader.archive.open(part) as file:
        for _, node in iterparse(file):
            if node.tag != _ROW:
                continue
            number = row_number(node.get("r", "")) if node.get("r") else number + 1
            values, column = {}, 0
            for cell in node:
                place = cell.get("r")
                column = column_number(place.rstrip(_DIGITS)) if place else column + 1
                value = value_of(cell)
                if value is not None:
                    values[column] = value
            yield StreamedRow(number, values, node.get("hidden") in ("1", "true"))
            node.clear()


def _value_of(book: Any, strings: list[str]) -> Callable[[Element], Any]:
    """How the value of a cell is read: as openpyxl reads it."""
    dates, spans, epoch = {str(at) for at in book._date_formats}, book._timedelta_formats, book.epoch

    def number_of(text: str, style: str) -> Any:
        number = float(text) if "." in text or "E" in text or "e" in text else int(text)
        if style not in dates:
            return number
        try:
            return from_excel(number, epoch, timedelta=int(style) in spans)
        except (OverflowError, ValueError):
            return "#VALUE!"

    def value_of(cell: Element) -> Any:
        kind, text = cell.get("t", "n"), cell.findtext(_VALUE)
        if kind == "inlineStr":
            inline = cell.find(_INLINE)
            return None if inline is None else _text_in(inline)
        if not text or kind not in ("n", "s", "b"):
            return text or None
        if kind == "n":
            return number_of(text, cell.get("s", "0"))
        return strings[int(text)] if kind == "s" else bool(int(text))

    return value_of
