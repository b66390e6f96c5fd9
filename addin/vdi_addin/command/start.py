"""How the command line starts: with little to load, so that Ctrl-C in the first moments is no mistake either."""

from __future__ import annotations

import sys

from vdi_addin.command.status import STOPPED


def run() -> int:
    """Load the program, and run it."""
    try:
        from vdi_addin.command import program  # noqa: PLC0415
    except KeyboardInterrupt:
        print("vdi-sizing: stopped", file=sys.stderr)
        return STOPPED
    return program.run()
