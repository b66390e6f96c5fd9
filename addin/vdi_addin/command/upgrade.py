"""`vdi-sizing upgrade`: moves a workbook of an earlier version into today's, with what people added."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from vdi_addin.command.carried import carry_parts, say_carried, say_first
from vdi_addin.command.status import DONE
from vdi_addin.command.streams import on_one_line
from vdi_addin.command.targets import refuse_clashes
from vdi_addin.command.typed import a_path
from vdi_addin.comparison import Upgrade, refuse_other_ending, upgrade
from vdi_templates.audit.formulas import agree
from vdi_templates.reading.file import refuse_what_is_no_workbook
from vdi_templates.workbook.save import check_output, write_whole

_WHY = (
    "Figures that moved on purpose since 1.0.0, each with its reason: docs/model.md, What changed since 1.0.0. "
    "What the saved file had not recalculated moved too."
)
_WHY_NOT = (
    "This version made the file: its saved figures are not what its formulas give. It was saved without being "
    "calculated, or somebody typed over a formula; 'vdi-sizing check' says which."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be typed behind `upgrade`."""
    parser.add_argument("file", type=a_path, metavar="OLD")
    parser.add_argument("-o", "--output", type=a_path, required=True, metavar="NEW", help="the workbook of today")
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    parser.add_argument("--force", action="store_true", help="replace an existing NEW")


def run(args: argparse.Namespace) -> int:
    """Say what has no place any more, then write, then say what the figures were and are."""
    refuse_other_ending("-o", args.output)
    refuse_what_is_no_workbook(args.file)
    refuse_clashes([args.file], [[args.output]])
    check_output(args.output, force=args.force)
    upgraded = upgrade(args.file)
    say_first(upgraded.notes, "note: ", "notes")
    say_carried(args.file, upgraded.kept, upgraded.lost)
    for design in upgraded.sizing.designs:
        if not design.block.stands:
            print(f"vdi-sizing: {args.file}: {design.design.name}: {design.block.errors_in_words}", file=sys.stderr)
    write_whole(args.output, upgraded.workbook, force=args.force)
    carry_parts(args.file, args.output)
    if args.json:
        print(json.dumps(_as_json(args, upgraded), indent=2))
        return DONE
    print(f"wrote {on_one_line(args.output)}")
    for line in _figures(upgraded):
        print(on_one_line(line))
    return DONE


def _figures(upgraded: Upgrade) -> Iterator[str]:
    """What each design cost as it was saved, and costs now."""
    moved = False
    for label, by_design in upgraded.figures.items():
        for design, (was, is_now) in by_design.items():
            same = agree(was, is_now)
            moved = moved or not same
            yield f"{design}: {label}: {_word(was)} as saved, {'the same' if same else _word(is_now)} now"
    if moved:
        yield _WHY if upgraded.of_earlier_version else _WHY_NOT


def _as_json(args: argparse.Namespace, upgraded: Upgrade) -> dict[str, Any]:
    figures = {
        label: {design: {"as saved": was, "now": is_now} for design, (was, is_now) in by_design.items()}
        for label, by_design in upgraded.figures.items()
    }
    return {
        "file": str(args.file),
        "output": str(args.output),
        "kept": upgraded.kept,
        "not kept": upgraded.lost,
        "notes": upgraded.notes,
        "figures": figures,
    }


def _word(value: object) -> str:
    if value is None or value == "":
        return "nothing"
    return f"{value:,.2f} EUR" if isinstance(value, float) else str(value)
