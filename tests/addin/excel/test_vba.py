"""The VBA of the add-in against the catalogue, and what is taken from xlwings."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError

import pytest

from vdi_addin.errors import AddinError
from vdi_addin.excel import udfs, vba
from vdi_addin.excel.ovba import Module
from vdi_addin.excel.udfs import ERROR_NUMBERS
from vdi_addin.excel.vba import (
    check_xlwings_version,
    dictionary_class,
    modules,
    own_module,
    replace_once,
    wrappers,
    xlwings_module,
)
from vdi_addin.excel.xlam import BUTTONS
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
    for name in ("VdiFunctions", "VdiPython", "VdiRibbon"):
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
    for name in ("VdiCall", "VdiLastMessage", "VdiTryPythonAgain", "KillPy", "XLPy", "GetConfigFilePath"):
        assert re.search(rf"^(?:Public )?(?:Function|Sub) {name}\(", everything, re.MULTILINE), name


def test_xlwings_runtime_obeys_the_users_settings_only() -> None:
    source = xlwings_module()
    assert 'PROJECT_NAME As String = "vdi_sizing"' in source
    assert 'Optional source As String = "user") As Variant' in source
    assert source.startswith("Option Private Module")
    assert "Redistribution and use in source and binary forms" in source


def test_nothing_of_xlwings_pro_is_in_the_project(project: dict[str, Module]) -> None:
    assert set(project) == {
        *("ThisWorkbook", "About", "VdiFunctions", "VdiPython", "VdiRibbon"),
        *("xlwings", "Dictionary"),
    }


def test_the_dictionary_keeps_its_authors_note_and_loses_its_file_header() -> None:
    source = dictionary_class()
    assert source.startswith("''")
    assert "VERSION 1.0 CLASS" not in source
    assert "@license: MIT" in source


def test_an_unexpected_text_of_xlwings_is_refused() -> None:
    with pytest.raises(AddinError, match=r"stands 2 times in the VBA of xlwings"):
        replace_once("b b", "b", "c")


def test_another_xlwings_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vba, "XLWINGS_VERSION", "0.1")
    with pytest.raises(AddinError, match=r"xlwings .* is installed; the add-in needs xlwings 0\.1"):
        check_xlwings_version()


def test_a_missing_xlwings_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(vba, "version", missing)
    with pytest.raises(AddinError, match=r"xlwings is not installed\. Run: pip install xlwings=="):
        check_xlwings_version()
