"""What the page asks of Python: a line as it would be typed, and the files that it names.

It runs in the browser, where there is no other process and no terminal; the same code runs anywhere.
"""

from __future__ import annotations

import gc
import os
import shlex
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from vdi_addin.command import program
from vdi_addin.command.status import UNUSABLE

COLUMNS = "150"
"""The characters of a line of what is printed; the page has room for as many."""
_CALLS: tuple[list[str], ...] = (["python3", "go.py"], ["py", "go.py"], ["vdi-sizing"], [])
"""What may stand before a command, since the documents write it so."""


def words_of(line: str) -> list[str]:
    """The words of a line, without what calls the command.

    >>> words_of('python3 go.py compare "two words.xlsx"')
    ['compare', 'two words.xlsx']
    """
    words = shlex.split(line)
    call = next(call for call in _CALLS if words[: len(call)] == call)
    return words[len(call) :]


def run(line: str, files: Mapping[str, bytes]) -> tuple[int, list[tuple[str, bytes]]]:
    """The exit status of a command in a folder of these files, and the files that it wrote there, by name.

    What it prints goes to standard output and standard error, as ever.
    """
    came_from = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        os.chdir(folder)
        try:
            status = _status_of(line)
        finally:
            os.chdir(came_from)
        found = {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir()) if path.is_file()}
    return status, [(name, content) for name, content in found.items() if files.get(name) != content]


def _status_of(line: str) -> int:
    """Run a command as a new program would: its garbage is collected before the next, since this process stays."""
    try:
        words = words_of(line)
    except ValueError as error:
        print(f"vdi-sizing: {line}: {error}", file=sys.stderr, flush=True)
        return UNUSABLE
    sys.argv = ["vdi-sizing", *words]
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    os.environ["COLUMNS"] = COLUMNS
    try:
        return program.run()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else UNUSABLE
    finally:
        gc.unfreeze()
        gc.collect()
