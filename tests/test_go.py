"""Every first day with go.py: two first runs, a damaged or copied .venv, no network, a folder that is read-only."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import go
import pytest

ROOT = Path(__file__).parents[1]
BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)
SAID = "tiny 1\n"
BACKEND = """
import pathlib, shutil
def get_requires_for_build_editable(config_settings=None):
    return []
def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "vdi_sizing-1-py3-none-any.whl"
    shutil.copy(pathlib.Path("wheels", "built", name), folder)
    return name
"""
"""Of a project as small as can be: what it builds lies there already."""
PROJECT = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
PROGRAM = """
import sys, time, tiny
def run():
    if "wait" in sys.argv:
        try:
            print("waits", flush=True)
            time.sleep(60)
        except KeyboardInterrupt:
            print("ended by itself", flush=True)
            return 130
    print("tiny", tiny.VERSION)
"""
LIKE_ANYBODY = """
import ctypes, os, sys
CAP_DAC_OVERRIDE, PR_CAPBSET_DROP = 1, 24
if sys.platform == "linux" and os.geteuid() == 0:
    assert ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) == 0
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Lets root be refused what its owner may not, as everybody is."""


def wheel(name: str, **files: str) -> bytes:
    """A wheel of these files."""
    info = f"{name}-1.dist-info"
    contents = {
        **{file.replace("__", "."): text for file, text in files.items()},
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    if name == "vdi_sizing":
        contents[f"{info}/entry_points.txt"] = "[console_scripts]\nvdi-sizing = program:run\n"
    record = "".join(
        f"{file},sha256={base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b'=').decode()},"
        f"{len(text.encode())}\n"
        for file, text in contents.items()
    )
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as package:
        for file, text in {**contents, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            package.writestr(file, text)
    return content.getvalue()


class Scratch:
    """A folder with go.py and a project that needs one package, which lies beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        built = folder / "wheels" / "built"
        built.mkdir(parents=True)
        tiny = wheel("tiny", tiny__py="VERSION = 1\n")
        (folder / "wheels" / "tiny-1-py3-none-any.whl").write_bytes(tiny)
        (built / "vdi_sizing-1-py3-none-any.whl").write_bytes(wheel("vdi_sizing", program__py=PROGRAM))
        (folder / "backend.py").write_text(BACKEND, encoding="utf-8")
        (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
        (folder / "locks").mkdir()
        for lock in ("run", "dev"):
            pinned = f"tiny==1 --hash=sha256:{hashlib.sha256(tiny).hexdigest()}\n"
            (folder / "locks" / f"{lock}.txt").write_text(pinned, encoding="utf-8")
        shutil.copy(ROOT / "go.py", folder)

    def start(self, *words: str, through: str = "", **env: str) -> subprocess.Popen[str]:
        without_network = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.folder / "wheels"), "PIP_NO_CACHE_DIR": "1"}
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it, as its own would
        start = [BASE_PYTHON, *(["-c", through] if through else []), "go.py"]
        return subprocess.Popen(
            [*start, *words], cwd=self.folder, env={**os.environ, **without_network, **env},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip

    def run(self, *words: str, through: str = "", **env: str) -> tuple[int, str, str]:
        """Status, standard output and error of a call of go.py."""
        process = self.start(*words, through=through, **env)
        out, said = process.communicate(timeout=120)
        return process.returncode, out, said


@pytest.fixture
def empty(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "project")


@pytest.fixture(scope="module")
def by_two(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scratch, list[tuple[int, str, str]]]:
    """A folder whose first run were two at once, and what each said."""
    scratch = Scratch(tmp_path_factory.mktemp("first") / "project")
    both = [scratch.start(), scratch.start()]
    ended = [process.communicate(timeout=120) for process in both]
    return scratch, [(process.returncode, *said) for process, said in zip(both, ended, strict=True)]


@pytest.fixture
def made(by_two: tuple[Scratch, list[tuple[int, str, str]]]) -> Scratch:
    """A folder that is set up; whatever a test does to it is mended by the next run."""
    return by_two[0]


def test_two_first_runs_wait_for_each_other(by_two: tuple[Scratch, list[tuple[int, str, str]]]) -> None:
    scratch, ended = by_two
    assert [(status, out) for status, out, _ in ended] == [(0, SAID), (0, SAID)], ended
    said = "".join(said for _, _, said in ended)
    assert said.count("for the first time") == 1
    assert said.count("this one waits for it") == 1
    assert scratch.run() == (0, SAID, "")


def test_what_is_set_up_needs_nothing_written(made: Scratch) -> None:
    assert made.run()[0] == 0
    before = {path: path.stat().st_mtime_ns for path in made.folder.rglob("*") if "__pycache__" not in path.parts}
    assert made.run() == (0, SAID, "")
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_damaged_one_is_noticed_and_made_anew(made: Scratch) -> None:
    (program,) = made.folder.glob(".venv/*/vdi-sizing*")
    program.unlink()
    status, out, said = made.run()
    assert (status, out) == (0, SAID)
    assert "is damaged" in said
    assert program.name in said


@pytest.mark.everything
def test_one_of_another_folder_is_made_anew(made: Scratch, tmp_path: Path) -> None:
    """Its programs would run the Python of the folder that was copied."""
    assert made.run()[0] == 0
    copied = Scratch(tmp_path / "copy")
    shutil.copytree(made.folder / ".venv", copied.folder / ".venv", symlinks=True)
    status, out, said = copied.run()
    assert (status, out) == (0, SAID)
    assert "was made in another folder" in said
    (program,) = copied.folder.glob(".venv/*/vdi-sizing*")
    assert str(made.folder).encode() not in program.read_bytes()


def test_what_go_py_did_not_finish_is_made_anew_and_a_new_lock_installed_in_place(made: Scratch) -> None:
    assert made.run()[0] == 0
    kept = made.folder / ".venv" / "kept"
    kept.touch()
    project = made.folder / "pyproject.toml"
    project.write_text(f"{PROJECT}# another version\n", encoding="utf-8")
    status, out, said = made.run()
    assert (status, out) == (0, SAID)
    assert "Making" not in said
    assert kept.exists()
    project.write_text(f"{PROJECT}# a third\n", encoding="utf-8")
    (made.folder / ".venv" / "vdi_sizing.json").write_text("{", encoding="utf-8")
    status, out, said = made.run()
    assert (status, out) == (0, SAID)
    assert "was not finished" in said
    assert not kept.exists()
    assert list(made.folder.glob(".venv.old*")) == []


def test_no_network_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for name, value in {"PIP_INDEX_URL": "http://127.0.0.1:9", "PIP_RETRIES": "1", "NO_PROXY": "*"}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=r"^The packages cannot be downloaded: no server of packages is reached\. "):
        go.pip("download", "--no-deps", "tiny", python=Path(sys.executable))
    assert "WARNING" not in capfd.readouterr().err


def test_no_npm_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(go, "ROOT", tmp_path)
    for name, value in {"registry": "http://127.0.0.1:9", "cache": str(tmp_path / "cache"), "noproxy": "*"}.items():
        monkeypatch.setenv(f"npm_config_{name}", value)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(go.PAGE / name, tmp_path)
    with pytest.raises(
        SystemExit, match=r"^The npm packages of \. cannot be had \(npm err.*ECONNREFUSED\)\. They need"
    ):
        go.install_npm(tmp_path)


def test_the_page_without_node_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"^The offline page is built with Node\.js and npm: install nodejs and npm"):
        go.page([])


def test_what_pip_refuses_for_another_reason_is_told_by_pip(empty: Scratch) -> None:
    lock = empty.folder / "wrong.txt"
    lock.write_text(f"tiny==1 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    local = ("--no-index", "--find-links", empty.folder / "wheels")
    with pytest.raises(SystemExit, match="DO NOT MATCH THE HASHES"):
        go.pip("download", *local, "--require-hashes", "-r", lock, python=Path(sys.executable))


def test_python_without_venv_is_one_sentence(empty: Scratch) -> None:
    program = empty.folder / "go.py"
    blind = 'import sys\nsys.modules["ensurepip"] = None\n'
    program.write_text(program.read_text(encoding="utf-8").replace("import sys\n", blind, 1), encoding="utf-8")
    status, out, said = empty.run()
    assert (status, out) == (1, "")
    assert "sudo apt-get install python3-venv" in said.splitlines()[-1]


def test_a_folder_that_is_read_only_is_one_sentence(empty: Scratch) -> None:
    empty.folder.chmod(0o555)
    status, out, said = empty.run(through=LIKE_ANYBODY)
    empty.folder.chmod(0o755)
    assert (status, out) == (1, "")
    (line,) = said.splitlines()
    assert line.startswith("This folder is to be set up, and nothing can be written into")
    assert "Copy this folder" in line


def test_ctrl_c_leaves_the_command_to_end_by_itself(made: Scratch) -> None:
    assert made.run()[0] == 0
    process = made.start("wait")
    assert process.stdout is not None
    assert process.stdout.readline() == "waits\n"
    os.killpg(process.pid, signal.SIGINT)
    out, said = process.communicate(timeout=60)
    assert (process.returncode, out, said) == (130, "ended by itself\n", "")


def test_ctrl_c_while_it_sets_up_is_no_traceback_and_the_next_run_begins_anew(empty: Scratch) -> None:
    process = empty.start()
    assert process.stderr is not None
    assert "for the first time" in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.splitlines()[-1] == "go.py: stopped"
    assert not (empty.folder / ".venv" / "vdi_sizing.json").exists()
