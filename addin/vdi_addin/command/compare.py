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

from vdi_addin.command.carried import carry_parts, say_carried, say_first
from vdi_addin.command.extras import require
from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.targets import refuse_clashes
from vdi_addin.command.typed import a_path
from vdi_addin.comparison import Comparison, compare, refuse_other_ending
from vdi_sizing.errors import InputError
from vdi_templates.reading.file import refuse_what_is_no_workbook
from vdi_templates.report.json import as_json
from vdi_templates.report.pictures import pictures
from vdi_templates.report.table import USUAL_WIDTH, table
from vdi_templates.workbook.save import check_output, write_whole

_MOST_PAGES = 8
"""Of a comparison, Report and Comparison together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `compare`."""
    parser.add_argument("files", nargs="+", type=a_path, metavar="FILE", help="workbooks, or one folder of them")
    parser.add_argument(
        "-o", "--output", type=a_path, help="the comparison workbook (one FILE only); of a folder, the summary"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--pdf", action="store_true", help="also write a PDF to hand over (needs LibreOffice)")
    parser.add_argument("--png", action="store_true", help="also write each page of that PDF as a picture, for slides")
    parser.add_argument(
        "--brand",
        type=a_path,
        metavar="FILE",
        help="logo, company and colours (usual: brand.toml beside the workbook)",
    )
    parser.add_argument("--force", action="store_true", help="replace existing output")


def run(args: argparse.Namespace) -> int:
    """Compare all files first, so that nothing is written if one of them is bad; then write and print."""
    if any(path.is_dir() for path in args.files):
        from vdi_addin.command import folder  # noqa: PLC0415  # only then

        return folder.run(args)
    _refuse_usage(args)
    targets = [_targets(path, args) for path in args.files]
    for path in args.files:
        refuse_what_is_no_workbook(path)
    refuse_clashes(args.files, targets)
    for target in chain(*targets):
        check_output(target, force=args.force)
    compared = []
    for path in _progress(args.files):
        compared.append(_compared(path, args.brand, pdf=args.pdf, png=args.png))
        _say(path, compared[-1][0])
        if len(args.files) > 1:
            gc.collect()  # the workbook, whose bytes are kept
    reports = []
    for path, outputs, (comparison, contents) in zip(args.files, targets, compared, strict=True):
        sizing = comparison.sizing
        written = outputs[: len(contents)]
        for output, content in zip(written, contents, strict=True):
            write_whole(output, content, force=args.force)
        carry_parts(path, outputs[0])
        _remove_earlier(outputs[len(contents) :], force=args.force)
        if args.json:
            carried = {"kept": comparison.kept, "not kept": comparison.lost}
            reports.append({"file": str(path), "output": str(outputs[0]), **carried, **as_json(sizing)})
        else:
            width = shutil.get_terminal_size((USUAL_WIDTH, 0)).columns
            wrote = (f"wrote {on_one_line(output)}" for output in written)
            print(on_one_line(path), table(sizing, width, comparison.spoken), *wrote, sep="\n")
    if args.json:
        print(json.dumps(reports if len(reports) > 1 else reports[0], indent=2))
    return DIFFERENT if _without_answer(compared, args.files) else DONE


def _refuse_usage(args: argparse.Namespace) -> None:
    """Refuse what cannot be done with any file."""
    if args.output is not None and len(args.files) > 1:
        raise InputError("-o", str(args.output), "one FILE only, when an output is named")
    if args.output is not None:
        refuse_other_ending("-o", args.output)
    if args.png:
        require("pypdfium2", "PIL")


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
    """The files to write for a workbook: the comparison workbook first, last a picture of each page there may be."""
    output = args.output or path.parent / f"{path.stem}_comparison.xlsx"
    pages = range(1, _MOST_PAGES + 1) if args.png else ()
    of_pages = [output.with_name(f"{output.stem}_page_{page}.png") for page in pages]
    return [output, *([output.with_suffix(".pdf")] if args.pdf else []), *of_pages]


def _compared(path: Path, brand: Path | None, *, pdf: bool, png: bool) -> tuple[Comparison, list[bytes]]:
    """The comparison of a workbook, and what to write into its targets; there may be fewer pages than targets."""
    comparison = compare(path, brand)
    if not (pdf or png):
        return comparison, [comparison.workbook]
    from vdi_templates.report.pdf import comparison_pdf  # noqa: PLC0415  # only then

    printed = comparison_pdf(comparison.sizing, comparison.brand)
    drawn = pictures(printed) if png else []
    if len(drawn) > _MOST_PAGES:  # there is no place for them
        raise InputError("--png", f"{len(drawn)} pages", f"a LibreOffice that prints {_MOST_PAGES} at most", str(path))
    return comparison, [comparison.workbook, *([printed] if pdf else []), *drawn]


def _remove_earlier(of_pages: list[Path], *, force: bool) -> None:
    """Remove pictures of pages that an earlier comparison had and this one has not: they would pass for its own."""
    for picture in of_pages if force else ():
        try:
            picture.unlink(missing_ok=True)
        except OSError as error:
            raise InputError("output", str(picture), f"a file that can be removed ({error.strerror})") from error


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
