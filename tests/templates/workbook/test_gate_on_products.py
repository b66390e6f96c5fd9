"""Every workbook that the project writes passes the gate: nothing for a spreadsheet program to repair."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.gate.gate import load_findings
from tests.gate.lint import lint
from tests.gate.office import Office
from tests.gate.validator import validate
from tests.templates.branded import TEXT, brand_file

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE
from vdi_templates.examples import EXAMPLES
from vdi_templates.workbook.layout import MAX_DESIGNS

WORKBOOKS = {
    "today.xlsx": (),
    **{f"{name}.xlsx": ("--example", name) for name in EXAMPLES},
    "one_design.xlsx": ("--designs", "1"),
    "most_designs.xlsx": ("--example", "fujitsu", "--designs", str(MAX_DESIGNS)),
}
COMPARED = ("fujitsu", "today", "most_designs")
BRANDED, DENSITY = "branded.xlsx", "density.xlsx"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """What `new`, `compare` and `density` write."""
    folder = tmp_path_factory.mktemp("written")
    for name, arguments in WORKBOOKS.items():
        assert main(["new", str(folder / name), *arguments]) == DONE
    assert main(["compare", *(str(folder / f"{name}.xlsx") for name in COMPARED)]) == DONE
    brand = brand_file(folder, f'language = "de"\n{TEXT}')
    assert main(["compare", str(folder / "emc.xlsx"), "-o", str(folder / BRANDED), "--brand", str(brand)]) == DONE
    assert main(["density", str(folder / "fujitsu.xlsx"), "-o", str(folder / DENSITY)]) == DONE
    return sorted(folder.glob("*.xlsx"))


@pytest.fixture(scope="module")
def different(written: list[Path]) -> list[Path]:
    """Those that differ by a byte: what `compare` makes of a workbook that nobody changed is that workbook."""
    return list({path.read_bytes(): path for path in written}.values())


def test_all_were_written(written: list[Path]) -> None:
    assert {path.name for path in written} == {
        *WORKBOOKS,
        BRANDED,
        DENSITY,
        *(f"{name}_comparison.xlsx" for name in COMPARED),
    }


def test_lint_finds_nothing(different: list[Path]) -> None:
    assert [finding for path in different for finding in lint(path)] == []


def test_the_validator_finds_nothing(different: list[Path]) -> None:
    assert validate(different) == []


def test_libreoffice_loads_and_calculates_them(different: list[Path], office: Office) -> None:
    assert [finding for path in different for finding in load_findings(path, office)] == []
