"""The add-in's own VBA at work, in LibreOffice: the only place without Excel that runs VBA."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.gate.office import find_soffice, find_uno_python, private_profile

from vdi_addin.excel.vba import own_module, wrapper
from vdi_addin.functions.catalogue import function

RUNNER = Path(__file__).with_name("vba_runner.py")

# What the modules need of xlwings' runtime, where no settings are; LibreOffice has a FileExists of its own.
RUNTIME = """
Private asked As Long
Public Function GetConfigFilePath() As String
    asked = asked + 1
    GetConfigFilePath = "C:\\Users\\me\\.vdi_sizing\\vdi_sizing.conf"
End Function
Public Function TimesAsked() As Long
    TimesAsked = asked
End Function
"""

PROBE = """
Private said As String
Public Function Probe() As String
    Dim table(1, 0) As Variant, row(1) As Variant, result As Variant
    Say Answer(17#)
    Say Answer("#N/A VDI_X: drive_iops is blank")
    Say Answer("#NUM! VDI_X: saturated")
    Say Answer("1.0.0")
    table(0, 0) = 1.5: table(1, 0) = "#N/A second row"
    result = Answer(table)
    Say result(0, 0): Say result(1, 0)
    row(0) = 2.5: row(1) = "#NUM! second column"
    result = Answer(row)
    Say result(0): Say result(1)
    VdiTryPythonAgain
    Say VDI_DISK_COUNT(320, 480, 2, 76)
    Say VDI_DISK_COUNT(320, 480, 2, 76)
    said = said & "asked for settings: " & TimesAsked() & Chr$(10)
    VdiTryPythonAgain
    said = said & "message: " & VdiLastMessage() & Chr$(10)
    Say WithoutPath("=1+'C:\\a b\\add.xlam'!VDI_X(A1)-'D:\\add.xlam'!VDI_Y('My sheet'!A1)+add.xlam!VDI_Z()")
    Probe = said
End Function
Private Sub Say(ByVal value As Variant)
    If IsError(value) Then said = said & "error: " & VdiLastMessage() Else said = said & value
    said = said & Chr$(10)
End Sub
"""


def for_windows(code: str) -> str:
    """The lines that VBA compiles on Windows: LibreOffice runs both sides of an #If."""
    without_mac = re.sub(r"^#If Mac Then\n.*?^#Else\n", "", code, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^#(?:If Not Mac Then|End If)\n", "", without_mac, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def said() -> list[str]:
    ribbon = own_module("VdiRibbon").replace("ThisWorkbook.Name", '"add.xlam"')
    modules = {
        "Runtime": RUNTIME,
        "VdiPython": own_module("VdiPython"),
        "VdiRibbon": ribbon,
        "VdiFunctions": wrapper(function("VDI_DISK_COUNT")),
        "Probes": PROBE,
    }
    public = {name: for_windows(code).replace("Private F", "Public F") for name, code in modules.items()}
    with private_profile() as profile:
        run = subprocess.run(
            [find_uno_python(), str(RUNNER), find_soffice(), profile.as_uri()],
            input=json.dumps(public),
            capture_output=True,
            encoding="utf-8",
            timeout=180,
            check=False,
        )
    assert run.returncode == 0, run.stderr
    lines: list[str] = json.loads(run.stdout).splitlines()
    return lines


def test_a_number_and_a_text_pass_and_failures_become_error_values(said: list[str]) -> None:
    assert said[:4] == ["17", "error: VDI_X: drive_iops is blank", "error: VDI_X: saturated", "1.0.0"]


def test_the_same_holds_cell_by_cell_in_tables_and_rows(said: list[str]) -> None:
    assert said[4:8] == ["1.5", "error: second row", "2.5", "error: second column"]


def test_a_python_that_does_not_start_is_tried_once(said: list[str]) -> None:
    missing = r"C:\Users\me\.vdi_sizing\vdi_sizing.conf is missing. Run: vdi-sizing addin install"
    assert said[8] == said[9] == f"error: Python does not start: {missing}"
    assert said[10] == "asked for settings: 2"  # once to look, once for the message
    assert said[11] == "message: "


def test_the_addins_path_before_a_function_is_removed(said: list[str]) -> None:
    assert said[12] == "=1+VDI_X(A1)-VDI_Y('My sheet'!A1)+VDI_Z()"
