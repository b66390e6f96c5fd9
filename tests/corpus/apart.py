"""Files for a process of its own: commands whose streams are dead, and folders whose workers are killed.

`apart` does a piece of work in a process that is forked off, which knows what this one remembers.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.corpus.make import File, files

from vdi_addin.command import folder as room
from vdi_addin.command import start
from vdi_templates.workbook.save import check_output

DEAD = {
    "out closed": ("closed", "kept"),
    "messages closed": ("kept", "closed"),
    "all closed": ("closed", "closed"),
    "out on a full disk": ("full", "kept"),
    "messages on a full disk": ("kept", "full"),
    "all on a full disk": ("full", "full"),
    "nobody reads": ("unread", "unread"),
}
"""How standard output and standard error may be dead."""
FOLDERS = 24
KILLED = "killed"
"""How a workbook's name begins whose worker is killed."""
FAILED = 99


class Ended(NamedTuple):
    """How a process ended: its status, and what it took, with all processes that it began."""

    status: int
    seconds: float
    resident_bytes: int


def apart(work: Callable[[], int], seconds: int) -> Ended:
    """Do something in a process of its own, each process of which may take so many seconds of the processor."""
    child = os.fork()
    if child == 0:
        status = FAILED
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            status = work()
        finally:
            os._exit(status)
    _, waited, took = os.wait4(child, 0)
    return Ended(os.waitstatus_to_exitcode(waited), took.ru_utime + took.ru_stime, took.ru_maxrss * 1024)


def program(arguments: list[str], dead: str, printed: Path, messages: Path) -> int:
    """The program, with streams as they may be; what is not dead goes into files. It ends as Python ends it."""
    sys.argv = ["vdi-sizing", *arguments]
    out, err = DEAD.get(dead, ("kept", "kept"))
    sinks = [(1, "stdout", _sink(out, printed)), (2, "stderr", _sink(err, messages))]
    for number, name, sink in sinks:
        stream = None
        if sink is None:
            os.close(number)
        else:
            os.dup2(sink, number)
            os.close(sink)
            stream = open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  # until the process ends
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    status = start.run()
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def _sink(how: str, kept: Path) -> int | None:
    """Where a stream ends that is on a full disk, a pipe that nobody reads, or a file; None if it is closed."""
    if how == "closed":
        return None
    if how == "unread":
        unread, written = os.pipe()
        os.close(unread)
        return written
    return os.open("/dev/full" if how == "full" else kept, os.O_WRONLY | os.O_CREAT)


def with_dead_streams(calls: list[tuple[str, File]]) -> list[tuple[str, File]]:
    """Of each command one call for each way in which streams may be dead, spread over its files."""
    found = []
    for command in dict.fromkeys(command for command, _ in calls):
        of_command = [file for of, file in calls if of == command and file.kind != "place"]
        for at, dead in enumerate(DEAD):
            file = of_command[at * (len(of_command) - 1) // (len(DEAD) - 1)]
            found.append((command, replace(file, name=f"{dead}: {file.name}", dead=dead)))
    return found


def folders() -> list[tuple[str, File]]:
    """Folders to compare: a good workbook, broken ones, what else may lie there; in every second a worker is killed."""
    return [("folder", File("folder", f"{seed:02}", _filled(seed))) for seed in range(FOLDERS)]


def _filled(seed: int) -> Callable[[Path], None]:
    def fill(path: Path) -> None:
        path.mkdir()
        good = next(file for file in files() if file.kind == "name")
        broken = [file for file in files() if file.kind not in ("name", "place")]
        good.make(path / "good.xlsx")
        for number, file in enumerate(Random(seed).sample(broken, 2)):
            file.make(path / f"{number}.xlsx")
        if seed % 2:
            good.make(path / f"{KILLED}.xlsx")
        _ODD[seed % len(_ODD)](path, good)

    return fill


_ODD: tuple[Callable[[Path, File], object], ...] = (
    lambda path, _: (path / "loop.xlsx").symlink_to("loop.xlsx"),
    lambda path, good: good.make(path / "a\x1b[31m\nb.xlsx"),
    lambda path, _: (path / "folder.xlsx").mkdir(),
    lambda path, good: good.make(path / "summary.xlsx"),
    lambda path, good: good.make(path / "good.xlsm"),
    lambda path, good: good.make(path / "\udcff.xlsx"),
)
"""What else lies in a folder."""


def compared_folder(path: Path, printed: Path, messages: Path) -> int:
    """`compare FOLDER`, in this process; the worker of a workbook of that name is killed."""
    checked = check_output

    def deadly(target: Path, *, force: bool) -> None:
        if target.name.startswith(KILLED):
            os.kill(os.getpid(), signal.SIGKILL)
        checked(target, force=force)

    vars(room).update(check_output=deadly)
    return program(["compare", "--", str(path)], "", printed, messages)


def wrong_in_folder(path: Path, before: dict[str, object], printed: str, message: str) -> Iterator[str]:
    """What is not as it should be after a folder was compared, whose entries were these before."""
    now = entries(path)
    books = [name for name in before if name.endswith((".xlsx", ".xlsm"))]
    if {name: now.get(name) for name in before} != before:
        yield "an input changed"
    if any(not name.endswith(room._OURS) and not name.startswith("summary") for name in set(now) - set(before)):
        yield "something was left behind"
    if not any(name.startswith("summary") for name in set(now) - set(before)):
        yield "no summary"
    told = re.search(r"^(\d+) compared, (\d+) refused; wrote ", printed, re.MULTILINE)
    if not told or int(told[1]) + int(told[2]) != len(books):
        yield f"of {len(books)} workbooks {told and told[0]}"
    killed = sum(name.startswith(KILLED) for name in books)
    if message.count(room._KILLED) != killed:
        yield f"{killed} workers were killed"
    if "mistake of the program" in message:
        yield "a mistake of the program"


def entries(path: Path) -> dict[str, object]:
    """What lies in a folder, with the content of files."""
    return {entry.name: entry.read_bytes() if entry.is_file() else entry.is_dir() for entry in path.iterdir()}
