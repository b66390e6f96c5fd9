"""Sets up what is needed in .venv beside this file, then runs it.

python3 go.py compare vdi_sizing.xlsx    any command of vdi-sizing
python3 go.py test                       lint, types and tests: each kind of proof once, in about twenty minutes
python3 go.py test --all                 everything on everything, and benchmarks; docs/proof.md says what it found
python3 go.py test-windows               the Excel add-in's Windows half, under Wine (needs Wine and Maven)
python3 go.py test-engines               the workbook in Gnumeric and a newer LibreOffice (needs Debian 12 and Gnumeric)
python3 go.py lock                       pins anew, with their hashes, the packages that all this installs
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        f"vdi-sizing needs Python 3.11 or newer, this is {sys.version.split()[0]}. "
        "Install one from https://www.python.org/downloads/ or your system, and call go.py with it."
    )

ROOT = Path(__file__).resolve().parent
GATE = ROOT / "tests" / "gate"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCKS = ROOT / "locks"
LOCK_OF = {"": LOCKS / "run.txt", "[dev]": LOCKS / "dev.txt"}
"""Of each extra the file of all packages that it needs: each of one version, with the hashes of its files."""
PIP = (PYTHON, "-m", "pip", "--disable-pip-version-check")

# What the tests run besides Python: the program or module, and its package on Debian and Ubuntu.
PACKAGES = {
    "LibreOffice Calc": "libreoffice-calc",
    "Python's module uno": "python3-uno",
    "pdftoppm": "poppler-utils",
    "node": "nodejs",
    "npm": "npm",
    "Python's module ensurepip": "python3-venv",
}
ADVICE = {
    "darwin": "brew install --cask libreoffice && brew install poppler node",
    "win32": "winget install TheDocumentFoundation.LibreOffice oschwartz10612.Poppler OpenJS.NodeJS.LTS",
    "linux": "install LibreOffice Calc, its Python module uno, poppler-utils, nodejs and npm; on Debian and "
    "Ubuntu: sudo apt-get install " + " ".join(PACKAGES.values()),
}


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["test"]:
        return test(arguments[1:])
    if arguments[:1] == ["test-windows"]:
        install("[dev]")
        return show([PYTHON, ROOT / "tests" / "windows" / "run.py", ROOT / ".windows"], cwd=ROOT)
    if arguments[:1] == ["test-engines"]:
        install("[dev]")
        return show([PYTHON, ROOT / "tests" / "engines" / "run.py", ROOT / ".engines"], cwd=ROOT)
    if arguments[:1] == ["lock"]:
        return lock(arguments[1:])
    install("")
    return subprocess.call([BIN / "vdi-sizing", *arguments])


def test(arguments: list[str]) -> int:
    """Install what the tests need, then run them; 1 if one of them fails.

    Each kind of proof once, where it differs; with `--all` everything on everything: docs/proof.md says what it found.
    """
    if arguments not in ([], ["--all"]):
        sys.exit(f"python3 go.py test: {' '.join(arguments)} is not known; only --all may follow.")
    everything = arguments == ["--all"]
    install_programs()
    install("[dev]")
    install_validator()
    start = time.monotonic()
    types = subprocess.Popen(  # beside the tests, whose last ones leave a processor idle
        [PYTHON, "-m", "mypy"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    checks = [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["pytest", "-n", "auto", "--dist", "worksteal", *arguments],
    ]
    failed = [" ".join(check) for check in checks if show([PYTHON, "-m", *check], cwd=ROOT) != 0]
    said, _ = types.communicate()
    print(f"$ mypy\n{said}", end="", flush=True)
    failed += ["mypy"] if types.returncode else []
    failed += whole_run(start) if everything else []
    show([PYTHON, "-m", "tests.proof"], cwd=ROOT)
    print("Failed: " + ", ".join(failed) if failed else "All checks passed.", flush=True)
    return 1 if failed else 0


def whole_run(start: float) -> list[str]:
    """What `--all` does beside the tests: the engines that are installed, the benchmarks, the page; what failed."""
    failed = []
    if shutil.which("ssconvert") and show([PYTHON, "-m", "tests.engines.gnumeric"], cwd=ROOT) != 0:
        failed.append("Gnumeric")
    figures = ROOT / ".pytest_cache" / "figures.json"
    if show([PYTHON, "-m", "bench.report", figures], cwd=ROOT) != 0:
        failed.append("benchmarks")
    minutes = f"{(time.monotonic() - start) / 60:.1f}"
    show([PYTHON, "-m", "tests.proof", "--write", minutes, "--figures", figures], cwd=ROOT)
    return failed


def install(extra: str) -> None:
    """Install the project and the packages of its lock file into .venv, unless that was done already for both."""
    if any(stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted(of) for of, stamp in stamps(extra).items()):
        return
    if not has_pip():
        make_venv()
    print(f"Installing vdi-sizing{extra} into {VENV}", file=sys.stderr, flush=True)
    must([*PIP, "install", "--quiet", "--require-hashes", "-r", LOCK_OF[extra]])
    must([*PIP, "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "-e", ROOT])
    stamps(extra)[extra].write_text(wanted(extra), encoding="utf-8")


def stamps(extra: str) -> dict[str, Path]:
    """The files that say what was installed: by any of these extras the one asked for is there too."""
    return {of: VENV / f"installed{of}.txt" for of in (extra, "[dev]")}


def wanted(extra: str) -> str:
    """What the stamp of an extra says as long as nothing has to be installed anew."""
    texts = (file.read_text(encoding="utf-8") for file in (ROOT / "pyproject.toml", LOCK_OF[extra]))
    return "\n".join((str(ROOT), sys.version, *texts))


def lock(arguments: list[str]) -> int:
    """Pin the packages of each lock file, with hashes; those pinned already stay, unless asked to `--upgrade`."""
    if not has_pip():
        make_venv()
    with tempfile.TemporaryDirectory() as folder:
        must([*PIP, "install", "--quiet", "--target", folder, "uv"])
        statuses = [show([Path(folder, "bin", "uv"), *words, *arguments], cwd=ROOT) for words in lock_commands()]
    return max(statuses)


def lock_commands() -> list[list[str]]:
    """What uv is asked, a call per lock file. Of Windows each Python has one: no marker then stands in it."""
    compile_all = ["pip", "compile", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
    ours = [*compile_all, "--universal", "--python-version", "3.11", "pyproject.toml", "locks/build.in"]
    windows = [*compile_all, "--python-platform", "x86_64-pc-windows-msvc", "--only-binary", ":all:"]
    windows += ["--extra", "excel", "pyproject.toml"]
    return [
        [*ours, "--output-file", "locks/run.txt"],
        [*ours, "--extra", "dev", "--output-file", "locks/dev.txt"],
        *(
            [*windows, "--python-version", python, "--output-file", f"locks/windows-{python}.txt"]
            for python in ("3.11", "3.12", "3.13", "3.14", "3.15")
        ),
    ]


def has_pip() -> bool:
    """Whether .venv is whole; it is not if its making was interrupted."""
    if not PYTHON.exists():
        return False
    return subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0


def make_venv() -> None:
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            f"{sys.executable} cannot make virtual environments: its venv or ensurepip is missing. "
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
        )
    must([sys.executable, "-m", "venv", VENV])


def install_programs() -> None:
    """Install LibreOffice and the like where apt-get may, otherwise say how."""
    packages = [PACKAGES[name] for name in missing_programs()]
    if not packages:
        return
    prefix = apt_prefix()
    if prefix is not None:
        show([*prefix, "apt-get", "update"])
        show([*prefix, "apt-get", "install", "-y", "--no-install-recommends", *packages])
    missing = missing_programs()
    if missing:
        sys.exit(f"Missing: {', '.join(missing)}. To install: {ADVICE.get(sys.platform, ADVICE['linux'])}")


def missing_programs() -> list[str]:
    sys.path.insert(0, str(ROOT))
    from tests.gate.office import OfficeError, find_soffice, find_uno_python  # noqa: PLC0415

    missing = [name for name in ("pdftoppm", "node", "npm") if shutil.which(name) is None]
    for name, find in (("LibreOffice Calc", find_soffice), ("Python's module uno", find_uno_python)):
        try:
            find()
        except OfficeError:
            missing.append(name)
    if not PYTHON.exists() and importlib.util.find_spec("ensurepip") is None:
        missing.append("Python's module ensurepip")
    return missing


def apt_prefix() -> list[str] | None:
    """What stands before apt-get: nothing for root, sudo where it asks no password; None where it may not."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    return sudo if shutil.which("sudo") and subprocess.call([*sudo, "true"]) == 0 else None


def install_validator() -> None:
    """Install the Open XML validator, unless that was done already for this package-lock.json."""
    lock, done = GATE / "package-lock.json", GATE / "node_modules" / ".package-lock.json"
    if not done.is_file() or done.stat().st_mtime < lock.stat().st_mtime:
        must([shutil.which("npm"), "ci", "--no-audit", "--no-fund"], cwd=GATE)


def show(command: list[object], cwd: Path | None = None) -> int:
    """Print a command, run it, and return its exit status."""
    words = [str(word) for word in command]
    print("$ " + " ".join(words), flush=True)
    return subprocess.call(words, cwd=cwd)


def must(command: list[object], cwd: Path | None = None) -> None:
    """Run a command that must not fail; standard output is kept for vdi-sizing's answer."""
    status = subprocess.call([str(word) for word in command], cwd=cwd, stdout=sys.stderr)
    if status != 0:
        sys.exit(f"This failed with exit status {status}: {' '.join(map(str, command))}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
