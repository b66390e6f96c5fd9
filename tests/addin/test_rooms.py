"""The rooms of the top floor: each imports those below it only, and so there is no circle."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import vdi_addin

HOUSE = Path(vdi_addin.__file__).parent
SHARED = {"errors", "comparison"}
BELOW = {
    "errors": set[str](),
    "comparison": {"errors"},
    "functions": SHARED,
    "names": SHARED | {"functions"},
    "libreoffice": SHARED | {"functions"},
    "excel": SHARED | {"functions", "libreoffice"},
    "command": SHARED | {"functions", "names", "libreoffice", "excel"},
}
"""What a room may use of this floor; `excel` uses `libreoffice` since the bundle holds both add-ins."""


def rooms_used(path: Path) -> set[str]:
    """Rooms of this floor that a module imports from."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("vdi_addin.")}


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_what_stands_below_it_only(room: str) -> None:
    own = HOUSE / room
    modules = sorted(own.rglob("*.py")) if own.is_dir() else [own.with_suffix(".py")]
    arrows_up = {
        path.relative_to(HOUSE).as_posix(): used
        for path in modules
        if (used := rooms_used(path) - BELOW[room] - {room})
    }
    assert arrows_up == {}


def test_every_room_has_its_place() -> None:
    rooms = {path.name for path in HOUSE.iterdir() if (path / "__init__.py").is_file()}
    modules = {path.stem for path in HOUSE.glob("*.py")} - {"__init__"}
    assert rooms | modules == set(BELOW)
