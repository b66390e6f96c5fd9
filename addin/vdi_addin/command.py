"""The command line `vdi-sizing`: new, compare, check and the add-ins.

Exit status: 0 done; 1 `check` found a difference; 2 bad input or usage. Each command imports what it needs
when it runs, since start-up time is felt at every command.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import vdi_sizing
from vdi_sizing.errors import InputError

DONE, DIFFERENT, UNUSABLE = 0, 1, 2
_SHOWN_DIFFERENCES = 50


def run() -> int:
    """The program: a command is over before collecting garbage would pay."""
    gc.disable()
    try:
        return main()
    except BrokenPipeError:  # whoever read our output, such as head, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    args = _parser().parse_args(arguments)
    try:
        return args.run(args)  # type: ignore[no-any-return]
    except InputError as error:
        print(f"vdi-sizing: {error}", file=sys.stderr)
        return UNUSABLE


def _parser() -> argparse.ArgumentParser:
    from vdi_addin.addin_commands import add_subcommands  # noqa: PLC0415
    from vdi_addin.addin_commands import run as run_addin  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="vdi-sizing", description=vdi_sizing.__doc__)
    parser.add_argument("--version", action="version", version=f"vdi-sizing {vdi_sizing.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    new = commands.add_parser("new", help="write a fresh workbook")
    new.add_argument("path", nargs="?", type=Path, default=Path("vdi_sizing.xlsx"), help="default: %(default)s")
    new.add_argument("--example", help="fill in a published case: fujitsu, sandisk, etri, dell or emc")
    new.add_argument("--designs", type=int, help="number of design columns, 1 to 6")
    new.add_argument("--force", action="store_true", help="replace an existing file")
    new.set_defaults(run=_new)

    compare = commands.add_parser("compare", help="size the designs of a workbook and compare them")
    compare.add_argument("files", nargs="+", type=Path, metavar="FILE")
    compare.add_argument("-o", "--output", type=Path, help="the comparison workbook (one FILE only)")
    compare.add_argument("--json", action="store_true", help="print JSON instead of a table")
    compare.add_argument("--pdf", action="store_true", help="also write a PDF to hand over (needs LibreOffice)")
    compare.add_argument("--force", action="store_true", help="replace existing output")
    compare.set_defaults(run=_compare)

    check = commands.add_parser("check", help="compare a workbook's formulas and values with the library")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=_check)

    add_subcommands(commands)
    commands.choices["addin"].set_defaults(run=run_addin)
    return parser


def _new(args: argparse.Namespace) -> int:
    from vdi_sizing.sizing import size  # noqa: PLC0415
    from vdi_templates.build import build_book  # noqa: PLC0415
    from vdi_templates.examples import EXAMPLES, today, with_designs  # noqa: PLC0415
    from vdi_templates.layout import MAX_DESIGNS  # noqa: PLC0415
    from vdi_templates.save import workbook_bytes, write_whole  # noqa: PLC0415

    if args.example is not None and args.example not in EXAMPLES:
        raise InputError("--example", args.example, f"one of: {', '.join(EXAMPLES)}")
    if args.designs is not None and not 1 <= args.designs <= MAX_DESIGNS:
        raise InputError("--designs", args.designs, f"a number from 1 to {MAX_DESIGNS}")
    scenario = EXAMPLES[args.example]() if args.example else today()
    if args.designs is not None:
        scenario = with_designs(scenario, args.designs)
    sizing = size(scenario)
    write_whole(args.path, workbook_bytes(build_book(sizing)), force=args.force)
    print(f"wrote {args.path}")
    for price in scenario.prices:
        if price.eur is None:
            print(f"still missing: the price of {price.part} in the list {price.price_list!r} (sheet Prices)")
    if args.example is None:
        print("still yours to enter: the number of VMs (sheet Users), the parts of a block (sheet Bill)")
    return DONE


def _compare(args: argparse.Namespace) -> int:
    from vdi_sizing.sizing import size  # noqa: PLC0415
    from vdi_templates.build import build_book  # noqa: PLC0415
    from vdi_templates.read import read  # noqa: PLC0415
    from vdi_templates.report import as_json, table  # noqa: PLC0415
    from vdi_templates.save import workbook_bytes, write_whole  # noqa: PLC0415

    if args.output is not None and len(args.files) > 1:
        raise InputError("-o", str(args.output), "one FILE only, when an output is named")
    reports = []
    for path in _progress(args.files):
        output = args.output or path.with_name(f"{path.stem}_comparison.xlsx")
        if output.resolve() == path.resolve():
            raise InputError("-o", str(output), "another file than the input, which is never written to")
        pdf = output.with_suffix(".pdf")
        _refuse_existing(output, force=args.force)
        if args.pdf:
            _refuse_existing(pdf, force=args.force)
        sizing = size(read(path))
        book = build_book(sizing)
        results = {output: workbook_bytes(book)}
        if args.pdf:
            from vdi_templates.pdf import comparison_pdf  # noqa: PLC0415

            results[pdf] = comparison_pdf(book)
        for result, content in results.items():
            write_whole(result, content, force=args.force)
        if args.json:
            reports.append({"file": str(path), "output": str(output), **as_json(sizing)})
        else:
            print(f"{path}\n{table(sizing)}", *(f"wrote {result}" for result in results), sep="\n")
    if args.json:
        print(json.dumps(reports if len(reports) > 1 else reports[0], indent=2, ensure_ascii=False))
    return DONE


def _refuse_existing(path: Path, *, force: bool) -> None:
    if path.exists() and not force:
        raise InputError("output", str(path), "a file that does not exist yet, or --force to replace it")


def _progress(files: list[Path]) -> Iterable[Path]:
    """The files, with a progress bar where there are several and somebody looks on."""
    if len(files) == 1 or not sys.stderr.isatty():
        return files
    from tqdm import tqdm  # noqa: PLC0415

    return tqdm(files, unit="file")


def _check(args: argparse.Namespace) -> int:
    from vdi_templates.verify import differences  # noqa: PLC0415

    found, looked_at = differences(args.file)
    for difference in found[:_SHOWN_DIFFERENCES]:
        print(difference)
    if len(found) > _SHOWN_DIFFERENCES:
        print(f"... and {len(found) - _SHOWN_DIFFERENCES} more")
    if found:
        print(f"{len(found)} of {looked_at} calculated cells differ from what is shipped")
        return DIFFERENT
    print(f"all {looked_at} calculated cells hold the shipped formulas and the library's values")
    return DONE
