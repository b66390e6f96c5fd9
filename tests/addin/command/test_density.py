"""The command `density`: what it prints and writes."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, new
from tests.built import build
from tests.gate.lint import lint
from tests.templates.branded import COMPANY, MAIN, brand_file

from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_sizing import density_matrix
from vdi_templates.examples import customer, fujitsu

ROOT = Path(__file__).parents[3]
FEW = ("--ram", "1,2,4", "--iops", "5,10,20")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new(tmp_path_factory.mktemp("density") / "book.xlsx", "--example", "fujitsu")


def test_the_page_on_the_command_shows_what_is_printed(capsys: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "120")
    page = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
    typed, said = re.findall(r"^\$ vdi-sizing (density .*)\n((?:.*\n)*?)```", page, re.MULTILINE)[0]
    assert main(shlex.split(typed)) == DONE
    assert capsys.readouterr().out == said


def test_json_holds_a_matrix_for_each_design(book: Path, capsys: Text) -> None:
    capsys.readouterr()
    assert main(["density", str(book), *FEW, "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    scenario = fujitsu()
    assert [each["design"] for each in told["designs"]] == [design.name for design in scenario.designs]
    assert told["left_out"] == {}
    for at, each in enumerate(told["designs"]):
        found = density_matrix(scenario, at, (1, 2, 4), (5, 10, 20))
        assert each["as_entered"] == vars(found.base)
        assert each["rows"] == [[vars(cell) | {"as_entered": False} for cell in row] for row in found.rows]


def test_the_workbook_has_a_page_for_each_design(book: Path, tmp_path: Path, capsys: Text) -> None:
    out = tmp_path / "density.xlsx"
    designs = ("--design", "ssd", "--design", "HDD")
    assert main(["density", str(book), *designs, *FEW, "-o", str(out)]) == DONE
    assert capsys.readouterr().out.endswith(f"wrote {out}\n")
    assert lint(out) == []
    workbook = load_workbook(out)
    assert [ws["A1"].value.partition(":")[0] for ws in workbook.worksheets] == ["HDD", "SSD"]
    assert [workbook["Density 2"].cell(10, column).value for column in range(2, 5)] == [75, 68, 35]
    written = out.read_bytes()
    assert main(["density", str(book), *designs, *FEW, "-o", str(out)]) == UNUSABLE
    assert "--force" in capsys.readouterr().err
    assert main(["density", str(book), *designs, *FEW, "-o", str(out), "--force"]) == DONE
    assert out.read_bytes() == written


def test_it_has_the_look_of_the_workbook(book: Path, tmp_path: Path) -> None:
    branded, out = tmp_path / "branded.xlsx", tmp_path / "density.xlsx"
    assert main(["compare", str(book), "-o", str(branded), "--brand", str(brand_file(tmp_path))]) == DONE
    assert main(["density", str(branded), *FEW, "-o", str(out)]) == DONE
    ws: Any = load_workbook(out).worksheets[0]
    assert ws["A1"].font.color.rgb == f"00{MAIN}"
    assert str(ws.HeaderFooter.oddFooter.left.text).startswith(f"{COMPANY.replace('&', '&&')}, ")


def test_a_design_with_an_error_is_another_status(tmp_path: Path, capsys: Text) -> None:
    scenario = fujitsu()
    path = tmp_path / "cramped.xlsx"
    path.write_bytes(build(replace(scenario, designs=(replace(scenario.designs[0], bays=1), *scenario.designs[1:]))))
    assert main(["density", str(path), *FEW]) == DIFFERENT
    said = " ".join(capsys.readouterr().out.split())  # in lines as wide as the terminal
    assert "note: error: the drives do not fit into the bays: 2 drives, 1 more than its bays." in said
    assert main(["density", str(path), *FEW, "--design", "SSD"]) == DONE


def test_a_design_whose_users_ask_for_no_ram_is_left_out(tmp_path: Path, capsys: Text) -> None:
    scenario = fujitsu()
    light = replace(scenario.groups[0], name="light", case="light", ram_gib=None)
    designs = (replace(scenario.designs[0], case="light"), *scenario.designs[1:])
    path = tmp_path / "light.xlsx"
    path.write_bytes(build(replace(scenario, groups=(*scenario.groups, light), designs=designs)))
    reason = "HDD: RAM per VM is blank; expected RAM GiB of the user groups of case 'light' on the sheet Users"
    capsys.readouterr()
    assert main(["density", str(path), *FEW]) == DONE
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("SSD: ")
    assert printed[-1].startswith(f"note: left out was {reason}")
    assert main(["density", str(path), *FEW, "--design", "HDD"]) == UNUSABLE
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--design", "tape"], "--design is 'tape'; expected one of: HDD, SSD"),
        (["--ram", "2,,8"], "--ram is '2,,8'; expected one to 9 numbers above 0 with commas between them, as in 2,4,8"),
        (["--iops", "0"], "--iops is '0'; expected one to 9 numbers above 0"),
        (["--iops", "1,2,3,4,5,6,7,8,9,10"], "expected one to 9 numbers"),
        (["--ram", "inf"], "--ram is 'inf'; expected"),
        (["-o", "book.xlsx"], "--output is 'book.xlsx'; expected another file than the input"),
        (["-o", "density.pdf"], "expected a name that ends in .xlsx"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str], message: str, book: Path, monkeypatch: pytest.MonkeyPatch, capsys: Text
) -> None:
    monkeypatch.chdir(book.parent)
    assert main(["density", "book.xlsx", *arguments]) == UNUSABLE
    assert message in capsys.readouterr().err


def test_users_without_ram_are_told_what_to_enter(tmp_path: Path, capsys: Text) -> None:
    path = new(tmp_path / "book.xlsx", "--example", "sandisk")
    assert main(["density", str(path)]) == UNUSABLE
    assert "RAM per VM is blank; expected RAM GiB of the user groups of case '50 VMs'" in capsys.readouterr().err


def test_drives_are_counted_anew_where_that_is_said(tmp_path: Path, capsys: Text) -> None:
    path, said = new(tmp_path / "book.xlsx", "--example", "customer"), []
    for option in ([], ["--count-drives"]):
        capsys.readouterr()
        assert main(["density", str(path), *FEW, "--json", *option]) == DONE
        said.append([each["as_entered"] for each in json.loads(capsys.readouterr().out)["designs"]])
    scenario = customer()
    for told, anew in zip(said, (False, True), strict=True):
        designs = range(len(scenario.designs))
        found = [density_matrix(scenario, at, (1, 2, 4), (5, 10, 20), count_drives=anew) for at in designs]
        assert told == [vars(each.base) for each in found]
    assert said[0] != said[1]
