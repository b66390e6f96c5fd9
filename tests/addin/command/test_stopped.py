"""Stopped at any moment: the old file or the new one, nothing is left after the next run; and no socket is opened."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.addin.command.workbooks import new
from tests.counts import Counted

from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE
from vdi_templates.workbook.save import remove_left_over

if sys.platform != "win32":
    import fcntl

KILLS = int(os.environ.get("VDI_SIZING_KILLS", "20"))
"""How often; the variable asks for more."""
WRITES = """
import os, random, signal, sys, time
from pathlib import Path
from vdi_templates.workbook.save import write_whole

folder, kills, left = Path(sys.argv[1]), int(sys.argv[2]), 0
target, old, new = folder / "a.xlsx", b"o" * 3_000_000, b"n" * 3_000_000
chance = random.Random(1)
for _ in range(kills):
    target.write_bytes(old)
    child = os.fork()
    while not child:
        write_whole(target, new, force=True)
    time.sleep(chance.uniform(0, 0.05))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert target.read_bytes() in (old, new)
    left += len(os.listdir(folder)) - 1
print(left)
"""
AT_ONCE = """
import os, sys
from pathlib import Path
from vdi_templates.workbook.save import write_whole

def child(letter):
    for _ in range(20):
        write_whole(Path(sys.argv[1]), letter * 100_000, force=True)
    os._exit(0)

children = []
for number in range(20):
    children.append(os.fork())
    if not children[-1]:
        child(bytes([97 + number]))
assert [os.waitpid(process, 0)[1] for process in children] == [0] * 20
"""


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


def test_killed_while_it_writes_the_file_is_the_old_or_the_new_one(tmp_path: Path, counted: Counted) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WRITES, tmp_path, str(KILLS)], capture_output=True, text=True, check=True
    )
    counted("kills while a file was written", KILLS)
    counted("kills that left a temporary file until the next run", int(ran.stdout))
    assert main(["new", str(tmp_path / "b.xlsx"), "--example", "sandisk"]) == DONE
    assert names(tmp_path) == {"a.xlsx", "b.xlsx"}


def test_twenty_at_once_on_one_output(tmp_path: Path) -> None:
    target = tmp_path / "a.xlsx"
    subprocess.run([sys.executable, "-c", AT_ONCE, target], check=True)
    content = target.read_bytes()
    assert content == content[:1] * 100_000
    assert names(tmp_path) == {"a.xlsx"}


@pytest.mark.skipif(sys.platform == "win32", reason="no file locks of this kind")
def test_what_is_left_over_stays_locked_until_it_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a run that has just made its file could lock it in between, and lose it while it writes."""
    left, unlink, locked = tmp_path / ".vdi-sizing-left", Path.unlink, []
    left.write_bytes(b"half")

    def removed(path: Path) -> None:
        with path.open("rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        locked.append(path)
        unlink(path)

    monkeypatch.setattr(Path, "unlink", removed)
    remove_left_over(tmp_path)
    assert locked == [left]
    assert names(tmp_path) == set()


def test_a_read_only_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["new", str(tmp_path / "a.xlsx")]) != DONE
    assert names(tmp_path) == set()


def test_a_full_disk_is_said_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["new", str(tmp_path / "a.xlsx")]) != DONE
    assert "No space left on device" in capsys.readouterr().err
    assert names(tmp_path) == set()


def test_no_socket_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(socket.socket):
        def __init__(self, *_: object, **__: object) -> None:
            raise AssertionError("a socket")

    monkeypatch.setattr(socket, "socket", Refused)
    with pytest.raises(AssertionError, match="a socket"):
        socket.create_connection(("localhost", 9))
    path = new(tmp_path / "book.xlsx", "--example", "fujitsu")
    assert main(["compare", str(path)]) == DONE
    assert main(["compare", "--json", str(path), "--force"]) == DONE
    assert main(["ranges", str(path), "--draws", "10"]) == DONE
    assert main(["check", str(path)]) in (DONE, DIFFERENT)
    assert main(["addin", "build", str(tmp_path / "addin")]) == DONE
