"""Every file of the corpus gets a right result or a clear message, in bounded time and memory, and stays as it was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from tests.built import build
from tests.corpus import run
from tests.corpus.fuzz import fuzz
from tests.corpus.make import files, unpacked
from tests.counts import Counted
from tests.tiers import but_in_gate

from vdi_templates.examples import EXAMPLES

ROOT = Path(__file__).parents[2]
FUZZ_SECONDS = float(os.environ.get("VDI_SIZING_FUZZ_SECONDS", "1"))
"""How long the fuzzer tries; the variable asks for more."""
MUST_BE_REFUSED = {"truncated", "no workbook", "entities", "nested", "place"}
MUST_BE_DONE = {"name"}
PARTS = 8
"""In which a thousand files go through the commands: all in one would take longer than a test may."""


def outcomes(*arguments: str) -> list[dict[str, str]]:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.corpus.run", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in ran.stdout.splitlines()]


def one_of_each_kind() -> list[str]:
    """The place of the first file of each kind."""
    first: dict[str, int] = {}
    for at, file in enumerate(files()):
        first.setdefault(file.kind, at)
    return [str(at) for at in first.values()]


@pytest.mark.parametrize("command", but_in_gate(["read", "compare", "check"], "compare"))
def test_corpus_one_file_of_each_kind_ends_well(command: str, counted: Counted) -> None:
    found = outcomes("--command", command, "--files", *one_of_each_kind())
    must_end_well(found, command, counted)


@pytest.mark.everything
@pytest.mark.parametrize(("command", "every"), [("read", 1), ("compare", 1), ("check", 12)])
def test_corpus_all_files_end_well(command: str, every: int, counted: Counted) -> None:
    drawn = [*one_of_each_kind(), *map(str, range(0, len(files()), every))]
    found = outcomes("--command", command, "--files", *dict.fromkeys(drawn))
    must_end_well(found, command, counted)


def test_a_broken_file_through_each_command_that_reads_them_ends_well(counted: Counted) -> None:
    first: dict[str, str] = {}
    for at, (command, _) in enumerate(run.calls()):
        first.setdefault(command, str(at))
    through_commands_end_well(first.values(), counted)


@pytest.mark.everything("A file of each command goes through it in the gate.")
@pytest.mark.parametrize("part", range(PARTS))
def test_broken_files_through_every_command_that_reads_them_end_well(part: int, counted: Counted) -> None:
    assert len(run.calls()) >= 1_000
    through_commands_end_well(map(str, range(part, len(run.calls()), PARTS)), counted)


def through_commands_end_well(places: Iterable[str], counted: Counted) -> None:
    found = outcomes("--command", "each", "--files", *places)
    for command, count in Counter(one["command"] for one in found).items():
        counted(f"broken files through {command}", count)
    assert {one["command"] for one in found} == {*run.OF_WORKBOOKS, "headers", "brand", "folder"}
    assert [one for one in found if one["result"] == "wrong"] == []


def must_end_well(found: list[dict[str, str]], command: str, counted: Counted) -> None:
    """Each file has a right result, or is refused in a clear message; some kinds are always one of the two."""
    for kind, count in Counter(one["kind"] for one in found).items():
        counted(f"files of the corpus through {command}: {kind}", count)
    assert {one["kind"] for one in found} == {file.kind for file in files()}
    assert [one for one in found if one["result"] == "wrong"] == []
    assert [one for one in found if one["kind"] in MUST_BE_REFUSED and one["result"] != "refused"] == []
    assert [one for one in found if one["kind"] in MUST_BE_DONE and one["result"] != "done"] == []


def says(kind: str, name: str, tmp_path: Path) -> tuple[str, str]:
    file = next(file for file in files() if (file.kind, file.name) == (kind, name))
    path = tmp_path / "odd.xlsx"
    file.make(path)
    return run.outcome(path)


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        ("much", "a million cells", "more than 400,000 cells"),
        ("much", "a million empty rows", "more than 200,000 rows"),
        ("ranges", "merged A1:XFD1048576", "merged, linked or commented cells"),
        ("ranges", "linked A1:XFD1048576", "merged, linked or commented cells"),
        ("ranges", "merged C5:C6", "Users!C6: VMs is 'merged with the cell before it'; expected a cell of its own"),
        ("cells", "400 digits", "Users!C6: VMs is 1e400 or so"),
        ("cells", "name: escape", "without control characters"),
        ("names", "settings_as_of 03 $D$6", "defined name is 'settings_as_of'; expected a name that stands for"),
        ("tables", "ref A:T", "range of the table is 'A:T'"),
        ("writers", "strict", "file is 'a Strict Open XML Workbook'; expected an ordinary .xlsx"),
        ("place", "pipe", "file is 'a pipe or a device'"),
        ("place", "circle", "Too many levels of symbolic links"),
        ("zip", "lzma", "packed in a way of its own"),
        ("zip", "many parts", "at most 10,000 files"),
    ],
)
def test_what_a_message_says(kind: str, name: str, message: str, tmp_path: Path) -> None:
    result, said = says(kind, name, tmp_path)
    assert result == "refused"
    assert message in said


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("tables", "ref reversed"),
        ("names", "settings_as_of 13 'Settings'!$D$8"),
        ("writers", "prefixed"),
        ("zip", "deflated"),
    ],
)
def test_what_is_odd_but_right_is_read(kind: str, name: str, tmp_path: Path) -> None:
    assert says(kind, name, tmp_path)[0] == "done"


@pytest.mark.parametrize("fault", [KeyError("x"), MemoryError(), RecursionError()])
def test_a_traceback_is_noticed(fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise fault

    monkeypatch.setattr("vdi_addin.command.compare.compare", fails)
    assert says("name", "a b", tmp_path)[0] == "wrong"


def test_what_takes_too_long_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("vdi_addin.command.compare.compare", hangs)
    monkeypatch.setattr(run, "SECONDS", 0.1)
    assert says("name", "a b", tmp_path) == ("wrong", "TooSlowError: ")


def test_a_changed_input_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vdi_addin.command.compare.compare", lambda source, *_: source.write_bytes(b""))
    assert says("name", "a b", tmp_path)[0] == "wrong"


def test_the_fuzzer_for_a_moment(tmp_path: Path, counted: Counted) -> None:
    parts = unpacked(build(EXAMPLES["sandisk"]()))
    tried, found = fuzz(parts, Random(1), tmp_path, seconds=FUZZ_SECONDS, least=10)
    counted("files made by the fuzzer", tried)
    assert tried >= 10
    assert found == []
