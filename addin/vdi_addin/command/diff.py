"""`vdi-sizing diff`: which inputs and results differ between two workbooks, and what each input did by itself."""

from __future__ import annotations

import argparse
import json
import shutil

from vdi_addin.command.status import DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.targets import refuse_clashes
from vdi_addin.command.typed import a_path
from vdi_addin.comparison import refuse_other_ending
from vdi_templates.audit.difference import difference
from vdi_templates.reading.reader import Reader
from vdi_templates.report.difference import difference_book, lines_of
from vdi_templates.report.table import USUAL_WIDTH
from vdi_templates.workbook.save import check_output, workbook_bytes, write_whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `diff`."""
    parser.epilog = "Exit status: 0, nothing differs; 1, inputs or results differ; 2, bad input or usage."
    parser.add_argument("old", type=a_path, metavar="OLD")
    parser.add_argument("new", type=a_path, metavar="NEW")
    parser.add_argument("-o", "--output", type=a_path, metavar="OUT", help="also write it as a workbook")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--force", action="store_true", help="replace an existing OUT")


def run(args: argparse.Namespace) -> int:
    """Print what differs; the workbook holds the same as values."""
    if args.output is not None:
        refuse_other_ending("-o", args.output)
        refuse_clashes([args.old, args.new], [[args.output], []])
        check_output(args.output, force=args.force)
    found, new = difference(*(Reader(path, inputs_only=True) for path in (args.old, args.new)))
    if args.output is not None:
        names = on_one_line(args.old.name), on_one_line(args.new.name)
        write_whole(args.output, workbook_bytes(difference_book(found, new, names)), force=args.force)
    status = DIFFERENT if found.differs else DONE
    if args.json:
        print(json.dumps({"old": str(args.old), "new": str(args.new), "status": status, **found.as_json()}, indent=2))
        return status
    for line in lines_of(found, shutil.get_terminal_size((USUAL_WIDTH, 0)).columns):
        print(on_one_line(line))
    if args.output is not None:
        print(f"wrote {on_one_line(args.output)}")
    return status
