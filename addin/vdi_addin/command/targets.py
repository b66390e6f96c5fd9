"""Which files one call of a command writes: none twice, and none that it reads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vdi_addin.comparison import refuse_other_ending
from vdi_sizing.errors import InputError
from vdi_templates.workbook.save import check_output


def refuse_clashes(sources: Sequence[Path], targets: Sequence[Sequence[Path]]) -> None:
    """Refuse a call that would write over what it reads, or one result over another.

    Files are the same where a symbolic or hard link makes them so, and where their names differ in case only:
    many disks do not tell those apart.

    Parameters
    ----------
    sources : sequence of Path
        The files that are read.
    targets : sequence of sequences of Path
        The files that are written for each of them.

    Raises
    ------
    InputError
        If a file stands on both sides, or is to be written twice.
    """
    found = Targets(sources)
    for source, outputs in zip(sources, targets, strict=True):
        found.add(source, outputs)


class Targets:
    """The files that a call writes, beside the `sources` that it reads."""

    def __init__(self, sources: Sequence[Path]) -> None:
        self._read = {key: source for source in sources for key in _keys(source)}
        self._written: dict[object, Path] = {}

    def add(self, source: Path, outputs: Sequence[Path]) -> None:
        """Note what is written for a source, or refuse it as `refuse_clashes` does."""
        for output in outputs:
            for key in _keys(output):
                if key in self._read:
                    expected = f"another file than the input {self._read[key]}, which is never written to"
                    raise InputError("output", str(output), expected, str(source))
                if key in self._written:
                    expected = f"a file of its own for each FILE: the result of {self._written[key]} goes there too"
                    raise InputError("output", str(output), expected, str(source))
            self._written.update(dict.fromkeys(_keys(output), source))


def refuse_result(option: str, output: Path, source: Path, *, force: bool) -> None:
    """Refuse, before the work, a workbook that cannot be written to, or that is the one which is read."""
    refuse_other_ending(option, output)
    if os.path.realpath(output) == os.path.realpath(source):  # Path.resolve raises where links lead in a circle
        raise InputError(option, str(output), "another file than the input, which is never written to")
    check_output(output, force=force)


def _keys(path: Path) -> tuple[object, ...]:
    """By what a file is known: its place without links and case and, where it exists, what the disk calls it."""
    place = os.path.realpath(path).casefold()
    try:
        found = os.stat(path)
    except OSError:
        return (place,)
    return place, (found.st_dev, found.st_ino)
