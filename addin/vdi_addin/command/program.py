"""The command line `vdi-sizing`: each command is a module of this room.

A command's module is imported only when that command is asked for, since start-up time is felt at every command.
It has `add_arguments(parser)`, which declares what can be typed, and `run(args)`, which does the work and gives
the exit status. A new command is such a module and its line in `COMMANDS`.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import os
import sys
from collections.abc import Sequence

import vdi_sizing
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_addin.errors import AddinError
from vdi_sizing.errors import InputError

COMMANDS = {
    "new": "write a fresh workbook",
    "compare": "size the designs of a workbook and compare them",
    "ranges": "how far the answer spreads over uncertain inputs",
    "check": "compare a workbook's formulas and values with the library",
    "addin": "build, install and check the Excel and LibreOffice add-ins",
}
"""Each command, which is the name of its module too, and what it does."""


def run() -> int:
    """The program: a command is over before collecting garbage would pay, at its end as well."""
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # on Windows a file has few characters
    try:
        return main()
    except BrokenPipeError:  # whoever read our output, such as head, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    finally:
        gc.freeze()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    args = parser(words).parse_args(words)
    try:
        return args.run(args)  # type: ignore[no-any-return]
    except InputError as error:
        print(f"vdi-sizing: {error}", file=sys.stderr)
    except AddinError as error:
        print(error, file=sys.stderr)
    return UNUSABLE


def parser(words: list[str]) -> argparse.ArgumentParser:
    """What can be typed: all commands by name, and the arguments of the one that is asked for."""
    typed = argparse.ArgumentParser(prog="vdi-sizing", description=vdi_sizing.__doc__)
    typed.add_argument("--version", action="version", version=f"vdi-sizing {vdi_sizing.__version__}")
    commands = typed.add_subparsers(metavar="COMMAND", required=True)
    for name, what_it_does in COMMANDS.items():
        command = commands.add_parser(name, help=what_it_does)
        if name in words[:1]:
            module = importlib.import_module(f"vdi_addin.command.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return typed
