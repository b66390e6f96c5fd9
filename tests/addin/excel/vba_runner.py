"""Runs VBA in LibreOffice: modules come as JSON on standard input, what `Probe` returns goes out.

Runs in LibreOffice's own Python: standard library and `uno` only.
Usage: vba_runner.py SOFFICE PROFILE_URL
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import uuid
from typing import Any

SECONDS_TO_START = 100


def main() -> None:
    """Start LibreOffice, run, and end it whatever happens."""
    soffice, profile = sys.argv[1:]
    pipe = f"vba{uuid.uuid4().hex}"
    office = subprocess.Popen(
        [
            *(soffice, "--headless", "--norestore", "--nologo", "--nodefault"),
            *(f"-env:UserInstallation={profile}", f"--accept=pipe,name={pipe};urp;"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        desktop = connect(pipe)
        print(json.dumps(run(desktop, json.load(sys.stdin))))
        desktop.terminate()
        office.wait(20)
    finally:
        office.kill()


def connect(pipe: str) -> Any:
    """LibreOffice's desktop, once it is there."""
    import uno  # type: ignore[import-not-found]  # noqa: PLC0415

    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstance("com.sun.star.frame.Desktop")
        except Exception:  # NoConnectException, which only uno knows
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def run(desktop: Any, modules: dict[str, str]) -> Any:
    """The result of `Probe` of the last module."""
    import uno  # noqa: PLC0415

    hidden, macros = (uno.createUnoStruct("com.sun.star.beans.PropertyValue") for _ in range(2))
    hidden.Name, hidden.Value = "Hidden", True
    macros.Name, macros.Value = "MacroExecutionMode", 4  # always
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (hidden, macros))
    document.BasicLibraries.createLibrary("Vba")
    library = document.BasicLibraries.getByName("Vba")
    for name, code in modules.items():
        library.insertByName(name, "Option VBASupport 1\n" + code)
    place = f"vnd.sun.star.script:Vba.{[*modules][-1]}.Probe?language=Basic&location=document"
    result = document.getScriptProvider().getScript(place).invoke((), (), ())[0]
    document.close(True)
    return result


if __name__ == "__main__":
    main()
