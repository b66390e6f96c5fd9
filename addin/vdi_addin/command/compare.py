"""`vdi-sizing compare`: sizes workbooks, prints the comparison, and writes it beside them."""

from __future__ import annotations

import argparse
import gc
import json
import shutil
import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from vdi_addin.command.carried import say_carried, say_first
from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.targets import refuse_clashes
from vdi_addin.comparison import Comparison, compare, refuse_other_ending
from vdi_sizing.errors import InputError
from vdi_templates.reading.file import refuse_what_is_no_workbook
from vdi_templates.report.json import as_json
from vdi_templates.report.table import USUAL_WIDTH, table
from vdi_templates.workbook.save import check_output, write_whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `compare`."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("-o", "--output", type=Path, help="the comparison workbook (one FILE only)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--pdf", action="store_true", help="also write a PDF to hand over (needs LibreOffice)")
    parser.add_argument("--force", action="store_true", help="replace existing output")


def run(args: argparse.Namespace) -> int:
    """Compare all files first, so that nothing is written if one of them is bad; then write and print."""
    if args.output is not None and len(args.files) > 1:
        raise InputError("-o", str(args.output), "one FILE only, when an output is named")
    if args.output is not None:
        refuse_other_ending("-o", args.output)
    targets = [_targets(path, args) for path in args.files]
    for path in args.files:
        refuse_what_is_no_workbook(path)
    refuse_clashes(args.files, targets)
    for target in chain(*targets):
        check_output(target, force=args.force)
    compared = []
    for path in _progress(args.files):
        compared.append(_compared(path, pdf=args.pdf))
        _say(path, compared[-1][0])
        if len(args.files) > 1:
            gc.collect()  # the workbook, whose bytes are kept
    reports = []
    for path, outputs, (comparison, contents) in zip(args.files, targets, compared, strict=True):
        sizing = comparison.sizing
        for output, content in zip(outputs, contents, strict=True):
            write_whole(output, content, force=args.force)
        if args.json:
            carried = {"kept": comparison.kept, "not kept": comparison.lost}
            reports.append({"file": str(path), "output": str(outputs[0]), **carried, **as_json(sizing)})
        else:
            width = shutil.get_terminal_size((USUAL_WIDTH, 0)).columns
            wrote = (f"wrote {on_one_line(output)}" for output in outputs)
            print(on_one_line(path), table(sizing, width), *wrote, sep="\n")
    if args.json:
        print(json.dumps(reports if len(reports) > 1 else reports[0], indent=2))
    return DIFFERENT if _without_answer(compared, args.files) else DONE


def _without_answer(compared: list[tuple[Comparison, list[bytes]]], files: list[Path]) -> bool:
    """Say on standard error which designs have no answer, and why."""
    found = False
    for path, (comparison, _) in zip(files, compared, strict=True):
        for design in comparison.sizing.designs:
            if not design.block.stands:
                found = True
                print(f"vdi-sizing: {path}: {design.design.name}: {design.block.errors_in_words}", file=sys.stderr)
    return found


def _targets(path: Path, args: argparse.Namespace) -> list[Path]:
    """The files to write for a workbook: the comparison workbook first."""
    output = args.output or path.parent / f"{path.stem}_comparison.xlsx"
    return [output, output.with_suffix(".pdf")] if args.pdf else [output]


def _compared(path: Path, *, pdf: bool) -> tuple[Comparison, list[bytes]]:
    """The comparison of a workbook, and what to write into its targets."""
    comparison = compare(path)
    if not pdf:
        return comparison, [comparison.workbook]
    from vdi_templates.report.pdf import comparison_pdf  # noqa: PLC0415  # only then

    return comparison, [comparison.workbook, comparison_pdf(comparison.sizing)]


def _say(path: Path, comparison: Comparison) -> None:
    """What the owner of a workbook should know before anything is written."""
    say_first(comparison.notes, "note: ", "notes")
    say_carried(path, comparison.kept, comparison.lost)


def _progress(files: list[Path]) -> Iterable[Path]:
    """The files, with a progress bar where there are several and somebody looks on."""
    if len(files) == 1 or not sys.stderr.isatty():
        return files
    from tqdm import tqdm  # noqa: PLC0415  # only then

    return tqdm(files, unit="file", file=sys.__stderr__)
