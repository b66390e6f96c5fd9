"""The files of a customer's folder: those that may be lists, and what is left out and why."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from vdi_sizing.errors import InputError
from vdi_templates.importing.sources import OF_PROGRAMS, WORKBOOKS
from vdi_templates.reading.streamed import sheet_names
from vdi_templates.workbook.tables import BILL, PRICES, PROFILES, USERS

MAX_FILES = 200
"""Files of a folder: a customer sends a dozen, and a whole disk is named by mistake."""
_OURS = {USERS.sheet, PROFILES.sheet, PRICES.sheet, BILL.sheet}
"""Sheets that a workbook of ours has, in each language, and that would pass for lists."""


@dataclass
class FolderFiles:
    """What stands in a folder itself."""

    lists: list[Path] = field(default_factory=list)
    """Files that may be lists, by name."""
    left_out: list[str] = field(default_factory=list)
    """What was not looked into, in words."""


def files_of(folder: Path, beside: Collection[Path]) -> FolderFiles:
    """The files of a folder, without those `beside`, which the command reads or writes itself.

    Raises
    ------
    InputError
        If it cannot be read, or holds more than 200 files.
    """
    found = FolderFiles()
    own = {os.path.realpath(path) for path in beside}
    try:
        paths = sorted(path for path in folder.iterdir() if not path.name.startswith(OF_PROGRAMS))
    except OSError as error:
        raise InputError("folder", str(folder), f"a folder that can be opened ({error.strerror})") from error
    if len(paths) > MAX_FILES:
        raise InputError("folder", f"{len(paths)} files", f"at most {MAX_FILES} files", str(folder))
    for path in paths:
        if os.path.realpath(path) in own:
            continue
        if path.is_dir():
            found.left_out.append(f"{path.name}: a folder, and not looked into")
        elif _is_ours(path):
            found.left_out.append(f"{path.name}: a workbook of vdi-sizing, and no list: left out")
        else:
            found.lists.append(path)
    return found


def _is_ours(path: Path) -> bool:
    if path.suffix.lower() not in WORKBOOKS:
        return False
    try:
        return set(sheet_names(path)) >= _OURS
    except InputError:  # which is told where it is read as a list
        return False
