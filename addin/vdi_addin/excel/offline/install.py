"""Installs vdi-sizing and its Excel add-in from the wheels beside this file, without a network.

python install.py              installs for the user who runs this
python install.py --uninstall  removes it again
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUPPORTED = ((3, 11), (3, 12), (3, 13))


def main() -> int:
    """Install or remove, and say what was done."""
    home = Path(os.environ["LOCALAPPDATA"]) / "vdi_sizing"
    scripts = home / "python" / "Scripts"
    if "--uninstall" in sys.argv:
        run(scripts / "vdi-sizing.exe", "addin", "uninstall")
        shutil.rmtree(home)
        print(f"Removed {home}")
        return 0
    if sys.version_info[:2] not in SUPPORTED or sys.maxsize < 2**32:
        versions = ", ".join(f"{major}.{minor}" for major, minor in SUPPORTED)
        print(f"This is Python {sys.version}; this package is for 64-bit Python {versions}.")
        return 2
    venv.create(home / "python", with_pip=True, clear=True)
    python = scripts / "python.exe"
    run(python, "-m", "pip", "install", "--no-index", "--find-links", HERE / "wheels", "vdi-sizing[excel]")
    run(scripts / "vdi-sizing.exe", "addin", "install")
    print(f"Done. Start Excel: there is a tab VDI sizing. The command is {scripts / 'vdi-sizing.exe'}")
    return 0


def run(*command: str | Path) -> None:
    """Run a command; its failure ends the installation."""
    subprocess.run([str(part) for part in command], check=True)


if __name__ == "__main__":
    sys.exit(main())
