"""The Windows half without Windows and without Excel: `python3 go.py test-windows`.

Sets up a Windows Python under Wine, builds the bundle for a PC without a network, and lets `inside.py` install it,
call the functions as the add-in's VBA does, and remove it. What this cannot tell: whether VBA compiles in Excel, how
the ribbon looks, how Excel binds the names of functions.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from vdi_addin.excel.bundle import bundle_bytes

HERE = Path(__file__).resolve().parent
PACKAGES = {"wine": "wine wine64", "mvn": "maven"}
"""The programs that are needed, and their packages on Debian and Ubuntu."""
PYTHON_JAR = "cpython-3.11.3-1.5.9-windows-x86_64.jar"
NEWER_JAR = "cpython-3.13.5-1.5.12-windows-x86_64.jar"
"""Only for a DLL, libffi-8.dll, that the first one lacks."""
BUNDLE_FOLDER = "vdi sizing äö & x"


def main() -> int:
    """Run everything in the folder that the command line names; 1 if something was not as it should be."""
    missing = [package for program, package in PACKAGES.items() if shutil.which(program) is None]
    if missing:
        sys.exit(f"test-windows needs Wine and Maven. On Debian and Ubuntu: sudo apt-get install {' '.join(missing)}")
    folder = Path(sys.argv[1]).resolve()
    drive = folder / "prefix" / "drive_c"
    os.environ.update(WINEPREFIX=str(drive.parent), WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree=;mshtml=")
    os.environ["LC_ALL"] = "C.UTF-8"  # for letters such as ä in names
    if not (drive / "Python311" / "python.exe").is_file():
        make_python(folder, drive / "Python311")
    print("Building the bundle", flush=True)
    with zipfile.ZipFile(io.BytesIO(bundle_bytes())) as bundle:
        bundle.extractall(drive / BUNDLE_FOLDER)
    shutil.rmtree(drive / "vdi_tests", ignore_errors=True)
    shutil.copytree(HERE, drive / "vdi_tests", ignore=shutil.ignore_patterns("__pycache__"))
    return wine(r"C:\Python311\python.exe", "-X", "utf8", r"C:\vdi_tests\inside.py", f"C:\\{BUNDLE_FOLDER}")


def make_python(folder: Path, python: Path) -> None:
    """A Windows CPython at C:\\Python311, from the jars that Maven's registry has of it."""
    jars = folder / "jars"
    for version in ("3.11.3-1.5.9", "3.13.5-1.5.12"):
        artifact = f"-Dartifact=org.bytedeco:cpython:{version}:jar:windows-x86_64"
        run("mvn", "-q", "dependency:copy", artifact, f"-DoutputDirectory={jars}")
    if not (folder / "prefix" / "drive_c").is_dir():
        run("wineboot", "-i")
    unpacked = folder / "cpython"
    with zipfile.ZipFile(jars / PYTHON_JAR) as jar:
        jar.extractall(unpacked)
    root = unpacked / "org" / "bytedeco" / "cpython" / "windows-x86_64"
    (python / "DLLs").mkdir(parents=True, exist_ok=True)
    shutil.copytree(root / "lib", python / "Lib", dirs_exist_ok=True)
    shutil.copytree(root / "libs", python / "libs", dirs_exist_ok=True)
    patterns = ("bin/*.exe", "*.dll", "*/*.dll", "*.pyd", "*/*.pyd")
    for file in [file for pattern in patterns for file in root.glob(pattern)]:
        beside_python = file.suffix == ".exe" or file.name.startswith(("python3", "vcruntime", "lib"))
        if beside_python:
            shutil.copy(file, python)
        if not beside_python or file.name.startswith("lib"):
            shutil.copy(file, python / "DLLs")
    # The jar has no launchers for virtual environments; the interpreter itself serves, with its DLL on the path.
    launchers = python / "Lib" / "venv" / "scripts" / "nt"
    launchers.mkdir(parents=True, exist_ok=True)
    for name in ("python.exe", "pythonw.exe"):
        shutil.copy(python / name, launchers)
    with zipfile.ZipFile(jars / NEWER_JAR) as jar:
        (name,) = [name for name in jar.namelist() if name.endswith("/libffi-8.dll")][:1]
        for target in (python, python / "DLLs"):
            (target / "libffi-8.dll").write_bytes(jar.read(name))


def wine(*command: str) -> int:
    """The exit status of a Windows program; what it prints is passed on, since Wine cannot always write to a file."""
    with subprocess.Popen(
        ["wine", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.close()
        for line in program.stdout:
            print(line.decode("utf-8", "replace").rstrip(), flush=True)
    return program.returncode


def run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main())
