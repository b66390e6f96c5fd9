"""Collects all that a Windows PC without a network needs into one zip: wheels, add-ins, an install script.

It is for 64-bit Python on x64 (AMD64) Windows.

The zip is for one's own PCs: the xlwings wheel in it holds `xlwings/pro` too, whose licence
forbids handing it on. Nothing here uses that part.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from vdi_addin.errors import AddinError
from vdi_addin.excel.xlam import FILE_NAME, xlam_bytes
from vdi_addin.libreoffice.extension import oxt_bytes

PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
NOT_SOURCE = shutil.ignore_patterns(".*", "build", "dist", "release", "node_modules", "*.egg-info", "__pycache__")

Run = Callable[[Sequence[str]], None]


def run_pip(arguments: Sequence[str]) -> None:
    """Run pip with these arguments, and with nobody's settings: they could name another source of packages."""
    pip = (sys.executable, "-I", "-m", "pip", "--isolated", "--disable-pip-version-check")
    run = subprocess.run([*pip, *arguments], check=False)
    if run.returncode != 0:
        raise AddinError(f"pip {arguments[0]} failed: see above")


def bundle_bytes(project: Path | None = None, run: Run = run_pip) -> bytes:
    """The finished zip, from the project's source folder, by default the one that this code stands in."""
    source = project or Path(__file__).parents[3]
    if not (source / "pyproject.toml").exists():
        raise AddinError(f"{source} holds no pyproject.toml: run this from the project's folder")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # built from a copy: setuptools puts what an earlier build left behind into the next wheel
        shutil.copytree(source, folder / "source", ignore=NOT_SOURCE)
        collect_wheels(folder / "source", folder / "wheels", run)
        shutil.rmtree(folder / "source")
        (folder / FILE_NAME).write_bytes(xlam_bytes())
        (folder / "vdi_sizing.oxt").write_bytes(oxt_bytes())
        finished = io.BytesIO()
        with zipfile.ZipFile(finished, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(folder))
            for path_in_zip, text in texts():
                archive.writestr(path_in_zip, text)
    return finished.getvalue()


def collect_wheels(source: Path, wheels: Path, run: Run) -> None:
    """Build the project's wheel and download those it needs, for each Python of 64-bit Windows, by their hashes.

    Beside them stands, for each Python, what has to be installed, with the hash of each: our own wheel's too.
    """
    run(["wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(source)])
    (own,) = wheels.glob("*.whl")
    for python in PYTHONS:
        lock = source / "locks" / f"windows-{python}.txt"
        run(
            [
                *("download", "--quiet", "--dest", str(wheels), "--no-deps", "--require-hashes"),
                *("--only-binary", ":all:", "--platform", "win_amd64", "--implementation", "cp"),
                *("--python-version", python, "--requirement", str(lock)),
            ]
        )
        (wheels / lock.name).write_text(lock.read_text(encoding="utf-8") + requirement_of(own), encoding="utf-8")


def requirement_of(wheel: Path) -> str:
    """A wheel of ours as a line of a lock file: name, version and hash."""
    name, version, _ = wheel.name.split("-", 2)
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def texts() -> Iterator[tuple[str, str]]:
    """The install script: name in the zip and text."""
    package = files("vdi_addin")
    yield "install.py", (package / "excel" / "offline" / "install.py").read_text(encoding="utf-8")
    command = (package / "excel" / "offline" / "install.cmd").read_text(encoding="utf-8")
    yield "install.cmd", command.replace("\n", "\r\n")
