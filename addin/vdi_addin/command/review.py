"""`vdi-sizing review`: what a sizing promised beside what is measured of the desktops a year later."""

from __future__ import annotations

import argparse
import json

from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_addin.command.streams import harmless, on_one_line
from vdi_addin.command.typed import a_path, typed_date
from vdi_addin.comparison import brand_of
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_templates.importing.headers import Headers
from vdi_templates.importing.machine_kinds import own_patterns
from vdi_templates.importing.messages import Messages
from vdi_templates.importing.observed import observed
from vdi_templates.importing.plan import AVERAGE, MEASURES, Options
from vdi_templates.importing.preview import preview
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import Translation
from vdi_templates.reading.reader import Reader
from vdi_templates.report.review import as_json, lines_of, reviewed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `review`."""
    add = parser.add_argument
    add("file", type=a_path, metavar="WORKBOOK", help="the workbook of the sizing; it is read, and not written to")
    add(
        "exports",
        nargs="+",
        type=a_path,
        metavar="EXPORT",
        help="what is measured now: exports of RVTools or Live Optics, or a list of time, VM, reads, writes, KB and ms",
    )
    add("--case", help="the load case that was measured, where the workbook has several")
    add("--iops", choices=MEASURES, default=AVERAGE, help="which measured IOPS of a VM count; default: average")
    add("--cluster", action="append", default=[], help="only VMs of this cluster; may be said again")
    add(
        "--desktops",
        action="append",
        default=[],
        metavar="FIELD=PATTERN",
        help="the VMs that are the desktops, such as 'folder=VDI*'; may be said again",
    )
    add(
        "--kinds",
        type=a_path,
        metavar="FILE",
        help="a table of what tells desktops, session hosts and servers (kind,field,pattern), before the program's own",
    )
    add("--locale", help="how numbers and dates are written, such as de, en_GB or de_CH, where a file does not show it")
    add("--headers", type=a_path, metavar="FILE", help="a table of further headers (kind,field,unit,header)")
    add("--profile", metavar="NAME", help="the name of the row of Profiles; default: the load case")
    add("--date", metavar="YYYY-MM-DD", help="when it was measured: the date of the row of Profiles")
    add("--json", action="store_true", help="print JSON instead of words")


def run(args: argparse.Namespace) -> int:
    """Print what was read, the review, and the row of Profiles; the status says whether a design has an error."""
    reader = Reader(args.file, inputs_only=True)
    words = brand_of(reader).translation
    messages = Messages(words.language)
    try:
        return _printed(args, reader, words, messages)
    except InputError as error:
        raise messages.error(error) from None


def _printed(args: argparse.Namespace, reader: Reader, words: Translation, messages: Messages) -> int:
    options = Options(
        locale=args.locale,
        clusters=tuple(args.cluster),
        desktops=tuple(args.desktops),
        kinds=own_patterns(args.kinds) if args.kinds else (),
        iops=args.iops,
        wording=Wording(words),
    )
    date = typed_date("--date", args.date) if args.date else None
    headers = Headers.read(*([args.headers] if args.headers else []))
    plan, found = observed(args.exports, options, headers)
    if found is None:
        print(harmless(preview(plan, messages)))
        return UNUSABLE
    review = reviewed(size(reader.scenario()), found, args.case, options, args.profile, date)
    if args.json:
        print(json.dumps(as_json(review, plan), indent=2))
    else:
        print(harmless(preview(plan, messages)), end="\n\n")
        for line in lines_of(review, messages, words):
            print(on_one_line(line))
    return DIFFERENT if any(each.promised.error or each.measured.error for each in review.designs) else DONE
