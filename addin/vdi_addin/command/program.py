"""The command line `vdi-sizing`: each command is a module of this room.

A command's module is imported only when that command is asked for, since start-up time is felt at every command.
It has `add_arguments(parser)`, which declares what can be typed, and `run(args)`, which does the work and gives
the exit status. A new command is such a module and its line in `COMMANDS`.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import keyword
import os
import sys
from collections.abc import Callable, Sequence

import vdi_sizing
from vdi_addin.command import streams
from vdi_addin.command.extras import lacking
from vdi_addin.command.status import MISTAKE, STOPPED, UNUSABLE
from vdi_addin.errors import AddinError
from vdi_sizing.errors import InputError

COMMANDS = {
    "new": "write a fresh workbook",
    "import": "take lists of users, of VMs and of prices into a workbook, after a preview",
    "compare": "size the designs of a workbook and compare them",
    "upgrade": "move a workbook of an earlier version into today's",
    "ranges": "how far the answer spreads over uncertain inputs",
    "optimize": "the cheapest drives that meet every target, out of all that have a price",
    "review": "what a sizing promised beside what is measured a year later",
    "density": "VMs per block by RAM and IOPS per VM, and what limits them",
    "explain": "how a figure comes about, from prices and their sources on, in words and numbers",
    "where": "which line declares a figure, its formula with names, and what it rests on",
    "check": "compare all that a workbook says and shows with what is shipped for its inputs",
    "diff": "which inputs and results differ between two workbooks, and what each input did",
    "addin": "build, install and check the Excel and LibreOffice add-ins",
}
"""Each command and what it does; its module has the same name, with `_` behind a word of Python such as `import`."""
_WHAT_FOR = """\
Sizes storage and hosts for virtual desktops, in a workbook: users, drives and prices go in; drives to buy, VMs per
block, response time and EUR per user come out. Three commands go from nothing to a page that you hand over:

  vdi-sizing new customer.xlsx                     then fill in its yellow cells, from Users to Prices
  vdi-sizing compare customer.xlsx                 prints the designs side by side, and what is wrong or missing
  vdi-sizing compare customer.xlsx --pdf --force   the same, and the Report as a PDF; it needs LibreOffice"""
"""What `--help` begins with: what one does with the command, and three lines to begin with."""
_TRACEBACK = "VDI_SIZING_TRACEBACK"
"""The variable that lets a mistake of the program end it as Python does, with the place where it happened."""


def run() -> int:
    """The program: a command is over before collecting garbage would pay, at its end as well."""
    gc.disable()
    streams.prepare()
    try:
        return _ended(main, sys.stdout.flush)
    finally:
        gc.freeze()


def _ended(command: Callable[[], int], flush: Callable[[], None]) -> int:
    """The status of a command, whatever ends it; and a line for a person where it did not end by itself."""
    try:
        try:
            return command()
        finally:
            flush()
    except KeyboardInterrupt:
        status, line = STOPPED, "stopped"
    except MemoryError:
        status, line = UNUSABLE, "this takes more memory than there is"
    except OSError as error:
        what = error.strerror or str(error)
        status, line = UNUSABLE, f"{error.filename}: {what}" if error.filename else what
    except ModuleNotFoundError as error:
        status, line = UNUSABLE, lacking(error)
    except Exception as error:
        if os.environ.get(_TRACEBACK):
            raise
        status, line = (STOPPED, "stopped") if _by_ctrl_c(error) else (MISTAKE, _mistake(error))
    print(f"vdi-sizing: {line}", file=sys.stderr)
    return status


def _by_ctrl_c(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: openpyxl takes one that comes while it converts a value for a wrong type."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _mistake(error: Exception) -> str:
    """What is said of an error that no input should be able to cause."""
    what = streams.on_one_line(f"{type(error).__name__}: {error}")
    report = f"Please report it, with what is printed where the variable {_TRACEBACK} is set to 1"
    return f"a mistake of the program, not of your input: {what}. {report}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    args = parser(words).parse_args(words)
    try:
        return args.run(args)  # type: ignore[no-any-return]
    except (InputError, AddinError) as error:
        if _by_ctrl_c(error):
            raise KeyboardInterrupt from error
        _say(error)
    return UNUSABLE


def _say(error: InputError | AddinError) -> None:
    """What cannot be used, each of it on a line of its own."""
    if isinstance(error, AddinError):
        print(error, file=sys.stderr)
        return
    from vdi_templates.importing.messages import as_its_file_speaks  # noqa: PLC0415 - start-up time is felt

    for line in as_its_file_speaks(error).lines:
        print(f"vdi-sizing: {streams.on_one_line(line)}", file=sys.stderr)


def parser(words: list[str]) -> argparse.ArgumentParser:
    """What can be typed: all commands by name, and the arguments of the one that is asked for."""
    typed = argparse.ArgumentParser(
        prog="vdi-sizing", description=_WHAT_FOR, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="vdi-sizing COMMAND --help says what can be typed behind a command.",
    )  # fmt: skip
    typed.add_argument("--version", action="version", version=f"vdi-sizing {vdi_sizing.__version__}")
    commands = typed.add_subparsers(metavar="COMMAND", required=True)
    for name, what_it_does in COMMANDS.items():
        command = commands.add_parser(name, help=what_it_does)
        if name in words[:1]:
            module = importlib.import_module(f"vdi_addin.command.{name}{'_' * keyword.iskeyword(name)}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return typed
