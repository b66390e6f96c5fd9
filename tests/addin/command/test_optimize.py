"""The command `optimize`: what it prints and writes."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.addin.command.workbooks import Text, new
from tests.built import file_of, shared_book

from vdi_addin.command.program import main
from vdi_addin.command.status import DIFFERENT, DONE, UNUSABLE
from vdi_sizing.model.sizing import size
from vdi_templates.examples.fujitsu import fujitsu
from vdi_templates.reading.reader import read

FEW = ("--design", "SSD", "--raid", "RAID 5", "--raid", "RAID 6")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new(tmp_path_factory.mktemp("optimize") / "book.xlsx", "--example", "fujitsu")


def test_it_prints_the_cheapest_first_beside_what_was_entered(book: Path, capsys: Text) -> None:
    capsys.readouterr()
    assert main(["optimize", str(book), *FEW]) == DONE
    counted, _, headers, first, *rest = capsys.readouterr().out.splitlines()
    assert counted.endswith("them meet every target.")
    assert headers.split()[:3] == ["EUR", "per", "user"]
    assert first.split()[:4] == ["1", "135.56", "2", "129"]
    assert first.endswith("SSD: RAID 5: 7 x Fujitsu SSD SATA 3G 64 GB SLC (3 warnings)")
    assert "as entered" in rest
    assert (
        "           216.88       4             71  SSD: RAID 0: 4 x Fujitsu SSD SATA 3G 64 GB SLC (3 warnings)" in rest
    )
    assert "The number measured of SSD was left out, since it is of its own drives." in rest


def test_what_it_writes_is_a_workbook_of_the_best_that_says_the_same(book: Path, tmp_path: Path, capsys: Text) -> None:
    into = tmp_path / "best.xlsx"
    capsys.readouterr()
    assert main(["optimize", str(book), *FEW, "--json", "--into", str(into)]) == DONE
    found = json.loads(capsys.readouterr().out)
    sized = size(read(into)).designs
    assert [design.design.name for design in sized] == ["1. SSD", "2. SSD"]
    assert [design.block.compared_eur for design in sized] == [each["eur_per_user"] for each in found["best"]]
    sheet = load_workbook(into, read_only=True)["Cheapest drives"]
    rows = [row for row in sheet.iter_rows(min_row=7, max_col=3, values_only=True) if row[0] in (1, 2)]
    assert [row[2] for row in rows] == [each["eur_per_user"] for each in found["best"]]
    assert found["best"][0]["tiers"] == [{"drive": "Fujitsu SSD SATA 3G 64 GB SLC", "raid": "RAID 5", "drives": 7}]
    assert main(["check", str(into)]) == DONE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--into", "book.xlsx"], "another file than the input"),
        (["--into", "best.pdf"], "a name that ends in .xlsx"),
        (["--most-drives", "0"], "--most-drives is 0; expected at least 1"),
        (["--drive", "Tape"], "drive is 'Tape'; expected one of"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str], message: str, book: Path, monkeypatch: pytest.MonkeyPatch, capsys: Text
) -> None:
    monkeypatch.chdir(book.parent)
    assert main(["optimize", "book.xlsx", *arguments]) == UNUSABLE
    assert message in capsys.readouterr().err


def test_nothing_that_meets_its_targets_is_another_status(tmp_path: Path, capsys: Text) -> None:
    scenario = fujitsu()
    slow = dataclasses.replace(scenario.designs[0], min_free_share=0.99)
    path = tmp_path / "slow.xlsx"
    designs = (slow, *scenario.designs[1:])
    path.write_bytes(file_of(shared_book(dataclasses.replace(scenario, designs=designs))))
    into = tmp_path / "best.xlsx"
    assert main(["optimize", str(path), "--design", "HDD", "--into", str(into)]) == DIFFERENT
    assert "; 0 of them meet every target." in capsys.readouterr().out
    assert not into.exists()


def test_no_choice_has_more_drives_than_are_said(book: Path, capsys: Text) -> None:
    most = []
    for option in ([], ["--most-drives", "6"]):
        capsys.readouterr()
        main(["optimize", str(book), *FEW, "--json", *option])
        best = json.loads(capsys.readouterr().out)["best"]
        most.append(max((sum(tier["drives"] for tier in each["tiers"]) for each in best), default=0))
    assert most[0] > 6 >= most[1]
