"""Runs in a Windows Python: installs the bundle for a user with an awkward name, calls functions, removes it again.

python inside.py FOLDER_OF_THE_BUNDLE
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
USER = Path(r"C:\users\Ann O'Neill ä")
WRONG: list[str] = []


def main() -> int:
    """Every step; 1 if something was not as it should be."""
    bundle = Path(sys.argv[1])
    shutil.rmtree(USER, ignore_errors=True)
    os.environ.update(
        USERPROFILE=str(USER), APPDATA=str(USER / "AppData/Roaming"), LOCALAPPDATA=str(USER / "AppData/Local")
    )
    for folder in ("AppData/Roaming", "AppData/Local", "Documents"):
        (USER / folder).mkdir(parents=True)
    os.environ["PATH"] += f";{Path(sys.executable).parent}"  # where a virtual environment finds Python's DLL here
    home = USER / "AppData/Local/vdi_sizing"
    addin = USER / "AppData/Roaming/Microsoft/Excel/XLSTART/vdi_sizing.xlam"
    settings = USER / ".vdi_sizing/vdi_sizing.conf"

    install = [sys.executable, "-I", str(bundle / "install.py")]
    check("the bundle installs, from a folder with a blank, umlauts and &", subprocess.call(install) == 0)
    check("the add-in stands in XLSTART", addin.is_file())
    check("the settings name the interpreter", "python1" in settings.read_text(encoding="mbcs"))
    host(home / "python1")
    running = subprocess.Popen([home / "python1/Scripts/python.exe", "-c", "import time; time.sleep(600)"])
    time.sleep(3)
    check("a second installation works while a Python of the first runs", subprocess.call(install) == 0)
    check("the settings name the new interpreter", "python2" in settings.read_text(encoding="mbcs"))
    check("uninstalling works while a Python of the first runs", subprocess.call([*install, "--uninstall"]) == 0)
    check("the add-in and its settings are gone", not addin.exists() and not settings.exists())
    running.kill()
    running.wait()
    time.sleep(3)
    check("uninstalling once more removes the rest", subprocess.call([*install, "--uninstall"]) == 0)
    check("nothing is left", not home.exists())
    print(f"{len(WRONG)} wrong" if WRONG else "All was as it should be.", flush=True)
    return 1 if WRONG else 0


def host(environment: Path) -> None:
    """What Excel does, in a process of its own that has the add-in's packages."""
    status = subprocess.call(
        [environment / "Scripts/python.exe", "-X", "utf8", HERE / "host.py", environment], cwd=USER / "Documents"
    )
    check("the functions answer as they should", status == 0)


def check(what: str, holds: bool) -> None:
    """Say whether it holds."""
    print(("ok     " if holds else "WRONG  ") + what, flush=True)
    if not holds:
        WRONG.append(what)


if __name__ == "__main__":
    sys.exit(main())
