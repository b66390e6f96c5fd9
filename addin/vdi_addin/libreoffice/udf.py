"""The component that LibreOffice loads: each function of the catalogue as a method."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import unohelper  # type: ignore[import-not-found]
from com.sun.star.lang import XServiceInfo  # type: ignore[import-not-found]
from org.vdisizing import XVdiFunctions  # type: ignore[import-not-found]

# Before everything else: a library of another version, installed for LibreOffice's Python, must not answer.
sys.path.insert(0, str(Path(__file__).with_name("pythonpath")))

from vdi_addin.functions.catalogue import Function
from vdi_addin.libreoffice.functions import IMPLEMENTATION, SERVICE, answer, functions


class VdiFunctions(unohelper.Base, XVdiFunctions, XServiceInfo):  # type: ignore[misc]
    """What LibreOffice asks; the methods of XVdiFunctions are added below."""

    def __init__(self, context: Any) -> None:
        self.context = context

    def getImplementationName(self) -> str:  # noqa: N802
        return IMPLEMENTATION

    def supportsService(self, name: str) -> bool:  # noqa: N802
        return name == SERVICE

    def getSupportedServiceNames(self) -> tuple[str, ...]:  # noqa: N802
        return (SERVICE,)


def method(function: Function) -> Callable[..., Any]:
    """The method that answers for a function."""
    return lambda component, *cells: answer(function, *cells)


for each in functions():
    setattr(VdiFunctions, each.name, method(each))

g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816
g_ImplementationHelper.addImplementation(VdiFunctions, IMPLEMENTATION, (SERVICE,))
