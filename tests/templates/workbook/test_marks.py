"""An input that is not what it may be is red at its cell: its rule, which LibreOffice works out, says so."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.formula.translate import Translator
from openpyxl.utils import coordinate_to_tuple, get_column_letter
from tests.gate.office import CellValue, Office
from tests.templates.workbook.test_input_checks import Place, bad_value, places

from vdi_sizing.inputs import inputs_of
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import UserGroup
from vdi_templates.examples import fujitsu
from vdi_templates.workbook.build import build_book
from vdi_templates.workbook.save import workbook_bytes
from vdi_templates.workbook.styles import RED_FILL

ASIDE = 3000  # a row far below all inputs: what a rule says of a cell is worked out there, in the cell's own column
MOST_RULES, LONGEST_RULE = 120, 340


def rules(ws: Any, cell: str) -> list[str]:
    """The rules by which a cell turns red, each as it holds for that cell."""
    found = []
    for group in ws.conditional_formatting:
        first = str(group.sqref).partition(":")[0].split()[0]
        for rule in group.rules:
            red = rule.dxf.fill is not None and rule.dxf.fill.bgColor.rgb.endswith(RED_FILL)
            if red and rule.formula[0].startswith("IFERROR(") and cell in group.sqref:
                found.append(Translator(f"={rule.formula[0]}", first).translate_formula(cell))
    return found


def said_of(office: Office, path: Path, cells: dict[str, CellValue]) -> dict[str, bool]:
    """Of each cell whether it is red, with these values in them."""
    book = load_workbook(BytesIO(workbook_bytes(build_book(size(fujitsu())))))
    aside: dict[str, tuple[str, str]] = {}
    for place, value in cells.items():
        title, _, cell = place.partition("!")
        if value != "":
            book[title][cell].value = value
        _, column = coordinate_to_tuple(cell)
        found = rules(book[title], cell)
        assert len(found) == 1, place
        row = ASIDE + len(aside)
        book[title].cell(row, column).value = found[0]
        aside[place] = title, f"{get_column_letter(column)}{row}"
    book.save(path)
    values = office.load(path)
    return {place: bool(values[title][cell]) for place, (title, cell) in aside.items()}


@pytest.fixture(scope="module")
def inputs() -> list[Place]:
    return places(build_book(size(fujitsu())))


@pytest.mark.parametrize("fault", ["text", "too small"])
def test_each_input_that_is_not_valid_is_red_and_no_other(
    fault: str, inputs: list[Place], office: Office, tmp_path: Path
) -> None:
    as_they_are: dict[str, CellValue] = {place.cell: "" for place in inputs if place.field.kind != "date or text"}
    assert not any(said_of(office, tmp_path / "good.xlsx", as_they_are).values())
    bad: dict[str, CellValue] = {
        place.cell: value
        for place in inputs
        if (value := bad_value(place.field, fault)) is not None and not of_nothing(place)
    }
    assert [cell for cell, red in said_of(office, tmp_path / "bad.xlsx", bad).items() if not red] == []


def of_nothing(place: Place) -> bool:
    """An input of a row or tier that is not there: it does not matter, and is not red for a number."""
    return place.before.startswith(("tier 3", "flash")) or place.sheet in ("Calibration", "Parts", "Settings", "Prices")


def test_a_name_that_stands_nowhere_is_red(office: Office, tmp_path: Path) -> None:
    letters = {name: get_column_letter(at) for at, name in enumerate(inputs_of(UserGroup), start=1)}
    rows = build_book(size(fujitsu())).layout.design_rows
    cells: dict[str, CellValue] = {
        f"Users!{letters['profile']}6": "nobody",
        f"Users!{letters['delivery']}7": "nobody's",
        f"Users!{letters['store_profile']}8": "Fujitsu normal user",
        "Bill!B6": "no such part",
        f"Designs!D{rows['kit']}": "nobody's",
        f"Designs!E{rows['case']}": "night",
        f"Designs!E{rows['tier1_drive']}": "SSD 1 PB",
        f"Designs!F{rows['tier1_raid']}": "RAID 7",
    }
    assert not any(said_of(office, tmp_path / "good.xlsx", dict.fromkeys(cells, "")).values())
    assert all(said_of(office, tmp_path / "bad.xlsx", cells).values())


def test_rules_are_few_and_short() -> None:
    """Each is worked out for each cell, at each change; and a sheet must not refer to a table of another one there."""
    for ws in build_book(size(fujitsu())).workbook.worksheets:
        found = [rule.formula[0] for group in ws.conditional_formatting for rule in group.rules]
        ours = [rule for rule in found if rule.startswith("IFERROR(")]
        assert len(ours) <= MOST_RULES
        assert all(len(rule) <= LONGEST_RULE and "[" not in rule and "!" not in rule for rule in ours)
