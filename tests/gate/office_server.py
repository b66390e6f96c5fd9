"""Starts a LibreOffice, does what standard input asks and answers on standard output; see `office.Office`.

Runs in LibreOffice's own Python: standard library and `uno` only.
Usage: office_server.py SOFFICE PROFILE_URL [ARGUMENT FOR SOFFICE ...]
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import uuid
from typing import Any

import uno  # type: ignore[import-not-found]

SECONDS_TO_START = 100
SECONDS_TO_END = 20

# com.sun.star.sheet.CellFlags
VALUES, DATES, STRINGS, FORMULAS = 1, 2, 4, 16
ERRORS = {
    503: "#NUM!",
    519: "#VALUE!",
    521: "#NULL!",
    524: "#REF!",
    525: "#NAME?",
    532: "#DIV/0!",
    32767: "#N/A",
}


class Server:
    """What can be asked for: each public method is an action of the protocol."""

    def __init__(self, desktop: Any) -> None:
        self._desktop = desktop
        self._document: Any = None

    def start(self) -> None:
        """Answers once LibreOffice is there."""

    def load(self, url: str) -> None:
        self.close()
        # AsTemplate: a nameless copy, so that the file gets neither a lock nor changes.
        options = (_property("Hidden", True), _property("AsTemplate", True))
        self._document = self._desktop.loadComponentFromURL(url, "_blank", 0, options)
        if self._document is None:
            raise RuntimeError(f"cannot load {url}")

    def set(self, cells: dict[str, float | str | None]) -> None:
        for place, value in cells.items():
            title, _, address = place.rpartition("!")
            sheet = self._document.Sheets.getByName(title)
            if sheet.isProtected():
                sheet.unprotect("")
            cell = sheet.getCellRangeByName(address)
            if value is None:
                cell.clearContents(VALUES | DATES | STRINGS | FORMULAS)
            elif isinstance(value, str):
                cell.setString(value)
            else:
                cell.setValue(float(value))

    def recalculate(self) -> dict[str, dict[str, float | str]]:
        self._document.calculateAll()
        return {sheet.Name: _formula_values(sheet) for sheet in self._document.Sheets}

    def close(self) -> None:
        if self._document is not None:
            self._document.close(True)
            self._document = None


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


def _error(code: int) -> str:
    return ERRORS.get(code, f"Err:{code}")


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


def _serve(server: Server) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"result": getattr(server, request.pop("action"))(**request)}
        except Exception as error:  # whatever it is, the test that asked must see it
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


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
        _serve(server)
        server.close()
        desktop.terminate()
        soffice.wait(SECONDS_TO_END)
    finally:
        soffice.kill()


if __name__ == "__main__":
    main()
