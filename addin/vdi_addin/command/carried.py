"""What a command says of what people added to a workbook, before it writes anything."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from vdi_addin.command.streams import on_one_line

_SHOWN = 50


def say_first(sentences: Sequence[str], prefix: str, what: str) -> None:
    """Sentences on standard error, a line each; of very many the first."""
    for sentence in sentences[:_SHOWN]:
        print(f"vdi-sizing: {prefix}{on_one_line(sentence)}", file=sys.stderr)
    if len(sentences) > _SHOWN:
        print(f"vdi-sizing: ... and {len(sentences) - _SHOWN} more {what}", file=sys.stderr)


def say_carried(path: Path, kept: Sequence[str], lost: Sequence[str]) -> None:
    """What of a workbook was kept, and what not."""
    if kept:
        print(f"vdi-sizing: {on_one_line(path)}: kept: {on_one_line('; '.join(kept))}", file=sys.stderr)
    if lost:
        said = "1 thing is not kept as it was" if len(lost) == 1 else f"{len(lost)} things are not kept as they were"
        print(f"vdi-sizing: {on_one_line(path)}: {said}:", file=sys.stderr)
        say_first(lost, "not kept: ", "things, which --json lists")
