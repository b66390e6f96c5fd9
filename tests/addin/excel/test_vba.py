"""The VBA of the add-in against the catalogue, and how it starts Python."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from vdi_addin.excel import server, udfs
from vdi_addin.excel.ovba import Module
from vdi_addin.excel.udfs import ERROR_NUMBERS
from vdi_addin.excel.vba import PYTHON_ARGUMENTS, XLWINGS_VERSION, modules, own_module, wrappers
from vdi_addin.excel.xlam import BUTTONS, function_help
from vdi_addin.functions.catalogue import functions

LONGEST_LINE = 1023
VBA_KEYWORDS = """
and any as boolean byref byte byval call case cdec close const currency date declare dim do double
each else elseif empty end enum eqv erase error event exit false for friend function get global
gosub goto if imp implements in input integer is len let like lock long longlong longptr loop lset
me mid mod name new next not nothing null object on open option optional or paramarray preserve
print private property ptrsafe public put raiseevent redim rem resume return rset seek select set
single spc static step stop string sub tab then to true type typeof unlock until variant wend while
with withevents write xor
"""


@pytest.fixture(scope="module")
def project() -> dict[str, Module]:
    return {module.name: module for module in modules()}


def test_each_function_of_the_catalogue_has_one_wrapper_with_its_arguments() -> None:
    found = re.findall(r"^Public Function (\w+)\((.*)\) As Variant$", wrappers(functions()), re.MULTILINE)
    assert found == [
        (
            function.name,
            ", ".join(
                ("Optional " if argument.optional else "") + f"ByVal {argument.name} As Variant"
                for argument in function.arguments
            ),
        )
        for function in functions()
    ]


def test_each_wrapper_hands_over_all_its_arguments() -> None:
    calls = re.findall(r'^    (\w+) = VdiCall\("(\w+)", Array\((.*)\)\)$', wrappers(functions()), re.MULTILINE)
    assert calls == [
        (function.name, function.name, ", ".join(argument.name for argument in function.arguments))
        for function in functions()
    ]


def test_no_required_argument_follows_an_optional_one() -> None:
    for function in functions():
        optional = [argument.optional for argument in function.arguments]
        assert optional == sorted(optional), function.name


def test_no_argument_is_a_word_of_vba() -> None:
    names = {argument.name.lower() for function in functions() for argument in function.arguments}
    assert not names & set(VBA_KEYWORDS.split())


def test_every_source_is_fit_for_excel(project: dict[str, Module]) -> None:
    for module in project.values():
        module.source.encode("cp1252")
        assert module.source.count("\n") == module.source.count("\r\n")
        assert max(map(len, module.source.splitlines())) <= LONGEST_LINE
        assert module.source.count("Attribute VB_Name") - module.source.count("'Attribute VB_Name") == 1


def test_blocks_are_closed(project: dict[str, Module]) -> None:
    for name in ("VdiFunctions", "VdiPython", "VdiServer", "VdiHelp", "VdiRibbon"):
        source = project[name].source
        for opening, closing in (("Function", "End Function"), ("Sub", "End Sub"), ("#If", "#End If")):
            visibility = "" if opening == "#If" else r"(?:Public |Private )"
            opened = re.findall(rf"^{visibility}{opening} ", source, re.MULTILINE)
            assert len(opened) == len(re.findall(rf"^{closing}\s*$", source, re.MULTILINE)), (name, opening)
        assert source.count("\r\nOption Explicit\r\n") == 1


def test_failures_become_the_error_values_that_python_names(project: dict[str, Module]) -> None:
    source = project["VdiPython"].source
    for error, value in (("#N/A ", "xlErrNA"), ("#NUM! ", "xlErrNum")):
        assert f'Left$(value, {len(error)}) = "{error}" Then CellAnswer = CVErr({value})' in source
    assert -2146826246 in ERROR_NUMBERS  # what CVErr(xlErrNA) is to Python


def test_the_vba_names_what_python_has(project: dict[str, Module]) -> None:
    assert f'UDF_MODULE As String = "{udfs.__name__}"' in project["VdiPython"].source
    assert f'VdiCall("{udfs.compare_workbook.__name__}", ' in project["VdiRibbon"].source


def test_every_button_has_its_macro() -> None:
    source = own_module("VdiRibbon")
    for macro, *_ in BUTTONS:
        assert f"Public Sub {macro}(control As IRibbonControl)" in source


def test_what_the_ribbon_calls_is_public(project: dict[str, Module]) -> None:
    everything = "".join(module.source for module in project.values())
    for name in ("VdiCall", "VdiLastMessage", "VdiTryPythonAgain", "EndPython", "RunningPython"):
        assert re.search(rf"^(?:Public )?(?:Function|Sub) {name}\(", everything, re.MULTILINE), name


def test_nothing_of_xlwings_own_vba_is_in_the_project(project: dict[str, Module]) -> None:
    assert set(project) == {
        *("ThisWorkbook", "About", "Functions"),
        *("VdiFunctions", "VdiPython", "VdiServer", "VdiHelp", "VdiRibbon"),
    }


def test_the_dll_is_that_of_the_xlwings_that_is_installed(project: dict[str, Module]) -> None:
    pyproject = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    assert pyproject["project"]["optional-dependencies"]["excel"] == [f"xlwings=={XLWINGS_VERSION}"]
    named = re.findall(r"xlwings(?:32|64)-(.*?)\.dll", project["VdiServer"].source)
    assert named == [XLWINGS_VERSION] * 4


def test_nothing_of_a_workbook_reaches_the_command_line(project: dict[str, Module]) -> None:
    """A name such as `price;list.xlsx` put the current folder on Python's path, `$(EUR)` kept Python from starting."""
    code = re.sub(r"^\s*'.*$", "", project["VdiServer"].source, flags=re.MULTILINE)
    assert not re.search(r"Workbook|FullName|ActiveSheet|\bcmd\b|PYTHONPATH", code)
    (line,) = re.findall(r"^    CommandLine = (.*?)\r$", code, flags=re.MULTILINE)
    assert line == '"""" & Interpreter() & """ " & PYTHON_ARGUMENTS & " " & starts'
    assert f'PYTHON_ARGUMENTS As String = "{PYTHON_ARGUMENTS}"' in code


def test_values_without_their_formats_cross_into_python(project: dict[str, Module]) -> None:
    """A date or an amount of money is the number that it is, as in LibreOffice."""
    assert "RangeValues = area.Value2" in project["VdiPython"].source


def test_python_starts_isolated() -> None:
    """-I implies -P: neither the current folder nor the environment nor the user's packages decide what is imported."""
    options, module = PYTHON_ARGUMENTS.removesuffix(" $(CLSID)").split(" -m ")
    assert options.split() == ["-I", "-B"]
    assert (Path(udfs.__file__).parents[2] / Path(*module.split("."))).with_suffix(".py").is_file()


def test_the_server_serves_the_class_that_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("xlwings.serve", asked.append)
    monkeypatch.setattr(sys, "argv", ["server.py", "{0-1}", "7"])
    server.main()
    assert asked == ["{0-1}"]


def test_the_server_does_not_wait_for_numpy() -> None:
    """A fresh Python, as Excel starts it: xlwings would import numpy, which takes longer than all the rest of it."""
    code = """
import sys
from vdi_addin.excel import server
looked_for = []
class Watch:
    def find_spec(self, name, *rest):
        looked_for.append(name)
sys.meta_path.insert(0, Watch())
sys.argv = ["server.py", "{0-1}", "7"]
try:
    server.main()
except TypeError:  # only Windows has a server
    print("xlwings" in looked_for, "numpy" in looked_for, "numpy" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "False", "False"]


def test_excel_is_told_the_help_of_every_function() -> None:
    rows = function_help()
    assert [row[0] for row in rows] == [function.name for function in functions()]
    for row, function in zip(rows, functions(), strict=True):
        assert row[2] == str(len(function.arguments)) == str(len(row) - 3)
        assert all(0 < len(text) <= 255 for text in row)
    assert "Application.MacroOptions" in own_module("VdiHelp")
    assert 'ThisWorkbook.Worksheets("Functions")' in own_module("VdiHelp")
    assert "VdiDescribeFunctions" in own_module("ThisWorkbook")
