"""The guides: their commands run in one folder, one after the other, and their figures are those of the workbook."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.test_readme import GUIDES, ROOT, blocks, text

from vdi_addin.command.program import main
from vdi_addin.command.status import DONE
from vdi_templates.examples import customer

FINANCE, PRESALES = "docs/guide_finance.md", "docs/guide_presales.md"
SHIPPED = ROOT / "vdi_sizing.xlsx"
DESIGN = "NVMe cluster"


@pytest.fixture(scope="module")
def shipped() -> Any:
    return load_workbook(SHIPPED, data_only=True)


def lines_of(sheet: Any) -> dict[str, Any]:
    """Of each line of Sizing its value in the design's column."""
    header = next(row for row in sheet.iter_rows() if any(cell.value == DESIGN for cell in row))
    column = next(cell.column for cell in header if cell.value == DESIGN)
    return {row[0].value: row[column - 1].value for row in sheet.iter_rows() if row[0].value}


@pytest.mark.parametrize("guide", GUIDES)
def test_every_command_does_what_it_says(guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(SHIPPED, tmp_path)
    monkeypatch.chdir(tmp_path)
    commands = [shlex.split(line) for block in blocks(guide, "sh") for line in block.splitlines()]
    assert len(commands) > 3
    for program, *words in commands:
        assert program == "vdi-sizing"
        assert main(words) == DONE, words
    for name in re.findall(r"`(vdi_sizing_comparison\w*\.\w+)`", text(guide)):
        assert (tmp_path / name).is_file(), name


def test_the_way_back_from_eur_per_user_is_that_of_the_workbook(shipped: Any) -> None:
    rows = re.findall(r"^\| Sizing \| (.*?) \| ([\d,.]+) \| ", text(FINANCE), re.MULTILINE)
    assert len(rows) > 5
    found = lines_of(shipped["Sizing"])
    for label, said in rows:
        assert float(said.replace(",", "")) == pytest.approx(found[label], abs=0.005), label


def test_the_figures_in_the_text_are_those_of_the_workbook(shipped: Any) -> None:
    assert shipped["Report"]["A5"].value.startswith(f"{DESIGN} is the cheapest design that meets every target: 849 EUR")
    assert "about 9 EUR (1 %) less than All-flash array" in shipped["Report"]["A5"].value
    found = lines_of(shipped["Sizing"])
    assert found["EUR per user of a full block"] == pytest.approx(742.42, abs=0.005)
    assert found["EUR per VM for these users"] == pytest.approx(1060.24, abs=0.005)
    assert found["EUR per user over the years"] == pytest.approx(1159.36, abs=0.005)
    assert found["concurrent VMs, whole"] == 801
    prices = {row[1]: row for row in shipped["Prices"].iter_rows(values_only=True)}
    drive = prices["Solidigm D7-PS1010 3.84 TB"]
    assert drive[3] == 1190
    vouches = ("an example of this workbook", "An example, and no offer of anybody: enter yours.")
    assert all(any(words in str(cell) for cell in drive) for words in vouches)
    blocks, eur = found["blocks to buy"], found["parts per block"]
    said = " ".join(text(FINANCE).split())
    assert f"{blocks:.0f} of {eur:,.0f} EUR are {blocks * eur:,.0f} EUR" in said
    for figure in ("849 EUR", "742.42", "1,060.24", "1,159.36", "801 VMs", "1,190 EUR", *vouches):
        assert figure in said, figure


def test_what_pre_sales_are_told_of_the_shipped_workbook_is_so(shipped: Any) -> None:
    words = " ".join(text(PRESALES).split())
    prices = "at 849 EUR per user. *All-flash array* costs only about 9 EUR more per user"
    for figure in ("1,000 users of whom 801 work", prices):
        assert figure in words
    page = "\n".join(str(cell.value) for row in shipped["Report"].iter_rows() for cell in row if cell.value)
    assert f"With 20 % more steady IOPS a user of {DESIGN} costs 849 EUR to buy, as now" in page
    assert page.count("mean response time") == 4
    assert "response time not known" not in page


def test_the_steps_by_hand_are_so(shipped: Any) -> None:
    """A drive goes by a maker's number, an emptied bill gives way to the kit's, and Comparison may be printed wider."""
    steps = text(PRESALES).partition("## By hand, in ten steps")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d+)\. ", steps, re.MULTILINE) == [str(number) for number in range(1, 11)]
    drive, part = re.findall(r"\*(Samsung [^*]+)\* is the part \*(\w+)\*", " ".join(steps.split()))[0]
    assert {row[0]: row[1] for row in shipped["Drives"].iter_rows(values_only=True)}[drive] == part
    made = customer()
    first = made.designs[0]
    others = tuple(row for row in made.bill if row.design != first.name)
    emptied = replace(made, bill=others)
    of_kit = emptied.numbered_bill_of(first)
    assert len(of_kit) > 3
    assert all(number < 0 for number, _ in of_kit)
    (left, *_) = made.bill_of(first)
    assert replace(made, bill=(left, *others)).bill_of(first) == [left]
    comparison = shipped["Comparison"]
    assert not comparison.protection.sheet
    assert comparison.print_area.startswith("'Comparison'!$A$1:$G$")
    assert len(made.designs) == 4
