"""What is installed: each package of one version, with the hashes of its files, and from nowhere in particular."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import go
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from vdi_addin.excel.bundle import PYTHONS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
NEEDED = [*PROJECT["project"]["dependencies"], *(wish for extra in go.EXTRAS for wish in EXTRAS[extra])]
BUILD = PROJECT["build-system"]["requires"]
WANTED = {
    "run": [*NEEDED, *BUILD],
    "dev": [*NEEDED, *BUILD, *EXTRAS["dev"]],
    **{f"windows-{python}": [*NEEDED, *EXTRAS["excel"], "colorama", "pywin32"] for python in PYTHONS},
}
PINNED = re.compile(r"[\w.-]+==[\w.+!]+( ; [^\\\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n")


def text(lock: str) -> str:
    return (ROOT / "locks" / f"{lock}.txt").read_text(encoding="utf-8")


def unpinned(content: str) -> str:
    """What a lock file holds besides packages of one version with their hashes."""
    return PINNED.sub("", content)


def pins(content: str) -> dict[str, list[str]]:
    """Of each package the versions; there is one per Python where they differ."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([\w.+!]+)", content, re.MULTILINE):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


def missing(content: str, wanted: list[str]) -> list[str]:
    """What is wanted and not pinned, or in a version that is not wanted."""
    pinned = pins(content)
    wishes = [Requirement(wish) for wish in wanted]
    return [
        str(wish)
        for wish in wishes
        if not (versions := pinned.get(canonicalize_name(wish.name)))
        or not all(version in wish.specifier for version in versions)
    ]


@pytest.mark.parametrize("lock", WANTED)
def test_every_package_has_one_version_and_hashes_and_no_source_is_named(lock: str) -> None:
    assert unpinned(text(lock)) == ""


@pytest.mark.parametrize(("lock", "wanted"), WANTED.items(), ids=WANTED)
def test_a_lock_file_has_all_that_the_project_asks_for(lock: str, wanted: list[str]) -> None:
    """Else `python3 go.py lock` was forgotten."""
    assert missing(text(lock), wanted) == []


def test_no_marker_stands_in_a_lock_file_of_windows() -> None:
    """Pip would ask it of the system that it runs on."""
    assert [lock for lock in WANTED if lock.startswith("windows") and ";" in text(lock)] == []


def test_what_the_project_is_built_with_is_locked_too() -> None:
    assert (ROOT / "locks" / "build.in").read_text(encoding="utf-8").split() == BUILD


def test_every_lock_file_is_made_and_used() -> None:
    made = {command[-1] for command in go.lock_commands()}
    assert made == {f"locks/{lock}.txt" for lock in WANTED}
    assert made == {path.relative_to(ROOT).as_posix() for path in (ROOT / "locks").glob("*.txt")}
    assert {path.stem for path in go.LOCK_OF.values()} == {"run", "dev"}


def test_pip_is_made_to_compare_the_hashes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[tuple[object, ...]] = []
    for name, path in (("VENV", tmp_path), ("MARKER", tmp_path / "marker.json"), ("LOCK", tmp_path / "lock")):
        monkeypatch.setattr(go, name, path)
    monkeypatch.setattr(go, "remove_venv", lambda: None)
    monkeypatch.setattr(go, "make_venv", lambda _: None)
    monkeypatch.setattr(go, "pip", lambda *words: asked.append(words))
    go.install("[dev]")
    packages, project = asked
    assert packages[-3:] == ("--require-hashes", "-r", ROOT / "locks" / "dev.txt")
    assert {"--no-index", "--no-deps", "--no-build-isolation"} <= set(project)
    go.install("")  # of which all is there now
    assert len(asked) == 2


def test_what_is_not_pinned_is_noticed() -> None:
    hashed = f" \\\n    --hash=sha256:{'0' * 64}\n"
    assert unpinned(f"a==1{hashed}") == ""
    assert unpinned("a==1\n") != ""
    assert unpinned(f"a>=1{hashed}") != ""
    assert unpinned(f"--index-url https://example.org\na==1{hashed}") != ""
    assert missing(f"a==1{hashed}", ["a>=1", "a>=2", "b"]) == ["a>=2", "b"]
