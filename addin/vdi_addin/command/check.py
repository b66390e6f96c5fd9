"""`vdi-sizing check`: are a workbook's formulas the shipped ones, its values the library's, and its designs sound?"""

from __future__ import annotations

import argparse
from pathlib import Path

from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_templates.audit.check import audit

_SHOWN_DIFFERENCES = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `check`."""
    parser.add_argument("file", type=Path, metavar="FILE")


def run(args: argparse.Namespace) -> int:
    """Print each cell that differs, and each design that has no answer: two things that have nothing in common."""
    audited = audit(args.file)
    found, looked_at = audited.differences, audited.looked_at
    for difference in found[:_SHOWN_DIFFERENCES]:
        print(on_one_line(difference))
    if len(found) > _SHOWN_DIFFERENCES:
        print(f"... and {len(found) - _SHOWN_DIFFERENCES} more")
    if found:
        if looked_at:
            print(f"The file is not as shipped: {len(found)} of {looked_at} calculated cells differ.")
    else:
        print(f"The file is as shipped: all {looked_at} calculated cells hold the shipped formulas and values.")
    without = [design for design in audited.sizing.designs if not design.block.stands]
    for design in without:
        print(f"{design.design.name}: {design.block.errors_in_words}")
    if without:
        print("The model's own checks fail: the designs named have no answer until their errors are mended.")
    else:
        print("The model's own checks find no error in any design.")
    return DIFFERENT if found or without else DONE
