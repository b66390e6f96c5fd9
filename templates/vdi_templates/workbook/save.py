"""Writing a workbook: formulas with their values, the same bytes each time, whole or not at all."""

from __future__ import annotations

import contextlib
import datetime
import io
import os
import re
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import IO, Any

from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import range_to_tuple
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.merge import MergeCell, MergeCells
from openpyxl.writer.excel import ExcelWriter
from openpyxl.xml.functions import Element, SubElement, tostring

from vdi_sizing.errors import InputError
from vdi_templates.workbook.book import Book, CachedValue, Row, cached
from vdi_templates.workbook.chart_xml import Drawn, chart_tree
from vdi_templates.workbook.spoken import Spoken, spoken_of

_LOCKS = sys.platform not in ("win32", "emscripten")
"""Whether open files can be locked; a browser has no second run that they would have to be locked against."""
if _LOCKS:
    import fcntl

_NO_ROWS = b"<sheetData></sheetData>"  # where the rows of a sheet go
_COMPRESSION = 1  # more makes the file little smaller, and takes as long again
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_NUMBER = re.compile(r"\s*[-+]?\d+([.,]\d+)?\s*")
_KEEPS_SPACES = ' xml:space="preserve"'  # as Excel writes it: without it ONLYOFFICE drops those at the ends
_TEMPORARY = ".vdi-sizing-"
_SECONDS_OF_A_RUN = 3600
_MAKER = "VDI sizing"
_MOMENT = datetime.datetime(1980, 1, 1)


class _Package(zipfile.ZipFile):
    """The .xlsx that is written: the same bytes at any time and on any system."""

    spoken: Spoken | None = None
    """How its parts are said, if not as the house wrote them."""

    def writestr(  # type: ignore[override]  # openpyxl gives no more than these two
        self, name: str, data: bytes | str
    ) -> None:
        entry = zipfile.ZipInfo(name, _MOMENT.timetuple()[:6])
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.create_system = 0
        data = data if self.spoken is None else self.spoken.part(name, data)
        super().writestr(entry, data, compresslevel=_COMPRESSION)


class _FrameWriter(WorksheetWriter):
    """A sheet without its rows: openpyxl writes formulas without their values, and numbers a digit too short."""

    looks: dict[DifferentialStyle, int]
    """Of rules, and which number each has in the workbook."""

    def write_formatting(self) -> None:
        """The looks of a rule are found by their hash: openpyxl compares them with all that it knows, one by one."""
        sheet: Any = self.ws
        known = sheet.parent._differential_styles.styles
        for group in sheet.conditional_formatting:
            for rule in group.rules:
                if rule.dxf:
                    rule.dxfId = self.looks.setdefault(rule.dxf, len(known))
                    if rule.dxfId == len(known):
                        known.append(rule.dxf)
            self.xf.send(group.to_tree())

    def write_rows(self) -> None:
        xf: Any = self.xf.send(True)
        with xf.element("sheetData"):
            pass
        self.xf.send(None)

    def write_merged_cells(self) -> None:
        """In the order of the sheet: openpyxl keeps them in a set, whose order hangs on the Python that runs."""
        sheet: Any = self.ws
        merged = sorted(sheet.merged_cells.ranges, key=lambda area: (area.min_row, area.min_col))
        if merged:
            self.xf.send(MergeCells(mergeCell=[MergeCell(str(area)) for area in merged]).to_tree())

    def write_drawings(self) -> None:
        """Before them what is as it should be, though Excel would mark it green."""
        ignored = _ignored_errors(self.ws)
        if len(ignored):
            self.xf.send(ignored)
        super().write_drawings()

    def write_tables(self) -> None:
        """Without the count of header rows: where it is 1, Excel writes none, and a program may trip over it."""
        super().write_tables()
        for table in self.ws.tables.values():
            table.headerRowCount = None


def _ignored_errors(ws: Any) -> Any:
    """Formulas unlike their neighbours, formulas in inputs, and texts that are numbers, such as the name of a year."""
    found: dict[str, list[str]] = {"unlockedFormula": [], "numberStoredAsText": []}
    has_formulas = False
    for cell in ws._cells.values():
        if cell.data_type == "f":
            has_formulas = True
            if not cell.protection.locked:
                found["unlockedFormula"].append(cell.coordinate)
        elif cell.data_type == "s" and _NUMBER.fullmatch(cell.value):
            found["numberStoredAsText"].append(cell.coordinate)
    ignored = Element("ignoredErrors")
    for kind, cells in found.items():
        if cells:
            SubElement(ignored, "ignoredError", {"sqref": " ".join(cells), kind: "1"})
    if has_formulas:
        whole = {"sqref": ws.dimensions, "formula": "1", "formulaRange": "1"}
        SubElement(ignored, "ignoredError", whole)
    return ignored


class _Writer(ExcelWriter):
    """openpyxl's writer, with our rows in its sheets."""

    def __init__(self, book: Book, package: _Package) -> None:
        super().__init__(book.workbook, package)
        self._book, self._package, self._links = book, package, book.links
        workbook: Any = book.workbook
        self._looks = {look: at for at, look in enumerate(workbook._differential_styles.styles)}
        self._spoken = spoken = package.spoken
        self._values = {
            sheet: {**cells, **book.linked.get(sheet, {})} if spoken is None else spoken.values(sheet)
            for sheet, cells in book.cached.items()
        }

    def write_worksheet(self, ws: Any) -> None:
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts, ws._drawing.images = ws._charts, ws._images
        frame = io.BytesIO()
        writer: Any = _FrameWriter(ws, frame)
        writer.looks = self._looks
        ws._hyperlinks = self._links.get(ws.title, [])
        levels = (looks.outlineLevel for looks in ws.column_dimensions.values())
        ws.column_dimensions.max_outline = max(levels, default=0) or None  # else Excel shows no "+" over folded columns
        writer.write()
        rows = "".join(_rows(ws, self._values[ws.title], self._spoken))
        filled = f"<sheetData>{rows}</sheetData>".encode()
        around = frame.getvalue() if self._spoken is None else self._spoken.frame(ws.title, frame.getvalue())
        self._package.writestr(ws.path[1:], around.replace(_NO_ROWS, filled))
        ws._rels = writer._rels
        self.manifest.append(ws)

    def _write_charts(self) -> None:
        charts: Any = vars(self)["_charts"]
        for chart in charts:
            self._package.writestr(chart.path[1:], tostring(chart_tree(chart, self._drawn)))
            self.manifest.append(chart)

    def _drawn(self, reference: str) -> list[Drawn]:
        """The cells that a chart draws, row by row; it leaves out what is folded."""
        title, edges = range_to_tuple(reference)
        left, top, right, bottom = (edge or 0 for edge in edges)
        ws: Any = self._book.worksheet(title)
        folded = {row for row, looks in ws.row_dimensions.items() if looks.hidden or looks.folded}
        rows = [row for row in range(top, bottom + 1) if row not in folded]
        return [self._in_cell(ws, ws._cells.get((row, column))) for row in rows for column in range(left, right + 1)]

    def _in_cell(self, ws: Any, cell: Any) -> Drawn:
        if cell is None:
            return Drawn(None, "General")
        if cell.data_type == "f":
            value: object = self._values[ws.title][cell.coordinate]
        else:
            value = cell._value if self._spoken is None else self._spoken.constant(ws, cell)
        return Drawn(cached(value) if isinstance(value, datetime.date) else value, cell.number_format)


def workbook_bytes(book: Book, title: str = "") -> bytes:
    """The finished .xlsx: the same bytes for the same book."""
    properties: Any = book.workbook.properties
    properties.created = properties.modified = _MOMENT
    spoken = spoken_of(book)
    properties.title = title or (book.sizing.designs[0].block.headline if spoken is None else spoken.headline)
    properties.creator = book.scenario.settings.author or _MAKER
    finished = io.BytesIO()
    with _Package(finished, "w") as package:
        package.spoken = spoken
        _Writer(book, package).save()
    return finished.getvalue()


def packed(parts: Mapping[str, bytes]) -> bytes:
    """The .xlsx of these parts: the same bytes for the same parts."""
    finished = io.BytesIO()
    with _Package(finished, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return finished.getvalue()


def _rows(ws: Any, values: dict[str, CachedValue], spoken: Spoken | None) -> Iterator[str]:
    heights = {} if spoken is None else spoken.higher(ws)
    rows: dict[int, list[Any]] = {row: [] for row in ws.row_dimensions}
    cells = ws._cells
    for place in sorted(cells):
        rows.setdefault(place[0], []).append(cells[place])
    styles: dict[int, int] = {}  # openpyxl looks a style up by its contents; cells share theirs
    for row, in_row in sorted(rows.items()):
        yield f'<row r="{row}"{_looks_of_row(ws.row_dimensions.get(row), heights.get(row))}>'
        for cell in in_row:
            key = id(cell._style)
            if key not in styles:
                styles[key] = cell.style_id
            said = cell._value if spoken is None else spoken.content(ws, cell)
            yield _cell(cell, said, f"{_letters(cell.column)}{row}", styles[key], values)
        yield "</row>"


def _looks_of_row(row: Row | None, higher: float | None = None) -> str:
    high = higher or (row and row.height)
    height = "" if high is None else f' ht="{high:.16g}" customHeight="1"'
    if row is None:
        return height
    hidden = ' hidden="1"' if row.hidden or row.folded else ""
    folded = ' outlineLevel="1"' if row.folded else ""
    return hidden + folded + (' collapsed="1"' if row.ends_fold else "") + height


_letters = cache(get_column_letter)  # a cell's own coordinate is worked out each time it is asked for


def _cell(cell: Any, value: Any, place: str, style: int, values: dict[str, CachedValue]) -> str:
    if value is None or value == "":
        return f'<c r="{place}" s="{style}"/>'
    if cell.data_type == "f":
        saved = values[place]
        if isinstance(saved, str):
            kept = "" if saved == saved.strip() else _KEEPS_SPACES
            return f'<c r="{place}" s="{style}" t="str"><f>{_formula(value)}</f><v{kept}>{_text(saved)}</v></c>'
        return f'<c r="{place}" s="{style}"><f>{_formula(value)}</f><v>{saved!r}</v></c>'
    if isinstance(value, str):
        return f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{_text(value)}</t></is></c>'
    number = cached(value) if isinstance(value, datetime.date) else value
    return f'<c r="{place}" s="{style}"><v>{number!r}</v></c>'


@lru_cache(maxsize=100_000)  # a workbook has 37,000, and the next one nearly the same
def _formula(formula: str) -> str:
    """A formula as it stands in XML."""
    return _escape(formula[1:])


def _escape(text: str) -> str:
    """A text as it stands in XML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@lru_cache(maxsize=10_000)  # words that many cells say
def _text(text: str) -> str:
    return _escape(as_saved_text(text))


def as_saved_text(text: str) -> str:
    """A text of a cell: _x000A_ in it would be read as a line end, and a line end of old as a new one."""
    if "_x" in text:
        text = _LOOKS_ESCAPED.sub("_x005F_", text)
    return text.replace("\r", "_x000D_")


def check_output(path: Path, *, force: bool) -> None:
    """Refuse what cannot be written to, before the work of making what goes there.

    Raises
    ------
    InputError
        If the file exists and `force` is not given, or there is no folder for it that can be written to.
    """
    target = _target(path)
    exists = os.path.exists(target)  # Path.exists raises where a folder may not be looked into
    if exists and not target.is_file():
        raise InputError("output", str(path), "a file that can be written: this is a folder or a device")
    if exists and not force:
        raise InputError("output", str(path), "a file that does not exist yet, or --force to replace it")
    if not os.path.isdir(target.parent) or not os.access(target.parent, os.W_OK):
        raise InputError("output", str(path), "a file in a folder that exists and can be written to")


def _target(path: Path) -> Path:
    """The file that a symbolic link stands for: it is written, and the link stays."""
    target = Path(os.path.realpath(path))
    if os.path.islink(target):
        raise InputError("output", str(path), "a file: this link leads in a circle")
    return target


def write_whole(path: Path, content: bytes, *, force: bool) -> None:
    """Write a file through a temporary one beside it: whole, or not at all, whenever it is stopped.

    What a stopped run left in the folder is removed.

    Raises
    ------
    InputError
        If the file exists and `force` is not given, or it cannot be written.
    """
    check_output(path, force=force)
    target = _target(path)
    remove_left_over(target.parent)
    temporary = None
    try:
        with _temporary_file(target.parent) as file:
            temporary = Path(file.name)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # else a file of no bytes may bear the name after a power cut
            temporary.chmod(0o666 & ~_umask())
            if target.exists() and not os.access(target, os.W_OK):
                raise PermissionError("read-only")
            if sys.platform != "win32":  # while it is open: closed, it would count as left over
                temporary.replace(target)
        if sys.platform == "win32":
            temporary.replace(target)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        expected = "a file that can be written: close it where it is open, or choose another"
        raise InputError("output", str(path), f"{expected} ({error.strerror or error})") from error


def _temporary_file(folder: Path) -> IO[bytes]:
    """A new file of a short name; as long as it is open, no other run takes it for left over."""
    while True:
        file = tempfile.NamedTemporaryFile(dir=folder, prefix=_TEMPORARY, delete=False)  # noqa: SIM115  # its user closes it
        if not _LOCKS:
            return file
        with contextlib.suppress(OSError):  # some network disks have no locks
            fcntl.flock(file, fcntl.LOCK_EX)
        if os.path.exists(file.name):  # nobody removed it between the two
            return file
        file.close()


def remove_left_over(folder: Path) -> None:
    """Remove the temporary files of runs that were stopped while they wrote."""
    for path in folder.glob(f"{_TEMPORARY}*"):
        with contextlib.suppress(OSError), path.open("rb") as file:
            if not _LOCKS:
                old = time.time() - path.stat().st_mtime > _SECONDS_OF_A_RUN
                file.close()  # an open file cannot be removed there
                if old:
                    path.unlink()
            else:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # OSError: its run still writes
                path.unlink()  # while locked: a run that has just made it waits, and then makes another


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
