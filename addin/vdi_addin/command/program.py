"""The command line `vdi-sizing`: new, compare, check and the add-ins.

Exit status: 0 done; 1 `check` found a difference; 2 bad input or usage. Each command imports what it needs
when it runs, since start-up time is felt at every command.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import io
import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import vdi_sizing
from vdi_sizing.errors import InputError

if TYPE_CHECKING:
    from vdi_sizing.model.sizing import Sizing
    from vdi_sizing.what_if.uncertainty import Range

DONE, DIFFERENT, UNUSABLE = 0, 1, 2
_SHOWN_DIFFERENCES = 50
_USUAL_RANGES = tuple(
    f"{driver}_scale=0.8:1:1.2" for driver in ("users", "steady_iops", "drive_iops", "drive_price", "other_price")
)


def run() -> int:
    """The program: a command is over before collecting garbage would pay, at its end as well."""
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # on Windows a file has few characters
    try:
        return main()
    except BrokenPipeError:  # whoever read our output, such as head, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    finally:
        gc.freeze()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    args = _parser().parse_args(arguments)
    try:
        return args.run(args)  # type: ignore[no-any-return]
    except InputError as error:
        print(f"vdi-sizing: {error}", file=sys.stderr)
        return UNUSABLE


def _parser() -> argparse.ArgumentParser:
    from vdi_addin.command.addin import add_subcommands  # noqa: PLC0415
    from vdi_addin.command.addin import run as run_addin  # noqa: PLC0415

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

    ranges = commands.add_parser("ranges", help="how far the answer spreads over uncertain inputs (needs numpy)")
    ranges.add_argument("file", type=Path, metavar="FILE")
    ranges.add_argument("--design", help="its name; default: the first")
    ranges.add_argument(
        "--range",
        action="append",
        default=[],
        metavar="DRIVER=LOW:BASE:HIGH",
        help="such as steady_iops_scale=0.8:1:1.5; default: loads, drive IOPS and prices at 0.8 to 1.2 times",
    )
    ranges.add_argument("--draws", type=int, default=10_000, help="default: %(default)s")
    ranges.add_argument("--seed", type=int, default=1, help="the same seed gives the same answer; default: %(default)s")
    ranges.set_defaults(run=_ranges)

    check = commands.add_parser("check", help="compare a workbook's formulas and values with the library")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=_check)

    add_subcommands(commands)
    commands.choices["addin"].set_defaults(run=run_addin)
    return parser


def _new(args: argparse.Namespace) -> int:
    from vdi_sizing.model.sizing import size  # noqa: PLC0415
    from vdi_templates.examples import EXAMPLES, today, with_designs  # noqa: PLC0415
    from vdi_templates.workbook.build import build_book  # noqa: PLC0415
    from vdi_templates.workbook.layout import MAX_DESIGNS  # noqa: PLC0415
    from vdi_templates.workbook.save import workbook_bytes, write_whole  # noqa: PLC0415

    if args.example is not None and args.example not in EXAMPLES:
        raise InputError("--example", args.example, f"one of: {', '.join(EXAMPLES)}")
    if args.designs is not None and not 1 <= args.designs <= MAX_DESIGNS:
        raise InputError("--designs", args.designs, f"a number from 1 to {MAX_DESIGNS}")
    _refuse_other_ending("path", args.path)
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
    from vdi_templates.report.json import as_json  # noqa: PLC0415
    from vdi_templates.report.table import USUAL_WIDTH, table  # noqa: PLC0415
    from vdi_templates.workbook.save import write_whole  # noqa: PLC0415

    if args.output is not None and len(args.files) > 1:
        raise InputError("-o", str(args.output), "one FILE only, when an output is named")
    if args.output is not None:
        _refuse_other_ending("-o", args.output)
    compared = []
    for path in _progress(args.files):
        compared.append(_compared(path, args))  # nothing is written if one of them is bad
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
    return DONE


def _compared(path: Path, args: argparse.Namespace) -> tuple[Sizing, dict[Path, bytes]]:
    """The sizing of a workbook, and the files to write: the comparison workbook first."""
    from vdi_sizing.model.sizing import size  # noqa: PLC0415
    from vdi_templates.reading.reader import Reader  # noqa: PLC0415
    from vdi_templates.workbook.build import build_book  # noqa: PLC0415
    from vdi_templates.workbook.save import check_output, workbook_bytes  # noqa: PLC0415

    output = args.output or path.parent / f"{path.stem}_comparison.xlsx"
    if output.resolve() == path.resolve():
        raise InputError("-o", str(output), "another file than the input, which is never written to")
    pdf = output.with_suffix(".pdf")
    check_output(output, force=args.force)
    if args.pdf:
        check_output(pdf, force=args.force)
    reader = Reader(path, inputs_only=True)
    sizing = size(reader.scenario())
    if reader.unused_columns:
        print(f"vdi-sizing: note: {reader.unused_columns}", file=sys.stderr)
    results = {output: workbook_bytes(build_book(sizing))}
    if args.pdf:
        from vdi_templates.report.pdf import comparison_pdf  # noqa: PLC0415

        results[pdf] = comparison_pdf(sizing)
    return sizing, results


def _refuse_other_ending(name: str, path: Path) -> None:
    """A workbook under another name does not open; under .pdf it would be in the way of the PDF."""
    if path.suffix.lower() != ".xlsx":
        raise InputError(name, str(path), "a name that ends in .xlsx")


def _progress(files: list[Path]) -> Iterable[Path]:
    """The files, with a progress bar where there are several and somebody looks on."""
    if len(files) == 1 or not sys.stderr.isatty():
        return files
    from tqdm import tqdm  # noqa: PLC0415

    return tqdm(files, unit="file")


def _ranges(args: argparse.Namespace) -> int:
    """Monte Carlo: each uncertain input triangular between low and high, on its own."""
    from vdi_sizing.inputs import same_name  # noqa: PLC0415
    from vdi_sizing.model.sizing import size  # noqa: PLC0415
    from vdi_sizing.what_if.uncertainty import monte_carlo  # noqa: PLC0415
    from vdi_templates.reading.reader import read  # noqa: PLC0415
    from vdi_templates.workbook.layout import Layout  # noqa: PLC0415

    scenario = read(args.file)
    names = [design.name for design in scenario.designs]
    position = next((i for i, name in enumerate(names) if args.design is None or same_name(name, args.design)), None)
    if position is None:
        raise InputError("--design", args.design, f"one of: {', '.join(names)}")
    if importlib.util.find_spec("numpy") is None:
        raise InputError("numpy", None, "the package numpy, which draws the variants: pip install numpy")
    ranges = dict(_range(text) for text in args.range or _USUAL_RANGES)
    priced = size(scenario).designs[position]["priced"]
    outputs = ("drives_total", "vms_per_block", "blocks", *(("known_eur_per_vm",) if priced else ()))
    results = monte_carlo(scenario, position, ranges, outputs, args.draws, args.seed)
    lines = Layout(scenario).lines
    print(f"{names[position]}: {args.draws} draws, seed {args.seed}")
    print("".ljust(44) + "".join(title.rjust(12) for title in ("P5", "P50", "P95", "mean")))
    for name, spread in results.items():
        label = f"{lines[name].label} [{lines[name].unit}]"
        values = (spread.p5, spread.p50, spread.p95, spread.mean)
        print(label[:44].ljust(44) + "".join(f"{value:12,.1f}" for value in values))
    return DONE


def _range(text: str) -> tuple[str, Range]:
    from vdi_sizing.what_if.sensitivity import DRIVERS  # noqa: PLC0415
    from vdi_sizing.what_if.uncertainty import Range  # noqa: PLC0415

    name, _, numbers = text.partition("=")
    if name not in DRIVERS:
        raise InputError("--range", text, f"DRIVER=LOW:BASE:HIGH with a driver of: {', '.join(DRIVERS)}")
    try:
        low, base, high = (float(number) for number in numbers.split(":"))
    except ValueError as error:
        raise InputError("--range", text, "three numbers, such as steady_iops_scale=0.8:1:1.5") from error
    if not low <= base <= high:
        raise InputError("--range", text, "LOW:BASE:HIGH, the least number first and the largest last")
    return name, Range(low, base, high)


def _check(args: argparse.Namespace) -> int:
    from vdi_templates.audit.check import differences  # noqa: PLC0415

    found, looked_at = differences(args.file)
    for difference in found[:_SHOWN_DIFFERENCES]:
        print(difference)
    if len(found) > _SHOWN_DIFFERENCES:
        print(f"... and {len(found) - _SHOWN_DIFFERENCES} more")
    if found:
        if looked_at:
            print(f"{len(found)} of {looked_at} calculated cells differ from what is shipped")
        return DIFFERENT
    print(f"all {looked_at} calculated cells hold the shipped formulas and the library's values")
    return DONE
