"""`vdi-sizing check`: does a workbook say and show what is shipped for its inputs, and are its designs sound?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import groupby

from vdi_addin.command.status import ANOTHER_LOOK, ANOTHER_SIGHT, DIFFERENT, DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.typed import a_path
from vdi_sizing.scenario import Scenario
from vdi_templates.audit.cells import VALUE
from vdi_templates.audit.check import LOOKED_AT, NOT_LOOKED_AT, Audit, audit
from vdi_templates.audit.finding import Finding, Level
from vdi_templates.audit.moves import Moves, moves_between
from vdi_templates.reading.reader import read

_SHOWN_OF_A_LEVEL = 50
_VALUES_OF_A_SHEET = 3
_WHY_VALUES = (
    "Such values follow from what is listed before them; or the file was saved without being calculated after an input "
    "moved: then they are right again once a spreadsheet program has calculated it (in Excel: Ctrl+Alt+F9)."
)
_WHAT_TO_DO = (
    "What to do: ask who changed what is listed, and why. 'vdi-sizing compare' writes a workbook for the same inputs, "
    "with all formulas, texts and charts as shipped."
)
_STATUS = {None: DONE, Level.ANSWER: DIFFERENT, Level.SEEN: ANOTHER_SIGHT, Level.LOOKS: ANOTHER_LOOK}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `check`."""
    parser.add_argument("file", type=a_path, metavar="FILE")
    parser.add_argument(
        "--against",
        type=a_path,
        metavar="OLD",
        help="say which inputs moved since OLD, and what they did; default: since the file's own baseline",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")


def run(args: argparse.Namespace) -> int:
    """Print what is not as shipped, and each design that has no answer: two things that have nothing in common."""
    audited = audit(args.file)
    former, against = _former(args, audited)
    moves = None if former is None else moves_between(former, audited.sizing)
    without = any(not design.block.stands for design in audited.sizing.designs)
    status = DIFFERENT if without else _STATUS[audited.worst]
    if args.json:
        report = {"file": str(args.file), "status": status, **audited.as_json()}
        if moves is not None:
            file = None if args.against is None else str(args.against)
            report["against"] = {"file": file, **moves.as_json()}
        print(json.dumps(report, indent=2))
    else:
        for line in (*_told(moves, against), *_lines(audited, "" if moves is None else _moved(moves, against))):
            print(on_one_line(line))
        print(f"SHA-256 of the file: {audited.sha256}")
    return status


def _told(moves: Moves | None, against: str) -> Iterator[str]:
    """The inputs that moved, before all that may follow from them."""
    if moves is not None:
        yield f"Inputs against {against}: {len(moves.moves) or 'none'} moved."
        yield from moves.lines()


def _former(args: argparse.Namespace, audited: Audit) -> tuple[Scenario | None, str]:
    """The inputs to look back to, and what they are called: those of another file, or of the file's own baseline."""
    if args.against is not None:
        return read(args.against), str(args.against)
    return None if audited.baseline is None else audited.baseline.scenario, "its own baseline"


def _moved(moves: Moves, old: str) -> str:
    """How many inputs moved; "" where none did."""
    count = len(moves.moves)
    return f"against {old}, {count} input{'' if count == 1 else 's'} moved" if count else ""


def _lines(audited: Audit, moved: str) -> Iterator[str]:
    for level, of_level in groupby(audited.findings, _level):
        yield f"{level.words}:"
        yield from _shown(list(of_level))
    yield from (f"note: {note}" for note in audited.notes)
    yield _verdict(audited, moved)
    if audited.differences:
        yield _WHAT_TO_DO
    yield from _soundness(audited)
    compared = audited.compared
    counts = f"{compared.formulas} formulas and {compared.others} texts and figures on {compared.sheets} sheets"
    yield f"Looked at {counts}: {LOOKED_AT}."
    yield f"Not looked at: {NOT_LOOKED_AT}."


def _shown(findings: list[Finding]) -> Iterator[str]:
    """Of a level; values that other findings explain by a few of each sheet, and how many more there are."""
    values = [finding for finding in findings if finding.aspect == VALUE]
    others = [finding for finding in findings if finding.aspect != VALUE]
    yield from (f"  {finding}" for finding in others[:_SHOWN_OF_A_LEVEL])
    if len(others) > _SHOWN_OF_A_LEVEL:
        yield f"  ... and {len(others) - _SHOWN_OF_A_LEVEL} more, which --json lists"
    for sheet, of_sheet in groupby(values, lambda finding: finding.sheet):
        found = list(of_sheet)
        yield from (f"  {finding}" for finding in found[:_VALUES_OF_A_SHEET])
        if len(found) > _VALUES_OF_A_SHEET:
            yield f"  {sheet}: {len(found) - _VALUES_OF_A_SHEET} more such values, which --json lists"
    if values:
        yield f"  {_WHY_VALUES}"


def _verdict(audited: Audit, moved: str) -> str:
    """Whether the file is as shipped; where inputs `moved`, that is said with it, lest it reads as "unchanged"."""
    if not audited.differences:
        what = "formulas and values" if audited.compared.values_saved else "formulas"
        cells = f"all {audited.compared.formulas} calculated cells hold the shipped {what}"
        held = f"{cells}, and a reader sees what is shipped for these inputs."
        if moved:
            return f"The formulas are as shipped for these inputs; {moved}. {held.capitalize()}"
        return f"The file is as shipped: {held}"
    values = sum(finding.aspect == VALUE for finding in audited.differences)
    others = [finding for finding in audited.differences if finding.aspect != VALUE]
    counts = [_counted(len(list(found)), level) for level, found in groupby(others, _level)]
    if values:
        counts.append(f"{values} saved value{'' if values == 1 else 's'} that the formulas do not give")
    said = f"The file is not as shipped. Findings: {'; '.join(counts)}."
    return f"{said} Besides, {moved}." if moved else said


def _counted(findings: int, level: Level) -> str:
    return f"{findings} {level.words if findings == 1 else level.words.replace('changes', 'change', 1)}"


def _level(finding: Finding) -> Level:
    return finding.level


def _soundness(audited: Audit) -> Iterator[str]:
    without = [design for design in audited.sizing.designs if not design.block.stands]
    yield from (f"{design.design.name}: {design.block.errors_in_words}" for design in without)
    if without:
        yield "The model's own checks fail: the designs named have no answer until their errors are mended."
    else:
        yield "The model's own checks find no error in any design."
