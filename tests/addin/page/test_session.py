"""What the page asks of Python, without a browser: a line, its files, and what comes back."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from vdi_addin.command.status import DONE, UNUSABLE
from vdi_addin.page.session import words_of

SHIPPED = Path(__file__).parents[3] / "vdi_sizing.xlsx"
TWO_RUNS = """
import json, os, sys
from pathlib import Path
from vdi_addin.page.session import run
_, line, *paths = sys.argv
files = {path.name: path.read_bytes() for path in map(Path, paths)}
before = os.getcwd()
status, written = [run(line, files) for _ in range(2)][1]
assert os.getcwd() == before
Path("answer.json").write_text(json.dumps([status, [name for name, _ in written]]))
"""
"""A process of its own, as the page has one: a run takes the streams of the system, and there is a run before it."""


class Answer(NamedTuple):
    """What a second run gave: its exit status, the files that it wrote, and what both printed."""

    status: int
    written: list[str]
    out: str
    error: str


def answer(folder: Path, line: str, *files: Path) -> Answer:
    ran = subprocess.run(
        [sys.executable, "-c", TWO_RUNS, line, *files], cwd=folder, capture_output=True, text=True, check=True
    )
    status, written = json.loads((folder / "answer.json").read_text(encoding="utf-8"))
    return Answer(status, written, ran.stdout, ran.stderr)


@pytest.mark.parametrize("call", ["", "vdi-sizing ", "python3 go.py ", "py go.py "])
def test_a_line_may_be_that_of_the_documents(call: str) -> None:
    assert words_of(f"{call}check 'my file.xlsx'") == ["check", "my file.xlsx"]


def test_a_run_gives_what_it_wrote_and_not_what_it_was_given(tmp_path: Path) -> None:
    found = answer(tmp_path, "density vdi_sizing.xlsx -o grid.xlsx", SHIPPED)
    assert (found.status, found.written, found.error) == (DONE, ["grid.xlsx"], "")
    assert found.out.count("NVMe cluster: VMs per block by RAM and IOPS per VM") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["answer.json"]


def test_a_replaced_file_is_a_written_one(tmp_path: Path) -> None:
    old = tmp_path / "a.xlsx"
    old.write_bytes(b"old")
    assert answer(tmp_path, "new a.xlsx --force", old)[:2] == (DONE, ["a.xlsx"])
    assert old.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("line", "said"),
    [("check 'a.xlsx", "No closing quotation"), ("compare", "the following arguments are required: FILE")],
)
def test_a_line_that_is_no_command_is_said(line: str, said: str, tmp_path: Path) -> None:
    found = answer(tmp_path, line)
    assert (found.status, found.written) == (UNUSABLE, [])
    assert found.error.count(said) == 2
