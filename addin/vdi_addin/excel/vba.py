"""The VBA of the Excel add-in: a wrapper per function of the catalogue, and the modules around them.

xlwings' own wrappers return an error's text as if it were a result; ours return an error
value. Its runtime module and VBA-Dictionary are read from the installed xlwings package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from vdi_addin.errors import AddinError
from vdi_addin.excel.ovba import Module
from vdi_addin.functions.catalogue import Function, functions

PROJECT = "vdi_sizing"
XLWINGS_VERSION = "0.37.8"
"""The VBA calls the DLL of this version by name."""

DESCRIPTION_LIMIT = 250


def modules() -> list[Module]:
    """Every module of the add-in's VBA project."""
    return [
        Module("ThisWorkbook", "workbook"),
        Module("About", "sheet"),
        Module("VdiFunctions", "standard", wrappers(functions())),
        Module("VdiPython", "standard", own_module("VdiPython")),
        Module("VdiRibbon", "standard", own_module("VdiRibbon")),
        Module("xlwings", "standard", xlwings_module()),
        Module("Dictionary", "class", dictionary_class()),
    ]


def wrappers(catalogue: Iterable[Function]) -> str:
    """The module with a VBA function for each function of the catalogue."""
    head = "Option Explicit\n' Made from the catalogue of functions.\n"
    return "\n".join([head, *map(wrapper, catalogue)])


def wrapper(function: Function) -> str:
    """The VBA function that hands its cells to Python."""
    parameters = ", ".join(
        f"{'Optional ' if argument.optional else ''}ByVal {argument.name} As Variant" for argument in function.arguments
    )
    arguments = ", ".join(argument.name for argument in function.arguments)
    description = function.help.replace('"', '""')[:DESCRIPTION_LIMIT]
    return (
        f"Public Function {function.name}({parameters}) As Variant\n"
        f'Attribute {function.name}.VB_Description = "{description}"\n'
        f'Attribute {function.name}.VB_ProcData.VB_Invoke_Func = " \\n14"\n'
        f'    {function.name} = VdiCall("{function.name}", Array({arguments}))\n'
        "End Function\n"
    )


def own_module(name: str) -> str:
    """The text of one of the modules in the folder `vba`."""
    return (files("vdi_addin.excel") / "vba" / f"{name}.bas").read_text(encoding="cp1252")


def xlwings_module() -> str:
    """xlwings' runtime: starts Python and reads the configuration.

    Changed in three places: its functions stay out of Excel's function list, it knows our
    project's name, and it reads the user's configuration only. As it comes, it would obey a
    configuration in the open workbook or beside it, and start the program named there.
    """
    text = (files("xlwings") / "xlwings_custom_addin.bas").read_text(encoding="cp1252")
    text = replace_once(text, r'Attribute VB_Name = "xlwings"\s*', "Option Private Module\n")
    text = replace_once(text, r'(PROJECT_NAME As String = )"myaddin"', rf'\1"{PROJECT}"')
    return replace_once(text, r'(Optional source As String = )""', r'\1"user"')


def dictionary_class() -> str:
    """VBA-Dictionary without the header of an exported file."""
    text = (files("xlwings") / "addin" / "Dictionary.cls").read_text(encoding="cp1252")
    return replace_once(text, r"\AVERSION 1\.0 CLASS.*?(?=^')", "")


def replace_once(text: str, pattern: str, replacement: str) -> str:
    """The text with the one place that matches replaced.

    >>> replace_once("a b", "b", "c")
    'a c'
    """
    changed, count = re.subn(pattern, replacement, text, flags=re.MULTILINE | re.DOTALL)
    if count != 1:
        raise AddinError(f"{pattern} stands {count} times in the VBA of xlwings {version('xlwings')}")
    return changed


def check_xlwings_version() -> None:
    """Refuse to build with another version of xlwings than the one the project names."""
    try:
        installed = version("xlwings")
    except PackageNotFoundError as error:
        raise AddinError(f"xlwings is not installed. Run: pip install xlwings=={XLWINGS_VERSION}") from error
    if installed != XLWINGS_VERSION:
        raise AddinError(f"xlwings {installed} is installed; the add-in needs xlwings {XLWINGS_VERSION}")
