"""`vdi-sizing where`: which line of the library declares a figure, its formula with names, and what it rests on."""

from __future__ import annotations

import argparse

from vdi_addin.command import outline
from vdi_templates.report.trace import Asked

_LEVELS = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `where`."""
    outline.add_arguments(parser, all_of=f"down to inputs; default: {_LEVELS} levels deep")


def run(args: argparse.Namespace) -> int:
    """Print an outline for each figure that bears the label."""
    return outline.run(args, lambda _: Asked(levels=None if args.all else _LEVELS, by_names=True))
