"""`vdi-sizing check`: whether a workbook's formulas are the shipped ones, and its values the library's."""

from __future__ import annotations

import argparse
from pathlib import Path

from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_templates.audit.check import differences

_SHOWN_DIFFERENCES = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `check`."""
    parser.add_argument("file", type=Path, metavar="FILE")


def run(args: argparse.Namespace) -> int:
    """Print each cell that differs."""
    found, looked_at = differences(args.file)
    for difference in found[:_SHOWN_DIFFERENCES]:
        print(on_one_line(difference))
    if len(found) > _SHOWN_DIFFERENCES:
        print(f"... and {len(found) - _SHOWN_DIFFERENCES} more")
    if found:
        if looked_at:
            print(f"{len(found)} of {looked_at} calculated cells differ from what is shipped")
        return DIFFERENT
    print(f"all {looked_at} calculated cells hold the shipped formulas and the library's values")
    return DONE
