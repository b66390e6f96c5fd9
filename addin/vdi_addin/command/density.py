"""`vdi-sizing density`: the VMs per block by RAM and IOPS per VM, and what limits them, design by design."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace

from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.targets import refuse_result
from vdi_addin.command.typed import a_path, typed_numbers
from vdi_addin.comparison import brand_of
from vdi_sizing.errors import InputError
from vdi_sizing.inputs import same_name
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.what_if.density import density_matrix
from vdi_templates.reading.reader import Reader
from vdi_templates.report.density import Shown, as_json, lines_of, write_density
from vdi_templates.report.table import USUAL_WIDTH
from vdi_templates.workbook.book import Book, Made
from vdi_templates.workbook.save import workbook_bytes, write_whole

_RAM, _IOPS = "--ram", "--iops"
_USUAL = "default: 50, 75, 100, 150 and 200 %% of what the users ask for"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `density`."""
    parser.add_argument("file", type=a_path, metavar="FILE")
    parser.add_argument(
        "--design", action="append", default=[], metavar="NAME", help="default: each of them; may be repeated"
    )
    parser.add_argument(_RAM, metavar="GIB,...", help=f"RAM per VM in GiB, such as 2,4,8; {_USUAL}")
    parser.add_argument(_IOPS, metavar="IOPS,...", help=f"steady IOPS per VM, such as 5,10,20; {_USUAL}")
    parser.add_argument(
        "--count-drives",
        action="store_true",
        help="count drives left blank in each cell anew; default: those that are counted for the users stay",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "-o", "--output", type=a_path, metavar="OUT", help="also write it as a workbook, a page for each design"
    )
    parser.add_argument("--force", action="store_true", help="replace an existing OUT")


def run(args: argparse.Namespace) -> int:
    """Print a matrix for each design; the status says whether an error was found in one of them."""
    levels = typed_numbers(_RAM, args.ram), typed_numbers(_IOPS, args.iops)
    if args.output is not None:
        refuse_result("--output", args.output, args.file, force=args.force)
    reader = Reader(args.file, inputs_only=True)
    sizing = size(reader.scenario())
    matrices, left_out = _matrices(sizing, args.design, *levels, count_drives=args.count_drives)
    if args.output is not None:
        book = Book(sizing, made=Made(brand=replace(brand_of(reader), language=None)))
        write_density(book, matrices)
        write_whole(args.output, workbook_bytes(book), force=args.force)
    if args.json:
        print(json.dumps({"designs": [as_json(each) for each in matrices], "left_out": left_out}, indent=2))
    else:
        _print(matrices, left_out)
        if args.output is not None:
            print(f"wrote {on_one_line(args.output)}")
    return DONE if all(each.block.stands for each in matrices) else DIFFERENT


def _matrices(
    sizing: Sizing, named: Sequence[str], ram_gib: Sequence[float], iops: Sequence[float], *, count_drives: bool
) -> tuple[list[Shown], dict[str, str]]:
    """The matrices, and the designs that have none with the reason; one that was named has to have one."""
    names = [sized.design.name for sized in sizing.designs]
    for name in named:
        if not any(same_name(name, each) for each in names):
            raise InputError("--design", name, f"one of: {', '.join(names)}")
    matrices: list[Shown] = []
    left_out: dict[str, InputError] = {}
    for position, sized in enumerate(sizing.designs):
        if named and not any(same_name(name, sized.design.name) for name in named):
            continue
        try:
            found = density_matrix(sizing.scenario, position, ram_gib, iops, count_drives)
            matrices.append(Shown(found, sized.block))
        except InputError as error:
            if named:
                raise
            left_out[sized.design.name] = error
    if not matrices:
        raise next(iter(left_out.values()))
    return matrices, {name: str(error) for name, error in left_out.items()}


def _print(matrices: Sequence[Shown], left_out: dict[str, str]) -> None:
    width = shutil.get_terminal_size((USUAL_WIDTH, 0)).columns
    for at, shown in enumerate(matrices):
        if at:
            print()
        for line in lines_of(shown, width):
            print(on_one_line(line))
    for reason in left_out.values():
        print(on_one_line(f"note: left out was {reason}"))
