"""Windows' COM in name only, so that xlwings' own Windows code runs anywhere.

xlwings' decorators, converters and the object that the add-in's VBA calls are the real ones; only
pywin32 below them is replaced.
"""

from __future__ import annotations

import ctypes
import datetime
import importlib
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock, patch

MISSING_ARGUMENT = -2147352572
"""What an argument that a formula leaves out arrives as."""

PYWIN32_MODULES = (
    "pythoncom",
    "win32api",
    "win32con",
    "win32event",
    "win32gui",
    "win32process",
    "win32timezone",
    "win32com",
    "win32com.client",
    "win32com.server",
    "win32com.server.dispatcher",
    "win32com.server.policy",
    "win32com.server.util",
)


class ComError(Exception):
    """pywin32's error."""


def pywin32() -> dict[str, ModuleType | MagicMock]:
    """Name -> stand-in for each module of pywin32 that xlwings imports."""
    modules: dict[str, Any] = {name: MagicMock(name=name, __path__=[]) for name in PYWIN32_MODULES}
    for name, module in modules.items():
        if "." in name:
            parent, child = name.rsplit(".", 1)
            setattr(modules[parent], child, module)
    client, server = modules["win32com.client"], modules["win32com.server"]
    client.CDispatch = client.CoClassBaseClass = client.DispatchBaseClass = type("ComClass", (), {})
    server.policy.DefaultPolicy = type("DefaultPolicy", (), {})
    server.util.unwrap.side_effect = ComError("not a Python object")
    modules["pythoncom"].__file__ = "pythoncom"
    types = ModuleType("pywintypes")
    vars(types).update(com_error=ComError, error=ComError, TimeType=datetime.datetime, IID=str)
    modules["pywintypes"] = types
    return modules


@contextmanager
def excel_python() -> Iterator[Any]:
    """The object that xlwings' VBA calls, with xlwings as it is on Windows.

    Afterwards everything is as it was before, imported modules included.
    """
    importlib.import_module("numpy")  # cannot be imported twice
    with ExitStack() as stack:
        stack.enter_context(patch.dict(sys.modules))
        for name in [name for name in sys.modules if name.split(".")[0] == "xlwings"]:
            del sys.modules[name]
        sys.modules.pop("vdi_addin.excel.udfs", None)
        sys.modules.update(pywin32())
        with ExitStack() as importing:
            for target, name, value in (
                (sys, "platform", "win32"),
                (ctypes, "PyDLL", MagicMock()),
                (ctypes, "windll", MagicMock()),
                (ctypes, "oledll", MagicMock()),
            ):
                importing.enter_context(patch.object(target, name, value, create=True))
            server = importlib.import_module("xlwings.com_server")
        yield server.XLPython()
