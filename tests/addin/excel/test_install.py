"""Installing for a Windows user, with a folder in place of the user's."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from vdi_addin.errors import AddinError
from vdi_addin.excel.install import Places, install, places, settings, uninstall, without_console
from vdi_addin.excel.vba import XLWINGS_VERSION
from vdi_addin.excel.xlam import xlam_bytes

DLL = f"xlwings64-{XLWINGS_VERSION}.dll"


@pytest.fixture
def where(tmp_path: Path) -> Places:
    return places({"APPDATA": str(tmp_path / "roaming"), "USERPROFILE": str(tmp_path / "user")})


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """The interpreter of a virtual environment with xlwings."""
    scripts = tmp_path / "venv" / "Scripts"
    scripts.mkdir(parents=True)
    for file in (scripts / "python.exe", scripts / "pythonw.exe", tmp_path / "venv" / DLL):
        file.touch()
    return scripts / "python.exe"


def test_the_addin_goes_where_excel_opens_it_by_itself(where: Places, tmp_path: Path) -> None:
    assert where.addin == tmp_path / "roaming" / "Microsoft" / "Excel" / "XLSTART" / "vdi_sizing.xlam"
    assert where.settings == tmp_path / "user" / ".vdi_sizing" / "vdi_sizing.conf"


@pytest.mark.parametrize("missing", ["APPDATA", "USERPROFILE"])
def test_without_windows_there_are_no_places(missing: str) -> None:
    environment = {"APPDATA": "/a", "USERPROFILE": "/b", missing: ""}
    with pytest.raises(AddinError, match=f"{missing} is missing: the Excel add-in needs Windows"):
        places(environment)


def test_install_writes_the_addin_and_the_settings(where: Places, python: Path) -> None:
    assert install(where, python) == [where.addin, where.settings]
    assert where.addin.read_bytes() == xlam_bytes()
    values = dict(csv.reader(where.settings.read_text(encoding="ascii").splitlines()))
    assert values == {"INTERPRETER_WIN": str(python.with_name("pythonw.exe"))}


def test_a_second_install_replaces_the_first(where: Places, python: Path) -> None:
    install(where, python)
    where.addin.write_bytes(b"older")
    install(where, python)
    assert where.addin.read_bytes() != b"older"


def test_uninstall_leaves_nothing(where: Places, python: Path) -> None:
    written = install(where, python)
    assert uninstall(where) == written
    assert not where.addin.exists()
    assert not where.settings.parent.exists()
    assert uninstall(where) == []


def test_uninstall_keeps_what_is_not_ours(where: Places, python: Path) -> None:
    install(where, python)
    (where.settings.parent / "notes.txt").touch()
    uninstall(where)
    assert (where.settings.parent / "notes.txt").exists()


def test_an_interpreter_without_xlwings_dll_is_refused(where: Places, python: Path) -> None:
    (python.parent.parent / DLL).unlink()
    with pytest.raises(AddinError, match=r"xlwings64-.*\.dll is neither in .*virtual environment"):
        install(where, python)
    assert not where.addin.exists()


def test_the_python_of_the_store_is_refused(where: Places, python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = r"C:\Program Files\WindowsApps\PythonSoftwareFoundation.Python.3.13_3.13.2544.0_x64__qbz5n2kfra8p0"
    monkeypatch.setattr(sys, "base_prefix", store)
    with pytest.raises(AddinError, match=r"Microsoft's Store.*python\.org/downloads"):
        install(where, python)
    assert not where.addin.exists()


def test_a_users_name_may_have_an_apostrophe(where: Places, python: Path) -> None:
    folder = python.parent.parent.with_name("O'Neill")
    python.parent.parent.rename(folder)
    install(where, folder / "Scripts" / "python.exe")
    values = dict(csv.reader(where.settings.read_text(encoding="ascii").splitlines()))
    assert values["INTERPRETER_WIN"] == str(folder / "Scripts" / "pythonw.exe")


def test_an_addin_that_excel_holds_open_is_named(where: Places, python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def held(path: Path, content: bytes) -> int:
        raise PermissionError(13, "held open", str(path))

    monkeypatch.setattr(Path, "write_bytes", held)
    with pytest.raises(AddinError, match=r"vdi_sizing\.xlam cannot be written: close Excel"):
        install(where, python)


def test_a_folder_that_cannot_be_made_is_named(where: Places, python: Path) -> None:
    where.settings.parent.parent.write_text("a file in the folder's place")
    with pytest.raises(AddinError, match=r"vdi_sizing\.conf cannot be written: .*\(Not a directory\)"):
        install(where, python)


def test_a_folder_that_cannot_be_removed_is_named(where: Places, python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def held(path: Path) -> None:
        raise OSError(39, "Directory not empty", str(path))

    install(where, python)
    monkeypatch.setattr(Path, "rmdir", held)
    with pytest.raises(AddinError, match=r"\.vdi_sizing cannot be removed: close Excel"):
        uninstall(where)


def test_uninstall_says_when_excel_holds_the_addin_open(
    where: Places, python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(path: Path) -> None:
        raise PermissionError(13, "held open", str(path))

    install(where, python)
    monkeypatch.setattr(Path, "unlink", held)
    with pytest.raises(AddinError, match=r"vdi_sizing\.xlam cannot be removed: close Excel"):
        uninstall(where)


def test_a_path_that_excel_cannot_read_is_refused(where: Places, python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vdi_addin.excel.install.locale.getencoding", lambda: "ascii")
    folder = python.parent.parent.with_name("Bücher")
    python.parent.parent.rename(folder)
    with pytest.raises(AddinError, match=r"cannot read the path .*Bücher"):
        install(where, folder / "Scripts" / "python.exe")
    assert not where.addin.exists()


def test_where_there_is_no_quiet_interpreter_the_plain_one_serves() -> None:
    assert without_console(Path(sys.executable)) == Path(sys.executable)


def test_settings_are_lines_as_vba_reads_them() -> None:
    lines = settings(Path("python.exe")).splitlines(keepends=True)
    assert lines[0] == '"INTERPRETER_WIN","python.exe"\r\n'
    assert all(line.endswith('"\r\n') for line in lines)
