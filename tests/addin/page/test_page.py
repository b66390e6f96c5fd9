"""The offline page in a browser does what the command line does, byte for byte, and asks no network."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.addin.page.in_browser import Ran, click, give, open_page, run, state_of, text_of, type_line, wait_until
from tests.gate.browser import BrowserError, Page, browser, find_chromium

from vdi_addin.command.status import DONE, UNUSABLE
from vdi_addin.page.build import NPM
from vdi_addin.page.build import page as built_page
from vdi_addin.page.session import COLUMNS

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "vdi_sizing.xlsx"
COMMAND = Path(sys.executable).with_name("vdi-sizing")
USERS = "group;VMs;concurrency %;RAM GB\nclerks;700;80 %;16\nnew office;1.250;75,5 %;8\n"
SOON = 0
"""What xz is told: the tests need no small page."""
NEW, KITS = "new --as-of 2026-01-15 new.xlsx", "new --kits --as-of 2026-01-15 --customer 'A & B' kits.xlsx"
LINES = (
    (NEW,),
    (KITS,),
    ("check vdi_sizing.xlsx", "vdi_sizing.xlsx"),
    ("check vdi_sizing.xlsx --json", "vdi_sizing.xlsx"),
    (
        "import users.csv --into vdi_sizing.xlsx --locale de --like clerks -o taken.xlsx",
        "users.csv", "vdi_sizing.xlsx",
    ),
    ("compare taken.xlsx", "taken.xlsx"),
    ("compare vdi_sizing.xlsx", "vdi_sizing.xlsx", "brand.toml"),
    ("diff vdi_sizing.xlsx taken.xlsx", "vdi_sizing.xlsx", "taken.xlsx"),
    ("density vdi_sizing.xlsx -o grid.xlsx", "vdi_sizing.xlsx"),
    ("upgrade vdi_sizing.xlsx -o upgraded.xlsx", "vdi_sizing.xlsx"),
    ("compare users.csv", "users.csv"),
    ("compare", ),
)  # fmt: skip
"""Lines as typed, with the files that are given; each may take what an earlier one wrote."""


def has_chromium() -> bool:
    try:
        return bool(find_chromium())
    except BrowserError:
        return False


pytestmark = pytest.mark.skipif(
    not (NPM.is_dir() and has_chromium()), reason="the packages of the page, or Chromium, could not be had: see go.py"
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path = tmp_path_factory.mktemp("page") / "vdi_sizing.html"
    path.write_bytes(built_page(SOON))
    with browser() as page:
        open_page(page, path)
        yield page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the command line works, with the files of all lines."""
    made = tmp_path / "command"
    made.mkdir()
    shutil.copy(SHIPPED, made)
    (made / "users.csv").write_text(USERS, encoding="utf-8")
    return made


def on_the_command_line(line: str, folder: Path) -> Ran:
    """What the command does with this line, in a folder of files."""
    before = {path.name for path in folder.iterdir()}
    ran = subprocess.run(
        [COMMAND, *shlex.split(line)], cwd=folder, capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "COLUMNS": COLUMNS, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    written = {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in before}
    return Ran(ran.returncode, ran.stdout, ran.stderr, written)


def assert_alike(opened: Page, folder: Path, line: str, names: tuple[str, ...], into: Path) -> None:
    """A line in the page does as it does on the command line."""
    give(opened, (folder / name for name in names))
    found, expected = run(opened, line, into), on_the_command_line(line, folder)
    assert found[:3] == expected[:3], line
    assert found.written.keys() == expected.written.keys(), line
    assert [name for name in found.written if found.written[name] != expected.written[name]] == [], line


def test_compare_does_as_the_command_line_and_no_network_is_asked(opened: Page, folder: Path, tmp_path: Path) -> None:
    assert_alike(opened, folder, "compare vdi_sizing.xlsx", ("vdi_sizing.xlsx",), tmp_path / "page")
    assert [each for each in opened.asked if not each.startswith(("file:", "blob:"))] == []


@pytest.mark.everything
def test_every_command_does_as_the_command_line(opened: Page, folder: Path, tmp_path: Path) -> None:
    for number, (line, *names) in enumerate(LINES):
        if "brand.toml" in names:
            (folder / "brand.toml").write_text('company = "Beispiel AG"\nlanguage = "de"\n', encoding="utf-8")
        assert_alike(opened, folder, line, tuple(names), tmp_path / str(number))
        (folder / "brand.toml").unlink(missing_ok=True)
    assert [each for each in opened.asked if not each.startswith(("file:", "blob:"))] == []


@pytest.mark.everything
def test_the_german_page_writes_german_workbooks(opened: Page, folder: Path, tmp_path: Path) -> None:
    expected = on_the_command_line(f"{NEW} --language de", folder)
    opened.value("language = 'de', speak()")
    try:
        give(opened, ())
        assert run(opened, NEW, tmp_path / "page") == expected
        assert "zum Herunterladen bereit" in text_of(opened, "step")
    finally:
        opened.value("language = 'en', speak()")


@pytest.mark.everything
@pytest.mark.parametrize("command", ["optimize", "ranges"])
def test_what_needs_numpy_says_so_in_a_sentence(command: str, opened: Page, folder: Path, tmp_path: Path) -> None:
    give(opened, [folder / "vdi_sizing.xlsx"])
    ran = run(opened, f"{command} vdi_sizing.xlsx", tmp_path / "page")
    assert (ran.status, ran.out, ran.written) == (UNUSABLE, "", {})
    assert ran.error.startswith("vdi-sizing: this needs the module numpy, which is not here: use the command line")
    assert ran.error.count("\n") == 1


@pytest.mark.everything
def test_a_run_is_stopped_and_the_next_one_is_whole(opened: Page, folder: Path, tmp_path: Path) -> None:
    give(opened, [folder / "vdi_sizing.xlsx"])
    type_line(opened, "check vdi_sizing.xlsx")
    click(opened, "run")
    wait_until(opened, "busy")
    click(opened, "stop")
    wait_until(opened, "ready")
    assert state_of(opened) == "ready"
    assert run(opened, "check vdi_sizing.xlsx", tmp_path / "page").status == DONE


@pytest.mark.everything
def test_the_same_inputs_give_the_same_bytes() -> None:
    assert built_page(SOON) == built_page(SOON)
