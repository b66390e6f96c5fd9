"""Does in a Windows Python what the add-in's VBA does in Excel, with xlwings' real DLL.

python host.py VIRTUAL_ENVIRONMENT    its current folder is the one that the open workbook would stand in
"""

from __future__ import annotations

import csv
import ctypes
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pythoncom  # type: ignore[import-untyped]
import win32com.client  # type: ignore[import-untyped]

from vdi_addin.excel.vba import PYTHON_ARGUMENTS, XLWINGS_VERSION

MODULE = "vdi_addin.excel.udfs"
START_OR_FIND, END_IT = 1, -1
TEXT = 8
"""The kind of a VARIANT that holds a text."""
NAMES = ("price;list.xlsx", "Budget $(EUR).xlsx", "R&D.xlsx", "O'Neill ä.xlsx", "a%PATH%b ^1.xlsx")
WRONG: list[str] = []


class Variant(ctypes.Structure):
    """Windows' VARIANT, as far as it is needed."""

    _fields_ = (
        ("kind", ctypes.c_ushort),
        *((f"reserved{number}", ctypes.c_ushort) for number in (1, 2, 3)),
        ("pointer", ctypes.c_void_p),
        ("rest", ctypes.c_void_p),
    )


class Dll:
    """xlwings' DLL, called as VdiServer.bas calls it."""

    def __init__(self, environment: Path) -> None:
        self._dll = ctypes.CDLL(str(environment / f"xlwings64-{XLWINGS_VERSION}.dll"))
        self._starts = 0

    def running(self, command: str) -> tuple[Any, float]:
        """The running server or the text of the failure, and the seconds that it took."""
        start = time.monotonic()
        answer = self._activate(command, START_OR_FIND)
        if isinstance(answer, str):
            self._starts += 1
            answer = self._activate(command, START_OR_FIND)
        return answer, time.monotonic() - start

    def end(self, command: str) -> None:
        """End the server."""
        self._activate(command, END_IT)
        self._starts += 1

    def _activate(self, command: str, mode: int) -> Any:
        result = Variant()
        line = ctypes.c_char_p(f"{command} {self._starts}".encode("mbcs"))
        if self._dll.XLPyDLLActivateAuto(ctypes.byref(result), line, mode) != 0:
            return ctypes.wstring_at(result.pointer) if result.kind == TEXT else "failed without a word"
        if mode == END_IT:
            return None
        server = pythoncom.ObjectFromAddress(result.pointer, pythoncom.IID_IDispatch)
        return win32com.client.dynamic.Dispatch(server)


def main() -> int:
    """Every check; 1 if one does not hold."""
    environment = Path(sys.argv[1])
    settings = Path(os.environ["USERPROFILE"], ".vdi_sizing", "vdi_sizing.conf")
    interpreter = dict(csv.reader(settings.read_text(encoding="mbcs").splitlines()))["INTERPRETER_WIN"]
    command = f'"{interpreter}" {PYTHON_ARGUMENTS}'
    for module in ("xlwings", "json", "vdi_sizing"):
        Path(f"{module}.py").write_text("open('EXECUTED', 'w')\n", encoding="ascii")
    pythoncom.CoInitialize()
    dll = Dll(environment)
    failures(dll, environment)
    server, seconds = dll.running(command)
    if isinstance(server, str):
        check(f"Python starts: {server}", False)
        return 1
    check(f"Python starts ({seconds:.1f} s)", True)
    calls(server)
    looked_for = server.Str(server.Eval("__import__('sys').path"))
    check("the current folder is not on Python's path", "Documents" not in looked_for)
    check("Python is isolated", server.Str(server.Eval("__import__('sys').flags.isolated")) == "1")
    check("nothing beside the workbook was executed", not Path("EXECUTED").exists())
    comparisons(server, environment)
    loaded = server.Str(server.Eval("'numpy' in __import__('sys').modules"))
    check("nothing of it all has loaded numpy", loaded == "False")
    dll.end(command)
    server, seconds = dll.running(command)
    check(f"after a restart Python answers again ({seconds:.1f} s)", disk_count(server, 76.0) == 17.0)
    crash(server)
    server, seconds = dll.running(command)
    check(f"after a crash Python answers again ({seconds:.1f} s)", disk_count(server, 76.0) == 17.0)
    dll.end(command)
    return 1 if WRONG else 0


def crash(server: Any) -> None:
    """Let the server end in the middle of a call."""
    try:
        server.Exec("__import__('os')._exit(1)")
    except pythoncom.com_error:
        return
    check("a crash is noticed", False)


def failures(dll: Dll, environment: Path) -> None:
    """A Python that does not start says so at once, each time."""
    missing = f'"{environment}\\Scripts\\gone.exe" {PYTHON_ARGUMENTS}'
    broken = f'"{environment}\\Scripts\\pythonw.exe" -I -B -m no_such_module $(CLSID)'
    for what, command in (("missing interpreter", missing), ("Python that ends at once", broken)):
        for attempt in ("at first", "and again"):
            answer, seconds = dll.running(command)
            said = isinstance(answer, str) and len(answer) > 5 and seconds < 10
            check(f"a {what} is said, {attempt}: {answer!r} ({seconds:.1f} s)", said)


def disk_count(server: Any, *rest: Any) -> Any:
    return server.CallUDF(MODULE, "VDI_DISK_COUNT", [320.0, 480.0, 2.0, *rest])


def calls(server: Any) -> None:
    """Every kind of argument that a formula can have, as values."""
    error = -2146826281  # as what #DIV/0! arrives
    left_out = pythoncom.ArgNotFound
    check("a number", disk_count(server, 76.0) == 17.0)
    check("a whole number", disk_count(server, 75) == 18.0)
    check("TRUE", server.CallUDF(MODULE, "VDI_DISK_COUNT", [True, 0.0, 1.0, 1.0]) == 1.0)
    check("a column", disk_count(server, ((76.0,), (75.0,))) == ((17.0,), (18.0,)))
    check("a row of cells", disk_count(server, ((75.0, 76.0),)) == (18.0, 17.0))
    check("a row typed into the formula", disk_count(server, (75.0, 76.0)) == (18.0, 17.0))
    check("arguments left out", disk_count(server, 75.0, left_out, left_out, "nearest") == 17.0)
    check("a blank cell", "drive_iops is blank" in disk_count(server, None))
    check("a text", "drive_iops is '76'" in disk_count(server, "76"))
    check("an error value", "#DIV/0!" in disk_count(server, error))
    answer = server.CallUDF(MODULE, "VDI_DISK_COUNT_FOR_RESPONSE_TIME", [50.0, 768.0, 1152.0, 75.0, "RAID 10", None])
    check("a blank for a share", "share is blank" in answer)
    start, times = time.monotonic(), 200
    for number in range(times):
        disk_count(server, 76.0 + number)
    print(f"       {(time.monotonic() - start) / times * 1000:.2f} ms a call of one cell")
    start = time.monotonic()
    disk_count(server, tuple((76.0 + number,) for number in range(10_000)))
    print(f"       {(time.monotonic() - start) / 10_000 * 1e6:.0f} us a cell of a column of 10,000")


def comparisons(server: Any, environment: Path) -> None:
    """The button Compare, for workbooks with names that a command line would stumble over."""
    for name in NAMES:
        book = Path(name).resolve()
        subprocess.run(
            [environment / "Scripts/vdi-sizing.exe", "new", book, "--example", "emc"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        answer = server.CallUDF(MODULE, "compare_workbook", [str(book)])
        check(f"the comparison of {name}", Path(answer).is_file())


def check(what: str, holds: bool) -> None:
    """Say whether it holds."""
    print(("ok     " if holds else "WRONG  ") + what, flush=True)
    if not holds:
        WRONG.append(what)


if __name__ == "__main__":
    sys.exit(main())
