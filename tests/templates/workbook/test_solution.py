"""A solution of several designs in a workbook: both engines say the same, and a wrong part is told on Checks."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.built import file_of, shared_book
from tests.gate.office import Office
from tests.pylib.model.test_solution import solution
from tests.templates.engines import errors, mismatches
from tests.tiers import DRAWN

from vdi_templates.workbook.comparison import SOLUTION_ROWS


@pytest.mark.everything(DRAWN)
def test_a_solution_comes_to_the_same_in_both_engines(tmp_path: Path, office: Office) -> None:
    """With free columns, which hold the first design once more, and no part of a solution."""
    book = shared_book(solution(), columns=4)
    (path := tmp_path / "solution.xlsx").write_bytes(file_of(book))
    values = office.load(path)
    assert errors(values) == []
    assert mismatches(book, values) == []
    said = values["Report"]["A5"]
    assert said == book.sizing.designs[0]["recommendation"]
    assert "is one solution for 760 users: 417 EUR per user" in str(said)
    assert values["Report"]["A1"] == "Virtual desktops for 760 users"
    shown = {
        row: [values["Sizing"][f"{column}{book.layout.line_rows[row][1]}"] for column in "DEF"] for row in SOLUTION_ROWS
    }
    assert shown["solution_eur"] == [317_000, "–", "–"]
    assert shown["solution_users"] == [760, 0, 0]
