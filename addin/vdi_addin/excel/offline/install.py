"""Installs vdi-sizing and its Excel add-in from the wheels beside this file, without a network.

python install.py              installs for the user who runs this
python install.py --uninstall  removes it again
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUPPORTED = ((3, 11), (3, 12), (3, 13), (3, 14), (3, 15))


def main() -> int:
    """Install or remove, and say what was done."""
    home = Path(os.environ["LOCALAPPDATA"]) / "vdi_sizing"
    if "--uninstall" in sys.argv:
        return uninstall(home)
    reason = why_not(sys.version_info[:2], sys.maxsize > 2**32, platform.machine(), sys.base_prefix)
    if reason:
        print(reason)
        return 2
    remove_unused(home)
    # A folder of its own: an Excel that is open may hold the files of the last installation.
    folder = next(home / f"python{number}" for number in range(1, 1000) if not (home / f"python{number}").exists())
    venv.create(folder, with_pip=True)
    python, command = folder / "Scripts" / "python.exe", folder / "Scripts" / "vdi-sizing.exe"
    wheels = HERE / "wheels"
    what = wheels / "windows-{}.{}.txt".format(*sys.version_info)
    run(
        *(python, "-I", "-m", "pip", "--isolated", "install", "--no-index", "--find-links", wheels),
        *("--no-deps", "--require-hashes", "--requirement", what),
    )
    run(command, "addin", "install")
    remove_unused(home, but=folder)
    print(f"Done. Start Excel again: there is a tab VDI sizing. The command is {command}")
    return 0


def uninstall(home: Path) -> int:
    """Remove the add-in first, then what no running Python holds."""
    for command in sorted(home.glob("python*/Scripts/vdi-sizing.exe")):
        try:
            run(command, "addin", "uninstall")
        except (OSError, subprocess.CalledProcessError) as error:  # what is left of an older installation
            print(f"This did not work, and may not matter: {error}")
    remove_unused(home)
    if home.exists():
        print(f"Excel still holds files in {home}: close it, and delete this folder.")
        return 0
    print(f"Removed {home}")
    return 0


def remove_unused(home: Path, but: Path | None = None) -> None:
    """Remove what earlier installations left behind, as far as nothing that runs holds it."""
    for folder in home.glob("python*"):
        if folder != but:
            shutil.rmtree(folder, ignore_errors=True)
    if home.is_dir() and not any(home.iterdir()):
        home.rmdir()


def why_not(version: tuple[int, int], is_64_bit: bool, machine: str, base_prefix: str) -> str:
    """Why this Python cannot be used; empty if it can.

    >>> why_not((3, 13), True, "AMD64", "C:/Python313")
    ''
    """
    versions = ", ".join(f"{major}.{minor}" for major, minor in SUPPORTED)
    if version not in SUPPORTED or not is_64_bit or machine.upper() not in ("AMD64", "X86_64"):
        bits = 64 if is_64_bit else 32
        return (
            f"This is {bits}-bit Python {version[0]}.{version[1]} on {machine}; "
            f"this package is for 64-bit Python {versions} on x64."
        )
    if "WindowsApps" in base_prefix:
        return (
            "This Python comes from Microsoft's Store: Windows shows it other folders than Excel sees. "
            "Install Python from https://www.python.org/downloads/ and run this with that one."
        )
    return ""


def run(*command: str | Path) -> None:
    """Run a command; its failure ends the installation."""
    subprocess.run([str(part) for part in command], check=True)


if __name__ == "__main__":
    sys.exit(main())
