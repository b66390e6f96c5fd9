"""What is printed: a reader that has gone, a full disk, characters that steer a terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.addin.command.workbooks import new
from tests.edited import opened, saved

from vdi_addin.command import check, program, start
from vdi_addin.command.status import DIFFERENT, DONE, MISTAKE, STOPPED, UNUSABLE
from vdi_addin.command.streams import harmless
from vdi_sizing.errors import InputError

PROGRAM = Path(sys.executable).with_name("vdi-sizing")


@pytest.fixture(scope="module")
def differing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workbook whose formulas of a whole sheet are not as shipped."""
    path = new(tmp_path_factory.mktemp("differing") / "book.xlsx", "--example", "sandisk")
    book = opened(path)
    for row in book["Sizing"].iter_rows(min_row=7, min_col=4, max_col=4):
        row[0].value = "=1"
    saved(book, path)
    return path


def read_first_byte_only(*command: object) -> tuple[int, str]:
    """The status of a command whose output nobody reads to its end, and its messages."""
    with subprocess.Popen([PROGRAM, *map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        messages = process.stderr.read().decode()
        return process.wait(), messages


@pytest.mark.everything
def test_a_difference_has_its_status_though_nobody_reads_it(differing: Path) -> None:
    assert read_first_byte_only("check", differing) == (DIFFERENT, "")


def test_everything_is_written_though_nobody_reads_of_it(differing: Path, tmp_path: Path) -> None:
    paths = [tmp_path / "a.xlsx", tmp_path / "b.xlsx"]
    for path in paths:
        path.write_bytes(differing.read_bytes())
    status, messages = read_first_byte_only("compare", *paths)
    assert status == DONE
    assert len(re.findall(r"not kept: Sizing!D7 \(.*\): another formula: =1; here it is =", messages)) == len(paths)
    assert sorted(entry.name for entry in tmp_path.glob("*_comparison.xlsx")) == [
        "a_comparison.xlsx", "b_comparison.xlsx",
    ]  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this device")
def test_a_full_disk_behind_standard_output_is_said() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run([PROGRAM, "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == UNUSABLE
    assert run.stderr == "vdi-sizing: standard output: No space left on device\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the device of a full disk")
@pytest.mark.parametrize(
    ("words", "dead", "status"),
    [
        ("--version", ">&-", DONE),
        ("--version", "<&- >&- 2>&-", DONE),
        ("--version", ">/dev/full 2>/dev/full", UNUSABLE),
        ("compare nowhere.xlsx", ">&- 2>&-", UNUSABLE),
        ("compare nowhere.xlsx", "2>/dev/full", UNUSABLE),
        ("no-command", "2>&-", UNUSABLE),
    ],
)
def test_dead_streams_change_no_status(words: str, dead: str, status: int) -> None:
    run = subprocess.run(["sh", "-c", f"{PROGRAM} {words} {dead}"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (status, "", "")


def test_a_folder_that_has_gone_is_said(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"rmdir {gone} && {PROGRAM} compare book.xlsx"
    run = subprocess.run(["sh", "-c", script], cwd=gone, capture_output=True, text=True, check=False)
    assert run.returncode == UNUSABLE
    assert run.stderr == "vdi-sizing: book.xlsx: file is 'not there'; " + ("expected a workbook (.xlsx) that exists\n")


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (
            ModuleNotFoundError("No module named 'numpy'", name="numpy"),
            UNUSABLE,
            'this needs the module numpy, which is not here: it comes with the extra all, which pip install "vdi-',
        ),
        (KeyError("cost_1"), MISTAKE, "a mistake of the program, not of your input: KeyError: 'cost_1'"),
        (MemoryError(), UNUSABLE, "more memory than there is"),
        (PermissionError(13, "Permission denied", "x.xlsx"), UNUSABLE, "vdi-sizing: x.xlsx: Permission denied\n"),
        (KeyboardInterrupt(), STOPPED, "vdi-sizing: stopped\n"),
    ],
)
def test_whatever_ends_a_command_has_a_status_and_one_line(
    error: BaseException, status: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def command() -> int:
        raise error

    assert program._ended(command, lambda: None) == status
    message = capsys.readouterr().err
    assert line in message
    assert message.count("\n") == 1


@pytest.mark.parametrize("error", [TypeError("expected a range"), InputError("file", "damaged", "a workbook")])
def test_ctrl_c_is_no_mistake_though_a_library_takes_it_for_one(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> int:
        try:
            raise KeyboardInterrupt
        except BaseException:
            raise error from None

    monkeypatch.setattr(check, "run", interrupted)
    assert program._ended(lambda: program.main(["check", "book.xlsx"]), lambda: None) == STOPPED
    assert capsys.readouterr().err == "vdi-sizing: stopped\n"


def test_a_mistake_is_shown_as_python_does_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VDI_SIZING_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        program._ended(lambda: 1 // 0, lambda: None)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_stops_with_its_status(differing: Path) -> None:
    for seconds in (0.3, 0.6, 1.2, 2.4, 4.8, 9.6):
        with subprocess.Popen([PROGRAM, "check", differing], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            _, messages = process.communicate()
        if b"vdi_addin/command" in messages or b"KeyboardInterrupt" not in messages:
            break  # before that, Python itself was still starting
    assert (process.returncode, messages) in ((STOPPED, b"vdi-sizing: stopped\n"), (DIFFERENT, b""))


def test_ctrl_c_while_the_program_is_loaded_stops_it_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.__import__", stopped)
    status = start.run()
    monkeypatch.undo()
    assert (status, capsys.readouterr().err) == (STOPPED, "vdi-sizing: stopped\n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("\x9b31m", r"\x9b31m"),
        ("a\u202eb", r"a\u202eb"),
        ("\u2066", r"\u2066"),
        ("\udc80", r"\udc80"),
        ("SSD α – €\t\n", "SSD α – €\t\n"),
    ],
)
def test_what_steers_a_terminal_is_shown_as_its_escape(text: str, shown: str) -> None:
    assert harmless(text) == shown


@pytest.mark.everything
def test_a_file_name_steers_no_terminal(differing: Path, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\nwrote b\udc80.xlsx"
    os.link(differing, path)
    run = subprocess.run([PROGRAM, "compare", path], capture_output=True, text=True, check=False)
    assert run.returncode == DONE
    assert r"a\x1b[31m\nwrote b\udc80.xlsx" in run.stdout.partition("\n")[0]
    assert "\x1b" not in run.stdout + run.stderr
    bad = subprocess.run(
        [PROGRAM, "compare", "\x1b[31m.xlsx", "--\x1b[31m"], capture_output=True, text=True, check=False
    )
    assert "\x1b" not in bad.stderr
