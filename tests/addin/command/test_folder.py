"""`compare` of a folder: every workbook by itself, and a summary over all."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, new
from tests.built import file_of, shared_book

from vdi_addin.command import folder as room
from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_sizing.model.sizing import size
from vdi_templates.examples.fujitsu import fujitsu
from vdi_templates.reading.reader import read


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    new(folder / "b.xlsx", "--example", "fujitsu")
    new(folder / "a.xlsx", "--example", "sandisk")
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A folder with two workbooks, and what stands beside them when somebody works there."""
    for path in made.iterdir():
        shutil.copy(path, tmp_path)
    (tmp_path / "~$b.xlsx").write_bytes(b"Excel has it open")
    (tmp_path / "notes.txt").write_text("no workbook", encoding="utf-8")
    return tmp_path


def rows_of(path: Path) -> list[tuple[object, ...]]:
    rows = load_workbook(path, read_only=True)["Summary"].iter_rows(min_row=5, values_only=True)
    return [row for row in rows if row[0] is not None]


def test_each_is_compared_and_the_summary_holds_all_designs(folder: Path, capsys: Text) -> None:
    capsys.readouterr()
    assert main(["compare", str(folder)]) == DONE
    printed = capsys.readouterr().out
    assert "b.xlsx: SSD is the cheapest design that exceeds no limit (no target is set): 217 EUR per user" in printed
    assert "2 compared, 0 refused" in printed
    rows = rows_of(folder / "summary.xlsx")
    sized = {name: size(read(folder / f"{name}_comparison.xlsx")).designs for name in "ab"}
    assert [(row[0], row[4]) for row in rows] == [
        (f"{name}.xlsx", design.design.name) for name in "ab" for design in sized[name]
    ]
    assert [row[5] for row in rows if row[0] == "b.xlsx"] == [each.block.compared_eur for each in sized["b"]]
    assert [row[4] for row in rows if row[3] == "yes"] == ["SSD"]


@pytest.mark.everything
def test_a_second_run_leaves_its_own_results_aside(folder: Path, capsys: Text) -> None:
    assert main(["compare", str(folder)]) == DONE
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert main(["compare", str(folder)]) == UNUSABLE
    assert "summary.xlsx" in capsys.readouterr().err
    assert main(["compare", str(folder), "--force"]) == DONE
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_bad_file_is_named_and_stops_nothing(folder: Path, capsys: Text) -> None:
    (folder / "aa.xlsx").write_text("no workbook", encoding="utf-8")
    capsys.readouterr()
    assert main(["compare", str(folder), "--json"]) == UNUSABLE
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert [each["file"] for each in found["files"]] == ["a.xlsx", "b.xlsx"]
    assert [each["file"] for each in found["refused"]] == ["aa.xlsx"]
    assert "aa.xlsx: file is 'not a workbook'" in printed.err
    assert (folder / "b_comparison.xlsx").is_file()
    assert rows_of(folder / "summary.xlsx")[-1][0] == "aa.xlsx"


def test_a_design_with_an_error_has_no_number_and_a_status(folder: Path, capsys: Text) -> None:
    scenario = fujitsu()
    crowded = dataclasses.replace(scenario.designs[0], bays=1)
    broken = dataclasses.replace(scenario, designs=(crowded, *scenario.designs[1:]))
    (folder / "b.xlsx").write_bytes(file_of(shared_book(broken)))
    capsys.readouterr()
    assert main(["compare", str(folder)]) == DIFFERENT
    assert "b.xlsx: HDD: error: the drives do not fit into the bays" in capsys.readouterr().err
    row = next(row for row in rows_of(folder / "summary.xlsx") if row[4] == "HDD")
    assert row[5:10] == (
        None,
        "error: the drives do not fit into the bays: 2 drives, 1 more than its bays",
        None,
        None,
        None,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process begins without what a test has changed")
def test_a_mistake_of_ours_with_one_file_stops_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def odd(path: Path) -> Path:
        if path.name == "a.xlsx":
            raise KeyError("a mistake")
        return path.with_name("b_comparison.xlsx")

    monkeypatch.setattr(room, "target_of", odd)  # the processes are copies of this one
    found, refused = room.compared(room.workbooks_of(folder, folder / "summary.xlsx"), force=False)
    assert [each.file for each in found] == ["b.xlsx"]
    assert [(file, reason.partition(": ")[2]) for file, reason in refused] == [
        ("a.xlsx", "a mistake of the program, not of your input: KeyError: 'a mistake'")
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pdf"], "--pdf is 'FOLDER'; expected workbooks by name"),
        (["--png"], "--png is 'FOLDER'; expected workbooks by name"),
        (["--brand", "b.toml"], "--brand is 'b.toml'; expected a brand.toml in the folder FOLDER"),
        (["-o", "sum.pdf"], "a name that ends in .xlsx"),
        (["second"], "one folder by itself, or workbooks"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], message: str, folder: Path, capsys: Text) -> None:
    assert main(["compare", str(folder), *arguments]) == UNUSABLE
    assert message.replace("FOLDER", str(folder)) in capsys.readouterr().err
    assert not list(folder.glob("*_comparison.xlsx"))


def test_a_folder_without_workbooks_is_refused(tmp_path: Path, capsys: Text) -> None:
    assert main(["compare", str(tmp_path)]) == UNUSABLE
    assert "a folder with workbooks (.xlsx), comparisons left aside" in capsys.readouterr().err


def test_a_comparison_that_stands_there_is_replaced_by_force_alone(tmp_path: Path, capsys: Text) -> None:
    new(tmp_path / "a.xlsx", "--example", "sandisk")
    standing = tmp_path / "a_comparison.xlsx"
    standing.write_bytes(b"somebody's")
    assert main(["compare", str(tmp_path)]) == UNUSABLE
    assert "a_comparison.xlsx'; expected a file that does not exist yet, or --force" in capsys.readouterr().err
    assert standing.read_bytes() == b"somebody's"
    assert main(["compare", str(tmp_path), "--force"]) == DONE
    assert standing.read_bytes() != b"somebody's"


def test_names_and_links_of_all_kinds_end_no_run(folder: Path, capsys: Text) -> None:
    for name in ("esc\x1b[31m.xlsx", "line\nline.xlsx", "no utf-8 \udcff.xlsx"):
        (folder / name).write_bytes(b"x")
    shutil.copy(folder / "a.xlsx", folder / "bell\x07.xlsx")
    (folder / "one.xlsx").symlink_to("two.xlsx")
    (folder / "two.xlsx").symlink_to("one.xlsx")
    shutil.copy(folder / "b.xlsx", folder / "b.xlsm")
    capsys.readouterr()
    assert main(["compare", str(folder)]) == UNUSABLE
    printed = capsys.readouterr()
    assert "3 compared, 6 refused" in printed.out
    assert "b.xlsx: output is" in printed.err
    assert "Too many levels of symbolic links" in printed.err
    rows = rows_of(folder / "summary.xlsx")
    refused = [row[0] for row in rows[[row[0] for row in rows].index("Refused") + 1 :]]
    assert refused == [
        "b.xlsx", "esc\\x1b[31m.xlsx", "line\\nline.xlsx", "no utf-8 \\udcff.xlsx", "one.xlsx", "two.xlsx",
    ]  # fmt: skip
    assert {row[0] for row in rows if row[4]} == {"a.xlsx", "b.xlsm", "bell\\x07.xlsx"}


def test_a_summary_of_a_customer_is_compared_and_never_written_over(made: Path, tmp_path: Path, capsys: Text) -> None:
    customers = (made / "a.xlsx").read_bytes()
    (tmp_path / "summary.xlsx").write_bytes(customers)
    for force in ([], ["--force"]):
        assert main(["compare", str(tmp_path), *force]) == DONE
        assert "1 compared, 0 refused" in capsys.readouterr().out
        assert (tmp_path / "summary.xlsx").read_bytes() == customers
        assert {row[0] for row in rows_of(tmp_path / "summary_2.xlsx")} == {"summary.xlsx"}
    assert main(["compare", str(tmp_path), "-o", str(tmp_path / "summary.xlsx"), "--force"]) == UNUSABLE
    assert "another file than the input" in capsys.readouterr().err
    assert (tmp_path / "summary.xlsx").read_bytes() == customers


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process begins without what a test has changed")
def test_a_killed_process_takes_no_other_file_with_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deadly(path: Path, *, force: bool) -> None:
        assert force or not path.exists()
        if path.name.startswith("a_"):
            os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(room, "check_output", deadly)
    found, refused = room.compared([folder / "a.xlsx", folder / "b.xlsx"], force=False)
    assert [each.file for each in found] == ["b.xlsx"]
    assert [file for file, _ in refused] == ["a.xlsx"]
    assert "the process that compared it was killed" in refused[0][1]
