"""From a workbook to its comparison: the work behind the command `compare` and the button of the same name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import Sizing, size
from vdi_sizing.scenario import Scenario
from vdi_templates.audit.moves import moved_inputs
from vdi_templates.reading.reader import Reader
from vdi_templates.workbook.baseline import Baseline
from vdi_templates.workbook.book import Made
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes


@dataclass(frozen=True)
class Comparison:
    """A workbook's designs, sized: the figures, the comparison workbook, and what its reader should know."""

    sizing: Sizing
    workbook: bytes
    notes: list[str]
    """What is no reason to refuse the workbook, but its owner should know."""


def compare(source: Path) -> Comparison:
    """Read a workbook, size its designs, and build the comparison workbook."""
    reader = Reader(source, inputs_only=True)
    sizing = size(reader.scenario())
    made, notes = Made(baseline=_next_baseline(reader, sizing.scenario)), reader.notes
    return Comparison(sizing, workbook_bytes(build_book(sizing, made=made)), notes)


def _next_baseline(reader: Reader, scenario: Scenario) -> Baseline:
    """The inputs that the comparison is made with, and what of them is not as in the baseline of the file.

    Working out what each did takes longer than the comparison: the commands check and diff do that.
    """
    now = Baseline(scenario)
    try:
        same = reader.baseline_hash() in (None, now.inputs_hash)
        former = None if same else reader.baseline(scenario)
    except InputError as error:
        return Baseline.after(scenario, [f"the baseline could not be read: {error}"])
    if former is None:
        return now
    return Baseline.after(scenario, [move.words for move in moved_inputs(former.scenario, scenario)])


def refuse_other_ending(name: str, path: Path) -> None:
    """A workbook under another name does not open; under .pdf it would be in the way of the PDF."""
    if path.suffix.lower() != ".xlsx":
        raise InputError(name, str(path), "a name that ends in .xlsx")
