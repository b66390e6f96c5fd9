"""`vdi-sizing compare`: sizes workbooks, prints the comparison, and writes it beside them."""

from __future__ import annotations

import argparse
import gc
import json
import shutil
import sys
from collections.abc import Iterable
from dataclasses import replace
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
from vdi_templates.importing.messages import Messages
from vdi_templates.reading.file import refuse_what_is_no_workbook
from vdi_templates.report.brand_file import beside, read_template
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
        "--offer", action="store_true", help="also write the offer: slides for PowerPoint, and their PDF (LibreOffice)"
    )
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
        compared.append(_compared(path, args))
        _say(path, compared[-1][0])
        if len(args.files) > 1:
            gc.collect()  # the workbook, whose bytes are kept
    reports = []
    for path, outputs, (comparison, contents) in zip(args.files, targets, compared, strict=True):
        sizing = comparison.sizing
        written = [output for output, content in zip(outputs, contents, strict=True) if content is not None]
        for output, content in zip(outputs, contents, strict=True):
            if content is not None:
                write_whole(output, content, force=args.force)
        carry_parts(path, outputs[0])
        _remove_earlier([output for output in outputs if output not in written], force=args.force)
        if args.json:
            carried = {"kept": comparison.kept, "not kept": comparison.lost}
            reports.append({"file": str(path), "output": str(outputs[0]), **carried, **as_json(sizing)})
        else:
            width = shutil.get_terminal_size((USUAL_WIDTH, 0)).columns
            messages = Messages(comparison.brand.translation.language)
            wrote = (messages.text(f"wrote {on_one_line(output)}") for output in written)
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
    if args.offer:
        require("pptx", "PIL")


def _without_answer(compared: list[tuple[Comparison, list[bytes | None]]], files: list[Path]) -> bool:
    """Say on standard error which designs have no answer, and why."""
    found = False
    for path, (comparison, _) in zip(files, compared, strict=True):
        for design in comparison.sizing.designs:
            if not design.block.stands:
                found = True
                why = comparison.brand.translation.text(design.block.errors_in_words)
                print(f"vdi-sizing: {path}: {design.design.name}: {why}", file=sys.stderr)
    return found


def _targets(path: Path, args: argparse.Namespace) -> list[Path]:
    """The files to write for a workbook: the comparison, its PDF, a picture of each page there may be, the offer."""
    output = args.output or path.parent / f"{path.stem}_comparison.xlsx"
    pages = range(1, _MOST_PAGES + 1) if args.png else ()
    of_pages = [output.with_name(f"{output.stem}_page_{page}.png") for page in pages]
    offer = output.with_name(f"{path.stem if args.output is None else output.stem}_offer.pptx")
    of_offer = [offer, offer.with_suffix(".pdf")] if args.offer else []
    return [output, *([output.with_suffix(".pdf")] if args.pdf else []), *of_pages, *of_offer]


def _compared(path: Path, args: argparse.Namespace) -> tuple[Comparison, list[bytes | None]]:
    """The comparison of a workbook, and what to write into each of its targets; None where that is nothing."""
    comparison = compare(path, args.brand)
    contents: list[bytes | None] = [comparison.workbook]
    if args.pdf or args.png:
        contents += _printed(path, comparison, args)
    if args.offer:
        slides, pdf, why_not = _offer(path, comparison, args)
        contents += [slides, pdf]
        comparison = replace(comparison, notes=[*comparison.notes, *why_not])
    return replace(comparison, book=None), contents


def _printed(path: Path, comparison: Comparison, args: argparse.Namespace) -> list[bytes | None]:
    """The PDF of a comparison, and as many pictures of pages as there may be."""
    from vdi_templates.report.pdf import comparison_pdf  # noqa: PLC0415  # only then

    printed = comparison_pdf(comparison.sizing, comparison.brand)
    drawn = pictures(printed) if args.png else []
    if len(drawn) > _MOST_PAGES:  # there is no place for them
        raise InputError("--png", f"{len(drawn)} pages", f"a LibreOffice that prints {_MOST_PAGES} at most", str(path))
    of_pages = [*drawn, *[None] * (_MOST_PAGES - len(drawn))] if args.png else []
    return [*([printed] if args.pdf else []), *of_pages]


def _offer(path: Path, comparison: Comparison, args: argparse.Namespace) -> tuple[bytes, bytes | None, list[str]]:
    """The offer as slides and as PDF; without a PDF the slides alone, and a sentence on why."""
    from vdi_templates.report.offer.offer import Template, offer_of  # noqa: PLC0415  # only then
    from vdi_templates.report.pdf import NOT_FOUND, slides_pdf  # noqa: PLC0415

    brand_file = args.brand or beside(path)
    named = None if brand_file is None else read_template(brand_file)
    template = None if named is None or brand_file is None else Template(named, brand_file)
    assert comparison.book is not None
    slides = offer_of(comparison.book, _targets(path, args)[0].name, template)
    try:
        return slides, slides_pdf(slides, comparison.brand), []
    except InputError as error:
        why = f", for want of {error.expected}" if error.value == NOT_FOUND else f": {error}"
        return slides, None, [f"the offer is written as slides, and not as PDF{why}"]


def _remove_earlier(earlier: list[Path], *, force: bool) -> None:
    """Remove what an earlier comparison had and this one has not, a page or a PDF: it would pass for its own."""
    for file in earlier if force else ():
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise InputError("output", str(file), f"a file that can be removed ({error.strerror})") from error


def _say(path: Path, comparison: Comparison) -> None:
    """What the owner of a workbook should know before anything is written."""
    messages = Messages(comparison.brand.translation.language)
    say_first([_noted(messages, note) for note in comparison.notes], "", "notes")
    say_carried(path, comparison.kept, comparison.lost, messages)


def _noted(messages: Messages, note: str) -> str:
    """A note in the language of the workbook; all of it in English where it has no words there."""
    said = messages.text(note)
    return f"note: {note}" if said == note else f"{messages.text('note')}: {said}"


def _progress(files: list[Path]) -> Iterable[Path]:
    """The files, with a progress bar where there are several and somebody looks on."""
    if len(files) == 1 or not sys.stderr.isatty():
        return files
    from tqdm import tqdm  # noqa: PLC0415  # only then

    return tqdm(files, unit="file", file=sys.__stderr__)
