"""Installs the Excel add-in for the user who runs this, without administrator rights.

The add-in goes to the user's XLSTART folder: Excel opens what lies there at each start and
trusts it. In the AddIns folder it would wait for a tick in a dialog, and elsewhere for a
trust setting. The settings say which Python answers: the one that runs this.
"""

from __future__ import annotations

import locale
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vdi_addin.errors import AddinError
from vdi_addin.excel.vba import PROJECT, XLWINGS_VERSION
from vdi_addin.excel.xlam import FILE_NAME, xlam_bytes


@dataclass(frozen=True)
class Places:
    """Where the add-in and its settings belong."""

    addin: Path
    settings: Path


def places(environment: Mapping[str, str]) -> Places:
    """The places of the user whose environment this is.

    >>> places({"APPDATA": "/roaming", "USERPROFILE": "/user"}).settings.as_posix()
    '/user/.vdi_sizing/vdi_sizing.conf'
    """
    for name in ("APPDATA", "USERPROFILE"):
        if not environment.get(name):
            raise AddinError(f"The environment variable {name} is missing: the Excel add-in needs Windows")
    return Places(
        Path(environment["APPDATA"], "Microsoft", "Excel", "XLSTART", FILE_NAME),
        Path(environment["USERPROFILE"], f".{PROJECT}", f"{PROJECT}.conf"),
    )


def install(where: Places, python: Path | None = None) -> list[Path]:
    """Write the add-in and its settings; the files written."""
    interpreter = without_console(python or Path(sys.executable))
    refuse_store_python(sys.base_prefix)
    check_runtime(interpreter)
    try:
        contents = {where.addin: xlam_bytes(), where.settings: settings(interpreter).encode(locale.getencoding())}
    except UnicodeEncodeError as error:
        raise AddinError(
            f"Excel cannot read the path {interpreter}: install Python in a folder with a plain name"
        ) from error
    for file, content in contents.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        except OSError as error:
            raise AddinError(f"{file} cannot be written: close Excel and try again ({error.strerror})") from error
    return list(contents)


def uninstall(where: Places) -> list[Path]:
    """Remove the add-in and its settings; the files removed."""
    present = [file for file in (where.addin, where.settings) if file.exists()]
    try:
        for file in present:
            file.unlink()
        if where.settings.parent.is_dir() and not any(where.settings.parent.iterdir()):
            where.settings.parent.rmdir()
    except OSError as error:
        said = f"{error.filename} cannot be removed: close Excel and try again ({error.strerror})"
        raise AddinError(said) from error
    return present


def without_console(python: Path) -> Path:
    """The interpreter that opens no console window, where there is one."""
    quiet = python.with_name("pythonw.exe")
    return quiet if quiet.exists() else python


def refuse_store_python(base_prefix: str) -> None:
    """Refuse the Python of Microsoft's Store, which Windows keeps in a box.

    >>> refuse_store_python("C:/Python313")
    """
    if "WindowsApps" in base_prefix:
        raise AddinError(
            "This Python comes from Microsoft's Store: Windows shows it other folders than Excel sees, and does not "
            "let Excel start it. Install Python from https://www.python.org/downloads/ and run this with that one"
        )


def check_runtime(interpreter: Path) -> None:
    """Refuse an interpreter beside which the add-in's VBA would not find xlwings' DLL."""
    name = f"xlwings64-{XLWINGS_VERSION}.dll"
    folders = (interpreter.parent, interpreter.parent.parent)
    if not any((folder / name).exists() for folder in folders):
        raise AddinError(
            f"{name} is neither in {folders[0]} nor in {folders[1]}: "
            f"install vdi-sizing[excel] into a virtual environment and run this from there"
        )


def settings(interpreter: Path) -> str:
    """The settings that the add-in's VBA reads: which Python answers."""
    return f'"INTERPRETER_WIN","{interpreter}"\r\n'
