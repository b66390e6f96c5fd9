"""Workbooks that the command writes, and what it prints about them."""

from __future__ import annotations

import json
import tempfile
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from openpyxl import Workbook
from tests.built import kept

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE
from vdi_templates.reading.file import load

Text: TypeAlias = pytest.CaptureFixture[str]


def new(path: Path, *arguments: str) -> Path:
    """A workbook as `vdi-sizing new` writes it: the same arguments are asked for once."""
    path.write_bytes(kept(("new", arguments, date.today()), lambda: _written(arguments)))
    return path


def _written(arguments: tuple[str, ...]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        assert main(["new", str(path), *arguments]) == DONE
        return path.read_bytes()


def sheets(path: object, *names: str, values: bool = False) -> Workbook:
    """Some sheets of a workbook by openpyxl, their formulas or their saved values: most of a workbook is the others."""
    return load(Path(str(path)), values=values, only=names)


def compared(capsys: Text, *arguments: object) -> Any:
    """What `compare --json` prints."""
    capsys.readouterr()
    assert main(["compare", "--json", *map(str, arguments)]) == DONE
    return json.loads(capsys.readouterr().out)
