"""Three further engines recalculate the workbook: `python3 go.py test-engines`.

A LibreOffice newer than the system's, unpacked from Debian's backports into a folder of its own, runs the tests of
recalculation, of random scenarios and of the extension. Gnumeric recalculates the committed workbook; what it cannot
calculate is listed in `gnumeric.py`, each defect shown by itself. ONLYOFFICE recalculates it, all examples, German and
six designs. No part of `go.py test`: it needs further packages. With `--installed`, as `go.py test --all` calls it,
those run that are there, LibreOffice excepted, whose tests that run holds already. What is found is written to
docs/engines.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

SOURCES = """deb http://deb.debian.org/debian bookworm main
deb http://deb.debian.org/debian bookworm-backports main
"""
BACKPORT = ("-t", "bookworm-backports", "libreoffice-calc", "python3-uno")
TESTS = (
    "tests/templates/workbook/test_recalculation.py",
    "tests/templates/workbook/test_no_circle.py",
    "tests/templates/workbook/test_random_scenarios.py",
    "tests/addin/libreoffice",
)

COUNTED = {
    "formulas recalculated by LibreOffice": "the committed workbook, each example, hosts that grow",
    "cells of random scenarios compared": "random scenarios, those of the gate among them",
}
"""What the tests count that compare, and of what."""
SCENARIOS = "10"
ONLYOFFICE = "onlyoffice"


def main() -> int:
    """Run them in the folder that the command line names; 1 if something was not as it should be."""
    folder = Path(sys.argv[1]).resolve()
    if "--installed" in sys.argv[2:]:
        return 1 if run_installed(folder) else 0
    missing = [program for program in ("apt-get", "dpkg", "ssconvert") if shutil.which(program) is None]
    if missing:
        sys.exit(f"test-engines needs Debian 12 and the package gnumeric; missing: {', '.join(missing)}")
    from tests.engines import onlyoffice  # noqa: PLC0415

    if not (folder / ONLYOFFICE).is_dir():
        onlyoffice.install(folder / ONLYOFFICE)
    failures = run_installed(folder)
    installed = folder / "libreoffice"
    if not (installed / "usr" / "bin" / "soffice").exists():
        unpack_libreoffice(folder, installed)
    return 1 if run_libreoffice(environment_of(installed)) or failures else 0


def run_libreoffice(environment: dict[str, str]) -> int:
    """Run the tests with that LibreOffice; their status. What they compared is written if none fails."""
    from tests.engines.found import tell  # noqa: PLC0415

    version = subprocess.run(["soffice", "--version"], env=environment, check=True, capture_output=True, text=True)
    command = [sys.executable, "-m", "pytest", "-q", "--all", *TESTS]
    said = []
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout or ():
            print(line, end="", flush=True)
            said.append(line)
    if run.returncode == 0:
        rows = [(what, counted(name, said)) for name, what in COUNTED.items()]
        tell("LibreOffice", version.stdout.split()[1], [(what, cells, 0, 0) for what, cells in rows])
    return run.returncode


def counted(name: str, said: list[str]) -> int:
    """How many of these the tests counted, in the lines that they ended with."""
    return next(int(line.split()[0].replace(",", "")) for line in said if line.strip().partition(" ")[2] == name)


def run_installed(folder: Path) -> int:
    """Run Gnumeric and ONLYOFFICE where they are installed; how many things were not as they should be."""
    from tests.engines import gnumeric, onlyoffice  # noqa: PLC0415

    failures = gnumeric.report(folder) if shutil.which("ssconvert") else 0
    if (folder / ONLYOFFICE).is_dir():
        failures += sum(differ for _, _, differ in onlyoffice.report(folder / ONLYOFFICE, folder / "books"))
    return failures


def unpack_libreoffice(folder: Path, installed: Path) -> None:
    """The newer LibreOffice, with apt's lists and packages in this folder; nothing of the system changes."""
    lists, archives = folder / "lists", folder / "apt" / "archives"
    for place in (lists / "partial", archives / "partial"):
        place.mkdir(parents=True, exist_ok=True)
    sources = folder / "sources.list"
    sources.write_text(SOURCES, encoding="utf-8")
    options = ["Dir::Etc::sourceparts=/dev/null", f"Dir::Etc::sourcelist={sources}"]
    options += [f"Dir::State::lists={lists}", f"Dir::Cache={archives.parent}"]
    apt = ["apt-get", *(word for option in options for word in ("-o", option))]
    subprocess.run([*apt, "-q", "update"], check=True)
    subprocess.run([*apt, "-qy", "--download-only", "--no-install-recommends", "install", *BACKPORT], check=True)
    for package in sorted(archives.glob("*.deb")):
        subprocess.run(["dpkg", "-x", package, installed], check=True)
    settle(installed)


def settle(installed: Path) -> None:
    """What names a place in /usr or /etc names the one in this folder: links and LibreOffice's own settings."""
    program = installed / "usr" / "lib" / "libreoffice" / "program"
    for link in [path for path in installed.rglob("*") if path.is_symlink() and os.readlink(path).startswith("/")]:
        target = installed / os.readlink(link).lstrip("/")
        link.unlink()
        link.symlink_to(target)
    main_settings = program.parent / "share" / "registry" / "main.xcd"
    main_settings.unlink()
    main_settings.symlink_to(program.parent / "share" / ".registry" / "main.xcd")
    uno = installed / "usr" / "lib" / "python3" / "dist-packages" / "uno.py"
    for file in (program / "fundamentalrc", program / "sofficerc", uno):
        text = file.read_text(encoding="utf-8")
        for place in ("/usr/lib/libreoffice", "/etc/libreoffice"):
            for before in ("file://", "vnd.sun.star.pathname:", "'"):
                text = text.replace(before + place, f"{before}{installed}{place}")
        file.write_text(text, encoding="utf-8")


def environment_of(installed: Path) -> dict[str, str]:
    """Where this LibreOffice and its module uno are found before the system's; how many random scenarios it gets."""
    libraries = (installed / "usr/lib/libreoffice/program", installed / "usr/lib/x86_64-linux-gnu")
    return {
        **os.environ,
        "VDI_SIZING_SCENARIOS": SCENARIOS,
        "PATH": os.pathsep.join((str(installed / "usr" / "bin"), os.environ["PATH"])),
        "LD_LIBRARY_PATH": os.pathsep.join(map(str, libraries)),
        "PYTHONPATH": str(installed / "usr" / "lib" / "python3" / "dist-packages"),
    }


if __name__ == "__main__":
    sys.exit(main())
