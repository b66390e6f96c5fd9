"""What a command says of what people added to a workbook, before it writes anything."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from vdi_addin.command.streams import on_one_line
from vdi_templates.importing.messages import IN_ENGLISH, Messages
from vdi_templates.importing.parts import memory_file_beside
from vdi_templates.reading.side_file import content_of
from vdi_templates.workbook.save import write_whole

_SHOWN = 50


def say_first(sentences: Sequence[str], prefix: str, what: str) -> None:
    """Sentences on standard error, a line each; of very many the first."""
    for sentence in sentences[:_SHOWN]:
        print(f"vdi-sizing: {prefix}{on_one_line(sentence)}", file=sys.stderr)
    if len(sentences) > _SHOWN:
        print(f"vdi-sizing: ... and {len(sentences) - _SHOWN} more {what}", file=sys.stderr)


def carry_parts(source: Path, output: Path) -> None:
    """Copy the table of parts beside a workbook to a result in another folder, unless that has one of its own."""
    table, copy = memory_file_beside(source), memory_file_beside(output)
    if not table.is_file() or os.path.realpath(table) == os.path.realpath(copy):
        return
    if copy.exists():
        if not copy.is_file() or content_of(copy) != content_of(table):
            print(f"vdi-sizing: note: {on_one_line(copy)} stays as it is, beside the result", file=sys.stderr)
        return
    write_whole(copy, content_of(table), force=False)
    print(f"vdi-sizing: note: {on_one_line(table)} is copied beside the result", file=sys.stderr)


def say_carried(path: Path, kept: Sequence[str], lost: Sequence[str], messages: Messages = IN_ENGLISH) -> None:
    """What of a workbook was kept, and what not, in its language."""
    said = messages.text
    if kept:
        each = "; ".join(map(said, kept))
        print(f"vdi-sizing: {on_one_line(path)}: {said('kept')}: {on_one_line(each)}", file=sys.stderr)
    if lost:
        one, several = "1 thing is not kept as it was", f"{len(lost)} things are not kept as they were"
        print(f"vdi-sizing: {on_one_line(path)}: {said(one if len(lost) == 1 else several)}:", file=sys.stderr)
        say_first([said(each) for each in lost], f"{said('not kept')}: ", "things, which --json lists")
