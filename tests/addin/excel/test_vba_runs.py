"""The add-in's own VBA at work, in LibreOffice: the only place without Excel that runs VBA."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.gate.office import find_soffice, find_uno_python, private_profile

from vdi_addin.excel.vba import PYTHON_ARGUMENTS, own_module, wrapper
from vdi_addin.functions.catalogue import function

RUNNER = Path(__file__).with_name("vba_runner.py")

# What xlwings' DLL and Windows do for the modules: Python starts at the third try.
RUNTIME = """
Public tries As Long
Public lines As String
Public Function ActivatePython(ByRef result As Variant, ByVal commandLine As String, ByVal mode As Long) As Long
    tries = tries + 1
    lines = lines & mode & " " & commandLine & Chr$(10)
    result = "Python process exited."
    ActivatePython = 1
    If mode < 0 Then ActivatePython = 0
End Function
Public Function LoadLibrary(ByVal fileName As String) As Long
    LoadLibrary = 1
End Function
Public Function StrPtr(ByVal text As String) As String
    StrPtr = text
End Function
Public Const DLL_NAME As String = "xlwings.dll"
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
    said = said & "tries: " & tries & Chr$(10)
    VdiTryPythonAgain
    said = said & "message: " & VdiLastMessage() & Chr$(10)
    Say VDI_DISK_COUNT(320, 480, 2, 76)
    EndPython
    said = said & "tries: " & tries & Chr$(10)
    Say WithoutPath("=1+'C:\\a b\\add.xlam'!VDI_X(A1)-'D:\\add.xlam'!VDI_Y('My sheet'!A1)+add.xlam!VDI_Z()")
    ProbeSheet ThisWorkbook.Worksheets(1)
    ProbeRestart ThisWorkbook.Worksheets.Add
    Say lines
    Probe = said
End Function
Private Sub ProbeSheet(ByVal sheet As Object)
    Dim found As Variant
    sheet.Range("A1").Value = 75
    sheet.Range("A2").Value = 76
    found = CellValues(Array(12, sheet.Range("A1"), sheet.Range("A1:A2")))
    Say found(0) & " " & found(1) & " " & found(2)(1, 1) & " " & found(2)(2, 1)
    sheet.Range("B1").Formula = "=1+ABS(-2)"
    sheet.Protect
    EnterSheetAgain sheet
    Say sheet.ProtectContents & " " & sheet.Range("B1").Value
    On Error Resume Next
    EnterSheetAgainInVain sheet
    Say Err.Number & " " & sheet.ProtectContents
End Sub
Private Sub ProbeRestart(ByVal own As Object)
    ' A formula that holds the name of a function: its text changes when it is entered again.
    own.Range("A1").Formula = "=LEN(""add.xlam!VDI_X"")"
    VdiRestartPython
    Say own.Range("A1").Value
End Sub
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
def said(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    ribbon = own_module("VdiRibbon").replace("ThisWorkbook.Name", '"add.xlam"')
    ribbon = ribbon.replace("(control As IRibbonControl)", "()").replace("Application.CalculateFull", "")  # Excel's own
    # what LibreOffice does not have, or not without a window
    ribbon = ribbon.replace("ActiveWorkbook", "ThisWorkbook").replace("cell.HasArray", "False")
    settings = tmp_path_factory.mktemp("user") / "vdi_sizing.conf"
    interpreter = settings.with_name("python.exe")
    interpreter.touch()
    settings.write_text(f'"INTERPRETER_WIN","{interpreter}"\r\n', encoding="ascii")
    for_windows_only = r"^ *(?:#|Private Declare |Private Const DLL_NAME ).*\n"
    server = re.sub(for_windows_only, "", own_module("VdiServer"), flags=re.MULTILINE)
    server = re.sub(r"(    SettingsPath = ).*", rf'\1"{settings}"', server).replace('"\\"', '"/"')
    modules = {
        "Runtime": RUNTIME,
        "VdiServer": server,
        "VdiPython": own_module("VdiPython").replace(".Value2", ".Value"),  # which LibreOffice does not have
        "VdiRibbon": ribbon,
        "VdiFunctions": wrapper(function("VDI_DISK_COUNT")),
        "Probes": PROBE,
    }
    failing = re.search(r"^Public Sub EnterSheetAgain.*?^End Sub\n", ribbon, flags=re.MULTILINE | re.DOTALL)
    assert failing is not None
    in_vain = failing[0].replace("EnterSheetAgain(", "EnterSheetAgainInVain(")
    modules["VdiRibbon"] += in_vain.replace("EnterCellsAgain sheet.UsedRange.Cells", "Err.Raise 1004")
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


def test_a_python_that_does_not_start_is_said_each_time_and_tried_once_per_calculation(said: list[str]) -> None:
    assert said[8] == said[9] == "error: Python does not start: Python process exited."
    assert said[10] == "tries: 2"  # the second with another command line, in case the DLL remembers an ended Python
    assert said[11] == "message: "
    assert said[12] == said[9]
    assert said[13] == "tries: 5"


def test_the_addins_path_before_a_function_is_removed(said: list[str]) -> None:
    assert said[14] == "=1+VDI_X(A1)-VDI_Y('My sheet'!A1)+VDI_Z()"


def test_values_and_not_ranges_cross_into_python(said: list[str]) -> None:
    assert said[15] == "12 75 75 76"


def test_a_sheet_whose_cells_were_entered_again_is_protected_again(said: list[str]) -> None:
    assert said[16] == "True 3"


def test_a_failure_while_entering_cells_leaves_the_sheet_protected(said: list[str]) -> None:
    assert said[17] == "1004 True"


def test_after_a_restart_the_users_own_cells_are_entered_again(said: list[str]) -> None:
    assert said[18] == "5"


def test_the_command_line_is_the_interpreter_and_a_fixed_text(said: list[str]) -> None:
    lines = [line for line in said[19:] if line]
    for line in lines:
        assert re.fullmatch(rf'-?1 ".*python\.exe" {re.escape(PYTHON_ARGUMENTS)} \d', line)
    assert [line.split()[-1] for line in lines] == ["0", "1", "1", "2", "2", "3"]
