"""The zip for a PC without a network, with a pip that only takes notes."""

from __future__ import annotations

import io
import re
import sys
import venv
import zipfile
from collections.abc import Sequence
from importlib.metadata import requires
from pathlib import Path

import pytest

from vdi_addin.errors import AddinError
from vdi_addin.excel.bundle import PYTHONS, WINDOWS_ONLY, bundle_bytes, run_pip, texts
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
        (folder / f"wheel{len(self.asked)}.whl").touch()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "pyproject.toml").touch()
    return tmp_path / "project"


def test_the_zip_holds_all_that_is_needed(project: Path) -> None:
    pip = Pip()
    with zipfile.ZipFile(io.BytesIO(bundle_bytes(project, pip))) as archive:
        names = set(archive.namelist())
        command = archive.read("install.cmd").decode()
    assert {"install.cmd", "install.py", "vdi_sizing.xlam", "vdi_sizing.oxt"} <= names
    assert {"licenses/xlwings_BSD-3-Clause.txt", "licenses/VBA-Dictionary_MIT.txt"} <= names
    assert {f"wheels/wheel{number}.whl" for number in range(1, 2 + len(PYTHONS))} <= names
    assert command.count("\r\n") == command.count("\n") > 5


def test_wheels_are_collected_for_windows_and_every_python(project: Path) -> None:
    pip = Pip()
    bundle_bytes(project, pip)
    assert pip.asked[0][0] == "wheel"
    for python, arguments in zip(PYTHONS, pip.asked[1:], strict=True):
        assert arguments[arguments.index("--python-version") + 1] == python
        assert {"win_amd64", ":all:", "vdi-sizing[excel]", "pywin32"} <= set(arguments)


def test_every_package_that_only_windows_needs_is_named() -> None:
    for package in ("xlwings", "openpyxl", "tqdm", "defusedxml", "numpy", "et_xmlfile"):
        for requirement in requires(package) or []:
            name, _, marker = requirement.partition(";")
            if "Windows" in marker or "win32" in marker:
                assert re.match(r"\w+", name)[0] in WINDOWS_ONLY  # type: ignore[index]


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


def test_the_install_script_installs_from_the_wheels_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[str, ...]] = []
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["install.py"])
    monkeypatch.setattr(venv, "create", lambda folder, **options: folder.mkdir(parents=True))
    monkeypatch.setattr(offline, "run", lambda *command: commands.append(tuple(map(str, command))))
    monkeypatch.setattr(offline, "SUPPORTED", (sys.version_info[:2],))
    assert offline.main() == 0
    assert {"--no-index", "--find-links", "vdi-sizing[excel]"} <= set(commands[0])
    assert commands[1][1:] == ("addin", "install")
    monkeypatch.setattr(sys, "argv", ["install.py", "--uninstall"])
    assert offline.main() == 0
    assert commands[2][1:] == ("addin", "uninstall")
    assert not (tmp_path / "vdi_sizing").exists()


def test_the_install_script_refuses_another_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["install.py"])
    monkeypatch.setattr(offline, "SUPPORTED", ((2, 7),))
    assert offline.main() == 2
    assert "this package is for 64-bit Python 2.7" in capsys.readouterr().out
