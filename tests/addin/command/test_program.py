"""The program `vdi-sizing`: how it starts, what it prints into a file, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.addin.command.workbooks import Text, new
from tests.edited import edited

import vdi_sizing
from vdi_addin.command.program import main, parser
from vdi_addin.command.status import DONE, UNUSABLE


def test_the_program_runs(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("vdi-sizing")
    run = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert run.stdout == f"vdi-sizing {vdi_sizing.__version__}\n"
    bad = subprocess.run([program, "compare", tmp_path / "no.xlsx"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout) == (UNUSABLE, "")
    assert "no.xlsx" in bad.stderr


def test_help_begins_with_what_one_does_and_three_lines_that_can_be_typed(capsys: Text) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    begin, _, rest = capsys.readouterr().out.partition("positional arguments:")
    assert "Sizes storage and hosts for virtual desktops" in begin
    assert "__all__" not in begin
    assert "diff" in rest
    typed = [line.split("   ")[0].split()[1:] for line in begin.splitlines() if line.startswith("  vdi-sizing ")]
    assert [vars(parser(words).parse_args(words))["run"].__module__.rpartition(".")[2] for words in typed] == [
        "new", "compare", "compare",
    ]  # fmt: skip


@pytest.mark.parametrize("format_arguments", [[], pytest.param(["--json"], marks=pytest.mark.everything)])
def test_output_goes_into_a_file_of_few_characters(format_arguments: list[str], tmp_path: Path) -> None:
    """As on Windows, where a file that output is redirected to has the code page of a console."""
    path = new(tmp_path / "book.xlsx", "--example", "etri")
    name = "SSD α –"
    edited(path, {"Designs!D7": name})
    program = Path(sys.executable).with_name("vdi-sizing")
    run = subprocess.run(
        [program, "compare", path, *format_arguments],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp850"},
        check=False,
    )
    assert (run.returncode, run.stderr) == (DONE, b"")
    if format_arguments:
        names = [design["name"] for design in json.loads(run.stdout.decode("ascii"))["designs"]]
        assert names[0] == name
    else:
        assert "SSD ? ?" in run.stdout.decode("cp850")


@pytest.mark.parametrize("arguments", [[], ["size"], ["compare"], ["new", "--designs", "many"], ["compare", ""]])
def test_bad_usage_has_its_status(arguments: list[str], capsys: Text) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == UNUSABLE
    assert "usage: vdi-sizing" in capsys.readouterr().err
