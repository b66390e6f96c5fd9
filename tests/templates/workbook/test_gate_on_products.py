"""Every workbook that the project writes passes the gate: nothing for a spreadsheet program to repair."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.addin.command.workbooks import new
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
FEW = {name: WORKBOOKS[name] for name in ("fujitsu.xlsx", "emc.xlsx")}


@pytest.fixture(
    scope="module",
    params=[pytest.param(FEW, id="few"), pytest.param(WORKBOOKS, id="all", marks=pytest.mark.everything)],
)
def named(request: pytest.FixtureRequest) -> dict[str, tuple[str, ...]]:
    """The workbooks of `new`, by name, and what is typed for each."""
    workbooks: dict[str, tuple[str, ...]] = request.param
    return workbooks


@pytest.fixture(scope="module")
def written(named: dict[str, tuple[str, ...]], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """What `new`, `compare` and `density` write."""
    folder = tmp_path_factory.mktemp("written")
    for name, arguments in named.items():
        new(folder / name, *arguments)
    for name in COMPARED:
        if f"{name}.xlsx" in named:
            assert main(["compare", str(folder / f"{name}.xlsx")]) == DONE
    brand = brand_file(folder, f'language = "de"\n{TEXT}')
    assert main(["compare", str(folder / "emc.xlsx"), "-o", str(folder / BRANDED), "--brand", str(brand)]) == DONE
    assert main(["density", str(folder / "fujitsu.xlsx"), "-o", str(folder / DENSITY)]) == DONE
    return sorted(folder.glob("*.xlsx"))


@pytest.fixture(scope="module")
def different(written: list[Path]) -> list[Path]:
    """Those that differ by a byte: what `compare` makes of a workbook that nobody changed is that workbook."""
    return list({path.read_bytes(): path for path in written}.values())


def test_all_were_written(named: dict[str, tuple[str, ...]], written: list[Path]) -> None:
    compared = {f"{name}_comparison.xlsx" for name in COMPARED if f"{name}.xlsx" in named}
    assert {path.name for path in written} == {*named, BRANDED, DENSITY, *compared}


def test_lint_finds_nothing(different: list[Path]) -> None:
    assert [finding for path in different for finding in lint(path)] == []


@pytest.fixture(scope="module")
def told_apart(different: list[Path], named: dict[str, tuple[str, ...]]) -> list[Path]:
    """All, or of the few those that are no plain example, which hold all that the others hold."""
    return different if named is not FEW else [path for path in different if path.name in (BRANDED, DENSITY)]


def test_the_validator_finds_nothing(told_apart: list[Path]) -> None:
    assert validate(told_apart) == []


def test_libreoffice_loads_and_calculates_them(told_apart: list[Path], office: Office) -> None:
    assert [finding for path in told_apart for finding in load_findings(path, office)] == []
