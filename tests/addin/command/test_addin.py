"""`vdi-sizing addin ...`: what it does, what it says, and with which status it ends."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_addin.errors import AddinError
from vdi_addin.excel import bundle, install, proof
from vdi_addin.libreoffice import extension


def addin(*arguments: str) -> int:
    return main(["addin", *arguments])


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("vdi_addin.command.addin.sys.platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "user"))
    monkeypatch.setattr(install, "check_runtime", lambda interpreter: None)
    return tmp_path


def test_build_writes_both_addins(tmp_path: Path) -> None:
    assert addin("build", str(tmp_path / "new")) == DONE
    assert (tmp_path / "new" / "vdi_sizing.xlam").exists()
    assert (tmp_path / "new" / "vdi_sizing.oxt").exists()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says when it refuses."""
    assert addin(*arguments) == UNUSABLE
    return capsys.readouterr().err


def test_build_replaces_files_only_if_told_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "vdi_sizing.oxt").write_text("mine", encoding="utf-8")
    assert re.search(r"vdi_sizing\.oxt.*--force to replace it", refused(capsys, "build", str(tmp_path)))
    assert [path.name for path in tmp_path.iterdir()] == ["vdi_sizing.oxt"]
    assert addin("build", str(tmp_path), "--force") == DONE
    assert zipfile.is_zipfile(tmp_path / "vdi_sizing.oxt")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("build file", r"folder is 'file'; expected a folder, there or to be made \(File exists\)"),
        ("build file/new", r"folder is 'file/new'; expected a folder"),
        ("bundle -o missing/a.zip", r"output is 'missing/a\.zip'; expected a file in a folder that exists"),
        ("rename own.xlsx -o missing/a.xlsx", r"output is 'missing/a\.xlsx'; expected a file in a folder"),
        ("rename own.xlsx -o .", r"output is '\.'; expected .*this is a folder"),
        ("rename missing.xlsx -o file --force", r"missing\.xlsx: file is 'not there'"),
        ("rename .", r"file is 'a folder'; expected a file"),
    ],
)
def test_what_cannot_be_read_or_written_is_named(
    arguments: str, says: str, own_sheet: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(own_sheet.parent)
    monkeypatch.setattr(bundle, "bundle_bytes", lambda: pytest.fail("built in vain"))
    Path("file").write_text("mine", encoding="utf-8")
    assert re.search(says, refused(capsys, *arguments.split()))
    assert sorted(path.name for path in Path().iterdir()) == ["file", "own.xlsx"]
    assert Path("file").read_text(encoding="utf-8") == "mine"


def test_install_and_uninstall_in_excel(windows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert addin("install") == DONE
    assert "vdi_sizing.xlam" in capsys.readouterr().out
    assert addin("uninstall") == DONE
    assert "Removed" in capsys.readouterr().out
    assert addin("uninstall") == DONE
    assert "Nothing to remove" in capsys.readouterr().out


def test_install_in_excel_needs_windows(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("APPDATA", raising=False)
    assert addin("install") == UNUSABLE
    assert "the Excel add-in needs Windows" in capsys.readouterr().err


def test_install_and_uninstall_in_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []
    monkeypatch.setattr(extension, "install", lambda file: done.append(Path(file).suffix))
    monkeypatch.setattr(extension, "uninstall", lambda: done.append("gone"))
    assert addin("install", "--libreoffice") == DONE
    assert addin("uninstall", "--libreoffice") == DONE
    assert done == [".oxt", "gone"]


def test_bundle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> bytes:
        raise AddinError("not built")

    target = tmp_path / "a.zip"
    monkeypatch.setattr(bundle, "bundle_bytes", lambda: b"new")
    assert addin("bundle", "-o", str(target)) == DONE
    assert re.search("--force to replace it", refused(capsys, "bundle", "-o", str(target)))
    target.write_bytes(b"old")
    assert addin("bundle", "-o", str(target), "--force") == DONE
    assert target.read_bytes() == b"new"
    monkeypatch.setattr(bundle, "bundle_bytes", fail)
    assert addin("bundle", "-o", str(target), "--force") == UNUSABLE
    assert target.read_bytes() == b"new"


def test_check_elsewhere_says_that_it_needs_excel(capsys: pytest.CaptureFixture[str]) -> None:
    assert addin("check") == UNUSABLE
    assert "it needs Excel on Windows" in capsys.readouterr().err


def test_check_needs_the_addin_and_the_workbook(windows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert addin("check", "no.xlsx") == UNUSABLE
    assert "vdi_sizing.xlam is missing. Run: vdi-sizing addin install" in capsys.readouterr().err
    addin("install")
    assert addin("check", "no.xlsx") == UNUSABLE
    assert "no.xlsx is missing. Run: vdi-sizing new" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("found", "status", "said"),
    [([], DONE, "agree in every cell"), (["Sizing!D4 is 17.0; the library has 18"], DIFFERENT, "Sizing!D4 is 17.0")],
)
def test_check_says_pass_or_what_differs(
    windows: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    found: list[str],
    status: int,
    said: str,
) -> None:
    def checked(*_: Any) -> list[str]:
        return found

    addin("install")
    (windows / "book.xlsx").touch()
    monkeypatch.setattr(proof, "check_in_excel", checked)
    assert addin("check", str(windows / "book.xlsx")) == status
    assert said in capsys.readouterr().out


@pytest.fixture
def own_sheet(tmp_path: Path) -> Path:
    book = Workbook()
    book.worksheets[0]["A1"] = "=VDI_DISK_COUNT(320,480,2,76)"
    path = tmp_path / "own.xlsx"
    book.save(path)
    return path


def formula_of(path: Path) -> Any:
    return load_workbook(path).worksheets[0]["A1"].value


def test_rename_makes_a_copy_for_libreoffice_and_one_back(own_sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert addin("rename", str(own_sheet)) == DONE
    renamed = own_sheet.with_name("own_libreoffice.xlsx")
    assert str(renamed) in capsys.readouterr().out
    assert formula_of(renamed) == "=_xll.VDI_DISK_COUNT(320,480,2,76)"
    back = own_sheet.with_name("back.xlsx")
    assert addin("rename", "--back", str(renamed), "-o", str(back)) == DONE
    assert formula_of(back) == formula_of(own_sheet)


def test_rename_replaces_a_file_only_if_told_to(own_sheet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = own_sheet.with_name("own_excel.xlsx")
    copy.write_text("mine", encoding="utf-8")
    assert re.search("--force to replace it", refused(capsys, "rename", "--back", str(own_sheet)))
    assert copy.read_text(encoding="utf-8") == "mine"
    assert addin("rename", "--back", "--force", str(own_sheet)) == DONE
    assert formula_of(copy) == formula_of(own_sheet)


def test_an_action_is_required() -> None:
    with pytest.raises(SystemExit):
        addin()


def test_an_action_imports_what_it_needs_only() -> None:
    code = (
        "import sys\n"
        "from vdi_addin.command.program import main\n"
        "print(main(['addin', 'rename', 'missing.xlsx']), 'vdi_addin.libreoffice.extension' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "2 False\n"
    assert "missing.xlsx" in run.stderr
