"""Workbooks that the command writes, and what it prints about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE

Text: TypeAlias = pytest.CaptureFixture[str]


def new(path: Path, *arguments: str) -> Path:
    assert main(["new", str(path), *arguments]) == DONE
    return path


def compared(capsys: Text, *arguments: object) -> Any:
    """What `compare --json` prints."""
    capsys.readouterr()
    assert main(["compare", "--json", *map(str, arguments)]) == DONE
    return json.loads(capsys.readouterr().out)
