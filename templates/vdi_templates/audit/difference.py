"""What differs between two workbooks: inputs with their cells and own effects, and results by design."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vdi_sizing.model.figure import Line
from vdi_sizing.model.names import name_of, names_of
from vdi_sizing.model.scopes import AtLoad, Block
from vdi_sizing.model.sections import lines_by_name
from vdi_sizing.model.sizing import DesignSizing, Sizing, size
from vdi_templates.audit.effects import NO_DESIGN, Effects
from vdi_templates.audit.formulas import agree
from vdi_templates.audit.moves import Move, Moves, moves_between
from vdi_templates.reading.reader import Reader
from vdi_templates.report.table import shown

RESULTS = (
    *(
        name_of(figure)
        for figure in (Block.vms_per_block, Block.limited_by, Block.blocks, Block.drives_total, Block.eur_per_user,
                       Block.eur_per_vm, Block.total_eur_per_user)
    ),
    names_of(AtLoad.response_words)[0],
    name_of(Block.failing),
)  # fmt: skip
"""The results that are compared, design by design."""


@dataclass(frozen=True)
class MovedInput:
    """An input that differs, its cell, and what it did alone; None where it cannot be made alone."""

    move: Move
    cell: str
    effects: Effects | None

    @property
    def place(self) -> str:
        """Sheet and cell: those of the new workbook, and of the old one where the input was removed."""
        return "!".join(filter(None, (self.move.sheet, self.cell)))


@dataclass(frozen=True)
class Result:
    """A result of a design, in both workbooks, as a person reads it."""

    line: Line
    before: str
    after: str
    same: bool


@dataclass(frozen=True)
class Difference:
    """All that differs between two workbooks."""

    moves: Moves
    inputs: list[MovedInput]
    results: dict[str, list[Result]]
    """By design, of both workbooks; one that is in one of them alone has no result in the other."""

    @property
    def differs(self) -> bool:
        """Whether anything does: another version of the program may give other results for the same inputs."""
        return bool(self.inputs) or any(not each.same for results in self.results.values() for each in results)

    def as_json(self) -> dict[str, Any]:
        """For a program."""
        said = self.moves.as_json()
        for each, moved in zip(self.inputs, said["moves"], strict=True):
            moved["cell"] = each.cell
        said["inputs"] = said.pop("moves")
        said["results"] = {
            design: {
                each.line.name: {"label": each.line.label, "old": each.before, "new": each.after}
                for each in results
                if not each.same
            }
            for design, results in self.results.items()
        }
        return said


def difference(old: Reader, new: Reader) -> tuple[Difference, Sizing]:
    """What differs between two workbooks, and the sizing of the new one."""
    was, is_now = size(old.scenario()), size(new.scenario())
    moves = moves_between(was.scenario, is_now)
    inputs = [MovedInput(move, _cell(move, old, new), effects) for move, effects in moves.moves]
    return Difference(moves, inputs, _results(was, is_now, moves)), is_now


def _cell(move: Move, old: Reader, new: Reader) -> str:
    table, at, field, in_old = move.spot
    return (old if in_old else new).cell_of(table, at, field)


def _results(old: Sizing, new: Sizing, moves: Moves) -> dict[str, list[Result]]:
    renamed = {move.new: move.old for move, _ in moves.moves if move.spot.field == "name" and move.what == "design"}
    theirs = {design.design.name.casefold(): design for design in old.designs}
    found = {}
    for design in new.designs:
        name = design.design.name
        found[name] = _of_design(theirs.pop(renamed.get(name, name).casefold(), None), design)
    return found | {design.design.name: _of_design(design, None) for design in theirs.values()}


def _of_design(old: DesignSizing | None, new: DesignSizing | None) -> list[Result]:
    lines = lines_by_name()
    return [_result(lines[name], old, new) for name in RESULTS]


def _result(line: Line, old: DesignSizing | None, new: DesignSizing | None) -> Result:
    before, after = (NO_DESIGN if each is None else shown(line, each) for each in (old, new))
    same = old is not None and new is not None and agree(new.shown(line.name), old.shown(line.name))
    return Result(line, before, after, same)
