"""`vdi-sizing optimize`: the cheapest drives that meet every target, out of all that have a price."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence

from vdi_addin.command.extras import require
from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.targets import refuse_result
from vdi_addin.command.typed import a_path
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import DesignSizing, size
from vdi_sizing.what_if.optimize import Optimum, optimize
from vdi_sizing.words import DASH
from vdi_templates.reading.reader import read
from vdi_templates.report.optimum import as_json, counted, remarks, side_by_side, write_optimum
from vdi_templates.report.rows import row_of
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes, write_whole

_DRIVES_WIDTH = 60
_NAMED = {
    "--design": "a design whose drives are chosen; default: each of them",
    "--drive": "a drive to choose from; default: all that have a price",
    "--raid": "a layout to choose from; default: those that survive the loss of a drive",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `optimize`."""
    parser.add_argument("file", type=a_path, metavar="FILE")
    for option, words in _NAMED.items():
        parser.add_argument(option, action="append", default=[], metavar="NAME", help=f"{words}; may be repeated")
    parser.add_argument("--most-drives", type=int, metavar="N", help="the most drives of a block, beside its bays")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--into", type=a_path, metavar="OUT", help="also write a workbook with the best six as its designs"
    )
    parser.add_argument("--force", action="store_true", help="replace an existing OUT")


def run(args: argparse.Namespace) -> int:
    """Print the ten best choices of drives; the status says whether there is one."""
    require("numpy")
    if args.most_drives is not None and args.most_drives < 1:
        raise InputError("--most-drives", args.most_drives, "at least 1")
    if args.into is not None:
        refuse_result("--into", args.into, args.file, force=args.force)
    scenario = read(args.file)
    now = size(scenario).designs
    found = optimize(scenario, args.design, args.drive, args.raid, args.most_drives)
    print(json.dumps(as_json(found, now), indent=2) if args.json else _table(found, now))
    if args.into is not None and found.best:
        book = build_book(size(side_by_side(found)))
        write_optimum(book, found, now)
        write_whole(args.into, workbook_bytes(book), force=args.force)
        if not args.json:
            print(f"wrote {on_one_line(args.into)}")
    return DONE if found.best else DIFFERENT


def _table(found: Optimum, now: Sequence[DesignSizing]) -> str:
    scenario = now[0].block.scenario
    lines = [counted(found), ""]
    if found.best:
        lines += [_line("", "EUR per user", "blocks", "VMs per block", "drives of a block")]
    for rank, sized in enumerate(found.best, start=1):
        lines += _row(str(rank), sized)
    lines += ["", "as entered"]
    for sized in now:
        lines += _row("", sized)
    lines += [wrapped for each in remarks(found, scenario) for wrapped in textwrap.wrap(each, 110)]
    return "\n".join(lines)


def _row(rank: str, sized: DesignSizing) -> list[str]:
    row, at_least = row_of(sized), sized.block.least_words
    unknown = "not known" if at_least == DASH else at_least
    eur = unknown if row.eur_per_user is None else f"{row.eur_per_user:,.2f}"
    blocks, vms = ("" if number is None else f"{number:,.0f}" for number in (row.blocks, row.vms_per_block))
    first, *rest = textwrap.wrap(f"{row.design}: {row.drives}", _DRIVES_WIDTH) or [row.design]
    warnings = f" ({row.warnings} warning{'' if row.warnings == 1 else 's'})" if row.warnings else ""
    lines = [_line(rank, eur, blocks, vms, first)]
    lines += [_line("", "", "", "", each) for each in rest]
    lines[-1] += warnings
    return lines


def _line(rank: str, eur: str, blocks: str, vms: str, drives: str) -> str:
    return f"{rank:>3}{eur:>14}{blocks:>8}{vms:>15}  {drives}".rstrip()
