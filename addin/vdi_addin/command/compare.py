"""`vdi-sizing compare`: sizes workbooks, prints the comparison, and writes it beside them."""

from __future__ import annotations

import argparse
import gc
import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.comparison import compare, refuse_other_ending
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import Sizing
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
    compared = []
    for path in _progress(args.files):
        compared.append(_compared(path, args))
        if len(args.files) > 1:
            gc.collect()  # the workbook, whose bytes are kept
    reports = []
    for path, (sizing, results) in zip(args.files, compared, strict=True):
        for result, content in results.items():
            write_whole(result, content, force=args.force)
        if args.json:
            reports.append({"file": str(path), "output": str(next(iter(results))), **as_json(sizing)})
        else:
            width = shutil.get_terminal_size((USUAL_WIDTH, 0)).columns
            print(f"{path}\n{table(sizing, width)}", *(f"wrote {result}" for result in results), sep="\n")
    if args.json:
        print(json.dumps(reports if len(reports) > 1 else reports[0], indent=2))
    return DIFFERENT if _without_answer(compared, args.files) else DONE


def _without_answer(compared: list[tuple[Sizing, dict[Path, bytes]]], files: list[Path]) -> bool:
    """Say on standard error which designs have no answer, and why."""
    found = False
    for path, (sizing, _) in zip(files, compared, strict=True):
        for design in sizing.designs:
            if not design["stands"]:
                found = True
                print(f"vdi-sizing: {path}: {design.design.name}: {design['errors_in_words']}", file=sys.stderr)
    return found


def _compared(path: Path, args: argparse.Namespace) -> tuple[Sizing, dict[Path, bytes]]:
    """The sizing of a workbook, and the files to write: the comparison workbook first."""
    output = args.output or path.parent / f"{path.stem}_comparison.xlsx"
    if output.resolve() == path.resolve():
        raise InputError("-o", str(output), "another file than the input, which is never written to")
    pdf = output.with_suffix(".pdf")
    check_output(output, force=args.force)
    if args.pdf:
        check_output(pdf, force=args.force)
    comparison = compare(path)
    if comparison.note:
        print(f"vdi-sizing: note: {comparison.note}", file=sys.stderr)
    results = {output: comparison.workbook}
    if args.pdf:
        from vdi_templates.report.pdf import comparison_pdf  # noqa: PLC0415  # only then

        results[pdf] = comparison_pdf(comparison.sizing)
    return comparison.sizing, results


def _progress(files: list[Path]) -> Iterable[Path]:
    """The files, with a progress bar where there are several and somebody looks on."""
    if len(files) == 1 or not sys.stderr.isatty():
        return files
    from tqdm import tqdm  # noqa: PLC0415  # only then

    return tqdm(files, unit="file")
