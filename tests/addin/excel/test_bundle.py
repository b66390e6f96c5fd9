"""The zip for a PC without a network, with a pip that only takes notes."""

from __future__ import annotations

import hashlib
import io
import platform
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from vdi_addin.errors import AddinError
from vdi_addin.excel.bundle import PYTHONS, bundle_bytes, run_pip, texts
from vdi_addin.excel.offline import install as offline


class Pip:
    """Notes what it is asked, and leaves an empty wheel."""

    def __init__(self) -> None:
        self.asked: list[Sequence[str]] = []

    def __call__(self, arguments: Sequence[str]) -> None:
        self.asked.append(arguments)
        option = "--wheel-dir" if arguments[0] == "wheel" else "--dest"
        folder = Path(arguments[arguments.index(option) + 1])
        folder.mkdir(exist_ok=True)
        (folder / f"vdi_sizing-{len(self.asked)}-py3-none-any.whl").write_bytes(b"a wheel")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "pyproject.toml").touch()
    (tmp_path / "project" / "locks").mkdir()
    for python in PYTHONS:
        (tmp_path / "project" / "locks" / f"windows-{python}.txt").write_text("xlwings==1 --hash=sha256:1\n")
    return tmp_path / "project"


def test_the_zip_holds_all_that_is_needed(project: Path) -> None:
    pip = Pip()
    with zipfile.ZipFile(io.BytesIO(bundle_bytes(project, pip))) as archive:
        names = set(archive.namelist())
        command = archive.read("install.cmd").decode()
    assert {"install.cmd", "install.py", "vdi_sizing.xlam", "vdi_sizing.oxt"} <= names
    assert {f"wheels/vdi_sizing-{number}-py3-none-any.whl" for number in range(1, 2 + len(PYTHONS))} <= names
    assert command.count("\r\n") == command.count("\n") > 5


def test_wheels_are_collected_for_windows_and_every_python_by_their_hashes(project: Path) -> None:
    pip = Pip()
    bundle_bytes(project, pip)
    assert pip.asked[0][0] == "wheel"
    for python, arguments in zip(PYTHONS, pip.asked[1:], strict=True):
        assert arguments[arguments.index("--python-version") + 1] == python
        assert Path(arguments[arguments.index("--requirement") + 1]).name == f"windows-{python}.txt"
        assert {"win_amd64", ":all:", "--require-hashes"} <= set(arguments)


def test_the_zip_says_the_hash_of_each_wheel_ours_too(project: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(bundle_bytes(project, Pip()))) as archive:
        said = {archive.read(f"wheels/windows-{python}.txt").decode() for python in PYTHONS}
    ours = f"vdi_sizing==1 --hash=sha256:{hashlib.sha256(b'a wheel').hexdigest()}"
    assert said == {f"xlwings==1 --hash=sha256:1\n{ours}\n"}


def test_without_the_projects_sources_nothing_is_built(tmp_path: Path) -> None:
    with pytest.raises(AddinError, match=r"holds no pyproject\.toml"):
        bundle_bytes(tmp_path, Pip())


def test_a_failure_of_pip_is_said() -> None:
    with pytest.raises(AddinError, match="pip no-such-command failed"):
        run_pip(["no-such-command"])


def test_the_install_script_knows_the_same_pythons() -> None:
    supported = [f"{major}.{minor}" for major, minor in offline.SUPPORTED]
    assert supported == list(PYTHONS)
    (tried,) = re.findall(r"for %%v in \((.*)\)", dict(texts())["install.cmd"])
    assert sorted(tried.split()) == supported


def test_pip_obeys_nobodys_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable or a file of settings could name another source of packages."""
    asked: list[list[str]] = []

    def note(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", note)
    run_pip(["download"])
    assert asked[0][1:5] == ["-I", "-m", "pip", "--isolated"]


class Windows:
    """A PC to install on: a folder, and notes of the commands that were run."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home = folder / "vdi_sizing"
        self.commands: list[tuple[str, ...]] = []
        self._patch = monkeypatch
        monkeypatch.setenv("LOCALAPPDATA", str(folder))
        monkeypatch.setattr(venv, "create", self._create)
        monkeypatch.setattr(offline, "run", lambda *command: self.commands.append(tuple(map(str, command))))
        monkeypatch.setattr(offline, "SUPPORTED", (sys.version_info[:2],))
        monkeypatch.setattr(platform, "machine", lambda: "AMD64")

    @staticmethod
    def _create(folder: Path, **_: object) -> None:
        (folder / "Scripts").mkdir(parents=True)
        (folder / "Scripts" / "vdi-sizing.exe").touch()

    def run(self, *arguments: str) -> int:
        self._patch.setattr(sys, "argv", ["install.py", *arguments])
        return offline.main()

    def hold(self, name: str) -> None:
        """A Python runs from this folder: nothing of it can be removed."""
        remove = shutil.rmtree

        def refuse(folder: Path, **options: Any) -> None:
            if Path(folder).name != name:
                remove(folder, **options)

        self._patch.setattr(shutil, "rmtree", refuse)


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Windows:
    return Windows(tmp_path, monkeypatch)


def test_the_install_script_installs_from_the_wheels_only(windows: Windows) -> None:
    assert windows.run() == 0
    assert {"-I", "--isolated", "--no-index", "--find-links", "--require-hashes"} <= set(windows.commands[0])
    assert windows.commands[0][-1].endswith("windows-{}.{}.txt".format(*sys.version_info))
    assert windows.commands[1][1:] == ("addin", "install")
    assert windows.run("--uninstall") == 0
    assert windows.commands[2][1:] == ("addin", "uninstall")
    assert not windows.home.exists()


def test_a_new_installation_does_not_touch_a_python_that_runs(
    windows: Windows, capsys: pytest.CaptureFixture[str]
) -> None:
    windows.run()
    windows.hold("python1")
    assert windows.run() == 0
    assert windows.commands[-1][0] == str(windows.home / "python2" / "Scripts" / "vdi-sizing.exe")
    assert windows.run("--uninstall") == 0
    assert "Excel still holds files in" in capsys.readouterr().out
    assert [folder.name for folder in windows.home.iterdir()] == ["python1"]


def test_an_installation_removes_what_an_earlier_one_left(windows: Windows) -> None:
    for _ in range(3):
        assert windows.run() == 0
    assert len(list(windows.home.iterdir())) == 1


@pytest.mark.parametrize(
    ("version", "is_64_bit", "machine", "prefix", "says"),
    [
        ((2, 7), True, "AMD64", "C:/Python27", "This is 64-bit Python 2.7 on AMD64; .* 3.15 on x64"),
        ((3, 11), False, "AMD64", "C:/Python311", "This is 32-bit Python 3.11"),
        ((3, 11), True, "ARM64", "C:/Python311", "on ARM64; this package is for .* on x64"),
        ((3, 11), True, "AMD64", "C:/Program Files/WindowsApps/PythonSoftwareFoundation", "Microsoft's Store"),
        ((3, 15), True, "AMD64", "C:/Python315", "^$"),
    ],
)
def test_a_python_that_cannot_be_used_is_refused_with_the_reason(
    version: tuple[int, int], is_64_bit: bool, machine: str, prefix: str, says: str
) -> None:
    assert re.search(says, offline.why_not(version, is_64_bit, machine, prefix))


def test_nothing_is_installed_with_a_python_that_is_refused(
    windows: Windows, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(offline, "SUPPORTED", ((2, 7),))
    assert windows.run() == 2
    assert "this package is for 64-bit Python 2.7" in capsys.readouterr().out
    assert not windows.home.exists()
