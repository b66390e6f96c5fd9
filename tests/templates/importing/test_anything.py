"""Whatever a file holds, the import makes something of it or says in a sentence why it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.templates.importing.lists import imported

from vdi_sizing.errors import InputError
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.importing.plan import Plan
from vdi_templates.importing.preview import preview

HEADERS = ["part;price;discount %;date", "group;count;RAM;VM size", "VM;Powerstate;CPUs;Memory;Cluster", "user;profile"]
CELLS = st.sampled_from(
    ["", "a", "b*", "1.475", "1,5", "=1+1", "about 3", "01/02/2026", "\u0663", "\xb2", "1e9", "-", "8 GB"]
)
ANY = st.lists(st.lists(CELLS | st.text(max_size=8), max_size=6), max_size=6)


def plan_of(path: Path, **options: Any) -> tuple[Plan, Scenario] | None:
    """What importing a file does; None where it is refused as a whole, and anything else is a mistake."""
    try:
        return imported(path, **options)
    except InputError:
        return None


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(HEADERS), ANY, st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_any_list(tmp_path: Path, headers: str, rows: list[list[str]], encoding: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("\n".join([headers, *(";".join(row) for row in rows)]).encode(encoding, errors="replace"))
    found = plan_of(path, like="knowledge workers")
    if found is None:
        return
    plan, scenario = found
    printed = preview(plan)
    assert all(f"  {problem}" in printed or len(problem.splitlines()) > 1 for problem in plan.problems)
    if not plan.problems:
        size(scenario)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\x00" * 50, b"\xff\xfe", bytes(range(256)) * 20, b"part;price"])
def test_any_bytes(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(content)
    found = plan_of(path)
    assert found is None or found[0].changes == 0
