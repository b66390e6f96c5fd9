"""LibreOffice for the tests: converts files, and recalculates hundreds of variants of a workbook.

Every run has a private, short-lived profile, which recalculates on load unless told otherwise; a user's own profile
is never touched.
Standard library only, since `go.py` looks here for LibreOffice before anything is installed.
"""

from __future__ import annotations

import hashlib
import html
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

SERVER = Path(__file__).with_name("office_server.py")
USUAL_PLACES = (
    "/usr/bin/soffice",
    "/usr/local/bin/soffice",
    "/opt/libreoffice/program/soffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.exe",
    r"C:\Program Files (x86)\LibreOffice\program\soffice.exe",
)
SECONDS_TO_START = 120
SECONDS_PER_FILE = 120
MOST_LOADED = 10
"""Workbooks, before LibreOffice is started anew: the fifteenth takes half as long again to load as the first."""
MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "100000"}
"""So that what a closed workbook took is given back: LibreOffice stays at 0.9 GB for each that is open. Without it it
grew to 7.7 GB with the ninth workbook, and a machine without memory killed it or took minutes for a load."""

# 0 means "always": LibreOffice otherwise shows the values that a file brings along.
RECALCULATE_ON_LOAD = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="ODFRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""

CellValue = float | str | None
Values = dict[str, dict[str, float | str]]
"""Sheet -> cell -> what LibreOffice computed: a number, a text, or an error such as #DIV/0! or Err:508."""


@dataclass(frozen=True)
class Contents:
    """What a workbook holds, as our own writer writes it."""

    key: str
    formulas: str
    """A digest of the formulas, of where they stand, and of what they name; of a file that others wrote, its key."""
    inputs: dict[str, CellValue]
    """What stands in the other cells."""

    @classmethod
    def of(cls, file: Path) -> Contents:
        return cls.held_by(file.read_bytes())

    @classmethod
    @lru_cache(maxsize=MOST_LOADED)
    def held_by(cls, content: bytes) -> Contents:
        key = hashlib.sha256(content).hexdigest()
        formulas, inputs = hashlib.sha256(), dict[str, CellValue]()
        if not zipfile.is_zipfile(io.BytesIO(content)):
            return cls(key, key, {})
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = package.namelist()
            if "xl/workbook.xml" not in names or _has_shared_texts(package):
                return cls(key, key, {})
            workbook = package.read("xl/workbook.xml")
            sheets = [html.unescape(title) for title in _TITLE.findall(workbook.decode())]
            parts = [name for name in names if name.startswith("xl/worksheets/sheet")]
            if len(parts) != len(sheets):
                return cls(key, key, {})
            for name in sorted(name for name in names if name.startswith("xl/tables/")):
                formulas.update(package.read(name))
            formulas.update(workbook)
            for number, title in enumerate(sheets, 1):
                sheet = package.read(f"xl/worksheets/sheet{number}.xml").decode()
                formulas.update(repr(_PROTECTION.findall(sheet)).encode())
                for cell, kind, inner in _CELL.findall(sheet):
                    formula = _FORMULA.match(inner)
                    if formula:
                        formulas.update(f"{number}!{cell}{formula[0]}".encode())
                    elif kind not in ("", "n", "inlineStr") or "_x" in inner:
                        return cls(key, key, {})
                    elif inner:
                        text = html.unescape(_TAGS.sub("", inner))
                        inputs[f"{title}!{cell}"] = text if kind == "inlineStr" else float(text)
        return cls(key, formulas.hexdigest(), inputs)


_PROTECTION = re.compile("<sheetProtection[^>]*>")
_TITLE = re.compile(r'<sheet [^>]*?name="([^"]*)"')
_CELL = re.compile(r'<c r="([A-Z]+[0-9]+)"(?: s="[0-9]+")?(?: t="([a-zA-Z]+)")?(?:/>|>(.*?)</c>)', re.DOTALL)
_FORMULA = re.compile(r"<f\b[^>]*>.*?</f>|<f\b[^>]*/>", re.DOTALL)
_TAGS = re.compile(r"<[^>]*>")


def _has_shared_texts(package: zipfile.ZipFile) -> bool:
    name = "xl/sharedStrings.xml"
    return name in package.namelist() and b"<si>" in package.read(name)


PAGES = re.compile(rb'<definedName\b[^>]*\bname="_xlnm\.Print_Titles"[^>]*>[^<]*</definedName>')
"""The lines and columns that each page of a sheet repeats, which have no say in the value of a formula: of them
LibreOffice works out all pages of all sheets, which takes half of a load, and more with each load."""


@contextmanager
def _file_to_load(file: Path, whole: bool) -> Iterator[Path]:
    """The file itself, or for as long as it is loaded one without what its pages repeat."""
    if whole or not zipfile.is_zipfile(file):
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="vdi-office-") as folder, zipfile.ZipFile(file) as package:
        copy = Path(folder).resolve() / file.name
        with zipfile.ZipFile(copy, "w") as seen:
            for name in package.namelist():
                content = package.read(name)
                seen.writestr(name, PAGES.sub(b"", content) if name == "xl/workbook.xml" else content)
        yield copy


def changes(before: Mapping[str, CellValue], after: Mapping[str, CellValue]) -> dict[str, CellValue]:
    """The cells to set so that one becomes the other."""
    return {cell: after.get(cell) for cell in dict.fromkeys((*before, *after)) if before.get(cell) != after.get(cell)}


class Key(NamedTuple):
    """What an open workbook was loaded from."""

    content: str
    whole: bool

    @property
    def name(self) -> str:
        return f"{self.content} {'whole' if self.whole else 'values'}"


class Held(NamedTuple):
    """A workbook that is open, and what its formulas gave when it was loaded."""

    contents: Contents
    values: Values


class OfficeError(RuntimeError):
    """LibreOffice is missing, or did not do what it was asked."""


def find_soffice() -> str:
    """The path of LibreOffice's program."""
    for place in (shutil.which("soffice"), shutil.which("libreoffice"), *USUAL_PLACES):
        if place and Path(place).is_file():
            return place
    raise OfficeError("LibreOffice is missing: no soffice on the PATH or in the usual places")


def find_uno_python() -> str:
    """A Python that can talk to LibreOffice: the one LibreOffice brings along, or the system's with `uno`."""
    program = Path(find_soffice()).resolve().parent
    for place in (
        program / "python.exe",
        program / "python",
        program.parent / "Resources" / "python",
        "/usr/bin/python3",
        shutil.which("python3"),
        sys.executable,
    ):
        if place and Path(place).is_file() and _imports_uno(str(place)):
            return str(place)
    raise OfficeError("No Python with the module uno: install python3-uno or libreoffice-pyuno")


def convert(paths: Iterable[Path], to: str, out_dir: Path, *, recalculated: bool = True) -> list[Path]:
    """Convert files to `to` ("xlsx", "pdf"); returns the new files in `out_dir`.

    They are recalculated, unless it is asked to trust the values that they bring along, as a person's own usually does.
    """
    sources = [Path(path).resolve() for path in paths]
    results = [Path(out_dir).resolve() / f"{source.stem}.{to}" for source in sources]
    if len(set(results)) < len(results) or set(results) & set(sources):
        raise OfficeError("A converted file would overwrite another file")
    for result in results:
        result.unlink(missing_ok=True)
    with private_profile(recalculating=recalculated) as profile:
        command = [find_soffice(), "--headless", "--norestore", f"-env:UserInstallation={profile.as_uri()}"]
        command += ["--convert-to", to, "--outdir", str(out_dir), *map(str, sources)]
        limit = SECONDS_PER_FILE * (1 + len(sources))
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    missing = [result.name for result in results if not result.is_file()]
    if missing:
        raise OfficeError(f"LibreOffice did not write {', '.join(missing)}: {run.stderr.strip()}")
    return results


@contextmanager
def private_profile(*, recalculating: bool = True) -> Iterator[Path]:
    """A new profile folder for one run of LibreOffice, which recalculates on load or is as installed."""
    with tempfile.TemporaryDirectory(prefix="vdi-office-", ignore_cleanup_errors=True) as folder:
        settings = Path(folder).resolve() / "user" / "registrymodifications.xcu"
        settings.parent.mkdir()
        if recalculating:
            settings.write_text(RECALCULATE_ON_LOAD, encoding="utf-8")
        yield settings.parent.parent


class Office:
    """One headless LibreOffice that loads workbooks, changes cells and tells what the formulas give.

    with Office() as office:
        office.load(path)
        office.set({"Users!D6": 40, "Users!D7": None})
        values = office.recalculate()
        values["Sizing"]["E12"]

    The file itself is never written to. `arguments` and `environment` go to soffice (add-ins).
    """

    def __init__(self, arguments: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> None:
        self._arguments = arguments
        self._environment = {**os.environ, **MEMORY, "PATH": _path_for_python(), **(environment or {})}

    def __enter__(self) -> Self:
        self._loaded = 0
        self._held: dict[Key, Held] = {}
        self._may_be_saved = False
        self._profile = private_profile()
        url = self._profile.__enter__().as_uri()
        self._server = subprocess.Popen(
            [find_uno_python(), str(SERVER), find_soffice(), url, *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=self._environment,
            start_new_session=True,
        )
        self._ask("start", seconds=SECONDS_TO_START)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The end of its input makes the server close LibreOffice and leave.
        with suppress(BrokenPipeError):  # it has ended already
            self._server.stdin.close()  # type: ignore[union-attr]
        try:
            self._server.wait(SECONDS_PER_FILE)
        except subprocess.TimeoutExpired:
            self._kill()
        self._server.stdout.close()  # type: ignore[union-attr]
        self._profile.__exit__(kind, error, trace)

    def load(self, path: Path, *, whole: bool = False) -> Values:
        """Load a workbook in place of the last one; returns the values of its formulas.

        A workbook that is still open is put back as it was, which takes a tenth of the time. Every value of every
        formula says whether it is as it was; if not, it is loaded anew. Of one with the formulas of a workbook that is
        open, the inputs alone are set in that one. It is loaded without what its pages repeat (`PAGES`). All this
        unless it is asked for as a `whole`: to be saved, with its looks.
        """
        file = Path(path).resolve(strict=True)
        contents = Contents.of(file)
        if self._server.poll() is not None:  # another test ended it, and has failed
            self._start_anew()
        if whole:
            alike = [key for key in self._held if key == Key(contents.key, whole=True)]
        else:
            alike = [key for key, held in self._held.items() if held.contents.formulas == contents.formulas]
        for key in sorted(alike, key=lambda key: key.content != contents.key):
            if self._ask("restore", key=key.name, whole=whole) and self.recalculate() == self._held[key].values:
                self._may_be_saved = whole
                if key.content == contents.key:
                    return self._held[key].values
                self.set(changes(self._held[key].contents.inputs, contents.inputs))
                return self.recalculate()
        if self._loaded == MOST_LOADED:
            self._start_anew()
        self._loaded += 1
        self._may_be_saved = whole
        key = Key(contents.key, whole)
        with _file_to_load(file, whole) as loaded:
            closed = self._ask("load", url=loaded.as_uri(), key=key.name)
        self._held = {key: held for key, held in self._held.items() if key.name not in closed}
        values = self.recalculate()
        self._held[key] = Held(contents, values)
        return values

    def set(self, cells: Mapping[str, CellValue]) -> None:
        """Put values into cells, named "Sheet!A1"; None clears a cell. Nothing is recalculated yet."""
        self._ask("set", cells=dict(cells))

    def set_formula(self, cell: str, formula: str) -> None:
        """Put a formula into a cell; `load` of the same file takes it back."""
        self._ask("set_formula", cell=cell, formula=formula)

    def insert_row(self, sheet: str, row: int) -> None:
        """Insert an empty row, as a user does; it becomes row number `row`."""
        self._ask("insert_row", sheet=sheet, row=row)

    def delete_row(self, sheet: str, row: int) -> None:
        """Delete a row, as a user does."""
        self._ask("delete_row", sheet=sheet, row=row)

    def save(self, path: Path) -> Path:
        """Write the workbook as it is now, as an .xlsx of LibreOffice."""
        if not self._may_be_saved:
            raise OfficeError("what is open lacks the looks of this workbook: load it as a whole to save it")
        self._ask("save", url=Path(path).resolve().as_uri())
        return path

    def recalculate(self, *sheets: str) -> Values:
        """Recalculate every formula; returns the values of the formula cells, of all sheets or of those named."""
        values: Values = self._ask("recalculate", sheets=sheets)
        return values

    def after_typing(self, *sheets: str) -> Values:
        """What the formulas of some sheets give after a change, as for somebody who types it: what hangs on it anew.

        The other sheets are left for whoever reads them, so that a few sheets take an eighth of `recalculate`.
        """
        values: Values = self._ask("after_typing", sheets=sheets)
        return values

    def calculate(self) -> float:
        """Recalculate every formula; returns the seconds that LibreOffice itself took."""
        seconds: float = self._ask("calculate")
        return seconds

    def _start_anew(self) -> None:
        self.__exit__(None, None, None)
        self.__enter__()

    def _ask(self, action: str, seconds: float = SECONDS_PER_FILE, **arguments: Any) -> Any:
        """Send one line of JSON, wait for one line of JSON."""
        watchdog = threading.Timer(seconds, self._kill)
        watchdog.start()
        try:
            print(json.dumps({"action": action, **arguments}), file=self._server.stdin, flush=True)
            line = self._server.stdout.readline()  # type: ignore[union-attr]
        except BrokenPipeError:
            line = ""
        finally:
            watchdog.cancel()
        if not line:
            raise OfficeError(f"LibreOffice ended, or took more than {seconds} s, on {action!r}")
        answer = json.loads(line)
        if "error" in answer:
            raise OfficeError(f"{action}: {answer['error']}")
        return answer["result"]

    def _kill(self) -> None:
        """End the server together with the LibreOffice that it started."""
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(self._server.pid)], check=False)
        else:
            os.killpg(self._server.pid, signal.SIGKILL)
        self._server.wait(SECONDS_PER_FILE)  # a machine with much to do takes a while, and `load` asks whether it runs


def _path_for_python() -> str:
    """The PATH with LibreOffice's Python in front.

    LibreOffice takes the standard library of the first python3 on the PATH; one of another build crashes it.
    """
    return os.pathsep.join((str(Path(find_uno_python()).parent), os.environ.get("PATH", "")))


def _imports_uno(python: str) -> bool:
    return subprocess.run([python, "-c", "import uno"], capture_output=True, check=False).returncode == 0
