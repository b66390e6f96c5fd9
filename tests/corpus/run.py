"""Puts each file of the corpus through a command within limits of time and memory; prints what came of it.

`python -m tests.corpus.run [--command check] [--files 1 2 3]` runs as a process of its own, since a limit of memory
holds for a whole process. `outcome` is the judgement of one file, and serves the fuzzer too. The command `read` is the
part of each command that looks at a file: it ends where a scenario, or its error, is there. The command `each` gives
every file to one of all commands that read files, side files too.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import functools
import gc
import hashlib
import io
import json
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from tests.built import build
from tests.corpus.apart import (
    DEAD,
    Ended,
    apart,
    compared_folder,
    entries,
    folders,
    with_dead_streams,
    wrong_in_folder,
)
from tests.corpus.apart import program as program_apart
from tests.corpus.make import File, files
from tests.corpus.side_files import LIST, side_files

import vdi_addin.comparison
import vdi_templates.audit.check
import vdi_templates.carry_over.carry
from vdi_addin.command import program
from vdi_addin.command.program import main
from vdi_addin.command.status import ANOTHER_LOOK, ANOTHER_SIGHT, DIFFERENT, DONE, UNUSABLE
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples.today import today
from vdi_templates.reading.file import refuse_what_is_no_workbook
from vdi_templates.reading.reader import read
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes

SECONDS = 10
MOST_LINES = 21
MEMORY_BYTES = 500_000_000


class TooSlowError(BaseException):
    """A command took longer than it may: no handler of errors must catch this."""


def _too_slow(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlowError


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooSlowError after so many seconds of the processor, whatever else the machine does."""
    signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def outcome(path: Path, command: str = "compare") -> tuple[str, str]:
    """What came of a file: "done" or "refused" with the message, or "wrong" with what is wrong."""
    before, folder = _digest(path), _entries(path.parent)
    printed, messages = io.StringIO(), io.StringIO()
    try:
        with at_most(SECONDS), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(messages):
            status = _read(path) if command == "read" else main(arguments(command, path))
    except BaseException as error:
        return "wrong", f"{type(error).__name__}: {error}"
    message = messages.getvalue()
    if _digest(path) != before:
        return "wrong", "the input changed"
    if status == UNUSABLE:
        told_in_preview = command in _PREVIEWED and not message and _CANNOT in printed.getvalue()
        if _entries(path.parent) != folder or (
            printed.getvalue() and not told_in_preview and command not in _PREVIEWED
        ):
            return "wrong", "refused, but something was written"
        return ("refused" if told_in_preview or _good(message) else "wrong"), message
    for result in set(_entries(path.parent)) - set(folder):
        (path.parent / result).unlink()
    return ("done" if status in _WELL else "wrong"), message


def arguments(command: str, path: Path) -> list[str]:
    """What is typed for a command that reads a file, beside good ones; one that writes, writes beside the file."""
    good, users = _beside()
    out = str(path.with_name("out.xlsx"))
    calls: dict[str, list[str]] = {
        "upgrade": ["upgrade", "-o", out, "--", str(path)],
        "diff": ["diff", "--", good, str(path)],
        "ranges": ["ranges", "--draws", "200", "--into", out, "--", str(path)],
        "optimize": ["optimize", "--into", out, "--", str(path)],
        "density": ["density", "-o", out, "--", str(path)],
        "explain": ["explain", "--", str(path), "Report!B10"],
        "import": ["import", "--into", good, "-o", out, *_LIKE, "--", str(path)],
        "import into": ["import", "--into", str(path), "-o", out, "--like", _PROFILE, "--", users],
        "headers": ["import", "--into", good, "-o", out, "--headers", str(path), *_LIKE, "--", users],
        "brand": ["new", "--brand", str(path), "--", out],
    }
    return calls.get(command, [command, "--", str(path)])


OF_WORKBOOKS = (
    "compare",
    "check",
    "upgrade",
    "diff",
    "ranges",
    "optimize",
    "density",
    "explain",
    "import",
    "import into",
)
"""Commands that read a workbook of somebody."""
_OF_A_PRICED_CUSTOMER = ("density", "optimize", "import into")
"""Of these, commands that refuse the smallest example: it says no RAM, no prices of other drives, no IOPS."""
_PROFILE = "Windows 11 knowledge worker, MCS"
_LIKE = ("--like", "knowledge workers")
"""What a list does not say is taken from them, so that a good list is taken."""
_WELL = (DONE, DIFFERENT, ANOTHER_SIGHT, ANOTHER_LOOK)
_PREVIEWED = ("import", "import into", "headers")
_CANNOT = "Cannot be used: nothing is written"


@functools.cache
def _beside() -> tuple[str, str]:
    """A good workbook and a good list, in a folder of their own."""
    folder = Path(tempfile.mkdtemp(prefix="corpus"))
    atexit.register(shutil.rmtree, folder)
    good, users = folder / "good.xlsx", folder / "users.csv"
    good.write_bytes(build(today()))
    users.write_text(LIST, encoding="utf-8")
    return str(good), str(users)


def calls() -> list[tuple[str, File]]:
    """All broken files, each with the command that reads it: workbooks take turns among the commands.

    Then some of them again, while streams of the program are dead, and folders of them.
    """
    found = []
    for at, command in enumerate(OF_WORKBOOKS):
        other_example = ["customer"] if command in _OF_A_PRICED_CUSTOMER else []
        found += [(command, file) for file in files(*other_example)[at :: len(OF_WORKBOOKS)]]
    found += side_files()
    return [*found, *with_dead_streams(found), *folders()]


def _read(path: Path) -> int:
    """What each command does first with a file."""
    try:
        refuse_what_is_no_workbook(path)
        read(path)
    except InputError as error:
        program._say(error)
        return UNUSABLE
    return DONE


def _good(message: str) -> bool:
    """Whether a message is a line per input that cannot be used, and few of them."""
    lines = message.splitlines()
    told = all(line.startswith("vdi-sizing: ") and line.isprintable() for line in lines)
    return told and message.endswith("\n") and 1 <= len(lines) <= MOST_LINES


def _digest(path: Path) -> object:
    return hashlib.sha256(path.read_bytes()).digest() if path.is_file() else path.is_symlink()


def _entries(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def outcome_apart(path: Path, command: str, dead: str) -> tuple[str, str, Ended]:
    """What came of a file, or a folder, in a process of its own, some streams of which may be dead."""
    with tempfile.TemporaryDirectory() as place:
        kept = Path(place, "printed"), Path(place, "messages")
        before = entries(path if command == "folder" else path.parent)
        if command == "folder":
            ended = apart(lambda: compared_folder(path, *kept), SECONDS * len(before))
        else:
            ended = apart(lambda: program_apart(arguments(command, path), dead, *kept), SECONDS)
        printed, message = (
            file.read_text(encoding="utf-8", errors="replace") if file.exists() else "" for file in kept
        )
    if command == "folder":
        wrong = list(wrong_in_folder(path, before, printed, message))
    else:
        wrong = list(_wrong_with_dead_streams(command, dead, before, entries(path.parent), ended.status, message))
    if ended.status not in (*_WELL, UNUSABLE):
        wrong.append(f"status {ended.status}")
    result = "wrong" if wrong else "done" if ended.status in _WELL else "refused"
    return result, "; ".join([*wrong, message]), ended


def _wrong_with_dead_streams(
    command: str, dead: str, before: dict[str, object], now: dict[str, object], status: int, message: str
) -> Iterator[str]:
    """What is not as it should be, whatever can be printed."""
    out, err = DEAD[dead]
    if {name: now.get(name) for name in before} != before:
        yield "the input changed"
    if status != UNUSABLE:
        return
    if now != before and out != "full":
        yield "refused, but something was written"
    if err == "kept" and command not in _PREVIEWED and not _good(message):
        yield "no clear message"


class Remembered:
    """Sizes a scenario, and builds its workbook, once: most odd files hold the same one."""

    def __init__(self) -> None:
        self._sizings: dict[Scenario, Sizing] = {}
        self.is_kept_whole = False  # a workbook to which a command adds a sheet
        self._built: tuple[Scenario, Made, int, Book, bytes] | None = None  # the last one: a workbook takes much room
        self._whole: tuple[object, Book, bytes] | None = None  # the last one that `check` looks at

    def size(self, scenario: Scenario) -> Sizing:
        if scenario not in self._sizings:
            self._sizings[scenario] = size(scenario)
        return self._sizings[scenario]

    def build(self, sizing: Sizing, made: Made, columns: int) -> Book:
        if self.is_kept_whole:
            return build_book(sizing, made=made, columns=columns)
        if self._built is None or self._built[:3] != (sizing.scenario, made, columns):
            self._built = None
            gc.collect()  # the workbook before, which refers to itself in circles
            book = build_book(sizing, made=made, columns=columns)
            self._built = sizing.scenario, made, columns, book, workbook_bytes(book)
            vars(book).update(workbook=None, _sheets={}, cached={})  # nobody asks for its cells any more
            gc.collect()
        return self._built[3]

    def build_whole(self, sizing: Sizing, *how: object) -> Book:
        key = sizing.scenario, repr(how)
        if self._whole is None or self._whole[0] != key:
            self._whole = None
            gc.collect()
            book = build_book(sizing, *how)  # type: ignore[arg-type]  # as the command says
            self._whole = key, book, workbook_bytes(book)
        return self._whole[1]

    def content(self, book: Book) -> bytes:
        known = [each[-2:] for each in (self._built, self._whole) if each is not None]
        return next((content for of, content in known if of is book), None) or workbook_bytes(book)


def remember() -> Remembered:
    """Let `compare` and `check` do so in this process."""
    remembered, comparison, carry = Remembered(), vars(vdi_addin.comparison), vars(vdi_templates.carry_over.carry)
    vars(vdi_templates.audit.check).update(
        size=remembered.size, build_book=remembered.build_whole, workbook_bytes=remembered.content
    )
    comparison.update(size=remembered.size, build_book=remembered.build)
    carry.update(workbook_bytes=remembered.content)
    return remembered


def limit_memory(remembered: int = 0) -> None:
    """No more than this for the process from here on, beside what it remembers of files before."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES + remembered, hard))


def data_bytes() -> int:
    """What counts against that limit now."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmData:")))


def resident_bytes(of: str) -> int:
    """What the process holds in memory, now (VmRSS) or at most since it was last forgotten (VmHWM)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith(f"{of}:")))


_BARE = data_bytes()
"""What the program takes before it has read anything: the files of the corpus, held beside it, are not its own."""
_BARE_RESIDENT = resident_bytes("VmRSS")


def _run(all_calls: list[tuple[str, File]], remembered: Remembered) -> Iterator[dict[str, object]]:
    for command, file in all_calls:
        remembered.is_kept_whole = command == "ranges"
        if command != "compare":
            gc.collect()  # the workbook built for comparison, of which each file has its own
        limit_memory(max(0, data_bytes() - _BARE))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(
                folder, f"{file.name}.xlsx" if file.kind == "name" else f"odd{Path(file.kind).suffix or '.xlsx'}"
            )
            file.make(path)
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forgets the most memory so far
            start, held = time.process_time(), max(0, resident_bytes("VmRSS") - _BARE_RESIDENT)
            if file.dead or command == "folder":
                result, message, ended = outcome_apart(path, command, file.dead)
                seconds, resident = ended.seconds, ended.resident_bytes
            else:
                result, message = outcome(path, command)
                seconds, resident = time.process_time() - start, resident_bytes("VmHWM")
            yield {
                "command": command, "kind": file.kind, "name": ascii(file.name), "result": result, "message": message,
                "seconds": seconds, "megabytes": (resident - held) / 1e6,
            }  # fmt: skip


if __name__ == "__main__":
    typed = argparse.ArgumentParser()
    typed.add_argument("--command", default="compare", help="default: %(default)s")
    typed.add_argument("--files", type=int, nargs="*", help="which files, by their places from 0; default: all")
    args = typed.parse_args()
    corpus = calls() if args.command == "each" else [(args.command, file) for file in files()]
    chosen = corpus if args.files is None else [corpus[at] for at in args.files]
    _beside()
    memory = remember()
    gc.freeze()
    gc.set_threshold(100_000, 5, 2)  # a workbook has many cells, and Python would look through them again and again
    for line in _run(chosen, memory):
        print(json.dumps(line))
        sys.stdout.flush()
