"""The LibreOffice extension as a file, and its installation; what it calculates is tested in LibreOffice."""

from __future__ import annotations

import math
import os
import re
import struct
import subprocess
import sys
import zipfile
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import vdi_sizing
from vdi_addin.functions import catalogue
from vdi_addin.libreoffice import extension
from vdi_addin.libreoffice.functions import ERROR_NUMBERS, answer, error_value, functions, last_error

OOR = "{http://openoffice.org/2001/registry}"
DISK_COUNT = catalogue.function("VDI_DISK_COUNT")


@pytest.fixture(scope="module")
def oxt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("extension") / "vdi_sizing.oxt"
    path.write_bytes(extension.oxt_bytes())
    return path


def text(oxt: Path, name: str) -> str:
    with zipfile.ZipFile(oxt) as archive:
        return archive.read(name).decode("utf-8")


def test_same_sources_give_the_same_bytes(oxt: Path) -> None:
    assert extension.oxt_bytes() == oxt.read_bytes()


def test_manifest_names_parts_that_are_there(oxt: Path) -> None:
    manifest = ET.fromstring(text(oxt, "META-INF/manifest.xml"))
    named = [entry.get("{http://openoffice.org/2001/manifest}full-path") for entry in manifest]
    with zipfile.ZipFile(oxt) as archive:
        assert named
        assert set(named) <= set(archive.namelist())


def test_extension_carries_library_tables_and_licence(oxt: Path) -> None:
    with zipfile.ZipFile(oxt) as archive:
        names = set(archive.namelist())
    library = Path(str(files("vdi_sizing")))
    wanted = [path for kind in ("*.py", "data/*.csv") for path in library.rglob(kind)]
    assert {f"pythonpath/vdi_sizing/{path.relative_to(library).as_posix()}" for path in wanted} <= names
    assert text(oxt, "LICENSE").startswith("MIT License")
    assert not [name for name in names if "__pycache__" in name]


def test_version_is_the_librarys(oxt: Path) -> None:
    description = ET.fromstring(text(oxt, "description.xml"))
    version = description.find("{http://openoffice.org/extensions/description/2006}version")
    assert version is not None
    assert version.get("value") == vdi_sizing.__version__


def test_every_function_is_in_interface_and_function_list(oxt: Path) -> None:
    interface = dict(re.findall(r"(VDI_\w+)\((.*)\);", text(oxt, "XVdiFunctions.idl")))
    listed = ET.fromstring(text(oxt, "CalcAddIns.xcu")).findall("node/node/node/node")
    assert list(interface) == [node.get(f"{OOR}name") for node in listed] == [f.name for f in functions()]
    for node, function in zip(listed, functions(), strict=True):
        parameters = node.findall("node/node")
        in_interface = re.findall(r"\[in\] any (\w+)", interface[function.name])
        assert in_interface == [parameter.get(f"{OOR}name") for parameter in parameters]
        shown = [parameter.findtext(f"prop[@{OOR}name='DisplayName']/value") for parameter in parameters]
        assert shown == [argument.name for argument in function.arguments]


def test_arguments_in_the_interface_have_no_underscore(oxt: Path) -> None:
    """LibreOffice would not read the interface, and say nothing."""
    assert not re.search(r"any \w*_", text(oxt, "XVdiFunctions.idl"))


def test_extension_answers_in_a_python_without_any_package(oxt: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(oxt) as archive:
        archive.extractall(tmp_path)
    program = (
        "import sys; sys.path.insert(0, 'pythonpath')\n"
        "from vdi_addin.libreoffice.functions import answer, functions\n"
        "call = {f.name: f for f in functions()}['VDI_DISK_COUNT']\n"
        "print(answer(call, 320.0, 480.0, 2.0, ((76.0,), (150.0,))), 'numpy' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert run.stdout == "((17.0,), (9.0,)) False\n"


def test_answer_of_single_cells_is_one_cell() -> None:
    assert answer(DISK_COUNT, 320.0, 480.0, 2.0, 75.0, None, None, "nearest") == ((17.0,),)


def test_failure_is_an_error_value_with_a_message() -> None:
    ((value,),) = answer(DISK_COUNT, 320.0, 480.0, 2.0, "fast")
    assert error_number(value) == ERROR_NUMBERS["#N/A"]
    assert last_error() == "VDI_DISK_COUNT: drive_iops is 'fast'; expected a number above 0 IOPS"


def test_one_bad_cell_of_a_range_fails_alone() -> None:
    (good,), (bad,) = answer(DISK_COUNT, 320.0, 480.0, 2.0, ((76.0,), ("",)))
    assert good == 17
    assert error_number(bad) == ERROR_NUMBERS["#N/A"]
    assert "drive_iops is blank" in last_error()


def test_a_fault_of_ours_is_an_error_with_a_message() -> None:
    def faulty(**arguments: float) -> float:
        raise LookupError("no such row")

    with pytest.raises(LookupError, match="no such row"):
        answer(replace(DISK_COUNT, call=faulty), 320.0, 480.0, 2.0, 75.0)
    assert last_error() == "VDI_DISK_COUNT: LookupError: no such row"


@pytest.mark.parametrize("number", ERROR_NUMBERS.values())
def test_error_value_keeps_its_number(number: int) -> None:
    assert error_number(error_value(number)) == number


def error_number(value: float | str) -> int:
    """What LibreOffice reads from a number that is none: its low 32 bits."""
    assert math.isnan(float(value))
    low: int = struct.unpack("<II", struct.pack("<d", value))[0]
    return low


@pytest.fixture
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)


def stub_unopkg(folder: Path, monkeypatch: pytest.MonkeyPatch, status: int) -> Path:
    """A program in place of LibreOffice's, which keeps its arguments and ends with `status`."""
    kept = folder / "arguments"
    program = folder / "unopkg"
    program.write_text(f'#!/bin/sh\necho "$@" > "{kept}"\necho "it says why" >&2\nexit {status}\n')
    program.chmod(0o755)
    monkeypatch.setattr(extension, "find_unopkg", lambda: str(program))
    return kept


@pytest.mark.usefixtures("ordinary_user")
def test_install_and_uninstall_run_unopkg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = stub_unopkg(tmp_path, monkeypatch, status=0)
    extension.install("vdi_sizing.oxt")
    assert kept.read_text() == "add --force --suppress-license vdi_sizing.oxt\n"
    extension.uninstall()
    assert kept.read_text() == f"remove {extension.IDENTIFIER}\n"


@pytest.mark.usefixtures("ordinary_user")
def test_refusal_of_unopkg_is_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stub_unopkg(tmp_path, monkeypatch, status=1)
    with pytest.raises(extension.ExtensionError, match="unopkg remove failed: it says why"):
        extension.uninstall()


@pytest.mark.usefixtures("ordinary_user")
def test_missing_unopkg_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(extension, "USUAL_PLACES", ())
    with pytest.raises(extension.ExtensionError, match=r"open vdi_sizing\.oxt with LibreOffice"):
        extension.install("vdi_sizing.oxt")


def test_root_is_told_to_be_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    with pytest.raises(extension.ExtensionError, match="as the user who will use it"):
        extension.install("vdi_sizing.oxt")
