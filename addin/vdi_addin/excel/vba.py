"""The VBA of the Excel add-in: a wrapper per function of the catalogue, and the modules around them.

None of it is xlwings' own: its wrappers return an error's text as if it were a result, and its runtime puts the name
of the active workbook into the command line that starts Python. Ours uses xlwings' DLL and nothing else of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from vdi_addin.excel.ovba import Module
from vdi_addin.functions.catalogue import Function, functions

PROJECT = "vdi_sizing"
PYTHON_ARGUMENTS = "-I -B -m vdi_addin.excel.server $(CLSID)"
"""How the interpreter is started: isolated from the current folder, the environment's settings and the user's own
packages, so that nothing which lies beside a workbook is imported. The DLL puts a number in place of $(CLSID)."""
XLWINGS_VERSION = "0.37.8"
"""The VBA calls the DLL of this version by name; pyproject.toml asks for the same one."""

DESCRIPTION_LIMIT = 250


def modules() -> list[Module]:
    """Every module of the add-in's VBA project."""
    return [
        Module("ThisWorkbook", "workbook", own_module("ThisWorkbook")),
        Module("About", "sheet"),
        Module("Functions", "sheet"),
        Module("VdiFunctions", "standard", wrappers(functions())),
        Module("VdiPython", "standard", own_module("VdiPython")),
        Module("VdiServer", "standard", own_module("VdiServer")),
        Module("VdiHelp", "standard", own_module("VdiHelp")),
        Module("VdiRibbon", "standard", own_module("VdiRibbon")),
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
    description = function.explained.replace('"', '""')[:DESCRIPTION_LIMIT]
    return (
        f"Public Function {function.name}({parameters}) As Variant\n"
        f'Attribute {function.name}.VB_Description = "{description}"\n'
        f'Attribute {function.name}.VB_ProcData.VB_Invoke_Func = " \\n14"\n'
        f'    {function.name} = VdiCall("{function.name}", Array({arguments}))\n'
        "End Function\n"
    )


def own_module(name: str) -> str:
    """The text of one of the modules in the folder `vba`."""
    text = (files("vdi_addin.excel") / "vba" / f"{name}.bas").read_text(encoding="cp1252")
    return text.replace("@XLWINGS_VERSION@", XLWINGS_VERSION).replace("@PYTHON_ARGUMENTS@", PYTHON_ARGUMENTS)
