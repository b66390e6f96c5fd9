"""Starts a LibreOffice, does what standard input asks and answers on standard output; see `office.Office`.

Runs in LibreOffice's own Python: standard library and `uno` only.
Usage: office_server.py SOFFICE PROFILE_URL [ARGUMENT FOR SOFFICE ...]
"""

from __future__ import annotations

import functools
import json
import subprocess
import sys
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import uno  # type: ignore[import-not-found]

SECONDS_TO_START = 100
SECONDS_TO_END = 20

FORMULAS = 16  # com.sun.star.sheet.CellFlags
ERRORS = {
    503: "#NUM!",
    519: "#VALUE!",
    521: "#NULL!",
    524: "#REF!",
    525: "#NAME?",
    532: "#DIV/0!",
    32767: "#N/A",
}


MOST_OPEN = 3
"""Documents, before the one that was not used for longest is closed."""


class Open:
    """An open document, and what stood in its cells before they were changed."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.before: list[tuple[Any, Any, Any]] = []
        self.changed = self.changed_for_good = False


class Server:
    """What can be asked for: each public method is an action of the protocol."""

    def __init__(self, desktop: Any) -> None:
        self._desktop = desktop
        self._open: dict[str, Open] = {}

    def start(self) -> None:
        """Answers once LibreOffice is there."""

    def load(self, url: str, key: str) -> list[str]:
        """Opens a file under a key, and answers which others were closed to make room."""
        closed = [key] if key in self._open else list(self._open)[: len(self._open) - MOST_OPEN + 1]
        for each in closed:
            self._open.pop(each).document.close(True)
        # AsTemplate: a nameless copy, so that the file gets neither a lock nor changes.
        options = (_property("Hidden", True), _property("AsTemplate", True))
        document = self._desktop.loadComponentFromURL(url, "_blank", 0, options)
        if document is None:
            raise RuntimeError(f"cannot load {url}")
        document.getUndoManager().lock()  # nobody takes a change back, and a thousand of them take gigabytes
        self._open[key] = Open(document)
        return closed

    def restore(self, key: str, whole: bool) -> bool:
        """Puts back what stood in a document's cells, and goes on with it; False where that cannot be done.

        A whole one must not have been changed before: a formula that is put back may bring a number format along.
        """
        held = self._open.get(key)
        if held is None or held.changed_for_good or (whole and held.changed):
            return False
        for cells, data, formulas in reversed(held.before):
            with _unprotected(cells.Spreadsheet):
                cells.setDataArray(data)
                for row, line in enumerate(formulas):
                    for column, formula in enumerate(line):
                        if formula.startswith("="):
                            cells.getCellByPosition(column, row).setFormula(formula)
        held.before.clear()
        self._open[key] = self._open.pop(key)  # the last one is the one in use
        return True

    def set(self, cells: dict[str, float | str | None]) -> None:
        for title, left, top, rows in _rectangles(cells):
            sheet = self._document.Sheets.getByName(title)
            right, bottom = left + len(rows[0]) - 1, top + len(rows) - 1
            place = sheet.getCellRangeByPosition(left, top, right, bottom)
            self._remember(place)
            with _unprotected(sheet):
                place.setDataArray(rows)

    def set_formula(self, cell: str, formula: str) -> None:
        title, column, row = _position(cell)
        sheet = self._document.Sheets.getByName(title)
        place = sheet.getCellRangeByPosition(column, row, column, row)
        self._remember(place)
        with _unprotected(sheet):
            place.getCellByPosition(0, 0).setFormula(formula)

    def insert_row(self, sheet: str, row: int) -> None:
        self._in_use.changed_for_good = True
        self._document.Sheets.getByName(sheet).Rows.insertByIndex(row - 1, 1)

    def delete_row(self, sheet: str, row: int) -> None:
        self._in_use.changed_for_good = True
        self._document.Sheets.getByName(sheet).Rows.removeByIndex(row - 1, 1)

    def save(self, url: str) -> None:
        self._document.storeToURL(url, (_property("FilterName", "Calc MS Excel 2007 XML"),))

    def calculate(self) -> float:
        start = time.perf_counter()
        self._document.calculateAll()
        return time.perf_counter() - start

    def recalculate(self, sheets: list[str] | None) -> dict[str, dict[str, float | str]]:
        self.calculate()
        return self._values(sheets or self._document.Sheets.ElementNames)

    def after_typing(self, sheets: list[str]) -> dict[str, dict[str, float | str]]:
        """Whoever reads a cell has it calculated, with what it hangs on, and nothing else."""
        return self._values(sheets or self._document.Sheets.ElementNames)

    def _values(self, sheets: Iterable[str]) -> dict[str, dict[str, float | str]]:
        return {name: _formula_values(self._document.Sheets.getByName(name)) for name in sheets}

    def close(self) -> None:
        for held in self._open.values():
            held.document.close(True)
        self._open.clear()

    @property
    def _in_use(self) -> Open:
        return self._open[next(reversed(self._open))]

    @property
    def _document(self) -> Any:
        return self._in_use.document

    def _remember(self, cells: Any) -> None:
        self._in_use.changed = True
        self._in_use.before.append((cells, cells.getDataArray(), cells.getFormulaArray()))


@contextmanager
def _unprotected(sheet: Any) -> Iterator[None]:
    """A sheet that anything may be written to, and that is protected again after it."""
    protected = sheet.isProtected()
    if protected:
        sheet.unprotect("")
    yield
    if protected:
        sheet.protect("")


def _formula_values(sheet: Any) -> dict[str, float | str]:
    """All formula cells of a sheet; one call brings all values, since every call costs time."""
    ranges = sheet.queryContentCells(FORMULAS).getRangeAddresses()
    if not ranges:
        return {}
    left, right = min(r.StartColumn for r in ranges), max(r.EndColumn for r in ranges)
    top, bottom = min(r.StartRow for r in ranges), max(r.EndRow for r in ranges)
    rows = sheet.getCellRangeByPosition(left, top, right, bottom).getDataArray()
    values = {}
    for area in ranges:
        for row in range(area.StartRow, area.EndRow + 1):
            for column in range(area.StartColumn, area.EndColumn + 1):
                value = rows[row - top][column - left]
                if not isinstance(value, (float, str)):
                    value = _error(sheet.getCellByPosition(column, row).getError())
                values[f"{_letters(column)}{row + 1}"] = value
    return values


def _rectangles(cells: dict[str, Any]) -> list[tuple[str, int, int, list[tuple[Any, ...]]]]:
    """Cells as (sheet, left, top, rows of values): few calls, since every call costs time."""
    rows: dict[tuple[str, int], dict[int, Any]] = {}
    for place, value in cells.items():
        title, column, row = _position(place)
        rows.setdefault((title, row), {})[column] = "" if value is None else value  # "" clears a cell
    runs = [
        (title, row, left, values)
        for (title, row), row_cells in sorted(rows.items())
        for left, values in _runs(row_cells)
    ]
    rectangles: list[tuple[str, int, int, list[tuple[Any, ...]]]] = []
    open_ones: dict[tuple[str, int, int, int], list[tuple[Any, ...]]] = {}
    for title, row, left, values in runs:
        block = open_ones.pop((title, row, left, len(values)), None)
        if block is None:
            block = []
            rectangles.append((title, left, row, block))
        block.append(values)
        open_ones[title, row + 1, left, len(values)] = block
    return rectangles


def _runs(row: dict[int, Any]) -> list[tuple[int, tuple[Any, ...]]]:
    """The cells of a row that stand side by side: (first column, values)."""
    runs: list[tuple[int, list[Any]]] = []
    for column in sorted(row):
        if runs and column == runs[-1][0] + len(runs[-1][1]):
            runs[-1][1].append(row[column])
        else:
            runs.append((column, [row[column]]))
    return [(left, tuple(values)) for left, values in runs]


def _position(place: str) -> tuple[str, int, int]:
    """Sheet, column and row, both from 0, of a cell such as "Users!D6"."""
    title, _, address = place.rpartition("!")
    letters = address.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return title, column - 1, int(address[len(letters) :]) - 1


def _error(code: int) -> str:
    return ERRORS.get(code, f"Err:{code}")


@functools.cache
def _letters(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _property(name: str, value: Any) -> Any:
    made = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    made.Name, made.Value = name, value
    return made


def _connect(pipe: str, soffice: subprocess.Popen[bytes]) -> Any:
    """LibreOffice's desktop, as soon as it answers."""
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    give_up = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            remote = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
        except uno.getClass("com.sun.star.connection.NoConnectException"):
            if time.monotonic() > give_up or soffice.poll() not in (None, 0):
                raise
            time.sleep(0.1)


def _serve(server: Server, soffice: subprocess.Popen[bytes]) -> None:
    """Answers each request, as long as LibreOffice runs."""
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"result": getattr(server, request.pop("action"))(**request)}
        except Exception as error:  # whatever it is, the test that asked must see it
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
        if soffice.poll() is not None:
            raise RuntimeError("LibreOffice has ended")


def main() -> None:
    program, profile, *arguments = sys.argv[1:]
    pipe = "vdi" + uuid.uuid4().hex
    command = [program, "--headless", "--norestore", "--nologo", "--nodefault"]
    command += [
        f"-env:UserInstallation={profile}",
        f"--accept=pipe,name={pipe};urp;StarOffice.ComponentContext",
    ]
    soffice = subprocess.Popen(
        command + arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        desktop = _connect(pipe, soffice)
        server = Server(desktop)
        _serve(server, soffice)
        server.close()
        desktop.terminate()
        soffice.wait(SECONDS_TO_END)
    finally:
        soffice.kill()


if __name__ == "__main__":
    main()
