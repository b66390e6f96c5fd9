"""`vdi-sizing import`: lists of users, of virtual machines and of prices into a workbook, after a preview."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from vdi_addin.command.carried import carry_parts, say_carried
from vdi_addin.command.new import (
    add_start_arguments,
    examples_left,
    fresh,
    missing_prices,
    start_arguments_said,
    workbook_of,
)
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_addin.command.streams import harmless, on_one_line
from vdi_addin.command.targets import refuse_clashes
from vdi_addin.command.typed import a_path, typed_date
from vdi_addin.comparison import brand_of, next_book, refuse_other_ending
from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_templates.carry_over.carry import Carried, carried_over
from vdi_templates.importing.bands import MOST_BANDS
from vdi_templates.importing.deltas import OF_USERS, OF_VMS
from vdi_templates.importing.folder import files_of
from vdi_templates.importing.headers import KINDS, Headers
from vdi_templates.importing.lists import planned
from vdi_templates.importing.machine_kinds import own_patterns
from vdi_templates.importing.messages import Messages, SaidError
from vdi_templates.importing.parts import Memory, memory_file_beside
from vdi_templates.importing.plan import AVERAGE, MEASURES, Options, Plan
from vdi_templates.importing.preview import preview
from vdi_templates.importing.questions import WAYS, Answers, template
from vdi_templates.importing.unsaid import unsaid
from vdi_templates.importing.wording import Wording
from vdi_templates.languages.translation import ENGLISH
from vdi_templates.reading.reader import Reader, read
from vdi_templates.report.brand_file import beside
from vdi_templates.workbook.save import check_output, write_whole
from vdi_templates.workbook.tables import USERS

_OR_UNCLEAR = ", or --unclear lower, middle or upper"
_OF_GROUPS = ("users", "vms")
"""The kinds of lists that make user groups."""
_NOT_NAMED = "imported.xlsx"
"""What a fresh workbook is called by a preview that writes none, where nobody named it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `import`."""
    add = parser.add_argument
    add(
        "files",
        nargs="+",
        type=a_path,
        metavar="FILE",
        help="lists: .xlsx, .csv, .zip, exports of RVTools, Live Optics, Nutanix Collector and Azure Migrate; "
        "or a folder, of which each list is taken",
    )
    add(
        "--into",
        type=a_path,
        metavar="WORKBOOK",
        help="the workbook; it is read, and not written to; default: a fresh one, with the groups of the lists alone",
    )
    add(
        "-o",
        "--output",
        type=a_path,
        help="the new workbook; default: WORKBOOK_imported.xlsx; without --into or --dry-run it has to be said",
    )
    add(
        "--answers",
        type=a_path,
        metavar="FILE",
        help="answers to what is unclear in the lists (.csv); while questions are open, it is written, a row for each",
    )
    add("--unclear", choices=WAYS, help="which value counts where a list says several, and no answer says which")
    add("--dry-run", action="store_true", help="show what would go where, and write nothing")
    add("--locale", help="how numbers and dates are written, such as de, en_GB or de_CH, where a file does not show it")
    add("--headers", type=a_path, metavar="FILE", help="a table of further headers (kind,field,unit,header)")
    add("--as", dest="kind", choices=KINDS, help="what the lists are about, where their headers do not show it")
    add("--case", help="the load case of user groups that name none")
    add("--like", metavar="GROUP", help="new groups take what a list does not say from this group or known profile")
    add(
        "--delta",
        metavar="GB",
        help="what a VM writes beside its image, where no answer says it; 0: the desktops are no clones of an image",
    )
    add("--cluster", action="append", default=[], help="only VMs of this cluster; may be said again")
    add(
        "--desktops",
        action="append",
        default=[],
        metavar="FIELD=PATTERN",
        help="the VMs that are the desktops, such as 'folder=VDI*'; FIELD is name, os, folder, pool or cluster; "
        "may be said again",
    )
    add(
        "--kinds",
        type=a_path,
        metavar="FILE",
        help="a table of what tells desktops, session hosts and servers (kind,field,pattern), before the program's own",
    )
    add(
        "--bands",
        action="store_true",
        help=f"put VMs into at most {MOST_BANDS} bands of size, each as large as its largest VM, "
        "in the place of a group for each size and cluster",
    )
    add("--in-use", action="store_true", help="take what is in use as the GB of a VM, not what is provisioned")
    add("--iops", choices=MEASURES, default=AVERAGE, help="which measured IOPS of a VM count; default: average")
    add("--drop-groups", action="store_true", help="drop the workbook's user groups that no list names")
    add("--list", dest="price_list", metavar="NAME", help="the price list of prices that name none")
    add("--known-parts", action="store_true", help="take no prices of parts that the workbook's list does not have")
    add("--date", metavar="YYYY-MM-DD", help="the date of prices whose list says none")
    add("--force", action="store_true", help="replace an existing output")
    add_start_arguments(parser.add_argument_group("options of the fresh workbook, without --into, as of `new`"))
    parser.set_defaults(example=None)


def run(args: argparse.Namespace) -> int:
    """Show the preview; then write the workbook, if all of it can be used."""
    try:
        return _run(args)
    except SaidError:
        raise
    except InputError as error:
        raise Messages(args.language or ENGLISH).error(error) from None


def _run(args: argparse.Namespace) -> int:
    _refuse_what_does_not_go_together(args)
    if args.into is not None:
        return _imported(args, args.into, args.output or args.into.with_name(f"{args.into.stem}_imported.xlsx"))
    output = args.output or Path(_NOT_NAMED)
    refuse_other_ending("-o", output)
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder) / output.name
        start.write_bytes(workbook_of(*fresh(args, output)))
        return _imported(args, start, output)


def _refuse_what_does_not_go_together(args: argparse.Namespace) -> None:
    if args.into is None and args.output is None and not args.dry_run:
        expected = "the workbook to fill in; or -o NEW.xlsx, for a fresh one with what the lists say"
        raise InputError("--into", None, expected)
    if args.into is None:
        return
    for option in start_arguments_said(args):
        said = getattr(args, option.removeprefix("--").replace("-", "_"))
        raise InputError(option, said, "no --into beside it: it says how a fresh workbook starts")
    if not args.into.exists():
        expected = "a workbook that exists; without --into, -o NEW.xlsx writes a fresh one with what the lists say"
        raise InputError("--into", str(args.into), expected)


def _imported(args: argparse.Namespace, into: Path, output: Path) -> int:
    refuse_other_ending("-o", output)
    memory_file = memory_file_beside(args.into or output)
    beside_lists = (args.headers, args.answers, args.kinds, args.brand or beside(output))
    known = [into, output, memory_file, *filter(None, beside_lists)]
    files, in_folder, left_out = _files(args.files, known, memory_file)
    sources = [*files, into, memory_file, *filter(None, (args.headers, args.kinds))]
    written = [output, *([args.answers] if args.answers else [])]
    refuse_clashes(sources, [[] for _ in sources[1:]] + [written])
    if not args.dry_run:
        check_output(output, force=args.force)
    reader = Reader(into, inputs_only=True)
    translation = brand_of(reader).translation
    messages = Messages(translation.language)
    try:
        options = _options(args, Wording(translation))
        headers = Headers.read(*([args.headers] if args.headers else []))
        answers = Answers.read(args.answers, args.unclear)
        memory = Memory.read(memory_file, headers)
        plan, scenario = planned(files, reader.scenario(), options, headers, args.kind, answers, memory, in_folder)
    except InputError as error:
        raise messages.error(error) from None  # which may be the same error, and no error is its own cause
    if args.into is None and not plan.problems and not _has_groups(plan):
        plan.first[:0] = [
            f"Users: the group {group.name!r} of case {group.case!r}, {group.vms:g} VMs, is the example's: "
            "no list has a user group"
            for group in scenario.groups
        ]
    plan.first[:0] = left_out
    plan.notes[:0] = reader.notes
    print(harmless(preview(plan, messages)))
    if plan.open:
        _ask(args, plan, answers, messages)
    if plan.open or plan.problems:
        return UNUSABLE
    if not plan.changes and not plan.dropped:
        if plan.is_held:
            print("\n" + messages.text("nothing to write: the workbook holds all of it"))
            return DONE
        why = "nothing to write: what is left out above is not in the workbook"
        print(f"vdi-sizing: {messages.text(why)}", file=sys.stderr)
        return UNUSABLE
    sizing = size(scenario)
    carried = _accepted(into, reader, sizing)
    say_carried(into, carried.kept, carried.lost)
    if args.dry_run:
        print("\n" + messages.text(f"not written: {on_one_line(output)} (--dry-run)"))
        return DONE
    write_whole(output, carried.workbook, force=args.force)
    print("\n" + messages.text(f"wrote {on_one_line(output)}"))
    table = memory.with_learned(plan.learned, messages)
    if table is not None:
        _remember(memory_file, table, messages)
    carry_parts(args.into or output, output)
    for line in _still_to_enter(args, plan, scenario) if args.into is None else ():
        print(messages.text(line))
    for line in unsaid(plan, sizing):
        print(f"{messages.text('note')}: {harmless(messages.text(line))}")
    return DONE


def _has_groups(plan: Plan) -> bool:
    """Whether the lists have user groups, or will once what is open is answered."""
    may_have = bool(plan.open) and any(known.kind in _OF_GROUPS for known, _, _ in plan.lists)
    return may_have or any(each.table is USERS for each in plan.written)


def _options(args: argparse.Namespace, wording: Wording) -> Options:
    return Options(
        locale=args.locale,
        case=args.case,
        price_list=args.price_list,
        like=args.like,
        delta=args.delta,
        clusters=tuple(args.cluster),
        desktops=tuple(args.desktops),
        kinds=own_patterns(args.kinds) if args.kinds else (),
        bands=args.bands,
        in_use=args.in_use,
        iops=args.iops,
        date=typed_date("--date", args.date) if args.date else None,
        known_parts=args.known_parts,
        drop_groups=args.drop_groups or args.into is None,
        wording=wording,
    )


def _still_to_enter(args: argparse.Namespace, plan: Plan, scenario: Scenario) -> Iterator[str]:
    """What a fresh workbook still lacks: prices, which the preview says itself where a list has some, and examples."""
    if all(known.kind != "prices" for known, _, _ in plan.lists):
        yield from missing_prices(scenario)
    yield examples_left(args, groups=not any(each.table is USERS for each in plan.written))


def _remember(memory_file: Path, table: bytes, messages: Messages) -> None:
    """Write the table of parts, or say that it cannot be: the workbook is there, and what else is to be said of it."""
    try:
        write_whole(memory_file, table, force=True)
    except InputError as error:
        what = f"{memory_file.name} is not written, and what was answered of parts is asked again: {error.expected}"
        print(f"vdi-sizing: {messages.text('note')}: {on_one_line(messages.text(what))}", file=sys.stderr)
        return
    wrote = f"wrote {on_one_line(memory_file)}, which says what lists call the parts of the workbook"
    print(messages.text(wrote))


def _files(typed: Sequence[Path], known: Sequence[Path], memory_file: Path) -> tuple[list[Path], list[Path], list[str]]:
    """The files that were typed, without the table of parts; those found in folders; and what of these is left out."""
    files: list[Path] = []
    in_folder: list[Path] = []
    left_out: list[str] = []
    for path in typed:
        if path.is_dir():
            found = files_of(path, [*typed, *known])
            in_folder += found.lists
            left_out += found.left_out
            files += found.lists
        elif not (path.exists() and memory_file.exists() and path.samefile(memory_file)):
            files.append(path)
    return files, in_folder, left_out


def _ask(args: argparse.Namespace, plan: Plan, answers: Answers, messages: Messages) -> None:
    """Write the questions into the file of answers, or say how to answer them."""
    how = "; ".join(_how_to_answer(plan))
    if args.answers is not None:
        path = on_one_line(args.answers)
        how = (
            f"not written: {path} (--dry-run)"
            if args.dry_run
            else f"fill in the last column of {path}, and import again"
        )
        if not args.dry_run:
            write_whole(args.answers, template(plan.questions, answers, messages), force=True)
    print(f"vdi-sizing: {messages.text(f'questions that are open: {len(plan.open)}; {how}')}", file=sys.stderr)


def _how_to_answer(plan: Plan) -> Iterator[str]:
    """By which options what is open may be answered."""
    is_unclear = any(each.is_of_a_number for each in plan.open)
    yield f"say --answers FILE to have a file to fill in{_OR_UNCLEAR if is_unclear else ''}"
    if any(each.of_profile and each.about for each in plan.open):
        yield "--like NAME says the profile of the desktops"
    if any(each.about in (OF_VMS, OF_USERS) for each in plan.open):
        yield "--delta GB says what a VM writes beside its image, and 0 that the desktops are no clones"


def _accepted(into: Path, reader: Reader, sizing: Sizing) -> Carried:
    """The workbook of what was sized with what people added to the one before, once its reader has read the same."""
    carried = carried_over(into, reader, next_book(reader, sizing))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "imported.xlsx"
        path.write_bytes(carried.workbook)
        if read(path) != sizing.scenario:
            raise InputError("workbook", "another one when read", "one that holds what was imported")
    return carried
