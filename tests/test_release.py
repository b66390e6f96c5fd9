"""A release: the same bytes twice, and a wheel that works with what it needs alone."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from email import message_from_bytes
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import go
import pytest
from packaging.requirements import Requirement
from tests.addin.command.workbooks import new

from vdi_addin.command.extras import EXTRAS
from vdi_addin.command.program import main
from vdi_addin.command.status import DONE, UNUSABLE
from vdi_templates.reading import limits

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE = {"openpyxl", "defusedxml", "tqdm"}
MODULES = {"pillow": "PIL", "python-pptx": "pptx"}
"""Packages that are imported by another name."""
USERS = """Benutzergruppe;Anzahl;gleichzeitig aktiv;Profil;GB pro Benutzer;GB Delta
Sachbearbeitung;1.250;80 %;Windows 11 knowledge worker, MCS;12,5;20
Entwicklung;40;100 %;Windows 11 knowledge worker, PVS;40;20
"""
CHANGELOG = """# Changes

## 2.0.10 (2026-12-01)

- Newer.

## 2.0.1 (2026-11-30)

- Lists ([lists](docs/lists.md#head)), and [a site](https://example.org).
- More.

## 2.0.0 (2026-11-01)

- Older.
"""
START = """
import sys
sys.path.insert(0, sys.argv.pop(1))
sys.argv[0] = "vdi-sizing"
from vdi_addin.command.start import run
if __name__ == "__main__":
    sys.exit(run())
"""


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def programs_of_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in .venv runs; nothing is installed."""
    monkeypatch.setattr(go, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(go, "BIN", Path(sys.executable).parent)
    monkeypatch.setattr(go, "install", lambda extra: None)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


def built(folder: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(go, "PYTHON", Path(sys.executable))
        go.make_wheel(folder, date(2026, 11, 30))
    (found,) = folder.iterdir()
    return found


def test_the_notes_are_those_of_the_version_alone_and_no_link_leads_nowhere() -> None:
    said = "# VDI sizing 2.0.1 (2026-11-30)\n\n- Lists (lists), and [a site](https://example.org).\n- More.\n"
    assert go.changes_of("2.0.1", CHANGELOG) == (date(2026, 11, 30), said)
    with pytest.raises(SystemExit, match=r"^CHANGELOG\.md has no section on version 2\.0\.2: "):
        go.changes_of("2.0.2", CHANGELOG)


def test_the_version_and_its_date_are_those_of_the_citation() -> None:
    dated, notes = go.changes_of(PROJECT["version"], text("CHANGELOG.md"))
    said = dict(re.findall(r"^(version|date-released): (.*)$", text("CITATION.cff"), re.MULTILINE))
    assert said == {"version": PROJECT["version"], "date-released": dated.isoformat()}
    assert "](docs" not in notes


def test_the_addresses_are_the_same_placeholders_everywhere() -> None:
    assert f"repository-code: {PROJECT['urls']['Repository']}\n" in text("CITATION.cff")
    found = re.findall(r"[\w@/:.-]*example\.\w+", "".join(map(text, ("pyproject.toml", "CITATION.cff", "SECURITY.md"))))
    assert all("example.org" in each for each in found)


def test_the_limits_that_are_promised_are_those_that_hold() -> None:
    said = text("SECURITY.md")
    for words in (
        f"{limits.MAX_FILE_BYTES / 1e6:.0f} MB packed", f"{limits.MAX_UNPACKED_BYTES / 1e6:.0f} MB unpacked",
        f"{limits.MAX_SHEETS} sheets", f"{limits.MAX_NAMES:,} defined names", f"{limits.MAX_CELLS:,} cells",
        f"{limits.MAX_LIST_ROWS:,} rows",
    ):  # fmt: skip
        assert words in " ".join(said.split())


def test_nothing_may_follow() -> None:
    with pytest.raises(SystemExit, match=r"^python3 go\.py release: --upload is not known; nothing may follow\.$"):
        go.main(["release", "--upload"])


def test_without_the_page_a_sentence_says_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    go.make_page(tmp_path)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("The offline page is built with Node.js and npm: install nodejs and npm")
    assert line.endswith("This release has no offline page.")
    assert list(tmp_path.iterdir()) == []


def test_the_same_wheel_comes_twice_whatever_the_umask_is(wheel: Path, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        again = built(tmp_path)
    finally:
        os.umask(before)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


@pytest.mark.everything
def test_two_releases_are_the_same_bytes_and_their_sums_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(go, "make_page", lambda folder: None)  # whose own test builds it
    monkeypatch.setattr(go, "RELEASE", tmp_path / "release")
    (tmp_path / "release").mkdir()
    (tmp_path / "release" / "of_an_earlier_version.whl").touch()
    made = []
    for zone, seed in (("UTC", "0"), ("Asia/Tokyo", "7")):
        monkeypatch.setenv("TZ", zone)
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        assert go.release([]) == DONE
        made.append({path.name: path.read_bytes() for path in go.RELEASE.iterdir()})
    assert made[0] == made[1]
    whole = f"vdi_sizing-{PROJECT['version']}-py3-none-any.whl"
    books = {"vdi_sizing.xlsx", "vdi_sizing_german.xlsx", "vdi_functions.xlsx"}
    addins = {"vdi_sizing.xlam", "vdi_sizing.oxt"}
    assert made[0].keys() == {*books, *addins, whole, "LICENSE", go.NOTES, go.SUMS}
    sums = made[0].pop(go.SUMS).decode()
    assert sums == "".join(f"{hashlib.sha256(made[0][name]).hexdigest()}  {name}\n" for name in sorted(made[0]))
    assert [path.name for path in tmp_path.iterdir()] == ["release"]


def modules_of(wishes: Iterable[str]) -> set[str]:
    names = (Requirement(wish).name for wish in wishes)
    return {MODULES.get(name, name) for name in names}


def test_each_extra_that_a_command_asks_for_is_one_of_the_project() -> None:
    extras = dict(PROJECT["optional-dependencies"])
    del extras["dev"]
    of_all = [Requirement(wish) for wish in extras.pop("all")]
    assert {extra: modules_of(wishes) for extra, wishes in extras.items()} == {
        extra: set(modules) for extra, modules in EXTRAS.items()
    }
    assert {name for wish in of_all for name in wish.extras} == EXTRAS.keys()
    assert [str(wish.marker) for wish in of_all if "excel" in wish.extras] == ['sys_platform == "win32"']
    assert {*go.EXTRAS, "excel"} == EXTRAS.keys()


def test_the_table_of_extras_names_them_all() -> None:
    table = text("docs/command.md").partition("| extra | installs | needed for |")[2].partition("\n\n")[0]
    rows = [line.split(" | ")[0] for line in table.splitlines()[2:]]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == {*EXTRAS, "all"}


def needed(content: bytes) -> Iterator[str]:
    """What a wheel needs without an extra, and what that needs."""
    wishes = message_from_bytes(content).get_all("Requires-Dist") or []
    for wish in map(Requirement, wishes):
        if wish.marker is None or wish.marker.evaluate({"extra": ""}):
            yield wish.name
            yield from needed((distribution(wish.name).read_text("METADATA") or "").encode())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and what it needs, and with nothing else that could be imported."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as package:
        package.extractall(folder)
        (metadata,) = (name for name in package.namelist() if name.endswith("/METADATA"))
        packages = set(needed(package.read(metadata)))
    assert packages == {*CORE, "et-xmlfile"}
    for name in packages:
        for file in distribution(name).files or ():
            if ".." not in file.parts and file.suffix != ".pyc":
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)
    return folder


class Ran(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    error: str
    files: dict[str, bytes]


def run(words: Sequence[str], folder: Path, installed: Path, *, extras: bool = False) -> Ran:
    """Run a command of the wheel in a folder: with what it needs alone, or with all that is installed here."""
    site = [] if extras else ["-S"]
    ran = subprocess.run(
        [sys.executable, "-I", *site, "-c", START, str(installed), *words],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    return Ran(ran.returncode, ran.stdout, ran.stderr, files)


def folder_of(parent: Path, brand: str = "") -> Path:
    """A folder with a list, and with the brand file that is to be found beside a workbook."""
    parent.mkdir()
    (parent / "users.csv").write_text(USERS, encoding="utf-8")
    if brand:
        (parent / "brand.toml").write_text(brand, encoding="utf-8")
    return parent


def test_nothing_but_what_is_needed_can_be_imported(installed: Path, tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); import numpy"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert "No module named 'numpy'" in run.stderr


def test_new_and_import_write_the_same_without_an_extra(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without, with_all = (folder_of(tmp_path / name) for name in ("without", "with"))
    small = ("--designs", "1", "--as-of", "2026-11-30")
    take = ["import", "users.csv", "--into", "book.xlsx", "--drop-groups"]
    new(with_all / "book.xlsx", *small)
    monkeypatch.chdir(with_all)
    assert main(take) == DONE
    for words in (["new", "book.xlsx", *small], take):
        ran = run(words, without, installed)
        assert ran.status == DONE, ran.error
    assert ran.files.keys() == {"users.csv", "book.xlsx", "book_imported.xlsx"}
    assert [name for name, content in ran.files.items() if (with_all / name).read_bytes() != content] == []


EVERYTHING = (
    "new book.xlsx --as-of 2026-11-30",
    "import users.csv --into book.xlsx --drop-groups",
    "compare book_imported.xlsx",
    "check book_imported.xlsx",
    "upgrade earlier.xlsx -o today.xlsx",
    "diff book.xlsx book_imported.xlsx -o diff.xlsx",
    "density book.xlsx -o density.xlsx",
)


@pytest.mark.everything
@pytest.mark.parametrize("brand", ["", 'language = "de"\ncurrency = "EUR"\n'], ids=["English", "German"])
def test_each_command_does_the_same_without_an_extra(brand: str, installed: Path, tmp_path: Path) -> None:
    folders = [folder_of(tmp_path / name, brand) for name in ("without", "with")]
    for folder in folders:
        shutil.copy(ROOT / "tests/templates/carry_over/version_1_0_0/etri.xlsx", folder / "earlier.xlsx")
    for line in EVERYTHING:
        without, with_all = (
            run(line.split(), folder, installed, extras=extras)
            for folder, extras in zip(folders, (False, True), strict=True)
        )
        assert "Traceback" not in without.error
        assert without.status != UNUSABLE, without.error
        assert [key for key, content in without.files.items() if with_all.files.get(key) != content] == [], line
        assert without == with_all


@pytest.mark.parametrize(
    ("line", "brand", "module", "extra"),
    [
        ("ranges book.xlsx", "", "numpy", "ranges"),
        ("optimize book.xlsx", "", "numpy", "optimize"),
        ("compare book.xlsx --png", "", "pypdfium2", "compare"),
        ("compare book.xlsx --offer", "", "pptx", "offer"),
        ("import users.csv --into book.xlsx --locale sv", "", "babel", "import"),
        ("new fresh.xlsx", 'currency = "CHF"\n', "babel", "new"),
        ("new fresh.xlsx", 'logo = "logo.png"\n', "PIL", "new"),
        ("compare book.xlsx", 'currency = "CHF"\n', "babel", "compare"),
        ("compare .", 'currency = "CHF"\n', "babel", "compare"),
    ],
)
def test_what_needs_an_extra_names_it_and_says_how_to_install_it(
    line: str, brand: str, module: str, extra: str, installed: Path, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "here", brand)
    new(folder / "book.xlsx")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    ran = run(line.split(), folder, installed)
    said = f"this needs the module {module}, which is not here: it comes with the extra {extra}, "
    command = f'which pip install "vdi-sizing[{extra}]" installs\n'
    name = "book.xlsx: " if line == "compare ." else ""
    assert ran.error == f"vdi-sizing: {name}{said}{command}"
    assert ran.status == UNUSABLE
    ran.files.pop("summary.xlsx", None)
    assert ran.files == before
