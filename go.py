"""Sets up what is needed in .venv beside this file, then runs it.

python3 go.py compare vdi_sizing.xlsx    any command of vdi-sizing
python3 go.py test                       lint, types and tests: each kind of proof once, in about half an hour
python3 go.py test --all                 everything on everything, and benchmarks; docs/proof.md says what it found
python3 go.py test-windows               the Excel add-in's Windows half, under Wine (needs Wine and Maven)
python3 go.py test-engines               the workbook in Gnumeric, ONLYOFFICE, a newer LibreOffice; needs Debian 12
python3 go.py page                       makes vdi_sizing.html, the command in a page that works offline
python3 go.py release                    makes the folder release, of all that is handed on, with checksums and notes
python3 go.py lock                       pins anew, with their hashes, the packages that all this installs
"""

import datetime
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        f"vdi-sizing needs Python 3.11 or newer, this is {sys.version.split()[0]}. "
        "Install one from https://www.python.org/downloads/ or your system, and call go.py with it."
    )

ROOT = Path(__file__).resolve().parent
GATE = ROOT / "tests" / "gate"
PAGE = ROOT / "addin" / "vdi_addin" / "page"
VENV = ROOT / ".venv"
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
BIN = VENV / PROGRAMS
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
MARKER = VENV / "vdi_sizing.json"
"""Written last: what .venv was made of and for, and each of its files. Without it .venv is not whole.

.venv is made in its place, not beside it and moved: its programs hold the path of its Python, on Windows within
an .exe. So what was moved would run the Python of the place before, or none.
"""
LOCK = ROOT / ".venv.lock"
WAIT_S = 0.2
STOPPED = 130
MEMORY_OF_WORKER = 6 << 30
"""Bytes that a process of tests takes at most, with its LibreOffice."""
LOCKS = ROOT / "locks"
LOCK_OF = {"": LOCKS / "run.txt", "[dev]": LOCKS / "dev.txt"}
"""Of each extra the file of all packages that it needs: each of one version, with the hashes of its files."""
EXTRAS = ("new", "import", "compare", "ranges", "optimize", "offer")
"""Extras of pyproject.toml: with them no command of .venv lacks a package."""
RELEASE = ROOT / "release"
NOTES, SUMS = "NOTES.md", "SHA256SUMS"
WHEEL_OF = ("pyproject.toml", "README.md", "LICENSE", "pylib", "templates", "addin")
NOT_IN_WHEEL = shutil.ignore_patterns("node_modules", "__pycache__", "*.egg-info", "build", "dist")
USUAL_UMASK = 0o022
PIP = ("-m", "pip", "--disable-pip-version-check")
NO_NETWORK = ("after connection broken by", "Could not fetch URL", "Connection error")
"""How pip says that a name, a proxy, a certificate or a server stands between it and the packages."""

# What the tests run besides Python: the program or module, and its package on Debian and Ubuntu.
PACKAGES = {
    "LibreOffice Calc": "libreoffice-calc",
    "Python's module uno": "python3-uno",
    "pdftoppm": "poppler-utils",
    "node": "nodejs",
    "npm": "npm",
    "Chromium": "chromium",
    "Python's module ensurepip": "python3-venv",
}
ADVICE = {
    "darwin": "brew install --cask libreoffice chromium && brew install poppler node",
    "win32": "winget install TheDocumentFoundation.LibreOffice oschwartz10612.Poppler OpenJS.NodeJS.LTS Google.Chrome",
    "linux": "install LibreOffice Calc, its Python module uno, poppler-utils, nodejs, npm and Chromium or Chrome; on "
    "Debian: sudo apt-get install " + " ".join(PACKAGES.values()),
}


def main(arguments: list[str]) -> int:
    own = {"test": test, "page": page, "release": release, "lock": lock}
    elsewhere = {"test-windows": "windows", "test-engines": "engines"}
    name = next(iter(arguments), "")
    if name in own:
        return own[name](arguments[1:])
    if name in elsewhere:
        install("[dev]")
        return show([PYTHON, ROOT / "tests" / elsewhere[name] / "run.py", ROOT / f".{elsewhere[name]}"], cwd=ROOT)
    install("")
    return run([str(BIN / "vdi-sizing"), *arguments])


def test(arguments: list[str]) -> int:
    """Install what the tests need, then run them; 1 if one of them fails.

    Each kind of proof once, where it differs; with `--all` everything on everything: docs/proof.md says what it found.
    """
    if arguments not in ([], ["--all"]):
        sys.exit(f"python3 go.py test: {' '.join(arguments)} is not known; only --all may follow.")
    everything = arguments == ["--all"]
    install_programs()
    install("[dev]")
    install_npm(GATE)
    try_npm(PAGE)
    start = time.monotonic()
    types = subprocess.Popen(  # beside the tests, whose last ones leave a processor idle
        [PYTHON, "-m", "mypy"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    checks = [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["pytest", "-n", str(workers()), "--dist", "worksteal", *arguments],
    ]
    failed = [" ".join(check) for check in checks if show([PYTHON, "-m", *check], cwd=ROOT) != 0]
    said, _ = types.communicate()
    print(f"$ mypy\n{said}", end="", flush=True)
    failed += ["mypy"] if types.returncode else []
    failed += whole_run(start) if everything else []
    show([PYTHON, "-m", "tests.proof"], cwd=ROOT)
    print("Failed: " + ", ".join(failed) if failed else "All checks passed.", flush=True)
    return 1 if failed else 0


def workers() -> int:
    """Processes that run tests: one more than there are processors, since each waits for LibreOffice now and then."""
    processors = os.cpu_count() or 1
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # of a system that does not say
        return processors
    return processors + 1 if memory > (processors + 1) * MEMORY_OF_WORKER else processors


def page(arguments: list[str]) -> int:
    """Build the offline page from what .venv holds and from the npm packages that its package-lock.json pins."""
    install_for_page()
    install("")
    return run([str(PYTHON), "-m", "vdi_addin.page.build", *arguments])


def install_for_page() -> None:
    """Install the npm packages of the offline page, or say what is missing."""
    missing = [PACKAGES[name] for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        sys.exit(f"The offline page is built with Node.js and npm: install {' and '.join(missing)}, and start again.")
    install_npm(PAGE)


def release(arguments: list[str]) -> int:
    """Make the folder `release` anew: all that is handed on, dated as the changelog says; nothing is uploaded.

    The same sources give the same bytes, whenever they are built.
    """
    if arguments:
        sys.exit(f"python3 go.py release: {' '.join(arguments)} is not known; nothing may follow.")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    dated, notes = changes_of(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    install("")
    with tempfile.TemporaryDirectory(prefix=".release.", dir=RELEASE.parent) as folder:
        made = Path(folder, RELEASE.name)
        made.mkdir()
        make_workbooks(made, dated)
        must([BIN / "vdi-sizing", "addin", "build", made])
        make_wheel(made, dated)
        make_page(made)
        shutil.copyfile(ROOT / "LICENSE", made / "LICENSE")
        (made / NOTES).write_text(notes, encoding="utf-8", newline="\n")
        sums = checksums(made)
        (made / SUMS).write_text(sums, encoding="utf-8", newline="\n")
        if RELEASE.exists():
            shutil.rmtree(RELEASE)
        made.rename(RELEASE)
    print(f"Wrote {RELEASE}:\n{sums}", end="", flush=True)
    return 0


def changes_of(version: str, changelog: str) -> tuple[datetime.date, str]:
    """The date of a version, and what the changelog says of it; its links lead nowhere outside of the project."""
    found = re.search(rf"^## {re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if found is None:
        sys.exit(f"CHANGELOG.md has no section on version {version}: a heading such as ## {version} (2026-11-27).")
    changes = re.sub(r"\[([^]]+)\]\((?!https?:)[^)]+\)", r"\1", found[2]).strip()
    return datetime.date.fromisoformat(found[1]), f"# VDI sizing {version} ({found[1]})\n\n{changes}\n"


def make_workbooks(folder: Path, dated: datetime.date) -> None:
    """The shipped example, in English and in German."""
    example = ("--example", "customer", "--as-of", dated)
    must([BIN / "vdi-sizing", "new", folder / "vdi_sizing.xlsx", *example])
    must([BIN / "vdi-sizing", "new", folder / "vdi_sizing_german.xlsx", *example, "--language", "de"])


def make_wheel(folder: Path, dated: datetime.date) -> None:
    """The wheel, from a copy: without what an earlier build left, and with the modes of files that are usual."""
    midnight = datetime.datetime.combine(dated, datetime.time(), datetime.UTC)
    before = os.umask(USUAL_UMASK)
    try:
        with tempfile.TemporaryDirectory() as copied:
            for name in WHEEL_OF:
                copy = shutil.copyfile if (ROOT / name).is_file() else copy_folder
                copy(ROOT / name, Path(copied, name))
            offline = ("--no-index", "--no-deps", "--no-build-isolation")
            epoch = {"SOURCE_DATE_EPOCH": str(int(midnight.timestamp()))}
            words = ("--quiet", *offline, "--wheel-dir", folder, copied)
            pip("wheel", *words, python=PYTHON, more_environment=epoch)
    finally:
        os.umask(before)


def copy_folder(source: Path, target: Path) -> None:
    """Copy the files of a folder without their modes."""
    shutil.copytree(source, target, ignore=NOT_IN_WHEEL, copy_function=shutil.copyfile)


def make_page(folder: Path) -> None:
    """The offline page, or a sentence that says what it lacks."""
    try:
        install_for_page()
    except SystemExit as error:
        print(f"{error} This release has no offline page.", file=sys.stderr, flush=True)
        return
    must([PYTHON, "-m", "vdi_addin.page.build", "--output", folder / "vdi_sizing.html"])


def checksums(folder: Path) -> str:
    """The SHA-256 of each file of a folder, as `sha256sum --check` reads them."""
    files = sorted(folder.iterdir())
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def whole_run(start: float) -> list[str]:
    """What `--all` does beside the tests: the engines that are installed, the benchmarks, the page; what failed."""
    failed = []
    if show([PYTHON, ROOT / "tests" / "engines" / "run.py", ROOT / ".engines", "--installed"], cwd=ROOT) != 0:
        failed.append("further engines")
    figures = ROOT / ".pytest_cache" / "figures.json"
    if show([PYTHON, "-m", "bench.report", figures], cwd=ROOT) != 0:
        failed.append("benchmarks")
    minutes = f"{(time.monotonic() - start) / 60:.1f}"
    show([PYTHON, "-m", "tests.proof", "--write", minutes, "--figures", figures], cwd=ROOT)
    return failed


def install(extra: str) -> None:
    """Install the project and the packages of its lock file into .venv, unless that was done already for both."""
    if is_installed(extra):
        return
    with locked():
        if not is_installed(extra):
            install_anew(extra)


def install_anew(extra: str) -> None:
    """Install into .venv, which is made anew where it is not whole; what ends this leaves no marker behind."""
    reason = why_not_whole()
    if reason is None:
        MARKER.unlink()
    else:
        print(f"Making {VENV} {reason}", file=sys.stderr, flush=True)
        remove_venv()
        make_venv(VENV)
    print(f"Installing vdi-sizing{extra} into {VENV}", file=sys.stderr, flush=True)
    pip("install", "--quiet", "--require-hashes", "-r", LOCK_OF[extra])
    pip("install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "-e", ROOT)
    write_marker(extra)


@contextmanager
def locked() -> Iterator[None]:
    """Hold the lock of .venv, for which other first runs wait; the system takes it from whoever is killed."""
    try:
        file = LOCK.open("a")
    except OSError as error:
        sys.exit(
            f"This folder is to be set up, and nothing can be written into {ROOT} ({error.strerror}). "
            "Copy this folder to a place of your own, and call go.py there."
        )
    with file:
        if not take(file):
            print("Another run of go.py sets this folder up; this one waits for it.", file=sys.stderr, flush=True)
            while not take(file):
                time.sleep(WAIT_S)
        yield


def take(file: IO[str]) -> bool:
    """Take the lock, which is given back when the file is closed; False if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter is what Windows says
        return False
    return True


def is_installed(extra: str) -> bool:
    """Whether .venv is whole, and holds what this extra asks for; [dev] holds the packages of all."""
    made = marker()
    return why_not_whole() is None and any(made.get("wanted") == wanted(of) for of in {extra, "[dev]"})


def why_not_whole() -> str | None:
    """Why .venv cannot be used as it is, in words that end a sentence; None if it can."""
    if not VENV.exists():
        return "for the first time"
    made = marker()
    if not made:
        return "anew: what is there was not finished, or was not made by this go.py"
    if made.get("for") != made_for():
        return "anew: what is there was made in another folder, by another Python or on another machine"
    damaged = next((name for name, size in made["files"].items() if size_of(VENV / name) != size), None)
    return None if damaged is None else f"anew: what is there is damaged, {damaged} is not as it was installed"


def marker() -> dict[str, Any]:
    """What the marker says; nothing if there is none that can be read."""
    try:
        said = json.loads(MARKER.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) and isinstance(said.get("files"), dict) else {}


def write_marker(extra: str) -> None:
    """Say that .venv is whole, in one step: nobody finds half of it."""
    files = {path.relative_to(VENV).as_posix(): size_of(path) for path in VENV.rglob("*") if is_installed_file(path)}
    beside = MARKER.with_suffix(".new")
    beside.write_text(json.dumps({"for": made_for(), "wanted": wanted(extra), "files": files}), encoding="utf-8")
    beside.replace(MARKER)


def is_installed_file(path: Path) -> bool:
    """Whether it stays as it is: what Python compiles comes and goes."""
    return path.is_file() and "__pycache__" not in path.parts


def size_of(path: Path) -> int | None:
    """The bytes of a file, 0 of what a link leads to outside, such as Python itself; None if there is none."""
    try:
        size = path.stat().st_size
        return 0 if path.is_symlink() else size
    except OSError:
        return None


def made_for() -> list[str]:
    """Where .venv works: in this folder, with this Python on this kind of machine."""
    return [str(ROOT), sys.base_prefix, sys.version, sysconfig.get_platform()]


def wanted(extra: str) -> str:
    """What the marker says of an extra as long as nothing has to be installed anew."""
    texts = (file.read_text(encoding="utf-8") for file in (ROOT / "pyproject.toml", LOCK_OF[extra]))
    return "\n".join((extra, *texts))


def lock(arguments: list[str]) -> int:
    """Pin the packages of each lock file, with hashes; those pinned already stay, unless asked to `--upgrade`."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "venv")
        make_venv(made)
        pip("install", "--quiet", "uv", python=made / PROGRAMS / PYTHON.name)
        statuses = [show([made / PROGRAMS / "uv", *words, *arguments], cwd=ROOT) for words in lock_commands()]
    return max(statuses)


def lock_commands() -> list[list[str]]:
    """What uv is asked, a call per lock file. Of Windows each Python has one: no marker then stands in it."""
    compile_all = ["pip", "compile", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    ours = [*compile_all, *extras, "--universal", "--python-version", "3.11", "pyproject.toml", "locks/build.in"]
    windows = [*compile_all, "--python-platform", "x86_64-pc-windows-msvc", "--only-binary", ":all:"]
    windows += [*extras, "--extra", "excel", "pyproject.toml"]
    return [
        [*ours, "--output-file", "locks/run.txt"],
        [*ours, "--extra", "dev", "--output-file", "locks/dev.txt"],
        *(
            [*windows, "--python-version", python, "--output-file", f"locks/windows-{python}.txt"]
            for python in ("3.11", "3.12", "3.13", "3.14", "3.15")
        ),
    ]


def remove_venv() -> None:
    """Remove what stands in the place of .venv, all of it or, where a program uses it, nothing."""
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    if not VENV.exists():
        return
    aside = Path(tempfile.mkdtemp(prefix=".venv.old.", dir=ROOT))
    try:
        VENV.rename(aside / VENV.name)
    except OSError as error:
        aside.rmdir()
        sys.exit(f"{VENV} cannot be replaced ({error.strerror}): end what runs from it, and call go.py again.")
    shutil.rmtree(aside, ignore_errors=True)


def make_venv(folder: Path) -> None:
    """Make a virtual environment with pip, by the Python behind the one that runs: that may stand in .venv itself."""
    python = getattr(sys, "_base_executable", sys.executable)
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            f"{python} cannot make virtual environments: its venv or ensurepip is missing. "
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
        )
    must([python, "-m", "venv", folder])


def pip(*words: object, python: Path = PYTHON, more_environment: Mapping[str, str] | None = None) -> None:
    """Run pip, which must not fail; where it reaches no network, one sentence says so in place of its warnings."""
    command = [str(word) for word in (python, *PIP, *words)]
    seldom = {"PIP_RETRIES": "2", **os.environ, **(more_environment or {})}
    ran = subprocess.run(
        command, stdout=sys.stderr, stderr=subprocess.PIPE, env=seldom, check=False, text=True, errors="replace"
    )
    if ran.returncode == 0:
        sys.stderr.write(ran.stderr)
        return
    if any(sign in ran.stderr for sign in NO_NETWORK):
        sys.exit(
            "The packages cannot be downloaded: no server of packages is reached. Set-up needs a network once; "
            "connect to one, or name your proxy in HTTPS_PROXY or your own server in PIP_INDEX_URL, and start again."
        )
    sys.exit(f"{ran.stderr}This failed with exit status {ran.returncode}: {' '.join(command)}")


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
    if missing == ["Chromium"]:
        print("There is no Chromium: the tests of the offline page are skipped.", flush=True)
    elif missing:
        sys.exit(f"Missing: {', '.join(missing)}. To install: {ADVICE.get(sys.platform, ADVICE['linux'])}")


def missing_programs() -> list[str]:
    sys.path.insert(0, str(ROOT))
    from tests.gate.browser import BrowserError, find_chromium  # noqa: PLC0415
    from tests.gate.office import OfficeError, find_soffice, find_uno_python  # noqa: PLC0415

    missing = [name for name in ("pdftoppm", "node", "npm") if shutil.which(name) is None]
    finders = {"LibreOffice Calc": find_soffice, "Python's module uno": find_uno_python, "Chromium": find_chromium}
    for name, find in finders.items():
        try:
            find()
        except (OfficeError, BrowserError):
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


def install_npm(folder: Path) -> None:
    """Install the npm packages of a folder, unless that was done already for its package-lock.json."""
    lock, done = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    with locked():
        if done.is_file() and done.stat().st_mtime >= lock.stat().st_mtime:
            return
        command = [str(shutil.which("npm")), "ci", "--no-audit", "--no-fund", "--fetch-retries", "1"]
        ran = subprocess.run(command, cwd=folder, capture_output=True, check=False, text=True, errors="replace")
    if ran.returncode != 0:
        why = next((line for line in ran.stderr.splitlines() if "code" in line), "npm says no more")
        sys.exit(
            f"The npm packages of {folder.relative_to(ROOT).as_posix()} cannot be had ({why}). "
            "They need a network once; connect to one, or name your own registry in npm_config_registry."
        )


def try_npm(folder: Path) -> None:
    """Install the npm packages of a folder, or say which tests are skipped without them."""
    try:
        install_npm(folder)
    except SystemExit as error:
        print(f"{error} The tests of the offline page are skipped.", flush=True)


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


def run(command: list[str]) -> int:
    """The exit status of a command, which hears of Ctrl-C itself, and says so."""
    with subprocess.Popen(command) as process:
        while True:
            try:
                status = process.wait()
            except KeyboardInterrupt:
                continue
            return status if status >= 0 else 128 - status


def start() -> int:
    """The exit status of all; Ctrl-C is no mistake of the program."""
    try:
        return main(sys.argv[1:])
    except KeyboardInterrupt:
        print("go.py: stopped", file=sys.stderr)
        return STOPPED


if __name__ == "__main__":
    sys.exit(start())
