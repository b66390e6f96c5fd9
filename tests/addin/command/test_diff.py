"""What differs between two workbooks: inputs with cell and own effect, results by design; as lines, JSON, workbook."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, sheets
from tests.built import build
from tests.gate.lint import lint

from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_sizing.model.sizing import size
from vdi_sizing.scenario import Scenario
from vdi_templates.examples import EXAMPLES
from vdi_templates.report.difference import SHEET, WORKED_OUT

OLD = EXAMPLES["fujitsu"]()


def edited() -> Scenario:
    """Fewer measured VMs, a dearer part, a row of the bill less, and a text that looks like a formula."""
    designs = (replace(OLD.designs[0], measured_vms=20.0, remark="=1+1"), *OLD.designs[1:])
    prices = (replace(OLD.prices[0], amount=2475.0), *OLD.prices[1:])
    return replace(OLD, designs=designs, prices=prices, bill=OLD.bill[:-1])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("diff")
    for name, scenario in (("old", OLD), ("new", edited())):
        (folder / f"{name}.xlsx").write_bytes(build(scenario))
    return str(folder / "old.xlsx"), str(folder / "new.xlsx")


def said(capsys: Text, *arguments: str) -> Any:
    main(["diff", *arguments, "--json"])
    return json.loads(capsys.readouterr().out)


def test_each_input_has_its_cell_and_its_own_effect(files: tuple[str, str], capsys: Text) -> None:
    told = said(capsys, *files)
    assert told["status"] == DIFFERENT
    places = {f"{each['sheet']}!{each['cell']}": each for each in told["inputs"]}
    assert list(places) == ["Designs!D15", "Designs!D139", "Prices!D6", "Bill!A42"]
    new = sheets(files[1], "Designs", "Prices")
    assert [new["Designs"]["D15"].value, new["Designs"]["D139"].value, new["Prices"]["D6"].value] == [20, "=1+1", 2475]
    assert sheets(files[0], "Bill")["Bill"]["B42"].value == OLD.bill[-1].part
    measured = places["Designs!D15"]
    assert (measured["of"], measured["input"], measured["old"], measured["new"]) == (
        "HDD", "VMs per block, measured", "31 VMs", "20 VMs")  # fmt: skip
    alone = replace(OLD, designs=(replace(OLD.designs[0], measured_vms=20.0), *OLD.designs[1:]))
    was, is_now = (size(scenario).designs[0] for scenario in (OLD, alone))
    assert measured["eur per user"]["HDD"]["moved"] == is_now["eur_per_user"] - was["eur_per_user"]
    assert measured["blocks"]["HDD"] == {"before": 8.0, "after": 13.0, "moved": 5.0}
    assert places["Bill!A42"]["new"] == "removed"


def test_results_that_differ_stand_by_design(files: tuple[str, str], capsys: Text) -> None:
    results = said(capsys, *files)["results"]
    assert results["HDD"]["vms_per_block"]["old"] == "29"
    assert results["HDD"]["vms_per_block"]["new"] == "19"
    assert "vms_per_block" not in results["SSD"]
    assert results["SSD"]["eur_per_user"] == {
        "label": "EUR per user for these users", "old": "216.88", "new": "232.88"}  # fmt: skip


def test_lines_for_a_person_and_the_statuses(files: tuple[str, str], capsys: Text) -> None:
    assert main(["diff", *files]) == DIFFERENT
    printed = capsys.readouterr().out
    assert "Inputs that differ: 4\n  Designs!D15: HDD, VMs per block, measured: 31 VMs -> 20 VMs\n" in printed
    assert "blocks: HDD +5 (8 -> 13)" in printed
    assert "  blocks to buy [blocks]                                             8 -> 13" in printed
    assert main(["diff", files[0], files[0]]) == DONE
    assert capsys.readouterr().out == f"Inputs that differ: none\nResults that differ: none. {WORKED_OUT}\n"
    with pytest.raises(SystemExit):
        main(["diff", "--help"])
    assert "1, inputs or results differ" in capsys.readouterr().out


def test_the_workbook_says_the_same_in_values(files: tuple[str, str], tmp_path: Path, capsys: Text) -> None:
    out = tmp_path / "difference.xlsx"
    assert main(["diff", *files, "-o", str(out)]) == DIFFERENT
    assert f"wrote {out}" in capsys.readouterr().out
    ws = load_workbook(out)[SHEET]
    assert not [cell.coordinate for row in ws.iter_rows() for cell in row if cell.data_type == "f"]
    rows = {(row[0], row[1]): row for row in ws.iter_rows(values_only=True)}
    assert rows["Designs!D139", "HDD, remark"][3] == "=1+1"
    told = said(capsys, *files)
    assert rows["Designs!D15", "HDD, VMs per block, measured"][4:6] == (
        "EUR per user", told["inputs"][0]["eur per user"]["HDD"]["moved"])  # fmt: skip
    assert rows["HDD", "blocks to buy [blocks]"][2:4] == ("8", "13")
    assert lint(out) == []
    assert main(["diff", *files, "-o", str(out)]) == UNUSABLE
    assert main(["diff", *files, "-o", files[0], "--force"]) == UNUSABLE


def test_a_design_that_came_or_went_has_no_result_in_the_other(tmp_path: Path, capsys: Text) -> None:
    fewer = replace(OLD, designs=OLD.designs[1:], bill=tuple(row for row in OLD.bill if row.design != "HDD"))
    old, new = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    old.write_bytes(build(OLD))
    new.write_bytes(build(fewer))
    told = said(capsys, str(old), str(new))
    assert [(each["input"], each["cell"], each["new"]) for each in told["inputs"]] == [("design", "D7", "removed")]
    assert told["results"]["HDD"]["blocks"] == {"label": "blocks to buy", "old": "8", "new": "no design"}
