"""`vdi-sizing explain`: how a figure comes about, from prices and their sources to the figure, in words and numbers."""

from __future__ import annotations

import argparse

from vdi_addin.command import outline
from vdi_templates.report.trace import Asked


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `explain`."""
    outline.add_arguments(parser, all_of="follow all of it, down to inputs; default: what has the unit of the figure")


def run(args: argparse.Namespace) -> int:
    """Print an outline for each figure that bears the label."""
    return outline.run(args, lambda found: Asked(unit=None if args.all else found.line.unit))
